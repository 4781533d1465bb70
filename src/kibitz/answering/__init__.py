"""From a question about a position to an answer: which search to ask, for how long, and what to make of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kibitz.analysis import Analysis, Limit, finite, for_mover, mover
from kibitz.answering.engine import EngineQuestion
from kibitz.answering.question import Progress, Question
from kibitz.answering.textbook import TextbookQuestion
from kibitz.errors import BadInput, Stopped, Unsolved
from kibitz.game import Game
from kibitz.search import ALGORITHMS, ENGINE
from kibitz.search.algorithm import Algorithm
from kibitz.search.asking import answers_the_questions, ask
from kibitz.search.engine import MEGABYTES, Engine, Techniques
from kibitz.watch import Clock, Count, Ticker


def analyse(
    game: Game,
    s: Any = None,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    algorithm: str = "auto",
    threads: int = 1,
    megabytes: float = MEGABYTES,
    techniques: Techniques | None = None,
    interpreted: bool = False,
    progress: Progress | None = None,
    position: str | None = None,
) -> Analysis:
    """Judge every legal move of a state (the initial one by default), within limits.

    Without limits the answer is exact, however long that takes. `progress` is told every better answer on the way;
    `position` is the text to report the state under, where the game's own is not wanted. `threads`, `megabytes` (of
    the transposition table) and `techniques` are for the `deepening` engine.
    """
    answers_the_questions(game)
    limit = Limit(seconds, depth, nodes)
    s = game.initial() if s is None else s
    mover(game, s)  # refuses a player that is none
    chosen = choose(algorithm, game)
    text = game.text(s) if position is None else position
    question: Question
    if chosen is ENGINE:
        question = EngineQuestion(game, s, chosen, limit, interpreted, text, threads, megabytes, techniques)
    else:
        question = TextbookQuestion(game, s, chosen, limit, interpreted, text)
    return question.of_the_end() if game.is_terminal(s) else question.answer(progress)


def solve(
    game: Game,
    s: Any = None,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    algorithm: str = "auto",
    threads: int = 1,
    megabytes: float = MEGABYTES,
    interpreted: bool = False,
    progress: Callable[[str], None] | None = None,
) -> Any:
    """The exact value of a state for the player to move (a vector for several players).

    Raises `Unsolved` where a limit was given and reached. `progress` is told every half second how it stands.
    """
    answers_the_questions(game)
    s = game.initial() if s is None else s
    limit = Limit(seconds, None, nodes)
    mover(game, s)
    chosen = choose(algorithm, game)
    watch: Any = Count(nodes)
    if chosen is ENGINE and game.is_terminal(s):
        return for_mover(game, s, float(game.utility(s, 0)))
    if chosen is ENGINE:
        watch = Engine(game, threads=threads, megabytes=megabytes, interpreted=interpreted, nodes=nodes)
        watch.prepare(s)
    else:
        ask(chosen, game, s, 0, Count(), interpreted)  # compiles before the clock starts
    known = game.known(s)
    if known is not None:
        return float(known)
    try:
        with Clock(watch, limit.seconds), Ticker(watch, progress):
            if chosen is ENGINE:
                return finite(game, watch.solve(s)) + 0.0
            return for_mover(game, s, ask(chosen, game, s, None, watch, interpreted).value)
    except Stopped:
        reached = f"{seconds:g} seconds" if seconds is not None else f"{nodes} nodes"
        raise Unsolved(f"{game.text(s)!r} is not solved within {reached}") from None


def choose(algorithm: str, game: Game) -> Algorithm:
    """The algorithm of that name; `auto` picks the one that fits."""
    if algorithm == "auto":
        return ALGORITHMS[_fitting(game)]
    if algorithm not in ALGORITHMS:
        raise BadInput(f"{algorithm!r} is no algorithm: expected auto, {', '.join(ALGORITHMS)}")
    ALGORITHMS[algorithm].needs(algorithm, game)
    return ALGORITHMS[algorithm]


def _fitting(game: Game) -> str:
    facts = game.facts
    if facts.players > 2 or (facts.players == 2 and not facts.zero_sum):
        return "maxn"
    if facts.chance:
        return "expectimax" if facts.players == 1 else "expectiminimax"
    return "deepening"

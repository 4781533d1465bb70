"""From a position to a judgement of every legal move."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from kibitz.answer.analysis import Analysis
from kibitz.answer.options import Options
from kibitz.answer.plan import Plan
from kibitz.answer.questions.by_selective import Sitting
from kibitz.answer.questions.question import Progress
from kibitz.game import Game, State
from kibitz.game.given import is_game, state_of
from kibitz.game.malformed import answers_the_questions
from kibitz.game.repeating import keys_of
from kibitz.search.clock import Remote
from kibitz.search.engine.techniques import Techniques


def analyse(
    game: Game,
    s: State = None,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    algorithm: str = "auto",
    threads: int = 1,
    megabytes: float | None = None,
    techniques: Techniques | None = None,
    outcomes: float | None = None,
    interpreted: bool = False,
    progress: Progress | None = None,
    remote: Remote | None = None,
    position: str | None = None,
    worlds: int | None = None,
    seed: int | None = None,
    variant: str = "plus",
    iterations: int | None = None,
    simulations: int | None = None,
    strategy: str | None = None,
    endgames: bool = True,
    table: str | None = None,
    openings: bool = True,
    book: str | None = None,
    history: Iterable[State] = (),
) -> Analysis:
    """Judge every legal move of a state (the initial one by default), within limits.

    Without limits the answer is exact, however long that takes. `progress` is called with every better answer on the
    way; `remote` stops the search from another thread: the answer is then the deepest complete one. `position` is the
    text to report the state under, where the game's own is not wanted. `history` are the states of the game so far, the
    oldest first and without this one: by them a position is known that comes up again, where that matters to the game.
    All others are described in `kibitz.answer.options.Options`; one that has no effect on the algorithm is refused.
    """
    is_game(game)
    options = Options(
        seconds=seconds,
        depth=depth,
        nodes=nodes,
        algorithm=algorithm,
        threads=threads,
        megabytes=megabytes,
        techniques=techniques,
        outcomes=outcomes,
        worlds=worlds,
        seed=seed,
        variant=variant,
        iterations=iterations,
        simulations=simulations,
        strategy=strategy,
        endgames=endgames,
        table=table,
        openings=openings,
        book=book,
        interpreted=interpreted,
        history=keys_of(game, history),
    )
    return analyse_with(game, options, s, position=position, progress=progress, remote=remote)


def analyse_with(
    game: Game,
    options: Options,
    s: State = None,
    *,
    position: str | None = None,
    progress: Progress | None = None,
    remote: Remote | None = None,
    sitting: Sitting | None = None,
) -> Analysis:
    """Judge every legal move of a state (the initial one by default), as the options say; else as `analyse`.

    `sitting` is the game that the state belongs to, where one goes on: an engine keeps what it has found there.
    """
    answers_the_questions(game)
    s = state_of(game, s)
    plan = replace(Plan.of(game, options, s), sitting=sitting)
    return plan.answer(s, position=position, progress=progress, remote=remote)

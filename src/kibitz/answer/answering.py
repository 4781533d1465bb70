"""From a question about a position to an answer: which search to ask, for how long, and what to make of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kibitz.answer.analysis import Analysis, Limit, finite, for_mover, mover
from kibitz.answer.questions.by_deals import DealsQuestion
from kibitz.answer.questions.by_engine import EngineQuestion
from kibitz.answer.questions.by_likely import LikelyQuestion
from kibitz.answer.questions.by_regret import RegretQuestion
from kibitz.answer.questions.by_several import CoalitionQuestion, VectorQuestion
from kibitz.answer.questions.by_table import WholeQuestion
from kibitz.answer.questions.by_textbook import TextbookQuestion
from kibitz.answer.questions.question import Progress, Question
from kibitz.answer.replayed import replayed
from kibitz.errors import BadInput, Stopped, Unsolved
from kibitz.game import CHANCE, Game
from kibitz.game.given import real, state_of, whole
from kibitz.game.given import threads as check_threads
from kibitz.search import ALGORITHMS, ENGINE
from kibitz.search.algorithm import Algorithm
from kibitz.search.asking import answers_the_questions, ask
from kibitz.search.clock import Clock, Remote, Ticker
from kibitz.search.engine.engine import Engine, Techniques
from kibitz.search.equilibrium.regret import REGRET
from kibitz.search.hidden.deals import DEALS, seated
from kibitz.search.partition.partition_engine import engine_for
from kibitz.search.replay import is_trusted
from kibitz.search.several.vector_engine import VectorEngine
from kibitz.search.soundness import refuse_unsound
from kibitz.search.textbook.best_reply import BEST_REPLY
from kibitz.search.textbook.likely import over_likely
from kibitz.search.textbook.maxn import MAXN
from kibitz.search.textbook.paranoid import PARANOID
from kibitz.search.watch import Count
from kibitz.search.whole.value_iteration import TABLE, WholeGame


@replayed
def analyse(
    game: Game,
    s: Any = None,
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
    strategy: str | None = None,
) -> Analysis:
    """Judge every legal move of a state (the initial one by default), within limits.

    Without limits the answer is exact, however long that takes. `progress` is told every better answer on the way;
    `remote` stops the search from another thread: the answer is then the deepest complete one. `position` is the text
    to report the state under, where the game's own is not wanted. `megabytes` is the memory for the transposition
    table, or for all positions of a game solved whole. `threads` are for `deepening` and `deals`, `techniques` for
    the engines; `worlds` is the most that `deals` solves, `seed` decides which. `variant`, `iterations` and
    `strategy`, a file to go on from and to write, are for `regret`. `outcomes`, for expectiminimax and expectimax, is
    a share of the probability: the likeliest outcomes that have it are looked at, and every value comes with the
    error that this risks.
    """
    answers_the_questions(game)
    limit = Limit(seconds, depth, nodes)
    _check_options(threads, megabytes, techniques)
    for name, given in (("the number of iterations", iterations), ("the number of worlds", worlds)):
        if given is not None:
            whole(name, given)
    if seed is not None:
        whole("the seed", seed, None)
    s = state_of(game, s)
    player = mover(game, s)  # refuses one that is none
    over = game.is_terminal(s)
    refuse_unsound(game, s)
    has_no_seat = player == CHANCE and algorithm == "auto"
    chosen = choose(algorithm, game, exact=limit == Limit(), open_cards=has_no_seat, outcomes=outcomes)
    text = game.text(s) if position is None else position
    question: Question
    if chosen is DEALS and not over:
        question = DealsQuestion.of(
            seated(game, s, player),
            limit,
            position=text,
            worlds=worlds,
            seed=seed or 0,
            threads=threads,
            megabytes=megabytes,
            interpreted=interpreted,
            vectors=_is_in_vectors(game),
        )
        tell = None if progress is None else lambda answer: progress(replace(answer, state=s))
        return replace(question.answer(tell, remote), state=s)
    if chosen is ENGINE:
        question = EngineQuestion(game, s, chosen, limit, interpreted, text, threads, megabytes, techniques)
    elif chosen is REGRET:
        learning = (megabytes, variant, iterations, seed or 0, strategy)
        question = RegretQuestion(game, s, chosen, limit, interpreted, text, *learning)
    elif chosen is MAXN:
        question = VectorQuestion(game, s, chosen, limit, interpreted, text, megabytes, techniques)
    elif chosen in (PARANOID, BEST_REPLY):
        in_vectors = replace(chosen, vector=True)
        question = CoalitionQuestion(game, s, in_vectors, limit, interpreted, text, threads, megabytes, techniques)
    elif chosen is TABLE:
        in_vectors = replace(chosen, vector=_is_in_vectors(game))
        question = WholeQuestion(game, s, in_vectors, limit, interpreted, text, megabytes)
    elif outcomes is not None:
        question = LikelyQuestion(game, s, chosen, limit, interpreted, text, outcomes)
    else:
        asked = replace(chosen, vector=_is_in_vectors(game)) if chosen is DEALS else chosen
        question = TextbookQuestion(game, s, asked, limit, interpreted, text)
    if over:
        return question.of_the_end()
    note = _open_cards(game, chosen) if game.facts.hidden else ""
    said = None if progress is None else lambda answer: progress(replace(answer, note=note))
    return replace(question.answer(said, remote), note=note)


def _check_options(threads: Any, megabytes: Any, techniques: Any) -> None:
    """Refuse what no engine can be made with."""
    check_threads(threads)
    if megabytes is not None:
        size = real("the memory in megabytes", megabytes)
        if not 0.03 <= size <= 1 << 20:
            raise BadInput(f"a memory of {size:g} MB is out of range: expected 0.03 to {1 << 20}")
    if techniques is not None and not isinstance(techniques, Techniques):
        raise BadInput(f"techniques must be kibitz.Techniques(…), got {techniques!r}")


def solve(
    game: Game,
    s: Any = None,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    algorithm: str = "auto",
    threads: int = 1,
    megabytes: float | None = None,
    interpreted: bool = False,
    progress: Callable[[str], None] | None = None,
) -> Any:
    """The exact value of a state for the player to move (a vector for several players).

    Raises `Unsolved` where a limit was given and reached. `progress` is told every half second how it stands.
    """
    solver = Solver(
        game,
        seconds=seconds,
        nodes=nodes,
        algorithm=algorithm,
        threads=threads,
        megabytes=megabytes,
        interpreted=interpreted,
        progress=progress,
    )
    return solver.value(state_of(game, s))


class Solver:
    """Finds exact values, of many positions one after the other; each is solved as if it were the only one."""

    def __init__(
        self,
        game: Game,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        algorithm: str = "auto",
        threads: int = 1,
        megabytes: float | None = None,
        techniques: Techniques | None = None,
        interpreted: bool = False,
        progress: Callable[[str], None] | None = None,
    ) -> None:
        answers_the_questions(game)
        self._game = game
        self._limit = Limit(seconds, None, nodes)
        _check_options(threads, megabytes, techniques)
        self._algorithm = choose(algorithm, game, exact=True, open_cards=True)
        self._interpreted = interpreted
        self._progress = progress
        self._megabytes = megabytes
        self._whole: WholeGame | None = None
        self._threads = threads
        self._techniques = techniques
        self._engine: Engine | None = None
        self._vectors: VectorEngine | None = None
        given: dict[str, Any] = {
            "megabytes": megabytes,
            "techniques": techniques,
            "interpreted": interpreted,
            "nodes": nodes,
        }
        if self._algorithm is ENGINE:
            self._engine = engine_for(game, threads=threads, **given)
        elif self._algorithm is MAXN:
            self._vectors = VectorEngine(game, **given)

    def value(self, s: Any) -> Any:
        """The exact value of a state for the player to move; `Unsolved` where a limit is reached."""
        found = self._value(s)
        if self._interpreted or is_trusted(self._game, s):
            return found
        self._whole = None  # solved by machine code that is wrong about the game
        return self._value(s)

    def _value(self, s: Any) -> Any:
        mover(self._game, s)
        refuse_unsound(self._game, s)
        if not self._game.is_terminal(s):
            deque(self._game.choices(s), maxlen=0)  # refuses actions that never end
        if self._algorithm is DEALS and not self._game.is_terminal(s):
            return self._averaged(s)
        if self._algorithm is REGRET and not self._game.is_terminal(s):
            return self._at_equilibrium(s)
        known = self._game.known(s)
        if known is not None:
            return float(known)
        if self._engine is not None and self._game.is_terminal(s):
            return for_mover(self._game, s, float(self._game.utility(s, 0)))
        if self._algorithm in (PARANOID, BEST_REPLY):
            return self._against_all(s)
        watch = self._prepared(s)
        try:
            with Clock(watch, self._limit.seconds), Ticker(watch, self._progress):
                return self._found(s, watch)
        except Stopped:
            raise self._unsolved(s) from None

    def _unsolved(self, s: Any) -> Unsolved:
        seconds, nodes = self._limit.seconds, self._limit.nodes
        reached = f"{seconds:g} seconds" if seconds is not None else f"{nodes} nodes"
        return Unsolved(f"{self._game.text(s)!r} is not solved within {reached}")

    def _against_all(self, s: Any) -> Any:
        """What each player is sure of, from an answer that judges every move."""
        answer = analyse(
            self._game,
            s,
            seconds=self._limit.seconds,
            nodes=self._limit.nodes,
            algorithm=self._algorithm.name,
            threads=self._threads,
            megabytes=self._megabytes,
            techniques=self._techniques,
            interpreted=self._interpreted,
        )
        if answer.search.stopped_by == "interrupted":
            raise KeyboardInterrupt
        if not answer.exact:
            raise self._unsolved(s)
        return answer.value

    def _averaged(self, s: Any) -> Any:
        """The average over every deal, each played to its end."""
        limit = self._limit
        answer = analyse(
            self._game,
            s,
            seconds=limit.seconds,
            nodes=limit.nodes,
            algorithm=DEALS.name,
            threads=self._threads,
            megabytes=self._megabytes,
            interpreted=self._interpreted,
            position="",
        )
        if not answer.exact:
            raise Unsolved(f"{self._game.text(s)!r} is not solved over all deals, but over {answer.note}")
        return answer.value

    def _at_equilibrium(self, s: Any) -> float:
        """What the player to move gets if all play an equilibrium, as far as it knows."""
        limit = self._limit
        answer = analyse(
            self._game,
            s,
            seconds=limit.seconds,
            nodes=limit.nodes,
            algorithm=REGRET.name,
            megabytes=self._megabytes,
            interpreted=self._interpreted,
            position="",
            progress=self._iterating if self._progress is not None else None,
        )
        if answer.search.stopped_by == "interrupted":
            raise KeyboardInterrupt
        if not answer.exact:
            off = f"{answer.search.statistics['exploitability']:.3g}"
            raise Unsolved(f"{self._game.text(s)!r} is not solved within the limit: the exploitability is still {off}")
        return float(answer.value) + 0.0

    def _iterating(self, answer: Analysis) -> None:
        assert self._progress is not None
        told = answer.search.statistics
        self._progress(f"{told['iterations']:,} iterations, exploitability {told['exploitability']:.3g}")

    def _prepared(self, s: Any) -> Any:
        """What the clock can stop, with everything compiled before it starts."""
        if self._engine is not None:
            self._engine.begin(s)
            return self._engine
        if self._vectors is not None:
            self._vectors.begin(s)
            return self._vectors
        if self._algorithm is TABLE:
            if self._whole is None or self._whole.value(s) is None:
                limits: dict[str, Any] = {"megabytes": self._megabytes, "nodes": self._limit.nodes}
                self._whole = WholeGame(self._game, s, interpreted=self._interpreted, **limits)
            return self._whole
        ask(self._algorithm, self._game, s, 0, Count(), self._interpreted)
        return Count(self._limit.nodes)

    def _found(self, s: Any, watch: Any) -> Any:
        if self._engine is not None:
            return finite(self._game, self._engine.solve(s)) + 0.0
        if self._vectors is not None:
            return tuple(share + 0.0 for share in self._vectors.value(s))
        if self._algorithm is TABLE:
            watch.solve()
            values, player = watch.value(s), max(mover(self._game, s), 0)
            if not watch.is_exact(s):
                raise Unsolved(watch.open_reason(s, player))
            return values if _is_in_vectors(self._game) else values[player] + 0.0
        return for_mover(self._game, s, ask(self._algorithm, self._game, s, None, watch, self._interpreted).value)


def choose(
    algorithm: str,
    game: Game,
    *,
    exact: bool = False,
    open_cards: bool = False,
    outcomes: float | None = None,
) -> Algorithm:
    """The algorithm of that name; `auto` picks the one that fits, to the end of the game if it is to be `exact`.

    Where something is hidden `auto` answers from what a player sees, unless it is asked for with `open_cards`.
    `outcomes` is the share of the probability to which it keeps, where it does.
    """
    if outcomes is not None:
        likely = over_likely("expectiminimax" if algorithm == "auto" else algorithm, outcomes)
        likely.needs(likely.name, game)
        return likely
    if algorithm == "auto" and game.usual:
        algorithm = game.usual
    if algorithm == "auto" and DEALS.fits(game) and not open_cards:
        return DEALS
    if algorithm == "auto" or (algorithm == DEALS.name == game.usual and open_cards):
        return ALGORITHMS["table" if exact and game.facts.chance else _fitting(game)]
    if not isinstance(algorithm, str) or algorithm not in ALGORITHMS:
        raise BadInput(f"{algorithm!r} is no algorithm: expected auto, {', '.join(ALGORITHMS)}")
    ALGORITHMS[algorithm].needs(algorithm, game)
    return ALGORITHMS[algorithm]


def seated_algorithm(game: Game) -> str | None:
    """Who plays a seat at a table where something is hidden: the usual algorithm if it is told nothing, else `deals`.

    None where no algorithm can do without what is hidden, or nothing is.
    """
    usual = choose("auto", game)
    if not game.facts.hidden:
        return None
    return usual.name if usual.is_seated else DEALS.name if DEALS.fits(game) else None


def _open_cards(game: Game, algorithm: Algorithm) -> str:
    """What to say of an answer that was given all that is hidden."""
    if algorithm.is_seated:
        return ""
    instead = "; deals answers from what the player to move can see" if DEALS.fits(game) else ""
    return f"as if all cards were open: {algorithm.name} is told what is hidden{instead}"


def _is_in_vectors(game: Game) -> bool:
    """Does a value of this game take one number for each player?"""
    facts = game.facts
    return facts.players > 2 or (facts.players == 2 and not facts.zero_sum)


def _fitting(game: Game) -> str:
    """One side, or two that win what the other loses, are searched as such; several players by maxn."""
    sides = len(set(game.teams))
    if _is_in_vectors(game) and (sides == 1 or (sides == 2 and game.facts.zero_sum)):
        return "paranoid"
    return "maxn" if _is_in_vectors(game) else "deepening"

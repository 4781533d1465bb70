"""One position to be analysed: what is the same whichever search answers."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import isfinite
from typing import Any, ClassVar, Protocol, Self

from kibitz.answer.analysis import (
    Analysis,
    MoveReport,
    SearchReport,
    finite,
    for_mover,
    how_it_ended,
    mover,
    scores_text,
    value_text,
    words_for,
)
from kibitz.answer.certainty import Value, outcome_of
from kibitz.answer.options import Limit, Options
from kibitz.answer.soonest import Plies, measured
from kibitz.errors import Stopped, TooDeep, Unsolved
from kibitz.game import CHANCE, Action, Game, State
from kibitz.game.repeating import allowed, used_up, worth_repeated
from kibitz.native.override import override
from kibitz.search.algorithm import Algorithm
from kibitz.search.clock import Clock, Remote, Stoppable, Ticker
from kibitz.search.diagnosis import stuck, unsound
from kibitz.search.metareasoning import Deliberation, scale_of, sentence
from kibitz.search.soundness import payoff
from kibitz.search.ties import is_more

LONGEST_LINE = 40  # moves shown of a line
DEEPEST = 10_000  # plies; no limit
GLANCE = 0.05  # of the time limit, for a look at every move after it; of a second where that is less, or none is given

Progress = Callable[[Analysis], None]


@dataclass
class Question(ABC):
    """One position to be analysed. A subclass knows how to find every move's value to a depth."""

    game: Game
    s: State
    algorithm: Algorithm
    options: Options
    position: str

    algorithms: ClassVar[tuple[str, ...]] = ()  # the names of those that are asked in this way
    uses: ClassVar[tuple[str, ...]] = ()  # the options, beyond limits and `interpreted`, that have an effect on them

    is_tried_first: ClassVar[bool] = True  # can plain Python be enough, so that nothing need be compiled?
    goes_on: ClassVar[bool] = False  # is something kept, in a `sitting`, from one move of a game to the next?

    patience: float | None = field(init=False, default=None)  # seconds, where not all of the time limit is left

    slack: float = field(init=False, default=1.0)  # of the clock, where seconds of a processor are meant
    spent: float = field(init=False, default=0.0)  # seconds that the last search took, without compiling
    lines: dict[str, tuple[str, ...]] = field(init=False, default_factory=dict)  # found with the plies, by move
    yields: bool = field(init=False, default=False)  # is `TooDeep` raised within limits too? Somebody knows better
    keeper: Keeper | None = field(init=False, default=None)  # who saves the search now and then
    why_early: str = field(
        init=False, default=""
    )  # why the search stopped before its limit, in words; see metareasoning
    only: tuple[Action, ...] = field(init=False, default=())  # the actions to judge, where others judge the rest
    is_endless = False  # has a search to the end of the game found a line of play that may never end?

    @classmethod
    def is_for(cls, algorithm: Algorithm) -> bool:
        """Is the algorithm asked in this way?"""
        return algorithm.name in cls.algorithms

    @classmethod
    def is_in_vectors(cls, algorithm: Algorithm, game: Game) -> bool:
        """Has every value in the answer one number for each player?"""
        return algorithm.vector

    @classmethod
    def of(cls, game: Game, s: State, algorithm: Algorithm, options: Options, position: str) -> Self:
        """The question about a state; `position` is only repeated in the answer."""
        return cls(game, s, algorithm, options, position)

    def moved_to(self, s: State) -> Question:
        """The same question about another state of the game; engines and tables are kept where possible."""
        return type(self).of(self.game, s, self.algorithm, self.options, "")

    @cached_property
    def limit(self) -> Limit:
        """When to stop."""
        return self.options.limit

    @property
    def interpreted(self) -> bool:
        """Does everything run as plain Python?"""
        return self.options.interpreted

    @property
    def has_run_out(self) -> bool:
        """Did the clock end the search?"""
        return self._clock.has_rung

    @property
    def _seconds(self) -> float | None:
        given = [seconds for seconds in (self.patience, self.options.seconds) if seconds is not None]
        return min(given, default=None)

    @cached_property
    def in_vectors(self) -> bool:
        """Has every value one number for each player?"""
        return type(self).is_in_vectors(self.algorithm, self.game)

    # ------------------------------------------------------------ what a search must know

    @abstractmethod
    def prepare(self) -> Stoppable:
        """Have everything compiled; what a clock can stop."""

    @abstractmethod
    def depths(self) -> Iterable[int]:
        """The depths to search to, one after the other."""

    @abstractmethod
    def at_depth(self, depth: int) -> tuple[list[MoveReport], bool]:
        """Every legal move, valued to a depth, and whether all of it is exact."""

    @abstractmethod
    def did(self, depth: int, seconds: float) -> SearchReport:
        """What has been done so far."""

    # ------------------------------------------------------------ what it may know better

    def guess(self, action: Action) -> Value:
        """What a move looks like without a search: a vector where values are vectors, else the mover's share."""
        game, after = self.game, self.game.result(self.s, action)
        shares = range(game.players) if self.in_vectors else range(1)
        if game.is_terminal(after):
            worth = tuple(payoff(game, after, player) + 0.0 for player in shares)
        else:
            worth = tuple(float(game.evaluate(after, player)) + 0.0 for player in shares)
            if not all(map(isfinite, worth)):
                raise unsound(game, after)
        return worth if self.in_vectors else for_mover(game, self.s, worth[0])

    def glanced(self, action: Action, value: Value) -> MoveReport:
        """The report of a move that was evaluated and not searched."""
        text = self.game.action_text(self.s, action)
        return MoveReport(text, action, value, self.words(value, False, 1), 0.0, (text,))

    def plies(self, answer: Analysis) -> Iterator[Plies]:
        """How many plies it takes from each move of an exact answer to the end, as far as that is found by and by."""
        return iter(())

    # ------------------------------------------------------------ what is asked

    def value(self, progress: Callable[[str], None] | None) -> Value | None:
        """The exact value for the player to move, a vector for several; None where a limit comes first.

        `shortfall` then says what is missing. `progress` is called with a line that says how far the search is.
        """
        answer = self.answer(self._in_a_line(progress))
        if answer.search.stopped_by == "interrupted":
            raise KeyboardInterrupt
        self._answered = answer
        return answer.value if answer.exact else None

    def _in_a_line(self, progress: Callable[[str], None] | None) -> Progress | None:
        """What is called with every better answer on the way to a value."""
        return None

    @property
    def shortfall(self) -> str:
        """Why no exact value was found, to be put behind "is not solved"."""
        seconds, nodes = self.options.seconds, self.options.nodes
        return f"within {f'{seconds:g} seconds' if seconds is not None else f'{nodes} nodes'}"

    # ------------------------------------------------------------ what follows

    def at_a_glance(self) -> list[MoveReport]:
        """Every legal move as it is evaluated, when there is no time for more; where that takes long, not all of them.

        A move that there is no time for is listed behind the others, with the value of the worst of them.
        """
        until = time.perf_counter() + GLANCE * max(1.0, self.options.seconds or 0.0)
        reports: list[MoveReport] = []
        own = max(0, self.player)
        actions = iter(self.choices())
        for action in actions:
            reports.append(self.glanced(action, self.guess(action)))
            if time.perf_counter() > until:
                break
        if not reports:
            raise stuck(self.game)
        worst = min(
            (report.value for report in reports), key=lambda value: value[own] if type(value) is tuple else value
        )
        for action in actions:
            text = self.game.action_text(self.s, action)
            reports.append(MoveReport(text, action, worst, "not looked at", 0.0, (text,)))
        return reports

    def answer(self, progress: Progress | None, remote: Remote | None = None) -> Analysis:
        """Deepen until the answer is exact or a limit is reached; after any stop, the deepest complete answer.

        Where play can go on for ever, or a game is too large for the memory there is, a search to the end of the game
        comes to nothing: without a limit that is an error; with one there is an answer, from what was found on the way.
        """
        remote = Remote() if remote is None else remote
        deque(self.game.choices(self.s), maxlen=0)  # refuses actions that never end
        watch = self.prepare()
        remote.follow(watch)
        self._clock = Clock(watch, self._seconds, slack=self.slack)
        started = time.perf_counter()
        answer: Analysis | None = None
        ended: BaseException | None = None
        try:
            with self._clock:
                for depth in self.depths():
                    try:
                        reports, exact = self.at_depth(depth)
                    except (TooDeep, Unsolved) as end:
                        if self.limit == Limit() or (self.yields and isinstance(end, TooDeep)):
                            raise
                        ended, self.is_endless = end, isinstance(end, TooDeep)
                        if depth < DEEPEST:
                            break
                        continue  # there may be more to be had by depth
                    ended = None
                    search = self.did(depth, time.perf_counter() - started)
                    answer = self.report(reports, exact, replace(search, stopped_by=self.ended(exact)))
                    if progress is not None:
                        progress(answer)
                    if exact:
                        break
                if answer is not None and answer.exact:
                    for plies in self.plies(replace(answer, state=self.s)):
                        answer = measured(answer, plies, self.lines)
        except (Stopped, KeyboardInterrupt) as end:
            ended = end
        finally:
            self.spent = time.perf_counter() - started
        if ended is not None:
            return self._stopped(answer, ended, remote, time.perf_counter() - started)
        assert answer is not None  # there is always a first depth
        return self._stopped_early(answer) if self.why_early else answer

    def deliberation(self, *, keeps_parts: bool = False) -> Deliberation | None:
        """Who watches whether thinking on is worth its time; None where the limit alone ends the search."""
        seconds = self._seconds
        if not self.options.early_stop or seconds is None or self.player == CHANCE:
            return None
        choices = sum(1 for _ in self.choices())
        if self.slack > 1.0 and choices > 1:
            return None  # a first try in plain Python: there is more time after it
        return Deliberation(seconds, choices, scale_of(self.game.swing, self.game.utility_range), keeps_parts)

    def _stopped_early(self, answer: Analysis) -> Analysis:
        """The answer, which says why it came before the limit was reached."""
        why = "solved" if answer.exact else "decided"
        said = sentence(self.spent, self._seconds or self.spent, self.why_early)
        return replace(answer, note=said, search=replace(answer.search, seconds=self.spent, stopped_by=why))

    def ended(self, exact: bool) -> str:
        """Why a complete answer is the last one."""
        return "solved" if exact else "depth"

    def of_the_end(self) -> Analysis:
        """The answer where the game is over."""
        values = tuple(payoff(self.game, self.s, player) + 0.0 for player in range(self.game.players))
        value = values if self.in_vectors else for_mover(self.game, self.s, values[0])
        search = SearchReport(self.algorithm.name, 0, 1, 0.0)
        words = f"the game is over: {how_it_ended(self.game, self.s)}{scores_text(self.game, self.s)}"
        return Analysis(self.game, self.s, self.position, self.player, True, None, value, words, (), search)

    def of_repetition(self) -> Analysis:
        """The answer where the game is over because its positions have come up too often."""
        value = for_mover(self.game, self.s, worth_repeated(self.game, self.s))
        is_draw = value == self.game.at_stake(self.s) / 2
        words = f"the game is over by repetition: {'a draw' if is_draw else self._winner(value)}"
        search = SearchReport(self.algorithm.name, 0, 1, 0.0)
        return Analysis(self.game, self.s, self.position, self.player, True, None, value, words, (), search)

    def _winner(self, value: Value) -> str:
        """Who has won by repetition, for a value to the player to move that is no draw."""
        if self.game.players != 2:
            return value_text(value)
        ahead = value > self.game.at_stake(self.s) / 2
        return f"{self.game.player_name(self.player if ahead else 1 - self.player)} won"

    @property
    def rests_on_history(self) -> bool:
        """Can values depend on the game so far, so that a search that does not look at it proves nothing?"""
        return bool(self.game.repetition_is_illegal) or bool(used_up(self.game, self.options.history))

    def choices(self) -> Iterable[Action]:
        """What may be played, or may happen, in the position: where repetitions are illegal, none of those."""
        game = self.game
        if self.only:
            return self.only
        return allowed(game, self.s, self.options.history) if game.repetition_is_illegal else game.choices(self.s)

    def report(self, moves: list[MoveReport], exact: bool, search: SearchReport) -> Analysis:
        """The moves in order, the best first."""
        player = self.player
        if player == CHANCE:
            value = self._expected(moves)
            words = words_for(self.game, self.s, value, exact, search.depth)
            rows = tuple(self._sure(move, exact) for move in moves)
            return Analysis(self.game, self.s, self.position, player, exact, None, value, words, rows, search)
        if not moves:
            raise stuck(self.game)
        own = [finite(self.game, m.value[player] if self.in_vectors else m.value) for m in moves]
        most = max(own)
        ranked = sorted(
            (
                replace(self._sure(move, exact), loss=loss_of(most, worth))
                for move, worth in zip(moves, own, strict=True)
            ),
            key=lambda move: move.loss,
        )
        best = ranked[0]
        made = Analysis(self.game, self.s, self.position, player, exact, best.move, best.value, best.words, (), search)
        return replace(made, moves=tuple(ranked))

    @property
    def is_sound(self) -> bool:
        """Does the search leave no move out, as forward pruning does?"""
        return True

    def words(self, value: Value, exact: bool, depth: int) -> str:
        """What a move is worth, in words: unless it is proven, with the depth of the search from this position."""
        return words_for(self.game, self.s, value, exact, depth, sound=self.is_sound)

    def _sure(self, move: MoveReport, exact: bool) -> MoveReport:
        """A move with how sure its value is."""
        exact = exact or move.exact
        outcome = outcome_of(self.game, self.s, move.value, exact, self.is_sound)
        return replace(move, exact=exact, outcome=outcome)

    @property
    def player(self) -> int:
        """The player to move."""
        return mover(self.game, self.s)

    def _expected(self, moves: list[MoveReport]) -> Value:
        """The average over the outcomes, which stand in the game's own order: one may be there more than once."""
        pairs = [(move.value, chance) for move, (_, chance) in zip(moves, self.game.outcomes(self.s), strict=True)]
        if not self.in_vectors:
            return sum(chance * value for value, chance in pairs)
        return tuple(sum(chance * value[p] for value, chance in pairs) for p in range(self.game.players))

    def _stopped(self, answer: Analysis | None, end: BaseException, remote: Remote, seconds: float) -> Analysis:
        did = self.did(answer.search.depth if answer else 1, seconds)
        if isinstance(end, KeyboardInterrupt):
            why = "interrupted"
        elif isinstance(end, TooDeep | Unsolved):
            why = "endless" if isinstance(end, TooDeep) else "memory"
        elif remote.stopped:
            why = remote.reason
        else:
            why = "time" if self._clock.has_rung or self.options.nodes is None else "nodes"
        if answer is None:
            answer = self.report(self.at_a_glance(), False, did)
        return replace(answer, search=replace(did, stopped_by=why))


class Keeper(Protocol):
    """Who saves a search now and then, so that it can go on in another process."""

    def value(self, question: ValueQuestion, search: Any, clock: Clock) -> Value:
        """The exact value, by a search that stands still to be saved; `Stopped` once the clock has rung."""


class ValueQuestion(Question):
    """A question that can be asked for the value of the position alone, without judging every move."""

    @override
    def moved_to(self, s: State) -> Question:
        self.s = s
        return self

    def begin(self) -> Stoppable:
        """Have everything compiled that a value needs; what a clock can stop."""
        return self.prepare()

    @abstractmethod
    def exact_value(self) -> Value:
        """The exact value for the player to move, when everything is compiled."""

    @override
    def value(self, progress: Callable[[str], None] | None) -> Value | None:
        watch = self.begin()
        self._clock = Clock(watch, self._seconds, slack=self.slack)
        try:
            with self._clock, Ticker(watch, progress):
                return self.exact_value() if self.keeper is None else self.keeper.value(self, watch, self._clock)
        except Stopped:
            return None


def loss_of(most: float, worth: float) -> float:
    """How much worse than the best; the last digits of a float are nobody's loss."""
    return most - worth if is_more(most, worth) else 0.0

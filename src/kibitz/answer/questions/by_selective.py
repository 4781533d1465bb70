"""Answers by the selective search: one line as deep as time allows, the other moves less deep, and proofs of wins.

First every move is looked at, for a small part of the limit; then the search thinks about the best one alone. The
others are then known to be no better, and keep what the first look has found. A win that the search tells of is looked
for again by the exact engine, which leaves nothing out; near the end of a game that can be proven, so is its value.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple, Protocol, TypeVar

from kibitz.answer.analysis import Analysis, MoveReport, SearchReport, finite
from kibitz.answer.certainty import AT_MOST, LOSS, NO_BETTER, WIN, found_end
from kibitz.answer.options import Options
from kibitz.answer.questions.by_engine import EngineQuestion, engine_with
from kibitz.answer.questions.question import DEEPEST, LONGEST_LINE
from kibitz.answer.selective_statistics import counted
from kibitz.answer.soonest import Plies
from kibitz.errors import Stopped
from kibitz.game import Action, Game
from kibitz.game.repeating import counts_repetition
from kibitz.native.override import override
from kibitz.search.clock import Clock
from kibitz.search.engine.desk import WITHOUT_LIMIT
from kibitz.search.engine.distance import Distances
from kibitz.search.metareasoning import PROVEN
from kibitz.search.selective.ends import Ends
from kibitz.search.selective.selective_engine import SelectiveEngine
from kibitz.search.selective.thought import Thought
from kibitz.search.watch import UNLIMITED

SHARE_FOR_ALL = 0.03  # of the limit, after which no further depth is begun of the look at every move
FIRST_LOOKS = ((2, 0.4, 20_000), (4, 1.0, 400_000))  # how deep it begins: with so many seconds and so many nodes
DEPTH_FOR_ALL = 8  # plies of that look at most, where no time limit ends it
SHARE_BEFORE_PROOF = 0.1  # of the limit, that the search thinks before it tries to prove the value
SHARE_FOR_PROOF = 0.7  # of what is then left
NEAR_THE_END = 4  # times the depth that was reached: a game that cannot last longer may be proven
LONG = 1_000  # plies: a game that may last longer is not near its end
DEEPEST_THOUGHT = 64
FORCED_DEPTH = 6  # plies that are looked ahead where there is one move only
ONLY_MOVE = "the only legal move"


class Limited(Protocol):
    """An engine that can be told how many nodes it may search."""

    def allow(self, nodes: int | None) -> None:
        """At most this many nodes; None for any number."""


E = TypeVar("E", bound=Limited)


class ProvenEnd(NamedTuple):
    """A win or a loss that the exact engine has found too: how it ends, in how many plies, and by which line."""

    outcome: str
    plies: int
    line: tuple[Action, ...]


class Sitting:
    """A game that goes on: its engine, whose table is kept from one position to the next.

    What it has found on the way to one move is a good part of what it needs for the next.
    """

    def __init__(self) -> None:
        self._made: dict[object, Any] = {}

    def engine(self, game: Game, options: Options) -> tuple[SelectiveEngine, bool]:
        """The engine for a game and these options, and whether it has thought about the game before."""
        return self.kept(game, options, _engine)

    def kept(self, game: Game, options: Options, make: Callable[[Game, Options], E]) -> tuple[E, bool]:
        """What `make` makes for a game and these options, and whether it has thought about the game before."""
        limits = (
            options.threads,
            options.megabytes,
            options.techniques,
            options.interpreted,
            options.endgames,
            options.table,
        )
        settings = (make, type(game), repr(game), *limits)
        is_new = settings not in self._made
        if is_new:
            self._made[settings] = make(game, options)
        found: E = self._made[settings]
        found.allow(options.nodes)
        return found, not is_new


def _engine(game: Game, options: Options) -> SelectiveEngine:
    made = engine_with(game, options)
    assert isinstance(made, SelectiveEngine)
    return made


@dataclass
class SelectiveQuestion(EngineQuestion):
    """One position for the selective search."""

    goes_on = True

    sitting: Sitting | None = field(init=False, default=None)  # the game that it belongs to, if that goes on
    _thought: Thought | None = field(init=False, default=None)
    _end: ProvenEnd | None = field(init=False, default=None)
    _plays_on: bool = field(init=False, default=False)
    _proofs: tuple[list[MoveReport], bool] | None = field(init=False, default=None)  # found, and not reported yet

    @cached_property
    @override
    def engine(self) -> SelectiveEngine:
        """The engine that thinks; it is kept from one position to the next."""
        if self.sitting is None:
            return _engine(self.game, self.options)
        made, self._plays_on = self.sitting.engine(self.game, self.options)
        return made

    @override
    def begin(self) -> SelectiveEngine:
        engine = self.engine
        self._end = self._second = None  # they were about another position
        if not self._plays_on:
            super().begin()
            return engine
        engine.play_on(self.s)
        engine.play_on_from((*self.options.history, int(self.game.recurrence(self.s))))
        return engine

    @override
    def prepare(self) -> EngineQuestion:
        super().prepare()
        if self._can_prove and self.game.lasts(self.s) < LONG:
            self.engine.exact.begin(self.s)
        self._begun = time.perf_counter()
        self._is_told_to_stop = False
        self._thought = None
        self._first: dict[int, MoveReport] = {}  # what the look at every move has found, by the number of the action
        self._first_depth = 0
        return self

    @override
    def stop(self) -> None:
        self._is_told_to_stop = True
        super().stop()

    # ------------------------------------------------------------ how far

    @override
    def depths(self) -> Iterator[int]:
        """Every move; then the best one; then, or on the way, a proof."""
        if self._is_forced:
            yield from self._thinking(min(FORCED_DEPTH, self._deepest))
            return
        for depth in self._depths_for_all:
            self._first_depth = depth
            yield depth
            if self._share_spent > SHARE_FOR_ALL:
                break
        if self.options.is_limited:
            yield from self._thinking(self._deepest)
        else:
            yield from self._proving()

    @property
    def _is_forced(self) -> bool:
        return self.options.is_limited and len(list(self.choices())) == 1

    @property
    def _deepest(self) -> int:
        return min(self.options.depth or DEEPEST_THOUGHT, DEEPEST_THOUGHT)

    @property
    def _depths_for_all(self) -> Iterable[int]:
        """How deep every move is looked at: less deep where there is little time, and at most half as deep as the best.

        Each has a search of its own, so the first depths would take more time to ask for than to find.
        """
        seconds, nodes = self._seconds, self.options.nodes
        first = 0
        for depth, least_seconds, least_nodes in FIRST_LOOKS:
            if (seconds is None or seconds >= least_seconds) and (nodes is None or nodes >= least_nodes):
                first = max(first, depth)
        deepest = DEPTH_FOR_ALL if self.options.depth is None else max(1, self.options.depth // 2)
        if not self.options.is_limited:
            deepest = first
        return range(min(first, deepest), deepest + 1, 2) if first else ()

    def _thinking(self, deepest: int) -> Iterator[int]:
        """One depth after the other; `Stopped` where a limit comes first."""
        self._first_depth = 0
        is_tried = False
        watching = self.deliberation(keeps_parts=True)
        for thought in self.engine.think(self.s, history=self.options.history, deepest=deepest):
            if thought.depth == 0:
                break
            # The table may hold proofs from before a position was used up.
            is_exact = thought.is_exact and not (self._plays_on and self.rests_on_history)
            self._thought = thought = replace(thought, is_exact=is_exact)
            yield thought.depth
            if self._is_told_to_stop:  # `think` has taken the order for itself
                break
            if self._try_to_prove_end(thought):
                yield thought.depth
                return
            if thought.is_exact or thought.depth >= deepest:
                return
            if watching is not None:
                elapsed = time.perf_counter() - self._begun
                self.why_early = watching.reason_to_stop(thought.rows[0].action, thought.value, None, elapsed)
            if not (self.why_early or is_tried) and self._is_near_the_end(thought):
                is_tried = True
                yield from self._proving_for_a_while()
            if self.why_early:
                return
        raise Stopped("told to stop")

    # ------------------------------------------------------------ proofs

    def _try_to_prove_end(self, thought: Thought) -> bool:
        """Look for a win or a loss that the search tells of with the exact engine: is it proven?"""
        end = found_end(self.game, self.s, thought.value)
        if end is None or thought.depth < end[1] or not self._is_clear(end[1]):  # nothing is compiled by the clock
            return False
        try:
            self._end = self._proven_end(end[0], range(1, end[1] + 1))
        except Stopped:
            if self._has_to_stop:
                raise
        return self._end is not None

    @property
    def _has_to_stop(self) -> bool:
        return self.engine.is_stopped or (self._second is not None and self._second.engine.is_stopped)

    def _proven_end(self, outcome: str, plies: Iterable[int]) -> ProvenEnd | None:
        """The quickest win, or the longest resistance, of at most so many plies; None where there is none."""
        worth = self._most if outcome == WIN else self._least
        for number in plies:
            second = self._second_look(number)
            if second.is_within(self.s, worth, number):
                line = tuple(second.line(self.s, worth, number, LONGEST_LINE))
                return ProvenEnd(outcome, number, line) if line else None
        return None

    def _is_clear(self, plies: int) -> bool:
        return Ends.reach(self.game, self.s, plies)

    def _second_look(self, plies: int) -> Distances:
        """Who looks for wins and losses of so many plies: the search without its bets, else the exact engine."""
        kind = Ends if self._is_clear(plies) else Distances
        if type(self._second) is not kind:
            left = UNLIMITED if self.options.nodes is None else max(0, self.options.nodes - self.engine.nodes)
            self._second = kind(self.engine, left)
        assert self._second is not None
        if self.engine.is_stopped:
            self._second.engine.stop()
        return self._second

    def _is_near_the_end(self, thought: Thought) -> bool:
        is_close = self.game.lasts(self.s) <= NEAR_THE_END * thought.depth
        return is_close and self._can_prove and self.options.depth is None and self._share_spent >= SHARE_BEFORE_PROOF

    @cached_property
    def _can_prove(self) -> bool:
        return self.engine.exact.can_prove and not self.options.techniques

    def _proving_for_a_while(self) -> Iterator[int]:
        """One proof after the other, until they have taken their share of the time; then the engine thinks on."""
        seconds = self._seconds
        left = None if seconds is None else SHARE_FOR_PROOF * (seconds - (time.perf_counter() - self._begun))
        clock = Clock(self.engine.exact, left)
        try:
            with clock:
                self._proofs = self._next_proof()
        except Stopped:
            if not clock.has_rung or self._clock.has_rung:
                raise
            self.engine.exact.go_on()
            return
        yield DEEPEST
        self.why_early = PROVEN if self.options.early_stop else ""  # a best move is proven: that is enough for a move
        while not self.why_early:  # the other moves may take the rest of the time
            yield DEEPEST

    def _proving(self) -> Iterator[int]:
        """Exact answers, without any limit: values where they can be proven, else wins and losses, by their length."""
        self._first_depth = 0
        if not counts_repetition(self.game) or not Distances.fit(self.game):
            while True:
                yield DEEPEST
        for plies in range(1, WITHOUT_LIMIT):
            for outcome in (WIN, LOSS):
                self._end = self._end or self._proven_end(outcome, [plies])
            if self._end is not None:
                yield plies
                return

    @override
    def exact_value(self) -> float:
        """By proof where that can be asked for; else by wins and losses, the shortest first."""
        if self.engine.exact.can_prove or not Distances.fit(self.game):
            return super().exact_value()
        self.engine.exact.allow(self.options.nodes)
        for _ in self._proving():
            assert self._end is not None
            return float(finite(self.game, self._most if self._end.outcome == WIN else self._least)) + 0.0
        return super().exact_value()

    # ------------------------------------------------------------ what is reported

    @override
    def at_depth(self, depth: int) -> tuple[list[MoveReport], bool]:
        if depth == DEEPEST:
            found, self._proofs = self._proofs or self._next_proof(), None
            return found
        if self._first_depth:
            moves, exact = super().at_depth(depth)
            moves = [self._without_haste(move) for move in moves]
            actions = list(self.choices())
            self._first = {actions.index(move.action): move for move in moves}
            return moves, exact
        return self._thoughts(), False

    @override
    def worth(self, action: Action, below: int, before: float | None = None) -> float:
        """What a move is worth to the player who makes it; a win or a loss is a ply further away than after it."""
        if below == DEEPEST or self.game.haste <= 0:
            return super().worth(action, below, before)
        value = super().worth(action, below, None if before is None else self._from_behind(before, -1))
        return self._from_behind(value, 1)

    def _from_behind(self, value: float, plies: int) -> float:
        """A value that tells of a win or a loss, so many plies further away."""
        end = found_end(self.game, self.s, value)
        if end is None:
            return value
        return value - plies * self.game.haste if end[0] == WIN else value + plies * self.game.haste

    def _without_haste(self, move: MoveReport) -> MoveReport:
        """A proven win or loss as the rules value it, with its plies: what was taken off for them is no part of it."""
        end = found_end(self.game, self.s, move.value)
        if end is None or not move.exact:
            return move
        words = f"{'wins' if end[0] == WIN else 'loses'} in {end[1]}"
        return replace(move, value=self._most if end[0] == WIN else self._least, words=words, distance=end[1])

    def _thoughts(self) -> list[MoveReport]:
        """The best move, as the search or a proof has it, and what is known of the others."""
        thought, actions = self._thought, list(self.choices())
        if self._end is not None:
            best = self._ended(self._end)
        else:
            assert thought is not None
            best = self._thought_of(thought)
        others = [(number, action) for number, action in enumerate(actions) if action != best.action]
        return [best, *(self._other(number, action, best) for number, action in others)]

    def _thought_of(self, thought: Thought) -> MoveReport:
        row = thought.rows[0]
        words = self.words(thought.value, thought.is_exact, thought.depth)
        report = self._report_of(row.action, thought.value, words, row.line, exact=thought.is_exact)
        return self._without_haste(report)

    def _ended(self, end: ProvenEnd) -> MoveReport:
        value = self._most if end.outcome == WIN else self._least
        words = f"{'wins' if end.outcome == WIN else 'loses'} in {end.plies}"
        return replace(self._report_of(end.line[0], value, words, end.line, exact=True), distance=end.plies)

    def _other(self, number: int, action: Action, best: MoveReport) -> MoveReport:
        """A move that is not the best: as the first look saw it, unless that was too hopeful."""
        if self._end is not None and self._end.outcome == LOSS:
            return self._report_of(action, self._least, "loses", (action,), exact=True)
        if number not in self._first and self._is_told_to_stop:  # evaluating in Python takes time, too
            worst = min([best.value, *(move.value for move in self._first.values())])
            return self._report_of(action, worst, "not looked at", (action,), exact=False)
        if number not in self._first:
            self._first[number] = self.glanced(action, self._evaluated(action))
        first = self._first[number]
        if first.value <= best.value:
            return first
        return replace(first, value=best.value, words=self._no_more_than(best), exact=False)

    def _evaluated(self, action: Action) -> float:
        """What a move looks like without a search."""
        self._appeal = []
        return float(self.guess(action))

    def _no_more_than(self, best: MoveReport) -> str:
        """What is known of a move that was found to be no better than the best one."""
        return f"{NO_BETTER if best.exact or best.words[0].isalpha() else AT_MOST}{best.words}"

    def _report_of(
        self, action: Action, value: float, words: str, line: tuple[Action, ...], *, exact: bool
    ) -> MoveReport:
        game, s, texts = self.game, self.s, []
        for following in line[:LONGEST_LINE]:
            texts.append(game.action_text(s, following))
            s = game.result(s, following)
        return MoveReport(texts[0], action, value + 0.0, words, 0.0, tuple(texts), exact=exact)

    @override
    def _no_better(self, action: Action, value: float) -> MoveReport:
        number = list(self.choices()).index(action)
        best = self._judged[self._best[0]] if self._best is not None else None
        return super()._no_better(action, value) if best is None else self._other(number, action, best)

    @override
    def report(self, moves: list[MoveReport], exact: bool, search: SearchReport) -> Analysis:
        answer = super().report(moves, exact, search)
        if not answer.moves:
            return answer
        best = answer.moves[0]
        note = ONLY_MOVE if len(answer.moves) == 1 else ""
        return replace(answer, exact=exact or best.exact, distance=best.distance, note=note)

    @property
    @override
    def is_sound(self) -> bool:
        return False

    @override
    def ended(self, exact: bool) -> str:
        is_proven = self._end is not None or (self._thought is not None and self._thought.is_exact)
        return super().ended(exact or is_proven)

    @override
    def plies(self, answer: Analysis) -> Iterator[Plies]:
        return iter(()) if answer.distance is not None else super().plies(answer)

    @override
    def did(self, depth: int, seconds: float) -> SearchReport:
        report = super().did(depth, seconds)
        report = replace(report, statistics=report.statistics | counted(self.engine))
        if self._thought is None or depth == DEEPEST:
            return report
        reached = {"deepest_line": self._thought.reached, "table_full": self._thought.hash_full / 1_000}
        return replace(report, depth=self._thought.depth, statistics=report.statistics | reached)

    @property
    def _least(self) -> float:
        """The least that the player to move can end with."""
        low, high = self.game.utility_range
        return low if max(self.player, 0) == 0 else self.game.at_stake(self.s) - high

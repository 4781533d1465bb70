"""The engine for games with an evaluation: it thinks selectively, deeper and deeper, and proves as any other does."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import cached_property
from math import inf
from typing import Any, Unpack

from kibitz.errors import Stopped
from kibitz.game import Action, Game, State
from kibitz.lookup.transposition import BITS, MOST_BITS, OLDEST, SMALLEST, Table
from kibitz.native.execution import compiles
from kibitz.native.override import override
from kibitz.native.packing import pack, unpack
from kibitz.search.diagnosis import in_words
from kibitz.search.endgame_values import set_reliance
from kibitz.search.engine.counts import Counts
from kibitz.search.engine.desk import WITHOUT_LIMIT
from kibitz.search.engine.engine import Engine, EngineSettings, table_size
from kibitz.search.engine.techniques import UNDECIDED
from kibitz.search.glance import best_at_a_glance
from kibitz.search.selective import selective_desk as word
from kibitz.search.selective.delve import delve, set_out
from kibitz.search.selective.thought import Row, Thought
from kibitz.search.selective.win_distance import decisive
from kibitz.search.stack import with_room
from kibitz.search.watch import UNLIMITED

ASPIRING_DEPTH = 4  # from this depth on a window around the last value is tried first
ASPIRATION = 0.3  # swings to either side of it,
WIDEST = 8.0  # and where that grows beyond this many, everything
SAMPLE = 1_000  # entries that are looked at to tell how full the table is

# The words of the switches, by the name of the technique.
SWITCHES = {
    "principal": word.PRINCIPAL,
    "table": word.TABLE,
    "best_first": word.BEST_FIRST,
    "killers": word.KILLERS,
    "history": word.HISTORY,
    "order": word.ORDER,
    "bounds": word.BOUNDS,
    "proof": word.PROOF,
    "symmetry": word.SYMMETRY,
    "quiescence": word.QUIESCENCE,
    "singular": word.SINGULAR,
    "null_move": word.NULL_MOVE,
    "reductions": word.REDUCTIONS,
    "on_demand": word.ON_DEMAND,
    "gravity": word.GRAVITY,
    "counters": word.COUNTERS,
    "continuation": word.CONTINUATION,
    "win_distance": word.WIN_DISTANCE,
    "verification": word.VERIFICATION,
    "checks": word.CHECK_EXTENSION,
    "static_cuts": word.STATIC,
    "razoring": word.RAZORING,
    "futility": word.FUTILITY,
    "late_moves": word.LATE_MOVES,
    "losing_exchanges": word.EXCHANGES,
    "delta": word.DELTA_PRUNING,
    "internal_reduction": word.INTERNAL_REDUCTION,
    "probcut": word.PROBCUT,
    "beam": word.BEAM,
}

# What is told of a search, by its words.
DETAILS = {
    "quiescence_nodes": word.QUIET_NODES,
    "null_move_cutoffs": word.NULL_CUTOFFS,
    "refuted_null_moves": word.REFUTED_PASSES,
    "static_cutoffs": word.STATIC_CUTS,
    "razored": word.RAZORED,
    "futile_moves": word.FUTILE,
    "late_moves": word.LATE,
    "reduced_moves": word.REDUCED,
    "searched_again": word.LOOKED_AGAIN,
    "losing_exchanges": word.LOSING,
    "delta_moves": word.DELTA,
    "check_extensions": word.CHECKS,
    "singular_extensions": word.EXTENSIONS,
    "several_cut": word.MULTICUTS,
    "internal_reductions": word.INTERNAL,
    "probcut_cutoffs": word.PROBCUTS,
    "shorter_wins": word.NEAR_WINS,
    "known_children": word.CHILD_HITS,
    "repetitions": word.REPETITIONS,
}


class SelectiveEngine(Engine):
    """An engine that thinks as far as time allows, and looks further where it matters.

    Values to a depth are those of the selective search. What is to be exact is left to an engine of the usual kind.
    """

    desks: list[Any]
    _left_out: list[Row]  # the actions that are not to be chosen

    def __init__(self, game: Game, **settings: Unpack[EngineSettings]) -> None:
        """As `Engine`."""
        super().__init__(game, **settings)
        self._settings = settings
        self._left_out: list[Row] = []  # the actions that are not to be chosen
        memory = table_size(game, settings.get("megabytes"))
        is_whole = self.whole and game.guesses_are_whole
        self.table = Table(memory, whole=is_whole, begin_bits=SMALLEST)
        if len(self.desks) > 1:
            self.table.use_all()  # threads must not find it growing

    # ------------------------------------------------------------ thinking

    def think(
        self,
        s: State,
        *,
        history: Sequence[int] = (),
        deepest: int = 64,
        lines: int = 1,
        only: Sequence[Action] = (),
    ) -> Iterator[Thought]:
        """What is found about a state, after each depth; once stopped, what has been found of the last one.

        `history` has the keys of the positions of the game so far, the oldest first, without this one; `lines` is how
        many of the best actions are told apart, and `only` the actions to choose from, where those are not all. `stop`,
        from any thread, ends it. There is always a thought.
        """
        if self.game.is_terminal(s):
            return
        self.table.grow_old()
        self._set_out(history)
        began, before = time.perf_counter(), self.nodes
        actions = list(self.game.candidates(s))
        self._left_out = [Row(a, 0.0, ()) for a in actions if only and a not in only]
        count = len(actions) - len(self._left_out)
        thought: Thought | None = None
        rows: list[Row] = []
        for depth in range(1, deepest + 1):
            guesses = self.guesses()
            is_over = False
            try:
                rows = self._best(s, depth, min(lines, count, word.ROOT_SIZE), rows)
            except Stopped:
                rows = self._found_so_far(s, rows) if depth > 1 or self._unfinished else []
                is_over = True
            if rows:
                thought = Thought(
                    depth,
                    max(int(desk.words[word.REACHED]) for desk in self.desks),
                    rows[0].value,
                    not is_over and self.guesses() == guesses,
                    rows[0].line,
                    self.nodes - before,
                    time.perf_counter() - began,
                    self.hash_full(),
                    tuple(rows),
                )
            if is_over:
                if self.is_stopped:
                    self.go_on()
                yield thought or self._at_a_glance(s)
                return
            assert thought is not None, "a depth that was searched has rows"
            yield thought
            if thought.is_exact:
                return

    @override
    def deepen(self, s: State, deepest: int) -> float:
        """The value to a depth, reached step by step; exact, it ends early."""
        self._set_out()
        rows: list[Row] = []
        for depth in range(1, min(deepest, WITHOUT_LIMIT) + 1):
            guesses = self.guesses()
            rows = self._best(s, depth, 1, rows)
            if self.guesses() == guesses:
                break
        return rows[0].value

    @override
    def value(self, s: State, depth: int, alpha: float = -inf, beta: float = inf) -> float:
        """The value to a depth, or a bound on it outside the window; without a limit of depth it is exact."""
        if depth >= WITHOUT_LIMIT:
            return self.exact.value(s, depth, alpha, beta)
        self._set_out()
        return self._ask(s, depth, alpha, beta)

    def hash_full(self) -> int:
        """How much of the table's memory is in use, in thousandths, by a sample of the part that it has grown to."""
        table = self.table
        bits, most = int(table.state[BITS]), int(table.state[MOST_BITS])
        size = min(SAMPLE * table.width, 8 << bits)
        used = table.entries[table.width - 1 : size : table.width] >> 57 >= table.state[OLDEST]
        return round(1_000 * float(used.mean()) / (1 << (most - bits)))

    @override
    def details(self) -> dict[str, int]:
        """How often each technique has done something since `begin`, for those that have."""
        found = {name: sum(int(desk.words[at]) for desk in self.desks) for name, at in DETAILS.items()}
        return {name: count for name, count in found.items() if count != 0}

    # ------------------------------------------------------------ one depth

    def _best(self, s: State, depth: int, lines: int, before: list[Row]) -> list[Row]:
        """The best actions to a depth, found one after the other: the next is the best of all that are left."""
        self._unfinished: list[Row] = []
        actions = list(self.game.candidates(s))
        for number in range(lines):
            self._rank(actions, before, [*self._left_out, *self._unfinished])
            last = before[number].value if number < len(before) else None
            value = self._aspire(s, depth, last)
            self._unfinished.append(self._row(s, actions, value))
        return sorted(self._unfinished, key=lambda row: -row.value)

    def _rank(self, actions: list[Action], before: list[Row], left_out: list[Row]) -> None:
        """Tell the desks in which order to try the actions: the best of the last depth, then those that took long."""
        first = self.desks[0].words
        if not before and not left_out:
            return
        effort = [int(first[word.EFFORT_AT + number]) for number in range(min(len(actions), word.ROOT_SIZE))]
        for place, row in enumerate(before):
            effort[actions.index(row.action)] = UNLIMITED - place
        ranks = [float(nodes) for nodes in effort]
        for row in left_out:
            ranks[actions.index(row.action)] = -inf
        for desk in self.desks:
            for number, rank in enumerate(ranks):
                pack(desk.words, word.RANK_AT + number, rank)
            desk.words[word.ROOT_RANKED] = word.SOME_LEFT_OUT if left_out else 1

    def _row(self, s: State, actions: list[Action], value: float) -> Row:
        """The best action of the search that has just ended, and its line."""
        done = [desk for desk in self.desks if desk.words[word.ROOT_DONE] != 0 and desk.words[word.ROOT_BEST] != 0]
        if not done:  # the value was known without looking at any action
            return Row(actions[0], value, (actions[0],))
        return Row(actions[int(done[0].words[word.ROOT_BEST]) - 1], value, self._line(s, done[0]))

    def _line(self, s: State, desk: word.SelectiveDesk) -> tuple[Action, ...]:
        """The best line that a search left on its desk."""
        line: list[Action] = []
        words = desk.words
        for place in range(int(words[word.LINE_AT])):
            if self.game.is_terminal(s):
                break
            number = int(words[word.LINE_AT + 1 + place])
            action = next((a for at, a in enumerate(self.game.candidates(s)) if at == number), None)
            if action is None:
                break
            line.append(action)
            s = self.game.result(s, action)
        return tuple(line)

    def _found_so_far(self, s: State, before: list[Row]) -> list[Row]:
        """What a search that was stopped has found: lines of the new depth, and where they end those of the last."""
        found = list(self._unfinished)
        words = self.desks[0].words
        if words[word.ROOT_BEST] != 0:
            actions = list(self.game.candidates(s))
            value = float(unpack(words, word.ROOT_VALUE, 0.0)) + self.centre(s)
            found.append(Row(actions[int(words[word.ROOT_BEST]) - 1], value, self._line(s, self.desks[0])))
        new = [row.action for row in found]
        return [*found, *(row for row in before if row.action not in new)][: max(len(before), 1)]

    def _at_a_glance(self, s: State) -> Thought:
        """What to say of a state if there is no time for a search to depth 1: the action that looks best."""
        left_out = [row.action for row in self._left_out]
        best, value = best_at_a_glance(self.game, s, [a for a in self.game.candidates(s) if a not in left_out])
        row = Row(best, value, (best,))
        return Thought(0, 0, row.value, False, row.line, 0, 0.0, 0, (row,))

    def _aspire(self, s: State, depth: int, last: float | None) -> float:
        """The value to a depth; a window around the last one is tried first, and widened where it is missed."""
        swing = float(self.game.swing)
        if last is None or depth < ASPIRING_DEPTH or swing <= 0.0 or not self.techniques.aspiration:
            return self._ask(s, depth)
        margin = ASPIRATION * swing
        low, high = last - margin, last + margin
        while True:
            value = self._ask(s, depth, low, high)
            if low < value < high:
                return value
            margin *= 2.5
            if margin > WIDEST * swing:
                margin = inf
            if value <= low:
                low = value - margin
            else:
                high = value + margin

    def _ask(self, s: State, depth: int, alpha: float = -inf, beta: float = inf) -> float:
        """The value of a state that is not over, to a depth."""
        centre = self.centre(s)
        for desk in self.desks:
            set_out(desk.words, depth)
        side = self.side(s)
        window = float(alpha - centre), float(beta - centre)
        return float(self._delve(s, side, depth, *window)) + centre

    def _delve(self, s: State, side: int, depth: int, alpha: float, beta: float) -> float:
        """Ask all threads, every second one a ply deeper; the first answer is taken."""
        calls = [
            (delve, self.game, s, (side, depth + number % 2, alpha, beta, 0, word.STACK_AT, self.table, desk))
            for number, desk in enumerate(self.desks)
        ]
        is_alone = len(calls) == 1 or self.interpreted or not compiles(self.game)
        self._share_out(1 if is_alone else len(calls), UNLIMITED)
        with in_words(self.game, s):
            if is_alone:
                return float(with_room(self.game, self.desks[:1], lambda: self._race(calls[:1], self.interpreted)))
            return float(with_room(self.game, self.desks, lambda: self._race(calls, False)))

    @override
    def play_on_from(self, history: Sequence[int]) -> None:
        """As `Engine` does it; what was found before is kept, because nothing here is called proven by it."""
        self.history = tuple(history)
        for prover in self._provers():
            prover.play_on_from(history)

    def _set_out(self, history: Sequence[int] | None = None) -> None:
        """Begin with a new root: the positions of the game so far stand before it in the path."""
        kept = list(self.history if history is None else history)[-word.MOST_HISTORY_KEYS :]
        self._left_out = []
        for desk in self.desks:
            words = desk.words
            words[word.BASE] = len(kept)
            words[word.PATH_AT : word.PATH_AT + len(kept)] = kept
            words[word.ROOT_RANKED] = 0
        set_reliance(self.desks, self.game, self.endgames, kept)

    # ------------------------------------------------------------ how

    @override
    def _desk(self, threads: int) -> Any:
        game, on = self.game, self.techniques
        repeats = game.repetition is not None or game.repetition_is_illegal
        desk = word.SelectiveDesk(repeats=bool(repeats), decisive=decisive(game), endgames=self.endgames)
        for technique, place in SWITCHES.items():
            switch = getattr(on, technique)
            desk.words[place] = int(technique in UNDECIDED if switch is None else switch)
        if not (on.table and on.best_first):  # then no node has a move to begin with
            desk.words[word.INTERNAL_REDUCTION] = 0
        pack(desk.words, word.REPETITION, float(game.repetition or 0.0))
        return desk

    # ------------------------------------------------------------ the exact half

    @cached_property
    def _prover(self) -> Engine:
        """The engine that proves, with a table of its own."""
        made = Engine(self.game, **self._settings)
        made.play_on_from(self.history)
        return made

    @property
    def exact(self) -> Engine:
        """The engine that proves, with what is left of the node limit."""
        own = super().nodes
        if self._most_nodes < UNLIMITED:
            self._prover.allow(max(0, self._most_nodes - own))
        if self.is_stopped:
            self._prover.stop()
        return self._prover

    def _provers(self) -> list[Engine]:
        """The exact half, if it has been needed so far."""
        made = vars(self).get("_prover")
        return [] if made is None else [made]

    @override
    def stop(self) -> None:
        """End what is being searched, and whatever is asked next, from any thread."""
        super().stop()
        for prover in self._provers():
            prover.stop()

    @override
    def go_on(self) -> None:
        """Take an order to stop back."""
        super().go_on()
        for prover in self._provers():
            prover.go_on()

    @override
    def begin(self, s: State) -> None:
        """Forget everything for a new game, and have all compiled before a clock starts."""
        super().begin(s)
        for prover in self._provers():
            prover.begin(s)

    def play_on(self, s: State) -> None:
        """Begin with the next position of the same game: as `begin`, but what the table holds is kept."""
        self.go_on()
        for desk in self.desks:
            desk.begin()
        for prover in self._provers():
            prover.begin(s)

    @override
    def solve(self, s: State) -> float:
        """The exact value."""
        return self.exact.solve(s)

    @override
    def prove(self, s: State) -> float:
        """The exact value, for a game that `can_prove`."""
        return self.exact.prove(s)

    @override
    def prove_many(self, states: list[State], *, together: bool = False) -> list[float]:
        """The exact values of many states for their players to move."""
        return self.exact.prove_many(states, together=together)

    @override
    def guesses(self) -> int:
        """How often a guess or a bet has been believed so far: if that does not change, what is found is exact."""
        return super().guesses() + sum(prover.guesses() for prover in self._provers())

    @property
    @override
    def nodes(self) -> int:
        """Nodes searched so far."""
        return super().nodes + sum(prover.nodes for prover in self._provers())

    @override
    def counts(self) -> Counts:
        """What has been done since `begin`."""
        return Counts.of([*self.desks, *(desk for prover in self._provers() for desk in prover.desks)])

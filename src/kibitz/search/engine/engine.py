"""The engine: `deepening`'s search with its table, its desk, its clock and its threads."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from math import ceil, floor, inf, isfinite
from typing import Any, TypedDict

from kibitz.errors import Stopped
from kibitz.game import CHANCE, Action, Game, State, answers
from kibitz.game.given import is_game
from kibitz.game.given import threads as check_threads
from kibitz.game.repeating import counts_repetition
from kibitz.lookup.endgame_table import Endgames
from kibitz.lookup.transposition import NO_MOVE, SMALLEST, Table, grow
from kibitz.native.execution import compiles, race, run
from kibitz.native.packing import pack, words
from kibitz.search.diagnosis import endless, in_words
from kibitz.search.endgame_values import set_reliance
from kibitz.search.engine import desk as word
from kibitz.search.engine.counts import Counts
from kibitz.search.engine.look import look
from kibitz.search.engine.position import position_key, side_of
from kibitz.search.engine.proof import Course, prove_many
from kibitz.search.engine.repetition import FAR
from kibitz.search.engine.techniques import Techniques
from kibitz.search.guessing import keeps_within
from kibitz.search.soundness import needs_whole_range, payoff
from kibitz.search.stack import with_room
from kibitz.search.watch import UNLIMITED, share_stop

MEGABYTES = 64.0
DOUBLINGS = 2  # of the table between two bouts of several threads
SHARED_BITS = 13  # it begins larger for them: every bout ends with some idling
LASTS_AT_MOST = 400  # plies: of a game that may last longer nothing is known, or there is no proof in sight
WORTH_SHARING = 1_000  # nodes for each thread: where the limit leaves fewer, one thread takes them all


class EngineSettings(TypedDict, total=False):
    """What an engine is made with, beside its game: see `Engine`."""

    megabytes: float | None
    threads: int
    techniques: Techniques | None
    interpreted: bool
    nodes: int | None
    endgames: Endgames | None


def table_size(game: Game, megabytes: float | None) -> float:
    """The size of the hash table, in megabytes: what is given, else what the game wants, else the usual one."""
    return (game.table_megabytes or MEGABYTES) if megabytes is None else megabytes


def laid_down(states: list[State]) -> Any:
    """States one behind the other, word by word."""
    import numpy as np

    if states and isinstance(states[0], tuple) and all(type(item) is int for item in states[0]):
        return np.array(states, np.int64).ravel()
    size = words(states[0]) if states else 1
    packed = np.zeros(max(1, len(states)) * size, np.int64)
    for number, s in enumerate(states):
        pack(packed, number * size, s)
    return packed


class Engine:
    """A search for one game that keeps its table from one question to the next.

    Values are the game's own, for the player to move, and for player 0 where CHANCE is.
    """

    def __init__(
        self,
        game: Game,
        *,
        megabytes: float | None = None,
        threads: int = 1,
        techniques: Techniques | None = None,
        interpreted: bool = False,
        nodes: int | None = None,
        endgames: Endgames | None = None,
        shared: Any = None,
    ) -> None:
        """`endgames`: a table of the game's last positions; `shared`: memory for a hash table of several processes."""
        is_game(game)
        check_threads(threads)
        self.game, self.endgames = game, endgames
        self.techniques = techniques or Techniques()
        self.interpreted = interpreted
        needs_whole_range(game)
        is_even = not answers(game, "at_stake") and game.utility_sum % 2 == 0  # then centred values are whole too
        self.whole = bool(game.whole) and is_even and not game.has_outcomes  # an average is not whole
        is_whole = self.whole and not game.has_evaluate  # a guess need not be whole
        first = SMALLEST if threads == 1 else SHARED_BITS
        self.table = Table(table_size(game, megabytes), is_whole, first, shared)
        self._is_prepared = False
        self.proven: tuple[float, float] | None = None  # what `prove` has found so far
        self.before: tuple[int, float, float] | None = None  # the key of a state, and bounds proven before `begin`
        self._keeps_within = keeps_within(game)
        self._wants_truth = False  # is a value that rests on a guess of no use?
        self.desks = [self._desk(threads) for _ in range(threads)]
        set_reliance(self.desks, game, endgames)
        self.history: tuple[int, ...] = ()  # the keys of the game so far
        self.rely(to_the_end=True)
        self._told_to_stop = False
        self.allow(nodes)

    # ------------------------------------------------------------ questions

    def stop(self) -> None:
        """End what is being searched, and whatever is asked next, from any thread."""
        self._told_to_stop = True
        self._halt()

    def go_on(self) -> None:
        """Take an order to stop back."""
        self._told_to_stop = False
        self._resume()

    def allow(self, nodes: int | None) -> None:
        """At most this many nodes, those searched since `begin` included; None for any number."""
        self._most_nodes = UNLIMITED if nodes is None else nodes
        self._share_out(1, UNLIMITED)

    @property
    def is_stopped(self) -> bool:
        """Has it been told to stop?"""
        return self._told_to_stop

    def _halt(self) -> None:
        for desk in self.desks:
            desk.words[word.STOP] = 1

    def _resume(self) -> None:
        """Threads that only lost a race may go on; an order to stop that came in the meantime still holds."""
        for desk in self.desks:
            desk.words[word.STOP] = 0
        if self._told_to_stop:
            self._halt()

    @property
    def can_prove(self) -> bool:
        """Can exact values be asked for straight away? They can where they are whole numbers within known limits.

        Not where repetitions count: a search to the end of the game would go round in circles, and prove no draw.
        """
        return self.whole and all(map(isfinite, self.game.utility_range)) and not counts_repetition(self.game)

    def begin(self, s: State) -> None:
        """Forget everything for a new position, and have all compiled before a clock starts.

        What is then found, and counted, is what a new engine would find.
        """
        self.table.clear()
        self.proven = self.before = None
        if not self._is_prepared and not self.game.is_terminal(s):
            self.stop()
            with contextlib.suppress(Stopped):
                self.value(s, 0)
            self._is_prepared = True
        self.go_on()
        for desk in self.desks:
            desk.begin()

    def play_on_from(self, history: Sequence[int]) -> None:
        """Tell the engine of the game so far, where repetitions count: the keys of its positions, the oldest first.

        What was found with another game so far is forgotten, because it may lead through positions of this one.
        """
        given = tuple(history) if counts_repetition(self.game) else ()
        if given == self.history:
            return
        self.history = given
        self.table.clear()
        for desk in self.desks:
            desk.play_on_from(given)
            desk.words[word.SYMMETRY] = (
                self.techniques.symmetry and not given
            )  # their mirror images have not been there
        set_reliance(self.desks, self.game, self.endgames, given)

    def prepare_lines(self, s: State) -> None:
        """Have what finds lines compiled before a clock starts: here it is what finds values."""

    def solve(self, s: State) -> float:
        """The exact value: by proof where that can be asked for, else by looking deeper until nothing is left open."""
        if self.can_prove:
            return self.prove(s)
        self._wants_truth = True
        try:
            return self.deepen(s, word.WITHOUT_LIMIT)
        finally:
            self._wants_truth = False
            if not self._keeps_within:  # what the range has made of guesses is nothing for other searches
                self.table.clear()

    def deepen(self, s: State, deepest: int) -> float:
        """The value to a depth, reached step by step: every step orders the moves of the next; exact, it ends early."""
        value = 0.0
        for depth in range(1, deepest + 1):
            guesses = self.guesses()
            value = self.value(s, depth)
            if self.guesses() == guesses:
                return value
        if deepest == word.WITHOUT_LIMIT:
            raise endless(self.game)
        return value

    def prove(self, s: State) -> float:
        """The exact value, for a game that `can_prove`."""
        return self.prove_from(s, None)

    def prove_from(self, s: State, guess: float | None) -> float:
        """The exact value, for a game that `can_prove`; sooner where there is a guess at it that is not far off."""
        side = self.side(s)
        if self.game.is_terminal(s):
            return payoff(self.game, s, side)
        centre = self.centre(s)
        low, high = (bound - centre for bound in self.game.utility_range)
        low, high = (low, high) if side == 0 else (-high, -low)
        if self.before is not None and self.before[0] == int(self.game.key(s)):
            low, high = max(low, self.before[1] - centre), min(high, self.before[2] - centre)
        course = Course(self._first_guess(s) if guess is None else guess, centre)
        while low < high:
            self.proven = (float(low + centre), float(high + centre))
            middle = course.question(low, high)
            value = self.value(s, word.WITHOUT_LIMIT, middle + centre, middle + 1 + centre) - centre
            low, high = (low, floor(value)) if value <= middle else (ceil(value), high)  # `bounds` need not be whole
        return float(low + centre)

    def _first_guess(self, s: State) -> float | None:
        """About what a state is worth, by a search of some plies; None where there is nothing to guess by.

        It costs little beside the proof, which then begins near the value, with the best moves in the table.
        """
        lasts = self.game.lasts(s)
        if not self.game.has_evaluate or lasts > LASTS_AT_MOST:
            return None
        return self.deepen(s, max(1, lasts // 4 - 1))

    def prove_many(self, states: list[State], *, together: bool = False) -> list[float]:
        """The exact values of many states for their players to move, in one go.

        `together` is a hint that they have much in common: an engine may keep what it learns of one for the next. This
        one forgets everything before each.
        """
        import numpy as np

        packed = laid_down(states)
        values = np.zeros(max(1, len(states)))
        low, high = (bound - self.game.utility_sum / 2 for bound in self.game.utility_range)
        most = max(abs(low), abs(high))
        self.rely(to_the_end=True)
        if states:
            self._share_out(1, UNLIMITED)
            arguments = (len(states), -float(most), float(most), packed, values, self.table, self.desks[0])
            with in_words(self.game, states[0]):
                given = (prove_many, self.game, states[0], *arguments)
                with_room(self.game, self.desks[:1], lambda: run(*given, interpreted=self.interpreted))
        return [float(value) + self.centre(s) for s, value in zip(states, values, strict=False)]

    def value(self, s: State, depth: int, alpha: float = -inf, beta: float = inf) -> float:
        """The value to a depth, or a bound on it outside the window."""
        side = self.side(s)
        centre = self.centre(s)
        self.rely(to_the_end=depth >= word.WITHOUT_LIMIT or self._wants_truth)
        window = float(alpha - centre), float(beta - centre)
        for desk in self.desks:
            desk.words[word.SINGULAR] = 2 * depth if self.techniques.singular else 0
            desk.words[word.RESTS] = FAR
        found = self._search(look, s, side, depth, *window, 0, word.STACK_AT)
        return float(found + centre)

    def rely(self, *, to_the_end: bool) -> None:
        """Use the bounds that hold for what is asked: those of utilities only where no guess leaves them, or counts."""
        game, on = self.game, self.techniques
        holds = to_the_end or self._keeps_within
        for desk in (each.words for each in self.desks):
            desk[word.BOUNDS] = on.bounds and (holds or game.has_bounds)
            desk[word.PROOF] = on.proof and (holds or game.has_proof)
            desk[word.CHANCE_BOUNDS] = on.chance_bounds and (holds or game.has_bounds)
            # MAX's own probes can only show that a roll is good enough: without an opponent that hardly ever cuts.
            desk[word.PROBING] = desk[word.CHANCE_BOUNDS] and on.probing and game.players > 1

    def guesses(self) -> int:
        """How often an evaluation has been believed so far: if that does not change, what is found is exact."""
        return sum(int(desk.words[word.HORIZON]) for desk in self.desks)

    def believe(self) -> None:
        """Count a guess that was not the search's own."""
        self.desks[0].words[word.HORIZON] += 1

    def table_action(self, s: State) -> Any:
        """The action that the table holds best, or None."""
        game = self.game
        key = self._key(s)
        entry = self.table.probe(key)
        if not entry.found or entry.move == NO_MOVE:
            return None
        if int(game.key(s)) == key:
            return next((a for number, a in enumerate(game.candidates(s)) if number == entry.move), None)
        image = next((other for other in game.symmetric(s) if int(game.key(other)) == key), s)
        for number, a in enumerate(game.candidates(image)):  # the action here that is its mirror image
            if number == entry.move:
                wanted = self._key(game.result(image, a))
                return next((own for own in game.actions(s) if self._key(game.result(s, own)) == wanted), None)
        return None

    def _key(self, s: State) -> int:
        return int(position_key(self.game, s, self.desks[0]))

    def proven_action(self, s: State, value: float) -> Any:
        """An action that keeps the exact value of a state, the table's first; None where there is none."""
        side = self.side(s)
        first = self.table_action(s)
        little = self._little(value) if self.game.has_outcomes else 0.0  # averages are found to the last digits only
        for a in [*([] if first is None else [first]), *self.game.actions(s)]:
            if self.after(s, a, side, value - little) >= value - little:
                return a
        return None

    def proven_line(self, s: State, value: float, most: int) -> list[Action]:
        """Actions of best play, up to a roll, from a state of which the exact value is known; `most` at most."""
        line: list[Any] = []
        side = self.side(s)
        while len(line) < most and not self.game.is_terminal(s) and self.game.player(s) != CHANCE:
            if self.side(s) != side:
                side, value = 1 - side, self.game.at_stake(s) - value
            try:
                action = self.proven_action(s, value)
            except Stopped:
                break
            if action is None:
                break
            line.append(action)
            s = self.game.result(s, action)
        return line

    def after(self, s: State, a: Action, side: int, at_least: float) -> float:
        """A bound on what an action is worth that tells whether it is worth `at_least`."""
        after = self.game.result(s, a)
        if self.game.is_terminal(after):
            return payoff(self.game, after, side)
        little = self._little(at_least)
        if self.side(after) == side:
            return self.value(after, word.WITHOUT_LIMIT, at_least - little, at_least)
        stake = float(self.game.at_stake(after))
        turned = stake - at_least
        return stake - self.value(after, word.WITHOUT_LIMIT, turned, turned + little)

    @staticmethod
    def _little(value: float) -> float:
        return 1e-9 * max(1.0, abs(value))

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        return sum(int(desk.words[word.NODES]) for desk in self.desks)

    def counts(self) -> Counts:
        """What has been done since `begin`."""
        return Counts.of(self.desks)

    def details(self) -> dict[str, int]:
        """What else a search has counted since `begin`, in words: nothing here."""
        return {}

    # ------------------------------------------------------------ how

    def centre(self, s: State) -> float:
        """What a state is worth where neither player is better off."""
        return float(self.game.at_stake(s)) / 2

    def side(self, s: State) -> int:
        """The player for whom a state is valued: the one to move, and 0 where CHANCE is or the game is over."""
        return 0 if self.game.is_terminal(s) else int(side_of(self.game, s))

    def _search(self, function: Any, s: State, side: int, *arguments: Any) -> Any:
        """Ask all threads the same; the first answer is taken, and the others' work is in the table."""
        calls = [(function, self.game, s, (side, *arguments, self.table, desk)) for desk in self.desks]
        with in_words(self.game, s):
            if len(calls) == 1 or self.interpreted or not compiles(self.game):
                self._share_out(1, UNLIMITED)
                return with_room(self.game, self.desks[:1], lambda: self._race(calls[:1], self.interpreted))
            return with_room(self.game, self.desks, lambda: self._in_bouts(calls))

    def _race(self, calls: list[Any], interpreted: bool) -> Any:
        """The first answer. A stack that has grown since is in another array: the order to stop now stands there."""
        share_stop(self.game, self.desks[0].words[word.STOP : word.STOP + 1])
        if self._told_to_stop:
            self._halt()
        return race(calls, self._halt, self._resume, interpreted=interpreted)

    def _in_bouts(self, calls: list[Any]) -> Any:
        """Search with several threads until the table they share should grow; let it, and ask again.

        Near the node limit there is too little left to share: one thread takes it.
        """
        while True:
            left = self._most_nodes - self.nodes
            at_work = calls if left >= WORTH_SHARING * len(calls) else calls[:1]
            bout = self.table.hold_size()
            before = [int(desk.words[word.NODES]) for desk in self.desks]
            self._share_out(len(at_work), bout)
            try:
                return self._race(at_work, False)
            except Stopped:
                if self._told_to_stop or self.nodes >= self._most_nodes:
                    raise
            finally:
                self.table.release_size()
            if any(desk.words[word.NODES] - begun >= bout for desk, begun in zip(self.desks, before, strict=True)):
                grow.compiled(self.table, DOUBLINGS)

    def _share_out(self, threads: int, bout: int) -> None:
        """Let each thread search its share of the nodes that are left, and no more than a bout of them."""
        share = max(0, self._most_nodes - self.nodes) // threads
        for desk in self.desks:
            desk.words[word.NODE_LIMIT] = int(desk.words[word.NODES]) + min(bout, share)

    def _desk(self, threads: int) -> word.Desk:
        on = self.techniques
        again, forbids = self.game.repetition, bool(self.game.repetition_is_illegal)
        made = word.Desk(
            extras=threads > 1 or bool(on.singular or on.null_move or on.reductions or on.beam),
            repetition=self.game.utility_sum / 2 if forbids and again is None else again,
            forbids=forbids,
            endgames=self.endgames,
        )
        desk = made.words
        has_order = answers(self.game, "order") or answers(self.game, "promise")
        desk[word.PRINCIPAL] = on.principal
        desk[word.TABLE] = on.table
        desk[word.BEST_FIRST] = on.best_first
        desk[word.KILLERS] = on.killers and not has_order
        desk[word.HISTORY] = on.history and not has_order
        desk[word.ORDER] = on.order
        desk[word.SYMMETRY] = on.symmetry
        desk[word.CHILDREN_FIRST] = on.children_first
        desk[word.SETTLED] = on.settled
        desk[word.QUIESCENCE] = on.quiescence
        desk[word.NULL_MOVE] = bool(on.null_move)
        desk[word.REDUCTIONS] = bool(on.reductions)
        desk[word.BEAM] = on.beam
        desk[word.SHARED] = threads > 1
        desk[word.CLOCKED] = 1
        return made

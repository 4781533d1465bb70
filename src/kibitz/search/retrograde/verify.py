"""Is a table right? Every entry is derived once more from the positions behind it, by the rules alone.

Contract. A table passes if every position it holds is worth what the best action leads to, an end by the rules what
they say, a roll the average of its outcomes; if whoever wins is one ply nearer to the end after the best action, and
whoever loses no nearer than the longest resistance; if a position that neither wins has no distance; and if the table
holds all positions that play can lead to, and no others. For two opponents without dice that is a proof: distances fall
with every ply, so that nothing in a circle can hold itself up, and a side that keeps to moves worth a draw never loses.
With dice, and for several players, it shows that all values fit together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from kibitz.errors import Stopped, Stuck
from kibitz.game import CHANCE, Game, State
from kibitz.game.shown import where
from kibitz.lookup.endgame_table import (
    BY_PLACE,
    HAS_PLIES,
    KIND,
    PLACES,
    SECTIONS,
    UNCOUNTED,
    WIDTH,
    found_place,
    probe,
    probe_vector,
)
from kibitz.native import Native, jit
from kibitz.native.execution import is_runnable, run
from kibitz.native.packing import keep, kept, unpack, words
from kibitz.search.diagnosis import in_words
from kibitz.search.soundness import sound
from kibitz.search.whole.retrograde import SAME

CLOSE = 4e-9  # relative: values are known to 1e-9, and each is compared with one that is made of others
SLICE = 200_000  # positions from one line of progress to the next
MOST_SHOWN = 8  # positions that are wrong and named
FIRST_ROOM = 1 << 12
LONGEST_WAY = 6  # plies through positions that have no place of their own

# The words of `told`: positions looked at, positions that wait and how many may, the order to stop, those that are
# wrong, those that were met for the first time, and those left of the slice of work.
LOOKED, WAITING, ROOM, STOP, WRONG, MET, LEFT = range(7)
# What may be wrong with an entry.
RIGHT, MISSING, OTHER_VALUE, OTHER_PLIES, TOO_MANY = range(5)


class Inspection(Native):
    """The state of a verification: what waits to be looked at, what has been met, and what was found wrong.

    `seen` has a bit for each place of the table; `waiting` is a stack of positions, `wrong` holds the first that are
    wrong, `kinds` what is wrong with each and `places` where it stands in its section. `shares` is room for vectors.
    """

    bare = ("told", "seen", "waiting", "wrong", "kinds", "places", "shares")

    def __init__(self, game: Game, s: State, places: int, interpreted: bool) -> None:
        import numpy as np

        each = 1 if interpreted else words(s)
        kind = object if interpreted else np.int64
        self.told = np.zeros(8, np.int64)
        self.seen = np.zeros(places // 8 + 1, np.uint8)
        self.waiting = np.zeros(FIRST_ROOM * each, kind)
        self.wrong = np.zeros(MOST_SHOWN * each, kind)
        self.kinds = np.zeros(MOST_SHOWN, np.int64)
        self.places = np.zeros(MOST_SHOWN, np.int64)
        self.shares = np.zeros(3 * game.players, np.float64)
        self.told[ROOM] = FIRST_ROOM

    def stop(self) -> None:
        """End the work, from any thread: it raises `Stopped`."""
        self.told[STOP] = 1


@jit
def is_close(one: float, other: float) -> bool:
    """Are two values the same, but for rounding?"""
    return abs(one - other) <= CLOSE * max(1.0, abs(one), abs(other))


@jit
def is_level(game: Game, one: float, other: float) -> bool:
    """Are two values the same to whoever counts plies? As when the table was built: without dice nothing is rounded."""
    return is_close(one, other) if game.has_outcomes else abs(one - other) < SAME


@jit
def behind(game: Game, s: State, endgames: Any, even: float, ways: int) -> tuple[bool, float, int]:
    """What a position is worth to player 0, and the plies to its end: by the rules, the table, or what is behind it.

    False where that cannot be told: a position is not in the table, and not over within this many plies, `ways`.
    """
    if game.is_terminal(s):
        return True, sound(float(game.utility(s, 0))), 0
    found, value, plies = probe(game, s, endgames)
    if found or ways == 0:
        return found, value, plies
    return derived(game, s, endgames, even, ways - 1)


@jit
def derived(game: Game, s: State, endgames: Any, even: float, ways: int) -> tuple[bool, float, int]:
    """What a position must be worth to player 0, and its plies to the end, by the positions behind it; as `behind`."""
    if game.is_terminal(s):
        return True, sound(float(game.utility(s, 0))), 0
    mover = game.player(s)
    if game.has_outcomes and mover == CHANCE:
        total = 0.0
        for outcome, chance in game.outcomes(s):
            found, value, _ = behind(game, game.result(s, outcome), endgames, even, ways)
            if not found:
                return False, 0.0, UNCOUNTED
            total += chance * value
        return True, total, UNCOUNTED
    sign = -1.0 if mover == 1 else 1.0
    best, nearest, furthest, count = 0.0, UNCOUNTED, UNCOUNTED, 0
    for a in game.actions(s):
        found, value, plies = behind(game, game.result(s, a), endgames, even, ways)
        if not found:
            return False, 0.0, UNCOUNTED
        if count > 0 and is_level(game, value, best):
            nearest = plies if nearest < 0 or 0 <= plies < nearest else nearest
            furthest = min(plies, furthest) if plies < 0 or furthest < 0 else max(plies, furthest)
        elif count == 0 or sign * value > sign * best:
            best, nearest, furthest = value, plies, plies
        count += 1
    if count == 0:
        raise Stuck("a position is not terminal and has no actions")
    if is_level(game, best, even):
        return True, best, UNCOUNTED
    is_won = sign * best > sign * even
    plies = nearest if is_won else furthest
    return True, best, plies + 1 if plies >= 0 else UNCOUNTED


@jit
def shares_behind(game: Game, s: State, endgames: Any, shares: Any, at: int) -> bool:
    """Write what a position is worth to each player to `shares`, from `at` on; False where that is not known."""
    if game.is_terminal(s):
        for player in range(game.players):
            shares[at + player] = sound(float(game.utility(s, player)))
        return True
    return probe_vector(game, s, endgames, shares, at)


@jit
def is_same_vector(shares: Any, one: int, other: int, players: int) -> bool:
    """Are the vectors that begin at two indices the same, but for rounding?"""
    for player in range(players):  # noqa: SIM110  (compiled code has no generator expressions)
        if not is_close(shares[one + player], shares[other + player]):
            return False
    return True


@jit
def vector_fault(game: Game, s: State, endgames: Any, shares: Any) -> int:
    """What is wrong with the entry of a position of several players.

    It must be an average where chance is to move, and else the vector of one of the actions that are best for the
    player: any of them, where several are as good.
    """
    players = game.players
    child, total = players, 2 * players
    if not probe_vector(game, s, endgames, shares, 0):
        return RIGHT if game.is_terminal(s) else MISSING
    if game.is_terminal(s):
        shares_behind(game, s, endgames, shares, child)
        return RIGHT if is_same_vector(shares, 0, child, players) else OTHER_VALUE
    mover = game.player(s)
    if game.has_outcomes and mover == CHANCE:
        for player in range(players):
            shares[total + player] = 0.0
        for outcome, chance in game.outcomes(s):
            if not shares_behind(game, game.result(s, outcome), endgames, shares, child):
                return MISSING
            for player in range(players):
                shares[total + player] += chance * shares[child + player]
        return RIGHT if is_same_vector(shares, 0, total, players) else OTHER_VALUE
    best, is_met, count = 0.0, False, 0
    for a in game.actions(s):
        if not shares_behind(game, game.result(s, a), endgames, shares, child):
            return MISSING
        own = shares[child + mover]
        if count > 0 and is_close(own, best):
            is_met = is_met or is_same_vector(shares, 0, child, players)
        elif count == 0 or own > best:
            best, is_met = own, is_same_vector(shares, 0, child, players)
        count += 1
    if count == 0:
        raise Stuck("a position is not terminal and has no actions")
    return RIGHT if is_met else OTHER_VALUE


@jit
def fault_of(game: Game, s: State, endgames: Any, even: float, shares: Any) -> int:
    """What is wrong with the entry of a position. An end needs one only where it has a place."""
    told = endgames.told
    if told[WIDTH] > 1:
        return vector_fault(game, s, endgames, shares)
    found, value, plies = probe(game, s, endgames)
    if not found:
        return RIGHT if game.is_terminal(s) and told[KIND] != BY_PLACE else MISSING
    ways = LONGEST_WAY if told[KIND] == BY_PLACE else 0
    is_known, worth, wanted = derived(game, s, endgames, even, ways)
    if not is_known:
        return MISSING
    if not is_close(value, worth):
        return OTHER_VALUE
    if told[HAS_PLIES] == 0 or plies == wanted or (game.is_terminal(s) and plies == UNCOUNTED):
        return RIGHT
    return OTHER_PLIES


@jit
def note(inspection: Any, s: State, kind: int, place: int) -> None:
    """Count an entry that is wrong, and write the first ones down."""
    told = inspection.told
    if told[WRONG] < MOST_SHOWN:
        keep(inspection.wrong, told[WRONG], s)
        inspection.kinds[told[WRONG]] = kind
        inspection.places[told[WRONG]] = place
    told[WRONG] += 1


@jit
def is_new(place: int, inspection: Any) -> bool:
    """Is a place of the table met for the first time? From now on it has been."""
    bit = 1 << (place & 7)
    byte = int(inspection.seen[place >> 3])
    if byte & bit:
        return False
    inspection.seen[place >> 3] = byte | bit
    inspection.told[MET] += 1
    return True


@jit
def has_room_for(game: Game, after: State, endgames: Any, inspection: Any) -> bool:
    """Have a position wait, if the table holds it and it is new; False where there is no room."""
    told = inspection.told
    place = found_place(game, after, endgames)
    if place < 0:
        return True  # noticed where the position before it is looked at
    if told[WAITING] + 1 >= told[ROOM]:
        return False
    if is_new(place, inspection):
        keep(inspection.waiting, told[WAITING], after)
        told[WAITING] += 1
    return True


@jit
def walk(game: Game, s: State, endgames: Any, inspection: Any, even: float) -> bool:
    """Look at every position that can be reached from one; False where there is no room for more.

    Make room, and call again; also after a slice of work, while positions wait.
    """
    told = inspection.told
    if told[MET] == 0:
        has_room_for(game, s, endgames, inspection)
    while told[WAITING] > 0 and told[LEFT] > 0:
        if told[STOP] != 0:
            raise Stopped("told to stop")
        told[WAITING] -= 1
        here = kept(inspection.waiting, told[WAITING], s)
        has_room = True
        if not game.is_terminal(here):
            if game.has_outcomes and game.player(here) == CHANCE:
                for outcome, _ in game.outcomes(here):
                    has_room = has_room and has_room_for(game, game.result(here, outcome), endgames, inspection)
            else:
                for a in game.actions(here):
                    has_room = has_room and has_room_for(game, game.result(here, a), endgames, inspection)
        if not has_room:  # what was found on the way waits already; this one comes again
            keep(inspection.waiting, told[WAITING], here)
            told[WAITING] += 1
            return False
        kind = fault_of(game, here, endgames, even, inspection.shares)
        if kind != RIGHT:
            note(inspection, here, kind, -1)
        told[LOOKED] += 1
        told[LEFT] -= 1
    return True


@jit
def look_through(game: Game, s: State, endgames: Any, inspection: Any, even: float, section: int, first: int) -> int:
    """Look at every place of a section from one on, up to a slice of work; the first place not looked at."""
    told = inspection.told
    size = game.section_size(section)
    place = first
    while place < size and told[LEFT] > 0:
        if told[STOP] != 0:
            raise Stopped("told to stop")
        if game.is_placed(section, place):
            here = game.placed(section, place)
            kind = fault_of(game, here, endgames, even, inspection.shares)
            if kind != RIGHT:
                note(inspection, here, kind, place)
            told[LOOKED] += 1
            told[MET] += 1
        elif endgames.row(endgames.section_place(section, place)) >= 0:
            note(inspection, s, TOO_MANY, place)
        place += 1
        told[LEFT] -= 1
    return place


@dataclass
class Verdict:
    """What a verification found: how many positions were looked at, and what is wrong, in sentences."""

    looked: int = 0
    wrong: int = 0  # entries that are
    unreached: int = 0  # positions that the table holds, and play does not lead to
    faults: list[str] = field(default_factory=list)  # the first of them

    @property
    def is_right(self) -> bool:
        """Is every entry right, and is there one for every position?"""
        return not self.wrong and not self.unreached


class Verifier:
    """Goes through a table, position by position."""

    def __init__(
        self,
        game: Game,
        endgames: Any,
        start: State,
        *,
        even: float = 0.0,
        interpreted: bool = False,
        progress: Callable[[str], None] | None = None,
    ) -> None:
        """`start` is the position from which a table by keys was built; `even` what play is worth that never ends.

        `progress` is told in a few words how far it is.
        """
        self.game, self.endgames, self.start, self.even = game, endgames, start, float(even)
        self._progress = progress
        self._is_by_place = bool(endgames.told[KIND] == BY_PLACE)
        self._inspection = self._made(interpreted=False)
        more = (self.even, 0, 0) if self._is_by_place else (self.even,)
        function = look_through if self._is_by_place else walk
        self.interpreted = interpreted or not is_runnable(function, game, start, endgames, self._inspection, *more)
        if self.interpreted:
            self._inspection = self._made(interpreted=True)

    def _made(self, *, interpreted: bool) -> Inspection:
        places = 0 if self._is_by_place else int(self.endgames.told[PLACES])
        return Inspection(self.game, self.start, places, interpreted)

    def verify(self) -> Verdict:
        """Look at every entry."""
        told = self._inspection.told
        with in_words(self.game, self.start):
            unreached = self._look_through() if self._is_by_place else self._walk()
        faults = [self._sentence(number) for number in range(min(int(told[WRONG]), MOST_SHOWN))]
        return Verdict(int(told[LOOKED]), int(told[WRONG]), unreached, faults)

    def _walk(self) -> int:
        """Look at all that can be reached; how many positions of the table were not."""
        inspection, told = self._inspection, self._inspection.told
        places = int(self.endgames.told[PLACES])
        if found_place(self.game, self.start, self.endgames) < 0:
            note(inspection, self.start, MISSING, -1)
            return places
        told[WAITING] = 0
        while told[MET] == 0 or told[WAITING] > 0:
            told[LEFT] = SLICE
            if not self._run(walk):
                self._make_room()
            self._tell(int(told[MET]), places)
        return places - int(told[MET])

    def _look_through(self) -> int:
        """Look at every place of every section."""
        told, endgames = self._inspection.told, self.endgames
        every, before = int(endgames.told[PLACES]), 0
        for number in range(int(endgames.told[SECTIONS])):
            section, size = int(endgames.sections[number]), int(endgames.ends[number] - endgames.starts[number])
            place = 0
            while place < size:
                told[LEFT] = SLICE
                place = int(self._run(look_through, section, place))
                self._tell(before + place, every)
            before += size
        return 0

    def _run(self, function: Any, *more: Any) -> Any:
        given = (self.endgames, self._inspection, self.even, *more)
        return run(function, self.game, self.start, *given, interpreted=self.interpreted)

    def _make_room(self) -> None:
        import numpy as np

        inspection = self._inspection
        inspection.waiting = np.concatenate([inspection.waiting, np.zeros_like(inspection.waiting)])
        inspection.told[ROOM] *= 2

    def _tell(self, done: int, of: int) -> None:
        if self._progress is not None:
            wrong = int(self._inspection.told[WRONG])
            self._progress(f"{done:,} of {of:,} looked at" + (f", {wrong:,} wrong" if wrong else ""))

    # ------------------------------------------------------------ in words

    def _sentence(self, number: int) -> str:
        """What is wrong with an entry."""
        inspection, game = self._inspection, self.game
        kind = int(inspection.kinds[number])
        if kind == TOO_MANY:
            return f"place {int(inspection.places[number]):,} holds an entry, but no position"
        s = (
            inspection.wrong[number]
            if self.interpreted
            else unpack(inspection.wrong, number * words(self.start), self.start)
        )
        text = where(game, s)
        if kind == MISSING:
            return f"{text}: the table does not hold it, or a position that follows it"
        if self.endgames.told[WIDTH] > 1:
            return f"{text}: the values in the table are not those of its best action"
        _, value, plies = probe(game, s, self.endgames)
        ways = LONGEST_WAY if self._is_by_place else 0
        _, worth, wanted = derived(game, s, self.endgames, self.even, ways)
        if kind == OTHER_VALUE:
            return f"{text}: the table says {value:.10g} to player 1, the positions behind it {worth:.10g}"
        return f"{text}: the table says {_plies(plies)}, the positions behind it {_plies(wanted)}"


def _plies(plies: int) -> str:
    return "that nobody wins" if plies < 0 else f"{plies} {'ply' if plies == 1 else 'plies'} to the end"

"""A game as its players know it: information sets, and what every way to play is worth against every other.

A player acts on what it knows, not on what is. Positions that look alike to it are one *information set*, and it must
act alike in all of them. What a player has seen and done on the way to an information set, and the action it takes
there, is a *sequence*. How a game ends depends on one sequence of each player and on chance alone; so all that has to
be kept of a game tree, however many deals there are, is one row for each combination of sequences that can end a
game: the probability that chance brings it about, and the utilities weighed by it. This is the sequence form (Koller,
Megiddo and von Stengel, 1994).

Contract. `view(s, player)` says what a player knows, `essence(view)` what of that matters. What it has known and done
before is remembered for it: two positions belong to one information set if what matters of their views is equal and so
are the player's sequences before them. The
sequences before an information set therefore always have lower numbers than those that begin in it.
"""

from __future__ import annotations

from typing import Any

from kibitz.errors import BadInput, Stopped, TooWide, Unsolved
from kibitz.game import CHANCE, MOST_CHOICES, Game, State
from kibitz.lookup.keyed import Keyed
from kibitz.lookup.rows import rows_for
from kibitz.lookup.transposition import GOLDEN
from kibitz.native import Native, jit
from kibitz.native.bits import down, mix, multiply
from kibitz.native.execution import run, run_alone
from kibitz.native.packing import keep, kept, words
from kibitz.native.tuples import fingerprint, replaced
from kibitz.search.diagnosis import in_words, stuck
from kibitz.search.soundness import certain, chance_of, sound
from kibitz.search.watch import UNLIMITED

MEGABYTES = 2048.0
FIRST_ROOM = 1 << 10  # information sets, sequences, endings, and positions that wait

# The words of `told`: information sets, sequences and endings found, positions that wait, positions looked at, the most
# that may be, the order to stop, and why there is no going on: one of these four is full, or the game is wrong.
SETS, SEQUENCES, ENDINGS, WAITING, NODES, NODE_LIMIT, STOP, BLOCKED = range(8)
STUCK, DIFFERENT = 8, 9

ROWS = {
    SETS: ("keys", "views", "owners", "marks", "first", "count", "parents"),
    SEQUENCES: ("trails",),
    ENDINGS: ("ends", "chances", "payoffs"),
    WAITING: ("waiting",),
}


class Found(Keyed):
    """What has been found of a game so far.

    `slots` is a hash table from the keys of information sets to their numbers; `owners`, `views`, `marks` (which
    actions there are), `first` and `count` (its sequences) and `parents` (the sequence before it) describe each.
    `trails` has a key for every sequence; the first ones are the players' empty sequences. `cells` is a hash table from
    the sequences at an ending, `ends`, to its number; `chances` and `payoffs` are its sums. `waiting` is a stack of
    positions, each with its probability and every player's sequence.
    """

    bare = ("told", "slots", "cells", *ROWS[SETS], *ROWS[SEQUENCES], *ROWS[ENDINGS], *ROWS[WAITING])

    def __init__(self, game: Game, s: State, interpreted: bool) -> None:
        import numpy as np

        self.players = game.players
        self.is_opposed = game.players == 2 and game.facts.zero_sum
        self.sum = float(game.utility_sum)
        self.nowhere = tuple(range(game.players))
        self.told = np.zeros(8, np.int64)
        self.told[SEQUENCES] = game.players
        self.slots = np.zeros(2 * FIRST_ROOM, np.int64)
        self.keys = np.zeros(FIRST_ROOM, np.int64)
        self.views = np.zeros(FIRST_ROOM, np.int64)
        self.owners = np.zeros(FIRST_ROOM, np.int64)
        self.marks = np.zeros(FIRST_ROOM, np.int64)
        self.first = np.zeros(FIRST_ROOM, np.int64)
        self.count = np.zeros(FIRST_ROOM, np.int64)
        self.parents = np.zeros(FIRST_ROOM, np.int64)
        self.trails = np.zeros(FIRST_ROOM, np.int64)
        self.trails[: game.players] = [mix(player + 1) for player in range(game.players)]
        self.cells = np.zeros(2 * FIRST_ROOM, np.int64)
        self.ends = np.zeros(FIRST_ROOM * game.players, np.int64)
        self.chances = np.zeros(FIRST_ROOM, np.float64)
        self.payoffs = np.zeros(FIRST_ROOM * game.players, np.float64)
        self.width = 1 if interpreted else words((0.0, self.nowhere, s))
        self.waiting: Any = np.zeros(FIRST_ROOM * self.width, object if interpreted else np.int64)

    def cell(self, trail: tuple[int, ...]) -> int:
        """Where in `cells` the ending of these sequences is, or where it would go."""
        cells = self.cells
        size = len(cells)
        key = 0
        for player in range(self.players):
            key = mix(key ^ trail[player])
        place = down(multiply(key, GOLDEN), 1) % size
        while cells[place] != 0 and not self.ends_with(cells[place] - 1, trail):
            place = (place + 1) % size
        return place

    def ends_with(self, ending: int, trail: tuple[int, ...]) -> bool:
        """Does this ending have these sequences?"""
        is_same = True
        for player in range(self.players):
            is_same = is_same and self.ends[ending * self.players + player] == trail[player]
        return is_same


@jit
def set_key(view: int, trail: int) -> int:
    """The key of the information set in which a player knows this, after the sequence with that key."""
    return mix(view ^ trail)


@jit
def sequence_key(key: int, number: int) -> int:
    """The key of the sequence that takes an information set's action of this number."""
    return mix(key ^ multiply(number + 1, GOLDEN))


@jit
def explore(game: Game, s: State, found: Any) -> bool:
    """Look at every position that can be reached; False where there is no room for more: make some, and call again."""
    told = found.told
    if told[NODES] == 0 and told[WAITING] == 0:
        keep(found.waiting, 0, (1.0, found.nowhere, s))
        told[WAITING] = 1
    while told[WAITING] > 0:
        if told[STOP] != 0 or told[NODES] >= told[NODE_LIMIT]:
            raise Stopped("told to stop")
        told[WAITING] -= 1
        at = told[WAITING]
        chance, trail, state = kept(found.waiting, at, (1.0, found.nowhere, s))
        if not expanded(game, chance, trail, state, found):
            keep(found.waiting, at, (chance, trail, state))
            told[WAITING] = at + 1
            return False
        told[NODES] += 1
    return True


@jit
def expanded(game: Game, chance: float, trail: Any, s: State, found: Any) -> bool:
    """Write down what a position adds, and let those behind it wait; False where there is no room, or it is wrong."""
    if game.is_terminal(s):
        return ended(game, chance, trail, s, found)
    mover = game.player(s)
    if mover == CHANCE:
        total = 0.0
        for _, probability in game.outcomes(s):
            total += chance_of(probability)
        certain(total)
        for outcome, probability in game.outcomes(s):
            if probability > 0.0 and not waits(found, chance * probability, trail, game.result(s, outcome)):
                return False
        return True
    number = numbered(game, mover, trail[mover], s, found)
    if number < 0:
        return False
    sequence = found.first[number]
    for a in game.actions(s):
        if not waits(found, chance, replaced(trail, mover, sequence), game.result(s, a)):
            return False
        sequence += 1
    return True


@jit
def waits(found: Any, chance: float, trail: Any, s: State) -> bool:
    """Put a position on the stack; False where there is no room."""
    at = found.told[WAITING]
    if at == len(found.waiting) // found.width:
        found.told[BLOCKED] = WAITING
        return False
    keep(found.waiting, at, (chance, trail, s))
    found.told[WAITING] = at + 1
    return True


@jit
def ended(game: Game, chance: float, trail: Any, s: State, found: Any) -> bool:
    """Add the end of a game to the row of its sequences; False where there is no room."""
    told, players = found.told, found.players
    place = found.cell(trail)
    ending = found.cells[place] - 1
    if ending < 0:
        ending = told[ENDINGS]
        if ending == len(found.chances):
            told[BLOCKED] = ENDINGS
            return False
        found.cells[place] = ending + 1
        told[ENDINGS] += 1
        for player in range(players):
            found.ends[ending * players + player] = trail[player]
            found.payoffs[ending * players + player] = 0.0
        found.chances[ending] = 0.0
    found.chances[ending] += chance
    worth = chance * sound(float(game.utility(s, 0)))
    found.payoffs[ending * players] += worth
    for player in range(1, players):
        if found.is_opposed:  # the second of two has what the first leaves
            found.payoffs[ending * players + player] += chance * found.sum - worth
        else:
            found.payoffs[ending * players + player] += chance * sound(float(game.utility(s, player)))
    return True


@jit
def numbered(game: Game, mover: int, before: int, s: State, found: Any) -> int:
    """The number of the information set that a position is in; -1 where there is no room, or the actions are wrong."""
    told = found.told
    count, mark = 0, 0
    for a in game.actions(s):
        count += 1
        if count > MOST_CHOICES:
            raise TooWide("a position has too many actions")
        mark = mix(mark ^ fingerprint(a))
    if count == 0:
        told[BLOCKED] = STUCK
        return -1
    view = fingerprint(game.essence(game.view_of(s, mover)))
    key = set_key(view, found.trails[before])
    place = found.slot(key)
    number = found.slots[place] - 1
    if number >= 0:
        if found.marks[number] != mark:
            told[BLOCKED] = DIFFERENT
            return -1
        return number
    number, sequence = told[SETS], told[SEQUENCES]
    if number == len(found.keys):
        told[BLOCKED] = SETS
        return -1
    if sequence + count > len(found.trails):
        told[BLOCKED] = SEQUENCES
        return -1
    found.slots[place] = number + 1
    found.keys[number], found.views[number], found.owners[number] = key, view, mover
    found.marks[number], found.parents[number] = mark, before
    found.first[number], found.count[number] = sequence, count
    for action in range(count):
        found.trails[sequence + action] = sequence_key(key, action)
    told[SETS] += 1
    told[SEQUENCES] += count
    return number


@jit
def rehash(found: Any) -> None:
    """Fill both hash tables anew, after they have grown."""
    for number in range(found.told[SETS]):
        found.slots[found.slot(found.keys[number])] = number + 1
    for ending in range(found.told[ENDINGS]):
        rehash_ending(found, ending, found.nowhere)


@jit
def rehash_ending(found: Any, ending: int, trail: Any) -> None:
    """Find a place for an ending in a table that has grown."""
    for player in range(found.players):
        trail = replaced(trail, player, found.ends[ending * found.players + player])
    found.cells[found.cell(trail)] = ending + 1


class Information(Native):
    """A game in sequence form.

    Information sets are numbered player by player: those of player p are `sets[p]` to `sets[p + 1]`. Sequences 0, 1,
    … are the players' empty ones, and behind them an information set has `first[i]` to `first[i + 1]`, one an action;
    the sequence before it is `parents[i]`, always a lower number. `ends[p * E + e]` is player p's sequence at ending
    e of E, `payoffs[p * E + e]` what that is worth to the player times the probability of chance, and `chances[e]`
    that probability. Endings are in the order of player 0's sequences; `rows` says where those of each begin.

    On the Python side `keys`, `views`, `owners` and `count` (of actions) describe the information sets.
    """

    bare = ("sets", "first", "parents", "ends", "payoffs", "chances", "rows")

    def __init__(self, found: Found) -> None:
        import numpy as np

        players, many, endings = found.players, int(found.told[SETS]), int(found.told[ENDINGS])
        self.players = players
        order = np.argsort(found.owners[:many], kind="stable")
        count = found.count[:many][order]
        self.keys, self.views, self.owners = found.keys[:many][order], found.views[:many][order], found.owners[order]
        self.sets = np.searchsorted(self.owners, np.arange(players + 1)).astype(np.int64)
        self.count = count
        self.first = np.append(0, np.cumsum(count)) + players
        renumbered = np.arange(int(found.told[SEQUENCES]))
        renumbered[_each(found.first[:many][order], count)] = _each(self.first[:-1], count)
        self.parents = renumbered[found.parents[:many][order]]

        ends = renumbered[found.ends[: endings * players]].reshape(endings, players).T
        payoffs = found.payoffs[: endings * players].reshape(endings, players).T
        by_first = np.lexsort(ends[::-1])
        self.ends = np.ascontiguousarray(ends[:, by_first]).ravel().astype(np.int32)
        self.payoffs = np.ascontiguousarray(payoffs[:, by_first]).ravel()
        self.chances = found.chances[:endings][by_first]
        own = np.arange(int(self.first[self.sets[1]]) + 1)
        self.rows = np.searchsorted(self.ends[:endings], own).astype(np.int64)

    @property
    def size(self) -> int:
        """How many sequences there are."""
        return int(self.first[-1])


def _each(first: Any, count: Any) -> Any:
    """All numbers of several ranges, one behind the other."""
    import numpy as np

    return np.repeat(first - (np.cumsum(count) - count), count) + np.arange(int(count.sum()))


class Exploration:
    """Finds the sequence form of a game from a state on; can be stopped, and goes on where it was."""

    def __init__(
        self,
        game: Game,
        s: State,
        *,
        megabytes: float | None = None,
        nodes: int | None = None,
        interpreted: bool = False,
    ) -> None:
        """`megabytes` is the most memory, `nodes` the most positions that finding it may take."""
        self.game, self.start = game, s
        self._most = int((MEGABYTES if megabytes is None else megabytes) * (1 << 20))
        self._found, self.interpreted = rows_for(Found, explore, game, s, interpreted)
        self.allow(nodes)
        self._form: Information | None = None

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
        return int(self._found.told[NODES])

    def allow(self, nodes: int | None) -> None:
        """At most this many positions, those looked at so far included; None for any number."""
        self._found.told[NODE_LIMIT] = UNLIMITED if nodes is None else nodes

    @property
    def is_spent(self) -> bool:
        """Have as many positions been looked at as may be?"""
        return self.nodes >= int(self._found.told[NODE_LIMIT])

    @property
    def is_over(self) -> bool:
        """Has the sequence form been found?"""
        return self._form is not None

    def prepare(self) -> None:
        """Have everything compiled."""
        if not self.interpreted:
            rehash.compiled.prepare(self._found)

    def blank(self) -> Information:
        """A sequence form with nothing in it, of the same type as the game's."""
        return Information(Found(self.game, self.start, interpreted=True))

    def stop(self) -> None:
        """End the work, from any thread: it raises `Stopped`."""
        self._found.told[STOP] = 1

    def go_on(self) -> None:
        """Take back an order to stop."""
        self._found.told[STOP] = 0

    def form(self) -> Information:
        """The sequence form; `Unsolved` where it takes more memory than there may be."""
        if self._form is None:
            try:
                with in_words(self.game, self.start):
                    while not run(explore, self.game, self.start, self._found, interpreted=self.interpreted):
                        self._make_room()
            finally:
                self._found.told[STOP] = 0
            self._form = Information(self._found)
            self._forget()
        return self._form

    def _forget(self) -> None:
        """Give back the memory that only the search took."""
        import numpy as np

        for name in ("slots", "cells", "waiting", "ends", "payoffs", "chances"):
            setattr(self._found, name, np.zeros(1, getattr(self._found, name).dtype))

    def _make_room(self) -> None:
        """Twice the room for what is full; refuses a game that is wrong, or too large."""
        import numpy as np

        found, told = self._found, self._found.told
        if told[BLOCKED] == STUCK:
            raise stuck(self.game)
        if told[BLOCKED] == DIFFERENT:
            name = self.game.facts.name
            alike = "has two positions that look alike to a player and differ in their actions"
            raise BadInput(f"{name!r} {alike}; 'kibitz check' may find them")
        rows = {name: getattr(found, name) for name in ROWS[int(told[BLOCKED])]}
        taken = sum(getattr(found, name).nbytes for name in found.bare) + 2 * sum(r.nbytes for r in rows.values())
        if taken > self._most:
            many = f"{self.game.facts.name!r} has more than {int(told[SETS]):,} information sets"
            instead = "allow more with --memory, or sample with --variant sampled"
            raise Unsolved(f"{many} and {int(told[ENDINGS]):,} endings, too many for {self._most >> 20} MB: {instead}")
        for name, row in rows.items():
            setattr(found, name, np.concatenate([row, np.zeros_like(row)]))
        if told[BLOCKED] in (SETS, ENDINGS):
            found.slots = np.zeros(2 * len(found.keys), np.int64)
            found.cells = np.zeros(2 * len(found.chances), np.int64)
            run_alone(rehash, found, stop=self.stop, interpreted=self.interpreted)

"""Value iteration: a whole game solved at once, also one that can go round in circles.

A search that follows lines of play to their end never comes back from a game without one: in Pig a turn can be lost
again and again. Here every position that can be reached is numbered once, and its value worked out from those of the
positions behind it, over and over, until nothing changes any more.

Contract. Values are vectors, one number a player, as in `maxn`; with two players of constant sum they are minimax
values. They start at an even share of the utilities, so play that never ends is worth that. `sweep` answers by how much
a value changed most: below `ENOUGH` the values are final to the accuracy of floats.
"""

from __future__ import annotations

import math
from typing import Any

from kibitz.errors import Stopped, TooWide, Unsolved
from kibitz.game import CHANCE, MOST_CHOICES, Game
from kibitz.native import Native, jit
from kibitz.native.packing import keep, kept, words
from kibitz.native.running import is_runnable, run, run_alone
from kibitz.search.algorithm import Algorithm
from kibitz.search.asking import in_words
from kibitz.search.needs import nothing
from kibitz.search.soundness import certain, chance_of, sound
from kibitz.tables.keyed import Keyed
from kibitz.watch import UNLIMITED

PSEUDOCODE = """\
function VALUE-ITERATION(game)
  for each s that can be reached do V(s) ← UTILITY(s) if TERMINAL(s), else an even share
  repeat
    for each s that is not terminal, those behind it first, do
      if PLAYER(s) = CHANCE then V(s) ← Σ P(r) · V(RESULT(s, r))
      else V(s) ← the V(RESULT(s, a)) that has most for PLAYER(s)
  until no V(s) changes"""

ENOUGH = 1e-13
MEGABYTES = 2048.0
MOST_SWEEPS = 100_000
OVER = -2  # the mover where the game is over
FIRST_ROOM = 1 << 12  # positions, and links between them

# The words of `told`: positions numbered, links between them, positions that wait to be expanded, sweeps made, and the
# order to stop.
FOUND, LINKS, WAITING, SWEEPS, STOP = range(5)
NODE_LIMIT = 7  # the most positions that may be numbered


class Positions(Keyed):
    """Every position that can be reached from one, by number, and the links from each to those behind it.

    `slots` is a hash table from keys to numbers. `first` and `count` tell where the links of a position are, in
    `children` and `chances`. `values` holds one number a player for each position, `order` the numbers, those behind
    first, and `waiting` a stack of positions that have a number but no links yet.
    """

    bare = ("told", "slots", "keys", "movers", "first", "count", "children", "chances", "values", "order", "waiting")

    def __init__(self, game: Game, s: Any, interpreted: bool) -> None:
        import numpy as np

        self.players = game.players
        self.told = np.zeros(8, np.int64)
        self.slots = np.zeros(2 * FIRST_ROOM, np.int64)
        self.keys = np.zeros(FIRST_ROOM, np.int64)
        self.movers = np.zeros(FIRST_ROOM, np.int64)
        self.first = np.zeros(FIRST_ROOM, np.int64)
        self.count = np.zeros(FIRST_ROOM, np.int64)
        self.order = np.zeros(FIRST_ROOM, np.int64)
        self.values = np.zeros(FIRST_ROOM * game.players, np.float64)
        self.children = np.zeros(FIRST_ROOM, np.int64)
        self.chances = np.zeros(FIRST_ROOM, np.float64)
        self.waiting = np.zeros(FIRST_ROOM * (1 if interpreted else words((0, s))), object if interpreted else np.int64)

    def number(self, key: int) -> int:
        """The number of the position with this key, or -1."""
        return self.slots[self.slot(key)] - 1


@jit
def explore(game: Any, s: Any, positions: Any) -> bool:
    """Number every position that can be reached; False where there is no room for more: make some, and call again."""
    told = positions.told
    if told[FOUND] == 0:
        numbered(game, s, positions)
    while told[WAITING] > 0:
        if told[STOP] != 0:
            raise Stopped("told to stop")
        told[WAITING] -= 1
        here, state = kept(positions.waiting, told[WAITING], (0, s))
        links = told[LINKS]
        if not expanded(game, here, state, positions):
            told[LINKS] = links  # what was found on the way keeps its numbers; this one is tried again
            keep(positions.waiting, told[WAITING], (here, state))
            told[WAITING] += 1
            return False
    return True


@jit
def numbered(game: Any, s: Any, positions: Any) -> int:
    """The number of a position, a new one if it has none; -1 where there is no room."""
    told = positions.told
    key = game.key(s)
    place = positions.slot(key)
    number = positions.slots[place] - 1
    if number >= 0:
        return number
    number = told[FOUND]
    if number == len(positions.keys) or number >= told[NODE_LIMIT]:
        return -1
    positions.slots[place] = number + 1
    positions.keys[number] = key
    told[FOUND] += 1
    keep(positions.waiting, told[WAITING], (number, s))
    told[WAITING] += 1
    return number


@jit
def expanded(game: Any, here: int, s: Any, positions: Any) -> bool:
    """Write down what a position is and what is behind it; False where there is no room."""
    positions.first[here] = positions.told[LINKS]
    positions.count[here] = 0
    if game.is_terminal(s):
        positions.movers[here] = OVER
        for player in range(positions.players):
            positions.values[here * positions.players + player] = sound(float(game.utility(s, player)))
        return True
    positions.movers[here] = game.player(s)
    if positions.movers[here] == CHANCE:
        total = 0.0
        for _, chance in game.outcomes(s):
            total += chance_of(chance)
        certain(total)
        for outcome, chance in game.outcomes(s):
            if not linked(game, here, game.result(s, outcome), chance, positions):
                return False
    else:
        for a in game.actions(s):
            if not linked(game, here, game.result(s, a), 1.0, positions):
                return False
    return True


@jit
def linked(game: Any, here: int, after: Any, chance: float, positions: Any) -> bool:
    """Write down that one position is behind another; False where there is no room."""
    told = positions.told
    child = numbered(game, after, positions)
    if positions.count[here] >= MOST_CHOICES:
        raise TooWide("a position has too many actions")
    if child < 0 or told[LINKS] == len(positions.children):
        return False
    positions.children[told[LINKS]] = child
    positions.chances[told[LINKS]] = chance
    positions.count[here] += 1
    told[LINKS] += 1
    return True


@jit
def rehash(positions: Any) -> None:
    """Fill the hash table anew, after it has grown."""
    for number in range(positions.told[FOUND]):
        positions.slots[positions.slot(positions.keys[number])] = number + 1


class Walk(Native):
    """What a walk in depth must remember: the way to where it is, and which child comes next at each place on it."""

    bare = ("path", "at")

    def __init__(self, most: int) -> None:
        import numpy as np

        self.path = np.zeros(most, np.int64)
        self.at = np.zeros(most, np.int64)


@jit
def put_in_order(positions: Any, walk: Any) -> None:
    """Fill `order` so that, but for circles, every position comes after those behind it."""
    path, at = walk.path, walk.at
    done = 0
    seen = positions.slots  # no longer needed as it was: 0 for what the walk has not seen
    for place in range(len(seen)):
        seen[place] = 0
    for start in range(positions.told[FOUND]):
        depth = 0
        if seen[start] == 0:
            seen[start] = 1
            path[0], at[0] = start, 0
            depth = 1
        while depth > 0:
            here = path[depth - 1]
            if at[depth - 1] == positions.count[here]:
                positions.order[done] = here
                done += 1
                depth -= 1
                continue
            child = positions.children[positions.first[here] + at[depth - 1]]
            at[depth - 1] += 1
            if seen[child] == 0:
                seen[child] = 1
                path[depth], at[depth] = child, 0
                depth += 1
    for place in range(len(seen)):
        seen[place] = 0
    rehash(positions)


@jit
def sweep(positions: Any) -> float:
    """Work out every value once more; by how much one changed most."""
    told, values, players = positions.told, positions.values, positions.players
    change = 0.0
    for turn in range(told[FOUND]):
        here = positions.order[turn]
        mover = positions.movers[here]
        if mover == OVER:
            continue
        if told[STOP] != 0:
            raise Stopped("told to stop")
        begin, end = positions.first[here], positions.first[here] + positions.count[here]
        best = positions.children[begin]
        if mover != CHANCE:
            for at in range(begin + 1, end):
                if values[positions.children[at] * players + mover] > values[best * players + mover]:
                    best = positions.children[at]
        for player in range(players):
            value = values[best * players + player]
            if mover == CHANCE:
                value = 0.0
                for at in range(begin, end):
                    value += positions.chances[at] * values[positions.children[at] * players + player]
            change = max(change, abs(value - values[here * players + player]))
            values[here * players + player] = value
    told[SWEEPS] += 1
    return change


class WholeGame:
    """A game solved whole: all positions that can be reached from one, and their values once `solve` is through."""

    def __init__(
        self,
        game: Game,
        s: Any,
        *,
        megabytes: float | None = None,
        interpreted: bool = False,
        nodes: int | None = None,
    ) -> None:
        """`megabytes` is the most memory that the positions may take, `nodes` the most positions."""
        self.game = game
        self.start = s
        self._most = int((MEGABYTES if megabytes is None else megabytes) * (1 << 20))
        self.positions = Positions(game, s, interpreted=False)
        self.interpreted = interpreted or not is_runnable(explore, game, s, self.positions)
        if self.interpreted:
            self.positions = Positions(game, s, interpreted=True)
        self.change = math.inf
        self.allow(nodes)

    def allow(self, nodes: int | None) -> None:
        """At most so many positions may be numbered; None for any number."""
        self.positions.told[NODE_LIMIT] = UNLIMITED if nodes is None else nodes

    @property
    def nodes(self) -> int:
        """Positions found so far."""
        return int(self.positions.told[FOUND])

    @property
    def sweeps(self) -> int:
        """How often every value has been worked out."""
        return int(self.positions.told[SWEEPS])

    def stop(self) -> None:
        """End the work, from any thread: it raises `Stopped`."""
        self.positions.told[STOP] = 1

    def solve(self) -> None:
        """Find every position and its value. Called again after `Stopped`, it goes on where it was."""
        try:
            with in_words(self.game, self.start):
                while not run(explore, self.game, self.start, self.positions, interpreted=self.interpreted):
                    if self.nodes >= self.positions.told[NODE_LIMIT]:
                        raise Stopped("the node limit is reached")
                    self._make_room()
            if math.isinf(self.change):
                self._put_in_order()
            while self.change > ENOUGH and self.sweeps < MOST_SWEEPS:
                self.change = self._alone(sweep, self.positions)
        except Stopped:
            self.positions.told[STOP] = 0
            raise

    def value(self, s: Any) -> tuple[float, ...] | None:
        """What a position is worth to each player; None if it cannot be reached from the first one."""
        number = int(self.positions.number(self.game.key(s)))
        players = self.game.players
        return None if number < 0 else tuple(self.positions.values[number * players : (number + 1) * players].tolist())

    def _alone(self, function: Any, *arguments: Any) -> Any:
        return run_alone(function, *arguments, stop=self.stop, interpreted=self.interpreted)

    def _make_room(self) -> None:
        """Twice the room for whatever is full."""
        import numpy as np

        positions, told = self.positions, self.positions.told
        if told[FOUND] == len(positions.keys):
            grown = ["keys", "movers", "first", "count", "order", "values", "waiting"]
        else:
            grown = ["children", "chances"]
        rows = {name: getattr(positions, name) for name in grown}
        taken = sum(getattr(positions, name).nbytes for name in positions.bare) + sum(r.nbytes for r in rows.values())
        if taken > self._most:
            many = f"{self.game.facts.name!r} has more than {self.nodes:,} positions"
            raise Unsolved(f"{many}, too many for {self._most >> 20} MB: allow more with --memory")
        for name, row in rows.items():
            setattr(positions, name, np.concatenate([row, np.zeros_like(row)]))
        if "keys" in rows:
            positions.slots = np.zeros(2 * len(positions.keys), np.int64)
            self._alone(rehash, positions)

    def _put_in_order(self) -> None:
        import numpy as np

        players = self.game.players
        self._alone(put_in_order, self.positions, Walk(self.nodes))
        open_ones = np.repeat(self.positions.movers[: self.nodes] != OVER, players)
        self.positions.values[: self.nodes * players][open_ones] = _even_share(self.game)
        self.change = 1.0


def _even_share(game: Game) -> float:
    """What play that never ends is worth to each."""
    facts = game.facts
    return facts.utility_sum / facts.players if facts.zero_sum else 0.0


TABLE = Algorithm(
    name="table",
    title="Value iteration over all positions",
    function=sweep,
    needs=nothing,
    pseudocode=PSEUDOCODE,
    lines={},
)

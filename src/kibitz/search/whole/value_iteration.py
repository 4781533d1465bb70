"""Value iteration: a whole game solved at once, also one that can go round in circles.

A search that follows lines of play to their end never comes back from a game without one: in Pig a turn can be lost
again and again. Here every position that can be reached is numbered once, and the game is solved part by part, those
behind first (see `components`). What is not in a circle takes one step. A circle is solved from below and above until
both meet (`intervals`), or, where it is small and that is slow, by linear equations (`equations`).

Contract. Values are vectors, one number a player, as in `maxn`; with two opponents they are minimax values. Play that
never ends is worth an even share of the utilities, or what the game says that a `repetition` is worth: where that is a
draw, this is the usual retrograde analysis. It is the same whether a game ends when a position comes up for the second
time, for the third, or never: both sides have a best play that does the same whenever it comes to a position, so a line
under it ends before one comes again, or goes round for ever. Not so with chance, or where repeating is illegal: such
games are refused. Every value comes with its `error`: above `ENOUGH` it is not exact.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from kibitz.errors import Stopped, Stuck, TooWide, Unsolved
from kibitz.game import CHANCE, MOST_CHOICES, Game, State
from kibitz.lookup.keyed import Keyed
from kibitz.lookup.rows import rows_for
from kibitz.native import jit
from kibitz.native.execution import prepare_alone, run, run_alone
from kibitz.native.packing import keep, kept, words
from kibitz.search.algorithm import Algorithm
from kibitz.search.diagnosis import in_words
from kibitz.search.needs import no_history
from kibitz.search.soundness import certain, chance_of, sound
from kibitz.search.whole.coming_back import end_at, second_start
from kibitz.search.whole.components import BEGUN, DONE, HARD, MOST, PER_POSITION, Parts, Walk, find_components
from kibitz.search.whole.intervals import OVER, SOLVED, STALLED, loosen, settle
from kibitz.search.whole.retrograde import Backward, measure
from kibitz.search.whole.shares import agree
from kibitz.search.whole.sides import Sides, sides_of

PSEUDOCODE = """\
function SOLVE-WHOLE(game)
  for each component C of the positions that can be reached, those behind first, do
    if C is one position s without a way back then BACK-UP(L, s); BACK-UP(U, s)
    else
      for each s in C do L(s), U(s) ← the least and the most behind C, or an even share
      repeat
        for each s in C do BACK-UP(L, s); BACK-UP(U, s)
        where L or U stands still in a circle that a side can stay in do
          L(s), U(s) ← what the side that wants to leave can get, or an even share
      until L = U; if C is small and this is slow then L, U ← STRATEGY-ITERATION(C)
  return (L + U) / 2, and (U − L) / 2 as its error

function BACK-UP(V, s)
  if TERMINAL(s) then V(s) ← UTILITY(s)
  else if PLAYER(s) = CHANCE then V(s) ← Σ P(r) · V(RESULT(s, r))
  else V(s) ← the V(RESULT(s, a)) that is best for PLAYER(s)"""

ENOUGH = 1e-9  # relative: a value known as closely is exact
ROUNDING = 1e-12  # relative: the last digits of a float are no error
MEGABYTES = 2048.0
SMALL = 2000  # positions of a component whose equations are solved
FIRST_ROOM = 1 << 12  # positions, and links between them

# The words of `told`: positions numbered, links between them, positions that wait to be expanded, the order to stop,
# and the most positions that are allowed, or 0.
FOUND, LINKS, WAITING, STOP, LIMIT = range(5)


class Positions(Keyed):
    """Every position that can be reached from one, by number, and the links from each to those behind it.

    `slots` is a hash table from keys to numbers. `first` and `count` tell where the links of a position are, in
    `children` and `chances`. `values` holds one number a player for each position, and `waiting` is a stack of
    positions that have a number but no links yet.
    """

    bare = ("told", "slots", "keys", "movers", "first", "count", "children", "chances", "values", "waiting")

    def __init__(self, game: Game, s: State, interpreted: bool) -> None:
        import numpy as np

        self.players = game.players
        self.told = np.zeros(8, np.int64)
        self.slots = np.zeros(2 * FIRST_ROOM, np.int64)
        self.keys = np.zeros(FIRST_ROOM, np.int64)
        self.movers = np.zeros(FIRST_ROOM, np.int64)
        self.first = np.zeros(FIRST_ROOM, np.int64)
        self.count = np.zeros(FIRST_ROOM, np.int64)
        self.values = np.zeros(FIRST_ROOM * game.players, np.float64)
        self.children = np.zeros(FIRST_ROOM, np.int64)
        self.chances = np.zeros(FIRST_ROOM, np.float64)
        self.waiting = np.zeros(FIRST_ROOM * (1 if interpreted else words((0, s))), object if interpreted else np.int64)

    def number(self, key: int) -> int:
        """The number of the position with this key, or -1."""
        return self.slots[self.slot(key)] - 1


@jit
def explore(game: Game, s: State, positions: Any) -> bool:
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
def numbered(game: Game, s: State, positions: Any) -> int:
    """The number of a position, a new one if it has none; -1 where there is no room."""
    told = positions.told
    key = game.key(s)
    place = positions.slot(key)
    number = positions.slots[place] - 1
    if number >= 0:
        return number
    number = told[FOUND]
    if number == told[LIMIT] and number > 0:
        raise Stopped("the nodes are spent")
    if number == len(positions.keys):
        return -1
    positions.slots[place] = number + 1
    positions.keys[number] = key
    told[FOUND] += 1
    keep(positions.waiting, told[WAITING], (number, s))
    told[WAITING] += 1
    return number


@jit
def expanded(game: Game, here: int, s: State, positions: Any) -> bool:
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
        if positions.count[here] == 0:
            raise Stuck("a position is not terminal and has no actions")
    return True


@jit
def linked(game: Game, here: int, after: Any, chance: float, positions: Any) -> bool:
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


class WholeGame:
    """A game solved whole: all positions that can be reached from one, and their values once `solve` is through."""

    def __init__(
        self,
        game: Game,
        s: State,
        *,
        megabytes: float | None = None,
        nodes: int | None = None,
        interpreted: bool = False,
        used_up: Sequence[int] = (),
    ) -> None:
        """`megabytes` is the most memory that the positions may take; `nodes` the most positions, then it stops.

        `used_up` are keys of positions that end the game by repetition, because the game so far has been there. If `s`
        is among them, the game ends where it comes back there: ask with `again` of positions that come after it.
        """
        no_history(TABLE.name, game)
        self._used_up = used_up
        self.game, self.start = game, s
        self._most = int((MEGABYTES if megabytes is None else megabytes) * (1 << 20))
        self.positions, self.interpreted = rows_for(Positions, explore, game, s, interpreted)
        self._parts: Parts | None = None
        self._backward: Backward | None = None  # once distances have been asked for
        self._is_solved = False
        self._sides = Sides(())
        self._even = 0.0
        self._rounds = 1
        self._back = 0  # the number of the start when it comes up again
        self.allow(nodes)

    def prepare(self) -> None:
        """Have all compiled before a clock starts. But for exploring, it is the same machine code for all games."""
        if self.interpreted:
            return
        positions, parts = self.positions, Parts(1, [1])
        has_sides = bool(sides_of(self.game, self.start, positions, 0).signs)
        prepare_alone(rehash, positions)
        prepare_alone(find_components, positions, parts, Walk(1), 0, STOP)
        prepare_alone(settle if has_sides else agree, positions, parts, 0.0, 0, STOP)
        if has_sides:
            prepare_alone(loosen, positions, parts, 0.0, 0.0, STOP)
        if has_sides and not self.game.facts.chance:
            prepare_alone(measure, positions, parts, Backward(positions, 0), 0.0, 0, STOP)

    def allow(self, nodes: int | None) -> None:
        """At most this many positions may be numbered; None for any number."""
        self.positions.told[LIMIT] = nodes or 0

    @property
    def nodes(self) -> int:
        """Positions found so far."""
        return int(self.positions.told[FOUND])

    @property
    def sweeps(self) -> int:
        """How often the values of one component have been worked out, at most."""
        return self._rounds

    def stop(self) -> None:
        """End the work, from any thread: it raises `Stopped`."""
        self.positions.told[STOP] = 1

    def solve(self) -> None:
        """Find every position and its value. Called again after `Stopped`, it goes on where it was."""
        if self._is_solved:
            return
        try:
            with in_words(self.game, self.start):
                while not run(explore, self.game, self.start, self.positions, interpreted=self.interpreted):
                    self._make_room()
            if self._parts is None:
                self._end_used_up()
                self._parts = self._components()
            self._settle(self._parts)
            self._is_solved = True
        except Stopped:
            self.positions.told[STOP] = 0
            raise

    def _number(self, s: State, again: bool) -> int:
        """The number of a position; -1 if it cannot be reached."""
        number = int(self.positions.number(self.game.key(s)))
        return self._back if again and number == 0 else number

    def is_over(self, s: State) -> bool:
        """Is the game over at a position after the first one, by its rules or by repetition?"""
        return bool(self.positions.movers[self._number(s, True)] == OVER)

    def value(self, s: State, *, again: bool = False) -> tuple[float, ...] | None:
        """What a position is worth to each player; None if it cannot be reached from the first one."""
        number = self._number(s, again)
        players = self.game.players
        return None if number < 0 else tuple(self.positions.values[number * players : (number + 1) * players].tolist())

    def distance(self, s: State, *, again: bool = False) -> int | None:
        """Plies to the end of a position that one of two sides wins, under best play; None for others, or with dice."""
        number = self._number(s, again)
        if number < 0 or not self._is_solved or not self._sides.signs or self.game.facts.chance:
            return None
        if self._backward is None:
            backward = Backward(self.positions, self.nodes)
            self._alone(measure, self.positions, self._parts, backward, self._even, self.nodes, STOP)
            self._backward = backward
        plies = int(self._backward.plies[number])
        return None if plies < 0 else plies

    def all_solved(self) -> tuple[Any, Any, Any, Any]:
        """Of every position, in one order: keys, values (a row of one number a player), plies, and errors.

        Only once it is solved. Plies are -1 for draws, and None in all where `distance` has no answer.
        """
        found, players, parts = self.nodes, self.game.players, self._parts
        self.distance(self.start)
        values = self.positions.values[: found * players].reshape(found, players)
        plies = None if self._backward is None else self._backward.plies
        errors = parts.high[:found] if parts is not None else None
        if parts is not None and self._sides.signs:
            errors = (parts.high[:found] - parts.low[:found]) / 2
        return self.positions.keys[:found], values, plies, errors

    @property
    def has_sides(self) -> bool:
        """Are there two sides, or one player, so that one number tells what a solved position is worth to all?"""
        return bool(self._sides.signs)

    @property
    def total(self) -> float:
        """What the utilities of two sides sum to."""
        return self._sides.total

    @property
    def even(self) -> float:
        """What play that never ends is worth to player 0."""
        return self._even

    def error(self, s: State, *, again: bool = False) -> float:
        """How far the value of a position is from the truth at most: 0 where it is exact, infinite where not known."""
        number = self._number(s, again)
        if number < 0 or not self._is_solved or self._parts is None:
            return math.inf
        parts = self._parts
        error = float(parts.high[number])
        if self._sides.signs:
            error = (error - float(parts.low[number])) / 2
        size = max(1.0, *(abs(value) for value in self.value(s, again=again) or ()))
        return 0.0 if error <= ROUNDING * size else error

    def is_exact(self, s: State, *, again: bool = False) -> bool:
        """Is the value of a position known to `ENOUGH`?"""
        size = max(1.0, *(abs(value) for value in self.value(s, again=again) or (0.0,)))
        return self.error(s, again=again) <= ENOUGH * size

    def open_reason(self, s: State, player: int) -> str:
        """Why the value of a position is not exact, in a sentence: how far it is known, as `player` sees it."""
        text, error, values = self.game.text(s), self.error(s), self.value(s)
        if values is None or math.isinf(error):
            return f"{text!r} is not solved: play can go round in circles, and no values were found that fit together"
        least, most = (values[player] + sign * error for sign in (-1, 1))
        return f"{text!r} is not solved exactly: its value is between {least:.10g} and {most:.10g}"

    def _alone(self, function: Any, *arguments: Any) -> Any:
        return run_alone(function, *arguments, stop=self.stop, interpreted=self.interpreted)

    def _make_room(self) -> None:
        """Twice the room for whatever is full."""
        import numpy as np

        positions, told = self.positions, self.positions.told
        if told[FOUND] == len(positions.keys):
            grown = ["keys", "movers", "first", "count", "values", "waiting"]
        else:
            grown = ["children", "chances"]
        rows = {name: getattr(positions, name) for name in grown}
        self._must_fit(sum(row.nbytes for row in rows.values()))
        for name, row in rows.items():
            setattr(positions, name, np.concatenate([row, np.zeros_like(row)]))
        if "keys" in rows:
            positions.slots = np.zeros(2 * len(positions.keys), np.int64)
            self._alone(rehash, positions)

    def _must_fit(self, more: int) -> None:
        if sum(getattr(self.positions, name).nbytes for name in self.positions.bare) + more > self._most:
            many = f"{self.game.facts.name!r} has more than {self.nodes:,} positions"
            raise Unsolved(f"{many}, too many for {self._most >> 20} MB: allow more with --memory")

    def _end_used_up(self) -> None:
        """Let the game be over where one more visit ends it; not at the start, but where play comes back to it."""
        worth = float(self.game.repetition or 0.0)
        shares = [worth, float(self.game.at_stake(self.start)) - worth][: self.game.players]
        for number in (int(self.positions.number(key)) for key in self._used_up):
            if number == 0:
                if self.nodes == len(self.positions.keys):
                    self._make_room()
                self._back = number = second_start(self.positions, FOUND, LINKS)
            if number > 0:
                end_at(self.positions, number, shares)

    def _components(self) -> Parts:
        """All positions by component, once all are found."""
        self.positions.waiting = self.positions.waiting[:1].copy()  # nothing waits any more
        self._must_fit(self.nodes * PER_POSITION)
        self._sides = sides_of(self.game, self.start, self.positions, self.nodes)
        self._even = even_share(self.game, self.start)
        parts = Parts(self.nodes, list(self._sides.signs) or [1])
        self._alone(find_components, self.positions, parts, Walk(self.nodes), self.nodes, STOP)
        return parts

    def _settle(self, parts: Parts) -> None:
        """Solve one component after the other, by intervals; by equations those that are small and slow."""
        function = settle if self._sides.signs else agree
        while True:
            small = 0 if parts.told[HARD] else SMALL
            ended = self._alone(function, self.positions, parts, self._even, small, STOP)
            self._rounds = max(self._rounds, int(parts.told[MOST]))
            if ended == SOLVED:
                break
            if ended == STALLED:
                leeway = 10 * float(parts.exits[0])
                ended = self._alone(loosen, self.positions, parts, self._even, leeway, STOP)
            if ended == STALLED:
                continue
            if parts.size_of_next() <= small and not self._by_equations(parts):
                parts.told[HARD] = 1  # it goes on by intervals
                continue
            parts.told[HARD] = 0
            parts.told[BEGUN] = 0
            parts.told[DONE] += 1
        if self._sides.signs:
            self._sides.share(self.positions, parts, self.nodes)

    def _by_equations(self, parts: Parts) -> bool:
        """Solve the open component exactly; False where that would take too long."""
        from kibitz.search.whole.equations import agreed, balanced

        way = balanced if self._sides.signs else agreed
        return way(self.positions, parts, self._even, self._go_on)

    def _go_on(self) -> None:
        if self.positions.told[STOP] != 0:
            raise Stopped("told to stop")


def even_share(game: Game, s: State) -> float:
    """What play that never ends is worth to each; where the game says so, to player 0."""
    if game.repetition is not None:
        return float(game.repetition)
    return float(game.at_stake(s)) / game.players if game.facts.zero_sum else 0.0


TABLE = Algorithm(
    name="table",
    title="Value iteration over all positions",
    function=settle,
    needs=no_history,
    pseudocode=PSEUDOCODE,
    lines={},
)

"""What the pool says of the root's actions, in the game's own units: read in Python, between slices of work."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import Any

from kibitz.game import CHANCE, MAX, Action, Game, State
from kibitz.native.packing import words
from kibitz.native.values.cells import FEWEST
from kibitz.search.montecarlo import montecarlo_desk as word
from kibitz.search.montecarlo.estimate import Estimated, Worth, doubted
from kibitz.search.montecarlo.pool import CLOSED, Pool
from kibitz.search.montecarlo.selecting_child import floor_of, may_matter
from kibitz.search.needs import is_in_vectors

LONGEST_SHOWN = 24  # plies of a line
MOST_ROLLS = 100  # one after the other, before a player is looked for no further
KEPT_ACTION = 4  # words: a longer action is counted off instead of kept


def reading(game: Game) -> tuple[int, tuple[float, ...], tuple[int, ...]]:
    """How many numbers a node needs, and for each player its sign and its column in them.

    One number, player 0's, where everybody is on its side or against it; else one for each player.
    """
    teams = game.teams or tuple(range(game.players))
    sides = len(set(teams))
    if sides == 1 or (sides == 2 and game.facts.zero_sum):
        return 1, tuple(1.0 if team == teams[0] else -1.0 for team in teams), (0,) * game.players
    return game.players, (1.0,) * game.players, tuple(range(game.players))


def kept_words(game: Game, s: State) -> int:
    """How many words of the pool an action takes; 0 where actions are not kept, but counted off.

    Keeping saves listing all actions of every node on the way down. It wants actions that are small and all alike.
    """
    for _ in range(MOST_ROLLS):
        if game.is_terminal(s) or game.player(s) != CHANCE:
            break
        s = game.result(s, next(a for a, chance in game.outcomes(s) if chance > 0))
    if game.is_terminal(s) or game.player(s) == CHANCE:
        return 0
    a = next(iter(game.actions(s)), None)
    parts = a if isinstance(a, tuple) else (a,)
    if len(parts) >= FEWEST or not all(isinstance(part, int) for part in parts):
        return 0
    size = words(a)
    return size if size <= KEPT_ACTION else 0


class Judge:
    """The root of a search: its actions, and what the simulations say of them."""

    def __init__(self, game: Game, s: State, root: int) -> None:
        self.game = game
        self.s = s
        self.root = root
        self.mover = game.player(s)
        self.actions = choices(game, s)
        self._viewer = MAX if self.mover == CHANCE else self.mover
        self._width, self._signs, self._columns = reading(game)

    def is_proven(self, pool: Pool) -> bool:
        """Is the root's value proven?"""
        return self._is_proven(pool, self.root)

    def can_be_caught(self, pool: Pool, more: int) -> bool:
        """Could another action become the most visited one with this many more simulations?"""
        block = int(pool.first[self.root])
        if block == 0 or self.mover == CHANCE:
            return True
        children = range(block, block + len(self.actions))
        visits = sorted((int(pool.visits[c]) for c in children if self._may_matter(pool, c)), reverse=True)
        return len(visits) > 1 and visits[1] + more >= visits[0]

    def rows(self, pool: Pool, desks: list[Any], *, lines: bool) -> tuple[Estimated, ...]:
        """Every action that may be played, the best one first."""
        block = int(pool.first[self.root])
        totals = sum(desk.squares for desk in desks)
        place = word.SPREAD_SIZE * self._columns[self._viewer] + word.SCALE
        scale = max(float(desk.spreads[place]) for desk in desks)
        found = []
        for number, a in enumerate(self.actions):
            child = block + number if block else 0
            if block and pool.status[child] == CLOSED:
                continue
            visits = int(pool.visits[child]) if block else 0
            exact = bool(block) and self._is_proven(pool, child)
            spread = _deviation(totals[3 * number : 3 * number + 3], scale)
            error = 0.0 if exact else doubted(self.game, spread / sqrt(max(1, visits)), visits)
            mine = self._mine(pool, child if visits or exact else self.root)
            value = self._worth(pool, child if visits or exact else self.root)
            found.append((mine, child, Estimated(a, visits, value, error, exact, (a,))))
        beaten = [entry for entry in found if block and not self._may_matter(pool, entry[1])]
        is_proven = self.is_proven(pool)
        ordered = [
            *self._ordered([entry for entry in found if entry not in beaten], is_proven),
            *self._ordered(beaten, is_proven),
        ]
        shown = len(ordered) if lines else 1
        return tuple(
            row._replace(line=(row.action, *self._line(pool, child, row.action))) if place < shown else row
            for place, (_, child, row) in enumerate(ordered)
        )

    def _ordered(
        self, found: list[tuple[float, int, Estimated]], is_proven: bool
    ) -> list[tuple[float, int, Estimated]]:
        """The best first: the most visited, but for what is proven to be better, or worse, than that one's mean.

        Once the root `is_proven`, no mean counts against what is proven: what is open can be no better.
        """
        found = sorted(found, key=lambda entry: (-entry[2].visits, -entry[0]))
        if self.mover == CHANCE:
            return found
        open_ones = [entry for entry in found if not entry[2].is_exact]
        mark = open_ones[0][0] if open_ones and open_ones[0][2].visits and not is_proven else None
        proven = sorted((entry for entry in found if entry[2].is_exact), key=lambda entry: -entry[0])
        better = [entry for entry in proven if mark is None or entry[0] >= mark]
        worse = [entry for entry in proven if mark is not None and entry[0] < mark]
        return [*better, *open_ones, *worse]

    def below(self, pool: Pool, most: int, deepest: int) -> Iterator[tuple[int, State, tuple[int, ...]]]:
        """The root and what is below it, level by level, the most visited first: node, state, keys on the way there."""
        repeats = self.game.repetition is not None or self.game.repetition_is_illegal
        level: list[tuple[int, State, tuple[int, ...]]] = [(self.root, self.s, ())]
        left = most
        for _ in range(deepest + 1):
            yield from level
            following = []
            for at, s, line in level:
                block = int(pool.first[at])
                if block == 0 or self.game.is_terminal(s):
                    continue
                onward = (*line, int(self.game.recurrence(s))) if repeats else ()
                for number, a in enumerate(choices(self.game, s)):
                    if pool.visits[block + number] > 0 and left > 0:
                        left -= 1
                        following.append((block + number, self.game.result(s, a), onward))
            level = sorted(following, key=lambda entry: -int(pool.visits[entry[0]]))

    def _line(self, pool: Pool, at: int, a: Action) -> tuple[Action, ...]:
        """The most visited line from a child on."""
        game = self.game
        line: list[Action] = []
        s = game.result(self.s, a)
        while len(line) < LONGEST_SHOWN - 1 and pool.first[at] and not game.is_terminal(s):
            block, size = int(pool.first[at]), int(pool.size[at])
            number = int(pool.visits[block : block + size].argmax())
            if pool.visits[block + number] == 0:
                break
            chosen = choices(game, s)[number]
            line.append(chosen)
            s = game.result(s, chosen)
            at = block + number
        return tuple(line)

    # ------------------------------------------------------------ numbers of one node

    def _is_proven(self, pool: Pool, at: int) -> bool:
        return bool((pool.low[at] >= pool.high[at]).all())

    def _may_matter(self, pool: Pool, child: int) -> bool:
        """Can a child of the root still be the best?"""
        column, sign = self._columns[self._viewer], self._signs[self._viewer]
        if pool.status[child] == CLOSED:
            return False
        floor = floor_of(self.root, column, sign, pool)
        return self.mover == CHANCE or bool(may_matter(pool.low[child, column], pool.high[child, column], sign, floor))

    def _numbers(self, pool: Pool, at: int) -> list[float]:
        stands_for_others = at == self.root and pool.visits[at] > 0  # for what has not been visited
        if not stands_for_others and self._is_proven(pool, at):
            return [float(v) for v in pool.low[at]]
        visits = max(1, int(pool.visits[at]))
        return [float(v) / visits for v in pool.sums[at]]

    def _mine(self, pool: Pool, at: int) -> float:
        """What a node is worth to the player to move at the root, to compare by."""
        return self._signs[self._viewer] * self._numbers(pool, at)[self._columns[self._viewer]]

    def _worth(self, pool: Pool, at: int) -> Worth:
        """The value of a node: for the player to move at the root, or a number for each player."""
        numbers = self._numbers(pool, at)
        if self._width > 1:
            return tuple(numbers)
        allies = sum(sign > 0 for sign in self._signs)
        others = len(self._signs) - allies
        theirs = (float(self.game.at_stake(self.s)) - allies * numbers[0]) / others if others else 0.0
        vector = tuple(numbers[0] if sign > 0 else theirs for sign in self._signs)
        return vector if is_in_vectors(self.game) else vector[self._viewer]


def choices(game: Game, s: State) -> list[Action]:
    """The actions of a state in their order, or the outcomes where CHANCE is to move."""
    return [a for a, _ in game.outcomes(s)] if game.player(s) == CHANCE else list(game.actions(s))


def _deviation(sums: Any, usual: float) -> float:
    """The standard deviation of results, by their number, sum and squares; the usual one where there are too few."""
    number, total, squares = map(float, sums)
    if number < 2:
        return usual
    return sqrt(max(0.0, squares / number - (total / number) ** 2) * number / (number - 1))

"""Bearing off: who is done first, once both sides are at home and have borne off a checker.

There are two tables. One has, for every pair of the 924 ways in which up to six checkers can stand at home, the exact
probability that the side about to roll wins, with both playing to win.

The other is about one side alone: for each of the 38,760 ways in which up to 14 checkers can stand, the probabilities
of being done in exactly 0, 1, 2, … rolls with the plays that need the fewest on average. Two rows of it say who wins.
What that leaves out is that a side behind should sometimes play for a quick end rather than for a good average: where
both tables have an answer, they differ by 0.0009 on average over 1,000 positions, and by 0.0124 at most.
"""

from __future__ import annotations

import functools
from math import comb
from typing import Any

from kibitz.errors import Stopped
from kibitz.games.backgammon.checkers import CHECKERS, HOME, OFF, Side, number, occupied, with_one
from kibitz.native import Native, jit

MOST = CHECKERS - 1
ROLLS = 32  # nobody needs more, except once in 10²⁰ games
POSITIONS = comb(MOST + HOME, HOME)
FEW = comb(6 + HOME, HOME)  # positions of up to six checkers: they have the lowest numbers
DICE = 21  # different rolls
PLAYS = 40  # more than there ever are with six checkers at home
CHOICES = tuple(comb(n, k) for n in range(MOST + HOME + 1) for k in range(HOME + 1))
WIDTH = HOME + 1
STOP = 0


def _far() -> Side:
    side = with_one(Side(0, 0), 1)
    for _ in range(MOST):
        side = with_one(side, OFF)
    return side


FAR = _far()  # a side in nobody's way: one checker on its ace point, the others off


@jit
def is_bearing_off(mine: Side, theirs: Side) -> bool:
    """Is everything at home, and something off on both sides?"""
    return not (occupied(mine) | occupied(theirs)) >> HOME + 1 and bool(occupied(mine) & occupied(theirs) & 1)


@jit
def place_of(side: Side) -> int:
    """The number of a side at home, counted so that every move leads to a lower one."""
    behind = place = 0
    for step in range(1, WIDTH):
        behind += number(side, WIDTH - step)
        place += CHOICES[(behind + step - 1) * WIDTH + step]
    return place


@jit
def side_at(place: int) -> Side:
    """The side with this number."""
    side = Side(0, 0)
    left = CHECKERS
    before = -1
    for step in range(HOME, 0, -1):
        behind = step - 1
        while CHOICES[(behind + 1) * WIDTH + step] <= place:
            behind += 1
        place -= CHOICES[behind * WIDTH + step]
        if before >= 0:
            for _ in range(before - behind - 1):
                side = with_one(side, HOME - step)
                left -= 1
        before = behind
    for _ in range(before):
        side = with_one(side, HOME)
        left -= 1
    for _ in range(left):
        side = with_one(side, OFF)
    return side


class Tables(Native):
    """The two tables, by the numbers of sides.

    `rolls` has a row of ROLLS probabilities for each side, `means` the rolls it needs on average. `pairs` has a row of
    FEW probabilities of winning for each side about to roll, one for each other side. `plays` are the numbers that a
    roll can lead to; `first` is where those of a side and a roll begin.
    """

    bare = ("rolls", "means", "pairs", "first", "plays", "orders")

    def __init__(self) -> None:
        import numpy as np

        self.rolls = np.zeros(POSITIONS * ROLLS, np.float64)
        self.means = np.zeros(POSITIONS, np.float64)
        self.pairs = np.zeros(FEW * FEW, np.float64)
        self.first = np.zeros(FEW * DICE + 1, np.int64)
        self.plays = np.zeros(FEW * DICE * PLAYS, np.int64)
        self.orders = np.zeros(1, np.int64)

    def stop(self) -> None:
        """End the work, from any thread."""
        self.orders[STOP] = 1


@jit
def fill_rolls(game: Any, s: Any, tables: Any) -> None:
    """Compute how many rolls each side needs, from sides with lower numbers."""
    rolls, means = tables.rolls, tables.means
    rolls[0] = 1.0
    for place in range(1, POSITIONS):
        if tables.orders[STOP] != 0:
            raise Stopped("stopped")
        alone = game.alone(side_at(place))
        for roll, probability in game.outcomes(alone):
            thrown = game.result(alone, roll)
            best = -1
            for a in game.actions(thrown):
                after = place_of(game.result(thrown, a).theirs)
                if best < 0 or means[after] < means[best]:
                    best = after
            means[place] += probability * (1.0 + means[best])
            for count in range(1, ROLLS):
                rolls[place * ROLLS + count] += probability * rolls[best * ROLLS + count - 1]


@jit
def fill_pairs(game: Any, s: Any, tables: Any) -> None:
    """Compute who wins where few checkers are left, from pairs whose numbers have a lower sum."""
    pairs, first, plays = tables.pairs, tables.first, tables.plays
    found = 0
    for place in range(FEW):
        alone = game.alone(side_at(place))
        turn = place * DICE
        for roll, _ in game.outcomes(alone):
            first[turn] = found
            turn += 1
            if place > 0:
                thrown = game.result(alone, roll)
                for a in game.actions(thrown):
                    plays[found] = place_of(game.result(thrown, a).theirs)
                    found += 1
    first[FEW * DICE] = found
    for total in range(2, 2 * FEW - 1):
        if tables.orders[STOP] != 0:
            raise Stopped("stopped")
        for me in range(max(1, total - FEW + 1), min(FEW - 1, total - 1) + 1):
            other = total - me
            wins = 0.0
            turn = me * DICE
            for _, probability in game.outcomes(s):
                least = 1.0  # what the other side may expect afterwards
                for at in range(first[turn], first[turn + 1]):
                    least = min(least, pairs[other * FEW + plays[at]])
                wins += probability * (1.0 - least)
                turn += 1
            pairs[me * FEW + other] = wins


@jit
def winning(rolls: Any, pairs: Any, mine: Side, theirs: Side) -> float:
    """How likely the side about to roll is to be done first."""
    me, other = place_of(mine), place_of(theirs)
    if me < FEW and other < FEW:
        return float(pairs[me * FEW + other])
    return ahead(rolls, me, other)


@jit
def ahead(rolls: Any, me: int, other: int) -> float:
    """How likely the side about to roll is to be done first, from the number of rolls that each side needs alone."""
    total = 0.0
    late = 1.0  # how likely the other side needs as many rolls, or more
    for count in range(1, ROLLS):
        late -= rolls[other * ROLLS + count - 1]
        total += rolls[me * ROLLS + count] * late
    return total


@functools.cache
def tables(make: Any) -> Tables:
    """Both tables, computed once per process, in a second or two. `make` makes the game."""
    from kibitz.native.execution import run

    game, made = make(), Tables()
    run(fill_rolls, game, game.initial(), made)
    run(fill_pairs, game, game.initial(), made)
    return made

"""Bearing off: how many rolls a side needs, exactly, for each of the 38,760 ways up to 14 checkers can stand at home.

Once both sides are at home and have borne off a checker, all that counts is who is done first. A side alone, playing so
that it needs the fewest rolls on the average, has a table of chances to be done in exactly 0, 1, 2, … rolls; two of them
say who wins. What that leaves out is that a side far behind should sometimes play for a quick end rather than for a
good average. On 1,000 positions whose chances are known exactly, of up to six checkers a side, the chance to win is off
by 0.0009 on the average, and by 0.0124 at most.
"""

from __future__ import annotations

import functools
from math import comb
from typing import Any

from kibitz.games.backgammon.checkers import CHECKERS, HOME, OFF, Side, number, occupied, with_one
from kibitz.native import Native, jit

MOST = CHECKERS - 1
ROLLS = 32  # nobody needs more, but for one time in 10²⁰
POSITIONS = comb(MOST + HOME, HOME)
CHOICES = tuple(comb(n, k) for n in range(MOST + HOME + 1) for k in range(HOME + 1))
WIDTH = HOME + 1
STOP = 0


@jit
def is_bearing_off(mine: Side, theirs: Side) -> bool:
    """Is everything at home, and something off on both sides?"""
    return not (occupied(mine) | occupied(theirs)) >> HOME + 1 and bool(occupied(mine) & occupied(theirs) & 1)


@jit
def place_of(side: Side) -> int:
    """The number of a side at home, counted so that every move leads to a lower one."""
    seen = place = 0
    for step in range(1, WIDTH):
        seen += number(side, WIDTH - step)
        place += CHOICES[(seen + step - 1) * WIDTH + step]
    return place


@jit
def side_at(place: int) -> Side:
    """The side with this number."""
    side = Side(0, 0)
    after = -1  # how many checkers and points are behind the one looked at last
    left = CHECKERS
    for step in range(HOME, 0, -1):
        behind = step - 1
        while CHOICES[(behind + 1) * WIDTH + step] <= place:
            behind += 1
        place -= CHOICES[behind * WIDTH + step]
        if after >= 0:
            for _ in range(after - behind - 1):
                side = with_one(side, HOME - step)
                left -= 1
        after = behind
    for _ in range(after):
        side = with_one(side, HOME)
        left -= 1
    for _ in range(left):
        side = with_one(side, OFF)
    return side


def _far() -> Side:
    side = with_one(Side(0, 0), 1)
    for _ in range(MOST):
        side = with_one(side, OFF)
    return side


FAR = _far()  # a side in nobody's way: one checker on its ace point, the others off


class Table(Native):
    """`chances` has a row of ROLLS for each position, `means` the rolls needed on the average."""

    bare = ("chances", "means", "told")

    def __init__(self) -> None:
        import numpy as np

        self.chances = np.zeros(POSITIONS * ROLLS, np.float64)
        self.means = np.zeros(POSITIONS, np.float64)
        self.told = np.zeros(1, np.int64)

    def stop(self) -> None:
        """End the work, from any thread."""
        self.told[STOP] = 1


@jit
def fill(game: Any, s: Any, table: Any) -> bool:
    """Work all positions out, each from those with lower numbers; False if told to stop."""
    chances, means = table.chances, table.means
    chances[0] = 1.0
    for place in range(1, POSITIONS):
        if table.told[STOP] != 0:
            return False
        alone = game.alone(side_at(place))
        for roll, probability in game.outcomes(alone):
            thrown = game.result(alone, roll)
            best = -1
            for a in game.actions(thrown):
                after = place_of(game.result(thrown, a).theirs)
                if best < 0 or means[after] < means[best]:
                    best = after
            means[place] += probability * (1.0 + means[best])
            for rolls in range(1, ROLLS):
                chances[place * ROLLS + rolls] += probability * chances[best * ROLLS + rolls - 1]
    return True


@jit
def winning(chances: Any, mine: Side, theirs: Side) -> float:
    """How likely the side about to roll is to be done first."""
    me, other = place_of(mine) * ROLLS, place_of(theirs) * ROLLS
    total = 0.0
    in_time = 1.0  # the other side needs as many rolls, or more
    for rolls in range(1, ROLLS):
        in_time -= chances[other + rolls - 1]
        total += chances[me + rolls] * in_time
    return total


@functools.cache
def rolls_to_go(make: Any) -> Any:
    """The chances for all positions, worked out once in a process: a third of a second. `make` makes the game."""
    from kibitz.native.running import run

    game, made = make(), Table()
    run(fill, game, game.initial(), made)
    return made.chances

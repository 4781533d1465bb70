"""Dead stones, settled by playouts: whoever has a point at the end of most simulations owns it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kibitz.games.go.board import BLACK, NOWHERE, State, last_action, meta_of, mover, moves_made
from kibitz.games.go.points import (
    NO_POINTS,
    Points,
    after_first,
    each,
    either,
    first_of,
    number_of,
    single,
    some,
    without,
)
from kibitz.games.go.stones import area, group_of
from kibitz.lookup.transposition import GOLDEN
from kibitz.native import Native, jit
from kibitz.native.bits import mix, wrap
from kibitz.native.execution import run

PLAYOUTS = 1_000
SETTLED = 0.95  # a point that one player owns in this share of the simulations is settled


class Owners(Native):
    """How often each point was Black's, and how often it was White's, at the end of a simulation."""

    bare = ("black", "white")

    def __init__(self, points: int) -> None:
        import numpy as np

        self.black = np.zeros(points, np.int64)
        self.white = np.zeros(points, np.int64)


@jit
def count_owners(game: Any, s: State, owners: Owners, number: int, seed: int) -> int:
    """Play a position out this many times, and count whose each point is in the end; how often Black is ahead."""
    ahead = 0
    for _ in range(number):
        after = s
        while not game.is_terminal(after):
            seed = wrap(seed + GOLDEN)
            after = game.result(after, game.playout(after, mix(seed)))
        mine, theirs = area(game, after.me, after.other), area(game, after.other, after.me)
        if mover(after) != BLACK:
            mine, theirs = theirs, mine
        while some(mine):
            owners.black[first_of(mine)] += 1
            mine = after_first(mine)
        while some(theirs):
            owners.white[first_of(theirs)] += 1
            theirs = after_first(theirs)
        if game.utility(after, BLACK) > 0.0:
            ahead += 1
    return ahead


@dataclass(frozen=True)
class Settled:
    """A position with its dead stones found: what playouts say of each of its points.

    `black` is Black's share of every point, from 0 to 1, by its number; `black_wins` is the share of simulations that
    Black wins.
    """

    game: Any
    s: State
    black: tuple[float, ...]
    black_wins: float

    @property
    def is_settled(self) -> bool:
        """Is it clear of every point whose it is?"""
        return all(share >= SETTLED or share <= 1.0 - SETTLED for share in self._shares())

    def _shares(self) -> Iterator[float]:
        return (self.black[point] for point in each(self.game.inside()))

    def groups(self, *, dead: bool) -> list[Points]:
        """The groups of both players that are dead, or that are not."""
        found = []
        for player, own in enumerate(stones_of(self.s)):
            left = self.game.trimmed(own)
            while some(left):
                group = group_of(self.game, single(first_of(left)), self.game.trimmed(own))
                left = without(left, group)
                shares = [self.black[point] if player == BLACK else 1.0 - self.black[point] for point in each(group)]
                if (sum(shares) < len(shares) / 2) is dead:
                    found.append(group)
        return found

    def lead(self) -> int:
        """By how many points Black has more than White once the dead stones are taken away."""
        dead = NO_POINTS
        for group in self.groups(dead=True):
            dead = either(dead, group)
        black, white = (without(stones, dead) for stones in stones_of(self.s))
        return number_of(area(self.game, black, white)) - number_of(area(self.game, white, black))


def stones_of(s: State) -> tuple[Points, Points]:
    """Black's stones and White's."""
    return (s.me, s.other) if mover(s) == BLACK else (s.other, s.me)


def resumed(s: State) -> State:
    """The same board with the passes forgotten, so that it can be played on."""
    return State(s.me, s.other, meta_of(mover(s), 0, NOWHERE, last_action(s), NOWHERE, min(moves_made(s), 1)))


def with_mover(s: State, player: int) -> State:
    """The same board with this player to move; the other one's turn is left out, and is no pass."""
    if mover(s) == player:
        return s
    return State(s.other, s.me, meta_of(player, 0, NOWHERE, last_action(s), NOWHERE, moves_made(s)))


def settled(game: Any, s: State, *, playouts: int = PLAYOUTS, seed: int = 1, interpreted: bool = False) -> Settled:
    """What playouts say of a position: whose each point is, and which stones are dead.

    Half of them begin with either player, so that it is not the move that decides.
    """
    owners = Owners(game.size * game.stride)
    start = resumed(s)
    turned = with_mover(start, 1 - mover(s))
    half = max(1, playouts // 2)
    ahead = 0
    for number, each_start in enumerate((start, turned)):
        ahead += int(run(count_owners, game, each_start, owners, half, mix(seed + number), interpreted=interpreted))
    counted = [(int(b), int(w)) for b, w in zip(owners.black, owners.white, strict=True)]
    return Settled(game, s, tuple((2 * half + b - w) / (4 * half) for b, w in counted), ahead / (2 * half))

"""What positions are worth, as far as a walk can tell: two numbers between which the value lies with certainty.

Where everything that follows was walked the two are one, whatever the game claims about itself. Values are for
player 0, under best play, in a game for two with a constant sum, or for one. In other games they are what player 0 can
end with at all.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from kibitz.check.walk import Place, Walk
from kibitz.game import CHANCE, MAX, answers

LITTLE = 1e-9
MOST_STEPS = 1_000_000  # from one position to another, of all sweeps together


class Worth:
    """The value of every position of a walk, between `low` and `high`; what players can end with: `least`, `most`."""

    def __init__(self, walk: Walk) -> None:
        game = walk.game
        self._walk = walk
        is_for_two = game.players == 2 and game.facts.zero_sum
        self.is_value = (game.players == 1 or is_for_two) and not game.repetition_is_illegal
        size = len(walk.places)
        self.low, self.high = [-inf] * size, [inf] * size
        # By player: the least and the most of all ends that were found below a position; empty where nobody asks.
        players = range(game.players if answers(game, "stakes") or not self.is_value else 0)
        self.least, self.most = [[inf] * size for _ in players], [[-inf] * size for _ in players]
        self.is_complete = [False] * size  # everything that follows was walked
        self.order, self.cycle = backwards(walk, lambda place: place.after)
        self._sweep()

    def is_exact(self, number: int) -> bool:
        """Is the value of this position known?"""
        return self.is_value and self.high[number] - self.low[number] <= LITTLE

    def said(self, number: int) -> str:
        """What is known of a value, for a sentence."""
        low, high = self.low[number], self.high[number]
        if high - low <= LITTLE:
            return f"{low:g}"
        return f"{low:g} or more" if high == inf else f"{high:g} or less" if low == -inf else f"{low:g} to {high:g}"

    def _sweep(self) -> None:
        """From the ends back to the beginning: once, or until nothing changes where positions come back."""
        places, steps = self._walk.places, 0
        is_changed = True
        while is_changed and steps < MOST_STEPS:
            is_changed = False
            for number in self.order:
                place = places[number]
                steps += 1 + len(place.after)
                if place.is_known and self._update(number, place):
                    is_changed = True
            if self.cycle is None:
                break

    def _update(self, number: int, place: Place) -> bool:
        """Work one position out from those that follow; has it changed?"""
        before = self.low[number], self.high[number]
        ends = [(row[number], other[number]) for row, other in zip(self.least, self.most, strict=True)]
        if place.over:
            for least, most, share in zip(self.least, self.most, place.shares, strict=False):
                least[number] = most[number] = share
            self.low[number] = self.high[number] = place.shares[MAX] if place.shares else inf
            self.is_complete[number] = True
        elif place.after:
            for least, most in zip(self.least, self.most, strict=True):
                least[number] = min(map(least.__getitem__, place.after))
                most[number] = max(map(most.__getitem__, place.after))
            self.is_complete[number] = self.cycle is None and all(map(self.is_complete.__getitem__, place.after))
            self.low[number], self.high[number] = self._between(number, place)
        now = self.low[number], self.high[number]
        gained = max(now[0] - before[0], before[1] - now[1])
        return gained > LITTLE or ends != [
            (row[number], other[number]) for row, other in zip(self.least, self.most, strict=True)
        ]

    def _between(self, number: int, place: Place) -> tuple[float, float]:
        """The value of a position in which the game goes on, from the values of those that follow."""
        low, high = self.low, self.high
        if not self.is_value:
            return (self.least[MAX][number], self.most[MAX][number]) if self.is_complete[number] else (-inf, inf)
        if place.player == CHANCE:
            pairs = [pair for pair in zip(place.weights, place.after, strict=True) if pair[0] > 0]
            return sum(weight * low[n] for weight, n in pairs), sum(weight * high[n] for weight, n in pairs)
        best = max if place.player == MAX else min
        return best(map(low.__getitem__, place.after)), best(map(high.__getitem__, place.after))


def backwards(walk: Walk, following: Callable[[Place], list[int]]) -> tuple[list[int], list[int] | None]:
    """All positions, each after those that follow it as far as that can be; and one cycle of them, if there is one."""
    places = walk.places
    order: list[int] = []
    cycle: list[int] | None = None
    colour = bytearray(len(places))  # 0: not met, 1: on the way from the root, 2: done
    for root in range(len(places)):
        if colour[root]:
            continue
        path, left = [root], [iter(following(places[root]))]
        colour[root] = 1
        while path:
            number = next(left[-1], None)
            if number is None:
                colour[path[-1]] = 2
                order.append(path.pop())
                left.pop()
            elif colour[number] == 0:
                colour[number] = 1
                path.append(number)
                left.append(iter(following(places[number])))
            elif colour[number] == 1 and cycle is None:
                cycle = path[path.index(number) :]
    return order, cycle

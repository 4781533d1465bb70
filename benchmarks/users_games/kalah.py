"""Kalah: sow the seeds of a house; a last seed in your store moves again, one in an empty house of yours captures."""

from typing import NamedTuple

import kibitz as kz


class State(NamedTuple):
    pits: tuple[int, ...]  # the houses of player 0, their store, the houses of player 1, their store
    mover: int


class Kalah(kz.Game):
    """Kalah: have more seeds in your store in the end"""

    whole = True

    def __init__(self, houses: int = 4, seeds: int = 3) -> None:
        self.houses = houses
        self.seeds = seeds
        self.utility_range = (-2 * houses * seeds, 2 * houses * seeds)

    def initial(self):
        side = (self.seeds,) * self.houses + (0,)
        return State(side + side, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        first = s.mover * (self.houses + 1)
        for house in range(self.houses):
            if s.pits[first + house] > 0:
                yield house

    def result(self, s, house):
        size = self.houses + 1
        first = s.mover * size
        store = first + self.houses
        other_store = (store + size) % (2 * size)
        b = list(s.pits)
        pit = first + house
        seeds = b[pit]
        b[pit] = 0
        while seeds > 0:
            pit = (pit + 1) % (2 * size)
            if pit != other_store:
                b[pit] += 1
                seeds -= 1
        mover = 1 - s.mover
        if pit == store:
            mover = s.mover
        elif first <= pit < store and b[pit] == 1:
            opposite = 2 * self.houses - pit
            if b[opposite] > 0:
                b[store] += b[opposite] + 1
                b[opposite] = 0
                b[pit] = 0
        if sum(b[: self.houses]) == 0 or sum(b[size : size + self.houses]) == 0:
            for i in range(self.houses):  # what is left belongs to whose side it lies on
                b[self.houses] += b[i]
                b[size + self.houses] += b[size + i]
                b[i] = 0
                b[size + i] = 0
        return State(tuple(b), mover)

    def is_terminal(self, s):
        return s.pits[self.houses] + s.pits[2 * self.houses + 1] == 2 * self.houses * self.seeds

    def utility(self, s, player):
        lead = s.pits[self.houses] - s.pits[2 * self.houses + 1]
        return lead if player == 0 else -lead

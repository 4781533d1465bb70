"""Subtract a square: take 1, 4, 9, 16… stones from a pile; whoever takes the last one wins.

Try `python examples/subtract_square.py`, or `kibitz best examples/subtract_square.py:SubtractSquare --set stones=20`.
"""

from collections.abc import Iterator
from typing import NamedTuple

import kibitz as kz


class State(NamedTuple):
    stones: int
    mover: int


class SubtractSquare(kz.Game):
    """Take a square number of stones; the last one wins"""

    def __init__(self, stones: int = 20) -> None:
        self.stones = stones

    def initial(self) -> State:
        return State(self.stones, 0)

    def player(self, s: State) -> int:
        return s.mover

    def actions(self, s: State) -> Iterator[int]:
        root = 1
        while root * root <= s.stones:
            yield root * root
            root += 1

    def result(self, s: State, take: int) -> State:
        return State(s.stones - take, 1 - s.mover)

    def is_terminal(self, s: State) -> bool:
        return s.stones == 0

    def utility(self, s: State, player: int) -> int:
        return -1 if player == s.mover else 1  # nothing is left: the other one took it


if __name__ == "__main__":
    game = SubtractSquare()
    lost = [stones for stones in range(1, 26) if kz.solve(game, State(stones, 0)) < 0]
    print("A pile that you should leave to your opponent has one of these sizes:", *lost)
    print(f"From {game.stones} stones:", kz.analyse(game).words)

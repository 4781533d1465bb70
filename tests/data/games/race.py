"""Two kings race to the other's side of a 5×5 board. They can also go back and forth for ever."""

from collections.abc import Iterator
from typing import NamedTuple

from kibitz import Game

WIN = 3_000.0


class State(NamedTuple):
    """Where the two kings stand, row by row, and whose turn it is."""

    first: int
    second: int
    turn: int


class Race(Game):
    """Be the first on the other side; nobody may step onto the other's square."""

    utility_range = (-WIN, WIN)
    whole = True
    guesses_within = True
    unit = 10.0
    swing = 10.0
    haste = 1.0
    repetition = 0.0

    def initial(self) -> State:
        return State(2, 22, 0)

    def player(self, s: State) -> int:
        return s.turn

    def actions(self, s: State) -> Iterator[int]:
        if self.is_terminal(s):
            return
        at = s.first if s.turn == 0 else s.second
        other = s.second if s.turn == 0 else s.first
        if at // 5 < 4 and at + 5 != other:
            yield 5
        if at // 5 > 0 and at - 5 != other:
            yield -5
        if at % 5 < 4 and at + 1 != other:
            yield 1
        if at % 5 > 0 and at - 1 != other:
            yield -1

    def result(self, s: State, a: int) -> State:
        return State(s.first + a, s.second, 1) if s.turn == 0 else State(s.first, s.second + a, 0)

    def is_terminal(self, s: State) -> bool:
        return s.first // 5 == 4 or s.second // 5 == 0

    def utility(self, s: State, player: int) -> float:
        return WIN if (s.first // 5 == 4) == (player == 0) else -WIN

    def evaluate(self, s: State, player: int) -> float:
        ahead = 10.0 * (s.first // 5 - (4 - s.second // 5))
        return ahead if player == 0 else -ahead

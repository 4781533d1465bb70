"""Twenty-one with a die: roll as often as you like and add up; more than 21 is worth nothing. When should you stop?

Try `python examples/twenty_one.py`, or `kibitz best examples/twenty_one.py:TwentyOne "(15,0,0)"`.
"""

from collections.abc import Iterator
from typing import NamedTuple

import kibitz as kz

STOP, ROLL = 0, 1


class State(NamedTuple):
    total: int
    rolling: int  # 1 while the die is in the air
    over: int


class TwentyOne(kz.Game):
    """Roll a die until you stop; more than 21 is worth nothing"""

    players = 1

    def initial(self) -> State:
        return State(0, 0, 0)

    def player(self, s: State) -> int:
        return kz.CHANCE if s.rolling else 0

    def actions(self, s: State) -> Iterator[int]:
        if not s.over:
            yield STOP
            yield ROLL

    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        for face in range(1, 7):
            yield face, 1 / 6

    def result(self, s: State, a: int) -> State:
        if s.rolling:
            return State(s.total + a, 0, 1 if s.total + a >= 21 else 0)
        return State(s.total, 1, 0) if a == ROLL else State(s.total, 0, 1)

    def is_terminal(self, s: State) -> bool:
        return s.over == 1

    def utility(self, s: State, player: int) -> int:
        return s.total if s.total <= 21 else 0

    def action_text(self, s: State, a: int) -> str:
        return str(a) if s.rolling else ("stop", "roll")[a]


if __name__ == "__main__":
    game = TwentyOne()
    for total in range(12, 21):
        answer = kz.analyse(game, State(total, 0, 0))
        print(f"at {total}: {answer.best}, worth {answer.value:.3f}")
    print(f"the whole game is worth {kz.solve(game):.3f}")

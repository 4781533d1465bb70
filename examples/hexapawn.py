"""Hexapawn: three pawns a side on a 3×3 board. Reach the far row, or leave the other side without a move.

Try `python examples/hexapawn.py`, or `kibitz play examples/hexapawn.py:Hexapawn`.
"""

from collections.abc import Iterator
from typing import NamedTuple

import kibitz as kz


class State(NamedTuple):
    """Pawns, one bit a square: 0 1 2 in the top row, 6 7 8 in the bottom row. White moves up."""

    white: int
    black: int
    mover: int


class Move(NamedTuple):
    start: int
    end: int


class Hexapawn(kz.Game):
    """Hexapawn, chess with three pawns a side"""

    def initial(self) -> State:
        return State(0b111_000_000, 0b000_000_111, 0)

    def player(self, s: State) -> int:
        return s.mover

    def actions(self, s: State) -> Iterator[Move]:
        if s.white & 0b000_000_111 == 0 and s.black & 0b111_000_000 == 0:  # nobody has reached the far row
            mine, theirs, step = (s.white, s.black, -3) if s.mover == 0 else (s.black, s.white, 3)
            for start in range(9):
                if mine >> start & 1:
                    ahead = start + step
                    if not (mine | theirs) >> ahead & 1:
                        yield Move(start, ahead)
                    if start % 3 > 0 and theirs >> (ahead - 1) & 1:
                        yield Move(start, ahead - 1)
                    if start % 3 < 2 and theirs >> (ahead + 1) & 1:
                        yield Move(start, ahead + 1)

    def result(self, s: State, move: Move) -> State:
        gone, come = 1 << move.start, 1 << move.end
        if s.mover == 0:
            return State(s.white ^ gone | come, s.black & ~come, 1)
        return State(s.white & ~come, s.black ^ gone | come, 0)

    def is_terminal(self, s: State) -> bool:
        for _ in self.actions(s):
            return False
        return True

    def utility(self, s: State, player: int) -> int:
        return -1 if player == s.mover else 1  # no move left, or the other side has just come through

    def action_text(self, s: State, move: Move) -> str:
        return "".join("abc"[square % 3] + "321"[square // 3] for square in move)

    def picture(self, s: State) -> kz.Picture:
        symbols = ["P" if s.white >> n & 1 else "p" if s.black >> n & 1 else "." for n in range(9)]
        rows = tuple(tuple(symbols[n : n + 3]) for n in (0, 3, 6))
        clicks = {self.action_text(s, m): (divmod(m.start, 3), divmod(m.end, 3)) for m in self.actions(s)}
        return kz.Picture(
            rows, {"P": 0, "p": 1}, column_labels=tuple("abc"), row_labels=tuple("321"), clicks=clicks, chequered=True
        )


if __name__ == "__main__":
    game = Hexapawn()
    print(game.picture(game.initial()))
    print(kz.analyse(game))
    print("White moves first, and", "wins." if kz.solve(game) > 0 else "loses.")

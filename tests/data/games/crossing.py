"""Moves of every kind the page has to offer: a pawn that turns into something, jumps that go on, and a pass.

Each player may do one thing of each kind, in any order; White moves first. It is a tour of pictures, not a contest.
"""

from collections.abc import Iterator
from typing import NamedTuple

import kibitz as kz

QUEEN, KNIGHT, LEFT, RIGHT, FAR, TAKE, PASS = range(7)
NAMES = ("a3a4q", "a3a4n", "d1-b1-b3", "d1-d3-b3", "d1-d3-b3-b5", "c3d4", "pass")
CELLS = {
    QUEEN: ((2, 0), (1, 0)),
    KNIGHT: ((2, 0), (1, 0)),
    LEFT: ((4, 3), (4, 1), (2, 1)),
    RIGHT: ((4, 3), (2, 3), (2, 1)),
    FAR: ((4, 3), (2, 3), (2, 1), (0, 1)),
    TAKE: ((2, 2), (1, 3)),
}


class State(NamedTuple):
    """Which kinds of moves White has made: 0 none, else what was done, from 1."""

    pawn: int
    man: int
    taken: int
    mover: int


class Crossing(kz.Game):
    """A pawn to promote, a man that jumps, a knight to take, and a pass."""

    def initial(self) -> State:
        return State(0, 0, 0, 0)

    def player(self, s: State) -> int:
        return s.mover

    def actions(self, s: State) -> Iterator[int]:
        if s.mover == 1:
            yield PASS
            return
        if s.pawn == 0:
            yield QUEEN
            yield KNIGHT
        if s.man == 0:
            yield LEFT
            yield RIGHT
            yield FAR
        if s.taken == 0:
            yield TAKE

    def result(self, s: State, a: int) -> State:
        if a == PASS:
            return State(s.pawn, s.man, s.taken, 0)
        if a <= KNIGHT:
            return State(1 + a, s.man, s.taken, 1)
        if a <= FAR:
            return State(s.pawn, a, s.taken, 1)
        return State(s.pawn, s.man, 1, 1)

    def is_terminal(self, s: State) -> bool:
        return s.pawn > 0 and s.man > 0 and s.taken > 0 and s.mover == 0

    def utility(self, s: State, player: int) -> int:
        return 0

    def action_text(self, s: State, a: int) -> str:
        return NAMES[a]

    def picture(self, s: State) -> kz.Picture:
        cells = [["."] * 4 for _ in range(5)]
        cells[0][0] = "k"
        if s.taken == 0:
            cells[1][3], cells[2][2] = "n", "P"
        else:
            cells[1][3] = "P"
        at = (2, 0) if s.pawn == 0 else (1, 0)
        cells[at[0]][at[1]] = "PQN"[s.pawn]
        row, column = (4, 3) if s.man == 0 else CELLS[s.man][-1]
        cells[row][column] = "m"
        legal = [] if self.is_terminal(s) else list(self.actions(s))
        white = {"P": kz.Piece("pawn"), "Q": kz.Piece("queen"), "N": kz.Piece("knight"), "m": kz.Piece("man")}
        black = {"k": kz.Piece("king", is_white=False), "n": kz.Piece("knight", is_white=False)}
        return kz.Picture(
            tuple(map(tuple, cells)),
            {**dict.fromkeys(white, 0), **dict.fromkeys(black, 1)},
            column_labels=tuple("abcd"),
            row_labels=tuple("54321"),
            clicks={NAMES[a]: CELLS[a] for a in legal if a != PASS},
            chequered=True,
            surface="wood",
            pieces={**white, **black},
            becomes={NAMES[a]: "QN"[a] for a in legal if a <= KNIGHT},
            threatened=frozenset({(0, 0)}) if s.pawn == 1 else frozenset(),
        )

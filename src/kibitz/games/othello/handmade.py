"""An evaluation of Othello by rules of thumb: mobility, corners and what stands next to them, stable edges, parity."""

from __future__ import annotations

from kibitz.games.othello.board import Board, State
from kibitz.native import jit
from kibitz.native.bits import count

MOBILITY, FRONTIER, CORNER, BESIDE, PARITY = 0.9, 0.25, 7.0, 2.5, 2.0  # what each is worth, in discs


@jit
def handmade(game: Board, s: State) -> float:
    """What a position is worth to the player to move, in discs.

    Discs hardly count before the end: many are a burden, for they give the other something to turn over. What counts is
    to have more moves than the other, now (mobility) and later (empty squares beside the other's discs), corners, which
    are never turned over, no disc beside an empty corner, which gives it away, and the last move.
    """
    empty = game.empty(s)
    replies = game.legal(s.other, s.me)
    v = MOBILITY * (count(s.moves) - count(replies))
    v += FRONTIER * (count(game.around(s.other) & empty) - count(game.around(s.me) & empty))
    v += CORNER * (count(s.me & game.corners) - count(s.other & game.corners))
    beside = game.around(game.corners & empty) & ~game.corners
    v -= BESIDE * (count(s.me & beside) - count(s.other & beside))
    v += PARITY if game.left(s) & 1 else -PARITY
    return min(max(v, -float(game.cells)), float(game.cells))

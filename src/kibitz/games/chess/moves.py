"""Where the pieces of the player to move may go: legal moves only, none made to be tested but captures in passing."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.games.chess.attacks import (
    Words,
    attackers,
    diagonal,
    is_attacked,
    king,
    king_square,
    knight,
    pawn,
    pinned,
    straight,
)
from kibitz.games.chess.board import (
    BLACK,
    BLACK_LONG,
    BLACK_SHORT,
    FIRST_RANK,
    LAST_RANKS,
    WHITE_LONG,
    WHITE_SHORT,
    State,
    castling,
    diagonal_sliders,
    in_passing,
    kings,
    knights,
    mover,
    occupied,
    occupied_by,
    pawns,
    straight_sliders,
)
from kibitz.games.chess.magics import BETWEEN, LINE, QUEEN_LINES
from kibitz.native.bits import bit, down, lowest, up, without_lowest

# A player's pieces are taken in groups that go alike; queens are in two of them.
PAWNS, KNIGHTS, DIAGONALS, STRAIGHTS, KINGS = range(5)
GROUPS = 5

ANYWHERE = -1
SECOND_RANKS = FIRST_RANK << 8 | FIRST_RANK << 48
# What a pawn becomes, and then what else: four bits at each kind of piece. A queen is first, and a bishop last.
NEXT_PROMOTION = 0x105020


class Scene(NamedTuple):
    """What decides which moves are legal, worked out once for a position."""

    player: int
    mine: int  # all pieces of the player to move
    pieces: int  # all pieces
    king: int  # the square of the mover's king
    allowed: int  # where other pieces than the king may go: anywhere, or to end a check
    wanted: int  # where a king is asked to go; castling is only where that is anywhere
    pinned: int  # the mover's pieces that may only move on the line of their king


def scene(tables: Words, s: State) -> Scene:
    """What decides which moves are legal here."""
    player = mover(s)
    mine = occupied_by(s, player)
    square = king_square(s, player)
    allowed = ~mine
    if s.checks:
        between = int(tables[BETWEEN + 64 * square + lowest(s.checks)])
        allowed = 0 if without_lowest(s.checks) else s.checks | between
    return Scene(player, mine, occupied(s), square, allowed, ANYWHERE, pinned(tables, s, player, square))


def noisy_scene(here: Scene) -> Scene:
    """The same where only captures are wanted, and pawns that are promoted."""
    theirs = here.pieces & ~here.mine
    allowed = here.allowed & (theirs | LAST_RANKS)
    return Scene(here.player, here.mine, here.pieces, here.king, allowed, theirs, here.pinned)


def group_of(s: State, here: Scene, group: int) -> int:
    """The mover's pieces of a group."""
    if group == PAWNS:
        return pawns(s) & here.mine
    if group == KNIGHTS:
        return knights(s) & here.mine
    if group == DIAGONALS:
        return diagonal_sliders(s) & here.mine
    if group == STRAIGHTS:
        return straight_sliders(s) & here.mine
    return kings(s) & here.mine


def targets(tables: Words, s: State, here: Scene, group: int, origin: int) -> int:
    """Where a piece of this group, on this square, may go."""
    if group == KINGS:
        return king_targets(tables, s, here)
    if group == PAWNS:
        found = pawn_targets(tables, s, here, origin)
    elif group == KNIGHTS:
        found = knight(tables, origin)
    elif group == DIAGONALS:
        found = diagonal(tables, origin, here.pieces)
    else:
        found = straight(tables, origin, here.pieces)
    found &= here.allowed
    if here.pinned >> origin & 1:
        found &= int(tables[LINE + 64 * here.king + origin])
    if group == PAWNS and in_passing(s) and may_take_in_passing(tables, s, origin):
        found |= bit(in_passing(s))
    return found


def pawn_targets(tables: Words, s: State, here: Scene, origin: int) -> int:
    """Where a pawn goes or takes, but for taking in passing, whether or not that is legal."""
    empty = ~here.pieces
    stone = bit(origin)
    if here.player == BLACK:
        ahead = down(stone, 8) & empty
        twice = down(ahead, 8)
    else:
        ahead = up(stone, 8) & empty
        twice = up(ahead, 8)
    if stone & SECOND_RANKS and twice & ~LAST_RANKS:
        ahead |= twice & empty
    return ahead | pawn(tables, here.player, origin) & here.pieces


def king_targets(tables: Words, s: State, here: Scene) -> int:
    """Where the king may go, castling included."""
    left = king(tables, here.king) & ~here.mine & here.wanted
    without_king = here.pieces & ~bit(here.king)
    found = 0
    while left:
        square = lowest(left)
        left = without_lowest(left)
        if not is_attacked(tables, s, square, 1 - here.player, without_king):
            found |= bit(square)
    rights = castling(s)
    if rights and s.checks == 0 and here.wanted == ANYWHERE:
        short, long = (BLACK_SHORT, BLACK_LONG) if here.player else (WHITE_SHORT, WHITE_LONG)
        if rights & short and castles(tables, s, here, found, 1):
            found |= bit(here.king + 2)
        if rights & long and castles(tables, s, here, found, -1):
            found |= bit(here.king - 2)
    return found


def castles(tables: Words, s: State, here: Scene, safe: int, step: int) -> bool:
    """Is the way free for castling to this side, and neither square on the king's way attacked?"""
    if not safe >> (here.king + step) & 1:
        return False
    rook = here.king + 3 if step > 0 else here.king - 4
    if int(tables[BETWEEN + 64 * here.king + rook]) & here.pieces:
        return False
    return not is_attacked(tables, s, here.king + 2 * step, 1 - here.player, here.pieces)


def may_take_in_passing(tables: Words, s: State, origin: int) -> bool:
    """May the pawn on this square take the one that has just passed, which leaves the king unattacked?"""
    player = mover(s)
    passing = in_passing(s)
    if not pawn(tables, player, origin) >> passing & 1:
        return False
    taken = bit(passing + 8 if player else passing - 8)
    pieces = occupied(s) & ~taken & ~bit(origin) | bit(passing)
    theirs = occupied_by(s, 1 - player) & ~taken
    return attackers(tables, s, king_square(s, player), pieces) & theirs == 0


def has_move(tables: Words, s: State) -> bool:
    """Is there a legal move?"""
    if s.checks == 0 and has_free_pawn(tables, s):
        return True
    here = scene(tables, s)
    for group in range(GROUPS):
        left = group_of(s, here, group)
        while left:
            if targets(tables, s, here, group, lowest(left)):
                return True
            left = without_lowest(left)
    return False


def has_free_pawn(tables: Words, s: State) -> bool:
    """May a pawn step ahead that cannot be pinned, since it is on no line of its king? Mostly one may."""
    player = mover(s)
    square = king_square(s, player)
    free = pawns(s) & occupied_by(s, player) & ~int(tables[QUEEN_LINES + square])
    ahead = down(free, 8) if player else up(free, 8)
    return ahead & ~occupied(s) != 0

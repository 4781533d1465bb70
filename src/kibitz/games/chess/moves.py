"""Where the pieces of the player to move may go: legal moves only, none made to be tested but captures in passing."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.games.chess.attacks import (
    Words,
    attackers,
    is_attacked,
    king,
    king_square,
    knight,
    pawn,
    pinned,
    slides,
)
from kibitz.games.chess.board import (
    BLACK,
    FILE_A,
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
from kibitz.games.chess.magics import BETWEEN, DIAGONAL, LINE, QUEEN_LINES, STRAIGHT
from kibitz.native.bits import bit, down, lowest, up, without_lowest, wrap

# A player's pieces are taken in groups that go alike; queens are in two of them.
PAWNS, KNIGHTS, DIAGONALS, STRAIGHTS, KINGS = range(5)
GROUPS = 5

SECOND_RANK, THIRD_RANK, SIXTH_RANK, SEVENTH_RANK = (FIRST_RANK << 8 * rank for rank in (1, 2, 5, 6))
FILE_H = wrap(FILE_A << 7)
# What a pawn becomes, and then what else: four bits at each kind of piece. A queen is first, and a bishop last.
NEXT_PROMOTION = 0x105020


class Scene(NamedTuple):
    """What decides which moves are legal, worked out once for a position."""

    player: int
    mine: int  # all pieces of the player to move
    pieces: int  # all pieces
    king: int  # the square of the mover's king
    pinned: int  # the mover's pieces that may only move on the line of their king
    allowed: int  # where other pieces than the king may go: anywhere, or to end a check; or only where they take
    king_targets: int  # where the king may go
    passers: int  # the pawns that may take in passing


def scene(tables: Words, s: State) -> Scene:
    """What decides which moves are legal here."""
    player = mover(s)
    mine, square = occupied_by(s, player), king_square(s, player)
    return Scene(
        player,
        mine,
        occupied(s),
        square,
        pinned(tables, s, player, square),
        ending_checks(tables, s, mine, square),
        king_targets(tables, s, ~mine) | castling_targets(tables, s),
        passers(tables, s),
    )


def noisy_scene(tables: Words, s: State) -> Scene:
    """What decides which captures are legal here, and which pawns are promoted."""
    player = mover(s)
    mine, square = occupied_by(s, player), king_square(s, player)
    theirs = occupied(s) & ~mine
    return Scene(
        player,
        mine,
        occupied(s),
        square,
        pinned(tables, s, player, square),
        ending_checks(tables, s, mine, square) & (theirs | LAST_RANKS),
        king_targets(tables, s, theirs),
        passers(tables, s),
    )


def ending_checks(tables: Words, s: State, mine: int, square: int) -> int:
    """Where other pieces than the king, on this square, may go: anywhere but onto their own, or to end a check."""
    if s.checks == 0:
        return ~mine
    between = int(tables[BETWEEN + 64 * square + lowest(s.checks)])
    return 0 if without_lowest(s.checks) else s.checks | between


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


def noisy_group_of(s: State, here: Scene, group: int) -> int:
    """The mover's pieces of a group, of the pawns only those that attack something or are about to be promoted."""
    found = group_of(s, here, group)
    if group == PAWNS:
        taken = here.pieces & ~here.mine
        if here.player == BLACK:
            found &= up(taken, 7) & ~FILE_H | up(taken, 9) & ~FILE_A | SECOND_RANK | here.passers
        else:
            found &= down(taken, 7) & ~FILE_A | down(taken, 9) & ~FILE_H | SEVENTH_RANK | here.passers
    return found


def targets(tables: Words, s: State, here: Scene, group: int, origin: int) -> int:
    """Where a piece of this group, on this square, may go."""
    if group == KINGS:
        return here.king_targets
    if group == PAWNS:
        found = pawn_targets(tables, here, origin)
    elif group == KNIGHTS:
        found = knight(tables, origin)
    else:
        found = slides(tables, (DIAGONAL if group == DIAGONALS else STRAIGHT) + 4 * origin, here.pieces)
    found &= here.allowed
    if here.pinned >> origin & 1:
        found &= int(tables[LINE + 64 * here.king + origin])
    if group == PAWNS and here.passers >> origin & 1:
        found |= bit(in_passing(s))
    return found


def pawn_targets(tables: Words, here: Scene, origin: int) -> int:
    """Where a pawn goes or takes, but for taking in passing, whether or not that is legal."""
    empty = ~here.pieces
    stone = bit(origin)
    if here.player == BLACK:
        ahead = down(stone, 8) & empty
        twice = down(ahead & SIXTH_RANK, 8)
    else:
        ahead = up(stone, 8) & empty
        twice = up(ahead & THIRD_RANK, 8)
    return ahead | twice & empty | pawn(tables, here.player, origin) & here.pieces


def king_targets(tables: Words, s: State, wanted: int) -> int:
    """Where the king may go among these squares, without castling."""
    player = mover(s)
    square = king_square(s, player)
    left = king(tables, square) & wanted
    without_king = occupied(s) & ~bit(square)
    found = 0
    while left:
        target = lowest(left)
        left = without_lowest(left)
        if not is_attacked(tables, s, target, 1 - player, without_king):
            found |= bit(target)
    return found


def castling_targets(tables: Words, s: State) -> int:
    """Where the king may go by castling."""
    player = mover(s)
    rights = castling(s) >> 2 * player & 3
    if rights == 0 or s.checks:
        return 0
    square = king_square(s, player)
    found = 0
    if rights & WHITE_SHORT and castles(tables, s, square, 1):
        found |= bit(square + 2)
    if rights & WHITE_LONG and castles(tables, s, square, -1):
        found |= bit(square - 2)
    return found


def castles(tables: Words, s: State, square: int, step: int) -> bool:
    """Is the way free for castling to this side, and neither square on the king's way attacked?"""
    rook = square + 3 if step > 0 else square - 4
    pieces = occupied(s)
    if int(tables[BETWEEN + 64 * square + rook]) & pieces:
        return False
    other = 1 - mover(s)
    if is_attacked(tables, s, square + step, other, pieces):
        return False
    return not is_attacked(tables, s, square + 2 * step, other, pieces)


def passers(tables: Words, s: State) -> int:
    """The mover's pawns that may take in passing."""
    passing = in_passing(s)
    found = 0
    if passing:
        player = mover(s)
        left = pawn(tables, 1 - player, passing) & pawns(s) & occupied_by(s, player)
        while left:
            if may_take_in_passing(tables, s, lowest(left)):
                found |= bit(lowest(left))
            left = without_lowest(left)
    return found


def may_take_in_passing(tables: Words, s: State, origin: int) -> bool:
    """May the pawn on this square, beside the one that has just passed, take it and leave its king unattacked?"""
    player = mover(s)
    passing = in_passing(s)
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

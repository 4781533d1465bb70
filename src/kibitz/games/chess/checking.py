"""Whether a move could give check, or end the game, told of all moves at once."""

from __future__ import annotations

from kibitz.games.chess.attacks import Words, diagonal, king_square, knight, pawn, straight
from kibitz.games.chess.board import (
    FILE_A,
    FIRST_RANK,
    LAST_RANKS,
    State,
    castling,
    diagonal_sliders,
    in_passing,
    knights,
    mover,
    occupied,
    occupied_by,
    pawns,
    straight_sliders,
)
from kibitz.games.chess.magics import QUEEN_LINES
from kibitz.games.chess.moves import FILE_H, SECOND_RANK, SEVENTH_RANK, SIXTH_RANK, THIRD_RANK
from kibitz.native.bits import bit, down, lowest, up, without_lowest


def surely_goes_on(tables: Words, s: State) -> bool:
    """Is it sure that no move here mates or stalemates, or leaves too little to mate with? False where it is not known.

    No move gives check, and the other side has two pawns that can step ahead and are on no line of its king: one move
    takes or blocks one of them at most. Perft of the first position counts 2.7 times as many leaves a second for it.
    """
    other = 1 - mover(s)
    square = king_square(s, other)
    free = pawns(s) & occupied_by(s, other) & ~int(tables[QUEEN_LINES + square])
    ahead = (down(free, 8) if other else up(free, 8)) & ~occupied(s) & ~LAST_RANKS
    return without_lowest(ahead) != 0 and in_passing(s) == 0 and not may_check(tables, s, square)


def may_check(tables: Words, s: State, square: int) -> bool:
    """Could a move give check to the king on this square? False only where it is sure that none could."""
    player = mover(s)
    mine, pieces = occupied_by(s, player), occupied(s)
    straights, diagonals = straight_sliders(s) & mine, diagonal_sliders(s) & mine
    # Something of the mover's own stands alone between a slider and the king, and may step aside.
    theirs = pieces & ~mine
    if straight(tables, square, theirs) & straights | diagonal(tables, square, theirs) & diagonals:
        return True
    if pawns(s) & mine & (SECOND_RANK if player else SEVENTH_RANK):  # promotions
        return True
    in_line, on_diagonal = straight(tables, square, pieces), diagonal(tables, square, pieces)
    if castling(s) >> 2 * player & 3:
        home = king_square(s, player)
        if in_line & (bit(home - 1) | bit(home + 1)) or bit(square) & (~((1 << 56) - 1) if player else FIRST_RANK):
            return True
    return (
        pawns_reach(s, player, mine, pieces) & pawn(tables, 1 - player, square)
        | knights_reach(tables, knights(s) & mine) & knight(tables, square) & ~mine
        | sliders_reach(tables, straights, diagonals, pieces, in_line, on_diagonal) & ~mine
    ) != 0


def pawns_reach(s: State, player: int, mine: int, pieces: int) -> int:
    """Where a player's pawns may go or take, but for taking in passing."""
    stones = pawns(s) & mine
    if player:
        ahead = down(stones, 8) & ~pieces
        takes = down(stones & ~FILE_H, 7) | down(stones & ~FILE_A, 9)
        twice = down(ahead & SIXTH_RANK, 8)
    else:
        ahead = up(stones, 8) & ~pieces
        takes = up(stones & ~FILE_A, 7) | up(stones & ~FILE_H, 9)
        twice = up(ahead & THIRD_RANK, 8)
    return ahead | twice & ~pieces | takes & pieces & ~mine


def knights_reach(tables: Words, stones: int) -> int:
    """The squares that these knights attack."""
    found = 0
    while stones:
        found |= knight(tables, lowest(stones))
        stones = without_lowest(stones)
    return found


def sliders_reach(tables: Words, straights: int, diagonals: int, pieces: int, in_line: int, on_diagonal: int) -> int:
    """The squares that sliders attack and give check from: in a line with a king, or on a diagonal, or for queens both.

    A queen is among both kinds of sliders.
    """
    queens = straights & diagonals
    found = 0
    while straights:
        square = lowest(straights)
        straights = without_lowest(straights)
        found |= straight(tables, square, pieces) & (in_line | on_diagonal if queens >> square & 1 else in_line)
    while diagonals:
        square = lowest(diagonals)
        diagonals = without_lowest(diagonals)
        found |= diagonal(tables, square, pieces) & (in_line | on_diagonal if queens >> square & 1 else on_diagonal)
    return found

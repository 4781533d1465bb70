"""Pawns, and the king behind them, as terms of the evaluation.

Every function adds to `total` what one player has: `sheet.add` sums words of weights up, or lists the terms.
`sign` is 1 for White and -1 for Black.
"""

from __future__ import annotations

from typing import Any

from kibitz.games.chess.board import FILE_A
from kibitz.games.chess.evaluation_terms import (
    BACKWARD,
    DOUBLED,
    GUARDED,
    ISOLATED,
    ISOLATED_OPEN,
    PASSED,
    PASSED_BLOCKED,
    PASSED_CLEAR,
    PASSED_KING,
    PASSED_OTHER_KING,
    PASSED_ROOK,
    PASSED_SAFE,
    PHALANX,
    SHELTER,
    STORM,
)
from kibitz.native.bits import bit, count, down, highest, lowest, up, without_lowest

NOT_A = ~FILE_A
NOT_H = 0x7F7F_7F7F_7F7F_7F7F


def ahead(board: int, player: int) -> int:
    """Every square moved one rank ahead, as a player sees it."""
    return down(board, 8) if player else up(board, 8)


def behind(board: int, player: int) -> int:
    """Every square moved one rank back, as a player sees it."""
    return up(board, 8) if player else down(board, 8)


def filled_ahead(board: int, player: int) -> int:
    """The squares of a board and all squares ahead of them on their files."""
    if player:
        board |= down(board, 8)
        board |= down(board, 16)
        return board | down(board, 32)
    board |= up(board, 8)
    board |= up(board, 16)
    return board | up(board, 32)


def beside(board: int) -> int:
    """The squares to the left and right."""
    return up(board & NOT_H, 1) | down(board & NOT_A, 1)


def taken_by_pawns(board: int, player: int) -> int:
    """The squares that a player's pawns attack."""
    return beside(ahead(board, player))


def files_of(board: int) -> int:
    """All squares of the files on which a board has one."""
    return filled_ahead(board, 0) | filled_ahead(board, 1)


def steps(one: int, other: int) -> int:
    """How many moves a king takes from one square to another."""
    ranks, files = (one >> 3) - (other >> 3), (one & 7) - (other & 7)
    return max(abs(ranks), abs(files))


def structure(sheet: Any, total: Any, mine: int, theirs: int, player: int, sign: int) -> Any:
    """Pawns that are weak or strong by where the other pawns stand."""
    files = files_of(mine)
    alone = mine & ~beside(files)
    total = sheet.add(total, ISOLATED, sign * count(alone))
    their_way = filled_ahead(theirs, 1 - player)
    total = sheet.add(total, ISOLATED_OPEN, sign * count(alone & ~their_way))
    total = sheet.add(total, DOUBLED, sign * count(mine & filled_ahead(ahead(mine, player), player)))
    guarded = taken_by_pawns(mine, player)
    held = taken_by_pawns(theirs, 1 - player)
    never_guarded = ~filled_ahead(guarded, player)
    stopped = behind(ahead(mine, player) & held & never_guarded, player)
    total = sheet.add(total, BACKWARD, sign * count(stopped & ~alone))
    abreast = mine & beside(mine)
    while abreast:
        square = lowest(abreast)
        total = sheet.add(total, PHALANX + (7 - (square >> 3) if player else square >> 3), sign)
        abreast = without_lowest(abreast)
    guarded &= mine
    while guarded:
        square = lowest(guarded)
        total = sheet.add(total, GUARDED + (7 - (square >> 3) if player else square >> 3), sign)
        guarded = without_lowest(guarded)
    return total


def passed_pawns(mine: int, theirs: int, player: int) -> int:
    """The pawns that no pawn of the other side can stop or take, the foremost of each file."""
    guards = filled_ahead(theirs | taken_by_pawns(theirs, 1 - player), 1 - player)
    rear = filled_ahead(behind(mine, player), 1 - player)
    return mine & ~guards & ~rear


def passed(
    sheet: Any, total: Any, found: int, pieces: int, attacked: int, rooks: int, kings: tuple[int, int], player: int
) -> Any:
    """Passed pawns, by rank, and what stands in their way. `attacked` is by the other side, `kings` own and other."""
    sign = 1 - 2 * player
    while found:
        square = lowest(found)
        found = without_lowest(found)
        rank = 7 - (square >> 3) if player else square >> 3
        total = sheet.add(total, PASSED + rank, sign)
        following = square - 8 if player else square + 8
        way = filled_ahead(bit(following), player)
        if pieces >> following & 1:
            total = sheet.add(total, PASSED_BLOCKED + rank, sign)
        else:
            if not attacked >> following & 1:
                total = sheet.add(total, PASSED_SAFE + rank, sign)
            if way & pieces == 0:
                total = sheet.add(total, PASSED_CLEAR + rank, sign)
        if rank > 2:
            total = sheet.add(total, PASSED_KING, sign * (rank - 2) * steps(kings[0], following))
            total = sheet.add(total, PASSED_OTHER_KING, sign * (rank - 2) * steps(kings[1], following))
        if filled_ahead(bit(square), 1 - player) & rooks:
            total = sheet.add(total, PASSED_ROOK, sign)
    return total


def shelter(sheet: Any, total: Any, mine: int, theirs: int, king: int, player: int) -> Any:
    """The pawns of both sides on the three files at the king, as the king sees them."""
    sign = 1 - 2 * player
    centre = min(6, max(1, king & 7))
    rank = king >> 3
    from_here = up(-1, 8 * rank) if player == 0 else down(-1, 8 * (7 - rank))  # its rank, and those ahead
    for file in range(centre - 1, centre + 2):
        column = up(FILE_A, file) & from_here
        own, other = mine & column, theirs & column
        if player == 0:
            total = sheet.add(total, SHELTER + (lowest(own) >> 3 if own else 0), sign)
            total = sheet.add(total, STORM + (lowest(other) >> 3 if other else 0), sign)
        else:
            total = sheet.add(total, SHELTER + (7 - (highest(own) >> 3) if own else 0), sign)
            total = sheet.add(total, STORM + (7 - (highest(other) >> 3) if other else 0), sign)
    return total

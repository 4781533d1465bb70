"""Pieces, what they reach and what they attack, as terms of the evaluation: see `evaluation_pawns` for how they add."""

from __future__ import annotations

from typing import Any, NamedTuple

from kibitz.games.chess.attacks import Words, diagonal, king, knight, straight
from kibitz.games.chess.board import FIRST_RANK, LIGHT, State, bishops, knights, pawns, queens, rooks
from kibitz.games.chess.evaluation_pawns import ahead, behind, files_of, filled_ahead, taken_by_pawns
from kibitz.games.chess.evaluation_terms import (
    ATTACKED_BY_KING,
    ATTACKED_BY_MINOR,
    ATTACKED_BY_PAWN,
    ATTACKED_BY_ROOK,
    BEHIND_PAWN,
    BISHOP_MOBILITY,
    BISHOP_PAIR,
    BISHOP_PAWNS,
    DANGER,
    HALF_OPEN_FILE,
    HANGING,
    KNIGHT_MOBILITY,
    KNIGHT_PAWNS,
    OPEN_FILE,
    OUTPOST,
    PUSH_THREAT,
    QUEEN_MOBILITY,
    ROOK_MOBILITY,
    ROOK_PAWNS,
    SEVENTH,
    SPACE,
)
from kibitz.native.bits import bit, count, lowest, up, without_lowest

OUTPOST_RANKS = (0xFF << 24 | 0xFF << 32 | 0xFF << 40, 0xFF << 16 | 0xFF << 24 | 0xFF << 32)  # the fourth to sixth
SPACE_SQUARES = (0x3C << 8 | 0x3C << 16 | 0x3C << 24, 0x3C << 32 | 0x3C << 40 | 0x3C << 48)  # c to f, second to fourth
THIRD = (0xFF << 16, 0xFF << 40)

# An attack on a king, in units: for each square of its zone that a piece attacks, and each square from which one could
# give check without being taken.
BY_MINOR, BY_ROOK, BY_QUEEN = 2, 3, 4
CHECK_BY_MINOR, CHECK_BY_ROOK, CHECK_BY_QUEEN = 5, 7, 6
STRONGEST = 31


class Side(NamedTuple):
    """A player's pieces, and what is known of them before they are looked at one by one."""

    pieces: int
    pawns: int
    king: int  # its square
    held: int  # squares that the pawns attack
    zone: int  # squares at the king


class Reach(NamedTuple):
    """The squares that a player attacks, by kind of piece, and how many of them are at the other king."""

    knights: int
    bishops: int
    rooks: int
    queens: int
    all: int
    units: int
    attackers: int


def side_of(tables: Words, s: State, pieces: int, kings: int, player: int) -> Side:
    """A player's side of a position."""
    own = pawns(s) & pieces
    square = lowest(kings & pieces)
    near = king(tables, square)
    return Side(pieces, own, square, taken_by_pawns(own, player), near | ahead(near, player) | bit(square))


def reach(sheet: Any, total: Any, tables: Words, s: State, me: Side, other: Side, player: int) -> tuple[Any, Reach]:
    """How far pieces reach, but for squares of own pawns and the king, and those that enemy pawns attack."""
    sign = 1 - 2 * player
    everyone = me.pieces | other.pieces
    free = ~(me.pawns | bit(me.king) | other.held)
    units = attackers = 0
    by_knights = by_bishops = by_rooks = by_queens = 0
    left = knights(s) & me.pieces
    while left:
        found = knight(tables, lowest(left))
        left = without_lowest(left)
        by_knights |= found
        total = sheet.add(total, KNIGHT_MOBILITY + count(found & free), sign)
        if found & other.zone:
            attackers += 1
            units += BY_MINOR * count(found & other.zone)
    queen_board = queens(s)
    left = bishops(s) & me.pieces
    through = everyone ^ queen_board  # what stands behind a queen is attacked with her help
    while left:
        found = diagonal(tables, lowest(left), through)
        left = without_lowest(left)
        by_bishops |= found
        total = sheet.add(total, BISHOP_MOBILITY + count(found & free), sign)
        if found & other.zone:
            attackers += 1
            units += BY_MINOR * count(found & other.zone)
    left = rooks(s) & me.pieces
    through ^= left
    while left:
        found = straight(tables, lowest(left), through)
        left = without_lowest(left)
        by_rooks |= found
        total = sheet.add(total, ROOK_MOBILITY + count(found & free), sign)
        if found & other.zone:
            attackers += 1
            units += BY_ROOK * count(found & other.zone)
    left = queen_board & me.pieces
    while left:
        square = lowest(left)
        found = straight(tables, square, everyone) | diagonal(tables, square, everyone)
        left = without_lowest(left)
        by_queens |= found
        total = sheet.add(total, QUEEN_MOBILITY + count(found & free), sign)
        if found & other.zone:
            attackers += 1
            units += BY_QUEEN * count(found & other.zone)
    whole = me.held | by_knights | by_bishops | by_rooks | by_queens | king(tables, me.king)
    return total, Reach(by_knights, by_bishops, by_rooks, by_queens, whole, units, attackers)


def posts(sheet: Any, total: Any, s: State, me: Side, other: Side, player: int) -> Any:
    """Where pieces stand: outposts, files, colours, and how many of them there are."""
    sign = 1 - 2 * player
    own_knights, own_bishops = knights(s) & me.pieces, bishops(s) & me.pieces
    own_rooks = rooks(s) & me.pieces
    crowd = count(me.pawns) - 5
    total = sheet.add(total, KNIGHT_PAWNS, sign * crowd * count(own_knights))
    total = sheet.add(total, ROOK_PAWNS, sign * crowd * count(own_rooks))
    chased = filled_ahead(other.held, 1 - player)
    safe = OUTPOST_RANKS[player] & me.held & ~chased
    total = sheet.add(total, OUTPOST, sign * count(own_knights & safe))
    total = sheet.add(total, OUTPOST + 1, sign * count(own_bishops & safe))
    total = sheet.add(total, BEHIND_PAWN, sign * count((own_knights | own_bishops) & behind(pawns(s), player)))
    light, dark = own_bishops & LIGHT, own_bishops & ~LIGHT
    if light and dark:
        total = sheet.add(total, BISHOP_PAIR, sign)
    same = (count(me.pawns & LIGHT) if light else 0) + (count(me.pawns & ~LIGHT) if dark else 0)
    total = sheet.add(total, BISHOP_PAWNS, sign * same)
    if own_rooks:
        own_files, their_files = files_of(me.pawns), files_of(other.pawns)
        total = sheet.add(total, OPEN_FILE, sign * count(own_rooks & ~own_files & ~their_files))
        total = sheet.add(total, HALF_OPEN_FILE, sign * count(own_rooks & ~own_files & their_files))
    seventh = up(FIRST_RANK, 8 if player else 48)
    if other.pawns & seventh or other.king >> 3 == (0 if player else 7):
        total = sheet.add(total, SEVENTH, sign * count((own_rooks | queens(s) & me.pieces) & seventh))
    centre = SPACE_SQUARES[player] & ~me.pawns & ~other.held
    return sheet.add(total, SPACE, sign * count(centre) * (count(me.pieces ^ me.pawns) - 4))


def threats(
    sheet: Any, total: Any, tables: Words, s: State, me: Side, other: Side, mine: Reach, theirs: Reach, player: int
) -> Any:
    """What a player attacks that is worth more than the attacker, or that nobody guards; and the other king."""
    sign = 1 - 2 * player
    minors = (knights(s) | bishops(s)) & other.pieces
    their_rooks, their_queens = rooks(s) & other.pieces, queens(s) & other.pieces
    large = minors | their_rooks | their_queens
    loose = ~theirs.all
    by_minors = mine.knights | mine.bishops
    struck = me.held & large
    if struck:
        total = sheet.add(total, ATTACKED_BY_PAWN, sign * count(struck & minors))
        total = sheet.add(total, ATTACKED_BY_PAWN + 1, sign * count(struck & their_rooks))
        total = sheet.add(total, ATTACKED_BY_PAWN + 2, sign * count(struck & their_queens))
    total = sheet.add(total, ATTACKED_BY_MINOR, sign * count(by_minors & other.pawns & loose))
    total = sheet.add(total, ATTACKED_BY_MINOR + 1, sign * count(by_minors & minors & loose))
    total = sheet.add(total, ATTACKED_BY_MINOR + 2, sign * count(by_minors & their_rooks))
    total = sheet.add(total, ATTACKED_BY_MINOR + 3, sign * count(by_minors & their_queens))
    total = sheet.add(total, ATTACKED_BY_ROOK, sign * count(mine.rooks & minors & loose))
    total = sheet.add(total, ATTACKED_BY_ROOK + 1, sign * count(mine.rooks & their_queens))
    by_king = king(tables, me.king)
    total = sheet.add(total, ATTACKED_BY_KING, sign * count(by_king & other.pieces & loose))
    total = sheet.add(total, HANGING, sign * count(mine.all & large & loose))
    everyone = me.pieces | other.pieces
    pushed = ahead(me.pawns, player) & ~everyone
    pushed |= ahead(pushed & THIRD[player], player) & ~everyone
    pushed &= ~other.held & (loose | mine.all)
    total = sheet.add(total, PUSH_THREAT, sign * count(taken_by_pawns(pushed, player) & large & ~me.held))
    return sheet.add(total, DANGER + danger(tables, s, me, other, mine, theirs), sign)


def danger(tables: Words, s: State, me: Side, other: Side, mine: Reach, theirs: Reach) -> int:
    """How strong the attack on the other king is, from 0 to `STRONGEST`.

    A lone piece attacks nobody; two do, and with a queen it counts in full. Squares that only the king guards are weak.
    """
    if mine.attackers == 0 or (mine.attackers < 2 and mine.queens == 0):
        return 0
    everyone = me.pieces | other.pieces
    open_to = ~me.pieces & ~theirs.all
    straights = straight(tables, other.king, everyone) & open_to
    diagonals = diagonal(tables, other.king, everyone) & open_to
    jumps = knight(tables, other.king) & open_to
    units = mine.units * min(mine.attackers, 4) // 2
    units += CHECK_BY_MINOR * (count(jumps & mine.knights) + count(diagonals & mine.bishops))
    units += CHECK_BY_ROOK * count(straights & mine.rooks)
    units += CHECK_BY_QUEEN * count((straights | diagonals) & mine.queens)
    guarded = theirs.knights | theirs.bishops | theirs.rooks | theirs.queens | other.held
    units += 3 * count(king(tables, other.king) & mine.all & ~guarded)
    if mine.queens == 0:
        units //= 2
    return min(STRONGEST, units // 4)

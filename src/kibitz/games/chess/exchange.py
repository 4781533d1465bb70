"""Static exchange: what a move wins once everything has been taken on its square that is worth taking."""

from __future__ import annotations

from kibitz.games.chess.attacks import Words, attackers, diagonal, straight
from kibitz.games.chess.board import (
    BISHOP,
    KING,
    KNIGHT,
    NOTHING,
    PAWN,
    QUEEN,
    ROOK,
    State,
    bishops,
    diagonal_sliders,
    is_in_passing,
    kings,
    knights,
    mover,
    occupied,
    occupied_by,
    origin_of,
    pawns,
    piece_at,
    promotion_of,
    queens,
    rooks,
    straight_sliders,
    taken_by,
    target_of,
)
from kibitz.native.bits import bit, lowest

# Hundredths of a pawn by the kind of piece: nothing, rook, bishop, queen, pawn, knight, king. A king is never taken.
WORTH = (0, 500, 300, 900, 100, 300, 10_000)
# By how valuable they are: the cheapest piece takes first.
BY_WORTH = (PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING)
MOST = 1_000_000


def worth(kind: int) -> int:
    """What a kind of piece is worth in an exchange, in hundredths of a pawn."""
    return WORTH[kind]


def gained(s: State, a: int) -> int:
    """What a move takes, and what a pawn gains that is promoted."""
    promotion = promotion_of(a)
    return worth(taken_by(s, a)) + (worth(promotion) - worth(PAWN) if promotion else 0)


def of_kind(s: State, kind: int) -> int:
    """The pieces of a kind, of both players."""
    if kind == PAWN:
        return pawns(s)
    if kind == KNIGHT:
        return knights(s)
    if kind == BISHOP:
        return bishops(s)
    if kind == ROOK:
        return rooks(s)
    if kind == QUEEN:
        return queens(s)
    return kings(s)


def cheapest(s: State, among: int) -> int:
    """The kind of the least valuable of these pieces; `NOTHING` if there is none."""
    for kind in BY_WORTH:
        if of_kind(s, kind) & among:
            return kind
    return NOTHING


def exchange(tables: Words, s: State, a: int) -> int:
    """What a move wins for its player, or loses, in hundredths of a pawn.

    Both sides take on the move's square with the cheapest piece that attacks it, also one that stood behind another
    that has taken, and each stops where going on would lose. A king takes only what is not protected. Pins, checks and
    later promotions are left out: that is what makes it cheap.
    """
    target = target_of(a)
    pieces = occupied(s) & ~bit(origin_of(a)) | bit(target)
    if is_in_passing(s, a):
        pieces &= ~bit(target - 8 if mover(s) == 0 else target + 8)
    standing = promotion_of(a)  # what the next one takes
    if standing == NOTHING:
        standing = piece_at(s, origin_of(a)) & 7
    return gained(s, a) - recaptured(tables, s, target, pieces, standing)


def recaptured(tables: Words, s: State, target: int, pieces: int, standing: int) -> int:
    """What the other side wins by taking this kind of piece on the target; 0 where it had better leave it there."""
    replying = side = 1 - mover(s)
    left = attackers(tables, s, target, pieces) & pieces & ~bit(target)
    won = 0  # by the replying side so far
    low, high = 0, MOST  # what the replying side can be sure of by stopping earlier, and the other one
    while True:
        kind = cheapest(s, left & occupied_by(s, side))
        if kind == NOTHING:
            break
        pieces &= ~bit(lowest(of_kind(s, kind) & left & occupied_by(s, side)))
        behind = straight(tables, target, pieces) & straight_sliders(s)
        left = (left | behind | diagonal(tables, target, pieces) & diagonal_sliders(s)) & pieces & ~bit(target)
        if kind == KING and left & occupied_by(s, 1 - side):
            break
        if side == replying:
            won += worth(standing)
            high = min(high, won)
        else:
            won -= worth(standing)
            low = max(low, won)
        if low >= high:  # the last to take should not have: the one before had something better
            return low if side == replying else high
        standing = kind
        side = 1 - side
    return low if side == replying else high

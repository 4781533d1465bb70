"""Making a move: the position after it, with its hash and its score kept up to date."""

from __future__ import annotations

from typing import Any

from kibitz.games.chess.attacks import Words, giving_check, pawn
from kibitz.games.chess.board import (
    KING,
    MOST_CLOCK,
    MOST_NUMBER,
    OF_BLACK,
    PAWN,
    ROOK,
    State,
    castling,
    clock,
    facts_of,
    in_passing,
    mover,
    number,
    occupied_by,
    origin_of,
    pawns,
    piece_at,
    promotion_of,
    target_of,
)
from kibitz.games.chess.evaluation import placed
from kibitz.games.chess.magics import CASTLING_KEYS, MOVER_KEY, PASSING_KEYS, PIECE_KEYS, RIGHTS_LOST
from kibitz.games.chess.moves import passers
from kibitz.native.bits import bit, up


def after(game: Any, tables: Words, s: State, a: int) -> State:
    """The position after a legal move."""
    player = mover(s)
    origin, target, promotion = origin_of(a), target_of(a), promotion_of(a)
    piece, taken = piece_at(s, origin), piece_at(s, target)
    kind = piece & 7
    put = promotion | player << 3 if promotion else piece
    kept = ~(bit(origin) | bit(target))
    first = s.first & kept | up(put & 1, target)
    second = s.second & kept | up(put >> 1 & 1, target)
    third = s.third & kept | up(put >> 2 & 1, target)
    black = s.black & kept | up(player, target)
    key = s.key ^ piece_key(tables, piece, origin) ^ piece_key(tables, put, target) ^ piece_key(tables, taken, target)
    score = s.score - placed(game, piece, origin) + placed(game, put, target) - placed(game, taken, target)

    if kind == KING and (target - origin == 2 or origin - target == 2):
        rook = ROOK | player << 3
        corner, beside = (target + 1, target - 1) if target > origin else (target - 2, target + 1)
        both = bit(corner) | bit(beside)
        first ^= both
        black ^= both if player else 0
        key ^= piece_key(tables, rook, corner) ^ piece_key(tables, rook, beside)
        score += placed(game, rook, beside) - placed(game, rook, corner)

    passing = in_passing(s)
    key ^= int(tables[PASSING_KEYS + passing])
    if kind == PAWN and passing and target == passing:
        passed_by = target + 8 if player else target - 8
        pawn_taken = PAWN | (1 - player) << 3
        third &= ~bit(passed_by)
        black &= ~bit(passed_by)
        key ^= piece_key(tables, pawn_taken, passed_by)
        score -= placed(game, pawn_taken, passed_by)

    rights = castling(s)
    kept_rights = rights & ~(int(tables[RIGHTS_LOST + origin]) | int(tables[RIGHTS_LOST + target]))
    if rights != kept_rights:
        key ^= int(tables[CASTLING_KEYS + rights]) ^ int(tables[CASTLING_KEYS + kept_rights])
    key ^= int(tables[MOVER_KEY])
    plies = 0 if kind == PAWN or taken else min(clock(s) + 1, MOST_CLOCK)
    facts = facts_of(1 - player, kept_rights, 0, plies, min(number(s) + player, MOST_NUMBER))
    made = State(first, second, third, black, facts, key, score, 0)
    made = with_checks(tables, made)
    if kind == PAWN and (target - origin == 16 or origin - target == 16):
        return with_in_passing(tables, made, (origin + target) // 2)
    return made


def piece_key(tables: Words, piece: int, square: int) -> int:
    """What a piece on a square adds to the hash; 0 for `NOTHING`."""
    return int(tables[PIECE_KEYS + 64 * piece + square])


def with_checks(tables: Words, s: State) -> State:
    """The position with the pieces that give check worked out."""
    checks = giving_check(tables, s, mover(s))
    return State(s.first, s.second, s.third, s.black, s.facts, s.key, s.score, checks)


def with_in_passing(tables: Words, s: State, passing: int) -> State:
    """The position in which a pawn may be taken in passing on this square, if a legal move does so; else as it was."""
    player = mover(s)
    if pawn(tables, 1 - player, passing) & pawns(s) & occupied_by(s, player) == 0:
        return s
    facts = facts_of(player, castling(s), passing, clock(s), number(s))
    key = s.key ^ int(tables[PASSING_KEYS + passing])
    found = State(s.first, s.second, s.third, s.black, facts, key, s.score, s.checks)
    return found if passers(tables, found) else s


def after_passing(tables: Words, s: State) -> State:
    """The position in which the mover has done nothing. Its clock begins anew: nothing before can come up again."""
    player = mover(s)
    key = s.key ^ int(tables[MOVER_KEY]) ^ int(tables[PASSING_KEYS + in_passing(s)])
    facts = facts_of(1 - player, castling(s), 0, 0, min(number(s) + player, MOST_NUMBER))
    return State(s.first, s.second, s.third, s.black, facts, key, s.score, 0)


def put_together(game: Any, tables: Words, pieces: tuple[int, ...], facts: int) -> State:
    """The position with these pieces, one for each square, and `facts` without a capture in passing."""
    boards = [0, 0, 0, 0]
    score = 0
    key = int(tables[CASTLING_KEYS + (facts >> 1 & 15)]) ^ (int(tables[MOVER_KEY]) if facts & 1 else 0)
    for square, piece in enumerate(pieces):
        for board in range(4):
            boards[board] |= bit(square) if piece >> board & 1 else 0
        key ^= piece_key(tables, piece, square)
        score += placed(game, piece, square) if piece & ~OF_BLACK else 0
    first, second, third, black = boards
    return with_checks(tables, State(first, second, third, black, facts, key, score, 0))

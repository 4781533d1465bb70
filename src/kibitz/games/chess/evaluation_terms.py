"""What chess positions are judged by: the terms of a weighted sum, their numbers, and the textbook's weights for them.

Every term has two weights, one for the middle game and one for the endgame; a position lies between them by the pieces
that are left. A term counts what White has of something less what Black has.

Two weights share one word, and so does the sum of many: adding and multiplying words does both at once.

    bit 0–23 endgame   24–47 middle game   from 48 on the phase, which only pieces on squares add to
"""

from __future__ import annotations

from typing import Any

from kibitz.games.chess.board import BISHOP, KING, KNIGHT, OF_BLACK, PAWN, QUEEN, ROOK

KINDS = 6
MATERIAL = 0  # by the kind of piece, less 1
SQUARES = MATERIAL + KINDS  # by the kind, then 32 squares: the files a to d, or their mirror images, by rank
KNIGHT_MOBILITY = SQUARES + 32 * KINDS  # by the number of squares a piece reaches
BISHOP_MOBILITY = KNIGHT_MOBILITY + 9
ROOK_MOBILITY = BISHOP_MOBILITY + 14
QUEEN_MOBILITY = ROOK_MOBILITY + 15

BISHOP_PAIR = QUEEN_MOBILITY + 28
BISHOP_PAWNS = BISHOP_PAIR + 1  # own pawns on squares of a bishop's colour
OUTPOST = BISHOP_PAWNS + 1  # a knight, and a bishop, guarded by a pawn where no pawn can chase it
BEHIND_PAWN = OUTPOST + 2  # a knight or bishop with a pawn before it
OPEN_FILE = BEHIND_PAWN + 1  # rooks on files without pawns
HALF_OPEN_FILE = OPEN_FILE + 1  # rooks on files without pawns of their own
SEVENTH = HALF_OPEN_FILE + 1  # rooks and queens on the seventh rank, with a king or pawns to attack there
KNIGHT_PAWNS = SEVENTH + 1  # knights times own pawns beyond five: they like crowds
ROOK_PAWNS = KNIGHT_PAWNS + 1  # rooks do not

ISOLATED = ROOK_PAWNS + 1  # pawns without own pawns beside them; and of those, the ones no pawn stands before
ISOLATED_OPEN = ISOLATED + 1
DOUBLED = ISOLATED_OPEN + 1
BACKWARD = DOUBLED + 1
PHALANX = BACKWARD + 1  # pawns side by side, by rank
GUARDED = PHALANX + 8  # pawns guarded by pawns, by rank
PASSED = GUARDED + 8  # by rank
PASSED_BLOCKED = PASSED + 8  # a piece stands before it, by rank
PASSED_SAFE = PASSED_BLOCKED + 8  # the next square is free, and the other side does not attack it, by rank
PASSED_CLEAR = PASSED_SAFE + 8  # nothing stands on its way, by rank
PASSED_KING = PASSED_CLEAR + 8  # steps of the own king to the square before it, times its rank beyond the third
PASSED_OTHER_KING = PASSED_KING + 1  # those of the other king
PASSED_ROOK = PASSED_OTHER_KING + 1  # an own rook behind it

SHELTER = PASSED_ROOK + 1  # three files at the king: the rank of the own pawn before it, 0 for none
STORM = SHELTER + 8  # and of the other side's pawn, seen by the king
DANGER = STORM + 8  # how strong the attack on the other king is, in 32 steps
ATTACKED_BY_PAWN = DANGER + 32  # knights or bishops, rooks, queens
ATTACKED_BY_MINOR = ATTACKED_BY_PAWN + 3  # pawns nobody guards, minors nobody guards, rooks, queens
ATTACKED_BY_ROOK = ATTACKED_BY_MINOR + 4  # minors nobody guards, queens
ATTACKED_BY_KING = ATTACKED_BY_ROOK + 2  # what nobody guards
HANGING = ATTACKED_BY_KING + 1  # pieces that are attacked and not guarded
PUSH_THREAT = HANGING + 1  # pieces that a pawn could attack with its next step
SPACE = PUSH_THREAT + 1  # squares behind the pawns in the centre that no enemy pawn attacks
TEMPO = SPACE + 1  # being to move
BARE_KING_EDGE = TEMPO + 1  # how far from the centre a king without other pieces is
BARE_KING_NEAR = BARE_KING_EDGE + 1  # how near the other king is to it
TERMS = BARE_KING_NEAR + 1
FEATURES = 2 * TERMS  # the middle game's weight of a term, then the endgame's

PIECE_WORDS = 16 * 64  # what a piece on a square adds, by the piece times 64 plus the square; then the terms' words
HALF = 24  # bits of a weight
PHASES = (0, 2, 1, 4, 0, 1, 0)  # what a piece of each kind adds to the phase
WHOLE_PHASE = 24  # all of them


def square_term(kind: int, square: int, player: int) -> int:
    """The term of a piece on a square, seen from its own side."""
    rank = 7 - (square >> 3) if player else square >> 3
    file = square & 7
    return SQUARES + 32 * (kind - 1) + 4 * rank + (7 - file if file > 3 else file)


def word(middle: int, end: int) -> int:
    """Two weights in one word."""
    return (middle << HALF) + end


def words_of(weights: Any) -> Any:
    """The row of words that `evaluate` sums up: pieces on squares, then all terms."""
    import numpy as np

    pairs = np.asarray(weights).round().astype(np.int64).reshape(TERMS, 2)
    terms = (pairs[:, 0] << HALF) + pairs[:, 1]
    row = np.zeros(PIECE_WORDS + TERMS, np.int64)
    row[PIECE_WORDS:] = terms
    for kind in (ROOK, BISHOP, QUEEN, PAWN, KNIGHT, KING):
        for player in (0, 1):
            for square in range(64):
                worth = int(terms[MATERIAL + kind - 1] + terms[square_term(kind, square, player)])
                place = 64 * (kind | OF_BLACK * player) + square
                row[place] = (-worth if player else worth) + (PHASES[kind] << 2 * HALF)
    return row


# ---------------------------------------------------------------- weights that nobody learned


def material() -> Any:
    """1, 3, 3, 5, 9: a pawn, a knight or bishop, a rook, a queen."""
    import numpy as np

    weights = np.zeros((TERMS, 2))
    for kind, worth in ((PAWN, 100), (KNIGHT, 300), (BISHOP, 300), (ROOK, 500), (QUEEN, 900)):
        weights[MATERIAL + kind - 1] = worth
    return weights.ravel()


def textbook() -> Any:
    """Weights such as books give them, in round numbers, and squares by simple formulas."""
    import numpy as np

    weights = np.zeros((TERMS, 2))
    for kind, worth in ((PAWN, (90, 115)), (KNIGHT, (320, 300)), (BISHOP, (330, 320)), (ROOK, (470, 530))):
        weights[MATERIAL + kind - 1] = worth
    weights[MATERIAL + QUEEN - 1] = (960, 980)
    for square in range(32):
        rank, file = square >> 2, square & 3
        _put_squares(weights, square, rank, file)
    _put_mobility(weights)
    _put_pawns(weights)
    _put_king(weights)
    _put_threats(weights)
    return weights.round().ravel()


def _put_squares(weights: Any, square: int, rank: int, file: int) -> None:
    """What each kind of piece likes: centre for knights, an advance for pawns, shelter for the king until the end."""
    centre = 3.0 - max(3 - file, abs(2 * rank - 7) // 2)  # 3 in the middle of the board, 0 on the edge
    at = {kind: SQUARES + 32 * (kind - 1) + square for kind in (ROOK, BISHOP, QUEEN, PAWN, KNIGHT, KING)}
    weights[at[KNIGHT]] = (12 * centre - 22 - (8 if rank == 0 else 0), 9 * centre - 16)
    weights[at[BISHOP]] = (6 * centre - 8 - (6 if rank == 0 else 0), 4 * centre - 6)
    weights[at[ROOK]] = (3 * file - 5 + (8 if rank == 6 else 0), 2 * min(rank, 6) - 5)
    weights[at[QUEEN]] = (2 * centre - 3 - max(0, rank - 3), 7 * centre - 9)
    weights[at[KING]] = (-8 * file - 14 * rank + (12 if file in (1, 2) and rank == 0 else 0) + 12, 13 * centre - 20)
    if 0 < rank < 7:
        push = rank - 1
        ahead = 9 * push if file == 3 else 5 * push if file == 2 else -2
        weights[at[PAWN]] = (min(ahead, 26) - (8 if file == 0 else 0), 3 * push * push / 2 - 4)


def _put_mobility(weights: Any) -> None:
    """More squares are better, the first ones most."""
    rows = ((KNIGHT_MOBILITY, 9, 4.0, 24, 26), (BISHOP_MOBILITY, 14, 6.0, 22, 24))
    for first, most, usual, middle, end in (*rows, (ROOK_MOBILITY, 15, 7.0, 14, 24), (QUEEN_MOBILITY, 28, 13.0, 8, 20)):
        for squares in range(most):
            share = (squares**0.5 - usual**0.5) / usual**0.5
            weights[first + squares] = (middle * share, end * share)
    weights[BISHOP_PAIR] = (28, 48)
    weights[BISHOP_PAWNS] = (-3, -6)
    weights[OUTPOST], weights[OUTPOST + 1] = (22, 14), (12, 8)
    weights[BEHIND_PAWN] = (5, 2)
    weights[OPEN_FILE], weights[HALF_OPEN_FILE] = (26, 10), (12, 8)
    weights[SEVENTH] = (12, 22)
    weights[KNIGHT_PAWNS], weights[ROOK_PAWNS] = (3, 4), (-5, -2)


def _put_pawns(weights: Any) -> None:
    """Weak pawns, strong ones, and passed ones, which are worth more with every step."""
    weights[ISOLATED], weights[ISOLATED_OPEN] = (-8, -10), (-8, -4)
    weights[DOUBLED], weights[BACKWARD] = (-6, -18), (-9, -9)
    for rank in range(1, 7):
        step = rank - 1
        weights[PHALANX + rank] = (3 + 2 * step * step, 2 * step * step)
        weights[GUARDED + rank] = (6 + 2 * step, 3 + 3 * step)
        weights[PASSED + rank] = (2 * step * step, 10 + 5 * step * step)
        weights[PASSED_BLOCKED + rank] = (-step, -3 * step)
        weights[PASSED_SAFE + rank] = (2 * step, 3 * step)
        weights[PASSED_CLEAR + rank] = (step, 4 * step)
    weights[PASSED_KING], weights[PASSED_OTHER_KING] = (0, -3), (0, 6)
    weights[PASSED_ROOK] = (4, 12)


def _put_king(weights: Any) -> None:
    """Pawns before the king, pawns that come for it, and attacks on the squares around it."""
    for rank, middle in enumerate((-18, 16, 10, 0, -4, -6, -6, -6)):
        weights[SHELTER + rank] = (middle, 0)
    for rank, middle in enumerate((-2, 0, -14, -14, -6, 0, 2, 2)):
        weights[STORM + rank] = (middle, 0)
    for step in range(32):
        weights[DANGER + step] = (min(0.9 * step * step, 18 * step), 2 * step)


def _put_threats(weights: Any) -> None:
    """What is attacked by something smaller, or not guarded; and what does not fit anywhere else."""
    for number, worth in enumerate(((50, 40), (70, 50), (70, 50))):
        weights[ATTACKED_BY_PAWN + number] = worth
    for number, worth in enumerate(((6, 12), (24, 20), (40, 32), (40, 32))):
        weights[ATTACKED_BY_MINOR + number] = worth
    weights[ATTACKED_BY_ROOK], weights[ATTACKED_BY_ROOK + 1] = (20, 20), (40, 30)
    weights[ATTACKED_BY_KING] = (6, 24)
    weights[HANGING] = (24, 16)
    weights[PUSH_THREAT] = (14, 10)
    weights[SPACE] = (2, 0)
    weights[TEMPO] = (16, 10)
    weights[BARE_KING_EDGE], weights[BARE_KING_NEAR] = (0, 14), (0, 6)

"""Tables that chess looks up: where a piece goes from each square, and random numbers to hash a position with.

All of them are in one row of words, so that compiled code has a single pointer to carry.

A bishop's or rook's targets depend on the pieces in its way. The pieces that matter, up to 12 squares of its lines, are
multiplied by a number that gathers their bits at the top of the word, where they are the index into a table of targets
(*magic bit boards*). It takes 860 kB and some 30 ms to fill; a slider's targets then cost one multiplication.
"""

from __future__ import annotations

import functools
from typing import Any

from kibitz.games.chess.board import BLACK_LONG, BLACK_SHORT, WHITE_LONG, WHITE_SHORT
from kibitz.native.bits import mix, wrap

# Where each table begins in the row.
KNIGHT_STEPS = 0
KING_STEPS = KNIGHT_STEPS + 64
PAWN_TAKES = KING_STEPS + 64  # of a white pawn, and 64 words later of a black one
RIGHTS_LOST = PAWN_TAKES + 128  # the rights to castle that are gone once a piece leaves or enters a square
QUEEN_LINES = RIGHTS_LOST + 64  # the squares that a queen attacks on an empty board
LINE = QUEEN_LINES + 64  # the whole line through two squares, by the first square times 64 plus the second
BETWEEN = LINE + 4096  # the squares between two squares on a line
PIECE_KEYS = BETWEEN + 4096  # by the piece times 64 plus the square
CASTLING_KEYS = PIECE_KEYS + 1024
PASSING_KEYS = CASTLING_KEYS + 16  # by the square
MOVER_KEY = PASSING_KEYS + 64
STRAIGHT = MOVER_KEY + 4  # for each square four words: the mask, the multiplier, the shift, the middle of its targets
DIAGONAL = STRAIGHT + 256
KING_PAIRS = DIAGONAL + 256  # numbers of pairs of kings, by the squares as in LINE: see `places`; -1 for the others
PAIRS_WITH_PAWNS = KING_PAIRS + 4096
PAIRED = PAIRS_WITH_PAWNS + 4096  # the two squares of each pair, six bits each
PAIRED_WITH_PAWNS = PAIRED + 462
TARGETS = PAIRED_WITH_PAWNS + 1806

STRAIGHT_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))  # of rank and file
DIAGONAL_STEPS = ((1, 1), (-1, 1), (1, -1), (-1, -1))
KNIGHT_JUMPS = ((2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1))

# Found by trying random numbers with few bits until one gave no two sets of pieces with different targets one index.
STRAIGHT_MULTIPLIERS = (
    0x2080104000208000,
    0x8240001004A00044,
    0x8200100822008040,
    0x8200082012000440,
    0x0500080100108402,
    0x2200010850246200,
    0x4400010820B00402,
    0x0100102100084082,
    0x0004800080400020,
    0x1082804002200080,
    0x6088802009801000,
    0x900A800806900080,
    0x4400800800800401,
    0x1010800400020080,
    0x2004001068020104,
    0x0002000209208444,
    0x21408180004011A0,
    0x2130044000402003,
    0x0A02450010200106,
    0x0018008008100080,
    0xA504008004800801,
    0x408C008080040200,
    0x0120010100020004,
    0x00000A0000805104,
    0x8000802080004003,
    0x0000200680400085,
    0x4010802200401200,
    0x0000402200081200,
    0x0000080080800400,
    0x0140020080800400,
    0x0202008040400100,
    0x0008012200008044,
    0x8020004000808000,
    0x00C0002000804082,
    0x000080A001801001,
    0x1008800800801005,
    0x0008000C00800880,
    0x0001000C01000802,
    0x0881008421000200,
    0x0002008042000104,
    0x40C0228240028000,
    0x0442810040030020,
    0x0A20001000208080,
    0x2018002010010100,
    0x1000100801010004,
    0x0022000410020008,
    0x0002820110040008,
    0x0008010080420004,
    0x0000210080104100,
    0x5040042080410300,
    0x0010040020080020,
    0x0008200A00104200,
    0x009C080080040080,
    0x0000800A00040080,
    0x9000017038220400,
    0x200180010000C180,
    0x0004201100488001,
    0x0023208040011903,
    0x0280C408E0003101,
    0x28110018A0100065,
    0x0181000800020411,
    0x0001004400480241,
    0x0260821001008804,
    0x0004048108432402,
)
DIAGONAL_MULTIPLIERS = (
    0x0125100488008280,
    0x2002102101010000,
    0x4C42121200200004,
    0x6020A09080000100,
    0x0802021081040008,
    0x3196021046002020,
    0x013118081E09B000,
    0x000A140C02080400,
    0x2084110421040401,
    0x0000022801043481,
    0x0000340852004212,
    0x0000040400890011,
    0x000B821210000000,
    0xC0440082A0600000,
    0x0005004202206048,
    0x0400008441182000,
    0x0210000910116800,
    0x0020021081020080,
    0x2084054800401200,
    0x04080004220720C0,
    0x0002100401200120,
    0x1000200110082000,
    0x1000800404040280,
    0x6240200080980802,
    0x4010380004209410,
    0x2041088020182522,
    0x2C0401007001002C,
    0x8004004004010580,
    0xC009004104004040,
    0x8048020040410090,
    0x0190908002082400,
    0x0122024001240600,
    0x0010042004440998,
    0x0001012000080800,
    0x0113422804100050,
    0x0000600800010810,
    0x0420040300022008,
    0x0000808200010128,
    0x00C1420202008800,
    0x1001244302888410,
    0x0008047028002400,
    0xC101111003009010,
    0x0041010802001100,
    0x540067C200820804,
    0x1100900200800810,
    0x0004081004080441,
    0x0020019220800A05,
    0x0030009081040081,
    0x0631011130400024,
    0x0200404208208040,
    0x001004840C092040,
    0x9000A84842021100,
    0x0021104005010804,
    0x88210828500C2010,
    0x0020021001011000,
    0x0050820801002410,
    0x0002024308291015,
    0x1221010900822004,
    0x0000808080480818,
    0xC082180400840400,
    0x0140141904504401,
    0x8001424202044100,
    0x0120062084040084,
    0x104004090C490101,
)


@functools.cache
def tables() -> Any:
    """The row of all tables: a NumPy array of 64-bit words, made once in a process and never changed."""
    import numpy as np

    row = np.zeros(TARGETS, np.int64)
    for square in range(64):
        row[KNIGHT_STEPS + square] = _stepped(square, KNIGHT_JUMPS)
        row[KING_STEPS + square] = _stepped(square, STRAIGHT_STEPS + DIAGONAL_STEPS)
        row[PAWN_TAKES + square] = _stepped(square, ((1, 1), (1, -1)))
        row[PAWN_TAKES + 64 + square] = _stepped(square, ((-1, 1), (-1, -1)))
        _draw_lines(row, square)
    for square, rights in ((0, WHITE_LONG), (7, WHITE_SHORT), (4, WHITE_LONG | WHITE_SHORT)):
        row[RIGHTS_LOST + square] = rights
    for square, rights in ((56, BLACK_LONG), (63, BLACK_SHORT), (60, BLACK_LONG | BLACK_SHORT)):
        row[RIGHTS_LOST + square] = rights
    _draw_keys(row)
    _number_pairs(row)
    targets = []
    begins = TARGETS
    for first, steps, multipliers in (
        (STRAIGHT, STRAIGHT_STEPS, STRAIGHT_MULTIPLIERS),
        (DIAGONAL, DIAGONAL_STEPS, DIAGONAL_MULTIPLIERS),
    ):
        for square, multiplier in enumerate(multipliers):
            mask, found = _slides(square, steps, multiplier)
            row[first + 4 * square : first + 4 * square + 4] = (
                wrap(mask),
                wrap(multiplier),
                64 - mask.bit_count(),
                begins + len(found) // 2,
            )
            targets.append(found)
            begins += len(found)
    return np.concatenate([row, *targets])


def _walk(square: int, step: tuple[int, int]) -> list[int]:
    """The squares from this one, without it, to the edge of the board."""
    found = []
    rank, file = square // 8 + step[0], square % 8 + step[1]
    while 0 <= rank < 8 and 0 <= file < 8:
        found.append(8 * rank + file)
        rank, file = rank + step[0], file + step[1]
    return found


def _stepped(square: int, steps: tuple[tuple[int, int], ...]) -> int:
    """The squares one step away."""
    return wrap(sum(1 << _walk(square, step)[0] for step in steps if _walk(square, step)))


def _draw_lines(row: Any, square: int) -> None:
    """Write the lines that begin on a square, and what lies between, into the row."""
    for rank, file in STRAIGHT_STEPS + DIAGONAL_STEPS:
        ahead, behind = _walk(square, (rank, file)), _walk(square, (-rank, -file))
        line = wrap(1 << square | sum(1 << other for other in ahead + behind))
        between = 0
        for other in ahead:
            row[LINE + 64 * square + other] = line
            row[BETWEEN + 64 * square + other] = between
            between = wrap(between | 1 << other)
        row[QUEEN_LINES + square] |= between


def _draw_keys(row: Any) -> None:
    """Write the random numbers of the hash into the row. An empty square, no rights and no capture in passing are 0."""
    for place in range(PIECE_KEYS + 64, MOVER_KEY + 1):
        row[place] = mix(mix(place))
    row[CASTLING_KEYS] = row[PASSING_KEYS] = 0


def _number_pairs(row: Any) -> None:
    """Number the pairs of kings that are not beside each other, of those that mirror each other only one.

    Where no pawn says what is ahead, the first king is in the triangle of a1, d1 and d4, and if it is on the diagonal,
    the second is not above it. With pawns the first is on the files a to d.
    """
    row[KING_PAIRS:PAIRED] = -1
    found = [0, 0]
    for first in range(64):
        for second in range(64):
            rank, file, other_rank, other_file = *divmod(first, 8), *divmod(second, 8)
            if file > 3 or (abs(rank - other_rank) <= 1 and abs(file - other_file) <= 1):
                continue
            row[PAIRS_WITH_PAWNS + 64 * first + second] = found[1]
            row[PAIRED_WITH_PAWNS + found[1]] = first | second << 6
            found[1] += 1
            if rank < file or (rank == file < 4 and other_rank <= other_file):
                row[KING_PAIRS + 64 * first + second] = found[0]
                row[PAIRED + found[0]] = first | second << 6
                found[0] += 1


def _slides(square: int, steps: tuple[tuple[int, int], ...], multiplier: int) -> tuple[int, Any]:
    """The squares on which a piece matters to a slider here, and its targets for every set of such pieces."""
    import numpy as np

    walks = [_walk(square, step) for step in steps]
    mask = sum(1 << other for walk in walks for other in walk[:-1])
    pieces = np.zeros(1, np.uint64)
    for other in range(64):
        if mask >> other & 1:
            pieces = np.concatenate([pieces, pieces | np.uint64(1 << other)])
    reached = np.zeros_like(pieces)
    for walk in walks:
        open_until_here = np.ones(len(pieces), bool)
        for other in walk:
            reached[open_until_here] |= np.uint64(1 << other)
            open_until_here &= pieces & np.uint64(1 << other) == 0
    index = (pieces * np.uint64(multiplier)).view(np.int64) >> 64 - mask.bit_count()
    found = np.zeros_like(pieces)
    found[index + len(found) // 2] = reached
    return mask, found.view(np.int64)

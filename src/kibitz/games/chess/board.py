"""A chess position in eight words: which piece stands where, whose turn it is, and what may still be done."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.native.bits import bit

WHITE, BLACK = 0, 1

# The kinds of pieces. Their three bits are spread over three boards, so that whatever slides straight is one board
# without another, and so on: see the functions below. A black piece has the fourth bit, in a fourth board.
NOTHING, ROOK, BISHOP, QUEEN, PAWN, KNIGHT, KING = range(7)
OF_BLACK = 8

# Squares are numbered from a1, 0, along the ranks to h8, 63.
FIRST_RANK = 0xFF
LAST_RANKS = FIRST_RANK | ~((1 << 56) - 1)
FILE_A = 0x0101_0101_0101_0101
LIGHT = 0x55AA_55AA_55AA_55AA  # b1, and all squares of its colour

# Rights to castle, as bits: with the king's rook and the queen's rook of White, and of Black.
WHITE_SHORT, WHITE_LONG, BLACK_SHORT, BLACK_LONG = 1, 2, 4, 8

# The word `facts`, from its lowest bit: the mover, the rights to castle, the square to take on in passing, the clock
# of the fifty moves in plies, and the number of the move.
CASTLING = 1
IN_PASSING = 5
CLOCK = 11
NUMBER = 21
MOST_CLOCK = (1 << NUMBER - CLOCK) - 1
MOST_NUMBER = (1 << 20) - 1


class State(NamedTuple):
    """A position. The kind of piece on a square is a number of three bits, one in each of the first three boards."""

    first: int  # rooks, queens and knights
    second: int  # bishops, queens and kings
    third: int  # pawns, knights and kings
    black: int  # whatever is Black's
    facts: int  # see above
    key: int  # a hash of all that makes a position the same, kept up to date move by move
    score: int  # a sum over the pieces, kept up to date move by move: see `evaluation`
    checks: int  # the pieces that give check to the player to move


def occupied_by(s: State, player: int) -> int:
    """All pieces of a player."""
    return s.black if player else (s.first | s.second | s.third) & ~s.black


def occupied(s: State) -> int:
    """All pieces."""
    return s.first | s.second | s.third


def pawns(s: State) -> int:
    """The pawns of both players."""
    return s.third & ~(s.first | s.second)


def knights(s: State) -> int:
    """The knights of both players."""
    return s.third & s.first


def bishops(s: State) -> int:
    """The bishops of both players."""
    return s.second & ~(s.first | s.third)


def rooks(s: State) -> int:
    """The rooks of both players."""
    return s.first & ~(s.second | s.third)


def queens(s: State) -> int:
    """The queens of both players."""
    return s.first & s.second


def kings(s: State) -> int:
    """Both kings."""
    return s.third & s.second


def straight_sliders(s: State) -> int:
    """The rooks and queens of both players."""
    return s.first & ~s.third


def diagonal_sliders(s: State) -> int:
    """The bishops and queens of both players."""
    return s.second & ~s.third


def piece_at(s: State, square: int) -> int:
    """The piece on a square: its kind, and `OF_BLACK` if it is Black's; `NOTHING` if the square is empty."""
    piece = (s.first >> square & 1) | (s.second >> square & 1) << 1 | (s.third >> square & 1) << 2
    return piece | (s.black >> square & 1) << 3


def mover(s: State) -> int:
    """Who is to move."""
    return s.facts & 1


def castling(s: State) -> int:
    """The rights to castle that are left, as bits."""
    return s.facts >> CASTLING & 15


def in_passing(s: State) -> int:
    """The square on which a pawn may be taken in passing; 0 where none may."""
    return s.facts >> IN_PASSING & 63


def clock(s: State) -> int:
    """The plies since the last capture or move of a pawn."""
    return s.facts >> CLOCK & MOST_CLOCK


def number(s: State) -> int:
    """The number of the move, from 1: one for a move of White and the reply."""
    return s.facts >> NUMBER


def facts_of(player: int, rights: int, passing: int, plies: int, move: int) -> int:
    """The word `facts` of a state."""
    return player | rights << CASTLING | passing << IN_PASSING | plies << CLOCK | move << NUMBER


def origin_of(a: int) -> int:
    """The square that a move begins on."""
    return a & 63


def target_of(a: int) -> int:
    """The square that a move ends on."""
    return a >> 6 & 63


def promotion_of(a: int) -> int:
    """The kind of piece that a pawn becomes with this move; `NOTHING` with any other."""
    return a >> 12


def move_of(origin: int, target: int, promotion: int) -> int:
    """A move as a number."""
    return origin | target << 6 | promotion << 12


def is_in_passing(s: State, a: int) -> bool:
    """Does this move take a pawn in passing?"""
    passing = in_passing(s)
    return passing != 0 and target_of(a) == passing and pawns(s) & bit(origin_of(a)) != 0


def taken_by(s: State, a: int) -> int:
    """The kind of piece that a move takes, without its colour; `NOTHING` if it takes none."""
    if is_in_passing(s, a):
        return PAWN
    return piece_at(s, target_of(a)) & 7

"""Where a position of few men stands in a table of endgames: a number for what there is, and one for where it stands.

A section is what both sides have besides their kings, the side with more first, so that KRK is a section and KKR the
same one. That side is taken for White: where it is Black, the board is turned round and the colours are exchanged.

A place tells, from its most significant digit: the squares of both kings, those of the other men, kind by kind, and who
is to move. Without pawns a board can be turned and mirrored in eight ways, with pawns in two; one of them has the first
king where `magics` numbers a pair of kings. Men of one kind are told as a set, since it does not matter which is which.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any

from kibitz.errors import BadInput
from kibitz.games.chess.attacks import Words, giving_check, king_square
from kibitz.games.chess.board import (
    BISHOP,
    BLACK,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    WHITE,
    State,
    bishops,
    castling,
    facts_of,
    in_passing,
    knights,
    mover,
    occupied,
    occupied_by,
    pawns,
    queens,
    rooks,
)
from kibitz.games.chess.evaluation import placed as score_of
from kibitz.games.chess.magics import KING_PAIRS, MOVER_KEY, PAIRED, PAIRED_WITH_PAWNS, PAIRS_WITH_PAWNS, PIECE_KEYS
from kibitz.native.bits import bit, count, lowest, without_lowest

MOST_MEN = 5

# What a side has, as a number: how many men besides the king, then of each kind, three bits each, the queens highest.
# The kinds are numbered from the pawns up.
DIGIT = 3
KINDS = 5
LETTERS = "PNBRQ"
MEN = DIGIT * KINDS
SIDE = MEN + DIGIT
ONES = (1 << DIGIT) - 1
PIECES = PAWN | KNIGHT << 4 | BISHOP << 8 | ROOK << 12 | QUEEN << 16  # four bits for the piece of each kind

PAIRS, PAIRS_AMONG_PAWNS = 462, 1806


def board_of(s: State, kind: int) -> int:
    """All pieces of a kind, of both players."""
    if kind == 0:
        return pawns(s)
    if kind == 1:
        return knights(s)
    if kind == 2:
        return bishops(s)
    return rooks(s) if kind == 3 else queens(s)


def had_by(s: State, player: int) -> int:
    """What a player has besides the king."""
    mine = occupied_by(s, player)
    found = (count(mine) - 1) << MEN
    for kind in range(KINDS):
        found |= count(board_of(s, kind) & mine) << DIGIT * kind
    return found


def number_of(section: int, side: int, kind: int) -> int:
    """How many men of a kind a side of a section has: side 0 is the one with more."""
    return section >> (DIGIT * kind if side else SIDE + DIGIT * kind) & ONES


def has_pawns(section: int) -> bool:
    """Does either side have a pawn?"""
    return section & (ONES << SIDE | ONES) != 0


def is_even(section: int) -> bool:
    """Do both sides have the same? Then the one to move is taken for White, and a place need not tell."""
    return section >> SIDE == section & (1 << SIDE) - 1


def section_of(s: State) -> int:
    """The section of a position; -1 with more men than `MOST_MEN`, or where more counts than what stands where."""
    if count(occupied(s)) > MOST_MEN or castling(s) or in_passing(s):
        return -1
    white, black = had_by(s, WHITE), had_by(s, BLACK)
    return max(white, black) << SIDE | min(white, black)


def is_swapped(s: State) -> bool:
    """Does a place tell this position with the colours exchanged?"""
    white, black = had_by(s, WHITE), had_by(s, BLACK)
    return white < black or (white == black and mover(s) == BLACK)


# ---------------------------------------------------------------- from a position to its place


def place_of(tables: Words, s: State) -> int:
    """The place of a position in its section."""
    white, black = had_by(s, WHITE), had_by(s, BLACK)
    swapped = 1 if white < black or (white == black and mover(s) == BLACK) else 0
    turn = 56 if swapped else 0
    first, second = king_square(s, swapped) ^ turn, king_square(s, 1 - swapped) ^ turn
    with_pawns = pawns(s) != 0
    flip = turn
    if first & 4:
        flip ^= 7
    transposed = False
    alike = False
    if not with_pawns:
        if first & 32:
            flip ^= 56
        first, second = first ^ flip ^ turn, second ^ flip ^ turn
        slant, other_slant = (first >> 3) - (first & 7), (second >> 3) - (second & 7)
        transposed = slant > 0 or (slant == 0 and other_slant > 0)
        alike = slant == 0 and other_slant == 0
        if transposed:
            first, second = across(first), across(second)
        place = int(tables[KING_PAIRS + 64 * first + second])
    else:
        first, second = first ^ flip ^ turn, second ^ flip ^ turn
        place = int(tables[PAIRS_WITH_PAWNS + 64 * first + second])
    found = with_men(s, place, swapped, flip, transposed)
    if alike:  # both kings are on the diagonal, and so they stay if the board is mirrored there
        found = min(found, with_men(s, place, swapped, flip, True))
    if white == black:
        return found
    return 2 * found + (mover(s) ^ swapped)


def with_men(s: State, place: int, swapped: int, flip: int, transposed: bool) -> int:
    """A place with the digits of all men but the kings, on a board that is turned and mirrored so."""
    for side in range(2):
        mine = occupied_by(s, side ^ swapped)
        for kind in range(KINDS):
            left = board_of(s, kind) & mine
            if left == 0:
                continue
            if left & (left - 1) == 0:
                square = lowest(left) ^ flip
                if transposed:
                    square = across(square)
                place = place * (64 if kind else 48) + (square if kind else square - 8)
            else:
                place = place * sets(64 if kind else 48, count(left)) + set_number(left, kind, flip, transposed)
    return place


def set_number(left: int, kind: int, flip: int, transposed: bool) -> int:
    """The number of a set of squares, on a board that is turned and mirrored so, among the sets of this size."""
    moved = 0
    while left:
        square = lowest(left) ^ flip
        if transposed:
            square = across(square)
        moved |= bit(square)
        left = without_lowest(left)
    found = size = 0
    while moved:
        size += 1
        found += sets(lowest(moved) if kind else lowest(moved) - 8, size)
        moved = without_lowest(moved)
    return found


def across(square: int) -> int:
    """The square mirrored at the diagonal from a1 to h8."""
    return square >> 3 | (square & 7) << 3


def sets(squares: int, size: int) -> int:
    """How many sets of one, two or three squares there are among this many."""
    if size == 1:
        return squares
    if size == 2:
        return squares * (squares - 1) // 2
    return squares * (squares - 1) * (squares - 2) // 6


# ---------------------------------------------------------------- from a place to the position


def size_of(section: int) -> int:
    """How many places a section has."""
    size = PAIRS_AMONG_PAWNS if has_pawns(section) else PAIRS
    for side in range(2):
        for kind in range(KINDS):
            number = number_of(section, side, kind)
            if number:
                size *= sets(64 if kind else 48, number)
    return size if is_even(section) else 2 * size


def laid_out(game: Any, tables: Words, section: int, place: int) -> State:
    """The position that a place stands for, its checks not yet worked out; of no use where men share a square."""
    player = WHITE
    if not is_even(section):
        player = place & 1
        place >>= 1
    first = second = third = black = score = 0
    key = int(tables[MOVER_KEY]) if player else 0
    # The last digit is the least significant one.
    for back in range(2 * KINDS):
        side, kind = 1 - back // KINDS, KINDS - 1 - back % KINDS
        size = number_of(section, side, kind)
        if size == 0:
            continue
        squares = 64 if kind else 48
        number = place % sets(squares, size)
        place //= sets(squares, size)
        piece = PIECES >> 4 * kind & 15
        while size:
            square = squares - 1 if size > 1 else number
            while sets(square, size) > number:
                square -= 1
            number -= sets(square, size)
            size -= 1
            at = square if kind else square + 8
            first |= bit(at) if piece & 1 else 0
            second |= bit(at) if piece & 2 else 0
            third |= bit(at) if piece & 4 else 0
            black |= bit(at) if side else 0
            key ^= int(tables[PIECE_KEYS + 64 * (piece | side << 3) + at])
            score += score_of(game, piece | side << 3, at)
    pair = int(tables[(PAIRED_WITH_PAWNS if has_pawns(section) else PAIRED) + place])
    for side in range(2):
        at = pair >> 6 * side & 63
        second |= bit(at)
        third |= bit(at)
        black |= bit(at) if side else 0
        key ^= int(tables[PIECE_KEYS + 64 * (KING | side << 3) + at])
        score += score_of(game, KING | side << 3, at)
    return State(first, second, third, black, facts_of(player, 0, 0, 0, 1), key, score, 0)


def placed(game: Any, tables: Words, section: int, place: int) -> State:
    """The position that a place stands for."""
    s = laid_out(game, tables, section, place)
    return State(s.first, s.second, s.third, s.black, s.facts, s.key, s.score, giving_check(tables, s, mover(s)))


def is_placed(game: Any, tables: Words, section: int, place: int) -> bool:
    """Has every man its own square, is no king left in check, and is this not the mirror image of another place?"""
    s = laid_out(game, tables, section, place)
    men = (section >> SIDE + MEN) + (section >> MEN & ONES) + 2
    if count(occupied(s)) != men:
        return False
    if giving_check(tables, s, 1 - mover(s)):
        return False
    return place_of(tables, s) == place


# ---------------------------------------------------------------- sections


def sections(men: int) -> Iterator[int]:
    """All sections with up to this many men, the kings among them: fewer men first, then fewer pawns."""
    found = []
    for more in range(min(men, MOST_MEN) - 1):
        for strong in range(more + 1):
            for one in combinations_with_replacement(range(KINDS), strong):
                for other in combinations_with_replacement(range(KINDS), more - strong):
                    pair = _side(one), _side(other)
                    if pair[0] >= pair[1]:
                        found.append((more, one.count(0) + other.count(0), pair[0] << SIDE | pair[1]))
    return (section for _, _, section in sorted(found))


def exits(section: int) -> Iterator[int]:
    """The sections that a capture or a promotion, or both at once, leads to."""
    sides = [tuple(k for k in range(KINDS) for _ in range(number_of(section, side, k))) for side in range(2)]
    found = set()
    for mine, theirs in (sides, sides[::-1]):
        after = {mine} | {_without(mine, 0, kind) for kind in range(1, KINDS) if 0 in mine}
        left = {theirs} | {_without(theirs, kind) for kind in theirs}
        for one in after:
            for other in left:
                pair = _side(one), _side(other)
                found.add(max(pair) << SIDE | min(pair))
    return (each for each in sorted(found) if each != section)


def _without(kinds: tuple[int, ...], taken: int, *put: int) -> tuple[int, ...]:
    at = kinds.index(taken)
    return kinds[:at] + kinds[at + 1 :] + put


def _side(kinds: tuple[int, ...]) -> int:
    """What a side with these men has, as a number."""
    return len(kinds) << MEN | sum(kinds.count(kind) << DIGIT * kind for kind in range(KINDS))


def name_of(section: int) -> str:
    """A section as people call it: KBNK."""
    sides = ("K" + "".join(LETTERS[k] * number_of(section, side, k) for k in reversed(range(KINDS))) for side in (0, 1))
    return "".join(sides)


def section_named(text: str) -> int:
    """The section that people call so, whichever side they name first; `BadInput` where there is none."""
    sides = text.strip().upper().replace("V", "").split("K")
    known = len(sides) == 3 and sides[0] == "" and all(letter in LETTERS for letter in "".join(sides))
    if not known or len("".join(sides)) > MOST_MEN - 2:
        raise BadInput(
            f"{text!r} is not an endgame of chess: expected the men of both sides, such as KRK or KPKP, "
            f"at most {MOST_MEN} in all"
        )
    pair = [_side(tuple(LETTERS.index(letter) for letter in side)) for side in sides[1:]]
    return max(pair) << SIDE | min(pair)

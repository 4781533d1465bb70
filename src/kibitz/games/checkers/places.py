"""Where a position of few men stands in a table of endgames: a number for what there is, and one for where it stands.

A section is what both sides have, the side with more first: KKvM is two kings against a man. The board is turned so
that the player to move goes down. A place tells, from its most significant digit: the squares of the mover's men and
kings and of the other's, each as a set, and which side is to move, where the sides differ.
"""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.errors import BadInput
from kibitz.games.checkers.board import BLACK, SQUARES, WHITE, State, number_of, place_of, turned
from kibitz.native.bits import count, lowest, without_lowest

MOST_MEN = 6  # of both sides

# What a side has, as a number: all its pieces, its kings and its men, four bits each.
DIGIT = 4
SIDE = 3 * DIGIT
ONES = (1 << DIGIT) - 1
ROW = 4  # squares of a row: a man is never in the row where it would be crowned


def had(men: int, kings: int) -> int:
    """What a side with this many men and kings has."""
    return (men + kings) << 2 * DIGIT | kings << DIGIT | men


def section_of(s: State) -> int:
    """The section of a position; -1 with more pieces than `MOST_MEN`, or where one side has none."""
    if count(s.mine | s.theirs) > MOST_MEN or s.mine == 0 or s.theirs == 0:
        return -1
    mine = had(count(s.mine & ~s.kings), count(s.mine & s.kings))
    theirs = had(count(s.theirs & ~s.kings), count(s.theirs & s.kings))
    return max(mine, theirs) << SIDE | min(mine, theirs)


# ---------------------------------------------------------------- from a position to its place


def index_of(s: State) -> int:
    """The place of a position in its section."""
    mine, theirs, kings = s.mine, s.theirs, s.kings
    if s.mover == WHITE:
        mine, theirs, kings = turned(mine), turned(theirs), turned(kings)
    my_men, my_kings, their_men, their_kings = mine & ~kings, mine & kings, theirs & ~kings, theirs & kings
    place = set_number(my_men, 0)
    place = place * sets(SQUARES, count(my_kings)) + set_number(my_kings, 0)
    place = place * sets(SQUARES - ROW, count(their_men)) + set_number(their_men, ROW)
    place = place * sets(SQUARES, count(their_kings)) + set_number(their_kings, 0)
    ours, others = had(count(my_men), count(my_kings)), had(count(their_men), count(their_kings))
    if ours == others:
        return place
    return 2 * place + (1 if ours < others else 0)


def set_number(places: int, first: int) -> int:
    """The number of a set of squares among the sets of its size; squares are counted from `first`."""
    found = size = 0
    while places:
        size += 1
        found += sets(number_of(lowest(places)) - 1 - first, size)
        places = without_lowest(places)
    return found


def sets(squares: int, size: int) -> int:
    """How many sets of this size there are among this many squares."""
    found = 1
    for taken in range(size):
        found = found * (squares - taken) // (taken + 1)
    return found


# ---------------------------------------------------------------- from a place to the position


def size_of(section: int) -> int:
    """How many places a section has."""
    size = 1
    for digit in range(0, 2 * SIDE, SIDE):
        size *= sets(SQUARES - ROW, section >> digit & ONES) * sets(SQUARES, section >> digit + DIGIT & ONES)
    return size if section >> SIDE == section & (1 << SIDE) - 1 else 2 * size


def placed(section: int, place: int) -> State:
    """The position that a place stands for; pieces that share a square make it one of too few."""
    mine, theirs = section >> SIDE, section & (1 << SIDE) - 1
    if mine != theirs:
        if place & 1:
            mine, theirs = theirs, mine
        place >>= 1
    their_kings, place = set_at(place, SQUARES, theirs >> DIGIT & ONES, 0)
    their_men, place = set_at(place, SQUARES - ROW, theirs & ONES, ROW)
    my_kings, place = set_at(place, SQUARES, mine >> DIGIT & ONES, 0)
    my_men, place = set_at(place, SQUARES - ROW, mine & ONES, 0)
    return State(my_men | my_kings, their_men | their_kings, my_kings | their_kings, BLACK, 0)


def set_at(place: int, squares: int, size: int, first: int) -> tuple[int, int]:
    """The set of squares that the last digit of a place stands for, and the digits before it."""
    choices = sets(squares, size)
    number, found = place % choices, 0
    square = squares
    while size:
        square -= 1
        while sets(square, size) > number:
            square -= 1
        number -= sets(square, size)
        found |= 1 << place_of(square + 1 + first)
        size -= 1
    return found, place // choices


def is_placed(section: int, place: int) -> bool:
    """Has every piece its own square?"""
    s = placed(section, place)
    return count(s.mine | s.theirs) == (section >> SIDE + 2 * DIGIT) + (section >> 2 * DIGIT & ONES)


# ---------------------------------------------------------------- sections


def sections(men: int) -> Iterator[int]:
    """All sections with up to this many pieces: fewer pieces first, then fewer men."""
    found = []
    for total in range(2, min(men, MOST_MEN) + 1):
        for ours in range(1, total):
            for our_men in range(ours + 1):
                for their_men in range(total - ours + 1):
                    pair = had(our_men, ours - our_men), had(their_men, total - ours - their_men)
                    if pair[0] >= pair[1]:
                        found.append((total, our_men + their_men, pair[0] << SIDE | pair[1]))
    return (section for _, _, section in sorted(found))


def exits(section: int) -> Iterator[int]:
    """The sections that a capture, a crowning or both lead to."""
    found = set()
    for mine, theirs in ((section >> SIDE, section), (section, section >> SIDE)):
        men, kings = mine & ONES, mine >> DIGIT & ONES
        for crowned in range(min(men, 1) + 1):
            for their_men in range((theirs & ONES) + 1):
                for their_kings in range((theirs >> DIGIT & ONES) + 1):
                    pair = had(men - crowned, kings + crowned), had(their_men, their_kings)
                    if pair[1]:
                        found.add(max(pair) << SIDE | min(pair))
    return (each for each in sorted(found) if each != section)


def name_of(section: int) -> str:
    """A section as people call it: KMvK for a king and a man against a king."""
    sides = (section >> SIDE, section)
    return "v".join("K" * (side >> DIGIT & ONES) + "M" * (side & ONES) for side in sides)


def section_named(text: str) -> int:
    """The section that people call so, whichever side they name first; `BadInput` where there is none."""
    sides = text.strip().upper().split("V")
    if len(sides) != 2 or not all(side and set(side) <= {"K", "M"} for side in sides) or len(text) > MOST_MEN + 1:
        raise BadInput(
            f"{text!r} is not an endgame of checkers: expected kings and men of both sides, such as KKvM, "
            f"at most {MOST_MEN} in all"
        )
    pair = [had(side.count("M"), side.count("K")) for side in sides]
    return max(pair) << SIDE | min(pair)

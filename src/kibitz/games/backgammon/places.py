"""Where a position in which both sides bear off stands in a table of endgames.

A section is how many checkers both sides have left, the greater number first: 3-2. A place is told by the numbers of
both sides among those with as many checkers, and by who is about to roll; it is made so that every play leads to a
lower one. Dice that are rolled make a position without a place.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from kibitz.errors import BadInput
from kibitz.games.backgammon.bearoff import MOST, place_of, side_at
from kibitz.games.backgammon.checkers import CHECKERS, HOME, OFF, Side, number, occupied

DIGIT = 4  # bits in which the number of a side's checkers fits


def ways(checkers: int) -> int:
    """In how many ways this many checkers can stand at home."""
    found = 1
    for point in range(1, HOME):
        found = found * (checkers + point) // point
    return found


def below(checkers: int) -> int:
    """In how many ways fewer checkers can stand at home: `place_of` numbers those first."""
    return ways(checkers) * checkers // HOME


def section_of(mine: Side, theirs: Side, dice: int) -> int:
    """The section of a position; -1 where a side is not home, has borne off none or all, or the dice are rolled."""
    if dice or (occupied(mine) | occupied(theirs)) >> HOME + 1:
        return -1
    me, other = CHECKERS - number(mine, OFF), CHECKERS - number(theirs, OFF)
    if me == 0 or other == 0 or me > MOST or other > MOST:
        return -1
    return max(me, other) << DIGIT | min(me, other)


def index_of(mine: Side, theirs: Side) -> int:
    """The place of a position in its section."""
    me, other = CHECKERS - number(mine, OFF), CHECKERS - number(theirs, OFF)
    my_place, other_place = place_of(mine) - below(me), place_of(theirs) - below(other)
    if me > other:
        return 2 * (my_place * ways(other) + other_place)
    if me < other:
        return 2 * (other_place * ways(me) + my_place) + 1
    # The greater of the two numbers decides first, then the lesser: playing lowers one of them, and sides change.
    if my_place > other_place:
        return my_place * my_place + 2 * other_place
    return other_place * other_place + 2 * my_place + (1 if my_place < other_place else 0)


def size_of(section: int) -> int:
    """How many places a section has."""
    more, fewer = section >> DIGIT, section & (1 << DIGIT) - 1
    return ways(more) * ways(fewer) * (1 if more == fewer else 2)


def sides_at(section: int, place: int) -> tuple[Side, Side]:
    """The sides that a place stands for: the one about to roll, and the other."""
    more, fewer = section >> DIGIT, section & (1 << DIGIT) - 1
    if more == fewer:
        greater = int(sqrt(float(place)))
        while greater * greater > place:
            greater -= 1
        while (greater + 1) * (greater + 1) <= place:
            greater += 1
        rest = place - greater * greater
        first, is_turned = rest // 2, rest & 1 == 1
        greater, first = greater + below(more), first + below(more)
    else:
        rest = place // 2
        greater, first, is_turned = rest // ways(fewer) + below(more), rest % ways(fewer) + below(fewer), place & 1 == 1
    if is_turned:
        return side_at(first), side_at(greater)
    return side_at(greater), side_at(first)


def sections(men: int) -> Iterator[int]:
    """All sections with up to this many checkers on the board."""
    pairs = ((more, fewer) for more in range(1, MOST + 1) for fewer in range(1, more + 1) if more + fewer <= men)
    return (more << DIGIT | fewer for more, fewer in sorted(pairs, key=lambda pair: (sum(pair), pair)))


def exits(section: int) -> Iterator[int]:
    """The sections that bearing off leads to: with a roll up to four checkers, of either side."""
    more, fewer = section >> DIGIT, section & (1 << DIGIT) - 1
    found = set()
    for mine, other in ((more, fewer), (fewer, more)):
        found |= {(max(left, other), min(left, other)) for left in range(max(1, mine - 4), mine)}
    return (more << DIGIT | fewer for more, fewer in sorted(found))


def name_of(section: int) -> str:
    """A section as people call it: 3-2 for three checkers against two."""
    return f"{section >> DIGIT}-{section & (1 << DIGIT) - 1}"


def section_named(text: str) -> int:
    """The section that people call so, whichever side they name first; `BadInput` where there is none."""
    sides = text.strip().split("-")
    if len(sides) != 2 or not all(side.isascii() and side.isdigit() and 1 <= int(side) <= MOST for side in sides):
        wanted = f"expected the checkers left on both sides, 1 to {MOST}, such as 3-2"
        raise BadInput(f"{text!r} is not an endgame of backgammon: {wanted}")
    pair = sorted(int(side) for side in sides)
    return pair[1] << DIGIT | pair[0]

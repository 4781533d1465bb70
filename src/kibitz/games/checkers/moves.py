"""Where the pieces can go: steps, and jumps, which are forced and go on as long as they can.

An action is one number: the place that the piece leaves, the one that it ends on, and the places of all it takes.
"""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.games.checkers.board import ALL, BLACK, BOARD, BOTTOM, DOWN, TOP, UP, WAYS, State, moved
from kibitz.native.bits import count, lowest, without_lowest

PLACE = 6  # bits in which a place fits
PLACE_BITS = (1 << PLACE) - 1
WAY = 2  # bits in which a way fits
NOWHERE = 1  # a path of no jumps: the bit above the ways
ROUND_TRIP = 4  # jumps it takes to come by two paths to the same square with the same men taken


def action_of(start: int, end: int, taken: int) -> int:
    """The action of a piece that goes from a place to a place and takes what stands on these places."""
    return start | end << PLACE | taken << 2 * PLACE


def start_of(a: int) -> int:
    """The place that the piece leaves."""
    return a & PLACE_BITS


def end_of(a: int) -> int:
    """The place that the piece ends on."""
    return a >> PLACE & PLACE_BITS


def taken_by(a: int) -> int:
    """The places of all that is taken, one bit each."""
    return a >> 2 * PLACE


def crown_row(mover: int) -> int:
    """The row in which this player's men become kings."""
    return BOTTOM if mover == BLACK else TOP


def ways_of(s: State, piece: int) -> int:
    """The ways that a piece of the player to move may go: a king all of them, a man those ahead."""
    if s.kings & piece:
        return ALL
    return DOWN if s.mover == BLACK else UP


def jumpers(s: State) -> int:
    """The pieces of the player to move that can take something."""
    free = BOARD & ~(s.mine | s.theirs)
    down = s.mine if s.mover == BLACK else s.mine & s.kings
    up = s.mine & s.kings if s.mover == BLACK else s.mine
    found = down & (s.theirs >> 4 & free >> 8 | s.theirs >> 5 & free >> 10)
    return found | up & (s.theirs << 4 & free << 8 | s.theirs << 5 & free << 10)


def steppers(s: State) -> int:
    """The pieces of the player to move that have a free square before them."""
    free = BOARD & ~(s.mine | s.theirs)
    down = s.mine if s.mover == BLACK else s.mine & s.kings
    up = s.mine & s.kings if s.mover == BLACK else s.mine
    return down & (free >> 4 | free >> 5) | up & (free << 4 | free << 5)


def jumps_from(piece: int, ways: int, enemies: int, free: int) -> int:
    """The ways, one bit each, in which a piece can jump over an enemy to a free place."""
    found = 0
    if piece << 4 & enemies and piece << 8 & free:
        found |= 1
    if piece << 5 & enemies and piece << 10 & free:
        found |= 2
    if piece >> 4 & enemies and piece >> 8 & free:
        found |= 4
    if piece >> 5 & enemies and piece >> 10 & free:
        found |= 8
    return found & ways


def steps(s: State) -> Iterator[int]:
    """The actions that take nothing; legal where nothing can be taken."""
    free = BOARD & ~(s.mine | s.theirs)
    for way in range(WAYS):
        pieces = s.mine if ((DOWN if s.mover == BLACK else UP) >> way & 1) else s.mine & s.kings
        pieces &= moved(free, way ^ 2)
        while pieces:
            start = lowest(pieces)
            pieces = without_lowest(pieces)
            yield action_of(start, lowest(moved(1 << start, way)), 0)


def captures(s: State) -> Iterator[int]:
    """The actions that take something, each jump followed as far as it goes; of those with the same end, one.

    The paths of a piece are walked depth first, with two numbers for a stack: the ways still to be tried at each stage,
    four bits each, and the ways taken, two bits each. No path has more than nine jumps, so both fit in a word.
    """
    jumping = jumpers(s)
    while jumping:
        start = lowest(jumping)
        jumping = without_lowest(jumping)
        piece = 1 << start
        ways = ways_of(s, piece)
        free = BOARD & ~(s.mine | s.theirs) | piece
        left = jumps_from(piece, ways, s.theirs, free)
        path, taken = NOWHERE, 0
        while left or path != NOWHERE:
            if left & ALL:
                way = lowest(left & ALL)
                taken |= moved(piece, way)
                piece = moved(moved(piece, way), way)
                path = path << WAY | way
                further = jumps_from(piece, ways, s.theirs & ~taken, free)
                left = (left ^ 1 << way) << WAYS | further
                if not further and (
                    count(taken) < ROUND_TRIP or path == first_path(1 << start, piece, taken, ways, free)
                ):
                    yield action_of(start, lowest(piece), taken)
            else:
                back = path & 3 ^ 2
                path >>= WAY
                left >>= WAYS
                taken &= ~moved(piece, back)
                piece = moved(moved(piece, back), back)


def first_path(piece: int, end: int, taken: int, ways: int, free: int) -> int:
    """The ways of the first path, in the order in which `captures` walks them, that takes exactly this and ends there.

    Two bits a jump, the first jump highest, below a bit that is always set; 0 if there is no such path.
    """
    enemies = taken
    path = NOWHERE
    left = jumps_from(piece, ways, enemies, free)
    while left or path != NOWHERE:
        if left & ALL:
            way = lowest(left & ALL)
            enemies &= ~moved(piece, way)
            piece = moved(moved(piece, way), way)
            path = path << WAY | way
            if enemies == 0 and piece == end:
                return path
            left = (left ^ 1 << way) << WAYS | jumps_from(piece, ways, enemies, free)
        else:
            back = path & 3 ^ 2
            path >>= WAY
            left >>= WAYS
            enemies |= moved(piece, back)
            piece = moved(moved(piece, back), back)
    return 0


def after(s: State, a: int) -> State:
    """The position after an action: a man in the last row is a king, and the other player is to move."""
    start, end, taken = 1 << start_of(a), 1 << end_of(a), taken_by(a)
    kings = s.kings & ~taken
    was_king = kings & start
    if was_king:
        kings = kings & ~start | end
    elif end & crown_row(s.mover):
        kings |= end
    still = s.still + 1 if was_king and not taken else 0
    return State(s.theirs & ~taken, s.mine & ~start | end, kings, 1 - s.mover, still)

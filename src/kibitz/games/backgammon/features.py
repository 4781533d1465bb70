"""The features of a backgammon position, from which an evaluation is learned."""

from __future__ import annotations

from kibitz.games.backgammon.checkers import BAR, BOARD, Side, made, occupied, reflected
from kibitz.native.bits import highest

# For each side, the one about to roll first: four numbers a point (one checker, two, three or more, and half of those
# beyond three), and these.
BY_POINT = 96
ON_BAR, OFF_BOARD, NONE_OFF, PIPS, SHOTS, FREEDOM, HOME_POINTS = range(BY_POINT, BY_POINT + 7)
BY_SIDE = BY_POINT + 7
BY_PHASE = 2 * BY_SIDE
RACE = BY_PHASE  # once the sides have passed each other, the same numbers again, with weights of their own
IS_RACE = 2 * BY_PHASE
FEATURES = 2 * BY_PHASE + 1


def is_race(mine: Side, theirs: Side) -> bool:
    """Have the sides passed each other, so that nothing can be hit or blocked any more?"""
    return highest(occupied(mine) & ~1) + highest(occupied(theirs) & ~1) < BAR


def shots(side: Side, other: Side) -> int:
    """With how many of the 36 rolls a side could hit; for a side on the bar, only by entering."""
    blots = reflected(occupied(other) & ~made(other) & BOARD)
    if not blots:
        return 0
    open_points = ~reflected(made(other) & BOARD)
    places = occupied(side)
    places = 1 << BAR if places >> BAR else places & BOARD
    total = 0
    for larger in range(1, 7):
        first = places >> larger & open_points
        reach = first
        for _ in range(3):
            reach = reach >> larger & open_points | reach
        if (places >> larger | reach) & blots:
            total += 1
        for smaller in range(1, larger):
            second = places >> smaller & open_points
            if (first | second | first >> smaller | second >> larger) & blots:
                total += 2
    return total


def freedom(side: Side, other: Side) -> int:
    """With how many of the 36 rolls a side's rearmost checker can be moved by both dice."""
    open_points = ~reflected(made(other) & BOARD)
    rear = 1 << highest(occupied(side))
    total = 0
    for larger in range(1, 7):
        first = rear >> larger & open_points
        if first >> larger & open_points:
            total += 1
        for smaller in range(1, larger):
            second = rear >> smaller & open_points
            if (first >> smaller | second >> larger) & open_points:
                total += 2
    return total

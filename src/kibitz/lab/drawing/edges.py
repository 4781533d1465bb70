"""Where things go beside and across the edges of a tree."""

from __future__ import annotations

import math
from collections.abc import Iterable

from kibitz.draw.svg import element, number
from kibitz.lab.drawing.placement import Point

Ends = tuple[Point, Point]  # of an edge: at the parent, at the child


def label_place(own: Ends, others: Iterable[Ends], room: Point) -> Point:
    """The middle of a label of that half width and height: on the outer side of its edge, clear of the other edges."""
    around = list(others)
    tries = [_beside(*own, room, part) for part in (0.6, 0.7, 0.8)]
    clear = [min((_distance(*other, place, room) for other in around), default=math.inf) for place in tries]
    return max(zip(tries, clear, strict=True), key=lambda tried: min(tried[1], 3.0))[0]


def strokes(start: Point, end: Point, part: float) -> str:
    """Two short strokes across an edge, part of the way down: it is cut."""
    x, y = _along(start, end, part)
    ux, uy = _direction(start, end)
    path = ""
    for along in (-2.5, 2.5):
        for side, pen in ((-6.0, "M"), (6.0, "L")):
            path += f"{pen}{number(x + along * ux - side * uy)} {number(y + along * uy + side * ux)}"
    return element("path", class_="kz-cut", d=path)


def ring(start: Point, end: Point, part: float) -> str:
    """A small open ring on an edge, part of the way down: the child falls outside the beam."""
    x, y = _along(start, end, part)
    return element("circle", class_="kz-left-out", cx=x, cy=y, r=4.5)


def _along(start: Point, end: Point, part: float) -> Point:
    return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])


def _direction(start: Point, end: Point) -> Point:
    length = math.dist(start, end)
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


def _beside(start: Point, end: Point, room: Point, part: float) -> Point:
    """A place for a box of that half width and height: part of the way down, on the outer side of an edge."""
    _, uy = _direction(start, end)
    y = start[1] + part * (end[1] - start[1])
    corner = (y + room[1] - start[1]) / (end[1] - start[1])  # how far down is the corner that comes nearest
    outward = -1 if end[0] < start[0] else 1
    return _along(start, end, corner)[0] + outward * (4 / uy + room[0]), y


def _distance(start: Point, end: Point, place: Point, room: Point) -> float:
    """How far a box of that half width and height is from the line of an edge; negative if it is crossed."""
    ux, uy = _direction(start, end)
    away = abs((place[0] - start[0]) * uy - (place[1] - start[1]) * ux)
    return away - room[0] * uy - room[1] * abs(ux)

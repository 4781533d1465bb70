"""A board of 24 points with a bar and a tray, and the checkers on it: where everything is, and how it is drawn.

Columns are counted from the left: six points, the bar, six points, the tray; each has an upper and a lower half.
"""

from __future__ import annotations

from kibitz.draw.spots import Spot, Stack
from kibitz.draw.svg import element, number, text

COLUMNS = 14
BAR_COLUMN, TRAY_COLUMN = 6, 13
FRAME, RAIL = 0.2, 0.2  # beside the points, and between them and the tray
RIM = 0.62  # above and below, where the points are numbered
POINT, MIDDLE = 5.0, 1.7  # how long a point is, and how far it is from the one opposite
WIDTH = 2 * FRAME + 13 + RAIL + 1
HEIGHT = 2 * RIM + 2 * POINT + MIDDLE
CHECKER = 0.95  # across
SHOWN = 5  # checkers of a stack; a number says how many more there are
SLAB = 0.31  # a checker that lies in the tray

RACE_STYLE = """\
.kz-svg .kz-frame{fill:#5a3822}
.kz-svg .kz-field{fill:#ecdfc6}
.kz-svg .kz-bar{fill:#6d4529}
.kz-svg .kz-tray{fill:#8d6a4b}
.kz-svg .kz-point-a{fill:#b86b45}
.kz-svg .kz-point-b{fill:#7d8f78}
.kz-svg .kz-checker{stroke-width:.05}
.kz-svg .kz-checker.kz-light{fill:#fdfbf5;stroke:#3b3129}
.kz-svg .kz-checker.kz-heavy{fill:#2e2a27;stroke:#0f0d0c}
.kz-svg .kz-turned{fill:none;stroke-width:.045}
.kz-svg .kz-turned.kz-light{stroke:#b9ab92}
.kz-svg .kz-turned.kz-heavy{stroke:#8d857b}
.kz-svg .kz-many.kz-light{fill:#1b1714;font-weight:700}
.kz-svg .kz-many.kz-heavy{fill:#fdfbf5;font-weight:700}
.kz-svg .kz-on-frame{fill:#f3e6cf}
"""


def column_x(column: int) -> float:
    """The middle of a column."""
    return FRAME + column + 0.5 + (RAIL if column == TRAY_COLUMN else 0.0)


def spot(cell: tuple[int, int], column: int, is_upper: bool, holds: Stack | None, name: str) -> Spot:
    """A half of a column as a spot: it reaches from the rim almost to the middle of the board."""
    high = POINT + 0.3 * MIDDLE
    y = RIM + high / 2 if is_upper else HEIGHT - RIM - high / 2
    return Spot(cell, column_x(column), y, 1.0, high, holds, name)


def race_ground(size: float) -> list[str]:
    """The board without anything on it."""
    high = HEIGHT - 2 * RIM
    field = [_box("kz-field", FRAME + left, RIM, 6, high, size) for left in (0, 7)]
    tray = _box("kz-tray", FRAME + 13 + RAIL, RIM, 1, high, size, 0.08)
    frame = _box("kz-frame", 0, 0, WIDTH, HEIGHT, size, 0.25)
    bar = _box("kz-bar", FRAME + 6, RIM, 1, high, size)
    points = [_point(column, is_upper, size) for column in (*range(6), *range(7, 13)) for is_upper in (True, False)]
    return [frame, *field, bar, tray, *points]


def stack_svg(stack: Stack, high: float, size: float) -> str:
    """The checkers of a spot that is `high`, around its middle."""
    drawn = []
    paint = "kz-light" if stack.is_white else "kz-heavy"
    step = SLAB if stack.lying else CHECKER
    shown = stack.count if stack.lying else min(stack.count, SHOWN)
    for level in range(shown):
        y = (high / 2 - (level + 0.5) * step - 0.02) * (-1 if stack.is_hanging else 1)
        is_numbered = level == SHOWN - 1 and stack.count > SHOWN
        one = _slab(paint) if stack.lying else _checker(paint, str(stack.count) if is_numbered else "")
        top = "kz-top" if level == shown - 1 else None  # the one that is picked up
        drawn.append(element("g", one, class_=top, transform=f"translate(0 {number(y)})"))
    return element("g", *drawn, class_="kz-piece", transform=f"scale({number(size)})")


def _checker(paint: str, words: str) -> str:
    """A checker with its grooves, or with a number."""
    rim = element("circle", class_=f"kz-checker {paint}", r=CHECKER / 2 - 0.025)
    if words:
        return rim + text(0, 0, words, 0.52, class_=f"kz-many {paint}")
    grooves = [element("circle", class_=f"kz-turned {paint}", r=radius) for radius in (0.34, 0.2)]
    return rim + "".join(grooves)


def _slab(paint: str) -> str:
    high = SLAB - 0.04
    return element("rect", class_=f"kz-checker {paint}", x=-0.42, y=-high / 2, width=0.84, height=high, rx=0.08)


def _point(column: int, is_upper: bool, size: float) -> str:
    """A point, and its colour: the two kinds alternate along the way."""
    x = column_x(column) * size
    edge, tip = (RIM, RIM + POINT - 0.25) if is_upper else (HEIGHT - RIM, HEIGHT - RIM - POINT + 0.25)
    kind = "a" if (column + (column > BAR_COLUMN) + is_upper) % 2 else "b"
    half = 0.47 * size
    shape = f"M{number(x - half)} {number(edge * size)}h{number(2 * half)}L{number(x)} {number(tip * size)}z"
    return element("path", class_=f"kz-point-{kind}", d=shape)


def _box(paint: str, x: float, y: float, wide: float, high: float, size: float, corner: float = 0.0) -> str:
    given = {"x": x * size, "y": y * size, "width": wide * size, "height": high * size}
    return element("rect", class_=paint, **given, rx=corner * size if corner else None)

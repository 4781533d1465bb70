"""The board of Go: lines that cross in the middle of each cell, and a dot on the star points."""

from __future__ import annotations

from kibitz.draw.svg import element, number

GOBAN_STYLE = """\
.kz-svg .kz-goban{fill:#dfb56b}
.kz-svg .kz-line{fill:none;stroke:#4a3414;pointer-events:none}
.kz-svg .kz-hoshi{fill:#4a3414;pointer-events:none}
.kz-svg .kz-mark{fill:none;stroke:#c8102e;pointer-events:none}
"""


def star_points(rows: int, columns: int) -> frozenset[tuple[int, int]]:
    """The points with a dot: near the corners, in the middle where there is one, and between them on large boards."""
    if rows != columns or rows < 5:
        return frozenset()
    edge, middle, odd = 3 if rows >= 12 else 2 if rows >= 7 else 1, rows // 2, rows % 2 == 1
    lines = [edge, rows - 1 - edge]
    if rows < 7:
        return frozenset([(middle, middle)] if odd else [])
    dots = {(row, column) for row in lines for column in lines}
    if odd:
        dots.add((middle, middle))
    if odd and rows >= 15:
        dots |= {(middle, line) for line in lines} | {(line, middle) for line in lines}
    return frozenset(dots)


def crossing(row: int, column: int, rows: int, columns: int, size: float, flipped: bool) -> str:
    """What is drawn of a point around (0, 0), under a stone: lines to its neighbours, and perhaps a dot."""
    half, turn = size / 2, -1 if flipped else 1
    left, right = (-half if column > 0 else 0.0), (half if column < columns - 1 else 0.0)
    top, bottom = (-half if row > 0 else 0.0), (half if row < rows - 1 else 0.0)
    across = f"M{number(turn * left)} 0H{number(turn * right)}"
    down = f"M0 {number(turn * top)}V{number(turn * bottom)}"
    ground = element("rect", class_="kz-goban", x=-half - 0.25, y=-half - 0.25, width=size + 0.5, height=size + 0.5)
    parts = [ground, element("path", class_="kz-line", d=across + down, stroke_width=0.03 * size)]
    if (row, column) in star_points(rows, columns):
        parts.append(element("circle", class_="kz-hoshi", r=0.09 * size))
    return "".join(parts)


def last_mark(size: float) -> str:
    """The ring on the stone that was put down last."""
    return element("circle", class_="kz-mark", r=0.2 * size, stroke_width=0.07 * size)

"""A board the size of a thumbnail, of as few shapes as will do: for the nodes of a tree, of which there are many."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.draw.picture import EMPTY, Picture
from kibitz.draw.svg import BLUE, GREY, ORANGE, element, escape, number, text, text_width

SMALL_STYLE = f"""\
.kz-svg .kz-small .kz-ground{{fill:currentColor;fill-opacity:.06;stroke:currentColor;stroke-opacity:.4;stroke-width:1}}
.kz-svg .kz-small .kz-grid{{fill:none;stroke:currentColor;stroke-opacity:.22;stroke-width:.6}}
.kz-svg .kz-small .kz-dark-cells{{fill:currentColor;fill-opacity:.14;stroke:none}}
.kz-svg .kz-small .kz-of-0{{fill:{BLUE};stroke:{BLUE}}}
.kz-svg .kz-small .kz-of-1{{fill:{ORANGE};stroke:{ORANGE}}}
.kz-svg .kz-small .kz-of-more{{fill:{GREY};stroke:{GREY}}}
.kz-svg .kz-small .kz-stroke{{fill:none;stroke-linecap:round}}
.kz-svg .kz-small .kz-light-piece{{fill:#fdfbf5;stroke:#24211d;stroke-width:.8}}
.kz-svg .kz-small .kz-dark-piece{{fill:#35312d;stroke:#141210;stroke-width:.8}}
.kz-svg .kz-small .kz-dot{{fill:currentColor;fill-opacity:.7;stroke:none}}
"""
LARGEST_CELL, LEAST_LETTERS = 18.0, 5.0
CHESSMEN = ("king", "queen", "rook", "bishop", "knight", "pawn")


class SmallBoard(NamedTuple):
    """A drawing around (0, 0), with how wide and how high it is."""

    markup: str
    width: float
    height: float


def small_board(picture: Picture, side: float = 54.0, said: str = "") -> SmallBoard | None:
    """The picture, at most `side` pixels wide and high; None where it has no cells. `said` is its tooltip."""
    if not picture.cells or not max(map(len, picture.cells)):
        return None
    rows, columns = len(picture.cells), max(map(len, picture.cells))
    cell = min(side / rows, side / columns, LARGEST_CELL)
    width, height = columns * cell, rows * cell
    drawn = [element("title", escape(said))] if said else []
    drawn += _floor(picture, cell, rows, columns)
    for row, symbols in enumerate(picture.cells):
        for column, symbol in enumerate(symbols):
            if symbol and symbol != EMPTY and not symbol.isspace():
                x, y = (column + 0.5) * cell - width / 2, (row + 0.5) * cell - height / 2
                drawn.append(_piece(picture, symbol, x, y, cell))
    for figure in picture.figures:
        x, y = (figure.column + 0.5) * cell - width / 2, (figure.row + 0.5) * cell - height / 2
        drawn.append(element("circle", class_="kz-of-0", cx=x, cy=y, r=0.42 * cell))
    return SmallBoard(element("g", *drawn, class_="kz-small"), width, height)


def _floor(picture: Picture, cell: float, rows: int, columns: int) -> list[str]:
    left, top = -columns * cell / 2, -rows * cell / 2
    floor = [
        element("rect", class_="kz-ground", x=left, y=top, width=columns * cell, height=rows * cell, rx=2),
    ]
    if picture.chequered:
        dark = [(row, column) for row in range(rows) for column in range(columns) if (rows - 1 - row + column) % 2 == 0]
        floor.append(element("path", class_="kz-dark-cells", d=_squares(dark, left, top, cell)))
    elif picture.walls:
        floor.append(element("path", class_="kz-dark-cells", d=_squares(sorted(picture.walls), left, top, cell)))
    else:
        lines = [f"M{number(left + at * cell)} {number(top)}v{number(rows * cell)}" for at in range(1, columns)]
        lines += [f"M{number(left)} {number(top + at * cell)}h{number(columns * cell)}" for at in range(1, rows)]
        floor.append(element("path", class_="kz-grid", d="".join(lines)))
    return floor


def _squares(cells: list[tuple[int, int]], left: float, top: float, cell: float) -> str:
    side = number(cell)
    return "".join(f"M{number(left + c * cell)} {number(top + r * cell)}h{side}v{side}h-{side}z" for r, c in cells)


def _piece(picture: Picture, symbol: str, x: float, y: float, cell: float) -> str:
    wood, owner = picture.pieces.get(symbol), picture.owners.get(symbol)
    if wood is not None:
        paint = "kz-light-piece" if wood.is_white else "kz-dark-piece"
        if wood.shape in CHESSMEN:
            return text(x, y, wood.glyph, 1.05 * cell, class_="kz-chessman")
        return element("circle", class_=paint, cx=x, cy=y, r=0.38 * cell)
    if symbol in picture.discs:
        return element("circle", class_="kz-dot", cx=x, cy=y, r=max(0.7, picture.discs[symbol] * cell))
    if owner is not None:
        paint = f"kz-of-{owner if owner in (0, 1) else 'more'}"
        is_drawn = set(picture.owners) <= {"X", "O"} and not picture.round_cells
        if symbol == "X" and is_drawn:
            r = number(0.24 * cell)
            across = (
                f"M{number(x)} {number(y)}m-{r}-{r}l{number(0.48 * cell)} {number(0.48 * cell)}m0-{number(0.48 * cell)}"
            )
            path = f"{across}l-{number(0.48 * cell)} {number(0.48 * cell)}"
            return element("path", class_=f"{paint} kz-stroke", d=path, stroke_width=0.14 * cell)
        if symbol == "O" and is_drawn:
            return element("circle", class_=f"{paint} kz-stroke", cx=x, cy=y, r=0.26 * cell, stroke_width=0.14 * cell)
        return element("circle", class_=paint, cx=x, cy=y, r=0.38 * cell)
    letters = min(0.7 * cell, 0.9 * cell / (text_width(symbol, 1.0) or 1.0))
    if letters < LEAST_LETTERS:
        return element("circle", class_="kz-dot", cx=x, cy=y, r=0.3 * cell)
    return text(x, y, symbol, letters)

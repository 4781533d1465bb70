"""Boards side by side, each with its name: positions to choose from."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.draw.picture import Picture
from kibitz.draw.small_board import SMALL_STYLE, small_board
from kibitz.draw.svg import document, element, escape, number, text, text_width
from kibitz.errors import BadInput
from kibitz.lab.drawing.tree_style import LETTERS, MARGIN, SMALL

SIDE = 132.0  # pixels of a board with many cells
BETWEEN = 28.0
STYLE = """\
.kz-svg .kz-shape{fill:currentColor;fill-opacity:.03;stroke:currentColor;stroke-opacity:.3;stroke-width:1}
.kz-svg .kz-name{font-weight:600}
.kz-svg .kz-small .kz-ground{stroke-width:1.2}
"""


class Board(NamedTuple):
    """A position to draw: its name, its picture, and what stands below it."""

    name: str
    picture: Picture
    caption: str = ""


def boards_svg(boards: list[Board]) -> str:
    """The boards in a row, each a group of class `kz-node` with its name in `data-node`, like a node of a tree."""
    drawn, x = [], MARGIN
    highest = 0.0
    foot = 50 if any(each.caption for each in boards) else 36  # below the board: its name, and a line
    for each in boards:
        # A board of few cells is drawn at the size at which a chessboard is, which its largest cell would not allow.
        small = small_board(each.picture, SIDE, said=each.name)
        if small is None:
            raise BadInput(f"the position {each.name!r} has no cells to draw")
        scale = SIDE / max(small.width, small.height)
        width, height = small.width * scale, small.height * scale
        room = max(width, text_width(each.caption, SMALL)) + 16
        middle = x + room / 2
        highest = max(highest, height)
        outline = element("rect", class_="kz-shape", x=-room / 2, y=-8, width=room, height=height + foot, rx=6)
        board = element("g", small.markup, transform=f"translate(0 {number(height / 2)}) scale({number(scale)})")
        inside = [outline, board, text(0, height + 16, each.name, LETTERS, class_="kz-name")]
        if each.caption:
            inside.append(text(0, height + 33, each.caption, SMALL, class_="kz-caption"))
        drawn.append(
            element(
                "g",
                element("title", escape(f"{each.name}: a position")),
                *inside,
                class_="kz-node",
                data_node=each.name,
                data_part=f"node:{each.name}",
                transform=f"translate({number(middle)} {number(MARGIN)})",
            )
        )
        x += room + BETWEEN
    title = f"{len(boards)} positions: {', '.join(each.name for each in boards)}"
    return document(x - BETWEEN + MARGIN, highest + 2 * MARGIN + foot - 8, title, SMALL_STYLE + STYLE, *drawn)

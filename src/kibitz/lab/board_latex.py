"""A position as LaTeX: its cells drawn by TikZ, with what stands on them as discs and letters."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.draw.picture import EMPTY, Picture
from kibitz.lab.export import OPENING, escaped

PREAMBLE = (
    OPENING
    + r"""\usepackage{tikz}
\definecolor{kzblue}{HTML}{0072B2}
\definecolor{kzgrey}{HTML}{767676}
\definecolor{kzorange}{HTML}{D55E00}
"""
)
COLOURS = ("kzblue", "kzorange", "kzgrey")  # of the players; more than these share the last


def board_latex(picture: Picture) -> str:
    """A picture as a LaTeX document of its own; a picture without cells as its text."""
    has_cells = any(symbol for row in picture.cells for symbol in row)
    lines = [*_board(picture), *_labels(picture)] if has_cells else list(_text(picture))
    inside = "\n".join(f"  {line}" for line in lines)
    return f"{PREAMBLE}\\begin{{document}}\n\\begin{{tikzpicture}}\n{inside}\n\\end{{tikzpicture}}\n\\end{{document}}\n"


def _board(picture: Picture) -> Iterator[str]:
    height = len(picture.cells)
    for row, symbols in enumerate(picture.cells):
        for column, symbol in enumerate(symbols):
            at = f"({column},{-row})"
            if (row, column) in picture.walls:
                yield f"\\fill[kzgrey] {at} +(-.5,-.5) rectangle +(.5,.5);"
            if not symbol:
                continue
            is_dark = picture.chequered and (height - row + column) % 2 == 1
            yield f"\\draw[kzgrey{', fill=kzgrey!35' if is_dark else ''}] {at} +(-.5,-.5) rectangle +(.5,.5);"
            if symbol != EMPTY:
                yield _man(picture, symbol, at)
            if (row, column) in picture.marked:
                yield f"\\draw[very thick] {at} +(-.45,-.45) rectangle +(.45,.45);"
    for figure in picture.figures:
        yield f"\\node[font=\\bfseries] at ({figure.column:g},{-figure.row:g}) {{{escaped(figure.symbol)}}};"


def _man(picture: Picture, symbol: str, at: str) -> str:
    """What stands on a cell: a disc in its player's colour, or else its letters."""
    owner = picture.owners.get(symbol)
    if owner is None:
        return f"\\node at {at} {{{escaped(symbol)}}};"
    colour = COLOURS[min(owner, len(COLOURS) - 1)]
    style = f"circle, fill={colour}, text=white, font=\\bfseries, minimum size=8mm, inner sep=0pt"
    return f"\\node[{style}] at {at} {{{escaped(symbol)}}};"


def _labels(picture: Picture) -> Iterator[str]:
    height, width = len(picture.cells), max(map(len, picture.cells))
    for row, label in enumerate(picture.row_labels):
        yield f"\\node[font=\\small, kzgrey] at (-.85,{-row}) {{{escaped(label)}}};"
    for column, label in enumerate(picture.column_labels):
        yield f"\\node[font=\\small, kzgrey] at ({column},{0.15 - height:g}) {{{escaped(label)}}};"
    if picture.caption:
        place = f"({(width - 1) / 2:g},{-0.6 - height:g})"
        yield f"\\node[align=center, text width={max(6, width)}cm] at {place} {{{escaped(picture.caption)}}};"


def _text(picture: Picture) -> Iterator[str]:
    for number, line in enumerate(str(picture).split("\n")):
        yield f"\\node[anchor=west, font=\\ttfamily] at (0,{-0.5 * number:g}) {{{escaped(line)}}};"

"""Boards in a terminal: pieces as characters on coloured squares, as far as the terminal can show them."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection
from dataclasses import replace

from kibitz.draw.picture import EMPTY, Cell, Picture

# Colours of the 256 that terminals share. White and black can both be read on each of the grounds.
LIGHT, DARK, FELT, TRAIL, THREAT = 137, 94, 29, 136, 160
WHITE, BLACK = "1;38;5;231", "38;5;16"


def board_lines(picture: Picture, trail: Collection[Cell] = ()) -> list[str]:
    """The lines of a picture for standard output.

    On a terminal, pieces are shown as characters such as ♞ where its encoding has them, and on coloured squares, with
    the last move's `trail`, unless `NO_COLOR` is set. Elsewhere the lines are those of `str(picture)`.
    """
    if not sys.stdout.isatty():
        return str(picture).split("\n")
    if not _can_encode(picture):
        picture = replace(picture, pieces={})
    if not os.environ.get("NO_COLOR"):
        return _coloured(picture, frozenset(trail)) if picture.pieces else painted(picture)
    return str(with_glyphs(picture)).split("\n")


def with_glyphs(picture: Picture) -> Picture:
    """The same picture, the characters of its pieces in place of their symbols."""
    pieces = picture.pieces
    cells = tuple(tuple(pieces[at].glyph if at in pieces else at for at in row) for row in picture.cells)
    return replace(picture, cells=cells)


def painted(picture: Picture) -> list[str]:
    """The lines of a picture for a terminal with colours: a figure that stands on another is the one to be seen."""
    lines = str(picture).split("\n")
    seen = {(int(figure.row + 0.5), int(figure.column + 0.5)): figure for figure in picture.figures}
    for (row, column), figure in sorted(seen.items(), reverse=True):
        at = 2 * column  # a symbol and what is between it and the next
        lines[row] = f"{lines[row][:at]}\033[{figure.look.terminal}m{lines[row][at]}\033[0m{lines[row][at + 1 :]}"
    return lines


def _can_encode(picture: Picture) -> bool:
    try:
        "".join(piece.glyph + piece.solid_glyph for piece in picture.pieces.values()).encode(sys.stdout.encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _coloured(picture: Picture, trail: frozenset[Cell]) -> list[str]:
    """Three letters a cell, on its colour; white and black pieces are the same characters in white and black."""
    margin = max((len(label) for label in picture.row_labels), default=0)
    lines = []
    for row, symbols in enumerate(picture.cells):
        label = picture.row_labels[row] if picture.row_labels else ""
        cells = "".join(_cell(picture, row, column, trail) for column in range(len(symbols)))
        lines.append(f"{label:>{margin}} {cells}\033[0m")
    if picture.column_labels:
        lines.append(" " * (margin + 1) + "".join(f"{label:^3}" for label in picture.column_labels).rstrip())
    return lines + ([picture.caption] if picture.caption else [])


def _cell(picture: Picture, row: int, column: int, trail: frozenset[Cell]) -> str:
    symbol = picture.cells[row][column]
    if not symbol:
        return "\033[0m   "
    ground = DARK if picture.chequered and (len(picture.cells) - 1 - row + column) % 2 == 0 else LIGHT
    ground = FELT if picture.surface == "felt" else ground
    ground = TRAIL if (row, column) in trail else ground
    ground = THREAT if (row, column) in picture.threatened else ground
    piece = picture.pieces.get(symbol)
    ink = BLACK if piece is None or not piece.is_white else WHITE
    blank = "·" if picture.surface == "goban" else " "
    letter = (blank if symbol == EMPTY else symbol) if piece is None else piece.solid_glyph
    return f"\033[0;48;5;{ground};{ink}m{letter:^3}"

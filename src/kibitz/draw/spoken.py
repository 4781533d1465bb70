"""What a board says to somebody who cannot see it: what each cell is called, and what stands on it."""

from __future__ import annotations

from kibitz.draw.cards import card_said
from kibitz.draw.picture import EMPTY, Cell, Picture


def cell_name(picture: Picture, row: int, column: int) -> str | None:
    """What a cell is called: as the picture says, or by the labels of its column and its row (`e4`); else None."""
    if (row, column) in picture.cell_names:
        return picture.cell_names[row, column]
    columns, rows = picture.column_labels, picture.row_labels
    return columns[column] + rows[row] if column < len(columns) and row < len(rows) else None


def cell_said(picture: Picture, cell: Cell) -> str | None:
    """What stands on a cell, in words: `white knight`, `3 of player 1`, `Pac-Man, dot`; None where nothing does."""
    row, column = cell
    figures = [figure.name or figure.symbol for figure in picture.figures if _is_on(figure.row, figure.column, cell)]
    symbol = symbol_said(picture, picture.cells[row][column])
    found = [*figures, *([symbol] if symbol else []), *(["threatened"] if cell in picture.threatened else [])]
    return ", ".join(found) or None


def symbol_said(picture: Picture, symbol: str) -> str:
    """What a symbol is called; empty where it stands for nothing."""
    if symbol in picture.names:
        return picture.names[symbol]
    if symbol in picture.cards:
        return card_said(picture.cards[symbol])
    if symbol in picture.pieces:
        return picture.pieces[symbol].said
    if symbol == EMPTY or symbol.isspace():
        return ""
    owner = picture.owners.get(symbol)
    if owner is None or list(picture.owners.values()).count(owner) == 1:  # who has but one symbol is known by it
        return symbol
    return f"{symbol} of player {owner + 1}"


def _is_on(row: float, column: float, cell: Cell) -> bool:
    """Does a figure stand here? One that is half-way between two cells counts for the one it comes from."""
    return (int(row + 0.5), int(column + 0.5)) == cell

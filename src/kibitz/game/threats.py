"""What a player threatens, in words and on the board."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.draw.picture import Cell


class Threat(NamedTuple):
    """Something that a player would do next if nobody stopped it.

    `words` stand behind "threatens", "allows" and "does not stop": `four in a row at 4`, `checkmate on f7`. `moves` are
    the texts of the moves that would carry it out, `cells` the cells to point out, as (row, column) from 0 in the
    picture, and `path` the cells that a piece would go over on its way. `wins` says that it would win the game.
    """

    words: str
    moves: tuple[str, ...] = ()
    cells: tuple[Cell, ...] = ()
    path: tuple[Cell, ...] = ()
    wins: bool = False


def joined(words: list[str]) -> str:
    """Words in a row: `3`, `3 and 6`, `1, 3 and 7`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)

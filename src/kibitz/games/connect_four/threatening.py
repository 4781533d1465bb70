"""What a player of Connect Four threatens: lines that one more stone would complete, now or later."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.draw.picture import Cell
from kibitz.game.threats import Threat, joined
from kibitz.games.connect_four.board import Board, State
from kibitz.games.connect_four.notation import COLUMNS
from kibitz.native.bits import squares, up

NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}


def threats_of(game: Board, s: State, player: int) -> Iterator[Threat]:
    """Lines that can be completed with the next stone; then one above the block; then those that wait for a stone."""
    if s.over:
        return
    gaps = s.mine if player == game.player(s) else s.theirs
    line = f"{NUMBERS.get(game.line, game.line)} in a row"
    ready = gaps & game.playable(s)
    if ready:
        columns = [column for column, _ in _places(game, ready)]
        again = up(ready, 1) & gaps if len(columns) == 1 else 0
        words = f"{line} at {joined([COLUMNS[column] for column in columns])}"
        words += ", and again above a block" if again else ""
        moves = tuple(COLUMNS[column] for column in columns)
        yield Threat(words, moves, _cells(game, ready | again), wins=True)
    waiting = gaps & ~game.playable(s) & ~up(ready, 1)
    if waiting:
        columns = list(dict.fromkeys(column for column, _ in _places(game, waiting)))
        where = f"column{'s' if len(columns) > 1 else ''} {joined([COLUMNS[column] for column in columns])}"
        yield Threat(f"{line} in {where} once the cell below is filled", (), _cells(game, waiting))


def _places(game: Board, cells: int) -> list[tuple[int, int]]:
    """The column and the height of every cell."""
    return [divmod(place, game.height + 1) for place in squares(cells)]


def _cells(game: Board, cells: int) -> tuple[Cell, ...]:
    return tuple((game.height - 1 - row, column) for column, row in _places(game, cells))

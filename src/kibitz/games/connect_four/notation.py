"""Connect Four written as the columns played, for any number of players."""

from __future__ import annotations

from kibitz.errors import BadInput
from kibitz.game import Game, State
from kibitz.games.connect_four.board import Board
from kibitz.games.connect_four.board import State as Stones
from kibitz.native.bits import count, down

COLUMNS = "123456789abcdefghijklmnopqrstuvwxyz"


def after_columns(game: Game, width: int, text: str) -> State:
    """The state after the columns named in a text, the leftmost being 1; `BadInput` where one cannot be played."""
    s = game.initial()
    for number, letter in enumerate(text.strip()):
        column = COLUMNS.find(letter.lower())
        where = f"move {number + 1} of {text!r}"
        if not 0 <= column < width:
            raise BadInput(f"there is no column {letter!r} ({where}): expected 1 to {COLUMNS[width - 1]}")
        if game.is_terminal(s):
            raise BadInput(f"{letter!r} ({where}) comes after the end of the game")
        if column not in game.actions(s):
            raise BadInput(f"column {letter!r} is full ({where})")
        s = game.result(s, column)
    return s


def stones_in(game: Board, s: Stones, column: int) -> int:
    """How many stones a column holds."""
    return count(down(s.all, column * (game.height + 1)) & ((1 << game.height) - 1))


def possible_history(game: Board, s: Stones) -> list[int]:
    """Columns in an order in which the stones may have fallen, with no line complete before the last."""
    played: list[int] = []
    hopeless: set[int] = set()

    def lead_on(here: Stones) -> bool:
        if here.all == s.all:
            return True
        if here.all in hopeless or game.is_terminal(here):
            return False
        mine = s.me if game.player(here) == game.player(s) else s.all ^ s.me
        # The columns with most left to fill first: a full column helps nobody who is stuck later.
        for column in sorted(range(game.width), key=lambda c: stones_in(game, here, c) - stones_in(game, s, c)):
            after = game.result(here, column)
            if (after.all ^ here.all) & mine:
                played.append(column)
                if lead_on(after):
                    return True
                played.pop()
        hopeless.add(here.all)
        return False

    lead_on(game.initial())
    return played

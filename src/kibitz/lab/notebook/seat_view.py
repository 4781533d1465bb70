"""What a player sees of a game in a cell: the board, the moves with the cells to click for them, and a sentence."""

from __future__ import annotations

from typing import Any

from kibitz.answer.positions import verdict
from kibitz.draw.board import board_svg
from kibitz.draw.picture import EMPTY, Picture, cells_of
from kibitz.game import CHANCE, Action, Game, State
from kibitz.game.guessed import with_clicks

CELL = 56  # pixels

YOU, KIBITZ, FORTUNE, OVER = "you", "kibitz", "chance", "over"  # who is to move


def who_moves(game: Game, s: State, seat: int) -> str:
    """Who is to move, as seen from a seat."""
    if game.is_terminal(s):
        return OVER
    player = game.player(s)
    return FORTUNE if player == CHANCE else YOU if game.seat(player) == seat else KIBITZ


def picture_for(game: Game, s: State, seat: int) -> Picture:
    """The board as the seat sees it, with the cells to click where they can be told."""
    return game.seen(s, seat) if game.facts.hidden else with_clicks(game, s, game.picture(s))


def drawing(game: Game, picture: Picture) -> str:
    """The board as SVG."""
    return board_svg(picture, size=CELL, title=f"{game.facts.title.rstrip('.')}: {picture.caption or 'the board'}")


def cells(picture: Picture, move: str) -> list[list[int]]:
    """The cells to click for a move, from the first to the last; empty where it has a button instead."""
    return [list(cell) for cell in cells_of(picture.clicks.get(move))]


def ways(picture: Picture) -> dict[str, bool]:
    """How moves are made on a board: by any cell of a column; by buttons too, where it does not show which cells."""
    alone = [stops[0] for click in picture.clicks.values() if len(stops := cells_of(click)) == 1]
    takes = any(picture.cells[row][column] != EMPTY for row, column in alone) and picture.scene is None
    return {"columns": picture.columns_click, "buttons": bool(picture.covers) or takes}


def choices(game: Game, s: State) -> list[tuple[str, Action]]:
    """The actions of whoever is to move, with their texts."""
    return [(game.action_text(s, a), a) for a in game.actions(s)]


def sentence(game: Game, s: State, seat: int) -> str:
    """Whose move it is, or how the game ended."""
    who = who_moves(game, s, seat)
    if who == OVER:
        return verdict(game, s)
    name = game.player_name(seat)
    return f"Your move: you are {name}." if who == YOU else "Chance is to move." if who == FORTUNE else "Kibitz thinks…"


def seats(game: Game) -> list[str]:
    """The names of the seats that one may take."""
    return [game.player_name(seat) for seat in range(game.players)]


def common(game: Game) -> dict[str, Any]:
    """What the script in the cell is told of a game, whoever answers it."""
    return {"title": game.facts.title.rstrip("."), "seats": seats(game)}

"""Answers from opening books."""

from __future__ import annotations

from pathlib import Path

from kibitz.game import Game
from kibitz.lookup.naming import file_name
from kibitz.saving import data_folder

ENDING = "book"


def built_path(game: Game) -> Path:
    """Where the book of a game is that this user has built, or would be."""
    return data_folder() / "books" / file_name(game, ENDING)

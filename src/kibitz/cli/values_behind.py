"""Files of solved positions: a position, and the value that may stand behind it."""

from __future__ import annotations

from kibitz.errors import BadInput
from kibitz.game import Game


def without_answer(game: Game, line: str | None) -> tuple[str | None, float | None]:
    """A position, and the value that may stand behind it, as in files of solved positions."""
    position, _, last = (line or "").rpartition(" ")
    if line is None or not position:
        return line, None
    try:
        game.parse(line)
    except BadInput:
        try:
            return position.strip(), float(last)
        except ValueError:
            pass
    return line, None

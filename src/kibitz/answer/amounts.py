"""Values as texts."""

from __future__ import annotations

from kibitz.answer.certainty import Value
from kibitz.game import Game

PERCENTAGE = (0.0, 1.0)  # the utilities of a game whose values are chances of winning


def value_text(value: Value) -> str:
    """A number, or a vector of numbers, in as few characters as possible."""
    if isinstance(value, tuple):
        return "<" + ", ".join(value_text(item) for item in value) + ">"
    return f"{value:.6g}"


def units_text(game: Game, value: Value) -> str:
    """A value as people see it: in hundredths where the game counts in smaller ones, as of a pawn."""
    if game.unit == 1.0 or isinstance(value, tuple):
        return value_text(value)
    return f"{round(value / game.unit, 2) + 0.0:.2f}"


def rounded(game: Game, value: float) -> str:
    """A value as a sentence says it, with its sign where it has one in this game: `+0.31`, `54.4 %`, `−7.80 points`."""
    if game.facts.utility_range == PERCENTAGE:
        return f"{100 * value:.1f} %"
    return f"{round(value / game.unit, 2) + 0.0:{sign_of(game)}.2f}".replace("-", "−") + counted(game)


def sign_of(game: Game) -> str:
    """`+` where values may be of either sign, to be put before those that are positive; else empty."""
    low, high = game.facts.utility_range
    return "+" if low < 0 < high else ""


def difference(game: Game, loss: float) -> str:
    """How much one value is less than another: `0.21`, `2.4 %`, `3 points`."""
    if game.facts.utility_range == PERCENTAGE:
        return f"{100 * loss:.1f} %" if loss >= 0.001 else f"{100 * loss:.1g} %"
    size = loss / game.unit
    if size == int(size) and game.unit == 1.0:
        return f"{size:g}{counted(game)}"
    return (f"{size:.2f}" if size >= 0.01 else f"{size:.1g}") + counted(game)


def counted(game: Game) -> str:
    """What values count, to be put behind a number; empty where they count nothing."""
    return f" {game.counts}" if game.counts else ""

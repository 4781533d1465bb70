"""How far a guess is to be believed: as far as it goes, unless the game says that it knows better.

`utility_range` is about how games end. An evaluation may well lie beyond it, and then what no end can be worth must
neither cut nor clamp anything that rests on a guess: searches of the same depth agree. A game whose guesses keep to
the range says so (`guesses_within`). One that answers `bounds`, `proof` or `stakes` says what is proven of a position,
and that may take the place of a guess. A search to the end of the game meets no guess, and may use what it likes.
"""

from __future__ import annotations

from math import inf

from kibitz.game import Game, State, answers
from kibitz.native import jit

FAR = 1 << 29  # plies: what a textbook search has left when it goes to the end of the game


def keeps_within(game: Game) -> bool:
    """Do all guesses of a game lie within its `utility_range`? One that does not evaluate guesses 0."""
    low, high = game.utility_range
    return bool(game.guesses_within or (not answers(game, "evaluate") and low <= 0.0 <= high))


@jit
def bounds_to(game: Game, s: State, depth: int) -> tuple[float, float]:
    """Two numbers between which player 0's value of a state lies, to a depth; infinite where a guess may leave them."""
    least, most = game.bounds(s)
    low, high = float(least), float(most)
    if depth >= FAR or game.has_bounds or game.guesses_within or (not game.has_evaluate and low <= 0.0 <= high):
        return low, high
    return -inf, inf

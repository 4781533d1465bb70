"""Numbers that no search may count with: infinite utilities and guesses, and probabilities that do not sum to 1.

A search asks `sound` of every utility and guess, and `certain` of the sum of the probabilities of every roll that it
looks at whole. That costs a comparison each, and a wrong number is refused where it is met. Machine code cannot say
where that was: it raises `Unsound`, and `diagnosis` looks for the position.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from math import isfinite, nan

from kibitz.errors import BadInput, NotWhole, Unsound
from kibitz.game import CHANCE, Game, State
from kibitz.native import jit

NEAR_ONE = 1e-9  # how far from 1 the probabilities of a roll may sum to
MOST_WHOLE = 30_000.0
CHOICES = 1_000  # of each position that is looked at in Python


@jit
def sound(v: float) -> float:
    """The number, if it is finite; `Unsound` if it is infinite or NaN."""
    if v - v != 0.0:
        raise Unsound("a number is not finite")
    return v


@jit
def chance_of(probability: float) -> float:
    """The probability, to be summed for `certain`; NaN if it is negative."""
    return probability if probability >= 0.0 else nan


@jit
def certain(total: float) -> float:
    """The sum of a roll's probabilities, if that is 1; `Unsound` if it is not."""
    if not abs(total - 1.0) <= NEAR_ONE:
        raise Unsound("probabilities do not sum to 1")
    return total


@jit
def is_whole(value: float) -> bool:
    """Is this a whole number that fits into the table of a game of whole numbers?"""
    return -MOST_WHOLE <= value <= MOST_WHOLE and value == float(int(value))


def needs_whole_range(game: Game) -> None:
    """Refuse a game that says its utilities are whole, within a range that is not."""
    if game.whole and not all(is_whole(bound) for bound in game.utility_range if isfinite(bound)):
        wanted = "expected whole numbers from -30,000 to 30,000"
        raise NotWhole(f"utility_range of {game.facts.name!r} is {game.utility_range}, although whole = True: {wanted}")


def payoff(game: Game, s: State, player: int) -> float:
    """What a finished game is worth to a player, asked in Python; refused in a sentence where it is not finite."""
    value = game.utility(s, player)
    if not isfinite(value):
        raise BadInput(_of_players(game, s, "utility", game.utility) or f"utility at {game.text(s)!r} is {value}")
    return float(value)


def refuse_unsound(game: Game, s: State) -> None:
    """Refuse a state whose own utilities or probabilities are not numbers to count with."""
    if game.is_terminal(s) or game.player(s) == CHANCE:
        fault = fault_at(game, s)
        if fault is not None:
            raise BadInput(fault)


def fault_at(game: Game, s: State) -> str | None:
    """What is wrong with the numbers of one position, in a sentence."""
    if game.is_terminal(s):
        return _of_players(game, s, "utility", game.utility)
    if game.player(s) == CHANCE:
        chances = [float(probability) for _, probability in islice(game.outcomes(s), CHOICES)]
        odd = next((chance for chance in chances if not 0 <= chance <= 1), None)
        if odd is not None:
            return f"a probability at {game.text(s)!r} is {odd:g}: expected 0 to 1"
        if abs(sum(chances) - 1) > NEAR_ONE and len(chances) < CHOICES:
            return f"the probabilities at {game.text(s)!r} sum to {sum(chances):.10g}: expected 1"
    return _of_players(game, s, "evaluate", game.evaluate)


def _of_players(game: Game, s: State, question: str, asked: Callable[[State, int], float]) -> str | None:
    for player in range(game.players):
        value = asked(s, player)
        if not isfinite(value):
            return f"{question} of player {player} at {game.text(s)!r} is {value}: expected a finite number"
    return None

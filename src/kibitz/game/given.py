"""What is given to Kibitz from Python: numbers, limits and states. What cannot be used is refused in a sentence."""

from __future__ import annotations

from math import isfinite, isnan
from numbers import Integral, Real
from typing import Any

from kibitz.errors import BadInput
from kibitz.game import Game, State
from kibitz.game.shown import is_answered
from kibitz.game.written import in_shape

MOST_THREADS = 256
MOST_SECONDS = 1e9
PLAIN = (str, bytes, Real, tuple, list, dict, set, frozenset, type(None))  # kinds that never stand for each other


def whole(name: str, value: Any, least: int | None = 1, most: int | None = None) -> int:
    """A whole number from `least` to `most`, as an int; `BadInput` otherwise."""
    fits = isinstance(value, Integral) and not isinstance(value, bool) and (least is None or int(value) >= least)
    if not fits or (most is not None and int(value) > most):
        wanted = ("" if least is None else f" from {least}") + ("" if most is None else f" to {most:,}")
        raise BadInput(f"{name} must be a whole number{wanted}, got {value!r}")
    return int(value)


def number(name: str, value: Any, above: float = 0.0, most: float = MOST_SECONDS) -> float:
    """A number above `above` and at most `most`, as a float; `BadInput` otherwise."""
    fits = isinstance(value, Real) and not isinstance(value, bool) and above < float(value) <= most
    if not fits:
        raise BadInput(f"{name} must be a number above {above:g} and at most {most:g}, got {value!r}")
    return float(value)


def real(name: str, value: Any) -> float:
    """Any number but NaN, as a float; `BadInput` otherwise."""
    if not isinstance(value, Real) or isinstance(value, bool) or isnan(value):
        raise BadInput(f"{name} must be a number, got {value!r}")
    return float(value)


def threads(value: Any) -> int:
    """How many threads a search may use."""
    return whole("the number of threads", value, 1, MOST_THREADS)


def is_game(game: Any) -> None:
    """Refuse whatever is not an object of a class derived from `Game`."""
    if isinstance(game, type) and issubclass(game, Game):
        raise BadInput(f"{game.__name__} is a class: make an object of it, {game.__name__}()")
    if not isinstance(game, Game):
        raise BadInput(f"{game!r} is not a game: expected an object of a class derived from kibitz.Game")


def state_of(game: Game, s: State) -> State:
    """A state to be asked about: the initial one where none is given; `BadInput` where it is of another kind.

    States of a game that is not compiled may differ in shape: one that the rules can be asked about is taken.
    """
    if s is None:
        return game.initial()
    example = game.initial()
    try:
        in_shape(example, s)
    except (ValueError, TypeError, OverflowError):
        if _is_other_kind(example, s) or not is_answered(game, s):
            name, wanted = game.facts.name, game.text(example)
            raise BadInput(f"{s!r} is not a state of {name!r}: expected one such as {example!r} ({wanted})") from None
    return s


def _is_other_kind(example: State, s: State) -> bool:
    """Are both plain values, such as texts and tuples, of different kinds?"""
    kinds = [next((kind for kind in PLAIN if isinstance(value, kind)), None) for value in (example, s)]
    rows = (tuple, list)
    return None not in kinds and kinds[0] is not kinds[1] and not all(kind in rows for kind in kinds)


def check_facts(game: Game) -> None:
    """Refuse a game whose facts contradict themselves."""
    name = type(game).__name__
    whole(f"{name}.players", game.players)
    given = game.utility_range
    try:
        low, high = (float(bound) for bound in given)
    except (TypeError, ValueError):
        raise BadInput(f"{name}.utility_range must be two numbers, the lower one first, got {given!r}") from None
    if isnan(low) or isnan(high) or low > high:
        raise BadInput(f"{name}.utility_range must be two numbers, the lower one first, got {given!r}")
    for fact in ("utility_sum", "utility_total"):
        value = getattr(game, fact)
        is_number = isinstance(value, Real) and not isnan(value)
        if not is_number or (fact == "utility_sum" and not isfinite(value)):
            raise BadInput(f"{name}.{fact} must be a number, got {value!r}")
    _check_repetition(game, name, low, high)


def _check_repetition(game: Game, name: str, low: float, high: float) -> None:
    """Refuse a game that says of a position that comes up again what cannot be."""
    whole(f"{name}.repetition_times", game.repetition_times, 2)
    if not isinstance(game.repetition_is_illegal, (bool, int)):
        raise BadInput(f"{name}.repetition_is_illegal must be True or False, got {game.repetition_is_illegal!r}")
    if game.repetition is None:
        return
    value = real(f"{name}.repetition", game.repetition)
    if not (isfinite(value) and low <= value <= high):
        raise BadInput(f"{name}.repetition must be a value for player 0 from {low:g} to {high:g}, got {value:g}")
    if game.players > 2 or not game.facts.zero_sum:
        wanted = "one player, or two who win what the other loses"
        raise BadInput(f"{name}.repetition is for {wanted}: leave it None")

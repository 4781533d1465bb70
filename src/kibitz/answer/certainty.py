"""How certain a value is: proven, found to some depth, or only the default guess."""

from __future__ import annotations

from typing import Any

from kibitz.game import Game, State

Value = Any  # a float for the player to move; in vectors, a tuple with a float for each player
WIN, DRAW, LOSS = "win", "draw", "loss"
UNDECIDED = "undecided"


def has_evaluation(game: Game) -> bool:
    """Does the game have an evaluation of its own? Else every guess at the depth limit is 0."""
    cls: Any = type(getattr(game, "inner", game))  # a game within a game asks that one
    return cls.evaluate is not Game.evaluate


def is_undecided(game: Game, s: State, value: Value, exact: bool) -> bool:
    """Is a value for the player to move only the default guess of 0 for player 0, so that nothing is known?"""
    if exact or has_evaluation(game):
        return False
    if isinstance(value, tuple):
        return not any(value)
    is_second = game.players == 2 and game.player(s) == 1
    return bool(value == (game.at_stake(s) if is_second else 0.0))


def outcome_of(game: Game, s: State, value: Value, exact: bool, sound: bool = True) -> str | None:
    """`win`, `draw` or `loss` for the player to move, if that is proven; None if not, or in games of other kinds.

    A proven value decides it. So does any value other than 0 in a game without an evaluation: all guesses being 0, it
    comes from finished games alone, provided that the search is `sound`, which one that leaves out moves is not.
    """
    facts = game.facts
    is_for_two = facts.players == 2 and facts.zero_sum and not isinstance(value, tuple)
    if not is_for_two or facts.chance or facts.hidden:
        return None
    middle = game.at_stake(s) / 2
    from_ends = sound and not has_evaluation(game) and middle == 0 and value != 0
    if not exact and not from_ends:
        return None
    return WIN if value > middle else LOSS if value < middle else DRAW


def to_depth(depth: int | None) -> str:
    """What an unproven value rests on, to be put behind it; empty where it does not rest on a depth."""
    return "" if depth is None else f" (depth {depth})"


def undecided_words(depth: int | None) -> str:
    """What to say where nothing is known."""
    return UNDECIDED if depth is None else f"{UNDECIDED} at depth {depth}"

"""Repeating: what a game so far means for a position, by the facts of the game.

A game so far is handed on as the numbers by which positions recur (`recurrence`), the oldest first, without the
position that is asked about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from kibitz.game import Action, Game, State


def counts_repetition(game: Game) -> bool:
    """Does it matter to a game that a position comes up again?"""
    return game.repetition is not None or bool(game.repetition_is_illegal)


def keys_of(game: Game, states: Iterable[State]) -> tuple[int, ...]:
    """The keys of a game so far, given as states; empty where repetitions do not matter."""
    return tuple(int(game.recurrence(s)) for s in states) if counts_repetition(game) else ()


def times(game: Game, s: State, history: Sequence[int]) -> int:
    """How often a position has come up in a game, this time included."""
    return 1 + (history.count(int(game.recurrence(s))) if history else 0)


def is_repeated_out(game: Game, s: State, history: Sequence[int]) -> bool:
    """Is the game over because a position has come up as often as the game allows, or nothing else may be played?"""
    if game.is_terminal(s) or not counts_repetition(game):
        return False
    if game.repetition_is_illegal:
        return not allowed(game, s, history)
    return times(game, s, history) >= game.repetition_times


def worth_repeated(game: Game, s: State) -> float:
    """What a game that is over by repetition is worth to player 0: what the game says, else an even share."""
    return float(game.at_stake(s)) / game.players if game.repetition is None else float(game.repetition)


def used_up(game: Game, history: Sequence[int]) -> list[int]:
    """The keys of the positions that would end the game if they came up once more."""
    if game.repetition is None or game.repetition_is_illegal:
        return []
    return [key for key, number in Counter(history).items() if number >= game.repetition_times - 1]


def is_forbidden(game: Game, s: State, a: Action, history: Sequence[int]) -> bool:
    """Is an action forbidden because it leads to a position that has been there, or leaves this one as it is?"""
    if not game.repetition_is_illegal:
        return False
    key = int(game.recurrence(game.result(s, a)))
    return key == int(game.recurrence(s)) or key in history


def allowed(game: Game, s: State, history: Sequence[int]) -> list[Action]:
    """What may be played at a state: where repetitions are illegal, no action to a position that has been there."""
    return [a for a in game.choices(s) if not is_forbidden(game, s, a, history)]

"""A glance: what an action looks like without any search, for when there was no time for one."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.game import Action, Game, State


def best_at_a_glance(game: Game, s: State, actions: Sequence[Action]) -> tuple[Action, float]:
    """The action that looks best to the player to move, the first of equals, and what it looks to be worth to them."""
    looks = [glance(game, s, a) for a in actions]
    best = max(range(len(actions)), key=looks.__getitem__)
    return actions[best], looks[best]


def glance(game: Game, s: State, a: Action) -> float:
    """What an action looks to be worth to the player to move: the evaluation after it, or what the game ended with.

    An action that loses an exchange is no better than that loss: its evaluation knows only what it took.
    """
    player = game.player(s)
    after = game.result(s, a)
    if game.is_terminal(after):
        return float(game.utility(after, player))
    value = float(game.evaluate(after, player))
    lost = float(game.exchange(s, a))
    return value if lost >= 0.0 else min(value, float(game.evaluate(s, player)) + lost)

"""A strategy: for every view of a player the probability of each action, and what play by it is worth.

Contract. A strategy is asked by views alone: it never sees what a player does not know. What it has not been told of is
played with all actions alike.
"""

from __future__ import annotations

from typing import Any

from kibitz.game import CHANCE, Game, State
from kibitz.lookup.keyed import Keyed
from kibitz.native import jit
from kibitz.native.bits import mix
from kibitz.native.tuples import fingerprint
from kibitz.search.soundness import sound


class Strategy(Keyed):
    """Probabilities by view. `slots` is a hash table from `keys`, of a view and its player, to numbers from 1 on."""

    bare = ("slots", "keys", "first", "probabilities")

    def __init__(self, views: Any, owners: Any, first: Any, count: Any, probabilities: Any, weights: Any) -> None:
        """For each information set its view and player, where its probabilities are, and how much it matters.

        Where several have the same view, that of the largest weight is followed.
        """
        import numpy as np

        order = np.argsort(-np.asarray(weights), kind="stable")
        keys = [mix(int(view) ^ int(owner)) for view, owner in zip(views[order], owners[order], strict=True)]
        self.keys = np.array(keys, np.int64)
        self.first = np.asarray(first)[order].astype(np.int64)
        self.probabilities = np.asarray(probabilities, np.float64)
        self.slots = np.zeros(2 * len(keys) + 1, np.int64)
        for number, key in enumerate(keys):
            place = self.slot(key)
            if self.slots[place] == 0:
                self.slots[place] = number + 1

    @staticmethod
    def nothing() -> Strategy:
        """One that has been told nothing."""
        import numpy as np

        none = np.zeros(0, np.int64)
        return Strategy(none, none, none, none, none, none)

    def place(self, view: int, player: int) -> int:
        """Where the probabilities for a player's view begin; -1 if it is not known."""
        number = self.slots[self.slot(mix(view ^ player))] - 1
        return self.first[number] if number >= 0 else -1


@jit
def expected(game: Game, s: State, player: int, strategy: Any, watch: Any) -> float:
    """What a state is worth to a player if all play by the strategy from there on."""
    watch.enter(s, 0.0, 0.0)
    if game.is_terminal(s):
        watch.leave(s, 0.0)
        return sound(float(game.utility(s, player)))
    mover = game.player(s)
    total = 0.0
    if mover == CHANCE:
        for outcome, probability in game.outcomes(s):
            total += probability * expected(game, game.result(s, outcome), player, strategy, watch)
    else:
        place = strategy.place(fingerprint(game.essence(game.view_of(s, mover))), mover)
        count = 0
        for a in game.actions(s):
            probability = strategy.probabilities[place + count] if place >= 0 else 1.0
            if probability > 0.0:
                total += probability * expected(game, game.result(s, a), player, strategy, watch)
            count += 1
        if place < 0:
            total /= count
    watch.leave(s, 0.0)
    return total

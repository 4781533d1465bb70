"""How well an evaluation plays: games against a fixed opponent, both looking one ply ahead."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from kibitz.game import CHANCE, Game, State
from kibitz.learn.luck import SEED, any_action, rolled
from kibitz.learn.selfplay import LONGEST, preferred
from kibitz.native import Native, jit
from kibitz.native.execution import run
from kibitz.native.override import override

STOP, FIRST = 0, 1  # the words of `orders`: the order to stop, and the number of the first game


class Anyone(Native):
    """An opponent who plays at random."""

    def after(self, game: Game, s: State, luck: Any) -> Any:
        """The state after the action it takes."""
        return any_action(game, s, luck)


class Greedy(Native):
    """An opponent who looks one ply ahead, by the evaluation of the game that it is given."""

    def after(self, game: Game, s: State, luck: Any) -> Any:
        """The state after the action it takes."""
        return preferred(game, s)


class Sheet(Native):
    """The score sheet of a duel."""

    bare = ("points", "orders", "luck")

    def __init__(self, seed: int, first: int = 0) -> None:
        import numpy as np

        self.points = np.zeros(2, np.float64)  # their sum, and that of their squares
        self.orders = np.array([0, first], np.int64)
        self.luck = np.zeros(2, np.int64)
        self.luck[SEED] = seed

    def stop(self) -> None:
        """End the games, from any thread."""
        self.orders[STOP] = 1


@jit
def duel(game: Game, s: State, rival: Any, theirs: Any, sheet: Any, games: int) -> int:
    """Play the evaluation of `game` against a rival with a game of its own; the two begin alternately.

    Returns how many games were finished.
    """
    start = s
    played = 0
    for number in range(games):
        if sheet.orders[STOP] != 0:
            return played
        me = (sheet.orders[FIRST] + number) % game.players
        s = start
        plies = 0
        while plies < LONGEST and not game.is_terminal(s):
            mover = game.player(s)
            if mover == CHANCE:
                s = rolled(game, s, sheet.luck)
            elif mover == me:
                s = preferred(game, s)
            else:
                s = rival.after(theirs, s, sheet.luck)
            plies += 1
        u = float(game.utility(s, me)) if game.is_terminal(s) else float(game.evaluate(s, me))
        sheet.points[0] += u
        sheet.points[1] += u * u
        played += 1
    return played


@dataclass(frozen=True)
class Result:
    """Points per game, with their standard error."""

    games: int
    mean: float
    error: float

    @override
    def __str__(self) -> str:
        return f"{self.mean:+.3f} ± {self.error:.3f} points a game over {self.games:,} games"


def contest(
    game: Game,
    rival: Native | None = None,
    theirs: Game | None = None,
    *,
    games: int = 1000,
    seed: int = 0,
    interpreted: bool = False,
) -> Result:
    """Games of an evaluation against a rival, who plays at random by default.

    `theirs` is the game with the rival's own evaluation, if that is different.
    """
    sheet = Sheet(seed)
    rival = Anyone() if rival is None else rival
    run(duel, game, game.initial(), rival, game if theirs is None else theirs, sheet, games, interpreted=interpreted)
    mean = float(sheet.points[0]) / games
    spread = max(0.0, float(sheet.points[1]) / games - mean * mean)
    return Result(games, mean, math.sqrt(spread / max(1, games - 1)))

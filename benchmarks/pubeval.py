"""Backgammon against pubeval, the public evaluation that every backgammon program is measured against.

`python -m benchmarks.pubeval [--games N] [--weights FILE] [--bearoff] [--hand]`: points a game, without look-ahead.
Pubeval is a linear evaluation by G. Tesauro; its weights are in tests/data/pubeval.json.
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path
from typing import Any

import numpy as np

import kibitz as kz
from kibitz.evaluation.weights import Weights, put_into
from kibitz.games.backgammon.checkers import BAR, OFF, POINTS, is_done, number
from kibitz.games.backgammon.features import is_race
from kibitz.learn.duel import Greedy, contest
from kibitz.native import Native, jit

WEIGHTS = Path(__file__).resolve().parent.parent / "tests" / "data" / "pubeval.json"


class Pubeval(Native):
    """The opponent: takes the play after which its score is highest."""

    bare = ("race", "contact")

    def __init__(self) -> None:
        given = json.loads(WEIGHTS.read_text())
        self.race = np.array(given["race"])
        self.contact = np.array(given["contact"])

    def after(self, game: Any, s: Any, luck: Any) -> Any:
        """The position after its play. Which weights it uses hangs on the position before it."""
        weights = self.race if is_race(s.mine, s.theirs) else self.contact
        best = -math.inf
        found = s
        for a in game.actions(s):
            after = game.result(s, a)
            v = score(weights, after.theirs, after.mine)
            if v > best:
                best = v
                found = after
        return found


@jit
def score(weights: Any, mine: Any, theirs: Any) -> float:
    """What pubeval thinks of a position for the side that has just moved."""
    if is_done(mine):
        return 1e8
    total = number(theirs, BAR) / 2 * weights[120] + number(mine, OFF) / 15 * weights[121]
    for point in range(1, POINTS + 1):
        at = 5 * (POINTS - point)
        checkers = number(mine, point)
        if number(theirs, BAR - point) == 1:
            total += weights[at]
        if checkers == 1:
            total += weights[at + 1]
        if checkers >= 2:
            total += weights[at + 2]
        if checkers == 3:
            total += weights[at + 3]
        if checkers >= 4:
            total += weights[at + 4] * (checkers - 3) / 2
    return total


def main() -> None:
    """Play, and tell the score."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pubeval")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weights", metavar="FILE", help="those of a file in place of those that come with the game")
    parser.add_argument("--hand", action="store_true", help="against the evaluation written by hand, not pubeval")
    parser.add_argument("--bearoff", action="store_true", help="with the bear-off tables")
    options = parser.parse_args()
    game: Any = kz.game("backgammon", bearoff=options.bearoff)
    if options.weights:
        put_into(game, Weights.load(options.weights))
    rival, theirs = (Greedy(), kz.game("backgammon", network=False)) if options.hand else (Pubeval(), game)
    print(contest(game, rival, theirs, games=options.games, seed=options.seed))


if __name__ == "__main__":
    main()

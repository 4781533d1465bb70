"""TD(λ): an evaluation learns from the games it plays against itself.

The player to move looks one ply ahead and takes the action that the evaluation likes best. When the game is over, its
positions are visited backwards, and the evaluation of each is moved towards that of the next one (λ = 0), towards the
final result (λ = 1), or towards a mixture: G ← (1 − λ) V(s) + λ G.

Only positions that are ever compared are used: those after an action, and those in which CHANCE is to move. A move
made at random, to see something new, teaches nothing about the position before it.
"""

from __future__ import annotations

import math
from typing import Any

from kibitz.evaluation.network import adjust, outcome, turned_round, work_out
from kibitz.game import CHANCE, MAX
from kibitz.learn.luck import any_action, drawn, rolled
from kibitz.native import Native, jit
from kibitz.native.packing import keep, kept, scratch, words
from kibitz.search.soundness import sound

LONGEST = 4096  # positions of one game that are remembered; a longer game is stopped, and its evaluation is its result

STOP, GAMES, PLIES = range(3)  # the words of `orders`: the order to stop, games played, positions learned from
RATE, HALF, TRACE, EXPLORE = range(4)  # the numbers of `manner`


class Pupil(Native):
    """What learning remembers: the current game, how far it is, how it learns, and its luck."""

    bare = ("line", "strays", "aims", "orders", "manner", "luck")

    def __init__(self, game: Any, s: Any, manner: tuple[float, float, float, float], interpreted: bool) -> None:
        """`manner`: learning rate, the games after which it is half of that, λ, and the share of random moves."""
        import numpy as np

        self.line = np.zeros(LONGEST * (1 if interpreted else words(s)), object if interpreted else np.int64)
        self.strays = np.zeros(LONGEST, np.int64)  # 1 where a random move followed
        self.aims = np.zeros(game.learned_outputs, np.float64)
        self.orders = np.zeros(4, np.int64)
        self.manner = np.array(manner, np.float64)
        self.luck = np.zeros(2, np.int64)

    def stop(self) -> None:
        """End the lessons after the current game, from any thread."""
        self.orders[STOP] = 1


@jit
def study(game: Any, s: Any, pupil: Any, games: int) -> int:
    """Play `games` games from a state and learn from each; returns how many were played before the order to stop."""
    for number in range(games):
        if pupil.orders[STOP] != 0:
            return number
        lesson(game, s, pupil)
        pupil.orders[GAMES] += 1
    return games


@jit
def lesson(game: Any, s: Any, pupil: Any) -> None:
    """Play one game, and learn from it."""
    seen = 0
    is_new = True
    while seen < LONGEST and not game.is_terminal(s):
        mover = game.player(s)
        if is_new or mover == CHANCE:
            keep(pupil.line, seen, s)
            pupil.strays[seen] = 0
            seen += 1
        if mover == CHANCE:
            s = rolled(game, s, pupil.luck)
            is_new = False
        elif pupil.manner[EXPLORE] > 0.0 and drawn(pupil.luck) < pupil.manner[EXPLORE]:
            pupil.strays[seen - 1] = 1
            s = any_action(game, s, pupil.luck)
            is_new = True
        else:
            s = preferred(game, s)
            is_new = True
    pupil.orders[PLIES] += seen
    look_back(game, s, seen, pupil)


@jit
def preferred(game: Any, s: Any) -> Any:
    """The state after the action that looks best one ply ahead; the first of equals."""
    mover = game.player(s)
    best = -math.inf
    found = s
    for a in game.actions(s):
        after = game.result(s, a)
        over = game.is_terminal(after)
        v = sound(float(game.utility(after, mover)) if over else float(game.evaluate(after, mover)))
        if v > best:
            best = v
            found = after
    return found


@jit
def look_back(game: Any, end: Any, seen: int, pupil: Any) -> None:
    """Learn from the positions of a game, the last one first."""
    room = scratch(game)
    aims, outputs, first = pupil.aims, game.learned_outputs, game.learned_hidden
    rate = pupil.manner[RATE] / (1.0 + pupil.orders[GAMES] / pupil.manner[HALF])
    trace = pupil.manner[TRACE]
    side = MAX
    known = game.is_terminal(end)
    if known:
        for output in range(outputs):
            aims[output] = sound(outcome(game, end, side, output))
    for number in range(seen - 1, -1, -1):
        s = kept(pupil.line, number, end)
        work_out(game, s, room)
        if game.viewer(s) != side:
            turned_round(game, aims)
            side = 1 - side
        if not known or pupil.strays[number] != 0:
            for output in range(outputs):
                aims[output] = room[first + output]
            known = True
            continue
        adjust(game, s, room, aims, rate)
        for output in range(outputs):
            aims[output] = (1.0 - trace) * room[first + output] + trace * aims[output]

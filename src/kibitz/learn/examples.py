"""Positions with the results of their games, as a fit wants them: in rows of features, most of which are 0.

Only settled positions are used: those whose evaluation no exchange would upset. In the others the sum of features is
not what a search would go by.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import inf
from typing import Any

from kibitz.game import Game, State
from kibitz.learn.engine_games import after_place
from kibitz.learn.records import Records
from kibitz.native import Native, jit
from kibitz.native.execution import run
from kibitz.search.soundness import sound

ROOM = 1 << 14  # features of one game, at first
EXCHANGE = 12  # plies that an exchange is followed
UPSET = 0.25  # swings by which an exchange may change the evaluation of a settled position
HELD_OUT = 10  # every tenth game is not fitted to: its positions tell how good the fit is


class Harvest(Native):
    """What machine code finds in one game."""

    bare = ("actions", "numbers", "amounts", "ends", "viewers")

    def __init__(self, actions: tuple[int, ...], room: int) -> None:
        import numpy as np

        self.actions = np.array([*actions, 0], np.int64)
        self.numbers = np.zeros(room, np.int64)
        self.amounts = np.zeros(room, np.float64)
        self.ends = np.zeros(len(actions) + 1, np.int64)  # where the row of each position ends
        self.viewers = np.zeros(len(actions) + 1, np.int64)


@jit
def gather(game: Game, s: State, harvest: Any, plies: int, first: int, every: int) -> int:
    """How many settled positions there are among every N of a game, from ply `first` on; -1: too many for it."""
    found = at = 0
    room = len(harvest.numbers)
    for ply in range(plies):
        if ply >= first and (ply - first) % every == 0 and is_settled(game, s):
            begin = at
            for number, amount in game.features(s):
                if at >= room:
                    return -1
                harvest.numbers[at] = number
                harvest.amounts[at] = sound(amount)
                at += 1
            if at > begin:
                harvest.ends[found] = at
                harvest.viewers[found] = game.viewer(s)
                found += 1
        s = after_place(game, s, harvest.actions[ply])
    return found


@jit
def is_settled(game: Game, s: State) -> bool:
    """Would no exchange change the evaluation of a state by much, for the player to move?"""
    if not (game.has_is_quiet or game.has_is_noisy or game.has_noisy_actions) or not game.has_evaluate:
        return True
    if not game.is_quiet(s):
        return False
    mover = game.player(s)
    enough = game.evaluate(s, mover) + UPSET * game.swing
    return exchanged(game, s, mover, enough, enough + 1.0, EXCHANGE) <= enough


@jit
def exchanged(game: Game, s: State, mover: int, alpha: float, beta: float, plies: int) -> float:
    """What a state is worth to the player to move after the exchanges that pay, as far as noisy actions make them."""
    still = game.evaluate(s, mover) + 0.0
    if plies <= 0:
        return still
    best = still if game.is_quiet(s) else -inf
    if best >= beta or not (game.has_is_noisy or game.has_noisy_actions):
        return best if best > -inf else still
    for a in game.noisy_actions(s):
        after = game.result(s, a)
        floor = max(alpha, best)
        if game.is_terminal(after):
            value = game.utility(after, mover) + 0.0
        elif game.player(after) == mover:
            value = exchanged(game, after, mover, floor, beta, plies - 1)
        else:
            value = game.utility_sum - exchanged(
                game, after, 1 - mover, game.utility_sum - beta, game.utility_sum - floor, plies - 1
            )
        best = max(best, value)
        if best >= beta:
            break
    return best if best > -inf else still


Rows = tuple[Any, Any, Any, Any, Any]  # of one game: numbers, amounts, lengths of rows, aims, viewers


@dataclass
class Examples:
    """Rows of features, one behind the other, and what each position should have been said to be worth."""

    numbers: Any
    amounts: Any
    starts: Any  # where each row begins
    aims: Any  # the points of the viewer, from 0 to 1
    viewers: Any
    games: Any  # the number of each position's game: positions of a game lie side by side
    shares: Any  # how much each position counts: every game as much as any other, in all 1

    def __len__(self) -> int:
        return len(self.starts)

    @classmethod
    def joined(cls, parts: list[Rows]) -> Examples:
        """The rows of several games."""
        import numpy as np

        kinds = (np.int32, np.float32, np.int64, np.float64, np.int64)
        columns = (
            np.concatenate([part[column] for part in parts] or [np.zeros(0, kind)]) for column, kind in enumerate(kinds)
        )
        numbers, amounts, lengths, aims, viewers = columns
        games = np.repeat(np.arange(len(parts)), [len(part[2]) for part in parts])
        return cls(numbers, amounts, np.cumsum(lengths) - lengths, aims, viewers, games, _shares(games))

    def only(self, wanted: Any) -> Examples:
        """The positions for which `wanted` is true."""
        import numpy as np

        lengths = np.diff(self.starts, append=len(self.numbers))
        rows = np.repeat(wanted, lengths)
        left = lengths[wanted]
        columns = self.aims[wanted], self.viewers[wanted], self.games[wanted], _shares(self.games[wanted])
        return Examples(self.numbers[rows], self.amounts[rows], np.cumsum(left) - left, *columns)


def _shares(games: Any) -> Any:
    """A share for each position, alike for all positions of a game and, in sum, for all games."""
    import numpy as np

    _, place, number = np.unique(games, return_inverse=True, return_counts=True)
    return 1.0 / (number[place] * max(1, len(number)))


def examples_of(
    game: Game, records: Records, *, every: int = 1, threads: int = 1, interpreted: bool = False
) -> tuple[Examples, Examples]:
    """The settled positions among every N of games: those to fit to, and those held out."""
    parts: list[Any] = []

    def rows_of(place: int) -> Rows:
        return _rows_of(game, records.games[place], place % every, every, interpreted)

    if len(records):
        parts.append(rows_of(0))  # alone, so that it is compiled once
    with ThreadPoolExecutor(threads) as pool:
        parts += pool.map(rows_of, range(1, len(records)))
    held = parts[HELD_OUT - 1 :: HELD_OUT]
    del parts[HELD_OUT - 1 :: HELD_OUT]
    return Examples.joined(parts), Examples.joined(held)


def _rows_of(game: Game, record: Any, late: int, every: int, interpreted: bool) -> Rows:
    """The rows of one game, from `late` plies after its random actions on."""
    import numpy as np

    room = ROOM
    found = -1
    while found < 0:
        harvest = Harvest(record.actions, room)
        given = (harvest, len(record.actions), record.strays + late, every)
        found = run(gather, game, game.initial(), *given, interpreted=interpreted)
        room *= 2
    ends = harvest.ends[:found]
    filled = int(ends[-1]) if found else 0
    viewers = harvest.viewers[:found].copy()
    aims = np.where(viewers == 0, record.points, 1.0 - record.points)
    lengths = np.diff(ends, prepend=0)
    small = np.uint16 if game.feature_count <= 1 << 16 else np.int32
    numbers, amounts = harvest.numbers[:filled].astype(small), harvest.amounts[:filled].astype(np.float32)
    return numbers, amounts, lengths, aims, viewers

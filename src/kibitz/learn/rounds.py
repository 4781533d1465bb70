"""Several learners at once, in rounds: each plays its own games from the same weights, then the weights are averaged.

What a learner does depends on the weights it began with and on its luck, which comes from the seed, the games played
before the round, and the learner's number. So it does not matter which thread is faster: the same seed, number of
threads and games per round give the same weights. The average contains less noise from the dice than the weights that
went into it, so that more is learned from each game than by one learner alone.
"""

from __future__ import annotations

import copy
from typing import Any

from kibitz.learn.luck import DRAWN, SEED
from kibitz.learn.selfplay import GAMES, PLIES, STOP, Pupil, study
from kibitz.lookup.transposition import GOLDEN
from kibitz.native.bits import mix, multiply
from kibitz.native.execution import together


class Team:
    """Learners with weights and luck of their own."""

    def __init__(self, game: Any, pupils: list[Pupil], games: int) -> None:
        """`game` has the weights that they share; each plays `games` games a round."""
        self.game = game
        self.pupils = pupils
        self.games = games
        self.twins = [copy.copy(game) for _ in pupils]

    def play(self, start: Any, course: Pupil, *, interpreted: bool) -> None:
        """One round: `course` counts its games, and the game's weights become the average.

        An interrupted round leaves no trace: when learning continues, it is played again.
        """
        weights = self.game.learned_weights
        for number, (twin, pupil) in enumerate(zip(self.twins, self.pupils, strict=True)):
            twin.learned_weights = weights.copy()
            pupil.luck[SEED] = luck_of(int(course.luck[SEED]), int(course.orders[GAMES]), number)
            pupil.luck[DRAWN] = 0
            pupil.orders[:] = 0
            pupil.orders[GAMES] = course.orders[GAMES]  # the learning rate depends on it
        calls = [(study, twin, start, (pupil, self.games)) for twin, pupil in zip(self.twins, self.pupils, strict=True)]
        together(calls, self._stop, interpreted=interpreted)
        weights[:] = sum(twin.learned_weights for twin in self.twins) / len(self.twins)
        course.orders[GAMES] += len(self.pupils) * self.games
        course.orders[PLIES] += sum(int(pupil.orders[PLIES]) for pupil in self.pupils)

    def _stop(self) -> None:
        for pupil in self.pupils:
            pupil.orders[STOP] = 1


def luck_of(seed: int, games: int, number: int) -> int:
    """The seed of a learner for the round that begins after this many games."""
    return mix(mix(mix(seed) ^ multiply(games, GOLDEN)) ^ multiply(number + 1, GOLDEN))

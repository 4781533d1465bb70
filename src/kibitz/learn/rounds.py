"""Several learners at once, in rounds: each plays games of its own from the same weights, then theirs are averaged.

What a learner does hangs on the weights it began with and on its luck, and that comes from the seed, the games played
before the round, and the learner's number. So it does not matter which thread is the faster one: the same seed, number
of threads and games a round give the same weights. The average has less of the dice's noise in it than any of the
weights that went into it, so that more can be learned from each game than one learner alone could.
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
        """`game` has the weights they have in common; each plays so many `games` a round."""
        self.game = game
        self.pupils = pupils
        self.games = games
        self.twins = [copy.copy(game) for _ in pupils]

    def play(self, start: Any, course: Pupil, *, interpreted: bool) -> None:
        """One round: `course` counts its games, and the game's weights become the average.

        One that is interrupted leaves no trace, so that whoever goes on plays it as if nothing had happened.
        """
        weights = self.game.learned_weights
        for number, (twin, pupil) in enumerate(zip(self.twins, self.pupils, strict=True)):
            twin.learned_weights = weights.copy()
            pupil.luck[SEED] = luck_of(int(course.luck[SEED]), int(course.told[GAMES]), number)
            pupil.luck[DRAWN] = 0
            pupil.told[:] = 0
            pupil.told[GAMES] = course.told[GAMES]  # the learning rate hangs on it
        calls = [(study, twin, start, (pupil, self.games)) for twin, pupil in zip(self.twins, self.pupils, strict=True)]
        together(calls, self._stop, interpreted=interpreted)
        weights[:] = sum(twin.learned_weights for twin in self.twins) / len(self.twins)
        course.told[GAMES] += len(self.pupils) * self.games
        course.told[PLIES] += sum(int(pupil.told[PLIES]) for pupil in self.pupils)

    def _stop(self) -> None:
        for pupil in self.pupils:
            pupil.told[STOP] = 1


def luck_of(seed: int, games: int, number: int) -> int:
    """The seed of a learner for the round that begins after so many games."""
    return mix(mix(mix(seed) ^ multiply(games, GOLDEN)) ^ multiply(number + 1, GOLDEN))

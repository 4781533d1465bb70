"""A training run: started, watched, interrupted, continued."""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kibitz.errors import BadInput, Unsound, Unwritten
from kibitz.evaluation.weights import Weights, fresh, learned, needs_features
from kibitz.game import Game, answers
from kibitz.learn.duel import Anyone, Greedy, Result, contest
from kibitz.learn.luck import DRAWN, SEED
from kibitz.learn.rounds import Team
from kibitz.learn.selfplay import GAMES, PLIES, STOP, Pupil, study
from kibitz.native.execution import is_runnable, run
from kibitz.search.diagnosis import breach

HALF = 20_000.0
EXPLORED = 0.1
ROUND = 100  # games a thread plays before weights are averaged
STRIDE = 100  # games between two weights that go into the average
MEASURED = 1000  # games of a measurement, and of an interpreted one
MEASURED_SLOWLY = 50
TURN = 0.5  # seconds between two progress lines
SAVED_EVERY = 30.0  # seconds


@dataclass(frozen=True)
class Manner:
    """How to learn.

    `rate` is the learning rate of the first game; it is halved after `half` games, a third after twice as many. `trace`
    is the λ of TD(λ), `explore` the share of moves that are made at random. Several `threads` play `round` games each,
    and then average what they have learned. With `average`, the resulting weights are the average over about that many
    games; learning itself continues with the latest weights, which are noisier.
    """

    rate: float = 0.1
    half: float = HALF
    trace: float = 0.0
    explore: float = 0.0
    threads: int = 1
    round: int = ROUND
    average: int = 0


def usual_manner(game: Game, hidden: int) -> Manner:
    """How to learn by default: sums more slowly, and with random moves where no dice bring variety."""
    return Manner(rate=0.1 if hidden else 0.02, explore=0.0 if game.facts.chance else EXPLORED)


class Training:
    """Training for one game. The same arguments and seed give the same weights."""

    def __init__(
        self,
        game: Game,
        *,
        hidden: int = 0,
        seed: int = 0,
        manner: Manner | None = None,
        weights: Weights | None = None,
        interpreted: bool = False,
    ) -> None:
        """`hidden` units (0: features · weights), or `weights` to continue with; `manner`: as before by default."""
        needs_features(game)
        self.rival = game
        story = dict(weights.made) if weights is not None else {}
        self.weights = fresh(game, hidden, seed) if weights is None else weights
        try:
            before = Manner(**story["manner"]) if story else usual_manner(game, hidden)
            self.commands: list[str] = list(map(str, story.get("commands", [])))
            self.curve: list[list[float]] = [list(map(float, point)) for point in story.get("curve", [])]
            self.seconds = float(story.get("seconds", 0.0))
            course = [int(story.get(name, other)) for name, other in (("seed", seed), ("draws", 0), ("games", 0))]
            positions = int(story.get("positions", 0))
            self.averaged = int(story.get("averaged", 0))
        except (KeyError, TypeError, ValueError):
            raise BadInput("these weights do not say how they were made: they cannot learn any further") from None
        self.manner = before if manner is None else manner
        self.is_changed = bool(story) and self.manner != before
        self.game: Any = learned(game, self.weights, by_features=True)
        self.weights.values = self.game.learned_weights
        self.pupils_game = self._pupils_game()
        self.start = self.game.initial()
        self.interpreted = interpreted
        self.pupil = self._pupil(interpreted=False)
        if interpreted or not is_runnable(study, self.pupils_game, self.start, self.pupil, 1):
            self.interpreted = True
            self.pupil = self._pupil(interpreted=True)
        self.pupil.luck[SEED], self.pupil.luck[DRAWN], self.pupil.orders[GAMES] = course
        self.pupil.orders[PLIES] = positions
        self.unsaved = ""  # why the weights could not be written on the way, the last time that was tried
        self.team: Team | None = None
        if self.manner.threads > 1:
            pupils = [self._pupil(interpreted=self.interpreted) for _ in range(self.manner.threads)]
            self.team = Team(self.pupils_game, pupils, self.manner.round)

    def _pupils_game(self) -> Any:
        """The game with the weights that learn: those of `game`, unless these are an average."""
        if not self.manner.average:
            self.weights.course = None
            self.averaged = 0
            return self.game
        if self.weights.course is None:
            self.weights.course = self.weights.values.copy()
        twin = copy.copy(self.game)
        twin.learned_weights = self.weights.course
        return twin

    def _pupil(self, *, interpreted: bool) -> Pupil:
        manner = self.manner
        return Pupil(
            self.game, self.start, (manner.rate, manner.half, manner.trace, manner.explore), interpreted=interpreted
        )

    @property
    def seed(self) -> int:
        """The seed of the dice and the first weights."""
        return int(self.pupil.luck[SEED])

    @property
    def games(self) -> int:
        """Games played so far."""
        return int(self.pupil.orders[GAMES])

    def learn(
        self,
        games: float,
        *,
        seconds: float = math.inf,
        save: str | Path | None = None,
        command: str = "",
        progress: Callable[[str], None] | None = None,
    ) -> None:
        """Play until `games` games have been played in all, or `seconds` seconds have passed.

        With `save`, the weights are saved on the way. Ctrl-C stops after the current game; what was learned is kept,
        and saved. Several threads play whole rounds: possibly a few games more than were asked for, and an interrupted
        round is forgotten.

        `command` is the command that the file records, with {games} for the games played so far: it replaces the
        previous one, unless learning continues in another manner.
        """
        if not self.is_changed:
            del self.commands[-1:]
        self.commands.append(command)
        self.is_changed = False
        batch = 1
        began = saved = time.perf_counter()
        try:
            while self.games < games:
                started = time.perf_counter()
                before = self.games
                try:
                    self._play(int(min(batch, games - before, self._next_stop() - before)))
                finally:
                    took = max(time.perf_counter() - started, 1e-9)
                    self.seconds += took
                speed = (self.games - before) / took
                batch = max(1, min(2 * batch, int(speed * TURN)))
                if _milestone(self.games) != _milestone(before):
                    self._measure()
                if not self.weights.are_finite:
                    raise self._unsound()
                if save is not None and time.perf_counter() - saved > SAVED_EVERY:
                    self.unsaved = self._saved(save)
                    saved = time.perf_counter()
                if progress is not None:
                    of_all = "" if games == math.inf else f" of {games:,}"
                    trouble = f"; {self.unsaved}" if self.unsaved else ""
                    progress(f"{self.games:,}{of_all} games, {speed:,.0f} a second{self._latest()}{trouble}")
                if time.perf_counter() - began >= seconds:
                    break
        finally:
            self.pupil.orders[STOP] = 0
            if save is not None and self.weights.are_finite:
                self.save(save)

    def _saved(self, path: str | Path) -> str:
        """Save on the way: a disk that is full now may have room at the end. What went wrong, or nothing."""
        try:
            self.save(path)
        except Unwritten as error:
            return str(error)
        return ""

    def _next_stop(self) -> int:
        """How many games to play at most before something else is due."""
        milestone = _next_milestone(self.games)
        return min(milestone, (self.games // STRIDE + 1) * STRIDE) if self.manner.average else milestone

    def _play(self, games: int) -> None:
        """Play this many games, or one round."""
        before = self.games
        try:
            if self.team is None:
                run(study, self.pupils_game, self.start, self.pupil, games, interpreted=self.interpreted)
            else:
                self.team.play(self.start, self.pupil, interpreted=self.interpreted)
        except Unsound:
            raise self._unsound() from None
        finally:  # Ctrl-C may come in the last game before a stride is full
            strides = self.games // STRIDE - before // STRIDE
            if self.manner.average and strides:
                self._average(strides * STRIDE)

    def _unsound(self) -> BadInput:
        """The error for a value that is not finite: the game's, or else the weights'."""
        found = breach(self.rival, self.start)
        if found is not None:
            return found
        rate = f"a rate of {self.manner.rate:g} may be too large, or a feature is not finite"
        return BadInput(f"the weights diverged after {self.games:,} games: {rate}")

    def _average(self, games: int) -> None:
        """Add the current weights, after this many more games, to the average, which is over all games at first."""
        self.averaged += games
        share = min(1.0, games / min(self.averaged, self.manner.average))
        self.weights.values += share * (self.weights.course - self.weights.values)

    def score(self, games: int | None = None, seed: int = 1) -> Result:
        """Points per game against the game's own evaluation; against random play if it has none."""
        many = games or (MEASURED_SLOWLY if self.interpreted else MEASURED)
        rival = Greedy() if self.has_rival else Anyone()
        try:
            return contest(self.game, rival, self.rival, games=many, seed=seed, interpreted=self.interpreted)
        except Unsound:
            raise self._unsound() from None

    @property
    def has_rival(self) -> bool:
        """Does the game have an evaluation of its own to be measured against?"""
        return answers(self.rival, "evaluate")

    def _measure(self) -> None:
        result = self.score()
        self.curve.append([float(self.games), round(result.mean, 6), round(result.error, 6)])

    def _latest(self) -> str:
        return f"; {self.curve[-1][1]:+.2f} points a game" if self.curve else ""

    def save(self, path: str | Path) -> None:
        """Write the weights to a file, with what made them and all that is needed to continue."""
        from kibitz.version import VERSION

        luck = self.pupil.luck
        self.weights.made = {
            "commands": [command.replace("{games}", str(self.games)) for command in self.commands],
            "kibitz": VERSION,
            "seed": int(luck[SEED]),
            "games": self.games,
            "draws": int(luck[DRAWN]),
            "positions": int(self.pupil.orders[PLIES]),
            "seconds": round(self.seconds, 1),
            "manner": asdict(self.manner),
            "measured_against": "the game's own evaluation" if self.has_rival else "random play",
            "averaged": self.averaged,
            "curve": self.curve,
        }
        self.weights.save(path)


def _milestone(games: int) -> int:
    """The last point of the curve up to here: 100, 200, … 900, 1,000, 2,000, … games."""
    power = 100
    while games >= 10 * power:
        power *= 10
    return games // power * power if games >= 100 else -1


def _next_milestone(games: int) -> int:
    power = 100
    while games >= 10 * power:
        power *= 10
    return (games // power + 1) * power

"""Learning from results: the engine plays against itself, and a weighted sum is fitted to how the games ended.

Games are played in rounds, each with the weights fitted to the games before it. They depend on the seed and on the
weights they are played with, so the same command gives the same weights, with however many threads it ran, whether
or not it was interrupted.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kibitz.errors import BadInput, Unwritten
from kibitz.evaluation.weights import Weights, fresh, learned, needs_features
from kibitz.game import Game
from kibitz.learn.crowd import played
from kibitz.learn.engine_games import EngineGames, Terms
from kibitz.learn.examples import examples_of
from kibitz.learn.fitting import close, fit, fit_by_choice, loss_of, prepared, steepness_of
from kibitz.learn.records import Records
from kibitz.native.override import override
from kibitz.pieces import Spread

KIND = "results"  # what the story of such weights says about how they were made
ROUND = 2_000
FORESIGHT = 0.5
SAVED_EVERY = 30.0  # seconds
TURN = 0.5  # seconds between two progress lines
TEN_TO_ONE = 4.0  # swings of lead that are taken to win ten games of eleven, where nothing tells it better


@dataclass(frozen=True)
class Manner:
    """How to learn from results.

    Searches go `depth` plies deep, or have `nodes` nodes. The first `opening` plies of a game are random. A fit takes
    place after every `round` games, to the latest `keep` of them (0: all), and of their positions to every `every`th
    that is settled. `pull` holds weights where they began; 0: as strongly as is best for games that are held out. The
    share `foresight` of what a position is fitted to is not the result, but what it came to be worth a little later.
    `start`: "own", the weights that the game comes with, or "nothing", all 0.
    """

    depth: int = 4
    nodes: int = 0
    opening: int = 8
    round: int = ROUND
    keep: int = 0
    every: int = 1
    pull: float = 0.0
    foresight: float = FORESIGHT
    start: str = "own"


class ResultTraining:
    """Learning from results, for one game. The same arguments and seed give the same weights."""

    def __init__(
        self,
        game: Game,
        *,
        seed: int = 0,
        manner: Manner | None = None,
        weights: Weights | None = None,
        threads: int = 1,
        interpreted: bool = False,
        spread: Spread | None = None,
    ) -> None:
        """`weights` to continue with; `manner`: as before by default. So many `threads` play games at once.

        With `spread` games are played wherever that has it done, and the threads are for the rest.
        """
        needs_features(game)
        _needs_a_search(game)
        self.rival = game
        self.threads = threads
        self.spread = spread
        self.interpreted = interpreted
        story = dict(weights.made) if weights is not None else {}
        try:
            if story and story.get("kind") != KIND:
                raise KeyError("kind")
            before = Manner(**story["manner"]) if story else Manner()
            self.seed = int(story.get("seed", seed))
            self.commands: list[str] = list(map(str, story.get("commands", [])))
            self.curve: list[list[float]] = [list(map(float, point)) for point in story.get("curve", [])]
            self.seconds = float(story.get("seconds", 0.0))
            self.steepness = float(story.get("steepness", 0.0))
            self.fitted = int(story.get("fitted", 0))
            self.pull = float(story.get("pull", 0.0))  # the one that was chosen
        except (KeyError, TypeError, ValueError):
            raise BadInput("these weights were not learned from results: continue without --by results") from None
        self.manner = before if manner is None else manner
        self.is_changed = bool(story) and self.manner != before
        self.records = Records.of_arrays(weights.played) if weights is not None else Records()
        self.start = start_of(game, self.manner.start)
        self.weights = Weights(self.start.game, self.start.features, 0, (), self.start.values.copy())
        self.weights.course = self.start.values.copy()  # what games are played with
        if weights is not None:
            self.weights.values = weights.values
            self.weights.course = weights.values.copy() if weights.course is None else weights.course
        self.unsaved = ""
        self.losses: list[float] = list(map(float, story.get("losses", [])))

    @property
    def games(self) -> int:
        """Games played so far."""
        return len(self.records)

    @property
    def game(self) -> Any:
        """The game, with the evaluation that was learned."""
        return learned(self.rival, self.weights)

    def learn(
        self,
        games: float,
        *,
        seconds: float = math.inf,
        save: str | Path | None = None,
        command: str = "",
        progress: Callable[[str], None] | None = None,
    ) -> None:
        """Play until there are `games` games in all, or `seconds` seconds have passed; then fit to their results.

        With `save`, games and weights are saved on the way. Ctrl-C stops the games that are being played; what is
        complete is kept, and saved. `command` is what the file records, with {games} for the games played so far.
        """
        if self.is_changed:
            self.fitted = -1  # in another manner the same games may tell something else
        else:
            del self.commands[-1:]
        self.commands.append(command)
        self.is_changed = False
        until = time.perf_counter() + seconds
        try:
            while self.games < games and time.perf_counter() < until:
                end = min(games, (self.games // self.manner.round + 1) * self.manner.round)
                self._play(end, games, until, save, progress)
                if self.games % self.manner.round == 0:
                    self._fit(progress)
                    self.weights.course = self.weights.values.copy()
            if self.fitted != self.games:
                self._fit(progress)
        finally:
            if save is not None:
                self.save(save)

    def _play(
        self, end: float, games: float, until: float, save: str | Path | None, progress: Callable[[str], None] | None
    ) -> None:
        """Play on until there are `end` games."""
        terms = Terms(self.manner.depth, self.manner.nodes, self.manner.opening)
        course = Weights(self.weights.game, self.weights.features, 0, (), self.weights.course)
        game = learned(self.rival, course)
        side_by_side = EngineGames((game, game), self.seed, terms, interpreted=self.interpreted)
        began = shown = saved = time.perf_counter()
        before = self.games
        last = int(min(end, self.games + 1e9))
        for record in played(side_by_side, range(self.games, last), 1, self.threads, self.spread):
            self.records.add(record)
            now = time.perf_counter()
            self.seconds += now - began
            began = now
            if save is not None and now - saved > SAVED_EVERY:
                self._save_on_the_way(save)
                saved = time.perf_counter()
            if progress is not None and now - shown > TURN:
                of_all = "" if games == math.inf else f" of {games:,}"
                speed = (self.games - before) / (now - shown)
                trouble = f"; {self.unsaved}" if self.unsaved else ""
                progress(f"{self.games:,}{of_all} games, {speed:,.1f} a second{self._latest()}{trouble}")
                shown, before = now, self.games
            if now >= until:
                break

    def _fit(self, progress: Callable[[str], None] | None) -> None:
        """Fit the weights to the results of the games so far."""
        began = time.perf_counter()

        def tell(step: int, loss: float) -> None:
            if progress is not None:
                progress(f"{self.games:,} games; fit, step {step}: loss {loss:.5f}")

        records = self.records.latest(self.manner.keep)
        game = learned(self.rival, self.start)
        every, threads = self.manner.every, self.threads
        fitted, held = examples_of(game, records, every=every, threads=threads, interpreted=self.interpreted)
        known = self.start.values if self.start.values.any() else self.weights.course
        fitted, held = (close(examples, known, self.rival.swing) for examples in (fitted, held))
        if not self.steepness or self.manner.start == "own":
            self.steepness = steepness_of(fitted, self.start.values, usual_steepness(self.rival))
        aimed, unseen = (
            prepared(examples, known, self.steepness, self.manner.foresight) for examples in (fitted, held)
        )
        if self.manner.pull:
            found = fit(aimed, self.start.values, steepness=self.steepness, pull=self.manner.pull, progress=tell)
        else:
            found = fit_by_choice(aimed, unseen, self.start.values, steepness=self.steepness, progress=tell)
        self.pull = found.pull
        self.weights.values = self._rounded(found.weights)
        self.fitted = self.games
        self.losses = [loss_of(held, values, self.steepness) for values in (self.start.values, self.weights.values)]
        loss = loss_of(fitted, self.weights.values, self.steepness)
        self.curve.append([float(self.games), float(len(fitted)), loss, *self.losses])
        self.seconds += time.perf_counter() - began

    def _rounded(self, values: Any) -> Any:
        """Whole numbers, in a game that counts in hundredths."""
        return values.round() + 0.0 if self.rival.unit > 1.0 else values

    def _latest(self) -> str:
        return f"; loss {self.curve[-1][-1]:.4f}" if self.curve else ""

    def match(self, games: int, *, progress: Callable[[str], None] | None = None) -> Score:
        """Games of the fitted weights against those that learning began with; two begin with each opening.

        The openings are not those of the games that were learned from.
        """
        terms = Terms(self.manner.depth, self.manner.nodes, self.manner.opening)
        games_of_two = learned(self.rival, self._final()), learned(self.rival, self.start)
        side_by_side = EngineGames(games_of_two, ~self.seed, terms, interpreted=self.interpreted)
        score = Score()
        for number, record in enumerate(played(side_by_side, range(games), 2, self.threads, self.spread)):
            score.count(record.points if number % 2 == 0 else 1.0 - record.points)
            if progress is not None:
                progress(f"match: {score}")
        return score

    def _final(self) -> Weights:
        return Weights(self.weights.game, self.weights.features, 0, (), self.weights.values)

    def _save_on_the_way(self, path: str | Path) -> None:
        """Save: a disk that is full now may have room at the end."""
        self.unsaved = ""
        try:
            self.save(path)
        except Unwritten as error:
            self.unsaved = str(error)

    def save(self, path: str | Path) -> None:
        """Write the weights to a file, with what made them, and the games, which are needed to continue."""
        from kibitz.version import VERSION

        self.weights.made = {
            "commands": [command.replace("{games}", str(self.games)) for command in self.commands],
            "kind": KIND,
            "kibitz": VERSION,
            "seed": self.seed,
            "games": self.games,
            "fitted": self.fitted,
            "seconds": round(self.seconds, 1),
            "manner": asdict(self.manner),
            "steepness": self.steepness,
            "pull": self.pull,
            "losses": self.losses,
            "curve": self.curve,
        }
        self.weights.played = self.records.arrays()
        self.weights.save(path)


@dataclass
class Score:
    """Points of a match, from 0 for a loss to 1 for a win."""

    games: int = 0
    total: float = 0.0
    squares: float = 0.0

    def count(self, points: float) -> None:
        """One game more."""
        self.games += 1
        self.total += points
        self.squares += points * points

    @property
    def mean(self) -> float:
        """Points per game."""
        return self.total / max(1, self.games)

    @property
    def error(self) -> float:
        """The standard error of `mean`."""
        spread = max(0.0, self.squares / max(1, self.games) - self.mean**2)
        return math.sqrt(spread / max(1, self.games - 1))

    @override
    def __str__(self) -> str:
        near = min(1.0 - 1e-3, max(1e-3, self.mean))
        slope = 400.0 / math.log(10.0) / (near * (1.0 - near))
        elo = f"{400.0 * math.log10(near / (1.0 - near)):+.0f} ± {2 * slope * self.error:.0f} Elo"
        return f"{self.total:g} of {self.games:,} points, {elo}"


def start_of(game: Game, start: str) -> Weights:
    """The weights that learning begins with."""
    made = fresh(game, 0, 0)
    if start == "own":
        own = getattr(game, "learned_weights", None)
        if own is None or len(own) != len(made.values):
            name = game.facts.name
            raise BadInput(
                f"{name!r} has no weights of its own to start with: learn them from nothing, --start nothing"
            )
        made.values = own.astype(float)
    return made


def usual_steepness(game: Game) -> float:
    """How steeply the chance to win rises with the value, where nothing is known: by the swing, or the range."""
    if game.swing:
        return math.log(10.0) / (TEN_TO_ONE * game.swing)
    low, high = game.utility_range
    return 4.0 / (high - low) if math.isfinite(high - low) and high > low else 1.0


def _needs_a_search(game: Game) -> None:
    facts = game.facts
    if facts.chance or facts.hidden or facts.players != 2:
        wanted = "expected a game for two in which nothing is hidden or left to chance"
        raise BadInput(f"{facts.name!r} cannot be learned from results: {wanted}; see --by td")

"""Weights: made, put into a game, written to a file with how they were made, and read back."""

from __future__ import annotations

import copy
import copyreg
import functools
import json
import math
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from kibitz.errors import BadInput
from kibitz.evaluation.network import estimate
from kibitz.game import Game, answers
from kibitz.saving import read_npz, replacing

FORMAT = 1


@dataclass
class Weights:
    """An evaluation as numbers, and the story of how they came about.

    `values` are laid out as `network` says. `made` records the command, seed, games, learning curve and so on. Where
    the values are an average over the course of learning, `course` holds the latest ones, from which it continues.
    """

    game: str
    features: int
    hidden: int
    levels: tuple[float, ...]  # empty where the value is a sum of features · weights
    values: Any
    made: dict[str, Any] = field(default_factory=dict)
    course: Any = None
    played: dict[str, Any] = field(default_factory=dict)  # games that they were fitted to, as arrays

    @property
    def outputs(self) -> int:
        """How many outputs the evaluation has."""
        return max(1, len(self.levels) - 1)

    def save(self, path: str | Path, *, single: bool = False) -> None:
        """Write them to a .npz file; `single`: in single precision, half the size, for weights that learn no more."""
        import numpy as np

        told = {
            "format": FORMAT,
            "game": self.game,
            "features": self.features,
            "hidden": self.hidden,
            "levels": self.levels,
            "made": self.made,
        }
        more = {} if single else dict(self.played)
        if self.course is not None and not single:
            more["course"] = self.course
        with replacing(path) as file:
            np.savez_compressed(
                file,
                weights=self.values.astype(np.float32) if single else self.values,
                told=np.frombuffer(json.dumps(told).encode(), np.uint8),
                **more,
            )

    @property
    def are_finite(self) -> bool:
        """Is every weight finite?"""
        import numpy as np

        rows = [self.values] if self.course is None else [self.values, self.course]
        return all(bool(np.isfinite(row).all()) for row in rows)

    @classmethod
    def load(cls, path: str | Path) -> Weights:
        """Read what `save` wrote."""
        import numpy as np

        wanted = "a file that kibitz learn wrote"
        file = read_npz(path, wanted)
        try:
            values = file["weights"].astype(np.float64)
            told = json.loads(file["told"].tobytes())
            course = file["course"].astype(np.float64) if "course" in file else None
            levels, story = tuple(told["levels"]), dict(told["made"])
            played = {name: row for name, row in file.items() if name.startswith("played_")}
            made = cls(told["game"], told["features"], told["hidden"], levels, values, story, course, played)
            expected = (room(made.features, made.hidden, made.outputs),)
            if not made.are_finite:
                raise BadInput(f"{str(path)!r} holds a weight that is not finite: learn them again")
            if values.shape != expected or (course is not None and course.shape != expected):
                raise ValueError("another number of weights")
        except BadInput:
            raise
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
            raise BadInput(f"{str(path)!r} holds no weights: expected {wanted}") from None
        return made


def room(features: int, hidden: int, outputs: int) -> int:
    """How many weights there are."""
    return (features + 1) * hidden + (hidden + 1) * outputs if hidden else features


def fresh(game: Game, hidden: int, seed: int) -> Weights:
    """Untrained weights: 0 for a sum, small and random for a network."""
    import numpy as np

    facts = game.facts
    levels = usual_levels(game) if hidden else ()
    made = Weights(facts.name, game.feature_count, hidden, levels, None)
    random = np.random.default_rng(seed)
    made.values = random.uniform(-0.1, 0.1, room(game.feature_count, hidden, made.outputs)) * (hidden > 0)
    return made


def usual_levels(game: Game) -> tuple[float, ...]:
    """The utilities between which a network gives probabilities."""
    facts = game.facts
    levels = tuple(map(float, game.utility_levels or facts.utility_range))
    if any(map(math.isinf, levels)):
        raise BadInput(f"{facts.name!r} has no utility_range: a network needs one; --hidden 0 learns without it")
    mirrored = tuple(facts.utility_sum - level for level in reversed(levels))
    rising = all(low < high for low, high in pairwise(levels))
    if not rising or len(levels) < 2 or (facts.players == 2 and levels != mirrored):
        raise BadInput(f"{facts.name!r} has levels {levels}: expected rising utilities, the same for both players")
    return levels


def needs_features(game: Game) -> None:
    """Refuse a game that gives nothing to learn from, or that is not for one player or two opponents."""
    facts = game.facts
    if not answers(game, "features") or game.feature_count < 1:
        raise BadInput(f"{facts.name!r} has no features: answer features(self, s), and set feature_count")
    if facts.players > 2 or (facts.players == 2 and not facts.zero_sum):
        raise BadInput(f"{facts.name!r} is not for one player or two opponents: only such games can be learned")


class Learned:
    """Mixed into a game's class, so that it is evaluated by its weights."""

    def evaluate(self, s: Any, player: int) -> float:
        """A guess at the utility of a state, by the weights."""
        return estimate(self, s, player)


@functools.cache
def _learned_class(cls: Any, guesses_within: bool) -> Any:
    bare = (*(name for name in cls.bare if name != "learned_weights"), "learned_weights")
    more = {"bare": bare, "guesses_within": guesses_within, "__module__": cls.__module__}
    made = type(f"Learned{cls.__name__}", (Learned, cls), more)

    def packed(game: Any) -> Any:
        return _unpacked, (cls, guesses_within, vars(game))

    copyreg.pickle(made, packed)  # it has no name in another process, but the class that it is made from has
    return made


def _unpacked(cls: Any, guesses_within: bool, attributes: dict[str, Any]) -> Any:
    """A game with learned weights that has travelled to another process."""
    made: Any = object.__new__(_learned_class(cls, guesses_within))
    vars(made).update(attributes)
    return made


def put_into(game: Any, weights: Weights) -> None:
    """Give a game the arrays and numbers that `network` asks for."""
    import numpy as np

    game.learned_weights = np.ascontiguousarray(weights.values, np.float64)
    game.learned_hidden = weights.hidden
    game.learned_outputs = weights.outputs
    game.learned_levels = weights.levels or (0.0, 1.0)  # an empty tuple cannot be compiled
    game.learned_room = weights.hidden + weights.outputs


def learned(game: Game, weights: Weights | str | Path, *, by_features: bool = False) -> Any:
    """The same game with an evaluation by these weights, or by those in this file.

    A game that can `weigh` sums them up in its own, quicker way, unless `by_features`: weights that are still learning
    change under it.
    """
    needs_features(game)
    given = weights if isinstance(weights, Weights) else Weights.load(weights)
    name = game.facts.name
    if (given.game, given.features) != (name, game.feature_count):
        theirs, ours = f"{given.game!r} with {given.features} features", f"{name!r} with {game.feature_count}"
        raise BadInput(f"these weights are of {theirs}: expected some of {ours}")
    if not by_features and not given.hidden and answers(game, "weigh"):
        own: Any = copy.copy(game)
        put_into(own, given)
        own.weigh(own.learned_weights)
        return own
    cls: Any = type(game)
    low, high = game.utility_range
    is_network = given.hidden > 0  # a network stays between its levels
    within = is_network and low <= given.levels[0] and given.levels[-1] <= high
    made: Any = object.__new__(_learned_class(cls, within))
    vars(made).update(vars(game))
    made.name = name
    put_into(made, given)
    return made

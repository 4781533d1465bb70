"""Averaging over deals: what a player cannot see is dealt again and again, and every deal played with open cards.

A move is worth what it is worth on average over the states that agree with all that the player knows. Where they are
few, every one of them is looked at, by its weight; elsewhere a sample is.

Contract. Nothing here is ever given a state of the game that is played: a `Seat` has only what a player sees, and the
states that are searched, called worlds, are made from it by the game's `deals` and `deal`. Two states that a player
cannot tell apart therefore get the same answer, number by number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from math import isfinite
from random import Random
from typing import Any

from kibitz.errors import BadInput, DoesNotFit
from kibitz.game import CHANCE, Game, State, answers
from kibitz.search.algorithm import Algorithm
from kibitz.search.hidden.batch import prove_moves
from kibitz.search.ties import first_best

PSEUDOCODE = """\
function DEALS(view, n)
  W ← every state that agrees with the view, with its weight, if these are at most n; else n of them, drawn by weight
  for each a in ACTIONS(view) do v[a] ← 0
  for each s, w in W do
    for each a in ACTIONS(s) do v[a] ← v[a] + w · (the value of RESULT(s, a), all cards open)
  return the a with the largest v[a] / Σ w"""

LISTED = 2_000  # deals; where there are more, some are drawn instead
TIE = 1e-9  # values of one world that differ by no more are equally good


@dataclass(frozen=True)
class Seat:
    """What one player sees of a game. There is no way from here to the state that is played."""

    game: Game
    player: int
    view: Any

    @staticmethod
    def of(game: Game, s: State, player: int) -> Seat:
        """What a player sees of a state. Whoever wants a player's opinion lets go of the state here."""
        return Seat(game, player, game.view(s, player))

    def deals(self, most: int = LISTED) -> list[tuple[Any, float]] | None:
        """Every world that agrees with what is seen, with its weight; None where there are more than `most`."""
        if not answers(self.game, "deals"):
            return None
        found = list(islice(self.game.deals(self.view), most + 1))
        if not found:
            raise BadInput(
                f"{self.game.facts.name!r} deals no state that agrees with {self.view!r}: expected one at least"
            )
        self._weighed(found)
        return None if len(found) > most else found

    def all_deals(self) -> list[tuple[Any, float]]:
        """Every world with its weight, however many there are."""
        return self._weighed(list(self.game.deals(self.view)))

    def _weighed(self, found: list[tuple[Any, float]]) -> list[tuple[Any, float]]:
        """The same worlds; refused where a weight is not positive."""
        for s, weight in found:
            if not (isfinite(weight) and weight > 0):
                where = f"{self.game.text(s)!r} the weight {weight!r} among its deals"
                raise BadInput(f"{self.game.facts.name!r} gives {where}: expected a finite number above 0")
        return found

    def deal(self, random: Random) -> Any:
        """One world, drawn by weight."""
        return self.game.deal(self.view, random)


@dataclass(frozen=True)
class Average:
    """What a move is worth to each player, the standard errors of that and of its loss, and how often it is best.

    The errors are about the value for the player who moves; None where one world tells nothing of them. The error of
    the loss is mostly the smaller one: a move and the best are compared in the same worlds.
    """

    means: tuple[float, ...]
    error: float | None
    loss_error: float | None
    best_share: float  # of the worlds, by weight: there no other move is better


class Worlds:
    """The worlds of a seat, one after the other in an order that a seed decides.

    All of them, each once, where they can be listed; else ever new ones, each drawn on its own.
    """

    def __init__(self, seat: Seat, *, seed: int = 0, most: int = LISTED) -> None:
        """`most` is how many are listed at most."""
        self.seat = seat
        self._random = Random(seed)
        self.listed = seat.deals(most)
        self._source: Iterator[tuple[Any, float]]
        if self.listed is not None:
            self._random.shuffle(self.listed)
            self._source = iter(self.listed)
        else:
            self._source = self._drawn()
        self.first = next(self._source)  # one to look at: who is to move, and what may be played
        self._is_new = True

    @property
    def total(self) -> int | None:
        """How many there are, each of which comes once; None where they are drawn."""
        return None if self.listed is None else len(self.listed)

    def take(self, number: int) -> list[tuple[Any, float]]:
        """The next ones with their weights, fewer where there are no more."""
        if number < 1:
            return []
        begun = [self.first] if self._is_new else []
        self._is_new = False
        return begun + list(islice(self._source, number - len(begun)))

    def _drawn(self) -> Iterator[tuple[Any, float]]:
        seat = self.seat
        if not answers(seat.game, "deal"):  # it would list them all again for every draw
            states, weights = zip(*seat.all_deals(), strict=True)
            while True:
                yield self._random.choices(states, weights)[0], 1.0
        while True:
            yield seat.deal(self._random), 1.0


class Averages:
    """What the moves are worth, on average over the worlds that have been solved.

    For one move, with x its value in a world, w the weight of that world and m the mean, over n worlds of N:

        m = Σ w·x / Σ w        error² = (1 − n/N) · n/(n − 1) · Σ w²·(x − m)² / (Σ w)²

    Worlds that are drawn have no N: the first factor is then 1. With all worlds solved, nothing is left to err about.
    """

    def __init__(self, player: int, total: int | None) -> None:
        """`player` is whose values decide, an index into what a move is worth to each; `total` is N."""
        self.player = player
        self.total = total
        self._weights: list[float] = []
        self._values: list[Any] = []  # for each world an array of moves × players

    def add(self, weight: float, values: Any) -> None:
        """One world more: what each move is worth there to each player, an array of moves × players."""
        self._weights.append(weight)
        self._values.append(values)

    @property
    def worlds(self) -> int:
        """How many have been solved."""
        return len(self._weights)

    @property
    def is_complete(self) -> bool:
        """Are these all the worlds there are?"""
        return self.total is not None and self.worlds == self.total

    def of_moves(self) -> list[Average]:
        """Every move's average, in the order of the moves."""
        import numpy as np

        weights = np.array(self._weights)
        values = np.array(self._values)  # worlds × moves × players
        own = values[:, :, self.player]
        means = _mean(weights, values)
        best = first_best(means[:, self.player].tolist())
        shares = _mean(weights, own >= own.max(axis=1, keepdims=True) - TIE)
        errors = self._errors(weights, own)
        loss_errors = self._errors(weights, own[:, [best]] - own)
        return [
            Average(tuple(means[move].tolist()), errors[move], loss_errors[move], float(shares[move]))
            for move in range(len(means))
        ]

    def _errors(self, weights: Any, values: Any) -> list[float | None]:
        """The standard errors of the means of columns; None where one world tells nothing of them."""
        import numpy as np

        n = self.worlds
        if self.is_complete:
            return [0.0] * values.shape[1]
        if n < 2:
            return [None] * values.shape[1]
        left = 1.0 if self.total is None else 1.0 - n / self.total
        spread = ((weights[:, None] * (values - _mean(weights, values))) ** 2).sum(axis=0)
        errors: list[float | None] = (np.sqrt(left * n / (n - 1) * spread) / weights.sum()).tolist()
        return errors


def _mean(weights: Any, values: Any) -> Any:
    """The weighted mean over the first axis."""
    return (weights.reshape(-1, *[1] * (values.ndim - 1)) * values).sum(axis=0) / weights.sum()


def hides(algorithm: str, game: Game) -> None:
    """Something hidden, and a game that can deal it again."""
    facts = game.facts
    if not facts.hidden or not answers(game, "view"):
        raise DoesNotFit(f"{algorithm} is for games that hide something; nothing is hidden in {facts.name!r}")
    if not answers(game, "deals") and not answers(game, "deal"):
        raise DoesNotFit(f"{algorithm} needs a game that answers deals or deal; {facts.name!r} answers neither")


def seated(game: Game, s: State, player: int, algorithm: str = "deals") -> Seat:
    """The seat of the player to move; `BadInput` where there is none."""
    if player == CHANCE:
        raise BadInput(
            f"chance is to move at {game.text(s)!r}: {algorithm} answers for a player, from what that player sees"
        )
    return Seat.of(game, s, player)


DEALS = Algorithm(
    name="deals",
    title="Averaging over deals",
    function=prove_moves,
    needs=hides,
    pseudocode=PSEUDOCODE,
    lines={},
    is_seated=True,
)

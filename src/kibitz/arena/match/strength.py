"""What a match says about strength: the score, the difference in Elo with its error, and when to stop.

Games that begin alike are not independent: a good opening for one seat is a bad one for the other. What counts as one
observation is therefore an opening with all its games, and the error comes from how these differ. For two players with
seats changed that is the pentanomial model of chess programs.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

from kibitz.native.override import override

SURE = NormalDist().inv_cdf(0.975)  # standard errors on either side of 95 %
RISK = 0.05  # of a wrong decision of the SPRT, either way
PER_NAT = 400.0 / math.log(10.0)  # Elo
UNSEEN = 1e-3  # of an observation, for results of a pair that have not come up: else one pair might prove anything


def elo_of(score: float) -> float | None:
    """The difference in Elo that makes a score (0 to 1) the expected one; None where it would be endless."""
    return PER_NAT * math.log(score / (1.0 - score)) if 0.0 < score < 1.0 else None


def score_of(elo: float) -> float:
    """The score that a difference in Elo lets expect."""
    return 1.0 / (1.0 + math.exp(-elo / PER_NAT))


@dataclass(frozen=True)
class Mean:
    """A mean over games that come in groups, and its standard error; None where one group tells nothing of it."""

    games: int
    mean: float
    error: float | None
    groups: int = 0

    @staticmethod
    def of(groups: Iterable[Sequence[float]]) -> Mean:
        """The mean of all numbers. Groups are independent of each other; what is in one may hang together."""
        given = [list(group) for group in groups if len(group)]
        games, number = sum(map(len, given)), len(given)
        if not games:
            return Mean(0, 0.0, None)
        mean = math.fsum(x for group in given for x in group) / games
        if number < 2:
            return Mean(games, mean, None, number)
        squares = math.fsum(math.fsum(x - mean for x in group) ** 2 for group in given)
        return Mean(games, mean, math.sqrt(squares * number / (number - 1)) / games, number)

    @property
    def margin(self) -> float | None:
        """Half of the 95 % interval of the mean."""
        return None if self.error is None else SURE * self.error

    @override
    def __str__(self) -> str:
        return f"{self.mean:+.3f}" + ("" if self.margin is None else f" ± {self.margin:.3f}")


@dataclass(frozen=True)
class Sprt:
    """A sequential test: is the difference `low` Elo or less, or `high` or more?"""

    low: float
    high: float

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which it is decided for `low` and for `high`."""
        return math.log(RISK / (1.0 - RISK)), math.log((1.0 - RISK) / RISK)

    def ratio(self, groups: Iterable[Sequence[float]]) -> float:
        """The log-likelihood ratio of complete groups of points (0, ½, 1): above 0 it speaks for `high`.

        Each hypothesis gets the most likely distribution of what a group scores that has its mean.
        """
        found = [list(group) for group in groups if len(group)]
        if not found:
            return 0.0
        size = len(found[0])
        counts = Counter(round(2 * sum(group)) for group in found)
        weights = {half / (2 * size): float(counts[half]) or UNSEEN for half in range(2 * size + 1)}
        low, high = (_likeliest(weights, score_of(elo)) for elo in (self.low, self.high))
        return math.fsum(weight * math.log(high[score] / low[score]) for score, weight in weights.items())

    def decision(self, ratio: float) -> str:
        """`low`, `high`, or empty while nothing is decided."""
        below, above = self.bounds
        return "low" if ratio <= below else "high" if ratio >= above else ""


def _likeliest(weights: Mapping[float, float], mean: float) -> dict[float, float]:
    """The likeliest probabilities of scores that were seen with these weights, among those with a given mean.

    They are w / (1 + t·(x − mean)), normalised; t is where the mean is right, found by halving.
    """
    total = math.fsum(weights.values())
    shares = {x: weight / total for x, weight in weights.items()}
    low, high = -1.0 / (max(shares) - mean), 1.0 / (mean - min(shares))
    for _ in range(100):
        t = (low + high) / 2
        slope = math.fsum(share * (x - mean) / (1.0 + t * (x - mean)) for x, share in shares.items())
        low, high = (t, high) if slope > 0 else (low, t)
    return {x: share / (1.0 + t * (x - mean)) for x, share in shares.items()}


@dataclass(frozen=True)
class Strength:
    """What the games of one player against another, or others, say.

    `points` are 1, ½ and 0 for a game that was won, drawn and lost, `utilities` what the rules pay for it; both in
    groups, one an opening. `elo` and its `error` (half of a 95 % interval) are None where the score is 0 or 1:
    `at_least` then is what is left to say, with 95 %.
    """

    wins: int
    draws: int
    losses: int
    score: Mean
    utility: Mean

    @staticmethod
    def of(points: Sequence[Sequence[float]], utilities: Sequence[Sequence[float]]) -> Strength:
        """The strength that these results tell of."""
        every = [x for group in points for x in group]
        wins, losses = every.count(1.0), every.count(0.0)
        return Strength(wins, len(every) - wins - losses, losses, Mean.of(points), Mean.of(utilities))

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.wins + self.draws + self.losses

    @property
    def elo(self) -> float | None:
        """The difference in Elo."""
        return elo_of(self.score.mean)

    @property
    def error(self) -> float | None:
        """Half of the 95 % interval of `elo`."""
        mean, error = self.score.mean, self.score.error
        if error is None or not 0.0 < mean < 1.0:
            return None
        return SURE * error * PER_NAT / (mean * (1.0 - mean))

    @property
    def at_least(self) -> float | None:
        """Where every game was won: the Elo that such a score excludes with 95 % if it were less; else None."""
        return elo_of(0.05 ** (1 / self.games)) if self.games and self.score.mean == 1.0 else None

    @property
    def superiority(self) -> float | None:
        """The likelihood that the first player is the stronger one (LOS)."""
        mean, error = self.score.mean, self.score.error
        if error is None:
            return None
        if error == 0.0:
            chance = 0.5 ** (self.score.groups + 1)  # of as many wins in a row, where nothing is known beforehand
            return 0.5 if mean == 0.5 else 1.0 - chance if mean > 0.5 else chance
        return NormalDist().cdf((mean - 0.5) / error)

    def json(self) -> dict[str, Any]:
        """For a program; all errors are half of a 95 % interval."""
        return {
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "score": self.score.mean,
            "elo": self.elo,
            "error": self.error,
            "at_least": self.at_least,
            "los": self.superiority,
            "utility": self.utility.mean,
            "utility_error": self.utility.margin,
        }

    def words(self) -> str:
        """In half a sentence: `+12 =3 -5, 67.5 %, +127 ± 90 Elo`."""
        counted = f"+{self.wins} ={self.draws} -{self.losses}, {100 * self.score.mean:.1f} %"
        return f"{counted}, {self.elo_words()}" if self.games else "no games"

    def elo_words(self) -> str:
        """The difference in Elo in words."""
        if self.elo is None:
            if self.at_least is None:
                return "no point"
            return f"at least {self.at_least:+.0f} Elo"
        return f"{self.elo:+.0f} Elo" if self.error is None else f"{self.elo:+.0f} ± {self.error:.0f} Elo"

    def utility_words(self) -> str:
        """What a game brought, on average."""
        return f"{self.utility} a game"

"""Ratings of many players, fitted together: Bradley and Terry's model, by maximum likelihood.

A player rated r above another is expected to score 1 / (1 + 10^(−r/400)) against it. The errors come from how openings
differ from what is expected of them, not from the model alone: draws and paired openings make them smaller.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.arena.match.strength import PER_NAT, SURE

STEPS = 100  # of Newton's method, which needs about ten
CLOSE = 1e-10
Results = Mapping[tuple[int, int], Sequence[Sequence[float]]]  # by pairing: the first one's points, in groups


@dataclass(frozen=True)
class Ratings:
    """Elo of every player, 0 on average, and half of its 95 % interval (None where there are too few games).

    `is_finite` is False where somebody won or lost everything against the rest: the likelihood then grows for ever, and
    half a win and half a loss were added to every pairing.
    """

    elo: tuple[float, ...]
    error: tuple[float | None, ...]
    is_finite: bool


def rated(players: int, results: Results) -> Ratings:
    """The likeliest ratings of players, from 0, by all their results."""
    import numpy as np

    scores, games = np.zeros((players, players)), np.zeros((players, players))
    for (first, second), groups in results.items():
        points = [x for group in groups for x in group]
        scores[first, second] += sum(points)
        scores[second, first] += len(points) - sum(points)
        games[first, second] += len(points)
        games[second, first] += len(points)
    is_finite = _is_connected(scores)
    if not is_finite:
        games += (games > 0) * 1.0
        scores += (games > 0) * 0.5
    strengths, information = _fitted(scores, games)
    spread = np.linalg.pinv(information)
    seen = _spread_seen(players, results, strengths)
    covariance = None if seen is None else spread @ seen @ spread
    errors = [None if covariance is None else SURE * PER_NAT * float(covariance[i, i]) ** 0.5 for i in range(players)]
    return Ratings(tuple(float(x) * PER_NAT for x in strengths), tuple(errors), is_finite)


def _fitted(scores: Any, games: Any) -> tuple[Any, Any]:
    """The likeliest strengths, in nats and 0 on average, and the information that the games have on them."""
    import numpy as np

    strengths = np.zeros(len(scores))
    for _ in range(STEPS):
        expected = games / (1.0 + np.exp(strengths[None, :] - strengths[:, None]))
        weight = expected * (1.0 - expected / np.where(games > 0, games, 1.0))
        information = np.diag(weight.sum(axis=1)) - weight
        step = np.linalg.pinv(information) @ (scores - expected).sum(axis=1)
        strengths += np.clip(step, -2.0, 2.0)
        strengths -= strengths.mean()
        if np.abs(step).max() < CLOSE:
            break
    return strengths, information


def _spread_seen(players: int, results: Results, strengths: Any) -> Any:
    """How far the openings' results lay from what was expected of them: the sum of their squares."""
    import numpy as np

    total, number = np.zeros((players, players)), 0
    for (first, second), groups in results.items():
        expected = 1.0 / (1.0 + np.exp(strengths[second] - strengths[first]))
        for group in groups:
            if group:
                off = sum(group) - len(group) * expected
                slope = np.zeros(players)
                slope[first], slope[second] = off, -off
                total += np.outer(slope, slope)
                number += 1
    return total * number / (number - 1) if number > 1 else None


def _is_connected(scores: Any) -> bool:
    """Can the likelihood be largest anywhere? Only if from each player a chain of points leads to every other."""
    players = len(scores)
    for forward in (True, False):
        found, waiting = {0}, [0]
        while waiting:
            here = waiting.pop()
            for other in range(players):
                has = scores[here, other] > 0 if forward else scores[other, here] > 0
                if has and other not in found:
                    found.add(other)
                    waiting.append(other)
        if len(found) < players:
            return False
    return True

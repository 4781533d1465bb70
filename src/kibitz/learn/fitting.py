"""Fitting: the weights under which the results of games were most likely.

The chance to win is taken to be 1 / (1 + e^−z) with z = steepness · features · weights. What is minimised is the mean
of −log(chance of what happened), every game counting as much as any other, and a pull towards the weights that the fit
begins with, which keeps those that hardly any position tells about. Both are convex, so there is one minimum;
limited-memory BFGS goes there in some dozens of steps, each of which takes all positions into account.

Three things would spoil the weights, and are kept away from the fit by `prepared`. Where one side is far ahead, the
result tells little about what its lead is made of, but much about how the endgame was bungled: such positions are left
out. A result tells about a whole game, and hardly about a position early in it: half of the aim is what the position
came to be worth some plies later. And positions of one game are no independent witnesses: hence equal games, and a pull
that is chosen by games which the fit has not seen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from kibitz.learn.examples import Examples

REMEMBERED = 12  # steps from which the curvature is guessed
ENOUGH = 1e-7  # by which the loss must fall in a step, or the fit is over
STEPS = 300
PART = 1 << 21  # features that are worked on at a time: larger parts leave the processor's cache
HALVINGS = 30
CLOSE = 4.0  # swings: who is farther ahead has decided the game
LATER = 8  # positions after which a position shows what it was worth
PULLS = (1.0, 1e-1, 3e-2, 1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 1e-5)  # strengths to choose from
USUAL_PULL = 1e-3  # where there is nothing to choose by
WORSE = 2  # strengths in a row that foretell unseen games worse, after which no weaker one is tried


@dataclass
class Fit:
    """Weights, and how well they foretell results."""

    weights: Any
    loss: float  # mean −log of the chance of what happened, without the pull
    steps: int
    pull: float


def sums(examples: Examples, weights: Any) -> Any:
    """Features · weights of every position."""
    import numpy as np

    found = np.zeros(len(examples))
    for first, last, begin, end in _parts(examples):
        products = examples.amounts[begin:end] * weights[examples.numbers[begin:end]]
        found[first:last] = np.add.reduceat(products, examples.starts[first:last] - begin)
    return found


def _slopes(examples: Examples, errors: Any, features: int, power: int = 1) -> Any:
    """For every feature, the sum over positions of its amount (or its square) times the position's error."""
    import numpy as np

    found = np.zeros(features)
    ends = np.append(examples.starts[1:], len(examples.numbers))
    for first, last, begin, end in _parts(examples):
        each = np.repeat(errors[first:last], ends[first:last] - examples.starts[first:last])
        amounts = examples.amounts[begin:end]
        each *= amounts if power == 1 else amounts.astype(np.float64) ** 2
        found += np.bincount(examples.numbers[begin:end], each, features)
    return found


def _parts(examples: Examples) -> list[tuple[int, int, int, int]]:
    """Positions first to last and their features begin to end, a part at a time."""
    import numpy as np

    starts, total = examples.starts, len(examples.numbers)
    cuts = np.searchsorted(starts, np.arange(0, total, PART))
    cuts = np.unique(np.append(cuts, len(starts)))
    return [
        (int(first), int(last), int(starts[first]), int(starts[last]) if last < len(starts) else total)
        for first, last in pairwise(cuts)
    ]


def loss_of(examples: Examples, weights: Any, steepness: float) -> float:
    """The mean −log of the chance of what happened; nan where there are no positions."""
    return _loss(steepness * sums(examples, weights), examples) if len(examples) else float("nan")


def _loss(z: Any, examples: Examples) -> float:
    import numpy as np

    return float(examples.shares @ (np.logaddexp(0.0, z) - examples.aims * z))


def close(examples: Examples, weights: Any, swing: float) -> Examples:
    """The positions in which nobody is far ahead by these weights; all of them in a game that names no `swing`."""
    import numpy as np

    if not swing or not len(examples):
        return examples
    return examples.only(np.abs(sums(examples, weights)) <= CLOSE * swing)


def prepared(examples: Examples, weights: Any, steepness: float, foresight: float) -> Examples:
    """Examples that aim, by the share `foresight`, at what these weights make of the game some positions later.

    Near its end that is the result. Weights that are all 0 foresee nothing.
    """
    import numpy as np

    if not len(examples) or not foresight or not np.any(weights):
        return examples
    chances = 0.5 * (1.0 + np.tanh(0.5 * steepness * sums(examples, weights)))
    last = len(examples) - 1
    later = np.minimum(np.arange(len(examples)) + LATER, last)
    seen = np.where(examples.viewers[later] == examples.viewers, chances[later], 1.0 - chances[later])
    within = (examples.games[later] == examples.games) & (np.arange(len(examples)) + LATER <= last)
    foreseen = np.where(within, seen, examples.aims)
    return replace(examples, aims=(1.0 - foresight) * examples.aims + foresight * foreseen)


def steepness_of(examples: Examples, weights: Any, guess: float) -> float:
    """How steeply chances rise with the value under which these weights foretell results best.

    By golden section of its logarithm, from a thirtieth of the guess to thirty times as much. The guess itself where
    the weights tell nothing.
    """
    import math

    value = sums(examples, weights) if len(examples) else None
    if value is None or not value.any():
        return guess
    ratio = (math.sqrt(5.0) - 1.0) / 2.0
    low, high = math.log(guess / 30.0), math.log(guess * 30.0)
    for _ in range(40):
        one, other = high - ratio * (high - low), low + ratio * (high - low)
        if _loss(math.exp(one) * value, examples) < _loss(math.exp(other) * value, examples):
            high = other
        else:
            low = one
    return math.exp((low + high) / 2.0)


def fit(
    examples: Examples,
    start: Any,
    *,
    steepness: float,
    pull: float,
    steps: int = STEPS,
    first: Any = None,
    progress: Callable[[int, float], None] | None = None,
) -> Fit:
    """The weights that foretell the results best, from `start`, which they are pulled towards.

    `pull` is what a weight costs that differs by 1 / `steepness` from where it began, beside a loss of about 0.7 a
    position for weights that tell nothing. `first`: weights to try first, where some are known that must be near.
    """
    import numpy as np

    begin = np.asarray(start, np.float64) * steepness
    features = len(begin)
    if not len(examples):
        return Fit(np.array(start, np.float64), float("nan"), 0, pull)

    def at(point: Any) -> tuple[float, float, Any]:
        z = sums(examples, point)
        off = point - begin
        loss = _loss(z, examples)
        errors = (0.5 * (1.0 + np.tanh(0.5 * z)) - examples.aims) * examples.shares
        return loss + pull * float(off @ off), loss, _slopes(examples, errors, features) + 2.0 * pull * off

    chances = 0.5 * (1.0 + np.tanh(0.5 * sums(examples, begin)))
    spread = np.maximum(chances * (1.0 - chances), 0.05) * examples.shares
    curvature = _slopes(examples, spread, features, 2) + 2.0 * pull + 1e-12
    point = begin if first is None else np.asarray(first, np.float64) * steepness
    total, loss, slope = at(point)
    taken = 0
    past: list[tuple[Any, Any]] = []
    for taken in range(1, steps + 1):
        direction = -_uphill(slope, past, curvature)
        reach = 1.0
        for _ in range(HALVINGS):
            there = point + reach * direction
            new_total, new_loss, new_slope = at(there)
            if new_total <= total + 1e-4 * reach * float(slope @ direction):
                break
            reach /= 2.0
        else:
            break
        moved, bent = there - point, new_slope - slope
        if float(moved @ bent) > 1e-18:
            past = [*past[1 - REMEMBERED :], (moved, bent)]
        fell = total - new_total
        point, total, loss, slope = there, new_total, new_loss, new_slope
        if progress is not None:
            progress(taken, loss)
        if fell < ENOUGH:
            break
    return Fit(point / steepness, loss, taken, pull)


def fit_by_choice(
    examples: Examples,
    unseen: Examples,
    start: Any,
    *,
    steepness: float,
    progress: Callable[[int, float], None] | None = None,
) -> Fit:
    """A fit with the pull, out of `PULLS`, that foretells unseen games best: from the strongest to weaker ones."""
    if not len(unseen):
        return fit(examples, start, steepness=steepness, pull=USUAL_PULL, progress=progress)
    best = latest = fit(examples, start, steepness=steepness, pull=PULLS[0], progress=progress)
    least, worse = loss_of(unseen, best.weights, steepness), 0
    for pull in PULLS[1:]:
        latest = fit(examples, start, steepness=steepness, pull=pull, first=latest.weights, progress=progress)
        loss = loss_of(unseen, latest.weights, steepness)
        if loss < least:
            best, least, worse = latest, loss, 0
        else:
            worse += 1
        if worse >= WORSE:
            break
    return best


def _uphill(slope: Any, past: list[tuple[Any, Any]], curvature: Any) -> Any:
    """The slope divided by the curvature as far as it is known: the two loops of limited-memory BFGS."""
    direction = slope.copy()
    shares = []
    for moved, bent in reversed(past):
        share = float(moved @ direction) / float(moved @ bent)
        direction -= share * bent
        shares.append(share)
    direction /= curvature
    for (moved, bent), share in zip(past, reversed(shares), strict=True):
        direction += (share - float(bent @ direction) / float(moved @ bent)) * moved
    return direction

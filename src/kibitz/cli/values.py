"""The values of options: from a text to a number in its range, or a sentence that says what was expected."""

from __future__ import annotations

import argparse
from math import inf, isfinite

from kibitz.game.given import MOST_THREADS


def whole(text: str) -> int:
    """A whole number, 0 or more."""
    if not text.isdecimal() or len(text) > 9:
        raise argparse.ArgumentTypeError(f"expected a whole number, 0 or more, got {text!r}")
    return int(text)


def positive(text: str) -> int:
    """A whole number, 1 or more."""
    if not text.isdecimal() or len(text) > 15 or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number, 1 or more, got {text!r}")
    return int(text)


def threads(text: str) -> int:
    """A number of threads."""
    if positive(text) > MOST_THREADS:
        raise argparse.ArgumentTypeError(f"expected at most {MOST_THREADS} threads, got {text!r}")
    return int(text)


def port(text: str) -> int:
    """A port; 0 for any free one."""
    if not text.isdecimal() or len(text) > 5 or int(text) > 65_535:
        raise argparse.ArgumentTypeError(f"expected a port from 0 to 65535, got {text!r}")
    return int(text)


def share(text: str) -> float:
    """A number from 0 to 1."""
    number = _number(text)
    if not 0.0 <= number <= 1.0:
        raise argparse.ArgumentTypeError(f"expected a number from 0 to 1, got {text!r}")
    return number


def part(text: str) -> float:
    """A share of the probability: more than 0, at most 1."""
    number = _number(text)
    if not 0.0 < number <= 1.0:
        raise argparse.ArgumentTypeError(f"expected a share of the probability, above 0 and at most 1, got {text!r}")
    return number


def megabytes(text: str) -> float:
    """A size in megabytes."""
    number = _number(text)
    if not 0.03 <= number <= 1 << 20:
        raise argparse.ArgumentTypeError(f"expected a size in megabytes, 0.03 or more, got {text!r}")
    return number


def seconds(text: str) -> float:
    """A time in seconds."""
    number = _number(text)
    if not 0 < number <= 1e7:
        raise argparse.ArgumentTypeError(f"expected a time in seconds, above 0, got {text!r}")
    return number


def bounds(text: str) -> tuple[float, float]:
    """Two numbers with a comma between them, the lower one first."""
    try:
        low, high = (float(part) for part in text.replace("−", "-").split(","))
    except ValueError:
        low, high = inf, -inf
    if not (isfinite(low) and isfinite(high) and low <= high):
        raise argparse.ArgumentTypeError(f"expected two numbers, the lower one first, such as -2,2, got {text!r}")
    return low, high


def _number(text: str) -> float:
    """A number, or -1 where the text is not one."""
    try:
        return float(text)
    except ValueError:
        return -1.0

"""The values of options: from a text to a number in its range, or a sentence that says what was expected."""

from __future__ import annotations

import argparse
from math import inf, isfinite, nan
from sys import float_info

from kibitz.answer.options import LEAST_MEMORY, MOST_MEMORY
from kibitz.game.given import MOST_THREADS

LEAST = float_info.min  # the least number above 0


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
    return _between(text, 0.0, 1.0, "a number from 0 to 1")


def part(text: str) -> float:
    """A share of the probability: more than 0, at most 1."""
    return _between(text, LEAST, 1.0, "a share of the probability, above 0 and at most 1")


def megabytes(text: str) -> float:
    """A size in megabytes."""
    return _between(text, LEAST_MEMORY, MOST_MEMORY, f"a size in megabytes, {LEAST_MEMORY} or more")


def seconds(text: str) -> float:
    """A time in seconds."""
    return _between(text, LEAST, 1e7, "a time in seconds, above 0")


def amount(text: str) -> float:
    """A number, 0 or more."""
    return _between(text, 0.0, 1e9, "a number, 0 or more")


def branching(text: str) -> float:
    """A branching factor."""
    return _between(text, 1.0 + 1e-9, 1e9, "a branching factor above 1")


def speed(text: str) -> float:
    """A number of nodes a second."""
    return _between(text, LEAST, 1e18, "a number of nodes a second, above 0")


def yes_or_no(text: str) -> bool:
    """Yes or no."""
    if text.lower() not in ("yes", "no"):
        raise argparse.ArgumentTypeError(f"expected yes or no, got {text!r}")
    return text.lower() == "yes"


def bounds(text: str) -> tuple[float, float]:
    """Two numbers with a comma between them, the lower one first."""
    try:
        low, high = (float(part) for part in text.replace("−", "-").split(","))
    except ValueError:
        low, high = inf, -inf
    if not (isfinite(low) and isfinite(high) and low <= high):
        raise argparse.ArgumentTypeError(f"expected two numbers, the lower one first, such as -2,2, got {text!r}")
    return low, high


def _between(text: str, least: float, most: float, expected: str) -> float:
    """A number in a range, both ends included."""
    try:
        number = float(text)
    except ValueError:
        number = nan
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(f"expected {expected}, got {text!r}")
    return number

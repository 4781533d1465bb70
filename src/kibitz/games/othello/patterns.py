"""Patterns: what stands along an edge, in a corner, on a diagonal, each configuration with a weight that was learned.

A pattern is read from four sides of the board: for each quarter turn of it, the squares of the pattern make one number
with a digit of base 3 per square (empty, mine, theirs). Configurations that are mirror images of each other share a
weight. There are weights for every stage of the game, by the number of discs on the board.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from kibitz.evaluation.weights import Weights
from kibitz.games.othello.board import Board, State
from kibitz.native import jit
from kibitz.native.bits import count, down, lowest_bits, multiply, up, wrap

STAGES = 9  # the last squares need none: there an evaluation is exact
DISCS_A_STAGE = 6
PARTS = 512  # an evaluation adds up whole numbers: of 1/512 of a disc

EDGE = (*range(8), 9, 14)  # the first row, and the squares diagonally next to the corners
SECOND, THIRD, FOURTH = (tuple(range(row * 8, row * 8 + 8)) for row in (1, 2, 3))
CORNER = (0, 1, 2, 8, 9, 10, 16, 17, 18)
DIAGONALS = tuple(tuple(row * 9 + right for row in range(8 - right)) for right in range(5))
PATTERNS = (EDGE, SECOND, THIRD, FOURTH, CORNER, *DIAGONALS)

SIZES = tuple(3 ** len(pattern) for pattern in PATTERNS)
STARTS = tuple(sum(SIZES[:number]) for number in range(len(SIZES)))
CONFIGURATIONS = sum(SIZES)
AT_EDGE, AT_SECOND, AT_THIRD, AT_FOURTH, AT_CORNER, AT_EIGHT, AT_SEVEN, AT_SIX, AT_FIVE, AT_FOUR = STARTS

# After the patterns of a stage: moves more than the other has, empty squares beside the other's discs more than beside
# one's own, a constant, and a constant where an odd number of squares is empty.
NUMBERS = 4
LITTLE = 0.125  # such differences are several at a time: without this, they would learn too fast

COLUMN = wrap(0x0101010101010101)
DIAGONAL = wrap(0x8040201008040201)


def mirrored(pattern: tuple[int, ...]) -> tuple[int, ...]:
    """The squares of a pattern in the order in which its mirror image has them."""
    images = (
        [square // 8 * 8 + 7 - square % 8 for square in pattern],
        [square % 8 * 8 + square // 8 for square in pattern],
        [(7 - square % 8) * 8 + 7 - square // 8 for square in pattern],
    )
    return next(tuple(image) for image in images if set(image) == set(pattern) and tuple(image) != pattern)


def distinct(pattern: tuple[int, ...]) -> int:
    """How many configurations a pattern has, those that are mirror images of each other counted once."""
    alike = sum(one == other for one, other in zip(pattern, mirrored(pattern), strict=True))
    size: int = 3 ** len(pattern) + 3 ** ((len(pattern) + alike) // 2)
    return size // 2


WEIGHTS_A_STAGE = sum(map(distinct, PATTERNS)) + NUMBERS
FEATURES = STAGES * WEIGHTS_A_STAGE


@functools.cache
def shared() -> Any:
    """For each configuration of each pattern the number of its weight."""
    import numpy as np

    numbers = np.zeros(CONFIGURATIONS, np.int64)
    weights = 0
    for start, size, pattern in zip(STARTS, SIZES, PATTERNS, strict=True):
        powers = 3 ** np.arange(len(pattern))
        digits = np.arange(size)[:, None] // powers % 3
        image = mirrored(pattern)
        turned = digits[:, [pattern.index(square) for square in image]] @ powers
        least = np.minimum(np.arange(size), turned)
        own, numbered = np.unique(least, return_inverse=True)
        numbers[start : start + size] = weights + numbered
        weights += len(own)
    return numbers


def by_configuration(weights: Weights) -> tuple[Any, Any]:
    """Learned weights as the evaluation uses them: those of all configurations, in 1/512 of a disc, and the others."""
    import numpy as np

    rows = weights.values.reshape(STAGES, WEIGHTS_A_STAGE)
    parts = np.clip(np.rint(rows[:, shared()] * PARTS), -32767, 32767).astype(np.int16)
    return parts.ravel(), rows[:, -NUMBERS:].ravel().copy()


@functools.cache
def ternary() -> Any:
    """For ten bits the number with the digits 0 and 1 of base 3 that are these bits."""
    import numpy as np

    return np.array([int(f"{bits:b}", 3) for bits in range(1024)], np.int64)


@jit
def turned(discs: int) -> int:
    """The board after a quarter turn: its last column is the first row of the image."""
    part = (discs ^ down(discs, 7)) & wrap(0x00AA00AA00AA00AA)  # three steps that exchange rows and columns
    discs ^= part ^ up(part, 7)
    part = (discs ^ down(discs, 14)) & wrap(0x0000CCCC0000CCCC)
    discs ^= part ^ up(part, 14)
    part = (discs ^ down(discs, 28)) & wrap(0x00000000F0F0F0F0)
    discs ^= part ^ up(part, 28)
    discs = (down(discs, 8) & wrap(0x00FF00FF00FF00FF)) | up(discs & wrap(0x00FF00FF00FF00FF), 8)  # upside down
    discs = (down(discs, 16) & wrap(0x0000FFFF0000FFFF)) | up(discs & wrap(0x0000FFFF0000FFFF), 16)
    return down(discs, 32) | up(discs, 32)


@jit
def edge(discs: int) -> int:
    """The discs of the pattern EDGE, one bit each."""
    return discs & 255 | (down(discs, 1) & 256) | (down(discs, 5) & 512)


@jit
def corner(discs: int) -> int:
    """The discs of the pattern CORNER, one bit each."""
    return discs & 7 | (down(discs, 5) & 56) | (down(discs, 10) & 448)


@jit
def diagonal(discs: int, right: int) -> int:
    """The discs of a diagonal that begins this many squares to the right of the corner, one bit each."""
    return down(multiply(down(discs, right) & DIAGONAL & lowest_bits(64 - 8 * right), COLUMN), 56)


@jit
def stage_of(game: Board, s: State) -> int:
    """The stage of the game: a number from 0 to below `STAGES`."""
    return min((count(s.me | s.other) - 4) // DISCS_A_STAGE, STAGES - 1)


@jit
def frontier(game: Board, s: State) -> int:
    """The empty squares beside the other's discs more than beside those of the player to move: moves to come."""
    empty = game.empty(s)
    return count(game.around(s.other) & empty) - count(game.around(s.me) & empty)


@jit
def configurations(game: Board, s: State) -> Iterator[int]:
    """The configuration of each pattern, from each side."""
    digits = game.learned_digits
    me, other = s.me, s.other
    for side in range(4):
        yield AT_EDGE + int(digits[edge(me)] + 2 * digits[edge(other)])
        for row in range(1, 4):
            line = digits[down(me, 8 * row) & 255] + 2 * digits[down(other, 8 * row) & 255]
            yield AT_SECOND + (row - 1) * (AT_THIRD - AT_SECOND) + int(line)
        yield AT_CORNER + int(digits[corner(me)] + 2 * digits[corner(other)])
        if side < 2:
            yield AT_EIGHT + int(digits[diagonal(me, 0)] + 2 * digits[diagonal(other, 0)])
        start, size = AT_SEVEN, AT_SIX - AT_SEVEN
        for right in range(1, 5):
            yield start + int(digits[diagonal(me, right)] + 2 * digits[diagonal(other, right)])
            start, size = start + size, size // 3
        me, other = turned(me), turned(other)


@jit
def pattern_value(game: Board, s: State) -> float:
    """What a position is worth to the player to move, in discs, by the weights of its patterns."""
    parts, stage = game.learned_parts, stage_of(game, s)
    at = stage * CONFIGURATIONS
    total = 0
    for number in configurations(game, s):
        total += parts[at + number]
    numbers, at = game.learned_numbers, stage * NUMBERS
    v: float = total / PARTS + LITTLE * numbers[at] * (count(s.moves) - count(game.legal(s.other, s.me)))
    v += LITTLE * numbers[at + 1] * frontier(game, s) + numbers[at + 2]
    v += numbers[at + 3] if game.left(s) & 1 else 0.0
    return min(max(v, -float(game.cells)), float(game.cells))


@jit
def pattern_features(game: Board, s: State) -> Iterator[tuple[int, float]]:
    """The features of a position: its configurations, and the numbers beside them."""
    shares, at = game.learned_shares, stage_of(game, s) * WEIGHTS_A_STAGE
    for number in configurations(game, s):
        yield at + int(shares[number]), 1.0
    at += WEIGHTS_A_STAGE - NUMBERS
    yield at, LITTLE * (count(s.moves) - count(game.legal(s.other, s.me)))
    yield at + 1, LITTLE * frontier(game, s)
    yield at + 2, 1.0
    if game.left(s) & 1:
        yield at + 3, 1.0

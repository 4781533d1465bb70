"""How well a shallow search foretells a deeper one in Othello, measured: what ProbCut goes by.

The rows were printed by `python -m benchmarks.othello forecast`, with the weights that come with the game, over
positions of games that the evaluation plays one ply deep against itself, one move in six at random. Four plies lie
between the two searches. For each depth of the deeper one, and each stage of the game by the number of empty squares:
slope, offset and standard error of the deep value, in discs. There were 51, 41, 32 and 36 positions of each stage.
"""

from __future__ import annotations

from typing import Any

STAGES = (45, 33, 21)  # the least number of empty squares of each stage but the last
FIRST, LAST = 5, 8  # the depths that were measured
APART = 4

MEASURED = (
    ((1.02, 0.35, 2.04), (0.98, 0.74, 3.95), (1.09, 0.47, 3.54), (1.05, -0.16, 5.48)),  # depth 1 for 5
    ((1.01, -0.05, 2.05), (1.04, 0.33, 4.06), (1.04, -0.24, 3.33), (1.10, 0.34, 4.89)),  # depth 2 for 6
    ((0.98, -0.20, 2.14), (1.03, -0.41, 3.25), (1.01, -0.25, 4.29), (1.06, 0.10, 5.29)),  # depth 3 for 7
    ((0.95, -0.12, 2.00), (1.02, 0.36, 2.76), (1.02, -1.67, 4.51), (1.06, -0.38, 5.48)),  # depth 4 for 8
)


def rows() -> Any:
    """The numbers one behind the other: three for each stage of each depth."""
    import numpy as np

    return np.array([number for depth in MEASURED for stage in depth for number in stage])

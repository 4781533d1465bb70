"""How well a shallow search foretells a deeper one in Othello, measured: what ProbCut goes by.

The rows were printed by `python -m benchmarks.othello forecast`, with the weights that come with the game, over
positions of games that the evaluation plays one ply deep against itself, one move in six at random. Four plies lie
between the two searches. For each depth of the deeper one, and each stage of the game by the number of empty squares:
slope, offset and standard error of the deep value, in discs.
"""

from __future__ import annotations

from typing import Any

STAGES = (45, 33, 21)  # the least number of empty squares of each stage but the last
FIRST, LAST = 5, 8  # the depths that were measured
APART = 4

MEASURED = (
    ((1.30, 0.06, 3.25), (1.07, 1.32, 7.05), (0.96, 2.26, 5.74), (1.02, -1.07, 6.09)),  # depth 1 for 5
    ((1.14, 0.44, 3.87), (1.10, 0.20, 6.07), (0.97, 1.14, 5.20), (0.94, 1.80, 9.30)),  # depth 2 for 6
    ((1.13, 0.21, 2.34), (1.12, 0.27, 5.38), (1.00, 0.99, 3.64), (0.88, 1.22, 10.77)),  # depth 3 for 7
    ((1.14, -0.39, 2.92), (1.10, -0.47, 4.71), (1.01, 0.38, 4.17), (0.73, 2.21, 12.92)),  # depth 4 for 8
)


def rows() -> Any:
    """The numbers one behind the other: three for each stage of each depth."""
    import numpy as np

    return np.array([number for depth in MEASURED for stage in depth for number in stage])

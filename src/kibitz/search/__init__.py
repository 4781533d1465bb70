"""The searches, one file a family, and the list of them."""

from __future__ import annotations

from kibitz.search.algorithm import Algorithm
from kibitz.search.alphabeta import ALPHABETA
from kibitz.search.expectiminimax import EXPECTIMAX, EXPECTIMINIMAX
from kibitz.search.minimax import MINIMAX
from kibitz.search.multiplayer import MAXN

ALGORITHMS: dict[str, Algorithm] = {
    algorithm.name: algorithm for algorithm in (MINIMAX, ALPHABETA, EXPECTIMAX, EXPECTIMINIMAX, MAXN)
}

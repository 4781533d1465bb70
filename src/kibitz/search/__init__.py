"""The searches, one file a family, and the list of them."""

from __future__ import annotations

from kibitz.search.algorithm import Algorithm
from kibitz.search.alphabeta import ALPHABETA
from kibitz.search.best_reply import BEST_REPLY
from kibitz.search.deepening import look
from kibitz.search.expectiminimax import EXPECTIMAX, EXPECTIMINIMAX
from kibitz.search.hidden import DEALS
from kibitz.search.minimax import MINIMAX
from kibitz.search.multiplayer import MAXN
from kibitz.search.needs import opponents
from kibitz.search.paranoid import PARANOID
from kibitz.search.regret import REGRET
from kibitz.search.shallow import SHALLOW
from kibitz.search.star1 import STAR1
from kibitz.search.star2 import STAR2
from kibitz.search.value_iteration import TABLE

# The engine is asked through `search/engine.py`; it has no steps to show.
ENGINE = Algorithm(
    name="deepening",
    title="Deepening alpha-beta with everything",
    function=look,
    needs=opponents,
    pseudocode="",
    lines={},
)

SEARCHES = (
    MINIMAX,
    ALPHABETA,
    ENGINE,
    EXPECTIMAX,
    EXPECTIMINIMAX,
    STAR1,
    STAR2,
    MAXN,
    SHALLOW,
    PARANOID,
    BEST_REPLY,
    DEALS,
    REGRET,
    TABLE,
)

ALGORITHMS: dict[str, Algorithm] = {algorithm.name: algorithm for algorithm in SEARCHES}

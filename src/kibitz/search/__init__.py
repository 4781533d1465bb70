"""The searches, one file a family, and the list of them."""

from __future__ import annotations

from kibitz.search.algorithm import Algorithm
from kibitz.search.engine.look import look
from kibitz.search.equilibrium.regret import REGRET
from kibitz.search.hidden.deals import DEALS
from kibitz.search.needs import opponents
from kibitz.search.textbook.alphabeta import ALPHABETA
from kibitz.search.textbook.best_reply import BEST_REPLY
from kibitz.search.textbook.expectiminimax import EXPECTIMAX, EXPECTIMINIMAX
from kibitz.search.textbook.maxn import MAXN
from kibitz.search.textbook.minimax import MINIMAX
from kibitz.search.textbook.paranoid import PARANOID
from kibitz.search.textbook.shallow import SHALLOW
from kibitz.search.textbook.star1 import STAR1
from kibitz.search.textbook.star2 import STAR2
from kibitz.search.whole.value_iteration import TABLE

# The engine is asked through `search/engine/engine.py`; it has no steps to show.
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

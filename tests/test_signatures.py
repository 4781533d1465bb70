"""Node counts of each family of searches on one position: a change that should not change a search must not change it.

The engine's own signature is in test_engine.py. Where a number changes on purpose, write the new one here.
"""

import pytest

from command import kibitz

POSITION = "X...O...."
NODES = {
    ("proof",): 956,
    ("table",): 634,
    ("deepening", "--depth", "5"): 738,  # to a depth: by the clock it may stop early
    ("maxn",): 1513,
}


@pytest.mark.parametrize("words", NODES, ids=lambda words: words[0])
def test_a_search_visits_the_same_nodes(words):
    said = kibitz("best", "tic-tac-toe", POSITION, "--interpreted", "--json", "--algorithm", *words)
    assert said.code == 0 and said.json["search"]["nodes"] == NODES[words]


def test_monte_carlo_makes_the_same_simulations_with_the_same_seed():
    words = ("--algorithm", "montecarlo", "--nodes", "400", "--seed", "7")
    said = kibitz("best", "tic-tac-toe", POSITION, "--interpreted", "--json", *words)
    assert said.json["search"]["nodes"] == 400 and said.json["value"] == pytest.approx(0.6521739130434783)

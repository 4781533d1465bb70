"""The selective search: with its bets off it finds textbook values; with them on, what each does."""

import random
from typing import NamedTuple

import pytest

from kibitz.errors import Stopped
from kibitz.game import Game
from kibitz.search.engine.engine import Engine
from kibitz.search.engine.techniques import Techniques
from kibitz.search.partition.partition_engine import engine_for
from kibitz.search.selective.selective_engine import SWITCHES, SelectiveEngine
from random_games import FAMILIES, AsInt, Ordered, draw
from random_oracle import OVER, Oracle
from random_searches import contract, near

SOUND = (  # techniques that never change a value
    *("principal", "table", "best_first", "killers", "history", "order", "symmetry"),
    *("gravity", "counters", "continuation", "on_demand", "win_distance"),
)
BETS = (
    *("singular", "null_move", "reductions", "verification", "checks", "static_cuts", "razoring", "futility"),
    *("late_moves", "losing_exchanges", "delta", "internal_reduction", "probcut"),
)
WITHOUT_BETS = dict.fromkeys(BETS, False)


def sound(dice, **more):
    """Without any bet, and without some of what never changes a value."""
    off = dict.fromkeys((name for name in SOUND if dice.random() < 0.2), False)
    return Techniques(**(off | WITHOUT_BETS | more))


def is_tree(rules):
    """Does every position come up at one depth alone, so that the table never answers for a deeper search?"""
    return rules.kind in ("tree", "layered") and set(rules.spent) <= {1}


@pytest.mark.parametrize("family", ["Duel", "Whole", "Plain", "Endless"])
def test_without_bets_it_finds_the_textbooks_value(family):
    asked = 0
    for seed in range(120):
        rules = draw(family, seed)
        if rules.mover[0] == OVER or rules.bounds_are == "tight":
            continue
        dice = random.Random(seed)
        on = sound(dice, **({} if is_tree(rules) else {"table": False}))
        game = FAMILIES[family](rules, lists=True)
        engine = SelectiveEngine(game, techniques=on, interpreted=True, megabytes=0.1)
        s, oracle, depth = game.initial(), Oracle(rules), dice.randint(1, 4)
        truth = oracle.settled(0, depth)
        own = truth if rules.mover[0] == 0 else rules.total - truth
        for to in range(1, depth + 1):
            value = engine.value(s, to)
        assert near(value, own), f"{rules} to {depth}: {on}"
        alpha, beta = sorted([dice.randint(-6, 5) / 2, dice.randint(-5, 6) / 2 + 0.25])
        found = engine.value(s, depth, alpha, beta)
        assert contract(found, own, alpha, beta), f"{rules} to {depth} in {alpha}, {beta}: {found}, not {own}"
        asked += 1
    assert asked > 60

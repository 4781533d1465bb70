"""Random games by the thousand: every search against a plain oracle, compiled as interpreted, to the last node.

`make fuzz` goes on with this for hours, with every search of every family compiled and checked too.
"""

import os

import pytest

import fuzz
from random_games import FAMILIES
from random_searches import compare, examine

INTERPRETED = 60  # games a family, every search: `make fuzz` plays thousands
COMPILED = 120  # games a family, compiled and interpreted, the searches named here: compiling takes most of the time
SEARCHES = {
    "Dice": ("engine", "deepening"),
    "PlainDice": ("table",),
    "Trio": ("vector_engine",),
    "Partition": ("partition",),
    "Cards": ("regret",),
    "Plain": ("star2", "fail-soft"),
}


@pytest.mark.parametrize("family", FAMILIES)
def test_every_search_agrees_with_the_oracle(family):
    found = [(seed, examine(family, seed, interpreted=True)[0]) for seed in range(INTERPRETED)]
    assert [(seed, differences) for seed, differences in found if differences] == []


@pytest.mark.parametrize("family", SEARCHES)
def test_compiled_searches_answer_as_interpreted_ones_do(family):
    wrong, asked = [], 0
    for seed in range(1000, 1000 + COMPILED):
        differences, transcript = examine(family, seed, interpreted=False, only=SEARCHES[family])
        _, in_python = examine(family, seed, interpreted=True, only=SEARCHES[family])
        asked += bool(transcript)
        wrong += [(seed, each) for each in differences + compare(transcript, in_python)]
    assert wrong == []
    assert asked > COMPILED / 2  # not all games end, or hide anything


def test_a_process_that_crashes_is_reported_by_its_seed_and_the_run_goes_on(monkeypatch):
    monkeypatch.setenv(fuzz.CRASH, "1")
    lines = []
    done, differences = fuzz.run([("Plain", 0), ("Plain", 1), ("Plain", 2)], ["interpreted"], tell=lines.append)
    assert done == 3
    assert [line.split(" (")[0] for line in differences] == ["seed=1 family=Plain mode=interpreted: crashed"]
    assert lines[-1].startswith("3 games in 1 modes, 1 differences")


def test_a_difference_between_two_modes_is_a_line_that_can_be_repeated():
    found = {
        "compiled": {("Duel", 7): ([], {"minimax to 2": [1.0, 0, [5, 3]]})},
        "interpreted": {("Duel", 7): (["table: 0.0, expected 1.0"], {"minimax to 2": [1.0, 0, [6, 3]]})},
    }
    assert list(fuzz._told(("Duel", 7), found, compare)) == [
        "seed=7 family=Duel mode=interpreted: table: 0.0, expected 1.0",
        "seed=7 family=Duel mode=compiled/interpreted: minimax to 2: [1.0, 0, [5, 3]] and [1.0, 0, [6, 3]]",
    ]


def test_checked_is_a_process_told_so_by_its_environment(monkeypatch):
    told = []
    monkeypatch.setattr(fuzz.subprocess, "Popen", lambda *_, env, **__: told.append(env) or _Dead())
    monkeypatch.setenv("KIBITZ_CHECKED", "1")
    for mode in fuzz.MODES:
        fuzz.Worker(mode).start()
    assert [env.get("KIBITZ_CHECKED") for env in told] == [None, "1", None]
    assert os.environ["KIBITZ_CHECKED"] == "1"


class _Dead:
    """A process that says nothing."""

    stdout = ()

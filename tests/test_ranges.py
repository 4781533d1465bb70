"""Ranges at the nodes: the figure of the textbook, panel by panel, and laws on random trees."""

import json
import re
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from command import kibitz
from kibitz.errors import BadInput
from kibitz.games.tree import Tree
from kibitz.lab.drawing import ranged_svg
from kibitz.lab.export import exported
from kibitz.lab.random_trees import random_tree
from kibitz.lab.ranges import range_changes, why_no_ranges
from kibitz.lab.tree_search import fitting, run_on, run_tree, true_values
from kibitz.search import ALGORITHMS
from kibitz.search.textbook.alphabeta import VARIANTS

TWO_PLY = "((3 12 8) (2 4 6) (14 5 2))"
OO = inf
# The figure's six panels: what is drawn once a leaf has been seen; a node that is not yet there has no range.
PANELS = [
    (1, {"A": (-OO, OO), "B": (-OO, 3)}),
    (2, {"A": (-OO, OO), "B": (-OO, 3)}),
    (3, {"A": (3, OO), "B": (3, 3)}),
    (4, {"A": (3, OO), "B": (3, 3), "C": (-OO, 2)}),
    (5, {"A": (3, 14), "B": (3, 3), "C": (-OO, 2), "D": (-OO, 14)}),
    (7, {"A": (3, 3), "B": (3, 3), "C": (-OO, 2), "D": (2, 2)}),
]


def stages(run):
    """The ranges after every step, by the nodes' names."""
    shown = {}
    for step, changed in zip(run.recorder.steps, range_changes(run.tree, run.recorder), strict=True):
        shown = shown | {run.tree.node_name(s): between for s, between in changed.items()}
        yield step, shown


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_six_panels_of_the_figure_come_out_exactly(variant):
    after_leaf = [shown for step, shown in stages(run_tree(TWO_PLY, "alphabeta", variant)) if step.event == "leaf"]
    assert [(leaf, after_leaf[leaf - 1]) for leaf, _ in PANELS] == PANELS


def random_runs():
    for seed in range(60):
        kind = "chance" if seed % 2 else "opponents"
        tree = random_tree(2 + seed % 3, 3, -9, 9, seed, kind)
        for row in fitting(tree):
            if not why_no_ranges(tree, ALGORITHMS[row["algorithm"]]):
                yield run_on(tree, row["algorithm"], row["variant"] or "fail-soft")


def test_the_true_value_always_lies_inside_and_ranges_only_narrow():
    narrowed, with_chance, algorithms = 0, 0, set()
    for run in random_runs():
        truth = {run.tree.node_name(s): value for s, value in enumerate(true_values(run.tree))}
        before = {}
        for step, shown in stages(run):
            for name, (low, high) in shown.items():
                assert low - 1e-9 <= truth[name] <= high + 1e-9, (run.algorithm.name, step, name)
                was = before.get(name, (-inf, inf))
                assert was[0] - 1e-9 <= low and high <= was[1] + 1e-9, (run.algorithm.name, step, name)
                narrowed += (low, high) != was
            before = shown
        # What is not cut at the root is known at the end, and its range is the value.
        assert before["A"] == pytest.approx((truth["A"],) * 2)
        with_chance += run.tree.facts.chance
        algorithms.add(run.algorithm.name)
    assert narrowed > 2000
    assert with_chance > 50
    assert {"minimax", "alphabeta", "expectiminimax", "star1", "star2", "maxn"} <= algorithms


@given(st.integers(0, 10_000), st.sampled_from(sorted(VARIANTS)))
def test_a_range_is_all_that_the_leaves_seen_allow(seed, variant):
    """Unseen leaves at their lowest and at their highest: both ends are reached, so no range could be narrower."""
    run = run_on(random_tree(3, 3, -5, 5, seed), "alphabeta", variant)
    tree, seen = run.tree, set()
    for step, shown in stages(run):
        seen |= {step.path} if step.event == "leaf" else set()
        for end, at in ((-inf, 0), (inf, 1)):
            assert shown[tree.node_name(0)][at] == worth(tree, 0, (), seen, end)


def worth(tree, s, path, seen, unseen):
    node = tree.node(s)
    if not node.children:
        return node.values[0] if path in seen else unseen
    below = [worth(tree, int(tree.first[s]) + at, (*path, at), seen, unseen) for at in range(len(node.children))]
    return max(below) if node.player == 0 else min(below)


def test_chance_nodes_have_ranges_by_the_bounds_that_are_given():
    said = kibitz("tree", "(1 chance(1/2: -1 1/2: 0))", "--algorithm=star1", "--bounds=-2,2", "--ranges", "--steps")
    assert "D is a leaf worth −1. → A [1, 1], C [−1.5, 0.5]" in said.out
    unbounded = kibitz("tree", "(1 chance(1/2: -1 1/2: 0))", "--algorithm=expectiminimax", "--ranges", "--steps")
    assert "C [−∞, +∞]" in unbounded.out
    assert "E is a leaf worth 0. → A [1, 1], C [−0.5, −0.5]" in unbounded.out


def test_the_command_shows_ranges_in_steps_json_and_drawings(tmp_path):
    told = json.loads(kibitz("tree", TWO_PLY, "--ranges", "--json").out)
    assert told["steps"][26]["ranges"] == {"A": [3, 14], "D": [None, 14]}
    assert "ranges" not in json.loads(kibitz("tree", TWO_PLY, "--json").out)["steps"][26]
    file = tmp_path / "tree.svg"
    assert kibitz("tree", TWO_PLY, "--ranges", "--svg", file, "--step", 26).code == 0
    drawn = re.findall(r"\[[^\[\]]*, [^\[\]]*\]</text>", file.read_text(encoding="utf-8"))
    assert drawn == [f"{text}</text>" for text in ("[3, 14]", "[3, 3]", "[−∞, 2]", "[−∞, 14]")]
    said = kibitz("tree", TWO_PLY, "--ranges")
    assert (said.code, said.err.startswith("kibitz: --ranges are shown with the steps: expected --steps")) == (2, True)


def test_ranges_are_refused_where_there_are_none():
    assert "this tree has vectors" in kibitz("tree", "(<1,2> <2,3>)", "--ranges", "--steps").err
    refused = kibitz("tree", TWO_PLY, "--algorithm=montecarlo", "--ranges", "--steps")
    assert refused.err == (
        "kibitz: ranges are for searches that look at the values of nodes: montecarlo takes means of random games\n"
    )
    with pytest.raises(BadInput, match="vectors"):
        run_tree("(<1,2> <2,3>)").with_ranges()
    assert run_tree("(<1,2> <2,3>)").json()["ranges"] is None
    assert run_tree(TWO_PLY).json()["ranges"] is False


def test_frames_and_files_have_the_ranges_of_each_step():
    run = run_tree(TWO_PLY).with_ranges()
    drawing = run.json()["drawing"]
    parts = {}
    for index, changes in enumerate(drawing["changes"]):
        parts |= changes
        if index in (3, 26, 37):
            whole = ranged_svg(run.tree, run.recorder, index)
            for name in ("node:A", "node:B", "node:D"):
                if name in parts:
                    assert parts[name] in whole, (index, name)
    assert "{[}3, 14{]}" in exported(run, "latex", 26).text
    assert "[3, 14]" in exported(run, "html").text
    assert json.loads(exported(run, "json").text)["steps"][3]["ranges"] == {"B": [None, 3]}


def test_a_tree_searched_from_a_node_inside_has_ranges_there():
    from kibitz.lab.recording import Recorder
    from kibitz.search.textbook.alphabeta import alphabeta

    tree, watch = Tree(TWO_PLY), Recorder()
    alphabeta(tree, tree.parse("D"), watch=watch)
    assert [
        {tree.node_name(s): r for s, r in changed.items()} for changed in range_changes(tree, watch) if changed
    ] == [
        {"D": (-OO, OO)},
        {"D": (-OO, 14)},
        {"D": (-OO, 5)},
        {"D": (2, 2)},
    ]

"""The tree lab: running, writing, editing and drawing trees, the gallery, trees of positions, files, and HTTP."""

import json
import re
from fractions import Fraction
from math import inf

import pytest
from fastapi.testclient import TestClient
from hypothesis import assume, given
from hypothesis import strategies as st

import kibitz as kz
from command import kibitz
from kibitz.errors import BadInput, DoesNotFit
from kibitz.games.tree import read
from kibitz.lab.editing import EDITS, Edit, edited, edited_and_named
from kibitz.lab.export import escaped, exported, latex
from kibitz.lab.gallery import GALLERY
from kibitz.lab.position_tree import HUGE, position_tree
from kibitz.lab.random_trees import random_tree
from kibitz.lab.tree_search import MOST_NODES, fitting, lab_tree, run_on, run_tree, true_values
from kibitz.lab.tree_text import canonical, chance_text, number_text
from kibitz.web.app import create_app
from kibitz.web.settings import Settings
from kibitz.web.tree_forms import LabShown, PositionTreeShown

DICE = "(1 chance(1/2: -1 1/2: 0))"
TWO_PLY = "((3 12 8) (2 4 6) (14 5 2))"
GAMBLE = "max(chance(1/2: 8 1/3: 24 1/6: -12) 9)"
VECTORS = "(((<1,2,6> <4,2,3>) (<6,1,2> <7,4,1>)) ((<5,1,1> <1,5,2>) (<7,7,1> <5,4,5>)))"
EVERY = {"minimax", "alphabeta", "expectimax", "expectiminimax", "star1", "star2", "maxn"} | {
    "shallow",
    "paranoid",
    "best-reply",
}
SEEDS = st.integers(0, 10**9)
KINDS = st.sampled_from(["opponents", "chance", "players"])


@st.composite
def trees(draw, kinds=KINDS):
    depth, branching = draw(st.sampled_from([(1, 4), (2, 3), (3, 3), (4, 2)]))
    return canonical(random_tree(depth, branching, -9, 9, draw(SEEDS), draw(kinds)).node(0))


def shape(node):
    """All that a tree is: names that are given, moves, kinds, probabilities and numbers."""
    below = [(child.probability if node.player == kz.CHANCE else 1.0, shape(child)) for child in node.children]
    name = node.name if node.is_named else ""
    return name, node.label, node.player if node.children else None, node.values, below


@pytest.mark.parametrize(("name", "depth"), [("tic-tac-toe", 2), ("nim", 2), ("pig", 2)])
def test_the_moves_of_a_position_stay_with_its_tree(name, depth):
    game = kz.game(name)
    tree = position_tree(game, game.initial(), depth, 2_000)
    again = kz.Tree(canonical(tree.node(0)))
    assert shape(again.node(0)) == shape(tree.node(0))
    assert again.node(1).label == game.action_text(game.initial(), next(iter(game.actions(game.initial()))))
    if tree.size[0] > 1:
        changed = kz.Tree(edited(canonical(tree.node(0)), Edit("left", tree.node_name(2))))
        assert [changed.node(1).label, changed.node(2).label] == [tree.node(2).label, tree.node(1).label]


@pytest.mark.parametrize(("text", "column"), [('("e4" 3)', 7), ('("e4": )', 8), ('("e4', 2)])
def test_a_move_in_quotes_stands_before_a_node(text, column):
    with pytest.raises(BadInput, match=f"^column {column} of the tree"):
        read(text)


# ------------------------------------------------------------ running


def test_a_run_has_everything_of_the_command_and_what_a_page_needs():
    run = run_tree(TWO_PLY).json()
    assert (run["algorithm"], run["variant"], run["value"], run["best"]) == ("alphabeta", "fail-soft", 3, "B")
    assert run["pruned"] == [["C", "2"], ["C", "3"]]
    assert run["cut"] == ["I", "J"]
    assert run["text"] == TWO_PLY
    assert run["counts"] == {
        "nodes": 13, "leaves": 9, "evaluated": 0, "visited": 7, "branching": 3, "depth": 2, "full": 9, "best": 5,
        "fewest": 5,
    }  # fmt: skip
    assert len(run["drawing"]["changes"]) == len(run["steps"])
    row = next(row for row in run["nodes_list"] if row["name"] == "I")
    assert (row["kind"], row["parent"], row["number"], row["value"], row["path"]) == ("leaf", "C", 2, 4, [1, 1])
    assert json.loads(json.dumps(run)) == run


@pytest.mark.parametrize(
    ("tree", "chosen"),
    [(TWO_PLY, "alphabeta"), (VECTORS, "maxn"), (GAMBLE, "expectimax"), ("(chance(1: (1 2)) 3)", "expectiminimax")],
)
def test_auto_picks_what_fits(tree, chosen):
    assert run_tree(tree).algorithm.name == chosen


def test_what_fits_a_tree_can_be_run_and_nothing_else_can():
    for tree in (TWO_PLY, VECTORS, GAMBLE, "max(1 2)", "7"):
        rows = fitting(lab_tree(tree))
        assert rows
        for row in rows:
            run = run_tree(tree, row["algorithm"], row["variant"] or "fail-soft")
            assert (run.algorithm.name, run.variant, run.algorithm.title) == tuple(row.values())
        for name in EVERY - {row["algorithm"] for row in rows}:
            with pytest.raises(DoesNotFit):
                run_tree(tree, name)


@pytest.mark.parametrize(
    ("call", "quoted"),
    [
        (lambda: run_tree("(1 2"), "'the end'"),
        (lambda: run_tree(TWO_PLY, "depth-first"), "'depth-first'"),
        (lambda: run_tree(TWO_PLY, "proof"), "proof"),
        (lambda: run_tree(TWO_PLY, "minimax", "strict"), "'strict'"),
        (lambda: run_tree(TWO_PLY, "alphabeta", "soft"), "'soft'"),
        (lambda: run_tree(f"({'1 ' * MOST_NODES})"), "3,001 nodes"),
        (lambda: run_tree("(" * 200 + "1" + ")" * 200), "201 levels"),
        (lambda: run_tree("1" * 200_000), "200,000 characters"),
    ],
)
def test_what_cannot_be_run_is_refused_in_a_sentence(call, quoted):
    with pytest.raises(BadInput) as refused:
        call()
    assert quoted in str(refused.value)
    assert "\n" not in str(refused.value)


def test_counts_that_no_page_can_show_are_left_out():
    counts = run_tree(f"({'1 ' * 40}" + "(" * 50 + "1" + ")" * 51).counts
    assert (counts.branching, counts.depth, counts.full, counts.best) == (41, 51, None, None)


@given(trees())
def test_the_drawing_follows_the_steps(tree):
    run = run_tree(tree).json()
    parts = set(re.findall(r'data-part="([^"]*)"', run["drawing"]["svg"]))
    assert {f"node:{row['name']}" for row in run["nodes_list"]} <= parts
    assert all(set(change) <= parts for change in run["drawing"]["changes"])


# ------------------------------------------------------------ writing


@given(trees())
def test_a_written_tree_is_read_back_to_the_last_digit(tree):
    assert shape(lab_tree(canonical(lab_tree(tree).node(0))).node(0)) == shape(lab_tree(tree).node(0))
    assert canonical(lab_tree(tree).node(0)) == tree


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_is_read_back_to_the_last_digit(value):
    assert read(number_text(value)).values == (value,)


@given(st.floats(0, 1))
def test_a_probability_is_read_back_to_the_last_digit(value):
    text = chance_text(value)
    assert float(Fraction(text)) == value


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("max(min(3 12) min(2 4))", "((3 12) (2 4))"),
        ("min(max(1 2) 3)", "min((1 2) 3)"),
        ("max(max(1 2) Bob:min(3 4))", "(max(1 2) Bob:(3 4))"),
        ("(1/3 0.25 -1/2 1e3)", "(1/3 0.25 -0.5 1000)"),
        ("chance(0.5: 1, 0.5: 2)", "chance(1/2: 1 1/2: 2)"),
        ("p1(p2(<1,2> <3,4>) p1(<5,6>))", "((<1,2> <3,4>) p1(<5,6>))"),
    ],
)
def test_a_tree_is_written_as_short_as_it_goes(text, written):
    assert canonical(lab_tree(text).node(0)) == written


# ------------------------------------------------------------ editing


@pytest.mark.parametrize(
    ("tree", "edit", "after", "named"),
    [
        (TWO_PLY, Edit("value", "E", "1/3"), "((1/3 12 8) (2 4 6) (14 5 2))", "E"),
        (TWO_PLY, Edit("value", "E", "−7"), "((-7 12 8) (2 4 6) (14 5 2))", "E"),
        ("(<1,2> <3,4>)", Edit("value", "B", "5,6"), "(<5,6> <3,4>)", "B"),
        (TWO_PLY, Edit("add", "B"), "((3 12 8 0) (2 4 6) (14 5 2))", "H"),
        (TWO_PLY, Edit("add", "A", "9"), "((3 12 8) (2 4 6) (14 5 2) 9)", "E"),
        (GAMBLE, Edit("add", "B"), "(chance(3/8: 8 1/4: 24 1/8: -12 1/4: 0) 9)", "G"),
        (TWO_PLY, Edit("grow", "E"), "(((3 3) 12 8) (2 4 6) (14 5 2))", "E"),
        (TWO_PLY, Edit("remove", "B"), "((2 4 6) (14 5 2))", "A"),
        (GAMBLE, Edit("remove", "D"), "(chance(2/3: 24 1/3: -12) 9)", "B"),
        ("((3) 5)", Edit("remove", "D"), "(3 5)", "B"),
        ("(((1 2)) 5)", Edit("remove", "D"), "(2 5)", "B"),
        (GAMBLE, Edit("probability", "D", "1/4"), "(chance(1/4: 8 1/2: 24 1/4: -12) 9)", "D"),
        (GAMBLE, Edit("probability", "D", "0"), "(chance(0: 8 2/3: 24 1/3: -12) 9)", "D"),
        ("chance(1: 8 0: 24 0: 6)", Edit("probability", "B", "0.5"), "chance(1/2: 8 1/4: 24 1/4: 6)", "B"),
        (TWO_PLY, Edit("kind", "B", "chance"), "(chance(1/3: 3 1/3: 12 1/3: 8) (2 4 6) (14 5 2))", "B"),
        (GAMBLE, Edit("kind", "B", "min"), "((8 24 -12) 9)", "B"),
        (TWO_PLY, Edit("kind"), f"min{TWO_PLY}", None),
        ("((<1,2> <3,4>) <5,6>)", Edit("kind", "B", "p1"), "(p1(<1,2> <3,4>) <5,6>)", "B"),
        (TWO_PLY, Edit("right", "B"), "((2 4 6) (3 12 8) (14 5 2))", "C"),
        (TWO_PLY, Edit("left", "J"), "((3 12 8) (2 6 4) (14 5 2))", "I"),
        (TWO_PLY, Edit("best-first", "D"), "((3 8 12) (2 4 6) (2 5 14))", "D"),
        (TWO_PLY, Edit("worst-first", "B"), "((6 4 2) (14 5 2) (12 8 3))", "D"),
        ("(a:1 b:2)", Edit("best-first"), "(b:2 a:1)", None),
        (TWO_PLY, Edit("as-written", "C"), TWO_PLY, "C"),
    ],
)  # fmt: skip
def test_an_edit(tree, edit, after, named):
    assert edited_and_named(tree, edit) == (after, named)


@pytest.mark.parametrize(
    ("tree", "edit", "quoted"),
    [
        (TWO_PLY, Edit("prune", "B"), "'prune'"),
        (TWO_PLY, Edit("value", "Z", "1"), "'Z'"),
        (TWO_PLY, Edit("value", "B", "1"), "'B'"),
        (TWO_PLY, Edit("value", "E", "one"), "'one'"),
        (TWO_PLY, Edit("value", "E", "(1 2)"), "'(1 2)'"),
        (TWO_PLY, Edit("value", "E", "1e999"), "'1e999'"),
        (TWO_PLY, Edit("value", "E", "<1,2>"), "'<1,2>'"),
        (TWO_PLY, Edit("value", "E", " "), "'E'"),
        (TWO_PLY, Edit("value"), "'value'"),
        (VECTORS, Edit("value", "H", "3"), "'3'"),
        (TWO_PLY, Edit("add", "E"), "grow"),
        (TWO_PLY, Edit("grow", "B"), "'B'"),
        (TWO_PLY, Edit("remove", "A"), "'A'"),
        (TWO_PLY, Edit("probability", "E", "1/2"), "'E'"),
        (GAMBLE, Edit("probability", "D", "3/2"), "'3/2'"),
        (GAMBLE, Edit("probability", "D", "1/0"), "'1/0'"),
        (GAMBLE, Edit("probability", "D", "1e-999999999"), "'1e-999999999'"),
        ("(chance(1: 2) 3)", Edit("probability", "D", "1/2"), "only child"),
        (TWO_PLY, Edit("kind", "E", "max"), "'E'"),
        (TWO_PLY, Edit("kind", "B", "p3"), "'p3'"),
        (VECTORS, Edit("kind"), "MAX and MIN"),
        (TWO_PLY, Edit("left", "B"), "'B'"),
        (TWO_PLY, Edit("right", "D"), "'D'"),
        (TWO_PLY, Edit("left", "A"), "'A'"),
        (f"({'1 ' * (MOST_NODES - 1)})", Edit("add", "A"), "3,001 nodes"),
    ],
)
def test_an_edit_that_cannot_be_is_refused_in_a_sentence(tree, edit, quoted):
    with pytest.raises(BadInput) as refused:
        edited(tree, edit)
    assert quoted in str(refused.value)
    assert "\n" not in str(refused.value)


@given(trees(), st.sampled_from(sorted(EDITS)), st.data())
def test_after_any_edit_the_text_is_a_tree_in_which_the_named_node_is(tree, kind, data):
    names = [row["name"] for row in run_tree(tree).nodes()]
    value = data.draw(st.sampled_from([None, "3", "1/2", "<1,2,6>", "chance", "min", "p1"]))
    edit = Edit(kind, data.draw(st.sampled_from([None, *names])), value, data.draw(SEEDS))
    try:
        after = edited_and_named(tree, edit)
    except BadInput as error:
        assert "\n" not in str(error)
        return
    again = lab_tree(after.tree)
    assert canonical(again.node(0)) == after.tree
    assert after.named is None or again.parse(after.named) >= 0
    for node in (again.node(s) for s in range(len(again.size))):
        if node.player == kz.CHANCE and node.children:
            chances = [Fraction(chance_text(child.probability)) for child in node.children]
            assert sum(chances) == 1


@given(trees(), st.data())
def test_growing_changes_no_value_and_removing_what_grew_restores_the_tree(tree, data):
    leaves = [row["name"] for row in run_tree(tree).nodes() if row["kind"] == "leaf"]
    grown = edited_and_named(tree, Edit("grow", data.draw(st.sampled_from(leaves))))
    assert true_values(lab_tree(grown.tree))[0] == pytest.approx(true_values(lab_tree(tree))[0])
    tree_now, parent = grown.tree, grown.named
    for _ in range(2):
        child = next(row["name"] for row in run_tree(tree_now).nodes() if row["parent"] == parent)
        tree_now, parent = edited_and_named(tree_now, Edit("remove", child))
    assert tree_now == tree


@given(trees(), SEEDS)
def test_an_order_changes_no_value(tree, seed):
    value = true_values(lab_tree(tree))[0]
    kinds = {row["kind"] for row in run_tree(tree).nodes()}
    assume("player" not in kinds)  # there a tie may be broken otherwise
    for kind in ("best-first", "worst-first", "shuffle"):
        assert true_values(lab_tree(edited(tree, Edit(kind, seed=seed))))[0] == pytest.approx(value)


@given(
    st.sampled_from([(2, 2), (2, 4), (3, 2), (3, 3), (4, 2), (5, 2)]),
    SEEDS,
    st.sampled_from(["fail-soft", "fail-hard"]),
)
def test_with_the_best_child_first_alpha_beta_visits_the_fewest_leaves_there_can_be(size, seed, variant):
    depth, branching = size
    tree = canonical(random_tree(depth, branching, -99, 99, seed, even=True).node(0))
    counts = {
        kind: run_tree(edited(tree, Edit(kind)), "alphabeta", variant).counts for kind in ("best-first", "worst-first")
    }
    best = branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1
    assert counts["best-first"].visited == counts["best-first"].best == best
    assert best <= run_tree(tree, "alphabeta", variant).counts.visited <= branching**depth
    assert best <= counts["worst-first"].visited <= branching**depth == counts["worst-first"].full


@given(st.sampled_from([(2, 3), (2, 4), (3, 2), (3, 3)]), st.randoms(use_true_random=False))
def test_with_the_best_child_last_and_no_ties_nothing_is_cut_within_three_plies(size, dice):
    depth, branching = size
    values = list(range(branching**depth))
    dice.shuffle(values)
    rows = [str(value) for value in values]
    for _ in range(depth):
        rows = [f"({' '.join(rows[at : at + branching])})" for at in range(0, len(rows), branching)]
    assert not run_tree(edited(rows[0], Edit("worst-first"))).recorder.pruned


# ------------------------------------------------------------ random trees


@given(st.integers(1, 5), st.integers(1, 3), st.integers(-50, 50), st.integers(0, 20), SEEDS, KINDS, st.booleans())
def test_a_random_tree_is_as_it_was_ordered(depth, branching, low, width, seed, kind, even):
    def drawn():
        return random_tree(depth, branching, low, low + width, seed, kind, players=3, even=even)

    tree = drawn()
    counts = run_on(tree).counts
    assert counts.depth == depth
    sizes = {int(size) for size in tree.size if size}
    assert sizes == {branching} if even else sizes <= set(range(min(2, branching), branching + 1))
    values = [value for s in range(len(tree.size)) for value in tree.node(s).values]
    assert all(low <= value <= low + width and value == int(value) for value in values)
    if even:
        assert counts.leaves == branching**depth
    assert canonical(drawn().node(0)) == canonical(tree.node(0))
    assert ("chance" in {row["kind"] for row in run_on(tree).nodes()}) == (kind == "chance" and depth > 1)
    assert tree.players == 3 or kind != "players"


def test_a_seed_draws_the_same_tree_on_every_machine():
    assert canonical(random_tree(3, 3, -9, 9, 4).node(0)) == "(((3 6) (-9 3) (-8 -2 7)) ((-1 -3) (-1 -1) (0 2 -7)))"
    assert canonical(random_tree(2, 2, 0, 5, 1, "chance").node(0)) == "(chance(1/4: 1 3/4: 4) 3)"


@pytest.mark.parametrize(
    ("order", "quoted"),
    [
        ((0, 3, 0, 9, 1), "0"),
        ((21, 2, 0, 9, 1), "21"),
        ((3, 0, 0, 9, 1), "branching 0"),
        ((3, 3, 9, 0, 1), "9 to 0"),
        ((12, 3, 0, 9, 1), "797,161"),
        ((3, 3, 0, 9, 1, "dice"), "'dice'"),
    ],
)
@pytest.mark.parametrize("even", [True, False])
def test_a_random_tree_that_cannot_be_is_refused_in_a_sentence(order, quoted, even):
    with pytest.raises(BadInput) as refused:
        random_tree(*order, even=even)
    assert quoted in str(refused.value)


# ------------------------------------------------------------ the gallery: what the notes say is so

EXHIBITS = {exhibit.name: exhibit for exhibit in GALLERY}


def shown(name, algorithm=None, variant=None):
    exhibit = EXHIBITS[name]
    return run_tree(exhibit.tree, algorithm or exhibit.algorithm, variant or exhibit.variant)


def left_with(run, node):
    return next(step.value for step in run.recorder.steps if step.node == node and step.event == "leave")


@pytest.mark.parametrize("exhibit", GALLERY, ids=lambda exhibit: exhibit.name)
def test_an_exhibit_runs_as_it_says_and_is_written_in_short(exhibit):
    run = run_tree(exhibit.tree, exhibit.algorithm, exhibit.variant)
    assert run.algorithm.name == exhibit.algorithm
    assert run.variant == (exhibit.variant if exhibit.algorithm == "alphabeta" else None)
    assert exhibit.note.endswith(".")
    assert shape(lab_tree(canonical(run.tree.node(0))).node(0)) == shape(run.tree.node(0))


def test_names_of_exhibits_differ():
    assert len(EXHIBITS) == len(GALLERY) >= 30


def test_two_ply():
    run = shown("two-ply")
    assert (run.choice.value, run.json()["best"], run.json()["cut"]) == (3, "B", ["I", "J"])
    assert len(run.recorder.leaves) == 7


def test_walk_through_cuts_at_a_max_and_at_a_min_node():
    run = shown("walk-through")
    cuts = [(step.node, [row["name"] for row in run.nodes() if row["parent"] == step.node][step.cut[0]])
            for step in run.recorder.steps if step.event == "prune"]  # fmt: skip
    assert cuts == [("D", "K"), ("E", "G")]
    assert [row["kind"] for row in run.nodes() if row["name"] in "DE"] == ["min", "max"]
    assert (run.choice.value, run.counts.visited, run.counts.leaves) == (3, 5, 8)
    assert (left_with(run, "B"), left_with(run, "D"), left_with(run, "F")) == (3, 5, 1)
    assert run.recorder.leaves == [2, 3, 5, 0, 1]  # the notes' own


def test_best_and_worst_order_are_of_one_tree():
    best, worst = shown("best-order"), shown("worst-order")
    assert edited(EXHIBITS["worst-order"].tree, Edit("best-first")) == EXHIBITS["best-order"].tree
    assert edited(EXHIBITS["best-order"].tree, Edit("worst-first")) == EXHIBITS["worst-order"].tree
    assert (best.counts.visited, best.counts.best, best.counts.leaves) == (11, 11, 27)
    assert (worst.counts.visited, worst.recorder.pruned) == (27, [])
    assert best.choice.value == worst.choice.value


def test_deep_cut_comes_from_the_root_while_the_parent_has_no_value():
    run = shown("deep-cut")
    entered = next(step for step in run.recorder.steps if step.node == "F")
    assert (entered.alpha, len(entered.path)) == (5, 3)
    assert run.nodes()[5]["parent"] == "D"
    assert [step.value for step in run.recorder.steps[: entered.index] if step.node == "D"] == [-inf]
    assert ("F", 2) in run.recorder.pruned


def test_ties():
    strict, soft = shown("ties"), shown("ties", variant="fail-soft")
    assert (strict.counts.visited, soft.counts.visited) == (4, 3)
    assert strict.choice.value == soft.choice.value == 3
    assert (left_with(strict, "C"), left_with(soft, "C")) == (1, 3)


def test_fail_hard():
    hard, soft = shown("fail-hard"), shown("fail-hard", variant="fail-soft")
    assert (left_with(hard, "C"), left_with(soft, "C")) == (5, 1)
    assert hard.choice.value == soft.choice.value == 6
    assert hard.recorder.pruned == soft.recorder.pruned == [("C", 2)]


def test_averages():
    assert shown("expectimax").choice.value == pytest.approx(10)
    assert shown("expectimax").json()["best"] == "B"
    run = shown("expectiminimax")
    assert (left_with(run, "B"), left_with(run, "C"), run.json()["best"]) == (4.5, 3, "B")


def test_a_scale_that_keeps_the_order_changes_the_choice_of_averages_alone():
    before, after = shown("scale-before"), shown("scale-after")
    leaves = [[tuple(node.values) for node in map(run.tree.node, range(len(run.tree.size))) if node.values]
              for run in (before, after)]  # fmt: skip
    ranks = [[sorted(values).index(value) for value in values] for values in leaves]
    assert ranks[0] == ranks[1]
    assert (left_with(before, "B"), left_with(before, "C")) == (pytest.approx(2.1), pytest.approx(1.3))
    assert (left_with(after, "B"), left_with(after, "C")) == (pytest.approx(21), pytest.approx(40.9))
    assert (before.json()["best"], after.json()["best"]) == ("B", "C")
    for name in ("scale-before", "scale-after"):
        tree = edited(edited(EXHIBITS[name].tree, Edit("kind", "B", "min")), Edit("kind", "C", "min"))
        assert run_tree(tree, "minimax").json()["best"] == "B"


def test_star2_probes_the_chance_node():
    run = shown("star2")
    assert run.choice == (5.5, 0)
    assert run.recorder.leaves == [6, 7, 5, 8, 4, 3] and run.recorder.pruned == [("F", 2), ("G", 2)]


def test_star1_cuts_at_the_chance_node():
    run = shown("star1")
    assert run.choice.value == 7
    assert run.json()["best"] == "B"
    assert run.recorder.pruned == [("C", 2), ("C", 3)]


def test_three_players_and_two_who_share():
    run = shown("three-players")
    assert run.choice.value == (1, 2, 6)
    assert (left_with(run, "B")[0], left_with(run, "C")[0]) == (1, 1)
    together = shown("together")
    leaves = [node.values for node in map(together.tree.node, range(len(together.tree.size))) if node.values]
    assert together.choice.value == max(leaves) == (9, 9)
    assert all(mine == yours for mine, yours in leaves)
    assert run_tree("((3 9) (7 5))", "minimax").choice.value == 5


# ------------------------------------------------------------ trees of positions


@pytest.mark.parametrize(
    ("name", "settings", "position", "depth"),
    [
        ("tic-tac-toe", {}, "XOX.O.X.O", 3),
        ("tic-tac-toe", {}, "XO.......", 2),
        ("connect-four", {"width": 4, "height": 4}, "1122", 4),
        ("connect-four", {}, "444", 3),
        ("nim", {}, "1,2,2", 8),
        ("nim", {}, "2,2,3", 2),
        ("pig", {"goal": 10}, "6,5,4", 2),
        ("pig", {"goal": 10}, "6,5,4:", 2),
        ("pig", {"goal": 10, "players": 3}, "6,5,7,2", 1),
        ("pig", {"goal": 10, "players": 1}, "6,2", 2),
    ],
)
def test_the_tree_of_a_position_is_worth_what_a_search_to_that_depth_says(name, settings, position, depth):
    game = kz.game(name, **settings)
    s = game.parse(position)
    tree = position_tree(game, s, depth, 2000)
    vectors = game.players > 2
    search = kz.maxn if vectors else kz.expectiminimax if game.facts.chance else kz.minimax
    expected = search(game, s, depth=depth, interpreted=True)
    run = run_on(tree, "maxn" if vectors else "expectiminimax" if game.facts.chance else "minimax")
    assert run.choice.value == pytest.approx(expected.value)
    assert tree.player(0) == game.player(s)
    assert [tree.node(child).label for child in range(1, 1 + int(tree.size[0]))] == [
        game.action_text(s, a) for a in game.choices(s)
    ]
    if game.player(s) != kz.CHANCE:
        best = tree.parse(run.json()["best"])
        assert tree.node(best).label == game.action_text(s, expected.action)
    again = run_tree(run.json()["text"], run.algorithm.name)
    assert again.choice.value == pytest.approx(expected.value)


class Extreme(kz.Game):
    """Two moves, worth whatever is asked for."""

    def __init__(self, left: float, right: float) -> None:
        self.worth = (left, right)

    def initial(self):
        return 0

    def player(self, s):
        return 0

    def actions(self, s):
        yield from (1, 2)

    def result(self, s, a):
        return a

    def is_terminal(self, s):
        return s > 0

    def utility(self, s, player):
        return self.worth[s - 1] * (1 - 2 * player)


class Endless(Extreme):
    """Ever more moves."""

    def actions(self, s):
        number = 1
        while True:
            yield number
            number += 1


class Stuck(Extreme):
    """No moves, and no end."""

    def actions(self, s):
        yield from ()


class Secret(Extreme):
    """Something is hidden."""

    hidden = True


def test_values_without_bounds_are_cut_to_numbers():
    tree = position_tree(Extreme(-inf, 1e300), 0, 1, 10)
    assert run_on(tree, "minimax").choice.value == HUGE
    assert canonical(tree.node(0)) == '("1": -1000000000 "2": 1000000000)'


@pytest.mark.parametrize(
    ("game", "s", "depth", "most", "quoted"),
    [
        (kz.game("tic-tac-toe"), "XXXOO....", 2, 100, "'XXXOO....'"),
        (kz.game("tic-tac-toe"), None, 3, 500, "more than 500 nodes"),
        (Endless(0, 0), None, 1, 2000, "more than 2,000 nodes"),
        (Stuck(0, 0), None, 1, 10, "no actions"),
        (Extreme(float("nan"), 0), None, 1, 10, "nan"),
        (Secret(0, 0), None, 1, 10, "'secret'"),
        (kz.game("tic-tac-toe"), None, 0, 10, "0"),
    ],
)
def test_a_position_without_a_tree_is_refused_in_a_sentence(game, s, depth, most, quoted):
    with pytest.raises(BadInput) as refused:
        position_tree(game, game.initial() if s is None else game.parse(s), depth, most)
    assert quoted in str(refused.value)


# ------------------------------------------------------------ files

TOKENS = re.compile(r"\\[a-zA-Z]+\*?|\\[^a-zA-Z]|[{}$&#%_^~]|[^\\{}$&#%_^~]+")
SPECIAL = set("&#%_^~")  # that must not stand alone, but for #1 and #2 in the styles


def check_latex(text):
    """Every brace and every $ is closed, nothing special stands unescaped, and environments are nested."""
    before, _, body = text.partition(r"\begin{document}")
    braces, mathematics, environments = 0, False, ["document"]
    for token in TOKENS.findall(re.sub("#[12]", "", before) + body):
        braces += {"{": 1, "}": -1}.get(token, 0)
        mathematics ^= token == "$"
        assert braces >= 0
        assert token not in SPECIAL, token
    assert braces == 0 and not mathematics
    assert "".join(TOKENS.findall(text)) == text
    for kind, name in re.findall(r"\\(begin|end)\{(\w+)\}", body):
        assert kind == "begin" or environments.pop() == name
        environments += [name] if kind == "begin" else []
    assert not environments
    tree = body.partition("\n  [")[2].partition("\n\\")[0]
    outside = re.sub(r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}", "", tree)
    assert outside.count("[") + 1 == outside.count("]")


@given(trees(), st.booleans(), st.data())
def test_latex_is_well_formed_at_every_step(tree, at_a_step, data):
    run = run_tree(tree)
    step = data.draw(st.integers(0, len(run.recorder.steps) - 1)) if at_a_step else None
    text = exported(run, "latex", step).text
    check_latex(text)
    cuts = sum(len(s.cut) for s in run.recorder.steps if step is None or s.index <= step)
    assert text.count(", kz cut") == text.count(r"$\parallel$") == cuts
    assert text.count(", kz leaf,") == run.counts.leaves
    assert ("kz current" in text.partition("document}")[2]) == (step is not None)


@given(st.text(max_size=30))
def test_latex_prints_any_text(words):
    tree = lab_tree("(1 2)")
    tree.node(1).label = words
    check_latex(latex(tree))
    assert "\n" not in escaped(words)


def test_latex_of_a_drawing_without_a_search():
    text = latex(lab_tree(GAMBLE))
    check_latex(text)
    assert "{1/2}" in text and "kz chance" in text and "kz facts=" not in text


def test_files():
    run = run_tree(TWO_PLY)
    svg, document, data = (exported(run, format, 12) for format in ("svg", "latex", "json"))
    assert (svg.filename, document.filename, data.filename) == ("tree.svg", "tree.tex", "tree.json")
    assert svg.text.startswith("<svg")
    content = json.loads(data.text)
    assert (content["tree"], content["value"], content["step"], len(content["steps"])) == (TWO_PLY, 3, 12, 40)
    for format, step, quoted in [("png", None, "'png'"), ("svg", 40, "40"), ("latex", -1, "-1")]:
        with pytest.raises(BadInput) as refused:
            exported(run, format, step)
        assert quoted in str(refused.value)


# ------------------------------------------------------------ by HTTP


@pytest.fixture(scope="module")
def page():
    with TestClient(create_app(Settings()), base_url="http://127.0.0.1") as client:
        yield client


def asked(page, address, status=200, **body):
    answer = page.post(address, json=body)
    assert answer.status_code == status, answer.text
    if status != 200:
        assert {"error"} <= set(answer.json()) <= {"error", "field", "column"} and "\n" not in answer.json()["error"]
        return answer.json()["error"]
    return answer.json()


def test_a_tree_over_http_is_the_command_s(page):
    assert asked(page, "/api/tree", tree=TWO_PLY) == kibitz("tree", TWO_PLY, "--json").json
    for path in ("/api/tree", "/api/lab"):
        given = asked(page, path, tree=DICE, algorithm="star1", bounds=[-2, 2])
        assert (given["bounds"], given["bounds_given"], given["pruned"]) == ([-2, 2], True, [["C", "2"]])
    assert asked(page, "/api/tree", tree=DICE, algorithm="star1")["bounds"] == [-1, 1]
    strict = asked(page, "/api/tree", tree=TWO_PLY, algorithm="alphabeta", variant="strict", depth=1)
    assert strict == kibitz("tree", TWO_PLY, "--variant", "strict", "--depth", 1, "--json").json


@pytest.mark.parametrize("exhibit", GALLERY, ids=lambda exhibit: exhibit.name)
def test_a_run_over_http_is_as_it_is_described(page, exhibit):
    found = asked(page, "/api/lab", tree=exhibit.tree, algorithm=exhibit.algorithm, variant=exhibit.variant)
    LabShown.model_validate(found)
    assert run_tree(exhibit.tree, exhibit.algorithm, exhibit.variant).json().items() <= found.items()


def test_every_search_is_offered_with_the_reason_why_it_does_not_fit(page):
    shown = asked(page, "/api/lab", tree=DICE)
    rows = {(row["algorithm"], row["variant"]): row for row in shown["algorithms"]}
    fitting = {(row["algorithm"], row["variant"]) for row in shown["fits"]}
    assert {key for key, row in rows.items() if row["fits"]} == fitting
    assert all(bool(row["reason"]) != row["fits"] for row in rows.values())
    minimax = rows["minimax", None]
    assert minimax["why"] in minimax["reason"] and "chance" in minimax["why"]
    assert {name for (name, _), row in rows.items() if row["uses_bounds"]} == {"star1", "star2"}
    assert rows["alphabeta", "strict"]["cuts"] and rows["star1", None]["cuts"] and not minimax["cuts"]
    assert not shown["cuts"] and {"value", "select"} <= set(shown["quiz_kinds"]) and "window" not in shown["quiz_kinds"]
    both = asked(page, "/api/lab", tree=TWO_PLY)
    assert both["cuts"] and both["quiz_kinds"][:3] == ["value", "prune", "window"]


def test_a_lenient_run_takes_the_search_that_fits(page):
    assert "chance" in asked(page, "/api/lab", 400, tree=DICE, algorithm="minimax")
    shown = asked(page, "/api/lab", tree=DICE, algorithm="minimax", lenient=True)
    assert shown["algorithm"] == asked(page, "/api/lab", tree=DICE)["algorithm"]
    assert asked(page, "/api/lab", tree=TWO_PLY, algorithm="minimax", lenient=True)["algorithm"] == "minimax"


def test_a_mistake_in_a_tree_names_the_field_and_its_column(page):
    for path in ("/api/tree", "/api/lab"):
        answer = page.post(path, json={"tree": "((3 12 8) (2 x 6))"}).json()
        assert (answer["field"], answer["column"]) == ("tree", 14)
    assert "field" not in page.post("/api/lab", json={"tree": TWO_PLY, "algorithm": "guessing"}).json()


def test_gallery_over_http(page):
    assert page.get("/api/lab/gallery").json() == [exhibit.json() for exhibit in GALLERY]


@pytest.mark.parametrize("value", ["4.5", 4.5])
def test_an_edit_over_http(page, value):
    after = asked(page, "/api/lab/edit", tree=TWO_PLY, kind="value", node="E", value=value)
    assert after == {"tree": "((4.5 12 8) (2 4 6) (14 5 2))", "named": "E"}
    assert asked(page, "/api/lab/edit", tree=TWO_PLY, kind="kind")["tree"] == f"min{TWO_PLY}"


def test_a_random_tree_over_http(page):
    drawn = asked(page, "/api/lab/random", depth=3, branching=3, low=-9, high=9, seed=4)
    assert drawn == {"tree": canonical(random_tree(3, 3, -9, 9, 4).node(0)), "seed": 4}
    fresh = asked(page, "/api/lab/random", kind="chance", even=True)
    assert asked(page, "/api/lab/random", kind="chance", even=True, seed=fresh["seed"]) == fresh


@pytest.mark.parametrize("format", ["svg", "latex", "json"])
def test_a_file_over_http(page, format):
    file = asked(page, "/api/lab/export", tree=TWO_PLY, format=format, step=3)
    assert file == exported(run_tree(TWO_PLY), format, 3)._asdict()


def test_the_tree_of_a_position_over_http(page):
    found = asked(page, "/api/search-tree", game="tic-tac-toe", position="XOX.O.X.O", depth=3, moves=["6"])
    PositionTreeShown.model_validate(found)
    game = kz.game("tic-tac-toe")
    s = game.result(game.parse("XOX.O.X.O"), game.parse_action(game.parse("XOX.O.X.O"), "6"))
    assert found["position"] == game.text(s)
    assert found["value"] == kz.minimax(game, s, depth=3, interpreted=True).value
    assert [row["label"] for row in found["nodes_list"][1:3]] == ["4", "8"]
    dice = asked(page, "/api/search-tree", game="pig", set={"goal": 10}, depth=2, algorithm="auto")
    assert [row["probability"] for row in dice["nodes_list"] if row["parent"] == "B"] == [1 / 6] * 6


@pytest.mark.parametrize(
    ("address", "body", "status", "quoted"),
    [
        ("/api/tree", {"tree": "(1 2"}, 400, "column 5"),
        ("/api/tree", {"tree": DICE, "algorithm": "star1", "bounds": [0, 2]}, 400, "leaf D is worth -1"),
        ("/api/tree", {"tree": DICE, "algorithm": "star1", "bounds": [2, -2]}, 400, "bounds 2,-2"),
        ("/api/tree", {"tree": DICE, "algorithm": "star1", "bounds": [1]}, 422, "bounds"),
        ("/api/lab", {"tree": DICE, "algorithm": "star1", "bounds": "x"}, 422, "bounds"),
        ("/api/lab", {"tree": TWO_PLY, "bounds": [-20, 20]}, 400, "no effect on alphabeta"),
        ("/api/lab", {"tree": TWO_PLY, "algorithm": "fastest"}, 400, "'fastest'"),
        ("/api/lab", {"tree": GAMBLE, "algorithm": "alphabeta"}, 400, "use expectiminimax"),
        ("/api/lab", {"tree": TWO_PLY, "variant": "soft"}, 422, "'soft'"),
        ("/api/lab", {"tree": 7}, 422, "7"),
        ("/api/lab", {"tre": TWO_PLY}, 422, "'tre"),
        ("/api/lab/edit", {"tree": TWO_PLY, "kind": "value", "node": "E", "value": "x"}, 400, "'x'"),
        ("/api/lab/edit", {"tree": TWO_PLY, "kind": "value", "node": "E", "value": [1]}, 422, "[1]"),
        ("/api/lab/edit", {"tree": TWO_PLY, "kind": "value", "node": "E", "value": 10**400}, 422, "'value'"),
        ("/api/lab/edit", {"tree": TWO_PLY, "kind": "cut"}, 422, "'cut'"),
        ("/api/lab/random", {"depth": 7}, 422, "7"),
        ("/api/lab/random", {"depth": 6, "branching": 6, "even": True}, 400, "55,987"),
        ("/api/lab/random", {"low": 5, "high": 1}, 400, "5 to 1"),
        ("/api/lab/export", {"tree": TWO_PLY, "format": "png"}, 422, "'png'"),
        ("/api/lab/export", {"tree": TWO_PLY, "format": "svg", "step": 40}, 400, "step 40"),
        ("/api/search-tree", {"game": "tic-tac-toe", "depth": 4}, 400, "more than 2,000 nodes"),
        ("/api/search-tree", {"game": "tic-tac-toe", "depth": 0}, 422, "0"),
        ("/api/search-tree", {"game": "tic-tac-toe", "position": "XXXOO...."}, 400, "'XXXOO....'"),
        ("/api/search-tree", {"game": "ludo"}, 400, "'ludo'"),
        ("/api/search-tree", {"game": "nim", "moves": "9:9"}, 400, "'9:9'"),
    ],
)
def test_a_mistake_over_http_is_told_in_a_sentence(page, address, body, status, quoted):
    assert quoted in asked(page, address, status, **body)

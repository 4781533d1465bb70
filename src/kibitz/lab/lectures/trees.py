"""The trees of the notes: their values, what is cut, and every step on the way."""

from __future__ import annotations

from typing import Any

from kibitz.games.tree import Tree
from kibitz.lab.lectures.topic import Asked, Showing, Topic
from kibitz.lab.random_trees import random_tree
from kibitz.lab.ranges import ANYTHING, range_changes, range_text, ranges_json
from kibitz.lab.recording import Recorder, shown
from kibitz.lab.tree_search import LabRun, best_child, children, cut_children, number_at, run_on, run_tree, true_values
from kibitz.search.textbook.alphabeta import VARIANTS

TWO_PLY = "((3 12 8) (2 4 6) (14 5 2))"
LABELLED = 'A: max("a1": B: min("b1": 3 "b2": 12 "b3": 8) "a2": C: min(2 4 6) "a3": D: min(14 5 2))'
WALK = "A: max(B: min(C: max(2 3) D: max(5 9)) E: min(F: max(0 1) G: max(7 5)))"
SMALL = "((10 8) (4 50))"
BRANCHES = (
    'max("a": min("b": max("c": 10 "d": 6) "e": max("f": 100 "g": 8)) '
    '"h": min("i": max("j": 1 "k": 2) "l": max("m": 20 "n": 4)))'
)
DEEP = "(5 (((4 7) (3 6)) 9))"
TIES = "((3 5) (3 1))"
FOUR_FORMS = "(((3 5) (6 9)) ((1 2) (0 -1)))"
TREES = 200  # random ones


def numbers_of(run: LabRun) -> dict[str, Any]:
    """What a search found, for a program."""
    return {
        "tree": run.json()["text"],
        "algorithm": run.algorithm.name,
        "value": run.choice.value,
        "best": best_child(run.tree, run.choice),
        "leaves": [shown(v) for v in run.recorder.leaves],
        "cut": cut_children(run.tree, run.recorder),
    }


def found(run: LabRun) -> list[str]:
    """What a search found, as a row: its name, the value, the move, the leaves it visited and what it cut."""
    cut = ", ".join(f"child {number} of {parent}" for parent, number in run.recorder.pruned) or "nothing"
    leaves = " ".join(shown(v) for v in run.recorder.leaves)
    best = best_child(run.tree, run.choice) or ""
    return [run.algorithm.name, shown(run.choice.value), best, leaves, cut]


FOUND = ("search", "value", "best", "leaves visited", "cut")


def edge(tree: Tree, name: str) -> str:
    """The move that leads to a node, or the node's name where no move is written."""
    names = [tree.node_name(s) for s in range(len(tree.size))]
    return tree.node(names.index(name)).label or name


def two_ply(asked: Asked) -> Showing:
    """The two-ply tree by minimax and by alpha-beta."""
    showing = Showing()
    both = [run_tree(TWO_PLY, name) for name in ("minimax", "alphabeta")]
    showing.say(TWO_PLY)
    showing.table(FOUND, map(found, both))
    run = run_tree(LABELLED, "minimax")
    values = true_values(run.tree)
    named = {run.tree.node_name(s): values[s] for s in range(4)}
    replies = children(run.tree, 1)
    reply = run.tree.node(min(replies, key=lambda s: values[s])).label
    move = run.tree.node(1 + int(run.choice.action)).label
    showing.say(f"{', '.join(f'{name} = {shown(v)}' for name, v in named.items())}: MAX plays {move}, MIN {reply}.")
    leaves = [v for s, v in enumerate(values) if run.tree.size[s] == 0]
    showing.say(f"The utilities range from {shown(min(leaves))} to {shown(max(leaves))}.")
    showing.numbers = {run.algorithm.name: numbers_of(run) for run in both} | {"nodes": named}
    showing.run("tree", TWO_PLY, "--algorithm", "minimax")
    showing.run("tree", TWO_PLY, "--steps")
    showing.lab(TWO_PLY, "alphabeta")
    return showing


def ranges(asked: Asked) -> Showing:
    """The range of every node after each leaf that alpha-beta visits."""
    showing = Showing()
    run = run_tree(TWO_PLY, "alphabeta")
    between = dict.fromkeys(range(4), ANYTHING)
    rows, stages = [], []
    for step, changed in zip(run.recorder.steps, range_changes(run.tree, run.recorder), strict=True):
        between |= changed
        if step.event == "leaf":
            stages.append({"leaf": step.value, **ranges_json(run.tree, between)})
            rows.append([shown(step.value), *(range_text(ends) for ends in between.values())])
    showing.say("After each leaf, between which values a node may still lie:")
    showing.table(("leaf", "A", "B", "C", "D"), rows)
    showing.say(next(step.sentence for step in run.recorder.steps if step.event == "prune"))
    showing.numbers = {"tree": TWO_PLY, "stages": stages}
    showing.run("tree", TWO_PLY, "--steps", "--ranges")
    showing.lab(TWO_PLY, "alphabeta", ranges="1")
    return showing


def inner_steps(run: LabRun) -> list[str]:
    """The steps at nodes with children, each as a line with its number."""
    names = {run.tree.node_name(s) for s in range(len(run.tree.size)) if run.tree.size[s] > 0}
    return [f"{step.index:>3}. {step.sentence}" for step in run.recorder.steps if step.node in names]


def walk_through(asked: Asked) -> Showing:
    """The 27 slides of alpha-beta, step by step, and where they differ from their own pseudo-code."""
    showing = Showing()
    run = run_tree(WALK, "alphabeta")
    showing.say(WALK)
    showing.lines += inner_steps(run)
    leaves = " ".join(shown(v) for v in run.recorder.leaves)
    showing.say(f"value {shown(run.choice.value)}, leaves visited {leaves}, cut: {_cut_at(run)}")
    at = {name: [step for step in run.recorder.steps if step.node == name] for name in "DEF"}
    d, e, f = (next(step for step in reversed(at[name]) if step.event == "update") for name in "DEF")
    showing.say(
        "The slides write α = 5 at D and β = 1 at E at the cut. Their pseudo-code returns before it updates, so"
    )
    kept = f"D keeps α = {shown(d.alpha)}, β = {shown(d.beta)} and E α = {shown(e.alpha)}, β = {shown(e.beta)}"
    showing.say(f"{kept}.")
    first = run_tree(WALK, "alphabeta", "update-first")
    moved = {s.node: s for s in first.recorder.steps if s.event == "prune"}
    at_cut = f"α = {shown(moved['D'].alpha)} at D; at E it has β = {shown(moved['E'].beta)}, not 1"
    showing.say(f"The form 'update-first' has {at_cut}, for F answers its bound.")
    showing.say(f"One slide writes α = 1 at F. It means {shown(f.alpha)}: max(3, 1) = 3 changes nothing.")
    showing.numbers = numbers_of(run) | {"steps": len(run.recorder.steps), "at_the_cut": {"D": d.json(), "E": e.json()}}
    showing.run("tree", WALK, "--steps")
    showing.run("tree", WALK, "--steps", "--variant", "update-first")
    showing.lab(WALK, "alphabeta")
    return showing


def _cut_at(run: LabRun) -> str:
    return ", ".join(f"child {number} of {parent}" for parent, number in run.recorder.pruned)


def left_with(run: LabRun) -> dict[str, float]:
    """The value that a search leaves each node with that has children."""
    at = {step.node: step.value for step in run.recorder.steps if step.event == "leave"}
    return {name: v for name, v in at.items() if run.tree.size[_number(run.tree, name)] > 0}


def _number(tree: Tree, name: str) -> int:
    return next(s for s in range(len(tree.size)) if tree.node_name(s) == name)


def forms(asked: Asked) -> Showing:
    """The forms of alpha-beta: what each leaves the nodes with, and whether it cuts a tie."""
    showing = Showing()
    runs = {name: run_tree(FOUR_FORMS, "alphabeta", name) for name in VARIANTS}
    rows = {name: left_with(run) for name, run in runs.items()}
    tree = runs["fail-soft"].tree
    values = true_values(tree)
    truth = {name: values[_number(tree, name)] for name in sorted(rows["fail-soft"])}
    names = sorted(truth)
    showing.say(FOUR_FORMS)
    showing.table(
        ("form", *names),
        [
            [form, *(shown(left[n]) if n in left else "" for n in names)]
            for form, left in [*rows.items(), ("true", truth)]
        ],
    )
    showing.say("All agree on the root. A node that was cut is left with a bound, and each form with another one.")
    counts = {form: len(run_tree(TIES, "alphabeta", form).recorder.leaves) for form in ("fail-soft", "strict")}
    showing.say(f"A tie, {TIES}: fail-soft visits {counts['fail-soft']} leaves, strict (> and <) {counts['strict']}.")
    showing.numbers = {"tree": FOUR_FORMS, "left_with": rows | {"true": truth}, "ties": counts}
    for form in ("fail-soft", "fail-hard", "update-first"):
        showing.run("tree", FOUR_FORMS, "--variant", form, "--steps")
    for form in counts:
        showing.run("tree", TIES, "--variant", form)
    showing.lab(FOUR_FORMS, "alphabeta", variant="fail-hard")
    showing.lab(FOUR_FORMS, "alphabeta", variant="update-first")
    return showing


def order(asked: Asked) -> Showing:
    """The same tree with D's third child first."""
    showing = Showing()
    rows = []
    for told, tree in (("as drawn", TWO_PLY), ("D's 2 first", "((3 12 8) (2 4 6) (2 14 5))")):
        run = run_tree(tree, "alphabeta")
        rows.append([told, *found(run)[1:]])
        showing.numbers[told] = numbers_of(run)
        showing.run("tree", tree)
        showing.lab(tree, "alphabeta")
    showing.table(("order", *FOUND[1:]), rows)
    return showing


def deep_cut(asked: Asked) -> Showing:
    """α comes from far above."""
    showing = Showing()
    run = run_tree(DEEP, "alphabeta")
    showing.say(DEEP)
    showing.table(FOUND, [found(run_tree(DEEP, "minimax")), found(run)])
    cut = next(step for step in run.recorder.steps if step.event == "prune")
    showing.say(cut.sentence)
    above = len(cut.path)
    showing.say(f"That {shown(run.choice.value)} was found {above} plies above {cut.node}.")
    showing.numbers = numbers_of(run) | {"plies_above": above}
    showing.run("tree", DEEP, "--steps")
    showing.lab(DEEP, "alphabeta")
    return showing


def same_value(asked: Asked) -> Showing:
    """Pruning never changes the root; values inside are bounds."""
    showing = Showing()
    wrong, inside, cut, leaves = 0, 0, 0, 0
    for seed in range(asked.seed, asked.seed + TREES):
        tree = random_tree(4, 3, 0, 20, seed)
        truth = true_values(tree)
        for variant in VARIANTS:
            run = run_on(tree, "alphabeta", variant)
            wrong += run.choice.value != truth[0]
            if variant == "fail-soft":
                inside += any(value != truth[_at(run.recorder, tree, n)] for n, value in left_with(run).items())
                cut, leaves = cut + run.counts.leaves - run.counts.visited, leaves + run.counts.leaves
    showing.say(f"{TREES} random trees of 4 plies, by four forms of alpha-beta and by minimax:")
    showing.say(f"the value of the root differs in {wrong} of {len(VARIANTS) * TREES} searches;")
    showing.say(f"some node inside is left with another value than its own in {inside} of {TREES} trees (fail-soft);")
    showing.say(f"{cut:,} of {leaves:,} leaves were not visited ({100 * cut / leaves:.0f} %).")
    showing.numbers = {"trees": TREES, "roots_wrong": wrong, "trees_with_bounds": inside, "cut": cut, "leaves": leaves}
    showing.run("tree", TWO_PLY, "--variant", "fail-hard", "--steps")
    return showing


def _at(recorder: Recorder, tree: Tree, name: str) -> int:
    return number_at(tree, next(step.path for step in recorder.steps if step.node == name))


def quiz_value(asked: Asked) -> Showing:
    """The first quiz, 10 8 4 50."""
    showing = Showing()
    run = run_tree(SMALL, "minimax")
    showing.say(SMALL)
    showing.say(f"The root is worth {shown(run.choice.value)}.")
    swapped = run_tree("min(max(10 8) max(4 50))", "minimax")
    showing.say(f"Whoever answers {shown(swapped.choice.value)} has taken MAX for MIN.")
    showing.numbers = numbers_of(run) | {"swapped": swapped.choice.value}
    showing.run("tree", SMALL, "--algorithm", "minimax")
    showing.lab(SMALL, "minimax")
    return showing


def small_example(asked: Asked) -> Showing:
    """The same tree by alpha-beta, step by step: sixteen slides."""
    showing = Showing()
    run = run_tree(SMALL, "alphabeta")
    showing.lines += inner_steps(run)
    showing.numbers = numbers_of(run)
    showing.run("tree", SMALL, "--steps")
    showing.lab(SMALL, "alphabeta")
    return showing


def quiz_branches(asked: Asked) -> Showing:
    """The value of the top node, and which branches are cut."""
    showing = Showing()
    run = run_tree(BRANCHES, "alphabeta")
    cut = [edge(run.tree, name) for name in cut_children(run.tree, run.recorder)]
    showing.say(BRANCHES)
    showing.say(f"The top node is worth {shown(run.choice.value)}. Cut: {', '.join(cut)}.")
    showing.say("m and n are gone with l: an answer that lists them too is not wrong, but l is the branch.")
    showing.numbers = numbers_of(run) | {"branches": cut}
    showing.run("tree", BRANCHES, "--steps")
    showing.lab(BRANCHES, "alphabeta")
    return showing


def small_trees(asked: Asked) -> Showing:
    """One agent's tree, and the small tree of Pac-Man."""
    showing = Showing()
    rows = []
    for told, tree in (
        ("one agent", "max(8 max(max(2 0) max(2 6) max(4 6)))"),
        ("Pac-Man and a ghost", "max(min(-8 -5) min(-10 8))"),
        ("the same, nobody against him", "max(max(-8 -5) max(-10 8))"),
    ):
        run = run_tree(tree, "minimax")
        rows.append([told, shown(run.choice.value), tree])
        showing.numbers[told] = run.choice.value
        showing.run("tree", tree, "--algorithm", "minimax")
        showing.lab(tree, "minimax")
    showing.table(("tree", "value", "written"), rows)
    return showing


THREE = "(((<1,2,6> <4,2,3>) (<6,1,2> <7,4,1>)) ((<5,1,1> <1,5,2>) (<7,7,1> <5,4,5>)))"


def three_players(asked: Asked) -> Showing:
    """Vectors at the leaves: three players, two who want the same, and two who could do better together."""
    showing = Showing()
    rows = []
    for told, tree in (
        ("three players", THREE),
        ("two who want the same", "((<3,3> <9,9>) (<7,7> <5,5>))"),
        ("two with a dilemma", "((<3,3> <0,5>) (<5,0> <1,1>))"),
        ("two against each other", "((<1,0> <0,1>) (<0.5,0.5> <1,0>))"),
    ):
        run = run_tree(tree, "maxn")
        rows.append([told, shown(run.choice.value), best_child(run.tree, run.choice) or "", tree])
        showing.numbers[told] = {"tree": tree, "value": list(run.choice.value), "best": rows[-1][2]}
        showing.run("tree", tree, "--steps")
        showing.lab(tree, "maxn")
    showing.table(("tree", "value", "best", "written"), rows)
    showing.say("Nobody told the two who want the same to cooperate: each maximises its own number, and both get 9.")
    showing.say("The two with a dilemma get <1,1>, though <3,3> would be better for both.")
    return showing


def never_less(asked: Asked) -> Showing:
    """What minimax guarantees against somebody who errs."""
    showing = Showing()
    exact = run_tree(TWO_PLY, "minimax")
    values = true_values(exact.tree)
    move = int(exact.choice.action)
    replies = [values[s] for s in children(exact.tree, 1 + move)]
    mean = sum(replies) / len(replies)
    showing.say(f"MAX plays {best_child(exact.tree, exact.choice)} of {TWO_PLY}. It gets")
    showing.table(
        ("if MIN answers", "MAX gets"),
        [
            ("as well as it can", shown(min(replies))),
            ("at random", shown(mean)),
            ("as badly as it can", shown(max(replies))),
        ],
    )
    showing.say("Never less than the minimax value. But against a known weakness another move may bring more:")
    showing.say("see 'kibitz lectures opponents'.")
    showing.numbers = {"best": min(replies), "random": mean, "worst": max(replies)}
    showing.run("tree", TWO_PLY, "--opponent", "uniform")
    showing.lab(
        "(chance(1/3: 3 1/3: 12 1/3: 8) chance(1/3: 2 1/3: 4 1/3: 6) chance(1/3: 14 1/3: 5 1/3: 2))", "expectimax"
    )
    return showing


TOPICS = (
    Topic("two-ply", "two plies by minimax and by alpha-beta", (1, 2, 3, 4, 5), two_ply),
    Topic("ranges", "the two-ply tree with a range at every node", (3, 4), ranges),
    Topic("walk-through", "alpha-beta on seven nodes, every step", (1,), walk_through),
    Topic("forms", "four ways to write alpha-beta", (1, 2, 3), forms),
    Topic("order", "a cut that depends on the order", (1, 4, 5), order),
    Topic("deep-cut", "a cut by what MAX has far above", (1, 2, 4), deep_cut),
    Topic("same-value", "pruning never changes the root", (1, 3, 5), same_value, ("seed",)),
    Topic("never-less", "what minimax guarantees if MIN errs", (3, 4), never_less),
    Topic("three-players", "vectors: three players, and cooperation", (3, 4, 5), three_players),
    Topic("small-trees", "one agent's tree and Pac-Man's", (5,), small_trees),
    Topic("quiz-value", "quiz: 10 8 4 50", (5,), quiz_value),
    Topic("small-example", "the same tree by alpha-beta, every step", (5,), small_example),
    Topic("quiz-branches", "quiz: which branches are cut?", (5,), quiz_branches),
)

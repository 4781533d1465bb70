"""Chance: averages, dice, scales, and what can be cut at a chance node."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kibitz.games import game
from kibitz.games.tree import Node, Tree, read
from kibitz.lab.lectures.growth import random_plays
from kibitz.lab.lectures.topic import Asked, Showing, Topic
from kibitz.lab.lectures.trees import FOUND, found, numbers_of
from kibitz.lab.random_trees import DICE, OPPONENTS, random_tree
from kibitz.lab.recording import shown
from kibitz.lab.tree_search import best_child, run_on, run_tree, true_values
from kibitz.lab.tree_text import canonical

COINS = "(chance(1/2: (2 4) 1/2: (7 9)) chance(1/2: (6 8) 1/2: (0 5)))"
GAMBLE = "max(chance(1/2: 8 1/3: 24 1/6: -12) 9)"
EXPECTIMAX = "max(chance(1/3: 3 1/3: 12 1/3: 9) chance(1/3: 2 1/3: 4 1/3: 6) chance(1/3: 15 1/3: 6 1/3: 0))"
BEFORE = "(chance(9/10: (2 2) 1/10: (3 3)) chance(9/10: (1 1) 1/10: (4 4)))"
AFTER = "(chance(9/10: (20 20) 1/10: (30 30)) chance(9/10: (1 1) 1/10: (400 400)))"
OPPONENT = "((4 5 4) (3 99 98) (2 3 2))"
MANY_PLAYS = "/38AAAAAVVVVFQ:33"  # fifteen single checkers, and a double
RANDOM_GAMES = 2
RANDOM_TREES = 100


def averages(asked: Asked) -> Showing:
    """A die, Powerball, and the way to the airport."""
    showing = Showing()
    die = "chance(" + " ".join(f"1/6: {dots}" for dots in range(1, 7)) + ")"
    jackpot = "chance(299999999/300000000: 0 1/300000000: 133000000)"
    rows = (
        ("a die", die, "dots"),
        ("Powerball: 133 million at 1 in 300 million", jackpot, "dollars"),
        ("to the airport: 20, 30 or 60 minutes", "chance(0.25: 20 0.5: 30 0.25: 60)", "minutes"),
        ("the same with 0.25, 0.55, 0.20", "chance(0.25: 20 0.55: 30 0.2: 60)", "minutes"),
        ("1/2 · 8 + 1/3 · 24 + 1/6 · (−12)", "chance(1/2: 8 1/3: 24 1/6: -12)", "points"),
    )
    told = []
    for name, tree, unit in rows:
        run = run_tree(tree, "expectimax")
        told.append([name, f"{shown(run.choice.value)} {unit}"])
        showing.numbers[name] = run.choice.value
        showing.run("tree", tree)
        showing.lab(tree, "expectimax")
    showing.table(("chance", "expected value"), told)
    showing.say("The notes give 0.44 million for Powerball. It is 0.44 dollars: 133 million ÷ 300 million.")
    showing.say(
        "The third lecture has both distributions of the traffic, on two slides; only 0.25, 0.5, 0.25 makes 35 minutes."
    )
    return showing


def gamble(asked: Asked) -> Showing:
    """Maximum expected utility, and the expectimax example."""
    showing = Showing()
    for tree in (GAMBLE, EXPECTIMAX):
        run = run_tree(tree, "expectimax")
        values = true_values(run.tree)
        means = [shown(values[1 + number]) for number in range(len(run.tree.node(0).children))]
        best = best_child(run.tree, run.choice)
        showing.say(f"{tree}: children worth {', '.join(means)}; value {shown(run.choice.value)}, best {best}")
        showing.numbers[tree] = numbers_of(run) | {"children": [values[1 + n] for n in range(len(means))]}
        showing.run("tree", tree, "--steps")
        showing.lab(tree, "expectimax")
    return showing


def coins(asked: Asked) -> Showing:
    """Expectiminimax, stage by stage: MIN's values, then chance, then the root."""
    showing = Showing()
    run = run_tree(COINS, "expectiminimax")
    values = true_values(run.tree)
    tree = run.tree
    rows = []
    for kind in ("MIN", "chance", "MAX"):
        of_kind = [s for s in range(len(tree.size)) if tree.size[s] > 0 and _kind(tree, s) == kind]
        rows.append([kind, ", ".join(f"{tree.node_name(s)} = {shown(values[s])}" for s in of_kind)])
    showing.say(COINS)
    showing.table(("nodes", "values"), rows)
    showing.say(f"MAX moves to {best_child(tree, run.choice)}.")
    showing.numbers = numbers_of(run) | {"nodes": {row[0]: row[1] for row in rows}}
    showing.run("tree", COINS, "--steps")
    showing.lab(COINS, "expectiminimax")
    return showing


def _kind(tree: Tree, s: int) -> str:
    return "chance" if tree.mover[s] < 0 else "MAX" if tree.mover[s] == 0 else "MIN"


def rolls(asked: Asked) -> Showing:
    """The 21 rolls of two dice and their probabilities."""
    showing = Showing()
    backgammon = game("backgammon")
    start = backgammon.initial()
    chances = {roll: Fraction(p).limit_denominator(36) for roll, p in backgammon.outcomes(start)}
    doubles = [roll for roll in chances if roll % 11 == 0]
    single, other = chances[doubles[0]], next(p for roll, p in chances.items() if roll % 11)
    showing.table(
        ("roll", "how many", "each", "together"),
        [
            ("doubles", len(doubles), single, sum(chances[roll] for roll in doubles)),
            ("others", len(chances) - len(doubles), other, sum(p for roll, p in chances.items() if roll % 11)),
            ("all", len(chances), "", sum(chances.values())),
        ],
    )
    faces = range(1, 7)
    ordered = [(a, b) for a in faces for b in faces]
    showing.say(
        f"{len(ordered)} ways to roll two dice, {len({tuple(sorted(pair)) for pair in ordered})} of them different."
    )
    showing.say(f"P(1-1) = {chances[11]}, P(5-2) = {chances[52]}.")
    dots: dict[int, int] = {}
    for a, b in ordered:
        dots[a + b] = dots.get(a + b, 0) + 1
    tree = "chance(" + " ".join(f"{ways}/36: {total}" for total, ways in dots.items()) + ")"
    mean = run_tree(tree).choice.value
    showing.say(f"Two dice show {shown(mean)} dots on average; 7 is the likeliest, {dots[7]} of 36.")
    showing.numbers = {"rolls": len(chances), "double": str(single), "other": str(other), "mean": mean}
    showing.run("tree", tree)
    showing.run("perft", "backgammon", "--depth", "1", "--interpreted")
    showing.board("backgammon")
    return showing


def backgammon_size(asked: Asked) -> Showing:
    """20 · (21 · 20)³ and how many plays there really are."""
    showing = Showing()
    size = 20 * (21 * 20) ** 3
    showing.say(f"20 · (21 · 20)³ = {size:,}, about {size / 1e9:.2f}·10⁹. (The notes write 1.2·10⁹.)")
    backgammon = game("backgammon")
    start = backgammon.initial()
    first = [len(list(backgammon.actions(backgammon.result(start, roll)))) for roll, _ in backgammon.outcomes(start)]
    weights = [p for _, p in backgammon.outcomes(start)]
    mean = sum(plays * p for plays, p in zip(first, weights, strict=True))
    counts, decisions = random_plays("backgammon", asked.seed, asked.games or RANDOM_GAMES, 400)
    s = backgammon.parse(MANY_PLAYS)
    most = len(list(backgammon.actions(s)))
    showing.table(
        ("plays", "average", "most"),
        [
            ("first roll", f"{mean:.1f}", max(first)),
            (f"{decisions} decisions of random games", f"{sum(counts) / decisions:.1f}", max(counts)),
            ("fifteen single checkers, 3-3", "", f"{most:,}"),
        ],
    )
    showing.say("Plays that lead to the same position count once.")
    showing.say("O(b^m · n^m), with b = 20 plays and n = 21 rolls:")
    showing.table(("m", "20^m · 21^m"), [[m, f"{20**m * 21**m:,}"] for m in (1, 2, 3)])
    showing.say(
        "And a line becomes unlikely: two given rolls that are no doubles, 1 in " + f"{18**2}; three, 1 in {18**3:,}."
    )
    showing.numbers = {"size": size, "first": mean, "first_most": max(first), "random": sum(counts) / decisions}
    showing.numbers |= {"decisions": decisions, "random_most": max(counts), "most": most}
    showing.run("perft", "backgammon", "--depth", "2", "--interpreted")
    showing.run("perft", "backgammon", MANY_PLAYS, "--depth", "1", "--interpreted")
    showing.board("backgammon", position=MANY_PLAYS)
    return showing


def changed(tree: str, change: Any) -> str:
    """The tree with another number at every leaf."""
    root = Tree.from_node(read(tree)).node(0)
    todo: list[Node] = [root]
    for node in todo:
        todo.extend(node.children)
        node.values = tuple(float(change(value)) for value in node.values)
    return canonical(root)


def scale(asked: Asked) -> Showing:
    """Averages look at the numbers, minimax only at their order."""
    showing = Showing()
    squares, kept = "(min(0 40) min(20 30))", "(chance(1/2: 0 1/2: 40) chance(1/2: 20 1/2: 30))"
    cases = (
        ("the textbook's tree", BEFORE),
        ("larger, in the same order", AFTER),
        ("minimax", squares),
        ("minimax, squared", changed(squares, lambda x: x * x)),
        ("averages", kept),
        ("averages, squared", changed(kept, lambda x: x * x)),
        ("averages, 2x + 7", changed(kept, lambda x: 2 * x + 7)),
    )
    rows = []
    for name, tree in cases:
        run = run_tree(tree)
        values = true_values(run.tree)
        best = best_child(run.tree, run.choice) or ""
        rows.append([name, shown(values[1]), shown(values[2]), best, tree])
        showing.numbers[name] = {"tree": tree, "B": values[1], "C": values[2], "best": best}
        showing.run("tree", tree)
        showing.lab(tree)
    showing.table(("tree", "B", "C", "best", "written"), rows)
    return showing


def transformations(asked: Asked) -> Showing:
    """Which changes of the leaves keep the move, on many random trees."""
    showing = Showing()
    count = asked.games or RANDOM_TREES
    changes = {"x³ + 5": lambda x: x**3 + 5, "3x + 7": lambda x: 3 * x + 7}
    rows = []
    for kind, told in ((OPPONENTS, "minimax"), (DICE, "averages")):
        for name, change in changes.items():
            same = 0
            for seed in range(asked.seed, asked.seed + count):
                tree = random_tree(3, 3, -9, 9, seed, kind)
                other = Tree(changed(canonical(tree.node(0)), change))
                same += run_on(tree).choice.action == run_on(other).choice.action
            rows.append([told, name, f"{same} of {count}"])
            showing.numbers[f"{told}, {name}"] = same
    showing.say("Random trees in which the move stays the same when every leaf x is changed:")
    showing.table(("search", "change", "same move"), rows)
    showing.say(
        "Minimax keeps its move under every change that keeps the order; averages only under Ax + B with A > 0."
    )
    showing.run("lectures", "scale")
    return showing


def pruned_chance(asked: Asked) -> Showing:
    """Cuts at chance nodes, by bounds that are known beforehand."""
    showing = Showing()
    tree, bounds = "(1 chance(1/2: -1 1/2: 0))", (-2.0, 2.0)
    exercise = "(chance(1/2: (2 2) 1/2: (1 2)) chance(1/2: (0 2) 1/2: (-1 0)))"
    runs = [
        run_tree(tree, "expectiminimax"),
        run_tree(tree, "star1", bounds=bounds),
        run_tree(exercise, "expectiminimax"),
        run_tree(exercise, "star1", bounds=bounds),
    ]
    showing.say(f"All values are known to lie between −2 and 2. {tree}, then {exercise}:")
    showing.table(FOUND, map(found, runs))
    cut = next(step for step in runs[1].recorder.steps if step.event == "prune")
    showing.say(cut.sentence)
    showing.say("1/2 · (−1) + 1/2 · 2 = 1/2: with the first outcome seen, C cannot reach the 1 that MAX has.")
    estimate = run_on(Tree("chance(8/10: 16 1/10: 8 1/10: 0)"), "expectimax").choice.value
    showing.say(
        f"Or sample: the likeliest outcome of chance(8/10: 16 1/10: 8 1/10: 0) alone says 16; it is {shown(estimate)}."
    )
    showing.numbers = {"runs": [numbers_of(run) for run in runs]}
    showing.run("tree", tree, "--algorithm", "star1", "--bounds=-2,2", "--steps")
    showing.run("tree", exercise, "--algorithm", "star1", "--bounds=-2,2")
    showing.run("tree", "chance(8/10: 16 1/10: 8 1/10: 0)", "--outcomes", "0.8")
    showing.lab(tree, "star1", bounds="-2,2")
    return showing


def opponents(asked: Asked) -> Showing:
    """Expectimax with a model of the opponent; minimax is a special case."""
    showing = Showing()
    plain = run_tree(OPPONENT, "minimax")
    values = true_values(plain.tree)
    rows = []
    for name, share in (("minimax", 1.0), ("80 % minimax, else random", 0.8), ("random", 0.0)):
        model = Tree(f"max({' '.join(_modelled(plain.tree, s, values, share) for s in (1, 2, 3))})")
        run = run_on(model, "expectimax")
        means = true_values(model)[1:4]
        best = best_child(model, run.choice) or ""
        rows.append([name, *(shown(mean, digits=4) for mean in means), best])
        showing.numbers[name] = {"children": means, "best": best, "value": run.choice.value}
    showing.say(f"{OPPONENT}, if MIN plays")
    showing.table(("", "B", "C", "D", "MAX takes"), rows)
    showing.say(f"Minimax is expectimax against who always plays minimax: {shown(plain.choice.value)} in both.")
    for word in ("minimax", "0.8", "uniform"):
        showing.run("tree", OPPONENT, "--opponent", word)
    showing.lab(OPPONENT, "minimax")
    return showing


def _modelled(tree: Tree, s: int, values: list[Any], share: float) -> str:
    """A MIN node as chance: its best replies share `share`, and all replies the rest."""
    replies = tree.node(s).children
    worths = [reply.values[0] for reply in replies]
    least = [n for n, worth in enumerate(worths) if worth == values[s]]
    chances = [Fraction(share).limit_denominator(100) * (n in least) / len(least) for n in range(len(worths))]
    rest = (1 - Fraction(share).limit_denominator(100)) / len(worths)
    return "chance(" + " ".join(f"{p + rest}: {worth:g}" for p, worth in zip(chances, worths, strict=True)) + ")"


TOPICS = (
    Topic("averages", "a die, Powerball, and the way to the airport", (1, 3, 5), averages),
    Topic("coins", "expectiminimax with coins, stage by stage", (1, 3, 4, 5), coins),
    Topic("gamble", "expectimax: a gamble or a sure thing", (3, 5), gamble),
    Topic("rolls", "the 21 rolls of two dice", (3, 4), rolls),
    Topic("backgammon-size", "20 · (21 · 20)³, and the plays there are", (3, 4), backgammon_size, ("games", "seed")),
    Topic("scale", "when the scale of the numbers matters", (3, 4, 5), scale),
    Topic("transformations", "which changes keep the move", (3, 4, 5), transformations, ("games", "seed")),
    Topic("pruned-chance", "cuts at chance nodes", (3, 4), pruned_chance),
    Topic("opponents", "minimax as a case of expectimax; the 80 % opponent", (3,), opponents),
)

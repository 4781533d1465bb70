"""Seeded questions of every kind, graded against the plain searches of `quiz_oracle`.

Right answers must be accepted in several notations, wrong ones refused with a step of a search that shows why.

    python tests/quiz_questions.py --count 2000
"""

from __future__ import annotations

import argparse
import random
import re
import time
import xml.etree.ElementTree as ET
from fractions import Fraction
from math import inf, log

import quiz_oracle as oracle
from kibitz.lab.quiz import KINDS, grade, question

SIZES = ((2, 2), (2, 3), (3, 2), (3, 3))
VARIANTS = ("fail-soft", "fail-hard", "strict", "update-first")
TITLES = {
    "Minimax": lambda tree: oracle.leaves(tree),
    "Alpha-beta, fail-soft": lambda tree: oracle.alphabeta(tree).visited,
    "Alpha-beta, fail-hard": lambda tree: oracle.alphabeta(tree, "fail-hard").visited,
    "Alpha-beta, strict": lambda tree: oracle.alphabeta(tree, "strict").visited,
    "Alpha-beta, update-first": lambda tree: oracle.alphabeta(tree, "update-first").visited,
    "Expectimax": lambda tree: oracle.leaves(tree),
    "Expectiminimax": lambda tree: oracle.leaves(tree),
    "Star1": lambda tree: oracle.star(tree, -9, 9).visited,
    "Star2": lambda tree: oracle.star(tree, -9, 9, probing=True).visited,
    "Maxⁿ": lambda tree: oracle.leaves(tree),
    "Maxⁿ with shallow pruning": lambda tree: oracle.shallow(tree).visited,
    "Paranoid: alpha-beta against all others": lambda tree: oracle.alphabeta(tree, player=tree[oracle.WHO]).visited,
    "Best-reply search": lambda tree: oracle.best_reply(tree).visited,
}


def depth_first(tree):
    """Leaves from left to right."""
    if tree[oracle.WHO] == "leaf":
        return [tree[oracle.NAME]]
    return [name for child in tree[oracle.BELOW] for name in depth_first(child)]


def kind_of(tree):
    whos = {each[oracle.WHO] for each in oracle.every(tree)}
    if whos & {0, 1, 2}:
        return "players"
    return "chance" if "chance" in whos else "opponents"


def cutting(tree, variant):
    """The search that a question about cuts is about."""
    kind = kind_of(tree)
    if kind == "players":
        return oracle.shallow(tree)
    if kind == "chance":
        return oracle.star(tree, -9, 9)
    return oracle.alphabeta(tree, variant)


def notations(number):
    """A number in ways that people write it."""
    if abs(number) == inf:
        return ["∞", "+inf", "Infinity"] if number > 0 else ["-∞", "−inf", "-Infinity"]
    exact = Fraction(number)
    ways = [str(exact), f"{float(exact):.6g}", f" {exact} ".replace("-", "−")]
    return [*ways, f"+{exact}"] if exact >= 0 else ways


def written(value):
    if isinstance(value, tuple):
        numbers = [str(Fraction(part)) for part in value]
        return [list(map(str, numbers)), f"<{','.join(numbers)}>", " ".join(numbers)]
    return notations(value)


# ------------------------------------------------------------ kind by kind: right answers, wrong ones, what must show


def value(asked, tree, dice):
    truth = oracle.worth(tree)
    wrong = tuple(part + 1 for part in truth) if isinstance(truth, tuple) else truth + 1
    return written(truth), [written(wrong)[0]], lambda step, _: step.path == () and step.event in ("update", "leave")


def prune(asked, tree, dice):
    cut = cutting(tree, asked.variant).cut
    edges = [each[oracle.NAME] for each in oracle.every(tree)][1:]
    below = {name for top in cut for each in oracle.every(find(tree, top)) for name in [each[oracle.NAME]]}
    shuffled = dice.sample(cut, len(cut))
    missed = dice.choice(cut)
    wrong = [[name for name in cut if name != missed]]
    if others := [name for name in edges if name not in below]:
        wrong.append([*cut, dice.choice(others)])
    return (
        [cut, shuffled, [name.lower() for name in cut]],
        wrong,
        lambda step, _: step.event in ("prune", "enter", "leaf"),
    )


def window(asked, tree, dice):
    trace = oracle.alphabeta(tree, asked.variant)
    truth = trace.returned[asked.after][1:] if asked.after else trace.entered[asked.node]
    if asked.after:
        assert trace.returned[asked.after][0] == asked.node
    ways = [{"alpha": a, "beta": b} for a, b in zip(notations(truth[0]), notations(truth[1]), strict=False)]
    wrong = [{"alpha": 77, "beta": str(truth[1])}, {"alpha": str(truth[0]), "beta": "-77"}]
    return ways, wrong, lambda step, _: (step.node, step.alpha, step.beta) == (asked.node, *map(float, truth))


def move(asked, tree, dice):
    best = oracle.best_children(tree)
    others = [child[oracle.NAME] for child in tree[oracle.BELOW] if child[oracle.NAME] not in best]
    return [*best, best[0].lower()], others, lambda step, _: step.path == () and step.event == "update"


def next_leaf(asked, tree, dice):
    visited = cutting(tree, asked.variant).visited
    truth = [*visited, "none: it ends"][visited.index(asked.node) + 1]
    wrong = [choice for choice in asked.form.choices if choice != truth]
    assert set(asked.form.choices) == {*depth_first(tree), "none: it ends"} - set(
        visited[: visited.index(asked.node) + 1]
    )
    return [truth, truth.upper()], wrong[:3], lambda step, _: step.event in ("prune", "leaf", "leave")


def order(asked, tree, dice):
    ways = {choice: oracle.reordered(tree, asked.node, choice.split()) for choice in asked.form.choices}
    counts = {choice: len(oracle.alphabeta(way, asked.variant).visited) for choice, way in ways.items()}
    best = [choice for choice in counts if counts[choice] == min(counts.values())]
    assert len(best) == 1 < len(counts)
    wrong = [choice for choice in counts if choice not in best]
    return [best[0], best[0].lower().replace(" ", ", ")], wrong, lambda step, _: step.event == "prune"


def leaves(asked, tree, dice):
    best, worst = oracle.fewest_and_most(tree, asked.variant != "strict")
    right = [{"best": best, "worst": str(worst)}, [str(best), worst]]
    wrong = [{"best": best + 1, "worst": worst}, {"best": best, "worst": worst + 1}]

    def shows(step, run):
        return step.event == "leaf" and len(run.recorder.leaves) in (best, worst)

    return right, wrong, shows


def search(asked, tree, dice):
    shown = re.search(r"leaves (.*), in this order", asked.sentence)[1].split(", ")
    runs = {title: TITLES[title](tree) for title in asked.form.choices}
    for title in ("Minimax", "Expectimax", "Expectiminimax", "Maxⁿ"):
        if title in runs:
            runs[title] = depth_first(tree)
    made = [title for title, visited in runs.items() if visited == shown]
    assert len(made) == 1, (asked.text, made, shown)
    wrong = [title for title in runs if title not in made]
    return [made[0], made[0].upper()], wrong, lambda step, _: step.event in ("leaf", "prune", "leave")


def evaluation(asked, tree, dice):
    if weight := re.match(r"Eval = (\d)", asked.sentence):
        worths = {name: oracle.lines_worth(each.text, int(weight[1])) for name, each in asked.positions.items()}
    else:
        worths = {name: oracle.material_worth(each.text) for name, each in asked.positions.items()}
    best, second, *_ = sorted(worths.values(), reverse=True)
    if "how much" in asked.sentence:
        return notations(best - second), [best - second + 1, best + 50], lambda step, _: step.value == best
    names = [name for name in worths if worths[name] == best]
    wrong = [name for name in worths if name not in names]
    return [names[0], names[0].lower()], wrong, lambda step, _: step.value == best


def transformation(asked, tree, dice):
    words = re.search(r"becomes (.*), and the move", asked.sentence)[1]
    function = oracle.FUNCTIONS[words]
    after = oracle.transformed(tree, function)
    stays = oracle.best_children(tree) == oracle.best_children(after)
    is_safe = oracle.rises(function) and (oracle.is_straight(function) or kind_of(tree) != "chance")
    start = "safe on every tree" if is_safe else "safe on this tree" if stays else "not safe"
    assert stays or not is_safe
    truth = next(choice for choice in asked.form.choices if choice.startswith(start))
    if start == "safe on this tree":  # the counterexample is one
        text = re.search(r"but in (\(.*\)) it goes", grade(asked, truth).sentence)[1]
        small = oracle.read_tree(text)
        assert kind_of(small) == kind_of(tree)
        changed = oracle.transformed(small, function)
        assert not set(oracle.best_children(small)) & set(oracle.best_children(changed))
    wrong = [choice for choice in asked.form.choices if choice != truth]
    return [truth, truth.upper()], wrong, lambda step, _: step.path == () and step.event == "update"


def select(asked, tree, dice):
    """n and v are read off the drawing, c off the sentence, as a student does it."""
    drawn = ET.fromstring(re.sub(r' xmlns="[^"]*"', "", asked.drawing))
    read = {}
    for group in (e for e in drawn.iter("g") if e.get("data-node")):
        facts = dict(text.split("=") for e in group.iter("text") if "=" in (text := "".join(e.itertext())))
        inside = [("v", "".join(e.itertext())) for e in group.iter("text") if e.get("class") == "kz-value"]
        read[group.get("data-node")] = dict(inside) | facts
    c = float(re.search(r"c = (\S+),", asked.sentence)[1])
    me = tree[oracle.WHO] if isinstance(tree[oracle.WHO], int) else 0

    def ucb1(name):
        mean = read[name]["v"].replace("−", "-").strip("<>").split(",")
        visits = log(int(read[tree[oracle.NAME]]["n"].strip()))
        return float(mean[me] if len(mean) > 1 else mean[0]) + c * (visits / int(read[name]["n"])) ** 0.5

    names = [child[oracle.NAME] for child in tree[oracle.BELOW]]
    truth = max(names, key=ucb1)
    return [truth, truth.lower()], [name for name in names if name != truth], lambda step, _: step.event == "select"


def find(tree, name):
    return next(each for each in oracle.every(tree) if each[oracle.NAME] == name)


SOLVERS = {
    "value": value,
    "prune": prune,
    "window": window,
    "move": move,
    "next": next_leaf,
    "order": order,
    "leaves": leaves,
    "search": search,
    "evaluation": evaluation,
    "transformation": transformation,
    "select": select,
}


def check(kind, seed):
    """One question: how many right answers it took, and how many wrong ones it refused."""
    dice = random.Random(seed)
    depth, branching = SIZES[seed % len(SIZES)]
    variant = VARIANTS[dice.randrange(len(VARIANTS))]
    asked = question(kind, seed, None, variant, depth, branching, trees="mixed")
    tree = oracle.read_tree(asked.text)
    right, wrong, shows = SOLVERS[kind](asked, tree, dice)
    for answer in right:
        said = grade(asked, answer)
        assert said.right, (kind, seed, asked.text, asked.sentence, answer, said.sentence)
    for answer in wrong:
        said = grade(asked, answer)
        assert not said.right and said.evidence is not None, (kind, seed, asked.text, answer, said.sentence)
        step = said.evidence.steps[said.step]
        assert shows(step, said.evidence), (kind, seed, asked.text, answer, said.sentence, step)
    return len(right), len(wrong)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="questions of each kind")
    parser.add_argument("--kind", choices=list(KINDS), help="only this one")
    asked = parser.parse_args()
    for kind in [asked.kind] if asked.kind else KINDS:
        begun = time.process_time()
        accepted = refused = 0
        for seed in range(asked.count):
            right, wrong = check(kind, seed)
            accepted, refused = accepted + right, refused + wrong
        spent = time.process_time() - begun
        counts = f"{accepted:6} right answers accepted, {refused:6} wrong ones refused"
        print(f"{kind:15} {asked.count:6} questions, {counts}, {spent:6.1f} s", flush=True)


if __name__ == "__main__":
    main()

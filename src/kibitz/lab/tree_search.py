"""A textbook search of a tree in brackets, and everything that the lab shows of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from kibitz.answer.plan import choose
from kibitz.errors import BadInput
from kibitz.game import CHANCE
from kibitz.games.tree import Node, Tree, read
from kibitz.lab.cutoff import Cutoff, deepest
from kibitz.lab.fewest_leaves import fewest_leaves, is_even
from kibitz.lab.ranges import range_changes, ranges_json, refuse_no_ranges, why_no_ranges
from kibitz.lab.recording import Recorder, finite_or_none, shown
from kibitz.lab.tree_text import canonical
from kibitz.search import ALGORITHMS, ENGINE
from kibitz.search.algorithm import Algorithm
from kibitz.search.asking import Choice, ask
from kibitz.search.textbook.alphabeta import ALPHABETA, VARIANTS
from kibitz.search.textbook.deepening import DEEPENING
from kibitz.search.textbook.expectiminimax import EXPECTIMAX, EXPECTIMINIMAX
from kibitz.search.textbook.maxn import MAXN
from kibitz.search.textbook.montecarlo import EXPLORATION, SEED, settings

if TYPE_CHECKING:
    from kibitz.draw.small_board import SmallBoard
    from kibitz.lab.drawing.closed_subtrees import Folds

MOST_NODES = 3_000
MOST_LEVELS = 100
USUAL_SIMULATIONS = 50  # few enough to be watched
LONGEST_TEXT = 100_000  # characters
MOST_LISTED = 12  # names in a sentence
MOST_COUNTED = 1 << 53  # beyond it a number is no longer exact on a page


def lab_tree(text: str) -> Tree:
    """The tree that a text stands for; `BadInput` if it is too large for the lab."""
    if len(text) > LONGEST_TEXT:
        raise BadInput(f"the tree has {len(text):,} characters: expected at most {LONGEST_TEXT:,}")
    return grown(read(text.rstrip()))


def grown(root: Node) -> Tree:
    """The tree of these nodes; `BadInput` if it is too large for the lab."""
    nodes, levels, row = 0, 0, [root]
    while row:
        nodes, levels = nodes + len(row), levels + 1
        row = [child for node in row for child in node.children]
    if nodes > MOST_NODES:
        raise BadInput(f"the tree has {nodes:,} nodes: expected at most {MOST_NODES:,} in the lab")
    if levels > MOST_LEVELS:
        raise BadInput(f"the tree has {levels} levels: expected at most {MOST_LEVELS} in the lab")
    return Tree.from_node(root)


def tree_algorithm(
    tree: Tree, algorithm: str = "auto", variant: str = "fail-soft", outcomes: float | None = None
) -> Algorithm:
    """The textbook search of that name, and of that form where it is alpha-beta; `auto` picks what fits the tree.

    `outcomes`: search only the likeliest ones, with this share of the probability.
    """
    if variant not in VARIANTS:
        raise BadInput(f"unknown form of alpha-beta {variant!r}: expected {', '.join(VARIANTS)}")
    chosen = choose(algorithm, tree, outcomes=outcomes).algorithm
    if chosen.name == "deepening" and algorithm == "auto":
        chosen = ALPHABETA if not tree.facts.chance else EXPECTIMAX if tree.players == 1 else EXPECTIMINIMAX
    elif chosen is ENGINE:
        chosen = DEEPENING
        chosen.needs(chosen.name, tree)
    if not chosen.has_steps:
        watched = [name for name, other in ALGORITHMS.items() if other.has_steps and other.fits(tree)]
        raise BadInput(f"{chosen.name} has no steps to show on a tree: use {' or '.join(watched)}")
    if chosen.name == "alphabeta":
        return VARIANTS[variant]
    if variant != "fail-soft":
        raise BadInput(f"variant {variant!r} is a form of alphabeta, not of {chosen.name}")
    return chosen


def bounded_tree(tree: Tree, algorithm: Algorithm, bounds: tuple[float, float] | None) -> Tree:
    """The tree with these bounds on its values, if any are given; `BadInput` if the search uses no bounds."""
    if bounds is None:
        return tree
    if not algorithm.uses_bounds:
        users = " or ".join(name for name, other in ALGORITHMS.items() if other.uses_bounds)
        given = f"{bounds[0]:.12g},{bounds[1]:.12g}"
        raise BadInput(f"bounds {given} have no effect on {algorithm.name}, which uses none: use {users}")
    return tree.within(*bounds)


def bounds_text(tree: Tree, algorithm: Algorithm, how: str = "") -> str | None:
    """The bounds that a search uses, and where they come from, `how` saying how to set others; None if it uses none."""
    if not algorithm.uses_bounds:
        return None
    between = f"{shown(float(tree.extent[0]))} to {shown(float(tree.extent[1]))}"
    return between if tree.has_given_bounds else f"{between}, taken from the leaves{how}"


class Simulated(NamedTuple):
    """How a search by simulations is run."""

    simulations: int = USUAL_SIMULATIONS
    exploration: float = EXPLORATION  # the c of UCB1
    seed: int = SEED

    @staticmethod
    def of(
        algorithm: Algorithm,
        simulations: int | None = None,
        exploration: float | None = None,
        seed: int | None = None,
    ) -> Simulated | None:
        """The given numbers, and the usual ones; None where the algorithm has no simulations.

        `BadInput` where it has none and a number is given.
        """
        if algorithm.simulates:
            wanted = USUAL_SIMULATIONS if simulations is None else simulations
            return Simulated(*settings(wanted, exploration, seed))
        given = {"simulations": simulations, "exploration": exploration, "seed": seed}
        for name, value in given.items():
            if value is not None:
                users = " or ".join(name for name, other in ALGORITHMS.items() if other.simulates)
                verb = "have" if name == "simulations" else "has"
                raise BadInput(f"{name} {value} {verb} no effect on {algorithm.name}: use {users}")
        return None


def recorded(
    tree: Tree, algorithm: Algorithm, depth: int | None = None, simulated: Simulated | None = None
) -> tuple[Choice, Recorder]:
    """What a search of the tree finds, and every step of it."""
    recorder = Recorder()
    return ask(algorithm, tree, None, depth, recorder, interpreted=True, extra=simulated), recorder


def tree_json(
    tree: Tree,
    algorithm: Algorithm,
    choice: Choice,
    recorder: Recorder,
    simulated: Simulated | None = None,
    cutoff: Cutoff | None = None,
    *,
    ranges: bool = False,
) -> dict[str, Any]:
    """The answer of `kibitz tree --json`; with `ranges`, each step has those that are new at it."""
    return {
        "algorithm": algorithm.name,
        **_value_json(algorithm, choice),
        "best": best_child(tree, choice),
        "leaves_visited": [leaf_text(leaf) for leaf in recorder.leaves],
        "pruned": [[parent, str(number)] for parent, number in recorder.pruned],
        **(cutoff or Cutoff()).json(),
        "evaluated": [[name, finite_or_none(value)] for name, value in recorder.evaluations],
        "dropped": [[parent, str(number)] for parent, number in recorder.dropped],
        "rounds": [vars(told) | {"value": finite_or_none(told.value)} for told in recorder.rounds],
        "nodes": recorder.nodes,
        "bounds": [float(bound) for bound in tree.extent] if algorithm.uses_bounds else None,
        "bounds_given": tree.has_given_bounds,
        "pseudocode": algorithm.pseudocode.split("\n"),
        "steps": _steps_json(tree, recorder, ranges),
        **(simulated._asdict() if simulated else {}),
    }


def _steps_json(tree: Tree, recorder: Recorder, ranges: bool) -> list[dict[str, Any]]:
    if not ranges:
        return [step.json() for step in recorder.steps]
    changes = range_changes(tree, recorder)
    pairs = zip(recorder.steps, changes, strict=True)
    return [step.json() | {"ranges": ranges_json(tree, changed)} for step, changed in pairs]


def tree_value(algorithm: Algorithm, choice: Choice) -> tuple[Any, tuple[float, float] | None]:
    """What a search found the tree to be worth, and two numbers between which the truth lies if it only estimates."""
    if not algorithm.interval:
        return choice.value, None
    value, low, high = choice.value
    return value, (low, high)


def _value_json(algorithm: Algorithm, choice: Choice) -> dict[str, Any]:
    value, between = tree_value(algorithm, choice)
    found = {"value": finite_or_none(value)}
    return found if between is None else found | {"low": finite_or_none(between[0]), "high": finite_or_none(between[1])}


def best_child(tree: Tree, choice: Choice) -> str | None:
    """The name of the root's best child; None if it has no children."""
    return None if choice.action is None else tree.action_text(0, choice.action)


def leaf_text(value: Any) -> str:
    """A leaf as it is written in a tree."""
    return shown(value).replace("−", "-")


def true_values(tree: Tree) -> list[Any]:
    """The true value of every node, by its number, whatever a search would cut."""
    exact = MAXN if len(_leaf_values(tree)) > 1 else EXPECTIMINIMAX
    _, recorder = recorded(tree, exact)
    values: list[Any] = [None] * len(tree.size)
    for step in recorder.steps:
        if step.event == "leave":
            values[number_at(tree, step.path)] = step.value
    return values


def number_at(tree: Tree, path: tuple[int, ...]) -> int:
    """The number of the node that a path from the root leads to."""
    s = 0
    for child in path:
        s = int(tree.result(s, child))
    return s


def number_of(tree: Tree, name: str) -> int:
    """The number of the node of that name; `BadInput` if there is no such node."""
    names = [tree.node_name(s) for s in range(len(tree.size))]
    if name.strip() in names:
        return names.index(name.strip())
    more = f" and {len(names) - MOST_LISTED} more" if len(names) > MOST_LISTED else ""
    raise BadInput(f"the tree has no node {name!r}: expected one of {', '.join(names[:MOST_LISTED])}{more}")


def children(tree: Tree, s: int) -> range:
    """The numbers of a node's children."""
    return range(int(tree.first[s]), int(tree.first[s]) + int(tree.size[s]))


def cut_children(tree: Tree, recorder: Recorder) -> list[str]:
    """The names of the children whose edge is cut, in the order of the search."""
    names = [
        tree.node_name(int(tree.result(number_at(tree, step.path), child)))
        for step in recorder.last_round
        for child in step.cut
        if (*step.path, child) not in recorder.states  # cut at first, but searched later
    ]
    return list(dict.fromkeys(names))


def _leaf_values(tree: Tree) -> tuple[float, ...]:
    """The values at some leaf: all leaves have the same number of them."""
    return tree.node(len(tree.size) - 1).values  # the last node of a breadth-first walk has no children


@dataclass(frozen=True)
class Counts:
    """How many leaves were visited, how many an order could do with, and how many a full tree has.

    `fewest` is what alpha-beta needs on this very tree in the best order of all, whatever the tree's shape; None where
    alpha-beta does not fit the tree. `full` is minimax's b^m leaves, for branching b and depth m. `best` is what the
    formula says of an even tree, b^⌈m/2⌉ + b^⌊m/2⌋ − 1, and None for any other. Both are None beyond 2^53.
    """

    nodes: int
    leaves: int
    visited: int  # leaves
    evaluated: int  # nodes at the depth limit
    branching: int
    depth: int
    full: int | None
    best: int | None
    fewest: int | None


@dataclass(frozen=True)
class LabRun:
    """A search that has been run on a tree."""

    tree: Tree
    algorithm: Algorithm
    choice: Choice
    recorder: Recorder
    simulated: Simulated | None = None
    cutoff: Cutoff | None = None
    has_ranges: bool = False  # is a range shown at every node?

    def with_ranges(self) -> LabRun:
        """The same with a range at every node; `BadInput` where there is none to show."""
        refuse_no_ranges(self.tree, self.algorithm)
        return replace(self, has_ranges=True)

    @property
    def can_have_ranges(self) -> bool:
        """Are there ranges to show?"""
        return not why_no_ranges(self.tree, self.algorithm)

    def json(self, folds: Folds | None = None, boards: Mapping[int, SmallBoard] | None = None) -> dict[str, Any]:
        """Everything of `kibitz tree --json`, and what a page needs to draw, step through and edit the tree.

        `folds` are the subtrees that are drawn closed, `boards` what stands over the nodes.
        """
        from kibitz.lab.drawing import tree_frames  # the command has no need of it

        frames = tree_frames(self.tree, self.recorder, folds, boards, ranges=self.has_ranges)
        return self.plain_json() | {
            "variant": self.variant,
            "title": self.algorithm.title,
            "text": canonical(self.tree.node(0)),
            "nodes_list": self.nodes(),
            "cut": cut_children(self.tree, self.recorder),
            "counts": vars(self.counts),
            "deepest": deepest(self.tree),
            "has_guesses": bool(self.tree.has_evaluate),
            "fits": fitting(self.tree),
            "folded": [self.tree.node_name(s) for s in sorted(folds.closed)] if folds else [],
            "ranges": self.has_ranges if self.can_have_ranges else None,
            "drawing": {"svg": frames.svg, "changes": frames.changes},
        }

    def plain_json(self) -> dict[str, Any]:
        """The answer of `kibitz tree --json`."""
        found = (self.tree, self.algorithm, self.choice, self.recorder, self.simulated, self.cutoff)
        return tree_json(*found, ranges=self.has_ranges)

    @property
    def variant(self) -> str | None:
        """The form of alpha-beta; None for other searches."""
        usual = "fail-soft" if self.algorithm.name == ALPHABETA.name else None
        return next((name for name, form in VARIANTS.items() if form is self.algorithm), usual)

    @cached_property
    def counts(self) -> Counts:
        """The leaves visited against those there are."""
        tree = self.tree
        depth = [0] * len(tree.size)
        for s in range(len(tree.size)):
            for child in children(tree, s):
                depth[child] = depth[s] + 1
        b, m = int(max(tree.size)), max(depth)
        full, best = b**m, b ** ((m + 1) // 2) + b ** (m // 2) - 1
        leaves, visited = int((tree.size == 0).sum()), len(set(self.recorder.leaf_paths))
        evaluated = len({name for name, _ in self.recorder.evaluations})
        formula = _countable(best) if is_even(tree) else None
        fewest = self._fewest()
        return Counts(len(tree.size), leaves, visited, evaluated, b, m, _countable(full), formula, fewest)

    def _fewest(self) -> int | None:
        """The fewest leaves of alpha-beta on this tree: in the form that was run, else in the usual one."""
        cuts_ties = self.variant is None or bool(self.algorithm.cuts_ties)
        return fewest_leaves(self.tree, cuts_ties).leaves if ALPHABETA.fits(self.tree) else None

    def nodes(self) -> list[dict[str, Any]]:
        """Every node, in the order of a breadth-first walk; `path` is the child taken at each ply, from 0."""
        rows: list[dict[str, Any]] = []
        places: list[tuple[Node | None, int | None, list[int]]] = [(None, None, [])]  # parent, number, path
        for s in range(len(self.tree.size)):
            parent, number, path = places[s]
            node = self.tree.node(s)
            rows.append(
                {
                    "name": node.name,
                    "named": node.is_named,
                    "kind": kind_of(self.tree, s),
                    "player": int(self.tree.mover[s]) if node.children else None,
                    "parent": parent.name if parent else None,
                    "number": number,
                    "guess": finite_or_none(node.guess if len(node.guess) > 1 else (*node.guess, None)[0]),
                    "noisy": node.is_noisy,
                    "value": finite_or_none(node.values if len(node.values) > 1 else (*node.values, None)[0]),
                    "probability": node.probability if parent and parent.player == CHANCE else None,
                    "label": node.label,
                    "path": path,
                }
            )
            places += [(node, place + 1, [*path, place]) for place in range(len(node.children))]
        return rows


def kind_of(tree: Tree, s: int) -> str:
    """`max`, `min`, `chance`, `leaf`, or `player` where leaves are vectors."""
    if tree.size[s] == 0:
        return "leaf"
    if tree.mover[s] == CHANCE:
        return "chance"
    if len(_leaf_values(tree)) > 1:
        return "player"
    return "max" if tree.mover[s] == 0 else "min"


def fitting(tree: Tree) -> list[dict[str, str | None]]:
    """The searches that can be run on a tree; each form of alpha-beta counts as one."""
    return [
        {"algorithm": algorithm.name, "variant": variant, "title": form.title}
        for algorithm, variant, form in watchable()
        if algorithm.fits(tree)
    ]


def watchable() -> Iterator[tuple[Algorithm, str | None, Algorithm]]:
    """Every search that has steps to show, once for each of its forms: the search, the form's name, and the form."""
    for listed in ALGORITHMS.values():
        algorithm = DEEPENING if listed is ENGINE else listed
        if algorithm.has_steps:
            forms = VARIANTS.items() if algorithm is ALPHABETA else [(None, algorithm)]
            yield from ((algorithm, variant, form) for variant, form in forms)


def run_on(
    tree: Tree,
    algorithm: str = "auto",
    variant: str = "fail-soft",
    bounds: tuple[float, float] | None = None,
    cutoff: Cutoff | None = None,
    **simulated: Any,
) -> LabRun:
    """Run a search on a tree. `bounds`, for Star1 and Star2, are what all values are known to lie between.

    `cutoff` says where the search stops early; `simulated` are the fields of `Simulated`, where any are given.
    """
    stops = cutoff or Cutoff()
    chosen = stops.form(tree_algorithm(tree, algorithm, variant))
    bounded = bounded_tree(tree, chosen, bounds)
    how = Simulated.of(chosen, **simulated)
    return LabRun(bounded, chosen, *recorded(bounded, chosen, stops.depth, how), how, stops)


def run_tree(
    text: str,
    algorithm: str = "auto",
    variant: str = "fail-soft",
    bounds: tuple[float, float] | None = None,
    cutoff: Cutoff | None = None,
    **simulated: Any,
) -> LabRun:
    """Run a search on a tree in brackets; `bounds`, `cutoff` and `simulated` as in `run_on`."""
    return run_on(lab_tree(text), algorithm, variant, bounds, cutoff, **simulated)


def _countable(number: int) -> int | None:
    return number if number <= MOST_COUNTED else None

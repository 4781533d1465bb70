"""Between which two numbers the value of each node may still lie, step by step, as textbooks draw it."""

from __future__ import annotations

from math import inf
from typing import Any

from kibitz.errors import BadInput
from kibitz.game import CHANCE, MAX
from kibitz.games.tree import Tree
from kibitz.lab.recording import Recorder
from kibitz.lab.step import Step, finite_or_none, shown
from kibitz.search.algorithm import Algorithm

Range = tuple[float, float]
ANYTHING: Range = (-inf, inf)


class Ranges:
    """What is known of every node's value from the leaves that have been seen.

    For each node low ≤ value ≤ high, whatever the unseen leaves are worth; seeing one more leaf only narrows that. A
    leaf that has not been seen may be worth anything within `unseen`, which is (−∞, +∞) unless bounds are known.
    """

    def __init__(self, tree: Tree, unseen: Range = ANYTHING) -> None:
        self.tree = tree
        self.parents = {child: s for s in range(len(tree.size)) for child in self._children(s)}
        self.between = [unseen] * len(tree.size)  # by the nodes' numbers
        for s in reversed(range(len(tree.size))):  # children have higher numbers than their parents
            if tree.size[s]:
                self.between[s] = self._combined(s)
        self._at_first = list(self.between)

    def forget(self) -> None:
        """Begin again: no leaf has been seen."""
        self.between = list(self._at_first)

    def see(self, s: int, value: float) -> list[int]:
        """A leaf, or a node at the depth limit, is worth this; returns the nodes whose range that has narrowed."""
        changed = []
        now = (value, value)
        while now != self.between[s]:
            self.between[s] = now
            changed.append(s)
            if s not in self.parents:
                break
            s = self.parents[s]
            now = self._combined(s)
        return changed

    def _children(self, s: int) -> range:
        return range(int(self.tree.first[s]), int(self.tree.first[s]) + int(self.tree.size[s]))

    def _combined(self, s: int) -> Range:
        below = [(self.between[child], float(self.tree.chances[child])) for child in self._children(s)]
        if self.tree.mover[s] == CHANCE:
            likely = [(between, chance) for between, chance in below if chance > 0]
            return sum(chance * low for (low, _), chance in likely), sum(chance * high for (_, high), chance in likely)
        pick = max if self.tree.mover[s] == MAX else min
        return pick(low for (low, _), _ in below), pick(high for (_, high), _ in below)


def why_no_ranges(tree: Tree, algorithm: Algorithm) -> str:
    """Why there are no ranges to show of a search, in a sentence; empty where there are."""
    if len(tree.node(len(tree.size) - 1).values) > 1:
        return "ranges are for one number at every leaf: this tree has vectors"
    if algorithm.simulates:
        return f"ranges are for searches that look at the values of nodes: {algorithm.name} takes means of random games"
    if algorithm.name == "deepening":
        return "ranges are for one look at the tree: deepening looks again and again, and believes guesses meanwhile"
    if algorithm.is_against_all:
        return f"ranges are for searches of MAX, MIN and chance: {algorithm.name} turns the values round"
    return ""


def refuse_no_ranges(tree: Tree, algorithm: Algorithm) -> None:
    """Raise `BadInput` where there are no ranges to show of a search."""
    if reason := why_no_ranges(tree, algorithm):
        raise BadInput(reason)


def range_changes(tree: Tree, recording: Recorder) -> list[dict[int, Range]]:
    """For each step, the ranges that are new at it, of nodes with children just entered or narrowed by a leaf."""
    unseen = (float(tree.extent[0]), float(tree.extent[1])) if recording.algorithm.uses_bounds else ANYTHING
    ranges = Ranges(tree, unseen)
    entered: set[int] = set()
    changes, root = [], 0
    for step in recording.steps:
        if step.event == "enter" and not step.path:
            root = 0 if tree.node_name(0) == step.node else tree.parse(step.node)
            ranges.forget()
            entered.clear()
        s = root
        for child in step.path:
            s = int(tree.result(s, child))
        if step.event == "enter":
            entered.add(s)
            changed = [s]
        else:
            changed = ranges.see(s, _value(step)) if step.event == "leaf" else []
        changes.append({node: ranges.between[node] for node in changed if node in entered and tree.size[node]})
    return changes


def _value(step: Step) -> float:
    return float(step.value[0] if isinstance(step.value, tuple) else step.value)


def range_text(between: Range) -> str:
    """A range as it is written: [−∞, 3]."""
    return f"[{shown(between[0])}, {shown(between[1])}]"


def ranges_in_words(tree: Tree, changed: dict[int, Range]) -> str:
    """The ranges that are new at a step, from the root down: `A [3, 14], D [−∞, 14]`; empty where there are none."""
    return ", ".join(f"{tree.node_name(s)} {range_text(changed[s])}" for s in sorted(changed))


def ranges_json(tree: Tree, changed: dict[int, Range]) -> dict[str, Any]:
    """The same for a program: two numbers by the node's name, null for an infinite one."""
    return {tree.node_name(s): [finite_or_none(end) for end in changed[s]] for s in sorted(changed)}

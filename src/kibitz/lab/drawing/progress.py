"""How far a search of a tree has come, step by step, by the numbers of the nodes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from kibitz.errors import BadInput
from kibitz.game import CHANCE
from kibitz.games.tree import Tree
from kibitz.lab.drawing.placement import children_of
from kibitz.lab.recording import Recorder, Step

PlacedStep = tuple[int, Step]  # a step with the number of its node


@dataclass
class Known:
    """What a search knows of a node that it has reached."""

    value: Any
    alpha: float
    beta: float
    visits: int | None = None  # by simulations
    score: float | None = None  # its UCB1, while its parent selects


@dataclass
class Progress:
    """How far a search has come. `follow` takes it a step further."""

    tree: Tree
    known: dict[int, Known] = field(default_factory=dict)
    severed: set[int] = field(default_factory=set)  # children that are cut from their parents
    below: set[int] = field(default_factory=set)  # these children, and everything below them
    root: int = 0
    best: int | None = None  # the root's best child so far
    left: bool = False  # is the root left?
    walked: set[int] = field(default_factory=set)  # the nodes that the simulation has come to in the tree
    horizon: set[int] = field(default_factory=set)  # nodes that were only evaluated
    dropped: set[int] = field(default_factory=set)  # children that fall outside the beam
    played: set[int] = field(default_factory=set)  # and those of the random game that it goes on with
    _last: int = -1  # the node last left

    def follow(self, s: int, step: Step) -> set[int] | None:
        """Follow a step at a node; returns the nodes whose look may have changed, None for all of them."""
        began_again = step.event in ("enter", "round") and not step.path
        if began_again:
            self.known, self.severed, self.below = {}, set(), set()
            self.horizon, self.dropped = set(), set()
            self.root, self.best, self.left = s, None, False
            self.walked, self.played = set(), set()
        touched = {s}
        before = self.known.get(s)
        self.known[s] = Known(step.value, step.alpha, step.beta, step.visits)
        for child in step.cut:
            cut = _child(self.tree, s, child)
            self.severed.add(cut)
            touched.update(_subtree(self.tree, cut))
        for child in step.dropped:
            left_out = _child(self.tree, s, child)
            self.dropped.add(left_out)
            touched.update(_subtree(self.tree, left_out))
        self.below |= touched - {s}
        if step.event == "leaf" and self.tree.size[s]:
            self.horizon.add(s)
        if step.event == "enter" and s in self.below:  # cut when it was looked at before, and not this time
            again = set(_subtree(self.tree, s))
            self.severed.discard(s)
            self.below -= again
            touched |= again
        if step.event == "leave":
            self.left, self._last = not step.path, s
            touched |= {self.best} if self.left and self.best is not None else set()
        elif step.event == "update" and not step.path and self.tree.mover[s] != CHANCE:
            # Every search takes the first child, and a later one only where that changes the value.
            changed = before is None or before.value != step.value
            self.best = self._last if self.best is None or changed else self.best
        if step.simulation:
            touched |= self._simulated(s, step, before)
        return None if began_again else touched

    def _simulated(self, s: int, step: Step, before: Known | None) -> set[int]:
        """Follow a step of a simulation; returns the nodes whose look may have changed."""
        scored = {child for child, known in self.known.items() if known.score is not None}
        for child in scored:
            self.known[child].score = None
        touched = scored | self.played
        self.played = set()
        begins = len(step.path) == {"select": 0, "expand": 1}.get(step.event, -1)
        if begins or step.event == "choose":
            touched |= self.walked
            self.walked = set()
        for number, score in enumerate(step.scores):
            child = _child(self.tree, s, number)
            self.known[child].score = score
            touched.add(child)
        if step.event in ("select", "expand"):
            on_to = s if step.chosen is None else _child(self.tree, s, step.chosen)
            self.walked.add(on_to)
            touched.add(on_to)
        elif step.event == "simulate":
            self.known[s].value = None if before is None else before.value  # what one game brought is no mean
            self.played = set(_below(self.tree, s, step.moves))
            touched |= self.played
        elif step.event == "choose" and step.chosen is not None:
            self.best = _child(self.tree, s, step.chosen)
            touched.add(self.best)
        return touched


def placed_steps(tree: Tree, recording: Recorder | None) -> list[PlacedStep]:
    """The steps of a recording of a search of this tree, each with the number of its node."""
    placed = []
    start = 0
    for step in recording.steps if recording else ():
        if not step.path:
            start = _start(tree, step.node)
        s = start
        for child in step.path:
            s = _child(tree, s, child)
        if tree.node_name(s) != step.node:
            raise BadInput(f"the recording is of another tree: it has {step.node!r} where {tree.node_name(s)!r} is")
        placed.append((s, step))
    return placed


def _start(tree: Tree, name: str) -> int:
    """Where a search began; the paths of its steps begin there."""
    return 0 if tree.node_name(0) == name else tree.parse(name)


def _child(tree: Tree, s: int, child: int) -> int:
    if child >= tree.size[s]:
        raise BadInput(f"the recording is of another tree: {tree.node_name(s)!r} has no child {child + 1}")
    return int(tree.result(s, child))


def _below(tree: Tree, s: int, moves: tuple[int, ...]) -> Iterator[int]:
    """The nodes that moves lead to, as far as they are drawn."""
    for number in moves:
        if number >= tree.size[s]:
            return
        s = int(tree.result(s, number))
        yield s


def _subtree(tree: Tree, s: int) -> Iterator[int]:
    todo = [s]
    while todo:
        s = todo.pop()
        yield s
        todo += children_of(tree, s)

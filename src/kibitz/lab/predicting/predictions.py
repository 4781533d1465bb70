"""What a student is asked before each step of a search.

A question before step k follows from the steps before k and from which node step k is about, never from what step k or
a later one finds: whether something is asked must not tell what the answer is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from kibitz.errors import BadInput
from kibitz.games.tree import Tree
from kibitz.lab.recording import Step, shown
from kibitz.lab.tree_search import LabRun, children, kind_of, number_at
from kibitz.search.algorithm import Algorithm
from kibitz.search.needs import is_in_vectors

V, WINDOW, CUT, NEXT = "v", "window", "cut", "next"
ASKED = {
    V: "the value v after each child",
    WINDOW: "α and β",
    CUT: "is something cut?",
    NEXT: "the next leaf, where cuts are not asked; of simulations, the child that UCB1 selects",
}
EVERYTHING = "everything"
ALPHA, BETA = "alpha", "beta"
LABELS = {V: "v", ALPHA: "α", BETA: "β", CUT: "Cut?", NEXT: "Next"}
NUMBER, VECTOR, YES_NO, NAME = "number", "vector", "yes-no", "name"
NONE = "none"  # the answer where no leaf comes any more


def read_asked(given: str | Iterable[str]) -> tuple[str, ...]:
    """What is to be asked: `everything`, or some of v, window, cut and next, such as `v,cut`."""
    names = given.replace(",", " ").split() if isinstance(given, str) else list(given)
    if names == [EVERYTHING]:
        return tuple(ASKED)
    for name in names:
        if name not in ASKED:
            raise BadInput(f"{name!r} cannot be asked: expected some of {', '.join(ASKED)}, or {EVERYTHING}")
    if not names:
        raise BadInput(f"nothing is asked: expected some of {', '.join(ASKED)}, or {EVERYTHING}")
    return tuple(name for name in ASKED if name in names)


def can_ask(algorithm: Algorithm) -> tuple[str, ...]:
    """What a search can be asked about: windows and cuts only where it has some."""
    if algorithm.simulates:
        return V, NEXT
    window = (WINDOW,) if algorithm.cuts_ties is not None else ()
    return (V, *window, *((CUT,) if _cuts(algorithm) else ()), NEXT)


def _cuts(algorithm: Algorithm) -> bool:
    events = {event.partition(" ")[0] for event in algorithm.lines}
    return bool(events & {"prune", "too", "enough"})


def has_own_value(algorithm: Algorithm) -> bool:
    """Does a node have a v on the algorithm's page? In some forms of alpha-beta, α and β stand for it."""
    return not algorithm.answers_bound


def width_of(tree: Tree, algorithm: Algorithm) -> int:
    """How many numbers a value of this search is: one for each player where they have their own."""
    is_vector = algorithm.vector or (algorithm.simulates and is_in_vectors(tree))
    return tree.players if is_vector else 1


class Blank(NamedTuple):
    """One thing to fill in: its name, the label before it, how it is answered, and the names to choose from."""

    name: str
    label: str
    kind: str  # number, vector, yes-no or name
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Prediction:
    """What is asked before a step: one point for each blank. It does not hold the answers."""

    number: int  # from 1
    step: int  # the index of the step that shows the answer
    node: str
    prompt: str
    blanks: tuple[Blank, ...]

    def json(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return vars(self) | {"blanks": [blank._asdict() for blank in self.blanks]}


# ------------------------------------------------------------ asking


class _Shape(NamedTuple):
    """All that a question may know of the step that it is asked before."""

    node: str
    event: str
    line: int
    path: tuple[int, ...]


class _Asker:
    """Walks along a recording and asks, from what was seen so far."""

    def __init__(self, run: LabRun, asked: tuple[str, ...]) -> None:
        self.tree, self.algorithm, self.asked = run.tree, run.algorithm, asked
        self.before: Step | None = None
        self.entered: set[tuple[int, ...]] = set()
        self.visited: set[tuple[int, ...]] = set()
        self.backed_up: set[tuple[int, ...]] = set()
        self.simulated: Any = None
        self.leaves = {tuple(row["path"]) for row in run.nodes() if row["kind"] == "leaf"}

    def see(self, step: Step) -> None:
        """Take in a step that was shown."""
        self.before = step
        if step.event == "enter":
            self.entered.add(step.path)
        elif step.event == "leaf":
            self.visited.add(step.path)
            self.simulated = step.value
        elif step.event == "backup":
            self.backed_up.add(step.path)
        elif step.event == "simulate":
            self.simulated = step.value

    def questions(self, shape: _Shape) -> Iterator[tuple[str, str, tuple[Blank, ...]]]:
        """Node, prompt and blanks of what is asked before a step."""
        if self.algorithm.simulates:
            yield from self._of_simulations(shape)
            return
        before = self.before
        if before is None:
            return
        if before.event == "leaf" and NEXT in self.asked and not self.leaves <= self.visited:
            names = tuple(self._name(s) for s in range(1, len(self.tree.size)))
            is_leaf = before.path in self.leaves  # else the search stops here, at its depth limit
            ask = "Which leaf is visited next?" if is_leaf else "Which node is evaluated next?"
            blank = Blank(NEXT, "Next leaf" if is_leaf else "Next node", NAME, (*names, NONE))
            yield before.node, f"{before.node} is worth {shown(before.value)}. {ask}", (blank,)
        if self._is_settled_by_bounds(before):
            prompt = f"{before.node} has just been entered. Do the bounds cut its outcomes already?"
            yield before.node, prompt, (Blank(CUT, LABELS[CUT], YES_NO),)
        if shape.event == "enter" and self._has_window(shape.path):
            blanks = tuple(Blank(name, LABELS[name], NUMBER) for name in (ALPHA, BETA))
            yield shape.node, f"The search comes to {shape.node}: with which α and β?", blanks
        if shape.event == "update" and before.event == "leave" and before.path[:-1] == shape.path:
            yield from self._of_update(shape, before)
        elif shape.event == "update" and V in self.asked and self.algorithm.lines.get("settle") == shape.line:
            yield shape.node, f"{shape.node} makes up for what was left out: what is v?", (self._value(),)

    def _has_window(self, path: tuple[int, ...]) -> bool:
        """Is the window of a node asked for when it is entered? Not the root's, nor a leaf's."""
        is_asked = WINDOW in self.asked and self.algorithm.cuts_ties is not None
        return is_asked and bool(path) and bool(self.tree.size[number_at(self.tree, path)])

    def _is_settled_by_bounds(self, before: Step) -> bool:
        is_entered = self.algorithm.uses_bounds and CUT in self.asked and before.event == "enter"
        return is_entered and kind_of(self.tree, number_at(self.tree, before.path)) == "chance"

    def _of_update(self, shape: _Shape, child: Step) -> Iterator[tuple[str, str, tuple[Blank, ...]]]:
        """A child's value comes in: what does it change, and is the rest cut?"""
        kind = self._kind(shape)
        if kind == "only":
            return
        left = self._left(shape.path)
        blanks = [] if kind == "tighten" else self._numbers(kind)
        if left and CUT in self.asked and _cuts(self.algorithm) and kind != "averaged":
            blanks.append(Blank(CUT, f"Cut {_listed(left)}?", YES_NO))
        if blanks:
            prompt = (
                f"{child.node} comes back with {shown(child.value)}. What follows at {shape.node}, {self._who(shape)}?"
            )
            yield shape.node, prompt, tuple(blanks)

    def _numbers(self, kind: str) -> list[Blank]:
        own = {"max": ALPHA, "min": BETA}.get(kind)
        has_window = own is not None and self.algorithm.cuts_ties is not None
        if has_window and not has_own_value(self.algorithm):
            return [Blank(str(own), LABELS[str(own)], NUMBER)] if {V, WINDOW} & set(self.asked) else []
        value = [self._value()] if V in self.asked else []
        return value + ([Blank(str(own), LABELS[str(own)], NUMBER)] if has_window and WINDOW in self.asked else [])

    def _kind(self, shape: _Shape) -> str:
        """What sort of update a step is, by its line of the pseudo-code."""
        lines = self.algorithm.lines
        for event in ("only", "tighten"):
            if lines.get(event) == shape.line:
                return event
        found = [kind for kind in ("max", "min", "chance") if lines.get(f"update {kind}") == shape.line]
        if found == ["chance"] and not self.algorithm.uses_bounds:
            return "averaged"  # nothing can be cut there
        return found[0] if len(found) == 1 else ""

    def _of_simulations(self, shape: _Shape) -> Iterator[tuple[str, str, tuple[Blank, ...]]]:
        below = tuple(self._name(s) for s in children(self.tree, number_at(self.tree, shape.path)))
        lines = self.algorithm.lines
        if shape.event == "select" and NEXT in self.asked and shape.line == lines["select"]:
            prompt = f"The simulation is at {shape.node}: which child does UCB1 select?"
            yield shape.node, prompt, (Blank(NEXT, "Child", NAME, below),)
        elif shape.event == "choose" and NEXT in self.asked:
            yield shape.node, "All simulations are run: which move is chosen?", (Blank(NEXT, "Move", NAME, below),)
        elif shape.event == "backup" and V in self.asked and shape.path in self.backed_up:
            prompt = f"The simulation ended with {shown(self.simulated)}. What is the mean at {shape.node} now?"
            yield shape.node, prompt, (self._value(),)

    def _value(self) -> Blank:
        label = "mean" if self.algorithm.simulates else LABELS[V]
        return Blank(V, label, VECTOR if width_of(self.tree, self.algorithm) > 1 else NUMBER)

    def _left(self, path: tuple[int, ...]) -> list[str]:
        """The children of a node that the search has not come to yet."""
        below = children(self.tree, number_at(self.tree, path))
        return [self._name(s) for place, s in enumerate(below) if (*path, place) not in self.entered]

    def _who(self, shape: _Shape) -> str:
        kind = kind_of(self.tree, number_at(self.tree, shape.path))
        if kind == "chance":
            return "a chance node"
        if kind == "player":
            return f"a node of player {int(self.tree.mover[number_at(self.tree, shape.path)]) + 1}"
        return f"a {kind.upper()} node"

    def _name(self, s: int) -> str:
        return self.tree.node_name(s)


def _listed(names: list[str]) -> str:
    if len(names) > 4:
        return f"the other {len(names)} children"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def predictions(run: LabRun, asked: tuple[str, ...]) -> tuple[Prediction, ...]:
    """Every question about a run, in the order of the search."""
    asker, made = _Asker(run, asked), list[Prediction]()
    for step in run.recorder.steps:
        for node, prompt, blanks in asker.questions(_Shape(step.node, step.event, step.line, step.path)):
            made.append(Prediction(len(made) + 1, step.index, node, prompt, blanks))
        asker.see(step)
    return tuple(made)

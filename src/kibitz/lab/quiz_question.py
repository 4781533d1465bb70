"""What a kind of question is: asked about a tree, answered in a form, graded with the step that shows why.

A kind is one file in `quizzes/` with one class derived from `Question`. Its class attributes say what it is called and
which random trees it can be about; its properties are what is asked, how it is answered, and what is right. The page,
the sheet, the class link and the room know no kind by name: they go by the `Form`.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar

from kibitz.errors import BadInput
from kibitz.games.tree import Tree
from kibitz.lab.quiz_answers import CHOICE, EDGES, NUMBERS, Field, Form
from kibitz.lab.quiz_trees import MIXED, Wishes, drawn_trees, trees_for
from kibitz.lab.random_trees import OPPONENTS
from kibitz.lab.recording import Recorder, Step, finite_or_none
from kibitz.lab.tree_search import Simulated, children, kind_of, number_at, recorded
from kibitz.lab.tree_text import canonical
from kibitz.search.algorithm import Algorithm
from kibitz.search.textbook.alphabeta import VARIANTS

ROUNDING = 1e-9  # far below the difference of any two values of a random tree


@dataclass(frozen=True)
class Evidence:
    """A search of a tree whose steps show what is right."""

    tree: Tree
    algorithm: Algorithm

    @cached_property
    def recorder(self) -> Recorder:
        """Every step of it."""
        return recorded(self.tree, self.algorithm, simulated=Simulated.of(self.algorithm))[1]

    @property
    def steps(self) -> list[Step]:
        """Every step of it, in order."""
        return self.recorder.steps

    @property
    def visited(self) -> list[str]:
        """The names of the leaves, in the order of the visits."""
        return [self.tree.node_name(number_at(self.tree, path)) for path in self.recorder.leaf_paths]

    @property
    def is_exact(self) -> bool:
        """Would exact fractions lead to the same cuts? Not where bounds meet but for rounding, in an empty window."""
        if not self.algorithm.uses_bounds:
            return True
        return all(step.beta - step.alpha > ROUNDING for step in self.steps if step.event == "enter")

    def json(self) -> dict[str, Any]:
        """The request to the lab that shows it."""
        variant = next((name for name, form in VARIANTS.items() if form is self.algorithm), None)
        bounds = [float(bound) for bound in self.tree.extent] if self.tree.has_given_bounds else None
        told = {"tree": canonical(self.tree.node(0)), "algorithm": self.algorithm.name}
        return told | ({"variant": variant} if variant else {}) | ({"bounds": bounds} if bounds else {})


@dataclass(frozen=True)
class Grade:
    """What an answer is worth. `step` is where the recording of `evidence` shows the first mistake."""

    right: bool
    sentence: str
    expected: Any
    step: int | None = None
    missed: list[str] = field(default_factory=list)  # edges that were not marked
    wrong: list[str] = field(default_factory=list)  # edges that were marked and should not be
    gone: list[str] = field(default_factory=list)  # below a marked cut, so gone with it: neither right nor wrong
    evidence: Evidence | None = None  # None: the question's own

    def json(self) -> dict[str, Any]:
        """Plain data for JSON; `shows` is the request to the lab for the search of which `step` is one."""
        told = {name: value for name, value in vars(self).items() if name != "evidence"}
        return told | {"shows": self.evidence.json() if self.evidence else None}


class Question(ABC):
    """One question. The same seed and wishes always give the same one."""

    kind: ClassVar[str]  # its name, in a link
    title: ClassVar[str]  # what it asks for, in a list
    rank: ClassVar[int]  # its place in lists: the lowest come first
    trees: ClassVar[tuple[str, ...]] = (OPPONENTS,)  # the kinds of random trees that it can be about
    needs_tree: ClassVar[bool] = True  # can it be asked about a tree of one's own?
    has_forms: ClassVar[bool] = False  # does the form of alpha-beta matter?

    def __init__(self, seed: int, tree: Tree, wishes: Wishes) -> None:
        self.seed = seed
        self.tree = tree
        self.wishes = wishes

    # ------------------------------------------------------------ what a kind must say

    @property
    @abstractmethod
    def evidence(self) -> Evidence:
        """The search whose steps show what is right."""

    @property
    @abstractmethod
    def sentence(self) -> str:
        """What is asked."""

    @property
    @abstractmethod
    def form(self) -> Form:
        """What it is answered with."""

    @property
    @abstractmethod
    def answer(self) -> Any:
        """What is right, as the form reads it."""

    @abstractmethod
    def graded(self, given: Any) -> Grade:
        """The grade of an answer that the form has read; a wrong one with the step that shows why."""

    # ------------------------------------------------------------ what a kind may say

    @classmethod
    def reason_against(cls, tree: Tree) -> str:
        """Why this cannot be asked about a tree, in a sentence; empty where it can."""
        return ""

    @classmethod
    def tries(cls, seed: int, wishes: Wishes) -> Iterator[Question]:
        """Questions about random trees that follow from a seed; the first that is telling is asked."""
        for tree in _trees(cls, seed, wishes):
            if not cls.reason_against(tree):
                yield cls(seed, tree, wishes)

    @property
    def is_telling(self) -> bool:
        """Is there something to find out? Random trees are drawn until there is."""
        return True

    @property
    def node(self) -> str | None:
        """The node that is pointed at in the drawing, if there is one."""
        return None

    @property
    def drawing(self) -> str:
        """What is asked about, as SVG."""
        from kibitz.lab.drawing import tree_svg  # not every question is drawn

        return tree_svg(self.tree, blank=True)

    @property
    def solved(self) -> tuple[Evidence, int | None]:
        """What is drawn beside the answer on a sheet: a search, at a step or at its end."""
        return self.evidence, None

    @property
    def solution_drawing(self) -> str:
        """The answer, drawn."""
        from kibitz.lab.drawing import tree_svg

        evidence, step = self.solved
        return tree_svg(evidence.tree, evidence.recorder, step)

    @property
    def solution(self) -> str:
        """The answer as it is printed."""
        label = f"{self.form.label}: " if self.form.label and self.form.shape != NUMBERS else ""
        if self.form.shape == NUMBERS and len(self.form.fields) == 1:
            label = f"{self.form.fields[0].label}: "
        return label + self.form.text(self.answer)

    # ------------------------------------------------------------ the same for all

    @property
    def text(self) -> str:
        """The tree in brackets."""
        return canonical(self.tree.node(0))

    @property
    def algorithm(self) -> Algorithm:
        """The search whose recording shows the answer."""
        return self.evidence.algorithm

    @property
    def recorder(self) -> Recorder:
        """Every step of that search."""
        return self.evidence.recorder

    @property
    def variant(self) -> str:
        """The form of alpha-beta."""
        return self.wishes.variant

    @property
    def edges(self) -> list[str]:
        """All nodes but the root: the children at the ends of the edges."""
        return [self.tree.node_name(s) for s in range(1, len(self.tree.size))]

    @property
    def root(self) -> str:
        """The name of the root."""
        return self.tree.node_name(0)

    def dice(self) -> random.Random:
        """What decides where there is something to choose: the same throws for the same seed."""
        return random.Random(self.seed)

    def grade(self, given: Any) -> Grade:
        """Grade an answer as a person gave it; `BadInput` where it is not an answer to this question."""
        grade = self.graded(self.form.read(given))
        return grade if grade.evidence else replace(grade, evidence=self.evidence)

    def names_of_children(self, s: int = 0) -> tuple[str, ...]:
        """The names of a node's children."""
        return tuple(self.tree.node_name(child) for child in children(self.tree, s))

    def mover(self, s: int = 0) -> str:
        """Who moves at a node, in a sentence: MAX, MIN, or player 2."""
        kind = kind_of(self.tree, s)
        return f"player {int(self.tree.mover[s]) + 1}" if kind == "player" else kind.upper()

    def json(self) -> dict[str, Any]:
        """The question without its drawing."""
        return {
            "kind": self.kind,
            "title": self.title,
            "seed": self.seed,
            "tree": self.text,
            "variant": self.variant,
            "algorithm": self.algorithm.name,
            "sentence": self.sentence,
            "trees": self.wishes.trees,
            "node": self.node,
            "at": "",
            "after": None,
            "form": self.form.json(),
            "parents": self.parents,
            "parts_to_click": [f"edge:{name}" for name in self.form.choices] if self.form.shape == EDGES else [],
        }

    @cached_property
    def parents(self) -> dict[str, str]:
        """The parent of every node but the root, by name."""
        return {
            self.tree.node_name(child): self.tree.node_name(s)
            for s in range(len(self.tree.size))
            for child in children(self.tree, s)
        }


def ask(kind: type[Question], seed: int, wishes: Wishes) -> Question:
    """A question of that kind: about the tree that is wished for, or the first random one that is telling."""
    if wishes.tree is not None:
        if why := kind.reason_against(wishes.tree):
            raise BadInput(why)
        asked = kind(seed, wishes.tree, wishes)
        _ = asked.sentence  # what is wished for and cannot be is refused now
        return asked
    for asked in kind.tries(seed, wishes):
        if asked.is_telling:
            return asked
    size = f"depth {wishes.depth} and branching {wishes.branching}"
    raise BadInput(f"no tree of {size} was found to ask for {kind.title.lower()}: try another seed or size")


def _trees(kind: type[Question], seed: int, wishes: Wishes) -> Iterator[Tree]:
    if wishes.trees not in (MIXED, *kind.trees):
        known = ", ".join((*kind.trees, MIXED))
        raise BadInput(f"{kind.kind!r} cannot be asked about trees of kind {wishes.trees!r}: expected {known}")
    return drawn_trees(seed, wishes, trees_for(kind.trees, seed, wishes))


# ------------------------------------------------------------ forms and grades that many kinds share


def one_number(label: str, said: str = "", players: int = 1) -> Form:
    """A form with one number to type, or one vector."""
    return Form(NUMBERS, label, (Field("value", label, said or label, players=players),))


def node_choice(label: str, names: tuple[str, ...]) -> Form:
    """A form in which one of these nodes is chosen, by its name or in the drawing."""
    return Form(CHOICE, label, choices=names, are_nodes=True)


def plain(value: Any) -> Any:
    """A value for JSON."""
    return list(value) if isinstance(value, tuple) and value and isinstance(value[0], str) else finite_or_none(value)

"""What are α and β at a node, when it is entered or after the search has come back from a child?"""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from math import inf
from typing import Any

from kibitz.errors import BadInput
from kibitz.game import MAX
from kibitz.games.tree import Tree
from kibitz.lab.quiz_answers import NUMBERS, Field, Form, same
from kibitz.lab.quiz_question import Evidence, Grade, Question
from kibitz.lab.quiz_trees import about_the_search, entered, known_windows
from kibitz.lab.recording import Step, finite_or_none, shown
from kibitz.lab.tree_search import number_at, number_of
from kibitz.native.override import override
from kibitz.search.textbook.alphabeta import ALPHABETA, VARIANTS

SIGNS = {"alpha": "α", "beta": "β"}
LATER = 0.5  # how often a window is asked for after a return, where there is one


class Window(Question):
    """α and β at a node, at a step of alpha-beta: on entry, or after the return from a child."""

    kind, title, rank = "window", "α and β at a node", 30
    has_forms = True

    @classmethod
    @override
    def reason_against(cls, tree: Tree) -> str:
        return ALPHABETA.reason_against(tree)

    @cached_property
    @override
    def evidence(self) -> Evidence:
        return Evidence(self.tree, VARIANTS[self.variant])

    @cached_property
    def step(self) -> Step:
        """The step after which the window is asked for."""
        steps = entered(self.recorder)
        if self.wishes.node is not None:
            return self._wished(self.wishes.node, steps)
        if self.wishes.after is not None:
            raise BadInput(f"after {self.wishes.after!r} says when, not where: expected the name of a node too")
        dice = self.dice()
        choices = known_windows(self.tree, self.recorder) or list(steps)
        at_entry = steps[choices[dice.randrange(len(choices))]]
        returns = [step for step in self._returns().values() if step.path]
        later = [step for step in returns if step.alpha > -inf or step.beta < inf]
        return later[dice.randrange(len(later))] if later and dice.random() < LATER else at_entry

    def _wished(self, node: str, steps: dict[str, Step]) -> Step:
        name = self.tree.node_name(number_of(self.tree, node))
        if name not in steps:
            cut = f"{name!r} is never entered: alpha-beta cuts it, so it has no α and β"
            raise BadInput(f"{cut}; expected another node")
        if self.wishes.after is None:
            return steps[name]
        child = self.tree.node_name(number_of(self.tree, self.wishes.after))
        step = self._returns().get(child)
        if step is None or step.node != name:
            raise BadInput(f"alpha-beta does not go on at {name} after {child}: expected a child that it returns from")
        return step

    def _returns(self) -> dict[str, Step]:
        """The step after each return at which the search goes on at the parent, by the name of the child."""
        steps = self.recorder.steps
        return {
            before.node: step
            for before, step in pairwise(steps)
            if step.event == "update" and before.event == "leave" and not self._cuts(step)
        }

    def _cuts(self, step: Step) -> bool:
        """Is the search through with a node at this step, even where no child is left to cut?"""
        is_max = self.tree.mover[number_at(self.tree, step.path)] == MAX
        beyond = step.value - step.beta if is_max else step.alpha - step.value
        return bool(beyond > 0 or (self.algorithm.cuts_ties and beyond == 0))

    @property
    @override
    def node(self) -> str:
        return self.step.node

    @property
    def after(self) -> str | None:
        """The child that the search has returned from; None where the node is just entered."""
        return None if self.step.event == "enter" else self.recorder.steps[self.step.index - 1].node

    @property
    def at(self) -> str:
        """When the window is asked for."""
        return f"after the search has returned from {self.after}" if self.after else "when it is first entered"

    @property
    @override
    def sentence(self) -> str:
        return f"{about_the_search(self.tree, self.algorithm)} What are α and β at {self.node} {self.at}?"

    @property
    @override
    def form(self) -> Form:
        fields = [Field(name, sign, f"{sign} at {self.node}", is_bound=True) for name, sign in SIGNS.items()]
        return Form(NUMBERS, "Window", tuple(fields))

    @property
    @override
    def answer(self) -> tuple[float, float]:
        return self.step.alpha, self.step.beta

    @property
    @override
    def solved(self) -> tuple[Evidence, int]:
        return self.evidence, self.step.index

    @override
    def json(self) -> dict[str, Any]:
        return super().json() | {"at": self.at, "after": self.after}

    @override
    def graded(self, given: Any) -> Grade:
        truth = dict(zip(SIGNS.values(), self.answer, strict=True))
        typed = dict(zip(SIGNS.values(), given, strict=True))
        expected = {name: finite_or_none(bound) for name, bound in zip(SIGNS, self.answer, strict=True)}
        mistakes = [sign for sign in truth if not same(typed[sign], truth[sign])]
        window = f"α = {shown(truth['α'])} and β = {shown(truth['β'])} at {self.node}"
        if not mistakes:
            return Grade(True, f"Right: {window}.", expected)
        sign = mistakes[0]
        sentence = f"{window}: {sign} is not {shown(typed[sign])}. {self._origin(sign)}"
        return Grade(False, sentence, expected, self.step.index)

    def _origin(self, sign: str) -> str:
        """Where the end of a window comes from: the last node above that moved it, or the node itself."""
        bound = self.step.alpha if sign == "α" else self.step.beta
        if abs(bound) == inf:
            who = "MAX" if sign == "α" else "MIN"
            return f"No {who} node on the way to {self.node} has a child behind it yet, so {sign} is {shown(bound)}."
        path = self.step.path
        above = [step for step in self.recorder.steps[: self.step.index + 1] if path[: len(step.path)] == step.path]
        moved = [s for s in above if s.event == "update" and (s.alpha if sign == "α" else s.beta) == bound]
        place = "It comes from above" if moved[0].path != path else "It was set here"
        return f"{place}: {moved[0].sentence}"

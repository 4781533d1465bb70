"""Which leaf does the search visit next?"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from kibitz.errors import BadInput
from kibitz.games.tree import Tree
from kibitz.lab.quiz_answers import Form
from kibitz.lab.quiz_question import Evidence, Grade, Question, node_choice
from kibitz.lab.quiz_trees import about_the_search, cutting_search
from kibitz.lab.random_trees import DICE, OPPONENTS
from kibitz.lab.recording import Step
from kibitz.lab.tree_search import number_at
from kibitz.native.override import override

NONE = "none: it ends"


class NextLeaf(Question):
    """The leaf that a search with cuts visits after a step in the middle of it."""

    kind, title, rank = "next", "The next leaf", 50
    trees = (OPPONENTS, DICE)
    has_forms = True

    @classmethod
    @override
    def reason_against(cls, tree: Tree) -> str:
        few = "expected a tree with two leaves or more"
        return "" if sum(tree.size == 0) > 1 else f"there is no next leaf in a tree of one: {few}"

    @cached_property
    @override
    def evidence(self) -> Evidence:
        return Evidence(*cutting_search(self.tree, self.variant))

    @cached_property
    def written(self) -> list[str]:
        """All leaves from left to right."""
        paths = []
        todo: list[tuple[int, ...]] = [()]
        while todo:
            path = todo.pop()
            size = int(self.tree.size[number_at(self.tree, path)])
            todo += [(*path, child) for child in reversed(range(size))]
            paths += [] if size else [path]
        return [self.tree.node_name(number_at(self.tree, path)) for path in paths]

    @cached_property
    def place(self) -> int:
        """The number of the last leaf visited, among the visits; mostly one after which something is cut."""
        visited = self.evidence.visited
        if self.wishes.after is not None:
            if self.wishes.after not in visited:
                raise BadInput(f"{self.wishes.after!r} is not visited: expected one of {', '.join(visited)}")
            return visited.index(self.wishes.after)
        dice = self.dice()
        if self._jumps and dice.random() < 0.75:
            return self._jumps[dice.randrange(len(self._jumps))]
        return dice.randrange(len(visited))

    @cached_property
    def _jumps(self) -> list[int]:
        """The visits after which the next leaf to the right is not the next one visited."""
        visited, written = self.evidence.visited, [*self.written, NONE]
        following = [*visited[1:], NONE]
        return [n for n, name in enumerate(visited) if following[n] != written[written.index(name) + 1]]

    @property
    @override
    def is_telling(self) -> bool:
        return bool(self._jumps) and self.evidence.is_exact

    @cached_property
    def last(self) -> Step:
        """The step at which the last leaf is left."""
        leaves = [step for step in self.recorder.steps if step.event == "leave" and step.path in self._leaf_paths]
        return leaves[self.place]

    @property
    def _leaf_paths(self) -> set[tuple[int, ...]]:
        return set(self.recorder.leaf_paths)

    @property
    @override
    def node(self) -> str:
        return self.evidence.visited[self.place]

    @property
    @override
    def drawing(self) -> str:
        from kibitz.lab.drawing import tree_svg  # not every question is drawn

        return tree_svg(self.evidence.tree, self.recorder, self.last.index, blank=True)

    @property
    @override
    def sentence(self) -> str:
        asked = f"It has just visited {self.node}. Which leaf does it visit next?"
        return f"{about_the_search(self.evidence.tree, self.algorithm)} {asked}"

    @property
    @override
    def form(self) -> Form:
        seen = set(self.evidence.visited[: self.place + 1])
        return node_choice("Next leaf", (*(name for name in self.written if name not in seen), NONE))

    @property
    @override
    def answer(self) -> str:
        return [*self.evidence.visited, NONE][self.place + 1]

    @property
    @override
    def solved(self) -> tuple[Evidence, int]:
        return self.evidence, self._settles.index

    @property
    def _settles(self) -> Step:
        """The step at which it shows: the visit of the next leaf, or the end."""
        later = self.recorder.steps[self.last.index + 1 :]
        return next((step for step in later if step.event == "leaf"), self.recorder.steps[-1])

    @override
    def graded(self, given: Any) -> Grade:
        if given == self.answer:
            return Grade(True, f"Right: {self._said(self.answer)}.", self.answer)
        between = self.recorder.steps[self.last.index + 1 : self._settles.index]
        cuts = [step for step in between if step.event == "prune" and self._is_below(given, step)]
        if cuts:
            sentence = f"{given} is never visited: {self._said(self.answer)}. {cuts[0].sentence}"
            return Grade(False, sentence, self.answer, cuts[0].index)
        sentence = f"{self._said(self.answer)}, not {given}. {self._settles.sentence}"
        return Grade(False, f"{sentence[0].upper()}{sentence[1:]}", self.answer, self._settles.index)

    def _said(self, name: str) -> str:
        return "the search ends" if name == NONE else f"{name} is next"

    def _is_below(self, name: str, step: Step) -> bool:
        """Is a node among those that a step cuts off?"""
        tops = [self.tree.node_name(number_at(self.tree, (*step.path, child))) for child in step.cut]
        above: str | None = name
        while above is not None and above not in tops:
            above = self.parents.get(above)
        return above is not None

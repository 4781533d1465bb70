"""What is the root worth?"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from kibitz.games.tree import Tree
from kibitz.lab.editing import Edit, edited
from kibitz.lab.quiz_answers import Form, same
from kibitz.lab.quiz_question import Evidence, Grade, Question, one_number, plain
from kibitz.lab.quiz_trees import full_search, with_names
from kibitz.lab.random_trees import DICE, OPPONENTS, PLAYERS
from kibitz.lab.recording import shown
from kibitz.lab.tree_search import lab_tree, recorded
from kibitz.native.override import override
from kibitz.search.textbook.minimax import MINIMAX


class Value(Question):
    """The value of the root, by minimax, expectimax, expectiminimax or maxⁿ."""

    kind, title, rank = "value", "The root's value", 10
    trees = (OPPONENTS, DICE, PLAYERS)

    @cached_property
    @override
    def evidence(self) -> Evidence:
        return Evidence(self.tree, full_search(self.tree))

    @property
    @override
    def sentence(self) -> str:
        return f"What is the value of the root, {self.root}, by {self.algorithm.title.lower()}?"

    @property
    @override
    def node(self) -> str:
        return self.root

    @property
    @override
    def form(self) -> Form:
        return one_number("Value", "Value of the root", len(self.answer) if isinstance(self.answer, tuple) else 1)

    @property
    @override
    def answer(self) -> Any:
        return self.recorder.steps[-1].value

    @override
    def graded(self, given: Any) -> Grade:
        truth = self.answer
        if same(given, truth):
            return Grade(True, f"Right: {self.root} is worth {shown(truth)}.", plain(truth))
        steps = self.recorder.steps
        settles = next((s for s in steps if not s.path and s.event == "update" and s.value == truth), None)
        why = f" {settles.sentence}" if settles else ""
        sentence = f"{self.root} is worth {shown(truth)}, not {shown(given)}.{why}{self._mix_up(given)}"
        return Grade(False, sentence, plain(truth), settles.index if settles else steps[-1].index)

    def _mix_up(self, given: Any) -> str:
        """What the answer would be right for."""
        if self.algorithm is MINIMAX:
            swapped = lab_tree(edited(self.text, Edit("kind")))
            if same(given, recorded(swapped, MINIMAX)[0].value):
                return f" {shown(given)} is what it would be with MAX and MIN swapped."
        elif self.tree.facts.chance:
            alike = self._with_equal_chances()
            if same(given, recorded(alike, full_search(alike))[0].value):
                return f" {shown(given)} is what it would be if all outcomes were equally likely."
        return ""

    def _with_equal_chances(self) -> Tree:
        root = with_names(self.tree)
        todo = [root]
        for node in todo:
            todo += node.children
            for child in node.children:
                child.probability = 1 / len(node.children)
        return Tree.from_node(root)

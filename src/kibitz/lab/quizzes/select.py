"""Which child does UCB1 select next?"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from kibitz.errors import BadInput
from kibitz.game import CHANCE
from kibitz.games.tree import Tree
from kibitz.lab.quiz_answers import Form
from kibitz.lab.quiz_question import Evidence, Grade, Question, node_choice
from kibitz.lab.random_trees import DICE, OPPONENTS, PLAYERS
from kibitz.lab.recording import Step, shown
from kibitz.native.override import override
from kibitz.search.textbook.montecarlo import EXPLORATION, MONTECARLO

CLEAR = 0.02  # of what is at stake: how much greater than any other the UCB1 that is asked for must be


class Select(Question):
    """The child of the root that UCB1 selects next, in the middle of a Monte Carlo tree search."""

    kind, title, rank = "select", "What UCB1 selects", 100
    trees = (OPPONENTS, DICE, PLAYERS)

    @classmethod
    @override
    def reason_against(cls, tree: Tree) -> str:
        if tree.size[0] > 1 and tree.mover[0] != CHANCE and tree.extent[0] < tree.extent[1]:
            return ""
        expected = "expected a player with two children, and leaves of different worth"
        return f"UCB1 has nothing to select at {tree.node_name(0)}: {expected}"

    @cached_property
    @override
    def evidence(self) -> Evidence:
        return Evidence(self.tree, MONTECARLO)

    @property
    @override
    def is_telling(self) -> bool:
        return bool(self._clear)

    @cached_property
    def _clear(self) -> list[Step]:
        return [step for step in self.recorder.steps if not step.path and self._is_clear(step.scores)]

    @cached_property
    def selection(self) -> Step:
        """The step at the root whose selection is asked for: one where no other child comes close."""
        if not self._clear:
            raise BadInput(f"UCB1 never has a clear choice at {self.root}: expected children that differ more")
        return self._clear[self.dice().randrange(len(self._clear))]

    def _is_clear(self, scores: tuple[float, ...]) -> bool:
        best = sorted(scores)[-2:]
        return len(best) == 2 and best[1] - best[0] > CLEAR * self._at_stake

    @property
    def _at_stake(self) -> float:
        least, most = self.tree.stakes(0, int(self.tree.mover[0]))
        return float(most) - float(least)

    @property
    @override
    def drawing(self) -> str:
        from kibitz.lab.drawing import tree_at  # not every question is drawn

        return tree_at(self.tree, self.recorder, self.selection.index - 1)

    @property
    @override
    def sentence(self) -> str:
        so_far = f"After {self.selection.visits} simulations n is a node's number of visits, and v their mean."
        negative = " MIN's means count negative." if self.tree.facts.zero_sum and self.tree.mover[0] == 1 else ""
        c = f"c = {shown(EXPLORATION * self._at_stake, digits=3)}"
        return f"{so_far}{negative} With {c}, which child of {self.root} does UCB1 select next?"

    @property
    @override
    def form(self) -> Form:
        return node_choice("Selected", self.names_of_children())

    @property
    @override
    def answer(self) -> str:
        return self.tree.node_name(int(self.tree.result(0, self.selection.chosen or 0)))

    @property
    @override
    def solved(self) -> tuple[Evidence, int]:
        return self.evidence, self.selection.index

    @override
    def graded(self, given: Any) -> Grade:
        why = self.selection.sentence.partition("UCB1")[2]
        if given == self.answer:
            return Grade(True, f"Right: UCB1{why}", self.answer)
        sentence = f"{self.answer} is selected, not {given}: UCB1{why}"
        return Grade(False, sentence, self.answer, self.selection.index)

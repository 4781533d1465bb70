"""Which move should the player at the root make?"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from kibitz.game import CHANCE
from kibitz.games.tree import Tree
from kibitz.lab.quiz_answers import Form, listed, same
from kibitz.lab.quiz_question import Evidence, Grade, Question, node_choice
from kibitz.lab.quiz_trees import full_search
from kibitz.lab.random_trees import DICE, OPPONENTS, PLAYERS
from kibitz.lab.recording import Step, shown
from kibitz.native.override import override


class Move(Question):
    """The best move at the root, where everybody plays best: with an opponent, with chance, or with several players."""

    kind, title, rank = "move", "The best move", 40
    trees = (OPPONENTS, DICE, PLAYERS)

    @classmethod
    @override
    def reason_against(cls, tree: Tree) -> str:
        if tree.size[0] > 1 and tree.mover[0] != CHANCE:
            return ""
        return f"there is no move to choose at {tree.node_name(0)}: expected a player with two children"

    @cached_property
    @override
    def evidence(self) -> Evidence:
        return Evidence(self.tree, full_search(self.tree))

    @property
    @override
    def is_telling(self) -> bool:
        return len(self.best) == 1

    @cached_property
    def left(self) -> dict[str, Step]:
        """The step at which each child of the root is left, by its name."""
        return {step.node: step for step in self.recorder.steps if step.event == "leave" and len(step.path) == 1}

    def _own(self, name: str) -> float:
        """What a child is worth to the player at the root: the more the better."""
        value, mover = self.left[name].value, int(self.tree.mover[0])
        if isinstance(value, tuple):
            return float(value[mover])
        return float(value if mover == 0 else -value)

    @cached_property
    def best(self) -> list[str]:
        """The moves that no other is better than."""
        most = max(map(self._own, self.left))
        return [name for name in self.left if same(self._own(name), most)]

    @property
    @override
    def sentence(self) -> str:
        mover = f"{self.mover()[0].upper()}{self.mover()[1:]}"
        asked = f"Which move is best, by {self.algorithm.title.lower()}?"
        return f"{mover} moves at {self.root}, and everybody plays best. {asked}"

    @property
    @override
    def form(self) -> Form:
        return node_choice("Best move", self.names_of_children())

    @property
    @override
    def answer(self) -> str:
        return self.best[0]

    @override
    def graded(self, given: Any) -> Grade:
        worth = {name: shown(self.left[name].value) for name in self.left}
        alike = f" {listed(self.best)} are equally good." if len(self.best) > 1 else ""
        if given in self.best:
            return Grade(True, f"Right: {given} is worth {worth[given]}, and no move is better.{alike}", self.answer)
        reply = f"{given} is worth {worth[given]}, but {self.answer} is worth {worth[self.answer]}"
        better = f"which is better for {self.mover()}"
        later = max(self.left[given], self.left[self.answer], key=lambda step: step.index)
        settles = self.recorder.steps[later.index + 1]
        return Grade(False, f"{reply}, {better}. {settles.sentence}{alike}", self.answer, settles.index)

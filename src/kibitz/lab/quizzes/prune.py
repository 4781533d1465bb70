"""Which branches are cut?"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from kibitz.lab.quiz_answers import EDGES, Form, listed
from kibitz.lab.quiz_question import Evidence, Grade, Question
from kibitz.lab.quiz_trees import about_the_search, cutting_search, entered
from kibitz.lab.random_trees import DICE, OPPONENTS, PLAYERS
from kibitz.lab.recording import Step, shown
from kibitz.lab.tree_search import children, number_at
from kibitz.native.override import override

NOTHING_CUT = "nothing is cut"


class Prune(Question):
    """The branches that alpha-beta cuts; Star1 where there is chance, shallow pruning where players are several.

    Of a pruned subtree only the edge at its top is asked for. An edge marked deeper inside is gone with it: it does not
    count if the one at the top is marked too, and is wrong if it is not.
    """

    kind, title, rank = "prune", "What is pruned", 20
    trees = (OPPONENTS, DICE, PLAYERS)
    has_forms = True

    @cached_property
    @override
    def evidence(self) -> Evidence:
        return Evidence(*cutting_search(self.tree, self.variant))

    @property
    @override
    def sentence(self) -> str:
        asked = "Which branches does it prune? Where a part is cut off, mark only the branch at its top."
        return f"{about_the_search(self.evidence.tree, self.algorithm)} {asked}"

    @property
    @override
    def is_telling(self) -> bool:
        return bool(self.cutting) and self.evidence.is_exact

    @property
    @override
    def form(self) -> Form:
        return Form(EDGES, "Pruned", choices=tuple(self.edges), nothing=NOTHING_CUT)

    @property
    @override
    def answer(self) -> tuple[str, ...]:
        return tuple(self.cutting)

    @cached_property
    def cutting(self) -> dict[str, Step]:
        """The step that cuts each child that is cut from its parent, by the child's name."""
        steps: dict[str, Step] = {}
        for step in self.recorder.steps:
            parent = number_at(self.tree, step.path)
            for child in step.cut:
                steps[self.tree.node_name(int(self.tree.result(parent, child)))] = step
        return steps

    @override
    def graded(self, given: Any) -> Grade:
        truth, tops = list(self.answer), self._tops()
        missed = [name for name in truth if name not in given]
        extra = [name for name in given if name not in truth]
        gone = [name for name in extra if tops.get(name) in given]
        wrong = [name for name in extra if name not in gone]
        if not missed and not wrong:
            how_many = NOTHING_CUT if not truth else f"{listed(truth)} {'is' if len(truth) == 1 else 'are'} cut"
            also = "".join(f" {name} is gone with {tops[name]} already." for name in gone[:1])
            return Grade(True, f"Right: {how_many}.{also}", truth, gone=gone)
        mistakes = [self._missed(name) for name in missed] + [self._wrong(name, tops.get(name)) for name in wrong]
        step, sentence = min(mistakes, key=lambda mistake: mistake[0])
        return Grade(False, sentence, truth, step, missed, wrong, gone)

    def _missed(self, name: str) -> tuple[int, str]:
        step = self.cutting[name]
        return step.index, f"{name} is cut, and you missed it. {step.sentence}"

    def _wrong(self, name: str, top: str | None) -> tuple[int, str]:
        if top is not None:
            step = self.cutting[top]
            return step.index, f"{name} is gone, but the cut is above it, at {top}. {step.sentence}"
        begun = entered(self.recorder)[name]
        is_leaf = not self.tree.size[number_at(self.tree, begun.path)]
        step = self.recorder.steps[begun.index + 1] if is_leaf else begun
        window = f", with α = {shown(begun.alpha)} and β = {shown(begun.beta)}" if not self.algorithm.vector else ""
        return step.index, f"{name} is not cut: the search comes to it{window}. {step.sentence}"

    def _tops(self) -> dict[str, str]:
        """For every node below a cut edge, the child at its top."""
        tops: dict[str, str] = {}
        for s in range(len(self.tree.size)):
            name = self.tree.node_name(s)
            for child in children(self.tree, s):
                if name in tops or name in self.cutting:
                    tops[self.tree.node_name(child)] = tops.get(name, name)
        return tops

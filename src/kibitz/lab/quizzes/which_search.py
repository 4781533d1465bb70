"""Which search made this recording?"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from kibitz.games.tree import Tree
from kibitz.lab.quiz_answers import CHOICE, Form, listed
from kibitz.lab.quiz_question import Evidence, Grade, Question
from kibitz.lab.quiz_trees import bounded
from kibitz.lab.random_trees import DICE, OPPONENTS, PLAYERS
from kibitz.lab.recording import Step, shown
from kibitz.lab.tree_search import watchable
from kibitz.native.override import override
from kibitz.search.algorithm import Algorithm

OFFERED = 4  # searches to choose from


class WhichSearch(Question):
    """The one search of those offered that visits these leaves in this order. All of them are run to make sure."""

    kind, title, rank = "search", "Which search is this?", 80
    trees = (OPPONENTS, DICE, PLAYERS)

    @classmethod
    @override
    def reason_against(cls, tree: Tree) -> str:
        if len({tuple(each.visited) for each in _candidates(tree).values()}) > 1:
            return ""
        return "all searches visit the same leaves of this tree: expected one in which something is cut"

    @cached_property
    def candidates(self) -> dict[str, Evidence]:
        """Every search that fits the tree, by its title."""
        return _candidates(self.tree)

    @cached_property
    @override
    def answer(self) -> str:
        groups: dict[tuple[str, ...], list[str]] = {}
        for title, evidence in self.candidates.items():
            groups.setdefault(tuple(evidence.visited), []).append(title)
        alike = list(groups.values())
        chosen = alike[self.dice().randrange(len(alike))]  # each recording is as likely, however many make it
        return chosen[self.dice().randrange(len(chosen))]

    @property
    @override
    def is_telling(self) -> bool:
        return all(evidence.is_exact for evidence in self.candidates.values())

    @property
    @override
    def evidence(self) -> Evidence:
        return self.candidates[self.answer]

    @cached_property
    def offered(self) -> tuple[str, ...]:
        """The searches to choose from: exactly one of them makes this recording."""
        others = [title for title, each in self.candidates.items() if each.visited != self.evidence.visited]
        self.dice().shuffle(others)
        chosen = {self.answer, *others[: OFFERED - 1]}
        return tuple(title for title in self.candidates if title in chosen)

    @property
    @override
    def sentence(self) -> str:
        visited = ", ".join(self.evidence.visited)
        told = (
            f"A search visited the leaves {visited}, in this order, and found the value {self._found(self.evidence)}."
        )
        return f"{told}{self._bounds()} Which search was it?"

    def _bounds(self) -> str:
        users = [title for title in self.offered if self.candidates[title].algorithm.uses_bounds]
        if not users:
            return ""
        low, high = (shown(float(bound)) for bound in bounded(self.tree).extent)
        return f" {listed(users)} {'knows' if len(users) == 1 else 'know'} that every value lies from {low} to {high}."

    def _found(self, evidence: Evidence) -> str:
        return shown(evidence.steps[-1].value)

    @property
    @override
    def form(self) -> Form:
        return Form(CHOICE, "Search", choices=self.offered)

    @override
    def graded(self, given: Any) -> Grade:
        truth, other = self.evidence.visited, self.candidates[given]
        if given == self.answer:
            return Grade(True, f"Right: of these searches only {given} visits these leaves in this order.", self.answer)
        place = next(
            (n for n, (mine, its) in enumerate(zip(truth, other.visited, strict=False)) if mine != its),
            min(len(truth), len(other.visited)),
        )
        step = self._step_of_visit(other, place)
        after = f"After {truth[place - 1]}" if place else "At first"
        went = f"visited {truth[place]}" if place < len(truth) else "ended"
        goes = f"visits {other.visited[place]}" if place < len(other.visited) else "ends"
        told = f"{after} this search {went}, but {given} {goes}"
        cut = self._cut_of(other, truth[place]) if place < len(truth) else None
        why = cut or step
        sentence = f"It was {self.answer}. {told}. {why.sentence}"
        return Grade(False, sentence, self.answer, why.index, evidence=other)

    def _step_of_visit(self, evidence: Evidence, place: int) -> Step:
        """The step at which a search visits its leaf of that number, or ends."""
        visits = [step for step in evidence.steps if step.event == "leaf"]
        return visits[place] if place < len(visits) else evidence.steps[-1]

    def _cut_of(self, evidence: Evidence, leaf: str) -> Step | None:
        """The step at which a search cuts a leaf off, if it never comes to it."""
        if leaf in evidence.visited:
            return None
        for step in evidence.steps:
            if step.event == "prune" and leaf in _below(evidence.tree, step):
                return step
        return None


def _candidates(tree: Tree) -> dict[str, Evidence]:
    """The searches with steps that fit a tree, but for those that differ in name only.

    Simulations and the rounds of deepening come to the same leaves again and again: they would be known at a glance.
    """
    found: dict[str, Evidence] = {}
    for _, _, form in watchable():
        comes_again = form.simulates or form.name == "deepening"
        if form.fits(tree) and not comes_again and not _is_needless(tree, form):
            found[form.title] = Evidence(bounded(tree) if form.uses_bounds else tree, form)
    return found


def _is_needless(tree: Tree, form: Algorithm) -> bool:
    """Is a search made for trees of another kind? Then it does nothing of its own here."""
    facts = tree.facts
    if form.vector:
        return facts.players == 1 or facts.zero_sum
    if form.uses_bounds or form.name == "expectiminimax":
        return not facts.chance or (form.name == "expectiminimax" and facts.players == 1)
    return False


def _below(tree: Tree, step: Step) -> set[str]:
    """The names of all nodes that a step cuts off."""
    s = 0
    for child in step.path:
        s = int(tree.result(s, child))
    todo = [int(tree.result(s, child)) for child in step.cut]
    for node in todo:
        todo += range(int(tree.first[node]), int(tree.first[node]) + int(tree.size[node]))
    return {tree.node_name(node) for node in todo}

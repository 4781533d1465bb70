"""Is a transformation of the leaves safe: does the best move stay the same?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product
from typing import Any

from kibitz.game import CHANCE
from kibitz.games.tree import Node, Tree
from kibitz.lab.quiz_answers import CHOICE, Form, listed, same
from kibitz.lab.quiz_question import Evidence, Grade, Question
from kibitz.lab.quiz_trees import full_search, has_ambiguous_tie, kind_of_tree, with_names
from kibitz.lab.random_trees import DICE, OPPONENTS, PLAYERS
from kibitz.lab.tree_search import children, lab_tree
from kibitz.lab.tree_text import canonical
from kibitz.lab.tree_worth import worths
from kibitz.native.override import override

EVERYWHERE = "safe on every tree"
HERE = "safe on this tree, not on every tree"
NOWHERE = "not safe: the best move changes here"
ANSWERS = (EVERYWHERE, HERE, NOWHERE)
SMALL_NUMBERS = range(-4, 10)  # that a counterexample is made of


@dataclass(frozen=True)
class Transformation:
    """What becomes of the number x at every leaf, and what is known about that function of x."""

    words: str
    function: Callable[[float], float]
    rises: bool = False  # is it strictly increasing?
    is_affine: bool = False  # is it a·x + b?

    def is_safe(self, kind: str) -> bool:
        """Does it keep the best move of every tree of that kind? With chance only a·x + b with a > 0 does."""
        return self.rises and (self.is_affine or kind != DICE)


TRANSFORMATIONS = (
    Transformation("x + 7", lambda x: x + 7, rises=True, is_affine=True),
    Transformation("2x + 3", lambda x: 2 * x + 3, rises=True, is_affine=True),
    Transformation("x/2 − 1", lambda x: x / 2 - 1, rises=True, is_affine=True),
    Transformation("x³", lambda x: x**3, rises=True),
    Transformation("x·|x|", lambda x: x * abs(x), rises=True),
    Transformation("2^x", lambda x: 2.0**x, rises=True),
    Transformation("−x", lambda x: -x, is_affine=True),
    Transformation("5 − 2x", lambda x: 5 - 2 * x, is_affine=True),
    Transformation("x²", lambda x: x**2),
    Transformation("|x|", abs),
    Transformation("(x − 2)²", lambda x: (x - 2) ** 2),
)


class IsSafe(Question):
    """Whether the best move at the root stays the same when every number at the leaves is transformed."""

    kind, title, rank = "transformation", "Is a transformation safe?", 90
    trees = (OPPONENTS, DICE, PLAYERS)

    @classmethod
    @override
    def reason_against(cls, tree: Tree) -> str:
        if tree.size[0] < 2 or tree.mover[0] == CHANCE:
            return f"there is no move to choose at {tree.node_name(0)}: expected a player with two children"
        if max(abs(number) for s in range(len(tree.size)) for number in tree.node(s).values) > 1_000:
            return "the numbers at the leaves are too large to be transformed: expected −1000 to 1000"
        return ""

    @cached_property
    def transformation(self) -> Transformation:
        """The one that is asked about: each answer is right as often, where the tree allows it."""
        dice = self.dice()
        for wanted in dice.sample(ANSWERS, len(ANSWERS)):
            fitting = [each for each in TRANSFORMATIONS if self._truth(each) == wanted and self._is_clear(each)]
            if fitting:
                return fitting[dice.randrange(len(fitting))]
        return TRANSFORMATIONS[0]  # where moves are equally good from the start

    def _is_clear(self, each: Transformation) -> bool:
        """Is the best move the same or another one, with no tie that would leave it open?"""
        changed = _transformed(self.tree, each)
        before, now = set(best_moves(self.tree)), set(best_moves(changed))
        return (before == now or not before & now) and not (self._trees == PLAYERS and has_ambiguous_tie(changed))

    @property
    @override
    def is_telling(self) -> bool:
        return len(best_moves(self.tree)) == 1

    def _truth(self, each: Transformation) -> str:
        if each.is_safe(self._trees):
            return EVERYWHERE
        return HERE if best_moves(self.tree) == best_moves(_transformed(self.tree, each)) else NOWHERE

    @property
    def _trees(self) -> str:
        return kind_of_tree(self.tree)

    @cached_property
    def after(self) -> Tree:
        """The tree with the transformed leaves."""
        return _transformed(self.tree, self.transformation)

    @cached_property
    @override
    def evidence(self) -> Evidence:
        return Evidence(self.after, full_search(self.after))

    @property
    @override
    def sentence(self) -> str:
        search = full_search(self.tree).title.lower()
        return (
            f"Every number x at the leaves becomes {self.transformation.words}, and the move is chosen by {search}. "
            f"Is that safe: does the best move at {self.root} stay the same?"
        )

    @property
    @override
    def form(self) -> Form:
        return Form(CHOICE, "Answer", choices=ANSWERS)

    @property
    @override
    def answer(self) -> str:
        return self._truth(self.transformation)

    @override
    def graded(self, given: Any) -> Grade:
        truth, before, now = self.answer, best_moves(self.tree), best_moves(self.after)
        moves = f"the best move is {listed(before)} before and {listed(now)} after"
        if truth == HERE:
            small, changed = self.counterexample
            names = [listed(best_moves(tree)) for tree in (small, changed)]
            evidence = Evidence(changed, full_search(changed))
            here = f"{moves}, but in {canonical(small.node(0))} it goes from {names[0]} to {names[1]}"
            why = f"{here}: {self._reason()}"
        else:
            evidence = self.evidence
            why = f"{moves}: {self._reason()}"
        if given == truth:
            return Grade(True, f"Right: {why}.", truth, evidence=evidence)
        step = next(step for step in reversed(evidence.steps) if step.event == "update")
        return Grade(False, f"It is {truth}: {why}. {step.sentence}", truth, step.index, evidence=evidence)

    def _reason(self) -> str:
        """Why a transformation is safe or not."""
        each = self.transformation
        if each.is_safe(self._trees):
            if self._trees == DICE:
                return f"{each.words} stretches and shifts all averages alike"
            return f"a greater x gives a greater {each.words}, and only which is greater counts"
        if each.rises:
            return f"{each.words} keeps the order of numbers, but not that of their averages"
        return f"a greater x does not always give a greater {each.words}"

    @cached_property
    def counterexample(self) -> tuple[Tree, Tree]:
        """A small tree of the same kind in which the best move changes: before and after."""
        for text in _small_trees(self._trees, len(self.tree.node(len(self.tree.size) - 1).values)):
            small = lab_tree(text)
            changed = _transformed(small, self.transformation)
            if not set(best_moves(small)) & set(best_moves(changed)):
                return small, changed
        raise AssertionError("a transformation that is not safe has a small counterexample")


def _small_trees(kind: str, players: int) -> Any:
    """Trees in brackets, the simplest first: two moves, one of them a toss of a coin where there is chance."""
    numbers = sorted(SMALL_NUMBERS, key=lambda number: (abs(number), -number))
    if kind == PLAYERS:
        rest = ",0" * (players - 1)
        return (f"(<{a}{rest}> <{b}{rest}>)" for a, b in permutations(numbers, 2))
    if kind == OPPONENTS:
        return (f"({a} {b})" for a, b in permutations(numbers, 2))
    return (f"({a} chance(1/2: {b} 1/2: {c}))" for a, b, c in product(numbers, repeat=3) if b < c)


def _transformed(tree: Tree, each: Transformation) -> Tree:
    root = with_names(tree)
    todo: list[Node] = [root]
    for node in todo:
        todo += node.children
        node.values = tuple(each.function(number) for number in node.values)
    return Tree.from_node(root)


def best_moves(tree: Tree) -> list[str]:
    """The names of the root's children that no other is better than, for the player at the root."""
    found, mover = worths(tree), int(tree.mover[0])
    own = {}
    for child in children(tree, 0):
        value = found[child]
        own[tree.node_name(child)] = value[mover] if len(value) > 1 else value[0] if mover == 0 else -value[0]
    most = max(own.values())
    return [name for name, value in own.items() if same(value, most)]

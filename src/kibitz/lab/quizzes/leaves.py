"""How many leaves does alpha-beta visit at best and at worst, whatever the order of the children?"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from math import inf
from typing import Any

from kibitz.game import MAX
from kibitz.games.tree import Node, Tree
from kibitz.lab.quiz_answers import NUMBERS, Field, Form
from kibitz.lab.quiz_question import Evidence, Grade, Question
from kibitz.lab.quiz_trees import with_names
from kibitz.lab.tree_search import children
from kibitz.lab.tree_worth import worths
from kibitz.native.override import override
from kibitz.search.textbook.alphabeta import ALPHABETA, VARIANTS

MOST_CHILDREN = 6  # of a node: all subsets of them are looked at
Costs = tuple[int, tuple[int, ...]]  # leaves visited, and the order of the children in which that is so


class Leaves(Question):
    """The fewest and the most leaves that alpha-beta visits, over all orders of all nodes' children."""

    kind, title, rank = "leaves", "Leaves at best and worst", 70
    has_forms = True

    @classmethod
    @override
    def reason_against(cls, tree: Tree) -> str:
        if max(tree.size) > MOST_CHILDREN:
            return f"a node has {max(tree.size)} children: expected at most {MOST_CHILDREN}, to count over all orders"
        return ALPHABETA.reason_against(tree)

    @property
    @override
    def is_telling(self) -> bool:
        return self.answer[0] < self.answer[1]

    @cached_property
    def at_best(self) -> OverOrders:
        """The searches with the fewest leaves."""
        return OverOrders(self.tree, bool(VARIANTS[self.variant].cuts_ties), min)

    @cached_property
    def at_worst(self) -> OverOrders:
        """The searches with the most leaves."""
        return OverOrders(self.tree, bool(VARIANTS[self.variant].cuts_ties), max)

    @property
    @override
    def evidence(self) -> Evidence:
        return self._best

    @cached_property
    def _best(self) -> Evidence:
        return Evidence(self.at_best.ordered(), VARIANTS[self.variant])

    @cached_property
    def _worst(self) -> Evidence:
        return Evidence(self.at_worst.ordered(), VARIANTS[self.variant])

    @property
    @override
    def sentence(self) -> str:
        tie = "a tie is cut" if VARIANTS[self.variant].cuts_ties else "a tie is not cut"
        return (
            "The children of every node may be put in any order. "
            f"How many leaves does alpha-beta ({self.variant}: {tie}) visit at best, and how many at worst?"
        )

    @property
    @override
    def form(self) -> Form:
        fields = (Field("best", "At best", "Leaves at best"), Field("worst", "At worst", "Leaves at worst"))
        return Form(NUMBERS, "Leaves", fields)

    @property
    @override
    def answer(self) -> tuple[int, int]:
        return self.at_best.count, self.at_worst.count

    @override
    def graded(self, given: Any) -> Grade:
        truth = dict(zip(("best", "worst"), self.answer, strict=True))
        told = f"{truth['best']} at best and {truth['worst']} at worst"
        why = self._formula()
        mistakes = [end for end, typed in zip(truth, given, strict=True) if typed != truth[end]]
        if not mistakes:
            return Grade(True, f"Right: {told}.{why}", truth)
        end = mistakes[0]
        evidence = self._best if end == "best" else self._worst
        typed = dict(zip(truth, given, strict=True))[end]
        shows = f"This order visits {truth[end]}: {', '.join(evidence.visited)}."
        sentence = f"It is {told}, not {typed:.6g} at {end}. {shows}{why}"
        last = next(step for step in reversed(evidence.steps) if step.event == "leaf")
        return Grade(False, sentence, truth, last.index, evidence=evidence)

    def _formula(self) -> str:
        """What the textbook says about an even tree."""
        depth = _even_depth(self.tree)
        b = int(self.tree.size[0])
        if depth is None or not VARIANTS[self.variant].cuts_ties:
            return ""
        up, down = (depth + 1) // 2, depth // 2
        return (
            f" With {b} children everywhere, {depth} deep, the best is b^{up} + b^{down} − 1 = {b**up + b**down - 1}."
        )


def _even_depth(tree: Tree) -> int | None:
    """How deep a tree is that has as many children at every node and all leaves on one level; None for others."""
    depth = [0] * len(tree.size)
    for s in range(len(tree.size)):
        for child in children(tree, s):
            depth[child] = depth[s] + 1
    levels = {depth[s] for s in range(len(tree.size)) if not tree.size[s]}
    return levels.pop() if len(levels) == 1 and len({int(size) for size in tree.size if size}) == 1 else None


class OverOrders:
    """The fewest leaves that alpha-beta visits over all orders, or the most: `choose` is `min` or `max`.

    What a search of a node answers within a window does not depend on the order below it, only how many leaves it
    visits does: so the best order of a node's children follows from what each costs in the window that it gets.
    """

    def __init__(self, tree: Tree, cuts_ties: bool, choose: Callable[..., Any]) -> None:
        self.tree = tree
        self.cuts_ties = cuts_ties
        self.choose = choose
        self.worth = [value[0] for value in worths(tree)]
        self._costs: dict[tuple[int, float, float], Costs] = {}
        self.count = self._cost(0, -inf, inf)[0]

    def _cost(self, s: int, alpha: float, beta: float) -> Costs:
        if not self.tree.size[s]:
            return 1, ()
        key = s, alpha, beta
        if key not in self._costs:
            self._costs[key] = self._from(s, alpha, beta, frozenset(children(self.tree, s)), {})
        return self._costs[key]

    def _from(
        self, s: int, alpha: float, beta: float, rest: frozenset[int], known: dict[frozenset[int], Costs]
    ) -> Costs:
        """The leaves below those children that are still to be searched."""
        if not rest:
            return 0, ()
        if rest not in known:
            known[rest] = self.choose(
                (self._after(s, alpha, beta, rest, child, known) for child in sorted(rest)), key=lambda costs: costs[0]
            )
        return known[rest]

    def _after(
        self, s: int, alpha: float, beta: float, rest: frozenset[int], child: int, known: dict[frozenset[int], Costs]
    ) -> Costs:
        own, _ = self._cost(child, alpha, beta)
        left = rest - {child}
        is_max = self.tree.mover[s] == MAX
        value, bound = (self.worth[child], beta) if is_max else (-self.worth[child], -alpha)
        if value > bound or (self.cuts_ties and value == bound):
            return own, (child, *sorted(left))
        window = (max(alpha, self.worth[child]), beta) if is_max else (alpha, min(beta, self.worth[child]))
        more, order = self._from(s, *window, left, known)
        return own + more, (child, *order)

    def ordered(self) -> Tree:
        """The tree in an order in which so many leaves are visited."""
        root = with_names(self.tree)
        self._put(0, root, -inf, inf)
        return Tree.from_node(root)

    def _put(self, s: int, node: Node, alpha: float, beta: float) -> None:
        """Order a node and all below it, as it is searched in this window."""
        first = int(self.tree.first[s])
        places = self._cost(s, alpha, beta)[1]
        below = [node.children[child - first] for child in places]
        is_cut = False
        for child, under in zip(places, below, strict=True):
            if is_cut:
                continue
            self._put(child, under, alpha, beta)
            value = self.worth[child]
            if self.tree.mover[s] == MAX:
                is_cut = value > beta or (self.cuts_ties and value == beta)
                alpha = max(alpha, value)
            else:
                is_cut = value < alpha or (self.cuts_ties and value == alpha)
                beta = min(beta, value)
        node.children = below

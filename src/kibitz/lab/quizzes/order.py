"""Which order of a node's children prunes most?"""

from __future__ import annotations

from functools import cached_property
from itertools import permutations
from typing import Any

from kibitz.errors import BadInput
from kibitz.games.tree import Node, Tree
from kibitz.lab.quiz_answers import CHOICE, Form
from kibitz.lab.quiz_question import Evidence, Grade, Question
from kibitz.lab.quiz_trees import about_the_search, with_names
from kibitz.lab.recording import Step
from kibitz.lab.tree_search import number_at, number_of
from kibitz.native.override import override
from kibitz.search.textbook.alphabeta import ALPHABETA, VARIANTS

MOST_CHILDREN = 4  # of a node whose orders are asked for: there are 24 orders
OFFERED = 4  # orders to choose from


class Order(Question):
    """The order of one node's children with which alpha-beta visits the fewest leaves; the rest stays as it is."""

    kind, title, rank = "order", "Which order prunes most", 60
    has_forms = True

    @classmethod
    @override
    def reason_against(cls, tree: Tree) -> str:
        if any(1 < size <= MOST_CHILDREN for size in tree.size):
            return ALPHABETA.reason_against(tree)
        return f"no node of the tree has 2 to {MOST_CHILDREN} children to put in order"

    @cached_property
    @override
    def node(self) -> str:
        if self.wishes.node is not None:
            s = number_of(self.tree, self.wishes.node)
            if not 1 < self.tree.size[s] <= MOST_CHILDREN:
                raise BadInput(f"{self.wishes.node!r} cannot be put in order: expected 2 to {MOST_CHILDREN} children")
            return self.tree.node_name(s)
        telling = [name for name in self._candidates if self._is_telling(name)] or self._candidates
        return telling[self.dice().randrange(len(telling))]

    @cached_property
    def _candidates(self) -> list[str]:
        return [self.tree.node_name(s) for s, size in enumerate(self.tree.size) if 1 < size <= MOST_CHILDREN]

    def _is_telling(self, name: str) -> bool:
        """Does one order prune more than all others that are offered?"""
        counts = sorted(len(each.visited) for each in self._offered(name).values())
        return len(counts) > 1 and counts[0] < counts[1]

    @property
    @override
    def is_telling(self) -> bool:
        return self._is_telling(self.node)

    @cached_property
    def orders(self) -> dict[str, Evidence]:
        """The orders to choose from, each with its search."""
        return self._offered(self.node)

    def _offered(self, name: str) -> dict[str, Evidence]:
        own = self.names_of_children(number_of(self.tree, name))
        others = [order for order in permutations(own) if order != own]
        self.dice().shuffle(others)
        chosen = sorted([own, *others[: OFFERED - 1]])
        return {" ".join(order): Evidence(self._ordered(name, order), VARIANTS[self.variant]) for order in chosen}

    def _ordered(self, name: str, order: tuple[str, ...]) -> Tree:
        root = with_names(self.tree)
        todo: list[Node] = [root]
        for node in todo:
            if node.name == name:
                node.children.sort(key=lambda child: order.index(child.name))
            todo += node.children
        return Tree.from_node(root)

    @property
    @override
    def evidence(self) -> Evidence:
        return self.orders[self.answer]

    @property
    @override
    def sentence(self) -> str:
        asked = f"In which order of the children of {self.node} does it visit the fewest leaves?"
        rest = "All other nodes stay as they are."
        return f"{about_the_search(self.tree, VARIANTS[self.variant])} {asked} {rest}"

    @property
    @override
    def form(self) -> Form:
        return Form(CHOICE, "Order", choices=tuple(self.orders))

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many leaves are visited in each order."""
        return {order: len(evidence.visited) for order, evidence in self.orders.items()}

    @property
    @override
    def answer(self) -> str:
        return min(self.counts, key=lambda order: self.counts[order])

    @override
    def graded(self, given: Any) -> Grade:
        fewest = min(self.counts.values())
        told = ", ".join(f"{count} with {order}" for order, count in self.counts.items())
        if self.counts[given] == fewest:
            return Grade(True, f"Right: it visits {told} leaves.", self.answer)
        known = self._cut(self.orders[given])
        cut = next(step for name, step in self._cut(self.evidence).items() if name not in known)
        sentence = (
            f"With {given} it visits {self.counts[given]} leaves, with {self.answer} only {fewest}. {cut.sentence}"
        )
        return Grade(False, sentence, self.answer, cut.index)

    def _cut(self, evidence: Evidence) -> dict[str, Step]:
        """The step at which each child that is cut is cut, by its name."""
        tree = evidence.tree
        return {
            tree.node_name(number_at(tree, (*step.path, child))): step for step in evidence.steps for child in step.cut
        }

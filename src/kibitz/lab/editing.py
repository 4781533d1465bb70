"""Changes to a tree: what a click in the lab does to its text."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from kibitz.errors import BadInput
from kibitz.game import CHANCE
from kibitz.games.tree import Node, Tree, read
from kibitz.lab.fewest_leaves import fewest_leaves
from kibitz.lab.tree_search import children, grown, lab_tree, number_of, true_values
from kibitz.lab.tree_text import canonical, exact_chance
from kibitz.search.textbook.alphabeta import ALPHABETA, VARIANTS

TYPED = re.compile(r"\d{1,9}/\d{1,9}|\d{1,9}(\.\d{0,12})?|\.\d{1,12}")  # a probability


@dataclass(frozen=True)
class Edit:
    """One change: its kind, the name of the node it is about, and what it needs besides.

    `value`         the leaf is worth `value`: a number, a fraction, or a vector such as <1,2,6>
    `probability`   the child of a chance node has the probability `value`; its siblings share the rest as before
    `guess`         the node is evaluated at `value`, as at a leaf; an empty text takes the evaluation away
    `noisy`         the node is marked as noisy, or no longer: yes or no; without a value, the other one
    `guesses`       every inner node without an evaluation gets one: the mean of the leaves below it
    `add`           the node gets one more child, a leaf worth `value` (0 if none is given)
    `grow`          the leaf becomes a node with two leaves, both worth what it was
    `remove`        the node goes, with all below it; a parent left without children becomes a leaf worth what it was
    `kind`          the node becomes `value`: max, min, chance, or p1, p2, …; without a node, MAX and MIN are swapped
    `left` `right`  the node changes places with its neighbour
    `place`         the node becomes child number `value` of its parent, from 1; its siblings keep their order
    `best-first` `worst-first`  the children of every node are put in order of their true value for the player to move
    `fewest-leaves` at every node the child comes first with which alpha-beta needs the fewest leaves; `value` may be
                    a form of alpha-beta, as `strict` needs another order than those that cut ties
    `shuffle`       the children of every node are put in a random order, the same for the same `seed`
    `as-written`    nothing changes

    The children of a node that becomes chance are equally probable; where one is added it gets an equal share, where
    one is removed the others share its probability in proportion.
    """

    kind: str
    node: str | None = None
    value: str | None = None
    seed: int = 0


class Edited(NamedTuple):
    """The tree after a change, as text, and the new name of the node that the change was about."""

    tree: str
    named: str | None


def edited(tree_text: str, edit: Edit) -> str:
    """The tree after a change, as text: names that the tree gives and kinds of nodes are kept."""
    return edited_and_named(tree_text, edit).tree


def edited_and_named(tree_text: str, edit: Edit) -> Edited:
    """The tree after a change, and what to select in it: the node that was added or changed.

    Nodes without a name of their own are A, B, C… by their place, so a change may call them by another letter.
    """
    if edit.kind not in EDITS:
        raise BadInput(f"unknown edit {edit.kind!r}: expected {', '.join(EDITS)}")
    bench = _Bench(lab_tree(tree_text), edit)
    subject = EDITS[edit.kind](bench)
    for node in bench.every():
        if not node.is_named:
            node.name = ""
    tree = grown(bench.root)
    return Edited(canonical(tree.node(0)), subject.name if subject else None)


class _Bench:
    """A tree under change."""

    def __init__(self, tree: Tree, edit: Edit) -> None:
        self.tree = tree
        self.root = tree.node(0)
        self.edit = edit
        self.parents = {id(child): node for node in self.every() for child in node.children}

    def every(self) -> list[Node]:
        """All nodes as they are now."""
        nodes = [self.root]
        for node in nodes:
            nodes.extend(node.children)
        return nodes

    @property
    def width(self) -> int:
        """How many numbers stand at a leaf."""
        return next(len(node.values) for node in self.every() if node.values)

    # ------------------------------------------------------------ what the edit is about

    def node(self) -> Node:
        """The node that the edit names."""
        if self.edit.node is None:
            raise BadInput(f"{self.edit.kind!r} is about one node: expected its name")
        return self.tree.node(number_of(self.tree, self.edit.node))

    def leaf(self) -> Node:
        """The leaf that the edit names."""
        node = self.node()
        if node.children:
            raise BadInput(f"{node.name!r} has children: {self.edit.kind!r} is for a leaf")
        return node

    def inner(self) -> Node:
        """The node with children that the edit names."""
        node = self.node()
        if not node.children:
            hint = "; grow makes it a node with two leaves" if self.edit.kind == "add" else ""
            raise BadInput(f"{node.name!r} is a leaf: {self.edit.kind!r} is for a node with children{hint}")
        return node

    def child(self) -> tuple[Node, Node]:
        """The node that the edit names, which must not be the root, and its parent."""
        node = self.node()
        if node is self.root:
            raise BadInput(f"{node.name!r} is the root: {self.edit.kind!r} is for a child of another node")
        return node, self.parents[id(node)]

    def text(self, expected: str) -> str:
        """The value that comes with the edit."""
        if self.edit.value is None or not self.edit.value.strip():
            raise BadInput(f"{self.edit.kind!r} at {self.edit.node!r} has no value: expected {expected}")
        return self.edit.value.strip()

    def values(self) -> tuple[float, ...]:
        """The value that comes with the edit, as it stands at a leaf of this tree."""
        sizes = {len(node.values) for node in self.every() if node.values and node.name != self.edit.node}
        width = sizes.pop() if sizes else 0  # 0: there is no other leaf to agree with
        expected = "a vector such as <1,2,6>" if width > 1 else "a number such as 3, -0.5 or 1/3"
        text = self.text(expected)
        given = _numbers(text, text if width < 2 or text.startswith("<") else f"<{text}>")
        if given is None or (width and len(given) != width):
            wanted = expected if width < 2 else f"{expected}, {width} numbers as at the other leaves"
            raise BadInput(f"{text!r} is not a leaf value: expected {wanted}")
        return given


def _numbers(text: str, vector: str) -> tuple[float, ...] | None:
    """The numbers of a leaf, or None if the text cannot be read."""
    try:
        node = read(vector)
    except BadInput:
        return None
    return None if node.is_named or ":" in text else node.values or None


# ------------------------------------------------------------ one node


def _value(bench: _Bench) -> Node:
    leaf = bench.leaf()
    leaf.values = bench.values()
    return leaf


def _guess(bench: _Bench) -> Node:
    node = bench.inner()
    node.guess = bench.values() if (bench.edit.value or "").strip() else ()
    return node


def _noisy(bench: _Bench) -> Node:
    node = bench.inner()
    wanted = bench.edit.value
    if wanted not in (None, "yes", "no"):
        raise BadInput(f"{wanted!r} does not say whether {node.name!r} is noisy: expected yes or no")
    node.is_noisy = not node.is_noisy if wanted is None else wanted == "yes"
    return node


def _guesses(bench: _Bench) -> Node | None:
    totals: dict[int, tuple[int, list[float]]] = {}  # the leaves below a node, and the sums of their values
    for node in reversed(bench.every()):
        below = [totals[id(child)] for child in node.children] or [(1, list(node.values))]
        count = sum(leaves for leaves, _ in below)
        summed = [sum(numbers) for numbers in zip(*(total for _, total in below), strict=True)]
        totals[id(node)] = count, summed
        if node.children and not node.guess:
            node.guess = tuple(round(total / count, 1) for total in summed)
    return _selected(bench)


def _probability(bench: _Bench) -> Node:
    node, parent = bench.child()
    if parent.player != CHANCE:
        raise BadInput(f"{node.name!r} is not a child of a chance node: it has no probability to change")
    text = bench.text("a probability from 0 to 1, such as 1/3")
    given = _chance(text)
    others = [child for child in parent.children if child is not node]
    if given is None or (not others and given != 1):
        alone = "" if others else ", and 1 for the only child"
        raise BadInput(f"{text!r} is not a probability: expected a number from 0 to 1, such as 1/3 or 0.25{alone}")
    node.probability = float(given)
    _share(others, 1 - given)
    return node


def _chance(text: str) -> Fraction | None:
    """A probability, exactly as typed; None if the text is not one."""
    if not TYPED.fullmatch(text):
        return None
    try:
        given = Fraction(text)
    except ZeroDivisionError:
        return None
    return given if given <= 1 else None


def _add(bench: _Bench) -> Node:
    parent = bench.inner()
    leaf = Node(0, values=(0.0,) * bench.width if bench.edit.value is None else bench.values())
    parent.children.append(leaf)
    if parent.player == CHANCE:
        _share(parent.children[:-1], 1 - Fraction(1, len(parent.children)))
        leaf.probability = 1 / len(parent.children)
    return leaf


def _grow(bench: _Bench) -> Node:
    leaf = bench.leaf()
    leaf.children = [Node(0, values=leaf.values), Node(0, values=leaf.values)]
    leaf.values = ()
    return leaf


def _remove(bench: _Bench) -> Node:
    node, parent = bench.child()
    worth = true_values(bench.tree)[number_of(bench.tree, parent.name)]
    parent.children = [child for child in parent.children if child is not node]
    if not parent.children:
        parent.values = worth if isinstance(worth, tuple) else (worth,)
        parent.player, parent.guess, parent.is_noisy = None, (), False
    elif parent.player == CHANCE:
        _share(parent.children, Fraction(1))
    return parent


def _share(nodes: list[Node], total: Fraction) -> None:
    """Give nodes a total probability, in the proportions they have; equal parts where they had none."""
    weights = [exact_chance(node.probability) for node in nodes]
    if not any(weights):
        weights = [Fraction(1)] * len(nodes)
    for node, weight in zip(nodes, weights, strict=True):
        node.probability = float(total * weight / sum(weights))


def _left(bench: _Bench) -> Node:
    return _moved(bench, -1, "first")


def _right(bench: _Bench) -> Node:
    return _moved(bench, 1, "last")


def _moved(bench: _Bench, step: int, end: str) -> Node:
    node, parent = bench.child()
    row = parent.children
    place = next(place for place, child in enumerate(row) if child is node)
    if not 0 <= place + step < len(row):
        raise BadInput(f"{node.name!r} is the {end} child of {parent.name!r}: it cannot go further {bench.edit.kind}")
    row[place], row[place + step] = row[place + step], row[place]
    return node


def _place(bench: _Bench) -> Node:
    node, parent = bench.child()
    count = len(parent.children)
    text = bench.text(f"a place from 1 to {count}")
    if not re.fullmatch(r"\d{1,9}", text) or not 1 <= int(text) <= count:
        raise BadInput(f"{text!r} is not a place among the children of {parent.name!r}: expected 1 to {count}")
    parent.children = [child for child in parent.children if child is not node]
    parent.children.insert(int(text) - 1, node)
    return node


# ------------------------------------------------------------ who is to move


def _kind(bench: _Bench) -> Node | None:
    if bench.edit.node is None:
        _swap(bench)
        return None
    node = bench.inner()
    text = bench.text("max, min or chance")
    player = _player(text, bench.width)
    if CHANCE in (player, node.player) and player != node.player:
        for child in node.children:
            child.probability = 1 / len(node.children) if player == CHANCE else 1.0
    node.player = player
    return node


def _player(text: str, width: int) -> int:
    players = {"max": 0, "min": 1, "chance": CHANCE} if width == 1 else {"chance": CHANCE}
    players |= {f"p{number + 1}": number for number in range(max(2, width))}
    if text.lower() not in players:
        raise BadInput(f"unknown kind of node {text!r}: expected {', '.join(players)}")
    return players[text.lower()]


def _swap(bench: _Bench) -> None:
    if bench.width > 1:
        raise BadInput("a tree with vectors at its leaves has no MAX and MIN to swap: expected the name of a node")
    for node in bench.every():
        if node.children and node.player != CHANCE:
            node.player = 0 if node.player else 1


# ------------------------------------------------------------ the order of children


def _best_first(bench: _Bench) -> Node | None:
    return _ordered(bench, -1)


def _worst_first(bench: _Bench) -> Node | None:
    return _ordered(bench, 1)


def _ordered(bench: _Bench, sign: int) -> Node | None:
    """Children by their true value for the player to move; chance's children, and equal ones, stay in place."""
    values = true_values(bench.tree)
    for s, node in enumerate(bench.every()):
        if node.children and node.player != CHANCE:
            below = children(bench.tree, s)
            own = [sign * _to_mover(values[child], node.player or 0) for child in below]
            order = sorted(range(len(below)), key=own.__getitem__)
            node.children = [bench.tree.node(below[place]) for place in order]
    return _selected(bench)


def _fewest_leaves(bench: _Bench) -> Node | None:
    form = bench.edit.value or "fail-soft"
    if form not in VARIANTS:
        raise BadInput(f"unknown form of alpha-beta {form!r}: expected {', '.join(VARIANTS)}")
    if reason := ALPHABETA.reason_against(bench.tree):
        raise BadInput(f"'fewest-leaves' is an order for alpha-beta: {reason}")
    for s, first in fewest_leaves(bench.tree, bool(VARIANTS[form].cuts_ties)).first.items():
        child = bench.tree.node(first)
        below = bench.tree.node(s).children
        below.insert(0, below.pop(next(place for place, other in enumerate(below) if other is child)))
    return _selected(bench)


def _to_mover(value: Any, player: int) -> float:
    if isinstance(value, tuple):
        return float(value[player])
    return -float(value) if player else float(value)


def _shuffle(bench: _Bench) -> Node | None:
    dice = random.Random(bench.edit.seed)
    for node in bench.every():
        for last in reversed(range(1, len(node.children))):  # not `shuffle`: its order may change with Python
            other = dice.randrange(last + 1)
            node.children[last], node.children[other] = node.children[other], node.children[last]
    return _selected(bench)


def _selected(bench: _Bench) -> Node | None:
    """The node that the edit names, if it names one."""
    return None if bench.edit.node is None else bench.node()


EDITS: dict[str, Callable[[_Bench], Node | None]] = {
    "value": _value,
    "probability": _probability,
    "guess": _guess,
    "noisy": _noisy,
    "guesses": _guesses,
    "add": _add,
    "grow": _grow,
    "remove": _remove,
    "kind": _kind,
    "left": _left,
    "right": _right,
    "place": _place,
    "best-first": _best_first,
    "worst-first": _worst_first,
    "fewest-leaves": _fewest_leaves,
    "shuffle": _shuffle,
    "as-written": _selected,
}

"""Trees in brackets: the textbook's drawn trees, as a game like any other."""

from __future__ import annotations

import copy
import math
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from kibitz.draw.drawn import drawn
from kibitz.draw.picture import Picture
from kibitz.errors import BadInput
from kibitz.game import CHANCE, Facts, Game
from kibitz.native.override import override

KINDS = {"max": 0, "min": 1, "chance": CHANCE}
TOKEN = re.compile(
    r"\s*(?:(?P<open>\()|(?P<close>\))|(?P<vector><[^<>()]*>)|(?P<colon>:)|(?P<comma>,)"
    r'|(?P<quoted>"[^"\n]*")'
    r"|(?P<number>[-+−]?(?:\d+/\d+|\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+))|(?P<word>[^\W\d]\w*'*))"
)
DEEPEST = 500  # brackets within brackets
MOST_DRAWN = 400  # nodes, in a notebook


@dataclass
class Node:
    """A node of a tree as it is written: a leaf with its values, or a kind of node with children."""

    column: int
    name: str = ""
    player: int | None = None  # None: not said, the levels decide
    values: tuple[float, ...] = ()
    children: list[Node] = field(default_factory=list)
    probability: float = 1.0
    is_named: bool = False  # the tree gives the name; else it is A, B, C…
    label: str = ""  # the move that leads here, written beside the edge
    is_modelled: bool = False  # a player's turn that a model of it has made chance: it takes a ply of the depth


class Tree(Game):
    """A game tree written in brackets.

    Its utilities range from the least number at its leaves to the greatest, and so do the bounds of every node, unless
    others are given: `Tree(…).within(-2, 2)`. Nothing else is known of what stands below a node before it is looked at.
    """

    # The tree as arrays, one entry a node in breadth-first order: one compilation serves every tree.
    mover: Any  # the player to move, or CHANCE
    first: Any  # the first child
    size: Any  # how many children
    chances: Any  # the probability of being reached from a chance node
    plies: Any  # what a step from there takes of a search's depth
    values: Any  # one a player, at leaves
    extent: Any  # the bounds of every node: the least and the greatest value of player 0 at the leaves, unless given
    spread: Any  # the same for every player, a row each

    title = "Trees in brackets"
    # What leaves are worth is not proven of guesses; a class derived from this one may know better.
    has_bounds = has_proof = has_stakes = False
    notation = '((3 12 8) (2 4 6) (14 5 2)); max( min( chance(1/2: 8 1/2: 9); A: names; "e4": moves; <1,2,6> vectors'

    def __init__(self, tree: str = "((3 12 8) (2 4 6) (14 5 2))") -> None:
        import numpy as np

        self._build(read(tree), np)

    @classmethod
    def from_node(cls, root: Node) -> Tree:
        """A tree from nodes rather than text."""
        import numpy as np

        tree = cls.__new__(cls)
        tree._build(root, np)
        return tree

    @classmethod
    def random(cls, depth: int, branching: int, seed: int, *, chance: bool = False, players: int = 1) -> Tree:
        """A tree with small whole numbers at its leaves; up to `branching` children, fewer here and there.

        `players` above 1 gives vectors; `chance` puts dice in.
        """
        dice = random.Random(seed)
        return cls.from_node(_random_node(dice, depth, branching, chance, players))

    def _build(self, root: Node, np: Any) -> None:
        self._nodes = _breadth_first(root)
        sizes = {len(node.values) for node in self._nodes if node.values}
        vectors = max(sizes)
        _settle_players(root, vectors)
        acting = [node.player for node in self._nodes if node.children]
        self.players = vectors if vectors > 1 else 2 if 1 in acting else 1
        _name_the_nameless(self._nodes)
        self._has_chance = CHANCE in acting
        self._opposed = vectors == 1
        self._has_given_bounds = False
        number = {id(node): index for index, node in enumerate(self._nodes)}
        self.mover = np.array([0 if not node.children else node.player for node in self._nodes], np.int64)
        self.first = np.array([number[id(node.children[0])] if node.children else -1 for node in self._nodes], np.int64)
        self.size = np.array([len(node.children) for node in self._nodes], np.int64)
        self.chances = np.array([node.probability for node in self._nodes], np.float64)
        self.plies = np.array([node.is_modelled or node.player != CHANCE for node in self._nodes], np.int64)
        self.values = np.array([_padded(node.values, self.players) for node in self._nodes], np.float64)
        leaves = self.values[self.size == 0]
        self.extent = np.array([leaves[:, 0].min(), leaves[:, 0].max()], np.float64)
        self.spread = np.column_stack([leaves.min(axis=0), leaves.max(axis=0)])

    def within(self, low: float, high: float) -> Tree:
        """The same tree, of which it is known that all its values lie between these bounds; `BadInput` if some do not.

        Star1 and Star2 go by them. Without them they go by the tree's own leaves, which they have not seen yet.
        """
        import numpy as np

        given = f"bounds {low:.12g},{high:.12g}"
        if not (math.isfinite(low) and math.isfinite(high) and low <= high):
            raise BadInput(f"{given} must be two numbers, the lower one first, such as -2,2")
        for node in self._nodes:
            if node.values and not low <= node.values[0] <= high:
                raise BadInput(f"leaf {node.name} is worth {node.values[0]:.12g}, which is outside the {given}")
        bounded = copy.copy(self)
        bounded.extent = np.array([low, high], np.float64)
        bounded._has_given_bounds = True
        return bounded

    @property
    def has_given_bounds(self) -> bool:
        """Were the bounds given? Otherwise they are the least and the greatest number at the leaves."""
        return self._has_given_bounds

    @property
    @override
    def facts(self) -> Facts:
        opposed = self._opposed and self.players == 2
        return replace(super().facts, name="tree", zero_sum=opposed, chance=self._has_chance)

    @property
    @override
    def utility_range(self) -> tuple[float, float]:  # type: ignore[override]
        """The least and the greatest number that any player gets at a leaf."""
        leaves = self.values[self.size == 0]
        return float(leaves.min()), float(leaves.max())

    @property
    @override
    def utility_total(self) -> float:  # type: ignore[override]
        """The most that the numbers at a leaf sum to."""
        return float(self.values[self.size == 0].sum(axis=1).max())

    # ------------------------------------------------------------ rules: a state is the number of a node

    @override
    def initial(self) -> int:
        return 0

    @override
    def player(self, s: int) -> Any:
        return self.mover[s]

    @override
    def actions(self, s: int) -> Iterator[int]:
        for child in range(self.size[s]):  # noqa: UP028  (the compiler has no `yield from`)
            yield child

    @override
    def outcomes(self, s: int) -> Iterator[tuple[int, float]]:
        for child in range(self.size[s]):
            yield child, self.chances[self.first[s] + child]

    @override
    def result(self, s: int, child: int) -> Any:
        return int(self.first[s]) + child

    @override
    def is_terminal(self, s: int) -> Any:
        return self.size[s] == 0

    @override
    def utility(self, s: int, player: int) -> Any:
        return self.values[s, player]

    @override
    def depth_spent(self, s: int) -> Any:
        return self.plies[s]

    @override
    def bounds(self, s: int) -> Any:
        return self.extent[0], self.extent[1]

    @override
    def stakes(self, s: int, player: int) -> Any:
        return self.spread[player, 0], self.spread[player, 1]

    @override
    def proof(self, s: int) -> Any:
        return self.extent[0], self.extent[1]

    # ------------------------------------------------------------ notation and picture

    def node_name(self, s: int) -> str:
        """The node's name: the one it was given, or A, B, C… in a breadth-first walk."""
        return self._nodes[s].name

    def node(self, s: int) -> Node:
        """The node as it was written."""
        return self._nodes[s]

    @override
    def text(self, s: int) -> str:
        return self.node_name(s)

    @override
    def parse(self, text: str) -> int:
        """A node by its name."""
        for number, node in enumerate(self._nodes):
            if node.name == text.strip():
                return number
        raise BadInput(f"{text!r} is no node of the tree: expected one of {', '.join(n.name for n in self._nodes)}")

    @override
    def action_text(self, s: int, child: int) -> str:
        return self.node_name(int(self.result(s, child)))

    @override
    def words(self, s: int, value: float) -> str:
        """Numbers at leaves are just numbers: nobody has won or lost."""
        return f"{value:.6g}"

    @override
    def picture(self, s: int) -> Picture:
        return Picture(caption=written(self._nodes[s]))

    def _repr_svg_(self) -> str:
        """How a notebook shows it; a large tree in words."""
        count = len(self._nodes)
        if count > MOST_DRAWN:
            return drawn(Picture(caption=f"A game tree of {count:,} nodes, too many to be drawn."))
        return drawn(self)


def read(text: str) -> Node:
    """The tree that a line of brackets stands for; a mistake is pointed at by its column."""
    return _Reader(text).tree()


def written(node: Node) -> str:
    """The tree as text that `read` understands: the names it gives, and who is to move at every node."""
    name = before(node)
    if node.values:
        numbers = ",".join(f"{value:.12g}" for value in node.values)
        return f"{name}{numbers}" if len(node.values) == 1 else f"{name}<{numbers}>"
    kind = {None: "", CHANCE: "chance"}.get(node.player, f"p{(node.player or 0) + 1}")
    if _widest(node) == 1:
        kind = {"p1": "max", "p2": "min"}.get(kind, kind)
    chances = [
        f"{Fraction(c.probability).limit_denominator(10**6)}: " if kind == "chance" else "" for c in node.children
    ]
    children = " ".join(chance + written(child) for chance, child in zip(chances, node.children, strict=True))
    return f"{name}{kind}({children})"


def before(node: Node) -> str:
    """What is written before a node: the move that leads to it, in quotes, and the name it was given."""
    label = f'"{_quotable(node.label)}": ' if node.label else ""
    return label + (f"{node.name}:" if node.is_named else "")


def _quotable(label: str) -> str:
    return " ".join(label.replace('"', "'").split())


def _widest(node: Node) -> int:
    """How many numbers stand at the leaves below."""
    return max(len(below.values) for below in _breadth_first(node))


class _Reader:
    """Reads a tree token by token."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = list(self._tokenise())
        self._at = 0

    def tree(self) -> Node:
        if self._peek()[0] == "end":
            raise BadInput("the tree is empty: expected brackets such as ((3 12 8) (2 4 6))")
        node = self._node(1)
        if self._peek()[0] != "end":
            self._refuse("expected the end of the tree")
        return self._checked(node)

    def _tokenise(self) -> Iterator[tuple[str, str, int]]:
        place = 0
        while place < len(self._text.rstrip()):
            match = TOKEN.match(self._text, place)
            if not match:
                at = len(self._text) - len(self._text[place:].lstrip())
                raise BadInput(self._sentence(at + 1, self._text[at], "expected a bracket, a number or a name"))
            kind = str(match.lastgroup)
            yield kind, match[kind], match.start(kind) + 1
            place = match.end()
        yield "end", "the end", len(self._text) + 1

    def _peek(self, ahead: int = 0) -> tuple[str, str, int]:
        return self._tokens[min(self._at + ahead, len(self._tokens) - 1)]

    def _take(self) -> tuple[str, str, int]:
        token = self._peek()
        self._at += 1
        return token

    def _refuse(self, expected: str, ahead: int = 0) -> None:
        _, word, column = self._peek(ahead)
        raise BadInput(self._sentence(column, word, expected))

    def _sentence(self, column: int, word: str, expected: str) -> str:
        shortened = self._text if len(self._text) <= 60 else f"{self._text[:57]}…"
        return f"column {column} of the tree {shortened!r}: found {word!r}, {expected}"

    def _node(self, depth: int) -> Node:
        if depth > DEEPEST:
            self._refuse(f"expected at most {DEEPEST} brackets within each other")
        label = self._label()
        kind, word, column = self._peek()
        name = ""
        if kind == "word" and self._peek(1)[0] == "colon":
            name = word
            self._at += 2
            kind, word, column = self._peek()
        if kind == "number" or kind == "vector":
            self._take()
            values = (self._number(word, column),) if kind == "number" else self._vector(word, column)
            return Node(column, name, None, values, is_named=bool(name), label=label)
        player = self._player() if kind == "word" else None
        if self._peek()[0] != "open":
            self._refuse("expected a number, a vector <…> or an opening bracket")
        self._take()
        node = Node(column, name, player, is_named=bool(name), label=label)
        while self._peek()[0] != "close":
            if self._peek()[0] == "end":
                self._refuse(f"expected ')' for the bracket opened at column {column}")
            if self._peek()[0] == "comma":
                self._take()
                continue
            probability = self._probability() if player == CHANCE else 1.0
            child = self._node(depth + 1)
            child.probability = probability
            node.children.append(child)
        if not node.children:
            self._refuse("expected at least one child in the brackets")
        self._take()
        return node

    def _label(self) -> str:
        """The move in quotes before a node, if there is one."""
        kind, word, _ = self._peek()
        if kind != "quoted":
            return ""
        if self._peek(1)[0] != "colon":
            self._refuse("expected a colon behind the move", ahead=1)
        self._at += 2
        return word[1:-1]

    def _player(self) -> int:
        _, word, _ = self._peek()
        if match := re.fullmatch(r"p([1-9])", word.lower()):
            self._take()
            return int(match[1]) - 1
        if word.lower() not in KINDS:
            self._refuse("expected max, min, chance or p1, p2, … before a bracket, or a name and a colon")
        self._take()
        return KINDS[word.lower()]

    def _probability(self) -> float:
        kind, word, column = self._peek()
        if kind != "number" or self._peek(1)[0] != "colon":
            self._refuse("expected a probability and a colon, such as 1/2:")
        self._at += 2
        chance = self._number(word, column)
        if not 0 <= chance <= 1:
            raise BadInput(self._sentence(column, word, "expected a probability from 0 to 1"))
        return chance

    def _number(self, word: str, column: int) -> float:
        plain = word.replace("−", "-")
        try:
            number = float(Fraction(plain)) if "/" in plain else float(plain)
        except (ValueError, ZeroDivisionError, OverflowError):
            number = math.nan
        if not math.isfinite(number):
            raise BadInput(self._sentence(column, word, "expected a number"))
        return number

    def _vector(self, word: str, column: int) -> tuple[float, ...]:
        parts = word[1:-1].replace(",", " ").split()
        if not 2 <= len(parts) <= 9:
            raise BadInput(self._sentence(column, word, "expected 2 to 9 numbers in a vector"))
        return tuple(self._number(part, column) for part in parts)

    def _checked(self, root: Node) -> Node:
        """Refuse what only the whole tree shows: vectors of different lengths, odd probabilities, names given twice."""
        size = 0
        names: set[str] = set()
        for node in _breadth_first(root):
            if node.values:
                if size and len(node.values) != size:
                    wanted = "one number" if size == 1 else f"a vector of {size}"
                    raise BadInput(
                        self._sentence(node.column, str(len(node.values)), f"expected {wanted} at each leaf")
                    )
                size = len(node.values)
            if node.player == CHANCE:
                total = sum(child.probability for child in node.children)
                if abs(total - 1) > 1e-9:
                    found = f"probabilities that sum to {total:.6g}"
                    raise BadInput(self._sentence(node.column, found, "expected a sum of 1"))
            if node.name in names:
                raise BadInput(self._sentence(node.column, node.name, "expected a name only once"))
            if node.name:
                names.add(node.name)
        for node in _breadth_first(root):
            if node.player is not None and node.player >= max(size, 2):
                raise BadInput(self._sentence(node.column, f"p{node.player + 1}", f"expected p1 to p{max(size, 2)}"))
        return root


def _breadth_first(root: Node) -> list[Node]:
    nodes = [root]
    for node in nodes:
        nodes.extend(node.children)
    return nodes


def _settle_players(root: Node, vectors: int) -> None:
    """Levels go round the players; a chance level does not count."""
    players = vectors if vectors > 1 else 2
    todo: list[tuple[Node, int]] = [(root, -1)]
    while todo:
        node, last = todo.pop()
        if node.children and node.player is None:
            node.player = (last + 1) % players
        acted = last if node.player is None or node.player == CHANCE else node.player
        todo += [(child, acted) for child in node.children]


def _name_the_nameless(nodes: list[Node]) -> None:
    """A, B, C… by the place in a breadth-first walk, leaves too; a prime where the tree has given that name away."""
    taken = {node.name for node in nodes}
    for node, name in zip(nodes, _letters(), strict=False):
        if not node.name:
            while name in taken:
                name += "'"
            node.name = name
            taken.add(name)


def _letters() -> Iterator[str]:
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    yield from alphabet  # then AA, AB, …
    for name in _letters():
        for letter in alphabet:
            yield name + letter


def _padded(values: tuple[float, ...], players: int) -> tuple[float, ...]:
    """A leaf's values, one for each player: a single number is MAX's, and MIN gets its opposite."""
    if not values:
        return (0.0,) * players
    return (values[0], -values[0])[:players] if len(values) == 1 else values


def _random_node(dice: random.Random, depth: int, branching: int, chance: bool, players: int) -> Node:
    if depth == 0 or dice.random() < 0.05:
        return Node(0, values=tuple(float(dice.randint(-9, 9)) for _ in range(players)))
    count = dice.randint(1, branching)
    node = Node(0, player=CHANCE if chance and dice.random() < 0.4 else None)
    node.children = [_random_node(dice, depth - 1, branching, chance, players) for _ in range(count)]
    if node.player == CHANCE:
        weights = [dice.randint(1, 6) for _ in node.children]
        for child, weight in zip(node.children, weights, strict=True):
            child.probability = weight / sum(weights)
    return node

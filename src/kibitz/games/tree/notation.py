"""Trees in brackets: reading and writing them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from fractions import Fraction

from kibitz.errors import BadInput, Misread
from kibitz.game import CHANCE
from kibitz.games.tree.node import Node, breadth_first

KINDS = {"max": 0, "min": 1, "chance": CHANCE}
TOKEN = re.compile(
    r"\s*(?:(?P<open>\()|(?P<close>\))|(?P<vector><[^<>()]*>)|(?P<colon>:)|(?P<comma>,)|(?P<about>~)|(?P<noisy>\?)"
    r'|(?P<quoted>"[^"\n]*")'
    r"|(?P<number>[-+−]?(?:\d+/\d+|\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+))|(?P<word>[^\W\d]\w*'*))"
)
DEEPEST = 500  # brackets within brackets


def read(text: str) -> Node:
    """The tree that a line of brackets stands for; `BadInput` names the column of a mistake."""
    return _Reader(text).tree()


def written(node: Node) -> str:
    """The tree as text that `read` understands: the names it gives, and who is to move at every node."""
    name = before(node)
    if node.values:
        return name + _in_digits(node.values)
    kind = {None: "", CHANCE: "chance"}.get(node.player, f"p{(node.player or 0) + 1}")
    if _widest(node) == 1:
        kind = {"p1": "max", "p2": "min"}.get(kind, kind)
    chances = [
        f"{Fraction(c.probability).limit_denominator(10**6)}: " if kind == "chance" else "" for c in node.children
    ]
    children = " ".join(chance + written(child) for chance, child in zip(chances, node.children, strict=True))
    return f"{name}{kind}{judged(node, _in_digits)}({children})"


def judged(node: Node, numbers: Callable[[tuple[float, ...]], str]) -> str:
    """What is written right before a bracket: the evaluation, `~4`, and whether it is not to be trusted, `?`."""
    return (f"~{numbers(node.guess)}" if node.guess else "") + ("?" if node.is_noisy else "")


def _in_digits(values: tuple[float, ...]) -> str:
    numbers = ",".join(f"{value:.12g}" for value in values)
    return numbers if len(values) == 1 else f"<{numbers}>"


def before(node: Node) -> str:
    """What is written before a node: the move that leads to it, in quotes, and the name it was given."""
    label = f'"{_quotable(node.label)}": ' if node.label else ""
    return label + (f"{node.name}:" if node.is_named else "")


def _quotable(label: str) -> str:
    return " ".join(label.replace('"', "'").split())


def _widest(node: Node) -> int:
    """How many numbers stand at the leaves below."""
    return max(len(below.values) for below in breadth_first(node))


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
                raise self._mistake(at + 1, self._text[at], "expected a bracket, a number or a name")
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
        raise self._mistake(column, word, expected)

    def _mistake(self, column: int, word: str, expected: str) -> Misread:
        shortened = self._text if len(self._text) <= 60 else f"{self._text[:57]}…"
        return Misread(f"column {column} of the tree {shortened!r}: found {word!r}, {expected}", column)

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
            return Node(column, name, None, self._values(), is_named=bool(name), label=label)
        player = self._player() if kind == "word" else None
        guess, is_noisy = self._judged()
        if self._peek()[0] != "open":
            inner = guess or is_noisy
            self._refuse(f"expected {'' if inner else 'a number, a vector <…> or '}an opening bracket")
        self._take()
        node = Node(column, name, player, is_named=bool(name), label=label, guess=guess, is_noisy=is_noisy)
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

    def _judged(self) -> tuple[tuple[float, ...], bool]:
        """The evaluation before a bracket, if there is one, and whether the node is marked as noisy."""
        guess: tuple[float, ...] = ()
        if self._peek()[0] == "about":
            self._take()
            if self._peek()[0] not in ("number", "vector"):
                self._refuse("expected an evaluation after '~': a number, or a vector <…>")
            guess = self._values()
        is_noisy = self._peek()[0] == "noisy"
        if is_noisy:
            self._take()
        return guess, is_noisy

    def _values(self) -> tuple[float, ...]:
        """The number, or the vector, that comes next."""
        kind, word, column = self._take()
        return (self._number(word, column),) if kind == "number" else self._vector(word, column)

    def _label(self) -> str:
        """The move in quotes before a node, if there is one."""
        kind, word, _ = self._peek()
        if kind != "quoted":
            return ""
        if self._peek(1)[0] != "colon":
            self._refuse("expected a colon after the move", ahead=1)
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
            raise self._mistake(column, word, "expected a probability from 0 to 1")
        return chance

    def _number(self, word: str, column: int) -> float:
        plain = word.replace("−", "-")
        try:
            number = float(Fraction(plain)) if "/" in plain else float(plain)
        except (ValueError, ZeroDivisionError, OverflowError):
            number = math.nan
        if not math.isfinite(number):
            raise self._mistake(column, word, "expected a number")
        return number

    def _vector(self, word: str, column: int) -> tuple[float, ...]:
        parts = word[1:-1].replace(",", " ").split()
        if not 2 <= len(parts) <= 9:
            raise self._mistake(column, word, "expected 2 to 9 numbers in a vector")
        return tuple(self._number(part, column) for part in parts)

    def _checked(self, root: Node) -> Node:
        """Refuse what only the whole tree shows: vectors of several lengths, wrong probabilities, names given twice."""
        size = 0
        names: set[str] = set()
        for node in breadth_first(root):
            if node.values:
                if size and len(node.values) != size:
                    wanted = "one number" if size == 1 else f"a vector of {size}"
                    raise self._mistake(node.column, str(len(node.values)), f"expected {wanted} at each leaf")
                size = len(node.values)
            if node.player == CHANCE:
                total = sum(child.probability for child in node.children)
                if abs(total - 1) > 1e-9:
                    found = f"probabilities that sum to {total:.6g}"
                    raise self._mistake(node.column, found, "expected a sum of 1")
            if node.name in names:
                raise self._mistake(node.column, node.name, "expected a name only once")
            if node.name:
                names.add(node.name)
        for node in breadth_first(root):
            if node.guess and len(node.guess) != size:
                wanted = "one number" if size == 1 else f"a vector of {size}"
                raise self._mistake(node.column, f"~{_in_digits(node.guess)}", f"expected {wanted}, as at each leaf")
            if node.player is not None and node.player >= max(size, 2):
                raise self._mistake(node.column, f"p{node.player + 1}", f"expected p1 to p{max(size, 2)}")
        return root

"""SGF, the format in which games of Go are kept: a tree of nodes with properties. Read with patience, written plainly.

A point is two letters, the column and the row from the upper left corner; a pass is an empty value, or `tt` on boards
up to 19×19. Properties that are not about the game itself are kept as they are, and nobody minds them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kibitz.errors import BadInput

LETTERS = "abcdefghijklmnopqrstuvwxyz"
OLD_PASS = "tt"
BEGINNING = re.compile(r"\(\s*;")
ROOT = re.compile(r"^\(\s*;\s*(?:GM|FF|CA|SZ|AP)\[", re.MULTILINE)
NAME = re.compile(r"[A-Za-z]+")
DEEPEST = 10_000  # variations within variations
SEEN = 40  # characters of a file that an error quotes


@dataclass
class SgfNode:
    """A node: its properties, each a name in capital letters with its values, and the nodes that may follow it."""

    properties: dict[str, list[str]] = field(default_factory=dict)
    following: list[SgfNode] = field(default_factory=list)

    def first(self, name: str) -> str | None:
        """The first value of a property; None without it."""
        values = self.properties.get(name)
        return values[0] if values else None


def read_tree(text: str) -> SgfNode:
    """The root of the first game in a text; `BadInput`, with the line, where it cannot be read.

    What stands before the first bracket is skipped, names in small letters are read as old files mean them (`Black` is
    `B`), and brackets that are never closed end with the file.
    """
    start = BEGINNING.search(text)
    if start is None:
        raise BadInput(f"{_seen(text, 0)} is not SGF: expected it to begin with '(;'")
    reader = _Reader(text, start.start())
    return reader.tree()


def read_trees(text: str) -> Iterator[tuple[str, SgfNode | BadInput]]:
    """The root of every game in a text with its own text; in place of a broken game, what is wrong with it.

    A value that is never closed would swallow what follows: a line that begins as a root does always begins a game.
    """
    start = BEGINNING.search(text)
    if start is None and text.strip():
        yield text, BadInput(f"{_seen(text, 0)} is not SGF: expected it to begin with '(;'")
    while start is not None:
        later = ROOT.search(text, start.end())
        reader = _Reader(text[: later.start()] if later else text, start.start())
        try:
            found: SgfNode | BadInput = reader.tree()
            end = reader.at
        except BadInput as error:
            found, end = error, later.start() if later else len(text)
        yield text[start.start() : end], found
        start = BEGINNING.search(text, end)


class _Reader:
    def __init__(self, text: str, at: int) -> None:
        self._text = text
        self._at = at

    @property
    def at(self) -> int:
        """How far it has read."""
        return self._at

    def tree(self) -> SgfNode:
        """The nodes of the first game, put together."""
        root: SgfNode | None = None
        last: SgfNode | None = None
        open_at: list[SgfNode | None] = []  # the node that each open variation follows
        while self._skip_space():
            sign = self._text[self._at]
            if sign == "(":
                if len(open_at) >= DEEPEST:
                    raise self._fault(f"more than {DEEPEST:,} variations lie within each other")
                open_at.append(last)
                self._at += 1
            elif sign == ")":
                self._at += 1
                last = open_at.pop()
                if not open_at:
                    break
            elif sign == ";":
                self._at += 1
                node = SgfNode(self._properties())
                if last is not None:
                    last.following.append(node)
                root, last = root or node, node
            else:
                raise self._fault("expected '(', ')' or ';'")
        assert root is not None  # the text begins with '(;'
        return root

    def _properties(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        while self._skip_space() and (name := NAME.match(self._text, self._at)):
            self._at = name.end()
            short = "".join(letter for letter in name[0] if letter.isupper()) or name[0].upper()
            values = found.setdefault(short, [])
            if not self._skip_space() or self._text[self._at] != "[":
                raise self._fault(f"expected '[' after the property {name[0]}")
            while self._skip_space() and self._text[self._at] == "[":
                values.append(self._value())
        return found

    def _value(self) -> str:
        """What stands between brackets; a backslash makes the next character plain, and joins two lines."""
        began = self._at
        self._at += 1
        found: list[str] = []
        while self._at < len(self._text):
            sign = self._text[self._at]
            self._at += 1
            if sign == "]":
                return "".join(found)
            if sign == "\\" and self._at < len(self._text):
                sign = self._text[self._at]
                self._at += 1
                if sign in "\r\n":
                    if self._text[self._at : self._at + 1] in ("\r", "\n") and self._text[self._at] != sign:
                        self._at += 1
                    continue
            found.append(sign)
        self._at = began
        raise self._fault("expected ']' after this value")

    def _skip_space(self) -> bool:
        """Go to the next character that is not space; False at the end of the text."""
        while self._at < len(self._text) and self._text[self._at].isspace():
            self._at += 1
        return self._at < len(self._text)

    def _fault(self, wanted: str) -> BadInput:
        line = self._text.count("\n", 0, self._at) + 1
        return BadInput(f"SGF, line {line}, at {_seen(self._text, self._at)}: {wanted}")


def _seen(text: str, at: int) -> str:
    """The beginning of a text from a place on, in quotes."""
    shown = text[at : at + SEEN].split("\n")[0]
    return repr(shown + ("…" if len(text) > at + len(shown) else ""))


def main_line(root: SgfNode) -> list[SgfNode]:
    """The nodes from the root, each time the first that follows."""
    found = [root]
    while found[-1].following:
        found.append(found[-1].following[0])
    return found


def escaped(text: str) -> str:
    """A text as the value of a property."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def written_node(properties: dict[str, list[str]]) -> str:
    """A node: `;B[dd]C[words]`. A property with an empty list is left out."""
    parts = [name + "".join(f"[{escaped(value)}]" for value in values) for name, values in properties.items() if values]
    return ";" + "".join(parts)


def place_of(value: str, size: int) -> tuple[int, int] | None:
    """Row and column, from 0 at the lower left corner, of a point; None for a pass; `BadInput` if it is neither."""
    point = value.strip().lower()
    if not point or (point == OLD_PASS and size <= 19):
        return None
    if len(point) == 2 and all(letter in LETTERS[:size] for letter in point):
        return size - 1 - LETTERS.index(point[1]), LETTERS.index(point[0])
    raise BadInput(f"{value!r} is not a point of a board of {size}×{size}: expected two letters, such as 'dd'")


def places_of(values: list[str], size: int) -> list[tuple[int, int]]:
    """The points of a list of values, where `aa:cc` is a rectangle."""
    found = []
    for value in values:
        corners = [place_of(corner, size) for corner in value.split(":")]
        if len(corners) > 2 or None in corners:
            raise BadInput(f"{value!r} is not a point, or two with ':' between them, of a board of {size}×{size}")
        (top, left), (bottom, right) = corners[0], corners[-1]  # type: ignore[misc]
        rows, columns = sorted((top, bottom)), sorted((left, right))
        found += [(r, c) for r in range(rows[0], rows[1] + 1) for c in range(columns[0], columns[1] + 1)]
    return found


def written_place(row: int, column: int, size: int) -> str:
    """A point, given by row and column from 0 at the lower left corner, as two letters."""
    return LETTERS[column] + LETTERS[size - 1 - row]

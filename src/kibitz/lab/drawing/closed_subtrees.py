"""Closed subtrees of a drawn tree: which they are, what is seen instead, and how much lies in them."""

from __future__ import annotations

import math
from collections.abc import Collection

from kibitz.draw.svg import element, number, text
from kibitz.games.tree import Tree
from kibitz.lab.drawing.placement import children_of
from kibitz.lab.drawing.tree_style import HIGH, SMALL

ROOM = 24  # nodes side by side that a tree is opened to where nothing else is said
BEYOND = 1.5  # how much more than fits the best line may take
WEDGE = 30.0  # how high a closed subtree is drawn, with its number
NARROWEST_WEDGE, WIDEST_WEDGE = 9.0, 30.0
REACH = element("circle", class_="kz-reach", r=0)  # where a finger hits the sign; a page makes it as large as one


class Folds:
    """The closed nodes of a tree, by number. Their children are not drawn."""

    def __init__(self, tree: Tree, closed: Collection[int] = (), *, toggles: bool = False) -> None:
        self.tree = tree
        self.closed = frozenset(s for s in closed if tree.size[s])
        self.toggles = toggles
        self.below = _below(tree)
        self.visible: list[int] = []
        self._seen = list(range(len(tree.size)))  # the node that is seen in a node's place
        for s in range(len(tree.size)):
            is_hidden = self._seen[s] != s
            if not is_hidden:
                self.visible.append(s)
            if is_hidden or s in self.closed:
                for child in children_of(tree, s):
                    self._seen[child] = self._seen[s]

    def children(self, s: int) -> range:
        """The numbers of a node's children, as far as they are drawn."""
        return range(0) if s in self.closed else children_of(self.tree, s)

    def seen(self, s: int) -> int:
        """The node that is drawn for a node: itself, or the closed one above it."""
        return self._seen[s]

    def mark(self, s: int, name: str, visited: int) -> str:
        """What a node shows of its subtree: a wedge, wider the more is in it and darker the more was visited."""
        if s in self.closed:
            return self._wedge(s, name, visited)
        if not self.toggles or s == 0 or not self.tree.size[s]:
            return ""
        sign = element("path", class_="kz-sign", d="M-3 0h6")
        place = f"translate(0 {number(HIGH / 2 + 3)})"
        said = f"Close {name}: {self.below[s]} nodes below"
        return element("g", element("circle", r=6.5), sign, REACH, transform=place, **_toggle(name, said, "true"))

    def _wedge(self, s: int, name: str, visited: int) -> str:
        count = self.below[s]
        half = min(NARROWEST_WEDGE + 2.6 * math.log2(1 + count), WIDEST_WEDGE)
        top, bottom = HIGH / 2 + 1, HIGH / 2 + 15
        points = f"-3,{number(top)} 3,{number(top)} {number(half)},{number(bottom)} {number(-half)},{number(bottom)}"
        shade = 0.12 + 0.6 * min(1.0, visited / count)
        wedge = element("polygon", points=points, fill_opacity=round(shade, 2))
        said = f"Open {name}: {count} nodes below, {min(visited, count)} of them visited"
        label = text(0, bottom + 9, f"+{count}", SMALL)
        return element("g", element("title", said), wedge, label, REACH, **_toggle(name, said, "false"))


def _toggle(name: str, said: str, expanded: str) -> dict[str, str]:
    return {
        "class_": "kz-toggle",
        "data_fold": name,
        "role": "button",
        "tabindex": "0",
        "aria_expanded": expanded,
        "aria_label": said,
    }


def usual_folds(tree: Tree, line: Collection[int], room: int = ROOM, inner_room: int = 2) -> frozenset[int]:
    """The nodes to close so that about `room` leaves fit side by side; other nodes need `inner_room` times as much.

    `line` is the best line, by the numbers of its nodes. Everything is open where it fits. Otherwise the best line is
    opened first, even a little beyond the room, then the others from the top down.
    """
    inner = [s for s in range(len(tree.size)) if tree.size[s]]
    if len(tree.size) - len(inner) <= room:
        return frozenset()
    needs = [inner_room if size else 1 for size in tree.size]
    opened = {0}
    width = sum(needs[child] for child in children_of(tree, 0))
    parents = {child: s for s in inner for child in children_of(tree, s)}
    for s in [*(s for s in line if tree.size[s]), *inner]:
        more = width + sum(needs[child] for child in children_of(tree, s)) - needs[s]
        if s not in opened and parents.get(s) in opened and more <= (BEYOND * room if s in line else room):
            opened.add(s)
            width = more
    return frozenset(inner) - opened


def _below(tree: Tree) -> list[int]:
    """How many nodes lie below each."""
    counts = [0] * len(tree.size)
    for s in reversed(range(len(tree.size))):
        counts[s] = sum(1 + counts[child] for child in children_of(tree, s))
    return counts

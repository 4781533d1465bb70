"""A tree in brackets that is being played: the whole tree, the way so far, and where it goes on."""

from __future__ import annotations

from dataclasses import replace

from kibitz.draw.picture import Picture
from kibitz.draw.svg import document, escape
from kibitz.game import CHANCE, Game, inside
from kibitz.games.tree import MOST_DRAWN, Tree
from kibitz.lab.drawing.placement import children_of
from kibitz.lab.drawing.tree_drawing import Drawing
from kibitz.native.override import override


def tree_in_play(game: Game) -> Tree | None:
    """The tree that a game is, if it is one and can be drawn."""
    found = inside(game)
    return found if isinstance(found, Tree) and len(found.size) <= MOST_DRAWN else None


def with_nodes(tree: Tree, s: int, picture: Picture) -> Picture:
    """A picture of a node with clicks: a move is made by the node that it leads to, the cell (0, its number)."""
    clicks = {tree.action_text(s, number): (0, child) for number, child in enumerate(children_of(tree, s))}
    return replace(picture, clicks=clicks)


def played_tree_svg(tree: Tree, s: int, title: str) -> str:
    """The tree as an SVG document, with the node that is reached and the way there. Each node is a cell of a board."""
    return _PlayedTree(tree, s).titled(title)


class _PlayedTree(Drawing):
    """A tree drawn for somebody who goes down in it."""

    def __init__(self, tree: Tree, at: int) -> None:
        super().__init__(tree, None, [])
        self._at = at
        self._way = {at}
        while at in self.parents:
            at = self.parents[at]
            self._way.add(at)

    def titled(self, title: str) -> str:
        """The document with what a screen reader says of it."""
        return document(self.width, self.bottom, title, self.style, *self._drawn_parts())

    @override
    def node(self, s: int) -> str:
        said = "here" if s == self._at else f"leaf {self._leaf_value(s)}" if self.kinds[s] == "leaf" else self._who(s)
        cell = f'data-cell="0,{s}" data-name="{escape(self.tree.node_name(s))}" data-said="{escape(said)}"'
        return super().node(s).replace("<g ", f"<g {cell} ", 1)

    def _who(self, s: int) -> str:
        mover = int(self.tree.mover[s])
        return "chance" if mover == CHANCE else f"player {mover + 1} to move"

    @override
    def _is_current(self, s: int) -> bool:
        return s == self._at

    @override
    def _state(self, s: int) -> str:
        if s == self._at:
            return " kz-visited kz-current"
        return " kz-visited" if s in self._way else " kz-unvisited"

    @override
    def _edge_state(self, child: int) -> str:
        return " kz-visited kz-walked" if child in self._way else " kz-unvisited"

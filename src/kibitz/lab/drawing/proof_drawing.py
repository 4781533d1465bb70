"""A proof as a picture: the winner's moves, and every defence with its refutation."""

from __future__ import annotations

from collections import deque

from kibitz.draw.drawn import drawn
from kibitz.errors import BadInput
from kibitz.games.tree import Node, Tree
from kibitz.lab.drawing.tree_drawing import tree_svg
from kibitz.search.proof.proof_tree import ProofTree

MOST_DRAWN = 400  # nodes


@drawn.register
def proof_svg(proof: ProofTree, most: int = MOST_DRAWN) -> str:
    """The proof as an SVG document, as trees are drawn: ▲ player 0, ▼ player 1, what player 0 gets at the ends."""
    return tree_svg(proof_as_tree(proof, most))


def proof_as_tree(proof: ProofTree, most: int = MOST_DRAWN) -> Tree:
    """The proof as a tree in brackets, which any textbook search can be shown on; `BadInput` if it is too large."""
    root = Node(0)
    todo: deque[tuple[Node, ProofTree]] = deque([(root, proof)])
    nodes = 1
    while todo:
        node, here = todo.popleft()
        if here.is_over:
            node.values = (float(here.game.utility(here.state, 0)),)
            continue
        node.player = here.player
        for branch in here.branches:
            nodes += 1
            if nodes > most:
                raise BadInput(f"the proof has more than {most:,} nodes, too many to draw: write it as text or JSON")
            child = Node(0, label=branch.move)
            node.children.append(child)
            todo.append((child, branch))
    return Tree.from_node(root)

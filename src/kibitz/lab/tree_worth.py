"""What the nodes of a tree are worth with best play, and the line that best play takes."""

from __future__ import annotations

from kibitz.game import CHANCE, MAX
from kibitz.games.tree import Tree
from kibitz.lab.drawing.placement import children_of

Worth = tuple[float, ...]


def worths(tree: Tree) -> list[Worth]:
    """The value of every node, by number: player 0's, or one for each player where leaves are vectors."""
    found: list[Worth] = [()] * len(tree.size)
    for s in reversed(range(len(tree.size))):  # children come after their parents
        children = children_of(tree, s)
        if not children:
            found[s] = tuple(float(value) for value in tree.node(s).values)
        elif tree.mover[s] == CHANCE:
            shares = [(float(tree.chances[child]), found[child]) for child in children]
            found[s] = tuple(sum(p * v[at] for p, v in shares) for at in range(len(shares[0][1])))
        else:
            found[s] = found[_best(tree, s, found)]
    return found


def best_line(tree: Tree) -> list[int]:
    """The nodes from the root down where everybody plays best; at a chance node, the first outcome."""
    found = worths(tree)
    line = [0]
    while tree.size[line[-1]]:
        s = line[-1]
        line.append(int(tree.first[s]) if tree.mover[s] == CHANCE else _best(tree, s, found))
    return line


def differs(tree: Tree) -> bool:
    """Are the moves of the root worth different values?"""
    found = worths(tree)
    return len({found[child] for child in children_of(tree, 0)}) > 1


def _best(tree: Tree, s: int, found: list[Worth]) -> int:
    mover = int(tree.mover[s])
    children = children_of(tree, s)
    if len(found[children[0]]) > 1:
        return max(children, key=lambda child: found[child][mover])
    return (max if mover == MAX else min)(children, key=lambda child: found[child][0])

from typing import Union

Tree = Union[float, list]


def is_chance(tree) -> bool:
    return isinstance(tree, list) and all(isinstance(pair, tuple) for pair in tree)


def expectimax(tree: Tree) -> float:
    """Expected value for the one player; a chance node is a list of (probability, child)."""
    if is_chance(tree):
        return sum(p * expectimax(child) for p, child in tree)
    if isinstance(tree, list):
        return max(map(expectimax, tree))
    return float(tree)

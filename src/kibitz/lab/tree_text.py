"""Trees as text: as short as possible, and read back to the last digit."""

from __future__ import annotations

from fractions import Fraction

from kibitz.game import CHANCE
from kibitz.games.tree import Node, before, judged

SHORT = 6  # characters of a decimal that is as good as a fraction
SMALL = 1_000  # a denominator that a person would write
NICE = 10**6  # one that a sum of fractions may lead to


def canonical(root: Node) -> str:
    """The tree in brackets: moves, given names, and the kind of a node where the level alone would imply another.

    `root` is a node of a `Tree`, in which every node has its player. Reading the text gives the same tree, with
    the same numbers.
    """
    width = _width(root)
    return _written(root, -1, width, 2 if width == 1 else width)


def _written(node: Node, last: int, width: int, players: int) -> str:
    """A node under one at which player `last` moved; chance levels do not count."""
    name = before(node)
    if node.values:
        return name + values_text(node.values)
    player = node.player
    assert player is not None  # settled in a Tree
    acted = last if player == CHANCE else player
    children = [_written(child, acted, width, players) for child in node.children]
    if player == CHANCE:
        children = [f"{chance_text(c.probability)}: {text}" for c, text in zip(node.children, children, strict=True)]
    kind = "" if player == (last + 1) % players else _kind(player, width)
    return f"{name}{kind}{judged(node, values_text)}({' '.join(children)})"


def _kind(player: int, width: int) -> str:
    if player == CHANCE:
        return "chance"
    return ("max", "min")[player] if width == 1 else f"p{player + 1}"


def _width(root: Node) -> int:
    """How many numbers stand at each leaf."""
    node = root
    while node.children:
        node = node.children[0]
    return len(node.values)


def values_text(values: tuple[float, ...]) -> str:
    """What stands at a leaf, or after `~`: a number, or a vector."""
    numbers = ",".join(number_text(value) for value in values)
    return numbers if len(values) == 1 else f"<{numbers}>"


def number_text(value: float) -> str:
    """A number as people write it, read back exactly: 3, 0.25, 1/3."""
    plain = repr(float(value))
    if abs(value) >= 1e15:
        return plain
    if value == int(value):
        return str(int(value))
    near = Fraction(value).limit_denominator(SMALL)
    return plain if len(plain) <= SHORT or float(near) != value else str(near)


def chance_text(probability: float) -> str:
    """A probability as a fraction, where it is one."""
    near = exact_chance(probability)
    return str(near) if near.denominator <= NICE else repr(float(probability))


def exact_chance(probability: float) -> Fraction:
    """The fraction with a small denominator that equals this number; the number itself if there is none."""
    for largest in (SMALL, NICE):
        near = Fraction(probability).limit_denominator(largest)
        if float(near) == probability:
            return near
    return Fraction(probability)

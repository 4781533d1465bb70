"""Where the nodes of a tree go: parents in the middle above their children, and nothing over anything else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kibitz.games.tree import Tree

CLEARANCE = 10.0  # between neighbours


@dataclass
class Layout:
    """The middle of each node, by its number, and how far the drawing reaches."""

    x: list[float]
    depth: list[int]
    width: float


Point = tuple[float, float]
Children = Callable[[int], range]
Reach = tuple[float, float]  # the room that a node needs to the left and to the right of its middle
Contour = list[tuple[float, float]]  # the leftmost and rightmost places of a subtree, its root at 0, level by level


def evened(tree: Tree, reaches: list[Reach], children_at: Children | None = None) -> list[Reach]:
    """The same room for all leaves among siblings, and for the other siblings: they stand at even distances."""
    even = list(reaches)
    for s in range(len(reaches)):
        children = children_at(s) if children_at else children_of(tree, s)
        for inner in (True, False):
            alike = [child for child in children if bool(tree.size[child]) is inner]
            left = max((reaches[child][0] for child in alike), default=0.0)
            right = max((reaches[child][1] for child in alike), default=0.0)
            for child in alike:
                even[child] = (left, right)
    return even


def layout(tree: Tree, reaches: Sequence[Reach], children_at: Children | None = None) -> Layout:
    """A tidy tree: parents in the middle above their children, and no subtree over or under another's.

    `children_at` says which children of a node are drawn; all of them where it is left out.
    """
    drawn = children_at or (lambda s: children_of(tree, s))
    count = len(reaches)
    contours: dict[int, Contour] = {}
    shift = [0.0] * count
    for s in reversed(range(count)):  # nodes are numbered level by level: children come after their parents
        left, right = reaches[s]
        children = drawn(s)
        below = [contours.pop(child) for child in children]
        offsets = _spread(below)
        for child, offset in zip(children, offsets, strict=True):
            shift[child] = offset
        # The room under a leaf is its own too: its name stands there, and no edge may cross it.
        contours[s] = [(-left, right), *(_merged(below, offsets) if children else [(-left, right)])]
    start = -min(left for left, _ in contours[0])
    x, depth = [start] * count, [0] * count
    for s in range(count):
        for child in drawn(s):
            x[child], depth[child] = x[s] + shift[child], depth[s] + 1
    return Layout(x, depth, start + max(right for _, right in contours[0]))


def children_of(tree: Tree, s: int) -> range:
    """The numbers of a node's children."""
    first = int(tree.first[s])
    return range(first, first + int(tree.size[s]))


def _spread(contours: list[Contour]) -> list[float]:
    """Where to put neighbours around 0: as close as possible, those with room to spare in the middle of it."""
    mirrored = [[(-right, -left) for left, right in contour] for contour in reversed(contours)]
    from_left, from_right = _packed(contours), [-offset for offset in reversed(_packed(mirrored))]
    middle = sum((from_left[0], from_left[-1], from_right[0], from_right[-1])) / 4 if contours else 0.0
    return [(one + other) / 2 - middle for one, other in zip(from_left, from_right, strict=True)]


def _packed(contours: list[Contour]) -> list[float]:
    """Each neighbour as far to the left as those before it allow, the first at 0."""
    offsets: list[float] = []
    reach: list[float] = []  # to the right, level by level
    for contour in contours:
        gaps = [right + CLEARANCE - left for right, (left, _) in zip(reach, contour, strict=False)]
        offset = max(gaps, default=0.0)
        offsets.append(offset)
        reach[: len(contour)] = [offset + right for _, right in contour]
    return offsets


def _merged(contours: list[Contour], offsets: list[float]) -> Contour:
    merged: Contour = []
    for contour, offset in zip(contours, offsets, strict=True):
        moved = [(left + offset, right + offset) for left, right in contour]
        shared = [(min(a, c), max(b, d)) for (a, b), (c, d) in zip(merged, moved, strict=False)]
        merged = shared + merged[len(moved) :] + moved[len(shared) :]
    return merged

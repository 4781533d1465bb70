"""Shrinking: from a trial that goes wrong to the smallest one that goes wrong in the same way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from kibitz.game import CHANCE
from kibitz.lab.grading.trial import Spot, Trial, coloured, exact, faceless

Fails = Callable[[Trial], bool]
Change = Callable[[Spot], Spot]
MOST_CALLS = 1_500


def shrunk(trial: Trial, fails: Fails, *, alternates: bool, calls: int = MOST_CALLS) -> Trial:
    """The smallest trial that still fails, found by leaving out one thing after another: branches, then numbers.

    `alternates`: do players take turns level by level? Then a child does not move up a level, only two. At most
    `calls` trials are run.
    """
    left = calls
    changed = True
    while changed and left > 0:
        changed = False
        for smaller in _smaller(trial, alternates):
            if _weight(smaller) >= _weight(trial):
                continue
            left -= 1
            if fails(smaller):
                trial, changed = smaller, True
                break
            if left <= 0:
                break
    return trial


def _weight(trial: Trial) -> tuple[float, ...]:
    """What is to become small: the tree first, then its numbers."""
    spots = list(trial.root.walk())
    numbers = [each.value for each in spots if not each.children] + [each.guess for each in spots]
    return (
        len(spots),
        trial.depth or 0,
        sum(map(abs, numbers)),
        sum(number < 0 for number in numbers),
        sum(sum(each.weights) for each in spots),
    )


def _smaller(trial: Trial, alternates: bool) -> Iterator[Trial]:
    """Trials that are a little smaller, those that save most first."""
    root = trial.root
    for up in _steps_up(root, alternates):
        if up.children and up.player == root.player:
            yield replace(trial, root=up)
    seen: set[Spot] = set()
    for spot in sorted(root.walk(), key=lambda each: -each.size):
        if spot in seen:
            continue  # equal positions change together
        seen.add(spot)
        for other in _replacements(spot, alternates, is_root=spot == root):
            yield replace(trial, root=_put(root, spot, other))
            if alternates and CHANCE not in (spot.player, root.player):
                yield replace(trial, root=_put_alike(root, faceless(spot), other))
    for path in _paths(root):
        spot = _at(root, path)
        for other in _replacements(spot, alternates, is_root=not path):
            yield replace(trial, root=_put_at(root, path, other))
    if trial.depth is not None:
        for depth in range(1, trial.depth):
            yield replace(trial, depth=depth)


def _replacements(spot: Spot, alternates: bool, *, is_root: bool) -> Iterator[Spot]:
    """What may stand where this position stands."""
    if not spot.children:
        yield from (replace(spot, value=value) for value in _nearer(spot.value))
        yield from (replace(spot, guess=guess) for guess in _nearer(spot.guess))
        return
    if not is_root:
        for value in (exact(spot), 0, 1):
            yield Spot(spot.player, value=value, guess=spot.guess)
        yield from _steps_up(spot, alternates)
    for number in range(len(spot.children)):
        if len(spot.children) > 1:
            children = spot.children[:number] + spot.children[number + 1 :]
            weights = spot.weights[:number] + spot.weights[number + 1 :]
            yield replace(spot, children=children, weights=weights)
    yield from (replace(spot, guess=guess) for guess in _nearer(spot.guess))
    if spot.player == CHANCE and set(spot.weights) != {1}:
        yield replace(spot, weights=(1,) * len(spot.weights))
        for number, weight in enumerate(spot.weights):
            if weight > 1:
                yield replace(spot, weights=(*spot.weights[:number], weight - 1, *spot.weights[number + 1 :]))


def _steps_up(spot: Spot, alternates: bool) -> Iterator[Spot]:
    """Positions below that may take this one's place."""
    for child in spot.children:
        if not alternates:
            yield child
        elif not child.children:
            yield replace(child, player=spot.player)
        else:
            yield from (grandchild for grandchild in child.children if grandchild.player == spot.player)


def _nearer(number: float) -> Iterator[float]:
    """Simpler numbers than this one."""
    for simple in (0, 1, -1, 2, -2, 3, number - 1 if number > 0 else number + 1):
        if abs(simple) < abs(number) or (number < 0 and simple == -number):
            yield simple


def _paths(spot: Spot, above: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    yield above
    for number, child in enumerate(spot.children):
        yield from _paths(child, (*above, number))


def _at(spot: Spot, path: tuple[int, ...]) -> Spot:
    for number in path:
        spot = spot.children[number]
    return spot


def _put_at(root: Spot, path: tuple[int, ...], other: Spot) -> Spot:
    """The tree with another position at this one place."""
    if not path:
        return other
    number = path[0]
    child = _put_at(root.children[number], path[1:], other)
    return replace(root, children=(*root.children[:number], child, *root.children[number + 1 :]))


def _put_alike(root: Spot, face: object, other: Spot) -> Spot:
    """The tree with another position wherever one like this stands, whoever is to move."""
    if faceless(root) == face:
        return coloured(other, root.player)
    return replace(root, children=tuple(_put_alike(child, face, other) for child in root.children))


def _put(root: Spot, spot: Spot, other: Spot) -> Spot:
    """The tree with another position wherever this one stands."""
    if root == spot:
        return other
    return replace(root, children=tuple(_put(child, spot, other) for child in root.children))

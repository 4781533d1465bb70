"""What the trees have in common that a function gets wrong, and the others have not."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kibitz.game import MIN
from kibitz.lab.grading.trial import Spot, Trial


def _any(test: Callable[[Spot], bool]) -> Callable[[Trial], bool]:
    return lambda trial: any(test(spot) for spot in trial.root.walk() if spot.children)


TRAITS: dict[str, Callable[[Trial], bool]] = {
    "MIN moves first": lambda trial: trial.root.player == MIN,
    "a leaf stands beside a node with children": _any(lambda spot: len({bool(c.children) for c in spot.children}) > 1),
    "a node has one child only": _any(lambda spot: len(spot.children) == 1),
    "a node has more than two children": _any(lambda spot: len(spot.children) > 2),
    "a player moves twice in a row": _any(lambda s: any(c.children and c.player == s.player for c in s.children)),
    "there are three plies or more": lambda trial: trial.root.height >= 3,
    "there are two plies or more": lambda trial: trial.root.height >= 2,
    "a leaf is negative": lambda trial: any(spot.value < 0 for spot in trial.root.walk() if not spot.children),
    "a leaf is 0": lambda trial: any(spot.value == 0 for spot in trial.root.walk() if not spot.children),
    "there is a depth limit": lambda trial: trial.depth is not None,
}


def telling(answers: Sequence[tuple[Trial, bool]]) -> str:
    """The trait of exactly those trials that go wrong, in words; "" if there is none. Each comes with: is it wrong?"""
    if all(wrong for _, wrong in answers):
        return ""
    for words, has in TRAITS.items():
        if all(has(trial) == wrong for trial, wrong in answers):
            return words
    return ""

"""The trees and games that a search is tried on: drawn at random, small ones first, the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product

from kibitz.game import CHANCE, MAX, MIN
from kibitz.lab.grading.shapes import EXPECTIMAX, Calling
from kibitz.lab.grading.trial import Spot, Trial, coloured, exact

LARGEST = 60  # nodes of a tree
SWEPT = 7  # nodes of the trees that are all tried, where shrinking leaves a larger one
DRAWS = {6: 24, 7: 12}  # of numbers for each of their shapes, by the number of nodes
USUAL_DRAWS = 40


@dataclass(frozen=True)
class Drawing:
    """How trees of a group are drawn."""

    low: int = -9
    high: int = 9
    tallest: int = 3
    widest: int = 3
    early: float = 0.15  # how often a node above the last level is a leaf
    any_turns: bool = False  # may a player move twice in a row?
    chance: bool = False  # do MAX and chance take turns?
    chance_for_both: bool = False  # is there chance between MAX and MIN, here and there?
    again: float = 0.0  # how often a position is one that was there before
    elsewhere: bool = False  # does it come again at another level, as a rule?
    root: int = MAX


@dataclass
class Group:
    """Trials of one sort, with what they test in a few words."""

    name: str
    trials: list[Trial] = field(default_factory=list)


def groups(calling: Calling, seed: int, count: int) -> list[Group]:
    """About `count` trials in groups, as they fit a function that is called so."""
    drawings = list(_drawings(calling))
    made = []
    for number, (name, drawing) in enumerate(drawings):
        dice = random.Random(f"{seed} {name}")
        trials = []
        share = max(4, count // len(drawings))
        for place in range(share * 3 if drawing.again and share > 8 else share):
            root = grown(dice, _sized(drawing, place, dice), calling)
            if calling.has_sides and drawing.root == MAX and not drawing.chance and place % 4 == 3 and number:
                root = grown(dice, replace(_sized(drawing, place, dice), root=MIN), calling)
            if drawing.again and not drawing.elsewhere and place % 3 == 2:
                root = _twice(dice, replace(drawing, root=root.player), calling)
            trials.append(_asked(dice, name, root))
        made.append(Group(name, trials))
    return made


def _drawings(calling: Calling) -> Iterator[tuple[str, Drawing]]:
    """The groups that fit."""
    if calling.kind == EXPECTIMAX:
        yield "small trees", Drawing(low=0, tallest=2, chance=True)
        yield "negative numbers", Drawing(low=-9, high=-1, chance=True)
        yield "uneven trees", Drawing(tallest=4, early=0.3, chance=True)
        yield "deep trees", Drawing(tallest=5, widest=2, early=0.05, chance=True)
        if calling.over == "game":
            yield "an opponent and dice", Drawing(chance_for_both=True, tallest=4)
        return
    yield "small trees", Drawing(low=0, tallest=2)
    yield "negative numbers", Drawing(low=-9, high=-1, tallest=3)
    yield "ties and zeros", Drawing(low=-1, high=1, tallest=3)
    yield "uneven trees", Drawing(tallest=4, early=0.35)
    yield "deep trees", Drawing(tallest=5, widest=2, early=0.05)
    yield "the same position twice", Drawing(tallest=4, again=0.5, low=-4, high=4, early=0.1)
    if calling.has_sides:
        yield "MIN to move", Drawing(root=MIN)
    if calling.over == "game":
        yield "turns that do not alternate", Drawing(any_turns=True, tallest=4)
    if calling.has_depth:
        yield "depth limits", Drawing(tallest=4, early=0.2, again=0.5, elsewhere=True)
    if calling.has_window:
        yield "windows", Drawing(tallest=4)


def _sized(drawing: Drawing, place: int, dice: random.Random) -> Drawing:
    """Smaller at the beginning of a group; and with numbers of a narrower range now and then."""
    tallest = min(drawing.tallest, 2 + place // 4)
    narrow = drawing.low >= 0 and place % 5 == 4
    return replace(drawing, tallest=dice.randint(min(2, tallest), tallest), high=2 if narrow else drawing.high)


def _asked(dice: random.Random, name: str, root: Spot) -> Trial:
    """The call: with a depth limit or a window where the group is about these."""
    if name == "depth limits":
        return Trial(root, depth=dice.randint(1, max(1, root.height - 1)))
    if name == "windows":
        middle = exact(root) + dice.randint(-3, 3)
        return Trial(root, window=(middle - dice.randint(1, 4), middle + dice.randint(1, 4)))
    return Trial(root)


def _twice(dice: random.Random, drawing: Drawing, calling: Calling) -> Spot:
    """A tree in which one position comes twice: behind a leaf, which narrows its window, and where nothing does."""
    grower = _Grower(dice, drawing, calling.over == "game")
    mover, other = drawing.root, MIN if drawing.root == MAX else MAX
    again = grower.spot(dice.randint(1, 2), mover, is_root=True)
    behind = Spot(other, (grower.spot(0, mover), again))
    before = Spot(other, (again, grower.spot(0, mover))[: dice.choice((1, 1, 2))])
    return Spot(mover, (behind, before))


def grown(dice: random.Random, drawing: Drawing, calling: Calling) -> Spot:
    """A tree drawn so; one that is too large is drawn again, smaller."""
    has_guesses = calling.over == "game"
    while True:
        grower = _Grower(dice, drawing, has_guesses)
        root = grower.spot(drawing.tallest, drawing.root, is_root=True)
        if root.size <= LARGEST:
            return root
        drawing = replace(drawing, tallest=max(1, drawing.tallest - 1))


@dataclass
class _Grower:
    """Draws a tree; what was drawn before may come again."""

    dice: random.Random
    drawing: Drawing
    has_guesses: bool
    before: list[tuple[int, Spot]] = field(default_factory=list)

    def spot(self, height: int, player: int, *, is_root: bool = False) -> Spot:
        drawing, dice = self.drawing, self.dice
        guess = dice.randint(drawing.low, drawing.high) if self.has_guesses else 0
        if height == 0 or (not is_root and dice.random() < drawing.early):
            return Spot(player, value=dice.randint(drawing.low, drawing.high), guess=guess)
        if not is_root and dice.random() < drawing.again and (known := self._known(height)):
            again = dice.choice(known)
            return again if self.has_guesses else coloured(again, player)
        least = 1 if dice.random() < 0.15 else 2
        children = tuple(self.spot(height - 1, self._next(player)) for _ in range(dice.randint(least, drawing.widest)))
        weights = tuple(dice.randint(1, 4) for _ in children) if player == CHANCE else ()
        made = Spot(player, children, guess=guess, weights=weights)
        self.before.append((height, made))
        return made

    def _known(self, height: int) -> list[Spot]:
        """Positions that may come again here."""
        fitting = [(at, spot) for at, spot in self.before if spot.height <= height]
        wanted = [spot for at, spot in fitting if (at != height) == self.drawing.elsewhere]
        return wanted if wanted and self.dice.random() < 0.6 else [spot for _, spot in fitting]

    def _next(self, player: int) -> int:
        """Who moves below."""
        dice, drawing = self.dice, self.drawing
        if drawing.chance:
            return CHANCE if player == MAX else MAX
        if drawing.chance_for_both:
            return dice.choice((MAX, MIN, CHANCE))
        if drawing.any_turns and dice.random() < 0.4:
            return player
        return MIN if player == MAX else MAX


def prunable(calling: Calling, seed: int, count: int = 24) -> list[Trial]:
    """Trees in which there is much to cut, and no leaf is the same position as another."""
    dice = random.Random(f"{seed} prunable")
    made = []
    for place in range(count):
        drawing = Drawing(low=-20, high=20, tallest=2 + place % 3, widest=3, early=0.0)
        made.append(Trial(_told_apart(grown(dice, drawing, calling), dice)))
    return made


def _told_apart(spot: Spot, dice: random.Random) -> Spot:
    """The same tree with a different number at every leaf: there are no ties, and each is a position of its own."""
    count = sum(not at.children for at in spot.walk())
    numbers = iter(dice.sample(range(-count, count + 1), count))

    def told(at: Spot) -> Spot:
        if not at.children:
            return replace(at, value=next(numbers))
        return replace(at, children=tuple(map(told, at.children)))

    return told(spot)


def plain_means(spot: Spot) -> Spot:
    """The same tree with outcomes that are all equally likely."""
    children = tuple(map(plain_means, spot.children))
    return replace(spot, children=children, weights=(1,) * len(children) if spot.player == CHANCE else ())


def swept(calling: Calling, like: Trial, seed: int, smaller_than: int) -> Iterator[list[Trial]]:
    """Every shape of tree with fewer nodes than that, up to 7, with several draws of small numbers; a list a size.

    `like`: the trial to replace, whose depth limit, window and kinds of nodes these have.
    """
    dice = random.Random(f"{seed} swept")
    for size in range(2, min(SWEPT, smaller_than - 1) + 1):
        made = []
        for shape in _shapes(size):
            for draw in range(DRAWS.get(size, USUAL_DRAWS)):
                root = _filled(dice, shape, like.root.player, calling, 1 if draw % 2 else 3)
                depth = None if like.depth is None else dice.randint(1, max(1, root.height))
                made.append(Trial(root, depth, like.window))
        yield made


Shape = tuple["Shape", ...]


def _shapes(size: int) -> Iterator[Shape]:
    """Every ordered tree with so many nodes."""
    yield from _forests(size - 1)


def _forests(size: int) -> Iterator[tuple[Shape, ...]]:
    if size == 0:
        yield ()
        return
    for first in range(1, size + 1):
        for tree, rest in product(list(_shapes(first)), list(_forests(size - first))):
            yield (tree, *rest)


def _filled(dice: random.Random, shape: Shape, player: int, calling: Calling, most: int) -> Spot:
    """A tree of this shape with numbers drawn from −`most` to `most`."""
    is_game = calling.over == "game"
    guess = dice.randint(-most, most) if is_game else 0
    if not shape:
        return Spot(player, value=dice.randint(-most, most), guess=guess)
    if calling.kind == EXPECTIMAX:
        below = [CHANCE if player == MAX else MAX] * len(shape)
    else:
        other = MIN if player == MAX else MAX
        below = [player if is_game and dice.random() < 0.3 else other for _ in shape]
    children = tuple(_filled(dice, each, who, calling, most) for each, who in zip(shape, below, strict=True))
    weights = tuple(dice.randint(1, 2) for _ in children) if player == CHANCE else ()
    return Spot(player, children, guess=guess, weights=weights)

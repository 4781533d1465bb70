"""A play made checker by checker: which single moves may come next, and which play they are in the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from kibitz.draw.spots import Die
from kibitz.errors import BadInput
from kibitz.games.backgammon.checkers import (
    BAR,
    BOARD,
    OFF,
    Side,
    made,
    moved,
    number,
    occupied,
    reflected,
    sources,
    with_one,
    without_one,
)
from kibitz.games.backgammon.notation import place_name
from kibitz.native.bits import squares


class Midway(NamedTuple):
    """A play that has begun: both sides as the player to move has left them, and the dice still to be played."""

    mine: Side
    theirs: Side
    left: tuple[int, ...]  # the larger first


class Step(NamedTuple):
    """A checker moved by one die, or by several one after the other, and what comes of it."""

    source: int
    target: int
    after: Midway
    is_hit: bool

    @property
    def text(self) -> str:
        """As in a play: `13/7`, `bar/22*`."""
        return f"{place_name(self.source)}/{place_name(self.target)}{'*' if self.is_hit else ''}"


def begun(mine: Side, theirs: Side, dice: int) -> Midway:
    """A play before its first move: a double is played four times."""
    larger, smaller = divmod(dice, 10)
    return Midway(mine, theirs, (larger,) * 4 if larger == smaller else (larger, smaller))


def after(start: Midway, done: Sequence[str]) -> Midway:
    """Where steps lead, each as `offered` writes it; `BadInput` where one of them cannot be made."""
    at = start
    for text in done:
        fitting = [step for step in offered(at) if step.text == text]
        if not fitting:
            legal = ", ".join(step.text for step in offered(at)) or "none"
            raise BadInput(f"{text!r} is not a step that can be made here: expected one of {legal}")
        at = fitting[0].after
    return at


def offered(at: Midway) -> list[Step]:
    """The steps that may come next: those that can be part of a whole play.

    A checker may also go on by further dice at once, where it does not matter which comes first.
    """
    found: dict[tuple[int, int], Step] = {}
    for step in _single(at):
        found.setdefault((step.source, step.target), step)  # off the board by the smaller die, if both do it
    ends: dict[tuple[int, int], set[Midway]] = {}
    further: dict[tuple[int, int], Step] = {}
    paths = list(found.values())
    while paths:
        path = paths.pop()
        for step in _single(path.after) if path.target != OFF else ():
            if step.source == path.target:
                joined = Step(path.source, step.target, step.after, step.is_hit or path.is_hit)
                ends.setdefault((joined.source, joined.target), set()).add(joined.after)
                further[joined.source, joined.target] = joined
                paths.append(joined)
    for way, step in further.items():
        if way not in found and len(ends[way]) == 1:
            found[way] = step
    return list(found.values())


def ends(at: Midway) -> set[Midway]:
    """Where whole plays that have begun like this may end, the dice that are left over forgotten."""
    open_ones, seen, found = [at], {at}, set()
    while open_ones:
        here = open_ones.pop()
        following = {step.after for step in _single(here)}
        if not following:
            found.add(here._replace(left=()))
        open_ones += following - seen
        seen |= following
    return found


def dice_shown(dice: int, left: Sequence[int]) -> list[Die]:
    """All dice of a roll, those that have been played marked as used."""
    unused, shown = list(left), []
    for face in reversed(begun(Side(0, 0), Side(0, 0), dice).left):
        shown.append(Die(face, is_used=face not in unused))
        if face in unused:
            unused.remove(face)
    return shown[::-1]


@lru_cache(4096)  # one question about a double meets the same positions again and again
def _single(at: Midway) -> tuple[Step, ...]:
    """A checker by one die, the smallest first: as many dice as possible are played, and else the larger."""
    most = _most(at)
    larger_only = most == 1 and len(set(at.left)) == 2 and any(True for _ in _by(at, at.left[0]))
    dice = sorted({at.left[0]} if larger_only else set(at.left))
    return tuple(step for die in dice for step in _by(at, die) if 1 + _most(step.after) == most)


def _by(at: Midway, die: int) -> Iterator[Step]:
    blocked = reflected(made(at.theirs) & BOARD)
    left = list(at.left)
    left.remove(die)
    for source in reversed(list(squares(sources(occupied(at.mine), blocked, die)))):
        target = max(source - die, OFF)
        is_hit = target > OFF and number(at.theirs, BAR - target) == 1
        theirs = with_one(without_one(at.theirs, BAR - target), BAR) if is_hit else at.theirs
        yield Step(source, target, Midway(moved(at.mine, source, die), theirs, tuple(left)), is_hit)


@lru_cache(4096)
def _most(at: Midway) -> int:
    """How many of the dice can be played."""
    if len(set(at.left)) == 1:
        step = next(_by(at, at.left[0]), None)  # with a double, every way of playing on is equally long
        return 0 if step is None else 1 + _most(step.after)
    return max((1 + _most(step.after) for die in set(at.left) for step in _by(at, die)), default=0)

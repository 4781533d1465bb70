"""Calling a student's function on a trial, and taking down what it answers; this runs in the child process."""

from __future__ import annotations

import copy
import inspect
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from numbers import Number
from types import FrameType
from typing import Any, SupportsIndex

from kibitz.errors import raised
from kibitz.game import CHANCE, MAX, MIN
from kibitz.lab.grading.shapes import NEGAMAX, SIDES, Calling, Parameter
from kibitz.lab.grading.trial import FULL, Spot, Trial, game_of
from kibitz.native.override import override

FINE, RAISED, ENDLESS, DIED, SKIPPED = "fine", "raised", "endless", "died", "skipped"
LONGEST = 60  # characters of an answer that is shown
DEEP = 1_000  # a depth limit that no trial reaches


@dataclass(frozen=True)
class Part:
    """One part of an answer: what it may mean."""

    number: float | None
    places: tuple[int, ...] = ()  # of the children or actions that it equals, from 0
    text: str = ""


@dataclass(frozen=True)
class Outcome:
    """What became of a call."""

    status: str
    parts: tuple[Part, ...] = ()  # of the answer: one, or two of a pair
    text: str = ""  # the answer as it is written, or the error in a sentence
    reads: int | None = None  # different leaves read, where they were counted
    changed: str = ""  # what became of the tree, if the function changed it
    error: str = ""  # the name of the exception


class LeavesRead(set[int]):
    """The numbers of the leaves that were read, and the next free number."""

    free = 0


class CountingList(list[Any]):
    """A list that notes which of its numbers are read."""

    def __init__(self, items: list[Any], read: LeavesRead) -> None:
        super().__init__(items)
        self._read = read
        self._first = read.free
        read.free += len(items)

    def _note(self, place: int, item: Any) -> Any:
        if not isinstance(item, list):
            self._read.add(self._first + place % max(1, len(self)))
        return item

    @override
    def __iter__(self) -> Iterator[Any]:
        for place in range(len(self)):
            yield self._note(place, super().__getitem__(place))

    @override
    def __reversed__(self) -> Iterator[Any]:
        for place in reversed(range(len(self))):
            yield self._note(place, super().__getitem__(place))

    @override
    def __getitem__(self, place: SupportsIndex | slice) -> Any:
        item = super().__getitem__(place)
        if isinstance(place, slice):
            for number in range(*place.indices(len(self))):
                self._note(number, super().__getitem__(number))
            return item
        return self._note(place.__index__(), item)


def nested(spot: Spot, calling: Calling, read: LeavesRead | None = None) -> Any:
    """The tree in nested lists; a chance node is a list of pairs (probability, child), or a plain list."""
    if not spot.children:
        value = -spot.value if calling.turned and spot.player != MAX else spot.value
        return int(value) if value == int(value) else value
    below: list[Any] = [nested(child, calling, read) for child in spot.children]
    if spot.player == CHANCE and calling.chance == "pairs":
        below = list(zip(spot.chances, below, strict=True))
    return below if read is None else CountingList(below, read)


def arguments(trial: Trial, calling: Calling, subject: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """What to pass, in order and by name; `subject` has the tree, or the game and the state."""
    most, least = SIDES.get(calling.side, (None, None))
    side = most if trial.root.player == MAX else least
    alpha, beta = seen_window(trial, calling)
    given = {**subject, "alpha": alpha, "beta": beta, "side": side, "colour": side}
    given["depth"] = _depth(trial, calling)
    optional = {
        role: name
        for role, name in calling.named
        if (role in ("alpha", "beta") and trial.window != FULL)
        or (role == "depth" and calling.over == "game")
        or (role in ("side", "colour") and calling.over == "tree" and trial.root.player != MAX and calling.side)
    }
    return [given[role] for role in calling.positional], {name: given[role] for role, name in optional.items()}


def seen_window(trial: Trial, calling: Calling) -> tuple[float, float]:
    """The window as the function gets it: in negamax, from the side of the player to move."""
    alpha, beta = trial.window
    return (-beta, -alpha) if calling.kind == NEGAMAX and trial.root.player == MIN else (alpha, beta)


def _depth(trial: Trial, calling: Calling) -> int:
    if calling.over == "tree":
        return trial.root.height if calling.depth == "height" else 0
    return DEEP if trial.depth is None else trial.depth


def call(function: Callable[..., Any], trial: Trial, calling: Calling, *, counting: str, first: int) -> Outcome:
    """Call the function on a trial; `first` numbers a game's states.

    `counting` says how leaves are counted that are read from a tree: "reads" by a list that notes it, "calls" by the
    calls that get a number, for functions that take nothing but plain lists; "" not at all.
    """
    if calling.over == "game":
        game = game_of(trial.root, first)
        subject = {"game": game, "state": game.initial()}
        outcome = called(function, trial, calling, subject, list(game.actions(game.initial())))
        return outcome if outcome.status != FINE else _with(outcome, reads=game.leaves_read)
    read = LeavesRead() if counting == "reads" else None
    tree = nested(trial.root, calling, read)
    before = copy.deepcopy(nested(trial.root, calling))
    if counting == "calls":
        with _CallsOnLeaves(function, calling.positional.index("tree")) as counted:
            outcome = called(function, trial, calling, {"tree": tree}, before)
        return outcome if outcome.status != FINE else _with(outcome, reads=counted.calls or None)
    outcome = called(function, trial, calling, {"tree": tree}, before)
    if read is not None:
        return outcome if outcome.status != FINE else _with(outcome, reads=len(read))
    return _with(outcome, changed=shortened(tree)) if tree != before else outcome


class _CallsOnLeaves:
    """Counts the calls of functions in a student's file that get a number where the tree stands."""

    def __init__(self, function: Callable[..., Any], place: int) -> None:
        self._file = getattr(getattr(inspect.unwrap(function), "__code__", None), "co_filename", "")
        self._place = place
        self.calls = 0

    def __enter__(self) -> _CallsOnLeaves:
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event != "call" or code.co_argcount <= self._place or code.co_filename != self._file:
            return
        first = frame.f_locals.get(code.co_varnames[self._place])
        self.calls += isinstance(first, (int, float)) and not isinstance(first, bool)


def called(
    function: Callable[..., Any], trial: Trial, calling: Calling, subject: dict[str, Any], children: list[Any]
) -> Outcome:
    """Call the function, whatever it does; `children` are what a move may be."""
    positional, named = arguments(trial, calling, subject)
    try:
        answer = function(*positional, **named)
        if inspect.isgenerator(answer):
            return Outcome(FINE, (), "a generator (yield instead of return?)")
        parts = answer if isinstance(answer, (tuple, list)) and len(answer) == 2 else (answer,)
        return Outcome(FINE, tuple(_part(each, children) for each in parts), shortened(answer))
    except Exception as error:
        return Outcome(RAISED, (), raised("it", error), error=type(error).__name__)
    except SystemExit as error:
        return Outcome(RAISED, (), raised("it", error), error="SystemExit")


def _with(outcome: Outcome, **more: Any) -> Outcome:
    return Outcome(**{**vars(outcome), **more})


def shortened(answer: Any) -> str:
    """An answer as it is written in Python, cut where it gets long."""
    text = " ".join(repr(answer).split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _part(answer: Any, children: list[Any]) -> Part:
    number: float | None = None
    if isinstance(answer, Number) and not isinstance(answer, complex):
        number = float(answer)  # type: ignore[arg-type]
    places = tuple(place for place, child in enumerate(children) if type(child) is type(answer) and child == answer)
    return Part(number, places, shortened(answer))


def parameters_of(function: Callable[..., Any]) -> list[Parameter]:
    """The parameters that can be passed by place or by name; `ValueError` where Python cannot tell."""
    found = []
    for each in inspect.signature(function).parameters.values():
        if each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD):
            continue
        default = each.default if isinstance(each.default, (bool, int, float, str, type(None))) else None
        found.append(Parameter(each.name, each.default is each.empty, default))
    return found

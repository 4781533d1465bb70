"""An inquiry into a game: every question is asked through it, and every fault found is written down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import islice
from math import isfinite
from numbers import Integral
from time import monotonic, process_time
from typing import Any

from kibitz.game import Action, Game, State
from kibitz.game.shown import where
from kibitz.native.override import override

MOST_FAULTS = 12
MOST_CHOICES = 5_000
BETWEEN_LINES = 0.5  # seconds between two lines of progress
STEADY = "expected the same answer to the same question, whatever is random or remembered elsewhere"


@dataclass
class Report:
    """What a check found: the faults, and how much of the game was looked at."""

    faults: list[str] = field(default_factory=list)
    positions: int = 0
    final: int = 0
    whole: bool = False  # every position of the game was looked at
    compiled: bool | None = None  # None: not tried
    unfinished: int = 0  # random games that did not come to an end
    facts: list[str] = field(default_factory=list)  # where no fault was found: what may show one all the same

    def __bool__(self) -> bool:
        """True where the game is well defined."""
        return not self.faults

    @override
    def __str__(self) -> str:
        looked = "all" if self.whole else "walked"
        seen = f"{looked} {self.positions:,} positions, {self.final:,} of them final"
        if self.faults:
            count = f"{len(self.faults)} faults" if len(self.faults) > 1 else "1 fault"
            return "\n".join([*self.faults, f"{count} ({seen})"])
        how = {True: "; compiled and interpreted answers agree", False: "; it runs as plain Python", None: ""}
        return "\n".join([f"well defined: {seen}{how[self.compiled]}", *(f"fact: {fact}" for fact in self.facts)])


class Enough(Exception):
    """There is no point in looking further."""


class Inquiry:
    """Asks a game, and writes down what is wrong with its answers."""

    def __init__(self, game: Game, seconds: float | None = None, progress: Callable[[str], None] | None = None) -> None:
        self.game = game
        self.report = Report()
        self.keys: dict[int, State] = {}  # the first position met with each key
        self.recurrences: dict[int, int] = {}  # and its number, where the game says what recurs
        self.views: set[Any] = set()  # those looked behind
        self.looks: dict[Any, Any] = {}  # what was found where a player first had a view
        self._said: set[str] = set()
        self._seconds, self._progress = seconds, progress
        self._begun, self._told = process_time(), monotonic()

    def goes_on(self, part: float) -> bool:
        """Is there time left, of that part of the time limit? Shows progress now and then."""
        now = monotonic()
        if now - self._told > BETWEEN_LINES:
            self._told = now
            self.say(f"{self.report.positions:,} positions")
        return self._seconds is None or process_time() - self._begun < self._seconds * part

    def say(self, line: str) -> None:
        """Show what is being done, to whoever is watching a long check."""
        if self._progress is not None:
            self._progress(line)

    def asked(self, question: str, s: State, function: Callable[..., Any], *given: Any, action: Action = None) -> Any:
        """The game's answer; an exception is a fault, and the end of the inquiry."""
        try:
            return function(*given)
        except Exception as error:
            at = "" if s is None else f" at {self.where(s)}"
            by = "" if action is None else f" with {action!r}"
            what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            self.fault(question, f"{question}{by}{at} raises {what}")
            raise Enough from None

    def listed(self, question: str, s: State, function: Callable[..., Any], *given: Any, most: int) -> list[Any]:
        """All that an answer lists, or one more than `most` of it."""
        found: list[Any] = self.asked(question, s, lambda: list(islice(function(*given), most + 1)))
        return found

    def yes_or_no(
        self, question: str, s: State, function: Callable[..., Any], *given: Any, action: Action = None
    ) -> bool:
        """An answer that is true or false."""
        found = self.asked(question, s, function, *given, action=action)
        if not isinstance(found, (bool, Integral)) and type(found).__name__ not in ("bool", "bool_"):
            by = "" if action is None else f" with {action!r}"
            self.fault(question, f"{question}{by} at {self.where(s)} is {found!r}: expected True or False")
        return bool(found)

    def fault(self, kind: str, sentence: str) -> None:
        """Write a fault down, the first of each kind."""
        if kind not in self._said:
            self._said.add(kind)
            self.report.faults.append(sentence)
        if len(self.report.faults) >= MOST_FAULTS:
            raise Enough

    def fact(self, kind: str, sentence: str) -> None:
        """Write a fact down, the first of each kind."""
        if kind not in self._said:
            self._said.add(kind)
            self.report.facts.append(sentence)

    def where(self, s: State) -> str:
        """A position in a sentence."""
        return where(self.game, s)


def frozen(s: State) -> Any:
    """Something to compare and to keep in a set in place of a state."""
    if type(s) is int or isinstance(s, Enum):
        return s  # most states are made of these
    if getattr(s, "shape", ()):
        return s.tobytes()
    if isinstance(s, (tuple, list)):
        return tuple(frozen(item) for item in s)
    equal_only_to_itself = not any("__eq__" in vars(cls) for cls in type(s).__mro__[:-1])
    if equal_only_to_itself and hasattr(s, "__dict__"):
        return type(s).__qualname__, frozen(tuple(vars(s).items()))
    try:
        hash(s)
    except TypeError:
        return repr(s)
    return s


def is_number(value: Any) -> bool:
    """Can a search count with this?"""
    try:
        return isfinite(float(value))
    except (TypeError, ValueError):
        return False


def odd_pair(pairs: Sequence[Any]) -> Any:
    """The first item that is not a pair of something and a number; None where all are."""
    is_pair = (isinstance(pair, (tuple, list)) and len(pair) == 2 and is_number(pair[1]) for pair in pairs)
    return next((pair for pair, fits in zip(pairs, is_pair, strict=True) if not fits), None)


def twice(items: Sequence[Any]) -> Any:
    """The first item that is there before; None where all differ."""
    seen = set()
    for item in items:
        mark = frozen(item)
        if mark in seen:
            return item
        seen.add(mark)
    return None

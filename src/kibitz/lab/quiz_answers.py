"""The forms in which questions are answered, and how answers are read as people type them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from math import inf, isclose
from typing import Any

from kibitz.errors import BadInput
from kibitz.lab.step import shown

NUMBERS, CHOICE, EDGES = "numbers", "choice", "edges"  # the shapes of forms
LONGEST_QUOTE = 60  # characters of an answer
MOST_LISTED = 8  # choices in a sentence
INFINITE = re.compile(r"([-+−–]?)\s*(∞|inf|infinity|oo)", re.IGNORECASE)
NUMBER = re.compile(r"[-+]?(\d{1,15}/\d{1,15}|\d{1,15}(\.\d{0,15})?|\.\d{1,15})")


@dataclass(frozen=True)
class Field:
    """A number to type: what it is called in an answer, and on the page; `players` numbers where it is a vector."""

    name: str
    label: str
    said: str = ""  # the label for a screen reader, where it says more
    is_bound: bool = False  # may it be infinite?
    players: int = 1

    def read(self, given: Any) -> Any:
        """The number, or the vector."""
        return read_value(given, self.players)

    def json(self) -> dict[str, Any]:
        """Plain data for a page."""
        return vars(self) | {"said": self.said or self.label}


@dataclass(frozen=True)
class Form:
    """What a person is given to answer with: `numbers` to type, a `choice`, or `edges` of the tree to mark.

    `choices` are the answers to choose from, or the children whose edges may be marked. `label` says what is asked for;
    `nothing` what it means where no edge is marked.
    """

    shape: str
    label: str
    fields: tuple[Field, ...] = ()
    choices: tuple[str, ...] = ()
    are_nodes: bool = False  # are the choices nodes of the drawing, to be clicked there?
    nothing: str = ""

    def json(self) -> dict[str, Any]:
        """Plain data for a page."""
        return vars(self) | {"fields": [field.json() for field in self.fields], "choices": list(self.choices)}

    def read(self, given: Any) -> Any:
        """An answer as it is graded: a number, a tuple of numbers, a choice, or a tuple of children."""
        given = list(given) if isinstance(given, tuple) else given
        if self.shape == CHOICE:
            return self._chosen(given)
        if self.shape == EDGES:
            return self._marked(given)
        if len(self.fields) == 1:
            return self.fields[0].read(given)
        return tuple(field.read(part) for field, part in zip(self.fields, self._parts(given), strict=True))

    def text(self, answer: Any) -> str:
        """An answer that was read, as it is printed and counted: answers that are graded alike have the same text."""
        if self.shape == CHOICE:
            return str(answer)
        if self.shape == EDGES:
            return ", ".join(answer) or self.nothing
        if len(self.fields) == 1:
            return shown(answer)
        return ", ".join(f"{field.label} = {shown(part)}" for field, part in zip(self.fields, answer, strict=True))

    def _chosen(self, given: Any) -> str:
        if isinstance(given, list) and len(given) == 1:
            given = given[0]
        if isinstance(given, (str, int)) and (found := found_name(str(given), self.choices)) is not None:
            return found
        raise BadInput(f"{quoted(given)} cannot be chosen here: expected one of {listed(self.choices, MOST_LISTED)}")

    def _marked(self, given: Any) -> tuple[str, ...]:
        if not isinstance(given, list) or not all(isinstance(name, str) for name in given):
            raise BadInput(f"{quoted(given)} is not a choice of branches: expected a list of the names of children")
        found = {name: found_name(name, self.choices) for name in given}
        for name, child in found.items():
            if child is None:
                some = listed(self.choices, MOST_LISTED)
                raise BadInput(f"there is no branch to {quoted(name)}: expected the names of children, such as {some}")
        return tuple(choice for choice in self.choices if choice in found.values())

    def _parts(self, given: Any) -> list[Any]:
        """What was given for each field: by the fields' names, or in their order."""
        names = [field.name for field in self.fields]
        if isinstance(given, dict) and set(given) == set(names):
            return [given[name] for name in names]
        if isinstance(given, list) and len(given) == len(names):
            return given
        labels = " and ".join(field.label for field in self.fields)
        raise BadInput(
            f"{quoted(given)} is not an answer for {labels}: expected {' and '.join(names)}, one number each"
        )


# ------------------------------------------------------------ reading


def found_name(given: str, names: tuple[str, ...]) -> str | None:
    """The name that was meant, however it was typed: in either case, with commas or spaces; None for no name."""
    if given.strip() in names:
        return given.strip()
    alike = [name for name in names if _plain(name) == _plain(given)]
    return alike[0] if len(alike) == 1 else None


def _plain(name: str) -> str:
    return " ".join(re.split(r"[\s,;]+", name.casefold().strip().rstrip(".").replace("−", "-")))


def read_value(answer: Any, width: int) -> Any:
    """A value as a person types it: a number, or a tuple of `width` numbers where there are more than one."""
    if width == 1:
        return read_number(answer)
    parts = answer if isinstance(answer, list) else re.split(r"[\s,;]+", str(answer).strip().strip("<>()⟨⟩").strip())
    if len(parts) != width:
        raise BadInput(
            f"{quoted(answer)} is not a vector of {width}: expected one number for each player, such as <1,2,6>"
        )
    return tuple(read_number(part) for part in parts)


def read_number(answer: Any) -> float:
    """A number as a person types it: 3, −0.5, 1/2, ∞, -inf."""
    if isinstance(answer, (int, float)) and not isinstance(answer, bool) and answer == answer:
        return float(answer) if abs(answer) < 1e300 else inf if answer > 0 else -inf
    text = answer.strip() if isinstance(answer, str) else ""
    if match := INFINITE.fullmatch(text):
        return inf if match[1] in ("", "+") else -inf
    plain = re.sub(r"^([-+])\s+", r"\1", re.sub("[−–]", "-", text))
    plain = re.sub(r"\s*/\s*", "/", plain)
    if NUMBER.fullmatch(plain) and not re.search(r"/0+$", plain):
        return float(Fraction(plain))
    raise BadInput(f"{quoted(answer)} is not a number: expected one such as 3, -0.5, 1/2 or ∞")


def same(given: Any, truth: Any) -> bool:
    """Are these equal, or alike in the six digits that are shown?"""
    if isinstance(truth, tuple):
        return all(same(*pair) for pair in zip(given, truth, strict=True))
    return given == truth or shown(given) == shown(truth) or isclose(given, truth, rel_tol=1e-9, abs_tol=1e-9)


def quoted(answer: Any) -> str:
    """An answer as it was given, shortened."""
    text = repr(answer)
    return text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 1]}…"


def listed(names: tuple[str, ...] | list[str], most: int | None = None) -> str:
    """Names in a sentence: "B, C and D"; not more than `most`, where that is given."""
    if most is not None and len(names) > most:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"

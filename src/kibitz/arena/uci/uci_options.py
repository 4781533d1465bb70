"""The options that a chess program may set: `Hash`, `Threads`, `MultiPV` and so on, with what they may be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.arena.uci.go_words import whole_number
from kibitz.errors import BadInput
from kibitz.search.engine.engine import MEGABYTES
from kibitz.search.pacing import OVERHEAD

MOST_THREADS = 256
MOST_LINES = 256
MOST_OVERHEAD = 10_000  # milliseconds
NOTHING = "<empty>"  # how the protocol writes an empty text


@dataclass(frozen=True)
class UciOption:
    """One option, as the protocol declares it."""

    name: str
    kind: str  # "spin", "check", "string", "combo" or "button"
    default: str = ""
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """The line that declares it."""
        said = f"option name {self.name} type {self.kind}"
        if self.kind == "button":
            return said
        said += f" default {self.default or NOTHING}"
        if self.kind == "spin":
            said += f" min {self.low} max {self.high}"
        return said + "".join(f" var {choice}" for choice in self.choices)

    def read(self, text: str) -> str:
        """The value that a text stands for; `BadInput` where the option cannot have it."""
        if self.kind == "check" and text.lower() not in ("true", "false"):
            raise BadInput(f"option {self.name} is true or false, got {text!r}")
        if self.kind == "spin":
            return str(self._number(text))
        if self.kind == "combo":
            known = {choice.lower(): choice for choice in self.choices}
            if text.lower() not in known:
                raise BadInput(f"option {self.name} is one of {', '.join(self.choices)}, got {text!r}")
            return known[text.lower()]
        return "" if text == NOTHING else text.lower() if self.kind == "check" else text

    def _number(self, text: str) -> int:
        number = whole_number(text)
        if number is None:
            raise BadInput(f"option {self.name} is a whole number, got {text!r}")
        if not self.low <= number <= self.high:
            raise BadInput(f"option {self.name} is from {self.low} to {self.high}, got {text}")
        return number


class UciOptions:
    """What is declared, and what has been set."""

    def __init__(self, variants: tuple[str, ...], variant: str) -> None:
        most = 1 << 16
        self._declared = {
            option.name.lower(): option
            for option in (
                UciOption("Hash", "spin", str(int(MEGABYTES)), 1, most),
                UciOption("Threads", "spin", "1", 1, MOST_THREADS),
                UciOption("MultiPV", "spin", "1", 1, MOST_LINES),
                UciOption("Move Overhead", "spin", str(round(OVERHEAD * 1000)), 0, MOST_OVERHEAD),
                UciOption("Ponder", "check", "false"),
                UciOption("OwnBook", "check", "false"),
                UciOption("Book File", "string"),
                UciOption("Clear Hash", "button"),
                UciOption("UCI_Variant", "combo", variant, choices=variants),
            )
        }
        self._values = {name: option.default for name, option in self._declared.items()}

    def lines(self) -> Iterator[str]:
        """The lines that declare them."""
        return (option.line for option in self._declared.values())

    def set(self, words: str) -> str:
        """Set what `name NAME value VALUE` says; the name of the option, as it is declared."""
        if not words.lower().startswith("name "):
            raise BadInput(f"setoption needs 'name NAME value VALUE' after it, got {words!r}")
        name, _, value = words[len("name ") :].partition(" value ")
        name = name.strip().removesuffix(" value")
        option = self._declared.get(name.lower())
        if option is None:
            known = ", ".join(each.name for each in self._declared.values())
            raise BadInput(f"unknown option {name!r}; expected one of {known}")
        if option.kind != "button":
            self._values[name.lower()] = option.read(value.strip())
        return option.name

    def number(self, name: str) -> int:
        """What an option of kind spin is set to."""
        return int(self._values[name.lower()])

    def is_on(self, name: str) -> bool:
        """Is an option of kind check set?"""
        return self._values[name.lower()] == "true"

    def text(self, name: str) -> str:
        """What any option is set to."""
        return self._values[name.lower()]

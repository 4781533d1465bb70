"""The words of the command `go`: clocks and limits, as they were sent."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

# What a number after each word counts; times are milliseconds.
NUMBERS = ("wtime", "btime", "winc", "binc", "movestogo", "movetime", "depth", "nodes", "mate")
FLAGS = ("infinite", "ponder")
MAY_BE_NEGATIVE = ("wtime", "btime")  # a clock that has run out is sent like this by some programs
MOST = 1 << 53


@dataclass
class GoWords:
    """What `go` asks for. Times in seconds; the first of a pair is player 0's (White's)."""

    clocks: list[float | None] = field(default_factory=lambda: [None, None])
    increments: list[float] = field(default_factory=lambda: [0.0, 0.0])
    moves_to_go: int | None = None
    move_time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    infinite: bool = False
    ponder: bool = False
    search_moves: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)  # a sentence for everything that was not understood

    @classmethod
    def read(cls, words: list[str]) -> GoWords:
        """What the words after `go` say. What is not understood is left out, and complained about."""
        found = cls()
        at = 0
        while at < len(words):
            word = words[at]
            at += 1
            if word in FLAGS:
                setattr(found, word, True)
            elif word in NUMBERS:
                at += found._take_number(word, words[at] if at < len(words) else None)
            elif word == "searchmoves":
                while at < len(words) and words[at] not in (*NUMBERS, *FLAGS):
                    found.search_moves.append(words[at])
                    at += 1
            else:
                expected = ", ".join((*NUMBERS, *FLAGS, "searchmoves"))
                found.complaints.append(f"unknown word {word!r} after go; expected {expected}")
        return found

    @property
    def is_limited(self) -> bool:
        """Does it say when to stop?"""
        given = (self.move_time, self.depth, self.nodes, self.mate, *self.clocks)
        return any(limit is not None for limit in given)

    def _take_number(self, word: str, text: str | None) -> int:
        """Take the number after a word; how many words that were."""
        if text is None or text in (*NUMBERS, *FLAGS, "searchmoves"):
            self.complaints.append(f"go {word} needs a whole number after it")
            return 0
        number = whole_number(text)
        if number is None:
            self.complaints.append(f"go {word} needs a whole number, got {text!r}")
            return 1
        if abs(number) > MOST or (number < 0 and word not in MAY_BE_NEGATIVE):
            self.complaints.append(f"go {word} needs a number from 0 to {MOST}, got {text}")
            return 1
        self._set(word, number)
        return 1

    def _set(self, word: str, number: int) -> None:
        if word in ("wtime", "btime"):
            self.clocks["wb".index(word[0])] = number / 1000
        elif word in ("winc", "binc"):
            self.increments["wb".index(word[0])] = number / 1000
        elif word == "movetime":
            self.move_time = number / 1000
        elif word == "movestogo":
            self.moves_to_go = number or None  # 0 stands for "not known"
        else:
            setattr(self, word, number)


def whole_number(text: str) -> int | None:
    """The number that a text of decimal digits says, perhaps with a sign; None for any other text."""
    return int(text) if re.fullmatch(r"[+-]?[0-9]+", text) else None

"""The lines of the protocol: commands as they are sent, and answers as they are written."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.errors import BadInput

INTERRUPT = "# interrupt"  # the comment by which some programs, GoGui among them, end a thought
COLOURS = {"b": 0, "black": 0, "w": 1, "white": 1, "x": 0, "o": 1}
COLOUR_NAMES = ("black", "white")


@dataclass(frozen=True)
class GtpCommand:
    """A command with its arguments; `number` is the id it was sent with, as text, or empty."""

    number: str
    name: str
    arguments: tuple[str, ...]


def read(line: str) -> GtpCommand | None:
    """The command on a line; None where it holds only a comment or nothing."""
    kept = "".join(each for each in line.replace("\t", " ") if each >= " " and each != "\x7f")
    words = kept.partition("#")[0].split()
    if not words:
        return None
    number = ""
    if words[0].isascii() and words[0].isdecimal():
        number = words.pop(0)
    return GtpCommand(number, words[0] if words else "", tuple(words[1:]))


def answered(number: str, text: str) -> str:
    """A successful answer, with the empty line that ends it."""
    return f"={number} {_tight(text)}".rstrip() + "\n\n"


def refused(number: str, sentence: str) -> str:
    """An answer that says what went wrong, with the empty line that ends it."""
    return f"?{number} {' '.join(sentence.split())}".rstrip() + "\n\n"


def colour(word: str) -> int:
    """The player that a colour names: 0 for black."""
    player = COLOURS.get(word.lower())
    if player is None:
        raise BadInput(f"a colour is black or white, got {word!r}")
    return player


def number(word: str, what: str, *, least: int = 0, most: int = 1 << 31) -> int:
    """A whole number within limits; `what` names it in the sentence that refuses another."""
    try:
        found = int(word) if word.isascii() and "_" not in word else None
    except ValueError:
        found = None
    if found is None or not least <= found <= most:
        raise BadInput(f"{what} must be a whole number from {least} to {most}, got {word!r}")
    return found


def decimal(word: str, what: str, *, least: float = -1e6, most: float = 1e6) -> float:
    """A number with a point or without, from `least` to `most`."""
    try:
        found = float(word) if word.isascii() and "_" not in word else None
    except ValueError:
        found = None
    if found is None or not least <= found <= most:
        raise BadInput(f"{what} must be a number{' from 0' if least == 0 else ''}, got {word!r}")
    return found


def _tight(text: str) -> str:
    """The text without empty lines, which would end an answer too early."""
    return "\n".join(line.rstrip() for line in text.strip().splitlines() if line.strip())

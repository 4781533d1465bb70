"""Pieces of notation that several games share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from kibitz.errors import BadInput

LONGEST = 100_000  # characters of a file


def with_mover(text: str, mover: int) -> str:
    """A position's text with the player to move behind it: `3,4,5 p2`. Nothing for the first player."""
    return text if mover == 0 else f"{text} p{mover + 1}"


def split_mover(text: str, players: int) -> tuple[str, int]:
    """What `with_mover` put together: the position's text, and the player to move, from 0."""
    match = re.fullmatch(r"(.*?)(?:\s+p(\d{1,9}))?", text.strip(), re.DOTALL)
    assert match is not None  # the pattern matches everything
    mover = int(match[2] or 1) - 1
    if not 0 <= mover < players:
        raise BadInput(f"{text!r} has player {mover + 1} to move: expected p1 to p{players}")
    return match[1], mover


def text_in_file(name: str, what: str, names: Sequence[str]) -> str:
    """What is in a file that a person named in place of one of these names; `BadInput` if it cannot be read."""
    try:
        with Path(name).open(encoding="utf-8") as file:
            text = file.read(LONGEST + 1)
    except UnicodeDecodeError as error:
        raise BadInput(f"{name!r} is not a {what}: it is not UTF-8 text (byte {error.start})") from None
    except (OSError, ValueError) as error:  # a name with a NUL in it is a ValueError
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise BadInput(f"unknown {what} {name!r}: expected {', '.join(names)}, or a file ({why})") from None
    if len(text) > LONGEST:
        raise BadInput(f"{name!r} is not a {what}: expected a file of at most {LONGEST:,} characters")
    return text


def counted(number: float, thing: str, form: str = "g") -> str:
    """A number of things in words, such as "1 point" and "3 points"; with the form "+g" it has its sign."""
    return f"{number:{form}} {thing}{'' if abs(number) == 1 else 's'}".replace("-", "−")

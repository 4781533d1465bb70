"""Pieces of notation that several games share."""

from __future__ import annotations

import re

from kibitz.errors import BadInput


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

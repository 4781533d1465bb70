"""Moves that are directions: which way each goes on the board, as a game says it or as its words tell."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal

Direction = Literal["up", "down", "left", "right", "stay"]

WORDS: dict[str, Direction] = {
    "up": "up",
    "north": "up",
    "down": "down",
    "south": "down",
    "left": "left",
    "west": "left",
    "right": "right",
    "east": "right",
    "stay": "stay",
    "stop": "stay",
    "wait": "stay",
}
OPPOSITE: dict[Direction, Direction] = {"up": "down", "down": "up", "left": "right", "right": "left", "stay": "stay"}


def directions_of(
    declared: Mapping[str, Direction], moves: Collection[str], *, flipped: bool = False
) -> dict[str, Direction]:
    """The way that each of the moves goes, as it is seen; from the other side of the board where it is `flipped`.

    What a game has declared holds. Where it has declared nothing and every move is a word for a direction, the words
    tell: one move that is none, and nothing is guessed. Several moves never share a direction.
    """
    found = {move: way for move, way in declared.items() if move in moves} if declared else _guessed(moves)
    return {move: OPPOSITE[way] for move, way in found.items()} if flipped else found


def _guessed(moves: Collection[str]) -> dict[str, Direction]:
    found = {move: WORDS[move.lower()] for move in moves if move.lower() in WORDS}
    is_sure = len(found) == len(moves) and len(set(found.values())) == len(found)
    return found if is_sure and set(found.values()) != {"stay"} else {}

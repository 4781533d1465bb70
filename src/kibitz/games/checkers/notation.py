"""Positions as PDN writes them, and moves by the numbers of their squares."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from kibitz.errors import BadInput
from kibitz.games.checkers.board import (
    BLACK,
    BOARD,
    BOTTOM,
    SQUARES,
    TOP,
    WHITE,
    State,
    moved,
    number_of,
    place_of,
)
from kibitz.games.checkers.moves import NOWHERE, end_of, first_path, start_of, taken_by, ways_of
from kibitz.native.bits import squares

COLOURS = "BW"
EXAMPLE = "B:W18,24,27,K10:B12,16,20"
MOST_PIECES = 12
MOST_PATIENCE = 1000


def position_text(s: State) -> str:
    """A position as a FEN of PDN; ':H' and the plies that count towards a draw, if there are any."""
    black, white = (s.mine, s.theirs) if s.mover == BLACK else (s.theirs, s.mine)
    still = f":H{s.still}" if s.still else ""
    return f"{COLOURS[s.mover]}:W{_side_text(white, s.kings)}:B{_side_text(black, s.kings)}{still}"


def _side_text(pieces: int, kings: int) -> str:
    return ",".join(f"{'K' if kings >> place & 1 else ''}{number_of(place)}" for place in squares(pieces))


def read_position(text: str) -> State:
    """The position that a FEN of PDN stands for."""
    given = text.strip().removesuffix(".")
    parts = [part.strip() for part in given.split(":")]
    refused = f"{text!r} is not a position of checkers"
    if parts[0].upper() not in ("B", "W") or len(parts) < 3:
        raise BadInput(f"{refused}: expected the player to move, then the squares of both sides, such as {EXAMPLE}")
    mover = COLOURS.index(parts[0].upper())
    sides = [0, 0]
    kings = still = 0
    seen: set[str] = set()
    for part in parts[1:]:
        sign, rest = part[:1].upper(), part[1:]
        if sign in seen or not re.fullmatch("[BWHF]", sign):
            raise BadInput(f"{refused}: expected 'W' and 'B' with their squares, each once, got {part!r}")
        seen.add(sign)
        if sign in COLOURS:
            side, crowned = _read_side(rest, refused)
            sides[COLOURS.index(sign)] = side
            kings |= crowned
        else:
            counted = int(rest) if re.fullmatch("[0-9]{1,9}", rest) else -1
            if counted < 0 or (sign == "H" and counted > 2 * MOST_PATIENCE):
                raise BadInput(f"{refused}: expected 'H' and a number of plies, or 'F' and one of moves, got {part!r}")
            still = counted if sign == "H" else still
    if not seen >= {"B", "W"}:
        raise BadInput(f"{refused}: expected the squares of both sides, such as {EXAMPLE}")
    _refuse_impossible(sides[BLACK], sides[WHITE], kings, refused)
    return State(sides[mover], sides[1 - mover], kings, mover, still)


def _read_side(listed: str, refused: str) -> tuple[int, int]:
    """The pieces of one side, and which of them are kings; `21-32` is a row of squares."""
    pieces = kings = 0
    for word in listed.split(",") if listed.strip() else []:
        match = re.fullmatch(r"([Kk]?)([0-9]{1,2})(?:-([0-9]{1,2}))?", word.strip())
        first, last = (int(match[2]), int(match[3] or match[2])) if match else (0, 0)
        if match is None or not 1 <= first <= last <= SQUARES:
            raise BadInput(f"{refused}: expected squares from 1 to {SQUARES}, K before a king's, got {word.strip()!r}")
        for number in range(first, last + 1):
            piece = 1 << place_of(number)
            if pieces & piece:
                raise BadInput(f"{refused}: square {number} is listed twice")
            pieces |= piece
            kings |= piece if match[1] else 0
    return pieces, kings


def _refuse_impossible(black: int, white: int, kings: int, refused: str) -> None:
    both = [number_of(place) for place in squares(black & white)]
    if both:
        raise BadInput(f"{refused}: square {both[0]} is listed for both sides")
    for name, side, row in (("Black", black, BOTTOM), ("White", white, TOP)):
        if side.bit_count() > MOST_PIECES:
            raise BadInput(f"{refused}: {name} has {side.bit_count()} pieces, expected {MOST_PIECES} at most")
        waiting = [number_of(place) for place in squares(side & row & ~kings)]
        if waiting:
            raise BadInput(
                f"{refused}: a man of {name} stands in its last row, on {waiting[0]}; expected K{waiting[0]}"
            )


def stations(s: State, a: int) -> list[int]:
    """The numbers of the squares that a move touches, the first to the last."""
    start, end, taken = start_of(a), end_of(a), taken_by(a)
    if not taken:
        return [number_of(start), number_of(end)]
    piece = 1 << start
    free = BOARD & ~(s.mine | s.theirs) | piece
    path = first_path(piece, 1 << end, taken, ways_of(s, piece), free)
    found = [number_of(start)]
    for shift in range(path.bit_length() - 3, -1, -2):
        way = path >> shift & 3
        piece = moved(moved(piece, way), way)
        found.append(number_of(piece.bit_length() - 1))
    assert path > NOWHERE
    return found


def move_text(s: State, a: int) -> str:
    """A move as its squares: 11-15 for a step, 22x15x8 for jumps."""
    return ("x" if taken_by(a) else "-").join(map(str, stations(s, a)))


def read_move(s: State, text: str, legal: Sequence[int]) -> int:
    """The legal action that a text means: all its squares, or the first and the last where these are enough."""
    given = re.sub(r"\s*[-x:×]\s*", " ", text.strip().lower()).split()
    here = position_text(s)
    listed = [move_text(s, a) for a in legal]
    if not (len(given) >= 2 and all(re.fullmatch("[0-9]{1,2}", word) for word in given)):
        raise BadInput(f"{text!r} is not a move of checkers: expected squares, such as {listed[0]}")
    numbers = [int(word) for word in given]
    exact = [a for a in legal if stations(s, a) == numbers]
    fitting = exact or [a for a in legal if _fits(s, a, numbers)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        meant = " or ".join(move_text(s, a) for a in fitting)
        raise BadInput(f"{text!r} may mean several moves at {here!r}: expected {meant}")
    forced = ", since taking is forced" if any(map(taken_by, legal)) else ""
    shown = ", ".join(listed[:12]) + (f" and {len(listed) - 12} more" if len(listed) > 12 else "")
    raise BadInput(f"{text!r} is not a legal move at {here!r}: expected one of {shown}{forced}")


def _fits(s: State, a: int, numbers: list[int]) -> bool:
    """Could these squares mean this action? The first and the last must be right, and those between be a path of it."""
    start, end = number_of(start_of(a)), number_of(end_of(a))
    if (numbers[0], numbers[-1]) != (start, end):
        return False
    return len(numbers) == 2 or _is_path(s, a, numbers)


def _is_path(s: State, a: int, numbers: list[int]) -> bool:
    """Do jumps along these squares take exactly what the action takes?"""
    left = taken_by(a)
    for here, there in pairwise(numbers):
        if not 1 <= there <= SQUARES:
            return False
        piece, target = 1 << place_of(here), 1 << place_of(there)
        over = [moved(piece, way) for way in range(4) if moved(moved(piece, way), way) == target]
        if not over or not left & over[0]:
            return False
        left &= ~over[0]
    return left == 0

"""Polyglot opening books: files of chess positions, each with moves and how often to play them.

A book is a row of entries of 16 bytes, sorted by the key of the position: the key (8 bytes), the move (2), its weight
(2), and 4 bytes that a program may use for learning. The most significant byte comes first. The key is a Zobrist hash
with 781 fixed numbers, which are a part of the format: `polyglot_numbers.bin` holds them as the format's public
description lists them (12 · 64 for pieces on squares, 4 for castling, 8 for en passant, 1 for White to move).

A position is given as FEN and a move comes as text, `e2e4`, so that this file needs no rules of chess.
"""

from __future__ import annotations

import mmap
import random
import struct
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from kibitz.errors import BadInput
from kibitz.saving import replacing

ENTRY = struct.Struct(">QHHI")  # key, move, weight, learn
PIECES = "pPnNbBrRqQkK"  # in the order of their numbers in the key
CASTLING_AT, EN_PASSANT_AT, TURN_AT, NUMBERS = 768, 772, 780, 781
PROMOTED = ("", "n", "b", "r", "q")
# A king takes its own rook to castle in the format; chess programs and people write where the king goes.
CASTLING_MOVES = {"e1h1": "e1g1", "e1a1": "e1c1", "e8h8": "e8g8", "e8a8": "e8c8"}
ROOK_TAKEN = {to: own for own, to in CASTLING_MOVES.items()}


class BookMove(NamedTuple):
    """A move of a book: `e2e4`, `e7e8q`, castling as `e1g1`; its weight, and what a program has learned of it."""

    move: str
    weight: int
    learn: int


@cache
def numbers() -> tuple[int, ...]:
    """The 781 fixed numbers of the format."""
    return struct.unpack(f">{NUMBERS}Q", (Path(__file__).parent / "polyglot_numbers.bin").read_bytes())


def squares_of(fen: str) -> dict[int, str]:
    """The pieces of a FEN by their squares, 0 for a1 to 63 for h8; `BadInput` where it is not one."""
    rows = fen.split(" ")[0].split("/")
    found: dict[int, str] = {}
    for row, text in zip(range(7, -1, -1), rows, strict=False):
        column = 0
        for letter in text:
            if letter.isdigit():
                column += int(letter)
            elif letter in PIECES and column < 8:
                found[8 * row + column] = letter
                column += 1
            else:
                column = 9
        if column != 8:
            raise BadInput(f"{fen!r} is not a chess position, row {text!r}; an opening book needs FEN")
    if len(rows) != 8 or len(fen.split()) < 4:
        raise BadInput(f"{fen!r} is not a chess position; an opening book needs FEN")
    return found


def polyglot_key(fen: str) -> int:
    """The key of a position. En passant counts only where a pawn stands ready to take."""
    table = numbers()
    squares = squares_of(fen)
    _, turn, castling, en_passant = fen.split()[:4]
    key = 0
    for square, piece in squares.items():
        key ^= table[64 * PIECES.index(piece) + square]
    for number, letter in enumerate("KQkq"):
        if letter in castling:
            key ^= table[CASTLING_AT + number]
    if en_passant != "-":
        file = "abcdefgh".index(en_passant[0])
        row, pawn = (4, "P") if turn == "w" else (3, "p")
        beside = [8 * row + other for other in (file - 1, file + 1) if 0 <= other < 8]
        if any(squares.get(square) == pawn for square in beside):
            key ^= table[EN_PASSANT_AT + file]
    return key ^ (table[TURN_AT] if turn == "w" else 0)


class PolyglotBook:
    """A book on disk. It is not read but looked into, so that its size does not matter."""

    def __init__(self, path: str) -> None:
        """Open it; `BadInput` if the file is not a book."""
        try:
            with open(path, "rb") as file:
                size = file.seek(0, 2)
                if size % ENTRY.size or size == 0:
                    wanted = f"expected entries of {ENTRY.size} bytes, got {size:,} bytes in all"
                    raise BadInput(f"{path!r} is not a Polyglot book: {wanted}")
                self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except OSError as error:
            raise BadInput(f"the book {path!r} cannot be read: {error.strerror}") from None
        self._count = size // ENTRY.size

    def __len__(self) -> int:
        return self._count

    def moves(self, fen: str) -> list[BookMove]:
        """The moves of a position, those that are played most first; empty where the book does not know it."""
        squares = squares_of(fen)
        key = polyglot_key(fen)
        found = []
        at = self._first(key)
        while at < self._count:
            held, move, weight, learn = self._entry(at)
            if held != key:
                break
            found.append(BookMove(_move_text(move, squares), weight, learn))
            at += 1
        return sorted(found, key=lambda each: -each.weight)

    def choice(self, fen: str, dice: random.Random) -> str | None:
        """A move drawn by weight; None where the book has none that is to be played."""
        moves = [each for each in self.moves(fen) if each.weight > 0]
        return dice.choices(moves, [each.weight for each in moves])[0].move if moves else None

    def _entry(self, at: int) -> tuple[int, int, int, int]:
        found: tuple[int, int, int, int] = ENTRY.unpack_from(self._bytes, at * ENTRY.size)
        return found

    def _first(self, key: int) -> int:
        """The number of the first entry whose key is not smaller."""
        low, high = 0, self._count
        while low < high:
            middle = (low + high) // 2
            if self._entry(middle)[0] < key:
                low = middle + 1
            else:
                high = middle
        return low


MOST_WEIGHT = 65_535


def write_polyglot(path: str | Path, positions: Iterable[tuple[str, Iterable[tuple[str, int]]]]) -> int:
    """Write a book: for every position, as FEN, its moves and their weights, from 0 up; how many entries it has.

    Weights too large for the format are made smaller, all of a position alike; moves that come to nothing are left out.
    """
    entries: set[tuple[int, int, int, int]] = set()
    for fen, moves in positions:
        given = list(moves)
        largest = max((weight for _, weight in given), default=0)
        scale = min(1.0, MOST_WEIGHT / largest) if largest else 0.0
        squares, key = squares_of(fen), polyglot_key(fen)
        for move, weight in given:
            if (kept := int(weight * scale)) > 0:
                entries.add((key, move_number(move, squares), kept, 0))
    ordered = sorted(entries, key=lambda entry: (entry[0], -entry[2], entry[1]))
    with replacing(path) as file:
        for entry in ordered:
            file.write(ENTRY.pack(*entry))
    return len(ordered)


def move_number(text: str, squares: dict[int, str]) -> int:
    """A move such as `e7e8q` as the format has it; a king that castles takes its own rook."""
    origin, target = _number(text[:2]), _number(text[2:4])
    if squares.get(origin) in ("K", "k") and text in ROOK_TAKEN and abs(origin - target) == 2:
        target = _number(ROOK_TAKEN[text][2:])
    return target | origin << 6 | PROMOTED.index(text[4:]) << 12


def _number(square: str) -> int:
    return "abcdefgh".index(square[0]) + 8 * (int(square[1]) - 1)


def _move_text(move: int, squares: dict[int, str]) -> str:
    """The sixteen bits of a move: three each for the target's file and row, the origin's, and the promotion."""
    target, origin, promoted = move & 63, move >> 6 & 63, move >> 12 & 7
    text = _square(origin) + _square(target)
    if squares.get(origin) in ("K", "k") and text in CASTLING_MOVES and squares.get(target) in ("R", "r"):
        return CASTLING_MOVES[text]
    return text + (PROMOTED[promoted] if promoted < len(PROMOTED) else "")


def _square(number: int) -> str:
    return "abcdefgh"[number & 7] + str((number >> 3) + 1)

"""Moves as people write them: e2e4 as programs do (UCI), and e4, Nbd7, exd8=Q+ as books do (SAN)."""

from __future__ import annotations

import re
from typing import Any

from kibitz.games.chess.board import (
    BISHOP,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    State,
    origin_of,
    piece_at,
    promotion_of,
    taken_by,
    target_of,
)
from kibitz.games.chess.notation import FILES, LETTERS, square_name, square_named

PROMOTIONS = {"q": QUEEN, "r": ROOK, "b": BISHOP, "n": KNIGHT}
WRITTEN = re.compile(
    r"(?P<piece>[KQRBN])?(?P<file>[a-h])?(?P<rank>[1-8])?[x:\-]?(?P<target>[a-h][1-8])(?:=?\(?(?P<promotion>[QRBNqrbn])\)?)?"
)
CASTLED = {"O-O": 2, "O-O-O": -2}


def uci(a: int) -> str:
    """A move as UCI writes it: e2e4, e7e8q."""
    promotion = LETTERS[promotion_of(a)].lower().strip()
    return square_name(origin_of(a)) + square_name(target_of(a)) + promotion


def san(game: Any, s: State, a: int) -> str:
    """A legal move in standard algebraic notation, with `+` for check and `#` for mate."""
    after = game.result(s, a)
    sign = "" if not after.checks else "#" if game.is_mate(after) else "+"
    return _unsigned(game, s, a) + sign


def _unsigned(game: Any, s: State, a: int) -> str:
    origin, target = origin_of(a), target_of(a)
    kind = piece_at(s, origin) & 7
    if kind == KING and abs(target - origin) == 2:
        return "O-O" if target > origin else "O-O-O"
    takes = "x" if taken_by(s, a) else ""
    if kind == PAWN:
        promotion = f"={LETTERS[promotion_of(a)]}" if promotion_of(a) else ""
        return (FILES[origin % 8] if takes else "") + takes + square_name(target) + promotion
    others = [
        origin_of(other)
        for other in game.actions(s)
        if target_of(other) == target and origin_of(other) != origin and piece_at(s, origin_of(other)) & 7 == kind
    ]
    name = square_name(origin)
    if not others:
        apart = ""
    elif all(other % 8 != origin % 8 for other in others):
        apart = name[0]
    elif all(other // 8 != origin // 8 for other in others):
        apart = name[1]
    else:
        apart = name
    return LETTERS[kind] + apart + takes + square_name(target)


def meant(game: Any, s: State, text: str) -> list[int]:
    """The legal moves that a person may mean by a text, in UCI or SAN: one if it is clear, none if it is illegal.

    Signs for check, mate and comment are left out of account, `0-0` is castling, and `e8Q` is as good as `e8=Q`. A pawn
    that reaches the last rank must be told what to become.
    """
    legal = list(game.actions(s))
    plain = text.strip().rstrip("+#!?").removesuffix("e.p.").strip()
    exact = [a for a in legal if uci(a) == plain.lower()]
    if exact and square_named(plain[:2].lower()) >= 0:
        return exact
    castled = CASTLED.get(plain.upper().replace("0", "O"))
    if castled is not None:
        return [a for a in legal if target_of(a) - origin_of(a) == castled and piece_at(s, origin_of(a)) & 7 == KING]
    read = WRITTEN.fullmatch(plain)
    if read is None:
        return []
    kind = LETTERS.index(read["piece"]) if read["piece"] else PAWN
    promotion = PROMOTIONS[read["promotion"].lower()] if read["promotion"] else 0
    return [
        a
        for a in legal
        if piece_at(s, origin_of(a)) & 7 == kind
        and square_name(target_of(a)) == read["target"]
        and promotion_of(a) == promotion
        and (read["file"] is None or FILES[origin_of(a) % 8] == read["file"])
        and (read["rank"] is None or origin_of(a) // 8 + 1 == int(read["rank"]))
        and not (kind == KING and abs(target_of(a) - origin_of(a)) == 2)
    ]

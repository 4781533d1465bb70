"""What a player of chess threatens: mate with the next move, a capture that gains, a new queen, or the king itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kibitz.game.threats import Threat
from kibitz.games.chess import exchange, making
from kibitz.games.chess.attacks import king_square
from kibitz.games.chess.board import (
    BISHOP,
    KING,
    KNIGHT,
    NOTHING,
    PAWN,
    QUEEN,
    ROOK,
    State,
    is_in_passing,
    mover,
    origin_of,
    piece_at,
    promotion_of,
    target_of,
)
from kibitz.games.chess.notation import square_name
from kibitz.games.chess.picture import cell
from kibitz.games.chess.san import uci
from kibitz.native.bits import lowest

LEAST_GAIN = 90  # hundredths of a pawn: less is not worth a sentence
NAMES = {NOTHING: "", ROOK: "rook", BISHOP: "bishop", QUEEN: "queen", PAWN: "pawn", KNIGHT: "knight", KING: "king"}


def threats_of(game: Any, tables: Any, s: State, player: int) -> Iterator[Threat]:
    """Check; mate; the most valuable capture; a new queen. Asked of the side that is not to move as if it were."""
    is_next = mover(s) == player
    if s.checks and not is_next:
        king, checker = cell(king_square(s, mover(s))), cell(lowest(s.checks))
        yield Threat("the king (check)", (), (king,), (checker, king))
    here = s if is_next else making.after_passing(tables, s)
    if not s.checks:
        mating = next((a for a in game.actions(here) if game.is_mate(game.result(here, a))), None)
        if mating is not None:
            yield _of(mating, f"checkmate on {square_name(target_of(mating))}", wins=True)
            return
    gains = [(exchange.exchange(tables, here, a), a) for a in game.noisy_actions(here) if not _takes_king(here, a)]
    gain, a = max(gains, default=(0, 0))
    if gain < LEAST_GAIN:
        return
    where = square_name(target_of(a))
    taken = NAMES[piece_at(here, target_of(a)) & 7] or ("pawn" if is_in_passing(here, a) else "")
    if taken:
        yield _of(a, f"the capture of the {taken} on {where}")
    elif promotion_of(a) == QUEEN:
        yield _of(a, f"a new queen on {where}")


def _takes_king(s: State, a: int) -> bool:
    return NAMES[piece_at(s, target_of(a)) & 7] == "king"


def _of(a: int, words: str, *, wins: bool = False) -> Threat:
    way = cell(origin_of(a)), cell(target_of(a))
    return Threat(words, (uci(a),), way[1:], way, wins)

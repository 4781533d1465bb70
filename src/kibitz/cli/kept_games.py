"""Files in which people keep games, by their ending: PGN for chess, PDN for checkers, SGF for Go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from inspect import signature
from pathlib import Path

from kibitz.errors import BadInput
from kibitz.game import Game, State
from kibitz.game.record import KeptGame, Remark
from kibitz.games import record_of


def is_record(cls: type[Game], path: str) -> bool:
    """Does the name of a file say that it holds games of this class, as its players keep them?"""
    record = record_of(cls)
    return record is not None and path.lower().endswith(record.ending)


def read_kept(cls: type[Game], path: str) -> KeptGame | None:
    """The first game of such a file; None where its name does not say that it is one."""
    record = record_of(cls)
    if record is None or not is_record(cls, path):
        return None
    text = _text_of(path)
    try:
        return record.read(text)
    except BadInput as error:
        raise BadInput(f"{path!r}: {error}") from None


def _text_of(path: str) -> str:
    try:
        return Path(path).read_bytes().decode("utf-8", errors="replace")  # old files have names in other codes
    except OSError as error:
        raise BadInput(f"{path!r} cannot be read: {error.strerror}") from None


def unclaimed(game: Game) -> Game:
    """The game without draws that somebody has to claim, as its record has it."""
    record = record_of(type(game))
    return game if record is None else record.unclaimed(game)


def annotated_text(game: Game, path: str, remarks: Mapping[int, Remark]) -> str:
    """The first game of such a file with remarks about its moves, and all that the file says of it besides."""
    record = record_of(type(game))
    assert record is not None, "the file was read before"
    return record.annotated(_text_of(path), remarks)


def kept_text(
    game: Game,
    path: str,
    moves: Sequence[str],
    start: State,
    end: State | None,
    remarks: Mapping[int, Remark] | None = None,
) -> str:
    """A game as such a file holds it, `end` where it ended; empty where the file's name is not of that kind."""
    record = record_of(type(game))
    if record is None or not is_record(type(game), path):
        return ""
    position = "" if start == game.initial() else game.text(start)
    parameters = tuple((name, str(getattr(game, name))) for name in signature(type(game)).parameters)
    kept = KeptGame(position, tuple(moves), parameters)
    return record.written(kept, "" if end is None else _result(game, end), remarks or {})


def _result(game: Game, end: State) -> str:
    """Who won a game that is over, as a record is told: by its rules, or else a draw by repetition."""
    winners = game.won_by(end) if game.is_terminal(end) else ()
    return str(winners[0]) if winners else "draw"

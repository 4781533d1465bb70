"""The file of a match: what is played on the first line, then every finished game, one a line, as JSON.

A match that was stopped in any way goes on from there. Games are kept as they end, whichever ends first; a last line
that was only half written is dropped, and a line that was changed is noticed by its checksum. When the match is
complete, the file is put in the order of the games: however they were played, side by side or interrupted, it has the
same bytes, as long as the players are repeatable. How long they thought is kept only where one has a time limit.
"""

from __future__ import annotations

import json
import os
import stat
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from kibitz.arena.match.match_game import MatchGame
from kibitz.errors import BadInput
from kibitz.saving import replacing

NOT_ONE = (KeyError, TypeError, ValueError, AttributeError)


class KeptMatch:
    """The file of one match, open for more games."""

    def __init__(self, path: str, header: Mapping[str, Any], *, with_seconds: bool = True) -> None:
        """Open or make the file; `BadInput` where it is of another match, or cannot be written."""
        self.path = path
        self._with_seconds = with_seconds
        self._header = header
        self.games: list[MatchGame] = []
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
            kept = Path(path).read_bytes()
        except OSError as error:
            raise BadInput(f"{path!r} cannot be written: {(error.strerror or str(error)).lower()}") from None
        whole = kept[: kept.rfind(b"\n") + 1]
        lines = whole.splitlines()
        if lines:
            self._refuse_other(lines[0], header)
            self.games = [self._game(line, number) for number, line in enumerate(lines[1:], 2)]
        elif kept and not json.dumps(dict(header), ensure_ascii=False).encode().startswith(kept):
            raise BadInput(f"{path!r} is not the file of a match: expected a new name, or one that --out wrote")
        if len(whole) < len(kept):
            os.ftruncate(self._file, len(whole))
        if not lines:
            os.write(self._file, _written(header))

    def keep(self, game: MatchGame) -> None:
        """Add a finished game."""
        self.games.append(game)
        os.write(self._file, self._line(game))

    def complete(self, order: Callable[[MatchGame], Any]) -> None:
        """Put all games in their order; call it when there are no more."""
        ordered = sorted(self.games, key=order)
        if ordered == self.games or not stat.S_ISREG(os.fstat(self._file).st_mode):
            return
        with replacing(self.path) as file:
            file.write(_written(self._header))
            for game in ordered:
                file.write(self._line(game))
        self.games = ordered

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def _line(self, game: MatchGame) -> bytes:
        kept = game.json(with_seconds=self._with_seconds)
        return _written({**kept, "crc": _checksum(kept)})

    def _refuse_other(self, line: bytes, header: Mapping[str, Any]) -> None:
        try:
            kept = json.loads(line)
            is_match = kept["kibitz"] == header["kibitz"]
        except NOT_ONE:
            is_match = False
        if not is_match:
            raise BadInput(f"{self.path!r} is not the file of a match: expected a new name, or one that --out wrote")
        for key, value in header.items():
            if kept.get(key) != value:
                raise BadInput(
                    f"{self.path!r} is of another match: its {key}: {_said(kept.get(key))}, here: {_said(value)}"
                )

    def _game(self, line: bytes, number: int) -> MatchGame:
        try:
            kept = json.loads(line)
            if kept.pop("crc", None) not in (None, _checksum(kept)):
                raise ValueError("changed")
            return MatchGame.of_json(kept)
        except NOT_ONE:
            raise BadInput(f"{self.path!r}, line {number}, is not a game of a match: remove the line") from None


def _written(value: Mapping[str, Any]) -> bytes:
    return (json.dumps(dict(value), ensure_ascii=False) + "\n").encode()


def _checksum(kept: Mapping[str, Any]) -> str:
    return f"{zlib.crc32(json.dumps(dict(kept), ensure_ascii=False).encode()):08x}"


def _said(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)

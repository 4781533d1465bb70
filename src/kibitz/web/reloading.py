"""A user's games as their files are now: one that has changed is read again, and a mistake in it shown by its line."""

from __future__ import annotations

import importlib.util
import linecache
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

from pydantic import BaseModel, Field

from kibitz.errors import BadInput, KibitzError, raised
from kibitz.game import Game
from kibitz.game.malformed import answers_the_questions
from kibitz.games import full_name, game_class, made
from kibitz.web.answers import Mistake
from kibitz.web.game_answers import GameListed
from kibitz.web.refusals import Refused
from kibitz.web.source_places import place_of

TRIED = 50  # moves of the first position that are tried before a game is offered

Stamp = tuple[tuple[str, int, int], ...]  # the files of a game, each with when it was changed and how long it is
Row = dict[str, Any]


class OwnGameShown(BaseModel):
    """A user's game as its file is now."""

    version: int = Field(description="grows each time the file is read again")
    file: str
    mistake: Mistake | None
    game: GameListed


@dataclass
class OwnGame:
    """A user's game: the class as it was last read, or the mistake that was made since."""

    source: str  # as it is named on the command line, with its whole path
    cls: type[Game]
    row: Row  # as the page lists it
    stamp: Stamp = ()
    version: int = 1
    mistake: Refused | None = None
    files: list[Path] = field(default_factory=list)

    def json(self, with_code: bool) -> Row:
        """What a page that has the game open needs to know."""
        told = None if self.mistake is None else self.mistake.json(with_code)
        return {"version": self.version, "file": self.files[0].name, "mistake": told, "game": self.row}


class OwnGames:
    """The games of users, by name. Each time one is asked for, its files are looked at, and read again if need be."""

    def __init__(self, listed: Callable[[Game], Row]) -> None:
        self._listed = listed
        self._games: dict[str, OwnGame] = {}
        self._lock = threading.Lock()

    def add(self, file: str) -> OwnGame:
        """Read a game for the first time; `BadInput` where it cannot be offered."""
        cls, row = self._read(file, repr(file))
        files = _files_of(cls)
        own = OwnGame(full_name(file), cls, row, _stamp(files), files=files)
        self._games[row["name"]] = own
        return own

    def __contains__(self, name: object) -> bool:
        return name in self._games

    def current(self, name: str) -> type[Game]:
        """The class of a game as its file is now; `Refused` with the mistake in it, if there is one."""
        own = self._games[name]
        self._look(name, own)
        if own.mistake is not None:
            raise own.mistake
        return own.cls

    def rows(self, with_code: bool = False) -> list[Row]:
        """Every game as its file is now, with its mistake, if any, and a number that grows when it is read again."""
        for name, own in self._games.items():
            self._look(name, own)
        return [own.json(with_code) for own in self._games.values()]

    def listed(self) -> list[Row]:
        """Every game as the page lists it, as it was last read."""
        return [own.row for own in self._games.values()]

    def _look(self, name: str, own: OwnGame) -> None:
        """Read a game again if one of its files has changed."""
        with self._lock:
            stamp = _stamp(own.files)
            if stamp == own.stamp:
                return
            own.stamp = stamp
            own.version += 1
            try:
                _forget(own)
                own.cls, row = self._read(own.source, repr(name), is_again=True)
                own.row = {**row, "name": name, "picture": own.row["picture"]}  # links go by the name it had
                own.files = list(dict.fromkeys([own.files[0], *_files_of(own.cls)]))
                own.stamp = _stamp(own.files)
                own.mistake = None
            except KibitzError as error:
                own.mistake = Refused(400, str(error), where=place_of(error))

    def _read(self, file: str, who: str, is_again: bool = False) -> tuple[type[Game], Row]:
        cls = game_class(file)
        try:
            game = made(cls, {})
            answers_the_questions(game)
            row = self._listed(game)
            if game.initial() is None:
                raise BadInput(f"{file!r} has no initial state: initial gives None")
            if is_again:
                _try(game)
        except (KibitzError, KeyboardInterrupt):
            raise
        except BaseException as error:  # a game may raise anything
            raise BadInput(raised(who, error)) from error
        return cls, row


def _try(game: Game) -> None:
    """Ask the rules about the first position, so that a mistake is met now and not in the middle of a game."""
    s = game.initial()
    if not game.is_terminal(s):
        for action in islice(game.choices(s), TRIED):
            game.action_text(s, action)
            game.is_terminal(game.result(s, action))
    game.picture(s)


def _files_of(cls: type[Game]) -> list[Path]:
    """The file of a game, and those beside it that it imports."""
    module = sys.modules[cls.__module__]
    first = Path(str(module.__file__))
    return [first, *(Path(str(each.__file__)) for each in _beside(module, first.parent, {module.__name__}))]


def _beside(module: ModuleType, folder: Path, seen: set[str]) -> Iterator[ModuleType]:
    """The modules of a folder that a module uses, directly or not."""
    for value in list(vars(module).values()):
        name = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
        other = sys.modules.get(name) if isinstance(name, str) else None
        file = getattr(other, "__file__", None)
        if other is not None and file and other.__name__ not in seen and Path(file).parent == folder:
            seen.add(other.__name__)
            yield other
            yield from _beside(other, folder, seen)


def _stamp(files: list[Path]) -> Stamp:
    found = []
    for file in files:
        try:
            stat = file.stat()
            found.append((str(file), stat.st_mtime_ns, stat.st_size))
        except OSError:  # it is being written, or gone
            found.append((str(file), 0, 0))
    return tuple(found)


def _forget(own: OwnGame) -> None:
    """Let the next import read every file of a game anew: bytecode kept beside it is only as new as its second."""
    files = {str(file) for file in own.files}
    for name, module in list(sys.modules.items()):
        if getattr(module, "__file__", None) in files:
            del sys.modules[name]
    for file in own.files:
        Path(importlib.util.cache_from_source(str(file))).unlink(missing_ok=True)
        linecache.checkcache(str(file))

"""The endgame table of a game, where one is kept: opened once, and complained of once where it cannot be used."""

from __future__ import annotations

import weakref
from pathlib import Path

from kibitz.answer.options import Options
from kibitz.errors import BadInput, Unusable
from kibitz.game import Game
from kibitz.lookup.endgame_file import open_table, table_path, tables_folder
from kibitz.lookup.endgame_table import Endgames

Stamp = tuple[str, int, int, str]  # a file, when it was written, how long it is, and the game that asks for it

_unusable: dict[Stamp, str] = {}  # why a file cannot be used
_said: set[Stamp] = set()
_names: dict[int, tuple[weakref.ref[Game], str]] = {}  # of files, by game: working one out may take a millisecond


def endgames_for(game: Game, options: Options) -> Endgames | None:
    """The table that searches of a game may ask: the kept one, or the file that the options name; None for none.

    A file that cannot be used is left out: `complaint` tells why. `BadInput` where a file is named that is not there.
    """
    if not options.endgames or game._kibitz_within is not None or game.facts.hidden:
        return None
    path = _path(game, options)
    stamp = _stamp(path, game)
    if stamp in _unusable:
        return None
    try:
        found = None if stamp is None else open_table(game, path)
    except Unusable as error:
        assert stamp is not None  # it was opened
        _unusable[stamp] = str(error)
        return None
    if found is None and options.table is not None:
        raise BadInput(f"there is no endgame table {options.table!r}")
    return found


def leave_out(game: Game, endgames: Endgames, why: Unusable) -> None:
    """Ask an open table no more: a part of it was found to be damaged."""
    stamp = None if endgames.file is None else _stamp(endgames.file.path, game)
    if stamp is not None:
        _unusable[stamp] = str(why)


def complaint(game: Game, options: Options) -> str:
    """Why the table of a game is left out, in a sentence, to be told once; else empty."""
    if not _unusable or not options.endgames:
        return ""
    stamp = _stamp(_path(game, options), game)
    if stamp is None or stamp not in _unusable or stamp in _said:
        return ""
    _said.add(stamp)
    return f"{_unusable[stamp]}; it is left out"


def name_of(endgames: Endgames) -> str:
    """The file of a table, as people know it: those that are kept by their name alone."""
    if endgames.file is None:
        return ""
    path = endgames.file.path
    return path.name if path.parent == tables_folder() else str(path)


def _path(game: Game, options: Options) -> Path:
    if options.table is not None:
        return Path(options.table)
    key = id(game)
    if key not in _names or _names[key][0]() is not game:
        _names[key] = weakref.ref(game, lambda _: _names.pop(key, None)), table_path(game).name
    return tables_folder() / _names[key][1]


def _stamp(path: Path, game: Game) -> Stamp | None:
    """What tells one state of a file from the next; None where there is none."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return str(path.absolute()), found.st_mtime_ns, found.st_size, repr(game)

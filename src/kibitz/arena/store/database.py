"""The file of the store: SQLite in its WAL mode, so that several processes may read and write at once.

Contract. What a `with database.writing():` block has done is on disk, all of it, when the block ends: a process that is
killed later loses nothing, one that is killed inside it leaves the file as it was. Whatever SQLite complains about is
raised as one sentence.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import quote

from kibitz.errors import KibitzError, Unusable, Unwritten
from kibitz.saving import data_folder

FILE = "games.sqlite"
BESIDE = ("", "-wal", "-shm")  # what SQLite adds to the name of the file for its own files beside it
APPLICATION = 0x4B424954  # "KBIT": tells our files from those of other programs
VERSION = 1
PATIENCE = 30.0  # seconds to wait for another process that writes

# Small columns come first in `games`: a long game spills over to other pages, which are then left unread.
# `positions` can always be made again from the moves. Its `place` is the same for a position and its mirror images.
SCHEMA = """
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE rules (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    called TEXT NOT NULL,
    parameters TEXT NOT NULL,
    sample TEXT NOT NULL,
    UNIQUE (game, parameters)
);
CREATE TABLE games (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    rules INTEGER NOT NULL REFERENCES rules (id),
    result TEXT NOT NULL,
    played TEXT NOT NULL,
    plies INTEGER NOT NULL,
    identity TEXT,
    players TEXT NOT NULL,
    shares TEXT,
    ended TEXT NOT NULL,
    source TEXT NOT NULL,
    note TEXT NOT NULL DEFAULT '',
    position TEXT NOT NULL,
    moves TEXT NOT NULL,
    told TEXT NOT NULL DEFAULT '[]',
    original TEXT NOT NULL DEFAULT ''
);
CREATE INDEX games_by_rules ON games (rules, number);
CREATE UNIQUE INDEX games_by_identity ON games (identity) WHERE identity IS NOT NULL;
CREATE TABLE tags (
    tag TEXT NOT NULL,
    number INTEGER NOT NULL REFERENCES games (number) ON DELETE CASCADE,
    PRIMARY KEY (number, tag)
) WITHOUT ROWID;
CREATE INDEX tags_by_name ON tags (tag, number);
CREATE TABLE positions (
    rules INTEGER NOT NULL,
    place INTEGER NOT NULL,
    number INTEGER NOT NULL REFERENCES games (number) ON DELETE CASCADE,
    ply INTEGER NOT NULL,
    own INTEGER NOT NULL,
    move TEXT,
    following INTEGER,
    PRIMARY KEY (rules, place, number, ply)
) WITHOUT ROWID;
CREATE INDEX positions_by_game ON positions (number, ply);
"""


def store_path() -> Path:
    """Where the store of this user is, or would be."""
    return data_folder() / FILE


def store_size(path: Path) -> int:
    """The bytes on disk of a store, with SQLite's files beside it."""
    return sum(beside.stat().st_size for beside in _files(path) if beside.exists())


def delete_store(path: Path) -> None:
    """Delete a store with all its games; `Unwritten` where that fails."""
    try:
        for beside in _files(path):
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise Unwritten(f"{str(path)!r} cannot be deleted: {(error.strerror or str(error)).lower()}") from None


def _files(path: Path) -> list[Path]:
    return [path.with_name(path.name + ending) for ending in BESIDE]


class Database:
    """An open store file. Each thread opens its own: that takes less than a millisecond."""

    def __init__(self, path: Path, *, create: bool = False) -> None:
        """Open the file, or make it with `create`; `Unusable` or `Unwritten`, in a sentence, where that fails."""
        self.path = path
        with self._in_words():
            if create:
                self._make_folder()
            mode = "rwc" if create else "rw"
            where = f"file:{quote(str(path))}?mode={mode}"
            self._connection = sqlite3.connect(where, uri=True, timeout=PATIENCE, isolation_level=None)
            try:
                self._prepare(create)
            except BaseException:
                self._connection.close()
                raise

    def __enter__(self) -> Database:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the file. The last process to do so leaves a single file."""
        with contextlib.suppress(sqlite3.Error):
            self._connection.close()

    def rows(self, question: str, given: Any = ()) -> list[tuple[Any, ...]]:
        """The answer to a question in SQL."""
        with self._in_words():
            return self._connection.execute(question, given).fetchall()

    def row(self, question: str, given: Any = ()) -> tuple[Any, ...] | None:
        """The first row of the answer; None where there is none."""
        with self._in_words():
            found: tuple[Any, ...] | None = self._connection.execute(question, given).fetchone()
            return found

    def write(self, order: str, given: Any = ()) -> sqlite3.Cursor:
        """Carry out an order in SQL, within `writing`."""
        with self._in_words():
            return self._connection.execute(order, given)

    def write_many(self, order: str, given: Any) -> None:
        """Carry out an order for each of many rows, within `writing`."""
        with self._in_words():
            self._connection.executemany(order, given)

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """All of what is written inside, or nothing of it. One process writes at a time, the others wait."""
        with self._in_words():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                raise

    def _prepare(self, create: bool) -> None:
        connection = self._connection
        application, version, is_empty = self._kind()
        if create and is_empty and version == 0:
            connection.execute("PRAGMA journal_mode = WAL")
            with self.writing():
                if self._kind()[1] == 0:  # else another process was quicker
                    for order in SCHEMA.split(";\n"):
                        connection.execute(order)
                    connection.execute(f"PRAGMA application_id = {APPLICATION}")
                    connection.execute(f"PRAGMA user_version = {VERSION}")
        elif application != APPLICATION:
            raise Unusable(f"{str(self.path)!r} is not a store of games: move it away, and the store begins anew")
        elif version > VERSION:
            raise Unusable(f"{str(self.path)!r} was written by a later version of Kibitz: update Kibitz to use it")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")  # a move is safe even if the machine loses power

    def _kind(self) -> tuple[int, int, bool]:
        """What program and version the file is of, and whether it is empty: all at the same moment."""
        connection = self._connection
        is_alone = not connection.in_transaction
        if is_alone:
            connection.execute("BEGIN")
        try:
            tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            application = connection.execute("PRAGMA application_id").fetchone()[0]
            return application, connection.execute("PRAGMA user_version").fetchone()[0], not tables
        finally:
            if is_alone and connection.in_transaction:
                connection.execute("COMMIT")

    def _make_folder(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            folder = str(self.path.parent)
            raise Unwritten(f"{folder!r} cannot be made: {(error.strerror or str(error)).lower()}") from None

    @contextlib.contextmanager
    def _in_words(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise _told(self.path, error) from None


def _told(path: Path, error: sqlite3.Error) -> KibitzError:
    """What SQLite complains about, in a sentence."""
    said, name = str(error), repr(str(path))
    if "locked" in said or "busy" in said:
        return Unusable(f"{name} has been in use by another process for {PATIENCE:g} seconds: try again later")
    if "unable to open" in said:
        why = "it cannot be opened; is it a folder, or one that you may not write to?"
        return Unusable(f"the store {name} cannot be used: {why}")
    if "readonly" in said:
        return Unwritten(f"{name} cannot be written: it is read-only")
    if "full" in said:
        return Unwritten(f"{name} cannot be written: the disk is full")
    advice = "move it away, or delete it with 'kibitz store delete --all'"
    return Unusable(f"the store {name} is damaged ({said}): {advice}")

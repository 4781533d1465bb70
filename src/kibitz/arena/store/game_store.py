"""The store: games go in as they are played, and are found again by who, when, how and tag.

Contract. Every call that changes something is safe on disk when it returns. Several processes may use one store.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any

from kibitz.arena.store.database import Database, store_path
from kibitz.arena.store.kept_entry import Ending, KeptEntry, Wanted, tag_of
from kibitz.arena.store.kept_rules import KeptRules, PlayedLine
from kibitz.errors import BadInput, Unusable

LONGEST_NOTE = 10_000  # characters
LARGEST_NUMBER = 2**63 - 1  # that SQLite can hold
COLUMNS = (
    "g.number, r.game, r.called, r.parameters, g.players, g.result, g.shares, g.ended, g.played, g.plies, g.source, "
    "g.note, g.position, g.moves, g.told, g.original"
)
ALL_COLUMNS = (
    "rules, result, played, plies, identity, players, shares, ended, source, note, position, moves, told, original"
)
GAMES = "games g JOIN rules r ON r.id = g.rules"
POSITION_ROW = "INSERT INTO positions (rules, number, place, ply, own, move, following) VALUES (?, ?, ?, ?, ?, ?, ?)"


@dataclass(frozen=True)
class NewGame:
    """A game to be kept. One whose `identity` is in the store already is not kept twice."""

    rules: KeptRules
    line: PlayedLine
    players: tuple[str, ...]
    ending: Ending
    source: str
    played: str = ""  # when; empty: not known
    identity: str | None = None
    note: str = ""
    tags: tuple[str, ...] = ()
    told: tuple[tuple[str, str], ...] = ()
    original: str = ""


@dataclass
class GameStore:
    """An open store; one thread at a time uses it."""

    database: Database
    _rules: dict[tuple[str, str], int] = field(default_factory=dict)

    @staticmethod
    def open(path: Path | None = None) -> GameStore | None:
        """The store of this user, or of a file; None where there is none."""
        at = path or store_path()
        return GameStore(Database(at)) if at.is_dir() or (at.exists() and at.stat().st_size) else None

    @staticmethod
    def made(path: Path | None = None) -> GameStore:
        """The store of this user, or of a file; it is made where there is none."""
        return GameStore(Database(path or store_path(), create=True))

    def __enter__(self) -> GameStore:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.database.close()

    # ------------------------------------------------------------ on and off

    @property
    def is_on(self) -> bool:
        """Are games kept as they are played?"""
        return self.database.row("SELECT value FROM settings WHERE name = 'on'") == ("yes",)

    def switch(self, on: bool) -> None:
        """Keep games from now on, or no longer. Those that are kept stay."""
        with self.database.writing():
            order = "INSERT OR REPLACE INTO settings (name, value) VALUES ('on', ?)"
            self.database.write(order, ("yes" if on else "no",))

    def count(self) -> int:
        """How many games are kept."""
        found = self.database.row("SELECT count(*) FROM games")
        return int(found[0]) if found else 0

    # ------------------------------------------------------------ keeping

    def add(self, game: NewGame) -> int | None:
        """Keep a game, and give its number; None where it is there already, by its identity."""
        with self.database.writing():
            return self._add(game)

    def add_all(self, games: Iterable[NewGame]) -> list[int | None]:
        """Keep many games, all or none of them."""
        with self.database.writing():
            return [self._add(game) for game in games]

    def _add(self, game: NewGame) -> int | None:
        database, line, ending = self.database, game.line, game.ending
        if game.identity is not None and self.has(game.identity):
            return None
        rules = self.rules_number(game.rules)
        made = database.write(
            f"INSERT INTO games ({ALL_COLUMNS}) VALUES ({','.join('?' * 14)})",
            (
                *(rules, ending.result, game.played, len(line.texts), game.identity, dumped(game.players)),
                *(dumped(ending.shares), ending.ended, game.source, game.note, line.position, dumped(line.texts)),
                *(dumped(game.told), game.original),
            ),
        )
        number = int(made.lastrowid or 0)
        database.write_many(POSITION_ROW, ((rules, number, *row) for row in line.places()))
        self._tag(number, game.tags)
        return number

    def follow(self, number: int | None, game: NewGame) -> int:
        """Keep a game that is being played as it stands now, under its number, and give that.

        A move more, or moves taken back, change what is kept. A game that is over is not changed any more: going back
        in it changes nothing, and playing on otherwise makes a new one. So does a number that is not of this game.
        """
        with self.database.writing():
            before = None if number is None else self._row(number)
            if before is None or not _is_of(before, game):
                return self._add(game) or 0
            texts = tuple(game.line.texts)
            shared = _shared(before.moves, texts)
            if before.is_finished and shared == len(texts):
                return before.number
            if before.is_finished and shared < len(before.moves):
                return self._add(game) or 0
            self._change(before, game, shared)
            return before.number

    def _change(self, before: KeptEntry, game: NewGame, shared: int) -> None:
        database, line, ending = self.database, game.line, game.ending
        if len(before.moves) == len(line.texts) == shared and before.ended == ending.ended:
            return
        database.write(
            "UPDATE games SET result = ?, shares = ?, ended = ?, plies = ?, moves = ?, players = ?, original = '' "
            "WHERE number = ?",
            (
                *(ending.result, dumped(ending.shares), ending.ended, len(line.texts), dumped(line.texts)),
                *(dumped(game.players), before.number),
            ),
        )
        rules = self.rules_number(game.rules)
        database.write("DELETE FROM positions WHERE number = ? AND ply >= ?", (before.number, shared))
        database.write_many(POSITION_ROW, ((rules, before.number, *row) for row in line.places(shared)))

    def has(self, identity: str) -> bool:
        """Is a game of this identity kept?"""
        return self.database.row("SELECT 1 FROM games WHERE identity = ?", (identity,)) is not None

    def rules_number(self, rules: KeptRules) -> int:
        """The number of the rules in the store, within `writing`; they are added where they are new."""
        known = rules.game, dumped(rules.parameters)
        if known not in self._rules:
            found = self.database.row("SELECT id FROM rules WHERE game = ? AND parameters = ?", known)
            if found is None:
                order = "INSERT INTO rules (game, called, parameters, sample) VALUES (?, ?, ?, ?)"
                given = (rules.game, rules.called, known[1], rules.sample())
                found = (self.database.write(order, given).lastrowid,)
            self._rules[known] = int(found[0])
        return self._rules[known]

    # ------------------------------------------------------------ finding

    def entry(self, number: int) -> KeptEntry:
        """The game of that number; `BadInput` where there is none."""
        found = self._row(number)
        if found is None:
            raise BadInput(f"there is no game {number} in the store: see 'kibitz store list'")
        return found

    def has_number(self, number: int) -> bool:
        """Is there a game of that number?"""
        return 0 < number <= LARGEST_NUMBER and bool(
            self.database.row("SELECT 1 FROM games WHERE number = ?", (number,))
        )

    def _row(self, number: int) -> KeptEntry | None:
        if not 0 < number <= LARGEST_NUMBER:
            return None
        return next(self._entries("g.number = ?", [number], 1), None)

    def listed(self, wanted: Wanted, limit: int | None = None) -> list[KeptEntry]:
        """The games that are wanted, the latest first, at most `limit` of them."""
        return list(self._entries(*wanted.condition(), limit))

    def total(self, wanted: Wanted) -> int:
        """How many games are wanted."""
        condition, given = wanted.condition()
        found = self.database.row(f"SELECT count(*) FROM {GAMES} WHERE {condition}", given)
        return int(found[0]) if found else 0

    def _entries(self, condition: str, given: list[Any], limit: int | None) -> Iterator[KeptEntry]:
        question = f"SELECT {COLUMNS} FROM {GAMES} WHERE {condition}"
        question += " ORDER BY g.number DESC LIMIT ?"
        for row in self.database.rows(question, [*given, -1 if limit is None else limit]):
            tags = self.database.rows("SELECT tag FROM tags WHERE number = ? ORDER BY tag", (row[0],))
            yield _entry(row, tuple(tag for (tag,) in tags))

    def tags(self) -> list[tuple[str, int]]:
        """Every tag, and how many games have it."""
        return [(tag, count) for tag, count in self.database.rows("SELECT tag, count(*) FROM tags GROUP BY tag")]

    # ------------------------------------------------------------ what is said of a game

    def tag(self, number: int, tags: Sequence[str]) -> None:
        """Give a game tags."""
        with self.database.writing():
            self.entry(number)
            self._tag(number, tags)

    def _tag(self, number: int, tags: Iterable[str]) -> None:
        rows = [(number, tag_of(tag)) for tag in tags]
        self.database.write_many("INSERT OR IGNORE INTO tags (number, tag) VALUES (?, ?)", rows)

    def untag(self, number: int, tags: Sequence[str]) -> None:
        """Take tags from a game; those it does not have do not matter."""
        with self.database.writing():
            self.entry(number)
            rows = [(number, tag_of(tag)) for tag in tags]
            self.database.write_many("DELETE FROM tags WHERE number = ? AND tag = ?", rows)

    def note(self, number: int, text: str) -> None:
        """Put a note to a game in place of the one it has; an empty one takes it away."""
        if len(text) > LONGEST_NOTE:
            raise BadInput(f"the note has {len(text):,} characters: expected at most {LONGEST_NOTE:,}")
        with self.database.writing():
            self.entry(number)
            self.database.write("UPDATE games SET note = ? WHERE number = ?", (text.strip(), number))

    def delete(self, numbers: Sequence[int]) -> None:
        """Delete games; `BadInput`, and nothing is deleted, where there is none of such a number."""
        with self.database.writing():
            for number in numbers:
                self.entry(number)
                self.database.write("DELETE FROM games WHERE number = ?", (number,))


def now() -> str:
    """The time as it is kept: local, so that a day is the day that people remember."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def dumped(value: Any) -> Any:
    """A value as the store keeps it, as JSON; None stays None."""
    return None if value is None else json.dumps(value, ensure_ascii=False, sort_keys=True)


def _entry(row: tuple[Any, ...], tags: tuple[str, ...]) -> KeptEntry:
    number, game, called, parameters, players, result, shares, ended, played, plies, source, note = row[:12]
    position, moves, told, original = row[12:]
    try:
        return KeptEntry(
            number=number,
            game=game,
            called=called,
            parameters=json.loads(parameters),
            players=tuple(json.loads(players)),
            result=result,
            shares=None if shares is None else tuple(json.loads(shares)),
            ended=ended,
            played=played,
            plies=plies,
            source=source,
            note=note,
            tags=tags,
            position=position,
            moves=tuple(json.loads(moves)),
            told=tuple((name, said) for name, said in json.loads(told)),
            original=original,
        )
    except (ValueError, TypeError):
        raise Unusable(f"game {number} of the store is damaged: 'kibitz store delete {number}' removes it") from None


def _is_of(entry: KeptEntry, game: NewGame) -> bool:
    is_same = entry.game == game.rules.game and entry.parameters == dict(game.rules.parameters)
    return is_same and entry.position == game.line.position


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """How many moves two games begin with alike."""
    count = 0
    for mine, yours in zip(one, other, strict=False):
        if mine != yours:
            break
        count += 1
    return count

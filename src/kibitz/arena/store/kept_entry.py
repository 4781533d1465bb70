"""A game of the store, how it ended, and what is wanted of a list of them."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kibitz.errors import BadInput
from kibitz.game import Game, State
from kibitz.game.repeating import is_repeated_out, keys_of, worth_repeated

UNFINISHED, DRAW, OVER = "unfinished", "draw", "over"  # results besides the numbers of players
MOST_TAG = 60  # characters
DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")


class Ending(NamedTuple):
    """How a game ended."""

    result: str = ""  # who won: "0", "0,2", "draw", "over" for one player, empty if nobody knows
    shares: tuple[float, ...] | None = None  # what the rules pay each player
    ended: str = ""  # in words

    @staticmethod
    def of(game: Game, states: Sequence[State]) -> Ending:
        """How a game ended, by its rules or by repetition; nothing where it goes on."""
        from kibitz.answer.positions import verdict, verdict_of_repetition

        s, before = states[-1], keys_of(game, states[:-1])
        if game.is_terminal(s):
            shares = tuple(float(game.utility(s, seat)) for seat in range(game.players))
            return Ending(result_of(game.players, game.won_by(s)), shares, verdict(game, s))
        if is_repeated_out(game, s, before):
            worth = worth_repeated(game, s)
            shares = (worth, float(game.at_stake(s)) - worth)[: game.players]
            return Ending(winners_by(shares, game.players), shares, verdict_of_repetition(game, s, before))
        return Ending()


def result_of(players: int, winners: Sequence[int]) -> str:
    """A result in a word, from who won."""
    return OVER if players == 1 else ",".join(map(str, sorted(winners))) or DRAW


def winners_by(shares: Sequence[float], players: int) -> str:
    """A result in a word, from what every player got: those won who got most, unless all got the same."""
    best = [seat for seat, share in enumerate(shares) if share == max(shares)]
    return result_of(players, best if len(best) < len(shares) else ())


@dataclass(frozen=True)
class KeptEntry:
    """A game of the store."""

    number: int
    game: str
    called: str
    parameters: dict[str, str]
    players: tuple[str, ...]
    result: str
    shares: tuple[float, ...] | None
    ended: str
    played: str  # when: the day, or as much of it as is known, and the time
    plies: int
    source: str  # "play", "page", "match", or the file it was imported from
    note: str
    tags: tuple[str, ...]
    position: str
    moves: tuple[str, ...]
    told: tuple[tuple[str, str], ...] = ()
    original: str = ""

    @property
    def is_finished(self) -> bool:
        """Is it over, or known how it ended?"""
        return bool(self.result or self.ended)

    @property
    def result_words(self) -> str:
        """Who won, as people count players."""
        return shown_result(self.result)

    @property
    def names(self) -> str:
        """Who played, in one line."""
        return " – ".join(self.players)

    def json(self) -> dict[str, Any]:
        """For a program, and for a file: `kibitz play --load` takes it."""
        return {
            "number": self.number,
            "game": self.game,
            **({} if self.called == self.game else {"name": self.called}),
            "set": self.parameters,
            "position": self.position,
            "moves": list(self.moves),
            "players": list(self.players),
            "result": shown_result(self.result),
            "utilities": None if self.shares is None else list(self.shares),
            "ended": self.ended,
            "date": self.played,
            "source": self.source,
            "tags": list(self.tags),
            "note": self.note,
            "told": dict(self.told),
        }


def shown_result(result: str) -> str:
    """A result as people read it, players counted from 1: "1", "1,3", "draw", "over" or "unfinished"."""
    if not result:
        return UNFINISHED
    return result if not result[0].isdigit() else ",".join(str(int(seat) + 1) for seat in result.split(","))


def read_result(text: str) -> str:
    """The other way round; `BadInput` where it is not a result."""
    word = text.strip().lower()
    if word in (DRAW, OVER, UNFINISHED):
        return "" if word == UNFINISHED else word
    parts = word.split(",")
    if not all(part.isascii() and part.isdigit() and 1 <= int(part) <= 1000 for part in parts):
        raise BadInput(f"{text!r} is not a result: expected the number of the winner, draw, over or unfinished")
    return ",".join(str(int(part) - 1) for part in parts)


@dataclass(frozen=True)
class Wanted:
    """Which games are wanted; what is left out does not matter."""

    game: str | None = None  # its name as of `KeptRules`, or what it is called
    player: str | None = None  # part of a name
    result: str | None = None  # as people read it
    tag: str | None = None
    since: str | None = None
    until: str | None = None
    numbers: tuple[int, ...] = field(default_factory=tuple)

    def condition(self) -> tuple[str, list[Any]]:
        """As a condition in SQL, and what is put into it."""
        parts: list[str] = []
        given: list[Any] = []

        def ask(part: str, *values: Any) -> None:
            parts.append(part)
            given.extend(values)

        if self.game is not None:
            ask("(r.game = ? OR r.called = ?)", self.game, self.game)
        if self.player is not None:
            ask(r"g.players LIKE ? ESCAPE '\'", f"%{_escaped(json.dumps(self.player, ensure_ascii=False)[1:-1])}%")
        if self.result is not None:
            ask("g.result = ?", read_result(self.result))
        if self.tag is not None:
            ask("EXISTS (SELECT 1 FROM tags t WHERE t.number = g.number AND t.tag = ?)", self.tag)
        if self.since is not None:
            ask("g.played >= ?", _date(self.since))
        if self.until is not None:
            ask("g.played != '' AND substr(g.played, 1, ?) <= ?", len(_date(self.until)), self.until)
        if self.numbers:
            ask(f"g.number IN ({','.join('?' * len(self.numbers))})", *self.numbers)
        return " AND ".join(parts) or "1", given


def _escaped(text: str) -> str:
    return re.sub(r"([\\%_])", r"\\\1", text)


def _date(text: str) -> str:
    if not DATE.fullmatch(text):
        raise BadInput(f"{text!r} is not a date: expected one such as 2026-11-16, 2026-11 or 2026")
    return text


def tag_of(text: str) -> str:
    """A tag, tidied up; `BadInput` where it is empty or too long."""
    tag = " ".join(text.split())
    if not 1 <= len(tag) <= MOST_TAG or not tag.isprintable():
        raise BadInput(f"{text!r} is not a tag: expected 1 to {MOST_TAG} characters")
    return tag

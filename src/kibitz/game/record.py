"""Games kept in files as their players keep them, such as PGN: `games/GAME/record.py` reads and writes them.

Its class `Record` answers. Positions and moves go in and out as text, so that the game they are read for may have any
parameters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, Protocol, TypeVar

from kibitz.errors import BadInput
from kibitz.game import Action, Game

Found = TypeVar("Found")  # a game as one format has it


class KeptGame(NamedTuple):
    """A game of a file: the position it began at, empty for the initial one, and its moves, in Kibitz's notation."""

    position: str
    moves: tuple[str, ...]
    parameters: tuple[tuple[str, str], ...] = ()  # of the game, as `--set` takes them, where a file tells some
    players: tuple[str, ...] = ()  # their names, by seat, where a file tells them
    result: str = ""  # who won: "0", "1" or "draw"; empty where it goes on, or nobody knows
    date: str = ""  # of the game, as 2026-11-16, or as much of it as is known
    told: tuple[tuple[str, str], ...] = ()  # what else the file says of the game, by name: the headers of a PGN
    text: str = ""  # the whole game as it stands in the file
    actions: tuple[Action, ...] = ()  # the moves once more, as the game with these parameters has them, where at hand


class Remark(NamedTuple):
    """What is said about a move: a mark (`?`, `??`, `?!` or nothing), words, and the move that was better, if any."""

    mark: str
    words: str
    better: str = ""


class GameRecord(Protocol):
    """What the class `Record` of such a file answers."""

    ending: str  # of the names of such files: ".pgn"

    def read(self, text: str) -> KeptGame:
        """The first game of a file; `BadInput`, with where and what, if it cannot be read."""

    def read_each(self, text: str) -> Iterator[KeptGame | BadInput]:
        """Every game of a file with all that is told of it, in order; in place of a broken one, what is wrong with it.

        A broken game does not hide those behind it.
        """

    def written(self, kept: KeptGame, result: str, remarks: Mapping[int, Remark]) -> str:
        """A game as such a file holds it. `result` is who won: "0", "1", "draw" or empty while it goes on.

        `remarks` are by the number of the move, from 0. Names, date and headers are written where `kept` has them.
        """

    def annotated(self, text: str, remarks: Mapping[int, Remark]) -> str:
        """The first game of a file with remarks about its moves; what the file says besides is kept.

        A file of which only the moves are understood keeps only those.
        """
        return self.written(self.read(text), "", remarks)

    def unclaimed(self, game: Game) -> Game:
        """The game without draws that somebody has to claim: one that was played may have gone on all the same."""
        return game


class Sign(NamedTuple):
    """A piece of a file of games: its kind, its line from 1, and where it begins."""

    kind: str  # "header", "result", "open", "close", "comment", or anything else
    line: int
    at: int


Signs = Callable[[str, int], Iterable[Sign]]  # of a text that begins at that line
Read = Callable[[str, int, int], Found | None]  # a game from its text, the games before it, and its line
MOVE_NUMBER = re.compile(r"(?:\d+\s*\.+\s*)?\Z")  # of the next game's first move, which is no sign
NEXT_EVENT = re.compile(r"\n[ \t]*\n(?=\[Event\s)")


def split_games(text: str, line: int, signs: Signs) -> Iterator[tuple[int, str]]:
    """The games of a text such as PGN, each with the line it begins at. A game need not be right to be told apart.

    A game begins with the first header behind something else, or behind a result that does not stand in brackets.
    """
    begun, depth = 0, 0
    is_over = has_moves = False
    for sign in signs(text, line):
        if (sign.kind == "header" and has_moves) or (is_over and sign.kind != "comment"):
            cut = begun + MOVE_NUMBER.search(text[begun : sign.at]).start()  # type: ignore[union-attr]  # may be empty
            yield line, text[begun:cut]
            begun, line, depth = cut, sign.line, 0
            is_over = has_moves = False
        depth += (sign.kind == "open") - (sign.kind == "close")
        is_over = is_over or (sign.kind == "result" and depth <= 0)
        has_moves = has_moves or sign.kind != "header"
    if text[begun:].strip():
        yield line, text[begun:]


def read_split(text: str, signs: Signs, read: Read[Found]) -> Iterator[tuple[str, Found | BadInput]]:
    """Every game of such a text with its own text; in place of a broken one, what is wrong with it.

    A comment that is never closed would swallow what follows: a header Event below an empty line always begins a game.
    `read` gives None for a text without a game.
    """
    number = 0
    under_way = [split_games(text, 1, signs)]
    while under_way:
        following = next(under_way[-1], None)
        if following is None:
            under_way.pop()
            continue
        line, piece = following
        if later := NEXT_EVENT.search(piece):
            rest, piece = piece[later.end() :], piece[: later.end()]
            under_way.append(split_games(rest, line + piece.count("\n"), signs))
        try:
            found: Found | BadInput | None = read(piece, number, line)
        except BadInput as error:
            found = error
        if found is not None:
            number += 1
            yield piece, found


def as_told(
    bare: KeptGame,
    headers: Mapping[str, str],
    seats: tuple[str, str],
    winner: str,
    piece: str,
) -> KeptGame:
    """A game with what its headers, as of PGN and PDN, say of it; `piece` is its whole text.

    `seats` are the headers with the players' names, by seat; `winner` is who won, as `KeptGame.result` has it.
    """
    own = (*seats, "Date", "Result", "SetUp", "FEN")  # headers that a kept game tells in its own fields
    names = tuple(headers.get(seat, "?") for seat in seats)
    return bare._replace(
        players=() if names == ("?", "?") else names,
        result=winner,
        date=plain_date(headers.get("Date", "")),
        told=tuple((name, value) for name, value in headers.items() if name not in own and value != "?"),
        text=piece.strip() + "\n\n",
    )


def dotted_date(date: str) -> str:
    """A date as PGN and PDN write it: `2026.11.16`, with question marks for what is not known."""
    year, month, day = ([*date[:10].split("-"), "", ""])[:3]
    return f"{year or '????'}.{month or '??'}.{day or '??'}"


def plain_date(text: str) -> str:
    """A date of a file, such as `2026.11.??`, as `2026-11`; empty where it is not one."""
    found: list[str] = []
    for part, length in zip(text.strip().replace("/", ".").replace("-", ".").split("."), (4, 2, 2), strict=False):
        if not (part.isascii() and part.isdigit() and len(part) == length):
            break
        found.append(part)
    return "-".join(found)

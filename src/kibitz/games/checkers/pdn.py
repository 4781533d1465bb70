"""PDN: whole games of checkers as text, with headers, comments and results, read and written.

A file may hold many games. As in chess, `1-0` says that White won, and `0-1` that Black did. Variations in brackets are
read over; everything else that a game says survives reading and writing.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from kibitz.errors import BadInput
from kibitz.game.record import Sign, read_split
from kibitz.games.checkers import Checkers, State
from kibitz.games.checkers.board import BLACK
from kibitz.games.checkers.notation import MOST_PATIENCE

ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?", "Result": "*"}
RESULTS = {"2-0": "1-0", "0-2": "0-1", "1-1": "1/2-1/2", "1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "*": "*"}
ENGLISH = "21"  # the type of game, as PDN counts them
WIDTH = 80  # of a line that is written

TOKENS = re.compile(
    r"(?P<blank>\s+)"
    r"|\[\s*(?P<header>\w+)\s*\"(?P<value>(?:[^\"\\\n]|\\.)*)\"\s*\]"
    r"|\{(?P<comment>[^}]*)\}"
    r"|;(?P<rest>[^\n]*)"
    r"|(?P<result>2-0|0-2|1-1|1-0|0-1|1/2-1/2|\*)(?![^\s()\[{;])"
    r"|(?P<number>\d+\s*\.+)"
    r"|\$(?P<glyph>\d+)"
    r"|(?P<open>\()|(?P<close>\))"
    r"|(?P<mark>[!?]{1,2})"
    r"|(?P<move>\d{1,2}(?:\s?[-x:×]\s?\d{1,2})+)"
)


@dataclass
class PdnMove:
    """A move with what is said about it."""

    action: int
    comment: str = ""  # after the move
    marks: list[str] = field(default_factory=list)  # such as "!", "?" or "$3"


@dataclass
class PdnGame:
    """A game: its headers, where it began, its moves, and its result as it is written."""

    start: State
    headers: dict[str, str] = field(default_factory=dict)
    moves: list[PdnMove] = field(default_factory=list)
    comment: str = ""  # before the first move
    result: str = "*"

    @property
    def actions(self) -> list[int]:
        """The moves that were played, without what is said about them."""
        return [move.action for move in self.moves]


class Token(NamedTuple):
    """A piece of a text: its kind, what it says, and its line."""

    kind: str
    text: str
    line: int
    value: str = ""  # of a header
    at: int = 0  # where it begins


def read_games(text: str) -> Iterator[PdnGame]:
    """The games of a file, one by one; `BadInput` with the game, the line and the move where one cannot be read."""
    reader = _Reader(text)
    while (found := reader.game()) is not None:
        yield found


def read_each(text: str) -> Iterator[tuple[str, PdnGame | BadInput]]:
    """Every game of a file with its own text; in place of a broken one, what is wrong with it."""

    def signs(part: str, line: int) -> Iterator[Sign]:
        return (Sign(token.kind, token.line, token.at) for token in _tokens(part, line))

    def read(piece: str, before: int, line: int) -> PdnGame | None:
        found = _Reader(piece, before, line).game()
        return found if found is not None and (found.headers or found.moves) else None

    return read_split(text.removeprefix("\ufeff"), signs, read)


def read_game(text: str) -> PdnGame:
    """The first game of a text; `BadInput` where there is none."""
    found = next(read_games(text), None)
    if found is None:
        raise BadInput("the PDN holds no game: expected headers or moves")
    return found


def written(played: PdnGame) -> str:
    """A game as PDN, with a blank line at its end."""
    game = rules()
    headers = {**ROSTER, **played.headers, "Result": played.result}
    for name in ("SetUp", "FEN"):
        headers.pop(name, None)
    if played.start != game.initial():
        headers |= {"SetUp": "1", "FEN": game.text(played.start)}
    lines = []
    for name, value in headers.items():
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        lines.append(f'[{name} "{escaped}"]')
    body = textwrap.fill(" ".join(_words(game, played)), WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", body]) + "\n\n"


def rules() -> Checkers:
    """Checkers in which nobody claims a draw: a game that was played may have gone on."""
    return Checkers(evaluation="material", patience=MOST_PATIENCE)


def _words(game: Checkers, played: PdnGame) -> Iterator[str]:
    """The moves with their numbers, marks and comments, and the result."""
    if played.comment:
        yield f"{{{played.comment}}}"
    s = played.start
    number = 1
    is_told = False  # does the reader know whose move it is?
    for move in played.moves:
        if s.mover == BLACK:
            yield f"{number}."
        elif not is_told:
            yield f"{number}..."
        yield game.action_text(s, move.action)
        yield from move.marks
        if move.comment:
            yield f"{{{move.comment}}}"
        number += s.mover != BLACK
        is_told = not move.comment
        s = game.result(s, move.action)
    yield played.result


# ------------------------------------------------------------ reading


def _tokens(text: str, line: int = 1) -> Iterator[Token]:
    """The tokens of a text that begins at that line; one of kind `odd` where there is something that PDN has not."""
    at = 0
    text = text.removeprefix("\ufeff")
    while at < len(text):
        found = TOKENS.match(text, at)
        if found is None:
            word = re.compile(r"[^\s(){}\[\]]+|.").match(text, at)
            assert word is not None
            yield Token("odd", word[0], line, at=at)
            at = word.end()
            continue
        kind = found.lastgroup or ""
        if kind == "value":
            yield Token("header", found["header"], line, re.sub(r"\\(.)", r"\1", found["value"]), at)
        elif kind == "rest":
            yield Token("comment", found["rest"].strip(), line, at=at)
        elif kind not in ("blank", "number"):
            yield Token(kind, " ".join(found[kind].split()), line, at=at)
        line += found[0].count("\n")
        at = found.end()


class _Reader:
    """Reads one game after the other."""

    def __init__(self, text: str, before: int = 0, line: int = 1) -> None:
        """`before` this text there are so many games in its file, and it begins at that line of it."""
        self._game = rules()
        self._tokens = _tokens(text, line)
        self._next = next(self._tokens, None)
        self._number = before

    def game(self) -> PdnGame | None:
        """The next game; None at the end."""
        if self._next is None:
            return None
        self._number += 1
        headers: dict[str, str] = {}
        first = self._next
        while self._next is not None and self._next.kind == "header":
            headers[self._next.text] = self._next.value
            self._advance()
        found = PdnGame(self._start(headers, first), headers)
        self._moves(found)
        if self._next is not None and self._next.kind == "result":
            found.result = RESULTS[self._next.text]
            self._advance()
        else:
            found.result = RESULTS.get(headers.get("Result", "*"), "*")
        return found

    def _advance(self) -> None:
        self._next = next(self._tokens, None)

    def _refused(self, token: Token, why: str) -> BadInput:
        return BadInput(f"game {self._number}, line {token.line} of the PDN: {why}")

    def _start(self, headers: dict[str, str], token: Token) -> State:
        kind = headers.get("GameType", ENGLISH).split(",")[0].strip()
        if kind != ENGLISH:
            raise self._refused(token, f"games of type {kind!r} are not played here; expected {ENGLISH!r}, English")
        try:
            return self._game.parse(headers["FEN"]) if "FEN" in headers else self._game.initial()
        except BadInput as error:
            raise self._refused(token, str(error)) from None

    def _moves(self, found: PdnGame) -> None:
        """The moves from the start, up to the result or the next game, with what is said about them."""
        s = found.start
        while self._next is not None and self._next.kind not in ("result", "header"):
            token = self._next
            self._advance()
            if token.kind == "move":
                try:
                    action = self._game.parse_action(s, token.text)
                except BadInput as error:
                    raise self._refused(token, f"move {len(found.moves) + 1}: {error}") from None
                found.moves.append(PdnMove(action))
                s = self._game.result(s, action)
            elif token.kind == "comment":
                self._said(found, token.text)
            elif token.kind in ("mark", "glyph") and found.moves:
                found.moves[-1].marks.append(token.text if token.kind == "mark" else f"${token.text}")
            elif token.kind == "open":
                self._skip_variation(token)
            else:
                raise self._refused(token, f"{token.text!r} is neither a move nor a result; expected one such as 11-15")

    def _said(self, found: PdnGame, text: str) -> None:
        """A comment, joined to what has been said before."""
        if found.moves:
            found.moves[-1].comment = f"{found.moves[-1].comment} {text}".strip()
        else:
            found.comment = f"{found.comment} {text}".strip()

    def _skip_variation(self, opened: Token) -> None:
        depth = 1
        while depth:
            if self._next is None:
                raise self._refused(opened, "the variation that begins here with '(' is never closed")
            depth += (self._next.kind == "open") - (self._next.kind == "close")
            self._advance()

"""PGN: whole games of chess as text, with headers, comments, variations and marks, read and written.

A file may hold many games. What a game says survives reading and writing; only where lines break is not kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kibitz.errors import BadInput
from kibitz.game.record import Sign, read_split
from kibitz.games.chess import san
from kibitz.games.chess.board import State, mover, number

ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?", "Result": "*"}
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
MARKS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}  # as numeric annotation glyphs
ORDINARY = ("", "chess", "standard", "normal", "from position")  # what the header Variant may say
WIDTH = 80  # of a line that is written
DEEPEST = 100  # of variations within variations
OPEN_COMMENT = "the comment that begins here with '{' is never closed"

TOKENS = re.compile(
    r"(?P<blank>\s+|e\.p\.)"
    r"|(?P<escape>^%[^\n]*)"
    r"|\[\s*(?P<header>[A-Za-z0-9_+#=:-]+)\s*\"(?P<value>(?:[^\"\\\n]|\\.|\"(?!\s*\]))*)\"\s*\]"
    r"|\{(?P<comment>[^}]*)\}"
    r"|;(?P<rest>[^\n]*)"
    r"|(?P<result>1-0|0-1|1/2-1/2|\*)(?![^\s()\[{;])"
    r"|(?P<number>\d+\s*\.+|\d+(?=[\s]|$)|\.+)"
    r"|\$(?P<glyph>\d+)"
    r"|(?P<open>\()|(?P<close>\))"
    r"|(?P<mark>[!?]{1,2})"
    r"|(?P<move>[A-Za-z0][A-Za-z0-9=+#:x/-]*(?:\([QRBN]\))?)",
    re.MULTILINE,
)


@dataclass
class PgnMove:
    """A move with what is said about it. `variations` are lines that might have been played instead of it."""

    action: int
    comment: str = ""  # after the move
    comment_before: str = ""  # at the beginning of a variation
    glyphs: list[int] = field(default_factory=list)  # numeric annotation glyphs: 1 is "!", 2 is "?"
    variations: list[list[PgnMove]] = field(default_factory=list)


@dataclass
class PgnGame:
    """A game: its headers, where it began, its moves, and its result as it is written."""

    start: State
    headers: dict[str, str] = field(default_factory=dict)
    moves: list[PgnMove] = field(default_factory=list)
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


def read_games(game: Any, text: str) -> Iterator[PgnGame]:
    """The games of a file, one by one; `BadInput` with the game, the line and the move where one cannot be read.

    `game` is chess without draws that nobody claims: played games may go on after fifty moves.
    """
    reader = _Reader(game, text)
    while (found := reader.game()) is not None:
        yield found


def read_each(game: Any, text: str) -> Iterator[tuple[str, PgnGame | BadInput]]:
    """Every game of a file with its own text; in place of a broken one, what is wrong with it."""

    def signs(part: str, line: int) -> Iterator[Sign]:
        return (Sign(token.kind, token.line, token.at) for token in _tokens(part, line))

    def read(piece: str, before: int, line: int) -> PgnGame | None:
        found = _Reader(game, piece, before, line).game()
        return found if found is not None and (found.headers or found.moves) else None

    return read_split(text.removeprefix("\ufeff"), signs, read)


def read_game(game: Any, text: str) -> PgnGame:
    """The first game of a text; `BadInput` where there is none."""
    found = next(read_games(game, text), None)
    if found is None:
        raise BadInput("the PGN holds no game: expected headers or moves")
    return found


def written(game: Any, played: PgnGame) -> str:
    """A game as PGN, with a blank line at its end."""
    headers = {**ROSTER, **played.headers, "Result": played.result}
    if played.start != game.initial():
        headers |= {"SetUp": "1", "FEN": game.text(played.start)}
    else:
        headers = {name: value for name, value in headers.items() if name not in ("SetUp", "FEN")}
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in headers.items()]
    words = [*_comment_words(played.comment), *_line_words(game, played.start, played.moves), played.result]
    return "\n".join([*lines, "", *_wrapped(words)]) + "\n\n"


# ------------------------------------------------------------ reading


def _tokens(text: str, line: int = 1) -> Iterator[Token]:
    """The tokens of a text that begins at that line; one of kind `odd` where there is something that PGN has not."""
    at = 0
    text = text.removeprefix("\ufeff")
    while at < len(text):
        found = TOKENS.match(text, at)
        if found is None:
            word = re.compile(r"[^\s(){}]+|.").match(text, at)
            yield Token("odd", word[0] if word else text[at], line, at=at)
            at = word.end() if word else at + 1
            continue
        kind = found.lastgroup or ""
        if kind == "value":
            yield Token("header", found["header"], line, re.sub(r"\\([\"\\])", r"\1", found["value"]), at)
        elif kind == "rest":
            yield Token("comment", found["rest"], line, at=at)
        elif kind not in ("blank", "escape", "number"):
            yield Token(kind, found[kind], line, at=at)
        line += found[0].count("\n")
        at = found.end()


class _Reader:
    """Reads one game after the other."""

    def __init__(self, game: Any, text: str, before: int = 0, line: int = 1) -> None:
        """`before` this text there are so many games in its file, and it begins at that line of it."""
        self._game = game
        self._tokens = _tokens(text, line)
        self._next = next(self._tokens, None)
        self._number = before

    def game(self) -> PgnGame | None:
        """The next game; None at the end."""
        if self._next is None:
            return None
        self._number += 1
        headers: dict[str, str] = {}
        first = self._next
        while self._next is not None and self._next.kind == "header":
            headers[self._next.text] = self._next.value
            self._advance()
        found = PgnGame(self._start(headers, first), headers)
        found.comment = self._comments()
        found.moves = self._line(found.start, 0)
        if self._next is not None and self._next.kind == "result":
            found.result = self._next.text
            self._advance()
            found.moves = self._with_last_comment(found)
        elif headers.get("Result") in RESULTS:
            found.result = headers["Result"]
        return found

    def _with_last_comment(self, found: PgnGame) -> list[PgnMove]:
        """The moves; a comment behind the result is taken for one of the last move."""
        said = self._comments()
        if said and found.moves:
            found.moves[-1].comment = _joined(found.moves[-1].comment, said)
        return found.moves

    def _advance(self) -> None:
        self._next = next(self._tokens, None)

    def _refused(self, token: Token, why: str) -> BadInput:
        return BadInput(f"game {self._number}, line {token.line} of the PGN: {why}")

    def _start(self, headers: dict[str, str], token: Token) -> State:
        variant = headers.get("Variant", "")
        if variant.lower() not in ORDINARY:
            raise self._refused(token, f"the variant {variant!r} is not played here; expected chess")
        try:
            start: State = self._game.parse(headers["FEN"]) if "FEN" in headers else self._game.initial()
            return start
        except BadInput as error:
            raise self._refused(token, str(error)) from None

    def _comments(self) -> str:
        said = ""
        while self._next is not None and self._next.kind == "comment":
            said = _joined(said, self._next.text)
            self._advance()
        return said

    def _line(self, s: State, depth: int) -> list[PgnMove]:
        """Moves from a state, up to the end of the game or of the variation."""
        moves: list[PgnMove] = []
        before = s  # the state that the last move was played at
        said = self._comments() if depth else ""
        while self._next is not None and self._next.kind not in ("result", "header"):
            token = self._next
            if token.kind == "close" and depth:
                break
            self._advance()
            if token.kind == "move":
                before, move = s, PgnMove(self._action(s, token), comment_before=said)
                said = ""
                s = self._game.result(s, move.action)
                moves.append(move)
            elif token.kind in ("odd", "close") or not moves:
                raise self._refused(token, OPEN_COMMENT if token.text == "{" else _not_understood(token))
            elif token.kind == "comment":
                moves[-1].comment = _joined(moves[-1].comment, token.text)
            elif token.kind == "glyph":
                moves[-1].glyphs.append(int(token.text))
            elif token.kind == "mark":
                moves[-1].glyphs.append(MARKS[token.text])
            else:
                moves[-1].variations.append(self._variation(before, token, depth))
        return moves

    def _variation(self, s: State, opening: Token, depth: int) -> list[PgnMove]:
        if depth >= DEEPEST:
            raise self._refused(opening, f"more than {DEEPEST} variations stand within each other")
        found = self._line(s, depth + 1)
        if self._next is None or self._next.kind != "close":
            raise self._refused(opening, "the bracket '(' of a variation is never closed")
        self._advance()
        return found

    def _action(self, s: State, token: Token) -> int:
        try:
            action: int = self._game.parse_action(s, token.text)
            return action
        except BadInput as error:
            raise self._refused(token, f"move {_numbered(s)} {error}") from None


def _not_understood(token: Token) -> str:
    return f"{token.text!r} is not understood; expected a move"


def _joined(said: str, more: str) -> str:
    return " ".join(f"{said} {more}".split())


# ------------------------------------------------------------ writing


def _numbered(s: State) -> str:
    """The number of a move as it is written before it: `12.` or `12...`."""
    return f"{number(s)}{'.' if mover(s) == 0 else '...'}"


def _escaped(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def _comment_words(comment: str) -> list[str]:
    """A comment, word by word. A closing brace would end it early: PGN has no way to write one."""
    words = comment.replace("}", ")").split()
    if not words:
        return []
    words[0], words[-1] = "{" + words[0], words[-1] + "}"
    return words if len(words) > 1 else ["{" + comment.replace("}", ")").strip() + "}"]


def _line_words(game: Any, s: State, moves: list[PgnMove]) -> Iterator[str]:
    """The words of a line of moves, its variations in brackets."""
    is_numbered = True  # is the number of the move to be written, whoever moves?
    for move in moves:
        yield from _comment_words(move.comment_before)
        if is_numbered or move.comment_before or mover(s) == 0:
            yield _numbered(s)
        yield san.san(game, s, move.action)
        yield from (f"${glyph}" for glyph in move.glyphs)
        yield from _comment_words(move.comment)
        for variation in move.variations:
            words = list(_line_words(game, s, variation))
            if words:
                words[0], words[-1] = "(" + words[0], words[-1] + ")"
                yield from words
        is_numbered = bool(move.comment or move.variations)
        s = game.result(s, move.action)


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    """Words in lines that are not too long."""
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    if line:
        yield line

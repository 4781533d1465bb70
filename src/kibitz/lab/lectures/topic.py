"""What a topic of the lectures is: a name, the lectures that treat it, and a function that computes its numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

READABLE = "/:,@;$?()!*'"  # what an address may show as it is
PAGE = "http://127.0.0.1:8080/"  # where 'kibitz serve' has the page


@dataclass(frozen=True)
class Asked:
    """What a topic is computed with; a topic says which of these it uses."""

    games: int | None = None  # games, or random trees, that are averaged over; a topic has its own default
    seed: int = 0
    branching: float = 35  # moves in a position
    plies: int = 100  # length of a game
    speed: float = 10_000  # nodes a second
    seconds: float = 100  # for a move
    interpreted: bool = False


@dataclass
class Showing:
    """What a topic shows: lines for a person, the same numbers for a program, and where else it can be seen."""

    lines: list[str] = field(default_factory=list)
    numbers: dict[str, Any] = field(default_factory=dict)
    commands: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)

    def say(self, sentence: str) -> None:
        """Add a line of text."""
        self.lines.append(sentence)

    def table(self, head: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """Add a table; columns of numbers stand flush right."""
        cells = [[str(cell) for cell in row] for row in rows]
        columns = list(zip(head, *cells, strict=True))
        widths = [max(map(len, column)) for column in columns]
        flush = [all(_is_number(cell) for cell in column[1:]) for column in columns]
        for row in (list(head), *cells):
            told = [
                cell.rjust(width) if right else cell.ljust(width)
                for cell, width, right in zip(row, widths, flush, strict=True)
            ]
            self.lines.append("  ".join(told).rstrip())

    def run(self, *words: str) -> None:
        """Add a command that shows this: its words, quoted where needed."""
        self.commands.append(" ".join(["kibitz", *(_quoted(word) for word in words)]))

    def lab(self, tree: str, algorithm: str = "", **more: str) -> None:
        """Add a link to a tree in the lab of the page."""
        self.links.append(PAGE + page_address("lab", {"tree": tree, "algorithm": algorithm, **more}))

    def board(self, game: str, **more: str) -> None:
        """Add a link to a position on the page; `set_layout` and the like are parameters of the game."""
        fields = {name.replace("set_", "set."): value for name, value in more.items()}
        self.links.append(PAGE + page_address("play", {"game": game, **fields}))

    def text(self) -> str:
        """All of it for a person."""
        lines = list(self.lines)
        if self.commands or self.links:
            lines += ["", "See it with:", *(f"  {line}" for line in (*self.commands, *self.links))]
        return "\n".join(lines)


@dataclass(frozen=True)
class Topic:
    """A topic: its name, a title, the lectures (1 to 5) that treat it, how to compute it, and the options it uses."""

    name: str
    title: str
    lectures: tuple[int, ...]
    show: Callable[[Asked], Showing]
    options: tuple[str, ...] = ()

    def json(self, showing: Showing) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "topic": self.name,
            "title": self.title,
            "lectures": list(self.lectures),
            "numbers": showing.numbers,
            "text": showing.lines,
            "commands": showing.commands,
            "links": showing.links,
        }


def _is_number(cell: str) -> bool:
    bare = cell.replace(",", "").replace("−", "-").rstrip("%").strip()
    try:
        float(bare)
    except ValueError:
        return bare in ("", "-∞", "+∞")
    return True


def _quoted(word: str) -> str:
    if not any(sign in word for sign in ' ()<>*~"'):
        return word
    return f"'{word}'" if '"' in word else f'"{word}"'


def page_address(view: str, fields: dict[str, str]) -> str:
    """The part of an address that leads to a view of the page with these fields, those that are empty left out."""
    given = "&".join(f"{name}={quote(value, safe=READABLE)}" for name, value in fields.items() if value)
    return f"#/{view}?{given}".replace("%20", "+")

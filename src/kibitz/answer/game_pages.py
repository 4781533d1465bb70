"""What a game's page of the documentation says: its rules, its goal, what its numbers mean, and its picture.

The pages are the one source of these texts. A wheel carries them in `kibitz/docs`; in the repository they lie in
`docs`. A game without a page, such as a user's own, is described by its docstring.
"""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kibitz.game import Game

_PACKAGE = Path(__file__).parents[1]
_FOLDERS = (_PACKAGE / "docs", _PACKAGE.parents[1] / "docs")
_SECTION = re.compile(r"^## Rules\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_IMAGE = re.compile(r"^!\[[^\]]*\]\(([^)\s]+)\)", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_GOAL, _NUMBERS = "**Goal.**", "**Numbers.**"


@dataclass(frozen=True)
class Described:
    """A game in plain text: one line, its rules in paragraphs with empty lines between them, its goal, its numbers."""

    about: str
    rules: str
    goal: str = ""
    numbers: str = ""


def description(game: Game) -> Described:
    """What there is to read about a game before it is played: from its page, or else from its docstring."""
    doc = inspect.cleandoc(type(game).__doc__ or "")
    about = " ".join(doc.split("\n\n")[0].split())
    page = _page(game)
    return Described(about, doc) if page is None else _read(about, page.read_text(encoding="utf-8"))


def picture_file(game: Game) -> Path | None:
    """The picture on a game's page, an SVG; None where there is none."""
    page = _page(game)
    shown = page and _IMAGE.search(page.read_text(encoding="utf-8"))
    return (page.parent / shown[1]).resolve() if page and shown else None


def _page(game: Game) -> Path | None:
    """The page of a game that comes with Kibitz: a user's of the same name has none."""
    if not type(game).__module__.startswith("kibitz.games."):
        return None
    return next((page for page in pages_in("games") if page.stem == game.facts.name), None)


@cache
def pages_in(name: str) -> tuple[Path, ...]:
    """The pages in a folder of the documentation, by name; none where they were not installed."""
    folder = next((folder / name for folder in _FOLDERS if (folder / name).is_dir()), None)
    return tuple(sorted(folder.glob("*.md"))) if folder else ()


def _read(about: str, page: str) -> Described:
    """The description in a page: the section on rules, of which two paragraphs begin with `Goal.` and `Numbers.`."""
    section = _SECTION.search(page)
    paragraphs = [part for part in (section[1] if section else "").split("\n\n") if part.strip()]
    text = [_plain(part) for part in paragraphs if not part.startswith(("!", _GOAL, _NUMBERS))]
    return Described(about, "\n\n".join(text), _after(_GOAL, paragraphs), _after(_NUMBERS, paragraphs))


def _after(heading: str, paragraphs: list[str]) -> str:
    return next((_plain(part.removeprefix(heading)) for part in paragraphs if part.startswith(heading)), "")


def _plain(markdown: str) -> str:
    """A paragraph without its markup; the items of a list keep their lines."""
    unmarked = re.sub(r"[`*]", "", _LINK.sub(r"\1", markdown))
    return re.sub(r"\s*\n(?!- )\s*", " ", unmarked.strip())

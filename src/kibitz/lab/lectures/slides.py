"""The lectures slide by slide, as their pages of the documentation tell them: text, commands, and where to see more.

The pages in `docs/lectures` are the one source. Only the markup that they use is read: paragraphs, lists, `code`,
*emphasis*, **strong**, links, and commands with what they print.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from kibitz.answer.game_pages import pages_in
from kibitz.games import names
from kibitz.lab.lecture_titles import anchor
from kibitz.lab.lectures.topic import PAGE, page_address

SEE_IT = "See it with:"
CUT_SHORT = "…"  # stands for what a page leaves out of a command's answer
_SPAN = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^## ", re.MULTILINE)
_ITEM = re.compile(r"^(?:- |\d+\. )")
_SHOWN_IN_LAB = {"algorithm", "variant", "bounds", "depth", "beam"}  # options of `kibitz tree` that the lab has too
_SWITCHES = {"quiescence", "ranges"}  # the same, without a value
_ON_A_BOARD = {"best", "solve", "play"}  # commands about a position


@dataclass(frozen=True)
class Span:
    """A piece of a line: `kind` is `text`, `code`, `strong`, `emphasis` or `link`; only a link has an address."""

    kind: str
    text: str
    address: str = ""


@dataclass(frozen=True)
class Block:
    """A paragraph, or an item of a list."""

    kind: str
    spans: tuple[Span, ...]


@dataclass(frozen=True)
class Exchange:
    """A command and what it prints, with … for lines that the page leaves out; `is_cut` where it leaves out the end.

    `topic` is what `kibitz lectures` computes, with its options; `seen_at` are places on the page that show the same,
    and `more` are further commands.
    """

    command: str
    output: tuple[str, ...]
    is_cut: bool = False
    topic: str = ""
    options: dict[str, str] = field(default_factory=dict)
    seen_at: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    kind: str = "console"


@dataclass(frozen=True)
class Slide:
    """What is told about a slide, or about a few that belong together."""

    title: str
    anchor: str  # what links call it: 'slides-34-the-idea'
    blocks: tuple[Block | Exchange, ...]


@dataclass(frozen=True)
class Lecture:
    """A lecture: its number from 1, its title, what it is about, and its slides in order."""

    number: int
    title: str
    about: tuple[Block | Exchange, ...]
    slides: tuple[Slide, ...]

    def json(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return asdict(self)


@cache
def lectures() -> tuple[Lecture, ...]:
    """The lectures in order; none where the pages are missing from an installation."""
    return tuple(_lecture(page) for page in pages_in("lectures") if page.name[0].isdigit())


def _lecture(page: Path) -> Lecture:
    head, *parts = _HEADING.split(page.read_text(encoding="utf-8"))
    heading, _, about = head.partition("\n")
    title = heading.split(":", 1)[-1].strip()
    return Lecture(
        int(page.name.partition("-")[0]),
        title[:1].upper() + title[1:],
        tuple(_blocks(about)),
        tuple(_slide(*part.split("\n", 1)) for part in parts),
    )


def _slide(title: str, text: str) -> Slide:
    return Slide(title, anchor(title), tuple(_blocks(text)))


def _blocks(text: str) -> Iterator[Block | Exchange]:
    for number, part in enumerate(re.split(r"^```(?:console)?\n", text, flags=re.MULTILINE)):
        if number % 2:
            yield from _exchanges(part)
        else:
            for paragraph in part.split("\n\n"):
                yield from _told(paragraph.strip())


def _told(paragraph: str) -> Iterator[Block]:
    """A paragraph, or the items of a list that may follow it without an empty line between them."""
    if not paragraph:
        return
    for part in re.split(r"\n(?=- |\d+\. )", paragraph):
        kind = "item" if _ITEM.match(part) else "paragraph"
        yield Block(kind, tuple(_spans(" ".join(_ITEM.sub("", part).split()))))


def _spans(line: str) -> Iterator[Span]:
    at = 0
    for found in _SPAN.finditer(line):
        if found.start() > at:
            yield Span("text", line[at : found.start()])
        yield _marked(found)
        at = found.end()
    if at < len(line):
        yield Span("text", line[at:])


def _marked(found: re.Match[str]) -> Span:
    code, strong, emphasis, words, address = found.groups()
    if code:
        return Span("link", code, code) if code.startswith("#/") else Span("code", code)
    if strong or emphasis:
        return Span("strong", strong) if strong else Span("emphasis", emphasis)
    place = _place(address)
    return Span("link", words, place) if place else Span("text", words)


def _place(address: str) -> str:
    """Where on the page a link of the documentation leads; nowhere if it is to a page of the documentation alone."""
    page, _, place = address.partition("#")
    folder, _, name = page.removesuffix(".md").rpartition("/")
    if not folder and name[:1].isdigit():
        return f"#/lectures?lecture={name.partition('-')[0]}" + (f"&slide={place}" if place else "")
    if folder == "../games" and name in names():
        return f"#/play?game={name}"
    return {"../tree-lab": "#/lab"}.get(f"{folder}/{name}", "")


# ------------------------------------------------------------ commands


def _exchanges(part: str) -> Iterator[Exchange]:
    for asked in re.split(r"^\$ ", part.removesuffix("```\n"), flags=re.MULTILINE)[1:]:
        command, *output = asked.rstrip().split("\n")
        yield _exchange(command, output)


def _exchange(command: str, output: list[str]) -> Exchange:
    is_cut = output[-1:] == [CUT_SHORT]
    shown, below = output, list[str]()
    if SEE_IT in output:
        at = output.index(SEE_IT)
        shown, below = output[:at], [line.strip() for line in output[at + 1 :] if line != CUT_SHORT]
    links = [line.removeprefix(PAGE) for line in below if line.startswith(PAGE)]
    own = [place for place in [_seen_at(command)] if place and place not in links]
    more = tuple(line for line in below if not line.startswith(PAGE))
    topic, options = _topic_of(command)
    while shown and shown[-1] in ("", CUT_SHORT):  # `is_cut` says that it goes on
        shown.pop()
    return Exchange(command, tuple(shown), is_cut, topic, options, (*own, *links), more)


def _topic_of(command: str) -> tuple[str, dict[str, str]]:
    """The topic that a command computes, with its options; two empty things for any other command."""
    words = shlex.split(command)
    if words[:2] != ["kibitz", "lectures"] or len(words) < 3 or words[2].startswith("-"):
        return "", {}
    return words[2], {name: value for name, value in _given(words[3:]).items() if value}


def _seen_at(command: str) -> str:
    """Where on the page a command's tree or position is shown; nowhere for other commands, and for files."""
    words = shlex.split(command)
    if "|" in words or len(words) < 3 or words[0] != "kibitz":
        return ""
    verb, about, *rest = words[1:]
    position = rest.pop(0) if rest and not rest[0].startswith("-") else ""
    given = _given(rest)
    if verb == "tree":
        shown = {name: value for name, value in given.items() if name in _SHOWN_IN_LAB}
        shown |= {name: "1" for name in given if name in _SWITCHES}
        shown["without"] = given.get("techniques", "").replace("no-", "").replace(" ", ",")
        return page_address("lab", {"tree": about, **shown})
    if verb in _ON_A_BOARD and about in names() and position != "-":
        sets = {name: value for name, value in given.items() if name.startswith("set.")}
        moves = given.get("moves", "").replace(" ", ",")
        return page_address("play", {"game": about, "position": position, "moves": moves, **sets})
    return ""


def _given(words: list[str]) -> dict[str, str]:
    """The options of a command by name; `--set width=5` is `set.width`."""
    found: dict[str, str] = {}
    for number, word in enumerate(words):
        if not word.startswith("--"):
            continue
        name, is_there, value = word.removeprefix("--").partition("=")
        following = words[number + 1] if number + 1 < len(words) else ""
        if not is_there and not following.startswith("--"):
            value = following
        if name == "set":
            parameter, _, value = value.partition("=")
            name = f"set.{parameter}"
        found[name] = value
    return found

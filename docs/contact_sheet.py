"""Photograph the page: every game at the start, in the middle and at the end, on a desktop and on a phone.

`python docs/draw_pictures.py --page FOLDER` writes a picture of each, and two sheets with all of them to look at.
It needs Chromium and Playwright, as the tests of the page do.
"""

from __future__ import annotations

import html
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import kibitz as kz
from kibitz.game.repeating import is_forbidden, keys_of
from kibitz.games import names

TESTS = Path(__file__).parent.parent / "tests"  # the browser and the server are those of the tests
SIZES = {"desktop": (1280, 800), "phone": (390, 844)}
SMALL = {"desktop": 420, "phone": 195}  # pixels a picture is wide on its sheet
LONGEST = 5000  # plies of a game; one that goes on is shown as it stands then
SHOWN = 60  # moves of a game in its link: what lies before them is its position
VIEWS = {"games": ".home-board > svg", "search": ".stage .kz-svg", "lab": ".stage .kz-svg", "quiz": ".stage .kz-svg"}
PATIENCE = 60_000  # milliseconds; a game may have to be compiled first
SETTLING = 700
JUDGED = """() => {
  const analysis = document.querySelector(".analysis");
  return !analysis || /depth|proven|iterations|simulations|deals|over/.test(analysis.innerText);
}"""
STYLE = """<style>
body { font: 14px sans-serif; margin: 12px; display: flex; flex-wrap: wrap; gap: 8px 28px }
h2 { margin: 6px 0 2px; font-size: 15px }
img { margin-right: 6px; border: 1px solid #999 }
</style>"""
WAITING = 40  # looks at whether the analysis has begun, 100 milliseconds apart


@dataclass(frozen=True)
class Moment:
    """A game at some time, as a link: where that begins, and the moves since."""

    game: str
    time: str
    position: str | None
    moves: tuple[str, ...]

    @property
    def address(self) -> str:
        """The link, without the server."""
        moves = ",".join(quote(move, safe=" /:;*()|&=?#@!$'") for move in self.moves)
        given = {"game": self.game, "position": self.position, "moves": moves}
        return "#/play?" + "&".join(f"{key}={quote(value, safe='')}" for key, value in given.items() if value)


def moments(name: str, seed: int = 1) -> list[Moment]:
    """A game at the start, in the middle and at the end of a game at random."""
    game = kz.game(name)
    states, moves = _random_game(game, Random(seed))
    return [_moment(game, time, states, moves, ply) for time, ply in _times(game, states)]


def _times(game: kz.Game, states: list[Any]) -> Iterator[tuple[str, int]]:
    """The plies to show: the middle is somebody's turn, not chance's."""
    last = len(states) - 1
    yield "start", 0
    turns = [ply for ply, s in enumerate(states[:-1]) if game.player(s) != kz.CHANCE]
    yield "middle", min(turns, key=lambda ply: abs(ply - last // 2), default=0)
    yield "end", last


def _moment(game: kz.Game, time: str, states: list[Any], moves: list[str], ply: int) -> Moment:
    begin = max(0, ply - SHOWN)
    return Moment(game.facts.name, time, game.text(states[begin]) if begin else None, tuple(moves[begin:ply]))


def _random_game(game: kz.Game, random: Random) -> tuple[list[Any], list[str]]:
    """The states of a game at random, and the moves between them."""
    s = game.initial()
    states, moves = [s], []
    while not game.is_terminal(s) and len(moves) < LONGEST:
        if game.player(s) == kz.CHANCE:
            outcomes, chances = zip(*game.outcomes(s), strict=True)
            [a] = random.choices(outcomes, [float(chance) for chance in chances])
        else:
            history = keys_of(game, states[:-1])
            a = random.choice([a for a in game.actions(s) if not is_forbidden(game, s, a, history)])
        moves.append(game.action_text(s, a))
        s = game.result(s, a)
        states.append(s)
    return states, moves


def photograph(folder: Path) -> None:
    """Write every picture and both sheets into a folder."""
    sys.path.insert(0, str(TESTS))
    from playwright.sync_api import sync_playwright

    from browser import QUIETLY, executable
    from serving import served

    folder.mkdir(parents=True, exist_ok=True)
    with served() as url, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable(), args=list(QUIETLY))
        for size, (width, height) in SIZES.items():
            context = chromium.new_context(viewport={"width": width, "height": height}, has_touch=size == "phone")
            context.set_default_timeout(PATIENCE)
            page = context.new_page()
            for view, ready in VIEWS.items():
                _take(page, f"{url}/#/{view}", ready, folder / f"{view}-{size}.png")
            for name in names():
                for moment in moments(name):
                    file = folder / f"{name}-{moment.time}-{size}.png"
                    _take(page, f"{url}/{moment.address}", ".board > svg", file)
                print(f"{size}: {name}", file=sys.stderr, flush=True)
            _sheet(page, folder, size)
            context.close()
        chromium.close()


def _take(page: Any, address: str, ready: str, file: Path) -> None:
    """A picture of an address once its view is there and, where there is an analysis, has begun."""
    from playwright.sync_api import TimeoutError

    page.goto("about:blank")
    page.goto(address)
    try:
        page.wait_for_selector(ready)
    except TimeoutError:
        print(f"{file.stem} never came to show {ready}: {address}", file=sys.stderr, flush=True)
    for _ in range(WAITING):
        if page.evaluate(JUDGED):
            break
        page.wait_for_timeout(100)
    page.wait_for_timeout(SETTLING)
    page.screenshot(path=str(file))


def _sheet(page: Any, folder: Path, size: str) -> None:
    """One page with all the pictures of a size, small, and a picture of that."""
    rows = [("Kibitz", [f"{view}-{size}.png" for view in VIEWS])]
    rows += [(name, [f"{name}-{time}-{size}.png" for time in ("start", "middle", "end")]) for name in names()]
    body = "".join(
        f"<section><h2>{html.escape(name)}</h2>{''.join(_image(file, size) for file in files)}</section>"
        for name, files in rows
    )
    sheet = folder / f"{size}.html"
    sheet.write_text(f"<!doctype html><meta charset=utf-8><title>{size}</title>{STYLE}{body}", encoding="utf-8")
    page.set_viewport_size({"width": 1320, "height": 900})
    page.goto(sheet.resolve().as_uri())
    page.screenshot(path=str(folder / f"{size}.png"), full_page=True)


def _image(file: str, size: str) -> str:
    return f'<a href="{file}"><img src="{file}" width="{SMALL[size]}" alt="{file}"></a>'

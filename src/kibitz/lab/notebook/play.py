"""`kibitz.play`: a game against Kibitz in a cell of a notebook."""

from __future__ import annotations

import base64
import hashlib
from functools import cached_property
from importlib.resources import files
from typing import Any

from kibitz.draw.svg import escape
from kibitz.draw.whole_page import embedded
from kibitz.errors import BadInput
from kibitz.game import Game
from kibitz.game.given import is_game
from kibitz.games import game as named_game
from kibitz.lab.notebook import seat_view
from kibitz.lab.notebook.carried_play import carried
from kibitz.lab.notebook.cell_frame import framed
from kibitz.lab.notebook.sitting import Sitting
from kibitz.native.override import override

ROOM = 260  # pixels for what stands above and below the board
TALLEST = 900


def play(game: Game | str, *, seat: int = 0, seconds: float = 1.0) -> Play:
    """A game against Kibitz in a cell of a notebook: click on the board.

    A small game is solved first, and the cell carries all of it: it is played perfectly, also in a saved notebook. A
    larger one is played by the kernel, with `seconds` of thought a move; that needs `pip install 'kibitz[notebook]'`.
    `seat` is yours at first, from 0. `game` is a game or the name of one.
    """
    played = named_game(game) if isinstance(game, str) else game
    is_game(played)
    if not 0 <= seat < played.players:
        raise BadInput(f"there is no seat {seat}: expected 0 to {played.players - 1}")
    if not seconds > 0:
        raise BadInput(f"the time limit must be positive, got {seconds}")
    return Play(played, seat, seconds)


class Play:
    """A game to be played in a cell; show it by writing it on the cell's last line."""

    def __init__(self, game: Game, seat: int, seconds: float) -> None:
        self.game, self.seat, self.seconds = game, seat, seconds

    @cached_property
    def _carried(self) -> dict[str, Any] | None:
        return carried(self.game)

    @property
    def needs_kernel(self) -> bool:
        """Is the game too large for the cell, or hidden, so that it is played by the kernel?"""
        return self._carried is None

    @override
    def __repr__(self) -> str:
        return f"<a game of {self.game.facts.name} to be played in a notebook>"

    def _repr_mimebundle_(self, **_: Any) -> Any:
        """How a notebook shows it: played by the kernel where it must be."""
        if self.needs_kernel and (made := self._widget()) is not None:
            return made._repr_mimebundle_()
        return {"text/html": self._repr_html_(), "text/plain": repr(self)}

    def _repr_html_(self) -> str:
        """How a notebook shows it without the kernel."""
        title = f"{self.game.facts.title.rstrip('.')}, against Kibitz"
        if self._carried is None:
            return f"{self._board}<p>{escape(NEEDED.format(name=self.game.facts.name))}</p>"
        return framed(self.page(), title, self._height)

    def page(self) -> str:
        """The game as one HTML page that needs nothing else; `BadInput` where the kernel has to play it."""
        if self._carried is None:
            raise BadInput(f"{self.game.facts.name!r} is too large to be carried in a page")
        script = asset("play_board.js") + asset("play_carried.js")
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
        return (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            '<meta name="color-scheme" content="light dark">\n'
            f"<title>{escape(self._carried['title'])}</title>\n<style>{asset('play_board.css')}</style>\n</head>\n"
            '<body class="kz-page">\n<main id="play"></main>\n'
            f'<script type="application/json" id="data">{embedded(self._carried | {"seat": self.seat})}</script>\n'
            f"<script>{script}</script>\n</body>\n</html>\n"
        )

    @property
    def _board(self) -> str:
        picture = seat_view.picture_for(self.game, self.game.initial(), self.seat)
        return seat_view.drawing(self.game, picture)

    @property
    def _height(self) -> int:
        rows = len(self.game.picture(self.game.initial()).cells)
        return min(TALLEST, ROOM + (rows + 1) * seat_view.CELL)

    def _widget(self) -> Any:
        """The game as a widget that talks to this process; None where no package for that is installed."""
        try:
            from kibitz.lab.notebook.kernel_widget import KernelPlay
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] == "kibitz":
                raise
            return None
        told = seat_view.common(self.game) | {"seat": self.seat}
        return KernelPlay(Sitting(self.game, self.seconds), told)


NEEDED = "{name} is too large to be carried in a cell: pip install 'kibitz[notebook]', and the kernel plays it."


def asset(name: str) -> str:
    """A file beside this one."""
    return files("kibitz.lab.notebook").joinpath(name).read_text(encoding="utf-8")

"""A small game as data that a cell carries: every position that may come up, and what Kibitz plays there.

Contract. At the player's turns every move is there, with its exact value in words; at Kibitz's turns one of the best;
at chance's every outcome with its probability. So play in the cell needs neither a server nor the kernel, and is as
good as the solved game.
"""

from __future__ import annotations

from typing import Any

from kibitz.answer.policy import Known, policy_row
from kibitz.draw.whole_page import PARTS
from kibitz.errors import KibitzError
from kibitz.game import Game, State
from kibitz.lab.notebook import seat_view
from kibitz.lab.notebook.seat_view import FORTUNE, KIBITZ, OVER, YOU
from kibitz.native import at_hand
from kibitz.search.needs import is_in_vectors
from kibitz.search.whole.value_iteration import WholeGame

MOST_SOLVED = 6_000  # positions: about a second of plain Python
MOST_CARRIED = 4_000  # positions that are drawn


class _TooLarge(Exception):
    pass


def carried(game: Game) -> dict[str, Any] | None:
    """Everything that a cell needs to play a game from its beginning; None for one that is too large, or hidden."""
    if game.facts.hidden:
        return None
    try:
        whole = WholeGame(game, game.initial(), nodes=MOST_SOLVED, interpreted=not at_hand.is_at_hand("table", game))
        whole.solve()
        if not whole.is_exact(game.initial()):
            return None
        return _Carrying(game, whole).data()
    except (KibitzError, _TooLarge):
        return None


class _Carrying:
    """Walks through what may come up from each seat."""

    def __init__(self, game: Game, whole: WholeGame) -> None:
        self._game, self._whole = game, whole
        self._in_vectors = is_in_vectors(game)
        self._parts: dict[str, int] = {}
        self._frames: dict[str, int] = {}
        self._framed: list[list[int]] = []
        self._positions: list[dict[str, Any]] = []

    def data(self) -> dict[str, Any]:
        starts = [self._walk(seat) for seat in range(self._game.players)]
        return seat_view.common(self._game) | {
            "parts": list(self._parts),
            "frames": self._framed,
            "positions": self._positions,
            "starts": starts,
        }

    def _walk(self, seat: int) -> int:
        """The positions that may come up where the player has this seat; the number of the first."""
        numbers: dict[str, int] = {}
        waiting: list[State] = []

        def number(s: State) -> int:
            text = self._game.text(s)
            if text not in numbers:
                if len(self._positions) >= MOST_CARRIED:
                    raise _TooLarge
                numbers[text] = len(self._positions)
                self._positions.append({})
                waiting.append(s)
            return numbers[text]

        first = number(self._game.initial())
        while waiting:
            s = waiting.pop()
            self._positions[number(s)].update(self._position(s, seat, number))
        return first

    def _position(self, s: State, seat: int, number: Any) -> dict[str, Any]:
        game, who = self._game, seat_view.who_moves(self._game, s, seat)
        picture = seat_view.picture_for(game, s, seat)
        told = {
            "frame": self._frame(seat_view.drawing(game, picture)),
            "who": who,
            "said": seat_view.sentence(game, s, seat),
            **seat_view.ways(picture),
        }
        if who == OVER:
            return told | {"moves": []}
        if who == FORTUNE:
            outcomes = [(game.action_text(s, o), o, float(p)) for o, p in game.outcomes(s)]
            rows = [self._move(picture, text, number(game.result(s, o)), chance=p) for text, o, p in outcomes if p > 0]
            return told | {"moves": rows}
        row = policy_row(game, s, self._known)
        if row is None:
            raise _TooLarge
        entries = {entry.move: entry for entry in row.moves}
        kept = [pair for pair in seat_view.choices(game, s) if who == YOU or pair[0] == row.best[0]]
        assert kept and who in (YOU, KIBITZ)
        rows = [
            self._move(picture, text, number(game.result(s, a)), words=entries[text].words, best=entries[text].is_best)
            for text, a in kept
        ]
        return told | {"moves": rows}

    def _move(self, picture: Any, text: str, following: int, **more: Any) -> dict[str, Any]:
        return {"move": text, "cells": seat_view.cells(picture, text), "next": following} | more

    def _known(self, s: State) -> Known | None:
        values = self._whole.value(s)
        if values is None:
            return None
        distance = self._whole.distance(s)
        return Known(values if self._in_vectors else values[0], -1 if distance is None else distance)

    def _frame(self, svg: str) -> int:
        """The number of a drawing; drawings and their parts are kept once each."""
        if svg not in self._frames:
            self._frames[svg] = len(self._framed)
            self._framed.append([self._parts.setdefault(part, len(self._parts)) for part in PARTS.split(svg)])
        return self._frames[svg]

"""A game against Kibitz that the kernel keeps: what a cell asks, and what it is answered."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from kibitz.answer.analyse import analyse
from kibitz.errors import BadInput, KibitzError
from kibitz.game import Action, Game, State
from kibitz.lab.notebook import seat_view
from kibitz.lab.notebook.seat_view import FORTUNE, KIBITZ, OVER, YOU


class _Ply(NamedTuple):
    s: State
    who: str
    text: str
    cells: list[list[int]]


class Sitting:
    """A player at one seat, Kibitz at all others, with `seconds` of thought a move; `seed` fixes the dice."""

    def __init__(self, game: Game, seconds: float, seed: int | None = None) -> None:
        self.game, self.seconds = game, seconds
        self._dice = Random(seed)
        self.seat = 0
        self.s: State = game.initial()
        self._plies: list[_Ply] = []

    def answer(self, asked: Any) -> dict[str, Any]:
        """What a cell is told: a view of the game, what the moves are worth, or an error in one sentence."""
        try:
            match asked:
                case {"do": "start", "seat": int(seat)} if 0 <= seat < self.game.players:
                    self.seat, self.s, self._plies = seat, self.game.initial(), []
                case {"do": "move", "move": str(text)}:
                    self._play(text)
                case {"do": "back"}:
                    self._take_back()
                case {"do": "values"}:
                    return {"values": self._values()}
                case _:
                    raise BadInput(f"cannot make out {asked!r}: expected start, move, back or values")
            self._go_on()
            return self._view()
        except KibitzError as error:
            return {"error": str(error)}

    def _play(self, text: str) -> None:
        if seat_view.who_moves(self.game, self.s, self.seat) != YOU:
            raise BadInput(f"{text!r} cannot be played: it is not your move")
        known = dict(seat_view.choices(self.game, self.s))
        if text not in known:
            raise BadInput(f"{text!r} is not a legal move here")
        self._make(YOU, text, known[text])

    def _take_back(self) -> None:
        """Go back to the player's last move."""
        while self._plies:
            ply = self._plies.pop()
            self.s = ply.s
            if ply.who == YOU:
                return

    def _go_on(self) -> None:
        """Let Kibitz and chance move until it is the player's turn."""
        while (who := seat_view.who_moves(self.game, self.s, self.seat)) not in (YOU, OVER):
            if who == FORTUNE:
                outcomes = list(self.game.outcomes(self.s))
                [outcome] = self._dice.choices([o for o, _ in outcomes], [p for _, p in outcomes])
                self._make(FORTUNE, self.game.action_text(self.s, outcome), outcome)
            else:
                best = self._judged().moves[0]
                self._make(KIBITZ, best.move, best.action)

    def _judged(self) -> Any:
        return analyse(self.game, self.s, seconds=self.seconds, history=[ply.s for ply in self._plies])

    def _make(self, who: str, text: str, action: Action) -> None:
        picture = seat_view.picture_for(self.game, self.s, self.seat)
        self._plies.append(_Ply(self.s, who, text, seat_view.cells(picture, text)))
        self.s = self.game.result(self.s, action)

    def _values(self) -> dict[str, str]:
        """What each of the player's moves is worth, in words."""
        if seat_view.who_moves(self.game, self.s, self.seat) != YOU:
            return {}
        return {move.move: move.words for move in self._judged().moves}

    def _view(self) -> dict[str, Any]:
        game, s = self.game, self.s
        picture = seat_view.picture_for(game, s, self.seat)
        who = seat_view.who_moves(game, s, self.seat)
        texts = [text for text, _ in seat_view.choices(game, s)] if who == YOU else []
        return {
            "svg": seat_view.drawing(game, picture),
            "who": who,
            "said": seat_view.sentence(game, s, self.seat),
            **seat_view.ways(picture),
            "moves": [{"move": text, "cells": seat_view.cells(picture, text)} for text in texts],
            "last": self._plies[-1].cells if self._plies else [],
            "log": [
                [ply.who, ply.text]
                for ply in self._plies
                if ply.who == YOU or not game.facts.hidden or ply.who == KIBITZ
            ],
        }

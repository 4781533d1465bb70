"""A game within a game, as people are shown it: notation, pictures and words are those of the game inside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from kibitz.draw.picture import Picture
from kibitz.game import Action, Game, State
from kibitz.game.shown import Underway
from kibitz.game.threats import Threat
from kibitz.native.override import override


class ShownWithin(Game):
    """The part of `Within` that hands on what is shown to people."""

    _kibitz_within: Game

    def stripped(self, s: State) -> State:
        """The state of the game inside that a state of this one stands for."""
        return s

    def entered(self, s: State) -> State:
        """A state of the game inside as one of this game, with nothing behind it."""
        return s

    @override
    def text(self, s: State) -> str:
        return self._kibitz_within.text(self.stripped(s))

    @override
    def parse(self, text: str) -> State:
        return self.entered(self._kibitz_within.parse(text))

    @override
    def action_text(self, s: State, a: Action) -> str:
        return self._kibitz_within.action_text(self.stripped(s), a)

    @override
    def parse_action(self, s: State, text: str) -> Action:
        return self._kibitz_within.parse_action(self.stripped(s), text)

    @override
    def picture(self, s: State) -> Picture:
        return self._kibitz_within.picture(self.stripped(s))

    @override
    def seen(self, s: State, player: int) -> Picture:
        return self._kibitz_within.seen(self.stripped(s), self.seat(player))

    @override
    def underway(self, s: State, done: Sequence[str]) -> Underway | None:
        return self._kibitz_within.underway(self.stripped(s), done)

    @override
    def recalled(self, s: State, picture: Picture, past: Sequence[tuple[State, Action]], player: int | None) -> Picture:
        return self._kibitz_within.recalled(
            self.stripped(s), picture, past, None if player is None else self.seat(player)
        )

    @override
    def told(self, s: State, a: Action, player: int) -> str:
        return self._kibitz_within.told(self.stripped(s), a, self.seat(player))

    @override
    def threats(self, s: State, player: int) -> Iterable[Threat]:
        return self._kibitz_within.threats(self.stripped(s), self.seat(player))

    @override
    def won_by(self, s: State) -> tuple[int, ...]:
        """Who has won, by the numbers that players have in the game inside: people know them by these."""
        return self._kibitz_within.won_by(self.stripped(s))

    @override
    def seat(self, player: int) -> int:
        return self._kibitz_within.seat(player)

    @override
    def player_name(self, player: int) -> str:
        return self._kibitz_within.player_name(self.seat(player))

    @override
    def score_text(self, s: State, player: int) -> str:
        return self._kibitz_within.score_text(self.stripped(s), self.seat(player))

    @override
    def conditions(self) -> dict[str, Any]:
        return self._kibitz_within.conditions()

    @override
    def ending(self, s: State) -> str:
        return self._kibitz_within.ending(self.stripped(s))

    @override
    def words(self, s: State, value: float) -> str:
        return self._kibitz_within.words(self.stripped(s), value)

    @override
    def plies_left(self, s: State, value: float) -> int:
        return self._kibitz_within.plies_left(self.stripped(s), value)

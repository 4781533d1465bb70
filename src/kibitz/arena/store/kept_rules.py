"""Which rules a kept game was played by, and the numbers by which its positions are found again."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any

from kibitz.game import Action, Game, State
from kibitz.games import full_name, game_class, parameters_from_text, record_of
from kibitz.games import game as make_game
from kibitz.native.bits import wrap

MOST_IMAGES = 64  # of a position that are looked for
SAMPLE = 8  # successors of the initial position that tell whether positions still have the numbers they had


@dataclass(frozen=True)
class KeptRules:
    """A game by its name, a user's by its file and class, and the parameters that differ from the usual ones."""

    game: str  # "connect-four", or "/home/ada/games/mine.py:Mine"
    parameters: Mapping[str, str] = field(default_factory=dict)

    @staticmethod
    def of(name: str, given: Mapping[str, str] | None = None) -> KeptRules:
        """The rules of a game as it was asked for; `BadInput` where there is no such game, or no such parameter."""
        cls = game_class(name)
        usual = {key: parameter.default for key, parameter in inspect.signature(cls).parameters.items()}
        values = parameters_from_text(cls, dict(given or {}))
        told = {key: _said(value) for key, value in sorted(values.items()) if not _is_same(value, usual[key])}
        return KeptRules(full_name(name), told)

    @cached_property
    def made(self) -> Game:
        """The game itself."""
        return make_game(self.game, **parameters_from_text(game_class(self.game), self.parameters))

    @cached_property
    def unclaimed(self) -> Game:
        """The game without draws that somebody has to claim: a game that was played may have gone on."""
        record = record_of(type(self.made))
        return self.made if record is None else record.unclaimed(self.made)

    @property
    def called(self) -> str:
        """What to call the game in a list."""
        return self.made.facts.name

    def sample(self) -> str:
        """A digest of the numbers of a few positions: where it differs, all of them have to be worked out again."""
        game = self.unclaimed
        s = game.initial()
        states = [s, *(game.result(s, a) for a in islice(game.choices(s), SAMPLE))]
        return hashlib.sha256(repr([place_of(game, each) for each in states]).encode()).hexdigest()[:16]


def place_of(game: Game, s: State) -> tuple[int, int]:
    """Two numbers of a position: one that it shares with its mirror images, and its own."""
    own = wrap(int(game.key(s)))
    others = [wrap(int(game.key(other))) for other in game.symmetric(s)] if game.has_symmetric else []
    return min(own, *others) if others else own, own


def places_of(game: Game, s: State) -> list[int]:
    """The places of a position and its mirror images: one, unless `symmetric` gives only some of them at a time."""
    places: dict[int, None] = {}
    known = {wrap(int(game.key(s)))}
    waiting = [s]
    while waiting and len(known) <= MOST_IMAGES:
        image = waiting.pop()
        places[place_of(game, image)[0]] = None
        for other in game.symmetric(image) if game.has_symmetric else ():
            key = wrap(int(game.key(other)))
            if key not in known:
                known.add(key)
                waiting.append(other)
    return list(places)


@dataclass
class PlayedLine:
    """A game so far: the moves as the game writes them, and every position from the first to the last."""

    game: Game
    states: list[State]
    texts: list[str] = field(default_factory=list)

    @staticmethod
    def of(rules: KeptRules, position: str, moves: Sequence[str], actions: Sequence[Action] = ()) -> PlayedLine:
        """The line that moves make from a position, empty for the initial one; `BadInput` where one is not legal.

        With the actions of the moves at hand, nothing needs to be read: that halves the time of an import.
        """
        game = rules.unclaimed
        line = PlayedLine(game, [game.parse(position) if position else game.initial()])
        if actions and len(actions) == len(moves):
            for a in actions:
                line.act(a)
            return line
        for move in moves:
            line.act(game.parse_action(line.states[-1], move))
        return line

    def act(self, a: Action) -> None:
        """Play an action."""
        s = self.states[-1]
        self.texts.append(self.game.action_text(s, a))
        self.states.append(self.game.result(s, a))

    @property
    def position(self) -> str:
        """Where it began, as text."""
        return self.game.text(self.states[0])

    def places(self, first: int = 0) -> list[tuple[int, int, int, str | None, int | None]]:
        """Of every position from a ply on: its place, the ply, its own number, the move, and the place it leads to."""
        numbers = [place_of(self.game, s) for s in self.states[first:]]
        moves: list[str | None] = [*self.texts[first:], None]
        following: list[int | None] = [place for place, _ in numbers[1:]]
        return [
            (place, first + ply, own, move, after)
            for ply, ((place, own), move, after) in enumerate(zip(numbers, moves, [*following, None], strict=True))
        ]


def _said(value: Any) -> str:
    """A value as it is typed behind `--set`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(_said, value)) if isinstance(value, tuple) else str(value)


def _is_same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)

"""Keeping games while they are played: in the terminal, on the page, and in matches.

Nobody who plays is disturbed by a store that cannot be used: it is said once, and the game goes on.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from kibitz.arena.store.game_store import GameStore, NewGame, now
from kibitz.arena.store.kept_entry import Ending, winners_by
from kibitz.arena.store.kept_rules import KeptRules, PlayedLine
from kibitz.errors import KibitzError, raised
from kibitz.game import CHANCE, Action, Game, State

Say = Callable[[str], None]


def is_keeping(say: Say) -> bool:
    """Is there a store that games are to go to? Says so where it cannot be used."""
    try:
        store = GameStore.open()
        if store is None:
            return False
        with store:
            return store.is_on
    except KibitzError as error:
        say(f"{error}; what is played now is not kept")
        return False


class Keeper:
    """Keeps one game after the other as they are played, each from its first move on.

    `number` is the number of the game under way in the store; None before its first move.
    """

    def __init__(self, name: str, parameters: Mapping[str, str], source: str, say: Say) -> None:
        self._rules = KeptRules.of(name, parameters)
        self._source = source
        self._say = say
        self._is_broken = False
        self.number: int | None = None

    def go_on(self, number: int | None) -> None:
        """Go on with a game of the store; None: what is played now is a new one."""
        self.number = number

    def follow(self, game: Game, start: State, actions: Sequence[Action], players: tuple[str, ...]) -> None:
        """Keep the game as it stands now. One in which only chance has moved so far is not kept yet."""
        if self._is_broken:
            return
        try:
            line = PlayedLine(game, [start])
            for a in actions:
                line.act(a)
            if self.number is None and all(game.player(s) == CHANCE for s in line.states[:-1]):
                return
            ending = Ending.of(game, line.states)
            new = NewGame(self._rules, line, players, ending, self._source, now())
            store = GameStore.open()
            if store is not None:  # else it was deleted meanwhile
                with store:
                    self.number = store.follow(self.number, new) if store.is_on else self.number
        except Exception as error:  # the rules are somebody else's, and asked more here than playing asks of them
            self._is_broken = True
            self._say(f"{_sentence(self._rules, error)}; the game goes on, but is not kept")


class MatchKeeper:
    """Keeps the games of a match as they end. With a file of the match, none is kept twice when the match goes on."""

    def __init__(self, header: Mapping[str, Any], players: Sequence[str], out: str | None, say: Say) -> None:
        """`header` is what the match says of itself, `players` are their names, `out` the file of the match, if any."""
        self._rules = KeptRules.of(str(header["game"]), dict(header["set"]))
        self._players = list(players)
        said = json.dumps([str(Path(out).resolve()), dict(header)], sort_keys=True) if out is not None else ""
        self._match = hashlib.sha256(said.encode()).hexdigest()[:24] if said else ""
        self._say = say
        self._store: GameStore | None = None
        self._is_broken = False

    def keep(self, game: Any) -> None:
        """Keep a `MatchGame` that has ended."""
        if self._is_broken:
            return
        try:
            if self._store is None:
                self._store = GameStore.made()
            identity = f"match {self._match} {game.fixture} {game.number}" if self._match else None
            if identity is None or not self._store.has(identity):
                self._store.add(self.new_game(game, identity))
        except Exception as error:  # as above
            self._is_broken = True
            self._say(f"{_sentence(self._rules, error)}; the match goes on, but its games are not kept")

    def new_game(self, game: Any, identity: str | None) -> NewGame:
        """A game of a match as the store takes it."""
        opening = game.opening
        line = PlayedLine.of(self._rules, opening.position, (*opening.moves, *game.moves))
        ending = match_ending(self._rules.made, line, game.utilities, game.ended)
        names = tuple(self._players[contestant] for contestant in game.seats)
        return NewGame(self._rules, line, names, ending, "match", now(), identity)

    def close(self) -> None:
        """The match is over."""
        if self._store is not None:
            self._store.database.close()
            self._store = None


def _sentence(rules: KeptRules, error: Exception) -> str:
    return str(error) if isinstance(error, KibitzError) else raised(repr(rules.game), error)


def match_ending(game: Game, line: PlayedLine, utilities: Sequence[float] | None, ended: str) -> Ending:
    """How a game of a match ended: as the rules have it, or as the match has."""
    if ended in ("over", "repetition"):
        found = Ending.of(game, line.states)
        if found.result:
            return found
    if utilities is None:
        return Ending("", None, ended)
    return Ending(winners_by(utilities, game.players), tuple(utilities), ended)

"""A game that is being played in the terminal, and how it is saved and loaded."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kibitz.answer.positions import beginning, verdict, verdict_of_repetition
from kibitz.cli.keeping import loaded
from kibitz.cli.kept_games import read_kept
from kibitz.errors import BadInput
from kibitz.game import Game
from kibitz.game.repeating import is_repeated_out, keys_of
from kibitz.games import game as make_game
from kibitz.games import game_class, made, parameters_from_text


@dataclass
class Played:
    """A game so far: where it began, the actions since, and those taken back."""

    game: Game
    name: str
    parameters: dict[str, str]
    start: Any
    actions: list[Any] = field(default_factory=list)
    taken_back: list[Any] = field(default_factory=list)
    given: int = 0  # how many of the actions were given with the position: they are not taken back
    number: int | None = None  # of the game in the store that it goes on with

    def states(self) -> list[Any]:
        """Every state from the beginning to now."""
        found = [self.start]
        for action in self.actions:
            found.append(self.game.result(found[-1], action))
        return found

    @property
    def state(self) -> Any:
        """The state now."""
        return self.states()[-1]

    @property
    def history(self) -> tuple[int, ...]:
        """The keys of the positions so far, without the one now."""
        return keys_of(self.game, self.states()[:-1])

    @property
    def is_over(self) -> bool:
        """Is the game over, by its rules or by repetition?"""
        s = self.state
        return bool(self.game.is_terminal(s)) or is_repeated_out(self.game, s, self.history)

    def verdict(self) -> str:
        """How the game ended, in a sentence."""
        game, s = self.game, self.state
        return verdict(game, s) if game.is_terminal(s) else verdict_of_repetition(game, s, self.history)

    def act(self, action: Any) -> None:
        """Play an action; what was taken back is forgotten unless it is the same."""
        if self.taken_back and self.taken_back[-1] == action:
            self.taken_back.pop()
        else:
            self.taken_back.clear()
        self.actions.append(action)

    def json(self) -> dict[str, Any]:
        """What is saved to a file."""
        states = self.states()
        moves = [self.game.action_text(s, a) for s, a in zip(states, self.actions, strict=False)]
        name = self.game.facts.name  # a user's game is named by its file, which may move
        called = {} if name == self.name else {"name": name}
        position = self.game.text(self.start)
        return {"game": self.name, **called, "set": self.parameters, "position": position, "moves": moves}


def load(path: str, asked: str | None = None) -> Played:
    """A saved game, or one of the store by its number; `BadInput` if there is none, or it is one of another game."""
    if path.isdecimal() and not Path(path).exists():
        return load_kept(int(path), asked)
    kept_game = None if asked is None else read_kept(game_class(asked), path)
    if asked is not None and kept_game is not None:
        parameters = dict(kept_game.parameters)
        chosen = make_game(asked, **parameters_from_text(game_class(asked), parameters))
        found = Played(chosen, asked, parameters, beginning(chosen, kept_game.position or None))
        for move in kept_game.moves:
            found.act(chosen.parse_action(found.state, move))
        return found
    try:
        kept = json.loads(Path(path).read_text(encoding="utf-8"))
        name, parameters, position, moves = kept["game"], dict(kept["set"]), kept["position"], list(kept["moves"])
        if not all(isinstance(text, str) for text in (name, position, *parameters.values(), *moves)):
            raise TypeError
    except OSError as error:
        raise BadInput(f"{path!r} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BadInput(f"{path!r} is not a saved game; expected the JSON that 'save' writes") from None
    if asked is not None:
        _refuse_other_game(path, kept, asked)
        name = asked
    game = make_game(name, **parameters_from_text(game_class(name), parameters))
    played = Played(game, name, parameters, game.parse(position))
    for move in moves:
        played.act(game.parse_action(played.state, move))
    return played


def load_kept(number: int, asked: str | None) -> Played:
    """A game of the store; `BadInput` where there is none of that number, or it is one of another game."""
    entry, rules, line = loaded(number, asked)
    found = Played(rules.made, rules.game, dict(rules.parameters), line.states[0], number=entry.number)
    for s, text in zip(line.states, line.texts, strict=False):
        found.act(rules.made.parse_action(s, text))
    return found


def _refuse_other_game(path: str, kept: dict[str, Any], asked: str) -> None:
    """Refuse to play a saved game by another game's rules, or to run a file only because the saved game names it."""
    if kept["game"] == asked:
        return
    cls = game_class(asked)
    wanted = made(cls, {}).facts.name
    found = kept.get("name", kept["game"])
    is_nameless = "name" not in kept and found.rpartition(":")[2] == cls.__name__  # as older versions saved it
    if found != wanted and not is_nameless:
        raise BadInput(f"{path!r} is a game of {found!r}, not of {wanted!r}; use 'kibitz play {kept['game']}'")

"""Positions as people give them: a text, and moves from there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.answer.analysis import final_words
from kibitz.game import Action, Game, State


@dataclass(frozen=True)
class Ply:
    """A move that was played: the state it was played at, the action, and its text."""

    s: State
    action: Action
    text: str


def beginning(game: Game, position: str | None) -> State:
    """The state that a text stands for; without one, the initial state."""
    return game.initial() if position is None else game.parse(position)


def played(game: Game, s: State, moves: Iterable[str]) -> tuple[list[Ply], State]:
    """Play moves from a state: every ply, and the state they lead to."""
    plies = []
    for move in moves:
        action = game.parse_action(s, move)
        plies.append(Ply(s, action, game.action_text(s, action)))
        s = game.result(s, action)
    return plies, s


def state_and_text(game: Game, position: str | None, moves: str) -> tuple[State, str]:
    """The state that a position and moves from it lead to, and the text to report it under."""
    plies, s = played(game, beginning(game, position), moves.split())
    return s, game.text(s) if position is None or plies else position


def verdict(game: Game, s: State) -> str:
    """How a game ended, in a sentence."""
    if own := game.ending(s):
        return own
    if game.players == 1:
        return f"The game is over: {final_words(game, s, float(game.utility(s, 0)))}."
    winners = [str(player + 1) for player in game.won_by(s)]
    return f"The game is over: player {' and player '.join(winners)} won." if winners else "The game is over: a draw."

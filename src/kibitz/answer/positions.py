"""Positions as people give them: a text, and moves from there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.answer.analysis import how_it_ended, value_text
from kibitz.errors import BadInput
from kibitz.game import Action, Game, State
from kibitz.game.repeating import is_forbidden, keys_of, times, worth_repeated
from kibitz.games import manners_of


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


def game_so_far(game: Game, position: str | None, moves: str) -> tuple[State, str, tuple[int, ...]]:
    """As `state_and_text`, and the keys of the game so far, for games in which it matters that a position comes again.

    `BadInput` where a move is forbidden because it repeats a position.
    """
    plies, s = played(game, beginning(game, position), moves.split())
    history = keys_of(game, [ply.s for ply in plies])
    for number, ply in enumerate(plies):
        if is_forbidden(game, ply.s, ply.action, history[:number]):
            raise BadInput(f"{ply.text!r} is not allowed at {game.text(ply.s)!r}: it repeats a position")
    return s, game.text(s) if position is None or plies else position, history


def state_and_text(game: Game, position: str | None, moves: str) -> tuple[State, str]:
    """The state that a position and moves from it lead to, and the text to report it under."""
    plies, s = played(game, beginning(game, position), moves.split())
    return s, game.text(s) if position is None or plies else position


def verdict_of_repetition(game: Game, s: State, history: tuple[int, ...]) -> str:
    """How a game ended by repetition, in a sentence; `history` are the keys of the game so far."""
    value, number = worth_repeated(game, s), times(game, s, history)
    why = f"this position has come up {number} times"
    if game.repetition_is_illegal:
        why = "every move would repeat a position"
    if game.players == 2 and value == game.at_stake(s) / 2:
        return f"The game is over: a draw by repetition, for {why}."
    winner = 0 if value > game.at_stake(s) / 2 else 1
    if game.players == 2:
        return f"The game is over: {game.player_name(winner)} won by repetition, for {why}."
    return f"The game is over by repetition, for {why}: {value:g} to {game.player_name(0)}."


def verdict(game: Game, s: State) -> str:
    """How a game ended, in a sentence."""
    return game.ending(s) or f"The game is over: {how_it_ended(game, s)}."


@dataclass(frozen=True)
class Score:
    """How a finished game ended for one player: `text` is what it has scored, empty where only the winner counts."""

    player: int
    name: str
    text: str
    won: bool


def scores(game: Game, s: State) -> list[Score]:
    """How a finished game ended for each player, by name."""
    winners = game.won_by(s)
    return [
        Score(player, game.player_name(player), _score(game, s, player), game.seat(player) in winners)
        for player in range(game.players)
    ]


def _score(game: Game, s: State, player: int) -> str:
    """What a player has scored; the number itself where the game has no words and nobody's gain is another's loss."""
    if own := game.score_text(s, player):
        return own
    return (
        "" if game.facts.zero_sum or game.players == 1 else value_text(float(game.utility(s, player))).replace("-", "−")
    )


def verdict_without_dead(game: Game, s: State, *, interpreted: bool = False) -> str:
    """What players agree on once a game has ended, in a sentence: the score without dead stones.

    Empty where nothing is dead, and for games that know no such thing. Dead stones are found by playouts.
    """
    manners = manners_of(game, interpreted=interpreted)
    dead = [] if manners is None else [" ".join(group) for group in manners.strings(s, is_dead=True)]
    if manners is None or not dead:
        return ""
    return f"With the dead stones taken away ({', '.join(dead)}) it is {manners.score_text(s)}."

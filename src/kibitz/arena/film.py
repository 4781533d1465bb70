"""A game that plays itself, as a row of states to show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kibitz.arena.playing import Players
from kibitz.game import CHANCE, Game, State


def states_of(game: Game, s: State, players: Players, rounds: int, seed: int) -> Iterator[State]:
    """The states of a game from `s` on, until it is over or the rounds are used up."""
    yield s
    while not game.is_terminal(s) and rounds > 0:
        rounds -= game.depth_spent(s)
        s, seed = players.step(s, seed)
        yield s


def rounds_of(game: Game, states: Iterable[State]) -> Iterator[State]:
    """The states that a film shows: one after each round, and the last one; none in which dice are about to roll."""
    last: State = None
    spent = 1
    for s in states:
        over = game.is_terminal(s)
        if over or (spent > 0 and game.player(s) != CHANCE):
            yield s
            last, spent = s, 0
        if not over:
            spent += game.depth_spent(s)
    if last is not s:
        yield s

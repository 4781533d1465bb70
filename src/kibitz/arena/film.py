"""A game that plays itself, as the states that a film shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kibitz.arena.playing import Players
from kibitz.draw import film_svg
from kibitz.game import CHANCE, Game, State


def states_of(game: Game, s: State, players: Players, rounds: int, seed: int) -> Iterator[State]:
    """The states of a game from `s` on, until it is over or `rounds` rounds are played."""
    yield s
    while not game.is_terminal(s) and rounds > 0:
        rounds -= game.depth_spent(s)
        s, seed = players.step(s, seed)
        yield s


def rounds_of(game: Game, states: Iterable[State]) -> Iterator[State]:
    """The states that a film shows: one after each round, and the last one. Dice belong to the turn that follows."""
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


def drawn_film(game: Game, states: Sequence[State], seconds: float, *, size: int = 32, title: str = "") -> str:
    """These states as an SVG document that plays them again and again, `seconds` seconds each, `size` pixels a cell."""
    pictures = [game.picture(s) for s in states]
    return film_svg(pictures, size=size, seconds=seconds, title=title or game.facts.title)

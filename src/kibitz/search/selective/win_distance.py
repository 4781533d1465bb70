"""How soon a win comes: it counts less for every ply that it takes, so that a search heads for the nearest one.

Inside the search a win is worth what it is worth at the root, `haste` for each ply less than the game says. In the
table it is worth what it is worth at its position: a position may be reached sooner by another way.
"""

from __future__ import annotations

from math import inf

from kibitz.game import Game, State
from kibitz.game.limits import LONGEST_WIN
from kibitz.native import jit
from kibitz.native.splicing import spliced
from kibitz.search.endgame_values import BELIEVED, NO_TABLE, told
from kibitz.search.engine.position import utility_for
from kibitz.search.selective import selective_desk as word
from kibitz.search.selective.selective_desk import SelectiveDesk


def decisive(game: Game) -> float:
    """Values from here on are wins that tell how long they take; infinite in a game without haste."""
    if game.haste <= 0.0:
        return inf
    return float(game.utility_range[1]) - game.utility_sum / 2 - LONGEST_WIN * game.haste


@jit
def ending(game: Game, s: State, side: int, ply: int, desk: SelectiveDesk) -> float:
    """What a finished game is worth to a player, this many plies from the root."""
    return from_here(game, utility_for(game, s, side), ply, desk)


@spliced
def at_the_end(game: Game, s: State, side: int, ply: int, desk: SelectiveDesk) -> tuple[bool, float]:
    """Is the game over early at a state, this many plies from the root, or does an endgame table know it; the value."""
    is_known, value = False, 0.0
    if game.is_over_early(s):
        is_known, value = True, ending(game, s, side, ply, desk)
    elif desk.probes and desk.words[word.ENDGAMES] != NO_TABLE:
        is_known, value = by_endgames(game, s, side, ply, desk)
    return is_known, value


@jit
def by_endgames(game: Game, s: State, side: int, ply: int, desk: SelectiveDesk) -> tuple[bool, float]:
    """Does the endgame table know a state, this many plies from the root; its value for a player, as it is at the root.

    To be asked only where the desk has a table.
    """
    words = desk.words
    known, value, plies = told(game, s, side, desk.endgames)
    if game.haste > 0.0 and known and abs(value) >= desk.decisive:
        known = plies >= 0 and ply + plies < LONGEST_WIN
        late = game.haste * (ply + plies)
        value = value - late if value > 0.0 else value + late
    if known:
        words[word.ENDGAME_HITS] += 1
        if words[word.ENDGAMES] == BELIEVED:
            words[word.HORIZON] += 1
    return known, value


@jit
def from_here(game: Game, value: float, ply: int, desk: SelectiveDesk) -> float:
    """A value as it is at a position, this many plies from the root, as it is at the root."""
    if game.haste > 0.0:
        if value >= desk.decisive:
            return value - game.haste * ply
        if value <= -desk.decisive:
            return value + game.haste * ply
    return value


@jit
def to_there(game: Game, value: float, ply: int, desk: SelectiveDesk) -> float:
    """A value as it is at the root, as it is at a position this many plies from there."""
    if game.haste > 0.0:
        if value >= desk.decisive:
            return value + game.haste * ply
        if value <= -desk.decisive:
            return value - game.haste * ply
    return value


@jit
def is_narrow(game: Game, alpha: float, beta: float) -> bool:
    """Does no value lie between α and β?"""
    return beta <= alpha + (1.0 if game.whole and game.guesses_are_whole else 2.0) * step(game, alpha)


@jit
def step(game: Game, value: float) -> float:
    """A step so small that no value lies within it: 1 where all values are whole."""
    if game.whole and game.guesses_are_whole:
        return 1.0 if value > -inf else inf
    return 1e-9 * max(1.0, abs(value)) if value > -inf else inf

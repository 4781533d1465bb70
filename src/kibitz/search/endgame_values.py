"""What an endgame table tells a search of a position: the same to every engine.

An engine probes where its desk has a table (`desk.probes`, which is compiled in) and `words[word.ENDGAMES]` allows it.
Without a table nothing is added to its machine code.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.game import MAX, Game, State
from kibitz.game.repeating import used_up
from kibitz.lookup.endgame_table import Endgames, probe
from kibitz.native import jit
from kibitz.search.engine.desk import ENDGAMES

# How far an engine may rely on its table. BELIEVED: the game so far may stand in the way of what the table promises, so
# that a value from it counts as a guess.
NO_TABLE, SURE, BELIEVED = range(3)


def reliance(game: Game, endgames: Endgames | None, history: Sequence[int] = ()) -> int:
    """How far values from a table can be relied on, after a game so far; `history` has the keys of its positions.

    A table knows nothing of positions that have come up so often that they would end the game: best play may lead
    through one. Where no position may come up again, every value depends on the way there, and no table helps.
    """
    if endgames is None or game.repetition_is_illegal:
        return NO_TABLE
    return BELIEVED if used_up(game, history) else SURE


def set_reliance(
    desks: Sequence[Any], game: Game, endgames: Endgames | None, history: Sequence[int] = (), at: int = ENDGAMES
) -> None:
    """Tell the desks of an engine how far to rely on their table, after a game so far; `at` is the word for that."""
    for desk in desks:
        desk.words[at] = reliance(game, endgames, history)


@jit
def looked_up(game: Game, s: State, endgames: Endgames) -> tuple[bool, float, int]:
    """Is a state in the table, and sure to be worth what it says; its value to player 0, and the plies to the end.

    The plies, under best play, are -1 for a draw, and where they were not counted.
    """
    known, value, plies = probe(game, s, endgames)
    if game.has_plies_allowed and known and value != game.at_stake(s) / 2:
        known = 0 <= plies <= game.plies_allowed(s)
    return known, value, plies


@jit
def told(game: Game, s: State, side: int, endgames: Endgames) -> tuple[bool, float, int]:
    """As `looked_up`, with the value for a player, centred."""
    known, value, plies = looked_up(game, s, endgames)
    value -= game.at_stake(s) / 2
    return known, value if side == MAX else -value, plies


@jit
def within(game: Game, s: State, side: int, depth: int, value: float, plies: int) -> tuple[bool, float]:
    """What a position that the table knows is worth to a player if only games count that end within a depth.

    That can be told of draws, which come to nothing, and of the largest wins and losses; else the answer is False.
    """
    first = (value if side == MAX else -value) + game.at_stake(s) / 2
    if value == 0.0:
        return True, 0.0
    if plies < 0 or (first != game.utility_range[0] and first != game.utility_range[1]):
        return False, 0.0
    return True, value if plies <= depth else 0.0

"""The path of a search: the `recurrence` of all positions of the game so far and of the line, and what repeats there.

A position that comes up again on the line is worth `repetition` at once: whoever could do better the second time could
have done so the first time. Positions of the game before the root count as often as the rules say.
"""

from __future__ import annotations

from kibitz.game import MAX, Game, State
from kibitz.native import jit
from kibitz.native.packing import unpack
from kibitz.search.selective import selective_desk as word
from kibitz.search.selective.selective_desk import PATH_AT, SelectiveDesk

NOWHERE = 1 << 30  # later than any place in a path


@jit
def repeated_at(game: Game, s: State, number: int, ply: int, desk: SelectiveDesk) -> int:
    """The place in the path where the position of this number was before, if that settles its value; else -1.

    Only as many plies back as the game says that its moves can be taken back.
    """
    words = desk.words
    place: int = words[word.BASE] + ply
    least: int = words[word.BARRIER]
    if game.has_reversible:
        least = max(least, place - game.reversible(s))
    seen = 0
    while place > least:
        place -= 1
        if words[PATH_AT + place] == number:
            seen += 1
            if place >= words[word.BASE] or seen + 1 >= game.repetition_times or game.repetition_is_illegal:
                return place
    return -1


@jit
def repetition_for(game: Game, s: State, side: int, desk: SelectiveDesk) -> float:
    """What a position that came up again is worth to a player, centred."""
    value: float = unpack(desk.words, word.REPETITION, 0.0) - game.at_stake(s) / 2
    return value if side == MAX else -value


@jit
def rest_on(place: int, desk: SelectiveDesk) -> None:
    """What is found from now on rests on this place in the path."""
    words = desk.words
    words[word.HORIZON] += 1
    words[word.RESTS_ON] = min(words[word.RESTS_ON], place)


@jit
def leave(words: word.Words, outer: int, ply: int) -> bool:
    """Does what was found of a node hold on every path to it? What its parent rests on is left on the desk.

    `outer` is what the parent rested on before. What rests on a position at or below the node goes with it.
    """
    free: bool = words[word.RESTS_ON] >= words[word.BASE] + ply
    words[word.RESTS_ON] = outer if free else min(outer, words[word.RESTS_ON])
    return free


@jit
def is_forbidden(game: Game, after: State, ply: int, desk: SelectiveDesk) -> bool:
    """May an action not be taken because it leads to a position that has been there before?"""
    place = repeated_at(game, after, game.recurrence(after), ply, desk)
    if place < 0:
        return False
    desk.words[word.REPETITIONS] += 1
    rest_on(place, desk)
    return True

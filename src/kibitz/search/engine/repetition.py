"""The path of a search: has a position been there before, on the line that is looked at or in the game so far?

Asked only in games that say what that means (`repetition`, `repetition_is_illegal`): `desk.recurs` is a constant, and
without it none of this is compiled. It costs the `recurrence` of every node, and a look at those of the line.

What rests on a repetition holds on one path only, so it must not be taken for more on another (graph-history
interaction). Three things see to that:

1. It is counted as a guess (HORIZON), so nothing that rests on it is ever called exact. Of a node that is cut only the
   child that cuts it is counted: a win that needs no repetition is exact whatever the other moves lead to.
2. What rests on a position above the node (RESTS tells how far up) is not written into the table, but for its move.
3. What is proven without a repetition holds on every path: who wins can do so without coming back to a position. No
   proof leads through a position of the game so far either; with another game so far the table is cleared.

Where repeating is illegal nothing holds on another path, and the table keeps moves alone.
"""

from __future__ import annotations

from kibitz.game import MAX, Game, State
from kibitz.native import jit
from kibitz.search.engine import desk as word
from kibitz.search.engine.desk import PATH_AT, Desk, Words

NOWHERE = -1
FAR = 1 << 30  # a ply that no line reaches: nothing above rests on it


@jit
def last_seen(game: Game, s: State, ply: int, desk: Desk) -> int:
    """The place on the desk of the last position equal to this one, which is at this ply; `NOWHERE` if there is none.

    Where the game tells how many plies back that may lie, no more of them are looked at.
    """
    words = desk.words
    key = game.recurrence(s)
    here = PATH_AT + words[word.PLAYED] + ply
    first = max(PATH_AT, here - game.reversible(s)) if game.has_reversible else PATH_AT
    for place in range(here - 1, first - 1, -1):
        if words[place] == key:
            return place
    return NOWHERE


@jit
def comes_again(game: Game, s: State, ply: int, desk: Desk) -> bool:
    """Has this position been there before? It is put on the path; the first one of a search is never looked for."""
    words = desk.words
    start = PATH_AT + words[word.PLAYED]
    words[start + ply] = game.recurrence(s)
    place = last_seen(game, s, ply, desk) if ply > 0 else NOWHERE
    if place == NOWHERE:
        return False
    words[word.HORIZON] += 1
    if place >= start:
        words[word.RESTS] = min(words[word.RESTS], place - start)
    return True


@jit
def worth_again(game: Game, s: State, side: int, desk: Desk) -> float:
    """What a position that has been there before is worth to a player, centred."""
    v = desk.repetition - game.at_stake(s) / 2
    return v if side == MAX else -v


@jit
def enter_node(words: Words) -> int:
    """Begin to note what a node rests on, or a child; what was noted before."""
    rests: int = words[word.RESTS]
    words[word.RESTS] = FAR
    return rests


@jit
def leave_child(words: Words, guesses: int, rests: int) -> None:
    """Note what the child that was searched last rests on. `guesses` and `rests` are those from before it."""
    words[word.CHILD_GUESSES] = words[word.HORIZON] - guesses
    words[word.CHILD_RESTS] = words[word.RESTS]
    words[word.RESTS] = min(words[word.RESTS], rests)


@jit
def leave_node(words: Words, guesses: int, rests: int, is_cut: bool, ply: int) -> bool:
    """Does what was found of a node rest on a position above it? `guesses` and `rests` are those from before it.

    Of a node that is cut only the last child counts.
    """
    own: int = words[word.RESTS]
    if is_cut:
        words[word.HORIZON] = guesses + words[word.CHILD_GUESSES]
        own = words[word.CHILD_RESTS]
    words[word.RESTS] = min(rests, own) if own < ply else rests
    return own < ply

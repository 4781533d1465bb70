"""Which child is tried first: what the engines and partition search share of it.

Alpha-beta that always tries the best move first looks at about the square root of the nodes of minimax. None of this
ever changes a value: it only says where to begin.
"""

from __future__ import annotations

from math import inf

from kibitz.game import Action, State
from kibitz.native import jit
from kibitz.native.packing import is_packable, unpack, words
from kibitz.native.tuples import fingerprint
from kibitz.search.engine import desk as word
from kibitz.search.engine.desk import HISTORY_AT, HISTORY_SIZE, KILLER_AT, NUMBER, PLIES, PROMISE, STATE, Desk, Words

USED = -inf  # the promise of a record that has had its turn,
USED_NUMBER = -1  # and its number: a game may itself say -inf of an action
LATER = -1.7e308  # the promise of a record that another thread is at
LOWEST = -1.6e308  # the least promise of an action where no mark may be met: see `at_least`
# A promise is made of parts so far apart that each counts only among equals of the one before it: the move that was
# best here before, then the game's own order, then killers, then history.
BEST_BEFORE, GAME_ORDER, FIRST_KILLER, SECOND_KILLER, MOST_HISTORY = 1e15, 1e6, 9e5, 8e5, 700_000
WEIGHTIEST = 16  # the depth from which on a cut counts no more in the history


@jit
def standing(a: Action, side: int, ply: int, number: int, first: int, desk: Desk) -> float:
    """How an action stands from what the search has seen: best before, a killer at this ply, good elsewhere.

    The best move of a search before costs a look at the table, which is there anyway, and cuts most of all. Killers and
    history cost a hash for each action; they are for games that have no order of their own.
    """
    at = desk.words
    if number == first:
        return BEST_BEFORE
    total = 0.0
    if at[word.KILLERS] + at[word.HISTORY] != 0:
        mark = fingerprint(a)
        if at[word.KILLERS] != 0 and ply < PLIES:
            if at[KILLER_AT + 2 * ply] == mark + 1:
                total += FIRST_KILLER
            elif at[KILLER_AT + 2 * ply + 1] == mark + 1:
                total += SECOND_KILLER
        if at[word.HISTORY] != 0:
            total += float(at[HISTORY_AT + side * HISTORY_SIZE + (mark & (HISTORY_SIZE - 1))])
    return total


@jit
def reward(a: Action, side: int, depth: int, ply: int, desk: Desk) -> None:
    """An action that cut is a killer at this ply, and rises in the history: the more, the deeper what it cut."""
    at = desk.words
    weight = min(depth, WEIGHTIEST) * min(depth, WEIGHTIEST)
    mark = fingerprint(a)
    if ply < PLIES and at[KILLER_AT + 2 * ply] != mark + 1:
        at[KILLER_AT + 2 * ply + 1] = at[KILLER_AT + 2 * ply]
        at[KILLER_AT + 2 * ply] = mark + 1
    place = HISTORY_AT + side * HISTORY_SIZE + (mark & (HISTORY_SIZE - 1))
    at[place] = min(at[place] + weight, MOST_HISTORY)


@jit
def record_size(s: State) -> int:
    """How many words the record of a child takes; in Python its state is not among them."""
    return STATE + words(s) if is_packable(s) else STATE


@jit
def most_promising(at: Words, top: int, count: int, size: int) -> int:
    """The record that is most promising among those that have not had their turn; the first of equals.

    One that has had its turn where all have. Going through all records for each child is faster than sorting them: most
    rows are short, and most are cut after the first.
    """
    best = top
    most = USED
    for index in range(count):
        record = top + index * size
        promise = unpack(at, record + PROMISE, 0.0)
        if promise > most:
            most = promise
            best = record
    if most == USED:  # a game may say -inf, or NaN, of all that are left
        while at[best + NUMBER] == USED_NUMBER and best < top + (count - 1) * size:
            best += size
    return best


@jit
def at_least(promise: float) -> float:
    """A promise that can be compared: NaN looks worst of all."""
    return promise if promise > LOWEST else LOWEST

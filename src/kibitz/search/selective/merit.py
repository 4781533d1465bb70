"""The merit of an action: what the search has seen of actions like it, which says when its turn comes.

None of this changes a value: it only says where to begin. (Reductions and pruning go by it too, where they are on.)
"""

from __future__ import annotations

from kibitz.game import Action, Game, State
from kibitz.game.selecting import KINDS
from kibitz.native import jit
from kibitz.native.tuples import fingerprint
from kibitz.search.engine.ordering import at_least
from kibitz.search.selective import selective_desk as word
from kibitz.search.selective.selective_desk import (
    COUNTER_AT,
    FOLLOW_ROOM,
    HISTORY_AT,
    KILLER_AT,
    KIND_AT,
    PLIES,
    SelectiveDesk,
)

# Promises come in bands: the table's move, what the game orders high (captures), killers and counter moves, quiet
# actions by their history, what the game orders low, and captures that lose material.
BEST_BEFORE, HIGH, FIRST_KILLER, SECOND_KILLER, COUNTER = 1e18, 1e15, 4e6, 3e6, 2e6
LOW, LOSING = 1e7, -1e17
MOST_ORDER = 1e9
MOST_MERIT = 16_384
MOST_BONUS = 1_600


@jit
def promise_of(
    game: Game, s: State, a: Action, kind: int, number: int, first: int, side: int, ply: int, desk: SelectiveDesk
) -> float:
    """How promising an action is, before any child has been made."""
    words = desk.words
    if number == first:
        return BEST_BEFORE
    order = 0.0
    if game.has_order and words[word.ORDER] != 0:
        order = min(max(at_least(float(game.order(s, a))), -MOST_ORDER), MOST_ORDER)
        if order > 0.0:
            return HIGH + order * 1e3
    total = float(merit(kind, side, ply, desk))
    if words[word.KILLERS] + words[word.COUNTERS] != 0:
        mark = fingerprint(a) | 1
        if words[KILLER_AT + 2 * ply] == mark and words[word.KILLERS] != 0:
            total += FIRST_KILLER
        elif words[KILLER_AT + 2 * ply + 1] == mark and words[word.KILLERS] != 0:
            total += SECOND_KILLER
        elif words[word.COUNTERS] != 0 and words[counter_place(side, ply, words)] == mark:
            total += COUNTER
    return total + order * LOW


@jit
def merit(kind: int, side: int, ply: int, desk: SelectiveDesk) -> int:
    """How often actions of this kind cut, elsewhere and after the last one and two actions.

    It costs three reads, two of them far apart; without it the quiet moves of a position stand in no order at all.
    """
    words = desk.words
    total: int = 0
    if words[word.HISTORY] != 0:
        total += int(words[HISTORY_AT + side * KINDS + kind])
        if words[word.CONTINUATION] != 0:
            for back in range(2):
                before = words[KIND_AT + 2 + ply - back]
                if before != 0:
                    total += int(desk.follow[back * FOLLOW_ROOM + (side * KINDS + before - 1) * KINDS + kind])
    return total


@jit
def counter_place(side: int, ply: int, words: word.Words) -> int:
    """Where the action stands that refuted the kind of the last action; a place of no meaning where there is none."""
    place: int = COUNTER_AT + side * KINDS + max(words[KIND_AT + 2 + ply] - 1, 0)
    return place


@jit
def reward(a: Action, kind: int, side: int, depth: int, ply: int, desk: SelectiveDesk) -> None:
    """A quiet action that cut: a killer at this ply, a counter to the action before, and better in the history."""
    words = desk.words
    mark = fingerprint(a) | 1
    if ply < PLIES and words[KILLER_AT + 2 * ply] != mark:
        words[KILLER_AT + 2 * ply + 1] = words[KILLER_AT + 2 * ply]
        words[KILLER_AT + 2 * ply] = mark
    if words[KIND_AT + 2 + ply] != 0:
        words[counter_place(side, ply, words)] = mark
    learn(kind, side, min(depth * depth * 12 + 80 * depth, MOST_BONUS), ply, desk)


@jit
def learn(kind: int, side: int, bonus: int, ply: int, desk: SelectiveDesk) -> None:
    """Change the history of a kind of action: by less, the further it has gone that way already (gravity).

    So what was good long ago fades as others cut, and nothing ever has to be halved.
    """
    words = desk.words
    place = HISTORY_AT + side * KINDS + kind
    words[place] = moved(words[place], bonus, words)
    for back in range(2):
        before = words[KIND_AT + 2 + ply - back]
        if before != 0:
            place = back * FOLLOW_ROOM + (side * KINDS + before - 1) * KINDS + kind
            desk.follow[place] = moved(int(desk.follow[place]), bonus, words)


@jit
def moved(number: int, bonus: int, words: word.Words) -> int:
    """A number of the history after a bonus, or a penalty."""
    if words[word.GRAVITY] != 0:
        return number + bonus - number * abs(bonus) // MOST_MERIT
    return max(-MOST_MERIT, min(MOST_MERIT, number + bonus))

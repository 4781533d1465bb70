"""Partition search: alpha-beta that remembers whole classes of positions instead of single ones (Ginsberg 1996).

A search does not only tell whether player 0 gets so much, but also what that depends on: *why*. In a card game the
small cards hardly ever matter: if a position is won because of two aces, so is every other in which the same players
hold these aces and as many cards of each suit. Such a class is what the table holds.

Every question has the answer yes or no: does player 0 get `target` or more in the end? Then
    where the player to move succeeds, why = why the action that did it succeeds;
    where it fails, why = the union of why each of its actions fails.

A game that answers `why`-questions (see `Game.decided` and what follows it) is proven in this way.
"""

from __future__ import annotations

from typing import Any

from kibitz.errors import NotWhole, Stopped, TooDeep
from kibitz.game import MAX
from kibitz.lookup.classes import NO_ACTION
from kibitz.native import jit
from kibitz.native.packing import pack, unpack, words
from kibitz.search.engine.look import (
    BEST_FIRST,
    BY_PLY,
    CANDIDATES,
    CUTOFFS,
    FIRST_CUTOFFS,
    INNER,
    KILLER_AT,
    KILLERS,
    MANY,
    NODE_LIMIT,
    NODES,
    ORDER,
    PLIES,
    PROOF,
    PROOF_CUTOFFS,
    STACK_AT,
    STOP,
    TABLE,
    TABLE_CUTOFFS,
    TABLE_HITS,
    USED,
    USED_NUMBER,
    leave_uncounted,
    more_room,
    most_promising,
)
from kibitz.search.soundness import is_whole
from kibitz.search.watch import LONGEST_LINE

PROMISE, NUMBER, ACTION = range(3)
UNKNOWN = -1


@jit
def reach(game: Any, s: Any, target: int, ply: int, top: int, table: Any, bench: Any) -> tuple[int, int]:
    """Does player 0 get `target` or more? 1 or 0, and why. `top` is where the desk's stack is free."""
    desk = bench.words

    # 1. Count the node, and see whether to go on.
    desk[NODES] += 1
    if ply < PLIES:
        desk[BY_PLY + ply] += 1
    elif ply >= LONGEST_LINE:
        raise TooDeep("a line of play went on and on")
    if desk[STOP] != 0 or desk[NODES] > desk[NODE_LIMIT]:
        leave_uncounted(desk, ply)
        raise Stopped("told to stop")

    # 2. The game is over.
    if game.is_terminal(s):
        value = float(game.utility(s, MAX))
        if not is_whole(value):
            raise NotWhole("a utility is not whole")
        return 1 if value >= target else 0, 0

    # 3. The rules may tell all that is asked; else a class that the position lies in.
    memorable = game.is_memorable(s)
    outline = first = second = still = 0
    hint = NO_ACTION
    if desk[PROOF] != 0:
        verdict, why = game.decided(s, target)
        if verdict != UNKNOWN:
            desk[PROOF_CUTOFFS] += 1
            return verdict, why
    if memorable and desk[TABLE] != 0:
        outline = game.outline(s)
        first, second = game.detail(s)
        still = target - game.banked(s)
        if still <= 0:
            return 1, 0
        entry = table.probe(outline, first, second, still)
        if entry.found:
            desk[TABLE_HITS] += 1
            if desk[BEST_FIRST] != 0:
                hint = entry.action
            if entry.lower >= still or entry.upper < still:
                desk[TABLE_CUTOFFS] += 1
                return 1 if entry.lower >= still else 0, game.named(s, entry.matters)

    # 4. Lay out the actions. One that has succeeded at this ply before goes first, but only where positions are
    # remembered: between them the game's own order makes for larger classes.
    desk[INNER] += 1
    mover = game.player(s)
    wanted = 1 if mover == MAX else 0
    survey = game.survey(s)
    killer = desk[KILLER_AT + 2 * ply] if memorable and ply < PLIES else 0
    count = 0
    size = ACTION + 1
    room = min(top + MANY * size, len(desk))
    for a in game.candidates(s):
        record = top + count * size
        if record + size > room:
            room = min(more_room(desk, record + size, count) + MANY * size, len(desk))
        promise = 0.0
        if count == hint:
            promise = 1e15
        elif desk[ORDER] != 0:
            promise = float(game.promise(s, a, s, survey))
            if a + 1 == killer:
                promise += 1e9
        pack(desk, record + PROMISE, promise)
        desk[record + NUMBER] = count
        desk[record + ACTION] = a
        count += 1
    desk[CANDIDATES] += count
    below = top + count * size

    # 5. Try them, the most promising first, until one succeeds.
    union = 0
    answer = 1 - wanted
    best = NO_ACTION
    for index in range(count):
        record = most_promising(desk, top, count, size)
        chosen = desk[record + NUMBER]
        if chosen == USED_NUMBER:
            break
        pack(desk, record + PROMISE, USED)
        desk[record + NUMBER] = USED_NUMBER
        a = desk[record + ACTION]
        after = game.result(s, a)
        found, why = reach(game, after, target, ply + 1, below, table, bench)
        if found == wanted:
            answer = wanted
            best = chosen
            union = game.why_before(s, a, why, True)
            desk[CUTOFFS] += 1
            if index == 0:
                desk[FIRST_CUTOFFS] += 1
            if desk[KILLERS] != 0 and memorable and ply < PLIES:
                desk[KILLER_AT + 2 * ply] = a + 1
            break
        why = game.why_before(s, a, why, False)
        union |= why
        for number in range(count):  # others fail for the same reason
            other = top + number * size
            if game.is_covered(s, a, desk[other + ACTION], why):
                pack(desk, other + PROMISE, USED)
                desk[other + NUMBER] = USED_NUMBER

    # 6. Remember it, for all positions of the class.
    if memorable and desk[TABLE] != 0:
        lower, upper = (still, 32767) if answer == 1 else (0, still - 1)
        table.store(outline, first, second, game.mattering(s, union), lower, upper, best)
    return answer, union


@jit
def follow(game: Any, s: Any, value: int, most: int, line: Any, table: Any, bench: Any) -> int:
    """Lay down the actions of best play from a state that is worth this to player 0; how many there are."""
    number = 0
    while number < most and not game.is_terminal(s):
        wanted = 1 if game.player(s) == MAX else 0
        target = value + 1 - wanted
        ply = most - most
        next_state = s
        for a in game.candidates(s):
            after = game.result(s, a)
            found, _ = reach(game, after, target, ply, ply + STACK_AT, table, bench)
            if found == wanted:
                line[number] = a
                next_state = after
                break
        s = next_state
        number += 1
    return number


@jit
def divide(game: Any, s: Any, low: int, high: int, guess: int, table: Any, bench: Any) -> int:
    """The exact value for player 0 of a state in which it lies between two whole numbers; `guess` is asked first."""
    target = guess
    while low < high:
        target = min(max(target, low + 1), high)
        found, _ = reach(game, s, target, low - low, low - low + STACK_AT, table, bench)
        if found == 1:
            low = target
            target += 1
        else:
            high = target - 1
            target -= 1
    return low


@jit
def divide_many(
    game: Any,
    like: Any,
    count: int,
    together: int,
    least: int,
    most: int,
    states: Any,
    values: Any,
    table: Any,
    bench: Any,
) -> int:
    """`divide` for many states laid one behind the other, as far as values lie between two; how many were done.

    Unless they are `together`, the table is forgotten before each. If they are, the value of one is a good guess for
    the next.
    """
    guess = least - 1
    for number in range(count):
        s = unpack(states, number * words(like), like)
        lower, upper = game.bounds(s)
        low, high = max(int(lower), least), min(int(upper), most)
        if together == 0:
            table.clear()
        if guess < least or together == 0:
            guess = (low + high + 1) // 2
        guess = divide(game, s, low, high, guess, table, bench)
        values[number] = guess
    return count

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

from collections.abc import Callable
from typing import Any

from kibitz.errors import NotWhole
from kibitz.game import MAX, Game, State
from kibitz.lookup.classes import NO_ACTION, UNLIMITED, Classes
from kibitz.native import jit
from kibitz.native.packing import handed_over, pack
from kibitz.native.splicing import spliced, widened
from kibitz.search.engine import desk as word
from kibitz.search.engine.desk import (
    KILLER_AT,
    MANY,
    NUMBER,
    PLIES,
    PROMISE,
    STACK_AT,
    Desk,
    enter,
    forget_moves,
    more_room,
)
from kibitz.search.engine.ordering import BEST_BEFORE, USED, USED_NUMBER, most_promising
from kibitz.search.soundness import is_whole

ACTION = 2  # where a record has its action
SIZE = 3  # words of a record
KILLER = 1e9  # the promise of an action that has succeeded at this ply before
UNKNOWN = -1


@jit
def reach(game: Game, s: State, target: int, ply: int, top: int, table: Classes, desk: Desk) -> tuple[int, int]:
    """Does player 0 get `target` or more? 1 or 0, and why. `top` is where the desk's stack is free."""
    at = desk.words

    # 1. Count the node, and see whether to go on.
    enter(at, ply)

    # 2. The game is over.
    if game.is_terminal(s):
        value = float(game.utility(s, MAX))
        if not is_whole(value):
            raise NotWhole("a utility is not whole")
        return 1 if value >= target else 0, 0

    # 3. The rules may tell all that is asked; else a class that the position lies in.
    if at[word.PROOF] != 0:
        verdict, why = game.decided(s, target)
        if verdict != UNKNOWN:
            at[word.PROOF_CUTOFFS] += 1
            return verdict, why
    memorable = game.is_memorable(s)
    outline = first = second = still = 0
    hint = NO_ACTION
    if memorable and at[word.TABLE] != 0:
        outline = game.outline(s)
        first, second = game.detail(s)
        still = target - game.banked(s)
        if still <= 0:
            return 1, 0
        entry = table.probe(outline, first, second, still)
        if entry.found:
            at[word.TABLE_HITS] += 1
            if at[word.BEST_FIRST] != 0:
                hint = entry.action
            if entry.lower >= still or entry.upper < still:
                at[word.TABLE_CUTOFFS] += 1
                return 1 if entry.lower >= still else 0, game.named(s, entry.matters)

    # 4. Lay out the actions.
    count = lay_out(game, s, ply, top, hint, memorable, desk)

    # 5. Try them, the most promising first, until one succeeds.
    answer, union, best = try_actions(reach, game, s, target, ply, top, count, memorable, table, desk)

    # 6. Remember it, for all positions of the class.
    if memorable and at[word.TABLE] != 0:
        lower, upper = (still, UNLIMITED) if answer == 1 else (0, still - 1)
        table.store(outline, first, second, game.mattering(s, union), lower, upper, best)
    return answer, union


@spliced
def lay_out(game: Game, s: State, ply: int, top: int, hint: int, memorable: bool, desk: Desk) -> int:
    """Put a record of every action on the stack; how many there are.

    One that has succeeded at this ply before goes first, but only where positions are remembered: between them the
    game's own order makes for larger classes.
    """
    at = desk.words
    at[word.INNER] += 1
    survey = game.survey(s)
    killer = at[KILLER_AT + 2 * ply] if memorable and ply < PLIES else 0
    count = 0
    room = min(top + MANY * SIZE, len(at))
    for a in game.candidates(s):
        record = top + count * SIZE
        if record + SIZE > room:
            room = min(more_room(at, record + SIZE, count) + MANY * SIZE, len(at))
        promise = 0.0
        if count == hint:
            promise = BEST_BEFORE
        elif at[word.ORDER] != 0:
            promise = float(game.promise(s, a, s, survey))
            if a + 1 == killer:
                promise += KILLER
        pack(at, record + PROMISE, promise)
        at[record + NUMBER] = count
        at[record + ACTION] = a
        count += 1
    at[word.CANDIDATES] += count
    return count


@spliced
def try_actions(
    reach: Callable[..., tuple[int, int]],
    game: Game,
    s: State,
    target: int,
    ply: int,
    top: int,
    count: int,
    memorable: bool,
    table: Classes,
    desk: Desk,
) -> tuple[int, int, int]:
    """Try the actions on the stack until one succeeds: 1 or 0 for player 0, why, and the number of the one that did.

    Where one fails, others that fail for the same reason are not tried.
    """
    at = desk.words
    below = top + count * SIZE
    wanted = 1 if game.player(s) == MAX else 0
    union = 0
    answer = 1 - wanted
    best = NO_ACTION
    for index in range(count):
        record = most_promising(at, top, count, SIZE)
        chosen = at[record + NUMBER]
        if chosen == USED_NUMBER:
            break
        pack(at, record + PROMISE, USED)
        at[record + NUMBER] = USED_NUMBER
        a = at[record + ACTION]
        found, why = reach(game, game.result(s, a), target, ply + 1, below, table, desk)
        if found == wanted:
            answer = wanted
            best = chosen
            union = game.why_before(s, a, why, True)
            at[word.CUTOFFS] += 1
            if index == 0:
                at[word.FIRST_CUTOFFS] += 1
            if at[word.KILLERS] != 0 and memorable and ply < PLIES:
                at[KILLER_AT + 2 * ply] = a + 1
            break
        why = game.why_before(s, a, why, False)
        union |= why
        for number in range(count):
            other = top + number * SIZE
            if game.is_covered(s, a, at[other + ACTION], why):
                pack(at, other + PROMISE, USED)
                at[other + NUMBER] = USED_NUMBER
    return answer, union, best


@jit
def follow(game: Game, s: State, value: int, most: int, line: Any, table: Classes, desk: Desk) -> int:
    """Lay down the actions of best play from a state that is worth this to player 0; how many there are."""
    number = 0
    while number < most and not game.is_terminal(s):
        wanted = 1 if game.player(s) == MAX else 0
        target = value + 1 - wanted
        next_state = s
        for a in game.candidates(s):
            after = game.result(s, a)
            found, _ = reach(game, after, target, widened(0, most), widened(STACK_AT, most), table, desk)
            if found == wanted:
                line[number] = a
                next_state = after
                break
        s = next_state
        number += 1
    return number


@jit
def divide(game: Game, s: State, low: int, high: int, guess: int, table: Classes, desk: Desk) -> int:
    """The exact value for player 0 of a state in which it lies between two whole numbers; `guess` is asked first."""
    target = guess
    while low < high:
        target = min(max(target, low + 1), high)
        found, _ = reach(game, s, target, widened(0, low), widened(STACK_AT, low), table, desk)
        if found == 1:
            low = target
            target += 1
        else:
            high = target - 1
            target -= 1
    return low


@jit
def divide_many(
    game: Game,
    like: State,
    count: int,
    together: int,
    least: int,
    most: int,
    states: Any,
    values: Any,
    table: Classes,
    desk: Desk,
) -> int:
    """`divide` for many states laid one behind the other, as far as values lie between two; how many were done.

    Unless they are `together`, each is solved as if it were the only one. If they are, the value of one is a good guess
    for the next.
    """
    guess = least - 1
    for number in range(count):
        s = handed_over(states, number, like)
        lower, upper = game.bounds(s)
        low, high = max(int(lower), least), min(int(upper), most)
        if together == 0:
            table.clear()
            forget_moves(desk.words)
        if guess < least or together == 0:
            guess = (low + high + 1) // 2
        guess = divide(game, s, low, high, guess, table, desk)
        values[number] = guess
    return count

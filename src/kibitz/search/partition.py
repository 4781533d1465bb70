"""Partition search: alpha-beta that remembers whole classes of positions instead of single ones (Ginsberg 1996).

A search does not only tell whether player 0 gets so much, but also what that depends on: *why*. In a card game the
small cards hardly ever matter: if a position is won because of two aces, so is every other in which the same players
hold these aces and as many cards of each suit. Such a class is what the table holds.

Every question has the answer yes or no: does player 0 get `target` or more in the end? Then
    where the player to move succeeds, why = why the action that did it succeeds;
    where it fails, why = the union of why each of its actions fails.

A game that answers `why`-questions (see `Game.verdict` and what follows it) is proven in this way.
"""

from __future__ import annotations

from typing import Any

from kibitz.errors import Stopped, TooDeep
from kibitz.game import MAX
from kibitz.native import jit
from kibitz.native.packing import pack, unpack
from kibitz.search.deepening import (
    BEST_FIRST,
    BY_PLY,
    CANDIDATES,
    CUTOFFS,
    FIRST_CUTOFFS,
    HISTORY,
    HISTORY_AT,
    HISTORY_SIZE,
    INNER,
    KILLER_AT,
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
)
from kibitz.tables.classes import NO_ACTION

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
    if desk[STOP] != 0 or desk[NODES] == desk[NODE_LIMIT]:
        raise Stopped("told to stop")

    # 2. The game is over.
    if game.is_terminal(s):
        return 1 if game.utility(s, MAX) >= target else 0, 0

    # 3. The rules may tell all that is asked; else a class that the position lies in.
    memorable = game.is_memorable(s)
    outline = first = second = still = place = 0
    hint = NO_ACTION
    if desk[PROOF] != 0:
        verdict, why = game.verdict(s, target)
        if verdict != UNKNOWN:
            desk[PROOF_CUTOFFS] += 1
            return verdict, why
    if memorable and desk[TABLE] != 0:
        outline = game.outline(s)
        first, second = game.detail(s)
        still = target - game.banked(s)
        entry = table.probe(outline, first, second, still)
        place = entry.place
        if place != 0:
            desk[TABLE_HITS] += 1
            if desk[BEST_FIRST] != 0:
                hint = entry.action
            if entry.lower >= still or entry.upper < still:
                desk[TABLE_CUTOFFS] += 1
                return 1 if entry.lower >= still else 0, game.named(s, entry.matters)

    # 4. Lay out the actions.
    desk[INNER] += 1
    mover = game.player(s)
    wanted = 1 if mover == MAX else 0
    survey = game.survey(s)
    count = 0
    size = ACTION + 1
    for a in game.candidates(s):
        record = top + count * size
        if record + size > len(desk):
            raise TooDeep("a line of play went on and on")
        promise = 0.0
        if count == hint:
            promise = 1e15
        elif desk[ORDER] != 0:
            promise = float(game.promise(s, a, s, survey)) * 1e6
            promise += float(desk[HISTORY_AT + mover * HISTORY_SIZE + (a & (HISTORY_SIZE - 1))])
            if ply < PLIES and (s.trick == 0 or desk[61] != 0):
                if desk[KILLER_AT + 2 * ply] == a + 1:
                    promise += (desk[60] if s.trick == 0 else desk[61]) * 1e6
                elif desk[KILLER_AT + 2 * ply + 1] == a + 1:
                    promise += (desk[62] if s.trick == 0 else desk[63]) * 1e6
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
        record = top
        most = USED
        for number in range(count):
            other = top + number * size
            promise = unpack(desk, other + PROMISE, 0.0)
            if promise > most:
                most = promise
                record = other
        pack(desk, record + PROMISE, USED)
        a = desk[record + ACTION]
        after = game.result(s, a)
        found, why = reach(game, after, target, ply + 1, below, table, bench)
        if found == wanted:
            answer = wanted
            best = desk[record + NUMBER]
            union = game.reason(s, a, why, True)
            desk[CUTOFFS] += 1
            desk[42 + (s.trick >> 18 & 7)] += 1
            desk[50 + (s.trick >> 18 & 7)] += index
            if index == 0:
                desk[46 + (s.trick >> 18 & 7)] += 1
            if index == 0:
                desk[FIRST_CUTOFFS] += 1
            if ply < PLIES and desk[KILLER_AT + 2 * ply] != a + 1:
                desk[KILLER_AT + 2 * ply + 1] = desk[KILLER_AT + 2 * ply]
                desk[KILLER_AT + 2 * ply] = a + 1
            if desk[HISTORY] != 0:
                at = HISTORY_AT + mover * HISTORY_SIZE + (a & (HISTORY_SIZE - 1))
                desk[at] = min(desk[at] + 1, 700_000)
            break
        union |= game.reason(s, a, why, False)

    if answer != wanted:
        desk[54 + (s.trick >> 18 & 7)] += 1
    # 6. Remember it, for all positions of the class.
    if memorable and desk[TABLE] != 0:
        lower, upper = (still, 32767) if answer == 1 else (0, still - 1)
        table.store(outline, first, second, game.mattering(s, union), lower, upper, best, place)
    return answer, union


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

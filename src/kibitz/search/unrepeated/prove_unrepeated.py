"""Can a player make sure of a value where repeating a position is illegal? One question, asked deeper and deeper.

What a position is worth depends there on the game so far, so a table would mix up what holds on different paths
(graph-history interaction). A proof is kept only if it holds on every path:

1. The player has taken no action after which the rule binds the other, such as taking a ko (`retakes`), and the proof
   does not rest on an action of the other that repeats a position. Then, by the game's promise, whoever gets there for
   the first time wins without repeating any position, even one from before.
2. All other proofs rest on the path, and so do those that need them; they are found again on each path.
3. A failure only says that no proof was found within a depth. It may be kept without regard to the path: to take it
   for another path may hide a proof, but never make a false one. So it is tried without first, for a moment.

So what is proven for one player is a sure lower bound. Proofs for both players that meet are the value.
"""

from __future__ import annotations

from typing import Any

from kibitz.errors import Stopped, TooDeep
from kibitz.game import MAX, Game, State
from kibitz.native import jit
from kibitz.native.packing import is_packable, pack, unpack
from kibitz.native.tuples import fingerprint
from kibitz.search.unrepeated.proof_sheet import (
    BEST,
    DEEPEST,
    FAILED,
    FAILED_AT,
    FAILED_DEPTH,
    HISTORY_AT,
    HISTORY_SIZE,
    HORIZON,
    KEEPS_FAILURES,
    MOST_PLIES,
    NODE_LIMIT,
    NODES,
    PATH_AT,
    PROVEN,
    PROVEN_AT,
    RESTING,
    STOP,
    ProofSheet,
    record_words,
)

# A child on the stack: how promising it is, its number, its mark in the history of moves, whether taking it binds the
# other, its key and its state.
PROMISE, NUMBER, MARK, BINDS, CHILD_KEY, STATE = range(6)
USED = -(1 << 60)
BEST_BEFORE = 1 << 50
ORDER = 1_000.0  # what the game's own order counts beside the history of moves


@jit
def least_key(game: Game, s: State) -> int:
    """A key that symmetric states share; never 0."""
    key = game.key(s)
    if game.has_symmetric:
        for other in game.symmetric(s):
            key = min(key, game.key(other))
    return key if key != 0 else 1


@jit
def doubled(value: float, side: int) -> int:
    """Twice what a value for player 0 is to a player, as a whole number: targets are whole or half numbers."""
    return int(2.0 * value) if side == MAX else -int(2.0 * value)


@jit
def limits(game: Game, s: State, side: int) -> tuple[int, int]:
    """Twice the least and the most that a state can be worth to a player, by what the game knows of it."""
    low, high = game.proof(s) if game.has_proof else game.bounds(s)
    return (doubled(low, side), doubled(high, side)) if side == MAX else (doubled(high, side), doubled(low, side))


@jit
def is_on_path(game: Game, s: State, ply: int, sheet: ProofSheet) -> bool:
    """Has a position, now at this ply, been on the line before?"""
    number, words = game.recurrence(s), sheet.words
    before = ply - 1
    while before >= 0 and words[PATH_AT + before] != number:
        before -= 1
    return before >= 0


@jit
def settled(game: Game, s: State, key: int, side: int, target: int, depth: int, sheet: ProofSheet) -> int:
    """What is known of a node, of this key, without a search: PROVEN, FAILED, or -1 where it must be searched."""
    if game.is_terminal(s):
        return PROVEN if doubled(game.utility(s, MAX) + 0.0, side) >= target else FAILED
    low, high = limits(game, s, side)
    if low >= target:
        return PROVEN
    if high < target:
        return FAILED
    at = sheet.find(key)
    if at >= 0:
        if sheet.entries[at + PROVEN_AT] >= target:
            return PROVEN
        if sheet.entries[at + FAILED_AT] <= target and sheet.entries[at + FAILED_DEPTH] >= depth:
            return FAILED
    if depth <= 0:
        sheet.words[HORIZON] += 1
        return FAILED
    return -1


@jit
def remember(key: int, target: int, depth: int, found: int, best: int, sheet: ProofSheet) -> None:
    """Keep what came of a node, and the key of the child that decided, 0 for none."""
    at, entries = sheet.place(key, depth), sheet.entries
    if best != 0:
        entries[at + BEST] = best
    if found == PROVEN:
        entries[at + PROVEN_AT] = max(entries[at + PROVEN_AT], target)
    elif found == RESTING or sheet.words[KEEPS_FAILURES] == 0:
        return
    elif depth > entries[at + FAILED_DEPTH] or (
        depth == entries[at + FAILED_DEPTH] and target < entries[at + FAILED_AT]
    ):
        entries[at + FAILED_AT] = target
        entries[at + FAILED_DEPTH] = depth


@jit
def next_record(words: Any, top: int, count: int, size: int) -> int:
    """Where the most promising record begins that has not had its turn; it has it now."""
    best, most = -1, USED
    for number in range(count):
        if words[top + number * size + PROMISE] > most:
            best, most = top + number * size, words[top + number * size + PROMISE]
    words[best + PROMISE] = USED
    return best


@jit
def lay_out(
    game: Game, s: State, first: int, side: int, target: int, depth: int, ply: int, top: int, sheet: ProofSheet
) -> tuple[int, int, int, int]:
    """Put the children that need a search on the stack: how many, what is settled already, and whether that rests.

    Settled is PROVEN or RESTING where a child of the player's own decides, FAILED where one of the other's does; -1
    where the children on the stack must tell, with RESTING or PROVEN for those that are left out. Last comes the key of
    the child that decides. `first` is the key of the one that did so before.
    """
    words = sheet.words
    size = record_words(s)
    own = game.player(s) == side
    count, number, rests = 0, -1, PROVEN
    for a in game.actions(s):
        number += 1
        after = game.result(s, a)
        over = game.is_terminal(after)
        if not over and is_on_path(game, after, ply + 1, sheet):
            rests = RESTING
            continue
        binds = own and game.retakes(s, a)
        key = least_key(game, after)
        known = settled(game, after, key, side, target, depth - 1, sheet)
        if own and known == PROVEN:
            return 0, RESTING if binds else PROVEN, rests, key
        if not own and known == FAILED:
            return 0, FAILED, rests, key
        if known >= 0:
            continue
        record = top + count * size
        if record + size > len(words):
            raise TooDeep("the stack is full")
        mark = fingerprint(a) & (HISTORY_SIZE - 1)
        promise = words[HISTORY_AT + (0 if own else HISTORY_SIZE) + mark]
        promise += BEST_BEFORE if key == first else 0
        words[record + PROMISE] = promise + (int(ORDER * game.order(s, a)) if game.has_order else 0)
        words[record + NUMBER] = number
        words[record + MARK] = mark
        words[record + BINDS] = 1 if binds else 0
        words[record + CHILD_KEY] = key
        if is_packable(s):
            pack(words, record + STATE, after)
        count += 1
    return count, -1, rests, 0


@jit
def prove_unrepeated(
    game: Game, s: State, side: int, target: int, depth: int, ply: int, top: int, sheet: ProofSheet
) -> int:
    """Does a player make sure of at least `target` (doubled) within a depth? FAILED, PROVEN or RESTING; see above."""
    words = sheet.words
    words[NODES] += 1
    words[DEEPEST] = max(words[DEEPEST], ply)
    if words[STOP] != 0 or words[NODES] > words[NODE_LIMIT]:
        raise Stopped("told to stop")
    if ply + 2 >= MOST_PLIES:
        raise TooDeep("a line of play went on and on")
    words[PATH_AT + ply] = game.recurrence(s)
    own = game.player(s) == side
    key = least_key(game, s)
    at = sheet.find(key)
    first = sheet.entries[at + BEST] if at >= 0 else 0
    count, found, rests, best = lay_out(game, s, first, side, target, depth, ply, top, sheet)
    if found < 0:
        found = FAILED if own else rests
        size = record_words(s)
        for _ in range(count):
            record = next_record(words, top, count, size)
            after = unpack(words, record + STATE, s) if is_packable(s) else nth(game, s, words[record + NUMBER])
            answer = prove_unrepeated(game, after, side, target, depth - 1, ply + 1, top + count * size, sheet)
            if own and answer != FAILED:
                found = RESTING if words[record + BINDS] != 0 else answer
            elif not own and answer != PROVEN:
                found = answer if answer == FAILED else RESTING
            if own == (answer != FAILED):
                words[HISTORY_AT + (0 if own else HISTORY_SIZE) + words[record + MARK]] += depth * depth
                best = words[record + CHILD_KEY]
                break
    remember(key, target, depth, found, best, sheet)
    return found


@jit
def nth(game: Game, s: State, number: int) -> State:
    """The state that the action with this number leads to."""
    after = s
    for at, a in enumerate(game.actions(s)):
        if at == number:
            after = game.result(s, a)
    return after

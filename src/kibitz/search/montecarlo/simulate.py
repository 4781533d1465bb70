"""One simulation of Monte Carlo tree search, in four numbered steps.

Read `search/textbook/montecarlo.py` first: this is the same, with a pool of nodes, and with techniques.

Contract. A simulation changes nothing but the pool's numbers, and lays out at most one node. What it lays out is made
known to other threads at its very end, when everything about it has long been written: they may come upon a node at any
moment, and find it either as it was or complete. Counts that two threads raise at once may lose a visit; no more.
"""

from __future__ import annotations

from typing import Any

from kibitz.game import CHANCE, Game, State
from kibitz.native import jit
from kibitz.search.montecarlo import montecarlo_desk as word
from kibitz.search.montecarlo.backing_up import back_up, forget_simulation
from kibitz.search.montecarlo.laying_out import lay_out
from kibitz.search.montecarlo.meeting import fall, follow, meet
from kibitz.search.montecarlo.montecarlo_desk import LONGEST_LINE, PATH_AT
from kibitz.search.montecarlo.pool import AGAIN, CLOSED, OPEN, UNSEEN, is_proven
from kibitz.search.montecarlo.rollout import play_out
from kibitz.search.montecarlo.selecting_child import best_child, floor_of, may_matter
from kibitz.search.watch import UNLIMITED

OFTEN = 64  # simulations: so often it is seen whether another action can still catch up


@jit
def simulate_many(game: Game, s: State, pool: Any, desk: Any, until: int) -> None:
    """Simulate until this many simulations have been made since the search began, or it is over, or by order."""
    words = desk.words
    root = words[word.ROOT]
    if pool.status[root] == UNSEEN:
        meet(game, s, root, 0, pool, desk)
    while words[word.SIMULATIONS] < until and words[word.STOP] == 0 and words[word.NODES] < words[word.NODE_LIMIT]:
        if words[word.SOLVER] != 0 and is_proven(root, pool):
            break
        if words[word.SIMULATIONS] % OFTEN == 0 and is_decided(root, pool, desk):
            words[word.DECIDED] = 1
            break
        simulate(game, s, pool, desk)


@jit
def is_decided(root: int, pool: Any, desk: Any) -> bool:
    """Can no other action of the root become the most visited one with the simulations that are left?"""
    words = desk.words
    block, player = int(pool.first[root]), int(pool.mover[root])
    if words[word.LIMIT] >= UNLIMITED or block == 0 or player == CHANCE:
        return False
    column, sign = desk.columns[player], desk.signs[player]
    floor = floor_of(root, column, sign, pool)
    first, second = -1, -1
    for child in range(block, block + int(pool.size[root])):
        start = child * pool.stride
        low, high = pool.facts[start + pool.low_at + column], pool.facts[start + pool.high_at + column]
        if pool.status[child] != CLOSED and may_matter(low, high, sign, floor):
            visits = int(pool.facts[start])
            if visits > first:
                first, second = visits, first
            else:
                second = max(second, visits)
    return second < 0 or second + words[word.LIMIT] - words[word.SIMULATIONS] - words[word.BEFORE] < first


@jit
def simulate(game: Game, s: State, pool: Any, desk: Any) -> None:
    """Walk down the tree, add a node to it, play to the end, and tell every node on the way what that brought."""
    words = desk.words
    at = int(words[word.ROOT])
    ply = 0
    words[PATH_AT] = at
    words[word.LAID_OUT] = 0
    words[word.STAMP] += word.STAMP_STEP
    deepest = min(LONGEST_LINE, words[word.HORIZON], words[word.NODE_LIMIT] - words[word.NODES])
    while ply < deepest and pool.status[at] == OPEN and not is_proven(at, pool):
        # 2. Expand: a node that is visited again gets children, unvisited ones.
        block = int(pool.first[at])
        if block == 0 and (ply == 0 or pool.facts[at * pool.stride] >= words[word.EXPAND_AT]):
            block = lay_out(game, s, at, pool, desk)
        if block == 0:
            break
        # 1. Select: the child that promises most, or the outcome that falls.
        player = game.player(s)
        if game.has_outcomes and player == CHANCE:
            number, after = fall(game, s, desk)
        else:
            number = best_child(at, block, player, pool, desk)
            if number < 0:
                pool.status[at] = AGAIN  # whatever is played would repeat a position
                break
            after = follow(game, s, block + number, number, player, ply, pool, desk)
        if pool.status[block + number] == UNSEEN:
            meet(game, after, block + number, ply + 1, pool, desk)
            if desk.forbids and pool.status[block + number] == CLOSED:
                continue
        elif desk.recurs:
            words[word.KEYS_AT + words[word.PLAYED] + ply + 1] = game.recurrence(after)
        at, s = block + number, after
        ply += 1
        words[PATH_AT + ply] = at
        words[word.NODES] += 1
        if words[word.SHARED] != 0:
            pool.busy[at] += 1
    words[word.DEEPEST] = max(words[word.DEEPEST], ply)
    # 3. Play out: from the last node to the end of the game, or as far as simulations look.
    # 4. Back up: every node on the way counts the result.
    if play_out(game, s, at, ply, pool, desk):
        words[word.SIMULATIONS] += 1
        back_up(ply, pool, desk)
    else:
        forget_simulation(ply, pool, desk)

"""Iterative deepening: alpha-beta to depth 1, then 2, then 3, each round in the order that the last one taught.

Three things carry over from round to round, and each can be switched off. The order: at every node the action that was
best there last time is tried first. The table: what was found to the end of the game, or to the same depth by another
way to the position, is not searched again. The killers: at each ply, the two actions that cut last are tried early.

Contract: the value is that of minimax to `depth`, or to the end of the game if that comes sooner; the last round is
the first in which no evaluation was asked for. Where a position can be reached in two ways, the table may know more of
it than the depth allows: then the value may be that of a deeper look. In a tree in brackets no two nodes are one
position, so the table holds only what earlier rounds found.

It runs as plain Python: this is the page of the book. `search/engine/` is the same search, with everything, made fast.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import inf
from typing import NamedTuple

from kibitz.errors import DoesNotFit
from kibitz.game import MAX, Action, Game, State
from kibitz.game.given import whole
from kibitz.native import jit
from kibitz.search.algorithm import Algorithm
from kibitz.search.asking import Choice, ask
from kibitz.search.needs import opponents
from kibitz.search.textbook.beam import in_beam
from kibitz.search.textbook.heuristic import with_page
from kibitz.search.textbook.leaf import leaf_value
from kibitz.search.textbook.quiescence import quiescence
from kibitz.search.watch import Watch

PSEUDOCODE = """\
function DEEPENING(s, limit)
  for depth ← 1 to limit do
    v ← LOOK(s, depth, −∞, +∞)
    if LOOK never came to depth 0 then return v
  return v
function LOOK(s, depth, α, β)
  if TERMINAL(s) then return UTILITY(s, MAX)
  if depth = 0 then return EVALUATE(s, MAX)
  if TABLE[s] holds to the end, or to this depth, and its bounds settle it then return its value
  for each a in ACTIONS(s), the BEST[s] first, then KILLERS of this ply, then the others do
    v ← max(v, LOOK(RESULT(s, a), depth − 1, α, β)), or min for MIN
    if v ≥ β, or v ≤ α for MIN, then KILLERS of this ply ← a and the last one; leave the loop
    α ← max(α, v), or β ← min(β, v) for MIN
  BEST[s] ← the best a;  TABLE[s] ← v, as a value or a bound, and how deep it holds
  return v"""

TO_THE_END = 1 << 40  # plies: how deep a value holds that rests on no evaluation
KILLERS = 2  # kept for each ply


class Entry(NamedTuple):
    """What is known of a position: two numbers between which its value lies, and to which depth."""

    depth: int
    low: float
    high: float


@dataclass
class Memory:
    """What carries over from one round to the next, and the switches."""

    table: bool = True
    best_first: bool = True
    killers: bool = True
    width: int = 0  # of the beam; 0: none
    looks_on: bool = False  # past the depth limit, where it is noisy?
    known: dict[int, Entry] = field(default_factory=dict)
    best: dict[int, int] = field(default_factory=dict)
    cutting: dict[int, list[Action]] = field(default_factory=dict)  # by ply, the latest first
    guesses: int = 0  # evaluations believed so far


@jit
def deepening_value(
    game: Game,
    s: State,
    depth: int,
    table: bool,
    best_first: bool,
    killers: bool,
    width: int,
    looks_on: bool,
    watch: Watch,
) -> tuple[float, int]:
    """The value of a state, by the contract above, and the number of the action that reaches it; -1 without one."""
    memory = Memory(table, best_first, killers, width, looks_on)
    if depth <= 0 or game.is_terminal(s):
        return look(game, s, 0, -inf, inf, 0, memory, watch)
    v, best, is_done, limit = 0.0, -1, False, 0
    while limit < depth and not is_done:
        limit += 1
        watch.begin_round(s, limit, memory.best.get(game.key(s), -1))
        memory.guesses = 0
        v, best = look(game, s, limit, -inf, inf, 0, memory, watch)
        is_done = memory.guesses == 0
        watch.end_round(s, limit, v, best, is_done)
    return v, best


def look(
    game: Game, s: State, depth: int, alpha: float, beta: float, ply: int, memory: Memory, watch: Watch
) -> tuple[float, int]:
    """Alpha-beta at one node, with what the memory holds."""
    watch.enter(s, alpha, beta)
    over = game.is_terminal(s)
    if over or depth <= 0:
        memory.guesses += not over
        return at_the_limit(game, s, over, alpha, beta, memory, watch), -1
    key, begun, guesses = game.key(s), (alpha, beta), memory.guesses
    if memory.table and (entry := settled(memory, key, depth, alpha, beta)) is not None:
        v = entry.low if entry.low >= beta else entry.high
        memory.guesses += entry.depth != TO_THE_END
        watch.recall(s, entry.low, entry.high, v, entry.depth == TO_THE_END)
        watch.leave(s, v)
        return v, memory.best.get(key, -1)
    below = depth - game.depth_spent(s)
    best, is_max, is_cut = -1, game.player(s) == MAX, False
    v = -inf if is_max else inf
    for number, a in in_order(game, s, key, ply, memory, watch):
        watch.turn_to(s, number)
        child, _ = look(game, game.result(s, a), below, alpha, beta, ply + 1, memory, watch)
        if best < 0 or (child > v if is_max else child < v):
            v, best = child, number
        is_cut = v >= beta if is_max else v <= alpha
        if is_cut:
            watch.prune(s, a, child, v, alpha, beta)
            note_killer(s, number, a, ply, memory, watch)
            break
        alpha, beta = (max(alpha, v), beta) if is_max else (alpha, min(beta, v))
        watch.update(s, a, child, v, alpha, beta)
    low, high = (-inf if v <= begun[0] else v), (inf if v >= begun[1] else v)
    if low > -inf if is_max else high < inf:  # else every action was too bad to be told from the others
        memory.best[key] = best
    memory.known[key] = Entry(TO_THE_END if memory.guesses == guesses else depth, low, high)
    watch.leave(s, v)
    return v, best


def at_the_limit(game: Game, s: State, over: bool, alpha: float, beta: float, memory: Memory, watch: Watch) -> float:
    """What a node is worth at the end of the game, or where the depth is spent; the node is left."""
    if memory.looks_on and not over:
        return quiescence(game, s, alpha, beta, True, watch)
    v = leaf_value(game, s, over, watch)
    watch.leave(s, v)
    return v


def settled(memory: Memory, key: int, depth: int, alpha: float, beta: float) -> Entry | None:
    """What the table knows of a position, if that answers the question."""
    entry = memory.known.get(key)
    if entry is None or entry.depth not in (depth, TO_THE_END):
        return None
    return entry if entry.low == entry.high or entry.low >= beta or entry.high <= alpha else None


def in_order(game: Game, s: State, key: int, ply: int, memory: Memory, watch: Watch) -> list[tuple[int, Action]]:
    """The actions in the order in which they are tried, each with its number, counted from 0."""
    numbered = in_beam(game, s, memory.width, watch)
    first = memory.best.get(key, -1) if memory.best_first else -1
    killers = memory.cutting.get(ply, []) if memory.killers else []

    def rank(choice: tuple[int, Action]) -> int:
        number, a = choice
        return 0 if number == first else 1 + killers.index(a) if a in killers else 1 + KILLERS

    ordered = sorted(numbered, key=rank)
    early = tuple(number for number, a in ordered if a in killers and number != first)
    watch.line_up(s, tuple(number for number, _ in ordered), first, early)
    return ordered


def note_killer(s: State, number: int, a: Action, ply: int, memory: Memory, watch: Watch) -> None:
    """An action has cut: it is tried early at this ply from now on."""
    if memory.killers:
        others = [other for other in memory.cutting.get(ply, []) if other != a]
        memory.cutting[ply] = [a, *others][:KILLERS]
        watch.note_killer(s, number, ply)


def watchable(algorithm: str, game: Game) -> None:
    """One player, or two who win what the other loses, without dice: the engine of this name knows those too."""
    opponents(algorithm, game)
    if game.facts.chance:
        name = game.facts.name
        raise DoesNotFit(f"{algorithm} has no steps to show where there is chance; {name!r} has it: use expectiminimax")


DEEPENING = Algorithm(
    name="deepening",
    title="Iterative deepening",
    function=deepening_value,
    needs=watchable,
    pseudocode=PSEUDOCODE,
    lines={
        "round": 2,
        "summary": 4,
        "enter": 6,
        "leaf": 7,
        "horizon": 8,
        "recall": 9,
        "line up": 10,
        "update": 13,
        "prune": 12,
        "leave": 15,
    },
    extra=lambda game: (True, True, True, 0, False),
    cuts_ties=True,
    compiles=False,
    rank=30,
    is_listed=False,  # `deepening` is the engine; where steps are to be seen, this stands for it
)


def deepening_with(
    *, table: bool = True, best_first: bool = True, killers: bool = True, beam: int = 0, quiescence: bool = False
) -> Algorithm:
    """Deepening with some of what it remembers switched off, with a beam of a width, or with quiescence."""
    switches = (
        bool(table),
        bool(best_first),
        bool(killers),
        whole("the beam (0 for all moves)", beam, 0),
        bool(quiescence),
    )
    return replace(with_page(DEEPENING, beam, quiescence), extra=lambda game: switches)


def deepening(
    game: Game,
    s: State = None,
    *,
    depth: int | None = None,
    watch: Watch | None = None,
    table: bool = True,
    best_first: bool = True,
    killers: bool = True,
    beam: int = 0,
    quiescence: bool = False,
) -> Choice:
    """Player 0's value of a state (the initial one by default) and a best action, by rounds of alpha-beta.

    `table`, `best_first` and `killers` switch off what a round learns from those before; `beam` and `quiescence` are as
    in `minimax`. It runs as plain Python, to be watched: `analyse` asks the fast engine of the same name.
    """
    algorithm = deepening_with(table=table, best_first=best_first, killers=killers, beam=beam, quiescence=quiescence)
    return ask(algorithm, game, s, depth, watch, interpreted=True)

"""Machine code and plain Python answer alike: one search is asked both ways along a random game."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from kibitz.check.inquiry import STEADY, Inquiry
from kibitz.game import State
from kibitz.native.execution import compiles
from kibitz.search import ALGORITHMS
from kibitz.search.asking import ask
from kibitz.search.ties import is_alike
from kibitz.search.watch import Count

DEPTH = 4
MOST_NODES = 3_000
PLIES = 12

Answer = tuple[Any, Any, int]  # of a search: value, action, nodes


def compare(inquiry: Inquiry, start: State) -> None:
    """Ask one search both ways along a random game."""
    game, dice, s = inquiry.game, Random(1), start
    for _ in range(PLIES):
        if game.is_terminal(s):
            break
        _compare_at(inquiry, s)
        if not compiles(game):
            break
        s = game.result(s, dice.choice(list(game.choices(s))))
    inquiry.report.compiled = compiles(game)


def _compare_at(inquiry: Inquiry, s: State) -> None:
    depth = DEPTH
    while depth > 1 and _size(inquiry, s, depth) > MOST_NODES:
        depth -= 1
    one, other = (_answer_at(inquiry, s, depth, interpreted=interpreted) for interpreted in (False, True))
    if _agree(one, other):
        return
    again = _answer_at(inquiry, s, depth, interpreted=True)
    if not _agree(other, again):
        said = " and then ".join(f"{a[0]} by {a[1]!r} in {a[2]} nodes" for a in (other, again))
        inquiry.fault("unsteady", f"two searches of {inquiry.where(s)}, both interpreted, gave {said}: {STEADY}")
        return
    said = " but ".join(f"{a[0]} by {a[1]!r} in {a[2]} nodes" for a in (one, other))
    differ = f"compiled and interpreted answers differ at {inquiry.where(s)}: {said}"
    inquiry.fault("differ", f"{differ}; does a number leave 64 bits?")


def _answer_at(inquiry: Inquiry, s: State, depth: int, *, interpreted: bool) -> Answer:
    """Value, action and nodes of a search."""
    watch = Count()
    how = "an interpreted" if interpreted else "a compiled"
    at_once = partial(ask, is_checked=True)  # compiled, even where plain Python would be quick enough
    choice = inquiry.asked(f"{how} search", s, at_once, ALGORITHMS["maxn"], inquiry.game, s, depth, watch, interpreted)
    return choice.value, choice.action, watch.nodes


def _size(inquiry: Inquiry, s: State, depth: int) -> int:
    """Nodes to that depth, where a roll of the dice is not a ply; some number above the most if there are more."""
    game, todo = inquiry.game, [(s, depth)]
    for here, left in todo:
        if len(todo) > MOST_NODES:
            break
        if left > 0 and not game.is_terminal(here):
            below = left - game.depth_spent(here)
            todo += [(game.result(here, a), below) for a in game.choices(here)]
    return len(todo)


def _agree(one: Answer, other: Answer) -> bool:
    return is_alike(one[0], other[0]) and one[1:] == other[1:]

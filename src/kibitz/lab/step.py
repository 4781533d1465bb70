"""One step of a recorded search, and how its numbers are written."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from typing import Any


@dataclass(frozen=True)
class Step:
    """One event of a search at one node, with the node's α, β and v after it."""

    index: int
    node: str
    # enter, leaf, update, prune or leave; of simulations also select, expand, simulate, backup and choose; of deepening
    # round, summary, recall and line-up; of quiescence look-on; of a beam drop
    event: str
    alpha: float
    beta: float
    value: Any  # a number, a vector, or None before there is one
    line: int  # of the algorithm's pseudo-code, from 1
    sentence: str
    path: tuple[int, ...]  # which child was taken at each ply from the root, from 0
    cut: tuple[int, ...] = ()  # with `prune`: the children that are cut, from 0
    # Of a search by simulations, whose values are means:
    simulation: int = 0  # which simulation the step belongs to, from 1; 0 before the first
    visits: int | None = None  # of the node, after the step
    scores: tuple[float, ...] = ()  # with `select`: the UCB1 of every child
    chosen: int | None = None  # with `select` and `choose`: the number of the child, from 0
    # Of a search that stops early:
    round: int = 0  # of deepening, from 1
    dropped: tuple[int, ...] = ()  # with `drop`: the children that are left out, from 0
    moves: tuple[int, ...] = ()  # with `simulate`: which child was taken at each ply of the random game, from 0

    def json(self) -> dict[str, Any]:
        """The step as the interface describes it: infinities are null."""
        told = {
            "index": self.index,
            "node": self.node,
            "event": self.event,
            "alpha": finite_or_none(self.alpha),
            "beta": finite_or_none(self.beta),
            "value": finite_or_none(self.value),
            "line": self.line,
            "sentence": self.sentence,
        }
        if self.round:
            told |= {"round": self.round}
        if self.dropped:
            told |= {"dropped": list(self.dropped)}
        if self.visits is None:
            return told
        scores = [finite_or_none(score) for score in self.scores]
        return told | {"simulation": self.simulation, "visits": self.visits, "scores": scores, "chosen": self.chosen}


@dataclass
class SearchedNode:
    """A node that the search is in."""

    name: str
    kind: str
    player: int
    alpha: float
    beta: float
    path: tuple[int, ...]
    v: Any = None
    children: int = -1  # the number of the child last entered
    left_by: str = "leave"  # the event on whose line of the pseudo-code the node is left
    is_probing: bool = False  # is the next child entered only probed?
    is_probe: bool = False
    visits: int | None = None  # by simulations
    order: tuple[int, ...] = ()  # the numbers of the children in the order of the search; empty: as they are written
    dropped: tuple[int, ...] = ()  # the numbers of those outside the beam
    first: int = -1  # the one that was best last time
    killers: tuple[int, ...] = ()
    is_beyond: bool = False  # is it looked through by quiescence?
    below: dict[int, SearchedNode] = field(default_factory=dict)  # of simulations: the children in the tree


def finite_or_none(value: Any) -> Any:
    """A value for JSON: whole numbers as integers, vectors as lists, infinities and None as null."""
    if isinstance(value, tuple):
        return [finite_or_none(item) for item in value]
    if value is None or abs(value) == inf:
        return None
    return int(value) if value == int(value) else value


def shown(value: Any, fractions: bool = False, digits: int = 6) -> str:
    """A value for a sentence: 3, −1/2 as −0.5, −∞, <1,2,6>."""
    if isinstance(value, tuple):
        return "<" + ",".join(shown(item, digits=digits) for item in value) + ">"
    if abs(value) == inf:
        return "−∞" if value < 0 else "+∞"
    if fractions and value != int(value):
        near = Fraction(value).limit_denominator(1000)
        if abs(float(near) - value) < 1e-9:
            return str(near)
    return f"{value + 0.0:.{digits}g}".replace("-", "−")  # adding 0 makes −0 a 0

"""How early a search of a tree stops: its depth, quiescence, a beam, and what deepening may remember."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from kibitz.errors import BadInput
from kibitz.game.given import whole
from kibitz.games.tree import Tree
from kibitz.search.algorithm import Algorithm
from kibitz.search.asking import ask
from kibitz.search.engine.techniques import Techniques
from kibitz.search.textbook.deepening import DEEPENING, deepening_with
from kibitz.search.textbook.heuristic import heuristic
from kibitz.search.watch import Count

SWITCHES = ("table", "best-first", "killers")  # what deepening remembers from round to round
MOST_DEPTHS = 20  # compared


class Cutoff(NamedTuple):
    """Where a search of a tree stops before its leaves. `without` are those of `SWITCHES` that are off."""

    depth: int | None = None
    quiescence: bool = False
    beam: int = 0
    without: tuple[str, ...] = ()

    @staticmethod
    def of(
        depth: int | None = None, quiescence: bool | None = None, beam: int | None = None, without: Iterable[str] = ()
    ) -> Cutoff:
        """What was given, checked; whether a search can make use of it shows in `form`."""
        for name in without:
            if name not in SWITCHES:
                raise BadInput(f"{name!r} cannot be switched off here: expected {', '.join(SWITCHES)}")
        limit = None if depth is None else whole("the depth", depth, 0)
        off = tuple(name for name in SWITCHES if name in set(without))
        return Cutoff(limit, bool(quiescence), whole("the beam (0 for all moves)", beam or 0, 0), off)

    @staticmethod
    def named(words: str | None) -> dict[str, Any]:
        """Settings from the words of `--techniques`: `no-table no-killers quiescence beam=2`."""
        given = Techniques.named(words or "")
        off = [name.replace("_", "-") for name, switch in given.items() if not switch]
        more = {name: given.pop(name) for name in ("quiescence", "beam") if name in given}
        known = {name.replace("-", "_") for name in SWITCHES}
        for name in given:
            if name not in known:
                raise BadInput(
                    f"the technique {name.replace('_', '-')} has no steps to show: "
                    f"expected {', '.join(SWITCHES)}, quiescence or beam"
                )
        return more | {"without": [name for name in off if name in SWITCHES]}

    def form(self, algorithm: Algorithm) -> Algorithm:
        """The algorithm with these settings; `BadInput` where one of them has no effect on it."""
        if algorithm is DEEPENING:
            switches = {name.replace("-", "_"): name not in self.without for name in SWITCHES}
            return deepening_with(**switches, beam=self.beam, quiescence=self.quiescence)
        if self.without:
            raise BadInput(f"no-{self.without[0]} has no effect on {algorithm.name}: use deepening")
        return heuristic(algorithm, self.beam, self.quiescence) if self.beam or self.quiescence else algorithm

    def json(self) -> dict[str, Any]:
        """The settings as they are answered."""
        return self._asdict() | {"without": list(self.without)}


def deepest(tree: Tree) -> int:
    """How many plies the longest line of a tree takes, as a depth limit counts them."""
    plies = [0] * len(tree.size)
    for s in range(len(tree.size)):
        for child in range(int(tree.first[s]), int(tree.first[s]) + int(tree.size[s])):
            plies[child] = plies[s] + int(tree.plies[s])
    return max(plies)


class DepthRow(NamedTuple):
    """What a search finds at one depth, and whether that differs from what it found a ply before."""

    depth: int
    value: Any
    best: str | None
    leaves: int
    evaluations: int
    is_end: bool  # is it to the end of the game?
    value_changes: bool
    best_changes: bool


def by_depth(tree: Tree, algorithm: Algorithm, extra: tuple[Any, ...] | None = None) -> list[DepthRow]:
    """What a search finds at every depth from 1 to the end of the tree; of a very deep one the first, and the last."""
    rows: list[DepthRow] = []
    last = max(1, deepest(tree))
    for depth in [*range(1, min(last, MOST_DEPTHS)), last]:
        count = Count()
        found = ask(algorithm, tree, None, depth, count, interpreted=True, extra=extra)
        value = found.value[0] if algorithm.interval else found.value
        best = None if found.action is None else tree.action_text(0, found.action)
        before = rows[-1] if rows else None
        changes = before is not None and before.value != value, before is not None and before.best != best
        rows.append(DepthRow(depth, value, best, count.leaves, count.evaluated, depth == last, *changes))
    return rows

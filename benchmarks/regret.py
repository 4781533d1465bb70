"""CFR+ iterations a second: Kibitz beside OpenSpiel's solver in Python and its solver in C++.

One iteration updates both players, in turn, over the whole game; the nodes in the table are iterations. All three weigh
iteration t by t and never let a regret fall below 0, so after as many iterations they are about as near to equilibrium:
after 100 on Leduc the note gives the exploitability of each.

Kibitz works on the sequence form: it walks the game tree once, 9,457 nodes for Leduc, and then keeps 936 information
sets and 5,520 endings in flat arrays. OpenSpiel's solvers walk their tree of states or of public nodes at each
iteration.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import kibitz as kz
from benchmarks.contest import Contender, contest
from benchmarks.peers import peer
from benchmarks.table import Row
from kibitz.search.equilibrium.regret import Regret

NAME = "regret"

PYTHON = 20  # how many times as fast Kibitz should be
COMPARED = 100  # iterations after which the exploitability is compared


def rows(quick: bool) -> Iterator[Row]:
    """Kuhn and Leduc poker."""
    for subject, name, peer_name in (
        ("Kuhn poker", "kuhn-poker", "kuhn_poker"),
        ("Leduc poker", "leduc-poker", "leduc_poker"),
    ):
        yield from contest(f"{subject}, CFR+ iterations", contenders(name, peer_name, quick), quick)


def contenders(name: str, peer_name: str, quick: bool) -> Iterator[Contender]:
    """Ours, then theirs; each goes on learning from one run to the next."""
    is_small = name == "kuhn-poker"
    ours = 20_000 if is_small else 500
    yield learning("Kibitz", Kibitz(name), ours)
    if regret := peer("openspiel_regret"):
        game = regret.game(peer_name)
        yield learning("OpenSpiel, C++", regret.InCpp(game), 500 if is_small else 4)
        compared = not (quick and not is_small)
        yield learning("OpenSpiel, Python", regret.InPython(game), 20 if is_small else 1, PYTHON, compared)


def learning(name: str, learner: Any, iterations: int, wanted: float | None = None, compared: bool = True) -> Contender:
    """A contender that runs this many iterations."""
    note = ""
    if compared:
        learner.improve(COMPARED)
        note = f"exploitability {learner.exploitability():.2g} after {COMPARED}"
    return Contender(name, lambda: learner.improve(iterations), lambda: iterations, iterations, wanted, note)


class Kibitz:
    """Our learner, asked as the others are."""

    def __init__(self, name: str) -> None:
        self.learner = Regret(kz.game(name))
        self.learner.prepare()

    def improve(self, iterations: int) -> None:
        """Run this many more iterations."""
        self.learner.improve(iterations)

    def exploitability(self) -> float:
        """The mean of what a player could gain."""
        return self.learner.judgement().exploitability

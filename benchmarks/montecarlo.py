"""Monte Carlo tree search: simulations a second beside OpenSpiel's bot in C++, and with two threads beside one.

The task is Connect Four from the start with plain random playouts: a simulation walks down the tree by UCB1, adds a
node, and plays random moves to the end. Both have their solver on. Kibitz's first row is the same search: nothing of
the game is asked but its rules, and how a move is drawn at random. "nodes" are simulations here.
"""

from __future__ import annotations

from collections.abc import Iterator

import kibitz as kz
from benchmarks.contest import Contender, contest
from benchmarks.table import Row
from kibitz.games.connect_four import ConnectFour
from kibitz.search.montecarlo.montecarlo_engine import MonteCarloEngine

NAME = "montecarlo"

PLAIN = kz.Techniques(bias=False, prospects=False, bounds=False, early_stop=False)


def rows(quick: bool) -> Iterator[Row]:
    """One thread beside OpenSpiel, then the threads."""
    simulations = 20_000 if quick else 100_000
    subject = f"Connect Four, {simulations:,} simulations from the start with random playouts"
    yield from contest(f"{subject}, one thread", beside_openspiel(simulations), quick)
    yield from contest(f"{subject}, threads", by_threads(10 * simulations), quick)


def beside_openspiel(simulations: int) -> Iterator[Contender]:
    """Kibitz as plain as the peer, with all it has, and the peer."""
    yield ours("Kibitz", simulations, PLAIN)
    yield ours("with all it has", simulations, kz.Techniques(early_stop=False))
    try:
        from benchmarks.peers.openspiel_montecarlo import Simulated
    except ImportError:
        return
    peer = Simulated("connect_four", simulations)
    yield Contender("OpenSpiel (C++)", peer.run, lambda: simulations, wanted=3)


def by_threads(simulations: int) -> Iterator[Contender]:
    """Two threads in one tree, and one."""
    yield ours("Kibitz, two threads", simulations, PLAIN, threads=2)
    yield Contender(
        "Kibitz, one thread", ours("", simulations, PLAIN).run, lambda: simulations, note="wanted: two are 1.6× as fast"
    )


def ours(name: str, simulations: int, techniques: kz.Techniques, threads: int = 1) -> Contender:
    """So many simulations from an empty tree."""
    game = ConnectFour()
    engine = MonteCarloEngine(game, megabytes=2_000, seed=7, techniques=techniques, threads=threads)
    engine.prepare(game.initial())

    def run() -> None:
        engine.forget()
        for _ in engine.think(game.initial(), simulations=simulations):
            pass

    return Contender(name, run, lambda: simulations)

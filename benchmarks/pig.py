"""Expectiminimax on Pig, nodes a second: Kibitz beside OpenSpiel.

Both begin a game to 100 and search it to the same depth, count a node for every call of the recursive search, chance
nodes and leaves among them, take no ply for a roll, and evaluate no leaf. Nodes a second are compared: OpenSpiel allows
a player to stop before the first roll of a turn, so its tree is a little larger.

"Kibitz" evaluates no leaf, as OpenSpiel is asked not to; "with its evaluation" is the game as it comes.
"""

from __future__ import annotations

from collections.abc import Iterator

import kibitz as kz
from benchmarks.contest import Contender, contest
from benchmarks.peers import peer
from benchmarks.table import Row
from benchmarks.textbook import ours, theirs
from kibitz.games.pig import Pig, State

NAME = "pig"

WANTED = 10  # how many times as fast Kibitz should be
NODES = {5: 5_750, 6: 38_767}  # by depth
OPENSPIEL_NODES = {5: 8_003, 6: 56_023}


class Unevaluated(Pig):
    """Pig in which a search that stops sees nothing."""

    def evaluate(self, s: State, player: int) -> float:
        return 0.0


def rows(quick: bool) -> Iterator[Row]:
    """One search of one position by all contenders."""
    depth = 5 if quick else 6
    return contest(f"pig, expectiminimax to depth {depth}", contenders(depth), quick)


def contenders(depth: int) -> Iterator[Contender]:
    """Kibitz twice, and OpenSpiel with its game in C++."""
    for name, game in {"Kibitz": Unevaluated(), "Kibitz, with its evaluation": Pig()}.items():
        yield ours(name, kz.expectiminimax, game, depth=depth, expected=NODES[depth])
    if openspiel := peer("openspiel"):
        search = openspiel.Search(openspiel.native("pig"), depth=depth, cuts=False)
        yield theirs("OpenSpiel, C++ game", search, WANTED, OPENSPIEL_NODES[depth])

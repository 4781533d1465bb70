"""Expectiminimax on backgammon, nodes a second: Kibitz beside OpenSpiel.

Both begin after an opening roll of 3 and 1, count a node for every call of the recursive search, chance nodes and
leaves among them, and take no ply for a roll. Nodes a second are compared: the trees differ, since OpenSpiel lists a
play once for each order of its dice (31 where 16 positions can be reached), counts 36 rolls instead of 21, and plays a
double in two turns. So it is asked to depth 2 and Kibitz to depth 3.

"Kibitz" evaluates no leaf, as OpenSpiel is asked not to; "with its evaluation" is the game as it comes.
"""

from __future__ import annotations

from collections.abc import Iterator

import kibitz as kz
from benchmarks.contest import Contender, contest
from benchmarks.peers import peer
from benchmarks.table import Row
from benchmarks.textbook import ours, theirs
from kibitz.games.backgammon import Backgammon, State

NAME = "backgammon"

WANTED = 10  # how many times as fast Kibitz should be
OPENING = "4HPwATDgc/ABMA:31"
OPENSPIEL_OPENING = 2  # its number for the same roll of the first player
NODES = {2: 7_812, 3: 4_344_348}  # by depth


class Unevaluated(Backgammon):
    """Backgammon in which a search that stops sees nothing."""

    def evaluate(self, s: State, player: int) -> float:
        return 0.0


def rows(quick: bool) -> Iterator[Row]:
    """One search of one position by all contenders."""
    depth = 2 if quick else 3
    return contest(f"backgammon, expectiminimax to depth {depth}", contenders(depth), quick)


def contenders(depth: int) -> Iterator[Contender]:
    """Kibitz twice, and OpenSpiel with its game in C++."""
    for name, game in {"Kibitz": Unevaluated(), "Kibitz, with its evaluation": Backgammon()}.items():
        yield ours(name, kz.expectiminimax, game, game.parse(OPENING), depth=depth, expected=NODES[depth])
    if openspiel := peer("openspiel"):
        game = openspiel.native("backgammon(scoring_type=full_scoring)")
        search = openspiel.Search(game, moves=(OPENSPIEL_OPENING,), depth=2, cuts=False)
        yield theirs("OpenSpiel, C++ game", search, WANTED, 28_355, note="to depth 2")

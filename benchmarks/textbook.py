"""The textbook's searches, nodes a second: Kibitz beside OpenSpiel and easyAI.

A node is one call of the recursive search: the root, the leaves and the nodes at the depth limit are counted, what is
cut is not. That is what Kibitz's `Count` counts, and what is counted for the peers in a run that is not timed. Nodes a
second are compared, so whoever is too slow for the whole task does a part of it, which the row names.

"Kibitz" is the public function as a user calls it, with its counting and the thread it works in: the goals are measured
on that. "the search alone" is the compiled function, counting too, called directly.

How many nodes there are, and why. Every figure was measured, and a run that finds another says so in its row.

tic-tac-toe, minimax
    Kibitz 549,946, OpenSpiel 549,946. Its plain minimax is its expectiminimax, which meets no chance node here. easyAI
    has no search without cuts, so it has no row. The slow ones begin after X on 1 and O on 2: 8,232.

tic-tac-toe, alpha-beta
    Kibitz 18,297, OpenSpiel 18,297 with either game. easyAI 20,866: it multiplies its score by 1 + depth left / 1000,
    so there are more different values and fewer ties to cut. Kibitz with that utility visits 20,866 too.

Connect Four, alpha-beta to depth 12, evaluation 0, columns from the left
    Kibitz 3,050,083, OpenSpiel 3,050,083, where a win is worth 1 whenever it comes (`PlainConnectFour`). Nothing is
    left to explain: both count the root, both look for the end of the game before the depth limit, both cut at v ≥ β.
    Kibitz's own `ConnectFour` scores a win by how early it comes: more values, fewer ties, 3,189,800. easyAI too scores
    early wins higher, and visits exactly as many as that one: 173, 564 and 1,249 to depths 4, 5 and 6.
    The tie matters more than all else: 1,370,186 of the 1,454,994 cuts are made at v = β (or v = α), and the form that
    cuts only beyond it, `variant="strict"`, visits 10,508,360,440.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from typing import Any

import kibitz as kz
from benchmarks.contest import Contender, contest
from benchmarks.peers import peer
from benchmarks.table import Row
from kibitz.games.connect_four import ConnectFour, State
from kibitz.games.tic_tac_toe import TicTacToe
from kibitz.native import Jit
from kibitz.search.textbook.alphabeta import fail_soft
from kibitz.search.textbook.minimax import minimax_value

NAME = "textbook"

CPP_GAME, PYTHON_GAME, EASYAI = 50, 1_000, 100  # how many times as fast Kibitz should be
WITHOUT_LIMIT = 100  # plies
AFTER_TWO = "XO......."
CONNECT_FOUR_NODES = {8: 12_574, 10: 155_590, 12: 3_050_083}  # a win is worth 1; by depth
SCORED_NODES = {5: 564, 6: 1_249, 10: 161_430, 12: 3_189_800}  # an early win is worth more


class PlainConnectFour(ConnectFour):
    """Connect Four in which a win is a win, however late, as OpenSpiel has it."""

    def utility(self, s: State, player: int) -> float:
        if s.over != 1:
            return 0.0
        return 1.0 if player != self.player(s) else -1.0


def rows(quick: bool) -> Iterator[Row]:
    """Tic-tac-toe by minimax and alpha-beta, Connect Four by alpha-beta."""
    depth = 10 if quick else 12
    tasks = {
        "tic-tac-toe, minimax": minimax_on_tic_tac_toe(),
        "tic-tac-toe, alpha-beta": alphabeta_on_tic_tac_toe(),
        f"Connect Four, alpha-beta to depth {depth}": alphabeta_on_connect_four(depth, quick),
    }
    for subject, contenders in tasks.items():
        yield from contest(subject, contenders, quick)


def minimax_on_tic_tac_toe() -> Iterator[Contender]:
    """The whole tree, nothing cut."""
    game = TicTacToe()
    after_two = game.parse(AFTER_TWO)
    yield ours("Kibitz", kz.minimax, game, expected=549_946)
    yield alone(minimax_value, game, WITHOUT_LIMIT, expected=549_946)
    note = "after 2 moves"
    yield ours("Kibitz, interpreted", kz.minimax, game, after_two, interpreted=True, expected=8_232, note=note)
    if openspiel := peer("openspiel"):
        whole = openspiel.Search(openspiel.native("tic_tac_toe"), cuts=False)
        yield theirs("OpenSpiel, C++ game", whole, CPP_GAME, 549_946)
        slow = openspiel.Search(openspiel.native("python_tic_tac_toe"), moves=(0, 1), cuts=False)
        yield theirs("OpenSpiel, Python game", slow, PYTHON_GAME, 8_232, note)


def alphabeta_on_tic_tac_toe() -> Iterator[Contender]:
    """The whole game."""
    game = TicTacToe()
    yield ours("Kibitz", kz.alphabeta, game, expected=18_297)
    yield alone(fail_soft, game, WITHOUT_LIMIT, -inf, inf, expected=18_297)
    yield ours("Kibitz, interpreted", kz.alphabeta, game, interpreted=True, expected=18_297)
    if openspiel := peer("openspiel"):
        yield theirs("OpenSpiel, C++ game", openspiel.Search(openspiel.native("tic_tac_toe")), CPP_GAME, 18_297)
        in_python = openspiel.Search(openspiel.native("python_tic_tac_toe"))
        yield theirs("OpenSpiel, Python game", in_python, PYTHON_GAME, 18_297)
    if easyai := peer("easyai"):
        yield theirs("easyAI", easyai.tic_tac_toe(), EASYAI, 20_866, note="early wins worth more")


def alphabeta_on_connect_four(depth: int, quick: bool) -> Iterator[Contender]:
    """From the empty board to a depth, evaluation 0, columns from the left."""
    nodes = CONNECT_FOUR_NODES[depth]
    plain = PlainConnectFour()
    yield ours("Kibitz", kz.alphabeta, plain, depth=depth, expected=nodes)
    yield alone(fail_soft, plain, depth, -inf, inf, expected=nodes)
    scored, note = SCORED_NODES[depth], "early wins worth more"
    yield ours("Kibitz, ConnectFour", kz.alphabeta, ConnectFour(), depth=depth, expected=scored, note=note)
    if openspiel := peer("openspiel"):
        search = openspiel.Search(openspiel.native("connect_four"), depth=depth)
        yield theirs("OpenSpiel, C++ game", search, CPP_GAME, nodes)
        slow = openspiel.Search(openspiel.connect_four_in_python(), depth=8)
        yield theirs("OpenSpiel, Python game", slow, PYTHON_GAME, CONNECT_FOUR_NODES[8], note="to depth 8")
    if easyai := peer("easyai"):
        limit = 5 if quick else 6
        search = easyai.connect_four(limit)
        yield theirs("easyAI", search, EASYAI, SCORED_NODES[limit], note=f"to depth {limit}, {note}")


def ours(
    name: str, search: Callable[..., object], *given: Any, expected: int, note: str = "", **named: Any
) -> Contender:
    """One of Kibitz's public searches."""

    def count() -> int:
        watch = kz.Count()
        search(*given, watch=watch, **named)
        return watch.nodes

    return Contender(name, lambda: search(*given, **named), count, expected, note=note)


def alone(function: Jit[..., Any], game: kz.Game, *limits: float, expected: int) -> Contender:
    """The compiled function of a search."""
    compiled: Callable[..., object] = function.compiled

    def count() -> int:
        watch = kz.Count()
        compiled(game, game.initial(), *limits, watch)
        return watch.nodes

    return Contender("Kibitz, the search alone", count, count, expected)


def theirs(name: str, search: Any, wanted: float, expected: int, note: str = "") -> Contender:
    """A peer's search."""
    return Contender(name, search.run, search.count, expected, wanted, note)

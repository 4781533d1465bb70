"""Perft in chess: the leaves of the tree to a depth, counted by Kibitz and by python-chess in turn.

Nodes are leaves here. Kibitz makes every move, down to the last; python-chess is asked both ways: with the moves of the
last ply only counted, its quickest way, which the goal is held to, and with every move made.
"""

from __future__ import annotations

from collections.abc import Iterator

import kibitz as kz
from benchmarks.contest import Contender, contest
from benchmarks.peers import peer
from benchmarks.table import Row
from kibitz.check.perft import perft

NAME = "chess-perft"
WANTED = 50
# Positions with the leaves that are known, by depth.
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
POSITIONS = {
    "the start": (START, (1, 20, 400, 8_902, 197_281, 4_865_609)),
    "Kiwipete": (KIWIPETE, (1, 48, 2_039, 97_862, 4_085_603, 193_690_690)),
}


def rows(quick: bool) -> Iterator[Row]:
    """Both positions, ours a ply or two deeper than python-chess: only leaves a second are compared."""
    for name, (fen, leaves) in POSITIONS.items():
        ours = 5 if name == "the start" and not quick else 4
        yield from contest(f"perft, {name}", _contenders(fen, leaves, ours, 3), quick)


def _contenders(fen: str, leaves: tuple[int, ...], ours: int, theirs: int) -> Iterator[Contender]:
    game = kz.game("chess")
    s = game.parse(fen)
    yield Contender(
        "Kibitz",
        lambda: perft(game, s, depth=ours),
        lambda: perft(game, s, depth=ours).leaves,
        leaves[ours],
        note=f"depth {ours}",
    )
    other = peer("python_chess")
    if other is not None:
        yield Contender(
            other.NAME,
            lambda: other.perft(fen, theirs),
            lambda: other.perft(fen, theirs),
            leaves[theirs],
            wanted=WANTED,
            note=f"depth {theirs}, the last moves counted",
        )
        yield Contender(
            other.NAME,
            lambda: other.perft_made(fen, theirs),
            lambda: other.perft_made(fen, theirs),
            leaves[theirs],
            note=f"depth {theirs}, every move made",
        )

"""Proof-number search beside alpha-beta: `python -m benchmarks.proof [--nodes N] [--ablate]`.

Mates of `tests/data/chess/mates.epd` and Connect Four positions of known value. For each: the nodes until the win is
proven by proof-number search; until deepening without its bets has proven it (every move is looked at to the depth);
and until deepening as `best` uses it has found it, which is not a proof. `--ablate` switches off one part of
proof-number search after the other.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import exp, log
from pathlib import Path

import kibitz as kz
from kibitz.errors import Stopped
from kibitz.game import Game, State
from kibitz.search.engine.engine import Engine
from kibitz.search.proof import proof_desk as field
from kibitz.search.proof.proof_engine import ProofEngine
from kibitz.search.selective.ends import WITHOUT_BETS
from kibitz.search.selective.selective_engine import SelectiveEngine

DATA = Path(__file__).resolve().parent.parent / "tests" / "data"
NODES = 5_000_000
WON = 29_000.0  # what a mate within 1,000 plies is worth to a search that hurries
PARTS = {
    "all on": {},
    "numbers summed": {field.SUMS: 1},
    "no mobility": {field.MOBILITY: 0},
    "no slack in limits": {field.SLACK: 0},
}


def mates() -> Iterator[tuple[str, int, str]]:
    """Position, moves to mate, and name."""
    for line in (DATA / "chess" / "mates.epd").read_text().splitlines():
        position, moves, name = line.split(" ; ")
        yield position, int(moves), name


def columns(file: str, count: int) -> list[tuple[str, int]]:
    """Connect Four positions that are won or lost, with their scores."""
    rows = [line.split() for line in (DATA / "connect-four" / file).read_text().splitlines()]
    return [(position, int(score)) for position, score in rows if score != "0"][:count]


def proven(engine: ProofEngine, s: State, winner: int) -> int | None:
    """Nodes until proof-number search has proven a win; None where the limit comes first."""
    engine.begin(s)
    try:
        assert engine.ask(s, winner, 1.0).holds
    except Stopped:
        return None
    return engine.nodes


def found(engine: SelectiveEngine, s: State, most: int) -> int | None:
    """Nodes until deepening tells of a mate; None where the limit comes first."""
    engine.begin(s)
    engine.allow(most)
    for thought in engine.think(s):
        if engine.nodes >= most:
            return None
        if thought.value >= WON:
            return engine.nodes
    return None


def searched(engine: Engine, s: State, score: int) -> int | None:
    """Nodes until alpha-beta has told the sign of a Connect Four position; None where the limit comes first."""
    engine.begin(s)
    try:
        value = engine.value(s, 200, 0.0, 1.0) if score > 0 else engine.value(s, 200, -1.0, 0.0)
    except Stopped:
        return None
    assert (value > 0) == (score > 0)
    return engine.nodes


def shown(nodes: int | None, most: int) -> str:
    """A number of nodes, in a table."""
    return f"> {most:,}" if nodes is None else f"{nodes:,}"


def mean(numbers: list[int]) -> float:
    """The geometric mean."""
    return exp(sum(map(log, numbers)) / len(numbers))


def of_chess(game: Game, most: int) -> None:
    """The table of mates, by moves to mate."""
    prover = ProofEngine(game, nodes=most)
    sure, usual = SelectiveEngine(game, techniques=WITHOUT_BETS), SelectiveEngine(game)
    print("| mate in | position | proof | alpha-beta, proven | alpha-beta, found |\n|---:|---|---:|---:|---:|")
    for position, moves, name in mates():
        s = game.parse(position)
        counts = proven(prover, s, game.player(s)), found(sure, s, most), found(usual, s, most)
        print(f"| {moves} | {name} | {' | '.join(shown(nodes, most) for nodes in counts)} |", flush=True)


def of_connect_four(game: Game, most: int) -> None:
    """The table of Connect Four positions, by file."""
    prover, engine = ProofEngine(game, nodes=most), Engine(game, nodes=most)
    print("| positions | proof | alpha-beta |\n|---|---:|---:|")
    for file, count in (("Test_L3_R1", 1_000), ("Test_L2_R1", 200), ("Test_L2_R2", 40), ("Test_L1_R1", 20)):
        pairs = []
        for position, score in columns(file, count):
            s = game.parse(position)
            winner = game.player(s) if score > 0 else 1 - game.player(s)
            pairs.append((proven(prover, s, winner) or most, searched(engine, s, score) or most))
        ours, theirs = (mean([pair[side] for pair in pairs]) for side in (0, 1))
        print(f"| {file}, {len(pairs)} won or lost | {ours:,.0f} | {theirs:,.0f} |", flush=True)


def ablation(chess: Game, four: Game, most: int) -> None:
    """What each part of proof-number search is worth: geometric means of the nodes."""
    print("| | chess mates | Connect Four, L2 R2 |\n|---|---:|---:|")
    for name, switches in PARTS.items():
        cells = []
        for game, positions in ((chess, [p for p, _, _ in mates()]), (four, [p for p, _ in columns("Test_L2_R2", 40)])):
            engine = ProofEngine(game, nodes=most)
            for place, value in switches.items():
                engine.desk.words[place] = value
            nodes = []
            for position in positions:
                s = game.parse(position)
                engine.begin(s)
                is_won = game is chess or dict(columns("Test_L2_R2", 40))[position] > 0
                nodes.append(proven(engine, s, game.player(s) if is_won else 1 - game.player(s)) or most)
            cells.append(f"{mean(nodes):,.0f}")
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=NODES, help="the most for one position")
    parser.add_argument("--ablate", action="store_true", help="switch off one part after the other")
    options = parser.parse_args()
    chess, four = kz.game("chess"), kz.game("connect-four")
    if options.ablate:
        ablation(chess, four, options.nodes)
    else:
        of_chess(chess, options.nodes)
        of_connect_four(four, options.nodes)


if __name__ == "__main__":
    main()

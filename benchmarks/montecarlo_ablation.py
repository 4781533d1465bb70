"""What each technique of Monte Carlo tree search is worth, by matches: the usual settings against one switch turned.

`python -m benchmarks.montecarlo_ablation hex --games 100 [--simulations N] [--only no-solver,rave] [--out FOLDER]`
prints a table as in docs/algorithms/montecarlo.md. Both sides make as many simulations a move, so what differs is what
is made of them, whatever the machine does meanwhile; a seed repeats it all. With `--out` every game is kept as it ends,
and the same command goes on where it was stopped. A switch is turned only where the game answers what it goes by.
`virtual-loss` is not among them: it is for threads, whose simulations depend on the machine.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import kibitz as kz
from benchmarks.users_games.hex import Hex
from kibitz.game import Game
from kibitz.games.connect_four import ConnectFour
from kibitz.games.go import Go
from kibitz.games.othello import Othello


class Entered(NamedTuple):
    """A game, with the random plies that open it and the simulations of a move."""

    game: Game
    plies: int
    simulations: int


GAMES = {
    "connect-four": Entered(ConnectFour(), 4, 1_000),
    "hex": Entered(Hex(size=7), 2, 300),
    "othello": Entered(Othello(size=6), 4, 300),
    "go": Entered(Go(size=7), 2, 200),
}

HEADING = "| game | turned | games | the usual settings |\n|---|---|--:|---|"


def turned(game: Game) -> Iterator[str]:
    """The switches that change something at a game, each in the way that it is not usually set."""
    yield "no-solver"
    if game.has_bounds:
        yield "no-bounds"
    yield "no-rave" if game.rave else "rave"
    yield "no-first-play"
    if game.has_order or game.has_promise:
        yield "no-bias"
    if game.has_prospect:
        yield "no-prospects"
    if game.has_evaluate:
        is_instead = game.swing > 0  # the evaluation stands in place of playouts, see `Techniques.mixing`
        yield from ("mixing=0", "mixing=50") if is_instead else ("mixing=50", "mixing=100")
        yield "implicit=30"
    yield "no-reuse"
    yield "no-early-stop"


def row(name: str, entered: Entered, switch: str, options: argparse.Namespace) -> str:
    """A row of the table: play the match, or what is left of it, and say how the usual settings did."""
    usual = f"montecarlo simulations={options.simulations or entered.simulations}"
    out = None
    if options.out is not None:
        options.out.mkdir(parents=True, exist_ok=True)
        out = str(options.out / f"{name}-{switch}.jsonl")
    players = usual, f"{usual} techniques={switch}"
    terms = {"games": options.games, "plies": entered.plies, "seed": options.seed, "jobs": options.workers}
    result = kz.match(entered.game, *players, out=out, **terms)
    return f"| {name} | `{switch}` | {len(result.games)} | {result.strength.words()} |"


def main() -> None:
    """Play, and print a row for every switch."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.montecarlo_ablation", description="Monte Carlo's techniques, by matches."
    )
    parser.add_argument("names", metavar="GAME", nargs="*", default=list(GAMES), help=", ".join(GAMES))
    parser.add_argument("--games", type=int, default=100, help="games for every switch (100)")
    parser.add_argument("--simulations", type=int, help="simulations a move (a few hundred, by the game)")
    parser.add_argument("--only", metavar="SWITCHES", help="only these, as in no-solver,rave")
    parser.add_argument("--out", metavar="FOLDER", type=Path, help="keep the games there, and go on from there")
    parser.add_argument("--workers", type=int, default=1, help="games at a time (1)")
    parser.add_argument("--seed", type=int, default=1, help="seed for everything random (1)")
    options = parser.parse_args()
    for name in options.names:
        if name not in GAMES:
            parser.error(f"unknown game {name!r}: expected one of {', '.join(GAMES)}")
    print(HEADING, flush=True)
    for name in options.names:
        entered = GAMES[name]
        for switch in options.only.split(",") if options.only else turned(entered.game):
            print(row(name, entered, switch, options), flush=True)


if __name__ == "__main__":
    main()

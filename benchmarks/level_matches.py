"""How far apart the levels of play are: each against the next, on several games, with the same nodes a move.

`python -m benchmarks.level_matches --games 100 --workers 16 chess othello` prints a table as in docs/levels.md. Both
sides look at as many nodes, so what differs is what a level lets go, and a seed repeats it all.
"""

from __future__ import annotations

import argparse
from itertools import pairwise

import kibitz as kz
from kibitz.answer.levels import LEVELS

GAMES = ("tic-tac-toe", "connect-four", "othello", "chess", "backgammon")


def main() -> None:
    """Play, and print a row for every pair of neighbours."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.level_matches", description="Levels against each other."
    )
    parser.add_argument("names", metavar="GAME", nargs="*", default=GAMES, help=f"{', '.join(GAMES)}, or any other")
    parser.add_argument("--games", type=int, default=100, help="games of every pair (100)")
    parser.add_argument("--nodes", type=int, default=20_000, help="nodes a move (20000)")
    parser.add_argument("--workers", type=int, default=1, help="games at a time (1)")
    parser.add_argument("--seed", type=int, default=1, help="seed for everything random (1)")
    options = parser.parse_args()
    print("| game | stronger | against | won, drawn, lost | score | Elo |\n|---|---|---|---|---|---|", flush=True)
    for name in options.names:
        for weaker, stronger in pairwise(LEVELS):
            players = [f"level {level.number} nodes={options.nodes}" for level in (stronger, weaker)]
            result = kz.match(name, *players, games=options.games, jobs=options.workers, seed=options.seed)
            told = result.json()
            counted = f"{told['wins']}, {told['draws']}, {told['losses']}"
            score = (told["wins"] + told["draws"] / 2) / max(1, len(result.games))
            elo = "" if told["elo"] is None else f"{told['elo']:+.0f} ± {told['error'] or 0:.0f}"
            print(f"| {name} | {stronger.name} | {weaker.name} | {counted} | {100 * score:.0f} % | {elo} |", flush=True)


if __name__ == "__main__":
    main()

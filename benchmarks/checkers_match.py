"""Checkers with its learned evaluation against a plain count of pieces, both looking equally far ahead.

`python -m benchmarks.checkers_match [--games N] [--depth N | --nodes N] [--weights FILE] [--threads N]` prints points
and the difference in Elo, with twice its standard error. Games begin with random moves; two games begin with the same
ones, in which the two change sides.
"""

from __future__ import annotations

import argparse
import json
from typing import Any

from kibitz.evaluation.weights import Weights, learned
from kibitz.games.checkers import Checkers
from kibitz.learn.crowd import played
from kibitz.learn.engine_games import EngineGames, Terms
from kibitz.learn.results import Score


def contest(arguments: argparse.Namespace) -> tuple[Score, list[int]]:
    """The score of the learned evaluation, and how often it won, drew and lost."""
    game: Any = Checkers()
    if arguments.weights:
        game = learned(game, Weights.load(arguments.weights))
    terms = Terms(0 if arguments.nodes else arguments.depth, arguments.nodes, arguments.opening)
    side_by_side = EngineGames((game, Checkers(evaluation="material")), arguments.seed, terms)
    score, results = Score(), [0, 0, 0]
    for number, record in enumerate(played(side_by_side, range(arguments.games), 2, arguments.threads)):
        points = record.points if number % 2 == 0 else 1.0 - record.points
        score.count(points)
        results[round(2 - 2 * points)] += 1
    return score, results


def main() -> None:
    """Play the match, and print how it went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--depth", type=int, default=6, help="plies that both look ahead")
    parser.add_argument("--nodes", type=int, default=0, help="nodes for each move of both, instead of a depth")
    parser.add_argument("--opening", type=int, default=8, help="random plies at the start of a game")
    parser.add_argument("--weights", help="weights other than those that come with the game")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    score, (wins, draws, losses) = contest(arguments)
    limit = f"{arguments.nodes:,} nodes a move" if arguments.nodes else f"depth {arguments.depth}"
    if arguments.json:
        print(json.dumps({"games": score.games, "wins": wins, "draws": draws, "losses": losses, "score": score.mean}))
    else:
        print(f"learned against material, {limit}: {wins} won, {draws} drawn, {losses} lost; {score}")


if __name__ == "__main__":
    main()

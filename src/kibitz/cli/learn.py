"""`kibitz learn`: learn an evaluation from self-play."""

from __future__ import annotations

from typing import Any

from kibitz.cli import arguments, values


def declare(words: Any) -> None:
    """Declare the command and its arguments."""
    parser = arguments.command(words, "learn", run, "learn an evaluation from self-play")
    arguments.game(parser)
    parser.add_argument("--games", type=values.positive, metavar="N", help="games to play in all (10000)")
    parser.add_argument("--time", type=values.seconds, metavar="SECONDS", help="time limit in seconds")
    parser.add_argument(
        "--hidden", type=values.whole, metavar="N", help="hidden units of the network; 0: a weighted sum (40)"
    )
    parser.add_argument("--out", metavar="FILE", help="file for the weights (GAME.npz)")
    parser.add_argument("--resume", action="store_true", help="continue with the weights in that file")
    parser.add_argument("--seed", type=int, metavar="N", help="seed for the dice and the first weights (0)")
    parser.add_argument("--rate", type=values.share, metavar="X", help="learning rate at first (0.1; sums 0.02)")
    parser.add_argument("--half", type=values.positive, metavar="N", help="games that halve the rate (20000)")
    parser.add_argument("--lambda", dest="trace", type=values.share, metavar="X", help="λ of TD(λ), 0 to 1 (0)")
    parser.add_argument("--explore", type=values.share, metavar="X", help="share of random moves (0.1; with dice 0)")
    parser.add_argument("--threads", type=values.threads, metavar="N", help="threads that learn in rounds (1)")
    parser.add_argument("--round", type=values.positive, metavar="N", help="games of a thread in a round (100)")
    parser.add_argument("--average", type=values.whole, metavar="N", help="average weights over the last N games (0)")
    arguments.output(parser)


def run(options: Any) -> int:
    """Learn until the games are played, write the weights, and print how well they play."""
    from kibitz.cli.teaching import learn

    return learn(options)

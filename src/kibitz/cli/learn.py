"""`kibitz learn`: learn an evaluation from self-play."""

from __future__ import annotations

from typing import Any

from kibitz.cli import arguments, values
from kibitz.cli.spreading import add_spreading


def declare(words: Any) -> None:
    """Declare the command and its arguments."""
    parser = arguments.command(words, "learn", run, "learn an evaluation from self-play")
    arguments.game(parser)
    parser.add_argument(
        "--by",
        choices=("td", "results"),
        default="td",
        help="td: TD(λ), one ply ahead (default); results: fit a sum to the results of games of the engine",
    )
    parser.add_argument("--games", type=values.positive, metavar="N", help="games to play in all (10000; results 2000)")
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
    parser.add_argument("--threads", type=values.threads, metavar="N", help="threads that learn, or play (1)")
    parser.add_argument(
        "--round",
        type=values.positive,
        metavar="N",
        help="games in a round (100 a thread; results 2000)",
    )
    parser.add_argument("--average", type=values.whole, metavar="N", help="average weights over the last N games (0)")
    results = parser.add_argument_group("learning from results")
    results.add_argument("--depth", type=values.positive, metavar="N", help="depth of each search in plies (4)")
    results.add_argument("--nodes", type=values.positive, metavar="N", help="nodes of each search, of any depth")
    results.add_argument("--opening", type=values.whole, metavar="N", help="random plies at the start of a game (8)")
    results.add_argument("--start", choices=("own", "nothing"), help="begin with the game's own weights (own), or 0")
    results.add_argument("--pull", type=values.share, metavar="X", help="pull towards the first weights (the best)")
    results.add_argument(
        "--foresight", type=values.share, metavar="X", help="share of the aim that is not results (0.5)"
    )
    results.add_argument("--keep", type=values.whole, metavar="N", help="fit to the last N games; 0: to all (0)")
    results.add_argument("--every", type=values.positive, metavar="N", help="fit to every Nth position of a game (1)")
    results.add_argument("--match", type=values.positive, metavar="N", help="then N games against the first weights")
    add_spreading(parser)
    arguments.output(parser)


def run(options: Any) -> int:
    """Learn until the games are played, write the weights, and print how well they play."""
    from kibitz.cli.teaching import learn

    return learn(options)

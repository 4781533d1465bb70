"""`kibitz perft`: count the positions at a depth."""

from __future__ import annotations

import time
from typing import Any

from kibitz.answer.positions import state_and_text
from kibitz.check.perft import perft
from kibitz.cli import arguments, values
from kibitz.cli.chosen import chosen_game
from kibitz.cli.terminal import DONE, print_json
from kibitz.search.watch import Count


def declare(words: Any) -> None:
    """Declare the command and its arguments."""
    parser = arguments.command(words, "perft", run, "count the positions at a depth")
    arguments.position(parser)
    parser.add_argument("--depth", type=values.whole, metavar="N", required=True, help="plies from the position")
    arguments.output(parser)


def run(options: Any) -> int:
    """Print the number of leaves at the depth, and the speed."""
    game = chosen_game(options)
    s, text = state_and_text(game, options.position, options.moves)
    perft(game, s, depth=0, interpreted=options.interpreted)  # compiles, so that the clock measures counting alone
    started = time.perf_counter()
    found = perft(game, s, depth=options.depth, interpreted=options.interpreted, watch=Count())
    seconds = time.perf_counter() - started
    speed = round(found.nodes / seconds) if seconds > 0 else 0
    if options.json:
        counts = {"leaves": found.leaves, "nodes": found.nodes, "finished": found.finished}
        asked = {"game": game.facts.name, "position": text, "depth": options.depth}
        print_json({**asked, **counts, "seconds": round(seconds, 6), "nodes_per_second": speed})
        return DONE
    print(f"{found.leaves}")
    print(f"{found.nodes:,} nodes, {found.finished:,} finished games, {seconds:.3g} s, {speed:,} nodes a second")
    return DONE

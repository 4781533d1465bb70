"""`kibitz beliefs`: what it costs to be wrong about the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kibitz.cli import arguments, values
from kibitz.cli.chosen import settings
from kibitz.cli.terminal import DONE, INTERRUPTED, clear_progress, print_json, show_line, shows_progress


def declare(words: Any) -> None:
    """Declare the command and its arguments."""
    parser = arguments.command(words, "beliefs", run, "measure what it costs to be wrong about the others")
    arguments.game(parser)
    parser.add_argument("--vary", required=True, metavar="NAME=A,B,…", help="what is believed, and what is true")
    arguments.depths(parser)
    parser.add_argument("--games", type=values.positive, default=100, metavar="N", help="games for each pair (100)")
    parser.add_argument("--rounds", type=values.positive, default=500, metavar="N", help="round limit of a game (500)")
    arguments.output(parser)


def run(options: Any) -> int:
    """Play every belief against every truth, and print the average results as a table."""
    from kibitz.arena.beliefs import table, trials

    pairs = trials(options.game, settings(options.set), options.vary)
    tallies = []
    interrupted = False
    for number, trial in enumerate(pairs, 1):
        tally = trial.tally(
            options.games,
            depth=options.depth,
            reply=options.reply,
            seed=options.seed,
            rounds=options.rounds,
            interpreted=options.interpreted,
            progress=_progress(number, len(pairs)) if shows_progress() else None,
        )
        tallies += [tally] if tally is not None else []
        interrupted = tally is None or tally.games < options.games
        if interrupted:
            break
    clear_progress()
    if options.json:
        print_json([tally.json() for tally in tallies])
    else:
        unfinished = sum(tally.unfinished for tally in tallies)
        depths = f"depth {options.depth}, the others {options.reply}; seed {options.seed}"
        ends = f"; {unfinished} games were broken off after {options.rounds} rounds" if unfinished else ""
        print(table(tallies))
        print(f"{options.games} games each; {depths}; ± one standard error{ends}")
    return INTERRUPTED if interrupted else DONE


def _progress(pair: int, pairs: int) -> Callable[[int], None]:
    return lambda done: show_line(f"pair {pair} of {pairs}, game {done}")

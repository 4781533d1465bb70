"""`kibitz forecast`: how large a game is, and what solving it would take, before anybody begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kibitz.answer.positions import state_and_text
from kibitz.cli import arguments, values
from kibitz.cli.chosen import chosen_game
from kibitz.cli.terminal import DONE, clear_progress, print_json, show_line, shows_progress

if TYPE_CHECKING:  # it takes a moment, which other commands need not wait for
    from kibitz.answer.forecast import Forecast
    from kibitz.answer.forecast_ways import Way

SECONDS = 10.0
NOTHING = "-"


def declare(words: Any) -> None:
    """Declare the command and its arguments."""
    parser = arguments.command(words, "forecast", run, "how large a game is, and what solving it would take")
    arguments.position(parser)
    parser.add_argument("--workers", type=values.positive, default=1, metavar="N", help="and on this many workers (1)")
    parser.add_argument(
        "--time", type=values.seconds, default=SECONDS, metavar="SECONDS", help=f"about how long to look ({SECONDS:g})"
    )
    parser.add_argument("--memory", type=values.megabytes, metavar="MB", help="the most memory for counting (1024)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed for the random probes (0)")
    arguments.output(parser)


def run(options: Any) -> int:
    """Print the forecast."""
    from kibitz.answer.forecast import forecast

    game = chosen_game(options)
    s, text = state_and_text(game, options.position, options.moves)
    found = forecast(
        game,
        s,
        position=text,
        workers=options.workers,
        seconds=options.time,
        megabytes=options.memory,
        seed=options.seed,
        interpreted=options.interpreted,
        progress=show_line if shows_progress() else None,
    )
    clear_progress()
    if options.json:
        print_json(found.json())
    else:
        _print_forecast(found)
    return DONE


def _print_forecast(found: Forecast) -> None:
    from kibitz.answer.forecast import shown_count, shown_number

    size = found.extent
    print(f"{shown_number(size)}, {_how(found)}")
    if size.tree is not None:
        error = f"± {100 * size.tree.error:.2g} %" if size.tree.error < 1 else "or several times as many"
        print(f"game tree: about {shown_count(size.tree.positions)} nodes ({error}), {len(size.tree.by_ply) - 1} plies")
    else:
        print("game tree: no end in sight")
    many = found.workers > 1
    head = ["way", "work", "here", *([f"{found.workers} workers"] if many else []), "memory", "disk"]
    rows = [head, *(_row(way, many) for way in found.ways if way.fits)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    print()
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    for way in found.ways:
        if way.reason:
            print(f"{way.algorithm}: {way.reason}")


def _how(found: Forecast) -> str:
    """How the number of positions was found."""
    size = found.extent
    counted = f"{size.counted.positions:,} counted to ply {len(size.counted.by_ply) - 1}"
    if size.is_exact:
        return f"counted; {len(size.by_ply) - 1} plies deep"
    if size.how == "estimated":
        return f"estimated by {size.walks:,} random walks ({counted})"
    if size.how == "guessed":
        return f"guessed from how they grow ({counted}); a game that answers previous(s) gets an estimate"
    return f"{counted}"


def _row(way: Way, many: bool) -> list[str]:
    from kibitz.answer.forecast import shown_count, shown_megabytes, shown_seconds

    work = NOTHING if way.amount is None else f"{shown_count(way.amount)} {way.work}"
    here = _between(way)
    spread = [NOTHING if way.seconds_spread is None else shown_seconds(way.seconds_spread)] if many else []
    memory = NOTHING if way.megabytes is None else shown_megabytes(way.megabytes)
    disk = NOTHING if way.disk_megabytes is None else shown_megabytes(way.disk_megabytes)
    return [way.algorithm, work, here, *spread, memory, disk]


def _between(way: Way) -> str:
    """The time here, from the least to the most where these differ by much."""
    from kibitz.answer.forecast import shown_seconds

    low, most = way.seconds_low, way.seconds_high
    if way.seconds is None:
        return NOTHING if low is None else f"more than {shown_seconds(low)}"
    if low is None or most is None or most < 1.5 * max(low, 0.1):
        return shown_seconds(way.seconds)
    return f"{shown_seconds(way.seconds)} ({shown_seconds(low)} to {shown_seconds(most)})"

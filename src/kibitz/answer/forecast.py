"""A forecast before long work: how many positions a game has, and what each way to solve it would take."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from kibitz.answer.forecast_ways import Way, by_minimax, by_regret, by_search, by_table
from kibitz.game import Game, State
from kibitz.game.malformed import answers_the_questions
from kibitz.games import GameSource
from kibitz.search import ENGINE
from kibitz.search.proof.proof_algorithm import PROOF
from kibitz.search.sizing.extent import Extent, extent

SECONDS = 10.0  # for a forecast, beside compiling
SHARE_FOR_SIZE = 0.6  # of them
FOR_A_LINE = 2.0  # seconds for the sentence before a build
UNITS = (("years", 365.25 * 86400), ("days", 86400.0), ("hours", 3600.0), ("minutes", 60.0), ("seconds", 1.0))
SIZES = (("EB", 2.0**40), ("PB", 2.0**30), ("TB", 2.0**20), ("GB", 2.0**10), ("MB", 1.0))


@dataclass(frozen=True)
class Forecast:
    """How large a game is from a position on, and what each way to solve it would take."""

    game: str
    position: str
    extent: Extent
    ways: tuple[Way, ...]
    workers: int

    def json(self) -> dict[str, Any]:
        """The fields as the command prints them."""
        size, tree = self.extent, self.extent.tree
        return {
            "game": self.game,
            "position": self.position,
            "positions": _whole(size.positions),
            "exact": size.is_exact,
            "how": size.how,
            "error": size.error,
            "at_least": _whole(size.low),
            "at_most": _whole(size.high),
            "by_ply": [_whole(number) for number in size.by_ply],
            "counted": size.counted.positions,
            "positions_per_second": round(size.counted.a_second),
            "random_walks": size.walks,
            "most_choices": size.counted.widest,
            "tree": None
            if tree is None
            else {"nodes": tree.positions, "error": tree.error, "plies": len(tree.by_ply) - 1},
            "workers": self.workers,
            "ways": [way.json() for way in self.ways],
        }


def forecast(
    game: Game,
    s: State,
    *,
    position: str | None = None,
    workers: int = 1,
    seconds: float = SECONDS,
    megabytes: float | None = None,
    seed: int = 0,
    interpreted: bool = False,
    progress: Callable[[str], object] | None = None,
) -> Forecast:
    """How large a game is from a state on, and what each way to solve it would take, here and on some workers.

    Takes about this many seconds beside compiling. `megabytes` is the most memory that counting may take.
    """
    answers_the_questions(game)
    size, counting = extent(
        game,
        s,
        SHARE_FOR_SIZE * seconds,
        megabytes=megabytes,
        seed=seed,
        interpreted=interpreted,
        progress=progress,
    )
    rate = size.counted.a_second
    plain = counting.interpreted
    each = (1 - SHARE_FOR_SIZE) * seconds / 3
    del counting  # its memory, before others need theirs
    ways = [by_table(game, s, size, workers, each, plain)]
    for name in (ENGINE.name, PROOF.name):
        if progress is not None:
            progress(f"trying {name}")
        ways.append(by_search(game, s, name, workers, each, plain))
    ways.append(by_minimax(size, workers, rate))
    if game.facts.hidden:
        ways.append(by_regret(game, each, plain))
    return Forecast(game.facts.name, game.text(s) if position is None else position, size, tuple(ways), workers)


class Sizing(NamedTuple):
    """A game whose positions are to be counted, or estimated, within some seconds: see `extent`."""

    source: GameSource
    s: State
    seconds: float
    plies: int | None
    megabytes: float | None
    interpreted: bool


class Timing(NamedTuple):
    """A game whose size is known, of which a part is to be solved whole to see how long all of it takes."""

    source: GameSource
    s: State
    size: Extent
    workers: int
    seconds: float
    interpreted: bool


def measured_size(wanted: Sizing) -> tuple[Extent, bool]:
    """How large a game is, and whether it was counted as plain Python."""
    size, counting = extent(
        wanted.source.game(),
        wanted.s,
        wanted.seconds,
        plies=wanted.plies,
        megabytes=wanted.megabytes,
        interpreted=wanted.interpreted,
        with_tree=False,
    )
    return size, counting.interpreted


def measured_table(wanted: Timing) -> Way:
    """What a table of a game takes, by what a part of it took."""
    return by_table(wanted.source.game(), *wanted[1:])


def here(work: Callable[[Any], Any], wanted: Any) -> Any:
    """Carry out a part of a forecast in this process."""
    return work(wanted)


def forecast_line(
    game: Game,
    s: State,
    what: str,
    *,
    workers: int = 1,
    plies: int | None = None,
    seconds: float = FOR_A_LINE,
    megabytes: float | None = None,
    interpreted: bool = False,
    source: GameSource | None = None,
    carry_out: Callable[[Callable[[Any], Any], Any], Any] = here,
) -> str:
    """One sentence before a build: how many positions there are to do, about how long it takes, and how much disk.

    `what` is what is built, such as "table" or "book"; `plies`, of a book, how far it goes. A table takes as long as
    solving the game whole does, as far as a moment's look tells; of a book only the positions are told. `megabytes` is
    the most memory that counting may take. `carry_out(work, wanted)` answers `work(wanted)`, in whatever process: the
    game is made there by its `source`.
    """
    source = source or GameSource.of(game)
    size, is_plain = carry_out(measured_size, Sizing(source, s, seconds, plies, megabytes, interpreted))
    number = shown_number(size)
    if what != "table" or size.positions is None:
        return f"the {what} has {number}"
    way = carry_out(measured_table, Timing(source, s, size, workers, seconds, is_plain))
    if way.seconds is None:
        return f"the {what} has {number}"
    where = "" if workers == 1 else f" on {workers} workers"
    took = shown_seconds(way.seconds_spread or way.seconds)
    line = f"the {what} has {number}: about {took}{where}, {shown_megabytes(way.disk_megabytes or 0.0)} on disk"
    return line.replace("about less", "less")


def solving_time(game: Game, s: State, algorithm: str, *, interpreted: bool = False) -> str:
    """How long solving a position may take by a search, in words, after a moment's look; empty where nobody knows."""
    if algorithm not in (ENGINE.name, PROOF.name):
        return ""
    way = by_search(game, s, algorithm, 1, FOR_A_LINE, interpreted)
    if way.seconds is None or way.seconds_high is None or way.seconds_high < 2 * FOR_A_LINE:
        return ""
    return f"about {shown_seconds(way.seconds)} in all, {shown_seconds(way.seconds_high)} at most"


# ---------------------------------------------------------------- in words


def shown_number(size: Extent) -> str:
    """How many positions, in words, with the error."""
    if size.is_exact:
        return f"{int(size.low):,} position{'s' if size.low != 1 else ''}"
    if size.positions is None:
        return f"more than {int(size.low):,} positions"
    about = f"about {shown_count(size.positions)} positions"
    error = size.error or 0.0
    if size.how == "estimated":
        return f"{about} (± {100 * error:.2g} %)"
    return f"{about}, give or take ({shown_count(size.low)} to {shown_count(size.high or size.positions)})"


def shown_count(number: float) -> str:
    """A large number to three digits, a small one in full."""
    if number < 1e6:
        return f"{round(number):,}"
    if number < 1e15:
        digits = 2 - math.floor(math.log10(number))
        return f"{int(round(number, digits)):,}"
    power = math.floor(math.log10(number))
    return f"{number / 10.0**power:.2f} × 10^{power}"


def shown_seconds(seconds: float) -> str:
    """A time in its largest unit, to two digits."""
    if seconds < 0.1:
        return "less than 0.1 seconds"
    name, size = next((unit for unit in UNITS if seconds >= 2 * unit[1]), UNITS[-1])
    return f"{shown_two_digits(seconds / size)} {name}"


def shown_megabytes(megabytes: float) -> str:
    """A size in its largest unit, to two digits."""
    if megabytes < 1.0:
        return "less than 1 MB" if megabytes > 0 else "no memory"
    name, size = next((unit for unit in SIZES if megabytes >= unit[1]), SIZES[-1])
    return f"{shown_two_digits(megabytes / size)} {name}"


def shown_two_digits(number: float) -> str:
    """A number to two digits, with a power of ten where it is very large."""
    if number >= 1e6:
        power = math.floor(math.log10(number))
        return f"{number / 10.0**power:.1f} × 10^{power}"
    return f"{number:,.0f}" if number >= 10 else f"{number:.2g}"


def _whole(number: float | None) -> float | int | None:
    """A count as JSON has it: whole where it is small enough to be."""
    if number is None or not math.isfinite(number):
        return None
    return round(number) if number < 2**53 else number

"""What may be asked for beside a position: limits, an algorithm, and what goes with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, TypedDict

from kibitz.errors import BadInput
from kibitz.game.given import number, real, whole
from kibitz.game.given import threads as check_threads
from kibitz.search.engine.techniques import Techniques
from kibitz.search.equilibrium.regret import VARIANTS

LEAST_MEMORY, MOST_MEMORY = 0.03, 1 << 20  # megabytes

USUAL_SECONDS = 2.0  # of a search for which the command or the page is given no limit


def has_limit(asked: Any) -> bool:
    """Do the options of a command, or of a request to the page, say how long to search?"""
    limits = (asked.depth, asked.nodes, asked.time, asked.worlds, asked.iterations, asked.simulations)
    return bool(asked.exact) or any(limits)


@dataclass(frozen=True)
class Limit:
    """When to stop: after seconds, plies or nodes; without any of them, when the answer is exact."""

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None:
            number("the time limit in seconds", self.seconds)
        if self.depth is not None:
            whole("the depth limit", self.depth)
        if self.nodes is not None:
            whole("the node limit", self.nodes)


class Settings(TypedDict):
    """What every search that keeps tables is made with."""

    megabytes: float | None
    nodes: int | None
    interpreted: bool


@dataclass(frozen=True)
class Options:
    """How a position is to be searched. `BadInput` where a value makes no sense.

    `seconds`, `depth` (in plies) and `nodes` are limits; without any of them the answer is exact, however long that
    takes. `algorithm` is a name or `auto`. `threads` are for `deepening`, `paranoid`, `best-reply`, `deals` and
    `montecarlo`.
    `megabytes` is the memory for the hash table, or for all positions of a game that is solved whole. `techniques` are
    for the engines and `montecarlo`. `outcomes`, for `expectiminimax` and `expectimax`, is a share of the probability:
    only the likeliest outcomes that have it are searched, and every value comes with the error that this risks.
    `worlds` is the most that `deals` solves, `simulations` the most that `montecarlo` makes. `seed` is for whatever is
    random. `variant`, `iterations` and `strategy`, a file to load
    from and to save to, are for `regret`. `interpreted` runs everything as plain Python; `compiled`
    compiles the game at once, where otherwise plain Python would have the first half second. `history` holds the keys
    of the game so far, the oldest first, for games in which it matters that a position comes up again. `early_stop`:
    may a search under a time limit stop once thinking on is worth less than its time, because only the move counts?
    None leaves that to the algorithm: `montecarlo` does, where no other move can catch up. `endgames`: may a kept
    endgame table be asked, by engines and instead of a search? `table` is a file to be asked instead of the kept one.
    `openings`: may an opening book answer at once? The file `book`, else the one that was built for the game, else the
    game's own.
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    algorithm: str = "auto"
    threads: int = 1
    megabytes: float | None = None
    techniques: Techniques | None = None
    outcomes: float | None = None
    worlds: int | None = None
    seed: int | None = None
    variant: str = "plus"
    iterations: int | None = None
    simulations: int | None = None
    strategy: str | None = None
    interpreted: bool = False
    compiled: bool = False
    history: tuple[int, ...] = ()
    early_stop: bool | None = None
    endgames: bool = True
    table: str | None = None
    openings: bool = True
    book: str | None = None

    def __post_init__(self) -> None:
        Limit(self.seconds, self.depth, self.nodes)
        check_threads(self.threads)
        if self.megabytes is not None:
            size = real("the memory in megabytes", self.megabytes)
            if not LEAST_MEMORY <= size <= MOST_MEMORY:
                raise BadInput(f"the memory must be {LEAST_MEMORY} to {MOST_MEMORY:,} megabytes, got {size:g}")
        if self.techniques is not None and not isinstance(self.techniques, Techniques):
            raise BadInput(f"techniques must be kibitz.Techniques(…), got {self.techniques!r}")
        if self.outcomes is not None:
            number("the share of the outcomes", self.outcomes, most=1.0)
        if self.iterations is not None:
            whole("the number of iterations", self.iterations)
        if self.simulations is not None:
            whole("the number of simulations", self.simulations)
        if self.worlds is not None:
            whole("the number of worlds", self.worlds)
        if self.seed is not None:
            whole("the seed", self.seed, None)
        if self.book is not None and not self.openings:
            raise BadInput(f"the book {self.book!r} cannot be asked where no book is to be: leave one of both out")
        if self.table is not None and not self.endgames:
            raise BadInput(f"the table {self.table!r} cannot be asked where no table is to be: leave one of both out")
        if self.variant not in VARIANTS:
            raise BadInput(f"unknown variant of regret {self.variant!r}; expected one of {', '.join(VARIANTS)}")
        if self.strategy is not None and self.variant == "sampled":
            raise BadInput(f"a sampled strategy cannot be saved to {self.strategy!r}: use the variant plus or vanilla")

    @property
    def limit(self) -> Limit:
        """When to stop."""
        return Limit(self.seconds, self.depth, self.nodes)

    @property
    def is_limited(self) -> bool:
        """Is there a limit, so that the answer need not be exact?"""
        return self.limit != Limit()

    @property
    def settings(self) -> Settings:
        """What every search that keeps tables is made with, as keyword arguments."""
        return {"megabytes": self.megabytes, "nodes": self.nodes, "interpreted": self.interpreted}

    def given(self) -> Mapping[str, Any]:
        """What differs from the default, by name."""
        return {f.name: value for f in fields(self) if (value := getattr(self, f.name)) != f.default}


def techniques_text(techniques: Techniques) -> list[str]:
    """What differs from the default, as one would type it: `no-table`, `singular`, `beam=3`."""
    words = []
    for technique in fields(Techniques):
        value = getattr(techniques, technique.name)
        name = technique.name.replace("_", "-")
        if value != technique.default:
            is_amount = type(technique.default) is int
            words.append(f"{name}={value}" if is_amount else name if value else f"no-{name}")
    return words

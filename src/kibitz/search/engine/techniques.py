"""The techniques of the engine: what it does beyond alpha-beta, each a switch."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from kibitz.errors import BadInput
from kibitz.game.given import whole

AMOUNTS = ("beam", "implicit", "mixing")  # are numbers
UNDECIDED = ("singular", "null_move", "reductions", "rave", "mixing")  # may be None: as the search, or the game, has it


@dataclass(frozen=True)
class Techniques:
    """What the engine does beyond alpha-beta. Each can be switched off, and its saving measured.

    Those above the line never change the value; those below it are a bet.
    """

    principal: bool = True  # principal-variation search: only show that the others are no better
    table: bool = True  # transposition table
    best_first: bool = True  # the table's best move is tried first
    killers: bool = True  # moves that cut at the same ply are tried early
    history: bool = True  # moves that cut elsewhere are tried early
    order: bool = True  # the game's own order
    bounds: bool = True  # the game's static bounds
    proof: bool = True  # the game's static proofs
    settled: bool = True  # the game's own code for the last plies
    symmetry: bool = True  # mirror images are one position
    children_first: bool = True  # look at the children's bounds and table entries before searching any
    aspiration: bool = True  # begin each depth with a window around the last value
    chance_bounds: bool = True  # dice: outcomes that cannot matter any more are not searched (Star1)
    probing: bool = True  # dice: one action behind each outcome is searched first, where that may cut (Star2)
    # In the selective search, for games with an evaluation:
    on_demand: bool = True  # a child is made when its turn has come; off: all are made, and their table entries read
    gravity: bool = True  # what cut long ago counts less and less in the history
    counters: bool = True  # the move that refuted the opponent's last one elsewhere is tried early
    continuation: bool = True  # the history of a move knows the one or two moves before it
    win_distance: bool = True  # nothing is searched that could only win later, or lose sooner, than what is known
    # In Monte Carlo tree search (`bounds` counts there too):
    solver: bool = True  # what is proven below a node is proven of it, and simulated no more
    rave: bool | None = None  # simulations count, too, in which an action was taken later. None: as the game says
    prospects: bool = True  # what the game believes of an action counts as a few simulations
    bias: bool = True  # the game's own order does, and fades (progressive bias)
    first_play: bool = True  # an unvisited action is taken for a little better than the mean; off: each is tried once
    implicit: int = 0  # percent of evaluations, backed up as minimax does, in every mean
    # Percent of the evaluation in a simulation's result; 100: no playouts. None: 100 where the game says how far its
    # evaluation swings, as those do that are searched selectively; else 0.
    mixing: int | None = None
    reuse: bool = True  # the tree of the last move is kept
    early_stop: bool = True  # within simulations or a time limit, it ends once no other move can catch up
    virtual_loss: bool = True  # threads keep out of each other's way
    # ------------------------------------------------------------
    quiescence: bool = True  # follow noisy actions beyond the depth
    singular: bool | None = None  # a best move that stands alone is searched deeper. None: in the selective search
    null_move: bool | None = None  # where a game says that passing is safe. None: in the selective search
    reductions: bool | None = None  # late moves less deep, where a game says so. None: in the selective search
    beam: int = 0  # only this many of the most promising moves; 0 for all
    # In the selective search, each where the game answers what it goes by:
    verification: bool = True  # a deep null move is checked by a search without one
    checks: bool = True  # a position that is not quiet is searched one ply deeper
    static_cuts: bool = True  # near the leaves, an evaluation far above the window cuts (reverse futility)
    razoring: bool = True  # near the leaves, one far below it is left to quiescence
    futility: bool = True  # near the leaves, quiet moves are left out that can hardly reach the window
    late_moves: bool = True  # near the leaves, quiet moves are left out after many others
    losing_exchanges: bool = True  # near the leaves, and in quiescence, captures that lose material are left out
    delta: bool = True  # in quiescence, captures are left out that win too little
    internal_reduction: bool = True  # one ply less where the table has no move to begin with
    probcut: bool = True  # a shallow search foretells that a deep one would leave the window

    def __post_init__(self) -> None:
        whole("the beam (0 for all moves)", self.beam, 0)
        whole("implicit, in percent,", self.implicit, 0, 100)
        if self.mixing is not None:
            whole("mixing, in percent,", self.mixing, 0, 100)
        for technique in fields(self):
            switch = getattr(self, technique.name)
            if switch is None and technique.name in UNDECIDED:
                continue
            if technique.name not in AMOUNTS and not isinstance(switch, (bool, int)):
                raise BadInput(f"the technique {technique.name} must be True or False, got {switch!r}")

    @staticmethod
    def named(names: str) -> dict[str, Any]:
        """Settings from words such as `no-table no-killers beam=3 singular`."""
        known = {f.name.replace("_", "-"): f.name for f in fields(Techniques)}
        settings: dict[str, Any] = {}
        for setting in names.replace(",", " ").split():
            name, _, number = setting.partition("=")
            off = name.startswith("no-")
            name = name.removeprefix("no-")
            if name not in known or (number and (name not in AMOUNTS or not number.isdecimal())):
                raise BadInput(
                    f"{setting!r} is not a technique: expected one of {', '.join(known)}, or no-… for one of them"
                )
            settings[known[name]] = int(number) if number else (0 if name in AMOUNTS else False) if off else True
        return settings

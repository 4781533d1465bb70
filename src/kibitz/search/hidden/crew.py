"""Many worlds of a game, shared out among threads, each with a table and a desk of its own.

Contract. What a world's moves are worth does not depend on how many threads there are.
"""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

from kibitz.errors import Stopped
from kibitz.game import Game, State
from kibitz.search.engine.engine import MEGABYTES
from kibitz.search.hidden.solver import TO_THE_END, EngineSolver, Solver, VectorSolver
from kibitz.search.watch import UNLIMITED

# How many nodes one world may take, so that there can be some worlds in the time there is: a share of those that can be
# searched in it, at a speed that is only assumed, so that other machines find the same. To a depth it may take less.
ASSUMED_SPEED, ASSUMED_SPEED_INTERPRETED = 1_000_000, 20_000  # nodes a second
ASSUMED_SECONDS = 8.0  # where no time is given
SHARE, SHARE_TO_A_DEPTH = 8, 100


class Crew:
    """Solvers, one a thread, and the worlds they share out among themselves."""

    def __init__(
        self,
        game: Game,
        *,
        in_vectors: bool,
        threads: int = 1,
        nodes: int | None = None,
        seconds: float | None = None,
        megabytes: float | None = None,
        interpreted: bool = False,
    ) -> None:
        """`nodes` is the most they may search together, `seconds` how long; `megabytes` is for all their tables."""
        self.game = game
        memory = max(0.03, (MEGABYTES if megabytes is None else megabytes) / threads)
        self.solvers: list[Solver[Any]] = [
            VectorSolver(game, interpreted, memory) if in_vectors else EngineSolver(game, interpreted, memory)
            for _ in range(threads)
        ]
        self._nodes = nodes
        self._seconds = seconds
        self._told_to_stop = False
        self._lock = threading.Lock()
        self.depth = TO_THE_END
        self.moves = 0
        self._is_tried = False
        self.exact = True  # has everything so far been solved to its end?

    def prepare(self, s: State, moves: int, depth: int | None) -> None:
        """Have everything compiled for worlds like this one, which has `moves` moves, to be searched to a depth.

        None is to their end, or as deep as one world can be searched without undue effort: `begin` finds out.
        """
        self.moves = moves
        self.depth = TO_THE_END if depth is None else min(depth, TO_THE_END)
        self._is_tried = depth is None and not self.solvers[0].is_thorough
        for solver in self.solvers:
            solver.prepare(s, moves, self.depth)
            if self._is_tried:
                solver.prepare(s, moves, 1)

    def begin(self, s: State) -> None:
        """Settle how deep to search, by trying it on a world, where that is left open."""
        if self._is_tried:
            self.depth = self._affordable(self.solvers[0], s)
        self._share_nodes()

    def _share_nodes(self) -> None:
        for solver in self.solvers:
            self._limit(solver, None if self._nodes is None else self._left // len(self.solvers))

    @property
    def _left(self) -> int:
        """How many nodes may still be searched."""
        return UNLIMITED if self._nodes is None else max(0, self._nodes - self.nodes)

    def shorten(self, s: State) -> None:
        """Search no longer to the end of worlds, where play can go on for ever, but as deep as one can be searched."""
        self.depth = min(self._affordable(self.solvers[0], s), TO_THE_END - 1)
        self._share_nodes()

    def _affordable(self, pilot: Solver[Any], s: State) -> int:
        """The depth to which a world can be searched with a number of nodes; to its end if that is possible."""
        speed = ASSUMED_SPEED_INTERPRETED if pilot.interpreted else ASSUMED_SPEED
        nodes = int((ASSUMED_SECONDS if self._seconds is None else self._seconds) * speed)
        nodes = nodes if self._nodes is None else min(nodes, self._nodes)
        for depth in (TO_THE_END, *range(1, TO_THE_END)):
            share = max(1, nodes // (SHARE_TO_A_DEPTH if depth < TO_THE_END else SHARE))
            self._limit(pilot, min(share, self._left))
            rows, exact, end = pilot.solve([s], self.moves, depth)
            if isinstance(end, KeyboardInterrupt):
                raise end
            if rows and exact:
                return TO_THE_END
            if not rows and depth < TO_THE_END:
                return int(max(1, depth - 1))
        return TO_THE_END

    def _limit(self, solver: Solver[Any], nodes: int | None) -> None:
        with self._lock:
            solver.limit(nodes)
            if self._told_to_stop:
                solver.stop()

    # ------------------------------------------------------------ the work

    def stop(self) -> None:
        """End the work, from any thread."""
        with self._lock:
            self._told_to_stop = True
            for solver in self.solvers:
                solver.stop()

    @property
    def is_stopped(self) -> bool:
        """Has it been told to stop?"""
        return self._told_to_stop

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        return sum(solver.nodes for solver in self.solvers)

    @property
    def deepest(self) -> int:
        """The longest line looked at, in plies."""
        return max(solver.deepest for solver in self.solvers)

    def solve(self, worlds: list[State]) -> tuple[list[Any], BaseException | None]:
        """The values of every world's moves, None for one that was not reached, and what ended it early, if anything.

        The values of a world are an array of moves × numbers: one, or one a player.
        """
        found: list[Any] = [None] * len(worlds)
        todo = list(enumerate(worlds))
        ends: list[BaseException] = []
        share = max(1, len(worlds) // (4 * len(self.solvers)))

        def work(solver: Solver[Any]) -> None:
            while not ends and not self._told_to_stop:
                with self._lock:
                    part = todo[: share if len(self.solvers) > 1 else len(todo)]
                    del todo[: len(part)]
                if not part:
                    return
                rows, exact, end = solver.solve([s for _, s in part], self.moves, self.depth)
                with self._lock:
                    for (number, _), row in zip(part, rows, strict=False):
                        found[number] = row
                    self.exact = self.exact and exact
                    if end is not None:
                        ends.append(end)

        if len(self.solvers) == 1:
            work(self.solvers[0])
        else:
            self._side_by_side(work)
        if not ends and self._told_to_stop:
            ends.append(Stopped("told to stop"))
        return found, ends[0] if ends else None

    def _side_by_side(self, work: Any) -> None:
        with ThreadPoolExecutor(len(self.solvers), "kibitz-worlds") as threads:
            futures = [threads.submit(work, solver) for solver in self.solvers]
            try:
                wait(futures)
            except BaseException:
                self.stop()
                raise
        for future in futures:
            future.result()

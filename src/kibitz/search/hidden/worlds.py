"""Many worlds of a game, one after the other, every move of each valued with open cards.

The searches are those of the other files; here they are only asked about many states in one go, so that going from one
world to the next costs nothing, and by several threads, each with a table and a desk of its own.

Contract. What a world's moves are worth does not depend on the worlds before it, nor on how many threads there are. A
table is therefore kept from world to world only where its entries are proven whole numbers.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from math import inf, isfinite
from typing import Any

from kibitz.errors import Stopped, TooDeep
from kibitz.game import MAX, Game, answers
from kibitz.native import Native, jit
from kibitz.native.override import override
from kibitz.native.packing import kept, pack, words
from kibitz.native.running import is_runnable, race
from kibitz.native.tuples import shaped
from kibitz.search.diagnosis import in_words
from kibitz.search.engine import look as steps
from kibitz.search.engine.engine import MEGABYTES
from kibitz.search.partition.partition_engine import PartitionEngine, engine_for
from kibitz.search.partition.partition_look import divide
from kibitz.search.several import vector_look as vectors
from kibitz.search.several.vector_engine import VectorEngine
from kibitz.search.stack import with_room
from kibitz.search.watch import UNLIMITED

# The words of `told`: how many worlds there are, how many are done, the room for the moves of one, and the values that
# are no more than guesses.
COUNT, DONE, MOVES, GUESSED = range(4)

NEAR = 3  # questions asked near the value of the world before, until halving takes over
# How many nodes one world may take, so that there can be some worlds in the time there is: a share of those that can be
# searched in it, at a speed that is only assumed, so that other machines find the same. To a depth it may take less.
ASSUMED_SPEED, ASSUMED_SPEED_INTERPRETED = 1_000_000, 20_000  # nodes a second
ASSUMED_SECONDS = 8.0  # where no time is given
SHARE, SHARE_TO_A_DEPTH = 8, 100
TO_THE_END = steps.WITHOUT_LIMIT


class Batch(Native):
    """Worlds to be solved, and what their moves are found to be worth: `values` has so many numbers a world and move.

    `states` is a row of states: in Python of objects, in machine code of words.
    """

    bare = ("told", "states", "values")

    def __init__(self, game: Game, worlds: list[Any], moves: int, players: int, interpreted: bool) -> None:
        import numpy as np

        self.players = players  # numbers for each move: one, or one a player
        self.told = np.array([len(worlds), 0, moves, 0], np.int64)
        self.values = np.zeros(max(1, len(worlds) * moves * players))
        if interpreted:
            self.states = np.empty(max(1, len(worlds)), object)
            for number, s in enumerate(worlds):
                self.states[number] = s
            return
        example = game.initial()
        size = words(example)
        self.states = np.zeros(max(1, len(worlds)) * size, np.int64)
        for number, s in enumerate(worlds):
            pack(self.states, number * size, shaped(example, s))

    def rows(self) -> Iterator[Any]:
        """What the moves of each world that is done are worth: arrays of moves × players."""
        count, done, moves, _ = self.told.tolist()
        yield from self.values[: count * moves * self.players].reshape(count, moves, self.players)[:done]


@jit
def prove_moves(game: Any, like: Any, low: float, high: float, batch: Any, table: Any, bench: Any) -> int:
    """Exact values, for a game of whole numbers between two; how many worlds are done. `like` is any state."""
    told, values = batch.told, batch.values
    while told[DONE] < told[COUNT]:
        s = kept(batch.states, told[DONE], like)
        player = game.player(s)
        place = told[DONE] * told[MOVES]
        guess = told[DONE] > 0
        for a in game.actions(s):
            after = game.result(s, a)
            side = player if game.is_terminal(after) else steps.side_of(game, after)
            sign = 1.0 if side == player else -1.0
            near = values[place - told[MOVES]] if guess else 0.0
            values[place] = sign * prove_near(game, after, side, low, high, sign * near, table, bench)
            place += 1
        told[DONE] += 1
    return int(told[DONE])


@jit
def prove_near(game: Any, s: Any, side: int, low: float, high: float, guess: float, table: Any, bench: Any) -> float:
    """`deepening.prove`, with the first questions asked where the value is likely to be."""
    if game.is_terminal(s):
        return steps.utility_for(game, s, side)
    ply = side - side  # none of these is a literal: see `deepening.look`
    depth, top, nothing = ply + steps.WITHOUT_LIMIT, ply + steps.STACK_AT, ply - 1
    if bench.words[steps.BOUNDS] != 0:
        surely, at_most = steps.for_side(game, s, side, game.bounds(s))
        low, high = max(low, surely), min(high, at_most)
    asked = 0
    while low < high:
        middle = steps.question(low, high)
        if asked < NEAR:
            middle = min(max(guess, low), high - 1.0)
        value = steps.look(game, s, side, depth, middle, middle + 1, ply, top, nothing, table, bench)
        if value <= middle:
            high = value
            guess = value - 1.0
        else:
            low = value
            guess = value
        asked += 1
    return low


@jit
def divide_moves(game: Any, like: Any, batch: Any, table: Any, bench: Any) -> int:
    """Exact values, for a game that can say why: by partition search; how many worlds are done."""
    told, values = batch.told, batch.values
    while told[DONE] < told[COUNT]:
        s = kept(batch.states, told[DONE], like)
        player = game.player(s)
        place = told[DONE] * told[MOVES]
        for a in game.actions(s):
            after = game.result(s, a)
            stake = game.at_stake(after)
            lower, upper = game.bounds(after)
            low, high = int(lower), int(upper)
            guess = (low + high + 1) // 2
            if place > told[DONE] * told[MOVES]:  # moves of one world are mostly worth nearly the same
                before = values[place - 1]
                guess = int(before if player == MAX else stake - before)
            if game.is_terminal(after):
                value = float(game.utility(after, MAX))
            else:
                value = float(divide(game, after, low, high, guess, table, bench))
            values[place] = value if player == MAX else stake - value
            place += 1
        told[DONE] += 1
    return int(told[DONE])


@jit
def deepen_moves(game: Any, like: Any, depth: int, batch: Any, table: Any, bench: Any) -> int:
    """Values to a depth, for players who win what the other loses; how many worlds are done."""
    told, values, desk = batch.told, batch.values, bench.words
    while told[DONE] < told[COUNT]:
        s = kept(batch.states, told[DONE], like)
        player = game.player(s)
        ply = player - player  # no literals: see `deepening.look`
        top, nothing = ply + steps.STACK_AT, ply - 1
        table.clear()
        for place in range(steps.KILLER_AT, steps.STACK_AT):
            desk[place] = 0
        reached = ply
        guessed = True
        while guessed and reached < depth:
            reached += 1
            below = reached - game.depth_spent(s)
            guesses = desk[steps.HORIZON]
            place = told[DONE] * told[MOVES]
            for a in game.actions(s):
                after = game.result(s, a)
                side = player if game.is_terminal(after) else steps.side_of(game, after)
                sign = 1.0 if side == player else -1.0
                values[place] = sign * steps.look(game, after, side, below, -inf, inf, ply, top, nothing, table, bench)
                place += 1
            guessed = desk[steps.HORIZON] != guesses
        told[GUESSED] += guessed
        told[DONE] += 1
    return int(told[DONE])


@jit
def vector_moves(game: Any, like: Any, depth: int, batch: Any, table: Any, bench: Any) -> int:
    """Vectors to a depth, for players of whom each wants most for itself; how many worlds are done."""
    told, values, desk, rows = batch.told, batch.values, bench.words, bench.rows
    while told[DONE] < told[COUNT]:
        s = kept(batch.states, told[DONE], like)
        ply = depth - depth  # no literals: see `vectors.look`
        top, nobody = ply + vectors.STACK_AT, ply - 1
        below = depth
        if depth < vectors.WITHOUT_LIMIT:
            table.clear()
            for place in range(vectors.KILLER_AT, vectors.STACK_AT):
                desk[place] = 0
            below = depth - game.depth_spent(s)
        guesses = desk[vectors.HORIZON]
        place = told[DONE] * told[MOVES] * bench.players
        for a in game.actions(s):
            vectors.look(game, game.result(s, a), below, nobody, -inf, ply, top, table, bench)
            for player in range(bench.players):
                values[place] = rows[player]
                place += 1
        told[GUESSED] += desk[vectors.HORIZON] != guesses
        told[DONE] += 1
    return int(told[DONE])


class Solver(ABC):
    """Values every move of worlds, one world after the other. One thread's."""

    desk: Any  # what its search works with
    players: int  # numbers for each move
    interpreted: bool
    is_thorough: bool = False  # is a world to be solved to its end, however long that takes?

    def __init__(self, game: Game, interpreted: bool) -> None:
        self.game = game
        self.interpreted = interpreted

    @abstractmethod
    def call(self, batch: Batch, depth: int) -> tuple[Any, tuple[Any, ...]]:
        """The compiled function that solves a batch to a depth, and its arguments behind the game and a state."""

    @abstractmethod
    def limit(self, nodes: int | None) -> None:
        """Take back any order to stop; from now on at most so many nodes, None for any number."""

    @abstractmethod
    def stop(self) -> None:
        """End the work, from any thread."""

    @property
    @abstractmethod
    def nodes(self) -> int:
        """Nodes searched so far."""

    @property
    @abstractmethod
    def deepest(self) -> int:
        """The longest line looked at, in plies."""

    def prepare(self, s: Any, moves: int, depth: int) -> None:
        """Have everything compiled that solving such a world takes; where the game does not allow it, interpret."""
        if not self.interpreted:
            function, arguments = self.call(Batch(self.game, [], moves, self.players, False), depth)
            self.interpreted = not is_runnable(function, self.game, s, *arguments)

    def solve(self, worlds: list[Any], moves: int, depth: int) -> tuple[list[Any], bool, BaseException | None]:
        """The values of every move of the worlds, as far as it came; whether all are exact; and what ended it."""
        batch = Batch(self.game, worlds, moves, self.players, self.interpreted)
        function, arguments = self.call(batch, depth)
        failure: BaseException | None = None
        try:
            with in_words(self.game, worlds[0]):
                calls = [(function, self.game, worlds[0], arguments)]
                search = partial(race, calls, self.stop, None, interpreted=self.interpreted)
                with_room(self.game, [self.desk], search)
        except (Stopped, KeyboardInterrupt) as end:
            failure = end
        except TooDeep as end:
            failure = end
        rows = [row + self.middle(s, depth) for s, row in zip(worlds, batch.rows(), strict=False)]
        return rows, not batch.told[GUESSED], failure

    def middle(self, s: Any, depth: int) -> float:
        """What has to be added to the values of a world's moves that were found to a depth."""
        return 0.0


class EngineSolver(Solver):
    """By the engine, for one player or two of constant sum. One number a move, for the player who makes it."""

    players = 1

    def __init__(self, game: Game, interpreted: bool, megabytes: float) -> None:
        super().__init__(game, interpreted)
        self.engine = engine_for(game, megabytes=megabytes, interpreted=interpreted)
        self.desk = self.engine.desks[0]
        self.is_thorough = isinstance(self.engine, PartitionEngine) or not answers(game, "evaluate")
        # Values a whole number apart can be asked for one by one, also where their middle is none.
        self.proves = bool(game.whole) and not game.has_outcomes and all(map(isfinite, game.utility_range))

    @override
    def call(self, batch: Batch, depth: int) -> tuple[Any, tuple[Any, ...]]:
        """By proof to the end of a game of whole numbers, else by looking deeper and deeper."""
        engine = self.engine
        engine.rely(to_the_end=depth >= TO_THE_END)
        if depth >= TO_THE_END and isinstance(engine, PartitionEngine):
            return divide_moves, (batch, engine.classes, self.desk)
        if depth < TO_THE_END or not self.proves:
            return deepen_moves, (depth, batch, engine.table, self.desk)
        most = 2.0 * max(map(abs, self.game.utility_range))  # of a centred value
        return prove_moves, (-most, most, batch, engine.table, self.desk)

    @override
    def limit(self, nodes: int | None) -> None:
        """At most so many nodes from now on."""
        self.desk.words[steps.NODE_LIMIT] = UNLIMITED if nodes is None else self.nodes + nodes
        self.engine.go_on()

    @override
    def stop(self) -> None:
        """End the search."""
        self.engine.stop()

    @property
    @override
    def nodes(self) -> int:
        """The engine's nodes."""
        return self.engine.nodes

    @property
    @override
    def deepest(self) -> int:
        """By the nodes counted at each ply; the move itself is one more."""
        plies = self.desk.words[steps.BY_PLY : steps.BY_PLY + steps.PLIES].nonzero()[0]
        return int(plies[-1]) + 1 if len(plies) else 0

    @override
    def middle(self, s: Any, depth: int) -> float:
        """The engine's values are centred, but for those of partition search."""
        return 0.0 if isinstance(self.engine, PartitionEngine) and depth >= TO_THE_END else self.engine.centre(s)


class VectorSolver(Solver):
    """By maxⁿ, for any number of players. One number a move and player."""

    def __init__(self, game: Game, interpreted: bool, megabytes: float) -> None:
        super().__init__(game, interpreted)
        self.players = game.players
        self.is_thorough = not answers(game, "evaluate")
        self.engine = VectorEngine(game, megabytes=megabytes, interpreted=interpreted)
        self.desk = self.engine.desk

    @override
    def call(self, batch: Batch, depth: int) -> tuple[Any, tuple[Any, ...]]:
        """By maxⁿ to a depth, or to the end."""
        plies = vectors.WITHOUT_LIMIT if depth >= TO_THE_END else depth
        self.desk.words[vectors.BOUNDS] = self.engine.may_cut(plies)
        return vector_moves, (plies, batch, self.engine.table, self.desk)

    @override
    def solve(self, worlds: list[Any], moves: int, depth: int) -> tuple[list[Any], bool, BaseException | None]:
        """As elsewhere; once more where the game does not keep to what it says of utilities: then nothing is cut."""
        found = super().solve(worlds, moves, depth)
        if self.desk.words[vectors.BROKEN] and self.desk.words[vectors.BOUNDS] and found[2] is None:
            self.engine.table.clear()
            return super().solve(worlds, moves, depth)
        return found

    @override
    def limit(self, nodes: int | None) -> None:
        """At most so many nodes from now on."""
        self.desk.words[vectors.NODE_LIMIT] = UNLIMITED if nodes is None else self.nodes + nodes
        self.engine.go_on()

    @override
    def stop(self) -> None:
        """End the search."""
        self.engine.stop()

    @property
    @override
    def nodes(self) -> int:
        """The engine's nodes."""
        return self.engine.nodes

    @property
    @override
    def deepest(self) -> int:
        """By the nodes counted at each ply; the move itself is one more."""
        plies = self.desk.words[vectors.BY_PLY : vectors.BY_PLY + vectors.PLIES].nonzero()[0]
        return int(plies[-1]) + 1 if len(plies) else 0


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
        self.solvers: list[Solver] = [
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

    def prepare(self, s: Any, moves: int, depth: int | None) -> None:
        """Have everything compiled for worlds like this one, which has so many moves, to be searched to a depth.

        None is to their end, or as deep as one world can be searched without undue effort: `begin` finds out.
        """
        self.moves = moves
        self.depth = TO_THE_END if depth is None else min(depth, TO_THE_END)
        self._is_tried = depth is None and not self.solvers[0].is_thorough
        for solver in self.solvers:
            solver.prepare(s, moves, self.depth)
            if self._is_tried:
                solver.prepare(s, moves, 1)

    def begin(self, s: Any) -> None:
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

    def shorten(self, s: Any) -> None:
        """Search no longer to the end of worlds, where play can go on for ever, but as deep as one can be searched."""
        self.depth = min(self._affordable(self.solvers[0], s), TO_THE_END - 1)
        self._share_nodes()

    def _affordable(self, pilot: Solver, s: Any) -> int:
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

    def _limit(self, solver: Solver, nodes: int | None) -> None:
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

    def solve(self, worlds: list[Any]) -> tuple[list[Any], BaseException | None]:
        """The values of every world's moves, None for one that was not reached, and what ended it early, if anything.

        The values of a world are an array of moves × numbers: one, or one a player.
        """
        found: list[Any] = [None] * len(worlds)
        todo = list(enumerate(worlds))
        ends: list[BaseException] = []
        share = max(1, len(worlds) // (4 * len(self.solvers)))

        def work(solver: Solver) -> None:
            while not ends and not self._told_to_stop:
                with self._lock:
                    part = todo[: share if len(self.solvers) > 1 else len(todo)]
                    del todo[: len(part)]
                if not part:
                    return
                rows, exact, end = solver.solve([s for _, s in part], self.moves, self.depth)
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

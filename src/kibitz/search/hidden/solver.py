"""Values every move of many worlds, by the engine that suits the game; one thread's work."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import partial
from math import isfinite
from typing import Any, Generic, TypeVar

from kibitz.errors import Stopped, TooDeep
from kibitz.game import Game, State, answers
from kibitz.native.execution import is_runnable, race
from kibitz.native.override import override
from kibitz.search.diagnosis import in_words
from kibitz.search.engine import desk as word
from kibitz.search.engine.desk import Desk
from kibitz.search.engine.engine import Engine
from kibitz.search.hidden.batch import GUESSED, Batch, deepen_moves, divide_moves, prove_moves, vector_moves
from kibitz.search.partition.partition_engine import PartitionEngine, engine_for
from kibitz.search.several import vector_look as vectors
from kibitz.search.several.vector_engine import VectorEngine
from kibitz.search.stack import with_room
from kibitz.search.watch import UNLIMITED

TO_THE_END = word.WITHOUT_LIMIT
E = TypeVar("E", Engine, VectorEngine)


class Solver(ABC, Generic[E]):
    """Values every move of worlds, one world after the other. One thread's."""

    engine: E
    desk: Desk  # what its search works with
    players: int  # numbers for each move
    interpreted: bool
    is_thorough: bool = False  # is a world to be solved to its end, however long that takes?

    def __init__(self, game: Game, interpreted: bool) -> None:
        self.game = game
        self.interpreted = interpreted

    @abstractmethod
    def call(self, batch: Batch, depth: int) -> tuple[Any, tuple[Any, ...]]:
        """The compiled function that solves a batch to a depth, and its arguments behind the game and a state."""

    def limit(self, nodes: int | None) -> None:
        """Take back any order to stop; from now on at most this many nodes, None for any number."""
        self.desk.words[word.NODE_LIMIT] = UNLIMITED if nodes is None else self.nodes + nodes
        self.engine.go_on()

    def stop(self) -> None:
        """End the work, from any thread."""
        self.engine.stop()

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        return self.engine.nodes

    @property
    def deepest(self) -> int:
        """The longest line looked at, in plies."""
        return self.desk.longest_line()

    def prepare(self, s: State, moves: int, depth: int) -> None:
        """Have everything compiled that solving such a world takes; where the game does not allow it, interpret."""
        if not self.interpreted:
            function, arguments = self.call(Batch(self.game, [], moves, self.players, False), depth)
            self.interpreted = not is_runnable(function, self.game, s, *arguments)

    def solve(self, worlds: list[State], moves: int, depth: int) -> tuple[list[Any], bool, BaseException | None]:
        """The values of every move of the worlds, as far as it came; whether all are exact; and what ended it."""
        batch = Batch(self.game, worlds, moves, self.players, self.interpreted)
        function, arguments = self.call(batch, depth)
        failure: BaseException | None = None
        try:
            with in_words(self.game, worlds[0]):
                calls = [(function, self.game, worlds[0], arguments)]
                search = partial(race, calls, self.stop, None, interpreted=self.interpreted)
                with_room(self.game, [self.desk], search)
        except (Stopped, KeyboardInterrupt, TooDeep) as end:
            failure = end
        rows = [row + self.middle(s, depth) for s, row in zip(worlds, batch.rows(), strict=False)]
        return rows, not batch.told[GUESSED], failure

    def middle(self, s: State, depth: int) -> float:
        """What has to be added to the values of a world's moves that were found to a depth."""
        return 0.0


class EngineSolver(Solver[Engine]):
    """By the engine, for one player or two of constant sum. One number a move, for the player who makes it."""

    players = 1

    def __init__(self, game: Game, interpreted: bool, megabytes: float) -> None:
        super().__init__(game, interpreted)
        self.engine = engine_for(game, megabytes=megabytes, interpreted=interpreted)
        self.desk = self.engine.desks[0]
        self.is_thorough = isinstance(self.engine, PartitionEngine) or not answers(game, "evaluate")
        # Values a whole number apart can be asked for one by one, even where their middle is not whole.
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
    def middle(self, s: State, depth: int) -> float:
        """The engine's values are centred, but for those of partition search."""
        return 0.0 if isinstance(self.engine, PartitionEngine) and depth >= TO_THE_END else self.engine.centre(s)


class VectorSolver(Solver[VectorEngine]):
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
        self.desk.words[word.BOUNDS] = self.engine.may_cut(plies)
        return vector_moves, (plies, batch, self.engine.table, self.desk)

    @override
    def solve(self, worlds: list[State], moves: int, depth: int) -> tuple[list[Any], bool, BaseException | None]:
        """As elsewhere; once more where the game does not keep to what it says of utilities: then nothing is cut."""
        found = super().solve(worlds, moves, depth)
        if self.desk.words[word.BROKEN] and self.desk.words[word.BOUNDS] and found[2] is None:
            self.engine.table.clear()
            return super().solve(worlds, moves, depth)
        return found

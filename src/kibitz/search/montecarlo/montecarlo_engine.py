"""The Monte Carlo engine: `simulate` with its pool of nodes, its desks, its threads, and the tree it keeps."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf, isfinite
from typing import Any

from kibitz.game import Game, State
from kibitz.game.given import is_game
from kibitz.game.given import threads as check_threads
from kibitz.game.repeating import counts_repetition
from kibitz.lookup.endgame_table import Endgames
from kibitz.native.bits import mix, wrap
from kibitz.native.execution import compiles, run, run_alone, together
from kibitz.search.diagnosis import in_words
from kibitz.search.endgame_values import set_reliance
from kibitz.search.engine.techniques import Techniques
from kibitz.search.metareasoning import most_to_come
from kibitz.search.montecarlo import montecarlo_desk as word
from kibitz.search.montecarlo.estimate import Estimate
from kibitz.search.montecarlo.judging_rows import Judge, kept_words, reading
from kibitz.search.montecarlo.pool import FIRST_NODE, Pool, Shape, move_tree
from kibitz.search.montecarlo.score_bounds import tighten
from kibitz.search.montecarlo.simulate import simulate_many
from kibitz.search.watch import UNLIMITED, share_stop

MEGABYTES = 256.0  # half for the tree, half to move what is kept of it into
LONGEST_PLAYOUT = 1_000  # plies, where the game does not tell how long it lasts
MOST_LASTING = 20_000
FIRST_SLICE = 64  # simulations
SLICES = (0.02, 0.15)  # seconds: the first one, and the longest
LOOKED_FOR = 2_000  # positions below the kept root among which a new root is looked for
FEWEST_ENTRIES = 1_024  # of the pool, however little memory there is
DEEPEST_ROOT = 4  # plies below the kept root

# How the search weighs what it knows; see `selecting_child`.
EXPLORATION = 2.0  # with less, some small trees are not read right in 10,000 simulations
RAVE_BIAS = 0.001  # what RAVE heard counts for no more than 1 / b simulations
VIRTUAL_LOSS = 1.0
BIAS_WEIGHT, BIAS_SPREAD = 4.0, 0.6
LEAST_SPREAD = 1e-6  # of the range of utilities: while all results are alike, every action is tried in turn


class MonteCarloEngine:
    """Monte Carlo tree search for one game, that keeps its tree from one question to the next."""

    def __init__(
        self,
        game: Game,
        *,
        megabytes: float | None = None,
        threads: int = 1,
        seed: int | None = None,
        techniques: Techniques | None = None,
        nodes: int | None = None,
        interpreted: bool = False,
        endgames: Endgames | None = None,
    ) -> None:
        """`nodes`: at most this many positions are visited, in the tree and in playouts, in each search.

        `endgames` is a table of the game's last positions: where a simulation comes to one, its value is proven.
        """
        is_game(game)
        check_threads(threads)
        self.game = game
        self.techniques = techniques or Techniques()
        if self.techniques.rave is None:
            self.techniques = replace(self.techniques, rave=bool(game.rave))
        if self.techniques.mixing is None:
            self.techniques = replace(self.techniques, mixing=100 if game.has_evaluate and game.swing > 0.0 else 0)
        self.interpreted = interpreted
        self.endgames = endgames
        self._megabytes = MEGABYTES if megabytes is None else megabytes
        self._seed = time.time_ns() if seed is None else seed
        self._most_nodes = UNLIMITED if nodes is None else nodes
        self._told_to_stop = False
        self._root: Judge | None = None
        self._history: tuple[int, ...] = ()
        self._is_prepared = False
        self._simulations = 0
        self._speed = 0.0  # simulations a second of the fastest slice so far
        self._width, signs, columns = reading(game)
        repeats = counts_repetition(game)
        self.desks = [
            word.MonteCarloDesk(
                *(game.players, signs, columns),
                recurs=repeats,
                forbids=bool(game.repetition_is_illegal),
                endgames=endgames,
            )
            for _ in range(threads)
        ]
        for number, desk in enumerate(self.desks):
            self._set_reliance(desk, number)
        self.pool: Any = None

    # ------------------------------------------------------------ questions

    def think(
        self,
        s: State,
        *,
        history: Sequence[int] = (),
        simulations: int | None = None,
        depth: int | None = None,
        seconds: float | None = None,
    ) -> Iterator[Estimate]:
        """What is found about a state, after each slice of work: short slices at first, so that a clock can stop it.

        `history` has the keys of the positions of the game so far, the oldest first, without this one. With `depth` a
        simulation looks no more plies ahead, and evaluates there. It ends after this many simulations, once the state
        is proven, or once no other action can catch up; `stop`, from any thread, ends it too. `seconds` is when that is
        going to happen, by somebody else's clock, so that it is known how many simulations are left at most. There is
        always an estimate, unless the game is over.
        """
        if self.game.is_terminal(s):
            return
        self.prepare(s)
        self._set_out(s, tuple(history), depth)
        began = time.perf_counter()
        slice_size, longest = FIRST_SLICE, SLICES[0]
        while True:
            left = UNLIMITED if simulations is None else simulations - self.simulations
            before, made = time.perf_counter(), self.simulations
            self._foresee(simulations, seconds, before - began)
            self._simulate(s, max(1, min(slice_size, left)) if left > 0 else 0)
            spent = time.perf_counter() - before
            self._speed = max(self._speed, (self.simulations - made) / max(spent, 1e-6))
            ended = self._why_ended(simulations)
            is_last = bool(ended) or self._told_to_stop
            yield self.estimate(ended=ended, seconds=time.perf_counter() - began, lines=is_last)
            if is_last:
                return
            longest = min(SLICES[1], 1.2 * longest)
            slice_size = max(1, int(slice_size * min(4.0, longest / max(spent, 1e-6))))

    def prepare(self, s: State) -> None:
        """Have everything compiled before a clock starts."""
        if self._is_prepared or self.game.is_terminal(s):
            return
        if self.pool is None:
            self._make_pool(s)
        for desk in self.desks:
            desk.words[word.STOP] = 1
        self._clear(s)
        with in_words(self.game, s):
            run(simulate_many, self.game, s, self.pool, self.desks[0], 0, interpreted=self.interpreted)
        self._clear(s)
        self._is_prepared = True
        self._resume()

    def stop(self) -> None:
        """End what is being searched, and whatever is asked next, from any thread."""
        self._told_to_stop = True
        for desk in self.desks:
            desk.words[word.STOP] = 1

    def go_on(self) -> None:
        """Take an order to stop back."""
        self._told_to_stop = False
        self._resume()

    def _resume(self) -> None:
        for desk in self.desks:
            desk.words[word.STOP] = int(self._told_to_stop)

    @property
    def is_stopped(self) -> bool:
        """Has it been told to stop?"""
        return self._told_to_stop

    def allow(self, nodes: int | None) -> None:
        """At most this many nodes in each search; None for any number."""
        self._most_nodes = UNLIMITED if nodes is None else nodes

    def forget(self) -> None:
        """Begin the next search with an empty tree."""
        self._root = None

    @property
    def simulations(self) -> int:
        """Simulations of this search so far."""
        return sum(int(desk.words[word.SIMULATIONS]) for desk in self.desks)

    @property
    def nodes(self) -> int:
        """Positions visited in this search so far, in the tree and in playouts."""
        return sum(int(desk.words[word.NODES]) for desk in self.desks)

    @property
    def endgame_hits(self) -> int:
        """Positions of this search so far that the endgame table knew."""
        return sum(int(desk.words[word.ENDGAME_HITS]) for desk in self.desks)

    @property
    def tree_nodes(self) -> int:
        """Nodes of the tree that is kept, those included that are no longer below its root."""
        free = sum(int(desk.words[word.END] - desk.words[word.NEXT]) for desk in self.desks)
        return 0 if self.pool is None else int(self.pool.entries) - free

    def can_be_caught(self, more_simulations: int) -> bool:
        """Could another action become the most visited one within this many more simulations?"""
        return self._root is None or self._root.can_be_caught(self.pool, more_simulations)

    def estimate(self, *, ended: str = "", seconds: float = 0.0, lines: bool = True) -> Estimate:
        """What the simulations so far say of the state that is searched.

        `lines`: with the most visited line of every action, not of the best alone. That takes a moment.
        """
        assert self._root is not None, "there is nothing to tell before a search"
        return Estimate(
            simulations=self.simulations,
            rows=self._root.rows(self.pool, self.desks, lines=lines),
            nodes=self.nodes,
            depth=max(int(desk.words[word.DEEPEST]) for desk in self.desks),
            seconds=seconds,
            hash_full=self._fullness(),
            ended=ended,
            broken_off=sum(int(desk.words[word.BROKEN_OFF]) for desk in self.desks),
        )

    # ------------------------------------------------------------ the tree

    def _make_pool(self, s: State) -> None:
        on, game = self.techniques, self.game
        self._shape = Shape(
            self._width,
            kept_words(game, s),
            believes=bool(self.desks[0].words[word.BELIEVES]),
            kinds=bool(on.rave),
            chances=bool(game.has_outcomes),
            backed=bool(on.implicit and game.has_evaluate),
        )
        self._entries = max(FEWEST_ENTRIES, int(self._megabytes * (1 << 20) / 2 / self._shape.bytes_each))
        self.pool = Pool(self._entries, self._shape)

    def _clear(self, s: State) -> None:
        """An empty tree with nothing but a root."""
        pool, root = self.pool, FIRST_NODE
        pool.first[root] = pool.size[root] = pool.status[root] = 0
        pool.facts[root * pool.stride : (root + 1) * pool.stride] = 0.0
        self._hand_out(FIRST_NODE + 1)
        self._place_root(s, root)

    def _hand_out(self, free: int) -> None:
        """Give each thread its own part of the room that is left in the pool."""
        share = max(0, self.pool.entries - free) // len(self.desks)
        for number, desk in enumerate(self.desks):
            desk.words[word.NEXT] = free + number * share
            desk.words[word.END] = free + (number + 1) * share
            desk.words[word.FULL] = 0

    def _place_root(self, s: State, root: int) -> None:
        """Begin at this node. What is proven of it is to rest on its children, not on the game's own bounds.

        Else there would be a value, and no action to reach it.
        """
        import numpy as np

        self._root = Judge(self.game, s, root)
        numbers = self.desks[0].numbers
        self.pool.low[root], self.pool.high[root] = numbers[word.LOWEST], numbers[word.HIGHEST]
        if self.pool.first[root] and self.techniques.solver:
            tighten(root, self.pool, self.desks[0])
        for desk in self.desks:
            desk.words[word.ROOT] = root
            desk.squares = np.zeros(3 * max(1, len(self._root.actions)) + word.APART, np.float64)

    def _set_out(self, s: State, history: tuple[int, ...], depth: int | None) -> None:
        """Begin a search: with the tree that is kept, where the state is in it."""
        history = history[-word.MOST_PLAYED :] if counts_repetition(self.game) else ()
        found = self._find(s, history) if self.techniques.reuse else None
        if found is None:
            self._clear(s)
        else:
            self._move_to(s, found)
        self._history = history
        set_reliance(self.desks, self.game, self.endgames, history, word.ENDGAMES)
        for desk in self.desks:
            words = desk.words
            words[word.SIMULATIONS] = words[word.NODES] = words[word.DEEPEST] = words[word.DECIDED] = 0
            words[word.BROKEN_OFF] = 0
            words[word.ENDGAME_HITS] = 0
            words[word.HORIZON] = UNLIMITED if depth is None else depth
            words[word.PLAYED] = len(history)
            words[word.KEYS_AT : word.KEYS_AT + len(history)] = history
            words[word.KEYS_AT + len(history)] = int(self.game.recurrence(s)) if counts_repetition(self.game) else 0
            lasts = int(self.game.lasts(s))
            words[word.LONGEST_PLAYOUT] = lasts if lasts <= MOST_LASTING else LONGEST_PLAYOUT
        self._share_nodes()

    def _find(self, s: State, history: tuple[int, ...]) -> int | None:
        """The node of a state in the kept tree; None where it is not there, or another game led to it."""
        if self._root is None:
            return None
        before = self._history
        for at, state, line in self._root.below(self.pool, LOOKED_FOR, DEEPEST_ROOT):
            if state == s and history == (*before, *line)[-word.MOST_PLAYED :]:
                return at
        return None

    def _move_to(self, s: State, root: int) -> None:
        """Make a node the root; what is not below it is given up once half of the room is in use."""
        if self._fullness() > 500 and root != self.desks[0].words[word.ROOT]:
            new = Pool(self._entries, self._shape)
            free = run_alone(move_tree, self.pool, new, root, stop=self.stop, interpreted=self._is_plain)
            self.pool = new
            self._hand_out(int(free))
            root = FIRST_NODE
        self._place_root(s, root)

    def _fullness(self) -> int:
        """How much of the pool is in use, in thousandths."""
        free = sum(int(desk.words[word.END] - desk.words[word.NEXT]) for desk in self.desks)
        return 1_000 - round(1_000 * free / int(self.pool.entries))

    # ------------------------------------------------------------ simulating

    @property
    def _is_plain(self) -> bool:
        return self.interpreted or not compiles(self.game)

    @property
    def _at_work(self) -> list[word.MonteCarloDesk]:
        """The desks of the threads that simulate: plain Python has one."""
        return self.desks[:1] if self._is_plain else self.desks

    def _foresee(self, simulations: int | None, seconds: float | None, elapsed: float) -> None:
        """Say how many simulations this search may have made in the end: that tells whether an action can catch up."""
        most = UNLIMITED if simulations is None else simulations
        more = None if seconds is None else most_to_come(self._speed, elapsed, seconds)
        if more is not None:
            most = min(most, self.simulations + more)
        for desk in self.desks:
            desk.words[word.LIMIT] = most if self.techniques.early_stop else UNLIMITED

    def _simulate(self, s: State, simulations: int) -> None:
        """Make this many simulations more, shared out among the threads."""
        at_work = self._at_work
        if len(at_work) > 1 and self.pool.first[self.desks[0].words[word.ROOT]] == 0:
            at_work, simulations = at_work[:1], min(1, simulations)  # the root is laid out by one thread
        calls = []
        for number, desk in enumerate(at_work):
            share = simulations * (number + 1) // len(at_work) - simulations * number // len(at_work)
            until = int(desk.words[word.SIMULATIONS]) + share
            desk.words[word.SHARED] = len(at_work) > 1
            desk.words[word.BEFORE] = self.simulations - int(desk.words[word.SIMULATIONS])
            calls.append((simulate_many, self.game, s, (self.pool, desk, until)))
        share_stop(self.game, self.desks[0].words[word.STOP : word.STOP + 1])
        self._settle_beliefs()
        with in_words(self.game, s):
            if len(calls) == 1:
                run(*calls[0][:3], *calls[0][3], interpreted=self.interpreted)
            else:
                together(calls, self._halt, interpreted=False)
        self._share_nodes()

    def _halt(self) -> None:
        for desk in self.desks:
            desk.words[word.STOP] = 1

    def _share_nodes(self) -> None:
        """Let each thread that is at work visit its share of the nodes that are left."""
        left = max(0, self._most_nodes - self.nodes)
        at_work = self._at_work
        for number, desk in enumerate(at_work):
            share = left * (number + 1) // len(at_work) - left * number // len(at_work)
            desk.words[word.NODE_LIMIT] = int(desk.words[word.NODES]) + share

    def _settle_beliefs(self) -> None:
        """What a share of 0 and of 1 stands for, where the range of the utilities is not known: what is common."""
        low, high = self.game.utility_range
        for desk in self.desks:
            numbers = desk.numbers
            if isfinite(low) and isfinite(high):
                numbers[word.WORST], numbers[word.BEST] = low, high
            else:
                mean = desk.spreads[word.SUM] / max(1.0, numbers[word.RESULTS])
                spread = desk.spreads[word.SCALE]
                numbers[word.WORST], numbers[word.BEST] = mean - spread, mean + spread

    def _why_ended(self, simulations: int | None) -> str:
        assert self._root is not None
        if self._root.is_proven(self.pool):
            return "proven"
        if self.nodes >= self._most_nodes:
            return "nodes"
        if simulations is not None and self.simulations >= simulations:
            return "simulations"
        return "decided" if any(desk.words[word.DECIDED] for desk in self.desks) else ""

    # ------------------------------------------------------------ how

    @property
    def _is_biased(self) -> bool:
        return bool(self.techniques.bias and (self.game.has_order or self.game.has_promise))

    def _set_reliance(self, desk: word.MonteCarloDesk, number: int) -> None:
        """Put switches, weights and random numbers on the desk of a thread."""
        on, game, words, numbers = self.techniques, self.game, desk.words, desk.numbers
        words[word.DICE] = mix(wrap(mix(wrap(self._seed)) + number))
        words[word.EXPAND_AT] = 1
        words[word.SOLVER] = on.solver
        words[word.BOUNDS] = on.bounds
        words[word.RAVE] = bool(on.rave)
        words[word.PROSPECTS] = on.prospects
        words[word.BIAS] = self._is_biased
        words[word.BELIEVES] = bool(on.rave or (on.prospects and game.has_prospect) or self._is_biased)
        words[word.EVALUATES] = bool(on.implicit and game.has_evaluate)
        low, high = map(float, game.utility_range)
        numbers[word.LOWEST], numbers[word.HIGHEST] = low, high
        least = LEAST_SPREAD * (high - low) if isfinite(high - low) else LEAST_SPREAD
        desk.spreads[word.SCALE : word.SPREAD_SIZE * self._width : word.SPREAD_SIZE] = least
        numbers[word.EXPLORATION] = game.exploration or EXPLORATION
        numbers[word.URGENCY] = -inf if on.first_play else inf
        numbers[word.MIXING] = (on.mixing or 0) / 100.0
        numbers[word.IMPLICIT] = on.implicit / 100.0 if game.has_evaluate else 0.0
        numbers[word.RAVE_BIAS] = RAVE_BIAS if on.rave else 0.0
        numbers[word.VIRTUAL_LOSS] = VIRTUAL_LOSS if on.virtual_loss else 0.0
        numbers[word.BIAS_WEIGHT], numbers[word.BIAS_SPREAD] = BIAS_WEIGHT, BIAS_SPREAD
        even = game.utility_sum / game.players if game.facts.zero_sum else min(max(0.0, low), high)
        numbers[word.EVEN] = even
        numbers[word.REPETITION] = even if game.repetition is None else float(game.repetition)

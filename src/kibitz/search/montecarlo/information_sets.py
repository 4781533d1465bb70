"""Monte Carlo tree search where something is hidden, or players move at the same time: information-set search.

The player to move knows a view, not the state. Worlds that agree with it are dealt again and again, and simulated:
what they show is kept by what each player knows (`information_sets_tree`).

Every second simulation is made for the player to move, from a world dealt from its view. The ones between are for the
models of the players: a chain of worlds, each dealt from what one player would see in the world before, and simulated
for that player. Without them the opponents would learn only from worlds with our own cards in our hand, and act as if
they saw them. That costs half of the simulations. Where a game deals only for the player to move, they do learn so.

Contract. The state that is played is looked at once, for the view of the player to move: states that look alike to that
player get the same answer, number by number, for the same seed.
"""

from __future__ import annotations

import time
from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import accumulate
from random import Random
from typing import Any

from kibitz.game import Game, State, answers
from kibitz.native.execution import is_runnable, run, run_alone
from kibitz.search.diagnosis import in_words
from kibitz.search.engine.techniques import Techniques
from kibitz.search.equilibrium.information import MEGABYTES
from kibitz.search.hidden.deals import Seat, seated
from kibitz.search.metareasoning import most_to_come
from kibitz.search.montecarlo.estimate import Estimate, Estimated, doubted
from kibitz.search.montecarlo.information_sets_tree import (
    CROWDED,
    DEEPEST,
    FULL,
    NODE_LIMIT,
    NODES,
    OF_EDGES,
    OF_SETS,
    PLIES,
    SETS,
    STOP,
    Dealt,
    SetTree,
    known_by,
    rehash,
    simulate_worlds,
)
from kibitz.search.needs import is_in_vectors
from kibitz.search.watch import LONGEST_LINE, UNLIMITED

FIRST_SLICE = 32  # simulations
SLICE = 0.05  # seconds between two estimates, about
ROUND = 1024  # simulations: so often it is asked whether another action can catch up, however fast they are made
EACH_DEALT = 4  # simulations of a world that was dealt at random: dealing it in Python takes longer than simulating it
LISTED = 256  # deals of a view that are kept as a list to draw from
KEPT_DEALS = 200_000  # in all such lists together


class InformationSetSearch:
    """Estimates what every action is worth to a player who does not see everything."""

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
    ) -> None:
        """The tree takes at most `megabytes` of memory, simulations at most `nodes` positions. It has one thread.

        Of the `techniques` it has `reuse`: what one position has shown is kept for the next.
        """
        self.game = game
        self._most = int((MEGABYTES if megabytes is None else megabytes) * (1 << 20))
        self._seed = 0 if seed is None else seed
        self._width = game.players if is_in_vectors(game) else 1
        self._nodes = nodes
        self._reuses = techniques is None or techniques.reuse
        self.interpreted = interpreted
        self.forget()

    def forget(self) -> None:
        """Begin anew, without what earlier simulations have shown."""
        self._tree = SetTree(self.game, self._seed, self._width)
        self._root: _Root | None = None
        self._made = 0
        self._speed = 0.0  # simulations a second of the fastest slice so far
        self._dealer = _Dealer(self.game, Random(self._seed))
        self.allow(self._nodes)

    def allow(self, nodes: int | None) -> None:
        """At most this many positions in each search; None for any number."""
        self._tree.told[NODE_LIMIT] = UNLIMITED if nodes is None else nodes

    def stop(self) -> None:
        """End the work, from any thread."""
        self._tree.told[STOP] = 1

    def go_on(self) -> None:
        """Take back an order to stop."""
        self._tree.told[STOP] = 0

    @property
    def is_stopped(self) -> bool:
        """Has it been told to stop?"""
        return bool(self._tree.told[STOP])

    @property
    def nodes(self) -> int:
        """Positions looked at in this search so far, in the tree and in playouts."""
        return int(self._tree.told[NODES])

    @property
    def tree_nodes(self) -> int:
        """How many information sets the tree has."""
        return int(self._tree.told[SETS])

    def prepare(self, s: State) -> None:
        """Have everything compiled that simulations from such a state take."""
        if not self.interpreted:
            blank = Dealt(self.game, [], 1, 0, False)
            self.interpreted = not is_runnable(simulate_worlds, self.game, s, self._tree, blank)
        if not self.interpreted:
            rehash.compiled.prepare(self._tree)

    def think(
        self,
        s: State,
        *,
        history: Sequence[int] = (),
        simulations: int | None = None,
        depth: int | None = None,
        seconds: float | None = None,
    ) -> Iterator[Estimate]:
        """Better and better estimates for the player to move at a state, of which only that player's view is used.

        Ends after `simulations`, at the node limit, by order, or when no other action can catch up. A simulation looks
        `depth` plies ahead at most, and evaluates there. The game so far, `history`, is in a view where it matters.
        `seconds` is when somebody else's clock is going to stop it, so that it is known what is left at most.
        """
        if not self._reuses:
            self.forget()
        self._root = _Root.of(self.game, s)
        self.prepare(self._root.world)
        told = self._tree.told
        told[PLIES] = LONGEST_LINE if depth is None else min(depth, LONGEST_LINE)
        told[NODES] = told[DEEPEST] = self._made = 0
        return self._estimates(self._root, simulations, seconds)

    def _estimates(self, root: _Root, simulations: int | None, seconds: float | None) -> Iterator[Estimate]:
        worlds = _Worlds(self._dealer, root.seat, self.game.players)
        each = 1 if worlds.are_listed else EACH_DEALT
        started, size = time.perf_counter(), FIRST_SLICE
        while True:
            begun = time.perf_counter()
            number = min(size, ROUND - self._made % ROUND)
            if simulations is not None:
                number = min(number, simulations - self._made)
            done = self._simulate(worlds.take(-(-number // each)), each, number)
            self._made += done
            self._speed = max(self._speed, done / max(time.perf_counter() - begun, 1e-6))
            is_cut = done < number
            more = None if seconds is None else most_to_come(self._speed, time.perf_counter() - started, seconds)
            ended = self._ended(simulations, more) if not is_cut else "" if self.is_stopped else "nodes"
            yield self.estimate(ended=ended, seconds=time.perf_counter() - started)
            if ended or is_cut:
                return
            if time.perf_counter() - begun < SLICE:
                size = min(2 * size, ROUND)

    def _ended(self, simulations: int | None, more: int | None) -> str:
        """Why there is no need to go on, if no more simulations than that are to come; empty where there is."""
        if simulations is not None and self._made >= simulations:
            return "simulations"
        if self._root is not None and len(self._root.actions) == 1:
            return "decided"
        left = [] if simulations is None else [simulations - self._made]
        left += [] if more is None else [more]
        if not left or self._made % ROUND:
            return ""
        return "" if self.can_be_caught(min(left)) else "decided"

    def can_be_caught(self, more_simulations: int) -> bool:
        """Could another action become the most visited one within this many more simulations?"""
        tries = [0, 0] if self._root is None else sorted(self._tries(self._root), reverse=True)
        return len(tries) > 1 and tries[1] + more_simulations > tries[0]

    def _simulate(self, worlds: list[tuple[int, State]], each: int, most: int) -> int:
        """Simulate worlds, `each` times each and at most this often in all; how often it was done."""
        dealt = Dealt(self.game, worlds, each, most, self.interpreted)
        while True:
            with in_words(self.game, worlds[0][1]):
                run(simulate_worlds, self.game, worlds[0][1], self._tree, dealt, interpreted=self.interpreted)
            if not self._tree.told[CROWDED]:
                return dealt.done
            self._make_room()

    def _make_room(self) -> None:
        """Twice the room, as far as the memory goes: from then on nothing is added to the tree."""
        import numpy as np

        tree = self._tree
        tree.told[CROWDED] = 0
        if 2 * sum(getattr(tree, row).nbytes for row in tree.bare) > self._most:
            tree.told[FULL] = 1
            return
        for row in (*OF_SETS, *OF_EDGES, "sums"):
            setattr(tree, row, np.concatenate([getattr(tree, row), np.zeros_like(getattr(tree, row))]))
        tree.slots = np.zeros(2 * len(tree.keys), np.int64)
        run_alone(rehash, tree, stop=self.stop, interpreted=self.interpreted)

    # ------------------------------------------------------------ what has been found

    def _tries(self, root: _Root) -> list[int]:
        number = root.number(self._tree)
        if number < 0:
            return [0] * len(root.actions)
        first = int(self._tree.first[number])
        return [int(tries) for tries in self._tree.tries[first : first + len(root.actions)]]

    def estimate(self, *, ended: str = "", seconds: float = 0.0) -> Estimate:
        """What the simulations so far say of the position that is searched."""
        root = self._root
        assert root is not None, "there is nothing to tell before a search"
        tree, width, number = self._tree, self._width, root.number(self._tree)
        rows = []
        for at, (action, visits) in enumerate(zip(root.actions, self._tries(root), strict=True)):
            means, error = [0.0] * width, 0.0
            if visits:
                edge = int(tree.first[number]) + at
                means = [float(tree.sums[edge * width + share]) / visits for share in range(width)]
                own = means[0 if width == 1 else root.seat.player]
                spread = max(0.0, float(tree.squares[edge]) / visits - own * own)
                error = doubted(self.game, (spread / max(1, visits - 1)) ** 0.5, visits)
            value = means[0] if width == 1 else tuple(means)
            rows.append(Estimated(action, visits, value, error, False, (action,)))
        ranked = sorted(rows, key=lambda row: -row.visits)
        room = sum(getattr(tree, row).nbytes for row in tree.bare)
        told = tree.told
        full = min(1000, round(1000 * room / self._most * int(told[SETS]) / len(tree.keys)))
        return Estimate(self._made, tuple(ranked), int(told[NODES]), int(told[DEEPEST]), seconds, full, ended)


class _Root:
    """The information set that is asked about."""

    def __init__(self, seat: Seat, world: State, actions: list[Any], key: int) -> None:
        self.seat, self.world, self.actions, self._key = seat, world, actions, key

    @staticmethod
    def of(game: Game, s: State) -> _Root:
        """What the player to move knows of a state; from here on the state itself is forgotten."""
        seat = seated(game, s, game.player(s), "montecarlo")
        world = seat.deal(Random(0))
        return _Root(seat, world, list(game.actions(world)), known_by(game, world, seat.player))

    def number(self, tree: SetTree) -> int:
        """Its number in the tree; -1 where no simulation has come by."""
        return int(tree.slots[tree.slot(self._key)]) - 1


class _Dealer:
    """Deals worlds from views; lists of few deals are kept to draw from."""

    def __init__(self, game: Game, random: Random) -> None:
        self._game = game
        self._random = random
        self._lists: dict[Any, tuple[list[State], list[float]]] = {}
        self._kept = 0
        self._only_lists = not answers(game, "deal")

    def lists(self, seat: Seat) -> bool:
        """Are there few worlds to draw from?"""
        return self._only_lists or bool(self._listed(seat, LISTED)[0])

    def one(self, seat: Seat, is_listed: bool) -> State:
        """A world that agrees with a view, drawn by its weight."""
        states, totals = self._listed(seat, None if self._only_lists else LISTED) if is_listed else ([], [])
        if not states:
            return seat.deal(self._random)
        return states[bisect(totals, self._random.random() * totals[-1], 0, len(totals) - 1)]

    def _listed(self, seat: Seat, most: int | None) -> tuple[list[State], list[float]]:
        """Every world of a view, and the sums of their weights up to each; empty where there are more than `most`."""
        key = seat.player, seat.view
        try:
            found = self._lists.get(key)
        except TypeError:  # a view that cannot be kept
            return self._list(seat, most)
        if found is None:
            found = self._list(seat, most)
            if self._kept < KEPT_DEALS:
                self._lists[key] = found
                self._kept += len(found[0]) + 1
        return found

    def _list(self, seat: Seat, most: int | None) -> tuple[list[State], list[float]]:
        deals = seat.all_deals() if most is None else seat.deals(most)
        if deals is None:
            return [], []
        states, weights = zip(*deals, strict=True)
        return list(states), list(accumulate(weights))


class _Worlds:
    """Worlds with their learners, without end: the player to move in its own, and in between a chain of others.

    The chain goes round the players twice, each in a world dealt from what it would see in the one before; then it
    begins again at a world of the player to move.
    """

    def __init__(self, dealer: _Dealer, seat: Seat, players: int) -> None:
        self._dealer, self._seat = dealer, seat
        self.are_listed = dealer.lists(seat)
        around = [(seat.player + step) % players for step in range(1, players + 1)]
        self._chain = around * 2
        self._is_own = False
        self._at = len(self._chain)
        self._last: State = None

    def take(self, number: int) -> list[tuple[int, State]]:
        """The next ones: learners and states."""
        return [self._next() for _ in range(number)]

    def _next(self) -> tuple[int, State]:
        self._is_own = not self._is_own
        if self._is_own:
            world = self._dealer.one(self._seat, self.are_listed)
            if self._at == len(self._chain):
                self._last, self._at = world, 0
            return self._seat.player, world
        player = self._chain[self._at]
        self._at += 1
        seat = Seat.of(self._seat.game, self._last, player)
        try:
            world = self._dealer.one(seat, self.are_listed)
        except Exception:  # many games deal only for the player to move: then this one learns from the same world
            return player, self._last
        self._last = world
        return player, self._last

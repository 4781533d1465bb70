"""What a search reports as it goes: to nobody, to a counter, or step by step to a recorder.

Every textbook search takes a `watch: Watch` and calls one of its methods at each step. A watch that does nothing
compiles away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kibitz.errors import Stopped, TooDeep
from kibitz.game import Action, Game, State
from kibitz.game.given import whole
from kibitz.game.within import Within
from kibitz.native import Native
from kibitz.native.override import override

if TYPE_CHECKING:
    import numpy as np

Value = Any  # a float, player 0's; or a vector with an entry for each player

LONGEST_LINE = 20_000  # plies; past that a line of play is taken to be endless
UNLIMITED = 1 << 62  # nodes: a limit that no search reaches

# The places of the counts.
NODES, LEAVES, HORIZON, CUTS, PLY, DEEPEST, NODE_LIMIT, ROLLS, CHANCE_CUTS, PROBES, SKIPPED = range(11)


class Watch(Native):
    """Is called at every step of a search. This one does nothing, and compiles away.

    Subclass it and answer the steps that matter. A watch whose methods are beyond the compiler says so with
    `compiles = False`: the search then runs as plain Python. In what follows, s is the state of the node that the step
    happens at, v the value of that node so far and `child` that of the node below, for player 0 or as a vector.
    """

    compiles = True

    def begin(self, game: Game, algorithm: Any) -> None:
        """A search of this game by this `Algorithm` begins."""

    def enter(self, s: State, alpha: float, beta: float) -> None:
        """A node is entered with the window from alpha to beta."""

    def leaf(self, s: State, v: Value) -> None:
        """The node is terminal and has utility v."""

    def horizon(self, s: State, v: Value) -> None:
        """The depth limit is reached: the node is only evaluated, at v."""

    def update(self, s: State, a: Action, child: Value, v: Value, alpha: float, beta: float) -> None:
        """The child reached by action a came back with value `child`; the node's v, α and β are now these."""

    def roll(self, s: State) -> None:
        """The node is a chance node, and its outcomes are looked at from here on."""

    def weigh(self, s: State, a: Action, probability: float, child: Value, v: Value) -> None:
        """The child reached by outcome a came back with value `child`; the weighted sum is now v."""

    def confine(self, s: State, a: Action, probability: float, child: Value, v: Value, low: float, high: float) -> None:
        """The child reached by outcome a came back with value `child`; the weighted sum is now v.

        Whatever the unseen outcomes bring, the node is worth at least `low` and at most `high`.
        """

    def probe(self, s: State, number: int) -> None:
        """The child with this number, counted from 0, is entered next, out of its turn."""

    def only(self, s: State, number: int) -> None:
        """Of all the actions here, only the one with this number, counted from 0, is looked at."""

    def restart(self, s: State) -> None:
        """From here on the children are entered in their order, the first one first."""

    def tighten(self, s: State, a: Action, bound: float, is_least: bool, low: float, high: float) -> None:
        """One action after outcome a was probed: the outcome is worth at least (or else at most) `bound`.

        The chance node is therefore worth at least `low` and at most `high`.
        """

    def skip(self, s: State, number: int, probability: float, least: float, most: float) -> None:
        """The outcome with this number, counted from 0, is not looked at: likelier ones are enough.

        It is worth something between `least` and `most`.
        """

    def settle(self, s: State, v: float, seen: float, low: float, high: float) -> None:
        """A chance node is worth v if the outcomes left out are like those looked at.

        Those looked at have `seen` of the probability; whatever the others are like, the node is worth at least `low`
        and at most `high`.
        """

    def forgo(self, s: State, v: Value, alpha: float, beta: float) -> None:
        """The unseen outcomes are cut: whatever they bring, the node is worth v ≤ α at most, or v ≥ β at least."""

    def prune(self, s: State, a: Action, child: Value, v: Value, alpha: float, beta: float) -> None:
        """The child came back with a value that makes v cut the remaining actions.

        α and β are as they were, or moved already where the search moves them before it tests.
        """

    def visit(self, s: State) -> None:
        """A simulation comes to this position, in the tree or in a random game."""

    def select(self, s: State, number: int, scores: tuple[float, ...]) -> None:
        """A simulation goes on to the child with this number, counted from 0, which is in the tree.

        `scores` are the UCB1 of all children for the player to move; empty where the dice fell.
        """

    def expand(self, s: State, number: int, child: State) -> None:
        """The child with this number, counted from 0, and this state is added to the tree."""

    def simulate(self, s: State, moves: tuple[int, ...], v: Value, is_over: bool) -> None:
        """From this node a random game went on, by the actions and outcomes with these numbers, and brought v.

        `is_over`: it came to the end of the game, not to the depth limit.
        """

    def back_up(self, s: State, visits: int, v: Value) -> None:
        """A simulation through this node, or to it, has been counted: its visits and its mean are now these."""

    def choose(self, s: State, number: int, v: Value) -> None:
        """All simulations are done: the child with this number, counted from 0, has the most visits; its mean is v."""

    def begin_round(self, s: State, depth: int, best: int) -> None:
        """A round of deepening begins, to this depth; the last one had `best`, counted from 0, as its best action."""

    def end_round(self, s: State, depth: int, v: Value, best: int, is_done: bool) -> None:
        """A round of deepening is over; `is_done`: it asked for no evaluation, so that a further one is of no use."""

    def recall(self, s: State, low: float, high: float, v: Value, is_final: bool) -> None:
        """The table answers v: the node is worth at least `low` and at most `high`, to the depth that is asked for.

        `is_final`: and to the end of the game.
        """

    def line_up(self, s: State, numbers: tuple[int, ...], first: int, killers: tuple[int, ...]) -> None:
        """The children are tried in this order; `first` was best before (-1: none is known), then come the killers."""

    def drop(self, s: State, looks: tuple[float, ...], numbers: tuple[int, ...]) -> None:
        """The children with these numbers fall outside the beam. `looks` is what each child looks worth to player 0."""

    def turn_to(self, s: State, number: int) -> None:
        """The child with this number, counted from 0, is entered next."""

    def look_on(self, s: State, v: Value, alpha: float, beta: float, numbers: tuple[int, ...]) -> None:
        """The depth is spent, but the node is not quiet: the children with these numbers are looked at.

        v is what its player has without that, by standing pat; infinite where that is no choice. If v leaves the
        window from alpha to beta, that is enough.
        """

    def note_killer(self, s: State, number: int, ply: int) -> None:
        """The child with this number has cut: at this ply it is tried early from now on."""

    def leave(self, s: State, v: Value) -> None:
        """The node is left with value v."""


class Heed(Watch):
    """Counts nothing, and ends its search when another one is stopped: for a search inside a game that is searched."""

    bare = ("stopping",)

    def __init__(self) -> None:
        import numpy as np

        self.stopping: Any = np.zeros(1, np.int64)

    @override
    def enter(self, s: State, alpha: float, beta: float) -> None:
        if self.stopping[0]:
            raise Stopped("the search was stopped")


def share_stop(game: Game, stopping: np.ndarray[Any, Any]) -> None:
    """Let a game that runs searches of its own, as a modelled opponent does, stop them with the search of the game.

    `stopping` is an array of one number: 0 until the search is to stop.
    """
    if isinstance(game, Within):
        game.heed(stopping)


class Counted:
    """A count of a `Count`, to be read as an attribute."""

    def __init__(self, place: int, doc: str) -> None:
        self._place = place
        self.__doc__ = doc

    def __get__(self, watch: Count | None, owner: type) -> int:
        return self if watch is None else int(watch.counts[self._place])  # type: ignore[return-value]


class Count(Watch):
    """Counts what a search does, shows its progress to other threads, and can stop it from any of them."""

    bare = ("counts", "stopping")

    def __init__(self, nodes: int | None = None, *, stop_with: Count | None = None) -> None:
        """`nodes` is the node limit; where `stop_with` is stopped, so is this one."""
        import numpy as np

        self.counts = np.zeros(11, np.int64)
        self.allow(None if nodes is None else whole("the node limit", nodes, 0))
        self.stopping: Any = np.zeros(1, np.int64) if stop_with is None else stop_with.stopping

    @override
    def begin(self, game: Game, algorithm: Any) -> None:
        share_stop(game, self.stopping)

    @override
    def enter(self, s: State, alpha: float, beta: float) -> None:
        counts = self.counts
        if self.stopping[0] or counts[NODES] >= counts[NODE_LIMIT]:
            raise Stopped("the search was stopped")
        counts[NODES] += 1
        counts[PLY] += 1
        if counts[PLY] > counts[DEEPEST]:
            counts[DEEPEST] = counts[PLY]
            if counts[PLY] > LONGEST_LINE:
                raise TooDeep("a line of play passed 20,000 plies")

    @override
    def leaf(self, s: State, v: Value) -> None:
        self.counts[LEAVES] += 1

    @override
    def horizon(self, s: State, v: Value) -> None:
        self.counts[HORIZON] += 1

    @override
    def prune(self, s: State, a: Action, child: Value, v: Value, alpha: float, beta: float) -> None:
        self.counts[CUTS] += 1

    @override
    def forgo(self, s: State, v: Value, alpha: float, beta: float) -> None:
        self.counts[CUTS] += 1
        self.counts[CHANCE_CUTS] += 1

    @override
    def roll(self, s: State) -> None:
        self.counts[ROLLS] += 1

    @override
    def tighten(self, s: State, a: Action, bound: float, is_least: bool, low: float, high: float) -> None:
        self.counts[PROBES] += 1

    @override
    def skip(self, s: State, number: int, probability: float, least: float, most: float) -> None:
        self.counts[SKIPPED] += 1

    @override
    def visit(self, s: State) -> None:
        if self.stopping[0] or self.counts[NODES] >= self.counts[NODE_LIMIT]:
            raise Stopped("the search was stopped")
        self.counts[NODES] += 1

    @override
    def simulate(self, s: State, moves: tuple[int, ...], v: Value, is_over: bool) -> None:
        self.counts[LEAVES if is_over else HORIZON] += 1

    @override
    def leave(self, s: State, v: Value) -> None:
        self.counts[PLY] -= 1

    def enter_leaves(self, nodes: int, finished: int) -> None:
        """Enter and leave all children of a node at once, none of which has children looked at; some are terminal."""
        counts = self.counts
        if self.stopping[0] or counts[NODES] + nodes > counts[NODE_LIMIT]:
            raise Stopped("the search was stopped")
        counts[NODES] += nodes
        counts[LEAVES] += finished
        if nodes and counts[PLY] >= counts[DEEPEST]:
            counts[DEEPEST] = counts[PLY] + 1

    def allow(self, nodes: int | None) -> None:
        """Set the node limit, which counts the nodes entered so far too; None for no limit."""
        self.counts[NODE_LIMIT] = UNLIMITED if nodes is None else nodes

    def stop(self) -> None:
        """Stop the search that is being watched, from any thread: it raises `Stopped` at its next node."""
        self.stopping[0] = 1

    @property
    def is_stopped(self) -> bool:
        """Has `stop` been called?"""
        return bool(self.stopping[0])

    nodes = Counted(NODES, "Nodes entered, leaves included.")
    leaves = Counted(LEAVES, "Terminal nodes entered.")
    evaluated = Counted(HORIZON, "Nodes at the depth limit, whose value is an estimate.")
    cuts = Counted(CUTS, "Times that the remaining actions, or outcomes, of a node were cut.")
    chance_nodes = Counted(ROLLS, "Chance nodes whose outcomes were looked at.")
    chance_cuts = Counted(CHANCE_CUTS, "Chance nodes of which some outcomes were cut, since they could not matter.")
    probes = Counted(PROBES, "Outcomes that were probed by one action before any was looked at in full.")
    skipped = Counted(SKIPPED, "Outcomes left out because likelier ones were enough.")

    @property
    def deepest(self) -> int:
        """The longest line looked at, in plies."""
        return max(0, int(self.counts[DEEPEST]) - 1)

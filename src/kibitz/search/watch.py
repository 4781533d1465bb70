"""What a search tells as it goes: nothing, counts, or every step."""

from __future__ import annotations

import threading
import time
from typing import Any

from kibitz.errors import Stopped, TooDeep
from kibitz.game.given import whole
from kibitz.game.within import Within
from kibitz.native import Native
from kibitz.native.override import override

LONGEST_LINE = 20_000  # plies; past that a line of play is taken to be endless
UNLIMITED = 1 << 62  # nodes: a limit that no search reaches

# The places of the counts.
NODES, LEAVES, HORIZON, CUTS, PLY, DEEPEST, NODE_LIMIT, ROLLS, CHANCE_CUTS, PROBES, SKIPPED = range(11)


class Watch(Native):
    """Told every step of a search. This one listens to nothing, and compiles away.

    A watch whose methods are beyond the compiler says so with `compiles = False`: the search is then interpreted.
    """

    compiles = True

    def begin(self, game: Any, algorithm: Any) -> None:
        """A search of this game by this `Algorithm` begins."""

    def enter(self, s: Any, alpha: float, beta: float) -> None:
        """A node is entered with this window."""

    def leaf(self, s: Any, v: Any) -> None:
        """The node is terminal and has this utility."""

    def horizon(self, s: Any, v: Any) -> None:
        """The depth limit is reached: the node is only evaluated."""

    def update(self, s: Any, a: Any, child: Any, v: Any, alpha: float, beta: float) -> None:
        """The child reached by an action came back with a value; the node's v, α and β are now these."""

    def roll(self, s: Any) -> None:
        """The node is a chance node, and its outcomes are looked at from here on."""

    def weigh(self, s: Any, a: Any, probability: float, child: Any, v: Any) -> None:
        """The child reached by an outcome came back with a value; the weighted sum is now v."""

    def confine(self, s: Any, a: Any, probability: float, child: Any, v: Any, low: float, high: float) -> None:
        """As `weigh`, and whatever the unseen outcomes bring, the node is worth at least `low` and at most `high`."""

    def probe(self, s: Any, number: int) -> None:
        """The child with this number, counted from 0, is entered next, out of its turn."""

    def only(self, s: Any, number: int) -> None:
        """Of all the actions here, only the one with this number, counted from 0, is looked at."""

    def restart(self, s: Any) -> None:
        """From here on the children are entered in their order, the first one first."""

    def tighten(self, s: Any, a: Any, bound: float, is_least: bool, low: float, high: float) -> None:
        """One action behind an outcome was probed: the outcome is worth at least (or else at most) `bound`.

        The chance node is therefore worth at least `low` and at most `high`.
        """

    def skip(self, s: Any, number: int, probability: float, least: float, most: float) -> None:
        """The outcome with this number, counted from 0, is not looked at: likelier ones are enough.

        It is worth something between `least` and `most`.
        """

    def settle(self, s: Any, v: float, seen: float, low: float, high: float) -> None:
        """A chance node is worth v if the outcomes left out are like those looked at, which have `seen` of the
        probability; whatever they are like, it is worth at least `low` and at most `high`.
        """

    def forgo(self, s: Any, v: Any, alpha: float, beta: float) -> None:
        """The unseen outcomes are cut: whatever they bring, the node is worth v ≤ α at most, or v ≥ β at least."""

    def prune(self, s: Any, a: Any, child: Any, v: Any, alpha: float, beta: float) -> None:
        """The child came back with a value that makes v cut the remaining actions; α and β stay as they were."""

    def leave(self, s: Any, v: Any) -> None:
        """The node is left with this value."""


class Heed(Watch):
    """Listens to nothing but another search's order to stop: for a search inside a game that is being searched."""

    bare = ("stopping",)

    def __init__(self) -> None:
        import numpy as np

        self.stopping: Any = np.zeros(1, np.int64)

    @override
    def enter(self, s: Any, alpha: float, beta: float) -> None:
        if self.stopping[0]:
            raise Stopped("told to stop")


def share_stop(game: Any, stopping: Any) -> None:
    """Tell a game that searches on its own account, as a modelled opponent does, where the order to stop will stand.

    `stopping` is an array of one number, 0 until the search of the game is to end.
    """
    if isinstance(game, Within):
        game.heed(stopping)


class Count(Watch):
    """Counts nodes, and carries the order to stop into the search and its progress out of it."""

    bare = ("counts", "stopping")

    def __init__(self, nodes: int | None = None, *, stop_with: Count | None = None) -> None:
        """`nodes` is the most that may be entered; `stop_with` is another watch whose order to stop holds here too."""
        import numpy as np

        self.counts = np.zeros(11, np.int64)
        self.allow(None if nodes is None else whole("the node limit", nodes, 0))
        self.stopping: Any = np.zeros(1, np.int64) if stop_with is None else stop_with.stopping

    @override
    def begin(self, game: Any, algorithm: Any) -> None:
        share_stop(game, self.stopping)

    @override
    def enter(self, s: Any, alpha: float, beta: float) -> None:
        counts = self.counts
        if self.stopping[0] or counts[NODES] >= counts[NODE_LIMIT]:
            raise Stopped("told to stop")
        counts[NODES] += 1
        counts[PLY] += 1
        if counts[PLY] > counts[DEEPEST]:
            counts[DEEPEST] = counts[PLY]
            if counts[PLY] > LONGEST_LINE:
                raise TooDeep("a line of play went on and on")

    @override
    def leaf(self, s: Any, v: Any) -> None:
        self.counts[LEAVES] += 1

    @override
    def horizon(self, s: Any, v: Any) -> None:
        self.counts[HORIZON] += 1

    @override
    def prune(self, s: Any, a: Any, child: Any, v: Any, alpha: float, beta: float) -> None:
        self.counts[CUTS] += 1

    @override
    def forgo(self, s: Any, v: Any, alpha: float, beta: float) -> None:
        self.counts[CUTS] += 1
        self.counts[CHANCE_CUTS] += 1

    @override
    def roll(self, s: Any) -> None:
        self.counts[ROLLS] += 1

    @override
    def tighten(self, s: Any, a: Any, bound: float, is_least: bool, low: float, high: float) -> None:
        self.counts[PROBES] += 1

    @override
    def skip(self, s: Any, number: int, probability: float, least: float, most: float) -> None:
        self.counts[SKIPPED] += 1

    @override
    def leave(self, s: Any, v: Any) -> None:
        self.counts[PLY] -= 1

    def allow(self, nodes: int | None) -> None:
        """At most so many nodes may be entered, those entered so far included; None for any number."""
        self.counts[NODE_LIMIT] = UNLIMITED if nodes is None else nodes

    def stop(self) -> None:
        """End the search that is being watched, from any thread: it raises `Stopped` at its next node."""
        self.stopping[0] = 1

    @property
    def is_stopped(self) -> bool:
        """Has it been told to stop?"""
        return bool(self.stopping[0])

    @property
    def nodes(self) -> int:
        """Nodes entered, leaves included."""
        return int(self.counts[NODES])

    @property
    def leaves(self) -> int:
        """Terminal nodes met."""
        return int(self.counts[LEAVES])

    @property
    def evaluated(self) -> int:
        """Nodes at the depth limit, whose value is a guess."""
        return int(self.counts[HORIZON])

    @property
    def cuts(self) -> int:
        """Times that the rest of a node's actions, or of its outcomes, was cut."""
        return int(self.counts[CUTS])

    @property
    def chance_nodes(self) -> int:
        """Chance nodes whose outcomes were looked at."""
        return int(self.counts[ROLLS])

    @property
    def chance_cuts(self) -> int:
        """Chance nodes of which some outcomes were cut, since they could not matter."""
        return int(self.counts[CHANCE_CUTS])

    @property
    def probes(self) -> int:
        """Outcomes that were probed by one action before any was looked at in full."""
        return int(self.counts[PROBES])

    @property
    def skipped(self) -> int:
        """Outcomes left out because likelier ones were enough."""
        return int(self.counts[SKIPPED])

    @property
    def deepest(self) -> int:
        """The longest line looked at, in plies."""
        return max(0, int(self.counts[DEEPEST]) - 1)


class Remote:
    """A handle to an analysis that runs in another thread: stops it, and tells how far it is."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._watch: Any = None
        self._nodes_before = 0  # of the searches that this one followed
        self._reason = ""
        self._since: float | None = None

    def stop(self, reason: str = "stopped") -> None:
        """End the search, from any thread and at any time, even before it begins; only the first reason counts."""
        with self._lock:
            self._reason = self._reason or reason
            if self._watch is not None:
                self._watch.stop()

    def follow(self, watch: Any) -> None:
        """An analysis says with this what it searches with, once all is compiled; several may come in turn."""
        with self._lock:
            self._since = time.perf_counter() if self._since is None else self._since
            self._nodes_before += 0 if self._watch is None else self._watch.nodes
            self._watch = watch
            if self._reason:
                watch.stop()

    @property
    def stopped(self) -> bool:
        """Has it been told to stop?"""
        return bool(self._reason)

    @property
    def reason(self) -> str:
        """Why it was told to stop; empty if it was not."""
        return self._reason

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        with self._lock:
            return self._nodes_before + (0 if self._watch is None else int(self._watch.nodes))

    @property
    def seconds(self) -> float | None:
        """How long it has been searching; None before the search begins, as while it is being compiled."""
        return None if self._since is None else time.perf_counter() - self._since


class Clock:
    """Stops a watched search after some seconds; a context manager."""

    def __init__(self, watch: Any, seconds: float | None) -> None:
        self._watch = watch
        self._timer = None if seconds is None else threading.Timer(max(0.0, seconds), self._ring)
        self.has_rung = False  # is the time up?

    def _ring(self) -> None:
        self.has_rung = True
        self._watch.stop()

    def __enter__(self) -> None:
        if self._timer is not None:
            self._timer.daemon = True
            self._timer.start()

    def __exit__(self, *_: object) -> None:
        if self._timer is not None:
            self._timer.cancel()


class Ticker:
    """Tells twice a second how a search stands: its `nodes`, and what is `proven` if it knows; a context manager."""

    def __init__(self, watch: Any, progress: Any) -> None:
        self._watch = watch
        self._progress = progress
        self._over = threading.Event()
        self._started = time.monotonic()

    def __enter__(self) -> None:
        if self._progress is not None:
            threading.Thread(target=self._tick, name="kibitz-ticker", daemon=True).start()

    def __exit__(self, *_: object) -> None:
        self._over.set()

    def _tick(self) -> None:
        while not self._over.wait(0.5):
            seconds = time.monotonic() - self._started
            proven = getattr(self._watch, "proven", None)
            between = f", between {proven[0]:g} and {proven[1]:g}" if proven else ""
            self._progress(f"{self._watch.nodes:,} nodes, {seconds:.1f} s{between}")

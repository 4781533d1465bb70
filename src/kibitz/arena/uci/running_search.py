"""A search that runs while the session listens: it reports as it goes, and ends with one `bestmove`."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from math import inf

from kibitz.arena.uci.report import Report
from kibitz.arena.uci.thinkers import Asked, Thinker
from kibitz.errors import KibitzError, raised
from kibitz.game import Game
from kibitz.search.glance import best_at_a_glance
from kibitz.search.pacing import Pace

NO_MOVE = "bestmove (none)"


class RunningSearch:
    """One `go`: from the command to `bestmove`.

    `rules` are the game's without draws that are to be claimed: a move is made even where one could be. With `waits`,
    as for `infinite` and `ponder`, the best move is kept back until `stop` or `ponder_hit`.
    """

    def __init__(
        self,
        game: Game,
        rules: Game,
        thinker: Callable[[], Thinker],
        asked: Asked,
        pace: Pace,
        say: Callable[[str], None],
        *,
        waits: bool,
        mate: int | None = None,
    ) -> None:
        self._game = game
        self._rules = rules
        self._make_thinker = thinker
        self._thinker: Thinker | None = None
        self._asked = asked
        self._pace = pace
        self._say = say
        self._mate = mate
        self._is_timed = not waits  # does our clock run?
        self._told_to_stop = False
        self._may_end = threading.Event()
        if not waits:
            self._may_end.set()
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None
        self._begun = time.monotonic()
        self._last: Report | None = None
        self._thread: threading.Thread | None = None

    def start(self, after: threading.Thread | None) -> threading.Thread:
        """Begin in a thread of its own, once another one has ended."""

        def work() -> None:
            if after is not None:
                after.join()
            self._run()

        self._thread = threading.Thread(target=work, name="kibitz-uci-search", daemon=True)
        self._thread.start()
        return self._thread

    @property
    def is_running(self) -> bool:
        """Is the best move still to come?"""
        return self._thread is not None and self._thread.is_alive()

    def stop(self) -> None:
        """End it, and let it tell the best move."""
        with self._lock:
            self._told_to_stop = True
            if self._thinker is not None:
                self._thinker.stop()
        self._may_end.set()

    def ponder_hit(self) -> None:
        """The move that was pondered on has been played: from now on our clock runs."""
        with self._lock:
            self._is_timed = True
            self._begun = time.monotonic()
            self._set_timer()
            if self._last is not None and self._thinker is not None and self._last.seconds >= self._pace.soft:
                self._thinker.stop()  # what was thought on the opponent's time is enough
        self._may_end.set()

    # ------------------------------------------------------------ in its own thread

    def _run(self) -> None:
        try:
            self._think()
        except KibitzError as error:
            self._say(f"info string {error}")
        except Exception as error:  # a game's rules may raise anything: the session goes on
            self._say(f"info string {raised(repr(self._game.facts.name), error)}")
        self._may_end.wait()
        with self._lock:
            timer, self._thinker = self._timer, None
        if timer is not None:
            timer.cancel()
            timer.join()  # one that has just rung must not stop the next search
        self._say(self._best_move())

    def _think(self) -> None:
        thinker = self._make_thinker()
        with self._lock:
            thinker.ready()
            self._thinker = thinker
            if self._told_to_stop:
                return
            if self._is_timed:
                self._set_timer()
        allows_nothing = 0 in (self._asked.deepest, self._asked.nodes)
        if not allows_nothing and not self._game.is_terminal(self._asked.s):
            thinker.think(self._asked, self._hear)

    def _set_timer(self) -> None:
        """Stop the search at the hard limit. The lock is held."""
        if self._pace.hard == inf or self._thinker is None or self._timer is not None:
            return
        left = self._pace.hard - (time.monotonic() - self._begun)
        self._timer = threading.Timer(max(0.0, left), self._thinker.stop)
        self._timer.daemon = True
        self._timer.start()

    def _hear(self, report: Report) -> bool:
        """Tell what has been found to a depth; is more wanted?"""
        self._last = report
        for line in report.info(self._game.unit):
            self._say(line)
        wants_more = self._pace.wants_more(report)
        with self._lock:
            if self._told_to_stop:
                return False
            if self._mate is not None and 0 < (report.lines[0].plies_to_end or 0) < 2 * self._mate:
                return False
            return wants_more or not self._is_timed

    def _best_move(self) -> str:
        if self._last is not None and self._last.line:
            best, *replies = self._last.line
            return f"bestmove {best}" + (f" ponder {replies[0]}" if replies else "")
        choices = self._asked.only or tuple(self._rules.actions(self._asked.s))
        if not choices:
            return NO_MOVE
        best, _ = best_at_a_glance(self._game, self._asked.s, choices)
        return f"bestmove {self._game.action_text(self._asked.s, best)}"

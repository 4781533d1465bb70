"""Chess programs as players: subprocesses that speak UCI or the xboard protocol, and how they fail."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterable

from kibitz.arena.match.player import Failed, Resigned
from kibitz.arena.match.program import Program

__all__ = ["Clock", "Failed", "Player", "Resigned", "UciPlayer", "XboardPlayer", "player"]

START_TIME = 180.0  # seconds for a program to get ready: ours may have to be compiled
FEATURE_TIME = 3.0  # and for an xboard program to name its features, if it does at all
PATIENCE = 10.0  # seconds past its clock after which a program is taken to hang


class Clock:
    """What is on both clocks, White's first, and what is added after a move; in seconds."""

    def __init__(self, seconds: float, increment: float) -> None:
        self.left = [seconds, seconds]
        self.base = seconds
        self.increment = increment


class Player(Program, ABC):
    """A program on a clock. It is started again after a failure."""

    def __init__(self, command: str, options: Iterable[str] = ()) -> None:
        super().__init__(command)
        self.options = list(options)

    def ready(self) -> None:
        """Start it, unless it runs."""
        if not self.is_running:
            self.start()
            self._greet()

    @abstractmethod
    def _greet(self) -> None:
        """Say hello, and wait until it is ready."""

    @abstractmethod
    def begin(self, clock: Clock) -> None:
        """A new game from the initial position."""

    @abstractmethod
    def move(self, moves: list[str], clock: Clock) -> str:
        """Its move after these, in the notation of UCI."""


class UciPlayer(Player):
    """Speaks UCI."""

    def _greet(self) -> None:
        until = time.monotonic() + START_TIME
        self.send("uci")
        while self.hear(until) != "uciok":
            pass
        for option in self.options:
            name, _, value = option.partition("=")
            self.send(f"setoption name {name} value {value}")
        self._wait()

    def _wait(self) -> None:
        until = time.monotonic() + START_TIME
        self.send("isready")
        while self.hear(until) != "readyok":
            pass

    def begin(self, clock: Clock) -> None:
        self.send("ucinewgame")
        self._wait()

    def move(self, moves: list[str], clock: Clock) -> str:
        white, black = (max(1, round(1000 * left)) for left in clock.left)
        increment = round(1000 * clock.increment)
        self.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        self.send(f"go wtime {white} btime {black} winc {increment} binc {increment}")
        return self.best(time.monotonic() + max(clock.left) + PATIENCE)

    def best(self, until: float) -> str:
        """The move that ends what it says."""
        while True:
            words = self.hear(until).split()
            if words[:1] == ["bestmove"]:
                return words[1] if len(words) > 1 else ""

    def solve(self, fen: str, seconds: float) -> str:
        """Its move at a position, after so long."""
        self.begin(Clock(0, 0))
        self.send(f"position fen {fen}")
        self.send(f"go movetime {round(1000 * seconds)}")
        return self.best(time.monotonic() + seconds + PATIENCE)


class XboardPlayer(Player):
    """Speaks the xboard protocol, version 2 or what a program understands of it."""

    def _greet(self) -> None:
        self._takes_usermove = False
        self.send("xboard")
        self.send("protover 2")
        until = time.monotonic() + FEATURE_TIME
        try:
            while True:
                line = self.hear(until)
                if "usermove=1" in line:
                    self._takes_usermove = True
                if line.startswith("feature") and "done=1" in line:
                    break
        except Failed:
            if not self.is_running:
                raise
        for option in self.options:
            self.send(f"option {option}")

    def begin(self, clock: Clock) -> None:
        minutes, seconds = divmod(int(clock.base), 60)
        self.send("new")
        self.send("easy")
        self.send("nopost")
        self.send(f"level 0 {minutes}:{seconds:02d} {clock.increment:g}")
        self._told = 0
        self._plays = False

    def move(self, moves: list[str], clock: Clock) -> str:
        side = len(moves) % 2
        if not self._plays:
            self.send("force")
            for move in moves[self._told :]:
                self._tell(move)
        self.send(f"time {max(1, int(100 * clock.left[side]))}")
        self.send(f"otim {max(1, int(100 * clock.left[1 - side]))}")
        if self._plays:
            for move in moves[self._told :]:
                self._tell(move)
        else:
            self.send("go")
        self._plays = True
        self._told = len(moves) + 1
        return self._answer(time.monotonic() + max(clock.left) + PATIENCE)

    def _tell(self, move: str) -> None:
        self.send(f"usermove {move}" if self._takes_usermove else move)

    def _answer(self, until: float) -> str:
        while True:
            words = self.hear(until).split()
            if words[:1] == ["move"] and len(words) > 1:
                return words[1].lower()
            if words[:1] == ["resign"]:
                raise Resigned
            if words[:1] in (["Illegal"], ["Error"]):
                raise Failed(f"{self.called} says {' '.join(words)!r}")


def player(text: str, options: Iterable[str] = ()) -> Player:
    """The program that `uci:COMMAND` or `xboard:COMMAND` names; a command alone speaks UCI."""
    kind, colon, command = text.partition(":")
    if colon and kind == "xboard":
        return XboardPlayer(command, options)
    return UciPlayer(command if colon and kind == "uci" else text, options)

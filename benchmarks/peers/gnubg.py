"""GNU Backgammon: its plays and its equities, asked over a socket (Debian's package `gnubg`).

It plays for money without the doubling cube: a game counts 1, a gammon 2, a backgammon 3. Its opinions are
slow to come by when it looks ahead, so that they can be kept in a file, and asked for once.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType

from kibitz.games.backgammon import Backgammon, State
from kibitz.games.backgammon.checkers import BAR, OFF, POINTS, number

PATIENCE = 600.0  # seconds: to start, and for an answer

PROGRAM = shutil.which("gnubg", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"]))
if PROGRAM is None:
    raise ImportError("there is no program called gnubg")


class Gnubg:
    """One running GNU Backgammon that looks `plies` plies ahead; use it in a `with` block."""

    def __init__(self, plies: int = 0, kept: Path | None = None) -> None:
        """`kept`: a file of what it said before, which grows as it says more."""
        self.plies = plies
        self._rules = Backgammon()
        self._said: dict[str, str] = {}
        self._file = None
        if kept is not None:
            if kept.exists():
                self._said = dict(line.split("\t") for line in kept.read_text().splitlines())
            self._file = kept.open("a")
        self._folder = tempfile.TemporaryDirectory()
        with socket.create_server(("localhost", 0)) as free:
            port = free.getsockname()[1]
        self._process = subprocess.Popen(
            [str(PROGRAM), "-t", "-q", "-r"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "HOME": self._folder.name, "LC_ALL": "C"},
        )
        orders = [
            "set threads 1",
            "set jacoby off",
            f"set evaluation chequerplay evaluation plies {plies}",
            "set evaluation chequerplay evaluation cubeful off",
            f"external localhost:{port}",
        ]
        assert self._process.stdin is not None
        self._process.stdin.write("".join(order + "\n" for order in orders))
        self._process.stdin.flush()
        self._socket = _connected(port)
        self._answers = self._socket.makefile()

    def __enter__(self) -> Gnubg:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._answers.close()
        self._socket.close()
        self._process.kill()
        self._process.wait()
        self._folder.cleanup()
        if self._file is not None:
            self._file.close()

    def equity(self, s: State) -> float:
        """What a position is worth to the player about to roll."""
        if self._rules.is_terminal(s):
            return float(self._rules.utility(s, s.mover))
        return float(self._asked(s, f"evaluation fibsboard {board(s)} plies {self.plies}").split()[-1])

    def play(self, s: State) -> State:
        """The position after the play it makes with the dice that are rolled."""
        plays = list(self._rules.actions(s))
        if len(plays) == 1:
            return self._rules.result(s, plays[0])
        words = []
        for word in self._asked(s, board(s)).split():
            source, _, target = word.partition("/")
            hit = "*" if target.endswith("*") else ""
            words.append(f"{_name(source)}/{_name(target.rstrip('*'))}{hit}")
        return self._rules.result(s, self._rules.parse_action(s, " ".join(words)))

    def _asked(self, s: State, line: str) -> str:
        key = f"{self.plies} {self._rules.text(s._replace(mover=0))}"
        if key not in self._said:
            self._socket.sendall(f"{line}\n".encode())
            answer = self._answers.readline().strip()
            if not answer or answer.startswith("Error"):
                raise ValueError(f"gnubg answers {answer!r} to {line!r}")
            self._said[key] = answer
            if self._file is not None:
                self._file.write(f"{key}\t{answer}\n")
                self._file.flush()
        return self._said[key]


def board(s: State) -> str:
    """A position as FIBS writes it, seen by the player to move.

    That one moves down from 24, and has positive checkers. The opponent's bar is place 0, the mover's 25.
    """
    places = [-number(s.theirs, BAR), *(_standing(s, point) for point in range(1, POINTS + 1)), number(s.mine, BAR)]
    turn, cube, colour, direction = [1], [1, 1, 1, 0], [1], [-1, 0, BAR]  # home is 0, the bar 25
    dice = [s.dice // 10, s.dice % 10, 0, 0]
    done = [number(side, place) for place in (OFF, BAR) for side in (s.mine, s.theirs)]
    numbers = [0, 0, 0, *places, *turn, *dice, *cube, *colour, *direction, *done, 0, 0, 0, 0]
    return ":".join(["board", "mover", "other", *map(str, numbers)])


def _standing(s: State, point: int) -> int:
    return number(s.mine, point) - number(s.theirs, BAR - point)


def _name(place: str) -> str:
    return {str(BAR): "bar", str(OFF): "off"}.get(place, place)


def _connected(port: int) -> socket.socket:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection(("localhost", port), timeout=PATIENCE)
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)

"""Programs that play: a process of its own, which is told lines and answers with lines."""

from __future__ import annotations

import contextlib
import queue
import shlex
import subprocess
import threading
import time
import weakref

from kibitz.arena.match.player import Failed

QUIT_TIME = 2.0  # seconds for a program to end when it is told to

_running: weakref.WeakSet[Program] = weakref.WeakSet()


def kill_programs() -> None:
    """End every program that runs, at once."""
    for program in list(_running):
        program.kill()


class Program:
    """A program that is talked to line by line. It is started when it is first needed, and again after a failure."""

    def __init__(self, command: str, farewell: str = "quit") -> None:
        """`command` is a command line; `farewell` is the line that ends the program."""
        self.command = shlex.split(command)
        self._farewell = farewell
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()

    @property
    def called(self) -> str:
        """The program's name in a sentence."""
        return repr(self.command[0])

    @property
    def is_running(self) -> bool:
        """Has it been started, and not ended?"""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start it; `Failed` where that is not possible."""
        self.kill()
        try:
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
                start_new_session=True,  # Ctrl-C is for the match, which then ends its programs
            )
        except OSError as error:
            raise Failed(f"{self.called} cannot be started: {error.strerror}") from None
        _running.add(self)
        self._lines = queue.Queue()
        threading.Thread(target=_listen, args=(self._process, self._lines), daemon=True).start()

    def send(self, line: str) -> None:
        """Tell it a line; `Failed` where it has ended."""
        assert self._process is not None and self._process.stdin is not None, "a program is started before it is told"
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise Failed(f"{self.called} has ended") from None

    def hear(self, until: float) -> str:
        """The next line it says; `Failed` where there is none before this time of `time.monotonic`."""
        try:
            line = self._lines.get(timeout=max(0.001, until - time.monotonic()))
        except queue.Empty:
            raise Failed(f"{self.called} does not answer") from None
        if line is None:
            raise Failed(f"{self.called} has ended")
        return line

    def kill(self) -> None:
        """End it at once, if it runs."""
        if self._process is not None:
            process, self._process = self._process, None
            with contextlib.suppress(OSError):
                process.kill()
            process.wait()

    def quit(self) -> None:
        """Tell it to end, and see that it does."""
        if self._process is None:
            return
        process = self._process
        with contextlib.suppress(OSError, ValueError, subprocess.TimeoutExpired):
            assert process.stdin is not None
            process.stdin.write(self._farewell + "\n")
            process.stdin.close()
            process.wait(QUIT_TIME)
        self.kill()


def _listen(process: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
    assert process.stdout is not None
    with contextlib.suppress(ValueError, OSError):
        for line in process.stdout:
            lines.put(line.strip())
    lines.put(None)

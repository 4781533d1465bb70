"""A program that speaks GTP, started in a process of its own and asked one command after the other."""

from __future__ import annotations

import contextlib
import queue
import shlex
import subprocess
import threading
import time

from kibitz.errors import BadInput, KibitzError

START_SECONDS = 180.0  # for the first answer: a program may have to compile or load something
ANSWER_SECONDS = 20.0  # for an answer that needs no thought
END_SECONDS = 2.0  # for a program to quit when asked


class ProgramFailed(KibitzError):
    """A program ended, hung, or answered what is not an answer."""


class ProgramRefused(KibitzError):
    """A program answered a command with an error; the message is its own."""


class GtpProgram:
    """A program and its answers. It is started with the first command; `close` ends it."""

    def __init__(self, command: str) -> None:
        try:
            self.words = shlex.split(command)
        except ValueError as error:
            raise BadInput(f"the command of a GTP program cannot be read ({error}), got {command!r}") from None
        if not self.words:
            raise BadInput("a GTP program needs a command, as in 'gtp:gnugo --mode gtp'")
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._has_answered = False

    @property
    def program(self) -> str:
        """The program's own file, for sentences."""
        return self.words[0]

    def ask(self, command: str, seconds: float = ANSWER_SECONDS) -> str:
        """The answer to a command; `ProgramRefused` where it is an error, `ProgramFailed` where there is none."""
        process = self._running()
        try:
            assert process.stdin is not None
            process.stdin.write(command + "\n")
            process.stdin.flush()
        except OSError:
            raise ProgramFailed(f"{self.program} has ended") from None
        answer = self._answer(time.monotonic() + (seconds if self._has_answered else max(seconds, START_SECONDS)))
        self._has_answered = True
        mark, text = answer[:1], answer[1:].lstrip("0123456789").strip()
        if mark == "=":
            return text
        if mark == "?":
            raise ProgramRefused(f"{self.program} answered {command!r} with {text!r}")
        raise ProgramFailed(
            f"{self.program} answered {command!r} with {answer!r}; expected a line that begins with = or ?"
        )

    def knows(self, command: str) -> bool:
        """Does it know a command?"""
        try:
            return self.ask(f"known_command {command}") == "true"
        except ProgramRefused:
            return False

    def close(self) -> None:
        """End it, if it runs: politely at first."""
        if self._process is None:
            return
        process, self._process = self._process, None
        try:
            assert process.stdin is not None
            with contextlib.suppress(OSError):
                process.stdin.write("quit\n")
                process.stdin.close()
            process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        self._has_answered = False

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None:
            try:
                self._process = subprocess.Popen(
                    self.words,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    text=True,
                    bufsize=1,
                    errors="replace",
                )
            except OSError as error:
                reason = error.strerror or type(error).__name__
                raise ProgramFailed(f"{self.program!r} cannot be started: {reason}") from None
            self._lines = queue.Queue()
            threading.Thread(target=_listen, args=(self._process, self._lines), daemon=True).start()
        return self._process

    def _answer(self, until: float) -> str:
        """The lines up to the empty one that ends an answer."""
        heard: list[str] = []
        while True:
            try:
                line = self._lines.get(timeout=max(0.001, until - time.monotonic()))
            except queue.Empty:
                raise ProgramFailed(f"{self.program} does not answer") from None
            if line is None:
                raise ProgramFailed(f"{self.program} has ended")
            if line:
                heard.append(line)
            elif heard:
                return "\n".join(heard)


def _listen(process: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
    """Hand on every line that a program writes; None at its end."""
    assert process.stdout is not None
    for line in process.stdout:
        lines.put(line.rstrip())
    lines.put(None)

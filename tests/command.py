"""The command, called in this process or in one of its own. It never shows a traceback, nor a colour."""

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from kibitz.cli import main


class Answer(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)

    @property
    def messages(self):
        """What was said on standard error, but for «compiling …», which comes only where compiling takes a while."""
        return [line for line in self.err.splitlines() if not line.startswith("kibitz: compiling ")]


def kibitz(*arguments, stdin=""):
    """Run the command here. `stdin` is text, or bytes that may be no text."""
    out, err = io.StringIO(), io.StringIO()
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin.encode() if isinstance(stdin, str) else stdin), encoding="utf-8")
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main([str(argument) for argument in arguments])
    finally:
        sys.stdin = before
    return _decent(Answer(code, out.getvalue(), err.getvalue()))


def process(*arguments, stdin="", python=(), **environment):
    """Run `python -m kibitz` in a process of its own."""
    ran = subprocess.run(
        [sys.executable, *python, "-m", "kibitz", *map(str, arguments)],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        env=os.environ | environment,
        timeout=120,
    )
    return _decent(Answer(ran.returncode, ran.stdout.decode(), ran.stderr.decode()))


def begun(*arguments):
    """Begin `python -m kibitz` in a process of its own, which takes Ctrl-C even where this one ignores it."""
    return subprocess.Popen(
        [sys.executable, "-m", "kibitz", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def wait_until_busy(running, seconds):
    """Wait until a process has used so much of a processor: unlike the clock, that tells how far it has come."""
    while running.poll() is None and _used(running.pid) < seconds:
        time.sleep(0.02)


def _used(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _decent(answer):
    said = answer.out + answer.err
    assert "Traceback" not in said, said
    assert "\x1b" not in said, said
    assert all(line.startswith("kibitz: ") or "import time:" in line for line in answer.err.splitlines()), answer.err
    return answer


def in_a_process(*words):
    """Begin the command in a process of its own, a copy of this one: what is compiled is at hand; its number."""
    pid = os.fork()
    if pid == 0:
        code = 99
        try:
            code = kibitz(*words).code
        finally:
            os._exit(code)
    return pid

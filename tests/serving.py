"""The page's server, in a process of its own or in a thread of this one, for tests that talk to it over HTTP."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

STARTING = 180  # seconds a server may take until it listens; a busy machine is slow to import
ENDING = 60  # seconds it may take to end


@contextlib.contextmanager
def served(*options, **environment):
    """`kibitz serve` on a free port; gives its address, such as `http://127.0.0.1:43210`."""
    with server(*options, **environment) as running:
        yield running.url


@contextlib.contextmanager
def server(*options, **environment):
    """The same; gives the process with its address and what it says."""
    running = Server(options, environment)
    try:
        yield running
    finally:
        running.end()


class Server:
    """A running `kibitz serve`."""

    def __init__(self, options, environment):
        words = [sys.executable, "-m", "kibitz", "serve", "--port", "0", *map(str, options)]
        self.process = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | environment,
            preexec_fn=lambda: signal.signal(
                signal.SIGINT, signal.default_int_handler
            ),  # even where it is ignored here
        )
        self.said = []
        self._listens = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        if not self._listens.wait(STARTING) or self.url is None:
            self.end()
            raise AssertionError(f"{words} does not listen: {self.said}")

    url = None

    def _read(self):
        for line in self.process.stderr:
            self.said.append(line.rstrip("\n"))
            if self.url is None and (found := re.search(r"the page is at (http://\S+?)/ ", line)):
                self.url = found[1]
                self._listens.set()
        self._listens.set()

    def interrupt(self):
        """Ctrl-C; the exit code."""
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(ENDING)
        self._reader.join(ENDING)
        return code

    def end(self):
        """End it, if it has not ended by itself."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(ENDING)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(ENDING)
        self._reader.join(ENDING)
        self.process.stderr.close()

    @property
    def threads(self):
        """How many threads it has."""
        return len(list(Path(f"/proc/{self.process.pid}/task").iterdir()))

    @property
    def megabytes(self):
        """How much memory it holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024


@contextlib.contextmanager
def here(**settings):
    """A server in a thread of this process; gives its address, and the service whose insides a test may look at."""
    import uvicorn

    from kibitz.web.app import create_app
    from kibitz.web.settings import Settings

    app = create_app(Settings(**settings))
    running = uvicorn.Server(uvicorn.Config(app, port=0, log_level="critical", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    try:
        eventually(lambda: running.started, STARTING)
        port = running.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}", app.state.service
    finally:
        running.should_exit = True
        app.state.service.searches.stop()
        thread.join(ENDING)


def eventually(holds, seconds=ENDING):
    """Wait until something holds; it must in the end."""
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, "it never came true"
        time.sleep(0.02)

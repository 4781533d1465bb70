"""Random games by the thousand: every search, compiled, checked and interpreted, against a plain oracle.

    python -m tests.fuzz --games 20000 --seed 0

Each mode is a process of its own, told one game after the other: the one that it was at when it died is known, it is
reported, and another process goes on behind it. Ctrl-C ends the run and says with which seed to go on.
"""

import argparse
import json
import os
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # the modules of the tests find each other by their plain names

MODES = ("compiled", "checked", "interpreted")
AT_ONCE = 200  # games sent to a process, and a line of progress
PATIENCE = 900.0  # seconds for one game; the first of a family has all of its searches compiled
CRASH = "KIBITZ_FUZZ_CRASH"  # the seed at which a process is to die, for the test of this


# ---------------------------------------------------------------- the process that plays


def work(mode):
    """Read games, `family seed` a line, and write what came out of each, a line of JSON before it and one after."""
    from random_searches import examine

    for line in sys.stdin:
        family, seed = line.split()
        print(json.dumps({"begun": [family, int(seed)]}), flush=True)
        if os.environ.get(CRASH) == seed:
            os.abort()
        try:
            differences, transcript = examine(family, int(seed), mode == "interpreted")
        except Exception as error:
            differences, transcript = [f"raised {type(error).__name__}: {error}"], {}
        told = {"differences": differences, "transcript": transcript}
        print(json.dumps({"done": [family, int(seed)], **told}), flush=True)


class Worker:
    """A process for one mode; a new one where it has died."""

    def __init__(self, mode):
        self.mode = mode
        self.process = None

    def start(self):
        environment = {key: value for key, value in os.environ.items() if key != "KIBITZ_CHECKED"}
        if self.mode == "checked":
            environment["KIBITZ_CHECKED"] = "1"
        command = [sys.executable, __file__, "--worker", self.mode]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        self.lines = queue.SimpleQueue()
        threading.Thread(target=self._read, args=(self.process, self.lines), daemon=True).start()

    @staticmethod
    def _read(process, lines):
        for line in process.stdout:
            lines.put(line)
        lines.put("")

    def send(self, games):
        """Hand games over; `collect` has what came out."""
        self.waiting = list(games)
        if self.process is None:
            self.start()
        self._hand_over()

    def _hand_over(self):
        lines = "".join(f"{family} {seed}\n" for family, seed in self.waiting)

        def write(process=self.process):
            try:
                process.stdin.write(lines)
                process.stdin.flush()
            except OSError:
                pass  # it has died: the reader notices

        threading.Thread(target=write, daemon=True).start()

    def collect(self):
        """What came out of every game: its differences and its transcript; None for one that the process died of."""
        found = {}
        while self.waiting:
            try:
                line = self.lines.get(timeout=PATIENCE)
                why = "crashed"
            except queue.Empty:
                line, why = "", f"took more than {PATIENCE:g} seconds"
            told = json.loads(line) if line.endswith("\n") else None
            if told is None:
                game = tuple(self.waiting.pop(0))
                self.close()
                found[game] = [f"{why} (exit status {self.status})"], None
                if self.waiting:
                    self.start()
                    self._hand_over()
            elif "done" in told:
                game = tuple(told["done"])
                self.waiting.remove(game)
                found[game] = told["differences"], told["transcript"]
        return found

    def close(self):
        if self.process is not None:
            self.process.kill()
            self.status = self.process.wait()
            self.process = None


# ---------------------------------------------------------------- the run


def run(games, modes, *, jobs=1, tell=print):
    """Play games in every mode: how many were played, and every difference as a line that can be repeated."""
    from random_searches import compare

    workers = {mode: Worker(mode) for mode in modes}
    differences, done, started = [], 0, time.monotonic()
    try:
        while games:
            part, games = games[:AT_ONCE], games[AT_ONCE:]
            found = {}
            for first in range(0, len(modes), jobs):
                together = modes[first : first + jobs]
                for mode in together:
                    workers[mode].send(part)
                found |= {mode: workers[mode].collect() for mode in together}
            for game in part:
                for line in _told(game, found, compare):
                    differences.append(line)
                    tell(line)
            done += len(part)
            pace = done / max(time.monotonic() - started, 1e-9)
            rest = f"{len(differences)} differences, {pace:.1f} games/s, last seed={part[-1][1]}"
            tell(f"{done:,} games in {len(modes)} modes, {rest}")
    finally:
        for worker in workers.values():
            worker.close()
    return done, differences


def _told(game, found, compare):
    """What is wrong with a game, a line each."""
    family, seed = game
    again = f"seed={seed} family={family}"
    for mode, rows in found.items():
        for difference in rows[game][0]:
            yield f"{again} mode={mode}: {difference}"
    first, *others = found
    for other in others:
        one, two = found[first][game][1], found[other][game][1]
        if one is not None and two is not None:
            for difference in compare(one, two):
                yield f"{again} mode={first}/{other}: {difference}"


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=20_000, help="how many games to play")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first game: go on where a run ended")
    parser.add_argument("--mode", choices=[*MODES, "all"], default="all")
    parser.add_argument("--family", default="", help="only these families of games, with commas between them")
    parser.add_argument("--jobs", type=int, default=min(len(MODES), os.cpu_count() or 1), help="modes side by side")
    parser.add_argument("--worker", choices=MODES, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.worker:
        work(given.worker)
        return 0
    from random_games import games

    names = [name for name in given.family.split(",") if name]
    wanted = games(given.seed, given.seed + given.games, names)
    modes = MODES if given.mode == "all" else (given.mode,)

    def tell(line):
        print(line, flush=True)

    try:
        done, differences = run(list(wanted), modes, jobs=given.jobs, tell=tell)
    except KeyboardInterrupt:
        print("interrupted: go on with --seed and the last seed above", file=sys.stderr)
        return 130
    print(f"{done:,} games, {len(differences)} differences; go on with --seed {given.seed + given.games}")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())

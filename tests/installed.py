"""Kibitz as installed: from a wheel or an sdist, in an empty environment, without the repository and without make.

    python -m tests.installed python3.11 python3.12 python3.13

builds both, installs each in new environments of these Pythons, does there what a newcomer does, and prints a table.
Packages are downloaded, so this is not part of `make test`, which does the same with packages that are there already.
"""

import argparse
import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 600  # seconds for one step, however busy the machine

VERSIONS = """
import numba, numpy, platform
print(f"Python={platform.python_version()} NumPy={numpy.__version__} Numba={numba.__version__}")
"""

STUDENT = """
def search(tree, maximising=True):
    if not isinstance(tree, list):
        return tree
    values = [search(child, not maximising) for child in tree]
    return max(values) if maximising else min(values)
"""


class Installed:
    """A copy of Kibitz in the environment of `python`, used from an empty folder."""

    def __init__(self, python, folder, **environment):
        self.python, self.folder = Path(python), Path(folder)
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "KIBITZ_"))}
        own = {"KIBITZ_CACHE": str(self.folder / "cache"), "KIBITZ_DATA": str(self.folder / "data")}
        self.environment = inherited | own | environment
        shutil.copy(ROOT / "tests/matches_game.py", self.folder / "matches.py")
        (self.folder / "student.py").write_text(STUDENT, encoding="utf-8")

    def run(self, *words):
        """What a program of the environment prints; it must do what it is asked, without a traceback."""
        ran = subprocess.run(
            [str(self.python.parent / words[0]), *map(str, words[1:])],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert ran.returncode == 0 and "Traceback" not in ran.stderr, f"{words}\n{ran.stdout}\n{ran.stderr}"
        return ran.stdout

    def kibitz(self, *words):
        """What `kibitz` prints."""
        return self.run("kibitz", *words)

    # ------------------------------------------------------------ what a newcomer does

    def is_outside_the_repository(self):
        where = Path(self.run("python", "-c", "import kibitz; print(kibitz.__file__)").strip())
        assert where.is_relative_to(self.python.parent.parent) and not where.is_relative_to(ROOT), where

    def helps(self):
        assert "usage: kibitz" in self.kibitz("--help")

    def lists_games_with_their_rules(self):
        listed = {row["name"]: row for row in json.loads(self.kibitz("games", "--json"))}
        assert len(listed) >= 25 and all(row["goal"] for row in listed.values())
        assert "four of your own stones in a row" in listed["connect-four"]["goal"]  # its page came with it

    def opens_the_shipped_book(self):
        found = json.loads(self.kibitz("best", "connect-four", "--json"))
        assert (found["best"], found["exact"], found["distance"]) == ("4", True, 41)
        assert [row["value"] for row in sorted(found["moves"], key=lambda row: row["move"])] == [
            -2,
            -1,
            0,
            1,
            0,
            -1,
            -2,
        ]

    def plays_a_users_file(self):
        assert self.kibitz("best", "matches.py:Matches").startswith("best: 1, wins in 11\n")
        assert self.kibitz("check", "matches.py:Matches").startswith("well defined: all 42 positions")

    def searches(self):
        found = json.loads(self.kibitz("best", "connect-four", "44444", "--depth", "8", "--json"))
        assert found["search"]["nodes"] > 1000 and len(found["moves"]) == 7

    def draws_a_tree(self):
        printed = self.kibitz("tree", "((3 12 8) (2 4 6) (14 5 2))", "--svg", "tree.svg")
        assert printed.startswith("value: 3\nbest: B\n")
        assert (self.folder / "tree.svg").read_text(encoding="utf-8").startswith("<svg ")

    def gives_the_lectures(self):
        assert "two-ply" in self.kibitz("lectures")
        assert self.kibitz("lectures", "two-ply")

    def grades(self):
        assert self.kibitz("grade", "student.py:search")

    def builds_a_table(self):
        self.kibitz("table", "build", "connect-four", "--set", "width=3", "--set", "height=3")
        assert "right" in self.kibitz("table", "verify", "connect-four", "--set", "width=3", "--set", "height=3")

    def serves_the_page(self):
        words = [self.python.parent / "kibitz", "serve", "--port", "0"]
        with subprocess.Popen(
            words, cwd=self.folder, env=self.environment, stderr=subprocess.PIPE, text=True
        ) as running:
            try:
                url = self._address(running)
                with urllib.request.urlopen(f"{url}/", timeout=PATIENCE) as answer:
                    assert "<title>Kibitz" in answer.read().decode()
                with urllib.request.urlopen(f"{url}/api/games", timeout=PATIENCE) as answer:
                    assert all(row["goal"] for row in json.load(answer))
                self._fetch_everything(url)
            finally:
                running.send_signal(signal.SIGINT)

    def _address(self, running):
        said = []
        for line in running.stderr:
            said.append(line)
            if found := re.search(r"the page is at (http://\S+?)/ ", line):
                return found[1]
        raise AssertionError(f"it does not serve: {said}")

    def _fetch_everything(self, url):
        """Every static file of the repository is served, byte for byte."""
        static = ROOT / "src/kibitz/web/static"
        line = http.client.HTTPConnection(url.removeprefix("http://"), timeout=PATIENCE)
        for path in static.rglob("*"):
            if path.is_file() and path.name != "index.html":
                line.request("GET", f"/static/{path.relative_to(static).as_posix()}")
                answer = line.getresponse()
                assert answer.status == 200 and answer.read() == path.read_bytes(), path
        line.close()

    STEPS = (
        is_outside_the_repository,
        helps,
        lists_games_with_their_rules,
        opens_the_shipped_book,
        plays_a_users_file,
        searches,
        draws_a_tree,
        gives_the_lectures,
        grades,
        builds_a_table,
        serves_the_page,
    )
    # Those that need a file which is not Python: a wheel may lack one, which no other test would notice.
    OF_FILES = (
        is_outside_the_repository,
        lists_games_with_their_rules,
        opens_the_shipped_book,
        plays_a_users_file,
        draws_a_tree,
        serves_the_page,
    )


def built(folder):
    """The sdist and the wheel that is made from it."""
    words = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    return [*folder.glob("*.whl"), *folder.glob("*.tar.gz")]


def environment_of(python, folder, package):
    """A new environment of another Python, with the package and what it needs."""
    subprocess.run([python, "-m", "venv", str(folder)], check=True)
    words = [folder / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package]
    subprocess.run(list(map(str, words)), check=True, cwd=folder)
    return folder / "bin/python"


def main():
    """Try every package with every Python; 1 if something does not work."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pythons", nargs="+", metavar="PYTHON")
    failed = 0
    with tempfile.TemporaryDirectory(prefix="kibitz-installed-") as place:
        packages = built(Path(place))
        for number, python in enumerate(parser.parse_args().pythons):
            for package in packages:
                home = Path(place, f"{number}-{package.suffix.strip('.')}")
                here = Path(f"{home}-desk")
                here.mkdir()
                installed = Installed(environment_of(python, home, package), here)
                print(package.name, *installed.run("python", "-c", VERSIONS).split(), sep="  ", flush=True)
                failed += sum(not tried(installed, step) for step in Installed.STEPS)
    print("everything works" if not failed else f"{failed} failed")
    return 1 if failed else 0


def tried(installed, step):
    """Does a step work? Printed, with the seconds it took."""
    began = time.monotonic()
    try:
        step(installed)
    except Exception as error:
        print(f"  FAILED  {step.__name__.replace('_', ' ')}: {error}")
        return False
    print(f"  {time.monotonic() - began:5.1f} s  {step.__name__.replace('_', ' ')}", flush=True)
    return True


if __name__ == "__main__":
    sys.exit(main())

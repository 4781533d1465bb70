"""Machine code on disk: never stale, never in the way. Every process here has a cache folder of its own."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kibitz.native.compiling.cache import fault_of

# A game whose value takes in something from everywhere a rule may stand. `price` is a small search of its own, so that
# it compiles in a moment; what is said of it holds of every search, as the tests with minimax show.
PROJECT = {
    "rules.py": """
        from enum import IntEnum
        from typing import NamedTuple

        TABLE = (10, 20, 30)

        class Rule(NamedTuple):
            win: int
            lose: int

        RULE = Rule(3, 5)

        class Colour(IntEnum):
            RED = 7
            BLUE = 8

        def bonus(n, factor=2):
            return deeper(n) * factor

        def deeper(n):
            return n + 1

        def fine(n):
            return n * 3
        """,
    "accelerated.py": """
        from numba import njit

        @njit
        def surcharge(n):
            return n + 40
        """,
    "base.py": """
        from kibitz.game import Game

        class Foundation(Game):
            WEIGHT = 2

            def weigh(self, n):
                return n * self.WEIGHT

        class Base(Foundation):
            def initial(self): return 4
            def player(self, s): return 0
            def actions(self, s):
                yield 1
                yield 2
            def result(self, s, a): return s - a
            def is_terminal(self, s): return s <= 0
        """,
    "mygame.py": """
        import numpy as np

        import rules
        from accelerated import surcharge
        from base import Base
        from kibitz.native import jit
        from rules import RULE, TABLE, Colour, bonus

        GRID = np.array([[1, 2], [3, 4]])
        LOCAL = 6

        class MyGame(Base):
            step = 1
            def utility(self, s, player):
                total = bonus(s) + rules.fine(s) + TABLE[1] + rules.TABLE[2] + RULE.win + GRID[1, 0] + LOCAL
                if Colour.RED == 7:
                    total += 500
                return float(total + surcharge(s) + self.weigh(s) + self.own(s))
            def own(self, s): return s * self.step

        @jit
        def price(game, s):
            total = 0.0
            for a in game.actions(s):
                total += game.utility(game.result(s, a), 0) * a
            return total
        """,
    "main.py": """
        from mygame import MyGame, price
        game = MyGame()
        print(price.compiled(game, 4), price(game, 4))
        """,
}

EDITS = {
    "a rule": ("mygame.py", "s * self.step", "s * self.step + 1"),
    "a constant of the class": ("mygame.py", "step = 1", "step = 5"),
    "a constant of the module": ("mygame.py", "LOCAL = 6", "LOCAL = 7"),
    "an array of the module": ("mygame.py", "[3, 4]", "[9, 4]"),
    "the search": ("mygame.py", "* a", "* (a + 1)"),
    "a function by from-import": ("rules.py", "return deeper(n) * factor", "return deeper(n) * factor + 1"),
    "a default argument": ("rules.py", "factor=2", "factor=4"),
    "a function that a function calls": ("rules.py", "return n + 1", "return n + 2"),
    "a function by its module": ("rules.py", "return n * 3", "return n * 4"),
    "a table in another module": ("rules.py", "(10, 20, 30)", "(10, 25, 30)"),
    "a table by its module": ("rules.py", "(10, 20, 30)", "(10, 20, 35)"),
    "the order of a named tuple's fields": ("rules.py", "win: int\n    lose: int", "lose: int\n    win: int"),
    "a member of an enumeration": ("rules.py", "RED = 7", "RED = 9"),
    "a method of a base class": ("base.py", "return n * self.WEIGHT", "return n * self.WEIGHT + 1"),
    "a constant of a base class": ("base.py", "WEIGHT = 2", "WEIGHT = 3"),
    "an inherited question": ("base.py", "return s - a", "return s - a - 1"),
    "a function decorated with njit": ("accelerated.py", "n + 40", "n + 41"),
}


def dedented(text):
    lines = text.strip("\n").split("\n")
    indent = len(lines[0]) - len(lines[0].lstrip())
    return "\n".join(line[indent:] for line in lines)


def write(folder, files):
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(dedented(text))


def environment(cache):
    # Files are edited faster than Python's own cache of bytecode can tell, and keep their lengths.
    return {**os.environ, "KIBITZ_CACHE": str(cache), "PYTHONDONTWRITEBYTECODE": "1"}


def start(folder, cache, script="main.py"):
    """A new process, from nothing."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen([sys.executable, script], cwd=folder, env=environment(cache), **pipes)


def finish(process):
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, (process.returncode, out, err)
    return out.strip(), err


def run(folder, cache, script="main.py"):
    return finish(start(folder, cache, script))


def fork(*jobs, at_once=2):
    """New processes that have only to begin: exit code, output and messages for each (folder, cache, script)."""
    told = json.dumps([[str(part) for part in (*job, "main.py")[:3]] for job in jobs])
    command = [sys.executable, Path(__file__).parent / "newborn.py", str(at_once)]
    own_cache = environment(os.environ["KIBITZ_CACHE"])
    done = subprocess.run(command, input=told, capture_output=True, text=True, env=own_cache, timeout=300)
    assert done.returncode == 0, done.stderr
    return [(code, out.strip(), err) for code, out, err in json.loads(done.stdout)]


def answer(out):
    """What was compiled, which must be what was interpreted."""
    compiled, interpreted = out.split()
    assert compiled == interpreted
    return float(compiled)


def files(cache):
    """Every file of a cache, with what changes when it is written again."""
    found = [path for path in Path(cache).rglob("*") if path.is_file()]
    return {path.name: (path.stat().st_mtime_ns, path.stat().st_ino) for path in found}


def machine_code(cache):
    return {name: written for name, written in files(cache).items() if name.endswith(".machinecode")}


@pytest.fixture(scope="module")
def warm(tmp_path_factory):
    """The project, the cache that its first run has filled, and the answer of that run."""
    folder = tmp_path_factory.mktemp("project")
    write(folder, PROJECT)
    cache = folder.parent / f"{folder.name}-cache"
    out, _ = run(folder, cache)
    assert len(files(cache)) == 1
    return folder, cache, answer(out)


def copied(warm, tmp_path):
    folder, cache, _ = warm
    shutil.copytree(folder, tmp_path / "project")
    shutil.copytree(cache, tmp_path / "cache")
    return tmp_path / "project", tmp_path / "cache"


# ---------------------------------------------------------------- never stale


def test_in_an_unchanged_project_nothing_is_compiled_again(warm, tmp_path):
    folder, cache = copied(warm, tmp_path)
    before = files(cache)
    out, err = run(folder, cache)
    assert answer(out) == warm[2]
    assert files(cache) == before
    assert "compiling" not in err


@pytest.fixture(scope="module")
def edited(warm, tmp_path_factory):
    """What a new process says after each edit, begun from the filled cache, and how many files that then holds."""
    folder, cache, _ = warm
    place = tmp_path_factory.mktemp("edited")
    jobs = []
    for number, (file, old, new) in enumerate(EDITS.values()):
        jobs.append((place / f"{number}", place / f"{number}-cache"))
        shutil.copytree(folder, jobs[-1][0])
        shutil.copytree(cache, jobs[-1][1])
        path = jobs[-1][0] / file
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new))
    said = fork(*jobs)
    return {edit: (*said[n], len(files(jobs[n][1]))) for n, edit in enumerate(EDITS)}


@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_has_a_new_answer_in_a_new_process(edit, edited, warm):
    code, out, err, kept = edited[edit]
    assert code == 0, err
    assert answer(out) != warm[2]
    assert kept == 2


def test_a_comment_and_a_new_line_compile_nothing(warm, tmp_path):
    folder, cache = copied(warm, tmp_path)
    before = files(cache)
    for name in PROJECT:
        path = folder / name
        path.write_text("# A comment.\n\n" + path.read_text())
    [(code, out, err)] = fork((folder, cache))
    assert code == 0, err
    assert answer(out) == warm[2]
    assert files(cache) == before


NAMED_LIKE_PYTHONS_OWN = {
    "code.py": """
        from kibitz.game import Game

        class Small(Game):
            def worth(self): return 5
        """,
    "main.py": """
        from code import Small
        from kibitz.native import jit

        @jit
        def ask(game): return game.worth()

        print(ask.compiled(Small()), ask(Small()))
        """,
}


def test_a_game_in_a_file_named_like_a_module_of_python_is_not_stale_either(tmp_path):
    write(tmp_path / "one", NAMED_LIKE_PYTHONS_OWN)
    write(tmp_path / "other", {name: text.replace("5", "6") for name, text in NAMED_LIKE_PYTHONS_OWN.items()})
    assert answer(run(tmp_path / "one", tmp_path / "cache")[0]) == 5
    assert answer(run(tmp_path / "other", tmp_path / "cache")[0]) == 6


# ---------------------------------------------------------------- a game in the script itself

SCRIPT = """
    import sys
    from typing import NamedTuple
    from kibitz.game import Game
    from kibitz.search.textbook.minimax import minimax
    from kibitz.search.watch import Count

    class Oops(Exception):
        pass

    class Heap(NamedTuple):
        left: int
        turn: int

    class Pile(Game):
        def __init__(self, most=3): self.most = most
        def initial(self): return Heap(9, 0)
        def player(self, s): return s.turn
        def actions(self, s):
            for a in range(1, self.most + 1):
                if a <= s.left:
                    yield a
        def result(self, s, a):
            if s.left > 20:
                raise Oops("too many")
            return Heap(s.left - a, 1 - s.turn)
        def is_terminal(self, s): return s.left == 0
        def utility(self, s, player): return 1.0 if player != s.turn else -1.0

    if __name__ == "__main__":
        watch, other = Count(), Count()
        compiled = minimax(Pile(), watch=watch)
        assert compiled == minimax(Pile(), watch=other, interpreted=True)
        assert watch.counts.tolist() == other.counts.tolist()
        print(compiled.value, compiled.action, watch.nodes)
        try:
            minimax(Pile(), Heap(21, 0))
        except Exception as error:
            print(error, type(error) is Oops)
    """


def test_a_game_in_main_is_compiled_once_and_right_from_the_cache_too(tmp_path):
    write(tmp_path, {"script.py": SCRIPT})
    first, _ = run(tmp_path, tmp_path / "cache", "script.py")
    before = machine_code(tmp_path / "cache")
    assert len(before) == 1
    second, err = run(tmp_path, tmp_path / "cache", "script.py")
    assert machine_code(tmp_path / "cache") == before
    assert "compiling" not in err
    # Nine stones, one to three at a time: the first takes one and leaves eight.
    assert first.split("\n")[0].startswith("1.0 1 ")
    assert first.split("\n")[0] == second.split("\n")[0]
    # An exception that the script defines is that exception, compiled just now or long ago.
    assert first.split("\n")[1:] == ["too many True"]
    assert second.split("\n")[1:] == ["too many True"]


def test_scripts_whose_games_have_the_same_name_do_not_meet(tmp_path):
    scripts = {
        "one.py": SCRIPT,
        "two.py": SCRIPT.replace("most=3", "most=2"),
        "three.py": SCRIPT.replace("9, 0", "8, 0"),
    }
    write(tmp_path, scripts)
    cold = fork(*((tmp_path, tmp_path / "cache", name) for name in scripts))
    warm = fork(*((tmp_path, tmp_path / "cache", name) for name in scripts))
    assert [code for code, _, _ in cold + warm] == [0] * 6, cold
    cold, warm = ([out.split("\n")[0] for _, out, _ in said] for said in (cold, warm))
    assert len(set(cold)) == 3
    assert warm == cold


# ---------------------------------------------------------------- folders that are no use

NO_USE = {
    "the path of a file": lambda tmp: tmp / "file",
    "a path below a file": lambda tmp: tmp / "file" / "below" / "it",
    "a place where nothing can be made": lambda tmp: Path("/proc/kibitz-cache"),
    "a place that is only for reading": lambda tmp: Path("/sys/kernel"),
    "a folder with a folder in the way of every file": lambda tmp: tmp / "blocked",
}


@pytest.fixture(scope="module")
def without_use(warm, tmp_path_factory):
    """What a new process says with each of these folders."""
    place = tmp_path_factory.mktemp("no-use")
    (place / "file").write_text("not a folder")
    for name in files(warm[1]):
        (place / "blocked" / name).mkdir(parents=True)
        (place / "blocked" / name / "in the way").write_text("")
    said = fork(*((warm[0], path(place)) for path in NO_USE.values()))
    assert (place / "file").read_text() == "not a folder"
    return dict(zip(NO_USE, said, strict=True))


@pytest.mark.parametrize("place", NO_USE)
def test_a_cache_folder_that_is_of_no_use_is_no_error(place, without_use, warm):
    code, out, err = without_use[place]
    assert code == 0, err
    assert answer(out) == warm[2]
    assert "rror" not in err


def test_the_cache_folder_is_made_where_it_is_missing(warm, tmp_path):
    [(_, out, _)] = fork((warm[0], tmp_path / "not" / "yet" / "there"))
    assert answer(out) == warm[2]
    assert len(files(tmp_path / "not" / "yet" / "there")) == 1


# ---------------------------------------------------------------- files that are damaged

DAMAGE = {
    "empty": lambda contents: b"",
    "one byte": lambda contents: contents[:1],
    "half": lambda contents: contents[: len(contents) // 2],
    "all but the last byte": lambda contents: contents[:-1],
    "noise": lambda contents: bytes(range(256)) * (len(contents) // 256),
    "another pickle": lambda contents: b"\x80\x04K\x01.",
    "zeros": lambda contents: bytes(len(contents)),
    **{
        f"a block of zeros at {tenths}/10": lambda contents, tenths=tenths: (
            contents[: len(contents) * tenths // 10] + bytes(512) + contents[len(contents) * tenths // 10 + 512 :]
        )
        for tenths in (1, 3, 5, 7)
    },
}


@pytest.fixture(scope="module")
def damaged(warm, tmp_path_factory):
    """What two new processes, one after the other, say when a file of the cache is damaged."""
    folder, cache, _ = warm
    jobs = []
    for damage in DAMAGE.values():
        jobs.append((folder, tmp_path_factory.mktemp("damaged") / "cache"))
        shutil.copytree(cache, jobs[-1][1])
        for path in jobs[-1][1].iterdir():
            path.write_bytes(damage(path.read_bytes()))
    first = fork(*jobs)
    mended = [files(cache) for _, cache in jobs]
    second = fork(*jobs)
    same = [files(cache) for _, cache in jobs]
    return dict(zip(DAMAGE, zip(first, second, mended, same, strict=True), strict=True))


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_survived_and_mended(damage, damaged, warm):
    first, second, mended, same = damaged[damage]
    for code, out, err in (first, second):
        assert code == 0, (code, err)
        assert answer(out) == warm[2]
    assert mended == same  # the second process had nothing to compile


# ---------------------------------------------------------------- several processes at once


def test_processes_that_compile_the_same_and_other_games_at_once_all_come_out_right(warm, tmp_path):
    folder, cache = copied(warm, tmp_path)
    shutil.rmtree(cache)
    other = tmp_path / "other"
    shutil.copytree(folder, other)
    path = other / "mygame.py"
    path.write_text(path.read_text().replace("LOCAL = 6", "LOCAL = 66"))
    said = fork(*((place, cache) for place in (folder, other, folder, other, folder)), at_once=5)
    assert [code for code, _, _ in said] == [0] * 5, said
    answers = [answer(out) for _, out, _ in said]
    same, others = answers[::2], answers[1::2]
    assert set(same) == {warm[2]}
    assert len(set(others)) == 1
    assert others[0] != warm[2]

    kept = files(cache)
    assert len(kept) == 2  # one file a game, and nothing half-written beside them
    (code, out, err), (_, other_out, _) = fork((folder, cache), (other, cache))
    assert code == 0, err
    assert (answer(out), answer(other_out)) == (warm[2], others[0])
    assert files(cache) == kept


# ---------------------------------------------------------------- what is read here is run


def test_the_folder_that_is_made_is_the_users_alone(warm):
    assert warm[1].stat().st_mode & 0o777 == 0o700
    assert all(path.stat().st_mode & 0o077 == 0 for path in warm[1].iterdir())


def test_a_folder_that_others_can_write_is_not_used_and_the_user_is_told(warm, tmp_path):
    folder, cache = copied(warm, tmp_path)
    cache.chmod(0o777)
    before = files(cache)
    [(code, out, err)] = fork((folder, cache))
    assert (code, answer(out)) == (0, warm[2])
    assert err.count(f"the cache folder '{cache}' can be written by other users, so compiled games are not saved") == 1
    assert files(cache) == before


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_a_file_that_others_can_write_is_not_run_but_written_anew(mode, warm, tmp_path):
    folder, cache = copied(warm, tmp_path)
    [file] = cache.iterdir()
    file.chmod(mode)
    before = files(cache)
    [(code, out, _)] = fork((folder, cache))
    assert (code, answer(out)) == (0, warm[2])
    assert files(cache) != before
    assert file.stat().st_mode & 0o777 == 0o600


def test_what_belongs_to_another_user_is_not_trusted(warm, monkeypatch):
    status = warm[1].stat()
    assert fault_of(status) == ""
    monkeypatch.setattr(os, "geteuid", lambda: status.st_uid + 1)
    assert fault_of(status) == "belongs to another user"

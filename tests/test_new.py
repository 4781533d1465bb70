"""`kibitz new`: a game to start from, that plays, solves and is well defined as it stands."""

import shlex
from pathlib import Path

import pytest

from command import kibitz
from kibitz.cli.new import class_name


def test_a_new_game_does_what_is_said_next(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = kibitz("new", "my game.py")
    assert said.code == 0 and "class MyGame(kz.Game):" in Path("my game.py").read_text()
    suggested = [shlex.split(line)[:3] for line in said.out.splitlines()[1:]]
    assert suggested == [["kibitz", command, "my game.py"] for command in ("play", "best", "check")]
    assert kibitz("best", "my game.py", "--interpreted", "--exact", "--json").json["exact"]
    checked = kibitz("check", "my game.py:MyGame", "--interpreted", "--json").json
    assert checked["ok"] and checked["whole"] and "with best play player 0 gets 0" in checked["facts"]
    played = kibitz("play", "my game.py", "--interpreted", "--depth", "1", stdin="5\nquit\n")
    assert played.code == 0 and ". . . . X . . . ." in played.out


def test_nothing_is_overwritten_and_only_python_is_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("precious")
    for file, why in {
        "mine.py": "'mine.py' exists already",
        "no/where.py": "there is no folder 'no'",
        "game": "'game' does not name a Python file: expected a name such as my_game.py",
        "_.py": "'_.py' does not name a Python file",
    }.items():
        refused = kibitz("new", file)
        assert refused.code == 2 and why in refused.err and refused.out == ""
    assert Path("mine.py").read_text() == "precious" and [file.name for file in tmp_path.iterdir()] == ["mine.py"]


@pytest.mark.parametrize(
    "file, name",
    {"nim.py": "Nim", "a/my_own-game.py": "MyOwnGame", "2048.py": "Game2048", "state.py": "StateGame"}.items(),
)
def test_the_game_is_named_after_its_file(file, name):
    assert class_name(Path(file)) == name


NEEDY = """
import kibitz as kz

class Needy(kz.Game):
    def __init__(self, rows, misere: bool, first: int = 0):
        self.rows, self.misere = rows, misere

    def initial(self):
        return (*self.rows, 0)

    def player(self, s):
        return s[-1]

    def actions(self, s):
        return [row for row in range(len(s) - 1) if s[row]]

    def result(self, s, a):
        return (*s[:a], s[a] - 1, *s[a + 1 : -1], 1 - s[-1])

    def is_terminal(self, s):
        return not any(s[:-1])

    def utility(self, s, player):
        return 1 if (player == s[-1]) == self.misere else -1
"""


def test_a_parameter_without_a_default_is_asked_for_and_read_as_it_looks(tmp_path):
    file = tmp_path / "needy.py"
    file.write_text(NEEDY)
    refused = kibitz("best", f"{file}:Needy")
    wanted = "Needy needs rows, misere, which have no default: add --set rows=… --set misere=…"
    assert (refused.code, refused.err) == (2, f"kibitz: {wanted}, or give a default in Needy.__init__\n")
    one = kibitz("best", file, "--set", "misere=no")
    assert "Needy needs rows, which has no default: add --set rows=…, or" in one.err
    assert kibitz("solve", file, "--set", "rows=1,2", "--set", "misere=no", "--interpreted").out == "1\n"
    assert "expected yes or no" in kibitz("best", file, "--set", "rows=1,2", "--set", "misere=7").err

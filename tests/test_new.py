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

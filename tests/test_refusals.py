"""A game that cannot be compiled is remembered with the sentence about it, until what it depends on changes."""

import subprocess
import sys

import pytest

from kibitz.game import Game
from kibitz.native import execution, jit
from kibitz.native.compiling import digest
from kibitz.native.refusing import refusals
from test_questions import Nim


class Worded(Nim):
    def player(self, s):
        return len(vars(self)) * 0


@jit
def mover(game: Game, s: object) -> int:
    return game.player(s)


@jit
def half(game: Game, s: int) -> int:
    return s // 2


class Number(Nim):
    def initial(self):
        return 1


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))
    for memory in ("_interpreted", "_asked_for", "_has_run"):
        monkeypatch.setattr(execution, memory, set())
    return tmp_path


def asked_anew(monkeypatch, function, game, s):
    """What a new process answers."""
    for memory in ("_interpreted", "_asked_for", "_has_run"):
        monkeypatch.setattr(execution, memory, set())
    return execution.run(function, game, s)


def test_the_next_process_says_the_same_sentence_without_an_attempt(monkeypatch, capsys):
    game = Worded()
    assert execution.run(mover, game, game.initial()) == 0
    said = capsys.readouterr().err
    assert "runs as plain Python" in said
    monkeypatch.setattr(execution.Search, "compile", None)
    monkeypatch.setattr(execution.Search, "compiled", None)
    assert asked_anew(monkeypatch, mover, game, game.initial()) == 0
    assert capsys.readouterr().err == said


def test_it_is_forgotten_when_something_changes_that_it_depends_on(monkeypatch, folder):
    game = Worded()
    refusals.remember(mover, game, "No, it cannot: ‘→’.")
    assert refusals.remembered(mover, game) == "No, it cannot: ‘→’."
    assert refusals.remembered(half, game) is None

    class Reworded(Worded):
        def player(self, s):
            return len(vars(self)) * 0 + 0

    assert refusals.remembered(mover, Reworded()) is None
    sized = Worded()
    sized.size = 4
    assert refusals.remembered(mover, sized) is None
    with monkeypatch.context() as changed:
        changed.setattr(digest, "of_kibitz", lambda: "another version")
        assert refusals.remembered(mover, game) is None
    with monkeypatch.context() as changed:
        changed.setattr(refusals, "_world", lambda: ("another compiler",))
        assert refusals.remembered(mover, game) is None
    assert refusals.remembered(mover, game) is not None
    (file,) = folder.glob("*.refusal")
    file.write_bytes(file.read_bytes()[:-1])
    assert refusals.remembered(mover, game) is None


def test_what_lies_in_the_position_is_not_remembered(folder, capsys):
    game = Number()
    assert execution.run(half, game, 1 << 80) == 1 << 79
    assert "runs as plain Python" in capsys.readouterr().err
    assert not list(folder.glob("*.refusal"))


def test_looking_it_up_does_not_import_the_compiler():
    source = "import sys, kibitz.native.refusing.refusals; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", source], check=False).returncode == 0

"""Files that are written for the user: whole or not at all, refused before the work, and never at the answer's cost."""

import errno
import os
import stat
from pathlib import Path

import numpy as np
import pytest

import kibitz as kz
from command import kibitz
from kibitz import saving
from kibitz.errors import BadInput, Unwritten
from kibitz.learn import Weights

HERE = Path(__file__).parent
SEEN = f"{HERE}/learning_games.py:SeenTicTacToe"

# What writes a file, and what must stand on standard output whatever becomes of the file.
COMMANDS = {
    "tree": (("tree", "((3 12 8) (2 4 6) (14 5 2))", "--svg"), "value: 3"),
    "film": (("film", "tic-tac-toe", "--depth", "1", "--reply", "1", "--interpreted", "--svg"), "won"),
    "best": (("best", "kuhn-poker", "K_", "--iterations", "4", "--interpreted", "--strategy"), "bet"),
    "solve": (
        ("solve", "kuhn-poker", "K_", "--algorithm=regret", "--nodes", "999", "--json", "--interpreted", "--strategy"),
        '"best": "bet"',
    ),
    "learn": (("learn", SEEN, "--games", "2", "--interpreted", "--out"), "2 games played"),
}


def full_disk(*_):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def left_in(folder):
    return sorted(path.name for path in folder.iterdir())


# ---------------------------------------------------------------- whole or not at all


def test_a_file_is_written_and_replaced(tmp_path):
    target = tmp_path / "a.txt"
    saving.write_text(target, "one α")
    saving.write_text(target, "two")
    assert target.read_text(encoding="utf-8") == "two"
    assert left_in(tmp_path) == ["a.txt"]


@pytest.mark.parametrize("step", ["write", "fsync", "replace", "interrupted"])
def test_what_fails_on_the_way_leaves_the_old_file_as_it_was(step, tmp_path, monkeypatch):
    target = tmp_path / "a.txt"
    target.write_text("old")
    if step in ("fsync", "replace"):
        monkeypatch.setattr(saving.os, step, full_disk)
    expected = KeyboardInterrupt if step == "interrupted" else Unwritten
    with pytest.raises(expected) as failed, saving.replacing(target) as file:
        file.write(b"new")
        if step == "write":
            full_disk()
        if step == "interrupted":
            raise KeyboardInterrupt
    if expected is Unwritten:
        assert str(failed.value) == f"{str(target)!r} cannot be written: no space left on device"
    assert target.read_text() == "old"
    assert left_in(tmp_path) == ["a.txt"]


def test_permissions_and_links_stay(tmp_path):
    target, link = tmp_path / "a.txt", tmp_path / "link.txt"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to("a.txt")
    saving.write_text(link, "new")
    assert link.is_symlink() and target.read_text() == "new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_a_new_file_has_the_permissions_of_any_new_file(tmp_path):
    (tmp_path / "usual").write_text("")
    saving.write_text(tmp_path / "ours", "")
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_device_and_an_open_file_are_written_to_as_they_are(tmp_path):
    saving.write_text("/dev/null", "away")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    with (tmp_path / "out.txt").open("wb") as file:
        saving.refuse_unwritable(f"/dev/fd/{file.fileno()}")
        saving.write_text(f"/dev/fd/{file.fileno()}", "drawn")
        assert os.fstat(file.fileno()).st_size == 5


def test_a_pipe_is_written_to(tmp_path):
    read, write = os.pipe()
    saving.refuse_unwritable(f"/dev/fd/{write}")
    saving.write_text(f"/dev/fd/{write}", "drawn")
    os.close(write)
    with open(read, "rb") as file:
        assert file.read() == b"drawn"


# ---------------------------------------------------------------- noticed before the work


def unwritable(tmp_path):
    (tmp_path / "file").write_text("")
    (tmp_path / "folder.npz").mkdir()
    (tmp_path / "loop").symlink_to("loop")
    return {
        tmp_path / "no" / "x.npz": "there is no such folder",
        tmp_path / "folder.npz": "it is a folder",
        tmp_path / "file" / "x.npz": "not a directory",
        tmp_path / "loop": "symbolic link",
        tmp_path / ("x" * 300): "too long",
        "/dev/full": "no space left on device",
        "a\0b": "null",
    }


@pytest.mark.parametrize("command", COMMANDS)
def test_a_target_that_cannot_be_written_is_refused_before_any_work(command, tmp_path, monkeypatch):
    def worked(*_, **__):
        raise AssertionError("there was work before the target was looked at")

    for where in (
        "kibitz.cli.tree.recorded",
        "kibitz.arena.playing.Players",
        "kibitz.search.equilibrium.regret.Regret.prepare",
        "kibitz.cli.teaching.Training",
    ):
        monkeypatch.setattr(where, worked)
    for target, why in unwritable(tmp_path).items():
        answer = kibitz(*COMMANDS[command][0], target)
        assert (answer.code, answer.out, len(answer.messages)) == (2, "", 1), answer.err
        assert f"{str(target)!r} cannot be written: " in answer.err
        assert why in answer.err


# ---------------------------------------------------------------- the answer comes in any case


@pytest.mark.parametrize("command", COMMANDS)
def test_a_write_that_fails_in_the_end_costs_neither_the_answer_nor_the_old_file(command, tmp_path, monkeypatch):
    arguments, told = COMMANDS[command]
    target = tmp_path / "kept.npz"
    fine = kibitz(*arguments, target)
    assert told in fine.out
    old = target.read_bytes()
    again = ("--resume",) if command == "learn" else ()
    monkeypatch.setattr(saving.os, "fsync", full_disk)
    answer = kibitz(*arguments, target, *again)
    assert answer.code == 2
    assert told in answer.out
    assert answer.messages == [f"kibitz: {str(target)!r} cannot be written: no space left on device"]
    assert target.read_bytes() == old
    assert left_in(tmp_path) == ["kept.npz"]


def test_an_error_in_python_has_the_answer_with_it(tmp_path, monkeypatch):
    game = kz.game("kuhn-poker")
    monkeypatch.setattr(saving.os, "fsync", full_disk)
    with pytest.raises(Unwritten) as failed:
        kz.analyse(game, game.parse("K_"), iterations=4, strategy=str(tmp_path / "x"), interpreted=True)
    assert failed.value.answer.best == "bet"


def test_a_game_at_the_table_goes_on_where_it_cannot_be_saved(tmp_path, monkeypatch):
    monkeypatch.setattr(saving.os, "fsync", full_disk)
    typed = f"5\nsave {tmp_path}/game.json\nmoves\nquit\n"
    answer = kibitz("play", "tic-tac-toe", "--you", "both", stdin=typed)
    assert answer.code == 0
    assert "cannot be written: no space left on device" in answer.out
    assert "1 2 3 4 6 7 8 9" in answer.out


# ---------------------------------------------------------------- files that are damaged, or something else


def damaged(path):
    """Files that a reader may take for a .npz, each with what is to be said of it."""
    np.savez_compressed(path / "fine.npz", weights=np.arange(2000.0), told=np.arange(3))
    fine = (path / "fine.npz").read_bytes()
    np.save(path / "array.npy", np.arange(3))
    made = {
        "cut.npz": fine[: len(fine) // 2],
        "start.npz": fine[:4],
        "flipped.npz": fine[:300] + bytes(255 - byte for byte in fine[300:600]) + fine[600:],
        "text.npz": b"weights",
        "empty.npz": b"",
        "array.npz": (path / "array.npy").read_bytes(),
    }
    for name, contents in made.items():
        (path / name).write_bytes(contents)
    return {path / name: "is damaged" if contents[:2] == b"PK" else "is not a .npz" for name, contents in made.items()}


def test_a_damaged_file_is_blamed_and_not_the_game(tmp_path):
    for file, why in damaged(tmp_path).items():
        with pytest.raises(BadInput, match=why):
            Weights.load(file)
        learned = kibitz("best", SEEN, "--weights", file, "--interpreted")
        assert learned.code == 2 and f"{str(file)!r} {why}" in learned.err and "kibitz learn wrote" in learned.err
        kept = kibitz("best", "kuhn-poker", "K_", "--iterations", "4", "--interpreted", "--strategy", file)
        assert kept.code == 2 and f"{str(file)!r} {why}" in kept.err and "'kuhn-poker'" in kept.err


def test_a_file_of_other_arrays_is_no_strategy_and_no_weights(tmp_path):
    file = tmp_path / "other.npz"
    np.savez_compressed(file, weights=np.array("text"), variant=np.array("plus"), told=np.arange(3))
    answer = kibitz("best", SEEN, "--weights", file, "--interpreted")
    assert answer.code == 2 and f"{str(file)!r} holds no weights" in answer.err
    answer = kibitz("best", "kuhn-poker", "K_", "--iterations", "4", "--interpreted", "--strategy", file)
    assert answer.code == 2 and f"{str(file)!r} holds no strategy" in answer.err


def test_the_folder_of_kept_things_is_the_users_own_choice_and_made_only_when_something_is_written(
    monkeypatch, tmp_path
):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("KIBITZ_DATA", str(tmp_path / "chosen"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "shared"))
    assert saving.data_folder() == tmp_path / "chosen"
    monkeypatch.setenv("KIBITZ_DATA", "")
    assert saving.data_folder() == tmp_path / "shared" / "kibitz"
    monkeypatch.setenv("XDG_DATA_HOME", "not/absolute")
    assert saving.data_folder() == tmp_path / "home" / ".local" / "share" / "kibitz"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert saving.data_folder() == tmp_path / "home" / ".local" / "share" / "kibitz"
    assert list(tmp_path.iterdir()) == []

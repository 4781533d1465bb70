"""Solving that is stopped, killed, and goes on where it was."""

import io
import json
import os
import signal
import subprocess
import sys
import time

import pytest

import kibitz as kz
from kibitz.answer.kept_solving import KeptSolving
from kibitz.answer.options import Options
from kibitz.answer.solve import Solver
from kibitz.cli import main
from kibitz.errors import BadInput, Unsolved

SMALL = {"width": 5, "height": 4}
SCRIPT = """
import sys
import kibitz as kz
from kibitz.answer.kept_solving import KeptSolving
from kibitz.answer.options import Options
from kibitz.answer.solve import Solver
game = kz.game("connect-four", width=5, height=4)
kept = KeptSolving(sys.argv[1], game, {}, every=0.02)
print(Solver(game, Options(algorithm=sys.argv[2], interpreted=True), kept=kept).value(game.parse(sys.argv[3])))
"""


def solved(path, algorithm="deepening", *, position="", every=60.0, most=None, say=print):
    """A value by plain Python, and the nodes that this run took."""
    game = kz.game("connect-four", **SMALL)
    kept = None if path is None else KeptSolving(path, game, {}, every=every, say=say)
    solver = Solver(game, Options(algorithm=algorithm, interpreted=True, nodes=most), kept=kept)
    value = solver.value(game.parse(position))
    return value, 0 if solver._question is None else solver._question.engine.nodes


@pytest.mark.parametrize(("algorithm", "position"), [("deepening", "31"), ("proof", "33")])
def test_a_search_that_is_killed_goes_on_where_it_was(algorithm, position, tmp_path):
    path, search = tmp_path / "kept", tmp_path / "kept.search"
    process = subprocess.Popen([sys.executable, "-c", SCRIPT, str(path), algorithm, position], stdout=subprocess.PIPE)
    until = time.monotonic() + 60
    while not search.exists() and process.poll() is None and time.monotonic() < until:
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    assert process.communicate()[0] == b""  # killed before it was done
    assert search.exists() and len(path.read_text().splitlines()) == 1
    value, nodes = solved(path, algorithm, position=position)
    undisturbed = solved(None, algorithm, position=position)
    assert value == undisturbed[0] == 0.0 and 0 < nodes < undisturbed[1]
    assert not search.exists() and len(path.read_text().splitlines()) == 2
    assert solved(path, algorithm, position=position) == (0.0, 0)  # known by now


def test_a_search_that_stands_still_to_be_saved_finds_the_same(tmp_path):
    undisturbed, nodes = solved(None, position="33")
    value, more = solved(tmp_path / "kept", position="33", every=0.05)
    assert value == undisturbed and more < 1.5 * nodes


def test_a_limit_leaves_what_was_proven_behind(tmp_path):
    path = tmp_path / "kept"
    with pytest.raises(Unsolved):
        solved(path, position="31", most=2_000)
    assert (tmp_path / "kept.search").exists()
    value, nodes = solved(path, position="31")
    assert value == 0.0 and nodes < solved(None, position="31")[1]


def test_a_damaged_search_is_told_and_begins_again(tmp_path):
    path, search = tmp_path / "kept", tmp_path / "kept.search"
    with pytest.raises(Unsolved):
        solved(path, position="33", most=500)
    whole = bytearray(search.read_bytes())
    whole[len(whole) // 2] ^= 1
    search.write_bytes(whole)
    said = []
    assert solved(path, position="33", say=said.append)[0] == 0.0
    assert said == [f"{str(search)!r} is damaged: the search begins again"]


def test_answers_of_many_positions_are_kept_as_they_come(tmp_path, capsys, monkeypatch):
    path = tmp_path / "kept"
    asked = ["solve", "tic-tac-toe", "-", "--keep", str(path), "--interpreted"]
    command = [sys.executable, "-m", "kibitz", *asked]
    positions = ["XO.......", "XOXO.....", "X.O......", "XX.OO...."]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ})
    for position in positions[:2]:
        process.stdin.write(f"{position}\n".encode())
        process.stdin.flush()
        assert process.stdout.readline().startswith(position.encode())
    process.kill()
    process.communicate()
    before = path.read_bytes()
    assert len(before.splitlines()) == 3
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(positions)))
    assert main(asked) == 0
    kept = capsys.readouterr().out
    assert path.read_bytes().startswith(before) and len(path.read_bytes().splitlines()) == 5
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(positions)))
    assert main(["solve", "tic-tac-toe", "-", "--interpreted"]) == 0
    assert kept == capsys.readouterr().out


def test_a_file_of_something_else_is_refused_in_a_sentence(tmp_path, capsys):
    path = tmp_path / "kept"
    asked = ["solve", "tic-tac-toe", "XOXO.....", "--interpreted", "--keep", str(path)]
    assert main(asked) == 0 and main([*asked, "--json"]) == 0 and main([*asked, "--json"]) == 0
    first, second, third = capsys.readouterr().out.splitlines()
    assert json.loads(second) == json.loads(third) and json.loads(second)["value"] == float(first)
    whole = path.read_bytes()
    refused = {
        "is for 'tic-tac-toe', not for 'nim'": (["solve", "nim", "--keep", str(path)], whole),
        "was begun with algorithm auto, not with algorithm proof": ([*asked, "--algorithm", "proof"], whole),
        "is damaged in line 2": (asked, whole.replace(b"value", b"valve")),
        "wrote: name another file": (asked, b"something else\n"),
        "is damaged in line 1": (asked, whole.replace(b"tic", b"tac", 1)),
        "cannot be written": (["solve", "nim", "--keep", str(tmp_path)], whole),
    }
    for sentence, (again, contents) in refused.items():
        path.write_bytes(contents)
        assert main(again) == 2
        assert sentence in capsys.readouterr().err
    path.write_bytes(whole[:-7])  # the last line was being written
    assert main([*asked, "--json"]) == 0
    assert path.read_bytes().startswith(whole[: whole.rindex(b"\n", 0, -1)])


def test_a_kept_file_needs_no_position_of_its_own_text(tmp_path):
    game = kz.game("connect-four", **SMALL)
    kept = KeptSolving(tmp_path / "kept", game, {})
    one, other = (KeptSolving.name(game, game.parse(text), ()) for text in ("12", "21"))
    assert one != other
    kept.keep(one, "value", [1.0, -1.0])
    again = KeptSolving(tmp_path / "kept", game, {})
    assert again.answer(one, "value") == [1.0, -1.0] and again.answer(other, "value") is None
    with pytest.raises(BadInput, match="with height=4, width=5, not with its usual parameters"):
        KeptSolving(tmp_path / "kept", kz.game("connect-four"), {})

"""A table build that is killed at random moments: the same command goes on, and the file is the same byte for byte."""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path

import pytest

from command import in_a_process, kibitz

KILLS = 10
CONNECT_FOUR = ("connect-four", "--set", "width=4", "--set", "height=4", "--memory", "16")
ENDGAMES = ("chess", "--section", "KRK")


def build_command(words: tuple[str, ...], out: Path) -> tuple[str, ...]:
    return ("table", "build", *words, "--out", str(out), "--json")


@pytest.mark.parametrize("words", [CONNECT_FOUR, ENDGAMES], ids=["by key", "by section"])
def test_killed_at_ten_random_moments_it_ends_with_the_same_bytes(words, tmp_path, monkeypatch):
    # What would take longer than the build: a forecast of it, and a first try in plain Python.
    monkeypatch.setattr("kibitz.answer.forecast.forecast_line", lambda *_, **__: "it takes its time")
    monkeypatch.setattr("kibitz.search.retrograde.from_position.FEW", 1)
    dice = random.Random(14)
    undisturbed, disturbed = tmp_path / "undisturbed.table", tmp_path / "disturbed.table"
    assert kibitz(*build_command(words, undisturbed)).code == 0  # compiled on the way
    began = time.perf_counter()
    assert kibitz(*build_command(words, undisturbed), "--again").code == 0
    lasts = time.perf_counter() - began
    killed = finished = 0
    while killed < KILLS and finished < 3 * KILLS:
        pid = in_a_process(*build_command(words, disturbed))
        time.sleep(dice.random() * lasts)
        os.kill(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
        if os.WIFSIGNALED(status):
            killed += 1
        else:
            assert os.WEXITSTATUS(status) == 0
            finished += 1
        if disturbed.exists():  # written completely or not at all; then from the beginning
            assert disturbed.read_bytes() == undisturbed.read_bytes()
            disturbed.unlink()
    assert killed == KILLS
    said = kibitz(*build_command(words, disturbed))
    assert said.code == 0 and disturbed.read_bytes() == undisturbed.read_bytes()
    assert kibitz("table", "list", "--json").json["unfinished"] == []

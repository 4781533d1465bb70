"""Workers of one machine that share a hash table: what one has found helps the others, and changes no answer."""

from __future__ import annotations

import os
import random
import signal
import time
from dataclasses import replace
from pathlib import Path

import pytest

import cluster_work
import kibitz as kz
from command import begun, kibitz
from kibitz.answer.analysis import Analysis
from kibitz.answer.books_building import BookPlan, Judging, SharedMemory
from kibitz.answer.books_levels import Levels
from kibitz.answer.options import Options
from kibitz.answer.root_moves import analyse_apart
from kibitz.cluster.spread import spread_over
from kibitz.games import GameSource
from kibitz.lookup.shared_words import Lent, SharedWords
from kibitz.lookup.transposition import Table, words_of
from kibitz.pieces import Piece, one_by_one

SMALL = {"width": 4, "height": 4, "line": 3}
WORDS = ("connect-four", *(word for name, value in SMALL.items() for word in ("--set", f"{name}={value}")))

needs_sharing = pytest.mark.skipif(not hasattr(os, "memfd_create"), reason="this system cannot share memory so")


@needs_sharing
def test_what_a_worker_writes_the_others_read():
    memory = SharedWords(16)
    with spread_over(2) as spread:
        asked = [Piece(str(place), (memory, place)) for place in range(16)]
        assert dict(spread(cluster_work.mark_word, asked)) == {str(place): True for place in range(16)}
    assert memory.words().tolist() == [place + 1 for place in range(16)]
    memory.close()


@needs_sharing
def test_memory_that_is_not_the_one_that_was_sent_is_left_alone():
    memory = SharedWords(8)
    assert Lent(memory.place, memory.inode).words().tolist() == [0] * 8
    assert Lent(memory.place, memory.inode + 1).words() is None
    memory.close()
    assert Lent(memory.place, memory.inode).words() is None
    assert Lent("/proc/0/fd/0", 1).words() is None


@needs_sharing
@pytest.mark.parametrize("whole", [False, True])
def test_two_tables_on_one_memory_find_what_the_other_stored(whole):
    memory = SharedWords(words_of(0.5))
    one, other = (Table(0.5, whole=whole, shared=memory.words()) for _ in range(2))
    for table in (one, other):
        table.clear()  # as an engine that begins
    dice = random.Random(5)
    keys = [dice.randrange(-(1 << 63), 1 << 63) for _ in range(500)]
    for number, key in enumerate(keys):
        (one, other)[number % 2].store(key, number - 9, number + 9, 7, number % 5)
    for number, key in enumerate(keys):
        assert one.probe(key) == other.probe(key) == (True, number - 9, number + 9, 7, number % 5)
    memory.close()


@needs_sharing
def test_who_judges_after_another_has_little_left_to_search():
    game = kz.game("connect-four", **SMALL)
    states = [s for s in Levels.of(game, game.initial(), 4).plies[-1].values() if not game.is_terminal(s)]
    memory = SharedMemory(SharedWords(words_of(4)), 4)
    first, second = (Judging(GameSource.of(game), BookPlan(4), None, True, None, memory) for _ in range(2))
    alone = Judging(GameSource.of(game), BookPlan(4), 4, True)
    assert first(states) == second(states) == alone(states)
    nodes = [judging._proving(states[0]).nodes for judging in (first, second, alone)]
    assert nodes[1] < nodes[0] / 3 and nodes[0] <= 1.2 * nodes[2]
    memory.memory.close()


def test_where_memory_cannot_be_shared_everybody_has_a_table_of_their_own(monkeypatch, tmp_path):
    monkeypatch.setenv("KIBITZ_DATA", str(tmp_path / "data"))
    words = ("book", "build", *WORDS, "--plies", "3", "--interpreted", "--out")
    assert kibitz(*words, tmp_path / "one").code == 0
    monkeypatch.delattr(os, "memfd_create", raising=False)
    assert kibitz(*words, tmp_path / "two", "--workers", 2).code == 0
    assert Path(tmp_path / "one").read_bytes() == Path(tmp_path / "two").read_bytes()


def test_a_book_of_two_workers_killed_on_the_way_has_the_same_bytes(monkeypatch, tmp_path):
    monkeypatch.setenv("KIBITZ_DATA", str(tmp_path / "data"))
    words = ("book", "build", *WORDS, "--plies", "5", "--interpreted", "--out")
    alone, disturbed = tmp_path / "alone.book", tmp_path / "disturbed.book"
    assert kibitz(*words, alone).code == 0
    pieces = tmp_path / "data" / "builds"
    for wanted in (1, 25, 60):
        building = begun(*words, disturbed, "--workers", 2)
        while building.poll() is None and sum(1 for _ in pieces.glob("*/judged-*")) < wanted:
            time.sleep(0.005)
        os.kill(building.pid, signal.SIGKILL)
        building.communicate()
    assert not disturbed.exists()
    assert kibitz(*words, disturbed, "--workers", 2).code == 0
    assert disturbed.read_bytes() == alone.read_bytes()


class TwoPlaces:
    """Pieces carried out here as if there were two workers; what came of the position as a whole is kept."""

    places = 2

    def __init__(self):
        self.whole = []

    def __call__(self, work, pieces):
        for name, found in one_by_one(work, pieces):
            self.whole += [found] if isinstance(found, Analysis) else []
            yield name, found


@pytest.mark.parametrize("seconds", [0.15, None])
def test_under_a_clock_moves_searched_apart_are_no_worse_than_one_search(seconds):
    game = kz.game("connect-four")
    spread = TwoPlaces()
    options = replace(Options(interpreted=True, depth=3), seconds=seconds)
    answer = analyse_apart(game, options, game.parse("4455"), spread=spread)
    if seconds is None:
        assert not spread.whole and "were searched apart" in answer.note
        return
    [whole] = spread.whole
    assert answer.exact >= whole.exact and (answer.exact or answer.search.depth >= whole.search.depth)
    assert len(answer.moves) == 7

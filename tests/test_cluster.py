"""Where pieces of work are carried out: whoever is killed on the way, all answers come, and they are the same."""

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

import cluster_work
from command import begun, kibitz
from kibitz.answer.analyse import analyse_with
from kibitz.answer.options import Options
from kibitz.answer.root_moves import analyse_apart
from kibitz.arena.match.kept_matches import KeptMatch
from kibitz.cluster import dask_cluster, versions
from kibitz.cluster.processes import Processes, in_a_process
from kibitz.cluster.spread import spread_over
from kibitz.cluster.workbench import Packed
from kibitz.errors import BadInput, DoesNotFit
from kibitz.games import GameSource, game_class
from kibitz.games import game as make_game
from kibitz.learn.results import Manner, ResultTraining
from kibitz.pieces import Estimate, Piece, duration, one_by_one
from learning_games import SeenTicTacToe

HERE = Path(__file__).parent
MATCH = ("match", "tic-tac-toe", "alphabeta depth=2", "random", "--games", 120, "--interpreted")


def pieces(*arguments):
    return [Piece(str(number), argument) for number, argument in enumerate(arguments)]


# ------------------------------------------------------------ processes of this machine


@pytest.fixture(scope="module")
def crew():
    told = []
    with spread_over(2, tell=told.append) as spread:
        spread.told = told
        yield spread


def test_a_worker_that_is_killed_is_replaced_and_its_piece_carried_out_again(crew, tmp_path):
    found = dict(crew(cluster_work.die_once, pieces(*((number, str(tmp_path)) for number in range(8)))))
    assert found == {str(number): number for number in range(8)}
    assert (tmp_path / "died").exists()
    assert "a worker ended (signal 9); '3' is carried out again" in crew.told
    with pytest.raises(BadInput, match=r"workers ended 3 times \(signal 9\) at '0'"):
        list(crew(cluster_work.die, pieces(1)))


def test_errors_of_workers_are_raised_here(crew):
    with pytest.raises(DoesNotFit, match="two does not fit"):
        list(crew(cluster_work.refuse, pieces(2)))
    with pytest.raises(BadInput, match=r"refuse '0' raised ZeroDivisionError: .*cluster_work.py, line"):
        list(crew(cluster_work.refuse, pieces(0)))
    with pytest.raises(BadInput, match="cannot be sent to another process"):
        list(crew(lambda number: number, pieces(1)))


def test_work_is_warmed_up_by_one_before_the_others_begin(crew):
    found = dict(crew(cluster_work.Warmed(), pieces(*range(6))))
    assert any(is_warm for is_warm, _ in found.values())
    first = found["0"]
    assert first[0] and all(is_warm == (process == first[1]) for is_warm, process in found.values())


def test_what_is_no_longer_wanted_is_left(crew):
    results = crew(cluster_work.Waiting(), (Piece(str(number), number) for number in range(10**9)))
    assert next(results)[0] in ("0", "1")
    results.close()
    assert dict(crew(cluster_work.doubled, pieces(4))) == {"0": 8}


def test_without_workers_it_is_done_here():
    with spread_over() as spread, spread_over(1) as other:
        assert spread is other is one_by_one
    with pytest.raises(BadInput, match="the number of workers must be a whole number from 1, got 0"), spread_over(0):
        pass
    with pytest.raises(BadInput, match="leave one of them out"), spread_over(2, "tcp://there:1"):
        pass


def test_one_piece_alone_is_carried_out_in_a_process_of_its_own():
    assert in_a_process(cluster_work.process_number, 0) != os.getpid()
    assert in_a_process(lambda number: number + os.getpid(), 1) == 1 + os.getpid()  # what cannot travel


def test_a_game_travels_with_the_file_it_is_written_in(tmp_path):
    file = tmp_path / "own.py"
    file.write_text((HERE.parent / "examples" / "hexapawn.py").read_text())
    made = game_class(str(file))()
    code = "import pickle, sys; source, s = pickle.load(sys.stdin.buffer); print(source.game().text(s))"
    for source in (GameSource.of(made), GameSource(f"{file}:Hexapawn")):
        sent = Packed.of((source, made.initial())).contents
        ran = subprocess.run([sys.executable, "-c", code], input=sent, capture_output=True, cwd="/")
        assert ran.stdout.decode().strip() == made.text(made.initial()), ran.stderr
    file.unlink()
    ran = subprocess.run([sys.executable, "-c", code], input=sent, capture_output=True)
    assert b"is not a file here: every worker must see it under the same path" in ran.stderr


def test_the_time_that_is_left_is_told_in_words(monkeypatch):
    assert [duration(s) for s in (0.2, 40, 200, 20_000, 10**6)] == ["1 s", "40 s", "3 min", "6 h", "12 days"]
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    estimate = Estimate(100)
    assert estimate.words(20) == ""
    now[0] = 60.0
    assert estimate.words(40) == ", about 3 min left"
    assert estimate.words(100) == ""


# ------------------------------------------------------------ matches


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    path = tmp_path_factory.mktemp("match") / "whole.jsonl"
    assert kibitz(*MATCH, "--out", path).code == 0
    return path.read_bytes()


def test_a_match_killed_at_ten_moments_ends_with_the_same_bytes(tmp_path, undisturbed):
    kept = tmp_path / "kept.jsonl"
    moments = random.Random(14)
    for number in range(10):
        size = kept.stat().st_size if kept.exists() else 0
        until = min(size + moments.randrange(1, 3_000), len(undisturbed) - 500)
        playing = begun(*MATCH, "--out", kept, "--workers", 2 if number < 3 else 1)
        while playing.poll() is None and (not kept.exists() or kept.stat().st_size < until):
            time.sleep(0.001)
        os.kill(playing.pid, signal.SIGKILL)
        playing.wait()
    assert kept.read_bytes() != undisturbed
    assert kibitz(*MATCH, "--out", kept, "--workers", 2).code == 0
    assert kept.read_bytes() == undisturbed


def test_a_changed_line_of_a_match_is_noticed(tmp_path, undisturbed):
    kept = tmp_path / "kept.jsonl"
    lines = undisturbed.splitlines(keepends=True)
    lines[3] = lines[3].replace(b'"ended": "over"', b'"ended": "oven"')
    kept.write_bytes(b"".join(lines))
    said = kibitz(*MATCH, "--out", kept)
    assert said.code == 2 and f"{str(kept)!r}, line 4, is not a game of a match" in said.err


def test_the_clock_is_kept_only_where_somebody_plays_by_it(tmp_path):
    for player, is_kept in (("random", False), ("deepening time=0.01 interpreted", True)):
        path = tmp_path / f"{is_kept}.jsonl"
        assert kibitz("match", "tic-tac-toe", player, "greedy", "--games", 2, "--out", path).code == 0
        assert (b'"seconds"' in path.read_bytes()) == is_kept


def test_a_sequential_test_keeps_games_in_their_order(tmp_path):
    path = tmp_path / "kept.jsonl"
    words = ("match", "tic-tac-toe", "greedy", "random", "--games", 400, "--sprt", "0,200", "--out", path)
    assert kibitz(*words).code == 0
    alone = path.read_bytes()
    path.unlink()
    assert kibitz(*words, "--workers", 2).code == 0
    side_by_side = path.read_bytes()
    assert side_by_side == alone
    assert KeptMatch(str(path), {"kibitz": "match"}).games[-1].number % 2 == 1


# ------------------------------------------------------------ analyses


@pytest.mark.parametrize(
    ("name", "parameters", "position", "options"),
    [
        ("tic-tac-toe", {}, "X...O....", Options(algorithm="deepening")),
        ("tic-tac-toe", {}, "", Options(depth=4)),
        ("connect-four", {"width": 4, "height": 3}, "1", Options(algorithm="deepening")),
        ("connect-four", {"width": 5, "height": 4}, "33", Options(depth=5)),
        ("nim", {"piles": (1, 2, 2)}, "", Options(algorithm="deepening")),
        ("othello", {}, "", Options(depth=2)),
        ("checkers", {}, "W:W18:B14,7", Options(depth=3)),
        ("pig", {"goal": 6}, "", Options(depth=3, algorithm="deepening")),
    ],
)
def test_moves_searched_apart_are_worth_what_they_are_together(name, parameters, position, options):
    game = make_game(name, **parameters)
    s = game.parse(position) if position else game.initial()
    options = replace(options, interpreted=True)
    whole, apart = analyse_with(game, options, s), analyse_apart(game, options, s, spread=one_by_one)
    assert (apart.exact, apart.value) == (whole.exact, whole.value)
    assert apart.exact or apart.search.depth == whole.search.depth
    fully = [move for move in whole.moves if move.exact or move.words.endswith(f" {whole.search.depth})")]
    fully += [move for move in whole.moves if move.undecided]
    sure = {move.move: (move.value, move.exact, move.outcome) for move in fully if "at most" not in move.words}
    found = {move.move: (move.value, move.exact, move.outcome) for move in apart.moves}
    assert sure and sure.items() <= found.items() and len(found) == len(whole.moves)
    if whole.exact:
        distances = {move.move: move.distance for move in whole.moves if move.distance is not None}
        assert distances == {move.move: move.distance for move in apart.moves if move.distance is not None}


def test_a_time_limit_is_for_all_moves_together():
    game = make_game("connect-four")
    answer = analyse_apart(game, Options(seconds=0.35, interpreted=True), spread=one_by_one)
    assert answer.search.stopped_by == "time"
    assert len(answer.moves) == 7 and len({move.words for move in answer.moves}) == 1


def test_the_command_spreads_moves_and_positions_and_refuses_what_cannot_be(crew):
    four = ("connect-four", "--set", "width=4", "--set", "height=4", "--interpreted")
    alone = kibitz("solve", *four, "-", stdin="112\nx\n1122 7\n12341234\n")
    spread = kibitz("solve", *four, "-", "--workers", 2, stdin="112\nx\n1122 7\n12341234\n")
    assert spread.out == alone.out and spread.out.count("\n") == 3 and spread.code == alone.code == 2
    assert sorted(spread.messages) == sorted(alone.messages)
    said = kibitz("best", *four, "1122", "--depth", 3, "--workers", 2)
    assert said.code == 0 and "the 4 moves were searched apart" in said.out
    assert kibitz("solve", *four, "11223344112", "--workers", 2).out == kibitz("solve", *four, "11223344112").out
    for words, sentence in (
        (("best", *four, "--algorithm", "montecarlo"), "divide the moves of deepening, not of montecarlo"),
        (("best", *four, "--ablate"), "--ablate measures one search"),
        (("solve", *four, "1", "2", "--json"), "--json with many positions"),
        (("learn", "backgammon", "--out", "/tmp/none.npz"), "are for --by results"),
    ):
        said = kibitz(*words, "--workers", 2)
        assert said.code == 2 and sentence in said.err


def test_learning_from_results_is_the_same_wherever_games_are_played(crew):
    manner = Manner(depth=1, opening=2, round=6, start="nothing")
    learned = []
    for spread in (None, one_by_one, crew):
        training = ResultTraining(SeenTicTacToe(), seed=5, manner=manner, interpreted=True, spread=spread)
        training.learn(12)
        learned.append(training.weights.values.tolist())
    assert learned[0] == learned[1] == learned[2]


# ------------------------------------------------------------ a Dask cluster


class Cluster:
    """A scheduler and two workers, each a process."""

    def __init__(self, folder, port=0):
        pytest.importorskip("distributed")
        self._folder = folder
        self._file = folder / f"scheduler-{time.monotonic_ns()}.json"
        self.workers = []
        self._processes = []
        at = ("--host", "127.0.0.1", "--port", str(port), "--no-dashboard", "--no-show")
        self.scheduler = self._start("scheduler", *at, "--scheduler-file", self._file)
        until = time.monotonic() + 60
        while not (self._file.exists() and self._file.read_text().endswith("}")) and time.monotonic() < until:
            time.sleep(0.05)
        for _ in range(2):
            self.add_worker()
        self.address = json.loads(self._file.read_text())["address"]

    def add_worker(self):
        given = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")
        where = ("--scheduler-file", self._file, "--local-directory", self._folder)
        self.workers.append(self._start("worker", *given, *where))

    def _start(self, *words):
        environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(HERE), *sys.path])}
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        command = [sys.executable, "-m", "distributed.cli.dask_" + words[0], *map(str, words[1:])]
        self._processes.append(subprocess.Popen(command, env=environment, **quiet))
        return self._processes[-1]

    def close(self):
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.wait()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    made = Cluster(tmp_path_factory.mktemp("dask"))
    yield made
    made.close()


def test_a_match_on_a_cluster_one_worker_of_which_is_killed_has_the_same_bytes(cluster, tmp_path, undisturbed):
    kept = tmp_path / "kept.jsonl"
    playing = begun(*MATCH, "--out", kept, "--cluster", cluster.address)
    while playing.poll() is None and (not kept.exists() or kept.read_bytes().count(b"\n") < 5):
        time.sleep(0.01)
    cluster.workers[0].kill()
    _, said = playing.communicate(timeout=120)
    assert playing.returncode == 0, said
    assert kept.read_bytes() == undisturbed
    assert f"{cluster.address}: ".encode() in said


def test_a_book_built_on_a_cluster_one_worker_of_which_is_killed_has_the_same_bytes(cluster, tmp_path):
    words = ("book", "build", "connect-four", "--set", "width=4", "--set", "height=3", "--plies", 5, "--interpreted")
    alone, together = tmp_path / "alone.book", tmp_path / "together.book"
    assert kibitz(*words, "--out", alone).code == 0
    cluster.add_worker()  # it takes over from the one that is killed
    building = begun(*words, "--out", together, "--cluster", cluster.address)
    builds = Path(os.environ["KIBITZ_DATA"], "builds")
    while building.poll() is None and not list(builds.rglob("judged-*")):
        time.sleep(0.01)
    cluster.workers[1].kill()
    _, said = building.communicate(timeout=120)
    assert building.returncode == 0, said
    assert together.read_bytes() == alone.read_bytes()


def test_a_cluster_does_what_processes_do(cluster):
    told = []
    with spread_over(cluster=cluster.address, tell=told.append) as spread:
        assert dict(spread(cluster_work.doubled, pieces(*range(200)))) == {str(n): 2 * n for n in range(200)}
        assert all(is_warm for is_warm, _ in dict(spread(cluster_work.Warmed(), pieces(*range(5)))).values())
        with pytest.raises(DoesNotFit, match="two does not fit"):
            list(spread(cluster_work.refuse, pieces(2)))
        assert spread.places >= 1
    assert len(told) == 1 and told[0].startswith(f"{cluster.address}: ")


def test_workers_of_other_versions_are_refused(cluster, monkeypatch):
    here = {**versions.versions_here(), "Numba": "0.1"}
    with spread_over(cluster=cluster.address) as spread:
        monkeypatch.setattr(dask_cluster, "versions_here", lambda: here)  # of a worker that joins later
        with pytest.raises(BadInput, match=r"the worker tcp://\S+ has Numba \S+, but here it is 0.1"):
            list(spread(cluster_work.doubled, pieces(1)))
    monkeypatch.setattr(versions, "versions_here", lambda: here)
    with (
        pytest.raises(BadInput, match=r"has Numba \S+, but here it is 0.1: install"),
        spread_over(None, cluster.address),
    ):
        pass


def test_a_cluster_that_is_not_there_is_told_in_a_sentence(monkeypatch):
    monkeypatch.setattr(dask_cluster, "CONNECT_TIME", 0.5)
    nowhere = "tcp://127.0.0.1:1"
    assert f"no Dask scheduler answers at '{nowhere}'" in kibitz(*MATCH, "--cluster", nowhere).err
    assert "must be an address such as tcp://host:8786, got 'x'" in kibitz(*MATCH, "--cluster", "x").err
    monkeypatch.setitem(sys.modules, "distributed", None)
    said = kibitz(*MATCH, "--cluster", nowhere)
    assert said.code == 2 and "needs the package 'distributed': pip install 'kibitz[cluster]'" in said.err


def test_a_scheduler_that_comes_back_is_given_the_rest_and_one_that_does_not_ends_it(cluster, tmp_path, monkeypatch):
    port = int(cluster.address.rpartition(":")[2])
    with spread_over(cluster=cluster.address) as spread:
        found = {}
        results = spread(cluster_work.Waiting(), pieces(*range(40)))
        for _ in range(5):
            name, number = next(results)
            found[name] = number
        cluster.close()
        with contextlib.closing(Cluster(tmp_path, port)):
            found |= dict(results)
            assert found == {str(number): number for number in range(40)}
            monkeypatch.setattr(dask_cluster, "RETURN_TIME", 0.5)
            results = spread(cluster_work.Waiting(), pieces(*range(1000)))
            next(results)
        with pytest.raises(BadInput, match="has gone: start it again, and the same command goes on"):
            list(results)


def test_processes_that_cannot_begin_are_told_of(monkeypatch):
    monkeypatch.setattr("kibitz.cluster.processes._serve", "not to be called")
    crew = Processes(2)
    with pytest.raises(BadInput, match=r"a worker ended before it began \(exit code 1\)"):
        list(crew(cluster_work.doubled, pieces(1)))
    crew.close()

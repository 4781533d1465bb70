"""Plain Python has the first moment: what is small is answered by it, and what is not is asked anew, compiled."""

import json
import subprocess
import sys
from dataclasses import replace

import pytest

import kibitz as kz
from kibitz.answer.options import Options
from kibitz.answer.plan import Plan
from kibitz.answer.solve import Solver
from kibitz.native import at_hand
from kibitz.search.clock import Remote
from kibitz.search.whole.size import size_of

MATCHES = """
from typing import NamedTuple
from kibitz import Game


class State(NamedTuple):
    left: int
    mover: int


class Matches(Game):
    def initial(self):
        return State(21, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        return range(1, min(3, s.left) + 1)

    def result(self, s, take):
        return State(s.left - take, 1 - s.mover)

    def is_terminal(self, s):
        return s.left == 0

    def utility(self, s, player):
        return -1 if player == s.mover else 1
"""
RUN = (
    "import sys; from kibitz.cli import main; code = main(sys.argv[1:]); print('numba' in sys.modules); sys.exit(code)"
)


@pytest.fixture
def first_try(monkeypatch, tmp_path):
    """A process in which nothing has been compiled, or so it seems."""
    monkeypatch.setenv("KIBITZ_COMPILED", "0")
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(at_hand, "_marked", set())
    monkeypatch.setattr(at_hand, "_tried", {})
    return monkeypatch


def command(tmp_path, source, *words):
    (tmp_path / "matches.py").write_text(source)
    return subprocess.run(
        [sys.executable, "-c", RUN, *words], cwd=tmp_path, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("words", [("best", "matches.py:Matches", "--json"), ("solve", "matches.py:Matches")])
def test_a_small_game_is_answered_without_the_compiler(first_try, tmp_path, words):
    done = command(tmp_path, MATCHES, *words)
    *answer, has_numba = done.stdout.splitlines()
    assert (done.returncode, done.stderr, has_numba) == (0, "", "False")
    assert (json.loads("\n".join(answer))["value"] if words[0] == "best" else float(answer[0])) == 1


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        (
            "s.left == 0",
            "s.lefft == 0",
            "'State' object has no attribute 'lefft' (matches.py, line 25)",
        ),
        ("-1 if player", "-won if player", "NameError: name 'won' is not defined (matches.py, line 28)"),
        ("return s.mover", "return s.mover + ''", "(matches.py, line 16)"),
    ],
)
def test_a_mistake_shows_without_the_compiler(first_try, tmp_path, right, wrong, said):
    done = command(tmp_path, MATCHES.replace(right, wrong), "best", "matches.py:Matches")
    assert done.returncode == 2
    assert said in done.stderr and done.stderr.count("\n") == 1
    assert done.stdout == "False\n"


@pytest.mark.parametrize(
    "options",
    [Options(), Options(depth=3), Options(nodes=500), Options(algorithm="alphabeta"), Options(algorithm="table")],
)
def test_both_ways_find_the_same_and_count_the_same(first_try, options):
    game = kz.game("tic-tac-toe")
    s = game.parse("X...O....")
    found = Plan.of(game, options, s).answer(s)
    compiled = Plan.of(game, replace(options, compiled=True), s).answer(s)
    same = ("best", "value", "words", "exact", "moves")
    assert [getattr(found, name) for name in same] == [getattr(compiled, name) for name in same]
    assert (found.search.nodes, found.search.depth) == (compiled.search.nodes, compiled.search.depth)
    assert found.search.stopped_by == compiled.search.stopped_by


def test_what_is_not_answered_in_time_is_asked_anew(first_try):
    game = kz.game("tic-tac-toe")
    compiled = kz.analyse(game, interpreted=False)
    first_try.setattr(at_hand, "_marked", set())
    first_try.setattr(at_hand, "TRY", 1e-6)
    remote, told = Remote(), []
    found = kz.analyse(game, remote=remote, progress=told.append)
    assert found.search.nodes == compiled.search.nodes == remote.nodes
    assert [answer.search.depth for answer in told] == sorted(answer.search.depth for answer in told)
    assert at_hand.seconds_to_try("deepening", game) == 0.0
    watch, again = kz.Count(), kz.Count()
    assert kz.minimax(game, game.parse("XOX.O...."), watch=watch) == kz.minimax(
        game, game.parse("XOX.O...."), watch=again, interpreted=True
    )
    assert watch.counts.tolist() == again.counts.tolist()


def test_limits_hold_for_the_first_try(first_try):
    game = kz.game("tic-tac-toe")
    watch = kz.Count(100)
    with pytest.raises(kz.Stopped):
        kz.minimax(game, watch=watch)
    assert watch.nodes == 100
    with pytest.raises(kz.Unsolved, match="within 50 nodes"):
        kz.solve(game, nodes=50)
    assert at_hand.seconds_to_try("deepening", game, 0.4) <= 0.1


def test_plain_python_does_not_go_on_for_ever(first_try):
    game = kz.game("nim")
    at_hand.count_try("deepening", game, at_hand.ALL_TRIES)
    assert at_hand.seconds_to_try("deepening", game) == 0.0
    assert at_hand.seconds_to_try("minimax", game) > 0.0
    at_hand.mark("minimax", game)
    assert at_hand.seconds_to_try("minimax", game) == 0.0
    first_try.setenv("KIBITZ_COMPILED", "1")
    assert at_hand.seconds_to_try("alphabeta", game) == 0.0


class Ring(kz.Game):
    """A walk on a ring of fields, forward or back; whoever comes to field 1 from below has won"""

    def __init__(self, fields=3_000, back=True):
        self.fields = fields
        self.back = back

    def initial(self):
        return (2, 0)

    def player(self, s):
        return s[1]

    def actions(self, s):
        yield 1
        if self.back and s[0] > 2:
            yield -1

    def result(self, s, a):
        return ((s[0] + a) % self.fields, 1 - s[1])

    def is_terminal(self, s):
        return s[0] == 0

    def utility(self, s, player):
        return 1 if player != s[1] else -1


def test_a_moments_look_tells_circles_in_a_game_that_is_not_small():
    assert size_of(Ring(), Ring().initial()) == (None, True)
    assert size_of(Ring(back=False), Ring().initial()) == (None, False)
    assert size_of(Ring(100), Ring().initial()) == (99, True)
    assert size_of(Ring(100, back=False), Ring().initial()) == (99, False)


def test_a_large_game_that_goes_round_in_circles_is_solved_whole():
    solver = Solver(Ring(), Options(interpreted=True))
    assert solver.value(Ring().initial()) == 0
    assert solver._plan.algorithm.name == "table"

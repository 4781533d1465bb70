"""Whether thinking on is worth its time: when a search under a clock stops early, and what it says then."""

from itertools import islice

import pytest

import kibitz as kz
from command import kibitz
from kibitz.answer.analyse import analyse_with
from kibitz.answer.options import Options
from kibitz.answer.questions import by_engine, by_selective
from kibitz.arena.match.player_text import PlayerText
from kibitz.search.metareasoning import (
    CATCHING_UP,
    CLEAR,
    ENOUGH,
    FIRST_SHARE,
    ONLY_MOVE,
    SAME,
    TOO_LATE,
    Deliberation,
    most_to_come,
    scale_of,
)
from kibitz.search.montecarlo import montecarlo_engine

AGES = 10_000.0  # seconds: a limit that no test here reaches


def told(deliberation, depths):
    """The reasons after each depth: a best move, its value, the second best value, and when the depth was finished."""
    return [deliberation.reason_to_stop(*depth) for depth in depths]


def test_one_legal_move_is_not_thought_about():
    assert told(Deliberation(1.0, 1, 1.0), [("a", 0.0, None, 0.001)]) == [ONLY_MOVE]


def test_a_move_that_stays_best_takes_half_of_the_time_and_one_that_changes_all_of_it():
    times = [0.01 * 1.6**depth for depth in range(10)]  # 0.01 … 0.69 s
    steady = told(Deliberation(1.0, 5, 1.0, keeps_parts=True), [("a", 0.1, None, t) for t in times])
    assert steady[:-1] == [""] * 9 and steady[-1] == SAME and times[-1] > ENOUGH[-1]
    changing = [("ab"[depth % 2], 0.1, None, t) for depth, t in enumerate(times)]
    assert told(Deliberation(1.0, 5, 1.0, keeps_parts=True), changing) == [""] * 10


def test_a_clear_move_takes_less_and_a_falling_one_more():
    times = [0.02 * 1.5**depth for depth in range(8)]  # 0.02 … 0.34 s
    clear = [("a", 3.0, 0.0, t) for t in times]
    assert CLEAR in told(Deliberation(1.0, 5, 1.0, keeps_parts=True), clear)
    narrow = [("a", 3.0, 2.5, t) for t in times]
    assert told(Deliberation(1.0, 5, 1.0, keeps_parts=True), narrow) == [""] * 8
    falling = [("a", 3.0 - depth, -9.0, t) for depth, t in enumerate(times)]
    assert told(Deliberation(1.0, 5, 1.0, keeps_parts=True), falling) == [""] * 8


def test_no_depth_is_begun_that_would_not_be_finished():
    """Each takes four times as long as the one before: after 0.34 s the next would end at 1.36 s."""
    depths = [("ab"[n % 2], 0.0, None, t) for n, t in enumerate((0.005, 0.02, 0.085, 0.34))]
    assert told(Deliberation(1.0, 5, 1.0), depths)[-1] == ""  # it may be quicker than that
    assert told(Deliberation(0.6, 5, 1.0), depths)[-1] == TOO_LATE
    assert told(Deliberation(0.6, 5, 1.0, keeps_parts=True), depths)[-1] == ""  # a beginning is worth something
    assert told(Deliberation(0.4, 5, 1.0, keeps_parts=True), depths)[-1] == TOO_LATE


def test_more_time_never_stops_a_search_sooner():
    depths = [("a" if n % 3 else "b", n / 7, n / 9, 0.01 * 2**n) for n in range(8)]
    ends = []
    for limit in (0.1, 0.3, 1.0, 3.0, 9.0):
        reasons = told(Deliberation(limit, 4, 0.5), depths)
        ends.append(next((n for n, reason in enumerate(reasons) if reason), len(reasons)))
    assert ends == sorted(ends)


def test_simulations_are_foreseen_by_the_best_speed_and_not_too_early():
    assert most_to_come(1000.0, FIRST_SHARE / 2, 1.0) is None
    assert most_to_come(1000.0, 0.5, 1.0) == int(CATCHING_UP * 500) + 1
    assert most_to_come(1000.0, 2.0, 1.0) == 1  # the time is up
    assert most_to_come(1000.0, 5.0, float("inf")) is None


def test_a_slow_moment_does_not_decide_a_search(monkeypatch):
    """The machine is busy for most of the time limit: the average speed would say that hardly anything is to come."""
    now, game = [0.0], kz.game("connect-four", width=5, height=4)
    monkeypatch.setattr(montecarlo_engine.time, "perf_counter", lambda: now[0])
    engine = montecarlo_engine.MonteCarloEngine(game, seed=1, interpreted=True)
    plainly, passes = engine._simulate, [0.001, 0.001, 0.8, 0.001]

    def simulated(s, simulations):
        plainly(s, simulations)
        now[0] += passes.pop(0)

    def two_slices():
        return list(islice(engine.think(game.initial(), seconds=1.0), 2))

    monkeypatch.setattr(engine, "_simulate", simulated)
    two_slices()
    slow, after = two_slices()
    lead = slow.rows[0].visits - slow.rows[1].visits
    assert lead > 1.5 * slow.simulations / slow.seconds * (1.0 - slow.seconds)
    assert not slow.ended and not after.ended and after.simulations > slow.simulations


def test_what_is_large_is_the_games_swing_or_a_part_of_its_range():
    assert scale_of(1.0, (-300.0, 300.0)) == 1.0 and scale_of(0.0, (-1.0, 1.0)) == 0.25
    assert scale_of(0.0, (-float("inf"), 1.0)) == float("inf")


def asked(game, s, **more):
    return analyse_with(game, Options(seconds=AGES, interpreted=True, **more), s)


def test_an_answer_says_why_it_came_early():
    game = kz.game("chess")
    s = game.parse("7k/7p/8/8/8/8/6q1/7K w - - 0 1")  # the king has to take the queen
    found = asked(game, s, early_stop=True)
    assert found.best == "h1g2" and found.search.stopped_by == "decided" and found.search.depth == 1
    assert found.note.startswith("Stopped after ") and found.note.endswith(f" of 10000 s: {ONLY_MOVE}.")
    assert found.json()["note"] == found.note and "stopped early" in str(found)
    assert asked(game, s, early_stop=False, depth=3).search.depth == 3


@pytest.mark.parametrize("text", ["XOX.O..X.", "X...O..X.", "X...O...."])
def test_where_only_the_move_counts_a_proof_of_the_best_one_is_enough(text, monkeypatch):
    monkeypatch.setattr(by_engine, "SHALLOW", 1)  # else depths alone prove a game as small as this
    game = kz.game("tic-tac-toe")
    found, whole = (asked(game, game.parse(text), early_stop=early, algorithm="deepening") for early in (True, None))
    assert found.exact and found.search.stopped_by == "solved" and "the best move is proven" in found.note
    assert found.value == whole.value and not whole.note
    assert found.best in [move.move for move in whole.moves if move.loss == 0]


def test_near_the_end_of_a_game_the_selective_search_needs_no_more_than_a_best_move(monkeypatch):
    monkeypatch.setattr(by_selective, "SHARE_BEFORE_PROOF", 0.0)
    game = kz.game("othello", size=4)
    s = game.initial()
    for _ in range(2):
        s = game.result(s, next(iter(game.actions(s))))
    found, whole = (asked(game, s, early_stop=early, algorithm="deepening") for early in (True, None))
    assert found.exact and found.search.stopped_by == "solved" and "the best move is proven" in found.note
    assert found.value == whole.value and all(move.exact for move in whole.moves)
    assert found.best in [move.move for move in whole.moves if move.loss == 0]
    assert found.search.nodes < whole.search.nodes


def test_it_is_asked_for_where_a_move_is_played_and_can_be_switched_off(monkeypatch):
    monkeypatch.setattr(by_engine, "SHALLOW", 1)
    assert PlayerText.read("deepening time=1").options().early_stop is True
    assert PlayerText.read("deepening time=1 early-stop=no").options().early_stop is False
    assert kibitz("match", "nim", "auto early-stop=perhaps", "random").err.count("expected yes or no") == 1
    assert "expected yes or no" in kibitz("best", "nim", "--early-stop", "maybe").err
    words = ("--time", 1000, "--early-stop", "yes", "--algorithm", "deepening", "--interpreted")
    assert "the best move is proven" in kibitz("best", "tic-tac-toe", "X...O..X.", *words).out

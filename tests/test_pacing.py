"""How long to think: never past the clock, more where the move changes, less where nothing can change."""

from __future__ import annotations

from math import inf
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.search.pacing import OVERHEAD, Pace

CLOCKS = st.floats(-1.0, 20_000.0)
INCREMENTS = st.floats(0.0, 60.0)
TO_GO = st.none() | st.integers(0, 200)
OVERHEADS = st.floats(0.0, 5.0)


def thought(seconds: float, best: str = "a", value: float = 0.0, *, exact: bool = False) -> Any:
    return SimpleNamespace(depth=1, value=value, is_exact=exact, line=(best,), seconds=seconds)


def lasts(pace: Pace, thoughts: list[Any]) -> int:
    """How many of these thoughts are had until the pace ends it."""
    for number, each in enumerate(thoughts, 1):
        if not pace.wants_more(each):
            return number
    return len(thoughts) + 1


@given(CLOCKS, INCREMENTS, TO_GO, OVERHEADS)
def test_no_limit_is_beyond_the_clock(clock, increment, to_go, overhead):
    pace = Pace.of_clock(clock, increment=increment, moves_to_go=to_go, overhead=overhead)
    assert 0.0 <= pace.soft <= pace.hard <= max(0.0, clock - overhead)


@given(CLOCKS, st.floats(0.0, 1_000.0), INCREMENTS, TO_GO, OVERHEADS)
def test_more_on_the_clock_never_means_less_thought(clock, more, increment, to_go, overhead):
    rest = {"increment": increment, "moves_to_go": to_go, "overhead": overhead}
    short, long = Pace.of_clock(clock, **rest), Pace.of_clock(clock + more, **rest)
    assert short.soft <= long.soft + 1e-9 and short.hard <= long.hard + 1e-9


@given(st.floats(0.1, 600.0), st.integers(1, 60), st.floats(0.0, 0.05), st.lists(st.floats(0.0, 1.0), min_size=60))
def test_a_whole_game_on_one_clock_is_never_lost_on_time(clock, to_go, lost, hunger):
    """Each move takes anything up to its hard limit, and the overhead on top of it."""
    overhead = max(OVERHEAD, lost)
    for number, appetite in enumerate(hunger[:to_go]):
        pace = Pace.of_clock(clock, moves_to_go=to_go - number, overhead=overhead)
        assert pace.hard <= max(0.0, clock - overhead)
        clock -= appetite * pace.hard
        assert clock >= 0.0


@given(st.floats(0.0, 100.0), OVERHEADS)
def test_a_fixed_time_is_used_to_its_end_and_not_beyond(seconds, overhead):
    pace = Pace.of_move(seconds, overhead=overhead)
    assert pace.hard <= seconds
    assert lasts(pace, [thought(pace.hard * part) for part in (0.5, 0.9, 1.0)]) == 3 or pace.hard == 0.0


def test_a_changing_best_move_gets_more_time_and_a_steady_one_less():
    steady = Pace.of_clock(60.0)
    depths = [steady.soft * part / 10 for part in range(1, 40)]
    restless = Pace.of_clock(60.0)
    first = lasts(steady, [thought(at) for at in depths])
    second = lasts(restless, [thought(at, best="ab"[number % 2]) for number, at in enumerate(depths)])
    assert depths[first - 1] < steady.soft < depths[second - 1]


def test_a_falling_value_gets_more_time_up_to_the_hard_limit():
    def taken(fall: float) -> int:
        pace = Pace.of_clock(60.0, swing=100.0)
        at = [pace.soft * part / 10 for part in range(1, 100)]
        return lasts(pace, [thought(s, value=-fall * number) for number, s in enumerate(at)])

    assert taken(0.0) < taken(50.0) < taken(100.0) <= taken(1e6)
    pace = Pace.of_clock(60.0, swing=100.0)
    assert not pace.wants_more(thought(pace.hard, value=-1e9))


@pytest.mark.parametrize("given", [{"is_forced": True}, {}])
def test_what_cannot_change_is_not_thought_about(given):
    pace = Pace.of_clock(60.0, **given)
    assert not pace.wants_more(thought(0.0, exact=not given))


def test_a_game_that_has_looked_decided_for_three_depths_is_played_on_at_once():
    pace = Pace.of_clock(60.0, sure=29_000.0)
    assert lasts(pace, [thought(0.0, value=-29_990.0)] * 9) == 3


def test_without_a_clock_it_never_stops():
    endless = Pace()
    assert endless.hard == inf
    assert all(endless.wants_more(thought(1e9, exact=True)) for _ in range(9))

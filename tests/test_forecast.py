"""Forecasts: positions counted and estimated against known numbers, and what is said before a build."""

import json
from typing import NamedTuple

import pytest

import kibitz as kz
from kibitz.answer.forecast import forecast, forecast_line, shown_count, shown_megabytes, shown_seconds
from kibitz.answer.forecast_ways import extrapolated, speedup
from kibitz.check.inquiry import Inquiry
from kibitz.check.retracing import retraced
from kibitz.cli import main
from kibitz.cluster.processes import in_a_process
from kibitz.game import Game
from kibitz.search.sizing.count_plies import Counting, count_positions
from kibitz.search.sizing.extent import extent, grown
from kibitz.search.sizing.retrace import Walking, estimated, measured_tree


class Counters(kz.Game):
    """Turn one of some counters on by one; whoever turns the last one to its end wins. A user's game."""

    utility_range = (-1.0, 1.0)

    def __init__(self, counters=7, end=2):
        self.counters = counters
        self.end = end

    def initial(self):
        return (0,) * self.counters

    def player(self, s):
        return sum(s) % 2

    def actions(self, s):
        return [number for number in range(self.counters) if s[number] < self.end]

    def result(self, s, number):
        return (*s[:number], s[number] + 1, *s[number + 1 :])

    def is_terminal(self, s):
        return min(s) == self.end

    def utility(self, s, player):
        return 1.0 if sum(s) % 2 != player else -1.0

    def previous(self, s):
        for number in range(self.counters):
            if s[number] > 0:
                yield (*s[:number], s[number] - 1, *s[number + 1 :])


class Forgetful(Counters):
    """Leaves a position before out."""

    def previous(self, s):
        for number in range(1, self.counters):
            if s[number] > 0:
                yield (*s[:number], s[number] - 1, *s[number + 1 :])


class Silent(Counters):
    previous = Game.previous
    has_previous = False


class Spot(NamedTuple):
    at: int
    coin: int


class Flips(kz.Game):
    """A coin says how far a single player walks, and both sides of it may lead to one place."""

    players = 1
    utility_range = (0.0, 1.0)

    def initial(self):
        return Spot(0, 0)

    def player(self, s):
        return kz.CHANCE if s.coin else 0

    def actions(self, s):
        return [0, 1]

    def outcomes(self, s):
        return [(2, 0.25), (3, 0.25), (4, 0.5)]

    def result(self, s, a):
        if not s.coin:
            return Spot(s.at * 2 + a + 1, 1)
        return Spot(s.at * 2 + a // 4 + 1, 0)

    def is_terminal(self, s):
        return s.at > 60

    def utility(self, s, player):
        return float(s.at % 2)

    def previous(self, s):
        if s.at > 0 and (s.at - 1) // 2 <= 60:
            yield Spot((s.at - 1) // 2, 1 - s.coin)


def reached(game):
    """Every state that can be reached, with those before each, by plain Python."""
    before, waiting = {game.initial(): set()}, [game.initial()]
    while waiting:
        s = waiting.pop()
        for a in () if game.is_terminal(s) else game.choices(s):
            after = game.result(s, a)
            if after not in before:
                before[after] = set()
                waiting.append(after)
            before[after].add(s)
    return before


# ---------------------------------------------------------------- counted


@pytest.mark.parametrize(
    ("game", "positions"),
    [
        (kz.game("tic-tac-toe"), 5478),
        (kz.game("nim"), 232),
        (Counters(4, 3), 4**4),
        (kz.game("connect-four", width=3, height=3, line=3), None),
        (Flips(), None),
    ],
    ids=lambda given: type(given).__name__,
)
def test_positions_are_counted_as_they_are(game, positions):
    counted = count_positions(game, game.initial(), 60, interpreted=True).counted
    assert counted.is_all and counted.positions == (positions or len(reached(game))) == len(reached(game))
    assert counted.over == sum(map(game.is_terminal, reached(game)))
    assert counted.links == sum(len(list(game.choices(s))) for s in reached(game) if not game.is_terminal(s))
    assert counted.is_layered == (type(game).__name__ != "Nim")


def test_counting_goes_on_and_is_limited_by_plies():
    game = kz.game("tic-tac-toe")
    counting = Counting(game, game.initial(), interpreted=True)
    assert counting.count(0.0).by_ply[:2] == [1, 9]  # the first ply is always counted
    assert counting.count(60, plies=2).by_ply == [1, 9, 72] and counting.counted.is_all
    counting.counted.is_all = False
    assert counting.count(60).by_ply == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]


@pytest.fixture(scope="module")
def four():
    """Connect Four on 4×4, compiled, and counted to ply 6."""
    game = kz.game("connect-four", width=4, height=4)
    counting = Counting(game, game.initial())
    counting.count(60, plies=6)
    counting.counted.is_all = False
    return counting


def test_machine_code_counts_and_estimates_connect_four(four):
    assert not four.interpreted and four.counted.by_ply == [1, 4, 16, 52, 160, 436, 1128]
    found = estimated(four, 1.0, seed=1)
    assert abs(found.positions - 161_029) <= found.error * 161_029 and found.error < 0.1
    small = Counting(four.game, four.start, megabytes=0.5).count(60)
    assert not small.is_all and 4_000 < small.positions < 30_000
    whole = count_positions(four.game, four.start, 60).counted
    assert whole.is_all and whole.positions == 161_029
    for ply, number in enumerate(whole.by_ply):
        assert found.by_ply[ply] == pytest.approx(number, rel=0.2)


# ---------------------------------------------------------------- estimated


@pytest.mark.parametrize(
    ("game", "plies"),
    [
        (kz.game("tic-tac-toe"), 3),
        (Counters(5), 4),
        (kz.game("nim", piles=(2, 2, 2)), 1),
        (kz.game("connect-four", width=3, height=3, line=3), 3),
        (Flips(), 2),
    ],
    ids=lambda given: type(given).__name__,
)
def test_random_walks_tell_how_many_positions_there_are(game, plies):
    counting = Counting(game, game.initial(), interpreted=True)
    counting.count(60, plies=plies)
    walking = Walking(counting, seed=7)
    found = walking.estimate([walking.weights(20, 60) for _ in range(20)], 20)
    truth = len(reached(game))
    assert abs(found.positions - truth) <= max(found.error, 1e-9) * truth and found.error < 0.35
    assert found.given_up == 0


def test_estimates_of_many_seeds_are_right_on_average():
    game = kz.game("tic-tac-toe")
    counting = Counting(game, game.initial(), interpreted=True)
    counting.count(60, plies=5)
    walking = Walking(counting, seed=3)
    sums = [sum(counting.counted.by_ply) + sum(walking.weights(30, 60)) for _ in range(60)]
    assert sum(sums) / 60 == pytest.approx(5478, rel=0.02)


def test_the_tree_is_measured_by_the_same_walks():
    game = kz.game("tic-tac-toe")
    counting = Counting(game, game.initial(), interpreted=True)
    counting.count(60)
    walking = Walking(counting, 5, of_tree=True)
    found = walking.estimate([walking.weights(100, 60) for _ in range(20)], 100)
    assert abs(found.positions - 549_946) <= found.error * 549_946 and found.error < 0.2
    assert measured_tree(Counting(Endless(), 0, interpreted=True), 0.05) is None


class Endless(kz.Game):
    """Goes round in a circle, or ends."""

    players = 1
    utility_range = (0.0, 1.0)

    def initial(self):
        return 0

    def player(self, s):
        return 0

    def actions(self, s):
        return [1, 2]

    def result(self, s, a):
        return (s + a) % 7

    def is_terminal(self, s):
        return False

    def utility(self, s, player):
        return 0.0


def test_a_previous_that_leaves_one_out_is_noticed():
    game = Forgetful()
    counting = Counting(game, game.initial(), interpreted=True)
    counting.count(60, plies=2)
    assert Walking(counting, 1).weights(200, 60) is None


@pytest.mark.parametrize("given", [{"width": 4, "height": 3, "line": 3}])
def test_connect_four_is_taken_back_by_every_stone_on_top(given):
    game = kz.game("connect-four", **given)
    before = reached(game)
    for s, parents in before.items():
        given = list(game.previous(s))
        assert len(given) == len(set(given)) and {p for p in given if p in before} == parents
        assert all(s in [game.result(p, a) for a in game.actions(p)] and not game.is_terminal(p) for p in given)


def test_the_law_of_previous():
    def faults(game, s):
        inquiry = Inquiry(game)
        retraced(inquiry, s, [game.result(s, a) for a in game.actions(s)])
        return inquiry.report.faults

    class Inventive(Counters):
        def previous(self, s):
            yield from super().previous(s)
            yield s

    assert faults(Counters(), (0, 1, 0, 0, 0, 0, 0)) == []
    assert "does not give" in faults(Forgetful(), (0, 1, 0, 0, 0, 0, 0))[0]
    assert "from which no action leads there" in faults(Inventive(), (0, 1, 0, 0, 0, 0, 0))[0]


# ---------------------------------------------------------------- by the best means there is


def test_a_game_without_previous_is_guessed_between_what_is_known():
    game = Silent(8)
    counting = count_positions(game, game.initial(), 60, plies=8, interpreted=True)
    counting.counted.is_all = False
    found = _guess(counting)
    assert found.how == "guessed" and found.low <= 3**8 <= found.high
    assert found.low >= counting.counted.positions
    circular, _ = extent(Endless(), 0, 1.0, interpreted=True)
    assert circular.is_exact and circular.positions == 7 and circular.tree is None


def _guess(counting):
    from kibitz.search.sizing.extent import _guessed

    walking = Walking(counting, 5, of_tree=True)
    tree = walking.estimate([walking.weights(20, 60) for _ in range(20)], 20)
    return _guessed(counting.counted, tree, None)


def test_growth_goes_on_as_it_was():
    doubled = grown([1, 2, 4, 8, 16], 0, 7)
    assert doubled == pytest.approx([1, 2, 4, 8, 16, 32, 64, 128])


def test_positions_to_a_ply_are_those_of_a_book():
    game = kz.game("tic-tac-toe")
    found, _ = extent(game, game.initial(), 60.0, plies=3, interpreted=True)
    assert found.is_exact and found.positions == 1 + 9 + 72 + 252
    assert (
        forecast_line(game, game.initial(), "book", plies=3, interpreted=True, seconds=60)
        == "the book has 334 positions"
    )


# ---------------------------------------------------------------- in words, and on the command line


def test_a_line_before_a_build():
    game = kz.game("tic-tac-toe")
    line = forecast_line(game, game.initial(), "table", interpreted=True, seconds=60)
    assert line.startswith("the table has 5,478 positions: about ") and line.endswith("on disk")
    assert "\n" not in line


def test_a_line_made_in_other_processes():
    game = kz.game("tic-tac-toe")
    line = forecast_line(game, game.initial(), "table", interpreted=True, seconds=60, carry_out=in_a_process)
    assert line.startswith("the table has 5,478 positions: about ") and line.endswith("on disk")


def test_a_forecast_of_each_way(capsys):
    asked = ["forecast", "tic-tac-toe", "--time", "6", "--interpreted"]
    assert main([*asked, "XO.......", "--json", "--workers", "4"]) == 0
    found = json.loads(capsys.readouterr().out)
    game = kz.game("tic-tac-toe")
    below = Counting(game, game.parse("XO......."), interpreted=True).count(60).positions
    assert found["positions"] == below == found["at_least"] == sum(found["by_ply"]) and found["exact"]
    ways = {way["algorithm"]: way for way in found["ways"]}
    assert list(ways) == ["table", "deepening", "proof", "minimax"]
    assert ways["table"]["amount"] == below and ways["table"]["seconds"] > ways["table"]["seconds_spread"] > 0
    assert ways["deepening"]["amount"] < ways["minimax"]["amount"]
    assert main([*asked, "XOXO....."]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "positions, counted; 5 plies deep" in lines[0] and lines[3].split()[:3] == ["way", "work", "here"]


def test_a_game_that_hides_something_is_forecast_by_regret_too():
    game = kz.game("kuhn-poker")
    found = forecast(game, game.initial(), seconds=1.0, interpreted=True)
    way = found.ways[-1]
    assert way.algorithm == "regret" and way.amount and "12 information sets" in way.reason
    json.dumps(found.json())


def test_the_effort_is_carried_on_to_the_beginning():
    middle, off = extrapolated([(ply, 4 ** (10 - ply)) for ply in range(4, 10)])
    assert middle == pytest.approx(10 * 1.3862943611) and off == pytest.approx(0, abs=1e-6)
    assert extrapolated([(4, 900), (5, 80), (6, 70), (7, 3)])[1] > 1
    assert speedup(1, 0.85) == 1 and speedup(2, 0.85) == 1.85 and speedup(100, 0.5, 7) == 4


def test_numbers_in_words():
    assert shown_count(5478) == "5,478" and shown_count(4.531985e12) == "4,530,000,000,000"
    assert shown_count(3.456e20) == "3.46 × 10^20"
    assert shown_seconds(0.01) == "less than 0.1 seconds" and shown_seconds(90) == "90 seconds"
    assert shown_seconds(7200) == "2 hours" and shown_seconds(1e9) == "32 years"
    assert shown_megabytes(0.5) == "less than 1 MB" and shown_megabytes(2048) == "2 GB"

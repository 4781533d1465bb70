"""Whole games by value iteration: known values, plain searches where they end, circles, stopping and memory."""

import itertools
import math
import random
from fractions import Fraction
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz as kz
from command import kibitz
from kibitz.errors import Stopped, Unsolved
from kibitz.search.whole import intervals, value_iteration
from kibitz.search.whole.value_iteration import STOP, WholeGame

# From solving the same games by independent programs.
PIG = {10: 0.7094243225983222, 20: 0.6155585498050712, 50: 0.5461508441667879}
PIG_FOR_THREE = {
    5: (0.7578824256, 0.1929793213, 0.0491382531),
    10: (0.6339704617, 0.2596702573, 0.106359281),
    15: (0.5524942377, 0.2925734378, 0.1549323245),
}


def solved(game, s=None, **options):
    whole = WholeGame(game, game.initial() if s is None else s, **options)
    whole.solve()
    return whole


@pytest.mark.parametrize("goal", PIG)
def test_pig_is_worth_what_is_known(goal):
    game = kz.game("pig", goal=goal)
    assert solved(game).value(game.initial()) == pytest.approx((PIG[goal], 1 - PIG[goal]), abs=1e-9)


@pytest.mark.parametrize("goal", PIG_FOR_THREE)
def test_pig_for_three_is_worth_what_is_known(goal):
    game = kz.game("pig", goal=goal, players=3)
    assert solved(game).value(game.initial()) == pytest.approx(PIG_FOR_THREE[goal], abs=1e-9)


def test_compiled_and_interpreted_values_are_the_same():
    game = kz.game("pig", goal=8)
    plain, compiled = (solved(game, interpreted=interpreted) for interpreted in (True, False))
    assert (plain.nodes, plain.sweeps) == (compiled.nodes, compiled.sweeps)
    assert (plain.positions.values[: plain.nodes] == compiled.positions.values[: plain.nodes]).all()


@given(st.integers(0, 10**9), st.sampled_from([1, 3]))
def test_a_tree_is_worth_what_a_plain_search_finds(seed, players):
    tree = kz.Tree.random(4, 3, seed, chance=True, players=players)
    search = kz.maxn if players > 1 else kz.expectiminimax
    expected = search(tree, interpreted=True).value
    found = solved(tree, interpreted=True).value(0)
    assert found == pytest.approx(expected, abs=1e-9) if players > 1 else found[0] == pytest.approx(expected, abs=1e-9)


def test_a_game_without_dice_is_solved_too():
    game = kz.game("tic-tac-toe")
    whole = solved(game)
    assert whole.nodes == 5478
    assert whole.value(game.initial()) == (0.0, 0.0)
    s = game.parse("XX.OO....")
    assert whole.value(s)[0] == kz.minimax(game, s, interpreted=True).value == 1.0


class Place(NamedTuple):
    at: int
    mover: int


class Merry(kz.Game):
    """Two walk round a ring of three for ever, unless somebody steps off and gets the prize there"""

    prize = -1.0

    def initial(self):
        return Place(0, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        if s.at < 3:
            yield 0
            if s.at == 1:
                yield 1

    def result(self, s, a):
        return Place(3, s.mover) if a == 1 else Place((s.at + 1) % 3, 1 - s.mover)

    def is_terminal(self, s):
        return s.at == 3

    def utility(self, s, player):
        return self.prize if player == s.mover else -self.prize


class Prized(Merry):
    """The same, where stepping off pays"""

    prize = 1.0


@pytest.mark.parametrize("interpreted", [True, False])
def test_going_round_for_ever_is_an_even_share(interpreted):
    game = Merry()
    assert solved(game, interpreted=interpreted).value(game.initial()) == (0.0, 0.0)
    game = Prized()
    assert solved(game, interpreted=interpreted).value(game.initial()) == (-1.0, 1.0)


class Graph(kz.Game):
    """Positions and the links between them, as given: each link is a position and its probability.

    `kinds` has the player to move, CHANCE, or -2 where the game is over; `ends` what each end is worth to the players.
    """

    has_outcomes = True
    utility_sum = 0.0

    def __init__(self, kinds, links, ends, players=2):
        self.kinds, self.links, self.ends, self.players = kinds, links, ends, players

    def initial(self):
        return 0

    def player(self, s):
        return self.kinds[s]

    def actions(self, s):
        return range(len(self.links[s]))

    def outcomes(self, s):
        return [(a, float(chance)) for a, (_, chance) in enumerate(self.links[s])]

    def result(self, s, a):
        return self.links[s][a][0]

    def is_terminal(self, s):
        return self.kinds[s] == -2

    def utility(self, s, player):
        if isinstance(self.ends[s], tuple):
            return float(self.ends[s][player])
        return float(self.ends[s] if player == 0 else -self.ends[s])

    def key(self, s):
        return s


def random_graph(seed):
    """A small game for one or two with circles, tiny probabilities among the others, and ends of either sign."""
    dice = random.Random(seed)
    open_ones, over = dice.randint(2, 6), dice.randint(1, 3)
    players = dice.choice([1, 2, 2])
    movers = [0, 0, players - 1, players - 1] + [kz.CHANCE] * dice.choice([0, 1, 3])
    kinds = [dice.choice(movers) for _ in range(open_ones)] + [-2] * over
    links = []
    for here in range(open_ones):
        inward = dice.choice([0.6, 0.9])
        size = dice.randint(1, 3)
        behind = [
            dice.randrange(open_ones) if dice.random() < inward else dice.randrange(open_ones, open_ones + over)
            for _ in range(size)
        ]
        tiny = Fraction(1, 2 ** dice.choice([2, 2, 3, 10, 30, 46]))
        chances = [1 - tiny * (size - 1)] + [tiny] * (size - 1)
        links.append(list(zip(behind, chances if kinds[here] == kz.CHANCE else [Fraction(1)] * size, strict=True)))
    ends = {open_ones + end: Fraction(dice.choice([-3, -2, -1, -1, 0, 1, 1, 2])) for end in range(over)}
    return Graph(tuple(kinds), links, ends, players)


def fixed_values(graph, taken):
    """What each position is worth with fixed play, in fractions; play that never ends is worth 0."""
    ends = dict(graph.ends)
    known = set(ends)  # from here an end can be reached
    while more := {s for s in taken if s not in known and any(after in known for after, _ in taken[s])}:
        known |= more
    rows = {s: ({s: Fraction(1)}, Fraction(0)) for s in known - set(ends)}
    for s, (row, _) in rows.items():
        total = Fraction(0)
        for after, chance in taken[s]:
            if after in rows:
                row[after] = row.get(after, Fraction(0)) - chance
            total += chance * ends.get(after, 0)
        rows[s] = (row, total)
    for s in list(rows):
        pivot = rows[s][0][s]
        row, total = {t: x / pivot for t, x in rows[s][0].items()}, rows[s][1] / pivot
        rows[s] = (row, total)
        for other in rows:
            factor = rows[other][0].get(s, 0)
            if other != s and factor:
                old, sum_ = rows[other]
                new = {t: old.get(t, Fraction(0)) - factor * row.get(t, Fraction(0)) for t in old.keys() | row.keys()}
                rows[other] = (new, sum_ - factor * total)
    return [ends.get(s, rows[s][1] if s in rows else Fraction(0)) for s in range(len(graph.kinds))]


def true_values(graph):
    """The most that player 0 can be sure of, over every way to play for each side."""

    def plays(player):
        own = [s for s, kind in enumerate(graph.kinds) if kind == player]
        return [dict(zip(own, play, strict=True)) for play in itertools.product(*(graph.links[s] for s in own))]

    dice = {s: graph.links[s] for s, kind in enumerate(graph.kinds) if kind == kz.CHANCE}
    worst = []
    for mine in plays(0):
        found = [
            fixed_values(graph, dice | {s: [(link[0], Fraction(1))] for s, link in (mine | theirs).items()})
            for theirs in plays(1)
        ]
        worst.append([min(column) for column in zip(*found, strict=True)])
    return [max(column) for column in zip(*worst, strict=True)]


@pytest.mark.parametrize("way", ["as it is", "equations only", "intervals only"])
def test_circles_are_worth_what_trying_every_play_finds(way, monkeypatch):
    if way == "equations only":
        monkeypatch.setattr(intervals, "SOME", 0)
    if way == "intervals only":
        monkeypatch.setattr(value_iteration, "SMALL", 0)
        monkeypatch.setattr(intervals, "MOST_ROUNDS", 3000)
    closed = 0
    for seed in range(250):
        graph = random_graph(seed)
        if math.prod(len(links) for links, kind in zip(graph.links, graph.kinds, strict=False) if kind >= 0) > 100:
            continue
        whole = solved(graph, interpreted=True)
        for s, expected in enumerate(true_values(graph)):
            if (found := whole.value(s)) is not None:
                assert abs(found[0] - expected) <= whole.error(s) + 1e-9, (seed, s)
                closed += whole.is_exact(s)
                assert way == "intervals only" or whole.is_exact(s)
    assert closed > 500


def coin(chance, *more):
    """Player 0 tosses a coin until it falls on an edge, and then has 1; or does something else."""
    return Graph((0, kz.CHANCE, -2, -2), [[(1, 1), *more], [(2, chance), (0, 1 - chance)], [], []], {2: 1, 3: 0.9}, 1)


@pytest.mark.parametrize("chance", [6.0**-6, 1e-14, 2.0**-53])
def test_a_win_that_comes_in_the_end_is_a_win(chance):
    assert kz.solve(coin(chance), algorithm="table", interpreted=True) == 1.0
    assert kz.solve(coin(chance, (3, 1)), algorithm="table", interpreted=True) == 1.0


def ruin(euros):
    """A coin is tossed for one of so many euros until somebody has them all."""
    links = [[], *([(s - 1, 0.5), (s + 1, 0.5)] for s in range(1, euros)), []]
    return Graph((-2, *[kz.CHANCE] * (euros - 1), -2), links, {0: 0, euros: 1}, 1)


def test_the_gambler_s_ruin_is_as_likely_as_not():
    graph = ruin(400)
    assert solved(graph, 200, interpreted=True).value(200)[0] == pytest.approx(0.5, abs=1e-12)


def test_what_is_not_closed_is_not_exact(monkeypatch):
    monkeypatch.setattr(value_iteration, "SMALL", 0)
    monkeypatch.setattr(intervals, "MOST_ROUNDS", 50)
    graph = coin(1e-3)
    with pytest.raises(Unsolved, match=r"^'0' is not solved exactly: its value is between 0\.\d+ and 1$"):
        kz.solve(graph, algorithm="table", interpreted=True)
    answer = kz.analyse(graph, algorithm="table", interpreted=True)
    assert (answer.exact, answer.search.stopped_by, answer.best) == (False, "not closed", "0")
    assert answer.value + answer.error == pytest.approx(1)
    assert answer.json()["error"] == answer.error > 0.1
    assert "at most" in answer.words


def test_waiting_for_another_turn_is_no_gain():
    """Player 1 may wait, or toss for +1 or -1 where +1 takes its time: that is worth nothing, early or late."""
    links = [[(0, 1), (1, 1)], [(3, 0.5), (2, 0.5)], [(2, 0.5), (4, 0.5)], [], []]
    graph = Graph((1, kz.CHANCE, kz.CHANCE, -2, -2), links, {3: -1, 4: 1})
    assert solved(graph, interpreted=True).value(0) == (0.0, 0.0)


def test_several_players_in_a_circle_agree_or_are_not_called_exact():
    links = [[(1, 1), (3, 1)], [(2, 1), (4, 1)], [(0, 1), (5, 1)], [], [], []]
    kinds = (0, 1, 2, -2, -2, -2)
    agreed = solved(Graph(kinds, links, {3: (2, 0, 0), 4: (0, 1, 0), 5: (0, 0, 1)}, 3), interpreted=True)
    assert (agreed.value(0), agreed.is_exact(0)) == ((2.0, 0.0, 0.0), True)
    graph = Graph(kinds, links, {3: (1, 0, 2), 4: (2, 1, 0), 5: (0, 2, 1)}, 3)  # each waits if the next does not
    assert not solved(graph, interpreted=True).is_exact(0)
    with pytest.raises(Unsolved, match="no values were found that fit together"):
        kz.solve(graph, algorithm="table", interpreted=True)


def test_averages_that_differ_in_the_last_digits_are_equal():
    """The same average twice, 0.41 and 0.41000000000000003: the first action wins."""
    links = [[(1, 1), (2, 1)], [(3, 0.3), (4, 0.2), (5, 0.5)], [(4, 0.2), (5, 0.5), (3, 0.3)], [], [], []]
    ends = {3: (0.3, 1, 0), 4: (0.1, 0, 0), 5: (0.6, 0, 0)}
    whole = solved(Graph((0, *[kz.CHANCE] * 2, -2, -2, -2), links, ends, 3), interpreted=True)
    assert whole.value(1)[0] < whole.value(2)[0]
    assert whole.value(0) == whole.value(1)


@pytest.mark.parametrize("limit", [{"nodes": 50}, {"seconds": 60, "megabytes": 0.1}])
def test_within_limits_there_is_always_a_move(limit):
    answer = kz.analyse(kz.game("pig"), algorithm="table", interpreted=True, **limit)
    assert answer.best is not None
    assert not answer.exact
    assert answer.search.stopped_by == ("nodes" if "nodes" in limit else "memory")
    assert answer.search.nodes <= limit.get("nodes", math.inf)


def test_it_goes_on_where_it_was_stopped():
    game = kz.game("pig", goal=10)
    whole = WholeGame(game, game.initial(), interpreted=True)
    whole.stop()
    with pytest.raises(Stopped):
        whole.solve()
    assert whole.positions.told[STOP] == 0
    whole.solve()
    assert whole.value(game.initial()) == solved(game).value(game.initial())


def test_it_goes_on_within_a_circle(monkeypatch):
    game = kz.game("pig", goal=6)
    whole = WholeGame(game, game.initial(), interpreted=True)
    stops = iter([True, True, False, True])
    measured = intervals.widest

    def stopping(parts, begin, end):
        if next(stops, False):
            whole.stop()
        return measured(parts, begin, end)

    monkeypatch.setattr(intervals, "widest", stopping)
    for _ in range(3):
        with pytest.raises(Stopped):
            whole.solve()
        assert math.isinf(whole.error(game.initial()))
    whole.solve()
    assert whole.value(game.initial()) == solved(game).value(game.initial())


def test_a_stopped_analysis_answers_at_a_glance():
    remote = kz.Remote()
    remote.stop()
    answer = kz.analyse(kz.game("pig"), algorithm="table", interpreted=True, remote=remote)
    assert not answer.exact
    assert answer.search.stopped_by == "stopped"


def test_a_position_that_cannot_be_reached_has_no_value():
    game = kz.game("pig", goal=10)
    assert solved(game, game.parse("6,6,0"), interpreted=True).value(game.initial()) is None


def test_a_game_that_does_not_fit_is_refused_with_a_sentence():
    with pytest.raises(Unsolved, match=r"^'connect-four' has more than [\d,]+ positions, too many for 1 MB"):
        solved(kz.game("connect-four"), megabytes=1)


def test_the_command_solves_games_of_chance():
    assert kibitz("solve", "pig", "--set", "goal=10").out == "0.709424\n"
    assert kibitz("solve", "pig", "--set", "goal=10", "0,0,0", "9,0,2 p2").out.split() == [
        "0,0,0",
        "0.709424",
        "9,0,2",
        "p2",
        "1",
    ]
    best = kibitz("best", "pig", "6,0,3", "--set", "goal=10", "--exact", "--json").json
    assert (best["best"], best["exact"], best["search"]["algorithm"]) == ("roll", True, "table")
    refused = kibitz("tree", "(1 2)", "--algorithm", "table")
    assert refused.code == 2
    assert "table has no steps to show on a tree" in refused.err


def test_the_last_digits_of_a_float_are_no_loss():
    game = kz.Tree("(chance(1/3: 0.3 1/3: 0.6 1/3: 0.9) 0.6 chance(1/10: 0.6 9/10: 0.6))")
    answer = kz.analyse(game, algorithm="expectiminimax", interpreted=True)
    assert len({move.value for move in answer.moves}) > 1
    assert [move.loss for move in answer.moves] == [0.0, 0.0, 0.0]
    assert [answer.why(move.move) for move in answer.moves] == ["", "", ""]

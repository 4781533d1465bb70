"""What matches say about strength, against computations that are written apart: likelihoods climbed, games redrawn."""

import math
import random

import pytest

from kibitz.arena.match.ratings import rated
from kibitz.arena.match.strength import SURE, Mean, Sprt, Strength, elo_of, score_of


def climbed(function, low, high):
    """Where a function with one peak is highest, by golden section."""
    golden = (math.sqrt(5) - 1) / 2
    while high - low > 1e-9 * max(1.0, abs(low)):
        a, b = high - golden * (high - low), low + golden * (high - low)
        low, high = (a, high) if function(a) < function(b) else (low, b)
    return (low + high) / 2


def likeliest_elo(points):
    """The difference in Elo under which these points are likeliest, a draw being half a win and half a loss."""

    def likelihood(elo):
        p = 1 / (1 + 10 ** (-elo / 400))
        return sum(x * math.log(p) + (1 - x) * math.log(1 - p) for x in points)

    return climbed(likelihood, -2000, 2000)


def drawn_pairs(number, luck, better=0.1, swing=0.25):
    """Pairs of games: an opening favours one seat, and who sits there is changed."""
    pairs = []
    for _ in range(number):
        favour = luck.uniform(-swing, swing)
        pairs.append([drawn_game(0.5 + better + favour, luck), drawn_game(0.5 + better - favour, luck)])
    return pairs


def drawn_game(mean, luck):
    share = luck.random()
    return 0.5 if share < 0.3 else float(luck.random() < (mean - 0.15) / 0.7)


def test_elo_is_the_likeliest_one():
    pairs = drawn_pairs(60, random.Random(1))
    found = Strength.of(pairs, pairs)
    assert found.games == 120 == found.wins + found.draws + found.losses
    assert found.elo == pytest.approx(likeliest_elo([x for pair in pairs for x in pair]), abs=1e-3)


def test_error_is_how_much_elo_varies_when_the_openings_are_drawn_again():
    luck = random.Random(2)
    pairs = drawn_pairs(300, luck)
    found = Strength.of(pairs, pairs)
    again = []
    for _ in range(1500):
        points = [x for pair in luck.choices(pairs, k=len(pairs)) for x in pair]
        mean = sum(points) / len(points)
        again.append(400 * math.log10(mean / (1 - mean)))
    middle = sum(again) / len(again)
    spread = math.sqrt(sum((x - middle) ** 2 for x in again) / len(again))
    assert found.error == pytest.approx(1.959964 * spread, rel=0.06)


def test_pairs_make_the_error_smaller_than_single_games_would():
    pairs = drawn_pairs(400, random.Random(3), swing=0.4)
    single = [[x] for pair in pairs for x in pair]
    assert Strength.of(pairs, pairs).error < 0.9 * Strength.of(single, single).error


def test_error_covers_the_truth_about_as_often_as_it_says():
    luck = random.Random(4)
    truth = 400 * math.log10(0.6 / 0.4)
    hits = 0
    for _ in range(400):
        pairs = drawn_pairs(50, luck)
        found = Strength.of(pairs, pairs)
        hits += abs(found.elo - truth) <= found.error
    assert 0.91 <= hits / 400 <= 0.98


def test_a_clean_score_has_no_elo_but_a_least_one():
    found = Strength.of([[1.0, 1.0]] * 50, [[1.0, 1.0]] * 50)
    assert (found.elo, found.error) == (None, None)
    assert score_of(found.at_least) ** 100 == pytest.approx(0.05)
    assert 0.999 < found.superiority < 1
    assert Strength.of([[0.0]] * 3, [[0.0]] * 3).at_least is None
    assert Strength.of([], []).words() == "no games"


def test_mean_of_groups_of_any_size():
    assert Mean.of([[1.0, 2.0], [], [3.0]]).mean == 2.0
    assert Mean.of([[1.0, 2.0]]).error is None
    singles = Mean.of([[x] for x in (1.0, 2.0, 4.0)])
    assert singles.error == pytest.approx(math.sqrt(((4 / 3) ** 2 + (1 / 3) ** 2 + (5 / 3) ** 2) / 2 / 3))


def test_elo_and_score_undo_each_other():
    for elo in (-700.0, -3.0, 0.0, 250.0):
        assert elo_of(score_of(elo)) == pytest.approx(elo)


# ------------------------------------------------------------ the sequential test


def ratio_of_three(wins, draws, losses, low, high):
    """The log-likelihood ratio of single games: for each mean, the share of draws is climbed to its likeliest."""

    def best(mean):
        def likelihood(draw):
            win, loss = mean - draw / 2, 1 - mean - draw / 2
            return wins * math.log(win) + draws * math.log(draw) + losses * math.log(loss)

        most = 2 * min(mean, 1 - mean)
        return likelihood(climbed(likelihood, 1e-12, most - 1e-12))

    return best(score_of(high)) - best(score_of(low))


@pytest.mark.parametrize("counts", [(40, 30, 20), (10, 80, 9), (5, 5, 60)])
def test_ratio_is_that_of_the_likeliest_distributions(counts):
    wins, draws, losses = counts
    games = [[1.0]] * wins + [[0.5]] * draws + [[0.0]] * losses
    assert Sprt(0, 30).ratio(games) == pytest.approx(ratio_of_three(*counts, 0, 30), abs=1e-4)


def test_sequential_test_errs_rarely_either_way():
    test = Sprt(0, 120)
    for better, wrong in ((0.0, "high"), (score_of(120) - 0.5, "low")):
        luck = random.Random(5)
        decisions = [decided(test, better, luck) for _ in range(60)]
        assert decisions.count(wrong) <= 6
        assert "" not in decisions


def decided(test, better, luck):
    pairs = []
    while len(pairs) < 600:
        pairs += drawn_pairs(2, luck, better=better, swing=0.1)
        if decision := test.decision(test.ratio(pairs)):
            return decision
    return ""


def test_one_pair_decides_nothing():
    test = Sprt(0, 10)
    assert test.decision(test.ratio([[1.0, 1.0]])) == ""
    assert test.decision(test.ratio([])) == ""
    assert test.bounds == pytest.approx((-2.944, 2.944), abs=1e-3)


# ------------------------------------------------------------ ratings


def zermelo(players, results):
    """Ratings by the oldest way: strengths in turn set to what they won against what was to be expected."""
    strength = [1.0] * players
    for _ in range(3_000):
        for i in range(players):
            won = expected = 0.0
            for (a, b), groups in results.items():
                if i not in (a, b):
                    continue
                points = [x for group in groups for x in group]
                other = b if i == a else a
                won += sum(points) if i == a else len(points) - sum(points)
                expected += len(points) / (strength[i] + strength[other])
            strength[i] = won / expected
    elo = [400 * math.log10(x) for x in strength]
    return [x - sum(elo) / players for x in elo]


def tournament(luck, pairs):
    skills = (-0.16, -0.02, 0.04, 0.14)
    return {
        (a, b): drawn_pairs(pairs, luck, better=(skills[a] - skills[b]) / 1.5)
        for a in range(4)
        for b in range(a + 1, 4)
    }


def test_ratings_are_the_likeliest_ones():
    results = tournament(random.Random(6), 20)
    found = rated(4, results)
    assert found.is_finite
    assert found.elo == pytest.approx(zermelo(4, results), abs=0.01)


def test_errors_of_ratings_are_how_much_they_vary_when_drawn_again():
    luck = random.Random(7)
    results = tournament(luck, 60)
    again = []
    for _ in range(300):
        redrawn = {pair: luck.choices(groups, k=len(groups)) for pair, groups in results.items()}
        again.append(rated(4, redrawn).elo)
    for player, error in enumerate(rated(4, results).error):
        column = [elo[player] for elo in again]
        middle = sum(column) / len(column)
        spread = math.sqrt(sum((x - middle) ** 2 for x in column) / len(column))
        assert error == pytest.approx(SURE * spread, rel=0.15)


def test_two_players_are_rated_as_their_match_says():
    pairs = drawn_pairs(80, random.Random(8))
    found, match = rated(2, {(0, 1): pairs}), Strength.of(pairs, pairs)
    assert found.elo[0] - found.elo[1] == pytest.approx(match.elo, abs=1e-6)
    assert 2 * found.error[0] == pytest.approx(match.error, rel=1e-6)


def test_who_wins_everything_gets_a_rating_all_the_same():
    found = rated(3, {(0, 1): [[1.0, 1.0]] * 5, (0, 2): [[1.0, 1.0]] * 5, (1, 2): [[0.5, 0.5]] * 5})
    assert not found.is_finite
    assert found.elo[0] > 300 > found.elo[1] == pytest.approx(found.elo[2])

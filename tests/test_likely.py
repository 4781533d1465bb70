"""Expectiminimax over likely outcomes: the full value is never outside of what it proves."""

import json
import random
from math import inf, isclose

import pytest

import kibitz as kz
from command import kibitz
from kibitz.errors import BadInput, DoesNotFit
from kibitz.game import CHANCE, Game
from kibitz.games.tree import Node, Tree
from kibitz.lab.recording import Recorder
from kibitz.search.textbook.expectiminimax import EXPECTIMINIMAX
from kibitz.search.textbook.likely_outcomes import LIKELY, rarest_of_the_likely
from kibitz.search.watch import Count
from oracle import FOREVER, game_value, tree_value
from test_star1 import random_node

SHARES = (0.05, 0.3, 0.5, 0.75, 0.9, 0.99, 1.0)


def found(game, share, s=None, depth=FOREVER, interpreted=False):
    """v, low and high, and the counts, straight from the search's function."""
    watch = Count()
    function = LIKELY.function if interpreted else LIKELY.function.compiled
    interval, best = function(game, game.initial() if s is None else s, depth, float(share), watch)
    return interval, best, watch


def random_trees(number, seed):
    dice = random.Random(seed)
    for _ in range(number):
        values = dice.choice([[0.0, 1.0], [float(n) for n in range(-9, 10)], [7.0], [0.1, 0.3, 1e6]])
        yield Tree.from_node(random_node(dice, dice.randint(1, 4), values)), dice.choice(SHARES)


# ------------------------------------------------------------ what it proves


def test_thousands_of_trees_are_worth_what_is_between():
    wrong, left_out = 0, 0
    for tree, share in random_trees(3000, seed=1):
        (v, low, high), _, watch = found(tree, share)
        wanted = tree_value(tree.node(0))
        margin = 1e-9 * max(1.0, *map(abs, tree.extent))
        assert low - margin <= wanted <= high + margin
        assert low - margin <= v <= high + margin
        if watch.skipped == 0:
            assert v == pytest.approx(wanted, abs=margin) and high - low <= margin
        left_out += watch.skipped > 0
        wrong += abs(v - wanted) > margin
    assert left_out > 500 and wrong > 250  # it does estimate


def test_with_all_of_the_probability_it_is_expectiminimax_to_the_last_digit():
    for tree, _ in random_trees(300, seed=2):
        (v, low, high), best, watch = found(tree, 1.0, interpreted=True)
        full = Count()
        assert (v, best) == EXPECTIMINIMAX.function(tree, 0, FOREVER, full)
        assert low == v == high and list(watch.counts) == list(full.counts)


def test_interpreted_and_compiled_agree_in_all_they_count():
    for tree, share in random_trees(150, seed=3):
        compiled, interpreted = found(tree, share), found(tree, share, interpreted=True)
        assert compiled[:2] == interpreted[:2]
        assert list(compiled[2].counts) == list(interpreted[2].counts)


@pytest.mark.parametrize("share", [0.2, 0.5, 0.7, 1.0])
def test_pig_to_a_depth(share):
    pig = kz.game("pig", goal=20)
    dice = random.Random(4)
    for _ in range(60):
        s = pig.parse(
            f"{dice.randrange(20)},{dice.randrange(20)},{dice.choice([0, *range(2, 15)])}"
            + dice.choice(["", ":", " p2"])
        )
        for depth in range(3):
            (v, low, high), _, _ = found(pig, share, s, depth, interpreted=True)
            wanted = game_value(pig, s, depth)
            assert low - 1e-12 <= wanted <= high + 1e-12 and low - 1e-12 <= v <= high + 1e-12


# ------------------------------------------------------------ which outcomes


def seen(probabilities, share):
    """The outcomes that are looked at, by their numbers."""
    tree = Tree.from_node(
        Node(0, player=CHANCE, children=[Node(0, values=(1.0,), probability=p) for p in probabilities])
    )
    recorder = Recorder()
    kz.likely(tree, share=share, watch=recorder)
    return [path[0] for path in recorder.leaf_paths]


def test_the_likeliest_are_taken_and_of_equals_the_first():
    assert seen([0.1, 0.5, 0.1, 0.3], 0.5) == [1]
    assert seen([0.1, 0.5, 0.1, 0.3], 0.51) == [1, 3]
    assert seen([0.1, 0.5, 0.1, 0.3], 0.8) == [1, 3]
    assert seen([0.1, 0.5, 0.1, 0.3], 0.85) == [0, 1, 3]
    assert seen([0.1, 0.5, 0.1, 0.3], 0.91) == [0, 1, 2, 3]
    assert seen([1 / 6] * 6, 0.5) == [0, 1, 2]
    assert seen([1 / 6] * 6, 1e-9) == [0]
    assert seen([0.5, 0.0, 0.5], 1.0) == [0, 1, 2]  # full width, as expectiminimax has it
    assert seen([0.4, 0.0, 0.6], 0.99) == [0, 2]


def test_they_have_the_share_and_one_less_would_not():
    dice = random.Random(5)
    for _ in range(300):
        weights = [dice.choice([1, 1, 2, 3, 7]) for _ in range(dice.randint(1, 8))]
        chances = [weight / sum(weights) for weight in weights]
        share = dice.uniform(0.01, 0.999)
        taken = [chances[number] for number in seen(chances, share)]
        assert sum(taken) >= share - 1e-9
        assert sum(taken) - min(taken) < share + 1e-9
        assert min(taken) >= max([p for p in chances if p < min(taken)], default=0.0)


def test_probabilities_that_fall_short_of_one_end_no_loop():
    tree = Tree.from_node(Node(0, player=CHANCE, children=[Node(0, values=(1.0,), probability=0.2) for _ in range(2)]))
    assert rarest_of_the_likely(tree, 0, 0.9)[0] == 0.0  # all of them
    with pytest.raises(BadInput, match=r"the probabilities at .* sum to 0.4: expected 1"):
        kz.likely(tree, share=0.9, interpreted=True)


# ------------------------------------------------------------ what is told


def test_a_textbook_gamble_by_hand():
    estimate = kz.likely(Tree("max(chance(1/2: 8 1/3: 24 1/6: -12) 9)"), share=0.8, interpreted=True)
    assert estimate.value == pytest.approx(12 / (5 / 6))
    assert (estimate.low, estimate.high) == pytest.approx((12 - 12 / 6, 12 + 24 / 6))
    assert estimate.action == 0


def test_steps_name_what_is_left_out():
    recorder = Recorder()
    kz.likely(Tree("max(chance(1/2: 8 1/3: 24 1/6: -12) 9)"), share=0.8, watch=recorder)
    sentences = [step.sentence for step in recorder.steps]
    assert any("probability 1/6, worth −12 to 24, is left out: child 3 of B is cut" in each for each in sentences)
    assert any("v = 12 / 0.833333 = 14.4" in each and "10 to 16" in each for each in sentences)
    assert recorder.pruned == [("B", 3)]
    lines = LIKELY.pseudocode.split("\n")
    assert all(1 <= step.line <= len(lines) for step in recorder.steps)
    assert "BOUNDS" in lines[LIKELY.lines["skip"] - 1] and "seen" in lines[LIKELY.lines["settle"] - 1]


def test_an_answer_has_its_error_in_words_and_json():
    pig = kz.game("pig")
    s = pig.parse("12,30,7")
    full = kz.analyse(pig, s, depth=3, algorithm="expectiminimax", interpreted=True)
    some = kz.analyse(pig, s, depth=3, outcomes=0.7, interpreted=True)
    told = some.json()
    values = {move.move: move.value for move in full.moves}
    assert not some.exact and "at most" in some.words and told["search"]["statistics"]["skipped_outcomes"] > 0
    assert abs(told["value"] - full.value) <= told["error"]
    for move in told["moves"]:
        assert 0 < move["error"] < 1 and abs(move["value"] - values[move["move"]]) <= move["error"]
    assert all("error" not in move for move in full.json()["moves"]) and "error" not in full.json()


def test_the_second_player_and_the_dice_see_their_own_interval():
    pig = kz.game("pig")
    for text in ("12,30,7 p2", "12,30,7: p2", "12,30,7:"):
        s = pig.parse(text)
        full = kz.analyse(pig, s, depth=2, algorithm="expectiminimax", interpreted=True)
        some = kz.analyse(pig, s, depth=2, outcomes=0.5, interpreted=True)
        assert abs(full.value - some.value) <= some.error + 1e-12
        for one, other in zip(sorted(full.moves, key=str), sorted(some.moves, key=str), strict=True):
            assert abs(one.value - other.value) <= other.error + 1e-12


def test_all_outcomes_leave_no_error():
    answer = kz.analyse(Tree("(chance(1/2: 3 1/2: 5) 1)"), outcomes=1.0, interpreted=True)
    assert answer.exact and answer.error == 0 and answer.value == 4 and answer.search.stopped_by == "solved"
    answer = kz.analyse(Tree("(chance(1/2: 3 1/2: 5) 1)"), outcomes=0.5, interpreted=True)
    assert not answer.exact and answer.value == 3 and answer.error == 1 and answer.search.stopped_by == "outcomes"


class Endless(Game):
    """A die, and no end to what it may bring: nothing bounds the values."""

    players = 1

    def initial(self):
        return 0

    def player(self, s):
        return 0 if s == 0 else CHANCE

    def actions(self, s):
        yield 1

    def outcomes(self, s):
        for face in range(2, 8):
            yield face, 1 / 6

    def result(self, s, a):
        return a

    def is_terminal(self, s):
        return s > 1

    def utility(self, s, player):
        return float(s)


def test_without_bounds_nothing_is_proven_and_that_is_said():
    estimate = kz.likely(Endless(), share=0.5, interpreted=True)
    assert estimate.value == pytest.approx(3) and (estimate.low, estimate.high) == (-inf, inf)
    told = kz.analyse(Endless(), outcomes=0.5, interpreted=True)
    assert told.words == "3, error unknown" and told.json()["error"] is None
    json.dumps(told.json(), allow_nan=False)


# ------------------------------------------------------------ the command, and refusals


def test_the_command_says_the_error():
    said = kibitz("best", "pig", "12,30,7", "--depth", "3", "--outcomes", "0.7", "--interpreted")
    assert said.code == 0 and "at most" in said.out
    said = kibitz("tree", "max(chance(1/2: 8 1/3: 24 1/6: -12) 9)", "--outcomes", "0.8")
    assert "value: 14.4, between 10 and 16" in said.out
    told = json.loads(kibitz("tree", "max(chance(1/2: 8 1/3: 24 1/6: -12) 9)", "--outcomes", "0.8", "--json").out)
    assert isclose(told["low"], 10) and isclose(told["high"], 16) and told["pruned"] == [["B", "3"]]


@pytest.mark.parametrize("share", ["0", "-1", "1.5", "nan", "many"])
def test_a_share_that_is_none_is_refused(share):
    said = kibitz("best", "pig", "--depth", "1", "--outcomes", share)
    assert said.code == 2 and len(said.messages) == 1 and repr(share) in said.messages[0]
    if share not in ("many",):
        with pytest.raises(BadInput, match="the share of the outcomes must be a number above 0 and at most 1"):
            kz.likely(Tree("(1 2)"), share=float(share))


def test_searches_that_look_at_all_refuse_a_share():
    with pytest.raises(BadInput, match="star1 looks at"):
        kz.analyse(kz.game("pig"), depth=1, algorithm="star1", outcomes=0.5)
    with pytest.raises(DoesNotFit, match="one player"):
        kz.analyse(kz.game("pig"), depth=1, algorithm="expectimax", outcomes=0.5)

"""The opponent as a model: what averaging by hand finds, and what minimax says of it."""

import json
import random
from fractions import Fraction

import pytest

import kibitz as kz
from command import kibitz
from kibitz.errors import BadInput, DoesNotFit, Stopped
from kibitz.game import CHANCE
from kibitz.games.tree import Tree
from kibitz.lab.modelled_tree import tree_against
from kibitz.search.clock import Remote
from kibitz.search.opponent import Mixed, MixedAmongSeveral, Uniform
from oracle import HashDice, HashTrio, tree_value, tree_vector

RISK = "((4 5 4) (3 99 98) (2 3 2))"  # MIN would hurt in the middle; one who plays at random would not


def random_trees(number, seed, depth=4, chance=True):
    for at in range(number):
        yield Tree.random(depth, 3, seed * 10_000 + at, chance=chance and at % 2 == 0)


def averaged(node, weights):
    """What MAX can expect on a drawn tree if MIN's children have these weights."""
    if not node.children:
        return node.values[0]
    values = [averaged(child, weights) for child in node.children]
    if node.player == 0:
        return max(values)
    if node.player == CHANCE:
        return sum(child.probability * v for child, v in zip(node.children, values, strict=True))
    return sum(weight * v for weight, v in zip(weights(node), values, strict=True))


def uniform(node):
    return [1 / len(node.children)] * len(node.children)


def mixed(share):
    def weights(node):
        worth = [tree_value(child) for child in node.children]
        best = [v <= min(worth) + 1e-9 for v in worth]
        return [(1 - share) / len(worth) + (share / sum(best) if is_best else 0) for is_best in best]

    return weights


# ------------------------------------------------------------ the value


def test_random_trees_against_any_action():
    for tree in random_trees(400, seed=1):
        if tree.players == 2:
            value = kz.expectimax(kz.against(tree, "uniform"), interpreted=True).value
            assert value == pytest.approx(averaged(tree.node(0), uniform), abs=1e-9)


@pytest.mark.parametrize("share", [0.0, 0.8])
def test_random_trees_against_one_who_errs(share):
    for tree in random_trees(150, seed=2):
        if tree.players == 2:
            game = kz.against(tree, share, depth=99)
            value = kz.expectimax(game, interpreted=True).value
            assert value == pytest.approx(averaged(tree.node(0), mixed(share)), abs=1e-9)


def test_against_minimax_it_is_minimax_and_never_less_against_others():
    better = 0
    for tree in random_trees(200, seed=3):
        if tree.players == 2:
            worth = tree_value(tree.node(0))
            values = {
                name: kz.expectimax(kz.against(tree, name, depth=99), interpreted=True).value
                for name in ("minimax", "mixed", "uniform")
            }
            assert values["minimax"] == pytest.approx(worth, abs=1e-9)
            assert values["mixed"] >= worth - 1e-9 and values["uniform"] >= worth - 1e-9
            better += values["uniform"] > worth + 1e-9
    assert better > 50


def test_min_may_be_the_one_who_knows():
    for tree in random_trees(100, seed=4, chance=False):
        if tree.players == 2:
            value = kz.expectimax(kz.against(tree, "minimax", player=1, depth=99), interpreted=True).value
            assert value == pytest.approx(-tree_value(tree.node(0)), abs=1e-9)
            loose = kz.expectimax(kz.against(tree, "uniform", player=1), interpreted=True).value
            assert loose >= value - 1e-9


def test_minimax_refuses_the_risk_that_pays_against_one_who_plays_at_random():
    tree = Tree(RISK)
    assert kz.minimax(tree, interpreted=True) == (4, 0)
    value, action = kz.expectimax(kz.against(tree, "uniform"), interpreted=True)
    assert (value, action) == (pytest.approx(200 / 3), 1)
    # The optimist, who takes the opponent to be random, pays for it against one who is not, and the pessimist misses
    # what a random one would have given.
    assert tree_value(tree.node(2)) == 3 < 4
    assert averaged(tree.node(1), uniform) == pytest.approx(13 / 3)
    # With 96.8 % minimax the gamble is worth as much as the sure four: just below, it is still taken.
    turning = Fraction(200, 3)
    share = (turning - Fraction(13, 3)) / (turning - 3 - Fraction(13, 3) + 4)
    for little, wanted in ((Fraction(-1, 1000), 1), (Fraction(1, 1000), 0)):
        game = kz.against(tree, float(share + little), depth=9)
        assert kz.expectimax(game, interpreted=True).action == wanted


def test_several_players_by_maxn():
    for at in range(120):
        tree = Tree.random(4, 3, at, players=3)
        value = kz.expectimax(kz.against(tree, "uniform", player=0), interpreted=True).value
        assert value == pytest.approx(own_share(tree.node(0), 0, lambda node: uniform(node)), abs=1e-9)
        sharp = kz.against(tree, 0.8, player=1, depth=99)
        assert isinstance(sharp.policy, MixedAmongSeveral)
        value = kz.expectimax(sharp, interpreted=True).value
        assert value == pytest.approx(own_share(tree.node(0), 1, lambda node: sharp_weights(node, 3)), abs=1e-9)


def own_share(node, me, weights):
    if not node.children:
        return node.values[me]
    values = [own_share(child, me, weights) for child in node.children]
    if node.player == me:
        return max(values)
    return sum(weight * v for weight, v in zip(weights(node), values, strict=True))


def sharp_weights(node, players):
    worth = [tree_vector(child, players)[node.player] for child in node.children]
    best = [v >= max(worth) - 1e-9 for v in worth]
    return [0.2 / len(worth) + (0.8 / sum(best) if is_best else 0) for is_best in best]


# ------------------------------------------------------------ compiled, and by every search


@pytest.fixture(scope="module")
def tic_tac_toe():
    return kz.game("tic-tac-toe")


@pytest.fixture(scope="module")
def careless(tic_tac_toe):
    """Tic-tac-toe against one who mostly looks two plies ahead."""
    return kz.against(tic_tac_toe, "mixed", depth=2)


def by_hand(game, s, policy, me, known):
    """The same recursion over a game's rules, in plain Python."""
    if s not in known:
        if game.is_terminal(s):
            known[s] = game.utility(s, me)
        elif game.player(s) == me:
            known[s] = max(by_hand(game, game.result(s, a), policy, me, known) for a in game.actions(s))
        else:
            plays = policy.plays(game, s)
            known[s] = sum(p * by_hand(game, game.result(s, a), policy, me, known) for a, p in plays)
    return known[s]


def test_compiled_searches_agree_with_averaging_by_hand(tic_tac_toe, careless):
    wanted = by_hand(tic_tac_toe, tic_tac_toe.initial(), Mixed(0.8, 2), 0, {})
    assert kz.expectimax(careless).value == pytest.approx(wanted, abs=1e-9)
    assert kz.solve(careless) == pytest.approx(wanted, abs=1e-9)
    answer = kz.analyse(careless, algorithm="deepening", depth=9)
    assert answer.value == pytest.approx(wanted, abs=1e-9) and answer.exact


def test_star1_and_star2_agree(careless):
    for text in ("X...O....", "XO.......", "X...OX.O."):
        s = careless.parse(text)
        wanted = kz.expectimax(careless, s).value
        for search in (kz.star1, kz.star2):
            assert search(careless, s, interpreted=True).value == pytest.approx(wanted, abs=1e-9)


def test_probabilities_sum_to_one_and_mirror_images_are_played_alike(tic_tac_toe):
    dice = random.Random(6)
    for policy in (Uniform(), Mixed(0.8, 2), Mixed(1.0, 3)):
        for _ in range(30):
            s = tic_tac_toe.initial()
            for _ in range(dice.randrange(6)):
                if not tic_tac_toe.is_terminal(s):
                    s = tic_tac_toe.result(s, dice.choice(list(tic_tac_toe.actions(s))))
            if tic_tac_toe.is_terminal(s):
                continue
            plays = dict(policy.plays(tic_tac_toe, s))
            assert sum(plays.values()) == pytest.approx(1)
            for other in tic_tac_toe.symmetric(s):
                assert sorted(dict(policy.plays(tic_tac_toe, other)).values()) == pytest.approx(sorted(plays.values()))


def test_random_games_with_dice():
    for seed in range(40):
        game = HashDice(seed)
        wrapped = kz.against(game, 0.5, depth=2, player=seed % 2)
        wanted = game_value_against(game, game.initial(), wrapped)
        assert kz.expectimax(wrapped, interpreted=True).value == pytest.approx(wanted, abs=1e-9)
        low, high = wrapped.bounds(wrapped.initial())
        assert low - 1e-9 <= wanted <= high + 1e-9


def game_value_against(game, s, wrapped):
    if game.is_terminal(s):
        return game.utility(s, wrapped.me)
    if game.player(s) == wrapped.me:
        return max(game_value_against(game, game.result(s, a), wrapped) for a in game.actions(s))
    plays = game.outcomes(s) if game.player(s) == CHANCE else wrapped.policy.plays(game, s)
    return sum(p * game_value_against(game, game.result(s, a), wrapped) for a, p in plays)


# ------------------------------------------------------------ to a depth: an oracle that knows nothing of kibitz.search


def expected(game, s, depth, me, weights):
    """What `me` can expect of a search to a depth if the others choose with these weights, by the rules alone."""
    if game.is_terminal(s):
        return game.utility(s, me)
    if depth == 0:
        return game.evaluate(s, me)
    below = depth - game.depth_spent(s)
    player = game.player(s)
    if player == CHANCE:
        return sum(p * expected(game, game.result(s, a), below, me, weights) for a, p in game.outcomes(s))
    values = [expected(game, game.result(s, a), below, me, weights) for a in game.actions(s)]
    if player == me:
        return max(values)
    return sum(weight * v for weight, v in zip(weights(game, s), values, strict=True))


def equilibrium(game, s, depth):
    """What every player gets if each takes what is best for itself, to a depth."""
    players = range(game.players)
    if game.is_terminal(s):
        return [game.utility(s, p) for p in players]
    if depth == 0:
        return [game.evaluate(s, p) for p in players]
    below = depth - game.depth_spent(s)
    if game.player(s) == CHANCE:
        weighted = [(p, equilibrium(game, game.result(s, a), below)) for a, p in game.outcomes(s)]
        return [sum(p * worth[player] for p, worth in weighted) for player in players]
    worths = [equilibrium(game, game.result(s, a), below) for a in game.actions(s)]
    return max(worths, key=lambda worth: worth[game.player(s)])


def careful(share, depth):
    """Weights of one who takes the best action to a depth with a share, otherwise any."""

    def weights(game, s):
        below = depth - game.depth_spent(s)
        worth = [equilibrium(game, game.result(s, a), below)[game.player(s)] for a in game.actions(s)]
        best = [v > max(worth) - 1e-9 for v in worth]
        return [(1 - share) / len(worth) + (share / sum(best) if is_best else 0) for is_best in best]

    return weights


MODELS = {
    ("uniform", 2): careful(0, 1),
    ("minimax", 2): careful(1, 2),
    ("mixed", 1): careful(0.8, 1),
    (0.5, 3): careful(0.5, 3),
}


def judged(game, s, depth, algorithm):
    """What each move is worth, by its text."""
    answer = kz.analyse(game, s, depth=depth, algorithm=algorithm, interpreted=True)
    return {row.move: row.value for row in answer.moves}


def wanted_of(game, s, depth, me, weights):
    """The same by the oracle."""
    below = depth - game.depth_spent(s)
    return {game.action_text(s, a): expected(game, game.result(s, a), below, me, weights) for a in game.actions(s)}


@pytest.mark.parametrize(
    ("name", "parameters", "moves", "deepest"),
    [
        ("tic-tac-toe", {}, "5 1", 4),
        ("connect-four", {"width": 4, "height": 4}, "1 2", 4),
        ("nim", {}, "", 3),
        ("pig", {}, "", 3),
    ],
)
@pytest.mark.parametrize("model", MODELS)
def test_depth_counts_what_it_counts_without_a_model(name, parameters, moves, deepest, model):
    game = kz.game(name, **parameters)
    s = game.initial()
    for move in moves.split():
        s = game.result(s, game.parse_action(s, move))
    opponent, ahead = model
    me = game.player(s)
    wrapped = kz.against(game, opponent, player=me, depth=ahead)
    for depth in range(1, deepest + 1):
        wanted = wanted_of(game, s, depth, me, MODELS[model])
        # Where a game proves bounds of a position, searches that use them know more at a depth than its guess.
        bounded = [] if name == "connect-four" else ["star1", "deepening"]
        for algorithm in ("expectimax", *bounded):
            assert judged(wrapped, s, depth, algorithm) == pytest.approx(wanted, abs=1e-9)


def test_random_games_to_a_depth():
    for seed in range(30):
        game = (HashDice if seed % 3 else HashTrio)(seed)
        s = game.initial()
        for (opponent, ahead), weights in MODELS.items():
            me = seed % game.players
            wrapped = kz.against(game, opponent, player=me, depth=ahead)
            for depth in (1, 2, 3):
                wanted = expected(game, s, depth, me, weights)
                assert kz.expectimax(wrapped, s, depth=depth, interpreted=True).value == pytest.approx(wanted, abs=1e-9)


class Interrupting(type(kz.game("tic-tac-toe"))):
    """Tic-tac-toe that has the search of it stopped in the middle, and counts what is asked afterwards."""

    def __init__(self):
        super().__init__()
        self._stop, self._asked = None, 0

    def result(self, s, a):
        self._asked += 1
        if self._asked == 500:
            self._stop()
        return super().result(s, a)


def test_the_opponent_s_own_search_ends_with_the_search():
    game, watch = Interrupting(), kz.Count()
    game._stop = watch.stop
    with pytest.raises(Stopped):
        kz.expectimax(kz.against(game, "minimax", depth=9), watch=watch, interpreted=True)
    assert 500 <= game._asked < 510  # a search of tic-tac-toe to its end asks some ten thousand times
    for algorithm in ("deepening", "expectimax"):
        game, remote = Interrupting(), Remote()
        game._stop = remote.stop
        modelled = kz.against(game, "minimax", depth=9)
        answer = kz.analyse(modelled, algorithm=algorithm, depth=9, remote=remote, interpreted=True)
        assert answer.search.stopped_by == "stopped" and answer.best is not None and game._asked < 700


def test_a_game_against_a_model_is_well_defined(careless):
    assert kz.check(careless, compiled=False)


class Stubborn(kz.Policy):
    """Takes the first action."""

    def plays(self, game, s):
        for number, a in enumerate(game.actions(s)):
            if number == 0:
                yield a, 1.0


def test_a_policy_of_one_s_own(tic_tac_toe):
    game = kz.against(tic_tac_toe, Stubborn(), player=1)
    assert kz.solve(game, interpreted=True) == 1.0
    assert list(game.symmetric(game.parse("X...O...."))) == []  # it does not play mirror images alike


# ------------------------------------------------------------ people


def test_the_command_models_the_opponent_of_whoever_is_to_move():
    told = json.loads(
        kibitz("best", "tic-tac-toe", "--opponent", "uniform", "--exact", "--moves", "5", "--json", "--interpreted").out
    )
    assert told["player"] == 1 and told["opponent"] == "plays at random"
    assert told["best"] in "1379" and told["value"] == pytest.approx(0.742857, abs=1e-6)
    said = kibitz(
        "solve",
        "tic-tac-toe",
        "--opponent",
        "minimax",
        "--opponent-depth",
        "9",
        "X...O....",
        "XO..X....",
        "--interpreted",
    )
    assert said.out == "X...O.... 0\nXO..X.... -1\n"


def test_min_levels_of_a_tree_become_chance():
    told = json.loads(kibitz("tree", RISK, "--opponent", "uniform", "--json").out)
    assert told["algorithm"] == "expectimax" and told["best"] == "C" and told["value"] == pytest.approx(200 / 3)
    assert kibitz("tree", RISK, "--opponent", "minimax").out.startswith("value: 4\nbest: B\n")
    # Its turns take as much of the depth as before: MAX, MIN, and MAX's second move is beyond the limit.
    for depth, wanted in ((2, "1.5"), (3, "4.5")):
        deep = kibitz("tree", "(((6 6) 3) 1)", "--opponent", "uniform", "--depth", depth)
        assert deep.out.startswith(f"value: {wanted}\n")
    tree = Tree("(<3,1,2> (<1,2,4> <5,6,7>))")
    turned = tree_against(tree, kz.against(tree, "uniform"))
    assert turned.players == 1 and kz.expectimax(turned, interpreted=True).value == 3.0


@pytest.mark.parametrize(
    "words", [["--opponent", "fool"], ["--opponent", "1.5"], ["--opponent", "nan"], ["--opponent-depth", "3"]]
)
def test_what_is_no_opponent_is_refused(words):
    said = kibitz("best", "tic-tac-toe", "--depth", "1", *words)
    assert said.code == 2 and len(said.messages) == 1 and words[1] in said.messages[0]


def test_games_without_an_opponent_are_refused():
    with pytest.raises(DoesNotFit, match="an opponent needs two players or more"):
        kz.against(kz.game("2048"))
    with pytest.raises(BadInput, match="expected 0 to 1"):
        kz.against(kz.game("tic-tac-toe"), player=2)
    with pytest.raises(BadInput, match="depth of 0"):
        kz.against(kz.game("tic-tac-toe"), "mixed", depth=0)

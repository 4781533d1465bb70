"""Games played by regret: their rules beside OpenSpiel's, what is hidden in them, and how they are written."""

import json
import random
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

import kibitz as kz
from command import kibitz
from kibitz.games.holdem import Holdem
from kibitz.games.holdem.hands import strength
from kibitz.games.holdem.poker import AS_THEY_ARE, UNKNOWN
from kibitz.search.equilibrium.information import Exploration
from kibitz.search.equilibrium.regret import Regret
from refused import refusal

DATA = Path(__file__).parent / "data"
OPENSPIEL = json.loads((DATA / "openspiel-hidden.json").read_text(encoding="utf-8"))  # its source is told in it
KNOWN = json.loads((DATA / "exact-values.json").read_text(encoding="utf-8"))["poker"]
RECORDED = [name for name in OPENSPIEL if name != "source"]

GAMES = [
    kz.game("kuhn-poker"),
    kz.game("leduc-poker"),
    kz.game("holdem", ranks=4),
    kz.game("holdem", ranks=5, suits=4, raises=1),
    kz.game("rock-paper-scissors", rock=2),
    kz.game("liars-dice", sides=3),
    kz.game("goofspiel", cards=3),
    kz.game("goofspiel", cards=4, order="ascending", points=True),
]


def made(described):
    name, *settings = described.split()
    cls = kz.games.game_class(name)
    return kz.game(name, **kz.games.parameters_from_text(cls, dict(setting.split("=") for setting in settings)))


def walked(game):
    """Every position, with the probability that players who choose at random come to it."""
    todo = [(game.initial(), 1.0)]
    for s, chance in todo:
        yield s, chance
        if game.is_terminal(s):
            continue
        if game.player(s) == kz.CHANCE:
            todo += [(game.result(s, outcome), chance * p) for outcome, p in game.outcomes(s)]
        else:
            actions = list(game.actions(s))
            todo += [(game.result(s, a), chance / len(actions)) for a in actions]


def at_random(game, number, seed=1):
    """Positions of random games."""
    dice = random.Random(seed)
    for _ in range(number):
        s = game.initial()
        yield s
        while not game.is_terminal(s):
            s = game.result(s, dice.choice(list(game.choices(s))))
            yield s


# ---------------------------------------------------------------- beside OpenSpiel


@pytest.mark.parametrize("name", RECORDED)
def test_the_whole_tree_is_openspiels(name):
    game, known = made(name), OPENSPIEL[name]
    scale = 2 if "points=yes" in name else 1  # its difference of points is to the mean
    nodes, ends, squares, by_chance, views = 0, 0, 0.0, 0.0, set()
    for s, chance in walked(game):
        nodes += 1
        if game.is_terminal(s):
            ends += 1
            squares += (game.utility(s, 0) / scale) ** 2
            by_chance += chance * game.utility(s, 0) / scale
        elif game.player(s) != kz.CHANCE:
            views.add((game.player(s), game.view(s, game.player(s))))
    assert (nodes, ends, len(views)) == (known["nodes"], known["endings"], known["information_sets"])
    assert (squares, by_chance) == (pytest.approx(known["sum_of_squares"]), pytest.approx(known["random_play"]))


def our_action(game, name, s, number):
    """What OpenSpiel's number of an action is here."""
    if name == "kuhn-poker":
        if game.player(s) == kz.CHANCE:
            return 1 << number
        is_open = s.paid[0] == s.paid[1]
        return 2 if number and is_open else 1 if number or is_open else 0
    if name == "leduc-poker":
        return 1 << number // 2 + number % 2 * 3 if game.player(s) == kz.CHANCE else number
    if game.player(s) == kz.CHANCE or name.startswith("goofspiel"):
        return number + 1
    return number


@pytest.mark.parametrize("name", RECORDED)
def test_games_go_as_openspiels_do(name):
    game = made(name)
    scale = 2 if "points=yes" in name else 1
    for recorded in OPENSPIEL[name]["games"]:
        s = game.initial()
        for (player, number), legal in zip(recorded["moves"], recorded["legal"], strict=True):
            assert game.player(s) == player
            assert len(list(game.choices(s))) == legal
            action = our_action(game, name, s, number)
            assert action in list(game.choices(s))
            s = game.result(s, action)
        assert game.is_terminal(s)
        assert game.utility(s, 0) == scale * recorded["returns"]


@pytest.mark.parametrize(("sides", "iterations"), [(3, 400), (4, 300)])
def test_liars_dice_is_worth_what_is_known(sides, iterations):
    learner = Regret(kz.game("liars-dice", sides=sides), interpreted=True)
    learner.interpreted = False  # the rules are asked in Python, what is learned from them is compiled
    learner.improve(iterations)
    assert learner.values()[0] == pytest.approx(KNOWN[f"liars_dice_1die_{sides}sides"], abs=1e-3)
    assert learner.exploitability < 1e-3


def test_goofspiel_is_fair_and_learned():
    learner = Regret(kz.game("goofspiel", cards=3), interpreted=True)
    learner.interpreted = False
    learner.improve(400)
    assert learner.values()[0] == pytest.approx(0, abs=1e-3)
    assert learner.exploitability < 1e-3


# ---------------------------------------------------------------- hold'em


def plain_strength(cards):
    """A hand of (rank, suit) as a tuple that compares as poker says; written without a look at the other."""
    ranks = sorted((rank for rank, _ in cards), reverse=True)
    groups = sorted(Counter(ranks).items(), key=lambda group: (group[1], group[0]), reverse=True)
    shape = [number for _, number in groups]
    order = [rank for rank, _ in groups]
    is_five_apart = len(cards) == 5 and len(groups) == 5
    flush = is_five_apart and len({suit for _, suit in cards}) == 1
    straight = is_five_apart and ranks[0] - ranks[4] == 4
    if is_five_apart and ranks == [12, 3, 2, 1, 0]:
        straight, order = True, [3, 2, 1, 0, -1]
    names = {(4,): 7, (3, 2): 6, (3,): 3, (2, 2): 2, (2,): 1, (): 0}
    kind = names[tuple(number for number in shape if number > 1)]
    kind = 8 if flush and straight else 5 if flush else 4 if straight else kind
    return kind, order


@pytest.mark.parametrize(("ranks", "suits", "size"), [(13, 4, 5), (5, 4, 5), (3, 4, 3), (4, 3, 5), (3, 2, 2)])
def test_hands_compare_as_poker_says(ranks, suits, size):
    dice = random.Random(size)
    deck = [(rank, suit) for rank in range(ranks) for suit in range(suits)]
    every = list(combinations(deck, size))
    hands = every if len(every) < 400 else [tuple(dice.sample(deck, size)) for _ in range(400)]
    if ranks == 13:
        hands += [
            tuple((rank, suit % 4) for suit, rank in enumerate(run)) for run in ((12, 0, 1, 2, 3), (0, 1, 2, 3, 4))
        ]
        hands += [tuple((rank, 1) for rank in run) for run in ((12, 0, 1, 2, 3), (8, 9, 10, 11, 12), (0, 2, 4, 6, 8))]
    for _ in range(3000):
        one, other = dice.choice(hands), dice.choice(hands)
        ours = [strength(sum(1 << suit * ranks + rank for rank, suit in hand), ranks, suits) for hand in (one, other)]
        plain = [plain_strength(hand) for hand in (one, other)]
        assert (ours[0] > ours[1]) == (plain[0] > plain[1])
        assert (ours[0] == ours[1]) == (plain[0] == plain[1])


def test_views_that_are_played_alike_make_one_information_set():
    """The game is worth the same whether or not cards are renamed; there is only less of it."""

    class AsTheyAre(Holdem):
        def __init__(self):
            super().__init__(ranks=3, suits=2, hand=1, board=(1,), bets=(2, 4), raises=1)
            self.naming = AS_THEY_ARE

    class Merged(Holdem):
        def __init__(self):
            super().__init__(ranks=3, suits=2, hand=1, board=(1,), bets=(2, 4), raises=1)

    learners = [Regret(cls(), interpreted=True) for cls in (AsTheyAre, Merged)]
    for learner in learners:
        learner.interpreted = False
        learner.improve(2000)
    assert learners[0].information_sets > 2 * learners[1].information_sets
    assert learners[0].values()[0] == pytest.approx(learners[1].values()[0], abs=1e-3)
    assert max(learner.exploitability for learner in learners) < 1e-3


@pytest.mark.parametrize("game", GAMES[2:4], ids=lambda game: game.facts.name)
def test_what_matters_of_a_view_does_not_hang_on_the_names_of_suits(game):
    dice = random.Random(2)
    for s in at_random(game, 8):
        if game.is_terminal(s) or game.player(s) == kz.CHANCE:
            continue
        order = list(range(game.suits))
        dice.shuffle(order)

        def renamed(cards, order=order):
            full = (1 << game.ranks) - 1
            return sum((cards >> suit * game.ranks & full) << order[suit] * game.ranks for suit in range(game.suits))

        other = s._replace(hands=tuple(map(renamed, s.hands)), boards=tuple(map(renamed, s.boards)))
        for player in (0, 1):
            essence = game.essence(game.view(s, player))
            assert game.essence(game.view(other, player)) == essence
            assert game.essence(essence) == essence
            assert [bin(cards).count("1") for cards in (essence.hand, *essence.boards)] == [
                bin(cards).count("1") for cards in (s.hands[player], *s.boards)
            ]


def test_small_holdem_is_learned_by_weighing_and_by_sampling():
    from kibitz.search.equilibrium.sampling import Sampled

    game = kz.game("holdem", ranks=2, suits=3, hand=2, board=(1,), raises=1)
    weighed = Regret(game, interpreted=True)
    weighed.interpreted = False
    weighed.improve(1000)
    assert weighed.exploitability < 5e-3
    sampled = Sampled(game, interpreted=True)
    sampled.improve(400)
    early = sampled.exploitability
    sampled.improve(2600)
    assert sampled.exploitability < early
    assert sampled.values()[0] == pytest.approx(weighed.values()[0], abs=2 * sampled.exploitability + 0.01)


# ---------------------------------------------------------------- what is hidden, and how it is written


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.facts.name)
def test_the_game_is_well_defined(game):
    if game.facts.name == "holdem":
        return  # walked at random below: `check` would list thousands of deals
    assert str(kz.check(game, compiled=False)).startswith("well defined: ")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.facts.name)
def test_positions_are_written_and_read_without_loss(game):
    for s in at_random(game, 25):
        assert game.parse(game.text(s)) == s
        if not game.is_terminal(s):
            for a in list(game.choices(s))[:10]:
                assert game.parse_action(s, game.action_text(s, a)) == a


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.facts.name)
def test_a_seat_sees_the_same_in_every_deal_that_agrees_with_it(game):
    dice = random.Random(7)
    for s in at_random(game, 10):
        if game.is_terminal(s) or game.player(s) == kz.CHANCE:
            continue
        for player in (0, 1):
            view = game.view(s, player)
            deals = [state for state, _ in game.deals(view)]
            assert s in deals
            for other in dice.sample(deals, min(4, len(deals))):
                assert game.view(other, player) == view
                assert game.seen(other, player) == game.seen(s, player)
                assert list(game.actions(other)) == list(game.actions(s)) or game.player(s) != player
            assert sum(weight for _, weight in game.deals(view)) == pytest.approx(1)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.facts.name)
def test_facts_fit_what_is_seen(game):
    facts = game.facts
    assert facts.hidden and facts.zero_sum and game.usual == "regret"
    low, high = facts.utility_range
    ends = [game.utility(s, 0) for s in at_random(game, 60) if game.is_terminal(s)]
    assert all(low <= worth <= high for worth in ends)
    assert len(set(ends)) > 1


@pytest.mark.parametrize(
    ("game", "short", "full"),
    [
        ("kuhn-poker", "K:check,bet", "K_:check,bet"),
        ("kuhn-poker", "K:check", "_K:check"),
        ("kuhn-poker", "?K:check", "_K:check"),
        ("leduc-poker", "Js:check,check/Ks", "Js_:check,check/Ks"),
        ("leduc-poker", " qh : bet ", "_Qh:bet"),
        ("holdem", "KsKh:check,bet", "KsKh__:check,bet"),
        ("liars-dice", "3:1x2,1x4", "3_:1x2,1x4"),
        ("liars-dice", "3:1x2", "_3:1x2"),
    ],
)
def test_what_the_mover_knows_is_enough(game, short, full):
    game = kz.game(game)
    s = game.parse(short)
    assert game.text(s) == full
    assert game.parse(full) == s


@pytest.mark.parametrize(
    ("game", "position", "sentence"),
    [
        ("kuhn-poker", "KQJ", "'KQJ' has 3 cards in hand: expected 2 cards, such as KQ"),
        ("kuhn-poker", "KQ:call", "'call' is not a legal move at 'KQ': expected one of check, bet"),
        ("kuhn-poker", "K:check,bet/Q", "expected no '/' there"),
        ("kuhn-poker", "KQ:check,check,bet", "the game is over"),
        ("leduc-poker", "JsQh:check,check,bet", "expected '/' and the board"),
        ("leduc-poker", "JsQh:check,check/Js", "expected 1 of the cards that are left"),
        ("leduc-poker", "JsQh/Ks", "expected no '/' there"),
        ("leduc-poker", "JsJs", "has a card in both hands"),
        ("leduc-poker", "JsQh:check,check/:bet", "'bet' before the cards are dealt"),
        ("holdem", "Ks_QhQd", "a hand in part"),
        ("rock-paper-scissors", "stone", "expected 'start'"),
        ("rock-paper-scissors", "_,rock", "expected 'start'"),
        ("liars-dice", "17", "expected two dice from 1 to 4 or _"),
        ("liars-dice", "12:liar", "'liar' is not a legal move at '12'"),
        ("liars-dice", "12:1x2,1x1", "'1x1' is not a legal move"),
        ("liars-dice", "__:1x1", "names no die"),
        ("goofspiel", "123/123", "expected hands, prizes left and points"),
        ("goofspiel", "1234/123/123:4 0-0", "expected as many cards in each hand"),
        ("goofspiel", "123/123/12:3,4 0-0", "which the first player does not hold"),
        ("goofspiel", "12/12/9:3 0-0", "expected different ones from 1 to 4"),
    ],
)
def test_a_position_that_cannot_be_is_refused(game, position, sentence):
    assert sentence in refusal(kz.game(game).parse, position)


@pytest.mark.parametrize(
    ("game", "setting", "sentence"),
    [
        ("holdem", "ranks=14", "ranks=14 is out of range: expected 2 to 13"),
        ("holdem", "board=3,1", "board=3,1 with hand=2 is too much"),
        ("holdem", "bets=2", "bets=2 are 1: expected 2"),
        ("liars-dice", "sides=1", "sides=1 is out of range"),
        ("goofspiel", "order=up", "unknown order 'up': expected random, descending, ascending"),
        ("rock-paper-scissors", "rock=0", "rock=0 is out of range"),
    ],
)
def test_a_parameter_out_of_range_is_refused(game, setting, sentence):
    said = kibitz("best", game, "--set", setting)
    assert said.code == 2
    assert sentence in said.err


def test_one_hand_may_be_dealt_before_the_other():
    for name, position in (("kuhn-poker", "K"), ("holdem", "KsQs"), ("liars-dice", "3")):
        game = kz.game(name)
        assert game.player(game.parse(position)) == kz.CHANCE


def test_a_seat_at_the_page_is_shown_its_own_cards():
    from kibitz.web.offered import Offered
    from kibitz.web.requests import PositionAsked
    from kibitz.web.shown_positions import position_shown

    asked = {"game": "leduc-poker", "moves": "Js Qh check check Ks bet"}
    for seat, hidden in ((0, "Qh"), (1, "Js")):
        shown = position_shown(Offered(), PositionAsked(**asked, seat=seat))
        told = [shown["board"], shown["caption"], shown["text"], *(ply["told"] for ply in shown["played"])]
        assert not any(hidden in text for text in told)
        assert "you get" in " ".join(told)
        assert [move["move"] for move in shown["moves"]] == (["fold", "call", "raise"] if seat == 1 else [])


def test_an_unknown_hand_cannot_be_shown():
    game = kz.game("kuhn-poker")
    assert game.parse("K_").hands[1] == UNKNOWN
    with pytest.raises(kz.BadInput, match="cards that are not known cannot be shown"):
        game.utility(game.parse("K_:check,check"), 0)
    assert game.utility(game.parse("K_:bet,fold"), 0) == 1


def test_pictures_hide_the_other_hand():
    game = kz.game("leduc-poker")
    s = game.parse("JsQh:check,check/Ks:bet")
    assert "Qh" in str(game.picture(s)) and "Js" in str(game.picture(s))
    assert "Qh" not in str(game.seen(s, 0)) and "Js" in str(game.seen(s, 0))
    assert "Js" not in str(game.seen(s, 1)) and "Qh" in str(game.seen(s, 1))
    shown = game.parse("JsQh:check,check/Ks:check,check")
    assert "Qh" in str(game.seen(shown, 0))
    folded = game.parse("JsQh:bet,fold")
    assert "Qh" not in str(game.seen(folded, 0))


def test_games_are_found_to_be_as_large_as_they_are():
    for name, sets in (("kuhn-poker", 12), ("leduc-poker", 936)):
        game = kz.game(name)
        assert len(Exploration(game, game.initial(), interpreted=True).form().keys) == sets

"""Bridge: the rules, PBN, what a seat knows, and exact values beside an independent search and DDS's own results."""

import math
import random
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

import kibitz as kz
from bridge_oracle import hands_of, legal, tricks_of_north_and_south, winner
from command import kibitz
from kibitz.draw.picture import Card
from kibitz.games.bridge import Bridge, State, hidden
from kibitz.games.bridge.cards import DECK, LANE, SEATS, TRUMPS, card_text, of_suit, rising
from kibitz.games.bridge.double_dummy import DoubleDummy
from kibitz.games.bridge.suits import lane_counts, squeezed
from kibitz.games.bridge.trick import best_card, cards_of
from kibitz.lookup.classes import Classes
from kibitz.search.engine.techniques import Techniques
from kibitz.search.partition.partition_engine import PartitionEngine

DATA = Path(__file__).parent / "data" / "bridge"
GAME = Bridge()
SMALL = "N:.K.AK. A.Q..K Q..Q.Q K.A..A N W"
FULL = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"


def ending(dice, cards, suits=4):
    """Hands of so many cards of some suits, any trump, any leader."""
    chosen = dice.sample(range(4), suits)
    deck = [card for card in rising(DECK) if card // LANE in chosen]
    dice.shuffle(deck)
    hands = [sum(1 << card for card in deck[seat * cards : (seat + 1) * cards]) for seat in range(4)]
    leader = dice.randrange(4)
    return State(*hands, 0, leader, dice.randrange(5), 0, (leader + 1) % 4)


def along(game, s, dice):
    """The states of a game at random."""
    yield s
    while not game.is_terminal(s):
        s = game.result(s, dice.choice(list(game.actions(s))))
        yield s


@cache
def compiled():
    return PartitionEngine(GAME)


def exact(states, **how):
    """Exact values for the player to move, compiled."""
    engine = compiled()
    engine.begin(states[0])
    return engine.prove_many(states, **how)


# ---------------------------------------------------------------- rules


def test_a_game_is_played_as_by_an_independent_book_of_rules():
    dice = random.Random(1)
    for number in range(20):
        game = Bridge(deal=number, trump="SHDCN"[number % 5], leader=SEATS[number % 4])
        s = game.initial()
        hands, trump, turn = hands_of(game.text(s))
        trick, taken = [], Counter()
        while not game.is_terminal(s):
            assert SEATS[game.turn(s)] == turn and game.player(s) == (turn in "EW")
            assert {game.action_text(s, a) for a in game.actions(s)} == legal(hands[turn], trick)
            a = dice.choice(list(game.actions(s)))
            card = game.action_text(s, a)
            hands[turn] -= {card}
            trick.append((turn, card))
            turn = SEATS[(SEATS.index(turn) + 1) % 4]
            if len(trick) == 4:
                turn = winner(trick, trump)
                taken[turn in "EW"] += 1
                trick = []
            s = game.result(s, a)
        assert [game.utility(s, player) for player in range(2)] == [taken[False], taken[True]]
        assert sum(taken.values()) == game.at_stake(s) == 13


def test_the_game_is_well_defined():
    assert str(kz.check(Bridge(cards=2), compiled=False)).startswith("well defined: all ")


def test_what_may_be_asked_for():
    assert len(set(map(Bridge.initial, (Bridge(), Bridge(deal=2), Bridge(trump="S"), Bridge(leader="N"))))) == 4
    s = Bridge(cards=2, trump="H", leader="E").initial()
    assert (GAME.tricks_left(s), TRUMPS[s.trump], SEATS[s.leader]) == (2, "H", "E")
    assert sorted(rising(s.north | s.east | s.south | s.west)) == [16 * suit + r for suit in range(4) for r in (11, 12)]
    assert eval(repr(Bridge(3, 5, "S", "N", False))).initial() == Bridge(3, 5, "S", "N", False).initial()


# ---------------------------------------------------------------- notation


def test_text_and_parse_lose_nothing():
    dice = random.Random(2)
    for number in range(20):
        for game in (GAME, Bridge(dummy=False)):
            start = Bridge(deal=number, leader=SEATS[number % 4], dummy=game.has_dummy).initial()
            for s in along(game, start, dice):
                assert game.parse(game.text(s)) == s


def test_the_plain_form_is_the_contract_s():
    assert GAME.text(GAME.parse(SMALL)) == SMALL
    assert GAME.text(GAME.parse(f"{FULL} S N")) == f"{FULL} S N"
    turned = "s:Q..Q.Q K.A..A .K.AK. A.Q..K n w"
    assert GAME.parse(turned) == GAME.parse(SMALL)


def test_a_trick_in_progress():
    s = GAME.parse("N:.K.AK. A.Q..K Q..Q.Q K...A N W HA")
    assert [GAME.action_text(s, a) for a in cards_of(s.trick)] == ["HA"]
    assert (SEATS[GAME.turn(s)], [GAME.action_text(s, a) for a in GAME.actions(s)]) == ("N", ["HK"])
    for move in ("HK", "HQ", "DQ"):
        s = GAME.result(s, GAME.parse_action(s, move))
    assert GAME.text(s) == "N:..AK. A...K Q...Q K...A N W won=0-1 void=SH"
    assert GAME.words(s, 2.0) == "takes 2 of 3"


def test_an_action_may_be_written_either_way_round():
    s = GAME.parse(SMALL)
    assert GAME.parse_action(s, "ha") == GAME.parse_action(s, "AH") == GAME.parse_action(s, "HA")
    with pytest.raises(kz.BadInput, match="'SA' is not a legal move at"):
        GAME.parse_action(s, "SA")


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("", "expected a PBN deal, trump S H D C N and leader N E S W"),
        ("N:... ... ... ... N", "expected a PBN deal, trump S H D C N and leader N E S W"),
        ("X:... ... ... ... N W", "expected a PBN deal, trump S H D C N and leader N E S W"),
        ("N:A.. ... ... ... N W", "'A..' is not a hand: expected spades.hearts.diamonds.clubs"),
        ("N:1... ... ... ... N W", "'1' is not a card in '1...': expected A K Q J T 9"),
        ("N:AA... ... ... ... N W", "SA is twice in 'AA...'"),
        ("N:A... A... 2... 3... N W", "SA is there twice"),
        ("N:AK.Q.. .A.. ... ... N W", "N holds 3 cards: expected 0, as S holds 0"),
        ("N:A... K... Q... J... X W", "'X' is not a trump: expected S H D C or N for none"),
        ("N:A... K... Q... J... N X", "'X' is not a leader: expected N E S or W"),
        ("N:A... K... Q... J... N W H1", "'H1' is not a card: expected one such as SA or HT"),
        ("N:A... K... Q... ... N W SJ ST S9 S8", "4 cards lie on the table: expected at most three"),
        ("N:A.K.. K.Q.. Q.2.. J... N W HJ S2", "N holds 2 cards: expected 1, as S holds 2"),
        ("N:A... K.Q.. Q.2.. J... N W ST H2", "H2 is there twice"),
        ("N:A... K.Q.. Q.2.. J... N W ST H3", "N played H3 and could have followed suit"),
        ("N:A... K... Q... J... N W won=13-0", "won='13-0' is not understood"),
        ("N:A... K... Q... J... N W won=x", "won='x' is not understood"),
        ("N:A... K... Q... J... N W void=NS", "N is void in S but holds A..."),
        ("N:A... K... Q... J... N W void=XS", "'X' is not a seat"),
        ("N:A... K... Q... J... N W void=NX", "'X' is not a suit"),
        ("N:A... K... Q... J... N W dummy=X", "'X' is not a dummy"),
        ("N:A... K... Q... J... N W bid=7", "'bid' is unknown: expected dummy=, won= or void="),
    ],
)
def test_what_is_no_position_is_refused_in_a_sentence(position, said):
    with pytest.raises(kz.BadInput) as refused:
        GAME.parse(position)
    assert repr(position) in str(refused.value) and said in str(refused.value)


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"cards": 0}, "hands of 0 cards are out of range: expected 1 to 13"),
        ({"trump": "X"}, "trump='X' is not a suit"),
        ({"leader": "X"}, "leader='X' is not a seat"),
    ],
)
def test_what_is_no_parameter_is_refused_in_a_sentence(parameters, said):
    with pytest.raises(kz.BadInput, match=said):
        kz.game("bridge", **parameters)


def test_the_picture_has_every_card_once_and_a_click_for_every_move():
    dice = random.Random(3)
    for s in along(GAME, GAME.initial(), dice):
        picture = GAME.picture(s)
        cells = [symbol for row in picture.cells for symbol in row if symbol]
        assert len(cells) == sum(map(len, hands_of_state(s))) + len(cards_of(s.trick)) == len(set(cells))
        moves = {} if GAME.is_terminal(s) else {GAME.action_text(s, a) for a in GAME.actions(s)}
        assert set(picture.clicks) == set(moves)
        assert all(picture.cells[row][column] == move for move, (row, column) in picture.clicks.items())
    assert picture.caption == f"no trump; tricks: N-S {s.taken & 15}, E-W {s.taken >> 4}"


def hands_of_state(s):
    return [list(rising(hand)) for hand in s[:4]]


# ---------------------------------------------------------------- what a seat knows


@pytest.mark.parametrize("has_dummy", [True, False])
def test_deals_agree_with_all_that_is_known_and_with_nothing_else(has_dummy):
    """A view is the same for every state that it may stand for, so it tells nothing that tells them apart."""
    dice = random.Random(4)
    for number in range(12):
        game = Bridge(deal=number, cards=3, trump="S", dummy=has_dummy)
        for s in along(game, game.initial(), dice):
            if game.is_terminal(s):
                break
            view = game.view(s, game.player(s))
            if hidden.number_of_deals(view) > 300:
                drawn = {game.deal(view, dice) for _ in range(5)}
            else:
                drawn = {state for state, weight in game.deals(view) if weight == 1}
                assert len(drawn) == hidden.number_of_deals(view) == len(list(game.deals(view)))
                assert s in drawn and game.deal(view, dice) in drawn
            for other in drawn:
                assert game.view(other, game.player(s)) == view
                assert game.turn(other) == game.turn(s)


def test_who_sees_what():
    s = GAME.parse(f"{FULL} S W")  # north is dummy
    assert seen(GAME, s) == "W"
    s = GAME.result(s, GAME.parse_action(s, "HA"))
    assert (SEATS[GAME.turn(s)], seen(GAME, s)) == ("N", "NS")  # declarer plays for dummy
    s = GAME.result(s, GAME.parse_action(s, "H2"))
    assert (SEATS[GAME.turn(s)], seen(GAME, s)) == ("E", "NE")
    assert "??" in str(GAME.seen(s, 1)) and "S2" not in str(GAME.seen(s, 1)) and "H7" in str(GAME.seen(s, 1))
    whist = Bridge(dummy=False)
    s = whist.result(whist.parse(f"{FULL} S W"), GAME.parse_action(GAME.parse(f"{FULL} S W"), "HA"))
    assert seen(whist, s) == "N"


def seen(game, s):
    """The seats whose hands are seen by who plays next."""
    view = game.view(s, game.player(s))
    unseen = sum(hand for seat, hand in zip(range(4), s[:4], strict=True) if view[seat] == hidden.HIDDEN)
    assert view.unseen == unseen
    return "".join(name for name, hand in zip(SEATS, view[:4], strict=True) if hand != hidden.HIDDEN)


def test_a_suit_that_was_not_followed_is_not_dealt_again():
    game = Bridge(cards=5, dummy=False)
    dice = random.Random(5)
    shown = 0
    for number in range(30):
        for s in along(game, Bridge(deal=number, cards=5, dummy=False).initial(), dice):
            if game.is_terminal(s):
                break
            other = game.deal(game.view(s, game.player(s)), dice)
            for seat in range(4):
                void = hidden.void_suits(s.known, seat)
                shown += void > 0
                assert not any(void >> suit & 1 and of_suit(game.hand(other, seat), suit) for suit in range(4))
    assert shown > 100


def test_every_deal_is_as_likely_as_any_other():
    game = Bridge(cards=2, trump="S", dummy=False)
    s = game.parse("N:A.K.. K.A.. Q..A. .2..3 N N void=WS")
    view = game.view(s, 0)
    possible = [state for state, _ in game.deals(view)]
    dice = random.Random(6)
    drawn = Counter(game.deal(view, dice) for _ in range(100 * len(possible)))
    assert set(drawn) == set(possible)
    assert all(abs(number - 100) < 50 for number in drawn.values())


# ---------------------------------------------------------------- what the solver is made of


def test_four_suits_at_once_are_what_each_is_alone():
    dice = random.Random(7)
    for _ in range(300):
        held = sum(1 << card for card in rising(DECK) if dice.random() < 0.5)
        one, other = (sum(1 << card for card in rising(held) if dice.random() < 0.5) for _ in range(2))
        assert squeezed(one, other, held) == (closed(one, held), closed(other, held))
        counts = lane_counts(held)
        assert [counts >> LANE * suit & 15 for suit in range(4)] == [
            of_suit(held, suit).bit_count() for suit in range(4)
        ]


def closed(cards, held):
    """Each suit's cards by their place among those held."""
    total = 0
    for suit in range(4):
        for place, card in enumerate(rising(of_suit(held, suit))):
            total |= (cards >> card & 1) << LANE * suit + place
    return total


def test_candidates_are_one_of_every_run_of_equal_cards():
    dice = random.Random(8)
    for number in range(10):
        for s in along(GAME, Bridge(deal=number).initial(), dice):
            if GAME.is_terminal(s):
                break
            legal_cards = set(GAME.actions(s))
            others = GAME.others(s)
            assert not s.trick or others >> best_card(s.trick) & 1
            lowest_of_run = {
                card
                for card in legal_cards
                if not any(
                    low < card and low // LANE == card // LANE and not any(others >> c & 1 for c in range(low, card))
                    for low in legal_cards
                )
            }
            assert set(GAME.candidates(s)) == lowest_of_run


@pytest.mark.parametrize("seed", range(4))
def test_exact_values_are_those_of_an_independent_search(seed):
    """Interpreted, and every few positions with a fresh table: what is remembered of one must not spoil the next."""
    dice = random.Random(seed)
    engine = PartitionEngine(GAME, interpreted=True, megabytes=0.2)
    for number in range(40):
        s = ending(dice, dice.choice((2, 3, 3)), dice.choice((1, 2, 3, 4)))
        if number % 8 == 0:
            engine.begin(s)
        north = tricks_of_north_and_south(GAME.text(s))
        assert engine.prove(s) == (north if s.leader % 2 == 0 else GAME.tricks_left(s) - north), GAME.text(s)


class Odd(Bridge):
    """Any number is a legal order."""

    def promise(self, s, a, after, survey):
        return (-math.inf, math.nan, -1e301, math.inf, 1e307)[a % 5]


def test_whatever_the_order_no_card_is_lost():
    dice = random.Random(9)
    for _ in range(30):
        s = ending(dice, 3, 3)
        engine = PartitionEngine(Odd(), interpreted=True, megabytes=0.2)
        north = tricks_of_north_and_south(GAME.text(s))
        assert engine.prove(s) == (north if s.leader % 2 == 0 else GAME.tricks_left(s) - north), GAME.text(s)


def test_what_is_plain_to_see_is_true_and_so_is_why():
    """`decided` is never wrong, and neither is it for the deals that share outline and what matters."""
    dice = random.Random(9)
    found = Counter()
    for _ in range(100):
        s = ending(dice, 3, dice.choice((2, 3, 4)))
        for target in range(4):
            answer, why = GAME.decided(s, target)
            found[answer] += 1
            if answer >= 0:
                assert (tricks_of_north_and_south(GAME.text(s)) >= target) == answer, (GAME.text(s), target)
                other = shuffled(s, why, dice)
                assert GAME.outline(other) == GAME.outline(s)
                assert (tricks_of_north_and_south(GAME.text(other)) >= target) == answer, (GAME.text(other), why)
    assert min(found[0], found[1], found[-1]) > 20


def shuffled(s, why, dice):
    """Another deal with hands of the same lengths, in which the cards that matter, and all above them, stay."""
    hands = [0, 0, 0, 0]
    for suit in range(4):
        matters = of_suit(why, suit)
        fixed = of_suit(DECK, suit) & -(matters & -matters) if matters else 0
        moved = []
        for seat in range(4):
            hands[seat] |= of_suit(s[seat], suit) & fixed
            moved += [seat] * (of_suit(s[seat], suit) & ~fixed).bit_count()
        cards = list(rising(of_suit(s.north | s.east | s.south | s.west, suit) & ~fixed))
        dice.shuffle(cards)
        for seat, card in zip(moved, cards, strict=True):
            hands[seat] |= 1 << card
    return s._replace(north=hands[0], east=hands[1], south=hands[2], west=hands[3])


def test_bits_of_the_detail_and_cards_that_matter_are_two_ways_to_say_the_same():
    dice = random.Random(10)
    for _ in range(200):
        s = ending(dice, dice.randint(1, 13))
        held = list(rising(s.north | s.east | s.south | s.west))
        why = sum(1 << card for card in dice.sample(held, dice.randint(0, min(6, len(held)))))
        bits = GAME.mattering(s, why)
        assert GAME.mattering(s, GAME.named(s, bits)) == bits
        lowest = [of_suit(why, suit) & -of_suit(why, suit) for suit in range(4)]
        assert GAME.named(s, bits) == sum(lowest)


def test_a_table_that_is_full_begins_anew_and_finds_what_it_holds():
    table = Classes(0.03)
    for number in [*range(3000), *([5] * 3000)]:
        table.store(number, number, ~number, 0b1111, 1, 5, 7)
        found = table.probe(number, number, ~number, 6)
        assert (found.lower, found.upper, found.action, found.matters) == (1, 5, 7, 0b1111)
        assert not table.probe(number, number ^ 1, ~number, 6).found
        assert table.probe(number, number ^ 16, ~number, 6).found
    table.clear()
    assert not table.probe(2999, 2999, ~2999, 6).found
    with pytest.raises(kz.BadInput, match="out of range"):
        Classes(0.001)


def test_bounds_of_one_class_are_brought_together():
    table = Classes(0.03)
    table.store(1, 2, 3, 3, 2, 32767, 65535)
    table.store(1, 2, 3, 3, 0, 4, 9)
    found = table.probe(1, 2, 3, 5)
    assert (found.lower, found.upper, found.action) == (2, 4, 9)


# ---------------------------------------------------------------- the solver, compiled


def blocks():
    """The deals of DDS's file: what is asked, the cards' results, the table."""
    lines = (DATA / "list10.txt").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        if line.startswith("PBN"):
            trump, leader = (int(word) for word in line.split()[3:5])
            rest = {other.split()[0]: other.split()[1:] for other in lines[number + 1 : number + 3]}
            yield line.split('"')[1], trump, leader, [int(w) for w in rest["FUT"]], [int(w) for w in rest["TABLE"]]


@cache
def double_dummy():
    return DoubleDummy(compiled())


def test_the_twenty_results_are_those_of_dds():
    for deal, _, _, _, table in blocks():
        found = double_dummy().tricks(deal).by_declarer
        assert [found[seat][strain] for strain in "SHDCN" for seat in "NESW"] == table


def test_the_twenty_results_are_those_of_the_library():
    for line in (DATA / "sol10.txt").read_text(encoding="utf-8").split("\n")[:5]:
        deal, digits = line.split(":")
        found = double_dummy().tricks(f"W:{deal}").by_declarer
        tricks = [found[seat][strain] for strain in "NSHDC" for seat in "ENWS"]
        ours = [number if place % 2 else 13 - number for place, number in enumerate(tricks)]
        assert "".join(f"{number:X}" for number in ours) == digits


def test_every_card_is_worth_what_dds_says_and_lines_keep_their_word():
    for deal, trump, leader, future, _ in list(blocks())[:4]:
        s = GAME.parse(f"{deal} {'SHDCN'[trump]} {'NESW'[leader]}")
        answer = kz.analyse(GAME, s)
        number, rest = future[0], future[1:]
        suits, ranks, equals, scores = (rest[number * place : number * (place + 1)] for place in range(4))
        wanted = {}
        for suit, rank, equal, score in zip(suits, ranks, equals, scores, strict=True):
            for other in [rank, *(r for r in range(2, 15) if equal >> r & 1)]:
                wanted["SHDC"[suit] + "--23456789TJQKA"[other]] = score
        assert answer.exact and {m.move: m.value for m in answer.moves} == wanted
        assert answer.words == f"takes {answer.value:g} of 13"
        for report in answer.moves[:2]:
            played = s
            for move in report.line:
                played = GAME.result(played, GAME.parse_action(played, move))
            value = exact([played])[0]
            assert (value if GAME.player(played) == GAME.player(s) else 13 - value) == report.value


def test_seats_and_suits_have_no_names():
    """Turned round the table by one or two seats, and with suits renamed, a deal is worth the same."""
    dice = random.Random(11)
    deals = [ending(dice, 6, dice.choice((3, 4))) for _ in range(60)]
    by_one = [State(s.west, s.north, s.east, s.south, 0, (s.leader + 1) % 4, s.trump, 0, 0) for s in deals]
    by_two = [State(s.south, s.west, s.north, s.east, 0, (s.leader + 2) % 4, s.trump, 0, 0) for s in deals]
    renamed = [
        State(*[cyclic(hand) for hand in s[:4]], 0, s.leader, 4 if s.trump == 4 else (s.trump + 1) % 4, 0, 0)
        for s in deals
    ]
    assert exact(deals) == exact(by_one) == exact(by_two) == exact(renamed)
    assert exact(deals) == exact(deals, together=True)


def cyclic(hand):
    return (hand << LANE | hand >> 3 * LANE) & DECK


def test_cards_with_none_between_them_are_worth_the_same():
    dice = random.Random(12)
    for _ in range(15):
        s = ending(dice, 7)
        others = GAME.others(s)
        after = {a: GAME.result(s, a) for a in GAME.actions(s)}
        values = dict(zip(after, exact(list(after.values())), strict=True))
        for low in after:
            for high in after:
                if low < high and low // LANE == high // LANE and not any(others >> c & 1 for c in range(low, high)):
                    assert values[low] == values[high], GAME.text(s)


def test_a_value_is_the_best_of_what_follows_and_the_sides_share_the_tricks():
    dice = random.Random(13)
    for number in range(8):
        s = ending(dice, 6)
        for _ in range(number):
            s = GAME.result(s, dice.choice(list(GAME.actions(s))))
        after = [GAME.result(s, a) for a in GAME.actions(s)]
        side = GAME.player(s)
        values = [value if GAME.player(t) == side else 6 - value for t, value in zip(after, exact(after), strict=True)]
        assert exact([s])[0] == max(values)


@pytest.mark.parametrize("without", ["table", "proof", "killers", "order", "best_first"])
def test_every_technique_only_saves(without):
    dice = random.Random(14)
    deals = [ending(dice, 5) for _ in range(40)]
    engine = PartitionEngine(GAME, techniques=Techniques(**{without: False}))
    engine.begin(deals[0])
    assert engine.prove_many(deals) == exact(deals)


def test_a_table_of_hardly_any_memory_is_enough():
    dice = random.Random(15)
    deals = [ending(dice, 8) for _ in range(15)]
    engine = PartitionEngine(GAME, megabytes=0.05)
    engine.begin(deals[0])
    assert engine.prove_many(deals, together=True) == exact(deals)


def test_windows_are_kept_and_nodes_limited():
    s = GAME.parse(f"{FULL} S N")
    engine = compiled()
    engine.begin(s)
    assert engine.prove(s) == 5
    for at_least in range(1, 13):
        assert (engine.value(s, 200, at_least - 1, at_least) >= at_least) == (at_least <= 5)
        turned = GAME.result(s, GAME.parse_action(s, "C8"))
        assert (engine.value(turned, 200, at_least - 1, at_least) >= at_least) == (at_least <= 8)
    with pytest.raises(kz.Unsolved, match="is not solved within 50 nodes"):
        kz.solve(GAME, s, nodes=50)


# ---------------------------------------------------------------- the command


def test_solve_and_best_by_the_command():
    assert kibitz("solve", "bridge", f"{FULL} S N").out == "5\n"
    assert kibitz("solve", "bridge", "-", stdin=f"{SMALL}\n{SMALL} 3\n").out == f"{SMALL} 3\n" * 2
    best = kibitz("best", "bridge", SMALL, "--moves", "HA HK HQ DQ", "--json", "--exact").json
    assert (best["value"], best["words"], best["exact"], best["player"]) == (3, "takes 3 of 3", True, 1)
    assert best["position"] == "N:..AK. A...K Q...Q K...A N W won=0-1 void=SH"


def test_the_twenty_results_by_the_command():
    table = kibitz("dummy", "N:.K.AK. A.Q..K Q..Q.Q K.A..A", "--interpreted")
    assert table.out.splitlines()[:2] == ["     S   H   D   C   N", "N    0   0   3   0   0"]
    told = kibitz("dummy", "N:.K.AK. A.Q..K Q..Q.Q K.A..A", "--interpreted", "--json").json
    assert told["tricks"]["E"] == {"S": 3, "H": 2, "D": 0, "C": 3, "N": 1}
    lines = kibitz("dummy", "-", "--interpreted", stdin="N:.K.AK. A.Q..K Q..Q.Q K.A..A\n")
    assert lines.out == "N:.K.AK. A.Q..K Q..Q.Q K.A..A 03020202303003020101\n"
    refused = kibitz("dummy", "N:A... K...")
    assert refused.code == 2 and "invalid deal 'N:A... K...'; expected four hands in PBN" in refused.messages[0]


# ---------------------------------------------------------------- the table


def table(game, moves, player=None):
    """The picture after some cards, the first that may be played each time, with what is remembered of the game."""
    s, past = game.initial(), []
    for _ in range(moves):
        card = next(iter(game.actions(s)))
        past.append((s, card))
        s = game.result(s, card)
    picture = game.picture(s) if player is None else game.seen(s, player)
    return game.recalled(s, picture, past, player), s, past


def lying(scene):
    """The cards of a scene that belong to no cell: tricks that have been played."""
    laid = [spot for spot in scene.spots if spot.cell is None and spot.holds != Card()]
    return [(spot.holds.suit + spot.holds.rank, spot.is_lit) for spot in laid]


def test_the_last_trick_stays_on_the_table_until_the_next_one_is_over():
    for moves in (4, 5, 7):
        picture, _, past = table(GAME, moves)
        cards = [card_text(card) for _, card in past[:4]]
        won = (GAME.result(*past[3]).leader - past[0][0].leader) % 4
        assert lying(picture.scene) == [(card, place == won) for place, card in enumerate(cards)]
    assert lying(table(GAME, 3)[0].scene) == []
    assert "last trick" in [label.words for label in table(GAME, 5)[0].scene.labels]


def test_a_finished_hand_keeps_its_tricks_and_says_the_score():
    picture, s, past = table(GAME, 52)
    assert GAME.is_terminal(s)
    cards = lying(picture.scene)
    assert sorted(card for card, _ in cards) == sorted(card_text(card) for _, card in past)
    assert sum(is_won for _, is_won in cards) == 13
    words = [label.words for label in picture.scene.labels]
    assert [f"North and South: {s.taken & 15} tricks", f"East and West: {s.taken >> 4} tricks"] == words[:2]


def test_declarer_sits_below_and_sees_only_what_declarer_may():
    game = Bridge(leader="E")  # south is dummy, so north is declarer
    names = {label.words: label.y for label in table(game, 1, 0)[0].scene.labels}
    assert names["North"] > names["South (dummy)"]
    scene = table(game, 1, 0)[0].scene
    backs = [spot for spot in scene.spots if spot.holds == Card()]
    assert len(backs) == 25 and all(spot.cell is None for spot in backs)


def test_cards_that_may_not_be_played_are_dim_and_covered_ones_show_their_corner():
    picture, s, _ = table(GAME, 1)
    own = [spot for spot in picture.scene.spots if spot.cell and spot.name == "North's hand"]
    legal = {picture.clicks[GAME.action_text(s, card)] for card in GAME.actions(s)}
    assert {spot.cell for spot in own if not spot.is_dim} == legal and len(own) == 13
    for spot, following in pairwise(own):
        assert spot.seen[0] == pytest.approx(following.x - spot.x) and spot.seen[0] >= 1.0

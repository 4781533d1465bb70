"""Hearts: against rules written down a second time, in lists of words; what a player knows; cards dealt again."""

import itertools
import random
from collections import Counter

import pytest

import kibitz as kz
from kibitz.game.dealing import every_deal, number_of_deals, one_deal
from kibitz.native.bits import squares

RANKS = "23456789TJQKA"
GAME = kz.game("hearts")
SMALL = kz.game("hearts", cards=4, deal=2)


# ------------------------------------------------------------ the rules, again


class Plain:
    """Hearts as one would tell it, with cards as words."""

    def __init__(self, hands, leader, cards):
        self.hands = [list(hand) for hand in hands]
        self.leader = leader
        self.cards = cards
        self.trick = []
        self.taken = [[], [], [], []]

    @property
    def turn(self):
        return (self.leader + len(self.trick)) % 4

    def legal(self):
        hand = self.hands[self.turn]
        first = not any(self.taken)
        if not self.trick:
            opening = "C" + RANKS[13 - self.cards]
            if first:
                return [opening]
            seen = [card for pile in self.taken for card in pile]
            if any(card[0] == "H" for card in seen):
                return hand
            return [card for card in hand if card[0] != "H"] or hand
        following = [card for card in hand if card[0] == self.trick[0][0]]
        if following:
            return following
        harmless = [card for card in hand if card[0] != "H" and card != "SQ"]
        return harmless if first and harmless else hand

    def play(self, card):
        self.hands[self.turn].remove(card)
        self.trick.append(card)
        if len(self.trick) == 4:
            of_suit = [card for card in self.trick if card[0] == self.trick[0][0]]
            best = max(of_suit, key=lambda card: RANKS.index(card[1]))
            self.leader = (self.leader + self.trick.index(best)) % 4
            self.taken[self.leader] += self.trick
            self.trick = []

    def scores(self):
        points = [sum((c[0] == "H") + 13 * (c == "SQ") for c in pile) for pile in self.taken]
        everything = sum(points)
        if everything in points:
            return [0 if own == everything else -everything for own in points]
        return [-own for own in points]


@pytest.mark.parametrize("cards", [3, 4, 8, 13])
def test_rules_are_those_of_the_book(cards):
    shot = 0
    for number in range(60 if cards < 13 else 25):
        game = kz.game("hearts", cards=cards, deal=number)
        dice = random.Random(number)
        s = game.initial()
        plain = Plain([[game.action_text(s, card) for card in squares(hand)] for hand in s.hands], s.leader, cards)
        while not game.is_terminal(s):
            legal = {game.action_text(s, a): a for a in game.actions(s)}
            assert set(legal) == set(plain.legal()) and game.player(s) == plain.turn
            # A player that throws its worst card away now and then sees to it that some shoot the moon.
            card = dice.choice(sorted(legal)) if number % 2 else max(legal, key=lambda card: (card[0] == "H", card))
            s = game.result(s, legal[card])
            plain.play(card)
        assert [game.utility(s, player) for player in range(4)] == plain.scores()
        shot += 0 in plain.scores() and min(plain.scores()) == -game.total
    assert shot or cards > 4


def test_who_takes_everything_pays_nothing():
    s = SMALL.parse("N:A... K... Q... J... N points=4,0,0,0")
    for card in ("SA", "SK", "SQ", "SJ"):
        s = SMALL.result(s, SMALL.parse_action(s, card))
    assert [SMALL.utility(s, player) for player in range(4)] == [0, -17, -17, -17]


# ------------------------------------------------------------ notation


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "expected four hands and who led"),
        ("N:A... K... Q... J...", "expected four hands and who led"),
        ("N:A... K... Q... J... Z", "expected four hands and who led"),
        ("N:A.. K... Q... J... N", "'A..' is not a hand"),
        ("N:2... K... Q... J... N", "'S2' is not a card: expected a suit of S H D C and a rank of AKQJ"),
        ("N:A... A... Q... J... N", "SA is there twice"),
        ("N:AA... KQ... J... .A.. N", "SA is there twice"),
        ("N:AK... Q... J... .A.. N", "N holds 2 cards: expected 1"),
        ("N:A... K... Q... J... N HA", "N holds 1 cards: expected 0"),
        ("N:A... K... Q... J... N HA HK HQ HJ", "4 cards lie on the table"),
        ("N:... .K.. ..A. ..K. N HA DQ", "E holds 1 cards: expected 0"),
        ("N:A... .K.. J..A. Q..K. N HA DQ", "E played DQ and could have followed suit"),
        ("N:A... K... Q... J... N points=1,2", "points=1,2 is not understood"),
        ("N:A... K... Q... J... N points=4,1,0,0", "more than the 17 there are"),
        ("N:A... K... Q... J... N void=NS", "N is void in S but holds some"),
        ("N:A... K... Q... J... N void=XS", "void=XS is not understood"),
        ("N:A... K... Q... J... N moon=1", "'moon' is unknown"),
        ("N:AKQJ... .AKQJ.. ..AKQJ. ...AKQJ N", "the first card of the game must be CJ"),
    ],
)
def test_a_bad_position_is_refused_in_a_sentence(text, why):
    with pytest.raises(kz.BadInput) as refused:
        SMALL.parse(text)
    assert why in str(refused.value) and repr(text) in str(refused.value)


def test_a_player_need_not_know_the_other_hands():
    whole = SMALL.parse("N:J.J.. .K.. .Q.. A.A.. E CK SK points=0,13,0,0 void=SC,WD")
    gone = "gone=SQ,DA,DK,DQ,DJ,CA,CQ,CJ"
    seen = SMALL.parse(f"N:? ? ? A.A.. E CK SK points=0,13,0,0 void=WD {gone}")
    assert SMALL.view(seen, 3) == SMALL.view(whole, 3)
    one, two = (kz.analyse(SMALL, s, interpreted=True, position="") for s in (whole, seen))
    assert one.moves == two.moves and one.exact
    for text, why in [
        (f"N:? ? ? ? E CK SK {gone}", "W is to play: expected that hand at least"),
        ("N:? ? ? A.A.. E CK SK", "12 cards are not seen, and the hidden hands hold 4: name those played"),
        (f"N:? ? ? A.A.. E CK SK void=NSH,EH,SH {gone}", "no deal of the unseen cards agrees with void="),
        (f"N:J.J.. .K.. .Q.. A.A.. E CK SK {gone}", "all four are"),
    ]:
        with pytest.raises(kz.BadInput, match=why):
            SMALL.parse(text)


def test_bad_parameters_are_refused():
    with pytest.raises(kz.BadInput, match="hands of 14 cards are out of range"):
        kz.game("hearts", cards=14)


def test_another_deal_is_no_other_machine_code():
    assert kz.game("hearts", deal=1).initial() != kz.game("hearts", deal=2).initial()
    constants = [
        {name: value for name, value in vars(kz.game("hearts", deal=deal)).items() if isinstance(value, (int, tuple))}
        for deal in (1, 2)
    ]
    assert constants[0] == constants[1]


# ------------------------------------------------------------ what is seen


def test_a_picture_shows_a_seat_its_own_cards_only():
    s = GAME.initial()
    everything = str(GAME.picture(s))
    for player in range(4):
        shown = str(GAME.seen(s, player))
        for seat, hand in enumerate(s.hands):
            for card in map(GAME.action_text, itertools.repeat(s), squares(hand)):
                assert card in everything and (card in shown) == (seat == player)
    mover = GAME.player(s)
    assert set(GAME.seen(s, mover).clicks) == {GAME.action_text(s, a) for a in GAME.actions(s)}
    assert not GAME.seen(s, (mover + 1) % 4).clicks


def test_who_did_not_follow_is_not_dealt_that_suit():
    s = SMALL.parse("N:J.J.. .K.. .Q.. A.A.. E CK SK points=0,13,0,0 void=WD")
    view = SMALL.view(s, 3)
    worlds = [state for state, _ in SMALL.deals(view)]
    assert len(worlds) == len(set(worlds)) == 12 and s in worlds
    assert all(state.hands[3] == s.hands[3] and SMALL.view(state, 3) == view for state in worlds)


# ------------------------------------------------------------ dealing


def by_force(unseen, room, barred):
    """Every deal, by trying all of them."""
    cards = list(squares(unseen))
    found = set()
    for owners in itertools.product(range(len(room)), repeat=len(cards)):
        hands = [0] * len(room)
        for card, owner in zip(cards, owners, strict=True):
            hands[owner] |= 1 << card
        fits = all(hand.bit_count() == size for hand, size in zip(hands, room, strict=True))
        if fits and not any(hand & bar for hand, bar in zip(hands, barred, strict=True)):
            found.add(tuple(hands))
    return found


@pytest.mark.parametrize("seed", range(12))
def test_deals_are_all_there_are(seed):
    dice = random.Random(seed)
    room = [dice.randrange(3) for _ in range(3)]
    cards = dice.sample(range(60), sum(room))
    unseen = sum(1 << card for card in cards)
    barred = [sum(1 << card for card in cards if dice.random() < 0.3) for _ in range(3)]
    expected = by_force(unseen, room, barred)
    listed = list(every_deal(unseen, room, barred))
    assert set(listed) == expected and len(listed) == len(expected) == number_of_deals(unseen, room, barred)
    if expected:
        assert {one_deal(unseen, room, barred, dice) for _ in range(20)} <= expected
    else:
        with pytest.raises(ValueError, match="do not fit"):
            one_deal(unseen, room, barred, dice)


def test_every_deal_is_as_likely():
    unseen, room, barred = 0b1111111, (3, 2, 2), (0b0000011, 0b0000100, 0)
    expected = number_of_deals(unseen, room, barred)
    dice = random.Random(1)
    draws = 200 * expected
    counts = Counter(one_deal(unseen, room, barred, dice) for _ in range(draws))
    assert len(counts) == expected
    chi_square = sum((count - 200) ** 2 / 200 for count in counts.values())
    assert chi_square < expected - 1 + 4 * (2 * (expected - 1)) ** 0.5  # four standard deviations above its mean


def test_a_player_sits_below_and_a_finished_hand_keeps_its_tricks():
    s, past = GAME.initial(), []
    for player in range(4):
        names = {label.words: label.y for label in GAME.seen(s, player).scene.labels}
        assert max(names, key=names.get).split()[0] == ("North", "East", "South", "West")[player]
    while not GAME.is_terminal(s):
        past.append((s, next(iter(GAME.actions(s)))))
        s = GAME.result(*past[-1])
        last = GAME.recalled(s, GAME.seen(s, 1), past, 1).scene
        shown = [spot.holds for spot in last.spots if spot.cell is None and spot.holds.rank]
        assert len(shown) == (52 if GAME.is_terminal(s) else 0 if len(past) < 4 else 4)
    taken = zip(("North", "East", "South", "West"), s.points, strict=True)
    assert last.labels[0].words == "Points: " + " · ".join(f"{name} {points}" for name, points in taken)
    begun = past[30:]  # from a position in the middle of the game, only what followed is known
    assert len(GAME.recalled(s, GAME.picture(s), begun, None).scene.spots) == 4 * 6

"""Positions of bridge as text: a PBN deal, trump and leader, and what has happened since.

    N:AK.Q.. 32..4. .K.2.3 ..AK.A N W            nobody has played yet; W leads
    N:AK.Q.. 32..4. .K.2. ..AK. N W CA C3        in the middle of a trick: the cards on the table, in their order
    … N E dummy=N won=2-1 void=ES,WHD            dummy is N, tricks of N-S and E-W; E is known to have no spades, …

What is left out is as at the beginning: dummy sits to the left of the leader, no tricks are won, nothing is known.
"""

from __future__ import annotations

from kibitz.errors import BadInput
from kibitz.games.bridge.cards import LANE, RANKS, SEATS, SUITS, TRUMPS, card_text, hand_text, of_suit, suit_of
from kibitz.games.bridge.hidden import VOIDS
from kibitz.games.bridge.trick import cards_of, with_card
from kibitz.native.bits import count, highest

FORM = "expected a PBN deal, trump S H D C N and leader N E S W: 'N:AK.Q.. 32..4. .K2..3 ..AK.A N W'"
Fields = tuple[int, int, int, int, int, int, int, int, int]


def written(fields: Fields, has_dummy: bool) -> str:
    """The text of a state, given by its fields."""
    *hands, trick, leader, trump, taken, known = fields
    words = ["N:" + " ".join(map(hand_text, hands)), TRUMPS[trump], SEATS[leader]]
    words += map(card_text, cards_of(trick))
    if has_dummy and known & 3 != (leader + 1) % 4:
        words.append(f"dummy={SEATS[known & 3]}")
    if taken:
        words.append(f"won={taken & 15}-{taken >> 4}")
    voids = [
        SEATS[seat] + "".join(SUITS[suit] for suit in (3, 2, 1, 0) if known >> (VOIDS + 4 * seat + suit) & 1)
        for seat in range(4)
    ]
    if any(len(void) > 1 for void in voids):
        words.append("void=" + ",".join(void for void in voids if len(void) > 1))
    return " ".join(words)


def read(text: str, has_dummy: bool) -> Fields:
    """The fields of the state that a text stands for; `BadInput` if it is not a position."""
    words = text.split()
    if len(words) < 6 or words[0][1:2] != ":" or words[0][:1].upper() not in SEATS:
        raise refusal(text, FORM)
    first = SEATS.index(words[0][0].upper())
    hands = [0, 0, 0, 0]
    for place, word in enumerate([words[0][2:], *words[1:4]]):
        hands[(first + place) % 4] = _hand(text, word)
    trump = _letter(text, words[4], TRUMPS, "trump", "S H D C or N for none")
    leader = _letter(text, words[5], SEATS, "leader", "N E S or W")
    cards = [_card(text, word) for word in words[6:] if "=" not in word]
    rest = dict(word.split("=", 1) for word in words[6:] if "=" in word)
    if unknown := next((name for name in rest if name not in ("dummy", "won", "void")), None):
        raise refusal(text, f"{unknown!r} is unknown: expected dummy=, won= or void=")
    if wrong := impossible(hands, cards, leader):
        raise refusal(text, wrong)
    known = (leader + 1) % 4 if has_dummy else 0
    if "dummy" in rest and has_dummy:
        known = _letter(text, rest["dummy"], SEATS, "dummy", "N E S or W")
    known |= _voids(text, rest.get("void", ""), hands) | _shown(cards, leader)
    trick = 0
    for card in cards:
        trick = with_card(trick, card, trump)
    taken = _won(text, rest.get("won", "0-0"), count(hands[(leader + 3) % 4]))
    return hands[0], hands[1], hands[2], hands[3], trick, leader, trump, taken, known


def refusal(text: str, why: str) -> BadInput:
    """What is wrong with a position, in one sentence."""
    return BadInput(f"{text!r} is not a position of bridge: {why}")


def _hand(text: str, word: str) -> int:
    suits = word.split(".")
    if len(suits) != 4:
        raise refusal(text, f"{word!r} is not a hand: expected spades.hearts.diamonds.clubs, such as AK.Q..432")
    hand = 0
    for suit, ranks in zip((3, 2, 1, 0), suits, strict=True):
        for rank in ranks.upper():
            if rank not in RANKS:
                raise refusal(text, f"{rank!r} is not a card in {word!r}: expected A K Q J T 9 8 7 6 5 4 3 2")
            card = 1 << LANE * suit + RANKS.index(rank)
            if hand & card:
                raise refusal(text, f"{SUITS[suit]}{rank} is twice in {word!r}")
            hand |= card
    return hand


def _card(text: str, word: str) -> int:
    if len(word) != 2 or word[0].upper() not in SUITS or word[1].upper() not in RANKS:
        raise refusal(text, f"{word!r} is not a card: expected one such as SA or HT")
    return LANE * SUITS.index(word[0].upper()) + RANKS.index(word[1].upper())


def _letter(text: str, word: str, letters: str, what: str, expected: str) -> int:
    if len(word) != 1 or word.upper() not in letters:
        raise refusal(text, f"{word!r} is not a {what}: expected {expected}")
    return letters.index(word.upper())


def impossible(hands: list[int], cards: list[int], leader: int) -> str:
    """What is wrong with four hands and the cards of a trick that a seat led to, in a few words; empty if nothing is.

    A card may be there twice, a hand have the wrong length, or a card not have followed suit.
    """
    if len(cards) > 3:
        return f"{len(cards)} cards lie on the table: expected at most three of a trick"
    seen = 0
    for part in [*hands, *(1 << card for card in cards)]:
        if seen & part:
            return f"{card_text(highest(seen & part))} is there twice"
        seen |= part
    full = count(hands[(leader + 3) % 4])
    for place in range(4):
        seat = (leader + place) % 4
        wanted = full - (place < len(cards))
        if count(hands[seat]) != wanted:
            has = f"{SEATS[seat]} holds {count(hands[seat])} cards"
            return f"{has}: expected {wanted}, as {SEATS[(leader + 3) % 4]} holds {full}"
        is_short = 0 < place < len(cards) and suit_of(cards[place]) != suit_of(cards[0])
        if is_short and of_suit(hands[seat], suit_of(cards[0])):
            return f"{SEATS[seat]} played {card_text(cards[place])} and could have followed suit"
    return ""


def _voids(text: str, word: str, hands: list[int]) -> int:
    found = 0
    for part in filter(None, word.upper().split(",")):
        seat = _letter(text, part[0], SEATS, "seat", "N E S or W and suits, such as void=ES,WHD")
        for letter in part[1:]:
            suit = _letter(text, letter, SUITS, "suit", "S H D or C")
            if of_suit(hands[seat], suit):
                raise refusal(text, f"{part[0]} is void in {letter} but holds {hand_text(hands[seat])}")
            found |= 1 << VOIDS + 4 * seat + suit
    return found


def _shown(cards: list[int], leader: int) -> int:
    """What the trick on the table shows: who has not followed suit."""
    found = 0
    for place, card in enumerate(cards):
        if suit_of(card) != suit_of(cards[0]):
            found |= 1 << VOIDS + 4 * ((leader + place) % 4) + suit_of(cards[0])
    return found


def _won(text: str, word: str, left: int) -> int:
    north, _, east = word.partition("-")
    if not (north.isdecimal() and east.isdecimal() and int(north) + int(east) + left <= 13):
        raise refusal(text, f"won={word!r} is not understood: expected tricks of N-S and E-W, such as won=2-1")
    return int(north) | int(east) << 4

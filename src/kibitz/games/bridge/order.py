"""Which card to try first. Low cards, where they do as well: a reason that rests on few cards applies more often.

The numbers were found by trying others on random endings and keeping what made the search shorter.
"""

from __future__ import annotations

from kibitz.games.bridge.cards import of_suit, suit_of
from kibitz.games.bridge.suits import beyond, potential, strength, top_run, tops
from kibitz.native.bits import count, highest

# A lead: of the highest card of a suit, of a lower one from under it, to the partner's, through the left-hand
# opponent's, into the right-hand one's.
CASHING, UNDER, TO_PARTNER, THROUGH, INTO = 45.0, 20.0, 100.0, 20.0, 4.0
# The highest is on the left or on the right, and the second-highest is led, or the partner has it.
SECOND_LEFT, SECOND_RIGHT, PARTNERS_SECOND_LEFT, PARTNERS_SECOND_RIGHT = 9.0, 6.0, 16.0, 12.0
LEFT_RUFFS, RIGHT_RUFFS, PARTNER_RUFFS, TRUMP_LED, SINGLETON = -30.0, -200.0, 30.0, -4.0, 2.0
EACH_OF_OURS, EACH_RANK = 1.0, 0.5
# To a trick: what wins, what may win if the last hand cannot do better, what loses, a ruff that may be beaten.
WINNING, ALMOST, LOSING, HOPEFUL_RUFF, PARTNER_WINS = 200.0, 50.0, 37.5, 45.0, 100.0
# A discard: low, from a long suit, and not the guard of a second-highest card.
DISCARD, EACH_RANK_THROWN, EACH_LEFT, GUARD = 6.0, 1.5, 0.5, 5.0


def promise_of_lead(card: int, mine: int, partner: int, left: int, right: int, trump: int) -> float:
    """How promising it is to lead this card."""
    suit = suit_of(card)
    m, p, a, b = of_suit(mine, suit), of_suit(partner, suit), of_suit(left, suit), of_suit(right, suit)
    everything = m | p | a | b
    total = EACH_OF_OURS * (count(m) + count(p))
    if suit == trump:
        total += TRUMP_LED
    elif trump < 4:
        if a == 0 and of_suit(left, trump):
            total += LEFT_RUFFS
        if b == 0 and of_suit(right, trump):
            total += RIGHT_RUFFS
        if p == 0 and of_suit(partner, trump):
            total += PARTNER_RUFFS
        if count(m) == 1 and of_suit(mine, trump):
            total += SINGLETON
    top = 1 << highest(everything)
    alike = m & beyond(card, p | a | b) - 1 & -(1 << card)
    if alike & top:
        return total + CASHING
    total += EACH_RANK * (card & 15)
    if m & top:
        return total + UNDER
    if p & top:
        return total + TO_PARTNER
    second = tops(everything, 2)
    if a & top:
        total += PARTNERS_SECOND_LEFT if p & second else SECOND_LEFT if alike & second else 0.0
        return total + THROUGH
    total += PARTNERS_SECOND_RIGHT if p & second else SECOND_RIGHT if alike & second else 0.0
    return total + INTO


def survey_of_trick(
    best: int, place: int, number: int, led: int, following: int, last: int, trump: int
) -> tuple[int, int, int, int]:
    """How strong the best card on the table is, what the next hand and the partner, if it is yet to play, can do
    against it, and whether it is the partner's. `place` is its place in the trick."""
    threat = potential(following, led, trump) if number < 3 else 0
    support = potential(last, led, trump) if number == 1 else 0
    return strength(best, led, trump), threat, support, 1 if number - place == 2 else 0


def promise_in_trick(
    card: int, number: int, led: int, own: int, held: int, trump: int, survey: tuple[int, int, int, int]
) -> float:
    """How promising it is to play this card to a trick, from a hand among all that are held."""
    best, threat, support, is_partners = survey
    power = strength(card, led, trump)
    if power < 16:
        return promise_of_discard(card, own, held)
    if (is_partners and best > threat) or (number == 1 and support > threat and support > best):
        return PARTNER_WINS - power
    if power > best and power > threat:
        return WINNING - power
    if power > best and number == 2 and not is_partners:
        return ALMOST - power
    return (LOSING if power <= best or power < 32 else HOPEFUL_RUFF) - power


def promise_of_discard(card: int, own: int, held: int) -> float:
    """How promising it is to throw this card away."""
    mine, everything = of_suit(own, suit_of(card)), of_suit(held, suit_of(card))
    total = DISCARD - EACH_RANK_THROWN * (card & 15) + EACH_LEFT * count(mine)
    if count(mine) == 2:
        top = tops(everything, 1)
        if mine & top == 0 and top_run(mine, everything & ~top) > 0:
            total -= GUARD
    return total

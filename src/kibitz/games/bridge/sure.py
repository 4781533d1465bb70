"""Tricks that are sure without a search, and the cards they depend on."""

from __future__ import annotations

from kibitz.games.bridge.cards import of_suit, suit_of
from kibitz.games.bridge.suits import top_run, tops
from kibitz.native.bits import count, highest, lowest


def last_trick(leader: int, first: int, second: int, third: int, fourth: int, trump: int) -> tuple[int, int]:
    """Who wins the last trick, and why: the hands have one card each and play in this order."""
    best, seat, same = lowest(first), leader, 1
    for place in range(1, 4):
        card = lowest(second if place == 1 else third if place == 2 else fourth)
        if suit_of(card) == suit_of(best):
            same += 1
            if card > best:
                best, seat = card, leader + place
        elif suit_of(card) == trump:
            best, seat, same = card, leader + place, 1
    return seat & 3, 1 << best if same > 1 else 0


def quick(mine: int, partner: int, left: int, right: int, trump: int, wanted: int) -> tuple[bool, int]:
    """Can the side that leads take `wanted` tricks at once, without losing the lead? If so, why.

    The leader takes its own winners first: the highest of a suit, and all of it once nobody else has any. Then, if it
    has a card that its partner wins, the partner takes its own. An opponent with trumps must be able to follow, unless
    they are drawn; and neither hand may be left with nothing but trumps, which it would have to waste.
    """
    left_ruffs = right_ruffs = False
    own_trumps = partners_trumps = 0
    drawn = 0
    if trump < 4:
        own_trumps, partners_trumps = of_suit(mine, trump), of_suit(partner, trump)
        lefts, rights = of_suit(left, trump), of_suit(right, trump)
        longest = max(count(lefts), count(rights))
        if longest > 0:
            if top_run(own_trumps, own_trumps | partners_trumps | lefts | rights) >= longest:
                drawn = tops(own_trumps, longest)
            else:
                left_ruffs, right_ruffs = lefts != 0, rights != 0
    free = count(partner) - count(partners_trumps)
    total = side = 0  # the leader's own winners: all, and those that are not trumps
    more = more_side = 0  # its partner's
    why = why_more = 0
    has_entry = False
    for suit in range(4):
        m, p = of_suit(mine, suit), of_suit(partner, suit)
        if m | p == 0:
            continue
        a, b = of_suit(left, suit), of_suit(right, suit)
        everything = m | p | a | b
        limit = 13
        if suit != trump:
            if left_ruffs:
                limit = count(a)
            if right_ruffs:
                limit = min(limit, count(b))
        against = max(count(a), count(b))
        rounds = max(against, count(p))
        run = top_run(m, everything)
        own, needed = (count(m), rounds) if run >= rounds else (run, run)
        own = min(own, limit)
        if own > 0:
            why |= tops(everything, min(needed, own, wanted - total))
        total += own
        if suit != trump:
            side += own
        if total >= wanted and (partners_trumps == 0 or side <= free):
            return True, why | drawn
        spare = count(p) - own
        if spare > 0 and own == run:
            below = everything & ~tops(everything, run)
            gets = min(top_run(p & below, below), spare)
            ranks = run + gets
            if ranks >= against and count(m) <= ranks:
                gets, ranks = spare, max(against, count(m))
            gets = min(gets, limit - run)
            if gets > 0:
                more += gets
                if suit != trump:
                    more_side += gets
                why_more |= tops(everything, min(ranks, run + gets))
                if count(m) > own:
                    has_entry = True
    if not has_entry or total + more < wanted:
        return False, 0
    if partners_trumps and free - more_side < side:
        return False, 0
    if own_trumps and count(mine) - count(own_trumps) - side < more_side:
        return False, 0
    return True, why | why_more | drawn


def later(mine: int, partner: int, left: int, right: int, trump: int, wanted: int) -> tuple[bool, int]:
    """Is the side that is not on lead, left and right, sure of `wanted` tricks? If so, why.

    Its highest trumps are tricks whenever they are played. And if it has the highest card of whatever may be led, it
    comes in at once; then, without trumps, it takes what else is highest in that hand.
    """
    held = mine | partner | left | right
    sure = why = 0
    trumps = of_suit(held, trump) if trump < 4 else 0
    if trumps:
        sure = max(top_run(trumps & left, trumps), top_run(trumps & right, trumps))
        if sure >= wanted:
            return True, tops(trumps, wanted)
        if wanted > sure + 1 or trumps & mine:
            return False, 0
        why = tops(trumps, sure)
    lefts = rights = 13  # what each of them takes if it comes in; 13 if it never does
    for suit in range(4):
        cards = of_suit(held, suit)
        if mine & cards:
            top = 1 << highest(cards)
            if top & (mine | partner) or (trumps & partner and partner & cards == 0):
                return False, 0
            why |= top
            if top & left:
                lefts = 0
            else:
                rights = 0
    if wanted == sure + 1:
        return True, why
    if trumps:
        return False, 0
    for suit in range(4):
        cards = of_suit(held, suit)
        if lefts < wanted:
            run = min(top_run(left & cards, cards), wanted - lefts)
            lefts += run
            why |= tops(cards, run)
        if rights < wanted:
            run = min(top_run(right & cards, cards), wanted - rights)
            rights += run
            why |= tops(cards, run)
    return lefts >= wanted and rights >= wanted, why

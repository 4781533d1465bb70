"""The card play of bridge: four hands, thirteen tricks, any trump or none; also whist, where nobody is dummy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from kibitz.draw.picture import Picture
from kibitz.errors import BadInput
from kibitz.game import Game
from kibitz.game.notation import counted
from kibitz.games.bridge import around, diagram, hidden, notation
from kibitz.games.bridge.cards import (
    EAST,
    LANE,
    NORTH,
    SEATS,
    SOUTH,
    SUIT,
    TRUMPS,
    WEST,
    card_text,
    of_suit,
    suit_of,
)
from kibitz.games.bridge.hidden import HIDDEN, VOIDS, View
from kibitz.games.bridge.order import promise_in_trick, promise_of_lead, survey_of_trick
from kibitz.games.bridge.start import Start, dealt
from kibitz.games.bridge.suits import beyond, lane_counts, squeezed
from kibitz.games.bridge.sure import last_trick, later, quick
from kibitz.games.bridge.trick import (
    best_card,
    cards_of,
    is_contested,
    trick_size,
    winning_place,
    with_card,
)
from kibitz.native.bits import count, down, highest, lowest, without_lowest
from kibitz.native.override import override


class State(NamedTuple):
    """The cards still held by each seat, as in `cards`, and what lies on the table."""

    north: int
    east: int
    south: int
    west: int
    trick: int  # the cards on the table, see `trick`
    leader: int  # the seat that led to this trick, or is to lead: north 0, east 1, south 2, west 3
    trump: int  # a suit, or 4 for none
    taken: int  # tricks of north and south, and from bit 4 on those of east and west
    known: int  # the seat of dummy; from bit 3 on, a bit for each seat and suit that it has failed to follow


class Bridge(Game):
    """Take tricks with your partner: the play of the cards in bridge, with dummy's hand on the table.

    Player 0 is north and south, player 1 east and west. A game begins with a deal drawn at random, the same one for
    the same `deal`; any other is given as a position.
    """

    title = "Bridge: the play of the cards"
    counts = "tricks"
    notation = "PBN deal, trump S H D C N, leader N E S W: N:AK.Q.. 32..4. .K2.. ..AK. N W; then the cards of the trick"
    utility_range = (0.0, 13.0)
    utility_sum = 13.0
    whole = True
    guesses_within = True
    usual = "deepening"
    table_megabytes = 256.0

    def __init__(self, deal: int = 1, cards: int = 13, trump: str = "N", leader: str = "W", dummy: bool = True) -> None:
        """`cards`: to each hand at the beginning, the highest of every suit; `dummy`: no for whist."""
        if not 1 <= cards <= 13:
            raise BadInput(f"hands of {cards} cards are out of range: expected 1 to 13")
        if len(trump) != 1 or trump.upper() not in TRUMPS:
            raise BadInput(f"trump={trump!r} is not a suit: expected S H D C, or N for none")
        if len(leader) != 1 or leader.upper() not in SEATS:
            raise BadInput(f"leader={leader!r} is not a seat: expected N E S or W")
        self._start = Start(deal, TRUMPS.index(trump.upper()), SEATS.index(leader.upper()))
        self.cards = cards
        self.has_dummy = bool(dummy)

    @override
    def __repr__(self) -> str:
        start = self._start
        begun = f"{start.deal}, {self.cards}, {TRUMPS[start.trump]!r}, {SEATS[start.leader]!r}"
        return f"Bridge({begun}, {self.has_dummy})"

    # ------------------------------------------------------------ rules

    @override
    def initial(self) -> State:
        start = self._start
        north, east, south, west = dealt(start.deal, self.cards)
        dummy = (start.leader + 1) % 4 if self.has_dummy else 0
        return State(north, east, south, west, 0, start.leader, start.trump, 0, dummy)

    @override
    def player(self, s: State) -> int:
        return self.turn(s) & 1

    def turn(self, s: State) -> int:
        """The seat whose card is played next."""
        return (s.leader + trick_size(s.trick)) & 3

    def hand(self, s: State, seat: int) -> int:
        """The cards that a seat holds."""
        if seat < SOUTH:
            return s.north if seat == NORTH else s.east
        return s.south if seat == SOUTH else s.west

    def playable(self, s: State) -> int:
        """The cards that may be played: of the suit led, if there are any."""
        own = self.hand(s, self.turn(s))
        if s.trick == 0:
            return own
        following = of_suit(own, suit_of(s.trick & 63))
        return following if following else own

    @override
    def actions(self, s: State) -> Iterator[int]:
        cards = self.playable(s)
        while cards:
            yield lowest(cards)
            cards = without_lowest(cards)

    @override
    def result(self, s: State, card: int) -> State:
        seat = self.turn(s)
        played = ~(1 << card)
        number = trick_size(s.trick)
        known = s.known
        if number > 0 and suit_of(card) != suit_of(s.trick & 63):
            known |= 1 << (VOIDS + 4 * seat + suit_of(s.trick & 63))
        trick, leader, taken = with_card(s.trick, card, s.trump), s.leader, s.taken
        if number == 3:
            leader = (leader + winning_place(trick)) & 3
            taken += 16 if leader & 1 else 1
            trick = 0
        return State(
            s.north & played if seat == NORTH else s.north,
            s.east & played if seat == EAST else s.east,
            s.south & played if seat == SOUTH else s.south,
            s.west & played if seat == WEST else s.west,
            trick,
            leader,
            s.trump,
            taken,
            known,
        )

    @override
    def is_terminal(self, s: State) -> bool:
        return s.north | s.east | s.south | s.west == 0

    @override
    def utility(self, s: State, player: int) -> float:
        """The tricks that this side has taken since the position was written down."""
        return float(s.taken & 15 if player == 0 else s.taken >> 4)

    def tricks_left(self, s: State) -> int:
        """How many tricks are not over."""
        return count(self.hand(s, (s.leader + 3) & 3))

    @override
    def at_stake(self, s: State) -> float:
        return float((s.taken & 15) + (s.taken >> 4) + self.tricks_left(s))

    @override
    def evaluate(self, s: State, player: int) -> float:
        """Every trick that is not over is shared."""
        return self.utility(s, player) + self.tricks_left(s) / 2

    # ------------------------------------------------------------ what makes the search fast

    @override
    def bounds(self, s: State) -> tuple[float, float]:
        taken = s.taken & 15
        return float(taken), float(taken + self.tricks_left(s))

    @override
    def candidates(self, s: State) -> Iterator[int]:
        """The lowest of each run of equivalent cards: no card of another hand, nor the winning one, lies in between."""
        cards = self.playable(s)
        others = self.others(s)
        while cards:
            card = lowest(cards)
            yield card
            cards &= -beyond(card, others)

    def others(self, s: State) -> int:
        """The cards of all but the seat whose turn it is, and the one that is winning the trick."""
        others = (s.north | s.east | s.south | s.west) ^ self.hand(s, self.turn(s))
        return others | 1 << best_card(s.trick) if s.trick else others

    # ------------------------------------------------------------ what makes the search fast: what matters
    #
    # A card matters if its owner does. Where one does, so do all higher ones of its suit; of the others only the number
    # in each hand is remembered. So *why* is a set of cards.

    @override
    def is_memorable(self, s: State) -> bool:
        """Between tricks."""
        return s.trick == 0

    @override
    def banked(self, s: State) -> int:
        return s.taken & 15

    @override
    def outline(self, s: State) -> int:
        """How many cards of each suit each hand has, who leads, and what is trump."""
        lengths = lane_counts(s.north) | lane_counts(s.east) << 4
        lengths |= lane_counts(s.south) << 8 | lane_counts(s.west) << 12
        return lengths & ~0xFFFF | count(s.north) | s.leader << 4 | s.trump << 6

    @override
    def detail(self, s: State) -> tuple[int, int]:
        """The owner of every card by its rank among those that are left, in two bits."""
        held = s.north | s.east | s.south | s.west
        return squeezed(s.east | s.west, s.south | s.west, held)

    @override
    def mattering(self, s: State, why: int) -> int:
        """As many of the highest of each suit as lie above the lowest that matters."""
        held = s.north | s.east | s.south | s.west
        bits = 0
        for suit in range(4):
            part = down(why, LANE * suit) & SUIT
            if part:
                left = down(held, LANE * suit) & SUIT
                below = count(left & (part & -part) - 1)
                bits |= ((1 << count(left)) - (1 << below)) << (LANE * suit)
        return bits

    @override
    def named(self, s: State, bits: int) -> int:
        held = s.north | s.east | s.south | s.west
        why = 0
        for suit in range(4):
            number = count(down(bits, LANE * suit) & SUIT)
            left = down(held, LANE * suit) & SUIT
            card = 0
            while number > 0:
                card = 1 << highest(left)
                left ^= card
                number -= 1
            why |= card << (LANE * suit)
        return why

    @override
    def why_before(self, s: State, card: int, why: int, is_enough: bool) -> int:
        """The card that wins a trick by its rank matters; and cards that one stands for do if any of them does."""
        if trick_size(s.trick) == 3:
            trick = with_card(s.trick, card, s.trump)
            if is_contested(trick):
                why |= 1 << best_card(trick)
        if not is_enough:
            part = of_suit(why, suit_of(card))
            if part and not part & (1 << card) - 1:
                alike = self.hand(s, self.turn(s)) & beyond(card, self.others(s)) - 1
                if alike & -(part & -part):
                    why |= 1 << card
        return why

    @override
    def is_covered(self, s: State, card: int, other: int, why: int) -> bool:
        """Two cards of a suit below all of it that matter."""
        if suit_of(card) != suit_of(other):
            return False
        part = of_suit(why, suit_of(card))
        return part == 0 or max(card, other) < lowest(part)

    @override
    def decided(self, s: State, target: int) -> tuple[int, int]:
        """Between tricks, and after a lead, whether tricks that are sure decide."""
        if trick_size(s.trick) > 1:
            return -1, 0
        need = target - (s.taken & 15)
        tricks = self.tricks_left(s)
        if s.trick:
            return self.after_lead(s, need if s.leader & 1 else tricks - need + 1)
        if need <= 0:
            return 1, 0
        if need > tricks:
            return 0, 0
        mine, left = self.hand(s, s.leader), self.hand(s, (s.leader + 1) & 3)
        partner, right = self.hand(s, (s.leader + 2) & 3), self.hand(s, (s.leader + 3) & 3)
        if tricks == 1:
            seat, why = last_trick(s.leader, mine, left, partner, right, s.trump)
            return 1 - (seat & 1), why
        wanted = tricks - need + 1 if s.leader & 1 else need
        done, why = quick(mine, partner, left, right, s.trump, wanted)
        if done:
            return 1 - (s.leader & 1), why
        done, why = later(mine, partner, left, right, s.trump, tricks + 1 - wanted)
        if done:
            return s.leader & 1, why
        return -1, 0

    def after_lead(self, s: State, wanted: int) -> tuple[int, int]:
        """Can the side that has not led win the trick with the highest card of the suit, and the target at once?

        It is as if the hand with that card had led it.
        """
        suit = suit_of(s.trick & 63)
        first = self.hand(s, s.leader) | 1 << (s.trick & 63)
        second, third = self.hand(s, (s.leader + 1) & 3), self.hand(s, (s.leader + 2) & 3)
        fourth = self.hand(s, (s.leader + 3) & 3)
        cards = of_suit(first | second | third | fourth, suit)
        top = 1 << highest(cards)
        is_ruffed = suit != s.trump and third & cards == 0 and s.trump < 4 and of_suit(third, s.trump) != 0
        if top & (first | third) or is_ruffed:
            return -1, 0
        if top & second:
            done, why = quick(second, fourth, third, first, s.trump, wanted)
        else:
            done, why = quick(fourth, second, first, third, s.trump, wanted)
        if done:
            return s.leader & 1, why | top
        return -1, 0

    # ------------------------------------------------------------ what makes the search fast: order

    @override
    def survey(self, s: State) -> tuple[int, int, int, int]:
        if s.trick == 0:
            return 0, 0, 0, 0
        number = trick_size(s.trick)
        following, last = self.hand(s, (s.leader + number + 1) & 3), self.hand(s, (s.leader + 3) & 3)
        led = suit_of(s.trick & 63)
        return survey_of_trick(best_card(s.trick), winning_place(s.trick), number, led, following, last, s.trump)

    @override
    def promise(self, s: State, card: int, after: State, survey: tuple[int, int, int, int]) -> float:
        own = self.hand(s, self.turn(s))
        if s.trick == 0:
            left, partner = self.hand(s, (s.leader + 1) & 3), self.hand(s, (s.leader + 2) & 3)
            return promise_of_lead(card, own, partner, left, self.hand(s, (s.leader + 3) & 3), s.trump)
        held = s.north | s.east | s.south | s.west
        number, led = trick_size(s.trick), suit_of(s.trick & 63)
        return promise_in_trick(card, number, led, own, held, s.trump, survey)

    # ------------------------------------------------------------ what is hidden

    @override
    def view(self, s: State, player: int) -> View:
        """What the seat that decides for this side next knows: the seat to play, or declarer in dummy's place.

        Dummy's hand is seen by all once a card has been led.
        """
        seat = self.decides(s, player)
        dummy = s.known & 3 if self.has_dummy and self.is_dummy_down(s) else seat
        north = s.north if seat == NORTH or dummy == NORTH else HIDDEN
        east = s.east if seat == EAST or dummy == EAST else HIDDEN
        south = s.south if seat == SOUTH or dummy == SOUTH else HIDDEN
        west = s.west if seat == WEST or dummy == WEST else HIDDEN
        unseen = 0
        for other in range(4):
            if other != seat and other != dummy:
                unseen |= self.hand(s, other)
        return View(north, east, south, west, unseen, s.trick, s.leader, s.trump, s.taken, s.known)

    def decides(self, s: State, player: int) -> int:
        """The seat that chooses this side's next card."""
        seat = self.turn(s)
        if seat & 1 != player:
            seat = (seat + 1) & 3
        if self.has_dummy and seat == s.known & 3:
            seat = (seat + 2) & 3
        return seat

    def is_dummy_down(self, s: State) -> bool:
        """Has the first card been led?"""
        return s.trick != 0 or s.taken != 0 or self.tricks_left(s) != self.cards

    @override
    def deals(self, view: View) -> Iterator[tuple[State, float]]:
        for hands in hidden.every_deal(view):
            yield self._as_seen(view, hands), 1.0

    @override
    def deal(self, view: View, random: Random) -> State:
        """A deal that agrees with all that has been seen; all such deals are equally likely."""
        return self._as_seen(view, hidden.one_deal(view, random))

    def _as_seen(self, view: View, hands: hidden.Hands) -> State:
        north, east, south, west = hands
        return State(north, east, south, west, view.trick, view.leader, view.trump, view.taken, view.known)

    # ------------------------------------------------------------ for people

    @override
    def text(self, s: State) -> str:
        return notation.written(s, self.has_dummy)

    @override
    def parse(self, text: str) -> State:
        return State(*notation.read(text, self.has_dummy))

    @override
    def action_text(self, s: State, card: int) -> str:
        return card_text(card)

    @override
    def parse_action(self, s: State, text: str) -> int:
        turned = text.strip().upper()
        if len(turned) == 2 and turned[1] in "SHDC" and turned[0] not in "SHDC":
            turned = turned[::-1]  # AS for SA
        return int(super().parse_action(s, turned if turned in self._texts(s) else text))

    def _texts(self, s: State) -> set[str]:
        return {card_text(card) for card in self.actions(s)}

    @override
    def words(self, s: State, value: float) -> str:
        return f"takes {value:g} of {self.at_stake(s):g}"

    @override
    def player_name(self, player: int) -> str:
        return ("North–South", "East–West")[player]

    @override
    def score_text(self, s: State, player: int) -> str:
        taken = round(self.utility(s, player))
        return counted(taken, "trick")

    @override
    def picture(self, s: State) -> Picture:
        return diagram.drawn_at(self, s, s[:4], SOUTH)

    @override
    def seen(self, s: State, player: int) -> Picture:
        return diagram.drawn_at(self, s, self.view(s, player)[:4], self._nearest(s, player))

    @override
    def recalled(self, s: State, picture: Picture, past: Sequence[tuple[State, int]], player: int | None) -> Picture:
        tricks = around.tricks_of(self, past, cards_of)
        if self.is_terminal(s):
            return around.finished(picture, tricks, diagram.score(s.taken))
        return around.recalled(picture, tricks, s.trick == 0, self._nearest(s, player))

    def _nearest(self, s: State, player: int | None) -> int:
        """Who sits below: declarer, to a player who is declarer; else south."""
        declarer = ((s.known & 3) + 2) % 4
        return declarer if self.has_dummy and player == declarer & 1 else SOUTH

"""Hearts: four players, each for itself, take as few hearts as they can, and not the queen of spades."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from kibitz.draw.picture import Picture
from kibitz.errors import BadInput
from kibitz.game import Game
from kibitz.game.dealing import every_deal, one_deal
from kibitz.game.notation import counted
from kibitz.games.bridge import around
from kibitz.games.bridge.cards import LANE, RANKS, SEATS, SOUTH, SUITS, card_text, hand_text
from kibitz.games.bridge.notation import impossible
from kibitz.games.hearts.picture import drawn
from kibitz.native.bits import count, lowest, squares, without_lowest
from kibitz.native.override import override
from kibitz.native.tuples import replaced

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
QUEEN = SPADES * LANE + RANKS.index("Q")
WORTH_OF_QUEEN = 13
COUNT = 24  # the bit of `trick` where the number of its cards begins
UNSEEN = "?"  # a hand, in a position that a player writes down

Four = tuple[int, ...]  # north, east, south and west
SEAT_NAMES = ("North", "East", "South", "West")


class State(NamedTuple):
    """The cards still held, what lies on the table, and what each player has taken: north, east, south and west."""

    hands: Four
    trick: int  # the cards on the table, six bits each, the first one lowest; from bit 24 on how many there are
    leader: int  # who led to this trick, or is to lead
    points: Four
    voids: int  # a bit for each player and suit, 4 · player + suit: did not follow it, so has none


class View(NamedTuple):
    """All that one player knows: its own cards, those that the others hold together, and what has been seen."""

    player: int
    hand: int
    unseen: int
    trick: int
    leader: int
    points: Four
    voids: int


class Hearts(Game):
    """Take as few points as you can: one for each heart, thirteen for the queen of spades; or all of them.

    A game begins with a deal drawn at random, the same one for the same `deal`. No cards are passed.
    """

    title = "Hearts: take no hearts, nor the queen of spades"
    counts = "points"
    notation = "hands as spades.hearts.diamonds.clubs from north, who led, the trick: N:A.K.. Q..2. ..43. .5..6 N S3 SA"
    players = 4
    zero_sum = False
    whole = True
    guesses_within = True

    def __init__(self, cards: int = 13, deal: int = 1) -> None:
        """`cards`: to each hand at the beginning, the highest of every suit."""
        if not 1 <= cards <= 13:
            raise BadInput(f"hands of {cards} cards are out of range: expected 1 to 13")
        self.cards = cards
        self.suit = (1 << 13) - (1 << 13 - cards)  # the cards of the lowest suit
        self.deck = self.suit | self.suit << LANE | self.suit << 2 * LANE | self.suit << 3 * LANE
        self.opening = 13 - cards  # the lowest club: its owner leads it
        self.total = cards + (WORTH_OF_QUEEN if self.deck >> QUEEN & 1 else 0)
        self.utility_range = (-float(self.total), 0.0)
        self.utility_total = -float(self.total)
        self._deal = [deal]  # in a list, so that another deal needs no other machine code

    @override
    def __repr__(self) -> str:
        return f"Hearts(cards={self.cards}, deal={self._deal[0]})"

    # ------------------------------------------------------------ rules

    @override
    def initial(self) -> State:
        deck = list(squares(self.deck))
        Random(self._deal[0]).shuffle(deck)
        north, east, south, west = (sum(1 << card for card in deck[seat::4]) for seat in range(4))
        hands = (north, east, south, west)
        leader = next(seat for seat in range(4) if hands[seat] >> self.opening & 1)
        return State(hands, 0, leader, (0, 0, 0, 0), 0)

    @override
    def player(self, s: State) -> int:
        return (s.leader + (s.trick >> COUNT)) & 3

    @override
    def actions(self, s: State) -> Iterator[int]:
        cards = self.playable(s)
        while cards:
            yield lowest(cards)
            cards = without_lowest(cards)

    def playable(self, s: State) -> int:
        """The cards that the player to move may play."""
        own = s.hands[self.player(s)]
        held = s.hands[0] | s.hands[1] | s.hands[2] | s.hands[3]
        hearts = self.suit << LANE * HEARTS
        laid = s.trick >> COUNT
        is_first = count(held) + laid == 4 * self.cards
        if laid == 0:
            if is_first and own >> self.opening & 1:
                return 1 << self.opening
            if hearts & ~held == 0 and own & ~hearts != 0:  # no heart has been played: none may be led
                return own & ~hearts
            return own
        following = own & self.suit << LANE * ((s.trick & 63) >> 4)
        if following:
            return following
        harmless = own & ~hearts & ~(1 << QUEEN)
        return harmless if is_first and harmless else own

    @override
    def result(self, s: State, card: int) -> State:
        player = self.player(s)
        laid = s.trick >> COUNT
        led = (s.trick & 63) >> 4 if laid else card >> 4
        hands = replaced(s.hands, player, s.hands[player] & ~(1 << card))
        voids = s.voids if card >> 4 == led else s.voids | 1 << (4 * player + led)
        trick = s.trick + (1 << COUNT) + (card << 6 * laid)
        if laid < 3:
            return State(hands, trick, s.leader, s.points, voids)
        winner = self.winner(trick, s.leader)
        points = replaced(s.points, winner, s.points[winner] + self.on_table(trick))
        return State(hands, 0, winner, points, voids)

    def winner(self, trick: int, leader: int) -> int:
        """Who has played the highest card of the suit led."""
        best, seat = trick & 63, leader
        for place in range(1, trick >> COUNT):
            card = trick >> 6 * place & 63
            if card >> 4 == best >> 4 and card > best:
                best, seat = card, (leader + place) & 3
        return seat

    def on_table(self, trick: int) -> int:
        """What the cards of a trick cost."""
        points = 0
        for place in range(trick >> COUNT):
            card = trick >> 6 * place & 63
            if card >> 4 == HEARTS:
                points += 1
            elif card == QUEEN:
                points += WORTH_OF_QUEEN
        return points

    @override
    def is_terminal(self, s: State) -> bool:
        return s.hands[0] | s.hands[1] | s.hands[2] | s.hands[3] == 0

    @override
    def utility(self, s: State, player: int) -> float:
        """Minus the points taken; a player who has taken all of them gives them to everybody else."""
        for other in range(4):
            if s.points[other] == self.total:
                return 0.0 if other == player else float(-self.total)
        return float(-s.points[player])

    @override
    def evaluate(self, s: State, player: int) -> float:
        """Points still in hand go to those with the higher cards, and the trick to whoever is winning it."""
        held = s.hands[0] | s.hands[1] | s.hands[2] | s.hands[3]
        left = count(held & self.suit << LANE * HEARTS) + (WORTH_OF_QUEEN if held >> QUEEN & 1 else 0)
        own = 0.0
        everybodys = 0.0
        for other in range(4):
            danger = 1.0
            cards = s.hands[other]
            while cards:
                card = lowest(cards)
                cards = without_lowest(cards)
                below = held & ~s.hands[other] & (1 << card) - 1 & self.suit << LANE * (card >> 4)
                danger += count(below)
            everybodys += danger
            if other == player:
                own = danger
        taken = s.points[player]
        if s.trick and self.winner(s.trick, s.leader) == player:
            taken += self.on_table(s.trick)
        return -taken - left * own / everybodys

    def shares(self, s: State, player: int) -> tuple[float, float]:
        """Points that have been taken stay, unless one player may still take them all."""
        held = s.hands[0] | s.hands[1] | s.hands[2] | s.hands[3]
        left = count(held & self.suit << LANE * HEARTS) + (WORTH_OF_QUEEN if held >> QUEEN & 1 else 0)
        left += self.on_table(s.trick)
        taken = s.points[0] + s.points[1] + s.points[2] + s.points[3]
        for other in range(4):
            if s.points[other] == taken and taken + left == self.total:
                return -float(self.total), 0.0 if s.points[player] == taken else -float(s.points[player])
        return -float(s.points[player] + left), -float(s.points[player])

    # ------------------------------------------------------------ what is hidden

    @override
    def view(self, s: State, player: int) -> View:
        unseen = 0
        for other in range(4):
            if other != player:
                unseen |= s.hands[other]
        return View(player, s.hands[player], unseen, s.trick, s.leader, s.points, s.voids)

    @override
    def deals(self, view: View) -> Iterator[tuple[State, float]]:
        """Every way in which the unseen cards may lie, all equally likely, whatever the play may suggest."""
        for hands in every_deal(view.unseen, self._room(view), self._barred(view)):
            yield self._seen_with(view, hands), 1.0

    @override
    def deal(self, view: View, random: Random) -> State:
        return self._seen_with(view, one_deal(view.unseen, self._room(view), self._barred(view), random))

    def _others(self, view: View) -> list[int]:
        return [seat for seat in range(4) if seat != view.player]

    def _room(self, view: View) -> list[int]:
        """How many cards each of the others holds: as many as this player, less one if it has played to the trick."""
        laid = view.trick >> COUNT
        has_played = [(seat - view.leader) % 4 < laid for seat in range(4)]
        full = count(view.hand) + has_played[view.player]
        return [full - has_played[seat] for seat in self._others(view)]

    def _barred(self, view: View) -> list[int]:
        """The cards that each of the others cannot have."""
        return [self._of_suits(view.voids >> 4 * seat & 15) for seat in self._others(view)]

    def _seen_with(self, view: View, hands: Sequence[int]) -> State:
        own = list(hands)
        own.insert(view.player, view.hand)
        north, east, south, west = own
        return State((north, east, south, west), view.trick, view.leader, view.points, view.voids)

    # ------------------------------------------------------------ notation

    @override
    def text(self, s: State) -> str:
        """The hands, who led, and the cards on the table; then the points and the suits not followed, if any."""
        words = ["N:" + " ".join(map(hand_text, s.hands)), SEATS[s.leader]]
        words += [card_text(card) for card in laid_down(s.trick)]
        if any(s.points):
            words.append("points=" + ",".join(map(str, s.points)))
        voids = [
            SEATS[seat] + "".join(SUITS[suit] for suit in (3, 2, 1, 0) if s.voids >> 4 * seat + suit & 1)
            for seat in range(4)
        ]
        if any(len(void) > 1 for void in voids):
            words.append("void=" + ",".join(void for void in voids if len(void) > 1))
        return " ".join(words)

    @override
    def parse(self, text: str) -> State:
        words = text.split()
        if len(words) < 5 or not words[0].upper().startswith("N:") or words[4].upper() not in tuple(SEATS):
            raise refusal(text, f"expected four hands and who led, such as {self.text(self.initial())!r}")
        given = [words[0][2:], *words[1:4]]
        hands = [0 if word == UNSEEN else self._hand(text, word) for word in given]
        leader = SEATS.index(words[4].upper())
        cards = [self._card(text, word) for word in words[5:] if "=" not in word]
        more = dict(word.lower().split("=", 1) for word in words[5:] if "=" in word)
        if unknown := next((name for name in more if name not in ("points", "void", "gone")), None):
            raise refusal(text, f"{unknown!r} is unknown: expected points=, void= or gone=")
        gone = [self._card(text, word) for word in filter(None, more.get("gone", "").split(","))]
        hidden = [seat for seat in range(4) if given[seat] == UNSEEN]
        if hidden:
            self._fill(text, hands, hidden, (cards, gone), leader, self._voids(text, more.get("void", ""), hands))
        elif gone:
            raise refusal(text, f"gone={more['gone']} is for hands that are not seen, and all four are")
        if wrong := impossible(hands, cards, leader):
            raise refusal(text, wrong)
        self._refuse_other_opening(text, hands, cards, leader)
        points = self._points(text, more.get("points", "0,0,0,0"), hands, cards)
        voids = self._voids(text, more.get("void", ""), hands)
        for place, card in enumerate(cards):
            if card >> 4 != cards[0] >> 4:
                voids |= 1 << 4 * ((leader + place) % 4) + (cards[0] >> 4)
        trick = len(cards) << COUNT | sum(card << 6 * place for place, card in enumerate(cards))
        return State((hands[0], hands[1], hands[2], hands[3]), trick, leader, points, voids)

    def _fill(
        self,
        text: str,
        hands: list[int],
        hidden: list[int],
        played: tuple[list[int], list[int]],
        leader: int,
        voids: int,
    ) -> None:
        """Deal cards to the hands that were written as not seen; which ones does not matter to a player who cannot see.

        `played` are the cards on the table, and those of earlier tricks.
        """
        cards, gone = played
        mover = (leader + len(cards)) % 4
        if mover in hidden:
            raise refusal(text, f"{SEATS[mover]} is to play: expected that hand at least")
        has_played = [(seat - leader) % 4 < len(cards) for seat in range(4)]
        full = count(hands[mover])
        room = [full - has_played[seat] for seat in hidden]
        seen = _bits([*cards, *gone])
        for hand in hands:
            seen |= hand
        unseen = self.deck & ~seen
        if count(unseen) != sum(room):
            wanted = f"{count(unseen)} cards are not seen, and the hidden hands hold {sum(room)}"
            raise refusal(text, f"{wanted}: name those played to earlier tricks, as in gone=CA,CK")
        for place, card in enumerate(cards):
            if card >> 4 != cards[0] >> 4:
                voids |= 1 << 4 * ((leader + place) % 4) + (cards[0] >> 4)
        barred = [self._of_suits(voids >> 4 * seat & 15) for seat in hidden]
        try:
            dealt = one_deal(unseen, room, barred, Random(0))
        except ValueError:
            raise refusal(text, "no deal of the unseen cards agrees with void=") from None
        for seat, hand in zip(hidden, dealt, strict=True):
            hands[seat] = hand

    def _of_suits(self, suits: int) -> int:
        """All cards of some suits, given by a bit each."""
        return sum(self.suit << LANE * suit for suit in range(4) if suits >> suit & 1)

    def _hand(self, text: str, word: str) -> int:
        suits = word.split(".")
        if len(suits) != 4:
            raise refusal(text, f"{word!r} is not a hand: expected spades.hearts.diamonds.clubs, such as AK.Q..432")
        hand = 0
        for suit, ranks in zip((SPADES, HEARTS, DIAMONDS, CLUBS), suits, strict=True):
            for rank in ranks:
                card = 1 << self._card(text, SUITS[suit] + rank)
                if hand & card:
                    raise refusal(text, f"{SUITS[suit]}{rank.upper()} is there twice")
                hand |= card
        return hand

    def _card(self, text: str, word: str) -> int:
        word = word.upper()
        if len(word) == 2 and word[0] in SUITS and word[1] in RANKS:
            card = LANE * SUITS.index(word[0]) + RANKS.index(word[1])
            if self.deck >> card & 1:
                return card
        raise refusal(
            text, f"{word!r} is not a card: expected a suit of S H D C and a rank of {RANKS[::-1][: self.cards]}"
        )

    def _refuse_other_opening(self, text: str, hands: list[int], cards: list[int], leader: int) -> None:
        """Refuse a first trick that does not begin with the lowest club."""
        if count(hands[(leader + 3) % 4]) == self.cards:
            opens = next(seat for seat in range(4) if (hands[seat] | _bits(cards)) >> self.opening & 1)
            is_wrong = cards[0] != self.opening if cards else opens != leader
            if is_wrong:
                raise refusal(text, f"the first card of the game must be {card_text(self.opening)}")

    def _points(self, text: str, word: str, hands: list[int], cards: list[int]) -> Four:
        given = word.split(",")
        if len(given) != 4 or not all(part.isdecimal() and len(part) < 4 for part in given):
            raise refusal(text, f"points={word} is not understood: expected four numbers, such as points=0,3,13,1")
        north, east, south, west = map(int, given)
        held = sum(hands) | _bits(cards)
        left = count(held >> LANE * HEARTS & self.suit) + (WORTH_OF_QUEEN if held >> QUEEN & 1 else 0)
        if north + east + south + west + left > self.total:
            raise refusal(text, f"points={word} and {left} in the cards are more than the {self.total} there are")
        return north, east, south, west

    def _voids(self, text: str, word: str, hands: list[int]) -> int:
        found = 0
        for part in filter(None, word.upper().split(",")):
            if part[0] not in SEATS or any(letter not in SUITS for letter in part[1:]):
                raise refusal(text, f"void={part} is not understood: expected a seat and suits, such as void=ES,WHD")
            for suit in map(SUITS.index, part[1:]):
                if hands[SEATS.index(part[0])] >> LANE * suit & self.suit:
                    raise refusal(text, f"{part[0]} is void in {SUITS[suit]} but holds some")
                found |= 1 << 4 * SEATS.index(part[0]) + suit
        return found

    @override
    def action_text(self, s: State, card: int) -> str:
        return card_text(card)

    # ------------------------------------------------------------ picture

    @override
    def player_name(self, player: int) -> str:
        return SEAT_NAMES[player]

    @override
    def score_text(self, s: State, player: int) -> str:
        points = round(-self.utility(s, player))
        return counted(points, "point")

    @override
    def picture(self, s: State) -> Picture:
        return self._drawn(s, range(4), SOUTH)

    @override
    def seen(self, s: State, player: int) -> Picture:
        return self._drawn(s, (player,), player)

    @override
    def recalled(self, s: State, picture: Picture, past: Sequence[tuple[State, int]], player: int | None) -> Picture:
        tricks = around.tricks_of(self, past, laid_down)
        if self.is_terminal(s):
            score = " · ".join(f"{name} {points}" for name, points in zip(around.NAMES, s.points, strict=True))
            return around.finished(picture, tricks, [f"Points: {score}"])
        return around.recalled(picture, tricks, s.trick == 0, SOUTH if player is None else player)

    def _drawn(self, s: State, faces: Sequence[int], bottom: int) -> Picture:
        over = self.is_terminal(s)
        table = around.Around(
            [hand if seat in faces else -1 for seat, hand in enumerate(s.hands)],
            [count(hand) for hand in s.hands],
            laid_down(s.trick),
            s.leader,
            self.winner(s.trick, s.leader) if s.trick else -1,
            -1 if over else self.player(s),
            0 if over else self.playable(s),
            [f"· {taken}" for taken in s.points],
            bottom,
        )
        return drawn(table, s.points)


def laid_down(trick: int) -> list[int]:
    """The cards on the table, in their order."""
    return [trick >> 6 * place & 63 for place in range(trick >> COUNT)]


def refusal(text: str, why: str) -> BadInput:
    """What is wrong with a position, in one sentence."""
    return BadInput(f"{text!r} is not a position of hearts: {why}")


def _bits(cards: Sequence[int]) -> int:
    return sum(1 << card for card in cards)

"""Goofspiel: prizes are turned up one by one, and both bid a card for each, at once. The higher card takes the prize.

The second player bids without seeing the first bid. Then both bids are shown, and the cards are gone. The last cards
are played automatically.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from kibitz.draw.card_table import Held, Seat, duel
from kibitz.draw.picture import EMPTY, Card, Picture
from kibitz.draw.spots import Label, Scene
from kibitz.errors import BadInput
from kibitz.game import CHANCE, Game
from kibitz.game.notation import counted
from kibitz.native.bits import bit, count, highest, lowest, squares
from kibitz.native.override import override
from kibitz.native.tuples import replaced

UNKNOWN = 10  # a bid that is not known
ORDERS = ("random", "descending", "ascending")


class State(NamedTuple):
    """Cards are bits, card 1 the lowest."""

    hands: tuple[int, int]
    prizes: int  # still face down
    prize: int  # the one turned up, 0 between two rounds
    bid: int  # the first player's, 0 before it
    points: tuple[int, ...]


class View(NamedTuple):
    """What a player knows: all but a bid of the first player that the second has not answered."""

    player: int
    hands: tuple[int, int]
    prizes: int
    prize: int
    bid: int
    points: tuple[int, ...]


class Goofspiel(Game):
    """Both bid a card for each prize, at once; the higher one takes it."""

    title = "Goofspiel"
    notation = "hands and prizes left, the prize and the first bid, points: '123/123/12:3,_ 0-0' ('-' for no cards)"
    usual = "regret"
    chance_kind = "card"

    def __init__(self, cards: int = 4, order: str = "random", points: bool = False) -> None:
        """`points`: play for the difference of points, not only for having more."""
        if not 2 <= cards <= 9:
            raise BadInput(f"cards={cards} is out of range: expected 2 to 9")
        if order not in ORDERS:
            raise BadInput(f"unknown order {order!r}: expected {', '.join(ORDERS)}")
        self.cards = cards
        self.order_of_prizes = ORDERS.index(order)
        self.points = points
        self.total = cards * (cards + 1) // 2
        self.chance = order == "random"
        self.utility_range = (-float(self.total), float(self.total)) if points else (-1.0, 1.0)

    # ------------------------------------------------------------ rules

    @override
    def initial(self) -> State:
        every = bit(self.cards) - 1
        return self.turned_up(State((every, every), every, 0, 0, (0, 0)))

    def turned_up(self, s: State) -> State:
        """The state with the next prize up, where there is no choice."""
        if self.order_of_prizes == 0 or s.prizes == 0:
            return s
        prize = highest(s.prizes) + 1 if self.order_of_prizes == 1 else lowest(s.prizes) + 1
        return State(s.hands, s.prizes & ~bit(prize - 1), prize, 0, s.points)

    @override
    def player(self, s: State) -> int:
        return CHANCE if s.prize == 0 else 0 if s.bid == 0 else 1

    @override
    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        for prize in range(1, self.cards + 1):
            if s.prizes >> (prize - 1) & 1:
                yield prize, 1.0 / count(s.prizes)

    @override
    def actions(self, s: State) -> Iterator[int]:
        if s.prize != 0:
            hand = s.hands[0] if s.bid == 0 else s.hands[1]
            for card in range(1, self.cards + 1):
                if hand >> (card - 1) & 1:
                    yield card

    @override
    def result(self, s: State, a: int) -> State:
        if s.prize == 0:
            return State(s.hands, s.prizes & ~bit(a - 1), a, 0, s.points)
        if s.bid == 0:
            return State(s.hands, s.prizes, s.prize, a, s.points)
        first = 0 if s.bid == UNKNOWN else bit(s.bid - 1)
        hands = (s.hands[0] & ~first, s.hands[1] & ~bit(a - 1))
        points = s.points
        if s.bid != a:
            winner = 0 if s.bid > a else 1
            points = replaced(points, winner, points[winner] + s.prize)
        if count(s.prizes) == 1:
            return self.last_round(hands, lowest(s.prizes) + 1, points)
        return self.turned_up(State(hands, s.prizes, 0, 0, points))

    def last_round(self, hands: tuple[int, int], prize: int, points: tuple[int, ...]) -> State:
        """The end: with one card left there is no choice."""
        if hands[0] != hands[1]:
            winner = 0 if hands[0] > hands[1] else 1
            points = replaced(points, winner, points[winner] + prize)
        is_known = count(hands[0]) == 1
        return State((0 if is_known else hands[0], 0), 0, 0, 0, points)

    @override
    def is_terminal(self, s: State) -> bool:
        return s.prizes == 0 and s.prize == 0

    @override
    def utility(self, s: State, player: int) -> float:
        if s.hands[0] != s.hands[1]:
            raise BadInput("a bid that is not known cannot be shown: expected the card")
        lead = s.points[0] - s.points[1]
        if not self.points:
            lead = (lead > 0) - (lead < 0)
        return lead if player == 0 else -lead

    # ------------------------------------------------------------ what is hidden

    @override
    def view(self, s: State, player: int) -> View:
        bid = UNKNOWN if player == 1 and s.bid != 0 else s.bid
        return View(player, s.hands, s.prizes, s.prize, bid, s.points)

    @override
    def deals(self, view: View) -> Iterator[tuple[State, float]]:
        bids = [card + 1 for card in squares(view.hands[0])] if view.bid == UNKNOWN else [view.bid]
        for bid in bids:
            yield State(view.hands, view.prizes, view.prize, bid, view.points), 1 / len(bids)

    # ------------------------------------------------------------ notation and picture

    @override
    def text(self, s: State) -> str:
        cards = "/".join(_cards(mask) for mask in (*s.hands, s.prizes))
        bid = "" if s.bid == 0 else ",_" if s.bid == UNKNOWN else f",{s.bid}"
        return f"{cards}{f':{s.prize}{bid}' if s.prize else ''} {s.points[0]}-{s.points[1]}"

    @override
    def parse(self, text: str) -> State:
        found = re.fullmatch(r"([-\d]+)/([-\d]+)/([-\d]+)(?::(\d)(?:,([\d_?]))?)?\s+(\d{1,3})-(\d{1,3})", text.strip())
        wanted = f"hands, prizes left and points, such as {self.text(self.initial())}"
        if found is None:
            raise BadInput(f"{text!r} is not a position of goofspiel: expected {wanted}")
        hands = (self._mask(found[1], text), self._mask(found[2], text))
        prizes, prize = self._mask(found[3], text), int(found[4] or 0)
        bid = UNKNOWN if found[5] in ("_", "?") else int(found[5] or 0)
        points = (int(found[6]), int(found[7]))
        s = State(hands, prizes, prize, bid, points)
        rounds = count(prizes) + (1 if prize else 0)
        if rounds == 1:
            raise BadInput(f"{text!r} has one prize to come: the last cards are played automatically")
        if count(hands[0]) != rounds or count(hands[1]) != rounds:
            raise BadInput(f"{text!r} has {rounds} prizes to come: expected as many cards in each hand")
        if sum(points) > self.total or (prize and (prize > self.cards or prizes >> (prize - 1) & 1)):
            raise BadInput(f"{text!r} has a prize twice, or too many points: expected {wanted}")
        if bid not in (0, UNKNOWN) and not hands[0] >> (bid - 1) & 1:
            raise BadInput(
                f"{text!r} has a bid of {bid}, which the first player does not hold: expected one of its cards"
            )
        if prize == 0 and self.order_of_prizes and prizes:
            raise BadInput(f"{text!r} has no prize turned up: expected the next one after ':'")
        return s

    def _mask(self, told: str, text: str) -> int:
        mask = 0
        for sign in told.replace("-", ""):
            if not 1 <= int(sign) <= self.cards or mask >> (int(sign) - 1) & 1:
                raise BadInput(f"{text!r} has cards {told!r}: expected different ones from 1 to {self.cards}, or '-'")
            mask |= bit(int(sign) - 1)
        return mask

    @override
    def action_text(self, s: State, a: int) -> str:
        return str(a)

    @override
    def told(self, s: State, a: int, player: int) -> str:
        return "a bid" if s.prize and s.bid == 0 and player != 0 else self.action_text(s, a)

    @override
    def score_text(self, s: State, player: int) -> str:
        return counted(s.points[player], "point")

    @override
    def picture(self, s: State) -> Picture:
        return self._table(s, s.bid)

    @override
    def seen(self, s: State, player: int) -> Picture:
        return self._table(s, self.view(s, player).bid, player)

    def _table(self, s: State, bid: int, bottom: int = 0) -> Picture:
        prizes = s.prizes | (bit(s.prize - 1) if s.prize else 0)
        rows = [_row(s.hands[0], self.cards), _row(prizes, self.cards), _row(s.hands[1], self.cards)]
        offered = f"{counted(s.prize, 'point')} {'is' if s.prize == 1 else 'are'} up, " if s.prize else ""
        made = "" if bid == 0 else "player 1 has bid, " if bid == UNKNOWN else f"player 1 has bid {bid}, "
        turn = -1 if not s.prize else 0 if s.bid == 0 else 1
        seats = [self._seat(player, rows[2 * player], s.points[player], turn) for player in (0, 1)]
        if bid == UNKNOWN:
            seats[0] = replace(seats[0], note=f"{seats[0].note}, has bid")
        elif bid:
            seats[0] = replace(seats[0], note=f"{seats[0].note}, bids {bid}")
        up = [Held(Card(text), (1, at), is_lit=at == s.prize - 1) for at, text in enumerate(rows[1]) if text != EMPTY]
        return Picture(
            cells=tuple(rows),
            row_labels=("player 1", "prizes", "player 2"),
            marked=frozenset({(1, s.prize - 1)}) if s.prize else frozenset(),
            clicks={str(card + 1): (2 * turn, card) for card in squares(s.hands[turn])} if s.prize else {},
            caption=f"{offered}{made}{s.points[0]} to {s.points[1]}{' so far' if prizes else ''}",
            cards={str(card): Card(str(card)) for card in range(1, self.cards + 1)},
            scene=duel(seats[1 - bottom], seats[bottom], up, ["prizes"]) if up else self._ended(s, bottom),
        )

    def _ended(self, s: State, bottom: int) -> Scene:
        """The points of both once all cards are played, the winner's lit."""
        labels = [
            Label(4.5, 1.0 + 1.2 * place, f"Player {player + 1} · {counted(s.points[player], 'point')}", 0.6, is_lit)
            for place, player in enumerate((1 - bottom, bottom))
            for is_lit in [s.points[player] > s.points[1 - player]]
        ]
        return Scene(9.0, 3.2, "cloth", (), tuple(labels))

    def _seat(self, player: int, row: Sequence[str], points: int, turn: int) -> Seat:
        cards = [Held(Card(text), (2 * player, at)) for at, text in enumerate(row) if text != EMPTY]
        return Seat(f"Player {player + 1}", cards, f"· {counted(points, 'point')}", player == turn)


def _cards(mask: int) -> str:
    return "".join(str(card + 1) for card in squares(mask)) or "-"


def _row(mask: int, cards: int) -> tuple[str, ...]:
    return tuple(str(card + 1) if mask >> card & 1 else "." for card in range(cards))

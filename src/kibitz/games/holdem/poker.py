"""What all our poker games share: two hidden hands, rounds of betting with fixed raises, cards turned up between them.

A card is a bit: number suit × ranks + rank, the lowest rank first. A hand or a board is the bits of its cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from kibitz.draw.picture import Picture
from kibitz.errors import BadInput
from kibitz.game import CHANCE, Game
from kibitz.game.notation import counted
from kibitz.games.holdem.hands import lowest_of_each, strength
from kibitz.games.holdem.picture import BACK, drawn
from kibitz.native.bits import bit, count, has, lowest_bits, squares
from kibitz.native.override import override
from kibitz.native.tuples import replaced

RANKS = "23456789TJQKA"
SUITS = "shdc"

UNKNOWN = 1 << 60  # a hand that is not known
HIDDEN = "_"

FOLD, CALL, RAISE = range(3)  # a call of nothing is a check, the first raise a bet
BETTING, FOLDED, SHOWN = range(3)

AS_THEY_ARE, WITHOUT_SUITS, SUITS_RENAMED = range(3)  # how cards are named in what matters of a view


class State(NamedTuple):
    """Hands are 0 until they are dealt, and so is what each street after the first turns up."""

    hands: tuple[int, int]
    boards: tuple[int, ...]  # by street; nothing is turned up for the first
    street: int
    done: int  # what has been done in all streets: two bits a move
    paid: tuple[int, ...]
    raises: int  # in this street
    turn: int  # moves made in this street
    stage: int


class View(NamedTuple):
    """What a player knows: its own hand, the board, and all that has been done."""

    player: int
    hand: int
    dealt: int  # how many hands are dealt
    boards: tuple[int, ...]
    street: int
    done: int
    paid: tuple[int, ...]
    raises: int
    turn: int
    stage: int


class Poker(Game):
    """Two players, fixed bets, a number of cards in hand and on the board."""

    usual = "regret"
    chance_kind = "card"
    notation = "the cards, ':' and what has been done, '/' and the board: 'JsQh:check,bet,call/Ks:check'; _ is unknown"
    naming = AS_THEY_ARE

    def __init__(
        self, ranks: int, suits: int, streets: tuple[int, ...], bets: tuple[int, ...], most_raises: int, ante: int
    ) -> None:
        """`streets` is the number of cards in a hand, then those turned up before each further round of betting."""
        self.ranks = ranks
        self.suits = suits
        self.streets = streets
        self.bets = bets
        self.most_raises = most_raises
        self.ante = ante
        self.cards = ranks * suits
        self.deck = (1 << self.cards) - 1
        most = float(ante + most_raises * sum(bets))
        self.utility_range = (-most, most)

    # ------------------------------------------------------------ rules

    @override
    def initial(self) -> State:
        return State((0, 0), (0,) * len(self.streets), 0, 0, (self.ante, self.ante), 0, 0, BETTING)

    @override
    def player(self, s: State) -> int:
        return CHANCE if self.is_dealing(s) else s.turn % 2

    def is_dealing(self, s: State) -> bool:
        """Are cards about to be dealt?"""
        return s.hands[1] == 0 or (s.street > 0 and s.boards[s.street] == 0)

    @override
    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        left = self.deck & ~(s.hands[0] | s.hands[1])
        for board in s.boards:
            left &= ~board
        size = self.streets[s.street]
        number = count(left)
        ways = number
        if size > 1:
            ways = ways * (number - 1) // 2
        if size > 2:
            ways = ways * (number - 2) // 3
        cards = bit(size) - 1
        while cards <= self.deck:
            if cards & ~left == 0:
                yield cards, 1.0 / ways
            lowest_one = cards & -cards  # the next higher number with as many bits, by Gosper
            carried = cards + lowest_one
            cards = carried | (cards ^ carried) // lowest_one >> 2

    @override
    def actions(self, s: State) -> Iterator[int]:
        if s.stage == BETTING:
            if s.paid[0] != s.paid[1]:
                yield FOLD
            yield CALL
            if s.raises < self.most_raises:
                yield RAISE

    @override
    def result(self, s: State, a: int) -> State:
        if self.is_dealing(s):
            if s.hands[0] == 0:
                return self.with_hands(s, a, 0)
            if s.hands[1] == 0:
                return self.with_hands(s, s.hands[0], a)
            boards = replaced(s.boards, s.street, a)
            return State(s.hands, boards, s.street, s.done, s.paid, s.raises, s.turn, s.stage)
        mover = s.turn % 2
        done = s.done * 4 + a + 1
        theirs = s.paid[1 - mover]
        if a == FOLD:
            return State(s.hands, s.boards, s.street, done, s.paid, s.raises, s.turn + 1, FOLDED)
        if a == RAISE:
            paid = replaced(s.paid, mover, theirs + self.bets[s.street])
            return State(s.hands, s.boards, s.street, done, paid, s.raises + 1, s.turn + 1, BETTING)
        if s.turn == 0:
            return State(s.hands, s.boards, s.street, done, s.paid, 0, 1, BETTING)
        if s.street + 1 < len(self.streets):
            return State(s.hands, s.boards, s.street + 1, done, (theirs, theirs), 0, 0, BETTING)
        return State(s.hands, s.boards, s.street, done, (theirs, theirs), s.raises, s.turn + 1, SHOWN)

    def with_hands(self, s: State, first: int, second: int) -> State:
        """The state with these hands."""
        return State((first, second), s.boards, s.street, s.done, s.paid, s.raises, s.turn, s.stage)

    @override
    def is_terminal(self, s: State) -> bool:
        return s.stage != BETTING

    @override
    def utility(self, s: State, player: int) -> float:
        if s.stage == FOLDED:
            folder = (s.turn - 1) % 2
            return -s.paid[folder] if player == folder else s.paid[folder]
        if (s.hands[0] | s.hands[1]) & UNKNOWN:
            raise BadInput("cards that are not known cannot be shown: expected both hands")
        board = 0
        for cards in s.boards:
            board |= cards
        first = strength(s.hands[0] | board, self.ranks, self.suits)
        second = strength(s.hands[1] | board, self.ranks, self.suits)
        won = 0 if first == second else s.paid[1] if first > second else -s.paid[0]
        return won if player == 0 else -won

    # ------------------------------------------------------------ what is hidden

    @override
    def view(self, s: State, player: int) -> View:
        dealt = 0 if s.hands[0] == 0 else 1 if s.hands[1] == 0 else 2
        return View(player, s.hands[player], dealt, s.boards, s.street, s.done, s.paid, s.raises, s.turn, s.stage)

    @override
    def essence(self, view: View) -> View:
        """The cards under names that are the same for all hands that are played alike."""
        v = view
        hand, boards = v.hand, v.boards
        if self.naming == WITHOUT_SUITS and hand != UNKNOWN:
            hand, boards = self.without_suits(hand, boards)
        if self.naming == SUITS_RENAMED and hand != UNKNOWN:
            hand, boards = self.suits_renamed(hand, boards)
        return View(v.player, hand, v.dealt, boards, v.street, v.done, v.paid, v.raises, v.turn, v.stage)

    def without_suits(self, hand: int, boards: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """The same ranks, in the lowest suits: for games in which suits do not matter."""
        column = lowest_of_each(self.ranks, self.suits)
        renamed, others = 0, boards
        for street in range(len(boards)):
            others = replaced(others, street, 0)
        for rank in range(self.ranks):
            taken = lowest_bits(self.ranks * count(hand >> rank & column))
            renamed |= (column & taken) << rank
            for street in range(len(boards)):
                more = count(boards[street] >> rank & column)
                cards = column & ~taken & (taken << self.ranks * more | lowest_bits(self.ranks * more))
                others = replaced(others, street, others[street] | cards << rank)
                taken = taken << self.ranks * more | lowest_bits(self.ranks * more)
        return renamed, others

    def suits_renamed(self, hand: int, boards: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """The same cards with the suits sorted by what is held and seen of them: their names do not matter."""
        renamed, others = 0, boards
        for street in range(len(boards)):
            others = replaced(others, street, 0)
        taken, full = 0, (1 << self.ranks) - 1
        for place in range(self.suits):
            most, chosen = -1, 0
            for suit in range(self.suits):
                held = hand >> suit * self.ranks & full
                for board in boards:
                    held = held << self.ranks | (board >> suit * self.ranks & full)
                if not has(taken, suit) and held > most:
                    most, chosen = held, suit
            taken |= bit(chosen)
            renamed |= (hand >> chosen * self.ranks & full) << place * self.ranks
            for street in range(len(boards)):
                cards = (boards[street] >> chosen * self.ranks & full) << place * self.ranks
                others = replaced(others, street, others[street] | cards)
        return renamed, others

    @override
    def deals(self, view: View) -> Iterator[tuple[State, float]]:
        """Every hand that the other player may hold, all equally likely."""
        seen = view.hand
        for board in view.boards:
            seen |= board
        is_held = view.dealt > 1 - view.player  # the first player's hand is dealt first
        hands = list(self._hands(self.deck & ~seen)) if is_held else [0]
        for hand in hands:
            both = (view.hand, hand) if view.player == 0 else (hand, view.hand)
            rest = (view.boards, view.street, view.done, view.paid, view.raises, view.turn, view.stage)
            yield State(both, *rest), 1 / len(hands)

    def _hands(self, left: int) -> Iterator[int]:
        for cards in combinations(squares(left), self.streets[0]):
            yield sum(bit(card) for card in cards)

    # ------------------------------------------------------------ notation

    @override
    def text(self, s: State) -> str:
        """`deal` before it, `K` when one hand is dealt, `KQ:check,bet` once something has been done."""
        if s.hands[0] == 0:
            return "deal"
        parts = [self._cards_text(s.hands[0]) + (self._cards_text(s.hands[1]) if s.hands[1] else "")]
        for street, moves in enumerate(self._by_street(s)):
            if street > 0:
                parts.append(self._cards_text(s.boards[street]) if s.boards[street] else "")
            if moves:
                parts[-1] += ":" + ",".join(moves)
        return "/".join(parts)

    def _by_street(self, s: State) -> list[list[str]]:
        """What has been done, street by street."""
        moves: list[int] = []
        done = s.done
        while done:
            moves.append(done % 4 - 1)
            done //= 4
        here = self._undone(s)
        streets: list[list[str]] = [[]]
        for a in reversed(moves):
            if len(streets) <= here.street:
                streets.append([])
            if here.street > 0 and here.boards[here.street] == 0:
                here = here._replace(boards=s.boards)
            streets[-1].append(self.action_text(here, a))
            here = self.result(here, a)
        if here.street >= len(streets):
            streets.append([])
        return streets

    def _undone(self, s: State) -> State:
        """The state before anything was done."""
        return self.with_hands(self.initial(), s.hands[0], s.hands[1] or UNKNOWN)

    @override
    def parse(self, text: str) -> State:
        """A state; where hands are `_`, or only the mover's cards are given, one in which the other hand is unknown."""
        s = self.initial()
        if text.strip() == "deal":
            return s
        for street, part in enumerate(text.strip().split("/")):
            told, colon, moves = part.partition(":")
            if self.is_terminal(s) or street != s.street:
                raise BadInput(f"{text!r} goes on after {self.text(s)!r}: expected no '/' there")
            names = [name.strip() for name in moves.split(",")] if colon and moves.strip() else []
            s = self._read_board(s, told, text) if street else self._read_hands(s, told, bool(colon), len(names), text)
            if names and self.is_dealing(s):
                raise BadInput(f"{text!r} has {names[0]!r} before the cards are dealt: expected them first")
            for name in names:
                if s.street != street:
                    raise BadInput(
                        f"{text!r} goes on with {name!r} after a round of betting: expected '/' and the board"
                    )
                s = self.result(s, self.parse_action(s, name))
        return s

    def _read_hands(self, s: State, told: str, is_played: bool, moves: int, text: str) -> State:
        """Both hands, one if only that is dealt, or the mover's alone in front of a colon."""
        size = self.streets[0]
        cards = self._read_cards(told, text)
        if len(cards) not in (size, 2 * size):
            wanted = f"{2 * size} cards, such as {self._example()}"
            raise BadInput(f"{text!r} has {len(cards)} cards in hand: expected {wanted}")
        hands = [self._hand(cards[place : place + size], text) for place in range(0, len(cards), size)]
        if len(hands) == 1 and is_played:
            hands = [hands[0], UNKNOWN] if moves % 2 == 0 else [UNKNOWN, hands[0]]
        if len(hands) == 1 and hands[0] == UNKNOWN:
            raise BadInput(f"{text!r} names no card: expected some, such as {self._example()}")
        if len(hands) == 2 and hands[0] & hands[1] & self.deck:
            raise BadInput(f"{text!r} has a card in both hands: expected it once")
        return self.with_hands(s, hands[0], hands[1] if len(hands) == 2 else 0)

    def _read_board(self, s: State, told: str, text: str) -> State:
        if not told.strip():
            return s
        cards = [bit(card) for card in self._read_cards(told, text) if card is not None]
        board, size = sum(set(cards)), self.streets[s.street]
        seen = s.hands[0] | s.hands[1]
        for turned in s.boards:
            seen |= turned
        if count(board) != size or len(cards) != size or board & seen:
            raise BadInput(f"{text!r} turns up {told!r}: expected {size} of the cards that are left")
        return self.result(s, board)

    def _hand(self, cards: list[int | None], text: str) -> int:
        known = [card for card in cards if card is not None]
        if not known:
            return UNKNOWN
        if len(set(known)) < len(cards):
            raise BadInput(
                f"{text!r} gives a hand in part, or a card twice: expected every card of it, or {HIDDEN} for each"
            )
        return sum(bit(card) for card in known)

    def _read_cards(self, told: str, text: str) -> list[int | None]:
        """The numbers of cards in a row, None for those that are unknown."""
        names = {self._card_text(card).lower(): card for card in range(self.cards)}
        width = 1 if self.suits == 1 else 2
        cards: list[int | None] = []
        for name in re.findall(rf"[_?]|[^_?\s]{{1,{width}}}", told):
            if name in (HIDDEN, "?"):
                cards.append(None)
            elif name.lower() in names:
                cards.append(names[name.lower()])
            else:
                wanted = " ".join(self._card_text(card) for card in range(self.cards))
                raise BadInput(f"{text!r} has a card {name!r}: expected one of {wanted}, or {HIDDEN}")
        return cards

    def _card_text(self, card: int) -> str:
        rank = RANKS[len(RANKS) - self.ranks + card % self.ranks] if self.ranks != 3 else "JQK"[card % 3]
        return rank if self.suits == 1 else rank + SUITS[card // self.ranks]

    def _cards_text(self, cards: int) -> str:
        """The highest card first."""
        if cards == UNKNOWN:
            return HIDDEN * self.streets[0]
        order = sorted(squares(cards), key=lambda card: (card % self.ranks, -(card // self.ranks)), reverse=True)
        return "".join(self._card_text(card) for card in order)

    def _example(self) -> str:
        size = self.streets[0]
        return "".join(self._card_text(self.cards - 1 - place) for place in range(2 * size))

    @override
    def action_text(self, s: State, a: int) -> str:
        if not self.is_terminal(s) and self.is_dealing(s):
            return self._cards_text(a)
        is_open = s.paid[0] == s.paid[1]
        return ("fold", "check" if is_open else "call", "bet" if is_open else "raise")[a]

    # ------------------------------------------------------------ pictures

    @override
    def told(self, s: State, a: int, player: int) -> str:
        if self.is_dealing(s) and s.hands[1] == 0:
            receiver = 0 if s.hands[0] == 0 else 1
            cards = "a card" if self.streets[0] == 1 else f"{self.streets[0]} cards"
            return f"you get {self.action_text(s, a)}" if receiver == player else f"player {receiver + 1} gets {cards}"
        return self.action_text(s, a)

    @override
    def picture(self, s: State) -> Picture:
        return self._table(s, [self._shown(hand) for hand in s.hands])

    @override
    def score_text(self, s: State, player: int) -> str:
        won = self.utility(s, player)
        return counted(won, "chip", "+g")

    @override
    def seen(self, s: State, player: int) -> Picture:
        """The other hand stays hidden, unless it is shown at the end."""
        hands = [self._shown(hand) for hand in s.hands]
        if s.stage != SHOWN and s.hands[1 - player]:
            hands[1 - player] = [BACK] * self.streets[0]
        return self._table(s, hands, player)

    def _shown(self, cards: int) -> list[str]:
        if cards == UNKNOWN:
            return [BACK] * self.streets[0]
        order = sorted(squares(cards), key=lambda card: (card % self.ranks, -(card // self.ranks)), reverse=True)
        return [self._card_text(card) for card in order]

    def _table(self, s: State, hands: list[list[str]], bottom: int = 0) -> Picture:
        board = [card for cards in s.boards for card in self._shown(cards)] if len(self.streets) > 1 else None
        is_moving = s.stage not in (FOLDED, SHOWN) and not self.is_dealing(s)
        return drawn(hands, board, s.paid, s.turn % 2 if is_moving else -1, bottom, self._news(s))

    def _news(self, s: State) -> str:
        pot = f"{s.paid[0]} and {s.paid[1]} in the pot"
        streets = [", ".join(moves) for moves in self._by_street(s) if moves] if s.hands[0] else []
        done = f"; {' / '.join(streets)}" if streets else ""
        if s.stage == FOLDED:
            return f"{pot}{done}: player {2 - (s.turn - 1) % 2} wins {s.paid[(s.turn - 1) % 2]}"
        if s.stage == SHOWN:
            return f"{pot}{done}: the hands are shown"
        due = "cards are dealt" if self.is_dealing(s) else f"player {s.turn % 2 + 1} is to move"
        return f"{pot}{done}; {due}"


def within(value: int, name: str, least: int, most: int) -> None:
    """Refuse a parameter that is out of range."""
    if not least <= value <= most:
        raise BadInput(f"{name}={value} is out of range: expected {least} to {most}")


def all_within(values: Iterable[int], name: str, least: int, most: int) -> None:
    """Refuse a parameter of several numbers if one of them is out of range."""
    for value in values:
        within(value, name, least, most)

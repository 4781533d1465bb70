"""Four hands around a table, as they are printed in a newspaper: a row for each suit, the trick in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.draw.picture import Card, Picture
from kibitz.games.bridge.around import Around, scene
from kibitz.games.bridge.cards import EAST, NORTH, SEATS, SOUTH, TRUMPS, WEST, card_text, falling, of_suit
from kibitz.games.bridge.trick import cards_of, winning_place
from kibitz.native.bits import count

BACK = "??"  # a card that is not seen
SIDES = ("North and South", "East and West")
NARROW = 3  # columns in the middle, for the trick


def drawn_at(game: Any, s: Any, hands: Sequence[int], bottom: int) -> Picture:
    """A state of a game of bridge with these hands, -1 for those that are not seen; `bottom` is the seat below."""
    over = game.is_terminal(s)
    dummy = s.known & 3 if game.has_dummy else -1
    winner = (s.leader + winning_place(s.trick)) % 4 if s.trick else -1
    turn, playable = (-1, 0) if over else (game.turn(s), game.playable(s))
    notes = ["(dummy)" if seat == dummy else "" for seat in range(4)]
    at = Around(hands, hand_lengths(s[:4]), cards_of(s.trick), s.leader, winner, turn, playable, notes, bottom)
    return drawn(at, caption(s.trump, s.leader, turn, s.taken, dummy, over))


def drawn(at: Around, caption: str) -> Picture:
    """The table; a hand of -1 is drawn as card backs."""
    playable, trick, leader = at.playable, at.trick, at.leader
    blocks = [_block(hand, size) for hand, size in zip(at.hands, at.sizes, strict=True)]
    left, right = _width(blocks[WEST]), _width(blocks[EAST])
    middle = max(NARROW, _width(blocks[NORTH]), _width(blocks[SOUTH]))
    rows = [[""] * (left + middle + right) for _ in range(12)]
    corners = {NORTH: (0, left), EAST: (4, left + middle), SOUTH: (8, left), WEST: (4, 0)}
    owners: dict[str, int] = {}
    clicks: dict[str, tuple[int, int]] = {}
    found: dict[str, tuple[int, int]] = {}
    for seat, (top, begin) in corners.items():
        for row, cards in enumerate(blocks[seat]):
            for column, symbol in enumerate(cards):
                rows[top + row][begin + column] = symbol
                if symbol != BACK:
                    owners[symbol] = seat % 2
                    found[symbol] = (top + row, begin + column)
                    if playable and playable >> _number(symbol) & 1:
                        clicks[symbol] = found[symbol]
    centre = left + (middle - NARROW) // 2
    spots = {NORTH: (4, centre + 1), EAST: (5, centre + 2), SOUTH: (6, centre + 1), WEST: (5, centre)}
    marked = set()
    for place, card in enumerate(trick):
        seat = (leader + place) % 4
        row, column = spots[seat]
        rows[row][column] = card_text(card)
        owners[card_text(card)] = seat % 2
        found[card_text(card)] = (row, column)
        marked.add((row, column))
    cells = tuple(tuple(row) for row in rows)
    faces = {BACK: Card(), **{symbol: Card(symbol[1], symbol[0]) for symbol in owners}}
    return Picture(
        cells=cells,
        owners=owners,
        marked=frozenset(marked),
        clicks=clicks,
        caption=caption,
        cards=faces,
        scene=scene(at, found),
    )


def caption(trump: int, leader: int, turn: int, taken: int, dummy: int, is_over: bool) -> str:
    """Who leads, what is trump, who has won how many tricks."""
    suit = "no trump" if TRUMPS[trump] == "N" else f"{('clubs', 'diamonds', 'hearts', 'spades')[trump]} are trump"
    score = f"N-S {taken & 15}, E-W {taken >> 4}"
    if is_over:
        return f"{suit}; tricks: {score}"
    doing = f"{SEATS[turn]} leads" if turn == leader else f"{SEATS[turn]} plays"
    table = f", {SEATS[dummy]} is dummy" if dummy >= 0 else ""
    return f"{doing}{table}; {suit}; tricks: {score}"


def score(taken: int) -> list[str]:
    """What each side has taken, a line each."""
    return [f"{side}: {_tricks(number)}" for side, number in zip(SIDES, (taken & 15, taken >> 4), strict=True)]


def _tricks(number: int) -> str:
    return "1 trick" if number == 1 else f"{number} tricks"


def _number(symbol: str) -> int:
    return 16 * "CDHS".index(symbol[0]) + "23456789TJQKA".index(symbol[1])


def _block(hand: int, size: int) -> list[list[str]]:
    """Four rows of cards."""
    if hand < 0:
        width = (size + 3) // 4
        return [[BACK] * max(0, min(width, size - row * width)) for row in range(4)]
    return [[card_text(card) for card in falling(of_suit(hand, suit))] for suit in (3, 2, 1, 0)]


def _width(block: list[list[str]]) -> int:
    return max(len(row) for row in block)


def hand_lengths(hands: Sequence[int]) -> list[int]:
    """How many cards each hand holds."""
    return [count(hand) for hand in hands]

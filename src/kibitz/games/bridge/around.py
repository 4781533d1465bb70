"""Four hands of cards around a table, as bridge and hearts are drawn, and the tricks that have been played."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kibitz.draw.card_table import Held, Laid, Seat, all_tricks, table, with_last_trick
from kibitz.draw.picture import Card, Cell, Picture
from kibitz.draw.spots import Scene
from kibitz.games.bridge.cards import SEATS, SOUTH, card_text, falling, of_suit

NAMES = ("North", "East", "South", "West")
FANNED = (3, 2, 0, 1)  # spades, hearts, clubs, diamonds: red and black alternate


@dataclass(frozen=True)
class Around:
    """What lies where: hands from north (-1 where a hand is not seen), how many cards each has, and the trick."""

    hands: Sequence[int]
    sizes: Sequence[int]
    trick: Sequence[int]
    leader: int
    winner: int  # the seat that is winning the trick; -1 for none
    turn: int  # the seat to play; -1 where it is over
    playable: int  # cards
    notes: Sequence[str] = ("", "", "", "")
    bottom: int = SOUTH  # who sits below, nearest to the reader


@dataclass(frozen=True)
class Trick:
    """A trick that has been played."""

    leader: int
    cards: tuple[int, ...]
    winner: int


def scene(at: Around, cells: Mapping[str, Cell]) -> Scene:
    """The table; `cells` are those of the cards, by their texts, in the text of the picture."""
    seats: list[Seat | None] = [None] * 4
    for seat in range(4):
        is_turn = seat == at.turn
        cards = _hand(at.hands[seat], at.sizes[seat], cells, at.playable if is_turn else -1)
        seats[_place(seat, at.bottom)] = Seat(NAMES[seat], cards, at.notes[seat], is_turn)
    played = [(at.leader + number) % 4 for number in range(len(at.trick))]
    laid = [_laid(seat, card, at, cells) for seat, card in zip(played, at.trick, strict=True)]
    return table([seat for seat in seats if seat is not None], laid)


def tricks_of(game: Any, past: Sequence[tuple[Any, int]], on_table: Callable[[int], Sequence[int]]) -> list[Trick]:
    """The whole tricks of a game so far; `on_table` tells the cards of a state's trick."""
    found = []
    for s, card in past:
        cards = (*on_table(s.trick), card)
        if len(cards) == 4:
            found.append(Trick(s.leader, cards, game.result(s, card).leader))
    return found


def recalled(picture: Picture, tricks: Sequence[Trick], is_between: bool, bottom: int) -> Picture:
    """The picture with the last trick on the table or beside it."""
    if not tricks or picture.scene is None:
        return picture
    return replace(picture, scene=with_last_trick(picture.scene, _shown(tricks[-1], bottom), is_between))


def finished(picture: Picture, tricks: Sequence[Trick], score: Sequence[str]) -> Picture:
    """The picture of a finished game: all of its tricks, as far as they are known, and the score."""
    listed = [[replace(laid, place=NAMES.index(laid.who)) for laid in _shown(trick, SOUTH)] for trick in tricks]
    return replace(picture, scene=all_tricks(SEATS, listed, score)) if tricks else picture


def _shown(trick: Trick, bottom: int) -> list[Laid]:
    seats = [(trick.leader + number) % 4 for number in range(4)]
    return [
        Laid(_place(seat, bottom), _face(card), seat == trick.winner, who=NAMES[seat])
        for seat, card in zip(seats, trick.cards, strict=True)
    ]


def _laid(seat: int, card: int, at: Around, cells: Mapping[str, Cell]) -> Laid:
    place, is_best = _place(seat, at.bottom), seat == at.winner and len(at.trick) > 1
    return Laid(place, _face(card), is_best, cells.get(card_text(card)), NAMES[seat])


def _place(seat: int, bottom: int) -> int:
    """Where a seat is at the table, from the top with the clock."""
    return (seat - bottom + 2) % 4


def _hand(hand: int, size: int, cells: Mapping[str, Cell], playable: int) -> list[Held]:
    """A hand in a fan; cards that may not be played are dim."""
    if hand < 0:
        return [Held(Card(), None)] * size
    cards = [card for suit in FANNED for card in falling(of_suit(hand, suit))]
    return [Held(_face(card), cells.get(card_text(card)), not playable >> card & 1) for card in cards]


def _face(card: int) -> Card:
    text = card_text(card)
    return Card(text[1], text[0])

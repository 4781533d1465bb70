"""A card table as a scene: hands around the trick in the middle, the last trick beside it, and all tricks at the end.

The widest hand, thirteen cards that show their corners, sets the scale: on a phone each can still be touched.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kibitz.draw.spots import Anchor, Card, Die, Label, Scene, Spot

WIDE, HIGH = 1.6, 2.2  # a card
WIDTH, HEIGHT = 14.0, 14.3  # the table
MARGIN = 0.2
LONGEST = WIDTH - 2 * MARGIN - WIDE  # from the first card of a row to the last
BELOW = 0.55  # from a hand to a name
DEEPEST = HEIGHT - 2 * (MARGIN + HIGH) - 2 * BELOW - HIGH - 0.2  # from the first card of a column to the last
LOOSE, CLOSE = 1.68, 0.42  # from one card to the next where there is room, and from one back to the next
MIDDLE = (WIDTH / 2, HEIGHT / 2 - 0.5)
NAME = 0.55  # the size of its letters
START: Anchor = "start"
CENTRE: Anchor = "middle"
DUEL = 9.0  # a table for two is at least so wide

TOP, RIGHT, BOTTOM, LEFT = range(4)
# Where the cards of a trick lie, from the middle of the table.
LAID = ((0.0, -1.35), (1.75, 0.0), (0.0, 1.35), (-1.75, 0.0))

SMALL_WIDE, SMALL_HIGH = 1.5, 1.6  # a card of a trick in the list of all
ROW = 7  # tricks that are listed beside each other


@dataclass(frozen=True)
class Held:
    """A card in a hand, or a die: the cell to click for it; `is_dim` where it may not be played."""

    card: Card | Die
    cell: tuple[int, int] | None
    is_dim: bool = False
    is_lit: bool = False


@dataclass(frozen=True)
class Seat:
    """Somebody at the table: a name, what is noted beside it, and the cards, from the left."""

    name: str
    cards: Sequence[Held]
    note: str = ""
    is_turn: bool = False

    @property
    def is_open(self) -> bool:
        """Are its faces seen?"""
        return any(held.card != Card() for held in self.cards)


@dataclass(frozen=True)
class Laid:
    """A card on the table: whose it is, by the place at the table, and whether it has won, or is winning, the trick."""

    place: int
    card: Card
    is_best: bool = False
    cell: tuple[int, int] | None = None
    who: str = ""


def table(seats: Sequence[Seat], trick: Sequence[Laid]) -> Scene:
    """Four hands, the first one above and the others with the clock, around the trick."""
    spots: list[Spot] = []
    labels: list[Label] = []
    for place, seat in enumerate(seats):
        spots += _row(seat, place) if place in (TOP, BOTTOM) else _columns(seat, place)
        labels.append(_name(seat, place))
    return Scene(WIDTH, HEIGHT, "cloth", (*spots, *(_lying(laid) for laid in trick)), tuple(labels))


def with_last_trick(scene: Scene, last: Sequence[Laid], is_between: bool) -> Scene:
    """The table with the trick before: where it lay, until the next one begins (`is_between`); then small beside it."""
    if is_between:
        return replace(scene, spots=(*scene.spots, *(_lying(laid) for laid in last)))
    x, y = MIDDLE[0] - 1.5, HEIGHT - MARGIN - HIGH - BELOW - 1.1
    spots = [Spot(None, x + number, y, 0.92, 1.15, laid.card, is_lit=laid.is_best) for number, laid in enumerate(last)]
    words = Label(x - 0.7, y, "last trick", 0.36, anchor="end")
    return replace(scene, spots=(*scene.spots, *spots), labels=(*scene.labels, words))


def all_tricks(names: Sequence[str], tricks: Sequence[Sequence[Laid]], score: Sequence[str]) -> Scene:
    """The tricks of a finished game, a column each with a row for every seat, and the score above."""
    spots, labels = [], [Label(WIDTH / 2, 0.65 + 0.8 * row, words, 0.62) for row, words in enumerate(score)]
    above = 0.5 + 0.8 * len(score)
    high, wide = SMALL_HIGH + 0.15, SMALL_WIDE + 0.25
    block = len(names) * high + 1.0
    left = (WIDTH - 1.3 - min(ROW, len(tricks)) * wide) / 2
    for first in range(0, len(tricks), ROW):
        top = above + first // ROW * block + 0.9
        labels += [Label(left + 0.6, top + (row + 0.5) * high, name, 0.6) for row, name in enumerate(names)]
        for column, trick in enumerate(tricks[first : first + ROW]):
            x = left + 1.3 + (column + 0.5) * wide
            labels.append(Label(x, top - 0.4, str(first + column + 1), 0.5))
            for laid in trick:
                y = top + (laid.place + 0.5) * high
                spots.append(Spot(None, x, y, SMALL_WIDE, SMALL_HIGH, laid.card, is_lit=laid.is_best))
    bottom = above + (len(tricks) + ROW - 1) // ROW * block
    labels.append(Label(WIDTH / 2, bottom + 0.35, "The ring shows who took the trick.", 0.42))
    return Scene(WIDTH, bottom + 0.8, "cloth", tuple(spots), tuple(labels))


def duel(above: Seat, below: Seat, between: Sequence[Held], notes: Sequence[str] = ()) -> Scene:
    """Two hands that face each other, with open cards or dice between them; `notes` are lines beside these."""
    gap = 1.3  # for a name, or a line
    most = max(len(above.cards), len(below.cards), len(between), 1)
    width = max(DUEL, most * LOOSE + 2 * MARGIN, len(between) * LOOSE + 7.0 if between and notes else 0.0)
    rows = ((f"{above.name}'s hand", above.cards), ("on the table", between), (f"{below.name}'s hand", below.cards))
    tops = [0.3 + row * (HIGH + gap) for row in range(3)]
    spots, labels = [], []
    for (name, cards), top in zip(rows, tops, strict=True):
        left = width / 2 - LOOSE * (len(cards) - 1) / 2
        for number, held in enumerate(cards):
            spot = Spot(held.cell, left + number * LOOSE, top + HIGH / 2, WIDE, HIGH, held.card, name)
            spots.append(replace(spot, is_dim=held.is_dim, is_lit=held.is_lit))
    for seat, y in ((above, tops[0] + HIGH + 0.5), (below, tops[2] - 0.5)):
        labels.append(Label(width / 2, y, f"{seat.name} {seat.note}".strip(), NAME, seat.is_turn))
    middle = tops[1] + HIGH / 2 - 0.35 * (len(notes) - 1)
    x, size, anchor = (0.35, 0.45, START) if between else (width / 2, NAME, CENTRE)
    labels += [Label(x, middle + 0.7 * row, words, size, anchor=anchor) for row, words in enumerate(notes)]
    return Scene(width, tops[2] + HIGH + 0.3, "cloth", tuple(spots), tuple(labels))


def _row(seat: Seat, place: int) -> list[Spot]:
    """A hand above or below: side by side, so close that it fits."""
    y = MARGIN + HIGH / 2 if place == TOP else HEIGHT - MARGIN - HIGH / 2
    step = _step(len(seat.cards), LONGEST, seat.is_open)
    left = WIDTH / 2 - step * (len(seat.cards) - 1) / 2
    spots = [_spot(held, seat, left + number * step, y) for number, held in enumerate(seat.cards)]
    return [replace(spot, seen=(min(step, WIDE), HIGH)) for spot in spots[:-1]] + spots[-1:]


def _columns(seat: Seat, place: int) -> list[Spot]:
    """A hand at the side: in two columns if its faces are seen."""
    many = (len(seat.cards) + 1) // 2 if seat.is_open and len(seat.cards) > 4 else len(seat.cards)
    step = _step(many, DEEPEST, seat.is_open)
    edge = MARGIN + WIDE / 2
    columns = -(-len(seat.cards) // many) if many else 0
    left = edge if place == LEFT else WIDTH - edge - (columns - 1) * WIDE
    top = MARGIN + HIGH + 2 * BELOW + HIGH / 2
    spots = [
        _spot(held, seat, left + number // many * WIDE, top + number % many * step)
        for number, held in enumerate(seat.cards)
    ]
    lowest = {number for number in range(len(spots)) if number % many == many - 1 or number == len(spots) - 1}
    covered = (WIDE, min(step, HIGH))
    return [spot if number in lowest else replace(spot, seen=covered) for number, spot in enumerate(spots)]


def _step(cards: int, room: float, is_open: bool) -> float:
    widest = LOOSE if is_open else CLOSE
    return min(widest, room / (cards - 1)) if cards > 1 else widest


def _spot(held: Held, seat: Seat, x: float, y: float) -> Spot:
    return Spot(held.cell, x, y, WIDE, HIGH, held.card, name=f"{seat.name}'s hand", is_dim=held.is_dim)


def _lying(laid: Laid) -> Spot:
    x, y = MIDDLE[0] + LAID[laid.place][0], MIDDLE[1] + LAID[laid.place][1]
    name = f"{laid.who}'s card on the table" if laid.who else "on the table"
    return Spot(laid.cell, x, y, WIDE, HIGH, laid.card, name=name, is_lit=laid.is_best)


def _name(seat: Seat, place: int) -> Label:
    words = f"{seat.name} {seat.note}".strip()
    if place in (TOP, BOTTOM):
        y = MARGIN + HIGH + BELOW if place == TOP else HEIGHT - MARGIN - HIGH - BELOW
        return Label(WIDTH / 2, y, words, NAME, seat.is_turn)
    return Label(
        MARGIN if place == LEFT else WIDTH - MARGIN,
        MARGIN + HIGH + BELOW,
        words,
        NAME,
        seat.is_turn,
        anchor="start" if place == LEFT else "end",
    )

"""Playing cards, each drawn around the point (0, 0)."""

from __future__ import annotations

from kibitz.draw.picture import Card
from kibitz.draw.svg import BLUE, element, number, text, text_width
from kibitz.errors import BadInput

WIDE, HIGH = 0.8, 0.95  # of a cell
ZIGZAGS, TURNS = 3, 4  # of the pattern on a back

CARD_STYLE = f"""\
.kz-svg .kz-open{{fill:none}}
.kz-svg .kz-face{{fill:#fdfcf9;stroke:#1b1b1b;stroke-opacity:.5}}
.kz-svg .kz-back{{fill:{BLUE}}}
.kz-svg .kz-lattice{{fill:none;stroke:#fff;stroke-opacity:.7;stroke-linejoin:round}}
.kz-svg .kz-black{{fill:#161616;font-weight:700}}
.kz-svg .kz-red{{fill:#c4122f;font-weight:700}}
.kz-svg .kz-chosen{{fill:none;stroke:{BLUE};stroke-width:3}}
"""

# Shapes rather than letters, because some machines show the letters as emoji. From -1 to 1 in both directions.
HEART = (
    "M0 1C-.35.62-1 .2-1-.38C-1-.76-.74-1-.46-1C-.22-1-.07-.82 0-.62C.07-.82.22-1 .46-1C.74-1 1-.76 1-.38"
    "C1 .2.35.62 0 1z"
)
SPADE = (
    "M0-1C.35-.62 1-.24 1 .26C1 .6.75.76.5.76C.3.76.16.66.09.54C.11.74.2.9.36 1H-.36C-.2.9-.11.74-.09.54"
    "C-.16.66-.3.76-.5.76C-.75.76-1 .6-1 .26C-1-.24-.35-.62 0-1z"
)
DIAMOND = "M0-1.06C.2-.66.46-.3.78 0C.46.3.2.66 0 1.06C-.2.66-.46.3-.78 0C-.46-.3-.2-.66 0-1.06z"
CLUB = (
    "M-.44-.56a.44.44 0 1 1 .88 0a.44.44 0 0 1-.2.37a.46.46 0 1 1-.14.62C.1.7.2.9.36 1H-.36C-.2.9-.1.7-.1.43"
    "a.46.46 0 1 1-.14-.62a.44.44 0 0 1-.2-.37z"
)
SUITS = {"S": SPADE, "H": HEART, "D": DIAMOND, "C": CLUB}
RED = frozenset("HD")

SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
RANK_NAMES = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten"}


def card_svg(card: Card, size: float) -> str:
    """A card on a cell of that size, face up or its back. Its upper half identifies it: a badge may hide the rest."""
    if card == Card():
        return _back(size)
    if card.suit and card.suit not in SUITS:
        raise BadInput(f"{card.suit!r} is not a suit: expected S, H, D or C, or none")
    paint = "kz-red" if card.suit in RED else "kz-black"
    rank = "10" if card.rank == "T" else card.rank
    if not card.suit:
        return _sheet(size) + text(0, -0.11 * size, rank, _letters(rank, 0.54, 0.66) * size, class_=paint)
    corner = text(-0.155 * size, -0.235 * size, rank, _letters(rank, 0.42, 0.45) * size, class_=paint)
    small = _suit(card.suit, paint, (0.215 * size, -0.235 * size), 0.12 * size)
    return _sheet(size) + corner + small + _suit(card.suit, paint, (0, 0.2 * size), 0.19 * size)


def large_card(card: Card, wide: float, high: float) -> str:
    """A card of any size around (0, 0). Its upper left corner identifies it, so that cards may overlap."""
    if card == Card():
        turned = f"scale({number(wide / WIDE / 100)} {number(high / HIGH / 100)})"
        return element("g", _back(100), transform=turned)
    corner = min(wide, 0.72 * high)  # what the writing is measured by
    left, top = -wide / 2, -high / 2
    sheet = element("rect", class_="kz-face", x=left, y=top, width=wide, height=high, rx=0.08 * corner)
    paint = "kz-red" if card.suit in RED else "kz-black"
    rank = "10" if card.rank == "T" else card.rank
    if not card.suit:
        return sheet + text(0, 0, rank, _letters(rank, 0.6, 0.66) * corner, class_=paint)
    letters, beside, reach = (0.4, 0.52, 0.115) if len(rank) == 1 else (0.32, 0.55, 0.1)  # to keep out of its way
    written = text(left + 0.21 * corner, top + 0.25 * corner, rank, letters * corner, class_=paint)
    small = _suit(card.suit, paint, (left + beside * corner, top + 0.25 * corner), reach * corner)
    return sheet + written + small + _suit(card.suit, paint, (0.06 * wide, 0.2 * high), 0.24 * corner)


def _letters(rank: str, size: float, room: float) -> float:
    """How large a rank is written to fit."""
    return min(size, room / (text_width(rank, 1.0) or 1.0))


def _suit(suit: str, paint: str, middle: tuple[float, float], reach: float) -> str:
    place = f"translate({number(middle[0])} {number(middle[1])}) scale({number(reach)})"
    return element("path", class_=paint, d=SUITS[suit], transform=place)


def card_said(card: Card) -> str:
    """The card in words: `queen of hearts`."""
    if card == Card():
        return "a card face down"
    rank = RANK_NAMES.get(card.rank, card.rank)
    return f"{rank} of {SUIT_NAMES[card.suit]}" if card.suit in SUIT_NAMES else rank


def card_ring(size: float) -> str:
    """The ring that points out a card, visible on light and dark pages."""
    return _sheet(size, "kz-chosen", 0.02 * size)


def _sheet(size: float, paint: str = "kz-face", inset: float = 0.0) -> str:
    wide, high = WIDE * size - 2 * inset, HIGH * size - 2 * inset
    corner = max(0.0, 0.1 * size - inset)
    return element("rect", class_=paint, x=-wide / 2, y=-high / 2, width=wide, height=high, rx=corner)


def _back(size: float) -> str:
    """A light rim, and zigzags that cross within it."""
    rim = 0.07 * size
    wide, high = WIDE * size - 2 * rim, HIGH * size - 2 * rim
    across, down = wide / ZIGZAGS, high / TURNS
    lines = []
    for column in range(ZIGZAGS):
        for side in (1, -1):
            begin = -wide / 2 + (column + (side < 0)) * across
            steps = [f"l{number(side * sign * across)} {number(down)}" for sign in (1, -1) * (TURNS // 2)]
            lines.append(f"M{number(begin)} {number(-high / 2)}{''.join(steps)}")
    lattice = element("path", class_="kz-lattice", d="".join(lines), stroke_width=0.025 * size)
    return _sheet(size) + _sheet(size, "kz-back", rim) + lattice

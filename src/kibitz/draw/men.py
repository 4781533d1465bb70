"""Pieces of chess, draughts, Othello and Go, each drawn around the point (0, 0); a game says which of them it uses.

Our own drawings. A turned piece is given as a woodturner's template: the right half of its outline, from the top to the
middle of the foot, on a cell that reaches from −50 to 50 in both directions; y grows downwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kibitz.draw.svg import element, number
from kibitz.errors import BadInput

Shape = Literal["king", "queen", "rook", "bishop", "knight", "pawn", "man", "crowned man", "disc", "stone"]
Half = tuple[tuple[float, ...], ...]  # a point to begin at; then points to go to, or two controls and a point

# White and black stay so on any page: the edge of a white piece and the inner lines of a black one carry its shape.
PIECE_STYLE = """\
.kz-svg .kz-white{fill:#fdfbf5;stroke:#24211d;stroke-width:3.4;stroke-linejoin:round;stroke-linecap:round}
.kz-svg .kz-black-piece{fill:#35312d;stroke:#141210;stroke-width:3.4;stroke-linejoin:round;stroke-linecap:round}
.kz-svg .kz-inner{fill:none;stroke-linejoin:round;stroke-linecap:round;stroke-width:3}
.kz-svg .kz-white .kz-inner{stroke:#24211d}
.kz-svg .kz-black-piece .kz-inner{stroke:#e9e3d6}
.kz-svg .kz-white .kz-spot{fill:#24211d;stroke:none}
.kz-svg .kz-black-piece .kz-spot{fill:#e9e3d6;stroke:none}
"""

PAWN: Half = (
    (0, -27),
    (8, -27, 13.5, -21.5, 13.5, -14),
    (13.5, -9, 11, -5.5, 8, -3),
    (14, -3),
    (16.5, -3, 16.5, 3.5, 14, 3.5),
    (7.5, 3.5),
    (8.5, 13, 11.5, 20, 19, 24.5),
    (23.5, 27.5, 24.5, 32, 24.5, 38),
    (0, 38),
)
ROOK: Half = (
    (0, -31),
    (6.5, -31),
    (6.5, -24.5),
    (13, -24.5),
    (13, -31),
    (24, -31),
    (24, -18.5),
    (17, -11.5),
    (19, 17),
    (24, 22),
    (24, 28),
    (29, 29.5),
    (29, 38),
    (0, 38),
)
BISHOP: Half = (
    (0, -43),
    (3.2, -43, 5.4, -40.8, 5.4, -37.8),
    (5.4, -35.8, 4.6, -34.4, 3.4, -33.4),
    (12, -26, 18.5, -16.5, 18.5, -8),
    (18.5, -2, 15.5, 2.5, 11, 5.5),
    (15.5, 5.5),
    (18, 5.5, 18, 12, 15.5, 12),
    (9.5, 12),
    (11, 19, 15, 22.5, 21.5, 25.5),
    (26.5, 28, 27.5, 32, 27.5, 38),
    (0, 38),
)
QUEEN: Half = (
    (0, -32),
    (7, -9),
    (16.5, -29),
    (18.5, -6),
    (33, -21),
    (23, 12),
    (20, 17, 20.5, 20, 24, 24.5),
    (28, 28, 29, 32, 29, 38),
    (0, 38),
)
KING: Half = (
    (0, -47),
    (3.4, -47),
    (3.4, -42),
    (9, -42),
    (9, -35.5),
    (3.4, -35.5),
    (3.4, -29.5),
    (13, -29, 21, -25.5, 26, -19),
    (18.5, 5.5),
    (22, 5.5),
    (24.5, 5.5, 24.5, 12.5, 22, 12.5),
    (15.5, 12.5),
    (17, 19, 20, 22, 25, 25),
    (28.5, 28, 29, 32, 29, 38),
    (0, 38),
)
KNIGHT = (
    "M29 38V31L26.5 29C28.5 4 25-22 5.5-32.5L2-42L-5-32.5C-12-31-17.5-26-20-19.5C-22-13-26-8-30.5-1"
    "C-33 3-32 9-28 11C-24.5 12.7-21.5 10.5-18.5 9.5C-12.5 8-7.5 6.5-2 1.5C-3.5 12-16.5 15-19.5 29L-27 31V38z"
)
CROWN = "M-17 9L-21-11L-9-3L0-18L9-3L21-11L17 9z"

# Lines within the outlines: where a part of the piece ends and the next begins.
INNER = {
    "pawn": "M-17.5 27.5H17.5",
    "rook": "M-16.5-11.5H16.5M-18.5 17H18.5M-23 28.5H23",
    "bishop": "M2.5-21L9.5-12.5M-20 28H20",
    "queen": "M-22.5 11.5C-9 6.5 9 6.5 22.5 11.5M-22.5 27.5C-9 23.5 9 23.5 22.5 27.5",
    "king": "M-25-19C-10-13 10-13 25-19M-22 27.5H22",
    "knight": "M6-23C17-16 20 2 19 22M-19 29.5H26",
}
BALLS = ((0.0, -35.0), (17.5, -32.5), (-17.5, -32.5), (35.0, -24.5), (-35.0, -24.5))  # on a queen's crown
GLYPHS = {
    "king": "♔♚",
    "queen": "♕♛",
    "rook": "♖♜",
    "bishop": "♗♝",
    "knight": "♘♞",
    "pawn": "♙♟",
    "man": "⛀⛂",
    "crowned man": "⛁⛃",
    "disc": "○●",
    "stone": "○●",
}


@dataclass(frozen=True)
class Piece:
    """A piece of wood: `Piece("knight", is_white=True)`. Text keeps the symbol, a terminal may show the `glyph`.

    `shape` is a chessman, a `man` or `crowned man` of draughts, a `disc` or a `stone` of Go. The tone is that of the
    piece, whoever owns it. `name` is what a screen reader calls it: by default, its tone and its shape.
    """

    shape: Shape
    is_white: bool = True
    name: str = ""

    def __post_init__(self) -> None:
        if self.shape not in GLYPHS:
            raise BadInput(f"there is no piece {self.shape!r}; expected one of {', '.join(GLYPHS)}")

    @property
    def said(self) -> str:
        """The piece in words: `white knight`."""
        return self.name or f"{'white' if self.is_white else 'black'} {self.shape}"

    @property
    def glyph(self) -> str:
        """The character for it."""
        return GLYPHS[self.shape][0 if self.is_white else 1]

    @property
    def solid_glyph(self) -> str:
        """The filled character for its shape, for terminals where colour tells white from black."""
        return GLYPHS[self.shape][1]


def piece_svg(piece: Piece, size: float) -> str:
    """A piece around (0, 0), on a board of cells of that size."""
    paint = "kz-white" if piece.is_white else "kz-black-piece"
    is_standing = piece.shape in INNER
    scale = f"scale({round((1.07 if is_standing else 1.0) * size / 100, 4):g})"
    place = f"translate(0 {number(0.045 * size)}) {scale}" if is_standing else scale
    return element("g", *_parts(piece.shape), class_=f"kz-piece {paint}", transform=place)


def _parts(shape: Shape) -> list[str]:
    if shape in ("disc", "stone"):
        return [element("circle", r=40 if shape == "disc" else 46)]
    if shape in ("man", "crowned man"):
        return _draughtsman(is_crowned=shape == "crowned man")
    parts = [element("path", d=KNIGHT if shape == "knight" else OUTLINES[shape])]
    if shape == "queen":
        parts += [element("circle", cx=x, cy=y, r=4.6) for x, y in BALLS]
    parts.append(element("path", class_="kz-inner", d=INNER[shape]))
    if shape == "knight":
        parts.append(element("circle", class_="kz-spot", cx=-11.5, cy=-16.5, r=3.2))
    return parts


def _draughtsman(is_crowned: bool) -> list[str]:
    """A man from above, with its grooves; a crowned one has a crown instead of the inner groove."""
    rim = [element("circle", r=39), element("circle", class_="kz-inner", r=31)]
    if is_crowned:
        return [*rim, element("path", class_="kz-spot", d=CROWN), element("path", class_="kz-inner", d="M-16 16H16")]
    return [*rim, element("circle", class_="kz-inner", r=19)]


def _turned(half: Half) -> str:
    """The path of a whole outline: the right half down, and its mirror image up again."""
    down = "".join(_segment(points) for points in half[1:])
    up = "".join(_segment(points) for points in _mirrored(half))
    return f"M{number(half[0][0])} {number(half[0][1])}{down}{up}z"


def _mirrored(half: Half) -> list[tuple[float, ...]]:
    """The left half, from the foot up: each segment backwards."""
    found = []
    for before, segment in zip(half[-2::-1], half[:0:-1], strict=True):
        end = before[-2:]
        controls = (*segment[2:4], *segment[:2]) if len(segment) == 6 else ()
        found.append(tuple(-value if place % 2 == 0 else value for place, value in enumerate((*controls, *end))))
    return found


def _segment(points: tuple[float, ...]) -> str:
    return ("C" if len(points) == 6 else "L") + " ".join(map(number, points))


TURNED = {"pawn": PAWN, "rook": ROOK, "bishop": BISHOP, "queen": QUEEN, "king": KING}
OUTLINES = {shape: _turned(half) for shape, half in TURNED.items()}

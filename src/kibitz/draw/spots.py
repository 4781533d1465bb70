"""A scene: spots that lie anywhere, not in rows, such as the points of a backgammon board or the cards around a table.

All lengths are in cells, from the upper left corner of the scene; x grows to the right, y downwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Ground = Literal["cloth", "points"]
Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True)
class Card:
    """A playing card: `Card("Q", "H")` is the queen of hearts, `Card("7")` a seven without a suit, `Card()` a back.

    `suit` is `S`, `H`, `D`, `C` or empty. `rank` is what is written on it; a `T` is drawn as 10.
    """

    rank: str = ""
    suit: str = ""


@dataclass(frozen=True)
class Stack:
    """Checkers on a spot: one upon the other from its edge, upwards or downwards; `lying` ones show their rims."""

    count: int
    is_white: bool
    is_hanging: bool = False  # from the upper edge down
    lying: bool = False

    @property
    def said(self) -> str:
        """In words: `5 white checkers`."""
        return f"{self.count} {'white' if self.is_white else 'black'} checker{'' if self.count == 1 else 's'}"


@dataclass(frozen=True)
class Die:
    """A die and the number it shows, 0 for one that is hidden; a used one is faint."""

    face: int
    is_used: bool = False

    @property
    def said(self) -> str:
        """In words: `a die that shows 5`."""
        shown = f"a die that shows {self.face}" if self.face else "a hidden die"
        return f"{shown}, used" if self.is_used else shown


@dataclass(frozen=True)
class Plate:
    """Words on a plate, such as a bid or a box of a score sheet; `note` is written below them."""

    words: str
    note: str = ""

    @property
    def said(self) -> str:
        """In words: `sixes, 12`."""
        return f"{self.words}, {self.note}" if self.note else self.words


@dataclass(frozen=True)
class Spot:
    """A place of a scene around its middle (x, y), and what lies there.

    `cell` is its row and column in the picture's cells and clicks; a spot without one is only looked at. `name` is what
    a screen reader calls it. An `is_dim` one is out of play for now, an `is_lit` one is pointed out.
    Where another one covers it, `seen` is how wide and high a part of it, from the upper left, is not covered.
    """

    cell: tuple[int, int] | None
    x: float
    y: float
    wide: float = 1.0
    high: float = 1.0
    holds: Card | Stack | Die | Plate | None = None
    name: str = ""
    is_dim: bool = False
    is_lit: bool = False
    seen: tuple[float, float] | None = None


@dataclass(frozen=True)
class Label:
    """Words on a scene; `is_lit` for whoever is to move."""

    x: float
    y: float
    words: str
    size: float = 0.5
    is_lit: bool = False
    anchor: Anchor = "middle"


@dataclass(frozen=True)
class Scene:
    """Spots on a ground, those that come later on top; text keeps the rows of the picture."""

    width: float
    height: float
    ground: Ground
    spots: tuple[Spot, ...]
    labels: tuple[Label, ...] = ()

"""Figures that walk about on a board: a game says what they are made of, here they become SVG.

All lengths are parts of a cell, around the point (0, 0) in its middle; x grows to the right and y downwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from kibitz.draw.svg import element, number, text

Facing = tuple[int, int]  # a step of row and column; (0, 0) is nowhere

FIGURE_STYLE = """\
.kz-svg .kz-figures{pointer-events:none}
.kz-svg .kz-body{stroke:#1b1b1b;stroke-width:1.2;stroke-linejoin:round}
.kz-svg .kz-stroke{fill:none;stroke-linecap:round;stroke-linejoin:round}
.kz-svg text.kz-number{fill:#111;font-weight:700}
"""


@dataclass(frozen=True)
class Disc:
    """A filled circle, with a dark edge where it is a figure's body."""

    x: float
    y: float
    radius: float
    fill: str
    is_body: bool = False

    def svg(self, size: float) -> str:
        """The disc on a board of cells of that size."""
        middle = {} if self.x == self.y == 0 else {"cx": self.x * size, "cy": self.y * size}
        paint = "kz-body" if self.is_body else None
        return element("circle", class_=paint, fill=self.fill, r=self.radius * size, **middle)


@dataclass(frozen=True)
class Outline:
    """A closed, filled shape with a dark edge: a figure's body.

    `path` holds SVG's path commands, each a letter and its numbers. An arc is `("A", radius, large, x, y)`: clockwise
    on a circle to (x, y), the longer way round if `large` is 1. `turned` is in degrees, clockwise.
    """

    path: tuple[tuple[str | float, ...], ...]
    fill: str
    turned: float = 0.0

    def svg(self, size: float) -> str:
        """The shape on a board of cells of that size."""
        turn = f"rotate({number(self.turned)})" if self.turned else None
        return element("path", class_="kz-body", fill=self.fill, d=_scaled(self.path, size) + "z", transform=turn)


@dataclass(frozen=True)
class Line:
    """A line along a path (see `Outline`), `width` parts of a cell wide."""

    path: tuple[tuple[str | float, ...], ...]
    colour: str
    width: float

    def svg(self, size: float) -> str:
        """The line on a board of cells of that size."""
        return element(
            "path", class_="kz-stroke", stroke=self.colour, d=_scaled(self.path, size), stroke_width=self.width * size
        )


@dataclass(frozen=True)
class Label:
    """Dark letters around a point."""

    x: float
    y: float
    words: str
    height: float

    def svg(self, size: float) -> str:
        """The letters on a board of cells of that size."""
        return text(self.x * size, self.y * size, self.words, self.height * size, class_="kz-number")


Part = Disc | Outline | Line | Label


class Look(Protocol):
    """What a figure looks like. Two looks that are equal are drawn alike, so a look is a frozen dataclass as a rule."""

    @property
    def terminal(self) -> str:
        """Its colour in a terminal: the numbers of an SGR sequence, such as `1;33`."""

    def parts(self, facing: Facing) -> tuple[Part, ...]:
        """What it is made of when it looks along a step, the last part on top."""


def figure_svg(look: Look, size: float, facing: Facing) -> str:
    """A figure around (0, 0), on a board of cells of that size, looking along a step of row and column."""
    return "".join(part.svg(size) for part in look.parts(facing))


def _scaled(path: tuple[tuple[str | float, ...], ...], size: float) -> str:
    return "".join(_command(str(letter), [float(value) for value in values], size) for letter, *values in path)


def _command(letter: str, values: list[float], size: float) -> str:
    if letter == "A":
        radius, large, x, y = values
        r = number(radius * size)
        return f"A{r} {r} 0 {number(large)} 1 {number(x * size)} {number(y * size)}"
    return letter + " ".join(number(value * size) for value in values)

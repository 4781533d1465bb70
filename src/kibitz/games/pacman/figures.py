"""Pac-Man and the ghosts as they are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, cos, degrees, radians, sin

from kibitz.draw.figures import Disc, Facing, Label, Line, Outline, Part
from kibitz.draw.svg import BLUE

YELLOW = "#F0E442"
GHOSTS = ("#D55E00", "#CC79A7", "#009E73", "#E69F00")  # safe for colour-blind readers; each has its number, too
GHOSTS_IN_TERMINAL = ("1;31", "1;35", "1;32", "1;36")
WHITE, BLACK = "#fff", "#111"
RADIUS = 0.42
MOUTH = radians(35)  # to either side
HALF, TOP, HEM, WAVES = 0.36, -0.04, 0.38, 3  # a ghost's body: half its width, where the dome ends, where the hem is


@dataclass(frozen=True)
class Muncher:
    """Pac-Man: a disc with its mouth open, or shut where it looks nowhere."""

    terminal = "1;33"

    def parts(self, facing: Facing) -> tuple[Part, ...]:
        """What it is made of when it looks along a step."""
        if facing == (0, 0):
            return (Disc(0, 0, RADIUS, YELLOW, is_body=True),)
        x, y = RADIUS * cos(MOUTH), RADIUS * sin(MOUTH)
        lips = (("M", 0, 0), ("L", x, y), ("A", RADIUS, 1, x, -y))
        return (Outline(lips, YELLOW, turned=degrees(atan2(*facing))),)


@dataclass(frozen=True)
class Ghost:
    """A ghost that looks where it goes, with its number, from 1."""

    number: int

    @property
    def terminal(self) -> str:
        """Its colour in a terminal."""
        return GHOSTS_IN_TERMINAL[(self.number - 1) % len(GHOSTS_IN_TERMINAL)]

    def parts(self, facing: Facing) -> tuple[Part, ...]:
        """What it is made of when it looks along a step."""
        down, right = facing
        eyes = [
            disc
            for x in (-0.15, 0.15)
            for disc in (Disc(x, -0.13, 0.1, WHITE), Disc(x + 0.045 * right, 0.045 * down - 0.13, 0.05, BLACK))
        ]
        return (_sheet(GHOSTS[(self.number - 1) % len(GHOSTS)]), *eyes, Label(0, 0.14, str(self.number), 0.26))


@dataclass(frozen=True)
class ScaredGhost:
    """A ghost that Pac-Man may eat: blue, with chattering teeth."""

    terminal = "1;34"

    def parts(self, facing: Facing) -> tuple[Part, ...]:
        """What it is made of, wherever it looks."""
        eyes = [Disc(x, -0.1, 0.05, WHITE) for x in (-0.13, 0.13)]
        teeth = [("l", 0.1, sign * 0.09) for sign in (-1, 1, -1, 1)]
        return (_sheet(BLUE), *eyes, Line((("M", -0.2, 0.14), *teeth), WHITE, 0.04))


def _sheet(fill: str) -> Outline:
    """A ghost's body: a dome, and a hem in waves."""
    wave = 2 * HALF / WAVES
    hem = [("q", -wave / 2, -0.2, -wave, 0)] * WAVES
    return Outline((("M", -HALF, HEM), ("V", TOP), ("A", HALF, 0, HALF, TOP), ("V", HEM), *hem), fill)

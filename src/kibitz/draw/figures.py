"""Figures that walk about on a board, each drawn around the point (0, 0)."""

from __future__ import annotations

from math import atan2, cos, degrees, pi, sin

from kibitz.draw.picture import Cell, Figure
from kibitz.draw.svg import BLUE, element, number, text
from kibitz.errors import BadInput

YELLOW = "#F0E442"
GHOSTS = ("#D55E00", "#CC79A7", "#009E73", "#E69F00")  # told apart by colour-blind readers; each has its number, too
MOUTH = 35  # degrees to either side
WAVES = 3

FIGURE_STYLE = f"""\
.kz-svg .kz-figures{{pointer-events:none}}
.kz-svg .kz-muncher{{fill:{YELLOW};stroke:#1b1b1b;stroke-width:1.2;stroke-linejoin:round}}
.kz-svg .kz-ghost{{stroke:#1b1b1b;stroke-width:1.2;stroke-linejoin:round}}
.kz-svg .kz-scared{{fill:{BLUE}}}
.kz-svg .kz-eye{{fill:#fff}}
.kz-svg .kz-pupil{{fill:#111}}
.kz-svg .kz-fear{{fill:none;stroke:#fff;stroke-linecap:round;stroke-linejoin:round}}
.kz-svg text.kz-number{{fill:#111;font-weight:700}}
""" + "".join(f".kz-svg .kz-ghost-{place}{{fill:{colour}}}\n" for place, colour in enumerate(GHOSTS))


def figure_svg(figure: Figure, size: float, facing: Cell) -> str:
    """A figure on a board of cells of that size, looking along a step of row and column."""
    if figure.shape == "muncher":
        return _muncher(0.42 * size, facing)
    if figure.shape == "ghost":
        return _scared(size) if figure.scared else _ghost(figure, size, facing)
    raise BadInput(f"{figure.shape!r} is no shape of a figure: expected muncher or ghost")


def _muncher(radius: float, facing: Cell) -> str:
    """A disc with its mouth open; shut where it looks nowhere."""
    if facing == (0, 0):
        return element("circle", class_="kz-muncher", r=radius)
    x, y = radius * cos(MOUTH * pi / 180), radius * sin(MOUTH * pi / 180)
    lips = f"M0 0L{number(x)} {number(y)}A{number(radius)} {number(radius)} 0 1 1 {number(x)} {number(-y)}z"
    angle = degrees(atan2(facing[0], facing[1]))
    return element("path", class_="kz-muncher", d=lips, transform=f"rotate({number(angle)})" if angle else None)


def _sheet(size: float, paint: str) -> str:
    """A ghost's body: a dome, and a hem in waves."""
    half, low = 0.36 * size, 0.38 * size
    wave = 2 * half / WAVES
    hem = "".join(f"q{number(-wave / 2)} {number(-0.2 * size)} {number(-wave)} 0" for _ in range(WAVES))
    arc = f"A{number(half)} {number(half)} 0 0 1 {number(half)} {number(-0.04 * size)}"
    d = f"M{number(-half)} {number(low)}V{number(-0.04 * size)}{arc}V{number(low)}{hem}z"
    return element("path", class_=f"kz-ghost {paint}", d=d)


def _ghost(figure: Figure, size: float, facing: Cell) -> str:
    down, right = facing
    eyes = []
    for side in (-1, 1):
        x, y = side * 0.15 * size, -0.13 * size
        eyes.append(element("circle", class_="kz-eye", cx=x, cy=y, r=0.1 * size))
        pupil = {"cx": x + 0.045 * size * right, "cy": y + 0.045 * size * down}
        eyes.append(element("circle", class_="kz-pupil", r=0.05 * size, **pupil))
    label = text(0, 0.14 * size, str(figure.number), 0.26 * size, class_="kz-number")
    return _sheet(size, f"kz-ghost-{(figure.number - 1) % len(GHOSTS)}") + "".join(eyes) + label


def _scared(size: float) -> str:
    eyes = [
        element("circle", class_="kz-eye", cx=side * 0.13 * size, cy=-0.1 * size, r=0.05 * size) for side in (-1, 1)
    ]
    step = 0.1 * size
    teeth = "".join(f"l{number(step)} {number(sign * 0.09 * size)}" for sign in (-1, 1, -1, 1))
    mouth = f"M{number(-2 * step)} {number(0.14 * size)}{teeth}"
    return (
        _sheet(size, "kz-scared") + "".join(eyes) + element("path", class_="kz-fear", d=mouth, stroke_width=0.04 * size)
    )

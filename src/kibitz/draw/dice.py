"""An outcome of chance: dice with their pips, or a card with its text."""

from __future__ import annotations

import re

from kibitz.draw.svg import document, element, number, text, text_width
from kibitz.errors import BadInput

DICE_STYLE = """\
.kz-svg .kz-die{fill:#fff;stroke:#1b1b1b;stroke-opacity:.6;stroke-width:1.5}
.kz-svg .kz-pip{fill:#111}
.kz-svg .kz-die-text{fill:#111;font-weight:700}
.kz-svg .kz-used{opacity:.32}
"""

DICE = re.compile(r"[1-6](?:[ ,-]?[1-6]){0,7}")

# The pips of a die on a grid of three by three, as (column, row) from its middle.
CORNERS = ((-1, -1), (1, 1)), ((1, -1), (-1, 1)), ((-1, 0), (1, 0))
PIPS: dict[str, tuple[tuple[int, int], ...]] = {
    "1": ((0, 0),),
    "2": CORNERS[0],
    "3": (*CORNERS[0], (0, 0)),
    "4": CORNERS[0] + CORNERS[1],
    "5": (*CORNERS[0], *CORNERS[1], (0, 0)),
    "6": CORNERS[0] + CORNERS[1] + CORNERS[2],
}


def are_dice(outcome: str) -> bool:
    """Does an outcome of chance read like dice: 4, 31 or 6-5?"""
    return DICE.fullmatch(outcome) is not None


def dice_svg(outcome: str, *, size: int = 48, cards: bool = False) -> str:
    """An outcome of chance as an SVG document, `size` pixels high: dice for 4, 31 or 6-5, a card for anything else.

    With `cards` a number is a card too.
    """
    if size < 8:
        raise BadInput(f"a die of {size} pixels is too small to draw: expected 8 or more")
    if are_dice(outcome) and not cards:
        faces = [letter for letter in outcome if letter in PIPS]
        gap = size / 6
        dice = [_die(face, index * (size + gap), float(size)) for index, face in enumerate(faces)]
        said = f"the dice show {', '.join(faces)}" if len(faces) > 1 else f"the die shows {faces[0]}"
        return document(len(faces) * (size + gap) - gap, size, said, DICE_STYLE, *dice)
    letters = 0.4 * size
    width = max(0.75 * size, text_width(outcome, letters) + 0.5 * size)
    card = element("rect", class_="kz-die", x=1, y=1, width=width - 2, height=size - 2, rx=0.1 * size)
    written = text(width / 2, size / 2, outcome, letters, class_="kz-die-text")
    return document(width, size, outcome or "chance", DICE_STYLE, card, written)


def die_svg(face: int, size: float, *, is_used: bool = False) -> str:
    """A die around (0, 0): with pips, or a number where it has more than six faces; 0 is one that is hidden."""
    inside = _die(str(face), 0.0, size) if str(face) in PIPS else _written_die(str(face) if face else "?", size)
    corner = number(-size / 2)
    thrown = element("g", inside, class_="kz-used" if is_used else "kz-throw")
    return element("g", thrown, transform=f"translate({corner} {corner})")


def _written_die(words: str, size: float) -> str:
    body = element("rect", class_="kz-die", x=1, y=1, width=size - 2, height=size - 2, rx=0.18 * size)
    return body + text(size / 2, size / 2, words, 0.6 * size, class_="kz-die-text")


def _die(face: str, left: float, size: float) -> str:
    body = element("rect", class_="kz-die", x=left + 1, y=1, width=size - 2, height=size - 2, rx=0.18 * size)
    pips = [
        element("circle", class_="kz-pip", cx=left + size * (0.5 + 0.26 * x), cy=size * (0.5 + 0.26 * y), r=0.09 * size)
        for x, y in PIPS[face]
    ]
    return body + "".join(pips)

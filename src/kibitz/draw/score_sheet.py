"""Dice above a sheet with a box for each category, as a scene."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from kibitz.draw.spots import Die, Label, Plate, Scene, Spot

ROLLING = (1, 0)  # the cell of the plate that rolls the dice again
WIDTH = 9.6
DIE = 1.5
BOX_WIDE, BOX_HIGH = 2.15, 1.5
ABREAST = 4  # boxes beside each other


def score_sheet(
    dice: Sequence[str],
    categories: Sequence[str],
    points: Mapping[int, str],
    kept: Collection[int] = (),
    roll: str = "",
    words: str = "",
) -> Scene:
    """Dice as digits (anything else for one in the air), those that are `kept` lit, and a plate to roll the others.

    Without dice, `words` stand in their place. `points` tells by the number of a category what it would bring; the
    others are scored. Dice are the cells of row 0, boxes those of row 2.
    """
    left = WIDTH / 2 - (DIE + 0.25) * (len(dice) - 1) / 2
    spots = [
        Spot((0, at), left + at * (DIE + 0.25), 1.2, DIE, DIE, _die(face), f"die {at + 1}", is_lit=at in kept)
        for at, face in enumerate(dice)
    ]
    labels = [] if dice or not words else [Label(WIDTH / 2, 1.6, words, 0.8)]
    if roll:
        spots.append(Spot(ROLLING, WIDTH / 2, 2.85, 3.2, 1.1, Plate(roll.capitalize())))
        if not kept:
            labels.append(Label(WIDTH / 2, 3.75, "touch the dice to keep", 0.4))
    for number, name in enumerate(categories):
        row, column = divmod(number, ABREAST)
        wide = min(ABREAST, len(categories) - row * ABREAST)
        x = WIDTH / 2 + (column - (wide - 1) / 2) * (BOX_WIDE + 0.15)
        y = 5.0 + row * (BOX_HIGH + 0.2)
        note = points.get(number, "").replace(".", "–")
        spots.append(Spot((2, number), x, y, BOX_WIDE, BOX_HIGH, Plate(name, note), is_dim=number not in points))
    rows = (len(categories) + ABREAST - 1) // ABREAST
    return Scene(WIDTH, 4.4 + rows * (BOX_HIGH + 0.2), "cloth", tuple(spots), tuple(labels))


def _die(face: str) -> Die:
    return Die(int(face) if face.isdecimal() else 0)

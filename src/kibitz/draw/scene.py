"""A scene as an SVG document: a card table or a board of points, with a caption below."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from kibitz.draw.cards import CARD_STYLE, card_said, large_card
from kibitz.draw.dice import DICE_STYLE, die_svg
from kibitz.draw.picture import Cell, Picture
from kibitz.draw.race_board import RACE_STYLE, race_ground, stack_svg
from kibitz.draw.spots import Anchor, Card, Die, Label, Plate, Scene, Spot, Stack
from kibitz.draw.svg import document, element, escape, number, text, text_width, wrapped

CAPTION, LINE = 14.0, 20.0  # the size of its letters, and from one line to the next
MARGIN = 6.0  # pixels around the scene

SCENE_STYLE = """\
.kz-svg .kz-open{fill:none}
.kz-svg .kz-cloth{fill:#2f6b4f}
.kz-svg .kz-veil{fill:#2f6b4f;fill-opacity:.55}
.kz-svg .kz-on-cloth{fill:#fff}
.kz-svg .kz-sign{fill:#fdfcf9;stroke:#1b1b1b;stroke-opacity:.4}
.kz-svg .kz-on-sign{fill:#1b1b1b}
.kz-svg .kz-heavy-text{font-weight:700}
.kz-svg .kz-lit{fill:#f2c230}
.kz-svg .kz-on-lit{fill:#1b1b1b;font-weight:700}
.kz-svg .kz-trail{fill:#e8b800;fill-opacity:.4}
.kz-svg .kz-pointed{fill:none;stroke:#f2c230;stroke-width:3.5}
.kz-svg .kz-badge rect{fill:#fff;stroke:#1b1b1b;stroke-opacity:.45}
.kz-svg .kz-badge text{fill:#111;font-weight:700}
"""


def scene_svg(
    picture: Picture,
    scene: Scene,
    *,
    size: float,
    title: str,
    flipped: bool,
    badges: Mapping[Cell, str],
    trail: Collection[Cell],
) -> str:
    """The scene, `size` pixels a cell; see `board_svg`. A group's `data-box` is what of the scene belongs to its cell:
    left, top, width and height around its middle, in pixels."""
    seen = turned(scene) if flipped else scene
    wide, high = seen.width * size + 2 * MARGIN, seen.height * size + 2 * MARGIN
    lines = wrapped(picture.caption, wide - 2 * MARGIN, CAPTION) if picture.caption else []
    ground = element("g", *_ground(seen, size), transform=_turn(seen, size) if flipped else None)
    spots = [_spot(spot, size, badges, trail) for spot in seen.spots]
    labels = [_label(label, size, seen.ground) for label in seen.labels]
    board = element("g", ground, *labels, transform=f"translate({number(MARGIN)} {number(MARGIN)})")
    told = [text(wide / 2, high + (row + 0.5) * LINE, line, CAPTION) for row, line in enumerate(lines) if line]
    style = SCENE_STYLE + CARD_STYLE + DICE_STYLE + (RACE_STYLE if seen.ground == "points" else "")
    below = len(lines) * LINE + MARGIN if lines else 0.0
    return document(wide, high + below, title or picture.caption or "a table", style, board, *spots, *told)


def turned(scene: Scene) -> Scene:
    """The scene from the other side: everything is opposite, and still the right way up."""
    spots = tuple(_opposite(spot, scene) for spot in reversed(scene.spots))
    labels = tuple(
        replace(label, x=scene.width - label.x, y=scene.height - label.y, anchor=_other_end(label))
        for label in scene.labels
    )
    return replace(scene, spots=spots, labels=labels)


def _opposite(spot: Spot, scene: Scene) -> Spot:
    holds = spot.holds
    if isinstance(holds, Stack):
        holds = replace(holds, is_hanging=not holds.is_hanging)
    return replace(spot, x=scene.width - spot.x, y=scene.height - spot.y, holds=holds)


def _other_end(label: Label) -> Anchor:
    return "end" if label.anchor == "start" else "start" if label.anchor == "end" else "middle"


def _turn(scene: Scene, size: float) -> str:
    return f"rotate(180 {number(scene.width * size / 2)} {number(scene.height * size / 2)})"


def _ground(scene: Scene, size: float) -> list[str]:
    if scene.ground == "points":
        return race_ground(size)
    wide, high = scene.width * size, scene.height * size
    return [element("rect", class_="kz-cloth", width=wide, height=high, rx=0.5 * size)]


def _spot(spot: Spot, size: float, badges: Mapping[Cell, str], trail: Collection[Cell]) -> str:
    here = (spot.wide, spot.high)
    wide, high = spot.wide * size, spot.high * size
    box = {"x": -wide / 2, "y": -high / 2, "width": wide, "height": high}
    corner = 0.12 * size
    inside = [element("rect", class_="kz-open", **box)]
    if spot.cell is not None and spot.cell in trail:
        inside.append(element("rect", class_="kz-trail", **box, rx=corner))
    if spot.holds is not None:
        inside.append(_thing(spot, size))
    if spot.is_dim:
        inside.append(element("rect", class_="kz-veil", **box, rx=corner))
    if spot.is_lit:
        inside.append(element("rect", class_="kz-pointed", **box, rx=corner))
    if spot.cell is not None and (badge := badges.get(spot.cell)):
        inside.append(_badge(badge, size, -high / 2 + 0.3 * size))
    said = _said(spot)
    place = f"translate({number(spot.x * size + MARGIN)} {number(spot.y * size + MARGIN)})"
    if spot.cell is None:
        return element("g", *inside, transform=place)
    return element(
        "g",
        *([element("title", escape(said))] if isinstance(spot.holds, Card) else []),
        *inside,
        class_="kz-cell",
        data_cell=f"{spot.cell[0]},{spot.cell[1]}",
        data_name=spot.name or None,
        data_said=said or None,
        data_box=",".join(map(number, (-wide / 2, -high / 2, *((part * size) for part in spot.seen or here)))),
        transform=place,
    )


def _thing(spot: Spot, size: float) -> str:
    if isinstance(spot.holds, Stack):
        return stack_svg(spot.holds, spot.high, size)
    if isinstance(spot.holds, Die):
        return die_svg(spot.holds.face, min(spot.wide, spot.high) * size, is_used=spot.holds.is_used)
    if isinstance(spot.holds, Plate):
        return _plate(spot.holds, spot.wide * size, spot.high * size, size)
    assert spot.holds is not None
    return large_card(spot.holds, spot.wide * size, spot.high * size)


def _plate(plate: Plate, wide: float, high: float, size: float) -> str:
    """Words, as large as they fit, on a light ground; the note is larger and below them."""
    ground = element("rect", class_="kz-sign", x=-wide / 2, y=-high / 2, width=wide, height=high, rx=0.15 * size)
    letters = min(0.5 * size, 0.9 * wide / (text_width(plate.words, 1.0) or 1.0))
    if not plate.note:
        return ground + text(0, 0, plate.words, letters, class_="kz-on-sign")
    words = text(0, -0.22 * high, plate.words, min(letters, 0.3 * high), class_="kz-on-sign")
    return ground + words + text(0, 0.2 * high, plate.note, 0.4 * high, class_="kz-on-sign kz-heavy-text")


def _said(spot: Spot) -> str:
    if spot.holds is None:
        return ""
    return card_said(spot.holds) if isinstance(spot.holds, Card) else spot.holds.said


def _label(label: Label, size: float, ground: str) -> str:
    x, y, letters = label.x * size, label.y * size, label.size * size
    if not label.is_lit:
        paint = "kz-on-frame" if ground == "points" else "kz-on-cloth"
        return text(x, y, label.words, letters, class_=paint, text_anchor=label.anchor)
    wide, high = 1.05 * text_width(label.words, letters) + letters, 1.5 * letters
    left = x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[label.anchor]
    pill = element("rect", class_="kz-lit", x=left, y=y - high / 2, width=wide, height=high, rx=high / 2)
    return pill + text(left + wide / 2, y, label.words, letters, class_="kz-on-lit")


def _badge(badge: str, size: float, y: float) -> str:
    """A small card that can be read on anything."""
    letters = min(max(10.0, 0.3 * size), (size - 4) / text_width(badge, 1.0))
    wide, high = max(text_width(badge, letters) + 5, 1.4 * letters), 1.4 * letters
    card = element("rect", x=-wide / 2, y=y - high / 2, width=wide, height=high, rx=high / 2.5)
    return element("g", card, text(0, y, badge, letters), class_="kz-badge")

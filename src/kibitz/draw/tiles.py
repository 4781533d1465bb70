"""Tiles: squares that slide about, the darker the more they are worth."""

from __future__ import annotations

from kibitz.draw.svg import element, text, text_width

# Light to dark on any page, and apart for colour-blind readers by their lightness alone.
SHADES = (
    "#f4ead2",
    "#f0d9a8",
    "#ecc27a",
    "#e8a44f",
    "#df8232",
    "#cf5f22",
    "#b5431f",
    "#93302a",
    "#732438",
    "#571c45",
    "#3d1650",
    "#241052",
)
WHITE_FROM = 5  # the first shade that needs white letters

TILE_STYLE = "".join(f".kz-svg .kz-tile-{number}{{fill:{shade}}}\n" for number, shade in enumerate(SHADES)) + (
    ".kz-svg .kz-tile{stroke:#1b1b1b;stroke-opacity:.18;stroke-width:1}\n"
    ".kz-svg .kz-on-tile{fill:#2b2118;font-weight:700}\n"
)


def is_shape(label: str) -> bool:
    """Is this a shape in rows from the top, such as `.#/##`?"""
    return "#" in label and set(label) <= set("#./")


def shape_svg(label: str, side: float, right: float, middle: float) -> str:
    """A shape of squares of that side, up to a right edge and around the middle of a line."""
    rows = label.split("/")
    left, top = right - side * max(map(len, rows)), middle - side * len(rows) / 2
    return "".join(
        element(
            "rect",
            class_="kz-tile kz-tile-4",
            x=left + column * side + 0.5,
            y=top + row * side + 0.5,
            width=side - 1,
            height=side - 1,
            rx=0.12 * side,
        )
        for row, cells in enumerate(rows)
        for column, cell in enumerate(cells)
        if cell == "#"
    )


def tile_svg(symbol: str, level: float, size: float) -> str:
    """A tile around (0, 0) with its symbol, if that is a word or a number; `level` is from 0, light, to 1, dark."""
    shade = round(min(1.0, max(0.0, level)) * (len(SHADES) - 1))
    side = 0.9 * size
    body = element(
        "rect",
        class_=f"kz-tile kz-tile-{shade}",
        x=-side / 2,
        y=-side / 2,
        width=side,
        height=side,
        rx=0.1 * size,
    )
    if not symbol.isalnum():
        return element("g", body)
    letters = min(0.42 * size, 0.74 * size / (text_width(symbol, 1.0) or 1.0))
    paint = "kz-on-dark" if shade >= WHITE_FROM else "kz-on-tile"
    return element("g", body, text(0, 0, symbol, letters, class_=paint))

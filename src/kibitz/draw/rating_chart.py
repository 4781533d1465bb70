"""A chart of ratings: a dot for each player, with its interval, and a line from one to the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kibitz.draw.svg import BLUE, document, element, escape, number, text, text_width
from kibitz.errors import BadInput

STYLE = f"""\
.kz-svg .kz-grid{{stroke:currentColor;stroke-opacity:.15;stroke-width:1}}
.kz-svg .kz-rating-line{{fill:none;stroke:{BLUE};stroke-opacity:.45;stroke-width:2}}
.kz-svg .kz-rating{{fill:{BLUE}}}
.kz-svg .kz-interval{{stroke:{BLUE};stroke-width:1.5}}
"""

LETTERS = 12.0
MARGIN = 14.0
WIDTH = 640.0
STEPS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)  # Elo between two lines of the grid
MOST_LINES = 8
CAP = 4.0  # half the width of the ends of an interval


def rating_chart(
    names: Sequence[str],
    ratings: Sequence[float],
    errors: Sequence[float | None],
    *,
    width: float | None = None,
    height: float = 320,
    title: str = "",
) -> str:
    """Ratings in Elo as an SVG document, in the order in which they are given, with intervals of ± `errors`.

    Without a `width` it is as wide as the names need.
    What all names begin with is written once, below: of `deepening depth=1`, `deepening depth=2` only the numbers stand
    at the dots. Each player is a group of class `kz-player` with its name and numbers as a tooltip.
    """
    if not names or not len(names) == len(ratings) == len(errors):
        counted = f"{len(names)} names, {len(ratings)} ratings and {len(errors)} errors"
        raise BadInput(f"a chart needs as many ratings and errors as players, got {counted}")
    low = min(r - (e or 0.0) for r, e in zip(ratings, errors, strict=True))
    high = max(r + (e or 0.0) for r, e in zip(ratings, errors, strict=True))
    step = next((s for s in STEPS if (high - low) / s <= MOST_LINES), STEPS[-1])
    floor, ceiling = step * (low // step), step * -(-high // step)
    ceiling = ceiling if ceiling > floor else floor + step
    common, short = _shortened(names)
    if width is None:
        width = max(WIDTH, len(names) * (max(text_width(name, LETTERS) for name in short) + LETTERS) + 80)
    left = MARGIN + max(text_width(_signed(x), LETTERS) for x in (floor, ceiling)) + 6
    right, top, bottom = width - MARGIN, MARGIN + LETTERS, height - MARGIN - 2 * LETTERS - 8

    def x(place: int) -> float:
        return left + (place + 0.5) * (right - left) / len(names)

    def y(elo: float) -> float:
        return bottom - (elo - floor) / (ceiling - floor) * (bottom - top)

    inside = []
    for line in range(round((ceiling - floor) / step) + 1):
        elo = floor + line * step
        inside.append(element("line", class_="kz-grid", x1=left, y1=y(elo), x2=right, y2=y(elo)))
        inside.append(text(left - 6, y(elo), _signed(elo), LETTERS, class_="kz-quiet", text_anchor="end"))
    path = "M" + "L".join(f"{number(x(place))} {number(y(elo))}" for place, elo in enumerate(ratings))
    inside.append(element("path", class_="kz-rating-line", d=path))
    for place, (name, elo, error) in enumerate(zip(names, ratings, errors, strict=True)):
        inside.append(_player(x(place), y(elo), name, elo, error, y))
        inside.append(text(x(place), bottom + LETTERS + 2, short[place], LETTERS))
    if common:
        inside.append(text((left + right) / 2, bottom + 2 * LETTERS + 8, common, LETTERS, class_="kz-quiet"))
    inside.append(text(left, MARGIN / 2 + 2, "Elo", LETTERS, class_="kz-quiet", text_anchor="end"))
    return document(width, height, title or "Ratings in Elo, with 95 % intervals", STYLE, *inside)


def _player(x: float, y: float, name: str, elo: float, error: float | None, height: Callable[[float], float]) -> str:
    """A dot, its interval and its tooltip."""
    said = f"{name}: {_signed(elo)}" + ("" if error is None else f" ± {error:.0f}")
    inside = [element("title", escape(said))]
    if error is not None:
        ends = height(elo - error), height(elo + error)
        inside.append(element("line", class_="kz-interval", x1=x, y1=ends[0], x2=x, y2=ends[1]))
        inside += [element("line", class_="kz-interval", x1=x - CAP, y1=end, x2=x + CAP, y2=end) for end in ends]
    inside.append(element("circle", class_="kz-rating", cx=x, cy=y, r=4))
    return element("g", *inside, class_="kz-player")


def _signed(elo: float) -> str:
    return f"{elo:+.0f}".replace("-", "−") if round(elo) else "0"


def _shortened(names: Sequence[str]) -> tuple[str, list[str]]:
    """What all names begin with, up to a blank or an equals sign, and what is left of each."""
    common = 0
    if len(names) > 1:
        for place, letters in enumerate(zip(*names, strict=False), 1):
            if len(set(letters)) > 1:
                break
            if letters[0] in " =":
                common = place
    return names[0][:common].rstrip(" ="), [name[common:] for name in names]

"""A chart of how many times as fast one is as others: a dot for each, with its spread, on a scale of powers of ten."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, floor, log10

from benchmarks.table import times
from kibitz.draw.svg import BLUE, ORANGE, document, element, escape, text, text_width

STYLE = f"""\
.kz-svg .kz-grid{{stroke:currentColor;stroke-opacity:.15;stroke-width:1}}
.kz-svg .kz-even{{stroke:currentColor;stroke-opacity:.6;stroke-width:1.5}}
.kz-svg .kz-faster{{fill:{BLUE};stroke:{BLUE}}}
.kz-svg .kz-slower{{fill:{ORANGE};stroke:{ORANGE}}}
"""
LETTERS = 12.0
MARGIN = 14.0
STEP = 20.0  # between two rows
WIDTH = 840.0

Bar = tuple[str, str, float, float | None, float | None]  # name, tooltip, ratio, and its spread


def ratio_chart(bars: Sequence[Bar]) -> str:
    """The ratios as an SVG document, a row each; right of the line at 1 Kibitz is faster."""
    low = floor(log10(min([1.0, *(bar[3] or bar[2] for bar in bars)])))
    high = ceil(log10(max([10.0, *(bar[4] or bar[2] for bar in bars)])))
    left = MARGIN + max((text_width(bar[0], LETTERS) for bar in bars), default=0.0) + 8
    right = WIDTH - MARGIN - text_width("10,000×", LETTERS)
    top, bottom = MARGIN + LETTERS + 6, MARGIN + LETTERS + 6 + STEP * len(bars)

    def x(ratio: float) -> float:
        return left + (log10(ratio) - low) / (high - low) * (right - left)

    inside = []
    for power in range(low, high + 1):
        place = x(10.0**power)
        kind = "kz-even" if power == 0 else "kz-grid"
        inside.append(element("line", class_=kind, x1=place, y1=top, x2=place, y2=bottom))
        inside.append(text(place, MARGIN, f"{10.0**power:,g}×", LETTERS, class_="kz-quiet"))
    for number, bar in enumerate(bars):
        inside.append(_row(bar, x, left, top + STEP * (number + 0.5)))
    title = "How many times as fast Kibitz is as each peer, with the spread of the rounds"
    return document(WIDTH, bottom + MARGIN, title, STYLE, *inside)


def _row(bar: Bar, x: Callable[[float], float], left: float, y: float) -> str:
    """A name, a dot, its spread, its number, and a tooltip."""
    name, subject, ratio, low, high = bar
    kind = "kz-faster" if ratio >= 1 else "kz-slower"
    inside = [
        element("title", escape(f"{subject}: {times(ratio)}")),
        text(left - 8, y, name, LETTERS, text_anchor="end"),
    ]
    if low is not None and high is not None:
        inside.append(element("line", class_=kind, x1=x(low), y1=y, x2=x(high), y2=y, stroke_width=2))
    inside.append(element("circle", class_=kind, cx=x(ratio), cy=y, r=4))
    inside.append(text(x(high or ratio) + 8, y, times(ratio), LETTERS, text_anchor="start"))
    return element("g", *inside)

"""The few things every drawing needs of SVG: elements, escaped text, how wide a text is, and the whole document."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from functools import lru_cache
from html import escape as escaped_markup

BLUE, GREY, ORANGE = "#0072B2", "#999999", "#D55E00"  # safe for colour-blind readers

# Inside a page the ink is the page's own text colour. A standalone file, where the drawing is the root of the document,
# follows the reader's setting.
STYLE = """\
.kz-svg{max-width:100%;height:auto;font-family:system-ui,"Segoe UI","Helvetica Neue",Arial,sans-serif}
.kz-svg text{fill:currentColor;font-variant-numeric:tabular-nums}
.kz-svg .kz-quiet{fill-opacity:.62}
.kz-svg:root{color:#1b1b1b;color-scheme:light dark}
@media (prefers-color-scheme: dark){.kz-svg:root{color:#ececec}}
"""

# How wide letters are, in ems: those that are neither narrow nor broad are small or capital ones.
NARROW = frozenset("iljtfrI.,:;'|!()[]/ ")
BROAD = frozenset("mwMW@%…—+−=<>∞≥≤")


UNFIT = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # what XML cannot hold


def fitting(text: str) -> str:
    """Text with each character that XML cannot hold replaced."""
    return UNFIT.sub("\N{REPLACEMENT CHARACTER}", text)


def escape(text: str) -> str:
    """Text that may stand in an element or an attribute; characters that XML cannot hold are replaced."""
    return escaped_markup(fitting(text))


def element(tag: str, *inside: str, **attributes: str | float | None) -> str:
    """An element around finished markup. `class_` is class, `stroke_width` is stroke-width; None is left out."""
    given = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_attribute(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{given}>{''.join(inside)}</{tag}>" if inside else f"<{tag}{given}/>"


def _attribute(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else number(value)


def number(value: float) -> str:
    """A coordinate, to a hundredth: 12, -0.25."""
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")  # + 0.0 makes a negative zero a plain one


def text(x: float, y: float, content: str, size: float, **attributes: str | float | None) -> str:
    """A line of text, centred on (x, y) from top to bottom, and from left to right unless `text_anchor` is given."""
    attributes.setdefault("text_anchor", "middle")
    return element("text", escape(content), x=x, y=y + 0.35 * size, font_size=size, **attributes)


def text_width(content: str, size: float) -> float:
    """About how wide a line of text is; rather too wide than too narrow, since fonts differ."""
    return sum(map(_letter_width, content)) * size


@lru_cache(4096)
def _letter_width(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0.0
    if letter in NARROW:
        return 0.38
    if letter in BROAD or unicodedata.east_asian_width(letter) in "WF":
        return 0.95
    return 0.74 if letter.isupper() else 0.64


def wrapped(content: str, width: float, size: float) -> list[str]:
    """Lines of text that fit a width; the text's own line breaks stay."""
    letters = max(8, int(width / (0.56 * size)))
    return [line for part in content.splitlines() for line in textwrap.wrap(part, letters) or [""]]


def document(width: float, height: float, title: str, style: str, *inside: str) -> str:
    """A whole drawing, which says in words what it shows."""
    return element(
        "svg",
        element("title", escape(title)),
        element("style", STYLE + style),
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        class_="kz-svg",
        role="img",
        aria_label=title,
    )

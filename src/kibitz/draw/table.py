"""A table as HTML, for a notebook: plain, so that it looks like the tables around it."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.draw.svg import element, escape

TO_THE_RIGHT, TO_THE_LEFT = "text-align:right", "text-align:left"


def table_html(
    above: Sequence[str], rows: Sequence[Sequence[str]], below: Sequence[str], numbers: Sequence[int]
) -> str:
    """Lines of text, a table with its heads in the first row, and more lines. `numbers` are columns of numbers."""
    lines = []
    for number, row in enumerate(rows):
        tag = "td" if number else "th"
        styles = [TO_THE_RIGHT if column in numbers else TO_THE_LEFT for column in range(len(row))]
        lines.append(element("tr", *(_cell(tag, text, style) for text, style in zip(row, styles, strict=True))))
    table = [element("table", element("thead", lines[0]), element("tbody", *lines[1:]))] if len(lines) > 1 else []
    return element("div", *map(_line, above), *table, *map(_line, below), class_="kz-answer")


def _cell(tag: str, text: str, style: str) -> str:
    return f'<{tag} style="{style}">{escape(text)}</{tag}>'


def _line(text: str) -> str:
    return f"<p>{escape(text)}</p>"

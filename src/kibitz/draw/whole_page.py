"""Drawings with what is said about them as one HTML file that needs no server: to be sent, kept or put on a site.

The file holds its own style and script. A policy in its head lets that one script run and nothing else, whatever the
texts in it say, and lets it load nothing.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from kibitz.draw.svg import escape

PARTS = re.compile(r"(?=<g[ >])")  # where drawings of one board are cut into parts, most of which they share
FOOTER = "<footer>Made with Kibitz. This file needs no server and loads nothing.</footer>\n"
MARKS = {"slip": "?!", "mistake": "?", "blunder": "??"}


@dataclass(frozen=True)
class Row:
    """What is said about one drawing: in the list of all of them (`label`, `mark`), and below it (`sentence`).

    `player` gives the row that player's colour, and `line` is the line of the pseudo-code that it belongs to, from 1.
    """

    label: str
    sentence: str = ""
    mark: str = ""
    player: int | None = None
    line: int | None = None


@dataclass(frozen=True)
class WholePage:
    """What goes into a file. There is a row for every drawing, and the one that is numbered `first` is shown first.

    `drawings` are whole ones, or the first of them and then, by part (its `data-part`), what each step `changes`.
    """

    title: str
    rows: Sequence[Row]
    drawings: Sequence[str]
    changes: Sequence[Mapping[str, str]] = ()
    first: int = 0
    said: str = ""  # a sentence below the title
    chart: str = ""  # a drawing beside the list
    code: Sequence[str] = ()  # lines of pseudo-code
    heads: Sequence[str] = ()  # of a table
    table: Sequence[Sequence[str]] = field(default_factory=list)
    named: str = ""  # above the table
    listed: str = "Moves"  # what the rows are
    in_pairs: bool = False  # do two take turns? Their rows stand side by side, below the first
    counted_from: int = 0
    in_cell: bool = False  # of a notebook: there is little room, so neither a list of the rows nor a footer

    def html(self) -> str:
        """The file."""
        script, style = _asset("whole_page.js"), _asset("whole_page.css")
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        policy = f"default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-{digest}'"
        return (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            '<meta name="color-scheme" content="light dark">\n'
            f"<title>{escape(self.title)}</title>\n<style>{style}</style>\n</head>\n<body>\n"
            f"{self._header()}<main>\n{self._stage()}{self._side()}</main>\n"
            f"{'' if self.in_cell else FOOTER}"
            f'<script type="application/json" id="data">{embedded(self._data())}</script>\n'
            f"<script>{script}</script>\n</body>\n</html>\n"
        )

    # ------------------------------------------------------------ the parts

    def _header(self) -> str:
        said = f"<p>{escape(self.said)}</p>" if self.said else ""
        return f"<header><h1>{escape(self.title)}</h1>{said}</header>\n"

    def _stage(self) -> str:
        shown = self.drawings[self.first if len(self.drawings) > 1 else 0]
        steps = self._steps() if len(self.rows) > 1 else ""
        sentence = escape(self.rows[self.first].sentence)
        return (
            f'<section class="stage" aria-label="Drawing">\n<div id="drawing">{shown}</div>\n'
            f'<p id="sentence" aria-live="polite">{sentence}</p>\n{steps}</section>\n'
        )

    def _steps(self) -> str:
        buttons = "".join(
            f'<button type="button" id="{name}" aria-label="{label}" title="{label}">{sign}</button>'
            for name, label, sign in (
                ("start", "To the start (Home)", "|◀"),
                ("back", "Back (left arrow)", "◀"),
                ("play", "Play (space)", "Play"),
                ("forward", "Forward (right arrow)", "▶"),
                ("end", "To the end (End)", "▶|"),
            )
        )
        last = len(self.rows) - 1
        slider = f'<input type="range" id="step" aria-label="Step" min="0" max="{last}" value="{self.first}">'
        return (
            f'<div class="steps" role="group" aria-label="Steps">{buttons}{slider}<output id="count"></output></div>\n'
        )

    def _side(self) -> str:
        parts = [
            f'<figure class="chart">{self.chart}</figure>' if self.chart else "",
            self._code(),
            self._list() if len(self.rows) > 1 and not self.in_cell else "",
            self._table(),
        ]
        inside = "\n".join(part for part in parts if part)
        return f'<section class="side" aria-label="What is said">{inside}</section>\n' if inside else ""

    def _code(self) -> str:
        lines = "".join(f'<span data-line="{n}">{escape(line) or " "}</span>' for n, line in enumerate(self.code, 1))
        return f'<pre id="code">{lines}</pre>' if lines else ""

    def _list(self) -> str:
        rows = "".join(self._row(number, row) for number, row in enumerate(self.rows))
        columns = ' class="pairs"' if self.in_pairs else ""
        return f'<h2>{escape(self.listed)}</h2>\n<ol id="rows"{columns}>{rows}</ol>'

    def _row(self, number: int, row: Row) -> str:
        mark = f' <b class="mark {escape(row.mark)}">{escape(MARKS.get(row.mark, row.mark))}</b>' if row.mark else ""
        seat = "" if row.player is None else f' class="player-{row.player if 0 <= row.player < 2 else "more"}"'
        title = f' title="{escape(row.sentence)}"' if row.sentence else ""
        inside = f"<span>{escape(row.label)}</span>{mark}"
        return f'<li{seat}><button type="button" data-row="{number}"{title}>{inside}</button></li>'

    def _table(self) -> str:
        if not self.table:
            return ""
        heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in self.heads)
        rows = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in self.table)
        name = f"<h2>{escape(self.named)}</h2>\n" if self.named else ""
        table = f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
        return f'{name}<div class="table">{table}</div>'

    def _data(self) -> dict[str, Any]:
        rows = [{"sentence": row.sentence, "line": row.line} for row in self.rows]
        told: dict[str, Any] = {"first": self.first, "base": self.counted_from, "rows": rows}
        if self.changes:
            return told | {"changes": [dict(change) for change in self.changes]}
        return told | _shared(self.drawings)


def _shared(drawings: Sequence[str]) -> dict[str, Any]:
    """Drawings as lists of parts, each part stored once: those of one board have most of them in common."""
    numbers: dict[str, int] = {}
    frames = [[numbers.setdefault(part, len(numbers)) for part in PARTS.split(drawing)] for drawing in drawings]
    return {"parts": list(numbers), "frames": frames}


def embedded(data: Any) -> str:
    """JSON that may stand inside a script element: nothing in it can end that."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    text = text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return text.encode("utf-8", "replace").decode("utf-8")


def _asset(name: str) -> str:
    return files("kibitz.draw").joinpath(name).read_text(encoding="utf-8")

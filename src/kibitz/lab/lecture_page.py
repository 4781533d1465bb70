"""A lecture's page of the documentation as HTML, so that the page of Kibitz can lead there and back into the lab."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from kibitz.errors import BadInput
from kibitz.lab.lecture_titles import PAGES, anchor

_PACKAGE = Path(__file__).parents[1]
_FOLDERS = (_PACKAGE / "docs" / "lectures", _PACKAGE.parents[1] / "docs" / "lectures")  # of a wheel, of the repository
_ADDRESS = re.compile(r"http://127\.0\.0\.1:8080/(#/[^\s`]*)")
_INLINE = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)\s]+)\)")
_ITEM = re.compile(r"(?:- |\d+\. )(.*)")
STYLE = """\
:root{color-scheme:light dark}
body{font:17px/1.5 "Source Sans 3","Segoe UI",system-ui,sans-serif;max-width:56rem;margin:1.5rem auto;padding:0 1rem}
pre{overflow:auto;padding:.6rem .8rem;border:1px solid #8885;border-radius:6px;font-size:.82em;line-height:1.4}
table{border-collapse:collapse;display:block;overflow:auto}
th,td{padding:.25rem .7rem;border:1px solid #8885;text-align:left}
a{color:#0072b2}
@media (prefers-color-scheme:dark){a{color:#6cb8ea}}
h2:target{background:#f0e44255}
"""


def lecture_page(lecture: int) -> str:
    """The page of a lecture, 1 to 5, as one HTML document; `BadInput` if there is no such lecture."""
    if not 1 <= lecture <= len(PAGES):
        raise BadInput(f"there is no lecture {lecture}: expected 1 to {len(PAGES)}")
    file = next((at for folder in _FOLDERS if (at := folder / f"{PAGES[lecture - 1]}.md").exists()), None)
    if file is None:
        raise BadInput(f"the pages of the lectures are not installed: see docs/lectures/{PAGES[lecture - 1]}.md")
    text = file.read_text(encoding="utf-8")
    title = escape(text.partition("\n")[0].lstrip("# "))
    head = f'<meta charset="utf-8"><title>{title}</title><meta name="viewport" content="width=device-width">'
    head += '<link rel="icon" href="../static/favicon.svg" type="image/svg+xml">'
    back = '<p><a href="../#/lab">To the tree lab</a></p>'
    return (
        f"<!doctype html><html lang=en><head>{head}<style>{STYLE}</style></head><body>{back}{_body(text)}</body></html>"
    )


def _body(text: str) -> str:
    """Markdown as these pages use it: headings, paragraphs, lists, tables, and blocks of code."""
    made: list[str] = []
    for at, part in enumerate(re.split(r"^```\w*\n(.*?)^```\n?", text, flags=re.MULTILINE | re.DOTALL)):
        if at % 2:
            made.append(f"<pre>{_linked(part)}</pre>")
        else:
            made += [_block(block) for block in re.split(r"\n\s*\n|(?<=\n)(?=## )|(?<=^)(?=# )", part) if block.strip()]
    return "\n".join(made)


def _block(block: str) -> str:
    lines = block.strip().split("\n")
    if heading := re.match(r"(#+) (.*)", lines[0]):
        size, words = len(heading[1]), heading[2]
        rest = _block("\n".join(lines[1:])) if lines[1:] else ""
        return f'<h{size} id="{anchor(words)}">{_words(words)}</h{size}>{rest}'
    if lines[0].startswith("|"):
        rows = [[_words(cell.strip()) for cell in line.strip("|").split("|")] for line in [lines[0], *lines[2:]]]
        return f"<table>{''.join(_row(row, 'td' if at else 'th') for at, row in enumerate(rows))}</table>"
    if _ITEM.match(lines[0]):
        kind = "ul" if lines[0].startswith("-") else "ol"
        items = re.split(r"\n(?=- |\d+\. )", block.strip())
        told = [_words(_ITEM.sub(r"\1", " ".join(item.split("\n")), count=1)) for item in items]
        return f"<{kind}>{''.join(f'<li>{item}</li>' for item in told)}</{kind}>"
    return f"<p>{_words(' '.join(lines))}</p>"


def _row(cells: list[str], kind: str) -> str:
    return f"<tr>{''.join(f'<{kind}>{cell}</{kind}>' for cell in cells)}</tr>"


def _words(text: str) -> str:
    """A line with its code, emphasis and links."""
    told, last = [], 0
    for found in _INLINE.finditer(text):
        told += [escape(text[last : found.start()]), _marked(found)]
        last = found.end()
    return "".join([*told, escape(text[last:])])


def _marked(found: re.Match[str]) -> str:
    code, strong, stressed, words, target = found.groups()
    if code is not None:
        inside = f"<code>{escape(code)}</code>"
        return f'<a href="../{escape(code)}">{inside}</a>' if code.startswith(("#/", "/sheet?")) else inside
    if strong is not None:
        return f"<b>{escape(strong)}</b>"
    if stressed is not None:
        return f"<i>{escape(stressed)}</i>"
    page, _, place = target.partition("#")
    number = next((at + 1 for at, name in enumerate(PAGES) if page in ("", f"{name}.md")), None)
    if number is None:
        return _words(words)  # a page that is not served here
    return f'<a href="{number if page else ""}{f"#{place}" if place else ""}">{_words(words)}</a>'


def _linked(code: str) -> str:
    """A block of code, in which addresses of the page are links."""
    return _ADDRESS.sub(r'<a href="../\1">\g<0></a>', escape(code))

"""A sheet of questions to print, with or without their answers: one HTML page that needs nothing else."""

from __future__ import annotations

from html import escape

from kibitz.lab.quiz import Question
from kibitz.lab.quiz_answers import CHOICE, EDGES, Form
from kibitz.lab.quiz_series import Series
from kibitz.lab.quiz_trees import MIXED
from kibitz.lab.random_trees import OPPONENTS

STYLE = """\
:root{color-scheme:light}
body{font:16px/1.45 "Source Sans 3","Segoe UI",system-ui,sans-serif;color:#1a1a1a;background:#fff;
max-width:60rem;margin:2rem auto;padding:0 1.5rem}
h1{font-size:1.5rem;margin:0 0 .75rem}
.name{display:flex;gap:2rem;margin:0 0 1.5rem}
.name span{flex:1;border-bottom:1px solid #1a1a1a;padding-bottom:.2rem}
.name .date{flex:0 0 12rem}
ol{padding:0;margin:0;list-style:none;counter-reset:item}
li{counter-increment:item;margin:0 0 2rem;padding-top:1rem;border-top:1px solid #bbb;break-inside:avoid}
li p{margin:.25rem 0 .75rem}
li .asked::before{content:counter(item) ". ";font-weight:700}
figure{margin:.5rem 0;text-align:center}
figure svg{max-width:100%;max-height:95mm;height:auto}
.line{margin-top:.75rem}
.blank{display:inline-block;min-width:7rem;border-bottom:1px solid #1a1a1a}
.long .blank{min-width:28rem}
.boxes span{white-space:nowrap;margin-right:1.5rem}
.answer{font-weight:600}
footer{margin-top:2rem;font-size:.8rem;color:#555}
@media print{body{margin:0;padding:0;max-width:none;font-size:11pt}@page{margin:16mm}}
"""


def sheet(
    seed: int,
    count: int,
    depth: int,
    branching: int,
    *,
    answers: bool = False,
    kind: str = MIXED,
    variant: str = "fail-soft",
    trees: str = OPPONENTS,
) -> str:
    """The page of a sheet of `count` questions.

    `kind` is one, several separated by commas, `all`, or `mixed`: value, prune and window in turns. The same seed gives
    the same sheet, and the one with answers has the answers to it. Its questions are those of `Series`, and so those of
    a class link with the same seed.
    """
    series = Series(seed, count=count, depth=depth, branching=branching, variant=variant, trees=trees).of_kinds(kind)
    title = "Game trees: answers" if answers else "Game trees"
    items = "\n".join(_item(one, answers) for one in series.items())
    name = '<p class="name"><span>Name:</span><span class="date">Date:</span></p>'
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<link rel="icon" href="/static/favicon.svg">\n'
        f"<title>{escape(title)}, sheet {seed}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f"<main>\n<h1>{escape(title)}</h1>\n{'' if answers else name}\n<ol>\n{items}\n</ol>\n</main>\n"
        f"<footer>{escape(_footer(series))}</footer>\n</body>\n</html>\n"
    )


def _item(asked: Question, answers: bool) -> str:
    if answers:
        drawing = asked.solution_drawing
        line = f'<p class="line answer">{escape(asked.solution)}</p>'
    else:
        drawing = asked.drawing
        line = _line(asked.form)
    return f'<li>\n<p class="asked">{escape(asked.sentence)}</p>\n<figure>{drawing}</figure>\n{line}\n</li>'


def _line(form: Form) -> str:
    """Where the answer is written, by the shape of the form."""
    blank = '<span class="blank">&nbsp;</span>'
    if form.shape == EDGES:
        how = f"{form.label} (mark the branches, or name the nodes below them)"
        return f'<p class="line long">{escape(how)}: {blank}</p>'
    if form.shape == CHOICE and not form.are_nodes:
        boxes = " ".join(f"<span>☐ {escape(choice)}</span>" for choice in form.choices)
        return f'<p class="line boxes">{boxes}</p>'
    if form.shape == CHOICE:
        return f'<p class="line">{escape(form.label)}: {blank}</p>'
    equal = " =" if len(form.fields) > 1 else ":"
    fields = " &nbsp; ".join(f"{escape(field.label)}{equal} {blank}" for field in form.fields)
    return f'<p class="line">{fields}</p>'


def _footer(series: Series) -> str:
    kinds = ", ".join(series.kinds)
    size = f"depth {series.depth}, branching {series.branching}, alpha-beta {series.variant}, trees {series.trees}"
    return f"Kibitz, sheet {series.seed}: {kinds}; {size}."

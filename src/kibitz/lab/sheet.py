"""A sheet of questions to print, with or without their answers: one HTML page that needs nothing else."""

from __future__ import annotations

from html import escape

from kibitz.errors import BadInput
from kibitz.lab.drawing import tree_svg
from kibitz.lab.quiz import PRUNE, QUIZ_KINDS, SELECT, VALUE, WINDOW, Question, question
from kibitz.lab.recording import shown

MIXED = "mixed"
IN_TURNS = (VALUE, PRUNE, WINDOW)  # the kinds of a mixed sheet
MOST_ITEMS = 40
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
.answer{font-weight:600}
footer{margin-top:2rem;font-size:.8rem;color:#555}
@media print{body{margin:0;padding:0;max-width:none;font-size:11pt}@page{margin:16mm}}
"""
LINES = {
    VALUE: '<p class="line">Value: <span class="blank">&nbsp;</span></p>',
    PRUNE: '<p class="line long">Pruned (mark the branches, or name the nodes below them): '
    '<span class="blank">&nbsp;</span></p>',
    WINDOW: '<p class="line">α = <span class="blank">&nbsp;</span> &nbsp; β = <span class="blank">&nbsp;</span></p>',
    SELECT: '<p class="line">Selected: <span class="blank">&nbsp;</span></p>',
}


def sheet(
    seed: int,
    count: int,
    depth: int,
    branching: int,
    *,
    answers: bool = False,
    kind: str = MIXED,
    variant: str = "fail-soft",
) -> str:
    """The page of a sheet of `count` questions: all of one kind, or the kinds in turns.

    The same seed gives the same sheet, and the one with answers has the answers to it. Item n of the sheet is the quiz
    of seed `item_seed(seed, n)`.
    """
    if kind != MIXED and kind not in QUIZ_KINDS:
        raise BadInput(f"unknown kind of sheet {kind!r}: expected {MIXED}, {', '.join(QUIZ_KINDS)}")
    if not 1 <= count <= MOST_ITEMS:
        raise BadInput(f"{count} questions do not fit a sheet: expected 1 to {MOST_ITEMS}")
    kinds = IN_TURNS if kind == MIXED else (kind,)
    asked = [
        question(kinds[place % len(kinds)], item_seed(seed, place), None, variant, depth, branching)
        for place in range(count)
    ]
    title = "Game trees: answers" if answers else "Game trees"
    items = "\n".join(_item(one, answers) for one in asked)
    name = '<p class="name"><span>Name:</span><span class="date">Date:</span></p>'
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<link rel="icon" href="/static/favicon.svg">\n'
        f"<title>{escape(title)}, sheet {seed}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f"<main>\n<h1>{escape(title)}</h1>\n{'' if answers else name}\n<ol>\n{items}\n</ol>\n</main>\n"
        f"<footer>{escape(_footer(seed, kind, depth, branching, variant))}</footer>\n</body>\n</html>\n"
    )


def item_seed(seed: int, place: int) -> int:
    """The seed of a question of a sheet, its place counted from 0."""
    return seed * 100 + place


def _item(asked: Question, answers: bool) -> str:
    if answers:
        step = asked.entered[asked.node].index if asked.node else None
        step = asked.selection.index if asked.kind == SELECT else step
        drawing = tree_svg(asked.tree, asked.recorder, step)
        line = f'<p class="line answer">{escape(_answer(asked))}</p>'
    else:
        drawing = asked.drawing
        line = LINES[asked.kind]
    return f'<li>\n<p class="asked">{escape(asked.sentence)}</p>\n<figure>{drawing}</figure>\n{line}\n</li>'


def _answer(asked: Question) -> str:
    truth = asked.answer
    if asked.kind == VALUE:
        return f"Value: {shown(truth)}"
    if asked.kind == PRUNE:
        return f"Pruned: {', '.join(truth)}"
    if asked.kind == SELECT:
        return f"Selected: {truth}"
    return f"α = {shown(truth[0])}, β = {shown(truth[1])}"


def _footer(seed: int, kind: str, depth: int, branching: int, variant: str) -> str:
    return f"Kibitz, sheet {seed}: {kind}, depth {depth}, branching {branching}, alpha-beta {variant}."

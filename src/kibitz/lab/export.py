"""A tree and its search as a file: LaTeX for a script, JSON for a program, SVG for everything else."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import NamedTuple

from kibitz.errors import BadInput
from kibitz.game import CHANCE
from kibitz.games.tree import Tree, judged
from kibitz.lab.ranges import Range, range_changes, range_text
from kibitz.lab.recording import Recorder, Step, shown
from kibitz.lab.tree_search import LabRun, children, kind_of, number_at
from kibitz.lab.tree_text import canonical

# Of a letter that pdfTeX's fonts do not have, pdfTeX prints the number; XeTeX and LuaTeX print the letter.
OPENING = r"""\documentclass[border=4mm]{standalone}
\usepackage{iftex}
\iftutex\usepackage{fontspec}\else\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}\fi
\iftutex\newcommand\kzletter[2]{#2}\else\newcommand\kzletter[2]{{\tiny U+#1}}\fi
\usepackage{textcomp}
"""
PREAMBLE = (
    OPENING
    + r"""\usepackage{forest}
\usetikzlibrary{shapes.geometric}
\definecolor{kzblue}{HTML}{0072B2}
\definecolor{kzgrey}{HTML}{767676}
\definecolor{kzorange}{HTML}{D55E00}
\forestset{
  kz inner/.style={draw, thick, minimum size=11mm, inner sep=0pt, font=\small},
  kz max/.style={kz inner, regular polygon, regular polygon sides=3, draw=kzblue, fill=kzblue!12},
  kz min/.style={kz inner, regular polygon, regular polygon sides=3, shape border rotate=180, draw=kzorange,
    fill=kzorange!12},
  kz chance/.style={kz inner, circle, minimum size=8mm, draw=kzgrey, fill=kzgrey!12},
  kz player/.style={kz inner, rectangle, minimum size=8mm, rounded corners=2mm, draw=kzblue, fill=kzblue!12},
  kz leaf/.style={draw, rectangle, inner sep=3pt, font=\small},
  kz current/.style={double, double distance=1.5pt, very thick},
  kz gone/.style={dashed, opacity=0.5},
  kz best/.style={edge={line width=1.6pt}},
  kz below/.style={edge={dashed, opacity=0.5}},
  kz cut/.style={edge={dashed}},
  kz dropped/.style={edge={dotted, thick}},
  kz limit/.style={label={[inner sep=0pt]below:{$\sim$}}},
  kz roomy/.style={s sep=15mm},
  kz wide/.style={s sep=9mm},
  kz name/.style={label={[font=\scriptsize, inner sep=1pt, label distance=1.5mm]left:{#1}}},
  kz leaf name/.style={label={[font=\scriptsize, align=center, inner sep=1pt]below:{#1}}},
  kz facts/.style={label={[font=\scriptsize, align=left, inner sep=1pt, label distance=2.5mm]right:{#1}}},
}
"""
)
CUT_MARK = r"node[pos=0.6, sloped, text=kzorange, inner sep=0pt]{$\parallel$}"
LEFT_OUT = r"node[pos=0.6, circle, draw, fill=white, inner sep=1.5pt]{}"
MOVE = r"node[pos=0.35, fill=white, inner sep=1pt, font=\scriptsize]"
CAPTION = r"\node[anchor=north, align=center, text width=11cm, yshift=-7mm] at (current bounding box.south) "
ESCAPED = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "[": "{[}",
    "]": "{]}",
    "`": r"\textasciigrave{}",
    "…": r"\dots{}",
    "½": r"\textonehalf{}",
}
IN_MATHEMATICS = {
    "α": r"\alpha",
    "β": r"\beta",
    "−": "-",
    "∞": r"\infty",
    "≥": r"\geq",
    "≤": r"\leq",
    "·": r"\cdot",
    "×": r"\times",
    "→": r"\rightarrow",
    "←": r"\leftarrow",
    "≠": r"\neq",
    "≈": r"\approx",
    "±": r"\pm",
    "∑": r"\sum",
    "√": r"\surd",
    "♠": r"\spadesuit",
    "♥": r"\heartsuit",
    "♦": r"\diamondsuit",
    "♣": r"\clubsuit",
}
BREAK = r"\\ "  # between two lines
LAST_OF_LATIN = 0x17E  # the letters of Europe in Latin script, which T1 fonts have, but for these
NOT_OF_T1 = frozenset("ĦħĸĿŀŉŦŧ")
MORE_OF_T1 = frozenset("–—‘’‚“”„†‡•‰‹›€™")
FORMATS = ("svg", "latex", "json", "html")


class File(NamedTuple):
    """A file to save."""

    text: str
    filename: str
    media: str


def exported(run: LabRun, format: str, step: int | None = None) -> File:
    """A search of a tree as a file, as it stands after a step; without one, at its end."""
    refuse_past_the_end(run.recorder, step)
    if format == "svg":
        from kibitz.lab.drawing import ranged_svg, tree_svg

        drawn = ranged_svg if run.has_ranges else tree_svg
        return File(drawn(run.tree, run.recorder, step), "tree.svg", "image/svg+xml")
    if format == "latex":
        return File(latex(run.tree, run.recorder, step, ranges=run.has_ranges), "tree.tex", "application/x-tex")
    if format == "json":
        content = {"tree": canonical(run.tree.node(0)), "variant": run.variant, "step": step}
        content |= run.plain_json()
        return File(json.dumps(content, ensure_ascii=False, indent=1) + "\n", "tree.json", "application/json")
    if format == "html":
        return File(tree_page(run, step), "tree.html", "text/html")
    raise BadInput(f"unknown format {format!r}: expected {', '.join(FORMATS)}")


def tree_page(run: LabRun, step: int | None = None) -> str:
    """A search of a tree, step by step, as one HTML page that needs nothing else; it opens at a step, or at the end."""
    return steps_page(run.tree, run.recorder, step, canonical(run.tree.node(0)), ranges=run.has_ranges)


def steps_page(
    tree: Tree,
    recorder: Recorder,
    step: int | None = None,
    said: str = "",
    *,
    ranges: bool = False,
    in_cell: bool = False,
) -> str:
    """The steps of a recorded search of a tree as one HTML page; it opens at a step, or at the end.

    `ranges`: with what each node may still be worth beside it. `in_cell`: for a cell of a notebook, where there is
    little room.
    """
    from kibitz.draw.whole_page import Row, WholePage
    from kibitz.lab.drawing import tree_frames

    frames = tree_frames(tree, recorder, ranges=ranges)
    rows = [
        Row(f"{told.index + 1}. {told.event} {told.node}", told.sentence, line=told.line) for told in recorder.steps
    ]
    return WholePage(
        title=recorder.algorithm.title,
        rows=rows,
        drawings=[frames.svg],
        changes=frames.changes,
        first=len(rows) - 1 if step is None else step,
        said=said,
        code=recorder.algorithm.pseudocode.split("\n"),
        listed="Steps",
        counted_from=1,
        in_cell=in_cell,
    ).html()


def refuse_past_the_end(recorder: Recorder, step: int | None) -> None:
    """`BadInput` for a step that the recording does not have."""
    if step is not None and not 0 <= step < len(recorder.steps):
        raise BadInput(f"step {step} is past the end: the search has steps 0 to {len(recorder.steps) - 1}")


# ------------------------------------------------------------ LaTeX


def latex(tree: Tree, recording: Recorder | None = None, step: int | None = None, *, ranges: bool = False) -> str:
    """The tree as a LaTeX document of its own, drawn by the forest package.

    With a recording of a search of this tree, what it knew after its last step, or after the step of that index, which
    is then written below. `ranges`: with a range at every node that was entered.
    """
    if recording is not None:
        refuse_past_the_end(recording, step)
    steps = recording.steps if recording is not None else []
    so_far = _progress(tree, steps if step is None else steps[: step + 1])
    if recording is not None and ranges:
        for changed in range_changes(tree, recording)[: None if step is None else step + 1]:
            so_far.ranges |= changed
    if step is not None:
        so_far.current = number_at(tree, steps[step].path)
    so_far.has_window = recording is not None and bool(steps) and recording.algorithm.cuts_ties is not None
    caption = "" if step is None else f"{CAPTION}{{{escaped(steps[step].sentence)}}};\n"
    body = _branch(tree, 0, so_far)
    middle = f"\\begin{{forest}}\n  for tree={{s sep=5mm, l sep=9mm}}\n{body}\n{caption}\\end{{forest}}\n"
    return f"{PREAMBLE}\\begin{{document}}\n{middle}\\end{{document}}\n"


@dataclass
class _Progress:
    """How far a search has come."""

    known: dict[int, Step] = field(default_factory=dict)
    cut: set[int] = field(default_factory=set)  # children whose edge is cut
    dropped: set[int] = field(default_factory=set)  # children outside the beam
    gone: set[int] = field(default_factory=set)  # those, and all below them
    limit: set[int] = field(default_factory=set)  # nodes that were only evaluated
    current: int | None = None
    best: int | None = None
    has_window: bool = False
    ranges: dict[int, Range] = field(default_factory=dict)


def _progress(tree: Tree, steps: list[Step]) -> _Progress:
    so_far = _Progress()
    last: int | None = None
    for step in steps:
        s = number_at(tree, step.path)
        if step.event == "round":
            so_far = _Progress()
        before = so_far.known.get(s)
        so_far.known[s] = step
        so_far.cut.update(int(tree.result(s, child)) for child in step.cut)
        so_far.dropped.update(int(tree.result(s, child)) for child in step.dropped)
        if step.event == "leaf" and tree.size[s]:
            so_far.limit.add(s)
        if step.event == "leave" and step.path:
            last = s
        elif step.event == "choose" and step.chosen is not None:
            so_far.best = int(tree.result(s, step.chosen))
        elif step.event == "update" and not step.path and tree.mover[0] != CHANCE:
            changed = before is None or before.value != step.value
            so_far.best = last if so_far.best is None or changed else so_far.best
    if not steps or steps[-1].path or steps[-1].event not in ("leave", "summary"):
        so_far.best = None  # drawn only once the root is left
    so_far.gone |= so_far.cut | so_far.dropped
    for s in range(len(tree.size)):
        if s in so_far.gone:
            so_far.gone.update(children(tree, s))
    return so_far


def _branch(tree: Tree, s: int, so_far: _Progress, indent: int = 1, by_chance: bool = False) -> str:
    """A node in forest's brackets, with all below it."""
    space = "  " * indent
    head = f"{{{_inside(tree, s, so_far)}}}, {', '.join(_keys(tree, s, so_far, by_chance))}"
    falls = bool(tree.mover[s] == CHANCE)
    below = [_branch(tree, child, so_far, indent + 1, falls) for child in children(tree, s)]
    return f"{space}[{head}]" if not below else "\n".join([f"{space}[{head}", *below, f"{space}]"])


def _inside(tree: Tree, s: int, so_far: _Progress) -> str:
    """What is written inside a node: a leaf's value, who moves, or v."""
    node = tree.node(s)
    if node.values:
        return escaped(shown(node.values if len(node.values) > 1 else node.values[0]))
    if kind_of(tree, s) == "player":
        return str(int(tree.mover[s]) + 1)
    known = so_far.known.get(s)
    is_beside = known is None or known.value is None or known.visits is not None
    return "" if known is None or is_beside else f"\\makebox[0pt]{{{escaped(shown(known.value))}}}"  # however wide


def _keys(tree: Tree, s: int, so_far: _Progress, by_chance: bool) -> list[str]:
    kind = kind_of(tree, s)
    name = "kz leaf name" if kind == "leaf" else "kz name"
    known = so_far.known.get(s)
    ranged = [escaped(range_text(so_far.ranges[s]))] if s in so_far.ranges else []
    facts = BREAK.join([*ranged, *_facts(kind, known, so_far.has_window)])
    below = BREAK + facts if facts and kind == "leaf" else ""  # its neighbours stand close beside it
    keys = [f"kz {kind}", f"{name}={{{_named(tree, s)}{below}}}"]
    if any(kind_of(tree, child) != "leaf" for child in children(tree, s)):
        keys.append("kz roomy")  # for what stands beside them
    elif kind == "chance" or (known is not None and known.visits is not None):
        keys.append("kz wide")  # for what stands on the edges, or below the leaves
    if s in so_far.limit:
        keys.append("kz limit")
    if s == so_far.current:
        keys.append("kz current")
    if facts and kind != "leaf":
        keys.append(f"kz facts={{{facts}}}")
    if s in so_far.gone:
        keys += ["kz gone", "kz cut" if s in so_far.cut else "kz dropped" if s in so_far.dropped else "kz below"]
    elif s == so_far.best:
        keys.append("kz best")
    marks = [CUT_MARK] if s in so_far.cut else [LEFT_OUT] if s in so_far.dropped else []
    marks += [f"{MOVE}{{{move}}}"] if (move := _move(tree, s, by_chance)) else []
    if marks:
        keys.append(f"edge label={{{' '.join(marks)}}}")
    return keys


def _named(tree: Tree, s: int) -> str:
    """A node's name, and its evaluation as it is written in brackets."""
    guess = judged(tree.node(s), lambda values: shown(values if len(values) > 1 else values[0]))
    return escaped(tree.node_name(s)) + (rf" \textit{{{escaped(guess)}}}" if guess else "")


def _facts(kind: str, known: Step | None, has_window: bool) -> list[str]:
    """What is written beside a node: α and β, and the vector that does not fit inside; or visits and their mean."""
    if known is not None and known.visits is not None:
        mean = [f"v = {shown(known.value, digits=3)}"] if known.visits and kind != "leaf" else []
        return [escaped(fact) for fact in [f"n = {known.visits}", *mean]]
    if known is None or kind == "leaf":
        return []
    facts = [escaped(f"v = {shown(known.value)}")] if kind == "player" and known.value is not None else []
    if has_window:
        facts += [escaped(f"α = {shown(known.alpha)}"), escaped(f"β = {shown(known.beta)}")]
    return facts


def _move(tree: Tree, s: int, by_chance: bool) -> str:
    """What is written on the edge to a node: the move, and how probable it is."""
    node = tree.node(s)
    parts = [escaped(node.label)] if node.label else []
    if by_chance:
        parts.append(escaped(shown(node.probability, fractions=True)))
    return ": ".join(parts)


def escaped(text: str) -> str:
    """A text escaped so that LaTeX prints it literally."""
    plain = re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+", " ", text)
    found = "".join(
        f"${' '.join(IN_MATHEMATICS[letter] for letter in run)}$" if run[0] in IN_MATHEMATICS else _letter(run)
        for run in re.findall(f"[{''.join(IN_MATHEMATICS)}]+|.", plain)
    )
    return re.sub(r"([-,'])(?=\1)", r"\1{}", found)  # two of these would be drawn as one other sign


def _letter(letter: str) -> str:
    if letter in ESCAPED:
        return ESCAPED[letter]
    has_it = letter in MORE_OF_T1 or (ord(letter) <= LAST_OF_LATIN and letter not in NOT_OF_T1)
    return letter if has_it else f"\\kzletter{{{ord(letter):04X}}}{{{letter}}}"

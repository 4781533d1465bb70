"""A game tree, with what a search has done in it so far."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from kibitz.draw.layout import CLEARANCE, Point, Reach, children_of, evened, layout
from kibitz.draw.svg import BLUE, GREY, ORANGE, document, element, escape, number, text, text_width, wrapped
from kibitz.errors import BadInput
from kibitz.game import CHANCE, MAX
from kibitz.games.tree import Tree
from kibitz.recording import Recorder, Step, shown

STYLE = f"""\
.kz-svg .kz-shape{{stroke-width:1.75;stroke-linejoin:round;fill-opacity:.15}}
.kz-svg .kz-max .kz-shape,.kz-svg .kz-mover-0 .kz-shape{{fill:{BLUE};stroke:{BLUE}}}
.kz-svg .kz-min .kz-shape,.kz-svg .kz-mover-1 .kz-shape{{fill:{ORANGE};stroke:{ORANGE}}}
.kz-svg .kz-chance .kz-shape,.kz-svg .kz-mover-2 .kz-shape{{fill:{GREY};stroke:{GREY}}}
.kz-svg .kz-leaf .kz-shape,.kz-svg .kz-mover-more .kz-shape{{fill:currentColor;fill-opacity:.07;stroke:currentColor}}
.kz-svg .kz-leaf .kz-shape{{stroke-opacity:.55;stroke-width:1.25}}
.kz-svg .kz-unvisited .kz-shape{{fill-opacity:0;stroke-width:1}}
.kz-svg .kz-unvisited text{{fill-opacity:.7}}
.kz-svg .kz-visited .kz-shape{{stroke-width:2.25}}
.kz-svg .kz-leaf.kz-visited .kz-shape{{stroke-opacity:.85;stroke-width:1.75}}
.kz-svg .kz-current .kz-shape{{fill-opacity:.3;stroke-width:2.5;stroke-opacity:1}}
.kz-svg .kz-halo{{fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round}}
.kz-svg .kz-below .kz-shape{{fill-opacity:0;stroke-width:1.25;stroke-dasharray:3 3}}
.kz-svg .kz-below{{opacity:.55}}
.kz-svg .kz-edge{{stroke:currentColor;stroke-width:1.25;stroke-opacity:.55;stroke-linecap:round}}
.kz-svg .kz-edge.kz-unvisited{{stroke-width:1;stroke-opacity:.4}}
.kz-svg .kz-edge.kz-visited{{stroke-width:1.75;stroke-opacity:.75}}
.kz-svg .kz-edge.kz-best{{stroke-width:4;stroke-opacity:1;stroke-linecap:butt}}
.kz-svg .kz-edge.kz-below{{stroke-dasharray:4 4;stroke-width:1.25;stroke-opacity:.7}}
.kz-svg .kz-edge.kz-severed{{stroke-dasharray:5 4;stroke-width:1.5;stroke-opacity:.6}}
.kz-svg .kz-cut{{stroke:{ORANGE};stroke-width:2.5;stroke-linecap:round}}
.kz-svg .kz-name,.kz-svg .kz-value{{font-weight:600}}
.kz-svg .kz-leaf .kz-name,.kz-svg .kz-chances{{font-weight:400;fill-opacity:.75}}
"""

WIDE, HIGH = 50.0, 42.0  # a triangle; circles and squares are HIGH across
LEAF = 26.0  # a leaf is a square of this size, or wider where its value is
LEVEL = 96.0  # from a node to its children
HIGHEST_FAN = 160.0
MARGIN = 18.0
LETTERS, SMALL = 14.0, 12.0  # sizes of text: values and names; windows, leaves' names and probabilities
LINE = 14.0
CAPTION, CAPTION_LINE, NARROWEST = 14.0, 20.0, 480.0
LONGEST_NAME = 12
MOST_NAMED = 12  # cut children named in the title


def tree_svg(tree: Tree, recording: Recorder | None = None, step: int | None = None) -> str:
    """The tree as an SVG document: ▲ MAX, ▼ MIN, ○ chance, numbered squares for the players of vectors, leaves below.

    With a recording of a search of this tree, what it knew after its last step, or after the step of that index, which
    is then told below. Drawings of one recording's steps are alike in size and place, so that they can be leafed
    through. Nodes are groups of class `kz-node` with their name in `data-node`; edges, `kz-edge`, have that of the
    child in `data-edge`; the mark across a cut edge is a `kz-cut`.
    """
    steps = _placed_steps(tree, recording)
    if step is not None and not 0 <= step < len(steps):
        has = f"expected 0 to {len(steps) - 1}" if steps else "there is no recording, or an empty one"
        raise BadInput(f"{step} is no step of the recording: {has}")
    return _Drawing(tree, recording, steps, step).drawn()


# ------------------------------------------------------------ what the recording says


@dataclass
class _Known:
    """What a search knows of a node that it has reached."""

    value: Any
    alpha: float
    beta: float


@dataclass
class _Progress:
    """How far a search has come, by the numbers of the nodes."""

    known: dict[int, _Known] = field(default_factory=dict)
    severed: set[int] = field(default_factory=set)  # children that are cut from their parents
    root: int = 0
    best: int | None = None  # the root's best child so far
    left: bool = False  # is the root left?


def _placed_steps(tree: Tree, recording: Recorder | None) -> list[tuple[int, Step]]:
    """The steps, each with the number of its node."""
    placed = []
    start = 0
    for step in recording.steps if recording else ():
        if not step.path:
            start = _start(tree, step.node)
        s = start
        for child in step.path:
            s = _child(tree, s, child)
        if tree.node_name(s) != step.node:
            raise BadInput(f"the recording is of another tree: it has {step.node!r} where {tree.node_name(s)!r} is")
        placed.append((s, step))
    return placed


def _start(tree: Tree, name: str) -> int:
    """Where a search began; its steps tell their way from there."""
    return 0 if tree.node_name(0) == name else tree.parse(name)


def _child(tree: Tree, s: int, child: int) -> int:
    if child >= tree.size[s]:
        raise BadInput(f"the recording is of another tree: {tree.node_name(s)!r} has no child {child + 1}")
    return int(tree.result(s, child))


def _progress(tree: Tree, steps: Sequence[tuple[int, Step]]) -> _Progress:
    so_far = _Progress()
    last = -1
    for s, step in steps:
        if step.event == "enter" and not step.path:
            so_far = _Progress(root=s)
        before = so_far.known.get(s)
        so_far.known[s] = _Known(step.value, step.alpha, step.beta)
        so_far.severed.update(_child(tree, s, child) for child in step.cut)
        if step.event == "leave":
            so_far.left = not step.path
            last = s
        elif step.event == "update" and not step.path and tree.mover[s] != CHANCE:
            # Every search takes the first child, and a later one only where that changes the value.
            changed = before is None or before.value != step.value
            so_far.best = last if so_far.best is None or changed else so_far.best
    return so_far


# ------------------------------------------------------------ the drawing


class _Drawing:
    """One tree being drawn."""

    def __init__(self, tree: Tree, recording: Recorder | None, steps: list[tuple[int, Step]], step: int | None) -> None:
        self.tree = tree
        self.recording = recording if steps else None
        self.steps = steps
        self.told = None if step is None else steps[step]
        self.count = len(tree.size)
        self.vectors = any(len(tree.node(s).values) > 1 for s in range(self.count))
        self.falls = {c for s in range(self.count) if tree.mover[s] == CHANCE for c in children_of(tree, s)}
        self.has_window = self.recording is not None and self.recording.algorithm.cuts_ties is not None
        self.so_far = _progress(tree, steps if step is None else steps[: step + 1])
        self.below_cut = self._below_cut()
        self.layout = layout(tree, self._reaches())
        self.width = max(self.layout.width, NARROWEST if self.told else 0.0) + 2 * MARGIN
        self.left = (self.width - self.layout.width) / 2
        self.tops = self._tops()

    def drawn(self) -> str:
        bottom = MARGIN + self.tops[-1] + LEAF + LINE * (3.7 if self.has_window and self.told else 1.7)
        lines, most = self._caption()
        caption = [
            text(self.width / 2, bottom + (row + 1) * CAPTION_LINE, line, CAPTION, class_="kz-caption")
            for row, line in enumerate(lines)
        ]
        edges = [self._edge(s, child) for s in range(self.count) for child in children_of(self.tree, s)]
        nodes = [self._node(s) for s in range(self.count)]
        height = bottom + most * CAPTION_LINE + MARGIN
        return document(self.width, height, self._title(), STYLE, *edges, *nodes, *caption)

    def _tops(self) -> list[float]:
        """Where each level begins. Fans of many outcomes are given more height, for their probabilities' sake."""
        gaps = [LEVEL] * max(self.layout.depth)
        for s in range(self.count):
            if self.tree.mover[s] == CHANCE and self.tree.size[s] > 3:
                half = self.layout.x[children_of(self.tree, s)[-1]] - self.layout.x[s]
                depth = self.layout.depth[s]
                gaps[depth] = max(gaps[depth], HIGH + min(round(0.67 * half), HIGHEST_FAN))
        return list(accumulate(gaps, initial=0.0))

    def _below_cut(self) -> set[int]:
        below: set[int] = set(self.so_far.severed)
        for s in range(self.count):
            if s in below:
                below.update(children_of(self.tree, s))
        return below

    # ------------------------------------------------------------ what is said

    def _caption(self) -> tuple[list[str], int]:
        """The sentence of the step in lines, and how many lines the longest of the recording takes."""
        if self.told is None:
            return [], 0
        longest = max(len(self._lines(step)) for _, step in self.steps)
        return self._lines(self.told[1]), longest

    def _lines(self, step: Step) -> list[str]:
        """What is told of a step, in lines that do not break within «v ≥ β?»."""
        tied = re.sub(r" ([=≥≤<>·+]) ", "\N{NO-BREAK SPACE}\\1\N{NO-BREAK SPACE}", self._sentence(step))
        lines = wrapped(tied, self.width - 2 * MARGIN, CAPTION)
        return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]

    def _sentence(self, step: Step) -> str:
        return f"{step.index + 1}/{len(self.steps)}: {step.sentence}"

    def _title(self) -> str:
        leaves = int((self.tree.size == 0).sum())
        title = f"A game tree of {self.count} nodes, {leaves} of them leaves."
        if self.recording is None:
            return title
        root = self.so_far.known[self.so_far.root]
        name = self.tree.node_name(self.so_far.root)
        if self.so_far.left:
            title += f" {self.recording.algorithm.title}: {name} is worth {shown(root.value)}."
            if self.so_far.best is not None:
                title += f" Best is {self.tree.node_name(self.so_far.best)}."
        if self.told is not None:
            title += f" Step {self._sentence(self.told[1])}"
        return title + (self._cut_in_words() if self.has_window else "")

    def _cut_in_words(self) -> str:
        names = [self.tree.node_name(s) for s in sorted(self.so_far.severed)]
        if not names:
            return " Nothing is cut."
        more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        return f" Cut: {', '.join(names[:MOST_NAMED])}{more}."

    # ------------------------------------------------------------ nodes

    def _kind(self, s: int) -> str:
        if self.tree.size[s] == 0:
            return "leaf"
        if self.tree.mover[s] == CHANCE:
            return "chance"
        if self.vectors:
            return "player"
        return "max" if self.tree.mover[s] == MAX else "min"

    def _top(self, s: int) -> float:
        return MARGIN + self.tops[self.layout.depth[s]]

    def _place(self, s: int) -> Point:
        """The middle of a node. All nodes of a level begin at the same height: no edge to one runs over another."""
        return self.left + self.layout.x[s], self._top(s) + (HIGH if self.tree.size[s] else LEAF) / 2

    def _is_current(self, s: int) -> bool:
        return self.told is not None and self.told[0] == s

    def _state(self, s: int) -> str:
        """How far the search has come with a node: its class."""
        if self.recording is None:
            return ""
        if self._is_current(s):
            return " kz-visited kz-current"
        if s in self.so_far.known:
            return " kz-visited"
        return " kz-below" if s in self.below_cut else " kz-unvisited"

    def _node(self, s: int) -> str:
        kind = self._kind(s)
        x, y = self._place(s)
        mover = int(self.tree.mover[s])
        paint = f" kz-mover-{mover if mover < 3 else 'more'}" if kind == "player" else ""
        inside = [element("title", escape(self._described(s))), self._shape(s, kind, 0.0, "kz-shape")]
        if self._is_current(s):
            inside.append(self._shape(s, kind, 5.0, "kz-halo"))
        inside += self._leaf_texts(s) if kind == "leaf" else self._inner_texts(s, kind)
        return element(
            "g",
            *inside,
            class_=f"kz-node kz-{kind}{paint}{self._state(s)}",
            data_node=self.tree.node_name(s),
            transform=f"translate({number(x)} {number(y)})",
        )

    def _described(self, s: int) -> str:
        kind = self._kind(s)
        if kind == "leaf":
            return f"{self.tree.node_name(s)}: leaf {self._leaf_value(s)}"
        who = f"player {int(self.tree.mover[s]) + 1}" if kind == "player" else kind.upper()
        known = self.so_far.known.get(s)
        facts = self._facts(known) if known else []
        return f"{self.tree.node_name(s)}: {who}" + "".join(f", {name} = {value}" for name, value in facts)

    def _facts(self, known: _Known | Step) -> list[tuple[str, str]]:
        """What there is to write at a node: v, α and β."""
        value = [] if known.value is None else [("v", shown(known.value))]
        return value + ([("α", shown(known.alpha)), ("β", shown(known.beta))] if self.has_window else [])

    def _shape(self, s: int, kind: str, grown: float, paint: str) -> str:
        if kind == "chance":
            return element("circle", class_=paint, r=HIGH / 2 + grown)
        if kind in ("max", "min"):
            # A triangle grows most at its corners: this keeps the same distance along its sides.
            up = -1 if kind == "max" else 1
            half, tip, flat = WIDE / 2 + 1.75 * grown, up * (HIGH / 2 + 1.7 * grown), -up * (HIGH / 2 + 0.9 * grown)
            points = f"0,{number(tip)} {number(half)},{number(flat)} {number(-half)},{number(flat)}"
            return element("polygon", class_=paint, points=points)
        wide, high = (self._leaf_width(s), LEAF) if kind == "leaf" else (HIGH, HIGH)
        wide, high = wide + 2 * grown, high + 2 * grown
        corner = 3 if kind == "leaf" else 10
        return element("rect", class_=paint, x=-wide / 2, y=-high / 2, width=wide, height=high, rx=corner)

    # ------------------------------------------------------------ texts at nodes

    def _name(self, s: int) -> str:
        name = self.tree.node_name(s)
        return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"

    def _leaf_value(self, s: int) -> str:
        values = self.tree.node(s).values
        return shown(values if len(values) > 1 else values[0])

    def _leaf_width(self, s: int) -> float:
        return max(LEAF, text_width(self._leaf_value(s), LETTERS) + 8)

    def _leaf_texts(self, s: int) -> list[str]:
        lines = [text(0, 0, self._leaf_value(s), LETTERS, class_="kz-value")]
        name_at = LEAF / 2 + 13
        lines.append(text(0, name_at, self._name(s), SMALL, class_="kz-name"))
        # A leaf does nothing with its window: it is told while the search is there, and then makes room.
        if self._is_current(s):
            _, window = self._sorted_facts(self.so_far.known[s], "leaf")
            lines += [self._fact(0, name_at + LINE * (row + 1), *fact) for row, fact in enumerate(window)]
        return lines

    def _inner_texts(self, s: int, kind: str) -> list[str]:
        name_at, facts_at, middle = _sides(kind)
        lines = [text(-name_at, 0, self._name(s), LETTERS, class_="kz-name", text_anchor="end")]
        if kind == "player":
            lines.append(text(0, 0, str(int(self.tree.mover[s]) + 1), LETTERS, class_="kz-value"))
        if (known := self.so_far.known.get(s)) is None:
            return lines
        inside, beside = self._sorted_facts(known, kind)
        if inside:
            size = min(LETTERS, 26 / text_width(inside, 1.0))
            lines.append(text(0, middle, inside, size, class_="kz-value"))
        top = -LINE * (len(beside) - 1) / 2
        return lines + [
            self._fact(facts_at, top + LINE * row, *fact, text_anchor="start") for row, fact in enumerate(beside)
        ]

    @staticmethod
    def _fact(x: float, y: float, name: str, value: str, **attributes: str) -> str:
        return text(x, y, f"{name}={value}", SMALL, class_=f"kz-fact kz-{_IN_LATIN[name]}", **attributes)

    def _sorted_facts(self, known: _Known | Step, kind: str) -> tuple[str, list[tuple[str, str]]]:
        """The value to write inside the node, empty if it does not fit, and the facts to write beside it."""
        facts = self._facts(known)
        value = shown(known.value) if known.value is not None else ""
        if kind == "leaf" or (value and kind != "player" and len(value) <= 3):
            return value, [fact for fact in facts if fact[0] != "v"]
        return "", facts

    def _reaches(self) -> list[Reach]:
        """The room that each node needs to its left and right, at whichever step it needs most."""
        texts: dict[int, float] = {}
        for s, step in self.steps:
            _, beside = self._sorted_facts(step, self._kind(s))
            widest = max((text_width(f"{name}={value}", SMALL) for name, value in beside), default=0.0)
            texts[s] = max(texts.get(s, 0.0), widest)
        return evened(self.tree, [self._reach(s, texts.get(s, 0.0)) for s in range(self.count)])

    def _reach(self, s: int, facts: float) -> Reach:
        kind = self._kind(s)
        if kind == "leaf":
            half = max(self._leaf_width(s), text_width(self._name(s), SMALL), facts - CLEARANCE) / 2
            left = right = half
        else:
            name_at, facts_at, _ = _sides(kind)
            left = max(WIDE / 2, name_at + text_width(self._name(s), LETTERS))
            right = max(WIDE / 2, facts_at + facts)
        chances = 0.85 * text_width(self._chances(s), SMALL) + 6 if s in self.falls else 0.0
        return max(left, chances), max(right, chances)

    # ------------------------------------------------------------ edges

    def _chances(self, s: int) -> str:
        return shown(float(self.tree.chances[s]), fractions=True)

    def _ends(self, s: int, child: int) -> tuple[Point, Point]:
        x, y = self._place(s)
        return (x, y + HIGH / 2), (self._place(child)[0], self._top(child))

    def _edge(self, s: int, child: int) -> str:
        start, end = self._ends(s, child)
        line = element(
            "line",
            class_=f"kz-edge{self._edge_state(child)}",
            data_edge=self.tree.node_name(child),
            x1=start[0],
            y1=start[1],
            x2=end[0],
            y2=end[1],
        )
        mark = _strokes(start, end) if child in self.so_far.severed else ""
        return line + mark + (self._chances_text(s, child) if child in self.falls else "")

    def _edge_state(self, child: int) -> str:
        if self.recording is None:
            return ""
        if child in self.below_cut:
            return " kz-severed" if child in self.so_far.severed else " kz-below"
        if child not in self.so_far.known or child == self.so_far.root:
            return " kz-unvisited"
        return " kz-visited kz-best" if self.so_far.left and child == self.so_far.best else " kz-visited"

    def _chances_text(self, s: int, child: int) -> str:
        """The probability on the outer side of its edge, where it is clear of the other edges."""
        chances = self._chances(child)
        room = text_width(chances, SMALL) / 2, SMALL / 2
        ends = {sibling: self._ends(s, sibling) for sibling in children_of(self.tree, s)}
        own = ends.pop(child)
        tries = [_beside(*own, room, part) for part in (0.6, 0.7, 0.8)]
        clear = [min((_distance(*other, place, room) for other in ends.values()), default=math.inf) for place in tries]
        x, y = max(zip(tries, clear, strict=True), key=lambda tried: min(tried[1], 3.0))[0]
        faded = " kz-below" if child in self.below_cut else ""
        return text(x, y, chances, SMALL, class_=f"kz-chances{faded}")


def _along(start: Point, end: Point, part: float) -> Point:
    return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])


def _direction(start: Point, end: Point) -> Point:
    length = math.dist(start, end)
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


def _beside(start: Point, end: Point, room: Point, part: float) -> Point:
    """A place for a box of that half width and height: part of the way along an edge, on its outer and upper side."""
    x, y = _along(start, end, part)
    ux, uy = _direction(start, end)
    away = (4 + uy * room[0] + abs(ux) * room[1]) * (-1 if ux < 0 else 1)
    return x + uy * away, y - ux * away


def _distance(start: Point, end: Point, place: Point, room: Point) -> float:
    """How far a box of that half width and height is from the line of an edge; negative if it is crossed."""
    ux, uy = _direction(start, end)
    away = abs((place[0] - start[0]) * uy - (place[1] - start[1]) * ux)
    return away - room[0] * uy - room[1] * abs(ux)


def _strokes(start: Point, end: Point) -> str:
    """Two short strokes across an edge: it is cut."""
    x, y = _along(start, end, 0.6)
    ux, uy = _direction(start, end)
    path = ""
    for along in (-2.5, 2.5):
        for side, pen in ((-6.0, "M"), (6.0, "L")):
            path += f"{pen}{number(x + along * ux - side * uy)} {number(y + along * uy + side * ux)}"
    return element("path", class_="kz-cut", d=path)


_IN_LATIN = {"v": "v", "α": "alpha", "β": "beta"}  # for classes


def _sides(kind: str) -> tuple[float, float, float]:
    """How far from the middle a node's name and its facts begin, and how far below it its value is written."""
    return {"max": (29.0, 32.0, 9.0), "min": (29.0, 32.0, -9.0)}.get(kind, (HIGH / 2 + 10, HIGH / 2 + 10, 0.0))

"""A game tree, with what a search has done in it so far."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property
from itertools import accumulate

from kibitz.draw.drawn import drawn
from kibitz.draw.small_board import SMALL_STYLE, SmallBoard
from kibitz.draw.svg import document, element, escape, fitting, number, text, text_width
from kibitz.errors import BadInput
from kibitz.game import CHANCE, MAX
from kibitz.games.tree import Tree
from kibitz.lab.drawing.closed_subtrees import WEDGE, Folds
from kibitz.lab.drawing.edges import Ends, label_place, ring, strokes
from kibitz.lab.drawing.facts import Fact, fact_svg, facts_at, score_fact, sorted_facts, written
from kibitz.lab.drawing.placement import CLEARANCE, Point, Reach, evened, layout
from kibitz.lab.drawing.progress import Known, PlacedStep, Progress, placed_steps
from kibitz.lab.drawing.tree_style import (
    CAPTION,
    CAPTION_LINE,
    DEPTH_STYLE,
    FOLD_STYLE,
    HIGH,
    HIGHEST_FAN,
    LEAF,
    LETTERS,
    LEVEL,
    LINE,
    LONGEST_NAME,
    MARGIN,
    NARROWEST,
    SMALL,
    STYLE,
    UNDER_BOARD,
    WIDE,
    limit_mark,
    outline,
    sides,
)
from kibitz.lab.drawing.tree_words import TreeWords
from kibitz.lab.recording import Recorder, Step, shown
from kibitz.native.override import override


@drawn.register
def tree_svg(tree: Tree, recording: Recorder | None = None, step: int | None = None, *, blank: bool = False) -> str:
    """The tree as an SVG document: ▲ MAX, ▼ MIN, ○ chance, numbered squares for the players of vectors, leaves below.

    With a recording of a search of this tree, it shows what the search knew after its last step, or after the step of
    that index, with that step's sentence below. Drawings of one recording's steps have the same size and places, so
    that you can leaf through them. `blank` leaves out what a quiz asks for: inner values and windows, cuts, the best
    move and the sentence; its edges are wide for the pointer, so that they can be clicked.

    Nodes are groups of class `kz-node` with their name in `data-node`; edges are groups of class `kz-branch` around a
    line, `kz-edge`, that has the child's name in `data-edge`, with what is written beside it and, where it is cut, a
    `kz-cut` across it. Each of these groups, and nothing else, has a `data-part`: `node:B`, `edge:B`.
    """
    steps = placed_steps(tree, recording)
    if step is not None and not 0 <= step < len(steps):
        has = f"expected 0 to {len(steps) - 1}" if steps else "there is no recording, or an empty one"
        raise BadInput(f"the recording has no step {step}: {has}")
    drawing = Drawing(tree, recording, steps, stepwise=step is not None, blank=blank)
    for number_of_step in range(len(steps) if step is None else step + 1):
        drawing.advance(number_of_step)
    return drawing.drawn()


class Drawing(TreeWords):
    """One tree being drawn. `advance` takes it through the steps of a recording, one after the other.

    A `stepwise` one shows where the search is and leaves room for the sentence.
    """

    def __init__(
        self,
        tree: Tree,
        recording: Recorder | None,
        steps: list[PlacedStep],
        *,
        stepwise: bool = False,
        blank: bool = False,
        folds: Folds | None = None,
        boards: Mapping[int, SmallBoard] | None = None,
    ) -> None:
        self.tree = tree
        self.folds = folds or Folds(tree)
        self.boards = boards or {}
        self.board_height = max((board.height for board in self.boards.values()), default=-UNDER_BOARD) + UNDER_BOARD
        self.visited = [0] * len(tree.size)  # nodes reached in each closed subtree
        self.recording = recording if steps else None
        self.steps = steps
        self.stepwise = stepwise
        self.blank = blank
        self.step: PlacedStep | None = None
        self.so_far = Progress(tree)
        self.count = len(tree.size)
        self.nodes = self.folds.visible
        self.vectors = any(len(tree.node(s).values) > 1 for s in range(self.count))
        self.kinds = [self._kind(s) for s in range(self.count)]
        self.labels = self._labels()
        self.has_window = not blank and self.recording is not None and self.recording.algorithm.cuts_ties is not None
        self.simulates = self.recording is not None and self.recording.algorithm.simulates
        self.layout = layout(tree, self._reaches(), self.folds.children)
        self.width = max(self.layout.width, NARROWEST if stepwise else 0.0) + 2 * MARGIN
        self.left = (self.width - self.layout.width) / 2
        self.tops = self._tops()
        below = 3 if self.simulates and not blank else 2 if self.has_window and stepwise else 0  # lines under a leaf
        lowest = max(LEAF + LINE * (1.7 + below), HIGH + WEDGE if self.folds.closed else 0.0)
        self.bottom = MARGIN + self.tops[-1] + self.board_height + lowest
        self._still: dict[tuple[int, str], str] = {}  # markup that is the same at every step

    def advance(self, index: int) -> set[int] | None:
        """Follow the next step; returns the nodes that may look different, or whose edges may, None for all."""
        before, step = self.step, self.steps[index]
        if self.stepwise:
            self.step = step
        is_new = step[0] not in self.so_far.known
        touched = self.so_far.follow(*step)
        if touched is None:
            self.visited = [0] * self.count
        if is_new and self.folds.seen(step[0]) != step[0]:
            self.visited[self.folds.seen(step[0])] += 1
        if touched is not None and before is not None:
            touched.add(before[0])
        return None if touched is None else {self.folds.seen(s) for s in touched}

    def drawn(self) -> str:
        """The document as it is now, with the sentence of the step below."""
        lines, most = self._caption()
        caption = [
            text(self.width / 2, self.bottom + (row + 1) * CAPTION_LINE, line, CAPTION, class_="kz-caption")
            for row, line in enumerate(lines)
        ]
        height = self.bottom + most * CAPTION_LINE + MARGIN
        return document(self.width, height, self._title(), self.style, *self._drawn_parts(), *caption)

    def drawn_without_words(self) -> str:
        """The document as it is now, without what changes from step to step outside of the parts."""
        return document(self.width, self.bottom + MARGIN, self._counted(), self.style, *self._drawn_parts())

    @property
    def style(self) -> str:
        """The style sheet of what is drawn."""
        return (
            STYLE
            + (FOLD_STYLE if self.folds.closed or self.folds.toggles else "")
            + (SMALL_STYLE if self.boards else "")
            + (DEPTH_STYLE if self._stops_early else "")
        )

    def _drawn_parts(self) -> list[str]:
        """Everything that is drawn: the parts, and boards over the nodes, which stay as they are."""
        boards = []
        for s in self.nodes:
            if s in self.boards:
                x, y = self.places[s][0], self._top(s) + (self.board_height - UNDER_BOARD) / 2
                place = f"translate({number(x)} {number(y)})"
                boards.append(element("g", self.boards[s].markup, class_="kz-board", transform=place))
        return [*boards, *self.parts().values()]

    # ------------------------------------------------------------ parts

    def parts(self) -> dict[str, str]:
        """The markup of every edge and every node as it is now, by the name of the part, in the order of drawing."""
        edges = {self.edge_part(child): self.edge(child) for child in self.nodes[1:]}
        return edges | {self.node_part(s): self.node(s) for s in self.nodes}

    @cached_property
    def part_names(self) -> list[str]:
        """The nodes' names; where one was given before, as in a search that meets a position twice, with primes."""
        names: dict[str, None] = {}
        for s in range(self.count):
            name = fitting(self.tree.node_name(s))
            while name in names:
                name += "'"
            names[name] = None
        return list(names)

    def edge_part(self, child: int) -> str:
        """What the edge to a node is called."""
        return f"edge:{self.part_names[child]}"

    def node_part(self, s: int) -> str:
        """What a node is called."""
        return f"node:{self.part_names[s]}"

    def node(self, s: int) -> str:
        """The markup of a node as it is now."""
        kind = self.kinds[s]
        x, y = self.places[s]
        mover = int(self.tree.mover[s])
        paint = f" kz-mover-{mover if mover < 3 else 'more'}" if kind == "player" else ""
        inside = [element("title", escape(self._described(s))), self._shape(s, "kz-shape")]
        if self._is_current(s):
            inside.append(self._shape(s, "kz-halo"))
        if s in self.so_far.horizon and not self.blank:
            inside.append(limit_mark(kind))
        inside += self._leaf_texts(s) if kind == "leaf" else self._inner_texts(s, kind)
        inside.append(self.folds.mark(s, self.tree.node_name(s), self.visited[s]))
        return element(
            "g",
            *inside,
            class_=f"kz-node kz-{kind}{paint}{self._state(s)}",
            data_node=self.tree.node_name(s),
            data_part=self.node_part(s),
            transform=f"translate({number(x)} {number(y)})",
        )

    def edge(self, child: int) -> str:
        """The markup of the edge to a node as it is now, with what stands beside and across it."""
        start, end = self.ends[child]
        ends = {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1]}
        name = self.tree.node_name(child)
        inside = [element("line", class_=f"kz-edge{self._edge_state(child)}", data_edge=name, **ends)]
        if self._is_cut(child):
            inside.append(strokes(start, end, 0.36 if child in self.labels else 0.6))  # clear of the label
        elif self._is_dropped(child):
            inside.append(ring(start, end, 0.36 if child in self.labels else 0.6))
        if child in self.labels:
            inside.append(self._label(child))
        if self.blank:
            inside.append(element("line", class_="kz-grip", **ends))
        return element("g", *inside, class_="kz-branch", data_part=self.edge_part(child))

    # ------------------------------------------------------------ where things are

    def _tops(self) -> list[float]:
        """Where each level begins. Fans of many labelled edges are given more height, for the labels' sake."""
        gaps = [LEVEL + self.board_height] * max(self.layout.depth)
        for s in self.nodes:
            children = self.folds.children(s)
            if len(children) > 3 and any(child in self.labels for child in children):
                half = self.layout.x[children[-1]] - self.layout.x[s]
                depth = self.layout.depth[s]
                gaps[depth] = max(gaps[depth], self.board_height + HIGH + min(round(0.67 * half), HIGHEST_FAN))
        return list(accumulate(gaps, initial=0.0))

    def _top(self, s: int) -> float:
        return MARGIN + self.tops[self.layout.depth[s]]

    @cached_property
    def places(self) -> dict[int, Point]:
        """The middle of each node. All nodes of a level begin at the same height: no edge to one runs over another."""
        heights = [self.board_height + (LEAF if kind == "leaf" else HIGH) / 2 for kind in self.kinds]
        return {s: (self.left + self.layout.x[s], self._top(s) + heights[s]) for s in self.nodes}

    @cached_property
    def ends(self) -> dict[int, Ends]:
        """Where the edge to each node begins and ends."""
        return {
            child: ((self.places[s][0], self.places[s][1] + HIGH / 2), (self.places[child][0], self._top(child)))
            for s in self.nodes
            for child in self.folds.children(s)
        }

    @cached_property
    def label_places(self) -> dict[int, Point]:
        """The middle of the label of each edge that has one."""
        places = {}
        for s in self.nodes:
            siblings = self.folds.children(s)
            for child in siblings:
                if child in self.labels:
                    room = text_width(self.labels[child], SMALL) / 2, SMALL / 2
                    others = [self.ends[sibling] for sibling in siblings if sibling != child]
                    places[child] = label_place(self.ends[child], others, room)
        return places

    # ------------------------------------------------------------ nodes

    def _kind(self, s: int) -> str:
        if self.tree.size[s] == 0:
            return "leaf"
        if self.tree.mover[s] == CHANCE:
            return "chance"
        if self.vectors:
            return "player"
        return "max" if self.tree.mover[s] == MAX else "min"

    def _is_current(self, s: int) -> bool:
        return self.step is not None and self.folds.seen(self.step[0]) == s

    def _is_below_cut(self, s: int) -> bool:
        return not self.blank and s in self.so_far.below

    def _is_cut(self, child: int) -> bool:
        return not self.blank and child in self.so_far.severed

    def _is_dropped(self, child: int) -> bool:
        return not self.blank and child in self.so_far.dropped

    def _state(self, s: int) -> str:
        """How far the search has come with a node: its class."""
        if self.recording is None:
            return ""
        if self._is_current(s):
            return " kz-visited kz-current"
        played = " kz-played" if s in self.so_far.played else ""
        if s in self.so_far.known:
            return f" kz-visited{played}"
        if played:
            return played
        return " kz-below" if self._is_below_cut(s) else " kz-unvisited"

    def _shape(self, s: int, paint: str) -> str:
        """A node's outline; or, a little larger, the halo around the node where the search is."""
        if (s, paint) not in self._still:
            kind = self.kinds[s]
            width = self._leaf_width(s) if kind == "leaf" else 0.0
            self._still[s, paint] = outline(kind, 5.0 if paint == "kz-halo" else 0.0, paint, width)
        return self._still[s, paint]

    # ------------------------------------------------------------ texts at nodes

    def _name(self, s: int) -> str:
        return _shortened(self.tree.node_name(s))

    @override
    def _leaf_value(self, s: int) -> str:
        values = self.tree.node(s).values
        if self._is_stub(s):
            return "…"
        return shown(values if len(values) > 1 else values[0])

    @override
    def _is_stub(self, s: int) -> bool:
        """Is this a leaf that was never searched?"""
        return math.isnan(self.tree.node(s).values[0])

    def _leaf_width(self, s: int) -> float:
        return max(LEAF, text_width(self._leaf_value(s), LETTERS) + 8)

    def _leaf_texts(self, s: int) -> list[str]:
        lines = [text(0, 0, self._leaf_value(s), LETTERS, class_="kz-value")]
        name_at = LEAF / 2 + 13
        known = None if self.blank else self.so_far.known.get(s)
        is_visited = self.simulates and known is not None
        if is_visited or not self._is_stub(s):
            lines.append(text(0, name_at, self._name(s), SMALL, class_="kz-name"))
        # A leaf does not use its window: it is shown only while the search is there. Its visits always are.
        if known is not None and (is_visited or self._is_current(s)):
            facts = self._leaf_facts(s, known)
            lines += [fact_svg(0, name_at + LINE * (row + 1), fact) for row, fact in enumerate(facts)]
        return lines

    def _leaf_facts(self, s: int, known: Known | Step) -> list[Fact]:
        """What stands below a leaf; its value stands inside, unless it is only where a tree of simulations ends."""
        if self._is_stub(s):
            return facts_at(known, self.has_window)
        return sorted_facts(known, "leaf", self.has_window)[1]

    def _inner_texts(self, s: int, kind: str) -> list[str]:
        name_at, beside_at, middle = sides(kind)
        lines = [text(-name_at, 0, self._name(s), LETTERS, class_="kz-name", text_anchor="end")]
        if guess := self._guess(s):
            lines.append(text(-name_at, LINE, guess, SMALL, class_="kz-guess", text_anchor="end"))
        if kind == "player":
            lines.append(text(0, 0, str(int(self.tree.mover[s]) + 1), LETTERS, class_="kz-value"))
        if self.blank or (known := self.so_far.known.get(s)) is None:
            return lines
        inside, beside = self._facts(s, known)
        if inside:
            size = min(LETTERS, 26 / text_width(inside, 1.0))
            lines.append(text(0, middle, inside, size, class_="kz-value"))
        top = -LINE * (len(beside) - 1) / 2
        return lines + [
            fact_svg(beside_at, top + LINE * row, fact, text_anchor="start") for row, fact in enumerate(beside)
        ]

    def _facts(self, s: int, known: Known | Step) -> tuple[str, list[Fact]]:
        """What stands in a node and beside it; of a closed one only its value, so that more of them have room."""
        inside, beside = sorted_facts(known, self.kinds[s], self.has_window)
        return inside, [fact for fact in beside if fact[0] == "v"] if s in self.folds.closed else beside

    def _reaches(self) -> list[Reach]:
        """The room that each node needs to its left and right, at whichever step it needs most."""
        texts: dict[int, float] = {}
        for s, step in [] if self.blank else self.steps:
            if self.folds.seen(s) != s:
                continue
            facts = self._leaf_facts(s, step) if self.kinds[s] == "leaf" else self._facts(s, step)[1]
            beside = [(s, fact) for fact in facts]
            below = zip(self.folds.children(s), step.scores, strict=False)
            beside += [(child, score_fact(score)) for child, score in below]
            for node, fact in beside:
                texts[node] = max(texts.get(node, 0.0), text_width(written(fact), SMALL))
        reaches = [self._reach(s, texts.get(s, 0.0)) for s in range(self.count)]
        return evened(self.tree, reaches, self.folds.children)

    def _reach(self, s: int, facts: float) -> Reach:
        kind = self.kinds[s]
        if kind == "leaf":
            half = max(self._leaf_width(s), text_width(self._name(s), SMALL), facts - CLEARANCE) / 2
            left = right = half
        else:
            name_at, beside_at, _ = sides(kind)
            beside = max(text_width(self._name(s), LETTERS), text_width(self._guess(s), SMALL))
            left = max(WIDE / 2, name_at + beside)
            right = max(WIDE / 2, beside_at + facts)
        label = 0.85 * text_width(self.labels[s], SMALL) + 6 if s in self.labels else 0.0
        board = self.boards[s].width / 2 if s in self.boards else 0.0
        return max(left, label, board), max(right, label, board)

    # ------------------------------------------------------------ edges

    def _labels(self) -> dict[int, str]:
        """What is written beside the edge to a node: the move, the probability, or both."""
        labels = {}
        for s in self.nodes:
            for child in self.folds.children(s):
                label = _shortened(self.tree.node(child).label)
                if self.kinds[s] == "chance":
                    chances = shown(float(self.tree.chances[child]), fractions=True)
                    label = f"{label}: {chances}" if label else chances
                if label:
                    labels[child] = label
        return labels

    def _label(self, child: int) -> str:
        x, y = self.label_places[child]
        paint = "kz-chances" if self.kinds[self.parents[child]] == "chance" else "kz-move"
        faded = " kz-below" if self._is_below_cut(child) else ""
        return text(x, y, self.labels[child], SMALL, class_=paint + faded)

    @cached_property
    def parents(self) -> dict[int, int]:
        """The number of each node's parent."""
        return {child: s for s in self.nodes for child in self.folds.children(s)}

    def _edge_state(self, child: int) -> str:
        if self.recording is None:
            return ""
        if self._is_below_cut(child):
            return " kz-severed" if self._is_cut(child) else " kz-dropped" if self._is_dropped(child) else " kz-below"
        if child in self.so_far.played:
            return " kz-played"
        if child not in self.so_far.known or child == self.so_far.root:
            return " kz-unvisited"
        if child in self.so_far.walked:
            return " kz-visited kz-walked"
        is_best = self.so_far.left and child == self.so_far.best and not self.blank
        return " kz-visited kz-best" if is_best else " kz-visited"


def _shortened(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"

"""Every step of a search of a tree as a drawing, each given by its changes to the one before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kibitz.draw.small_board import SmallBoard
from kibitz.errors import BadInput
from kibitz.games.tree import Tree
from kibitz.lab.drawing.closed_subtrees import Folds
from kibitz.lab.drawing.progress import placed_steps
from kibitz.lab.drawing.ranged_drawing import RangedDrawing
from kibitz.lab.drawing.tree_drawing import Drawing
from kibitz.lab.recording import Recorder


@dataclass(frozen=True)
class Frames:
    """The drawings of all steps of a recording.

    `svg` is the drawing of step 0, without the sentence below. `changes[i]` has the markup of every part that step i
    changes, by the part's `data-part`: put in the places of the old ones, they make the drawing of step i out of the
    one before. `changes[0]` is empty.
    """

    svg: str
    changes: list[dict[str, str]]


def tree_frames(
    tree: Tree,
    recording: Recorder,
    folds: Folds | None = None,
    boards: Mapping[int, SmallBoard] | None = None,
    *,
    ranges: bool = False,
) -> Frames:
    """The steps of a recording of a search of this tree; each part is as in `tree_svg(tree, recording, step)`.

    `folds` are the subtrees that are closed; `boards` stand over their nodes, by number. `ranges`: every
    node has its range beside it.
    """
    steps = placed_steps(tree, recording)
    if not steps:
        raise BadInput("the recording is empty: expected one of a search of this tree")
    kind = RangedDrawing if ranges else Drawing
    drawing = kind(tree, recording, steps, stepwise=True, folds=folds, boards=boards)
    drawing.advance(0)
    first = drawing.drawn_without_words()
    latest = drawing.parts()
    changes: list[dict[str, str]] = [{}]
    for index in range(1, len(steps)):
        touched = drawing.advance(index)
        changed = _changed(drawing, drawing.nodes if touched is None else sorted(touched), latest)
        latest |= changed
        changes.append(changed)
    return Frames(first, changes)


def tree_at(tree: Tree, recording: Recorder, step: int) -> str:
    """The tree as a search knew it after a step, without the step's sentence."""
    steps = placed_steps(tree, recording)
    drawing = Drawing(tree, recording, steps, stepwise=True)
    for index in range(step + 1):
        drawing.advance(index)
    return drawing.drawn_without_words()


def _changed(drawing: Drawing, touched: Iterable[int], latest: dict[str, str]) -> dict[str, str]:
    """The parts of those nodes and of their edges that look different from before."""
    parts = {}
    for s in touched:
        if s > 0:
            parts[drawing.edge_part(s)] = drawing.edge(s)
        parts[drawing.node_part(s)] = drawing.node(s)
    return {part: markup for part, markup in parts.items() if latest[part] != markup}

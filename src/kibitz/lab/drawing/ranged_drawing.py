"""A searched tree with a range at every node: between which two numbers its value may still lie."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz.draw.small_board import SmallBoard
from kibitz.games.tree import Tree
from kibitz.lab.drawing.closed_subtrees import Folds
from kibitz.lab.drawing.facts import Fact
from kibitz.lab.drawing.progress import Known, PlacedStep, placed_steps
from kibitz.lab.drawing.tree_drawing import Drawing
from kibitz.lab.ranges import Range, range_changes, range_text
from kibitz.lab.recording import Recorder, Step
from kibitz.native.override import override

STYLE = ".kz-svg .kz-range{font-weight:600}\n"


class RangedDrawing(Drawing):
    """A drawing in which every node that was entered has its range beside it, over its window."""

    def __init__(
        self,
        tree: Tree,
        recording: Recorder,
        steps: list[PlacedStep],
        *,
        stepwise: bool = False,
        folds: Folds | None = None,
        boards: Mapping[int, SmallBoard] | None = None,
    ) -> None:
        self._changes = range_changes(tree, recording)
        self._ranges: dict[int, Range] = {}
        for changed in self._changes:  # room is left for the longest
            for s, between in changed.items():
                if len(range_text(between)) > len(range_text(self._ranges.get(s, (0.0, 0.0)))):
                    self._ranges[s] = between
        super().__init__(tree, recording, steps, stepwise=stepwise, folds=folds, boards=boards)
        self._ranges = {}

    @override
    def advance(self, index: int) -> set[int] | None:
        """Follow the next step; returns the nodes that may look different, or whose edges may, None for all."""
        touched = super().advance(index)
        changed = self._changes[index]
        self._ranges = (self._ranges if touched is not None else {}) | changed
        return None if touched is None else touched | {self.folds.seen(s) for s in changed}

    @property
    @override
    def style(self) -> str:
        """The style sheet of what is drawn."""
        return super().style + STYLE

    @override
    def _facts(self, s: int, known: Known | Step) -> tuple[str, list[Fact]]:
        inside, beside = super()._facts(s, known)
        ranged = [("", range_text(self._ranges[s]))] if s in self._ranges and s not in self.folds.closed else []
        return inside, [*ranged, *beside]

    @override
    def _described(self, s: int) -> str:
        described = super()._described(s)
        return f"{described}, in {range_text(self._ranges[s])}" if s in self._ranges else described


def ranged_svg(tree: Tree, recording: Recorder, step: int | None = None) -> str:
    """As `tree_svg` of a recording, with a range at every node."""
    steps = placed_steps(tree, recording)
    drawing = RangedDrawing(tree, recording, steps, stepwise=step is not None)
    for index in range(len(steps) if step is None else step + 1):
        drawing.advance(index)
    return drawing.drawn()

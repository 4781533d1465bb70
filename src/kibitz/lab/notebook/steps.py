"""The steps of a search in a cell: the drawn tree, sentences and pseudo-code, with buttons and a slider."""

from __future__ import annotations

from kibitz.draw.drawn import widget
from kibitz.games.tree import MOST_DRAWN, Tree
from kibitz.lab.recording import Recorder

MOST_STEPS = 3_000
HEIGHT = 560  # pixels: the tree, a sentence of two lines, and the buttons; or the longest pseudo-code


@widget.register
def recording_widget(recording: Recorder) -> str | None:
    """A recorded search at its last step, to be stepped through; None for one that is empty or too large."""
    from kibitz.lab.drawing.recorded_tree import recorded_tree

    if not recording.steps or len(recording.steps) > MOST_STEPS or recording.nodes > MOST_DRAWN:
        return None
    own = recording.game if isinstance(recording.game, Tree) else None
    return _widget(own or recorded_tree(recording), recording, None)


@widget.register
def tree_widget(tree: Tree) -> str | None:
    """A tree before its search, to be stepped through with the search that fits it; None for one that is too large."""
    from kibitz.lab.tree_search import recorded, tree_algorithm

    if len(tree.size) > MOST_DRAWN:
        return None
    _, recording = recorded(tree, tree_algorithm(tree))
    return _widget(tree, recording, 0) if 0 < len(recording.steps) <= MOST_STEPS else None


def _widget(tree: Tree, recording: Recorder, step: int | None) -> str | None:
    from kibitz.lab.export import steps_page
    from kibitz.lab.notebook.cell_frame import framed

    if len(tree.size) > MOST_DRAWN:
        return None
    page = steps_page(tree, recording, step, in_cell=True)
    return framed(page, f"{recording.algorithm.title}, step by step", HEIGHT)

"""A recorded search of any game as a tree: what it looked at, and stubs for what it cut."""

from __future__ import annotations

import math

from kibitz.draw.board import board_svg
from kibitz.draw.drawn import drawn
from kibitz.draw.picture import Picture
from kibitz.game import CHANCE, Game, State
from kibitz.games.tree import MOST_DRAWN, Node, Tree
from kibitz.lab.drawing.tree_drawing import tree_svg
from kibitz.lab.recording import Recorder, shown


@drawn.register
def recording_svg(recording: Recorder) -> str:
    """The search at its last step as an SVG document: its tree, or a card with what it found if that is too large."""
    if not recording.steps:
        return board_svg(Picture(caption="Nothing has been recorded yet."))
    own = recording.game if isinstance(recording.game, Tree) else None
    if (recording.nodes if own is None else len(own.size)) > MOST_DRAWN:
        return board_svg(Picture(caption=_found(recording)))
    return tree_svg(own or recorded_tree(recording), recording, len(recording.steps) - 1)


def recorded_tree(recording: Recorder) -> Tree:
    """The nodes that a search entered, named as in its steps, with their moves; cut children are leaves worth NaN."""
    game = recording.game
    width = game.players if recording.algorithm.vector else 1
    nodes: dict[tuple[int, ...], Node] = {}
    for step in recording.steps:
        if step.event in ("enter", "expand"):
            nodes.setdefault(step.path, Node(0, name=step.node))
        elif step.event == "leaf":
            nodes[step.path].values = step.value if isinstance(step.value, tuple) else (step.value,)
        for child in step.cut:
            nodes.setdefault((*step.path, child), Node(0))
    for path in _gaps(nodes) if recording.algorithm.simulates else ():
        nodes[path] = Node(0)
    for path in sorted(path for path in nodes if path):
        _attach(game, recording.states[path[:-1]], nodes[path[:-1]], nodes[path], path[-1])
    for path, node in nodes.items():
        if node.children:
            node.player = int(game.player(recording.states[path]))
        elif not node.values:
            node.values = (math.nan,) * width
    return Tree.from_node(nodes[()])


def _gaps(nodes: dict[tuple[int, ...], Node]) -> set[tuple[int, ...]]:
    """Outcomes on which no dice fell, before one on which they did: without them the numbers of children are off."""
    return {(*path[:-1], number) for path in nodes if path for number in range(path[-1])} - set(nodes)


def _attach(game: Game, s: State, parent: Node, child: Node, place: int) -> None:
    """Make a node the next child of another, reached by the action or outcome with that number."""
    if game.player(s) == CHANCE:
        action, child.probability = list(game.outcomes(s))[place]
    else:
        action = list(game.actions(s))[place]
    child.label = game.action_text(s, action)
    parent.children.append(child)


def _found(recording: Recorder) -> str:
    last = recording.steps[-1]
    value = "nothing yet" if last.value is None else shown(last.value)
    title, nodes = recording.algorithm.title, f"{recording.nodes:,} nodes in {len(recording.steps):,} steps"
    return f"{title}: {nodes}, too many to draw; {last.node} is worth {value}."

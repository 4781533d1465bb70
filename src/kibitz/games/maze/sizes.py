"""How large a maze is to search: states, actions and trees, in each of the three forms."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.games.maze import MODES, Maze


@dataclass(frozen=True)
class Size:
    """One form of a maze.

    `states` are those that can be reached, in any step; `actions` is the most in any of them; `decisions` is the number
    of decisions in the given steps; `tree` is the number of leaves of a full tree of these actions and decisions.
    """

    mode: str
    players: int
    states: int
    actions: int
    decisions: int

    @property
    def tree(self) -> int:
        """The leaves of a full tree: actions to the power of decisions."""
        return int(self.actions**self.decisions)


def size(layout: str, mode: str, steps: int) -> Size:
    """How large a maze is in one form, looking `steps` steps ahead."""
    game = Maze(layout, mode)
    start = game.initial()
    seen = {(start.places, start.turn)}
    todo = [start]
    most = 0
    while todo:
        s = todo.pop()
        actions = list(game.actions(s))
        most = max(most, len(actions))
        for a in actions:
            after = game.result(s, a)._replace(steps=0)  # the maze does not change with time
            if (after.places, after.turn) not in seen:
                seen.add((after.places, after.turn))
                todo.append(after)
    decisions = steps if mode == "joint" else steps * game.agents
    return Size(mode, game.players, len(seen), most, decisions)


def sizes(layout: str, steps: int) -> list[Size]:
    """How large a maze is in each form."""
    return [size(layout, mode, steps) for mode in MODES]

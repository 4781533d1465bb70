"""The tree of a real position: what a search sees of a game, to a depth."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from math import isnan
from typing import Any

from kibitz.answer.analysis import mover
from kibitz.errors import BadInput
from kibitz.game import CHANCE, Game, State, answers
from kibitz.games.tree import Node, Tree
from kibitz.search.diagnosis import stuck

HUGE = 1e9  # larger values are cut to this: a tree's leaves are finite numbers
MOST_PLAYERS = 9  # in a vector


def position_tree(game: Game, s: State, depth: int, most: int) -> Tree:
    """The tree of a state, as `tree_of_states` builds it."""
    return tree_of_states(game, s, depth, most)[0]


def tree_of_states(game: Game, s: State, depth: int, most: int, *, judged: bool = False) -> tuple[Tree, list[State]]:
    """The tree of a state and the state at each of its nodes, by number.

    It is `depth` decisions deep; a roll of the dice costs no ply, as in the searches. Leaves have the utility where the
    game is over and the evaluation at the depth limit: player 0's, or a vector where the players are not two opponents.
    `Node.label` is the move. `judged` gives the nodes above the leaves the game's evaluation, too, if it has one.
    `BadInput` if there are more than `most` nodes, and where there is none: the game is over, or some of it is hidden.
    """
    _refuse_treeless(game, s, depth)
    root = Node(0)
    states = [s]  # nodes are made in the order of their numbers: breadth first
    todo: deque[tuple[Node, Any, int]] = deque([(root, s, depth)])
    while todo:
        node, state, plies = todo.popleft()
        if plies == 0 or game.is_terminal(state):
            node.values = _values(game, state)
            continue
        node.player = mover(game, state)
        if judged and answers(game, "evaluate"):
            node.guess = _values(game, state)
        below = plies - game.depth_spent(state)
        for action, probability in _choices(game, state, node.player):
            if len(states) >= most:
                here = f"the tree at {game.text(s)!r}, {depth} deep, has more than {most:,} nodes"
                raise BadInput(f"{here}: expected fewer; set a smaller depth")
            child = Node(0, probability=probability, label=game.action_text(state, action))
            node.children.append(child)
            states.append(game.result(state, action))
            todo.append((child, states[-1], below))
        if not node.children:
            raise stuck(game)
    return Tree.from_node(root), states


def _refuse_treeless(game: Game, s: State, depth: int) -> None:
    facts = game.facts
    if depth < 1:
        raise BadInput(f"the depth must be 1 or more, got {depth}")
    if facts.hidden:
        raise BadInput(f"the tree of {facts.name!r} is not shown: it would reveal what a player must not see")
    if facts.players > MOST_PLAYERS:
        raise BadInput(f"{facts.name!r} has {facts.players} players: expected at most {MOST_PLAYERS} for a tree")
    if game.is_terminal(s):
        raise BadInput(f"the game is over at {game.text(s)!r}: there is no tree below it")


def _choices(game: Game, s: State, player: int) -> Iterable[tuple[Any, float]]:
    if player == CHANCE:
        return game.outcomes(s)
    return ((action, 1.0) for action in game.actions(s))


def _values(game: Game, s: State) -> tuple[float, ...]:
    facts = game.facts
    opposed = facts.players == 1 or (facts.players == 2 and facts.zero_sum)
    worth = game.utility if game.is_terminal(s) else game.evaluate
    return tuple(_finite(game, s, worth(s, player)) for player in range(1 if opposed else facts.players))


def _finite(game: Game, s: State, value: Any) -> float:
    number = float(value)
    if isnan(number):
        raise BadInput(f"{game.facts.name!r} is worth {value!r} at {game.text(s)!r}: expected a number")
    return min(max(number, -HUGE), HUGE)

"""A position and a depth at which a search has something to find: near the start of a game all moves look alike."""

from __future__ import annotations

import random
from itertools import islice
from typing import NamedTuple

from kibitz.errors import BadInput
from kibitz.game import Game, State
from kibitz.lab.position_tree import position_tree
from kibitz.lab.tree_worth import differs

DEEPEST = 6
LONGEST_WALK = 400  # plies
WALKS = 3
LOOKED_AT = 10  # positions before the end of a walk
MOST_MOVES = 300


class Telling(NamedTuple):
    """A position that a line of moves leads to, and the depth at which its moves are worth different values."""

    s: State
    depth: int
    line: list[str]


def telling_depth(game: Game, s: State, most: int) -> int | None:
    """The smallest depth from 2 at which the moves of a position differ; None if there is none within `most` nodes."""
    for depth in range(2, DEEPEST + 1):
        try:
            tree = position_tree(game, s, depth, most)
        except BadInput:  # too many nodes
            return None
        if differs(tree):
            return depth
    return None


def affordable_depth(game: Game, s: State, most: int) -> int:
    """The largest depth whose tree has at most that many nodes; 1 where even the smallest is larger."""
    found = 1
    for depth in range(2, DEEPEST + 1):
        try:
            position_tree(game, s, depth, most)
        except BadInput:
            break
        found = depth
    return found


def telling_position(game: Game, s: State, most: int) -> Telling | None:
    """A later position in which the moves differ, as early as one is met at the end of a random game; None if none is.

    The same position leads to the same one each time.
    """
    for seed in range(WALKS):
        states, texts = _walk(game, s, random.Random(seed))
        found = None
        for at in range(len(states) - 2, max(-1, len(states) - 2 - LOOKED_AT), -1):
            if not _is_choice(game, states[at]):
                continue
            depth = telling_depth(game, states[at], most)
            if depth is None and found is not None:
                break
            if depth is not None:
                found = Telling(states[at], depth, texts[:at])
        if found is not None:
            return found
    return None


def _walk(game: Game, s: State, draw: random.Random) -> tuple[list[State], list[str]]:
    states = [s]
    texts: list[str] = []
    while len(texts) < LONGEST_WALK and not game.is_terminal(s):
        choice = draw.choice(list(islice(game.choices(s), MOST_MOVES)))
        texts.append(game.action_text(s, choice))
        s = game.result(s, choice)
        states.append(s)
    return states, texts


def _is_choice(game: Game, s: State) -> bool:
    """Is a player to move, with more than one move?"""
    return not game.is_terminal(s) and game.player(s) >= 0 and sum(1 for _ in islice(game.actions(s), 2)) > 1

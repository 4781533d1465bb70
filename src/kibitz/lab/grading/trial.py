"""What a search is tried on: a small tree, how deep to look, with which window; and the right answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf, isclose

from kibitz.game import CHANCE, MAX, MIN
from kibitz.games.tree import Node, Row, Tree, TrialGame
from kibitz.lab.tree_text import canonical

Window = tuple[float, float]
FULL: Window = (-inf, inf)


@dataclass(frozen=True)
class Spot:
    """A position of a trial. Spots that are equal are the same position.

    `value` is what a leaf is worth to MAX, `guess` what `evaluate` says to MAX. A leaf has a player, too: who
    would move.
    """

    player: int = MAX
    children: tuple[Spot, ...] = ()
    value: float = 0
    guess: float = 0
    weights: tuple[int, ...] = ()  # of a chance node's children

    @property
    def chances(self) -> tuple[float, ...]:
        """The probabilities of a chance node's children."""
        return tuple(weight / sum(self.weights) for weight in self.weights)

    @property
    def size(self) -> int:
        """How many nodes the tree has, this one included."""
        return 1 + sum(child.size for child in self.children)

    @property
    def height(self) -> int:
        """How many plies the longest line has."""
        return 1 + max(child.height for child in self.children) if self.children else 0

    def walk(self) -> Iterator[Spot]:
        """This node and all below it."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True)
class Trial:
    """One call of the search: on this tree, so many plies deep (None: to the end), with this window."""

    root: Spot
    depth: int | None = None
    window: Window = FULL

    @property
    def size(self) -> int:
        """How many nodes the tree has."""
        return self.root.size


def same(one: float, other: float) -> bool:
    """Are two values the same, but for rounding?"""
    return one == other or isclose(one, other, rel_tol=1e-6, abs_tol=1e-6)


@lru_cache(maxsize=20_000)
def exact(spot: Spot, depth: int | None = None) -> float:
    """What a position is worth to MAX, to a depth in plies; a roll of the dice takes none."""
    if not spot.children:
        return spot.value
    if depth is not None and depth <= 0:
        return spot.guess
    below = None if depth is None else depth - (spot.player != CHANCE)
    values = [exact(child, below) for child in spot.children]
    if spot.player == CHANCE:
        return sum(chance * value for chance, value in zip(spot.chances, values, strict=True))
    return max(values) if spot.player == MAX else min(values)


def best_moves(trial: Trial) -> set[int]:
    """The numbers of the root's children, from 0, that reach its value."""
    root = trial.root
    below = None if trial.depth is None else trial.depth - 1
    target = exact(root, trial.depth)
    return {number for number, child in enumerate(root.children) if same(exact(child, below), target)}


def pruned_reads(trial: Trial, *, ties: bool) -> int:
    """How many different leaves alpha-beta reads in this trial; `ties`: does a value equal to the bound cut?"""
    read: set[tuple[int, ...]] = set()

    def look(spot: Spot, path: tuple[int, ...], depth: float, alpha: float, beta: float) -> float:
        if not spot.children or depth <= 0:
            read.add(path)
            return spot.guess if spot.children else spot.value
        best = -inf if spot.player == MAX else inf
        for number, child in enumerate(spot.children):
            value = look(child, (*path, number), depth - 1, alpha, beta)
            if spot.player == MAX:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha > beta or (ties and alpha == beta):
                break
        return best

    look(trial.root, (), inf if trial.depth is None else trial.depth, *trial.window)
    return len(read)


def leaves(trial: Trial) -> int:
    """How many leaves minimax reads in this trial."""

    def count(spot: Spot, depth: float) -> int:
        return 1 if not spot.children or depth <= 0 else sum(count(child, depth - 1) for child in spot.children)

    return count(trial.root, inf if trial.depth is None else trial.depth)


def at_horizon(spot: Spot, depth: int | None) -> Spot:
    """The tree as a search to that depth sees it: below it nothing, and guesses at the last nodes."""
    if depth is None or not spot.children:
        return spot
    if depth <= 0:
        return replace(spot, children=(), value=spot.guess, weights=())
    below = depth - (spot.player != CHANCE)
    return replace(spot, children=tuple(at_horizon(child, below) for child in spot.children))


def coloured(spot: Spot, player: int) -> Spot:
    """The same tree with this player to move, and players who take turns below."""
    other = MIN if player == MAX else MAX
    return replace(spot, player=player, children=tuple(coloured(child, other) for child in spot.children))


def faceless(spot: Spot) -> object:
    """A tree without who is to move: what a table sees that forgets it."""
    return tuple(map(faceless, spot.children)) if spot.children else spot.value


def node_of(spot: Spot) -> Node:
    """The tree as the lab has it."""
    if not spot.children:
        return Node(0, values=(float(spot.value),))
    node = Node(0, player=spot.player, children=[node_of(child) for child in spot.children])
    for child, chance in zip(node.children, spot.chances, strict=False):
        child.probability = chance
    return node


def tree_text(trial: Trial) -> str:
    """The tree in brackets, for `kibitz tree` and the lab: cut off at the depth limit, with the guesses there."""
    return canonical(Tree.from_node(node_of(at_horizon(trial.root, trial.depth))).node(0))


def game_of(spot: Spot, first: int = 0) -> TrialGame:
    """The tree as a game, equal positions being one; `first` is the number of its first state."""
    numbers: dict[Spot, int] = {}
    rows: list[Row] = []

    def number(at: Spot) -> int:
        if at not in numbers:
            numbers[at] = place = len(rows)
            rows.append(Row(at.player, (), at.chances, float(at.value), float(at.guess)))
            rows[place] = rows[place]._replace(after=tuple(number(child) for child in at.children))
        return numbers[at]

    number(spot)
    game = TrialGame(rows, first)
    game.players = 2 if any(at.player == MIN for at in spot.walk()) else 1
    return game

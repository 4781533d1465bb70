"""What is recorded of a search by simulations: where each one goes, what it brings, and what that changes."""

from __future__ import annotations

from math import inf
from typing import Any

from kibitz.game import MAX, Game, State
from kibitz.lab.step import SearchedNode, shown
from kibitz.native.override import override
from kibitz.search.algorithm import Algorithm
from kibitz.search.watch import Watch

MOST_NAMED = 6  # children, or moves, in a sentence
DIGITS = 3  # of means and of UCB1: they are estimates


class SimulationRecording(Watch):
    """The part of a recorder that listens to simulations. The stack holds the nodes from the root to where one is."""

    game: Game
    algorithm: Algorithm
    leaves: list[Any]
    leaf_paths: list[tuple[int, ...]]
    states: dict[tuple[int, ...], Any]
    nodes: int
    _stack: list[SearchedNode]
    _simulation: int

    @override
    def select(self, s: State, number: int, scores: tuple[float, ...]) -> None:
        """Where a simulation goes on, and why."""
        node = self._begin_simulation()
        child = node.below[number]
        who = self._described(node)
        if scores:
            negative = ", so means count negative" if who.endswith("MIN node") else ""
            told = f"{who}{negative}. UCB1 is {self._listed_scores(node, scores)}: on to {child.name}."
            self._tell("select", told, scores=scores, chosen=number)
        else:
            self._tell("select", f"{who}: the dice fall on {child.name}.", line="fall", chosen=number)
        self._stack.append(child)

    @override
    def expand(self, s: State, number: int, child: State) -> None:
        """A node joins the tree."""
        parent = self._begin_simulation()
        is_over = self.game.is_terminal(child)
        player = MAX if is_over else int(self.game.player(child))
        kind = "leaf" if is_over else self._kind(player)
        node = SearchedNode(self._name(child), kind, player, -inf, inf, (*parent.path, number), visits=0)
        parent.below[number] = node
        self.states[node.path] = child
        self.nodes += 1
        self._stack.append(node)
        how = "the dice fall on it" if parent.kind == "chance" else f"it is the next child of {parent.name} to be tried"
        self._tell("expand", f"{node.name} joins the tree: {how}.")

    @override
    def simulate(self, s: State, moves: tuple[int, ...], v: Any, is_over: bool) -> None:
        """A random game, and what it brings."""
        node = self._stack[-1]
        if is_over:
            self.leaves.append(v)
            self.leaf_paths.append((*node.path, *moves))
        ends = f"ends with {shown(v)}" if is_over else f"is stopped by the depth limit and evaluated at {shown(v)}"
        told = f"from {node.name} a random game ({self._written(s, moves)}) {ends}."
        self._tell("simulate", told, value=v, moves=moves)

    @override
    def back_up(self, s: State, visits: int, v: Any) -> None:
        """The new numbers of a node."""
        node = self._stack[-1]
        node.visits, node.v = visits, v
        times = "1 visit" if visits == 1 else f"{visits} visits"
        self._tell("backup", f"{node.name} has {times} now, and a mean of {shown(v, digits=DIGITS)}.")
        if len(self._stack) > 1:
            self._stack.pop()

    @override
    def choose(self, s: State, number: int, v: Any) -> None:
        """The move, and why."""
        node = self._stack[-1]
        child = node.below[number]
        most = f"{child.name} has the most visits, {child.visits} of {node.visits}"
        mean = shown(v, digits=DIGITS)
        self._tell("choose", f"{most}: that is the move, with a mean of {mean}.", chosen=number)

    def _begin_simulation(self) -> SearchedNode:
        """The node where the simulation is; at the root a new one begins."""
        if len(self._stack) == 1:
            self._simulation += 1
        return self._stack[-1]

    def _end_simulations(self, v: Any) -> None:
        """The root is left: all simulations have been run."""
        root = self._stack[-1]
        self._tell("leave", f"{root.name} is left with {shown(v, digits=DIGITS)} after {self._simulation} simulations.")
        self._stack.pop()

    def _listed_scores(self, node: SearchedNode, scores: tuple[float, ...]) -> str:
        """The UCB1 of the children, best first where they are too many to name all."""
        order = list(range(len(scores)))
        if len(scores) > MOST_NAMED:
            order = sorted(order, key=lambda number: -scores[number])[: MOST_NAMED - 1]
        named = [f"{shown(scores[number], digits=DIGITS)} for {node.below[number].name}" for number in order]
        if len(scores) > MOST_NAMED:
            named.append(f"less for {len(scores) - len(named)} others")
        return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}"

    def _written(self, s: State, moves: tuple[int, ...]) -> str:
        """The moves of a random game, the first ones of a long one."""
        words = []
        for number in moves[:MOST_NAMED]:
            choice = list(self.game.choices(s))[number]
            words.append(self.game.action_text(s, choice))
            s = self.game.result(s, choice)
        return ", ".join([*words, "…"] if len(moves) > MOST_NAMED else words)

    # ------------------------------------------------------------ what the recorder knows how to do

    def _tell(self, event: str, sentence: str, **more: Any) -> None:
        raise NotImplementedError

    def _described(self, node: SearchedNode) -> str:
        raise NotImplementedError

    def _kind(self, player: int) -> str:
        raise NotImplementedError

    def _name(self, s: State) -> str:
        raise NotImplementedError

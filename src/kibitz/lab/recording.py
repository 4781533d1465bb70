"""A record of every step of a search: what happened at which node, and why, in a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import inf, isinf
from typing import Any

from kibitz.draw.drawn import drawn, widget
from kibitz.errors import Stopped
from kibitz.game import CHANCE, MAX, Game, State
from kibitz.games.tree import Tree
from kibitz.lab.depth_recording import DepthRecording, Round
from kibitz.lab.step import SearchedNode, Step, finite_or_none, shown
from kibitz.native.override import override
from kibitz.search.needs import is_in_vectors
from kibitz.search.textbook.paranoid import sides_of

__all__ = ["Recorder", "Step", "finite_or_none", "shown"]


@dataclass
class Recorder(DepthRecording):
    """A watch that records every step. The search that it watches runs as plain Python."""

    steps: list[Step] = field(default_factory=list)
    leaves: list[Any] = field(default_factory=list)  # values, in the order of the visit
    leaf_paths: list[tuple[int, ...]] = field(default_factory=list)
    pruned: list[tuple[str, int]] = field(default_factory=list)  # parent and number of the child, from 1
    evaluations: list[tuple[str, Any]] = field(default_factory=list)  # at the depth limit: the node, and its value
    dropped: list[tuple[str, int]] = field(default_factory=list)  # outside the beam: as `pruned`
    rounds: list[Round] = field(default_factory=list)  # of deepening
    nodes: int = 0
    compiles = False

    @override
    def begin(self, game: Game, algorithm: Any) -> None:
        self.game = game
        self.algorithm = algorithm
        self._stack: list[SearchedNode] = []
        self.states: dict[tuple[int, ...], Any] = {}  # of the nodes entered, by their paths
        self._probes: dict[tuple[int, ...], SearchedNode] = {}  # the nodes that were probed, by their paths
        lists: tuple[list[Any], ...] = (self.steps, self.leaves, self.leaf_paths, self.pruned)
        for told in (*lists, self.evaluations, self.dropped, self.rounds):
            told.clear()
        self._round_begins = 0
        self.nodes = 0
        self._simulation = 0
        self._is_stopped = False

    def stop(self) -> None:
        """Stop the search that is being recorded, from any thread: it raises `Stopped` at its next step."""
        self._is_stopped = True

    # ------------------------------------------------------------ what the search tells

    @override
    def enter(self, s: State, alpha: float, beta: float) -> None:
        self.nodes += 1
        over = self.game.is_terminal(s)
        player = MAX if over else self.game.player(s)
        if not self._stack:
            self._hero = max(MAX, player) if self.algorithm.is_against_all else MAX
        kind = "leaf" if over else self._kind(player)
        node = SearchedNode(self._name(s), kind, player, alpha, beta, self._path())
        node.is_probe = bool(self._stack) and self._stack[-1].is_probing
        node.is_beyond = bool(self._stack) and self._stack[-1].is_beyond
        node.v = None if node.is_probe else self._first_value(node)
        node.visits = 0 if self.algorithm.simulates else None
        self.states[node.path] = s
        if self._stack and (edge := (self._stack[-1].name, node.path[-1] + 1)) in self.pruned:
            self.pruned.remove(edge)  # it was cut when this part of the tree was looked at before
        self._stack.append(node)
        window = f" α = {shown(alpha)}, β = {shown(beta)}." if self._has_window else ""
        if over:
            self._tell("enter", f"{node.name} is where the game ends.{window}", value=None)
        else:
            begins = "" if node.v is None or self.algorithm.answers_bound else f" v starts at {shown(node.v)}."
            only = f" Of its actions only one is tried, to probe {self._stack[-2].name}." if node.is_probe else ""
            bounds = self._bounds_unseen(s) if node.kind == "chance" and self.algorithm.uses_bounds else ""
            alone = " It is the whole tree so far." if self.algorithm.simulates else ""
            self._tell("enter", f"{self._described(node)}.{alone}{only}{window}{begins}{bounds}")

    @override
    def leaf(self, s: State, v: Any) -> None:
        node = self._stack[-1]
        self._count_look()
        self.leaves.append(v)
        self.leaf_paths.append(node.path)
        node.v = v
        node.left_by = "leaf"
        self._tell("leaf", f"{node.name} is a leaf worth {shown(v)}.")

    @override
    def horizon(self, s: State, v: Any) -> None:
        self._count_look()
        super().horizon(s, v)

    @override
    def update(self, s: State, a: Any, child: Any, v: Any, alpha: float, beta: float) -> None:
        node = self._stack[-1]
        if self.algorithm.vector:
            sentence = self._compared(node, child) + self._left(node, v, beta)
        elif not self._has_window:
            sentence = self._picked(node, child, v)
        else:
            sentence = f"{self._picked(node, child, v)} {self._test(node, v, False)}"
            name, old, new = ("α", node.alpha, alpha) if node.kind == "max" else ("β", node.beta, beta)
            if not self.algorithm.answers_bound:
                stays = f"{name} stays {shown(new)}, as {node.kind}({shown(old)}, {shown(v)}) = {shown(new)}."
                sentence += f" {name} = {shown(new)}." if new != old else f" {stays}"
        node.v, node.alpha, node.beta = v, alpha, beta
        self._tell("update", sentence)

    @override
    def weigh(self, s: State, a: Any, probability: float, child: Any, v: Any) -> None:
        node = self._stack[-1]
        sentence = self._weighed(node, probability, child, v)
        node.v = v
        self._tell("update", sentence)

    @override
    def confine(self, s: State, a: Any, probability: float, child: Any, v: Any, low: float, high: float) -> None:
        node = self._stack[-1]
        sentence = self._weighed(node, probability, child, v)
        unseen = len(self._unseen_outcomes(s))
        node.v = v
        if unseen:
            sentence += f" {_whatever(unseen)}, it is worth {shown(low)} to {shown(high)}. {_outside(node, low, high)}"
        self._tell("update", sentence)

    @override
    def skip(self, s: State, number: int, probability: float, least: float, most: float) -> None:
        node = self._stack[-1]
        node.children = number
        worth = f"an outcome of probability {shown(probability, fractions=True)}, worth {shown(least)} to {shown(most)}"
        self._cut(node, (number,), f"The likelier outcomes are enough, and {worth}, is left out", line="skip")

    @override
    def settle(self, s: State, v: float, seen: float, low: float, high: float) -> None:
        node = self._stack[-1]
        share = f"v = {shown(node.v)} / {shown(seen)} = {shown(v)}"
        whatever = f"Whatever the outcomes left out bring, it is worth {shown(low)} to {shown(high)}."
        node.v = v
        self._tell("update", f"{self._described(node)}: {share}. {whatever}", line="settle")

    @override
    def probe(self, s: State, number: int) -> None:
        node = self._stack[-1]
        node.children = number - 1
        node.is_probing = node.kind == "chance"

    @override
    def only(self, s: State, number: int) -> None:
        node = self._stack[-1]
        node.children = number - 1
        told = f"another player harms MAX in this round, so only the most promising action, child {number + 1}, counts"
        self._tell("update", f"{self._described(node)}: {told}.", line="only")

    @override
    def restart(self, s: State) -> None:
        node = self._stack[-1]
        node.children = -1
        node.is_probing = False

    @override
    def tighten(self, s: State, a: Any, bound: float, is_least: bool, low: float, high: float) -> None:
        node = self._stack[-1]
        probed = self._probes[(*node.path, node.children)]
        found = f"{probed.name} is worth at {'least' if is_least else 'most'} {shown(bound)}"
        self._tell(
            "update",
            f"{self._described(node)}: {found}. Whatever the outcomes bring, {node.name} is worth {shown(low)} to "
            f"{shown(high)}. {_outside(node, low, high)}",
            line="tighten",
        )

    @override
    def forgo(self, s: State, v: Any, alpha: float, beta: float) -> None:
        node = self._stack[-1]
        unseen = self._unseen_outcomes(s)
        node.v = v
        node.left_by = "too low" if v <= alpha else "too high"
        worth = f"{node.name} is worth at {'most' if v <= alpha else 'least'} {shown(v)}"
        whatever = "Whatever the outcomes bring" if self._probed(node) else _whatever(len(unseen))
        why = f"{whatever}, {worth}, and {self._in_hand(v <= alpha)}"
        if cut := self._never_entered(node, unseen):
            self._cut(node, cut, why, line=node.left_by)
        else:
            self._tell("update", f"{why}: none of them is looked at again.", line=node.left_by)
        for number in unseen:
            probed = self._probes.get((*node.path, number))
            if probed is not None:
                actions = range(len(list(self.game.actions(self.states[probed.path]))))
                if cut := self._never_entered(probed, actions):
                    self._cut(probed, cut, f"{node.name} is settled", line=node.left_by)

    @override
    def prune(self, s: State, a: Any, child: Any, v: Any, alpha: float, beta: float) -> None:
        node = self._stack[-1]
        rest = self._rest(self.game, s)
        cut = self._never_entered(node, rest)
        self._count_cut(node)
        if self.algorithm.vector:
            sentence = self._compared(node, child) + self._left(node, v, beta)
            node.left_by = "too little" if beta <= alpha else "enough"
        else:
            sentence = f"{self._picked(node, child, v)} {self._test(node, v, True)}"
            node.left_by = "follow prune" if node.is_beyond else "prune"
        node.v, node.alpha, node.beta = v, alpha, beta
        nothing = "What is left has been looked at before." if rest else "No child is left to cut."
        self._tell("update", sentence if cut else f"{sentence} {nothing}")
        if cut:
            self._cut(node, cut, self._why_cut(node), line=node.left_by)

    @override
    def leave(self, s: State, v: Any) -> None:
        node = self._stack[-1]
        if self._simulation:
            self._end_simulations(v)
            return
        clamped = " (the window's edge)" if node.v is not None and node.v != v else ""
        node.v = v
        sure = ""
        if node.is_probe:
            node.left_by = "probe"
            self._probes[node.path] = node
            sure = ": MAX is sure of that" if node.kind == "max" else ": MIN can keep it to that"
        self._tell("leave", f"{node.name} is left with {shown(v)}{clamped}{sure}.", line=node.left_by)
        self._stack.pop()

    def _repr_html_(self) -> str | None:
        """How a notebook shows it: all steps, with buttons."""
        return widget(self)

    def _repr_svg_(self) -> str:
        """How a notebook shows it that has no scripts: the tree of the search at its last step."""
        return drawn(self)

    # ------------------------------------------------------------ sentences

    @override
    def _described(self, node: SearchedNode) -> str:
        if node.kind == "chance":
            return f"{node.name} is a chance node"
        if self.algorithm.vector or (self.algorithm.simulates and is_in_vectors(self.game)):
            return f"{node.name} is a node of player {node.player + 1}"
        if self.algorithm.is_against_all:
            return f"{node.name} is a node of player {node.player + 1}, {node.kind.upper()}"
        return f"{node.name} is a {node.kind.upper()} node"

    def _picked(self, node: SearchedNode, child: Any, v: Any) -> str:
        name = {"max": "α", "min": "β"}[node.kind] if self.algorithm.answers_bound else "v"
        return f"{self._described(node)}: {name} = {node.kind}({shown(node.v)}, {shown(child)}) = {shown(v)}."

    def _bounds_unseen(self, s: State) -> str:
        """What the bounds say about a chance node before any of its outcomes is searched."""
        outcomes = [(p, self.game.bounds(self.game.result(s, a))) for a, p in self.game.outcomes(s) if p > 0]
        low, high = (sum(p * between[end] for p, between in outcomes) for end in (0, 1))
        return (
            ""
            if isinf(low) or isinf(high)
            else f" Before any outcome is seen, it is worth {shown(low)} to {shown(high)}."
        )

    def _compared(self, node: SearchedNode, child: Any) -> str:
        own = child[node.player]
        if node.children == 0:
            return f"{self._described(node)}: the first child gives it {shown(own)}, so v = {shown(child)}."
        before = node.v[node.player]
        verdict = f"yes, so v = {shown(child)}" if own > before else "no, v stays"
        return f"{self._described(node)}: is {shown(own)} more than its {shown(before)}? {verdict}."

    def _left(self, node: SearchedNode, v: Any, left: float) -> str:
        """What the player to move leaves for the one who chose to come here, where that is known."""
        if left == inf or node.alpha == -inf:
            return ""
        chooser = self._stack[-2].player + 1
        has = f"{shown(left)} ≤ {shown(node.alpha)}: {'yes.' if left <= node.alpha else 'no, go on.'}"
        return f" That leaves player {chooser} at most {shown(left)}, and it has {shown(node.alpha)} already. {has}"

    @override
    def _test(self, node: SearchedNode, v: Any, cuts: bool) -> str:
        """The test that may cut: «v ≥ β? 3 ≥ +∞: no, go on.»"""
        ties = self.algorithm.cuts_ties
        if node.kind == "max":
            left, sign, right, bound = "v", "≥" if ties else ">", "β", node.beta
        else:
            left, sign, right, bound = "v", "≤" if ties else "<", "α", node.alpha
        if self.algorithm.answers_bound:
            left = "α" if node.kind == "max" else "β"
        return f"{left} {sign} {right}? {shown(v)} {sign} {shown(bound)}: {'yes.' if cuts else 'no, go on.'}"

    def _weighed(self, node: SearchedNode, probability: float, child: Any, v: Any) -> str:
        share = f"{shown(probability, fractions=True)} · {shown(child)}"
        return f"{self._described(node)}: v = {shown(node.v)} + {share} = {shown(v)}."

    @override
    def _why_cut(self, node: SearchedNode) -> str:
        if self.algorithm.vector:
            return self._why_enough(node)
        v = shown(node.v)
        if node.kind == "max":
            gets, other = f"MAX gets {v} or more at {node.name}", "MIN"
        else:
            gets, other = f"MIN gets {v} or less at {node.name}", "MAX"
        in_hand = self._in_hand(node.kind == "min")
        return f"{gets}, but {in_hand} and will not come here" if other in in_hand else f"{gets}, and {in_hand}"

    def _why_enough(self, node: SearchedNode) -> str:
        """Why a player of several looks no further."""
        own = shown(node.v[node.player])
        if node.left_by == "enough":
            return f"Player {node.player + 1} has {own} at {node.name}, and cannot get more"
        chooser = self._stack[-2].player + 1
        return f"Player {node.player + 1} is sure of {own} at {node.name}, so player {chooser} will not come here"

    def _in_hand(self, low: bool) -> str:
        """Why a value that is too low (or too high) is of no interest."""
        node = self._stack[-1]
        bound = shown(node.alpha if low else node.beta)
        if any(above.kind == "chance" for above in self._stack[:-1]):
            # There the window is not what a player has, but what would make a difference to the average.
            return f"nothing {f'up to {bound}' if low else f'from {bound} up'} would matter above"
        return f"{'MAX' if low else 'MIN'} has {bound} already"

    # ------------------------------------------------------------ bookkeeping

    @override
    def _kind(self, player: int) -> str:
        if player == CHANCE:
            return "chance"
        if self.algorithm.is_against_all:
            return "min" if sides_of(self.game, self._hero)[player] else "max"
        return "max" if player == MAX else "min"

    @property
    @override
    def _has_window(self) -> bool:
        return self.algorithm.cuts_ties is not None

    def _first_value(self, node: SearchedNode) -> Any:
        if self.algorithm.simulates:
            return None
        if node.kind == "chance":
            return (0.0,) * self.game.players if self.algorithm.vector else 0.0
        if self.algorithm.vector or node.kind == "leaf":
            return None
        if self.algorithm.answers_bound:
            return node.alpha if node.kind == "max" else node.beta
        return -inf if node.kind == "max" else inf

    def _path(self) -> tuple[int, ...]:
        if not self._stack:
            return ()
        parent = self._stack[-1]
        parent.children += 1
        return (*parent.path, parent.children)

    @override
    def _name(self, s: State) -> str:
        if isinstance(self.game, Tree):
            return self.game.node_name(s)
        return repr(self.game.text(s)) if self._stack else "the root"

    def _unseen_outcomes(self, s: State) -> tuple[int, ...]:
        return tuple(range(self._stack[-1].children + 1, len(list(self.game.outcomes(s)))))

    def _probed(self, node: SearchedNode) -> bool:
        """Has an outcome of this chance node been probed?"""
        return any(path[:-1] == node.path for path in self._probes)

    def _never_entered(self, node: SearchedNode, numbers: Iterable[int]) -> tuple[int, ...]:
        """Those of a node's children that were never searched, not even by a probe."""
        return tuple(number for number in numbers if (*node.path, number) not in self.states)

    @override
    def _cut(self, node: SearchedNode, cut: tuple[int, ...], why: str, line: str = "") -> None:
        """Children are cut, for that reason."""
        self.pruned += [edge for number in cut if (edge := (node.name, number + 1)) not in self.pruned]
        numbers = [str(number + 1) for number in cut]
        what = f"child {numbers[0]}" if len(cut) == 1 else f"children {', '.join(numbers[:-1])} and {numbers[-1]}"
        sentence = f"{why}: {what} of {node.name} {'is' if len(cut) == 1 else 'are'} cut."
        self._tell("prune", sentence, line=line, cut=cut, node=node)

    @override
    def _tell(
        self,
        event: str,
        sentence: str,
        line: str = "",
        cut: tuple[int, ...] = (),
        value: Any = ...,
        node: SearchedNode | None = None,
        **more: Any,
    ) -> None:
        """Record a step of the node that the search is in, unless another is given; `more` are fields of the step."""
        if self._is_stopped:
            raise Stopped("the search was stopped")
        node = self._stack[-1] if node is None else node
        beyond = BEYOND.get(line or event, "") if node.is_beyond else ""
        number = self.algorithm.line(beyond or line or event, node.kind)
        v = node.v if value is ... else value
        step = Step(len(self.steps), node.name, event, node.alpha, node.beta, v, number, sentence, node.path, cut)
        if self.algorithm.simulates:
            if self._simulation and event not in ("choose", "leave"):
                step = replace(step, sentence=f"Simulation {self._simulation}: {sentence}")
            step = replace(step, visits=node.visits, simulation=self._simulation, **more)
        elif more:
            step = replace(step, **more)
        self.steps.append(replace(step, round=self.rounds[-1].depth) if self.rounds else step)


# The lines of a step at a node that quiescence looks through: see `search/textbook/quiescence.py`.
BEYOND = {"enter": "follow enter", "leaf": "follow leaf", "update": "follow", "leave": "follow leave"}


def _whatever(unseen: int) -> str:
    return "Whatever the unseen outcome brings" if unseen == 1 else f"Whatever the {unseen} unseen outcomes bring"


def _outside(node: SearchedNode, low: float, high: float) -> str:
    """The tests that may cut at a chance node: «high ≤ α? 2.5 ≤ 3: yes.»"""
    below = f"high ≤ α? {shown(high)} ≤ {shown(node.alpha)}"
    above = f"low ≥ β? {shown(low)} ≥ {shown(node.beta)}"
    if high <= node.alpha:
        return f"{below}: yes."
    return f"{below}: no. {above}: {'yes.' if low >= node.beta else 'no, go on.'}"

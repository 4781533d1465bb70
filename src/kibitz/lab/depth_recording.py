"""What is recorded of a search that stops early: evaluations, rounds of deepening, quiescence and a beam."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from kibitz.game import Game, State, answers
from kibitz.games.tree import Tree
from kibitz.lab.simulation_recording import SimulationRecording
from kibitz.lab.step import SearchedNode, Step, shown
from kibitz.native.override import override
from kibitz.search.asking import ask
from kibitz.search.textbook.alphabeta import ALPHABETA
from kibitz.search.textbook.heuristic import heuristic
from kibitz.search.watch import Count

MOST_NAMED = 8  # children in a sentence


@dataclass
class Round:
    """One round of deepening: what it found, and how many leaves and evaluations that took."""

    depth: int
    value: Any = None
    best: str | None = None
    looked: int = 0  # leaves and evaluations
    plain: int = 0  # the same for alpha-beta to that depth alone, with the children as they are written
    recalled: int = 0  # nodes that the table answered for
    first_cuts: int = 0  # nodes at which the child that was best in the last round cut at once
    killer_cuts: int = 0  # nodes at which a killer cut


class DepthRecording(SimulationRecording):
    """The part of a recorder that listens to searches with a depth limit."""

    steps: list[Step]
    evaluations: list[tuple[str, Any]]
    rounds: list[Round]
    dropped: list[tuple[str, int]]
    pruned: list[tuple[str, int]]
    _round_begins: int

    @override
    def horizon(self, s: State, v: Any) -> None:
        """The depth limit is reached: the evaluation counts."""
        node = self._stack[-1]
        node.v = v
        node.left_by = "quiet" if "quiet" in self.algorithm.lines else "horizon"
        self.evaluations.append((node.name, v))
        has_one = self.game.has_guess(s) if isinstance(self.game, Tree) else answers(self.game, "evaluate")
        if node.is_beyond:
            reached = f"{node.name} is quiet"
        else:
            quiet = ", which is quiet" if "quiet" in self.algorithm.lines else ""
            reached = f"Depth limit reached at {node.name}{quiet}"
        told = f"evaluation {shown(v)}" if has_one else f"it has no evaluation, and counts as {shown(v)}"
        self._tell("leaf", f"{reached}: {told}.", line=node.left_by)

    @override
    def turn_to(self, s: State, number: int) -> None:
        """The next child to be entered."""
        self._stack[-1].children = number - 1

    # ------------------------------------------------------------ quiescence and a beam

    @override
    def look_on(self, s: State, v: Any, alpha: float, beta: float, numbers: tuple[int, ...]) -> None:
        """A noisy node where the depth is spent."""
        node = self._stack[-1]
        reached = f"{node.name} is" if node.is_beyond else f"Depth limit reached at {node.name}, but it is"
        node.is_beyond, node.order, node.left_by = True, numbers, "follow leave"
        who = node.kind.upper()
        if abs(v) == inf:
            self._tell("look-on", f"{reached} noisy and has no evaluation: {who} has to go on.", line="stand pat")
            return
        node.v = v
        is_enough = self._has_window and (v >= node.beta if node.kind == "max" else v <= node.alpha)
        node.alpha, node.beta = (node.alpha, node.beta) if is_enough else (alpha, beta)
        pat = f"{reached} noisy. {who} may stand pat on the evaluation {shown(v)}, so v = {shown(v)}"
        if not is_enough:
            self._tell("look-on", f"{pat}, or go on: its children are looked at.", line="stand pat")
            return
        self._tell("look-on", f"{pat}. {self._test(node, v, True)}", line="stand pat")
        self._cut(node, numbers, self._why_cut(node), line="follow prune")

    @override
    def drop(self, s: State, looks: tuple[float, ...], numbers: tuple[int, ...]) -> None:
        """Children that fall outside the beam."""
        node = self._stack[-1]
        node.dropped = numbers
        self.dropped += [edge for number in numbers if (edge := (node.name, number + 1)) not in self.dropped]
        seen = f" look worth {_listed(map(shown, looks))}" if len(looks) <= MOST_NAMED else ""
        room = len(looks) - len(numbers)
        width = f"the {room} most promising are" if room > 1 else "only the most promising is"
        out = _listed(self._child_name(s, number) for number in numbers)
        verb = "is" if len(numbers) == 1 else "are"
        risk = "If it is best" if len(numbers) == 1 else "If the best one is among those left out"
        told = f"{self._described(node)}. Its children{seen or ' are many'}: {width} looked at, {out} {verb} left out."
        told += f" {risk}, the answer is wrong."
        self._tell("drop", told, dropped=numbers)

    # ------------------------------------------------------------ rounds

    @override
    def begin_round(self, s: State, depth: int, best: int) -> None:
        """A round of deepening begins."""
        self.rounds.append(Round(depth))
        self.pruned.clear()
        self.dropped.clear()
        self.states.clear()
        self._round_begins = len(self.steps)
        again = f" Round {depth - 1} found {self._child_name(s, best)} to be best." if best >= 0 else ""
        told = f"Round {depth} begins: the depth limit is {depth}.{again}"
        self._tell("round", told, node=self._root(s))

    @override
    def end_round(self, s: State, depth: int, v: Any, best: int, is_done: bool) -> None:
        """A round of deepening is over."""
        this = self.rounds[-1]
        this.value, this.best = v, None if best < 0 else self._child_name(s, best)
        this.plain = self._plain_looks(s, depth)
        saved = f"{this.looked} against {this.plain}" if this.looked != this.plain else f"{this.looked}, as many as"
        told = f"Round {depth} is done: value {shown(v)}, best {this.best}. Leaves and evaluations: {saved}"
        told += (
            f" by plain alpha-beta to depth {depth}, children as written."
            if this.looked != this.plain
            else (f" plain alpha-beta to depth {depth}.")
        )
        done = " No line was broken off, so this is the value to the end." if is_done else ""
        root = self._root(s)
        root.v = v
        root.alpha, root.beta = (v, inf) if root.kind == "max" else (-inf, v)
        self._tell("summary", told + done, node=root)

    def _plain_looks(self, s: State, depth: int) -> int:
        """Leaves and evaluations that alpha-beta to a depth looks at, in the order of the game."""
        _, _, _, width, looks_on = self.algorithm.extra(self.game)
        count = Count()
        plain = heuristic(ALPHABETA, width, looks_on) if width or looks_on else ALPHABETA
        ask(plain, self.game, s, depth, count, interpreted=True)
        return count.leaves + count.evaluated

    @override
    def recall(self, s: State, low: float, high: float, v: Any, is_final: bool) -> None:
        """The table answers."""
        node = self._stack[-1]
        self.rounds[-1].recalled += 1
        node.v, node.left_by = v, "recall"
        if low == high:
            knows = f"exactly {shown(v)}"
        elif v == low:
            knows = f"at least {shown(v)}, and β is {shown(node.beta)}"
        else:
            knows = f"at most {shown(v)}, and α is {shown(node.alpha)}"
        lasts = "whatever the depth" if is_final else "to this depth"
        self._tell("recall", f"The table has {node.name}: worth {knows}, {lasts}. It is not searched again.")

    @override
    def line_up(self, s: State, numbers: tuple[int, ...], first: int, killers: tuple[int, ...]) -> None:
        """The order in which children are tried."""
        node = self._stack[-1]
        node.order, node.first, node.killers = numbers, first, killers
        reasons = []
        if first >= 0:
            reasons.append(f"{self._child_name(s, first)} first, which was best last time")
        if killers:
            verb = "is a killer" if len(killers) == 1 else "are killers"
            named = _listed(self._child_name(s, number) for number in killers)
            reasons.append(f"{'then ' if reasons else ''}{named}, which {verb} of this ply")
        if not reasons or len(numbers) == 1:
            return
        order = _listed(self._child_name(s, number) for number in numbers) if len(numbers) <= MOST_NAMED else ""
        told = f"{self._described(node)}: {', '.join(reasons)}.{f' The order is {order}.' if order else ''}"
        self._tell("line-up", told, line="line up")

    @override
    def note_killer(self, s: State, number: int, ply: int) -> None:
        """A child has cut."""
        killer = f" {self._child_name(s, number)} is a killer of ply {ply + 1} now."
        self.steps[-1] = replace(self.steps[-1], sentence=self.steps[-1].sentence + killer)

    @property
    def last_round(self) -> list[Step]:
        """The steps of the last round; all of them where the search has no rounds."""
        return self.steps[self._round_begins :]

    def _count_look(self) -> None:
        """A leaf or an evaluation has been looked at."""
        if self.rounds:
            self.rounds[-1].looked += 1

    def _count_cut(self, node: SearchedNode) -> None:
        """A child has cut: by what was it tried early?"""
        if self.rounds:
            self.rounds[-1].first_cuts += node.children == node.first
            self.rounds[-1].killer_cuts += node.children in node.killers

    def _child_name(self, s: State, number: int) -> str:
        """What a child is called, by its number, counted from 0."""
        if isinstance(self.game, Tree):
            return self.game.node_name(int(self.game.result(s, number)))
        return f"child {number + 1}"

    def _root(self, s: State) -> SearchedNode:
        """The node that a round begins and ends at."""
        player = int(self.game.player(s))
        return SearchedNode(self._name(s), self._kind(player), player, -inf, inf, ())

    def _rest(self, game: Game, s: State) -> list[int]:
        """The numbers of the children whose turn is still to come at the node that the search is in."""
        node = self._stack[-1]
        order = node.order or tuple(range(len(list(game.actions(s)))))
        return [number for number in order[order.index(node.children) + 1 :] if number not in node.dropped]

    # ------------------------------------------------------------ of the recorder

    def _test(self, node: SearchedNode, v: Any, cuts: bool) -> str:
        raise NotImplementedError

    def _why_cut(self, node: SearchedNode) -> str:
        raise NotImplementedError

    def _cut(self, node: SearchedNode, cut: tuple[int, ...], why: str, line: str = "") -> None:
        raise NotImplementedError

    @property
    def _has_window(self) -> bool:
        raise NotImplementedError


def _listed(names: Iterable[str]) -> str:
    """«B, C and D»."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last

"""Proofs to be walked: why a player gets at least so much, move by move.

Where that player is to move a proof has one move, where the opponent is, every legal one, and at its ends the game is
over and worth what was claimed. It is found as it is walked, with a search that asks nothing of a game's own limits,
so that every line goes to the end of the game; what was found of a position is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from kibitz.draw.drawn import drawn
from kibitz.draw.picture import Picture
from kibitz.errors import BadInput, Unsolved
from kibitz.game import Action, Game, State
from kibitz.game.repeating import worth_repeated
from kibitz.native.override import override
from kibitz.search.proof.proof_engine import Finding, ProofEngine

MOST_SHOWN = 1_000  # nodes of a proof that are printed


class ProofTree:
    """A node of a proof: a state, how it came about, and what follows.

    `branches` has one node after a move of the `winner`, who gets at least `goal`, and one for every move that the
    opponent can make. Sub-proofs are searched when they are asked for: `Stopped` where `engine.stop` was called.
    """

    def __init__(
        self,
        engine: ProofEngine,
        s: State,
        winner: int,
        goal: float,
        action: Action = None,
        parent: ProofTree | None = None,
        depth: int | None = None,
    ) -> None:
        self.engine = engine
        self.state = s
        self.winner = winner
        self.goal = goal
        self.action = action
        self.parent = parent
        self._depth = engine.depth if depth is None else depth  # within which its proof was found
        self.history: tuple[int, ...] = engine.history if parent is None else parent.history

    @property
    def game(self) -> Game:
        """The game that it is a proof in."""
        return self.engine.game

    @cached_property
    def is_over(self) -> bool:
        """Does the game end here? Also where every move would repeat a position, and that is illegal."""
        return bool(self.game.is_terminal(self.state)) or (self.game.repetition_is_illegal and not self._legal())

    @property
    def player(self) -> int | None:
        """Who is to move; None where the game is over."""
        return None if self.is_over else int(self.game.player(self.state))

    @property
    def is_winners(self) -> bool:
        """Is the winner to move, so that one move is enough?"""
        return self.player == self.winner

    @property
    def move(self) -> str:
        """The move that led here, as the game writes it; empty at the root."""
        return "" if self.parent is None else str(self.game.action_text(self.parent.state, self.action))

    @property
    def value(self) -> float | None:
        """What a finished game is worth to the winner of the proof; None where it goes on."""
        if self.game.is_terminal(self.state):
            return float(self.game.utility(self.state, self.winner))
        if not self.is_over:
            return None
        first = worth_repeated(self.game, self.state)
        return first if self.winner == 0 else float(self.game.at_stake(self.state)) - first

    @property
    def ply(self) -> int:
        """How many plies below the root."""
        ply, node = 0, self
        while node.parent is not None:
            ply, node = ply + 1, node.parent
        return ply

    @cached_property
    def branches(self) -> tuple[ProofTree, ...]:
        """What follows: the winner's move, or every reply of the opponent."""
        if self.is_over:
            return ()
        moves = [self._winning()] if self.is_winners else self._legal()
        return tuple(self._after(a) for a in moves)

    def after(self, move: str) -> ProofTree:
        """The node after a move of this one; `BadInput` where the proof does not have it."""
        for branch in self.branches:
            if branch.move == move:
                return branch
        known = ", ".join(branch.move for branch in self.branches)
        expected = f"expected one of {known}" if known else "the game is over"
        raise BadInput(f"the proof has no move {move!r} at {self.game.text(self.state)!r}: {expected}")

    def below(self, action: Action) -> ProofTree:
        """The node after any action here; it is a proof only if what is claimed holds after it."""
        return self._after(action)

    def walk(self) -> Iterator[ProofTree]:
        """Every node, a parent before its branches; proofs of hard positions have very many."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.branches))

    def size(self, most: int = 1 << 30) -> int:
        """The number of nodes, or `most` where there are more."""
        return sum(1 for _, _ in zip(range(most), self.walk(), strict=False))

    # ------------------------------------------------------------ shown

    @override
    def __str__(self) -> str:
        """The proof as indented lines, a move each; a line of play without a choice stands in one."""
        return self.text()

    def text(self, most: int = MOST_SHOWN) -> str:
        """As `str`, with at most `most` nodes; what is left out is said."""
        lines: list[str] = []
        left = most
        waiting: list[tuple[ProofTree, int]] = [(self, 0)]
        while waiting and left > 0:
            node, indent = waiting.pop()
            line, node, used = self._line(node)
            left -= used
            lines.append("  " * indent + line)
            waiting.extend((branch, indent + 1) for branch in reversed(node.branches))
        if waiting:
            lines.append(f"… the proof goes on: these are its first {most:,} moves")
        return "\n".join(lines)

    def draw(self) -> str:
        """The proof as an SVG document; `BadInput` where it has too many nodes to be drawn."""
        return drawn(self)

    def _repr_svg_(self) -> str:
        """How a notebook shows it."""
        try:
            return self.draw()
        except BadInput as too_large:
            return drawn(Picture(caption=str(too_large)))

    def _line(self, node: ProofTree) -> tuple[str, ProofTree, int]:
        """A node and what follows it without a choice: in words, the last node of it, and how many there are."""
        words = [] if node.parent is None else [node.move]
        while len(node.branches) == 1 and (node.is_winners or words):
            node = node.branches[0]
            words.append(node.move)
        if node.is_over:
            words.append(self._end(node))
        return " ".join(words) or "any move", node, max(1, len(words))

    def _end(self, node: ProofTree) -> str:
        value, middle = float(node.value or 0.0), float(self.game.at_stake(node.state)) / 2
        return "wins" if value > middle else "draws" if value == middle else f"ends with {value:g}"

    def json(self, most: int = MOST_SHOWN) -> dict[str, Any]:
        """Plain data: who is to move, the move that led here, and the branches; `complete` if none is left out."""
        left = [most]
        root = self._json(left)
        head = {"winner": self.game.seat(self.winner), "goal": self.goal}
        return {**head, "position": self.game.text(self.state), "complete": left[0] >= 0, "tree": root}

    def _json(self, left: list[int]) -> dict[str, Any]:
        left[0] -= 1
        row: dict[str, Any] = {"move": self.move or None}
        if self.is_over:
            return {**row, "player": None, "value": self.value}
        row["player"] = self.game.seat(self.player or 0)
        if left[0] > 0:
            row["moves"] = [branch._json(left) for branch in self.branches]
        return row

    # ------------------------------------------------------------ how

    def _after(self, a: Action) -> ProofTree:
        depth = self.engine.depth_below(self.state, self._depth)
        return ProofTree(self.engine, self.game.result(self.state, a), self.winner, self.goal, a, self, depth)

    def _path(self) -> tuple[int, ...]:
        """The positions above this one, the root first, as they recur."""
        keys, node = [], self.parent
        while node is not None:
            keys.append(int(self.game.recurrence(node.state)))
            node = node.parent
        return tuple(reversed(keys))

    def _legal(self) -> list[Action]:
        with self._standing():
            return self.engine.moves(self.state)

    @contextmanager
    def _standing(self, *, below: bool = False) -> Iterator[None]:
        """Where repeating is illegal the path counts: the engine is told of it for a while. `below`: after a move."""
        before = self.engine.history
        if self.game.repetition_is_illegal:
            own = (int(self.game.recurrence(self.state)),) if below else ()
            self.engine.play_on_from((*self.history, *self._path(), *own))
        try:
            yield
        finally:
            self.engine.play_on_from(before)

    def _winning(self) -> Action:
        """The winner's move: of those that the table holds for proven, the one with the shortest proof."""
        with self._standing():
            if self.engine.known(self.state, self.winner, self.goal, self._depth) is None:
                found = self.engine.ask(self.state, self.winner, self.goal)
                if not found.holds:
                    raise Unsolved(f"there is no proof at {self.game.text(self.state)!r} that can be walked")
                self._depth = found.depth
            moves = self.engine.moves(self.state)
        with self._standing(below=True):
            lengths = [(known.plies, n) for n, a in enumerate(moves) if (known := self._known(a)) is not None]
            if lengths:
                return moves[min(lengths, key=lambda pair: (pair[0] is None, pair))[1]]
            for a in moves:  # its entry has given way to others: look again
                if self.engine.ask(self.game.result(self.state, a), self.winner, self.goal).holds:
                    return a
        raise Unsolved(f"the proof at {self.game.text(self.state)!r} does not fit in the memory there is")

    def _known(self, a: Action) -> Finding | None:
        depth = self.engine.depth_below(self.state, self._depth)
        return self.engine.known(self.game.result(self.state, a), self.winner, self.goal, depth)

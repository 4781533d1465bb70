"""What is proven of a position and each of its moves: bounds that questions narrow, and proofs to be walked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from math import inf, isfinite, isinf

from kibitz.answer.certainty import DRAW, LOSS, WIN
from kibitz.errors import BadInput
from kibitz.game import MAX, Action, Game, State
from kibitz.game.repeating import is_repeated_out, times, worth_repeated
from kibitz.lookup.endgame_table import Endgames
from kibitz.search.proof.proof_engine import Finding, ProofEngine
from kibitz.search.proof.proof_tree import ProofTree
from kibitz.search.soundness import payoff


@dataclass
class Bounds:
    """What a move, or a position, is known to be worth to the player to move: at least `low`, at most `high`."""

    low: float
    high: float
    plies: int | None = None  # the longest line of the proof that it is won or lost, this move included
    depth: int | None = None  # the depth limit within which that proof was found, after this move
    closed: list[tuple[float, float]] = field(default_factory=list)  # goals that nobody can force, from … to

    @property
    def is_exact(self) -> bool:
        """Is there only one value left?"""
        return self.low == self.high

    def outcome(self, middle: float) -> str | None:
        """`win`, `draw` or `loss`, where that is proven."""
        if self.low > middle:
            return WIN
        return LOSS if self.high < middle else DRAW if self.low == self.high == middle else None


class Proofs:
    """The proofs of one position: asks an engine, and keeps what is known of every legal move."""

    def __init__(self, engine: ProofEngine, s: State, player: int) -> None:
        self.engine = engine
        self.game: Game = engine.game
        self.s = s
        self.player = player
        self.stake = float(self.game.at_stake(s))
        self.middle = self.stake / 2
        self.actions: list[Action] = engine.moves(s)
        low, high = self.game.utility_range
        self._range = (low, high) if player == 0 else (self.stake - high, self.stake - low)
        self.rows = [self._begun(self.game.result(s, a)) for a in self.actions]
        self.root = Bounds(max(row.low for row in self.rows), max(row.high for row in self.rows))

    def _begun(self, after: State) -> Bounds:
        if self.game.is_terminal(after):
            value = payoff(self.game, after, self.player) + 0.0
            return Bounds(value, value, 1)
        if self._is_drawn_by_repetition(after):
            worth = worth_repeated(self.game, after)
            value = worth if self.player == MAX else float(self.game.at_stake(after)) - worth
            return Bounds(value, value)
        return Bounds(*self._range)

    def _is_drawn_by_repetition(self, after: State) -> bool:
        """Does a move end the game because its position has come up often enough?"""
        if self.game.repetition is None or self.game.repetition_is_illegal:
            return False
        so_far = (*self.engine.history, int(self.game.recurrence(self.s)))
        return is_repeated_out(self.game, after, so_far)

    # ------------------------------------------------------------ asking

    def next_goal(self, known: Bounds, *, sign: bool) -> float | None:
        """What to ask next of a position: is it won, is it lost, and then how much exactly; None if all is known.

        With `sign` only whether it is won, drawn or lost.
        """
        goals = [self.engine.above(self.middle), self.middle]
        if not sign and not known.is_exact:
            goals.append(self._halfway(known))
        for goal in goals:
            if known.low < goal <= known.high and not any(low <= goal <= high for low, high in known.closed):
                return goal
        return None

    def _halfway(self, known: Bounds) -> float:
        """A goal between the bounds: in the middle where values are whole, else just beyond what is sure."""
        if self.engine.is_whole and isfinite(known.low) and isfinite(known.high):
            return self.engine.above((known.low + known.high) / 2)
        return known.high if known.high < self.middle and isinf(known.low) else self.engine.above(known.low)

    def ask_root(self, goal: float) -> None:
        """Ask whether the player to move gets at least the goal, and by which move."""
        found = self.engine.ask(self.s, self.player, goal)
        self._narrow(self.root, found, goal, 0)
        if found.holds:
            self._find_move(goal, found.depth)
        elif found.holds is False:
            for row in self.rows:
                if row.high > found.bound:
                    row.high = found.bound
                    row.plies = None if row.high >= self.middle else found.plies
                    row.depth = self.engine.depth_below(self.s, found.depth)
        self._join()

    def _find_move(self, goal: float, depth: int) -> None:
        """Find a move that reaches a goal which is proven: what the table holds, else by asking."""
        if any(row.low >= goal for row in self.rows):
            return
        open_rows = [number for number, row in enumerate(self.rows) if goal <= row.high]
        below = self.engine.depth_below(self.s, depth)
        with self._below():
            for number in open_rows:
                known = self.engine.known(self._after(number), self.player, goal, below)
                if known is not None:
                    self._narrow(self.rows[number], known, goal, 1)
                    return
            for number in open_rows:
                found = self.engine.ask(self._after(number), self.player, goal)
                self._narrow(self.rows[number], found, goal, 1)
                if found.holds:
                    return

    def ask_move(self, number: int, goal: float) -> None:
        """Ask whether the player to move gets at least the goal after a move."""
        with self._below():
            found = self.engine.ask(self._after(number), self.player, goal)
        self._narrow(self.rows[number], found, goal, 1)
        self._join()

    def _after(self, number: int) -> State:
        return self.game.result(self.s, self.actions[number])

    @contextmanager
    def _below(self) -> Iterator[None]:
        """What follows the position is asked one ply further down, and after it where it may not come back."""
        engine, before, depth = self.engine, self.engine.history, self.engine.depth
        engine.depth = engine.depth_below(self.s)
        if self._may_not_come_back:
            engine.play_on_from((*before, int(self.game.recurrence(self.s))))
        try:
            yield
        finally:
            engine.depth = depth
            engine.play_on_from(before)

    @property
    def _may_not_come_back(self) -> bool:
        """Is it illegal to come back to the position, or over when that happens?"""
        game = self.game
        is_last = game.repetition is not None and times(game, self.s, self.engine.history) + 1 >= game.repetition_times
        return game.repetition_is_illegal or is_last

    def _narrow(self, known: Bounds, found: Finding, goal: float, plies: int) -> None:
        """Take in an answer."""
        long = None if found.plies is None else found.plies + plies
        if found.holds is None:
            known.closed.append((goal, inf) if goal > self.middle else (-inf, goal))
        elif found.holds:
            if known.low <= self.middle < found.bound:
                known.plies, known.depth = long, found.depth
            known.low = max(known.low, found.bound)
        else:
            if known.high >= self.middle > found.bound:
                known.plies, known.depth = long, found.depth
            known.high = min(known.high, found.bound)
        if known.high < self.engine.above(known.low):  # but for their last digits they are equal
            known.high = known.low

    def _join(self) -> None:
        """What is known of the moves counts for the position, and the other way round."""
        self.root.low = max(self.root.low, *(row.low for row in self.rows))
        self.root.high = min(self.root.high, max(row.high for row in self.rows))
        for row in self.rows:
            row.high = min(row.high, self.root.high)

    # ------------------------------------------------------------ proofs

    @cached_property
    def _walked(self) -> ProofEngine:
        """An engine whose proofs go to the end of the game."""
        return self._walking(None)

    @cached_property
    def _walked_by_table(self) -> ProofEngine:
        """The same with an endgame table, for wins: a draw by it may go round in circles for ever."""
        return self._walked if self.engine.endgames is None else self._walking(self.engine.endgames)

    def _walking(self, endgames: Endgames | None) -> ProofEngine:
        like = self.engine
        made = ProofEngine(
            self.game,
            megabytes=like.megabytes,
            techniques=like.techniques,
            interpreted=like.interpreted,
            static=False,
            endgames=endgames,
        )
        made.begin(self.s)
        made.play_on_from(like.history)
        return made

    def tree(self, move: str | None = None) -> ProofTree:
        """The proof of what the position is worth, or a move of it; `BadInput` where nothing is proven.

        Of a win it is the winner's, of a loss the opponent's. That a position is drawn takes two proofs: this is the
        one that the player to move gets at least a draw, and of a move the one that the opponent does.
        """
        if move is None:
            return self._tree(self.root, self.player, None)
        number = self._number(move)
        return self._tree(self.rows[number], 1 - self.player, self.actions[number])

    def tree_if_proven(self, move: str | None = None) -> ProofTree | None:
        """As `tree`; None where nothing is proven."""
        known = self.root if move is None else self._row(move)
        return None if known.outcome(self.middle) is None else self.tree(move)

    def _row(self, move: str) -> Bounds:
        return self.rows[self._number(move)]

    def _number(self, move: str) -> int:
        texts = [self.game.action_text(self.s, a) for a in self.actions]
        if move not in texts:
            raise BadInput(
                f"{move!r} is not a legal move at {self.game.text(self.s)!r}: expected one of {', '.join(texts)}"
            )
        return texts.index(move)

    def _tree(self, known: Bounds, holder: int, action: Action) -> ProofTree:
        outcome = known.outcome(self.middle)
        if outcome is None:
            raise BadInput(f"nothing is proven at {self.game.text(self.s)!r}: there is no proof to show")
        if outcome == WIN:
            winner, goal = self.player, self.engine.above(self.middle)
        elif outcome == LOSS:
            winner, goal = 1 - self.player, self.engine.above(self.middle)
        else:
            winner, goal = holder, self.middle
        root = ProofTree(self._walked if outcome == DRAW else self._walked_by_table, self.s, winner, goal)
        return root if action is None else root.below(action)

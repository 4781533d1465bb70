"""Exact values of a game of whole numbers, by questions with a window of 1: is the value more than this?"""

from __future__ import annotations

from math import ceil, floor, inf
from typing import Any

from kibitz.game import Game, State
from kibitz.lookup.transposition import Table
from kibitz.native import jit
from kibitz.native.packing import handed_over
from kibitz.native.splicing import widened
from kibitz.search.engine import desk as word
from kibitz.search.engine.desk import STACK_AT, WITHOUT_LIMIT, Desk, forget_moves
from kibitz.search.engine.look import look
from kibitz.search.engine.position import for_side, utility_for


@jit
def question(low: float, high: float) -> float:
    """The number to ask about next, «is the value more than this?»: large wins and losses first, then halving."""
    middle = (low + high) // 2
    if middle <= 0 and -((-low) // 2) < middle:
        middle = -((-low) // 2)
    elif middle >= 0 and high // 2 > middle:
        middle = high // 2
    return min(max(middle, low), high - 1)


class Course:
    """Which questions a proof asks: from a guess outwards, by longer and longer steps; without one, see `question`."""

    def __init__(self, guess: float | None, centre: float) -> None:
        self._guess = None if guess is None else floor(guess - centre)
        self._bounds = (-inf, inf)
        self._step = 0

    def question(self, low: float, high: float) -> float:
        """The number to ask about next, of a value that is now known to lie between two."""
        if self._guess is None:
            return question(low, high)
        if self._bounds != (-inf, inf):
            is_higher = self._bounds[1] == high
            ahead = self._step > 0 if is_higher else self._step < 0
            self._step = (min(abs(self._step), 2) if ahead else 0) + 2
            self._step *= 1 if is_higher else -1
            self._guess = int(low + self._step - 2 if is_higher else high + self._step + 1)
        self._bounds = (low, high)
        return float(min(max(self._guess, low), high - 1))


@jit
def prove(game: Game, s: State, side: int, low: float, high: float, table: Table, desk: Desk) -> float:
    """The exact value of a state in a game of whole numbers that lies between two: ask until it is known."""
    if game.is_terminal(s):
        return utility_for(game, s, side)
    depth, ply, top = widened(WITHOUT_LIMIT, side), widened(0, side), widened(STACK_AT, side)
    if desk.words[word.BOUNDS] != 0:
        surely, at_most = for_side(game, s, side, game.bounds(s))
        low, high = max(low, float(ceil(surely))), min(high, float(floor(at_most)))
    while low < high:
        middle = question(low, high)
        value = look(game, s, side, depth, middle, middle + 1, ply, top, table, desk)
        if value <= middle:
            high = float(floor(value))  # the game's `bounds` need not be whole
        else:
            low = float(ceil(value))
    return low


@jit
def prove_many(
    game: Game, like: State, count: int, low: float, high: float, states: Any, values: Any, table: Table, desk: Desk
) -> int:
    """`prove` for many states laid one behind the other, each as if it were the only one; how many were done."""
    for number in range(count):
        s = handed_over(states, number, like)
        side = 0 if game.is_terminal(s) else game.player(s)
        table.clear()
        forget_moves(desk.words)
        values[number] = prove(game, s, side, low, high, table, desk)
    return count

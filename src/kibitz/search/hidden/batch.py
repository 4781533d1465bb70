"""Many worlds of a game, one after the other, every move of each valued with open cards: what is compiled.

The searches are those of the engines; here they are only asked about many states in one go, so that going from one
world to the next costs nothing.

Contract. What a world's moves are worth does not depend on the worlds before it. A table is therefore kept from world
to world only where its entries are proven whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any

from kibitz.game import MAX, Game, State
from kibitz.lookup.classes import Classes
from kibitz.lookup.transposition import Table
from kibitz.lookup.vector_table import VectorTable
from kibitz.native import Native, jit
from kibitz.native.packing import handed_over, pack, words
from kibitz.native.splicing import widened
from kibitz.native.tuples import shaped
from kibitz.search.engine import desk as word
from kibitz.search.engine.desk import Desk, forget_moves
from kibitz.search.engine.look import look
from kibitz.search.engine.position import for_side, side_of, utility_for
from kibitz.search.engine.proof import question
from kibitz.search.partition.partition_look import divide
from kibitz.search.several import vector_look as vectors
from kibitz.search.several.vector_look import VectorDesk

# The words of `told`: how many worlds there are, how many are done, the room for the moves of one, and the values that
# are no more than guesses.
COUNT, DONE, MOVES, GUESSED = range(4)

NEAR = 3  # questions asked near the value of the world before, until halving takes over


class Batch(Native):
    """Worlds to be solved, and what their moves are found to be worth: `values` has `players` numbers a world and move.

    `states` is a row of states: in Python of objects, in machine code of words.
    """

    bare = ("told", "states", "values")

    def __init__(self, game: Game, worlds: list[State], moves: int, players: int, interpreted: bool) -> None:
        import numpy as np

        self.players = players  # numbers for each move: one, or one a player
        self.told = np.array([len(worlds), 0, moves, 0], np.int64)
        self.values = np.zeros(max(1, len(worlds) * moves * players))
        if interpreted:
            self.states = np.empty(max(1, len(worlds)), object)
            for number, s in enumerate(worlds):
                self.states[number] = s
            return
        example = game.initial()
        size = words(example)
        self.states = np.zeros(max(1, len(worlds)) * size, np.int64)
        for number, s in enumerate(worlds):
            pack(self.states, number * size, shaped(example, s))

    def rows(self) -> Iterator[Any]:
        """What the moves of each world that is done are worth: arrays of moves × players."""
        count, done, moves, _ = self.told.tolist()
        yield from self.values[: count * moves * self.players].reshape(count, moves, self.players)[:done]


@jit
def prove_moves(game: Game, like: State, low: float, high: float, batch: Batch, table: Table, desk: Desk) -> int:
    """Exact values, for a game of whole numbers between two; how many worlds are done. `like` is any state."""
    told, values = batch.told, batch.values
    while told[DONE] < told[COUNT]:
        s = handed_over(batch.states, told[DONE], like)
        player = game.player(s)
        place = told[DONE] * told[MOVES]
        guess = told[DONE] > 0
        for a in game.actions(s):
            after = game.result(s, a)
            side = player if game.is_terminal(after) else side_of(game, after)
            sign = 1.0 if side == player else -1.0
            near = values[place - told[MOVES]] if guess else 0.0
            values[place] = sign * prove_near(game, after, side, low, high, sign * near, table, desk)
            place += 1
        told[DONE] += 1
    return int(told[DONE])


@jit
def prove_near(
    game: Game, s: State, side: int, low: float, high: float, guess: float, table: Table, desk: Desk
) -> float:
    """The exact value as `prove` finds it, with the first questions asked where the value is likely to be."""
    if game.is_terminal(s):
        return utility_for(game, s, side)
    depth, ply, top = widened(word.WITHOUT_LIMIT, side), widened(0, side), widened(word.STACK_AT, side)
    if desk.words[word.BOUNDS] != 0:
        surely, at_most = for_side(game, s, side, game.bounds(s))
        low, high = max(low, surely), min(high, at_most)
    asked = 0
    while low < high:
        middle = question(low, high)
        if asked < NEAR:
            middle = min(max(guess, low), high - 1.0)
        value = look(game, s, side, depth, middle, middle + 1, ply, top, table, desk)
        if value <= middle:
            high = value
            guess = value - 1.0
        else:
            low = value
            guess = value
        asked += 1
    return low


@jit
def divide_moves(game: Game, like: State, batch: Batch, table: Classes, desk: Desk) -> int:
    """Exact values, for a game that can say why: by partition search; how many worlds are done."""
    told, values = batch.told, batch.values
    while told[DONE] < told[COUNT]:
        s = handed_over(batch.states, told[DONE], like)
        player = game.player(s)
        place = told[DONE] * told[MOVES]
        for a in game.actions(s):
            after = game.result(s, a)
            stake = game.at_stake(after)
            lower, upper = game.bounds(after)
            low, high = int(lower), int(upper)
            guess = (low + high + 1) // 2
            if place > told[DONE] * told[MOVES]:  # moves of one world are mostly worth nearly the same
                before = values[place - 1]
                guess = int(before if player == MAX else stake - before)
            if game.is_terminal(after):
                value = float(game.utility(after, MAX))
            else:
                value = float(divide(game, after, low, high, guess, table, desk))
            values[place] = value if player == MAX else stake - value
            place += 1
        told[DONE] += 1
    return int(told[DONE])


@jit
def deepen_moves(game: Game, like: State, depth: int, batch: Batch, table: Table, desk: Desk) -> int:
    """Values to a depth, for players who win what the other loses; how many worlds are done."""
    told, values = batch.told, batch.values
    while told[DONE] < told[COUNT]:
        s = handed_over(batch.states, told[DONE], like)
        player = game.player(s)
        ply, top = widened(0, player), widened(word.STACK_AT, player)
        table.clear()
        forget_moves(desk.words)
        reached = ply
        guessed = True
        while guessed and reached < depth:
            reached += 1
            below = reached - game.depth_spent(s)
            guesses = desk.words[word.HORIZON]
            place = told[DONE] * told[MOVES]
            for a in game.actions(s):
                after = game.result(s, a)
                side = player if game.is_terminal(after) else side_of(game, after)
                sign = 1.0 if side == player else -1.0
                values[place] = sign * look(game, after, side, below, -inf, inf, ply, top, table, desk)
                place += 1
            guessed = desk.words[word.HORIZON] != guesses
        told[GUESSED] += guessed
        told[DONE] += 1
    return int(told[DONE])


@jit
def vector_moves(game: Game, like: State, depth: int, batch: Batch, table: VectorTable, desk: VectorDesk) -> int:
    """Vectors to a depth, for players of whom each wants most for itself; how many worlds are done."""
    told, values, rows = batch.told, batch.values, desk.rows
    while told[DONE] < told[COUNT]:
        s = handed_over(batch.states, told[DONE], like)
        ply, top, nobody = widened(0, depth), widened(word.STACK_AT, depth), widened(-1, depth)
        below = depth
        if depth < vectors.WITHOUT_LIMIT:
            table.clear()
            forget_moves(desk.words)
            below = depth - game.depth_spent(s)
        guesses = desk.words[word.HORIZON]
        place = told[DONE] * told[MOVES] * desk.players
        for a in game.actions(s):
            vectors.look(game, game.result(s, a), below, nobody, -inf, ply, top, table, desk)
            for player in range(desk.players):
                values[place] = rows[player]
                place += 1
        told[GUESSED] += desk.words[word.HORIZON] != guesses
        told[DONE] += 1
    return int(told[DONE])

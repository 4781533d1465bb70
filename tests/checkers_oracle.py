"""Checkers played at random, and what pydraughts, a library of its own, says of the positions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

from kibitz.games.checkers import Checkers, State
from kibitz.games.checkers.board import BLACK, BOTTOM, SQUARES, TOP, place_of
from kibitz.games.checkers.notation import move_text, position_text


def positions(seed: int, number: int) -> Iterator[State]:
    """Positions of random games, and boards with pieces thrown on them, many of them kings: they jump far."""
    chance = random.Random(seed)
    game = Checkers()
    found = 0
    while found < number:
        is_thrown = chance.random() < 0.9
        s = thrown(chance) if is_thrown else game.initial()
        for _ in range(min(4 if is_thrown else 200, number - found)):
            yield s
            found += 1
            if game.is_terminal(s):
                break
            s = game.result(s, chance.choice(list(game.actions(s))))


def thrown(chance: random.Random) -> State:
    """Up to twelve pieces of each side anywhere, up to all of them kings."""
    numbers = chance.sample(range(1, SQUARES + 1), chance.randint(2, 24))
    share = chance.random()
    sides, kings = [0, 0], 0
    for number in numbers:
        piece = 1 << place_of(number)
        side = chance.randint(0, 1)
        if sides[side].bit_count() < 12:
            sides[side] |= piece
            if chance.random() < share or piece & (BOTTOM if side == BLACK else TOP):
                kings |= piece
    mover = chance.randint(0, 1)
    return State(sides[mover], sides[1 - mover], kings, mover, 0)


def moves_by_pydraughts(s: State) -> set[tuple[int, int, frozenset[int]]]:
    """The legal moves as pydraughts lists them: from where, to where, and what is taken."""
    from draughts.core.game import Game as Draughts

    steps, taken = Draughts("english", position_text(s._replace(still=0))).legal_moves()
    return {
        (path[0][0], path[-1][1], frozenset(square for square in over if square is not None))
        for path, over in zip(steps, taken, strict=True)
    }


def moves_by_kibitz(s: State) -> list[tuple[int, int, frozenset[int]]]:
    """The same as Kibitz lists them, read off the texts of the moves."""
    found = []
    for a in Checkers().actions(s):
        numbers = [int(word) for word in move_text(s, a).replace("x", "-").split("-")]
        over = frozenset(between(here, there) for here, there in pairwise(numbers))
        found.append((numbers[0], numbers[-1], over - {0}))
    return found


def between(here: int, there: int) -> int:
    """The square that is jumped over; 0 for a step."""
    (row, column), (to_row, to_column) = (divmod(n - 1, 4) for n in (here, there))
    if abs(row - to_row) != 2:
        return 0
    left, right = 2 * column + 1 - row % 2, 2 * to_column + 1 - to_row % 2
    return (row + to_row) // 2 * 4 + (left + right) // 4 + 1

"""How Go is played: playouts, shapes, ladders and beliefs beside plain oracles; and what the search finds with them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from kibitz.games.go import Go
from kibitz.games.go.board import NOWHERE, PASS, State, last_action, meta_of
from kibitz.games.go.dead_stones import settled
from kibitz.games.go.ladders import is_caught, runs_into_ladder
from kibitz.games.go.patterns import SHAPES, padded, shape_at, shape_numbers
from kibitz.games.go.playouts import eyes, group_and_liberties, local_points, urgent_points
from kibitz.games.go.points import NO_POINTS, Points, each, either, holds, number_of, single, some
from kibitz.search.montecarlo.montecarlo_engine import MonteCarloEngine

SIZES = (2, 5, 7, 8, 9, 11, 13)  # one word, two and three
MASK = (1 << 64) - 1


def position(game: Go, rows: str, mover: int = 0, last: str = "") -> State:
    """A board as a drawing: X is Black, O White, the top row first; `last` is the stone that was played last."""
    sides = [NO_POINTS, NO_POINTS]
    for down, row in enumerate(rows.split()):
        for column, symbol in enumerate(row):
            if symbol in "XO":
                point = single(game.point(game.size - 1 - down, column))
                sides["XO".index(symbol)] = either(sides["XO".index(symbol)], point)
    point = game.parse_action(game.initial(), last) if last else NOWHERE
    return State(sides[mover], sides[1 - mover], meta_of(mover, 0, NOWHERE, point, NOWHERE, 0))


def texts(game: Go, points: Points) -> set[str]:
    return {game.action_text(game.initial(), point) for point in each(points)}


def random_states(game: Go, seed: int, number: int) -> list[State]:
    """Positions of games in which any legal move is played, eyes and all."""
    dice = random.Random(seed)
    found = []
    while len(found) < number:
        s = game.initial()
        for _ in range(dice.randrange(1, 2 * game.cells)):
            moves = [a for a in game.actions(s) if a != PASS] or [PASS]
            s = game.result(s, dice.choice(moves))
            if game.is_terminal(s):
                break
        if not game.is_terminal(s):
            found.append(s)
    return found


# ------------------------------------------------------------ the plain oracle


class Plain:
    """The same board as a dictionary from (row, column) to "X" (to move), "O" or "."."""

    def __init__(self, game: Go, s: State) -> None:
        self.size = game.size
        self.game = game
        self.at = {(row, column): "." for row in range(game.size) for column in range(game.size)}
        for symbol, stones in (("X", s.me), ("O", s.other)):
            for point in each(stones):
                self.at[divmod(point, game.stride)] = symbol

    def beside(self, cell: tuple[int, int]) -> list[tuple[int, int]]:
        row, column = cell
        around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        return [each for each in around if each in self.at]

    def group(self, cell: tuple[int, int]) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
        group, free, left = {cell}, set(), [cell]
        while left:
            for near in self.beside(left.pop()):
                if self.at[near] == ".":
                    free.add(near)
                elif self.at[near] == self.at[cell] and near not in group:
                    group.add(near)
                    left.append(near)
        return group, free

    def is_eye(self, cell: tuple[int, int]) -> bool:
        if self.at[cell] != "." or any(self.at[near] != "X" for near in self.beside(cell)):
            return False
        row, column = cell
        across = [(row + i, column + j) for i in (-1, 1) for j in (-1, 1)]
        inside = [each for each in across if each in self.at]
        theirs = sum(self.at[each] == "O" for each in inside)
        return theirs == 0 or (theirs == 1 and len(inside) == 4)

    def shape(self, cell: tuple[int, int]) -> int:
        number, place = 0, 0
        for i in (-1, 0, 1):
            for j in (-1, 0, 1):
                if (i, j) != (0, 0):
                    there = self.at.get((cell[0] + i, cell[1] + j), "#")
                    number |= (there in "X#") << place | (there in "O#") << (place + 8)
                    place += 1
        return number


@pytest.mark.parametrize("size", SIZES)
def test_groups_eyes_and_shapes_are_those_of_a_plain_board(size: int):
    game = Go(size, 0.5)
    for s in random_states(game, size, 12):
        plain, empty = Plain(game, s), game.empty(s)
        mine, theirs = padded(game, s.me), padded(game, s.other)
        found_eyes = {divmod(point, game.stride) for point in each(eyes(game, s, empty))}
        assert found_eyes == {cell for cell in plain.at if plain.is_eye(cell)}
        for cell, symbol in plain.at.items():
            point = game.point(*cell)
            if symbol == ".":
                assert shape_at(game, mine, theirs, point) == plain.shape(cell), (cell, s)
            else:
                group, free = group_and_liberties(game, single(point), s.me if symbol == "X" else s.other, empty)
                whole, liberties = plain.group(cell)
                assert (number_of(free) >= 2) == (len(liberties) >= 2)
                if len(liberties) < 2:
                    assert {divmod(each, game.stride) for each in each_of(group)} == whole
                    assert {divmod(each, game.stride) for each in each_of(free)} == liberties


def each_of(points: Points) -> list[int]:
    return list(each(points))


@pytest.mark.parametrize("size", SIZES)
def test_playouts_are_legal_fill_no_eye_and_end(size: int):
    game, dice = Go(size, 0.5), random.Random(size)
    for _ in range(3):
        s, plies = game.initial(), 0
        while not game.is_terminal(s):
            a = game.playout(s, dice.getrandbits(64) - (1 << 63))
            assert a in list(game.actions(s)), (s, a)
            if a != PASS and Plain(game, s).is_eye(divmod(a, game.stride)):  # only to save the stones around it
                assert holds(urgent_points(game, s, last_action(s)), a)
            s, plies = game.result(s, a), plies + 1
        assert plies < 6 * game.cells + 4


def test_shapes_know_no_direction_and_no_colour():
    numbers = set(shape_numbers())
    assert len(numbers) > 100 * len(SHAPES) / 2
    for number in numbers:
        assert (number >> 8 | (number & 255) << 8) in numbers  # the colours changed
        mirrored = 0
        for place, other in enumerate((2, 1, 0, 4, 3, 7, 6, 5)):
            mirrored |= (number >> other & 1) << place | (number >> (other + 8) & 1) << (place + 8)
        assert mirrored in numbers


# ------------------------------------------------------------ what a stone calls for


def test_a_threat_is_answered_by_taking_or_running():
    game = Go(5, 0.5)
    s = position(game, "..... ..... .OX.. .XO.. .....", mover=1, last="b2")  # c2 has two liberties left
    assert texts(game, urgent_points(game, s, last_action(s))) == set()
    s = position(game, "..... ..X.. .XO.. ..X.. .....", mover=1, last="b3")  # c3 has one liberty left, d3
    assert texts(game, urgent_points(game, s, last_action(s))) == {"d3"}
    s = position(game, "..... ..... ..... XO... .XX..", mover=1, last="b1")  # the stone b1 stands safely
    assert "a1" not in texts(game, urgent_points(game, s, last_action(s)))
    s = position(game, "..... ..... ..... OO... XX...", mover=1, last="b1")  # two stones with one liberty: take them
    assert "c1" in texts(game, urgent_points(game, s, last_action(s)))


def test_a_cut_is_a_local_shape():
    game = Go(5, 0.5)
    s = position(game, "..... ..... .OX.. .X... .....", mover=1, last="b2")
    assert "c2" in texts(game, local_points(game, s, last_action(s)))


LADDER = """
.........
.........
.........
...X.....
..XOX....
..X......
.........
.........
.........
"""
BROKEN = LADDER.strip().split("\n")
BROKEN[7] = "......O.."


def ladder(is_broken: bool) -> str:
    return "\n".join(BROKEN) if is_broken else LADDER


@pytest.mark.parametrize("is_broken", [False, True])
def test_ladders_are_read(is_broken: bool):
    """The white stone runs down the board; another white stone on its way saves it."""
    game = Go(9)
    runs = position(game, ladder(is_broken), mover=1)
    assert runs_into_ladder(game, runs, game.parse_action(runs, "d4")) is not is_broken
    share, weight = game.prospect(runs, game.parse_action(runs, "d4"))
    assert (share < 0.4) is not is_broken and weight > 0


def test_a_ladder_is_begun_from_the_right_side():
    game = Go(9)
    rows = ["........."] * 9
    rows[3:6] = "...X.....", "..XO.....", "..X......"
    s = position(game, "\n".join(rows), mover=0)
    group, free = group_and_liberties(game, single(game.point(4, 3)), s.other, game.empty(s))
    caught = {
        game.action_text(s, a) for a in each(free) if is_caught(game, group, free, a, s.me, s.other, game.empty(s))
    }
    assert caught == {"e5"}  # after d4 the stone runs free at e5


def test_beliefs_are_shares_and_know_what_is_bad():
    game = Go(9)
    for s in random_states(game, 5, 6):
        for a in game.actions(s):
            share, weight = game.prospect(s, a)
            assert 0.0 <= share <= 1.0 and weight >= 0.0
    corner = position(game, "\n".join(["........."] * 7 + ["XX.......", ".X......."]))
    shares = {game.action_text(corner, a): game.prospect(corner, a)[0] for a in game.actions(corner)}
    assert min(shares, key=lambda text: shares[text]) == "a1"  # an own eye
    assert shares["e5"] > shares["e1"] and shares["e5"] > shares["pass"]


def test_the_same_luck_is_the_same_move_compiled_or_not():
    """Beliefs and playouts of machine code and of Python, in whole games on 9×9: compiled with the engine below."""
    from kibitz.native import jit
    from kibitz.native.bits import mix, wrap

    @jit
    def played(game: Any, s: Any, seed: int) -> tuple[int, float]:
        total = 0.0
        marks = 0
        while not game.is_terminal(s):
            seed = wrap(seed + 0x1234567)
            a = game.playout(s, mix(seed))
            share, weight = game.prospect(s, a)
            total += share * weight
            marks = mix(marks ^ a)
            s = game.result(s, a)
        return marks, total

    game = Go(9)
    for seed in range(4):
        assert played(game, game.initial(), seed) == played.compiled(game, game.initial(), seed)


# ------------------------------------------------------------ what the search finds


@pytest.fixture(scope="module")
def engine() -> MonteCarloEngine:
    """One compilation for all problems."""
    return MonteCarloEngine(Go(9), seed=5, megabytes=64)


def best(engine: MonteCarloEngine, s: State, simulations: int) -> str:
    engine.forget()
    *_, last = engine.think(s, simulations=simulations)
    return str(engine.game.action_text(s, last.rows[0].action))


def test_the_point_that_makes_two_eyes_or_none(engine: MonteCarloEngine):
    """White's stones in the corner have three points in a row: whoever plays the middle one decides the game."""
    rows = ["....XO..."] * 6 + ["XXXXXO...", "OOOOXO...", "...OXO..."]
    for mover in (0, 1):
        s = position(engine.game, "\n".join(rows), mover=mover)  # type: ignore[arg-type]
        assert best(engine, s, 6_000) == "b1", mover


def test_a_working_ladder_is_not_run_from(engine: MonteCarloEngine):
    s = position(engine.game, ladder(False), mover=1)  # type: ignore[arg-type]
    assert best(engine, s, 4_000) != "d4"


def test_dead_stones_are_settled():
    game = Go(5, 0.5)
    s = position(game, ".XO.. XXOO. .XO.O XXOX. .XO.O")
    found = settled(game, s, playouts=60, interpreted=True)
    assert [texts(game, group) for group in found.groups(dead=True)] == [{"d2"}]
    assert found.lead() == 10 - 15
    assert some(found.groups(dead=False)[0])

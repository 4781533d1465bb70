"""States and actions of frozen dataclasses, enums and strings: compiled and interpreted answers are the same."""

import dataclasses
import random
from dataclasses import dataclass
from enum import Enum, IntEnum, StrEnum
from typing import NamedTuple

import numpy as np
import pytest

import kibitz as kz
from kibitz.native.execution import both_ways
from kibitz.native.jit import jit
from kibitz.native.packing import kept, pack, unpack, words
from kibitz.native.tuples import fingerprint, replaced

NODES, CHILDREN = 40, 3


class Side(Enum):
    """Whose turn it is; its values are neither numbers nor of one length."""

    LEFT = "left"
    RIGHT = "r"

    @property
    def other(self):
        return Side.RIGHT if self is Side.LEFT else Side.LEFT


class Cell(IntEnum):
    EMPTY = 0
    STONE = 5
    KING = -7


class Step(Enum):
    FIRST = (0, 1)
    SECOND = (1, 1)
    THIRD = (2, -1)


@dataclass(frozen=True, slots=True, order=True)
class Pair:
    high: int
    low: int = 7

    def total(self, times=1):
        return (self.high * 8 + self.low) * times

    def __post_init__(self):
        if self.low > 7:
            raise ValueError("low is too large")


class Trail(NamedTuple):
    last: str
    steps: int = 0

    def longer(self, letter):
        return self._replace(last=letter, steps=self.steps + 1)


@dataclass(frozen=True)
class Place:
    """A node, said several times over: whatever is lost of a field on the way is noticed."""

    pair: Pair
    side: Side
    line: str  # twelve letters, one of which is the node's
    cells: tuple
    trail: Trail = Trail(".")  # noqa: RUF009  (it is a constant)

    @property
    def node(self):
        return self.pair.total()

    def mover(self):
        return 0 if self.side == Side.LEFT else 1


class Walk(kz.Game):
    """A walk through a random graph without cycles, written in arrays: compiled once for all of them."""

    whole = True
    letters = ("a", "b", "ä", "♞")

    def __init__(self, seed: int = 0) -> None:
        draw = random.Random(seed)
        self.values = np.array([draw.randint(-9, 9) for _ in range(NODES)])
        self.turns = np.array([draw.randint(0, 1) for _ in range(NODES)])
        self.children = np.full((NODES, len(Step)), -1)
        for node in range(NODES):
            for number in range(len(Step)):
                if (child := node + draw.randint(1, 12)) < NODES and (node == 0 or draw.random() < 0.7):
                    self.children[node, number] = child

    def at(self, node, trail):
        line = "............"
        place = node % 12
        cells = (Cell.EMPTY, Cell.STONE, Cell.EMPTY)
        if node % 2 == 1:
            cells = replaced(cells, node % 3, Cell.KING)
        side = Side("left" if self.turns[node] == 0 else "r")
        letter = "x" if node < 20 else "Y"
        return Place(Pair(node // 8, low=node % 8), side, line[:place] + letter + line[place + 1 :], cells, trail)

    def initial(self):
        return self.at(0, Trail("."))

    def node(self, s):
        fresh = self.at(s.node, s.trail)
        is_late = "Y" in s.line
        if fresh != s or fresh.pair < s.pair or s.line.count(".") != 11 or is_late != (s.node >= 20):
            raise ValueError("a damaged state")
        if s.trail.last not in (".", "a", "b", "ä", "♞") or s.trail.steps > 2:
            raise ValueError("a damaged trail")
        return s.node

    def player(self, s):
        return s.mover()

    def actions(self, s):
        node = self.node(s)
        for step in Step:
            number, sign = step.value
            if self.children[node, number] * sign != sign * -1:
                yield step

    def result(self, s, a):
        node = self.node(s)
        following = self.at(self.children[node, a.value[0]], s.trail.longer(self.letters[node % 4]))
        if following.side.other is following.side:
            raise ValueError("nobody's turn")
        if following.trail.steps == 3:
            return dataclasses.replace(following, trail=following.trail._replace(steps=0))
        return following

    def is_terminal(self, s):
        node = self.node(s)
        return max(self.children[node]) < 0

    def utility(self, s, player):
        value = self.values[self.node(s)]
        return value if player == 0 else -value

    def evaluate(self, s, player):
        return self.utility(s, player)


@pytest.mark.parametrize("seed", range(12))
def test_every_search_agrees_on_states_of_records_enums_and_strings(seed, capsys):
    game = Walk(seed)
    value = kz.analyse(game, algorithm="minimax", interpreted=True).value
    for algorithm in ("alphabeta", "deepening", "table"):
        for interpreted in (True, False):
            answer = kz.analyse(game, algorithm=algorithm, interpreted=interpreted)
            assert answer.value == value, (algorithm, interpreted)
    assert type(kz.alphabeta(game).action) is Step
    assert "plain Python" not in capsys.readouterr().err


@jit
def _fingerprint_of(game, s):
    return fingerprint(s), fingerprint(s.side), fingerprint(s.line), fingerprint((s.trail, s.cells))


@jit
def _there_and_back(game, s, row):
    return kept(row, 0, s) == s, pack(row, 0, s), words(s), unpack(row, 0, s)


def test_a_state_is_hashed_and_packed_alike_in_both_worlds():
    game = Walk(3)
    s = game.initial()
    random.seed(1)
    while not game.is_terminal(s):
        s = game.result(s, random.choice(list(game.actions(s))))
        assert len({*both_ways(_fingerprint_of, game, s)}) == 1
        row = np.zeros(words(s), np.int64)
        pack(row, 0, s)
        ours, machine = both_ways(_there_and_back, game, s, row)
        assert machine == (True, *ours[1:])
        assert unpack(row, 0, s) == s


# ---------------------------------------------------------------- what is more than it seems


class Vector(NamedTuple):
    x: int

    def __add__(self, other):
        return Vector(self.x + other.x)


class Hollow(NamedTuple):
    x: int

    def __bool__(self):
        return self.x > 0


class Wrapped(NamedTuple("Wrapped", [("x", int)])):
    __slots__ = ()

    def __new__(cls, x):
        return super().__new__(cls, x % 5)


class Turn(IntEnum):
    NORTH = 0
    EAST = 1

    def __invert__(self):
        return Turn(1 - self.value)


class Mixed(int, Enum):
    NO = 0
    YES = 1


class Named(StrEnum):
    NO = "no"
    YES = "yes"


@pytest.mark.parametrize("value", [Vector(1), Hollow(1), Wrapped(1), Turn.EAST, (1, Vector(1)), Vector, Wrapped, Turn])
def test_tuples_and_numbers_with_operators_of_their_own_are_left_to_python(value):
    from numba import typeof

    import kibitz.native.compiling.compiler  # noqa: F401  (Numba learns from it what our types are)

    with pytest.raises(ValueError, match="Cannot determine"):
        typeof(value)


class Both(NamedTuple):
    left: int
    number: Mixed
    text: Named


class Members(kz.Game):
    """Members of enums that are numbers or strings too stay members: `is` tells them apart."""

    def initial(self):
        return Both(3, Mixed.NO, Named.YES)

    def player(self, s):
        return s.left % 2

    def actions(self, s):
        yield 0
        yield 1

    def result(self, s, a):
        return Both(s.left - 1, Mixed.YES if a == 1 else s.number, Named.NO if a == 0 else s.text)

    def is_terminal(self, s):
        return s.left == 0

    def utility(self, s, player):
        worth = (2 if s.number is Mixed.YES else 0) + (5 if s.text is Named.YES else 0) - 3 * (s.number == Mixed.NO)
        return worth if player == 0 else -worth


def test_members_that_are_numbers_or_strings_too_are_told_apart_in_both_worlds(monkeypatch, capsys):
    monkeypatch.setenv("KIBITZ_COMPILED", "1")
    game = Members()
    values = [kz.alphabeta(game, interpreted=interpreted).value for interpreted in (True, False)]
    assert (
        values[0]
        == values[1]
        == -kz.analyse(game, algorithm="deepening").value
        == kz.minimax(game, interpreted=True).value
    )
    assert "plain Python" not in capsys.readouterr().err


class Letter(Enum):
    NONE = 0
    X = 1
    O = 2  # noqa: E741


class Written(NamedTuple):
    first: Letter
    second: Letter
    turn: int


def same_letter(s):
    if s.first != Letter.NONE and s.first == s.second:
        return s.first
    return None


class TwoLetters(kz.Game):
    """Each writes a letter; two alike win for X or O"""

    def initial(self):
        return Written(Letter.NONE, Letter.NONE, 0)

    def player(self, s):
        return s.turn % 2

    def actions(self, s):
        return [Letter.X, Letter.O] if s.turn < 2 else []

    def result(self, s, a):
        return Written(a, s.second, 1) if s.turn == 0 else Written(s.first, a, 2)

    def is_terminal(self, s):
        return s.turn == 2

    def utility(self, s, player):
        who = same_letter(s)
        if who is None:
            return 0
        return 1 if (who is Letter.X) == (player == 0) else -1


def test_a_member_that_may_be_none_is_itself(capsys):
    found = [kz.minimax(TwoLetters(), Written(a, Letter.NONE, 1)) for a in (Letter.X, Letter.O)]
    assert found == [
        kz.minimax(TwoLetters(), Written(a, Letter.NONE, 1), interpreted=True) for a in (Letter.X, Letter.O)
    ]
    assert "plain Python" not in capsys.readouterr().err
    assert kz.check(TwoLetters())

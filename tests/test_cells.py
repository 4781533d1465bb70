"""Boards as tuples: what machine code, which keeps them as bytes, makes of a tuple is what Python makes of it."""

import importlib.util
import random
import sys
import threading
from typing import NamedTuple

import pytest

import kibitz as kz
from kibitz.native import execution, jit
from kibitz.native.compiling.compiler import CannotCompile
from kibitz.native.execution import both_ways, run
from kibitz.native.tuples import fingerprint
from kibitz.native.values import cells

CELLS = 25
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
WEIGHTS = tuple(number * number - 40 for number in range(30))
SIGNS = (True, False, False, True, True, False)


class Boards(NamedTuple):
    board: tuple[int, ...]
    flags: tuple[bool, ...]
    large: tuple[int, ...]
    turn: int


class ManyBoards(kz.Game):
    """A game for its states: three boards of different kinds and lengths."""

    def initial(self):
        return Boards((1, 2, 0, -5, 127) * 5, (True, False) * 6, (0, 3) * 45, 0)

    def player(self, s):
        return s.turn % 2

    def actions(self, s):
        for number, cell in enumerate(s.board):
            for line in LINES[:2]:
                for at in line:
                    if (cell + at + number) % 9 == s.large[number]:
                        yield number

    def result(self, s, a):
        board = kz.replaced(s.board, a, (s.board[a] + 3) % 100)
        large = s.large
        for number in range(3):
            large = kz.replaced(large, a + 30 * number, number + s.turn)
        return Boards(board, kz.replaced(s.flags, a % 12, s.turn % 3 == 0), large, s.turn + 1)

    def is_terminal(self, s):
        return s.turn == 4 or 0 not in s.large

    def utility(self, s, player):
        total = 0
        for cell in s.board:
            total += cell
        for number in range(len(s.large)):
            total += number * s.large[number]
        value = total % 13 - 6 + s.flags.count(True)
        return float(value if player == 0 else -value)


def drawn(dice):
    """A random state, a number that may miss a board, and one that may be a cell."""
    small = dice.choice([(-128, 127), (0, 1), (0, 3)])
    board = tuple(dice.randint(*small) for _ in range(CELLS))
    s = Boards(board, tuple(dice.random() < 0.5 for _ in range(12)), tuple(dice.randint(0, 2) for _ in range(90)), 1)
    return s, dice.randint(-30, 30), dice.choice([dice.randint(-130, 130), dice.choice(board)])


def agree(function, s, *arguments):
    plain, compiled = both_ways(function, ManyBoards(), s, *arguments)
    if isinstance(plain, Exception):
        assert type(compiled) is type(plain) and str(compiled) == str(plain), (s, arguments, plain, compiled)
    else:
        assert compiled == plain, (s, arguments)
        assert str(compiled) == str(plain)  # True is not 1


@jit
def read(game, s, at, item):
    return s.board[at], s.flags[at % 12], s.large[at], WEIGHTS[at], SIGNS[at % 6], LINES[at % 8][at % 3]


@jit
def changed(game, s, at, item):
    return kz.replaced(s.board, at, item % 100), kz.replaced(s.flags, abs(at) % 12, item > 0), s.board.index(item)


@jit
def everything(game, s, at, item):
    b, f, g = s.board, s.flags, s.large
    total = 0
    for number, cell in enumerate(b):
        total = (total * 3 + number * cell) % 1000003
    for one, other in zip(b, g):  # noqa: B905  (strict= is beyond the compiler)
        total = (total * 3 + one * other) % 1000003
    for flag in f:
        total = total * 2 % 1000003 + flag
    for line in LINES:
        for number in line:
            total = (total * 5 + b[number] + WEIGHTS[number]) % 1000003
    other = kz.replaced(b, abs(at) % 25, item % 128)
    either = b if at > 0 else (4,) * 25
    first, _, _ = b[:3]
    return (
        (len(b), len(g), b[0], b[-1], b[7], f[3], g[89], total, first),
        (item in b, 300 in b, item in g, True in f, b == other, b != other, b == b, b == (1, 2), f == f, s == s),
        (sum(b), max(b), min(b), any(b), all(b), sum(f), any(f), all(f), b.count(item), f.count(True), g.count(1)),
        (b < other, b >= other, either[at % 25], other[at % 25], sum(either), b[2:7], b[20:], b[1:4] + b[-2:], b[::5]),
        (fingerprint(s), fingerprint(b), fingerprint(f), fingerprint(g), fingerprint(b[:12]), fingerprint(b[:5])),
        (hash(b) == hash(other), tuple(b) == b, b + b[:1], fingerprint((1, True, 2.0, 4, 5, 6, 7, 8, 9, 10))),
        (fingerprint((item,) * 10), fingerprint((item * 1.5,) * 10), fingerprint((item, item)), other, f),
    )


@pytest.fixture(scope="module")
def states():
    dice = random.Random(77251)
    return [drawn(dice) for _ in range(120)]


@pytest.mark.parametrize("function", [read, changed, everything])
def test_tuples_mean_the_same_in_machine_code(function, states):
    for s, at, item in states:
        agree(function, s, at, item)


def test_a_game_on_boards_is_solved_alike():
    game = ManyBoards()
    counts = [kz.Count(), kz.Count()]
    found = [kz.alphabeta(game, watch=one, interpreted=how) for one, how in zip(counts, (False, True), strict=True)]
    assert found[0] == found[1] and counts[0].nodes == counts[1].nodes > 100
    assert cells.has_cells(game)
    assert kz.solve(game) == found[0].value


# ---------------------------------------------------------------- random expressions


class Writer:
    """Writes random expressions on a tuple of 25 ints."""

    def __init__(self, seed):
        self.dice = random.Random(seed)

    def number(self, depth):
        if depth == 0:
            return self.dice.choice(["at", "item", "3", "-2", "s.turn"])
        board, number = self.board(depth - 1), self.number(depth - 1)
        return self.dice.choice(
            [
                f"{board}[({number}) % 25]",
                f"{board}[{self.dice.randint(-25, 24)}]",
                f"sum({board})",
                f"max({board})",
                f"{board}.count({number})",
                f"(({number}) - {self.number(depth - 1)})",
                f"({number} if {self.truth(depth - 1)} else 5)",
                f"WEIGHTS[({number}) % 30]",
            ]
        )

    def board(self, depth):
        if depth == 0:
            return "s.board"
        board = self.board(depth - 1)
        return self.dice.choice(
            [
                f"kz.replaced({board}, ({self.number(depth - 1)}) % 25, ({self.number(depth - 1)}) % 128)",
                f"({board} if {self.truth(depth - 1)} else {self.board(depth - 1)})",
                f"({board} if {self.truth(depth - 1)} else (({self.number(0)}) % 9,) + (7,) * 24)",
                f"({board}[:9] + {self.board(depth - 1)}[9:])",
                f"tuple({board})",
            ]
        )

    def truth(self, depth):
        if depth == 0:
            return "(at > item)"
        board = self.board(depth - 1)
        return self.dice.choice(
            [
                f"(({self.number(depth - 1)}) in {board})",
                f"({board} == {self.board(depth - 1)})",
                f"({board} < {self.board(depth - 1)})",
                f"any({board})",
            ]
        )


@pytest.mark.parametrize("seed", range(2))
def test_random_expressions(seed, states, tmp_path):
    writer = Writer(seed)
    made = (
        [writer.number(2) for _ in range(8)] + [writer.board(2) for _ in range(6)] + [writer.truth(2) for _ in range(6)]
    )
    body = "\n".join(f"        {one}," for one in made)
    name = f"expressions_{seed}"
    path = tmp_path / f"{name}.py"
    path.write_text(
        "import kibitz as kz\nfrom kibitz.native import jit\nWEIGHTS = tuple(n * n - 40 for n in range(30))\n"
        f"@jit\ndef written(game, s, at, item):\n    return (\n{body}\n    )\n"
    )
    spec = importlib.util.spec_from_file_location(name, path)
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for s, at, item in states[:60]:
        agree(module.written, s, at, item)


# ---------------------------------------------------------------- numbers that leave a byte


class Row(NamedTuple):
    row: tuple[int, ...]
    turn: int


class Growing(kz.Game):
    """Cells that grow past a byte after a few moves."""

    def initial(self):
        return Row((1, 0, 3) * 4, 0)

    def player(self, s):
        return s.turn % 2

    def actions(self, s):
        yield from range(3)

    def result(self, s, a):
        return Row(kz.replaced(s.row, a, s.row[a] * 7 + a - 3), s.turn + 1)

    def is_terminal(self, s):
        return s.turn >= 5

    def utility(self, s, player):
        value = float(sum(s.row) % 11 - 5)
        return value if player == 0 else -value


class Rebuilding(Growing):
    """The same, its rows built anew: they leave a byte where a state is made a state."""

    def result(self, s, a):
        grown = s.row[a] * 7 + a - 3
        return Row((grown, *s.row[:11]), s.turn + 1)


class Catching(Growing):
    """The same, with a rule that catches whatever is raised."""

    def result(self, s, a):
        try:
            row = kz.replaced(s.row, a, s.row[a] * 7 + a - 3)
        except Exception:
            row = s.row
        return Row(row, s.turn + 1)


@pytest.fixture
def narrow():
    """No game is known to be wide, before and after."""
    cells._wide.clear()
    yield
    cells._wide.clear()


@pytest.mark.parametrize("kind", [Growing, Rebuilding, Catching])
def test_a_number_that_leaves_its_byte_costs_nothing_but_speed(kind, narrow, capsys):
    game = kind()
    plain, watched = kz.Count(), kz.Count()
    expected = kz.alphabeta(game, interpreted=True, watch=plain)
    from kibitz.search.textbook.alphabeta import fail_soft

    value, _ = run(fail_soft, game, game.initial(), 9, -9.0, 9.0, watched)
    assert value == expected.value
    assert kind is Rebuilding or watched.nodes == plain.nodes  # what was counted before it was noticed is forgotten
    assert cells.is_wide(game) is (kind is not Catching)
    assert "plain Python" not in capsys.readouterr().err


@pytest.mark.parametrize("algorithm", ["deepening", "table"])
def test_every_way_in_notices_it(algorithm, narrow, capsys):
    game = Growing()
    truth = kz.alphabeta(game, interpreted=True).value
    assert kz.analyse(game, algorithm=algorithm).value == truth
    assert "plain Python" not in capsys.readouterr().err


def test_several_threads_may_notice_it_at_once(narrow, capsys):
    game = Growing()
    truth = kz.alphabeta(game, interpreted=True)
    found = []
    threads = [threading.Thread(target=lambda: found.append(kz.alphabeta(Growing()))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [truth] * 6
    assert "plain Python" not in capsys.readouterr().err


@pytest.mark.parametrize("kind", [cells.LeavesItsByte, CannotCompile])
def test_a_search_whose_cells_another_thread_has_widened_meanwhile_is_made_again(kind, narrow):
    game = Growing()
    attempts = []

    def made(calls):
        attempts.append(cells.is_wide(game))
        if len(attempts) == 1:
            cells.widen(Growing())  # as the other thread does
            raise kind
        return calls[0].answer()

    search = execution.Search(everything_of_a_row, game, game.initial(), (0,))
    assert execution._with_wider_cells([search], made, False) == everything_of_a_row(game, game.initial(), 0)
    assert attempts == [False, True]


def test_a_state_beyond_a_byte_is_searched_from(narrow):
    game = Growing()
    s = Row((1000, -4, 3) * 4, 3)
    assert kz.alphabeta(game, s) == kz.alphabeta(game, s, interpreted=True)
    plain, compiled = both_ways(everything_of_a_row, game, s, 0)
    assert plain == compiled


@jit
def everything_of_a_row(game, s, number):
    return sum(s.row), s.row[number], fingerprint(s), kz.replaced(s.row, number, 5), 1000 in s.row

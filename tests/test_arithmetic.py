"""Machine code computes as it should at the edge of 64 bits, and goes nowhere that is not its own."""

import re

import numpy as np
import pytest
from numba import njit

from command import process
from kibitz.native import Native, jit
from kibitz.native.bits import mix, multiply, wrap
from kibitz.native.compiling.arithmetic import wrapping
from test_native import in_a_process

LARGEST = (1 << 63) - 1


@jit
def stirred(number):
    return mix(number) % 10


@jit
def stepped(number, step):
    return wrap(number + step) - step, wrap(number * step), wrap(-number), number & -number


@njit
def doubled(number):
    return number * 2 // 2


@jit
def by_way_of_the_users_own(number):
    return doubled(number)


def hash_in_llvm():
    """The multiplications of a hash function, as LLVM has left them. Compiled here: code from disk may not be shown."""
    compiled = njit(lambda number: mix(number) % 10)
    compiled(5)
    [code] = compiled.inspect_llvm().values()
    return re.findall(r"= (mul [^\n]*)", code)


def test_a_hash_promises_nothing_about_overflow_and_only_where_kibitz_compiles_it():
    with wrapping():
        ours = hash_in_llvm()
    assert len(ours) >= 2
    assert not any("nsw" in line for line in ours)
    assert any("nsw" in line for line in hash_in_another_process())
    for number in (0, 1, -1, LARGEST, -LARGEST - 1, 0x123456789ABCDEF):
        assert stirred.compiled(number) == stirred(number)


def hash_in_another_process():
    """The same where nobody has asked for wrapping: functions within a function are compiled once a process."""
    code = """
        import kibitz.native.compiling.compiler
        from test_arithmetic import hash_in_llvm
        print("\\n".join(hash_in_llvm()))
        """
    return in_a_process(code).stdout.splitlines()


@pytest.mark.parametrize("number", [LARGEST, -LARGEST - 1, 1 << 62, -1, 5])
@pytest.mark.parametrize("step", [1, -1, LARGEST, 3])
def test_what_leaves_64_bits_wraps(number, step):
    wrapped = tuple(map(wrap, stepped(number, step)))
    assert stepped.compiled(number, step) == wrapped
    assert multiply(number, step) == wrapped[1]


def test_a_function_that_the_user_compiled_is_compiled_again_and_wraps_in_a_game_only():
    """LLVM may take 2x // 2 for x only where it is promised that 2x does not overflow."""
    assert doubled(1 << 62) == 1 << 62
    assert by_way_of_the_users_own.compiled(1 << 62) == wrap(1 << 63) // 2
    assert doubled(1 << 62) == 1 << 62


# ---------------------------------------------------------------- small games that brought the process down

COIN = """
    from typing import NamedTuple
    import kibitz as kz

    class State(NamedTuple):
        heads: int

    class Coin(kz.Game):
        players = 1
        zero_sum = False
        def initial(self): return State(0)
        def player(self, s): return kz.CHANCE
        def actions(self, s): yield 0
        def outcomes(self, s):
            yield 0, 0.5
            yield 1, 0.5
        def result(self, s, a): return State(a)
        def is_terminal(self, s): return s.heads == 1
        def utility(self, s, player): return 1.0

    print(kz.solve(Coin()))
    """

GUESS = """
    from typing import NamedTuple
    import kibitz as kz

    class State(NamedTuple):
        first: int
        second: int

    class Guess(kz.Game):
        actions_each = 13
        utility_range = (-1.0, 1.0)
        def initial(self): return State(-1, -1)
        def player(self, s): return 0 if s.first < 0 else 1
        def actions(self, s): return range(self.actions_each)
        def result(self, s, a): return State(a, -1) if s.first < 0 else State(s.first, a)
        def is_terminal(self, s): return s.second >= 0
        def utility(self, s, player):
            gained = 1.0 if s.first == s.second else -1.0 / (self.actions_each - 1)
            return gained if player == 0 else -gained
        def view(self, s, player): return (s.first if player == 0 else -1, s.second, 1 if s.first >= 0 else 0)
        def deals(self, view):
            for first in range(self.actions_each if view[2] and view[0] < 0 else 1):
                yield State(first if view[2] and view[0] < 0 else view[0], view[1]), 1.0

    answer = kz.analyse(Guess(), algorithm="regret", iterations=50)
    print(answer.best is not None, abs(answer.value) < 0.2)
    """


def test_a_coin_that_is_flipped_until_heads():
    ran = in_a_process(COIN)
    assert ran.returncode == 0, ran.stderr
    assert float(ran.stdout) == pytest.approx(1.0, abs=1e-12)


def test_a_game_of_simultaneous_moves_with_many_actions():
    ran = in_a_process(GUESS)
    assert (ran.returncode, ran.stdout.split()) == (0, ["True", "True"]), ran.stderr


# ---------------------------------------------------------------- out of bounds


class Users(Native):
    """A class as a user writes it: what it reads beyond an array is refused."""

    def __init__(self):
        self.prices = np.arange(4)

    def price(self, at):
        return self.prices[at]


@jit
def price(thing, at):
    return thing.price(at)


def test_an_index_beyond_an_array_of_the_users_is_an_index_error_as_in_python():
    assert [price.compiled(Users(), at) for at in (0, 3, -1, -4)] == [0, 3, 3, 0]
    for at in (4, -5, 1 << 40):
        with pytest.raises(IndexError):
            price.compiled(Users(), at)


CHECKED = """
    import numpy as np
    from kibitz.native import Native, jit
    from kibitz.native.packing import keep, kept, pack, unpack

    class Row(Native):
        bare = ("words",)
        def __init__(self): self.words = np.zeros(6, np.int64)

    @jit
    def read(row, at): return row.words[at]
    @jit
    def write(row, at):
        row.words[at] = 1
        return at
    @jit
    def lay(row, at): return pack(row.words, at, (1, 2.5))
    @jit
    def take(row, at): return unpack(row.words, at, (1, 2.5))[0]
    @jit
    def put(row, at):
        keep(row.words, at, (1, 2, 3))
        return at
    @jit
    def get(row, at): return kept(row.words, at, (1, 2, 3))[0]

    row = Row()
    for function, last in ((read, 5), (write, 5), (lay, 4), (take, 4), (put, 1), (get, 1)):
        for at in (0, last):
            function.compiled(row, at)
        for at in (-1, last + 1, 1 << 60):
            try:
                function.compiled(row, at)
                print(function.__name__, at, "went through")
            except IndexError:
                pass
    print("done")
    """


def test_checked_code_refuses_every_place_outside_of_a_row(monkeypatch):
    monkeypatch.setenv("KIBITZ_CHECKED", "1")
    ran = in_a_process(CHECKED)
    assert (ran.returncode, ran.stdout.split()) == (0, ["done"]), ran.stderr


def test_checked_code_answers_the_same():
    arguments = ("best", "tic-tac-toe", "--moves", "1 5", "--algorithm", "alphabeta", "--json")
    plain, checked = process(*arguments).json, process(*arguments, KIBITZ_CHECKED="1").json
    for answer in (plain, checked):
        for clocked in ("seconds", "nodes_per_second"):
            del answer["search"][clocked]
    assert checked == plain

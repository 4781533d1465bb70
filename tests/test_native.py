"""Plain Python as machine code: whatever a game's class may contain acts alike compiled and interpreted."""

import gc
import os
import subprocess
import sys
import textwrap
import threading
import time
import weakref
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pytest

from kibitz.errors import Stopped, TooDeep
from kibitz.game import Game
from kibitz.games.connect_four import ConnectFour
from kibitz.games.nim import Nim
from kibitz.games.pacman import PacMan
from kibitz.games.tic_tac_toe import TicTacToe
from kibitz.native import Native, jit
from kibitz.native.compiling.cache import DiskCache
from kibitz.native.compiling.compiler import CannotCompile
from kibitz.native.execution import compiles
from kibitz.native.tuples import replaced
from kibitz.search.clock import Clock
from kibitz.search.engine.engine import Engine
from kibitz.search.several.vector_engine import VectorEngine
from kibitz.search.textbook.alphabeta import alphabeta
from kibitz.search.textbook.minimax import minimax
from kibitz.search.watch import Count


@jit
def worth(thing, n):
    """Most of what follows is asked through this: small, and so quickly compiled."""
    return thing.worth(n)


def assert_alike(thing, *numbers):
    """Compiled = interpreted; the answers."""
    answers = [worth(thing, n) for n in numbers]
    assert [worth.compiled(thing, n) for n in numbers] == answers
    return answers


@pytest.fixture
def compilations(monkeypatch):
    """The signatures for which machine code was asked of the cache, or compiled, since the test began."""
    asked = []
    load = DiskCache.load_overload

    def counted(cache, signature, target):
        asked.append(signature)
        return load(cache, signature, target)

    monkeypatch.setattr(DiskCache, "load_overload", counted)
    return asked


def in_a_process(code):
    """Run code in a process of its own: what it tests may bring a process down."""
    paths = [os.environ.get("PYTHONPATH", ""), os.path.dirname(__file__)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), "NUMBA_NRT_STATS": "1"}
    command = [sys.executable, "-c", textwrap.dedent(code)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment)


# ---------------------------------------------------------------- objects within objects


class Scale(Native):
    """Numbers and rows of its own, one of them named as nobody else's business."""

    bare = ("row",)

    def __init__(self, factor):
        self.factor = factor
        self._grid = np.arange(6.0).reshape(2, 3)
        self.row = np.array([factor, 7], np.int64)

    def worth(self, n):
        return n * self.factor + self._grid[n % 2, 2] + self.row[1]

    def powers(self, n):
        for power in range(n):
            yield self.row[0] ** power


class Nest(Native):
    def __init__(self, inner, more=0):
        self.inner = inner
        self.more = more

    def price(self, n):
        return self.inner.price(n)

    def worth(self, n):
        total = self.inner.worth(n) + self.more
        for power in self.powers(n):
            total += power
        return total

    def powers(self, n):
        return self.inner.powers(n)


def test_an_object_travels_within_another(compilations):
    assert assert_alike(Nest(Scale(3)), 0, 1, 4) == [0 + 2 + 7, 3 + 5 + 7 + 1, 12 + 2 + 7 + 1 + 3 + 9 + 27]
    assert assert_alike(Nest(Nest(Scale(3), 10), 100), 1) == [3 + 5 + 7 + 1 + 10 + 1 + 100]


def test_what_is_within_is_part_of_the_type_but_for_its_arrays(compilations):
    outer = Nest(Scale(3))
    assert_alike(outer, 2)
    before = len(compilations)
    outer.inner.row[1] = 70  # seen at once
    other = Nest(Scale(3))
    other.inner._grid[:] = 5.0
    assert assert_alike(outer, 2) != assert_alike(other, 2)
    assert len(compilations) == before
    assert_alike(Nest(Scale(4)), 2)
    assert len(compilations) == before + 1


# ---------------------------------------------------------------- methods


class Base(Native):
    LIMIT = 10
    TABLE = ((1, 2, 3), (4, 5, 6))
    RATE = 0.5
    ON = True

    def worth(self, n):
        return self.scaled(n) + self.extra(n)

    def scaled(self, n):
        return n * self.LIMIT

    def extra(self, n):
        return self.TABLE[1][n % 3] * self.RATE if self.ON else 0.0


class Derived(Base):
    """Overrides one method that an inherited one calls."""

    def extra(self, n):
        return 1000.0 + n


class Further(Derived):
    """Overrides constants only."""

    LIMIT = -3


class Silent(Base):
    ON = False


def test_inherited_methods_call_the_overridden_ones_and_class_constants_follow_the_class():
    assert assert_alike(Base(), 0, 1, 2) == [2.0, 12.5, 23.0]
    assert assert_alike(Derived(), 0, 1, 2) == [1000.0, 1011.0, 1022.0]
    assert assert_alike(Further(), 0, 1, 2) == [1000.0, 998.0, 996.0]
    assert assert_alike(Silent(), 0, 1, 2) == [0.0, 10.0, 20.0]


class Mixed(Native):
    """Static methods, defaults, keywords, private names."""

    @staticmethod
    def twice(n, more=0):
        return 2 * n + more

    def _secret(self, n, factor=3):
        return n * factor

    def worth(self, n):
        return self.twice(n) + 10 * self.twice(n, 1) + 100 * self._secret(n) + 1000 * self._secret(n, factor=2)


def test_static_methods_defaults_and_keywords():
    assert assert_alike(Mixed(), 1, 4) == [2 + 30 + 300 + 2000, 8 + 90 + 1200 + 8000]


# ---------------------------------------------------------------- attributes


class Parametric(Native):
    def __init__(self, factor, offsets=(0, 0), rate=1.0, on=True):
        self.factor = factor
        self.offsets = offsets
        self.rate = rate
        self.on = on

    def worth(self, n):
        return (n * self.factor + self.offsets[n % 2]) * self.rate + (1 if self.on else 0)


def test_two_objects_with_other_parameters_give_other_answers():
    assert assert_alike(Parametric(2), 1, 2) == [3.0, 5.0]
    assert assert_alike(Parametric(3), 1, 2) == [4.0, 7.0]
    assert assert_alike(Parametric(3, offsets=(10, 20)), 1, 2) == [24.0, 17.0]
    assert assert_alike(Parametric(3, rate=0.5, on=False), 1, 2) == [1.5, 3.0]
    assert assert_alike(Parametric(2), 1, 2) == [3.0, 5.0]


def test_a_parameter_that_is_changed_is_seen_at_the_next_call():
    thing = Parametric(2)
    assert worth.compiled(thing, 5) == 11.0
    thing.factor = 7
    assert worth.compiled(thing, 5) == 36.0
    thing.factor = 2
    assert worth.compiled(thing, 5) == 11.0


class Priced(Parametric):
    def price(self, n):
        return n + self.factor


@jit
def price(thing, n):
    return thing.price(n)


def test_an_object_that_was_changed_does_not_speak_for_others_that_have_its_old_value():
    first = Priced(3)
    worth.compiled(first, 1)
    first.factor = 5
    assert price.compiled(Priced(3), 10) == 13
    assert price.compiled(first, 10) == 15


class WithProperty(Native):
    def __init__(self, words):
        self.words = words  # a list: stays on the Python side

    @property
    def number(self):
        return len(self.words)

    def worth(self, n):
        return n * self.number


def test_a_property_is_that_of_the_object_at_hand():
    assert assert_alike(WithProperty(["a"]), 1, 2) == [1, 2]
    assert assert_alike(WithProperty(["a", "b"]), 1, 2) == [2, 4]


@dataclass(slots=True)
class WithSlots(Native):
    factor: int

    def worth(self, n):
        return n * self.factor


def test_an_attribute_in_a_slot_is_that_of_the_object_at_hand():
    assert assert_alike(WithSlots(2), 1, 2) == [2, 4]
    assert assert_alike(WithSlots(7), 1, 2) == [7, 14]


# ---------------------------------------------------------------- arrays


class Tables(Native):
    def __init__(self, flat, grid):
        self.flat = flat
        self.grid = grid

    def worth(self, n):
        total = 0.0
        for i in range(len(self.flat)):
            total += self.flat[i] * (i + 1)
        for i in range(self.grid.shape[0]):
            for j in range(self.grid.shape[1]):
                total += self.grid[i, j] * (10 * i + j)
        return total * n


def test_arrays_are_handed_over_by_reference_and_their_contents_may_change_without_compiling_again(
    compilations,
):
    flat, grid = np.arange(5), np.arange(6.0).reshape(2, 3)
    thing = Tables(flat, grid)
    before = assert_alike(thing, 1, 2)
    flat[2] = 100
    grid[1, 2] = -7.5
    after = assert_alike(thing, 1, 2)
    assert after != before
    assert_alike(Tables(np.arange(9), np.ones((4, 2))), 1, 2)  # of another size
    assert len(compilations) == 1


LAYOUTS = {
    "every second": (np.arange(10)[::2], np.arange(24.0).reshape(4, 6)[:, ::2]),
    "backwards": (np.arange(10)[::-1], np.arange(24.0).reshape(4, 6)[::-1]),
    "transposed": (np.arange(5), np.arange(12.0).reshape(3, 4).T),
    "Fortran's order": (np.arange(5), np.asfortranarray(np.arange(12.0).reshape(3, 4))),
    "a part": (np.arange(10)[2:7], np.arange(24.0).reshape(4, 6)[1:3, 1:4]),
    "empty": (np.zeros(0, np.int64), np.zeros((0, 3))),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_arrays_of_every_layout_are_read_rightly(layout):
    assert_alike(Tables(*LAYOUTS[layout]), 1, 3)


class Kinds(Native):
    def __init__(self):
        self.flags = np.array([True, False, True])
        self.small = np.array([-3, 100], np.int8)
        self.unsigned = np.array([2**64 - 1], np.uint64)
        self.single = np.array([0.5], np.float32)
        self.cube = np.arange(24).reshape(2, 3, 4)

    def worth(self, n):
        total = 0.0
        for i in range(3):
            if self.flags[i]:
                total += 1
        total += self.small[0] + self.small[1] + self.single[0] + self.cube[1, 2, 3] + self.cube[0, 1, 2]
        if self.unsigned[0] > 9:
            total += 1000
        return total + n


def test_arrays_of_every_kind_of_number_are_read_rightly():
    assert assert_alike(Kinds(), 0) == [2 + 97 + 0.5 + 23 + 6 + 1000]


class Writing(Native):
    def __init__(self):
        self.log = np.zeros(8, np.int64)

    def worth(self, n):
        self.log[0] += 1
        self.log[self.log[0]] = n
        return self.log[0]


def test_what_compiled_code_writes_into_an_array_is_seen_from_python():
    thing = Writing()
    for n in (5, 6, 7):
        worth.compiled(thing, n)
    assert thing.log.tolist() == [3, 5, 6, 7, 0, 0, 0, 0]


# ---------------------------------------------------------------- functions


def plain(n, more=1):
    return helper(n) + more


def helper(n):
    return n * n


def factorial(n):
    if n <= 1:
        return 1
    return n * factorial(n - 1)


class CallsFunctions(Native):
    def worth(self, n):
        return plain(n) + 100 * plain(n, more=5) + 10_000 * factorial(n)


def test_plain_functions_of_the_module_are_compiled_with_the_methods_that_call_them():
    assert assert_alike(CallsFunctions(), 1, 5) == [2 + 600 + 10_000, 26 + 3000 + 1_200_000]


@jit
def fibonacci(n):
    if n < 2:
        return n
    return fibonacci(n - 1) + fibonacci(n - 2)


@jit
def is_even(n):
    if n == 0:
        return True
    return is_odd(n - 1)


@jit
def is_odd(n):
    if n == 0:
        return False
    return is_even(n - 1)


@jit
def both(thing, n):
    """A jit function that calls jit functions and a method."""
    return fibonacci(n) + (100 if is_even(n) else 0) + thing.worth(n)


def test_functions_that_call_themselves_and_each_other():
    assert [fibonacci.compiled(n) for n in range(12)] == [fibonacci(n) for n in range(12)]
    assert [is_even.compiled(n) for n in range(6)] == [n % 2 == 0 for n in range(6)]
    assert [is_odd.compiled(n) for n in range(6)] == [n % 2 == 1 for n in range(6)]
    thing = Parametric(2)
    assert [both.compiled(thing, n) for n in range(6)] == [both(thing, n) for n in range(6)]


# ---------------------------------------------------------------- generators


class Generators(Native):
    def evens(self, n):
        for a in self.numbers(n):
            if a % 2 == 0:
                yield a

    def numbers(self, n):
        a = 0
        while a < n:
            yield a
            a += 1

    def pairs(self, n):
        for a in self.evens(n):
            for b in self.numbers(a):
                yield a, b, a / (b + 1)

    def nothing(self, n):
        for _ in range(0):
            yield n

    def worth(self, n):
        total = 0.0
        for a, b, ratio in self.pairs(n):
            total += a * b + ratio
            if b > 4:
                break
        for a in self.nothing(n):
            total += 1000 + a
        for number, a in enumerate(self.evens(n)):
            total += number * a
        return total


def test_generators_that_read_generators_and_are_left_early():
    assert_alike(Generators(), 0, 1, 5, 9)


class Pile(Game):
    """Take one, two or three; who takes the last wins."""

    def initial(self):
        return 7

    def player(self, s):
        return 0

    def actions(self, s):
        for a in range(1, 4):
            if a <= s:
                yield a

    def result(self, s, a):
        return s - a

    def is_terminal(self, s):
        return s == 0

    def utility(self, s, player):
        return 1.0


class ListPile(Pile):
    def actions(self, s):
        return [a for a in range(1, 4) if a <= s]


class RangePile(Pile):
    def actions(self, s):
        return range(1, min(s, 3) + 1)


@jit
def lines(game, s):
    """The number of lines of play."""
    if game.is_terminal(s):
        return 1
    total = 0
    for a in game.actions(s):
        total += lines(game, game.result(s, a))
    return total


@pytest.mark.parametrize("kind", [Pile, ListPile, RangePile])
def test_actions_may_be_a_generator_a_list_or_a_range(kind):
    assert lines.compiled(kind(), 7) == lines(kind(), 7) == 44


# ---------------------------------------------------------------- states


class Inner(NamedTuple):
    weight: float
    flags: tuple[bool, bool]


class Rich(NamedTuple):
    n: int
    score: float
    turned: bool
    three: tuple[int, int, int]
    inner: Inner


class RichGame(Game):
    """A state with everything in it but arrays."""

    def initial(self):
        return Rich(0, 0.5, False, (1, 2, 3), Inner(1.0, (True, False)))

    def player(self, s):
        return s.n % 2

    def actions(self, s):
        for a in range(4):
            if a != s.n:
                yield a

    def result(self, s, a):
        three = (s.three[1], s.three[2], s.three[0] + a)
        return Rich(s.n + 1, s.score * 2 - a, not s.turned, three, Inner(s.inner.weight + a, (s.inner.flags[1], a > 1)))

    def is_terminal(self, s):
        return s.n == 5

    def utility(self, s, player):
        value = s.score + s.three[0] * 2 - s.three[1] * s.three[2] * (3 if s.inner.flags[0] else 1) - s.inner.weight
        value = value if s.turned else -value
        return value if player == 0 else -value


def assert_searched_alike(game, *, function=minimax):
    compiled, interpreted = Count(), Count()
    choice = function(game, watch=compiled)
    assert choice == function(game, watch=interpreted, interpreted=True)
    assert compiled.counts.tolist() == interpreted.counts.tolist()
    return choice


def test_states_of_ints_floats_bools_tuples_and_named_tuples():
    assert_searched_alike(RichGame())
    assert compiles(RichGame())


class Loose(NamedTuple):
    n: int
    flag: int
    score: float


class LooseGame(RichGame):
    """`result` gives bools where `initial` has ints, and ints where it has floats."""

    def initial(self):
        return Loose(0, 0, 0.0)

    def result(self, s, a):
        return Loose(s.n + 1, a > s.flag, a + s.n)

    def utility(self, s, player):
        value = s.score / 4 + s.flag * 3 + (s.flag + s.flag)
        return value if player == 0 else -value


def test_a_result_of_bools_where_the_initial_state_has_ints_and_ints_where_it_has_floats():
    assert_searched_alike(LooseGame())
    assert compiles(LooseGame())


ARRAYS = """
    from typing import NamedTuple
    import numpy as np
    from kibitz.game import Game
    from kibitz.search.textbook.minimax import minimax
    from kibitz.search.textbook.alphabeta import alphabeta
    from kibitz.native.execution import compiles
    from kibitz.search.watch import Count

    class State(NamedTuple):
        n: int
        cells: np.ndarray
        grid: np.ndarray

    class Fill(Game):
        def initial(self):
            return State(0, np.zeros(5, np.int64), np.zeros((2, 2)))
        def player(self, s):
            return s.n % 2
        def actions(self, s):
            for a in range(5):
                if s.cells[a] == 0:
                    yield a
        def result(self, s, a):
            cells, grid = s.cells.copy(), s.grid.copy()
            cells[a] = s.n + 1
            grid[a % 2, s.n % 2] += a
            return State(s.n + 1, cells, grid)
        def is_terminal(self, s):
            return s.n == 5
        def utility(self, s, player):
            value = 0.0
            for a in range(5):
                value += s.cells[a] * (a - 2)
            value += s.grid[0, 0] - 2 * s.grid[1, 1]
            return value if player == 0 else -value
"""


def test_states_that_hold_small_arrays_are_searched_hundreds_of_times_and_no_memory_is_lost_or_freed_twice():
    done = in_a_process(
        ARRAYS
        + """
    for search in (minimax, alphabeta):
        compiled, interpreted = Count(), Count()
        wanted = search(Fill(), watch=interpreted, interpreted=True)
        for _ in range(300):
            assert search(Fill()) == wanted
        assert search(Fill(), watch=compiled) == wanted
        assert compiled.nodes == interpreted.nodes
    assert compiles(Fill())
    from numba.core.runtime import rtsys
    held = rtsys.get_allocation_stats()
    assert held.alloc > 10_000
    assert held.alloc - held.free < 10, held
    s = Fill().result(Fill().initial(), 3)
    assert minimax(Fill(), s) == minimax(Fill(), s, interpreted=True)
    print("alive")
    """
    )
    assert (done.returncode, done.stdout) == (0, "alive\n"), done.stderr


@pytest.mark.parametrize("interpreted", [False, True], ids=["compiled", "interpreted"])
def test_a_search_begins_at_a_state_that_holds_the_numbers_of_numpy(interpreted):
    game = RichGame()
    s = game.result(game.initial(), 2)
    wanted = minimax(game, s, interpreted=True)
    assert minimax(game, s, interpreted=interpreted) == wanted
    assert minimax(game, s._replace(n=np.int64(1), score=np.float64(s.score)), interpreted=interpreted) == wanted


class GrowingGame(Game):
    """A state is the moves so far: a tuple that grows, which no machine type can hold."""

    def initial(self):
        return ()

    def player(self, s):
        return len(s) % 2

    def actions(self, s):
        return (1, 2)

    def result(self, s, a):
        return (*s, a)

    def is_terminal(self, s):
        return len(s) == 4

    def utility(self, s, player):
        value = float(s[0] * s[1] - s[2] * s[3])
        return value if player == 0 else -value


def test_a_game_beyond_the_compiler_is_answered_interpreted_from_any_state(capsys):
    game = GrowingGame()
    assert minimax(game, (2, 1)) == minimax(game, (2, 1), interpreted=True)
    assert minimax(game) == minimax(game, interpreted=True)
    assert not compiles(game)
    assert capsys.readouterr().err.count("plain Python") == 1  # said once


# ---------------------------------------------------------------- what a game raises


class GameError(Exception):
    """A game's own."""


class Raising(Native):
    def worth(self, n):
        if n == 1:
            raise GameError("one")
        if n == 2:
            raise ValueError("two", 2)
        if n == 3:
            raise KeyError
        return n


@pytest.mark.parametrize("function", [worth, worth.compiled], ids=["interpreted", "compiled"])
def test_what_a_method_raises_comes_through_as_itself(function):
    with pytest.raises(GameError) as error:
        function(Raising(), 1)
    assert error.value.args == ("one",)
    with pytest.raises(ValueError) as error:
        function(Raising(), 2)
    assert error.value.args == ("two", 2)
    with pytest.raises(KeyError):
        function(Raising(), 3)
    assert function(Raising(), 4) == 4


class RaisingGame(Pile):
    def result(self, s, a):
        if s - a == 2:
            raise GameError("two are left")
        return s - a


def test_what_a_game_raises_in_a_search_comes_through_as_itself_and_the_game_stays_compiled():
    for interpreted in (False, True):
        with pytest.raises(GameError, match="two are left"):
            minimax(RaisingGame(), interpreted=interpreted)
    assert compiles(RaisingGame())


def test_what_cannot_be_compiled_is_refused_as_such():
    class Hopeless(Native):
        def worth(self, n):
            return {n: "dict"}[n] + eval("n")

    with pytest.raises(CannotCompile):
        worth.compiled(Hopeless(), 1)


# ---------------------------------------------------------------- threads


BIG = ConnectFour()
OPEN_THREE = "44355"  # three in a row, open on both sides: the second player is lost


def test_threads_search_at_once_and_all_are_right():
    tic_tac_toe = TicTacToe()
    wanted = {
        "tic-tac-toe": (0.0, 549_946),
        "middle": (0.0, None),
        "connect-four": (alphabeta(BIG, BIG.parse(OPEN_THREE), depth=5, interpreted=True).value, None),
    }
    found = {name: [] for name in wanted}

    def work(name, search):
        for _ in range(4):
            watch = Count()
            found[name].append((search(watch).value, watch.nodes))

    middle, three = tic_tac_toe.parse("....X...."), BIG.parse(OPEN_THREE)
    threads = [
        threading.Thread(target=work, args=("tic-tac-toe", lambda watch: minimax(tic_tac_toe, watch=watch))),
        threading.Thread(target=work, args=("middle", lambda watch: minimax(tic_tac_toe, middle, watch=watch))),
        threading.Thread(target=work, args=("connect-four", lambda watch: alphabeta(BIG, three, depth=5, watch=watch))),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for name, (value, nodes) in wanted.items():
        assert len(found[name]) == 4
        assert len(set(found[name])) == 1
        assert found[name][0][0] == value
        assert nodes is None or found[name][0][1] == nodes


def long_search(watch, outcome):
    try:
        outcome.append(alphabeta(BIG, watch=watch))
    except Stopped as stopped:
        outcome.append(stopped)


def started(watch, outcome):
    """A search that would last for hours, under way."""
    thread = threading.Thread(target=long_search, args=(watch, outcome))
    thread.start()
    while watch.nodes == 0 and thread.is_alive():
        time.sleep(0.001)
    return thread


def test_a_compiled_search_lets_other_threads_run_and_shows_its_progress():
    watch, outcome = Count(), []
    thread = started(watch, outcome)
    seen = set()
    while len(seen) <= 5 and thread.is_alive():
        time.sleep(0.001)
        seen.add(watch.nodes)
    watch.stop()
    thread.join()
    assert len(seen) > 5
    assert isinstance(outcome[0], Stopped)


def test_a_search_is_stopped_from_another_thread():
    for _ in range(5):
        watch, outcome = Count(), []
        thread = started(watch, outcome)
        watch.stop()
        thread.join()
        assert isinstance(outcome[0], Stopped)


def test_a_clock_stops_a_search_and_does_not_stop_one_that_is_done():
    watch = Count()
    alphabeta(BIG, depth=1)  # compiled before the clock runs
    minimax(Pile())
    begun = time.perf_counter()
    with Clock(watch, 0.1), pytest.raises(Stopped):
        alphabeta(BIG, watch=watch)
    assert time.perf_counter() - begun > 0.09
    watch = Count()
    with Clock(watch, 0.3):
        assert minimax(Pile(), watch=watch).value == 1
    time.sleep(0.4)
    assert minimax(Pile(), watch=watch).value == 1
    with Clock(watch, None):
        assert minimax(Pile(), watch=watch).value == 1


@pytest.mark.parametrize("interpreted", [False, True], ids=["compiled", "interpreted"])
def test_a_limit_of_nodes_stops_a_search_that_needs_more_and_no_other(interpreted):
    everything = Count()
    minimax(Pile(), watch=everything, interpreted=interpreted)
    for nodes in (1, 2, everything.nodes - 1):
        watch = Count(nodes=nodes)
        with pytest.raises(Stopped):
            minimax(Pile(), watch=watch, interpreted=interpreted)
        assert watch.nodes <= nodes + 1
    assert minimax(Pile(), watch=Count(nodes=everything.nodes + 1), interpreted=interpreted).value == 1


# ---------------------------------------------------------------- deep and endless lines


class Chain(Game):
    """One move at each turn, and a long way to go; the way's length is in an array, so that all are compiled once."""

    def __init__(self, length):
        self.length = np.array([length])

    def initial(self):
        return 0

    def player(self, s):
        return s & 1

    def actions(self, s):
        yield 1

    def result(self, s, a):
        return s + a

    def is_terminal(self, s):
        return s == self.length[0]

    def utility(self, s, player):
        return 1.0 if player == 0 else -1.0


@pytest.mark.parametrize("interpreted", [False, True], ids=["compiled", "interpreted"])
def test_a_line_of_15_000_plies_is_followed_to_its_end_and_an_endless_one_is_not(interpreted):
    watch = Count()
    assert minimax(Chain(15_000), watch=watch, interpreted=interpreted) == (1, 1)
    assert watch.deepest == 15_000
    with pytest.raises(TooDeep) as error:
        minimax(Chain(-1), interpreted=interpreted)
    assert "chain" in str(error.value)
    assert minimax(Chain(-1), depth=9, interpreted=interpreted).value == 0
    assert sys.getrecursionlimit() < 10_000  # put back


# ---------------------------------------------------------------- classes that are defined again, as in a notebook

CELL = """
class Cell(Native):
    def worth(self, n): return prize(n)
"""


def notebook(prize):
    """The names of a notebook in which two cells have been run."""
    names = {"__name__": __name__, "Native": Native}
    exec(f"def prize(n): return n + {prize}", names)
    exec(CELL, names)
    return names


def test_a_class_that_is_defined_again_unchanged_is_loaded_once_and_not_at_every_call(compilations):
    names = notebook(4)
    assert assert_alike(names["Cell"](), 1) == [5]
    exec(CELL, names)
    compilations.clear()
    again = names["Cell"]()
    assert assert_alike(again, 1, 2, 3) == [5, 6, 7]
    assert len(compilations) <= 1


def test_a_class_that_is_defined_again_with_another_rule_has_the_new_answer():
    names = notebook(5)
    assert assert_alike(names["Cell"](), 1) == [6]
    exec(CELL.replace("prize(n)", "prize(n) * 10"), names)
    assert assert_alike(names["Cell"](), 1) == [60]


def test_a_function_that_is_defined_again_is_seen_by_the_class_that_uses_it():
    names = notebook(8)
    thing = names["Cell"]()
    assert assert_alike(thing, 1) == [9]
    exec("def prize(n): return n - 1", names)
    assert assert_alike(thing, 1) == [0]


# ---------------------------------------------------------------- texts among the attributes


class Labelled(Native):
    """Carries texts; `worth` does not read them, `price` does."""

    label = "a class's own"

    def __init__(self, *rows):
        self.rows = rows
        self.label = rows[0]

    def worth(self, n):
        return 2 * n

    def price(self, n):
        return n + len(self.rows[0]) + (100 if self.label == "long" else 0)


def test_texts_that_no_rule_reads_are_not_compiled_in(compilations):
    assert assert_alike(Labelled("a", "b"), 3) == [6]
    assert assert_alike(Labelled("another", "tuple", "of texts"), 4) == [8]
    assert len(compilations) == 1


def test_texts_that_a_rule_reads_are_those_of_the_object_at_hand():
    things = [Labelled("a"), Labelled("bcd", "e"), Labelled("long"), Labelled("a")]
    assert [price.compiled(thing, 1) for thing in things] == [price(thing, 1) for thing in things] == [2, 4, 105, 2]
    assert [price.compiled(Nest(thing), 1) for thing in things] == [2, 4, 105, 2]


def test_texts_that_a_rule_reads_in_a_new_process_and_from_the_cache():
    code = """
        from test_native import Labelled, price
        print([price.compiled(Labelled(*rows), 1) for rows in (("a",), ("bcd", "e"), ("long",))])
    """
    for _ in range(2):
        assert in_a_process(code).stdout == "[2, 4, 105]\n"


class Corridor(Pile):
    """As many cells as its drawing is long; nothing but `initial` looks at the drawing."""

    def __init__(self, drawing):
        self.drawing = drawing

    def initial(self):
        return tuple(0 for _ in self.drawing)

    def is_terminal(self, s):
        return sum(s) >= len(s)

    def player(self, s):
        return sum(s) % 2

    def actions(self, s):
        for cell in range(len(s)):
            if s[cell] == 0:
                yield cell

    def result(self, s, a):
        return replaced(s, a, 1)

    def utility(self, s, player):
        return (1 if len(s) % 2 else -1) * (1 if player == 0 else -1)


def test_a_text_that_shapes_the_states_makes_another_type_of_game(compilations):
    for drawing, value in (("abc", 1), ("xyz", 1), ("abcd", -1)):
        game = Corridor(drawing)
        assert minimax(game, game.initial()).value == value
    assert len(compilations) == 2


def test_layouts_of_pac_man_that_differ_in_walls_and_dots_share_their_code(compilations, tmp_path):
    first, second = tmp_path / "first.lay", tmp_path / "second.lay"
    first.write_text("%%%%%%%\n%P . G%\n%%%%%%%\n")
    second.write_text("%%%%%%%\n%. P%G%\n%%%%%.%\n%%%%%%%\n")
    for layout in (first, second):
        game = PacMan(str(layout))
        s = game.initial()
        counts = Count(), Count()
        values = [alphabeta(game, s, depth=3, watch=watch, interpreted=i) for i, watch in enumerate(counts)]
        assert values[0] == values[1]
        assert counts[0].nodes == counts[1].nodes > 10
    assert len(compilations) == 1


# ---------------------------------------------------------------- what the compiler leaves alone


class Store(Native):
    def __init__(self):
        self.numbers = np.zeros(1000)

    def worth(self, n):
        return self.numbers[n]


def a_search(game):
    """Everything that one search of a game hands to the compiler."""
    watch, engine, several = Count(), Engine(game, megabytes=1), VectorEngine(game, megabytes=1)
    alphabeta(game, game.initial(), watch=watch)
    engine.solve(game.initial())
    several.value(game.initial())
    inside = [*vars(engine).values(), *engine.desks, *vars(several).values()]
    return [game, watch, *(part for part in inside if isinstance(part, Native))]


def test_the_compiler_does_not_keep_what_it_was_passed():
    store = Store()
    assert worth.compiled(store, 3) == 0.0
    parts = [store, *a_search(Nim((2, 1)))]
    assert {"Store", "Nim", "Count", "Table", "Desk", "VectorTable", "VectorDesk"} <= {
        type(part).__name__ for part in parts
    }
    kept = [weakref.ref(part) for part in parts]
    del store, parts
    gc.collect()
    assert [part() for part in kept if part() is not None] == []


def test_numbas_warnings_are_silent_for_what_kibitz_compiles_and_for_nothing_else():
    code = """
        import threading, warnings
        from numba.core.errors import NumbaWarning
        from kibitz.native import Native, jit
        from kibitz.native.compiling import compiler

        meeting = threading.Barrier(2)
        begin = compiler.Notice.begin

        def begin_together(notice):
            begin(notice)
            meeting.wait(30)
            warnings.warn("while Kibitz compiles", NumbaWarning)

        compiler.Notice.begin = begin_together

        class One(Native):
            def worth(self, n):
                return n

        class Other(Native):
            def worth(self, n):
                return n + 1

        @jit
        def worth(thing, n):
            return thing.worth(n)

        threads = [threading.Thread(target=worth.compiled, args=(thing(), 1)) for thing in (One, Other)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        warnings.warn("by somebody else", NumbaWarning)
    """
    said = in_a_process(code).stderr
    assert "by somebody else" in said and "while Kibitz compiles" not in said


def test_a_worker_comes_back_after_an_interruption():
    code = """
        import os, signal, threading
        from kibitz.native.workers import Call, first_of

        signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background is born deaf to it
        workers = lambda: sum(thread.name == "kibitz-search" for thread in threading.enumerate())
        over = threading.Event()
        for _ in range(5):
            threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
            over.clear()
            try:
                first_of([Call(over.wait)], over.set)
            except KeyboardInterrupt:
                print("interrupted", end=" ")
        assert first_of([Call(lambda: 7)], over.set) == 7
        print(workers())
    """
    assert in_a_process(code).stdout == "interrupted " * 5 + "1\n"

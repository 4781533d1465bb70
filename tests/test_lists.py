"""Lists, comprehensions and slices as people write them: compiled they do exactly what Python does."""

import linecache
import threading
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz as kz
from kibitz.native import Native, jit
from kibitz.native.compiling.compiler import CannotCompile, Entry
from kibitz.native.compiling.functions import adopt
from kibitz.native.execution import compiles
from kibitz.native.lists import arena
from kibitz.native.rewriting.rewritten import rewritten
from kibitz.native.tuples import fingerprint
from kibitz.native.values.cells import Packed
from kibitz.search.engine.engine import Engine
from kibitz.search.textbook.alphabeta import alphabeta


def coded(xs):
    """A number for a sequence of ints: another one for another sequence."""
    total = 7
    for x in xs:
        total = (total * 31 + x) % 1000003
    return total * 1000 + len(xs)


def doubled(v):
    """A key."""
    return -2 * v


class Lists(Native):
    """Small functions of a board and two numbers, one for each way of writing something."""

    def copied(self, b, n, k):
        x = list(b)
        x[k] = n
        return coded(x) + coded(tuple(x)) + x[-1]

    def stacked(self, b, n, k):
        x = []
        for i in range(n):
            x.append(i * k)
        while x and x[-1] > k:
            x.pop()
        return coded(x) + x.pop()

    def grown(self, b, n, k):
        x, y = [], []
        for i in range(n * 30):  # beyond what a frame holds; the two grow by turns
            x.append(i)
            y.append(-i)
        return coded(x) + coded(y) + (0 if not y else y[len(x) // 2])

    def comprehended(self, b, n, k):
        return coded([v * k for v in b if v != n]) + coded([i * j for i in range(n) for j in range(i) if i != j + k])

    def quantified(self, b, n, k):
        return 4 * any(v == n for v in b) + 2 * all(v < n for v in b) + (k in b and any(b[v] == k for v in range(n)))

    def added_up(self, b, n, k):
        best = max((v - n for v in b if v > k), default=-5)
        return sum(v * v for v in b if v > k) + best + min(abs(v - k) for v in b) + sum((v > k for v in b), k)

    def greatest(self, b, n, k):
        return max(v for v in b if v > n)

    def first(self, b, n, k):
        return next((i for i, v in enumerate(b) if v == n), -k)

    def rotated(self, b, n, k):
        t = tuple(v + 1 for v in b)
        return coded(t[k:] + t[:k] + (n,)) + coded(t[::-1]) + coded(t[k:n:2]) + coded(t[n:k:-1])

    def surgery(self, b, n, k):
        return coded(b[:k] + (n,) + b[k + 1 :])  # noqa: RUF005

    def contained(self, b, n, k):
        return 8 * (n in b[:k]) + 4 * (n not in b[k:]) + 2 * (n in (1, 2)) + (n in [k, 3])

    def extended(self, b, n, k):
        out = []
        line = [k]
        out += line
        out += b
        out.extend(range(n))
        out += out
        out = out + [n] + line * k
        return coded(out) + coded(line)

    def repeated(self, b, n, k):
        return coded((n,) * k + b) + coded([n, k] * 3) + coded([0] * k) + coded(k * (n, 1))

    def edited(self, b, n, k):
        x = list(b)
        x.insert(k, n)
        x.reverse()
        at = x.index(n)
        x.remove(k)
        return coded(x) + at + x.count(n) + x.pop(n)

    def ordered(self, b, n, k):
        x = sorted(b)
        y = sorted(b, key=lambda v: (v - k) * (v - n))
        z = list(b)
        z.sort(reverse=True)
        z.sort(key=lambda v: v % 3)
        del z[k]
        z.extend(v - n for v in b if v != k)
        w = sorted((v * k for v in b), reverse=n > k)
        for v in [1, 3]:
            z.append(v in [n, k, 1])
        return coded(x) + coded(y) + coded(z) + coded(w) + max(b, key=lambda v: v % (n + 1)) + min(b, key=doubled)

    def ordered_long(self, b, n, k):
        x = [(i * 7919 + n) % 101 for i in range(100 + n)]
        return coded(sorted(x)) + coded(sorted(x, key=lambda v: v % 5)) + coded([v - 1 for v in reversed(x)])

    def paired(self, b, n, k):
        pairs = [(v, i) for i, v in enumerate(b)]
        pairs.sort()
        return coded([i for v, i in pairs]) + coded([x - y for x, y in zip(b, b[k:])]) + pairs[n][1]  # noqa: B905

    def rows(self, b, n, k):
        grid = [[0] * 3 for _ in range(3)]
        grid[k][n] = 1
        grid[0].append(n)
        return sum([coded(row) for row in grid])

    def while_it_grows(self, b, n, k):
        x = [k]
        for v in x:
            if v > 0 and len(x) < 20:
                x.append(v - 1)
                x.append(v - 2)
        return coded(x)

    def alias(self, b, n, k):
        x = list(b)
        y = x
        y.append(n)
        z = x.copy()
        z.clear()
        return coded(x) + len(z) + (x is y)

    def shared(self, b, n, k):
        x = [k]
        for i in range(n):
            self.push(x, i)
        return coded(x) + coded(self.pushed(x, n)) + len(x)

    def push(self, x, v):
        x.append(v)
        x.append(v * v)

    def pushed(self, x, v):
        x.append(v)
        return x

    def matched(self, b, n, k):
        total = 0
        for v in self.steps(b, n):
            match v % 4:
                case 0 | 1:
                    total += v
                case 2 if v > k:
                    total -= 7
                case _:
                    total *= 3
        return total

    def steps(self, b, n):
        seen = []
        for v in b:
            seen.append(v)
            yield sum(seen)
        yield from range(n)
        yield from seen

    def compared(self, b, n, k):
        x = list(b)
        return (
            32 * (x == [n, k])
            + 16 * (b[:k] < b[n:])
            + 8 * (x > list(b[1:]))
            + 4 * (x[:k] == [])
            + 2 * (b[:2] == (n, k))
        )

    def instead(self, b, n, k):
        return coded(self.found(b, n) or [-1]) + coded(self.maybe(b, n, k))

    def found(self, b, n):
        return [i for i in range(len(b)) if b[i] == n]

    def maybe(self, b, n, k):
        if n > k:
            return []
        return [v for v in b if v < k]

    def starred(self, b, n, k):
        return coded([*b[:k], n, *[v for v in b if v > n]])

    def chained(self, b, n, k):
        last = []
        for i in range(n):
            line = []
            line.append(i)
            line += last
            last = line
        return coded(last)

    def renewed(self, b, n, k):
        x = list(b)
        out = 0
        for v in x:
            x = [v, k]
            out = out * 3 + coded(x)
        return out % 1000003

    def flagged(self, b, n, k):
        seen = [False] * k
        seen[n] = True
        return sum(seen) + any(seen) + 2 * all(seen)

    def chosen(self, b, n, k):
        x = [] if k else [n]
        x.append(k)
        return coded(x)

    def divided(self, b, n, k):
        return coded([v // k for v in b]) + [1, 2, 3][n] + (4, 5, 6)[k]

    def nowhere(self, b, n, k):
        one, other = self.place(b, n), self.place(b, k)
        count = 0
        if n > k:
            if one == 3:
                count += 1
            if other != 2:
                count += 10
        return count + 100 * (one == other) + 200 * (one != other) + 400 * (one in (1, 3)) + 800 * (one == None)  # noqa: E711

    def place(self, b, n):
        for i in range(len(b)):
            if b[i] == n:
                return i
        return None

    def parted(self, b, n, k):
        x = list(b)
        return fingerprint((tuple(x[:k]), tuple(x[k:]), b, (), (n, (k,), ("abc", "123456789"))))

    def halves(self, b, n, k):
        x = [v / 2 for v in b]
        x[0] += 0.25
        return int(4 * (max(x) - min(x)) + 2 * x[k])


NAMES = [
    name
    for name in vars(Lists)
    if not name.startswith("_") and name not in ("push", "pushed", "steps", "found", "maybe", "place")
]

_source = "def asked(lists, which, b, n, k):\n" + "".join(
    f"    if which == {number}:\n        return lists.{name}(b, n, k)\n" for number, name in enumerate(NAMES)
)
exec(_source + "    return 0\n")
asked = jit(asked)  # noqa: F821  (it was just defined)


def outcome(call):
    """What comes of a call: an answer, or the kind of an exception."""
    try:
        return call()
    except Exception as error:
        return type(error)


@given(st.lists(st.integers(-3, 9), min_size=9, max_size=9), st.integers(-4, 11), st.integers(-4, 11))
def test_every_way_of_writing_it_does_what_python_does(board, n, k):
    b, lists = tuple(board), Lists()
    for number, name in enumerate(NAMES):
        wanted = outcome(lambda number=number: asked(lists, number, b, n, k))
        for given_board in (b, Packed(b)):
            found = outcome(lambda number=number, x=given_board: asked.compiled(lists, number, x, n, k))
            assert found == wanted or (name == "surgery" and found is OverflowError and not 0 <= k < 9), name
            assert isinstance(found, type) or arena.taken() == 0, name


# ---------------------------------------------------------------- games as a new user writes them


PASS = -1


class Board(NamedTuple):
    """An Othello board, and whose turn it is."""

    board: tuple
    to_move: int
    passes: int


class Othello(kz.Game):
    """Othello whose board is changed through a list."""

    def __init__(self, size=4):
        self.size = size

    def initial(self):
        n = self.size
        b = [0] * (n * n)
        h = n // 2
        b[(h - 1) * n + h - 1], b[h * n + h] = 2, 2
        b[(h - 1) * n + h], b[h * n + h - 1] = 1, 1
        return Board(tuple(b), 0, 0)

    def player(self, s):
        return s.to_move

    def flips(self, board, at, me):
        n = self.size
        out = []
        if board[at] != 0:
            return out
        r, c = divmod(at, n)
        for dr in (-1, 0, 1):
            for dc in (-1, 0, 1):
                if dr == 0 and dc == 0:
                    continue
                line = []
                y, x = r + dr, c + dc
                while 0 <= y < n and 0 <= x < n and board[y * n + x] == 3 - me:
                    line.append(y * n + x)
                    y += dr
                    x += dc
                if line and 0 <= y < n and 0 <= x < n and board[y * n + x] == me:
                    out += line
        return out

    def actions(self, s):
        out = [i for i in range(self.size * self.size) if self.flips(s.board, i, s.to_move + 1)]
        return out or [PASS]

    def result(self, s, a):
        if a == PASS:
            return Board(s.board, 1 - s.to_move, s.passes + 1)
        me = s.to_move + 1
        b = list(s.board)
        b[a] = me
        for i in self.flips(s.board, a, me):
            b[i] = me
        return Board(tuple(b), 1 - s.to_move, 0)

    def is_terminal(self, s):
        return s.passes == 2 or all(x != 0 for x in s.board)

    def utility(self, s, player):
        mine = sum(1 for x in s.board if x == player + 1)
        return mine - sum(1 for x in s.board if x == 2 - player)

    def evaluate(self, s, player):
        return self.utility(s, player) + len(self.actions(s)) / 8


class Pits(NamedTuple):
    """The seeds in the houses and stores, and whose turn it is."""

    pits: tuple
    to_move: int


class Kalah(kz.Game):
    """Kalah whose seeds are sown in a list."""

    def __init__(self, houses=3, seeds=2):
        self.houses = houses
        self.seeds = seeds

    def initial(self):
        side = (self.seeds,) * self.houses + (0,)
        return Pits(side + side, 0)

    def player(self, s):
        return s.to_move

    def actions(self, s):
        first = s.to_move * (self.houses + 1)
        return [i for i in range(first, first + self.houses) if s.pits[i] > 0]

    def result(self, s, a):
        h = self.houses
        b = list(s.pits)
        mine = s.to_move * (h + 1) + h
        i, seeds, b[a] = a, b[a], 0
        while seeds:
            i = (i + 1) % len(b)
            if i != (1 - s.to_move) * (h + 1) + h:
                b[i] += 1
                seeds -= 1
        if mine - h <= i < mine and b[i] == 1 and b[2 * h - i] > 0:
            b[mine] += b[2 * h - i] + 1
            b[i], b[2 * h - i] = 0, 0
        if not any(b[:h]) or not any(b[h + 1 : 2 * h + 1]):
            for side in (0, h + 1):
                b[side + h] += sum(b[side : side + h])
                for j in range(side, side + h):
                    b[j] = 0
        return Pits(tuple(b), s.to_move if i == mine else 1 - s.to_move)

    def is_terminal(self, s):
        return sum(s.pits[: self.houses]) == 0 == sum(s.pits[self.houses + 1 : 2 * self.houses + 1])

    def utility(self, s, player):
        lead = s.pits[self.houses] - s.pits[2 * self.houses + 1]
        return lead if player == 0 else -lead


@pytest.fixture
def left(monkeypatch):
    """How many bytes of the arena each entry into machine code left in use."""
    found = []
    call = Entry.__call__

    def counted(entry, *arguments):
        try:
            return call(entry, *arguments)
        finally:
            found.append(arena.taken())

    monkeypatch.setattr(Entry, "__call__", counted)
    return found


@pytest.mark.parametrize(("game", "depth"), [(Othello(), 5), (Kalah(), 5)])
def test_games_that_change_a_tuple_through_a_list_compile_and_give_back_what_they_take(game, depth, left):
    for plies in (1, depth):
        assert alphabeta(game, depth=plies) == alphabeta(game, depth=plies, interpreted=True)
    assert compiles(game)
    assert max(left) < 10_000  # a path's worth: an unfinished loop over actions leaves its list behind


def test_othello_on_a_small_board_is_lost_by_eight(left):
    game = Othello()
    assert Engine(game).value(game.initial(), 60) == -8
    assert compiles(game)
    assert max(left) < 100_000


def test_each_thread_has_an_arena_of_its_own():
    game = Othello()
    wanted = alphabeta(game, depth=5)
    found = []
    threads = [threading.Thread(target=lambda: found.append(alphabeta(game, depth=5))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [wanted] * 4


def deep(n):
    """A list in every call of a deep recursion."""
    own = [n, n + 1, n + 2]
    if n == 0:
        return own[1]
    return deep(n - 1) + sum(own) - 3 * n - 3


class Hoarder(Native):
    """A list without end."""

    def hoard(self, n):
        out = []
        while len(out) < n:
            out.append(len(out))
        return out[-1] + deep(n % 700)


@jit
def hoarded(hoarder, n):
    """The last item of the list."""
    return hoarder.hoard(n)


def test_a_list_beyond_the_arena_ends_the_machine_code_and_the_next_call_begins_anew():
    assert hoarded.compiled(Hoarder(), 300_000) == hoarded(Hoarder(), 300_000)
    with pytest.raises(arena.Spent):
        hoarded.compiled(Hoarder(), 100_000_000)
    assert hoarded.compiled(Hoarder(), 4999) == hoarded(Hoarder(), 4999)


class Forgetful(Native):
    """A list that is made only sometimes."""

    def hoard(self, n):
        if n > 3:
            out = [n]
        out.append(2)
        return len(out)


def test_a_list_that_may_not_have_been_made_is_left_to_python():
    """It would be read at the address zero."""
    assert hoarded(Forgetful(), 4) == 2
    with pytest.raises(CannotCompile):
        hoarded.compiled(Forgetful(), 4)


# ---------------------------------------------------------------- whose names mean what


def outer(k):
    """An object whose class and helper are defined inside a function, and read its variable."""

    def scaled(n):
        y = [k, n]
        return y[0] * y[1]

    class Local(Native):
        """A class inside a function."""

        def hoard(self, n):
            return sum([scaled(i) for i in range(n)]) + k

    return Local()


class Private(Native):
    """Names of its own, a static method, and a default."""

    def __init__(self):
        self.__factor = 3

    def hoard(self, n):
        return self.__tripled([n, 2]) + self.first([v * self.__factor for v in range(n)]) + deep(n)

    def __tripled(self, xs, times=3):
        return sum(times * x for x in xs)

    @staticmethod
    def first(xs):
        return next((x for x in xs if x > 3), -1)


@pytest.mark.parametrize("thing", [outer(3), Private()])
def test_private_names_closures_and_a_function_s_own_name_keep_their_meaning(thing):
    assert hoarded.compiled(thing, 4) == hoarded(thing, 4)


def test_a_function_whose_file_has_changed_since_is_compiled_as_it_was_imported(tmp_path):
    file = tmp_path / "imported.py"
    text = "def f(n):\n    x = [n]\n    return x[0]\n"
    file.write_text(text)
    scope = {"__name__": "imported"}
    exec(compile(text, str(file), "exec"), scope)
    assert rewritten(scope["f"], adopt) is not scope["f"]
    file.write_text(text.replace("[n]", "[n + 1]"))
    linecache.checkcache()
    assert rewritten(scope["f"], adopt) is scope["f"]

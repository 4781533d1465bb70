"""Games that cannot be compiled: they are answered right, and the user is told once which lines stand in the way.

Each is written as a new user would write it; what the sentence says to write instead is then tried.
"""

import importlib.util
import itertools
import re
import sys
from typing import Any, NamedTuple

import pytest

import fine_game
import kibitz as kz
from command import kibitz
from fine_game import State
from kibitz.native.refusing.faults import explain, refusal

BASE = '''
import collections
import copy
import itertools
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import kibitz as kz

LINES = [(0, 1, 2), (3, 4, 5)]
WORTH = {0: 0, 1: 1, 2: -1}
EVEN = {0, 2, 4}
TURNS = 0


class State(NamedTuple):
    board: tuple
    mover: int


class Board:
    def __init__(self, cells):
        self.cells = cells


@dataclass
class Soft:
    board: tuple
    mover: int


def values(board):
    return {cell for cell in board}


class Base(kz.Game):
    """Fill six cells until the first two are taken."""

    def initial(self):
        return State((0,) * 6, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        for i in range(6):
            if s.board[i] == 0:
                yield i

    def result(self, s, a):
        return State(kz.replaced(s.board, a, s.mover + 1), 1 - s.mover)

    def is_terminal(self, s):
        return s.board[0] != 0 and s.board[1] != 0

    def utility(self, s, player):
        v = s.board[0] - s.board[1]
        return v if player == 0 else -v


class Game(Base):
'''


class Case(NamedTuple):
    """A rule as it was written; the line to blame, why, what to write instead; and that, written down."""

    rule: str
    written: str
    line: str
    why: str
    instead: str
    cured: str = ""
    swap: tuple[str, str] = ("", "")  # what else changes in the file


RESULT = "def result(self, s, a): "
CASES = {
    "list global": Case(
        "is_terminal",
        "def is_terminal(self, s):\n for a, b, c in LINES:\n  if s.board[a] and s.board[b]: return True\n return False",
        "for a, b, c in LINES:",
        "LINES is a list",
        "write LINES = ((0, 1, 2), (3, 4, 5))",
        swap=("LINES = [(0, 1, 2), (3, 4, 5)]", "LINES = ((0, 1, 2), (3, 4, 5))"),
    ),
    "dict global": Case(
        "utility",
        "def utility(self, s, player):\n return WORTH[s.board[0]] if player == 0 else -WORTH[s.board[0]]",
        "return WORTH[s.board[0]]",
        "WORTH is a dict",
        "write WORTH = (0, 1, -1)",
        swap=("WORTH = {0: 0, 1: 1, 2: -1}", "WORTH = (0, 1, -1)"),
    ),
    "set global": Case(
        "actions",
        "def actions(self, s):\n for i in range(6):\n  if s.board[i] == 0 and (i in EVEN or i < 6): yield i",
        "if s.board[i] == 0 and (i in EVEN",
        "EVEN is a set",
        "write EVEN = (0, 2, 4)",
        swap=("EVEN = {0, 2, 4}", "EVEN = (0, 2, 4)"),
    ),
    "dict attribute": Case(
        "utility",
        "def __init__(self): self.worth = {0: 0, 1: 1, 2: -1}\n"
        "def utility(self, s, player):\n v = self.worth[s.board[0]]\n return v if player == 0 else -v",
        "v = self.worth[s.board[0]]",
        "self.worth is a dict",
        "write self.worth = (0, 1, -1) in __init__",
        swap=("self.worth = {0: 0, 1: 1, 2: -1}", "self.worth = (0, 1, -1)"),
    ),
    "set in a function": Case(
        "utility",
        "def utility(self, s, player): return 1 if 1 in values(s.board) else 0",
        "return {cell for cell in board}",
        "it makes a set",
        "use a list of bools, [False] * n",
        swap=(
            "return {cell for cell in board}",
            "found = [False] * 3\n    for c in board: found[c] = True\n    return found",
        ),
    ),
    "try": Case(
        "utility",
        "def utility(self, s, player):\n try:\n  v = 6 // s.board[0]\n except ZeroDivisionError:\n  v = 0\n"
        " return v if player == 0 else -v",
        "except ZeroDivisionError:",
        "it catches ZeroDivisionError",
        "ask with an if beforehand",
        "def utility(self, s, player):\n v = 6 // s.board[0] if s.board[0] else 0\n return v if player == 0 else -v",
    ),
    "product": Case(
        "actions",
        "def actions(self, s):\n for i, j in itertools.product(range(2), range(3)):\n"
        "  if s.board[3 * i + j] == 0: yield 3 * i + j",
        "for i, j in itertools.product(range(2), range(3)):",
        "the compiler does not know itertools.product",
        "do it with a loop inside a loop",
        "def actions(self, s):\n for i in range(2):\n  for j in range(3):\n"
        "   if s.board[3 * i + j] == 0: yield 3 * i + j",
    ),
    "counter": Case(
        "utility",
        "def utility(self, s, player):\n v = Counter(s.board)[1]\n return v if player == 0 else -v",
        "v = Counter(s.board)[1]",
        "the compiler does not know collections.Counter",
        "do it with a list of counts, [0] * n",
        "def utility(self, s, player):\n counts = [0] * 3\n for cell in s.board: counts[cell] += 1\n"
        " return counts[1] if player == 0 else -counts[1]",
    ),
    "deque": Case(
        "is_terminal",
        "def is_terminal(self, s):\n queue = collections.deque([0])\n while queue:\n  i = queue.popleft()\n"
        "  if s.board[i] == 0: return False\n  if i < 1: queue.append(i + 1)\n return True",
        "queue = collections.deque([0])",
        "the compiler does not know collections.deque",
        "do it with a list and the place of its first item",
        "def is_terminal(self, s):\n queue, at = [0], 0\n while at < len(queue):\n  i = queue[at]\n  at += 1\n"
        "  if s.board[i] == 0: return False\n  if i < 1: queue.append(i + 1)\n return True",
    ),
    "deepcopy": Case(
        "result",
        RESULT + "return State(kz.replaced(copy.deepcopy(s).board, a, s.mover + 1), 1 - s.mover)",
        RESULT,
        "the compiler does not know copy.deepcopy",
        "do it by making a new state from the fields",
        RESULT + "return State(kz.replaced(s.board, a, s.mover + 1), 1 - s.mover)",
    ),
    "counts on the game": Case(
        "result",
        "def __init__(self): self.turns = 0\n"
        "def result(self, s, a):\n self.turns += 1\n return State(kz.replaced(s.board, a, s.mover + 1), 1 - s.mover)",
        "self.turns += 1",
        "it changes self.turns",
        "keep it in the state",
    ),
    "counts in a global": Case(
        "result",
        "def result(self, s, a):\n global TURNS\n TURNS += 1\n"
        " return State(kz.replaced(s.board, a, s.mover + 1), 1 - s.mover)",
        "global TURNS",
        "it changes the global TURNS",
        "keep it in the state",
    ),
    "cached": Case(
        "utility",
        "@lru_cache\ndef worth(self, cell): return cell % 2\n"
        "def utility(self, s, player):\n v = self.worth(s.board[0])\n return v if player == 0 else -v",
        "v = self.worth(s.board[0])",
        "self.worth is decorated",
        "write it as a plain function",
        swap=("@lru_cache\n", "\n"),
    ),
    "super": Case(
        "utility",
        "def utility(self, s, player): return super().utility(s, player)",
        "def utility(self, s, player): return super()",
        "it calls super()",
        "give the base class's method another name and call that",
    ),
    "plain class": Case(
        "is_terminal",
        "def is_terminal(self, s):\n b = Board(s.board)\n return b.cells[0] != 0 and b.cells[1] != 0",
        "b = Board(s.board)",
        "Board is a class of its own",
        "make it a NamedTuple or a @dataclass(frozen=True)",
        swap=(
            "class Board:\n    def __init__(self, cells):\n        self.cells = cells",
            "class Board(NamedTuple):\n    cells: tuple",
        ),
    ),
    "import": Case(
        "utility",
        "def utility(self, s, player):\n import math\n return math.floor(s.board[0]) if player == 0 else -s.board[0]",
        "import math",
        "it contains an import",
        "import at the top of the file",
        "def utility(self, s, player): return math.floor(s.board[0]) if player == 0 else -s.board[0]",
        ("import copy", "import copy, math"),
    ),
    "with": Case(
        "is_terminal",
        "def is_terminal(self, s):\n with open(__file__):\n  return s.board[0] != 0 and s.board[1] != 0",
        "with open(__file__):",
        "it uses 'with'",
        "do that in __init__",
    ),
    "large": Case(
        "utility",
        "def utility(self, s, player): return (s.board[0] + 123456789012345678901234567890) % 3 if player == 0 else 0",
        "def utility(self, s, player): return (s.board[0] + 12",
        "a number does not fit in 64 bits",
        "several numbers",
    ),
    "text": Case(
        "key",
        'def key(self, s): return hash("%s %s" % (s.board, s.mover))',
        "def key(self, s)",
        "it puts a text together",
        "use a number that stands for it",
        "def key(self, s): return hash((s.board, s.mover))",
    ),
    "two types": Case(
        "utility",
        "def utility(self, s, player):\n v = 0\n if s.board[0] == 1: v = (1, 2)\n return 0 if v == 0 else 1",
        "return 0 if v == 0 else 1",
        "v is sometimes int and sometimes",
        "give each name one type throughout",
    ),
    "fraction": Case(
        "result",
        "def player(self, s): return 0 if s.mover == 0 else 1\n"
        "def result(self, s, a):\n return State(kz.replaced(s.board, a, 1), (1 - s.mover) * 1.0)",
        "return State(kz.replaced(s.board, a, 1), (1 - s.mover) * 1.0)",
        "field mover is an int in initial and a float here",
        "write 0.0 for mover in initial",
        "def player(self, s): return 0 if s.mover == 0 else 1\ndef initial(self): return State((0,) * 6, 0.0)\n"
        "def result(self, s, a):\n return State(kz.replaced(s.board, a, 1), (1 - s.mover) * 1.0)",
    ),
    "list for a tuple": Case(
        "result",
        "def result(self, s, a):\n board = list(s.board)\n board[a] = s.mover + 1\n return State(board, 1 - s.mover)",
        "return State(board, 1 - s.mover)",
        "field board is a tuple in initial and a list here",
        "write tuple(board)",
        "def result(self, s, a):\n board = list(s.board)\n board[a] = s.mover + 1\n"
        " return State(tuple(board), 1 - s.mover)",
    ),
    "None in a list": Case(
        "is_terminal",
        "def is_terminal(self, s):\n owner = [None] * 6\n for i in range(6):\n  if s.board[i]: owner[i] = s.board[i]\n"
        " return owner[0] is not None and owner[1] is not None",
        "owner = [None] * 6",
        "it makes a list with None in it",
        "write owner = [-1] * 6",
        "def is_terminal(self, s):\n owner = [-1] * 6\n for i in range(6):\n  if s.board[i]: owner[i] = s.board[i]\n"
        " return owner[0] != -1 and owner[1] != -1",
    ),
    "dict of counts": Case(
        "is_terminal",
        "def is_terminal(self, s):\n seen = {}\n for c in s.board: seen[c] = seen.get(c, 0) + 1\n"
        " return seen.get(0, 0) < 5",
        "seen = {}",
        "it makes a dict",
        "use a tuple or a list indexed by small numbers",
        "def is_terminal(self, s):\n seen = [0] * 3\n for c in s.board: seen[c] += 1\n return seen[0] < 5",
    ),
    "recursion": Case(
        "is_terminal",
        "def taken(self, s, i):\n if i == 6: return 0\n return self.taken(s, i + 1) + (1 if s.board[i] else 0)\n"
        "def is_terminal(self, s): return self.taken(s, 0) > 1",
        "return self.taken(s, i + 1) + (1 if s.board[i] else 0)",
        "it calls itself",
        "use a loop",
        "def is_terminal(self, s):\n n = 0\n for c in s.board: n += 1 if c else 0\n return n > 1",
    ),
    "generator expression": Case(
        "actions",
        "def empty(self, s):\n return (i for i in range(6) if s.board[i] == 0)\n"
        "def actions(self, s): return self.empty(s)",
        "return (i for i in range(6) if s.board[i] == 0)",
        "it returns a generator expression",
        "write return [i for i in range(6) if s.board[i] == 0]",
        swap=("return (i for i in range(6) if s.board[i] == 0)", "return [i for i in range(6) if s.board[i] == 0]"),
    ),
    "list state": Case(
        "initial",
        "def initial(self):\n board = [0] * 6\n return State(board, 0)\n"
        "def result(self, s, a): return State([*s.board[:a], s.mover + 1, *s.board[a + 1:]], 1 - s.mover)",
        "return State(board, 0)",
        "field 'board' of its state is a list",
        "make it a tuple: tuple(board)",
        "def initial(self):\n board = (0,) * 6\n return State(board, 0)",
    ),
    "dict state": Case(
        "initial",
        "def initial(self): return {'board': (0,) * 6}",
        "def initial(self):",
        "its state is a dict",
        "make it a NamedTuple or a @dataclass(frozen=True), with a field for each key",
    ),
    "None inside": Case(
        "initial",
        "def initial(self): return State(((0, 0), (0, None)), 0)",
        "def initial(self):",
        "field 'board[1][1]' of its state is None",
        "use a number that stands for it, such as -1",
    ),
    "set state": Case(
        "initial",
        "def initial(self): return State(frozenset(), 0)",
        "def initial(self):",
        "field 'board' of its state is a frozenset",
        "use a tuple of bools, or the bits of an int",
    ),
    "soft dataclass": Case(
        "initial",
        "def initial(self): return Soft((0,) * 6, 0)\n"
        "def result(self, s, a): return Soft(kz.replaced(s.board, a, s.mover + 1), 1 - s.mover)",
        "def initial(self):",
        "its state is a Soft, a dataclass that is not plain and frozen",
        "write @dataclass(frozen=True) above it",
        swap=("@dataclass\n", "@dataclass(frozen=True)\n"),
    ),
    "object state": Case(
        "initial",
        "def initial(self): return Board((0,) * 6)",
        "def initial(self):",
        "its state is a Board, a class of its own",
        "make it a NamedTuple or a @dataclass(frozen=True)",
    ),
    "long text": Case(
        "initial",
        "def initial(self): return State('.' * 81, 0)",
        "def initial(self):",
        "field 'board' of its state is a text of 81 letters",
        "use a tuple of small numbers",
    ),
    "large state": Case(
        "initial",
        "def initial(self): return State((0,) * 6, 1 << 80)",
        "def initial(self):",
        "field 'mover' of its state does not fit in 64 bits",
        "use several numbers",
    ),
}

# What the compiler says about a game, and nobody but its makers wants to read.
COMPILERS_OWN = re.compile(r"numba|nopython|TypingError|Literal|Dispatcher|unicode_type|int64|\$phi|<class|<module")
_numbers = itertools.count()


def imported(folder, text):
    """The game in a file of its own, as a user has it."""
    name = f"faulty{next(_numbers)}"
    path = folder / f"{name}.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module.Game()


def indented(rules):
    return "".join(f"    {line}\n" for line in rules.splitlines())


def worked_out(game, s) -> Any:
    """The value of a state for player 0, as it stands in the textbook."""
    if game.is_terminal(s):
        return game.utility(s, 0)
    values = [worked_out(game, game.result(s, a)) for a in game.actions(s)]
    return max(values) if game.player(s) == 0 else min(values)


@pytest.mark.parametrize("name", CASES)
def test_the_line_to_blame_is_named_and_what_is_said_to_be_written_instead_compiles(name, tmp_path):
    case = CASES[name]
    text = BASE + indented(case.written)
    game = imported(tmp_path, text)
    sentence = explain(game, Exception("refused"))
    assert re.match(r"'game' runs as plain Python, which is slow: \w+, line \d+ \(", sentence)
    number = int(re.search(r", line (\d+) \(", sentence)[1])
    assert text.splitlines()[number - 1].strip().startswith(case.line)
    assert f"({case.line}" in sentence
    assert f" cannot be compiled: {case.why}" in sentence
    assert case.instead in sentence
    assert not COMPILERS_OWN.search(sentence), sentence
    assert "\n" not in sentence, "nothing else is to be blamed"

    if case.cured or case.swap[0]:
        cured = imported(tmp_path, (BASE + indented(case.cured or case.written)).replace(*case.swap))
        assert refusal(cured, cured.initial(), case.rule) is None
        assert worked_out(cured, cured.initial()) == worked_out(game, game.initial())


def test_every_obstacle_is_named_at_once_and_nothing_that_compiles(tmp_path):
    rules = (
        "def is_terminal(self, s):\n seen = {0}\n for a, b, c in LINES:\n  if s.board[a] in seen: return False\n"
        " return s.board[0] in EVEN\n"
        "def utility(self, s, player):\n sign = {0: 1, 1: -1}[player]\n return sign * WORTH[s.board[0]]"
    )
    first, *others = explain(imported(tmp_path, BASE + indented(rules)), Exception("refused")).splitlines()
    assert "(for a, b, c in LINES:) cannot be compiled: LINES is a list" in first
    assert [re.sub(r" line \d+", "", line) for line in others] == [
        "  also is_terminal, (return s.board[0] in EVEN) cannot be compiled: EVEN is a set; write EVEN = (0, 2, 4)",
        "  also utility, (return sign * WORTH[s.board[0]]) cannot be compiled: WORTH is a dict; "
        "write WORTH = (0, 1, -1)",
    ]


# ---------------------------------------------------------------- and they are answered right


class Fine(fine_game.Fine):
    """The same for states of any kind: what there is to take does not depend on the ply."""

    def actions(self, s):
        for a in range(2):  # noqa: UP028  (the compiler has no `yield from`)
            yield a


class DictState(Fine):
    def initial(self):
        return {"ply": 0, "taken": 0}

    def player(self, s):
        return s["ply"] % 2

    def result(self, s, a):
        return {"ply": s["ply"] + 1, "taken": s["taken"] * 2 + a}

    def is_terminal(self, s):
        return s["ply"] == 4

    def worth(self, s):
        return s["taken"] % 3 - 1


class LargeState(Fine):
    def initial(self):
        return State(0, 1 << 80)


class DictGlobal(Fine):
    def worth(self, s):
        return TABLE[s.taken % 3]


TABLE = {0: 1, 1: -1, 2: 0}


@pytest.mark.parametrize("kind", [DictState, LargeState, DictGlobal])
def test_a_game_beyond_the_compiler_is_answered_right_and_explained_once(kind, capsys):
    game = kind()
    value, action = kz.alphabeta(game)
    assert value == worked_out(game, game.initial())
    assert worked_out(game, game.result(game.initial(), action)) == value
    told = [line for line in capsys.readouterr().err.splitlines() if not line.startswith("kibitz: compiling ")]
    assert len(told) == 1
    assert told[0].startswith(f"kibitz: {game.facts.name!r} runs as plain Python, which is slow: ")

    # Never again, whatever is asked of it, and of others like it.
    assert kz.minimax(game).value == value
    assert kz.solve(kind()) == value
    assert kz.analyse(game).value == value
    assert capsys.readouterr().err == ""


def test_interpreted_on_request_says_nothing(capsys):
    class AnotherDictState(DictState):
        pass

    assert kz.solve(AnotherDictState(), interpreted=True) == worked_out(DictState(), DictState().initial())
    assert capsys.readouterr().err == ""


def test_a_game_that_compiles_says_nothing(capsys):
    assert kz.solve(Fine(), algorithm="alphabeta") == worked_out(Fine(), State(0, 0))
    assert all(line.startswith("kibitz: compiling ") for line in capsys.readouterr().err.splitlines())


def test_the_command_answers_on_standard_output_and_explains_on_standard_error(tmp_path):
    source = tmp_path / "spelled.py"
    source.write_text(
        "import kibitz as kz\n"
        "class Spelled(kz.Game):\n"
        "    def initial(self): return {'left': 5, 'mover': 0}\n"
        "    def player(self, s): return s['mover']\n"
        "    def actions(self, s): return [a for a in (1, 2) if a <= s['left']]\n"
        "    def result(self, s, a): return {'left': s['left'] - a, 'mover': 1 - s['mover']}\n"
        "    def is_terminal(self, s): return s['left'] == 0\n"
        "    def utility(self, s, player): return -1 if player == s['mover'] else 1\n"
    )
    answer = kibitz("solve", f"{source}:Spelled", "-", stdin="{'left':5,'mover':0}\n{'left':3,'mover':1}\n")
    assert answer.code == 0
    assert answer.out == "{'left':5,'mover':0} 1\n{'left':3,'mover':1} -1\n"
    assert answer.messages == [
        "kibitz: 'spelled' runs as plain Python, which is slow: initial, line 3 (def initial(self): return "
        "{'left': 5, 'mover': 0}) cannot be compiled: its state is a dict; "
        "make it a NamedTuple or a @dataclass(frozen=True), with a field for each key"
    ]
    assert sys.getrecursionlimit() < 50_000

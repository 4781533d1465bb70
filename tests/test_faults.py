"""Games that cannot be compiled: they are answered right, and the user is told once which line stands in the way."""

import functools
import itertools
import re
import sys
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

import fine_game
import kibitz as kz
from command import kibitz
from fine_game import State

WORTH = {0: 1, 1: -1, 2: 0}
LIST = [1, -1, 0]
SET = {0, 3, 5, 7}


class Fine(fine_game.Fine):
    """The same for states of any kind: what there is to take does not depend on the ply."""

    def actions(self, s):
        for a in range(2):  # noqa: UP028  (the compiler has no `yield from`)
            yield a


# ---------------------------------------------------------------- states that machine code cannot hold


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


class ListState(NamedTuple):
    taken: list


class ListInState(Fine):
    def initial(self):
        return ListState([])

    def player(self, s):
        return len(s.taken) % 2

    def result(self, s, a):
        return ListState([*s.taken, a])

    def is_terminal(self, s):
        return len(s.taken) == 4

    def worth(self, s):
        return sum(a << n for n, a in enumerate(reversed(s.taken))) % 3 - 1


class SetState(Fine):
    def initial(self):
        return frozenset()

    def player(self, s):
        return len(s) % 2

    def actions(self, s):
        return [2 * len(s), 2 * len(s) + 1]

    def result(self, s, a):
        return s | {a}

    def is_terminal(self, s):
        return len(s) == 4

    def worth(self, s):
        return sum(a % 2 << 3 - a // 2 for a in s) % 3 - 1


class StrState(Fine):
    def initial(self):
        return ""

    def player(self, s):
        return len(s) % 2

    def actions(self, s):
        return "01"

    def result(self, s, a):
        return s + a

    def is_terminal(self, s):
        return len(s) == 4

    def worth(self, s):
        return int(s, 2) % 3 - 1


@dataclass(unsafe_hash=True)
class Position:
    ply: int
    taken: int


class DataclassState(Fine):
    def initial(self):
        return Position(0, 0)

    def result(self, s, a):
        return Position(s.ply + 1, s.taken * 2 + a)


class NothingInState(Fine):
    def initial(self):
        return State(0, None)

    def result(self, s, a):
        return State(s.ply + 1, (s.taken or 0) * 2 + a)


class LargeState(Fine):
    def initial(self):
        return State(0, 1 << 80)

    def worth(self, s):
        return s.taken % 3 - 1


# ---------------------------------------------------------------- rules that machine code cannot follow


class DictGlobal(Fine):
    def worth(self, s):
        return WORTH[s.taken % 3]


class ListGlobal(Fine):
    def worth(self, s):
        return LIST[s.taken % 3]


class SetGlobal(Fine):
    def worth(self, s):
        return 1 if s.taken in SET else -1


class DictAttribute(Fine):
    def __init__(self):
        self.table = {0: 1, 1: -1, 2: 0}

    def worth(self, s):
        return self.table[s.taken % 3]


class CallsSuper(Fine):
    def worth(self, s):
        return super().worth(s)


class Catches(Fine):
    def worth(self, s):
        try:
            v = 8 // s.taken
        except ZeroDivisionError as error:
            v = len(error.args)
        return v


class GrowsFractions(Fine):
    def result(self, s, a):
        return State(s.ply + 1, s.taken * 0.5 + a)

    def worth(self, s):
        return s.taken


class ManyTypes(Fine):
    def worth(self, s):
        if s.taken > 99:
            return "much"
        return s.taken % 3 - 1


class YieldsFrom(Fine):
    def actions(self, s):
        yield from (0, 1)


class Itertools(Fine):
    def actions(self, s):
        for a, _ in itertools.product(range(2), range(1)):
            yield a


class Remembers(Fine):
    @functools.lru_cache  # noqa: B019
    def remainder(self, taken):
        return taken % 3 - 1

    def worth(self, s):
        return self.remainder(s.taken)


class LargeNumber(Fine):
    def worth(self, s):
        return (s.taken + 123456789012345678901234567890) % 3 - 1


class Case(NamedTuple):
    """A game, the method that is to blame, what stands on its line, why, and what to write instead."""

    game: type[kz.Game]
    method: str
    line: str
    why: str
    instead: str


STATE = "use ints, floats, tuples or small NumPy arrays"
CASES = [
    Case(DictState, "initial", "def initial(self):", "its state is a dict", STATE),
    Case(ListInState, "initial", "def initial(self):", "field 'taken' of its state is a list", STATE),
    Case(SetState, "initial", "def initial(self):", "its state is a frozenset", STATE),
    Case(StrState, "worth", "return int(s, 2) % 3 - 1", "it works with strings", "use ints"),
    Case(DataclassState, "initial", "def initial(self):", "its state is a Position", STATE),
    Case(NothingInState, "initial", "def initial(self):", "field 'taken' of its state is a NoneType", STATE),
    Case(
        LargeState, "initial", "def initial(self):", "field 'taken' of its state does not fit in 64 bits", "use several"
    ),
    Case(DictGlobal, "worth", "return WORTH[s.taken % 3]", "WORTH is a dict", "use a tuple or a NumPy array"),
    Case(ListGlobal, "worth", "return LIST[s.taken % 3]", "LIST is a list", "use a tuple or a NumPy array"),
    Case(SetGlobal, "worth", "return 1 if s.taken in SET else -1", "SET is a set", "use a tuple or a NumPy array"),
    Case(DictAttribute, "worth", "return self.table[s.taken % 3]", "self.table is a dict", "keep numbers, tuples"),
    Case(CallsSuper, "worth", "return super().worth(s)", "it calls super()", "another name"),
    Case(Catches, "worth", "except ZeroDivisionError as error:", "it catches an exception", "check for that case"),
    Case(
        GrowsFractions, "result", "def result(self, s, a):", "initial gives int, result gives float", "the same types"
    ),
    Case(ManyTypes, "worth", "return ", "values of different types", "the same type on every path"),
    Case(YieldsFrom, "actions", "yield from (0, 1)", "it uses 'yield from'", "yield each"),
    Case(
        Itertools, "actions", "for a, _ in itertools.product(range(2), range(1)):", "itertools.product", "plain loops"
    ),
    Case(Remembers, "worth", "return self.remainder(s.taken)", "self.remainder is decorated", "a plain method"),
    Case(LargeNumber, "worth", "return (s.taken + 123", "a number does not fit in 64 bits", "or several numbers"),
]

# What the compiler says about a game, and nobody but its makers wants to read.
COMPILERS_OWN = re.compile(r"numba|nopython|TypingError|Literal|Dispatcher|unicode_type|int64|\$phi|<class|<module")


def worked_out(game, s) -> Any:
    """The value of a state for player 0, as it stands in the textbook."""
    if game.is_terminal(s):
        return game.utility(s, 0)
    values = [worked_out(game, game.result(s, a)) for a in game.actions(s)]
    return max(values) if game.player(s) == 0 else min(values)


@pytest.mark.parametrize("case", CASES, ids=[case.game.__name__ for case in CASES])
def test_a_game_beyond_the_compiler_is_answered_right_and_explained_once(case, capsys):
    game = case.game()
    value, action = kz.alphabeta(game)
    assert value == worked_out(game, game.initial())
    assert worked_out(game, game.result(game.initial(), action)) == value

    told = [line for line in capsys.readouterr().err.splitlines() if not line.startswith("kibitz: compiling ")]
    assert len(told) == 1
    sentence = told[0]
    assert sentence.startswith(f"kibitz: {game.facts.name!r} runs as plain Python, which is slow: {case.method}, line ")
    assert f"({case.line}" in sentence
    assert case.why in sentence
    assert case.instead in sentence
    assert not COMPILERS_OWN.search(sentence), sentence
    number = int(re.search(r", line (\d+) \(", sentence)[1])
    with open(__file__, encoding="utf-8") as source:
        assert source.read().splitlines()[number - 1].strip().startswith(case.line)

    # Never again, whatever is asked of it, and of others like it.
    assert kz.minimax(game).value == value
    assert kz.solve(case.game()) == value
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
        "{'left': 5, 'mover': 0}) cannot be compiled: its state is a dict; " + STATE
    ]
    assert sys.getrecursionlimit() < 50_000

"""Positions as text: whatever a state is made of, what the answer prints can be typed."""

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import NamedTuple

import pytest

import kibitz as kz
from command import kibitz
from kibitz.game.written import written, written_action


class Colour(Enum):
    RED = "r"
    BLUE = "b"


class Rank(IntEnum):
    LOW = 1
    HIGH = 5


@dataclass(frozen=True)
class Card:
    rank: Rank
    colour: Colour


class Pair(NamedTuple):
    one: Card
    other: Card | None


@dataclass(frozen=True)
class Table:
    mover: int
    taken: frozenset[Card]
    hands: tuple[tuple[Card, ...], ...]
    last: Card | None = None
    note: str = "it's on"


RED, BLUE = Card(Rank.LOW, Colour.RED), Card(Rank.HIGH, Colour.BLUE)
START = Table(0, frozenset(), ((), ()))
FIRST = Pair(RED, None)


class Held(kz.Game):
    """Whatever is given, held on to."""

    def __init__(self, start=START):
        self._start = start

    def initial(self):
        return self._start

    def player(self, s):
        return 0

    def actions(self, s):
        return []

    def result(self, s, a):
        return s

    def is_terminal(self, s):
        return True

    def utility(self, s, player):
        return 0


LATER = Table(1, frozenset({RED, BLUE}), ((RED,), (RED, BLUE)), BLUE, 'say "no"')
STATES = {
    '(0,{},((),()),None,"it\'s on")': (START, START),
    "(1,{Card(Rank.HIGH,Colour.BLUE),Card(Rank.LOW,Colour.RED)},((Card(Rank.LOW,Colour.RED),),"
    "(Card(Rank.LOW,Colour.RED),Card(Rank.HIGH,Colour.BLUE))),Card(Rank.HIGH,Colour.BLUE),'say \"no\"')": (
        START,
        LATER,
    ),
    "(Card(Rank.HIGH,Colour.BLUE),None)": (FIRST, Pair(BLUE, None)),
    "(Card(Rank.LOW,Colour.RED),Card(Rank.HIGH,Colour.BLUE))": (FIRST, Pair(RED, BLUE)),
    "X..O.....": (".........", "X..O....."),
    "X O / 1": ("...", "X O / 1"),
    "'-O-'": ("---", "-O-"),
    "''": ("a", ""),
    "'\\n'": ("a", "\n"),
    "(1,2)": ("a", "(1,2)"),
    "{1,3,10}": (frozenset(), frozenset({10, 3, 1})),
    "{(0,1),(2,3)}": (frozenset({(5, 5)}), frozenset({(2, 3), (0, 1)})),
    "{Colour.BLUE,Colour.RED}": (frozenset(), frozenset(Colour)),
    "(Colour.BLUE,3)": ((Colour.RED, 0), (Colour.BLUE, 3)),
    "('ab',(1,2),True)": (("", (), False), ("ab", (1, 2), True)),
    "Colour.RED": (Colour.BLUE, Colour.RED),
}


@pytest.mark.parametrize("text", STATES)
def test_what_is_written_is_read_back_the_same(text):
    start, s = STATES[text]
    assert written(s) == text
    back = Held(start).parse(text)
    assert back == s and type(back) is type(s)
    assert repr(back) == repr(s) or isinstance(s, frozenset | Table)
    if isinstance(s, Table):
        assert all(type(card) is Card for hand in back.hands for card in hand)


def test_a_person_may_type_it_in_other_ways():
    held = Held(START)
    assert held.parse("Table(mover=1, taken={(Rank.LOW, RED)}, hands=((), ()), last=None, note='')") == Table(
        1, frozenset({RED}), ((), ()), None, ""
    )
    assert Held(FIRST).parse(" ((1, RED), (5, Colour.BLUE)) ") == Pair(RED, BLUE)
    assert Held(frozenset({1})).parse("set()") == Held(frozenset({1})).parse("frozenset()") == frozenset()


@pytest.mark.parametrize(
    "start, text",
    [
        (START, "(0,{},((),()))"),
        (START, "(0,{},((),()),GREEN,'')"),
        (START, "Pair(1,2)"),
        (START, "Colour.GREEN"),
        (START, "__import__('os').getcwd()"),
        (START, "(0,{},((),()),None,''"),
        (FIRST, "((1,RED),(7,BLUE))"),
        ("abc", "'abc"),
        (frozenset(), "[1]"),
        ((Colour.RED, 0), "(RED,"),
    ],
)
def test_what_is_not_a_position_is_refused_in_a_sentence_with_an_example(start, text):
    class Strict(Held):
        def is_terminal(self, s):
            assert isinstance(s, type(start))
            return Held.is_terminal(self, s) and not isinstance(s, tuple)

    with pytest.raises(kz.BadInput) as refused:
        Strict(start).parse(text)
    assert (
        str(refused.value) == f"{text!r} is not a position of strict: expected a position of the form {written(start)}"
    )


def test_actions_are_written_as_people_type_them():
    actions = {"a1": "a1", "'-'": "-", "RED": Colour.RED, "LOW,RED": RED, "(0,1),(2,3)": ((0, 1), (2, 3)), "7": (7,)}
    assert {written_action(a): a for a in actions.values()} == actions


STRINGS = '''
import kibitz as kz

class Row(kz.Game):
    """Put an X on one cell or on two side by side; whoever fills the last wins."""

    def initial(self):
        return ".... 0"

    def player(self, s):
        return int(s[-1])

    def actions(self, s):
        for cell in range(4):
            if s[cell] == ".":
                yield "abcd"[cell]
                if s[cell + 1] == ".":
                    yield "abcd"[cell] + "+"

    def result(self, s, a):
        cell, width = "abcd".index(a[0]), len(a)
        return s[:cell] + "X" * width + s[cell + width : 5] + str(1 - int(s[5]))

    def is_terminal(self, s):
        return "." not in s

    def utility(self, s, player):
        return -1 if player == self.player(s) else 1
'''


def test_a_game_of_texts_is_asked_about_what_it_prints(tmp_path):
    file = tmp_path / "row.py"
    file.write_text(STRINGS)
    best = kibitz("best", file, "--interpreted", "--json", "--moves", "a").json
    assert (best["position"], best["best"]) == ("X... 1", "c")
    assert kibitz("solve", file, best["position"], "--interpreted").out == "1\n"
    assert kibitz("solve", file, "-", "--interpreted", stdin="X... 1\nX.X. 0\n").out == "X... 1 1\nX.X. 0 -1\n"
    assert kibitz("check", file, "--interpreted").code == 0
    refused = kibitz("solve", file, "X.", "--interpreted")
    assert (refused.code, refused.err) == (
        2,
        "kibitz: 'X.' is not a position of row: expected a position of the form .... 0\n",
    )

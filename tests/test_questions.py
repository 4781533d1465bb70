"""The questions of a game: who answers them, who asks them, and what a game that wraps another one hands on."""

import importlib
import inspect
import pkgutil
import re
from pathlib import Path
from types import FunctionType
from typing import NamedTuple

import pytest

import kibitz as kz
import kibitz.games
from kibitz.game import FLAGGED, QUESTIONS, Game, answers, inside
from kibitz.game.within import Within
from kibitz.games.connect_four import ConnectFour
from kibitz.games.nim import Nim
from kibitz.games.tree import Tree
from kibitz.lab.recording import Recorder
from kibitz.native.override import override
from kibitz.search.opponent import Against, Uniform
from kibitz.search.several.coalition import Coalition, OneRebel

SOURCE = Path(kz.__file__).parent
OURS = {"choices", "view_of"}  # Kibitz answers these itself

# ---------------------------------------------------------------- groups


def groups():
    return [kind for kind in Game.__mro__ if kind.__module__.startswith("kibitz.game.")]


def test_every_question_stands_in_one_group_that_says_its_law():
    for name in QUESTIONS:
        assert len([kind for kind in groups() if name in vars(kind)]) == 1, name
    assert len(groups()) >= 10
    for kind in groups():
        assert "The law: " in inspect.getdoc(kind), kind
        assert "sked" in inspect.getdoc(kind) or "Every search asks" in inspect.getdoc(kind), kind


def test_game_itself_has_no_question():
    assert not [name for name, entry in vars(Game).items() if isinstance(entry, FunctionType) and name[0] != "_"]


# ---------------------------------------------------------------- who answers


class Guessing(Nim):
    def evaluate(self, s, player):
        return 0.25


class Careful:
    """Not a game, but something to make one of."""

    def bounds(self, s):
        return -1.0, 1.0


class Mixture(Careful, Nim):
    pass


class Both(Guessing, Mixture):
    pass


class Silent(Guessing):
    evaluate = Game.evaluate


class Doubtful(Guessing):
    has_evaluate = False  # its guess is worth no more than none


class Certain(Tree):
    def bounds(self, s):
        return -9.0, 9.0


@pytest.mark.parametrize(
    ("game", "answered"),
    [
        (Nim(), {"previous"}),
        (Guessing(), {"evaluate", "previous"}),
        (Mixture(), {"bounds", "previous"}),
        (Both(), {"evaluate", "bounds", "previous"}),
        (Silent(), {"previous"}),
        (Doubtful(), {"previous"}),
        (Tree(), {"outcomes"}),
        (Certain(), {"outcomes", "bounds"}),
        (kz.game("pacman", ghosts="minimising"), {"evaluate"}),
        (kz.game("pacman", ghosts="random"), {"evaluate", "outcomes"}),
    ],
    ids=lambda given: type(given).__name__ if isinstance(given, Game) else "",
)
def test_a_question_is_answered_by_a_method_of_ones_own(game, answered):
    assert {question for question in FLAGGED if answers(game, question)} == answered
    assert {question for question in FLAGGED if answers(Within(game), question)} == answered
    assert {question for question in FLAGGED if answers(Within(Within(game)), question)} == answered
    assert inside(Within(Within(game))) is game
    assert answers(game, "initial") and answers(game, "text") and not answers(game, "known")


def test_a_model_answers_what_its_game_does():
    for game in (Nim(), Guessing()):
        modelled = kz.against(game)
        assert answers(modelled, "evaluate") == answers(game, "evaluate")
        assert answers(modelled, "outcomes") and not answers(game, "outcomes")
        assert answers(Coalition(game, 1), "bounds") == answers(game, "stakes")


def test_nothing_but_one_function_compares_methods():
    compared = re.compile(r"\bis (?:not )?Game\.\w+|type\(\w+\)\.\w+ is\b|\bcls\.\w+ is (?:not )?\w+\.\w+")
    found = [f"{path}: {line}" for path in SOURCE.rglob("*.py") for line in compared.findall(path.read_text())]
    assert not found


# ---------------------------------------------------------------- who asks


def shipped():
    for module in pkgutil.walk_packages(kibitz.games.__path__, "kibitz.games."):
        for kind in vars(importlib.import_module(module.name)).values():
            if isinstance(kind, type) and issubclass(kind, Game) and kind.__module__ == module.name:
                yield kind


CALLED = set(re.findall(r"\.(\w+)\b", "\n".join(path.read_text() for path in SOURCE.rglob("*.py"))))


@pytest.mark.parametrize("kind", list(shipped()), ids=lambda kind: kind.__name__)
def test_every_public_method_of_a_shipped_game_is_asked_by_somebody(kind):
    methods = [
        name for name, entry in vars(kind).items() if callable(entry) or isinstance(entry, (property, classmethod))
    ]
    unasked = [name for name in methods if name[0] != "_" and not hasattr(Game, name) and name not in CALLED]
    assert not unasked


def test_override_gives_back_the_method_itself():
    def method(self):
        return 1

    assert override(method) is method


# ---------------------------------------------------------------- a game within a game


def echoing(question):
    def answer(self, *given):
        return [(question, given)]

    return answer


class Quiet(Game):
    utility_range = (-1.0, 1.0)

    def initial(self):
        return "initial"

    @property
    def facts(self):
        return Nim().facts


# A game that says what it is asked.
ECHOED = [question for question in QUESTIONS if question not in {*OURS, "initial"}]
Echo = type("Echo", (Quiet,), {question: echoing(question) for question in ECHOED})

WRAPPERS = {
    "within": Within(Echo()),
    "against": Against(Echo(), Uniform(), 1),
    "coalition": Coalition(Echo(), 1),
    "one rebel": OneRebel(Echo(), 1),
}
# Asked of the player that people know by that number.
SEATED = {"seen", "told", "recalled", "threats", "player_name", "score_text"}
FOLLOWING = {"result", "parse", "deal", "passed", "symmetric", "previous"}  # their answers are states, or lists of them


@pytest.mark.parametrize("name", WRAPPERS)
@pytest.mark.parametrize("question", [question for question in QUESTIONS if question not in OURS])
def test_a_wrapped_game_is_asked_everything_but_what_is_left_open_for_a_reason(name, question):
    wrapper = WRAPPERS[name]
    own = getattr(type(wrapper), question)
    if question in type(wrapper).left_open:
        assert own is getattr(Game, question) and not answers(wrapper, question)
        assert type(wrapper).left_open[question]
        return
    if own is not getattr(Within, question):
        assert own.__module__ != "kibitz.game.within"  # the wrapper's own answer
        return
    assert answers(wrapper, question)
    if question == "initial":
        assert wrapper.initial() == wrapper.entered("initial")
        return
    if question == "weigh":
        before = wrapper._kibitz_within
        wrapper.weigh("weights")
        assert wrapper._kibitz_within is not before  # weights are put into a copy
        return
    parameters = list(inspect.signature(QUESTIONS[question]).parameters)[1:]
    outer = [wrapper.entered(p) if p in ("s", "after") else p for p in parameters]
    inner = [wrapper.seat(p) if p == "player" and question in SEATED else p for p in parameters]
    found, wanted = getattr(wrapper, question)(*outer), [(question, tuple(inner))]
    if question in ("passed", "symmetric", "previous"):
        assert list(found) == [wrapper.entered(s) for s in wanted]
    elif question in FOLLOWING:
        assert found == wrapper.entered(wanted)
    elif question == "deals":
        assert list(found) == [(wrapper.entered("deals"), tuple(inner))]
    elif question == "seat":
        assert found == wanted
    else:
        assert list(found) == wanted


def test_nothing_is_left_open_that_is_not_a_question():
    for wrapper in WRAPPERS.values():
        assert set(type(wrapper).left_open) <= set(QUESTIONS) - OURS


def test_a_wrapped_game_is_searched_like_the_game_itself():
    game = ConnectFour(width=4, height=4)
    assert answer_of(Within(game), interpreted=True) == answer_of(game, interpreted=True)


def answer_of(game, **options):
    answer = kz.analyse(game, algorithm="deepening", depth=6, **options)
    return answer.value, answer.best, answer.search.nodes, answer.search.cutoffs


def test_a_wrapped_game_that_cannot_be_compiled_is_not_taken_for_another():
    assert repr(Within(Nim())) != repr(Within(Nim(piles=(1, 2))))
    assert repr(Coalition(Nim(), 0)) != repr(Coalition(Nim(), 1))


# ---------------------------------------------------------------- attributes that mean something to Kibitz's own games


class Spot(NamedTuple):
    at: int
    rebel: int


class Named(Game):
    """Take 1 or 2 of some matches; whoever takes the last one wins. Full of names that Kibitz uses elsewhere."""

    def __init__(self):
        self.inner = 3
        self.at = 5
        self.node_name = 7
        self.heed = 9
        self.hero = 11
        self.sides = (1, 0)
        self.policy = 13
        self.me = 1
        self.stripped = 15
        self.entered = 17
        self.left_open = 19

    def initial(self):
        return Spot(self.inner + self.at, 0)

    def player(self, s):
        return s.rebel

    def actions(self, s):
        for a in range(1, 3):
            if a <= s.at:
                yield a

    def result(self, s, a):
        return Spot(s.at - a, 1 - s.rebel)

    def is_terminal(self, s):
        return s.at == 0

    def utility(self, s, player):
        return -1.0 if s.rebel == player else 1.0


class NamedForTwo(Named):
    """Not of constant sum, to those who have to ask."""

    zero_sum = False


@pytest.mark.parametrize(("game", "algorithm"), [(Named(), "deepening"), (NamedForTwo(), "best-reply")])
def test_names_of_a_users_attributes_confuse_nothing(game, algorithm, capsys):
    answer = kz.analyse(game, algorithm=algorithm, depth=9)
    assert answer.best == "2" and answer.moves[0].line[:2] == ("2", "1")
    assert "kibitz: 'named" not in capsys.readouterr().err  # it was compiled


def test_a_wrapped_game_is_searched_alike_compiled(capsys):
    assert answer_of(Within(Named())) == answer_of(Named()) == answer_of(Named(), interpreted=True)
    assert "kibitz: 'named" not in capsys.readouterr().err


def test_names_of_a_users_attributes_confuse_no_model_and_no_recording():
    assert kz.analyse(kz.against(Named()), depth=9, algorithm="deepening").best == "2"
    recorder = Recorder()
    kz.alphabeta(Named(), depth=2, watch=recorder)
    assert recorder.steps[0].sentence


class Placing(Named):
    """Some names of the questions about endgames, but not all: they mean something else here."""

    def __init__(self):
        super().__init__()
        self.sections = 2

    def place(self, row, column):
        return row + column

    def section(self, s):
        return self.place(s.at, 1)


def test_a_few_names_of_the_questions_about_endgames_may_mean_something_else():
    game = Placing()
    assert not answers(game, "place") and kz.analyse(game, depth=9, interpreted=True).best == "2"


def test_a_models_game_may_have_any_attribute():
    game = kz.against(Named())
    assert inside(game).inner == 3 and game.me == 0 and inside(game).me == 1

"""Limits hold in every search; numbers that are none, and whatever else is given wrongly, are refused in a sentence."""

import math
import subprocess
import sys

import numpy as np
import pytest

import kibitz as kz
from command import kibitz
from kibitz.errors import BadInput, TooWide
from kibitz.evaluation.weights import Weights
from kibitz.game import MOST_CHOICES
from kibitz.game.given import MOST_THREADS
from kibitz.lookup.transposition import NO_MOVE, Table
from kibitz.search import ALGORITHMS
from kibitz.search.equilibrium.regret import Regret

# ---------------------------------------------------------------- nodes

GAMES = {
    "tic-tac-toe": kz.game("tic-tac-toe"),
    "pig": kz.game("pig"),
    "kuhn-poker": kz.game("kuhn-poker"),
    "goofspiel": kz.game("goofspiel"),
    "three": kz.Tree("(((<1,2,3> <4,2,1>) (<3,3,1> <2,6,1>)) ((<7,1,2> <5,5,5>) (<1,1,9> <2,2,4>)))"),
}
CASES = [
    (name, algorithm) for name, game in GAMES.items() for algorithm in ALGORITHMS if ALGORITHMS[algorithm].fits(game)
]


def asked_at(game):
    """The first position in which a player is to move."""
    s = game.initial()
    while game.player(s) == kz.CHANCE:
        s = game.result(s, next(iter(game.choices(s))))
    return s


@pytest.mark.parametrize(("name", "algorithm"), CASES)
def test_the_node_limit_is_never_exceeded_and_a_legal_move_comes_back(name, algorithm):
    game = GAMES[name]
    s = asked_at(game)
    legal = [game.action_text(s, a) for a in game.actions(s)]
    for nodes in (1, 2, 10, 100, 1000):
        for threads in (1, 2):
            answer = kz.analyse(game, s, nodes=nodes, algorithm=algorithm, threads=threads, interpreted=True)
            assert answer.search.nodes <= nodes
            assert answer.best in legal
            assert answer.exact or answer.search.stopped_by == "nodes"


def test_sampled_regret_and_likely_outcomes_keep_to_the_node_limit():
    kuhn, pig = GAMES["kuhn-poker"], GAMES["pig"]
    for nodes in (1, 10, 100, 1000):
        sampled = kz.analyse(kuhn, asked_at(kuhn), nodes=nodes, algorithm="regret", variant="sampled", interpreted=True)
        assert sampled.search.nodes <= nodes
        assert kz.analyse(pig, nodes=nodes, outcomes=0.5, interpreted=True).search.nodes <= nodes
        assert kz.analyse(kuhn, nodes=nodes, algorithm="regret", interpreted=True).search.nodes <= nodes


def test_threads_share_the_node_limit():
    game = kz.game("connect-four")
    for nodes in (1, 50, 5_000, 60_000):
        for threads in (1, 2, 3):
            answer = kz.analyse(game, nodes=nodes, threads=threads)
            assert answer.search.nodes <= nodes
            assert answer.search.stopped_by == "nodes"


def test_an_engine_that_has_reached_its_limit_stays_there():
    engine = kz.VectorEngine(GAMES["three"], nodes=3, interpreted=True)
    for _ in range(3):
        with pytest.raises(kz.Stopped):
            engine.value(GAMES["three"].initial())
        assert engine.nodes == 3
    watch = kz.Count(3)
    for _ in range(3):
        with pytest.raises(kz.Stopped):
            kz.minimax(GAMES["tic-tac-toe"], watch=watch, interpreted=True)
        assert watch.nodes == 3


def test_learning_by_regret_stops_before_an_iteration_that_is_too_much():
    learner = Regret(GAMES["kuhn-poker"], interpreted=True)
    learner.allow(100)
    with pytest.raises(kz.Stopped):
        learner.improve(1_000)
    assert learner.iterations > 0 and learner.nodes <= 100


# ---------------------------------------------------------------- numbers that are none


class Coin(kz.Game):
    """Bet on one of two coins."""

    players = 1
    utility_range = (0.0, 1.0)

    def __init__(self, heads=0.5, tails=0.5, prize=1.0, guess=0.0):
        self.heads = heads
        self.tails = tails
        self.prize = prize
        self.guess = guess

    def initial(self):
        return (0, 0)

    def player(self, s):
        return 0 if s[0] == 0 else kz.CHANCE

    def actions(self, s):
        return (1, 2)

    def outcomes(self, s):
        return ((1, self.heads), (2, self.tails))

    def result(self, s, a):
        return (s[0] + 1, s[1] + a)

    def is_terminal(self, s):
        return s[0] == 2

    def utility(self, s, player):
        return self.prize if s[1] == 4 else 0.0

    def evaluate(self, s, player):
        return self.guess


WRONG = {
    "utility of player 0 at '(2,4)' is nan: expected a finite number": {"prize": math.nan},
    "utility of player 0 at '(2,4)' is inf: expected a finite number": {"prize": math.inf},
    "the probabilities at '(1,1)' sum to 1.1: expected 1": {"heads": 0.6},
    "a probability at '(1,1)' is -0.5: expected 0 to 1": {"heads": -0.5, "tails": 1.5},
    "a probability at '(1,1)' is nan: expected 0 to 1": {"heads": math.nan},
}
OF_COINS = [name for name, algorithm in ALGORITHMS.items() if algorithm.fits(Coin())]


@pytest.mark.parametrize("algorithm", OF_COINS)
def test_numbers_that_are_none_are_refused_with_the_position(algorithm):
    for sentence, given in WRONG.items():
        with pytest.raises(BadInput) as refused:
            kz.analyse(Coin(**given), depth=3, algorithm=algorithm, interpreted=True)
        assert str(refused.value) == sentence
        with pytest.raises(BadInput) as refused:
            kz.solve(Coin(**given), algorithm=algorithm, interpreted=True)
        assert str(refused.value) == sentence


class Faulty(Coin):
    """The same; the third number of a state says what is wrong with it: so one compilation serves all."""

    def initial(self):
        return (0, 0, 0)

    def outcomes(self, s):
        return ((1, 0.6 if s[2] == 1 else -0.5 if s[2] == 2 else 0.5), (2, 1.5 if s[2] == 2 else 0.5))

    def result(self, s, a):
        return (s[0] + 1, s[1] + a, s[2])

    def utility(self, s, player):
        return math.nan if s[2] == 3 else math.inf if s[2] == 4 else 1.0


def test_machine_code_refuses_them_too():
    game = Faulty()
    assert kz.analyse(game, (0, 0, 0), depth=3).value == 1.0
    found = ("sum to 1.1: expected 1", "is -0.5: expected 0 to 1", "is nan: expected a", "is inf: expected a")
    for kind, sentence in enumerate(found, 1):
        with pytest.raises(BadInput, match=sentence):
            kz.analyse(game, (0, 0, kind), depth=3)


@pytest.mark.parametrize("guess", [math.nan, math.inf])
def test_a_guess_that_is_no_number_is_refused(guess):
    with pytest.raises(BadInput, match=rf"evaluate of player 0 at .* is {guess}: expected a finite number"):
        kz.analyse(Coin(guess=guess), depth=1, interpreted=True)


def test_a_position_of_chance_is_looked_at_before_anything_is_averaged():
    with pytest.raises(BadInput, match=r"the probabilities at '\(1,1\)' sum to 1.1"):
        kz.analyse(Coin(heads=0.6), (1, 1), depth=1, interpreted=True)


@pytest.mark.parametrize("span", [(1, -1), (math.nan, 1), (0,), "ab", 3])
def test_a_range_that_is_none_is_refused(span):
    game = type("Coin", (Coin,), {"utility_range": span})()
    with pytest.raises(BadInput, match="utility_range must be two numbers, the lower one first"):
        kz.analyse(game, interpreted=True)
    with pytest.raises(BadInput, match="utility_range"):
        kz.expectimax(game, interpreted=True)


def test_weights_that_are_none_are_refused(tmp_path):
    weights = Weights("nim", 3, 0, (), np.array([1.0, np.nan, 0.0]))
    assert not weights.are_finite
    weights.save(tmp_path / "nim.npz")
    with pytest.raises(BadInput, match="holds a weight that is not finite"):
        Weights.load(tmp_path / "nim.npz")


# ---------------------------------------------------------------- many actions


class Wide(kz.Game):
    """As many actions as one likes, for two turns."""

    utility_range = (-1.0, 1.0)

    def initial(self):
        return (0, 0, 3, 3)  # turn, last action, how many there are at first and then

    def player(self, s):
        return s[0]

    def actions(self, s):
        a = 0
        while a != (s[2] if s[0] == 0 else s[3]):
            yield a
            a += 1

    def result(self, s, a):
        return (s[0] + 1, a, s[2], s[3])

    def is_terminal(self, s):
        return s[0] == 2

    def utility(self, s, player):
        return 0.0 if s[1] < 5_000 else (-1.0 if player == 0 else 1.0)


ENDLESS = -1
AT_THE_START = f"'wide' has more than {MOST_CHOICES:,} actions at '(0,0,-1,3)': does actions() ever end?"


@pytest.mark.parametrize("algorithm", ["deepening", "minimax", "maxn", "table"])
def test_actions_that_never_end_are_noticed(algorithm):
    for ask in (kz.analyse, kz.solve):
        with pytest.raises(TooWide) as refused:
            ask(Wide(), (0, 0, ENDLESS, 3), seconds=1, algorithm=algorithm, interpreted=True)
        assert str(refused.value) == AT_THE_START


def test_actions_that_never_end_are_noticed_further_down_by_machine_code_too():
    with pytest.raises(TooWide, match=r"actions at '\(1,0,3,-1\)': does actions\(\) ever end"):
        kz.analyse(Wide(), (0, 0, 3, ENDLESS))


def test_the_clock_stops_a_search_in_the_middle_of_many_actions():
    answer = kz.analyse(Wide(), (0, 0, 3, MOST_CHOICES), seconds=0.2, algorithm="minimax", interpreted=True)
    assert answer.search.stopped_by == "time"
    assert answer.search.nodes < MOST_CHOICES
    assert len(answer.moves) == 3


def test_more_actions_than_a_desk_holds_are_searched_all_the_same():
    answer = kz.analyse(Wide(), (0, 0, 2, 150_000))
    assert answer.exact
    assert answer.value == -1.0  # the reply that wins has a number above 4,095


def test_a_table_keeps_no_move_that_it_has_no_room_for():
    for whole in (True, False):
        table = Table(1, whole=whole)
        table.store(7, -1.0, 1.0, 3, 70_000)
        entry = table.probe(7)
        assert (entry.lower, entry.upper, entry.depth, entry.move) == (-1.0, 1.0, 3, NO_MOVE)


def test_too_many_threads_are_refused():
    refused = kibitz("best", "tic-tac-toe", "--threads", 999999999999999)
    assert refused.code == 2 and f"at most {MOST_THREADS}" in refused.err
    with pytest.raises(BadInput, match=f"from 1 to {MOST_THREADS}, got 100000"):
        kz.analyse(GAMES["tic-tac-toe"], threads=100_000)


# ---------------------------------------------------------------- what is given

GIVEN = [
    {"threads": 0},
    {"threads": True},
    {"depth": "3"},
    {"depth": True},
    {"depth": 2.0},
    {"depth": -1},
    {"seconds": "x"},
    {"seconds": math.nan},
    {"seconds": math.inf},
    {"seconds": -1},
    {"nodes": 2.5},
    {"nodes": 0},
    {"algorithm": 3},
    {"algorithm": ["minimax"]},
    {"techniques": "no-table"},
    {"megabytes": "x"},
    {"megabytes": math.nan},
    {"worlds": 0},
    {"iterations": 1.5},
    {"seed": "x"},
    {"outcomes": "x"},
]


@pytest.mark.parametrize("given", GIVEN, ids=repr)
def test_an_option_that_is_none_is_refused_in_a_sentence(given):
    with pytest.raises(BadInput) as refused:
        kz.analyse(Coin(), interpreted=True, **given)
    assert repr(next(iter(given.values()))) in str(refused.value)
    if set(given) <= {"threads", "seconds", "nodes", "algorithm", "megabytes"}:
        with pytest.raises(BadInput):
            kz.solve(Coin(), interpreted=True, **given)


@pytest.mark.parametrize("state", ["foo", (1,), (None, 0), (0, "x"), 3, {}, (), b"x"], ids=repr)
def test_a_state_of_another_kind_is_refused_in_a_sentence(state):
    for ask in (kz.analyse, kz.solve, kz.expectimax, kz.maxn):
        with pytest.raises(BadInput) as refused:
            ask(Coin(), state, interpreted=True)
        assert str(refused.value).startswith(f"{state!r} is not a state of 'coin': expected one such as (0, 0)")


TEXTBOOK = [kz.minimax, kz.alphabeta, kz.expectimax, kz.expectiminimax, kz.star1, kz.star2]
TEXTBOOK += [kz.maxn, kz.shallow, kz.paranoid, kz.best_reply, kz.likely]


@pytest.mark.parametrize("function", [*TEXTBOOK, kz.analyse, kz.solve, kz.check, kz.Engine, kz.VectorEngine])
def test_a_class_in_place_of_a_game_is_refused_in_a_sentence(function):
    with pytest.raises(BadInput, match=r"^Coin is a class: make an object of it, Coin\(\)$"):
        function(Coin)
    with pytest.raises(BadInput, match=r"^3 is not a game"):
        function(3)


@pytest.mark.parametrize("function", TEXTBOOK)
def test_every_textbook_search_checks_what_it_is_given(function):
    game = GAMES["three"] if function in (kz.shallow, kz.paranoid, kz.best_reply) else Coin()
    game = GAMES["tic-tac-toe"] if function in (kz.minimax, kz.alphabeta, kz.star1, kz.star2) else game
    for given in ({"depth": "3"}, {"depth": -1}, {"depth": 1.5}, {"watch": 3}):
        with pytest.raises(BadInput):
            function(game, interpreted=True, **given)


def test_other_things_given_wrongly_are_refused_in_a_sentence():
    for function in (
        lambda: kz.game(3),
        lambda: kz.alphabeta(GAMES["tic-tac-toe"], alpha="x"),
        lambda: kz.alphabeta(GAMES["tic-tac-toe"], variant=[]),
        lambda: kz.likely(Coin(), share="x"),
        lambda: kz.Techniques(beam="x"),
        lambda: kz.Techniques(table="no"),
        lambda: kz.Count("x"),
        lambda: kz.Limit("x"),
        lambda: kz.perft(Coin(), depth="x"),
    ):
        with pytest.raises(BadInput):
            function()


# ---------------------------------------------------------------- no tracebacks

INTERRUPTED_WHILE_IMPORTING = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "kibitz.answer.plan":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
sys.argv = ["/usr/bin/kibitz", "--help"]
from kibitz.cli import main
sys.exit(main())
"""


def test_an_interrupt_while_the_command_is_imported_leaves_no_traceback():
    ran = subprocess.run([sys.executable, "-c", INTERRUPTED_WHILE_IMPORTING], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "kibitz: interrupted\n")


RAISING = """
import kibitz as kz
class Odd(BaseException):
    pass
{at_import}
class Coin(kz.Game):
    def initial(self): return (0,)
    def player(self, s): return 0
    def actions(self, s): return (1, 2)
    def result(self, s, a): return (s[0] + a,)
    def is_terminal(self, s):
        if s[0] > 0:
            {in_a_rule}
        return False
    def utility(self, s, player): return 0.0
"""


@pytest.mark.parametrize("error", ["Odd('no')", "SystemExit(3)", "KeyboardInterrupt"])
def test_a_game_that_raises_anything_is_told_in_a_sentence(error, tmp_path):
    rule = tmp_path / f"rule_{abs(hash(error))}.py"
    rule.write_text(RAISING.format(at_import="", in_a_rule=f"raise {error}"))
    load = tmp_path / f"load_{abs(hash(error))}.py"
    load.write_text(RAISING.format(at_import=f"raise {error}", in_a_rule="pass"))
    for file in (rule, load):
        said = kibitz("best", f"{file}:Coin", "--depth", 2, "--interpreted", "--algorithm", "minimax")
        assert said.code in (2, 130) and len(said.messages) == 1
    with pytest.raises(BadInput, match="the game"):
        kz.minimax(kz.game(f"{rule}:Coin"), depth=2, interpreted=True)

"""`kz.check`: clean on every game that comes with Kibitz, and every fault is told with the position that shows it."""

import importlib
import math
import random
import re

import numpy as np
import pytest

import kibitz as kz
from fine_game import Fine, Mutable, State
from kibitz.games.connect_four import ConnectFour
from kibitz.games.nim import Nim
from kibitz.games.pig import Pig
from kibitz.games.tic_tac_toe import TicTacToe

checking = importlib.import_module("kibitz.check")  # `kibitz.check` itself is the function


@pytest.fixture
def short_walks(monkeypatch):
    """Walks of large games that end sooner than a user's."""
    monkeypatch.setattr(checking, "SMALL", 1000)
    monkeypatch.setattr(checking, "RANDOM_GAMES", 6)


# ---------------------------------------------------------------- the games that come with Kibitz

WHOLE = {
    "tic-tac-toe": (TicTacToe(), 5478, 958),
    "nim": (Nim(), 232, 2),
    "nim of one pile": (Nim(piles=(7,)), 14, 2),
    "misère nim": (Nim(piles=(1, 2, 3), misere=True), 40, 2),
    "empty nim": (Nim(piles=(0, 0)), 1, 1),
    "connect three on 3×3": (ConnectFour(width=3, height=3, line=3), 694, 189),
    "connect two on 2×2": (ConnectFour(width=2, height=2, line=2), 13, 6),
    "one column": (ConnectFour(width=1, height=4), 5, 1),
    "one row": (ConnectFour(width=6, height=1, line=3), None, None),
    "pig for one": (Pig(goal=5, players=1), 44, 6),
    "pig for two": (Pig(goal=6), 580, 60),
    "figure 5.2": (kz.Tree("((3 12 8) (2 4 6) (14 5 2))"), 13, 9),
    "a tree with dice": (kz.Tree("max(chance(1/2: 8 1/3: 24 1/6: -12) 9)"), 6, 4),
    "a tree of vectors": (kz.Tree("((<1,2,6> <4,2,3>) (<6,1,2> <7,4,-1>))"), 7, 4),
    "a tree for one": (kz.Tree("max(1 max(2 3))"), 5, 3),
    "a leaf": (kz.Tree("7"), 1, 1),
}


@pytest.mark.parametrize("name", WHOLE)
def test_small_games_are_clean_everywhere(name):
    game, positions, final = WHOLE[name]
    report = kz.check(game, compiled=False)
    assert report.faults == []
    assert report and report.whole and report.compiled is None
    if positions is not None:
        assert (report.positions, report.final) == (positions, final)
    assert str(report).startswith(f"well defined: all {report.positions:,} positions")


LARGE = {
    "connect-four": ConnectFour(),
    "connect-four on 4×4": ConnectFour(width=4, height=4),
    "connect three": ConnectFour(width=5, height=4, line=3),
    "pig for one": Pig(players=1),
    "pig to a hundred": Pig(),
    "pig for three": Pig(goal=20, players=3),
    "large nim": Nim(piles=(9, 9, 9, 9)),
}


@pytest.mark.parametrize("name", LARGE)
def test_large_games_are_clean_wherever_they_are_looked_at(name, short_walks):
    report = kz.check(LARGE[name], compiled=False)
    assert report.faults == []
    assert not report.whole
    assert report.positions > 400
    assert str(report).startswith("well defined: walked ")


COMPILED = {
    "tic-tac-toe": TicTacToe(),
    "misère nim": Nim(piles=(1, 2, 3), misere=True),
    "connect-four in all 64 bits": ConnectFour(width=8, height=7, line=3),
    "pig for three": Pig(goal=4, players=3),
    "a tree with dice": kz.Tree("max(chance(1/2: (8 9) 1/3: 24 1/6: -12) 9)"),
}


@pytest.mark.parametrize("name", COMPILED)
def test_compiled_and_interpreted_answers_agree(name, monkeypatch):
    monkeypatch.setattr(checking, "SMALL", 300)
    monkeypatch.setattr(checking, "RANDOM_GAMES", 3)
    report = kz.check(COMPILED[name])
    assert report.faults == []
    assert report.compiled is True
    assert str(report).splitlines()[0].endswith("compiled and interpreted answers agree")


def test_the_random_games_are_those_of_the_seed(monkeypatch):
    monkeypatch.setattr(checking, "SMALL", 50)
    walked = [kz.check(Pig(goal=30), seed=seed, compiled=False).positions for seed in (1, 1, 2)]
    assert walked[0] == walked[1] != walked[2]


# ---------------------------------------------------------------- a game, and what breaks it


class Dice(Fine):
    """The same with dice in between."""

    def player(self, s):
        return kz.CHANCE if s.ply % 2 else 0

    def outcomes(self, s):
        yield 0, 0.25
        yield 1, 0.75


def test_the_games_to_be_broken_are_fine():
    assert kz.check(Fine(), compiled=False)
    assert kz.check(Dice(), compiled=False)


class ResultRaises(Fine):
    def result(self, s, a):
        if s.ply == 3 and a == 1:
            raise ValueError("no such square")
        return super().result(s, a)


class InitialRaises(Fine):
    def initial(self):
        raise RuntimeError("no board")


class UtilityRaises(Fine):
    def utility(self, s, player):
        return 1 // (s.taken - 5)


class EndWithActions(Fine):
    def actions(self, s):
        yield 0
        yield 1


class Stuck(Fine):
    def actions(self, s):
        if s.ply < 4 and s.taken != 3:
            yield 0
            yield 1


class TooLikely(Dice):
    def outcomes(self, s):
        yield 0, 0.5
        yield 1, 0.5 + s.taken


class NotLikelyEnough(Dice):
    def outcomes(self, s):
        yield 0, 0.5
        yield 1, 0.4


class Unlikely(Dice):
    def outcomes(self, s):
        yield 0, 1.5
        yield 1, -0.5


class NoOutcome(Dice):
    def outcomes(self, s):
        if s.ply == 1:
            yield 0, 1.0


class BareOutcomes(Dice):
    def outcomes(self, s):
        yield 0
        yield 1


class ChanceUndeclared(Fine):
    def player(self, s):
        return kz.CHANCE if s.taken == 3 else s.ply % 2


class SumsToTwo(Fine):
    def utility(self, s, player):
        return 1


class SumsToOneUndeclared(Fine):
    def utility(self, s, player):
        return float(s.taken % 2 == player)


class OutOfRange(Fine):
    utility_range = (-0.5, 0.5)


class UtilityNothing(Fine):
    def utility(self, s, player):
        return None


class UtilityInfinite(Fine):
    def utility(self, s, player):
        return math.inf if player == 0 else -math.inf


class UtilityNan(Fine):
    def utility(self, s, player):
        return math.nan


class PlayerTwo(Fine):
    def player(self, s):
        return s.ply


class TextLoses(Fine):
    def text(self, s):
        return f"({s.ply},0)"


class ParseRefuses(Fine):
    def parse(self, text):
        raise kz.BadInput(f"{text!r} is refused")


class ParseBreaks(Fine):
    def text(self, s):
        return f"ply {s.ply}"

    def parse(self, text):
        return State(int(text), 0)


class KeyCollides(Fine):
    def key(self, s):
        return s.taken


class KeyInWords(Fine):
    def key(self, s):
        return f"{s.ply}:{s.taken}"


class ActionsWrittenAlike(Fine):
    def action_text(self, s, a):
        return "take"


class ActionsWithoutEnd(Fine):
    def actions(self, s):
        if s.ply < 4:
            a = 0
            while True:
                yield a
                a += 1


class EvaluateInWords(Fine):
    def evaluate(self, s, player):
        return "good"


class GuessBeyondItsPromise(Fine):
    utility_range = (-1.0, 1.0)
    guesses_within = True

    def evaluate(self, s, player):
        return 4.0


class HalvesThatAreWhole(Fine):
    whole = True

    def utility(self, s, player):
        return 0.5 - player


class BoundsReversed(Fine):
    def bounds(self, s):
        return 1.0, -1.0


class BoundsOfOne(Fine):
    def bounds(self, s):
        return (1.0,)


class ResultNothing(Fine):
    def result(self, s, a):
        return None


class MutableArray(Mutable):
    def initial(self):
        return np.zeros(2, np.int64)


class MutableDict(Mutable):
    def initial(self):
        return {0: 0}


class Board:
    def __init__(self, ply):
        self.ply = ply


class MutableObject(Fine):
    def initial(self):
        return Board(0)

    def player(self, s):
        return s.ply % 2

    def result(self, s, a):
        s.ply += 1
        return s

    def is_terminal(self, s):
        return s.ply >= 4

    def utility(self, s, player):
        return 0


class ChangedByLooking(Mutable):
    def actions(self, s):
        s[1] += 1
        return [0, 1] if s[0] < 4 else []

    def result(self, s, a):
        return [s[0] + 1, s[1]]


class RandomResult(Fine):
    def result(self, s, a):
        return State(s.ply + 1, s.taken * 2 + random.randrange(1 << 30))


class RememberedResult(Fine):
    count = 0

    def result(self, s, a):
        RememberedResult.count += 1
        return State(s.ply + 1, RememberedResult.count)


# What each fault is called, and the position that must stand in the sentence.


class CandidatesIllegal(Fine):
    def candidates(self, s):
        return [0, 7]


class PlayoutIllegal(Fine):
    def playout(self, s, luck):
        return 7


class PlayoutUnsteady(Fine):
    drawn = 0

    def playout(self, s, luck):
        type(self).drawn += 1
        return list(self.actions(s))[type(self).drawn % 2]


class ProspectBeyondItsRange(Fine):
    def prospect(self, s, a):
        return 1.5, 2.0


class ProspectWeighsLessThanNothing(Fine):
    def prospect(self, s, a):
        return 0.5, -1.0


class ProspectOfOne(Fine):
    def prospect(self, s, a):
        return 0.5


class PromiseInWords(Fine):
    def order(self, s, a):
        return "high"


class DepthGivenBack(Fine):
    def depth_spent(self, s):
        return -1


class BoundsTooNarrow(Fine):
    def bounds(self, s):
        return 0.9, 0.95


class ProofTooNarrow(Fine):
    def proof(self, s):
        return 0.9, 0.95


class StakesTooNarrow(Fine):
    def stakes(self, s, player):
        return 0.9, 0.95


class StakesThatChange(Fine):
    def at_stake(self, s):
        return float(s.ply)


class SumsBeyondTheTotal(Fine):
    zero_sum = False
    utility_total = -1.0


class KeyTooLong(Fine):
    def key(self, s):
        return 1 << 70 | s.ply << 20 | s.taken


class MirrorNotOver(Fine):
    def symmetric(self, s):
        yield State(0, 0)


class FeatureBeyondTheLast(Fine):
    feature_count = 3

    def features(self, s):
        yield 3, 1.0


class ActionReadAsAnother(Fine):
    def parse_action(self, s, text):
        return 0


FAULTS = [
    (ResultRaises, "result with 1 at '(3,7)' raises ValueError: no such square"),
    (InitialRaises, "initial raises RuntimeError: no board"),
    (UtilityRaises, "utility at '(4,5)' raises ZeroDivisionError: integer division or modulo by zero"),
    (EndWithActions, "'(4,15)' is terminal but has actions, 0 for one"),
    (Stuck, "'(2,3)' is not terminal but has no actions"),
    (TooLikely, "the probabilities at '(1,1)' sum to 2|a probability at '(1,1)' is 0.5"),
    (NotLikelyEnough, "the probabilities at '(1,1)' sum to 0.9: expected 1"),
    (Unlikely, "a probability at '(1,1)' is -0.5: expected 0 to 1"),
    (NoOutcome, "CHANCE is to move at '(3,5)', but outcomes gives nothing there"),
    (BareOutcomes, "outcomes at '(1,1)' gives 0: expected pairs of an outcome and its probability"),
    (ChanceUndeclared, "CHANCE is to move at '(2,3)', but outcomes gives nothing there"),
    (SumsToTwo, r"utilities \[1, 1\] at '(4,15)' sum to 2: declared to sum to 0"),
    (SumsToOneUndeclared, r"utilities \[0.0, 1.0\] at '(4,15)' sum to 1: declared to sum to 0"),
    (OutOfRange, r"utilities \[-1, 1\] at '(4,15)' leave the declared utility_range -0.5 to 0.5"),
    (UtilityNothing, "utility of player 0 at '(4,15)' is None: expected a number"),
    (UtilityInfinite, "utility of player 0 at '(4,15)' is inf: expected a number"),
    (UtilityNan, "utility of player 0 at '(4,15)' is nan: expected a number"),
    (PlayerTwo, "player at '(2,3)' is 2: expected 0 to 1, or CHANCE"),
    (TextLoses, "text and parse lose something: State(ply=1, taken=1) is written '(1,0)', which reads as State"),
    (ParseRefuses, "parse refuses '(0,0)', which is what text gives for State(ply=0, taken=0)"),
    (ParseBreaks, "parse refuses 'ply 0', which is what text gives for State(ply=0, taken=0)"),
    (KeyCollides, "two positions have the key 0: '(0,0)' and '(1,0)'|two positions have the key"),
    (KeyInWords, "key at '(0,0)' is '0:0': expected a whole number"),
    (ActionsWrittenAlike, "two actions at '(0,0)' are both written 'take'"),
    (ActionsWithoutEnd, "'(0,0)' has more than 5000 actions: does actions() ever end?"),
    (EvaluateInWords, "evaluate of player 0 at '(0,0)' is 'good': expected a number"),
    (
        GuessBeyondItsPromise,
        "evaluate of player 0 at '(0,0)' is 4: guesses_within promises that it keeps to utility_range, -1 to 1",
    ),
    (
        HalvesThatAreWhole,
        r"utilities \[0.5, -0.5\] at '(4,15)' are not whole: whole = True promises whole numbers from -30,000",
    ),
    (BoundsReversed, "bounds at '(0,0)' are 1 and -1: expected the lower first"),
    (BoundsOfOne, "bounds at '(0,0)' raises ValueError"),
    (CandidatesIllegal, "candidates at '(0,0)' gives 7, which is not a legal action"),
    (PlayoutIllegal, "playout at '(0,0)' with luck 0 takes 7, which is not a legal action"),
    (PlayoutUnsteady, r"playout at '\(0,0\)' with luck 0 takes \d and then \d: expected the same answer"),
    (ProspectBeyondItsRange, r"prospect of 0 at '(0,0)' is (1.5, 2.0): expected a share from 0 to 1"),
    (ProspectWeighsLessThanNothing, "prospect of 0 at '(0,0)' is (0.5, -1.0): expected a weight that is not negative"),
    (ProspectOfOne, "prospect of 0 at '(0,0)' is 0.5: expected two numbers, a share and a weight"),
    (PromiseInWords, "promise of 0 at '(0,0)' is 'high': expected a number"),
    (DepthGivenBack, "depth_spent at '(0,0)' is -1: expected a whole number from 0"),
    (BoundsTooNarrow, r"bounds at '\(3,\d\)' are 0.9 and 0.95, but the position is worth \S+ to player 0"),
    (ProofTooNarrow, r"proof at '\(3,\d\)' are 0.9 and 0.95, but the position is worth \S+ to player 0"),
    (StakesTooNarrow, r"stakes of player 0 at '\(3,\d\)' are 0.9 and 0.95, but it may get \S+ in the end"),
    (StakesThatChange, "at_stake is 0 at '(0,0)' and 1 at '(1,0)', one step later: expected the same along one game"),
    (SumsBeyondTheTotal, r"utilities \[-1, 1\] at '\(4,15\)' sum to 0: declared to sum to -1 at most"),
    (KeyTooLong, f"key at '(0,0)' is {1 << 70}: expected a number of 64 bits"),
    (MirrorNotOver, r"'\(0,0\)' is symmetric to '\(4,15\)', but only one of them is terminal"),
    (FeatureBeyondTheLast, "features at '(0,0)' gives (3, 1.0): expected pairs of a number from 0 to 2 and how much"),
    (ActionReadAsAnother, "action_text and parse_action lose something: 1 at '(0,0)' is written '1', which reads as 0"),
    (ResultNothing, "result with 0 at '(0,0)' is None: expected a state"),
    (Mutable, r"result changed the position it was given, '\[1,0\]', instead of making a new one"),
    (MutableArray, r"result changed the position it was given, '\[1,0\]', instead of making a new one"),
    (MutableDict, "result changed the position it was given, '{0: 1}', instead of making a new one"),
    (MutableObject, "result changed the position it was given"),
    (RandomResult, r"result with 0 at '(0,0)' gave '\(1,\d+\)' and then '\(1,\d+\)': expected the same answer"),
    (RememberedResult, r"result with 0 at '(0,0)' gave '\(1,\d+\)' and then '\(1,\d+\)': expected the same answer"),
    (ChangedByLooking, r"a position changed while it was looked at: '\[0,0\]' became '\[0,\d\]'"),
]


@pytest.mark.parametrize(("broken", "sentence"), FAULTS, ids=[broken.__name__ for broken, _ in FAULTS])
def test_every_fault_is_told_with_its_position(broken, sentence):
    report = kz.check(broken(), compiled=False)
    assert not report
    pattern = re.sub(r"(?<!\\)([().?])", r"\\\1", sentence)
    assert any(re.match(pattern, fault) for fault in report.faults), report.faults
    assert all("\n" not in fault for fault in report.faults)
    assert re.search(r"\n\d+ faults? \((all|walked) ", str(report))


class PlainObject(Fine):
    """States that are equal only to themselves, but never changed."""

    def initial(self):
        return Board(0)

    def player(self, s):
        return s.ply % 2

    def actions(self, s):
        return [0, 1] if s.ply < 4 else []

    def result(self, s, a):
        return Board(s.ply + 1)

    def is_terminal(self, s):
        return s.ply >= 4

    def utility(self, s, player):
        return 0

    def text(self, s):
        return str(s.ply)

    def parse(self, text):
        return Board(int(text))

    def key(self, s):
        return s.ply


def test_states_that_know_no_equality_are_compared_by_what_they_hold():
    report = kz.check(PlainObject(), compiled=False)
    assert report.faults == []
    assert (report.positions, report.whole) == (5, True)


def test_a_fault_is_told_once_and_the_others_too():
    class Faulty(Fine):
        def utility(self, s, player):
            return 1

        def evaluate(self, s, player):
            return None

        def key(self, s):
            return 0

    report = kz.check(Faulty(), compiled=False)
    assert len(report.faults) == 3
    assert str(report).endswith("3 faults (all 31 positions, 16 of them final)") and not report.facts


class LeavesSixtyFourBits(Fine):
    """Python's ints go on where those of the machine begin again."""

    def utility(self, s, player):
        v = (s.taken + 1) * 3037000500 * 3037000500 * 4 // 1000000007 % 7 - 3
        return v if player == 0 else -v


def test_compiled_and_interpreted_answers_that_differ_are_told():
    report = kz.check(LeavesSixtyFourBits())
    assert len(report.faults) == 1
    assert report.faults[0].startswith("compiled and interpreted answers differ at '(0,0)': ")
    assert "64 bits" in report.faults[0]
    assert kz.check(LeavesSixtyFourBits(), compiled=False)


class RandomUtility(Fine):
    zero_sum = False

    def utility(self, s, player):
        return random.random() * (1 - 2 * player)


def test_answers_that_differ_from_themselves_are_not_blamed_on_64_bits():
    report = kz.check(RandomUtility())
    assert len(report.faults) == 1
    assert re.match(r"utility at '\(4,\d+\)' is \[.*\] and later \[.*\]: expected the same answer", report.faults[0])
    assert "64 bits" not in report.faults[0]


class CountsFromTheEnd(Fine):
    """A table that is read from its end."""

    def utility(self, s, player):
        v = (1, 0, -1)[-(s.taken % 3) - 1]
        return v if player == 0 else -v


def test_negative_indices_act_alike():
    assert kz.check(CountsFromTheEnd()).faults == []


def test_a_game_beyond_the_compiler_is_checked_all_the_same(capsys):
    class InSets(Fine):
        def initial(self):
            return frozenset()

        def player(self, s):
            return len(s) % 2

        def actions(self, s):
            return sorted({0, 1, 2, 3} - s)

        def result(self, s, a):
            return s | {a}

        def is_terminal(self, s):
            return len(s) == 4

        def utility(self, s, player):
            return 0

        def text(self, s):
            return "".join(map(str, sorted(s)))

        def parse(self, text):
            return frozenset(map(int, text))

    report = kz.check(InSets())
    assert report.faults == []
    assert report.compiled is False
    assert str(report).splitlines()[0].endswith("it runs as plain Python")
    assert "'in-sets' runs as plain Python" in capsys.readouterr().err


def test_what_is_no_game_is_refused():
    class HalfAGame(kz.Game):
        def initial(self):
            return 0

    with pytest.raises(kz.BadInput, match="HalfAGame does not answer 'player'"):
        kz.check(HalfAGame())
    with pytest.raises(kz.BadInput, match="is not a game"):
        kz.check("tic-tac-toe")


def test_a_name_that_means_something_else_to_kibitz_is_refused():
    class Dealer(Nim):
        def deal(self, cards):
            return cards

    class Viewer(Nim):
        def __init__(self):
            super().__init__()
            self.view = 3

    wanted = "Dealer.deal(self, cards) hides the optional question deal(self, view, random); take the same arguments"
    with pytest.raises(kz.BadInput, match=re.escape(wanted)):
        kz.analyse(Dealer())
    with pytest.raises(
        kz.BadInput, match=re.escape("Viewer.view hides the optional question view(self, s, player); rename")
    ):
        kz.check(Viewer())

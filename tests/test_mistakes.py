"""Mistakes that people make when they write a game, each in a small game that is right otherwise.

`kibitz check` names every one of them: as a fault, or by a fact that shows it to whoever knows the game.
"""

import itertools
import random
from typing import NamedTuple

import pytest

import kibitz as kz

# ---------------------------------------------------------------- games that are right


class Board(NamedTuple):
    cells: tuple[int, ...]
    mover: int


LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Noughts(kz.Game):
    """Three in a row, with a few squares taken already so that it is short."""

    utility_range = (-1.0, 1.0)
    start = (0, 0, 0, 0, 1, 0, 0, 2, 0)

    def initial(self):
        return Board(self.start, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        if not self.is_terminal(s):
            for square in range(9):
                if s.cells[square] == 0:
                    yield square

    def result(self, s, a):
        return Board(kz.replaced(s.cells, a, s.mover + 1), 1 - s.mover)

    def winner(self, s):
        for one, two, three in LINES:
            if s.cells[one] and s.cells[one] == s.cells[two] == s.cells[three]:
                return s.cells[one] - 1
        return -1

    def is_terminal(self, s):
        return self.winner(s) >= 0 or 0 not in s.cells

    def utility(self, s, player):
        winner = self.winner(s)
        return 0 if winner < 0 else 1 if winner == player else -1


class Heap(NamedTuple):
    left: int
    mover: int


class Matches(kz.Game):
    """Take one to three; whoever takes the last wins."""

    def initial(self):
        return Heap(11, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        for a in range(1, min(3, s.left) + 1):  # noqa: UP028
            yield a

    def result(self, s, a):
        return Heap(s.left - a, 1 - s.mover)

    def is_terminal(self, s):
        return s.left == 0

    def utility(self, s, player):
        return 1 if player != s.mover else -1


class Track(NamedTuple):
    mine: int
    theirs: int
    mover: int
    rolling: int


class Race(kz.Game):
    """Roll, or step by one; who is first at five wins."""

    utility_range = (-1.0, 1.0)

    def initial(self):
        return Track(0, 0, 0, 0)

    def player(self, s):
        return kz.CHANCE if s.rolling else s.mover

    def actions(self, s):
        if not self.is_terminal(s):
            yield 0
            yield 1

    def outcomes(self, s):
        yield 0, 0.5
        yield 3, 0.5

    def result(self, s, a):
        if not s.rolling and a == 0:
            return Track(s.mine, s.theirs, s.mover, 1)
        if s.mover == 0:
            return Track(s.mine + a, s.theirs, 1, 0)
        return Track(s.mine, s.theirs + a, 0, 0)

    def is_terminal(self, s):
        return s.mine >= 5 or s.theirs >= 5

    def utility(self, s, player):
        lead = 1 if s.mine >= 5 else -1
        return lead if player == 0 else -lead


class Deal(NamedTuple):
    cards: tuple[int, int]
    bet: int  # -1: open
    call: int


class Seen(NamedTuple):
    player: int
    card: int
    bet: int
    call: int


class Poker(kz.Game):
    """A card each; bet or pass, call or fold."""

    def initial(self):
        return Deal((0, 0), -1, -1)

    def player(self, s):
        return kz.CHANCE if s.cards[0] == 0 else 0 if s.bet < 0 else 1

    def outcomes(self, s):
        for one, other in itertools.permutations((1, 2, 3), 2):
            yield 4 * one + other, 1 / 6

    def actions(self, s):
        if not self.is_terminal(s):
            yield 0
            yield 1

    def result(self, s, a):
        if s.cards[0] == 0:
            return Deal((a // 4, a % 4), -1, -1)
        return Deal(s.cards, a, -1) if s.bet < 0 else Deal(s.cards, s.bet, a)

    def is_terminal(self, s):
        return s.call >= 0

    def utility(self, s, player):
        stake = 1 if s.call == 0 else 1 + s.bet
        lead = stake if s.cards[0] > s.cards[1] or (s.bet and not s.call) else -stake
        return lead if player == 0 else -lead

    def view(self, s, player):
        return Seen(player, s.cards[player], s.bet, s.call)


class Walk(NamedTuple):
    place: int
    mover: int


class Ring(kz.Game):
    """Push a counter along seven places; the ends win."""

    def initial(self):
        return Walk(0, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        if abs(s.place) < 3:
            yield -1
            yield 1

    def result(self, s, a):
        return Walk(s.place + a, 1 - s.mover)

    def is_terminal(self, s):
        return abs(s.place) == 3

    def utility(self, s, player):
        lead = 1 if s.place > 0 else -1
        return lead if player == 0 else -lead


RIGHT = (Noughts, Matches, Race, Poker, Ring)


@pytest.mark.parametrize("kind", RIGHT)
def test_the_games_are_right_without_the_mistakes(kind):
    assert kz.check(kind(), compiled=False).faults == []


# ---------------------------------------------------------------- the rules


class WrongSign(Noughts):
    def utility(self, s, player):
        return -Noughts.utility(self, s, player)


class OneMovesOnly(Noughts):
    def result(self, s, a):
        return Board(kz.replaced(s.cells, a, s.mover + 1), s.mover)


class MovesTwiceAtTheEdge(Noughts):
    def result(self, s, a):
        return Board(kz.replaced(s.cells, a, s.mover + 1), s.mover if a == 1 else 1 - s.mover)


class ListChanged(Matches):
    def initial(self):
        return [11, 0]

    def player(self, s):
        return s[1]

    def actions(self, s):
        return list(range(1, min(3, s[0]) + 1))

    def result(self, s, a):
        s[0] -= a
        s[1] = 1 - s[1]
        return s

    def is_terminal(self, s):
        return s[0] == 0

    def utility(self, s, player):
        return 1 if player != s[1] else -1


class WinsUnseen(Noughts):
    def is_terminal(self, s):
        return 0 not in s.cells


class TwoInARowEnds(Noughts):
    def is_terminal(self, s):
        return any(s.cells[a] and s.cells[a] == s.cells[b] for a, b, _ in LINES) or 0 not in s.cells


class LastSquareForgotten(Noughts):
    def actions(self, s):
        if not self.is_terminal(s):
            for square in range(8):
                if s.cells[square] == 0:
                    yield square


class FullBoardGoesOn(Noughts):
    def is_terminal(self, s):
        return self.winner(s) >= 0


class TakesOccupiedSquares(Noughts):
    def actions(self, s):
        return [] if self.is_terminal(s) else list(range(9))


class SquareTwice(Noughts):
    def actions(self, s):
        return [*Noughts.actions(self, s), *list(Noughts.actions(self, s))[:1]]


class SameForBoth(Noughts):
    def utility(self, s, player):
        return Noughts.utility(self, s, 0)


class DrawPaysBoth(Noughts):
    def utility(self, s, player):
        return 1 if self.winner(s) < 0 else Noughts.utility(self, s, player)


class AlwaysNothing(Noughts):
    def utility(self, s, player):
        return 0


class ForgotToReturn(Matches):
    def is_terminal(self, s):
        s.left == 0  # noqa: B015


class ForgotToReturnTheEnd(Noughts):
    def is_terminal(self, s):
        if self.winner(s) >= 0:
            return True


class TakesTooMany(Matches):
    def actions(self, s):
        return [1, 2, 3] if s.left != 0 else []


class ActionIgnored(Matches):
    def result(self, s, a):
        return Heap(s.left - 1, 1 - s.mover)


class ActionIgnoredAtTen(Matches):
    def result(self, s, a):
        return s if s.left == 10 and a == 2 else Heap(s.left - a, 1 - s.mover)


class ThreeDeclared(Matches):
    players = 3
    zero_sum = False


class WholeAreHalves(Matches):
    whole = True

    def utility(self, s, player):
        return 0.5 if player != s.mover else -0.5


class RangeTooNarrow(Matches):
    utility_range = (0.0, 1.0)


class RandomStart(Matches):
    def initial(self):
        return Heap(random.randrange(5, 10**9), 0)


class ShuffledActions(Noughts):
    def actions(self, s):
        found = list(Noughts.actions(self, s))
        random.shuffle(found)
        return found


class TurnInTheGame(Matches):
    """Whose turn it is stands in the object, not in the state."""

    def __init__(self):
        self._turn = 0

    def player(self, s):
        self._turn += 1
        return self._turn % 2


class CountsFromOne(Matches):
    def player(self, s):
        return s.mover + 1


class BestIsLeast(Matches):
    """Whoever takes the last loses, by mistake."""

    def utility(self, s, player):
        return 1 if player == s.mover else -1


class NoPartners(Poker):
    players = 4
    teams = (0, 1, 0, 1)
    zero_sum = False

    def utility(self, s, player):
        return player


# ---------------------------------------------------------------- chance


class NineTenths(Race):
    def outcomes(self, s):
        yield 0, 0.5
        yield 3, 0.4


class SameSideTwice(Race):
    def outcomes(self, s):
        yield 0, 0.5
        yield 3, 0.25
        yield 3, 0.25


class PerCent(Race):
    def outcomes(self, s):
        yield 0, 50
        yield 3, 50


class NeverRolls(Race):
    def player(self, s):
        return s.mover


class RollsInResult(Race):
    def result(self, s, a):
        return Race.result(self, s, a if not s.rolling else random.randrange(1000))


# ---------------------------------------------------------------- what helps the search


def material(s, player):
    lead = sum(s.cells[a] == 1 for a in (0, 2, 4, 6, 8)) - sum(s.cells[a] == 2 for a in (0, 2, 4, 6, 8))
    return lead / 5 if player == 0 else -lead / 5


class GuessesBackwards(Matches):
    def evaluate(self, s, player):
        is_lost = s.left % 4 == 0
        return 0.5 if is_lost == (player == s.mover) else -0.5


class GuessesForTheMover(Noughts):
    def evaluate(self, s, player):
        return material(s, s.mover)


class GuessesInHundreds(Noughts):
    def evaluate(self, s, player):
        return 100 * material(s, player)


class GuessesNothing(Noughts):
    def evaluate(self, s, player):
        return 0.0 if s.cells[8] == s.mover + 7 else 0


class GuessesByDivision(Noughts):
    def evaluate(self, s, player):
        return float("inf") if s.cells[0] == 2 else 0.0


class KeyWithoutMover(Matches):
    def key(self, s):
        return s.left


class KeyOfTheObject(Matches):
    def key(self, s):
        return id(s)


class MirrorSwapsColours(Noughts):
    def symmetric(self, s):
        yield Board(tuple((0, 2, 1)[cell] for cell in s.cells), 1 - s.mover)


class MirrorOfTheRow(Noughts):
    """Not a symmetry: one row is moved, and the others are not."""

    def symmetric(self, s):
        yield Board((*s.cells[1:3], s.cells[0], *s.cells[3:]), s.mover)


class CandidatesWithoutTheBest(Matches):
    def candidates(self, s):
        return [a for a in self.actions(s) if a != 3 or s.left == 3] if s.left != 2 else [1]


class CandidatesIllegal(Matches):
    def candidates(self, s):
        return [1, 2, 3]


class BoundsTooTight(Matches):
    def bounds(self, s):
        return (0.5, 1.0) if s.left >= 9 else (-1.0, 1.0)


class ProofOfTheWrongMover(Matches):
    def proof(self, s):
        return (-1.0, 1.0) if s.left % 4 else (1.0, 1.0) if s.mover == 0 else (-1.0, -1.0)


class StakesTooLow(Poker):
    def stakes(self, s, player):
        return -1.0, 1.0


class BookIsWrong(Matches):
    def known(self, s):
        return 1.0 if s.left == 8 else None


class PassIsBest(Matches):
    def passed(self, s):
        yield Heap(s.left, 1 - s.mover)


class DepthComesBack(Matches):
    def depth_spent(self, s):
        return s.mover - 1


class DepthNeverSpent(Ring):
    def depth_spent(self, s):
        return 0


class QuietInWords(Matches):
    def is_quiet(self, s):
        return "yes" if s.left < 5 else "no"


class LevelsForgotten(Matches):
    utility_levels = (0.0, 1.0)


class FeaturesByName(Matches):
    feature_count = 4

    def features(self, s):
        yield "left", s.left


# ---------------------------------------------------------------- what is hidden, and what is shown


class SeesAll(Poker):
    def view(self, s, player):
        return (player, *s.cards, s.bet, s.call)


class LooksAlikeBeforeAndAfter(Poker):
    def actions(self, s):
        if not self.is_terminal(s):
            yield 0
            if s.cards[0] != 3:
                yield 1


class DealsWithoutTheTruth(Poker):
    def deals(self, view):
        for other in (1, 2, 3):
            if other > view.card:
                yield Deal((view.card, other) if view.player == 0 else (other, view.card), view.bet, view.call), 1.0


class PictureOfAll(Poker):
    def seen(self, s, player):
        return kz.Picture(cells=(tuple(map(str, s.cards)),))


class ToldTheDeal(Poker):
    def told(self, s, a, player):
        return f"the cards are {a}" if s.cards[0] == 0 else str(a)


class TextWithoutMover(Matches):
    def text(self, s):
        return str(s.left)

    def parse(self, text):
        return Heap(int(text), 0)


class ActionsAlike(Noughts):
    def action_text(self, s, a):
        return "abc"[a % 3]


class ReadsOffByOne(Noughts):
    def action_text(self, s, a):
        return str(a + 1)

    def parse_action(self, s, text):
        return int(text)


class PicturePrinted(Matches):
    def picture(self, s):
        return "|" * s.left


MISTAKES = {
    WrongSign: "whoever moves last loses every game",
    OneMovesOnly: "player 1 never moves",
    MovesTwiceAtTheEdge: "turns do not always alternate",
    ListChanged: "result changed the position it was given",
    WinsUnseen: "a game lasts 7 plies",
    TwoInARowEnds: "with best play player 0 gets 0",
    LastSquareForgotten: "is not terminal but has no actions",
    FullBoardGoesOn: "is not terminal but has no actions",
    TakesOccupiedSquares: "this game can go on for ever",
    SquareTwice: "twice: expected each action once",
    SameForBoth: "declared to sum to 0",
    DrawPaysBoth: "declared to sum to 0",
    AlwaysNothing: "every game ends with the same utilities [0, 0]",
    ForgotToReturn: "is_terminal at '(11,0)' is None: expected True or False",
    ForgotToReturnTheEnd: "is None: expected True or False",
    TakesTooMany: "random games had not ended after 400 plies",
    ActionIgnored: "it never matters which action is taken",
    ActionIgnoredAtTen: "2 changes nothing at '(10,1)'",
    ThreeDeclared: "player 2 never moves",
    WholeAreHalves: "whole = True promises",
    RangeTooNarrow: "leave the declared utility_range",
    RandomStart: "initial gave",
    ShuffledActions: "and later",
    TurnInTheGame: "player at '(",
    CountsFromOne: "is 2: expected 0 to 1, or CHANCE",
    BestIsLeast: "whoever moves last loses every game",
    NoPartners: "differ between partners",
    NineTenths: "sum to 0.9: expected 1",
    SameSideTwice: "gives 3 twice: expected each outcome once",
    PerCent: "expected 0 to 1",
    NeverRolls: "CHANCE never moves",
    RollsInResult: "and then",
    GuessesBackwards: "evaluate seems to point the wrong way",
    GuessesForTheMover: "evaluate of the two players at",
    GuessesInHundreds: "evaluate is not on the scale of the utilities",
    GuessesNothing: "evaluate is always 0",
    GuessesByDivision: "is inf: expected a number",
    KeyWithoutMover: "two positions have the key",
    KeyOfTheObject: "expected equal keys for equal positions",
    MirrorSwapsColours: "to player 0",
    MirrorOfTheRow: "is symmetric to",
    CandidatesWithoutTheBest: "leaves out 2, which is better than all that it gives",
    CandidatesIllegal: "which is not a legal action",
    BoundsTooTight: "bounds at '(10,1)' are 0.5 and 1, but the position is worth -1 to player 0",
    ProofOfTheWrongMover: "proof at '(4,1)' are -1 and -1, but the position is worth 1 to player 0",
    StakesTooLow: "are -1 and 1, but it may get",
    BookIsWrong: "known at '(8,",
    PassIsBest: "which is better for player",
    DepthComesBack: "depth_spent at '(11,0)' is -1",
    DepthNeverSpent: "a search to a depth would never end",
    QuietInWords: "is_quiet at '(11,0)' is 'no': expected True or False",
    LevelsForgotten: "are not all among the declared utility_levels (0.0, 1.0)",
    FeaturesByName: "features at",
    SeesAll: "nothing is hidden from player",
    LooksAlikeBeforeAndAfter: "have the same view for player 1, but it may play",
    DealsWithoutTheTruth: "is not among the states that deals gives",
    PictureOfAll: "but seen shows it different pictures: that gives away what is hidden",
    ToldTheDeal: "though its view is the same before and after: that gives away what is hidden",
    TextWithoutMover: "text and parse lose something",
    ActionsAlike: "are both written",
    ReadsOffByOne: "action_text and parse_action lose something",
    PicturePrinted: "expected a kz.Picture",
}


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda kind: kind.__name__)
def test_every_mistake_is_named(mistake):
    report = kz.check(mistake(), compiled=False)
    said = [*report.faults, *report.facts]
    assert any(MISTAKES[mistake] in sentence for sentence in said), str(report)
    assert all("\n" not in sentence for sentence in said)


def test_what_a_game_that_is_right_leaves_open_is_a_fact():
    (for_ever,) = kz.check(Ring(), compiled=False).facts
    assert for_ever == "this game can go on for ever: '(-1,1)' comes back after 2 plies by -1 1"
    assert any("answer seen(s, player)" in fact for fact in kz.check(Poker(), compiled=False).facts)


def test_a_game_that_is_right_says_little():
    """What facts there are help, and nothing is said that must be explained away."""
    assert kz.check(Matches(), compiled=False).facts == [
        "whoever moves last wins every game, in all 2 final positions",
        "a game lasts 4 to 11 plies, with 1 to 3 actions to choose from",
        "with best play player 0 gets 1",
    ]

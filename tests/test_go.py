"""Go: its rules against a slow implementation of them, its score, what may not come back, its notation and SGF."""

import random

import pytest

import kibitz as kz
from command import kibitz
from kibitz.check.perft import perft
from kibitz.game.repeating import allowed, is_forbidden
from kibitz.games.go import Go
from kibitz.games.go.board import NOWHERE, PASS, State, ko_point, last_action, meta_of, mover
from kibitz.games.go.life import secured, unconditional
from kibitz.games.go.points import NO_POINTS, each, either, number_of, single
from kibitz.games.go.record import Record
from kibitz.games.go.sgf import read_tree
from kibitz.game.record import KeptGame, Remark

# ---------------------------------------------------------------- the rules, slowly


class Slow:
    """Go with a dictionary for a board, from the rules as Tromp and Taylor wrote them; points are (row, column)."""

    def __init__(self, size, suicide=False):
        self.size, self.suicide = size, suicide
        self.at = {}
        self.turn = 0
        self.seen = [frozenset()]
        self.passes = 0

    def near(self, point):
        row, column = point
        for other in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            if 0 <= other[0] < self.size and 0 <= other[1] < self.size:
                yield other

    def reached(self, at, point):
        """The points of one colour, or empty ones, that hang together with this one, and the colours around them."""
        colour, found, left, around = at.get(point), {point}, [point], set()
        while left:
            for other in self.near(left.pop()):
                if at.get(other) == colour and other not in found:
                    found.add(other)
                    left.append(other)
                elif at.get(other) != colour:
                    around.add(at.get(other))
        return found, around

    def after(self, point):
        """The board after a stone, or None where it may not be put there; superko is not looked at."""
        if point in self.at:
            return None
        at = {**self.at, point: self.turn}
        taken = False
        for other in self.near(point):
            if at.get(other) == 1 - self.turn:
                group, around = self.reached(at, other)
                if None not in around:
                    taken = True
                    for stone in group:
                        del at[stone]
        group, around = self.reached(at, point)
        if None not in around and not taken:
            if not self.suicide or len(group) == 1:
                return None
            for stone in group:
                del at[stone]
        return at

    def boards(self):
        """Each legal move with the board after it; superko, which forbids what a ko does too, is not looked at."""
        points = [(row, column) for row in range(self.size) for column in range(self.size)]
        found = {point: self.after(point) for point in points}
        return {point: at for point, at in found.items() if at is not None}

    def legal(self):
        """The moves that repeat no board."""
        return {point for point, at in self.boards().items() if frozenset(at.items()) not in self.seen}

    def play(self, point):
        if point is None:
            self.passes += 1
        else:
            self.at, self.passes = self.after(point), 0
            self.seen.append(frozenset(self.at.items()))
        self.turn = 1 - self.turn

    def lead(self):
        """Black's area less White's."""
        total = sum(1 if colour == 0 else -1 for colour in self.at.values())
        points = [(row, column) for row in range(self.size) for column in range(self.size)]
        for point in points:
            if point not in self.at:
                around = self.reached(self.at, point)[1]
                total += 1 if around == {0} else -1 if around == {1} else 0
        return total


def stones(game, s):
    """The stones of a state as the slow game has them."""
    sides = {mover(s): s.me, 1 - mover(s): s.other}
    return {divmod(point, game.stride): side for side, points in sides.items() for point in each(points)}


def place(game, a):
    return None if a == PASS else divmod(a, game.stride)


@pytest.mark.parametrize(("size", "suicide", "games"), [(2, False, 60), (3, True, 60), (5, False, 25), (7, True, 6)])
def test_random_games_follow_the_slow_rules(size, suicide, games):
    game, luck = Go(size, komi=0.5, suicide=suicide, score="margin"), random.Random(size)
    for _ in range(games):
        s, slow, history = game.initial(), Slow(size, suicide), []
        for _ in range(3 * size * size):
            actions = list(game.actions(s))
            assert actions[-1] == PASS and len(set(actions)) == len(actions)
            fit = {place(game, a) for a in allowed(game, s, history)} - {None}
            assert fit == slow.legal()
            assert {place(game, a) for a in actions if a != PASS} | _ko(game, s) == set(slow.boards())
            assert not is_forbidden(game, s, PASS, history)
            a = luck.choice([a for a in allowed(game, s, history) if a != PASS or luck.random() < 0.2] or [PASS])
            history.append(game.recurrence(s))
            s = game.result(s, a)
            slow.play(place(game, a))
            assert stones(game, s) == slow.at and mover(s) == slow.turn and last_action(s) == a
            assert game.utility(s, 0) == slow.lead() - 0.5 == -game.utility(s, 1)
            assert game.is_terminal(s) == (slow.passes == 2)
            if game.is_terminal(s):
                break


def _ko(game, s):
    """The point that a ko forbids: the slow rules know it by the board that would come back."""
    return set() if ko_point(s) == NOWHERE else {place(game, ko_point(s))}


def test_large_boards_follow_the_slow_rules_over_all_three_words():
    for size in (9, 12, 13):
        game, luck, slow = Go(size, komi=0, superko=False), random.Random(size), Slow(size)
        s = game.initial()
        for _ in range(2 * size * size):
            a = luck.choice(list(game.actions(s))[:-1] or [PASS])
            s = game.result(s, a)
            slow.play(place(game, a))
        assert stones(game, s) == slow.at
        assert {place(game, a) for a in game.actions(s)} - {None} | _ko(game, s) == set(slow.boards())
        assert Go(size, komi=0, score="margin").utility(s, 0) == slow.lead()


def slow_perft(size, depth, slow=None):
    slow = slow or Slow(size)
    if depth == 0:
        return 1
    if slow.passes == 2:
        return 0
    total = 0
    # A ko alone forbids what superko would: both look one board back here.
    for point in [None, *slow.boards()]:
        at = None if point is None else slow.after(point)
        if point is not None and len(slow.seen) > 1 and frozenset(at.items()) == slow.seen[-2] and slow.passes == 0:
            continue
        below = Slow(size)
        below.at, below.turn, below.seen, below.passes = dict(slow.at), slow.turn, list(slow.seen), slow.passes
        below.play(point)
        total += slow_perft(size, depth - 1, below)
    return total


def test_the_number_of_positions_at_each_depth():
    for size, deepest in ((2, 6), (3, 4)):
        game = Go(size)
        for depth in range(1, deepest + 1):
            found = perft(game, game.initial(), depth=depth, interpreted=True)
            assert found.leaves == slow_perft(size, depth)


@pytest.mark.parametrize(("size", "number"), [(2, 57), (3, 12_675)])
def test_the_number_of_legal_boards_is_the_published_one(size, number):
    """Every board of three colours, read as a position that somebody set up."""
    game, found = Go(size), 0
    points = [game.point(row, column) for row in range(size) for column in range(size)]
    for board in range(3 ** len(points)):
        sides = [NO_POINTS, NO_POINTS]
        for point in points:
            board, colour = divmod(board, 3)
            if colour:
                sides[colour - 1] = either(sides[colour - 1], single(point))
        s = State(*sides, meta_of(0, 0, NOWHERE, NOWHERE, NOWHERE, 0))
        try:
            found += game.parse(game.text(s)) == s
        except kz.BadInput:
            continue
    assert found == number


def test_a_ko_may_not_be_retaken_at_once_but_after_a_threat():
    game = Go(5)
    s = game.parse("b3 c3 a2 d2 b1 c1 c2 b2")  # White takes c2
    assert game.action_text(s, ko_point(s)) == "c2"
    with pytest.raises(kz.BadInput, match="not a legal move"):
        game.parse_action(s, "c2")
    assert "c2" in [game.action_text(s, a) for a in game.actions(game.parse("b3 c3 a2 d2 b1 c1 c2 b2 e5 e4"))]


def test_superko_forbids_what_a_ko_does_not():
    game, luck = Go(2, komi=0), random.Random(5)
    met = 0
    for _ in range(40):
        s, history = game.initial(), []
        while not game.is_terminal(s) and len(history) < 40:
            fit = allowed(game, s, history)
            met += len(fit) < len(list(game.actions(s)))
            history.append(game.recurrence(s))
            s = game.result(s, luck.choice([a for a in fit if a != PASS] or fit))
    assert met > 50


def test_without_superko_a_position_for_the_third_time_is_no_result():
    game = Go(3, superko=False)
    assert game.repetition == 0.0 and not game.repetition_is_illegal
    assert game.recurrence(game.initial()) == game.key(game.initial())


# ---------------------------------------------------------------- life


def test_two_eyes_live_and_one_does_not():
    game = Go(5)
    s = game.parse("(;SZ[5]AB[ae][be][ce][de][ee][bd][ad][dd][cd][ed]PL[W])")
    assert number_of(unconditional(game, s.other, s.me)) == 0
    s = game.parse("(;SZ[5]AB[be][ad][bd][cd][dd][de][ed]PL[W])")  # eyes at a1, c1 and e1
    assert number_of(unconditional(game, s.other, s.me)) == 7
    assert secured(game, s.other, s.me) == 10


def test_what_is_secured_is_never_lost():
    """Whatever both play at random, the owner of secured points keeps them as long as no eye is filled by itself."""
    luck = random.Random(1)
    game = Go(4, komi=0)
    met = 0
    for _ in range(400):
        s = game.initial()
        for _ in range(18):
            s = game.result(s, luck.choice(list(game.actions(s))[:-1] or [PASS]))
        alive = unconditional(game, s.other, s.me)
        met += number_of(alive) > 0
        owner = 1 - mover(s)
        for _ in range(12):  # the owner only passes
            s = game.result(s, PASS if mover(s) == owner else luck.choice(list(game.actions(s))))
            if game.is_terminal(s):
                break
            mine = s.me if mover(s) == owner else s.other
            assert number_of(alive) == sum(1 for point in each(alive) if point in set(each(mine)))
    assert met > 20

"""The horizon effect, and what helps against it: a small capture game, and a corridor with one way through."""

import random
from typing import NamedTuple

import pytest

from kibitz.answer.analyse import analyse
from kibitz.game import Game
from kibitz.native.tuples import replaced
from kibitz.search.engine import desk as steps
from kibitz.search.engine.engine import Engine
from kibitz.search.engine.settle import MOST_LINES
from kibitz.search.engine.techniques import Techniques
from kibitz.search.selective.selective_engine import SelectiveEngine
from oracle import game_value
from test_selective import BETS

WAIT = -1
FIXED = Techniques(quiescence=False)


class Row(NamedTuple):
    """Pieces on a row of cells, by their worth, MIN's negative; whose turn; plies left; whether one was just taken."""

    cells: tuple[int, ...]
    turn: int
    left: int
    taken: int


class Skirmish(Game):
    """Pieces step one cell or wait, and take an enemy in reach: worth 1 takes at 1 cell, 5 up to 2, 9 up to 3."""

    whole = True
    utility_range = (-40.0, 40.0)

    def initial(self):
        return Row((9, 0, 0, -1, 0, -5, 0), 0, 20, 0)

    def player(self, s):
        return s.turn

    def actions(self, s):
        yield WAIT
        for start, piece in enumerate(s.cells):
            if piece and (piece < 0) == s.turn:
                for way in (-1, 1):
                    yield from self.moves(s, start, way)

    def moves(self, s, start, way):
        for distance in range(1, {1: 1, 5: 2, 9: 3}[abs(s.cells[start])] + 1):
            end = start + way * distance
            if not 0 <= end < len(s.cells):
                return
            if s.cells[end]:
                if (s.cells[end] < 0) != s.turn:
                    yield start * 16 + end
                return
            if distance == 1:
                yield start * 16 + end

    def result(self, s, a):
        if a == WAIT:
            return Row(s.cells, 1 - s.turn, s.left - 1, 0)
        start, end = divmod(a, 16)
        cells = replaced(replaced(s.cells, end, s.cells[start]), start, 0)
        return Row(cells, 1 - s.turn, s.left - 1, int(s.cells[end] != 0))

    def is_terminal(self, s):
        return s.left == 0 or min(s.cells) >= 0 or max(s.cells) <= 0

    def utility(self, s, player):
        return self.evaluate(s, player)

    def evaluate(self, s, player):
        return float(sum(s.cells)) if player == 0 else -float(sum(s.cells))

    def is_noisy(self, s, a):
        return a != WAIT and s.cells[a % 16] != 0


class Excited(Skirmish):
    """The same, but right after a piece was taken `evaluate` is not trusted: every reply is looked at."""

    def is_quiet(self, s):
        return s.taken == 0


def row(*cells, turn=0, left=20):
    return Row(cells, turn, left, 0)


def best_and_value(game, s, depth, techniques):
    answer = analyse(game, s, depth=depth, techniques=techniques, interpreted=True)
    return answer.moves[0].action, answer.value


GRAB = 0 * 16 + 3
DEFENDED = row(9, 0, 0, -1, 0, -5, 0)  # the pawn on 3 is in reach of the 9, and defended by the 5


def test_a_fixed_depth_grabs_a_defended_piece():
    """The recapture lies one ply beyond the horizon."""
    assert best_and_value(Skirmish(), DEFENDED, 1, FIXED) == (GRAB, 4.0)


def test_quiescence_sees_the_recapture():
    action, value = best_and_value(Skirmish(), DEFENDED, 1, Techniques())
    assert action != GRAB
    assert value == 3.0  # as it stands


def test_the_truth_is_with_quiescence():
    """To the end of a game in which there is time to take back, the grab loses the 9 for a pawn."""
    game = Skirmish()
    s = DEFENDED._replace(left=4)
    assert game_value(game, game.result(s, GRAB)) < game_value(game, s) == 3.0


@pytest.mark.parametrize("depth", [1, 3])
def test_the_last_ply_of_any_depth_is_fooled_alike(depth):
    """Always one more grab at the horizon: odd depths promise the pawn, and it never comes."""
    game = Skirmish()
    assert Engine(game, techniques=FIXED, interpreted=True).value(DEFENDED, depth) > 3
    assert Engine(game, interpreted=True).value(DEFENDED, depth) == 3


def test_an_undefended_piece_is_taken_all_the_same():
    free = row(9, 0, 0, -1, 0, 0, -5)
    for techniques in (FIXED, Techniques()):
        assert best_and_value(Skirmish(), free, 1, techniques) == (GRAB, 4.0)


def test_an_exchange_that_pays_is_gone_into():
    pays = row(1, -5, -1, 0, 0, 0, 0)  # a pawn takes a 5, and is taken back
    assert best_and_value(Skirmish(), pays, 1, FIXED) == (1, 0.0)
    assert best_and_value(Skirmish(), pays, 1, Techniques()) == (1, -1.0)


def test_it_is_the_same_for_the_other_player():
    s = row(0, 5, 0, 1, 0, 0, -9, turn=1)
    grab = 6 * 16 + 3
    assert best_and_value(Skirmish(), s, 1, FIXED) == (grab, 4.0)
    action, value = best_and_value(Skirmish(), s, 1, Techniques())
    assert action != grab
    assert value == 3.0


def settled(game, s, alpha=-100.0, beta=100.0):
    """Textbook quiescence without a window, for the player to move: the oracle of `settle`."""
    still = game.evaluate(s, s.turn)
    quiet = game.is_quiet(s)
    values = [still] if quiet else []
    for a in game.actions(s):
        if not quiet or game.is_noisy(s, a):
            after = game.result(s, a)
            over = game.is_terminal(after)
            values.append(game.utility(after, s.turn) if over else -settled(game, after))
    return max(values, default=still)


def random_rows(number):
    dice = random.Random(4)
    while number:
        s = Row(
            tuple(dice.choice([0, 0, 0, 1, 5, 9, -1, -5, -9]) for _ in range(7)),
            dice.randint(0, 1),
            20,
            dice.randint(0, 1),
        )
        if min(s.cells) < 0 < max(s.cells):
            yield s
            number -= 1


@pytest.mark.parametrize("game", [Skirmish(), Excited()])
def test_settling_is_textbook_quiescence(game):
    differ = 0
    for s in random_rows(80):
        engine = Engine(game, megabytes=0.1, interpreted=True)
        assert engine.value(s, 0) == settled(game, s)
        still = game.evaluate(s, s.turn)
        assert Engine(game, megabytes=0.1, techniques=FIXED, interpreted=True).value(s, 0) == still
        differ += still != settled(game, s)
        for alpha in (-3.0, 0.0, 2.0):  # the contract holds with a window too
            found, value = engine.value(s, 0, alpha, alpha + 1), settled(game, s)
            assert value <= found if found <= alpha else value >= found if found >= alpha + 1 else value == found
    assert differ > 15


def test_where_it_is_not_quiet_a_player_cannot_just_stop():
    """Right after a capture every reply is looked at: a step out of reach is found, which is no capture."""
    trusting, excited = Skirmish(), Excited()
    differ = [s for s in random_rows(300) if s.taken and settled(trusting, s) != settled(excited, s)]
    assert differ
    for s in differ:
        assert Engine(excited, megabytes=0.1, interpreted=True).value(s, 0) == settled(excited, s)


def test_what_quiescence_finds_is_a_guess():
    engine = Engine(Skirmish(), megabytes=0.1, interpreted=True)
    engine.value(DEFENDED, 1)
    assert engine.guesses() > 0
    assert engine.desks[0].words[steps.QUIET_NODES] > 0


def test_to_the_end_quiescence_changes_nothing():
    game = Skirmish()
    for s in random_rows(40):
        s = s._replace(left=3)
        value = game_value(game, s)
        for techniques in (FIXED, Techniques()):
            found = Engine(game, megabytes=0.1, techniques=techniques, interpreted=True).solve(s)
            assert found == (value if s.turn == 0 else -value)


# ---------------------------------------------------------------- singular extensions


class Step(NamedTuple):
    ply: int
    strayed: int  # 1 + the player who left the corridor


class Corridor(Game):
    """One way through: who strays loses 5 at once; at its end MAX finds 3. Before that all looks even."""

    def __init__(self, length=5, ways=2):
        self.length = length
        self.ways = ways  # how many of the two moves keep to the corridor

    def initial(self):
        return Step(0, 0)

    def player(self, s):
        return s.ply % 2

    def actions(self, s):
        yield 0
        yield 1

    def result(self, s, a):
        return Step(s.ply + 1, 0 if a < self.ways else 1 + s.ply % 2)

    def is_terminal(self, s):
        return s.strayed > 0 or s.ply == self.length

    def utility(self, s, player):
        value = 3.0 if s.strayed == 0 else -5.0 if s.strayed == 1 else 5.0
        return value if player == 0 else -value

    def evaluate(self, s, player):
        return 0.0


def deepened(game, depth, techniques):
    engine = Engine(game, megabytes=0.1, techniques=techniques, interpreted=True)
    return [engine.value(game.initial(), d) for d in range(1, depth + 1)], engine


def test_a_move_that_stands_alone_is_seen_one_ply_further():
    game = Corridor(length=5, ways=1)
    without, _ = deepened(game, 4, Techniques())
    extended, engine = deepened(game, 4, Techniques(singular=True))
    assert without == [0, 0, 0, 0]  # the end is at ply 5
    assert extended == [0, 0, 0, 3]
    assert engine.desks[0].words[steps.EXTENSIONS] > 0
    assert game_value(game) == 3


def test_where_two_moves_are_as_good_nothing_is_extended():
    game = Corridor(length=5, ways=2)
    extended, engine = deepened(game, 4, Techniques(singular=True))
    assert extended == [0, 0, 0, 0]
    assert engine.desks[0].words[steps.EXTENSIONS] == 0


def test_a_longer_corridor_is_too_long_for_one_extension():
    assert deepened(Corridor(length=12, ways=1), 4, Techniques(singular=True))[0] == [0, 0, 0, 0]


def test_to_the_end_singular_extensions_change_nothing():
    for length in (3, 6, 9):
        game = Corridor(length, ways=1)
        assert Engine(game, megabytes=0.1, techniques=Techniques(singular=True), interpreted=True).solve(
            game.initial()
        ) == game_value(game)


# ---------------------------------------------------------------- games that are never quiet


class Runners(NamedTuple):
    """Where two runners are on a circle, and whose turn it is."""

    ours: int
    theirs: int
    turn: int


class Restless(Game):
    """Two run round a circle, and whoever catches the other wins. It is never quiet, and it can go on for ever."""

    utility_range = (-1.0, 1.0)
    swing = 0.1

    def initial(self):
        return Runners(0, 6, 0)

    def player(self, s):
        return s.turn

    def actions(self, s):
        yield from (1, 2, 3)

    def result(self, s, step):
        if s.turn == 0:
            return Runners((s.ours + step) % 12, s.theirs, 1)
        return Runners(s.ours, (s.theirs + step) % 12, 0)

    def is_terminal(self, s):
        return s.ours == s.theirs

    def utility(self, s, player):
        return 1.0 if s.turn != player else -1.0

    def evaluate(self, s, player):
        behind = (s.theirs - s.ours) % 12 if player == 0 else (s.ours - s.theirs) % 12
        return (6 - behind) / 16

    def is_quiet(self, s):
        return False


def restless_value(game, s, depth, room, seen):
    """The value for the player to move by the definition: below the depth three actions share the room, while any."""
    if (s, depth, room) not in seen:
        left = room // 3 if depth == 0 else room
        if game.is_terminal(s):
            seen[s, depth, room] = game.utility(s, s.turn)
        elif left == 0:
            seen[s, depth, room] = game.evaluate(s, s.turn)
        else:
            below = (game.result(s, a) for a in game.actions(s))
            seen[s, depth, room] = max(-restless_value(game, t, max(0, depth - 1), left, seen) for t in below)
    return seen[s, depth, room]


@pytest.mark.parametrize("engine", [Engine, SelectiveEngine])
def test_a_game_that_is_never_quiet_is_followed_no_further_than_a_limit(engine):
    """The search from every leaf ends where the lines that it may follow are used up: not before, and not later."""
    game = Restless()
    plain = dict.fromkeys((*BETS, "table"), False) if engine is SelectiveEngine else {"table": False}
    for start in (4, 6):
        s = Runners(0, start, 0)
        searched = engine(game, megabytes=0.1, techniques=Techniques(**plain), interpreted=True)
        assert searched.value(s, 1) == restless_value(game, s, 1, MOST_LINES, {})
        assert searched.nodes < 3 * MOST_LINES

"""Connect Four for three or more, and for two teams."""

import itertools
import random

import pytest

import kibitz as kz
from command import kibitz
from kibitz.answer.plan import choose
from kibitz.errors import BadInput
from kibitz.games.connect_four import ConnectFour
from kibitz.games.connect_four_many import SYMBOLS, ConnectFourMany
from kibitz.search.several.vector_engine import VectorEngine
from refused import refusal

SMALL = {"width": 4, "height": 3, "line": 3}
TEAMS = {"width": 4, "height": 4, "line": 3, "players": 4, "teams": True}


class Plain:
    """The same game by lists of columns: who dropped what where, and every line written out."""

    def __init__(self, width, height, line, players):
        self.width, self.height, self.players = width, height, players
        cells = list(itertools.product(range(width), range(height)))
        runs = [[(c + k * dc, r + k * dr) for k in range(line)] for c, r in cells for dc, dr in DIRECTIONS]
        self.lines = [run for run in runs if all(cell in cells for cell in run)]

    def won(self, columns, player):
        stones = {(c, r) for c, column in enumerate(columns) for r, who in enumerate(column) if who == player}
        return any(all(cell in stones for cell in line) for line in self.lines)


DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


@pytest.mark.parametrize("given", [SMALL, TEAMS, {}, {"players": 5, "width": 5, "height": 5}, {"line": 5}])
def test_random_games_are_those_of_a_plain_board(given):
    game = ConnectFourMany(**given)
    plain = Plain(game.width, game.height, game.line, game.players)
    dice = random.Random(7)
    for _ in range(25):
        s, columns, player = game.initial(), [[] for _ in range(game.width)], 0
        while True:
            free = [c for c in range(game.width) if len(columns[c]) < game.height]
            won = any(plain.won(columns, p) for p in range(game.players))
            assert game.is_terminal(s) == (won or not free)
            if game.is_terminal(s):
                break
            assert game.player(s) == player
            assert list(game.actions(s)) == free
            column = dice.choice(free)
            columns[column].append(player)
            s = game.result(s, column)
            player = (player + 1) % game.players
        winners = [p for p in range(game.players) if plain.won(columns, p)]
        shares = [game.utility(s, p) for p in range(game.players)]
        assert sum(shares) == 0
        if winners:
            side = {p for p in range(game.players) if p % game.sides == winners[0] % game.sides}
            assert {p for p, share in enumerate(shares) if share > 0} == side
            cells = game.width * game.height
            own = sum(column.count(winners[0]) for column in columns)
            in_all = len(range(winners[0], cells, game.players))
            assert max(shares) == (in_all + 1 - own) * (game.sides - 1)
        else:
            assert set(shares) == {0.0}


@pytest.mark.parametrize("given", [SMALL, TEAMS])
def test_guesses_and_ends_keep_to_the_shares_and_shares_only_narrow(given):
    game = ConnectFourMany(**given)
    dice = random.Random(3)
    for _ in range(60):
        s = game.initial()
        limits = [game.stakes(s, p) for p in range(game.players)]
        while not game.is_terminal(s):
            guesses = [game.evaluate(s, p) for p in range(game.players)]
            assert sum(guesses) <= 0
            assert all(low <= guess <= high for guess, (low, high) in zip(guesses, limits, strict=True))
            s = game.result(s, dice.choice(list(game.actions(s))))
            inner = [game.stakes(s, p) for p in range(game.players)]
            assert all(low <= a and b <= high for (a, b), (low, high) in zip(inner, limits, strict=True))
            limits = inner
        assert [game.utility(s, p) for p in range(game.players)] == [low for low, _ in limits]


def positions(game, count, plies, seed=5):
    dice = random.Random(seed)
    while count:
        s = game.initial()
        for _ in range(plies):
            if not game.is_terminal(s):
                s = game.result(s, dice.choice(list(game.actions(s))))
        if not game.is_terminal(s):
            count -= 1
            yield s


def test_the_engine_is_plain_maxn_compiled_and_interpreted():
    game = ConnectFourMany(**SMALL)
    engine = VectorEngine(game, megabytes=1)
    for s in positions(game, 12, 4):
        plain = kz.maxn(game, s)
        engine.begin(s)
        assert engine.value(s) == plain.value
        assert engine.action(s) == plain.action
        for depth in (1, 2, 3):
            # The table may know the end of a line that is only guessed at otherwise: a fresh one does not.
            fresh = VectorEngine(game, megabytes=0.1)
            assert fresh.value(s, depth) == kz.maxn(game, s, depth=depth).value
    s = next(positions(game, 1, 6))
    assert VectorEngine(game, megabytes=0.1, interpreted=True).value(s) == engine.value(s)


def test_teams_are_worth_the_same_by_sides_and_by_maxn_with_shared_payoffs():
    game = ConnectFourMany(**TEAMS)
    assert choose("auto", game).algorithm.name == "paranoid"
    values = set()
    for s in positions(game, 14, 8):
        by_sides = kz.solve(game, s, interpreted=True)
        assert (
            by_sides
            == kz.solve(game, s, algorithm="maxn", interpreted=True)
            == kz.maxn(game, s, interpreted=True).value
        )
        assert by_sides[0] == by_sides[2] == -by_sides[1] == -by_sides[3]
        values.add(by_sides[0])
    assert len(values) > 2


def test_with_two_players_it_is_connect_four():
    many, two = ConnectFourMany(**SMALL, players=2), ConnectFour(**SMALL)
    for text in ("1122", "2233", "1", "3213"):
        assert kz.solve(many, many.parse(text), interpreted=True) == kz.solve(two, two.parse(text), interpreted=True)


def test_a_position_is_read_as_columns_or_as_rows_and_written_as_rows():
    game = ConnectFourMany()
    s = game.parse("4453325")
    assert game.text(s) == "......./......./......./......./..OOX../.ZXXZ.."
    assert game.parse(game.text(s)) == s
    assert game.parse("") == game.initial()
    assert str(game.picture(s)).splitlines()[-1] == "O (player 2) is to move"
    assert set(game.picture(s).owners) == set(SYMBOLS[:3])


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("48", "there is no column '8' (move 2 of '48'): expected 1 to 4"),
        ("1111", "column '1' is full (move 4 of '1111')"),
        ("X.../..../.OZ.", "has a floating stone"),
        ("..../..../XXO.", "has 2 X: expected 1 of 3 stones"),
        ("..../..../XQZ.", "has 'Q': expected X, O, Z or ."),
        ("..../XOZ.", "expected 3 rows of 4 cells"),
        ("..../OZZO/XXXO", "a line of a player who was not the last to move"),
    ],
)
def test_what_is_no_position_is_refused_in_a_sentence(position, said):
    assert said in refusal(ConnectFourMany(**SMALL).parse, position)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"players": 7}, "7 players are out of range"),
        ({"teams": True}, "cannot form two equal teams"),
        ({"width": 9, "height": 7}, "does not fit"),
        ({"line": 1}, "a line must be 2 to 10 long, got 1"),
    ],
)
def test_parameters_that_make_no_game_are_refused(given, said):
    with pytest.raises(BadInput, match=said):
        ConnectFourMany(**given)


def test_it_is_well_defined():
    said = kibitz(
        "check", "connect-four-many", "--set", "width=3", "--set", "height=3", "--set", "line=3", "--interpreted"
    )
    assert said.code == 0
    assert said.out.startswith("well defined: all ")


def test_it_is_played_in_the_terminal():
    said = kibitz("play", "connect-four-many", "--set", "width=3", "--set", "height=2", "--you", "both", "--depth", "1",
                  "--interpreted", stdin="1\n1\n2\nundo\n2\nquit\n")  # fmt: skip
    assert said.code == 0
    assert "Z (player 3) is to move" in said.out

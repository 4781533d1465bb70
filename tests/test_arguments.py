"""Why, as an argument: all moves in a sentence, the refutation, the threat that a game names, and where it shows."""

from typing import NamedTuple

import pytest

import kibitz as kz
from kibitz.game import Game
from kibitz.game.threats import Threat
from kibitz.games.chess import Chess
from kibitz.games.connect_four import ConnectFour
from kibitz.games.tic_tac_toe import TicTacToe

FOUR = ConnectFour()


def answer_to(position):
    game = TicTacToe()
    return kz.analyse(game, game.parse(position))


# ---------------------------------------------------------------- all moves in a sentence


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        (".........", "Every move draws."),
        ("X........", "Only 5 draws; the other 7 lose."),
        ("X...O...X", "2, 4, 6 and 8 draw; 3 and 7 lose."),
        ("XX.OO....", "Threatened: three in a row at 6. Only 3 wins (in 1); 6 only draws; 7, 8 and 9 lose."),
        ("X.XO..X.O", "Threatened: three in a row at 2 and 5. Every move loses in 2."),
        ("XOXOXOOX.", "9 is the only move: wins in 1."),
    ],
)
def test_all_moves_are_summed_up_in_a_sentence(position, sentence):
    answer = answer_to(position)
    words = {row["move"]: row["outcome"] for row in answer.json()["moves"]}
    assert answer.summary == answer.json()["summary"] == sentence, words


def test_only_is_not_said_where_another_move_is_undecided():
    answer = kz.analyse(FOUR, FOUR.parse("44444266"), depth=4, interpreted=True)
    assert answer.summary.startswith("5 wins (in 3); ") and " undecided at depth 4" in answer.summary


class Scored(Game):
    """Take from two numbers in turn, and win by the difference; no range is told."""

    def initial(self):
        return (1, 3, 4)

    def player(self, s):
        return len(s) % 2 ^ 1

    def actions(self, s):
        return range(len(s)) if len(s) > 1 else ()

    def result(self, s, a):
        return s[:a] + s[a + 1 :]

    def is_terminal(self, s):
        return len(s) == 1

    def utility(self, s, player):
        return (s[0] - 3) * (1 if player == 0 else -1)


def test_a_proven_score_says_who_wins_by_how_much():
    answer = kz.analyse(Scored(), interpreted=True)
    assert [move.words for move in answer.moves] == ["draws", "loses by 2", "loses by 2"]
    assert answer.summary == "Only 0 draws; 1 and 2 lose."


class Pile(NamedTuple):
    left: int
    mover: int


class Taking(Game):
    """Take 1 to 3 of a pile, each worth a point; a game of numbers, with nothing to name."""

    counts = "points"
    utility_range = (-9.0, 9.0)

    def initial(self):
        return Pile(4, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        return range(1, min(3, s.left) + 1)

    def result(self, s, a):
        return Pile(s.left - a, 1 - s.mover)

    def is_terminal(self, s):
        return s.left == 0

    def utility(self, s, player):
        return 1.0 if player != s.mover else -1.0

    def evaluate(self, s, player):
        return (s.left - 2) / 4 * (1 if player == 0 else -1)


def test_numbers_say_what_they_count_and_what_they_rest_on():
    answer = kz.analyse(Taking(), depth=1, interpreted=True, algorithm="minimax")
    rows = answer.json()["moves"]
    assert [(row["move"], row["words"], row["loss_words"]) for row in rows] == [
        ("1", "+0.25 points (depth 1)", ""),
        ("2", "+0.00 points (depth 1)", "0.25 points"),
        ("3", "−0.25 points (depth 1)", "0.50 points"),
    ]
    assert [row["brief"] for row in rows] == ["+0.25", "+0.00", "−0.25"]
    assert answer.summary == "1 looks best: +0.25 points (depth 1); next is 2, 0.25 points behind."
    assert answer.why("2") == "2 gives away 0.25 points: +0.00 points instead of +0.25 points with 1 (depth 1)."


def test_the_units_of_a_game_for_one_are_the_same_from_the_guess_to_the_end():
    game = kz.game("yacht")
    s = next(game.result(s, a) for s in [game.initial()] for a, _ in game.outcomes(s))
    for depth in (1, 2):
        answer = kz.analyse(game, s, depth=depth, interpreted=True, nodes=20_000)
        assert all(" points" in move.words for move in answer.moves)


# ---------------------------------------------------------------- one move


def test_a_bad_move_is_refuted_by_a_line_and_the_threat_that_cannot_be_stopped():
    row = next(row for row in answer_to("X........").json()["moves"] if row["move"] == "4")
    argument = row["argument"]
    assert argument["claim"] == "4 loses in 6 where 5 would draw"
    assert row["why"] == f"{argument['claim']}: {argument['shown']}." and argument["reply"] == row["line"][1]
    threat = argument["threat"]
    assert threat["wins"] and len(threat["moves"]) == len(threat["cells"]) == 2  # only one can be stopped
    assert threat["words"] in argument["shown"] and threat["ply"] < row["shows_at"]


def test_what_a_move_leaves_open_is_named_at_once():
    answer = kz.analyse(FOUR, FOUR.parse("112233"), depth=2, interpreted=True)
    best = answer.json()["moves"][0]
    assert best["move"] == "4" and best["words"].startswith("wins")
    answer = kz.analyse(FOUR, FOUR.parse("11223"), depth=2, interpreted=True)
    rows = {row["move"]: row for row in answer.json()["moves"]}
    assert [threat["words"] for threat in answer.json()["threats"]] == ["four in a row at 4"]
    assert rows["4"]["reason"] == "stops four in a row at 4"
    for move in "123567":
        assert rows[move]["why"].endswith("does not stop four in a row at 4.")
        assert rows[move]["argument"]["threat"]["ply"] == 0  # it was there before the move


# ---------------------------------------------------------------- what is threatened


@pytest.mark.parametrize(
    ("columns", "player", "words", "moves"),
    [
        ("112233", 0, "four in a row at 4", ("4",)),
        ("4353", 0, None, ()),
        ("223344", 0, "four in a row at 1 and 5", ("1", "5")),
        ("112233", 1, "four in a row in column 4 once the cell below is filled", ()),
    ],
)
def test_connect_four_names_its_threats(columns, player, words, moves):
    found = list(FOUR.threats(FOUR.parse(columns), player))
    assert [threat.words for threat in found][:1] == ([words] if words else [])
    if found:
        assert found[0].moves == moves and found[0].wins == bool(moves)
        assert all(FOUR.picture(FOUR.parse(columns)).cells[row][column] == "." for row, column in found[0].cells)


@pytest.mark.parametrize(
    ("moves", "player", "words", "wins"),
    [
        ("e2e4 e7e5 f1c4 b8c6 d1h5 a7a6", 0, "checkmate on f7", True),
        ("e2e4 e7e5 d1h5 g8f6", 1, "the capture of the queen on h5", False),
        ("f2f3 e7e5 g2g4", 1, "checkmate on h4", True),
        ("e2e4 f7f6 d1h5", 0, "the king (check)", False),
        ("e2e4", 1, None, False),
    ],
)
def test_chess_names_its_threats(moves, player, words, wins):
    game = Chess()
    s = game.initial()
    for move in moves.split():
        s = game.result(s, game.parse_action(s, move))
    found = list(game.threats(s, player))
    assert [threat.words for threat in found][:1] == ([words] if words else [])
    assert all(threat.wins == wins and len(threat.path) == 2 for threat in found[:1])


def test_threats_are_not_asked_of_games_that_hide_something_or_say_nothing():
    assert list(kz.game("othello").threats(kz.game("othello").initial(), 0)) == []
    assert Threat("nothing").moves == ()
    answer = kz.analyse(kz.game("nim"), interpreted=True)
    assert answer.json()["threats"] == [] and all(row["reason"] == "" for row in answer.json()["moves"])

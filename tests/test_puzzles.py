"""Positions in which one move alone is right."""

import json

import pytest

import kibitz as kz
from command import kibitz
from kibitz.answer.puzzles import Setter
from kibitz.games.connect_four import ConnectFour
from kibitz.games.nim import Nim
from kibitz.games.tic_tac_toe import TicTacToe


def test_the_puzzles_of_a_game_are_its_positions_with_one_right_move():
    moves = ["1", "2", "5", "9", "4", "6", "7"]
    game = TicTacToe()
    found = {puzzle.ply: puzzle for puzzle in Setter(game, interpreted=True).in_game(game.initial(), moves)}
    s = game.initial()
    for ply, move in enumerate(moves, 1):
        values = sorted((report.value for report in kz.analyse(game, s).moves), reverse=True)
        assert (ply in found) == (len(values) > 1 and values[0] >= 0 and values[0] > values[1])
        s = game.result(s, game.parse_action(s, move))
    second = found[2]
    assert (second.position, second.solution, second.played) == ("X........", "5", "2")
    assert (second.words, second.otherwise, second.outcome, second.exact) == ("draws", "loses in 6", "draw", True)
    assert (second.depth, second.level, second.task) == (8, "hard", "O to move and draw.")
    assert found[7].depth == 1 and found[7].level == "easy"  # a win at once is seen at once
    assert second.link() == "#/play?game=tic-tac-toe&position=X........&puzzle=8"


def test_made_up_puzzles_follow_from_their_seed_and_are_right():
    game = Nim(piles=(2, 3, 4))
    first = list(Setter(game, interpreted=True).made_up(3, seed=1))
    again = list(Setter(game, interpreted=True).made_up(3, seed=1))
    assert first == again and len({puzzle.position for puzzle in first}) == 3
    for puzzle in first:
        best, *others = kz.analyse(game, game.parse(puzzle.position)).moves
        assert best.move == puzzle.solution and best.value == 1 and {other.value for other in others} == {-1}


def test_the_depth_is_the_least_from_which_on_a_search_sees_the_win():
    game = ConnectFour(width=5, height=4)
    puzzles = list(Setter(game).made_up(2, seed=3))
    assert len(puzzles) == 2
    for puzzle in puzzles:
        s = game.parse(puzzle.position)
        seen = kz.analyse(game, s, depth=puzzle.depth)
        assert seen.best == puzzle.solution
        if puzzle.outcome == "win":
            assert seen.outcome == "win"
            assert puzzle.depth == 1 or kz.analyse(game, s, depth=puzzle.depth - 1).outcome != "win"


def test_what_is_hidden_has_no_puzzles():
    with pytest.raises(kz.BadInput, match="'kuhn-poker' hides something"):
        Setter(kz.game("kuhn-poker"))


def test_the_command_prints_puzzles_with_their_links_or_says_that_there_are_none():
    out = kibitz("puzzles", "tic-tac-toe", "--moves", "1 2", "--interpreted").out
    assert out.splitlines() == [
        "1. X........ (move 2; 2 was played)",
        "   O to move and draw. Hard: the point lies 8 plies deep.",
        "   5: draws; any other move: loses in 6 at best",
        "   http://127.0.0.1:8080/#/play?game=tic-tac-toe&position=X........&puzzle=8",
    ]
    given = ("--set", "piles=1,2", "--count", "1", "--json", "--interpreted")
    puzzle = json.loads(kibitz("puzzles", "nim", *given).out)
    assert puzzle["solution"] == "2:1" and puzzle["link"].startswith("#/play?game=nim&set.piles=1,2&position=1,2")
    none = kibitz("puzzles", "nim", "--set", "piles=1,1", "--interpreted")
    assert none.code == 1 and "no position of 'nim' was found in which one move alone is right" in none.err

"""The evaluations of tic-tac-toe and Connect Four: what they count, and that nothing changes where none is chosen."""

from __future__ import annotations

import pytest

import kibitz as kz
from kibitz.errors import BadInput
from kibitz.game import answers


def values(name: str, position: str, depth: int, **more: object) -> dict[str, float]:
    game = kz.game(name, **more)
    answer = kz.analyse(game, game.parse(position), depth=depth, interpreted=True)
    return {move.move: move.value for move in answer.moves}


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four"])
def test_without_one_nothing_is_guessed(name):
    game = kz.game(name)
    assert not any(answers(game, question) for question in ("evaluate", "is_quiet"))
    assert game.evaluate(game.initial(), 0) == 0
    assert game.is_quiet(game.initial())
    with pytest.raises(BadInput, match=r"evaluation='good' is not an evaluation of .*: expected none or "):
        kz.game(name, evaluation="good")
    assert "none" in game.values_of("evaluation")


def test_open_lines_are_those_of_the_textbook():
    assert values("tic-tac-toe", ".........", 1, evaluation="lines") == {
        square: 0.4 if square == "5" else 0.3 if square in "1379" else 0.2 for square in "123456789"
    }
    assert values("tic-tac-toe", ".........", 2, evaluation="lines") == {
        square: 0.1 if square == "5" else -0.1 if square in "1379" else -0.2 for square in "123456789"
    }


def test_two_in_a_row_are_not_quiet():
    game = kz.game("tic-tac-toe", evaluation="lines")
    assert not game.is_quiet(game.parse("....O..XX"))
    assert game.is_quiet(game.parse("XO..O..X."))  # 8 is taken
    assert game.is_quiet(game.parse("X...O...X"))
    assert not game.is_quiet(game.parse("XXO.O...."))  # O wins on 7
    assert values("tic-tac-toe", "....O..XX", 1, evaluation="lines")["1"] == -1


def test_threats_count_more_in_rows_of_ones_own():
    game = kz.game("connect-four", evaluation="threats")
    plain = kz.game("connect-four")
    s = game.parse("2263252563")  # O needs the second cell of column 4, X nothing
    assert game.evaluate(s, 1) == -game.evaluate(s, 0) == 2.9
    lines = game.promises(s, 1) - 30, game.promises(s, 0)
    assert (lines[0] - lines[1]) / 10 == pytest.approx(-0.1)
    assert game.evaluate(game.parse("4"), 0) == 0.7
    assert game.is_quiet(s)
    assert not game.is_quiet(game.parse("112233"))
    assert plain.is_quiet(plain.parse("112233"))


def test_exact_values_stay_the_same():
    size = {"width": 4, "height": 3, "line": 3}
    found = [
        kz.solve(kz.game("connect-four", **size, evaluation=name), interpreted=True) for name in ("none", "threats")
    ]
    assert found[0] == found[1] == 2
    assert kz.solve(kz.game("tic-tac-toe", evaluation="lines"), interpreted=True) == 0

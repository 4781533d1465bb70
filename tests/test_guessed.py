"""A user's game without a picture is drawn and clicked all the same: its board is guessed from its states."""

import random

import pytest

import guessed_games as games
import kibitz as kz
from kibitz.game.guessed import with_clicks

NINE = ((".", ".", "."),) * 3
ALL_NINE = {str(3 * row + column): (row, column) for row in range(3) for column in range(3)}


def after(game, *moves):
    s = game.initial()
    for move in moves:
        s = game.result(s, move)
    return s


@pytest.mark.parametrize("game", [games.Noughts(), games.OneSided(), games.Texts(), games.BitNoughts()])
def test_nine_cells_are_a_board_whoever_wrote_them_and_however(game):
    first = game.picture(game.initial())
    assert first.cells == NINE and first.clicks == ALL_NINE and first.owners == {"X": 0, "O": 1}
    later = game.picture(after(game, 4, 0, 8))
    assert later.cells == (("O", ".", "."), (".", "X", "."), (".", ".", "X"))
    assert later.clicks == {move: cell for move, cell in ALL_NINE.items() if move not in "408"}


def test_an_action_that_names_a_column_is_clicked_anywhere_in_it():
    game = games.Dropping()
    picture = game.picture(after(game, 2, 2, 0))
    assert picture.columns_click and picture.cells[3] == ("X", ".", "X", ".", ".") and picture.cells[2][2] == "O"
    assert picture.clicks == {"0": (2, 0), "1": (3, 1), "2": (1, 2), "3": (3, 3), "4": (3, 4)}


def test_men_are_picked_up_and_put_down_and_take():
    game = games.Marching()
    s = games.Men((".bbb", "b...", ".ww.", "w..w"), 1)
    picture = game.picture(s)
    assert picture.clicks == {game.action_text(s, a): (a.start, a.end) for a in game.actions(s)}
    assert any(s.rows[end[0]][end[1]] == "w" for _, end in picture.clicks.values())  # one of them takes
    assert picture.chequered and picture.pieces["w"].is_white and not picture.pieces["b"].is_white


def test_piles_are_taken_from_by_the_counter_that_is_clicked():
    game = games.Heaps()
    picture = game.picture(game.initial())
    assert [row.count("o") for row in picture.cells] == [3, 4, 5]
    assert picture.clicks["2,5"] == (2, 0) and picture.clicks["2,1"] == (2, 4) and picture.clicks["0,3"] == (0, 0)
    alike = games.HeapsAlike()
    drawn = alike.picture(alike.initial())
    assert drawn.cells == picture.cells and drawn.clicks == picture.clicks  # the others have buttons
    sticks = games.LastStick()
    assert sticks.picture(sticks.initial()).clicks == {"1": (2, 0), "2": (1, 9), "3": (1, 8)}
    assert sticks.picture(after(sticks, 3, 2)).caption == "sticks: 16"


def test_a_game_is_called_by_a_short_first_line_or_else_by_its_class():
    assert games.Heaps().facts.title == "Take as many as you like from one heap."
    assert games.HeapsAlike().facts.title == "Heaps Alike" and games.HeapsAlike().facts.name == "heaps-alike"


def test_hands_are_cards_and_only_those_of_the_mover_are_clicked():
    game = games.Cards()
    picture = game.picture(after(game, "QH"))
    assert picture.cells == (("7S", "AC", ""), ("2D", "KS", "")) and picture.clicks == {"2D": (1, 0), "KS": (1, 1)}
    assert (picture.cards["7S"].rank, picture.cards["7S"].suit) == ("7", "S")
    assert picture.caption == "points 1; trick QH, 0"
    s = after(game, "QH", "2D", "7S", "KS", "AC")
    assert game.is_terminal(s) and game.picture(s).cells == (("", "", ""),) * 2  # no text instead


def test_a_picture_of_ones_own_gets_its_clicks_too():
    game = games.Drawn()
    s = after(game, 4)
    assert not game.picture(s).clicks
    assert with_clicks(game, s, game.picture(s)).clicks == {m: cell for m, cell in ALL_NINE.items() if m != "4"}


def test_what_is_not_a_board_stays_a_text_and_a_wrong_hint_does_no_harm():
    plain = games.NoBoard()
    assert plain.picture(plain.initial()) == kz.Picture(caption="(0,6)")
    wrong = games.BitNoughts()
    wrong.drawn_as = kz.Grid(3, 3, bits=("white", "black"))
    assert wrong.picture(wrong.initial()).caption == "(0,0)"
    with pytest.raises(kz.BadInput, match="1 to 64 rows, got 0"):
        kz.Grid(0, 3)


def test_cells_lie_where_a_grid_says():
    game = games.BitNoughts()
    game.drawn_as = kz.Grid(
        3, 3, bits=("me", "other"), mover_first=True, from_bottom=True, by_columns=True, symbols="#@"
    )
    picture = game.picture(after(game, 0, 1))
    assert picture.cells == ((".", ".", "."), ("@", ".", "."), ("#", ".", "."))
    assert picture.clicks["3"] == (2, 1)


@pytest.mark.parametrize("game", [games.Noughts(), games.BitNoughts(), games.LastStick(), games.Cards()])
def test_every_legal_move_of_a_whole_game_can_be_clicked(game):
    draw = random.Random(7)
    s = game.initial()
    while not game.is_terminal(s):
        actions = list(game.actions(s))
        assert set(game.picture(s).clicks) == {game.action_text(s, a) for a in actions}
        s = game.result(s, draw.choice(actions))
    assert game.picture(s).cells and not game.picture(s).clicks


def test_a_hint_does_not_keep_a_game_from_being_compiled():
    assert kz.analyse(games.BitNoughts(), interpreted=False, depth=3).search.nodes > 0

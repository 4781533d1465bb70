"""How moves are made with the pointer: every cell to click is there, and means a legal move."""

import random
import re
import runpy
from pathlib import Path

import pytest

from kibitz.draw import board_svg
from kibitz.draw.directions import directions_of
from kibitz.draw.men import Piece
from kibitz.draw.picture import EMPTY, Card, Figure, Picture
from kibitz.game import CHANCE
from kibitz.games import game
from kibitz.games.pacman.figures import Muncher

EXAMPLES = Path(__file__).parent.parent / "examples"


def positions(made, number=60):
    """Positions of random games."""
    dice = random.Random(1)
    s = made.initial()
    for _ in range(number):
        yield s
        s = made.initial() if made.is_terminal(s) else made.result(s, dice.choice(list(made.choices(s))))


def cells_of(click):
    return click if isinstance(click[0], tuple) else (click,)


def hexapawn():
    return runpy.run_path(str(EXAMPLES / "hexapawn.py"))["Hexapawn"]()


@pytest.mark.parametrize(
    "made",
    [game("tic-tac-toe"), game("connect-four"), game("connect-four", width=5, height=4), game("nim"), hexapawn()],
    ids=repr,
)
def test_every_move_can_be_clicked(made):
    for s in positions(made):
        picture = made.picture(s)
        over = made.is_terminal(s) or made.player(s) == CHANCE
        assert set(picture.clicks) == (set() if over else {made.action_text(s, a) for a in made.actions(s)})
        assert len(set(picture.clicks.values())) == len(picture.clicks)
        for click in picture.clicks.values():
            for row, column in cells_of(click):
                assert picture.cells[row][column] != ""


def test_a_column_means_its_move():
    four = game("connect-four")
    picture = four.picture(four.parse("44"))
    assert picture.columns_click and picture.clicks["4"] == (3, 3)
    assert all(click[1] == int(move) - 1 for move, click in picture.clicks.items())
    assert not game("nim").picture(game("nim").initial()).columns_click


def test_a_click_on_a_stone_takes_it_and_all_above():
    nim = game("nim")
    picture = nim.picture(nim.initial())  # 3, 4 and 5 stones; row 4 is the lowest
    assert picture.clicks["1:3"] == (4, 0) and picture.clicks["1:1"] == (2, 0) and picture.clicks["3:1"] == (0, 2)


def test_of_a_tall_pile_the_lowest_stones_are_drawn():
    nim = game("nim", piles=(40, 2))
    picture = nim.picture(nim.initial())
    assert len(picture.cells) == 12 and picture.clicks["1:40"] == (11, 0) and picture.clicks["1:29"] == (0, 0)
    assert "1:28" not in picture.clicks


def test_pieces_go_from_a_cell_to_a_cell():
    pawns = hexapawn()
    picture = pawns.picture(pawns.initial())
    assert picture.clicks == {"a1a2": ((2, 0), (1, 0)), "b1b2": ((2, 1), (1, 1)), "c1c2": ((2, 2), (1, 2))}
    assert picture.chequered


def test_what_a_player_sees_and_is_told_is_everything_unless_a_game_hides_it():
    pig = game("pig")
    s = pig.parse("12,30,7:")
    assert pig.seen(s, 0) == pig.seen(s, 1) == pig.picture(s)
    assert pig.told(s, 4, 0) == pig.told(s, 4, 1) == "4"


# ------------------------------------------------------------ directions, and what a cell says


def test_words_for_directions_are_guessed_and_a_declaration_holds():
    assert directions_of({}, ["north", "west", "stay"]) == {"north": "up", "west": "left", "stay": "stay"}
    assert directions_of({}, ["up", "jump"]) == {}  # one that is none, and nothing is guessed
    assert directions_of({}, ["up", "north"]) == {}  # two that would share a key
    assert directions_of({}, ["stop"]) == {}
    assert directions_of({"7": "up", "8": "down"}, ["7", "left"]) == {"7": "up"}
    assert directions_of({}, ["left", "up"], flipped=True) == {"left": "right", "up": "down"}


def test_every_cell_says_what_stands_on_it():
    board = Picture(
        cells=(("N", "X", EMPTY), ("o", "QH", "7"), ("3", EMPTY, EMPTY)),
        pieces={"N": Piece("knight")},
        owners={"X": 1, "3": 0, "4": 0},
        cards={"QH": Card("Q", "H")},
        names={"o": "capsule"},
        tiles={"7": 0.5},
        threatened=frozenset({(0, 0)}),
        figures=(Figure("@", Muncher(), 1, 0, name="muncher"),),
        column_labels=("a", "b", "c"),
        row_labels=("3", "2", "1"),
    )
    found = dict(re.findall(r'data-name="(\w+)" data-said="([^"]*)"', board_svg(board)))
    assert found == {
        "a3": "white knight, threatened",
        "b3": "X",  # the only one of its player
        "a2": "muncher, capsule",
        "b2": "queen of hearts",
        "c2": "7",
        "a1": "3 of player 1",
    }


def test_a_tile_is_the_darker_the_more_it_is_worth():
    drawn = board_svg(Picture(cells=(("2", "4", "#"),), tiles={"2": 0.0, "4": 1.0, "#": 9.0}))
    assert re.findall(r"kz-tile kz-tile-(\d+)", drawn) == ["0", "11", "11"]
    assert re.findall(r'class="(kz-on-\w+)"[^>]*>(.)<', drawn) == [
        ("kz-on-tile", "2"),
        ("kz-on-dark", "4"),
    ]

"""Somebody who knows only roles and visible names plays whole games: `newcomer.py` plays all of them, this a few."""

import pytest

from newcomer import PHONE, WIDE, AtTheKeyboard, WithAFinger
from serving import served

pytest_plugins = ["browser"]


@pytest.fixture(scope="module")
def address():
    with served() as url:
        yield url


@pytest.mark.parametrize(
    ("kind", "size", "game"),
    [(AtTheKeyboard, WIDE, "Tic-tac-toe"), (WithAFinger, PHONE, "Connect Four")],
    ids=["keyboard", "touch"],
)
def test_a_whole_game(new_page, address, kind, size, game):
    newcomer = kind(new_page(**size), address)
    ending = newcomer.play(game)
    assert "The game is over" in ending
    assert newcomer.turns >= 3

"""Nothing moves on the page while the engine thinks: `layout_shift.py` looks at all games, this at one of each kind."""

import pytest

from layout_shift import MOST, SIZES, turns
from serving import served

pytest_plugins = ["browser"]

GAMES = {
    "desktop": ("go", "connect-four-many"),
    "phone": ("go", "connect-four-many", "hearts", "goofspiel", "pig"),
}


@pytest.fixture(scope="module")
def address():
    with served() as url:
        yield url


@pytest.mark.parametrize("size", GAMES)
def test_nothing_moves_through_a_few_turns(new_page, address, size):
    page = new_page(viewport=SIZES[size], has_touch=size == "phone")
    for game in GAMES[size]:
        looked_at = list(turns(page, address, game, count=2, looking=0.5))
        assert len(looked_at) > 1
        assert [(game, sources) for amount, sources, is_over in looked_at if amount > MOST and not is_over] == []

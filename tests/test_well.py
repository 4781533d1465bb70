"""Well, against a well of lists: pieces are turned as pictures are, and fall cell by cell."""

import random
from functools import cache

import pytest

import kibitz as kz
from kibitz.errors import BadInput
from kibitz.game import CHANCE
from refused import refusal

PICTURES = {
    "I": ["####"],
    "O": ["##", "##"],
    "T": [".#.", "###"],
    "S": [".##", "##."],
    "Z": ["##.", ".##"],
    "L": ["..#", "###"],
    "J": ["#..", "###"],
}


def turned(picture):
    return ["".join(row[column] for row in reversed(picture)) for column in range(len(picture[0]))]


def turns(letter):
    """Every picture of a piece, however it is turned, without those that look alike."""
    found = [PICTURES[letter]]
    for _ in range(3):
        found.append(turned(found[-1]))
    return {"/".join(picture) for picture in found}


def dropped(rows, picture, column):
    """The rows, from the top, after a piece has fallen, and how many vanished; None where there is no room."""
    cells = [(r, c + column) for r, row in enumerate(picture) for c, cell in enumerate(row) if cell == "#"]
    height, width = len(rows), len(rows[0])

    def is_free(by):
        return all(r + by < height and c < width and rows[r + by][c] == "." for r, c in cells)

    if not is_free(0):
        return None
    by = 0
    while is_free(by + 1):
        by += 1
    grid = [list(row) for row in rows]
    for r, c in cells:
        grid[r + by][c] = "#"
    kept = ["".join(row) for row in grid if "." in row]
    return tuple(["." * width] * (height - len(kept)) + kept), height - len(kept)


def replies(rows, letter):
    """Where each placement leads, as a set."""
    width = len(rows[0])
    pictures = [picture.split("/") for picture in turns(letter)]
    after = [dropped(rows, picture, column) for picture in pictures for column in range(width)]
    return {one for one in after if one is not None}


def value_of(width, height, count, pieces):
    """The most rows that can be expected, by plain recursion."""

    @cache
    def worth(rows, left):
        if left == 0:
            return 0.0
        total = 0.0
        for letter in pieces:
            total += max((gone + worth(after, left - 1) for after, gone in replies(rows, letter)), default=0.0)
        return total / len(pieces)

    return worth(("." * width,) * height, count)


def rows_of(game, s):
    return tuple(game.text(s).split()[0].split("/"))


@pytest.mark.parametrize("shape", [(4, 6), (3, 5), (6, 8), (2, 4), (8, 3)])
def test_placements_are_those_of_the_pictures(shape):
    width, height = shape
    game = kz.game("well", width=width, height=height, count=40)
    dice = random.Random(width)
    for _ in range(6):
        s = game.initial()
        while not game.is_terminal(s):
            if game.player(s) == CHANCE:
                s = game.result(s, dice.choice([piece for piece, _ in game.outcomes(s)]))
                continue
            letter = game.text(s).split()[1]
            after = [game.result(s, a) for a in game.actions(s)]
            assert {(rows_of(game, one), one.rows - s.rows) for one in after} == replies(rows_of(game, s), letter)
            assert game.parse(game.text(s)) == s
            assert {game.parse_action(s, game.action_text(s, a)) for a in game.actions(s)} == set(game.actions(s))
            s = dice.choice(after)
        if s.stuck:
            assert not replies(rows_of(game, s), game.text(s).split()[1]) and not list(game.actions(s))


@pytest.mark.parametrize(
    ("width", "height", "count", "pieces"),
    [(4, 4, 3, "IOT"), (3, 4, 3, "TLI"), (2, 5, 4, "OIZ"), (4, 4, 4, "SZ"), (5, 3, 3, "LJ"), (4, 3, 3, "IOTSZLJ")],
)
def test_tiny_wells_are_solved(width, height, count, pieces):
    game = kz.game("well", width=width, height=height, count=count, pieces=pieces)
    wanted = value_of(width, height, count, pieces)
    assert kz.solve(game, interpreted=True) == pytest.approx(wanted, abs=1e-9)
    assert kz.star2(game, interpreted=True, depth=count).value == pytest.approx(wanted, abs=1e-9)
    assert 0 <= wanted <= game.utility_range[1]


@pytest.mark.parametrize(
    ("width", "height", "count", "pieces", "rows"),
    [(4, 4, 7, "I", 7), (2, 6, 5, "O", 10), (4, 4, 4, "O", 4), (3, 4, 2, "T", 2), (3, 3, 4, "O", 0), (2, 2, 3, "T", 0)],
)
def test_what_is_known_by_hand(width, height, count, pieces, rows):
    assert kz.solve(kz.game("well", width=width, height=height, count=count, pieces=pieces), interpreted=True) == rows


def test_the_mirrored_pieces_are_worth_the_same():
    values = [kz.solve(kz.game("well", width=4, height=4, count=3, pieces=p), interpreted=True) for p in ("LST", "JZT")]
    assert values[0] == pytest.approx(values[1], abs=1e-12)


def test_it_is_well_defined_compiled_too():
    assert kz.check(kz.game("well", width=3, height=4, count=4))


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("", "not a position of well"),
        ("..../.... T 6 0", "expected 6 rows of 4"),
        ("..../..../..../..../..../.x.. T 6 0", "'.x..'"),
        ("..../..../..../..../..../#### T 5 0", "full row"),
        ("..../..../..../..../..../..## T 5 0", "cannot arise"),
        ("..../..../..../..../..../.... X 6 0", "'X'"),
        ("..../..../..../..../..../.... T six 0", "'six'"),
        ("..../..../..../..../..../.... T 0 6", "none left"),
    ],
)
def test_a_position_that_is_none_is_refused(position, said):
    assert said in refusal(kz.game("well").parse, position)


@pytest.mark.parametrize(
    "given", [{"width": 9}, {"height": 1}, {"width": 8, "height": 8}, {"count": 0}, {"pieces": "IX"}]
)
def test_a_well_that_is_none_is_refused(given):
    with pytest.raises(BadInput, match="expected"):
        kz.game("well", **given)

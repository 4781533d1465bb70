"""Which file a game's table or book is, and whether it is still of the same rules."""

import pytest

from kibitz.errors import Unusable
from kibitz.game.within import Within
from kibitz.games import game as make_game
from kibitz.games import game_class
from kibitz.lookup.endgame_file import open_table, table_path
from kibitz.lookup.naming import file_name, parameters
from kibitz.lookup.same_rules import identity, refuse_other
from kibitz.search.retrograde.from_position import build_from
from kibitz.search.retrograde.job import Job

NIM = """
from kibitz import Game

class Pile(Game):
    \"\"\"Take one or two; who takes the last one wins.\"\"\"

    def __init__(self, stones=7):
        self.stones = stones

    def initial(self): return (self.stones, 0)
    def player(self, s): return s[1]
    def actions(self, s): return [n for n in (1, 2) if n <= s[0]]
    def result(self, s, a): return (s[0] - a, 1 - s[1])
    def is_terminal(self, s): return s[0] == 0
    def utility(self, s, player): return 1.0 if player != s[1] else -1.0
"""


@pytest.mark.parametrize(
    ("name", "given", "expected"),
    [
        ("connect-four", {}, "connect-four.table"),
        ("connect-four", {"width": 5, "height": 4}, "connect-four,height=4,width=5.table"),
        ("connect-four", {"evaluation": "threats"}, "connect-four.table"),  # judged otherwise, played alike
        ("nim", {"piles": (1, 2)}, "nim,piles=1,2.table"),
        ("tic-tac-toe", {}, "tic-tac-toe.table"),
        ("pacman", {}, "pacman.table"),
    ],
)
def test_a_shipped_game_is_named_by_its_parameters(name, given, expected):
    assert file_name(make_game(name, **given), "table") == expected


def test_games_that_differ_have_files_that_differ():
    made = [("bridge", {"deal": number}) for number in range(3)]
    made += [("tree", {"tree": text}) for text in ("(1 2)", "(1 (2 3))", "(2 1)")]
    made += [("hearts", {"cards": 3, "deal": number}) for number in range(3)]
    names = [file_name(make_game(name, **given), "book") for name, given in made]
    assert len(set(names)) == len(names)


@pytest.fixture
def users_game(tmp_path):
    path = tmp_path / "pile.py"
    path.write_text(NIM)
    return path, game_class(f"{path}:Pile")


def test_a_users_game_is_named_by_class_and_path(users_game, tmp_path):
    _, cls = users_game
    name = file_name(cls(), "table")
    assert name.startswith("Pile-") and len(name) == len("Pile-01234567.table")
    assert file_name(cls(9), "table") == name.replace(".table", ",stones=9.table")
    other = tmp_path / "other.py"
    other.write_text(NIM)
    assert file_name(game_class(f"{other}:Pile")(), "table") != name


def test_a_table_of_a_users_game_is_not_used_once_its_source_has_changed(users_game, tmp_path):
    path, cls = users_game
    game = cls()
    build_from(game, game.initial(), Job(tmp_path / "pile.table", tmp_path / "b", interpreted=True))
    assert open_table(game, tmp_path / "pile.table") is not None
    header = dict(identity(game))
    path.write_text(NIM.replace("(1, 2)", "(1, 3)"))
    with pytest.raises(Unusable, match="source of 'pile' was changed"):
        refuse_other(game, header, "pile.table")
    assert parameters(cls(8)) == {"stones": "8"}


def test_a_game_that_wraps_another_has_no_table():
    class Wrapped(Within):
        pass

    assert open_table(Wrapped(make_game("nim"))) is None
    assert table_path(make_game("nim")).name == "nim.table"

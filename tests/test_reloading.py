"""A user's file is read again when it changes, and a mistake in it is shown by its line."""

import pytest

from kibitz.cli.new import STARTER
from kibitz.web.offered import Offered
from kibitz.web.refusals import Refused, refusal

GOOD = STARTER.replace("CLASS", "Strip")


def write(path, text):
    """A file with this text."""
    path.write_text(text, encoding="utf-8")


def test_a_changed_file_is_read_again_and_a_mistake_is_told_by_its_line(tmp_path):
    path = tmp_path / "strip.py"
    write(path, GOOD)
    offered = Offered([str(path)])
    assert offered.own.rows()[0]["version"] == 1 and offered.game("strip", {}).initial().cells == (0,) * 9
    write(path, GOOD.replace("CELLS = 9", "CELLS = 7"))
    assert offered.game("strip", {}).initial().cells == (0,) * 7
    assert offered.own.rows()[0]["version"] == 2 and offered.own.rows()[0]["mistake"] is None
    write(path, GOOD.replace("return s.mover\n", "return s.mover +\n"))
    with pytest.raises(Refused, match="line 31"):
        offered.game("strip", {})
    mistake = offered.own.rows(with_code=True)[0]["mistake"]
    assert mistake["where"]["file"] == "strip.py" and mistake["where"]["line"] == 31
    assert {"number": 31, "text": "        return s.mover +"} in mistake["where"]["code"]
    assert offered.own.rows()[0]["mistake"]["where"]["code"] == []  # not for strangers
    write(path, GOOD.replace("1 - s.mover)", "1 - s.mower)"))
    assert "no attribute 'mower'" in offered.own.rows()[0]["mistake"]["error"]  # the first move is tried
    write(path, GOOD)
    assert offered.own.rows()[0]["mistake"] is None and offered.game("strip", {}).initial().cells == (0,) * 9
    assert [row["name"] for row in offered.listed()].count("strip") == 1


def test_a_file_beside_it_counts_too(tmp_path):
    write(tmp_path / "beside_the_strip.py", "SIZE = 9\n")
    write(tmp_path / "strip.py", GOOD.replace("CELLS = 9", "import beside_the_strip\n\nCELLS = beside_the_strip.SIZE"))
    offered = Offered([str(tmp_path / "strip.py")])
    write(tmp_path / "beside_the_strip.py", "SIZE = 8\n")
    assert len(offered.game("strip", {}).initial().cells) == 8


def test_rules_that_fail_in_the_middle_of_a_game_say_where(tmp_path):
    path = tmp_path / "strip.py"
    write(path, GOOD.replace("return str(cell + 1)", "return 'abc'[cell]"))
    game = Offered([str(path)]).game("strip", {})
    try:
        game.action_text(game.initial(), 7)
    except IndexError as error:
        told = refusal("'strip'", error).json(with_code=True)
    assert told["where"]["line"] == GOOD[: GOOD.index("return str(cell + 1)")].count("\n") + 1
    assert "string index out of range" in told["error"]

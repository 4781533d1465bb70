"""`kibitz oracle`: the same answers as `kibitz best` gives, in fewer fields, one line a position, and quickly."""

import json
import random

import pytest

import kibitz as kz
from command import kibitz
from kibitz.answer.options import Options
from kibitz.answer.oracle import FIRST, Oracle, fields

PARAMETERS = {"connect-four": {"width": 4, "height": 4}, "nim": {"piles": (1, 2, 3)}, "pig": {"goal": 6}}


def positions(game, seed, count):
    """Positions from games that are played at random, ends of games among them."""
    luck = random.Random(seed)
    for _ in range(count):
        s = game.initial()
        for _ in range(luck.randrange(12)):
            if game.is_terminal(s):
                break
            s = game.result(s, luck.choice(list(game.choices(s))))
        yield s


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four", "nim", "pig", "einstein-small", "tree", "three"])
def test_it_says_what_an_analysis_says_of_every_move(name):
    """Whatever is kept from one position to the next: values, outcomes, plies and all best moves are the same."""
    trees = {
        "tree": "max(chance(1/2: 8 1/3: 24 1/6: -12) min(9 chance(1/7: 1 6/7: 3)))",
        "three": "(((<1,2,6> <4,3,3>) (<6,1,2> <7,4,1>)) ((<5,1,1> <1,5,2>) (<7,7,1> <5,4,5>)))",
    }
    if name in trees:
        game = kz.game("tree", tree=trees[name])
    else:
        game = kz.game(name.partition("-small")[0], **PARAMETERS.get(name, {}))
    options = Options(interpreted=True) if not name.endswith("small") else Options(interpreted=True, depth=1)
    oracle = Oracle(game, options)
    for s in [game.initial(), *positions(game, 3, FIRST + 8)]:
        if len(game.text(s).replace(".", "")) < {"connect-four": 6, "tic-tac-toe": 3}.get(name, 0):
            continue  # takes long as plain Python
        found = fields(oracle.answer(s))
        expected = kz.analyse(game, s, interpreted=True, depth=options.depth).json()
        assert found["value"] == pytest.approx(expected["value"], abs=1e-9)
        assert {key: found[key] for key in ("position", "player", "exact", "outcome")} == {
            key: expected[key] for key in ("position", "player", "exact", "outcome")
        }
        rows = {row["move"]: row for row in expected["moves"]}
        assert set(found["moves"]) == set(rows)
        for move, row in found["moves"].items():
            assert row["value"] == pytest.approx(rows[move]["value"], abs=1e-9)
            assert (row["exact"], row["outcome"]) == (rows[move]["exact"], rows[move]["outcome"])
            if rows[move]["distance"] is not None:
                assert row["distance"] == rows[move]["distance"]
        if expected["player"] >= 0:
            assert set(found["best"]) == {row["move"] for row in expected["moves"] if row["loss"] == 0}


def answered(stdin, *arguments):
    found = kibitz("oracle", *arguments, "--interpreted", stdin=stdin)
    return found.code, [json.loads(line) for line in found.out.splitlines()]


def test_a_bad_line_is_answered_with_its_mistake_and_the_others_all_the_same():
    code, lines = answered("XOX.O..X.\n\nnonsense\nXXXOO....\n", "tic-tac-toe")
    assert code == 2 and len(lines) == 3
    assert lines[0]["best"] == ["4", "6", "7", "9"] and lines[0]["outcome"] == "draw"
    assert lines[1] == {"position": "nonsense", "error": lines[1]["error"]} and "nine of X, O" in lines[1]["error"]
    assert (lines[2]["best"], lines[2]["moves"], lines[2]["value"], lines[2]["distance"]) == ([], {}, -1, 0)


def test_positions_come_from_a_file_too_and_limits_hold(tmp_path):
    path = tmp_path / "positions.txt"
    path.write_text("XOX.O..X.\n.........\n")
    code, lines = answered("", "tic-tac-toe", "--in", path, "--algorithm", "alphabeta", "--depth", "2")
    assert code == 1 and [line["exact"] for line in lines] == [False, False]
    missing = kibitz("oracle", "tic-tac-toe", "--in", tmp_path / "none.txt")
    assert missing.code == 2 and "none.txt' cannot be read" in missing.err
    path.write_bytes(b"\xff\xfe\x00")
    assert "it is not UTF-8 text" in kibitz("oracle", "tic-tac-toe", "--in", path).err


def test_what_is_hidden_stays_hidden():
    """Two deals that the player to move cannot tell apart have the same answer."""
    game = kz.game("kuhn-poker")
    texts = []
    for other in "QK":
        s = game.initial()
        for outcome in ("J", other):
            s = game.result(s, game.parse_action(s, outcome))
        texts.append(game.text(s))
    code, lines = answered("\n".join(texts), "kuhn-poker", "--iterations", "300")
    assert code in (0, 1) and len(lines) == 2
    assert lines[0]["moves"] == lines[1]["moves"] and lines[0]["best"] == lines[1]["best"]

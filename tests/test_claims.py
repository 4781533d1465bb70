"""What is claimed of a value, in fields, says the same as the words."""

import re

import pytest

import kibitz as kz
from kibitz.answer.certainty import to_depth, undecided_words, without_depth
from kibitz.answer.claims import claims_at_the_end


@pytest.mark.parametrize(
    "words", ["wins", "draws", "+0.31", "−1.20 ± 0.3 at most", "wins 53.2 %", "takes 5 of 13", "-3"]
)
@pytest.mark.parametrize("depth", [None, 1, 12])
def test_words_are_taken_apart_as_they_were_put_together(words, depth):
    assert without_depth(words + to_depth(depth)) == (words, depth)
    assert without_depth(undecided_words(depth)) == ("undecided", depth)


def told(name, position="", set=None, **limits):
    game = kz.game(name, **(set or {}))
    s = game.parse(position) if position else game.initial()
    return kz.analyse(game, s, interpreted=True, **limits).json()


def test_the_distance_is_the_one_in_the_words():
    found = told("connect-four", "12", {"width": 4, "height": 4})
    for row in [found, *found["moves"]]:
        said = re.fullmatch(r"(wins|loses) in (\d+)", row["words"])
        if said:
            assert row["distance"] == int(said[2])
            assert row["brief"] == f"{'W' if said[1] == 'wins' else 'L'} {said[2]}"
        else:
            assert (row["words"], row["distance"], row["brief"]) == ("draws", 14, "=")
        assert row["share"] == {"win": 1.0, "draw": 0.5, "loss": 0.0}[row["outcome"]]
        assert (row["claim"], row["depth"], row["undecided"]) == (row["words"], None, False)
    assert len({row["outcome"] for row in found["moves"]}) > 1


def test_the_plies_that_a_search_has_counted_are_claimed():
    found = told("nim")
    assert (found["outcome"], found["distance"], found["brief"]) == ("win", 11, "W 11")
    assert {row["outcome"]: row["distance"] for row in reversed(found["moves"])} == {"win": 11, "loss": 12}
    over = told("nim", "0,0,0")
    assert over["distance"] == 0


def test_nothing_is_claimed_where_nothing_is_known():
    found = told("tic-tac-toe", depth=2)
    assert found["undecided"] and found["words"] == "undecided at depth 2"
    assert (found["claim"], found["depth"], found["brief"]) == ("undecided", 2, "?")
    assert found["share"] is found["outcome"] is found["distance"] is None


def test_a_chance_of_winning_is_brief_and_is_its_own_share():
    found = told("pig", depth=1, set={"goal": 20})
    assert found["claim"].startswith("wins ") and found["brief"] == found["claim"].removeprefix("wins ")
    assert found["depth"] == 1
    assert found["share"] == pytest.approx(found["value"])


def test_words_that_are_only_the_value_are_no_claim():
    found = told("tree")
    assert {(row["words"], row["claim"]) for row in found["moves"]} == {("3", ""), ("2", "")}


def test_the_end_is_told_as_player_0_sees_it():
    game = kz.game("tic-tac-toe")
    for position, outcome, brief in (("XXXOO....", "win", "W"), ("OOOXX.X..", "loss", "L"), ("XOXXOOOXX", "draw", "=")):
        end = claims_at_the_end(game, game.parse(position))
        assert (end["player"], end["outcome"], end["brief"], end["distance"]) == (0, outcome, brief, 0)
        assert end["exact"] and not end["undecided"]
    three = kz.game("pig", players=3)
    assert claims_at_the_end(three, three.initial()) is None

"""Where the interests of several players join or part."""

import pytest

import kibitz as kz
from command import kibitz
from kibitz.answer.alliances import Turn, interests


def turn(*options, player=0, played="a"):
    return Turn(0, player, played, tuple(zip("abcdefg", options, strict=False)))


def test_a_kingmaker_gets_the_same_by_moves_that_are_not_the_same_to_others():
    found = interests(turn((2.0, 6.0, 1.0), (2.0, 0.0, 7.0), (1.0, 7.0, 4.0)))
    assert found.equal == ("a", "b")
    assert [(f.player, f.move, f.value, f.otherwise) for f in found.favours] == [(1, "a", 6.0, 0.0), (2, "b", 7.0, 1.0)]
    assert found.sentences()[0] == (
        "Player 1 is a kingmaker: a and b bring it 2 alike, but a is best for player 2 (6, not 0) and b is best for "
        "player 3 (7, not 1)."
    )


def test_a_player_who_has_one_best_move_or_whose_ties_change_nothing_is_no_kingmaker():
    assert interests(turn((3.0, 0.0, 0.0), (2.0, 1.0, 0.0))).equal == ()
    assert interests(turn((3.0, 1.0, 0.0), (3.0, 1.0, 0.0), (2.0, 5.0, 0.0))).favours == ()


def test_two_players_gain_together_only_at_anothers_cost():
    found = interests(turn((3.0, 1.0, 1.0), (2.0, 2.0, 2.0), (1.0, 5.0, 0.0), (3.0, 2.0, 2.0)))
    gains = {pair.players: pair.gain_by for pair in found.pairs}
    assert gains == {(0, 1): (), (0, 2): (), (1, 2): ("b",)}  # by d nobody would lose anything
    assert "Players 2 and 3 would both gain at player 1's cost if player 1 played b." in found.sentences()


def test_correlations_are_pearsons_and_there_is_none_where_a_player_does_not_care():
    found = interests(turn((3.0, 1.0, 7.0), (2.0, 2.0, 7.0), (0.0, 4.0, 7.0)))
    by = {pair.players: pair.correlation for pair in found.pairs}
    assert by == {(0, 1): -1.0, (0, 2): None, (1, 2): None}
    halves = interests(turn((1.0, 1.0, 0.0), (2.0, 3.0, 0.0), (3.0, 2.0, 0.0)))
    assert halves.pairs[0].correlation == 0.5


def test_two_pull_together_against_a_third():
    said = interests(turn((4.0, -2.0, -2.0), (0.0, 0.0, 0.0), (-6.0, 3.0, 3.0))).sentences()
    assert said[0] == (
        "Players 2 and 3 pull together against player 1: over what player 1 may play, their values rise and fall "
        "together (correlation +1.00) and against its own."
    )
    assert not any("pull" in s for s in interests(turn((4.0, -2.0, -2.0), (0.0, 0.0, 0.0))).sentences())  # two moves


def test_what_pulls_together_is_said_of_this_turn_alone():
    later = Turn(1, 0, "a", (("a", (4.0, -2.0, -2.0)), ("b", (0.0, 0.0, 0.0)), ("c", (-6.0, 3.0, 3.0))))
    assert interests(later).pairs[2].correlation == 1
    assert not any("pull" in sentence for sentence in interests(later).sentences())


def test_rounding_makes_no_kingmaker_and_no_gain():
    assert interests(turn((0.3, 0.1 + 0.2, 0.4), (0.3, 0.3, 0.4))).equal == ()


def test_an_answer_tells_of_every_turn_of_the_best_line_and_the_command_prints_it():
    tree = "((<2,6,1> <2,6,7>) (<1,7,4> <0,0,0>) (<2,1,0> <3,0,9>))"
    answer = kz.analyse(kz.Tree(tree), interpreted=True)
    assert [(i.turn.ply, i.turn.player, i.turn.played) for i in answer.interests] == [(0, 0, "B"), (1, 1, "E")]
    first, second = (i.turn for i in answer.interests)
    assert dict(first.options) == {"B": (2, 6, 1), "C": (1, 7, 4), "D": (2, 1, 0)}
    assert dict(second.options) == {"E": (2, 6, 1), "F": (2, 6, 7)}
    told = answer.json()["alliances"]
    assert told[1]["kingmaker"] == {
        "moves": ["E", "F"],
        "favours": [{"player": 2, "move": "F", "value": 7.0, "otherwise": 1.0}],
    }
    assert "Player 2 at ply 2 of the line is a kingmaker" in str(answer)


@pytest.mark.parametrize("game", ["nim", "pig"])
def test_two_opponents_have_no_alliances(game):
    assert "alliances" not in kibitz("best", game, "--depth", "2", "--json", "--interpreted").json


def test_the_command_has_them_in_its_json():
    given = ("connect-four-many", "--set", "width=4", "--set", "height=3", "--set", "line=3", "1122")
    told = kibitz("best", *given, "--depth", "4", "--json", "--interpreted").json
    assert len(told["alliances"]) == 4
    assert {"ply", "player", "played", "pairs", "kingmaker", "sentences"} == set(told["alliances"][0])
    assert isinstance(told["value"], list)

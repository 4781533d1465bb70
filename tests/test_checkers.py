"""Checkers: its rules against pydraughts, its notation, its evaluation, and the games that PDN holds."""

from __future__ import annotations

import pytest

import kibitz as kz
from checkers_oracle import moves_by_kibitz, moves_by_pydraughts, positions
from kibitz.check.perft import perft
from kibitz.errors import BadInput
from kibitz.evaluation.weights import Weights, learned
from kibitz.games.checkers import Checkers, evaluation
from kibitz.games.checkers.board import BOARD, PLACES, State, number_of, place_of, turned
from kibitz.games.checkers.moves import taken_by
from kibitz.games.checkers.pdn import PdnGame, PdnMove, read_game, read_games, written

GAME = Checkers()
LEAVES = (7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564)  # published by Aart Bik and others


def texts(position: str) -> list[str]:
    s = GAME.parse(position)
    return sorted(GAME.action_text(s, a) for a in GAME.actions(s))


# ---------------------------------------------------------------- rules


def test_perft_interpreted():
    assert [perft(GAME, depth=depth, interpreted=True).leaves for depth in range(1, 6)] == list(LEAVES[:5])


def test_perft_compiled():
    assert [perft(GAME, depth=depth).leaves for depth in (8, 10)] == [LEAVES[7], LEAVES[9]]


def test_moves_and_outcomes_are_those_of_pydraughts():
    jumps = ends = 0
    for s in positions(seed=7, number=400):
        found = moves_by_kibitz(s)
        assert len(found) == len(set(found)), GAME.text(s)
        assert set(found) == moves_by_pydraughts(s), GAME.text(s)
        jumps = max([jumps, *(len(over) for _, _, over in found)])
        ends += not found
        if not found:
            assert GAME.is_terminal(s)
            assert (GAME.utility(s, s.mover), GAME.utility(s, 1 - s.mover)) == (-30_000, 30_000)
        assert GAME.is_quiet(s) == all(not over for _, _, over in found)
    assert jumps >= 4
    assert ends >= 3


def test_squares_and_places():
    assert [number_of(place_of(number)) for number in range(1, 33)] == list(range(1, 33))
    assert sum(1 << place_of(number) for number in range(1, 33)) == BOARD
    assert all(turned(1 << place) == 1 << PLACES - 1 - place for place in range(PLACES))


def test_a_man_that_is_crowned_stops():
    assert texts("W:W11:B7,6:H3") == ["11x2"]  # a king on 2 could take on 6 too
    s = GAME.parse("W:WK11:B7,6:H3")
    assert [GAME.action_text(s, a) for a in GAME.actions(s)] == ["11x2x9"]


def test_paths_that_take_different_men_are_different_moves_and_round_trips_are_one():
    assert texts("B:W6,7,14,15:BK2") == ["2x9x18x11x2"]
    assert texts("B:W6,7,14:BK2") == ["2x11", "2x9x18"]
    s = GAME.parse("B:W6,7,14,15:BK2")
    (a,) = GAME.actions(s)
    assert GAME.parse_action(s, "2x11x18x9x2") == GAME.parse_action(s, "2x2") == a
    assert GAME.result(s, a).theirs == s.mine


def test_forty_moves_of_kings_are_a_draw():
    s = GAME.parse("B:WK32:BK1:H79")
    assert not GAME.is_terminal(s)
    after = GAME.result(s, GAME.parse_action(s, "1-6"))
    assert GAME.is_terminal(after)
    assert GAME.is_over_early(after)
    assert list(GAME.actions(after)) == []
    assert GAME.utility(after, 0) == 0
    assert "40 moves" in GAME.ending(after)
    assert GAME.reversible(GAME.parse("B:WK32:B1,K5:H7")) == 7
    s = GAME.parse("B:WK32:B1,K5:H7")
    assert GAME.result(s, GAME.parse_action(s, "1-6")).still == 0
    assert GAME.result(s, GAME.parse_action(s, "5-9")).still == 8
    assert Checkers(patience=2).is_terminal(GAME.parse("B:WK32:BK1:H4"))


def test_the_key_tells_positions_apart_and_does_not_count_moves():
    seen = {s._replace(still=0) for s in positions(seed=2, number=400)}
    assert len({GAME.key(s) for s in seen}) == len(seen)
    s = GAME.parse("B:WK32:BK1:H7")
    assert GAME.key(s) == GAME.key(s._replace(still=9)) != GAME.key(s._replace(mover=1))


# ---------------------------------------------------------------- notation


def test_positions_are_read_as_they_are_written():
    assert GAME.text(GAME.initial()) == "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
    for s in positions(seed=3, number=200):
        assert GAME.parse(GAME.text(s)) == s
    assert GAME.parse("B:W21-32:B1-12") == GAME.initial()
    assert GAME.text(GAME.parse(" w:bk5, 3 : w K10,18 :H4:F12. ")) == "W:WK10,18:B3,K5:H4"


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("X:W1:B2", "the player to move"),
        ("B:W1", "both sides"),
        ("B:W1:W2", "each once"),
        ("B:W33:B1", "got '33'"),
        ("B:W5-4:B1", "got '5-4'"),
        ("B:W5,5:B1", "listed twice"),
        ("B:W5:B5", "both sides"),
        ("B:W1:B5", "expected K1"),
        ("B:W5:B32", "expected K32"),
        ("B:W5:BQ3", "'Q3'"),
        ("B:W5:B1:H-1", "plies"),
        ("B:W5-17:B1", "13 pieces"),
    ],
)
def test_positions_that_make_no_sense_are_refused(position, said):
    with pytest.raises(BadInput, match=r"is not a position of checkers: .*") as refused:
        GAME.parse(position)
    assert said in str(refused.value)
    assert repr(position) in str(refused.value)


def test_moves_are_read_as_people_write_them():
    s = GAME.parse("W:W26:B22,15,14")
    assert texts("W:W26:B22,15,14") == ["26x17x10"]
    (a,) = GAME.actions(s)
    for text in ("26x17x10", "26x10", "26-17-10", " 26 x 17 x 10 ", "26:10"):
        assert GAME.parse_action(s, text) == a
    assert taken_by(a).bit_count() == 2
    with pytest.raises(BadInput, match=r"'26-23' is not a legal move .* since taking is forced"):
        GAME.parse_action(s, "26-23")
    with pytest.raises(BadInput, match="'e4' is not a move of checkers"):
        GAME.parse_action(s, "e4")
    with pytest.raises(BadInput, match=r"'2x18' may mean several moves .* expected 2x9x18 or 2x11x18"):
        GAME.parse_action(GAME.parse("B:W6,7,14,15:B2"), "2x18")


# ---------------------------------------------------------------- evaluation


def test_both_sides_see_the_same_and_the_sum_is_that_of_the_features():
    import numpy as np

    weights = np.random.default_rng(1).integers(-99, 100, evaluation.FEATURES).astype(float)
    game = learned(GAME, Weights("checkers", evaluation.FEATURES, 0, (), weights))
    plain = Checkers("material")
    pieces = evaluation.counted().values
    for s in positions(seed=4, number=200):
        image = State(turned(s.mine), turned(s.theirs), turned(s.kings), 1 - s.mover, s.still)
        seen = list(game.features(s))
        assert sorted(seen) == sorted(game.features(image))
        assert game.viewer(s) == s.mover
        assert abs(sum(amount * weights[number] for number, amount in seen) - game.evaluate(s, s.mover)) <= 0.5 + 1e-9
        assert game.evaluate(s, 0) == -game.evaluate(s, 1) == int(game.evaluate(s, 0))
        assert game.evaluate(s, s.mover) == game.evaluate(image, image.mover)
        count = sum(amount * pieces[number] for number, amount in seen)
        assert abs(count - plain.evaluate(s, s.mover)) < 1e-9


def terms(position: str) -> dict[int, int]:
    """The terms of a position that are not 0, of both boards together."""
    found: dict[int, float] = {}
    for number, amount in GAME.features(GAME.parse(position)):
        found[number % evaluation.TERMS] = found.get(number % evaluation.TERMS, 0) + amount
    return {number: round(amount) for number, amount in found.items()}


def test_terms():
    seen = terms("B:W32:B21,1,3,K13")
    assert seen[evaluation.MEN] == 2
    assert seen[evaluation.KINGS] == 1
    assert seen[evaluation.GUARD] == 1
    assert seen[evaluation.RUNAWAYS] == 1  # 21: 32 is not ahead of it
    assert seen[evaluation.TO_GO] == 2
    assert seen[evaluation.MAN_AT + 20] == seen[evaluation.KING_AT + 12] == 1
    assert evaluation.MAN_AT not in seen  # 32 is to White what 1 is to Black
    assert terms("B:WK1:B5,6")[evaluation.TRAPPED] == -1
    assert terms("W:W18:B9,14")[evaluation.STEPS] == 1 - 2
    assert terms("B:W18:B14,10")[evaluation.PAIRS] == 1


def test_the_move_is_whoever_would_not_have_to_give_way():
    # Two men with a row between them: whoever is to move has to give way. With two rows between them, the other has.
    assert terms("B:W32:B24")[evaluation.THE_MOVE] == terms("W:W32:B24")[evaluation.THE_MOVE] == -1
    assert terms("B:W32:B20")[evaluation.THE_MOVE] == terms("W:W32:B20")[evaluation.THE_MOVE] == 1
    assert terms("B:W21-32:B1-12")[evaluation.THE_MOVE] == -1


def test_the_weights_that_come_with_the_game_say_how_they_were_made():
    if evaluation.WEIGHTS.exists():
        weights = evaluation.shipped()
        assert (weights.game, weights.features, weights.hidden) == ("checkers", evaluation.FEATURES, 0)
        assert all(command.startswith("kibitz learn checkers") for command in weights.made["commands"])


def test_an_evaluation_that_is_none_is_refused():
    with pytest.raises(BadInput, match="'chess' is not an evaluation of checkers: expected learned or material"):
        kz.game("checkers", evaluation="chess")
    with pytest.raises(BadInput, match="patience=0"):
        kz.game("checkers", patience=0)
    assert GAME.values_of("evaluation") == evaluation.EVALUATIONS


def test_quiescence_sees_that_a_man_is_taken_back():
    """One ply ahead, 18x25 wins a man; with the exchange followed to its end it wins none."""
    plain = Checkers("material")
    s = plain.parse("B:W22,29,30:B18,1,5")
    answer = kz.analyse(plain, s, depth=1, interpreted=True)
    assert answer.best == "18x25"
    assert answer.value == 0


# ---------------------------------------------------------------- PDN

PDN = """[Event "Casual \\"game\\""]
[White "B"]
[Black "A"]
[Result "0-1"]
[GameType "21"]

{Ayrshire Lassie} 1. 11-15 24-20 2. 8-11! {natural} 28-24 $1 3. 9-13 (3. 4-8 23-19 (23-18)) 22-18
4. 15x22 25x18 ; the exchange
0-1

[FEN "W:W26:B22,15,14"]
1... 26x10 1/2-1/2
"""


def test_games_are_read_and_written():
    first, second = read_games(PDN)
    s = first.start
    played = []
    for a in first.actions:
        played.append(GAME.action_text(s, a))
        s = GAME.result(s, a)
    assert " ".join(played) == "11-15 24-20 8-11 28-24 9-13 22-18 15x22 25x18"
    assert (first.comment, first.result, first.headers["Event"]) == ("Ayrshire Lassie", "0-1", 'Casual "game"')
    assert [(move.comment, move.marks) for move in first.moves[2:4]] == [("natural", ["!"]), ("", ["$1"])]
    assert first.moves[-1].comment == "the exchange"
    assert (second.result, len(second.moves), second.start.mover) == ("1/2-1/2", 1, 1)
    for game in (first, second):
        again = read_game(written(game))
        assert (again.start, again.moves, again.comment, again.result) == (
            game.start,
            game.moves,
            game.comment,
            game.result,
        )
        assert again.headers["Event"] == game.headers.get("Event", "?")
    assert "1... 26x17x10 1/2-1/2" in written(second)
    assert (
        read_game(written(PdnGame(GAME.initial(), moves=[PdnMove(a) for a in first.actions]))).actions == first.actions
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1. 11-15 24-28", "game 1, line 1 of the PDN: move 2: '24-28' is not a legal move"),
        ('[FEN "B:W5"]\n*', "'B:W5' is not a position"),
        ("1. 11-15\ne4", "line 2 of the PDN: 'e4' is neither a move nor a result"),
        ("1. 11-15 (24-20", "'(' is never closed"),
        ('[GameType "20"] *', "games of type '20'"),
        ("", "holds no game"),
    ],
)
def test_games_that_cannot_be_read_are_refused(text, said):
    with pytest.raises(BadInput) as refused:
        read_game(text)
    assert said in str(refused.value)

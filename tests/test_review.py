"""A game judged move by move."""

import json
from typing import NamedTuple

import pytest

import kibitz as kz
from kibitz.games.connect_four import ConnectFour
from kibitz.games.nim import Nim
from kibitz.games.pig import Pig
from kibitz.games.tic_tac_toe import TicTacToe


def mistakes(found):
    return {ply.ply: ply.mistake for ply in found.plies if ply.mistake}


def test_a_draw_thrown_away_is_a_mistake_and_turns_the_game():
    found = kz.review(TicTacToe(), moves=["1", "2", "5", "9", "4", "6", "7"], seconds=None)
    assert [ply.move for ply in found.plies] == [None, "1", "2", "5", "9", "4", "6", "7"]
    assert [ply.player for ply in found.plies] == [None, 0, 1, 0, 1, 0, 1, 0]
    assert [ply.value for ply in found.plies] == [0, 0, 1, 1, 1, 1, 1, 1]
    assert all(ply.values == (ply.value, -ply.value) for ply in found.plies)
    assert mistakes(found) == {2: "mistake"}
    assert found.turned == 2
    ply = found.plies[2]
    assert (ply.best, ply.best_words, ply.words, ply.loss) == ("5", "draws", "loses in 6", 1.0)
    assert ply.why.startswith("2 loses in 6 where 5 would draw: after 4 there is no defence (")
    assert found.plies[3].best == "5"  # as good as any other is best
    expected = "The game turned at ply 2: O played 2 (loses in 6) where 5 was better (draws); 1 mistake in all."
    assert found.sentence == expected


def test_a_win_turned_into_a_loss_is_a_blunder():
    found = kz.review(Nim(piles=(1, 2)), moves=["2:2", "1:1"], seconds=None, interpreted=True)  # 2:1 alone wins
    assert mistakes(found) == {1: "blunder"}
    assert [ply.value for ply in found.plies[:2]] == [1, -1]
    assert found.turned == 1


def test_a_win_that_comes_later_is_a_slip():
    game = ConnectFour()
    s = game.parse("121212")  # 1 wins at once
    found = kz.review(game, s, ["7"], seconds=None)
    assert found.plies[1].loss > 0
    late = kz.analyse(game, s)
    report = next(move for move in late.moves if move.move == "7")
    expected = {True: "slip", False: "mistake"}[report.value > 0]
    assert mistakes(found) == {1: expected if report.value >= 0 else "blunder"}


def test_best_play_has_no_mistakes():
    game, moves, s = TicTacToe(), [], TicTacToe().initial()
    while not game.is_terminal(s):
        best = kz.analyse(game, s).moves[0]
        moves.append(best.move)
        s = game.result(s, best.action)
    found = kz.review(game, moves=moves, seconds=None)
    assert mistakes(found) == {}
    assert found.turned is None
    assert found.sentence == "No move changed who stands better."
    assert all(ply.value == 0 for ply in found.plies)


def test_chance_makes_no_mistakes_and_shares_of_the_range_decide():
    game = Pig(goal=20)
    found = kz.review(game, game.parse("0,19,15"), ["roll", "1"], seconds=None, depth=4)
    assert [ply.player for ply in found.plies] == [None, 0, -1]
    assert found.plies[2].mistake == "" and found.plies[2].loss == 0
    held = kz.review(game, game.parse("0,18,19"), ["hold", "roll", "2"], seconds=None, depth=5)
    ply = held.plies[1]
    shares = {"blunder": (0.2, 1.0), "mistake": (0.1, 0.2), "slip": (0.05, 0.1), "": (0.0, 0.05)}
    low, high = shares[ply.mistake]
    assert low <= ply.loss <= high
    assert all(sum(ply.values) == pytest.approx(1) for ply in held.plies)
    assert [len(line) for line in held.levels()] == [4]


def test_more_than_two_players_have_a_value_each():
    game = Pig(goal=10, players=3)
    found = kz.review(game, moves=["roll", "6", "hold"], seconds=None, depth=3)
    assert all(len(ply.values) == 3 for ply in found.plies)
    assert [len(line) for line in found.levels()] == [4, 4, 4]
    assert json.loads(json.dumps(found.json()))["plies"][3]["move"] == "hold"


def test_one_player_is_judged_against_the_best():
    found = kz.review(Pig(goal=6, players=1), moves=["roll", "3", "hold"], seconds=None, depth=4)
    assert all(len(ply.values) == 1 for ply in found.plies)
    assert len(found.levels()) == 1


def test_the_levels_of_a_chart_lie_between_the_ends():
    moves = ["4", "4", "4", "4", "4", "2", "4", "2", "2", "2"]
    found = kz.review(ConnectFour(), moves=moves, seconds=None, depth=6)
    [line] = found.levels()
    assert len(line) == 11
    assert [level is None for level in line] == [ply.undecided for ply in found.plies]
    for level, ply in zip(line, found.plies, strict=True):
        if level is None:
            continue
        assert -1 <= level <= 1
        assert (level > 0, level < 0) == (ply.value > 0, ply.value < 0)
        assert level == 0 or abs(level) >= 0.3


def test_a_game_without_moves_and_a_finished_one():
    alone = kz.review(TicTacToe(), seconds=None)
    assert [ply.ply for ply in alone.plies] == [0]
    assert alone.sentence == "No move has been played."
    over = kz.review(TicTacToe(), TicTacToe().parse("XXXOO...."))
    assert over.plies[0].value == 1
    assert over.plies[0].words == "the game is over: X won"


def test_progress_is_told_after_every_position_and_a_remote_ends_it():
    told = []
    whole = kz.review(TicTacToe(), moves=["1", "2", "5"], progress=told.append)
    assert [len(found.plies) for found in told] == [1, 2, 3, 4]
    assert told[-1].json() | {"stopped_by": "solved"} == whole.json() and told[-1].stopped_by == ""
    remote = kz.Remote()
    remote.stop()
    assert len(kz.review(TicTacToe(), moves=["1", "2", "5"], remote=remote).plies) == 1


def test_a_move_that_is_none_is_refused():
    with pytest.raises(kz.BadInput, match="'1' is not a legal move"):
        kz.review(TicTacToe(), moves=["1", "1"])


class Step(NamedTuple):
    place: int


class Walk(kz.Game):
    """Walk up a hill without limits."""

    players = 1

    def initial(self):
        return Step(0)

    def player(self, s):
        return 0

    def actions(self, s):
        if s.place < 3:
            yield 1
            yield 2

    def result(self, s, a):
        return Step(s.place + a)

    def is_terminal(self, s):
        return s.place >= 3

    def utility(self, s, player):
        return float(s.place)


def test_without_a_range_a_proven_loss_is_a_slip():
    found = kz.review(Walk(), moves=["1", "1", "1"], seconds=None, interpreted=True)
    assert mistakes(found) == {3: "slip"}
    assert found.levels() == [[1.0, 1.0, 1.0, 0.75]]


# ------------------------------------------------------------ what a judgement rests on


def test_a_quick_look_that_shows_nothing_claims_nothing():
    found = kz.review(TicTacToe(), moves=["1", "2", "5"], seconds=None, depth=2, interpreted=True)
    assert [ply.rests for ply in found.plies] == ["undecided at depth 2"] * 4
    assert [ply.undecided for ply in found.plies] == [True, True, True, True]
    assert found.sentence == "No mistake found to depth 2; 4 positions are undecided."
    assert not found.proven
    assert found.levels() == [[None] * 4]


def test_the_judge_goes_on_until_all_is_proven_and_marks_what_changed():
    told = []
    game, moves = TicTacToe(), ["1", "2", "5", "9", "4", "6", "7"]
    asked = {"seconds": None, "depth": 2, "interpreted": True}
    found = kz.review(game, moves=moves, budget=3600.0, progress=told.append, **asked)
    assert found.proven and [ply.rests for ply in found.plies] == ["proven"] * 8
    assert {ply.ply: ply.was for ply in found.plies if ply.was} == {2: "no mistake, undecided at depth 2"}
    exact = kz.review(game, moves=moves, seconds=None, interpreted=True)
    facts = ("ply", "move", "player", "values", "words", "best_words", "loss", "mistake", "exact")
    assert [[vars(ply)[name] for name in facts] for ply in found.plies] == [
        [vars(ply)[name] for name in facts] for ply in exact.plies
    ]
    assert found.turned == 2 and found.plies[2].best == "5"
    counts = [sum(ply.exact for ply in each.plies) for each in told]
    assert counts == sorted(counts)  # what is proven stays proven, and every step is told
    assert all("No move changed" not in each.sentence for each in told if not each.proven)


class Hopeful(TicTacToe):
    """Whoever is first hopes a little."""

    def evaluate(self, s, player):
        return 0.25 if player == 0 else -0.25


def test_a_game_with_an_evaluation_is_looked_at_deeper():
    moves, asked = ["1", "2", "5"], {"seconds": None, "depth": 2, "interpreted": True}
    quick = kz.review(Hopeful(), moves=moves, **asked)
    assert [(ply.words, ply.rests) for ply in quick.plies[:2]] == [("+0.25 (depth 2)", "depth 2")] * 2
    assert quick.sentence == "No mistake found to depth 2; 4 positions are not proven."
    slow = kz.review(Hopeful(), moves=moves, budget=3600.0, **asked)
    assert slow.proven and slow.turned == 2
    assert slow.plies[2].was == "no mistake, depth 2"


def test_a_loss_in_an_undecided_position_is_no_mistake_yet():
    game = TicTacToe()
    s = game.parse("X...O...X")
    found = kz.review(game, s, ["3"], seconds=None, depth=4, interpreted=True)
    assert (found.plies[1].words, found.plies[1].mistake, found.plies[1].loss) == ("loses", "", 0.0)
    assert found.plies[1].rests == "undecided at depth 4"
    again = kz.review(game, s, ["3"], seconds=None, depth=4, interpreted=True, budget=3600.0)
    assert (again.plies[1].mistake, again.plies[1].rests) == ("mistake", "proven")


def test_a_remote_ends_the_going_on():
    remote = kz.Remote()
    told = []

    def stop(found):
        told.append(found)
        if any(ply.exact for ply in found.plies):
            remote.stop()

    asked = {"seconds": None, "depth": 1, "interpreted": True}
    found = kz.review(TicTacToe(), moves=["1", "2"], budget=3600.0, remote=remote, progress=stop, **asked)
    assert [ply.exact for ply in found.plies] == [False, False, True]
    assert "2 positions are undecided" in found.sentence

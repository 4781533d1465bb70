"""Levels of play: what a weaker player lets go is bounded, a stronger one lets go less, and a seed repeats it."""

from collections import Counter
from dataclasses import replace
from statistics import mean

import httpx
import pytest

import kibitz as kz
from command import kibitz
from kibitz.answer.analyse import analyse_with
from kibitz.answer.level_moves import LevelMove, LevelPlay
from kibitz.answer.levels import LEVELS, Level, draw, let_go, level_of
from kibitz.answer.options import Options
from kibitz.errors import BadInput
from kibitz.native import at_hand
from kibitz.web import searches
from serving import here

PLAIN = Options(interpreted=True)
BEGINNER, NOVICE, INTERMEDIATE, *_, PERFECT = LEVELS
ENDS = {"loss": 0.0, "draw": 0.5, "win": 1.0}

# A position of each kind: outcomes at hand, outcomes far off, scores, dice, more than two players, no range at all.
POSITIONS = [
    ("tic-tac-toe", {}, "1 5"),
    ("nim", {}, ""),
    ("connect-four", {"width": 5, "height": 4}, "3 3"),
    ("pig", {"goal": 10}, ""),
    ("connect-four-many", {"width": 4, "height": 4}, "1 2"),
    ("pacman", {}, ""),
]


def answered(name, parameters, moves, **limits):
    """The answer about a position, in plain Python."""
    game = kz.game(name, **parameters)
    s = game.initial()
    for move in moves.split():
        s = game.result(s, game.parse_action(s, move))
    return analyse_with(game, replace(PLAIN, **limits), s)


@pytest.mark.parametrize(("name", "parameters", "moves"), POSITIONS)
def test_no_level_lets_go_more_than_its_bound_and_stronger_ones_let_go_less(name, parameters, moves):
    answer = answered(name, parameters, moves, depth=6)
    means = []
    for level in LEVELS:
        losses = dict(zip((row.move for row in answer.moves), let_go(answer, level), strict=True))
        assert losses[answer.best] == 0.0 and all(loss >= 0.0 for loss in losses.values())
        drawn = [draw(answer, level, seed) for seed in range(300)]
        assert max(losses[row.move] for row in drawn) <= level.most + 1e-9
        means.append(mean(row.loss for row in drawn))
    assert means == sorted(means, reverse=True) and means[-1] == 0.0


def test_a_beginner_slips_often_and_only_a_careless_one_loses_a_won_game_at_once():
    won = answered("tic-tac-toe", {}, "1 5 2 7")  # X to move: 3 wins at once, all else loses or draws
    outcomes = {row.move: row.outcome for row in won.moves}
    assert set(outcomes.values()) == {"win", "draw", "loss"} or set(outcomes.values()) == {"win", "loss"}
    for level in LEVELS:
        assert {outcomes[draw(won, level, seed).move] for seed in range(200)} <= {"win", "draw"}
    careless = Counter(outcomes[draw(won, level_of("beginner", careless=True), seed).move] for seed in range(200))
    assert careless["loss"] > 0
    open_ = answered("tic-tac-toe", {}, "5")
    dropped = Counter(draw(open_, BEGINNER, seed).outcome for seed in range(200))
    assert 20 < dropped["loss"] < dropped["draw"]


def test_a_far_off_loss_is_little_to_a_beginner_and_much_to_an_expert():
    answer = answered("nim", {}, "")
    worst = [max(let_go(answer, level)) for level in LEVELS[:-1]]
    assert worst == sorted(worst) and worst[0] <= BEGINNER.most < worst[-1]


def test_a_win_that_a_level_sees_is_not_thrown_away_for_a_loss_far_off():
    far = "-1"
    for _ in range(30):
        far = f"({far})"
    near, distant = (answered("tree", {"tree": f"({win} {far})"}, "") for win in ("((1))", "((((((1))))))"))
    assert let_go(near, BEGINNER) == [0.0, 1.0]
    assert {draw(near, BEGINNER, seed).move for seed in range(200)} == {near.best}
    assert let_go(distant, BEGINNER)[1] < 1.0  # it looks no further than four plies


def test_a_lost_game_is_played_on_where_it_is_hardest_to_refute():
    tree = kz.game("tree", tree="((-1 -1 -1 -1) (-1 1 1 1) (-1 -1 1 1))")
    for level in LEVELS:
        found = LevelPlay(tree, level, PLAIN).move(tree.initial(), seed=1)
        assert found.answer.outcome == "loss" and found.chosen.move == "C"  # one reply of four refutes it


def test_what_is_drawn_is_looked_at_before_it_is_played():
    """A search may say of a move only that it is no better than the best; that is not believed."""
    answer = answered("tic-tac-toe", {}, "5")
    hopeful = [
        replace(r, value=0.0, words="at most +0.00 (depth 9)", loss=0.0, exact=False, outcome=None, distance=None)
        if r.outcome == "loss"
        else r
        for r in answer.moves
    ]
    shallow = replace(answer, moves=tuple(hopeful), exact=False)
    play = LevelPlay(answer.game, INTERMEDIATE, replace(PLAIN, depth=8))
    outcomes = {row.move: row.outcome for row in answer.moves}
    assert {outcomes[draw(shallow, INTERMEDIATE, seed).move] for seed in range(30)} == {"draw", "loss"}
    assert {outcomes[play.chosen(shallow, seed).chosen.move] for seed in range(8)} == {"draw"}


def test_a_mixture_is_what_a_perfect_player_draws_from():
    answer = answered("kuhn-poker", {}, "J Q", algorithm="regret", iterations=200)
    chances = {row.move: row.probability for row in answer.moves}
    drawn = Counter(draw(answer, PERFECT, seed).move for seed in range(400))
    assert all(abs(drawn[move] / 400 - chance) < 0.1 for move, chance in chances.items())


def test_the_same_seed_chooses_the_same_and_a_match_of_levels_is_repeatable():
    answer = answered("nim", {}, "")
    assert len({draw(answer, BEGINNER, seed).move for seed in range(40)}) > 3
    assert draw(answer, BEGINNER, 5) == draw(answer, BEGINNER, 5)
    players = ("level 1 depth=9", "level expert depth=9")
    one, two = (kz.match("tic-tac-toe", *players, games=8, seed=4, plies=3, interpreted=True) for _ in range(2))
    assert [game.moves for game in one.games] == [game.moves for game in two.games]
    assert one.wins < one.losses  # a beginner loses to an expert


def test_a_position_with_one_move_is_answered_at_once_and_an_ended_game_has_none():
    forced = kz.game("tic-tac-toe")
    s = forced.parse("XOXXOOOX.")
    assert LevelPlay(forced, PERFECT, PLAIN).plan(s).options.seconds < PERFECT.seconds / 10
    over = forced.parse("XXXOO....")
    assert not isinstance(LevelPlay(forced, PERFECT, PLAIN).move(over), LevelMove)


@pytest.mark.parametrize("text", ["0", "7", "grandmaster", ""])
def test_a_level_that_does_not_exist_is_refused(text):
    with pytest.raises(BadInput, match=r"unknown level .*1 \(beginner\).*6 \(perfect\)"):
        level_of(text)


def test_levels_are_found_by_number_and_name():
    assert level_of(2) is level_of("2") is level_of(" Novice ") is NOVICE
    assert level_of(1, careless=True) == replace(BEGINNER, most=1.0)
    with pytest.raises(BadInput, match="never careless"):
        level_of("perfect", careless=True)
    assert all(isinstance(level, Level) and level.number == number for number, level in enumerate(LEVELS, 1))


def test_the_command_plays_at_a_level():
    def play(*words):
        return kibitz("play", "tic-tac-toe", "--interpreted", *words, stdin="5\nquit\n")

    first, again = (play("--level", "beginner", "--depth", "9", "--seed", "3") for _ in range(2))
    assert first.code == 0 and first.out == again.out and "level 1 (beginner)" in first.out
    for words, said in (
        (["--level", "9"], "unknown level '9'"),
        (["--careless"], "--careless needs --level"),
        (["--level", "2", "--exact"], "--exact has no effect"),
    ):
        refused = play(*words)
        assert refused.code == 2 and said in refused.err


def test_the_page_is_told_what_a_level_plays():
    with here(compiled=0) as (address, _), httpx.Client(base_url=address, timeout=120) as client:
        told = client.get("/api/levels").json()
        assert [level["name"] for level in told["levels"]] == [level.name for level in LEVELS]
        asked = {"game": "tic-tac-toe", "moves": "5", "depth": 9, "seed": 3}
        best = client.post("/api/best", json=asked | {"level": 6}).json()
        assert best["chosen"] == best["best"] and best["level"] == 6 and best["lets_go"] == 0.0
        chosen = [client.post("/api/best", json=asked | {"level": 1, "seed": seed}).json() for seed in range(9)]
        assert len({answer["chosen"] for answer in chosen}) > 2
        plain = client.post("/api/best", json=asked).json()
        assert "chosen" not in plain and "level" not in plain
        wrong = ({"level": 0}, "level"), ({"careless": True}, "careless"), ({"level": 1, "exact": True}, "exact")
        for fields, field in wrong:
            refused = client.post("/api/best", json=asked | fields)
            assert refused.status_code == 422 and refused.json()["field"] == field


def test_nobody_waits_for_the_compiler_of_a_player_who_makes_mistakes(monkeypatch):
    asked_for = []
    monkeypatch.setattr(at_hand, "is_at_hand", lambda *_: False)
    monkeypatch.setattr(searches.Compilations, "compile_beside", lambda self, plan, s: asked_for.append(plan.game))
    with here() as (address, _), httpx.Client(base_url=address, timeout=120) as client, searches._compiling:
        found = client.post("/api/best", json={"game": "nim", "set": {"piles": "2,3"}, "level": 1}).json()
        assert found["chosen"] in [row["move"] for row in found["moves"]]
    assert [game.facts.name for game in asked_for] == ["nim"]

"""Answers by the selective search: every move has a row, nothing is called proven that is not, and words say which."""

import random
import re
from pathlib import Path

import pytest

import kibitz as kz
from command import kibitz
from kibitz.answer.analyse import analyse_with
from kibitz.answer.claims import claims
from kibitz.answer.options import Options
from kibitz.answer.plan import Plan
from kibitz.answer.questions.by_selective import SelectiveQuestion, Sitting
from kibitz.answer.solve import Solver
from kibitz.search.whole.value_iteration import WholeGame

FILE = Path(__file__).parent / "data" / "games" / "race.py"
RACE = f"{FILE}:Race"
THERE_AND_BACK = "g1f3 g8f6 f3g1 f6g8"
WIN = 3_000.0


@pytest.fixture(scope="module")
def game():
    return kz.game(RACE)


@pytest.fixture(scope="module")
def whole(game):
    """All positions, solved: the truth."""
    solved = WholeGame(game, game.initial(), interpreted=True)
    solved.solve()
    return solved


def positions(game, number):
    """Positions of games at random, none of them over."""
    dice, found = random.Random(5), []
    while len(found) < number:
        s = game.initial()
        for _ in range(dice.randrange(12)):
            if not game.is_terminal(s):
                s = game.result(s, dice.choice(list(game.actions(s))))
        if not game.is_terminal(s) and list(game.actions(s)):
            found.append(s)
    return found


def is_right(game, whole, s, value, distance):
    """Is an exact value for the player to move the true one, and the plies too?"""
    return value == whole.value(s)[game.player(s)] and (distance is None or distance == whole.distance(s))


@pytest.mark.parametrize("limit", [{"depth": 6}, {"nodes": 3_000}, {"depth": 1}])
def test_what_is_called_proven_is_and_every_move_has_a_row(game, whole, limit):
    proven = 0
    for s in positions(game, 25):
        answer = kz.analyse(game, s, algorithm="deepening", interpreted=True, **limit)
        assert {move.action for move in answer.moves} == set(game.actions(s))
        assert answer.best == answer.moves[0].move and answer.value == answer.moves[0].value
        assert all(move.value <= answer.value and move.loss >= 0 for move in answer.moves)
        assert not answer.exact or is_right(game, whole, s, answer.value, answer.distance), game.text(s)
        for move in answer.moves:
            after = game.result(s, move.action)
            is_true = move.value == whole.value(after)[game.player(s)]
            assert is_true or not move.exact, (game.text(s), move.move)
            assert move.exact or not re.fullmatch(r"(wins|loses)( in \d+)?", move.words)
        proven += answer.exact
    assert proven >= (8 if limit != {"depth": 1} else 0)


def test_a_win_is_proven_with_its_plies_and_its_line(game, whole):
    s = game.initial()
    answer = kz.analyse(game, s, algorithm="deepening", nodes=20_000, interpreted=True)
    assert answer.exact and answer.words == f"wins in {whole.distance(s)}" and answer.outcome == "win"
    assert answer.search.stopped_by == "solved"
    assert answer.distance == len(answer.moves[0].line) == whole.distance(s)
    for move in answer.moves[0].line:
        s = game.result(s, game.parse_action(s, move))
    assert game.is_terminal(s)


def test_exact_answers_need_no_limit(game, whole):
    solver = Solver(game, Options(algorithm="deepening", interpreted=True))
    for s in positions(game, 30):
        if abs(whole.value(s)[0]) == WIN:
            assert solver.value(s) == whole.value(s)[game.player(s)]
            answer = kz.analyse(game, s, algorithm="deepening", interpreted=True)
            assert answer.exact and is_right(game, whole, s, answer.value, answer.distance)


def test_it_is_chosen_and_says_why_and_counts_in_words(game):
    plan = Plan.of(game, Options(depth=3), game.initial())
    assert plan.kind is SelectiveQuestion
    assert plan.reason == "deepening thinks selectively about 'race', by its evaluation"
    answer = kibitz("best", RACE, "--depth", 4, "--interpreted", "--stats")
    assert re.match(r"best: 5, \+1\.00 \(depth 4\)\nmove  value +loss  line\n5 +1\.00 ", answer.out)
    assert re.search(r"\n\d+ nodes cut by an evaluation far above the window \(reverse futility\)\n", answer.out)
    told = kibitz("best", RACE, "--depth", 4, "--interpreted", "--json").json
    assert told["value"] == 10.0 and told["words"] == "+1.00 (depth 4)" and told["search"]["depth"] == 4
    assert told["search"]["nodes"] > 0 and told["search"]["stopped_by"] == "depth" and not told["exact"]


def test_one_legal_move_is_said_at_once(game):
    corner = next(s for s in positions(game, 3_000) if len(list(game.actions(s))) == 1)
    answer = kz.analyse(game, corner, algorithm="deepening", seconds=60, interpreted=True)
    assert len(answer.moves) == 1 and answer.note == "the only legal move"


def test_a_game_that_goes_on_keeps_what_was_found(game):
    s, sitting = game.initial(), Sitting()
    options = Options(depth=6, algorithm="deepening", interpreted=True)
    first = analyse_with(game, options, s, sitting=sitting)
    s = game.result(s, first.moves[0].action)
    again = analyse_with(game, options, s, sitting=sitting)
    alone = analyse_with(game, options, s)
    assert again.search.nodes < alone.search.nodes and again.best is not None


# ---------------------------------------------------------------- repetition, in every room


def test_a_game_that_has_come_back_three_times_is_over():
    moves = f"{THERE_AND_BACK} {THERE_AND_BACK}"
    best = kibitz("best", "chess", "--moves", moves, "--json").json
    assert best["best"] is None and best["moves"] == [] and best["exact"] and best["value"] == 0.0
    assert best["words"] == "the game is over by repetition: a draw"
    solved = kibitz("solve", "chess", "--moves", moves)
    assert solved.code == 0 and solved.out == "0\n"
    sentence = "The game is over: a draw by repetition, for this position has come up 3 times."
    assert solved.messages == [f"kibitz: {sentence}"]
    typed = "".join(f"{move}\n" for move in [*moves.split(), "moves", "undo", "moves", "quit"])
    out = kibitz("play", "chess", "--you", "both", stdin=typed).out
    assert out.count(sentence) == 1 and "none: the game is over" in out and out.rstrip().endswith("h7h6") is False
    assert "f6g8" in out.rpartition("none: the game is over")[2]


def test_the_page_says_so_too():
    from kibitz.web.offered import Offered
    from kibitz.web.requests import PositionAsked
    from kibitz.web.shown_positions import position_shown

    shown = position_shown(Offered(()), PositionAsked(game="chess", moves=(THERE_AND_BACK + " ") * 2))
    assert shown["over"] and shown["moves"] == [] and shown["utilities"] == [0.0, 0.0]
    assert shown["verdict"].startswith("The game is over: a draw by repetition")
    assert shown["ended"]["outcome"] == "draw"
    shown = position_shown(Offered(()), PositionAsked(game="chess", moves=THERE_AND_BACK))
    assert not shown["over"] and len(shown["moves"]) == 20


@pytest.mark.parametrize(("guesses", "depth"), [(True, 4), (False, 7)])
def test_who_wins_does_not_go_back_and_forth(game, whole, guesses, depth):
    if not guesses:  # then the plain engine looks for the win, and knows nothing until it sees it
        game = type("Blind", (type(game),), {"evaluate": kz.Game.evaluate, "swing": 0.0})()
    s, history, sitting = game.initial(), [], Sitting()
    assert whole.value(s)[0] == WIN
    dice = random.Random(3)
    while not game.is_terminal(s):
        assert len(history) < 40 and history.count(s) < 2
        if game.player(s) == 0:
            so_far = tuple(map(game.key, history))
            options = Options(depth=depth, algorithm="deepening", interpreted=True, history=so_far)
            action = analyse_with(game, options, s, sitting=sitting).moves[0].action
        else:
            action = dice.choice(list(game.actions(s)))
        history.append(s)
        s = game.result(s, action)
    assert game.utility(s, 0) == WIN


class Counting(kz.game("nim").__class__):
    """Nim with a guess, and with a count of how long it can last."""

    swing = 0.5
    whole = True

    def evaluate(self, s, player):
        return 0.25 if player == self.player(s) else -0.25

    def lasts(self, s):
        return sum(s.piles)


def test_near_the_end_the_value_is_proven_and_then_every_move():
    game = Counting()
    s = game.parse("3,4,5")
    options = {"algorithm": "deepening", "interpreted": True}
    truth = {move.action: move.value for move in kz.analyse(game, s, algorithm="table", interpreted=True).moves}
    for answer in (kz.analyse(game, s, **options), kz.analyse(game, s, nodes=40_000, **options)):
        assert answer.exact and answer.value == max(truth.values())
        assert {move.action: move.value for move in answer.moves if move.exact}.items() <= truth.items()
        assert len(answer.moves) == len(truth) and all(move.value <= answer.value for move in answer.moves)
    assert all(move.exact for move in kz.analyse(game, s, **options).moves)


@pytest.mark.parametrize(
    ("words", "brief"),
    [
        ("+0.31 (depth 12)", "+0.31"),
        ("at most +0.31 (depth 12)", "≤ +0.31"),
        ("wins in 9 (found, not proven)", "W 9?"),
        ("no better: loses in 4 (found, not proven)", "≤ L 4?"),
    ],
)
def test_words_are_told_in_a_few_letters(game, words, brief):
    told = claims(game, game.initial(), 3.1, words, exact=False, outcome=None, undecided=False, number="0.31")
    assert told["brief"] == brief and told["share"] == pytest.approx(0.5445, abs=1e-4)

"""Options and the plan that is made of them: what is chosen, why, who asks it, and what is refused."""

import pytest

import kibitz as kz
from command import kibitz
from kibitz.answer.options import Limit, Options, techniques_text
from kibitz.answer.plan import PARTICULAR, Plan, choose
from kibitz.answer.questions import QUESTIONS, question_for, users_of
from kibitz.answer.questions.by_deals import DealsQuestion
from kibitz.answer.questions.by_engine import EngineQuestion
from kibitz.answer.questions.by_likely_outcomes import LikelyQuestion
from kibitz.answer.questions.by_regret import RegretQuestion
from kibitz.answer.questions.by_several import CoalitionQuestion, VectorQuestion
from kibitz.answer.questions.by_table import WholeQuestion
from kibitz.answer.questions.by_textbook import TextbookQuestion
from kibitz.answer.solve import Solver
from kibitz.errors import BadInput, DoesNotFit
from kibitz.search import ALGORITHMS
from kibitz.search.engine.engine import Engine
from kibitz.search.engine.techniques import Techniques


@pytest.mark.parametrize(
    ("name", "options", "chosen", "kind", "reason"),
    [
        ("tic-tac-toe", {}, "deepening", EngineQuestion, "deepening is the fastest for two opponents"),
        ("tic-tac-toe", {"algorithm": "minimax"}, "minimax", TextbookQuestion, "minimax: it was asked for"),
        ("pig", {"depth": 2}, "deepening", EngineQuestion, "deepening is the fastest for two opponents"),
        (
            "pig",
            {},
            "table",
            WholeQuestion,
            "table solves the whole game, so that values with chance in them are exact",
        ),
        (
            "pig",
            {"outcomes": 0.5},
            "expectiminimax",
            LikelyQuestion,
            "expectiminimax searches only the likely outcomes",
        ),
        ("kuhn-poker", {}, "regret", RegretQuestion, "regret: 'kuhn-poker' is usually searched by it"),
        ("kuhn-poker", {"algorithm": "deals"}, "deals", DealsQuestion, "deals: it was asked for"),
        ("hearts", {"seconds": 1}, "deals", DealsQuestion, "deals answers from what the player to move can see"),
    ],
)
def test_a_plan_says_what_it_chose_and_why(name, options, chosen, kind, reason):
    plan = Plan.of(kz.game(name), Options(**options))
    assert (plan.algorithm.name, plan.kind, plan.reason) == (chosen, kind, reason)


@pytest.mark.parametrize(
    ("name", "options", "chosen"),
    [
        ("nim", {}, "table"),
        ("nim", {"seconds": 10}, "table"),
        ("nim", {"depth": 3}, "deepening"),
        ("nim", {"nodes": 99}, "deepening"),
        ("nim", {"techniques": Techniques(table=False)}, "deepening"),
        ("nim", {"algorithm": "minimax"}, "minimax"),
        ("connect-four", {}, "deepening"),
        ("kuhn-poker", {}, "regret"),
    ],
)
def test_auto_looks_at_the_size(name, options, chosen):
    game = kz.game(name)
    plan = Plan.of(game, Options(**options), game.initial())
    assert plan.algorithm.name == chosen
    assert (plan.reason == "table solves the whole game: it has 232 positions") == (chosen == "table")


@pytest.mark.parametrize(("name", "parameters"), [("tic-tac-toe", {}), ("connect-four", {"width": 4, "height": 4})])
def test_with_nothing_to_guess_by_best_proves_as_solve_does(name, parameters):
    game = kz.game(name, **parameters)
    engine = Engine(game, interpreted=True)
    value = engine.solve(game.initial())
    enough = engine.nodes * 5 // 4
    answer = kz.analyse(game, nodes=enough, algorithm="deepening", interpreted=True)
    assert (answer.exact, answer.value, answer.moves[0].exact) == (True, value, True)
    assert answer.search.nodes <= enough and answer.search.stopped_by == "nodes"
    assert any(not move.exact and move.undecided for move in answer.moves[1:])


def test_several_players_are_answered_in_vectors():
    three = kz.game("pig", players=3)
    assert Plan.of(three, Options(depth=1)).kind is VectorQuestion
    for algorithm in ("maxn", "paranoid", "best-reply", "table", "shallow"):
        assert Plan.of(three, Options(depth=1, algorithm=algorithm)).in_vectors
    assert Plan.of(three, Options(depth=1, algorithm="paranoid")).kind is CoalitionQuestion
    assert not Plan.of(kz.game("pig"), Options(algorithm="table")).in_vectors
    assert not ALGORITHMS["paranoid"].vector  # the textbook's own value is one number


def test_open_cards_are_noted_where_something_is_hidden():
    poker = kz.game("kuhn-poker")
    assert Plan.of(poker).note == ""
    note = Plan.of(poker, Options(algorithm="expectiminimax")).note
    assert note.startswith("as if all cards were open: expectiminimax sees what is hidden; deals answers")
    assert Plan.of(kz.game("tic-tac-toe")).note == ""


def test_every_algorithm_has_one_question():
    for algorithm in ALGORITHMS.values():
        assert sum(question.is_for(algorithm) for question in QUESTIONS) <= 1
    named = [name for question in QUESTIONS for name in question.algorithms]
    assert len(named) == len(set(named)) and set(named) <= set(ALGORITHMS)
    assert question_for(ALGORITHMS["star2"]) is TextbookQuestion
    assert all(users_of(option) for option in PARTICULAR)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"worlds": 5}, "worlds 5 have no effect on deepening: use deals"),
        ({"iterations": 5}, "iterations 5 have no effect on deepening: use regret"),
        ({"strategy": "a.npz"}, "strategy 'a.npz' has no effect on deepening: use regret"),
        ({"variant": "vanilla"}, "variant 'vanilla' has no effect on deepening: use regret"),
        (
            {"techniques": Techniques(table=False, beam=3), "algorithm": "minimax"},
            "techniques 'no-table beam=3' have no effect on minimax: use deepening, proof, maxn, paranoid, best-reply "
            "or montecarlo",
        ),
        ({"simulations": 5, "algorithm": "deepening"}, "simulations 5 have no effect on deepening: use montecarlo"),
        ({"techniques": Techniques(rave=True), "depth": 1}, "technique 'rave' has no effect on deepening: expected"),
        (
            {"techniques": Techniques(table=False), "algorithm": "montecarlo"},
            "technique 'no-table' has no effect on montecarlo: expected one of bounds, solver, rave",
        ),
        ({"outcomes": 0.5, "algorithm": "minimax"}, "outcomes 0.5 is for expectiminimax and expectimax"),
    ],
)
def test_an_option_without_effect_is_refused(options, sentence):
    with pytest.raises(BadInput) as refused:
        kz.analyse(kz.game("tic-tac-toe"), **options)
    assert str(refused.value).startswith(sentence)


def test_what_is_allowed_to_all_games_is_refused_by_none():
    game = kz.game("tic-tac-toe")
    answer = kz.analyse(game, algorithm="minimax", depth=1, threads=2, megabytes=1, seed=3, interpreted=True)
    assert answer.search.algorithm == "minimax"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"variant": "fast"}, "unknown variant of regret 'fast'; expected one of plus, vanilla, sampled"),
        ({"variant": "sampled", "strategy": "a.npz"}, "a sampled strategy cannot be saved to 'a.npz'"),
        ({"megabytes": 0.01}, "the memory must be 0.03 to 1,048,576 megabytes, got 0.01"),
        ({"techniques": "no-table"}, "techniques must be kibitz.Techniques(…), got 'no-table'"),
        ({"worlds": 0}, "the number of worlds must be"),
        ({"iterations": 1.5}, "the number of iterations must be"),
        ({"outcomes": 2}, "the share of the outcomes must be"),
        ({"seed": "x"}, "the seed must be"),
        ({"seconds": 0}, "the time limit in seconds must be"),
        ({"threads": 0}, "the number of threads must be"),
    ],
)
def test_options_check_themselves(options, sentence):
    with pytest.raises(BadInput) as refused:
        Options(**options)
    assert str(refused.value).startswith(sentence)


def test_an_unknown_algorithm_is_refused_with_a_near_one():
    game = kz.game("tic-tac-toe")
    with pytest.raises(BadInput, match=r"unknown algorithm 'minmax'; did you mean 'minimax'\?"):
        choose("minmax", game)
    with pytest.raises(BadInput, match="unknown algorithm 7; expected auto, minimax"):
        Plan.of(game, Options(algorithm=7))
    with pytest.raises(DoesNotFit, match="minimax cannot weigh chance nodes"):
        Plan.of(kz.game("pig"), Options(algorithm="minimax"))


def test_options_know_their_limit():
    assert Options(seconds=2, nodes=5).limit == Limit(2, None, 5) and Options(depth=1).is_limited
    assert not Options(worlds=3).is_limited
    assert dict(Options(worlds=3, algorithm="deals").given()) == {"algorithm": "deals", "worlds": 3}
    assert techniques_text(Techniques()) == []
    assert techniques_text(Techniques(table=False, singular=True, beam=2)) == ["no-table", "singular", "beam=2"]


def test_a_plan_answers_many_positions():
    game = kz.game("tic-tac-toe")
    plan = Plan.of(game, Options(algorithm="alphabeta", interpreted=True))
    for text, value in (("XX.OO....", 1), ("X...O...X", 0)):
        answer = plan.answer(game.parse(text), position="here")
        assert (answer.value, answer.position, answer.search.algorithm) == (value, "here", "alphabeta")


@pytest.mark.parametrize("algorithm", ["deepening", "minimax", "alphabeta", "table"])
def test_a_solver_keeps_what_it_compiled_and_not_what_it_found(algorithm):
    game = kz.game("tic-tac-toe")
    solver = Solver(game, Options(algorithm=algorithm, interpreted=True))
    positions = ["XX.OO....", "X...O...X", "XXXOO....", "XOXXOO.X.", "XX.OO...."]
    found = [solver.value(game.parse(text)) for text in positions]
    assert found == [kz.solve(game, game.parse(text), algorithm=algorithm, interpreted=True) for text in positions]


def test_the_exact_value_needs_what_it_was_not_allowed():
    said = kibitz("solve", "kuhn-poker", "--iterations", "1", "--interpreted")
    assert said.code == 1 and "is not solved within the limit: the exploitability is still" in said.err


def test_who_asks_for_simulations_gets_them():
    assert Plan.of(kz.game("nim"), Options(simulations=50)).algorithm.name == "montecarlo"

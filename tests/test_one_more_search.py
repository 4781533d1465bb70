"""A new textbook search is one new file: nothing else has to know of it."""

import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest

from command import kibitz
from kibitz import BadInput, analyse, game, solve
from kibitz.answer.catalogue import described
from kibitz.answer.options import Options
from kibitz.answer.plan import Plan
from kibitz.answer.questions.by_textbook import TextbookQuestion
from kibitz.cli import main
from kibitz.games.tree import Tree
from kibitz.lab.tree_search import fitting, run_tree
from kibitz.search import ALGORITHMS, defined_in, fits, register, textbook, unregister
from kibitz.web.offered import Offered
from one_more_search import NEGAMAX

FIGURE = "((3 12 8) (2 4 6) (14 5 2))"
USUAL = ["minimax", "alphabeta", "deepening", "proof", "expectimax", "expectiminimax", "star1", "star2"]
USUAL += ["maxn", "shallow", "paranoid", "best-reply", "montecarlo", "deals", "regret", "table"]


@pytest.fixture
def negamax():
    register(NEGAMAX)
    yield NEGAMAX
    unregister("negamax")
    assert list(ALGORITHMS) == USUAL


def test_the_list_comes_from_the_files_in_the_order_of_their_ranks():
    assert list(ALGORITHMS) == USUAL
    found = {algorithm.name for algorithm in defined_in(textbook)}
    assert found == set(USUAL) - {"deepening", "proof", "deals", "regret", "table"}


def test_a_new_file_is_found(tmp_path, monkeypatch):
    package = ModuleType("more_searches")
    package.__path__ = [str(tmp_path)]
    monkeypatch.setitem(sys.modules, "more_searches", package)
    shutil.copy(Path(__file__).with_name("one_more_search.py"), tmp_path / "negamax.py")
    assert [algorithm.name for algorithm in defined_in(package)] == ["negamax"]
    monkeypatch.delitem(sys.modules, "more_searches.negamax")


def test_it_is_listed_by_its_rank_and_asked_as_the_others_are(negamax):
    assert list(ALGORITHMS)[:3] == ["minimax", "negamax", "alphabeta"]
    tree = Tree(FIGURE)
    plan = Plan.of(tree, Options(algorithm="negamax"))
    assert (plan.algorithm, plan.kind, plan.in_vectors) == (NEGAMAX, TextbookQuestion, False)
    answer = analyse(tree, algorithm="negamax", interpreted=True)
    assert (answer.value, answer.best, answer.exact, answer.search.algorithm) == (3, "B", True, "negamax")
    assert solve(tree, algorithm="negamax") == solve(tree, algorithm="minimax") == 3
    with pytest.raises(BadInput, match="worlds 3 have no effect on negamax: use deals"):
        analyse(tree, algorithm="negamax", worlds=3)


def test_the_command_knows_it(negamax, capsys):
    with pytest.raises(SystemExit):
        main(["best", "--help"])
    assert "minimax, negamax, alphabeta" in " ".join(capsys.readouterr().out.split())
    best = kibitz("best", "tic-tac-toe", "XX.OO....", "--algorithm", "negamax", "--json", "--interpreted").json
    assert (best["best"], best["search"]["algorithm"]) == ("3", "negamax")
    shown = kibitz("tree", FIGURE, "--algorithm", "negamax", "--steps").out
    assert "value: 3" in shown and "function NEGAMAX(s, depth)" in shown and "[line 5]" in shown
    refused = kibitz("best", "pig", "--algorithm", "negamax")
    assert refused.code == 2 and "negamax" in refused.err


def test_the_page_lists_it_where_it_fits(negamax):
    rows = {row["name"]: row["algorithms"] for row in Offered().listed()}
    assert "negamax" in rows["tic-tac-toe"] and "negamax" not in rows["pig"]
    reasons = {row.name: row for row in fits(game("pig"))}
    assert not reasons["negamax"].fits and reasons["negamax"].reason.startswith("negamax cannot")
    assert reasons["deepening"] == ("deepening", True, "")
    assert [row.name for row in fits(game("pig")) if row.fits] == described(game("pig"))["algorithms"]


def test_the_lab_runs_it_step_by_step(negamax):
    run = run_tree(FIGURE, "negamax")
    assert run.choice.value == 3 and not run.recorder.pruned
    told = run.json()
    assert {step["line"] for step in told["steps"]} == {1, 2, 5, 6} and told["title"] == "Negamax"
    assert {"algorithm": "negamax", "variant": None, "title": "Negamax"} in fitting(Tree(FIGURE))


def test_what_is_no_new_search_is_refused():
    with pytest.raises(BadInput, match="there is an algorithm called 'minimax' already"):
        register(ALGORITHMS["minimax"])
    with pytest.raises(BadInput, match=r"a search must be a kibitz\.search\.algorithm\.Algorithm, got 'minimax'"):
        register("minimax")
    with pytest.raises(BadInput, match="there is no algorithm called 'negamax'"):
        unregister("negamax")

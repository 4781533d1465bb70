"""In a notebook pictures, trees and recordings draw themselves; nothing of a notebook is needed for it."""

import sys
from xml.etree import ElementTree

import pytest

from kibitz.answer.analyse import analyse
from kibitz.game import Game
from kibitz.games import game, game_class, names
from kibitz.games.tree import Tree
from kibitz.lab.recording import Recorder
from kibitz.search.textbook.alphabeta import alphabeta
from kibitz.search.textbook.expectiminimax import expectiminimax
from kibitz.search.textbook.maxn import maxn
from kibitz.search.textbook.minimax import minimax
from kibitz.search.textbook.star1 import star1


def drawn(thing):
    before = set(sys.modules)
    root = ElementTree.fromstring(thing._repr_svg_())
    assert root.tag == "{http://www.w3.org/2000/svg}svg" and "IPython" not in set(sys.modules) - before
    return root


def having(root, *classes):
    return [e for e in root.iter() if set(classes) <= set(e.get("class", "").split())]


def texts(root, *classes):
    return ["".join(e.itertext()) for e in having(root, *classes)]


@pytest.mark.parametrize("name", names())
def test_a_position_of_every_game_draws_itself(name):
    made = game_class(name)()
    root = drawn(made.picture(made.initial()))
    assert having(root, "kz-cell") or having(root, "kz-card") or having(root, "kz-cloth")
    assert made.seen(made.initial(), 0) == made.picture(made.initial()) or made.facts.hidden


def test_a_tree_draws_itself_and_a_large_one_says_so():
    assert len(having(drawn(Tree()), "kz-node")) == 13
    large = drawn(Tree("(" + "1 " * 400 + ")"))
    assert not having(large, "kz-node") and "401 nodes, too many" in "".join(large.itertext())


def test_a_recording_of_a_tree_is_shown_at_its_last_step():
    recording = Recorder()
    alphabeta(Tree(), watch=recording)
    root = drawn(recording)
    assert " ".join(texts(root, "kz-caption")) == "40/40: A is left with 3."
    assert len(having(root, "kz-cut")) == 2


def test_an_empty_and_a_large_recording_are_cards():
    assert "Nothing has been recorded yet." in "".join(drawn(Recorder()).itertext())
    recording = Recorder()
    minimax(game("nim", piles=(3, 4)), watch=recording)
    assert recording.nodes > 400
    said = " ".join(e.text for e in drawn(recording).iter("{http://www.w3.org/2000/svg}text"))
    assert "too many to draw; the root is worth 1." in said and said.startswith("Minimax: ")


def test_a_recording_of_any_game_is_a_tree_of_what_was_looked_at():
    board = game("tic-tac-toe")
    recording = Recorder()
    alphabeta(board, board.parse("XOXOXO..."), watch=recording)
    root = drawn(recording)
    assert len(having(root, "kz-node")) == recording.nodes + len(recording.pruned)
    assert texts(root, "kz-move") == ["7", "8", "9", "7", "9", "9"]
    assert len(having(root, "kz-cut")) == len(recording.pruned) == 1
    assert "…" in texts(root, "kz-value") and "'XOXOXOX..'" in texts(root, "kz-name")
    assert " ".join(texts(root, "kz-caption")).endswith("the root is left with 1.")


@pytest.mark.parametrize(
    "search, players, position", [(star1, 2, "15,12,4"), (expectiminimax, 2, "15,12,4:"), (maxn, 3, "15,12,0,4")]
)
def test_dice_and_several_players(search, players, position):
    pig = game("pig", goal=20, players=players)
    recording = Recorder()
    search(pig, pig.parse(position), depth=2, watch=recording)
    root = drawn(recording)
    assert len(having(root, "kz-node")) == recording.nodes + len(recording.pruned) <= 400
    assert "1: 1/6" in texts(root, "kz-chances")


def test_a_search_that_was_broken_off_is_drawn_as_far_as_it_came():
    class Enough(Exception):
        pass

    class Impatient(Recorder):
        def enter(self, s, alpha, beta):
            super().enter(s, alpha, beta)
            if self.nodes == 7:
                raise Enough

    recording = Impatient()
    with pytest.raises(Enough):
        alphabeta(game("nim"), watch=recording)
    assert len(having(drawn(recording), "kz-node")) == 7


class Scripted(Game):
    """Takes texts that a page would read as its own."""

    def initial(self):
        return "<i>&"

    def player(self, s):
        return 0

    def actions(self, s):
        return ["<b>", "&'\""] if s == "<i>&" else []

    def result(self, s, a):
        return a

    def is_terminal(self, s):
        return s != "<i>&"

    def utility(self, s, player):
        return (1 - 2 * player) * (s == "<b>")


def test_an_answer_without_a_picture_shows_its_table_of_moves():
    answer = analyse(Scripted(), interpreted=True)
    assert answer._repr_svg_() is None
    root = ElementTree.fromstring(answer._repr_html_())
    rows = [[cell.text or "" for cell in row] for row in root.iter("tr")]
    assert rows[0] == ["move", "value", "", "loss", "line"]
    assert [row[:2] for row in rows[1:]] == [["<b>", "1"], ["&'\"", "0"]]
    said = [line.text for line in root.iter("p")]
    assert said[:2] == ["<i>&", f"best: <b>, {answer.words}"] and said[-1] == str(answer).splitlines()[-1]
    with_board = analyse(game("tic-tac-toe"), depth=1, interpreted=True)
    assert with_board._repr_html_() is None and with_board._repr_svg_().startswith("<svg")

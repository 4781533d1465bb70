"""The trees of the search view and of the lab: closed subtrees, small boards, positions in which something happens."""

import re

import pytest

import kibitz as kz
from kibitz.draw.small_board import small_board
from kibitz.games.tree import Tree
from kibitz.lab.drawing.closed_subtrees import Folds, usual_folds
from kibitz.lab.drawing.frames import tree_frames
from kibitz.lab.drawing.played_tree import played_tree_svg, with_nodes
from kibitz.lab.position_tree import position_tree, tree_of_states
from kibitz.lab.telling_position import telling_depth, telling_position
from kibitz.lab.tree_search import run_on
from kibitz.lab.tree_worth import best_line, differs, worths

FIGURE = "((3 12 8) (2 4 6) (14 5 2))"  # A; B C D; then E to M


def nodes_in(svg):
    return re.findall(r'data-node="([^"]+)"', svg)


def test_a_closed_subtree_is_not_drawn_and_tells_its_size_and_what_was_visited():
    run = run_on(Tree(FIGURE))
    frames = tree_frames(run.tree, run.recorder, Folds(run.tree, [2, 3], toggles=True))
    assert nodes_in(frames.svg) == ["A", "B", "C", "D", "E", "F", "G"]
    assert 'aria-label="Open C: 3 nodes below, 0 of them visited"' in frames.svg
    latest = {}
    for change in frames.changes:
        latest |= change
    assert "1 of them visited" in latest["node:C"] and "3 of them visited" in latest["node:D"]  # C is cut after a leaf
    assert set(latest) <= {f"{kind}:{name}" for kind in ("node", "edge") for name in "ABCDEFG"}
    inside = next(step.index for step in run.recorder.steps if step.node == "H")  # below C, which is closed
    assert "kz-current" in frames.changes[inside]["node:C"]


def test_everything_is_open_where_it_fits_and_else_the_best_line():
    tree = Tree(FIGURE)
    assert best_line(tree) == [0, 1, 4] and worths(tree)[0] == (3.0,)
    assert usual_folds(tree, best_line(tree), room=9) == frozenset()
    assert usual_folds(tree, best_line(tree), room=6) == {2, 3}
    assert usual_folds(tree, best_line(tree), room=3) == {1, 2, 3}


def test_chance_and_several_players_have_a_best_line_too():
    assert worths(Tree("max(chance(1/2: 8 1/2: 4) 5)"))[0] == (6.0,)
    assert worths(Tree("((<1,2,6> <4,3,3>) (<6,1,2> <7,4,1>))"))[0] == (7.0, 4.0, 1.0)


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four", "nim", "othello"])
def test_a_search_view_begins_where_moves_differ(name):
    game = kz.game(name)
    s = game.initial()
    assert telling_depth(game, s, 300) is None
    found = telling_position(game, s, 600)
    assert found is not None and differs(position_tree(game, found.s, found.depth, 600))
    for text in found.line:
        s = game.result(s, game.parse_action(s, text))
    assert s == found.s and telling_position(game, game.initial(), 600) == found


def test_the_states_of_a_tree_are_those_of_its_nodes():
    game = kz.game("tic-tac-toe")
    tree, states = tree_of_states(game, game.parse("XO.XO...."), 2, 2000)
    for s in range(len(states)):
        for number, child in enumerate(range(int(tree.first[s]), int(tree.first[s] + tree.size[s]))):
            assert states[child] == game.result(states[s], list(game.actions(states[s]))[number])


def test_small_boards_are_small_and_there_is_none_of_a_text():
    for name in ("chess", "tic-tac-toe", "connect-four", "pacman", "2048", "go", "nim"):
        game = kz.game(name)
        board = small_board(game.picture(game.initial()))
        assert board.width <= 54 and board.height <= 54
    assert small_board(kz.Picture(caption="no cells")) is None


def test_a_tree_that_is_played_is_a_tree_whose_nodes_are_cells():
    tree = Tree(FIGURE)
    picture = with_nodes(tree, 0, tree.picture(0))
    assert picture.clicks == {"B": (0, 1), "C": (0, 2), "D": (0, 3)}
    svg = played_tree_svg(tree, 2, "after C")
    assert re.findall(r'data-cell="0,(\d+)"', svg) == [str(s) for s in range(13)]
    assert 'data-name="H" data-said="leaf 2"' in svg and svg.count("kz-walked") == 2  # the style, and the edge to C

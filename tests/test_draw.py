"""The drawings are read back as XML, and measured."""

from __future__ import annotations

import re
import time
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.draw import board_svg, chart_svg, dice_svg
from kibitz.draw.picture import EMPTY, Card, Picture
from kibitz.draw.svg import element, escape, number, text_width, wrapped
from kibitz.errors import BadInput
from kibitz.game import CHANCE
from kibitz.games import game as make_game
from kibitz.games.connect_four import ConnectFour
from kibitz.games.tic_tac_toe import TicTacToe
from kibitz.games.tree import Node, Tree
from kibitz.lab.drawing import tree_frames, tree_svg
from kibitz.lab.recording import Recorder
from kibitz.search import ALGORITHMS
from kibitz.search.textbook.alphabeta import VARIANTS, alphabeta
from kibitz.search.textbook.expectiminimax import expectimax, expectiminimax
from kibitz.search.textbook.maxn import maxn
from kibitz.search.textbook.minimax import minimax
from kibitz.search.textbook.star1 import star1

SVG = "{http://www.w3.org/2000/svg}"
FIGURE = "((3 12 8) (2 4 6) (14 5 2))"
PRUNED = "A:max(B:min(C:max(2 3) D:max(5 9)) E:min(F:max(0 1) G:max(7 4)))"
DICE = "max(chance(1/2: 8 1/3: 24 1/6: -12) 9)"
THREE = "((<1,2,6> <4,2,3>) (<6,1,2> <7,4,1>))"


def read(svg):
    return ElementTree.fromstring(svg)


def having(root, *classes):
    """The elements that have all of these classes."""
    return [e for e in root.iter() if set(classes) <= set(e.get("class", "").split())]


def texts(root, *classes):
    return ["".join(e.itertext()) for e in having(root, *classes)]


def node(root, name):
    (found,) = (e for e in having(root, "kz-node") if e.get("data-node") == name)
    return found


def edges(root, *classes):
    return {e.get("data-edge") for e in having(root, "kz-edge", *classes)}


def title(root):
    return root.find(f"{SVG}title").text


def recorded(tree, search=alphabeta, **options):
    recording = Recorder()
    return recording, search(tree, watch=recording, **options)


def middle(group):
    x, y = re.fullmatch(r"translate\((\S+) (\S+)\)", group.get("transform")).groups()
    return float(x), float(y)


# ------------------------------------------------------------ svg


def test_text_is_escaped_and_what_xml_cannot_hold_is_replaced():
    assert escape('<a & "b">\'') == "&lt;a &amp; &quot;b&quot;&gt;&#x27;"
    assert escape("\x00\x1b\ud800\uffff") == "\N{REPLACEMENT CHARACTER}" * 4
    assert escape("α\t😀") == "α\t😀"


def test_elements():
    assert element("g", class_="a", stroke_width=1.50, id=None) == '<g class="a" stroke-width="1.5"/>'
    assert element("g", "in", "side", data_x='"') == '<g data-x="&quot;">inside</g>'


@pytest.mark.parametrize("value, short", [(12, "12"), (100.0, "100"), (0.256, "0.26"), (-0.001, "0"), (-2.5, "-2.5")])
def test_coordinates_are_short(value, short):
    assert number(value) == short


def test_wrapping_keeps_every_word_and_line_break():
    lines = wrapped("one two three four five six\n\nseven", 100, 14)
    assert " ".join(lines).split() == ["one", "two", "three", "four", "five", "six", "seven"]
    assert len(lines) > 3 and "" in lines and max(map(len, lines)) * 14 * 0.5 <= 100


# ------------------------------------------------------------ boards


def test_a_board_says_what_it_is():
    root = read(board_svg(TicTacToe().picture(TicTacToe().initial()), title="nothing yet"))
    assert root.tag == f"{SVG}svg" and root.get("role") == "img" and root.get("aria-label") == "nothing yet"
    assert title(root) == "nothing yet"
    assert [float(n) for n in root.get("viewBox").split()][2:] == [float(root.get("width")), float(root.get("height"))]
    assert "prefers-color-scheme: dark" in root.find(f"{SVG}style").text
    untitled = read(board_svg(TicTacToe().picture(TicTacToe().initial())))
    assert title(untitled) == "a board of 3 rows and 3 columns"


def test_all_classes_are_our_own():
    drawings = [board_svg(ConnectFour().picture(ConnectFour().parse("1212121"))), tree_svg(Tree(FIGURE))]
    for svg in drawings:
        for e in read(svg).iter():
            assert all(name.startswith("kz-") for name in e.get("class", "").split())


def test_tic_tac_toe():
    game = TicTacToe()
    root = read(board_svg(game.picture(game.parse("XO.OX...X"))))
    assert len(having(root, "kz-cell")) == 9 and not having(root, "kz-plate")
    crosses, rings = having(root, "kz-player-0"), having(root, "kz-player-1")
    assert [e.tag for e in crosses] == [f"{SVG}path"] * 3
    assert [e.tag for e in rings] == [f"{SVG}circle"] * 2
    marked = {g.get("data-cell") for g in having(root, "kz-cell") if having(g, "kz-ring")}
    assert marked == {"0,0", "1,1", "2,2"}


def test_connect_four():
    game = ConnectFour()
    root = read(board_svg(game.picture(game.parse("1212121")), size=40))
    assert len(having(root, "kz-hole")) == 42 and len(having(root, "kz-plate")) == 1
    assert len(having(root, "kz-player-0")) == 4 and len(having(root, "kz-player-1")) == 3
    assert len(having(root, "kz-ring")) == 4
    glyphs = {g.get("data-cell"): [e.tag for e in having(g, "kz-glyph")] for g in having(root, "kz-cell")}
    assert glyphs["5,0"] == [f"{SVG}path"] and glyphs["5,1"] == [f"{SVG}circle"] and glyphs["0,0"] == []
    assert texts(root, "kz-quiet") == list("1234567")
    bottom_left, bottom_right = (
        middle(next(g for g in having(root, "kz-cell") if g.get("data-cell") == place)) for place in ("5,0", "5,6")
    )
    assert bottom_right[0] - bottom_left[0] == 6 * 40 and bottom_right[1] == bottom_left[1]


def test_letters_on_pieces_whose_shapes_tell_the_players_apart():
    picture = Picture(cells=(("K", "k", "3", "4"),), owners={"K": 0, "k": 1, "3": 2, "4": 3})
    root = read(board_svg(picture))
    shapes = []
    for cell, letter in zip(having(root, "kz-cell"), "Kk34", strict=True):
        assert [e.text for e in cell.iter(f"{SVG}text")] == [letter]
        shapes.append(tuple(e.tag for e in cell if e.tag != f"{SVG}text"))
    assert len(set(shapes)) == 4


def test_loose_symbols_missing_cells_and_labels():
    picture = Picture(
        cells=(("", "#"), (".", "17")), row_labels=("b", "a"), column_labels=("1", "2"), caption="two by two"
    )
    root = read(board_svg(picture))
    assert [g.get("data-cell") for g in having(root, "kz-cell")] == ["0,1", "1,0", "1,1"]
    assert texts(root, "kz-loose") == ["#", "17"]
    assert texts(root, "kz-quiet") == ["1", "2", "b", "a"]
    assert title(root) == "two by two"
    assert sum(e.text == "two by two" for e in root.iter(f"{SVG}text")) == 1


def test_a_long_caption_is_wrapped_within_the_board():
    picture = Picture(cells=((".",) * 5,), caption="many words " * 12)
    root = read(board_svg(picture))
    lines = list(root.iter(f"{SVG}text"))
    assert " ".join(e.text for e in lines).split() == ["many", "words"] * 12
    assert all(len(e.text) * 14 * 0.5 < float(root.get("width")) for e in lines) and len(lines) > 3
    assert all(0 < float(e.get("y")) < float(root.get("height")) for e in lines)


def test_without_cells_a_card():
    root = read(board_svg(Tree(FIGURE).picture(0)))
    assert len(having(root, "kz-card")) == 1 and not having(root, "kz-cell")
    assert [e.text for e in root.iter(f"{SVG}text")] == ["max(min(3 12 8) min(2 4 6) min(14 5 2))"]
    assert read(board_svg(Picture())) is not None


def test_a_size_that_cannot_be_drawn_is_refused():
    with pytest.raises(BadInput, match="8 or more"):
        board_svg(Picture(), size=0)


def cell(root, place):
    (found,) = (g for g in having(root, "kz-cell") if g.get("data-cell") == place)
    return found


def test_a_flipped_board_is_seen_from_the_other_side():
    picture = Picture(cells=(("a", "b", "c"), ("d", "e", "f")), row_labels=("2", "1"), column_labels=("x", "y", "z"))
    plain, flipped = read(board_svg(picture)), read(board_svg(picture, flipped=True))
    for there, here in (("0,0", "1,2"), ("1,2", "0,0"), ("0,1", "1,1")):
        assert middle(cell(flipped, there)) == middle(cell(plain, here))
        assert texts(cell(flipped, there), "kz-loose") == texts(cell(plain, there), "kz-loose")
    where = {e.text: (float(e.get("x")), float(e.get("y"))) for e in having(flipped, "kz-quiet")}
    assert where["z"][0] < where["y"][0] < where["x"][0] and where["2"][1] > where["1"][1]


def test_what_falls_down_lies_below_on_both_sides():
    game = ConnectFour()
    plain, flipped = (read(board_svg(game.picture(game.parse("1")), flipped=f)) for f in (False, True))
    assert middle(cell(flipped, "5,0")) == middle(cell(plain, "5,6"))


def test_a_chequered_floor_is_dark_in_the_lower_left_corner():
    for rows in (3, 8):
        root = read(board_svg(Picture(cells=((EMPTY,) * rows,) * rows, chequered=True)))
        dark = {g.get("data-cell") for g in having(root, "kz-cell") if having(g, "kz-dark")}
        assert dark == {f"{r},{c}" for r in range(rows) for c in range(rows) if (rows - 1 - r + c) % 2 == 0}


@pytest.mark.parametrize("size", [16, 48, 64])
def test_badges_stay_within_their_cells(size):
    badges = {(0, 0): "+3", (0, 1): "wins in 31", (0, 2): "0"}
    root = read(board_svg(Picture(cells=(("X", "X", EMPTY, EMPTY),), owners={"X": 0}), size=size, badges=badges))
    assert texts(root, "kz-badge") == list(badges.values()) and not having(cell(root, "0,3"), "kz-badge")
    for badge in having(root, "kz-badge"):
        card = badge.find(f"{SVG}rect")
        left, top, wide, high = (float(card.get(side)) for side in ("x", "y", "width", "height"))
        assert -size / 2 <= left and left + wide <= size / 2 and -size / 2 <= top and top + high <= size / 2
    assert float(cell(root, "0,2").find(f".//{SVG}g/{SVG}text").get("x")) == 0


def test_a_picture_shows_itself_in_a_notebook():
    picture = TicTacToe().picture(TicTacToe().initial())
    assert picture._repr_svg_() == board_svg(picture)


def test_playing_cards_have_a_rank_and_a_suit_or_show_their_backs():
    faces = {"HT": Card("T", "H"), "DA": Card("A", "D"), "SQ": Card("Q", "S"), "C2": Card("2", "C"), "7": Card("7")}
    picture = Picture(cells=((*faces, "??", EMPTY, "x"),), owners=dict.fromkeys(faces, 0), cards=faces | {"??": Card()})
    root = read(board_svg(picture))
    cells = having(root, "kz-cell")
    assert [[e.text for e in cell.iter(f"{SVG}text")] for cell in cells] == [
        *(["10"], ["A"], ["Q"], ["2"], ["7"]),
        *([], [], ["x"]),
    ]
    assert [title(cell) for cell in cells[:6]] == [
        *("ten of hearts", "ace of diamonds", "queen of spades", "2 of clubs"),
        *("7", "a card face down"),
    ]
    assert [len(having(cell, "kz-red")) for cell in cells] == [3, 3, 0, 0, 0, 0, 0, 0]
    assert [len(having(cell, "kz-black")) for cell in cells] == [0, 0, 3, 3, 1, 0, 0, 0]
    suits = [cell.find(f"{SVG}path").get("d") for cell in cells[:4]]
    assert len(set(suits)) == 4  # by shape, not by colour alone
    assert [len(having(cell, "kz-back")) for cell in cells] == [0, 0, 0, 0, 0, 1, 0, 0]
    assert not having(root, "kz-player-0") and [len(having(cell, "kz-square")) for cell in cells] == [0] * 6 + [1, 1]
    assert str(picture).split() == ["HT", "DA", "SQ", "C2", "7", "??", ".", "x"]


@pytest.mark.parametrize("size", [16, 48, 160])
def test_cards_and_their_rings_stay_within_their_cells(size):
    cards = {"T": Card("T", "C"), "?": Card(), "long": Card("many letters")}
    picture = Picture(cells=(tuple(cards),), cards=cards, marked=frozenset({(0, 0), (0, 1)}))
    root = read(board_svg(picture, size=size))
    assert len(having(root, "kz-chosen")) == 2 and not having(root, "kz-ring")
    for rect in root.iter(f"{SVG}rect"):
        left, top, wide, high = (float(rect.get(side)) for side in ("x", "y", "width", "height"))
        assert -size / 2 <= left and left + wide <= size / 2 and -size / 2 <= top and top + high <= size / 2
    for written in root.iter(f"{SVG}text"):
        assert text_width(written.text, float(written.get("font-size"))) < 0.8 * size


def test_a_suit_that_is_none_is_refused():
    with pytest.raises(BadInput, match="'X' is not a suit: expected S, H, D or C"):
        board_svg(Picture(cells=(("a",),), cards={"a": Card("A", "X")}))


@pytest.mark.parametrize("name", ["bridge", "hearts"])
def test_a_seat_sees_its_own_cards_and_the_backs_of_others(name):
    made = make_game(name, cards=3)
    s = made.initial()
    open_cards, seen = read(board_svg(made.picture(s))), read(board_svg(made.seen(s, made.player(s))))
    assert len(having(open_cards, "kz-face")) == 12 and not having(open_cards, "kz-back")
    assert len(having(seen, "kz-face")) == 12 and len(having(seen, "kz-back")) == 9  # a back has a rim


@pytest.mark.parametrize(
    ("name", "position", "hidden"), [("kuhn-poker", "KQ:check", "K"), ("leduc-poker", "JsQh:check,bet,call/Ks", "J")]
)
def test_poker_hides_the_other_hand(name, position, hidden):
    made = make_game(name)
    s = made.parse(position)
    shown, seen = read(board_svg(made.picture(s))), read(board_svg(made.seen(s, 1)))
    assert not having(shown, "kz-back") and len(having(seen, "kz-back")) == 1
    ranks = [texts(root, "kz-red") + texts(root, "kz-black") for root in (shown, seen)]
    assert hidden in ranks[0] and hidden not in ranks[1]


symbols = st.text(max_size=3)


@given(st.lists(st.lists(symbols, max_size=4), max_size=4), st.text(), st.text(), st.booleans(), st.lists(symbols))
def test_any_picture_is_well_formed(cells, caption, said, round_cells, labels):
    owners = {symbol: number for number, symbol in enumerate({symbol for row in cells for symbol in row})}
    picture = Picture(
        cells=tuple(map(tuple, cells)),
        owners=owners,
        column_labels=tuple(labels),
        row_labels=tuple(labels),
        round_cells=round_cells,
        marked=frozenset({(0, 0)}),
        caption=caption,
    )
    root = read(board_svg(picture, title=said))
    assert len(having(root, "kz-cell")) == sum(symbol != "" for row in cells for symbol in row)


# ------------------------------------------------------------ charts and dice


def test_a_chart_of_two_players():
    values = [0.0, 0.5, None, -0.5, 0.5, -3.0]
    root = read(chart_svg([values], names=["X", "O"], mistakes={3: "slip", 4: "mistake", 5: "blunder"}, at=3))
    points = having(root, "kz-point")
    assert [point.get("data-ply") for point in points] == list("012345")
    said = [point.find(f"{SVG}title").text for point in points]
    assert said[:3] == ["at the start: X +0.00", "after ply 1: X +0.50", "after ply 2: not known"]
    assert said[5] == "after ply 5: X −1.00; a blunder ??"
    assert texts(root, "kz-better") == ["X is better", "O is better"]
    assert texts(root, "kz-remark") == ["?!", "?", "??"]
    assert [len(having(root, f"kz-{kind}")) for kind in ("slip", "mistake", "blunder")] == [1, 1, 1]
    assert len({having(root, f"kz-{kind}")[0].tag for kind in ("slip", "mistake", "blunder")}) == 3
    assert len(having(root, "kz-better-0")) == len(having(root, "kz-better-1")) == len(having(root, "kz-now")) == 1
    (dot,) = having(root, "kz-now-dot")
    assert float(dot.get("cy")) > float(having(root, "kz-middle")[0].get("y1"))
    assert title(root) == "How X and O stood in 5 plies: 1 slip, 1 mistake, 1 blunder."


def test_a_chart_of_several_players_names_their_lines():
    lines = [[0, 0.5, 1], [0, -0.5, 1], [0, 0, 1], [0, 0, -1]]
    root = read(chart_svg(lines, names=list("abcd"), mistakes={1: "blunder"}, title="four"))
    assert title(root) == "four" and len(having(root, "kz-line")) == 4
    assert len({path.get("class") for path in having(root, "kz-line")}) == 4
    assert sorted(texts(root, "kz-better")) == list("abcd")
    heights = sorted(float(e.get("y")) for e in having(root, "kz-better"))
    assert all(b - a >= 12 for a, b in pairwise(heights)) and heights[-1] < 160


@given(
    st.lists(st.lists(st.none() | st.floats(-2, 2), max_size=40), max_size=5),
    st.dictionaries(st.integers(0, 60), st.sampled_from(["slip", "mistake", "blunder"])),
    st.none() | st.integers(0, 39),
    st.text(),
)
def test_any_chart_is_well_formed(lines, mistakes, at, name):
    root = read(chart_svg(lines, names=[name] * max(2, len(lines)), mistakes=mistakes, at=at))
    assert len(having(root, "kz-point")) == max(map(len, lines), default=0)
    for mark in having(root, "kz-now-dot") + having(root, "kz-dot"):
        assert 0 <= float(mark.get("cx")) <= 640 and 0 <= float(mark.get("cy")) <= 160


def test_a_chart_that_cannot_be_drawn_is_refused():
    with pytest.raises(BadInput, match="'oops', at ply 3"):
        chart_svg([[0.0]], names=["X", "O"], mistakes={3: "oops"})
    with pytest.raises(BadInput, match="a name for each"):
        chart_svg([[0.0], [0.0]], names=["X"])


@pytest.mark.parametrize("outcome, pips", [("1", 1), ("4", 4), ("31", 4), ("6-5", 11), ("2 2", 4), ("6,6", 12)])
def test_dice_have_their_pips(outcome, pips):
    root = read(dice_svg(outcome))
    assert len(having(root, "kz-pip")) == pips
    assert len(having(root, "kz-die")) == sum(letter.isdigit() for letter in outcome)


@given(st.text())
def test_any_other_outcome_is_a_card(outcome):
    root = read(dice_svg(f"card {outcome}", size=32))
    assert not having(root, "kz-pip") and len(having(root, "kz-die-text")) == 1
    with pytest.raises(BadInput, match="8 or more"):
        dice_svg("1", size=7)


# ------------------------------------------------------------ trees: what is drawn


def kinds(tree):
    """How many nodes of each kind a tree has, asked of the game rather than of the drawing."""
    movers = [int(tree.mover[s]) if tree.size[s] else None for s in range(len(tree.size))]
    return {
        "max": movers.count(0),
        "min": movers.count(1),
        "chance": movers.count(CHANCE),
        "leaf": movers.count(None),
    }


def shape_of(group):
    """▲, ▼, ○ or □, by its corners."""
    (shape,) = having(group, "kz-shape")
    if shape.tag == f"{SVG}circle":
        return "chance"
    if shape.tag == f"{SVG}rect":
        return "leaf"
    (_, tip), (_, flat), _ = (map(float, point.split(",")) for point in shape.get("points").split())
    return "max" if tip < flat else "min"


trees = st.builds(Tree.random, st.integers(0, 5), st.integers(1, 4), st.integers(0, 10_000), chance=st.booleans())


@given(trees)
def test_as_many_shapes_as_nodes_of_each_kind(tree):
    root = read(tree_svg(tree))
    drawn = [shape_of(group) for group in having(root, "kz-node")]
    assert {kind: drawn.count(kind) for kind in kinds(tree)} == kinds(tree)
    assert len(having(root, "kz-edge")) == len(tree.size) - 1
    assert not having(root, "kz-cut") and not having(root, "kz-fact") and not having(root, "kz-halo")


def test_a_plain_tree():
    root = read(tree_svg(Tree(FIGURE)))
    assert root.get("role") == "img" and title(root) == root.get("aria-label")
    assert title(root) == "A game tree of 13 nodes, 9 of them leaves."
    assert sorted(texts(root, "kz-name")) == list("ABCDEFGHIJKLM")
    assert texts(root, "kz-value") == ["3", "12", "8", "2", "4", "6", "14", "5", "2"]


def test_probabilities_stand_at_the_edges_of_chance_as_fractions():
    root = read(tree_svg(Tree(DICE)))
    assert texts(root, "kz-chances") == ["1/2", "1/3", "1/6"]
    assert texts(read(tree_svg(Tree("chance(0.25: 1 0.75: 2)"))), "kz-chances") == ["1/4", "3/4"]


def test_players_of_vectors_have_numbered_squares():
    tree = Tree("(((<1,2,6> <4,2,3>) (<6,1,2> <7,4,1>)))")
    root = read(tree_svg(tree))
    assert [texts(group, "kz-value") for group in having(root, "kz-player")] == [["1"], ["2"], ["3"], ["3"]]
    assert not list(root.iter(f"{SVG}polygon"))
    assert "<4,2,3>" in texts(root, "kz-value")
    recording, _ = recorded(tree, maxn)
    searched = read(tree_svg(tree, recording))
    assert texts(node(searched, "A"), "kz-v") == ["v=<1,2,6>"]
    assert texts(node(searched, "C"), "kz-v") == ["v=<1,2,6>"] and texts(node(searched, "D"), "kz-v") == ["v=<6,1,2>"]


def test_odd_names_are_escaped():
    names = ["<b>&\"'", "a\x00b", "]]>", "名前 😀", "a name that is far too long to be drawn"]
    tree = Tree.from_node(Node(0, children=[Node(0, name=name, values=(1.0,)) for name in names]))
    root = read(tree_svg(tree))
    assert [g.get("data-node") for g in having(root, "kz-node")][1:] == [n.replace("\x00", "\ufffd") for n in names]
    assert {"<b>&\"'", "]]>", "名前 😀", "a name that…"} <= set(texts(root, "kz-name"))


def test_a_lone_leaf_and_a_deep_tree():
    assert texts(read(tree_svg(Tree("5"))), "kz-value") == ["5"]
    assert len(having(read(tree_svg(Tree("(" * 400 + "1" + ")" * 400))), "kz-node")) == 401


def test_a_big_tree():
    tree = Tree.random(7, 3, seed=5)
    assert len(tree.size) > 200
    recording, _ = recorded(tree)
    root = read(tree_svg(tree, recording))
    assert len(having(root, "kz-node")) == len(tree.size)
    assert len(having(root, "kz-cut")) == len(recording.pruned) > 10


# ------------------------------------------------------------ trees: what a search has done


def test_values_and_windows_at_a_known_step():
    tree = Tree(FIGURE)
    recording, _ = recorded(tree)
    root = read(tree_svg(tree, recording, 15))  # back at A, with what B is worth
    assert texts(node(root, "A"), "kz-fact") == ["α=3", "β=+∞"] and texts(node(root, "A"), "kz-value") == ["3"]
    assert texts(node(root, "B"), "kz-fact") == ["α=−∞", "β=3"] and texts(node(root, "B"), "kz-value") == ["3"]
    for unreached in "CDHIJKLM":
        assert texts(node(root, unreached), "kz-fact") == []
    assert "kz-current" in node(root, "A").get("class") and len(having(root, "kz-halo")) == 1
    assert {g.get("data-node") for g in having(root, "kz-node", "kz-visited")} == set("ABEFG")
    assert {g.get("data-node") for g in having(root, "kz-node", "kz-unvisited")} == set("CDHIJKLM")
    caption = " ".join(texts(root, "kz-caption"))
    assert caption == f"16/40: {recording.steps[15].sentence}"
    assert recording.steps[15].sentence in title(root) and title(root).endswith("Nothing is cut.")
    assert not having(root, "kz-cut") and not edges(root, "kz-best")


def test_a_node_just_entered_and_the_window_of_the_current_leaf():
    tree = Tree(FIGURE)
    recording, _ = recorded(tree)
    entered = read(tree_svg(tree, recording, 1))
    assert texts(node(entered, "B"), "kz-value") == ["+∞"]
    leaf = read(tree_svg(tree, recording, 30))
    assert texts(node(leaf, "L"), "kz-fact") == ["α=3", "β=14"]
    assert texts(node(leaf, "K"), "kz-fact") == []


def test_the_whole_search():
    tree = Tree(FIGURE)
    recording, _ = recorded(tree)
    root = read(tree_svg(tree, recording))
    assert [texts(node(root, name), "kz-value") for name in "ABCD"] == [["3"], ["3"], ["2"], ["2"]]
    assert edges(root, "kz-severed") == {"I", "J"} and edges(root, "kz-best") == {"B"}
    assert not having(root, "kz-halo") and not having(root, "kz-caption")
    assert "A is worth 3. Best is B. Cut: I, J." in title(root)


def test_everything_below_a_cut_is_faded():
    tree = Tree(PRUNED)
    recording, _ = recorded(tree)
    root = read(tree_svg(tree, recording))
    assert edges(root, "kz-severed") == {"K", "G"}
    assert edges(root, "kz-below") == {"N", "O"}
    assert {g.get("data-node") for g in having(root, "kz-node", "kz-below")} == {"K", "G", "N", "O"}
    before = next(step.index for step in recording.steps if step.cut) - 1
    assert not having(read(tree_svg(tree, recording, before)), "kz-below")


@given(st.integers(1, 5), st.integers(1, 3), st.integers(0, 10_000), st.sampled_from(sorted(VARIANTS)))
def test_crossed_edges_are_the_pruned_ones_and_the_thick_one_is_the_best_move(depth, branching, seed, variant):
    tree = Tree.random(depth, branching, seed)
    recording, choice = recorded(tree, variant=variant)
    root = read(tree_svg(tree, recording))
    pruned = {tree.action_text(tree.parse(name), child - 1) for name, child in recording.pruned}
    assert edges(root, "kz-severed") == pruned
    assert len(having(root, "kz-cut")) == len(pruned)
    assert edges(root, "kz-best") == ({tree.action_text(0, choice.action)} if choice.action is not None else set())
    assert edges(read(tree_svg(tree, recording, len(recording.steps) - 2)), "kz-best") == set()


def test_the_mark_of_a_cut_lies_across_its_edge():
    tree = Tree(FIGURE)
    recording, _ = recorded(tree)
    root = read(tree_svg(tree, recording))
    for edge, mark in zip(having(root, "kz-severed"), having(root, "kz-cut"), strict=True):
        (x1, y1), (x2, y2) = ends(edge)
        strokes = [tuple(map(float, point)) for point in re.findall(r"[ML](\S+?) ([^ML]+)", mark.get("d"))]
        sides = [(x - x1) * (y2 - y1) - (y - y1) * (x2 - x1) for x, y in strokes]
        assert len(strokes) == 4 and sides[0] * sides[1] < 0 and sides[2] * sides[3] < 0
        assert all(y1 < y < y2 for _, y in strokes)


def test_searches_without_a_window_show_none():
    tree = Tree(DICE)
    recording, _ = recorded(tree, expectiminimax)
    root = read(tree_svg(tree, recording))
    assert texts(node(root, "B"), "kz-value") == ["10"] and not having(root, "kz-fact")
    assert edges(root, "kz-best") == {"B"} and "cut" not in title(root).lower()
    assert not having(read(tree_svg(Tree(FIGURE), recorded(Tree(FIGURE), minimax)[0])), "kz-fact")


def test_a_value_too_long_for_its_node_stands_beside_it():
    tree = Tree("chance(1/3: 1 2/3: 0)")
    recording, _ = recorded(tree, expectiminimax)
    root = node(read(tree_svg(tree, recording)), "A")
    assert texts(root, "kz-v") == ["v=0.333333"] and texts(root, "kz-value") == []


def test_a_search_that_began_below_the_root():
    tree = Tree(PRUNED)
    recording, _ = recorded(tree, s=tree.parse("E"))
    root = read(tree_svg(tree, recording))
    assert {g.get("data-node") for g in having(root, "kz-visited", "kz-node")} == set("EFGLMN")
    assert edges(root, "kz-severed") == {"O"}
    assert edges(root, "kz-best") == {"F"} and "E is worth 1" in title(root)


def test_a_recorder_used_twice_shows_the_last_search():
    tree = Tree(FIGURE)
    recording, _ = recorded(tree)
    alphabeta(tree, tree.parse("B"), watch=recording)
    root = read(tree_svg(tree, recording))
    assert {g.get("data-node") for g in having(root, "kz-visited", "kz-node")} == set("BEFG")
    assert not having(root, "kz-cut")


@pytest.mark.parametrize("step", [-1, 40])
def test_a_step_that_is_none_is_refused(step):
    recording, _ = recorded(Tree(FIGURE))
    with pytest.raises(BadInput, match="0 to 39"):
        tree_svg(Tree(FIGURE), recording, step)
    with pytest.raises(BadInput, match="no recording"):
        tree_svg(Tree(FIGURE), None, 3)


@pytest.mark.parametrize("other", ["((3 12) 1)", "(X:(3 12 8) (2 4 6) (14 5 2))", "R:(1 2)"])
def test_a_recording_of_another_tree_is_refused(other):
    recording, _ = recorded(Tree(FIGURE))
    with pytest.raises(BadInput):
        tree_svg(Tree(other), recording)


# ------------------------------------------------------------ trees: where it is drawn


def ends(edge):
    return tuple((float(edge.get(f"x{n}")), float(edge.get(f"y{n}"))) for n in "12")


def boxes(group):
    """The rectangles that a node's shape and texts take, letters taken to be 0.58 of their size wide."""
    x, y = middle(group)
    (shape,) = having(group, "kz-shape")
    if shape.tag == f"{SVG}polygon":
        points = [tuple(map(float, point.split(","))) for point in shape.get("points").split()]
        across, down = [px for px, _ in points], [py for _, py in points]
        yield x + min(across), y + min(down), x + max(across), y + max(down)
    else:
        half = float(shape.get("r") or 0), float(shape.get("r") or 0)
        if shape.tag == f"{SVG}rect":
            half = float(shape.get("width")) / 2, float(shape.get("height")) / 2
        yield x - half[0], y - half[1], x + half[0], y + half[1]
    for text in group.iter(f"{SVG}text"):
        size = float(text.get("font-size"))
        width = 0.58 * size * len(text.text)
        left = x + float(text.get("x")) - {"start": 0.0, "middle": 0.5, "end": 1.0}[text.get("text-anchor")] * width
        base = y + float(text.get("y"))
        yield left, base - 0.72 * size, left + width, base


def overlap(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def crosses(line, box):
    """Does a line go through a box? Looked at in small steps."""
    (x1, y1), (x2, y2) = line
    if not overlap((min(x1, x2), y1, max(x1, x2), y2), box):
        return False
    points = ((x1 + (x2 - x1) * n / 60, y1 + (y2 - y1) * n / 60) for n in range(61))
    return any(box[0] < x < box[2] and box[1] < y < box[3] for x, y in points)


def laid_out(tree, searched, step_part):
    if not searched:
        return read(tree_svg(tree))
    recording, _ = recorded(tree, expectiminimax if tree.facts.chance else alphabeta)
    return read(tree_svg(tree, recording, int(step_part * (len(recording.steps) - 1))))


@given(trees, st.booleans(), st.floats(0, 1))
def test_no_two_nodes_overlap_and_no_edge_runs_through_one(tree, searched, step_part):
    root = laid_out(tree, searched, step_part)
    taken = sorted((box, group.get("data-node")) for group in having(root, "kz-node") for box in boxes(group))
    for place, (one, name) in enumerate(taken):
        for other, neighbour in taken[place + 1 :]:
            if other[0] >= one[2]:
                break  # those that follow begin further right still
            assert name == neighbour or not overlap(one, other), (name, neighbour)
    for edge in having(root, "kz-edge"):
        for box, name in taken:
            assert not crosses(ends(edge), box), (edge.get("data-edge"), name)
    width, height = (float(root.get(side)) for side in ("width", "height"))
    for (left, top, right, bottom), _ in taken:
        assert left >= 0 and top >= 0 and right <= width and bottom <= height


@pytest.mark.parametrize(
    "tree",
    [
        DICE,
        "chance(1/4: 1 1/4: 2 1/4: 3 1/4: 4)",
        "chance(2/15: <0,1> 1/5: <9,-4> 2/5: <5,-3> 4/15: <9,-7>)",
        "chance(1/6: 1 1/6: 2 1/6: 3 1/6: 4 1/6: 5 1/6: 6)",
        "chance(1/3: ((1 2 3) (1 2 3) (1 2 3)) 2/3: ((1 2 3) (1 2 3) (1 2 3)))",
    ],
)
def test_probabilities_are_clear_of_edges_and_nodes(tree):
    root = read(tree_svg(Tree(tree)))
    nodes = [box for group in having(root, "kz-node") for box in boxes(group)]
    labels = having(root, "kz-chances")
    assert len(labels) == Tree(tree).size[Tree(tree).mover == CHANCE].sum()
    for label in labels:
        x, y, half = float(label.get("x")), float(label.get("y")), 0.29 * 12 * len(label.text)
        box = (x - half, y - 0.72 * 12, x + half, y)
        assert not any(crosses(ends(edge), box) for edge in having(root, "kz-edge"))
        assert not any(overlap(box, other) for other in nodes)


@given(trees)
def test_parents_stand_in_the_middle_above_their_children(tree):
    root = read(tree_svg(tree))
    places = [middle(group) for group in having(root, "kz-node")]
    for s in range(len(tree.size)):
        if tree.size[s]:
            children = [places[tree.result(s, child)] for child in range(tree.size[s])]
            assert places[s][0] == pytest.approx((children[0][0] + children[-1][0]) / 2, abs=0.02)
            assert all(y > places[s][1] for _, y in children)
            assert children == sorted(children)


def test_the_nodes_of_a_level_begin_at_the_same_height():
    root = read(tree_svg(Tree("((1 2) 3 chance(1/2: 4 1/2: 5))")))
    tops = [next(boxes(node(root, name)))[1] for name in "BCD"]
    assert tops[0] == tops[1] == tops[2] > next(boxes(node(root, "A")))[3]


def test_siblings_with_room_to_spare_stand_in_the_middle_of_it():
    places = {
        g.get("data-node"): middle(g)[0] for g in having(read(tree_svg(Tree("((1 2 3 4 5) 6 (1 2 3 4 5))"))), "kz-node")
    }
    assert places["C"] == pytest.approx(places["A"], abs=0.02)


def test_drawings_of_all_steps_are_alike_in_size_and_place():
    tree = Tree(PRUNED)
    recording, _ = recorded(tree)
    looks = set()
    for step in range(len(recording.steps)):
        root = read(tree_svg(tree, recording, step))
        looks.add((root.get("viewBox"), tuple(group.get("transform") for group in having(root, "kz-node"))))
    assert len(looks) == 1


# ------------------------------------------------------------ trees: step by step


def parts(root):
    """Every part of a drawing by its name, as canonical text."""
    found = [e for e in root.iter() if e.get("data-part") is not None]
    assert len({e.get("data-part") for e in found}) == len(found)
    return {e.get("data-part"): ElementTree.tostring(e) for e in found}


def searches(tree):
    """A recording of each textbook search that fits the tree, every form of alpha-beta among them."""
    for search in (minimax, expectimax, expectiminimax, star1, maxn):
        if ALGORITHMS[search.__name__].fits(tree):
            yield recorded(tree, search)[0]
    if VARIANTS["strict"].fits(tree):
        for variant in VARIANTS:
            yield recorded(tree, variant=variant)[0]


small_trees = st.builds(
    Tree.random, st.integers(0, 4), st.integers(1, 3), st.integers(0, 10_000), chance=st.booleans(), players=st.just(1)
) | st.builds(Tree.random, st.integers(0, 3), st.integers(1, 3), st.integers(0, 10_000), players=st.just(3))


@settings(max_examples=40)
@given(small_trees)
def test_changes_put_into_the_first_drawing_give_that_of_every_step(tree):
    for recording in searches(tree):
        frames = tree_frames(tree, recording)
        assert len(frames.changes) == len(recording.steps) and frames.changes[0] == {}
        now = parts(read(frames.svg))
        for index, change in enumerate(frames.changes):
            for part, markup in change.items():
                element_now = read(markup.replace(">", f' xmlns="{SVG[1:-1]}">', 1))
                assert element_now.get("data-part") == part and now[part] != ElementTree.tostring(element_now)
                now[part] = ElementTree.tostring(element_now)
            assert now == parts(read(tree_svg(tree, recording, index)))


def test_frames_of_a_recorder_used_from_two_places():
    tree = Tree(PRUNED)
    recording, _ = recorded(tree)
    first = list(recording.steps)
    alphabeta(tree, tree.parse("E"), watch=recording)
    recording.steps[:0] = first
    frames = tree_frames(tree, recording)
    now = parts(read(frames.svg)) | {
        part: ElementTree.tostring(read(markup.replace(">", f' xmlns="{SVG[1:-1]}">', 1)))
        for change in frames.changes
        for part, markup in change.items()
    }
    assert now == parts(read(tree_svg(tree, recording, len(recording.steps) - 1)))


def test_every_node_and_every_edge_is_a_part():
    root = read(tree_svg(Tree(FIGURE)))
    assert list(parts(root)) == [f"edge:{name}" for name in "BCDEFGHIJKLM"] + [f"node:{n}" for n in "ABCDEFGHIJKLM"]
    assert [len(having(branch, "kz-edge")) for branch in having(root, "kz-branch")] == [1] * 12
    assert "caption" not in tree_frames(Tree(FIGURE), recorded(Tree(FIGURE))[0]).svg


def test_an_empty_recording_has_no_frames():
    with pytest.raises(BadInput, match="empty"):
        tree_frames(Tree(FIGURE), Recorder())


def test_stepping_a_large_tree_is_quick():
    tree = Tree.random(7, 3, seed=3)
    recording, _ = recorded(tree, minimax)
    started = time.process_time()
    tree_frames(tree, recording)
    assert len(recording.steps) > 1000 and time.process_time() - started < 2


# ------------------------------------------------------------ trees: quizzes, and moves beside edges


@pytest.mark.parametrize("step", [None, 15, 33])
def test_a_blank_tree_tells_nothing_that_is_to_be_found_out(step):
    tree = Tree(FIGURE)
    recording, _ = recorded(tree)
    svg = tree_svg(tree, recording, step, blank=True)
    root = read(svg)
    assert texts(root, "kz-value") == ["3", "12", "8", "2", "4", "6", "14", "5", "2"]
    for told in ("kz-fact", "kz-caption", "kz-cut", "kz-best", "kz-severed", "kz-below"):
        assert not having(root, told)
    assert title(root) == "A game tree of 13 nodes, 9 of them leaves." == root.get("aria-label")
    assert len(having(root, "kz-grip")) == 12 and len(having(root, "kz-halo")) == (step is not None)
    assert "α" not in svg and "worth" not in svg


def labelled(tree, labels):
    """The same tree with a move written at each edge."""
    for s in range(1, len(tree.size)):
        tree.node(s).label = labels[s % len(labels)]
    return tree


@pytest.mark.parametrize(
    "labels", [["1", "2", "3"], ["roll", "hold"], ["13/7 8/7", "bar/22 6/5*"], ["a move of many words"]]
)
@settings(max_examples=25)
@given(tree=trees)
def test_moves_beside_edges_are_clear_of_edges_nodes_and_each_other(labels, tree):
    root = read(tree_svg(labelled(tree, labels)))
    nodes = [box for group in having(root, "kz-node") for box in boxes(group)]
    taken = []
    for label in having(root, "kz-move") + having(root, "kz-chances"):
        x, y, half = float(label.get("x")), float(label.get("y")), 0.27 * 12 * len(label.text)
        taken.append(((x - half, y - 0.72 * 12, x + half, y), label.text))
    assert len(taken) == len(tree.size) - 1
    lines = [ends(edge) for edge in having(root, "kz-edge")]
    for place, (box, name) in enumerate(taken):
        assert not any(overlap(box, other) for other in nodes), name
        assert not any(crosses(line, box) for line in lines), name
        assert not any(overlap(box, other) for other, _ in taken[place + 1 :]), name


def test_an_outcome_with_a_name_has_its_probability_behind_it():
    tree = Tree("chance(1/6: 1 5/6: 2)")
    assert texts(read(tree_svg(labelled(tree, ["six", "else"]))), "kz-chances") == ["else: 1/6", "six: 5/6"]

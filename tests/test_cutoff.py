"""Evaluations and depth in trees: H-minimax, deepening, quiescence and a beam, against plain definitions of each."""

import random
from math import inf

import pytest

import kibitz as kz
from kibitz.errors import BadInput, DoesNotFit
from kibitz.game import CHANCE
from kibitz.games.tree import Node, Tree, read, written
from kibitz.lab.cutoff import Cutoff, by_depth, deepest
from kibitz.lab.random_trees import random_tree
from kibitz.lab.tree_search import run_tree
from kibitz.lab.tree_text import canonical
from kibitz.search.textbook.deepening import deepening

TREES = 1_000
QUEEN = "(~9?((-5 9) 8) ~1(1 2))"


def judged_node(dice: random.Random, depth: int, chance: bool = False) -> Node:
    """A random tree whose nodes have evaluations here and there, and of which some are noisy."""
    if depth == 0 or dice.random() < 0.15:
        return Node(0, values=(float(dice.randint(-9, 9)),))
    node = Node(0, player=CHANCE if chance and dice.random() < 0.3 else dice.choice((None, None, 0, 1)))
    node.guess = (float(dice.randint(-9, 9)),) if dice.random() < 0.7 else ()
    node.is_noisy = dice.random() < 0.4
    node.children = [judged_node(dice, depth - 1, chance) for _ in range(dice.randint(1, 4))]
    if node.player == CHANCE:
        for child in node.children:
            child.probability = 1 / len(node.children)
    return node


def judged_trees(count: int = TREES, chance: bool = False) -> list[Tree]:
    dice = random.Random(16)
    return [Tree.from_node(judged_node(dice, dice.randint(1, 5), chance)) for _ in range(count)]


@pytest.fixture(scope="module")
def trees() -> list[Tree]:
    return judged_trees()


# ------------------------------------------------------------ the definitions, over plain nodes


def plain(node: Node, depth: int, quiet: bool = False, width: int = 0) -> float:
    """H-minimax; with quiescence, or with a beam."""
    if node.values:
        return node.values[0]
    if depth == 0:
        return settled(node) if quiet else guess(node)
    children = node.children if width == 0 else beamed(node, width)
    return best(node, [plain(child, depth - 1, quiet, width) for child in children])


def best(node: Node, values: list[float]) -> float:
    return max(values) if node.player == 0 else min(values)


def guess(node: Node) -> float:
    return node.guess[0] if node.guess else 0.0


def settled(node: Node) -> float:
    """What a node is worth past the depth limit: standing pat, where there is something to stand on, or going on."""
    if node.values:
        return node.values[0]
    if not node.is_noisy:
        return guess(node)
    standing = [guess(node)] if node.guess else []
    return best(node, standing + [settled(child) for child in node.children])


def beamed(node: Node, width: int) -> list[Node]:
    looks = [child.values[0] if child.values else guess(child) for child in node.children]
    sign = -1 if node.player == 0 else 1
    order = sorted(range(len(looks)), key=lambda place: (sign * looks[place], place))
    return [node.children[place] for place in sorted(order[:width])]


# ------------------------------------------------------------ the searches


def test_every_search_to_a_depth_is_h_minimax(trees: list[Tree]) -> None:
    for number, tree in enumerate(trees):
        depth = number % 4
        truth = plain(tree.node(0), depth)
        assert kz.minimax(tree, depth=depth, interpreted=True).value == truth
        assert kz.alphabeta(tree, depth=depth, interpreted=True).value == truth
        assert deepening(tree, depth=depth).value == truth
        assert kz.expectiminimax(tree, depth=depth, interpreted=True).value == truth
        assert kz.star1(tree, depth=depth, interpreted=True).value == truth


def test_deepening_finds_the_same_whatever_it_remembers(trees: list[Tree]) -> None:
    for number, tree in enumerate(trees):
        depth = 1 + number % 5
        switches = {name: bool(number >> bit & 1) for bit, name in enumerate(("table", "best_first", "killers"))}
        found = deepening(tree, depth=depth, **switches)
        assert found.value == plain(tree.node(0), depth)
        if tree.size[0]:
            child = tree.node(0).children[found.action]
            assert plain(child, depth - 1) == found.value


def test_quiescence_is_its_plain_definition(trees: list[Tree]) -> None:
    differing = 0
    for number, tree in enumerate(trees):
        depth = number % 3
        truth = plain(tree.node(0), depth, quiet=True)
        assert kz.minimax(tree, depth=depth, quiescence=True).value == truth
        assert kz.alphabeta(tree, depth=depth, quiescence=True).value == truth
        assert deepening(tree, depth=depth, quiescence=True).value == truth
        differing += truth != plain(tree.node(0), depth)
    assert differing > TREES / 10  # otherwise the trees test nothing


def test_a_beam_is_its_plain_definition(trees: list[Tree]) -> None:
    wrong = 0
    for number, tree in enumerate(trees):
        depth, width = 1 + number % 4, 1 + number % 3
        truth = plain(tree.node(0), depth, width=width)
        assert kz.minimax(tree, depth=depth, beam=width).value == truth
        assert kz.alphabeta(tree, depth=depth, beam=width).value == truth
        assert deepening(tree, depth=depth, beam=width).value == truth
        assert kz.minimax(tree, depth=depth, beam=4).value == plain(tree.node(0), depth)  # holds all children
        wrong += truth != plain(tree.node(0), depth)
    assert wrong > TREES / 20  # forward pruning can be wrong


def test_a_wider_beam_at_the_root_is_never_worse(trees: list[Tree]) -> None:
    """MAX alone: every node is MAX's, so that a wider beam can only find more."""
    for tree in trees[:200]:
        alone = Tree.from_node(all_max(tree.node(0)))
        values = [kz.minimax(alone, depth=3, beam=width).value for width in (1, 2, 3, 4)]
        assert values == sorted(values) and values[-1] == kz.minimax(alone, depth=3, interpreted=True).value


def all_max(node: Node) -> Node:
    children = [all_max(child) for child in node.children]
    return Node(0, player=0 if children else None, values=node.values, guess=node.guess, children=children)


def test_the_engine_goes_by_the_same_evaluations(trees: list[Tree]) -> None:
    for tree in trees[:150]:
        if not tree.size[0]:
            continue
        sign = -1 if tree.node(0).player else 1
        answer = kz.analyse(tree, depth=2, algorithm="deepening", interpreted=True)
        assert sign * answer.value == pytest.approx(plain(tree.node(0), 2, quiet=True))
        off = kz.Techniques(quiescence=False)
        answer = kz.analyse(tree, depth=2, algorithm="deepening", techniques=off, interpreted=True)
        assert sign * answer.value == pytest.approx(plain(tree.node(0), 2))


def test_deepening_saves_leaves_on_the_whole(trees: list[Tree]) -> None:
    """What it remembers pays: a last round looks at fewer leaves than without anything remembered."""
    looked = {True: 0, False: 0}
    for tree in (random_tree(5, 3, -9, 9, seed, "opponents", even=True) for seed in range(6)):
        judged = filled_in(tree)
        for on in looked:
            recorder = kz.Recorder()
            deepening(judged, table=on, best_first=on, killers=on, watch=recorder)
            looked[on] += recorder.rounds[-1].looked
    assert looked[True] < looked[False]


def filled_in(tree: Tree) -> Tree:
    """Every inner node evaluated at its own value: the order that deepening learns is then the best."""
    root = tree.node(0)

    def fill(node: Node) -> float:
        if node.values:
            return node.values[0]
        node.guess = (best(node, [fill(child) for child in node.children]),)
        return node.guess[0]

    fill(root)
    return Tree.from_node(root)


def test_chance_and_vectors_are_evaluated_too() -> None:
    tree = kz.Tree("(chance~3(1/2: 1 1/2: 9) 4)")
    assert kz.expectimax(tree, depth=0, interpreted=True).value == 0
    assert kz.expectimax(tree, depth=1, interpreted=True).value == 4  # B is evaluated at 3: the dice take no ply
    three = kz.Tree("(~<1,2,3>(<9,9,9> <8,8,8>) <0,5,5>)")
    assert kz.maxn(three, depth=1, interpreted=True) == ((1.0, 2.0, 3.0), 0)


# ------------------------------------------------------------ rounds


def test_the_table_answers_for_what_is_known_to_the_end() -> None:
    """B ends in round 2, and C does not: in round 3 nothing below B is looked at again."""
    text = "((3 5) (~4((1 2) 6) 7))"
    recorder = kz.Recorder()
    deepening(kz.Tree(text), watch=recorder)
    recalled = [step for step in recorder.steps if step.event == "recall"]
    assert [step.node for step in recalled][:1] == ["B"] and recalled[0].round == 3
    assert "worth exactly 3, whatever the depth" in recalled[0].sentence
    assert recorder.rounds[2].recalled == 1
    without = kz.Recorder()
    deepening(kz.Tree(text), table=False, watch=without)
    assert not [step for step in without.steps if step.event == "recall"]
    assert without.rounds[2].looked > recorder.rounds[2].looked


def test_rounds_are_told_and_compared_with_plain_alpha_beta(trees: list[Tree]) -> None:
    for tree in trees[:60]:
        recorder = kz.Recorder()
        found = deepening(tree, watch=recorder)
        if not tree.size[0]:
            assert not recorder.rounds
            continue
        for told in recorder.rounds:
            count = kz.Count()
            kz.alphabeta(tree, depth=told.depth, watch=count, interpreted=True)
            assert told.plain == count.leaves + count.evaluated
            assert told.value == plain(tree.node(0), told.depth)
        assert recorder.rounds[-1].value == found.value == plain(tree.node(0), 99)
        seen = [step for step in recorder.steps if step.round == 1 and step.event == "leaf"]
        assert len(seen) == recorder.rounds[0].looked


# ------------------------------------------------------------ sentences and notation


def test_sentences_of_a_search_that_stops_early() -> None:
    steps = run_tree("(~4(3 12 8) (2 4 6))", cutoff=Cutoff.of(depth=1)).recorder.steps
    told = " ".join(step.sentence for step in steps)
    assert "Depth limit reached at B: evaluation 4." in told
    assert "Depth limit reached at C: it has no evaluation, and counts as 0." in told
    steps = run_tree(QUEEN, cutoff=Cutoff.of(depth=1, quiescence=True)).recorder.steps
    told = " ".join(step.sentence for step in steps)
    assert "Depth limit reached at B, but it is noisy. MIN may stand pat on the evaluation 9" in told
    assert "Depth limit reached at C, which is quiet: evaluation 1." in told
    run = run_tree("(~4(3 12) ~7(2 4) ~5(14 5))", cutoff=Cutoff.of(beam=1))
    assert run.recorder.dropped == [("A", 1), ("A", 3), ("C", 2)]
    assert "only the most promising is looked at, B and D are left out" in run.recorder.steps[1].sentence


@pytest.mark.parametrize("quiescence", [False, True])
@pytest.mark.parametrize("beam", [0, 2])
@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "deepening"])
def test_every_step_points_at_a_line(algorithm: str, beam: int, quiescence: bool) -> None:
    run = run_tree("(~4?(3 ?(1 2) 8) ~7(2 4 6) ~5(14 5 2))", algorithm, cutoff=Cutoff.of(1, quiescence, beam))
    page = run.algorithm.pseudocode.split("\n")
    wanted = {"leaf": ("UTILITY", "EVALUATE"), "look-on": ("EVALUATE",), "drop": ("BEAM",), "line-up": ("KILLERS",)}
    for step in run.recorder.steps:
        assert 1 <= step.line <= len(page)
        assert any(word in page[step.line - 1] for word in wanted.get(step.event, ("",)))


def test_trees_are_read_and_written_with_evaluations() -> None:
    for tree in judged_trees(300) + judged_trees(100, chance=True):
        text = canonical(tree.node(0))
        again = kz.Tree(text)
        assert canonical(again.node(0)) == text
        assert (again.guesses == tree.guesses).all() and (again.noise == tree.noise).all()
        assert canonical(Tree.from_node(read(written(tree.node(0)))).node(0)) == text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("(~(3))", "column 3 of the tree '(~(3))': found '(', expected an evaluation after '~'"),
        ("(~4 3)", "column 5 of the tree '(~4 3)': found '3', expected an opening bracket"),
        ("(?3)", "found '3', expected an opening bracket"),
        ("(~<1,2>(3))", "found '~<1,2>', expected one number, as at each leaf"),
        ("(~4(<1,2,3>))", "found '~4', expected a vector of 3, as at each leaf"),
    ],
)
def test_mistakes_in_evaluations(text: str, told: str) -> None:
    with pytest.raises(BadInput) as mistake:
        kz.Tree(text)
    assert told in str(mistake.value)


def test_settings_without_effect_are_refused() -> None:
    refused = [
        ("expectiminimax", Cutoff.of(quiescence=True), "quiescence has no effect on expectiminimax"),
        ("alphabeta", Cutoff.of(without=["table"]), "no-table has no effect on alphabeta: use deepening"),
        ("star1", Cutoff.of(beam=2), "a beam of 2 has no effect on star1"),
    ]
    for algorithm, cutoff, told in refused:
        with pytest.raises(BadInput) as mistake:
            run_tree("((1 2) (3 4))", algorithm, cutoff=cutoff)
        assert told in str(mistake.value)
    with pytest.raises(BadInput, match="'hash' cannot be switched off here"):
        Cutoff.of(without=["hash"])
    with pytest.raises(BadInput, match="singular has no steps to show"):
        Cutoff.named("singular")


def test_the_answer_by_depth() -> None:
    tree = kz.Tree("(~4(3 12 8) ~7(2 4 6))")
    rows = by_depth(tree, run_tree("(1 2)").algorithm)
    assert [(row.depth, row.value, row.best, row.leaves, row.evaluations) for row in rows] == [
        (1, 7.0, "C", 0, 2),
        (2, 3.0, "B", 4, 0),
    ]
    assert [row.value_changes for row in rows] == [False, True] and rows[-1].is_end
    assert deepest(kz.Tree("(chance(1/2: (1 2) 1/2: 3) 4)")) == 2
    assert deepest(kz.Tree("5")) == 0 and inf > by_depth(kz.Tree("5"), run_tree("5").algorithm)[0].value


def test_deepening_has_no_steps_where_there_is_chance() -> None:
    with pytest.raises(DoesNotFit, match="has no steps to show where there is chance"):
        run_tree("(1 chance(1/2: -1 1/2: 0))", "deepening")

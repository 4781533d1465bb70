"""Several players: the engine's maxn against the plain one, what each is sure of, and one rebel at a time."""

import itertools
import random

import numpy as np
import pytest

import kibitz as kz
from command import kibitz
from kibitz.answer.plan import choose
from kibitz.errors import BadInput, DoesNotFit, Stopped, TooDeep, Unsolved
from kibitz.games.pig import Pig
from kibitz.games.tree import Node, Tree
from kibitz.lookup.vector_table import EXACT, LEAST, VectorTable
from kibitz.search.engine.engine import Engine
from kibitz.search.engine.techniques import Techniques
from kibitz.search.several.coalition import Coalition, OneRebel
from kibitz.search.several.vector_engine import VectorEngine, most_together
from kibitz.search.several.vector_look import WITHOUT_LIMIT
from kibitz.search.textbook.best_reply import NOBODY
from oracle import leaves_below, search, tree_value, tree_vector


class Shuffled(Tree):
    """A tree whose actions look promising in an order that has nothing to do with their values."""

    def promise(self, s, a, after, survey):
        return float((s * 7919 + a * 104729) % 97)


class Knowing(Shuffled):
    """A tree that knows of every node what the leaves below it hold, and so lets much be cut."""

    def stakes(self, s, player):
        below = [leaf.values[player] for leaf in leaves_below(self.node(s))]
        return min(below), max(below)


def grown(dice, depth, branching, players, total=None, largest=9):
    """A tree with vectors of small numbers; with a total all of them sum to it. Small numbers make many ties."""
    if depth == 0 or dice.random() < 0.05:
        values = [dice.randint(0, largest) for _ in range(players - 1)]
        values.append(dice.randint(0, largest) if total is None else total - sum(values))
        dice.shuffle(values)
        return Node(0, values=tuple(map(float, values)))
    node = Node(0, player=dice.randrange(players) if dice.random() < 0.3 else None)
    node.children = [
        grown(dice, depth - 1, branching, players, total, largest) for _ in range(dice.randint(1, branching))
    ]
    return node


def trees(count, first=0, players=(2, 3, 4), depth=5, branching=3):
    """Trees of all kinds, none of them a single leaf."""
    for seed in range(first, first + count):
        dice = random.Random(seed)
        number = dice.choice(players)
        given = dice.choice([None, 6]), dice.choice([1, 2, 6, 9])
        node = Node(0, player=0)
        node.children = [grown(dice, dice.randint(1, depth - 1), branching, number, *given) for _ in range(branching)]
        yield node, number


def engine_of(game, **given):
    return VectorEngine(game, megabytes=0.1, **given)


# ---------------------------------------------------------------- maxn with every pruning is plain maxn


def test_on_thousands_of_trees_the_engine_finds_the_vector_and_the_action_of_plain_maxn_whatever_ties_there_are():
    nodes = pruned = shallow = 0
    for node, _ in trees(2_500, players=(3,), depth=6):
        tree = Shuffled.from_node(node)
        engine = engine_of(tree)
        vector, number = engine.search(0, WITHOUT_LIMIT)
        plain = tree_vector(node, tree.players)
        assert vector == plain
        assert tree_vector(tree.node(int(tree.result(0, number))), tree.players) == plain
        first = next(a for a, child in enumerate(node.children) if tree_vector(child, 3)[0] == plain[0])
        assert number == first
        nodes += len(tree.size)
        pruned += engine.nodes
        shallow += engine.cuts()["shallow_cutoffs"]
    assert pruned < nodes  # it does cut,
    assert shallow > 1_000  # and not only where a player has all there is


@pytest.mark.parametrize("off", ["", "table", "best_first", "killers", "history", "order", "bounds"])
def test_each_technique_leaves_the_vector_alone_for_two_to_four_players(off):
    techniques = Techniques(**({off: False} if off else {}))
    for node, players in trees(60, first=10_000):
        for kind in (Tree, Shuffled, Knowing):
            tree = kind.from_node(node)
            plain = kz.maxn(tree, interpreted=True)
            engine = engine_of(tree, techniques=techniques, interpreted=True)
            vector, number = engine.search(0, WITHOUT_LIMIT)
            assert (vector, number) == (plain.value, plain.action), players
            if off == "bounds":
                assert engine.nodes == len(tree.size)


def test_partners_pass_on_what_they_have_and_the_vector_stays():
    class Partners(Knowing):
        teams = (0, 1, 0, 1)

    class Together(Knowing):
        teams = (0, 0, 0, 0)

    saved = 0
    for node, _ in trees(150, first=15_000, players=(4,), depth=6):
        for kind, share in ((Partners, lambda v: (v[0], v[1], v[0], v[1])), (Together, lambda v: v[:1] * 4)):
            for leaf in leaves_below(node):
                leaf.values = share(leaf.values)
            tree = kind.from_node(node)
            engine = engine_of(tree, interpreted=True)
            plain = kz.maxn(tree, interpreted=True)
            assert engine.search(0, WITHOUT_LIMIT) == (plain.value, plain.action)
            alone = engine_of(Knowing.from_node(node), interpreted=True)
            assert alone.value(0) == plain.value
            saved += alone.nodes - engine.nodes
    assert saved > 100


def test_to_a_depth_it_is_plain_maxn_to_that_depth_and_deepening_changes_nothing():
    class Guessing(Tree):
        """A tree with a guess at its nodes: whole numbers that keep to what the leaves hold."""

        def evaluate(self, s, player):
            low, high = self.spread[player, 0], self.spread[player, 1]
            return low + (s * 31 + player * 17) % 3 * (1 if high > low + 2 else 0)

        def stakes(self, s, player):
            return self.spread[player, 0], self.spread[player, 1]

        @property
        def utility_total(self):
            return super().utility_total + 2 * self.players  # room for the guesses

    for node, _ in trees(80, first=20_000, players=(3,)):
        tree = Guessing.from_node(node)
        engine = engine_of(tree, interpreted=True)
        for depth in range(1, 7):
            assert engine.search(0, depth)[0] == kz.maxn(tree, depth=depth, interpreted=True).value


class Wild(kz.Game):
    """Ten plies for three; the guesses are far outside of what a game can end with. `stakes` is not answered."""

    players = 3
    zero_sum = False
    utility_range = (0.0, 5.0)
    utility_total = 5.0

    def initial(self):
        return 1

    def player(self, s):
        return s.bit_length() % 3

    def actions(self, s):
        yield 0
        yield 1

    def result(self, s, a):
        return 2 * s + a

    def is_terminal(self, s):
        return s >= 1 << 10

    def utility(self, s, player):
        return float((s * 2654435761 >> 7) % 6) if player == s % 3 else 0.0

    def evaluate(self, s, player):
        return float((s * 7919 + player * 31) % 1_000)


class Promising(Wild):
    """The same, but it says that its guesses keep to its utilities."""

    def stakes(self, s, player):
        return 0.0, 5.0


def test_guesses_that_nothing_is_promised_of_are_all_looked_at():
    for depth in (1, 3, 5):
        assert (
            engine_of(Wild(), interpreted=True).value(1, depth) == kz.maxn(Wild(), depth=depth, interpreted=True).value
        )
    engine = engine_of(Wild(), interpreted=True)
    assert engine.value(1) == kz.maxn(Wild(), interpreted=True).value
    assert engine.counts().cutoffs > 0  # to the end there are no guesses


def test_a_guess_that_breaks_its_promise_is_noticed_and_then_nothing_is_cut():
    for depth in (1, 3, 5):
        engine = engine_of(Promising(), interpreted=True)
        assert engine.value(1, depth) == kz.maxn(Promising(), depth=depth, interpreted=True).value


def test_with_dice_it_is_plain_maxn_to_the_last_digits():
    for seed in range(60):
        tree = Tree.random(4, 3, seed, chance=True, players=3)
        plain = kz.maxn(tree, interpreted=True)
        assert engine_of(tree, interpreted=True).value(0) == pytest.approx(plain.value, abs=1e-9)


def test_in_a_game_with_transpositions_and_dice_it_is_plain_maxn():
    pig = Pig(goal=9, players=3)
    for text in ("0,0,0,0", "5,3,6,2", "5,3,6,2:", "7,7,7,0 p2"):
        s = pig.parse(text)
        for depth in (1, 2, 3):
            plain = kz.maxn(pig, s, depth=depth, interpreted=True).value
            assert engine_of(pig, interpreted=True).value(s, depth) == pytest.approx(plain, abs=1e-9)


def test_with_two_players_and_zero_sum_all_of_them_are_minimax():
    for seed in range(80):
        scalar = Tree.random(4, 3, seed)
        opposed = Tree.random(4, 3, seed)
        for leaf in leaves_below(opposed.node(0)):
            leaf.values = (leaf.values[0], -leaf.values[0])
        tree = Tree.from_node(opposed.node(0))
        value = tree_value(scalar.node(0))
        assert engine_of(tree, interpreted=True).value(0) == (value, -value)
        for function in (kz.shallow, kz.maxn):
            assert function(tree, interpreted=True).value == (value, -value)
        for function in (kz.paranoid, kz.best_reply):
            assert function(tree, interpreted=True).value == value


def test_with_a_shared_payoff_the_engine_finds_the_joint_optimum():
    for seed in range(60):
        tree = Tree.random(4, 3, seed, players=3)
        for leaf in leaves_below(tree.node(0)):
            leaf.values = leaf.values[:1] * 3
        shared = Tree.from_node(tree.node(0))
        most = max(leaf.values[0] for leaf in leaves_below(shared.node(0)))
        assert engine_of(shared, interpreted=True).value(0) == (most,) * 3


# ---------------------------------------------------------------- shallow pruning, step by step

FIGURE = "(((<3,1,2> <1,2,4>) (<2,5,1> <4,3,2>)) ((<5,2,0> <2,3,3>) (<1,1,6> <6,0,1>)))"


def test_shallow_pruning_is_plain_maxn_and_looks_at_no_more():
    saved = 0
    for node, _ in trees(300, first=40_000):
        tree = Tree.from_node(node)
        plain, cut = kz.Count(), kz.Count()
        assert kz.shallow(tree, watch=cut, interpreted=True) == kz.maxn(tree, watch=plain, interpreted=True)
        saved += plain.nodes - cut.nodes
    assert saved > 0


def test_a_bound_from_further_up_would_be_unsound_and_is_not_used():
    # Worked out by hand. All vectors sum to 9. B gives player 1 its 5. At D, player 3 is sure of 6, so at most 3 are
    # left for player 1, less than its 5: a deep cut would leave D's second leaf alone. But that leaf is what player 3
    # takes, and because of it player 2 takes E rather than D, where player 1 gets 6 after all.
    tree = Tree("(p2(<5,4,0>) p2(p3(<1,2,6> <2,0,7>) p3(<6,1,2>)))")
    assert kz.maxn(tree, interpreted=True) == ((6, 1, 2), 1)
    watch = kz.Recorder()
    assert kz.shallow(tree, watch=watch) == ((6, 1, 2), 1)
    assert (2, 0, 7) in watch.leaves
    assert engine_of(tree, interpreted=True).search(0, WITHOUT_LIMIT) == ((6, 1, 2), 1)


def test_shallow_pruning_says_what_is_left_for_whom():
    tree, watch = Tree(FIGURE), kz.Recorder()
    assert kz.shallow(tree, watch=watch).value == (4, 3, 2)
    assert watch.pruned == [("G", 2)]
    sentences = [step.sentence for step in watch.steps]
    assert any("leaves player 2 at most 2, and it has 3 already. 2 ≤ 3: yes." in sentence for sentence in sentences)
    assert "Player 3 is sure of 6 at G, so player 2 will not come here: child 2 of G is cut." in sentences
    at = sentences.index("Player 3 is sure of 6 at G, so player 2 will not come here: child 2 of G is cut.")
    assert "if left ≤ floor" in watch.algorithm.pseudocode.splitlines()[watch.steps[at].line - 1]


def test_immediate_pruning_stops_where_a_player_has_all_there_is():
    tree, watch = Tree("(<9,0,0> <8,1,0> <9,0,0>)"), kz.Recorder()
    assert kz.shallow(tree, watch=watch).value == (9, 0, 0)
    assert watch.pruned == [("A", 2), ("A", 3)]
    assert "Player 1 has 9 at A, and cannot get more: children 2 and 3 of A are cut." in [
        step.sentence for step in watch.steps
    ]


# ---------------------------------------------------------------- paranoid


def sure_of(node, hero):
    """What the hero gets if everybody else minimises that."""
    if not node.children:
        return node.values[hero]
    pick = max if node.player == hero else min
    return pick(sure_of(child, hero) for child in node.children)


def test_paranoid_is_minimax_against_all_others_and_a_lower_bound_of_maxn():
    for node, players in trees(300, first=50_000):
        tree = Tree.from_node(node)
        value = kz.paranoid(tree, interpreted=True).value
        assert value == sure_of(node, 0)
        assert value <= tree_vector(node, players)[0]


def nodes_of(tree, player):
    return [s for s in range(len(tree.size)) if tree.size[s] and tree.mover[s] == player]


def played_out(tree, plan):
    s = 0
    while tree.size[s]:
        s = int(tree.result(s, plan[s]))
    return tree.node(s).values


def test_no_strategies_of_the_others_leave_the_player_less_than_its_paranoid_value():
    """Every strategy of everybody is played out against the hero's paranoid one."""
    checked = 0
    for node, _ in trees(40, first=60_000, players=(3,), depth=3, branching=2):
        tree = Tree.from_node(node)
        value = kz.paranoid(tree, interpreted=True).value
        own = {s: kz.paranoid(tree, s, interpreted=True).action for s in nodes_of(tree, 0)}
        others = nodes_of(tree, 1) + nodes_of(tree, 2)
        if len(others) > 8:
            continue
        outcomes = [
            played_out(tree, own | dict(zip(others, choice, strict=True)))[0]
            for choice in itertools.product(*(range(int(tree.size[s])) for s in others))
        ]
        assert min(outcomes) == value
        checked += 1
    assert checked > 20


def test_a_hero_who_is_not_the_first_player_maximises_for_itself():
    tree, watch = Tree("p2(p1(<1,5,0> <2,3,0>) p3(<0,4,9> <0,4,1>))"), kz.Recorder()
    assert kz.paranoid(tree, watch=watch) == (4, 1)
    assert [step.sentence.split(".")[0] for step in watch.steps[:2]] == [
        "A is a node of player 2, MAX",
        "B is a node of player 1, MIN",
    ]


def test_with_dice_paranoid_averages():
    tree = Tree("p1(chance(1/2: p2(<4,0,0> <2,0,0>) 1/2: p3(<8,0,0> <6,0,0>)) <3,0,0>)")
    assert kz.paranoid(tree, interpreted=True) == (4, 0)
    assert kz.best_reply(tree, interpreted=True) == (4, 0)
    for algorithm in ("paranoid", "best-reply"):
        assert kz.analyse(tree, algorithm=algorithm, interpreted=True).value[0] == 4


# ---------------------------------------------------------------- best reply


def with_one_rebel(tree, s, hero, rebel):
    """Best-reply search by its definition, nothing cut."""
    if tree.is_terminal(s):
        return tree.utility(s, hero)
    player, actions = tree.player(s), list(tree.actions(s))
    if player == hero:
        return max(with_one_rebel(tree, tree.result(s, a), hero, NOBODY) for a in actions)
    usual = max(actions, key=lambda a: tree.promise(s, a, tree.result(s, a), 0))
    values = [with_one_rebel(tree, tree.result(s, usual), hero, rebel)]
    if rebel in (NOBODY, player):
        values += [with_one_rebel(tree, tree.result(s, a), hero, player) for a in actions if a != usual]
    return min(values)


def test_best_reply_lets_one_rebel_at_a_time_and_is_never_darker_than_paranoid():
    brighter = 0
    for node, _ in trees(300, first=70_000):
        tree = Shuffled.from_node(node)
        value = kz.best_reply(tree, interpreted=True).value
        assert value == with_one_rebel(tree, 0, 0, NOBODY)
        assert value >= kz.paranoid(tree, interpreted=True).value
        brighter += value > kz.paranoid(tree, interpreted=True).value
    assert brighter > 0


def test_best_reply_says_whose_hands_are_tied():
    tree, watch = Tree("(p2(p3(<9,0,0> <1,0,0>) p3(<5,0,0> <2,0,0>)) <0,0,0>)"), kz.Recorder()
    # Player 2's usual action is the first: then player 3 may rebel, for 1. If player 2 does, player 3 plays its first.
    assert kz.best_reply(tree, watch=watch).value == 1
    told = [step.sentence for step in watch.steps if "only the most promising action" in step.sentence]
    assert told == [
        "E is a node of player 3, MIN: another player harms MAX in this round, so only the most promising action, "
        "child 1, counts."
    ]


# ---------------------------------------------------------------- the engine for two, on a game within a game


def test_the_engine_finds_the_same_on_the_game_within_a_game_compiled():
    for kind, name in ((Coalition, kz.paranoid), (OneRebel, kz.best_reply)):
        for node, _ in trees(120, first=80_000, players=(3,)):
            tree = Shuffled.from_node(node)
            rules = kind(tree, 0)
            assert Engine(rules, megabytes=0.1).value(rules.entered(0), 200) == name(tree, interpreted=True).value


def test_who_the_hero_is_takes_no_compilation_of_its_own():
    from numba import typeof

    tree = Tree(FIGURE)
    assert typeof(Coalition(tree, 0)) == typeof(Coalition(tree, 2)) == typeof(Coalition(Tree("(<1,2,3>)"), 1))
    assert typeof(Coalition(tree, 0)) != typeof(OneRebel(tree, 0))
    assert typeof(Coalition(tree, 0)) != typeof(Coalition(Shuffled(FIGURE), 0))


# ---------------------------------------------------------------- answers


@pytest.mark.parametrize("interpreted", [False, True], ids=["compiled", "interpreted"])
def test_an_answer_has_a_number_for_each_player_and_every_move(interpreted):
    tree = Shuffled(FIGURE)
    answer = kz.analyse(tree, interpreted=interpreted)
    assert answer.search.algorithm == "maxn"
    assert (answer.best, answer.value, answer.exact) == ("B", (4, 3, 2), True)
    assert [(m.move, m.value, m.loss) for m in answer.moves] == [("B", (4, 3, 2), 0), ("C", (2, 3, 3), 2)]
    assert answer.moves[0].line == ("B", "E", "K")
    told = answer.json()
    assert told["value"] == [4, 3, 2]
    assert told["search"]["statistics"]["shallow_cutoffs"] >= 0
    assert kz.solve(tree, interpreted=interpreted) == (4, 3, 2)


def test_paranoid_answers_with_what_each_player_is_sure_of():
    for node, _ in trees(25, first=90_000, players=(3,), depth=4):
        tree = Tree.from_node(node)
        answer = kz.analyse(tree, algorithm="paranoid", interpreted=True)
        assert answer.exact
        children = {tree.node_name(int(tree.result(0, a))): child for a, child in enumerate(node.children)}
        for move in answer.moves:
            assert move.value == tuple(sure_of(children[move.move], player) for player in range(3))
        assert answer.value[0] == kz.paranoid(tree, interpreted=True).value
        assert kz.solve(tree, algorithm="paranoid", interpreted=True) == answer.value


def test_shallow_answers_too():
    assert kz.analyse(Tree(FIGURE), algorithm="shallow", interpreted=True).value == (4, 3, 2)


def test_limits_hold_and_an_unsolved_position_says_so():
    pig = Pig(players=3)
    answer = kz.analyse(pig, nodes=500, interpreted=True)
    assert answer.search.stopped_by == "nodes"
    assert answer.search.nodes <= 500
    assert len(answer.value) == 3
    for algorithm in ("paranoid", "best-reply"):
        assert kz.analyse(pig, nodes=500, algorithm=algorithm, interpreted=True).search.stopped_by == "nodes"
    with pytest.raises(Unsolved):
        kz.solve(pig, nodes=500, algorithm="maxn", interpreted=True)
    with pytest.raises(Unsolved):
        kz.solve(pig, nodes=500, algorithm="paranoid", interpreted=True)
    assert kz.analyse(pig, nodes=1, interpreted=True).moves[0].move == "roll"  # at a glance


def test_a_line_that_never_ends_is_refused_in_a_sentence():
    class Round(kz.Game):
        players = 3

        def initial(self):
            return 0

        def player(self, s):
            return s % 3

        def actions(self, s):
            yield 0

        def result(self, s, a):
            return s + 1

        def is_terminal(self, s):
            return False

        def utility(self, s, player):
            return 0.0

    with pytest.raises(TooDeep, match="can go on for ever"):
        kz.solve(Round(), algorithm="maxn", interpreted=True)


def test_the_engine_can_be_stopped():
    engine = engine_of(Tree(FIGURE), interpreted=True)
    engine.stop()
    with pytest.raises(Stopped):
        engine.value(0)
    engine.go_on()
    assert engine.value(0) == (4, 3, 2)


# ---------------------------------------------------------------- what fits, and the command


@pytest.mark.parametrize("algorithm", ["shallow", "paranoid", "best-reply"])
def test_two_opponents_and_one_player_alone_are_sent_to_other_searches(algorithm):
    for game in (kz.game("nim"), kz.game("2048"), Tree("((1 2) (3 4))")):
        with pytest.raises(DoesNotFit, match="several players"):
            choose(algorithm, game)
    assert choose(algorithm, Tree(FIGURE)).algorithm.name == algorithm
    assert choose("auto", Tree(FIGURE)).algorithm.name == "maxn"


@pytest.mark.parametrize("algorithm", ["shallow", "paranoid", "best-reply"])
def test_the_command_runs_them_on_trees_with_steps_and_a_drawing(algorithm, tmp_path):
    said = kibitz("tree", FIGURE, "--algorithm", algorithm, "--steps", "--svg", tmp_path / "tree.svg")
    assert said.code == 0
    assert "[line 1] A is a node of player 1" in said.out
    assert (tmp_path / "tree.svg").read_text(encoding="utf-8").startswith("<svg")
    answer = kibitz("tree", FIGURE, "--algorithm", algorithm, "--json").json
    assert answer["value"] == {"shallow": [4, 3, 2], "paranoid": 1, "best-reply": 1}[algorithm]
    assert answer["best"] == "B"


def test_techniques_of_maxn_can_be_switched_and_others_are_refused():
    said = kibitz("best", "pig", "--set", "players=3", "--depth", "2", "--techniques", "no-table", "--interpreted")
    assert said.code == 0
    said = kibitz("best", "pig", "--set", "players=3", "--depth", "2", "--techniques", "no-aspiration", "--interpreted")
    assert said.code == 2
    expected = "expected one of table, best-first, killers, history, order, bounds"
    assert said.messages == [f"kibitz: technique 'no-aspiration' has no effect on maxn: {expected}"]


# ---------------------------------------------------------------- the table of vectors


def test_the_table_finds_what_was_stored_and_keeps_exact_vectors():
    table = VectorTable(3, 0.1)
    rows = np.array([1.0, -2.5, 4.0, 9.0, 8.0, 7.0])
    assert table.find(42) == -1
    table.store(42, 5, 3, EXACT, rows, 0)
    place = table.find(42)
    assert [table.share(place, player) for player in range(3)] == [1.0, -2.5, 4.0]
    assert (table.depth(place), table.move(place), table.kind(place)) == (5, 3, EXACT)
    table.store(42, 5, 1, LEAST, rows, 3)
    assert table.kind(table.find(42)) == EXACT
    table.store(42, 6, 1, LEAST, rows, 3)
    assert table.share(table.find(42), 0) == 9.0
    table.clear()
    assert table.find(42) == -1


def test_the_table_gives_up_the_shallowest_and_survives_many_clearings():
    table = VectorTable(3, 0.03)
    rows = np.zeros(3)
    for key in range(5_000):
        table.store(key, key % 200, 0, EXACT, rows, 0)
    found = [key for key in range(5_000) if table.find(key) >= 0]
    assert 0 < len(found) < 5_000
    assert np.mean([key % 200 for key in found]) > 120
    for _ in range(130):
        table.clear()
        assert all(table.find(key) < 0 for key in found[:20])
        table.store(7, 1, 0, EXACT, rows, 0)
        assert table.find(7) >= 0


def test_the_table_grows_and_loses_little_on_the_way():
    table = VectorTable(3, 4)
    rows = np.zeros(3)
    keys = [key * 0x9E3779B97F4A7C15 % (1 << 62) for key in range(1, 12_001)]
    for number, key in enumerate(keys):
        rows[:] = number
        table.store(key, 9, 0, EXACT, rows, 0)
    kept = [number for number, key in enumerate(keys) if table.find(key) >= 0]
    assert len(kept) > 8_000
    assert all(table.share(table.find(keys[number]), 2) == number for number in kept)


def test_a_table_of_no_size_is_refused():
    with pytest.raises(BadInput, match="out of range"):
        VectorTable(3, 0.001)


def test_the_most_that_all_get_together():
    assert most_together(Pig(players=3)) == 1
    assert most_together(Tree("(<1,2,3> <4,0,0>)")) == 6
    assert search("maxn", Tree("(<1,2,3> <4,0,0>)"), interpreted=True)[0] == (4, 0, 0)


def test_positions_that_a_game_numbers_one_after_the_other_have_keys_of_their_own_whoever_rebels():
    class Numbered(kz.Game):
        players = 3
        zero_sum = False

        def initial(self):
            return 0

        def key(self, s):
            return s

    game = OneRebel(Numbered(), 0)
    places = [game.entered(s)._replace(rebel=rebel) for s in range(64) for rebel in (NOBODY, 0, 1, 2)]
    assert len({game.key(place) for place in places}) == len(places)

"""`.efg` files: read by a reader of our own, solved by hand, and, where it is installed, by Gambit."""

import itertools
import re
from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction

import pytest

import kibitz as kz
from command import kibitz
from kibitz.search.equilibrium.extensive_form import extensive_form, probabilities

WORDS = re.compile(r'"(?:[^"\\]|\\.)*"|[{}]|[^\s{},"]+')


@dataclass
class Node:
    """A node as the file has it: `player` is 0 for chance and -1 at an end."""

    player: int
    number: int  # of its information set, or of its outcome
    labels: list[str] = field(default_factory=list)
    chances: list[Fraction] = field(default_factory=list)
    payoffs: list[Fraction] = field(default_factory=list)
    below: list["Node"] = field(default_factory=list)

    def all(self):
        yield self
        for child in self.below:
            yield from child.all()


def read(text):
    """The tree of a file: the format's own words, one after the other."""
    words = iter(WORDS.findall(text))
    assert [next(words) for _ in range(3)] == ["EFG", "2", "R"]
    next(words)
    players = list(between(words))
    next(words)
    return players, node(words)


def between(words):
    assert next(words) == "{"
    yield from iter(lambda: next(words), "}")


def node(words):
    kind, _ = next(words), next(words)
    if kind == "t":
        made = Node(-1, int(next(words)))
        next(words)
        made.payoffs = [Fraction(word) for word in between(words)]
        return made
    made = Node(int(next(words)) if kind == "p" else 0, int(next(words)))
    next(words)
    inside = list(between(words))
    step = 1 if kind == "p" else 2
    made.labels = [label[1:-1] for label in inside[::step]]
    made.chances = [Fraction(word) for word in inside[1::2]] if kind == "c" else []
    assert next(words) == "0"
    made.below = [node(words) for _ in made.labels]
    return made


def form(name, position=None, **parameters):
    game = kz.game(name, **parameters)
    found = extensive_form(game, None if position is None else game.parse(position))
    players, root = read(found.text)
    nodes = list(root.all())
    assert (len(players), len(nodes)) == (game.players, found.nodes)
    assert len({(n.player, n.number) for n in nodes if n.player > 0}) == found.sets
    for each in nodes:
        assert len(set(each.labels)) == len(each.labels)
        assert each.player != 0 or sum(each.chances) == 1
        assert each.player >= 0 or len(each.payoffs) == game.players
    labels = defaultdict(set)
    for each in nodes:
        labels[each.player, each.number].add(tuple(each.labels))
    assert all(len(found) == 1 for (player, _), found in labels.items() if player > 0)
    return game, root, found


def backwards(tree):
    """What each player gets where nothing is hidden."""
    if tree.player < 0:
        return tree.payoffs
    values = [backwards(child) for child in tree.below]
    if tree.player == 0:
        return [sum(c * v for c, v in zip(tree.chances, column, strict=True)) for column in zip(*values, strict=True)]
    return max(values, key=lambda value: value[tree.player - 1])


@pytest.mark.parametrize(
    ("name", "position", "parameters"),
    [
        ("tic-tac-toe", "XOX.O..X.", {}),
        ("nim", "2,2", {"piles": (2, 2)}),
        ("connect-four", None, {"width": 3, "height": 3, "line": 3}),
        ("tree", None, {"tree": "max(chance(1/2: 8 1/3: 24 1/6: -12) min(9 chance(1/7: 1 6/7: 3)))"}),
    ],
)
def test_where_nothing_is_hidden_the_tree_has_the_value_that_search_finds(name, position, parameters):
    game, root, found = form(name, position, **parameters)
    s = game.initial() if position is None else game.parse(position)
    value = kz.expectiminimax(game, s) if game.facts.chance else kz.minimax(game, s)
    assert float(backwards(root)[0]) == pytest.approx(value.value, abs=1e-12)
    assert found.sets == sum(each.player > 0 for each in root.all())  # every node is a set of its own


def test_three_players_get_what_maxn_gives_them():
    _, root, _ = form("tree", tree="(((<1,2,6> <4,3,3>) (<6,1,2> <7,4,1>)) ((<5,1,1> <1,5,2>) (<7,7,1> <5,4,5>)))")
    assert [float(value) for value in backwards(root)] == [1, 2, 6]


def worth(tree, choose):
    """What player 1 gets if both play as `choose` says: a node to the chances of its actions."""
    if tree.player < 0:
        return tree.payoffs[0]
    chances = tree.chances if tree.player == 0 else choose(tree)
    return sum(c * worth(child, choose) for c, child in zip(chances, tree.below, strict=True) if c)


def test_kuhns_poker_has_its_information_sets_and_its_value():
    """Against each half of the known equilibrium no pure strategy of the other does better than −1/18."""
    _, root, found = form("kuhn-poker")
    assert (found.nodes, found.sets) == (58, 12)
    known = defaultdict(set)  # what leads to each set: the player's own card, and what was said aloud

    def walk(tree, cards, said):
        if tree.player > 0:
            known[tree.player, tree.number].add((cards[tree.player - 1], said))
        for label, child in zip(tree.labels, tree.below, strict=True):
            walk(child, cards + (label if tree.player == 0 else ""), said if tree.player == 0 else (*said, label))

    walk(root, "", ())
    assert len(known) == 12 and all(len(ways) == 1 for ways in known.values())
    third = Fraction(1, 3)
    first = {("J", ()): third, ("Q", ()): 0, ("K", ()): 1}
    first |= {(card, ("check", "bet")): share for card, share in (("J", 0), ("Q", 2 * third), ("K", 1))}
    second = {("J", ("check",)): third, ("Q", ("check",)): 0, ("K", ("check",)): 1}
    second |= {(card, ("bet",)): share for card, share in (("J", 0), ("Q", third), ("K", 1))}
    equilibrium = first | second  # the share of the bolder action

    def mixed(tree):
        bold = equilibrium[next(iter(known[tree.player, tree.number]))]
        return [bold if label in ("bet", "call") else 1 - bold for label in tree.labels]

    for player, best in ((1, max), (2, min)):
        own = sorted(number for owner, number in known if owner == player)
        values = []
        for picks in itertools.product(range(2), repeat=len(own)):
            pure = dict(zip(own, picks, strict=True))

            def choose(tree, pure=pure, player=player):
                if tree.player != player:
                    return mixed(tree)
                return [int(number == pure[tree.number]) for number in range(2)]

            values.append(worth(root, choose))
        assert best(values) == Fraction(-1, 18)


def test_rock_paper_scissors_hides_the_first_choice():
    _, root, found = form("rock-paper-scissors")
    assert (found.nodes, found.sets) == (13, 2)
    assert [child.number for child in root.below] == [1, 1, 1]


class Forgetful(kz.Game):
    """One player names a number twice, and the view shows only how often: what it named first is forgotten there."""

    players = 1

    def initial(self):
        return (0, 0)

    def player(self, s):
        return 0

    def actions(self, s):
        return [1, 2] if s[0] < 2 else []

    def result(self, s, number):
        return (s[0] + 1, 10 * s[1] + number)

    def is_terminal(self, s):
        return s[0] == 2

    def utility(self, s, player):
        return float(s[1])

    def view(self, s, player):
        return (s[0],)


class Confused(Forgetful):
    def actions(self, s):
        return [1, 2][: 1 + (s[1] != 1)] if s[0] < 2 else []

    def initial(self):
        return (-1, 0)

    def player(self, s):
        return kz.CHANCE if s[0] < 0 else 0

    def outcomes(self, s):
        return [(0, 0.5), (1, 0.5)]


def test_a_player_remembers_what_it_did_even_where_the_view_does_not_show_it():
    assert extensive_form(Forgetful()).sets == 3  # not two: perfect recall


def test_a_view_that_cannot_tell_other_actions_apart_is_refused():
    with pytest.raises(kz.BadInput, match=r"cannot tell .* from a position with other actions: 1 here, 1, 2 there"):
        extensive_form(Confused())


def test_probabilities_sum_to_one_exactly():
    for chances in ([1 / 3] * 3, [1 / 6] * 6, [0.1] * 10, [0.123456789012345, 1 - 0.123456789012345], [1 / 7, 6 / 7]):
        found = [Fraction(text) for text in probabilities(chances)]
        assert sum(found) == 1 and all(abs(float(f) - c) < 1e-12 for f, c in zip(found, chances, strict=True))
    assert probabilities([1 / 6, 5 / 6]) == ["1/6", "5/6"]


def test_the_command_writes_prints_and_refuses(tmp_path):
    path = tmp_path / "kuhn.efg"
    written = kibitz("efg", "kuhn-poker", "--out", path)
    assert written.code == 0 and "58 nodes, 12 information sets" in written.err and not written.out
    assert kibitz("efg", "kuhn-poker").out == path.read_text()
    large = kibitz("efg", "tic-tac-toe", "--nodes", 500)
    assert large.code == 2 and "has more than 500 nodes" in large.err
    assert kibitz("efg", "tic-tac-toe", "--moves", "1 2 3 4 5 6").code == 0


# ------------------------------------------------------------ Gambit


def gambit_value(root_text, tmp_path):
    import pygambit as gambit

    path = tmp_path / "game.efg"
    path.write_text(root_text)
    game = gambit.read_efg(str(path))
    assert game.is_perfect_recall and game.is_const_sum
    profile = gambit.nash.lp_solve(game, rational=True).equilibrium
    return profile.payoffs[next(iter(game.players))]


@pytest.mark.parametrize(
    ("name", "position", "parameters", "value"),
    [
        ("kuhn-poker", None, {}, Fraction(-1, 18)),
        ("rock-paper-scissors", None, {}, 0),
        ("tree", None, {"tree": "max(chance(1/2: 8 1/3: 24 1/6: -12) min(9 chance(1/7: 1 6/7: 3)))"}, 10),
        ("tic-tac-toe", "XOX.O..X.", {}, 0),
    ],
)
def test_gambit_reads_it_and_finds_the_value(name, position, parameters, value, tmp_path):
    game = kz.game(name, **parameters)
    text = extensive_form(game, None if position is None else game.parse(position)).text
    assert Fraction(str(gambit_value(text, tmp_path))) == value

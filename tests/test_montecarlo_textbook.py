"""Monte Carlo tree search as the textbook has it: where it converges to, and whether its numbers add up."""

from __future__ import annotations

import pytest

import kibitz as kz
from kibitz.game import CHANCE
from kibitz.search.textbook import montecarlo as page
from kibitz.search.watch import Watch

TEXTBOOK = "((3 12 8) (2 4 6) (14 5 2))"


class Numbers(Watch):
    """Keeps the numbers of every node as they are told, and all that was backed up through it, by its path."""

    compiles = False

    def begin(self, game, algorithm):
        self.game, self.simulations = game, 0
        self.at, self.visits, self.means = (), {}, {}
        self.backed_up, self.ends = {}, set()
        self.new = None

    def select(self, s, number, scores):
        self._down(number)
        assert self.at in self.visits
        if scores:
            assert len(scores) == len(list(self.game.actions(s))) and scores[number] == max(scores)
        else:
            assert self.game.player(s) == CHANCE

    def expand(self, s, number, child):
        self._down(number)
        assert self.at not in self.visits
        self.new = child

    def _down(self, number):
        self.simulations += not self.at
        self.at = (*self.at, number)

    def simulate(self, s, moves, v, is_over):
        assert s == self.new and moves
        for number in moves:
            s = self.game.result(s, list(self.game.choices(s))[number])
        assert bool(self.game.is_terminal(s)) is is_over
        self.got = v

    def leaf(self, s, v):
        self.ends.add(self.at)
        self.got = v

    horizon = leaf

    def back_up(self, s, visits, v):
        self.visits[self.at], self.means[self.at] = visits, v
        self.backed_up.setdefault(self.at, []).append(self.got)
        self.at = self.at[:-1]

    def choose(self, s, number, v):
        below = {path[0]: visits for path, visits in self.visits.items() if len(path) == 1}
        assert below[number] == max(below.values()) and v == self.means[number,]


GAMES = {
    "two players": kz.Tree(TEXTBOOK),
    "dice": kz.Tree("(chance(1/2: (2 4) 1/2: (7 9)) chance(1/2: (6 8) 1/2: (0 5)))"),
    "the dice first": kz.Tree("chance(1/2: (2 4) 1/2: (7 9))"),
    "one player": kz.Tree("max(max(1 7) 3 max(max(2 9) 4))"),
    "three players": kz.Tree("(((<1,2,6> <4,2,3>) (<6,1,2> <7,4,1>)) ((<5,1,1> <1,5,2>) (<7,7,1> <5,4,5>)))"),
    "tic-tac-toe": kz.game("tic-tac-toe"),
    "pig": kz.game("pig", goal=8),
}


def mean(values):
    if isinstance(values[0], tuple):
        return tuple(mean(entries) for entries in zip(*values, strict=True))
    return sum(values) / len(values)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("depth", [None, 2])
def test_visits_and_means_always_add_up(name, depth):
    watch = Numbers()
    kz.montecarlo(GAMES[name], simulations=150, depth=depth, seed=3, watch=watch)
    assert watch.simulations == watch.visits[()] == 150
    for path, visits in watch.visits.items():
        children = sum(count for below, count in watch.visits.items() if below[:-1] == path and below)
        own = 0 if path == () else visits if path in watch.ends else 1
        assert visits == children + own == len(watch.backed_up[path])
        assert watch.means[path] == pytest.approx(mean(watch.backed_up[path]))


def test_the_same_seed_gives_the_same_simulations_and_another_seed_others():
    game = kz.game("tic-tac-toe")
    one, two, other = (kz.montecarlo(game, simulations=60, seed=seed) for seed in (5, 5, 6))
    assert one == two != other


@pytest.mark.parametrize("seed", range(25))
def test_two_opponents_are_played_as_by_minimax(seed):
    """Trees whose best move is better than the others by a fifth of what is at stake or more."""
    tree = decisive(seed, kz.minimax)
    assert kz.montecarlo(tree, simulations=1_500, seed=seed).action == kz.minimax(tree, interpreted=True).action


@pytest.mark.parametrize("seed", range(10))
def test_with_dice_it_finds_the_move_of_expectiminimax(seed):
    tree = decisive(seed, kz.expectiminimax, chance=True)
    assert kz.montecarlo(tree, simulations=1_500).action == kz.expectiminimax(tree, interpreted=True).action


@pytest.mark.parametrize("seed", range(10))
def test_three_players_each_play_for_themselves_as_by_maxn(seed):
    tree = decisive(seed, kz.maxn, players=3)
    assert kz.montecarlo(tree, simulations=4_000).action == kz.maxn(tree, interpreted=True).action


def decisive(seed, search, chance=False, players=1):
    """The first random tree after a seed in which every player's choice matters: no two children are nearly alike."""
    for attempt in range(10_000):
        tree = kz.Tree.random(3, 3, 10_000 * seed + attempt, chance=chance, players=players)
        if tree.size[0] > 1 and tree.mover[0] != CHANCE and is_decisive(tree, search):
            return tree
    raise AssertionError("no tree was found")


def is_decisive(tree, search):
    least = (tree.values[tree.size == 0].max() - tree.values[tree.size == 0].min()) / 5
    for s in range(len(tree.size)):
        if tree.size[s] > 1 and tree.mover[s] != CHANCE:
            worth = [search(tree, tree.result(s, child), interpreted=True).value for child in range(tree.size[s])]
            mover = int(tree.mover[s])
            own = sorted(v[mover] if isinstance(v, tuple) else -v if mover else v for v in worth)
            if own[-1] - own[-2] < least:
                return False
    return True


def test_the_value_comes_near_that_of_the_full_search():
    tree = kz.Tree(TEXTBOOK)
    far, near = (abs(kz.montecarlo(tree, simulations=n).value - 3) for n in (100, 5_000))
    assert near < 0.2 < far
    dice = kz.Tree("max(chance(1/2: 8 1/3: 24 1/6: -12) 9)")
    assert kz.montecarlo(dice, simulations=5_000).value == pytest.approx(10, abs=0.5)


def test_tic_tac_toe_is_not_lost():
    """A win is taken, a loss is parried, and a fork is seen coming."""
    game = kz.game("tic-tac-toe")
    for position, wanted in (("XX.OO....", "3"), ("X...O.X..", "4"), ("X...O...X", "2468")):
        found = kz.montecarlo(game, game.parse(position), simulations=2_000).action
        assert game.action_text(game.parse(position), found) in wanted, position


def test_where_nobody_moves_there_is_no_action():
    game = kz.game("tic-tac-toe")
    over = kz.montecarlo(game, game.parse("XXXOO...."), simulations=5)
    assert over == (1, None)
    dice = kz.montecarlo(kz.Tree("chance(1/2: 2 1/2: 4)"), simulations=2_000)
    assert dice.action is None and dice.value == pytest.approx(3, abs=0.1)


def test_limits_and_settings_are_kept():
    game = kz.game("tic-tac-toe")
    count = kz.Count(nodes=50)
    with pytest.raises(kz.Stopped):
        kz.montecarlo(game, watch=count)
    assert count.nodes == 50
    with pytest.raises(kz.BadInput, match="the number of simulations must be a whole number from 1, got 0"):
        kz.montecarlo(game, simulations=0)
    with pytest.raises(kz.BadInput, match="the exploration must be a number above 0"):
        kz.montecarlo(game, exploration=-1)


def test_an_outcome_of_probability_0_never_falls():
    tree = kz.Tree("chance(0: 100 1: 3 0: 100)")
    assert kz.montecarlo(tree, simulations=200).value == 3


def test_ucb1_is_the_published_formula():
    """Mean 0.5 after 4 of 10 visits: 0.5 + √2 · √(ln 10 / 4)."""
    game = kz.Tree(TEXTBOOK)
    node, child = (page.new_node(game, 0, 0, 9) for _ in range(2))
    node.visits, child.visits, child.total = 10, 4, [2.0, -2.0]
    assert page.ucb1(node, child, page.EXPLORATION) == pytest.approx(0.5 + (2 * 2.302585093 / 4) ** 0.5)

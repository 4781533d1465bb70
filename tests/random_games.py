"""Small random games that are data: a handful of classes whose rules stand in arrays, and what is drawn into them.

Compiling one game for one search takes seconds, so a *family* is compiled once and its games differ in the contents of
four arrays alone: one number for each node, edge and player. A family fixes what the compiler sees: the fields of a
state, the number of players, dice or none, which optional questions are answered.

A state says three or four times over which node it stands for, in fields that use all 64 bits; `at` compares them all,
so whatever a search loses on the way through its tables and stacks is noticed at the next question.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from kibitz.game import CHANCE, Game
from kibitz.native.tuples import replaced

INFINITY = float("inf")
OVER = -2  # the mover where the game is over
MOST_WORK = 160  # nodes of the tree that a search without memory walks through

# What is written down for a node, for an edge (an action or an outcome), and in floats for both.
(MOVER, FIRST, COUNT, SPENT, MEMORABLE, IMAGE, QUIET, SKIP, KEY) = range(9)
(GROUP, DETAIL, BANKED, WHY, VIEW, BIG, FLAG, LEFT, RIGHT, NODE_WORDS) = range(9, 19)
(LABEL, CHILD, CANDIDATE, NOISY, REDUCIBLE, EDGE_WORDS) = range(6)
(LOW, HIGH, SURELY, AT_MOST, STAKE, WEIGHT, SHARES) = range(7)
(UTILITY, GUESS, LEAST, MOST, SHARE_NUMBERS) = range(5)
(CHANCE_OF, ORDER, EDGE_NUMBERS) = range(3)


class Damaged(Exception):
    """A state that is none of the game's, or an action that its state does not have."""


@dataclass
class Rules:
    """One random game, written out. Lists have an entry for each node, or for each edge of a node."""

    family: str
    seed: int
    kind: str  # tree, layered, dag, cyclic, or a chain: as cyclic, but nobody has a choice
    players: int
    mover: list[int]
    edges: list[list[int]]  # children
    labels: list[list[int]] = field(default_factory=list)
    chances: list[list[float]] = field(default_factory=list)
    orders: list[list[float]] = field(default_factory=list)
    candidates: list[list[int]] = field(default_factory=list)
    noisy: list[list[int]] = field(default_factory=list)
    reducible: list[list[int]] = field(default_factory=list)
    utility: list[list[float]] = field(default_factory=list)
    guess: list[list[float]] = field(default_factory=list)
    spent: list[int] = field(default_factory=list)
    image: list[int] = field(default_factory=list)
    quiet: list[int] = field(default_factory=list)
    view: list[int] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)  # of nodes, where they are dealt
    bounds: list[tuple[float, float]] = field(default_factory=list)
    proofs: list[tuple[float, float]] = field(default_factory=list)
    stakes: list[list[tuple[float, float]]] = field(default_factory=list)
    total: float = 0.0
    bounds_are: str = "none"  # none, wide (they hold for guesses too) or tight (they hold for the truth alone)
    flags: set[str] = field(default_factory=set)
    words: list[int] = field(default_factory=list)
    edge_words: list[int] = field(default_factory=list)
    numbers: list[float] = field(default_factory=list)
    edge_numbers: list[float] = field(default_factory=list)
    header: list[int] = field(default_factory=list)

    @property
    def ends(self) -> bool:
        """Does every line of play end?"""
        return self.kind not in ("cyclic", "chain")

    @property
    def is_general(self) -> bool:
        """Is it none of those in which two (or two sides) win what the other loses?"""
        return FAMILIES[self.family].zero_sum is False

    def usual(self, n: int) -> int:
        """The number of the most promising action, the first of equals."""
        return self.orders[n].index(max(self.orders[n])) if issubclass(FAMILIES[self.family], Staked) else 0

    def __str__(self) -> str:
        return f"{self.family} seed={self.seed} ({self.kind}, {len(self.mover)} nodes; {' '.join(sorted(self.flags))})"


# ---------------------------------------------------------------- states


class One(NamedTuple):
    at: int


class Two(NamedTuple):
    at: int
    weight: float


class Three(NamedTuple):
    at: int
    flag: bool
    pair: tuple[int, int]
    board: tuple[int, ...]  # which machine code keeps as bytes


class Six(NamedTuple):
    big: int
    weight: float
    flag: bool
    pair: tuple[int, float]
    at: int
    tail: int


class Drawn(Game):
    """A game that reads its rules from arrays; in plain Python from lists, which is quicker."""

    def __init__(self, rules, lists=False):
        def row(numbers, kind):
            return numbers if lists else np.array(numbers, kind)

        self.header = row(rules.header, np.int64)
        self.nodes = row(rules.words, np.int64)
        self.edges = row(rules.edge_words, np.int64)
        self.numbers = row(rules.numbers, np.float64)
        self.edge_numbers = row(rules.edge_numbers, np.float64)
        self._rules = rules

    def __repr__(self):
        return str(self._rules)

    def node(self, n):
        """The number of a node, if it is one."""
        if n < 0 or n >= self.header[2]:
            raise Damaged("a state that is none of the game's")
        return int(n)

    def word(self, n, which):
        return int(self.nodes[n * NODE_WORDS + which])

    def number(self, n, which):
        return float(self.numbers[n * (SHARES + SHARE_NUMBERS * self.players) + which])

    def share(self, n, player, which):
        return self.number(n, SHARES + player * SHARE_NUMBERS + which)

    def edge(self, n, a):
        first = self.word(n, FIRST)
        for e in range(first, first + self.word(n, COUNT)):
            if self.edges[e * EDGE_WORDS + LABEL] == a:
                return e
        raise Damaged("an action that its state does not have")

    def initial(self):
        return self.made(int(self.header[0]))

    def player(self, s):
        return self.word(self.at(s), MOVER)

    def actions(self, s):
        n = self.at(s)
        first = self.word(n, FIRST)
        for e in range(first, first + self.word(n, COUNT)):
            yield int(self.edges[e * EDGE_WORDS + LABEL])

    def result(self, s, a):
        return self.made(int(self.edges[self.edge(self.at(s), a) * EDGE_WORDS + CHILD]))

    def is_terminal(self, s):
        return self.word(self.at(s), MOVER) == OVER

    def utility(self, s, player):
        return self.share(self.at(s), player, UTILITY)

    def evaluate(self, s, player):
        return self.share(self.at(s), player, GUESS)


class AsInt(Drawn):
    def made(self, n):
        return n ^ int(self.header[1])

    def at(self, s):
        return self.node(s ^ int(self.header[1]))


class AsOne(Drawn):
    def made(self, n):
        return One(n ^ int(self.header[1]))

    def at(self, s):
        return self.node(s.at ^ int(self.header[1]))


class AsSmall(Drawn):
    """A small number, and the compiler sees that it is one: what it concludes about hashes of it must be true."""

    def made(self, n):
        return One(n & 1023)

    def at(self, s):
        return self.node(s.at & 1023)


class AsTwo(Drawn):
    def made(self, n):
        return Two(n ^ int(self.header[1]), self.number(n, WEIGHT))

    def at(self, s):
        n = self.node(s.at ^ int(self.header[1]))
        if s.weight != self.number(n, WEIGHT):
            raise Damaged("a field is not what it was")
        return n


class AsThree(Drawn):
    def made(self, n):
        board = (0,) * 20
        for cell in range(20):
            board = replaced(board, cell, n * (cell + 3) % 120 - 60)
        pair = (self.word(n, LEFT), self.word(n, RIGHT))
        return Three(n ^ int(self.header[1]), self.word(n, FLAG) == 1, pair, board)

    def at(self, s):
        n = self.node(s.at ^ int(self.header[1]))
        is_left = s.pair[0] == self.word(n, LEFT)
        for cell in range(20):
            is_left = is_left and s.board[cell] == n * (cell + 3) % 120 - 60
        if s.flag != (self.word(n, FLAG) == 1) or not is_left or s.pair[1] != self.word(n, RIGHT):
            raise Damaged("a field is not what it was")
        return n


class AsSix(Drawn):
    def made(self, n):
        weight = self.number(n, WEIGHT)
        flag = self.word(n, FLAG) == 1
        at = n ^ int(self.header[1])
        return Six(self.word(n, BIG), weight, flag, (self.word(n, LEFT), -weight), at, self.word(n, RIGHT))

    def at(self, s):
        n = self.node(s.at ^ int(self.header[1]))
        is_right = s.big == self.word(n, BIG) and s.tail == self.word(n, RIGHT) and s.pair[0] == self.word(n, LEFT)
        is_flag = s.flag == (self.word(n, FLAG) == 1)
        if not is_right or not is_flag or s.weight != self.number(n, WEIGHT) or s.pair[1] != -s.weight:
            raise Damaged("a field is not what it was")
        return n


# ---------------------------------------------------------------- questions that a game may answer


class Rolling(Drawn):
    """Dice."""

    def outcomes(self, s):
        n = self.at(s)
        first = self.word(n, FIRST)
        for e in range(first, first + self.word(n, COUNT)):
            yield int(self.edges[e * EDGE_WORDS + LABEL]), float(self.edge_numbers[e * EDGE_NUMBERS + CHANCE_OF])


class Ordered(Drawn):
    def order(self, s, a):
        return float(self.edge_numbers[self.edge(self.at(s), a) * EDGE_NUMBERS + ORDER])


class Promising(Drawn):
    """The same order, by `promise`: what it wants to know of a state is a tuple."""

    def survey(self, s):
        return self.at(s), 1.0

    def promise(self, s, a, after, survey):
        return survey[1] * float(self.edge_numbers[self.edge(survey[0], a) * EDGE_NUMBERS + ORDER])


class Staked(Drawn):
    def stakes(self, s, player):
        n = self.at(s)
        return self.share(n, player, LEAST), self.share(n, player, MOST)

    def depth_spent(self, s):
        return self.word(self.at(s), SPENT)

    def key(self, s):
        return self.word(self.at(s), KEY)


class Hooked(Staked):
    """All that the engine for two may ask."""

    def at_stake(self, s):
        return self.number(self.at(s), STAKE)

    def bounds(self, s):
        n = self.at(s)
        return self.number(n, LOW), self.number(n, HIGH)

    def proof(self, s):
        n = self.at(s)
        return self.number(n, SURELY), self.number(n, AT_MOST)

    def candidates(self, s):
        n = self.at(s)
        first = self.word(n, FIRST)
        for e in range(first, first + self.word(n, COUNT)):
            if self.edges[e * EDGE_WORDS + CANDIDATE] == 1:
                yield int(self.edges[e * EDGE_WORDS + LABEL])

    def is_memorable(self, s):
        return self.word(self.at(s), MEMORABLE) == 1

    def passed(self, s):
        after = self.word(self.at(s), SKIP)
        if after >= 0:
            yield self.made(after)

    def is_reducible(self, s, a):
        return self.edges[self.edge(self.at(s), a) * EDGE_WORDS + REDUCIBLE] == 1

    def symmetric(self, s):
        image = self.word(self.at(s), IMAGE)
        if image >= 0:
            yield self.made(image)

    def is_quiet(self, s):
        return self.word(self.at(s), QUIET) == 1

    def is_noisy(self, s, a):
        return self.edges[self.edge(self.at(s), a) * EDGE_WORDS + NOISY] == 1


class Reasoned(Hooked):
    """What partition search asks: a node and its image are one class where *why* does not tell them apart."""

    def decided(self, s, target):
        n = self.at(s)
        if self.number(n, SURELY) >= target:
            return 1, self.word(n, WHY)
        if self.number(n, AT_MOST) < target:
            return 0, self.word(n, WHY)
        return -1, 0

    def banked(self, s):
        return self.word(self.at(s), BANKED)

    def outline(self, s):
        return self.word(self.at(s), GROUP)

    def detail(self, s):
        n = self.at(s)
        return self.word(n, DETAIL), self.word(n, DETAIL)

    def mattering(self, s, why):
        return why

    def named(self, s, bits):
        return bits

    def why_before(self, s, a, why, is_enough):
        return why | self.word(self.at(s), WHY)

    def is_covered(self, s, a, other, why):
        n = self.at(s)
        here = int(self.edges[self.edge(n, a) * EDGE_WORDS + CHILD])
        there = int(self.edges[self.edge(n, other) * EDGE_WORDS + CHILD])
        return here == there


class Hiding(Drawn):
    """What a player sees is a number, and the player."""

    def view(self, s, player):
        n = self.at(s)
        return player, (self.word(n, VIEW) & 1023) if self.word(n, MOVER) == player else 0, self.word(n, LEFT)

    def essence(self, view):
        return view[0], view[1]

    def deals(self, view):
        rules = self._rules
        for n, mover in enumerate(rules.mover):
            if mover == view[0] and rules.view[n] == view[1] and rules.weights[n] > 0:
                yield self.made(n), rules.weights[n]


# ---------------------------------------------------------------- the families


class Duel(AsSix, Ordered, Hooked):
    utility_range = (-8.0, 8.0)


class Whole(AsInt, Ordered, Hooked):
    utility_range = (-30.0, 30.0)
    whole = True


class Partition(AsOne, Ordered, Reasoned):
    utility_range = (-30.0, 30.0)
    whole = True


class Dice(AsThree, Promising, Hooked, Rolling):
    utility_range = (-8.0, 8.0)


class Solo(AsInt, Ordered, Hooked, Rolling):
    players = 1


class Plain(AsOne):
    utility_range = (-4.0, 4.0)


class PlainDice(AsSmall, Rolling):
    utility_range = (-4.0, 5.0)
    utility_sum = 1.0


class Endless(AsThree):
    """Nothing is known of its values: no range."""


class Trio(AsTwo, Ordered, Staked, Rolling):
    players = 3
    zero_sum = False
    utility_range = (0.0, 4.0)
    utility_total = 12.0


class Teams(AsOne, Promising, Staked):
    players = 4
    zero_sum = True
    teams = (0, 1, 0, 1)
    utility_range = (-4.0, 4.0)


class Pair(AsSix, Rolling):
    zero_sum = False
    utility_range = (-4.0, 4.0)


class Cards(AsSmall, Hiding, Rolling):
    utility_range = (-4.0, 4.0)
    guesses_within = True


class Market(AsInt, Hiding, Rolling):
    """Three players who hide something from each other."""

    players = 3
    zero_sum = False
    utility_range = (0.0, 4.0)


FAMILIES = {
    family.__name__: family
    for family in (
        Duel, Whole, Partition, Dice, Solo, Plain, PlainDice, Endless, Trio, Teams, Pair, Cards, Market,
    )
}  # fmt: skip


# ---------------------------------------------------------------- drawing one


def draw(family, seed):
    """A random game of a family; the same again for the same seed."""
    dice = random.Random(f"{family}/{seed}")
    while True:
        rules = _drawn(family, seed, dice)
        if work(rules, 0, 200 if rules.ends else 2) <= MOST_WORK:
            return rules


def work(rules, n, depth, most=10 * MOST_WORK):
    """How many nodes the tree below a node has, to a depth, if nothing is remembered; `most` are counted at most."""
    stack, seen = [(n, depth)], 0
    while stack and seen <= most:
        n, left = stack.pop()
        seen += 1
        if rules.mover[n] != OVER and left > 0:
            stack += [(child, left - rules.spent[n]) for child in rules.edges[n]]
    return seen


def _drawn(name, seed, dice):
    family = FAMILIES[name]
    hides, rolls = issubclass(family, Hiding), family.has_outcomes
    kinds = ["tree"] if hides else ["tree", "layered", "layered", "dag", "cyclic"]
    if rolls and family.players <= 2 and not hides:
        kinds.append("chain")
    kind = dice.choice(kinds)
    edges, layer = _skeleton(dice, kind)
    movers = [*range(family.players), *([CHANCE] * (1 + family.players // 2) if rolls else [])]
    rules = Rules(name, seed, kind, family.players, [dice.choice(movers) if e else OVER for e in edges], edges)
    if kind == "chain":
        rules.mover = [
            CHANCE if len(children) > 1 else mover for mover, children in zip(rules.mover, edges, strict=True)
        ]
    _spend(rules, dice, layer, issubclass(family, Staked))
    _label(rules, dice)
    _roll(rules, dice, exact=family.players > 2 or family.zero_sum is False)
    _pay(rules, dice, family)
    if issubclass(family, Hooked):
        _mirror(rules, dice)
    _order(rules, dice, nan=family.players <= 2)
    _upset(rules, dice, issubclass(family, Hooked))
    if hides:
        _hide(rules, dice)
    _limit(rules, dice, family)
    _encode(rules, dice, family)
    return rules


def _branches(dice):
    return dice.randint(5, 64) if dice.random() < 0.03 else dice.choice([1, 2, 2, 2, 3, 3, 4])


def _skeleton(dice, kind):
    """The children of every node, and how far from the root it is."""
    most = dice.choice([1, 3, 6, 10, 15, 20, 30])
    if kind == "tree":
        edges, layer = [[]], [0]
        deepest = dice.randint(1, 6)
        for n in range(most):
            if n < len(edges) < most and layer[n] < deepest and (n == 0 or dice.random() < 0.8):
                edges[n] = list(range(len(edges), len(edges) + _branches(dice)))
                layer += [layer[n] + 1] * len(edges[n])
                edges += [[] for _ in edges[n]]
        return edges, layer
    if kind == "layered":
        sizes = [1] + [dice.randint(1, 5) for _ in range(dice.randint(1, 5))]
        layer = [depth for depth, size in enumerate(sizes) for _ in range(size)]
        edges = []
        for depth in layer:
            below = [n for n, other in enumerate(layer) if other == depth + 1]
            is_over = not below or (depth > 0 and dice.random() < 0.15)
            edges.append([] if is_over else [dice.choice(below) for _ in range(_branches(dice))])
        return edges, layer
    number = max(2, most)
    edges = []
    for n in range(number):
        later = range(n + 1, number)
        if not later or (n > 0 and dice.random() < 0.2):
            edges.append([])
        else:
            reach = later if kind == "dag" else range(number)
            edges.append([dice.choice(reach) for _ in range(_branches(dice))])
            if kind == "chain":
                edges[n] = edges[n][: dice.randint(1, 4)]
    return edges, list(range(number))


def _spend(rules, dice, layer, is_asked):
    """How much depth a step takes; where lines do not end, no circle is free."""
    style = dice.choice(["usual", "usual", "rolls", "rounds"]) if is_asked else "usual"
    by_layer = [dice.randint(0, 1) for _ in range(max(layer) + 1)]
    for n, mover in enumerate(rules.mover):
        if style == "rounds" and rules.ends:
            spent = by_layer[layer[n]]
        else:
            spent = 0 if mover == CHANCE and style != "rolls" else 1
        rules.spent.append(spent)
        if spent == 0 and not rules.ends:
            later = [child for child in rules.edges[n] if child > n] or [len(rules.mover) - 1]
            rules.edges[n] = [child if child > n else dice.choice(later) for child in rules.edges[n]]
    if style != "usual":
        rules.flags.add(f"depth:{style}")


def _label(rules, dice):
    style = dice.choice(["small", "shuffled", "large"])
    for children in rules.edges:
        labels = list(range(len(children)))
        if style == "shuffled":
            dice.shuffle(labels)
        elif style == "large":
            labels = [dice.randint(-(1 << 62), 1 << 62) for _ in children]
        rules.labels.append(labels)


def _roll(rules, dice, exact):
    """Probabilities: some 0, some outcomes twice. `exact` ones are such that sums of them are free of rounding."""
    for n, mover in enumerate(rules.mover):
        children = rules.edges[n]
        if mover != CHANCE:
            rules.chances.append([0.0] * len(children))
            continue
        weights = [dice.randint(1, 6) for _ in children]
        if rules.kind == "chain":
            weights = _rare(dice, len(children))
        elif exact:
            cuts = sorted(dice.randint(0, 64) for _ in children[1:])
            weights = [high - low for low, high in zip([0, *cuts], [*cuts, 64], strict=True)]
        elif len(children) > 1 and dice.random() < 0.2:
            weights[dice.randrange(len(children))] = 0
            weights[dice.randrange(len(children))] += 1
        if 0 in weights:
            rules.flags.add("impossible outcome")
        if len(children) > 1 and dice.random() < 0.15:
            one, other = dice.sample(range(len(children)), 2)
            children[other], rules.labels[n][other] = children[one], rules.labels[n][one]
            rules.flags.add("repeated outcome" + (" at the root" if n == 0 else ""))
        total = sum(weights)
        rules.chances.append([weight / total for weight in weights])


def _rare(dice, number):
    """Weights of which some are tiny; they sum to a power of two, so that probabilities are exact."""
    left, weights = 1 << dice.choice([3, 10, 20, 40]), []
    for _ in range(number - 1):
        weights.append(dice.choice([1, 1, left // 2, left // 3]) if left > 8 else left // 4)
        left -= weights[-1]
    return [*weights, left]


def _pay(rules, dice, family):
    """Utilities and guesses; a wild guess lies beyond what the game says of utilities."""
    style = dice.choice(["few", "halves", "floats"])
    if family.whole:
        style = dice.choice(["few", "whole"])
    elif style == "floats" and (family.players > 2 or family.zero_sum is False):
        style = "halves"  # exact sums: what rounding makes of a tie is anybody's guess
    is_wild = dice.random() < 0.3 and not family.whole and not getattr(family, "guesses_within", False)
    own_total = issubclass(family, Hooked) and family.players == 2 and not family.whole
    rules.total = dice.choice([0.0, 0.0, 1.0, -2.0, 2.5]) if own_total else float(family.utility_sum)
    low, high = (-4.0, 4.0) if family.utility_range[0] < 0 else (0.0, 4.0)

    def number():
        if style == "whole":
            return float(dice.randint(-30, 30))
        if style == "few":
            return float(dice.choice([low, low + 1, high - 1, high, (low + high) / 2]))
        return dice.randint(int(2 * low), int(2 * high)) / 2 if style == "halves" else dice.uniform(low, high)

    def shares():
        if family.teams:
            share = number()
            return [share, -share, share, -share]
        if family.players == 2 and family.zero_sum is not False:
            share = number()
            return [share, rules.total - share]
        return [number() for _ in range(family.players)]

    for _ in rules.mover:
        rules.utility.append(shares())
        guess = shares()
        if is_wild and dice.random() < 0.5:
            guess = [10.0 * share for share in guess]
            if family.players == 2 and family.zero_sum is not False:
                guess[1] = rules.total - guess[0]
        rules.guess.append(guess)
    if is_wild:
        rules.flags.add("wild guesses")


def _mirror(rules, dice):
    """Some nodes get an image: a copy of them, to which some of the ways to them lead instead."""
    rules.image = [-1] * len(rules.mover)
    if dice.random() < 0.6:
        return
    rules.flags.add("images")
    for n in range(1, len(rules.mover)):
        if dice.random() < 0.3:
            image = len(rules.mover)
            for row in (rules.mover, rules.spent):
                row.append(row[n])
            for rows in (rules.edges, rules.labels, rules.chances, rules.utility, rules.guess):
                rows.append(list(rows[n]))
            rules.image[n] = image
            rules.image.append(n)
            for at, children in enumerate(rules.edges[:n]):
                used: dict[int, int] = {}  # an outcome that is there twice leads to one state
                for place, child in enumerate(children):
                    if child == n:
                        label = rules.labels[at][place]
                        children[place] = used.setdefault(label, dice.choice([n, image]))


def _order(rules, dice, nan):
    style = dice.choice(["none", "tame", "tame", "wild"])
    wild = [-INFINITY, INFINITY, -1e300, 1e300, -1e299, -1e294, 1e308, 0.0, -1.0, *([float("nan")] if nan else [])]
    for children in rules.edges:
        if style == "wild":
            rules.orders.append([dice.choice(wild) for _ in children])
        else:
            rules.orders.append([float(dice.randint(-3, 3)) if style == "tame" else 0.0 for _ in children])
    if style == "wild":
        rules.flags.add("wild orders")


def _upset(rules, dice, is_asked):
    """Which states and actions upset an evaluation, and which actions may be searched less deep."""
    is_noisy = is_asked and rules.ends and dice.random() < 0.3
    for n, children in enumerate(rules.edges):
        original = rules.image[n] if rules.image else n
        is_copy = 0 <= original < n
        rules.quiet.append(rules.quiet[original] if is_copy else int(not is_noisy or dice.random() < 0.7))
        noisy = [int(is_noisy and dice.random() < 0.4) for _ in children]
        rules.noisy.append(rules.noisy[original] if is_copy else noisy)
        rules.reducible.append([dice.randint(0, 1) for _ in children])
        rules.candidates.append([1] * len(children))
    if is_noisy:
        rules.flags.add("noisy")


def _hide(rules, dice):
    """Views: nodes with the same mover and past of its own may look alike; they then have the same actions."""
    parent = {child: (n, place) for n, children in enumerate(rules.edges) for place, child in enumerate(children)}
    rules.weights = [float(dice.randint(1, 4)) for _ in rules.mover]
    known: dict[tuple, int] = {}
    blurred = dice.choice([1, 1, 2, 100])

    def past(n, mover):
        """What this player has seen and done on the way to a node."""
        while n in parent:
            n, place = parent[n]
            if rules.mover[n] == mover:
                return rules.view[n], place
        return -1, -1

    for n, mover in enumerate(rules.mover):
        if mover < 0:
            rules.view.append(-1)
            continue
        labels = list(range(len(rules.edges[n])))
        rules.labels[n] = labels
        look = (mover, past(n, mover), len(labels), dice.randrange(blurred))
        rules.view.append(known.setdefault(look, len(known)))


def _limit(rules, dice, family):
    """Stakes, bounds and proofs: what holds for all that can follow, or for the truth alone; loosened at random."""
    from random_oracle import Oracle  # it reads rules, and rules are drawn with it

    number = len(rules.mover)
    reach = _reach(rules)
    rules.stakes = [[_loose(dice, span) for span in reach[n]] for n in range(number)]
    low, high = family.utility_range
    style = dice.choice(["none", "wide", "tight" if rules.ends and family.players <= 2 else "wide"])
    if not issubclass(family, Hooked):
        style = "none"
    elif style == "none" and low > -INFINITY and "wild guesses" in rules.flags:
        style = "wide"  # a game that answers `bounds` answers for its guesses
    rules.bounds_are = style
    if style == "none":
        rules.bounds = rules.proofs = [(low, high)] * number
        return
    if style == "wide":
        rules.bounds = [_loose(dice, reach[n][0]) for n in range(number)]
        rules.proofs = [_loose(dice, reach[n][0]) for n in range(number)]
        return
    rules.flags.add("tight")
    oracle = Oracle(rules)
    values = [oracle.value(n) for n in range(number)]
    is_whole = bool(family.whole)
    rules.bounds = [_loose(dice, (value, value), is_whole) for value in values]
    rules.proofs = [_loose(dice, (value, value), is_whole) for value in values]
    for n, mover in enumerate(rules.mover):
        best = oracle.best(n)
        if mover >= 0 and dice.random() < 0.4:
            kept = dice.choice(sorted(best))
            rules.candidates[n] = [int(e == kept or dice.random() < 0.5) for e in range(len(rules.edges[n]))]


def _loose(dice, span, is_whole=True):
    low, high = span
    if dice.random() < 0.2:
        return low, high
    low, high = low - dice.choice([0, 0, 1, 3]), high + dice.choice([0, 0, 1, 3])
    return (low, high) if is_whole else (low - dice.choice([0, 0.1]), high + dice.choice([0, 0.1]))


def _reach(rules):
    """For every node and player the least and the most of all utilities and guesses that can follow."""
    players = range(rules.players)

    def own(n):
        shares = rules.utility[n] if rules.mover[n] == OVER else rules.guess[n]
        return [(share, share) for share in shares]

    spans = [own(n) for n in range(len(rules.mover))]
    is_changed = True
    while is_changed:
        is_changed = False
        for n in reversed(range(len(rules.mover))):
            for p in players:
                low = min([spans[n][p][0], *(spans[child][p][0] for child in rules.edges[n])])
                high = max([spans[n][p][1], *(spans[child][p][1] for child in rules.edges[n])])
                if (low, high) != spans[n][p]:
                    spans[n][p], is_changed = (low, high), True
    return spans


def _encode(rules, dice, family):
    """Write it all into the rows that the classes read."""
    number = len(rules.mover)
    rules.image = rules.image or [-1] * number
    mask = dice.choice([0, -1, 1 << 40, -(1 << 63), dice.getrandbits(63), -dice.getrandbits(62)])
    rules.header = [0, mask, number]
    keys = _keys(dice, number)
    forgets = dice.random() < 0.3
    first = 0
    for n in range(number):
        children, mover = rules.edges[n], rules.mover[n]
        others = [m for m in range(n + 1, number) if rules.mover[m] == 1 - mover]
        skip = dice.choice(others) if others and mover >= 0 else -1
        group = min(n, rules.image[n]) if rules.image[n] >= 0 else n
        image = rules.image[n] if rules.image[n] >= 0 else n  # in the same class, so as much must be banked
        banked = int(max(min(rules.bounds[n][0], rules.bounds[image][0]), -30)) if family.whole else 0
        rules.words += [
            mover, first, len(children), rules.spent[n], int(not forgets or dice.random() < 0.6), rules.image[n],
            rules.quiet[n], skip, keys[n], keys[group] ^ 77, 1 if n == group else 2, banked,
            dice.choice([0, 0, 3]), rules.view[n] if rules.view else -1,
            _wide(dice), dice.randint(0, 1), _wide(dice), _wide(dice),
        ]  # fmt: skip
        weight = dice.choice([0.0, -0.0, 1.5, -1e300, INFINITY, 5e-324, dice.uniform(-9, 9)])
        rules.numbers += [*map(float, rules.bounds[n]), *map(float, rules.proofs[n]), rules.total, weight]
        for p in range(rules.players):
            rules.numbers += [rules.utility[n][p], rules.guess[n][p], *map(float, rules.stakes[n][p])]
        for e, child in enumerate(children):
            rules.edge_words += [
                rules.labels[n][e], child, rules.candidates[n][e], rules.noisy[n][e], rules.reducible[n][e],
            ]  # fmt: skip
            rules.edge_numbers += [rules.chances[n][e], rules.orders[n][e]]
        first += len(children)
    rules.edge_words = rules.edge_words or [0] * EDGE_WORDS
    rules.edge_numbers = rules.edge_numbers or [0.0] * EDGE_NUMBERS


def _wide(dice):
    return dice.choice([0, -1, 1 << 33, -(1 << 63), (1 << 63) - 1, dice.randint(-(1 << 63), (1 << 63) - 1)])


def _keys(dice, number):
    """As many different keys of 64 bits, the odd ones among them."""
    keys = dict.fromkeys([0, -1, 1, -(1 << 63), (1 << 63) - 1] if dice.random() < 0.5 else [])
    while len(keys) < number:
        keys[dice.randint(-(1 << 63), (1 << 63) - 1)] = None
    found = list(keys)[:number]
    dice.shuffle(found)
    return found


def games(first, last, names=()) -> Iterator[tuple[str, int]]:
    """The families and seeds of games number `first` up to `last`: the families, all or those named, take turns."""
    names = list(names or FAMILIES)
    for number in range(first, last):
        yield names[number % len(names)], number

"""Plain searches over nested lists, written for the tests of the quiz. Nothing of Kibitz is used; fractions are exact.

A node is a list `[name, who, children, chances, values]`: who is "max", "min", "chance", "leaf", or a player's number.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from itertools import count, permutations, product
from math import inf

NAME, WHO, BELOW, CHANCES, VALUES = range(5)


# ------------------------------------------------------------ reading


def read_tree(text):
    """The tree that a text in brackets stands for; nodes are named A, B, C… level by level."""
    tokens = re.findall(r"<[^>]*>|[()]|chance|max|min|p\d|[-\d./]+:|[-\d./]+|[A-Z']+:", text)
    place = 0
    width = len(tokens_of_first_vector(tokens))

    def node(last):
        nonlocal place
        token, name = tokens[place], None
        place += 1
        if re.fullmatch(r"[A-Z']+:", token):
            name, token = token[:-1], tokens[place]
            place += 1
        if token[0] == "<":
            return [name, "leaf", [], [], [Fraction(part) for part in token[1:-1].split(",")]]
        who = {"chance": "chance", "max": 0, "min": 1}.get(token, int(token[1:]) - 1 if token[0] == "p" else None)
        if who is not None:
            place += 1  # its bracket
        elif token != "(":
            return [name, "leaf", [], [], [Fraction(token)]]
        else:
            who = (last + 1) % (width or 2)
        acted = last if who == "chance" else who
        below, chances = [], []
        while tokens[place] != ")":
            if who == "chance":
                chances.append(Fraction(tokens[place][:-1]))
                place += 1
            below.append(node(acted))
        place += 1
        return [name, who if width or who == "chance" else ("max", "min")[who], below, chances, []]

    root = node(-1)
    level, letters = [root], names()
    for each in level:
        letter = next(letters)
        each[NAME] = each[NAME] or letter
        level += each[BELOW]
    return root


def tokens_of_first_vector(tokens):
    first = next((token for token in tokens if token[0] == "<"), "")
    return first[1:-1].split(",") if first else []


def names():
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    for length in count(1):
        yield from map("".join, product(alphabet, repeat=length))


def every(node):
    yield node
    for child in node[BELOW]:
        yield from every(child)


def leaves(node):
    return [each[NAME] for each in every(node) if each[WHO] == "leaf"]


# ------------------------------------------------------------ values


def worth(node):
    """What a node is worth: a number, or one for each player."""
    if node[WHO] == "leaf":
        return node[VALUES][0] if len(node[VALUES]) == 1 else tuple(node[VALUES])
    below = [worth(child) for child in node[BELOW]]
    if node[WHO] == "chance":
        return sum(p * v for p, v in zip(node[CHANCES], below, strict=True))
    if node[WHO] in ("max", "min"):
        return max(below) if node[WHO] == "max" else min(below)
    return max(below, key=lambda vector: vector[node[WHO]])


def best_children(node):
    """The names of a node's best moves."""
    own = [worth(child) for child in node[BELOW]]
    own = [v[node[WHO]] if isinstance(v, tuple) else v if node[WHO] == "max" else -v for v in own]
    return [child[NAME] for child, v in zip(node[BELOW], own, strict=True) if v == max(own)]


# ------------------------------------------------------------ searches that cut


class Trace:
    """What a search did."""

    def __init__(self):
        self.visited = []
        self.cut = []
        self.entered = {}  # α and β, by the name of the node
        self.returned = {}  # α and β at the parent that goes on, by the name of the child


def alphabeta(node, variant="fail-soft", player=None):
    """Alpha-beta in one of its forms; for `player` it is paranoid: that one against all others."""
    cuts_ties, clamps, by_bound = variant != "strict", variant == "fail-hard", variant in ("fail-hard", "update-first")
    trace = Trace()

    def search(node, alpha, beta):
        trace.entered.setdefault(node[NAME], (alpha, beta))
        if node[WHO] == "leaf":
            trace.visited.append(node[NAME])
            v = node[VALUES][player or 0]
            return min(max(v, alpha), beta) if clamps else v
        is_max = node[WHO] == ("max" if player is None else player)
        v = (alpha if is_max else beta) if by_bound else (-inf if is_max else inf)
        for place, child in enumerate(node[BELOW]):
            found = search(child, alpha, beta)
            v = max(v, found) if is_max else min(v, found)
            beyond = v > beta if is_max else v < alpha
            if beyond or (cuts_ties and v == (beta if is_max else alpha)):
                trace.cut += [other[NAME] for other in node[BELOW][place + 1 :]]
                return v
            alpha, beta = (max(alpha, v), beta) if is_max else (alpha, min(beta, v))
            trace.returned[child[NAME]] = (node[NAME], alpha, beta)
        return v

    search(node, -inf, inf)
    return trace


def best_reply(root):
    """Best-reply search, the first action of a node being the usual one."""
    trace = Trace()
    hero = root[WHO]

    def search(node, alpha, beta, rebel):
        if node[WHO] == "leaf":
            trace.visited.append(node[NAME])
            return node[VALUES][hero]
        is_max = node[WHO] == hero
        is_free = is_max or rebel in (None, node[WHO])
        v = -inf if is_max else inf
        for place, child in enumerate(node[BELOW] if is_free else node[BELOW][:1]):
            rebels = None if is_max else rebel if place == 0 else node[WHO]
            found = search(child, alpha, beta, rebels)
            v = max(v, found) if is_max else min(v, found)
            if is_free and (v >= beta if is_max else v <= alpha):
                return v
            alpha, beta = (max(alpha, v), beta) if is_max else (alpha, min(beta, v))
        return v

    search(root, -inf, inf, None)
    return trace


def star(root, low, high, probing=False):
    """Star1, or Star2 where it probes."""
    trace = Trace()

    def search(node, alpha, beta):
        trace.entered.setdefault(node[NAME], (alpha, beta))
        if node[WHO] == "leaf":
            trace.visited.append(node[NAME])
            return node[VALUES][0]
        if node[WHO] == "chance":
            return rolled(node, alpha, beta)
        is_max = node[WHO] == "max"
        v = -inf if is_max else inf
        for place, child in enumerate(node[BELOW]):
            found = search(child, alpha, beta)
            v = max(v, found) if is_max else min(v, found)
            if v >= beta if is_max else v <= alpha:
                trace.cut += [other[NAME] for other in node[BELOW][place + 1 :]]
                return v
            alpha, beta = (max(alpha, v), beta) if is_max else (alpha, min(beta, v))
        return v

    def rolled(node, alpha, beta):
        bounds = [[low, high] for _ in node[BELOW]]
        if probing:
            probed(node, bounds, alpha, beta)
        least, most = ends(node, bounds)
        v = 0
        for place, (p, child) in enumerate(zip(node[CHANCES], node[BELOW], strict=True)):
            if most <= alpha or least >= beta:
                trace.cut += [other[NAME] for other in node[BELOW][place:]]
                return most if most <= alpha else least
            least, most = least - p * bounds[place][0], most - p * bounds[place][1]
            found = search(child, max(bounds[place][0], (alpha - most) / p), min(bounds[place][1], (beta - least) / p))
            v, least, most = v + p * found, least + p * found, most + p * found
        return v

    def probed(node, bounds, alpha, beta):
        for place, (p, child) in enumerate(zip(node[CHANCES], node[BELOW], strict=True)):
            least, most = ends(node, bounds)
            if most <= alpha or least >= beta:
                return
            own, is_max = bounds[place], child[WHO] == "max"
            if is_max and most >= beta:
                own[0] = max(own[0], search(child[BELOW][0], own[0], min(own[1], own[0] + (beta - least) / p)))
            elif child[WHO] == "min" and least <= alpha:
                own[1] = min(own[1], search(child[BELOW][0], max(own[0], own[1] + (alpha - most) / p), own[1]))

    def ends(node, bounds):
        return [sum(p * each[end] for p, each in zip(node[CHANCES], bounds, strict=True)) for end in (0, 1)]

    search(root, -inf, inf)
    return trace


def shallow(root):
    """Maxⁿ with shallow pruning."""
    trace = Trace()
    ends = [each[VALUES] for each in every(root) if each[WHO] == "leaf"]
    total = max(map(sum, ends))
    least, most = [min(column) for column in zip(*ends, strict=True)], [max(c) for c in zip(*ends, strict=True)]

    def search(node, chooser, floor):
        if node[WHO] == "leaf":
            trace.visited.append(node[NAME])
            return tuple(node[VALUES])
        me, v = node[WHO], None
        for place, child in enumerate(node[BELOW]):
            found = search(child, me, -inf if v is None else v[me])
            v = found if v is None or found[me] > v[me] else v
            left = inf
            if chooser is not None and chooser != me:
                others = sum(least[p] for p in range(len(least)) if p not in (me, chooser))
                left = min(total - v[me] - others, most[chooser])
            if left <= floor or v[me] >= most[me]:
                trace.cut += [other[NAME] for other in node[BELOW][place + 1 :]]
                return v
        return v

    search(root, None, -inf)
    return trace


# ------------------------------------------------------------ orders


def reordered(root, name, order):
    """The tree with the children of one node in another order."""
    below = [reordered(child, name, order) for child in root[BELOW]]
    if root[NAME] == name:
        below.sort(key=lambda child: order.index(child[NAME]))
    return [root[NAME], root[WHO], below, root[CHANCES], root[VALUES]]


def fewest_and_most(root, cuts_ties):
    """The fewest and the most leaves that alpha-beta visits: every order of every node, in each window, is tried."""
    return [_over_orders(root, cuts_ties, choose) for choose in (min, max)]


def _over_orders(root, cuts_ties, choose):
    nodes = {each[NAME]: each for each in every(root)}
    values = {name: worth(each) for name, each in nodes.items()}

    @lru_cache(None)
    def cost(name, alpha, beta):
        node = nodes[name]
        if node[WHO] == "leaf":
            return 1
        return choose(along(node, order, alpha, beta) for order in permutations(node[BELOW]))

    def along(node, order, alpha, beta):
        visits = 0
        for child in order:
            visits += cost(child[NAME], alpha, beta)
            v, is_max = values[child[NAME]], node[WHO] == "max"
            if (v > beta if is_max else v < alpha) or (cuts_ties and v == (beta if is_max else alpha)):
                break
            alpha, beta = (max(alpha, v), beta) if is_max else (alpha, min(beta, v))
        return visits

    return cost(root[NAME], -inf, inf)


def all_orders(root):
    """Every tree that differs only in the order of children."""
    ways = [list(all_orders(child)) for child in root[BELOW]]
    for below in product(*ways):
        for order in permutations(below):
            yield [root[NAME], root[WHO], list(order), root[CHANCES], root[VALUES]]


# ------------------------------------------------------------ leaves transformed, positions evaluated

FUNCTIONS = {
    "x + 7": lambda x: x + 7,
    "2x + 3": lambda x: 2 * x + 3,
    "x/2 − 1": lambda x: x / 2 - 1,
    "x³": lambda x: x * x * x,
    "x·|x|": lambda x: x * x if x > 0 else -x * x,
    "2^x": lambda x: Fraction(2) ** int(x),
    "−x": lambda x: -x,
    "5 − 2x": lambda x: 5 - x - x,
    "x²": lambda x: x * x,
    "|x|": lambda x: max(x, -x),
    "(x − 2)²": lambda x: x * x - 4 * x + 4,
}


def transformed(root, function):
    below = [transformed(child, function) for child in root[BELOW]]
    return [root[NAME], root[WHO], below, root[CHANCES], [function(value) for value in root[VALUES]]]


def rises(function):
    return all(function(Fraction(x)) < function(Fraction(x + 1)) for x in range(-12, 12))


def is_straight(function):
    steps = {function(Fraction(x + 1)) - function(Fraction(x)) for x in range(-12, 12)}
    return len(steps) == 1


def lines_worth(text, weight):
    """weight·X₂ + X₁ − (weight·O₂ + O₁) of a position of tic-tac-toe in nine letters."""
    rows = [text[0:3], text[3:6], text[6:9]]
    columns = ["".join(row[n] for row in rows) for n in range(3)]
    diagonals = ["".join(rows[n][n] for n in range(3)), "".join(rows[n][2 - n] for n in range(3))]
    total = 0
    for line in rows + columns + diagonals:
        stones = "".join(sorted(line.replace(".", "")))
        total += {"XX": weight, "X": 1, "OO": -weight, "O": -1}.get(stones, 0)
    return total


def material_worth(fen):
    return sum(
        {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9}.get(c.lower(), 0) * (1 if c.isupper() else -1) for c in fen.split()[0]
    )

"""How trees grow, how much alpha-beta saves, and how deep a number of nodes reaches."""

from __future__ import annotations

import functools
import random
from math import ceil, floor, log10, sqrt
from typing import Any

from kibitz.game import Game, State
from kibitz.games import game
from kibitz.games.tree import Tree
from kibitz.lab.editing import Edit, edited
from kibitz.lab.lectures.topic import Asked, Showing, Topic
from kibitz.lab.random_trees import random_tree
from kibitz.lab.tree_text import canonical
from kibitz.search.textbook.alphabeta import alphabeta
from kibitz.search.textbook.minimax import minimax
from kibitz.search.watch import Count

SIZES = ((2, 4), (2, 6), (2, 8), (3, 4), (3, 6), (5, 4))  # branching and depth
LARGE = 1_000_000  # leaves are drawn from so many numbers: ties are rare
RANDOM_TREES = 20
A_YEAR = 365.25 * 24 * 3600
POSITIONS = 40  # of chess, different ones: 10 to this power, as the notes say


def best_case(b: int, m: int) -> int:
    """The leaves that alpha-beta visits where the best child always comes first."""
    return int(b ** ceil(m / 2) + b ** floor(m / 2) - 1)


def leaves_visited(tree: Tree) -> int:
    """The leaves that alpha-beta visits in a tree."""
    watch = Count()
    alphabeta(tree, watch=watch, interpreted=True)
    return watch.leaves


def random_limit(b: float) -> float:
    """The factor by which each ply multiplies alpha-beta's leaves in large trees whose leaves are in random order.

    It is ξ / (1 − ξ), where ξ^b + ξ = 1 (Judea Pearl, 1982).
    """
    low, high = 0.0, 1.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if middle**b + middle < 1 else (low, middle)
    return low / (1 - low)


def growth(asked: Asked) -> Showing:
    """Leaves visited by minimax and by alpha-beta in three orders, measured beside the formula."""
    showing = Showing()
    count = asked.games or RANDOM_TREES
    rows, numbers = [], []
    for b, m in SIZES:
        trees = [random_tree(m, b, 0, LARGE, asked.seed + n, even=True) for n in range(count)]
        first = canonical(trees[0].node(0))
        best, worst = (leaves_visited(Tree(edited(first, Edit(kind)))) for kind in ("best-first", "worst-first"))
        mean, error = mean_and_error([leaves_visited(tree) for tree in trees])
        full, three_quarters = b**m, b ** (3 * m / 4)
        rows.append([b, m, full, best_case(b, m), best, f"{three_quarters:.0f}", f"{mean:.1f} ± {error:.1f}", worst])
        numbers.append(
            {"b": b, "m": m, "minimax": full, "best": best, "best_formula": best_case(b, m)}
            | {"random": mean, "random_error": error, "random_formula": three_quarters, "worst": worst}
        )
    showing.say("Leaves that are visited in a full tree of b moves and m plies:")
    showing.table(("b", "m", "b^m", "best: formula", "visited", "b^(3m/4)", "random: visited", "worst"), rows)
    showing.say("best: b^⌈m/2⌉ + b^⌊m/2⌋ − 1, reached whenever the best child comes first; never fewer.")
    showing.say("worst: the best child last. Deep trees cut something even then, so it is not quite b^m.")
    showing.say("")
    showing.say("What one more ply multiplies the leaves by, in large trees:")
    limits = [(b, sqrt(b), b**0.75, random_limit(b)) for b in (2, 3, 5, 35)]
    showing.table(
        ("b", "best √b", "b^(3/4)", "random order, exact"),
        [[b, f"{root:.2f}", f"{power:.2f}", f"{limit:.2f}"] for b, root, power, limit in limits],
    )
    showing.say("b^(3m/4) tells roughly how fast the leaves grow, not how many there are.")
    showing.numbers = {"trees": count, "sizes": numbers, "limits": [list(row) for row in limits]}
    showing.run("tree", "((3 12 8) (2 4 6) (14 5 2))", "--algorithm", "minimax")
    showing.run("tree", edited("((3 12 8) (2 4 6) (14 5 2))", Edit("best-first")))
    showing.lab(canonical(random_tree(4, 2, 0, 99, asked.seed, even=True).node(0)), "alphabeta")
    return showing


def mean_and_error(values: list[Any]) -> tuple[float, float]:
    """The mean and its standard error."""
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return mean, sqrt(spread / len(values))


def power_text(exponent: float) -> str:
    """A power of ten: as a number where it can be read, else as 10^154."""
    return f"{10**exponent:,.0f}" if exponent < 9 else f"10^{exponent:.1f}"


def calculator(asked: Asked) -> Showing:
    """How large a tree is, and how deep a number of nodes reaches in it."""
    showing = Showing()
    b, m = asked.branching, asked.plies
    digits = log10(b)
    nodes = asked.speed * asked.seconds
    years = m * digits - log10(asked.speed) - log10(A_YEAR)
    showing.say(f"{b:g} moves in a position, {m} plies: {b:g}^{m} = {power_text(m * digits)} leaves,")
    showing.say(f"{power_text(years)} years at {asked.speed:,.0f} nodes a second.")
    showing.say(f"With the best order the exponent is halved: {power_text(m * digits / 2)}.")
    showing.say(f"{asked.seconds:g} s at {asked.speed:,.0f} nodes a second are {nodes:,.0f} nodes. They reach")
    reach = log10(nodes) / digits if nodes > 1 else 0.0
    ways = (
        ("minimax", "b^d", 1.0),
        ("alpha-beta, random order", "b^(3d/4)", 0.75),
        ("alpha-beta, best order", "b^(d/2)", 0.5),
    )
    rows = []
    for name, formula, share in ways:
        depth = reach / share
        nearest = round(depth)
        rows.append([name, formula, f"{depth:.1f}", nearest, power_text(share * nearest * digits)])
        showing.numbers[name] = {
            "depth": depth,
            "nearest": nearest,
            "nodes": 10 ** min(300.0, share * nearest * digits),
        }
    showing.table(("search", "nodes to depth d", "depth", "about", "which takes"), rows)
    showing.numbers |= {"tree_digits": m * digits, "nodes_to_spend": nodes, "years_digits": years}
    if b == Asked.branching:
        showing.say(
            f"Exactly, depth 8 in the best order has {best_case(35, 8):,} leaves, depth 7 {best_case(35, 7):,}."
        )
        showing.say(f"√{b:g} = {sqrt(b):.1f}: what one ply multiplies the work by, with the best order.")
        showing.say(
            f"The square root of 10^{POSITIONS} different positions is 10^{POSITIONS // 2}: still far too many."
        )
        showing.say(
            "That is for alpha-beta alone; docs/games/chess.md measures what an engine makes of a million nodes."
        )
    showing.run("lectures", "calculator", "--branching", "7", "--plies", "42")
    showing.run("perft", "chess", "--depth", "2", "--interpreted")
    return showing


def node_counts(asked: Asked) -> Showing:
    """Every node of a full tree: the geometric series, counted in Connect Four."""
    showing = Showing()
    connect_four = game("connect-four")
    rows = []
    for depth in range(1, 5):
        full, cut = Count(), Count()
        minimax(connect_four, depth=depth, watch=full, interpreted=True)
        alphabeta(connect_four, depth=depth, watch=cut, interpreted=True)
        formula = (7 ** (depth + 1) - 1) // 6
        rows.append([depth, *(f"{number:,}" for number in (formula, full.nodes, cut.nodes))])
        showing.numbers[str(depth)] = {"formula": formula, "minimax": full.nodes, "alphabeta": cut.nodes}
    showing.say("Nodes from the empty board of Connect Four, where every position has seven moves:")
    showing.table(("depth", "(7^(d+1) − 1) / 6", "minimax", "alpha-beta"), rows)
    showing.run("best", "connect-four", "--depth", "4", "--algorithm", "minimax")
    showing.run("best", "connect-four", "--depth", "4", "--algorithm", "alphabeta")
    showing.board("connect-four")
    return showing


def tic_tac_toe_size(asked: Asked) -> Showing:
    """9! against the games that can really be played, and the positions there are."""
    showing = Showing()
    tic_tac_toe = game("tic-tac-toe")
    ends: dict[int, int] = {}
    states: set[State] = set()
    count_games(tic_tac_toe, ends, states)
    games = sum(ends.values())
    showing.say(f"9! = {functools.reduce(int.__mul__, range(1, 10)):,} orders of nine squares.")
    showing.say(f"But a game ends when three are in a row: {games:,} games can be played, of these")
    showing.table(("plies", "games"), [[plies, f"{ends[plies]:,}"] for plies in sorted(ends)])
    showing.say(
        f"They go through {len(states):,} different positions. The notes' 9! is an upper bound, not the number."
    )
    showing.numbers = {"games": games, "by_plies": ends, "positions": len(states)}
    showing.run("perft", "tic-tac-toe", "--depth", "5", "--interpreted")
    showing.run("check", "tic-tac-toe", "--interpreted")
    showing.run("solve", "tic-tac-toe")
    showing.board("tic-tac-toe")
    return showing


def count_games(played: Game, ends: dict[int, int], states: set[State]) -> None:
    """Count the games by their length, ply by ply: how many ways lead to each position."""
    ways = {played.initial(): 1}
    plies = 0
    while ways:
        states.update(ways)
        following: dict[State, int] = {}
        for s, count in ways.items():
            if played.is_terminal(s):
                ends[plies] = ends.get(plies, 0) + count
            else:
                for a in played.actions(s):
                    after = played.result(s, a)
                    following[after] = following.get(after, 0) + count
        ways, plies = following, plies + 1


def random_plays(name: str, seed: int, games: int, most: int) -> tuple[list[int], int]:
    """How many plays there are at each decision of random games, and the number of decisions in all."""
    played = game(name)
    dice = random.Random(seed)
    counts = []
    for _ in range(games):
        s = played.initial()
        for _ in range(most):
            if played.is_terminal(s):
                break
            if played.player(s) < 0:
                outcomes = list(played.outcomes(s))
                a = dice.choices([o for o, _ in outcomes], [p for _, p in outcomes])[0]
            else:
                actions = list(played.actions(s))
                counts.append(len(actions))
                a = dice.choice(actions)
            s = played.result(s, a)
    return counts, len(counts)


TOPICS = (
    Topic(
        "growth", "b^m, b^(m/2) and b^(3m/4), measured beside the formula", (1, 2, 3, 4, 5), growth, ("games", "seed")
    ),
    Topic(
        "calculator",
        "35^100, a million nodes, and how deep they reach",
        (1, 3, 4, 5),
        calculator,
        ("branching", "plies", "speed", "seconds"),
    ),
    Topic("node-counts", "the nodes of a full tree, counted", (1, 2, 4), node_counts),
    Topic("tic-tac-toe-size", "9!, and the games there really are", (4,), tic_tac_toe_size),
)

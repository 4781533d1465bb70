"""Monte Carlo tree search: random games say how good a position is, and a tree grows where they say it is worth it.

Each simulation takes four steps. Selection: from the root down, at each node the child whose UCB1 is greatest for the
player to move; at a chance node the dice fall. Expansion: the first child that is not in the tree yet is added.
Simulation: from there a game is played to its end at random. Back-propagation: every node on the way counts a visit,
and adds what each player got.

Contract: the value is the mean of what the simulations through the chosen child brought, player 0's, or a vector where
the players are not two opponents; the chosen child is the most visited one, and of equals the first. It is an estimate,
which comes as close as one likes to the value of minimax, expectiminimax or maxn with more simulations. A simulation
looks `depth` plies ahead, and believes `evaluate` there. A node's visits are those of its children, and one more unless
it is the root: the random game it began with. The same seed gives the same simulations.

It runs as plain Python: this is the page of the book. `search/montecarlo/` is the same search made fast.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf, isfinite, log, sqrt
from random import Random
from typing import Any

from kibitz.errors import Stuck, TooDeep
from kibitz.game import CHANCE, MAX, Action, Game, State
from kibitz.game.given import number as given_number
from kibitz.game.given import whole
from kibitz.native import jit
from kibitz.search.algorithm import Algorithm
from kibitz.search.asking import Choice, ask
from kibitz.search.needs import dealt_again, is_in_vectors
from kibitz.search.soundness import certain, chance_of, sound
from kibitz.search.ties import first_best
from kibitz.search.watch import LONGEST_LINE, Watch

PSEUDOCODE = """\
function MONTE-CARLO(s, simulations)
  root ← NODE(s), with no visits
  repeat simulations times
    node ← root
    while node is not TERMINAL do
      if PLAYER(node) = CHANCE then a ← an outcome, by its probability
      else if an action has not been tried then a ← the first one
      else a ← the action whose child has the greatest UCB1
      if a has been tried then node ← CHILD(node, a)
      else node ← NODE(RESULT(node, a)), with no visits;  leave the loop
    v ← UTILITY of every player at the end of a random game from node
    for each node from here up to the root do visits ← visits + 1;  total ← total + v
  return the action whose child has the most visits
function UCB1(child of node) = total / visits of child + c · √(ln(visits of node) / visits of child)"""

SIMULATIONS = 1_000  # unless another number is asked for
EXPLORATION = sqrt(2.0)  # UCB1 as it was published, for payoffs from 0 to 1
SEED = 0


@dataclass
class Node:
    """A position in the tree, and what the simulations through it brought."""

    s: State
    ply: int  # how far it is from the root
    depth: int  # how many plies further a simulation may look
    player: int  # who is to move
    is_end: bool  # is it terminal, or at the depth limit?
    choices: list[Action]  # the actions; at a chance node, the outcomes
    chances: list[float]  # at a chance node, the outcomes' probabilities
    total: list[float]  # what each player got, summed over the simulations
    visits: int = 0
    children: dict[int, Node] = field(default_factory=dict)  # by the number of the action or outcome, from 0

    def mean(self, player: int) -> float:
        """What a player got on average."""
        return self.total[player] / self.visits


@jit
def montecarlo_value(
    game: Game, s: State, depth: int, simulations: int, c: float, seed: int, watch: Watch
) -> tuple[Any, int]:
    """The value of the chosen child, and its number, counted from 0; -1 where nobody is to move."""
    luck = Random(seed)
    root = new_node(game, s, 0, depth)
    watch.enter(s, -inf, inf)
    if root.is_end:
        v = in_units(game, payoffs(game, root, luck, watch))
        watch.leave(s, v)
        return v, -1
    span = Span(game, root.s)
    for _ in range(simulations):
        path = descend(game, root, c, span, luck, watch)
        got = payoffs(game, path[-1], luck, watch)
        span.widen(got)
        back_up(game, path, got, watch)
    best = chosen(root)
    v = worth(game, root if root.player == CHANCE else root.children[best])
    if root.player == CHANCE:
        best = -1
    else:
        watch.choose(s, best, v)
    watch.leave(s, v)
    return v, best


# ------------------------------------------------------------ 1 and 2: selection and expansion


def descend(game: Game, root: Node, c: float, span: Span, luck: Random, watch: Watch) -> list[Node]:
    """The nodes from the root to the one that is new, or to one where the game is over."""
    node = root
    path = [root]
    watch.visit(root.s)
    while not node.is_end:
        scores: tuple[float, ...] = ()
        if node.player == CHANCE:
            number = fallen(node.chances, luck)
        elif len(node.children) < len(node.choices):
            number = len(node.children)
        else:
            scores = tuple(ucb1(node, child, c * span.of(node.player)) for child in node.children.values())
            number = first_best(scores)
        is_new = number not in node.children
        if is_new:
            after = game.result(node.s, node.choices[number])
            node.children[number] = new_node(game, after, node.ply + 1, node.depth - game.depth_spent(node.s))
            watch.expand(node.s, number, after)
        else:
            watch.select(node.s, number, scores)
        node = node.children[number]
        path.append(node)
        watch.visit(node.s)
        if is_new:
            break
    return path


def ucb1(node: Node, child: Node, c: float) -> float:
    """What the player to move may hope for from a child: its mean, and more the less it is known."""
    return child.mean(node.player) + c * sqrt(log(node.visits) / child.visits)


def fallen(chances: list[float], luck: Random) -> int:
    """The number of the outcome on which the dice fall."""
    left = luck.random()
    for number, probability in enumerate(chances):
        left -= probability
        if left < 0.0:
            return number
    return max(number for number, probability in enumerate(chances) if probability > 0.0)  # rounding


def new_node(game: Game, s: State, ply: int, depth: int) -> Node:
    """A node that has not been visited."""
    is_end = bool(game.is_terminal(s)) or depth <= 0
    player = MAX if is_end else int(game.player(s))
    choices, chances = ([], []) if is_end else choices_of(game, s, player)
    return Node(s, ply, depth, player, is_end, choices, chances, [0.0] * game.players)


def choices_of(game: Game, s: State, player: int) -> tuple[list[Action], list[float]]:
    """The actions; where CHANCE is to move, the outcomes and their probabilities."""
    if player != CHANCE:
        choices, chances = list(game.actions(s)), []
    else:
        choices = [outcome for outcome, _ in game.outcomes(s)]
        chances = [float(probability) for _, probability in game.outcomes(s)]
        certain(sum(chance_of(probability) for probability in chances))
    if not choices:
        raise Stuck("a player has no actions")
    return choices, chances


# ------------------------------------------------------------ 3: simulation


def payoffs(game: Game, node: Node, luck: Random, watch: Watch) -> list[float]:
    """What each player gets at the end of a random game from a node; at the depth limit, what it is believed to get."""
    s, depth, ply = node.s, node.depth, node.ply
    moves: list[int] = []
    while not game.is_terminal(s) and depth > 0:
        if ply > LONGEST_LINE:
            raise TooDeep("a line of play passed 20,000 plies")
        player = int(game.player(s))
        choices, chances = choices_of(game, s, player)
        moves.append(fallen(chances, luck) if player == CHANCE else luck.randrange(len(choices)))
        depth -= game.depth_spent(s)
        s = game.result(s, choices[moves[-1]])
        ply += 1
        watch.visit(s)
    is_over = bool(game.is_terminal(s))
    worth_to = game.utility if is_over else game.evaluate
    got = [sound(float(worth_to(s, player))) for player in range(game.players)]
    if moves:
        watch.simulate(node.s, tuple(moves), in_units(game, got), is_over)
    elif is_over:
        watch.leaf(s, in_units(game, got))
    else:
        watch.horizon(s, in_units(game, got))
    return got


# ------------------------------------------------------------ 4: back-propagation


def back_up(game: Game, path: list[Node], got: list[float], watch: Watch) -> None:
    """Count a visit, and what each player got, at every node of the path from its end to the root."""
    for node in reversed(path):
        node.visits += 1
        node.total = [total + share for total, share in zip(node.total, got, strict=True)]
        watch.back_up(node.s, node.visits, worth(game, node))


# ------------------------------------------------------------ what it comes to


def chosen(root: Node) -> int:
    """The number of the most visited child; of equals, the first."""
    return max(sorted(root.children), key=lambda number: root.children[number].visits)


def worth(game: Game, node: Node) -> Any:
    """The mean of a node as the other searches give a value: player 0's, or a vector."""
    return in_units(game, [node.mean(player) for player in range(game.players)])


def in_units(game: Game, got: list[float]) -> Any:
    """Player 0's share, or all of them where the players are not two opponents."""
    return tuple(got) if is_in_vectors(game) else got[MAX]


class Span:
    """How far apart a player's payoffs can be. UCB1 is for payoffs from 0 to 1: c is multiplied by this.

    Where the game does not say what is at stake, it is how far apart those seen so far are.
    """

    def __init__(self, game: Game, s: State) -> None:
        limits = [game.stakes(s, player) for player in range(game.players)]
        self._known = [float(most) - float(least) for least, most in limits]
        self._least = [inf] * game.players
        self._most = [-inf] * game.players

    def widen(self, got: list[float]) -> None:
        """Take note of what each player got in a simulation."""
        self._least = list(map(min, self._least, got))
        self._most = list(map(max, self._most, got))

    def of(self, player: int) -> float:
        """How far apart the payoffs of a player are; 1 while all that were seen are alike."""
        if isfinite(self._known[player]):
            return self._known[player]
        return self._most[player] - self._least[player] or 1.0


MONTECARLO = Algorithm(
    name="montecarlo",
    title="Monte Carlo tree search",
    function=montecarlo_value,
    needs=dealt_again,
    pseudocode=PSEUDOCODE,
    lines={
        "enter": 2,
        "fall": 6,
        "select": 8,
        "expand": 10,
        "leaf": 11,
        "horizon": 11,
        "simulate": 11,
        "backup": 12,
        "choose": 13,
        "leave": 13,
    },
    extra=lambda game: (SIMULATIONS, EXPLORATION, SEED),
    simulates=True,
    is_seated=True,
    compiles=False,
    rank=120,
)


def montecarlo(
    game: Game,
    s: State = None,
    *,
    simulations: int = SIMULATIONS,
    depth: int | None = None,
    exploration: float = EXPLORATION,
    seed: int = SEED,
    watch: Watch | None = None,
) -> Choice:
    """A state's value by random games (of the initial one by default), and the action most of them begin with.

    `exploration` is the c of UCB1, for payoffs from 0 to 1: the greater, the longer actions that look worse are tried.
    Slow: it is plain Python, to be watched. For a strong player ask `analyse(game, algorithm="montecarlo")`.
    """
    return ask(MONTECARLO, game, s, depth, watch, interpreted=True, extra=settings(simulations, exploration, seed))


def settings(
    simulations: int | None = None, exploration: float | None = None, seed: int | None = None
) -> tuple[int, float, int]:
    """What the search is given beside a game and a state; `BadInput` where a number makes no sense."""
    return (
        SIMULATIONS if simulations is None else whole("the number of simulations", simulations),
        EXPLORATION if exploration is None else given_number("the exploration", exploration),
        SEED if seed is None else whole("the seed", seed, None),
    )

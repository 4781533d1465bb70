"""The opponent as a model: a game against a player who is known to choose in a certain way.

Minimax takes the opponent to be perfect. Where it is known, or guessed, how the opponent really chooses, that is worth
something: its turns become chance nodes, its actions outcomes with the probabilities of its policy, and what is left is
a game for one against chance. Every search for such games will do: expectimax, Star1 and Star2, the engine, and value
iteration where the whole game is to be solved.

Contract: the value of a game `against` a policy is the most that one player can expect if all others keep to it. It is
minimax's value if the opponent plays as minimax does, and never less: whatever minimax holds against a perfect opponent
it holds against any. Depth counts what it counts in the game itself, plies or rounds: a modelled turn takes as much as
one that is searched, so the same depth looks as far ahead with a model as without one.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any, ClassVar

from kibitz.errors import BadInput, DoesNotFit
from kibitz.game import CHANCE, MAX, Action, Game, State
from kibitz.game.within import ENDGAMES, HIDDEN, LEARNING, REASONS, Within
from kibitz.native import Native, jit
from kibitz.native.override import override
from kibitz.search.textbook.maxn import maxn_value
from kibitz.search.textbook.star1 import star1_value
from kibitz.search.watch import Heed

USUAL_SHARE = 0.8  # of `mixed`
USUAL_DEPTH = 2  # its move and the answer; in a game whose depth counts rounds, what is left of this one and the next
EQUAL = 1e-9  # values so near to each other are equal


class Policy(Native):
    """How a player chooses. A subclass answers `plays`, in plain Python that can be compiled like a game's rules."""

    is_even_handed: bool = False  # does it play mirror images alike?

    def plays(self, game: Game, s: State) -> Iterator[tuple[Any, float]]:
        """The actions that the player to move may take, each with its probability; they sum to 1."""
        raise NotImplementedError(f"{type(self).__name__} does not answer plays(self, game, s)")

    def heed(self, stopping: Any) -> None:
        """Stop what this policy searches once the only number of this array is no longer 0; in Python, before a search.

        A policy that searches for nothing has nothing to stop.
        """

    @override
    def __str__(self) -> str:
        """The policy in half a sentence: «the opponent plays at random»."""
        return type(self).__name__


class Uniform(Policy):
    """Any action, each as likely as another."""

    is_even_handed = True

    @override
    def plays(self, game: Game, s: State) -> Iterator[tuple[Any, float]]:
        count = 0
        for _ in game.actions(s):
            count += 1
        for a in game.actions(s):
            yield a, 1 / count

    @override
    def __str__(self) -> str:
        return "plays at random"


class Mixed(Policy):
    """The minimax move with some probability, otherwise any action; of several minimax moves, each is as likely.

    Minimax searches to `depth`, which counts as any search's depth does in this game: its own move is the first ply.
    Dice are averaged over.
    """

    is_even_handed = True

    def __init__(self, share: float = USUAL_SHARE, depth: int = USUAL_DEPTH) -> None:
        if not 0 <= share <= 1:
            raise BadInput(f"a share of {share} is out of range: expected 0 to 1")
        if depth < 1:
            raise BadInput(f"a depth of {depth} is out of range: expected 1 or more")
        self.share = float(share)
        self.depth = int(depth)
        self.watch = Heed()

    @override
    def heed(self, stopping: Any) -> None:
        self.watch.stopping = stopping

    @override
    def plays(self, game: Game, s: State) -> Iterator[tuple[Any, float]]:
        most, ties, count = self.best(game, s)
        for a in game.actions(s):
            probability = (1 - self.share) / count
            if self.worth(game, s, a, most - nearly(most), most) > most - nearly(most):
                probability += self.share / ties
            if probability > 0:
                yield a, probability

    def best(self, game: Game, s: State) -> tuple[float, int, int]:
        """The most that an action is worth, how many are worth that, and how many there are."""
        most, ties, count = -inf, 0, 0
        for a in game.actions(s):
            v = self.worth(game, s, a, most - nearly(most), inf)
            if count == 0 or v > most + nearly(most):
                most, ties = v, 1
            elif v > most - nearly(most):
                ties += 1
            count += 1
        return most, ties, count

    def worth(self, game: Game, s: State, a: Any, low: float, high: float) -> float:
        """What an action is worth to the player to move, or a bound on it that is not between `low` and `high`."""
        after = game.result(s, a)
        below = self.depth - game.depth_spent(s)
        if game.player(s) == MAX:
            v, _ = star1_value(game, after, below, low, high, self.watch)
            return v
        v, _ = star1_value(game, after, below, -high, -low, self.watch)
        return -v

    @override
    def __str__(self) -> str:
        if self.share == 1:
            return f"plays by minimax to depth {self.depth}"
        return f"plays by minimax to depth {self.depth} with {100 * self.share:g} %, otherwise at random"


class MixedAmongSeveral(Mixed):
    """The same where several play, or two who do not win what the other loses: maxⁿ instead of minimax."""

    def __init__(self, players: int, share: float = USUAL_SHARE, depth: int = USUAL_DEPTH) -> None:
        super().__init__(share, depth)
        self.zeros = (0.0,) * players

    @override
    def worth(self, game: Game, s: State, a: Any, low: float, high: float) -> float:
        """What an action is worth to the player to move."""
        below = self.depth - game.depth_spent(s)
        v, _ = maxn_value(game, game.result(s, a), below, self.zeros, self.watch)
        return float(v[game.player(s)])

    @override
    def __str__(self) -> str:
        return super().__str__().replace("minimax", "maxⁿ")


class Against(Within):
    """A game as one of its players sees it who knows how all others choose.

    It is a game for one: that player is player 0 here, everyone else is CHANCE. Whatever is true of the positions
    themselves is handed on; what holds only against perfect opponents is not.
    """

    left_open: ClassVar = {
        "candidates": "it leaves out what is not needed against a perfect opponent",
        "passed": "that doing nothing is no better than the best action holds against a perfect opponent",
        "is_reducible": "it is about moves that a perfect opponent can answer late",
        "previous": "a state may know more than the one of the game itself",
        "known": "books hold minimax values",
        "words": "they explain minimax values, not averages",
        "plies_left": "it is read from minimax values, not averages",
        "at_stake": "there is one player, so nothing has to sum to anything",
        **dict.fromkeys(ENDGAMES, "endgame tables hold minimax values"),
        **dict.fromkeys(HIDDEN, "nothing is hidden: `against` refuses a game that hides something"),
        **dict.fromkeys(LEARNING, "evaluations are learned for the players of the game itself"),
        **dict.fromkeys(REASONS, "partition search proves what perfect opponents allow, in whole numbers"),
    }

    def __init__(self, game: Game, policy: Policy, me: int) -> None:
        import numpy as np

        super().__init__(game)
        self.policy: Any = policy
        self.me = me
        self.opposed = bool(game.players == 2 and game.facts.zero_sum)
        self._limits = np.array(game.utility_range, np.float64)
        self._sum = self.utility_sum
        self.players = 1
        self.zero_sum = False
        self.utility_sum = 0.0
        self.teams = ()
        self.whole = False  # averages of whole numbers are not whole
        self.chance = True
        self.has_outcomes = True
        self.has_bounds = self.has_proof = False  # from above they are no more than the range of utilities

    @override
    def __repr__(self) -> str:
        return f"Against({self._kibitz_within!r}, {self.policy!r}, {self.me})"

    @override
    def heed(self, stopping: Any) -> None:
        """Have the policy's own searches end with the search of this game."""
        self.policy.heed(stopping)

    @override
    def player(self, s: State) -> int:
        return MAX if self._kibitz_within.player(s) == self.me else CHANCE

    @override
    def outcomes(self, s: State) -> Iterator[tuple[Action, float]]:
        """The dice, where they are to be rolled, else the actions of whoever is to move, by its policy."""
        if self._kibitz_within.player(s) == CHANCE:
            for outcome, probability in self._kibitz_within.outcomes(s):
                yield outcome, probability
        else:
            for a, probability in self.policy.plays(self._kibitz_within, s):
                yield a, probability

    @override
    def utility(self, s: State, player: int) -> float:
        return self._kibitz_within.utility(s, self.me)

    @override
    def evaluate(self, s: State, player: int) -> float:
        return self._kibitz_within.evaluate(s, self.me)

    @override
    def bounds(self, s: State) -> tuple[float, float]:
        """What minimax is sure of is sure; but what a perfect opponent would not allow, this one may."""
        low, high = self._limits[0], self._limits[1]
        if self.opposed:
            least, most = self._kibitz_within.bounds(s)
            low = max(low, float(least) if self.me == MAX else self._sum - float(most))
        return low, high

    @override
    def proof(self, s: State) -> tuple[float, float]:
        """No more than the range of utilities: harder thinking is about perfect opponents."""
        return self._limits[0], self._limits[1]

    @override
    def stakes(self, s: State, player: int) -> tuple[float, float]:
        return self._kibitz_within.stakes(s, self.me)

    @override
    def symmetric(self, s: State) -> Iterator[State]:
        """Mirror images are worth the same if the opponent plays them alike."""
        if self.policy.is_even_handed:
            for other in self._kibitz_within.symmetric(s):  # noqa: UP028  (the compiler has no `yield from`)
                yield other

    @override
    def seat(self, player: int) -> int:
        return self.me if player == MAX else player

    @override
    def conditions(self) -> dict[str, Any]:
        return {**self._kibitz_within.conditions(), "opponent": str(self.policy)}


@jit
def nearly(value: float) -> float:
    """How far from a value another may be that counts as equal."""
    return EQUAL * max(1.0, abs(value))


def against(
    game: Game, opponent: str | float | Policy = "uniform", *, player: int = 0, depth: int = USUAL_DEPTH
) -> Against:
    """The game as `player` sees it who knows how the others choose: a game for one against chance.

    `opponent` is `uniform` (any action), `minimax` (a best one, by a search of `depth` plies), `mixed` (that with 80 %,
    otherwise any), a number instead of the 80 %: 0.5, or a `Policy`.
    """
    facts = game.facts
    if facts.players < 2:
        raise DoesNotFit(f"an opponent needs two players or more; {facts.name!r} has one")
    if facts.hidden:
        raise DoesNotFit(f"an opponent's policy sees everything, but {facts.name!r} hides some of it")
    if player not in range(facts.players):
        raise BadInput(f"{facts.name!r} has no player {player!r}: expected 0 to {facts.players - 1}")
    return Against(game, policy(game, opponent, depth), player)


def policy(game: Game, opponent: str | float | Policy, depth: int = USUAL_DEPTH) -> Policy:
    """The policy that a word, a share or a policy itself stands for."""
    if isinstance(opponent, Policy):
        return opponent
    if opponent == "uniform":
        return Uniform()
    share = {"mixed": USUAL_SHARE, "minimax": 1.0}.get(str(opponent), opponent)
    try:
        share = float(share)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise BadInput(f"unknown opponent {opponent!r}: expected uniform, minimax, mixed, or a share from 0 to 1")
    facts = game.facts
    if facts.players == 2 and facts.zero_sum:
        return Mixed(share, depth)
    return MixedAmongSeveral(facts.players, share, depth)

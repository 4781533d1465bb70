"""Counterfactual regret minimisation: how to play where something is hidden, by learning from what one regrets.

After every game a player may ask of each information set it can come to: how much more would I have got, had I always
taken that action there? That is its regret for not having done so. Who plays each action in proportion to its regret,
and keeps playing against others who do the same, has in the end nothing left to regret; and the average of all that
was played is then an equilibrium, if two players win what the other loses (Zinkevich and others, 2007).

Contract. An iteration weighs all games at once, so nothing is random here: `vanilla` updates the players together and
averages all iterations alike; `plus` (Tammelin, 2014) updates them in turn, never lets a regret fall below 0, and
weighs iteration t by t. With two players and a constant sum the exploitability of the average goes to 0; with others
the play becomes one that nobody regrets on the whole, which need not be an equilibrium. `sampling.py` is the
third form.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kibitz.errors import BadInput, DoesNotFit, Stopped
from kibitz.game import Game, State
from kibitz.native import Native, jit
from kibitz.native.execution import run_alone
from kibitz.native.tuples import fingerprint
from kibitz.saving import read_npz, replacing
from kibitz.search.algorithm import Algorithm
from kibitz.search.equilibrium.best_response import Judgement, judge, prepare_judging, weigh_endings
from kibitz.search.equilibrium.information import Exploration, Information
from kibitz.search.equilibrium.strategy import Strategy
from kibitz.search.watch import UNLIMITED

PSEUDOCODE = """\
function REGRET(game, iterations)
  for each information set i and action a do R(i, a) ← 0; S(i, a) ← 0
  repeat iterations times
    for each player p do
      for each information set i of p, the last ones first, do
        for each a do V(i, a) ← what a brings as all play now, times the others' probability of letting i come about
        for each a do R(i, a) ← R(i, a) + V(i, a) − Σ P(i, b) · V(i, b)
        P(i, a) ← R⁺(i, a) / Σ R⁺(i, b), or all alike where no regret is above 0
      for each information set i of p do S(i, a) ← S(i, a) + p's own probability of coming to i · P(i, a)
  return S(i, a) / Σ S(i, b)"""

VARIANTS = ("plus", "vanilla", "sampled")
ENOUGH = 1e-6  # of the widest difference of utilities: below that exploitability an answer is taken to be exact

# The words of `told`.
ITERATIONS, STOP = range(2)


class Learning(Native):
    """What is learned, an entry for each sequence: regrets, sums of what was played, and what is played now.

    `strategy` is the probability of an action in its information set, `probabilities` that of the whole sequence.
    """

    bare = ("told", "regrets", "sums", "strategy", "probabilities", "values")

    def __init__(self, form: Information) -> None:
        import numpy as np

        self.told = np.zeros(2, np.int64)
        self.regrets = np.zeros(form.size, np.float64)
        self.sums = np.zeros(form.size, np.float64)
        self.strategy = np.ones(form.size, np.float64)
        self.probabilities = np.ones(form.size, np.float64)
        self.values = np.zeros(form.size, np.float64)
        self.strategy[form.players :] = np.repeat(1 / form.count, form.count)


@jit
def iterate(form: Any, learning: Any, until: int, is_plus: bool) -> None:
    """Go on until this many iterations have been made. `Stopped` comes between two of them."""
    told = learning.told
    if told[ITERATIONS] == 0:
        for player in range(form.players):
            remember(form, player, learning, 0.0)
    while told[ITERATIONS] < until:
        if told[STOP] != 0:
            raise Stopped("told to stop")
        if is_plus:
            for player in range(form.players):
                regret(form, player, learning, 0.0)
                remember(form, player, learning, told[ITERATIONS] + 1.0)
        else:
            for player in range(form.players):
                regret(form, player, learning, -math.inf)
            for player in range(form.players):
                remember(form, player, learning, 1.0)
        told[ITERATIONS] += 1


@jit
def regret(form: Any, player: int, learning: Any, least: float) -> None:
    """Add to a player's regrets what they are as all play now, and let it play by them; none falls below `least`."""
    values, strategy, regrets = learning.values, learning.strategy, learning.regrets
    weigh_endings(form, player, learning, form.payoffs, player * len(form.chances))
    for place in range(form.sets[player + 1] - 1, form.sets[player] - 1, -1):
        first, last = form.first[place], form.first[place + 1]
        value = 0.0
        for sequence in range(first, last):
            value += strategy[sequence] * values[sequence]
        values[form.parents[place]] += value
        total = 0.0
        for sequence in range(first, last):
            regrets[sequence] = max(regrets[sequence] + values[sequence] - value, least)
            total += max(regrets[sequence], 0.0)
        share = 1.0 / total if total > 0.0 else 0.0
        alike = 0.0 if total > 0.0 else 1.0 / (last - first)
        for sequence in range(first, last):
            strategy[sequence] = max(regrets[sequence], 0.0) * share + alike


@jit
def remember(form: Any, player: int, learning: Any, weight: float) -> None:
    """Add to the sums how probable a player's sequences have been in this iteration, and work that out for the next."""
    strategy, probabilities, sums = learning.strategy, learning.probabilities, learning.sums
    for place in range(form.sets[player], form.sets[player + 1]):
        before = probabilities[form.parents[place]]
        for sequence in range(form.first[place], form.first[place + 1]):
            sums[sequence] += weight * probabilities[sequence]
            probabilities[sequence] = before * strategy[sequence]


class Regret:
    """Learns to play a game; every iteration makes the average play better."""

    def __init__(
        self,
        game: Game,
        s: State = None,
        *,
        variant: str = "plus",
        megabytes: float | None = None,
        interpreted: bool = False,
    ) -> None:
        """The game is learned from `s` on, the initial state by default; it takes at most `megabytes` of memory."""
        if variant not in ("plus", "vanilla"):
            raise BadInput(f"unknown variant {variant!r} of regret without sampling: expected plus or vanilla")
        self.game = game
        self.variant = variant
        start = game.initial() if s is None else s
        self._exploration = Exploration(game, start, megabytes=megabytes, interpreted=interpreted)
        self.interpreted = interpreted  # where the rules cannot be compiled, the iterations still are
        self._learning: Learning | None = None
        self._judgement: tuple[int, Judgement] | None = None
        self._is_stopped = False
        self._most_nodes = UNLIMITED

    def allow(self, nodes: int | None) -> None:
        """At most this many nodes, those looked at so far included; None for any number."""
        self._most_nodes = UNLIMITED if nodes is None else nodes
        self._exploration.allow(nodes)

    def prepare(self) -> None:
        """Have everything compiled before a clock starts."""
        if not self.interpreted:
            self._exploration.prepare()
            blank = self._exploration.blank()
            prepare_judging(blank)
            iterate.compiled.prepare(blank, Learning(blank), 0, True)

    # ------------------------------------------------------------ learning

    @property
    def form(self) -> Information:
        """The game's information sets; finding them is the first part of the work."""
        return self._exploration.form()

    @property
    def learning(self) -> Learning:
        """What has been learned."""
        if self._learning is None:
            self._learning = Learning(self.form)
            if self._is_stopped:
                self._learning.told[STOP] = 1
        return self._learning

    @property
    def iterations(self) -> int:
        """Iterations made so far."""
        return 0 if self._learning is None else int(self._learning.told[ITERATIONS])

    @property
    def nodes(self) -> int:
        """Positions looked at to find the information sets, and information sets looked at since."""
        sets = 0 if self._learning is None else len(self.form.keys)
        return self._exploration.nodes + self.iterations * sets

    @property
    def information_sets(self) -> int:
        """How many information sets are known."""
        return len(self.form.keys)

    @property
    def is_ready(self) -> bool:
        """Have the information sets been found, so that there is something to tell?"""
        return self._learning is not None

    def measure(self) -> bool:
        """Find the information sets, so that exploitability can be told."""
        return bool(self.form)

    @property
    def is_measured(self) -> bool:
        """Have the information sets been found?"""
        return self._exploration.is_over

    def stop(self) -> None:
        """End the work, from any thread: it raises `Stopped`."""
        self._is_stopped = True
        self._exploration.stop()
        if self._learning is not None:
            self._learning.told[STOP] = 1

    def go_on(self) -> None:
        """Take back an order to stop."""
        self._is_stopped = False
        self._exploration.go_on()
        if self._learning is not None:
            self._learning.told[STOP] = 0

    def improve(self, iterations: int) -> None:
        """Make this many more iterations. Called again after `Stopped`, it goes on where it was."""
        try:
            form, learning = self.form, self.learning
            affordable = max(0, self._most_nodes - self.nodes) // max(1, len(form.keys))
            until = self.iterations + min(iterations, affordable)
            self._alone(iterate, form, learning, until, self.variant == "plus")
            if affordable < iterations:
                raise Stopped("the node limit leaves too little for another iteration")
        finally:
            self.go_on()

    def restart(self) -> None:
        """Forget what has been learned; the information sets are kept."""
        self._learning = self._judgement = None

    # ------------------------------------------------------------ what has been learned

    def strategy(self) -> Any:
        """The average play: for each sequence the probability of its action in its information set."""
        form = self.form
        return shares(self.learning.sums, form.first, form.players)

    def judgement(self) -> Judgement:
        """The average play, judged."""
        if self._judgement is None or self._judgement[0] != self.iterations:
            self._judgement = self.iterations, judge(self.form, self.strategy(), self.interpreted)
        return self._judgement[1]

    def values(self) -> tuple[float, ...]:
        """What the game is worth to each player as the average plays it."""
        return self.judgement().values

    @property
    def exploitability(self) -> float | None:
        """The mean of what a player could gain by leaving the average play."""
        return self.judgement().exploitability

    @property
    def is_exact(self) -> bool:
        """Is the play so near to an equilibrium that the difference does not matter?"""
        exploitability = self.exploitability
        return exploitability is not None and exploitability <= ENOUGH * widest(self.form)

    def at(self, s: State) -> list[tuple[float, float]]:
        """For each action at a state: its probability, and what it is worth, as far as the player to move knows.

        Nothing but that player's view is looked at.
        """
        form, judgement = self.form, self.judgement()
        places = known_as(self.game, s, form.views, form.owners)
        at = max(places, key=lambda place: judgement.chance[form.first[place]] * judgement.reach[form.parents[place]])
        sequences = slice(int(form.first[at]), int(form.first[at + 1]))
        return list(zip(judgement.strategy[sequences].tolist(), judgement.worth[sequences].tolist(), strict=True))

    def table(self) -> Strategy:
        """The average play, to be followed from any state on."""
        form, judgement = self.form, self.judgement()
        weight = judgement.chance[form.first[:-1]] * judgement.reach[form.parents]
        return Strategy(form.views, form.owners, form.first[:-1], form.count, judgement.strategy, weight)

    # ------------------------------------------------------------ keeping it

    def save(self, path: str | Path) -> None:
        """Write what has been learned to a file, from which `load` goes on."""
        import numpy as np

        learning = self.learning
        with replacing(path) as file:
            np.savez_compressed(
                file,
                variant=np.array(self.variant),
                keys=self.form.keys,
                iterations=np.array(self.iterations),
                regrets=learning.regrets,
                sums=learning.sums,
                strategy=learning.strategy,
                probabilities=learning.probabilities,
            )

    def load(self, path: str | Path) -> None:
        """Go on with what a file holds; `BadInput` where it was not written by `save` for this game and variant."""
        import numpy as np

        learning = self.learning
        wanted = f"what regret ({self.variant}) has learned of {self.game.facts.name!r}"
        rows = read_npz(path, wanted)
        try:
            if str(rows["variant"]) != self.variant or not np.array_equal(rows["keys"], self.form.keys):
                raise BadInput(f"{str(path)!r} was learned from another game or by another variant: expected {wanted}")
            for name in ("regrets", "sums", "strategy", "probabilities"):
                getattr(learning, name)[:] = rows[name]
            learning.told[ITERATIONS] = int(rows["iterations"])
        except BadInput:
            raise
        except (ValueError, KeyError, TypeError, OverflowError):
            raise BadInput(f"{str(path)!r} holds no strategy: expected {wanted}") from None

    def _alone(self, function: Any, *arguments: Any) -> Any:
        return run_alone(function, *arguments, stop=self.stop, interpreted=self.interpreted)


def shares(sums: Any, first: Any, before: int) -> Any:
    """Each number as a share of its group's sum; alike where that is 0. Groups begin at `first`, the last ends there.

    The `before` numbers before the first group are 1.
    """
    import numpy as np

    count = np.diff(first)
    totals = np.repeat(np.add.reduceat(sums, first[:-1]) if len(count) else sums[:0], count)
    answer = np.ones(len(sums), np.float64)
    alike = np.repeat(1 / count, count)
    answer[before:] = np.divide(sums[before:], totals, out=alike, where=totals > 0)
    return answer


def widest(form: Information) -> float:
    """The widest difference between what two endings are worth to a player."""
    import numpy as np

    if not len(form.chances):
        return 1.0
    worth = form.payoffs.reshape(form.players, -1) / form.chances
    return float(np.max(worth.max(axis=1) - worth.min(axis=1))) or 1.0


def known_as(game: Game, s: State, views: Any, owners: Any) -> Sequence[int]:
    """The information sets in which the player to move knows what it knows at a state; `BadInput` if there is none."""
    import numpy as np

    player = game.player(s)
    known = fingerprint(game.essence(game.view(s, player)))
    places = np.flatnonzero((views == known) & (owners == player))
    if not len(places):
        name = game.facts.name
        raise BadInput(f"{game.text(s)!r} is a position that play does not come to from the beginning of {name!r}")
    return [int(place) for place in places]


def hidden_from_opponents(algorithm: str, game: Game) -> None:
    """A game in which something is hidden, between two who win what the other loses."""
    facts = game.facts
    if not facts.hidden:
        instead = "maxn" if facts.players > 2 or not facts.zero_sum else "deepening"
        raise DoesNotFit(f"{algorithm} is for games that hide something; {facts.name!r} hides nothing: use {instead}")
    if facts.players > 2 or not facts.zero_sum:
        between = "between two players who win what the other loses"
        raise DoesNotFit(f"{algorithm} finds an equilibrium {between}; {facts.name!r} is not such a game: use deals")


REGRET = Algorithm(
    name="regret",
    title="Counterfactual regret minimisation",
    function=iterate,
    needs=hidden_from_opponents,
    pseudocode=PSEUDOCODE,
    lines={},
    is_seated=True,
)

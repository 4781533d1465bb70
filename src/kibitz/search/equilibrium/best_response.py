"""Best response: the most a player can get when it knows how the others play, and so how far from equilibrium they are.

Contract. `plan` gives for every sequence the probability with which its player plays it: what it knows and does on the
way, chance and the others left aside. `respond` answers what the best response to the others' plans is worth. No player
can gain by leaving an equilibrium; the mean of what each could gain is the *exploitability* of a way to play. With two
players and a constant sum the value of the game lies within twice the exploitability of what the play is worth.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.native import Native, jit
from kibitz.native.execution import run_alone
from kibitz.search.equilibrium.information import Information

PSEUDOCODE = """\
function BEST-RESPONSE(player, plan)
  for each ending do add its payoff, times the others' probabilities, to the player's sequence
  for each information set of the player, the last ones first, do
    add the best of its sequences' values to that of the sequence before it
  return the value of the empty sequence"""


class Plan(Native):
    """Probabilities and values, one for each sequence."""

    bare = ("probabilities", "values")

    def __init__(self, size: int) -> None:
        import numpy as np

        self.probabilities = np.zeros(size, np.float64)
        self.values = np.zeros(size, np.float64)


@jit
def weigh_endings(form: Any, player: int, plan: Any, weights: Any, offset: int) -> None:
    """Set the values of a player's sequences to what the endings right behind them bring, as the others play.

    What an ending brings is in `weights`, from `offset` on.
    """
    endings, values, probabilities, ends = len(form.chances), plan.values, plan.probabilities, form.ends
    first, last = form.first[form.sets[player]], form.first[form.sets[player + 1]]
    values[player] = 0.0
    for sequence in range(first, last):
        values[sequence] = 0.0
    if form.players != 2:
        for e in range(endings):
            worth = weights[offset + e]
            for other in range(form.players):
                if other != player:
                    worth *= probabilities[ends[other * endings + e]]
            values[ends[player * endings + e]] += worth
    elif player == 0:
        for sequence in range(len(form.rows) - 1):
            worth = 0.0
            for e in range(form.rows[sequence], form.rows[sequence + 1]):
                worth += weights[offset + e] * probabilities[ends[endings + e]]
            values[sequence] = worth
    else:
        for sequence in range(len(form.rows) - 1):
            probability = probabilities[sequence]
            for e in range(form.rows[sequence], form.rows[sequence + 1]):
                values[ends[endings + e]] += weights[offset + e] * probability


@jit
def respond(form: Any, player: int, plan: Any) -> float:
    """What the best response to the others' plans is worth; leaves what each sequence of the player is, in `values`.

    A sequence's value counts the games in which chance and the others let it come about, each with its probability.
    """
    weigh_endings(form, player, plan, form.payoffs, player * len(form.chances))
    values = plan.values
    for place in range(form.sets[player + 1] - 1, form.sets[player] - 1, -1):
        best = values[form.first[place]]
        for sequence in range(form.first[place] + 1, form.first[place + 1]):
            best = max(best, values[sequence])
        values[form.parents[place]] += best
    return values[player]


@jit
def weigh_sets(form: Any, player: int, plan: Any) -> None:
    """Leave in `values`, for each sequence, the probability that chance and the others let it come about."""
    weigh_endings(form, player, plan, form.chances, 0)
    for place in range(form.sets[player + 1] - 1, form.sets[player] - 1, -1):
        plan.values[form.parents[place]] += plan.values[form.first[place]]  # the same for each of its sequences


@jit
def expect(form: Any, player: int, plan: Any) -> float:
    """What a player gets when all play by the plan."""
    endings = len(form.chances)
    total = 0.0
    for e in range(endings):
        worth = form.payoffs[player * endings + e]
        for other in range(form.players):
            worth *= plan.probabilities[form.ends[other * endings + e]]
        total += worth
    return total


@jit
def follow(form: Any, strategy: Any, plan: Any) -> None:
    """Turn probabilities of actions, one for each sequence, into those of sequences."""
    for player in range(form.players):
        plan.probabilities[player] = 1.0
    for place in range(len(form.parents)):
        before = plan.probabilities[form.parents[place]]
        for sequence in range(form.first[place], form.first[place + 1]):
            plan.probabilities[sequence] = before * strategy.probabilities[sequence]


@dataclass(frozen=True)
class Judgement:
    """A way to play, judged. Arrays have an entry for each sequence.

    `strategy` is the probability of its action in its information set, `reach` that of the player coming to play it,
    `worth` what its action is worth to the player if the others play so and the player as well as it can, and
    `chance` the probability that chance and the others let it come about. `values` is what each player gets,
    `responses` what its best response would bring.
    """

    strategy: Any
    reach: Any
    worth: Any
    chance: Any
    values: tuple[float, ...]
    responses: tuple[float, ...]

    @property
    def exploitability(self) -> float:
        """The mean of what each player could gain; 0 is an equilibrium."""
        gains = [best - value for best, value in zip(self.responses, self.values, strict=True)]
        return max(0.0, sum(gains) / len(gains))


def prepare_judging(form: Information) -> None:
    """Have everything that judges a form of this type compiled."""
    plan = Plan(form.size)
    follow.compiled.prepare(form, plan, plan)
    for function in (expect, weigh_sets, respond):
        function.compiled.prepare(form, 0, plan)


def judge(form: Information, strategy: Any, interpreted: bool = False) -> Judgement:
    """Judge a strategy: probabilities of actions, an array with an entry for each sequence."""
    import numpy as np

    def alone(function: Any, *arguments: Any) -> Any:
        return run_alone(function, *arguments, stop=_nothing, interpreted=interpreted)

    given, plan = Plan(form.size), Plan(form.size)
    given.probabilities[:] = strategy
    alone(follow, form, given, plan)
    players = range(form.players)
    values = tuple(float(alone(expect, form, player, plan)) for player in players)
    for player in players:
        alone(weigh_sets, form, player, plan)
    chance = plan.values.copy()
    responses = tuple(float(alone(respond, form, player, plan)) for player in players)
    worth = np.divide(plan.values, chance, out=np.zeros_like(chance), where=chance > 0)
    return Judgement(given.probabilities, plan.probabilities, worth, chance, values, responses)


def _nothing() -> None:
    """A judgement is over in a moment: there is nothing to stop."""

"""A circle of positions solved exactly: linear equations for fixed play, and better and better play for both sides.

Fixed play makes a Markov chain of a component: its values solve linear equations. They are eliminated as Grassmann,
Taksar and Heyman do (1985), which never subtracts: a position is left with the sum of the probabilities that leave it,
not with one minus that of staying. So a win that comes with probability 1e-14 a turn is as sure as any other.

Play is improved as by Hoffman and Karp (1966): one side answers the other as well as it can, then the other changes
what it can do better. Values where nobody can do better in one step may still be wrong in a game that need not end:
somebody may then do better by never leaving. `_linger` looks for that; where it finds nothing either, play is best.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

import numpy as np

from kibitz.game import CHANCE
from kibitz.search.whole.components import DONE

SAME = 1e-12  # relative: values that differ by less are the same
SLOW_RETURN = 1e-3  # a step after which play comes back but for this probability is weighed for good, not for once
MOST_TRIALS = 300  # such steps weighed in one component
MOST_EVALUATIONS = 3000  # of fixed play, in one component
AGREED = 1e-9  # relative: what a player would have to gain by another step
MOST_AGREEMENTS = 100  # plays tried among several players

Array = Any  # of NumPy


class TooLong(Exception):
    """It would take too long to be sure."""


class Component:
    """One component of a game: its positions, numbered from 0, and the links from them.

    `child` is the position that a link leads to, or -1 where it leaves the component; `chance` is its probability.
    `owner` is where it comes from, and the links of position `i` are those from `first[i]` to `first[i + 1]`.
    """

    def __init__(self, positions: Any, parts: Any, name: int) -> None:
        nodes = parts.order[parts.begins[name] : parts.begins[name + 1]]
        self.nodes = nodes
        counts = positions.count[nodes]
        self.first = np.concatenate([[0], np.cumsum(counts)])
        self.owner = np.repeat(np.arange(len(nodes)), counts)
        self.links = np.arange(len(self.owner)) - self.first[self.owner] + positions.first[nodes][self.owner]
        self.target = positions.children[self.links]
        self.chance = positions.chances[self.links]
        is_inside = parts.part[self.target] == name
        rank = np.argsort(nodes)
        self.child = np.full(len(self.target), -1)
        self.child[is_inside] = rank[np.searchsorted(nodes[rank], self.target[is_inside])]
        self.mover = positions.movers[nodes]

    def __len__(self) -> int:
        return len(self.nodes)

    def fixed(self, chosen: Array) -> Array:
        """The probability of every link, if each player takes the link `chosen` there."""
        taken = np.where(self.mover[self.owner] == CHANCE, self.chance, 0.0)
        decides = self.mover != CHANCE
        taken[chosen[decides]] = 1.0
        return taken


def chain_values(component: Component, taken: Array, gains: Array, trapped: Array, check: Callable[[], None]) -> Array:
    """Of each position, the sums that play with fixed probabilities leads to.

    `gains` has a row for each link, which counts where the link leaves the component; play that never leaves it gets
    `trapped` instead.
    """
    size = len(component)
    inner = np.zeros((size, size))
    stays = component.child >= 0
    np.add.at(inner, (component.owner[stays], component.child[stays]), taken[stays])
    np.fill_diagonal(inner, 0.0)
    outer = np.zeros((size, gains.shape[1] + 1))  # what is gained on leaving, and with which probability
    leaving = np.concatenate([gains[~stays], np.ones((int((~stays).sum()), 1))], axis=1)
    np.add.at(outer, component.owner[~stays], taken[~stays, None] * leaving)
    rows = _eliminated(inner, outer, np.append(trapped, 1.0), check)
    values = np.zeros((size, gains.shape[1]))
    for here in reversed(range(size)):
        later, shares = rows[here]
        values[here] = outer[here, :-1] + shares @ values[later]
    return values


def _eliminated(inner: Array, outer: Array, trapped: Array, check: Callable[[], None]) -> list[tuple[Array, Array]]:
    """Eliminate one position after the other; of each, the later ones it leads to, and with which probabilities."""
    rows = []
    for here in range(len(inner)):
        check()
        later = np.flatnonzero(inner[here])
        leaves = outer[here, -1] + inner[here, later].sum()
        if leaves > 0:
            outer[here] /= leaves
            inner[here, later] /= leaves
        else:
            outer[here] = trapped
        shares = inner[here, later].copy()
        before = np.flatnonzero(inner[:, here])
        before = before[before > here]
        through = inner[before, here]
        inner[np.ix_(before, later)] += through[:, None] * shares
        inner[before, before] = 0.0
        outer[before] += through[:, None] * outer[here]
        rows.append((later, shares))
        inner[before, here] = 0.0
        inner[here] = 0.0
    return rows


class TwoSides:
    """The best play of both sides in one component, for `exits`, the value to player 0 of each link that leaves it.

    `signs` is 1 where a position is one side's to decide, -1 where it is the other's, and 0 where dice fall. `guess`
    holds values to begin with. `check` is called often, and may raise `Stopped`.
    """

    def __init__(
        self, component: Component, signs: Array, exits: Array, even: float, guess: Array, check: Callable[[], None]
    ) -> None:
        self.component = component
        self.signs = signs
        self.even = even
        self.exits = exits
        self.check = check
        leaving = exits[component.child < 0]
        self.least = min(even, leaving.min(initial=even))
        self.most = max(even, leaving.max(initial=even))
        self.same = SAME * max(1.0, abs(self.least), abs(self.most))
        self.gains = self._parts_of(exits)
        self.trapped = self._parts_of(np.array([even]))[0]
        self.is_loop = component.child == component.owner
        self.trials = 0
        self.evaluations = 0
        self.values = guess
        self.chosen = component.first[:-1].copy()
        worth = self._worth()
        for side in (1, -1):
            deciding, best = self._best(side, worth)
            self.chosen[deciding] = best[deciding]

    def solve(self) -> Array:
        """The value of every position to player 0; raises `TooLong`."""
        self._answer(-1)
        while self._improve(1) or self._linger(1, is_answer=False) or self._weigh_slow_steps(1):
            self._answer(-1)
        return self.values

    # ------------------------------------------------------------ values of fixed play

    def _parts_of(self, values: Array) -> Array:
        """Values by how far they are above the least and below the most, and on either side of an even share."""
        beyond = values - self.even
        parts = [values - self.least, self.most - values, np.maximum(beyond, 0.0), np.maximum(-beyond, 0.0)]
        return np.stack(parts, axis=1)

    def _evaluate(self) -> Array:
        """The values if both sides play as chosen: told from where they are nearest, so that what is sure is exact."""
        self.evaluations += 1
        if self.evaluations > MOST_EVALUATIONS:
            raise TooLong
        taken = self.component.fixed(self.chosen)
        above, below, more, less = chain_values(self.component, taken, self.gains, self.trapped, self.check).T
        beyond = np.maximum(more, less)
        values = self.even + (more - less)
        values = np.where((above < beyond) & (above <= below), self.least + above, values)
        return np.where((below < beyond) & (below < above), self.most - below, values)

    def _worth(self) -> Array:
        """What each link leads to."""
        child = self.component.child
        worth = np.where(child >= 0, self.values[child], self.exits)
        return np.where(self.is_loop, self.even, worth)  # of no use to the dice, which leave in the end

    def _best(self, side: int, worth: Array) -> tuple[Array, Array]:
        """Which positions are this side's, and the first best link at each position."""
        first = self.component.first
        most = np.maximum.reduceat(side * worth, first[:-1])
        is_best = side * worth >= most[self.component.owner] - self.same
        numbers = np.where(is_best, np.arange(len(worth)), len(worth))
        return self.signs == side, np.minimum.reduceat(numbers, first[:-1])

    # ------------------------------------------------------------ better play

    def _answer(self, side: int) -> None:
        """The best that one side can do while the other plays as chosen."""
        self.values = self._evaluate()
        while self._improve(side) or self._linger(side, is_answer=True) or self._weigh_slow_steps(side):
            self.values = self._evaluate()

    def _improve(self, side: int) -> bool:
        """Change play where another step is better at once."""
        worth = self._worth()
        deciding, best = self._best(side, worth)
        better = deciding & (side * (worth[best] - worth[self.chosen]) > self.same)
        self.chosen[better] = best[better]
        return bool(better.any())

    def _linger(self, side: int, *, is_answer: bool) -> bool:
        """Change play where it is worse than none that ends, and this side can go round for ever at no loss.

        The other side plays as chosen if this is an answer to that; else any step that is as good for it as its best.
        """
        component = self.component
        worth, here = side * self._worth(), (side * self.values)[component.owner]
        is_chance = component.mover[component.owner] == CHANCE
        is_own = self.signs[component.owner] == side
        if is_answer:
            wanted = np.zeros(len(worth), bool)
            wanted[self.chosen] = True
        else:
            wanted = worth <= here + self.same
        must = np.where(is_chance, (component.chance > 0) & ~self.is_loop, ~is_own & wanted)
        may = is_own & (worth >= here - self.same) & ~self.is_loop
        stays = side * (self.values - self.even) < -self.same
        while True:
            inside = np.where(component.child >= 0, stays[component.child], False)
            lost = np.bincount(component.owner[must & ~inside], minlength=len(component)) > 0
            kept = np.bincount(component.owner[may & inside], minlength=len(component)) > 0
            left = stays & ~lost & (kept | (self.signs != side))
            if (left == stays).all():
                break
            stays = left
        if not stays.any():
            return False
        numbers = np.where(may & inside, np.arange(len(worth)), len(worth))
        first = np.minimum.reduceat(numbers, component.first[:-1])
        before = self.chosen.copy()
        change = stays & (self.signs == side)
        self.chosen[change] = first[change]
        return bool((self.chosen != before).any())

    def _weigh_slow_steps(self, side: int) -> bool:
        """Change play where a step looks as good as the chosen one, but for once: taken again and again it is better.

        Where play nearly always comes back, what a step gains each time is lost in the last digits of a value.
        """
        worth = self._worth()
        component = self.component
        is_rival = (self.signs[component.owner] == side) & (component.child >= 0) & ~self.is_loop
        is_rival &= abs(worth - worth[self.chosen][component.owner]) <= self.same
        is_rival[self.chosen] = False
        rivals = np.flatnonzero(is_rival)
        if len(rivals) == 0:
            return False
        for link in rivals[self._returns(component.owner[rivals], component.child[rivals]) > 1 - SLOW_RETURN]:
            self.trials += 1
            if self.trials > MOST_TRIALS:
                raise TooLong
            here = component.owner[link]
            chosen, values = self.chosen.copy(), self.values
            self.chosen[here] = link
            if side > 0:
                self._answer(-side)
            else:
                self.values = self._evaluate()
            if side * (self.values[here] - values[here]) > self.same:
                return True
            self.chosen, self.values = chosen, values
        return False

    def _returns(self, owners: Array, children: Array) -> Array:
        """How likely play comes back to each owner from the child; 1 where that is not known."""
        component = self.component
        taken = component.fixed(self.chosen)
        inner = np.zeros((len(component), len(component)))
        stays = component.child >= 0
        np.add.at(inner, (component.owner[stays], component.child[stays]), taken[stays])
        inner *= 1 - 1e-9  # so that play which never ends leaves, too
        try:
            visits = np.linalg.inv(np.eye(len(component)) - inner)
        except np.linalg.LinAlgError:
            return np.ones(len(owners))
        found = visits[children, owners] / visits[owners, owners]
        return np.where(np.isfinite(found), found, 1.0)


def balanced(positions: Any, parts: Any, even: float, check: Callable[[], None]) -> bool:
    """Solve the open component of a game of two sides; False where that would take too long."""
    component = Component(positions, parts, int(parts.told[DONE]))
    low, high = parts.low[component.target], parts.high[component.target]
    guess = (parts.low[component.nodes] + parts.high[component.nodes]) / 2
    signs = np.where(component.mover == CHANCE, 0, parts.signs[np.maximum(component.mover, 0)])
    try:
        least = TwoSides(component, signs, low, even, guess, check).solve()
        is_sure = (low == high)[component.child < 0].all()
        most = least if is_sure else TwoSides(component, signs, high, even, least, check).solve()
    except TooLong:
        return False
    parts.low[component.nodes] = np.minimum(least, most)
    parts.high[component.nodes] = np.maximum(least, most)
    return True


def agreed(positions: Any, parts: Any, even: float, check: Callable[[], None]) -> bool:
    """Find consistent values of the open component for several players; False where there are none near those found."""
    component = Component(positions, parts, int(parts.told[DONE]))
    players = positions.players
    values = positions.values[: len(parts.order) * players].reshape(-1, players)
    deciding = np.flatnonzero(component.mover != CHANCE)
    exits = values[component.target]
    found = values[component.nodes]
    chosen = component.first[:-1].copy()
    outside = component.child < 0
    size = max(1.0, float(abs(exits).max(initial=1.0)))
    for turn in range(MOST_AGREEMENTS):
        worth = np.where(outside[:, None], exits, found[component.child])
        own = worth[np.arange(len(worth)), np.maximum(component.mover, 0)[component.owner]]
        most = np.maximum.reduceat(own, component.first[:-1])
        is_best = own >= most[component.owner] - SAME * size
        best = np.minimum.reduceat(np.where(is_best, np.arange(len(own)), len(own)), component.first[:-1])
        wanted = deciding[own[chosen[deciding]] < most[deciding] - AGREED * size] if turn else deciding
        if turn and len(wanted) == 0:
            error = float(parts.high[component.target[outside]].max(initial=0.0))
            values[component.nodes] = found
            parts.high[component.nodes] = error
            return error < inf
        chosen[wanted] = best[wanted]
        found = even + chain_values(component, component.fixed(chosen), exits - even, np.zeros(players), check)
    return False

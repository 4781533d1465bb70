"""Regret minimisation by sampling: for games with too many information sets to weigh all games at once.

In each iteration one player tries all its actions, while chance and the others are drawn (external sampling; Lanctot
and others, 2009). What it then regrets is right on the average, however few of the games were looked at. Information
sets get a place in a table when they are first met, so memory grows with what has been seen, not with the game.

Contract. The same seed gives the same play. The values kept beside the regrets are means of what an action brought in
the games in which it could be tried, later iterations weighing more: estimates of what it is worth.
"""

from __future__ import annotations

from typing import Any

from kibitz.errors import BadInput, Stopped, TooDeep, TooWide, Unsolved
from kibitz.game import CHANCE, MOST_CHOICES, Game, State
from kibitz.lookup.keyed import Keyed
from kibitz.lookup.transposition import GOLDEN
from kibitz.native import jit
from kibitz.native.bits import down, mix, wrap
from kibitz.native.execution import is_runnable, run, run_alone
from kibitz.native.tuples import fingerprint, replaced
from kibitz.search.diagnosis import in_words, stuck
from kibitz.search.equilibrium.best_response import Judgement, judge, prepare_judging
from kibitz.search.equilibrium.information import MEGABYTES, Exploration, sequence_key, set_key
from kibitz.search.equilibrium.regret import ENOUGH, known_as, shares, widest
from kibitz.search.equilibrium.strategy import Strategy
from kibitz.search.soundness import certain, chance_of, sound
from kibitz.search.watch import UNLIMITED

PSEUDOCODE = """\
function SAMPLE(game, s, p)
  if TERMINAL(s) then return UTILITY(s, p)
  if PLAYER(s) = CHANCE then return SAMPLE(game, RESULT(s, an outcome, drawn), p)
  i ← the information set of s; P(i, a) ← R⁺(i, a) / Σ R⁺(i, b), or all alike
  if PLAYER(s) ≠ p then
    for each a do S(i, a) ← S(i, a) + P(i, a)
    return SAMPLE(game, RESULT(s, an action, drawn by P), p)
  for each a do V(a) ← SAMPLE(game, RESULT(s, a), p)
  for each a do R(i, a) ← R(i, a) + V(a) − Σ P(i, b) · V(b)
  return Σ P(i, b) · V(b)"""

FIRST_ROOM = 1 << 12  # information sets; sequences have twice that
SCRATCH = 1 << 14  # values on the way down
MEASURED = 3_000_000  # positions that a game may have for its exploitability to be worked out

# The words of `told`: information sets and sequences known, iterations made, positions looked at, the state of the
# dice, the order to stop, why there is no going on, and the most positions that may be looked at.
SETS, SEQUENCES, ITERATIONS, NODES, DICE, STOP, BLOCKED, NODE_LIMIT = range(8)
FULL, STUCK, DEEP = 1, 2, 3

OF_SETS = ("keys", "views", "owners", "first", "count", "weights")
OF_SEQUENCES = ("regrets", "sums", "brought")


class Met(Keyed):
    """The information sets met so far, an entry each, and for each of their sequences what is known of it.

    `slots` is a hash table from `keys` to numbers. `first` and `count` are an information set's sequences, `weights`
    the sum of the weights of the iterations that tried them. `regrets` and `sums` are as in `Learning`, `brought` the
    weighted sum of what an action brought. `totals` has the same for each player's whole games, with the weights
    behind.
    """

    bare = ("told", "slots", "scratch", "totals", *OF_SETS, *OF_SEQUENCES)

    def __init__(self, game: Game, seed: int) -> None:
        import numpy as np

        self.players = game.players
        self.nowhere = tuple(mix(player + 1) for player in range(game.players))
        self.told = np.zeros(8, np.int64)
        self.told[DICE] = mix(wrap(seed))
        self.told[NODE_LIMIT] = UNLIMITED
        self.slots = np.zeros(2 * FIRST_ROOM, np.int64)
        self.keys = np.zeros(FIRST_ROOM, np.int64)
        self.views = np.zeros(FIRST_ROOM, np.int64)
        self.owners = np.zeros(FIRST_ROOM, np.int64)
        self.first = np.zeros(FIRST_ROOM, np.int64)
        self.count = np.zeros(FIRST_ROOM, np.int64)
        self.weights = np.zeros(FIRST_ROOM, np.float64)
        self.regrets = np.zeros(2 * FIRST_ROOM, np.float64)
        self.sums = np.zeros(2 * FIRST_ROOM, np.float64)
        self.brought = np.zeros(2 * FIRST_ROOM, np.float64)
        self.scratch = np.zeros(SCRATCH, np.float64)
        self.totals = np.zeros(2 * game.players, np.float64)

    def drawn(self) -> float:
        """A number from 0 up to 1."""
        self.told[DICE] = wrap(int(self.told[DICE]) + GOLDEN)
        return down(mix(int(self.told[DICE])), 11) * 2.0**-53


@jit
def sample_games(game: Game, s: State, met: Any, until: int) -> None:
    """Go on until this many iterations have been made. `Stopped` where there is no room for more, or by order."""
    told = met.told
    while told[ITERATIONS] < until:
        weight = told[ITERATIONS] + 1.0
        for player in range(met.players):
            if told[STOP] != 0:
                raise Stopped("told to stop")
            value = sample(game, s, player, met.nowhere, met, 0, weight)
            met.totals[2 * player] += weight * value
            met.totals[2 * player + 1] += weight
        told[ITERATIONS] += 1


@jit
def sample(game: Game, s: State, player: int, trail: Any, met: Any, top: int, weight: float) -> float:
    """Play on from a state, all of one player's actions and one of each other; what that brings the player."""
    told = met.told
    if told[NODES] >= told[NODE_LIMIT]:
        raise Stopped("told to stop")
    told[NODES] += 1
    if game.is_terminal(s):
        return sound(float(game.utility(s, player)))
    mover = game.player(s)
    if mover == CHANCE:
        left = met.drawn()
        total = 0.0
        for outcome, probability in game.outcomes(s):
            if left >= total:
                fallen = outcome
            total += chance_of(probability)
        certain(total)
        return sample(game, game.result(s, fallen), player, trail, met, top, weight)
    number = met_at(game, mover, trail[mover], s, met)
    first, count, key = met.first[number], met.count[number], met.keys[number]
    total = 0.0
    for sequence in range(first, first + count):
        total += max(met.regrets[sequence], 0.0)
    if mover != player:
        left = met.drawn()
        chosen = count - 1
        for action in range(count - 1, -1, -1):
            probability = max(met.regrets[first + action], 0.0) / total if total > 0.0 else 1.0 / count
            met.sums[first + action] += probability
            if left >= 0.0:
                chosen = action
            left -= probability
        for number, a in enumerate(game.actions(s)):
            if number == chosen:
                drawn = a
        onward = replaced(trail, mover, sequence_key(key, chosen))
        return sample(game, game.result(s, drawn), player, onward, met, top, weight)
    if top + count > len(met.scratch):
        told[BLOCKED] = DEEP
        raise Stopped("a line of play is too long")
    value = 0.0
    for action, a in enumerate(game.actions(s)):
        onward = replaced(trail, mover, sequence_key(key, action))
        worth = sample(game, game.result(s, a), player, onward, met, top + count, weight)
        met.scratch[top + action] = worth
        probability = max(met.regrets[first + action], 0.0) / total if total > 0.0 else 1.0 / count
        value += probability * worth
    met.weights[number] += weight
    for sequence in range(count):
        met.regrets[first + sequence] += met.scratch[top + sequence] - value
        met.brought[first + sequence] += weight * met.scratch[top + sequence]
    return value


@jit
def met_at(game: Game, mover: int, before: int, s: State, met: Any) -> int:
    """The number of the information set that a position is in, a new one if it has none."""
    told = met.told
    key = set_key(fingerprint(game.essence(game.view_of(s, mover))), before)
    place = met.slot(key)
    number = met.slots[place] - 1
    if number >= 0:
        return number
    count = 0
    for _ in game.actions(s):
        count += 1
        if count > MOST_CHOICES:
            raise TooWide("a position has too many actions")
    if count == 0:
        told[BLOCKED] = STUCK
        raise Stopped("no actions")
    number, sequence = told[SETS], told[SEQUENCES]
    if number == len(met.keys) or sequence + count > len(met.regrets):
        told[BLOCKED] = FULL
        raise Stopped("no room")
    met.slots[place] = number + 1
    met.keys[number], met.views[number], met.owners[number] = (
        key,
        fingerprint(game.essence(game.view_of(s, mover))),
        mover,
    )
    met.first[number], met.count[number] = sequence, count
    told[SETS] += 1
    told[SEQUENCES] += count
    return number


@jit
def rehash(met: Any) -> None:
    """Fill the hash table anew, after it has grown."""
    for number in range(met.told[SETS]):
        met.slots[met.slot(met.keys[number])] = number + 1


class Sampled:
    """Learns to play a game by sampling; asked in the same way as `Regret`."""

    variant = "sampled"

    def __init__(
        self,
        game: Game,
        s: State = None,
        *,
        megabytes: float | None = None,
        seed: int = 0,
        measured: int = MEASURED,
        interpreted: bool = False,
    ) -> None:
        """The table of information sets takes at most `megabytes` of memory.

        Exploitability is worked out for games of at most `measured` positions.
        """
        self.game = game
        self.start = game.initial() if s is None else s
        self._most = int((MEGABYTES if megabytes is None else megabytes) * (1 << 20))
        self._seed = seed
        self._met = Met(game, seed)
        self.interpreted = interpreted or not is_runnable(sample_games, game, self.start, self._met, 0)
        self._exploration = Exploration(
            game, self.start, megabytes=megabytes, nodes=measured, interpreted=self.interpreted
        )
        self._measured = measured
        self._is_measurable = True
        self._judgement: tuple[int, Judgement] | None = None
        self._most_nodes = UNLIMITED

    def allow(self, nodes: int | None) -> None:
        """At most this many nodes, those looked at so far included; None for any number.

        Up to half of them are for working out exploitability.
        """
        self._most_nodes = UNLIMITED if nodes is None else nodes
        self._exploration.allow(min(self._measured, self._most_nodes // 2))

    def prepare(self) -> None:
        """Have everything compiled before a clock starts."""
        if not self.interpreted:
            self._exploration.prepare()
            prepare_judging(self._exploration.blank())
            rehash.compiled.prepare(self._met)

    # ------------------------------------------------------------ learning

    @property
    def iterations(self) -> int:
        """Iterations made so far."""
        return int(self._met.told[ITERATIONS])

    @property
    def nodes(self) -> int:
        """Positions looked at so far, those included that exploitability is worked out from."""
        return int(self._met.told[NODES]) + self._exploration.nodes

    @property
    def information_sets(self) -> int:
        """How many information sets have been met."""
        return int(self._met.told[SETS])

    @property
    def is_ready(self) -> bool:
        """Is there something to tell?"""
        return self.iterations > 0

    def stop(self) -> None:
        """End the work, from any thread: it raises `Stopped`."""
        self._met.told[STOP] = 1
        self._exploration.stop()

    def go_on(self) -> None:
        """Take back an order to stop."""
        self._met.told[STOP] = 0
        self._exploration.go_on()

    def improve(self, iterations: int) -> None:
        """Make this many more iterations. Called again after `Stopped`, it goes on where it was."""
        until = self.iterations + iterations
        told = self._met.told
        while self.iterations < until:
            told[BLOCKED] = 0
            told[NODE_LIMIT] = self._most_nodes - self._exploration.nodes
            try:
                with in_words(self.game, self.start):
                    run(sample_games, self.game, self.start, self._met, until, interpreted=self.interpreted)
            except Stopped:
                if told[BLOCKED] == 0:
                    self.go_on()
                    raise
                self._make_room()

    def _make_room(self) -> None:
        """Twice the room for information sets; refuses a game that is wrong, or too large."""
        import numpy as np

        met = self._met
        name = self.game.facts.name
        if met.told[BLOCKED] == STUCK:
            raise stuck(self.game)
        if met.told[BLOCKED] == DEEP:
            raise TooDeep(f"a line of play of {name!r} is too long to be sampled")
        if 2 * sum(getattr(met, row).nbytes for row in met.bare) > self._most:
            many = f"{name!r} has more than {self.information_sets:,} information sets"
            raise Unsolved(f"{many}, too many for {self._most >> 20} MB: allow more with --memory")
        for row in (*OF_SETS, *OF_SEQUENCES):
            setattr(met, row, np.concatenate([getattr(met, row), np.zeros_like(getattr(met, row))]))
        met.slots = np.zeros(2 * len(met.keys), np.int64)
        run_alone(rehash, met, stop=self.stop, interpreted=self.interpreted)

    def restart(self) -> None:
        """Forget what has been learned."""
        self._met = Met(self.game, self._seed)
        self._judgement = None

    # ------------------------------------------------------------ what has been learned

    def judgement(self) -> Judgement | None:
        """The average play, judged; None where the game is too large to be weighed as a whole."""
        if self._judgement is None or self._judgement[0] != self.iterations:
            strategy = self._strategy_in_form()
            if strategy is None:
                return None
            judged = judge(self._exploration.form(), strategy, self.interpreted)
            self._judgement = self.iterations, judged
        return self._judgement[1]

    def measure(self) -> bool:
        """Weigh the game as a whole, so that its exploitability can be told; False where it is too large for that."""
        if self._is_measurable:
            try:
                self._exploration.form()
            except Unsolved:
                self._is_measurable = False
            except Stopped:
                self._is_measurable = not self._exploration.is_spent
                if self._is_measurable:
                    raise
        return self._is_measurable

    @property
    def is_measured(self) -> bool:
        """Has the game been weighed as a whole?"""
        return self._exploration.is_over

    def _strategy_in_form(self) -> Any:
        """The average play as the game's sequence form numbers it; alike where nothing has been met."""
        import numpy as np

        if not self.measure():
            return None
        form = self._exploration.form()
        met, known = self._met, self.information_sets
        order = np.argsort(met.keys[:known])
        place = np.minimum(np.searchsorted(met.keys[:known][order], form.keys), known - 1)
        at = order[place]
        is_met = met.keys[at] == form.keys
        sums = np.zeros(form.size, np.float64)
        for number in np.flatnonzero(is_met):
            first, many = int(met.first[at[number]]), int(met.count[at[number]])
            sums[form.first[number] : form.first[number] + many] = met.sums[first : first + many]
        return shares(sums, form.first, form.players)

    def values(self) -> tuple[float, ...]:
        """What the game is worth to each player as the average plays it, or about that."""
        judgement = self.judgement() if self.is_measured else None
        if judgement is not None:
            return judgement.values
        totals = self._met.totals.reshape(-1, 2)
        return tuple((totals[:, 0] / totals[:, 1]).tolist())

    @property
    def exploitability(self) -> float | None:
        """The mean of what a player could gain by leaving the average play; None where it is not known."""
        judgement = self.judgement()
        return None if judgement is None else judgement.exploitability

    @property
    def is_exact(self) -> bool:
        """Is the play so near to an equilibrium that the difference does not matter?"""
        exploitability = self.exploitability
        return exploitability is not None and exploitability <= ENOUGH * widest(self._exploration.form())

    def at(self, s: State) -> list[tuple[float, float]]:
        """For each action at a state: its probability, and about what it brings, as far as the player to move knows.

        Nothing but that player's view is looked at. Where play never came to all actions are alike.
        """
        met, known = self._met, self.information_sets
        try:
            places = known_as(self.game, s, met.views[:known], met.owners[:known])
        except BadInput:
            actions = list(self.game.actions(s))
            return [(1 / len(actions), 0.0) for _ in actions]
        at = max(places, key=lambda place: met.weights[place])
        sequences = slice(int(met.first[at]), int(met.first[at] + met.count[at]))
        sums, weight = met.sums[sequences], max(float(met.weights[at]), 1e-300)
        total = float(sums.sum())
        chances = [float(part) / total for part in sums] if total > 0 else [1 / len(sums)] * len(sums)
        return list(zip(chances, (met.brought[sequences] / weight).tolist(), strict=True))

    def table(self) -> Strategy:
        """The average play, to be followed from any state on."""
        import numpy as np

        met, known = self._met, self.information_sets
        first, count = met.first[:known], met.count[:known]
        end = int(met.told[SEQUENCES])
        strategy = shares(met.sums[:end], np.append(first, end), 0)
        return Strategy(met.views[:known], met.owners[:known], first, count, strategy, met.weights[:known])

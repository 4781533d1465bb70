"""Simulations of a game that hides something, and what they have shown: the compiled part.

Statistics are kept by what the player to move knows, never by the state: one entry for all states that look alike to
that player. A simulation is made for one player, the learner, from a world that this player may be in. The learner
chooses by UCB1 and learns from how the game ends; the others do what they have learned when they were the learners. So
a player's averages are about opponents who do what has proved best for them, and nobody's action depends on what that
player cannot see.

Contract. The same worlds, learners and seed give the same statistics, in Python and in machine code.
"""

from __future__ import annotations

from math import inf, log, sqrt
from typing import Any

from kibitz.errors import Stuck, TooWide
from kibitz.game import CHANCE, MOST_CHOICES, Game, State
from kibitz.lookup.keyed import Keyed
from kibitz.lookup.transposition import GOLDEN
from kibitz.native import Native, jit
from kibitz.native.bits import down, mix, multiply, wrap
from kibitz.native.packing import handed_over, pack, words
from kibitz.native.tuples import fingerprint, shaped
from kibitz.search.soundness import certain, chance_of, sound
from kibitz.search.watch import UNLIMITED

FIRST_ROOM = 1 << 12  # information sets; actions have four times that
ACTIONS_A_SET = 4
LONGEST_PATH = 1 << 10  # choices of the learner that are remembered: what it does behind them is played out
EXPLORATION = 0.7  # of UCB1, for payoffs from 0 to 1
LEAST_FRESH, MOST_FRESH, STALING = (
    0.1,
    0.9,
    0.1,
)  # how often others choose by UCB1: at least, at first, and how it falls

# The words of `told`: information sets and actions known, positions looked at, the state of the dice, the order to
# stop, whether there is no room for another set, the most positions that may be looked at, the most plies that a
# simulation looks ahead, the deepest new set in plies, and whether memory is at its limit.
SETS, EDGES, NODES, DICE, STOP, CROWDED, NODE_LIMIT, PLIES, DEEPEST, FULL = range(10)
WANTED, DONE, EACH = range(3)  # the words of a batch: simulations to be made, those done, and those of each world

OF_SETS = ("keys", "owners", "first", "count", "visits")
OF_EDGES = ("tries", "squares")


class SetTree(Keyed):
    """The information sets met so far, and for each of their actions what came of it.

    `first` and `count` are a set's actions, `visits` how often its player has learned there. `tries` is how often an
    action was taken by a learner, `sums` what that brought (`width` numbers an action: the player's own share, or
    everybody's), and `squares` the squares of the player's own. `extent` has the least and the most that a learner got.
    """

    bare = ("told", "slots", "path", "ends", "extent", "sums", *OF_SETS, *OF_EDGES)

    def __init__(self, game: Game, seed: int, width: int) -> None:
        import numpy as np

        self.players = game.players
        self.width = width
        self.told = np.zeros(10, np.int64)
        self.told[DICE] = mix(wrap(seed))
        self.told[NODE_LIMIT] = self.told[PLIES] = UNLIMITED
        self.extent = np.array([inf, -inf])
        self.slots = np.zeros(2 * FIRST_ROOM, np.int64)
        self.keys = np.zeros(FIRST_ROOM, np.int64)
        self.owners = np.zeros(FIRST_ROOM, np.int64)
        self.first = np.zeros(FIRST_ROOM, np.int64)
        self.count = np.zeros(FIRST_ROOM, np.int64)
        self.visits = np.zeros(FIRST_ROOM, np.int64)
        self.tries = np.zeros(ACTIONS_A_SET * FIRST_ROOM, np.int64)
        self.squares = np.zeros(ACTIONS_A_SET * FIRST_ROOM)
        self.sums = np.zeros(ACTIONS_A_SET * FIRST_ROOM * width)
        self.path = np.zeros(2 * LONGEST_PATH, np.int64)  # of the learner: sets and actions
        self.ends = np.zeros(game.players)  # what the last simulation brought to each

    def luck(self) -> int:
        """A random number of 64 bits."""
        self.told[DICE] = wrap(int(self.told[DICE]) + GOLDEN)
        return mix(int(self.told[DICE]))


class Dealt(Native):
    """Worlds to be simulated, each with its learner. `states` is a row: in Python of objects, compiled of words."""

    bare = ("told", "states", "learners")

    def __init__(self, game: Game, worlds: list[tuple[int, State]], each: int, wanted: int, interpreted: bool) -> None:
        """`worlds` are learners and states; each is simulated `each` times, up to the number wanted in all."""
        import numpy as np

        number = max(1, len(worlds))
        self.told = np.array([wanted, 0, each], np.int64)
        self.learners = np.zeros(number, np.int64)
        self.learners[: len(worlds)] = [learner for learner, _ in worlds]
        if interpreted:
            self.states = np.empty(number, object)
            for at, (_, s) in enumerate(worlds):
                self.states[at] = s
            return
        example = game.initial()
        size = words(example)
        self.states = np.zeros(number * size, np.int64)
        for at, (_, s) in enumerate(worlds):
            pack(self.states, at * size, shaped(example, s))

    @property
    def done(self) -> int:
        """How many simulations have been made."""
        return int(self.told[DONE])


@jit
def simulate_worlds(game: Game, like: State, tree: Any, dealt: Any) -> int:
    """Simulate until all is done, a limit is reached, or there is no room; how many simulations are done by then."""
    told, batch = tree.told, dealt.told
    while batch[DONE] < batch[WANTED] and told[CROWDED] == 0:
        if told[STOP] != 0 or told[NODES] >= told[NODE_LIMIT]:
            break
        at = batch[DONE] // batch[EACH]
        if not simulate(game, handed_over(dealt.states, at, like), dealt.learners[at], tree):
            break
        batch[DONE] += 1
    return int(batch[DONE])


@jit
def simulate(game: Game, s: State, learner: int, tree: Any) -> bool:
    """One simulation: down the tree, one new information set of the learner's, to the end at random, and back.

    False where the node limit came first, and nothing was learned.
    """
    told, path = tree.told, tree.path
    plies, length = 0, 0
    is_new = False
    while plies < told[PLIES] and not game.is_terminal(s):
        if told[NODES] >= told[NODE_LIMIT]:
            return False
        told[NODES] += 1
        plies += 1
        mover = game.player(s)
        if mover == CHANCE:
            s = game.result(s, fallen(game, s, tree))
            continue
        number = -1
        if not is_new:
            number = set_at(game, s, mover, tree)
            if number < 0 and mover == learner:
                number = new_set(game, s, mover, tree)
                is_new = True
                told[DEEPEST] = max(told[DEEPEST], plies)
        if number < 0:
            s = game.result(s, game.playout(s, tree.luck()))
            continue
        chosen = promising(number, tree) if mover == learner else usual(number, tree)
        if mover == learner and length < LONGEST_PATH:
            path[2 * length], path[2 * length + 1] = number, tree.first[number] + chosen
            length += 1
        s = game.result(s, numbered_action(game, s, chosen))
    is_over = game.is_terminal(s)
    for player in range(tree.players):
        if tree.width > 1 or player == learner:
            tree.ends[player] = sound(float(game.utility(s, player) if is_over else game.evaluate(s, player)))
    learn(learner, length, tree)
    return True


@jit
def learn(learner: int, length: int, tree: Any) -> None:
    """Add what a simulation brought to the choices that the learner made in it."""
    path, ends = tree.path, tree.ends
    own = ends[learner]
    tree.extent[0], tree.extent[1] = min(tree.extent[0], own), max(tree.extent[1], own)
    for step in range(length):
        edge = path[2 * step + 1]
        tree.visits[path[2 * step]] += 1
        tree.tries[edge] += 1
        tree.squares[edge] += own * own
        if tree.width == 1:
            tree.sums[edge] += own
        else:
            for player in range(tree.width):
                tree.sums[edge * tree.width + player] += ends[player]


@jit
def fallen(game: Game, s: State, tree: Any) -> Any:
    """What chance brings, drawn."""
    left = fraction(tree.luck())
    total = 0.0
    for outcome, probability in game.outcomes(s):
        if left >= total:
            chosen = outcome
        total += chance_of(probability)
    certain(total)
    return chosen


@jit
def numbered_action(game: Game, s: State, number: int) -> Any:
    """The action of this number, from 0."""
    for at, a in enumerate(game.actions(s)):
        chosen = a
        if at == number:
            break
    return chosen


@jit
def known_by(game: Game, s: State, player: int) -> int:
    """What a player knows of a state, as a key of 64 bits."""
    return mix(fingerprint(game.essence(game.view_of(s, player))) ^ multiply(player + 1, GOLDEN))


@jit
def set_at(game: Game, s: State, mover: int, tree: Any) -> int:
    """The number of the information set of the player to move; -1 where it has not been met."""
    return int(tree.slots[tree.slot(known_by(game, s, mover))] - 1)


@jit
def new_set(game: Game, s: State, mover: int, tree: Any) -> int:
    """A number for an information set that has none; -1 where there is no room for it."""
    told = tree.told
    count = 0
    for _ in game.actions(s):
        count += 1
        if count > MOST_CHOICES:
            raise TooWide("a position has too many actions")
    if count == 0:
        raise Stuck("no actions")
    number, edge = told[SETS], told[EDGES]
    if number == len(tree.keys) or edge + count > len(tree.tries):
        told[CROWDED] = 1 - told[FULL]
        return -1
    key = known_by(game, s, mover)
    tree.slots[tree.slot(key)] = number + 1
    tree.keys[number], tree.owners[number] = key, mover
    tree.first[number], tree.count[number], tree.visits[number] = edge, count, 0
    told[SETS] += 1
    told[EDGES] += count
    return int(number)


@jit
def promising(number: int, tree: Any) -> int:
    """The learner's choice, by UCB1: an action that was never tried, any of them, else the highest bound.

    A set's actions are always all there are, so an action has been available as often as its set was visited.
    """
    first, count = tree.first[number], tree.count[number]
    start = down(tree.luck(), 1) % count
    low, span = tree.extent[0], max(tree.extent[1] - tree.extent[0], 1e-12)
    spread = log(tree.visits[number] + 1.0)
    best, most = start, -inf
    for step in range(count):
        at = (start + step) % count
        edge = first + at
        tries = tree.tries[edge]
        if tries == 0:
            return int(at)
        mean = own_sum(number, edge, tree) / tries
        bound = (mean - low) / span + EXPLORATION * sqrt(spread / tries)
        if bound > most:
            best, most = at, bound
    return int(best)


@jit
def own_sum(number: int, edge: int, tree: Any) -> float:
    """What an action of an information set has brought to its player."""
    return float(tree.sums[edge if tree.width == 1 else edge * tree.width + tree.owners[number]])


@jit
def usual(number: int, tree: Any) -> int:
    """What a player does who is not the learner: UCB1's choice at first, later mostly drawn by the visits so far.

    The visits are the average of all that it has done. Where one has to mix, that average comes near to an equilibrium
    and the choice of the moment does not (Smooth UCT; Heinrich and Silver, 2015). In rock-paper-scissors, after 10,000
    simulations, the least visited action then has 4/5 of the visits of the most visited one, or more; by visits alone
    it had 1/3. It costs a random number a choice.
    """
    visits = tree.visits[number]
    fresh = max(LEAST_FRESH, MOST_FRESH / (1.0 + STALING * sqrt(visits)))
    if visits == 0 or fraction(tree.luck()) < fresh:
        return promising(number, tree)
    left = down(tree.luck(), 1) % visits
    first, at = tree.first[number], 0
    while at < tree.count[number] - 1 and left >= tree.tries[first + at]:
        left -= tree.tries[first + at]
        at += 1
    return int(at)


@jit
def fraction(luck: int) -> float:
    """A number from 0 up to 1, of 64 random bits."""
    return down(luck, 11) * 2.0**-53


@jit
def rehash(tree: Any) -> None:
    """Fill the hash table anew, after it has grown."""
    for number in range(tree.told[SETS]):
        tree.slots[tree.slot(tree.keys[number])] = number + 1

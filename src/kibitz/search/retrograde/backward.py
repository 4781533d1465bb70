"""Layers solved backwards: each slice from what stands behind it, one batch of positions at a time.

A batch's links are sorted by key, and the layers that they lead to stream past, from disk, in the order of their keys:
memory holds one batch and one page of these. Values and distances are backed up as `whole.intervals`, `whole.shares`
and `whole.retrograde` do, to the last digit.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import numpy as np

from kibitz.errors import Stopped, Stuck, TooWide
from kibitz.game import CHANCE, MOST_CHOICES, Game, State
from kibitz.native import Native, jit
from kibitz.native.execution import is_runnable, prepare_alone, run, run_alone
from kibitz.native.packing import kept, words
from kibitz.search.diagnosis import in_words
from kibitz.search.retrograde.columns import Columns, write_columns
from kibitz.search.retrograde.forward import AT, COUNT, END, STOP, Slice, Task
from kibitz.search.soundness import certain, chance_of, sound
from kibitz.search.whole.intervals import OVER
from kibitz.search.whole.retrograde import SAME
from kibitz.search.whole.shares import SAME as SAME_SHARE

MOST_ROWS = 1 << 16  # different rows of a slice that are told
EACH_LINK = 112  # bytes of memory that a link takes while its batch is solved
EACH_PASSING = 1024  # bytes of memory for each position of a page that streams past: a small share of all


class Links(Native):
    """Some positions, and the links from them. `first` is where those of a position begin among `keys`."""

    bare = ("told", "states", "movers", "first", "ends", "keys", "chances")
    outlives_its_search = True  # a position is done completely or not at all: nothing has to be taken back

    def __init__(self, game: Game, room: int) -> None:
        self.told = np.zeros(8, np.int64)
        self.states = np.zeros(words(game.initial()), np.int64)
        self.keys = np.zeros(room, np.int64)
        self.chances = np.zeros(room if game.facts.chance else 1, np.float64)
        self.has_chances = bool(game.facts.chance)
        self.hold(self.states, 1, game.players)

    def hold(self, states: Any, number: int, players: int) -> None:
        """Begin with other positions."""
        self.states = states
        self.movers = np.zeros(number, np.int64)
        self.first = np.zeros(number + 1, np.int64)
        self.ends = np.zeros(number * players, np.float64)

    def stop(self) -> None:
        """End the work, from any thread."""
        self.told[STOP] = 1

    def double(self) -> None:
        """Twice the room, for a position with more links than there is room for."""
        self.keys = np.zeros(2 * len(self.keys), np.int64)
        self.chances = np.zeros(2 * len(self.chances) if self.has_chances else 1, np.float64)


@jit
def find_links(game: Game, s: State, links: Any) -> bool:
    """Write down what the positions are and where they lead; False where there is no room for the links of the next."""
    told = links.told
    while told[AT] < told[END]:
        if told[STOP] != 0:
            raise Stopped("told to stop")
        at = told[AT]
        here = kept(links.states, at, s)
        if game.is_terminal(here):
            links.movers[at] = OVER
            for player in range(game.players):
                links.ends[at * game.players + player] = sound(float(game.utility(here, player)))
        else:
            links.movers[at] = game.player(here)
            count = links_of(game, here, links, links.movers[at])
            if count < 0:
                return False
            told[COUNT] = count
        links.first[at + 1] = told[COUNT]
        told[AT] += 1
    return True


@jit
def links_of(game: Game, here: State, links: Any, mover: int) -> int:
    """Write down the links of one position; how many there are now, or -1 where there is no room for all."""
    first: int = links.told[COUNT]
    count = first
    if mover == CHANCE:
        total = 0.0
        for _, chance in game.outcomes(here):
            total += chance_of(chance)
        certain(total)
        for outcome, chance in game.outcomes(here):
            if count == len(links.keys):
                return -1
            links.keys[count] = game.key(game.result(here, outcome))
            if links.has_chances:
                links.chances[count] = chance
            count += 1
    else:
        for a in game.actions(here):
            if count - first >= MOST_CHOICES:
                raise TooWide("a position has too many actions")
            if count == len(links.keys):
                return -1
            links.keys[count] = game.key(game.result(here, a))
            if links.has_chances:
                links.chances[count] = 1.0
            count += 1
        if count == first:
            raise Stuck("a position is not terminal and has no actions")
    return count


# ---------------------------------------------------------------- backing up, the same machine code for all games


class Behind(Native):
    """What the links of a batch lead to: `child` is where in `values` and `plies` the position behind a link stands.

    `solved` and `distance` are for the answers. Values are those of player 0, or a row of one for each player.
    """

    bare = ("told", "movers", "first", "child", "chances", "ends", "signs", "values", "plies", "solved", "distance")

    def __init__(self, links: Links, number: int, child: Any, values: Any, plies: Any, width: int, signs: Any) -> None:
        self.told = np.array([number, width, len(links.ends) // len(links.movers)], np.int64)
        self.movers, self.first, self.child = links.movers, links.first, child
        self.chances, self.ends = links.chances, links.ends
        self.signs = np.array(signs or (1,), np.int64)
        self.values, self.plies = values, plies
        self.solved = np.zeros(number * width, np.float64)
        self.distance = np.full(number, -1, np.int64)


@jit
def back_up_sides(behind: Any, even: float, is_measured: bool) -> None:
    """The value to player 0 of each position of a game with two sides, and its distance if `is_measured`.

    A position behind that is not known (NaN) leaves one before it unknown.
    """
    for here in range(behind.told[0]):
        mover = behind.movers[here]
        if mover == OVER:
            behind.solved[here] = behind.ends[here * behind.told[2]] + 0.0
            behind.distance[here] = 0 if is_measured else -1
            continue
        begin, end = behind.first[here], behind.first[here + 1]
        if mover == CHANCE:
            behind.solved[here] = expected(behind, begin, end, 0, even)
            continue
        sign = behind.signs[mover]
        best = behind.values[behind.child[begin]]
        for at in range(begin, end):
            worth = behind.values[behind.child[at]]
            if worth != worth or sign * worth > sign * best:
                best = worth
        behind.solved[here] = best
        if is_measured and abs(best - even) >= SAME:
            behind.distance[here] = distance_from(behind, begin, end, best, (best > even) == (sign > 0))


@jit
def expected(behind: Any, begin: int, end: int, player: int, even: float) -> float:
    """The average that dice lead to."""
    base = even
    sure, total = 0.0, 0.0
    for at in range(begin, end):
        chance = behind.chances[at]
        if chance > 0:
            worth = behind.values[behind.child[at]]
            if sure == 0.0:
                base = worth
            sure += chance
            total += chance * (worth - base)  # against the first: where all are the same, so is the sum
    return base + total


@jit
def distance_from(behind: Any, begin: int, end: int, best: float, is_winner: bool) -> int:
    """Plies to the end: the winner takes the nearest, the loser the furthest, among moves that keep the value."""
    found = -1
    for at in range(begin, end):
        child = behind.child[at]
        if abs(behind.values[child] - best) >= SAME:
            continue
        plies = behind.plies[child]
        if plies < 0:
            if not is_winner:
                return -1
        elif found < 0 or (plies + 1 < found) == is_winner:
            found = plies + 1
    return found


@jit
def back_up_shares(behind: Any) -> None:
    """The values of each position to each player, where everybody wants the most for themselves."""
    width = behind.told[1]
    for here in range(behind.told[0]):
        mover = behind.movers[here]
        begin, end = behind.first[here], behind.first[here + 1]
        taken = begin if mover in (CHANCE, OVER) else chosen_share(behind, begin, end, mover)
        for player in range(width):
            if mover == OVER:
                behind.solved[here * width + player] = behind.ends[here * width + player] + 0.0  # −0 is 0
                continue
            base = behind.values[behind.child[taken] * width + player]
            if mover == CHANCE:
                total = 0.0
                for at in range(begin, end):
                    total += behind.chances[at] * (behind.values[behind.child[at] * width + player] - base)
                base += total
            behind.solved[here * width + player] = base


@jit
def chosen_share(behind: Any, begin: int, end: int, mover: int) -> int:
    """The first link that is best for the player to move; an unknown one where there is one."""
    width = behind.told[1]
    most = behind.values[behind.child[begin] * width + mover]
    for at in range(begin, end):
        worth = behind.values[behind.child[at] * width + mover]
        if worth != worth:
            return at
        most = max(most, worth)
    enough = most - SAME_SHARE * max(1.0, abs(most))
    for at in range(begin, end):
        if behind.values[behind.child[at] * width + mover] >= enough:
            return at
    return begin


# ---------------------------------------------------------------- a slice solved


class Target(NamedTuple):
    """A layer that links lead to: its slices, and the sweep whose values of it count (0: none yet)."""

    layer: int
    sweep: int
    slices: tuple[Slice, ...]


class Rule(NamedTuple):
    """How values are backed up: `signs` of the two sides, or (); what a draw is worth; what is not known is worth
    `unknown`; whether distances are counted."""

    players: int
    signs: tuple[int, ...]
    even: float
    unknown: float
    is_measured: bool

    @property
    def width(self) -> int:
        """Numbers that tell what a position is worth."""
        return 1 if self.signs else self.players


class OpenSlice(NamedTuple):
    """A slice to be solved from the layers that it leads to. `before` is the sweep whose values it had, 0: none."""

    task: Task
    layer: int
    part: Slice
    sweep: int
    before: int
    targets: tuple[Target, ...]
    rule: Rule


def prepare(game: Game) -> None:
    """Compile all that solving backwards needs."""
    links = Links(game, 1)
    is_runnable(find_links, game, game.initial(), links)
    behind = Behind(links, 1, np.zeros(1, np.int64), np.zeros(1, np.float64), np.zeros(1, np.int64), 1, (1, -1))
    prepare_alone(back_up_sides, behind, 0.0, True)
    prepare_alone(back_up_shares, behind)


class SolveSlice:
    """Writes the values and distances of a slice."""

    def warm_up(self, wanted: OpenSlice) -> None:
        """Compile what is needed."""
        prepare(wanted.task.source.game())

    def __call__(self, wanted: OpenSlice) -> dict[str, Any]:
        """How many positions have changed, and how many are not known. Which rows there are stays on disk."""
        folder = wanted.task.folder
        name = f"solved-{wanted.sweep}-{wanted.layer}-{wanted.part.number}"
        if not folder.has(f"{name}.told"):
            work = _Solving(wanted)
            with in_words(work.game, work.game.initial()):
                values, plies = work.solve()
            changed = wanted.part.rows
            if wanted.before:
                changed = _differing(folder, f"solved-{wanted.before}{name[name.index('-', 7) :]}", values, plies)
            size = write_columns(folder, name, [*values.T, plies])
            unknown = int(np.isnan(values[:, 0]).sum())
            summary = {"changed": changed, "unknown": unknown, "rows": distinct_rows(values, plies), "bytes": size}
            folder.write(f"{name}.told", [json.dumps(summary).encode()])
        found: dict[str, Any] = json.loads(folder.read(f"{name}.told"))
        del found["rows"]  # they may be many
        return found


def _differing(folder: Any, name: str, values: Any, plies: Any) -> int:
    """How many positions were worth something else, or another distance away, before."""
    before = Columns(folder, name)
    is_other = before.read(values.shape[1]) != plies
    for column in range(values.shape[1]):
        old, new = before.read(column).astype(np.float64), values[:, column]
        is_other |= (old != new) & ~(np.isnan(old) & np.isnan(new))
    return int(is_other.sum())


def distinct_rows(values: Any, plies: Any) -> list[list[float]] | None:
    """The different rows of values and plies, and how often each comes; None where they are very many."""
    if values.shape[1] == 1:
        levels, level = np.unique(values[:, 0], return_inverse=True)
        steps = int(plies.max(initial=0)) + 2
        codes, counts = np.unique(level * steps + plies + 1, return_counts=True)
        found = np.stack([levels[codes // steps], codes % steps - 1.0, counts], axis=1)
    else:
        rows = np.concatenate([values, plies[:, None]], axis=1)
        kept_rows, counts = np.unique(rows, axis=0, return_counts=True)
        found = np.concatenate([kept_rows, counts[:, None]], axis=1)
    return found.tolist() if len(found) <= MOST_ROWS else None


class _Solving:
    """One slice on its way to being solved."""

    def __init__(self, wanted: OpenSlice) -> None:
        self.game = wanted.task.source.game()
        self._wanted = wanted
        self._links = Links(self.game, wanted.task.room(EACH_LINK + 24 * wanted.rule.width))
        self._page = wanted.task.room(EACH_PASSING)

    def solve(self) -> tuple[Any, Any]:
        """The values, a row for each position, and the plies."""
        wanted, links, game = self._wanted, self._links, self.game
        states = Columns(wanted.task.folder, f"states-{wanted.layer}-{wanted.part.number}")
        width = wanted.rule.width
        values = np.zeros((len(states), width), np.float64)
        plies = np.full(len(states), -1, np.int32)
        begin = 0
        while begin < len(states):
            number = min(len(states) - begin, max(1, len(links.keys) // 2))
            links.hold(states.words(0, begin, begin + number), number, game.players)
            links.told[AT], links.told[END], links.told[COUNT] = 0, number, 0
            is_all = run(find_links, game, game.initial(), links)
            done = int(links.told[AT])
            if not is_all and done == 0:
                links.double()
                continue
            solved, distance = self._backed_up(done)
            values[begin : begin + done] = solved.reshape(done, width)
            plies[begin : begin + done] = distance
            begin += done
        return values, plies

    def _backed_up(self, number: int) -> tuple[Any, Any]:
        """The values and plies of the positions that the batch holds."""
        links, rule = self._links, self._wanted.rule
        keys, child = np.unique(links.keys[: links.told[COUNT]], return_inverse=True)
        values, plies = self._looked_up(keys)
        behind = Behind(
            links, number, child.ravel().astype(np.int64, copy=False), values, plies, rule.width, rule.signs
        )
        if rule.signs:
            run_alone(back_up_sides, behind, rule.even, rule.is_measured, stop=links.stop)
        else:
            run_alone(back_up_shares, behind, stop=links.stop)
        return behind.solved, behind.distance

    def _looked_up(self, keys: Any) -> tuple[Any, Any]:
        """What the positions with these keys, in ascending order, are worth, as far as it is known."""
        width = self._wanted.rule.width
        values = np.full((len(keys), width), self._wanted.rule.unknown, np.float64)
        plies = np.full(len(keys), -1, np.int64)
        folder = self._wanted.task.folder
        if len(keys) == 0:
            return np.zeros(1, np.float64), np.zeros(1, np.int64)
        for target in self._wanted.targets:
            for part in target.slices if target.sweep else ():
                if part.low > keys[-1] or part.high < keys[0]:
                    continue
                there = Columns(folder, f"keys-{target.layer}-{part.number}")
                solved = Columns(folder, f"solved-{target.sweep}-{target.layer}-{part.number}")
                for first, last in there.parts(0, len(there), self._page):
                    self._pass(keys, values, plies, there.read(0, first, last), solved, first, last)
        return values.ravel(), plies

    def _pass(self, keys: Any, values: Any, plies: Any, page: Any, solved: Columns, first: int, last: int) -> None:
        """Take over what a page of positions holds of those with these keys."""
        begin, end = np.searchsorted(keys, page[0]), np.searchsorted(keys, page[-1], side="right")
        if begin == end:
            return
        place = np.searchsorted(page, keys[begin:end])
        is_there = page[place] == keys[begin:end]
        place = place[is_there]
        for column in range(values.shape[1]):
            values[begin:end, column][is_there] = solved.read(column, first, last)[place]
        plies[begin:end][is_there] = solved.read(values.shape[1], first, last)[place]

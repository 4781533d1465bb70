"""What each way to solve a game would take: tried on positions of the game that are quickly solved, and carried on.

Seconds are those of a processor: a machine that is busy with something else says the same of a game as an idle one.
"""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any

from kibitz.answer.options import Options
from kibitz.answer.plan import Plan
from kibitz.errors import DoesNotFit, KibitzError, Stopped
from kibitz.game import CHANCE, Game, State
from kibitz.native.packing import words
from kibitz.search import ENGINE
from kibitz.search.clock import Clock
from kibitz.search.engine.engine import table_size
from kibitz.search.equilibrium.regret import REGRET, Regret
from kibitz.search.proof.proof_algorithm import PROOF
from kibitz.search.sizing.count_plies import SLACK, Counting
from kibitz.search.sizing.extent import Extent
from kibitz.search.whole.components import PER_POSITION
from kibitz.search.whole.value_iteration import TABLE, WholeGame

SOME = 20_000  # positions of a part of the game that is solved whole to see how fast that goes
ENOUGH_SOLVED = 4  # plies from which the effort at others is told
SIDE_BY_SIDE = 9  # positions of each ply that are tried
GAMES = 40  # played at random for positions to try
LONGEST_GAME = 2_000  # plies
TRY = 0.5  # seconds for one position, at most
SPREAD_WELL, SPREAD_BADLY = 0.85, 0.5  # what a further worker adds: to work in pieces, to a search that shares little
ON_DISK = 10  # bytes of a position in the file of a table: its key and a code
WHILE_BUILDING = 3  # times as many while it is built beyond memory
ENOUGH_ITERATIONS = 10_000  # of CFR, for an exploitability that is small beside the stakes


@dataclass(frozen=True)
class Way:
    """One way to solve a game, and what it would take. Seconds are from `seconds_low` to `seconds_high`."""

    algorithm: str
    fits: bool
    reason: str  # why it does not fit, or nothing can be said
    work: str = ""  # what there is to do: "positions", "nodes", "iterations"
    amount: float | None = None  # how many of them
    a_second: float | None = None  # as measured here
    seconds: float | None = None
    seconds_low: float | None = None
    seconds_high: float | None = None
    seconds_spread: float | None = None  # on as many workers as were asked about
    megabytes: float | None = None
    disk_megabytes: float | None = None

    def json(self) -> dict[str, Any]:
        """The fields as the command prints them."""
        return {name: value for name, value in vars(self).items() if value is not None and value != ""}


def speedup(workers: int, share: float, most: int | None = None) -> float:
    """How many times as fast some workers are as one, where each further one adds this share of itself."""
    useful = workers if most is None else min(workers, max(1, most))
    return 1.0 + (useful - 1) * share


# ---------------------------------------------------------------- the whole game


def by_table(game: Game, s: State, extent: Extent, workers: int, seconds: float, interpreted: bool) -> Way:
    """Every position found and solved: in memory, or beyond that on disk."""
    if reason := TABLE.reason_against(game):
        return Way(TABLE.name, False, reason)
    with contextlib.suppress(KibitzError):
        rate = _whole_rate(game, s, extent, seconds, interpreted)
        low, number, high = extent.low, extent.positions, extent.high
        links = extent.counted.links / max(1, extent.counted.looked_at)
        way = Way(TABLE.name, True, "", "positions", number, rate)
        way = replace(way, seconds_low=low / rate, seconds_high=None if high is None else high / rate)
        most = number if number is not None else low
        way = replace(way, megabytes=whole_bytes(game, s, most, links) / 2**20, disk_megabytes=most * ON_DISK / 2**20)
        if number is None:
            return replace(way, reason="only how many positions there are at least is known")
        spread = number / rate / speedup(workers, SPREAD_WELL)
        return replace(way, seconds=number / rate, seconds_spread=spread)
    return Way(TABLE.name, True, "no part of the game could be solved whole in time")


def whole_bytes(game: Game, s: State, positions: float, links: float) -> float:
    """The memory that a game of this many positions takes while it is solved whole; `links` are those of each."""
    room = 2.0 ** math.ceil(math.log2(max(4096.0, positions)))  # it grows by doubling
    each = 16 + 4 * 8 + 8 * game.players + 8 * words((0, s))
    return room * each + 2.0 ** math.ceil(math.log2(max(4096.0, positions * links))) * 16 + positions * PER_POSITION


def _whole_rate(game: Game, s: State, extent: Extent, seconds: float, interpreted: bool) -> float:
    """Positions solved in a second, exploring and all: measured on a part of the game, a late one if it is large."""
    start = s if extent.is_exact and extent.low <= SOME * 5 else _late_part(game, s, seconds, interpreted)
    whole = WholeGame(game, start, interpreted=interpreted)
    whole.prepare()
    begun = time.process_time()
    with Clock(whole, max(TRY, 4 * seconds), slack=SLACK):
        whole.solve()
    return whole.nodes / max(1e-6, time.process_time() - begun)


def _late_part(game: Game, s: State, seconds: float, interpreted: bool) -> State:
    """A position late in a random game with some thousands of positions behind it."""
    best, most = s, -1
    until = time.process_time() + seconds
    for line in _random_games(game, s, Random(1)):
        for state in reversed(line[: -1 if len(line) > 1 else None]):
            counted = Counting(game, state, interpreted=interpreted).count(max(0.05, seconds / 4))
            if not counted.is_all:
                break
            if counted.positions > most:
                best, most = state, counted.positions
            if most >= SOME or time.process_time() > until:
                return best
        if time.process_time() > until:
            break
    if most < 0:
        raise Stopped("no part of the game is small")
    return best


def _random_games(game: Game, s: State, random: Random, *, sensibly: bool = False) -> Iterator[list[State]]:
    """Games played at random, as states; `sensibly`: only actions that may be best, as far as the game itself tells."""
    for _ in range(GAMES):
        line = [s]
        while not game.is_terminal(line[-1]) and len(line) < LONGEST_GAME:
            here = line[-1]
            is_move = sensibly and game.player(here) != CHANCE
            line.append(
                game.result(here, random.choice(list(game.candidates(here) if is_move else game.choices(here))))
            )
        yield line


# ---------------------------------------------------------------- searches


def by_search(game: Game, s: State, algorithm: str, workers: int, seconds: float, interpreted: bool) -> Way:
    """A search with a hash table: positions at different plies are solved, and the effort is carried on to the first.

    The logarithm of the nodes rises along a straight line towards the beginning; how far the positions lie from it
    tells how far the forecast may be off.
    """
    chosen = ENGINE if algorithm == ENGINE.name else PROOF
    if reason := chosen.reason_against(game):
        return Way(algorithm, False, reason)
    options = Options(algorithm=algorithm, interpreted=interpreted)
    try:
        trial = Trial(game, s, Plan.of(game, options, for_value=True), seconds)
        moves = sum(1 for _ in game.choices(s))
        memory = table_size(game, None)
        return trial.way(algorithm, speedup(workers, SPREAD_BADLY, moves), memory)
    except DoesNotFit as error:
        return Way(algorithm, False, str(error))
    except KibitzError as error:
        return Way(algorithm, True, str(error))


class Trial:
    """Positions of one game solved by one search, ply by ply from the end of random games towards their beginning.

    The first position of a game is among the harder ones: at each ply the effort that counts is that of the harder
    third of the positions. Where these are not solved in time, there is nothing more to learn.
    """

    def __init__(self, game: Game, s: State, plan: Plan, seconds: float) -> None:
        self.solved: list[tuple[int, int]] = []  # plies from the first position, nodes
        self.nodes, self.spent = 0, 0.0
        self.first: tuple[float, int] | None = None  # the first position itself, if it was solved: seconds, nodes
        self._plan, self._question = plan, plan.question(s, "")
        self._question.patience = 0.0
        self._question.value(None)  # compiled by now
        self._each = min(TRY, seconds / 8)
        nodes, took, is_solved = self._tried(s)
        if is_solved:
            self.first = took, nodes
            return
        until = time.process_time() + seconds
        lines = list(islice(_random_games(game, s, Random(2), sensibly=True), SIDE_BY_SIDE))
        longest = max(map(len, lines))
        for ply in range(longest - 2, 0, -max(1, longest // 40)):
            tried = [self._tried(line[ply]) for line in lines if ply < len(line) - 1 and time.process_time() < until]
            if len(tried) < SIDE_BY_SIDE // 2:
                continue
            nodes, _, is_solved = sorted(tried, key=lambda one: (not one[2], one[0]))[2 * len(tried) // 3]
            if not is_solved:
                break
            self.solved.append((ply, max(1, nodes)))

    def _tried(self, s: State) -> tuple[int, float, bool]:
        self._question = self._question.moved_to(s)
        self._question.patience, self._question.slack = self._each, SLACK
        begun = time.process_time()
        value = self._question.value(None)
        took = time.process_time() - begun
        nodes = int(self._question.engine.nodes)  # type: ignore[attr-defined]
        self.nodes += nodes
        self.spent += took
        return nodes, took, value is not None

    def way(self, algorithm: str, faster: float, memory: float) -> Way:
        """What solving the first position would take."""
        way = Way(algorithm, True, "", "nodes", a_second=self.nodes / max(1e-6, self.spent), megabytes=memory)
        if self.first is not None:
            took, nodes = self.first
            return replace(way, amount=nodes, seconds=took, seconds_low=took, seconds_high=took, seconds_spread=took)
        if len(self.solved) < ENOUGH_SOLVED:
            return replace(way, reason="no position that was tried was solved in time, so nothing can be said")
        middle, off = extrapolated(self.solved)
        rate = way.a_second or 1.0
        if middle + off > math.log(1e300):
            return replace(way, reason="the effort grows beyond all numbers towards the beginning")
        seconds, factor = math.exp(middle) / rate, math.exp(off)
        return replace(
            way,
            amount=math.exp(middle),
            seconds=seconds,
            seconds_low=seconds / factor,
            seconds_high=seconds * factor,
            seconds_spread=seconds / faster,
        )


def extrapolated(solved: list[tuple[int, int]]) -> tuple[float, float]:
    """The logarithm of the nodes at ply 0, and how far it may be off, by a straight line through those solved.

    Where the line is steep only near the end, the effort levels off: the half next to the beginning counts. The error
    is three times that of such a line, and more the further ply 0 is away.
    """
    near = sorted(solved)[: max(ENOUGH_SOLVED, len(solved) // 2)]
    number = len(near)
    logs = [math.log(nodes) for _, nodes in near]
    mean, height = sum(ply for ply, _ in near) / number, sum(logs) / number
    width = sum((ply - mean) ** 2 for ply, _ in near)
    slope = min(0.0, sum((ply - mean) * log for (ply, _), log in zip(near, logs, strict=True)) / width)
    residuals = [log - height - slope * (ply - mean) for (ply, _), log in zip(near, logs, strict=True)]
    scatter = math.sqrt(sum(r * r for r in residuals) / (number - 2))
    off = scatter * math.sqrt(1 + 1 / number + mean**2 / width)
    return height - slope * mean, 3 * off


# ---------------------------------------------------------------- hidden information, and the textbook


def by_regret(game: Game, seconds: float, interpreted: bool) -> Way:
    """An equilibrium by counterfactual regret: the time for iterations, measured."""
    if reason := REGRET.reason_against(game):
        return Way(REGRET.name, False, reason)
    learner = Regret(game, interpreted=interpreted)
    try:
        learner.prepare()
        with Clock(learner, seconds, slack=SLACK):
            begun = time.process_time()
            learner.improve(4)
            each = (time.process_time() - begun) / 4
    except (Stopped, KibitzError):
        return Way(REGRET.name, True, "the game's information sets were not all found in time")
    sets = learner.information_sets
    took = each * ENOUGH_ITERATIONS
    way = Way(REGRET.name, True, f"{sets:,} information sets", "iterations", float(ENOUGH_ITERATIONS), 1 / each)
    return replace(way, seconds=took, seconds_low=took, seconds_high=took, seconds_spread=took)


def by_minimax(extent: Extent, workers: int, rate: float) -> Way:
    """The textbook's minimax, which looks at every node of the tree."""
    if extent.tree is None:
        return Way("minimax", True, "lines of play have no end in sight")
    nodes, error = extent.tree.positions, extent.tree.error
    low, high = nodes * max(0.0, 1 - error) / rate, nodes * (1 + error) / rate
    spread = nodes / rate / speedup(workers, SPREAD_WELL)
    way = Way("minimax", True, "", "nodes", nodes, rate, nodes / rate, low, high, spread)
    return replace(way, megabytes=0.0)

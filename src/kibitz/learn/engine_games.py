"""Games that the engine plays against itself, from openings made at random.

A game depends on its number, the seed and the evaluations alone: the table is empty at its beginning, and every search
ends at a depth or after a number of nodes, never by the clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any

from kibitz.errors import Stopped
from kibitz.game import Game, State
from kibitz.learn.luck import DRAWN, SEED, drawn
from kibitz.learn.records import Record
from kibitz.lookup.transposition import GOLDEN
from kibitz.native import Native, jit
from kibitz.native.bits import mix, multiply
from kibitz.native.execution import run
from kibitz.search.partition.partition_engine import engine_for

PLACE, OVER, KEY = range(3)  # the words of a score sheet: which action was taken, whether the game is over, the new key
MEGABYTES = 8.0  # of each player's table: the searches are short
DECIDED = 4  # plies in a row after which a game with a clear lead is over
DECISIVE = 10.0  # swings that make a clear lead
NEAR_WIN = 1_000  # plies: a value so near to the best one is a win that has been found


@dataclass(frozen=True)
class Terms:
    """How games are played: each search `depth` plies deep, or deeper and deeper until it has had `nodes` nodes.

    The first `opening` actions are made at random; a game of `longest` plies is over, by its evaluation.
    """

    depth: int = 4
    nodes: int = 0
    opening: int = 8
    longest: int = 400


class ScoreSheet(Native):
    """What machine code says of the step it has just made."""

    bare = ("words", "worth", "luck")

    def __init__(self, seed: int) -> None:
        import numpy as np

        self.words = np.zeros(3, np.int64)
        self.worth = np.zeros(1, np.float64)  # the utility of player 0, where the game is over
        self.luck = np.zeros(2, np.int64)
        self.luck[SEED], self.luck[DRAWN] = seed, 0


@jit
def step(game: Game, s: State, a: Any, sheet: Any) -> Any:
    """The state after an action."""
    place = 0
    for other in game.actions(s):
        if other == a:
            break
        place += 1
    return noted(game, game.result(s, a), place, sheet)


@jit
def stray(game: Game, s: State, sheet: Any) -> Any:
    """The state after an action that is chosen at random."""
    number = 0
    for _ in game.actions(s):
        number += 1
    place = int(drawn(sheet.luck) * number)
    return noted(game, after_place(game, s, place), place, sheet)


@jit
def after_place(game: Game, s: State, place: int) -> Any:
    """The state after the action at a place among the legal ones."""
    for a in game.actions(s):
        if place == 0:
            return game.result(s, a)
        place -= 1
    return s


@jit
def noted(game: Game, s: State, place: int, sheet: Any) -> Any:
    """The state itself, once what is to be known of it is on the sheet."""
    sheet.words[PLACE] = place
    over = game.is_terminal(s)
    sheet.words[OVER] = 1 if over else 0
    sheet.words[KEY] = game.key(s)
    sheet.worth[0] = game.utility(s, 0) if over else 0.0
    return s


class EnginePlayer:
    """The engine with the evaluation of its game."""

    def __init__(self, game: Game, terms: Terms, *, interpreted: bool = False) -> None:
        self.game = game
        self.terms = terms
        self.engine: Any = engine_for(game, megabytes=MEGABYTES, interpreted=interpreted)

    def begin(self, s: State) -> None:
        """A new game."""
        self.engine.begin(s)

    def choose(self, s: State, history: list[int]) -> tuple[Any, float]:
        """The action it takes, and what it holds the position to be worth for the player to move."""
        engine, terms = self.engine, self.terms
        engine.allow(engine.nodes + terms.nodes if terms.nodes else None)
        engine.table.grow_old()
        action, value = None, 0.0
        deepest = terms.depth or 64
        try:
            if hasattr(engine, "think"):
                for thought in engine.think(s, history=history, deepest=deepest):
                    action, value = thought.line[0], thought.value
            else:
                for depth in range(1, deepest + 1):
                    value = engine.value(s, depth)
                    action = engine.table_action(s)
        except Stopped:  # the nodes are spent: what was found before counts
            engine.go_on()
        return (self._greedy(s) if action is None else action), value

    def _greedy(self, s: State) -> Any:
        """The best action one ply ahead, where the search kept none."""
        game = self.game
        mover = game.player(s)

        def worth(a: Any) -> float:
            after = game.result(s, a)
            return float(game.utility(after, mover) if game.is_terminal(after) else game.evaluate(after, mover))

        return max(game.actions(s), key=worth)


def share(game: Game, worth: float) -> float:
    """What player 0 has of all there is to win, from 0 to 1, by its utility."""
    low, high = game.utility_range
    if isfinite(low) and isfinite(high) and low < high:
        return max(0.0, min(1.0, (worth - low) / (high - low)))
    lead = worth - game.utility_sum / 2
    return 0.5 if lead == 0.0 else float(lead > 0.0)


class EngineGames:
    """Games of two players, who may be one and the same; the first one moves first in even games.

    Each has a game, and so states, of its own: a state may carry along what the evaluation makes of it.
    """

    def __init__(self, players: tuple[EnginePlayer, EnginePlayer], seed: int, *, interpreted: bool = False) -> None:
        self.players = players
        self.game = players[0].game
        self.terms = players[0].terms
        self.is_match = players[0] is not players[1]
        self.seed = seed
        self.interpreted = interpreted

    def prepare(self) -> None:
        """Have everything compiled."""
        s = self.game.initial()
        sheet = ScoreSheet(0)
        self._step(stray, s, sheet)
        for player in self.players:
            start = player.game.initial()
            player.begin(start)
            action, _ = player.choose(start, [])
            self._step(step, s, action, sheet)
            self._follow(player, start, 0)

    def play(self, number: int, opening: int) -> Record:
        """The game of this number, from the opening of that number."""
        game, terms = self.game, self.terms
        s, sheet, history, actions = self._opened(opening)
        strays = len(actions)
        clear = 0
        worth = float(sheet.worth[0])
        own = [s, s]
        if self.is_match:
            own[1] = self.players[1].game.initial()
            for place in actions:
                own[1] = self._follow(self.players[1], own[1], place)
        for player, start in zip(self.players, own, strict=True):
            player.begin(start)
        while not sheet.words[OVER]:
            mover = game.player(s)
            turn = (mover + number) % 2
            action, value = self.players[turn].choose(own[turn], history)
            for_first = value if mover == 0 else game.utility_sum - value
            clear = _counted(game, clear, for_first)
            if abs(clear) >= DECIDED or len(actions) >= terms.longest:
                worth = self._decided(clear)
                break
            history.append(int(game.key(s)))
            s = own[0] = self._step(step, s, action, sheet)
            actions.append(int(sheet.words[PLACE]))
            own[1] = self._follow(self.players[1], own[1], actions[-1]) if self.is_match else s
            worth = float(sheet.worth[0])
            if not sheet.words[OVER] and self._has_come_back(history, int(sheet.words[KEY])):
                worth = float(game.repetition or 0.0)
                break
        return Record(strays, tuple(actions), share(game, worth))

    def _opened(self, opening: int) -> tuple[State, ScoreSheet, list[int], list[int]]:
        """A position after some random actions in which the game goes on."""
        for attempt in range(100):
            sheet = ScoreSheet(luck_of(self.seed, opening, attempt))
            s = self.game.initial()
            history: list[int] = []
            actions: list[int] = []
            for _ in range(self.terms.opening):
                history.append(int(self.game.key(s)))
                s = self._step(stray, s, sheet)
                actions.append(int(sheet.words[PLACE]))
                if sheet.words[OVER]:
                    break
            if not sheet.words[OVER]:
                break
        return s, sheet, history, actions

    def _has_come_back(self, history: list[int], key: int) -> bool:
        """Has a position come up so often that the game is over?"""
        game = self.game
        return game.repetition is not None and history.count(key) + 1 >= game.repetition_times

    def _decided(self, clear: int) -> float:
        """The utility of player 0 in a game that is stopped: the best, the worst, or the middle."""
        low, high = self.game.utility_range
        return high if clear >= DECIDED else low if clear <= -DECIDED else (low + high) / 2

    def _follow(self, player: EnginePlayer, s: State, place: int) -> Any:
        """A player's own state after the action at a place."""
        return run(after_place, player.game, s, place, interpreted=self.interpreted)

    def _step(self, function: Any, s: State, *arguments: Any) -> Any:
        return run(function, self.game, s, *arguments, interpreted=self.interpreted)


def _counted(game: Game, clear: int, value: float) -> int:
    """For how many plies in a row one side has had a clear lead: above 0 for the first player."""
    low, high = game.utility_range
    enough = DECISIVE * game.swing
    if game.haste and high - NEAR_WIN * game.haste > enough:
        if value >= high - NEAR_WIN * game.haste:
            return DECIDED
        if value <= low + NEAR_WIN * game.haste:
            return -DECIDED
    lead = value - game.utility_sum / 2
    if not enough or abs(lead) < enough or not isfinite(low + high):
        return 0
    sign = 1 if lead > 0 else -1
    return clear + sign if clear * sign > 0 else sign


def luck_of(seed: int, opening: int, attempt: int) -> int:
    """The seed of the random actions of an opening."""
    return mix(mix(mix(seed) ^ multiply(opening + 1, GOLDEN)) ^ multiply(attempt + 1, GOLDEN))

"""The best move alone, for players of a match: nothing is told of the other moves, and no line is drawn.

A search to a depth finds the same value as `kibitz best` does; of moves with the same value it may choose another one.
Whoever is asked in a way that is not foreseen here is asked as `kibitz best` would be.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from kibitz.answer.analysis import mover
from kibitz.answer.endgames_at_hand import endgames_for
from kibitz.answer.from_table import move_in_table
from kibitz.answer.plan import Plan
from kibitz.answer.questions.by_engine import EngineQuestion
from kibitz.answer.questions.by_selective import SelectiveQuestion
from kibitz.answer.questions.by_textbook import TextbookQuestion
from kibitz.errors import Stopped
from kibitz.game import Action, Game, State
from kibitz.game.repeating import allowed, counts_repetition, is_repeated_out, keys_of, worth_repeated
from kibitz.search.asking import ask
from kibitz.search.clock import Clock
from kibitz.search.engine.engine import Engine
from kibitz.search.metareasoning import Deliberation, scale_of
from kibitz.search.partition.partition_engine import engine_for
from kibitz.search.selective.selective_engine import SelectiveEngine
from kibitz.search.soundness import payoff
from kibitz.search.watch import Count

SMALL_TABLE = 8.0  # megabytes, for searches to a depth: they are short, and a large table takes long to clear
DEEPEST = 1_000  # plies


class TextbookChoice:
    """A textbook search to a depth, or to the end of the game: one search, whose best action is taken."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self.spent = 0.0  # seconds that the last choice took

    @staticmethod
    def fits(plan: Plan) -> bool:
        """Can it be asked so?"""
        options = plan.options
        is_to_a_depth = options.seconds is None and options.nodes is None
        return plan.kind is TextbookQuestion and is_to_a_depth and not plan.game.repetition_is_illegal

    def choose(self, s: State, history: Sequence[int], seconds: float | None = None) -> Action:
        """The best action; `Stopped` where it takes longer than some seconds, compiling aside."""
        plan, options, watch = self._plan, self._plan.options, Count()
        ask(plan.algorithm, plan.game, s, 0, Count(), options.interpreted, is_checked=True)
        began = time.perf_counter()
        with Clock(watch, seconds):
            found = ask(plan.algorithm, plan.game, s, options.depth, watch, options.interpreted, is_checked=True)
        self.spent = time.perf_counter() - began
        return found.action


class EngineChoice:
    """The engine to a depth, within nodes or seconds: the best action is searched in full, the others only up to it."""

    def __init__(self, plan: Plan) -> None:
        options = plan.options
        is_to_a_depth = options.seconds is None and options.nodes is None and options.megabytes is None
        self._options = options
        self._game = plan.game
        self.spent = 0.0  # seconds that the last choice took
        megabytes = SMALL_TABLE if is_to_a_depth else options.megabytes
        self._engine: Engine = engine_for(
            plan.game,
            threads=options.threads,
            techniques=options.techniques,
            megabytes=megabytes,
            interpreted=options.interpreted,
            endgames=endgames_for(plan.game, options),
        )

    @staticmethod
    def fits(plan: Plan) -> bool:
        """Can it be asked so? The selective search only to a depth: with more time it also proves what it can."""
        options = plan.options
        if plan.kind is SelectiveQuestion:
            return options.depth is not None and options.seconds is None and options.nodes is None
        return plan.kind is EngineQuestion and options.is_limited and type(engine_for(plan.game)) is Engine

    def choose(self, s: State, history: Sequence[int], seconds: float | None = None) -> Action:
        """The best action."""
        self._engine.begin(s)
        began = time.perf_counter()
        looked_up = None
        if self._engine.endgames is not None:
            looked_up = move_in_table(self._game, s, replace(self._options, history=tuple(history)))
        if looked_up is not None:  # what the engine would find, and by the shortest way
            a = looked_up
        elif isinstance(self._engine, SelectiveEngine):
            a = self._thought(self._engine, s, history)
        else:
            a = self._deepened(s, tuple(history))
        self.spent = time.perf_counter() - began
        return a

    def _thought(self, engine: SelectiveEngine, s: State, history: Sequence[int]) -> Action:
        only = allowed(self._game, s, history) if self._game.repetition_is_illegal else ()
        thought = None
        for thought in engine.think(s, history=history, deepest=self._options.depth or 1, only=only):
            if thought.is_exact:
                break
        assert thought is not None, "there is always a thought"
        return thought.rows[0].action

    def _deepened(self, s: State, history: tuple[int, ...]) -> Action:
        game, engine, options = self._game, self._engine, self._options
        engine.allow(options.nodes)
        if counts_repetition(game):
            engine.play_on_from((*history, *keys_of(game, [s])))
        root = _Root(game, engine, s, self._in_order(s, history))
        may_be_stopped = options.seconds is not None or options.nodes is not None
        deepest = options.depth or DEEPEST
        watching = None
        if options.early_stop and options.seconds is not None:
            scale = scale_of(game.swing, game.utility_range)
            watching = Deliberation(options.seconds, len(root.actions), scale, keeps_parts=True)
        began = time.perf_counter()
        with Clock(engine, options.seconds), contextlib.suppress(Stopped):
            for depth in range(1, deepest + 1):
                guesses = engine.guesses()
                if may_be_stopped or depth == deepest:
                    root.search(depth)
                else:  # one search of the position is quicker than one of each action, but tells the value alone
                    engine.value(s, depth)
                if engine.guesses() == guesses or len(root.actions) == 1:
                    if not may_be_stopped and depth < deepest:
                        root.search(depth)
                    break
                if watching and watching.reason_to_stop(root.best, root.value, None, time.perf_counter() - began):
                    break
        return root.best

    def _in_order(self, s: State, history: tuple[int, ...]) -> list[Action]:
        """What may be played, the most promising first: of equals the first is taken."""
        game = self._game
        survey = game.survey(s)
        legal = allowed(game, s, history)
        return sorted(legal, key=lambda a: -float(game.promise(s, a, game.result(s, a), survey)))


@dataclass
class _Root:
    """A position whose best action is looked for, depth by depth; at every moment the best one so far is known."""

    game: Game
    engine: Engine
    s: State
    actions: list[Action]

    def __post_init__(self) -> None:
        self._side = mover(self.game, self.s)
        self.value = -inf  # what the best action is worth to whoever takes it, to the last depth

    @property
    def best(self) -> Action:
        return self.actions[0]

    def search(self, depth: int) -> None:
        """Look so deep; the best action comes first, also where `Stopped` ends it on the way."""
        below, worth = depth - self.game.depth_spent(self.s), -inf
        for a in list(self.actions):
            found = self._worth(a, below, worth)
            if found > worth:
                worth = found
                self.actions.remove(a)
                self.actions.insert(0, a)
        self.value = worth

    def _worth(self, a: Action, below: int, more_than: float) -> float:
        """What an action is worth to whoever takes it, or no more than `more_than` where it is not better."""
        game, engine = self.game, self.engine
        after = game.result(self.s, a)
        if game.is_terminal(after):
            return payoff(game, after, self._side)
        stake = float(game.at_stake(after))
        if game.repetition is not None and int(game.recurrence(after)) in engine.history:
            if not is_repeated_out(game, after, engine.history):
                engine.believe()
            value = worth_repeated(game, after)
            return value if self._side == 0 else stake - value
        is_same = engine.side(after) == self._side
        known = game.known(after)
        if known is not None:
            return known if is_same else stake - known
        window = (more_than, inf) if is_same else (-inf, stake - more_than)
        value = engine.value(after, below, *window)
        return value if is_same else stake - value


Choosing = TextbookChoice | EngineChoice


def quick_choice(plan: Plan) -> Choosing | None:
    """Who finds the best move alone, for positions that are searched as planned; None where nobody does."""
    kinds: tuple[Any, ...] = (TextbookChoice, EngineChoice)
    return next((kind(plan) for kind in kinds if kind.fits(plan)), None)

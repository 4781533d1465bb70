"""Positions of one game proven one after the other: what is found of one helps with the next."""

from __future__ import annotations

import time

from kibitz.answer.analysis import Analysis
from kibitz.answer.certainty import has_evaluation
from kibitz.answer.endgames_at_hand import endgames_for
from kibitz.answer.options import Options
from kibitz.answer.questions.by_engine import EngineQuestion
from kibitz.answer.questions.question import DEEPEST
from kibitz.errors import Stopped, TooDeep
from kibitz.game import Action, Game, State
from kibitz.search import ENGINE
from kibitz.search.clock import Clock, Remote
from kibitz.search.engine.engine import Engine
from kibitz.search.partition.partition_engine import PartitionEngine, engine_for


class Prover:
    """Proves the values of positions with one engine, whose table is kept from one to the next.

    Its answers report only the best move and the one that was played: proving the others would take longer. It is for
    games that can be proven and have no evaluation; those with one learn more from looking deeper.
    """

    def __init__(
        self, game: Game, s: State, *, megabytes: float | None = None, interpreted: bool = False, remote: Remote
    ) -> None:
        self._game = game
        self._options = Options(interpreted=interpreted)
        self._remote = remote
        endgames = endgames_for(game, self._options)
        self._engine = engine_for(game, megabytes=megabytes, interpreted=interpreted, endgames=endgames)
        self._engine.begin(s)
        remote.follow(self._engine)

    @staticmethod
    def fits(game: Game) -> bool:
        """Can this game be proven by an engine, and is there nothing better to do?"""
        if has_evaluation(game) or game.facts.chance or game.facts.hidden:
            return False
        engine = engine_for(game, megabytes=0.1, interpreted=True)
        return isinstance(engine, Engine) and not isinstance(engine, PartitionEngine) and engine.can_prove

    def answer(self, s: State, played: Action | None, seconds: float) -> Analysis | None:
        """The proven answer at a state in which an action was played (None: none was); None if time runs out."""
        self._engine.go_on()
        if self._remote.stopped:
            return None
        started = time.perf_counter()
        question = EngineQuestion.of(self._game, s, ENGINE, self._options, self._game.text(s))
        question.engine = self._engine
        try:
            with Clock(self._engine, seconds):
                moves = [question.move(action, value, DEEPEST, True) for action, value in self._found(question, played)]
        except (Stopped, TooDeep):
            return None
        return question.report(moves, True, question.did(DEEPEST, time.perf_counter() - started))

    def _found(self, question: EngineQuestion, played: Action | None) -> list[tuple[Action, float]]:
        """The best move and the one that was played, with what they are worth to the player to move."""
        value = self._engine.prove(question.s) + 0.0
        worth = None if played is None else question.worth(played, DEEPEST)
        if worth == value:
            return [(played, value)]
        best = self._engine.proven_action(question.s, value)
        return [(best, value), *([] if worth is None else [(played, worth)])]

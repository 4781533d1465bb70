"""An oracle for programs: many positions of one game, each answered in a few fields; what is found is kept warm.

How to search is decided once. A game that is small enough is solved whole before the first answer, and every position
that can be reached is looked up. A larger one that can be proven has one engine for all positions, with one hash table:
what is proven of one position helps with the next. Everything else is answered as `analyse` answers it.
"""

from __future__ import annotations

import time
from dataclasses import replace
from functools import cached_property
from typing import Any

from kibitz.answer.analysis import Analysis, MoveReport
from kibitz.answer.certainty import distance_of
from kibitz.answer.endgames_at_hand import endgames_for
from kibitz.answer.options import Options
from kibitz.answer.plan import Plan
from kibitz.answer.questions.by_engine import EngineQuestion
from kibitz.answer.questions.by_table import WholeQuestion
from kibitz.answer.questions.question import DEEPEST
from kibitz.answer.soonest import measured
from kibitz.errors import TooDeep
from kibitz.game import CHANCE, Game, State
from kibitz.game.repeating import counts_repetition, is_repeated_out
from kibitz.search import ENGINE
from kibitz.search.engine.engine import Engine
from kibitz.search.partition.partition_engine import PartitionEngine, engine_for
from kibitz.search.replay import is_trusted
from kibitz.search.soundness import refuse_unsound

FIRST = 2  # positions that are answered before an engine is compiled for all that follow


class Oracle:
    """Answers positions of one game, one after the other, within the same limits; without any, exactly."""

    def __init__(self, game: Game, options: Options | None = None) -> None:
        self._game = game
        self._options = Options() if options is None else options
        self._plans: dict[bool, Plan] = {}
        self._table: WholeQuestion | None = None
        self._answered = 0
        self._is_proven_quickly = self._can_be_proven

    def answer(self, s: State, position: str | None = None, history: tuple[int, ...] = ()) -> Analysis:
        """Every legal move of a state, judged; `history` are the keys of the game so far, where that matters."""
        plan = self._plan(s, history)
        text = self._game.text(s) if position is None else position
        is_over = self._game.is_terminal(s) or is_repeated_out(self._game, s, history)
        self._answered += 1
        if is_over or history or plan.value_in_table(s) is not None:
            return plan.answer(s, position=text)
        if plan.algorithm is plan.whole().algorithm:
            return self._looked_up(plan, s, text) or plan.answer(s, position=text)
        if plan.algorithm is ENGINE and self._is_proven_quickly and self._answered > FIRST:
            return self._proven(s, text) or plan.answer(s, position=text)
        return plan.answer(s, position=text)

    def _plan(self, s: State, history: tuple[int, ...]) -> Plan:
        """How to search: decided by the beginning of the game, so that a table holds all that can be reached."""
        is_rolled = not self._game.is_terminal(s) and self._game.player(s) == CHANCE
        if is_rolled not in self._plans:
            # Where something is hidden, chance mostly begins; a plan from there would look at open cards.
            start = s if is_rolled or self._game.facts.hidden else self._game.initial()
            self._plans[is_rolled] = Plan.of(self._game, self._options, start)
        plan = self._plans[is_rolled]
        return plan if not history else replace(plan, options=replace(plan.options, history=history))

    # ------------------------------------------------------------ a small game

    def _looked_up(self, plan: Plan, s: State, text: str) -> Analysis | None:
        """What the table of the whole game holds; None for a position that cannot be reached from its beginning."""
        if self._table is None:
            self._table = self._solved_whole(plan)
        if self._table is None or not self._table.holds(s) or not is_trusted(self._game, s):
            return None
        self._table.s, self._table.position = s, text
        return replace(self._table.answer(None), state=s, note=plan.note)

    def _solved_whole(self, plan: Plan) -> WholeQuestion | None:
        """The whole game, solved: as plain Python where that takes a moment; None where a limit is in the way."""
        start = self._game.initial()
        attempt = plan.first_try(start)
        if attempt.seconds > 0:
            with attempt as options:
                asked = replace(plan, options=options).question(start, "")
                asked.patience, asked.slack = attempt.seconds, attempt.moment.slack
                is_done = attempt.is_final(asked.answer(None))
            if is_done and isinstance(asked, WholeQuestion):
                asked.patience = None
                return asked
        asked = plan.question(start, "")
        assert isinstance(asked, WholeQuestion)
        return asked if asked.answer(None).exact or not self._options.is_limited else None

    # ------------------------------------------------------------ a game to be proven

    @property
    def _can_be_proven(self) -> bool:
        """May one engine prove all positions, each move for itself?"""
        game, facts = self._game, self._game.facts
        is_open = facts.players <= 2 and facts.zero_sum and not facts.chance and not facts.hidden
        is_plain = not self._options.is_limited and self._options.techniques is None and not counts_repetition(game)
        return (is_open or (facts.players == 1 and not facts.chance)) and is_plain

    @cached_property
    def _engine(self) -> Engine:
        options = self._options
        endgames = endgames_for(self._game, options)
        made = engine_for(self._game, threads=options.threads, endgames=endgames, **options.settings)
        made.begin(self._game.initial())
        return made

    def _proven(self, s: State, text: str) -> Analysis | None:
        """Every move proven, by the engine that proved the positions before; None where it cannot."""
        game = self._game
        refuse_unsound(game, s)
        if isinstance(self._engine, PartitionEngine) or not is_trusted(game, s):
            self._is_proven_quickly = False
            return None
        question = EngineQuestion.of(game, s, ENGINE, self._options, text)
        question.engine = self._engine
        for desk in self._engine.desks:
            desk.begin()  # counts from 0; what the table holds is kept
        started = time.perf_counter()
        moves = []
        try:
            for action in question.choices():
                value = question.worth(action, DEEPEST)
                move = game.action_text(s, action)
                moves.append(MoveReport(move, action, value, question.words(value, True, DEEPEST), 0.0, (move,)))
        except TooDeep:  # play can go on for ever: somebody else knows better
            self._is_proven_quickly = False
            return None
        did = question.did(DEEPEST, time.perf_counter() - started)
        answer = replace(question.report(moves, True, did), state=s)
        for plies in question.plies(answer):
            answer = measured(answer, plies, question.lines)
        return answer


def fields(answer: Analysis) -> dict[str, Any]:
    """An answer in the fields that a program asks for; `best` has all moves that are proven, or look, equally good."""
    game, s = answer.game, answer.state
    moves = {
        move.move: {
            "value": _plain(move.value),
            "exact": move.exact,
            "outcome": move.outcome,
            "distance": distance_of(game, s, move.value, move.exact) if move.distance is None else move.distance,
        }
        for move in answer.moves
    }
    best = [m.move for m in answer.moves if m.loss <= 0 and (m.exact or not answer.exact)]
    distance = distance_of(game, s, answer.value, answer.exact) if answer.distance is None else answer.distance
    return {
        "position": answer.position,
        "player": game.seat(answer.player),
        "value": _plain(answer.value),
        "exact": answer.exact,
        "outcome": answer.outcome,
        "distance": distance,
        "best": best if answer.player != CHANCE else [],
        "moves": moves,
    }


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value

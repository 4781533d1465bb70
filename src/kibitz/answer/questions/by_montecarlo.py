"""Answers by Monte Carlo tree search: every move with what its simulations brought, how many they were, and how sure.

Where something is hidden the player to move is asked from what it sees, and nothing is ever proven; elsewhere the
search may prove moves on the way, and is over once it has proven the best one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self

from kibitz.answer.analysis import Analysis, MoveReport, SearchReport, average_words, finite, how_far, mover, words_for
from kibitz.answer.certainty import UNDECIDED, Value
from kibitz.answer.endgames_at_hand import endgames_for
from kibitz.answer.options import Options
from kibitz.answer.questions.by_endgames import EndgameQuestion, Looking
from kibitz.answer.questions.by_selective import Sitting
from kibitz.answer.questions.question import Progress, Question, loss_of
from kibitz.answer.soonest import Plies, plies_if_small
from kibitz.errors import DoesNotFit, Stopped, Unsolved
from kibitz.game import CHANCE, Action, Game, State, answers
from kibitz.native.override import override
from kibitz.search import needs
from kibitz.search.algorithm import Algorithm
from kibitz.search.clock import Remote
from kibitz.search.diagnosis import stuck
from kibitz.search.hidden.deals import Worlds, seated
from kibitz.search.montecarlo.estimate import Estimate, Estimated
from kibitz.search.montecarlo.information_sets import InformationSetSearch
from kibitz.search.montecarlo.montecarlo_engine import LONGEST_PLAYOUT, MonteCarloEngine

OF_A_PLY = 1_000  # simulations for each ply of a depth limit, where nothing else ends the search
CONFIDENT = 1.96  # standard errors: a normal value is nearer to its mean with a probability of 95 %
FULL = 1_000  # thousandths
TIME_TO_COUNT = 2.0  # seconds: with a shorter clock it is not counted how soon a proven move wins

Simulating = MonteCarloEngine | InformationSetSearch


def _engine(game: Game, options: Options) -> Simulating:
    threads, seed, techniques = options.threads, options.seed or 0, options.techniques
    if game.facts.hidden:
        return InformationSetSearch(game, threads=threads, seed=seed, techniques=techniques, **options.settings)
    endgames = endgames_for(game, options)
    return MonteCarloEngine(
        game, threads=threads, seed=seed, techniques=techniques, endgames=endgames, **options.settings
    )


@dataclass
class MonteCarloQuestion(Question):
    """One position for Monte Carlo tree search. Where something is hidden its state is one that may be the real one."""

    algorithms = ("montecarlo",)
    uses = ("threads", "megabytes", "techniques", "seed", "simulations", "endgames", "early_stop")
    goes_on = True

    sitting: Sitting | None = field(init=False, default=None)  # the game that it belongs to, if that goes on
    _found: Estimate | None = field(init=False, default=None)
    _is_followed: bool = field(init=False, default=False)  # does anybody want the answers on the way?

    @classmethod
    @override
    def is_in_vectors(cls, algorithm: Algorithm, game: Game) -> bool:
        return needs.is_in_vectors(game)

    @classmethod
    @override
    def of(cls, game: Game, s: State, algorithm: Algorithm, options: Options, position: str) -> Self:
        """The question about a state; what is hidden from the player to move is forgotten here."""
        if game.facts.hidden and not game.is_terminal(s):
            s, _ = Worlds(seated(game, s, mover(game, s), algorithm.name)).first
        return cls(game, s, algorithm, options, position)

    # ------------------------------------------------------------ simulating

    @cached_property
    def engine(self) -> Simulating:
        """What simulates: it keeps its tree from one position of a sitting to the next."""
        return _engine(self.game, self.options) if self.sitting is None else self.sitting.kept(*self._settings)[0]

    @property
    def _settings(self) -> tuple[Game, Options, Callable[[Game, Options], Simulating]]:
        return self.game, self.options, _engine

    @override
    def prepare(self) -> Simulating:
        if not self._is_limited:
            self._refuse_unprovable()
        engine = self.engine
        engine.go_on()
        engine.prepare(self.s)
        self._begun = time.perf_counter()
        self._found = None
        return engine

    @property
    def simulations(self) -> int | None:
        """How many to make at most."""
        options = self.options
        is_ended = options.seconds is not None or options.nodes is not None or options.simulations is not None
        return options.simulations if options.depth is None or is_ended else OF_A_PLY * options.depth

    @property
    def _is_limited(self) -> bool:
        return self.options.is_limited or self.options.simulations is not None

    def _refuse_unprovable(self) -> None:
        """Refuse a search that would never end: without a limit, only a proof ends it."""
        name, techniques = self.game.facts.name, self.options.techniques
        give = "give a limit, as in --time 2 or --simulations 10000"
        if self.game.facts.hidden:
            raise DoesNotFit(f"montecarlo cannot prove the value of {name!r}, where something is hidden: {give}")
        if techniques is not None and not techniques.solver:
            raise DoesNotFit(f"montecarlo proves nothing with the technique no-solver: {give}")

    @override
    def depths(self) -> Iterator[int]:
        """One estimate after the other, each by more simulations; the numbers are the depths of the trees."""
        options, engine = self.options, self.engine
        most, history, seconds = self.simulations, options.history, self._seconds_to_decide
        for found in engine.think(self.s, history=history, simulations=most, depth=options.depth, seconds=seconds):
            self._found = found
            if not found.ended and self._is_forced(found):
                self._found = engine.estimate(ended="decided", seconds=found.seconds)
            if self._found.ended:
                yield found.depth
                return
            if not self._is_limited and found.hash_full >= FULL:
                raise Unsolved(f"{self.game.text(self.s)!r} is not proven within the memory: allow more with --memory")
            if self._is_followed:
                yield found.depth
        raise Stopped("told to stop")

    @property
    def _seconds_to_decide(self) -> float | None:
        """The time limit, where the search may end once no other move can catch up within it."""
        is_first_try = self.slack > 1.0  # in plain Python, after which there is more time
        return None if self.options.early_stop is False or is_first_try else self._seconds

    def _is_forced(self, found: Estimate) -> bool:
        """Is a clock all that ends the search, and only one move legal?"""
        return self._seconds is not None and self.options.early_stop is not False and len(found.rows) == 1

    @override
    def at_depth(self, depth: int) -> tuple[list[MoveReport], bool]:
        assert self._found is not None
        return self._reports(self._found), self._found.is_exact

    # ------------------------------------------------------------ the answer

    @override
    def answer(self, progress: Progress | None, remote: Remote | None = None) -> Analysis:
        self._is_followed = progress is not None
        return self._as_the_table_has_it(_proven_first(super().answer(progress, remote)))

    def _as_the_table_has_it(self, answer: Analysis) -> Analysis:
        """Where an endgame table knows every move, in its order: simulations do not tell who wins sooner."""
        endgames = None if self.game.facts.hidden else endgames_for(self.game, self.options)
        if endgames is None or not answer.exact:
            return answer
        asked = EndgameQuestion(self.game, self.s, self.algorithm, self.options, self.position)
        asked.looking = Looking(self.game, endgames)
        found = asked.answer_if_known(answer.note)
        if found is None:
            return answer
        visits = {move.move: move.visits for move in answer.moves}
        rows = tuple(replace(move, visits=visits.get(move.move, 0), confidence=0.0) for move in found.moves)
        return replace(found, moves=rows, search=answer.search)

    @override
    def _stopped(self, answer: Analysis | None, end: BaseException, remote: Remote, seconds: float) -> Analysis:
        """As elsewhere, but no simulation is lost."""
        if self._found is not None:
            answer = self.report(self._reports(self._found), self._found.is_exact, self.did(0, seconds))
        return super()._stopped(answer, end, remote, seconds)

    @override
    def ended(self, exact: bool) -> str:
        why = "" if self._found is None else self._found.ended
        return "solved" if exact else why or "depth"

    @override
    def plies(self, answer: Analysis) -> Iterator[Plies]:
        """Counting them may take a second or two: not where only the move counts, nor with a short clock."""
        seconds = self.options.seconds
        is_hurried = self.options.early_stop or (seconds is not None and seconds < TIME_TO_COUNT)
        return iter(()) if is_hurried else plies_if_small(answer)

    @override
    def _in_a_line(self, progress: Callable[[str], None] | None) -> Progress | None:
        return None if progress is None else lambda answer: progress(how_far(answer.search))

    def _reports(self, found: Estimate) -> list[MoveReport]:
        """The moves, the best first; the outcomes of chance in the game's own order."""
        rows = list(found.rows)
        if self.player == CHANCE:
            outcomes = [outcome for outcome, _ in self.game.outcomes(self.s)]
            rows.sort(key=lambda row: outcomes.index(row.action))
        else:
            legal = list(self.choices()) if self.game.repetition_is_illegal else None
            rows = [row for row in rows if legal is None or row.action in legal]
        return [self._move(row) for row in rows]

    def _move(self, row: Estimated) -> MoveReport:
        value: Value = tuple(share + 0.0 for share in row.value) if isinstance(row.value, tuple) else row.value + 0.0
        confidence = CONFIDENT * row.error
        if row.is_exact:
            words = words_for(self.game, self.s, value, True)
        else:
            words = average_words(self.game, self.s, value, confidence) if row.visits else UNDECIDED
        line = self._line(row.line)
        return MoveReport(
            line[0], row.action, value, words, 0.0, line, exact=row.is_exact, visits=row.visits, confidence=confidence
        )

    def _line(self, actions: tuple[Action, ...]) -> tuple[str, ...]:
        """The actions of a line in words, up to a roll of the dice."""
        game, s = self.game, self.s
        line = []
        for action in actions:
            line.append(game.action_text(s, action))
            s = game.result(s, action)
            if game.is_terminal(s) or game.player(s) == CHANCE:
                break
        return tuple(line)

    @override
    def report(self, moves: list[MoveReport], exact: bool, search: SearchReport) -> Analysis:
        """The moves as they are ranked by the search: the most visited first, but for what is proven."""
        if self.player == CHANCE:
            made = super().report(moves, exact, search)
            return made if exact else replace(made, words=average_words(self.game, self.s, made.value, None))
        if not moves:
            raise stuck(self.game)
        own = [finite(self.game, m.value[self.player] if self.in_vectors else m.value) for m in moves]
        rows = [
            replace(self._sure(move, False), loss=max(0.0, loss_of(own[0], worth)))
            for move, worth in zip(moves, own, strict=True)
        ]
        best = rows[0]
        made = Analysis(
            self.game, self.s, self.position, self.player, exact, best.move, best.value, best.words, (), search
        )
        return replace(made, moves=tuple(rows), note=self._note(len(rows)))

    def _note(self, moves: int) -> str:
        """Why the search stopped early, where it did; and what was broken off, if much was."""
        found, notes = self._found, []
        if found is not None and found.ended == "decided":
            why = "it is the only legal move" if moves == 1 else "no other move could catch up"
            notes.append(f"stopped early: {why}")
        if found is not None and found.broken_off:
            taken = "by the evaluation there" if answers(self.game, "evaluate") else "as even"
            which = f"{found.broken_off:,} of {found.simulations:,} simulations"
            notes.append(f"{which} went on for more than {LONGEST_PLAYOUT:,} plies, were broken off and count {taken}")
        return "; ".join(notes)

    @property
    @override
    def is_sound(self) -> bool:
        """A mean is no proof, even where all of it comes from finished games."""
        return False

    @override
    def did(self, depth: int, seconds: float) -> SearchReport:
        found = self._found
        if found is None:
            return SearchReport(self.algorithm.name, 1, self.engine.nodes, seconds, statistics={"simulations": 0})
        speed = round(found.simulations / found.seconds) if found.seconds > 0 else 0
        statistics: dict[str, Any] = {
            "simulations": found.simulations,
            "simulations_per_second": speed,
            "tree_nodes": self.engine.tree_nodes,
            "tree_depth": found.depth,
            "memory_used": found.hash_full / FULL,
        }
        if isinstance(self.engine, MonteCarloEngine) and self.engine.endgame_hits:
            statistics["endgame_hits"] = self.engine.endgame_hits
        return SearchReport(self.algorithm.name, found.depth, found.nodes, seconds, statistics=statistics)


def _proven_first(answer: Analysis) -> Analysis:
    """An answer in which a proven best move stands before moves that only seem as good, or better, by their means."""
    if not answer.exact or answer.best is None or answer.moves[0].exact:
        return answer
    rows = sorted(answer.moves, key=lambda move: not (move.exact and move.loss == 0))
    best = rows[0]
    return replace(
        answer, best=best.move, value=best.value, words=best.words, distance=best.distance, moves=tuple(rows)
    )

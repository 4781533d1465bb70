"""Answers by the engine: deepening under a clock, or proof where the game allows it; all moves share one table."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf, isfinite
from typing import Any

from kibitz.answer.analysis import Analysis, MoveReport, SearchReport, finite, for_mover
from kibitz.answer.certainty import Value
from kibitz.answer.endgames_at_hand import endgames_for
from kibitz.answer.options import Options
from kibitz.answer.questions.question import DEEPEST, LONGEST_LINE, Question, ValueQuestion
from kibitz.answer.soonest import Plies, after, is_counted, may_win_by_more
from kibitz.errors import Stopped
from kibitz.game import CHANCE, Action, Game, State, answers
from kibitz.game.repeating import counts_repetition, is_repeated_out, worth_repeated
from kibitz.native.override import override
from kibitz.search.engine.counts import Counts
from kibitz.search.engine.desk import WITHOUT_LIMIT
from kibitz.search.engine.distance import Distances, Way
from kibitz.search.engine.engine import Engine
from kibitz.search.engine.ordering import at_least
from kibitz.search.metareasoning import PROVEN, Deliberation
from kibitz.search.partition.partition_engine import PartitionEngine, engine_for
from kibitz.search.soundness import payoff

SHALLOW = 12  # plies searched before a proof is tried: an answer if there is no time for it
FIRST_LOOK = 5_000  # nodes, at least, for counting the plies of what is proven: else as many as the proof took
SHARE_FOR_DEPTHS = 0.1  # of the limit, after which no further depth is begun: the last takes longer than all before it
ASPIRATION = 0.5  # the window around the last value, to either side: this much of the range of utilities


@dataclass
class EngineQuestion(ValueQuestion):
    """One position for the engine."""

    algorithms = ("deepening",)
    uses = ("threads", "megabytes", "techniques", "endgames", "early_stop")

    _best: tuple[int, float] | None = field(init=False, default=None)  # the number of a best move, once it is proven
    _is_won: bool = field(init=False, default=False)  # is a move proven that none can be better than?
    _second: Distances | None = field(init=False, default=None)  # the second look, once there is something to measure

    @cached_property
    def engine(self) -> Engine:
        """The engine that suits the game; it is kept from one position to the next."""
        return engine_with(self.game, self.options)

    @override
    def begin(self) -> Engine:
        self.engine.begin(self.s)
        if counts_repetition(self.game):
            self.engine.play_on_from((*self.options.history, int(self.game.recurrence(self.s))))
        return self.engine

    @override
    def exact_value(self) -> float:
        return finite(self.game, self.engine.solve(self.s)) + 0.0

    @override
    def prepare(self) -> EngineQuestion:
        self.begin()
        self.engine.prepare_lines(self.s)
        self._begun = time.perf_counter()
        self._depth = 0
        self._best = self._second = None
        self._is_won = False
        self._judged: dict[int, MoveReport] = {}  # by the number of the action: what is proven of it
        self._values: dict[int, float] = {}  # by the number of the action, from the depth before
        return self

    def stop(self) -> None:
        """End what is being searched, and whatever is asked next, from any thread."""
        self.engine.stop()
        if self._second is not None:
            self._second.engine.stop()

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        return self.engine.nodes

    @override
    def plies(self, answer: Analysis) -> Iterator[Plies]:
        """Of each move, looked for again: a proof does not tell them."""
        game, engine = self.game, self.engine
        counted = [move for move in answer.moves if is_counted(game, self.s, move)]
        if not counted or self.options.techniques is not None or not Distances.fit(game):
            return
        if may_win_by_more(game, self.s, counted):
            return
        ways = {move.move: Way(*after(game, self.s, move.action, move.value)) for move in counted}
        most = max(FIRST_LOOK, engine.nodes)
        if self.options.nodes is not None:
            most = min(most, max(0, self.options.nodes - engine.nodes))
        self._second = Distances(engine, most)
        if engine.is_stopped:
            self._second.engine.stop()
        try:
            for plies in range(WITHOUT_LIMIT):
                self._second.step(list(ways.values()), plies)
                known = {move: way.within + 1 for move, way in ways.items() if way.within is not None}
                self._draw_lines({move: way for move, way in ways.items() if way.within == plies}, counted)
                yield known
                if len(known) == len(ways):
                    break
        except Stopped:
            if self._second.engine.is_stopped:
                raise

    def _draw_lines(self, ways: dict[str, Way], counted: list[MoveReport]) -> None:
        """Find the lines of moves whose plies are known: both sides take no more and no fewer."""
        assert self._second is not None
        for move in counted:
            if (way := ways.get(move.move)) is None or way.within is None:
                continue
            s, line = way.s, [move.move]
            for action in self._second.line(s, way.value, way.within, LONGEST_LINE - 1):
                line.append(self.game.action_text(s, action))
                s = self.game.result(s, action)
            self.lines[move.move] = tuple(line)

    @override
    def depths(self) -> Iterable[int]:
        """1, 2, 3, …; a game without an evaluation gains nothing from depth, so a proof is tried early."""
        deepest = self.options.depth or DEEPEST
        first = SHALLOW if self.engine.whole else 0
        if self._wants_truth:
            return self._towards_a_proof()
        if self.options.depth is None and self._proves:
            return proof_after(self, first)
        return self._until_nothing_is_better(min(deepest, WITHOUT_LIMIT))

    def _until_nothing_is_better(self, deepest: int) -> Iterator[int]:
        """1, 2, 3, …, until a move is proven that no other can be better than, where repetitions count.

        There the other moves may never be proven, as far as one looks.
        """
        watching = self.deliberation()
        for depth in range(1, deepest + 1):
            yield depth
            if self._is_won:
                break
            if watching is not None:
                self.why_early = self._reason_to_stop(watching)
                if self.why_early:
                    break

    def _reason_to_stop(self, watching: Deliberation) -> str:
        """Why a further depth is not worth its time, by what the last one found; empty to go on."""
        ranked = sorted(self._values, key=lambda number: -self._values[number])
        second = self._values[ranked[1]] if len(ranked) > 1 else None
        elapsed = time.perf_counter() - self._begun
        return watching.reason_to_stop(ranked[0], self._values[ranked[0]], second, elapsed)

    @property
    def _proves(self) -> bool:
        is_partition = isinstance(self.engine, PartitionEngine)
        return is_partition or (self.engine.can_prove and not answers(self.game, "evaluate"))

    @cached_property
    def _wants_truth(self) -> bool:
        """Is there nothing to guess by, so that what time there is goes into proving the best move, as `solve` does?"""
        options, game = self.options, self.game
        is_timed = options.depth is None and (options.seconds is not None or options.nodes is not None)
        is_open = not answers(game, "evaluate") and not game.facts.chance and self.is_sound
        is_open = is_open and not counts_repetition(game)  # else depth by depth: what needs no repetition is proven
        return is_timed and is_open and not isinstance(self.engine, PartitionEngine)

    def _towards_a_proof(self) -> Iterator[int]:
        """A few depths, for an answer if there is no time for more; then one proof after the other."""
        depth = 1
        while depth <= SHALLOW and self._share_spent < SHARE_FOR_DEPTHS:
            yield depth
            depth += 1
        while not self.is_endless:
            yield DEEPEST
            if (
                self.options.early_stop and self._best is not None
            ):  # the others are no better: that is enough for a move
                self.why_early = PROVEN
                return
        yield from range(depth, WITHOUT_LIMIT)

    @property
    def _share_spent(self) -> float:
        """How much of the limit is spent, from 0 to 1."""
        if self.options.nodes is not None:
            return self.engine.nodes / self.options.nodes
        return (time.perf_counter() - self._begun) / (self._seconds or inf)

    def _next_proof(self) -> tuple[list[MoveReport], bool]:
        """First the value of the position and a best move, as `solve` finds them; then one more move each time."""
        actions = list(self.choices())
        if self._best is None:
            value = finite(self.game, self.engine.solve(self.s)) + 0.0
            best = self.engine.proven_action(self.s, value)
            self._best = actions.index(best), value
            self._judged = {actions.index(best): self.move(best, value, DEEPEST, True)}
        else:
            number = next(number for number in range(len(actions)) if number not in self._judged)
            worth = self.worth(actions[number], DEEPEST)
            self._judged[number] = self.move(actions[number], worth, DEEPEST, True)
        first, value = self._best
        order = sorted(range(len(actions)), key=lambda number: number != first)
        moves = [self._judged.get(number) or self._no_better(actions[number], value) for number in order]
        return moves, all(move.exact for move in moves)

    def _no_better(self, action: Action, value: float) -> MoveReport:
        """A move of which nothing is known but that the best one has this value."""
        low, high = self.game.utility_range
        least = low if self.player == 0 else self.game.at_stake(self.s) - high
        worth = min(value, for_mover(self.game, self.s, 0.0))
        text = self.game.action_text(self.s, action)
        words = self.words(worth, worth == least, self._depth)
        return MoveReport(text, action, worth, words, 0.0, (text,), exact=worth == least)

    @override
    def report(self, moves: list[MoveReport], exact: bool, search: SearchReport) -> Analysis:
        answer = super().report(moves, exact, search)
        return replace(answer, exact=exact or self._is_won or (self._best is not None and moves[0].exact))

    @override
    def ended(self, exact: bool) -> str:
        return super().ended(exact or self._is_won)

    @override
    def at_depth(self, depth: int) -> tuple[list[MoveReport], bool]:
        if self._wants_truth and depth == DEEPEST and not self.only:
            return self._next_proof()
        self._depth = depth
        guesses = self.engine.guesses()
        actions = list(self.choices())
        numbers = sorted(range(len(actions)), key=lambda number: -self._values.get(number, 0.0))
        below = depth if depth == DEEPEST else depth - self.game.depth_spent(self.s)
        proven = set()
        values = {}
        for number in numbers:
            believed = self.engine.guesses()
            values[number] = self.worth(actions[number], below, self._values.get(number))
            if self.engine.guesses() == believed:
                proven.add(number)
        exact = self.engine.guesses() == guesses
        self._values = values
        if counts_repetition(self.game):
            self._is_won = any(values[number] == self._most for number in proven)
        # Of equals the more promising comes first, and what comes back to a position of the game last: that is all
        # there is to go by before anything is proven.
        if self.player != CHANCE:
            numbers.sort(key=lambda number: (self._comes_back(actions[number]), -self._promise(actions[number])))
        else:
            numbers.sort()
        moves = [self.move(actions[n], values[n], depth, exact) for n in numbers]
        return [self._own_proof(move, depth, n in proven) for n, move in zip(numbers, moves, strict=True)], exact

    @override
    def at_a_glance(self) -> list[MoveReport]:
        self._appeal: list[float] = []
        reports = super().at_a_glance()
        if self.player == CHANCE:
            return reports
        appeal = [*self._appeal, *[-inf] * (len(reports) - len(self._appeal))]  # the last ones were not reached
        order = sorted(range(len(reports)), key=lambda number: -appeal[number])
        return [reports[number] for number in order]

    @override
    def guess(self, action: Action) -> Value:
        self._appeal.append(self._promise(action) if self.player != CHANCE else 0.0)
        known = self.game.known(self.game.result(self.s, action))
        return super().guess(action) if known is None else self.worth(action, 0)

    @override
    def did(self, depth: int, seconds: float) -> SearchReport:
        counts = self.engine.counts()
        shown = min(depth, max(0, len(counts.by_ply)))
        report = SearchReport(
            self.algorithm.name,
            shown,
            counts.nodes,
            seconds,
            counts.table_hits,
            counts.cutoffs,
            statistics=statistics(counts)
            | self.engine.details()
            | (_of_chance(counts) if self.game.facts.chance else {}),
        )
        return report

    def worth(self, action: Action, below: int, before: float | None = None) -> float:
        """What a move is worth to the player who makes it, an outcome of chance to player 0.

        `below` is the depth left after it, DEEPEST for a proof; `before` is what it was worth to the depth before.
        """
        game = self.game
        after = game.result(self.s, action)
        if game.is_terminal(after):
            return payoff(game, after, max(self.player, 0)) + 0.0
        same = self.engine.side(after) == max(self.player, 0)
        if (again := self._again(after)) is not None:
            return again
        known = game.known(after)
        if known is not None:
            return (known if same else game.at_stake(after) - known) + 0.0
        turned = before if before is None or same else game.at_stake(after) - before
        value = self._proof(after) if below == DEEPEST else self._aspire(after, below, turned)
        return (value if same else game.at_stake(after) - value) + 0.0

    def _again(self, after: State) -> float | None:
        """What a move is worth that leads to a position of the game so far: a guess, unless it ends the game."""
        history = self.engine.history
        if self.game.repetition is None or int(self.game.recurrence(after)) not in history:
            return None
        if not is_repeated_out(self.game, after, history):
            self.engine.believe()
        return float(for_mover(self.game, self.s, worth_repeated(self.game, after)))

    def _comes_back(self, action: Action) -> bool:
        """Does a move lead back to a position of the game so far, in a game in which that matters?"""
        history = self.engine.history
        return bool(history) and int(self.game.recurrence(self.game.result(self.s, action))) in history

    @property
    def _most(self) -> float:
        """The most that the player to move can end with."""
        low, high = self.game.utility_range
        return high if max(self.player, 0) == 0 else self.game.at_stake(self.s) - low

    def _proof(self, s: State) -> float:
        is_partition = isinstance(self.engine, PartitionEngine)
        return self.engine.prove(s) if is_partition else self.engine.solve(s)

    def _promise(self, action: Action) -> float:
        after = self.game.result(self.s, action)
        return at_least(float(self.game.promise(self.s, action, after, self.game.survey(self.s))))

    def _aspire(self, after: State, depth: int, guess: float | None) -> float:
        """The value to a depth; a window around the last one is tried first.

        That saves some nodes where the value has hardly changed, and costs a second search where it has. Between whole
        numbers 1 is the narrowest window that has something in it; it is also taken where nothing else is known.
        """
        if guess is not None and self.engine.techniques.aspiration:
            low, high = self.game.utility_range
            margin = 1.0 if self.game.whole or not isfinite(high - low) else (high - low) * ASPIRATION
            margin = self.game.swing / 2 or margin
            value = self.engine.value(after, depth, guess - margin, guess + margin)
            if guess - margin < value < guess + margin:
                return value
        return self.engine.value(after, depth)

    @property
    @override
    def is_sound(self) -> bool:
        on = self.engine.techniques
        return not on.null_move and on.beam == 0

    def move(self, action: Action, value: float, depth: int, exact: bool) -> MoveReport:
        """The report of a move whose value was found to a depth."""
        words = self.words(value, exact, depth)
        line = self._line(action, value, exact)
        return MoveReport(self.game.action_text(self.s, action), action, value, words, 0.0, line, exact=exact)

    def _own_proof(self, move: MoveReport, depth: int, is_proven: bool) -> MoveReport:
        """A move that may be proven though not all are. Its line is what the table holds: a proven one takes time."""
        if move.exact or not is_proven:
            return move
        return replace(move, words=self.words(move.value, True, depth), exact=True)

    def _line(self, action: Action, value: float, exact: bool) -> tuple[str, ...]:
        """What follows a move, up to a roll: moves that keep an exact value; without one, what the table holds best."""
        game, s = self.game, self.s
        line = [game.action_text(s, action)]
        if self.engine.is_stopped:
            return tuple(line)
        s = game.result(s, action)
        if exact and not counts_repetition(game):
            same = self.engine.side(s) == max(self.player, 0)
            actions = self.engine.proven_line(s, value if same else game.at_stake(s) - value, LONGEST_LINE - 1)
        else:
            actions = self._table_line(s)
        for following in actions:
            line.append(game.action_text(s, following))
            s = game.result(s, following)
        return tuple(line)

    def _table_line(self, s: State) -> list[Action]:
        """What the table holds best, up to a roll."""
        game = self.game
        line: list[Action] = []
        while len(line) < LONGEST_LINE - 1 and not game.is_terminal(s) and game.player(s) != CHANCE:
            action = self.engine.table_action(s)
            if action is None:
                break
            line.append(action)
            s = game.result(s, action)
        return line


def engine_with(game: Game, options: Options) -> Engine:
    """The engine that suits a game, as the options want it, with the game's endgame table if there is one."""
    endgames = endgames_for(game, options)
    return engine_for(
        game, threads=options.threads, techniques=options.techniques, endgames=endgames, **options.settings
    )


def proof_after(question: Question, plies: int) -> Iterator[int]:
    """The first depths, then a proof; where that has shown that play can go on for ever, more depths."""
    yield from range(1, plies + 1)
    yield DEEPEST
    if question.is_endless:
        yield from range(plies + 1, WITHOUT_LIMIT)


def statistics(counts: Counts) -> dict[str, Any]:
    """Figures that follow from the counts."""
    nodes = max(1, counts.nodes)
    branching = counts.candidates / max(1, counts.inner)
    deepest = max(1, len(counts.by_ply))
    return {
        "first_move_cutoffs": round(counts.first_cutoffs / counts.cutoffs, 4) if counts.cutoffs else None,
        "table_cutoffs": counts.table_cutoffs,
        "bound_cutoffs": counts.bound_cutoffs,
        "proof_cutoffs": counts.proof_cutoffs,
        "child_cutoffs": counts.child_cutoffs,
        "branching": round(branching, 3),
        "effective_branching": round(_root(nodes, deepest), 3),
        "nodes_by_ply": [1, *counts.by_ply],  # each move has a search of its own, which begins at ply 1
        **({"endgame_hits": counts.endgame_hits} if counts.endgame_hits else {}),
    }


def _of_chance(counts: Counts) -> dict[str, Any]:
    """The counts at chance nodes."""
    return {
        "chance_nodes": counts.chance_nodes,
        "chance_cutoffs": counts.chance_cutoffs,
        "probes": counts.probes,
    }


def _root(nodes: int, depth: int) -> float:
    """The branching b for which a uniform tree of that depth has that many leaves."""
    return float(nodes ** (1 / depth)) if nodes > 0 and depth > 0 else inf

"""A long analysis in pieces: every legal move is searched apart, wherever a `Spread` has it done.

What is exact stays exact: a move's value does not depend on who searches it. Without a proof all moves are compared at
the deepest depth that was completed for each of them. What it costs: no move profits from the table of another, so
that a few moves on a few cores gain less than their number. With a time limit that may be less than one search finds:
one of the workers then searches the position as a whole, and the deeper answer is taken.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from kibitz.answer.analysis import Analysis, MoveReport, SearchReport, mover
from kibitz.answer.books import is_in_book
from kibitz.answer.certainty import WIN, Value, found_end
from kibitz.answer.options import Options
from kibitz.answer.plan import Plan
from kibitz.answer.questions.by_selective import SelectiveQuestion
from kibitz.answer.questions.question import Question
from kibitz.answer.soonest import measured
from kibitz.errors import BadInput, Unsolved
from kibitz.game import CHANCE, Action, Game, State
from kibitz.game.given import state_of
from kibitz.game.malformed import answers_the_questions
from kibitz.game.repeating import is_repeated_out, keys_of
from kibitz.games import GameSource
from kibitz.native.override import override
from kibitz.pieces import Estimate, Piece, Spread
from kibitz.search import ENGINE
from kibitz.search.engine.ordering import at_least
from kibitz.search.whole.value_iteration import TABLE

STOPS = "interrupted", "time", "nodes", "endless", "memory"  # why a search stopped: the first of these is told


class Judged(NamedTuple):
    """What was found of a move to a depth; `value` is for the player who makes it."""

    depth: int
    value: float
    exact: bool
    line: tuple[str, ...]
    distance: int | None


class MoveFound(NamedTuple):
    """What was found of a move, depth by depth, and what that took."""

    judged: tuple[Judged, ...]
    search: SearchReport

    def at(self, depth: int) -> Judged:
        """What was found to a depth: exact if it ever was, else the deepest that is not deeper."""
        if self.judged[-1].exact:
            return self.judged[-1]
        return next((each for each in reversed(self.judged) if each.depth <= depth), self.judged[0])


class Undivided(NamedTuple):
    """The position as a whole, to be searched with these limits."""

    options: Options
    position: str | None


@dataclass(frozen=True)
class MoveSearch:
    """The search of one move as work: called with the action, it finds what that is worth."""

    game: Game
    options: Options
    state: State

    @override
    def __reduce__(self) -> tuple[Any, ...]:
        return _move_search, (GameSource.of(self.game), self.options, self.state)

    def __call__(self, asked: Action | Undivided) -> MoveFound | Analysis:
        """What is found of an action within the limits; of the position, if that is asked."""
        if isinstance(asked, Undivided):
            return Plan.of(self.game, asked.options, self.state).answer(self.state, position=asked.position)
        action = asked
        plan = Plan.of(self.game, self.options, self.state)
        question = plan.question(self.state, "")
        return self._after(action) if isinstance(question, SelectiveQuestion) else self._alone(plan, action)

    def warm_up(self, asked: Action | Undivided) -> None:
        """Have compiled what is needed."""
        shallow = replace(self.options, seconds=None, nodes=None, depth=2)
        if isinstance(asked, Undivided):
            asked = asked._replace(options=shallow)
        replace(self, options=shallow)(asked)

    def _alone(self, plan: Plan, action: Action) -> MoveFound:
        """By the engine, which leaves out all other moves."""
        text = self.game.action_text(self.state, action)
        found: list[Judged] = []

        def note(answer: Analysis) -> None:
            row = next(move for move in answer.moves if move.move == text)
            found.append(Judged(answer.search.depth, row.value, row.exact, row.line, row.distance))

        answer = replace(plan, only=(action,)).answer(self.state, position="", progress=note)
        note(answer)
        return MoveFound(tuple(found), replace(answer.search, statistics={}))

    def _after(self, action: Action) -> MoveFound:
        """By what the selective search thinks of the position after the move: it thinks about one line at a time."""
        game, s = self.game, self.state
        after = game.result(s, action)
        text = game.action_text(s, action)
        options = replace(self.options, history=(*self.options.history, *keys_of(game, [s])))
        if options.depth is not None:
            options = replace(options, depth=max(1, options.depth - 1))
        found: list[Judged] = []

        def note(answer: Analysis) -> None:
            same = mover(game, after) == mover(game, s)
            value = answer.value if same else game.at_stake(after) - answer.value
            value = value if answer.exact else _a_ply_further(game, s, value)
            line = (text, *(answer.moves[0].line if answer.moves else ()))
            plies = 0 if game.is_terminal(after) else answer.distance
            distance = None if plies is None else plies + 1
            found.append(Judged(answer.search.depth + 1, value, answer.exact, line, distance))

        answer = Plan.of(game, options, after).answer(after, position="", progress=note)
        note(answer)
        return MoveFound(tuple(found), replace(answer.search, depth=answer.search.depth + 1, statistics={}))


def _move_search(source: GameSource, options: Options, s: State) -> MoveSearch:
    """What searches moves, in another process."""
    return MoveSearch(source.game(), options, s)


def _a_ply_further(game: Game, s: State, value: float) -> float:
    """A value that tells of a win or a loss, one ply further away."""
    end = found_end(game, s, value)
    if end is None or game.haste <= 0:
        return value
    return value - game.haste if end[0] == WIN else value + game.haste


def analyse_apart(
    game: Game,
    options: Options,
    s: State = None,
    *,
    spread: Spread,
    position: str | None = None,
    progress: Callable[[str], None] | None = None,
) -> Analysis:
    """Judge every legal move of a state, each apart, wherever `spread` has it done; else as `analyse_with`.

    A time limit is for all moves together: each has its share of it, by how many are searched at a time. So is a node
    limit. `progress` is called with a line after every move that is done. Where there is nothing to divide, because the
    game is small, over, or has one move only, the answer is found here.
    """
    answers_the_questions(game)
    s = state_of(game, s)
    plan = Plan.of(game, options, s)
    _refuse_undivided(plan)
    question = plan.question(s, game.text(s) if position is None else position)
    is_over = game.is_terminal(s) or is_repeated_out(game, s, options.history)
    actions = [] if is_over else list(question.choices())
    is_known = is_in_book(game, s, options) or plan.value_in_table(s) is not None
    is_whole = plan.algorithm is not ENGINE or question.player == CHANCE or options.depth == 1
    if len(actions) < 2 or is_whole or is_known:
        return plan.answer(s, position=position)
    places = int(getattr(spread, "places", 1))
    is_hedged = places > 1 and options.seconds is not None
    apart = places - 1 if is_hedged else places
    limited = _shared_out(options, len(actions), apart)
    found: dict[int, MoveFound] = {}
    undivided: Analysis | None = None
    actions.sort(key=lambda action: -_promise(game, s, action))  # among equals the more promising comes first
    pieces = [Piece(game.action_text(s, action), action) for action in actions]
    numbers = {piece.name: number for number, piece in enumerate(pieces)}
    estimate = Estimate(len(pieces))
    first = [Piece("", Undivided(replace(options, compiled=not options.interpreted), position))] if is_hedged else []
    for name, each in spread(MoveSearch(game, limited, s), [*first, *pieces]):
        if isinstance(each, Analysis):
            undivided = each
            continue
        found[numbers[name]] = each
        if progress is not None:
            told = each.judged[-1]
            worth = question.words(told.value, told.exact, told.depth)
            progress(f"{len(found)} of {len(pieces)} moves: {name} {worth}{estimate.words(len(found))}")
    made = _put_together(question, [(action, found[number]) for number, action in enumerate(actions)], apart)
    if undivided is not None and not made.exact and (undivided.exact or undivided.search.depth >= made.search.depth):
        return undivided
    return replace(made, note=f"the {len(actions)} moves were searched apart")


def _promise(game: Game, s: State, action: Action) -> float:
    return at_least(float(game.promise(s, action, game.result(s, action), game.survey(s))))


def _refuse_undivided(plan: Plan) -> None:
    """`BadInput` where moves cannot be searched apart, and it was not Kibitz who chose the algorithm for the game."""
    is_small = plan.algorithm is TABLE and plan.options.algorithm == "auto"
    if plan.algorithm is not ENGINE and not is_small:
        raise BadInput(
            f"--workers and --cluster divide the moves of deepening, not of {plan.algorithm.name}: leave them out"
        )


def _shared_out(options: Options, moves: int, places: int) -> Options:
    """The limits of one move."""
    turns = math.ceil(moves / max(1, places))
    return replace(
        options,
        seconds=None if options.seconds is None else options.seconds / turns,
        nodes=None if options.nodes is None else max(1, options.nodes // moves),
        compiled=not options.interpreted,
    )


def _put_together(question: Question, found: list[tuple[Action, MoveFound]], places: int) -> Analysis:
    """One answer from what was found of every move, this many at a time."""
    game, s = question.game, question.s
    unproven = [each for _, each in found if not each.judged[-1].exact]
    depth = min((each.judged[-1].depth for each in unproven), default=max(each.search.depth for _, each in found))
    moves, plies = [], {}
    for action, each in found:
        judged = each.at(depth)
        text = game.action_text(s, action)
        words = question.words(judged.value, judged.exact, judged.depth)
        row = MoveReport(text, action, judged.value, words, 0.0, judged.line, exact=judged.exact)
        if judged.distance is not None:
            plies[text] = judged.distance
        moves.append(row)
    spent = [each.search.seconds for _, each in found]
    stops = {each.search.stopped_by for each in unproven}
    search = SearchReport(
        question.algorithm.name,
        depth,
        sum(each.search.nodes for _, each in found),
        max(*spent, sum(spent) / places),  # without what it takes to start workers, and to compile
        sum(each.search.table_hits for _, each in found),
        sum(each.search.cutoffs for _, each in found),
        next((why for why in STOPS if why in stops), "depth") if unproven else "solved",
    )
    answer = measured(question.report(moves, not unproven, search), plies)
    best = answer.moves[0]
    low, high = game.utility_range
    most = high if question.player == 0 else game.at_stake(s) - low
    if best.exact and best.value == most and not answer.exact:  # none can be better
        return replace(answer, exact=True, search=replace(search, stopped_by="solved"))
    return answer


def solve_apart(
    game: Game, options: Options, s: State, *, spread: Spread, progress: Callable[[str], None] | None = None
) -> Value:
    """The exact value of a state for the player to move, by its moves; `Unsolved` where a limit was reached."""
    answer = analyse_apart(game, options, s, spread=spread, progress=progress)
    if not answer.exact:
        raise Unsolved(f"{game.text(s)!r} is not solved within the limit")
    return answer.value

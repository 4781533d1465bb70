"""Is an answer right? The value to six digits, within a window what a bound may be, and the move where there is one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isfinite, isnan

from kibitz.game import CHANCE, MAX
from kibitz.lab.grading.calling import DIED, ENDLESS, FINE, RAISED, SKIPPED, Outcome, Part, seen_window
from kibitz.lab.grading.shapes import NEGAMAX, Calling
from kibitz.lab.grading.trial import FULL, Trial, best_moves, exact, same

VALUE, MOVE, NOTHING = "value", "move", "nothing"  # what may be wrong with an answer, beside how the call ends
ORDERS = ("value, move", "move, value")


def sign(trial: Trial, calling: Calling) -> int:
    """Whose side the answer is for: 1 for MAX; in negamax −1 where MIN moves."""
    return -1 if calling.kind == NEGAMAX and trial.root.player not in (MAX, CHANCE) else 1


def expected(trial: Trial, calling: Calling) -> float:
    """The right value, as the function should answer it."""
    return sign(trial, calling) * exact(trial.root, trial.depth)


def value_of(outcome: Outcome, calling: Calling) -> float | None:
    """The value in an answer; None if there is no number where it should be."""
    if outcome.status != FINE or not outcome.parts:
        return None
    number = _part(outcome, calling, ORDERS[1]).number
    return None if number is None or isnan(number) else number


def move_of(outcome: Outcome, calling: Calling) -> int | None:
    """The number of the child in an answer, from 0; −1 if it is none of them; None if no move is answered."""
    if calling.answer not in ORDERS or len(outcome.parts) != 2:
        return None
    part = _part(outcome, calling, ORDERS[0])
    if calling.over == "game" or calling.move == "child":
        return part.places[0] if part.places else -1
    return int(part.number) if part.number is not None and isfinite(part.number) else -1


def _part(outcome: Outcome, calling: Calling, second: str) -> Part:
    """The first part of the answer, or the second one if that is how the answer is read."""
    return outcome.parts[1 if calling.answer == second and len(outcome.parts) == 2 else 0]


def fault(trial: Trial, outcome: Outcome, calling: Calling) -> str:
    """What is wrong with an answer, in a word; "" if nothing is."""
    if outcome.status in (RAISED, ENDLESS, DIED, SKIPPED):
        return outcome.status
    value = value_of(outcome, calling)
    if value is None:
        return NOTHING
    if calling.answer in ORDERS and len(outcome.parts) != 2:
        return NOTHING
    right = expected(trial, calling)
    if not _fits(value, right, trial, calling):
        return VALUE
    if calling.answer in ORDERS and trial.root.player != CHANCE and trial.window == FULL:
        part = _part(outcome, calling, ORDERS[0])
        best = best_moves(trial)
        is_child = calling.over == "game" or calling.move == "child"
        if not (best & set(part.places) if is_child else move_of(outcome, calling) in best):
            return MOVE
    return ""


def _fits(value: float, right: float, trial: Trial, calling: Calling) -> bool:
    """Is it the value, or a bound on it where the value lies outside the window?"""
    if trial.window == FULL:
        return same(value, right)
    alpha, beta = seen_window(trial, calling)
    if right <= alpha:
        return value <= alpha + 1e-9
    if right >= beta:
        return value >= beta - 1e-9
    return same(value, right)


def read_answers(trials: Sequence[Trial], outcomes: Sequence[Outcome], calling: Calling) -> Calling:
    """How the function's answers are to be read: the way in which most of them are right."""
    if not any(len(each.parts) == 2 for each in outcomes):
        return calling
    moves = ("number", "child") if calling.over == "tree" else ("number",)
    ways = [replace(calling, answer=order, move=move) for order in ORDERS for move in moves]
    return max(ways, key=lambda way: _score(trials, outcomes, way))


def _score(trials: Sequence[Trial], outcomes: Sequence[Outcome], calling: Calling) -> tuple[int, int]:
    """How many values are right, then how many answers."""
    faults = [fault(trial, outcome, calling) for trial, outcome in zip(trials, outcomes, strict=True)]
    return sum(each in ("", MOVE) for each in faults), faults.count("")


def fitness(trials: Sequence[Trial], outcomes: Sequence[Outcome], calling: Calling) -> tuple[int, int]:
    """How well a way to call fits: right values, then answers of any kind."""
    return _score(trials, outcomes, calling)[0], sum(value_of(each, calling) is not None for each in outcomes)

"""Naming a mistake: which model of a classic mistake answers what the function answered, on every trial."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from kibitz.lab.grading.flawed import Flaw, FlawedSearch, Said
from kibitz.lab.grading.mistakes import MISTAKES, Mistake
from kibitz.lab.grading.shapes import ALPHABETA, NEGAMAX, TABLE, Calling
from kibitz.lab.grading.trial import Trial, same

NEARLY = 0.9  # of the wrong answers that a model must explain to be called the nearest one


class Answered(NamedTuple):
    """A call and what came of it, as far as it can be compared; None: no such thing was answered."""

    trial: Trial
    value: float | None
    move: int | None
    reads: int | None
    is_right: bool


class Named(NamedTuple):
    """The mistake that a function seems to have, and how sure that is."""

    mistake: Mistake
    explained: int  # wrong answers that the model gives, too
    wrong: int  # wrong answers in all
    is_sure: bool  # does the model agree everywhere, on right answers too?


def models(mistake: Mistake, calling: Calling) -> Iterator[Flaw]:
    """The models of a mistake that fit how the function is called: in every form of the search that it may have."""
    if calling.kind not in mistake.kinds or (mistake.is_deep and not calling.has_depth):
        return
    windows = calling.kind in (ALPHABETA, NEGAMAX, TABLE) and (calling.has_window or calling.kind == ALPHABETA)
    if mistake.is_windowed and not windows:
        return
    forms = ("soft", "hard", "drift") if windows else ("plain",)
    for flaw in mistake.flaws:
        if flaw.form != "plain":
            yield flaw
        elif calling.kind == NEGAMAX:
            yield replace(flaw, form="negamax", window=flaw.window or ("" if calling.has_window else "none"))
        else:
            for form in forms:
                yield replace(flaw, form=form)


def named(answered: Sequence[Answered], calling: Calling, about: str) -> list[Named]:
    """The mistakes that explain the answers: those with a model that agrees everywhere, else the nearest."""
    wrong = sum(not each.is_right for each in answered)
    sure: list[Named] = []
    nearest: tuple[float, Named] | None = None
    for mistake in MISTAKES:
        if mistake.about != about:
            continue
        for flaw in models(mistake, calling):
            explained, agreed = _agreement(flaw, answered, about)
            if agreed == len(answered):
                sure.append(Named(mistake, wrong, wrong, True))
                break
            if explained >= NEARLY * wrong and (nearest is None or agreed > nearest[0]):
                nearest = agreed, Named(mistake, explained, wrong, False)
    if sure or nearest is None or nearest[0] < NEARLY * len(answered):
        return sure
    return [nearest[1]]


def _agreement(flaw: Flaw, answered: Sequence[Answered], about: str) -> tuple[int, int]:
    """How many wrong answers, and how many answers at all, a model gives as well; it gives up when it is hopeless."""
    wrong = sum(not each.is_right for each in answered)
    explained = agreed = missed = 0
    for each in answered:
        if _agrees(FlawedSearch(flaw).run(each.trial), each, about):
            agreed += 1
            explained += not each.is_right
        else:
            missed += 1
            if missed > (1 - NEARLY) * max(wrong, 10):
                break
    return explained, agreed


def _agrees(said: Said, answered: Answered, about: str) -> bool:
    if about == "reads":
        return said.reads == answered.reads
    if about == "move":
        return said.move == answered.move
    return answered.value is not None and same(said.value, answered.value)

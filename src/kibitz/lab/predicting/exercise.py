"""An exercise: a search to predict step by step, and what the answers are worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import isclose, isinf
from typing import Any, NamedTuple

from kibitz.errors import BadInput
from kibitz.lab.predicting.predictions import (
    ALPHA,
    BETA,
    CUT,
    NAME,
    NEXT,
    NONE,
    VECTOR,
    WINDOW,
    YES_NO,
    Blank,
    Prediction,
    V,
    can_ask,
    has_own_value,
    predictions,
    read_asked,
    width_of,
)
from kibitz.lab.quiz import read_value
from kibitz.lab.recording import Step, shown
from kibitz.lab.simulation_recording import DIGITS
from kibitz.lab.tree_search import LabRun, children, number_at, run_tree

USUAL = (V, WINDOW, CUT)  # what is asked where nothing else is said
YES, NO = ("yes", "y", "true", "cut", "1"), ("no", "n", "false", "go on", "0")
LONGEST_QUOTE = 60  # characters of an answer


class Filled(NamedTuple):
    """One blank after grading; `given` is empty where the answer was asked to be shown."""

    label: str
    given: str
    expected: str
    right: bool


@dataclass(frozen=True)
class Graded:
    """What the answers to one question are worth, and the step's own sentence."""

    asked: Prediction
    filled: tuple[Filled, ...]
    why: str  # what was wrong; empty where nothing was
    told: str  # the sentence of the step, and of the cut that follows; empty where it would tell too much

    @property
    def sentence(self) -> str:
        """What was wrong, and what the search says of it."""
        return f"{self.why} {self.told}".strip()

    @property
    def points(self) -> int:
        """How many blanks are right."""
        return sum(each.right for each in self.filled)

    def json(self) -> dict[str, Any]:
        """Plain data for JSON."""
        filled = [each._asdict() for each in self.filled]
        told = {"number": self.asked.number, "step": self.asked.step, "node": self.asked.node}
        return told | {
            "points": self.points,
            "of": len(self.filled),
            "filled": filled,
            "why": self.why,
            "sentence": self.sentence,
        }


@dataclass(frozen=True)
class Exercise:
    """A search to predict step by step. The same run and the same `asked` always ask the same questions."""

    run: LabRun
    asked: tuple[str, ...]

    @cached_property
    def questions(self) -> tuple[Prediction, ...]:
        """Every question, in the order of the search."""
        return predictions(self.run, self.asked)

    def question(self, number: int) -> Prediction:
        """The question of that number, from 1."""
        if not 1 <= number <= len(self.questions):
            raise BadInput(f"there is no question {number}: expected 1 to {len(self.questions)}")
        return self.questions[number - 1]

    def grade(self, number: int, answers: Mapping[str, Any] | None) -> Graded:
        """Grade the answers to a question, by the names of its blanks; None shows them, for no points."""
        asked = self.question(number)
        step = self.run.recorder.steps[asked.step]
        names = [blank.name for blank in asked.blanks]
        for name in answers or {}:
            if name not in names:
                raise BadInput(f"question {number} has no blank {name!r}: expected {', '.join(names)}")
        filled, mistakes = [], []
        for blank in asked.blanks:
            accepted = self.accepted(asked, blank)
            expected = _told(accepted[0], self._digits)
            if answers is None:
                filled.append(Filled(blank.label, "", expected, False))
                continue
            given = self.read(blank, answers.get(blank.name, ""))
            right = any(self._same(given, each) for each in accepted)
            filled.append(Filled(blank.label, _told(given, self._digits), expected, right))
            if not right:
                mistakes.append(self._mistake(blank, given, expected, step))
        return Graded(asked, tuple(filled), " ".join(mistakes), " ".join(self._sentences(asked, step)))

    # ------------------------------------------------------------ the truth

    def accepted(self, asked: Prediction, blank: Blank) -> list[Any]:
        """The answers that are right for a blank; the first one is what the recording says."""
        steps = self.run.recorder.steps
        step = steps[asked.step]
        if blank.name == CUT:
            return [self._is_cut(asked)]
        if blank.name == NEXT:
            return self._next(asked, step)
        if blank.name == V:
            is_alone = isinstance(step.value, tuple) and len(step.value) == 1  # max^n with one player
            return [step.value[0] if is_alone else step.value]
        own = step.alpha if blank.name == ALPHA else step.beta
        if step.event != "update":
            return [own]
        if not has_own_value(self.run.algorithm):
            return [step.value]  # it is what the node goes on with
        # Where the test says yes, the node is left before its window takes v in. Nobody looks at it any more, so both
        # are right.
        return [own, max(own, step.value) if blank.name == ALPHA else min(own, step.value)]

    def _is_cut(self, asked: Prediction) -> bool:
        """Are children of the node cut, at the step or right after its update?"""
        for step in self.run.recorder.steps[asked.step : asked.step + 2]:
            if step.event == "prune":
                return step.node == asked.node
            if step.event != "update" or step.node != asked.node:
                return False
        return False

    def _next(self, asked: Prediction, step: Step) -> list[Any]:
        tree, steps = self.run.tree, self.run.recorder.steps
        if step.event not in ("select", "choose"):
            later = (each.node for each in steps[asked.step :] if each.event == "leaf")
            return [next(later, NONE)]
        names = [tree.node_name(s) for s in children(tree, number_at(tree, step.path))]
        chosen = names[step.chosen or 0]
        scores = dict(zip(names, step.scores, strict=False))
        equal = [name for name, score in scores.items() if name != chosen and isclose(score, scores[chosen])]
        return [chosen, *equal]

    @property
    def _digits(self) -> int:
        return DIGITS if self.run.algorithm.simulates else 6

    def _same(self, given: Any, truth: Any) -> bool:
        if isinstance(truth, tuple):
            return all(self._same(*pair) for pair in zip(given, truth, strict=True))
        if isinstance(truth, (bool, str)):
            return bool(given == truth)
        shows_alike = shown(given, digits=self._digits) == shown(truth, digits=self._digits)
        return bool(given == truth or shows_alike or isclose(given, truth, rel_tol=1e-9, abs_tol=1e-9))

    # ------------------------------------------------------------ sentences

    def _sentences(self, asked: Prediction, step: Step) -> list[str]:
        """What the search says of it: the sentence of the step, and of the cut that follows."""
        follows = self.run.recorder.steps[asked.step + 1 : asked.step + 2]
        cut = [each.sentence for each in follows if step.event == "update" and each.event == "prune"]
        is_about_leaf = asked.blanks[0].name == NEXT and step.event not in ("select", "choose")
        # A step of another node has questions of its own, which its sentence would answer.
        return [] if is_about_leaf or step.node != asked.node else [step.sentence, *cut]

    def _mistake(self, blank: Blank, given: Any, expected: str, step: Step) -> str:
        if blank.name == CUT:
            return "There is a cut here." if expected == "yes" else "Nothing is cut here."
        said = _told(given, self._digits)
        what = {V: f"{blank.label} at {step.node}", ALPHA: f"α at {step.node}", BETA: f"β at {step.node}"}.get(
            blank.name
        )
        told = f"{what} is {expected}, not {said}." if what else f"{blank.label}: {expected}, not {said}."
        return told + (self._origin(blank.name, step) if step.event == "enter" else "")

    def _origin(self, name: str, entered: Step) -> str:
        """Where the end of a window comes from: the last node above that moved it."""
        bound = entered.alpha if name == ALPHA else entered.beta
        if isinf(bound):
            return " Nothing above has moved it yet."
        for step in reversed(self.run.recorder.steps[: entered.index]):
            is_above = entered.path[: len(step.path)] == step.path and len(step.path) < len(entered.path)
            if is_above and step.event == "update" and (step.alpha if name == ALPHA else step.beta) == bound:
                return f" It comes from {step.node}."
        return ""

    # ------------------------------------------------------------ reading answers

    def read(self, blank: Blank, given: Any) -> Any:
        """An answer as a person types it: a number, a vector, yes or no, or a name; `BadInput` if it is none."""
        if given is None or (isinstance(given, str) and not given.strip()):
            raise BadInput(f"{blank.label} is empty: answer it, or have it shown")
        if blank.kind == YES_NO:
            return _read_yes(given)
        if blank.kind == NAME:
            return _read_name(blank, given)
        return read_value(given, width_of(self.run.tree, self.run.algorithm) if blank.kind == VECTOR else 1)

    def json(self) -> dict[str, Any]:
        """The exercise without its answers."""
        run = self.run
        return {
            "algorithm": run.algorithm.name,
            "variant": run.variant,
            "title": run.algorithm.title,
            "asked": list(self.asked),
            "can_ask": list(can_ask(run.algorithm)),
            "questions": [question.json() for question in self.questions],
        }


def _read_yes(given: Any) -> bool:
    text = str(given).strip().lower()
    if text in YES or text in NO:
        return text in YES
    raise BadInput(f"{_quoted(given)} is neither yes nor no: expected one of them")


def _read_name(blank: Blank, given: Any) -> str:
    text = str(given).strip()
    for name in blank.choices:
        if name == text:
            return name
    alike = [name for name in blank.choices if name.lower() == text.lower()]
    if len(alike) == 1:
        return alike[0]
    names = ", ".join(blank.choices[:12]) + (", …" if len(blank.choices) > 12 else "")
    raise BadInput(f"{_quoted(given)} is not one of the names: expected {names}")


def _told(value: Any, digits: int) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else shown(value, digits=digits)


def _quoted(answer: Any) -> str:
    text = repr(answer)
    return text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 1]}…"


# ------------------------------------------------------------ exercises


def exercise_on(run: LabRun, asked: str | Iterable[str] = USUAL) -> Exercise:
    """The exercise of predicting a run; of what is asked for, only what its search has is asked.

    The next leaf is asked for where cuts are not: it would tell them.
    """
    wanted, possible = read_asked(asked), can_ask(run.algorithm)
    if not (fitting := tuple(name for name in wanted if name in possible)):
        raise BadInput(
            f"{run.algorithm.title} has no {' or '.join(wanted)} to predict: expected some of {', '.join(possible)}"
        )
    if CUT in fitting and not run.algorithm.simulates:
        fitting = tuple(name for name in fitting if name != NEXT)  # the next leaf would tell what is cut
    return Exercise(run, fitting)


def exercise(
    tree: str,
    algorithm: str = "auto",
    variant: str = "fail-soft",
    asked: str | Iterable[str] = USUAL,
    **more: Any,
) -> Exercise:
    """The exercise of predicting a search of a tree in brackets; `more` is as in `run_tree`."""
    return exercise_on(run_tree(tree, algorithm, variant, **more), asked)

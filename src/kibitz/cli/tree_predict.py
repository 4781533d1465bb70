"""`kibitz tree --predict`: a search, predicted step by step in the terminal."""

from __future__ import annotations

import sys
from typing import Any

from kibitz.cli.terminal import DONE, NO, print_json
from kibitz.errors import BadInput
from kibitz.lab.predicting.exercise import USUAL, Exercise, Graded, exercise_on
from kibitz.lab.predicting.prediction_result import BYTE_ORDER_MARK, PredictionResult
from kibitz.lab.predicting.predictions import ASKED, EVERYTHING, Prediction
from kibitz.lab.tree_search import LabRun
from kibitz.saving import write_text

SHOW, QUIT = "show", "quit"
HOW = f"Numbers such as 3, -0.5, 1/2 or inf; '{SHOW}' costs the points, '{QUIT}' ends."


def declare(parser: Any) -> None:
    """Declare the options of an exercise."""
    usual = ",".join(USUAL)
    what = f"{', '.join(ASKED)}, or {EVERYTHING}; {usual} if nothing is named"
    about = f"predict each step before you see it: {what}"
    parser.add_argument("--predict", nargs="?", const=usual, metavar="WHAT", help=about)
    parser.add_argument("--csv", metavar="FILE", help="--predict: write the result as a table to hand in")
    parser.add_argument("--name", default="", metavar="NAME", help="--predict: your name, for that table")


def refuse_alone(options: Any) -> None:
    """Refuse options that do not go together with an exercise, or not without one."""
    if options.predict is None:
        for option in ("csv", "name"):
            if given := getattr(options, option):
                raise BadInput(f"--{option} {given} is for an exercise: expected --predict with it")
        return
    if options.tree == "-":
        raise BadInput("with --predict, standard input is for the answers: expected the tree as an argument, not '-'")
    for option in ("steps", "svg", "html", "step"):
        if getattr(options, option) not in (None, False):
            raise BadInput(f"--{option} would show the answers: leave it out with --predict")


def ask(options: Any, run: LabRun) -> int:
    """Ask about each step before it is told; exit code 0 if every answer is right, else 1.

    With `--json` the same conversation is one object a line: `question`, `mistake`, `grade`, and `result` at the end.
    """
    exercise = exercise_on(run, options.predict)
    graded = _Conversation(exercise, options.json).held()
    result = PredictionResult(exercise, graded, options.name)
    left = len(exercise.questions) - len(graded)
    if options.json:
        print_json({"result": result.json()})
    else:
        unasked = f"; {left} question{'s' if left > 1 else ''} left" if left else ""
        print(f"\nscore: {result.points} of {result.possible}{unasked}")
    if options.csv:
        write_text(options.csv, BYTE_ORDER_MARK + result.csv())
    return DONE if result.is_perfect else NO


class _Conversation:
    """Questions on standard output, answers on standard input."""

    def __init__(self, exercise: Exercise, is_json: bool) -> None:
        self.exercise = exercise
        self.is_json = is_json
        self.told = 0  # how many steps have been told

    def held(self) -> tuple[Graded, ...]:
        """Ask everything, or until the student ends it."""
        self._say(f"{self.exercise.run.algorithm.title}. {HOW}")
        graded: list[Graded] = []
        for question in self.exercise.questions:
            self._tell(question.step)
            answer = self._answered(question)
            if answer is None:
                return tuple(graded)
            graded.append(answer)
            self._grade(answer)
        self._tell(len(self.exercise.run.recorder.steps))
        return tuple(graded)

    def _say(self, text: str, end: str = "\n") -> None:
        if not self.is_json:
            print(text, end=end, flush=True)

    def _tell(self, until: int) -> None:
        """The sentences of the steps that are not asked about."""
        for step in self.exercise.run.recorder.steps[self.told : until]:
            self._say(f"{step.index + 1:>4}. {step.sentence}")
        self.told = max(self.told, until)

    def _answered(self, question: Prediction) -> Graded | None:
        """Ask until there is an answer that can be read; None where the student ends it."""
        self._say(f"\n{question.number}) {question.prompt}")
        if self.is_json:
            print_json({"question": question.json()})
        answers: dict[str, str] = {}
        for blank in question.blanks:
            while blank.name not in answers:
                self._say(f"   {blank.label} ", end="")
                line = sys.stdin.readline()
                text = line.strip()
                if not sys.stdin.isatty():
                    self._say(text)  # a terminal has shown it already
                if not line or text.lower() == QUIT:
                    return None
                if text.lower() == SHOW:
                    return self.exercise.grade(question.number, None)
                try:
                    self.exercise.read(blank, text)
                    answers[blank.name] = text
                except BadInput as mistake:
                    self._say(f"   {mistake}")
                    if self.is_json:
                        print_json({"mistake": str(mistake)})
        return self.exercise.grade(question.number, answers)

    def _grade(self, answer: Graded) -> None:
        if self.is_json:
            print_json({"grade": answer.json()})
        is_shown = all(not each.given for each in answer.filled)
        expected = ", ".join(f"{each.label} {each.expected}" for each in answer.filled)
        verdict = {0: "Wrong", len(answer.filled): "Right"}.get(answer.points, "In part")
        self._say(f"{f'Shown: {expected}' if is_shown else verdict}. {answer.sentence}".rstrip())
        self.told += bool(answer.told)  # the step's own sentence was part of it

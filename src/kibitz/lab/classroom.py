"""Questions put to a class: what may be answered, and how the answers are counted. Nobody's name is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from kibitz.errors import BadInput
from kibitz.lab.quiz import QUIZ_KINDS, Question, question
from kibitz.lab.quiz_answers import CHOICE, EDGES
from kibitz.lab.tree_search import run_tree

LOOK, MOVE, CUT, WORTH = "look", "move", "cut", "value"
ABOUT_POSITIONS = (LOOK, MOVE, WORTH)
CALLED = {CUT: "prune"}  # what a room calls a kind of the quiz
ROOM_KINDS = tuple(dict.fromkeys((LOOK, CUT, MOVE, WORTH, *QUIZ_KINDS)))  # of questions to a class
BOARD = "board"  # the shape of a question that is answered on a board; others have those of the quiz's forms
RESULTS = ("wins", "draws", "loses")  # what a position may be worth to the player to move
NOTHING_CUT = "nothing is cut"
LONGEST_QUOTE = 60  # characters of an answer

Answer = tuple[str, ...]  # as it is counted: one text, or the marked branches of a tree


@dataclass(frozen=True)
class Posed:
    """A question as a class sees it.

    `shape` is how it is answered: on a `board`, by a `choice`, by `numbers` that are typed, or by marking `edges` of a
    tree. `choices` are the answers that may be given, several at once where `many` is set; without any, numbers are
    typed.
    `right` is the right answer where it is known, and `grades` tells whether an answer is right.
    """

    kind: str
    sentence: str
    drawing: str
    shape: str = LOOK
    choices: tuple[str, ...] = ()
    many: bool = False
    right: Answer | None = None
    words: str = ""  # why that is right
    facts: dict[str, Any] = field(default_factory=dict)  # what else is needed to show it
    reads: Callable[[Any], Answer] | None = None
    grades: Callable[[Answer], bool] | None = None

    def read(self, given: Any) -> Answer:
        """An answer as it is counted; `BadInput` where it is none to this question."""
        if self.kind == LOOK:
            raise BadInput("nothing is asked: expected an answer only after a question")
        if self.reads is not None:
            return self.reads(given)
        if self.many:
            return self._marked(given)
        text = str(given)
        if isinstance(given, list) or text not in self.choices:
            raise BadInput(f"{_quoted(given)} cannot be answered here: expected {_listed(self.choices)}")
        return (text,)

    def _marked(self, given: Any) -> Answer:
        if not isinstance(given, list) or not set(map(str, given)) <= set(self.choices):
            raise BadInput(f"{_quoted(given)} is not a choice of branches: expected some of {_listed(self.choices)}")
        return tuple(choice for choice in self.choices if choice in given)

    def is_right(self, answer: Answer, right: Collection[str] = ()) -> bool:
        """Is an answer right? `right` lists the right moves where the question itself does not know them."""
        if self.grades is not None:
            return self.grades(answer)
        return bool(answer) and set(answer) <= set(right)


@dataclass(frozen=True)
class Count:
    """How many gave an answer, or marked a branch."""

    answer: str
    count: int
    right: bool | None  # None where that is not known


def counted(posed: Posed, answers: Iterable[Answer], right: Collection[str] = ()) -> list[Count]:
    """The answers of a class, the most frequent one first."""
    given = list(answers)
    counts = Counter(part for answer in given for part in (answer or (NOTHING_CUT,)))
    places = {choice: place for place, choice in enumerate(posed.choices)}
    rows = sorted(counts.items(), key=lambda row: (-row[1], places.get(row[0], len(places)), row[0]))
    return [Count(answer, count, _is_right_part(posed, answer, right)) for answer, count in rows]


def _is_right_part(posed: Posed, part: str, right: Collection[str]) -> bool | None:
    """Is this answer, or this one branch of an answer, right?"""
    if posed.many and posed.right is not None:
        return not posed.right if part == NOTHING_CUT else part in posed.right
    if posed.grades is None and not right:
        return None
    return posed.is_right((part,), right)


# ------------------------------------------------------------ questions about a tree


def about_tree(
    kind: str,
    tree: str,
    sentence: str = "",
    variant: str = "fail-soft",
    algorithm: str = "auto",
    step: int | None = None,
) -> Posed:
    """A question of the quiz about a tree in brackets, `cut` for what is pruned; or only the tree, after a step.

    Without a sentence the question is asked in the words of the quiz.
    """
    if kind == LOOK:
        return Posed(LOOK, sentence or "Look at this tree.", _drawn(tree, algorithm, variant, step))
    return about_quiz(question(CALLED.get(kind, kind), 0, tree, variant), sentence, kind)


def about_quiz(asked: Question, sentence: str = "", kind: str = "") -> Posed:
    """A question of the quiz, put to a class: counted as the quiz grades it."""
    form, right = asked.form, asked.answer
    why = asked.graded(right).sentence.removeprefix("Right: ")
    facts = {"form": form.json(), "parents": asked.parents, "node": asked.node}
    posed = Posed(
        kind or asked.kind, sentence or asked.sentence, asked.drawing, form.shape, form.choices, words=why, facts=facts
    )
    if form.shape == EDGES:
        return replace(
            posed,
            many=True,
            right=tuple(right),
            reads=lambda given: tuple(form.read(given)),
            grades=lambda answer: asked.graded(answer).right,
        )
    return replace(
        posed,
        right=(form.text(right),),
        reads=lambda given: (form.text(form.read(given)),),
        grades=lambda answer: asked.graded(answer[0]).right if form.shape == CHOICE else answer == (form.text(right),),
    )


def _drawn(tree: str, algorithm: str, variant: str, step: int | None) -> str:
    from kibitz.lab.drawing import tree_svg
    from kibitz.lab.export import refuse_past_the_end

    run = run_tree(tree, algorithm, variant)
    refuse_past_the_end(run.recorder, step)
    return tree_svg(run.tree, run.recorder, step)


# ------------------------------------------------------------ questions about a position


def about_position(kind: str, sentence: str, shown_position: dict[str, Any]) -> Posed:
    """A question about a position, shown as the page shows it: a move, or what it is worth to the player to move."""
    drawing = str(shown_position["board"])
    facts = {name: shown_position[name] for name in ("title", "caption", "player", "players", "moves", "columns_click")}
    if kind == LOOK:
        return Posed(LOOK, sentence or f"Look at this position of {shown_position['title']}.", drawing, facts=facts)
    if kind not in ABOUT_POSITIONS:
        what = "no branches to cut" if kind == CUT else f"no answer to {kind!r}"
        raise BadInput(f"a position has {what}: expected look, move or value")
    if shown_position["over"]:
        raise BadInput("the game is over: there is nothing to ask about this position but to look at it")
    if kind == WORTH:
        if shown_position["players"] != 2 or shown_position["chance"] or shown_position["hidden"]:
            raise BadInput(f"{shown_position['title']} cannot be asked for a value: expected two players and no luck")
        return Posed(
            WORTH, sentence or "What is this worth to the player to move?", drawing, CHOICE, RESULTS, facts=facts
        )
    moves = tuple(dict.fromkeys(str(row["move"]) for row in shown_position["moves"]))
    if not moves:
        raise BadInput("chance is to move: there is no move to ask for in this position")
    return Posed(MOVE, sentence or "Which move would you play?", drawing, BOARD, moves, facts=facts)


def _quoted(given: Any) -> str:
    text = repr(given)
    return text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 1]}…"


def _listed(choices: tuple[str, ...], most: int = 8) -> str:
    more = f" and {len(choices) - most} more" if len(choices) > most else ""
    return f"one of {', '.join(choices[:most])}{more}"

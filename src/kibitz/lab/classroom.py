"""Questions put to a class: what may be answered, and how the answers are counted. Nobody's name is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from kibitz.errors import BadInput
from kibitz.lab.quiz import PRUNE, VALUE, grade, question, read_value
from kibitz.lab.recording import shown
from kibitz.lab.tree_search import run_tree

LOOK, MOVE, CUT, WORTH = "look", "move", "cut", "value"
KINDS = (LOOK, MOVE, CUT, WORTH)  # of questions to a class: the first asks nothing
RESULTS = ("wins", "draws", "loses")  # what a position may be worth to the player to move
NOTHING_CUT = "nothing is cut"
LONGEST_QUOTE = 60  # characters of an answer

Answer = tuple[str, ...]  # as it is counted: one text, or the marked branches of a tree


@dataclass(frozen=True)
class Posed:
    """A question as a class sees it.

    `choices` are the answers that may be given, several at once where `many` is set; without any, a number is typed.
    `right` is the right answer where it is known, and `grades` tells whether an answer is right.
    """

    kind: str
    sentence: str
    drawing: str
    choices: tuple[str, ...] = ()
    many: bool = False
    right: Answer | None = None
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
    """A question about a tree in brackets: its value, or what alpha-beta cuts; or only the tree, after a step.

    Without a sentence the question is asked in the words of the quiz.
    """
    if kind == LOOK:
        return Posed(LOOK, sentence or "Look at this tree.", _drawn(tree, algorithm, variant, step))
    if kind == MOVE:
        raise BadInput("a tree has no moves to ask for: expected look, cut or value")
    asked = question(PRUNE if kind == CUT else VALUE, 0, tree, variant)
    said = sentence or asked.sentence
    if kind == CUT:
        right = tuple(asked.answer)
        return Posed(
            CUT,
            said,
            asked.drawing,
            tuple(asked.edges),
            many=True,
            right=right,
            facts={"parents": _parents(asked.tree)},
            grades=lambda answer: grade(asked, list(answer)).right,
        )
    truth = asked.answer
    width = len(truth) if isinstance(truth, tuple) else 1
    return Posed(
        WORTH,
        said,
        asked.drawing,
        right=(shown(truth),),
        reads=lambda given: (shown(read_value(given, width)),),
        grades=lambda answer: answer == (shown(truth),),
    )


def _drawn(tree: str, algorithm: str, variant: str, step: int | None) -> str:
    from kibitz.lab.drawing import tree_svg
    from kibitz.lab.export import refuse_past_the_end

    run = run_tree(tree, algorithm, variant)
    refuse_past_the_end(run.recorder, step)
    return tree_svg(run.tree, run.recorder, step)


def _parents(tree: Any) -> dict[str, str]:
    """The parent of every node but the root, by name."""
    return {
        tree.node_name(int(tree.result(s, child))): tree.node_name(s)
        for s in range(len(tree.size))
        for child in range(int(tree.size[s]))
    }


# ------------------------------------------------------------ questions about a position


def about_position(kind: str, sentence: str, shown_position: dict[str, Any]) -> Posed:
    """A question about a position, shown as the page shows it: a move, or what it is worth to the player to move."""
    drawing = str(shown_position["board"])
    facts = {name: shown_position[name] for name in ("title", "caption", "player", "players", "moves", "columns_click")}
    if kind == LOOK:
        return Posed(LOOK, sentence or f"Look at this position of {shown_position['title']}.", drawing, facts=facts)
    if kind == CUT:
        raise BadInput("a position has no branches to cut: expected look, move or value")
    if shown_position["over"]:
        raise BadInput("the game is over: there is nothing to ask about this position but to look at it")
    if kind == WORTH:
        if shown_position["players"] != 2 or shown_position["chance"] or shown_position["hidden"]:
            raise BadInput(f"{shown_position['title']} cannot be asked for a value: expected two players and no luck")
        return Posed(WORTH, sentence or "What is this worth to the player to move?", drawing, RESULTS, facts=facts)
    moves = tuple(dict.fromkeys(str(row["move"]) for row in shown_position["moves"]))
    if not moves:
        raise BadInput("chance is to move: there is no move to ask for in this position")
    return Posed(MOVE, sentence or "Which move would you play?", drawing, moves, facts=facts)


def _quoted(given: Any) -> str:
    text = repr(given)
    return text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 1]}…"


def _listed(choices: tuple[str, ...], most: int = 8) -> str:
    more = f" and {len(choices) - most} more" if len(choices) > most else ""
    return f"one of {', '.join(choices[:most])}{more}"

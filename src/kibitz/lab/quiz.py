"""Questions about trees, and exact answers to them: the front door to the kinds of questions in `quizzes/`."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from kibitz.errors import BadInput
from kibitz.games.tree import Tree
from kibitz.lab import quizzes
from kibitz.lab.quiz_answers import read_value
from kibitz.lab.quiz_question import Grade, Question, ask
from kibitz.lab.quiz_trees import MIXED, Wishes
from kibitz.lab.random_trees import OPPONENTS, RANDOM_KINDS
from kibitz.lab.tree_search import lab_tree
from kibitz.search.textbook.alphabeta import VARIANTS

__all__ = [
    "KINDS",
    "QUIZ_KINDS",
    "QUIZ_TREES",
    "USUAL_KIND",
    "Grade",
    "Question",
    "grade",
    "kinds_about",
    "question",
    "read_kinds",
    "read_value",
]


def defined_in(package: ModuleType) -> Iterator[type[Question]]:
    """The kinds of questions that the files of a package define."""
    for module in pkgutil.iter_modules(package.__path__):
        name = f"{package.__name__}.{module.name}"
        for value in vars(importlib.import_module(name)).values():
            if inspect.isclass(value) and issubclass(value, Question) and value.__module__ == name:
                yield value


KINDS: dict[str, type[Question]] = {
    kind.kind: kind for kind in sorted(defined_in(quizzes), key=lambda kind: (kind.rank, kind.kind))
}
QUIZ_KINDS = tuple(KINDS)
QUIZ_TREES = (*RANDOM_KINDS, MIXED)
USUAL_KIND = "prune"


def question(
    kind: str,
    seed: int,
    tree: str | None = None,
    variant: str = "fail-soft",
    depth: int = 3,
    branching: int = 3,
    node: str | None = None,
    after: str | None = None,
    trees: str = OPPONENTS,
) -> Question:
    """A question about a tree, or about a random one in which there is something to find out.

    A random tree is `depth` deep, with 2 to `branching` children at a node; `trees` are those of `opponents`, with
    `chance`, of three `players`, or `mixed`: whatever the kind of question can be about. A tree of MAX and MIN has
    cuts at two nodes or more if it is three deep or deeper. `node` and `after` are what is asked about where the seed
    is not to choose it: the window at a node, after the return from a child.
    """
    if kind not in KINDS:
        raise BadInput(f"unknown kind of question {kind!r}: expected {', '.join(QUIZ_KINDS)}")
    if variant not in VARIANTS:
        raise BadInput(f"unknown form of alpha-beta {variant!r}: expected {', '.join(VARIANTS)}")
    if trees not in QUIZ_TREES:
        raise BadInput(f"unknown kind of random trees {trees!r}: expected {', '.join(QUIZ_TREES)}")
    about = None if tree is None else lab_tree(tree)
    return ask(KINDS[kind], seed, Wishes(about, variant, depth, branching, trees, node, after))


def grade(asked: Question, answer: Any) -> Grade:
    """Grade an answer as a person gave it: see the question's form.

    A number or its text, `{"alpha": …, "beta": …}` where several numbers are asked for, a choice, or the names of the
    children at whose edges something is cut.
    """
    return asked.grade(answer)


def kinds_about(tree: Tree) -> tuple[str, ...]:
    """The kinds of question that can be asked about a tree."""
    return tuple(name for name, kind in KINDS.items() if kind.needs_tree and not kind.reason_against(tree))


def read_kinds(text: str) -> tuple[str, ...]:
    """Kinds of questions, separated by commas; `BadInput` for one that does not exist."""
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    for name in names:
        if name not in KINDS:
            raise BadInput(f"unknown kind of question {name!r}: expected {', '.join(QUIZ_KINDS)}")
    if not names:
        raise BadInput(f"no kind of question is given: expected some of {', '.join(QUIZ_KINDS)}")
    return names

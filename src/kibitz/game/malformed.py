"""Refusing what is not a game: a class with questions left open, or with names that mean something else to Kibitz."""

from __future__ import annotations

import inspect
from functools import cache
from types import FunctionType
from typing import Any

from kibitz.errors import BadInput
from kibitz.game import QUESTIONS, Game, answers
from kibitz.game.endgames import NEEDED
from kibitz.game.given import check_facts, is_game

RULES = ("initial", "player", "actions", "result", "is_terminal", "utility")  # as a textbook lists them


def answers_the_questions(game: Game) -> None:
    """Refuse a game that leaves one of the six questions open, or contradicts itself."""
    is_game(game)
    for question in RULES:
        if not answers(game, question):
            raise BadInput(f"{type(game).__name__} does not answer {question!r}: a game needs {', '.join(RULES)}")
    cls: Any = type(game)
    _means_what_kibitz_means(cls, frozenset(vars(game)))
    check_facts(game)


@cache
def _means_what_kibitz_means(cls: Any, attributes: frozenset[str]) -> None:
    """Refuse a class that uses the name of an optional question for something else."""
    for name, question in QUESTIONS.items():
        if name in RULES or (name in NEEDED and not cls.has_place):
            continue
        asked = inspect.signature(question)
        form = f"{name}({', '.join(asked.parameters)})"
        own = inspect.getattr_static(cls, name)
        if name in attributes or not isinstance(own, FunctionType | staticmethod | classmethod):
            raise BadInput(f"{cls.__name__}.{name} hides the optional question {form}; rename the attribute")
        if isinstance(own, FunctionType) and not _takes(own, len(asked.parameters)):
            given = f"{cls.__name__}.{name}{inspect.signature(own)}"
            raise BadInput(f"{given} hides the optional question {form}; take the same arguments, or rename the method")


def _takes(function: FunctionType, count: int) -> bool:
    try:
        inspect.signature(function).bind(*range(count))
    except TypeError:
        return False
    return True

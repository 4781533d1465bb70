"""How a search is asked: from where, how deep, compiled or interpreted, and who watches."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import cache
from itertools import islice
from types import FunctionType
from typing import Any, NamedTuple

from kibitz.errors import BadInput, Stuck, TooDeep
from kibitz.game import Game
from kibitz.native.running import run
from kibitz.search.algorithm import Algorithm
from kibitz.search.diagnosis import fault_found
from kibitz.watch import Count, Watch

WITHOUT_LIMIT = 1 << 30  # plies
QUESTIONS = ("initial", "player", "actions", "result", "is_terminal", "utility")


class Choice(NamedTuple):
    """What a search finds: the value of a state and the action that reaches it (None where there is none).

    The value is player 0's, or a vector with one entry for each player.
    """

    value: Any
    action: Any


def ask(
    algorithm: Algorithm,
    game: Game,
    s: Any = None,
    depth: int | None = None,
    watch: Watch | None = None,
    interpreted: bool = False,
    extra: tuple[Any, ...] | None = None,
) -> Choice:
    """Run a textbook search and turn the number of the best action into the action."""
    answers_the_questions(game)
    algorithm.needs(algorithm.name, game)
    if depth is not None and depth < 0:
        raise BadInput(f"a depth of {depth} is no depth: expected 0 or more")
    s = game.initial() if s is None else s
    plies = WITHOUT_LIMIT if depth is None else depth
    if watch is None or (type(watch) is Watch and depth is None):  # nobody else would notice an endless line
        watch = Count()
    watch.begin(game, algorithm)
    more = algorithm.extra(game) if extra is None else extra
    try:
        interpreted = interpreted or not watch.compiles
        value, number = run(algorithm.function, game, s, plies, *more, watch, interpreted=interpreted)
    except TooDeep:
        raise endless(game) from None
    return Choice(value, nth_action(game, s, number))


def endless(game: Game) -> TooDeep:
    """What to say of a game that may never end."""
    name = game.facts.name
    return TooDeep(f"a line of play of {name!r} went on and on: it may never end; ask for the best to a depth limit")


def stuck(game: Game, s: Any = None) -> BadInput:
    """What to say of a game that leaves a player without actions before it is over, somewhere below a state."""
    return fault_found(game, s) or Stuck(
        f"{game.facts.name!r} has a position that is not terminal and has no actions; 'kibitz check' finds it"
    )


def without_value(game: Game, s: Any = None) -> BadInput:
    """What to say of a game where a search comes out at an infinity, which is no value to compare with."""
    return fault_found(game, s) or BadInput(
        f"{game.facts.name!r} is worth an infinity: expected finite utilities and evaluations"
    )


def answers_the_questions(game: Game) -> None:
    """Refuse a game class that leaves one of the six questions open."""
    if not isinstance(game, Game):
        raise BadInput(f"{game!r} is no game: expected an object of a class derived from kibitz.Game")
    for question in QUESTIONS:
        if getattr(type(game), question) is getattr(Game, question):
            raise BadInput(f"{type(game).__name__} does not answer {question!r}: a game needs {', '.join(QUESTIONS)}")
    cls: Any = type(game)
    _means_what_kibitz_means(cls, frozenset(vars(game)))


@cache
def _means_what_kibitz_means(cls: Any, attributes: frozenset[str]) -> None:
    """Refuse a class that uses the name of a question that it need not answer for something else."""
    for name, question in vars(Game).items():
        if name.startswith("_") or name in QUESTIONS or not isinstance(question, FunctionType):
            continue
        asked = inspect.signature(question)
        form = f"{name}({', '.join(asked.parameters)})"
        own = inspect.getattr_static(cls, name)
        if name in attributes or not (isinstance(own, FunctionType | staticmethod | classmethod)):
            raise BadInput(f"{cls.__name__}.{name} is no method: Kibitz asks {form} of a game; choose another name")
        if isinstance(own, FunctionType) and not _takes(own, len(asked.parameters)):
            given = f"{name}{inspect.signature(own)}"
            wanted = f"Kibitz asks {form}; give it these arguments, or another name"
            raise BadInput(f"{cls.__name__}.{given} cannot be asked: {wanted}")


def _takes(function: FunctionType, count: int) -> bool:
    try:
        inspect.signature(function).bind(*range(count))
    except TypeError:
        return False
    return True


def nth_action(game: Game, s: Any, number: int) -> Any:
    """The action with that number, counted from 0; None for -1."""
    if number < 0:
        return None
    actions: Iterator[Any] = iter(game.actions(s))
    return next(islice(actions, number, None))

"""How a search is asked: from where, how deep, compiled or interpreted, and who watches."""

from __future__ import annotations

import inspect
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import islice
from math import isfinite
from types import FunctionType
from typing import Any, NamedTuple

from kibitz.errors import BadInput, NoRoom, NotWhole, Stuck, TooDeep, TooWide, Unsound
from kibitz.game import MAX, MOST_CHOICES, Game
from kibitz.game.given import check_facts, is_game, state_of, whole
from kibitz.native import jit
from kibitz.native.execution import run
from kibitz.search.algorithm import Algorithm
from kibitz.search.soundness import fault_found, unsound
from kibitz.search.watch import Count, Watch

WITHOUT_LIMIT = 1 << 30  # plies
MOST_WHOLE = 30_000.0
LOOKED_AT = 20_000  # positions, to find one that breaks a promise
MOST_WORDS = 1 << 26  # of all desks of a search: half a gigabyte
LOOKED_BEHIND = 20  # actions of a position, for the one behind which there are too many
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
    is_checked: bool = False,
) -> Choice:
    """Run a textbook search and turn the number of the best action into the action.

    `is_checked`: the game and the state have been looked at before.
    """
    if not is_checked:
        answers_the_questions(game)
        s = state_of(game, s)
    algorithm.needs(algorithm.name, game)
    plies = WITHOUT_LIMIT if depth is None else whole("the depth", depth, 0, WITHOUT_LIMIT)
    if watch is not None and not isinstance(watch, Watch):
        raise BadInput(f"the watch must be a kibitz.Watch such as kibitz.Count(), got {watch!r}")
    if watch is None or (type(watch) is Watch and depth is None):  # nobody else would notice an endless line
        watch = Count()
    watch.begin(game, algorithm)
    more = algorithm.extra(game) if extra is None else extra
    interpreted = interpreted or not watch.compiles
    with in_words(game, s):
        value, number = run(algorithm.function, game, s, plies, *more, watch, interpreted=interpreted)
    return Choice(value, nth_action(game, s, number))


@contextmanager
def in_words(game: Game, s: Any) -> Iterator[None]:
    """Whatever a search from a state finds wrong with a game is said in a sentence."""
    try:
        yield
    except NotWhole:
        raise not_whole(game, s) from None
    except Stuck:
        raise stuck(game, s) from None
    except TooDeep:
        raise endless(game) from None
    except Unsound:
        raise unsound(game, s) from None
    except TooWide as error:
        raise widest(game, s) or error from None


def with_room(game: Game, desks: list[Any], search: Callable[[], Any]) -> Any:
    """What a search answers; where the stack on its desks is full, it is asked again with a larger one."""
    import numpy as np

    while True:
        try:
            return search()
        except NoRoom:
            for desk in desks:
                if 4 * len(desk.words) * len(desks) > MOST_WORDS:
                    room = f"{MOST_WORDS >> 17} MB of a search's stack"
                    raise TooWide(f"the actions along one line of {game.facts.name!r} fill all {room}") from None
                desk.words = np.concatenate([desk.words, np.zeros(3 * len(desk.words), np.int64)])


def widest(game: Game, s: Any) -> TooWide | None:
    """What to say of a game that has too many actions somewhere: where, if that is at a state or right behind it."""
    try:
        for a in islice(game.choices(s), LOOKED_BEHIND):
            after = game.result(s, a)
            if not game.is_terminal(after):
                deque(game.choices(after), maxlen=0)
        deque(game.choices(s), maxlen=0)
    except TooWide as found:
        return found
    except Exception:
        return None
    many = f"{game.facts.name!r} has a position with more than {MOST_CHOICES:,} actions"
    return TooWide(f"{many}: does actions() ever end?")


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
    is_game(game)
    for question in QUESTIONS:
        if getattr(type(game), question) is getattr(Game, question):
            raise BadInput(f"{type(game).__name__} does not answer {question!r}: a game needs {', '.join(QUESTIONS)}")
    cls: Any = type(game)
    _means_what_kibitz_means(cls, frozenset(vars(game)))
    check_facts(game)


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


def not_whole(game: Game, s: Any) -> NotWhole:
    """What to say of a game that says `whole` and is not; which position shows it is looked for from a state on."""
    promised = f"although {game.facts.name!r} says whole = True: expected whole numbers from -30,000 to 30,000"
    todo = [s]
    for _ in range(LOOKED_AT):
        if not todo:
            break
        s = todo.pop()
        if not game.is_terminal(s):
            todo += [game.result(s, a) for a in game.choices(s)]
            continue
        number = float(game.utility(s, MAX))
        if not is_whole(number):
            return NotWhole(f"utility is {number!r} at {game.text(s)!r}, {promised}")
    return NotWhole(f"a utility is not whole, {promised}; 'kibitz check' finds it")


def needs_whole_range(game: Game) -> None:
    """Refuse a game that says its utilities are whole, within a range that is not."""
    if game.whole and not all(is_whole(bound) for bound in game.utility_range if isfinite(bound)):
        wanted = "expected whole numbers from -30,000 to 30,000"
        raise NotWhole(f"utility_range of {game.facts.name!r} is {game.utility_range}, although whole = True: {wanted}")


@jit
def is_whole(value: float) -> bool:
    """Is this a whole number that fits into the table of a game of whole numbers?"""
    return -MOST_WHOLE <= value <= MOST_WHOLE and value == float(int(value))


def nth_action(game: Game, s: Any, number: int) -> Any:
    """The action with that number, counted from 0; None for -1."""
    if number < 0:
        return None
    actions: Iterator[Any] = iter(game.actions(s))
    return next(islice(actions, number, None))

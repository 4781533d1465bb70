"""Asking a textbook search: from where, how deep, compiled or interpreted, and who watches."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from kibitz.errors import BadInput
from kibitz.game import Action, Game, State
from kibitz.game.given import state_of, whole
from kibitz.game.malformed import answers_the_questions
from kibitz.native.execution import run
from kibitz.search.algorithm import Algorithm
from kibitz.search.diagnosis import in_words
from kibitz.search.watch import Count, Watch

WITHOUT_LIMIT = 1 << 30  # plies


class Choice(NamedTuple):
    """What a search finds: the value of a state and the action that reaches it (None where there is none).

    The value is player 0's, or a vector with one entry for each player.
    """

    value: Any
    action: Action


def ask(
    algorithm: Algorithm,
    game: Game,
    s: State = None,
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


def nth_action(game: Game, s: State, number: int) -> Action:
    """The action with that number, counted from 0; None for -1."""
    if number < 0:
        return None
    actions: Iterator[Action] = iter(game.actions(s))
    return next(islice(actions, number, None))

"""Asking a textbook search: from where, how deep, compiled or interpreted, and who watches."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from kibitz.errors import BadInput
from kibitz.game import Action, Game, State
from kibitz.game.given import state_of, whole
from kibitz.game.malformed import answers_the_questions
from kibitz.native import at_hand
from kibitz.native.execution import compiles, run
from kibitz.native.override import override
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


class OutOfTime(Exception):
    """Plain Python was not enough."""


class Hasty(Count):
    """Counts for another watch what plain Python does, and gives up after some seconds: then nothing was counted."""

    compiles = False

    def __init__(self, watch: Count, seconds: float) -> None:
        super().__init__(stop_with=watch)
        self._watch = watch
        self.counts = watch.counts.copy()
        self._begun = time.perf_counter()
        self._until = self._begun + seconds

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return time.perf_counter() - self._begun

    @override
    def enter(self, s: State, alpha: float, beta: float) -> None:
        """As `Count` does, while there is time."""
        if time.perf_counter() > self._until:
            raise OutOfTime
        super().enter(s, alpha, beta)

    def hand_over(self) -> None:
        """The counts become those of the other watch."""
        self._watch.counts[:] = self.counts


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

    Plain Python is tried for a moment before anything is compiled. `is_checked`: the game and the state have been
    looked at, and that has been tried, before.
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
    interpreted = interpreted or not (watch.compiles and algorithm.compiles)
    with in_words(game, s):
        if not interpreted and not is_checked and type(watch) is Count:
            value, number = _asked(algorithm, game, s, (plies, *more), watch)
        else:
            value, number = run(algorithm.function, game, s, plies, *more, watch, interpreted=interpreted)
    return Choice(value, nth_action(game, s, number))


def _asked(algorithm: Algorithm, game: Game, s: State, given: tuple[Any, ...], watch: Count) -> Any:
    """What a search finds: as plain Python where that takes no longer than a moment, else as machine code."""
    seconds = at_hand.seconds_to_try(algorithm.name, game) if compiles(game) else 0.0
    if seconds > 0:
        hasty = Hasty(watch, seconds)
        try:
            found = run(algorithm.function, game, s, *given, hasty, interpreted=True)
        except OutOfTime:
            pass
        except BaseException:
            hasty.hand_over()
            raise
        else:
            hasty.hand_over()
            return found
        finally:
            at_hand.count_try(algorithm.name, game, hasty.seconds)
    found = run(algorithm.function, game, s, *given, watch)
    if compiles(game):
        at_hand.mark(algorithm.name, game)
    return found


def nth_action(game: Game, s: State, number: int) -> Action:
    """The action with that number, counted from 0; None for -1."""
    if number < 0:
        return None
    actions: Iterator[Action] = iter(game.actions(s))
    return next(islice(actions, number, None))

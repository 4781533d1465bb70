"""Is machine code right about a user's game? After a search, some dozens of positions are looked at both ways.

Python's integers have no end, those of machine code have 64 bits; an index may miss its array; a rule may depend on
something outside the state. None of that shows in an answer. So the position asked about, the lines of the answer and
two random games are replayed in plain Python, and whatever differs is said in a sentence: the game then runs as plain
Python for the rest of this process, and the answer is found again.

Kibitz's own games are compared in its tests instead.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator
from typing import Any

from kibitz.game import CHANCE, Game, State, inside
from kibitz.game.shown import where
from kibitz.native import jit
from kibitz.native.execution import both_ways, compiles, distrust, has_compiled, has_outgrown
from kibitz.search.ties import is_alike

WALKS = 2  # random games from the position asked about
LONGEST_WALK = 200  # plies
ENOUGH_SECONDS = 0.1  # of a processor for replaying: a game whose rules are slow in Python is looked at in fewer places
MOST_CHILDREN = 64  # looked at behind the first position


@jit
def observed(game: Game, s: State, number: int) -> Any:
    """What the rules say of a state: is it over, who moves, how many choices, what they weigh, what it is worth, and
    the state behind the choice with that number (the state itself where there is none)."""
    after = s
    count = 0
    weight = 0.0
    if game.is_terminal(s):
        return True, 0, 0, 0.0, float(game.utility(s, 0)), after
    player = game.player(s)
    if game.has_outcomes and player == CHANCE:
        for outcome, probability in game.outcomes(s):
            weight += probability
            if count == number:
                after = game.result(s, outcome)
            count += 1
    else:
        for a in game.actions(s):
            if count == number:
                after = game.result(s, a)
            count += 1
    return False, player, count, weight, float(game.evaluate(s, 0)), after


FIELDS = ("is_terminal", "player", "the number of actions", "the sum of the probabilities", "the value", "result")


def is_trusted(game: Game, s: State, lines: Iterable[Iterable[Any]] = ()) -> bool:
    """Does machine code say what Python says: at a state, along lines of actions from it, and in random games?

    Where it does not, the user is told, and the game runs as plain Python from now on.
    """
    if has_outgrown(game):
        return False
    if not _is_a_users(game) or not compiles(game):
        return True
    if not has_compiled(observed, game, s, 0):
        return True
    until = time.thread_time() + ENOUGH_SECONDS
    for state, number in _places(game, s, lines):
        if fault := _fault(game, state, number):
            distrust(game, f"{fault}; {game.facts.name!r} runs as plain Python from here on")
            return False
        if time.thread_time() > until:
            break
    return True


def _is_a_users(game: Game) -> bool:
    return any(not type(one).__module__.startswith("kibitz.") for one in (game, inside(game)))


def _places(game: Game, s: State, lines: Iterable[Iterable[Any]]) -> Iterator[tuple[Any, int]]:
    """States, each with the number of a choice to look behind."""
    yield from _steps(game, s, _walk(random.Random(0)))
    for number in range(MOST_CHILDREN if not game.is_terminal(s) else 0):
        yield s, number
    for line in lines:
        yield from _steps(game, s, _along(list(line)))
    for seed in range(1, WALKS):
        yield from _steps(game, s, _walk(random.Random(seed)))


def _steps(game: Game, s: State, choose: Any) -> Iterator[tuple[Any, int]]:
    for ply in range(LONGEST_WALK):
        if game.is_terminal(s):
            yield s, -1
            return
        choices = list(game.choices(s))
        number = choose(ply, choices)
        if number < 0:
            return
        yield s, number
        s = game.result(s, choices[number])


def _walk(dice: random.Random) -> Any:
    return lambda _, choices: dice.randrange(len(choices)) if choices else -1


def _along(line: list[Any]) -> Any:
    return lambda ply, choices: choices.index(line[ply]) if ply < len(line) and line[ply] in choices else -1


def _fault(game: Game, s: State, number: int) -> str:
    """What differs between machine code and Python, in a sentence; empty if nothing does."""
    plain, compiled = both_ways(observed, game, s, number)
    if isinstance(plain, BaseException):
        if isinstance(compiled, BaseException):
            return ""
        return f"at {where(game, s)} the rules raise {type(plain).__name__} in Python, but not as machine code"
    again = both_ways(observed, game, s, number)[0]
    if isinstance(again, BaseException) or (differing := _difference(plain, again)) >= 0:
        what = "result" if isinstance(again, BaseException) else FIELDS[differing]
        return f"{what} gives two answers at {where(game, s)}: it depends on chance, or on something outside the state"
    if isinstance(compiled, BaseException):
        why = "a number leaves 64 bits" if isinstance(compiled, OverflowError) else f"{type(compiled).__name__}"
        return f"at {where(game, s)} the rules cannot be followed as machine code ({why})"
    differing = _difference(plain, compiled)
    if differing < 0:
        return ""
    both = f"{compiled[differing]!r} as machine code but {plain[differing]!r} in Python"
    return f"{FIELDS[differing]} is {both} at {where(game, s)}: a number leaves 64 bits (kibitz.bits.wrap keeps it in)"


def _difference(one: Any, other: Any) -> int:
    """The number of the first item in which two observations differ, or -1."""
    return next((at for at, pair in enumerate(zip(one, other, strict=True)) if not is_alike(*pair)), -1)

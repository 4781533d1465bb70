"""Numbers that no search may count with: utilities and guesses that are not finite, probabilities that are none.

A search asks `sound` of every utility and guess, and `certain` of the sum of the probabilities of every roll that it
looks at whole. That costs a comparison each, and what is wrong is refused where it is met. Machine code cannot say
where that was: it raises `Unsound`, and `unsound` looks for the position, interpreted, and says it in a sentence.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from itertools import islice
from math import isfinite, nan
from random import Random
from typing import Any

from kibitz.errors import BadInput, Stuck, Unsound, raised
from kibitz.game import CHANCE, Game
from kibitz.native import jit

NEAR_ONE = 1e-9  # so far from 1 the probabilities of a roll may sum to
LOOKED_AT = 20_000  # positions, for the one that is wrong
LOOKED_FOR = 3.0  # seconds
CHOICES = 1_000  # of each position
GAMES, PLIES = 200, 1_000  # played at random, where it is none of the first
NOTHING = object()


@jit
def sound(v: float) -> float:
    """The number, if it is finite; `Unsound` if it is infinite or NaN."""
    if v - v != 0.0:
        raise Unsound("a number is not finite")
    return v


@jit
def chance_of(probability: float) -> float:
    """The probability, to be summed for `certain`; NaN if it is negative."""
    return probability if probability >= 0.0 else nan


@jit
def certain(total: float) -> float:
    """The sum of a roll's probabilities, if that is 1; `Unsound` if it is not."""
    if not abs(total - 1.0) <= NEAR_ONE:
        raise Unsound("probabilities do not sum to 1")
    return total


def unsound(game: Game, s: Any) -> BadInput:
    """What to say of a game in which a search from this state has met such a number."""
    name = game.facts.name
    return fault_found(game, s) or BadInput(
        f"{name!r} has a position with a number that is none (NaN, infinite, or a wrong probability)"
    )


def payoff(game: Game, s: Any, player: int) -> float:
    """What a finished game is worth to a player, asked in Python; refused in a sentence where it is no number."""
    value = game.utility(s, player)
    if not isfinite(value):
        raise BadInput(_of_players(game, s, "utility", game.utility) or f"utility at {game.text(s)!r} is {value}")
    return float(value)


def refuse_unsound(game: Game, s: Any) -> None:
    """Refuse a state whose own utilities or probabilities are none."""
    if game.is_terminal(s) or game.player(s) == CHANCE:
        fault = fault_at(game, s)
        if fault is not None:
            raise BadInput(fault)


def fault_at(game: Game, s: Any) -> str | None:
    """What is wrong with the numbers of one position, in a sentence."""
    if game.is_terminal(s):
        return _of_players(game, s, "utility", game.utility)
    if game.player(s) == CHANCE:
        chances = [float(probability) for _, probability in islice(game.outcomes(s), CHOICES)]
        odd = next((chance for chance in chances if not 0 <= chance <= 1), None)
        if odd is not None:
            return f"a probability at {game.text(s)!r} is {odd:g}: expected 0 to 1"
        if abs(sum(chances) - 1) > NEAR_ONE and len(chances) < CHOICES:
            return f"the probabilities at {game.text(s)!r} sum to {sum(chances):.10g}: expected 1"
    return _of_players(game, s, "evaluate", game.evaluate)


def _of_players(game: Game, s: Any, question: str, asked: Any) -> str | None:
    for player in range(game.players):
        value = asked(s, player)
        if not isfinite(value):
            return f"{question} of player {player} at {game.text(s)!r} is {value}: expected a finite number"
    return None


def fault_found(game: Game, s: Any = None) -> BadInput | None:
    """The first position behind a state (the initial one) whose numbers are wrong, or that leaves no action; or None.

    To be asked once a search has failed. First the positions near the state are looked at, then some random games.
    """
    try:
        start = game.initial() if s is None else s
        until = time.perf_counter() + LOOKED_FOR
        return next((fault for here in _near(game, start, until) if (fault := _fault(game, here)) is not None), None)
    except Exception as error:  # the rules are somebody else's, and known to be broken
        return BadInput(f"{raised(repr(game.facts.name), error)}; 'kibitz check' says more")


def _fault(game: Game, s: Any) -> BadInput | None:
    if sentence := fault_at(game, s):
        return BadInput(sentence)
    if not game.is_terminal(s) and next(iter(game.choices(s)), NOTHING) is NOTHING:
        return Stuck(f"{game.facts.name!r} has no actions at {game.text(s)!r}, which is not terminal")
    return None


def _near(game: Game, s: Any, until: float) -> Iterator[Any]:
    waiting = deque([s])
    for _ in range(LOOKED_AT):
        if not waiting or time.perf_counter() > until:
            break
        here = waiting.popleft()
        yield here
        if not game.is_terminal(here) and len(waiting) < LOOKED_AT:
            waiting.extend(game.result(here, a) for a in islice(game.choices(here), CHOICES))
    dice = Random(0)
    for _ in range(GAMES if waiting else 0):
        here = s
        for _ in range(PLIES):
            yield here
            if game.is_terminal(here) or time.perf_counter() > until:
                break
            here = game.result(here, dice.choice(list(islice(game.choices(here), CHOICES))))

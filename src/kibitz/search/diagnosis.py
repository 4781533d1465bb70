"""What is wrong with a game in which a search has failed: the position that shows it, in a sentence.

Machine code cannot say where it met a number that is not finite, or a player without actions: it raises an error that
names the law that was broken. One walk then looks, in plain Python, for a position that breaks it.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from random import Random

from kibitz.errors import BadInput, NotWhole, Stuck, TooDeep, TooWide, Unsound, raised
from kibitz.game import MAX, MOST_CHOICES, Game, State
from kibitz.search.soundness import CHOICES, fault_at, is_whole
from kibitz.search.watch import LONGEST_LINE

LOOKED_AT = 20_000  # positions near the one that was searched
LOOKED_FOR = 3.0  # seconds
GAMES, PLIES = 200, 1_000  # played at random, where the fault is further away
NOTHING = object()

Law = Callable[[Game, State], BadInput | None]  # what is wrong with one position


@contextmanager
def in_words(game: Game, s: State) -> Iterator[None]:
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
    except TooWide:
        raise too_wide(game, s) from None


def unsound(game: Game, s: State = None) -> BadInput:
    """What to say of a game in which a search from a state has met a number that it cannot count with."""
    return breach(game, s) or BadInput(
        f"{game.facts.name!r} has a position with a number that is NaN, infinite, or a wrong probability"
    )


def stuck(game: Game, s: State = None) -> BadInput:
    """What to say of a game that leaves a player without actions before it is over, somewhere below a state."""
    return breach(game, s) or Stuck(
        f"{game.facts.name!r} has a position that is not terminal and has no actions; 'kibitz check' finds it"
    )


def without_value(game: Game, s: State = None) -> BadInput:
    """What to say of a game where a search comes out at an infinity, with which nothing can be compared."""
    return breach(game, s) or BadInput(
        f"{game.facts.name!r} is worth an infinity: expected finite utilities and evaluations"
    )


def not_whole(game: Game, s: State) -> BadInput:
    """What to say of a game that says `whole` although some utility below a state is not."""
    return breach(game, s, _is_whole_where_over) or NotWhole(
        f"a utility is not whole, {_promised_whole(game)}; 'kibitz check' finds it"
    )


def too_wide(game: Game, s: State) -> BadInput:
    """What to say of a game that has too many actions somewhere below a state."""
    return breach(game, s, _has_few_actions) or TooWide(
        f"{game.facts.name!r} has a position with more than {MOST_CHOICES:,} actions: does actions() ever end?"
    )


def endless(game: Game) -> TooDeep:
    """What to say of a game that may never end."""
    long = f"{game.facts.name!r} can go on for ever (a line passed {LONGEST_LINE:,} plies)"
    return TooDeep(f"{long}: solve it with --algorithm table, or set a depth limit")


# ---------------------------------------------------------------- laws, each about one position


def is_well_defined(game: Game, s: State) -> BadInput | None:
    """The law of every search: finite numbers, probabilities that sum to 1, and an action while the game goes on."""
    if sentence := fault_at(game, s):
        return BadInput(sentence)
    if not game.is_terminal(s) and next(iter(game.choices(s)), NOTHING) is NOTHING:
        return Stuck(f"{game.facts.name!r} has no actions at {game.text(s)!r}, which is not terminal")
    return None


def _is_whole_where_over(game: Game, s: State) -> BadInput | None:
    number = float(game.utility(s, MAX)) if game.is_terminal(s) else 0.0
    if is_whole(number):
        return None
    return NotWhole(f"utility is {number!r} at {game.text(s)!r}, {_promised_whole(game)}")


def _promised_whole(game: Game) -> str:
    return f"although {game.facts.name!r} says whole = True: expected whole numbers from -30,000 to 30,000"


def _has_few_actions(game: Game, s: State) -> BadInput | None:
    try:
        if not game.is_terminal(s):
            deque(game.choices(s), maxlen=0)
    except TooWide as found:
        return found
    return None


# ---------------------------------------------------------------- the walk


def breach(game: Game, s: State = None, law: Law = is_well_defined) -> BadInput | None:
    """What a law says of the first position below a state (the initial one by default) that breaks it; or None.

    To be asked once a search has failed. First the positions near the state are looked at, then some random games.
    """
    try:
        start = game.initial() if s is None else s
        until = time.perf_counter() + LOOKED_FOR
        return next((fault for here in _near(game, start, until) if (fault := law(game, here)) is not None), None)
    except Exception as error:  # the rules are somebody else's, and known to be broken
        return BadInput(f"{raised(repr(game.facts.name), error)}; 'kibitz check' says more")


def _near(game: Game, s: State, until: float) -> Iterator[State]:
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

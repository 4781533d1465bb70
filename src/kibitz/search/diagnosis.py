"""Why a search found nothing: the position whose rules are to blame, looked for in Python once a search has failed."""

from __future__ import annotations

import time
from collections import deque
from itertools import islice
from typing import Any

from kibitz.errors import BadInput, Stuck, raised
from kibitz.game import Game
from kibitz.search.soundness import fault_at

LOOKED_AT = 20_000  # positions
SECONDS = 1.0
CHOICES = 1_000  # of a position


def fault_found(game: Game, s: Any = None) -> BadInput | None:
    """The position, from a state (the initial one) on, whose numbers are none or that leaves no action; None if unseen.

    To be asked where a search found nothing to take the best of.
    """
    try:
        return _first_fault(game, game.initial() if s is None else s)
    except Exception as error:  # the rules are somebody else's, and known to be broken
        return BadInput(f"{raised(repr(game.facts.name), error)}; 'kibitz check' says more")


def _first_fault(game: Game, start: Any) -> BadInput | None:
    """Shallow and deep positions are looked at alternately."""
    waiting = deque([start])
    until = time.monotonic() + SECONDS
    for turn in range(LOOKED_AT):
        if not waiting or time.monotonic() > until:
            break
        s = waiting.pop() if turn % 2 else waiting.popleft()
        if fault := fault_at(game, s):
            return BadInput(fault)
        if game.is_terminal(s):
            continue
        choices = list(islice(game.choices(s), CHOICES))
        if not choices:
            return Stuck(f"{game.facts.name!r} has no actions at {_where(game, s)}, which is not terminal")
        waiting.extend(game.result(s, a) for a in choices)
    return None


def _where(game: Game, s: Any) -> str:
    try:
        return repr(game.text(s))
    except Exception:
        return repr(s)

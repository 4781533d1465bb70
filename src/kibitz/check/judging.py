"""The law of `game/judging.py`: guesses are finite numbers that keep their promise; no step gives depth back."""

from __future__ import annotations

from numbers import Integral

from kibitz.check.inquiry import Inquiry, is_number
from kibitz.game import State


def guesses(inquiry: Inquiry, s: State) -> None:
    """What a search to a depth goes by at a state in which the game goes on."""
    game = inquiry.game
    least, most = game.utility_range
    for player in range(game.players):
        guess = inquiry.asked("evaluate", s, game.evaluate, s, player)
        if not is_number(guess):
            inquiry.fault(
                "evaluate", f"evaluate of player {player} at {inquiry.where(s)} is {guess!r}: expected a number"
            )
        elif game.guesses_within and not least - 1e-9 <= guess <= most + 1e-9:
            promised = f"guesses_within promises that it keeps to utility_range, {least:g} to {most:g}"
            inquiry.fault("guess", f"evaluate of player {player} at {inquiry.where(s)} is {guess:g}: {promised}")
    spent = inquiry.asked("depth_spent", s, game.depth_spent, s)
    if not isinstance(spent, Integral) or int(spent) < 0:
        inquiry.fault("depth", f"depth_spent at {inquiry.where(s)} is {spent!r}: expected a whole number from 0")

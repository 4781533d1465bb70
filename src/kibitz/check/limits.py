"""The law of `game/limits.py`: utilities keep to what was declared, and positions to the limits given for them."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import Any

from kibitz.check.inquiry import Inquiry
from kibitz.game import CHANCE, MAX, Game, State, answers
from kibitz.search.soundness import is_whole

LITTLE = 1e-9


def declared(inquiry: Inquiry, s: State, shares: list[float]) -> None:
    """What the players get at the end keeps to the sum, the range and the wholeness that the game declares."""
    game, facts = inquiry.game, inquiry.game.facts
    if facts.zero_sum and abs(sum(shares) - game.at_stake(s)) > LITTLE:
        wanted = f"declared to sum to {game.at_stake(s):g}"
        inquiry.fault(
            "sum", f"utilities {shares} at {inquiry.where(s)} sum to {sum(shares):g}: {wanted} (zero_sum, utility_sum)"
        )
    elif not facts.zero_sum and sum(shares) > game.utility_total + LITTLE:
        wanted = f"declared to sum to {game.utility_total:g} at most (utility_total)"
        inquiry.fault("total", f"utilities {shares} at {inquiry.where(s)} sum to {sum(shares):g}: {wanted}")
    low, high = facts.utility_range
    if any(not low <= share <= high for share in shares):
        inquiry.fault(
            "range", f"utilities {shares} at {inquiry.where(s)} leave the declared utility_range {low:g} to {high:g}"
        )
    if game.whole and not all(map(is_whole, shares)):
        promised = "whole = True promises whole numbers from -30,000 to 30,000"
        inquiry.fault("whole", f"utilities {shares} at {inquiry.where(s)} are not whole: {promised}")


def given(inquiry: Inquiry, s: State, player: int, after: list[State]) -> None:
    """The limits given for a state in which the game goes on hold where one step ends the game."""
    game = inquiry.game
    bounds = _pair(inquiry, "bounds", s, game.bounds, s)
    ended = [shares for behind in after if (shares := _at_the_end(game, behind)) is not None]
    if after and len(ended) == len(after):
        proof = _pair(inquiry, "proof", s, game.proof, s)  # not asked everywhere: it may take long
        _value(inquiry, s, player, [shares[MAX] for shares in ended], {"bounds": bounds, "proof": proof})
    if answers(game, "stakes"):
        _stakes(inquiry, s, ended)
    if answers(game, "at_stake"):
        total = game.at_stake(s)
        for behind in after:
            if abs(game.at_stake(behind) - total) > LITTLE:
                changed = f"{total:g} at {inquiry.where(s)} and {game.at_stake(behind):g} at {inquiry.where(behind)}"
                inquiry.fault("at_stake", f"at_stake is {changed}, one step later: expected the same along one game")


def _at_the_end(game: Game, s: State) -> list[float] | None:
    """What every player gets where the game is over; None where it goes on, or where that is a fault of its own."""
    try:
        shares = [float(game.utility(s, player)) for player in range(game.players)] if game.is_terminal(s) else []
    except Exception:
        return None
    return shares if shares and all(map(isfinite, shares)) else None


def _value(inquiry: Inquiry, s: State, player: int, ends: list[float], limits: dict[str, tuple[float, float]]) -> None:
    """Where every step ends the game, a state is worth the best of these ends."""
    game = inquiry.game
    is_for_two = game.facts.zero_sum and game.players == 2
    if player == CHANCE or not (is_for_two or game.players == 1):
        return
    value = max(ends) if player == MAX else min(ends)
    for name, (low, high) in limits.items():
        if not low - LITTLE <= value <= high + LITTLE:
            said = f"{name} at {inquiry.where(s)} are {low:g} and {high:g}"
            inquiry.fault(f"wrong {name}", f"{said}, but the position is worth {value:g} to player 0")


def _stakes(inquiry: Inquiry, s: State, ended: list[list[float]]) -> None:
    for who in range(inquiry.game.players):
        low, high = _pair(inquiry, "stakes", s, inquiry.game.stakes, s, who)
        beyond = (shares[who] for shares in ended if not low - LITTLE <= shares[who] <= high + LITTLE)
        for share in beyond:
            said = f"stakes of player {who} at {inquiry.where(s)} are {low:g} and {high:g}"
            inquiry.fault("wrong stakes", f"{said}, but one step later it gets {share:g}")


def _pair(inquiry: Inquiry, name: str, s: State, question: Callable[..., Any], *arguments: Any) -> tuple[float, float]:
    def pair() -> tuple[float, float]:
        low, high = question(*arguments)
        return float(low), float(high)

    low, high = inquiry.asked(name, s, pair)
    if not low <= high:
        inquiry.fault(name, f"{name} at {inquiry.where(s)} are {low:g} and {high:g}: expected the lower first")
    return low, high

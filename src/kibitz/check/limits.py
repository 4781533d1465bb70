"""The law of `game/limits.py`: utilities keep to what was declared, and positions to the limits given for them."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, isfinite
from typing import Any

from kibitz.check.inquiry import Inquiry, is_number
from kibitz.check.walk import Place
from kibitz.check.worth import LITTLE, Worth
from kibitz.game import CHANCE, MAX, State, answers
from kibitz.search.soundness import is_whole


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
    if game.teams:
        _partners(inquiry, s, shares)


def _partners(inquiry: Inquiry, s: State, shares: list[float]) -> None:
    """Partners get the same."""
    teams = inquiry.game.teams
    if len(teams) != len(shares):
        inquiry.fault("teams", f"teams is {tuple(teams)}: expected the side of each of the {len(shares)} players")
    elif len(set(zip(teams, shares, strict=True))) > len(set(teams)):
        said = f"utilities {shares} at {inquiry.where(s)}"
        inquiry.fault("teams", f"{said} differ between partners: teams {tuple(teams)} promises one payoff a side")


def given(inquiry: Inquiry, s: State, after: list[State], guesses: list[float]) -> None:
    """The limits given for a state in which the game goes on are in order, and what is at stake stays so."""
    game = inquiry.game
    _pair(inquiry, "bounds", s, game.bounds, s)
    if answers(game, "stakes"):
        for player, guess in enumerate(guesses if answers(game, "evaluate") else []):
            low, high = _pair(inquiry, "stakes", s, game.stakes, s, player)
            if not low - LITTLE <= guess <= high + LITTLE:
                said = f"stakes of player {player} at {inquiry.where(s)} are {low:g} and {high:g}"
                inquiry.fault("guess beyond stakes", f"{said}, but evaluate guesses {guess:g}")
    if answers(game, "goes_on") and inquiry.yes_or_no("goes_on", s, game.goes_on, s):
        for behind in after:
            if game.is_terminal(behind):
                said = f"goes_on at {inquiry.where(s)} says that no action ends the game"
                inquiry.fault("goes_on", f"{said}, but {inquiry.where(behind)} is terminal")
    if answers(game, "at_stake"):
        total = game.at_stake(s)
        for behind in after:
            if abs(game.at_stake(behind) - total) > LITTLE:
                changed = f"{total:g} at {inquiry.where(s)} and {game.at_stake(behind):g} at {inquiry.where(behind)}"
                inquiry.fault("at_stake", f"at_stake is {changed}, one step later: expected the same along one game")


def claims(inquiry: Inquiry, place: Place, number: int, worth: Worth) -> None:
    """What is claimed of a state holds: its value lies within the limits, and every end that was found below it."""
    game, s = inquiry.game, place.state
    least, most = worth.low[number], worth.high[number]
    if least > -inf or most < inf:
        for name, question in (("bounds", game.bounds), ("proof", game.proof)):
            if answers(game, name):
                low, high = _pair(inquiry, name, s, question, s)
                if low > most + LITTLE or high < least - LITTLE:
                    said = f"{name} at {inquiry.where(s)} are {low:g} and {high:g}"
                    is_worth = f"the position is worth {worth.said(number)} to player 0"
                    can_get = f"player 0 can only get {worth.said(number)}"
                    inquiry.fault(f"wrong {name}", f"{said}, but {is_worth if worth.is_value else can_get}")
        _known(inquiry, place, number, worth)
        _settled(inquiry, place, number, worth)
    if answers(game, "stakes"):
        _stakes(inquiry, place, number, worth)


def _known(inquiry: Inquiry, place: Place, number: int, worth: Worth) -> None:
    """What a book or a table holds is the value for the player to move."""
    game, s = inquiry.game, place.state
    if not answers(game, "known") or not worth.is_value or place.player == CHANCE:
        return
    known = inquiry.asked("known", s, game.known, s)
    if known is None:
        return
    low, high = worth.low[number], worth.high[number]
    if place.player != MAX:
        low, high = game.at_stake(s) - high, game.at_stake(s) - low
    if not is_number(known) or not low - LITTLE <= known <= high + LITTLE:
        truth = f"it is worth {worth.said(number)} to player 0"
        inquiry.fault(
            "known", f"known at {inquiry.where(s)} is {known!r} for player {place.player}, who is to move, but {truth}"
        )


def _settled(inquiry: Inquiry, place: Place, number: int, worth: Worth) -> None:
    """What the game's own code tells in a window is the value, or a limit on the right side of it."""
    game, s = inquiry.game, place.state
    if not answers(game, "settled") or not worth.is_value or place.player == CHANCE:
        return
    low, high = worth.low[number], worth.high[number]
    if low != high:
        return
    value = low if place.player == MAX else game.at_stake(s) - low
    for alpha, beta in ((-inf, inf), (value - 1, value), (value, value + 1)):
        told, looked = inquiry.asked("settled", s, game.settled, s, alpha, beta)
        is_right = (
            value <= told + LITTLE
            if told <= alpha
            else value >= told - LITTLE
            if told >= beta
            else abs(told - value) <= LITTLE
        )
        if looked >= 0 and not is_right:
            window = f"settled at {inquiry.where(s)} tells {told:g} between {alpha:g} and {beta:g}"
            inquiry.fault("settled", f"{window}, but it is worth {value:g} to player {place.player}")


def _stakes(inquiry: Inquiry, place: Place, number: int, worth: Worth) -> None:
    for player in range(inquiry.game.players):
        low, high = _pair(inquiry, "stakes", place.state, inquiry.game.stakes, place.state, player)
        for end in (worth.least[player][number], worth.most[player][number]):
            if isfinite(end) and not low - LITTLE <= end <= high + LITTLE:
                said = f"stakes of player {player} at {inquiry.where(place.state)} are {low:g} and {high:g}"
                inquiry.fault("wrong stakes", f"{said}, but it may get {end:g} in the end")


def _pair(inquiry: Inquiry, name: str, s: State, question: Callable[..., Any], *arguments: Any) -> tuple[float, float]:
    def pair() -> tuple[float, float]:
        low, high = question(*arguments)
        return float(low), float(high)

    low, high = inquiry.asked(name, s, pair)
    if not low <= high:
        inquiry.fault(name, f"{name} at {inquiry.where(s)} are {low:g} and {high:g}: expected the lower first")
    return low, high

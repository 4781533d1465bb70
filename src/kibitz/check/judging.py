"""The law of `game/judging.py`: guesses are finite numbers that keep their promise; no step gives depth back."""

from __future__ import annotations

from numbers import Integral

from kibitz.check.inquiry import MOST_CHOICES, Inquiry, is_number
from kibitz.check.walk import Walk
from kibitz.check.worth import LITTLE, Worth, backwards
from kibitz.game import MAX, Action, State, answers
from kibitz.search.soundness import is_whole


def guesses(inquiry: Inquiry, s: State) -> tuple[list[float], int]:
    """What a search to a depth goes by at a state in which the game goes on: every player's guess, and the step."""
    game = inquiry.game
    least, most = game.utility_range
    found: list[float] = []
    for player in range(game.players):
        guess = inquiry.asked("evaluate", s, game.evaluate, s, player)
        if not is_number(guess):
            inquiry.fault(
                "evaluate", f"evaluate of player {player} at {inquiry.where(s)} is {guess!r}: expected a number"
            )
            continue
        found.append(float(guess))
        if game.guesses_within and not least - LITTLE <= guess <= most + LITTLE:
            promised = f"guesses_within promises that it keeps to utility_range, {least:g} to {most:g}"
            inquiry.fault("guess", f"evaluate of player {player} at {inquiry.where(s)} is {guess:g}: {promised}")
        if game.guesses_are_whole and not is_whole(float(guess)):
            promised = "guesses_are_whole promises whole numbers from -30,000 to 30,000"
            inquiry.fault("guess", f"evaluate of player {player} at {inquiry.where(s)} is {guess:g}: {promised}")
    spent = inquiry.asked("depth_spent", s, game.depth_spent, s)
    if not isinstance(spent, Integral) or int(spent) < 0:
        inquiry.fault("depth", f"depth_spent at {inquiry.where(s)} is {spent!r}: expected a whole number from 0")
        spent = 1
    return (found if len(found) == game.players else []), int(spent)


def marked(inquiry: Inquiry, s: State, actions: list[Action]) -> None:
    """What is quiet, noisy or reducible is so or is not."""
    game = inquiry.game
    inquiry.yes_or_no("is_quiet", s, game.is_quiet, s)
    for question, function in (("is_noisy", game.is_noisy), ("is_reducible", game.is_reducible)):
        if answers(game, question):
            for a in actions:
                inquiry.yes_or_no(question, s, function, s, a, action=a)


def passed(inquiry: Inquiry, s: State) -> list[State]:
    """The states after doing nothing: never more than one."""
    if not answers(inquiry.game, "passed"):
        return []
    found = inquiry.listed("passed", s, inquiry.game.passed, s, most=MOST_CHOICES)
    if len(found) > 1:
        inquiry.fault("passed", f"passed at {inquiry.where(s)} gives {len(found)} states: expected one, or none")
    return found


def no_better_to_pass(inquiry: Inquiry, walk: Walk, number: int, worth: Worth) -> None:
    """To do nothing is no better for the player to move than the best action."""
    place = walk.places[number]
    for other in place.passed if worth.is_value else []:
        if place.player == MAX:
            is_better = worth.low[other] > worth.high[number] + LITTLE
        else:
            is_better = worth.high[other] < worth.low[number] - LITTLE
        if is_better:
            after = f"passed at {inquiry.where(place.state)} gives {inquiry.where(walk.places[other].state)}"
            both = f"{worth.said(other)} to player 0 and not {worth.said(number)}"
            inquiry.fault(
                "better to pass", f"{after}, which is better for player {place.player} than any action: worth {both}"
            )


def depth_is_spent(inquiry: Inquiry, walk: Walk, worth: Worth) -> None:
    """A game that can go on for ever spends some depth each time round."""
    if worth.cycle is None or not answers(inquiry.game, "depth_spent"):
        return
    _, cycle = backwards(walk, lambda place: place.after if place.spent == 0 else [])
    if cycle:
        at = inquiry.where(walk.places[cycle[0]].state)
        said = f"play can come back to {at} by steps for which depth_spent is 0"
        inquiry.fault("depth", f"{said}: a search to a depth would never end")

"""The law of `game/hidden.py`: a state dealt from a view looks the same to that player."""

from __future__ import annotations

from random import Random
from typing import Any

from kibitz.check.inquiry import Inquiry, frozen, odd_pair
from kibitz.game import Action, State, answers

MOST_DEALS = 400  # of one view
DRAWN_DEALS = 4
VIEWS_CHECKED = 150
VIEWS_COMPARED = 4_000
POSITIONS_TOLD = 300


def views(inquiry: Inquiry, s: State, player: int, actions: list[Action]) -> None:
    """Where states look alike to the player to move, it has the same actions and sees the same picture."""
    game = inquiry.game
    view = inquiry.asked("view", s, game.view, s, player)
    picture = inquiry.asked("seen", s, game.seen, s, player) if len(inquiry.looks) < VIEWS_COMPARED else None
    marks = [("view", frozen(view))]
    if answers(game, "essence"):
        marks.append(("essence", frozen(inquiry.asked("essence", s, game.essence, view))))
    for question, mark in marks:
        first = inquiry.looks.setdefault((question, player, mark), (s, actions, picture))
        other, legal, seen = first
        if legal != actions and frozen(tuple(legal)) != frozen(tuple(actions)):
            both = f"{inquiry.where(other)} and {inquiry.where(s)} have the same {question} for player {player}"
            differ = f"but it may play {legal!r} in the one and {actions!r} in the other"
            inquiry.fault(f"{question} of actions", f"{both}, {differ}: expected the same actions in the same order")
        elif question == "view" and None not in (seen, picture) and seen != picture:
            both = f"{inquiry.where(other)} and {inquiry.where(s)} look alike to player {player}"
            if answers(game, "seen"):
                inquiry.fault("shown", f"{both}, but seen shows it different pictures: that gives away what is hidden")
            else:
                inquiry.fact("shown", f"{both}, but their pictures differ: answer seen(s, player) to hide the rest")


def told(inquiry: Inquiry, s: State, actions: list[Action], after: list[State]) -> None:
    """Where a player knows the same before and after a step, it is told the same of it."""
    game = inquiry.game
    if inquiry.report.positions > POSITIONS_TOLD or not answers(game, "told"):
        return
    for player in range(game.players):
        before = frozen(inquiry.asked("view", s, game.view, s, player))
        for a, behind in zip(actions, after, strict=True):
            if game.is_terminal(behind):
                continue
            said = inquiry.asked("told", s, game.told, s, a, player, action=a)
            mark = frozen(inquiry.asked("view", behind, game.view, behind, player))
            other, first = inquiry.looks.setdefault(("told", player, before, mark), (s, said))
            if first != said:
                both = f"{inquiry.where(other)} and {inquiry.where(s)}"
                alike = f"player {player} is told {first!r} and {said!r}, though its view is the same before and after"
                inquiry.fault("told", f"of two steps at {both} {alike}: that gives away what is hidden")


def dealt_again(inquiry: Inquiry, s: State, player: int, actions: list[Action]) -> None:
    """What the player to move knows, and the states that are dealt from it."""
    game = inquiry.game
    lists, draws = answers(game, "deals"), answers(game, "deal")
    view = inquiry.asked("view", s, game.view, s, player)
    mark = frozen(view)
    if mark in inquiry.views or len(inquiry.views) >= VIEWS_CHECKED or not (lists or draws):
        return
    inquiry.views.add(mark)
    listed: list[State] | None = None
    if lists:
        listed = _listed(inquiry, s, player, view, actions)
    if draws:
        dice = Random(0)
        for _ in range(DRAWN_DEALS):
            other = inquiry.asked("deal", s, game.deal, view, dice)
            _dealt(inquiry, "deal", s, player, view, actions, other)
            if listed is not None and frozen(other) not in {frozen(each) for each in listed}:
                said = f"what player {player} knows at {inquiry.where(s)}"
                inquiry.fault("undealt", f"deal draws {inquiry.where(other)} for {said}, but deals does not list it")


def _listed(inquiry: Inquiry, s: State, player: int, view: Any, actions: list[Action]) -> list[State] | None:
    """Every state that is dealt from a view; None where there are too many."""
    pairs = inquiry.listed("deals", s, inquiry.game.deals, view, most=MOST_DEALS)
    odd = odd_pair(pairs)
    if odd is not None:
        inquiry.fault("weights", f"deals at {inquiry.where(s)} gives {odd!r}: expected pairs of a state and its weight")
        return None
    least = min((weight for _, weight in pairs), default=1.0)
    if not least > 0:
        inquiry.fault("weight", f"a deal at {inquiry.where(s)} has the weight {least:g}: expected more than 0")
    is_all = len(pairs) <= MOST_DEALS
    states = [state for state, _ in pairs]
    for other in states if is_all else states[:DRAWN_DEALS]:
        _dealt(inquiry, "deals", s, player, view, actions, other)
    if not is_all:
        return None
    if frozen(s) not in {frozen(state) for state in states}:
        inquiry.fault("absent", f"{inquiry.where(s)} is not among the states that deals gives for what is seen of it")
    return states


def _dealt(
    inquiry: Inquiry, question: str, s: State, player: int, view: Any, actions: list[Action], other: State
) -> None:
    """A state dealt from a view must look the same to the player, on the board too, and have the same moves."""
    game = inquiry.game
    seen = inquiry.asked("view", other, game.view, other, player)
    where = f"{question} gives {inquiry.where(other)} for what player {player} knows at {inquiry.where(s)}"
    if frozen(seen) != frozen(view):
        inquiry.fault("disagrees", f"{where}, but there it would know {seen!r} and not {view!r}")
        return
    if game.is_terminal(other) or game.player(other) != player:
        inquiry.fault("turn", f"{where}, but there it is not that player's turn")
        return
    legal = list(game.actions(other))
    if sorted(map(repr, legal)) != sorted(map(repr, actions)):
        apart = "it could tell them apart"
        inquiry.fault("legal", f"{where}, but there it may play {legal!r} and not {actions!r}: {apart}")
    if game.seen(other, player) != game.seen(s, player):
        inquiry.fault("shown", f"{where}, but seen shows it another picture there: that gives away what is hidden")

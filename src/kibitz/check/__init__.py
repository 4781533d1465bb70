"""Is a game well defined? Every fault in one sentence, with the position that shows it.

One file beside each group of questions in `kibitz.game` tests the law of that group on the positions that are walked.
"""

from __future__ import annotations

import random
from copy import deepcopy

from kibitz.check import chance, hidden, identity, judging, learning, limits, ordering, rules, shown
from kibitz.check.compiled import compare
from kibitz.check.inquiry import Enough, Inquiry, Report, frozen
from kibitz.game import CHANCE, Game, State
from kibitz.game.malformed import answers_the_questions

__all__ = ["Report", "check"]

SMALL = 20_000  # positions; a game with no more is walked whole
RANDOM_GAMES = 60
LONGEST = 400  # plies of one random game


def check(game: Game, *, seed: int = 0, compiled: bool = True) -> Report:
    """Walk a game, whole if it is small and at random if not, and report every fault found."""
    answers_the_questions(game)
    inquiry = Inquiry(game)
    try:
        start = inquiry.asked("initial", None, game.initial)
        if start is None:
            inquiry.fault("initial", "initial gives None: expected a state")
            return inquiry.report
        inquiry.report.whole = _everywhere(inquiry, start)
        if not inquiry.report.whole:
            _at_random(inquiry, start, random.Random(seed))
        if compiled and not inquiry.report.faults:
            compare(inquiry, start)
    except Enough:
        pass
    return inquiry.report


def _everywhere(inquiry: Inquiry, start: State) -> bool:
    """Look at every position, up to a number of them; True if that was all."""
    seen = {frozen(start)}
    todo = [start]
    while todo:
        s = todo.pop()
        for after in _look(inquiry, s):
            mark = frozen(after)
            if mark not in seen:
                if len(seen) >= SMALL:
                    return False
                seen.add(mark)
                todo.append(after)
    return True


def _at_random(inquiry: Inquiry, start: State, dice: random.Random) -> None:
    """Look along random games."""
    for _ in range(RANDOM_GAMES):
        s = start
        for _ in range(LONGEST):
            following = _look(inquiry, s)
            if not following:
                break
            s = dice.choice(following)


def _look(inquiry: Inquiry, s: State) -> list[State]:
    """Find the faults of one position, and give the positions that follow."""
    inquiry.report.positions += 1
    before = deepcopy(s)
    over = inquiry.asked("is_terminal", s, inquiry.game.is_terminal, s)
    following: list[State] = []
    if over:
        inquiry.report.final += 1
        if shares := rules.utilities(inquiry, s):
            limits.declared(inquiry, s, shares)
    else:
        following = _going_on(inquiry, s)
    shown.text(inquiry, s)
    identity.key(inquiry, s)
    identity.symmetric(inquiry, s, over)
    learning.features(inquiry, s)
    if frozen(before) != frozen(s):
        both = f"{inquiry.where(before)} became {inquiry.where(s)}"
        inquiry.fault("changed", f"a position changed while it was looked at: {both}")
    return following


def _going_on(inquiry: Inquiry, s: State) -> list[State]:
    """The same where the game goes on."""
    player = rules.mover(inquiry, s)
    if player is None:
        return []
    if player == CHANCE:
        choices = chance.outcomes(inquiry, s)
    else:
        choices = rules.actions(inquiry, s)
        shown.actions(inquiry, s, choices)
    judging.guesses(inquiry, s)
    if inquiry.game.facts.hidden and player != CHANCE:
        hidden.dealt_again(inquiry, s, player, choices)
    after = [rules.following(inquiry, s, a) for a in choices]
    if player != CHANCE:
        ordering.order(inquiry, s, choices, after)
    limits.given(inquiry, s, player, after)
    return after

"""Is a game well defined? Every fault in one sentence, with the position that shows it.

One file beside each group of questions in `kibitz.game` tests the law of that group on the positions that are walked:
some laws at once, position by position, and those about values once it is known what the positions are worth.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from kibitz.check import (
    chance,
    endgames,
    hidden,
    identity,
    judging,
    learning,
    limits,
    ordering,
    playing_out,
    reasons,
    retracing,
    rules,
    shown,
)
from kibitz.check.compiled import compare
from kibitz.check.inquiry import Enough, Inquiry, Report, frozen
from kibitz.check.observed import LONGEST_GAME, observe
from kibitz.check.walk import Place, Walk
from kibitz.check.worth import Worth
from kibitz.game import CHANCE, Game
from kibitz.game.malformed import answers_the_questions

__all__ = ["Report", "check"]

SMALL = 20_000  # positions; a game with no more is walked whole
RANDOM_GAMES = 60
NEAR_THE_END = 100  # positions that are explored below the last ones of each random game
ASIDE = 5_000  # positions that are explored because a game names them as symmetric, or after a pass
MOST_WEIGHED = 2_000  # positions whose claims are compared with what they are worth


def check(
    game: Game,
    *,
    seed: int = 0,
    compiled: bool = True,
    seconds: float | None = None,
    progress: Callable[[str], None] | None = None,
) -> Report:
    """Walk a game, whole if it is small and at random if not, and report every fault found.

    `seconds` limits the walk, in processor time; `progress` is called with a line now and then. `compiled` compares
    machine code with plain Python at the end, where no fault was found.
    """
    answers_the_questions(game)
    inquiry = Inquiry(game, seconds, progress)
    try:
        walk = _walk(inquiry, seed)
        if walk is None:
            return inquiry.report
        worth = _weigh(inquiry, walk)
        rules.asked_again(inquiry, walk)
        endgames.sections(inquiry, seed)
        if not inquiry.report.faults:
            observe(inquiry, walk, worth)
        if compiled and not inquiry.report.faults:
            inquiry.say("comparing machine code with plain Python")
            compare(inquiry, walk.places[0].state)
    except Enough:
        pass
    if inquiry.report.faults:
        inquiry.report.facts = []  # a walk among faults shows the faults
    return inquiry.report


def _walk(inquiry: Inquiry, seed: int) -> Walk | None:
    """The positions of the game, looked at one by one; None where there is not even a first one."""
    game = inquiry.game
    start = inquiry.asked("initial", None, game.initial)
    if start is None:
        inquiry.fault("initial", "initial gives None: expected a state")
        return None
    walk = Walk(game)
    walk.number(start)
    rules.begins_alike(inquiry, start)
    inquiry.report.whole = _everywhere(inquiry, walk)
    if not inquiry.report.whole:
        _at_random(inquiry, walk, random.Random(seed))
    return walk


def _everywhere(inquiry: Inquiry, walk: Walk) -> bool:
    """Look at every position, up to a number of them; True if that was all."""
    todo, queued = [0], 1
    walk.places[0].is_queued = True
    while todo:
        if not inquiry.goes_on(0.6):
            return False
        place = walk.places[todo.pop()]
        _look(inquiry, walk, place)
        for number in place.after:
            following = walk.places[number]
            if not following.is_queued:
                if queued >= SMALL:
                    return False
                following.is_queued = True
                queued += 1
                todo.append(number)
    return True


def _at_random(inquiry: Inquiry, walk: Walk, dice: random.Random) -> None:
    """Look along random games, and find out what follows from their last positions."""
    for _ in range(RANDOM_GAMES):
        path = [0]
        while len(path) <= LONGEST_GAME:
            if not inquiry.goes_on(1.0):
                return
            place = walk.places[path[-1]]
            if not place.is_looked_at:
                _look(inquiry, walk, place)
            if not place.after:
                break
            path.append(dice.choice(place.after))
        inquiry.report.unfinished += len(path) > LONGEST_GAME
        left = NEAR_THE_END
        for number in reversed(path):
            if left <= 0 or not walk.places[path[-1]].over:
                break
            for following in walk.places[number].after:
                left -= walk.explore(following, left)


def _look(inquiry: Inquiry, walk: Walk, place: Place) -> None:
    """Find the faults of one position, and what follows from it."""
    inquiry.report.positions += 1
    s = place.state
    place.is_looked_at = True
    before = "" if type(s) is str or isinstance(s, tuple) else inquiry.where(s)  # these never change
    over = rules.is_over(inquiry, s)
    if over:
        inquiry.report.final += 1
        place.over, place.is_known = True, True
        place.shares = rules.utilities(inquiry, s)
        if place.shares:
            limits.declared(inquiry, s, place.shares)
            learning.levels(inquiry, s, place.shares)
        shown.over(inquiry, s)
    else:
        _going_on(inquiry, walk, place)
    shown.text(inquiry, s)
    shown.drawn(inquiry, s)
    identity.key(inquiry, s)
    place.images = [walk.number(other) for other in identity.symmetric(inquiry, s, over)]
    endgames.held(inquiry, s, over)
    learning.features(inquiry, s)
    if frozen(s) != place.mark:
        became = f"{before} became {inquiry.where(s)}" if before else f"it became {inquiry.where(s)}"
        inquiry.fault("changed", f"a position changed while it was looked at: {became}")


def _going_on(inquiry: Inquiry, walk: Walk, place: Place) -> None:
    """The same where the game goes on."""
    s = place.state
    player = rules.mover(inquiry, s)
    if player is None:
        return
    place.player = player
    if player == CHANCE:
        place.choices, place.weights = chance.outcomes(inquiry, s)
    else:
        place.choices = rules.actions(inquiry, s)
        shown.actions(inquiry, s, place.choices)
    place.guesses, place.spent = judging.guesses(inquiry, s)
    judging.marked(inquiry, s, [] if player == CHANCE else place.choices)
    place.passed = [walk.number(other) for other in judging.passed(inquiry, s)]
    after = [rules.following(inquiry, s, a) for a in place.choices]
    if inquiry.game.facts.hidden and player != CHANCE:
        hidden.views(inquiry, s, player, place.choices)
        hidden.dealt_again(inquiry, s, player, place.choices)
    if inquiry.game.facts.hidden:
        hidden.told(inquiry, s, place.choices, after)
    if player != CHANCE:
        ordering.order(inquiry, s, place.choices, after)
        playing_out.played(inquiry, s, place.choices)
    limits.given(inquiry, s, after, place.guesses)
    retracing.retraced(inquiry, s, after)
    place.after, place.is_known = [walk.number(state) for state in after], True


def _weigh(inquiry: Inquiry, walk: Walk) -> Worth:
    """Compare what a game claims of positions with what they are worth."""
    left = ASIDE
    for place in list(walk.looked_at()):
        for number in (*place.images, *place.passed):
            if left > 0:
                left -= walk.explore(number, min(left, NEAR_THE_END))
    worth = Worth(walk)
    inquiry.say("comparing claims with values")
    # Those near the end come first: there a wrong claim is easiest to see.
    numbers = [number for number in worth.order if walk.places[number].is_looked_at and not walk.places[number].over]
    for number in numbers[:: len(numbers) // MOST_WEIGHED + 1]:
        place = walk.places[number]
        limits.claims(inquiry, place, number, worth)
        ordering.keeps_the_value(inquiry, place, number, worth)
        identity.worth_the_same(inquiry, walk, number, worth)
        judging.no_better_to_pass(inquiry, walk, number, worth)
        shown.exact(inquiry, place, number, worth)
        reasons.decided(inquiry, place, number, worth)
    judging.depth_is_spent(inquiry, walk, worth)
    identity.far_enough(inquiry, walk, worth)
    return worth

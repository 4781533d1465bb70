"""A search tried on positions of a real game: random ones, near enough to the end to be looked through."""

from __future__ import annotations

import random
from typing import Any

from kibitz.errors import BadInput
from kibitz.game import CHANCE, MAX, MIN, Game, State
from kibitz.lab.grading.calling import Outcome
from kibitz.lab.grading.child import AtPosition, Child
from kibitz.lab.grading.report import Disagreement, GroupResult
from kibitz.lab.grading.shapes import Calling
from kibitz.lab.grading.trial import Spot, Trial
from kibitz.lab.grading.verdict import fault

POSITIONS = 20
WALKS = 60  # random games that are played to find them
MOST_NODES = 600  # below a position
LONGEST = 400  # plies of a random game
FINE_WEIGHT = 1_000_000  # probabilities become weights of this sum


class _TooLarge(Exception):
    """There is more below this position than can be looked through."""


def positions_group(child: Child, game: Game, calling: Calling, seed: int) -> tuple[GroupResult, Disagreement | None]:
    """Try the search on positions of this game; the first one that goes wrong, if any does."""
    found = _positions(game, calling, seed)
    if not found:
        raise BadInput(f"no position of {game.facts.name!r} near the end has at most {MOST_NODES} nodes below it")
    outcomes = child.ask([AtPosition(s, depth) for s, depth, _ in found], calling)
    wrong: list[tuple[int, State, Trial, Outcome]] = []
    for (s, depth, spot), outcome in zip(found, outcomes, strict=True):
        trial = Trial(spot, depth)
        if fault(trial, outcome, calling):
            wrong.append((spot.size, s, trial, outcome))
    result = GroupResult(f"positions of {game.facts.name}", len(found), len(found) - len(wrong))
    if not wrong:
        return result, None
    _, s, trial, outcome = min(wrong, key=lambda each: each[0])
    what = fault(trial, outcome, calling)
    if fault(trial, child.ask([trial], calling)[0], calling):
        return result, Disagreement(trial, outcome, calling, what, None)  # the tree alone shows it: it can be shrunk
    from kibitz.lab.grading.verdict import expected

    shown = game.text(s)
    return result, Disagreement(None, outcome, calling, what, None, shown, expected(trial, calling))


def _positions(game: Game, calling: Calling, seed: int) -> list[tuple[State, int | None, Spot]]:
    """Positions with their depth limits and what lies below them, found in random games."""
    dice = random.Random(f"{seed} positions")
    found: list[tuple[State, int | None, Spot]] = []
    for _ in range(WALKS):
        line = _played(game, dice)
        for back in range(2, len(line) + 1):
            s = line[-back]
            depth = dice.randint(1, 3) if calling.has_depth else None
            try:
                spot = _spot(game, s, depth, [MOST_NODES])
            except _TooLarge:
                break
            if spot.player != CHANCE and dice.random() < 0.5:
                found.append((s, depth, spot))
                if len(found) == POSITIONS:
                    return found
    return found


def _played(game: Game, dice: random.Random) -> list[State]:
    """The positions of a random game."""
    line = [game.initial()]
    while not game.is_terminal(line[-1]) and len(line) < LONGEST:
        s = line[-1]
        if game.player(s) == CHANCE:
            outcomes: list[tuple[Any, float]] = list(game.outcomes(s))
            a = dice.choices([each for each, _ in outcomes], [chance for _, chance in outcomes])[0]
        else:
            a = dice.choice(list(game.actions(s)))
        line.append(game.result(s, a))
    return line


def _spot(game: Game, s: State, depth: int | None, room: list[int]) -> Spot:
    """What lies below a position, to a depth; `room` is how many nodes it may still have."""
    room[0] -= 1
    if room[0] < 0:
        raise _TooLarge
    if game.is_terminal(s):
        return Spot(MAX, value=float(game.utility(s, MAX)))
    player = int(game.player(s))
    guess = float(game.evaluate(s, MAX))
    if depth is not None and depth <= 0:
        return Spot(player, (Spot(value=0.0),), guess=guess)
    below = None if depth is None else depth - int(game.depth_spent(s))
    if player == CHANCE:
        outcomes = list(game.outcomes(s))
        children = tuple(_spot(game, game.result(s, each), below, room) for each, _ in outcomes)
        return Spot(CHANCE, children, guess=guess, weights=tuple(round(p * FINE_WEIGHT) for _, p in outcomes))
    children = tuple(_spot(game, game.result(s, a), below, room) for a in game.actions(s))
    return Spot(MAX if player == MAX else MIN, children, guess=guess)

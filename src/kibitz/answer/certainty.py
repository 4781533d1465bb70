"""How certain a value is: proven, found to some depth, or only the default guess."""

from __future__ import annotations

from math import inf, isfinite
from typing import Any

from kibitz.game import Game, State, answers
from kibitz.game.limits import LONGEST_WIN

Value = Any  # a float for the player to move; in vectors, a tuple with a float for each player
WIN, DRAW, LOSS = "win", "draw", "loss"
UNDECIDED = "undecided"
NOT_PROVEN = " (found, not proven)"  # behind a win or a loss that a search tells of
AT_MOST, NO_BETTER = "at most ", "no better: "  # before what a move is worth that was shown to be no better
SMALL_PART = 60  # a value further from a win than this part of all that a game can be worth tells of none
MANY_SWINGS = 200  # between the least and the most that a game can be worth


def has_evaluation(game: Game) -> bool:
    """Does the game have an evaluation of its own? Else every guess at the depth limit is 0."""
    return answers(game, "evaluate")


def is_undecided(game: Game, s: State, value: Value, exact: bool) -> bool:
    """Is a value for the player to move only the default guess of 0 for player 0, so that nothing is known?"""
    if exact or has_evaluation(game):
        return False
    if isinstance(value, tuple):
        return not any(value)
    is_second = game.players == 2 and game.player(s) == 1
    return bool(value == (game.at_stake(s) if is_second else 0.0))


def outcome_of(game: Game, s: State, value: Value, exact: bool, sound: bool = True) -> str | None:
    """`win`, `draw` or `loss` for the player to move, if that is proven; None if not, or in games of other kinds.

    A proven value decides it. So does any value other than 0 in a game without an evaluation: all guesses being 0, it
    comes from finished games alone, provided that the search is `sound`, which one that leaves out moves is not.
    """
    facts = game.facts
    is_for_two = facts.players == 2 and facts.zero_sum and not isinstance(value, tuple)
    if not is_for_two or facts.chance or facts.hidden:
        return None
    middle = game.at_stake(s) / 2
    from_ends = sound and not has_evaluation(game) and middle == 0 and value != 0
    if not exact and not from_ends:
        return None
    return WIN if value > middle else LOSS if value < middle else DRAW


def distance_of(game: Game, s: State, value: Any, exact: bool) -> int | None:
    """The plies to the end under best play, for the player to move; None where the value does not tell them."""
    if game.is_terminal(s):
        return 0
    if not exact or isinstance(value, tuple):
        return None
    plies = game.plies_left(s, value)
    return plies if plies >= 0 else None


def found_end(game: Game, s: State, value: Value) -> tuple[str, int] | None:
    """A win or a loss that a value for the player to move tells of, and in how many plies; None where it tells of none.

    A search that guesses takes `haste` off a win for every ply, and no evaluation comes near one.
    """
    if game.haste <= 0 or isinstance(value, tuple):
        return None
    low, high = game.utility_range
    worst, best = (low, high) if game.player(s) != 1 else (game.at_stake(s) - high, game.at_stake(s) - low)
    for outcome, missing in ((WIN, best - value), (LOSS, value - worst)):
        if missing < min(LONGEST_WIN * game.haste, (best - worst) / SMALL_PART):
            return outcome, max(1, round(missing / game.haste))
    return None


def chance_of_winning(game: Game, advantage: float) -> float:
    """The share of the points that an advantage promises, from 0 to 1, in a game that `goes_by_swings`.

    An advantage of four swings makes it ten to one: a swing of a pawn is then about 100 points of a rating.
    """
    return float(1.0 / (1.0 + 10.0 ** min(max(-advantage / (4.0 * game.swing), -30.0), 30.0)))


def goes_by_swings(game: Game) -> bool:
    """Are the usual changes of the evaluation so small, beside a win, that a share of the range tells nothing?"""
    low, high = game.utility_range
    return 0.0 < MANY_SWINGS * game.swing < high - low < inf


def share_of(game: Game, s: State, value: Any, outcome: str | None) -> float | None:
    """Where a value for the player to move lies between the worst, 0, and the best, 1; None where the range is unknown.

    A proven win is 1, a draw ½ and a loss 0, however large.
    """
    if outcome is not None:
        return {WIN: 1.0, DRAW: 0.5, LOSS: 0.0}[outcome]
    if goes_by_swings(game) and not isinstance(value, tuple):
        return chance_of_winning(game, value - game.at_stake(s) / 2)
    low, high = game.facts.utility_range
    if isinstance(value, tuple) or not (isfinite(low) and isfinite(high) and low < high):
        return None
    return min(1.0, max(0.0, float(value - low) / (high - low)))


def to_depth(depth: int | None) -> str:
    """What an unproven value rests on, to be put behind it; empty where it does not rest on a depth."""
    return "" if depth is None else f" (depth {depth})"


def undecided_words(depth: int | None) -> str:
    """What to say where nothing is known."""
    return UNDECIDED if depth is None else f"{UNDECIDED} at depth {depth}"


def without_depth(words: str) -> tuple[str, int | None]:
    """Words that `to_depth` or `undecided_words` made, taken apart: what they say, and the depth that it rests on."""
    for before, after in ((f"{UNDECIDED} at depth ", ""), (" (depth ", ")")):
        said, found, depth = words.removesuffix(after).rpartition(before)
        if found and depth.isdecimal():
            return said or UNDECIDED, int(depth)
    return words, None

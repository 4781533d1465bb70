"""What is claimed of a value, in fields: what a script would otherwise have to read out of the words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.answer.amounts import PERCENTAGE, counted
from kibitz.answer.certainty import (
    AT_MOST,
    DRAW,
    LOSS,
    NO_BETTER,
    NOT_PROVEN,
    WIN,
    distance_of,
    share_of,
    without_depth,
)
from kibitz.game import Game, State

SIGNS = {WIN: "W", DRAW: "=", LOSS: "L"}
UNKNOWN = "?"
VERBS = {"wins": WIN, "draws": DRAW, "loses": LOSS}
BY = " by "  # before how much a game is won by


def claims(
    game: Game,
    s: State,
    value: Any,
    words: str,
    *,
    exact: bool,
    outcome: str | None,
    undecided: bool,
    number: str,
    plies: int | None = None,
) -> dict[str, Any]:
    """What is known of a value for the player to move; `number` is the value as it would stand alone, and
    `plies` is how many a search has counted to the end, if it has.

    `distance`  plies to the end under best play, or None
    `undecided` is nothing known of the value?
    `claim`     the words without the depth they rest on; empty where they are only the number
    `depth`     the depth that the words rest on, or None
    `brief`     the claim for a place with room for a few letters: W 7, L 12, =, +4 for a win by 4, ?, 53.2 %, W 9?
                if not proven
    `share`     where the value lies between the worst, 0, and the best, 1, or None
    """
    said, depth = without_depth(words)
    claim = "" if said == number else said
    distance = distance_of(game, s, value, exact) if plies is None else plies
    return {
        "distance": distance,
        "undecided": undecided,
        "claim": claim,
        "depth": depth,
        "brief": UNKNOWN if undecided else _brief(game, claim, outcome, distance),
        "share": None if undecided else share_of(game, s, value, outcome),
    }


def claims_at_the_end(game: Game, s: State, shares: Sequence[float] = ()) -> dict[str, Any] | None:
    """How a game between two has ended, for player 0, as an analysis would tell it; None with more or fewer players.

    `shares` is what it is worth to each, where the utilities do not tell: it ended by repetition.
    """
    if game.players != 2:
        return None
    first, second = shares or (float(game.utility(s, player)) for player in range(2))
    outcome, words = (WIN, "wins") if first > second else (LOSS, "loses") if first < second else (DRAW, "draws")
    known = {"player": 0, "value": first - second, "words": words, "exact": True, "outcome": outcome}
    return known | claims(game, s, first, words, exact=True, outcome=outcome, undecided=False, number="")


def _brief(game: Game, claim: str, outcome: str | None, distance: int | None) -> str:
    if outcome is not None and BY in claim:
        return f"{'+' if outcome == WIN else '−'}{claim.partition(BY)[2]}"
    if outcome is not None and VERBS.get(claim.partition(" ")[0]) == outcome:
        return f"{SIGNS[outcome]} {distance}" if distance and outcome != DRAW else SIGNS[outcome]
    for before in (AT_MOST, NO_BETTER):
        if claim.startswith(before):
            return f"≤ {_brief(game, claim.removeprefix(before), None, None)}"
    if claim.endswith(NOT_PROVEN):
        verb, _, plies = claim.removesuffix(NOT_PROVEN).partition(" in ")
        return f"{SIGNS[WIN if verb == 'wins' else LOSS]} {plies}?"
    return claim.removeprefix("wins ") if game.facts.utility_range == PERCENTAGE else claim.removesuffix(counted(game))

"""An answer as the page shows it: what `kibitz best --json` says, and in fields what a script would have to guess."""

from __future__ import annotations

from typing import Any

from kibitz.answer.analysis import Analysis, MoveReport, value_text
from kibitz.answer.certainty import DRAW, LOSS, WIN, share_of, without_depth
from kibitz.game import Game, State

SIGNS = {WIN: "W", DRAW: "=", LOSS: "L"}
UNKNOWN = "?"
PERCENTAGE = (0.0, 1.0)  # the utilities of a game whose values are chances of winning


def analysis_shown(found: Analysis) -> dict[str, Any]:
    """An analysis as plain data, each move and the whole with the fields of `_in_fields`."""
    told = found.json()
    moves = [row | _in_fields(found, move, row) for row, move in zip(told["moves"], found.moves, strict=True)]
    return {**told, **_in_fields(found, found, told), "moves": moves}


def end_shown(game: Game, s: State) -> dict[str, Any] | None:
    """How a game between two has ended, for player 0, as an analysis would tell it; None with more or fewer players."""
    if game.players != 2:
        return None
    first, second = float(game.utility(s, 0)), float(game.utility(s, 1))
    outcome, words = (WIN, "wins") if first > second else (LOSS, "loses") if first < second else (DRAW, "draws")
    known = {"player": 0, "value": first - second, "words": words, "exact": True, "outcome": outcome, "distance": 0}
    share = share_of(game, s, first, outcome)
    return known | {"undecided": False, "claim": words, "depth": None, "brief": SIGNS[outcome], "share": share}


def _in_fields(found: Analysis, judged: Analysis | MoveReport, row: dict[str, Any]) -> dict[str, Any]:
    """`undecided`, `claim`, `depth`, `brief` and `share` of an answer or of one of its moves."""
    said, depth = without_depth(judged.words)
    claim = "" if said == value_text(judged.value) else said
    share = None if judged.undecided else share_of(found.game, found.state, judged.value, judged.outcome)
    brief = _brief(found.game, judged, claim, row["distance"])
    return {"undecided": judged.undecided, "claim": claim, "depth": depth, "brief": brief, "share": share}


def _brief(game: Game, judged: Analysis | MoveReport, claim: str, distance: int | None) -> str:
    """The claim for a place with room for a few letters: W 7, L 12, =, ?, 53.2 %."""
    if judged.undecided:
        return UNKNOWN
    if judged.outcome is not None:
        counted = distance is not None and judged.outcome != DRAW
        return f"{SIGNS[judged.outcome]} {distance}" if counted else SIGNS[judged.outcome]
    return claim.removeprefix("wins ") if game.facts.utility_range == PERCENTAGE else claim

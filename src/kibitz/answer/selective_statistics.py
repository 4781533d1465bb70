"""What a selective search did, technique by technique: the counts, and each of them in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kibitz.search.selective import selective_desk as word
from kibitz.search.selective.selective_engine import SelectiveEngine

# By name: where it is counted on the desk, and what it says, with the number in place of {}.
COUNTED = {
    "quiescence_nodes": (word.QUIET_NODES, "{} nodes beyond the depth limit, in quiescence"),
    "null_move_cutoffs": (word.NULL_CUTOFFS, "{} nodes cut because even passing was good enough (null move)"),
    "refuted_null_moves": (word.REFUTED_PASSES, "{} null moves that a check without one took back (verification)"),
    "static_cutoffs": (word.STATIC_CUTS, "{} nodes cut by an evaluation far above the window (reverse futility)"),
    "razored": (word.RAZORED, "{} nodes left to quiescence, far below the window (razoring)"),
    "futile_moves": (word.FUTILE, "{} quiet moves left out that could hardly reach the window (futility)"),
    "late_moves": (word.LATE, "{} quiet moves left out after many others (late moves)"),
    "losing_exchanges": (word.LOSING, "{} captures left out that lose material (static exchange)"),
    "delta_moves": (word.DELTA, "{} captures left out that win too little (delta)"),
    "reduced_moves": (word.REDUCED, "{} late moves searched less deep (reductions)"),
    "searched_again": (word.LOOKED_AGAIN, "{} of them searched again, because they were better than thought"),
    "internal_reductions": (word.INTERNAL, "{} nodes searched less deep for want of a move to begin with"),
    "probcut_cutoffs": (word.PROBCUTS, "{} nodes cut because a shallow search foretold it (ProbCut)"),
    "check_extensions": (word.CHECKS, "{} positions that were not quiet, searched a ply deeper"),
    "singular_extensions": (word.EXTENSIONS, "{} moves that stand alone, searched deeper (singular extensions)"),
    "several_cut": (word.MULTICUTS, "{} nodes cut because more than one move would (multi-cut)"),
    "repetitions": (word.REPETITIONS, "{} positions that came up again on their line or in the game"),
    "shorter_wins": (word.NEAR_WINS, "{} nodes left out that could only win later, or lose sooner (win distance)"),
}


def counted(engine: SelectiveEngine) -> dict[str, int]:
    """What an engine has done since it began, by name."""
    return {name: sum(int(desk.words[at]) for desk in engine.desks) for name, (at, _) in COUNTED.items()}


def in_sentences(statistics: Mapping[str, Any]) -> list[str]:
    """What the statistics of a search say of the techniques that did something."""
    return [said.format(f"{statistics[name]:,}") for name, (_, said) in COUNTED.items() if statistics.get(name)]

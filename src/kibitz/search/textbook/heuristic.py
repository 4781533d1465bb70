"""Minimax and alpha-beta as they are run when there is no time for everything: quiescence and a beam.

Contract: with neither, the value of minimax to a depth (H-minimax). With quiescence, a state where the depth is spent
is worth what `quiescence.py` says; with a beam, only the actions that `beam.py` names are looked at. Alpha-beta finds
the value that minimax finds with the same two settings.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf

from kibitz.errors import BadInput
from kibitz.game import MAX, Game, State
from kibitz.game.given import whole
from kibitz.native import jit
from kibitz.search.algorithm import Algorithm
from kibitz.search.textbook import beam as beam_page
from kibitz.search.textbook import quiescence as quiescence_page
from kibitz.search.textbook.beam import in_beam
from kibitz.search.textbook.leaf import leaf_value
from kibitz.search.textbook.quiescence import quiescence
from kibitz.search.watch import Watch


@jit
def heuristic_value(
    game: Game, s: State, depth: int, alpha: float, beta: float, cuts: bool, width: int, looks_on: bool, watch: Watch
) -> tuple[float, int]:
    """The value of a state, by the contract above, and the number of the action that reaches it; -1 without one.

    `cuts` tells alpha-beta from minimax, `width` is that of the beam (0: none), `looks_on` switches quiescence on.
    """
    watch.enter(s, alpha, beta)
    over = game.is_terminal(s)
    if depth <= 0 and looks_on and not over:
        return quiescence(game, s, alpha, beta, cuts, watch), -1
    if over or depth <= 0:
        v = leaf_value(game, s, over, watch)
        watch.leave(s, v)
        return v, -1
    below = depth - game.depth_spent(s)
    best = -1
    is_max = game.player(s) == MAX
    v = -inf if is_max else inf
    for number, a in in_beam(game, s, width, watch):
        watch.turn_to(s, number)
        child, _ = heuristic_value(game, game.result(s, a), below, alpha, beta, cuts, width, looks_on, watch)
        if best < 0 or (child > v if is_max else child < v):
            v, best = child, number
        if cuts and (v >= beta if is_max else v <= alpha):
            watch.prune(s, a, child, v, alpha, beta)
            break
        if cuts:
            alpha, beta = (max(alpha, v), beta) if is_max else (alpha, min(beta, v))
        watch.update(s, a, child, v, alpha, beta)
    watch.leave(s, v)
    return v, best


HEURISTIC = ("minimax", "alphabeta", "deepening")  # the textbook searches that take these settings


def with_page(algorithm: Algorithm, width: int, looks_on: bool) -> Algorithm:
    """An algorithm whose page tells of a beam and of quiescence, where they are switched on."""
    page, lines = algorithm.pseudocode, dict(algorithm.lines)
    named = []
    if looks_on:
        window = "(s, α, β)" if algorithm.cuts_ties is not None else "(s)"
        page = page.replace("EVALUATE(s, MAX)", f"QUIESCENCE{window}", 1)
        above = page.count("\n") + 1
        lines |= {event: above + line for event, line in quiescence_page.LINES.items()}
        own = quiescence_page.PSEUDOCODE
        page += "\n" + (own if algorithm.cuts_ties is not None else _without_window(own))
        named.append("quiescence")
    if width:
        lines["drop"] = page.count("\n") + 2
        page = page.replace("each a in ACTIONS(s)", "each a in BEAM(s)", 2)
        page += "\n" + beam_page.PSEUDOCODE.format(width=width)
        named.append(f"a beam of {width}")
    title = f"{algorithm.title.partition(',')[0]} with {' and '.join(named)}" if named else algorithm.title
    return replace(algorithm, title=title, pseudocode=page, lines=lines, is_listed=False)


def _without_window(page: str) -> str:
    return (
        page.replace("(s, α, β)", "(s)")
        .replace("(RESULT(s, a), α, β)", "(RESULT(s, a))")
        .replace(", while v is within α … β do", " do")
        .replace(", and narrow α or β by it", "")
    )


def heuristic(algorithm: Algorithm, width: int, looks_on: bool) -> Algorithm:
    """Minimax, or alpha-beta in its fail-soft form, with a beam of a width (0: without) and with quiescence."""
    if algorithm.name not in ("minimax", "alphabeta"):
        use = f"{', '.join(HEURISTIC[:-1])} or {HEURISTIC[-1]}"
        raise BadInput(f"{setting_text(width, looks_on)} has no effect on {algorithm.name}: use {use}")
    if algorithm.name == "alphabeta" and (algorithm.answers_bound or not algorithm.cuts_ties):
        raise BadInput(f"{setting_text(width, looks_on)} is for the fail-soft form of alphabeta")
    whole("the beam (0 for all moves)", width, 0)
    cuts = algorithm.name == "alphabeta"
    paged = with_page(algorithm, width, looks_on)
    return replace(
        paged, function=heuristic_value, extra=lambda game: (-inf, inf, cuts, width, looks_on), compiles=False
    )


def setting_text(width: int, looks_on: bool) -> str:
    """The setting that is to be refused, as a person would name it."""
    return "quiescence" if looks_on else f"a beam of {width}"

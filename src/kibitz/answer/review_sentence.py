"""A judged game in one sentence."""

from __future__ import annotations

from collections import Counter

from kibitz.answer.analysis import units_text
from kibitz.answer.judged_ply import BLUNDER, MISTAKE, SLIP, JudgedPly
from kibitz.game import Game


def review_sentence(game: Game, plies: tuple[JudgedPly, ...], turned: int | None) -> str:
    """What is to be said of a judged game in one sentence: where it turned, the mistakes in it, and what is open."""
    counts = Counter(ply.mistake for ply in plies if ply.mistake)
    number = [_counted(counts[name], name) for name in (BLUNDER, MISTAKE, SLIP) if counts[name]]
    listed = " and ".join([", ".join(number[:-1]), number[-1]] if len(number) > 1 else number)
    if len(plies) <= 1:
        return "No move has been played."
    if turned is None:
        return _nothing_turned(plies, listed)
    return f"{_turning(game, plies[turned])}; {listed or 'no mistake'} in all{_what_is_open(plies)}."


def _nothing_turned(plies: tuple[JudgedPly, ...], listed: str) -> str:
    if all(ply.exact for ply in plies):
        return f"No move changed who stands better{f'; {listed} in all' if listed else ''}."
    found = f"No move was found to change who stands better; {listed} in all" if listed else "No mistake found"
    depths = [ply.depth for ply in plies if ply.depth is not None]
    return f"{found}{f' to depth {min(depths)}' if depths else ''}{_what_is_open(plies)}."


def _turning(game: Game, ply: JudgedPly) -> str:
    who = game.player_name(ply.player or 0)
    if ply.words == ply.best_words:
        return f"The game turned at ply {ply.ply}: {who} gave away {units_text(game, ply.loss)} with {ply.move}"
    best = f"where {ply.best} was better ({ply.best_words})"
    return f"The game turned at ply {ply.ply}: {who} played {ply.move} ({ply.words}) {best}"


def _what_is_open(plies: tuple[JudgedPly, ...]) -> str:
    """How many positions are undecided or, where none is, not proven; empty where all is proven."""
    undecided = sum(ply.undecided for ply in plies)
    if undecided:
        return f"; {_positions(undecided)} undecided"
    unproven = sum(not ply.exact for ply in plies)
    return f"; {_positions(unproven)} not proven" if unproven else ""


def _positions(number: int) -> str:
    return f"{number} {'position is' if number == 1 else 'positions are'}"


def _counted(number: int, name: str) -> str:
    return f"{number} {name}{'s' if number > 1 else ''}"

"""All moves in a sentence, before any line is played: how many win, and which only draw."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.answer.amounts import difference
from kibitz.answer.arguments import (
    INFINITIVES,
    MOST_NAMED,
    VERBS,
    best_moves,
    is_comparable,
    named_moves,
    threatened,
    told,
)
from kibitz.answer.certainty import AT_MOST, DRAW, LOSS, NO_BETTER, WIN, to_depth, without_depth
from kibitz.answer.reports import Answered, MoveReport
from kibitz.game import CHANCE
from kibitz.game.threats import joined

OPEN = "open"  # a move of which nothing is proven
CLEARLY = 2.0  # standard errors
SEEN_PLAYED = 0.005  # moves that are to be mixed in with less are left out of the sentence


def summary(answer: Answered) -> str:
    """All moves in a sentence, before any line is played: `Only 4 wins in 7; 3 only draws; 1 and 2 lose.`"""
    moves = answer.moves
    if answer.player == CHANCE or answer.best is None or not moves:
        words = answer.words[:1].upper() + answer.words[1:]
        whose = f" for {answer.game.player_name(0)}" if answer.game.players > 1 else ""
        return (
            f"On average: {answer.words}{whose}." if answer.player == CHANCE and moves else f"{words}." if words else ""
        )
    threat = next((each for each in threatened(answer) if each.threat.wins), None)
    warned = "" if threat is None else f"Threatened: {threat.threat.words}. "
    return f"{warned}{_summed_up(answer)}."


def _summed_up(answer: Answered) -> str:
    moves = answer.moves
    if len(moves) == 1:
        words, depth = told(answer, moves[0])
        return f"{moves[0].move} is the only move: {words}{to_depth(depth)}"
    if moves[0].probability is not None:
        return _mixed(moves)
    groups = _by_outcome(moves)
    if set(groups) == {OPEN}:
        return _by_number(answer)
    if len(groups) == 1:
        return _all_alike(answer, next(iter(groups)))
    parts, seen = [], 0
    for outcome in (WIN, OPEN, DRAW, LOSS):
        if outcome in groups:
            seen += len(groups[outcome])
            parts.append(_grouptold(answer, outcome, groups, is_last=seen == len(moves)))
    return "; ".join(parts)[:1].upper() + "; ".join(parts)[1:]


def _by_outcome(moves: Sequence[MoveReport]) -> dict[str, list[MoveReport]]:
    """Moves by how the game ends after them, where their words say so."""
    outcomes = {verb: outcome for outcome, verb in VERBS.items()}
    groups: dict[str, list[MoveReport]] = {}
    for move in moves:
        groups.setdefault(outcomes.get(move.words.partition(" ")[0], OPEN) if move.outcome else OPEN, []).append(move)
    return groups


def _grouptold(answer: Answered, outcome: str, groups: dict[str, list[MoveReport]], *, is_last: bool) -> str:
    moves = groups[outcome]
    if outcome == OPEN:
        return _opentold(answer, moves)
    verb = VERBS[outcome]
    is_best = outcome == next(iter(groups))
    if len(moves) == 1:
        if is_best:
            rest = moves[0].words.removeprefix(verb).strip()
            only = "" if OPEN in groups else "only "  # a move that is not decided may be as good
            return f"{only}{moves[0].move} {verb}{f' ({rest})' if rest else ''}"
        return f"{moves[0].move} {'only ' if outcome == DRAW and WIN in groups else ''}{moves[0].words}"
    falls_short = "only " if outcome == DRAW and WIN in groups else ""
    named = f"the other {len(moves)}" if is_last and len(moves) > MOST_NAMED else named_moves(moves)
    soonest = ""
    if is_best and outcome == WIN and (distance := _distance(moves[0])) is not None:
        soonest = f", {moves[0].move} soonest (in {distance})" if _distance(moves[1]) != distance else ""
    return f"{named} {falls_short}{INFINITIVES[verb]}{soonest}"


def _opentold(answer: Answered, moves: Sequence[MoveReport]) -> str:
    """Moves of which nothing is proven."""
    is_one = len(moves) == 1
    if all(move.undecided for move in moves):
        return f"{named_moves(moves)} {'is' if is_one else 'are'} {moves[0].words}"
    if is_one and moves[0].words.partition(" ")[0] in INFINITIVES:
        return f"{moves[0].move} {moves[0].words}"
    known = next(move for move in moves if not move.undecided)
    words, depth = told(answer, known)
    if all(move.exact for move in moves):
        which = f"{known.move} is worth " if is_one else f"the best of {named_moves(moves)} is {known.move}: "
        return which + words
    best = words if is_one else f"{known.move} has {words}"
    return f"{named_moves(moves)} {'is' if is_one else 'are'} not decided: {best}{to_depth(depth)}"


def _all_alike(answer: Answered, outcome: str) -> str:
    """Every move ends in the same way."""
    best, verb = answer.moves[0], VERBS[outcome]
    every = f"both moves {INFINITIVES[verb]}" if len(answer.moves) == 2 else f"every move {verb}"
    every = every[:1].upper() + every[1:]
    if outcome == DRAW or answer.moves[-1].words == best.words:
        rest = best.words.partition(" ")[2]
        return f"{every} {rest}" if rest and outcome != DRAW else every
    if (distance := _distance(best)) is not None:
        most = (
            f"{best.move} soonest (in {distance})"
            if outcome == WIN
            else f"{best.move} holds out longest ({distance} plies)"
        )
        return f"{every}; {most}"
    return every if best.words == verb else f"{every}; {best.move} is best: {best.words}"


def _by_number(answer: Answered) -> str:
    """The best moves with their value, and the next one with what it gives away, where that can be said."""
    moves, best = answer.moves, best_moves(answer)
    words, depth = told(answer, moves[0])
    rests = "" if moves[0].undecided else to_depth(depth)
    if len(best) == len(moves):
        if answer.undecided:
            return f"{answer.words[:1].upper()}{answer.words[1:]}: no move stands out"
        all_of = "Both" if len(moves) == 2 else f"All {len(moves)}"
        return f"{all_of} moves are worth the same: {words}{rests}"
    is_one = len(best) == 1
    looks = ("is" if is_one else "are") if answer.exact else ("looks" if is_one else "look")
    sentence = f"{named_moves(best)} {looks} best: {words}{rests}"
    if answer.undecided:
        sentence = f"{named_moves(best)} {'is' if is_one else 'are'} {answer.words}"
    second = moves[len(best)]
    if second.words.startswith((AT_MOST, NO_BETTER)):
        return f"{sentence}; no other move is better"
    if second.undecided:
        return sentence
    if not is_comparable(moves[0], second):
        behind = without_depth(second.words)[1]
        others = "the other" if len(moves) - len(best) == 1 else "the others"
        return f"{sentence}; {others} fell behind{'' if behind is None else f' at depth {behind}'}"
    if answer.undecided:
        return f"{sentence}; {second.move} {second.words}"
    error = second.confidence if second.loss_error is None else CLEARLY * second.loss_error
    if error is not None and second.loss < error:
        return f"{sentence}; {second.move} is too close to tell apart"
    return f"{sentence}; next is {second.move}, {difference(answer.game, second.loss)} behind"


def _mixed(moves: Sequence[MoveReport]) -> str:
    """Which moves are played how often, where a player had better not be predictable."""
    played = [move for move in moves if (move.probability or 0.0) >= SEEN_PLAYED]
    played.sort(key=lambda move: -(move.probability or 0.0))
    if len(played) == 1:
        return f"Always {played[0].move}"
    shares = [f"{move.move} {100 * (move.probability or 0.0):.0f} %" for move in played[:MOST_NAMED]]
    more = len(played) - MOST_NAMED
    return f"Mix {joined(shares)}{f' and {more} more' if more > 0 else ''}"


def _distance(move: MoveReport) -> int | None:
    """The plies to the end that a move's words name."""
    plies = move.words.rpartition(" in ")[2]
    return int(plies) if plies.isdecimal() else None

"""Why, as an argument: what the moves come to, what refutes a bad one, what is threatened, and where it is lost.

One source for `best --why`, for JSON and for the page. All of it is read off an `Analysis`; nothing is searched.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kibitz.answer.amounts import difference, rounded
from kibitz.answer.certainty import AT_MOST, DRAW, LOSS, NO_BETTER, WIN, to_depth, without_depth
from kibitz.answer.reports import Answered, MoveReport
from kibitz.game import CHANCE, Game, State, answers
from kibitz.game.threats import Threat, joined

INFINITIVES = {"wins": "win", "draws": "draw", "loses": "lose"}
VERBS = {WIN: "wins", DRAW: "draws", LOSS: "loses"}
VECTOR = "<"  # what the words of a value for several players begin with
MOST_NAMED = 5  # moves in a list; more are counted
LONGEST_QUOTED = 7  # plies of a line in a sentence
PLIES_ASKED = 6  # of a line, for threats
BEGINNINGS = ("after", "it", "the")  # words that get a capital letter; others are the text of a move


@dataclass(frozen=True)
class Threatened:
    """What the player who refutes a move threatens, and after which ply of the line, from 1."""

    ply: int
    player: int
    threat: Threat

    def json(self) -> dict[str, Any]:
        """Plain data for JSON."""
        words, moves, cells, path, wins = self.threat
        told = {"words": words, "moves": list(moves), "wins": wins}
        places = {"cells": [list(cell) for cell in cells], "path": [list(cell) for cell in path]}
        return {"ply": self.ply, "player": self.player, **told, **places}


@dataclass(frozen=True)
class Argument:
    """Why a move is worse than the best.

    `claim` is what it comes to beside the best: "8 only draws; 1, 3 and 7 win". `shown` is how: the reply that refutes
    it, the line up to where that shows, and the threat that carries it. `point` is the ply of the move's line, from 1,
    after which the rules or the evaluation show what is lost.
    """

    claim: str
    shown: str
    reply: str
    point: int
    threat: Threatened | None = None

    @property
    def sentence(self) -> str:
        """All of it, in a sentence or two."""
        if not self.shown:
            return f"{self.claim}."
        if "; " not in self.claim:
            return f"{self.claim}: {self.shown}."
        word, space, rest = self.shown.partition(" ")
        return f"{self.claim}. {word.capitalize() if word in BEGINNINGS else word}{space}{rest}."

    def json(self) -> dict[str, Any]:
        """Plain data for JSON."""
        threat = None if self.threat is None else self.threat.json()
        return {"claim": self.claim, "shown": self.shown, "reply": self.reply, "threat": threat}


# ------------------------------------------------------------ one move


def argument(answer: Answered, report: MoveReport, *, names_threats: bool = True) -> Argument | None:
    """Why a move is worse than the best; None where it is not."""
    point = shows_at(answer, report)
    if point is None:
        return None
    claim = compared(answer, report)
    if report.undecided or len(report.line) < 2:
        return _argued_alone(answer, report, Argument(claim, "", "", point))
    if point <= 1:
        return Argument(claim, "", "", point)
    reply, end = report.line[1], _state_after(answer, report, 2)
    threat = refuting(answer, report, point) if names_threats else None
    follows = f" ({_replies(report, point)})" if point > 2 else ""
    is_lost = report.outcome != answer.outcome and report.outcome in (LOSS, DRAW)
    if threat is not None and threat.ply < 2:
        verb = "allows" if threat.ply == 1 else "does not stop"
        return Argument(claim, f"{_it(claim, report)} {verb} {threat.threat.words}", reply, 2, threat)
    if point == 2 and end is not None and answer.game.is_terminal(end) and report.outcome == LOSS:
        return Argument(claim, f"{reply} then wins at once", reply, point)
    which = f", which threatens {threat.threat.words}," if threat is not None and threat.ply == 2 else ""
    later = ""
    if threat is not None and threat.ply > 2:
        later = f", and {report.line[threat.ply - 1]} then threatens {threat.threat.words}"
    if is_lost:
        gone = "there is no defence" if report.outcome == LOSS else "the win is gone"
        return Argument(claim, f"after {reply}{which} {gone}{follows}{later}", reply, point, threat)
    return Argument(claim, f"the best reply is {reply}{which.removesuffix(',')}{follows}{later}", reply, point, threat)


def _it(claim: str, report: MoveReport) -> str:
    """The move, behind a claim that ends with what is said of another one."""
    return report.move if ", and " in claim or "; " in claim else "it"


def _replies(report: MoveReport, point: int) -> str:
    """What follows a move up to the point where its loss shows; of a long line, the beginning."""
    line = report.line[1:point]
    return " ".join(line if len(line) <= LONGEST_QUOTED else [*line[:LONGEST_QUOTED], "…"])


def _argued_alone(answer: Answered, report: MoveReport, bare: Argument) -> Argument:
    """The argument against a move without a line: the win that the other player has next, where the game names it."""
    game, other, s = answer.game, 1 - answer.player, _state_after(answer, report, 1)
    if report.undecided or s is None or not _names_threats(game) or game.is_terminal(s):
        return bare
    threat = next((threat for threat in game.threats(s, other) if threat.wins), None)
    if threat is None or game.player(s) != other:
        return bare
    stood = any(threat.words == before.words for before in game.threats(answer.state, other))
    found = Threatened(0 if stood else 1, other, threat)
    shown = f"{_it(bare.claim, report)} {'does not stop' if stood else 'allows'} {threat.words}"
    return replace(bare, shown=shown, reply=next(iter(threat.moves), ""), threat=found)


def reason_for(answer: Answered, report: MoveReport) -> str:
    """What speaks for a move that is as good as any, in words behind "it"; empty where there is nothing to name."""
    game, s = answer.game, _state_after(answer, report, 1)
    if s is None or not _names_threats(game):
        return ""
    if game.is_terminal(s):
        return "ends the game at once" if report.outcome == WIN else ""
    stopped = next((threat for threat in game.threats(answer.state, 1 - answer.player) if threat.wins), None)
    left = {threat.words for threat in game.threats(s, 1 - answer.player)}
    parts = [f"stops {stopped.words}"] if stopped is not None and stopped.words not in left else []
    made = next(iter(game.threats(s, answer.player)), None)
    return " and ".join([*parts, *([f"threatens {made.words}"] if made is not None else [])])


def compared(answer: Answered, report: MoveReport) -> str:
    """A move beside the best: `3 loses where 2 would draw`, `8 only draws; 1, 3 and 7 win`."""
    best = best_moves(answer)
    verb, _, rest = answer.words.partition(" ")
    own = report.words.partition(" ")[0]
    if own in INFINITIVES and verb in INFINITIVES and own != verb and len(best) > 1:
        only = "only " if own == "draws" else ""
        return f"{report.move} {only}{report.words}; {named_moves(best)} {INFINITIVES[verb]}"
    if own in INFINITIVES and verb in INFINITIVES and report.words != answer.words:
        return f"{report.move} {report.words} where {answer.best} would {f'{INFINITIVES[verb]} {rest}'.strip()}"
    if own in INFINITIVES and answer.undecided:
        return f"{report.move} {report.words}, and {answer.best} is {answer.words}"
    if own in INFINITIVES:
        return f"{report.move} {report.words} where {answer.best} has {answer.words}"
    if report.undecided:
        known = answer.words if verb in INFINITIVES else f"has {answer.words}"
        return f"{report.move} is {report.words}, and {answer.best} {known}"
    if answer.undecided:
        return f"{report.move} ({report.words}) looks worse than {answer.best} ({answer.words})"
    return _in_numbers(answer, report)


def _in_numbers(answer: Answered, report: MoveReport) -> str:
    """A move beside the best where a number tells them apart: how much only where both rest on the same depth."""
    first = next(move for move in answer.moves if move.move == answer.best)
    (worse, depth), (better, best_depth) = told(answer, report), told(answer, first)
    if is_comparable(first, report):
        rests = to_depth(depth)
        given = difference(answer.game, report.loss)
        return f"{report.move} gives away {given}: {worse} instead of {better} with {first.move}{rests}"
    return f"{report.move} ({worse}{_to(depth)}) falls behind {first.move} ({better}{_to(best_depth)})"


def _to(depth: int | None) -> str:
    return "" if depth is None else f" at depth {depth}"


def told(answer: Answered, report: MoveReport) -> tuple[str, int | None]:
    """What is said of a move, for the mover alone where there are several players, and the depth that it rests on."""
    words, depth = without_depth(report.words)
    return (rounded(answer.game, _own(answer, report)) if words.startswith(VECTOR) else words), depth


def _own(answer: Answered, report: MoveReport) -> float:
    """What a move is worth to the player to move."""
    return float(report.value[max(0, answer.player)] if isinstance(report.value, tuple) else report.value)


def is_comparable(one: MoveReport, other: MoveReport) -> bool:
    """Do the values of two moves rest on the same, so that their difference means something?"""
    return without_depth(one.words)[1] == without_depth(other.words)[1]


def shows_at(answer: Answered, report: MoveReport) -> int | None:
    """The first ply of a move's line after which the rules or the evaluation show what the move loses, if it does.

    From 1, which is the move itself.
    """
    game, s = answer.game, answer.state
    if report.loss <= 0 or answer.best is None:
        return None
    for ply, text in enumerate(report.line, 1):
        s = game.result(s, game.parse_action(s, text))
        if isinstance(report.value, tuple):
            break
        worth = report.value if answer.player == 0 else game.at_stake(s) - report.value
        if game.is_terminal(s):
            return ply
        low, high = game.bounds(s)
        if low == high == worth or (answers(game, "evaluate") and game.evaluate(s, 0) == worth):
            return min(max(ply, 2), len(report.line))
    return len(report.line)


# ------------------------------------------------------------ threats


def _names_threats(game: Game) -> bool:
    """Does a game name threats, between two players who see everything?"""
    return game.players == 2 and not game.facts.hidden and answers(game, "threats")


def threatened(answer: Answered) -> list[Threatened]:
    """What the other player threatens in the position itself, before any move."""
    if not _names_threats(answer.game) or answer.player == CHANCE or answer.best is None:
        return []
    other = 1 - answer.player
    return [Threatened(0, other, threat) for threat in answer.game.threats(answer.state, other)]


def threats_made(game: Game, before: State, s: State) -> list[Threatened]:
    """What the player who has just moved threatens now."""
    player = game.player(before)
    if not _names_threats(game) or player == CHANCE or game.is_terminal(s) or game.player(s) == player:
        return []
    return [Threatened(0, player, threat) for threat in game.threats(s, player)]


def refuting(answer: Answered, report: MoveReport, point: int) -> Threatened | None:
    """The threat that refutes a move: one that its reply carries out, else the first that its line makes on the way.

    Its ply is 0 where it stood before the move, and the move does not stop it; 1 where the move allows it.
    """
    game, other = answer.game, 1 - answer.player
    if not _names_threats(game) or answer.player == CHANCE:
        return None
    found: list[Threatened] = []
    for ply, s in enumerate(_states(answer, report.line[: min(point, PLIES_ASKED)]), 1):
        if game.is_terminal(s):
            break
        named = list(game.threats(s, other))
        if ply == 1:
            carried = next((threat for threat in named if report.line[1] in threat.moves), None)
            if carried is not None:
                stood = any(carried.words == threat.words for threat in game.threats(answer.state, other))
                return Threatened(0 if stood else 1, other, carried)
        elif game.player(s) != other and named:
            found.append(Threatened(ply, other, named[0]))
    return max(found, key=_strength, default=None)


def _strength(found: Threatened) -> tuple[bool, bool]:
    """What a threat is chosen by, the first of equal ones: does it win, and in more ways than one can stop?"""
    return found.threat.wins and max(len(found.threat.moves), len(found.threat.cells)) > 1, found.threat.wins


def _states(answer: Answered, line: Sequence[str]) -> Iterator[State]:
    game, s = answer.game, answer.state
    for text in line:
        s = game.result(s, game.parse_action(s, text))
        yield s


def _state_after(answer: Answered, report: MoveReport, plies: int) -> State | None:
    """The state after this number of plies of a move's line; None where the line is shorter."""
    states = list(_states(answer, report.line[:plies]))
    return states[-1] if len(states) == plies else None


# ------------------------------------------------------------ which moves are best


def best_moves(answer: Answered) -> list[MoveReport]:
    """The moves that are as good as the best, which stands first."""
    if answer.moves and answer.moves[0].visits is not None and not answer.exact:
        return [answer.moves[0]]  # the most visited: one that was tried a few times may have the higher average
    return [move for move in answer.moves if move.loss <= 0 and not _is_less_known(move, answer)]


def _is_less_known(move: MoveReport, answer: Answered) -> bool:
    """Is a move only known to be no better than the best, or not known at all?"""
    return move.words.startswith((AT_MOST, NO_BETTER)) or (move.undecided and not answer.undecided)


def named_moves(moves: Sequence[MoveReport]) -> str:
    """Moves in a row; many are counted."""
    names = [move.move for move in moves]
    if len(names) <= MOST_NAMED:
        return joined(names)
    return f"{', '.join(names[: MOST_NAMED - 1])} and {len(names) - MOST_NAMED + 1} more"

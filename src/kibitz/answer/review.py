"""A game that has been played, judged move by move: who stood better when, whose mistake it was, where it turned."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import pairwise
from math import isfinite
from typing import Any

from kibitz.answer.analyse import analyse_with
from kibitz.answer.analysis import Analysis, MoveReport, goes_by_depth, how_far, words_for
from kibitz.answer.certainty import LOSS, WIN, chance_of_winning, goes_by_swings, has_evaluation, undecided_words
from kibitz.answer.judged_ply import BLUNDER, MISTAKE, SLIP, JudgedPly
from kibitz.answer.options import Options
from kibitz.answer.plan import Plan
from kibitz.answer.positions import Ply, played
from kibitz.answer.proving import Prover
from kibitz.answer.review_sentence import review_sentence
from kibitz.game import CHANCE, Action, Game, State, answers
from kibitz.game.repeating import keys_of
from kibitz.search import ENGINE
from kibitz.search.clock import Remote
from kibitz.search.engine.engine import MEGABYTES

NARROWEST = 0.3  # how far from the middle of a chart the narrowest win is
LEAST = 0.05  # seconds: with less it is not worth looking at a position again
SHARES = ((0.2, BLUNDER), (0.1, MISTAKE), (0.05, SLIP))  # of the range of the utilities that a move loses


@dataclass(frozen=True)
class Review:
    """A judged game. `turned` is the ply of the move that lost most among those that changed who stands better.

    `stopped_by` says why it is not judged any further: `solved`, `time` (what it was given is spent) or `interrupted`;
    it is empty while the judge goes on.
    """

    game: Game
    plies: tuple[JudgedPly, ...]
    turned: int | None
    sentence: str
    stopped_by: str = ""

    def _middle(self) -> float:
        """What a position is worth to player 0 where neither player stands better."""
        if not answers(self.game, "at_stake") or not self.plies:
            return self.game.facts.utility_sum / 2
        return sum(self.plies[0].values) / 2

    @property
    def proven(self) -> bool:
        """Is every position proven?"""
        return all(ply.exact for ply in self.plies)

    def levels(self) -> list[list[float | None]]:
        """Who stood how well after every ply, between −1 and 1, for a chart; None where that is undecided.

        One line of a game for two with constant sum, in which 1 is all for player 0; else one line a player. Where
        the sign of a score says who wins, even the narrowest win stands out from a draw.
        """
        facts = self.game.facts
        opposed = facts.players == 2 and facts.zero_sum
        low, high = facts.utility_range
        middle = self._middle() if opposed else (low + high) / 2 if isfinite(low) and isfinite(high) else 0.0
        reach = max(high - middle, middle - low)
        if not isfinite(reach):
            reach = max(abs(value - middle) for ply in self.plies for value in ply.values)
        if opposed and goes_by_swings(self.game):
            chances = [chance_of_winning(self.game, ply.values[0] - middle) for ply in self.plies]
            return [[None if p.undecided else 2.0 * share - 1.0 for p, share in zip(self.plies, chances, strict=True)]]
        least = NARROWEST if opposed and not facts.chance else 0.0
        return [
            [
                None if ply.undecided else _level((ply.values[player] - middle) / (reach or 1.0), least)
                for ply in self.plies
            ]
            for player in range(1 if opposed else facts.players)
        ]

    def json(self) -> dict[str, Any]:
        """Plain data."""
        plies = [ply.json() for ply in self.plies]
        told = {"turned": self.turned, "sentence": self.sentence, "proven": self.proven}
        return {"plies": plies, **told, "stopped_by": self.stopped_by}


def review(
    game: Game,
    s: State = None,
    moves: Iterable[str] = (),
    *,
    seconds: float | None = 0.3,
    depth: int | None = None,
    nodes: int | None = None,
    budget: float = 0.0,
    algorithm: str = "auto",
    megabytes: float = MEGABYTES,
    interpreted: bool = False,
    remote: Remote | None = None,
    progress: Callable[[Review], None] | None = None,
) -> Review:
    """Judge the moves of a game from a state (the initial one by default): quickly first, then until it is proven.

    `seconds`, `depth` and `nodes` limit the first look at each position; without any of them it is exact. Then, from
    the last position back to the first, those that are not proven are searched again, for `budget` seconds in all.

    Where the values are proven, or come from finished games alone, a win turned into a loss is a blunder, a win into
    a draw or a draw into a loss a mistake, and a worse win or loss a slip. Elsewhere the share of the utilities' range
    decides: 20, 10 and 5 %. What chance does is nobody's mistake. `progress` is called with the review after every
    position; `remote` ends it from another thread, and the answer has the plies judged so far.
    """
    plies, end = played(game, game.initial() if s is None else s, moves)

    options = Options(
        seconds=seconds, depth=depth, nodes=nodes, algorithm=algorithm, megabytes=megabytes, interpreted=interpreted
    )

    keys = keys_of(game, [ply.s for ply in plies])

    def look(number: int, state: State, seconds: float | None = None) -> Analysis:
        """Look at the position after this number of plies: the first time within the limits, then for some seconds."""
        given = replace(options, history=keys[:number])
        given = given if seconds is None else replace(given, seconds=seconds, depth=None, nodes=None)
        return analyse_with(game, given, state, remote=remote)

    judge = Judge(game, plies, end, look, remote or Remote(), progress)
    judge.look_at_all()
    if Plan.of(game, options).algorithm is ENGINE and Prover.fits(game):
        judge.prove(budget, megabytes, interpreted)
    else:
        judge.look_deeper(budget, 2 * (seconds or LEAST))
    return judge.ended()


class Judge:
    """Judges the plies of one game, and judges them again as more is known."""

    def __init__(
        self,
        game: Game,
        plies: list[Ply],
        end: State,
        look: Callable[..., Analysis],
        remote: Remote,
        progress: Callable[[Review], None] | None,
    ) -> None:
        self._game = game
        self._plies = plies
        self._states = [*(ply.s for ply in plies), end]
        self._look = look
        self._remote = remote
        self._progress = progress
        self._answers: list[Analysis] = []
        self._judged: list[JudgedPly] = []
        self._first: list[JudgedPly] = []  # as they were judged at first

    def found(self) -> Review:
        """What is known so far."""
        return summed_up(self._game, self._judged)

    def ended(self) -> Review:
        """What is known in the end, and why it is not more."""
        found = self.found()
        stopped_by = "interrupted" if self._remote.stopped else "time"
        return replace(found, stopped_by="solved" if found.proven else stopped_by)

    def look_at_all(self) -> None:
        """Look at every position, from the first to the last, within the limits for each."""
        for number, state in enumerate(self._states):
            self._answers.append(self._look(number, state))
            self._judged.append(self._judgement(number))
            if self._remote.stopped:
                break
            self._report()
        self._first = [*self._judged]

    def prove(self, budget: float, megabytes: float, interpreted: bool) -> None:
        """Prove positions, from the last to the first: those are easy, and what is found there helps with the others.

        In a first round all share half of the budget, in seconds, so that one that is hard takes no time from the
        others. Then each may take half of what is left: later ones are the easier, but not always.
        """
        until = time.monotonic() + budget
        if not self._open() or until - time.monotonic() < LEAST:
            return
        prover = Prover(self._game, self._states[0], megabytes=megabytes, interpreted=interpreted, remote=self._remote)
        until = time.monotonic() + budget  # compiling is not counted
        fair = budget / (2 * len(self._open()))
        while self._open() and until - time.monotonic() > LEAST and not self._remote.stopped:
            for number in self._open():
                left = until - time.monotonic()
                if left <= LEAST or self._remote.stopped:
                    break
                self._take(number, prover.answer(self._states[number], self._action(number), min(left / 2, fair)))
            fair = budget

    def look_deeper(self, budget: float, least: float) -> None:
        """Look at what is not proven again, the last position first, for a fair share of the budget each."""
        until = time.monotonic() + budget
        numbers = self._open()
        for done, number in enumerate(numbers):
            left = until - time.monotonic()
            if left <= LEAST or self._remote.stopped:
                break
            share = max(least, left / (len(numbers) - done))
            self._take(number, self._look(number, self._states[number], min(left, share)))

    def _open(self) -> list[int]:
        """The positions that are not proven, the last first."""
        return [number for number, answer in reversed([*enumerate(self._answers)]) if not answer.exact]

    def _action(self, number: int) -> Action | None:
        return self._plies[number].action if number < len(self._plies) else None

    def _take(self, number: int, answer: Analysis | None) -> None:
        """A position has been searched again: keep the better answer."""
        before = self._answers[number]
        if answer is None or not (answer.exact or answer.search.nodes > before.search.nodes):
            return
        self._answers[number] = answer
        for ply in (number, number + 1):
            if ply < len(self._judged):
                self._judged[ply] = self._again(ply)
        self._report()

    def _again(self, ply: int) -> JudgedPly:
        now, first = self._judgement(ply), self._first[ply]
        was = "" if now.mistake == first.mistake else first.mistake or f"no mistake, {first.rests}"
        return replace(now, was=was)

    def _judgement(self, number: int) -> JudgedPly:
        made = self._plies[number - 1] if number else None
        before = self._answers[number - 1] if number else None
        return _judged(self._answers[number], number, made, before)

    def _report(self) -> None:
        if self._progress is not None:
            self._progress(self.found())


def summed_up(game: Game, plies: Iterable[JudgedPly]) -> Review:
    """The review of plies that have been judged."""
    given = tuple(plies)
    turned = _turned(game, given)
    return Review(game, given, turned, review_sentence(game, given, turned))


def _level(share: float, least: float) -> float:
    return share if share == 0 else share + least * (1 - abs(share)) * (1 if share > 0 else -1)


def _judged(answer: Analysis, number: int, made: Ply | None, before: Analysis | None) -> JudgedPly:
    depth = None if answer.exact or not goes_by_depth(answer.search) else answer.search.depth
    known = JudgedPly(
        number,
        None,
        None,
        _values(answer),
        answer.words,
        exact=answer.exact,
        undecided=answer.undecided,
        depth=depth,
        **_rests(answer, answer),
    )
    if made is None or before is None:
        return known
    report = next((m for m in before.moves if m.action == made.action), None)
    if report is None:  # the game was over by repetition, and went on
        return replace(known, move=made.text, player=before.player)
    if (since := _looked_at_since(report, before, answer)) is not report:
        before = replace(before, moves=tuple(since if move is report else move for move in before.moves))
        report = since
    known = replace(known, move=made.text, player=before.player, words=report.words)
    if before.player == CHANCE:
        return known
    return replace(
        known,
        best=report.move if report.loss <= 0 else before.best,
        best_words=before.words,
        loss=0.0 if before.undecided or report.undecided else report.loss,
        mistake=judge(before, report),
        why=before.why(report.move),
        **_rests(before, report),
    )


def _looked_at_since(report: MoveReport, before: Analysis, after: Analysis) -> MoveReport:
    """A move as the search of the position after it sees it, where it was looked at less deep than the best one."""
    if report.move == before.best or before.exact or not goes_by_swings(before.game) or before.player == CHANCE:
        return report
    value = min(float(before.value), _values(after)[before.player])
    words = words_for(before.game, before.state, value, False, after.search.depth + 1)
    if after.exact and after.distance is not None and after.outcome in (WIN, LOSS):
        words = f"{'loses' if after.outcome == WIN else 'wins'} in {after.distance + 1}"
    line = (report.move, *(after.moves[0].line if after.moves else ()))
    return replace(report, value=value, words=words, loss=float(before.value) - value, line=line)


def _rests(answer: Analysis, judged: Analysis | MoveReport) -> dict[str, Any]:
    """What the judgement of a position, or of a move in it, rests on: in words, as a kind, and to which depth."""
    depth = answer.search.depth if goes_by_depth(answer.search) else None
    if answer.exact:
        return {"rests": "proven", "rests_on": "proof"}
    if answer.undecided or judged.undecided:
        return {"rests": undecided_words(depth), "rests_on": "nothing", "rests_depth": depth}
    return {"rests": how_far(answer.search), "rests_on": "samples" if depth is None else "depth", "rests_depth": depth}


def judge(answer: Analysis, report: MoveReport) -> str:
    """What to call a move that was played: `slip`, `mistake` or `blunder`; empty too where it is undecided."""
    game = answer.game
    if report.loss <= 0 or answer.best is None or answer.undecided or report.undecided:
        return ""
    if _has_outcomes(answer):
        middle = game.at_stake(answer.state) / 2
        before, after = _side_of(answer.value, middle), _side_of(report.value, middle)
        return {0: SLIP, 1: MISTAKE, 2: BLUNDER}[max(0, before - after)]
    low, high = game.facts.utility_range
    if not (isfinite(low) and isfinite(high) and high > low):
        return SLIP if answer.exact else ""
    share = report.loss / (high - low)
    if goes_by_swings(game):
        middle = game.at_stake(answer.state) / 2
        share = chance_of_winning(game, answer.value - middle) - chance_of_winning(game, report.value - middle)
    return next((name for least, name in SHARES if share >= least), "")


def _has_outcomes(answer: Analysis) -> bool:
    """Do the values say who wins? They do if proven, or if all that is not the middle comes from finished games."""
    game, facts = answer.game, answer.game.facts
    if facts.players != 2 or not facts.zero_sum or facts.chance or isinstance(answer.value, tuple):
        return False
    return answer.exact or (not has_evaluation(game) and facts.utility_sum == 0)


def _side_of(value: float, middle: float) -> int:
    return (value > middle) - (value < middle)


def _values(answer: Analysis) -> tuple[float, ...]:
    """What a position is worth to each player."""
    if isinstance(answer.value, tuple):
        return tuple(float(value) for value in answer.value)
    value, total = float(answer.value), answer.game.at_stake(answer.state)
    if answer.game.players == 1:
        return (value,)
    return (total - value, value) if answer.player == 1 else (value, total - value)


def _turned(game: Game, plies: tuple[JudgedPly, ...]) -> int | None:
    changes = [
        after for before, after in pairwise(plies) if after.loss > 0 and _leaders(game, before) != _leaders(game, after)
    ]
    return max(changes, key=lambda ply: ply.loss).ply if changes else None


def _leaders(game: Game, ply: JudgedPly) -> tuple[int, ...]:
    """Who stands best; of one player, whether that is well or badly.

    Where values are guesses that swing, half a swing is no lead: else a game would turn back and forth before it does.
    """
    if game.players == 1:
        return (_side_of(ply.value, 0.0),)
    most = max(ply.values)
    if goes_by_swings(game) and most - min(ply.values) < game.swing:
        return tuple(range(game.players))
    return tuple(player for player, value in enumerate(ply.values) if value == most)

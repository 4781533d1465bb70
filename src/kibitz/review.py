"""A game that has been played, judged move by move: who stood better when, whose mistake it was, where it turned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite
from typing import Any

from kibitz.analysis import Analysis, MoveReport, value_text
from kibitz.answering import analyse
from kibitz.game import CHANCE, Game
from kibitz.positions import Ply, played
from kibitz.search.engine import MEGABYTES
from kibitz.watch import Remote

SLIP, MISTAKE, BLUNDER = "slip", "mistake", "blunder"
NARROWEST = 0.3  # how far from the middle of a chart the narrowest win is
SHARES = ((0.2, BLUNDER), (0.1, MISTAKE), (0.05, SLIP))  # of the range of the utilities that a move gives away


@dataclass(frozen=True)
class JudgedPly:
    """The position after so many moves, and the move that led there.

    `values` is what the position is worth to each player. `words`, `loss` and `why` are about the move, for who
    played it; `best` and `best_words` are about the best one in its place. At ply 0 there is no move: `words` is
    about the position, for the player to move. `mistake` is empty, `slip`, `mistake` or `blunder`.
    """

    ply: int
    move: str | None
    player: int | None
    values: tuple[float, ...]
    words: str
    best: str | None = None
    best_words: str = ""
    loss: float = 0.0
    mistake: str = ""
    why: str = ""

    @property
    def value(self) -> float:
        """What the position is worth to player 0."""
        return self.values[0]

    def json(self) -> dict[str, Any]:
        """Plain data."""
        return {**vars(self), "value": self.value, "values": list(self.values)}


@dataclass(frozen=True)
class Review:
    """A judged game. `turned` is the ply of the move that gave away most among those that changed who stands better."""

    game: Game
    plies: tuple[JudgedPly, ...]
    turned: int | None
    sentence: str

    def _middle(self) -> float:
        """What a position is worth to player 0 where neither player stands better."""
        if type(self.game).at_stake is Game.at_stake or not self.plies:
            return self.game.facts.utility_sum / 2
        return sum(self.plies[0].values) / 2

    def levels(self) -> list[list[float]]:
        """Who stood how well after every ply, between −1 and 1, for a chart.

        One line of a game for two with constant sum, in which 1 is all for player 0; else one line a player. Where
        the sign of a score tells who wins, even the narrowest win stands out from a draw.
        """
        facts = self.game.facts
        opposed = facts.players == 2 and facts.zero_sum
        low, high = facts.utility_range
        middle = self._middle() if opposed else (low + high) / 2 if isfinite(low) and isfinite(high) else 0.0
        reach = max(high - middle, middle - low)
        if not isfinite(reach):
            reach = max(abs(value - middle) for ply in self.plies for value in ply.values)
        least = NARROWEST if opposed and not facts.chance else 0.0
        return [
            [_level((ply.values[player] - middle) / (reach or 1.0), least) for ply in self.plies]
            for player in range(1 if opposed else facts.players)
        ]

    def json(self) -> dict[str, Any]:
        """Plain data."""
        return {"plies": [ply.json() for ply in self.plies], "turned": self.turned, "sentence": self.sentence}


def review(
    game: Game,
    s: Any = None,
    moves: Iterable[str] = (),
    *,
    seconds: float | None = 0.3,
    depth: int | None = None,
    algorithm: str = "auto",
    megabytes: float = MEGABYTES,
    interpreted: bool = False,
    remote: Remote | None = None,
    progress: Callable[[Review], None] | None = None,
) -> Review:
    """Judge the moves of a game from a state (the initial one by default), `seconds` a position.

    Where the values are proven, or come from finished games alone, a win turned into a loss is a blunder, a win into
    a draw or a draw into a loss a mistake, and a worse win or loss a slip. Elsewhere the share of the utilities' range
    decides: 20, 10 and 5 %. What chance does is nobody's mistake. `progress` is told the review after every position;
    `remote` ends it from another thread, and the plies judged so far are answered.
    """
    plies, end = played(game, game.initial() if s is None else s, moves)
    judged: list[JudgedPly] = []
    before: Analysis | None = None
    for number, state in enumerate([*(ply.s for ply in plies), end]):
        answer = analyse(
            game,
            state,
            seconds=seconds,
            depth=depth,
            algorithm=algorithm,
            megabytes=megabytes,
            interpreted=interpreted,
            remote=remote,
        )
        made = plies[number - 1] if number else None
        judged.append(_judged(answer, number, made, before))
        before = answer
        if remote is not None and remote.stopped:
            break
        if progress is not None:
            progress(summed_up(game, judged))
    return summed_up(game, judged)


def summed_up(game: Game, plies: Iterable[JudgedPly]) -> Review:
    """The review of plies that have been judged."""
    given = tuple(plies)
    turned = _turned(game, given)
    return Review(game, given, turned, _sentence(given, turned))


def _level(share: float, least: float) -> float:
    return share if share == 0 else share + least * (1 - abs(share)) * (1 if share > 0 else -1)


def _judged(answer: Analysis, number: int, made: Ply | None, before: Analysis | None) -> JudgedPly:
    values = _values(answer)
    if made is None or before is None:
        return JudgedPly(number, None, None, values, answer.words)
    report = next(m for m in before.moves if m.action == made.action)
    if before.player == CHANCE:
        return JudgedPly(number, made.text, CHANCE, values, report.words)
    return JudgedPly(
        number,
        made.text,
        before.player,
        values,
        report.words,
        report.move if report.loss <= 0 else before.best,
        before.words,
        report.loss,
        judge(before, report),
        before.why(report.move),
    )


def judge(answer: Analysis, report: MoveReport) -> str:
    """What to call a move that was played: empty, `slip`, `mistake` or `blunder`."""
    game = answer.game
    if report.loss <= 0 or answer.best is None:
        return ""
    if _has_outcomes(answer):
        middle = game.at_stake(answer.state) / 2
        before, after = _side_of(answer.value, middle), _side_of(report.value, middle)
        return {0: SLIP, 1: MISTAKE, 2: BLUNDER}[max(0, before - after)]
    low, high = game.facts.utility_range
    if not (isfinite(low) and isfinite(high) and high > low):
        return SLIP if answer.exact else ""
    share = report.loss / (high - low)
    return next((name for least, name in SHARES if share >= least), "")


def _has_outcomes(answer: Analysis) -> bool:
    """Do the values tell who wins? They do if proven, or if all that is not the middle comes from finished games."""
    game, facts = answer.game, answer.game.facts
    if facts.players != 2 or not facts.zero_sum or facts.chance or isinstance(answer.value, tuple):
        return False
    return answer.exact or (type(game).evaluate is Game.evaluate and facts.utility_sum == 0)


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
    """Who stands best; of one player, whether that is well or badly."""
    if game.players == 1:
        return (_side_of(ply.value, 0.0),)
    most = max(ply.values)
    return tuple(player for player, value in enumerate(ply.values) if value == most)


def _sentence(plies: tuple[JudgedPly, ...], turned: int | None) -> str:
    counts = Counter(ply.mistake for ply in plies if ply.mistake)
    number = [_counted(counts[name], name) for name in (BLUNDER, MISTAKE, SLIP) if counts[name]]
    listed = " and ".join([", ".join(number[:-1]), number[-1]] if len(number) > 1 else number)
    in_all = f"; {listed} in all." if listed else "."
    if turned is None:
        return ("No move changed who stands better" if len(plies) > 1 else "No move has been played") + in_all
    ply = plies[turned]
    who = f"player {(ply.player or 0) + 1}"
    if ply.words == ply.best_words:
        return f"The game turned at ply {turned}: {who} gave away {value_text(ply.loss)} with {ply.move}{in_all}"
    best = f"where {ply.best} was better ({ply.best_words})"
    return f"The game turned at ply {turned}: {who} played {ply.move} ({ply.words}) {best}{in_all}"


def _counted(number: int, name: str) -> str:
    return f"{number} {name}{'s' if number > 1 else ''}"

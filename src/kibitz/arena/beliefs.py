"""Games played out between searches that may be wrong about each other.

A player searches the game that it believes in; what is played is the real game. The two differ in a parameter: do the
ghosts hunt, for example, or wander at random?
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from kibitz.arena.playing import Players
from kibitz.errors import BadInput
from kibitz.game import Game
from kibitz.game.malformed import answers_the_questions
from kibitz.games import game_class, made, parameters_from_text
from kibitz.native.bits import mix, wrap
from kibitz.native.tuples import shaped
from kibitz.search.needs import opponents

LONGEST = 500  # rounds; a longer game is stopped


def seed_of(seed: int, number: int) -> int:
    """The seed of one game of many."""
    return mix(wrap(seed) ^ mix(number + 1))


@dataclass(frozen=True)
class Tally:
    """How player 0's games went: how many it won, and its average score."""

    believes: str
    against: str
    games: int
    wins: int
    unfinished: int
    mean: float
    error: float  # the standard error of the mean

    @property
    def share(self) -> float:
        """The share of the games that it won."""
        return self.wins / self.games

    @property
    def share_error(self) -> float:
        """Its standard error."""
        return sqrt(self.share * (1 - self.share) / self.games)

    def json(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "believes": self.believes,
            "against": self.against,
            "games": self.games,
            "wins": self.wins,
            "wins_error": round(self.share_error, 6),
            "unfinished": self.unfinished,
            "score": round(self.mean, 6),
            "score_error": round(self.error, 6),
        }


@dataclass(frozen=True)
class Trial:
    """What player 0 believes and what is true: a game each, and their labels."""

    believed: Game
    real: Game
    believes: str
    against: str

    def tally(
        self,
        games: int,
        *,
        depth: int,
        reply: int,
        seed: int = 0,
        rounds: int = LONGEST,
        interpreted: bool = False,
        progress: Any = None,
    ) -> Tally | None:
        """Play many games, each with a seed of its own. Player 0 looks `depth` ahead, the others `reply`.

        On Ctrl-C the finished games are tallied; None if there are none.
        """
        refuse_other_states(self.believed, self.real)
        players = Players(self.real, self.believed, depth=depth, reply=reply, interpreted=interpreted)
        ends: list[Any] = []
        try:
            for number in range(games):
                ends.append(players.to_the_end(self.real.initial(), rounds, seed_of(seed, number)))
                if progress is not None:
                    progress(number + 1)
        except KeyboardInterrupt:
            pass
        return _tallied(self, ends) if ends else None


def trials(name: str, given: Mapping[str, str], vary: str) -> list[Trial]:
    """A trial for every pair of believed and true values of a parameter: `ghosts=minimising,random`."""
    parameter, _, values = vary.partition("=")
    listed = [value.strip() for value in values.split(",") if value.strip()]
    if not parameter or len(listed) < 2:
        raise BadInput(f"--vary {vary!r} is not understood: expected a parameter and two values or more, NAME=A,B")
    cls = game_class(name)
    games = {}
    for value in listed:
        label = f"{parameter.strip()}={value}"
        games[label] = made(cls, parameters_from_text(cls, {**given, parameter.strip(): value}))
        refuse_other_states(games[label], next(iter(games.values())))
    return [Trial(games[one], games[other], one, other) for one in games for other in games]


def table(tallies: Sequence[Tally]) -> str:
    """A row for each belief, a column for each truth."""
    columns = list(dict.fromkeys(tally.against for tally in tallies))
    cells = {(tally.believes, tally.against): _cell(tally) for tally in tallies}
    rows = [["believes", *(f"against {column}" for column in columns)]]
    for believes in dict.fromkeys(tally.believes for tally in tallies):
        rows.append([believes, *(cells.get((believes, column), "") for column in columns)])
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    lines = ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join(lines)


def _cell(tally: Tally) -> str:
    return f"won {tally.wins} of {tally.games}, {tally.mean:.1f} ± {tally.error:.1f}"


def _tallied(trial: Trial, ends: list[Any]) -> Tally:
    game = trial.real
    over = [bool(game.is_terminal(s)) for s in ends]
    shares = [
        float(game.utility(s, 0) if finished else game.evaluate(s, 0)) for s, finished in zip(ends, over, strict=True)
    ]
    mean = sum(shares) / len(shares)
    spread = sum((share - mean) ** 2 for share in shares) / max(1, len(shares) - 1)
    wins = sum(finished and 0 in game.won_by(s) for s, finished in zip(ends, over, strict=True))
    return Tally(trial.believes, trial.against, len(ends), wins, over.count(False), mean, sqrt(spread / len(shares)))


def refuse_other_states(believed: Game, real: Game) -> None:
    """`BadInput` if the believed game's positions are not those of the game that is played."""
    for game in (believed, real):
        answers_the_questions(game)
        opponents("playing out", game)
    try:
        alike = shaped(believed.initial(), real.initial()) == believed.initial()
    except (TypeError, ValueError):
        alike = False
    if not alike:
        raise BadInput(f"{believed!r} and {real!r} begin differently: expected the same initial position")

"""Backgammon against GNU Backgammon: what the network is worth without look-ahead, beside the best free program.

`python -m benchmarks.gnubg match`       games for points, both without look-ahead
`python -m benchmarks.gnubg decisions`   2,000 decisions while the sides are in contact: how far the equities are
                                         apart, how often both choose the same play, and what ours costs. GNU Backgammon
                                         looks `--plies` ahead, 0 or 2. What it says is kept in `--kept` FILE: with 2
                                         plies that takes long, and can be interrupted and gone on with
`python -m benchmarks.gnubg positions`   makes these decisions again: its own games, a tenth of the plays at random
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import kibitz as kz
from benchmarks.peers import peer
from kibitz.evaluation.weights import Weights, put_into
from kibitz.games.backgammon import Backgammon, State
from kibitz.games.backgammon.checkers import BAR, HOME_BOARD, made, number, occupied
from kibitz.games.backgammon.features import is_race
from kibitz.native import jit
from kibitz.native.bits import count, highest
from kibitz.native.execution import run

POSITIONS = Path(__file__).resolve().parent / "data" / "backgammon-decisions.txt"
MOST_PLAYS = 1000
RANDOM_PLAYS = 0.1
PICKED = 0.125  # of the decisions of a game: those of neighbouring turns are too much alike


@jit
def judged(game: Any, s: Any, values: Any) -> int:
    """Put what the game's evaluation says about the position after each action into a row; how many there are."""
    mover = game.player(s)
    number = 0
    for a in game.actions(s):
        after = game.result(s, a)
        values[number] = game.utility(after, mover) if game.is_terminal(after) else game.evaluate(after, mover)
        number += 1
    return number


class Player:
    """Our side of the board: the evaluation of a game, without look-ahead."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self._values = np.zeros(MOST_PLAYS)

    def play(self, s: State) -> State:
        """The position after the play it likes best."""
        many = run(judged, self.game, s, self._values)
        return State(*self.game.result(s, list(self.game.actions(s))[int(self._values[:many].argmax())]))

    def equity(self, s: State) -> float:
        """What a position is worth to the player about to roll."""
        return float(self.game.evaluate(s, s.mover))


class Mean(NamedTuple):
    """An average, and how far chance may have carried it (one standard error)."""

    mean: float
    error: float
    number: int

    def __str__(self) -> str:
        return f"{self.mean:+.4f} ± {self.error:.4f} ({self.number:,})"


def mean(values: Sequence[float]) -> Mean:
    """The average of some numbers."""
    row = np.array(values, np.float64)
    error = float(row.std(ddof=1)) / math.sqrt(len(row)) if len(row) > 1 else math.nan
    return Mean(float(row.mean()), error, len(row))


# ---------------------------------------------------------------- a match


def rolled(rules: Backgammon, s: State, random: np.random.Generator) -> State:
    """The position with dice thrown."""
    dice = sorted(map(int, random.integers(1, 7, 2)), reverse=True)
    return rules.result(s, 10 * dice[0] + dice[1])


def match(ours: Player, gnubg: Any, games: int, seed: int) -> Mean:
    """Points per game; the two begin alternately, with new dice each time."""
    rules = Backgammon()
    points = []
    for played in range(games):
        random = np.random.default_rng([seed, played])
        me = played % 2
        s = rules.initial()
        while not rules.is_terminal(s):
            s = rolled(rules, s, random)
            s = ours.play(s) if s.mover == me else gnubg.play(s)
        points.append(rules.utility(s, me))
        if played % 50 == 49 or played == games - 1:
            tell(f"{played + 1:,} of {games:,} games: {mean(points)}")
    return mean(points)


# ---------------------------------------------------------------- decisions


def drawn(gnubg: Any, wanted: int, seed: int) -> Iterable[str]:
    """Decisions of GNU Backgammon's games against itself, some of its plays being replaced by random ones."""
    rules = Backgammon()
    random = np.random.default_rng(seed)
    found = 0
    while True:
        s = rules.initial()
        while not rules.is_terminal(s):
            s = rolled(rules, s, random)._replace(mover=0)
            plays = list(rules.actions(s))
            if len(plays) > 1 and not is_race(s.mine, s.theirs) and random.random() < PICKED:
                yield rules.text(s)
                found += 1
                if found == wanted:
                    return
            at_random = random.random() < RANDOM_PLAYS
            s = rules.result(s, plays[random.integers(len(plays))]) if at_random else gnubg.play(s)


class Decision(NamedTuple):
    """What both say about one position."""

    text: str
    kind: str
    apart: float  # how far the equities before the roll are
    same: bool  # is it the same play?
    lost: float  # by our play, in the eyes of GNU Backgammon


def decided(ours: Player, gnubg: Any, text: str) -> Decision:
    """Ask both about one decision."""
    s = ours.game.parse(text)
    before = s._replace(dice=0)
    apart = abs(ours.equity(before) - gnubg.equity(before))
    mine, theirs = ours.play(s), State(*gnubg.play(s))
    same = mine == theirs
    lost = 0.0 if same else max(0.0, gnubg.equity(mine) - gnubg.equity(theirs))
    return Decision(text, kind(s), apart, same, lost)


def kind(s: State) -> str:
    """A rough name for what a position is about."""
    rear, their_rear = highest(occupied(s.mine)), highest(occupied(s.theirs))
    if number(s.mine, BAR) or number(s.theirs, BAR):
        return "on the bar"
    if rear + their_rear < BAR + 6:
        return "nearly past"
    if min(_ahead(s.mine), _ahead(s.theirs)) < 6:
        return "crashed"
    if rear > 18 and their_rear > 18:
        return "both behind"
    if rear > 18 or their_rear > 18:
        home = max(count(made(s.mine) & HOME_BOARD), count(made(s.theirs) & HOME_BOARD))
        return "one behind, a strong home" if home >= 4 else "one behind"
    return "others"


def _ahead(side: Any) -> int:
    """Checkers that are neither off nor on the first two points."""
    return 15 - number(side, 0) - number(side, 1) - number(side, 2)


def summary(found: Sequence[Decision]) -> str:
    """The figures, in all and by kind."""
    lines = []
    for name in ["all", *sorted({decision.kind for decision in found})]:
        rows = [decision for decision in found if name in ("all", decision.kind)]
        apart, same, lost = (mean([float(row[at]) for row in rows]) for at in range(2, 5))
        lines.append(
            f"{name:>26}: {len(rows):5,} decisions, equities apart {apart.mean:.4f}, same play {same.mean:6.1%}, "
            f"lost a decision {lost.mean:.4f} ± {lost.error:.4f}"
        )
    return "\n".join(lines)


# ---------------------------------------------------------------- the command


def tell(text: str) -> None:
    """How far it is, on a terminal or in a log."""
    print(text, file=sys.stderr, flush=True)


def main() -> None:
    """Measure, and tell the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gnubg")
    parser.add_argument("what", choices=["match", "decisions", "positions"])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--decisions", type=int, default=2000)
    parser.add_argument("--plies", type=int, default=0, help="that GNU Backgammon looks ahead as a judge (0)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weights", metavar="FILE", help="those of a file in place of those that come with the game")
    parser.add_argument("--bearoff", action="store_true", help="with the bear-off tables")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="what GNU Backgammon said before, and will say")
    parser.add_argument("--worst", type=int, default=0, metavar="N", help="list the N dearest decisions")
    options = parser.parse_args()
    program = peer("gnubg")
    if program is None:
        sys.exit(2)
    game: Any = kz.game("backgammon", bearoff=options.bearoff)
    if options.weights:
        put_into(game, Weights.load(options.weights))
    with program.Gnubg(options.plies, options.kept) as gnubg:
        if options.what == "match":
            print(f"points a game against GNU Backgammon: {match(Player(game), gnubg, options.games, options.seed)}")
        elif options.what == "positions":
            for text in drawn(gnubg, options.decisions, options.seed):
                print(text)
        else:
            found = []
            for text in POSITIONS.read_text().split()[: options.decisions]:
                found.append(decided(Player(game), gnubg, text))
                if len(found) % 100 == 0:
                    tell(f"{len(found):,} decisions")
            print(summary(found))
            for row in sorted(found, key=lambda row: -row.lost)[: options.worst]:
                print(f"{row.lost:.3f} {row.text} {row.kind}")


if __name__ == "__main__":
    main()

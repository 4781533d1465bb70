"""Searches with classic mistakes: one search with many switches, each of which is a way to get it wrong.

A student's answers are compared with those of these models. All switches off, it is right.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import floor, inf
from typing import NamedTuple

from kibitz.game import CHANCE, MAX, MIN
from kibitz.lab.grading.trial import FULL, Spot, Trial, faceless

Path = tuple[int, ...]
Bounds = tuple[float, float]


class Said(NamedTuple):
    """What a search answers: a value, the number of a child, and how many leaves it read."""

    value: float
    move: int | None
    reads: int


@dataclass(frozen=True)
class Flaw:
    """The switches. Each is a word for what is done instead of the right thing; "" is right."""

    form: str = "plain"  # plain; soft, hard or drift (starts at α, answers v): alpha-beta; negamax
    sides: str = ""  # swapped, root (as at the root all the way), max, min, turns (take turns), from max
    start: tuple[float, float] = (-inf, inf)  # what v begins with at MAX and at MIN
    children: str = ""  # last (the last one's value), first, but first, but last, two
    best: str = ""  # falsy (0 counts as nothing yet), mean (MIN averages), sum, magnitude
    leaf: str = ""  # mover, other, min: utility seen from that side
    guess: str = ""  # the same for evaluate
    depth: str = ""  # early, late, never, shared, max, root
    end: str = ""  # guess (evaluates even where the game is over), never (asks for utility at the horizon)
    cut: str = ""  # never, side, inverted (after the first child), eager
    window: str = ""  # fresh, alpha, beta, old, swapped, shared (by all nodes); of negamax: as is, unswapped
    update: str = ""  # min raises, max lowers, crossed, both, min lowers alpha, overwritten
    test: str = ""  # after: updates first, then tests α ≥ β
    answer: str = ""  # crossed (MAX answers β, MIN α), max beta, min alpha: what is answered instead of v
    table: str = ""  # bound, depth, player, depth horizon
    chance: str = ""  # mean, max, min, sum, twice, floor, likeliest
    minus: str = ""  # of negamax: never, always, blind (always, but the leaves are seen from the right side)
    stop: float = inf  # a value that is taken for a win, at which the loop ends
    bonus: float = 0.0  # what each ply below the root adds
    move: str = ""  # child (that of the child), tie (the last of equals), max (the greatest), worst


class FlawedSearch:
    """One run of a search with a flaw."""

    def __init__(self, flaw: Flaw) -> None:
        self._flaw = flaw
        self._table: dict[object, float] = {}
        self._read: set[Path] = set()
        self._root = MAX
        self._shared = FULL

    def run(self, trial: Trial) -> Said:
        """What it answers to this call, for MAX."""
        self._root = trial.root.player
        self._shared = trial.window
        depth = inf if trial.depth is None else trial.depth
        if self._flaw.form == "negamax":
            sign = 1 if trial.root.player == MAX else -1
            window = trial.window if sign > 0 else (-trial.window[1], -trial.window[0])
            value, move = self._negamax(trial.root, (), depth, *window, sign)
            return Said(sign * value, move, len(self._read))
        first = self._root if self._flaw.sides != "from max" else MAX
        value, move = self._sided(trial.root, (), depth, trial.window, first)
        return Said(value, move, len(self._read))

    # ------------------------------------------------------------ two sides

    def _sided(self, spot: Spot, path: Path, depth: float, window: Bounds, mover: int) -> tuple[float, int | None]:
        """The value for MAX; `mover` is who would move if players took turns."""
        flaw = self._flaw
        key = self._key(spot, depth)
        if key is not None and key in self._table:
            return self._table[key], None
        ended = self._ended(spot, path, depth)
        if ended is not None:
            value = min(max(ended, window[0]), window[1]) if flaw.form == "hard" else ended
            if key is not None and flaw.table.endswith("horizon"):
                self._table[key] = value
            return value, None
        if spot.player == CHANCE:
            return self._rolled(spot, path, depth, window, mover), None
        value, move = self._chosen(spot, path, depth, window, self._mover(spot, mover))
        if key is not None:
            self._table[key] = value
        return value + flaw.bonus * len(path), move

    def _chosen(self, spot: Spot, path: Path, depth: float, window: Bounds, who: int) -> tuple[float, int | None]:
        """The value of the best child for `who`."""
        flaw = self._flaw
        alpha, beta = window
        v = self._begun(who, window)
        move: int | None = None
        values: list[float] = []
        left = depth
        for number, child in self._children(spot):
            left = left - 1 if flaw.depth == "shared" else self._below(spot, depth, path)
            passed = self._passed((alpha, beta), window)
            value, below = self._sided(child, (*path, number), left, passed, 1 - who)
            values.append(value)
            if flaw.window == "shared":
                alpha, beta = self._shared
            if self._improves(value, v, who, len(values)):
                v = value
                move = below if flaw.move == "child" and below is not None else number
            if flaw.test != "after" and self._cuts(who, v, (alpha, beta)):
                break
            alpha, beta = self._shared = self._updated(who, v, (alpha, beta))
            if flaw.test == "after" and alpha >= beta:
                break
            if flaw.cut == "inverted" or (v >= flaw.stop if who == MAX else v <= -flaw.stop):
                break
        v = self._summed(v, values, who, window, (alpha, beta))
        return v, self._moved(values, move, who)

    def _begun(self, who: int, window: Bounds) -> float:
        if self._flaw.form in ("hard", "drift") and self._flaw.start == FULL:
            return window[0] if who == MAX else window[1]
        return self._flaw.start[0] if who == MAX else self._flaw.start[1]

    def _improves(self, value: float, v: float, who: int, tried: int) -> bool:
        flaw = self._flaw
        if flaw.children == "last" or (flaw.best == "falsy" and (v == 0 or tried == 1)):
            return True
        if flaw.best == "magnitude":
            return tried == 1 or (abs(value) > abs(v) if who == MAX else abs(value) < abs(v))
        if flaw.move == "tie" and value == v:
            return True
        return value > v if who == MAX else value < v

    def _summed(self, v: float, values: list[float], who: int, before: Bounds, window: Bounds) -> float:
        """What the node answers."""
        flaw = self._flaw
        if flaw.best == "mean" and who == MIN:
            return sum(values) / len(values)
        if flaw.best == "sum":
            return sum(values)
        crossed = window[1] if who == MAX else window[0]
        if flaw.answer == "crossed" or (flaw.answer == ("max beta" if who == MAX else "min alpha")):
            return crossed
        return min(max(v, before[0]), before[1]) if flaw.form == "hard" else v

    def _moved(self, values: list[float], move: int | None, who: int) -> int | None:
        if self._flaw.move == "max":
            return values.index(max(values))
        if self._flaw.move == "worst":
            return values.index(min(values) if who == MAX else max(values))
        return move

    def _cuts(self, who: int, v: float, window: Bounds) -> bool:
        alpha, beta = window
        flaw = self._flaw
        if flaw.form == "plain" or flaw.cut in ("never", "inverted"):
            return False
        if flaw.cut == "side":
            return v <= alpha if who == MAX else v >= beta
        if flaw.cut == "eager":
            return v >= alpha > -inf if who == MAX else v <= beta < inf
        return v >= beta if who == MAX else v <= alpha

    def _passed(self, now: Bounds, before: Bounds) -> Bounds:
        """The window that the children get."""
        if not self._flaw.window:
            return now
        ways = {
            "fresh": FULL,
            "alpha": (now[0], inf),
            "beta": (-inf, now[1]),
            "old": before,
            "swapped": (now[1], now[0]),
        }
        return ways.get(self._flaw.window, now)

    def _updated(self, who: int, v: float, window: Bounds) -> Bounds:
        alpha, beta = window
        update = self._flaw.update
        if update == "both":
            return max(alpha, v), min(beta, v)
        if update == "overwritten":
            return (v, beta) if who == MAX else (alpha, v)
        if update == "crossed":
            return (alpha, min(beta, v)) if who == MAX else (max(alpha, v), beta)
        if who == MAX:
            return (alpha, min(beta, v)) if update == "max lowers" else (max(alpha, v), beta)
        if update == "min raises":
            return max(alpha, v), beta
        return (min(alpha, v), beta) if update == "min lowers alpha" else (alpha, min(beta, v))

    def _mover(self, spot: Spot, mover: int) -> int:
        sides = self._flaw.sides
        if sides == "swapped":
            return 1 - spot.player
        if sides in ("turns", "from max"):
            return mover
        return {"root": self._root, "max": MAX, "min": MIN}.get(sides, spot.player)

    # ------------------------------------------------------------ chance

    def _rolled(self, spot: Spot, path: Path, depth: float, window: Bounds, mover: int) -> float:
        """The value of a chance node."""
        values = [
            self._sided(child, (*path, number), depth, FULL if self._flaw.form == "plain" else window, mover)[0]
            for number, child in self._children(spot)
        ]
        chances = spot.chances[: len(values)]
        weighted = sum(chance * value for chance, value in zip(chances, values, strict=True))
        mean = sum(values) / len(values)
        likeliest = values[chances.index(max(chances))]
        ways = {
            "mean": mean,
            "max": max(values),
            "min": min(values),
            "sum": sum(values),
            "twice": weighted / len(values),
            "floor": float(floor(weighted)),
            "floored mean": float(floor(mean)),
            "truncated": float(int(weighted)),
            "likeliest": likeliest,
            "last": values[-1],
            "last weighted": chances[-1] * values[-1],
        }
        return ways.get(self._flaw.chance, weighted)

    # ------------------------------------------------------------ negamax

    def _negamax(
        self, spot: Spot, path: Path, depth: float, alpha: float, beta: float, sign: int
    ) -> tuple[float, int | None]:
        """The value for the side of this sign."""
        flaw = self._flaw
        key = self._key(spot, depth)
        if key is not None and key in self._table:
            return self._table[key], None
        ended = self._ended(spot, path, depth)
        if ended is not None:
            side = flaw.leaf if not spot.children else flaw.guess
            return ended if side == "max" else -ended if side == "min" else sign * ended, None
        v, move = flaw.start[0], None
        before = (alpha, beta)
        left = depth
        for tried, (number, child) in enumerate(self._children(spot), 1):
            left = left - 1 if flaw.depth == "shared" else self._below(spot, depth, path)
            turn = -sign if flaw.minus == "always" or flaw.sides == "turns" else 1 if child.player == MAX else -1
            stays = turn == sign and flaw.minus != "blind"
            window = self._turned((alpha, beta), before, stays)
            value, _ = self._negamax(child, (*path, number), left, *window, turn)
            if flaw.minus in ("always", "blind") or (not stays and flaw.minus != "never"):
                value = -value
            if flaw.best == "min" or self._improves(value, v, MAX, tried):
                v, move = (min(value, v) if flaw.best == "min" and tried > 1 else value), number
            if flaw.window != "none" and flaw.cut != "never" and self._negamax_cuts(v, alpha, beta):
                break
            alpha = max(alpha, v)
            if flaw.cut == "inverted":
                break
        if key is not None:
            self._table[key] = v
        return v, move

    def _negamax_cuts(self, v: float, alpha: float, beta: float) -> bool:
        return v <= alpha if self._flaw.cut == "side" else v >= beta

    def _turned(self, window: Bounds, before: Bounds, stays: bool) -> Bounds:
        """The window as the player below sees it."""
        alpha, beta = window
        if self._flaw.window in ("none", "fresh"):
            return FULL
        if self._flaw.window == "old":
            alpha, beta = before
        if stays or self._flaw.window == "as is":
            return alpha, beta
        if self._flaw.window == "unswapped":
            return -alpha, -beta
        if self._flaw.window == "swapped":
            return beta, alpha
        if self._flaw.window == "alpha":
            return -inf, -alpha
        return -beta, -alpha

    # ------------------------------------------------------------ what both share

    def _children(self, spot: Spot) -> Iterator[tuple[int, Spot]]:
        numbered = list(enumerate(spot.children))
        if not self._flaw.children:
            yield from numbered
            return
        chosen = {
            "first": numbered[:1],
            "but first": numbered[1:] or numbered,
            "but last": numbered[:-1] or numbered,
            "but last of many": numbered[:-1] if len(numbered) > 2 else numbered[:1],
            "two": numbered[:2],
        }
        yield from chosen.get(self._flaw.children, numbered)

    def _below(self, spot: Spot, depth: float, path: Path) -> float:
        """The depth that is left below a node."""
        how = self._flaw.depth
        if spot.player == CHANCE or how == "never" or (how == "max" and spot.player != MAX):
            return depth
        if how == "min" and spot.player != MIN:
            return depth
        if how == "double":
            return depth - 2
        return depth if how == "root" and not path else depth - 1

    def _ended(self, spot: Spot, path: Path, depth: float) -> float | None:
        """The value for MAX of a node below which nothing is looked at; None if there is more to look at."""
        flaw = self._flaw
        horizon = depth <= (1 if flaw.depth == "early" else -1 if flaw.depth == "late" else 0)
        if spot.children and not horizon:
            return None
        self._read.add(path)
        if spot.children and flaw.end == "utility":
            return spot.value
        if not spot.children and not (horizon and flaw.end == "guess"):
            return self._seen(spot, spot.value, flaw.leaf)
        return self._seen(spot, spot.guess, flaw.guess)

    def _seen(self, spot: Spot, value: float, side: str) -> float:
        if self._flaw.form == "negamax":
            return value
        sign = {"mover": 1 if spot.player == MAX else -1, "other": -1 if spot.player == MAX else 1, "min": -1}
        sign["root"] = 1 if self._root == MAX else -1
        return sign.get(side, 1) * value

    def _key(self, spot: Spot, depth: float) -> object:
        """Under what a position is kept in the table; None where there is none."""
        table = self._flaw.table
        if not table:
            return None
        if table.startswith("player"):
            return None if not spot.children else faceless(spot)
        if table.startswith("depth"):
            return spot
        return (spot, depth)

"""Where the interests of several players join or part: what the alternatives of a turn are worth to each of them.

Everything is about one turn: the player to move, its legal moves, and the vector that each of them leads to. With
v* the vector of the move that it takes,

- the *correlation* of two players is Pearson's, of their values over the legal moves; there is none where one of them
  gets the same by every move;
- two players *gain together* by a move that gives both of them more than v* and somebody else less. The player to move
  is never one of them: it took what is best for itself;
- the player to move is a *kingmaker* if moves are worth the same to itself, none is better, and to somebody else not.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from typing import Any

JOINED = 0.5  # a correlation from which on two players are said to pull together, and its opposite against a third
FEWEST = 3  # moves for a correlation to be worth a sentence
MOST_NAMED = 4  # moves in a sentence
ROUNDING = 1e-9


@dataclass(frozen=True)
class Turn:
    """A turn in a line of play, `ply` moves from now: who is to move, what it plays, and what every move leads to."""

    ply: int
    player: int
    played: str
    options: tuple[tuple[str, tuple[float, ...]], ...]

    @property
    def value(self) -> tuple[float, ...]:
        """What the move that is played leads to."""
        return dict(self.options)[self.played]


@dataclass(frozen=True)
class Favour:
    """A player, the one among equal moves that is best for it, what that brings it, and what the worst would."""

    player: int
    move: str
    value: float
    otherwise: float


@dataclass(frozen=True)
class Pair:
    """Two players: the correlation of their values, and the moves by which both would gain at another's cost."""

    players: tuple[int, int]
    correlation: float | None
    gain_by: tuple[str, ...]


@dataclass(frozen=True)
class Interests:
    """What a turn shows of the players' interests."""

    turn: Turn
    pairs: tuple[Pair, ...]
    equal: tuple[str, ...]  # the moves of a kingmaker; empty where there is none
    favours: tuple[Favour, ...]

    def json(self) -> dict[str, Any]:
        """Plain data for JSON; players count from 0."""
        return {
            "ply": self.turn.ply,
            "player": self.turn.player,
            "played": self.turn.played,
            "pairs": [
                {"players": list(pair.players), "correlation": pair.correlation, "gain_by": list(pair.gain_by)}
                for pair in self.pairs
            ],
            "kingmaker": None
            if not self.equal
            else {"moves": list(self.equal), "favours": [vars(f) for f in self.favours]},
            "sentences": self.sentences(),
        }

    def sentences(self) -> list[str]:
        """The same for people, who count players from 1."""
        joined = self._joined() if self.turn.ply == 0 else []  # further on it would be said again and again
        return [*self._kingmaker(), *joined, *self._gains()]

    @property
    def _mover(self) -> str:
        when = "" if self.turn.ply == 0 else f" at ply {self.turn.ply + 1} of the line"
        return f"player {self.turn.player + 1}{when}"

    def _kingmaker(self) -> list[str]:
        if not self.equal:
            return []
        own = _number(self.turn.value[self.turn.player])
        best = " and ".join(
            f"{f.move} is best for player {f.player + 1} ({_number(f.value)}, not {_number(f.otherwise)})"
            for f in self.favours
        )
        return [f"{_capital(self._mover)} is a kingmaker: {_listed(self.equal)} bring it {own} alike, but {best}."]

    def _joined(self) -> list[str]:
        together = {pair.players: pair.correlation for pair in self.pairs}
        count = len({player for pair in self.pairs for player in pair.players})
        said = []
        for (one, other), both in together.items():
            for third in set(range(count)) - {one, other}:
                apart = [together[min(p, third), max(p, third)] for p in (one, other)]
                joined = both is not None and both >= JOINED and all(r is not None and r <= -JOINED for r in apart)
                if joined and len(self.turn.options) >= FEWEST:
                    what = f"what {self._mover} may play"
                    said.append(
                        f"Players {one + 1} and {other + 1} pull together against player {third + 1}: over {what}, "
                        f"their values rise and fall together (correlation {both:+.2f}) and against its own."
                    )
        return said

    def _gains(self) -> list[str]:
        said = []
        for pair in self.pairs:
            if pair.gain_by:
                one, other = (player + 1 for player in pair.players)
                losing = sorted({p + 1 for move in pair.gain_by for p in _losers(self.turn, move)})
                cost = f"player {losing[0]}'s" if len(losing) == 1 else f"the others' ({', '.join(map(str, losing))})"
                who = f"if {self._mover} played {_listed(pair.gain_by, 'or')}"
                said.append(f"Players {one} and {other} would both gain at {cost} cost {who}.")
        return said


def interests(turn: Turn) -> Interests:
    """What a turn shows."""
    players = range(len(turn.value))
    pairs = tuple(
        Pair((one, other), _correlation(turn, one, other), _gain_by(turn, one, other))
        for one, other in combinations(players, 2)
    )
    equal, favours = _kingmaking(turn)
    return Interests(turn, pairs, equal, favours)


def _kingmaking(turn: Turn) -> tuple[tuple[str, ...], tuple[Favour, ...]]:
    own = turn.value[turn.player]
    equal = [(move, value) for move, value in turn.options if _alike(value[turn.player], own)]
    favours = []
    for player in range(len(turn.value)):
        most = max(equal, key=lambda option: option[1][player])
        least = min(value[player] for _, value in equal)
        if player != turn.player and not _alike(most[1][player], least):
            favours.append(Favour(player, most[0], most[1][player], least))
    return (tuple(move for move, _ in equal), tuple(favours)) if favours else ((), ())


def _gain_by(turn: Turn, one: int, other: int) -> tuple[str, ...]:
    now = turn.value
    return tuple(
        move
        for move, value in turn.options
        if _more(value[one], now[one]) and _more(value[other], now[other]) and _losers(turn, move)
    )


def _losers(turn: Turn, move: str) -> list[int]:
    value = dict(turn.options)[move]
    return [player for player, now in enumerate(turn.value) if _more(now, value[player])]


def _correlation(turn: Turn, one: int, other: int) -> float | None:
    pairs = [(value[one], value[other]) for _, value in turn.options]
    middle = [sum(column) / len(pairs) for column in zip(*pairs, strict=True)]
    apart = [(a - middle[0], b - middle[1]) for a, b in pairs]
    squares = sum(a * a for a, _ in apart), sum(b * b for _, b in apart)
    if min(squares) <= ROUNDING * max(1.0, *(abs(m) for m in middle)):
        return None
    return float(round(sum(a * b for a, b in apart) / sqrt(squares[0] * squares[1]), 4) + 0.0)


def _more(a: float, b: float) -> bool:
    return a > b and not _alike(a, b)


def _alike(a: float, b: float) -> bool:
    return abs(a - b) <= ROUNDING * max(1.0, abs(a), abs(b))


def _number(value: float) -> str:
    return f"{value + 0.0:.6g}".replace("-", "−")


def _listed(moves: tuple[str, ...], last: str = "and") -> str:
    if len(moves) > MOST_NAMED:
        return f"{', '.join(moves[:MOST_NAMED])} {last} {len(moves) - MOST_NAMED} more"
    return moves[0] if len(moves) == 1 else f"{', '.join(moves[:-1])} {last} {moves[-1]}"


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]

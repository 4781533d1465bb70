"""A game for several as one player sees it who has one opponent: the others, for the engine to search.

`Coalition` is the game of paranoid search, `OneRebel` that of best-reply search. Player 0 is the hero with its
partners, player 1 all others; who the hero is, is no part of the compiled code: one compilation serves every seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from kibitz.game import CHANCE, MAX, Facts, Game
from kibitz.native.bits import mix
from kibitz.search.textbook.best_reply import NOBODY, usual_number
from kibitz.search.textbook.paranoid import sides_of


class Coalition(Game):
    """Everybody else is against the hero."""

    zero_sum = True

    def __init__(self, inner: Game, hero: int) -> None:
        import numpy as np

        self.inner = inner
        self.players = 2
        self.hero = np.array([hero], np.int64)
        self.sides = np.array(sides_of(inner, hero), np.int64)
        self.whole = bool(inner.whole)
        self.has_outcomes = bool(inner.has_outcomes)
        self.has_evaluate = bool(inner.has_evaluate)
        self.guesses_within = bool(inner.guesses_within)
        self.has_bounds = self.has_proof = bool(inner.has_stakes)  # which bound guesses too

    @property
    def utility_range(self) -> tuple[float, float]:  # type: ignore[override]
        """The inner game's."""
        low, high = self.inner.utility_range
        return float(low), float(high)

    @property
    def facts(self) -> Facts:
        return Facts(
            name=self.inner.facts.name,
            title=self.inner.facts.title,
            players=2,
            zero_sum=True,
            utility_sum=0.0,
            chance=self.inner.facts.chance,
            hidden=False,
            utility_range=self.utility_range,
            notation=self.inner.facts.notation,
        )

    def entered(self, s: Any) -> Any:
        """A state of the game itself as one of this game, with nothing behind it."""
        return s

    # ------------------------------------------------------------ rules

    def initial(self) -> Any:
        return self.inner.initial()

    def player(self, s: Any) -> int:
        player = self.inner.player(s)
        return CHANCE if player == CHANCE else self.sides[player]

    def actions(self, s: Any) -> Iterable[Any]:
        return self.inner.actions(s)

    def outcomes(self, s: Any) -> Iterable[tuple[Any, float]]:
        return self.inner.outcomes(s)

    def result(self, s: Any, a: Any) -> Any:
        return self.inner.result(s, a)

    def is_terminal(self, s: Any) -> bool:
        return self.inner.is_terminal(s)

    def utility(self, s: Any, player: int) -> float:
        share = float(self.inner.utility(s, self.hero[0]))
        return share if player == MAX else -share

    # ------------------------------------------------------------ what helps the search

    def evaluate(self, s: Any, player: int) -> float:
        share = float(self.inner.evaluate(s, self.hero[0]))
        return share if player == MAX else -share

    def depth_spent(self, s: Any) -> int:
        return self.inner.depth_spent(s)

    def survey(self, s: Any) -> Any:
        return self.inner.survey(s)

    def promise(self, s: Any, a: Any, after: Any, survey: Any) -> float:
        return self.inner.promise(s, a, after, survey)

    def bounds(self, s: Any) -> tuple[float, float]:
        return self.inner.stakes(s, self.hero[0])

    def proof(self, s: Any) -> tuple[float, float]:
        return self.inner.stakes(s, self.hero[0])

    def key(self, s: Any) -> int:
        return self.inner.key(s)

    def text(self, s: Any) -> str:
        return self.inner.text(s)


class Reply(NamedTuple):
    """Where the game stands, and the opponent that has departed from its most promising action since MAX's turn."""

    at: Any
    rebel: int


class OneRebel(Coalition):
    """Between two turns of the hero only one of the others is against it; the rest do what looks most promising."""

    def entered(self, s: Any) -> Reply:
        return Reply(s, NOBODY)

    def initial(self) -> Reply:
        return Reply(self.inner.initial(), NOBODY)

    def player(self, s: Reply) -> int:
        player = self.inner.player(s.at)
        return CHANCE if player == CHANCE else self.sides[player]

    def actions(self, s: Reply) -> Iterator[Any]:
        player = self.inner.player(s.at)
        is_free = self.sides[player] == MAX or s.rebel == NOBODY or s.rebel == player
        usual = 0 if is_free else usual_number(self.inner, s.at)
        number = -1
        for a in self.inner.actions(s.at):
            number += 1
            if is_free or number == usual:
                yield a

    def outcomes(self, s: Reply) -> Iterable[tuple[Any, float]]:
        return self.inner.outcomes(s.at)

    def result(self, s: Reply, a: Any) -> Reply:
        return Reply(self.inner.result(s.at, a), self.rebel_after(s, a))

    def rebel_after(self, s: Reply, a: Any) -> int:
        """Who has departed from its most promising action, once this one is taken."""
        player = self.inner.player(s.at)
        if player == CHANCE:
            return s.rebel
        if self.sides[player] == MAX:
            return NOBODY
        usual = usual_number(self.inner, s.at)
        number = -1
        for other in self.inner.actions(s.at):
            number += 1
            if number == usual and other == a:
                return s.rebel
        return player

    def is_terminal(self, s: Reply) -> bool:
        return self.inner.is_terminal(s.at)

    def utility(self, s: Reply, player: int) -> float:
        share = float(self.inner.utility(s.at, self.hero[0]))
        return share if player == MAX else -share

    def evaluate(self, s: Reply, player: int) -> float:
        share = float(self.inner.evaluate(s.at, self.hero[0]))
        return share if player == MAX else -share

    def depth_spent(self, s: Reply) -> int:
        return self.inner.depth_spent(s.at)

    def survey(self, s: Reply) -> Any:
        return self.inner.survey(s.at)

    def promise(self, s: Reply, a: Any, after: Reply, survey: Any) -> float:
        return self.inner.promise(s.at, a, after.at, survey)

    def bounds(self, s: Reply) -> tuple[float, float]:
        return self.inner.stakes(s.at, self.hero[0])

    def proof(self, s: Reply) -> tuple[float, float]:
        return self.inner.stakes(s.at, self.hero[0])

    def key(self, s: Reply) -> int:
        # Stirred first: keys that a game numbers one after the other would meet otherwise.
        return mix(self.inner.key(s.at)) ^ (s.rebel + 1)

    def text(self, s: Reply) -> str:
        return self.inner.text(s.at)

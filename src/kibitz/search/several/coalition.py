"""A game for several as one player sees it who has one opponent: the others, for the engine to search.

`Coalition` is the game of paranoid search, `OneRebel` that of best-reply search. Player 0 is the hero with its
partners, player 1 all others. The hero is not part of the compiled code: one compilation serves every seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, NamedTuple

from kibitz.game import CHANCE, MAX, Action, Game, State
from kibitz.game.within import ENDGAMES, HIDDEN, LEARNING, REASONS, Within
from kibitz.native.bits import mix
from kibitz.native.override import override
from kibitz.search.textbook.best_reply import NOBODY, usual_number
from kibitz.search.textbook.paranoid import sides_of


class Coalition(Within):
    """Everybody else is against the hero."""

    left_open: ClassVar = {
        "candidates": "an action that is best for its player may not be the one that hurts the hero most",
        "passed": "that doing nothing is no better than the best action holds for a player's own interest",
        "is_reducible": "it is about what a player's own interest lets wait",
        "is_quiet": "paranoid search has no quiescence search in the textbook, and both answer alike",
        "is_noisy": "paranoid search has no quiescence search in the textbook, and both answer alike",
        "playout": "it is how a player looks after its own interest",
        "prospect": "it is about a player's own interest",
        "known": "books hold what every player gets if each plays for itself",
        "previous": "a state may know more than the one of the game itself",
        "words": "they are about what every player gets if each plays for itself",
        "plies_left": "it is about what every player gets if each plays for itself",
        "at_stake": "what the hero wins the others lose: it always sums to 0",
        "symmetric": "a mirror image may put the hero into another seat",
        "is_memorable": "a game tells where its own search is quick, which this one is not",
        "seen": "player 1 stands for several, each of whom sees something else",
        "told": "player 1 stands for several, each of whom sees something else",
        "seat": "player 1 stands for several seats",
        **dict.fromkeys(ENDGAMES, "endgame tables are of the game itself, in which each plays for itself"),
        **dict.fromkeys(HIDDEN, "the deal is taken as known"),
        **dict.fromkeys(LEARNING, "evaluations are learned for the players of the game itself"),
        **dict.fromkeys(REASONS, "they are about player 0 of the game itself, who need not be the hero"),
    }

    def __init__(self, game: Game, hero: int) -> None:
        import numpy as np

        super().__init__(game)
        self.hero = np.array([hero], np.int64)
        self.sides = np.array(sides_of(game, hero), np.int64)
        self.players = 2
        self.zero_sum = True
        self.utility_sum = 0.0
        self.teams = ()
        self.hidden = False
        self.has_bounds = self.has_proof = self.has_stakes  # which bound guesses too

    @override
    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._kibitz_within!r}, {self.hero[0]})"

    @override
    def player(self, s: State) -> int:
        player = self._kibitz_within.player(self.stripped(s))
        return CHANCE if player == CHANCE else self.sides[player]

    @override
    def utility(self, s: State, player: int) -> float:
        share = float(self._kibitz_within.utility(self.stripped(s), self.hero[0]))
        return share if player == MAX else -share

    @override
    def evaluate(self, s: State, player: int) -> float:
        share = float(self._kibitz_within.evaluate(self.stripped(s), self.hero[0]))
        return share if player == MAX else -share

    @override
    def bounds(self, s: State) -> tuple[float, float]:
        """What is proven of the hero's utility, whoever is against it: bounds in the game itself are about player 0."""
        return self._kibitz_within.stakes(self.stripped(s), self.hero[0])

    @override
    def proof(self, s: State) -> tuple[float, float]:
        """The same as `bounds`."""
        return self._kibitz_within.stakes(self.stripped(s), self.hero[0])

    @override
    def stakes(self, s: State, player: int) -> tuple[float, float]:
        low, high = self._kibitz_within.stakes(self.stripped(s), self.hero[0])
        return (low, high) if player == MAX else (-high, -low)


class Reply(NamedTuple):
    """Where the game stands, and the opponent that has departed from its most promising action since MAX's turn."""

    at: Any
    rebel: int


class OneRebel(Coalition):
    """Between two turns of the hero only one of the others is against it; the rest do what looks most promising."""

    @override
    def stripped(self, s: Reply) -> State:
        return s.at

    @override
    def entered(self, s: State) -> Reply:
        return Reply(s, NOBODY)

    @override
    def actions(self, s: Reply) -> Iterator[Action]:
        player = self._kibitz_within.player(s.at)
        is_free = self.sides[player] == MAX or s.rebel == NOBODY or s.rebel == player
        usual = 0 if is_free else usual_number(self._kibitz_within, s.at)
        number = -1
        for a in self._kibitz_within.actions(s.at):
            number += 1
            if is_free or number == usual:
                yield a

    @override
    def result(self, s: Reply, a: Action) -> Reply:
        return Reply(self._kibitz_within.result(s.at, a), self.rebel_after(s, a))

    def rebel_after(self, s: Reply, a: Action) -> int:
        """Who has departed from its most promising action, once this one is taken."""
        player = self._kibitz_within.player(s.at)
        if player == CHANCE:
            return s.rebel
        if self.sides[player] == MAX:
            return NOBODY
        usual = usual_number(self._kibitz_within, s.at)
        number = -1
        for other in self._kibitz_within.actions(s.at):
            number += 1
            if number == usual and other == a:
                return s.rebel
        return int(player)

    @override
    def key(self, s: Reply) -> int:
        # Mixed first: keys that a game numbers one after the other would meet otherwise.
        return mix(self._kibitz_within.key(s.at)) ^ (s.rebel + 1)

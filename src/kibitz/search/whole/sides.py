"""The two sides of a game: who wins what the others lose, so that one number tells what a position is worth to all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.game import Game, State
from kibitz.search.whole.intervals import OVER


@dataclass(frozen=True)
class Sides:
    """`signs` is 1 for each player on the side of player 0 and -1 for the others; empty where there are no two sides.

    `total` is what the utilities of all sum to.
    """

    signs: tuple[int, ...]
    total: float = 0.0

    def share(self, positions: Any, parts: Any, found: int) -> None:
        """Tell every player the value of every position that is not over, from the bounds of that to player 0."""
        players = positions.players
        is_open = positions.movers[:found] != OVER
        own = (parts.low[is_open] + parts.high[is_open]) / 2
        with_first = sum(sign > 0 for sign in self.signs)
        values = positions.values[: found * players].reshape(found, players)
        for player, sign in enumerate(self.signs):
            others = own if sign > 0 else (self.total - with_first * own) / (players - with_first)
            values[is_open, player] = others + 0.0  # −0 is 0


def sides_of(game: Game, s: State, positions: Any, found: int) -> Sides:
    """The sides of a game, as it says, where the ends that were found bear it out."""
    players = game.players
    if players == 1:
        return Sides((1,))
    teams = game.teams or tuple(range(players))
    if not game.facts.zero_sum or len(set(teams)) != 2:
        return Sides(())
    signs = tuple(1 if team == teams[0] else -1 for team in teams)
    ends = positions.values[: found * players].reshape(found, players)[positions.movers[:found] == OVER]
    if len(ends) == 0:
        return Sides(signs, float(game.at_stake(s)))
    sums = ends.sum(axis=1)
    slack = 1e-9 * max(1.0, float(abs(ends).max()))
    mates = [abs(ends[:, player] - ends[:, teams.index(teams[player])]).max() for player in range(players)]
    agrees = float(sums.max() - sums.min()) <= slack and float(max(mates)) <= slack
    return Sides(signs, float(sums[0])) if agrees else Sides(())

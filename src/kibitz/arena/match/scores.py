"""From games to scores: what each contestant of a fixture made of every opening."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kibitz.arena.match.match_game import MatchGame
from kibitz.arena.match.strength import Mean, Strength

Groups = list[list[float]]  # one an opening, in their order


class FixtureScores:
    """The games of one fixture, by opening."""

    def __init__(self, pairing: Sequence[int], seatings: int, games: Iterable[MatchGame]) -> None:
        """`seatings` is how many games an opening has when all of them are played."""
        self.pairing = tuple(pairing)
        self._seatings = seatings
        self._openings: dict[int, list[MatchGame]] = {}
        for game in sorted(games, key=lambda game: game.number):
            self._openings.setdefault(game.opening_number, []).append(game)

    @property
    def games(self) -> list[MatchGame]:
        """All games, in their order."""
        return [game for games in self._openings.values() for game in games]

    @property
    def is_alone(self) -> bool:
        """Does everybody play alone, so that only an opening that all have played tells who was better?"""
        return all(len(set(game.seats)) == 1 for game in self.games)

    def complete(self) -> FixtureScores:
        """The openings from the first on that are complete, up to the first one that is not."""
        found: list[MatchGame] = []
        for number in range(len(self._openings)):
            games = self._openings.get(number, [])
            if len(games) < self._seatings:
                break
            found += games
        return FixtureScores(self.pairing, self._seatings, found)

    def first(self, openings: int) -> FixtureScores:
        """The first openings only."""
        return FixtureScores(
            self.pairing, self._seatings, (game for game in self.games if game.opening_number < openings)
        )

    def points(self, contestant: int) -> Groups:
        """1, ½ or 0 for every game that a contestant won, drew or lost against the others."""
        if self.is_alone:
            whole = [games for games in self._openings.values() if len(games) == self._seatings]
            return [[_alone(games, contestant)] for games in whole]
        return [
            [_points(game, contestant) for game in games if contestant in game.seats]
            for games in self._openings.values()
        ]

    def utilities(self, contestant: int) -> Groups:
        """What every game brought a contestant, the average of its seats."""
        groups = []
        for games in self._openings.values():
            found = [_utility(game, contestant) for game in games if contestant in game.seats]
            groups.append([utility for utility in found if utility is not None])
        return groups

    def difference(self, first: int, second: int) -> Mean:
        """What a contestant got more than another one, in a game with both of them, or alone in the same one."""
        groups: Groups = []
        for games in self._openings.values():
            if self.is_alone:
                alone = {game.seats[0]: _utility(game, game.seats[0]) for game in games}
                pairs = [(alone.get(first), alone.get(second))]
            else:
                both = [game for game in games if {first, second} <= set(game.seats)]
                pairs = [(_utility(game, first), _utility(game, second)) for game in both]
            groups.append([own - other for own, other in pairs if own is not None and other is not None])
        return Mean.of(groups)

    def strength(self, contestant: int) -> Strength:
        """How a contestant did."""
        return Strength.of(self.points(contestant), self.utilities(contestant))


def _utility(game: MatchGame, contestant: int) -> float | None:
    if game.utilities is None:
        return None
    own = [utility for seat, utility in zip(game.seats, game.utilities, strict=True) if seat == contestant]
    return sum(own) / len(own)


def _points(game: MatchGame, contestant: int) -> float:
    """1 for whoever has most, ½ for those who share the most."""
    if game.failed is not None:
        return 0.0 if game.seats[game.failed] == contestant else 1.0
    own = _utility(game, contestant)
    others = [_utility(game, other) for other in set(game.seats) - {contestant}]
    best = max(worth for worth in others if worth is not None)
    assert own is not None
    return 1.0 if own > best else 0.5 if own == best else 0.0


def _alone(games: Sequence[MatchGame], contestant: int) -> float:
    worths = {game.seats[0]: _utility(game, game.seats[0]) for game in games if game.failed is None}
    own = worths.pop(contestant, None)
    best = max((worth for worth in worths.values() if worth is not None), default=None)
    if own is None or best is None:
        return 0.5 if own is best else 0.0 if own is None else 1.0
    return 1.0 if own > best else 0.5 if own == best else 0.0

"""The positions that a check walks, each kept with what follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from kibitz.check.inquiry import MOST_CHOICES, frozen
from kibitz.game import CHANCE, Action, Game, State

NOBODY = -2  # the player to move where that is not known, or the game is over


@dataclass(slots=True)
class Place:
    """A position: what the game answered about it, and the numbers of the positions that follow."""

    state: State
    mark: Any  # equal for equal positions
    over: bool = False
    player: int = NOBODY
    shares: list[float] = field(default_factory=list)  # of every player, where the game is over
    choices: list[Action] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)  # the probability of each choice, where CHANCE is to move
    after: list[int] = field(default_factory=list)  # the position behind each choice
    guesses: list[float] = field(default_factory=list)  # what `evaluate` says for every player
    images: list[int] = field(default_factory=list)  # what `symmetric` gives
    passed: list[int] = field(default_factory=list)  # what `passed` gives
    spent: int = 1  # what `depth_spent` says
    is_queued: bool = False  # it is one of those to be looked at, and counts
    is_looked_at: bool = False  # its laws were tested
    is_known: bool = False  # what follows is known


class Walk:
    """Positions by number, in the order in which they were met. The first is the initial one."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.places: list[Place] = []
        self._numbers: dict[Any, int] = {}

    def number(self, s: State) -> int:
        """The number of a position, which is added where it is new."""
        mark = frozen(s)
        found = self._numbers.setdefault(mark, len(self.places))
        if found == len(self.places):
            self.places.append(Place(s, mark))
        return found

    def looked_at(self) -> Iterator[Place]:
        """The positions whose laws were tested."""
        return (place for place in self.places if place.is_looked_at)

    def explore(self, start: int, most: int) -> int:
        """Find out what follows from a position, all the way down, without testing any law; the positions it took.

        After `most` positions it is given up: what was found so far is kept.
        """
        todo, taken = [start], 0
        while todo and taken < most:
            place = self.places[todo.pop()]
            if not place.is_known:
                taken += 1
                try:
                    self._open(place)
                except Exception:  # a fault that is told where the position is looked at, or nobody's
                    continue
                todo += (number for number in place.after if not self.places[number].is_known)
        return taken

    def _open(self, place: Place) -> None:
        game, s = self.game, place.state
        if game.is_terminal(s):
            place.shares = [float(game.utility(s, player)) for player in range(game.players)]
            place.over = place.is_known = True
            return
        player = game.player(s)
        if player == CHANCE:
            pairs = list(islice(game.outcomes(s), MOST_CHOICES))
            choices, weights = [a for a, _ in pairs], [float(weight) for _, weight in pairs]
        else:
            choices, weights = list(islice(game.actions(s), MOST_CHOICES)), []
        after = [self.number(game.result(s, a)) for a in choices]
        place.player, place.choices, place.weights, place.after = player, choices, weights, after
        place.is_known = True

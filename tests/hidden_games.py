"""Small games that hide something, for tests of what is searched by views; and a plain judge of how they are played."""

from itertools import product
from typing import NamedTuple

import kibitz as kz
from kibitz.native.bits import mix


class Dealt(NamedTuple):
    first: int
    second: int
    done: int
    moves: int


class Seen(NamedTuple):
    player: int
    card: int
    done: int
    moves: int


class Cards(kz.Game):
    """A card for each, then some moves in turn; every other one is hidden from the other player. Payoffs at random."""

    def __init__(self, seed=0, cards=2, moves=3, width=2):
        self.seed = seed
        self.cards = cards
        self.moves = moves
        self.width = width
        self.utility_range = (-1.0, 1.0)

    def initial(self):
        return Dealt(0, 0, 0, 0)

    def player(self, s):
        return kz.CHANCE if s.second == 0 else s.moves % 2

    def outcomes(self, s):
        total = 0.5 * self.cards * (self.cards + 1)
        for card in range(1, self.cards + 1):
            yield card, card / total

    def actions(self, s):
        if s.moves < self.moves:
            for a in range(self.width):  # noqa: UP028
                yield a

    def result(self, s, a):
        if s.first == 0:
            return Dealt(a, 0, 0, 0)
        if s.second == 0:
            return Dealt(s.first, a, 0, 0)
        return Dealt(s.first, s.second, s.done * self.width + a, s.moves + 1)

    def is_terminal(self, s):
        return s.moves == self.moves

    def utility(self, s, player):
        drawn = mix(mix(mix(self.seed + 1) + s.first * 8 + s.second) + s.done) % 2001
        worth = drawn / 1000 - 1.0
        return worth if player == 0 else -worth

    def view(self, s, player):
        """The last move of the other is hidden where it was the first move of the game."""
        done = 0 if player == 1 and s.moves == 1 else s.done
        return Seen(player, s.first if player == 0 else s.second, done, s.moves)


class Matrix(kz.Game):
    """A row and a column, chosen at once."""

    def __init__(self, rows=((0.0,),)):
        self.rows = rows
        self.down = len(rows)
        self.across = len(rows[0])

    def initial(self):
        return Dealt(0, 0, 0, 0)

    def player(self, s):
        return 0 if s.first == 0 else 1

    def actions(self, s):
        if s.second == 0:
            for a in range(1, (self.down if s.first == 0 else self.across) + 1):  # noqa: UP028
                yield a

    def result(self, s, a):
        return Dealt(a, 0, 0, 0) if s.first == 0 else Dealt(s.first, a, 0, 0)

    def is_terminal(self, s):
        return s.second != 0

    def utility(self, s, player):
        worth = self.rows[s.first - 1][s.second - 1]
        return worth if player == 0 else -worth

    def view(self, s, player):
        return Seen(player, 0, 0, 0 if s.second == 0 else 1)


def worth(game, s, player, strategy):
    """What a state is worth to a player; `strategy(player, view)` gives the probability of each action."""
    if game.is_terminal(s):
        return game.utility(s, player)
    mover = game.player(s)
    if mover == kz.CHANCE:
        return sum(p * worth(game, game.result(s, o), player, strategy) for o, p in game.outcomes(s))
    chances = strategy(mover, game.view(s, mover))
    return sum(
        p * worth(game, game.result(s, a), player, strategy) for p, a in zip(chances, game.actions(s), strict=True) if p
    )


def views(game, player):
    """Every view at which a player moves, with the number of its actions."""
    found = {}
    todo = [game.initial()]
    for s in todo:
        if not game.is_terminal(s):
            if game.player(s) == player:
                found[game.view(s, player)] = len(list(game.actions(s)))
            todo += [game.result(s, a) for a in game.choices(s)]
    return found


def best_by_trying(game, player, strategy):
    """The value of the best response, by trying every way to play without mixing."""
    own = views(game, player)
    most = -float("inf")
    for choices in product(*(range(number) for number in own.values())):
        plan = dict(zip(own, choices, strict=True))

        def played(mover, view, plan=plan):
            if mover != player:
                return strategy(mover, view)
            return [1.0 if number == plan[view] else 0.0 for number in range(own[view])]

        most = max(most, worth(game, game.initial(), player, played))
    return most

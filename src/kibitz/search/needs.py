"""What an algorithm needs from a game, and the sentence that says what is missing."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite

from kibitz.errors import DoesNotFit
from kibitz.game import Game, answers

Need = Callable[[str, Game], None]


def is_in_vectors(game: Game) -> bool:
    """Does a value of this game take one number for each player?"""
    facts = game.facts
    return facts.players > 2 or (facts.players == 2 and not facts.zero_sum)


def nothing(algorithm: str, game: Game) -> None:
    """Fits every game."""


def dealt_again(algorithm: str, game: Game) -> None:
    """Nothing hidden, or a game that can deal it again."""
    can_deal = answers(game, "view") and (answers(game, "deals") or answers(game, "deal"))
    if game.facts.hidden and not can_deal:
        name = game.facts.name
        raise DoesNotFit(f"{algorithm} needs a game that answers view, and deals or deal; {name!r} hides without them")


def no_history(algorithm: str, game: Game) -> None:
    """Values that do not depend on how a position came about, but for play that goes round in circles."""
    name = game.facts.name
    if game.repetition_is_illegal:
        reason = "repeating a position is illegal there, so values depend on the game so far"
        raise DoesNotFit(f"{algorithm} cannot solve {name!r}: {reason}")
    if game.repetition is not None and game.facts.chance:
        raise DoesNotFit(f"{algorithm} cannot solve {name!r}: with chance, play that comes back may still go on")
    if game.repetition is not None and answers(game, "reversible"):
        reason = "its keys leave out a count of moves (reversible), on which values may depend"
        raise DoesNotFit(f"{algorithm} cannot solve {name!r}: {reason}")


def opponents(algorithm: str, game: Game) -> None:
    """One player, or two who win what the other loses."""
    facts = game.facts
    if facts.players > 2:
        raise DoesNotFit(f"{algorithm} is for two players; {facts.name!r} has {facts.players}: use maxn")
    if facts.players == 2 and not facts.zero_sum:
        raise DoesNotFit(f"{algorithm} needs a constant-sum game, and {facts.name!r} is not one: use maxn")


def several(algorithm: str, game: Game) -> None:
    """More than two players, or two who need not win what the other loses."""
    facts = game.facts
    if facts.players == 1 or (facts.players == 2 and facts.zero_sum):
        who = "one player" if facts.players == 1 else "two opponents"
        raise DoesNotFit(f"{algorithm} is for several players; {facts.name!r} has {who}: use deepening")


def one_player(algorithm: str, game: Game) -> None:
    """One player against chance."""
    facts = game.facts
    if facts.players != 1:
        other = "expectiminimax" if facts.players == 2 and facts.zero_sum else "maxn"
        raise DoesNotFit(
            f"{algorithm} is for one player against chance; {facts.name!r} has {facts.players} players: use {other}"
        )


def no_chance(also: Need) -> Need:
    """No chance nodes, and whatever else is needed."""

    def need(algorithm: str, game: Game) -> None:
        also(algorithm, game)
        if game.facts.chance:
            raise DoesNotFit(f"{algorithm} cannot weigh chance nodes; {game.facts.name!r} has them: use expectiminimax")

    return need


def bounded(also: Need) -> Need:
    """Known bounds on what a position may be worth, and whatever else is needed."""

    def need(algorithm: str, game: Game) -> None:
        also(algorithm, game)
        limits = game.facts.utility_range
        if not all(map(isfinite, limits)) and answers(game, "bounds"):
            limits = game.bounds(game.initial())
        if not all(map(isfinite, limits)):
            wanted = "declare utility_range or answer bounds"
            raise DoesNotFit(f"{algorithm} needs bounds on the values; {game.facts.name!r} has none: {wanted}")

    return need

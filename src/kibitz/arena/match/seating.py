"""Who sits where: every opening is played in all seatings of a fixture, so that no seat is anybody's advantage."""

from __future__ import annotations

from itertools import product

from kibitz.errors import BadInput
from kibitz.game import Game

FEW_SIDES = 4  # up to this many sides are seated in every way that there is

Seating = tuple[int, ...]  # for each seat, the number of the contestant


def sides_of(game: Game) -> tuple[int, ...]:
    """The side of each seat, from 0: partners have the same one."""
    teams = game.teams or tuple(range(game.players))
    order = sorted(set(teams))
    return tuple(order.index(team) for team in teams)


def seatings(game: Game, contestants: int) -> list[Seating]:
    """All seatings in which an opening is played; partners are one contestant.

    In a game for one, the contestants play one after the other. As many contestants as sides change round; two at a
    larger table are seated in every way, or take turns to sit alone against the other.
    """
    sides = sides_of(game)
    number = max(sides) + 1
    if number == 1:
        return [(contestant,) * game.players for contestant in range(contestants)]
    if contestants > number:
        has = f"{game.facts.name!r} has {number} sides"
        raise BadInput(f"{has}, and {contestants} players were given: expected 2 to {number}, or a tournament")
    return [tuple(ways[side] for side in sides) for ways in _ways(number, contestants)]


def _ways(sides: int, contestants: int) -> list[Seating]:
    """For each way to seat the contestants, the contestant of each side."""
    if contestants == sides:
        return [tuple((side + turn) % sides for side in range(sides)) for turn in range(sides)]
    if contestants == 2 and sides <= FEW_SIDES:
        return [way for way in product(range(2), repeat=sides) if len(set(way)) == 2]
    if contestants == 2:
        lone = [tuple(int(side != alone) for side in range(sides)) for alone in range(sides)]
        return [*lone, *(tuple(1 - one for one in way) for way in lone)]
    turned = [[(side + turn) % sides % contestants for side in range(sides)] for turn in range(sides)]
    found = {tuple((one + more) % contestants for one in way): None for way in turned for more in range(contestants)}
    return list(found)

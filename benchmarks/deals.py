"""Averaging over deals at the table: the trick game with small hands, the same deals played from both sides.

`python -m benchmarks.deals [--pairs N] [--cards N]` plays every match and prints what each player gains on the other,
in tricks a deal, with its standard error. A pair is one deal played twice: once each side has the better cards.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

import kibitz as kz
from kibitz.games.bridge.cards import beats
from kibitz.games.bridge.trick import cards_of

Player = Callable[[Any, Any, Random], Any]  # chooses an action from the game, what its seat sees, and chance


@dataclass(frozen=True)
class Result:
    """What the first player gained on the second, in tricks a deal, over pairs of deals."""

    first: str
    second: str
    trump: str
    pairs: int
    gain: float
    error: float
    seconds: float

    @property
    def margin(self) -> float:
        """The gain in standard errors."""
        return self.gain / self.error if self.error else math.inf

    def __str__(self) -> str:
        gained = f"{self.gain:+.3f} ± {self.error:.3f}"
        margin = f"{self.margin:+.1f} standard errors"
        names = f"{self.first} against {self.second}, trump {self.trump}"
        return f"{names:<44}{gained:>18} tricks a deal  {margin:>24}  ({self.pairs} pairs, {self.seconds:.0f} s)"


def at_random(game: Any, s: Any, random: Random) -> Any:
    """Any legal card."""
    return random.choice(list(game.actions(s)))


def greedy(game: Any, s: Any, random: Random) -> Any:
    """The highest card to lead; later the lowest that wins, unless the partner has the trick; else the lowest."""
    cards = list(game.actions(s))  # of the suit led, where there are any
    seat, laid = game.turn(s), cards_of(s.trick)
    lowest = min(cards, key=lambda card: (card >> 4 == s.trump, card & 15))
    if not laid:
        return max(cards, key=lambda card: card & 15)
    best, holder = laid[0], s.leader
    for place, card in enumerate(laid):
        if beats(card, best, s.trump):
            best, holder = card, (s.leader + place) % 4
    winning = [card for card in cards if beats(card, best, s.trump)]
    if (holder - seat) % 2 == 0 or not winning:
        return lowest
    return min(winning, key=lambda card: (card >> 4 == s.trump, card & 15))


def by_deals(worlds: int) -> Player:
    """The move that is best on average over this many deals that agree with what the seat sees."""

    def play(game: Any, s: Any, random: Random) -> Any:
        legal = list(game.actions(s))
        if len(legal) == 1:
            return legal[0]
        found = kz.analyse(game, s, algorithm="deals", worlds=worlds, seed=random.getrandbits(32), megabytes=4)
        return found.moves[0].action

    return play


def match(first: str, second: str, *, cards: int, trump: str, pairs: int, seed: int = 0) -> Result:
    """Play every deal twice, the first player north and south, then east and west."""
    players = {"random": at_random, "greedy": greedy}
    chosen = [
        players[name] if name in players else by_deals(int(name.removeprefix("deals "))) for name in (first, second)
    ]
    gains = []
    begun = time.perf_counter()
    game = kz.game("bridge", cards=cards, trump=trump, dummy=False)
    for number in range(pairs):
        s = kz.game("bridge", cards=cards, trump=trump, dummy=False, deal=1000 * seed + number + 1).initial()
        s = s._replace(leader=number % 4)
        dice = Random(number)
        one, other = (played(game, s, sides, dice) for sides in (chosen, chosen[::-1]))
        gains.append((one[0] - one[1] + other[1] - other[0]) / 2)
    mean = sum(gains) / pairs
    spread = sum((gain - mean) ** 2 for gain in gains) / max(1, pairs - 1)
    return Result(first, second, trump, pairs, mean, math.sqrt(spread / pairs), time.perf_counter() - begun)


def played(game: Any, s: Any, sides: list[Player], random: Random) -> tuple[float, float]:
    """The tricks of both sides when a deal has been played out."""
    while not game.is_terminal(s):
        s = game.result(s, sides[game.player(s)](game, s, random))
    return game.utility(s, 0), game.utility(s, 1)


def matches(cards: int, pairs: int, worlds: tuple[int, ...]) -> Iterator[Result]:
    """`deals` with more and more worlds against the simple players, and against itself with fewer."""
    for trump in ("N", "S"):
        yield match("greedy", "random", cards=cards, trump=trump, pairs=pairs)
        for number in worlds:
            for opponent in ("random", "greedy"):
                yield match(f"deals {number}", opponent, cards=cards, trump=trump, pairs=pairs)
        for fewer, more in pairwise(worlds):
            yield match(f"deals {more}", f"deals {fewer}", cards=cards, trump=trump, pairs=pairs)


def main() -> None:
    """Play all matches."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=200, metavar="N", help="deals of each match, each played twice")
    parser.add_argument("--cards", type=int, default=5, metavar="N", help="in each hand")
    parser.add_argument("--worlds", type=int, nargs="+", default=[1, 4, 16, 64], metavar="N", help="for deals")
    options = parser.parse_args()
    for result in matches(options.cards, options.pairs, tuple(options.worlds)):
        print(result, flush=True)


if __name__ == "__main__":
    main()

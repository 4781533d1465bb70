"""One game of a match: played, and kept as a line of JSON.

Contract. What happens in a game depends on the match's seed, its fixture and its number alone, as far as the players
themselves are repeatable. Chance has a stream of its own for each opening: the same dice fall in every seating.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from random import Random
from typing import Any

from kibitz.arena.match.openings import Opening
from kibitz.arena.match.player import Failed, GameSoFar, Illegal, Player, Resigned
from kibitz.arena.match.seating import Seating, sides_of
from kibitz.game import CHANCE, Game, State, answers
from kibitz.game.repeating import allowed, is_repeated_out, worth_repeated

FAR_BEYOND = 2.0  # times its time limit, and GRACE seconds more, that a player may think
GRACE = 2.0


@dataclass(frozen=True)
class Job:
    """A game to be played: who against whom, its number, the seats, and how it begins."""

    fixture: int
    number: int
    contestants: tuple[int, ...]  # of the fixture
    seats: Seating  # for each seat the contestant, an index into all players of the match
    opening_number: int
    opening: Opening


@dataclass(frozen=True)
class MatchGame:
    """A game that was played. `utilities` are of the seats; None where a player failed and nothing can be said."""

    fixture: int
    number: int
    seats: Seating
    opening_number: int
    opening: Opening
    moves: tuple[str, ...]  # after the opening, chance's outcomes included
    utilities: tuple[float, ...] | None
    ended: str  # "over", "repetition", "too long", "resigned", "crash: …", "illegal: …" or "time: …"
    failed: int | None  # the seat that lost by this
    seconds: tuple[float, ...]  # that each seat thought

    def json(self, *, with_seconds: bool = True) -> dict[str, Any]:
        """What is kept in a file; without the seconds it is the same whenever the game is played again."""
        kept = {
            "fixture": self.fixture,
            "game": self.number,
            "seats": list(self.seats),
            "opening": self.opening_number,
            "position": self.opening.position,
            "opening_moves": list(self.opening.moves),
            "moves": list(self.moves),
            "utilities": None if self.utilities is None else list(self.utilities),
            "ended": self.ended,
            "failed": self.failed,
        }
        return {**kept, "seconds": [round(seconds, 3) for seconds in self.seconds]} if with_seconds else kept

    @staticmethod
    def of_json(kept: dict[str, Any]) -> MatchGame:
        """A game of a file; raises KeyError, TypeError or ValueError where it is not one."""
        utilities = kept["utilities"]
        return MatchGame(
            int(kept["fixture"]),
            int(kept["game"]),
            tuple(map(int, kept["seats"])),
            int(kept["opening"]),
            Opening(str(kept["position"]), tuple(map(str, kept["opening_moves"]))),
            tuple(map(str, kept["moves"])),
            None if utilities is None else tuple(map(float, utilities)),
            str(kept["ended"]),
            None if kept["failed"] is None else int(kept["failed"]),
            tuple(map(float, kept.get("seconds", (0.0,) * len(kept["seats"])))),
        )


class MatchTable:
    """Where games are played: the game, the seed, and how long a game may last."""

    def __init__(self, game: Game, seed: int, longest: int) -> None:
        self.game = game
        self._seed = seed
        self._longest = longest
        self._sides = sides_of(game)

    def play(self, job: Job, players: Sequence[Player]) -> MatchGame:
        """Play a game to its end; `players` are by seat."""
        game = self.game
        start, actions = job.opening.begun(game)
        so_far = GameSoFar(game, start)
        for a in actions:
            so_far.act(a)
        begun = len(so_far.actions)
        self._seconds = [0.0] * game.players
        ended, utilities, failed = "", None, None
        for seat, player in enumerate(players):
            try:
                player.begin(game, start, seat)
            except Failed as error:
                ended, failed = f"crash: {error}", seat
        rolls = 0
        while not ended:
            s = so_far.state
            if game.is_terminal(s):
                ended, utilities = "over", tuple(float(game.utility(s, player)) for player in range(game.players))
            elif is_repeated_out(game, s, so_far.history):
                ended, utilities = "repetition", self._repeated(s)
            elif len(so_far.actions) - begun >= self._longest:
                ended, utilities = "too long", self._broken_off(s)
            elif game.player(s) == CHANCE:
                so_far.act(self._rolled(s, job.opening_number, rolls))
                rolls += 1
            else:
                seat = game.player(s)
                so_far.seed = seed_of(self._seed, job.fixture, job.number, len(so_far.actions))
                ended = self._turn(so_far, players[seat], seat)
                failed = seat if ended else None
        if failed is not None:
            players[failed].close()
            utilities = self._lost(so_far.state, failed)
        return MatchGame(
            job.fixture,
            job.number,
            job.seats,
            job.opening_number,
            job.opening,
            tuple(so_far.texts[begun:]),
            utilities,
            ended,
            failed,
            tuple(self._seconds),
        )

    def _turn(self, so_far: GameSoFar, player: Player, seat: int) -> str:
        """Let a player move; how the game ended where it could not, else empty."""
        began = time.perf_counter()
        player.spent = None
        try:
            a = player.choose(so_far)
        except Resigned:
            return "resigned"
        except Illegal as error:
            return f"illegal: {error}"
        except Failed as error:
            return f"crash: {error}"
        except Exception as error:
            return f"crash: {type(error).__name__}: {error}"
        spent = time.perf_counter() - began if player.spent is None else player.spent
        self._seconds[seat] += spent
        if player.seconds is not None and spent > FAR_BEYOND * player.seconds + GRACE:
            return f"time: {spent:.1f} s for a move, with a limit of {player.seconds:g} s"
        if a not in allowed(so_far.game, so_far.state, so_far.history):
            return f"illegal: {a!r}"
        so_far.act(a)
        return ""

    def _rolled(self, s: State, opening: int, rolls: int) -> Any:
        outcomes, chances = zip(*self.game.outcomes(s), strict=True)
        return Random(f"{self._seed}/{opening}/{rolls}/chance").choices(outcomes, chances)[0]

    def _repeated(self, s: State) -> tuple[float, ...]:
        value, players = worth_repeated(self.game, s), self.game.players
        return (
            (value,) if players == 1 else (value, *((self.game.at_stake(s) - value) / (players - 1),) * (players - 1))
        )

    def _broken_off(self, s: State) -> tuple[float, ...]:
        """A draw; whoever plays alone gets what the game holds the position to be worth."""
        if self.game.players == 1 and answers(self.game, "evaluate") and self.game.player(s) != CHANCE:
            return (float(self.game.evaluate(s, 0)),)
        return (float(self.game.at_stake(s)) / self.game.players,) * self.game.players

    def _lost(self, s: State, seat: int) -> tuple[float, ...] | None:
        """The worst for a seat and its partners, and the rest for the others; None where a game has no worst."""
        low, high = self.game.utility_range
        if not isfinite(low) or not isfinite(high):
            return None
        losers = [other for other, side in enumerate(self._sides) if side == self._sides[seat]]
        others = self.game.players - len(losers)
        rest = (self.game.at_stake(s) - low * len(losers)) / others if self.game.facts.zero_sum and others else high
        return tuple(low if player in losers else rest for player in range(self.game.players))


def seed_of(*words: int) -> int:
    """A seed of 62 bits that depends on all of these numbers."""
    return int.from_bytes(hashlib.sha256("/".join(map(str, words)).encode()).digest()[:8], "big") >> 2

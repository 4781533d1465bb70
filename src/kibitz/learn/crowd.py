"""Games side by side: one a thread, as machine code does not hold Python's lock, or wherever pieces are carried out.

Contract. What a game is depends on its number alone, and games come in the order of their numbers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from kibitz.games import GameSource
from kibitz.learn.engine_games import EngineGames, Terms
from kibitz.learn.records import Record
from kibitz.native.override import override
from kibitz.pieces import Piece, Spread

AHEAD = 4  # games for each thread that are handed out before their turn


class SelfPlay:
    """Games of evaluations as work: called with the number of a game, it plays it."""

    def __init__(self, games: EngineGames, openings: int) -> None:
        self._games = games
        self._openings = openings

    @override
    def __reduce__(self) -> tuple[Any, ...]:
        games = self._games
        sources = [GameSource.of(game) for game in games.games[: 1 + games.is_match]]
        return _self_play, (sources, games.seed, games.terms, games.interpreted, self._openings)

    def __call__(self, number: int) -> Record:
        """The game of this number."""
        return self._games.play(number, number // self._openings)

    def warm_up(self, number: int) -> None:
        """Have compiled what is needed."""
        self(number)


def _self_play(sources: list[GameSource], seed: int, terms: Terms, interpreted: bool, openings: int) -> SelfPlay:
    """What plays, in another process."""
    made = [source.game() for source in sources]
    return SelfPlay(EngineGames((made[0], made[-1]), seed, terms, interpreted=interpreted), openings)


def played(
    games: EngineGames, numbers: range, openings: int, threads: int, spread: Spread | None = None
) -> Iterator[Record]:
    """The games of these numbers, in their order; `openings` games in a row begin with the same one.

    They are played in threads of this process; with `spread` wherever that has them played.
    """
    if not numbers:
        return
    if spread is not None:
        yield from _in_order(spread(SelfPlay(games, openings), (Piece(str(n), n) for n in numbers)), numbers)
        return
    yield games.play(numbers[0], numbers[0] // openings)  # alone, so that it is compiled once
    at_hand = [games, *(games.twin() for _ in range(threads - 1))]
    free = deque(at_hand)

    def play(number: int) -> Record:
        mine = free.popleft()
        try:
            return mine.play(number, number // openings)
        finally:
            free.append(mine)

    waiting: deque[Future[Record]] = deque()
    with ThreadPoolExecutor(threads, "kibitz-games") as pool:
        try:
            for number in numbers[1:]:
                waiting.append(pool.submit(play, number))
                if len(waiting) >= AHEAD * threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            if any(not future.done() for future in waiting):
                for each in at_hand:
                    each.stop()


def _in_order(found: Iterator[tuple[str, Record]], numbers: range) -> Iterator[Record]:
    """Games in the order of their numbers, whichever ends first."""
    early: dict[str, Record] = {}  # games that others before them are waited for
    for number in numbers:
        while str(number) not in early:
            name, record = next(found)
            early[name] = record
        yield early.pop(str(number))

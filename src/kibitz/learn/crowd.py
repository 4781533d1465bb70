"""Games side by side, one a thread: machine code does not hold Python's lock.

Contract. What a game is depends on its number alone, and games come in the order of their numbers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

from kibitz.learn.engine_games import EngineGames
from kibitz.learn.records import Record

AHEAD = 4  # games for each thread that are handed out before their turn


def played(games: EngineGames, numbers: range, openings: int, threads: int) -> Iterator[Record]:
    """The games of these numbers, in their order; `openings` games in a row begin with the same one."""
    if not numbers:
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

"""bitbully: its solver in C++, by MTD(f), without its opening book."""

from __future__ import annotations

from time import perf_counter, process_time

from bitbully import bitbully_core


class Solver:
    """Proves one position after the other, each from an empty table."""

    def __init__(self) -> None:
        self._core = bitbully_core.BitBullyCore()
        assert not self._core.isBookLoaded()

    def prove(self, columns: str) -> tuple[int, float, float, int]:
        """The score, seconds by the wall and by the processor, nodes; to empty the table first is not counted."""
        board = bitbully_core.BoardCore()
        board.play([int(column) - 1 for column in columns])
        self._core.resetTranspositionTable()
        self._core.resetNodeCounter()
        begin, busy = perf_counter(), process_time()
        score = self._core.mtdf(board, 0)
        return score, perf_counter() - begin, process_time() - busy, self._core.getNodeCounter()

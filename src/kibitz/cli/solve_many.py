"""`kibitz solve - --workers N`: many positions, one piece of work each; the answers come in the order of the lines."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from kibitz.answer.analysis import value_text
from kibitz.answer.many_positions import PositionSolver, Solved
from kibitz.answer.positions import game_so_far
from kibitz.cli import terminal
from kibitz.cli.chosen import search_options
from kibitz.cli.values_behind import without_answer
from kibitz.errors import KibitzError
from kibitz.game import Game
from kibitz.pieces import Piece, Spread


def solve_many(options: Any, game: Game, spread: Spread) -> int:
    """Print the exact value of every position that is given, each on a line; the exit code is the worst of all."""
    reading = _Reading(options, game)
    worst = terminal.DONE
    done: dict[int, Solved] = {}
    shown = 0
    work = PositionSolver(game, search_options(options, options.time))
    for name, solved in spread(work, reading.pieces()):
        done[int(name)] = solved
        while (code := reading.shown(shown + 1, done)) is not None:
            worst, shown = max(worst, code), shown + 1
    while (code := reading.shown(shown + 1, done)) is not None:
        worst, shown = max(worst, code), shown + 1
    return worst


class _Reading:
    """The positions as they are read, by number, and what is to be said of those that cannot be."""

    def __init__(self, options: Any, game: Game) -> None:
        self._options = options
        self._game = game
        self._texts: dict[int, tuple[str, float | None]] = {}
        self._bad: dict[int, str] = {}

    def pieces(self) -> Iterator[Piece]:
        """A piece for every position that can be read."""
        given = self._options.positions
        lines = (line.strip() for line in sys.stdin) if given == ["-"] else given
        for number, line in enumerate((line for line in lines if line), 1):
            try:
                position, expected = without_answer(self._game, line)
                s, text, history = game_so_far(self._game, position, self._options.moves)
                self._texts[number] = text, expected
                yield Piece(str(number), (s, history))
            except KibitzError as error:
                self._bad[number] = str(error)

    def shown(self, number: int, done: dict[int, Solved]) -> int | None:
        """Print what became of a position, and give its exit code; None where that is not known yet."""
        if number in self._bad:
            terminal.say(f"line {number}: {self._bad.pop(number)}")
            return terminal.BAD
        if number not in done:
            return None
        solved, (text, expected) = done.pop(number), self._texts.pop(number)
        if solved.sentence:
            terminal.say(f"line {number}: {solved.sentence}")
            return terminal.NO if solved.is_unsolved else terminal.BAD
        print(f"{text} {value_text(solved.value)}", flush=True)
        if expected is not None and value_text(solved.value) != value_text(expected):
            terminal.say(f"{text!r} is worth {value_text(solved.value)}, but its line says {expected:g}")
            return terminal.NO
        return terminal.DONE

"""Answers that are held against plain Python before they are given: see `kibitz.search.replay`."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.answer.analysis import Analysis
from kibitz.errors import KibitzError
from kibitz.game import Action
from kibitz.search.replay import is_trusted

LINES = 3  # of the best moves


def is_confirmed(answer: Analysis) -> bool:
    """Does plain Python agree with machine code where the answer comes from?

    Where it does not, the game runs as plain Python from then on, and the answer should be asked for again.
    """
    return is_trusted(answer.game, answer.state, _lines(answer))


def _lines(answer: Analysis) -> Iterator[list[Action]]:
    """The lines behind the best moves, as actions."""
    for move in answer.moves[:LINES]:
        line: list[Action] = []
        s = answer.state
        for text in move.line:
            try:
                line.append(answer.game.parse_action(s, text))
            except KibitzError:  # a line seen by one player may hide what others do
                break
            s = answer.game.result(s, line[-1])
        yield line

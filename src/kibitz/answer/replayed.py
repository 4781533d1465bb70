"""Answers that are held against plain Python before they are given: see `kibitz.search.replay`."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any, ParamSpec

from kibitz.answer.analysis import Analysis
from kibitz.errors import KibitzError
from kibitz.search.replay import is_trusted

LINES = 3  # of the best moves

P = ParamSpec("P")


def replayed(analyse: Callable[P, Analysis]) -> Callable[P, Analysis]:
    """`analyse`, asked again in plain Python where machine code is found to be wrong about the game."""

    @functools.wraps(analyse)
    def asked(*arguments: P.args, **options: P.kwargs) -> Analysis:
        answer = analyse(*arguments, **options)
        if options.get("interpreted") or is_trusted(answer.game, answer.state, _lines(answer)):
            return answer
        return analyse(*arguments, **options)

    return asked


def _lines(answer: Analysis) -> Iterator[list[Any]]:
    """The lines behind the best moves, as actions."""
    for move in answer.moves[:LINES]:
        line: list[Any] = []
        s = answer.state
        for text in move.line:
            try:
                line.append(answer.game.parse_action(s, text))
            except KibitzError:  # a line seen by one player may hide what others do
                break
            s = answer.game.result(s, line[-1])
        yield line

"""The pieces of a table by sections: what is to be done with one, and solved sections as files."""

from __future__ import annotations

from typing import Any, NamedTuple

from kibitz.search.retrograde.by_section_chance import ChanceSolver
from kibitz.search.retrograde.by_section_solve import Solved, Solver
from kibitz.search.retrograde.job import Folder, Source


class Task(NamedTuple):
    """A section to be solved, and where the pieces are."""

    source: Source
    folder: Folder
    memory: float
    interpreted: bool
    section: int
    exits: tuple[int, ...]


_last: list[tuple[Source, bool, Solver | ChanceSolver]] = []  # the solver that was used last


def solver_of(source: Source, interpreted: bool) -> Solver | ChanceSolver:
    """The solver of a game, made once in a process."""
    if not (_last and _last[0][:2] == (source, interpreted)):
        game = source.game()
        made = ChanceSolver(game, interpreted) if game.facts.chance else Solver(game, interpreted)
        _last[:] = [(source, interpreted, made)]
    return _last[0][2]


def piece_name(section: int) -> str:
    """The name of a solved section among the pieces."""
    return f"section-{section}"


def write(folder: Folder, section: int, solved: Solved) -> None:
    """Write a solved section down."""
    import numpy as np

    head = np.array([len(solved.words), solved.codes.itemsize], np.int64)
    folder.write(piece_name(section), [head, solved.counts, solved.words, solved.codes])


def read(folder: Folder, section: int) -> Solved:
    """A section that was written down."""
    import numpy as np

    data = folder.read(piece_name(section))
    number, size = (int(word) for word in np.frombuffer(data, np.int64, 2))
    counts = np.frombuffer(data, np.int64, number, 16)
    words = np.frombuffer(data, np.int32, number, 16 + 8 * number)
    codes = np.frombuffer(data, np.uint8 if size == 1 else np.uint16, -1, 16 + 12 * number)
    return Solved(codes, words, counts)


def read_values(folder: Folder, section: int) -> Any:
    """What the places of a section are worth, of a game with dice."""
    import numpy as np

    return np.frombuffer(folder.read(piece_name(section)), np.float64)

"""The work of solving a section in rounds, cut into pieces: ranges to be written down, and ranges of each round.

All outcomes are in one file that is mapped into memory; only the process that hands out the pieces writes to it,
between two rounds. What each round has found is kept, so that a build that was killed can fill that file anew.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from kibitz.errors import Unsolved
from kibitz.game import Game
from kibitz.pieces import Piece
from kibitz.search.retrograde.by_section_chance import ChanceSolver
from kibitz.search.retrograde.by_section_pieces import Task, read, solver_of
from kibitz.search.retrograde.by_section_rounds import (
    Part,
    coded,
    find_in_part,
    parts_of,
    settle,
    write_part,
)
from kibitz.search.retrograde.by_section_solve import MOST_NODES, Solved
from kibitz.search.retrograde.job import MEGABYTE, Folder, Job

PER_NODE = 6  # bytes of memory that a node takes in all rounds


class Listing(NamedTuple):
    """A range to be written down."""

    task: Task
    part: Part


class Looking(NamedTuple):
    """A range in which a round looks for outcomes of a size."""

    folder: Folder
    part: Part
    places: int
    extra: int  # nodes without a place in the ranges before
    nodes: int
    round: int
    size: int
    interpreted: bool


class Found(NamedTuple):
    """What a round has found in one range or in all of them: nodes, the size to go on with, and open nodes."""

    nodes: Any
    following: int
    open: int


class ListRange:
    """Writes a range of a section down."""

    def warm_up(self, listing: Listing) -> None:
        """Have all compiled."""
        solver_of(listing.task.source, listing.task.interpreted)

    def __call__(self, listing: Listing) -> dict[str, int]:
        """How many nodes without a place the range has, and the greatest size of an exit."""
        task, part = listing
        solver = solver_of(task.source, task.interpreted)
        assert not isinstance(solver, ChanceSolver)
        known = {each: read(task.folder, each) for each in task.exits}
        said = write_part(solver, task.folder, part, known)
        _write_numbers(task.folder, f"{part.name}.said", [said["extra"], said["next"]])
        return said


def look_in_range(looking: Looking) -> None:
    """Find what a round finds in a range, and write it down."""
    import numpy as np

    where = looking.folder.file(_map_name(looking.part.section))
    outcomes = np.memmap(where, np.int32, "c", shape=looking.nodes)
    found, following, still_open = find_in_part(
        looking.folder,
        looking.part,
        np.asarray(outcomes),
        looking.places,
        looking.extra,
        looking.size,
        looking.interpreted,
    )
    name = f"{_round_name(looking.part, looking.round)}-{looking.part.number}"
    _write_found(looking.folder, name, Found(found, following, still_open))


def solve_on_disk(game: Game, task: Task, job: Job) -> Solved:
    """A section solved in rounds. Raises `Unsolved` where not even its outcomes fit in memory."""
    import numpy as np

    section, folder, name = task.section, job.pieces, game.section_name(task.section)
    places = int(game.section_size(section))
    if places >= MOST_NODES or places * PER_NODE > job.memory * MEGABYTE:
        raise Unsolved(f"{name} has {places:,} places, too many for {job.memory:g} MB: allow more with --memory")
    parts = parts_of(game, section, job.memory)
    starts, size = _listed(task, job, parts, name)
    nodes = places + starts[-1]
    outcomes = np.memmap(folder.file(_map_name(section)), np.int32, "w+", shape=nodes)
    still_open = [1] * len(parts)
    number = decided = 0
    while size > 0:
        lookings = [
            Looking(folder, part, places, starts[part.number], nodes, number, size, task.interpreted)
            for part in parts
            if still_open[part.number]
        ]
        found = _round(job, lookings, still_open)
        settle(outcomes, found.nodes, size)
        outcomes.flush()
        decided += len(found.nodes)
        job.progress(f"{name}: {decided:,} positions decided after {number + 1} rounds")
        size = max(size - 1 if len(found.nodes) else 0, found.following)
        number += 1
    solved = coded(folder, parts, np.asarray(outcomes), places)
    del outcomes
    for left in [*folder.names(f"links-{section}-"), *folder.names(f"round-{section}-")]:
        folder.remove(left)
    folder.file(_map_name(section)).unlink(missing_ok=True)
    return solved


def _listed(task: Task, job: Job, parts: list[Part], name: str) -> tuple[list[int], int]:
    """Have all ranges written down; the nodes without a place before each, and the greatest size of an exit."""
    folder = job.pieces
    todo = [part for part in parts if not (folder.has(part.name) and folder.has(f"{part.name}.said"))]
    done = len(parts) - len(todo)
    pieces = (Piece(f"{name} {part.number}", Listing(task, part)) for part in todo)
    for _ in job.spread(ListRange(), pieces):
        done += 1
        job.progress(f"{name}: {done} of {len(parts)} ranges written down")
        job.must_have_room()
    starts, size = [0], 0
    for part in parts:
        extra, greatest = _read_numbers(folder, f"{part.name}.said")
        starts.append(starts[-1] + extra)
        size = max(size, greatest)
    return starts, size


def _round(job: Job, lookings: list[Looking], still_open: list[int]) -> Found:
    """What a round finds in all ranges. It is one piece once it is done."""
    import numpy as np

    if not lookings:
        return Found(np.zeros(0, np.int32), 0, 0)
    folder, name = job.pieces, _round_name(lookings[0].part, lookings[0].round)
    numbers = [looking.part.number for looking in lookings]
    if not (folder.has(f"{name}.open") and folder.has(f"{name}.done")):
        todo = [looking for looking in lookings if not folder.has(f"{name}-{looking.part.number}")]
        for _ in job.spread(look_in_range, (Piece(f"{name} {each.part.number}", each) for each in todo)):
            pass
        found = [_read_found(folder, f"{name}-{number}") for number in numbers]
        _write_numbers(folder, f"{name}.open", [each.open for each in found])
        joined = np.concatenate([each.nodes for each in found])
        _write_found(folder, f"{name}.done", Found(joined, max(each.following for each in found), 0))
    for number, number_open in zip(numbers, _read_numbers(folder, f"{name}.open"), strict=True):
        still_open[number] = number_open
        folder.remove(f"{name}-{number}")
    return _read_found(folder, f"{name}.done")


def _round_name(part: Part, number: int) -> str:
    return f"round-{part.section}-{part.ranges}-{number}"


def _map_name(section: int) -> str:
    """Not a piece: a build that was killed deletes it, and fills another."""
    return f".outcomes-{section}"


def _write_found(folder: Folder, name: str, found: Found) -> None:
    import numpy as np

    folder.write(name, [np.array([found.following, found.open], np.int64), found.nodes])


def _read_found(folder: Folder, name: str) -> Found:
    import numpy as np

    data = folder.read(name)
    following, still_open = (int(word) for word in np.frombuffer(data, np.int64, 2))
    return Found(np.frombuffer(data, np.int32, -1, 16), following, still_open)


def _write_numbers(folder: Folder, name: str, numbers: list[int]) -> None:
    import numpy as np

    folder.write(name, [np.array(numbers, np.int64)])


def _read_numbers(folder: Folder, name: str) -> list[int]:
    import numpy as np

    return [int(number) for number in np.frombuffer(folder.read(name), np.int64)]

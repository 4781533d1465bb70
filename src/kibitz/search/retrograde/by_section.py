"""A table by sections: each enumerated by its index and solved backwards, those first that play leads to.

Sections that play does not lead to from each other are pieces of work of their own, and carried out side by side. A
section that is solved is a file in the job's folder; the finished table is put together from these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kibitz.errors import BadInput, DoesNotFit
from kibitz.game import Game, answers
from kibitz.games import GameSource
from kibitz.lookup.endgame_file import MOST_ROWS, Rows, write_by_section
from kibitz.lookup.endgame_file import Solved as Whole
from kibitz.lookup.endgame_format import Stream
from kibitz.lookup.endgame_table import UNCOUNTED
from kibitz.lookup.same_rules import identity
from kibitz.pieces import Piece
from kibitz.search.needs import opponents
from kibitz.search.retrograde.by_section_chance import ChanceSolver
from kibitz.search.retrograde.by_section_disk import solve_on_disk
from kibitz.search.retrograde.by_section_pieces import Task, piece_name, read, read_values, solver_of, write
from kibitz.search.retrograde.by_section_solve import Solved
from kibitz.search.retrograde.by_section_words import scale_of, told
from kibitz.search.retrograde.job import MEGABYTE, Job

BUILD = 1  # the version of how the pieces of a build are written
FEW = 3_000  # places: plain Python has solved them before machine code is made


class SolveSection:
    """Solves a section from those that it leads to, and writes it down."""

    def warm_up(self, task: Task) -> None:
        """Have all compiled."""
        solver_of(task.source, task.interpreted)

    def __call__(self, task: Task) -> dict[str, Any] | None:
        """What there is to say of the section: its positions, and the most plies to an end; None if it is too large."""
        solver = solver_of(task.source, task.interpreted)
        if isinstance(solver, ChanceSolver):
            known_values = {each: read_values(task.folder, each) for each in task.exits}
            values = solver.solve(task.section, known_values)
            task.folder.write(piece_name(task.section), [values])
            return {"positions": len(values), "plies": UNCOUNTED}
        known = {each: read(task.folder, each) for each in task.exits}
        solved = solver.solve(task.section, known, task.memory * MEGABYTE)
        if solved is None:
            return None
        write(task.folder, task.section, solved)
        return said_of(solved)


def build_sections(game: Game, sections: Iterable[int], job: Job) -> int:
    """Build the table of these sections, and of all that their play may lead to; how many positions it holds.

    Raises `DoesNotFit` where the game does not number its positions, or is not one of two opponents.
    Called again with the same job after it was stopped, it goes on where it was.
    """
    refuse_unfit(game)
    levels = levels_of(exits_of(game, sections))
    wanted = [section for level in levels for section in level]
    if not wanted:
        raise BadInput("there is no section to build")
    job.claim({"kind": "sections", "build": BUILD, **identity(game), "sections": sorted(wanted)})
    exits = exits_of(game, wanted)
    source = job.source or GameSource.of(game)
    interpreted = job.interpreted or sum(int(game.section_size(section)) for section in wanted) <= FEW
    tasks = {
        game.section_name(section): Task(
            source, job.pieces, job.memory, interpreted, section, tuple(sorted(exits[section]))
        )
        for section in wanted
    }
    done = 0

    def tell(name: str, said: dict[str, Any]) -> None:
        longest = f", at most {said['plies']} plies to the end" if said["plies"] >= 0 else ""
        job.progress(f"{name}: {said['positions']:,} positions{longest}; {done} of {len(wanted)} sections")
        job.must_have_room()

    for level in levels:
        left = [section for section in level if not job.pieces.has(piece_name(section))]
        left.sort(key=lambda section: -int(game.section_size(section)))  # else a large one may be the last, alone
        names = [game.section_name(section) for section in left]
        done += len(level) - len(names)
        large = []
        for name, said in job.spread(SolveSection(), (Piece(name, tasks[name]) for name in names)):
            if said is None:
                large.append(name)
                continue
            done += 1
            tell(name, said)
        for name in sorted(large):
            solved = solve_on_disk(game, tasks[name], job)
            write(job.pieces, tasks[name].section, solved)
            done += 1
            tell(name, said_of(solved))
    together = put_values_together if game.facts.chance else put_together
    positions = together(game, sorted(wanted), job)
    job.clear()
    return positions


def refuse_unfit(game: Game) -> None:
    """Raise `DoesNotFit` for a game that cannot be solved by sections."""
    name = game.facts.name
    if not answers(game, "place"):
        raise DoesNotFit(f"{name!r} does not number its endgames (section, place): build a table from a position")
    opponents("an endgame table by sections", game)
    reason = ""
    if game.facts.players != 2:
        reason = "it has one player"
    elif game.facts.hidden:
        reason = "it hides some of a position"
    elif game.repetition_is_illegal:
        reason = "repeating a position is illegal there, so values depend on the game so far"
    elif game.repetition is not None and game.repetition != scale_of(game)[0]:
        reason = "play that repeats itself is not a draw there"
    if reason:
        raise DoesNotFit(f"an endgame table by sections does not fit {name!r}: {reason}")


def exits_of(game: Game, sections: Iterable[int]) -> dict[int, frozenset[int]]:
    """The exits of these sections and of all sections that play may lead to, those first that others need."""
    given = list(dict.fromkeys(int(section) for section in sections))
    found: dict[int, frozenset[int]] = {}
    if not answers(game, "section_exits"):
        for section in given:
            found[section] = frozenset(found)
        return found
    waiting = [(section, False) for section in reversed(given)]
    while waiting:
        section, is_known = waiting.pop()
        if section in found:
            continue
        exits = frozenset(int(each) for each in game.section_exits(section))
        if is_known:
            found[section] = exits
        else:
            waiting.append((section, True))
            waiting += ((each, False) for each in sorted(exits, reverse=True))
    return found


def levels_of(exits: Mapping[int, frozenset[int]]) -> list[list[int]]:
    """The sections in levels: those of one level need only those of the levels before."""
    level: dict[int, int] = {}
    for section, others in exits.items():
        level[section] = 1 + max((level[other] for other in others), default=-1)
    return [
        [section for section in sorted(exits) if level[section] == number]
        for number in range(1 + max(level.values(), default=-1))
    ]


# ---------------------------------------------------------------- the finished table


def said_of(solved: Solved) -> dict[str, Any]:
    """What there is to say of a solved section."""
    plies = max((told(int(word), 0.0, 1.0)[1] for word in solved.words[1:]), default=UNCOUNTED)
    return {"positions": int(solved.counts[1:].sum()), "plies": plies}


def put_together(game: Game, sections: list[int], job: Job) -> int:
    """Write the finished table from the sections; how many positions it holds."""
    import numpy as np

    even, unit = scale_of(game)
    heads = {section: read(job.pieces, section) for section in sections}
    words = np.unique(np.concatenate([head.words[1:] for head in heads.values()]))
    counts = np.zeros(len(words) + 1, np.int64)
    for head in heads.values():
        np.add.at(counts, [0, *(np.searchsorted(words, head.words[1:]) + 1)], head.counts)
    sizes = {section: len(head.codes) for section, head in heads.items()}
    del heads
    rows = [(even, UNCOUNTED), *(told(int(word), even, unit) for word in words)]
    values, plies = np.array([row[0] for row in rows]), np.array([row[1] for row in rows], np.int64)

    def codes() -> Iterator[Any]:
        """The codes of one section after the other, as numbers of rows."""
        for section in sections:
            each = read(job.pieces, section)
            yield np.concatenate([[0], np.searchsorted(words, each.words[1:]) + 1]).astype(np.uint16)[each.codes]

    positions = int(counts[1:].sum())
    solved = Whole(positions, float(game.utility_sum), even)
    write_by_section(job.out, game, solved, Rows(len(rows), 1, values, plies, counts), sizes, codes())
    return positions


def put_values_together(game: Game, sections: list[int], job: Job) -> int:
    """The same for a game with dice. Values that are too many for codes are written place by place."""
    import numpy as np

    even, _ = scale_of(game)
    sizes = {section: int(game.section_size(section)) for section in sections}
    places = sum(sizes.values())
    distinct = np.zeros(0)
    for section in sections:
        if len(distinct) < MOST_ROWS:
            distinct = np.union1d(distinct, read_values(job.pieces, section))
    parts = (read_values(job.pieces, section) for section in sections)
    solved = Whole(places, float(game.utility_sum), even)
    if len(distinct) < MOST_ROWS:
        rows = Rows(len(distinct) + 1, 1, np.concatenate([[even], distinct]))
        codes = ((np.searchsorted(distinct, part) + 1).astype(np.uint16) for part in parts)
        write_by_section(job.out, game, solved, rows, sizes, codes)
    else:
        write_by_section(job.out, game, solved, Rows(places, 1, Stream(places, parts)), sizes, ())
    return places

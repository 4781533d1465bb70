"""A section that does not fit in memory with all its links: solved in rounds, with the links on disk.

The places are cut into ranges. A first pass writes down, range by range, the best exit of each node and its links
inside the section. Every round then finds, again range by range, the nodes with outcomes of one size, from the greatest
to the least: better wins before others, and of these the sooner. Memory holds four bytes for each node, and one range.

What was written down of a range, and what a round has found, are pieces: a build that was killed goes on from there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from kibitz.errors import Stopped, TooWide, Unsolved
from kibitz.game import Game, State
from kibitz.native import Native, jit
from kibitz.native.execution import run, run_alone
from kibitz.native.packing import kept
from kibitz.search.diagnosis import in_words
from kibitz.search.retrograde.by_section_links import EVEN, MARGIN, ROOM, SECTION, SIZE, STOP, UNIT, WAITING, expanded
from kibitz.search.retrograde.by_section_solve import MOST_NODES, Solved, Solver, remember
from kibitz.search.retrograde.by_section_words import NO_EXIT, a_ply_before, ended, scale_of
from kibitz.search.retrograde.job import MEGABYTE, Folder

NODES, LISTED, OPEN, FOUND, NEXT, HALT = range(6)  # the words of `Rows.told`: see there
PER_NODE = 128  # bytes that a node of a range takes, with its links
LEAST = 1 << 12  # places of a range, at least


class Part(NamedTuple):
    """A range of the places of a section, from `begin` to before `end`."""

    section: int
    number: int
    ranges: int  # in all
    begin: int
    end: int

    @property
    def name(self) -> str:
        """The name of the piece that holds it; with more memory there are fewer ranges, which are others."""
        return f"links-{self.section}-{self.ranges}-{self.number}"


def parts_of(game: Game, section: int, memory: float) -> list[Part]:
    """A section in ranges, none of which takes more than a part of the memory."""
    size = int(game.section_size(section))
    most = max(LEAST, int(memory * MEGABYTE) // 4 // PER_NODE)
    number = -(-size // most)
    return [Part(section, at, number, size * at // number, size * (at + 1) // number) for at in range(number)]


class Rows(Native):
    """The nodes of a range: each one's number, best exit, mover and how many links it has; all links, one by one.

    `outcomes` are those of all nodes of the section, to their movers; 0 where none is known. `told` has how many nodes
    and links there are, how many nodes are open, how many of those a round has found, the greatest size that a later
    round could find by exits, and the order to stop. `found` has the nodes that a round has found.
    """

    bare = ("told", "ids", "exits", "movers", "inside", "links", "outcomes", "found")

    def __init__(self, nodes: int, links: int) -> None:
        import numpy as np

        self.told = np.zeros(8, np.int64)
        self.ids = np.zeros(nodes, np.int32)
        self.exits = np.zeros(nodes, np.int32)
        self.movers = np.zeros(nodes, np.int8)
        self.inside = np.zeros(nodes, np.int16)
        self.links = np.zeros(links, np.int32)
        self.outcomes = np.zeros(1, np.int32)
        self.found = np.zeros(1, np.int32)

    def stop(self) -> None:
        """End the work, from any thread: it raises `Stopped`."""
        self.told[HALT] = 1


# ---------------------------------------------------------------- writing a range down


@jit
def list_links(game: Game, s: State, sheet: Any, rows: Any, begin: int, end: int) -> int:
    """Write down the places from `begin` on; where it stopped: at the end, or where there is no more room."""
    told = sheet.told
    for place in range(begin, end):
        if told[STOP] != 0:
            raise Stopped("told to stop")
        if rows.told[NODES] + MARGIN > len(rows.ids) or rows.told[LISTED] + MARGIN > len(rows.links):
            return place
        if game.is_placed(told[SECTION], place):
            listed(game, game.placed(told[SECTION], place), sheet, rows, place)
        while told[WAITING] > 0:
            told[WAITING] -= 1
            node, state = kept(sheet.waiting, told[WAITING], (0, s))
            listed(game, state, sheet, rows, node)
    return end


@jit
def listed(game: Game, s: State, sheet: Any, rows: Any, node: int) -> None:
    """Write down a node: its best exit, and its links."""
    me = 1 if game.player(s) == 1 else 0
    count = 0
    if game.is_terminal(s):
        best = ended(float(game.utility(s, 0)), sheet.scale[EVEN], sheet.scale[UNIT])
        best = -best if me else best
    else:
        best, count = expanded(game, s, sheet, me)
    at, first = rows.told[NODES], rows.told[LISTED]
    if at >= len(rows.ids) or first + count > len(rows.links):
        raise TooWide("a position leads to too many states without a place")
    rows.ids[at] = node
    rows.exits[at] = best
    rows.movers[at] = me
    rows.inside[at] = count
    for link in range(count):
        rows.links[first + link] = sheet.kids[link]
    rows.told[NODES] += 1
    rows.told[LISTED] += count


def write_part(solver: Solver, folder: Folder, part: Part, known: Any) -> dict[str, int]:
    """Write a range down; how many nodes without a place it has, and the greatest size of an exit."""
    import numpy as np

    game, sheet = solver.game, solver.sheet
    size = int(game.section_size(part.section))
    sheet.begin(part.section, 0, *scale_of(game))
    sheet.told[SIZE], sheet.told[ROOM] = size, MOST_NODES
    remember(sheet, known)
    parts: list[Rows] = []
    done = part.begin
    with in_words(game, solver.start):
        while done < part.end:
            rows = Rows(min(part.end - done, LEAST) + 2 * MARGIN, 16 * LEAST + 2 * MARGIN)
            done = run(list_links, game, solver.start, sheet, rows, done, part.end, interpreted=solver.interpreted)
            parts.append(rows)
    columns = [
        np.concatenate([getattr(rows, name)[: rows.told[NODES]] for rows in parts])
        for name in ("ids", "exits", "movers", "inside")
    ]
    links = np.concatenate([rows.links[: rows.told[LISTED]] for rows in parts])
    head = np.array([len(columns[0]), len(links)], np.int64)
    folder.write(part.name, [head, columns[0], columns[1], links, columns[3], columns[2]])
    exits = columns[1][columns[1] != NO_EXIT]
    return {"extra": int((columns[0] >= size).sum()), "next": int(np.abs(exits).max(initial=0))}


def read_part(folder: Folder, part: Part, size: int, extra: int) -> Rows:
    """A range that was written down; its nodes without a place are numbered from `extra` on, beyond all places."""
    import numpy as np

    data = folder.read(part.name)
    nodes, links = (int(word) for word in np.frombuffer(data, np.int64, 2))
    rows = Rows(1, 1)
    rows.told[NODES], rows.told[LISTED] = nodes, links
    rows.ids = np.frombuffer(data, np.int32, nodes, 16).copy()
    rows.ids[rows.ids >= size] += extra
    rows.exits = np.frombuffer(data, np.int32, nodes, 16 + 4 * nodes).copy()
    rows.links = np.frombuffer(data, np.int32, links, 16 + 8 * nodes).copy()
    rows.links[rows.links >= 2 * size] += 2 * extra
    rows.inside = np.frombuffer(data, np.int16, nodes, 16 + 8 * nodes + 4 * links).copy()
    rows.movers = np.frombuffer(data, np.int8, nodes, 16 + 10 * nodes + 4 * links).copy()
    rows.found = np.zeros(nodes, np.int32)
    return rows


# ---------------------------------------------------------------- a round


@jit
def find_of_size(rows: Any, size: int) -> int:
    """Find the open nodes with an outcome of this size: `found` has twice their numbers, and 1 more for a loss.

    All outcomes of a greater size are known. So a node wins with this size if its best link or exit does, and it loses
    with this size if all its links are known and its best is such a loss.
    """
    told, outcomes = rows.told, rows.outcomes
    told[OPEN] = told[FOUND] = told[NEXT] = 0
    first = 0
    for node in range(told[NODES]):
        if told[HALT] != 0:
            raise Stopped("told to stop")
        begin = first
        first += rows.inside[node]
        if outcomes[rows.ids[node]] != 0:
            continue
        told[OPEN] += 1
        best = int(rows.exits[node])
        leaving = -best if best < 0 else best
        is_known = True
        for at in range(begin, first):
            link = int(rows.links[at])
            outcome = int(outcomes[link >> 1])
            if outcome == 0:
                is_known = False
            else:
                best = max(best, a_ply_before(outcome if link & 1 else -outcome))
        if best == size or (best == -size and is_known):
            rows.found[told[FOUND]] = 2 * rows.ids[node] + (1 if best < 0 else 0)
            told[FOUND] += 1
        elif leaving < size and leaving > told[NEXT]:
            told[NEXT] = leaving
    return int(told[FOUND])


def find_in_part(
    folder: Folder, part: Part, outcomes: Any, places: int, extra: int, size: int, interpreted: bool
) -> tuple[Any, int, int]:
    """What a round finds in a range, the greatest size that a later one could find by exits, and how many are open."""
    rows = read_part(folder, part, places, extra)
    rows.outcomes = outcomes
    found = run_alone(find_of_size, rows, size, stop=rows.stop, interpreted=interpreted)
    return rows.found[:found].copy(), int(rows.told[NEXT]), int(rows.told[OPEN]) - int(found)


def settle(outcomes: Any, found: Any, size: int) -> None:
    """Write down what a round has found."""
    outcomes[found >> 1] = size
    outcomes[found[found & 1 == 1] >> 1] = -size


def coded(folder: Folder, parts: list[Part], outcomes: Any, places: int) -> Solved:
    """The codes of a section from the outcomes of all nodes to their movers."""
    import numpy as np

    codes = np.zeros(places, np.uint16)
    words = np.zeros(0, np.int32)
    for ids, signs in _movers(folder, parts, places):
        words = np.union1d(words, outcomes[ids] * signs)
    if len(words) >= 1 << 16:
        raise Unsolved(f"a section has {len(words):,} different outcomes: fewer than 65,536 fit")
    for ids, signs in _movers(folder, parts, places):
        codes[ids] = np.searchsorted(words, outcomes[ids] * signs) + 1
    if len(words) < 1 << 8:
        codes = codes.astype(np.uint8)
    counts = np.bincount(codes, minlength=len(words) + 1).astype(np.int64)
    return Solved(codes, np.concatenate([np.zeros(1, np.int32), words]).astype(np.int32), counts)


def _movers(folder: Folder, parts: list[Part], places: int) -> Iterator[tuple[Any, Any]]:
    """The places of each range that hold a state, and 1 where player 0 is to move, -1 where player 1 is."""
    for part in parts:
        rows = read_part(folder, part, places, 0)
        is_place = rows.ids < places
        yield rows.ids[is_place], 1 - 2 * rows.movers[is_place].astype("int32")

"""Endgame tables on disk: opened for probing, mapped into memory; and written, from sorted keys or from sections."""

from __future__ import annotations

import math
import mmap
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from kibitz.errors import Unusable
from kibitz.game import Game, State
from kibitz.lookup.endgame_format import ARRAYS, Checked, Layout, Stream, TableFile, read_layout, write_table
from kibitz.lookup.endgame_table import (
    BY_KEY,
    BY_PLACE,
    CODE_BYTES,
    HAS_PLIES,
    KIND,
    PLACES,
    SECTIONS,
    STEP,
    WIDTH,
    Endgames,
    probe,
    probe_vector,
)
from kibitz.lookup.naming import file_name
from kibitz.lookup.same_rules import identity, refuse_other
from kibitz.saving import data_folder

ENDING = "table"
CHECKED_WHOLE = 64 << 20  # bytes: the whole of a smaller file is checked when it is opened
CHECKED_AT_ONCE = 16 << 20  # bytes: so are arrays of at most this size in a larger one
MOST_ROWS = 1 << 16  # for codes of two bytes
KINDS = {"keys": BY_KEY, "sections": BY_PLACE}
KEPT_OPEN = 8  # tables

_open: dict[tuple[Any, ...], Endgames] = {}


class Known(NamedTuple):
    """What a table holds of a position: its value to each player, and plies to its end, -1 for a draw."""

    values: tuple[float, ...]
    plies: int


@dataclass(frozen=True)
class Rows:
    """What codes stand for, row by row: `values`, `width` of them a row; `plies`, or None where none are counted.

    Both are arrays, or streams where each place has a row of its own. `counts` says how many positions have each row.
    In a table of sections the first row stands for an empty place.
    """

    number: int
    width: int
    values: Any
    plies: Any = None
    counts: Any = None

    @property
    def code_bytes(self) -> int:
        """Bytes that a code takes; 0 where there are too many rows for codes."""
        return 1 if self.number <= 256 else 2 if self.number <= MOST_ROWS else 0


def tables_folder() -> Path:
    """Where the tables of this user are kept."""
    return data_folder() / "tables"


def table_path(game: Game) -> Path:
    """Where the table of a game is kept, or would be."""
    return tables_folder() / file_name(game, ENDING)


# ---------------------------------------------------------------- reading


def open_table(game: Game, path: str | Path | None = None) -> Endgames | None:
    """The table of a game: the one that is kept, or that of another file; None where there is no such file.

    Raises `Unusable` where it is damaged, cut short, of other rules or of a later format. A game that wraps another has
    rules of its own, and no table.
    """
    if game._kibitz_within is not None:
        return None
    chosen = table_path(game) if path is None else Path(path)
    try:
        at = os.stat(chosen)
    except (OSError, ValueError):
        return None
    name = (str(chosen.absolute()), at.st_ino, at.st_mtime_ns, at.st_size, repr(game), type(game))
    if name not in _open:
        opened = open_file(chosen)
        refuse_other(game, opened.header, chosen)
        while len(_open) >= KEPT_OPEN:
            del _open[next(iter(_open))]
        _open[name] = endgames_of(opened)
    return _open[name]


def open_file(path: str | Path) -> TableFile:
    """A table of whatever game, mapped. Raises `Unusable`, and `FileNotFoundError` where there is no file."""
    layout, checks = read_layout(path)
    with Path(path).open("rb") as file:
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)  # a copy: compiled code wants arrays to be writable
    checked = Checked(str(path), data, layout, checks)
    if layout.size < CHECKED_WHOLE:
        checked.check_all()
    for name, (begin, count) in layout.arrays.items():
        length = count * int(ARRAYS[name][-1])
        if length <= CHECKED_AT_ONCE:
            checked.check(begin, begin + length)
    return TableFile(Path(path), layout, checked)


def endgames_of(file: TableFile) -> Endgames:
    """What compiled code probes of a table."""
    import numpy as np

    header, data = file.header, file.checked.data
    arrays = {
        name: np.frombuffer(data, ARRAYS[name], count, begin)
        for name, (begin, count) in file.layout.arrays.items()
        if count > 0 and name != "counts"
    }
    try:
        made = Endgames(file, **arrays)
        made.told[KIND] = KINDS[header["kind"]]
        made.told[PLACES] = header["places"]
        made.told[CODE_BYTES] = header["code_bytes"]
        made.told[WIDTH] = header["width"]
        made.told[HAS_PLIES] = int("plies" in file.layout.arrays)
        made.told[SECTIONS] = file.layout.arrays.get("sections", (0, 0))[1]
        made.total[0] = header["total"]
    except (KeyError, TypeError, ValueError):
        raise Unusable(f"{str(file.path)!r} has a header that cannot be understood: build it anew") from None
    return made


def look_up(game: Game, s: State, endgames: Endgames) -> Known | None:
    """What a table holds of a position, asked from Python; None where it is not in it.

    What it reads is checked first: raises `Unusable` where that part of the file is damaged.
    """
    if endgames.told[KIND] == BY_KEY:
        place = int(endgames.key_place(int(game.key(s))))
    elif endgames.told[KIND] == BY_PLACE and game.has_place and game.section(s) >= 0:
        place = int(endgames.section_place(game.section(s), game.place(s)))
    else:
        place = -1
    if place < 0:
        return None
    if endgames.file is not None:
        for name in (
            ("keys", "bytes", "pairs", "plies") if endgames.told[CODE_BYTES] == 0 else ("keys", "bytes", "pairs")
        ):
            endgames.file.check_place(name, place)
        if endgames.told[CODE_BYTES] == 0:
            endgames.file.check_place("values", place * int(endgames.told[WIDTH]))
    values = [0.0] * game.players
    if not probe_vector(game, s, endgames, values, 0):
        return None
    return Known(tuple(map(float, values)), int(probe(game, s, endgames)[2]))


# ---------------------------------------------------------------- writing


class Solved(NamedTuple):
    """What holds for all of a finished table.

    `positions` are those that it knows; `total` is what the values of two players sum to, `even` what a draw is worth
    to player 0; `root` is the position that a table by key was built from, as text, and its own value is in the table.
    """

    positions: int
    total: float
    even: float
    root: str = ""


def header_of(game: Game, kind: str, places: int, rows: Rows, solved: Solved, **more: Any) -> dict[str, Any]:
    """The header of a table."""
    return {
        **identity(game),
        "kind": kind,
        "places": places,
        "positions": solved.positions,
        "players": game.players,
        "width": rows.width,
        "code_bytes": rows.code_bytes,
        "total": solved.total,
        "even": solved.even,
        "root": solved.root,
        **more,
    }


def write_by_key(path: str | Path, game: Game, solved: Solved, rows: Rows, keys: Stream, codes: Stream) -> Layout:
    """Write a table of sorted keys. `codes` are numbers of rows; they are not read where each place has its own."""
    import numpy as np

    steps: list[Any] = []

    def noted() -> Iterator[Any]:
        """The keys as they come; one in some number of them goes into the directory."""
        at = 0
        for part in keys.parts:
            steps.append(np.array(part[-at % STEP :: STEP]))
            at += len(part)
            yield part

    arrays = _row_arrays(rows)
    arrays["keys"] = Stream(keys.length, noted())
    arrays["directory"] = Stream(math.ceil(keys.length / STEP), (part for part in steps))
    if rows.code_bytes:
        arrays["bytes" if rows.code_bytes == 1 else "pairs"] = codes
    return write_table(path, header_of(game, "keys", keys.length, rows, solved), arrays)


def write_by_section(
    path: str | Path, game: Game, solved: Solved, rows: Rows, sizes: Mapping[int, int], codes: Iterable[Any]
) -> Layout:
    """Write a table of sections, given by their sizes; `codes` are those of all places, the least section first.

    Code 0 is for places without a position, and so is the first of the rows; where each place has a row of its own,
    codes are not read.
    """
    import numpy as np

    numbers = sorted(sizes)
    ends = np.cumsum([sizes[number] for number in numbers], dtype=np.int64)
    places = int(ends[-1]) if numbers else 0
    arrays = _row_arrays(rows)
    arrays["sections"] = Stream(len(numbers), [np.array(numbers, np.int64)])
    arrays["starts"] = Stream(len(numbers), [ends - np.array([sizes[number] for number in numbers], np.int64)])
    arrays["ends"] = Stream(len(numbers), [ends])
    if rows.code_bytes:
        arrays["bytes" if rows.code_bytes == 1 else "pairs"] = Stream(places, codes)
    named = [[number, game.section_name(number), sizes[number]] for number in numbers]
    return write_table(path, header_of(game, "sections", places, rows, solved, sections=named), arrays)


def _row_arrays(rows: Rows) -> dict[str, Stream]:
    """The arrays of what codes stand for."""
    import numpy as np

    arrays = {"values": _streamed(rows.values, np.float64)}
    if rows.counts is not None and rows.code_bytes:
        arrays["counts"] = _streamed(rows.counts, np.int64)
    if rows.plies is not None:
        arrays["plies"] = _streamed(rows.plies, np.int64)
    return arrays


def _streamed(numbers: Any, kind: Any) -> Stream:
    import numpy as np

    return numbers if isinstance(numbers, Stream) else Stream(len(numbers), [np.asarray(numbers, kind)])

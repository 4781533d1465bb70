"""Endgame tables that are kept: opened, listed, walked through, and what is to be built."""

from __future__ import annotations

import contextlib
import shutil
import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.answer.policy import Known
from kibitz.errors import BadInput, Unusable
from kibitz.game import Game, State
from kibitz.lookup.endgame_file import ENDING, look_up, open_table, table_path, tables_folder
from kibitz.lookup.endgame_format import is_table, read_layout
from kibitz.lookup.endgame_table import BY_PLACE, KIND, PLACES, Endgames, found_place
from kibitz.lookup.naming import digest
from kibitz.saving import data_folder
from kibitz.search.needs import is_in_vectors

HALF_WRITTEN = ".kibitz-*.part"  # what `saving` writes to before a file has its name
MOST_NAMED = 8  # sections of a table
ABANDONED = 3600.0  # seconds without a byte more


@dataclass(frozen=True)
class KeptTable:
    """A table that is open, and the game that it is of."""

    game: Game
    endgames: Endgames
    path: Path

    @staticmethod
    def of(game: Game, path: str | Path | None = None) -> KeptTable:
        """The table of a game, or another file; `BadInput` where there is none, `Unusable` where it cannot be used."""
        found = open_table(game, path)
        if found is not None:
            return KeptTable(game, found, table_path(game) if path is None else Path(path))
        if path is not None:
            raise BadInput(f"there is no table {str(path)!r}")
        raise BadInput(f"there is no table of {game.facts.name!r} yet: build one with 'kibitz table build'")

    @property
    def header(self) -> dict[str, Any]:
        """What the file says of itself."""
        file = self.endgames.file
        assert file is not None, "a table that is kept is a file"
        return dict(file.header)

    @property
    def is_by_place(self) -> bool:
        """Is it a table of sections?"""
        return bool(self.endgames.told[KIND] == BY_PLACE)

    @property
    def start(self) -> State:
        """The position that a table by keys was built from."""
        root = self.header.get("root") or None
        return self.game.initial() if root is None else self.game.parse(root)

    def check_bytes(self) -> None:
        """Raise `Unusable` where any byte of the file is not as it was written."""
        file = self.endgames.file
        assert file is not None
        file.checked.check_all()

    def lookup(self, s: State) -> Known | None:
        """What the table has of a position."""
        found = look_up(self.game, s, self.endgames)
        if found is None:
            return None
        return Known(found.values if is_in_vectors(self.game) else found.values[0], found.plies)

    def sections(self) -> list[tuple[int, str, int]]:
        """The sections that it holds: number, name, and how many places."""
        return [(int(number), str(name), int(size)) for number, name, size in self.header.get("sections", [])]

    def states(self, section: str | None = None) -> Iterator[State]:
        """Every position that the table holds, once, as it is kept.

        From a position on they come ply by ply; of sections, in the order of their places. `section` is the name of
        the only one that is wanted.
        """
        return self._placed(section) if self.is_by_place else self._reached(section)

    def _placed(self, wanted: str | None) -> Iterator[State]:
        game, held = self.game, self.sections()
        if wanted is not None:
            held = [each for each in held if each[1] == wanted]
            if not held:
                names = ", ".join(name for _, name, _ in self.sections())
                raise BadInput(f"the table has no section {wanted!r}: expected one of {names}")
        for number, _, size in held:
            for place in range(size):
                if game.is_placed(number, place):
                    yield game.placed(number, place)

    def _reached(self, wanted: str | None) -> Iterator[State]:
        if wanted is not None:
            raise BadInput(f"the table of {self.game.facts.name!r} has no sections: leave --section {wanted!r} out")
        game, endgames = self.game, self.endgames
        seen = bytearray(int(endgames.told[PLACES]) // 8 + 1)
        waiting: deque[State] = deque()

        def wait(s: State) -> None:
            place = int(found_place(game, s, endgames))
            if place >= 0 and not seen[place >> 3] >> (place & 7) & 1:
                seen[place >> 3] |= 1 << (place & 7)
                waiting.append(s)

        wait(self.start)
        while waiting:
            s = waiting.popleft()
            yield s
            if not game.is_terminal(s):
                for a in game.choices(s):
                    wait(game.result(s, a))

    def about(self) -> dict[str, Any]:
        """What is told of the table before its rows."""
        return described(self.header) | {"file": str(self.path)}


@dataclass(frozen=True)
class Listed:
    """A file in the folder of tables: what it holds, or why it cannot be used."""

    path: Path
    about: dict[str, Any]
    fault: str = ""

    def json(self) -> dict[str, Any]:
        """Plain data for JSON."""
        size = self.path.stat().st_size
        return {"file": str(self.path), "bytes": size, **self.about, **({"fault": self.fault} if self.fault else {})}


def described(header: dict[str, Any]) -> dict[str, Any]:
    """What a header tells people: the game, its parameters, how many positions, and which."""
    known = {"game": header.get("game"), "set": header.get("parameters", {}), "positions": header.get("positions")}
    if "sections" in header:
        return known | {"sections": [name for _, name, _ in header["sections"]]}
    return known | {"from": header.get("root")}


def list_tables() -> list[Listed]:
    """Every table that is kept, by name."""
    return [_listed(path) for path in sorted(tables_folder().glob(f"*.{ENDING}"))]


def list_builds() -> list[tuple[Path, int]]:
    """Every build that is not finished: its folder, and how many bytes it takes."""
    folders = [path for path in sorted(builds_folder().glob(f"*.{ENDING}*")) if path.is_dir()]
    return [(path, sum(file.stat().st_size for file in path.rglob("*") if file.is_file())) for path in folders]


def _listed(path: Path) -> Listed:
    try:
        layout, _ = read_layout(path)
        return Listed(path, described(dict(layout.header)))
    except Unusable as error:
        return Listed(path, {}, str(error))
    except (KeyError, TypeError, ValueError):
        return Listed(path, {}, f"{str(path)!r} has a header that cannot be understood: build it anew")


# ---------------------------------------------------------------- building


def builds_folder() -> Path:
    """Where the pieces of unfinished builds are kept."""
    return data_folder() / "builds"


def build_folder(game: Game, out: Path) -> Path:
    """The folder of an unfinished build: its own for each file that is built."""
    own = table_path(game)
    is_own = out.absolute() == own.absolute()
    return builds_folder() / (own.name if is_own else f"{own.name}-{digest(str(out.absolute()))}")


@contextlib.contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Be the only process that builds in a folder; `BadInput` where another one does. It ends with the process."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    try:
        import fcntl
    except ImportError:  # not on Windows
        yield
        return
    with folder.with_name(f".{folder.name}.lock").open("wb") as lock:  # it stays: deleting it would let a third one in
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadInput(f"another process is building in {str(folder)!r}: let it finish, or stop it") from None
        yield


def sweep(folder: Path) -> None:
    """Delete what processes that were killed have left half written in a folder, an hour ago or more."""
    for path in folder.glob(HALF_WRITTEN):
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > ABANDONED:
                path.unlink()


def holds_already(game: Game, path: Path, sections: Iterable[int] | None, start: State) -> int | None:
    """How many positions the table at a path holds, if all that is asked for is in it; else None."""
    try:
        found = open_table(game, path)
    except Unusable:
        return None
    if found is None:
        return None
    table = KeptTable(game, found, path)
    if sections is not None:
        is_held = table.is_by_place and set(sections) <= {number for number, _, _ in table.sections()}
    else:
        is_held = not table.is_by_place and table.lookup(start) is not None
    return int(table.header["positions"]) if is_held else None


def held_otherwise(game: Game, path: Path) -> str:
    """What the table at a path holds, in words, for whoever is about to replace it; "" where there is none."""
    try:
        found = open_table(game, path)
    except Unusable:
        return ""
    if found is None:
        return ""
    about = KeptTable(game, found, path).about()
    names = about.get("sections")
    if names is None:
        return f"{about['positions']:,} positions from {about['from']!r}" if about["from"] else "another table"
    more = f" and {len(names) - MOST_NAMED} more endgames" if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more


def wanted_sections(game: Game, men: int | None, names: Iterable[str]) -> list[int]:
    """The sections of a table that is asked for: by the most men, or by name."""
    if men is None:
        return [game.section_named(name) for name in names]
    found = list(game.sections(men))
    if not found:
        raise BadInput(f"{game.facts.name!r} has no endgame with {men} {'man' if men == 1 else 'men'}: expected more")
    most = next((less for less in range(men, 0, -1) if len(list(game.sections(less - 1))) < len(found)), men)
    if most < men:
        raise BadInput(f"{game.facts.name!r} has no endgames with {men} men: expected at most {most}")
    return found


def delete_table(path: Path, build: Path) -> list[tuple[Path, int]]:
    """Delete a table and its unfinished build; what was deleted, with its bytes."""
    deleted = []
    if path.suffix != f".{ENDING}" and path.is_file() and not is_table(path):
        raise BadInput(f"{str(path)!r} is not an endgame table of Kibitz: delete it yourself")
    if path.is_file():
        deleted.append((path, path.stat().st_size))
        path.unlink()
    if build.is_dir():
        with alone_in(build):
            deleted.append((build, sum(file.stat().st_size for file in build.rglob("*") if file.is_file())))
            shutil.rmtree(build)
    return deleted

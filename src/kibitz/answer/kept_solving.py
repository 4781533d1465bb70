"""Solving that can be stopped and goes on where it was: every answer is kept in a file as it comes, and beside it, now
and then, what the search of the next one has proven so far.

Contract. The file is text, one line for each answer, behind a line that says whose they are; each line has a checksum.
The search of a position that is not answered yet is kept in a second file of the same name and `.search`: bounds on its
value, and the hash table. A file of another game, or a damaged one, is refused in a sentence; a damaged search is
forgotten, and so it begins again. Values are exact, so they are the same however often the work was stopped.
"""

from __future__ import annotations

import io
import json
import os
import re
import time
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from kibitz.answer.certainty import Value
from kibitz.answer.questions.question import ValueQuestion
from kibitz.errors import BadInput, KibitzError, Stopped, Unusable
from kibitz.game import Game, State
from kibitz.lookup.same_rules import identity, refuse_other
from kibitz.lookup.transposition import BITS, MOST_BITS, PEAK
from kibitz.saving import read_npz, refuse_unwritable, replacing
from kibitz.search.clock import Clock
from kibitz.search.engine.engine import Engine
from kibitz.search.proof.proof_engine import ProofEngine
from kibitz.version import VERSION

FORMAT = 1
EVERY = 60.0  # seconds between two savings of a search
SHARE = 0.05  # of the time that may go into saving
WANTED = "a file that 'kibitz solve --keep' wrote"
OURS = re.compile(rb"[0-9a-f]{8} \{.*\"kibitz\"")  # how its first line begins


class KeptSolving:
    """The answers of one file, and the search that goes with it."""

    def __init__(
        self,
        path: str | Path,
        game: Game,
        options: Mapping[str, Any],
        *,
        say: Callable[[str], object] = lambda sentence: None,
        every: float = EVERY,
    ) -> None:
        """Open a file, or begin one. `options` are those that answers depend on, beside the game.

        `say` is told in a sentence what cannot be taken up. `every`: this many seconds lie between two savings of a
        search, at least.
        """
        self.path, self.game, self.say, self.every = Path(path), game, say, every
        self._header = {"kibitz": "solve", "format": FORMAT, "options": dict(options), **identity(game)}
        self._answers: dict[str, Any] = {}
        refuse_unwritable(path)
        if self.path.exists() and self.path.stat().st_size:
            self._read()
        else:
            self._write_all()

    # ------------------------------------------------------------ answers

    @staticmethod
    def name(game: Game, s: State, history: tuple[int, ...]) -> str:
        """The name that the answer to a position is kept under, with the game so far where that counts."""
        return f"{game.text(s)} {' '.join(map(str, (int(game.key(s)), *history)))}"

    def answer(self, name: str, kind: str) -> Any:
        """What was found before: `kind` is "value" or "json"; None where there is nothing yet."""
        return self._answers.get(f"{kind} {name}")

    def keep(self, name: str, kind: str, found: Any) -> None:
        """Write an answer down, at once."""
        self._answers[f"{kind} {name}"] = found
        with self.path.open("ab") as file:
            file.write(_line({"position": name, "kind": kind, "found": found}))
            file.flush()
            os.fsync(file.fileno())
        self.search_path.unlink(missing_ok=True)

    def _read(self) -> None:
        try:
            text = self.path.read_bytes()
        except OSError as error:
            raise BadInput(f"{str(self.path)!r} cannot be read: {error.strerror or error}; expected {WANTED}") from None
        whole, _, torn = text.rpartition(b"\n")
        lines = [self._checked(number, line) for number, line in enumerate(whole.split(b"\n"), 1)]
        header = lines[0]
        if header.get("kibitz") != "solve":
            raise BadInput(f"{str(self.path)!r} is not {WANTED}: name another file")
        if header.get("format") != FORMAT:
            raise BadInput(f"{str(self.path)!r} has format {header.get('format')!r}: this Kibitz reads {FORMAT}")
        try:
            refuse_other(self.game, header, self.path)
        except Unusable as error:
            raise BadInput(str(error)) from None
        if header["options"] != self._header["options"]:
            theirs, ours = (_said(options) for options in (header["options"], self._header["options"]))
            raise BadInput(f"{str(self.path)!r} was begun with {theirs}, not with {ours}: name another file")
        for line in lines[1:]:
            self._answers[f"{line['kind']} {line['position']}"] = line["found"]
        if torn:  # the last line was being written when all ended
            self._write_all(lines[1:])

    def _checked(self, number: int, line: bytes) -> dict[str, Any]:
        try:
            check, text = line.split(b" ", 1)
            if int(check, 16) != zlib.crc32(text):
                raise ValueError
            found = json.loads(text)
        except ValueError:
            if number == 1 and not OURS.match(line):  # somebody else's: nobody is told to delete that
                raise BadInput(f"{str(self.path)!r} is not {WANTED}: name another file") from None
            raise BadInput(f"{str(self.path)!r} is damaged in line {number}: delete it to begin again") from None
        return dict(found)

    def _write_all(self, lines: list[dict[str, Any]] | None = None) -> None:
        with replacing(self.path) as file:
            file.write(b"".join(map(_line, [self._header, *(lines or [])])))

    # ------------------------------------------------------------ a search

    @property
    def search_path(self) -> Path:
        """The file beside it that holds the search of a position without an answer."""
        return self.path.with_name(self.path.name + ".search")

    def of(self, name: str, s: State) -> KeptSearch:
        """What is kept while a position is searched."""
        return KeptSearch(self, name, s)


class KeptSearch:
    """The search of one position: taken up where it was, and saved now and then."""

    def __init__(self, kept: KeptSolving, name: str, s: State) -> None:
        self._kept, self._name, self._s = kept, name, s
        self.pause = kept.every  # seconds until it is saved next

    def value(self, question: ValueQuestion, search: Any, clock: Clock) -> Value:
        """The exact value of the question, by a search that stands still now and then to be saved.

        `clock` is the one that ends the search for good; `Stopped` once it has.
        """
        self._restore(search)
        if not self.can_keep(search):
            return question.exact_value()
        try:
            while True:
                pause = Clock(search, self.pause)
                try:
                    with pause:
                        return question.exact_value()
                except Stopped:
                    if not pause.has_rung or clock.has_rung:
                        raise
                self._save(search)
                search.go_on()
                self._go_on_from(search, getattr(search, "proven", None))
                if clock.has_rung:  # meanwhile
                    search.stop()
        except (Stopped, KeyboardInterrupt):
            self._save(search)
            raise

    def _go_on_from(self, search: Any, proven: tuple[float, float] | None) -> None:
        """Tell a search what was proven of the position."""
        if proven is not None and isinstance(search, Engine):
            search.before = int(search.game.key(self._s)), float(proven[0]), float(proven[1])

    def can_keep(self, search: Any) -> bool:
        """Can this search be taken up again? Those that prove can: all that they find holds to the end of the game."""
        return (type(search) is Engine and search.can_prove) or type(search) is ProofEngine

    def _save(self, search: Any) -> None:
        """Write down what the search, which stands still, has found."""
        import numpy as np

        started = time.perf_counter()
        table = search.table
        used = 8 << int(table.state[BITS]) if isinstance(search, Engine) else len(table.entries)
        said = {
            "position": self._name,
            "search": type(search).__name__,
            "version": VERSION,
            "proven": getattr(search, "proven", None),
            "size": len(table.entries),
        }
        packed = io.BytesIO()
        text = np.frombuffer(json.dumps(said).encode(), np.uint8)
        np.savez(packed, said=text, entries=table.entries[:used], state=table.state)
        with replacing(self._kept.search_path) as file:
            file.write(packed.getbuffer())
        self.pause = max(self._kept.every, (time.perf_counter() - started) / SHARE)

    def _restore(self, search: Any) -> None:
        """Take up a search that was saved: nothing happens where there is none, or it is of another position."""
        path = self._kept.search_path
        if not path.exists() or not self.can_keep(search):
            return
        try:
            rows = read_npz(path, WANTED)
            said = json.loads(rows["said"].tobytes())
        except (KibitzError, KeyError, ValueError):
            self._kept.say(f"{str(path)!r} is damaged: the search begins again")
            return
        if said.get("position") != self._name or said.get("version") != VERSION:
            return
        if said["search"] == type(search).__name__ and said["size"] == len(search.table.entries):
            _put_back(search, rows)
        self._go_on_from(search, said["proven"])


def _put_back(search: Any, rows: Mapping[str, Any]) -> None:
    """Fill the table of a search that begins with what one held before."""
    table, entries, state = search.table, rows["entries"], rows["state"]
    if state.shape != table.state.shape or len(entries) > len(table.entries):
        return
    if isinstance(search, Engine):
        if state[MOST_BITS] != table.state[MOST_BITS]:
            return
        state[PEAK] = max(int(state[PEAK]), int(table.state[PEAK]), int(state[BITS]))
    table.entries[: len(entries)] = entries
    table.state[:] = state


def _line(said: Mapping[str, Any]) -> bytes:
    text = json.dumps(said, ensure_ascii=False, sort_keys=True).encode()
    return b"%08x " % zlib.crc32(text) + text + b"\n"


def _said(options: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in options.items()) or "no options"


def as_value(found: Any) -> Value:
    """A value as it was kept: a number, or one for each player."""
    return tuple(map(float, found)) if isinstance(found, list) else float(found)

"""Where in a user's file a mistake was made: the file, the line, and the lines around it."""

from __future__ import annotations

import linecache
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field

from kibitz.games import USERS_MODULE

AROUND = 2  # lines before and after the one with the mistake


class SourceLine(BaseModel):
    """A line of a user's file."""

    number: int
    text: str


class SourcePlace(BaseModel):
    """Where in a user's file a mistake was made."""

    file: str
    line: int
    code: list[SourceLine] = Field(description="the lines around it; empty where others than this machine are served")


def place_of(error: BaseException | None) -> dict[str, Any] | None:
    """The last line of a user's file that an error came by, or the cause of it; None where no such file is involved."""
    while error is not None:
        found = _syntax(error) or _last(error)
        if found is not None:
            return _shown(*found)
        error = error.__cause__
    return None


def _syntax(error: BaseException) -> tuple[str, int] | None:
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        return error.filename, error.lineno
    return None


def _last(error: BaseException) -> tuple[str, int] | None:
    found = None
    folders = set(_folders())
    trace = error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if Path(file).parent in folders:
            found = file, trace.tb_lineno
        trace = trace.tb_next
    return found


def _folders() -> Iterator[Path]:
    """The folders that users' games were read from: what lies beside them is theirs too."""
    for name, module in list(sys.modules.items()):
        if name.startswith(USERS_MODULE):
            yield Path(str(module.__file__)).parent


def _shown(file: str, line: int) -> dict[str, Any]:
    linecache.checkcache(file)
    lines = linecache.getlines(file)
    numbers = range(max(1, line - AROUND), min(len(lines), line + AROUND) + 1)
    code = [{"number": number, "text": lines[number - 1].rstrip("\n")} for number in numbers]
    return {"file": Path(file).name, "line": line, "code": code}

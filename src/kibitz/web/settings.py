"""The settings of a server."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.search.engine.engine import MEGABYTES


@dataclass(frozen=True)
class Settings:
    """The limits of a server, and the games it offers beside those that come with Kibitz."""

    games: tuple[str, ...] = ()  # path/to/file.py:ClassName
    seconds: float = 60.0  # the longest search
    searches: int = 4  # at once
    megabytes: float = MEGABYTES  # for the table of each search
    waiting: int = 64  # searches of one client that may wait in line
    compiled: int = 64  # games, with their parameters, that are compiled; others run as plain Python
    rules_seconds: float = 10.0  # time limit for the rules of a game in a request that does not search
    room: str = ""  # the code that joins the classroom; without one there is none
    only_local: bool = True  # is it bound to the loopback address, and so for this machine alone?

"""A table of all that can be reached from a position: found, solved backwards, and written."""

from __future__ import annotations

import threading
from typing import Any

from kibitz.errors import DoesNotFit, Stopped, Unsolved
from kibitz.game import Game, State
from kibitz.lookup.same_rules import identity
from kibitz.native.execution import has_outgrown
from kibitz.native.packing import words
from kibitz.search.needs import is_in_vectors, no_history
from kibitz.search.replay import is_trusted
from kibitz.search.retrograde.forward import is_compiled, taken_memory
from kibitz.search.retrograde.in_memory import write_whole
from kibitz.search.retrograde.job import MEGABYTE, Job
from kibitz.search.retrograde.on_disk import Found, OnDisk
from kibitz.search.whole.value_iteration import STOP, WholeGame

BUILD = 1  # the version of how pieces of a build are written
FEW = 6_000  # positions: a game of no more is solved in plain Python, if that is a matter of a moment
MOMENT = 2.0  # seconds


def build_from(game: Game, s: State, job: Job) -> int:
    """Build the table of every position that can be reached from one, that one included; how many they are.

    Raises `DoesNotFit` where values depend on the game so far or something is hidden, and `Unsolved` where memory or
    disk are not enough. Called again with the same job after it was stopped, it goes on where it was.
    """
    refuse_unfit(game)
    if (number := _built_at_once(game, s, job)) is not None:
        return number
    if job.interpreted or not is_compiled(game) or not is_trusted(game, s):
        return _built_in_memory(game, s, job, interpreted=True)
    job.claim(_plan(game, s, job))
    try:
        number = _built_on_disk(game, s, job)
    except Exception:
        if not has_outgrown(game):
            raise
        number = _built_in_memory(game, s, job, interpreted=True)
    job.clear()
    return number


def _built_on_disk(game: Game, s: State, job: Job) -> int:
    """Build a table on disk; in memory where play can come back and there is enough of that."""
    build = OnDisk(game, s, job)
    found = build.find()
    if not found.is_forward and _fits(game, found, job):
        try:
            return _built_in_memory(game, s, job, interpreted=False)
        except Unsolved:
            if game.facts.chance or is_in_vectors(game):
                raise  # circles of these cannot be solved on disk
    build.solve(found)
    return found.positions


def _plan(game: Game, s: State, job: Job) -> dict[str, Any]:
    """What the pieces of a build depend on."""
    return {"kind": "keys", "build": BUILD, **identity(game), "root": int(game.key(s)), "memory": job.memory}


def _built_at_once(game: Game, s: State, job: Job) -> int | None:
    """Build the table of a small game in plain Python, which is done before machine code is; None of a larger one."""
    whole = WholeGame(game, s, megabytes=job.memory, nodes=FEW, interpreted=True)
    alarm = threading.Timer(MOMENT, whole.stop)
    alarm.start()
    try:
        whole.solve()
    except (Stopped, Unsolved):
        return None
    finally:
        alarm.cancel()
        alarm.join()
        whole.positions.told[STOP] = 0  # it may have gone off when all was done
    return write_whole(whole, game, s, job)


def _built_in_memory(game: Game, s: State, job: Job, *, interpreted: bool) -> int:
    whole = WholeGame(game, s, megabytes=job.memory, interpreted=interpreted)
    whole.solve()
    return write_whole(whole, game, s, job)


def _fits(game: Game, found: Found, job: Job) -> bool:
    """Is there memory for all positions and links at once?"""
    needed = found.positions * (208 + 16 * (game.players + words(game.initial()))) + found.links * 72
    return needed <= (job.memory - taken_memory()) * MEGABYTE


def refuse_unfit(game: Game) -> None:
    """Raise `DoesNotFit` for a game whose positions have no values that a table could hold."""
    no_history("an endgame table", game)
    if game.facts.hidden:
        name = game.facts.name
        raise DoesNotFit(
            f"an endgame table holds what a position is worth to who sees it all; {name!r} hides some of it"
        )

"""A table of all that can be reached from a position: found, solved backwards, and written."""

from __future__ import annotations

from kibitz.errors import DoesNotFit
from kibitz.game import Game, State
from kibitz.search.needs import no_history
from kibitz.search.retrograde.in_memory import write_whole
from kibitz.search.retrograde.job import Job
from kibitz.search.whole.value_iteration import WholeGame


def build_from(game: Game, s: State, job: Job) -> int:
    """Build the table of every position that can be reached from one, that one included; how many they are.

    Raises `DoesNotFit` where values depend on the game so far or something is hidden, and `Unsolved` where memory or
    disk are not enough. Called again with the same job after it was stopped, it goes on where it was.
    """
    refuse_unfit(game)
    whole = WholeGame(game, s, megabytes=job.memory, interpreted=job.interpreted)
    whole.solve()
    return write_whole(whole, game, s, job)


def refuse_unfit(game: Game) -> None:
    """Raise `DoesNotFit` for a game whose positions have no values that a table could hold."""
    no_history("an endgame table", game)
    if game.facts.hidden:
        name = game.facts.name
        raise DoesNotFit(
            f"an endgame table holds what a position is worth to who sees it all; {name!r} hides some of it"
        )

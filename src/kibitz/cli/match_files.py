"""Files that a match or a tournament writes besides its own: games as people keep them, and a chart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kibitz.arena.match.match_game import MatchGame
from kibitz.arena.match.results import MatchResult, TournamentResult
from kibitz.cli.kept_games import is_record, kept_text
from kibitz.errors import BadInput
from kibitz.game import Game
from kibitz.game.record import Remark
from kibitz.games import record_of
from kibitz.saving import refuse_unwritable, write_text


def refuse_unwritable_files(options: Any, game: Game) -> None:
    """Refuse files that could not be written in the end."""
    if options.record is not None:
        record = record_of(type(game))
        if record is None:
            raise BadInput(f"games of {game.facts.name!r} have no notation of their own: keep them with --out")
        if not is_record(type(game), options.record):
            raise BadInput(f"--record {options.record!r} must end in {record.ending}")
        refuse_unwritable(options.record)
    if getattr(options, "svg", None) is not None:
        refuse_unwritable(options.svg)


def write_files(options: Any, result: MatchResult | TournamentResult) -> None:
    """Write the games, and the chart of a tournament, where they are asked for."""
    if options.record is not None:
        write_text(options.record, "\n".join(_written(result, options.record)))
    if getattr(options, "svg", None) is not None and isinstance(result, TournamentResult):
        from kibitz.draw.rating_chart import rating_chart

        ratings = result.ratings
        title = f"Elo of players of {result.fixtures.game.facts.name}, with 95 % intervals"
        write_text(options.svg, rating_chart(result.players, ratings.elo, ratings.error, title=title))


def _written(result: MatchResult | TournamentResult, path: str) -> Iterator[str]:
    game = result.fixtures.game
    for played in result.games:
        start, _ = played.opening.begun(game)
        moves = (*played.opening.moves, *played.moves)
        names = " against ".join(result.players[contestant] for contestant in played.seats)
        said = f"game {played.number + 1}: {names}; {played.ended}"
        yield kept_text(game, path, moves, start, _end(game, played), {0: Remark("", said)} if moves else None)


def _end(game: Game, played: MatchGame) -> Any:
    """The last state of a game that is over by its rules; None where it ended in another way."""
    if played.ended not in ("over", "repetition"):
        return None
    s, actions = played.opening.begun(game)
    for a in actions:
        s = game.result(s, a)
    for move in played.moves:
        s = game.result(s, game.parse_action(s, move))
    return s

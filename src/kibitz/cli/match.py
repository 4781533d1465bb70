"""`kibitz match`: players play each other, and what that says about their strength."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable
from typing import Any

from kibitz.cli import arguments, values
from kibitz.cli.spreading import add_spreading, is_spread, spread_from
from kibitz.cli.terminal import DONE, INTERRUPTED, clear_progress, print_json, say, show_line, shows_progress
from kibitz.errors import BadInput
from kibitz.pieces import Estimate, one_by_one

PLAYERS = (
    'a player: "deepening depth=4", "montecarlo time=0.1", "level 3", '
    "random, greedy, person, uci:COMMAND or gtp:COMMAND"
)
LIMITS = ("time", "depth", "nodes", "simulations", "threads", "memory")  # what players may be given together


def declare(words: Any) -> None:
    """Declare the command and its arguments."""
    parser = arguments.command(words, "match", run, "let players play each other, and compare them")
    arguments.game(parser)
    parser.add_argument("players", metavar="PLAYER", nargs="+", help=PLAYERS)
    parser.add_argument("--sprt", type=values.bounds, metavar="ELO0,ELO1", help="stop as soon as one is ruled out")
    terms(parser)


def terms(parser: argparse.ArgumentParser) -> None:
    """What a match and a tournament have in common."""
    parser.add_argument("--games", type=values.positive, default=100, metavar="N", help="games of each pairing (100)")
    parser.add_argument("--plies", type=values.whole, metavar="N", help="random plies that open a game")
    parser.add_argument("--openings", metavar="FILE", help="openings, one position or line of moves on each line")
    parser.add_argument("--longest", type=values.positive, metavar="N", help="plies after which a game is drawn")
    parser.add_argument("--out", metavar="FILE", help="keep every game in FILE, and go on from there")
    parser.add_argument("--record", metavar="FILE", help="write the games as people keep them, such as FILE.pgn")
    arguments.no_store(parser)
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed for everything random (0)")
    usual = parser.add_argument_group("for players that do not say so themselves")
    usual.add_argument("--time", type=values.seconds, metavar="SECONDS", help="time limit of a move in seconds (1)")
    usual.add_argument("--depth", type=values.positive, metavar="N", help="depth limit in plies")
    usual.add_argument("--nodes", type=values.positive, metavar="N", help="node limit")
    usual.add_argument("--simulations", type=values.positive, metavar="N", help="Monte Carlo: simulations a move")
    usual.add_argument("--exact", action="store_true", help="search until the value is proven")
    usual.add_argument("--algorithm", default="auto", metavar="NAME", help="of players that name none (auto)")
    usual.add_argument("--threads", type=values.threads, metavar="N", help="threads of a search (1)")
    usual.add_argument("--memory", type=values.megabytes, metavar="MB", help="size of the hash table")
    add_spreading(parser, "--jobs")
    arguments.output(parser)


def run(options: Any) -> int:
    """Play a match and print its result; after Ctrl-C the result so far."""
    return play(options, options.players, "together")


def play(options: Any, players: list[str], meet: str) -> int:
    """Play what is asked for, print the result, and give the exit code; `meet` is who meets whom, as of `Fixtures`."""
    from kibitz.arena.match.contest import Contest
    from kibitz.arena.match.fixtures import Fixtures, MatchTerms
    from kibitz.arena.match.strength import Sprt
    from kibitz.cli.chosen import settings
    from kibitz.cli.keeping import match_keeper
    from kibitz.cli.match_files import refuse_unwritable_files, write_files
    from kibitz.cli.match_person import asked
    from kibitz.games import GameSource

    given = MatchTerms(
        options.games, options.seed, options.plies, options.openings, options.longest, options.interpreted
    )
    source = GameSource(options.game, settings(options.set))
    _refuse_idle_limits(options, players)
    fixtures = Fixtures(source, [completed(text, options) for text in players], given, meet=meet)
    has_person = any(player.kind == "person" for player in fixtures.players)
    if has_person and is_spread(options):
        raise BadInput("a person plays one game at a time: leave --workers out")
    refuse_unwritable_files(options, fixtures.game)
    test = getattr(options, "sprt", None)
    sprt = None if test is None else Sprt(*test)
    keeper = match_keeper(options, fixtures)
    keep = None if keeper is None else keeper.keep
    contest = Contest(fixtures, one_by_one, options.out, sprt, asked if has_person else None, keep)
    code = DONE
    try:
        with spread_from(options) as contest.spread:
            contest.play(_shown(fixtures.total) if shows_progress() and not options.json and not has_person else None)
    except KeyboardInterrupt:
        code = INTERRUPTED
    finally:
        if keeper is not None:
            keeper.close()
    clear_progress()
    result = contest.result
    if options.json:
        print_json(result.json())
    else:
        print(result)
    sys.stdout.flush()
    write_files(options, result)
    if code == INTERRUPTED:
        more = f"; the same command goes on, from {options.out!r}" if options.out else ""
        say(f"interrupted after {len(result.games)} of {fixtures.total} games{more}")
    return code


def completed(text: str, options: Any) -> str:
    """A player's text, with what the command says for all."""
    from kibitz.arena.match.player_text import PlayerText

    words = {key: getattr(options, key) for key in LIMITS}
    usual = {key: f"{value:g}" if isinstance(value, float) else str(value) for key, value in words.items() if value}
    return PlayerText.read(text).with_usual(usual, ["exact"] if options.exact else [], shlex.quote(options.algorithm))


def _refuse_idle_limits(options: Any, players: list[str]) -> None:
    """Refuse a limit for players none of whom thinks: nobody gives one to have it ignored."""
    from kibitz.arena.match.player_text import SIMPLE, PlayerText

    given = [f"--{name} {value}" for name in LIMITS if (value := getattr(options, name)) is not None]
    given += ["--exact"] if options.exact else []
    if given and all(PlayerText.read(text).kind in SIMPLE for text in players):
        raise BadInput(f"{given[0]} has no effect: none of the players {', '.join(map(repr, players))} searches")


def _shown(total: int) -> Callable[[Any], None]:
    """What shows a result on the way, with the time that is left for all games."""
    estimate = Estimate(total)

    def show(result: Any) -> None:
        show_line(f"{result.line()}{estimate.words(len(result.games))}")

    return show

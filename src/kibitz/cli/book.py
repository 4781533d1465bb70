"""`kibitz book`: build opening books, from searches or from games, and exchange them with other programs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kibitz.cli import arguments, book_showing, values
from kibitz.cli.chosen import chosen_game, settings
from kibitz.cli.spreading import add_spreading, is_spread, spread_from
from kibitz.cli.terminal import DONE, INTERRUPTED, NO, clear_progress, say, show_line, shows_progress
from kibitz.errors import BadInput
from kibitz.game import Game

GAMES_PLIES = 30  # of every game that are counted, where nothing else is asked for
POLYGLOT = ".bin"
MANY = 10**8  # positions, at most, that are not worth a forecast
MOST_SAID = 5  # broken games that are told of one by one


def declare(words: Any) -> None:
    """Declare the commands and their arguments."""
    own = arguments.group(words, "book", "build, show and check opening books")
    _declare_build(own)
    book_showing.declare(own)
    for name, run, help_text in (
        ("export", export_book, "write a book of games as a Polyglot book"),
        ("import", import_book, "read a Polyglot book"),
    ):
        parser = arguments.command(own, name, run, help_text)
        arguments.game(parser)
        parser.add_argument("file", metavar="FILE", help="the Polyglot book, such as book.bin")
        if name == "export":
            parser.add_argument("--book", metavar="FILE", help="the book to write (the one that was built)")
        else:
            parser.add_argument(
                "--out", metavar="FILE", help="the file to write (one for each game, in the data folder)"
            )


def _declare_build(words: Any) -> None:
    parser = arguments.command(words, "build", build, "build a book: positions solved or searched, or games counted")
    arguments.game(parser)
    parser.add_argument("position", metavar="POSITION", nargs="?", help="where it begins (the initial position)")
    parser.add_argument("--plies", type=values.positive, metavar="N", help="how far the book goes, in plies")
    parser.add_argument("--depth", type=values.positive, metavar="N", help="search each to this depth; else solve it")
    parser.add_argument("--time", type=values.seconds, metavar="SECONDS", help="time limit for each position")
    parser.add_argument(
        "--within", type=values.seconds, metavar="SECONDS", help="stop after this time and write what is known so far"
    )
    parser.add_argument(
        "--memory", type=values.megabytes, metavar="MB", help="size of the hash table, which workers here share"
    )
    parser.add_argument("--known", metavar="FILE", help="a solved book that holds some of the values, or later ones")
    parser.add_argument(
        "--games", nargs="+", default=[], metavar="FILE", help="count what was played: PGN, SGF, PDN, JSON, match files"
    )
    parser.add_argument("--store", action="store_true", help="count what was played in the kept games, too")
    parser.add_argument(
        "--at-least", type=values.positive, metavar="N", help="games: leave out moves played fewer times than this (1)"
    )
    parser.add_argument("--out", metavar="FILE", help="the file to write (one for each game, in the data folder)")
    arguments.interpreted(parser)
    add_spreading(parser)


def build(options: Any) -> int:
    """Build a book, or go on with one that was stopped."""
    return _build_from_games(options) if options.games or options.store else _build_by_search(options)


def _build_by_search(options: Any) -> int:
    from kibitz.answer.books import built_path
    from kibitz.answer.books_building import BookPlan, build_book
    from kibitz.answer.kept_tables import alone_in, builds_folder
    from kibitz.games import GameSource
    from kibitz.search.retrograde.job import Job

    if options.plies is None:
        raise BadInput("a book needs --plies N, how far it goes, or --games FILE, what was played")
    if options.at_least is not None:
        raise BadInput(f"--at-least {options.at_least} has no effect without --games")
    source = GameSource(options.game, settings(options.set))
    game = source.game()
    out = _out(game, options.out)
    start = "" if options.position is None else game.text(game.parse(options.position))
    plan = BookPlan(options.plies, options.depth, options.time, start)
    _say_forecast(options, game, plan.start)
    folder = builds_folder() / built_path(game).name
    with alone_in(folder), spread_from(options) as spread:
        job = Job(
            out=out,
            folder=folder,
            spread=spread,
            progress=progress,
            interpreted=options.interpreted,
        )
        try:
            positions, left = build_book(
                source, plan, job, megabytes=options.memory, within=options.within, known=options.known, tell=_tell
            )
        except KeyboardInterrupt:
            clear_progress()
            say(f"{str(out)!r} holds what is known so far; the same command goes on from there")
            return INTERRUPTED
    clear_progress()
    print(f"{out}: {positions:,} positions, {out.stat().st_size:,} bytes")
    if left:
        say(f"{left:,} positions are still to be judged; the same command goes on from there")
    return NO if left else DONE


def _say_forecast(options: Any, game: Game, start: str) -> None:
    """Say how large a book will be, where even finding its positions may take long."""
    s = game.parse(start) if start else game.initial()
    if game.is_terminal(s) or sum(1 for _ in game.choices(s)) ** options.plies < MANY:
        return
    from kibitz.answer.forecast import forecast_line

    say(forecast_line(game, s, "book", plies=options.plies, interpreted=options.interpreted))


def _tell(sentence: str) -> None:
    clear_progress()
    say(sentence)


def _out(game: Game, named: str | None) -> Path:
    """The file to write; `BadInput` where that is not possible."""
    from kibitz.answer.books import built_path
    from kibitz.saving import refuse_unwritable

    out = built_path(game) if named is None else Path(named)
    if named is None:
        out.parent.mkdir(parents=True, exist_ok=True)
    refuse_unwritable(out)
    return out


def progress(text: str) -> None:
    """Show how far it is, where somebody watches."""
    if shows_progress():
        show_line(text)


# ------------------------------------------------------------ from games


def _build_from_games(options: Any) -> int:
    from kibitz.answer.books_from_games import Tally
    from kibitz.lookup.book_file import write_games
    from kibitz.lookup.same_rules import identity

    useless = {"--depth": options.depth, "--time": options.time, "--memory": options.memory}
    useless |= {
        "--within": options.within,
        "--known": options.known,
        "POSITION": options.position,
        "--workers": is_spread(options) or None,
    }
    for name, given in useless.items():
        if given is not None:
            raise BadInput(f"{name} has no effect on a book of games")
    game = chosen_game(options)
    if game.facts.hidden:
        raise BadInput(f"a book tells what was played in a position that all see; {game.facts.name!r} hides some of it")
    out = _out(game, options.out)
    plies = options.plies or GAMES_PLIES
    tally = Tally(game, plies)
    for states, result, date in _games(options, game):
        tally.add(states, result, date)
        if tally.games % 100 == 0:
            progress(f"{tally.games:,} games")
    clear_progress()
    if not tally.games:
        raise BadInput(f"there are no games of {game.facts.name!r} to make a book of")
    held = tally.held(options.at_least or 1)
    if str(out).lower().endswith(POLYGLOT):
        header = {"plies": plies}
        entries = _polyglot_from(game, out, header, held)
        print(f"{out}: {entries:,} moves of {tally.games:,} games")
        return DONE
    size = write_games(out, {"plies": plies, "games": tally.games, **identity(game)}, held)
    print(f"{out}: {len(held):,} positions of {tally.games:,} games, {size:,} bytes")
    return DONE


def _polyglot_from(game: Game, out: Path, header: dict[str, Any], held: Any) -> int:
    """Write counted moves as a Polyglot book, by way of a book of our own beside it."""
    from kibitz.answer.books_from_games import write_as_polyglot
    from kibitz.lookup.book_file import BookFile, write_games
    from kibitz.lookup.same_rules import identity

    beside = out.with_name(f".{out.name}.book")
    try:
        write_games(beside, {**header, **identity(game)}, held)
        return write_as_polyglot(game, BookFile(beside), out)
    finally:
        beside.unlink(missing_ok=True)


def _games(options: Any, game: Game) -> Iterator[tuple[list[Any], str, str]]:
    """The positions, the result and the day of every game that is asked for; broken ones are told and left out."""
    from kibitz.lookup.naming import parameters

    broken = 0
    for found in _found_games(options):
        if isinstance(found, BadInput):
            broken += 1
            if broken <= MOST_SAID:
                say(f"{found}; it is left out")
            continue
        if parameters(found.rules.made) == parameters(game) and type(found.rules.made) is type(game):
            yield found.line.states, found.ending.result, found.played
    if broken > MOST_SAID:
        say(f"{broken - MOST_SAID:,} more games could not be read")


def _found_games(options: Any) -> Iterator[Any]:
    from kibitz.arena.store.exchange import games_of

    for file in options.games:
        try:
            text = Path(file).read_bytes().decode("utf-8", errors="replace")
        except OSError as error:
            raise BadInput(f"{file!r} cannot be read: {error.strerror or error}") from None
        yield from games_of(text, file, game=options.game)
    if options.store:
        yield from _stored_games(options.game)


def _stored_games(name: str) -> Iterator[Any]:
    from kibitz.arena.store.game_store import GameStore, NewGame
    from kibitz.arena.store.kept_entry import Ending, Wanted
    from kibitz.arena.store.kept_rules import KeptRules, PlayedLine
    from kibitz.games import full_name

    store = GameStore.open()
    if store is None:
        raise BadInput("no games are kept: switch the store on with 'kibitz store on'")
    with store:
        entries = store.listed(Wanted(game=full_name(name)))
    for entry in entries:
        rules = KeptRules(entry.game, entry.parameters)
        line = PlayedLine.of(rules, entry.position, entry.moves)
        yield NewGame(rules, line, entry.players, Ending(entry.result), entry.source, entry.played)


# ------------------------------------------------------------ Polyglot


def export_book(options: Any) -> int:
    """Write a book of games as a Polyglot book."""
    from kibitz.answer.books_from_games import write_as_polyglot
    from kibitz.saving import refuse_unwritable

    game = chosen_game(options)
    book = book_showing.chosen_book(game, options.book)
    if book.holds_values:
        raise BadInput(f"{book.path!r} holds what positions are worth; a Polyglot book holds what was played")
    refuse_unwritable(options.file)
    entries = write_as_polyglot(game, book, Path(options.file))
    print(f"{options.file}: {entries:,} moves")
    return DONE


def import_book(options: Any) -> int:
    """Read a Polyglot book into one of our own: weights count as games whose results are not known."""
    from kibitz.answer.books_from_games import read_polyglot
    from kibitz.lookup.book_file import write_games
    from kibitz.lookup.same_rules import identity

    game = chosen_game(options)
    out = _out(game, options.out)
    plies, held = read_polyglot(game, options.file)
    if not held:
        raise BadInput(f"{options.file!r} has no moves for the initial position of {game.facts.name!r}")
    size = write_games(out, {"plies": plies, **identity(game)}, held)
    print(f"{out}: {len(held):,} positions, {size:,} bytes")
    return DONE

"""`kibitz table`: build, list, look into, verify and delete endgame tables."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz.cli import arguments, values
from kibitz.cli.spreading import add_spreading, is_spread, spread_from
from kibitz.cli.terminal import (
    DONE,
    INTERRUPTED,
    NO,
    clear_progress,
    print_json,
    say,
    show_line,
    shows_progress,
)
from kibitz.errors import BadInput, Unusable
from kibitz.game import Game, State, answers

if TYPE_CHECKING:
    from kibitz.games import GameSource

USUAL_MEMORY, USUAL_DISK = 1024.0, 16_384.0  # megabytes
ROOMY = 384.0  # megabytes: with fewer, a forecast's code and the build's do not go into one process
MEGABYTE = 1 << 20


def declare(words: Any) -> None:
    """Declare the command and its own commands."""
    inner = arguments.group(words, "table", "build, list and check endgame tables")
    _declare_build(inner)
    _declare_show(inner)
    parser = arguments.command(inner, "verify", verify, "derive every entry of a table once more from its successors")
    _which(parser)
    arguments.output(parser)
    parser = arguments.command(inner, "list", list_all, "list the tables that are kept, and unfinished builds")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser = arguments.command(inner, "delete", delete, "delete a table, and what is left of an unfinished build")
    _which(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")


def _declare_build(inner: Any) -> None:
    parser = arguments.command(inner, "build", build, "solve a game, or endgames of it, backwards and keep the table")
    arguments.game(parser)
    parser.add_argument("--men", type=values.positive, metavar="N", help="all endgames with up to N men")
    parser.add_argument("--section", action="append", default=[], metavar="NAME", help="an endgame, such as KRK")
    parser.add_argument("--from", dest="start", metavar="POSITION", help="all that can be reached from a position")
    parser.add_argument("--moves", default="", metavar="MOVES", help="moves to play first from there")
    parser.add_argument("--out", metavar="FILE", help="write the table to FILE (else where it is found by itself)")
    parser.add_argument("--again", action="store_true", help="build it even if it is there already")
    parser.add_argument(
        "--memory", type=values.megabytes, default=USUAL_MEMORY, metavar="MB", help=f"memory ({USUAL_MEMORY:.0f})"
    )
    parser.add_argument(
        "--disk", type=values.megabytes, default=USUAL_DISK, metavar="MB", help=f"disk on the way ({USUAL_DISK:.0f})"
    )
    add_spreading(parser)
    arguments.output(parser)


def _declare_show(inner: Any) -> None:
    parser = arguments.command(inner, "show", show, "list the policy of a table: value, distance and best moves")
    arguments.position(parser)
    parser.add_argument("--table", metavar="FILE", help="another file than the one that is kept")
    parser.add_argument("--section", metavar="NAME", help="only this endgame, such as KRK")
    parser.add_argument("--limit", type=values.positive, metavar="N", help="at most this many positions")
    parser.add_argument("--skip", type=values.whole, default=0, metavar="N", help="leave the first positions out (0)")
    parser.add_argument("--csv", action="store_true", help="print CSV")
    parser.add_argument("--json", action="store_true", help="print JSON")


def _which(parser: argparse.ArgumentParser) -> None:
    arguments.game(parser)
    parser.add_argument("--table", metavar="FILE", help="another file than the one that is kept")


# ---------------------------------------------------------------- build


def build(options: Any) -> int:
    """Build a table; the same command goes on with a build that was stopped."""
    from kibitz.answer.kept_tables import alone_in, build_folder, held_otherwise, holds_already, sweep
    from kibitz.answer.positions import state_and_text
    from kibitz.cli.chosen import chosen_game
    from kibitz.lookup.endgame_file import table_path
    from kibitz.saving import refuse_unwritable

    game = chosen_game(options)
    start, _ = state_and_text(game, options.start, options.moves)
    sections = _sections(options, game, start)
    out = table_path(game) if options.out is None else Path(options.out)
    if options.out is None:
        out.parent.mkdir(parents=True, exist_ok=True)
        sweep(out.parent)
    refuse_unwritable(out)
    there = None if options.again else holds_already(game, out, sections, start)
    if there is not None:
        if options.json:
            print_json(_built(game, out, there, 0.0))
        say(f"{str(out)!r} holds this already: {_positions(there)}; --again builds it anew")
        return DONE
    if not options.again and (other := held_otherwise(game, out)):
        say(f"{str(out)!r} holds {other}: it is replaced when this is done; --out FILE keeps both")
    began = time.perf_counter()
    folder = build_folder(game, out)
    try:
        with ExitStack() as stack:
            stack.enter_context(alone_in(folder))
            if sections is None:
                _say_forecast(options, game, start)
            else:
                _say_places(game, sections)
            number = _solve(options, game, sections, start, out, folder, stack)
    except KeyboardInterrupt:
        clear_progress()
        kept = folder.is_dir()  # what is built in memory leaves nothing behind
        say(f"interrupted: the same command {'goes on with the build' if kept else 'begins again'}")
        return INTERRUPTED
    clear_progress()
    told = _built(game, out, number, time.perf_counter() - began)
    if options.json:
        print_json(told)
    else:
        print(f"{out}: {_positions(number)}, {_megabytes(told['bytes'])}, {told['seconds']:.1f} s")
    return DONE


def _solve(
    options: Any, game: Game, sections: list[int] | None, start: State, out: Path, folder: Path, stack: ExitStack
) -> int:
    """Have the table built; how many positions it holds."""
    from kibitz.search.retrograde.from_position import build_from
    from kibitz.search.retrograde.job import Job

    job = Job(
        out,
        folder,
        memory=options.memory,
        disk=options.disk,
        spread=stack.enter_context(spread_from(options)),
        interpreted=options.interpreted,
        source=_source(options),
        **({"progress": show_line} if shows_progress() else {}),
    )
    if sections is None:
        return build_from(game, start, job)
    from kibitz.search.retrograde.by_section import build_sections

    return build_sections(game, sections, job)


def _sections(options: Any, game: Game, start: State) -> list[int] | None:
    """The sections that are asked for; None where it is all that can be reached from a position."""
    from kibitz.answer.kept_tables import wanted_sections

    name = game.facts.name
    asked = [f"--men {options.men}"] if options.men is not None else []
    asked += [f"--section {section}" for section in options.section]
    is_from = options.start is not None or bool(options.moves)
    if not asked:
        if answers(game, "place") and not is_from:
            raise BadInput(
                f"{name!r} needs to know which endgames: expected --men N, --section NAME or --from POSITION"
            )
        return [int(game.section(start))] if answers(game, "place") and game.section(start) >= 0 else None
    if is_from:
        raise BadInput(f"{asked[0]} and a position to start from: leave one of them out")
    if options.men is not None and options.section:
        raise BadInput(f"{asked[0]} and {asked[1]}: leave one of them out")
    if not answers(game, "place"):
        raise BadInput(f"{asked[0]} has no effect on {name!r}, which has no endgames by men: use --from POSITION")
    return wanted_sections(game, options.men, options.section)


def _say_forecast(options: Any, game: Game, start: State) -> None:
    """Say how large it is and how long it will take, before it begins."""
    from kibitz.answer.forecast import forecast_line, here
    from kibitz.cluster.processes import in_a_process
    from kibitz.search.retrograde.from_position import refuse_unfit
    from kibitz.search.whole.size import few_positions

    refuse_unfit(game)
    few = few_positions(game, start)
    if few is not None:  # measuring how long it takes would take longer
        say(f"the table has {_positions(few)}")
        return
    workers = (options.workers or 1) if is_spread(options) else 1
    line = forecast_line(
        game,
        start,
        "table",
        workers=workers,
        megabytes=options.memory / 16,  # the build itself needs the rest
        interpreted=options.interpreted,
        source=_source(options),
        carry_out=here if options.memory >= ROOMY else in_a_process,
    )
    say(line)


def _source(options: Any) -> GameSource:
    """Where the game comes from, for whichever process needs it."""
    from kibitz.cli.chosen import settings
    from kibitz.games import GameSource

    return GameSource(options.game, settings(options.set))


def _say_places(game: Game, sections: list[int]) -> None:
    """Say how large endgames by men are, with those that play leads to, before they are built."""
    from kibitz.search.retrograde.by_section import exits_of

    wanted = exits_of(game, sections)
    places = sum(int(game.section_size(section)) for section in wanted)
    say(f"the table has {len(wanted)} endgame{'' if len(wanted) == 1 else 's'} with {places:,} places")


def _built(game: Game, out: Path, positions: int, seconds: float) -> dict[str, Any]:
    size = out.stat().st_size
    return {
        "game": game.facts.name,
        "file": str(out),
        "positions": positions,
        "bytes": size,
        "seconds": round(seconds, 3),
    }


# ---------------------------------------------------------------- show


def show(options: Any) -> int:
    """Print the policy of a table, or what it says of one position."""
    from kibitz.answer.kept_tables import KeptTable
    from kibitz.answer.policy import as_csv, as_json, as_text, policy
    from kibitz.cli.chosen import chosen_game

    if options.csv and options.json:
        raise BadInput("--csv and --json: leave one of them out")
    game = chosen_game(options)
    table = KeptTable.of(game, options.table)
    if options.position is not None or options.moves:
        return _show_one(options, table)
    states = islice(table.states(options.section), options.skip, _last(options))
    rows = policy(game, states, table.lookup)
    if options.json:
        return _print_lines(as_json(table.about(), rows))
    return _print_lines(as_csv(rows) if options.csv else as_text(game, rows))


def _show_one(options: Any, table: Any) -> int:
    from kibitz.answer.policy import as_csv, policy_row, row_text
    from kibitz.answer.positions import state_and_text

    for given, name in ((options.limit, "--limit"), (options.skip, "--skip"), (options.section, "--section")):
        if given:
            raise BadInput(f"{name} {given} has no effect on one position: leave it out")
    s, text = state_and_text(table.game, options.position, options.moves)
    row = policy_row(table.game, s, table.lookup)
    if row is None:
        say(f"the table of {table.game.facts.name!r} does not hold {text!r}")
        return NO
    if options.json:
        print_json({"game": table.game.facts.name, **row.json(with_moves=True)})
        return DONE
    return _print_lines(as_csv([row]) if options.csv else [row_text(table.game, row)])


def _last(options: Any) -> int | None:
    return None if options.limit is None else options.skip + options.limit


def _print_lines(lines: Iterable[str]) -> int:
    for line in lines:
        print(line)
    sys.stdout.flush()
    return DONE


# ---------------------------------------------------------------- verify


def verify(options: Any) -> int:
    """Check every byte of a table, and derive every entry once more."""
    from kibitz.answer.kept_tables import KeptTable
    from kibitz.cli.chosen import chosen_game
    from kibitz.search.retrograde.verify import Verifier

    game = chosen_game(options)
    try:
        table = KeptTable.of(game, options.table)
        table.check_bytes()
    except Unusable as error:
        if options.json:
            print_json({"game": game.facts.name, "right": False, "faults": [str(error)]})
        say(str(error))
        return NO
    verifier = Verifier(
        game,
        table.endgames,
        table.start,
        even=float(table.header["even"]),
        interpreted=options.interpreted,
        progress=show_line if shows_progress() else None,
    )
    verdict = verifier.verify()
    clear_progress()
    sentences = list(_sentences(verdict))
    if options.json:
        facts = {"looked_at": verdict.looked, "wrong": verdict.wrong, "unreached": verdict.unreached}
        print_json({**table.about(), "right": verdict.is_right, **facts, "faults": sentences})
    elif verdict.is_right:
        print(f"{table.path}: right, {_positions(verdict.looked)} derived from their successors")
    else:
        _print_lines(sentences)
    return DONE if verdict.is_right else NO


def _sentences(verdict: Any) -> Iterator[str]:
    """What is wrong with a table."""
    yield from verdict.faults
    if verdict.wrong > len(verdict.faults):
        yield f"and {verdict.wrong - len(verdict.faults):,} more"
    if verdict.unreached:
        yield f"{_positions(verdict.unreached)} of the table cannot be reached"


# ---------------------------------------------------------------- list and delete


def list_all(options: Any) -> int:
    """Print every table that is kept, and unfinished builds."""
    from kibitz.answer.kept_tables import list_builds, list_tables
    from kibitz.answer.printing import columns
    from kibitz.lookup.endgame_file import tables_folder

    tables, builds = list_tables(), list_builds()
    if options.json:
        unfinished = [{"folder": str(path), "bytes": size} for path, size in builds]
        print_json({"tables": [table.json() for table in tables], "unfinished": unfinished})
        return DONE
    if not tables and not builds:
        say(f"no tables in {str(tables_folder())!r}: build one with 'kibitz table build'")
    rows = [("file", "positions", "size", "of")]
    for table in tables:
        about, size = table.about, _megabytes(table.path.stat().st_size)
        if table.fault:
            say(table.fault)
            rows.append((table.path.name, "?", size, "it cannot be used"))
        else:
            of = " ".join(about["sections"]) if "sections" in about else f"from {about['from'] or 'the beginning'}"
            rows.append((table.path.name, f"{about['positions']:,}", size, of))
    rows += [(path.name, "", _megabytes(size), "an unfinished build") for path, size in builds]
    return _print_lines(columns(rows) if len(rows) > 1 else [])


def delete(options: Any) -> int:
    """Delete a table and its unfinished build."""
    from kibitz.answer.kept_tables import build_folder, builds_folder, delete_table
    from kibitz.cli.chosen import chosen_game
    from kibitz.lookup.endgame_file import ENDING, table_path, tables_folder

    if options.table is None and options.game.endswith(f".{ENDING}"):  # as `kibitz table list` names it
        path = tables_folder() / Path(options.game).name
        build_at = builds_folder() / path.name
    else:
        game = chosen_game(options)
        path = table_path(game) if options.table is None else Path(options.table)
        build_at = build_folder(game, path)
    deleted = delete_table(path, build_at)
    if not deleted:
        raise BadInput(f"there is no table {str(path)!r} to delete")
    if options.json:
        print_json({"deleted": [{"file": str(each), "bytes": size} for each, size in deleted]})
        return DONE
    return _print_lines(f"deleted {each} ({_megabytes(size)})" for each, size in deleted)


def _positions(number: int) -> str:
    return f"{number:,} position{'' if number == 1 else 's'}"


def _megabytes(size: int) -> str:
    return f"{size:,} bytes" if size < 10_000 else f"{size / MEGABYTE:,.2f} MB"

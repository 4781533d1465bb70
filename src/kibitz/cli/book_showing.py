"""`kibitz book show` and `verify`: what an opening book holds of a position, and whether it is right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kibitz.answer.printing import columns
from kibitz.cli import arguments, values
from kibitz.cli.chosen import chosen_game, settings
from kibitz.cli.terminal import DONE, NO, clear_progress, print_json, say, show_line, shows_progress
from kibitz.errors import BadInput, Unusable
from kibitz.game import Game, State
from kibitz.lookup.book_file import BookFile

OPENING_PLIES = 4
MOST_FAULTS = 10  # that are told
TOLD = ("depth", "seconds", "start", "games", "unfinished")  # of a header, where they are there


def declare(words: Any) -> None:
    """Declare the commands and their arguments."""
    show = arguments.command(words, "show", run_show, "list the moves of a position: values, or how often and how well")
    arguments.position(show)
    show.add_argument("--book", metavar="FILE", help="the book (the one that was built, else the game's own)")
    show.add_argument(
        "--openings", type=values.positive, metavar="N", help="games: the N openings that score best for who begins"
    )
    show.add_argument(
        "--plies", type=values.positive, metavar="N", help=f"the length of these openings ({OPENING_PLIES})"
    )
    show.add_argument("--at-least", type=values.positive, metavar="N", help="only moves played so often (1)")
    show.add_argument("--json", action="store_true", help="print JSON")
    verify = arguments.command(words, "verify", run_verify, "check a book: its bytes, its values, some by the engine")
    arguments.game(verify)
    verify.add_argument("--book", metavar="FILE", help="the book (the one that was built, else the game's own)")
    verify.add_argument("--sample", type=values.positive, metavar="N", help="solve N positions of a solved book anew")
    verify.add_argument("--seed", type=int, default=0, metavar="N", help="which positions these are (0)")
    arguments.interpreted(verify)


def chosen_book(game: Game, named: str | None) -> BookFile:
    """The book that is asked for; `BadInput` where there is none, `Unusable` where it cannot be used."""
    from kibitz.answer.books import book_paths, open_book

    paths = book_paths(game, named)
    path = next((path for path in paths if path.exists()), None)
    if path is None:
        if named is not None:
            raise BadInput(f"there is no book {named!r}")
        raise BadInput(f"there is no book of {game.facts.name!r}: build one with 'kibitz book build'")
    return open_book(game, path)


def run_show(options: Any) -> int:
    """List what a book holds of a position."""
    from kibitz.answer.positions import state_and_text

    game = chosen_game(options)
    book = chosen_book(game, options.book)
    s, text = state_and_text(game, options.position, options.moves)
    if book.holds_values:
        for name, given in (("--openings", options.openings), ("--at-least", options.at_least)):
            if given is not None:
                raise BadInput(f"{name} {given} has no effect: {book.path!r} holds values, not games")
        return _show_values(options, game, book, s, text)
    if options.openings is None:
        if options.plies is not None:
            raise BadInput(f"--plies {options.plies} needs --openings beside it")
        return _show_games(options, game, book, s, text)
    return _show_openings(options, game, book, s, text)


def _about(game: Game, book: BookFile, text: str) -> dict[str, Any]:
    kind = "games" if not book.holds_values else "solved" if book.header["solved"] else "searched"
    told = {name: book.header[name] for name in TOLD if name in book.header}
    about = {"game": game.facts.name, "book": book.path, "kind": kind, "plies": book.plies, "positions": len(book)}
    return {**about, **told, "position": text}


def _headline(about: dict[str, Any]) -> str:
    how: str = about["kind"]
    if how == "games":
        how = f"{about['games']:,} games" if "games" in about else "imported"
    elif how == "searched":
        how += f" to depth {about['depth']}" if "depth" in about else f" for {about['seconds']:g} s each"
    unfinished = ", unfinished" if about.get("unfinished") else ""
    return f"{about['book']}: {how}, {about['plies']} plies, {about['positions']:,} positions{unfinished}"


def _show_values(options: Any, game: Game, book: BookFile, s: State, text: str) -> int:
    from kibitz.answer.analysis import units_text, words_for
    from kibitz.answer.books import Looking
    from kibitz.answer.options import Options

    looking = Looking(game, book, Options())
    judged = None if game.is_terminal(s) else looking.value(s)
    rows = [] if judged is None else [(a, looking.after(s, a)) for a in game.choices(s)]
    rows.sort(key=lambda row: float("inf") if row[1] is None else -row[1].value)
    about = _about(game, book, text)
    moves = []
    for a, found in rows:
        row: dict[str, Any] = {
            "move": game.action_text(s, a),
            "value": None,
            "words": "not in the book",
            "depth": None,
            "exact": False,
        }
        if found is not None:
            words = words_for(game, s, found.value, found.depth is None, found.depth)
            row |= {"value": found.value, "words": words, "depth": found.depth, "exact": found.depth is None}
        moves.append(row)
    value = None if judged is None else judged.value
    if options.json:
        print_json({**about, "value": value, "moves": moves})
        return NO if judged is None else DONE
    print(_headline(about))
    if judged is None:
        say(f"the book does not have {text!r}")
        return NO
    print(f"{text or 'the beginning'}: {words_for(game, s, judged.value, judged.depth is None, judged.depth)}")
    numbers = ["" if row["value"] is None else units_text(game, row["value"]) for row in moves]
    shown = [(str(row["move"]), number, str(row["words"])) for row, number in zip(moves, numbers, strict=True)]
    print("\n".join(columns([("move", "value", "words"), *shown])))
    return DONE


def _show_games(options: Any, game: Game, book: BookFile, s: State, text: str) -> int:
    from kibitz.answer.books_from_games import moves_played

    moves = [move for move in moves_played(game, book, s) if move.times >= (options.at_least or 1)]
    about, total = _about(game, book, text), sum(move.times for move in moves)
    rows = [
        {
            "move": move.move,
            "games": move.times,
            "share": move.times / total,
            "wins": move.wins,
            "draws": move.draws,
            "losses": move.losses,
            "score": move.score,
            "last": move.last,
        }
        for move in moves
    ]
    if options.json:
        print_json({**about, "moves": rows})
        return DONE if rows else NO
    print(_headline(about))
    if not rows:
        say(f"the book does not have {text!r}")
        return NO
    heads = ("move", "games", "share", "score", "won", "drawn", "lost", "last")
    shown = [
        (
            str(row["move"]),
            f"{row['games']:,}",
            f"{row['share']:.0%}",
            percentage(move.score),
            str(move.wins),
            str(move.draws),
            str(move.losses),
            move.last,
        )
        for row, move in zip(rows, moves, strict=True)
    ]
    print("\n".join(columns([heads, *shown])))
    return DONE


def _show_openings(options: Any, game: Game, book: BookFile, s: State, text: str) -> int:
    from kibitz.answer.books_from_games import openings

    found = list(openings(game, book, s, options.plies or OPENING_PLIES, options.at_least or 1))
    found.sort(key=lambda line: (-(line.score if line.score is not None else -1.0), -line.last.times))
    found = found[: options.openings]
    about = _about(game, book, text)
    if options.json:
        lines = [
            {"moves": list(line.moves), "games": line.last.times, "score": line.score, "last": line.last.last}
            for line in found
        ]
        print_json({**about, "openings": lines})
        return DONE if found else NO
    print(_headline(about))
    if not found:
        say(f"the book has no openings of that length from {text!r}, played so often")
        return NO
    shown = [(percentage(line.score), f"{line.last.times:,}", line.last.last, " ".join(line.moves)) for line in found]
    print("\n".join(columns([("score", "games", "last", "line"), *shown])))
    return DONE


def percentage(score: float | None) -> str:
    """A share of the points as people read it; empty where nobody knows."""
    return "" if score is None else f"{100 * score:.1f} %"


def run_verify(options: Any) -> int:
    """Check a book; exit code 1 where something is wrong with it."""
    from kibitz.answer.books_verifying import faults, sampled_faults
    from kibitz.games import GameSource

    source = GameSource(options.game, settings(options.set))
    game = source.game()

    def found(book: BookFile) -> Iterator[str]:
        yield from faults(game, book, _progress)
        if options.sample is not None:
            if not book.holds_values or not book.header["solved"]:
                raise BadInput(f"--sample {options.sample} needs a solved book, which {book.path!r} is not")
            yield from sampled_faults(source, book, options.sample, options.seed, options.interpreted, _progress)

    number = 0
    try:
        book = chosen_book(game, options.book)
        for sentence in found(book):
            number += 1
            clear_progress()
            if number <= MOST_FAULTS:
                say(sentence)
    except Unusable as error:
        clear_progress()
        say(str(error))
        return NO
    clear_progress()
    if number:
        say(f"{number:,} faults in {book.path!r}")
        return NO
    also = f", {min(options.sample, len(book)):,} of them solved anew" if options.sample is not None else ""
    print(f"{book.path}: {len(book):,} positions are right{also}")
    return DONE


def _progress(text: str) -> None:
    if shows_progress():
        show_line(text)

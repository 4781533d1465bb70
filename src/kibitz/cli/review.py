"""`kibitz review`: a game that was played, judged move by move."""

from __future__ import annotations

from typing import Any

from kibitz.answer.judged_ply import BLUNDER, MISTAKE, SLIP, JudgedPly
from kibitz.answer.positions import beginning
from kibitz.answer.review import Review, review
from kibitz.cli import arguments, values
from kibitz.cli.chosen import chosen_game, settings
from kibitz.cli.kept_games import annotated_text, is_record, kept_text, read_kept, unclaimed
from kibitz.cli.played_game import load
from kibitz.cli.terminal import DONE, clear_progress, print_json, say, show_line, shows_progress
from kibitz.errors import BadInput
from kibitz.game import Game, State
from kibitz.game.record import KeptGame, Remark
from kibitz.games import game as make_game
from kibitz.games import parameters_from_text
from kibitz.saving import refuse_unwritable, write_text

USUAL_SECONDS = 0.3  # for each position
CHART = 400  # pixels of the chart in a web page
MARKS = {SLIP: "?!", MISTAKE: "?", BLUNDER: "??"}


def declare(words: Any) -> None:
    """Declare the command and its arguments."""
    parser = arguments.command(words, "review", run, "judge every move of a game that was played")
    arguments.game(parser)
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help="a game saved by 'kibitz play', PGN for chess, PDN for checkers, SGF for Go",
    )
    parser.add_argument("--position", metavar="POSITION", help="where the game began; default: the initial position")
    arguments.moves(parser)
    parser.add_argument(
        "--time", type=values.seconds, metavar="SECONDS", help=f"time limit for each position ({USUAL_SECONDS:g})"
    )
    parser.add_argument("--depth", type=values.positive, metavar="N", help="depth limit in plies")
    parser.add_argument("--nodes", type=values.positive, metavar="N", help="node limit for each position")
    parser.add_argument(
        "--budget", type=values.seconds, default=0.0, metavar="SECONDS", help="time to look again at what is not proven"
    )
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="write the game with what is said about its moves: .html, or the PGN, PDN or SGF of the game",
    )
    arguments.output(parser)


def run(options: Any) -> int:
    """Judge a game; print every move, and where it turned."""
    game, start, moves = given_game(options)
    if options.out:
        refuse_unwritable(options.out)
        if not _is_page(options.out) and not is_record(type(game), options.out):
            raise BadInput(f"--out {options.out!r}: {game.facts.name} has no file with this ending for a judged game")
    is_limited = options.time or options.depth or options.nodes
    found = review(
        game,
        start,
        moves,
        seconds=options.time if is_limited else USUAL_SECONDS,
        depth=options.depth,
        nodes=options.nodes,
        budget=options.budget,
        interpreted=options.interpreted,
        progress=_show if shows_progress() and not options.json else None,
    )
    if shows_progress() and not options.json:
        clear_progress()
    _print(options, found)
    if options.out:
        is_page = _is_page(options.out)
        write_text(options.out, _page(game, start, found) if is_page else _annotated(options, game, start, found))
    return DONE


def _is_page(file: str) -> bool:
    return file.lower().endswith((".html", ".htm"))


def _page(game: Game, start: State, found: Review) -> str:
    """The judged game as one web page that needs no server."""
    from kibitz.answer.positions import played
    from kibitz.answer.take_away import game_page, review_chart

    plies, end = played(game, start, [ply.move for ply in found.plies if ply.move is not None])
    return game_page(game, plies, end, judged=found.json() | {"chart": review_chart(found, CHART)})


def given_game(options: Any) -> tuple[Game, State, list[str]]:
    """The game that options name, where it began, and its moves: from the file, or else `--position` and `--moves`."""
    if options.file is None:
        game = chosen_game(options)
        return game, beginning(game, options.position), options.moves.split()
    if options.moves or options.position:
        raise BadInput(f"{options.file!r} brings its own position and moves; leave --position and --moves out")
    game = chosen_game(options)
    kept = read_kept(type(game), options.file)
    if kept is not None:
        if kept.parameters:
            told = {**dict(kept.parameters), **settings(options.set)}
            game = make_game(options.game, **parameters_from_text(type(game), told))
        game = _as_played(game, kept)
        return game, beginning(game, kept.position or None), list(kept.moves)
    saved = load(options.file, options.game)
    return saved.game, saved.start, saved.json()["moves"]


def _as_played(game: Game, kept: KeptGame) -> Game:
    """The game as people played it: if they went on where a draw could be claimed, without that rule."""
    s = beginning(game, kept.position or None)
    for move in kept.moves:
        if game.is_terminal(s):
            say(f"the game goes on where it is drawn by a rule ({game.text(s)}): judged without that rule")
            return unclaimed(game)
        s = game.result(s, game.parse_action(s, move))
    return game


def _show(found: Review) -> None:
    show_line(f"position {len(found.plies)}")


def _print(options: Any, found: Review) -> None:
    if options.json:
        print_json(found.json())
        return
    moves = [ply for ply in found.plies if ply.move is not None]
    widest, longest = (max((len(text) for text in column), default=0) for column in _columns(moves))
    for ply in moves:
        print(f"{ply.ply:>4}  {ply.move or '':<{widest}}  {ply.words:<{longest}}  {_said(ply)}".rstrip())
    print(found.sentence)


def _columns(moves: list[JudgedPly]) -> tuple[list[str], list[str]]:
    """The texts of the two columns that are as wide as their longest text."""
    return [ply.move or "" for ply in moves], [ply.words for ply in moves]


def _said(ply: JudgedPly) -> str:
    """What is said about a move that was not best; empty where it was."""
    if not ply.mistake:
        return ""
    return f"{ply.mistake}: {ply.best} was better ({ply.best_words})"


def _annotated(options: Any, game: Game, start: State, found: Review) -> str:
    """The game with what was found, in the form that the ending of the file says."""
    remarks = {
        number: Remark(MARKS.get(ply.mistake, ""), ply.words, ply.best or "" if ply.mistake else "")
        for number, ply in enumerate(found.plies[1:])
    }
    if options.file is not None and is_record(type(game), options.file):
        return annotated_text(game, options.file, remarks)
    moves = [ply.move for ply in found.plies if ply.move is not None]
    s = start
    for move in moves:
        s = game.result(s, game.parse_action(s, move))
    return kept_text(game, options.out, moves, start, s if game.is_terminal(s) else None, remarks)

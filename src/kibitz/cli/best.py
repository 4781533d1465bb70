"""`kibitz best`: the best move, a value for every legal one, and why."""

from __future__ import annotations

import sys
from typing import Any

from kibitz.answer.analysis import Analysis, mover, value_text
from kibitz.answer.options import USUAL_SECONDS, has_limit
from kibitz.answer.positions import game_so_far
from kibitz.answer.selective_statistics import COUNTED, in_sentences
from kibitz.cli import arguments, values
from kibitz.cli.chosen import analysis, chosen_game, modelled
from kibitz.cli.proofs import proof_json, refuse_proof, show_proof
from kibitz.cli.spreading import add_spreading, is_spread, spread_from
from kibitz.cli.terminal import DONE, INTERRUPTED, NO, answer_lines, print_json
from kibitz.errors import BadInput, Unwritten
from kibitz.game import Game, State


def declare(words: Any) -> None:
    """Declare the command and its arguments."""
    parser = arguments.command(words, "best", run, "find the best move and judge every legal one")
    arguments.position(parser)
    arguments.search(parser)
    parser.add_argument(
        "--outcomes", type=values.part, metavar="P", help="expectiminimax: only the likeliest outcomes, of share P"
    )
    arguments.opponent(parser)
    add_spreading(parser)
    parser.add_argument("--why", metavar="MOVE", help="say why a move is not best")
    parser.add_argument(
        "--proof", metavar="FILE", help="proof: write the proof to FILE (.svg, .json or text; - prints)"
    )
    parser.add_argument("--stats", action="store_true", help="print statistics of the search")
    parser.add_argument("--ablate", action="store_true", help="measure what each technique saves on this position")


def run(options: Any) -> int:
    """Answer a position; with `-`, every line of standard input."""
    game = chosen_game(options)
    if is_spread(options):
        if options.ablate:
            raise BadInput("--ablate measures one search: leave --workers and --cluster out")
        with spread_from(options) as options.spread:
            return _answered(options, game)
    return _answered(options, game)


def _answered(options: Any, game: Game) -> int:
    if options.position == "-":
        return answer_lines(lambda line: _best_of(options, game, line))
    return _best_of(options, game, options.position)


def _best_of(options: Any, game: Game, position: str | None) -> int:
    refuse_proof(options)
    s, text, history = game_so_far(game, position, options.moves)
    game = modelled(options, game, mover(game, s))
    if options.ablate:
        return _ablate(options, game, s)
    try:
        seconds = options.time if has_limit(options) else USUAL_SECONDS
        answer = analysis(options, game, s, text, seconds, history)
    except Unwritten as error:
        _print_answer(options, error.answer, text)
        raise
    _print_answer(options, answer, text)
    if answer.search.stopped_by == "interrupted":
        return INTERRUPTED
    return NO if options.exact and not answer.exact else DONE


def _print_answer(options: Any, answer: Analysis, text: str) -> None:
    """The answer, and what was asked for beside it."""
    if options.json:
        print_json(answer.json() | proof_json(options, answer))
    elif options.position == "-":
        print(f"{text} {answer.best}")
    else:
        print(answer)
    if options.why is not None and not options.json:
        print(_why(answer, options.why))
    if options.why is not None or options.proof:
        show_proof(options, answer)
    if options.stats and not options.json:
        _print_statistics(answer)
    sys.stdout.flush()


def _why(answer: Analysis, move: str) -> str:
    """Why a move is not best; else that it is, and what speaks for it."""
    argued = answer.why(move)
    row = next((each for each in answer.moves if each.move == move), None)
    if argued or row is None:
        return argued
    if row.undecided and move != answer.best:
        return f"{move} is undecided."
    best = "is best" if move == answer.best and any(each.loss > 0 for each in answer.moves) else ""
    others = [each.move for each in answer.moves if each.loss <= 0 and each.move != move]
    equal = best or (f"is as good as {others[0]}" if others else "is the only move")
    reason = answer.reason(move)
    return f"{move} {equal}{f': it {reason}' if reason else ''}."


def _print_statistics(answer: Analysis) -> None:
    """What the search counted, one number a line; then the nodes of each ply beside the size of the tree."""
    if not answer.search.statistics:
        print(f"{answer.search.algorithm} keeps no statistics; deepening does")
    for name, value in answer.search.statistics.items():
        if name != "nodes_by_ply" and name not in COUNTED:
            print(f"{name.replace('_', ' ')}: {value}")
    for sentence in in_sentences(answer.search.statistics):
        print(sentence)
    if answer.moves and answer.moves[0].visits is not None:
        _print_visits(answer)
    by_ply = answer.search.statistics.get("nodes_by_ply", [])
    branching = answer.search.statistics.get("branching", 0)
    if by_ply and branching:
        print(f"{'ply':>4} {'nodes':>14} {'b^m':>14} {'b^(m/2)':>14}")
        for ply, nodes in enumerate(by_ply):
            print(f"{ply:>4} {nodes:>14,} {branching**ply:>14.3g} {branching ** (ply / 2):>14.3g}")


def _print_visits(answer: Analysis) -> None:
    """How often every move was simulated, what that brought on average, and how sure that is."""
    width = max(4, *(len(move.move) for move in answer.moves))
    print(f"{'move':<{width}} {'visits':>12} {'mean':>12}  95 %")
    for move in answer.moves:
        mean = value_text(move.value) if move.visits else "?"
        confidence = "proven" if move.exact else f"± {move.confidence:.3g}" if move.visits else ""
        print(f"{move.move:<{width}} {move.visits or 0:>12,} {mean:>12}  {confidence}".rstrip())


def _ablate(options: Any, game: Game, s: State) -> int:
    """A table of what each technique saves, a row as soon as it is measured."""
    from kibitz.answer.ablation import ablate, measurable

    measurable(game, s, options.depth)
    rows = []
    if not options.json:
        print(f"{'without':<16}{'nodes':>14}{'times':>9}{'seconds':>10}  value")
    for row in ablate(game, s, options.depth, interpreted=options.interpreted):
        rows.append(row)
        if not options.json:
            times = row.nodes / max(1, rows[0].nodes)
            value = "given up" if row.value is None else value_text(row.value)
            counts = f"{row.nodes:>14,}{times:>9.2f}{row.seconds:>10.3f}"
            print(f"{row.without or '(all on)':<16}{counts}  {value}", flush=True)
    if options.json:
        print_json([row.json() for row in rows])
    return DONE

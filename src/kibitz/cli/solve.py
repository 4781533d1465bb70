"""`kibitz solve`: the exact value of positions."""

from __future__ import annotations

from typing import Any

from kibitz.answer.analysis import mover, value_text
from kibitz.answer.certainty import Value
from kibitz.answer.idle_options import refuse_idle
from kibitz.answer.kept_solving import KeptSolving, as_value
from kibitz.answer.plan import Plan
from kibitz.answer.positions import game_so_far, verdict_of_repetition
from kibitz.answer.root_moves import solve_apart
from kibitz.answer.solve import Solver
from kibitz.cli import arguments, terminal
from kibitz.cli.chosen import analysis, chosen_game, modelled, search_options
from kibitz.cli.solve_many import solve_many
from kibitz.cli.spreading import add_spreading, is_spread, spread_from
from kibitz.cli.values_behind import without_answer
from kibitz.errors import BadInput, Unwritten
from kibitz.game import MAX, Game, State
from kibitz.game.repeating import is_repeated_out


def declare(words: Any) -> None:
    """Declare the command and its arguments."""
    parser = arguments.command(words, "solve", run, "find the exact value of positions")
    arguments.game(parser)
    parser.add_argument("positions", metavar="POSITION", nargs="*", help="- reads one a line from standard input")
    arguments.moves(parser)
    arguments.opponent(parser)
    arguments.search(parser)
    add_spreading(parser)
    parser.add_argument(
        "--keep", metavar="FILE", help="keep answers and what is proven in FILE; run again, it goes on from there"
    )


def run(options: Any) -> int:
    """Print the exact value of every position."""
    game = chosen_game(options)
    if options.depth is not None:
        raise BadInput(f"--depth {options.depth} with solve: an exact value has no depth limit; use best")
    if options.opponent is None:
        given = search_options(options, options.time)
        refuse_idle(given)
        Plan.of(game, given, for_value=True)  # refused once, not with every position
    if options.keep and options.strategy:
        raise BadInput("--keep keeps exact values, and --strategy a strategy: give one of them")
    solvers = _Solvers(options, _kept(options, game))
    if game.facts.hidden and options.algorithm == "auto" and not game.usual:
        terminal.say("as if all cards were open: what a player sees of a position has no exact value")
    if is_spread(options):
        with spread_from(options) as options.spread:
            if options.positions == ["-"] or len(options.positions) > 1:
                _refuse_many_at_once(options)
                return solve_many(options, game, options.spread)
            position = next(iter(options.positions), None)
            return _solve_one(options, game, solvers, position, with_position=False)
    if not options.positions:
        return _solve_one(options, game, solvers, None, with_position=False)
    return terminal.answer_each(
        options.positions, lambda text, many: _solve_one(options, game, solvers, text, with_position=many)
    )


def _kept(options: Any, game: Game) -> KeptSolving | None:
    """Where answers are kept, if anywhere: beside the game they depend on how it is asked."""
    if not options.keep:
        return None
    names = ("algorithm", "opponent", "opponent_depth", "weights")
    asked = {name: given for name in names if (given := getattr(options, name)) is not None}
    return KeptSolving(options.keep, game, asked, say=terminal.say)


class _Solvers:
    """A solver, kept for the next position; against a model of the opponent there is one for each player."""

    def __init__(self, options: Any, kept: KeptSolving | None) -> None:
        self._options = options
        self.kept = kept
        self._kept: dict[int, Solver] = {}
        self._expected = ""  # how long it may take, where somebody is watching long work

    def expect(self, game: Game, s: State, history: tuple[int, ...]) -> None:
        """Find out how long a position may take, before its search begins, and say so as long as it lasts."""
        from kibitz.answer.forecast import solving_time

        options, kept = self._options, self.kept
        self._expected = ""
        if kept is None or options.json or options.time is not None or not terminal.shows_progress():
            return
        if game.is_terminal(s) or kept.answer(KeptSolving.name(game, s, history), "value") is not None:
            return
        algorithm = Plan.of(game, search_options(options, None), for_value=True).algorithm.name
        self._expected = solving_time(game, s, algorithm, interpreted=options.interpreted)

    def _show(self, line: str) -> None:
        terminal.show_line(f"{line}; {self._expected}" if self._expected else line)

    def of(self, game: Game) -> Solver:
        """The solver for this game."""
        options = self._options
        player = game.seat(MAX)
        if player not in self._kept:
            progress = self._show if terminal.shows_progress() else None
            self._kept[player] = Solver(game, search_options(options, options.time), progress, self.kept)
        return self._kept[player]


def _solve_one(options: Any, game: Game, solvers: _Solvers, position: str | None, *, with_position: bool) -> int:
    position, expected = without_answer(game, position)
    s, text, history = game_so_far(game, position, options.moves)
    game = modelled(options, game, mover(game, s))
    solver = solvers.of(game)
    if options.json:
        return _print_analysis(options, game, s, text, history, solvers.kept)
    if getattr(options, "spread", None) is None:
        solvers.expect(game, s, history)
        value = solver.value(s, history)
    else:
        value = _solved_apart(options, game, s, history, solvers.kept)
    terminal.clear_progress()
    if left_out := solver.complaint():
        terminal.say(left_out)
    print(f"{text} {value_text(value)}" if with_position else value_text(value), flush=True)
    if is_repeated_out(game, s, history):
        terminal.say(verdict_of_repetition(game, s, history))
    if expected is not None and value_text(value) != value_text(expected):
        terminal.say(f"{text!r} is worth {value_text(value)}, but its line says {expected:g}")
        return terminal.NO
    return terminal.DONE


def _solved_apart(options: Any, game: Game, s: State, history: tuple[int, ...], kept: KeptSolving | None) -> Value:
    """The value, by workers who share the moves; where answers are kept, the one that was found before."""
    name = "" if kept is None else KeptSolving.name(game, s, history)
    if kept is not None and (found := kept.answer(name, "value")) is not None:
        return as_value(found)
    progress = terminal.show_line if terminal.shows_progress() else None
    given = search_options(options, options.time, history)
    value = solve_apart(game, given, s, spread=options.spread, progress=progress)
    if kept is not None:
        kept.keep(name, "value", value)
    return value


def _print_analysis(
    options: Any, game: Game, s: State, text: str, history: tuple[int, ...], kept: KeptSolving | None
) -> int:
    """The same object as `kibitz best --json` prints; where answers are kept, the one that was found before."""
    name = "" if kept is None else KeptSolving.name(game, s, history)
    if kept is not None and (found := kept.answer(name, "json")) is not None:
        terminal.print_json({**found, "position": text})
        return terminal.DONE
    try:
        answer = analysis(options, game, s, text, options.time, history)
    except Unwritten as error:
        terminal.print_json(error.answer.json())
        raise
    terminal.print_json(answer.json())
    if kept is not None and answer.exact:
        kept.keep(name, "json", answer.json())
    if answer.search.stopped_by == "interrupted":
        return terminal.INTERRUPTED
    return terminal.DONE if answer.exact else terminal.NO


def _refuse_many_at_once(options: Any) -> None:
    if options.json or options.opponent is not None:
        given = "--json" if options.json else "--opponent"
        raise BadInput(f"{given} with many positions is answered by one worker: leave --workers and --cluster out")

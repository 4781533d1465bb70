"""What each command does, once it is known what was asked for."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from kibitz.answer.analysis import Analysis, how_far, mover, value_text
from kibitz.answer.answering import Solver, analyse, choose
from kibitz.answer.catalogue import described
from kibitz.answer.positions import state_and_text
from kibitz.check import check
from kibitz.check.perft import perft
from kibitz.errors import BadInput, KibitzError, Unsolved, Unwritten
from kibitz.game import MAX, Game
from kibitz.game.malformed import answers_the_questions
from kibitz.games import game as make_game
from kibitz.games import game_class, names, parameters_from_text
from kibitz.games.tree import Tree
from kibitz.lab.against import tree_against
from kibitz.lab.recording import Recorder, shown
from kibitz.lab.running import (
    best_child,
    bounded_tree,
    bounds_text,
    recorded,
    tree_algorithm,
    tree_json,
    tree_value,
)
from kibitz.saving import refuse_unwritable, write_text
from kibitz.search.algorithm import Algorithm
from kibitz.search.asking import Choice
from kibitz.search.engine.engine import Techniques
from kibitz.search.opponent import USUAL_DEPTH, against
from kibitz.search.several.vector_engine import USED_TECHNIQUES
from kibitz.search.watch import Count

DONE, NO, BAD, INTERRUPTED = 0, 1, 2, 130
USUAL_SECONDS = 2.0  # for `best` where no limit is given


def say(sentence: str) -> None:
    """A message, not data: one line, in which what a terminal would obey is spelt out."""
    line = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in " ".join(sentence.splitlines()))
    print(f"kibitz: {line}", file=sys.stderr, flush=True)


def parameters(options: Any) -> dict[str, str]:
    """What `--set` gave, by name."""
    given: dict[str, str] = {}
    for setting in options.set:
        name, equals, value = setting.partition("=")
        if not equals or not name:
            raise BadInput(f"--set {setting!r} is not understood: expected NAME=VALUE")
        given[name.strip()] = value.strip()
    return given


def chosen_game(options: Any) -> Game:
    """The game with its parameters."""
    cls = game_class(options.game)
    game = make_game(options.game, **parameters_from_text(cls, parameters(options)))
    answers_the_questions(game)
    if getattr(options, "weights", None):
        from kibitz.learn import learnt

        return learnt(game, options.weights)  # type: ignore[no-any-return]
    return game


def _progress(options: Any) -> Callable[[Analysis], None] | None:
    """A line on the terminal for every better answer."""
    if options.json or not sys.stderr.isatty():
        return None

    def show(answer: Analysis) -> None:
        search = answer.search
        far = how_far(search)
        line = f"{far}: {answer.best} {answer.words}, {search.nodes:,} nodes, {search.seconds:.1f} s"
        show_line(line)

    return show


def show_line(line: str) -> None:
    """A line on the terminal in place of the last one."""
    print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)


def _analysis(options: Any, game: Game, s: Any, position: str, seconds: float | None) -> Analysis:
    show = _progress(options)
    answer = analyse(
        game,
        s,
        seconds=seconds,
        depth=options.depth,
        nodes=options.nodes,
        algorithm=options.algorithm,
        threads=options.threads,
        megabytes=options.memory,
        techniques=techniques(options, game, exact=seconds is None and options.depth is None and options.nodes is None),
        outcomes=getattr(options, "outcomes", None),
        interpreted=options.interpreted,
        progress=show,
        position=position,
        worlds=options.worlds,
        seed=options.seed,
        variant=options.variant,
        iterations=options.iterations,
        strategy=options.strategy,
    )
    if show is not None:
        show_line("")
    return answer


def techniques(options: Any, game: Game, *, exact: bool = False) -> Techniques:
    """What `--techniques` switched on and off; only the engines have any. `exact`: asked for without a limit."""
    chosen = choose(options.algorithm, game, exact=exact, outcomes=getattr(options, "outcomes", None)).name
    if options.techniques and chosen not in ("deepening", "maxn", "paranoid", "best-reply"):
        raise BadInput(f"--techniques {options.techniques!r} is for deepening: {chosen} has none to switch")
    named = Techniques.named(options.techniques)
    useless = [name for name in named if chosen == "maxn" and name not in USED_TECHNIQUES]
    if useless:
        expected = ", ".join(name.replace("_", "-") for name in USED_TECHNIQUES)
        raise BadInput(f"{useless[0].replace('_', '-')!r} is no technique of maxn: expected one of {expected}")
    return Techniques(**named)


def modelled(options: Any, game: Game, player: int) -> Game:
    """The game as a player sees it, where `--opponent` says how the others play."""
    if options.opponent is None:
        if options.opponent_depth is not None:
            raise BadInput(f"--opponent-depth {options.opponent_depth} needs an opponent: expected --opponent with it")
        return game
    depth = USUAL_DEPTH if options.opponent_depth is None else options.opponent_depth
    return against(game, options.opponent, player=max(0, player), depth=depth)


def _print_json(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False))


# ---------------------------------------------------------------- the commands


def games(options: Any) -> int:
    """List every game."""
    rows = [described(make_game(name)) for name in names()]
    if options.json:
        _print_json(rows)
        return DONE
    width = max(len(row["name"]) for row in rows) + 2
    for row in rows:
        traits = [f"{row['players']} players" if row["players"] > 1 else "1 player"]
        traits += [word for word, holds in (("chance", row["chance"]), ("hidden", row["hidden"])) if holds]
        print(f"{row['name']:<{width}}{row['title']} ({', '.join(traits)})")
        print(f"{'':<{width}}positions: {row['notation']}")
        print(f"{'':<{width}}algorithms: {', '.join(row['algorithms'])}")
    return DONE


def best(options: Any) -> int:
    """Tell the best move, and a row for every legal one; with `-`, of every line of standard input."""
    game = chosen_game(options)
    if options.position == "-":
        return _each_line(lambda line: _best_of(options, game, line))
    return _best_of(options, game, options.position)


def _best_of(options: Any, game: Game, position: str | None) -> int:
    s, text = state_and_text(game, position, options.moves)
    game = modelled(options, game, mover(game, s))
    if options.ablate:
        return _ablate(options, game, s)
    free = options.exact or options.depth or options.nodes or options.time or options.worlds or options.iterations
    try:
        answer = _analysis(options, game, s, text, options.time if free else USUAL_SECONDS)
    except Unwritten as error:
        _print_best(options, error.answer, text)
        raise
    _print_best(options, answer, text)
    if answer.search.stopped_by == "interrupted":
        return INTERRUPTED
    return NO if options.exact and not answer.exact else DONE


def _print_best(options: Any, answer: Analysis, text: str) -> None:
    """The answer of `best`, and what was asked for beside it."""
    if options.position == "-" and not options.json:
        print(f"{text} {answer.best}")
    else:
        _print_json(answer.json()) if options.json else print(answer)
    if options.why and not options.json:
        equal = "is best" if options.why == answer.best else f"is as good as {answer.best}"
        print(answer.why(options.why) or f"{options.why} {equal}.")
    if options.stats and not options.json:
        _print_statistics(answer)
    sys.stdout.flush()


def _print_statistics(answer: Analysis) -> None:
    """Numbers that teach, one a line."""
    if not answer.search.statistics:
        print(f"{answer.search.algorithm} keeps no statistics: deepening does")
    for name, value in answer.search.statistics.items():
        if name != "nodes_by_ply":
            print(f"{name.replace('_', ' ')}: {value}")
    by_ply = answer.search.statistics.get("nodes_by_ply", [])
    branching = answer.search.statistics.get("branching", 0)
    if by_ply and branching:
        print(f"{'ply':>4} {'nodes':>14} {'b^m':>14} {'b^(m/2)':>14}")
        for ply, nodes in enumerate(by_ply):
            print(f"{ply:>4} {nodes:>14,} {branching**ply:>14.3g} {branching ** (ply / 2):>14.3g}")


def _ablate(options: Any, game: Game, s: Any) -> int:
    """The table of what each technique saves."""
    from kibitz.answer.ablation import ablate, measurable

    choose("deepening", game)
    measurable(game, options.depth)
    if game.is_terminal(s):
        raise BadInput(f"the game is over at {game.text(s)!r}: there is nothing to search")
    rows = []
    if not options.json:
        print(f"{'without':<16}{'nodes':>14}{'times':>9}{'seconds':>10}  value")
    for row in ablate(game, s, options.depth, interpreted=options.interpreted):
        rows.append(row)
        if not options.json:
            times = row.nodes / max(1, rows[0].nodes)
            value = "given up" if row.value is None else value_text(row.value)
            print(
                f"{row.without or '(all on)':<16}{row.nodes:>14,}{times:>9.2f}{row.seconds:>10.3f}  {value}", flush=True
            )
    if options.json:
        _print_json([row.json() for row in rows])
    return DONE


def solve(options: Any) -> int:
    """Tell the exact value of positions."""
    game = chosen_game(options)
    if options.depth is not None:
        raise BadInput(f"--depth {options.depth} with solve: an exact value has no depth limit; use best")
    if options.opponent is None:
        techniques(options, game, exact=True)  # refused once, not with every position
    solvers = _Solvers(options)
    if game.facts.hidden and options.algorithm == "auto" and not game.usual:
        say("as if all cards were open: an exact value is one of a position, and a player does not see all of it")
    if options.positions == ["-"]:
        return _each_line(lambda line: _solve_one(options, game, solvers, line, with_position=True))
    many = len(options.positions) > 1
    for position in options.positions or [None]:
        code = _solve_one(options, game, solvers, position, with_position=many)
        if code != DONE:
            return code
    return DONE


def dummy(options: Any) -> int:
    """Tell how many tricks every declarer takes in every suit; of many deals, twenty digits each."""
    from kibitz.games.bridge.double_dummy import DoubleDummy

    solver = DoubleDummy(interpreted=options.interpreted)

    def answer(deal: str, *, in_a_line: bool) -> int:
        found = solver.tricks(deal)
        if options.json:
            _print_json({"deal": found.deal, "tricks": found.by_declarer})
        else:
            print(f"{found.deal} {found.digits}" if in_a_line else found, flush=True)
        return DONE

    if options.deals == ["-"]:
        return _each_line(lambda line: answer(line, in_a_line=True))
    for deal in options.deals:
        answer(deal, in_a_line=len(options.deals) > 1)
    return DONE


class _Solvers:
    """A solver, kept for the next position; against a model of the opponent there is one for each player."""

    def __init__(self, options: Any) -> None:
        self._options = options
        self._kept: dict[int, Solver] = {}

    def of(self, game: Game) -> Solver:
        """The one for this game."""
        options = self._options
        player = game.seat(MAX)
        if player not in self._kept:
            self._kept[player] = Solver(
                game,
                seconds=options.time,
                nodes=options.nodes,
                algorithm=options.algorithm,
                threads=options.threads,
                megabytes=options.memory,
                techniques=techniques(options, game, exact=True),
                interpreted=options.interpreted,
                progress=show_line if sys.stderr.isatty() else None,
            )
        return self._kept[player]


def _solve_one(options: Any, game: Game, solvers: _Solvers, position: str | None, *, with_position: bool) -> int:
    position, expected = _without_answer(game, position)
    s, text = state_and_text(game, position, options.moves)
    game = modelled(options, game, mover(game, s))
    solver = solvers.of(game)
    if options.json:
        try:
            answer = _analysis(options, game, s, text, options.time)
        except Unwritten as error:
            _print_json(error.answer.json())
            raise
        _print_json(answer.json())
        if answer.search.stopped_by == "interrupted":
            return INTERRUPTED
        return DONE if answer.exact else NO
    value = solver.value(s)
    if sys.stderr.isatty():
        show_line("")
    print(f"{text} {value_text(value)}" if with_position else value_text(value), flush=True)
    if expected is not None and value_text(value) != value_text(expected):
        say(f"{text!r} is worth {value_text(value)}, but its line says {expected:g}")
        return NO
    return DONE


def _without_answer(game: Game, line: str | None) -> tuple[str | None, float | None]:
    """A position, and the value that may stand behind it, as in files of solved positions."""
    position, _, last = (line or "").rpartition(" ")
    if line is None or not position:
        return line, None
    try:
        game.parse(line)
    except BadInput:
        try:
            return position.strip(), float(last)
        except ValueError:
            pass
    return line, None


def _each_line(answer: Callable[[str], int]) -> int:
    """Answer every line of standard input; a bad one is told, and the others are answered all the same."""
    worst = DONE
    for number, line in enumerate(_lines(sys.stdin), 1):
        try:
            code = answer(line)
        except KibitzError as error:
            say(f"line {number}: {error}")
            code = NO if isinstance(error, Unsolved) else BAD
        if code == INTERRUPTED:
            return code
        worst = max(worst, code)
    return worst


def _lines(file: Any) -> Iterator[str]:
    for line in file:
        if line.strip():
            yield line.strip()


def play(options: Any) -> int:
    """Play in the terminal."""
    from kibitz.cli import play as table

    return table.play(options)


def film(options: Any) -> int:
    """Show a game that plays by itself."""
    from kibitz.cli.film import film as show

    return show(options)


def beliefs(options: Any) -> int:
    """Play a game as it is believed to be against the game as it is, each way round."""
    from kibitz.arena import beliefs as minds

    trials = minds.trials(options.game, parameters(options), options.vary)
    tallies = []
    interrupted = False
    for number, trial in enumerate(trials, 1):
        show = sys.stderr.isatty() and (lambda done, at=number: show_line(f"pair {at} of {len(trials)}, game {done}"))
        tally = trial.tally(
            options.games,
            depth=options.depth,
            reply=options.reply,
            seed=options.seed,
            rounds=options.rounds,
            interpreted=options.interpreted,
            progress=show or None,
        )
        tallies += [tally] if tally is not None else []
        interrupted = tally is None or tally.games < options.games
        if interrupted:
            break
    if sys.stderr.isatty():
        show_line("")
    if options.json:
        _print_json([tally.json() for tally in tallies])
    else:
        print(minds.table(tallies))
        broken = sum(tally.unfinished for tally in tallies)
        depths = f"depth {options.depth}, the others {options.reply}; seed {options.seed}"
        ends = f"; {broken} games of more than {options.rounds} rounds were broken off" if broken else ""
        print(f"{options.games} games each; {depths}; ± one standard error{ends}")
    return INTERRUPTED if interrupted else DONE


def tree(options: Any) -> int:
    """Run a textbook search on a tree in brackets."""
    if options.svg:
        refuse_unwritable(options.svg)
    drawn = Tree(sys.stdin.read() if options.tree == "-" else options.tree)
    if options.opponent is not None or options.opponent_depth is not None:
        drawn = tree_against(drawn, modelled(options, drawn, MAX))
    algorithm = tree_algorithm(drawn, options.algorithm, options.variant, options.outcomes)
    drawn = bounded_tree(drawn, algorithm, options.bounds)
    choice, recorder = recorded(drawn, algorithm, options.depth)
    if options.step is not None and not options.svg:
        raise BadInput(f"--step {options.step} is for a drawing: expected --svg FILE with it")
    if options.step is not None and options.step >= len(recorder.steps):
        raise BadInput(f"--step {options.step} is past the end: the search has steps 0 to {len(recorder.steps) - 1}")
    drawing = ""
    if options.svg:
        from kibitz.lab.drawing import tree_svg

        drawing = tree_svg(drawn, recorder, options.step)
    _print_tree(options, drawn, algorithm, choice, recorder)
    if options.svg:
        write_text(options.svg, drawing)  # after the answer, which is printed whatever becomes of the file
    return DONE


def _print_tree(options: Any, drawn: Tree, algorithm: Algorithm, choice: Choice, recorder: Recorder) -> None:
    """What a search of a tree has found."""
    if options.json:
        _print_json(tree_json(drawn, algorithm, choice, recorder))
        return
    value, between = tree_value(algorithm, choice)
    print(f"value: {shown(value)}{f', between {shown(between[0])} and {shown(between[1])}' if between else ''}")
    print(f"best: {best_child(drawn, choice) or 'none'}")
    print(f"visited leaves: {' '.join(shown(v) for v in recorder.leaves)}")
    print(f"pruned: {', '.join(f'child {number} of {parent}' for parent, number in recorder.pruned) or 'nothing'}")
    if bounds := bounds_text(drawn, algorithm, "; give your own with --bounds=LOW,HIGH"):
        print(f"bounds: {bounds}")
    if options.steps:
        print()
        print("\n".join(f"{number:>3}  {line}" for number, line in enumerate(algorithm.pseudocode.split("\n"), 1)))
        print()
        for step in recorder.steps:
            print(f"{step.index:>4}. [line {step.line}] {step.sentence}")


def serve(options: Any) -> int:
    """Serve the page until Ctrl-C."""
    try:
        from kibitz.web.server import serve as run
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "kibitz":
            raise
        raise BadInput(f"the page needs {error.name!r}, which is not installed: pip install 'kibitz[page]'") from None
    run(options)


def perft_command(options: Any) -> int:
    """Count the positions at a depth."""
    game = chosen_game(options)
    s, text = state_and_text(game, options.position, options.moves)
    perft(game, s, depth=0, interpreted=options.interpreted)  # compiles
    started = time.perf_counter()
    found = perft(game, s, depth=options.depth, interpreted=options.interpreted, watch=Count())
    seconds = time.perf_counter() - started
    speed = round(found.nodes / seconds) if seconds > 0 else 0
    if options.json:
        _print_json(
            {
                "game": game.facts.name,
                "position": text,
                "depth": options.depth,
                "leaves": found.leaves,
                "nodes": found.nodes,
                "finished": found.finished,
                "seconds": round(seconds, 6),
                "nodes_per_second": speed,
            }
        )
        return DONE
    print(f"{found.leaves}")
    print(f"{found.nodes:,} nodes, {found.finished:,} finished games, {seconds:.3g} s, {speed:,} nodes a second")
    return DONE


def check_command(options: Any) -> int:
    """Tell whether a game is well defined."""
    game = chosen_game(options)
    report = check(game, seed=options.seed, compiled=not options.interpreted)
    if options.json:
        _print_json(
            {
                "game": game.facts.name,
                "ok": bool(report),
                "faults": report.faults,
                "positions": report.positions,
                "final": report.final,
                "whole": report.whole,
                "compiled": report.compiled,
            }
        )
    else:
        print(report)
    return DONE if report else NO


def learn(options: Any) -> int:
    """Teach a game's evaluation by self-play."""
    from kibitz.cli.learn import learn as run

    return run(options, chosen_game(options))

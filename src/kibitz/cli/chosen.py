"""What the options choose: a game with its parameters, a model of the opponent, and the search."""

from __future__ import annotations

from typing import Any

from kibitz.answer.analyse import analyse_with
from kibitz.answer.analysis import Analysis, how_far
from kibitz.answer.idle_options import refuse_idle
from kibitz.answer.options import Options
from kibitz.cli.terminal import clear_progress, show_line, shows_progress
from kibitz.errors import BadInput
from kibitz.game import Game, State
from kibitz.game.malformed import answers_the_questions
from kibitz.games import game as make_game
from kibitz.games import game_class, parameters_from_text
from kibitz.search.engine.techniques import Techniques
from kibitz.search.opponent import USUAL_DEPTH, against


def settings(given: list[str], option: str = "--set") -> dict[str, str]:
    """What an option such as `--set NAME=VALUE` gave, by name."""
    found: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise BadInput(f"expected {option} NAME=VALUE, got {option} {text!r}")
        found[name.strip()] = value.strip()
    return found


def chosen_game(options: Any) -> Game:
    """The game with its parameters, and with learned weights where `--weights` names some."""
    cls = game_class(options.game)
    game = make_game(options.game, **parameters_from_text(cls, settings(options.set)))
    answers_the_questions(game)
    if getattr(options, "weights", None):
        from kibitz.learn import learned

        return learned(game, options.weights)  # type: ignore[no-any-return]
    return game


def modelled(options: Any, game: Game, player: int) -> Game:
    """The game as a player sees it, where `--opponent` says how the others play."""
    if options.opponent is None:
        if options.opponent_depth is not None:
            raise BadInput(f"--opponent-depth {options.opponent_depth} needs --opponent beside it")
        return game
    depth = USUAL_DEPTH if options.opponent_depth is None else options.opponent_depth
    return against(game, options.opponent, player=max(0, player), depth=depth)


def analysis(
    options: Any, game: Game, s: State, position: str, seconds: float | None, history: tuple[int, ...] = ()
) -> Analysis:
    """What the chosen search finds, with a line of progress on a terminal for every better answer.

    `history` are the keys of the game so far.
    """
    progress = _show if shows_progress() and not options.json else None
    given = search_options(options, seconds, history)
    refuse_idle(given)
    spread = getattr(options, "spread", None)
    if spread is not None:
        from kibitz.answer.root_moves import analyse_apart

        shown = None if progress is None else show_line
        answer = analyse_apart(game, given, s, spread=spread, position=position, progress=shown)
    else:
        answer = analyse_with(game, given, s, position=position, progress=progress)
    if not options.json:
        clear_progress()
    return answer


def search_options(options: Any, seconds: float | None, history: tuple[int, ...] = ()) -> Options:
    """How the command line asks for positions to be searched, within a time limit; `history` are keys so far."""
    return Options(
        seconds=seconds,
        depth=options.depth,
        nodes=options.nodes,
        algorithm=options.algorithm,
        threads=options.threads,
        megabytes=options.memory,
        techniques=Techniques(**Techniques.named(options.techniques)) if options.techniques else None,
        outcomes=getattr(options, "outcomes", None),
        worlds=options.worlds,
        seed=options.seed,
        variant=options.variant,
        iterations=options.iterations,
        simulations=options.simulations,
        strategy=options.strategy,
        interpreted=options.interpreted,
        history=history,
        early_stop=options.early_stop,
        endgames=not options.no_table,
        table=options.table,
        openings=not options.no_book,
        book=options.book,
    )


def _show(answer: Analysis) -> None:
    search = answer.search
    show_line(f"{how_far(search)}: {answer.best} {answer.words}, {search.nodes:,} nodes, {search.seconds:.1f} s")

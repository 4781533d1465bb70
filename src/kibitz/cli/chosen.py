"""What the options choose: a game with its parameters, a model of the opponent, and the search."""

from __future__ import annotations

from typing import Any

from kibitz.answer.analysis import Analysis, how_far
from kibitz.answer.answering import analyse, choose
from kibitz.cli.terminal import clear_progress, show_line, shows_progress
from kibitz.errors import BadInput
from kibitz.game import Game, State
from kibitz.games import game as make_game
from kibitz.games import game_class, parameters_from_text
from kibitz.search.asking import answers_the_questions
from kibitz.search.engine.engine import Techniques
from kibitz.search.opponent import USUAL_DEPTH, against
from kibitz.search.several.vector_engine import USED_TECHNIQUES


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


def has_limit(options: Any) -> bool:
    """Do the options say how long to search? If not, a command has its usual time."""
    given = (options.exact, options.depth, options.nodes, options.time, options.worlds, options.iterations)
    return any(given)


def analysis(options: Any, game: Game, s: State, position: str, seconds: float | None) -> Analysis:
    """What the chosen search finds, with a line of progress on a terminal for every better answer."""
    is_exact = seconds is None and options.depth is None and options.nodes is None
    answer = analyse(
        game,
        s,
        seconds=seconds,
        techniques=techniques(options, game, exact=is_exact),
        outcomes=getattr(options, "outcomes", None),
        progress=_show if shows_progress() and not options.json else None,
        position=position,
        **search_options(options),
    )
    if not options.json:
        clear_progress()
    return answer


def search_options(options: Any) -> dict[str, Any]:
    """How to search, by the names that `analyse` knows."""
    return {
        "depth": options.depth,
        "nodes": options.nodes,
        "algorithm": options.algorithm,
        "threads": options.threads,
        "megabytes": options.memory,
        "interpreted": options.interpreted,
        "worlds": options.worlds,
        "seed": options.seed,
        "variant": options.variant,
        "iterations": options.iterations,
        "strategy": options.strategy,
    }


def techniques(options: Any, game: Game, *, exact: bool = False) -> Techniques:
    """What `--techniques` switched on and off; only the engines have any. `exact`: asked for without a limit."""
    chosen = choose(options.algorithm, game, exact=exact, outcomes=getattr(options, "outcomes", None)).name
    if options.techniques and chosen not in ("deepening", "maxn", "paranoid", "best-reply"):
        raise BadInput(f"--techniques {options.techniques!r} is for deepening; {chosen} has none to switch")
    named = Techniques.named(options.techniques)
    useless = [name for name in named if chosen == "maxn" and name not in USED_TECHNIQUES]
    if useless:
        expected = ", ".join(name.replace("_", "-") for name in USED_TECHNIQUES)
        raise BadInput(f"maxn has no technique {useless[0].replace('_', '-')!r}; expected one of {expected}")
    return Techniques(**named)


def _show(answer: Analysis) -> None:
    search = answer.search
    show_line(f"{how_far(search)}: {answer.best} {answer.words}, {search.nodes:,} nodes, {search.seconds:.1f} s")

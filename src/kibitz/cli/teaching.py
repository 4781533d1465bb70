"""What `kibitz learn` does, apart from its arguments, so that the help need not import the training."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

from kibitz.cli.chosen import chosen_game
from kibitz.cli.spreading import is_spread
from kibitz.cli.teaching_results import OF_RESULTS, learn_from_results, refuse_others
from kibitz.cli.terminal import DONE, INTERRUPTED, clear_progress, print_json, say, show_line, shows_progress
from kibitz.errors import BadInput, Unwritten
from kibitz.evaluation.weights import Weights, needs_features
from kibitz.game import Game
from kibitz.learn.duel import Result
from kibitz.learn.training import ROUND, Manner, Training, usual_manner
from kibitz.saving import refuse_unwritable

HIDDEN = 40  # units of the network, where none are given
GAMES = 10_000


def learn(options: Any) -> int:
    """Learn until the games are played, write the weights, and print how well they play."""
    game = chosen_game(options)
    needs_features(game)
    path = Path(options.out or f"{game.facts.name}.npz")
    refuse_unwritable(path)
    if options.by == "results":
        return learn_from_results(options, game, path)
    if is_spread(options):
        raise BadInput("--workers and --cluster are for --by results: TD learns in threads, see --threads")
    refuse_others(options, OF_RESULTS, "td")
    training = _resumed(options, game, path) if options.resume else _begun(options, game, path)
    try:
        unwritten = _taught(options, training, path)
        result = training.score()
    except KeyboardInterrupt:
        clear_progress()
        say(f"interrupted after {training.games:,} games; continue from {str(path)!r} with --resume")
        return INTERRUPTED
    clear_progress()
    _print_result(options, game, training, result, path)
    if unwritten is not None:
        raise unwritten
    return DONE


def _taught(options: Any, training: Training, path: Path) -> Unwritten | None:
    """Learn, and write the weights; if they cannot be written, that error, so that the score is still printed."""
    try:
        training.learn(
            options.games or (math.inf if options.time else GAMES),
            seconds=options.time or math.inf,
            save=path,
            command=_command(options, training),
            progress=show_line if shows_progress() else None,
        )
    except Unwritten as error:
        return error
    return None


def _print_result(options: Any, game: Game, training: Training, result: Result, path: Path) -> None:
    """How well the weights play."""
    against = "the game's own evaluation" if training.has_rival else "random play"
    if options.json:
        made = {"game": game.facts.name, "file": str(path), **training.weights.made}
        print_json({**made, "score": result.mean, "error": result.error})
        return
    for games, mean, error in training.curve:
        print(f"{games:>12,.0f} games  {mean:+.3f} ± {error:.3f}")
    score = "" if game.players == 1 else f" against {against}"
    print(f"{path}: {training.games:,} games played; {result}{score}", flush=True)


def _begun(options: Any, game: Game, path: Path) -> Training:
    if path.exists():
        raise BadInput(f"{str(path)!r} exists already: continue with --resume, or choose another file with --out FILE")
    hidden = options.hidden
    if hidden is None:
        hidden = 0 if any(map(math.isinf, game.facts.utility_range)) else HIDDEN
    manner = _manner(options, usual_manner(game, hidden))
    return Training(game, hidden=hidden, seed=options.seed or 0, manner=manner, interpreted=options.interpreted)


def _resumed(options: Any, game: Game, path: Path) -> Training:
    for name in ("hidden", "seed"):
        if getattr(options, name) is not None:
            raise BadInput(f"--{name} {getattr(options, name)} with --resume: it stays as it was when learning began")
    weights = Weights.load(path)
    before = Training(game, weights=weights, interpreted=True).manner
    return Training(game, weights=weights, manner=_manner(options, before), interpreted=options.interpreted)


def _manner(options: Any, before: Manner) -> Manner:
    """How to learn: as before, except for the options that are given."""
    names = ("rate", "half", "trace", "explore", "threads", "round", "average")
    given = {name: getattr(options, name) for name in names}
    manner = replace(before, **{name: value for name, value in given.items() if value is not None})
    if manner.threads == 1 and options.round is not None:
        raise BadInput(f"--round {options.round} with one thread: only several threads play in rounds, see --threads")
    return replace(manner, half=float(manner.half), round=manner.round if manner.threads > 1 else ROUND)


def _command(options: Any, training: Training) -> str:
    """The command that makes the same weights, or the one that continues, where the manner of learning has changed."""
    manner = training.manner
    words = [f"kibitz learn {options.game}", *(f"--set {setting}" for setting in options.set)]
    words.append("--games {games}")
    goes_on = training.is_changed or len(training.commands) > 1
    words += ["--resume"] if goes_on else [f"--hidden {training.weights.hidden}", f"--seed {training.seed}"]
    words += [f"--rate {manner.rate:g}", f"--half {manner.half:.0f}"]
    words += [f"--lambda {manner.trace:g}", f"--explore {manner.explore:g}"]
    if manner.threads > 1:
        words += [f"--threads {manner.threads}", f"--round {manner.round}"]
    elif any("--threads" in command for command in training.commands):
        words.append("--threads 1")
    if manner.average or any("--average" in command for command in training.commands):
        words.append(f"--average {manner.average}")
    return " ".join(words)

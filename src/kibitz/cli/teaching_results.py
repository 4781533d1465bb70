"""What `kibitz learn --by results` does: games that the engine plays against itself, and a fit to their results."""

from __future__ import annotations

import math
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from kibitz.cli.spreading import is_spread, spread_from
from kibitz.cli.terminal import DONE, INTERRUPTED, clear_progress, print_json, say, show_line, shows_progress
from kibitz.errors import BadInput, Unwritten
from kibitz.evaluation.weights import Weights
from kibitz.game import Game
from kibitz.learn.results import Manner, ResultTraining, Score

GAMES = 2_000
OF_TD = ("hidden", "rate", "half", "trace", "explore", "average")  # options that mean nothing here
OF_RESULTS = (
    "depth",
    "nodes",
    "opening",
    "keep",
    "every",
    "pull",
    "foresight",
    "start",
    "match",
)  # and nothing elsewhere


def refuse_others(options: Any, names: tuple[str, ...], by: str) -> None:
    """Refuse options that have no meaning in this way of learning."""
    for name in names:
        if getattr(options, name) is not None:
            spelled = "lambda" if name == "trace" else name
            raise BadInput(f"--{spelled} {getattr(options, name)} has no meaning with --by {by}")


def learn_from_results(options: Any, game: Game, path: Path) -> int:
    """Play, fit, write the weights, and print how much better they foretell results, and play."""
    refuse_others(options, OF_TD, "results")
    training = _training(options, game, path)
    with spread_from(options) as spread:
        training.spread = spread if is_spread(options) else None
        return _learned(options, game, path, training)


def _learned(options: Any, game: Game, path: Path, training: ResultTraining) -> int:
    progress = show_line if shows_progress() else None
    unwritten: Unwritten | None = None
    score: Score | None = None
    try:
        try:
            training.learn(
                options.games or (math.inf if options.time else GAMES),
                seconds=options.time or math.inf,
                save=path,
                command=_command(options, training),
                progress=progress,
            )
        except Unwritten as error:
            unwritten = error
        if options.match:
            score = training.match(options.match, progress=progress)
    except KeyboardInterrupt:
        clear_progress()
        say(f"interrupted after {training.games:,} games; continue from {str(path)!r} with --resume")
        return INTERRUPTED
    clear_progress()
    _print_result(options, game, training, score, path)
    if unwritten is not None:
        raise unwritten
    return DONE


def _training(options: Any, game: Game, path: Path) -> ResultTraining:
    """Learning as it begins, or goes on."""
    common = {"threads": options.threads or 1, "interpreted": options.interpreted}
    if not options.resume:
        if path.exists():
            choose = "continue with --resume, or choose another file with --out FILE"
            raise BadInput(f"{str(path)!r} exists already: {choose}")
        return ResultTraining(game, seed=options.seed or 0, manner=_manner(options, Manner()), **common)
    for name in ("seed", "start"):
        if getattr(options, name) is not None:
            raise BadInput(f"--{name} {getattr(options, name)} with --resume: it stays as it was when learning began")
    weights = Weights.load(path)
    before = ResultTraining(game, weights=weights).manner
    return ResultTraining(game, weights=weights, manner=_manner(options, before), **common)


def _manner(options: Any, before: Manner) -> Manner:
    """How to learn: as before, except for the options that are given. A node limit alone sets no depth limit."""
    given = {name: getattr(options, name) for name in asdict(before) if getattr(options, name, None) is not None}
    if given.get("nodes") and "depth" not in given:
        given["depth"] = 0
    return replace(before, **given)


def _command(options: Any, training: ResultTraining) -> str:
    """The command that makes the same weights, or the one that continues, where the manner of learning has changed."""
    manner = training.manner
    words = [f"kibitz learn {options.game}", *(f"--set {setting}" for setting in options.set)]
    words.append("--by results --games {games}")
    goes_on = training.is_changed or len(training.commands) > 1
    words += ["--resume"] if goes_on else [f"--start {manner.start}", f"--seed {training.seed}"]
    words += [f"--depth {manner.depth}"] if manner.depth else []
    words += [f"--nodes {manner.nodes}"] if manner.nodes else []
    words += [f"--opening {manner.opening}", f"--round {manner.round}"]
    words += [f"--pull {manner.pull:g}"] if manner.pull else []
    words += [f"--foresight {manner.foresight:g}"]
    words += [f"--keep {manner.keep}"] if manner.keep else []
    words += [f"--every {manner.every}"] if manner.every > 1 else []
    return " ".join(words)


def _print_result(options: Any, game: Game, training: ResultTraining, score: Score | None, path: Path) -> None:
    """How well the weights foretell results, before and after, and how well they play."""
    if options.json:
        made = {"game": game.facts.name, "file": str(path), **training.weights.made}
        won = {} if score is None else {"score": score.mean, "error": score.error}
        print_json({**made, **won})
        return
    for games, positions, loss, before, after in training.curve:
        held_out = f"held out {before:.5f} → {after:.5f}"
        print(f"{games:>12,.0f} games  {positions:>12,.0f} positions  loss {loss:.5f}  {held_out}")
    played = "" if score is None else f"; {score} against the weights it began with"
    print(f"{path}: {training.games:,} games played{played}", flush=True)

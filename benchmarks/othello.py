"""Othello: end games proven to the last disc, how well a shallow search foretells a deeper one, and the evaluations.

The end games are FFO 1–19 (14 to 16 empty squares) and 40–44 (20 to 23): see tests/data/othello. Every position is
proven from an empty table in one thread, and every move of it too (not in `--quick`); a row is met only if all values
are right. Times are the processor's. Zebra, in C, was seen to take 10.3 s for 40–44 in all on a machine of this kind.

`python -m benchmarks.othello forecast` measures what `games/othello/forecasts.py` says: over positions of games that
the evaluation plays against itself, with a random move now and then, the value of a deep search is compared with that
of a shallow one. Slope, offset and error are those of the line of least squares through the pairs.

`python -m benchmarks.othello evaluation` has the learned patterns play the rules of thumb; `ship FILE` puts the weights
that `kibitz learn` wrote into a file into the game.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time

from benchmarks.contest import progress
from benchmarks.table import Row
from kibitz.evaluation.weights import Weights
from kibitz.games.othello import WEIGHTS, Othello, State, forecasts
from kibitz.search.engine.engine import Engine

NAME = "othello"

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "data" / "othello"
SETS = {"FFO 1–19": "fforum-1-19.obf", "FFO 40–44": "fforum-40-44.obf"}
ZEBRA = 10.3  # seconds for FFO 40–44
MEGABYTES = 512
GAME = Othello()
DEEP = range(forecasts.FIRST, forecasts.LAST + 1)


def positions(name: str) -> list[tuple[State, dict[str, float]]]:
    """The positions of a set, each with the scores of its moves."""
    found = []
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        board, *scores = [part.strip() for part in line.split(";") if part.strip()]
        moves = dict(score.lower().split(":") for score in scores)
        found.append((GAME.parse(board), {move: float(score) for move, score in moves.items()}))
    return found


def rows(quick: bool) -> Iterator[Row]:
    """Prove every position, and every move of it."""
    engine = Engine(GAME, megabytes=MEGABYTES)
    engine.begin(GAME.initial())
    for subject, name in SETS.items():
        given = positions(name)
        seconds, nodes, wrong = proven(engine, given)
        is_zebras = subject == "FFO 40–44"
        yield Row(
            subject,
            "the value",
            (seconds,),
            nodes,
            wanted=f"≤ {2 * ZEBRA:g} s" if is_zebras else "",
            met=not wrong and (not is_zebras or seconds <= 2 * ZEBRA),
            note=f"{len(given) - wrong} of {len(given)} right",
        )
        if not quick:
            yield every_move(engine, subject, given)


def proven(engine: Engine, given: list[tuple[State, dict[str, float]]]) -> tuple[float, int, int]:
    """Seconds and nodes for the values of positions, and how many of them are wrong."""
    seconds, nodes, wrong = 0.0, 0, 0
    for s, scores in given:
        engine.begin(s)
        began = process_time()
        value = engine.prove(s)
        took = process_time() - began
        progress(f"{GAME.left(s)} empty: {value:+g}, {engine.nodes:,} nodes, {took:.2f} s")
        seconds, nodes, wrong = seconds + took, nodes + engine.nodes, wrong + (value != max(scores.values()))
    return seconds, nodes, wrong


def every_move(engine: Engine, subject: str, given: list[tuple[State, dict[str, float]]]) -> Row:
    """The scores of all moves that the set has scores for."""
    seconds, nodes, right, moves = 0.0, 0, 0, 0
    for s, scores in given:
        engine.begin(s)
        began = process_time()
        for move, score in scores.items():
            after = GAME.result(s, GAME.parse_action(s, move))
            value = engine.prove(after) if not GAME.is_terminal(after) else GAME.utility(after, after.mover)
            right, moves = right + (score in (value if after.mover == s.mover else -value, None)), moves + 1
        seconds, nodes = seconds + process_time() - began, nodes + engine.nodes
        progress(f"{GAME.left(s)} empty: {right} of {moves} scores right, {seconds:.1f} s so far")
    return Row(subject, "every move", (seconds,), nodes, met=right == moves, note=f"{right} of {moves} scores right")


def measured(games: int = 40) -> Iterator[str]:
    """For each pair of depths and stage of the game: slope, offset and standard error, in discs."""
    import numpy as np

    engine = Engine(GAME, megabytes=64)
    luck = random.Random(12)
    values: dict[tuple[int, int], list[tuple[float, float]]] = {}
    for number in range(games):
        for s in some_positions(luck):
            stage = sum(GAME.left(s) < least for least in forecasts.STAGES)
            engine.begin(s)
            found = {depth: engine.value(s, depth) for depth in range(1, forecasts.LAST + 1)}
            for deep in DEEP:
                values.setdefault((deep, stage), []).append((found[deep - forecasts.APART], found[deep]))
        progress(f"{number + 1} of {games} games")
    for deep in DEEP:
        row = []
        for stage in range(len(forecasts.STAGES) + 1):
            first, second = np.array(values[deep, stage]).T
            slope, offset = np.polyfit(first, second, 1)
            row.append((slope, offset, float(np.std(second - slope * first - offset))))
        told = ", ".join(f"({slope:.2f}, {offset:.2f}, {error:.2f})" for slope, offset, error in row)
        yield f"    ({told}),  # depth {deep - forecasts.APART} for {deep}"
    yield f"# {', '.join(str(len(values[DEEP[0], stage])) for stage in range(len(row)))} positions of each stage"


def some_positions(luck: random.Random) -> Iterator[State]:
    """Four positions of a game that the evaluation plays one ply deep, with a random move in six."""
    s, line = GAME.initial(), []
    while not GAME.is_terminal(s):
        actions = list(GAME.actions(s))
        if luck.random() < 1 / 6 or GAME.left(s) > 52:
            action = luck.choice(actions)
        else:
            action = max(actions, key=lambda a: -GAME.judgement(GAME.result(s, a)))
        s = GAME.result(s, action)
        if GAME.left(s) > 10 and not GAME.is_terminal(s):
            line.append(s)
    yield from luck.sample(line, min(4, len(line)))


def evaluation(games: int = 200, depth: int = 3) -> Iterator[str]:
    """The learned patterns against the rules of thumb: the same depth, random openings, both colours."""
    rules = Othello(evaluation="rules")
    engines = [Engine(GAME, megabytes=16), Engine(rules, megabytes=16)]
    luck = random.Random(5)
    leads = []
    opening = GAME.initial()
    for number in range(games):
        if number % 2 == 0:
            opening = after_random_moves(luck, 8)
        leads.append(lead(engines, opening, number % 2, depth))
        won, lost = sum(each > 0 for each in leads), sum(each < 0 for each in leads)
        progress(f"{number + 1} games: {won} won, {lost} lost")
    drawn = games - won - lost
    yield f"depth {depth}: {won} won, {drawn} drawn, {lost} lost, by {sum(leads) / games:+.1f} discs a game"


def after_random_moves(luck: random.Random, plies: int) -> State:
    """A position after some random moves, in which the game goes on."""
    s = GAME.initial()
    for _ in range(plies):
        s = GAME.result(s, luck.choice(list(GAME.actions(s))))
    return s if not GAME.is_terminal(s) else after_random_moves(luck, plies)


def lead(engines: list[Engine], s: State, first: int, depth: int) -> float:
    """How much the first engine wins by, as this player; both play the last twelve squares without fault."""
    while not GAME.is_terminal(s):
        engine = engines[0] if s.mover == first else engines[1]
        engine.begin(s)
        if GAME.left(s) <= 12:
            action = engine.proven_action(s, engine.prove(s))
        else:
            engine.value(s, depth)
            action = engine.table_action(s)
        s = GAME.result(s, next(iter(GAME.actions(s))) if action is None else action)
    return float(GAME.utility(s, first))


def ship(path: str) -> None:
    """Put the weights that `kibitz learn` wrote into a file into the game: to 1/128 of a disc, in single precision."""
    weights = Weights.load(path)
    weights.course = None
    weights.values = (weights.values * 128).round() / 128
    weights.save(WEIGHTS, single=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["forecast"]:
        print(*measured(), sep="\n")
    elif sys.argv[1:] == ["evaluation"]:
        print(*evaluation(), sep="\n")
    elif sys.argv[1:2] == ["ship"] and len(sys.argv) == 3:
        ship(sys.argv[2])
    else:
        sys.exit("expected: python -m benchmarks.othello forecast, or evaluation, or ship FILE")

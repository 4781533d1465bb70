"""Matches of chess programs on clocks: Kibitz beside any program that speaks UCI or the xboard protocol.

    python -m benchmarks.chess_matches --opponent "xboard:/usr/games/fairymax" --games 200 --jobs 16
    python -m benchmarks.chess_matches --opponent "xboard:/usr/games/phalanx -l- -b-"
    python -m benchmarks.chess_matches --opponent "uci:/usr/games/gnuchess --uci"
    python -m benchmarks.chess_matches --opponent "uci:sunfish-uci"

Every opening is played twice, with colours changed. python-chess is the referee: it knows each rule without us. Mate,
stalemate, the third repetition, fifty moves, dead positions, a flag that falls, an illegal move and a program that ends
all end a game. Finished games are kept in `--out` FILE.jsonl, one a line: the same command goes on where it stopped.
FILE.json has the result and FILE.pgn the games.

The openings are random moves of both sides after which a search finds neither side ahead; `openings` makes them again.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.chess_players import Clock, Failed, Player, Resigned, player
from kibitz.arena.match.strength import Strength

OPENINGS = Path(__file__).resolve().parent / "data" / "chess-openings.txt"
RESULTS = Path(__file__).resolve().parent / "results"
OPENING_PLIES = 8
BALANCED = 50  # hundredths of a pawn
OPENING_DEPTH = 8
LONGEST = 600  # plies; then a game is a draw
OURS = f"{sys.executable} -m kibitz uci"


# ------------------------------------------------------------ one game


def played(players: tuple[Player, Player], opening: list[str], clock: Clock, margins: tuple[float, float]) -> Any:
    """A game of White against Black: moves, result, how it ended and which side failed, if one did."""
    import chess

    board = chess.Board()
    for move in opening:
        board.push_uci(move)
    slowest = [0.0, 0.0]  # what was left on each clock when it was lowest, from the end
    ended, result, failed = "", "", None
    for side, each in enumerate(players):
        try:
            each.ready()
            each.begin(clock)
        except Failed as error:
            ended, result, failed = f"crash: {error}", "01"[side] + "-" + "10"[side], side
    while not ended:
        side = 0 if board.turn else 1
        lost = "0-1" if side == 0 else "1-0"
        begun = time.perf_counter()
        try:
            text = players[side].move([move.uci() for move in board.move_stack], clock)
        except Resigned:
            ended, result = "resigned", lost
            break
        except Failed as error:
            players[side].quit()
            ended, result, failed = f"crash: {error}", lost, side
            break
        clock.left[side] -= time.perf_counter() - begun
        slowest[side] = min(slowest[side], clock.left[side])
        if clock.left[side] < -margins[side]:
            ended, result, failed = "time", lost, side
            break
        clock.left[side] = max(0.0, clock.left[side]) + clock.increment
        move = meant(board, text)
        if move is None:
            ended, result, failed = f"illegal: {text}", lost, side
            break
        board.push(move)
        ended, result = over(board)
    moves = [move.uci() for move in board.move_stack]
    return {"result": result, "ended": ended, "failed": failed, "moves": moves, "late": [round(s, 3) for s in slowest]}


def meant(board: Any, text: str) -> Any:
    """The legal move that a program wrote, as UCI or, in xboard programs, castling as people write it; None if none."""
    try:
        move = board.parse_san(text.upper()) if text[:1] in "oO0" else board.parse_uci(text)
    except ValueError:
        return None
    return move if move in board.legal_moves else None


def over(board: Any) -> tuple[str, str]:
    """How a game has ended, and its result; empty while it goes on."""
    if board.is_checkmate():
        return "mate", "0-1" if board.turn else "1-0"
    if board.is_stalemate():
        return "stalemate", "1/2-1/2"
    if board.is_insufficient_material():
        return "material", "1/2-1/2"
    if board.is_repetition(3):
        return "repetition", "1/2-1/2"
    if board.halfmove_clock >= 100:
        return "fifty moves", "1/2-1/2"
    return ("too long", "1/2-1/2") if board.ply() >= LONGEST else ("", "")


# ------------------------------------------------------------ many games


def worker(options: argparse.Namespace, jobs: Any, done: Any) -> None:
    """Play one game after the other with programs that stay; what each said goes to `done`."""
    both = [player(options.engine, options.option), player(options.opponent, options.opponent_option)]
    while (job := jobs.get()) is not None:
        number, opening = job
        order = (both[0], both[1]) if number % 2 == 0 else (both[1], both[0])
        margins = (options.margin, options.margin if options.their_margin is None else options.their_margin)
        clock = Clock(options.seconds, options.increment)
        found = played(order, opening, clock, margins if number % 2 == 0 else margins[::-1])
        done.put({"game": number, **found})
    for each in both:
        each.quit()


def match(options: argparse.Namespace) -> list[dict[str, Any]]:
    """All games, those that were played before included."""
    kept = Path(f"{options.out}.jsonl")
    kept.parent.mkdir(parents=True, exist_ok=True)
    games = [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []
    known = {game["game"] for game in games}
    lines = [line.split() for line in OPENINGS.read_text().splitlines() if line.strip()]
    wanted = [number for number in range(options.games) if number not in known]
    context = multiprocessing.get_context("spawn")
    jobs, done = context.Queue(), context.Queue()
    for number in wanted:
        jobs.put((number, lines[number // 2 % len(lines)]))
    count = min(options.jobs, len(wanted))
    if wanted:  # once, before many of them do the same
        first = player(options.engine, options.option)
        first.ready()
        first.quit()
    processes = [context.Process(target=worker, args=(options, jobs, done)) for _ in range(count)]
    for process in processes:
        jobs.put(None)
        process.start()
    with kept.open("a") as file:
        for _ in wanted:
            game = done.get()
            games.append(game)
            file.write(json.dumps(game) + "\n")
            file.flush()
            print(f"game {game['game'] + 1}: {game['result']} ({game['ended']}); {told(summary(games))}", flush=True)
    for process in processes:
        process.join()
    return sorted(games, key=lambda game: game["game"])


def points(game: dict[str, Any]) -> float:
    """What a game brought our engine, which has White in even games."""
    white = {"1-0": 1.0, "0-1": 0.0}.get(game["result"], 0.5)
    return white if game["game"] % 2 == 0 else 1.0 - white


def summary(games: list[dict[str, Any]]) -> dict[str, Any]:
    """The score, the difference in Elo with its error (95 %), and what went wrong on either side."""
    pairs: dict[int, list[float]] = {}
    for game in games:
        pairs.setdefault(game["game"] // 2, []).append(points(game))
    found = Strength.of(list(pairs.values()), list(pairs.values())).json()
    for side, who in enumerate(("ours", "theirs")):
        failed = [
            g["ended"].split(":")[0] for g in games if g["failed"] is not None and (g["failed"] + g["game"]) % 2 == side
        ]
        found[who] = {kind: failed.count(kind) for kind in ("time", "illegal", "crash")}
    return found


def told(found: dict[str, Any]) -> str:
    """A summary on one line."""
    if found["elo"] is None:
        strength = f"at least {found['at_least']:+.0f} Elo" if found["at_least"] is not None else "no point"
    else:
        strength = f"{found['elo']:+.0f} ± {found['error'] or float('inf'):.0f} Elo"
    failures = "".join(
        f", {who} {', '.join(f'{kind} {many}' for kind, many in found[who].items() if many)}"
        for who in ("ours", "theirs")
        if any(found[who].values())
    )
    return f"+{found['wins']} ={found['draws']} -{found['losses']} of {found['games']}, {strength}{failures}"


def written(games: list[dict[str, Any]], options: argparse.Namespace) -> Iterator[str]:
    """The games as PGN."""
    import chess
    import chess.pgn

    names = ("Kibitz", options.name)
    for game in games:
        board = chess.Board()
        for move in game["moves"]:
            board.push_uci(move)
        found = chess.pgn.Game.from_board(board)
        white = game["game"] % 2
        found.headers.update(
            Event=f"{options.seconds:g} s + {options.increment:g} s",
            Round=str(game["game"] + 1),
            White=names[white],
            Black=names[1 - white],
            Result=game["result"],
            Termination=game["ended"],
        )
        yield f"{found}\n\n"


# ------------------------------------------------------------ openings


def random_openings(count: int, seed: int) -> Iterator[list[str]]:
    """Random moves from the start, after which a search of ours finds neither side ahead."""
    import kibitz as kz
    from kibitz.search.partition.partition_engine import engine_for

    game: Any = kz.game("chess")
    engine: Any = engine_for(game)
    engine.begin(game.initial())
    dice, seen = random.Random(seed), set()
    while len(seen) < count:
        s, moves = game.initial(), []
        while len(moves) < OPENING_PLIES and not game.is_terminal(s):
            a = dice.choice(list(game.actions(s)))
            moves.append(game.action_text(s, a))
            s = game.result(s, a)
        if game.is_terminal(s) or int(game.key(s)) in seen:
            continue
        engine.begin(s)
        value = list(engine.think(s, deepest=OPENING_DEPTH))[-1].value
        if abs(value) <= BALANCED:
            seen.add(int(game.key(s)))
            yield moves


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.chess_matches", description="A match of chess programs."
    )
    parser.add_argument("what", nargs="?", choices=["match", "openings"], default="match")
    parser.add_argument("--engine", default=OURS, metavar="COMMAND", help="our engine (kibitz uci)")
    parser.add_argument("--opponent", metavar="COMMAND", help="uci:COMMAND or xboard:COMMAND")
    parser.add_argument("--name", default="", help="what to call the opponent")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of our engine")
    parser.add_argument("--opponent-option", action="append", default=[], metavar="NAME=VALUE", help="of the opponent")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=1, help="games at a time")
    parser.add_argument("--seconds", type=float, default=5.0, help="on each clock (5)")
    parser.add_argument("--increment", type=float, default=0.05, help="seconds a move (0.05)")
    parser.add_argument("--margin", type=float, default=0.02, help="seconds by which a flag may fall unpunished (0.02)")
    parser.add_argument("--their-margin", type=float, help="the same for the opponent; default: as ours")
    parser.add_argument("--out", default="", metavar="FILE", help="where to keep the games, without an ending")
    parser.add_argument("--seed", type=int, default=12)
    options = parser.parse_args()
    if options.what == "openings":
        lines = [" ".join(moves) for moves in random_openings(options.games // 2, options.seed)]
        OPENINGS.write_text("\n".join(lines) + "\n")
        print(f"{len(lines)} openings written to {OPENINGS}")
        return
    if not options.opponent:
        parser.error("a match needs --opponent")
    options.name = options.name or Path(options.opponent.partition(":")[2].split()[0]).name
    options.out = options.out or str(RESULTS / f"chess-{options.name}")
    games = match(options)
    found = {"opponent": options.name, "seconds": options.seconds, "increment": options.increment, **summary(games)}
    Path(f"{options.out}.json").write_text(json.dumps(found, indent=1) + "\n")
    Path(f"{options.out}.pgn").write_text("".join(written(games, options)))
    print(f"Kibitz against {options.name}: {told(found)}")


if __name__ == "__main__":
    main()

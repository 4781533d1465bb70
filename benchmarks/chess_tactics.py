"""Tactics: positions with a known best move, at a fixed time each, for Kibitz or any program that speaks UCI.

    python -m benchmarks.chess_tactics tests/data/chess/tactics-100.epd --seconds 1
    python -m benchmarks.chess_tactics tests/data/chess/bratko-kopec.epd --engine "stockfish" --option Threads=1

A position is solved if the move at the end of the time is a best one (`bm`), and none to avoid (`am`).
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from benchmarks.chess_matches import OURS
from benchmarks.chess_players import Failed, UciPlayer


def solved(player: UciPlayer, line: str, seconds: float) -> dict[str, Any]:
    """What a program plays at a position, and whether that is right."""
    import chess

    board, said = chess.Board.from_epd(line)
    try:
        player.ready()
        text = player.solve(board.fen(), seconds)
        move = board.parse_uci(text)
    except (Failed, ValueError) as error:
        return {"id": said.get("id", line), "move": f"({error})", "right": False, "wanted": ""}
    best, bad = said.get("bm", []), said.get("am", [])
    is_right = (not best or move in best) and move not in bad
    wanted = " ".join([*(board.san(each) for each in best), *(f"not {board.san(each)}" for each in bad)])
    return {"id": said.get("id", line), "move": board.san(move), "right": is_right, "wanted": wanted}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.chess_tactics", description="Find the best moves.")
    parser.add_argument("file", help="positions in EPD")
    parser.add_argument("--engine", default=OURS, metavar="COMMAND", help="a UCI program (kibitz uci)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the program")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each position (1)")
    parser.add_argument("--jobs", type=int, default=1, help="positions at a time, each with a program of its own (1)")
    parser.add_argument("--out", default="", metavar="FILE", help="write the answers as JSON")
    options = parser.parse_args()
    lines = [line for line in Path(options.file).read_text().splitlines() if line.strip()]

    def part(number: int) -> list[dict[str, Any]]:
        player = UciPlayer(options.engine, options.option)
        found = [solved(player, line, options.seconds) for line in lines[number :: options.jobs]]
        player.quit()
        return found

    with ThreadPoolExecutor(options.jobs) as pool:
        parts = list(pool.map(part, range(options.jobs)))
    answers = [parts[number % options.jobs][number // options.jobs] for number in range(len(lines))]
    for answer in answers:
        if not answer["right"]:
            print(f"{answer['id']}: {answer['move']}, expected {answer['wanted']}")
    right = sum(answer["right"] for answer in answers)
    print(f"{right} of {len(answers)} solved at {options.seconds:g} s")
    if options.out:
        Path(options.out).write_text(json.dumps({"solved": right, "of": len(answers), "answers": answers}, indent=1))


if __name__ == "__main__":
    main()

"""A program that speaks UCI for tests of matches: it plays tic-tac-toe, or fails in the way it is told to."""

import sys
import time

CELLS = [str(n) for n in range(1, 10)]


def main(way):
    moves = []
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["uci"]:
            print("uciok", flush=True)
        elif words[:1] == ["isready"]:
            print("readyok", flush=True)
        elif words[:1] == ["position"]:
            moves = words[words.index("moves") + 1 :] if "moves" in words else []
        elif words[:1] == ["go"]:
            if way == "crash" and len(moves) >= 2:
                return
            if way == "slow":
                time.sleep(30)
            move = "0" if way == "illegal" else next(cell for cell in CELLS if cell not in moves)
            print(f"info depth 1\nbestmove {'0000' if way == 'resign' else move}", flush=True)
        elif words[:1] == ["quit"]:
            return


main(sys.argv[1] if len(sys.argv) > 1 else "")

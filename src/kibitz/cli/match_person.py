"""A person who plays a match on the terminal."""

from __future__ import annotations

import sys

from kibitz.arena.match.player import GameSoFar
from kibitz.cli.boards import board_lines


def asked(so_far: GameSoFar, seat: int, wrong: str) -> str | None:
    """What a person types at a seat; None gives the game up. The end of the input stops the match, as Ctrl-C does.

    `wrong` says what was wrong with what was typed before.
    """
    game, s = so_far.game, so_far.state
    if wrong:
        print(wrong)
    else:
        if so_far.texts and not game.facts.hidden:
            print(f"\nplayed: {' '.join(so_far.texts[-game.players :])}")
        print("\n" + "\n".join(board_lines(game.seen(s, seat) if game.facts.hidden else game.picture(s))))
    while True:
        print(f"player {seat + 1}> ", end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            raise KeyboardInterrupt
        if line.strip() in ("quit", "resign"):
            return None
        if line.strip() == "moves":
            print(" ".join(game.action_text(s, a) for a in game.actions(s)))
        elif line.strip():
            return line.strip()

"""The referee of chess matches: results, lost flags, illegal moves and crashes; programs of either protocol."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import chess
import pytest
from benchmarks import chess_matches, chess_players
from benchmarks.chess_players import Clock, Failed, Resigned

# A program that plays the first legal move by the alphabet, and fails in the way that its first argument says.
PROGRAM = """
import sys, time, chess
board, how = chess.Board(), sys.argv[1]
def move():
    if how == "crash": sys.exit(1)
    return min(move.uci() for move in board.legal_moves)
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"]: print("uciok")
    elif words[:1] == ["isready"]: print("readyok")
    elif words[:1] == ["position"]:
        board = chess.Board()
        for each in words[3:]: board.push_uci(each)
    elif words[:1] == ["go"] and how != "xboard": print("bestmove", move())
    elif words[:1] == ["protover"]: print('feature usermove=1 done=1')
    elif words[:1] == ["new"]: board, forced = chess.Board(), False
    elif words[:1] == ["force"]: forced = True
    elif words[:1] == ["usermove"] or words == ["go"]:
        if words != ["go"]: board.push_uci(words[1])
        else: forced = False
        if not forced:
            mine = move(); board.push_uci(mine); print("move", mine)
    elif words[:1] == ["quit"]: break
    sys.stdout.flush()
"""


@pytest.fixture
def program(tmp_path: Path) -> str:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    return f"{sys.executable} {path}"


class Scripted:
    """Plays what it is told to, in turn; an exception is raised, a number of seconds waited."""

    def __init__(self, *script: Any) -> None:
        self.script = list(script)

    def ready(self) -> None: ...

    def begin(self, clock: Clock) -> None: ...

    def quit(self) -> None: ...

    def move(self, moves: list[str], clock: Clock) -> str:
        said = self.script.pop(0)
        if isinstance(said, float):
            time.sleep(said)
            said = self.script.pop(0)
        if isinstance(said, Exception):
            raise said
        return said


@pytest.mark.parametrize(
    ("white", "black", "result", "ended", "failed"),
    [
        (["f2f3", "g2g4"], ["e7e5", "d8h4"], "0-1", "mate", None),
        (["f2f3", "e1e2"], ["e7e5"], "0-1", "illegal: e1e2", 0),
        (["e2e4"], ["nonsense"], "1-0", "illegal: nonsense", 1),
        (["e2e4"], [0.06, "e7e5"], "1-0", "time", 1),
        ([Failed("x has ended")], [], "0-1", "crash: x has ended", 0),
        (["e2e4"], [Resigned()], "1-0", "resigned", None),
        (["g1f3", "f3g1"] * 2, ["g8f6", "f6g8"] * 2, "1/2-1/2", "repetition", None),
    ],
)
def test_how_a_game_ends(white, black, result, ended, failed):
    both: Any = (Scripted(*white), Scripted(*black))
    game = chess_matches.played(both, [], Clock(0.03, 0.0), (0.02, 0.02) if ended == "time" else (9.0, 9.0))
    assert (game["result"], game["ended"], game["failed"]) == (result, ended, failed)


def test_castling_as_xboard_programs_write_it():
    board = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert chess_matches.meant(board, "o-o-o").uci() == "e1c1" and chess_matches.meant(board, "O-O").uci() == "e1g1"
    assert chess_matches.meant(board, "e1g1").uci() == "e1g1" and chess_matches.meant(board, "e1h2") is None


def test_the_score_is_ours_whatever_the_colour():
    results = ["1-0", "0-1", "1/2-1/2", "1-0"]  # we have White in the first and the third game
    games = [{"game": n, "result": r, "failed": None, "ended": ""} for n, r in enumerate(results)]
    games[3] |= {"failed": 1, "ended": "time"}  # ours: we had Black
    found = chess_matches.summary(games)
    assert (found["wins"], found["draws"], found["losses"]) == (2, 1, 1)
    assert found["elo"] == pytest.approx(88.7, abs=0.1) and found["error"] > 200
    assert found["ours"]["time"] == 1 and not any(found["theirs"].values())
    assert chess_matches.summary(games[:2])["elo"] is None and chess_matches.summary(games[:2])["at_least"] < 0


@pytest.mark.parametrize("protocol", ["uci", "xboard"])
@pytest.mark.parametrize("colour", [0, 1])
def test_programs_of_both_protocols_play(program, protocol, colour):
    player = chess_players.player(f"{protocol}:{program} {protocol}")
    player.ready()
    player.begin(Clock(60.0, 0.0))
    board = chess.Board()
    for move in ["e2e4", "e7e5", "g1f3"][: 2 + colour]:
        board.push_uci(move)
    for _ in range(3):
        text = player.move([move.uci() for move in board.move_stack], Clock(60.0, 0.0))
        assert text == min(move.uci() for move in board.legal_moves)
        board.push_uci(text)
        board.push(max(board.legal_moves, key=lambda move: move.uci()))
    player.quit()


def test_a_program_that_ends_is_told(program):
    player = chess_players.player(f"uci:{program} crash")
    player.ready()
    with pytest.raises(Failed, match="has ended"):
        player.move([], Clock(60.0, 0.0))


def test_the_openings_are_legal_and_all_different():
    seen = set()
    for line in chess_matches.OPENINGS.read_text().splitlines():
        board = chess.Board()
        for move in line.split():
            board.push_uci(move)
        assert board.ply() == chess_matches.OPENING_PLIES and not board.is_game_over()
        seen.add(board.epd())
    assert len(seen) == 200

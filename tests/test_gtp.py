"""`kibitz gtp`: what any Go program may send, right or wrong; games with GNU Go; and programs as players."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from benchmarks import go_match

import kibitz as kz
from command import kibitz, process
from kibitz.arena.gtp import lines
from kibitz.arena.gtp.game_clocks import GameClocks
from kibitz.arena.gtp.gtp_program import GtpProgram, GtpTalk, Refused
from kibitz.arena.gtp.gtp_session import HOPELESS_MOVES, GtpSession
from kibitz.arena.gtp.gtp_thinkers import Choice, Considered, GtpMeans, gtp_thinker_for
from kibitz.arena.match.player import Failed, GameSoFar, Resigned

GNUGO = shutil.which("gnugo") or shutil.which("/usr/games/gnugo")
INTERPRETED = GtpMeans(simulations=12, seed=3, interpreted=True)


class StandIn:
    """A thinker that plays the moves of a script, and finds each worth the same."""

    def __init__(self, game: kz.Game, moves: list[str], value: float = 0.0) -> None:
        self.game, self.moves, self.value = game, list(moves), value
        self.paces: list[Any] = []
        self.games = 0

    def prepare(self) -> None:
        self.games += 1

    def begin_game(self) -> None:
        self.games += 1

    def choose(self, s: Any, history: tuple[int, ...], pace: Any) -> Choice:
        self.paces.append(pace)
        text = self.moves.pop(0)
        a = self.game.parse_action(s, text)
        return Choice(a, 1_000, 0.0, (Considered(text, 900, self.value, (text,)),))

    def stop(self) -> None: ...


class Told:
    """A session that is asked line by line; each answer without its mark."""

    def __init__(self, moves: list[str] | None = None, value: float = 0.0, **given: Any) -> None:
        self.said: list[str] = []
        self.thinkers: list[StandIn] = []

        def make(game: kz.Game, _: GtpMeans) -> StandIn:
            self.thinkers.append(StandIn(game, moves or [], value))
            return self.thinkers[-1]

        given = {"settings": {"size": "5", "komi": "0.5"}, "means": INTERPRETED, **given}
        self.session = GtpSession(self.said.append, **({} if moves is None else {"make_thinker": make}), **given)

    def raw(self, line: str) -> str:
        self.said.clear()
        self.session.obey(line)
        return "".join(self.said)

    def ask(self, *asked: str) -> str:
        for line in asked:
            answer = self.raw(line)
            assert answer.startswith("=") and answer.endswith("\n\n") and "\n\n" not in answer[:-2], (line, answer)
        return answer[1:].strip()

    def refuse(self, line: str) -> str:
        answer = self.raw(line)
        assert answer.startswith("?") and answer.endswith("\n\n") and answer.count("\n") == 2, (line, answer)
        return answer[1:].strip()


# ------------------------------------------------------------ the protocol


def test_lines_are_read_as_the_protocol_says():
    assert lines.read("12 play b d4 # a stone\r\n") == lines.GtpCommand("12", "play", ("b", "d4"))
    assert lines.read("\tname\x07\x00") == lines.GtpCommand("", "name", ())
    assert lines.read("# only a comment") is None and lines.read(" \t\r\n") is None
    assert lines.answered("7", "a\n\nb ") == "=7 a\nb\n\n"
    assert lines.refused("", "one\nsentence") == "? one sentence\n\n"


def test_administration():
    told = Told()
    assert told.raw("1 protocol_version") == "=1 2\n\n"
    assert told.ask("name") == "Kibitz"
    known = told.ask("list_commands").split()
    assert {"play", "genmove", "undo", "final_score", "loadsgf", "time_left", "quit"} <= set(known)
    assert all(told.ask(f"known_command {name}") == "true" for name in known)
    assert told.ask("known_command lz-analyze") == "false"
    assert told.refuse("3 sing") == "3 unknown command"
    assert told.raw("# nothing") == "" and told.raw("\n") == ""
    assert told.session.obey("9 quit") is False and told.said[-1] == "=9\n\n"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("play b z9", "illegal move"),
        ("play b c3 d4", "play needs a colour and a move after it, got 'b c3 d4'"),
        ("play green c3", "a colour is black or white, got 'green'"),
        ("boardsize 99", "unacceptable size"),
        ("boardsize x", "a board size must be a whole number from 1 to 99, got 'x'"),
        ("komi high", "komi must be a number, got 'high'"),
        ("komi nan", "komi must be a number, got 'nan'"),
        ("undo", "cannot undo"),
        ("kibitz-analyze b -3", "seconds must be a number from 0, got '-3'"),
        ("genmove", "genmove needs a colour after it, got ''"),
        ("final_status_list sick", "a status is alive, seki or dead, got 'sick'"),
        ("time_left b 10", "time_left needs a colour, seconds and stones after it, got 'b 10'"),
        ("kgs-time_settings blitz 3", "kgs-time_settings needs"),
        ("fixed_handicap 3", "invalid number of stones"),
        ("set_free_handicap c3", "set_free_handicap needs two different points or more"),
        ("loadsgf nowhere.sgf", "cannot load file: No such file or directory"),
    ],
)
def test_mistakes_are_refused_in_a_sentence_and_change_nothing(line: str, sentence: str):
    told = Told()
    before = told.ask("showboard")
    assert sentence in told.refuse(line)
    assert told.ask("showboard") == before


def test_a_game_either_player_may_move_and_take_back():
    told = Told()
    told.ask("play b c3", "play b c4", "play W d3")  # Black twice in a row, as when a position is entered
    assert told.ask("showboard").count("X") == 2
    assert told.refuse("play w c3") == "illegal move"
    told.ask("undo", "undo", "undo")
    assert "X" not in told.ask("showboard")
    told.ask("boardsize 7")
    assert told.ask("query_boardsize") == "7"
    told.ask("play b a7", "komi 6.5")
    assert told.ask("get_komi") == "6.5"
    assert told.ask("showboard").count("X") == 1  # another komi is no other game
    told.ask("clear_board")
    assert "X" not in told.ask("showboard")


def test_a_board_may_not_come_back():
    told = Told()
    for move in ("b a2", "w d2", "b b1", "w c1", "b b3", "w c3", "b c2", "w b2"):  # White takes c2: a ko
        told.ask(f"play {move}")
    assert told.refuse("play b c2") == "illegal move"
    told.ask("play b e5", "play w e1", "play b c2")  # after a threat elsewhere it may be retaken


def test_play_goes_on_after_two_passes():
    told = Told(["c3"])
    told.ask("play b pass", "play w pass")
    assert told.ask("genmove b") == "pass"  # the game is over
    told.ask("play b c3")
    assert told.ask("showboard").count("X") == 1


def test_clocks():
    clocks = GameClocks(5.0)
    assert clocks.pace(0).hard == pytest.approx(4.97)
    clocks.set(0, 10, 1)
    assert clocks.pace(0).hard == pytest.approx(9.97)
    clocks.set(60, 30, 3)
    in_main = clocks.pace(1).hard
    clocks.remain(1, 0, 0)
    assert clocks.pace(1).hard == pytest.approx(9.97) and in_main < 60
    clocks.remain(1, 8, 2)
    assert clocks.pace(1).hard == pytest.approx(3.97)
    clocks.set(0, 1, 0)  # no limit
    assert clocks.pace(1).hard == pytest.approx(4.97)
    told = Told(["c3"])
    told.ask("kgs-time_settings byoyomi 0 20 5", "genmove b")
    assert told.thinkers[0].paces[0].hard == pytest.approx(19.97)
    told.ask("kgs-time_settings none", "kgs-time_settings absolute 300", "kgs-time_settings canadian 60 300 25")


def test_a_hopeless_game_is_given_up_but_not_at_once():
    told = Told(["c3", "b2"], -0.99, settings={"size": "6", "komi": "0.5"})
    moves = [told.ask("genmove b") for _ in range(HOPELESS_MOVES)]
    assert moves == ["C3", "resign"]
    told = Told(["c3", "b2"], -0.99, settings={"size": "6", "komi": "0.5"}, may_resign=False)
    assert [told.ask("genmove b") for _ in range(2)] == ["C3", "B2"]


def test_it_passes_where_that_wins_and_never_into_a_loss():
    wall = ("b c1", "w d1", "b c2", "w d2", "b c3", "w d3", "b c4", "w d4", "b c5", "w d5")  # 15 points against 10
    told = Told(["a1", "a1"])
    for move in wall:
        told.ask(f"play {move}")
    told.ask("play b pass")
    assert told.ask("genmove w") == "A1"  # White loses by passing
    told = Told(["a1"])
    for move in wall:
        told.ask(f"play {move}")
    told.ask("play b b3", "play w pass")
    assert told.ask("genmove b") == "pass"


def test_dead_stones_are_found_by_playouts():
    told = Told()
    stones = [
        "b",
        "b1",
        "b",
        "b2",
        "b",
        "b3",
        "b",
        "b4",
        "b",
        "b5",
        "w",
        "c1",
        "w",
        "c2",
        "w",
        "c3",
        "w",
        "c4",
        "w",
        "c5",
        "b",
        "d2",
        "w",
        "e1",
        "w",
        "e5",
        "w",
        "d4",
        "b",
        "a1",
        "b",
        "a5",
        "b",
        "a3",
    ]
    for colour, point in zip(stones[::2], stones[1::2], strict=True):
        told.ask(f"play {colour} {point}")
    assert told.ask("final_status_list dead") == "D2"
    assert "D2" not in told.ask("final_status_list alive")
    assert told.ask("final_status_list seki") == ""
    assert told.ask("final_score") == "W+5.5"


def test_handicap_stones_are_placed_and_white_begins():
    told = Told(settings={"size": "9", "komi": "0.5"})
    assert told.ask("fixed_handicap 5").split() == ["C3", "G7", "C7", "G3", "E5"]
    assert told.ask("showboard").count("X") == 5
    assert told.refuse("fixed_handicap 2") == "board not empty"
    told.ask("clear_board", "set_free_handicap A1 B2 C3", "play w d4")
    board = told.ask("showboard")
    assert board.count("X") == 3 and board.count("O") == 1


def test_a_game_is_loaded_up_to_a_move(tmp_path: Path):
    file = tmp_path / "a.sgf"
    file.write_text("(;GM[1]SZ[6]KM[2.5];B[aa];W[ff];B[];W[ab])")
    told = Told()
    told.ask(f"loadsgf {file}")
    assert told.ask("get_komi") == "2.5" and told.ask("query_boardsize") == "6"
    board = told.ask("showboard")
    assert board.count("X") == 1 and board.count("O") == 2
    told.ask(f"loadsgf {file} 3")
    assert told.ask("showboard").count("O") == 1


# ------------------------------------------------------------ thinking


def test_it_thinks_by_monte_carlo_and_says_what_it_looked_at():
    told = Told(settings={"size": "3", "komi": "0.5"})
    rows = told.ask("kibitz-analyze b").splitlines()
    assert all(" visits " in row and " value " in row and " line " in row for row in rows)
    assert told.ask("reg_genmove b").lower() in [row.split()[0].lower() for row in rows]
    assert "X" not in told.ask("showboard")
    assert told.ask("genmove b") != "resign"
    assert told.ask("showboard").count("X") <= 1


def test_othello_is_searched_to_a_depth():
    answer = kibitz("gtp", "--game", "othello", "--interpreted", "--time", "0.05", stdin="genmove b\nkomi 1\nquit\n")
    move, komi, end = answer.out.strip("\n").split("\n\n")
    assert move[2:].lower() in ("d3", "c4", "f5", "e6")
    assert komi == "? 'othello' has no komi" and end == "="
    with pytest.raises(kz.BadInput, match="leave --simulations out"):
        gtp_thinker_for(kz.game("othello"), INTERPRETED)


def test_the_command():
    answer = kibitz("gtp", "--set", "size=4", stdin="1 boardsize 5\n\r\nplay b c3\r\nshowboard\nfoo\n")
    assert answer.code == 0 and answer.out.startswith("=1\n\n=\n\n= ") and answer.out.endswith("? unknown command\n\n")
    refused = kibitz("gtp", "--game", "kuhn-poker")
    assert refused.code == 2 and "cannot be played through GTP" in refused.err
    assert kibitz("gtp", "--time", "0").code == 2


# ------------------------------------------------------------ programs as players

PROGRAM = """
import sys
how = sys.argv[1]
for line in sys.stdin:
    if how == "crash" and line.startswith("genmove"): sys.exit(1)
    if line.startswith("genmove"): print({"odd": "hello", "illegal": "= Z9", "resign": "= resign"}.get(how, "= A1"))
    elif how == "deaf" and line.startswith("komi"): print("? no")
    else: print("=")
    print(flush=True)
"""


def program(how: str) -> str:
    return f"{sys.executable} -c '{PROGRAM.replace(chr(39), chr(34))}' {how}"


@pytest.mark.parametrize(
    ("how", "error", "sentence"),
    [
        ("crash", Failed, "has ended"),
        ("odd", Failed, "not GTP"),
        ("illegal", Failed, "not a legal move"),
        ("resign", Resigned, ""),
        ("deaf", Refused, "answered 'komi 0.5' with 'no'"),
    ],
)
def test_a_program_that_fails_says_how(how: str, error: type[Exception], sentence: str):
    game = kz.game("go", size=5, komi=0.5)
    player = GtpProgram(program(how))
    try:
        with pytest.raises(error, match=sentence or "^$"):
            player.begin(game, game.initial(), 0)
            player.choose(GameSoFar(game, game.initial()))
    finally:
        player.close()


def test_a_program_is_told_what_was_played():
    game = kz.game("go", size=5, komi=0.5)
    so_far = GameSoFar(game, game.initial())
    so_far.act(game.parse_action(so_far.state, "c3"))
    player = GtpProgram(program("well"))
    player.begin(game, game.initial(), 1)
    assert game.action_text(so_far.state, player.choose(so_far)) == "a1"
    player.close()


@pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed")
def test_a_game_with_gnu_go_is_legal_to_both():
    """Both sides in turn, on 5×5: GNU Go accepts each of our moves, and our rules each of its."""
    gnugo = GtpTalk(f"{GNUGO} --mode gtp --level 0 --boardsize 5 --chinese-rules --seed 1")
    for ours in (0, 1):
        told = Told(may_resign=False)
        referee = go_match.Referee(5, 0.5)
        gnugo.ask("boardsize 5")
        gnugo.ask("clear_board")
        gnugo.ask("komi 0.5")
        while not referee.is_over and len(referee.moves) < 60:
            side = referee.side
            if side == ours:
                text = told.ask(f"genmove {'bw'[side]}").lower()
                gnugo.ask(f"play {'bw'[side]} {text}")
            else:
                text = gnugo.ask(f"genmove {'bw'[side]}").lower()
                if text == "resign":
                    break
                told.ask(f"play {'bw'[side]} {text}")
            assert referee.play(text), referee.moves
        assert len(referee.moves) > 8
    gnugo.close()


# ------------------------------------------------------------ the referee of a match


def test_the_referee_knows_superko_and_dead_stones():
    referee = go_match.Referee(5, 0.5)
    assert not referee.play("j9") and not referee.play("resigns")
    for text in ["a2", "d2", "b1", "c1", "b3", "c3", "c2", "b2"]:  # White has taken c2
        assert referee.play(text)
    assert not referee.play("c2")
    assert referee.play("e5") and referee.play("e1") and referee.play("c2")
    assert referee.margin("") != referee.margin("e5")


def test_a_match_is_played_kept_and_summed_up(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any):
    """Two programs that pass at once: White wins by komi; what was played is not played again."""
    out = tmp_path / "match"
    passing = PROGRAM.replace('"= A1"', '"= pass"').replace(
        'print("=")', 'print("= W+7.5" if "score" in line else "=")'
    )
    command = f"{sys.executable} -c '{passing.replace(chr(39), chr(34))}' well"
    words = ["go_match", "--engine", command, "--opponent", f"gtp:{command}", "--out", str(out), "--time", "1"]
    (tmp_path / "match.moves").write_text('{"game": 3, "move": "e5"}\n{"game": 3, "mo')  # broken off
    for games in ("2", "4"):
        monkeypatch.setattr(sys, "argv", [*words, "--games", games, "--jobs", "2"])
        go_match.main()
    assert "+1 -3 of 4, 25.0%" in capsys.readouterr().out
    kept = (tmp_path / "match.jsonl").read_text().splitlines()
    assert len(kept) == 4 and all('"ended": "counted"' in line for line in kept)
    assert sum('"agreed": true' in line for line in kept) == 3
    sgf = (tmp_path / "match.sgf").read_text()
    assert sgf.count("RE[W+7.5]") == 3 and "RE[B+73.5];B[ee]" in sgf  # which went on after its first stone


def test_the_interval_of_a_score():
    games = [
        {
            "game": n,
            "ours": n % 2,
            "winner": int(n < 30) ^ n % 2 ^ 1,
            "failed": None,
            "ended": "counted",
            "late": [0, 0],
        }
        | {"seconds": [1.0, 2.0]}
        for n in range(50)
    ]
    found = go_match.summary(games)
    assert (found["wins"], found["losses"], found["score"]) == (30, 20, 0.6)
    assert found["interval"] == pytest.approx([0.4618, 0.7239], abs=1e-4)  # Wilson's, as published tables have it


def test_help_is_quick_without_numba():
    answer = process("gtp", "--help", python=("-X", "importtime"))
    loaded = [line.rpartition("|")[2].strip() for line in answer.err.splitlines()]
    assert answer.code == 0 and not [name for name in loaded if name.partition(".")[0] in ("numba", "llvmlite")]

"""`kibitz uci`: what any chess program may send, right or wrong, and whole games driven by python-chess."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import chess
import chess.engine
import pytest

import kibitz as kz
from command import kibitz
from kibitz.arena.uci.go_words import GoWords
from kibitz.arena.uci.report import Report, ReportedLine, plies_to_end
from kibitz.arena.uci.session import UciSession, variants
from kibitz.arena.uci.thinkers import Asked, Means
from kibitz.search.glance import glance
from kibitz.search.selective.selective_engine import SelectiveEngine
from test_polyglot import book  # noqa: F401  a fixture

LONG = 20.0  # seconds after which a test gives up: nothing here takes nearly as long
MOVES = "e2e4", "d2d4", "g1f3"


class StandIn:
    """A thinker that finds a script of reports, then waits until it is told to stop."""

    def __init__(self, reports: list[Report], *, waits: bool = True) -> None:
        self.reports = reports
        self.waits = waits
        self.asked: list[Asked] = []
        self.thinking = threading.Event()
        self.games = 0
        self._stop = threading.Event()

    def prepare(self) -> None:
        self.games += 1

    def begin_game(self) -> None:
        self.games += 1

    def ready(self) -> None:
        self._stop.clear()

    def think(self, asked: Asked, hear: Callable[[Report], bool]) -> None:
        self.asked.append(asked)
        for report in self.reports:
            if not hear(report):
                return
        self.thinking.set()
        if self.waits:
            assert self._stop.wait(LONG)

    def stop(self) -> None:
        self._stop.set()


def found(depth: int, *moves: str, value: float = 20.0, seconds: float = 0.0, exact: bool = False) -> Report:
    line = ReportedLine(value, plies_to_end(kz.game("chess"), value), moves)
    return Report(depth, depth + 2, 1000 * depth, seconds, 12, exact, (line,))


class Driven:
    """A session and the lines that it has said, which can be waited for."""

    def __init__(self, thinker: StandIn | None = None, **more: Any) -> None:
        self.lines: list[str] = []
        self._said = threading.Condition()
        self._read = 0
        made = thinker or StandIn([found(1, "e2e4", "e7e5")])
        self.thinker = made
        self.means: list[Means] = []

        def make(game: kz.Game, means: Means) -> Any:
            self.means.append(means)
            return made

        self.session = UciSession(self._say, make_thinker=make, **more)

    def _say(self, line: str) -> None:
        with self._said:
            self.lines.append(line)
            self._said.notify_all()

    def send(self, *lines: str) -> Driven:
        for line in lines:
            assert self.session.obey(line)
        return self

    def wait(self, start: str) -> str:
        """The next line that begins like this, of those that have not been waited for."""

        def there() -> bool:
            return any(line.startswith(start) for line in self.lines[self._read :])

        with self._said:
            assert self._said.wait_for(there, LONG), (start, self.lines)
            at = next(n for n, line in enumerate(self.lines) if n >= self._read and line.startswith(start))
            self._read = at + 1
            return self.lines[at]

    def has(self, start: str) -> bool:
        return any(line.startswith(start) for line in self.lines)


# ------------------------------------------------------------ the protocol, with a stand-in for the search


def test_it_introduces_itself():
    driven = Driven().send("uci")
    assert driven.lines[0].startswith("id name Kibitz ") and driven.lines[-1] == "uciok"
    declared = [line.split(" type ")[0].removeprefix("option name ") for line in driven.lines if "option" in line]
    assert {"Hash", "Threads", "MultiPV", "Move Overhead", "Ponder", "OwnBook", "Book File", "UCI_Variant"} <= set(
        declared
    )
    assert {"chess", "connect-four", "tic-tac-toe"} <= set(variants())
    assert not {"pig", "bridge", "kuhn-poker", "2048", "hearts"} & set(variants())


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("hello world", "unknown command 'hello'"),
        ("setoption Hash 3", "setoption needs 'name NAME value VALUE'"),
        ("setoption name Speed value 3", "unknown option 'Speed'; expected one of Hash"),
        ("setoption name Hash value lots", "option Hash is a whole number, got 'lots'"),
        ("setoption name Threads value 0", "option Threads is from 1 to 256, got 0"),
        ("setoption name Ponder value maybe", "option Ponder is true or false, got 'maybe'"),
        ("setoption name UCI_Variant value ludo", "option UCI_Variant is one of"),
        ("setoption name Book File value /no/such/book.bin", "'/no/such/book.bin' cannot be read"),
        ("position", "position needs 'startpos' or 'fen FEN'"),
        ("position fen 8/8 w", "'8/8 w' is not a position of chess"),
        ("position startpos moves e2e4 e2e4", "move 2 of the position: 'e2e4' is not a legal move"),
        ("go wtime soon", "go wtime needs a whole number, got 'soon'"),
        ("go depth", "go depth needs a whole number after it"),
        ("go nodes -4", "go nodes needs a number from 0"),
        ("go depth 1_0", "go depth needs a whole number, got '1_0'"),
        ("setoption name Hash value 1_6", "option Hash is a whole number, got '1_6'"),
        ("go quickly depth 3", "unknown word 'quickly' after go"),
        ("go depth 1 searchmoves e2e5", "'e2e5' is not a legal move"),
        ("ponderhit", "nothing is being pondered"),
    ],
)
def test_a_bad_line_is_answered_with_a_sentence_and_the_session_goes_on(line, sentence):
    driven = Driven(StandIn([found(1, "e2e4")], waits=False)).send(line)
    assert sentence in driven.wait("info string ")
    if line.startswith("go"):
        driven.wait("bestmove e2e4")
    driven.send("isready").wait("readyok")


def test_blank_lines_debug_and_a_stop_without_a_search_are_nothing():
    driven = Driven().send("", "   ", "debug on", "register later", "stop", "ucinewgame")
    assert driven.lines == []
    assert not driven.session.obey("quit")


def test_info_has_all_that_a_program_shows():
    driven = Driven(StandIn([found(7, "e2e4", "e7e5", value=-31, seconds=0.5)], waits=False)).send("go depth 7")
    line = driven.wait("info depth")
    assert line == (
        "info depth 7 seldepth 9 multipv 1 score cp -31 nodes 7000 nps 14000 hashfull 12 time 500 pv e2e4 e7e5"
    )
    assert driven.wait("bestmove") == "bestmove e2e4 ponder e7e5"


@pytest.mark.parametrize(
    ("value", "score"),
    [(29_999, "mate 1"), (29_997, "mate 2"), (-29_998, "mate -1"), (-29_996, "mate -2"), (900, "cp 900")],
)
def test_a_forced_mate_is_told_in_moves(value, score):
    driven = Driven(StandIn([found(3, "e2e4", value=value)], waits=False)).send("go depth 3")
    assert f" score {score} " in driven.wait("info depth")


def test_an_endless_search_answers_isready_at_once_and_keeps_its_move_until_stop():
    driven = Driven().send("go infinite")
    driven.wait("info depth 1")
    driven.send("isready").wait("readyok")
    assert not driven.has("bestmove")
    driven.send("stop").wait("bestmove e2e4 ponder e7e5")


def test_an_endless_search_that_is_done_keeps_its_move_too():
    driven = Driven(StandIn([found(1, "e2e4", exact=True)], waits=False)).send("go infinite")
    assert driven.thinker.thinking.wait(LONG)
    driven.send("isready").wait("readyok")
    assert not driven.has("bestmove")
    driven.send("stop").wait("bestmove e2e4")


def test_pondering_ends_by_the_clock_once_the_move_was_right():
    driven = Driven().send("go ponder wtime 60 btime 60")
    driven.wait("info depth 1")
    assert driven.thinker.thinking.wait(LONG)
    assert not driven.has("bestmove")
    driven.send("ponderhit").wait("bestmove e2e4")


def test_pondering_ends_at_once_where_enough_was_thought():
    driven = Driven(StandIn([found(9, "e2e4", seconds=100.0)])).send("go ponder wtime 60000 btime 60000")
    assert driven.thinker.thinking.wait(LONG)
    driven.send("ponderhit").wait("bestmove e2e4")


def test_pondering_on_the_wrong_move_ends_by_stop():
    driven = Driven().send("go ponder wtime 60000 btime 60000")
    assert driven.thinker.thinking.wait(LONG)
    driven.send("stop").wait("bestmove e2e4")


@pytest.mark.parametrize("go", ["go movetime 30", "go wtime 100 btime 100", "go btime 1 wtime -5", "go movetime 0"])
def test_the_hard_limit_ends_a_search_that_would_go_on(go):
    Driven().send(go).wait("bestmove e2e4")


def test_enough_time_is_enough():
    """The soft limit is passed after the second depth, and nobody waits for the third."""
    reports = [found(n, "e2e4", seconds=n) for n in range(1, 9)]
    driven = Driven(StandIn(reports, waits=False)).send("go wtime 26000 btime 1")
    driven.wait("bestmove e2e4")
    assert driven.has("info depth 2") and not driven.has("info depth 3")


def test_a_mate_that_is_asked_for_ends_the_search():
    reports = [found(1, "e2e4"), found(2, "d2d4", value=29_995), found(3, "g1f3", value=29_997), found(4, "e2e4")]
    driven = Driven(StandIn(reports, waits=False)).send("go mate 2")
    driven.wait("bestmove g1f3")


def test_a_new_go_ends_the_old_one_first():
    driven = Driven().send("go infinite")
    assert driven.thinker.thinking.wait(LONG)
    driven.send("go movetime 20").wait("bestmove")
    driven.wait("bestmove")


def test_the_limits_and_the_history_reach_the_search():
    driven = Driven(StandIn([found(1, "e2e4")], waits=False))
    driven.send("setoption name MultiPV value 3", "position startpos moves g1f3 g8f6 f3g1 f6g8")
    driven.send("go depth 5 nodes 777 searchmoves e2e4 d2d4").wait("bestmove")
    game = kz.game("chess")
    asked = driven.thinker.asked[0]
    states = [game.initial()]
    for move in ("g1f3", "g8f6", "f3g1", "f6g8"):
        states.append(game.result(states[-1], game.parse_action(states[-1], move)))
    assert asked.s == states[-1]
    assert asked.history == tuple(game.key(s) for s in states[:-1]) and asked.history[0] == game.key(asked.s)
    assert (asked.deepest, asked.nodes, asked.lines) == (5, 777, 3)
    assert [game.action_text(asked.s, a) for a in asked.only] == ["e2e4", "d2d4"]


def test_a_position_that_goes_on_or_back_is_the_same_as_one_sent_anew():
    lines = ["e2e4 e7e5 g1f3", "e2e4 e7e5 g1f3 b8c6 f1b5", "e2e4 e7e5", "e2e4 c7c5", "", "d2d4 d7d5 c2c4"]
    driven = Driven(StandIn([found(1, "e2e4")], waits=False))
    for line in lines:
        driven.send(f"position startpos moves {line}" if line else "position startpos", "go depth 1").wait("bestmove")
    for line, asked in zip(lines, driven.thinker.asked, strict=True):
        board = chess.Board()
        for move in line.split():
            board.push_uci(move)
        assert kz.game("chess").text(asked.s) == board.fen(en_passant="legal")
        assert len(asked.history) == len(line.split())


def test_options_make_a_new_engine_and_a_new_game_makes_it_forget():
    driven = Driven(StandIn([found(1, "e2e4")], waits=False))
    driven.send("setoption name hash value 3", "isready").wait("readyok")
    driven.send("isready").wait("readyok")
    assert [(means.megabytes, means.threads) for means in driven.means] == [(3.0, 1)]
    driven.send("setoption name Threads value 2", "isready").wait("readyok")
    assert [(means.megabytes, means.threads) for means in driven.means] == [(3.0, 1), (3.0, 2)]
    driven.send("go depth 1").wait("bestmove")
    assert driven.thinker.games == 2
    driven.send("ucinewgame", "go depth 1").wait("bestmove")
    driven.send("setoption name Clear Hash", "go depth 1").wait("bestmove")
    assert driven.thinker.games == 4 and len(driven.means) == 2


@pytest.mark.parametrize("fen", ["7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"])
def test_a_game_that_is_over_has_no_move(fen):
    assert Driven().send(f"position fen {fen}", "go movetime 10").wait("bestmove") == "bestmove (none)"


@pytest.mark.parametrize("fen", ["8/8/8/4k3/8/8/8/KR6 w - - 99 90", "8/8/8/4k3/8/8/8/KN6 w - - 0 1"])
def test_a_draw_that_nobody_claims_is_played_on(fen):
    driven = Driven(StandIn([], waits=False)).send(f"position fen {fen}", "go depth 1")
    first = driven.wait("bestmove").split()[1]
    driven.send(f"position fen {fen} moves {first} e5e6", "go depth 1")
    second = driven.wait("bestmove").split()[1]
    board = chess.Board(fen)
    board.push_uci(first)
    board.push_uci("e5e6")
    assert chess.Move.from_uci(second) in board.legal_moves and not driven.has("info string")


def test_a_search_that_finds_nothing_in_time_still_moves_and_takes_what_hangs():
    driven = Driven(StandIn([])).send("position fen 7k/8/8/3q4/4P3/8/8/K7 w - - 0 1", "go movetime 5")
    assert driven.wait("bestmove") == "bestmove e4d5"


@pytest.mark.parametrize("limit", ["depth 0", "nodes 0", "mate 0"])
def test_a_limit_of_nothing_is_answered_at_once(limit):
    driven = Driven().send("position fen 7k/8/8/3q4/4P3/8/8/K7 w - - 0 1", f"go {limit}")
    assert driven.wait("bestmove") == "bestmove e4d5" and not driven.thinker.asked


def test_moves_to_choose_from_that_are_all_illegal_do_not_make_the_search_endless():
    driven = Driven().send("go searchmoves e2e5 a1a8")
    assert "'e2e5' is not a legal move" in driven.wait("info string")
    driven.wait("bestmove e2e4")


@pytest.mark.parametrize(
    ("fen", "takes"), [("7k/8/8/3q4/4P3/8/8/K7 w - - 0 1", True), ("7k/8/4p3/3p4/8/8/3Q4/7K w - - 0 1", False)]
)
def test_without_time_for_a_search_the_move_is_the_one_that_looks_best(fen, takes):
    """A queen that hangs is taken; a pawn that is defended is not, at least not by a queen."""
    game = kz.game("chess")
    engine = SelectiveEngine(game, interpreted=True, megabytes=0.1)
    engine.allow(1)
    s = game.parse(fen)
    (thought,) = engine.think(s)
    assert thought.depth == 0
    assert game.action_text(s, thought.line[0]).endswith("d5") == takes
    assert thought.value == max(glance(game, s, a) for a in game.actions(s))


def test_a_search_that_fails_is_told_and_a_move_is_made():
    class Broken(StandIn):
        def think(self, asked: Asked, hear: Callable[[Report], bool]) -> None:
            raise ZeroDivisionError("by accident")

    driven = Driven(Broken([])).send("go depth 3")
    assert "ZeroDivisionError: by accident" in driven.wait("info string")
    driven.wait("bestmove ")


def test_a_book_is_played_from_but_not_while_analysing(book: Path):  # noqa: F811
    driven = Driven(StandIn([found(1, "g1f3")], waits=False), seed=1)
    driven.send(f"setoption name Book File value {book}", "go depth 1").wait("bestmove g1f3")
    driven.send("setoption name OwnBook value true")
    drawn = {driven.send("go depth 1").wait("bestmove") for _ in range(20)}
    assert drawn == {"bestmove e2e4", "bestmove d2d4"}
    driven.send("go infinite").wait("info depth 1")
    driven.send("stop").wait("bestmove g1f3")
    driven.send("position startpos moves h2h4", "go depth 1").wait("bestmove g1f3")


def test_the_words_of_go():
    words = "wtime 1000 btime 2500 winc 10 binc 20 movestogo 7 searchmoves e2e4 d2d4 mate 3 ponder"
    go = GoWords.read(words.split())
    assert (go.clocks, go.increments, go.moves_to_go, go.mate) == ([1.0, 2.5], [0.01, 0.02], 7, 3)
    assert go.search_moves == ["e2e4", "d2d4"] and go.ponder and not go.infinite and not go.complaints
    assert not GoWords.read(["infinite"]).is_limited and GoWords.read(["nodes", "5"]).is_limited


# ------------------------------------------------------------ the command


def test_uci_is_answered_before_anything_heavy_is_loaded():
    script = (
        "import io, sys; sys.stdin = io.StringIO('uci\\nquit\\n')\n"
        "from kibitz.cli import main\n"
        "assert main(['uci']) == 0\n"
        "assert not {'numba', 'numpy'} & set(sys.modules), 'too much was loaded'\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "uciok"


@pytest.mark.parametrize("stdin", ["", "uci\n", "nonsense\n", b"\xff\xfe\n", "position startpos\ngo infinite\n"])
def test_the_end_of_the_input_is_quit(stdin):
    answer = kibitz("uci", "--game", "tic-tac-toe", "--interpreted", stdin=stdin)
    assert answer.code == 0 and "Traceback" not in answer.err


@pytest.mark.parametrize(("game", "why"), [("pig", "cannot be played through UCI"), ("ludo", "unknown game")])
def test_a_game_that_does_not_fit_is_refused(game, why):
    answer = kibitz("uci", "--game", game)
    assert answer.code == 2 and why in answer.err


def test_other_games_are_played_in_their_own_notation():
    lines: list[str] = []
    said = threading.Condition()

    def say(line: str) -> None:
        with said:
            lines.append(line)
            said.notify_all()

    session = UciSession(say, name="tic-tac-toe", means=Means(interpreted=True))
    for line in ("position startpos moves 1 2 4 5", "go depth 9"):
        session.obey(line)
    with said:
        assert said.wait_for(lambda: lines and lines[-1].startswith("bestmove"), LONG)
    assert lines[-1] == "bestmove 7"
    assert any(" score mate 1 " in line for line in lines)


# ------------------------------------------------------------ a whole game, with the real search, compiled


@pytest.fixture(scope="module")
def engine() -> Iterator[chess.engine.SimpleEngine]:
    with chess.engine.SimpleEngine.popen_uci([sys.executable, "-m", "kibitz", "uci"], timeout=600) as opened:
        opened.ping()  # compiles
        yield opened


def test_python_chess_drives_it_through_a_whole_game(engine):
    board = chess.Board()
    while board.outcome(claim_draw=True) is None and board.ply() < 400:
        played = engine.play(board, chess.engine.Limit(nodes=400), info=chess.engine.INFO_ALL, game="one")
        assert played.move in board.legal_moves
        assert played.info["nodes"] <= 400 and played.info["pv"][0] == played.move
        board.push(played.move)
    assert board.outcome(claim_draw=True) is not None


def test_it_mates_on_a_clock(engine):
    board = chess.Board("8/8/8/4k3/8/8/8/KQR5 w - - 0 1")
    while not board.is_game_over() and not board.is_repetition(3) and board.ply() < 100:
        clock = chess.engine.Limit(white_clock=0.5, black_clock=0.5, white_inc=0.02, black_inc=0.02)
        board.push(engine.play(board, clock, game="two").move)
    assert board.is_checkmate()


def test_it_ponders_on_right_and_wrong_moves(engine):
    board = chess.Board()
    for reply in range(4):
        limit = chess.engine.Limit(white_clock=2.0, black_clock=2.0)
        played = engine.play(board, limit, ponder=True, game="three")
        board.push(played.move)
        expected = played.ponder if played.ponder in board.legal_moves else None
        others = [move for move in board.legal_moves if move != expected]
        board.push(expected if expected is not None and reply % 2 == 0 else others[0])
    assert board.ply() == 8


def test_an_analysis_can_be_stopped_and_has_several_lines(engine):
    board = chess.Board("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
    with engine.analysis(board, multipv=3) as analysis:
        for info in analysis:
            if info.get("multipv") == 3 and info.get("depth", 0) >= 3:
                break
        analysis.stop()
        lines = analysis.multipv
    assert lines[0]["pv"][0] == chess.Move.from_uci("h5f7") and lines[0]["score"].white() == chess.engine.Mate(1)
    assert len({line["pv"][0] for line in lines}) == 3
    assert all(better["score"].relative >= worse["score"].relative for better, worse in pairwise(lines))


def test_only_the_moves_that_are_asked_for_are_chosen(engine):
    board = chess.Board("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
    allowed = [chess.Move.from_uci(text) for text in ("a2a3", "h5e5")]
    played = engine.play(board, chess.engine.Limit(depth=4), root_moves=allowed)
    assert played.move in allowed

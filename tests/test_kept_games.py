"""Games in files: `play` saves and loads PGN and PDN, `review` judges them."""

from __future__ import annotations

import io
import json

import chess.pgn
import pytest

import kibitz as kz
from command import kibitz
from kibitz.game.record import KeptGame, Remark
from kibitz.games import game_class, names, record_of
from kibitz.games.checkers import pdn

SCHOLAR = '[White "A"]\n\n1. e4 e5 2. Qh5 Nc6 (2... Ke7 {no}) 3. Bc4 Nf6?? 4. Qxf7# 1-0\n'


def test_three_games_have_files_of_their_own():
    assert {name: record.ending for name in names() if (record := record_of(game_class(name)))} == {
        "checkers": ".pdn",
        "chess": ".pgn",
        "go": ".sgf",
    }


@pytest.mark.parametrize("name", ["chess", "checkers"])
def test_what_a_record_writes_it_reads(name):
    game = kz.game(name)
    record = record_of(type(game))
    s, moves = game.initial(), []
    for _ in range(9):
        a = next(iter(game.actions(s)))
        moves.append(game.action_text(s, a))
        s = game.result(s, a)
    for position, played in (("", moves), (game.text(s), [])):
        kept = KeptGame(position, tuple(played))
        remarks = {0: Remark("?", "so so", moves[0])} if played else {}
        for result in ("", "0", "1", "draw"):
            assert record.read(record.written(kept, result, remarks)) == kept


def test_a_game_of_chess_is_saved_as_pgn_and_loaded_again(tmp_path):
    path, other = tmp_path / "game.pgn", tmp_path / "GAME.PGN"
    orders = f"e4\ne5\nQh5\nNc6\nBc4\nNf6\nQxf7\nsave {path}\nundo\nsave {other}\nload {path}\nquit\n"
    answer = kibitz("play", "chess", "--you", "both", "--interpreted", stdin=orders)
    assert answer.code == 0 and answer.out.lower().count("checkmate: white wins") >= 2
    read = chess.pgn.read_game(io.StringIO(path.read_text()))
    assert [move.uci() for move in read.mainline_moves()][-1] == "h5f7" and read.headers["Result"] == "1-0"
    assert chess.pgn.read_game(io.StringIO(other.read_text())).headers["Result"] == "*"
    again = kibitz("play", "chess", "--load", path, "--you", "both", "--interpreted", stdin="quit\n")
    assert "checkmate: white wins" in again.out.lower()


def test_a_review_of_a_pgn_finds_the_blunder_and_writes_it_down(tmp_path):
    path, judged = tmp_path / "game.pgn", tmp_path / "judged.pgn"
    path.write_text(SCHOLAR)
    answer = kibitz("review", "chess", path, "--depth", 2, "--interpreted", "--out", judged)
    assert answer.code == 0, answer.err
    lines = answer.out.splitlines()
    assert [line.split()[1] for line in lines[:7]] == ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"]
    assert "blunder" in lines[5] and "blunder" not in "".join(lines[:5])
    assert lines[7].startswith("The game turned at ply 6: Black played g8f6")
    read = chess.pgn.read_game(io.StringIO(judged.read_text()))
    blunder = list(read.mainline())[5]
    assert chess.pgn.NAG_BLUNDER in blunder.nags and len(blunder.parent.variations) == 2
    assert read.headers["Result"] == "1-0"


def test_a_review_takes_moves_and_saved_games_of_any_game(tmp_path):
    path = tmp_path / "kept.json"
    kibitz("play", "tic-tac-toe", "--you", "both", "--interpreted", stdin=f"1\n5\n3\n2\n4\n8\nsave {path}\nquit\n")
    saved = kibitz("review", "tic-tac-toe", path, "--depth", 5, "--interpreted", "--json").json
    typed = kibitz("review", "tic-tac-toe", "--moves", "1 5 3 2 4 8", "--depth", 5, "--interpreted", "--json").json
    assert saved == typed and [ply["mistake"] for ply in typed["plies"]][5] == "mistake"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess", "{folder}/none.pgn"], "none.pgn' cannot be read: No such file"),
        (["chess", "{folder}/bad.pgn"], "bad.pgn': game 1, line 1 of the PGN: move 1... 'Ke3' is not a legal move"),
        (["chess", "{folder}/bad.pgn", "--moves", "e4"], "leave --position and --moves out"),
        (["chess", "{folder}/other.txt"], "other.txt' is not a saved game"),
        (["tic-tac-toe", "--moves", "1", "--out", "{folder}/x.pgn"], "tic-tac-toe has no file with this ending"),
    ],
)
def test_files_that_do_not_fit_are_refused(tmp_path, arguments, sentence):
    (tmp_path / "bad.pgn").write_text("1. e4 Ke3")
    (tmp_path / "other.txt").write_text(json.dumps([1]))
    answer = kibitz("review", *(word.format(folder=tmp_path) for word in arguments), "--interpreted")
    assert answer.code == 2 and sentence in answer.err.replace("\n", " ")


def test_a_judged_pgn_keeps_what_the_file_said(tmp_path):
    path, judged = tmp_path / "game.pgn", tmp_path / "judged.pgn"
    path.write_text(
        '[Event "Café"]\n[White "Anna"]\n[Black "Ben"]\n[Annotator "Clara"]\n[Result "1-0"]\n\n'
        "{A trap} 1. f3 $6 {risky} e5 (1... d5 2. d4 {solid}) 2. g4 Qh4# 1-0"
    )
    asked = kibitz("review", "chess", path, "--depth", "1", "--interpreted", "--out", judged)
    assert asked.code == 0, asked.err
    read = chess.pgn.read_game(io.StringIO(judged.read_text()))
    assert [read.headers[name] for name in ("Event", "White", "Black", "Annotator")] == ["Café", "Anna", "Ben", "Clara"]
    assert read.headers["Result"] == "1-0"  # as the file has it, whatever the board says
    first = read.next()
    assert read.comment == "A trap" and first.comment.startswith("risky ") and 6 in first.nags
    lines = [[node.uci() for node in line.mainline_moves()] for line in first.variations]
    assert "d2d4" in [move for line in lines for move in line] and "solid" in judged.read_text()


def test_a_judged_pdn_keeps_what_the_file_said(tmp_path):
    path, judged = tmp_path / "game.pdn", tmp_path / "judged.pdn"
    path.write_text('[Event "Club"]\n[White "Anna"]\n[Result "0-1"]\n\n{Begin} 1. 11-15! {good} 23-18 0-1')
    asked = kibitz("review", "checkers", path, "--depth", "1", "--interpreted", "--out", judged)
    assert asked.code == 0, asked.err
    read = pdn.read_game(judged.read_text())
    assert (read.headers["Event"], read.headers["White"], read.result, read.comment) == ("Club", "Anna", "0-1", "Begin")
    assert read.moves[0].marks == ["!"] and read.moves[0].comment.startswith("good; ")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("chess", '[SetUp "1"]\n[FEN "7k/8/8/8/8/8/8/K5R1 w - - 99 80"]\n\n80. Rg2 Kh7 81. Rg3 Kh6 *'),
        ("checkers", '[FEN "W:WK1,K2:BK32:H0:F80"]\n\n1. 1-5 32-28 2. 5-1 28-32 *'),
    ],
)
def test_a_game_that_goes_on_after_a_draw_that_nobody_claimed_is_judged_to_its_end(name, text, tmp_path):
    if name == "checkers":
        game = kz.game(name)
        s = game.parse("W:WK1,K2:BK32")._replace(still=2 * game.patience - 1)
        text = text.replace("W:WK1,K2:BK32:H0:F80", game.text(s))
    path = tmp_path / ("game.pgn" if name == "chess" else "game.pdn")
    path.write_text(text)
    asked = kibitz("review", name, path, "--depth", "1", "--interpreted", "--json")
    assert asked.code == 0 and "judged without that rule" in asked.err
    assert len(asked.json["plies"]) == 5


def test_a_file_that_is_not_there_is_named_once():
    answer = kibitz("review", "go", "nope.sgf")
    assert answer.code == 2 and answer.messages[0].count("nope.sgf") == 1

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

SCHOLAR = '[White "A"]\n\n1. e4 e5 2. Qh5 Nc6 (2... Ke7 {no}) 3. Bc4 Nf6?? 4. Qxf7# 1-0\n'


def test_two_games_have_files_of_their_own():
    assert {name: record.ending for name in names() if (record := record_of(game_class(name)))} == {
        "checkers": ".pdn",
        "chess": ".pgn",
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
    assert lines[7].startswith("The game turned at ply 6: player 2 played g8f6")
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

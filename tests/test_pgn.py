"""PGN and EPD, against python-chess: games with comments, variations and marks, from there to here and back again."""

from __future__ import annotations

import io
import random
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import pytest

import kibitz as kz
from kibitz.errors import BadInput
from kibitz.games.chess import epd, pgn

CHESS: Any = kz.game("chess", draws=False)
DATA = Path(__file__).parent / "data" / "chess"
SAID = ("", "", "", "a fine move", "[%clk 0:05:00] {curly", 'he said "no"; then (yes)', "1. e4 was better 0-1 *")


def grown(seed: int) -> chess.pgn.Game:
    """A random game with comments, glyphs and variations, some of them within others and some of them nearly mates."""
    dice = random.Random(seed)
    game = chess.pgn.Game({"Event": f"open {seed}; [1]", "Annotator": "nobody"})
    if seed % 3 == 0:
        board = chess.Board()
        for _ in range(dice.randrange(30)):
            board.push(dice.choice(list(board.legal_moves)))
        if board.is_game_over():
            board = chess.Board()
        game.setup(board)
    game.comment = dice.choice(SAID)

    def grow(node: chess.pgn.GameNode, plies: int) -> None:
        for _ in range(plies):
            moves = list(node.board().legal_moves)
            if not moves:
                break
            dice.shuffle(moves)
            first = node.add_variation(moves[0], comment=dice.choice(SAID))
            first.nags = set(dice.sample(range(1, 140), dice.choice((0, 0, 1))))
            for other in moves[1 : 1 + dice.choice((0, 0, 0, 0, 1, 2))]:
                grow(
                    node.add_variation(other, comment=dice.choice(SAID), starting_comment=dice.choice(SAID)), plies // 8
                )
            node = first

    grow(game, 40 if seed else 80)
    game.headers["Result"] = dice.choice(pgn.RESULTS)
    return game


def plain(node: chess.pgn.GameNode) -> list[Any]:
    """A line of python-chess as nested lists: moves with what is said about them."""
    found = []
    while node.variations:
        first, *others = node.variations
        said = (first.move.uci(), _spaced(first.comment), _spaced(first.starting_comment), sorted(first.nags))
        found.append([*said, [_with_first(other) for other in others]])
        node = first
    return found


def _with_first(node: chess.pgn.ChildNode) -> list[Any]:
    said = [node.move.uci(), _spaced(node.comment), _spaced(node.starting_comment), sorted(node.nags), []]
    return [said, *plain(node)]


def _spaced(text: str) -> str:
    return " ".join(text.split())


def ours(s: Any, moves: list[pgn.PgnMove]) -> list[Any]:
    """The same of ours."""
    found = []
    for move in moves:
        said = (CHESS.action_text(s, move.action), move.comment, move.comment_before, sorted(move.glyphs))
        found.append([*said, [ours(s, variation) for variation in move.variations]])
        s = CHESS.result(s, move.action)
    return found


@pytest.mark.parametrize("seed", range(12))
def test_games_of_python_chess_are_read_and_written_back(seed):
    theirs = grown(seed)
    text = str(theirs)
    read = pgn.read_game(CHESS, text)
    theirs = chess.pgn.read_game(io.StringIO(text))  # as python-chess itself reads it
    assert ours(read.start, read.moves) == plain(theirs)
    assert (read.comment, read.result) == (_spaced(theirs.comment), theirs.headers["Result"])
    assert read.headers["Event"] == theirs.headers["Event"]
    back = pgn.written(CHESS, read)
    assert all(len(line) <= 80 for line in back.split("\n\n", 1)[1].split("\n"))
    again = chess.pgn.read_game(io.StringIO(back))
    assert not again.errors
    assert plain(again) == plain(theirs)
    assert dict(again.headers) == dict(theirs.headers)
    assert again.board().fen() == theirs.board().fen()
    assert pgn.read_game(CHESS, back) == pgn.PgnGame(
        read.start, dict(again.headers), read.moves, read.comment, read.result
    )


def test_a_file_of_many_games_is_read_game_by_game():
    games = [grown(seed) for seed in range(20, 26)]
    text = "\r\n".join("\n".join(map(str, games)).replace("\n\n[", "\n\n\n[").split("\n"))
    found = list(pgn.read_games(CHESS, "\ufeff% made by a test\n" + text))
    assert [len(each.moves) for each in found] == [len(list(each.mainline_moves())) for each in games]


def test_what_people_write_is_understood():
    text = """[White "A"]
    1.e4! e5?! 2. Nf3 Nc6 $13 ; to the end of the line ( [ {
    3 Bb5 a6?? 4. 0-0 {castled} 4...dxc6 1/2-1/2"""
    with pytest.raises(BadInput, match=r"game 1, line 3 of the PGN: move 4\.\.\. 'dxc6' is not a legal move"):
        pgn.read_game(CHESS, text)
    read = pgn.read_game(CHESS, text.replace("4...dxc6", "dxe5 e.p.").replace("dxe5 e.p.", "4... d6"))
    assert [move.glyphs for move in read.moves[:6]] == [[1], [6], [], [13], [], [4]]
    assert (read.moves[3].comment, read.moves[6].comment, read.result) == (
        "to the end of the line ( [ {",
        "castled",
        "1/2-1/2",
    )


def test_quotation_marks_in_headers_survive():
    said = 'the "best" \\\\ of "it"'
    text = pgn.written(CHESS, pgn.PgnGame(CHESS.initial(), {"Event": said}))
    assert pgn.read_game(CHESS, text).headers["Event"] == said
    assert pgn.read_game(CHESS, '[Event "the "best" of it"]\n*').headers == {"Event": 'the "best" of it'}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1. e4 e5 *\n\n1. e4\nKe3 *", r"game 2, line 4 of the PGN: move 1\.\.\. 'Ke3' is not a legal move"),
        ("1. e4 (1. d4 d5", "line 1 of the PGN: the bracket '\\(' of a variation is never closed"),
        ("1. e4 ) e5", r"'\)' is not understood"),
        ("1. e4 {no end", "the comment that begins here with '{' is never closed"),
        ("1. e4 @@@ e5", "'@@@' is not understood"),
        ('[Variant "Atomic"]\n\n1. e4', "the variant 'Atomic' is not played here"),
        ('[FEN "nonsense"]\n\n1. e4', "game 1, line 1 of the PGN: 'nonsense' is not a position of chess"),
        ("$1 1. e4", "'1' is not understood"),
        ("1. e4 e5 2. Nf3 " + "(2. Nc3 " * 200, "variations stand within each other"),
        ("  \n ", "holds no game"),
    ],
)
def test_a_mistake_is_told_with_the_game_the_line_and_the_move(text, sentence):
    with pytest.raises(BadInput, match=sentence):
        list(pgn.read_games(CHESS, text))
        pgn.read_game(CHESS, text)


# ------------------------------------------------------------ EPD


@pytest.mark.parametrize("name", ["tactics-100.epd", "bratko-kopec.epd"])
def test_the_suites_are_read_as_python_chess_reads_them(name):
    for line in (DATA / name).read_text().splitlines():
        read = epd.read_epd(CHESS, line)
        board, operations = chess.Board.from_epd(line)
        assert CHESS.text(read.s).split()[:4] == board.fen(en_passant="legal").split()[:4]
        assert read.id == operations["id"]
        for kind in ("bm", "am"):
            moves = [CHESS.action_text(read.s, a) for a in read.moves(CHESS, kind)]
            assert sorted(moves) == sorted(move.uci() for move in operations.get(kind, []))
        assert epd.read_epd(CHESS, epd.written(CHESS, read)) == read
        assert chess.Board.from_epd(epd.written(CHESS, read))[1] == operations


def test_other_operations_and_whole_fens_are_kept():
    line = 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - c0 "a; b"; hmvc 2; fmvn 3; ce 31; noop; '
    read = epd.read_epd(CHESS, line)
    assert CHESS.text(read.s).endswith(" 2 3")
    assert read.operations == {"c0": ["a; b"], "hmvc": ["2"], "fmvn": ["3"], "ce": ["31"], "noop": []}
    assert epd.read_epd(CHESS, epd.written(CHESS, read)) == read
    whole = epd.read_epd(CHESS, f"{CHESS.text(read.s)} bm Bb5;")
    assert [CHESS.action_text(read.s, a) for a in whole.moves(CHESS, "bm")] == ["f1b5"]
    marked = epd.with_moves(CHESS, epd.Epd(read.s), "bm", whole.moves(CHESS, "bm"))
    assert epd.written(CHESS, marked).endswith(" bm Bb5;")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("8/8/8/8 w", "expected four fields"),
        ("8/8/8/8/8/8/k7/2K5 w - - hmvc x;", "hmvc needs a whole number, got 'x'"),
        ('8/8/8/8/8/8/k7/2K5 w - - id "open;', "never closed"),
        ("8/8/8/8/8/8/k7/2K5 w - - 7up;", "'7up' is not the name of an operation"),
    ],
)
def test_what_is_not_epd_is_refused(line, sentence):
    with pytest.raises(BadInput, match=sentence):
        epd.read_epd(CHESS, line)


def test_a_best_move_that_is_not_legal_is_told_with_the_name():
    read = epd.read_epd(CHESS, '8/8/8/8/8/8/k7/2K5 w - - bm Qa1; id "odd";')
    with pytest.raises(BadInput, match="operation bm of 'odd': 'Qa1' is not a legal move"):
        read.moves(CHESS, "bm")

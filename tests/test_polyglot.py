"""Polyglot books, against python-chess: the keys of random games, and a book that is written here."""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.polyglot
import pytest

from kibitz.errors import BadInput
from kibitz.lookup.polyglot import PolyglotBook, numbers, polyglot_key

# The keys that the description of the format gives for its examples.
DESCRIBED = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": 0x463B96181691FC9C,
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1": 0x823C9B50FD114196,
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3": 0x22A48B5A8E47FF78,
    "rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4": 0x5C3F9B829B279560,
}
PLACES = "8/P3k3/8/8/8/8/8/4K2R w K - 0 1"


def random_boards(games: int) -> Iterator[chess.Board]:
    dice = random.Random(1)
    for _ in range(games):
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 120:
            board.push(dice.choice(list(board.legal_moves)))
            yield board


def entry(board: chess.Board, move: str, weight: int, learn: int = 0) -> bytes:
    """One entry as the format has it: castling takes the own rook."""
    meant = chess.Move.from_uci(move)
    to = meant.to_square
    if board.is_castling(meant):
        to = chess.square(7 if chess.square_file(to) == 6 else 0, chess.square_rank(to))
    bits = to | meant.from_square << 6 | (meant.promotion - 1 if meant.promotion else 0) << 12
    return struct.pack(">QHHI", chess.polyglot.zobrist_hash(board), bits, weight, learn)


@pytest.fixture
def book(tmp_path: Path) -> Path:
    start, castling = chess.Board(), chess.Board(PLACES)
    entries = [
        entry(start, "e2e4", 30, 7),
        entry(start, "d2d4", 60),
        entry(start, "a2a4", 0),
        entry(castling, "e1g1", 5),
        entry(castling, "a7a8q", 9),
        entry(castling, "a7a8n", 1),
    ]
    path = tmp_path / "book.bin"
    path.write_bytes(b"".join(sorted(entries, key=lambda each: each[:8])))
    return path


@pytest.mark.parametrize("fen", DESCRIBED)
def test_the_keys_are_those_of_the_description(fen):
    assert polyglot_key(fen) == DESCRIBED[fen]


def test_the_keys_are_those_of_python_chess():
    assert numbers() == tuple(chess.polyglot.POLYGLOT_RANDOM_ARRAY)
    seen = 0
    for board in random_boards(20):
        expected = chess.polyglot.zobrist_hash(board)
        assert polyglot_key(board.fen(en_passant="fen")) == expected
        assert polyglot_key(board.fen(en_passant="legal")) == expected or board.has_pseudo_legal_en_passant()
        seen += 1
    assert seen > 1_000


@pytest.mark.parametrize("fen", [chess.STARTING_FEN, PLACES, "8/8/8/8/8/8/8/K1k5 w - - 0 1"])
def test_the_moves_are_those_of_python_chess(book, fen):
    ours = PolyglotBook(str(book)).moves(fen)
    with chess.polyglot.open_reader(book) as reader:
        theirs = [(e.move.uci(), e.weight, e.learn) for e in reader.find_all(chess.Board(fen), minimum_weight=0)]
    assert sorted(map(tuple, ours)) == sorted(theirs)
    assert [each.weight for each in ours] == sorted((each.weight for each in ours), reverse=True)


def test_a_move_is_drawn_by_its_weight(book):
    opened, dice = PolyglotBook(str(book)), random.Random(3)
    drawn = [opened.choice(chess.STARTING_FEN, dice) for _ in range(900)]
    assert set(drawn) == {"e2e4", "d2d4"}
    assert 500 < drawn.count("d2d4") < 700
    assert opened.choice("8/8/8/8/8/8/8/K1k5 w - - 0 1", dice) is None


@pytest.mark.parametrize(
    ("content", "sentence"), [(b"", "got 0 bytes"), (b"no book", "got 7 bytes"), (None, "cannot be read")]
)
def test_what_is_not_a_book_is_refused(tmp_path, content, sentence):
    path = tmp_path / "other.bin"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(BadInput, match=sentence):
        PolyglotBook(str(path))


@pytest.mark.parametrize("text", ["4453", "9/8/8/8/8/8/8/8 w - -", "8/8/8/8/8/8/8 w - -", "8/8/8/8/8/8/8/8"])
def test_a_position_that_is_not_fen_is_refused(book, text):
    with pytest.raises(BadInput, match="needs FEN"):
        PolyglotBook(str(book)).moves(text)

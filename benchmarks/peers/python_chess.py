"""python-chess: the rules of chess in plain Python, well made and widely used."""

from __future__ import annotations

import chess

NAME = f"python-chess {chess.__version__}"


def perft(fen: str, depth: int) -> int:
    """The leaves of the tree to a depth; the moves of the last ply are counted, not made, which is its quickest way."""
    return _leaves(chess.Board(fen), depth)


def perft_made(fen: str, depth: int) -> int:
    """The same with every move made, as ours are."""
    return _made(chess.Board(fen), depth)


def _leaves(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += _leaves(board, depth - 1)
        board.pop()
    return leaves


def _made(board: chess.Board, depth: int) -> int:
    if depth == 0:
        return 1
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += _made(board, depth - 1)
        board.pop()
    return leaves

"""The book that ships with Connect Four beside BitBully's database: is every score the same?

`python -m benchmarks.connect_four_book`. BitBully's own book goes to twelve plies, and was made by another program.
"""

from __future__ import annotations

import kibitz as kz
from kibitz.answer.books import open_book, shipped_path
from kibitz.answer.books_levels import Levels


def main() -> None:
    """Compare every position of the book."""
    from bitbully import BitBully, Board  # a peer, which may not be installed where the benchmarks are only listed

    game = kz.game("connect-four")
    path = shipped_path(game)
    assert path is not None
    book = open_book(game, path)
    peer = BitBully(opening_book="12-ply-dist")
    compared = different = 0
    for level in Levels.of(game, game.initial(), book.plies).plies:
        for key, s in level.items():
            judged = book.value(key)
            board = Board()
            for column in game.text(s):
                board.play(int(column) - 1)
            compared += 1
            different += judged is None or judged.value != max(peer.score_all_moves(board).values())
    print(f"{compared:,} positions to {book.plies} plies: {different} differ")


if __name__ == "__main__":
    main()

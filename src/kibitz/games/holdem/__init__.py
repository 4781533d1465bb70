"""Small hold'em: hands of one or two cards, cards turned up for both, limit betting, a deck as small as you like."""

from __future__ import annotations

from kibitz.errors import BadInput
from kibitz.games.holdem.poker import SUITS_RENAMED, WITHOUT_SUITS, Poker, all_within, within


class Holdem(Poker):
    """Hold'em for two with a small deck and fixed bets."""

    title = "Small hold'em"

    def __init__(
        self,
        ranks: int = 3,
        suits: int = 3,
        hand: int = 2,
        board: tuple[int, ...] = (3,),
        bets: tuple[int, ...] = (2, 4),
        raises: int = 2,
        ante: int = 1,
    ) -> None:
        """`board` is how many cards are turned up before each round of betting after the first."""
        within(ranks, "ranks", 2, 13)
        within(suits, "suits", 1, 4)
        within(hand, "hand", 1, 2)
        within(raises, "raises", 1, 4)
        within(ante, "ante", 1, 1000)
        all_within(board, "board", 1, 3)
        all_within(bets, "bets", 1, 1000)
        if hand + sum(board) > 5 or 2 * hand + sum(board) > ranks * suits:
            most = "at most five cards with the hand, and no more than the deck has"
            raise BadInput(f"board={','.join(map(str, board))} with hand={hand} is too much: expected {most}")
        if len(bets) != len(board) + 1:
            wanted = f"{len(board) + 1}, one for each round of betting"
            raise BadInput(f"bets={','.join(map(str, bets))} are {len(bets)}: expected {wanted}")
        self.hand = hand
        self.board = board
        self.raises = raises
        self.naming = SUITS_RENAMED if hand + sum(board) == 5 and ranks >= 5 else WITHOUT_SUITS
        super().__init__(ranks, suits, (hand, *board), bets, raises, ante)

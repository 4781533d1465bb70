"""What a game of poker looks like: two hands that face each other, and the board between them."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.draw.card_table import Held, Seat, duel
from kibitz.draw.picture import Card, Picture

BACK = "?"  # a card that is not seen


def drawn(
    hands: Sequence[Sequence[str]],
    board: Sequence[str] | None,
    paid: Sequence[int],
    turn: int,
    bottom: int,
    caption: str,
) -> Picture:
    """The table: texts of cards, `BACK` for one that is not seen; no `board` where none is ever turned up.

    `turn` is the player to move, -1 for none; `bottom` is the player who sits below.
    """
    rows, labels = [hands[0], board or [], hands[1]], ["player 1", "board", "player 2"]
    if board is None:
        rows, labels = [hands[0], hands[1]], ["player 1", "player 2"]
    width = max(1, *(len(row) for row in rows))
    faces = {text: Card(text[0], text[1:].upper()) for row in rows for text in row if text != BACK}
    lowest = len(rows) - 1  # the row of the second player
    seats = [_seat(player, hands[player], lowest * player, paid, turn) for player in (0, 1)]
    table = duel(
        seats[1 - bottom],
        seats[bottom],
        [Held(_card(text), (1, column)) for column, text in enumerate(board or [])],
        [f"{sum(paid)} in the pot"],
    )
    return Picture(
        cells=tuple((*row, *[""] * (width - len(row))) for row in rows),
        owners={card: player for player in (0, 1) for card in hands[player] if card != BACK},
        row_labels=tuple(labels),
        caption=caption,
        cards={BACK: Card(), **faces},
        scene=table,
    )


def _seat(player: int, hand: Sequence[str], row: int, paid: Sequence[int], turn: int) -> Seat:
    cards = [Held(_card(text), (row, column)) for column, text in enumerate(hand)]
    return Seat(f"Player {player + 1}", cards, f"· {paid[player]} paid", player == turn)


def _card(text: str) -> Card:
    return Card() if text == BACK else Card(text[0], text[1:].upper())

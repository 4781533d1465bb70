"""Kuhn poker: three cards, one in each hand, one bet. The smallest poker in which one must bluff (Kuhn, 1950)."""

from __future__ import annotations

from kibitz.games.holdem.poker import Poker


class KuhnPoker(Poker):
    """Three cards, one in each hand, and at most one bet."""

    name = "kuhn-poker"
    title = "Kuhn poker"
    notation = (
        "the cards, ':' and what has been done: 'KQ:check,bet'; 'K:check,bet' or 'K_:check,bet' by the mover's alone"
    )

    def __init__(self) -> None:
        super().__init__(ranks=3, suits=1, streets=(1,), bets=(1,), most_raises=1, ante=1)

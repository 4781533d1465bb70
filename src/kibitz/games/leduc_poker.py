"""Leduc poker: six cards, one in each hand and one turned up, two rounds of betting (Southey and others, 2005)."""

from __future__ import annotations

from kibitz.games.holdem.poker import Poker


class LeducPoker(Poker):
    """Six cards, one in each hand and one turned up; two rounds of betting."""

    name = "leduc-poker"
    title = "Leduc poker"

    def __init__(self) -> None:
        super().__init__(ranks=3, suits=2, streets=(1, 1), bets=(2, 4), most_raises=2, ante=1)

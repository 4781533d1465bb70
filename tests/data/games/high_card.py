"""High card: two cards of three are dealt face down; a bet, a call or a fold. The smallest game that hides a thing."""

from collections.abc import Iterator
from typing import NamedTuple

import kibitz as kz

DEAL, BET, ANSWER, OVER = range(4)


class State(NamedTuple):
    """The cards, from 1 to 3 (0: not dealt), and what has been done."""

    first: int
    second: int
    stage: int
    bet: int
    called: int


class View(NamedTuple):
    """What one player knows: its own card, and what has been done."""

    player: int
    card: int
    stage: int
    bet: int
    called: int


class HighCard(kz.Game):
    """High card: bet or check, call or fold; the higher card wins"""

    def initial(self) -> State:
        return State(0, 0, DEAL, 0, 0)

    def player(self, s: State) -> int:
        return kz.CHANCE if s.stage == DEAL else 0 if s.stage == BET else 1

    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        for first in range(1, 4):
            for second in range(1, 4):
                if first != second:
                    yield first * 4 + second, 1 / 6

    def actions(self, s: State) -> Iterator[int]:
        if s.stage < OVER:
            yield 0
            yield 1

    def result(self, s: State, a: int) -> State:
        if s.stage == DEAL:
            return State(a // 4, a % 4, BET, 0, 0)
        if s.stage == BET:
            return State(s.first, s.second, ANSWER if a else OVER, a, 0)
        return State(s.first, s.second, OVER, s.bet, a)

    def is_terminal(self, s: State) -> bool:
        return s.stage == OVER

    def utility(self, s: State, player: int) -> int:
        worth = (2 if s.called else 1) * (1 if s.first > s.second or (s.bet and not s.called) else -1)
        return worth if player == 0 else -worth

    def view(self, s: State, player: int) -> View:
        return View(player, s.first if player == 0 else s.second, s.stage, s.bet, s.called)

    def deals(self, view: View) -> Iterator[tuple[State, float]]:
        for card in range(1, 4):
            if card != view.card:
                first, second = (view.card, card) if view.player == 0 else (card, view.card)
                yield State(first, second, view.stage, view.bet, view.called), 0.5

    def action_text(self, s: State, a: int) -> str:
        if s.stage == DEAL:
            return f"{'-JQK'[a // 4]}{'-JQK'[a % 4]}"
        return ("check", "bet")[a] if s.stage == BET else ("fold", "call")[a]

    def told(self, s: State, a: int, player: int) -> str:
        text = self.action_text(s, a)
        return text if s.stage != DEAL else f"you get {text[player]}"

    def picture(self, s: State) -> kz.Picture:
        return kz.Picture(caption=f"player 1 has {'-JQK'[s.first]}, player 2 has {'-JQK'[s.second]}")

    def seen(self, s: State, player: int) -> kz.Picture:
        card = (s.first, s.second)[player]
        return kz.Picture(caption=f"your card: {'-JQK'[card]}, player {2 - player} has one too")

"""The shell game: a pea under one of two shells. Take the sure prize, or bet that you find the pea?

A search that looks at each place of the pea separately, and averages, finds it every time, and bets. Try
`python examples/shell_game.py`, or `kibitz best examples/shell_game.py:ShellGame "(3,1,0)" --algorithm deals`.
"""

from collections.abc import Iterator
from typing import NamedTuple

import kibitz as kz

HIDE, DECIDE, PICK, OVER = range(4)
LEFT, RIGHT, UNKNOWN = 1, 2, 3
TAKE, BET = 0, 3
SURE, FOUND = 3, 4  # what the seeker gets for taking, and for the pea


class State(NamedTuple):
    pea: int
    stage: int
    done: int  # TAKE, or the shell that was picked


class View(NamedTuple):
    player: int
    pea: int
    stage: int
    done: int


class ShellGame(kz.Game):
    """Hide a pea; take a sure prize, or bet on finding it"""

    usual = "regret"
    notation = "(the pea's shell, what is to be done, the shell picked); (3,1,0) has a pea that nobody has seen"

    def initial(self) -> State:
        return State(0, HIDE, 0)

    def player(self, s: State) -> int:
        return 0 if s.stage == HIDE else 1

    def actions(self, s: State) -> Iterator[int]:
        if s.stage != OVER:
            yield TAKE if s.stage == DECIDE else LEFT
            yield BET if s.stage == DECIDE else RIGHT

    def result(self, s: State, a: int) -> State:
        if s.stage == HIDE:
            return State(a, DECIDE, 0)
        return State(s.pea, PICK, 0) if a == BET else State(s.pea, OVER, a)

    def is_terminal(self, s: State) -> bool:
        return s.stage == OVER

    def utility(self, s: State, player: int) -> int:
        won = SURE if s.done == TAKE else FOUND if s.done == s.pea else 0
        return won if player == 1 else -won

    def view(self, s: State, player: int) -> View:
        return View(player, s.pea if player == 0 or s.stage in (HIDE, OVER) else UNKNOWN, s.stage, s.done)

    def deals(self, view: View) -> Iterator[tuple[State, float]]:
        for pea in (LEFT, RIGHT) if view.pea == UNKNOWN else (view.pea,):
            yield State(pea, view.stage, view.done), 1.0

    def action_text(self, s: State, a: int) -> str:
        return ("take", "left", "right", "bet")[a]

    def seen(self, s: State, player: int) -> kz.Picture:
        return kz.Picture(caption=str(tuple(self.view(s, player))[1:]))


if __name__ == "__main__":
    for algorithm in ("deals", "regret"):
        answer = kz.analyse(ShellGame(), State(UNKNOWN, DECIDE, 0), algorithm=algorithm)
        print(f"{algorithm}: {answer.best}, worth {answer.value:.3f}")

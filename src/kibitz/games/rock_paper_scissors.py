"""Rock, paper, scissors: both choose at once. The second player moves without seeing what the first has chosen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.draw.picture import Picture
from kibitz.errors import BadInput
from kibitz.game import Game
from kibitz.native.override import override

NAMES = ("rock", "paper", "scissors")
OPEN, UNKNOWN = 0, 4  # nothing is chosen yet; something is, but it is not known what


class State(NamedTuple):
    """What each has chosen: 1 to 3, or OPEN."""

    first: int
    second: int


class View(NamedTuple):
    """What a player knows: its own choice, that the first has chosen, and all of it once both have."""

    player: int
    first: int
    second: int


class RockPaperScissors(Game):
    """Both choose at once: paper beats rock, scissors beat paper, rock beats scissors."""

    title = "Rock, paper, scissors"
    notation = "'start', then what each has chosen: 'rock', '_' if that is not known, 'rock,paper'"
    usual = "regret"

    def __init__(self, rock: int = 1, paper: int = 1, scissors: int = 1) -> None:
        """What a win with each of them brings."""
        for name, worth in (("rock", rock), ("paper", paper), ("scissors", scissors)):
            if not 1 <= worth <= 1000:
                raise BadInput(f"{name}={worth} is out of range: expected 1 to 1000")
        self.wins = (rock, paper, scissors)
        self.rock = rock
        self.paper = paper
        self.scissors = scissors
        self.utility_range = (-float(max(self.wins)), float(max(self.wins)))

    # ------------------------------------------------------------ rules

    @override
    def initial(self) -> State:
        return State(OPEN, OPEN)

    @override
    def player(self, s: State) -> int:
        return 0 if s.first == OPEN else 1

    @override
    def actions(self, s: State) -> Iterator[int]:
        if s.second == OPEN:
            for choice in range(1, 4):  # noqa: UP028  (the compiler has no `yield from`)
                yield choice

    @override
    def result(self, s: State, a: int) -> State:
        return State(a, OPEN) if s.first == OPEN else State(s.first, a)

    @override
    def is_terminal(self, s: State) -> bool:
        return s.second != OPEN

    @override
    def utility(self, s: State, player: int) -> float:
        if s.first == UNKNOWN:
            raise BadInput("the first player's choice is not known: expected rock, paper or scissors")
        won = 0
        if (s.first - s.second) % 3 == 1:
            won = self.wins[s.first - 1]
        elif s.first != s.second:
            won = -self.wins[s.second - 1]
        return won if player == 0 else -won

    # ------------------------------------------------------------ what is hidden

    @override
    def view(self, s: State, player: int) -> View:
        is_hidden = player == 1 and s.first != OPEN and s.second == OPEN
        return View(player, UNKNOWN if is_hidden else s.first, s.second)

    @override
    def deals(self, view: View) -> Iterator[tuple[State, float]]:
        if view.first != UNKNOWN:
            yield State(view.first, view.second), 1.0
        else:
            for choice in range(1, 4):
                yield State(choice, view.second), 1 / 3

    # ------------------------------------------------------------ notation and picture

    @override
    def text(self, s: State) -> str:
        names = ["_" if choice == UNKNOWN else NAMES[choice - 1] for choice in s if choice != OPEN]
        return ",".join(names) or "start"

    @override
    def parse(self, text: str) -> State:
        s = self.initial()
        if text.strip() == "start":
            return s
        for number, word in enumerate(text.split(",")):
            name = word.strip()
            if number == 0 and name in ("_", "?"):
                s = State(UNKNOWN, OPEN)
            elif name in NAMES and number < 2 and s.first != UNKNOWN:
                s = self.result(s, NAMES.index(name) + 1)
            else:
                wanted = "'start', '_', or what one or both have chosen, such as rock,paper"
                raise BadInput(f"{text!r} is not a position of rock-paper-scissors: expected {wanted}")
        return s

    @override
    def action_text(self, s: State, a: int) -> str:
        return NAMES[a - 1]

    @override
    def told(self, s: State, a: int, player: int) -> str:
        return "a choice" if s.first == OPEN and player != 0 else self.action_text(s, a)

    @override
    def picture(self, s: State) -> Picture:
        return self._table(s.first, s.second)

    @override
    def seen(self, s: State, player: int) -> Picture:
        view = self.view(s, player)
        return self._table(view.first, view.second)

    def _table(self, first: int, second: int) -> Picture:
        signs = [".", "R", "P", "S", "?"]
        done = [
            f"player {n + 1} has chosen {NAMES[c - 1]}" for n, c in enumerate((first, second)) if OPEN < c < UNKNOWN
        ]
        hidden = ["player 1 has chosen"] if first == UNKNOWN else []
        return Picture(
            cells=((signs[first],), (signs[second],)),
            row_labels=("player 1", "player 2"),
            caption=", ".join([*hidden, *done]) or "both players choose",
        )

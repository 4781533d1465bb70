"""Rock, paper, scissors: both choose at once. The second player moves without seeing what the first has chosen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.draw.picture import Picture
from kibitz.draw.spots import Card, Label, Plate, Scene, Spot
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
        return self._table((s.first, s.second))

    @override
    def seen(self, s: State, player: int) -> Picture:
        view = self.view(s, player)
        return self._table((view.first, view.second), player)

    def _table(self, chosen: tuple[int, int], bottom: int = 0) -> Picture:
        """What each has chosen, and below them in text what can be."""
        signs = [".", "R", "P", "S", "?"]
        done = [f"player {n + 1} has chosen {NAMES[c - 1]}" for n, c in enumerate(chosen) if OPEN < c < UNKNOWN]
        hidden = ["player 1 has chosen"] if chosen[0] == UNKNOWN else []
        return Picture(
            cells=((signs[chosen[0]], "", ""), (signs[chosen[1]], "", ""), NAMES),
            row_labels=("player 1", "player 2", "choices"),
            clicks={} if chosen[1] else {name: (2, number) for number, name in enumerate(NAMES)},
            caption=", ".join([*hidden, *done]) or "both players choose",
            scene=self._scene(chosen, bottom),
        )

    def _scene(self, chosen: tuple[int, int], bottom: int) -> Scene:
        """A choice above, a choice below, and between them what can be chosen."""
        turn = -1 if chosen[1] else 1 if chosen[0] else 0
        spots, labels = [], []
        for place, player in enumerate((1 - bottom, bottom)):
            choice, name = chosen[player], f"Player {player + 1}"
            holds = None if choice == OPEN else Card() if choice == UNKNOWN else Plate(NAMES[choice - 1].capitalize())
            wide, high = (1.3, 1.8) if choice == UNKNOWN else (2.4, 1.5)
            spots.append(Spot((player, 0), 4.5, 1.2 + 6.2 * place, wide, high, holds, f"{name}'s choice"))
            labels.append(Label(4.5, 2.65 if place == 0 else 5.95, name, 0.55, player == turn))
        for number, name in enumerate(NAMES):
            plate = Plate(name.capitalize())
            spots.append(Spot((2, number), 4.5 + (number - 1) * 2.7, 4.3, 2.5, 1.3, plate, is_dim=turn < 0))
        return Scene(9.0, 8.6, "cloth", tuple(spots), tuple(labels))

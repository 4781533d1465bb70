"""Liar's dice with one die each: bid higher on what both dice show, or call it a lie. The highest face is wild."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.draw.picture import Picture
from kibitz.draw.spots import Die, Label, Plate, Scene, Spot
from kibitz.errors import BadInput
from kibitz.game import CHANCE, Game
from kibitz.native.bits import bit, count, highest
from kibitz.native.override import override

UNKNOWN = 10  # a die that is not known


class State(NamedTuple):
    """Dice are 0 until they are rolled. Bids only ever rise, so the set of bids also gives their order."""

    first: int
    second: int
    bids: int  # a bit for each bid that was made
    called: int  # 1 once the last bid is called a lie


class View(NamedTuple):
    """What a player knows: its own die, and what has been said."""

    player: int
    die: int
    rolled: int  # how many dice are
    bids: int
    called: int


class LiarsDice(Game):
    """One die each, hidden: bid on what both show, or call the last bid a lie."""

    title = "Liar's dice"
    notation = "the dice, ':' and the bids: '35:1x2,1x4,liar'; '3:1x2,1x4' or '3_:1x2,1x4' by the mover's die alone"
    usual = "regret"
    utility_range = (-1.0, 1.0)

    def __init__(self, sides: int = 4) -> None:
        if not 2 <= sides <= 9:
            raise BadInput(f"sides={sides} is out of range: expected 2 to 9")
        self.sides = sides
        self.highest = 2 * sides - 1  # the number of the last bid; bid n is n // sides + 1 dice that show n % sides + 1

    # ------------------------------------------------------------ rules

    @override
    def initial(self) -> State:
        return State(0, 0, 0, 0)

    @override
    def player(self, s: State) -> int:
        return CHANCE if s.second == 0 else count(s.bids) % 2

    @override
    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        for face in range(1, self.sides + 1):
            yield face, 1.0 / self.sides

    @override
    def actions(self, s: State) -> Iterator[int]:
        """Every higher bid, then the call, once there is a bid."""
        if s.called == 0:
            for bid in range(highest(s.bids) + 1, self.highest + 1):  # noqa: UP028  (the compiler has no `yield from`)
                yield bid
            if s.bids != 0:
                yield self.highest + 1

    @override
    def result(self, s: State, a: int) -> State:
        if s.first == 0:
            return State(a, 0, 0, 0)
        if s.second == 0:
            return State(s.first, a, 0, 0)
        if a > self.highest:
            return State(s.first, s.second, s.bids, 1)
        return State(s.first, s.second, s.bids | bit(a), 0)

    @override
    def is_terminal(self, s: State) -> bool:
        return s.called == 1

    @override
    def utility(self, s: State, player: int) -> float:
        """The player who made the last bid wins if it was true."""
        if s.first == UNKNOWN or s.second == UNKNOWN:
            raise BadInput("a die that is not known cannot be shown: expected both dice")
        bid = highest(s.bids)
        face = bid % self.sides + 1
        shown = (s.first == face or s.first == self.sides) + (s.second == face or s.second == self.sides)
        bidder = (count(s.bids) - 1) % 2
        is_true = shown >= bid // self.sides + 1
        return 1.0 if is_true == (player == bidder) else -1.0

    # ------------------------------------------------------------ what is hidden

    @override
    def view(self, s: State, player: int) -> View:
        rolled = 0 if s.first == 0 else 1 if s.second == 0 else 2
        return View(player, s.first if player == 0 else s.second, rolled, s.bids, s.called)

    @override
    def deals(self, view: View) -> Iterator[tuple[State, float]]:
        is_rolled = view.rolled > 1 - view.player  # the first player's die is rolled first
        faces = range(1, self.sides + 1) if is_rolled else range(1)
        for face in faces:
            first, second = (view.die, face) if view.player == 0 else (face, view.die)
            yield State(first, second, view.bids, view.called), 1 / len(faces)

    # ------------------------------------------------------------ notation and picture

    @override
    def text(self, s: State) -> str:
        if s.first == 0:
            return "roll"
        said = [self.action_text(s, bid) for bid in range(self.highest + 1) if s.bids >> bid & 1]
        said += ["liar"] if s.called else []
        dice = "".join("_" if die == UNKNOWN else str(die) for die in (s.first, s.second) if die)
        return f"{dice}:{','.join(said)}" if said else dice

    @override
    def parse(self, text: str) -> State:
        if text.strip() == "roll":
            return self.initial()
        dice, colon, said = text.strip().partition(":")
        words = [word.strip() for word in said.split(",")] if said.strip() else []
        faces = [UNKNOWN if sign in "_?" else int(sign) if sign.isdecimal() else 0 for sign in dice.strip()]
        if len(faces) == 1 and colon:
            faces = [faces[0], UNKNOWN] if len(words) % 2 == 0 else [UNKNOWN, faces[0]]
        if len(faces) not in (1, 2) or any(not 1 <= face <= self.sides and face != UNKNOWN for face in faces):
            wanted = f"two dice from 1 to {self.sides} or _, ':' and what has been said, such as {self._example()}"
            raise BadInput(f"{text!r} is not a position of liars-dice: expected {wanted}")
        if all(face == UNKNOWN for face in faces):
            raise BadInput(f"{text!r} names no die: expected at least one, such as {self._example()}")
        s = State(faces[0], faces[1] if len(faces) == 2 else 0, 0, 0)
        for word in words:
            s = self.result(s, self.parse_action(s, word))
        return s

    def _example(self) -> str:
        return f"1{self.sides}:1x1,1x2"

    @override
    def action_text(self, s: State, a: int) -> str:
        """`2x3` for two dice that show a three."""
        if s.second == 0:
            return str(a)
        return "liar" if a > self.highest else f"{a // self.sides + 1}x{a % self.sides + 1}"

    @override
    def told(self, s: State, a: int, player: int) -> str:
        if s.second != 0:
            return self.action_text(s, a)
        roller = 0 if s.first == 0 else 1
        return f"you roll {a}" if roller == player else f"player {roller + 1} rolls"

    @override
    def picture(self, s: State) -> Picture:
        return self._table(s, [s.first, s.second])

    @override
    def seen(self, s: State, player: int) -> Picture:
        """The other die stays hidden until a call."""
        dice = [s.first, s.second]
        if not s.called and dice[1 - player]:
            dice[1 - player] = UNKNOWN
        return self._table(s, dice, player)

    def _table(self, s: State, dice: list[int], bottom: int = 0) -> Picture:
        """The dice, and below them in text every bid, a row for each number of dice; a higher one can be clicked."""
        shown = ["." if die == 0 else "?" if die == UNKNOWN else str(die) for die in dice]
        bids = [[f"{many}x{face}" for face in range(1, self.sides + 1)] for many in (1, 2)]
        blank = [""] * (self.sides - 1)
        said = ", ".join(self.action_text(s, bid) for bid in range(self.highest + 1) if s.bids >> bid & 1)
        news = "player 1 begins" if not said else f"bids: {said}" + (", and a call" if s.called else "")
        is_open = bool(s.second) and not s.called
        lowest = highest(s.bids) + 1 if is_open else self.highest + 1
        cells = {bid: (2 + bid // self.sides, bid % self.sides) for bid in range(self.highest + 1)}
        return Picture(
            cells=((shown[0], *blank), (shown[1], *blank), *map(tuple, bids)),
            row_labels=("player 1", "player 2", "one die", "two dice"),
            caption=news if s.second else "the dice roll",
            clicks={self.action_text(s, bid): cells[bid] for bid in range(lowest, self.highest + 1)},
            scene=self._scene(s, dice, bottom, lowest, cells),
        )

    def _scene(self, s: State, dice: list[int], bottom: int, lowest: int, cells: dict[int, tuple[int, int]]) -> Scene:
        """A die above, a die below, and between them the bids: those that are too low are dim, the last one is lit."""
        turn = self.player(s) if s.second and not s.called else -1
        width = max(9.0, 1.5 * self.sides + 1.5)
        spots, labels = [], []
        for place, player in enumerate((1 - bottom, bottom)):
            die = Die(0 if dice[player] == UNKNOWN else dice[player]) if dice[player] else None
            y = 1.1 + 7.6 * place
            name = f"Player {player + 1}"
            spots.append(Spot((player, 0), width / 2, y, 1.6, 1.6, die, f"{name}'s die"))
            labels.append(Label(width / 2, 2.6 if place == 0 else 7.2, name, 0.55, player == turn))
        last = highest(s.bids)
        for bid, cell in cells.items():
            x = width / 2 + (bid % self.sides - (self.sides - 1) / 2) * 1.5
            plate = Plate(f"{bid // self.sides + 1} × {bid % self.sides + 1}")
            y = 4.2 + 1.4 * (bid // self.sides)
            spots.append(Spot(cell, x, y, 1.35, 1.15, plate, is_dim=bid < lowest and bid != last, is_lit=bid == last))
        return Scene(width, 9.8, "cloth", tuple(spots), tuple(labels))

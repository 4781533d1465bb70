"""Pig: roll as often as you dare; a one loses what the turn has brought."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.draw.picture import Picture
from kibitz.draw.spots import Label, Plate, Scene, Spot
from kibitz.errors import BadInput
from kibitz.game import CHANCE, Game
from kibitz.game.notation import counted, split_mover, with_mover
from kibitz.native.override import override
from kibitz.native.tuples import replaced

HOLD = 0
ROLL = 1
FACES = 6


class State(NamedTuple):
    """Scores are kept by player; the points of the turn are not in them yet."""

    scores: tuple[int, ...]
    turn: int  # points of this turn so far
    mover: int
    rolling: int  # 1 while the die is in the air


class Pig(Game):
    """A dice race: hold in time, or a one takes the turn's points."""

    title = "Pig"
    notation = "mine,theirs,turn total; then ':' while the die rolls; p2 if the second player is to move"
    utility_range = (0.0, 1.0)
    guesses_within = True
    utility_sum = 1.0
    zero_sum = True

    def __init__(self, goal: int = 100, players: int = 2) -> None:
        if not 2 <= goal <= 10_000:
            raise BadInput(f"a goal of {goal} is out of range: expected 2 to 10000")
        if not 1 <= players <= 9:
            raise BadInput(f"{players} players are out of range: expected 1 to 9")
        self.goal = goal
        self.players = players

    # ------------------------------------------------------------ rules

    @override
    def initial(self) -> State:
        return State((0,) * self.players, 0, 0, 0)

    @override
    def player(self, s: State) -> int:
        return CHANCE if s.rolling else s.mover

    @override
    def actions(self, s: State) -> Iterator[int]:
        """Roll or hold; a player who has enough can only hold, so that there are finitely many positions."""
        if not self.is_terminal(s):
            if s.scores[s.mover] + s.turn < self.goal:
                yield ROLL
            if s.turn > 0:
                yield HOLD

    @override
    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        for face in range(1, FACES + 1):
            yield face, 1 / FACES

    @override
    def result(self, s: State, a: int) -> State:
        if s.rolling:
            if a == 1:
                return State(s.scores, 0, (s.mover + 1) % self.players, 0)
            return State(s.scores, s.turn + a, s.mover, 0)
        if a == ROLL:
            return State(s.scores, s.turn, s.mover, 1)
        scores = replaced(s.scores, s.mover, s.scores[s.mover] + s.turn)
        if scores[s.mover] >= self.goal:
            return State(scores, 0, s.mover, 0)
        return State(scores, 0, (s.mover + 1) % self.players, 0)

    @override
    def is_terminal(self, s: State) -> bool:
        return s.scores[s.mover] >= self.goal

    @override
    def utility(self, s: State, player: int) -> float:
        return 1.0 if player == s.mover else 0.0

    @override
    def evaluate(self, s: State, player: int) -> float:
        """Each player's share of the points, and a little for being far ahead."""
        total = 0.0
        own = 0.0
        for other in range(self.players):
            points = 10.0 + s.scores[other]
            if other == s.mover:
                points += s.turn
            total += points * points
            if other == player:
                own = points * points
        return own / total

    @override
    def stakes(self, s: State, player: int) -> tuple[float, float]:
        return 0.0, 1.0

    # ------------------------------------------------------------ notation and picture

    @override
    def text(self, s: State) -> str:
        order = [(s.mover + step) % self.players for step in range(self.players)]
        numbers = ",".join(str(s.scores[player]) for player in order)
        return with_mover(f"{numbers},{s.turn}{':' if s.rolling else ''}", s.mover)

    @override
    def parse(self, text: str) -> State:
        """`12,30,7` to decide, `12,30,7:` with the die in the air, `12,30,7:4` once it shows a four."""
        given, mover = split_mover(text, self.players)
        numbers, colon, die = given.partition(":")
        words = [word.strip() for word in numbers.split(",")]
        if len(words) != self.players + 1 or not all(word.isdecimal() and len(word) < 6 for word in words):
            wanted = "mine,theirs,turn total" if self.players == 2 else f"{self.players} scores and the turn total"
            raise BadInput(f"{text!r} is not a position of pig: expected {wanted}, such as 12,30,7")
        if die.strip() and die.strip() not in [str(face) for face in range(1, FACES + 1)]:
            raise BadInput(f"{text!r} has a die of {die.strip()!r}: expected 1 to {FACES}")
        *scores, turn = map(int, words)
        seats = [scores[(player - mover) % self.players] for player in range(self.players)]
        s = State(tuple(seats), turn, mover, 1 if colon else 0)
        self._refuse_impossible(s, text)
        return self.result(s, int(die)) if die.strip() else s

    def _refuse_impossible(self, s: State, text: str) -> None:
        for player, score in enumerate(s.scores):
            if score >= self.goal and (player != s.mover or s.turn or s.rolling):
                raise BadInput(f"{text!r} has a score of {score} with the game still going: the goal is {self.goal}")
        if s.turn == 1:
            raise BadInput(f"{text!r} has a turn total of 1: a one ends the turn, so expected 0, or 2 and more")

    @override
    def action_text(self, s: State, a: int) -> str:
        if s.rolling:
            return str(a)
        return "roll" if a == ROLL else "hold"

    @override
    def score_text(self, s: State, player: int) -> str:
        return counted(s.scores[player], "point")

    @override
    def picture(self, s: State) -> Picture:
        doing = "the die rolls" if s.rolling else "to roll or hold"
        news = "has won" if self.is_terminal(s) else f"has {s.turn} in this turn, {doing}"
        choices = [] if s.rolling or self.is_terminal(s) else [self.action_text(s, a) for a in self.actions(s)]
        names = ("roll", "hold")
        cells = {name: (self.players, column) for column, name in enumerate(names)}
        return Picture(
            cells=(*((f"{score} of {self.goal}", "") for score in s.scores), names),
            row_labels=(*(f"player {player + 1}" for player in range(self.players)), "choices"),
            caption=f"player {s.mover + 1} {news}" if self.players > 1 else f"{s.turn} in this turn, {doing}",
            clicks={name: cells[name] for name in choices},
            scene=self._scene(s, choices, cells),
        )

    def _scene(self, s: State, choices: list[str], cells: dict[str, tuple[int, int]]) -> Scene:
        """The scores, and below them what this turn has brought so far and what can be done about it."""
        is_over = self.is_terminal(s)
        labels, spots = [], []
        for player, score in enumerate(s.scores):
            words = f"Player {player + 1} · {score} of {self.goal}"
            labels.append(Label(4.5, 0.9 + 1.05 * player, words, 0.55, player == s.mover))
        y = 1.05 * self.players + 0.6
        turn = f"Player {s.mover + 1} has won" if is_over else f"{s.turn} in this turn"
        labels.append(Label(4.5, y + 0.6, turn, 0.8))
        for name, cell in cells.items():
            x = 2.9 if name == "roll" else 6.1
            spots.append(Spot(cell, x, y + 2.3, 2.9, 1.3, Plate(name.capitalize()), is_dim=name not in choices))
        if is_over:
            return Scene(9.0, y + 1.5, "cloth", (), tuple(labels))
        return Scene(9.0, y + 3.3, "cloth", tuple(spots), tuple(labels))

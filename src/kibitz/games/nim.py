"""Nim: piles of stones, and whoever takes the last one wins, or in the misère form loses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.draw.picture import EMPTY, Picture
from kibitz.errors import BadInput
from kibitz.game import Game
from kibitz.game.notation import split_mover, with_mover
from kibitz.native.override import override
from kibitz.native.tuples import replaced

LARGEST = 999
TALLEST = 12  # stones of a pile that are drawn


class State(NamedTuple):
    """The piles, and who is to move."""

    piles: tuple[int, ...]
    mover: int


class Move(NamedTuple):
    """A number of stones from a pile; piles count from 0."""

    pile: int
    take: int


class Nim(Game):
    """Take any number of stones from one pile."""

    title = "Nim"
    notation = "pile sizes 3,4,5; p2 at the end if the second player is to move"
    utility_range = (-1.0, 1.0)

    def __init__(self, piles: tuple[int, ...] = (3, 4, 5), misere: bool = False) -> None:
        _check_piles(piles, ",".join(map(str, piles)))
        self.piles = tuple(piles)
        self.misere = bool(misere)

    # ------------------------------------------------------------ rules

    @override
    def initial(self) -> State:
        return State(self.piles, 0)

    @override
    def player(self, s: State) -> int:
        return s.mover

    @override
    def actions(self, s: State) -> Iterator[Move]:
        for pile in range(len(s.piles)):
            for take in range(1, s.piles[pile] + 1):
                yield Move(pile, take)

    @override
    def result(self, s: State, move: Move) -> State:
        return State(replaced(s.piles, move.pile, s.piles[move.pile] - move.take), 1 - s.mover)

    @override
    def is_terminal(self, s: State) -> bool:
        for size in s.piles:
            if size > 0:
                return False
        return True

    @override
    def utility(self, s: State, player: int) -> float:
        """The player to move finds nothing left: lost, or in the misère form won."""
        to_move_wins = self.misere
        return 1.0 if (player == s.mover) == to_move_wins else -1.0

    @override
    def previous(self, s: State) -> Iterator[State]:
        for pile in range(len(s.piles)):
            for size in range(s.piles[pile] + 1, self.piles[pile] + 1):
                yield State(replaced(s.piles, pile, size), 1 - s.mover)

    # ------------------------------------------------------------ notation and picture

    @override
    def text(self, s: State) -> str:
        return with_mover(",".join(map(str, s.piles)), s.mover)

    @override
    def parse(self, text: str) -> State:
        sizes, mover = split_mover(text, 2)
        words = sizes.split(",")
        if not all(word.strip().isdecimal() and len(word.strip()) < 6 for word in words):
            raise BadInput(f"{text!r} is not a position of nim: expected pile sizes such as 3,4,5")
        piles = tuple(int(word) for word in words)
        _check_piles(piles, text)
        if len(piles) != len(self.piles):
            raise BadInput(
                f"{text!r} has {len(piles)} piles: expected {len(self.piles)}; --set piles=… sets another number"
            )
        return State(piles, mover)

    @override
    def action_text(self, s: State, move: Move) -> str:
        return f"{move.pile + 1}:{move.take}"

    @override
    def picture(self, s: State) -> Picture:
        """Piles side by side, at most 12 stones high, and holes where stones were. A click on a stone takes it and all
        that lie on it."""
        highest = [max(size, began) for size, began in zip(s.piles, self.piles, strict=True)]
        shown = min(max(1, *highest), TALLEST)
        rows = [
            tuple(
                "o" if size >= level else EMPTY if most >= level else ""
                for size, most in zip(s.piles, highest, strict=True)
            )
            for level in range(shown, 0, -1)
        ]
        sizes = f"piles: {', '.join(map(str, s.piles))}"
        moves = [(pile, size, kept) for pile, size in enumerate(s.piles) for kept in range(min(size, shown))]
        clicks = {self.action_text(s, Move(pile, size - kept)): (shown - 1 - kept, pile) for pile, size, kept in moves}
        covers = {
            self.action_text(s, Move(pile, size - kept)): tuple(
                (row, pile) for row in range(max(0, shown - size), shown - kept)
            )
            for pile, size, kept in moves
        }
        return Picture(
            cells=tuple(rows),
            column_labels=tuple(str(number + 1) for number in range(len(s.piles))),
            round_cells=True,
            clicks=clicks,
            covers=covers,
            names={"o": "stone"},
            discs={"o": 0.33},
            caption=sizes,
        )


def _check_piles(piles: tuple[int, ...], text: str) -> None:
    if not 1 <= len(piles) <= 20:
        raise BadInput(f"{text!r} has {len(piles)} piles: expected 1 to 20")
    for size in piles:
        if not 0 <= size <= LARGEST:
            raise BadInput(f"{text!r} has a pile of {size}: expected 0 to {LARGEST}")

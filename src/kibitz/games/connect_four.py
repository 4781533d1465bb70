"""Connect Four on any board that fits in 64 bits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.errors import BadInput
from kibitz.game import Game
from kibitz.native.bits import count, down, up, wrap
from kibitz.picture import EMPTY, Picture


class State(NamedTuple):
    """Stones, one bit a cell, column by column, with an empty bit on top of each column:

    6 13 20 27 34 41 48     always empty: lines cannot run from one column into the next
    5 12 19 26 33 40 47
    4 11 18 25 32 39 46
    3 10 17 24 31 38 45
    2  9 16 23 30 37 44
    1  8 15 22 29 36 43
    0  7 14 21 28 35 42
    """

    me: int  # stones of the player to move
    all: int  # stones of both


class ConnectFour(Game):
    """Four in a row, dropped into columns."""

    title = "Connect Four"
    notation = "the columns played, from the left, first is 1: 4453"

    def __init__(self, width: int = 7, height: int = 6, line: int = 4) -> None:
        if width < 1 or height < 1 or width * (height + 1) > 64:
            raise BadInput(f"a board of {width}×{height} does not fit: width × (height + 1) must be between 2 and 64")
        if width > 35:
            raise BadInput(f"a board {width} wide has no names for its columns: expected at most 35")
        if line < 2:
            raise BadInput(f"a line of {line} is none: expected 2 or more")
        self.width = width
        self.height = height
        self.line = line
        self.cells = width * height
        self.bottom = wrap(sum(1 << column * (height + 1) for column in range(width)))
        self.board = wrap(self.bottom * ((1 << height) - 1))
        self.utility_range = (-float((self.cells + 1) // 2), float((self.cells + 1) // 2))

    # ------------------------------------------------------------ rules

    def initial(self) -> State:
        return State(0, 0)

    def player(self, s: State) -> int:
        return count(s.all) & 1

    def actions(self, s: State) -> Iterator[int]:
        if not self.has_line(s.all ^ s.me):
            for column in range(self.width):
                if not s.all >> (column * (self.height + 1) + self.height - 1) & 1:
                    yield column

    def result(self, s: State, column: int) -> State:
        return State(s.all ^ s.me, s.all | wrap(s.all + up(1, column * (self.height + 1))))

    def is_terminal(self, s: State) -> bool:
        return s.all == self.board or self.has_line(s.all ^ s.me)

    def utility(self, s: State, player: int) -> float:
        """For the winner, 1 for a win with its last stone of the board, 2 with the one before, and so on."""
        if not self.has_line(s.all ^ s.me):
            return 0.0
        left = float((self.cells + 2 - count(s.all)) // 2)
        return left if player != self.player(s) else -left

    def has_line(self, stones: int) -> bool:
        """Is there a line: up a column, along a row, or along a diagonal?"""
        for step in (1, self.height + 1, self.height, self.height + 2):
            if self.runs(stones, step) != 0:
                return True
        return False

    def runs(self, stones: int, step: int) -> int:
        """The stones at which a line begins that goes on in steps of this many bits."""
        length = 1
        while length < self.line:
            more = min(length, self.line - length)
            stones &= down(stones, more * step)
            length += more
        return stones

    # ------------------------------------------------------------ notation and picture

    def text(self, s: State) -> str:
        """Columns that lead to the state, not always those that were played: the state does not remember those."""
        played = self._history(s)
        return "".join(self.action_text(s, column) for column in played)

    def parse(self, text: str) -> State:
        s = self.initial()
        for number, letter in enumerate(text.strip()):
            column = "123456789abcdefghijklmnopqrstuvwxyz".find(letter.lower())
            where = f"move {number + 1} of {text!r}"
            if not 0 <= column < self.width:
                last = self.action_text(s, self.width - 1)
                raise BadInput(f"{letter!r}, {where}, is no column: expected 1 to {last}")
            if self.is_terminal(s):
                raise BadInput(f"{letter!r}, {where}, comes after the end of the game")
            if column not in self.actions(s):
                raise BadInput(f"{letter!r}, {where}, is a column that is full")
            s = self.result(s, column)
        return s

    def action_text(self, s: State, column: int) -> str:
        return "123456789abcdefghijklmnopqrstuvwxyz"[column]

    def words(self, s: State, value: float) -> str:
        if value == 0:
            return "draws"
        stones = count(s.all)
        # The k-th stone from the end of the player who wins is this stone of the whole game:
        winner = self.player(s) if value > 0 else 1 - self.player(s)
        own = (self.cells + 1 - winner) // 2
        last = 2 * (own - int(abs(value))) + winner + 1
        return f"{'wins' if value > 0 else 'loses'} in {last - stones}"

    def picture(self, s: State) -> Picture:
        first, second = (s.me, s.all ^ s.me) if self.player(s) == 0 else (s.all ^ s.me, s.me)
        rows = range(self.height - 1, -1, -1)
        columns = range(self.width)
        over = self.is_terminal(s)
        playable = [] if over else list(self.actions(s))
        return Picture(
            cells=tuple(tuple(self._symbol(first, second, column, row) for column in columns) for row in rows),
            owners={"X": 0, "O": 1},
            column_labels=tuple(self.action_text(s, column) for column in columns),
            round_cells=True,
            marked=self._winning_cells(s.all ^ s.me),
            clicks={self.action_text(s, c): (self.height - 1 - self._stones_in(s, c), c) for c in playable},
        )

    def _symbol(self, first: int, second: int, column: int, row: int) -> str:
        place = column * (self.height + 1) + row
        return "X" if first >> place & 1 else "O" if second >> place & 1 else EMPTY

    def _stones_in(self, s: State, column: int) -> int:
        return count(down(s.all, column * (self.height + 1)) & ((1 << self.height) - 1))

    def _winning_cells(self, stones: int) -> frozenset[tuple[int, int]]:
        cells = set()
        for step in (1, self.height + 1, self.height, self.height + 2):
            starts = self.runs(stones, step)
            for place in range(64):
                if starts >> place & 1:
                    for number in range(self.line):
                        column, row = divmod(place + number * step, self.height + 1)
                        cells.add((self.height - 1 - row, column))
        return frozenset(cells)

    def _history(self, s: State) -> list[int]:
        """An order in which the stones may have fallen, no line being complete before the last."""
        played: list[int] = []
        hopeless: set[int] = set()

        def lead_on(here: State) -> bool:
            if here.all == s.all:
                return True
            if here.all in hopeless or self.is_terminal(here):
                return False
            mine = s.me if self.player(here) == self.player(s) else s.all ^ s.me
            # The columns with most left to fill first: a full column helps nobody who is stuck later.
            for column in sorted(range(self.width), key=lambda c: self._stones_in(here, c) - self._stones_in(s, c)):
                after = self.result(here, column)
                if (after.all ^ here.all) & mine:
                    played.append(column)
                    if lead_on(after):
                        return True
                    played.pop()
            hopeless.add(here.all)
            return False

        lead_on(self.initial())
        return played

"""EinStein würfelt nicht!: a die says which of your stones may step towards the far corner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.draw.picture import EMPTY, Picture
from kibitz.errors import BadInput
from kibitz.game import CHANCE, Game
from kibitz.game.notation import split_mover, with_mover
from kibitz.native.override import override

FIELD = 5  # bits for the cell of a stone
GONE = 31  # the cell of a stone that has been captured
WIDTHS = {1: 1, 3: 2, 6: 3}  # the number of stones, and the width of the corner they fill
SIGNS = ("123456", "abcdef")  # the stones of the first and of the second player
COLUMNS = "abcde"


class State(NamedTuple):
    """Each player's stones, five bits a stone: its cell, counted row by row from that player's own corner."""

    mine: int  # of the player to move
    theirs: int
    die: int  # 0 until it is rolled
    mover: int


class Einstein(Game):
    """Bring one of your stones to the far corner; a die says which may step.

    An action is 4 × the stone, counted from 0, and what its step is made of: 2 for a row, 1 for a column, 3 for both.
    """

    title = "EinStein würfelt nicht!"
    notation = "rows from the top, stones 1 to 6 against a to f: 123../45.../6...f/...ed/..cba; ':' and the die; p2"
    utility_range = (-1.0, 1.0)
    guesses_within = True

    def __init__(self, size: int = 5, stones: int = 6) -> None:
        if not 2 <= size <= 5:
            raise BadInput(f"a board of {size}×{size} is out of range: expected a size of 2 to 5")
        if stones not in WIDTHS or WIDTHS[stones] >= size:
            fitting = " or ".join(str(number) for number, width in WIDTHS.items() if width < size)
            raise BadInput(f"{stones} stones do not fit the corners of a board of {size}×{size}: expected {fitting}")
        self.size = size
        self.stones = stones
        self.last = size * size - 1  # the far corner
        self.none = (1 << FIELD * stones) - 1  # all stones gone
        width = WIDTHS[stones]
        corner = [row * size + column for row in range(width) for column in range(width - row)]
        self.corner = sum(cell << FIELD * stone for stone, cell in enumerate(corner))

    # ------------------------------------------------------------ rules

    @override
    def initial(self) -> State:
        return State(self.corner, self.corner, 0, 0)

    @override
    def player(self, s: State) -> int:
        return s.mover if s.die else CHANCE

    @override
    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        for face in range(1, self.stones + 1):
            yield face, 1 / self.stones

    @override
    def actions(self, s: State) -> Iterator[int]:
        """The stone that the die names steps; if it is gone, the next higher or the next lower one."""
        if s.die and not self.is_terminal(s):
            above = below = s.die - 1
            while above < self.stones and self.cell(s.mine, above) == GONE:
                above += 1
            while below >= 0 and self.cell(s.mine, below) == GONE:
                below -= 1
            for stone in range(self.stones):
                if stone in (above, below):
                    cell = self.cell(s.mine, stone)
                    for step in range(3, 0, -1):
                        if cell // self.size + step // 2 < self.size and cell % self.size + step % 2 < self.size:
                            yield 4 * stone + step

    @override
    def result(self, s: State, a: int) -> State:
        """Whatever stands where a stone arrives is captured, even an own stone."""
        if s.die == 0:
            return State(s.mine, s.theirs, a, s.mover)
        target = self.cell(s.mine, a // 4) + self.distance(a)
        mine = self.captured(s.mine, target)
        mine = self.put(mine, a // 4, target)
        return State(self.captured(s.theirs, self.last - target), mine, 0, 1 - s.mover)

    @override
    def is_terminal(self, s: State) -> bool:
        """Only the player who has just moved can have won."""
        return s.mine == self.none or self.captured(s.theirs, self.last) != s.theirs

    @override
    def utility(self, s: State, player: int) -> float:
        return -1.0 if player == s.mover else 1.0

    def cell(self, stones: int, stone: int) -> int:
        """Where a stone is, or GONE."""
        return stones >> FIELD * stone & GONE

    def put(self, stones: int, stone: int, cell: int) -> int:
        """The stones with one of them elsewhere."""
        place = FIELD * stone
        return stones & ~(GONE << place) | cell << place

    def captured(self, stones: int, cell: int) -> int:
        """The stones without the one on a cell, if there is one."""
        for stone in range(self.stones):
            if self.cell(stones, stone) == cell:
                return self.put(stones, stone, GONE)
        return stones

    def distance(self, a: int) -> int:
        """How many cells further a step leads."""
        return a // 2 % 2 * self.size + a % 2

    # ------------------------------------------------------------ what helps the search

    @override
    def evaluate(self, s: State, player: int) -> float:
        """Whose foremost stone is nearer to the far corner; being about to roll counts half a step."""
        lead = self.steps_left(s.theirs) - self.steps_left(s.mine) + 0.5
        guess = max(-0.9, min(0.9, 0.25 * lead))
        return guess if player == s.mover else -guess

    def steps_left(self, stones: int) -> int:
        """The fewest steps that bring one of these stones to the far corner."""
        fewest = self.size
        for stone in range(self.stones):
            cell = self.cell(stones, stone)
            if cell != GONE:
                fewest = min(fewest, self.size - 1 - min(cell // self.size, cell % self.size))
        return fewest

    @override
    def order(self, s: State, a: int) -> float:
        return self.evaluate(self.result(s, a), s.mover)

    # ------------------------------------------------------------ notation and picture

    @override
    def text(self, s: State) -> str:
        rows = ["".join(row) for row in self._rows(s)]
        return with_mover("/".join(rows) + (f":{s.die}" if s.die else ""), s.mover)

    @override
    def parse(self, text: str) -> State:
        given, mover = split_mover(text, 2)
        board, _, die = given.partition(":")
        rows = board.strip().split("/")
        if len(rows) != self.size or any(len(row) != self.size for row in rows):
            wanted = f"{self.size} rows of {self.size} cells, such as {self.text(self.initial())}"
            raise BadInput(f"{text!r} is not a position of einstein: expected {wanted}")
        first, second = self._read_stones("".join(rows), text)
        mine, theirs = (first, second) if mover == 0 else (second, first)
        rolled = self._read_die(die.strip(), text) if die.strip() else 0
        self._refuse_impossible(mine, theirs, rolled, text)
        return State(mine, theirs, rolled, mover)

    def _read_stones(self, cells: str, text: str) -> tuple[int, int]:
        sides = [self.none, self.none]
        for place, sign in enumerate(cells):
            if sign == EMPTY:
                continue
            player = 0 if sign in SIGNS[0] else 1
            stone = SIGNS[player].find(sign)
            if not 0 <= stone < self.stones:
                wanted = " or ".join(f"{signs[0]} to {signs[self.stones - 1]}" for signs in SIGNS)
                raise BadInput(f"{text!r} has a stone {sign!r}: expected {wanted}, or '.' for an empty cell")
            if self.cell(sides[player], stone) != GONE:
                raise BadInput(f"{text!r} has the stone {sign!r} twice: expected it once at most")
            sides[player] = self.put(sides[player], stone, place if player == 0 else self.last - place)
        return sides[0], sides[1]

    def _read_die(self, die: str, text: str) -> int:
        if die not in tuple(SIGNS[0][: self.stones]):
            raise BadInput(f"{text!r} has a die of {die!r}: expected 1 to {self.stones}")
        return int(die)

    def _refuse_impossible(self, mine: int, theirs: int, die: int, text: str) -> None:
        if theirs == self.none:
            raise BadInput(f"{text!r} has no stone of the player who has just moved: expected at least one")
        if self.captured(mine, self.last) != mine:
            raise BadInput(f"{text!r} has a stone of the player to move in the far corner: that game was over before")
        if die and self.is_terminal(State(mine, theirs, die, 0)):
            raise BadInput(f"{text!r} has a die in a game that is over: expected the board alone")

    @override
    def action_text(self, s: State, a: int) -> str:
        """The stone and the cell it steps to: 3-c4."""
        if s.die == 0:
            return str(a)
        row, column = self._place(self.cell(s.mine, a // 4) + self.distance(a), s.mover)
        return f"{SIGNS[s.mover][a // 4]}-{COLUMNS[column]}{self.size - row}"

    @override
    def picture(self, s: State) -> Picture:
        moves = {} if self.is_terminal(s) or s.die == 0 else {self.action_text(s, a): a for a in self.actions(s)}
        places = {text: self.cell(s.mine, a // 4) for text, a in moves.items()}
        return Picture(
            cells=tuple(self._rows(s)),
            owners={sign: player for player in (0, 1) for sign in SIGNS[player][: self.stones]},
            column_labels=tuple(COLUMNS[: self.size]),
            row_labels=tuple(str(number) for number in range(self.size, 0, -1)),
            marked=frozenset(self._place(cell, s.mover) for cell in places.values()),
            clicks={
                text: (self._place(places[text], s.mover), self._place(places[text] + self.distance(a), s.mover))
                for text, a in moves.items()
            },
            caption=self._news(s),
        )

    def _news(self, s: State) -> str:
        if self.is_terminal(s):
            return f"player {2 - s.mover} has won"
        return f"player {s.mover + 1} {f'has rolled a {s.die}' if s.die else 'is to roll'}"

    def _place(self, cell: int, player: int) -> tuple[int, int]:
        """Row and column from the top left, the first player's corner."""
        return divmod(cell if player == 0 else self.last - cell, self.size)

    def _rows(self, s: State) -> list[tuple[str, ...]]:
        cells = [EMPTY] * (self.last + 1)
        for player in (0, 1):
            stones = s.mine if player == s.mover else s.theirs
            for stone in range(self.stones):
                cell = self.cell(stones, stone)
                if cell != GONE:
                    cells[cell if player == 0 else self.last - cell] = SIGNS[player][stone]
        return [tuple(cells[row * self.size : (row + 1) * self.size]) for row in range(self.size)]

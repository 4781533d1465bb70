"""2048: slide tiles together until one of them shows the number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.draw.picture import EMPTY, Picture
from kibitz.errors import BadInput
from kibitz.game import CHANCE, Game
from kibitz.native.bits import down, up, wrap
from kibitz.native.override import override

UP, RIGHT, DOWN, LEFT = 0, 1, 2, 3
DIRECTIONS = ("up", "right", "down", "left")
COLUMNS = "abcd"
MOST_TILE = 15  # four bits of a cell: the tile of 2¹⁵
FOUR = 0.1  # the probability of a 4 rather than a 2

PLAYING, REACHED, STUCK = 0, 1, 2


class State(NamedTuple):
    """Four bits per cell, row by row from the lowest: 0 for an empty cell, n for a tile of 2ⁿ."""

    board: int
    coming: int  # tiles that chance has yet to place
    over: int  # REACHED or STUCK once the game is over


class TwentyFortyEight(Game):
    """Slide equal tiles together, again and again, until one shows 2048."""

    name = "2048"
    title = "2048"
    notation = "rows from the top, their tiles with commas: .,2,.,4/.,.,.,./…; a + at the end for each tile to come"
    players = 1
    utility_range = (0.0, 1.0)
    guesses_within = True

    def __init__(self, size: int = 4, goal: int = 2048) -> None:
        if not 2 <= size <= 4:
            raise BadInput(f"a board of {size}×{size} is out of range: expected a size of 2, 3 or 4")
        if not 4 <= goal <= 32768 or goal & (goal - 1):
            raise BadInput(f"the goal must be a power of two from 4 to 32768, got {goal}")
        self.size = size
        self.goal = goal
        self.top = goal.bit_length() - 1

    # ------------------------------------------------------------ rules

    @override
    def initial(self) -> State:
        """An empty board, on which two tiles are about to appear."""
        return State(0, 2, PLAYING)

    @override
    def player(self, s: State) -> int:
        return CHANCE if s.coming else 0

    @override
    def actions(self, s: State) -> Iterator[int]:
        if s.over == PLAYING:
            for direction in range(4):
                if self.slid(s.board, direction) != s.board:
                    yield direction

    @override
    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        """A tile on any empty cell: 2 × the cell for a tile of 2, and one more for a tile of 4."""
        empty = self.empty_cells(s.board)
        for cell in range(self.size * self.size):
            if self.tile(s.board, cell) == 0:
                yield 2 * cell, (1.0 - FOUR) / empty
                yield 2 * cell + 1, FOUR / empty

    @override
    def result(self, s: State, a: int) -> State:
        if s.coming:
            board = s.board | up(1 + a % 2, 4 * (a // 2))
            return State(board, s.coming - 1, self.standing(board, s.coming - 1))
        board = self.slid(s.board, a)
        over = self.standing(board, 1)
        return State(board, 0 if over else 1, over)

    @override
    def is_terminal(self, s: State) -> bool:
        return s.over != PLAYING

    @override
    def utility(self, s: State, player: int) -> float:
        return 1.0 if s.over == REACHED else 0.0

    def tile(self, board: int, cell: int) -> int:
        """The tile on a cell, as a power of two; 0 if there is none."""
        return down(board, 4 * cell) & 15

    def empty_cells(self, board: int) -> int:
        """How many cells are empty."""
        empty = 0
        for cell in range(self.size * self.size):
            if self.tile(board, cell) == 0:
                empty += 1
        return empty

    def slid(self, board: int, direction: int) -> int:
        """The board with all tiles slid; two equal tiles that meet merge, and no tile merges twice in a move."""
        after = 0
        for line in range(self.size):
            filled = 0
            last = 0  # the tile that the next one may still merge with
            for step in range(self.size):
                tile = self.tile(board, self.cell(direction, line, step))
                if tile != 0 and tile == last:
                    after = wrap(after + up(1, 4 * self.cell(direction, line, filled - 1)))
                    last = 0
                elif tile != 0:
                    after |= up(tile, 4 * self.cell(direction, line, filled))
                    filled += 1
                    last = tile
        return after

    def cell(self, direction: int, line: int, step: int) -> int:
        """The cells of a row or column, counted from the side to which the tiles slide."""
        if direction in (RIGHT, DOWN):
            step = self.size - 1 - step
        return line * self.size + step if direction in (LEFT, RIGHT) else step * self.size + line

    def standing(self, board: int, coming: int) -> int:
        """Is the goal reached, or is there no room and nothing to merge? With an empty cell there is always a move."""
        full = True
        for cell in range(self.size * self.size):
            tile = self.tile(board, cell)
            if tile >= self.top:
                return REACHED
            full = full and tile != 0
        if full and coming == 0 and not self.has_pair(board):
            return STUCK
        return PLAYING

    def has_pair(self, board: int) -> bool:
        """Are there equal tiles side by side on a full board?"""
        for cell in range(self.size * self.size):
            if cell % self.size and self.tile(board, cell) == self.tile(board, cell - 1):
                return True
            if cell >= self.size and self.tile(board, cell) == self.tile(board, cell - self.size):
                return True
        return False

    @override
    def evaluate(self, s: State, player: int) -> float:
        """How large the tiles are, and how well they lie: in order along rows and columns, with room to move."""
        total = 0
        for cell in range(self.size * self.size):
            tile = self.tile(s.board, cell)
            total += 1 << tile if tile else 0
        progress = min(1.0, total / (self.goal + 2.0))
        disorder = 0
        for line in range(self.size):
            disorder += self.disorder(s.board, LEFT, line) + self.disorder(s.board, UP, line)
        order = 1.0 / (1.0 + 0.03 * disorder)
        room = self.empty_cells(s.board) / (self.size * self.size)
        return 0.98 * (0.4 * progress + 0.4 * order + 0.2 * room)

    def disorder(self, board: int, direction: int, line: int) -> int:
        """How far a line is from being sorted; large tiles weigh more."""
        rises = falls = 0
        for step in range(1, self.size):
            before = self.tile(board, self.cell(direction, line, step - 1))
            after = self.tile(board, self.cell(direction, line, step))
            if after > before:
                rises += (after - before) * after
            else:
                falls += (before - after) * before
        return min(rises, falls)

    # ------------------------------------------------------------ notation and picture

    @override
    def text(self, s: State) -> str:
        rows = [",".join(self._shown(s, row, column) for column in range(self.size)) for row in range(self.size)]
        return f"{'/'.join(rows)} {'+' * s.coming}".rstrip()

    @override
    def parse(self, text: str) -> State:
        given, plus = text.strip(), 0
        while given.endswith("+") and plus < 2:
            given, plus = given[:-1].rstrip(), plus + 1
        rows = [row.split(",") for row in given.split("/")]
        if len(rows) != self.size or any(len(row) != self.size for row in rows):
            example = "/".join([",".join("2" + EMPTY * (self.size - 1))] * self.size)
            wanted = f"{self.size} rows of {self.size} tiles, such as {example}"
            raise BadInput(f"{text!r} is not a position of 2048: expected {wanted}")
        board = 0
        for cell, word in enumerate(word.strip() for row in rows for word in row):
            board |= up(self._read_tile(word, text), 4 * cell)
        empty = self.empty_cells(board)
        if plus > empty:
            raise BadInput(
                f"{text!r} has {plus} more to come, and {empty} empty cells: expected no more tiles than cells"
            )
        if plus == 0 and empty == self.size * self.size:
            raise BadInput(f"{text!r} has no tile to move: expected at least one, or ++ at its end for two to come")
        over = self.standing(board, plus)
        return State(board, 0 if over == REACHED else plus, over)

    def _read_tile(self, word: str, text: str) -> int:
        if word == EMPTY:
            return 0
        number = int(word) if word.isascii() and word.isdecimal() and len(word) < 6 else 0
        if not 2 <= number <= self.goal or number & (number - 1):
            raise BadInput(f"{text!r} has a tile of {word!r}: expected '.' or 2, 4, 8 and so on up to {self.goal}")
        return number.bit_length() - 1

    @override
    def action_text(self, s: State, a: int) -> str:
        """A direction; or, for a tile that appears, its cell and its number, as in b1=2."""
        if not s.coming:
            return DIRECTIONS[a]
        row, column = divmod(a // 2, self.size)
        return f"{COLUMNS[column]}{row + 1}={4 if a % 2 else 2}"

    @override
    def words(self, s: State, value: float) -> str:
        return {REACHED: f"{self.goal} is reached", STUCK: "no move is left"}.get(s.over, "")

    @override
    def score_text(self, s: State, player: int) -> str:
        largest = max(self.tile(s.board, cell) for cell in range(self.size * self.size))
        return f"largest tile {1 << largest}"

    @override
    def picture(self, s: State) -> Picture:
        """A click on the middle of a side slides the tiles to it."""
        sizes = range(self.size)
        middle, last = self.size // 2, self.size - 1
        cells = {"up": (0, middle), "right": (middle, last), "down": (last, last - middle), "left": (last - middle, 0)}
        legal = {self.action_text(s, a) for a in self.actions(s)} if not s.coming else set()
        waiting = "a tile is about to appear" if s.coming else f"slide the tiles up to {self.goal}"
        return Picture(
            cells=tuple(tuple(self._shown(s, row, column) for column in sizes) for row in sizes),
            column_labels=tuple(COLUMNS[: self.size]),
            row_labels=tuple(str(row + 1) for row in sizes),
            clicks={text: cell for text, cell in cells.items() if text in legal},
            caption=self.words(s, 0.0) or waiting,
            tiles={str(1 << tile): (tile - 1) / 10 for tile in range(1, MOST_TILE + 1)},
        )

    def _shown(self, s: State, row: int, column: int) -> str:
        tile = self.tile(s.board, row * self.size + column)
        return str(1 << tile) if tile else EMPTY

"""Well: pieces fall into a narrow well, and full rows vanish."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.draw.picture import EMPTY, Picture
from kibitz.errors import BadInput
from kibitz.game import CHANCE, Game
from kibitz.game.notation import counted
from kibitz.native.bits import count
from kibitz.native.override import override

LETTERS = "IOTSZLJ"
TURNS = 4
SIDE = 4  # a piece fits on 4×4 cells
FILLED = "#"
UNKNOWN = "?"
COLUMNS = "abcdefgh"
MOST_CELLS = 60  # of a well, one bit each

# Every piece in each of its turns, rows from the lowest, the first digit of a row its leftmost cell; a turn that looks
# like one before it is left out.
DRAWN = {
    "I": ("1111", "1/1/1/1"),
    "O": ("11/11",),
    "T": ("111/010", "01/11/01", "010/111", "10/11/10"),
    "S": ("110/011", "01/11/10"),
    "Z": ("011/110", "10/11/01"),
    "L": ("111/001", "01/01/11", "100/111", "11/10/10"),
    "J": ("111/100", "11/01/01", "001/111", "10/10/11"),
}


def _bits(drawn: str, width: int) -> int:
    """A drawn piece in the lower left corner of a well of that width."""
    rows = enumerate(drawn.split("/"))
    return sum(1 << row * width + column for row, cells in rows for column, cell in enumerate(cells) if cell == "1")


def _turns(letter: str) -> tuple[str, ...]:
    return (*DRAWN[letter], *[""] * (TURNS - len(DRAWN[letter])))


class State(NamedTuple):
    """One bit per cell, row by row from the lowest, each row from the left."""

    board: int
    piece: int  # the piece to place, from 1; 0 until chance has drawn it
    left: int  # how many are still to be placed, this one included
    rows: int  # that have vanished
    stuck: int  # 1 if there is no room for the piece


class Well(Game):
    """Place falling pieces in a narrow well; a row that is full vanishes and scores a point.

    An action is four times the column of the piece's left edge, plus how often it is turned.
    """

    title = "Well"
    counts = "rows"
    notation = (
        "rows from the top, '#' and '.', then the piece ('?' if it is not drawn yet), pieces left, points: …/##.. T 5 0"
    )
    players = 1

    def __init__(self, width: int = 4, height: int = 6, count: int = 6, pieces: str = LETTERS) -> None:
        """`count` is how many pieces fall; `pieces` are their kinds, all equally likely."""
        if not 2 <= width <= len(COLUMNS) or not 2 <= height <= 16 or width * height > MOST_CELLS:
            wanted = f"expected a width of 2 to {len(COLUMNS)}, a height of 2 to 16, and at most {MOST_CELLS} cells"
            raise BadInput(f"a well of {width}×{height} is out of range: {wanted}")
        if not 1 <= count <= 1000:
            raise BadInput(f"a count of {count} pieces is out of range: expected 1 to 1000")
        if not pieces or set(pieces) - set(LETTERS) or len(set(pieces)) < len(pieces):
            raise BadInput(f"pieces={pieces!r} is not understood: expected some of {LETTERS}, each once")
        self.width = width
        self.height = height
        self.count = count
        self.pieces = pieces
        turns = [drawn for letter in pieces for drawn in _turns(letter)]
        self.shapes = tuple(_bits(drawn, width) for drawn in turns)
        self.widths = tuple(len(drawn.split("/")[0]) for drawn in turns)
        self.heights = tuple(len(drawn.split("/")) for drawn in turns)
        self.utility_range = (0.0, float(4 * count // width))

    # ------------------------------------------------------------ rules

    @override
    def initial(self) -> State:
        return State(0, 0, self.count, 0, 0)

    @override
    def player(self, s: State) -> int:
        return 0 if s.piece else CHANCE

    @override
    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        kinds = len(self.shapes) // TURNS
        for piece in range(1, kinds + 1):
            yield piece, 1 / kinds

    @override
    def actions(self, s: State) -> Iterator[int]:
        if s.piece and not s.stuck:
            for a in range(TURNS * self.width):
                if self.fits(s.board, s.piece, a):
                    yield a

    @override
    def result(self, s: State, a: int) -> State:
        if s.piece == 0:
            room = False
            for place in range(TURNS * self.width):
                room = room or self.fits(s.board, a, place)
            return State(s.board, a, s.left, s.rows, 0 if room else 1)
        board = s.board | self.landed(s.board, s.piece, a)
        rows = 0
        for row in range(self.height - 1, -1, -1):
            full = (1 << self.width) - 1 << row * self.width
            if board & full == full:
                below = (1 << row * self.width) - 1
                board = board & below | board >> self.width & ~below
                rows += 1
        return State(board, 0, s.left - 1, s.rows + rows, 0)

    @override
    def is_terminal(self, s: State) -> bool:
        return s.left == 0 or s.stuck == 1

    @override
    def utility(self, s: State, player: int) -> float:
        return float(s.rows)

    def fits(self, board: int, piece: int, a: int) -> bool:
        """Is there such a turn of the piece, and room for it at the top of the well?"""
        kind = (piece - 1) * TURNS + a % TURNS
        if self.widths[kind] == 0 or a // TURNS + self.widths[kind] > self.width or self.heights[kind] > self.height:
            return False
        return board & self.at(kind, a, self.height - self.heights[kind]) == 0

    def landed(self, board: int, piece: int, a: int) -> int:
        """The cells that a piece takes once it has fallen."""
        kind = (piece - 1) * TURNS + a % TURNS
        row = self.height - self.heights[kind]
        while row > 0 and board & self.at(kind, a, row - 1) == 0:
            row -= 1
        return self.at(kind, a, row)

    def at(self, kind: int, a: int, row: int) -> int:
        """The cells of a turned piece with its lower edge on this row."""
        return self.shapes[kind] << row * self.width + a // TURNS

    # ------------------------------------------------------------ what helps the search

    @override
    def bounds(self, s: State) -> tuple[float, float]:
        """No more rows can vanish than there are cells to fill them."""
        if self.is_terminal(s):
            return float(s.rows), float(s.rows)
        return float(s.rows), float(s.rows + (count(s.board) + 4 * s.left) // self.width)

    @override
    def evaluate(self, s: State, player: int) -> float:
        """Half of the rows that are still possible, less the covered holes."""
        covered = 0
        roof = 0
        for row in range(self.height - 1, -1, -1):
            line = s.board >> row * self.width & (1 << self.width) - 1
            covered += count(roof & ~line)
            roof |= line
        most = (count(s.board) + 4 * s.left) / self.width
        return s.rows + max(0.0, 0.5 * most - 0.3 * covered)

    # ------------------------------------------------------------ notation and picture

    @override
    def text(self, s: State) -> str:
        piece = self.pieces[s.piece - 1] if s.piece else UNKNOWN
        return f"{'/'.join(self._drawn(s))} {piece} {s.left} {s.rows}"

    def _drawn(self, s: State) -> list[str]:
        """The rows from the top."""
        cells = [FILLED if s.board >> cell & 1 else EMPTY for cell in range(self.width * self.height)]
        rows = ["".join(cells[row * self.width : (row + 1) * self.width]) for row in range(self.height)]
        return rows[::-1]

    @override
    def parse(self, text: str) -> State:
        words = text.split()
        rows = words[0].split("/") if words else []
        if len(words) != 4 or len(rows) != self.height or any(len(row) != self.width for row in rows):
            example = self.text(self.initial())
            wanted = f"{self.height} rows of {self.width}, a piece, pieces left and points, such as {example}"
            raise BadInput(f"{text!r} is not a position of well: expected {wanted}")
        for row in rows:
            if set(row) - {FILLED, EMPTY}:
                raise BadInput(f"{text!r} has a row {row!r}: expected '{FILLED}' and '{EMPTY}'")
        if FILLED * self.width in rows:
            raise BadInput(f"{text!r} has a full row: it would have vanished")
        if words[1] != UNKNOWN and words[1] not in self.pieces:
            raise BadInput(f"{text!r} has a piece {words[1]!r}: expected one of {self.pieces}, or {UNKNOWN} to come")
        if not all(word.isascii() and word.isdecimal() and len(word) < 5 for word in words[2:]):
            raise BadInput(f"{text!r} has {words[2]!r} pieces left and {words[3]!r} points: expected whole numbers")
        return self._checked(text, "".join(rows[::-1]), words[1], int(words[2]), int(words[3]))

    def _checked(self, text: str, cells: str, letter: str, left: int, rows: int) -> State:
        board = sum(1 << number for number, cell in enumerate(cells) if cell == FILLED)
        placed = 4 * (self.count - left)
        if left > self.count or self.width * rows + count(board) != placed:
            counted = f"{left} of {self.count} pieces left, {rows} points and {count(board)} cells"
            raise BadInput(f"{text!r} cannot arise: it has {counted}, and each piece has 4 cells")
        if left == 0 and letter != UNKNOWN:
            raise BadInput(f"{text!r} has a piece {letter!r} and none left: expected {UNKNOWN}")
        s = State(board, 0, left, rows, 0)
        return s if letter == UNKNOWN else self.result(s, self.pieces.index(letter) + 1)

    @override
    def action_text(self, s: State, a: int) -> str:
        """The column of the left edge and how often the piece is turned, as in b1; or the piece that comes."""
        return f"{COLUMNS[a // TURNS]}{a % TURNS}" if s.piece else self.pieces[a - 1]

    @override
    def words(self, s: State, value: float) -> str:
        return f"{value:.2f}".removesuffix(".00") + (" row" if value == 1 else " rows")

    @override
    def picture(self, s: State) -> Picture:
        return Picture(
            cells=tuple(tuple(row) for row in self._drawn(s)),
            column_labels=tuple(COLUMNS[: self.width]),
            row_labels=self._turn_labels(s),
            cell_names={cell: text for text, cell in self._clicks(s).items()},
            owners={FILLED: 0},
            tiles={FILLED: 0.35},
            names={FILLED: "filled"},
            clicks=self._clicks(s),
            covers=self._covers(s),
            caption=self._news(s),
        )

    def _turn_labels(self, s: State) -> tuple[str, ...]:
        """Beside each row that can be clicked, the piece as it is turned there."""
        turns = DRAWN[self.pieces[s.piece - 1]] if s.piece else ()
        shapes = [drawn_from_the_top(drawn) for drawn in turns][: self.height]
        return (*shapes, *[""] * (self.height - len(shapes))) if shapes else ()

    def _clicks(self, s: State) -> dict[str, tuple[int, int]]:
        """Click the column of the left edge: in the top row to drop the piece as it is, in the next turned once, …"""
        if self.is_terminal(s) or s.piece == 0:
            return {}
        return {self.action_text(s, a): (a % TURNS, a // TURNS) for a in self.actions(s) if a % TURNS < self.height}

    def _covers(self, s: State) -> dict[str, tuple[tuple[int, int], ...]]:
        """Where the piece would come to lie."""
        if self.is_terminal(s) or s.piece == 0:
            return {}
        return {self.action_text(s, a): self._cells_of(self.landed(s.board, s.piece, a)) for a in self.actions(s)}

    def _cells_of(self, board: int) -> tuple[tuple[int, int], ...]:
        """The filled cells of a board, as rows from the top and columns."""
        places = [divmod(cell, self.width) for cell in range(self.width * self.height) if board >> cell & 1]
        return tuple((self.height - 1 - row, column) for row, column in places)

    def _news(self, s: State) -> str:
        points = counted(s.rows, "row")
        if s.left == 0:
            return f"{points}; all pieces are placed"
        if s.piece == 0:
            return f"{points}, {s.left} to place; the next piece is drawn"
        letter = self.pieces[s.piece - 1]
        if s.stuck:
            return f"{points}, {s.left} to place; there is no room for {letter}"
        how = "" if len(DRAWN[letter]) == 1 else "; each row turns it as shown"
        return f"{points}, {s.left} to place; drop {letter} into a column{how}"


def drawn_from_the_top(drawn: str) -> str:
    """A piece as a person draws it: the top row first."""
    return "/".join(reversed(drawn.replace("1", FILLED).replace("0", EMPTY).split("/")))

"""Connect Four for three or more colours, or for two teams of two."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.draw.picture import EMPTY, Picture
from kibitz.errors import BadInput
from kibitz.game import Game
from kibitz.game.notation import counted
from kibitz.games.connect_four.notation import COLUMNS, after_columns
from kibitz.native.bits import count, down, lowest_bits, up, wrap
from kibitz.native.override import override
from kibitz.native.tuples import replaced

SYMBOLS = "XOZYVW"
MOST = len(SYMBOLS)
WEIGHTS = (1, 4, 12)  # of an open line, and what a second and a third stone of one colour in it add
FINE = 64.0  # guesses are whole multiples of 1/64 point, so that their sums are exact


class State(NamedTuple):
    """Each player's stones, one bit per cell, column by column, with an empty bit above each, as in Connect Four."""

    stones: tuple[int, ...]
    mover: int  # who is to move; once the game is over, who would be
    over: int  # 1 if the last stone completed a line, 2 if the board is full without one


class ConnectFourMany(Game):
    """Four in a row of one's own colour, dropped into columns, for three or more."""

    title = "Connect Four for three or more"
    notation = "the columns played, from the left, first is 1: 4453; or the rows from the top, as in XOZ./XOZX"
    zero_sum = True

    def __init__(self, width: int = 7, height: int = 6, line: int = 4, players: int = 3, teams: bool = False) -> None:
        if width < 1 or height < 1 or width * (height + 1) > 63:
            raise BadInput(f"a board of {width}×{height} does not fit: width × (height + 1) must be between 2 and 63")
        if not 2 <= line <= 10:
            raise BadInput(f"a line must be 2 to 10 long, got {line}")
        if not 2 <= players <= MOST:
            raise BadInput(f"{players} players are out of range: expected 2 to {MOST}")
        if teams and players not in (4, 6):
            raise BadInput(f"{players} players cannot form two equal teams: expected players=4 or players=6")
        self.width = width
        self.height = height
        self.line = line
        self.players = players
        if teams:
            self.teams = tuple(player % 2 for player in range(players))
        self.sides = 2 if teams else players
        self.cells = width * height
        self.bottom = wrap(sum(1 << column * (height + 1) for column in range(width)))
        self.board = wrap(self.bottom * ((1 << height) - 1))
        most = float(self.stones_of(0))
        self.utility_range = (-most, most * (self.sides - 1))

    # ------------------------------------------------------------ rules

    @override
    def initial(self) -> State:
        return State((0,) * self.players, 0, 0)

    @override
    def player(self, s: State) -> int:
        return s.mover

    def everything(self, s: State) -> int:
        """All stones."""
        stones = 0
        for player in range(self.players):
            stones |= s.stones[player]
        return stones

    @override
    def actions(self, s: State) -> Iterator[int]:
        if s.over == 0:
            stones = self.everything(s)
            for column in range(self.width):
                if not stones >> (column * (self.height + 1) + self.height - 1) & 1:
                    yield column

    @override
    def result(self, s: State, column: int) -> State:
        stones = self.everything(s)
        place = column * (self.height + 1)
        stone = wrap(stones + up(1, place)) & up(lowest_bits(self.height), place)
        own = s.stones[s.mover] | stone
        over = 1 if self.has_line(own) else 2 if stones | stone == self.board else 0
        return State(replaced(s.stones, s.mover, own), (s.mover + 1) % self.players, over)

    def has_line(self, stones: int) -> bool:
        """Do enough of these stones stand in a line?"""
        for step in (1, self.height, self.height + 1, self.height + 2):
            run = stones
            for number in range(1, self.line):
                run &= down(stones, min(number * step, 64))
            if run != 0:
                return True
        return False

    @override
    def is_terminal(self, s: State) -> bool:
        return s.over != 0

    @override
    def utility(self, s: State, player: int) -> float:
        """Every other side pays the winner 1 for a win with its last stone of the board, 2 with the one before, …"""
        if s.over != 1:
            return 0.0
        winner = (s.mover + self.players - 1) % self.players
        points = float(self.stones_of(winner) + 1 - count(s.stones[winner]))
        return points * (self.sides - 1) if self.is_partner(player, winner) else -points

    def is_partner(self, one: int, other: int) -> bool:
        """Are they on the same side?"""
        return one % self.sides == other % self.sides

    def stones_of(self, player: int) -> int:
        """How many stones a player has if the board is filled."""
        return (self.cells + self.players - 1 - player) // self.players

    # ------------------------------------------------------------ what makes the search better

    def most_points(self, s: State) -> float:
        """The most that a win may still be worth: it takes another stone."""
        most = 0
        for player in range(self.players):
            left = self.stones_of(player) - max(count(s.stones[player]), self.line - 1)
            most = max(most, left)
        return float(most)

    @override
    def stakes(self, s: State, player: int) -> tuple[float, float]:
        if s.over != 0:
            return self.utility(s, player), self.utility(s, player)
        most = self.most_points(s)
        return -most, most * (self.sides - 1)

    @override
    def evaluate(self, s: State, player: int) -> float:
        """The points at stake, shared by the lines that are still open to each side and the stones in them."""
        own = 0
        total = 0
        everything = self.everything(s)
        for other in range(self.players):
            prospects = self.prospects(s.stones[other], everything)
            total += prospects
            if self.is_partner(other, player):
                own += prospects
        share = (self.sides * own - total) * self.most_points(s) / (self.sides * total + 1)
        return (share * FINE) // 1.0 / FINE

    def prospects(self, stones: int, everything: int) -> int:
        """What the lines without anybody else's stones are worth."""
        free = self.board & ~(everything ^ stones)
        points = 0
        for step in (1, self.height, self.height + 1, self.height + 2):
            lines = free
            once, twice, thrice = stones, 0, 0  # cells where a line with at least 1, 2, 3 stones begins
            for number in range(1, self.line):
                lines &= down(free, min(number * step, 64))
                next_stones = down(stones, min(number * step, 64))
                thrice |= twice & next_stones
                twice |= once & next_stones
                once |= next_stones
            points += WEIGHTS[0] * count(lines) + WEIGHTS[1] * count(lines & twice) + WEIGHTS[2] * count(lines & thrice)
        return points

    @override
    def promise(self, s: State, column: int, after: State, survey: int) -> float:
        """A win first, then a block of the next player's win, then the middle columns."""
        if after.over == 1:
            return 1_000.0
        stone = self.everything(after) ^ self.everything(s)
        total = float(min(column, self.width - 1 - column))
        for step in range(1, self.players):
            other = (s.mover + step) % self.players
            if self.has_line(s.stones[other] | stone):
                total += 200.0 - step
        return total

    # ------------------------------------------------------------ notation and picture

    @override
    def text(self, s: State) -> str:
        """The rows from the top."""
        return "/".join("".join(row) for row in self.picture(s).cells)

    @override
    def parse(self, text: str) -> State:
        """A board row by row, or the columns played."""
        given = text.strip()
        return self._from_rows(given, text) if {"/", EMPTY} & set(given) else after_columns(self, self.width, text)

    def _from_rows(self, given: str, text: str) -> State:
        rows = given.upper().split("/")
        if len(rows) != self.height or any(len(row) != self.width for row in rows):
            raise BadInput(
                f"{text!r} is not a board: expected {self.height} rows of {self.width} cells, with / between them"
            )
        stones = [0] * self.players
        for row, symbols in enumerate(reversed(rows)):
            for column, symbol in enumerate(symbols):
                if symbol != EMPTY:
                    if symbol not in SYMBOLS[: self.players]:
                        raise BadInput(f"{text!r} has {symbol!r}: expected {', '.join(SYMBOLS[: self.players])} or .")
                    stones[SYMBOLS.index(symbol)] |= 1 << column * (self.height + 1) + row
        return self._checked(stones, text)

    def _checked(self, stones: list[int], text: str) -> State:
        """The state with these stones; `BadInput` where no game leads to it."""
        everything = sum(stones)
        number = count(everything)
        for player, own in enumerate(stones):
            due = (number + self.players - 1 - player) // self.players
            if count(own) != due:
                raise BadInput(f"{text!r} has {count(own)} {SYMBOLS[player]}: expected {due} of {number} stones")
        if everything & ~self.bottom & ~up(everything, 1):
            raise BadInput(f"{text!r} has a floating stone: expected every stone on another or on the bottom")
        last = (number - 1) % self.players
        if any(self.has_line(own) for player, own in enumerate(stones) if player != last):
            raise BadInput(f"{text!r} has a line of a player who was not the last to move")
        over = 1 if number and self.has_line(stones[last]) else 2 if everything == self.board else 0
        return State(tuple(stones), number % self.players, over)

    @override
    def action_text(self, s: State, column: int) -> str:
        return COLUMNS[column]

    @override
    def score_text(self, s: State, player: int) -> str:
        won = self.utility(s, player)
        return counted(won, "point", "+g") if s.over == 1 else ""

    @override
    def picture(self, s: State) -> Picture:
        rows, columns = range(self.height - 1, -1, -1), range(self.width)
        over = self.is_terminal(s)
        winner = (s.mover - 1) % self.players
        marked = self._lines(s.stones[winner]) if s.over == 1 else frozenset()
        return Picture(
            cells=tuple(tuple(self._symbol(s, column, row) for column in columns) for row in rows),
            owners={SYMBOLS[player]: player for player in range(self.players)},
            column_labels=tuple(COLUMNS[column] for column in columns),
            round_cells=True,
            marked=marked,
            clicks={} if over else {COLUMNS[c]: (self.height - 1 - self._filled(s, c), c) for c in self.actions(s)},
            columns_click=True,
            caption="" if over else f"{SYMBOLS[s.mover]} (player {s.mover + 1}) is to move",
        )

    def _symbol(self, s: State, column: int, row: int) -> str:
        place = column * (self.height + 1) + row
        owners = [player for player in range(self.players) if s.stones[player] >> place & 1]
        return SYMBOLS[owners[0]] if owners else EMPTY

    def _filled(self, s: State, column: int) -> int:
        return count(down(self.everything(s), column * (self.height + 1)) & ((1 << self.height) - 1))

    def _lines(self, stones: int) -> frozenset[tuple[int, int]]:
        cells = set()
        for step in (1, self.height, self.height + 1, self.height + 2):
            for place in range(self.width * (self.height + 1)):
                line = [place + number * step for number in range(self.line)]
                if all(stones >> cell & 1 for cell in line):
                    cells |= {(self.height - 1 - cell % (self.height + 1), cell // (self.height + 1)) for cell in line}
        return frozenset(cells)

"""Connect Four on any board that fits in 64 bits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kibitz.draw.picture import EMPTY, Picture
from kibitz.game.threats import Threat
from kibitz.games.connect_four.board import State
from kibitz.games.connect_four.evaluation import Judged
from kibitz.games.connect_four.notation import COLUMNS, after_columns, possible_history, stones_in
from kibitz.games.connect_four.threatening import threats_of
from kibitz.native.bits import count, down, lowest, multiply, squares, up, without_lowest, wrap
from kibitz.native.override import override

__all__ = ["ConnectFour", "State"]


class ConnectFour(Judged):
    """Four in a row, dropped into columns."""

    title = "Connect Four"
    notation = "the columns played, from the left, first is 1: 4453"
    whole = True
    opens = "play"

    # ------------------------------------------------------------ rules

    @override
    def initial(self) -> State:
        return State(0, 0, 0, 0, 0)

    @override
    def player(self, s: State) -> int:
        return count(s.all) & 1

    @override
    def actions(self, s: State) -> Iterator[int]:
        if s.over == 0:
            for column in range(self.width):
                if not s.all >> (column * (self.height + 1) + self.height - 1) & 1:
                    yield column

    @override
    def result(self, s: State, column: int) -> State:
        stone = self.drop(s, column)
        stones = s.all | stone
        over = 1 if stone & s.mine else 2 if stones == self.board else 0
        return State(s.all ^ s.me, stones, s.theirs & ~stone, self.completing(s.me | stone, stones), over)

    @override
    def is_terminal(self, s: State) -> bool:
        return s.over != 0

    @override
    def utility(self, s: State, player: int) -> float:
        """For the winner: 1 for a win with its last stone of the board, 2 with the one before, and so on."""
        if s.over != 1:
            return 0.0
        left = float((self.cells + 2 - count(s.all)) // 2)
        return left if player != self.player(s) else -left

    @override
    def previous(self, s: State) -> Iterator[State]:
        """Without a stone that the other has on top of a column, where that leaves nobody with a line."""
        theirs = s.all ^ s.me
        tops = down(wrap(s.all + self.bottom), 1) & theirs
        if not self.has_line(s.me):
            while tops:
                stone = tops & -tops
                tops = without_lowest(tops)
                stones = s.all ^ stone
                if not self.has_line(theirs ^ stone):
                    mine, others = self.completing(theirs ^ stone, stones), self.completing(s.me, stones)
                    yield State(theirs ^ stone, stones, mine, others, 0)

    # ------------------------------------------------------------ what makes the search fast

    @override
    def key(self, s: State) -> int:
        """The mover's stones, and one bit above the stones of each column: different positions have different keys."""
        return wrap(s.me + s.all + self.bottom)

    @override
    def symmetric(self, s: State) -> Iterator[State]:
        """The mirror image, while there are few stones: later it is hardly ever reached."""
        if count(s.all) <= 8:
            yield State(
                self.mirrored(s.me), self.mirrored(s.all), self.mirrored(s.mine), self.mirrored(s.theirs), s.over
            )

    def safe(self, s: State) -> int:
        """The playable cells that do not lose at once: a block where one is needed, and never under a threat."""
        cells = self.playable(s)
        forced = s.theirs & cells
        if forced:
            cells = 0 if forced & (forced - 1) else forced
        return cells & ~down(s.theirs, 1)

    @override
    def candidates(self, s: State) -> Iterator[int]:
        """A winning column alone; else the safe columns; if none is safe, one that loses, for all do."""
        wins = s.mine & self.playable(s)
        cells = wins & -wins if wins else self.safe(s)
        if cells == 0:
            left = self.playable(s)
            cells = left & -left
        while cells:
            yield lowest(cells) // (self.height + 1)
            cells = without_lowest(cells)

    @override
    def playout(self, s: State, luck: int) -> int:
        """Any column, each as likely as the others: one is drawn until it is not full, which few are for long.

        Twice as fast as counting them first. The numbers drawn come round only when all have been there.
        """
        column = (luck >> 33 & 0x7FFFFFFF) * self.width >> 31
        while s.all >> (column * (self.height + 1) + self.height - 1) & 1:
            luck = wrap(multiply(luck, 6364136223846793005) + 1442695040888963407)
            column = (luck >> 33 & 0x7FFFFFFF) * self.width >> 31
        return column

    @override
    def bounds(self, s: State) -> tuple[float, float]:
        stones = count(s.all)
        if s.over != 0:
            low = high = 0 if s.over == 2 else -((self.cells + 2 - stones) // 2)
        elif s.mine & self.playable(s):
            low = high = (self.cells + 1 - stones) // 2
        elif self.safe(s) == 0:
            low = high = -((self.cells - stones) // 2)
        else:  # no win before the third stone from now, no loss before the fourth
            low, high = min(-((self.cells - 2 - stones) // 2), 0), (self.cells - 1 - stones) // 2
        return self.for_first(s, low, high)

    @override
    def is_memorable(self, s: State) -> bool:
        """Not where the reply is forced, or where hardly anything is left to play."""
        cells = self.safe(s)
        return count(s.all) < self.cells - 6 and cells & (cells - 1) != 0

    @override
    def survey(self, s: State) -> tuple[int, int, int, int, int, int, int, int]:
        """Where lines begin that are still open to the player to move, and those of them with one stone in them."""
        if self.is_late(s):
            return 0, 0, 0, 0, 0, 0, 0, 0
        free = self.board & ~(s.all ^ s.me)
        up_lines, up_ones = self.open_lines(free, s.me, 1)
        falling_lines, falling_ones = self.open_lines(free, s.me, self.height)
        level_lines, level_ones = self.open_lines(free, s.me, self.height + 1)
        rising_lines, rising_ones = self.open_lines(free, s.me, self.height + 2)
        return up_lines, falling_lines, level_lines, rising_lines, up_ones, falling_ones, level_ones, rising_ones

    def is_late(self, s: State) -> bool:
        """Are so few cells left that counting threats is enough?"""
        return count(s.all) >= self.cells - 14 or self.line != 4

    @override
    def promise(
        self, s: State, column: int, after: State, survey: tuple[int, int, int, int, int, int, int, int]
    ) -> float:
        """Threats after the move count most, then open lines through the cell, then the centre."""
        threats = after.theirs
        centre = min(column, self.width - 1 - column)
        if self.is_late(s):
            return float(count(threats) * 8 + centre)
        own_rows = self.board & ~self.even if count(s.all) & 1 == 0 else self.even
        total = count(threats) * 24 + count(threats & own_rows) * 5 + centre * 4
        total += 12 * count(threats & up(wrap(after.all + self.bottom), 1))
        place = lowest(after.all ^ s.all)
        up_lines, falling_lines, level_lines, rising_lines, up_ones, falling_ones, level_ones, rising_ones = survey
        upward = self.starts_through(place, 1)
        falling = self.starts_through(place, self.height)
        level = self.starts_through(place, self.height + 1)
        rising = self.starts_through(place, self.height + 2)
        lines = count(up_lines & upward) + count(falling_lines & falling)
        lines += count(level_lines & level) + count(rising_lines & rising)
        ones = count(up_ones & upward) + count(falling_ones & falling)
        ones += count(level_ones & level) + count(rising_ones & rising)
        return float(total + 2 * lines + 5 * ones)

    # ------------------------------------------------------------ notation and picture

    @override
    def text(self, s: State) -> str:
        """Columns that lead to the state: not always those that were played, which the state does not record."""
        return "".join(COLUMNS[column] for column in possible_history(self, s))

    @override
    def parse(self, text: str) -> State:
        return after_columns(self, self.width, text)  # type: ignore[no-any-return]

    @override
    def action_text(self, s: State, column: int) -> str:
        return COLUMNS[column]

    @override
    def threats(self, s: State, player: int) -> Iterable[Threat]:
        return threats_of(self, s, player)

    @override
    def words(self, s: State, value: float) -> str:
        if value == 0:
            return "draws"
        return f"{'wins' if value > 0 else 'loses'} in {self.plies_left(s, value)}"

    @override
    def plies_left(self, s: State, value: float) -> int:
        stones = count(s.all)
        if value == 0:
            return self.cells - stones
        # The k-th stone from the end of the player who wins is this stone of the whole game:
        winner = self.player(s) if value > 0 else 1 - self.player(s)
        own = (self.cells + 1 - winner) // 2
        last = 2 * (own - int(abs(value))) + winner + 1
        return last - stones

    @override
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
            marked=self._winning_cells(s.all ^ s.me) if s.over == 1 else frozenset(),
            clicks={self.action_text(s, c): (self.height - 1 - stones_in(self, s, c), c) for c in playable},
            columns_click=True,
        )

    def _symbol(self, first: int, second: int, column: int, row: int) -> str:
        place = column * (self.height + 1) + row
        return "X" if first >> place & 1 else "O" if second >> place & 1 else EMPTY

    def _winning_cells(self, stones: int) -> frozenset[tuple[int, int]]:
        cells = set()
        for step in (1, self.height + 1, self.height, self.height + 2):
            starts = stones
            for number in range(1, self.line):
                starts &= down(stones, min(64, number * step))
            for place in squares(starts):
                for number in range(self.line):
                    column, row = divmod(place + number * step, self.height + 1)
                    cells.add((self.height - 1 - row, column))
        return frozenset(cells)

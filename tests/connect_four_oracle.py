"""Connect Four by other rules code: rows of cells, lists of lines, a memo, no pruning. It knows nothing of Kibitz."""

import functools


class Board:
    """Every value of a board, for the player to move; a position is the columns played, from 0."""

    def __init__(self, width, height, line=4):
        self.width, self.height, self.line = width, height, line
        self.cells = width * height
        self.lines = [self._lines_through(cell) for cell in range(self.cells)]
        self.value = functools.cache(self._value)

    def _lines_through(self, cell):
        row, column = divmod(cell, self.width)
        found = set()
        for rise, run in ((0, 1), (1, 0), (1, 1), (1, -1)):
            for back in range(self.line):
                places = [(row + (n - back) * rise, column + (n - back) * run) for n in range(self.line)]
                if all(0 <= r < self.height and 0 <= c < self.width for r, c in places):
                    found.add(sum(1 << r * self.width + c for r, c in places))
        return sorted(found)

    def drop(self, stones, column):
        """The lowest free cell of a column, or None."""
        for row in range(self.height):
            if not stones >> row * self.width + column & 1:
                return row * self.width + column
        return None

    def wins(self, own, cell):
        own |= 1 << cell
        return any(own & line == line for line in self.lines[cell])

    def moves(self, me, other):
        """Column by column, the value of a stone there for the player who drops it."""
        values = {}
        left = self.cells - (me | other).bit_count()
        for column in range(self.width):
            cell = self.drop(me | other, column)
            if cell is not None:
                win = self.wins(me, cell)
                values[column] = (left + 1) // 2 if win else -self.value(other, me | 1 << cell) if left > 1 else 0
        return values

    def _value(self, me, other):
        return max(self.moves(me, other).values())

    def play(self, columns):
        """The stones of the player to move and of the other; None where the game is over."""
        me = other = 0
        for column in columns:
            cell = self.drop(me | other, column)
            if self.wins(me, cell):
                return None
            me, other = other, me | 1 << cell
        return me, other

    def random_position(self, dice, stones):
        """Columns that lead to so many stones without a line; None where the dice found none."""
        me = other = 0
        columns = []
        while len(columns) < stones:
            playable = [(c, cell) for c in range(self.width) if (cell := self.drop(me | other, c)) is not None]
            quiet = [(c, cell) for c, cell in playable if not self.wins(me, cell)]
            if not quiet:
                return None
            column, cell = dice.choice(quiet)
            columns.append(column)
            me, other = other, me | 1 << cell
        return columns

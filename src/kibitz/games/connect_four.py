"""Connect Four on any board that fits in 64 bits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.draw.picture import EMPTY, Picture
from kibitz.errors import BadInput
from kibitz.game import Game
from kibitz.native.bits import count, down, lowest, lowest_bits, squares, up, without_lowest, wrap
from kibitz.native.override import override


class State(NamedTuple):
    """Stones, one bit a cell, column by column, with an empty bit on top of each column:

        6 13 20 27 34 41 48     always empty: lines cannot run from one column into the next
        5 12 19 26 33 40 47
        4 11 18 25 32 39 46
        3 10 17 24 31 38 45
        2  9 16 23 30 37 44
        1  8 15 22 29 36 43
        0  7 14 21 28 35 42

    What is dear to find out is carried along: the empty cells that would complete a line.
    """

    me: int  # stones of the player to move
    all: int  # stones of both
    mine: int  # empty cells where the player to move would complete a line
    theirs: int  # empty cells where the other would
    over: int  # 1 if the last stone completed a line, 2 if the board is full without one


class ConnectFour(Game):
    """Four in a row, dropped into columns."""

    title = "Connect Four"
    notation = "the columns played, from the left, first is 1: 4453"
    whole = True

    def __init__(self, width: int = 7, height: int = 6, line: int = 4) -> None:
        if width < 1 or height < 1 or width * (height + 1) > 64:
            raise BadInput(f"a board of {width}×{height} does not fit: width × (height + 1) must be between 2 and 64")
        if line < 2:
            raise BadInput(f"a line of {line} is none: expected 2 or more")
        self.width = width
        self.height = height
        self.line = line
        self.cells = width * height
        self.bottom = wrap(sum(1 << column * (height + 1) for column in range(width)))
        self.board = wrap(self.bottom * ((1 << height) - 1))
        # Counting rows from the top: in a column with an even number of empty cells, who follows up gets the even ones.
        self.even = wrap(sum(1 << c * (height + 1) + r for c in range(width) for r in range(height - 1, -1, -2)))
        self.utility_range = (-float((self.cells + 1) // 2), float((self.cells + 1) // 2))

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
        """For the winner, 1 for a win with its last stone of the board, 2 with the one before, and so on."""
        if s.over != 1:
            return 0.0
        left = float((self.cells + 2 - count(s.all)) // 2)
        return left if player != self.player(s) else -left

    def drop(self, s: State, column: int) -> int:
        """The cell, as a bit, in which a stone comes to rest in this column."""
        place = column * (self.height + 1)
        return wrap(s.all + up(1, place)) & up(lowest_bits(self.height), place)

    def completing(self, stones: int, everything: int) -> int:
        """The empty cells where one more of these stones completes a line."""
        if self.line != 4:
            return self.completing_any(stones) & self.board & ~everything
        found = up(stones, 1) & up(stones, 2) & up(stones, 3)
        for step in (self.height, self.height + 1, self.height + 2):
            pair = up(stones, step) & up(stones, 2 * step)
            found |= pair & (up(stones, 3 * step) | down(stones, step))
            pair = down(stones, step) & down(stones, 2 * step)
            found |= pair & (up(stones, step) | down(stones, 3 * step))
        return found & self.board & ~everything

    def completing_any(self, stones: int) -> int:
        """The same for lines of any length, cells of the board or not."""
        found = 0
        for step in (1, self.height, self.height + 1, self.height + 2):
            for missing in range(self.line):
                cells = -1
                for number in range(self.line):
                    steps = (missing - number) * step
                    if steps > 0:
                        cells &= up(stones, min(steps, 64))
                    elif steps < 0:
                        cells &= down(stones, min(-steps, 64))
                found |= cells
        return found

    # ------------------------------------------------------------ what makes the search fast

    @override
    def key(self, s: State) -> int:
        """The stones of one colour, and one bit more above those of each column: no two positions have the same."""
        return wrap(s.me + s.all + self.bottom)

    @override
    def symmetric(self, s: State) -> Iterator[State]:
        """The mirror image, while there are few stones: later it hardly ever comes up."""
        if count(s.all) <= 8:
            yield State(
                self.mirrored(s.me), self.mirrored(s.all), self.mirrored(s.mine), self.mirrored(s.theirs), s.over
            )

    def mirrored(self, cells: int) -> int:
        """Left and right exchanged."""
        image = 0
        column = lowest_bits(self.height + 1)
        for number in range(self.width):
            part = down(cells, number * (self.height + 1)) & column
            image |= up(part, (self.width - 1 - number) * (self.height + 1))
        return image

    def playable(self, s: State) -> int:
        """The cells where a stone can come to rest."""
        return wrap(s.all + self.bottom) & self.board

    def safe(self, s: State) -> int:
        """The playable cells that do not lose at once: a block where one is needed, and never under a threat."""
        cells = self.playable(s)
        forced = s.theirs & cells
        if forced:
            cells = 0 if forced & (forced - 1) else forced
        return cells & ~down(s.theirs, 1)

    @override
    def candidates(self, s: State) -> Iterator[int]:
        """A winning column alone; else the safe ones; where there is none, any one loses."""
        wins = s.mine & self.playable(s)
        cells = wins & -wins if wins else self.safe(s)
        if cells == 0:
            left = self.playable(s)
            cells = left & -left
        while cells:
            yield lowest(cells) // (self.height + 1)
            cells = without_lowest(cells)

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

    def for_first(self, s: State, low: int, high: int) -> tuple[float, float]:
        """Bounds for the player to move as bounds for player 0."""
        if self.player(s) == 0:
            return float(low), float(high)
        return float(-high), float(-low)

    @override
    def is_memorable(self, s: State) -> bool:
        """Not where the reply is forced, or hardly anything is left to play."""
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

    def open_lines(self, free: int, stones: int, step: int) -> tuple[int, int]:
        """Where lines of four begin that are free in a direction, and those with one stone, or three, in them."""
        pairs = free & down(free, step)
        lines = pairs & down(pairs, 2 * step)
        odd = stones ^ down(stones, step)
        return lines, lines & (odd ^ down(odd, 2 * step))

    def is_late(self, s: State) -> bool:
        """So few cells are left that counting threats is enough."""
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

    def starts_through(self, place: int, step: int) -> int:
        """The cells where a line of four that runs through a place can begin."""
        window = 1 | up(1, step) | up(1, 2 * step) | up(1, 3 * step)
        back = place - 3 * step
        return up(window, back) if back >= 0 else down(window, -back)

    # ------------------------------------------------------------ proofs by following up
    #
    # A player who answers every stone directly above it gets the even cells (counted from the top) of every column
    # that has an even number of empty ones. A column with an odd number has one cell over: those single cells are
    # answered in pairs, one for the other. So the opponent's stones end within its own, the odd cells, and one of each
    # pair. If no four fits in there, the opponent never wins; if moreover a cell that the follower is sure to get wins
    # for it, it wins once everything else is full. This is the zugzwang that decides end games, without a search.

    @override
    def proof(self, s: State) -> tuple[float, float]:
        low, high = -100, 100
        if self.line == 4 and s.over == 0:
            single = self.playable(s) & self.even
            number = count(single)
            if number & 1 == 0:
                if number <= 4:
                    high = self.opponent_follows(s, single, number)
                if number <= 2:
                    low = self.mover_turns(s, single, number)
            elif number <= 3:
                low = self.mover_follows(s, single, number)
                high = self.opponent_has_odd_threat(s, single)
        return self.for_first(s, low, high)

    def opponent_follows(self, s: State, single: int, number: int) -> int:
        """The most the player to move can get if the other follows up; 100 where that proves nothing."""
        empty = self.board & ~s.all
        wins = s.theirs & self.even & ~single
        beyond = self.above(wins)
        if not self.holds((s.me | (empty & ~self.even)) & ~beyond, single, number):
            return 100
        if wins:
            return -self.latest(empty, wins, beyond, count(s.all))
        return -1 if self.has_four((s.all ^ s.me) | (empty & self.even & ~single)) else 0

    def mover_follows(self, s: State, single: int, number: int) -> int:
        """The least the player to move gets by taking a single cell, then following up; -100: nothing proven."""
        empty = self.board & ~s.all
        wins = s.mine & self.even & ~single
        beyond = self.above(wins)
        others = ((s.all ^ s.me) | (empty & ~self.even)) & ~beyond
        if self.has_four(others):
            return -100
        if number == 3:
            dangerous = 0
            left = single
            while left:
                if self.has_four(others | (left & -left)):
                    dangerous += 1
                left = without_lowest(left)
            if dangerous > 1:  # one of them the mover takes itself
                return -100
        if wins:
            return self.latest(empty, wins, beyond, count(s.all))
        return 1 if self.has_four(s.me | (empty & self.even & ~single)) else 0

    def mover_turns(self, s: State, single: int, number: int) -> int:
        """The least it gets by making a column odd in which it has an odd threat, then following up; -100: nothing."""
        empty = self.board & ~s.all
        playable = self.playable(s)
        best = -100
        threats = s.mine & ~self.even
        while threats:
            win = threats & -threats
            column = self.column_of(win)
            threats &= ~column
            stone = playable & column
            rest = single
            if number == 2 and single & column:
                stone = single & ~column
                rest = 0
            even_wins = s.mine & self.even & ~(column | single)
            got = self.odd_threat(s.all ^ s.me, empty & ~stone, win, even_wins, column, rest, count(s.all) + 1)
            if got > 0:
                best = max(best, got)
        return best

    def opponent_has_odd_threat(self, s: State, single: int) -> int:
        """The most the player to move can get if the other follows up with a threat in an odd column; 100: nothing."""
        empty = self.board & ~s.all
        most = 100
        left = single
        while left:
            column = self.column_of(left & -left)
            wins = s.theirs & ~self.even & column
            if wins:
                even_wins = s.theirs & self.even & ~(column | single)
                rest = single & ~column
                got = self.odd_threat(s.me, empty, wins & -wins, even_wins, column, rest, count(s.all))
                if got > 0:
                    most = min(most, -got)
            left = without_lowest(left)
        return most

    def odd_threat(self, others: int, empty: int, win: int, wins: int, column: int, rest: int, stones: int) -> int:
        """What a follower gets for sure who wins at `win` in a column with an odd number of empty cells, or 0."""
        beyond = self.above(win | wins)
        reach = (others | (empty & ~self.even & ~column) | (empty & self.even & column)) & ~beyond
        if rest:
            one = rest & -rest
            if self.has_four(reach | one) or self.has_four(reach | (rest ^ one)):
                return 0
        elif self.has_four(reach):
            return 0
        return self.latest(empty, win | wins, beyond, stones)

    def latest(self, empty: int, wins: int, beyond: int, stones: int) -> int:
        """What a win is worth that comes when every other cell is full."""
        first = wins & ~beyond
        moves = count(empty) - count(beyond | first | down(first, 1)) + 2
        return (self.cells + 2 - stones - moves) // 2

    def holds(self, reach: int, single: int, number: int) -> bool:
        """Can the single cells be paired so that a player with one of each pair has no four within its reach?"""
        if number == 0:
            return not self.has_four(reach)
        left = single
        while left:
            if self.has_four(reach | (left & -left)):
                return False
            left = without_lowest(left)
        if number == 2:
            return True
        a = single & -single
        left = single ^ a
        b = left & -left
        left ^= b
        c = left & -left
        d = left ^ c
        return self.parts(reach, a, b, c, d) or self.parts(reach, a, c, b, d) or self.parts(reach, a, d, b, c)

    def parts(self, reach: int, a: int, b: int, c: int, d: int) -> bool:
        """Is there no four with one of a and b and one of c and d?"""
        return not (
            self.has_four(reach | a | c)
            or self.has_four(reach | a | d)
            or self.has_four(reach | b | c)
            or self.has_four(reach | b | d)
        )

    def has_four(self, stones: int) -> bool:
        """Do four of these stones stand in a line?"""
        pairs = stones & down(stones, 1)
        found = pairs & down(pairs, 2)
        for step in (self.height, self.height + 1, self.height + 2):
            pairs = stones & down(stones, step)
            found |= pairs & down(pairs, 2 * step)
        return found != 0

    def above(self, cells: int) -> int:
        """All cells above these."""
        found = 0
        higher = up(cells, 1) & self.board
        while higher:
            found |= higher
            higher = up(higher, 1) & self.board
        return found

    def column_of(self, cell: int) -> int:
        """All cells of the column a cell is in."""
        return up(lowest_bits(self.height), lowest(cell) // (self.height + 1) * (self.height + 1))

    # ------------------------------------------------------------ notation and picture

    @override
    def text(self, s: State) -> str:
        """Columns that lead to the state, not always those that were played: the state does not remember those."""
        played = self._history(s)
        return "".join(self.action_text(s, column) for column in played)

    @override
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

    @override
    def action_text(self, s: State, column: int) -> str:
        return "123456789abcdefghijklmnopqrstuvwxyz"[column]

    @override
    def words(self, s: State, value: float) -> str:
        if value == 0:
            return "draws"
        stones = count(s.all)
        # The k-th stone from the end of the player who wins is this stone of the whole game:
        winner = self.player(s) if value > 0 else 1 - self.player(s)
        own = (self.cells + 1 - winner) // 2
        last = 2 * (own - int(abs(value))) + winner + 1
        return f"{'wins' if value > 0 else 'loses'} in {last - stones}"

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
            clicks={self.action_text(s, c): (self.height - 1 - self._stones_in(s, c), c) for c in playable},
            columns_click=True,
        )

    def _symbol(self, first: int, second: int, column: int, row: int) -> str:
        place = column * (self.height + 1) + row
        return "X" if first >> place & 1 else "O" if second >> place & 1 else EMPTY

    def _stones_in(self, s: State, column: int) -> int:
        return count(down(s.all, column * (self.height + 1)) & ((1 << self.height) - 1))

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

"""Games without a picture, each with its board written in another way: their pictures and clicks are guessed."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

import kibitz as kz

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Cells(NamedTuple):
    cells: tuple[int, ...]
    mover: int


class Noughts(kz.Game):
    """Three in a row, a tuple of nine."""

    def initial(self):
        return Cells((0,) * 9, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        for cell in range(9):
            if s.cells[cell] == 0:
                yield cell

    def result(self, s, a):
        return Cells(kz.replaced(s.cells, a, s.mover + 1), 1 - s.mover)

    def is_terminal(self, s):
        return self.won(s) or 0 not in s.cells

    def won(self, s):
        return any(s.cells[a] != 0 and s.cells[a] == s.cells[b] == s.cells[c] for a, b, c in LINES)

    def utility(self, s, player):
        return 0 if not self.won(s) else -1 if player == s.mover else 1


class OneSided(Noughts):
    """The same with one's own marks as 1 and the other's as -1."""

    def result(self, s, a):
        return Cells(tuple(-mark for mark in kz.replaced(s.cells, a, 1)), 1 - s.mover)


class Texts(Noughts):
    """The same as a text."""

    def initial(self):
        return "........."

    def player(self, s):
        return s.count(".") % 2 == 0

    def actions(self, s):
        return [cell for cell in range(9) if s[cell] == "."]

    def result(self, s, a):
        return s[:a] + "XO"[self.player(s)] + s[a + 1 :]

    def is_terminal(self, s):
        return "." not in s

    def utility(self, s, player):
        return 0


class Bits(NamedTuple):
    me: int
    other: int


class BitNoughts(kz.Game):
    """The same in two ints: one line says where the cells are."""

    drawn_as = kz.Grid(3, 3, bits=("me", "other"), mover_first=True)

    def initial(self):
        return Bits(0, 0)

    def player(self, s):
        return kz.bits.count(s.me | s.other) % 2

    def actions(self, s):
        for cell in range(9):
            if not (s.me | s.other) >> cell & 1:
                yield cell

    def result(self, s, a):
        return Bits(s.other, s.me | 1 << a)

    def is_terminal(self, s):
        return s.me | s.other == 511

    def utility(self, s, player):
        return 0


WIDTH, HEIGHT = 5, 4


class Dropping(kz.Game):
    """Marks fall down in their columns, on a board of four by five."""

    def initial(self):
        return Cells((0,) * (WIDTH * HEIGHT), 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        for column in range(WIDTH):
            if s.cells[column] == 0:
                yield column

    def result(self, s, a):
        row = max(row for row in range(HEIGHT) if s.cells[row * WIDTH + a] == 0)
        return Cells(kz.replaced(s.cells, row * WIDTH + a, s.mover + 1), 1 - s.mover)

    def is_terminal(self, s):
        return 0 not in s.cells

    def utility(self, s, player):
        return 0


class Men(NamedTuple):
    rows: tuple[str, ...]
    mover: int


class Step(NamedTuple):
    start: tuple[int, int]
    end: tuple[int, int]


class Marching(kz.Game):
    """Men go one step ahead or take aslant, on rows of letters; whoever reaches the other side wins."""

    def initial(self):
        return Men(("bbbb", "....", "....", "wwww"), 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        ahead = -1 if s.mover == 0 else 1
        found = []
        for row in range(4):
            for column in range(4):
                if s.rows[row][column] != "wb"[s.mover]:
                    continue
                for across in (-1, 0, 1):
                    r, c = row + ahead, column + across
                    if 0 <= r < 4 and 0 <= c < 4:
                        there = s.rows[r][c]
                        if there == "." if across == 0 else there == "bw"[s.mover]:
                            found.append(Step((row, column), (r, c)))
        return found

    def result(self, s, a):
        rows = [list(row) for row in s.rows]
        rows[a.end[0]][a.end[1]] = rows[a.start[0]][a.start[1]]
        rows[a.start[0]][a.start[1]] = "."
        return Men(tuple("".join(row) for row in rows), 1 - s.mover)

    def is_terminal(self, s):
        return "w" in s.rows[0] or "b" in s.rows[3] or not self.actions(s)

    def utility(self, s, player):
        return -1 if player == s.mover else 1


class Heaps(kz.Game):
    """Take as many as you like from one heap."""

    def initial(self):
        return (3, 4, 5, 0)[:3]

    def player(self, s):
        return sum(s) % 2

    def actions(self, s):
        return [(heap, taken) for heap in range(3) for taken in range(1, s[heap] + 1)]

    def result(self, s, a):
        return kz.replaced(s, a[0], s[a[0]] - a[1])

    def is_terminal(self, s):
        return sum(s) == 0

    def utility(self, s, player):
        return 0


class HeapsAlike(Heaps):
    """Take as many as you like from one heap, or the same number from the first two. The last one wins."""

    def actions(self, s):
        return super().actions(s) + [(3, taken) for taken in range(1, min(s[:2]) + 1)]

    def result(self, s, a):
        return (s[0] - a[1], s[1] - a[1], s[2]) if a[0] == 3 else super().result(s, a)


class Sticks(NamedTuple):
    sticks: int
    mover: int


class LastStick(kz.Game):
    """Take one, two or three sticks of 21; whoever takes the last one loses."""

    def initial(self):
        return Sticks(21, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        for taken in range(1, 4):
            if taken <= s.sticks:
                yield taken

    def result(self, s, a):
        return Sticks(s.sticks - a, 1 - s.mover)

    def is_terminal(self, s):
        return s.sticks == 0

    def utility(self, s, player):
        return 1 if player == s.mover else -1


class Colour(Enum):
    FREE = 0
    RED = 1
    GREEN = 2


@dataclass(frozen=True)
class Table:
    hands: tuple[tuple[str, ...], ...] = (("7S", "QH", "AC"), ("2D", "KS"))
    points: int = 0
    mover: int = 0
    trick: tuple[str | int, ...] = ()


class Cards(kz.Game):
    """Each plays a card in turn; nothing is won."""

    def initial(self):
        return Table()

    def player(self, s):
        return s.mover

    def actions(self, s):
        return list(s.hands[s.mover])

    def result(self, s, a):
        hands = list(s.hands)
        hands[s.mover] = tuple(card for card in hands[s.mover] if card != a)
        return replace(s, hands=tuple(hands), mover=1 - s.mover, points=s.points + 1, trick=(a, s.mover))

    def is_terminal(self, s):
        return not s.hands[s.mover]

    def utility(self, s, player):
        return 0


class Colours(kz.Game):
    """Paint a cell of a row of enums that may not be beside one of the same colour."""

    def initial(self):
        return (Colour.FREE,) * 6

    def player(self, s):
        return sum(cell is not Colour.FREE for cell in s) % 2

    def actions(self, s):
        return [cell for cell in range(6) if s[cell] is Colour.FREE]

    def result(self, s, a):
        return (*s[:a], (Colour.RED, Colour.GREEN)[self.player(s)], *s[a + 1 :])

    def is_terminal(self, s):
        return Colour.FREE not in s

    def utility(self, s, player):
        return 0


class Drawn(Noughts):
    """A game with a picture of its own, which says nothing of clicks."""

    def picture(self, s):
        return kz.Picture(cells=tuple(tuple(".XO"[mark] for mark in s.cells[row : row + 3]) for row in (0, 3, 6)))


class Numbers(NamedTuple):
    left: int
    right: int


class NoBoard(kz.Game):
    """Two numbers that are no board."""

    def initial(self):
        return Numbers(0, 6)

    def player(self, s):
        return (s.left + s.right) % 2

    def actions(self, s):
        return ["left", "right"] if s.left < s.right else []

    def result(self, s, a):
        return Numbers(s.left + 1, s.right) if a == "left" else Numbers(s.left, s.right - 1)

    def is_terminal(self, s):
        return s.left == s.right

    def utility(self, s, player):
        return 0

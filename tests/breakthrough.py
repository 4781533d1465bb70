"""A small game with captures: Breakthrough on a board of 4 by 5, answering all that a selective search may ask."""

from typing import NamedTuple

from kibitz.game import Game

WIDTH, HEIGHT = 4, 5
SQUARES = WIDTH * HEIGHT
FULL = (1 << SQUARES) - 1
LAST = ((1 << WIDTH) - 1) << (SQUARES - WIDTH)
WIN = 1_000.0


class Board(NamedTuple):
    """Pawns of White and of Black, one bit a square, and whose turn it is."""

    white: int
    black: int
    turn: int


def count(bits):
    total = 0
    while bits:
        bits &= bits - 1
        total += 1
    return total


class Breakthrough(Game):
    """A pawn on the last row wins; pawns go ahead, straight or aslant, and take aslant."""

    whole = True
    guesses_are_whole = True
    utility_range = (-WIN, WIN)
    haste = 0.5
    swing = 10.0

    def initial(self):
        two = (1 << 2 * WIDTH) - 1
        return Board(two, two << (SQUARES - 2 * WIDTH), 0)

    def player(self, s):
        return s.turn

    def actions(self, s):
        mine, theirs = (s.white, s.black) if s.turn == 0 else (s.black, s.white)
        for origin in range(SQUARES):
            if mine >> origin & 1:
                row = origin // WIDTH + (1 if s.turn == 0 else -1)
                for column in range(max(0, origin % WIDTH - 1), min(WIDTH, origin % WIDTH + 2)):
                    if 0 <= row < HEIGHT:
                        target = row * WIDTH + column
                        is_free = (mine | theirs) >> target & 1 == 0
                        is_aslant = column != origin % WIDTH
                        if is_free or (is_aslant and theirs >> target & 1):
                            yield origin * 32 + target

    def result(self, s, a):
        origin, target = a // 32, a % 32
        if s.turn == 0:
            return Board(s.white & ~(1 << origin) | 1 << target, s.black & ~(1 << target), 1)
        return Board(s.white & ~(1 << target), s.black & ~(1 << origin) | 1 << target, 0)

    def is_over_early(self, s):
        return s.white & LAST != 0 or s.black & ((1 << WIDTH) - 1) != 0

    def is_terminal(self, s):
        if self.is_over_early(s):
            return True
        for _ in self.actions(s):
            return False
        return True

    def utility(self, s, player):
        if s.white & LAST:
            won = 0
        elif s.black & ((1 << WIDTH) - 1):
            won = 1
        else:
            won = 1 - s.turn
        return WIN if won == player else -WIN

    def evaluate(self, s, player):
        score = 10.0 * (count(s.white) - count(s.black))
        return score if player == 0 else -score

    def takes(self, s, a):
        return (s.black if s.turn == 0 else s.white) >> (a % 32) & 1

    def is_noisy(self, s, a):
        return self.takes(s, a) == 1

    def is_reducible(self, s, a):
        return self.takes(s, a) == 0

    def is_quiet(self, s):
        ahead = s.white & LAST >> WIDTH if s.turn == 0 else s.black & ((1 << WIDTH) - 1) << WIDTH
        return ahead == 0

    def order(self, s, a):
        return float(self.takes(s, a))

    def gain(self, s, a):
        return 10.0 * self.takes(s, a)

    def passed(self, s):
        if count(s.white) > 2 and count(s.black) > 2:
            yield Board(s.white, s.black, 1 - s.turn)

    def action_kind(self, s, a):
        return a % 32 + 32 * s.turn

    def forecast(self, s, depth):
        return (1, 1.0, 0.0, 10.0) if depth == 4 else (0, 1.0, 0.0, 0.0)


class Calm(Breakthrough):
    """The same without anything to bet on but its evaluation: no swing."""

    swing = 0.0
    guesses_are_whole = False


class Tense(Breakthrough):
    """The same with narrow margins, so that every bet is made somewhere."""

    swing = 2.0

"""Connect Four's proofs by following up: the zugzwang that decides endgames, without a search.

A player who answers every stone directly above it gets the even cells (counted from the top) of every column that has
an even number of empty cells. A column with an odd number has one cell left over: those single cells are answered in
pairs, one for the other. So the opponent's stones end up within its own, the odd cells, and one of each pair. If no
four fits in there, the opponent never wins; if, moreover, a cell that the follower is sure to get wins for it, the
follower wins once everything else is full.
"""

from __future__ import annotations

from kibitz.games.connect_four.board import Board, State
from kibitz.native.bits import count, down, without_lowest
from kibitz.native.override import override


class FollowUp(Board):
    """A board on which `proof` bounds a position's value by what a player gets who follows up."""

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
        """The most that the player to move can get if the other follows up; 100 if that proves nothing."""
        empty = self.board & ~s.all
        wins = s.theirs & self.even & ~single
        beyond = self.above(wins)
        if not self.holds((s.me | (empty & ~self.even)) & ~beyond, single, number):
            return 100
        if wins:
            return -self.latest(empty, wins, beyond, count(s.all))
        return -1 if self.has_four((s.all ^ s.me) | (empty & self.even & ~single)) else 0

    def mover_follows(self, s: State, single: int, number: int) -> int:
        """The least that the mover gets by taking a single cell, then following up; -100 if nothing is proven."""
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
        """The least that the mover gets by making a column with an odd threat odd, then following up; or -100."""
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
        """The most that the player to move can get if the other follows up with a threat in an odd column; or 100."""
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
        """What a follower is sure of who wins at `win` in a column with an odd number of empty cells; or 0."""
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
        """What a win is worth that comes only when every other cell is full."""
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

    def for_first(self, s: State, low: int, high: int) -> tuple[float, float]:
        """Bounds for the player to move as bounds for player 0."""
        if self.player(s) == 0:
            return float(low), float(high)
        return float(-high), float(-low)

"""Chess endgames solved backwards a second time, in another way: whole boards of NumPy arrays, no symmetry, no index.

Every man has an axis of 64 squares; a move shifts an array along one axis. Only one side may have pawns, so nothing is
ever taken in passing. A code is +n for "the mover mates in n plies", -1-n for "is mated in n", 0 for a draw.
"""

from functools import cache, partial

import numpy as np

ILLEGAL = np.int16(30_000)
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
JUMPS = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
STEPS = {"K": STRAIGHT + DIAGONAL, "N": JUMPS}
SLIDES = {"Q": STRAIGHT + DIAGONAL, "R": STRAIGHT, "B": DIAGONAL}


def inside(rank, file):
    return 0 <= rank < 8 and 0 <= file < 8


def squared(array, axis):
    """The same array with an axis of squares split into one of ranks and one of files."""
    return array.reshape(*array.shape[:axis], 8, 8, *array.shape[axis + 1 :])


def apart(step):
    """Where a step along one of eight lines begins, and where it ends: two slices."""
    begins = slice(max(0, -step), 8 - max(0, step))
    return begins, slice(begins.start + step, begins.stop + step)


def shifted(array, axis, step):
    """What `array` has one step further along an axis; False beyond the edge."""
    found = np.zeros_like(array)
    cut = (slice(None),) * axis
    (from_rank, to_rank), (from_file, to_file) = apart(step[0]), apart(step[1])
    squared(found, axis)[(*cut, from_rank, from_file)] = squared(array, axis)[(*cut, to_rank, to_file)]
    return found


def seen_along(target, empty, axis, step):
    """Is there a target along a line, with all squares before it empty? One line of squares after the other."""
    found = np.zeros_like(target)
    wanted, free, made = (squared(each, axis) for each in (target, empty, found))
    cut = (slice(None),) * axis
    (from_rank, to_rank), (from_file, to_file) = apart(step[0]), apart(step[1])
    if step[0]:
        lines = [((rank, from_file), (rank + step[0], to_file)) for rank in range(8) if 0 <= rank + step[0] < 8]
    else:
        lines = [((from_rank, file), (to_rank, file + step[1])) for file in range(8) if 0 <= file + step[1] < 8]
    for here, there in reversed(lines) if (step[0] or step[1]) > 0 else lines:
        made[(*cut, *here)] = wanted[(*cut, *there)] | (free[(*cut, *there)] & made[(*cut, *there)])
    return found


@cache
def between():
    """Is the third square strictly between the first two, on a line of a queen?"""
    found = np.zeros((64, 64, 64), bool)
    for first in range(64):
        for step in STRAIGHT + DIAGONAL:
            rank, file = first // 8 + step[0], first % 8 + step[1]
            passed = []
            while inside(rank, file):
                found[first, 8 * rank + file, passed] = True
                passed.append(8 * rank + file)
                rank, file = rank + step[0], file + step[1]
    return found


def reached(kind, white):
    """The squares that a man attacks on an empty board."""
    found = np.zeros((64, 64), bool)
    ahead = 1 if white else -1
    for first in range(64):
        steps = {"P": [(ahead, 1), (ahead, -1)]}.get(kind) or STEPS.get(kind) or SLIDES[kind]
        for step in steps:
            rank, file = first // 8 + step[0], first % 8 + step[1]
            while inside(rank, file):
                found[first, 8 * rank + file] = True
                rank, file = (rank + step[0], file + step[1]) if kind in SLIDES else (-1, -1)
    return found


def may_escape(plies, codes):
    """The positions that are not known to be won in fewer plies."""
    return (codes <= 0) | ((codes >= plies) & (codes != ILLEGAL))


class Ending:
    """All positions of some men: `men` are letters, the white ones in upper case; `codes` by who is to move."""

    def __init__(self, men):
        self.men, self.number = men, len(men)
        self.squares = [
            np.arange(64).reshape([-1 if i == axis else 1 for i in range(len(men))]) for axis in range(len(men))
        ]
        self.same = {(i, j): self.squares[i] == self.squares[j] for i in range(len(men)) for j in range(len(men))}
        self.codes = [self._begun(mover) for mover in (0, 1)]
        self.open = [codes == 0 for codes in self.codes]  # later: those without an outcome
        self.legal = [codes == 0 for codes in self.codes]
        self._take_over()
        self.empty = [
            ~self._any(self.same[axis, other] for other in range(self.number) if other != axis)
            for axis in range(self.number)
        ]
        self._solve()
        del self.open, self.empty

    def of(self, side):
        return [axis for axis, man in enumerate(self.men) if man.isupper() == (side == 0)]

    def _any(self, masks):
        found = np.zeros((64,) * self.number, bool)
        for mask in masks:
            found |= mask
        return found

    def _attacked(self, side):
        """Is the king of a side attacked?"""
        king = self.men.index("kK"[side == 0])
        found = np.zeros((64,) * self.number, bool)
        for axis in self.of(1 - side):
            kind = self.men[axis].upper()
            hit = reached(kind, side == 1)[self.squares[axis], self.squares[king]]
            if kind in SLIDES:
                for other in range(self.number):
                    if other not in (axis, king):
                        hit = hit & ~between()[self.squares[axis], self.squares[king], self.squares[other]]
            found |= hit
        return found

    def _begun(self, mover):
        """Illegal positions told from all others."""
        bad = self._any(self.same[i, j] for i in range(self.number) for j in range(i)) | self._attacked(1 - mover)
        for axis, man in enumerate(self.men):
            if man in "Pp":
                bad |= (self.squares[axis] < 8) | (self.squares[axis] >= 56)
        return np.where(bad, ILLEGAL, np.int16(0))

    def _take_over(self):
        """Where a man stands on one of the other side, it has taken it."""
        for mover in (0, 1):  # who is to move afterwards, and has lost a man
            for lost in self.of(mover):
                if self.men[lost] not in "Kk":
                    after = solved(self.men[:lost] + self.men[lost + 1 :])
                    onto = self._any(self.same[axis, lost] for axis in self.of(1 - mover))
                    taken = np.broadcast_to(np.expand_dims(after.codes[mover], lost), onto.shape)
                    self.codes[mover] = np.where(onto, taken, self.codes[mover])

    def can_reach(self, mover, wanted):
        """Has the mover a move to a position with a wanted code?"""
        target = wanted(self.codes[1 - mover])
        found = np.zeros_like(target)
        for axis in self.of(mover):
            kind = self.men[axis].upper()
            if kind == "P":
                found |= self._pawn_reaches(mover, axis, target, wanted)
            elif kind in STEPS:
                for step in STEPS[kind] if target.any() else ():
                    found |= shifted(target, axis, step)
            else:
                for step in SLIDES[kind] if target.any() else ():
                    found |= seen_along(target, self.empty[axis], axis, step)
        return found

    def _pawn_reaches(self, mover, axis, target, wanted):
        ahead = 1 if mover == 0 else -1
        last = (self.squares[axis] >= 56) if mover == 0 else (self.squares[axis] < 8)
        promoted = np.zeros_like(target)
        for kind in "QRBN":
            after = solved(self.men[:axis] + (kind if mover == 0 else kind.lower()) + self.men[axis + 1 :])
            promoted |= wanted(after.codes[1 - mover])
        target = np.where(last, promoted, target)
        taken = self._any(self.same[axis, other] for other in self.of(1 - mover))
        step = shifted(target & self.empty[axis], axis, (ahead, 0))
        home = (self.squares[axis] >> 3) == (1 if mover == 0 else 6)
        passing = shifted(self.empty[axis], axis, (ahead, 0))
        twice = shifted(shifted(target & self.empty[axis], axis, (ahead, 0)), axis, (ahead, 0)) & passing & home
        return step | twice | shifted(target & taken, axis, (ahead, 1)) | shifted(target & taken, axis, (ahead, -1))

    def _solve(self):
        can_move = [self.can_reach(mover, lambda codes: codes != ILLEGAL) for mover in (0, 1)]
        for mover in (0, 1):
            mated = self.open[mover] & ~can_move[mover] & self._attacked(mover)
            self.codes[mover][mated] = -1
            self.open[mover] &= can_move[mover]
        plies, quiet = 0, 0
        behind = [codes for each in promoted(self.men) for codes in solved(each).codes]
        furthest = max(int(np.abs(codes[codes != ILLEGAL]).max(initial=0)) for codes in self.codes + behind)
        while quiet < 2 or plies <= furthest:
            plies += 1
            news = []
            for mover in (0, 1):
                won = self.open[mover] & self.can_reach(mover, partial(np.equal, -plies))
                lost = np.zeros_like(won)
                if ((self.codes[1 - mover] > 0) & (self.codes[1 - mover] != ILLEGAL)).any():
                    lost = self.open[mover] & ~self.can_reach(mover, partial(may_escape, plies))
                news.append((won, lost))
            for mover, (won, lost) in enumerate(news):
                self.codes[mover][won] = plies
                self.codes[mover][lost] = -1 - plies
                self.open[mover] &= ~(won | lost)
            quiet = 0 if any(won.any() or lost.any() for won, lost in news) else quiet + 1


def promoted(men):
    """The endings that a pawn can make of another by promoting."""
    for axis, man in enumerate(men):
        for kind in "QRBN" if man in "Pp" else "":
            yield men[:axis] + (kind if man == "P" else kind.lower()) + men[axis + 1 :]


@cache
def solved(men):
    """The ending of these men, such as "KRk"."""
    return Ending(men)

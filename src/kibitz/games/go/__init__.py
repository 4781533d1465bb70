"""Go: surround more of the board than the other; stones without a liberty are taken."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kibitz.draw.picture import Picture
from kibitz.errors import BadInput
from kibitz.games.go import notation, picture
from kibitz.games.go.board import BEGINNING, BLACK, NOWHERE, PASS, State, ko_point, mover, moves_made, passes
from kibitz.games.go.life import secured
from kibitz.games.go.points import NO_POINTS, Points, after_first, both, first_of, mixed, number_of, some, without
from kibitz.games.go.simulation import SimulatedBoard
from kibitz.games.go.stones import after_pass, after_stone, area, captured, lead, legal_points
from kibitz.games.go.symmetry import IMAGES, image_of, image_tables
from kibitz.native.bits import mix
from kibitz.native.override import override

__all__ = ["Go", "State"]

SCORES = ("usual", "margin", "win")
SMALL = 5  # a board up to this size is solved: there the margin counts, and a game may last as long as it likes
LONGEST_OF_SMALL = 1_000
MOST_KOMI = 400.0
OF_A_PROOF = 512.0  # megabytes of table, for the boards whose proof takes millions of positions


def sign(number: float) -> float:
    """1, 0 or -1."""
    return 1.0 if number > 0.0 else -1.0 if number < 0.0 else 0.0


class Go(SimulatedBoard):
    """Surround more of the board than the other; a group without a liberty is taken.

    Area counts: a player's stones, and the empty points that only those surround. Two passes end the game. An action is
    the point on which a stone is put (see `board`), or `PASS`.
    """

    title = "Go"
    usual = "montecarlo"
    notation = "moves from the empty board: d4 e5 pass, or SGF"

    def __init__(
        self, size: int = 9, komi: float = 7.5, suicide: bool = False, superko: bool = True, score: str = "usual"
    ) -> None:
        """`komi`: the points that White gets for moving second.

        `suicide`: may one take away the liberties of several own stones, which are then taken?

        `superko`: may no stone bring back a board that has been there before? Otherwise only a ko may not be retaken at
        once, and a position that comes up for the third time ends the game without result.

        `score`: what a game is worth, the `margin` or only the `win`. `usual`: the margin on boards up to 5×5, which
        can be solved; the win on larger ones, where simulations that count points play for points they do not need.
        """
        import numpy as np

        super().__init__(size, suicide)
        if not -MOST_KOMI <= komi <= MOST_KOMI or 2 * komi != int(2 * komi):
            raise BadInput(f"komi must be whole or half points from {-MOST_KOMI:g} to {MOST_KOMI:g}, got {komi:g}")
        if score not in SCORES:
            raise BadInput(f"score must be usual, margin or win, got {score!r}")
        self.komi = float(komi)
        self.superko = bool(superko)
        self.score = score
        is_margin = score == "margin" or (score == "usual" and size <= SMALL)
        self.counts_points = is_margin
        self.whole = not is_margin or self.komi == int(self.komi)
        most = self.cells + abs(self.komi) if is_margin else 1.0
        self.utility_range = (-most, most)
        if is_margin and size <= SMALL:
            leads = [float(lead) for lead in range(-self.cells, self.cells + 1)]
            self.utility_levels = tuple(sorted({lead + komi for lead in leads for komi in (self.komi, -self.komi)}))
        # A game without end is counted as it stands. Simulations know the simple ko alone and can go round in circles.
        self.longest = LONGEST_OF_SMALL if size <= SMALL else 4 * self.cells
        self.has_symmetric = size <= SMALL
        self.table_megabytes = OF_A_PROOF if 4 <= size <= SMALL else 0.0
        self._image_rows: Any = np.zeros(1, np.int64)
        self._image_actions: Any = np.zeros(1, np.int64)
        if size <= SMALL:
            self._image_rows, self._image_actions = image_tables(self)
        self.repetition_is_illegal = self.superko
        self.repetition = None if self.superko else 0.0

    # ------------------------------------------------------------ rules

    @override
    def initial(self) -> State:
        return State(NO_POINTS, NO_POINTS, BEGINNING)

    @override
    def player(self, s: State) -> int:
        return mover(s)

    @override
    def actions(self, s: State) -> Iterator[int]:
        if self.is_terminal(s):
            return
        left = legal_points(self, s)
        while some(left):
            yield first_of(left)
            left = after_first(left)
        yield PASS

    @override
    def result(self, s: State, a: int) -> State:
        return after_pass(s) if a == PASS else after_stone(self, s, a)

    @override
    def is_terminal(self, s: State) -> bool:
        return passes(s) >= 2 or moves_made(s) >= self.longest

    @override
    def utility(self, s: State, player: int) -> float:
        v = float(lead(self, s)) - self.komi
        if not self.counts_points:
            v = sign(v)
        return v if player == BLACK else -v

    # ------------------------------------------------------------ what makes the search fast

    @override
    def proof(self, s: State) -> tuple[float, float]:
        """What unconditional life makes sure of, for both; not where a game may be too long for it to be shown."""
        if moves_made(s) + 2 * self.cells > self.longest:
            return self.utility_range
        black, white = (s.me, s.other) if mover(s) == BLACK else (s.other, s.me)
        low = float(2 * secured(self, black, white) - self.cells) - self.komi
        high = float(self.cells - 2 * secured(self, white, black)) - self.komi
        if passes(s) == 1:  # the mover may pass, too: what is dead but has not been taken then counts as it stands
            now = float(lead(self, s)) - self.komi
            low, high = (max(low, now), max(high, now)) if mover(s) == BLACK else (min(low, now), min(high, now))
        return (low, high) if self.counts_points else (sign(low), sign(high))

    @override
    def order(self, s: State, a: int) -> float:
        """Captures first, the larger the better; then stones with room around them; own eyes are filled last."""
        if a == PASS:
            return 0.0
        beside = self.neighbours(a)
        if not some(without(beside, self.trimmed(s.me))):
            return -4.0
        taken = number_of(captured(self, s, a))
        return float(2 * taken) + 0.25 * number_of(both(beside, self.empty(s)))

    # ------------------------------------------------------------ what makes a position the same

    @override
    def key(self, s: State) -> int:
        return mix(mixed(s.me, mixed(s.other, mover(s) | passes(s) << 1 | ko_point(s) << 3)))

    @override
    def recurrence(self, s: State) -> int:
        """The board alone, whoever is to move; a pass leaves the board as it is, and never counts as repeating it."""
        if not self.superko:
            return self.key(s)
        black, white = (s.me, s.other) if mover(s) == BLACK else (s.other, s.me)
        return mix(mixed(black, mixed(white, passes(s))))

    @override
    def symmetric(self, s: State) -> Iterator[State]:
        """The board turned and in the mirror, where it is small: on larger ones that seldom pays."""
        for image in range(IMAGES):
            yield image_of(self, self._image_rows, self._image_actions, s, image)

    @override
    def retakes(self, s: State, a: int) -> bool:
        """Is this taking a ko?"""
        return a != PASS and ko_point(after_stone(self, s, a)) != NOWHERE

    @override
    def action_kind(self, s: State, a: int) -> int:
        """The point, and whose stone it is."""
        return a | mover(s) << 8

    # ------------------------------------------------------------ notation and picture

    @classmethod
    @override
    def values_of(cls, parameter: str) -> tuple[str, ...]:
        return SCORES if parameter == "score" else ()

    @override
    def text(self, s: State) -> str:
        return notation.written(self, s)

    @override
    def parse(self, text: str) -> State:
        if "(" in text:
            notation.refuse_other_komi(self.komi, text)
        return notation.read(self, text)

    @override
    def action_text(self, s: State, a: int) -> str:
        return notation.written_action(self, a)

    @override
    def parse_action(self, s: State, text: str) -> int:
        return int(super().parse_action(s, text.lower()))

    @override
    def words(self, s: State, value: float) -> str:
        if not self.counts_points:
            return ""
        return f"{'wins' if value > 0 else 'loses'} by {abs(value):g}" if value else "draws"

    @override
    def ending(self, s: State) -> str:
        by = float(lead(self, s)) - self.komi
        black, white = number_of(area(self, *self._colours(s))), number_of(area(self, *self._colours(s)[::-1]))
        counted = f"{black} to {white}" + (f", komi {self.komi:g}" if self.komi else "")
        return f"{'Black' if by > 0 else 'White'} wins by {abs(by):g} ({counted})." if by else f"A draw ({counted})."

    def result_text(self, s: State) -> str:
        """How a finished game ended, as SGF has it: B+3.5, W+1 or 0."""
        by = float(lead(self, s)) - self.komi
        return f"{'B' if by > 0 else 'W'}+{abs(by):g}" if by else "0"

    def _colours(self, s: State) -> tuple[Points, Points]:
        """The stones of Black and of White."""
        return (s.me, s.other) if mover(s) == BLACK else (s.other, s.me)

    @override
    def player_name(self, player: int) -> str:
        return ("Black", "White")[player]

    @override
    def score_text(self, s: State, player: int) -> str:
        black, white = self._colours(s)
        if player == BLACK:
            return f"{number_of(area(self, black, white))} points"
        return f"{number_of(area(self, white, black)) + self.komi:g} points"

    @override
    def picture(self, s: State) -> Picture:
        return picture.drawn(self, s)

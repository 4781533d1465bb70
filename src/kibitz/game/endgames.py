"""Endgames: where in an endgame table a position stands, told by the position itself."""

from __future__ import annotations

from collections.abc import Iterable

from kibitz.game.rules import State
from kibitz.native import Native

# A game answers all of these or none: one with only some of these names means something else by them.
NEEDED = ("section", "place", "section_size", "is_placed", "placed", "sections")


class EndgamePlaces(Native):
    """A number for every position of few men, so that a table of endgames needs no keys. Asked by builder and probe.

    A table has sections, such as king and rook against king, and a section has places from 0 on. A game answers all
    questions that are `NEEDED`, or none.

    The law: `place(placed(section, n))` is `n` and `section(placed(section, n))` is `section` wherever
    `is_placed(section, n)`; states with one place are worth the same (or the opposite, where one of them `is_swapped`),
    in as many plies; play from a state with a place ends, stays in its section or goes to one of `section_exits`,
    perhaps by way of states without a place, but never of a circle of such states. No section comes before its exits in
    `sections`.
    """

    has_place: bool = False  # see `Game`
    has_is_swapped: bool = False
    has_plies_allowed: bool = False

    def section(self, s: State) -> int:
        """The section of a state, a number from 0 on; -1 where no table holds it."""
        return -1

    def place(self, s: State) -> int:
        """The place of a state within its section, from 0 to below its size; states that mirror each other share one.

        Asked only where `section` is not -1.
        """
        return 0

    def is_swapped(self, s: State) -> bool:
        """Does the place of this state hold it with the two players' seats exchanged?

        Its value to player 0 is then what the table holds for player 1, as with the colours of chess exchanged.
        """
        return False

    def section_size(self, section: int) -> int:
        """How many places a section has, the empty ones among them."""
        return 0

    def is_placed(self, section: int, place: int) -> bool:
        """Is there a state with this place? An index has holes: two men on one square, say."""
        return False

    def placed(self, section: int, place: int) -> State:
        """The state that a place holds, its counts of moves at their start. Asked only where `is_placed`."""
        return self.initial()  # type: ignore[attr-defined]

    def sections(self, men: int) -> Iterable[int]:
        """The sections of positions with up to this many men, each after all that its play may lead to."""
        return ()

    def section_exits(self, section: int) -> Iterable[int]:
        """The other sections that play from this one may come to next. Those without a common way are built together.

        By default all sections that stand before it.
        """
        return ()

    def section_name(self, section: int) -> str:
        """A section as people call it: KRK for king and rook against king."""
        return str(section)

    def section_named(self, text: str) -> int:
        """The section that people call so; `BadInput` where there is none."""
        return int(text)

    def plies_allowed(self, s: State) -> int:
        """After how many more plies a rule may end the game that no table knows, such as that of the fifty moves.

        A win that a table promises is certain only if it takes no longer; a draw always is.
        """
        return 1_000_000

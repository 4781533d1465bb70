"""A series of questions of any mix of kinds: a sheet to print, or a link for a class; the same for the same seed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kibitz.errors import BadInput
from kibitz.lab.quiz import KINDS, QUIZ_KINDS, Question, question, read_kinds
from kibitz.lab.quiz_trees import MIXED
from kibitz.lab.random_trees import OPPONENTS

MOST_ITEMS = 40
USUAL_MIX = ("value", "prune", "window")


def item_seed(seed: int, place: int) -> int:
    """The seed of a question of a series, its place counted from 0."""
    return seed * 100 + place


@dataclass(frozen=True)
class Series:
    """`count` questions, their kinds in turns. Item n is the quiz of the n-th kind and of seed `item_seed(seed, n)`."""

    seed: int
    kinds: tuple[str, ...] = USUAL_MIX
    count: int = 6
    depth: int = 3
    branching: int = 3
    variant: str = "fail-soft"
    trees: str = OPPONENTS  # a kind that cannot be asked about these is asked about what it can

    def __post_init__(self) -> None:
        if not 1 <= self.count <= MOST_ITEMS:
            raise BadInput(f"{self.count} questions do not fit a sheet: expected 1 to {MOST_ITEMS}")
        read_kinds(",".join(self.kinds))

    def item(self, place: int) -> Question:
        """The question at a place, counted from 0."""
        if not 0 <= place < self.count:
            raise BadInput(f"the series has no question {place + 1}: expected 1 to {self.count}")
        kind = self.kinds[place % len(self.kinds)]
        trees = self.trees if self.trees in KINDS[kind].trees else MIXED
        seed = item_seed(self.seed, place)
        return question(kind, seed, None, self.variant, self.depth, self.branching, trees=trees)

    def items(self) -> list[Question]:
        """All questions."""
        return [self.item(place) for place in range(self.count)]

    def of_kinds(self, text: str) -> Series:
        """The same with other kinds: `mixed` for the usual mix, or names separated by commas."""
        if text.strip() == MIXED:
            return replace(self, kinds=USUAL_MIX)
        return replace(self, kinds=QUIZ_KINDS if text.strip() == "all" else read_kinds(text))

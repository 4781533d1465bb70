"""What stands in the gallery: a tree, the search to run on it, and the question that it asks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.lab.cutoff import Cutoff
from kibitz.lab.lecture_titles import LECTURES, PAGES, anchor


@dataclass(frozen=True)
class Exhibit:
    """A tree worth looking at: the search to run on it, the question it asks, and what to look for.

    `asks` says what its answer is made of: `answers` computes it from a run of the search.
    """

    name: str
    title: str
    tree: str
    algorithm: str
    variant: str
    note: str
    lecture: int  # from 1
    section: str  # the heading of the lecture's page that treats it
    question: str
    asks: tuple[str, ...]
    bounds: tuple[float, float] | None = None  # for Star1 and Star2
    ranges: bool = False  # is it looked at with a range at every node?
    depth: int | None = None  # limit in plies
    quiescence: bool = False
    beam: int = 0  # children that are looked at; 0 for all

    @property
    def cutoff(self) -> Cutoff:
        """Where the search stops early."""
        return Cutoff.of(self.depth, self.quiescence, self.beam)

    @property
    def chapter(self) -> str:
        """The title of its lecture."""
        return LECTURES[self.lecture - 1]

    @property
    def page(self) -> str:
        """Where the documentation treats it, below `docs/lectures`: a page and a place on it."""
        return f"{PAGES[self.lecture - 1]}.md#{anchor(self.section)}"

    def json(self) -> dict[str, Any]:
        """Plain data for JSON, without the answer."""
        told = {name: value for name, value in vars(self).items() if name != "asks"}
        return told | {"bounds": list(self.bounds) if self.bounds else None, "chapter": self.chapter, "page": self.page}


def exhibit(
    name: str,
    title: str,
    tree: str,
    algorithm: str,
    note: str,
    *,
    at: tuple[int, str],
    asks: str,
    question: str,
    variant: str = "fail-soft",
    bounds: tuple[float, float] | None = None,
    ranges: bool = False,
    **cutoff: Any,
) -> Exhibit:
    """An exhibit; `at` is its lecture and the heading there, `asks` the kinds of its answer, with spaces between.

    `cutoff` has its depth limit, quiescence and beam, where the search stops early.
    """
    kinds = tuple(asks.split())
    return Exhibit(name, title, tree, algorithm, variant, note, *at, question, kinds, bounds, ranges, **cutoff)

"""What a search of the engine did, in numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields

from kibitz.search.engine import desk as word


@dataclass
class Counts:
    """What a search did, summed over its threads."""

    nodes: int = 0
    cutoffs: int = 0
    first_cutoffs: int = 0
    table_hits: int = 0
    table_cutoffs: int = 0
    bound_cutoffs: int = 0
    proof_cutoffs: int = 0
    settled_cutoffs: int = 0
    child_cutoffs: int = 0
    chance_nodes: int = 0
    chance_cutoffs: int = 0
    probes: int = 0
    inner: int = 0
    candidates: int = 0
    endgame_hits: int = 0
    by_ply: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, desks: Sequence[word.Desk]) -> Counts:
        """What was counted on some desks."""
        total = cls()
        for count in fields(cls):
            if count.name != "by_ply":
                at = getattr(word, count.name.upper())
                setattr(total, count.name, sum(int(desk.words[at]) for desk in desks))
        plies = max(desk.longest_line() for desk in desks)
        total.by_ply = [sum(int(desk.words[word.BY_PLY + ply]) for desk in desks) for ply in range(plies)]
        return total

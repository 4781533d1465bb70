"""What an algorithm is to the rest of Kibitz: a function, what it needs of a game, and the page it comes from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from kibitz.errors import DoesNotFit
from kibitz.game import Game
from kibitz.native import Jit


@dataclass(frozen=True)
class Algorithm:
    """One textbook search.

    `function(game, s, depth, *extra(game), watch)` returns the value and the number of the best action. `needs(name,
    game)` raises `DoesNotFit` where the game lacks what it needs. `lines` says which line of the pseudo-code, counted
    from 1, an event belongs to: by event, or by event and kind of node; without lines it cannot be watched.
    """

    name: str
    title: str
    function: Jit[..., Any]
    needs: Callable[[str, Game], None]
    pseudocode: str
    lines: Mapping[str, int]
    extra: Callable[[Game], tuple[Any, ...]] = lambda game: ()
    vector: bool = False
    cuts_ties: bool | None = None  # None: never cuts; True: v ≥ β cuts; False: only v > β does
    interval: bool = False  # the value is three numbers: an estimate, and two between which the full value lies
    uses_bounds: bool = False  # are the game's `bounds` part of what it does?
    is_against_all: bool = False  # MAX is the player at the root, and the value is its own
    answers_bound: bool = False  # a node has no v of its own: MAX moves and answers α, MIN moves and answers β
    simulates: bool = False  # random games instead of every action: a value is an estimate, and nodes count visits
    compiles: bool = True  # False: it runs as plain Python only, whatever the game
    is_seated: bool = False  # where something is hidden: answers from what the player to move can see
    rank: int = 1000  # its place in lists: the lowest come first
    is_listed: bool = True  # False: a form of another algorithm, which is asked for by that one's name

    def reason_against(self, game: Game) -> str:
        """Why this algorithm cannot be asked about the game, in a sentence; empty where it can."""
        try:
            self.needs(self.name, game)
        except DoesNotFit as misfit:
            return str(misfit)
        return ""

    def fits(self, game: Game) -> bool:
        """Can this algorithm be asked about the game?"""
        return not self.reason_against(game)

    @property
    def has_steps(self) -> bool:
        """Can it be watched step by step?"""
        return bool(self.lines)

    def line(self, event: str, kind: str) -> int:
        """The line of the pseudo-code for an event at a kind of node: `max`, `min` or `chance`."""
        return self.lines.get(f"{event} {kind}") or self.lines[event]

"""Wins and losses found by the selective search with nothing left out: what it then tells of an end is proven.

It is the same machine code with its bets switched off, so nothing is compiled for it. Every action is looked at to the
depth that is asked for; beyond it quiescence leaves actions out, but there nobody is taken for lost who need not act.
"""

from __future__ import annotations

from kibitz.game import Game, State
from kibitz.native.override import override
from kibitz.search.engine.distance import Distances, sure_endgames
from kibitz.search.engine.techniques import Techniques
from kibitz.search.selective.selective_engine import SelectiveEngine

MEGABYTES = 16.0
FEW_REVERSIBLE = 50  # plies: with more of them a rule that counts moves may end the game within the line
WITHOUT_BETS = Techniques(
    singular=False,
    null_move=False,
    reductions=False,
    static_cuts=False,
    razoring=False,
    futility=False,
    late_moves=False,
    losing_exchanges=False,
    delta=False,
    internal_reduction=False,
    probcut=False,
)


class Ends(Distances):
    """Tells whether positions are won or lost within some plies, in games in which a win counts less for every ply."""

    def __init__(self, like: SelectiveEngine, nodes: int) -> None:
        """`like` is an engine for the same game; `nodes` is the most that may be spent."""
        self.game: Game = like.game
        self.engine = SelectiveEngine(
            like.game,
            megabytes=MEGABYTES,
            threads=len(like.desks),
            techniques=WITHOUT_BETS,
            interpreted=like.interpreted,
            nodes=nodes,
            endgames=sure_endgames(like),
        )
        self.engine.play_on_from(like.history)

    @staticmethod
    def reach(game: Game, s: State, plies: int) -> bool:
        """Is what they tell of this many plies proven? Not where a count of moves outside the key may matter."""
        is_clear = not game.has_reversible or plies <= 1 or game.reversible(s) + plies <= FEW_REVERSIBLE
        return game.haste > 0.0 and Distances.fit(game) and is_clear

    @override
    def is_within(self, s: State, value: float, plies: int) -> bool:
        """Does best play come from a state to a win or a loss, which is its exact value, within this many plies?"""
        if plies <= 0 or self.game.is_terminal(s):
            return bool(plies >= 0 and self.game.is_terminal(s))
        late = plies * self.game.haste
        if value > self.engine.centre(s):
            return self.engine.value(s, plies, value - late - self.game.haste, value - late) >= value - late
        return self.engine.value(s, plies, value + late, value + late + self.game.haste) <= value + late

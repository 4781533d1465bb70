"""How soon what is proven comes about: plies to the end, if who wins hurries and who loses holds out.

A proof does not tell. It may have come by a long way, and the hash table hands on what was proven at one depth to
another. So this is a second look, at positions of which the exact value is known: is that value reached within 1 ply,
within 2, 3, …? It is the engine's search to a depth, where nothing counts but the ends of games: no guess, no static
bound, and of the table only what was found at the very same depth.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kibitz.game import Action, Game, State, answers
from kibitz.lookup.endgame_table import Endgames
from kibitz.search.endgame_values import SURE, reliance
from kibitz.search.engine import desk as word
from kibitz.search.engine.engine import Engine
from kibitz.search.engine.techniques import Techniques

PLAIN = Techniques(bounds=False, proof=False, children_first=False, quiescence=False)


def sure_endgames(engine: Engine) -> Endgames | None:
    """The endgame table of an engine, unless the game so far may stand in the way of what it promises."""
    return engine.endgames if reliance(engine.game, engine.endgames, engine.history) == SURE else None


@dataclass
class Way:
    """A position that is won or lost, and what it is worth to the player to move there."""

    s: State
    value: float
    within: int | None = None  # plies, once they are known


class Distances:
    """Measures positions of one game, for an engine that has proven them."""

    def __init__(self, like: Engine, nodes: int) -> None:
        """`nodes` is the most that may be spent."""
        self.game: Game = like.game
        self.engine = Engine(
            like.game,
            threads=len(like.desks),
            techniques=replace(PLAIN, order=like.techniques.order),
            interpreted=like.interpreted,
            nodes=nodes,
            endgames=sure_endgames(like),
        )
        self.engine.play_on_from(like.history)
        for desk in self.engine.desks:
            desk.words[word.BY_DEPTH] = 1

    @staticmethod
    def fit(game: Game) -> bool:
        """Can the plies be counted? Not where moves are left out, where a ply may cost no depth, or where dice fall."""
        is_plain = not answers(game, "candidates") and not answers(game, "depth_spent")
        is_for_two = game.players == 2 and game.facts.zero_sum and not game.facts.chance
        # What is not reached within the plies counts as even: a repetition that is worth something else would count.
        is_even = game.repetition is None or game.repetition == game.utility_sum / 2
        return is_plain and is_for_two and is_even and not game.repetition_is_illegal

    def step(self, ways: list[Way], plies: int) -> None:
        """Note which of the positions come to their value within these plies, if within one less they do not."""
        for way in ways:
            if way.within is None and self.is_within(way.s, way.value, plies):
                way.within = plies

    def is_within(self, s: State, value: float, plies: int) -> bool:
        """Does best play come from a state to its exact value, which is not a draw, within so many plies?"""
        if plies <= 0 or self.game.is_terminal(s):
            return bool(plies >= 0 and self.game.is_terminal(s))
        little = 1e-9 * max(1.0, abs(value))
        if value > self.engine.centre(s):
            return self.engine.value(s, plies, value - little, value) >= value
        return self.engine.value(s, plies, value, value + little) <= value

    def line(self, s: State, value: float, plies: int, most: int) -> list[Action]:
        """Best play from a state that comes to its exact value in so many plies, not earlier and not later."""
        line: list[Action] = []
        while len(line) < most and not self.game.is_terminal(s):
            side = self.engine.side(s)
            wins = value > self.engine.centre(s)
            for action in self.game.actions(s):
                after = self.game.result(s, action)
                turned = value if self._is_of(after, side) else float(self.game.at_stake(after)) - value
                if self._is_worth(after, turned, side, value, plies - 1) and (
                    wins or not self.is_within(after, turned, plies - 2)
                ):
                    break
            else:
                return line
            line.append(action)
            s, value, plies = after, turned, plies - 1
        return line

    def _is_of(self, s: State, side: int) -> bool:
        return not self.game.is_terminal(s) and self.engine.side(s) == side

    def _is_worth(self, s: State, turned: float, side: int, value: float, plies: int) -> bool:
        if self.game.is_terminal(s):
            return bool(float(self.game.utility(s, side)) == value and plies == 0)
        return self.is_within(s, turned, plies)

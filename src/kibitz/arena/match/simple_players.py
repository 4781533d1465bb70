"""Players that do not search: one at random, one who takes what looks best at once, and a person."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from kibitz.arena.match.player import GameSoFar, Player, Resigned
from kibitz.errors import BadInput
from kibitz.game import CHANCE, Action, Game, State, answers
from kibitz.game.repeating import allowed, is_forbidden
from kibitz.native.override import override

ROUNDING = 1e-9  # values that differ by no more are equal

Ask = Callable[[GameSoFar, int, str], str | None]  # the game, the seat, what was wrong before → what a person types


class RandomPlayer(Player):
    """Plays any legal action, each as likely as another."""

    @override
    def begin(self, game: Game, s: State, seat: int) -> None:
        pass

    @override
    def choose(self, so_far: GameSoFar) -> Action:
        return Random(so_far.seed).choice(allowed(so_far.game, so_far.state, so_far.history))


class GreedyPlayer(Player):
    """Looks one ply ahead: the action after which the utility, or else the evaluation, is best for it; ties at random.

    Where dice come next, it counts their average. A game without an evaluation shows it wins and losses only.
    """

    def __init__(self, game: Game) -> None:
        if game.facts.hidden:
            self.note = "as if all cards were open: greedy sees what is hidden"

    @override
    def begin(self, game: Game, s: State, seat: int) -> None:
        self._seat = seat

    @override
    def choose(self, so_far: GameSoFar) -> Action:
        game, s = so_far.game, so_far.state
        legal = allowed(game, s, so_far.history)
        worths = [self._worth(game, game.result(s, a)) for a in legal]
        best = max(worths)
        equal = [a for a, worth in zip(legal, worths, strict=True) if worth >= best - ROUNDING * max(1.0, abs(best))]
        return Random(so_far.seed).choice(equal)

    def _worth(self, game: Game, s: State) -> float:
        if game.is_terminal(s):
            return float(game.utility(s, self._seat))
        if not answers(game, "evaluate"):
            return float(game.at_stake(s)) / game.players
        if game.player(s) == CHANCE:
            return sum(chance * self._worth(game, game.result(s, outcome)) for outcome, chance in game.outcomes(s))
        return float(game.evaluate(s, self._seat))


class PersonPlayer(Player):
    """A person, who is asked until a legal move is typed; no answer at all gives the game up."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    @override
    def begin(self, game: Game, s: State, seat: int) -> None:
        self._seat = seat

    @override
    def choose(self, so_far: GameSoFar) -> Action:
        wrong = ""
        while True:
            text = self._ask(so_far, self._seat, wrong)
            if text is None:
                raise Resigned
            try:
                a = so_far.game.parse_action(so_far.state, text)
            except BadInput:
                wrong = f"{text!r} is not a legal move"
                continue
            if not is_forbidden(so_far.game, so_far.state, a, so_far.history):
                return a
            wrong = f"{text!r} is not allowed: it repeats a position"

"""A search as a player: an algorithm with its options, and its own idea of what positions are worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from kibitz.answer.analysis import Analysis, MoveReport
from kibitz.answer.options import Options
from kibitz.answer.plan import Plan, seated_algorithm
from kibitz.answer.questions.by_selective import Sitting
from kibitz.arena.match.player import Failed, GameSoFar, Player
from kibitz.arena.match.source import GameSource
from kibitz.errors import KibitzError, Unwritten
from kibitz.evaluation.weights import learned
from kibitz.game import Action, Game, State
from kibitz.game.repeating import keys_of
from kibitz.native.override import override


class SearchPlayer(Player):
    """Plays what a search finds best; where moves are to be mixed, one of them by its probability.

    `weights` names a file of `kibitz learn`, `settings` are parameters of the game, by name: with either of them the
    player thinks about a game of its own, whose actions have to be those of the game that is played.
    """

    def __init__(
        self,
        source: GameSource,
        game: Game,
        options: Options,
        *,
        weights: str | None = None,
        settings: Mapping[str, str] | None = None,
    ) -> None:
        self.options = options
        self.seconds = options.seconds
        own = source.game(settings) if settings else game
        self._own: Game = own if weights is None else learned(own, weights)
        self.note = self._planned(game, game.initial()).note

    def _planned(self, game: Game, s: State) -> Plan:
        """How positions are searched in a game that begins at a state; `DoesNotFit` or `BadInput` if they cannot be."""
        options = self.options
        if options.algorithm == "auto":
            options = replace(options, algorithm=seated_algorithm(self._own) or "auto")
        return Plan.of(self._own, options, self._own_state(game, s))

    def _own_state(self, game: Game, s: State) -> State:
        if self._own is game:
            return s
        return self._own.initial() if s == game.initial() else self._own.parse(game.text(s))

    @override
    def begin(self, game: Game, s: State, seat: int) -> None:
        self._plan = replace(self._planned(game, s), sitting=Sitting())
        self._states = [self._own_state(game, s)]

    @override
    def choose(self, so_far: GameSoFar) -> Action:
        own, states = self._plan.game, self._states
        for a in so_far.actions[len(states) - 1 :]:
            states.append(own.result(states[-1], a))
        seed = so_far.seed if self.options.seed is None else self.options.seed
        options = replace(self._plan.options, history=keys_of(own, states[:-1]), seed=seed)
        try:
            answer = replace(self._plan, options=options).answer(states[-1], position="")
        except Unwritten as error:
            answer = error.answer
        except KibitzError as error:
            raise Failed(str(error)) from None
        self.spent = answer.search.seconds
        return _chosen(answer, so_far.seed).action

    @override
    def close(self) -> None:
        super().close()
        self._states = []


def _chosen(answer: Analysis, seed: int) -> MoveReport:
    if not answer.moves:
        raise Failed("the search found no move")
    chances = [move.probability for move in answer.moves]
    if None in chances:
        return next((move for move in answer.moves if move.move == answer.best), answer.moves[0])
    return Random(seed).choices(answer.moves, [chance or 0.0 for chance in chances])[0]

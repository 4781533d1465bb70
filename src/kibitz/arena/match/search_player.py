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
from kibitz.arena.match.quick_choice import Choosing, quick_choice
from kibitz.errors import KibitzError, Stopped, Unwritten
from kibitz.evaluation.weights import learned
from kibitz.game import Action, Game, State
from kibitz.game.repeating import keys_of
from kibitz.games import GameSource
from kibitz.native.override import override
from kibitz.search.algorithm import Algorithm


class SearchPlayer(Player):
    """Plays what a search finds best; where moves are to be mixed, one of them by its probability.

    `weights` names a file of `kibitz learn`, `settings` are parameters of the game, by name: with either of them the
    player thinks about a game of its own, whose actions have to be those of the game that is played. `is_free`: its
    time limit is only the usual one, so that a search to the end of the game is tried first.
    """

    def __init__(
        self,
        source: GameSource,
        game: Game,
        options: Options,
        *,
        weights: str | None = None,
        settings: Mapping[str, str] | None = None,
        is_free: bool = False,
    ) -> None:
        self.options = options
        self.seconds = options.seconds
        own = source.game(settings) if settings else game
        self._own: Game = own if weights is None else learned(own, weights)
        self._is_free = is_free
        self._quick: Choosing | None = None
        self._quick_for: Algorithm | None = None
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
        self._states, self._keys = [self._own_state(game, s)], list[int]()
        if self._quick_for is not self._plan.algorithm:
            limited = replace(self._plan.options, seconds=None if self._is_free else self.seconds)
            self._quick_for = self._plan.algorithm
            self._quick = quick_choice(replace(self._plan, options=limited))

    @override
    def choose(self, so_far: GameSoFar) -> Action:
        own, states = self._own, self._states
        for a in so_far.actions[len(states) - 1 :]:
            self._keys += keys_of(own, states[-1:])
            states.append(own.result(states[-1], a))
        history = tuple(self._keys)
        try:
            if self._quick is not None:
                try:
                    return self._quickly(self._quick, states[-1], history)
                except Stopped:  # the game is too large to be searched to its end
                    self._quick = None
            answer = self._answered(states[-1], history, so_far.seed)
        except KibitzError as error:
            raise Failed(str(error)) from None
        if answer.search.stopped_by == "interrupted":
            raise KeyboardInterrupt
        self.spent = answer.search.seconds
        return _chosen(answer, so_far.seed).action

    def _quickly(self, quick: Choosing, s: State, history: tuple[int, ...]) -> Action:
        a = quick.choose(s, history, self.seconds)
        self.spent = quick.spent
        return a

    def _answered(self, s: State, history: tuple[int, ...], seed: int) -> Analysis:
        given = seed if self.options.seed is None else self.options.seed
        options = replace(self._plan.options, history=history, seed=given)
        try:
            return replace(self._plan, options=options).answer(s, position="")
        except Unwritten as error:
            if not isinstance(error.answer, Analysis):
                raise
            return error.answer


def _chosen(answer: Analysis, seed: int) -> MoveReport:
    """The best move; where moves are to be mixed, one of them by its probability."""
    if not answer.moves:
        raise Failed("the search found no move")
    chances = [move.probability for move in answer.moves]
    if None in chances:
        return next((move for move in answer.moves if move.move == answer.best), answer.moves[0])
    return Random(seed).choices(answer.moves, [chance or 0.0 for chance in chances])[0]

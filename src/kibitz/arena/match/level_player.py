"""A level as a player: it draws from the values of all moves, as `kibitz play --level` does."""

from __future__ import annotations

from dataclasses import replace

from kibitz.answer.analysis import Analysis
from kibitz.answer.level_moves import LevelPlay
from kibitz.answer.levels import Level
from kibitz.answer.options import Options
from kibitz.answer.questions.by_selective import Sitting
from kibitz.arena.match.player import Failed, GameSoFar, Player
from kibitz.errors import KibitzError
from kibitz.game import Action, Game, State
from kibitz.native.override import override


class LevelPlayer(Player):
    """Plays at a level; within a limit of depth or nodes the same game again from the same seed."""

    def __init__(self, game: Game, level: Level, options: Options) -> None:
        self._level, self._options = level, options
        play = LevelPlay(game, level, options)
        self.seconds = play.options.seconds
        self.note = play.plan(game.initial()).note

    @override
    def begin(self, game: Game, s: State, seat: int) -> None:
        self._play = LevelPlay(game, self._level, self._options, Sitting())

    @override
    def choose(self, so_far: GameSoFar) -> Action:
        given = so_far.seed if self._options.seed is None else self._options.seed
        options = replace(self._play.options, history=so_far.history, seed=given)
        try:
            found = replace(self._play, options=options).move(so_far.state, so_far.seed, position="")
        except KibitzError as error:
            raise Failed(str(error)) from None
        if isinstance(found, Analysis):
            raise Failed("the search found no move")
        if found.answer.search.stopped_by == "interrupted":
            raise KeyboardInterrupt
        self.spent = found.answer.search.seconds
        return found.chosen.action

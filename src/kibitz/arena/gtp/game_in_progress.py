"""The game that a session plays: states, moves and what the rules forbid because it was there before."""

from __future__ import annotations

from typing import Any

from kibitz.arena.gtp.lines import COLOUR_NAMES
from kibitz.errors import BadInput
from kibitz.game import Action, Game, State
from kibitz.game.repeating import is_forbidden, keys_of
from kibitz.games import manners_of

PASS = "pass"


class GameInProgress:
    """Moves played from a position, which may come from either player at any time, as the protocol allows."""

    def __init__(self, game: Game, s: State | None = None) -> None:
        self.game = game
        self._manners = manners_of(game)
        self._states: list[Any] = [game.initial() if s is None else s]
        self._moves: list[str] = []
        self._history: list[tuple[int, ...]] = [()]  # of each state, that of the positions before it
        self._players: list[int] = []  # who made each move

    @property
    def s(self) -> State:
        """The state after the last move."""
        return self._states[-1]

    @property
    def history(self) -> tuple[int, ...]:
        """The positions before this one, as searches take them."""
        return self._history[-1]

    @property
    def moves(self) -> tuple[str, ...]:
        """What was played, as texts of the game."""
        return tuple(self._moves)

    def turn(self, player: int) -> State:
        """The state with this player to move: in Go either may be, and play may go on after two passes."""
        s: Any = self.s
        if self._manners is not None:
            s = self._manners.turned(s, player)
        if self.game.is_terminal(s):
            raise BadInput("the game is over")
        if self.game.player(s) != player:
            raise BadInput(f"it is {COLOUR_NAMES[self.game.player(s)]}'s turn")
        return s

    def play(self, player: int, text: str) -> None:
        """Play a move, given as text; `BadInput` where it is not legal."""
        s = self.turn(player)
        try:
            a = self.game.parse_action(s, text.lower())
        except BadInput:
            raise BadInput("illegal move") from None
        self.make(s, a)

    def make(self, s: State, a: Action) -> None:
        """Make an action in a state that `turn` gave; `BadInput` where it repeats a position that may not come."""
        history = self.history
        if is_forbidden(self.game, s, a, history):
            raise BadInput("illegal move")
        self._players.append(self.game.player(s))
        self._moves.append(self.game.action_text(s, a))
        self._history.append(history + keys_of(self.game, [s]))
        self._states.append(self.game.result(s, a))

    def undo(self) -> None:
        """Take the last move back."""
        if not self._moves:
            raise BadInput("cannot undo")
        self._moves.pop()
        self._players.pop()
        self._states.pop()
        self._history.pop()

    def in_another(self, game: Game) -> GameInProgress:
        """The same moves in a game with other parameters that has the same states, such as another komi."""
        again = GameInProgress(game, self._states[0])
        for player, text in zip(self._players, self._moves, strict=True):
            again.play(player, text)
        return again

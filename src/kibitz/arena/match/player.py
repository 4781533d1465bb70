"""What a player is to a match: it is shown a game so far, and chooses an action."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from kibitz.game import Action, Game, State
from kibitz.game.repeating import keys_of


class Failed(Exception):
    """A player did not play: it crashed, hung, or wrote what is not a legal move. `str(error)` says what happened."""


class Illegal(Failed):
    """A player played what is not a legal move."""


class Resigned(Exception):
    """A player gave the game up."""


class GameSoFar:
    """A game that is being played: where it began, and everything that was played since, chance's outcomes included.

    `states` begins with the first state and ends with the present one; `texts` are the actions as the game writes
    them. `history` are the keys of the positions before this one, where it matters that a position comes up again.
    `seed` is for whatever is random in the next choice: it depends on the match's seed, the game and the ply alone.
    """

    def __init__(self, game: Game, start: State, seed: int = 0) -> None:
        self.game = game
        self.states: list[State] = [start]
        self.actions: list[Action] = []
        self.texts: list[str] = []
        self.seed = seed
        self._keys: list[int] = []

    @property
    def start(self) -> State:
        """The state in which the game began."""
        return self.states[0]

    @property
    def state(self) -> State:
        """The state now."""
        return self.states[-1]

    @property
    def history(self) -> tuple[int, ...]:
        """The keys of the positions before this one; empty where repetitions do not matter."""
        return tuple(self._keys)

    def act(self, a: Action) -> None:
        """Play an action, or let an outcome of chance fall."""
        s = self.state
        self.texts.append(self.game.action_text(s, a))
        self._keys += keys_of(self.game, [s])
        self.actions.append(a)
        self.states.append(self.game.result(s, a))


class Player(ABC):
    """Whoever sits at a seat. One object plays one game after the other; `choose` may raise `Failed` or `Resigned`.

    `seconds` is the time limit of a move, None without one; whoever needs far more loses. `spent` is how long the last
    choice took by the player's own count, None where the clock on the wall tells: compiling is not thinking.
    """

    name: str = ""  # what to call it
    note: str = ""  # what should be known of its play, in a sentence
    seconds: float | None = None
    spent: float | None = None

    @abstractmethod
    def begin(self, game: Game, s: State, seat: int) -> None:
        """A new game, by the rules of `game`, begins at a state; this player has that seat, from 0."""

    @abstractmethod
    def choose(self, so_far: GameSoFar) -> Action:
        """The action to play now. Where something is hidden, only what the game's `view` shows may be used."""

    def close(self) -> None:
        """The last game is over: end whatever was started. It may be begun again all the same."""
        self.spent = None


def choice_of(so_far: GameSoFar, text: str, who: str, legal: Sequence[Action] | None = None) -> Action:
    """The action that a player's text means in the game now; `Illegal` where it is not a legal one."""
    from kibitz.errors import BadInput

    try:
        a = so_far.game.parse_action(so_far.state, text)
    except BadInput:
        raise Illegal(f"{who} played {text!r}, which is not a legal move") from None
    if legal is not None and a not in legal:
        raise Illegal(f"{who} played {text!r}, which is not a legal move")
    return a

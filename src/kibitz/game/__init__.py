"""What a game is: the textbook's six questions, and in groups what a game may add to them.

One file a group, each with its default answers, who asks them, and the law a right answer keeps; `kibitz check` tests
these laws. `Game` is put together from the groups.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any

from kibitz.game.endgames import NEEDED, EndgamePlaces
from kibitz.game.facts import Facts
from kibitz.game.identity import Identity
from kibitz.game.learning import Learning
from kibitz.game.playing_out import PlayingOut
from kibitz.game.reasons import Reasons
from kibitz.game.retracing import Retracing
from kibitz.game.rules import CHANCE, MAX, MIN, Action, State
from kibitz.game.selecting import Selecting
from kibitz.game.shown import MOST_CHOICES, Shown
from kibitz.native.override import override

__all__ = ["CHANCE", "MAX", "MIN", "MOST_CHOICES", "QUESTIONS", "Action", "Facts", "Game", "State", "answers", "inside"]

# Attributes that begin like this are not parameters of a game, and are not shown.
UNSHOWN = ("_", "learned_", "learnt_")
# Whether these are answered, `has_outcomes` and so on, is known when a game is compiled: see `Game`.
FLAGGED = (
    *("outcomes", "evaluate", "bounds", "proof", "stakes", "settled", "view", "symmetric", "order", "promise"),
    *("is_quiet", "is_noisy", "passed", "is_reducible"),
    *("noisy_actions", "is_over_early", "gain", "exchange", "action_kind", "forecast", "reversible", "recurrence"),
    *("playout", "prospect", "place", "is_swapped", "plies_allowed", "previous"),
)


class Game(Shown, Selecting, Identity, EndgamePlaces, Learning, Reasons, PlayingOut, Retracing):
    """A game, by its textbook definition. Subclass it and answer the six questions.

    States are best NamedTuples of ints (floats, tuples and small arrays work too), actions ints or tuples of them: then
    the game is compiled to machine code. A state is never changed: `result` makes a new one.

    Player 0 is MAX; in a game for two with zero sum, player 1 is MIN. `CHANCE` is to move where dice roll.

    `has_outcomes`, `has_evaluate` and so on tell compiled code what `answers` tells Python. They are found out
    automatically; a class or an object sets one to False if an answer of its own is no more than the default one.
    """

    _kibitz_within: Any = None  # the game that this one wraps: see `Within`

    @override
    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        for question in FLAGGED:
            flag = f"has_{question}"
            if flag not in vars(cls):
                answering = next(kind for kind in cls.__mro__ if question in vars(kind))
                setattr(cls, flag, _is_own(cls, question) and bool(vars(answering).get(flag, True)))
        # What a class says of its guesses does not hold for a class derived from it that guesses otherwise.
        for said in ("guesses_within", "guesses_are_whole"):
            if said not in vars(next(kind for kind in cls.__mro__ if said in vars(kind) or "evaluate" in vars(kind))):
                setattr(cls, said, False)

    @override
    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in vars(self).items() if not name.startswith(UNSHOWN))
        return f"{type(self).__name__}({given})"


# Every question that may be asked of a game, by name, with Kibitz's own answer to it.
QUESTIONS: dict[str, FunctionType] = {
    name: entry
    for group in reversed(Game.__mro__)
    for name, entry in vars(group).items()
    if isinstance(entry, FunctionType) and not name.startswith("_")
}


def _is_own(cls: type[Game], question: str) -> bool:
    together = NEEDED if question == "place" else (question,)
    return all(getattr(cls, each) is not getattr(Game, each) for each in together)


def answers(game: Game, question: str) -> bool:
    """Does a game answer a question itself? False where Kibitz's own answer stands for it.

    A game that wraps another one answers what that one answers.
    """
    if question in FLAGGED:
        return bool(getattr(game, f"has_{question}"))
    return rests_on_an_answer(game, question)


def rests_on_an_answer(game: Game, question: str) -> bool:
    """Is there a method of the game's own behind a question, in the game that it wraps too? Whatever `has_…` says."""
    if not _is_own(type(game), question):
        return False
    wrapped = game._kibitz_within
    return wrapped is None or answers(wrapped, question)


def inside(game: Game) -> Game:
    """The game itself, without whatever wraps it."""
    while game._kibitz_within is not None:
        game = game._kibitz_within
    return game

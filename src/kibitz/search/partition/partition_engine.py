"""The engine for games that can say why: exact values by partition search, guesses as for any other game."""

from __future__ import annotations

import contextlib
from math import floor, inf, isfinite
from typing import Any, Unpack

from kibitz.errors import Stopped
from kibitz.game import Action, Game, State, answers
from kibitz.lookup.classes import Classes
from kibitz.native.execution import race
from kibitz.native.override import override
from kibitz.search.diagnosis import in_words
from kibitz.search.engine import desk as word
from kibitz.search.engine.engine import Engine, EngineSettings, laid_down, table_size
from kibitz.search.partition import partition_look as partition
from kibitz.search.selective.selective_engine import SelectiveEngine
from kibitz.search.soundness import payoff
from kibitz.search.stack import with_room
from kibitz.search.unrepeated.unrepeated_engine import UnrepeatedEngine
from kibitz.search.watch import UNLIMITED

MOST = 32_000
UNWRITTEN = -1  # not an action: these are numbers from 0
FOR_GUESSES = 1.0  # megabytes of the table in which positions stand one by one


def engine_for(game: Game, **settings: Unpack[EngineSettings]) -> Engine:
    """The engine that suits a game, made as `Engine` is."""
    if answers(game, "decided"):
        return PartitionEngine(game, **settings)
    if UnrepeatedEngine.fits(game):
        return UnrepeatedEngine(game, **settings)
    return SelectiveEngine(game, **settings) if is_judged(game) else Engine(game, **settings)


def is_judged(game: Game) -> bool:
    """Is a selective search for this game? It says how far its evaluation swings: what is left out goes by that.

    It has two players, no dice, and an order by actions alone. Of any other game a depth is looked at whole, so that
    the value to a depth is the textbook's.
    """
    facts = game.facts
    is_for_two = facts.players == 2 and facts.zero_sum and not facts.chance
    is_ordered = answers(game, "order") or not answers(game, "promise")
    return is_for_two and answers(game, "evaluate") and is_ordered and game.swing > 0.0


class PartitionEngine(Engine):
    """An engine whose table holds classes of positions. It uses one thread."""

    def __init__(self, game: Game, **settings: Unpack[EngineSettings]) -> None:
        """As `Engine`; the number of threads makes no difference."""
        memory = table_size(game, settings.get("megabytes"))
        ours: EngineSettings = {**settings, "megabytes": min(memory, FOR_GUESSES), "threads": 1}
        super().__init__(game, **ours)
        self.classes = Classes(memory)
        self.desks[0].words[word.KILLERS] = self.techniques.killers

    @property
    @override
    def can_prove(self) -> bool:
        """Exact values can always be asked for, if they lie within known limits."""
        return all(map(isfinite, self.game.utility_range))

    @override
    def begin(self, s: State) -> None:
        """Forget everything for a new position, and have all compiled before a clock starts."""
        self.classes.forget()
        if not self._is_prepared and not self.game.is_terminal(s):
            self._halt()
            with contextlib.suppress(Stopped):
                self.prove(s)
            self._is_prepared = True
        super().begin(s)

    @override
    def prove(self, s: State) -> float:
        """The exact value."""
        if self.game.is_terminal(s):
            return payoff(self.game, s, self.side(s))
        return self._for_mover(s, self._divided([s])[0])

    @override
    def prove_many(self, states: list[State], *, together: bool = False) -> list[float]:
        """The exact values of many states, each as if it were the only one, in one go.

        `together`: they have much in common; what is found about one helps with the next.
        """
        values = self._divided(states, together=together) if states else []
        return [self._for_mover(s, value) for s, value in zip(states, values, strict=True)]

    @override
    def value(self, s: State, depth: int, alpha: float = -inf, beta: float = inf) -> float:
        """The value to a depth, or a bound on it outside the window; without a limit of depth, by partition."""
        if depth < word.WITHOUT_LIMIT or self.game.is_terminal(s):
            return super().value(s, depth, alpha, beta)
        if beta - alpha > 1:
            return self.prove(s)
        target = floor(alpha if self.side(s) == 0 else self.game.at_stake(s) - beta) + 1
        return self._for_mover(s, self._divided([s], target - 1, target)[0])

    @override
    def proven_line(self, s: State, value: float, most: int) -> list[Action]:
        """Actions of best play from a state of which the exact value is known, `most` at most."""
        import numpy as np

        if self.game.is_terminal(s):
            return []
        line = np.full(max(1, most), UNWRITTEN, np.int64)
        for_first = value if self.side(s) == 0 else self.game.at_stake(s) - value
        with contextlib.suppress(Stopped):
            self._partition(partition.follow, s, round(for_first), most, line)
        return [int(action) for action in line if action != UNWRITTEN]

    @override
    def prepare_lines(self, s: State) -> None:
        """Have what finds lines compiled before a clock starts."""
        self._halt()
        self.proven_line(s, 0.0, 1)
        self._resume()

    def _divided(
        self, states: list[State], least: int = -MOST, most: int = MOST, *, together: bool = True
    ) -> list[int]:
        """The exact values for player 0, as far as they lie between two."""
        import numpy as np

        values = np.zeros(len(states), np.int64)
        arguments = (len(states), int(together), least, most, laid_down(states), values)
        self._partition(partition.divide_many, states[0], *arguments)
        return [int(value) for value in values]

    def _for_mover(self, s: State, value: int) -> float:
        return float(value if self.side(s) == 0 else self.game.at_stake(s) - value)

    def _partition(self, function: Any, s: State, *arguments: Any) -> Any:
        self.rely(to_the_end=True)
        self._share_out(1, UNLIMITED)
        call = (function, self.game, s, (*arguments, self.classes, self.desks[0]))
        with in_words(self.game, s):
            return with_room(
                self.game,
                self.desks,
                lambda: race([call], self._halt, self._resume, interpreted=self.interpreted),
            )

"""A section of a game with dice: what every place is worth on average, from places that are known before it.

Dice that are rolled make states without a place, which are looked through to those that have one. A place is worth
something once all that follows is; the places are gone through from the first on until none is left. Where an index is
made so that play leads to lower places, once is enough. A game in which play can come back to a place is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import nan
from typing import Any

from kibitz.errors import Stopped, Stuck, Unsolved
from kibitz.game import CHANCE, Game, State
from kibitz.native import Native, jit
from kibitz.native.execution import is_runnable, run
from kibitz.search.diagnosis import in_words
from kibitz.search.soundness import certain, chance_of, sound

SECTION, SIZE, STOP = range(3)  # the words of `told`


class Averages(Native):
    """What places are worth to player 0, NaN where that is not known yet, and what those of earlier sections are."""

    bare = ("told", "total", "values", "known_sections", "known_first", "known_values")

    def __init__(self) -> None:
        import numpy as np

        self.told = np.zeros(4, np.int64)
        self.total = np.zeros(1, np.float64)
        self.values = np.zeros(1, np.float64)
        self.known_sections = np.full(1, -2, np.int64)
        self.known_first = np.zeros(1, np.int64)
        self.known_values = np.zeros(1, np.float64)

    def begin(self, section: int, size: int, total: float, known: Mapping[int, Any]) -> None:
        """Make room for a section, and lay out those that are known."""
        import numpy as np

        self.told[:] = section, size, 0, 0
        self.total[0] = total
        self.values = np.full(size, nan)
        self.known_sections = np.array([-2, *known], np.int64)
        self.known_first = np.cumsum([0, 1, *(len(values) for values in known.values())])[:-1].astype(np.int64)
        self.known_values = np.concatenate([np.zeros(1), *known.values()])

    def stop(self) -> None:
        """End the work, from any thread: it raises `Stopped`."""
        self.told[STOP] = 1


@jit
def sweep(game: Game, s: State, averages: Any) -> tuple[int, int]:
    """Work out every place that can be; how many were, and how many are left."""
    told = averages.told
    found = left = 0
    for place in range(told[SIZE]):
        if told[STOP] != 0:
            raise Stopped("told to stop")
        if averages.values[place] == averages.values[place]:
            continue
        if not game.is_placed(told[SECTION], place):
            averages.values[place] = 0.0
            continue
        value = behind(game, game.placed(told[SECTION], place), averages)
        averages.values[place] = value
        if value == value:
            found += 1
        else:
            left += 1
    return found, left


@jit
def behind(game: Game, s: State, averages: Any) -> float:
    """What a state is worth to player 0 by what follows from it; NaN where some of that is not known."""
    if game.is_terminal(s):
        return sound(float(game.utility(s, 0)))
    player = game.player(s)
    if player == CHANCE:
        average = total = 0.0
        for outcome, probability in game.outcomes(s):
            total += chance_of(probability)
            average += probability * worth(game, game.result(s, outcome), averages)
        certain(total)
        return average
    best = nan
    choices = 0
    for a in game.actions(s):
        value = worth(game, game.result(s, a), averages)
        if value != value:
            return nan
        choices += 1
        if choices == 1 or (value > best if player == 0 else value < best):
            best = value
    if choices == 0:
        raise Stuck("a position is not terminal and has no actions")
    return best


@jit
def worth(game: Game, s: State, averages: Any) -> float:
    """What a state is worth to player 0: looked up where it has a place, else worked out."""
    section = game.section(s)
    if section < 0:
        return behind(game, s, averages)
    value = nan
    if section == averages.told[SECTION]:
        value = float(averages.values[game.place(s)])
    else:
        at = 1
        while at < len(averages.known_sections) and averages.known_sections[at] != section:
            at += 1
        if at == len(averages.known_sections):
            raise Unsolved("play leads to a section that has not been built")
        value = float(averages.known_values[averages.known_first[at] + game.place(s)])
    return float(averages.total[0]) - value if game.is_swapped(s) else value


class ChanceSolver:
    """Solves sections of a game with dice, one after the other."""

    def __init__(self, game: Game, interpreted: bool = False) -> None:
        self.game, self.start = game, game.initial()
        self.averages = Averages()
        self.interpreted = interpreted or not is_runnable(sweep, game, self.start, self.averages)

    def solve(self, section: int, known: Mapping[int, Any]) -> Any:
        """What every place of a section is worth to player 0; 0 where it holds no state."""
        averages, name = self.averages, self.game.facts.name
        averages.begin(section, int(self.game.section_size(section)), float(self.game.utility_sum), known)
        left = 1
        with in_words(self.game, self.start):
            while left:
                found, left = run(sweep, self.game, self.start, averages, interpreted=self.interpreted)
                if left and not found:
                    circles = "play can come back to a place, and with chance that cannot be solved by sections"
                    raise Unsolved(f"{name!r}, {self.game.section_name(section)}: {circles}")
        return averages.values + 0.0  # −0 is 0

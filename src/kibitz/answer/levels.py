"""Levels of play, from beginner to perfect: which move a weaker player chooses, drawn from the values of all moves.

Every level sees the same values. It differs in how much it lets go: a little often, more now and then, and never more
than a bound with one move. All of it is measured between 0, a sure loss, and 1, a sure win.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp, isfinite
from random import Random

from kibitz.answer.analysis import Analysis, MoveReport
from kibitz.answer.certainty import DRAW, LOSS, WIN, chance_of_winning, distance_of, share_of
from kibitz.errors import BadInput

WHOLE_GAME = 1.0  # the bound of a player who may turn a win into a loss at once
LESS_LIKED = 0.02  # what a move is taken to let go, for every place down the list, where nothing is known of any
FURTHEST = 0.2  # the most that is taken for that
WORST = 0.35  # what the worst move of a position is taken to let go, where its loss is small beside the whole game
LEAST_SPREAD = 0.02  # of the range of the game: moves that lie closer together are nearly equal
ROUNDING = 1e-9


@dataclass(frozen=True)
class Level:
    """How well to play. `number` counts from 1; what is let go lies between 0, nothing, and 1, a win for a loss.

    `slack` is what it commonly lets go with a move, without noticing. `lapses` is how often, from 0 to 1, it does not
    think: then every move that lets go no more than `most` is as good to it as another. `sight` is the number of plies
    in which a win or a loss still counts half of one at hand. `seconds` is the time limit of a move.
    """

    number: int
    name: str
    words: str  # what to expect of it, in a sentence
    slack: float
    lapses: float
    most: float
    sight: float
    seconds: float

    @property
    def text(self) -> str:
        """Its number and its name."""
        return f"{self.number} ({self.name})"

    def json(self) -> dict[str, object]:
        """Plain data for people who choose one."""
        return {name: getattr(self, name) for name in ("number", "name", "words", "most", "seconds")}

    @property
    def is_perfect(self) -> bool:
        """Does it always play the best move that it finds?"""
        return self.most == 0.0

    @property
    def careless(self) -> Level:
        """The same level, but its lapses may turn a won game into a lost one with one move."""
        return self if self.is_perfect else replace(self, most=WHOLE_GAME)


LEVELS = (
    Level(1, "beginner", "Drops a little often, and sees a threat only when it is close.", 0.12, 0.35, 0.36, 4.0, 0.25),
    Level(2, "novice", "Sees simple threats, and slips every few moves.", 0.07, 0.2, 0.3, 6.0, 0.25),
    Level(3, "intermediate", "Plays soundly, with a mistake now and then.", 0.04, 0.1, 0.25, 10.0, 0.25),
    Level(4, "advanced", "Makes few mistakes, and small ones.", 0.02, 0.05, 0.15, 16.0, 0.25),
    Level(5, "expert", "Hardly ever lets anything go.", 0.008, 0.02, 0.06, 30.0, 0.5),
    Level(6, "perfect", "Always plays the best move it finds.", 0.0, 0.0, 0.0, 60.0, 1.0),
)
USUAL_LEVEL = 3


def level_of(text: str | int, careless: bool = False) -> Level:
    """A level by its number or its name; `BadInput` where there is none. `careless`: see `Level.careless`."""
    wanted = str(text).strip().lower()
    found = next((level for level in LEVELS if wanted in (str(level.number), level.name)), None)
    if found is None:
        known = ", ".join(level.text for level in LEVELS)
        raise BadInput(f"unknown level {str(text)!r}; expected one of {known}")
    if careless and found.is_perfect:
        raise BadInput(f"the level {found.name!r} is never careless; leave one of both out")
    return found.careless if careless else found


def let_go(answer: Analysis, level: Level) -> list[float]:
    """What each move of an answer lets go, as a player of this level sees it: 0 for the best, at most 1.

    Where wins and losses are proven, the nearer ones count more: nobody sees one that is twenty plies away. Else it is
    the chance of winning, or the share of all that the game can be worth; where that says little, a share of the spread
    of the moves. Where nothing is known of any move, those further down the list are less liked.
    """
    if not answer.moves:
        return []
    best = best_of(answer)
    worths = [_own(answer, row) for row in answer.moves]
    spread = max(worths) - min(worths)
    return [
        min(FURTHEST, LESS_LIKED * place)
        if best.undecided and row.undecided
        else max(0.0, *_losses(answer, best, row, level, spread))
        for place, row in enumerate(answer.moves)
    ]


def weights(answer: Analysis, level: Level, is_lapse: bool) -> list[float]:
    """How likely a player of this level is to choose each move of an answer that has some, up to a factor.

    Where moves are to be mixed, the mixture is what a perfect player draws from, and others where they do not lapse.
    """
    chances = [row.probability for row in answer.moves]
    is_mixed = all(chance is not None for chance in chances)
    losses = let_go(answer, level)
    found = [1.0 if loss <= level.most + ROUNDING else 0.0 for loss in losses]
    if is_mixed and not is_lapse:
        found = [chance or 0.0 for chance in chances]
    elif level.is_perfect:
        found = [1.0 if row is best_of(answer) else 0.0 for row in answer.moves]
    elif not is_lapse:
        found = [kept * exp(-loss / level.slack) for kept, loss in zip(found, losses, strict=True)]
    return found if sum(found) > 0.0 else [1.0 if row is best_of(answer) else 0.0 for row in answer.moves]


def draw(answer: Analysis, level: Level, seed: int | None = None) -> MoveReport:
    """The move that a player of this level chooses from an answer that has some, as much as that says of each."""
    random = Random(seed)
    return random.choices(answer.moves, weights(answer, level, random.random() < level.lapses))[0]


def is_lost(answer: Analysis) -> bool:
    """Is it proven that every move loses?"""
    return answer.outcome == LOSS


def distance(answer: Analysis, row: MoveReport) -> int | None:
    """The plies to the end after a move, the move included, where they are known."""
    if row.distance is not None:
        return row.distance
    return distance_of(answer.game, answer.state, row.value, row.exact)


def best_of(answer: Analysis) -> MoveReport:
    """The best move of an answer that has some."""
    return next((row for row in answer.moves if row.move == answer.best), answer.moves[0])


def _own(answer: Analysis, row: MoveReport) -> float:
    """What a move is worth to the player to move; of an average, what it is worth at least."""
    value = row.value[answer.player] if isinstance(row.value, tuple) else row.value
    return float(value) - (row.confidence or 0.0)


def _losses(answer: Analysis, best: MoveReport, row: MoveReport, level: Level, spread: float) -> list[float]:
    """What a move lets go by every scale that the game has."""
    if best.outcome is not None and row.outcome is not None:
        if row.outcome == LOSS and _is_seen_to_win(answer, best, level):
            return [WHOLE_GAME]
        return [_in_sight(answer, best, level) - _in_sight(answer, row, level)]
    game, middle = answer.game, answer.game.at_stake(answer.state) / 2
    most, worth = _own(answer, best), _own(answer, row)
    if game.swing > 0.0:
        before, after = (most - middle, worth - middle)
        promised = [_promised(answer, report, level, middle) for report in (best, row)]
        slope = _slope(before / (4 * game.swing)) - _slope(after / (4 * game.swing))
        return [promised[0] - promised[1], slope]
    if best.outcome is not None or row.outcome is not None:
        return [_known_or_guessed(answer, best, level) - _known_or_guessed(answer, row, level)]
    low, high = game.facts.utility_range
    reach = high - low if isfinite(low) and isfinite(high) else 0.0
    spread = max(spread, LEAST_SPREAD * reach)
    return [(most - worth) / reach if reach > 0.0 else 0.0, WORST * (most - worth) / spread if spread > 0.0 else 0.0]


def _is_seen_to_win(answer: Analysis, best: MoveReport, level: Level) -> bool:
    """Is the best move a win so near that this level sees it? Then a move that loses throws the whole game away."""
    plies = distance(answer, best)
    return best.outcome == WIN and plies is not None and plies <= level.sight


def _in_sight(answer: Analysis, row: MoveReport, level: Level) -> float:
    """A proven end between 0 and 1: a win or a loss counts the more, the nearer it is."""
    if row.outcome == DRAW:
        return 0.5
    plies = distance(answer, row)
    weight = 1.0 if plies is None else 1.0 / (1.0 + plies / level.sight)
    return 0.5 - 0.5 * weight if row.outcome == LOSS else 0.5 + 0.5 * weight


def _known_or_guessed(answer: Analysis, row: MoveReport, level: Level) -> float:
    if row.outcome is not None:
        return _in_sight(answer, row, level)
    guess = None if row.undecided else share_of(answer.game, answer.state, row.value, None)
    return 0.5 if guess is None else guess


def _promised(answer: Analysis, row: MoveReport, level: Level, middle: float) -> float:
    if row.outcome is not None:
        return _in_sight(answer, row, level)
    return chance_of_winning(answer.game, _own(answer, row) - middle)


def _slope(advantage: float) -> float:
    """An advantage between 0 and 1. It flattens out later than the chance of winning: nobody gives pieces away who is
    far ahead."""
    return 0.5 + 0.5 * advantage / (1.0 + abs(advantage))

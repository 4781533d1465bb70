"""Facts: what a game is called and what kind of game it is."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kibitz.draw.board_layout import Grid
from kibitz.game.chance import Chance
from kibitz.game.hidden import Hidden
from kibitz.game.limits import Limits

LONGEST_TITLE = 60  # letters of a docstring's first line that is taken for a title


@dataclass(frozen=True)
class Facts:
    """The properties of a game that algorithms ask for."""

    name: str
    title: str
    players: int
    zero_sum: bool  # utilities always sum to `utility_sum`
    utility_sum: float
    chance: bool
    hidden: bool
    utility_range: tuple[float, float]
    notation: str


class Described(Chance, Hidden, Limits):
    """What a game says about itself. Asked wherever an algorithm is chosen, and whenever a sentence names the game.

    The law: a game does not contradict itself; `kibitz.game.malformed` refuses one that does.
    """

    name: str = ""  # "": the class's name, in lower case with hyphens
    title: str = ""  # "": the first line of the class's docstring, where it is short; else the class's name
    notation: str = "one line of text"
    opens: str = ""  # the view of the page that starts with this game: "play" or "lab"
    chance_kind: str = ""  # what chance brings: "die" or "card"; empty: dice if its outcomes read like dice
    table_megabytes: float = 0.0  # the hash table that its search wants; 0: as large as the search has it
    unit: float = 1.0  # what is shown as 1: 100 where values are hundredths of a pawn
    counts: str = ""  # what a value counts, in the plural: "tricks"; "": it only tells better from worse
    uncounted: tuple[str, ...] = ()  # parameters, yes or no: the rules that `perft` leaves out, as published counts do
    drawn_as: Grid | None = None  # where the cells of a board lie in a state, for a game without a `picture`
    usual: str = ""  # the algorithm that `auto` takes; "": what fits the game and the limit

    @property
    def facts(self) -> Facts:
        """The game's properties, declared or derived."""
        cls = type(self)
        name = self.name or _in_words(cls.__name__).replace(" ", "-").lower()
        described = (cls.__doc__ or "").strip().split("\n")[0]
        return Facts(
            name=name,
            title=self.title or (described if _is_title(described) else "") or _in_words(cls.__name__),
            players=self.players,
            zero_sum=self.players == 2 if self.zero_sum is None else self.zero_sum,
            utility_sum=self.utility_sum,
            chance=cls.has_outcomes if self.chance is None else self.chance,
            hidden=cls.has_view if self.hidden is None else self.hidden,
            utility_range=self.utility_range,
            notation=self.notation,
        )


def _is_title(line: str) -> bool:
    """Is a line short enough to name a game, and one sentence?"""
    return 0 < len(line) <= LONGEST_TITLE and ". " not in line


def _in_words(name: str) -> str:
    """The name of a class in words: `Three Piles`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)

"""Played games, kept so that they take little room: an action is its place among the legal ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from kibitz.errors import BadInput


class Record(NamedTuple):
    """One game from the initial position."""

    strays: int  # how many of its first actions were made at random
    actions: tuple[int, ...]  # the place of each among the actions of its position, in the order of `Game.actions`
    points: float  # of player 0, from 0 for the worst result to 1 for the best


class Records:
    """Games in the order in which they were played."""

    def __init__(self, games: Iterable[Record] = ()) -> None:
        self.games = list(games)

    def __len__(self) -> int:
        return len(self.games)

    def __iter__(self) -> Iterator[Record]:
        return iter(self.games)

    def add(self, game: Record) -> None:
        """One game more."""
        self.games.append(game)

    def latest(self, most: int) -> Records:
        """The last `most` games; 0: all of them."""
        return Records(self.games[-most:]) if most else self

    def arrays(self) -> dict[str, Any]:
        """The games as arrays for a file: one byte an action where no position has more than 256 of them."""
        import numpy as np

        actions = np.array([a for game in self.games for a in game.actions], np.int64)
        small = np.uint8 if not len(actions) or actions.max() < 256 else np.uint16
        return {
            "played_actions": actions.astype(small),
            "played_lengths": np.array([len(game.actions) for game in self.games], np.int32),
            "played_strays": np.array([game.strays for game in self.games], np.int32),
            "played_points": np.array([game.points for game in self.games], np.float32),
        }

    @classmethod
    def of_arrays(cls, arrays: dict[str, Any]) -> Records:
        """What `arrays` gave; `BadInput` where the arrays are not of that kind."""
        try:
            actions = arrays["played_actions"].tolist()
            ends = arrays["played_lengths"].astype(int).cumsum().tolist()
            starts = [0, *ends[:-1]]
            columns = zip(starts, ends, arrays["played_strays"].tolist(), arrays["played_points"].tolist(), strict=True)
            if (ends[-1] if ends else 0) != len(actions):
                raise ValueError("another number of actions")
            return cls(Record(strays, tuple(actions[start:end]), points) for start, end, strays, points in columns)
        except (KeyError, ValueError, TypeError, AttributeError):
            raise BadInput("the file holds no played games: only 'kibitz learn --by results' can continue it") from None

"""The policy: what an endgame table says to do, one row for each of its positions.

Contract. Values are in the game's own units for the player to move (in vectors, one number for each player). The best
moves are all those that keep the value; whoever wins hurries and whoever loses holds out, so of a position whose
distance is known only those that keep the distance too are best.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from kibitz.answer.analysis import for_mover, mover, units_text, words_for
from kibitz.answer.certainty import LOSS, WIN, Value, outcome_of
from kibitz.answer.printing import columns
from kibitz.answer.soonest import PLAIN_WORDS
from kibitz.game import CHANCE, Action, Game, State
from kibitz.search.needs import is_in_vectors
from kibitz.search.soundness import payoff
from kibitz.search.ties import is_more

HEADS = ("position", "player", "value", "words", "distance", "best")
ALIGNED = 1_000  # rows of text whose columns are as wide as the widest of them; all rows would have to be kept for that
CHANCE_WORD = "chance"


class Known(NamedTuple):
    """What a table has of a position: its value for player 0, or for each player in vectors, and the plies to the end.

    `plies` is -1 for a draw, and where none are counted.
    """

    value: Value
    plies: int


Lookup = Callable[[State], Known | None]  # None: the table does not have the position


@dataclass(frozen=True)
class MoveEntry:
    """What a table says of one move: its value for the player who makes it, and the plies to the end with this one."""

    move: str
    value: Value
    words: str
    outcome: str | None
    distance: int | None
    is_best: bool

    def json(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "move": self.move,
            "value": _plain(self.value),
            "words": self.words,
            "outcome": self.outcome,
            "distance": self.distance,
            "best": self.is_best,
        }


@dataclass(frozen=True)
class PolicyRow:
    """A position with its value and its best moves; `player` is None where chance is to move or the game is over."""

    position: str
    player: int | None
    value: Value
    words: str
    outcome: str | None
    distance: int | None
    moves: tuple[MoveEntry, ...]
    is_chance: bool = False

    @property
    def best(self) -> tuple[str, ...]:
        """The best moves, in the game's own order; empty where there is nothing to choose."""
        return tuple(entry.move for entry in self.moves if entry.is_best)

    def json(self, *, with_moves: bool = False) -> dict[str, Any]:
        """Plain data for JSON, with every legal move where that is wanted."""
        row = {
            "position": self.position,
            "player": self.player,
            "value": _plain(self.value),
            "words": self.words,
            "outcome": self.outcome,
            "distance": self.distance,
            "best": list(self.best),
        }
        return row | ({"moves": [entry.json() for entry in self.moves]} if with_moves else {})


def policy_row(game: Game, s: State, lookup: Lookup) -> PolicyRow | None:
    """The row of one position; None where the table does not have it."""
    known = known_of(game, s, lookup)
    if known is None:
        return None
    is_over = game.is_terminal(s)
    player = mover(game, s)
    value = for_mover(game, s, known.value)
    distance = known.plies if known.plies >= 0 else None
    outcome = outcome_of(game, s, value, exact=True)
    return PolicyRow(
        position=game.text(s),
        player=None if is_over or player == CHANCE else game.seat(player),
        value=value,
        words=_words(game, s, value, outcome, distance),
        outcome=outcome,
        distance=distance,
        moves=() if is_over or player == CHANCE else tuple(_entries(game, s, known, lookup)),
        is_chance=not is_over and player == CHANCE,
    )


def known_of(game: Game, s: State, lookup: Lookup) -> Known | None:
    """What is known of a position: by the rules where the game is over, else by the table."""
    if not game.is_terminal(s):
        return lookup(s)
    shares = tuple(payoff(game, s, player) for player in range(game.players))
    return Known(shares if is_in_vectors(game) else shares[0], 0)


def policy(game: Game, states: Iterable[State], lookup: Lookup) -> Iterator[PolicyRow]:
    """The rows of many positions, those that the table has."""
    for s in states:
        row = policy_row(game, s, lookup)
        if row is not None:
            yield row


def as_text(game: Game, rows: Iterable[PolicyRow]) -> Iterator[str]:
    """Rows as lines whose columns stand below each other; one line at a time, so that the first come at once."""
    waiting = iter(rows)
    first = [_cells(game, row) for row in islice(waiting, ALIGNED)]
    yield from columns([HEADS, *first])
    widths = [max(len(cells[column]) for cells in [HEADS, *first]) for column in range(len(HEADS) - 1)]
    for row in waiting:
        cells = _cells(game, row)
        padded = [f"{cells[i]:{'>' if HEADS[i] == 'value' else '<'}{width}}" for i, width in enumerate(widths)]
        yield "  ".join([*padded, cells[-1]]).rstrip()


def as_csv(rows: Iterable[PolicyRow]) -> Iterator[str]:
    """Rows as lines of CSV, a line of heads first; best moves stand in one field with spaces between them."""
    yield _csv_line((*HEADS[:4], "outcome", *HEADS[4:]))
    for row in rows:
        player = CHANCE_WORD if row.is_chance else "" if row.player is None else str(row.player)
        value = " ".join(repr(share) for share in (row.value if isinstance(row.value, tuple) else (row.value,)))
        distance = "" if row.distance is None else str(row.distance)
        yield _csv_line((row.position, player, value, row.words, row.outcome or "", distance, " ".join(row.best)))


def as_json(about: dict[str, Any], rows: Iterable[PolicyRow]) -> Iterator[str]:
    """One JSON object with a row on a line each, so that no more than a row is ever kept: `about`, and `rows`."""
    head = json.dumps(about, ensure_ascii=False)[:-1]
    yield f'{head}{", " if about else ""}"rows": ['
    waiting: PolicyRow | None = None
    for row in rows:
        if waiting is not None:
            yield f"{json.dumps(waiting.json(), ensure_ascii=False)},"
        waiting = row
    if waiting is not None:
        yield json.dumps(waiting.json(), ensure_ascii=False)
    yield "]}"


def row_text(game: Game, row: PolicyRow) -> str:
    """One position with every move, as `kibitz table show GAME POSITION` prints it."""
    head = f"{row.position}: {row.words}"
    if row.is_chance or row.player is None:
        return f"{head} ({'chance is to move' if row.is_chance else 'the game is over'})"
    heads = ("move", "value", "words", "")
    cells = [(entry.move, units_text(game, entry.value), entry.words, _mark(entry)) for entry in row.moves]
    return "\n".join([head, *columns([heads, *cells])])


def _entries(game: Game, s: State, known: Known, lookup: Lookup) -> Iterator[MoveEntry]:
    """Every legal move whose position the table has, in the game's own order."""
    found = [(a, then) for a in game.actions(s) if (then := known_of(game, game.result(s, a), lookup)) is not None]
    best = best_moves(game, s, known, found)
    for number, (a, then) in enumerate(found):
        value = for_mover(game, s, then.value)
        plies = then.plies + 1 if then.plies >= 0 else None
        outcome = outcome_of(game, s, value, exact=True)
        words = _words(game, s, value, outcome, plies)
        yield MoveEntry(game.action_text(s, a), value, words, outcome, plies, number in best)


def best_moves(game: Game, s: State, known: Known, found: list[tuple[Action, Known]]) -> set[int]:
    """The numbers of the best of some moves, each with what is known of the position that it leads to."""
    player = game.player(s)
    worth = [_share(game, s, then.value, player) for _, then in found]
    if not worth:
        return set()
    most = max(worth)
    keeping = {number for number, share in enumerate(worth) if not is_more(most, share)}
    if known.plies < 0:
        return keeping
    return {number for number in keeping if found[number][1].plies + 1 == known.plies} or keeping


def _share(game: Game, s: State, value: Value, player: int) -> float:
    """What a value is worth to a player, up to what they have together."""
    if isinstance(value, tuple):
        return float(value[player])
    return float(game.at_stake(s) - value if player == 1 else value)


def _words(game: Game, s: State, value: Value, outcome: str | None, distance: int | None) -> str:
    words = words_for(game, s, value, exact=True)
    counted = distance is not None and outcome in (WIN, LOSS) and words in PLAIN_WORDS
    return f"{words} in {distance}" if counted and not game.is_terminal(s) else words


def _cells(game: Game, row: PolicyRow) -> tuple[str, ...]:
    player = CHANCE_WORD if row.is_chance else "" if row.player is None else str(row.player + 1)
    distance = "" if row.distance is None else str(row.distance)
    return (row.position, player, units_text(game, row.value), row.words, distance, " ".join(row.best))


def _mark(entry: MoveEntry) -> str:
    return "best" if entry.is_best else ""


def _csv_line(cells: Iterable[str]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(cells)
    return line.getvalue()


def _plain(value: Value) -> Any:
    return list(value) if isinstance(value, tuple) else value

"""What the numbers of a game's states mean: which of them are cells, piles or hands, and whose pieces they are.

It is found out from the first position and a short walk from there; the rules are asked for everything.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import islice, pairwise
from typing import Any
from weakref import WeakKeyDictionary

from kibitz.draw.board_layout import ABSENT, Grid, Layout, Rows, layout_of, part, parts
from kibitz.draw.guessed_clicks import guessed_clicks
from kibitz.game.rules import CHANCE, Action, State

MOST_MOVES = 600  # of a position, to be made clickable
PLIES = 6  # of the walk that shows what the numbers of a state mean
LARGEST_PILE = 60
EMPTIES = (None, ".", "-", "_", " ", "", 0)
TURNS = ("mover", "player", "turn", "to_move", "next", "who", "side", "current", "active")
SIZES = ("width", "height", "rows", "columns", "cols", "size", "side", "n")


@dataclass(frozen=True)
class Guess:
    """What was found out about the looks of a game."""

    layout: Layout
    empty: Any = 0
    owners: Mapping[Any, int] = field(default_factory=dict)  # the player whose pieces have a value
    is_relative: bool = False  # are pieces coded as one's own and the other's?
    are_moved: bool = False  # do pieces go from cell to cell?
    are_counts: bool = False  # are the values numbers to be read?
    are_columns: bool = False  # does an action name a column?
    tallest: int = 1  # pile
    turns: tuple[str, ...] = ()  # fields that say whose turn it is


_guesses: WeakKeyDictionary[Any, Guess | None] = WeakKeyDictionary()


def guess_of(game: Any) -> Guess | None:
    """What a game looks like, found out once for each game; None where nothing can be told."""
    try:
        if game not in _guesses:
            _guesses[game] = _guessed(game)
        return _guesses[game]
    except TypeError:  # a game that cannot be a key
        return _guessed(game)


def _guessed(game: Any) -> Guess | None:
    walk = _walk(game)
    given = getattr(game, "drawn_as", None)
    grid = given if isinstance(given, Grid) else None
    s = walk[0][0]
    turns = tuple(name for name, value in parts(s) if _is_turn(name, value, walk))
    if grid is None and (piles := _piles(game, s, turns)) is not None:
        tallest = max(piles.rows(s, 0, game.players)[0])
        return Guess(piles, tallest=tallest, turns=turns)
    layout = layout_of(s, _sizes(game), grid)
    if layout is None:
        return None
    if layout.kind == "hands":
        return Guess(layout, turns=turns)
    return _meaning(game, layout, walk, turns)


def _walk(game: Any) -> list[tuple[State, int]]:
    """A few positions from the beginning, each with who is to move there."""
    s = game.initial()
    found: list[tuple[State, int]] = []
    for ply in range(PLIES):
        if game.is_terminal(s):
            found.append((s, mover_of(game, s)))
            break
        mover = int(game.player(s))
        found.append((s, mover))
        choices = list(islice(game.choices(s), MOST_MOVES))
        s = game.result(s, choices[(3 + 7 * ply) % len(choices)])
    return found


def _is_turn(name: str, value: Any, walk: list[tuple[State, int]]) -> bool:
    """Does a field say whose turn it is?"""
    if name.lower() in TURNS:
        return True
    asked = [(s, mover) for s, mover in walk if mover != CHANCE]
    follows = isinstance(value, int) and all(part(s, name) == mover for s, mover in asked)
    return follows and len({mover for _, mover in asked}) > 1


def _piles(game: Any, s: State, turns: tuple[str, ...]) -> Layout | None:
    """The numbers of a state that are piles: every action makes some of them smaller and none larger.

    Most of them take from a single one, and from some pile several amounts can be taken.
    """
    if game.is_terminal(s) or game.player(s) == CHANCE:
        return None
    after = [game.result(s, a) for a in some_actions(game, s)]
    for names in _pile_fields(s, turns):
        layout = Layout("piles", names, Grid(1, 1))
        sizes = layout.rows(s, 0, game.players)[0]
        left = [layout.rows(each, 0, game.players)[0] for each in after]
        piles = [pile for each in left if (pile := taken_from(sizes, each)) is not None]
        are_taken = all(each != sizes and all(map(_is_left, sizes, each)) for each in left)
        if (
            are_taken
            and 2 * len(piles) > len(left)
            and len(piles) > max(1, len(set(piles)))
            and max(sizes) <= LARGEST_PILE
        ):
            return layout
    return None


def _pile_fields(s: State, turns: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Which fields may hold piles: one that is a row of numbers, or those that are numbers."""
    rows = [name for name, value in parts(s) if isinstance(value, (tuple, list)) and _are_sizes(value)]
    numbers = tuple(name for name, value in parts(s) if _are_sizes((value,)) and name not in turns)
    alone = [("",)] if not parts(s) and isinstance(s, tuple) and _are_sizes(s) else []
    return [*alone, *((name,) for name in rows), *([numbers] if numbers else [])]


def _are_sizes(values: Any) -> bool:
    return len(values) > 0 and all(type(value) is int and value >= 0 for value in values)


def _is_left(size: Any, left: Any) -> bool:
    return bool(0 <= left <= size)


def taken_from(before: tuple[Any, ...], after: tuple[Any, ...]) -> int | None:
    """Which number became smaller, where only one did and nothing else changed."""
    changed = [place for place, (a, b) in enumerate(zip(before, after, strict=True)) if a != b]
    return changed[0] if len(changed) == 1 and 0 <= after[changed[0]] < before[changed[0]] else None


def _sizes(game: Any) -> dict[str, int]:
    """What a game says of the size of its board: in its attributes, or in constants of its module."""
    module = vars(sys.modules.get(type(game).__module__, sys))
    found = {name: module.get(name.upper()) for name in SIZES}
    found |= {name: getattr(game, name) for name in SIZES if hasattr(game, name)}
    return {name: value for name, value in found.items() if type(value) is int and value > 0}


def _meaning(game: Any, layout: Layout, walk: list[tuple[State, int]], turns: tuple[str, ...]) -> Guess:
    """What the values in the cells mean, from what a few actions change."""
    boards = [(layout.rows(s, mover, game.players), mover) for s, mover in walk]
    values = {value for rows, _ in boards for line in rows for value in line if value is not ABSENT}
    empty = _empty(boards[0][0], values)
    is_relative = game.players == 2 and not layout.grid.bits and _is_relative(boards, empty)
    guess = Guess(layout, empty, is_relative=is_relative, turns=turns)
    boards = [(absolute(guess, rows, mover), mover) for rows, mover in boards]
    votes: dict[Any, Counter[int]] = {}
    moved = 0
    for (before, mover), (after, _) in pairwise(boards):
        changed = [
            (a, b) for one, other in zip(before, after, strict=True) for a, b in zip(one, other, strict=True) if a != b
        ]
        for _, new in changed:
            if new != empty and mover != CHANCE:
                votes.setdefault(new, Counter())[mover] += 1
        moved += any(new == empty and old in [b for _, b in changed] for old, new in changed)
    owners = _owners(values, votes, empty, game.players, bool(layout.grid.bits))
    are_numbers = all(type(value) is int for value in values - {ABSENT})
    are_counts = are_numbers and not owners and max(values, default=0) > 2
    return replace(
        guess,
        owners=owners,
        are_moved=moved > 0,
        are_counts=are_counts,
        are_columns=_are_columns(game, walk[0][0], layout),
    )


def _empty(first: Rows, values: set[Any]) -> Any:
    """The value of a cell with nothing in it."""
    at_first = {value for row in first for value in row if value is not ABSENT}
    if len(at_first) == 1:
        return next(iter(at_first))
    named = [value for value in at_first if isinstance(value, Enum) and value.name.upper() in ("EMPTY", "NONE", "FREE")]
    return next((value for value in (*named, *EMPTIES) if value in values), 0)


def _is_relative(boards: list[tuple[Rows, int]], empty: Any) -> bool:
    """Do pieces change sides in the numbers from one ply to the next? Then they are coded as one's own."""
    same = swapped = 0
    for (before, mover), (after, other) in pairwise(boards):
        if mover == other:
            continue
        for a, b in ((a, b) for one, two in zip(before, after, strict=True) for a, b in zip(one, two, strict=True)):
            if a != empty and a is not ABSENT:
                same += a == b
                swapped += b == _swapped(a)
    return swapped > same


def _swapped(value: Any) -> Any:
    """A piece of the other side, as numbers code it."""
    if type(value) is not int:
        return value.swapcase() if isinstance(value, str) else value
    return {1: 2, 2: 1}.get(value, -value) if value > 0 else -value


def absolute(guess: Guess, rows: Rows, mover: int) -> Rows:
    """A board with the pieces of player 0 coded as the mover's, whoever is to move."""
    if not guess.is_relative or mover != 1:
        return rows
    signed = any(type(value) is int and value < 0 for row in rows for value in row)
    return tuple(
        tuple(v if v is ABSENT or v == guess.empty else -v if signed else _swapped(v) for v in row) for row in rows
    )


def _owners(values: set[Any], votes: dict[Any, Counter[int]], empty: Any, players: int, bits: bool) -> dict[Any, int]:
    """Whose pieces the values are: those who put them there, and others of the same case or sign."""
    if bits:
        return {1 + player: player for player in range(players)}
    found = {value: next(iter(count)) for value, count in votes.items() if len(count) == 1}
    if any(len(count) > 1 for count in votes.values()) or len(set(found.values())) < 2:
        return {}
    for value in values - found.keys() - {ABSENT, empty}:
        alike = {owner for known, owner in found.items() if _side(known) == _side(value) != 0}
        if len(alike) == 1:
            found[value] = alike.pop()
    return found


def _side(value: Any) -> int:
    """1 for a capital letter or a number above 0, -1 for a small letter or one below, 0 for anything else."""
    if isinstance(value, str):
        return int(value.isupper()) - int(value.islower())
    return 0 if type(value) is not int else -1 if value < 0 else 2 if value > 2 else 0


def _are_columns(game: Any, s: State, layout: Layout) -> bool:
    """Do the first actions name columns? There is one for each, and it changes a cell of that column."""
    columns = layout.grid.columns
    if layout.grid.rows < 2 or game.is_terminal(s) or game.player(s) == CHANCE:
        return False
    actions = some_actions(game, s)
    if len(actions) != columns or not all(type(a) is int for a in actions):
        return False
    before = layout.rows(s, 0, game.players)
    first = min(actions)
    for a in actions:
        after = layout.rows(game.result(s, a), 1, game.players)
        cells = guessed_clicks(before, [("", a, after)], before[0][0], lambda _: None).values()
        if [cell[1] for cell in cells] != [a - first]:
            return False
    return True


def some_actions(game: Any, s: State) -> list[Action]:
    """The legal actions, as many as are ever drawn."""
    return list(islice(game.actions(s), MOST_MOVES))


def mover_of(game: Any, s: State) -> int:
    """Who is to move, also where the game is over and nobody is: the rules may not answer then."""
    try:
        return int(game.player(s))
    except Exception:
        return 0

"""The picture of a game that draws none: a guess at its board, from its states and from what its actions change.

Everything is asked of the rules; a game whose rules cannot be asked, or do not look like a board, is shown as text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from enum import Enum
from typing import Any

from kibitz.draw.board_layout import ABSENT, HANDS, Grid, Rows, is_scalar, parts
from kibitz.draw.guessed_clicks import guessed_clicks
from kibitz.draw.men import Piece
from kibitz.draw.picture import EMPTY, Card, Click, Picture
from kibitz.game.board_meaning import Guess, absolute, guess_of, mover_of, some_actions, taken_from
from kibitz.game.rules import CHANCE, State

LONGEST_PILE, WIDEST = 16, 10  # counters of piles below each other, and in the rows of a single one
COUNTER = "o"
MOST_TOLD, MOST_LISTED = 6, 8  # other fields, below the board; values of one of them
CARD = re.compile(r"(10|[2-9TJQKA])([SHDC])", re.IGNORECASE)


def guessed_picture(game: Any, s: State) -> Picture:
    """What a state seems to look like; its text where nothing can be told."""
    try:
        guess = guess_of(game)
        drawn = None if guess is None else _drawn(game, s, guess)
    except Exception:  # the rules are somebody else's, and a guess may be wrong
        drawn = None
    return Picture(caption=game.text(s)) if drawn is None else drawn


def with_clicks(game: Any, s: State, picture: Picture) -> Picture:
    """A game's own picture with clicks for its moves, where it has none and every move can be told by its cells.

    Where chance or hidden hands play a part, a board that changes says too little about a move: it is left as it is.
    """
    if picture.clicks or not picture.cells or game.facts.hidden or game.facts.chance:
        return picture
    try:
        if game.is_terminal(s) or game.player(s) == CHANCE:
            return picture
        actions = some_actions(game, s)
        grid = Grid(len(picture.cells), max(map(len, picture.cells)))
        choices = [(game.action_text(s, a), a, game.picture(game.result(s, a)).cells) for a in actions]
        clicks = guessed_clicks(picture.cells, choices, EMPTY, grid.cell)
        return replace(picture, clicks=clicks) if len(clicks) == len(actions) else picture
    except Exception:
        return picture


def _drawn(game: Any, s: State, guess: Guess) -> Picture:
    told = _told(s, guess)
    if guess.layout.kind == "piles":
        return _piles_drawn(game, s, guess, told)
    if guess.layout.kind == "hands":
        return _hands_drawn(game, s, guess, told)
    mover = mover_of(game, s)
    rows = _board(game, s, guess, mover)
    symbols = _symbols(guess, {value for row in rows for value in row})
    cells = tuple(tuple(symbols[value] for value in row) for row in rows)
    owners = {symbols[value]: owner for value, owner in guess.owners.items() if value in symbols}
    is_men = guess.are_moved and set(owners.values()) == {0, 1} and len(owners) == 2
    clicks = _clicks(game, s, guess, rows)
    is_large = len(rows) > 3 and len(rows[0]) > 3
    return Picture(
        cells=cells,
        owners=owners,
        clicks=clicks,
        columns_click=guess.are_columns,
        round_cells=guess.are_columns,
        pieces={symbol: Piece("man", _is_white(symbol, owner)) for symbol, owner in owners.items()} if is_men else {},
        chequered=guess.are_moved and is_large,
        caption=told,
    )


def _is_white(symbol: str, owner: int) -> bool:
    """Is a man white? By its letter, where that tells; else the first player's are."""
    return {"w": True, "b": False}.get(symbol.lower(), owner == 0)


def _board(game: Any, s: State, guess: Guess, mover: int) -> Rows:
    return absolute(guess, guess.layout.rows(s, mover, game.players), mover)


def _clicks(game: Any, s: State, guess: Guess, rows: Rows) -> dict[str, Click]:
    if game.is_terminal(s) or game.player(s) == CHANCE:
        return {}
    choices = []
    for a in some_actions(game, s):
        after = game.result(s, a)
        choices.append((game.action_text(s, a), a, _board(game, after, guess, mover_of(game, after))))
    return guessed_clicks(rows, choices, guess.empty, guess.layout.grid.cell)


def _symbols(guess: Guess, values: set[Any]) -> dict[Any, str]:
    """What is drawn for each value."""
    given = guess.layout.grid.symbols
    alone = len(guess.owners) == 2 and set(guess.owners.values()) == {0, 1}
    symbols: dict[Any, str] = {ABSENT: ""}
    for value in {*values, *guess.owners} - {ABSENT}:
        if given:
            symbols[value] = _given_symbol(given, value, bool(guess.layout.grid.bits))
        elif value == guess.empty and not guess.are_counts:
            symbols[value] = EMPTY
        elif alone and value in guess.owners and not isinstance(value, str):
            symbols[value] = "XO"[guess.owners[value]]
        else:
            symbols[value] = _written(value)
    return symbols


def _given_symbol(given: str | Mapping[Any, str], value: Any, bits: bool) -> str:
    if not isinstance(given, str):
        return str(given.get(value, EMPTY))
    if bits:
        return given[value - 1] if 0 < value <= len(given) else EMPTY
    return given[value] if type(value) is int and 0 <= value < len(given) else _written(value)


def _written(value: Any) -> str:
    if isinstance(value, Enum):
        value = value.value if isinstance(value.value, str) and len(value.value) <= 2 else value.name[:1]
    if isinstance(value, bool):
        return "●" if value else EMPTY
    return f"{value:g}" if isinstance(value, float) else str(value)


def _hands_drawn(game: Any, s: State, guess: Guess, told: str) -> Picture:
    """A row of cards for each hand; a card is clicked that an action names."""
    rows = guess.layout.rows(s, 0, game.players)
    at_first = guess.layout.rows(game.initial(), 0, game.players)
    widest = max(map(len, (*rows, *at_first)))  # so that cards stay as large as they are
    texts = tuple(
        tuple("" if value is ABSENT else _written(value) for value in row) + ("",) * (widest - len(row)) for row in rows
    )
    is_cards = guess.layout.fields[0].lower().strip("_") in HANDS
    cards = {text: _card(text) for row in texts for text in row if text} if is_cards else {}
    clicks: dict[str, Click] = {}
    if not game.is_terminal(s) and (mover := game.player(s)) != CHANCE:
        for a in some_actions(game, s):
            hand = range(len(rows)) if mover >= len(rows) else (mover,)
            at = [(row, column) for row in hand for column, value in enumerate(rows[row]) if value == a]
            if len(at) == 1:
                clicks[game.action_text(s, a)] = at[0]
    labels = tuple(str(row + 1) for row in range(len(rows)))
    return Picture(cells=texts, cards=cards, clicks=clicks, row_labels=labels, caption=told)


def _card(text: str) -> Card:
    match = CARD.fullmatch(text)
    return Card(match[1].upper(), match[2].upper()) if match else Card(text)


def _piles_drawn(game: Any, s: State, guess: Guess, told: str) -> Picture:
    """Piles one below the other, a single large one in rows; a click on a counter takes it and all behind it."""
    sizes = guess.layout.rows(s, 0, game.players)[0]
    longest = max(guess.tallest, *sizes) if len(sizes) > 1 else max(guess.tallest, sizes[0])
    is_wrapped = len(sizes) == 1 and longest > WIDEST
    wide = WIDEST if is_wrapped else min(longest, WIDEST if longest > LONGEST_PILE else longest)
    high = -(-longest // wide) if is_wrapped else len(sizes)
    cells = [[""] * wide for _ in range(high)]
    for pile, size in enumerate(sizes):
        for number in range(size):
            row, column = divmod(number, wide) if is_wrapped else (pile, number)
            if column < wide:
                cells[row][column] = COUNTER
    clicks: dict[str, Click] = {}
    if not game.is_terminal(s) and game.player(s) != CHANCE:
        for a in some_actions(game, s):
            left = guess.layout.rows(game.result(s, a), 0, game.players)[0]
            of = taken_from(sizes, left)
            if of is not None and (is_wrapped or left[of] < wide):
                clicks[game.action_text(s, a)] = divmod(left[of], wide) if is_wrapped else (of, left[of])
    names = [name if name and not name.isdecimal() else f"pile {at + 1}" for at, name in enumerate(guess.layout.fields)]
    if len(names) != len(sizes):
        names = [f"pile {number + 1}" for number in range(len(sizes))]
    counted = ", ".join(f"{name}: {size}" for name, size in zip(names, sizes, strict=True))
    return Picture(
        cells=tuple(map(tuple, cells)),
        discs={COUNTER: 0.36},
        clicks=clicks,
        row_labels=() if len(sizes) == 1 else tuple(str(number + 1) for number in range(len(sizes))),
        caption=f"{counted}, {told}" if told else counted,
    )


def _told(s: State, guess: Guess) -> str:
    """The other fields of a state, in words: what lies on the table, the score."""
    told = [
        f"{name.replace('_', ' ')} {words}"
        for name, value in parts(s)
        if name not in guess.layout.fields and name not in guess.turns and not name.isdecimal()
        if (words := _field_words(value))
    ]
    return ("; " if any(", " in words for words in told) else ", ").join(told[:MOST_TOLD])


def _field_words(value: Any) -> str:
    """A field that is no cell: a value, or a few of them; empty where there is nothing to say, or too much."""
    if is_scalar(value):
        return _written(value)
    if isinstance(value, (set, frozenset)) and all(map(is_scalar, value)):
        value = sorted(value, key=repr)
    if not isinstance(value, (tuple, list)) or len(value) > MOST_LISTED or not all(map(is_scalar, value)):
        return ""
    return ", ".join(map(_written, value))

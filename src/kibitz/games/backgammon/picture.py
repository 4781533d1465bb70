"""What a backgammon board looks like: points in columns, checkers stacked on them."""

from __future__ import annotations

from kibitz.draw.picture import EMPTY, Picture
from kibitz.games.backgammon.checkers import BAR, OFF, Side, number, pips

HIGH = 5  # checkers of a stack that are drawn; where there are more, a number stands beyond them
SIGNS = "●○"

# The places in columns, as the first player counts them, who sits below.
UPPER = (13, 14, 15, 16, 17, 18, BAR, 19, 20, 21, 22, 23, 24, OFF)
LOWER = (12, 11, 10, 9, 8, 7, BAR, 6, 5, 4, 3, 2, 1, OFF)


def drawn(mine: Side, theirs: Side, mover: int, news: str) -> Picture:
    """The board from the first player's side, its points numbered as the player to move counts them.

    Each player's bar and borne-off checkers are in that player's half. `news` is what the caption begins with.
    """
    sides = (mine, theirs) if mover == 0 else (theirs, mine)
    upper = [_column(sides, place, 1) for place in UPPER]
    lower = [_column(sides, place, 0) for place in LOWER]
    rows = [tuple(_label(place, mover) if place not in (BAR, OFF) else "" for place in UPPER)]
    rows += [tuple(column[level] for column in upper) for level in range(HIGH + 1)]
    rows += [tuple(column[level] for column in lower) for level in reversed(range(HIGH + 1))]
    return Picture(
        cells=tuple(rows),
        owners={sign: player for player, sign in enumerate(SIGNS)},
        column_labels=tuple(_label(place, mover) for place in LOWER),
        caption=f"{news}\npips to go: {pips(sides[0])} for {SIGNS[0]}, {pips(sides[1])} for {SIGNS[1]}",
    )


def _column(sides: tuple[Side, Side], place: int, half: int) -> list[str]:
    """The cells of a place from the edge of the board to its middle, in the half of this player."""
    if place == OFF:
        checkers = number(sides[half], OFF)
        return [*([SIGNS[half], str(checkers)] if checkers else ["", ""]), *[""] * (HIGH - 1)]
    if place == BAR:
        return _stack(number(sides[half], BAR), SIGNS[half], "")
    if number(sides[0], place):
        return _stack(number(sides[0], place), SIGNS[0], EMPTY)
    return _stack(number(sides[1], BAR - place), SIGNS[1], EMPTY)


def _stack(checkers: int, sign: str, empty: str) -> list[str]:
    cells = [sign if level < checkers else empty for level in range(HIGH)]
    return [*cells, str(checkers) if checkers > HIGH else ""]


def _label(place: int, mover: int) -> str:
    if place in (BAR, OFF):
        return "bar" if place == BAR else "off"
    return str(place if mover == 0 else BAR - place)

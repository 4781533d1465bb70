"""What a backgammon board looks like: in text, points in columns with checkers stacked on them; drawn, a real board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kibitz.draw.picture import EMPTY, Cell, Click, Picture
from kibitz.draw.race_board import HEIGHT, RIM, WIDTH, column_x, spot
from kibitz.draw.spots import Die, Label, Scene, Spot, Stack
from kibitz.games.backgammon.checkers import BAR, OFF, Side, number, pips

HIGH = 5  # checkers of a stack that are drawn in text; where there are more, a number stands beyond them
SIGNS = "●○"
COLOURS = ("black", "white")

# The places in columns, as the first player counts them, who sits below.
UPPER = (13, 14, 15, 16, 17, 18, BAR, 19, 20, 21, 22, 23, 24, OFF)
LOWER = (12, 11, 10, 9, 8, 7, BAR, 6, 5, 4, 3, 2, 1, OFF)
TOP, BOTTOM = 1, 2 * HIGH + 2  # the rows of cells that stand for whole columns, at the edges of the board


def drawn(
    mine: Side,
    theirs: Side,
    mover: int,
    news: str,
    dice: Sequence[Die] = (),
    clicks: Mapping[str, Click] | None = None,
    steps: Mapping[str, tuple[tuple[Cell, Cell], ...]] | None = None,
) -> Picture:
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
        clicks=clicks or {},
        scene=_scene(sides, mover, dice),
        steps=steps or {},
    )


def ways(hops: Sequence[tuple[int, int]], mover: int) -> tuple[tuple[Cell, Cell], ...]:
    """The cells that moves of checkers go from and to, given by their places as the player to move counts them."""
    return tuple((_cell_of(source, mover), _cell_of(target, mover)) for source, target in hops)


def _cell_of(place: int, mover: int) -> Cell:
    """The cell that stands for a place, as the player to move counts it."""
    if place in (BAR, OFF):
        return (TOP if mover else BOTTOM), UPPER.index(place)
    own = place if mover == 0 else BAR - place
    return (TOP, UPPER.index(own)) if own in UPPER else (BOTTOM, LOWER.index(own))


def _scene(sides: tuple[Side, Side], mover: int, dice: Sequence[Die]) -> Scene:
    spots, labels = [], []
    for half, (row, places) in enumerate(((BOTTOM, LOWER), (TOP, UPPER))):
        is_upper = half == 1
        y = RIM / 2 if is_upper else HEIGHT - RIM / 2
        for column, place in enumerate(places):
            spots.append(spot((row, column), column, is_upper, _holds(sides, place, half), _said(place, mover, half)))
            labels.append(Label(column_x(column), y, _label(place, mover), 0.36))
    return Scene(WIDTH, HEIGHT, "points", (*spots, *_thrown(dice, mover)), tuple(labels))


def _holds(sides: tuple[Side, Side], place: int, half: int) -> Stack | None:
    """The checkers of a place in a player's half of the board."""
    if place in (BAR, OFF):
        owner, count = half, number(sides[half], place)
    elif count := number(sides[0], place):
        owner = 0
    else:
        owner, count = 1, number(sides[1], BAR - place)
    return Stack(count, owner == 1, is_hanging=half == 1, lying=place == OFF) if count else None


def _said(place: int, mover: int, half: int) -> str:
    if place in (BAR, OFF):
        return f"{COLOURS[half]}'s {'bar' if place == BAR else 'tray'}"
    return f"point {_label(place, mover)}"


def _thrown(dice: Sequence[Die], mover: int) -> list[Spot]:
    """Dice in the middle, in the right half of the board for the first player, in the left one for the second."""
    middle = column_x(10 if mover == 0 else 3) - 0.5
    start = middle - (len(dice) - 1) * 0.6
    return [Spot(None, start + place * 1.2, HEIGHT / 2, holds=die) for place, die in enumerate(dice)]


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

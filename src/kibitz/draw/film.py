"""A game as a film: one drawing in which figures walk, and what lies on the cells comes and goes.

Whatever never changes is drawn once. A viewer that does not play films shows the first frame.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from kibitz.draw.board import CAPTION, LINE, BoardDrawing
from kibitz.draw.figures import figure_svg
from kibitz.draw.picture import EMPTY, Cell, Figure, Picture
from kibitz.draw.svg import document, element, number, text
from kibitz.errors import BadInput

HELD = 2.0  # seconds that the last frame stays


def film_svg(pictures: Sequence[Picture], *, size: int = 32, seconds: float = 0.25, title: str = "") -> str:
    """Pictures of one board as an SVG document that plays them in a loop, each for `seconds` seconds."""
    if not pictures or not any(symbol for row in pictures[0].cells for symbol in row):
        raise BadInput("a film needs a board: these pictures have none")
    if len({tuple(map(len, picture.cells)) for picture in pictures}) > 1:
        raise BadInput("a film needs one board: these pictures have boards of several sizes")
    if size < 8 or not seconds > 0:
        given = f"got {size} pixels and {seconds:g} seconds"
        raise BadInput(f"a film needs 8 or more pixels per cell and a positive time per frame, {given}")
    return _Film([_looking_ahead(pictures, number) for number in range(len(pictures))], size, seconds).drawn(title)


def _looking_ahead(pictures: Sequence[Picture], at: int) -> Picture:
    """A picture whose figures look where they are about to go."""
    here = pictures[at]
    following = pictures[min(at + 1, len(pictures) - 1)].figures
    if len(following) != len(here.figures):
        return here
    return replace(here, figures=tuple(map(_turned, here.figures, following)))


def _turned(figure: Figure, after: Figure) -> Figure:
    down, right = after.row - figure.row, after.column - figure.column
    if (down == 0) == (right == 0) or abs(down) + abs(right) > 1:  # it stays, or jumps
        return figure
    return replace(figure, facing=((down > 0) - (down < 0), (right > 0) - (right < 0)))


@dataclass(frozen=True)
class _Run:
    """A run of frames in which something looks the same."""

    begin: int
    end: int


class _Film:
    """A film being drawn."""

    def __init__(self, pictures: Sequence[Picture], size: int, seconds: float) -> None:
        self.pictures = pictures
        self.board = BoardDrawing(pictures[0], size, False, {})
        self.frames = len(pictures)
        self.length = self.frames * seconds + HELD
        self.times = [frame * seconds / self.length for frame in range(self.frames)]
        self.size = float(size)

    def drawn(self, title: str) -> str:
        board = self.board
        top = board.bottom + board.below + board.margin
        height = top + (LINE + board.margin if any(picture.caption for picture in self.pictures) else 0.0)
        still = [*board.plates(), *board.walls(), *self._floors(), *board.stars()]
        moving = [*self._cells(), *self._figures(), *board.labels(), *self._captions(top)]
        return document(board.width, height, title or f"a game in {self.frames} frames", board.style, *still, *moving)

    # ------------------------------------------------------------ what is seen when

    def _shown(self, inside: str, runs: list[_Run], place: str | None = None) -> str:
        """Markup that is seen in some of the frames."""
        if runs == [_Run(0, self.frames)]:
            return element("g", inside, transform=place)
        changes: dict[int, str] = {0: "hidden"}
        for run in runs:
            changes[run.begin] = "visible"
            if run.end < self.frames:
                changes[run.end] = "hidden"
        for run in runs:  # one that begins where another ends is seen
            changes[run.begin] = "visible"
        frames = sorted(changes)
        animated = element(
            "animate",
            attributeName="visibility",
            values=";".join(changes[frame] for frame in frames),
            keyTimes=";".join(_share(self.times[frame]) for frame in frames),
            calcMode="discrete",
            dur=f"{number(self.length)}s",
            repeatCount="indefinite",
        )
        return element("g", inside, animated, transform=place, visibility=changes[0])

    def _runs(self, looks: Sequence[Hashable]) -> dict[Hashable, list[_Run]]:
        """The runs of frames in which something has each of its looks."""
        found: dict[Hashable, list[_Run]] = {}
        at = 0
        for look, same in groupby(looks):
            end = at + sum(1 for _ in same)
            found.setdefault(look, []).append(_Run(at, end))
            at = end
        return found

    # ------------------------------------------------------------ the parts

    def _places(self) -> list[Cell]:
        return [
            (row, column)
            for row, symbols in enumerate(self.pictures[0].cells)
            for column, symbol in enumerate(symbols)
            if symbol
        ]

    def _floors(self) -> list[str]:
        if self.pictures[0].walls:
            return []
        return [element("g", self.board.floor(*cell), transform=self._at(*cell)) for cell in self._places()]

    def _cells(self) -> list[str]:
        """What lies on the cells."""
        drawn = []
        for row, column in self._places():
            looks = [picture.cells[row][column] for picture in self.pictures]
            marked = [(row, column) in picture.marked for picture in self.pictures]
            for symbol, runs in self._runs(looks).items():
                if symbol not in (EMPTY, ""):
                    drawn.append(self._shown(self.board.piece(str(symbol)), runs, self._at(row, column)))
            for is_marked, runs in self._runs(marked).items():
                if is_marked:
                    drawn.append(self._shown(self.board.ring(), runs, self._at(row, column)))
        return drawn

    def _figures(self) -> list[str]:
        count = min(len(picture.figures) for picture in self.pictures)
        return [element("g", *(self._figure(index) for index in range(count)), class_="kz-figures")] if count else []

    def _figure(self, index: int) -> str:
        """A figure that goes from place to place, with all the looks it has."""
        course = [picture.figures[index] for picture in self.pictures]
        looks = [(figure.look, figure.facing) for figure in course]
        drawn = []
        for look, runs in self._runs(looks).items():
            figure = course[looks.index(look)]  # type: ignore[arg-type]
            drawn.append(self._shown(figure_svg(figure.look, self.size, figure.facing), runs))
        places = [self.board.centre(figure.row, figure.column) for figure in course]
        start = f"translate({number(places[0][0])} {number(places[0][1])})"
        if len(set(places)) == 1:
            return element("g", *drawn, transform=start)
        walk = element(
            "animateTransform",
            attributeName="transform",
            type="translate",
            values=";".join(f"{number(x)} {number(y)}" for x, y in [*places, places[-1]]),
            keyTimes=";".join(_share(time) for time in [*self.times, 1.0]),
            dur=f"{number(self.length)}s",
            repeatCount="indefinite",
        )
        return element("g", *drawn, walk, transform=start)

    def _captions(self, top: float) -> list[str]:
        said = [picture.caption for picture in self.pictures]
        x, y = self.board.width / 2, top + 0.5 * LINE
        return [self._shown(text(x, y, str(words), CAPTION), runs) for words, runs in self._runs(said).items() if words]

    def _at(self, row: int, column: int) -> str:
        x, y = self.board.centre(row, column)
        return f"translate({number(x)} {number(y)})"


def _share(time: float) -> str:
    """A moment of a film, from 0 to 1."""
    return f"{time:.5f}".rstrip("0").rstrip(".")

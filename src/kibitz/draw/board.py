"""A position as a board."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from kibitz.draw.cards import CARD_STYLE, card_ring, card_said, card_svg
from kibitz.draw.drawn import drawn
from kibitz.draw.figures import FIGURE_STYLE, figure_svg
from kibitz.draw.goban import GOBAN_STYLE, crossing, last_mark
from kibitz.draw.men import PIECE_STYLE, piece_svg
from kibitz.draw.picture import EMPTY, Cell, Picture
from kibitz.draw.scene import scene_svg
from kibitz.draw.spoken import cell_name, cell_said, symbol_said
from kibitz.draw.svg import BLUE, GREY, ORANGE, document, element, escape, number, text, text_width, wrapped
from kibitz.draw.tiles import TILE_STYLE, is_shape, shape_svg, tile_svg
from kibitz.errors import BadInput

STYLE = f"""\
.kz-svg .kz-square{{fill:currentColor;fill-opacity:.075}}
.kz-svg .kz-dark{{fill-opacity:.24}}
.kz-svg .kz-plate{{fill:{BLUE};fill-opacity:.2;fill-rule:evenodd}}
.kz-svg .kz-hole{{fill:none;stroke:{BLUE};stroke-opacity:.45;stroke-width:1}}
.kz-svg .kz-player-0{{fill:{BLUE};stroke:{BLUE}}}
.kz-svg .kz-player-1{{fill:{ORANGE};stroke:{ORANGE}}}
.kz-svg .kz-player-2{{fill:{GREY};stroke:{GREY}}}
.kz-svg .kz-player-more{{fill:none;stroke:currentColor;stroke-width:2}}
.kz-svg .kz-bare{{fill:none;stroke-linecap:round}}
.kz-svg .kz-glyph{{fill:none;stroke:#fff;stroke-linecap:round}}
.kz-svg .kz-groove{{fill:none;stroke:#fff;stroke-opacity:.75}}
.kz-svg .kz-on-dark{{fill:#fff;font-weight:700}}
.kz-svg .kz-on-grey{{fill:#111;font-weight:700}}
.kz-svg .kz-loose{{font-weight:600}}
.kz-svg .kz-ring{{fill:none;stroke:currentColor;stroke-width:3}}
.kz-svg .kz-badge rect{{fill:#fff;stroke:#1b1b1b;stroke-opacity:.45}}
.kz-svg .kz-badge text{{fill:#111;font-weight:700}}
.kz-svg .kz-card{{fill:currentColor;fill-opacity:.05;stroke:currentColor;stroke-opacity:.25}}
"""
MAZE_STYLE = f"""\
.kz-svg .kz-wall{{fill:{BLUE};stroke:{BLUE};stroke-linecap:round;stroke-linejoin:round}}
.kz-svg .kz-open{{fill:none}}
.kz-svg .kz-disc{{fill:currentColor;fill-opacity:.75}}
"""

# Surfaces have the same colours on any page, so that pieces of wood stand out from them.
SURFACE_STYLE = """\
.kz-svg .kz-wood{fill:#ead9b9}
.kz-svg .kz-wood.kz-dark{fill:#b58a5e;fill-opacity:1}
.kz-svg .kz-felt{fill:#2f7d55;stroke:#1d5a3b;stroke-width:1.5}
.kz-svg .kz-star{fill:#1d5a3b;pointer-events:none}
"""
CORNER_STYLE = ".kz-svg text.kz-corner{fill:#3b2510;fill-opacity:.85;pointer-events:none}\n"
TRAIL_STYLE = """\
.kz-svg .kz-trail{fill:#e8b800;fill-opacity:.42}
.kz-svg .kz-threat{fill:#d0021b;fill-opacity:.55}
"""

CAPTION = 14.0  # the size of its letters
LINE = 20.0  # from one line of a caption to the next
NARROWEST = 220.0  # a board with a caption is given at least this much room
CARD = 420.0
CROSSES = frozenset("XO")  # where these are all the pieces there are, they are drawn rather than written


@drawn.register
def board_svg(
    picture: Picture,
    *,
    size: int = 48,
    title: str = "",
    flipped: bool = False,
    badges: Mapping[Cell, str] | None = None,
    trail: Collection[Cell] = (),
) -> str:
    """The picture as an SVG document, `size` pixels a cell; without cells, a card with the caption.

    Pieces of different players differ in shape as well as colour. `title` is what a screen reader says. `flipped` shows
    the board from its other side; where pieces fall down columns, the bottom stays at the bottom. `badges` are short
    texts for cells, such as what a move there is worth: in the middle of an empty cell, else in its corner. `trail`
    are the cells that the last move went over. Each cell is a group of class `kz-cell` whose `data-cell` is its row and
    column from 0, as in the picture's `clicks`, and whose `data-name` is what its column and row are called.
    `data-said` is what stands on it, in words; for a playing card, so is its title.
    """
    if size < 8:
        raise BadInput(f"a cell of {size} pixels is too small to draw: expected 8 or more")
    if picture.scene is not None:
        return scene_svg(
            picture, picture.scene, size=size, title=title, flipped=flipped, badges=badges or {}, trail=trail
        )
    if not any(symbol for row in picture.cells for symbol in row):
        return _card(picture, title)
    return BoardDrawing(picture, size, flipped, badges or {}, trail).drawn(title)


def symbol_svg(picture: Picture, symbol: str, *, size: int = 48) -> str:
    """What a symbol looks like on the picture's board, alone, as an SVG document."""
    drawing = BoardDrawing(picture, size, False, {})
    middle = element("g", drawing.piece(symbol), transform=f"translate({number(size / 2)} {number(size / 2)})")
    return document(size, size, symbol_said(picture, symbol), drawing.style, middle)


def _card(picture: Picture, title: str) -> str:
    lines = wrapped(picture.caption or title or "no picture", CARD - 48, CAPTION)
    width = max(120.0, min(CARD, max(text_width(line, CAPTION) for line in lines) + 48))
    height = len(lines) * LINE + 28
    card = element("rect", class_="kz-card", x=1, y=1, width=width - 2, height=height - 2, rx=10)
    return document(width, height, title or picture.caption or "no picture", STYLE, card, *_lines(lines, width / 2, 14))


def _lines(lines: list[str], x: float, top: float) -> list[str]:
    return [text(x, top + (row + 0.5) * LINE, line, CAPTION) for row, line in enumerate(lines) if line]


class BoardDrawing:
    """One board being drawn; `draw/film.py` draws its parts one by one."""

    def __init__(
        self,
        picture: Picture,
        size: int,
        flipped: bool,
        badges: Mapping[Cell, str],
        trail: Collection[Cell] = (),
    ) -> None:
        self.picture = picture
        self.trail = frozenset(trail)
        self.size = float(size)
        self.flipped = flipped
        self.badges = badges
        self.rows = len(picture.cells)
        self.columns = max(map(len, picture.cells))
        self.drawn_glyphs = set(picture.owners) <= CROSSES
        self.is_goban = picture.surface == "goban"
        self.letters = max(10.0, 0.27 * size)  # of the labels
        self.margin = 0.2 * size
        beside = max(map(self._label_width, picture.row_labels), default=0.0)
        self.beside = beside + 0.2 * size if beside else 0.0
        self.below = 1.75 * self.letters if picture.column_labels else 0.0
        natural = 2 * self.margin + self.beside + self.columns * size
        self.width = max(natural, NARROWEST) if picture.caption else natural
        self.left = self.margin + self.beside + (self.width - natural) / 2
        self.bottom = self.margin + self.rows * size

    def _label_width(self, label: str) -> float:
        return len(label.split("/")[0]) * self._shape() if is_shape(label) else text_width(label, self.letters)

    def drawn(self, title: str) -> str:
        """The whole board as a document."""
        lines = wrapped(self.picture.caption, self.width - 2 * self.margin, CAPTION) if self.picture.caption else []
        top = self.bottom + self.below + self.margin
        height = top + (len(lines) * LINE + self.margin if lines else 0.0)
        said = title or self.picture.caption or f"a board of {self.rows} rows and {self.columns} columns"
        below = [*self.plates(), *self.walls(), *self._cells(), *self.stars()]
        inside = [*below, *self._figures(), *self.labels(), *_lines(lines, self.width / 2, top)]
        return document(self.width, height, said, self.style, *inside)

    @property
    def style(self) -> str:
        """The style sheet of what is drawn."""
        maze = MAZE_STYLE if self.picture.walls or self.picture.discs else ""
        cards = CARD_STYLE if self.picture.cards else ""
        pieces = PIECE_STYLE if self.picture.pieces else ""
        surface = GOBAN_STYLE if self.is_goban else SURFACE_STYLE if self.picture.surface else ""
        trail = TRAIL_STYLE if self.trail or self.picture.threatened else ""
        tiles = TILE_STYLE if self.picture.tiles else ""
        corners = CORNER_STYLE if self.picture.corners else ""
        figures = FIGURE_STYLE if self.picture.figures else ""
        return STYLE + maze + cards + pieces + surface + corners + trail + tiles + figures

    def walls(self) -> list[str]:
        """Walls as strokes from each to its neighbours, round at their ends; thick ones are filled."""
        walls = self.picture.walls
        if not walls:
            return []
        parts = []
        for row, column in sorted(walls):
            right, down, across = (row, column + 1), (row + 1, column), (row + 1, column + 1)
            start = f"M{_point(self.centre(row, column))}"
            ends = [cell for cell in (right, down) if cell in walls]
            parts += [f"{start}L{_point(self.centre(*end))}" for end in ends] or [f"{start}h0"]
            if {right, down, across} <= walls:
                corners = "L".join(_point(self.centre(*cell)) for cell in (right, across, down))
                parts.append(f"{start}L{corners}z")
        return [element("path", class_="kz-wall", d="".join(parts), stroke_width=0.42 * self.size)]

    def _figures(self) -> list[str]:
        drawn = []
        for figure in self.picture.figures:
            x, y = self.centre(figure.row, figure.column)
            turn = -1 if self.flipped else 1
            facing = (turn * figure.facing[0], turn * figure.facing[1])
            drawn.append(
                element(
                    "g", figure_svg(figure.look, self.size, facing), transform=f"translate({number(x)} {number(y)})"
                )
            )
        return [element("g", *drawn, class_="kz-figures")] if drawn else []

    def centre(self, row: float, column: float) -> tuple[float, float]:
        """Where the middle of a cell is."""
        if self.flipped:
            row = row if self.picture.columns_click else self.rows - 1 - row
            column = self.columns - 1 - column
        return self.left + (column + 0.5) * self.size, self.margin + (row + 0.5) * self.size

    def labels(self) -> list[str]:
        """The names of the columns and rows."""
        across = [
            text(self.centre(0, column)[0], self.bottom + self.letters, label, self.letters, class_="kz-quiet")
            for column, label in enumerate(self.picture.column_labels)
        ]
        x = self.left - 0.2 * self.size
        down = [
            shape_svg(label, self._shape(), x, self.centre(row, 0)[1])
            if is_shape(label)
            else text(x, self.centre(row, 0)[1], label, self.letters, class_="kz-quiet", text_anchor="end")
            for row, label in enumerate(self.picture.row_labels)
        ]
        return across + down

    def _shape(self) -> float:
        """How large a square of a shape is that stands for the label of a row."""
        return 0.19 * self.size

    def _corner(self, words: str) -> str:
        """A short name in the upper left of a cell."""
        letters = max(8.0, 0.17 * self.size)
        left, top = -0.47 * self.size, -0.47 * self.size + letters / 2
        return text(left, top, words, letters, class_="kz-corner", text_anchor="start")

    def stars(self) -> list[str]:
        """The four dots on felt, two cells from each corner, where there is room for them."""
        if self.picture.surface != "felt" or min(self.rows, self.columns) < 6:
            return []
        across, down = self.columns * self.size, self.rows * self.size
        return [
            element("circle", class_="kz-star", cx=self.left + x, cy=self.margin + y, r=0.07 * self.size)
            for x in (2 * self.size, across - 2 * self.size)
            for y in (2 * self.size, down - 2 * self.size)
        ]

    def plates(self) -> list[str]:
        """The bottom layer, if there is one."""
        return [self._plate()] if self.picture.round_cells else []

    def _plate(self) -> str:
        """The plate with round holes, as one shape, so that any background shows through."""
        places = [(row, column) for row, symbols in enumerate(self.picture.cells) for column in range(len(symbols))]
        holes = [place for place in places if self.picture.cells[place[0]][place[1]]]
        if len(holes) == self.rows * self.columns:
            edge = 0.08 * self.size
            wide, high = self.columns * self.size + 2 * edge, self.rows * self.size + 2 * edge
            shape = _rounded(self.left - edge, self.margin - edge, wide, high, 0.25 * self.size)
        else:
            corners = [self.centre(*place) for place in holes]
            shape = "".join(_rounded(x - self.size / 2, y - self.size / 2, self.size, self.size, 0) for x, y in corners)
        shape += "".join(_circle(*self.centre(*place), 0.42 * self.size) for place in holes)
        return element("path", class_="kz-plate", d=shape)

    def _cells(self) -> list[str]:
        return [
            self._cell(row, column, symbol)
            for row, symbols in enumerate(self.picture.cells)
            for column, symbol in enumerate(symbols)
            if symbol
        ]

    def _cell(self, row: int, column: int, symbol: str) -> str:
        x, y = self.centre(row, column)
        card = self.picture.cards.get(symbol)
        inside = (
            [self.floor(row, column)] if card is None else [element("title", escape(card_said(card))), self._open()]
        )
        inside += [self._tint(kind) for kind, cells in self._tints() if (row, column) in cells]
        if corner := self.picture.corners.get((row, column)):
            inside.append(self._corner(corner))
        if symbol != EMPTY and not symbol.isspace():
            inside.append(self.piece(symbol))
        if (row, column) in self.picture.marked:
            inside.append(self.ring(symbol))
        if badge := self.badges.get((row, column)):
            inside.append(self._badge(badge, symbol == EMPTY))
        place = f"translate({number(x)} {number(y)})"
        return element(
            "g",
            *inside,
            class_="kz-cell",
            data_cell=f"{row},{column}",
            data_name=cell_name(self.picture, row, column),
            data_said=cell_said(self.picture, (row, column)),
            transform=place,
        )

    def _tints(self) -> list[tuple[str, frozenset[Cell]]]:
        return [("kz-trail", self.trail), ("kz-threat", self.picture.threatened)]

    def _tint(self, kind: str) -> str:
        """A tint between a cell's floor and its piece; a danger is round, so that it shows beside the last move."""
        if self.picture.round_cells or self.is_goban or kind == "kz-threat":
            return element("circle", class_=kind, r=(0.42 if self.picture.round_cells else 0.49) * self.size)
        side = self.size - (0 if self.picture.chequered or self.picture.surface else 2)
        return element("rect", class_=kind, x=-side / 2, y=-side / 2, width=side, height=side)

    def floor(self, row: int, column: int) -> str:
        """What a cell is without anything on it, around (0, 0)."""
        if self.picture.round_cells:
            return element("circle", class_="kz-hole", r=0.42 * self.size)
        if self.picture.walls:
            return self._open()
        if self.is_goban:
            return element("g", crossing(row, column, self.rows, self.columns, self.size, self.flipped))
        dark = self.picture.chequered and (self.rows - 1 - row + column) % 2 == 0
        is_whole = self.picture.chequered or bool(self.picture.surface)  # no gap between a cell and the next
        side = self.size - (0 if is_whole else 2)
        corner = None if is_whole else 0.08 * self.size
        ground = f"kz-{self.picture.surface}" if self.picture.surface else "kz-square"
        paint = f"{ground} kz-dark" if dark else ground
        return element("rect", class_=paint, x=-side / 2, y=-side / 2, width=side, height=side, rx=corner)

    def _open(self) -> str:
        """An invisible floor."""
        half = self.size / 2
        return element("rect", class_="kz-open", x=-half, y=-half, width=self.size, height=self.size)

    def _badge(self, badge: str, alone: bool) -> str:
        """A small card that can be read on any piece, in the cell's upper right corner or alone in its middle."""
        letters = min(max(10.0, 0.25 * self.size), (self.size - 8) / text_width(badge, 1.0))
        wide, high = max(text_width(badge, letters) + 5, 1.4 * letters), 1.4 * letters
        x = 0.0 if alone else self.size / 2 - 1 - wide / 2
        y = 0.0 if alone else -self.size / 2 + 1 + high / 2
        card = element("rect", x=x - wide / 2, y=y - high / 2, width=wide, height=high, rx=high / 2.5)
        return element("g", card, text(x, y, badge, letters), class_="kz-badge")

    def ring(self, symbol: str = EMPTY) -> str:
        """The ring that points out a cell."""
        if symbol in self.picture.cards:
            return card_ring(self.size)
        if self.is_goban:
            return last_mark(self.size)
        if self.picture.round_cells:
            return element("circle", class_="kz-ring", r=0.43 * self.size)
        side = self.size - 5
        return element("rect", class_="kz-ring", x=-side / 2, y=-side / 2, width=side, height=side, rx=0.08 * self.size)

    # ------------------------------------------------------------ pieces

    def piece(self, symbol: str) -> str:
        """What a symbol looks like, around (0, 0)."""
        owner = self.picture.owners.get(symbol)
        if symbol in self.picture.cards:
            return card_svg(self.picture.cards[symbol], self.size)
        if symbol in self.picture.pieces:
            return piece_svg(self.picture.pieces[symbol], self.size)
        if symbol in self.picture.tiles:
            return tile_svg(symbol, self.picture.tiles[symbol], self.size)
        if symbol in self.picture.discs:
            return element("circle", class_="kz-disc", r=self.picture.discs[symbol] * self.size)
        if owner is None:
            return self._written(symbol, "kz-loose", 0.62 if self.picture.round_cells else 0.8)
        if not self.drawn_glyphs:
            groove = [element("circle", class_="kz-groove", r=0.31 * self.size, stroke_width=0.035 * self.size)]
            return _body(owner, self.size) + "".join(groove if owner == 1 else []) + self._letter(symbol, owner)
        if self.picture.round_cells:
            return _body(owner, self.size) + _glyph(symbol, "kz-glyph", 0.17 * self.size, 0.075 * self.size)
        return _glyph(symbol, f"kz-bare {_player(owner)}", 0.27 * self.size, 0.11 * self.size)

    def _letter(self, symbol: str, owner: int) -> str:
        paint = "kz-on-dark" if owner < 2 else "kz-on-grey" if owner == 2 else "kz-loose"
        return self._written(symbol, paint, 0.56)

    def _written(self, symbol: str, paint: str, room: float) -> str:
        """The symbol as text, smaller where it is long."""
        widest = text_width(symbol, 1.0) or 1.0
        return text(0, 0, symbol, min(0.46 * self.size, room * self.size / widest), class_=paint)


def _player(owner: int) -> str:
    return f"kz-player-{owner}" if 0 <= owner <= 2 else "kz-player-more"


def _body(owner: int, size: float) -> str:
    """The piece under a symbol: a disc for the first two players, then a square, then diamonds."""
    if owner in (0, 1):
        return element("circle", class_=_player(owner), r=0.38 * size)
    half = 0.34 * size
    if owner == 2:
        return element("rect", class_=_player(owner), x=-half, y=-half, width=2 * half, height=2 * half, rx=0.07 * size)
    reach = number(0.44 * size)
    return element("path", class_=_player(owner), d=f"M0-{reach}L{reach} 0L0 {reach}L-{reach} 0Z")


def _glyph(symbol: str, paint: str, reach: float, stroke: float) -> str:
    """X as two strokes, O as a ring."""
    if symbol == "O":
        return element("circle", class_=paint, r=reach, stroke_width=stroke)
    r = number(reach * 0.92)
    return element("path", class_=paint, d=f"M-{r}-{r}L{r} {r}M-{r} {r}L{r}-{r}", stroke_width=stroke)


def _rounded(x: float, y: float, width: float, height: float, corner: float) -> str:
    """The path of a rectangle with rounded corners."""
    r, across, down = number(corner), number(width - 2 * corner), number(height - 2 * corner)
    sides = f"h{across}a{r} {r} 0 0 1 {r} {r}v{down}a{r} {r} 0 0 1-{r} {r}"
    return f"M{number(x + corner)} {number(y)}{sides}h-{across}a{r} {r} 0 0 1-{r}-{r}v-{down}a{r} {r} 0 0 1 {r}-{r}z"


def _point(place: tuple[float, float]) -> str:
    return f"{number(place[0])} {number(place[1])}"


def _circle(x: float, y: float, radius: float) -> str:
    """The path of a circle."""
    r, across = number(radius), number(2 * radius)
    return f"M{number(x - radius)} {number(y)}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0-{across} 0z"

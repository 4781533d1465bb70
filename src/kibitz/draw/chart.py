"""The history of a game: who stood better after each ply, and where it turned."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kibitz.draw.svg import BLUE, GREY, ORANGE, document, element, escape, number, text, text_width
from kibitz.errors import BadInput

STYLE = f"""\
.kz-svg .kz-better-0{{fill:{BLUE};fill-opacity:.3}}
.kz-svg .kz-better-1{{fill:{ORANGE};fill-opacity:.3}}
.kz-svg .kz-middle{{stroke:currentColor;stroke-opacity:.4;stroke-width:1}}
.kz-svg .kz-line{{fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}}
.kz-svg .kz-line-0{{stroke:{BLUE}}}
.kz-svg .kz-line-1{{stroke:{ORANGE};stroke-dasharray:7 4}}
.kz-svg .kz-line-2{{stroke:{GREY};stroke-dasharray:2 4}}
.kz-svg .kz-line-more{{stroke-dasharray:9 4 2 4}}
.kz-svg .kz-hit{{fill:transparent;pointer-events:all}}
.kz-svg .kz-dot{{fill:currentColor}}
.kz-svg .kz-now{{stroke:currentColor;stroke-width:1.5;stroke-dasharray:3 3}}
.kz-svg .kz-now-dot{{fill:none;stroke:currentColor;stroke-width:2}}
.kz-svg .kz-slip,.kz-svg .kz-mistake{{fill:#fff;stroke:{ORANGE};stroke-width:2}}
.kz-svg .kz-blunder{{fill:{ORANGE};stroke:{ORANGE};stroke-width:2}}
.kz-svg .kz-remark{{font-weight:700}}
.kz-svg .kz-better{{font-weight:600}}
"""

SIGNS = {"slip": "?!", "mistake": "?", "blunder": "??"}  # from the lightest to the gravest
MARGIN = 12.0
BELOW = 20.0  # for the numbers of the plies
LETTERS, REMARK = 12.0, 13.0
DOTS = 7.0  # a dot is drawn at each ply where the plies are at least that far apart

Value = float | None


def chart_svg(
    values: Sequence[Sequence[Value]],
    *,
    names: Sequence[str],
    mistakes: Mapping[int, str] | None = None,
    at: int | None = None,
    width: float = 640,
    height: float = 160,
    title: str = "",
) -> str:
    """Values after each ply, from 0, as an SVG document `width` by `height` pixels.

    `values` has one line of a two-player game, from 1 (all is well for `names[0]`) to -1 (for `names[1]`), the areas
    above and below its middle being theirs; or one line a player, named at its end. None is a ply without a value, and
    values beyond 1 are drawn at 1. `mistakes` are `slip`, `mistake` or `blunder` by ply: a ring, a diamond and a
    square, with ?!, ? and ?? where there is room. `at` marks a ply.

    Each ply is a group of class `kz-point` with its number in `data-ply`, as wide and high as its share of the chart.
    """
    for ply, mistake in (mistakes or {}).items():
        if mistake not in SIGNS:
            raise BadInput(f"{mistake!r}, at ply {ply}, is not a mistake: expected {', '.join(SIGNS)}")
    if len(names) < len(values):
        raise BadInput(f"{len(values)} lines have {len(names)} names: expected a name for each")
    return _Chart(values, names, mistakes or {}, at, width, height).drawn(title)


class _Chart:
    """One chart being drawn."""

    def __init__(
        self,
        values: Sequence[Sequence[Value]],
        names: Sequence[str],
        mistakes: Mapping[int, str],
        at: int | None,
        width: float,
        height: float,
    ) -> None:
        self.lines = [[None if v is None else min(1.0, max(-1.0, v)) for v in line] for line in values]
        self.names = names
        self.mistakes = mistakes
        self.at = at
        self.width, self.height = width, height
        self.plies = max(map(len, self.lines), default=0)
        self.alone = len(self.lines) <= 1
        named = 0.0 if self.alone else max(text_width(name, LETTERS) for name in names) + 8
        self.left, self.right = MARGIN, width - MARGIN - named
        self.top, self.bottom = MARGIN, height - BELOW
        self.step = (self.right - self.left) / max(1, self.plies - 1)

    def drawn(self, title: str) -> str:
        inside = [self._areas(), self._axis()] if self.alone else [self._axis()]
        inside += [self._line(number_of_line) for number_of_line in range(len(self.lines))]
        inside += [self._better(), *self._ticks()] if self.alone else [*self._named(), *self._ticks()]
        if self.at is not None:
            inside.append(self._now(self.at))
        inside += [self._point(ply) for ply in range(self.plies)]
        return document(self.width, self.height, title or self._said(), STYLE, *inside)

    def _said(self) -> str:
        who = " and ".join(self.names)
        plies = f"{max(0, self.plies - 1)} plies"
        made = {kind: list(self.mistakes.values()).count(kind) for kind in SIGNS}
        counted = [f"{count} {kind}{'' if count == 1 else 's'}" for kind, count in made.items() if count]
        return f"How {who} stood in {plies}" + (f": {', '.join(counted)}." if counted else ".")

    # ------------------------------------------------------------ where things are

    def _x(self, ply: float) -> float:
        return self.left + ply * self.step

    def _y(self, value: float) -> float:
        return (self.top + self.bottom) / 2 - value * (self.bottom - self.top) / 2

    def _value(self, line: int, ply: int) -> Value:
        return self.lines[line][ply] if ply < len(self.lines[line]) else None

    def _runs(self, line: Sequence[Value]) -> Iterator[list[tuple[float, float]]]:
        """The stretches of a line without gaps, as plies and values, with a place added where it crosses the middle."""
        run: list[tuple[float, float]] = []
        for ply, value in enumerate(line):
            if value is None:
                yield run
                run = []
                continue
            if run and run[-1][1] * value < 0:
                before = abs(run[-1][1])
                run.append((ply - 1 + before / (before + abs(value)), 0.0))
            run.append((ply, value))
        yield run

    # ------------------------------------------------------------ what does not move

    def _areas(self) -> str:
        """What lies between the line and the middle: the first player's above, the second's below."""
        shapes = []
        for side in range(2):
            path = ""
            for run in self._runs(self.lines[0]) if self.lines else ():
                clipped = [(ply, max(0.0, v) if side == 0 else min(0.0, v)) for ply, v in run]
                if any(v for _, v in clipped):
                    path += self._path([(run[0][0], 0.0), *clipped, (run[-1][0], 0.0)]) + "Z"
            if path:
                shapes.append(element("path", class_=f"kz-better-{side}", d=path))
        return "".join(shapes)

    def _axis(self) -> str:
        y = self._y(0)
        return element("line", class_="kz-middle", x1=self.left, y1=y, x2=self.right, y2=y)

    def _path(self, places: Sequence[tuple[float, float]]) -> str:
        return "M" + "L".join(f"{number(self._x(ply))} {number(self._y(value))}" for ply, value in places)

    def _line(self, line: int) -> str:
        paint = "kz-line" if self.alone else f"kz-line kz-line-{line if line < 3 else 'more'}"
        path = "".join(self._path(run) for run in self._runs(self.lines[line]) if run)
        return element("path", class_=paint, d=path) if path else ""

    def _better(self) -> str:
        """Whose area is whose, in words at its corner."""
        words = [f"{name} is better" for name in self.names[:2]]
        heights = [self.top + LETTERS / 2, self.bottom - LETTERS / 2]
        return "".join(
            text(self.left + 2, y, word, LETTERS, class_="kz-quiet kz-better", text_anchor="start")
            for word, y in zip(words, heights, strict=False)
        )

    def _named(self) -> list[str]:
        """The players' names at the ends of their lines, moved apart where those are close."""
        ends = []
        for line, values in enumerate(self.lines):
            last = next((v for v in reversed(values) if v is not None), 0.0)
            ends.append((self._y(last), self.names[line]))
        ends.sort()
        lowest = self.top
        texts = []
        for index, (y, name) in enumerate(ends):
            room = self.bottom - (len(ends) - 1 - index) * (LETTERS + 2)
            lowest = max(lowest, min(y, room))
            texts.append(text(self.right + 8, lowest, name, LETTERS, class_="kz-better", text_anchor="start"))
            lowest += LETTERS + 2
        return texts

    def _ticks(self) -> list[str]:
        """Numbers below, as many as there is room for."""
        if not self.plies:
            return []
        every = next(n for n in (1, 2, 5, 10, 20, 50, 100, 200, 500, 10**6) if n * self.step >= 28 or n == 10**6)
        y = self.bottom + BELOW / 2 + 2
        return [text(self._x(ply), y, str(ply), 11, class_="kz-quiet") for ply in range(0, self.plies, every)]

    def _now(self, ply: int) -> str:
        x = self._x(ply)
        marks = [element("line", class_="kz-now", x1=x, y1=self.top, x2=x, y2=self.bottom)]
        for line in range(len(self.lines)):
            if (value := self._value(line, ply)) is not None:
                marks.append(element("circle", class_="kz-now-dot", cx=x, cy=self._y(value), r=6.5))
        return "".join(marks)

    # ------------------------------------------------------------ plies

    def _point(self, ply: int) -> str:
        x = self._x(ply)
        inside = [
            element("title", escape(self._described(ply))),
            element(
                "rect",
                class_="kz-hit",
                x=x - self.step / 2 if self.plies > 1 else 0,
                y=0,
                width=self.step if self.plies > 1 else self.width,
                height=self.height,
            ),
        ]
        values = [v for line in range(len(self.lines)) if (v := self._value(line, ply)) is not None]
        if self.step >= DOTS:
            inside += [element("circle", class_="kz-dot", cx=x, cy=self._y(v), r=2.5) for v in values]
        if ply in self.mistakes:
            inside.append(self._mistake(ply, x, values))
        return element("g", *inside, class_="kz-point", data_ply=str(ply))

    def _mistake(self, ply: int, x: float, values: Sequence[float]) -> str:
        kind = self.mistakes[ply]
        y = self._y((values[0] if values else 0.0) if self.alone else -0.9)  # of several lines, none is its place
        above = y - self.top > 2 * REMARK
        sign = text(x, y - REMARK if above else y + REMARK, SIGNS[kind], REMARK, class_="kz-remark")
        return _mark(kind, x, y) + (sign if self._has_room(ply) else "")

    def _has_room(self, ply: int) -> bool:
        """Is there room for a mistake's sign? Of those close together the gravest is written, and the first of them."""
        near = [other for other in self.mistakes if other != ply and abs(other - ply) * self.step < 22]
        gravity = list(SIGNS).index
        return all((-gravity(self.mistakes[ply]), ply) < (-gravity(self.mistakes[other]), other) for other in near)

    def _described(self, ply: int) -> str:
        known = [(self.names[line], self._value(line, ply)) for line in range(len(self.lines))]
        known_values = [f"{name} {value:+.2f}".replace("-", "−") for name, value in known if value is not None]
        when = "at the start" if ply == 0 else f"after ply {ply}"
        mistake = f"; a {self.mistakes[ply]} {SIGNS[self.mistakes[ply]]}" if ply in self.mistakes else ""
        return f"{when}: {', '.join(known_values) or 'not known'}{mistake}"


def _mark(kind: str, x: float, y: float) -> str:
    """A ring for a slip, a diamond for a mistake, a square for a blunder."""
    if kind == "slip":
        return element("circle", class_="kz-slip", cx=x, cy=y, r=4)
    if kind == "mistake":
        path = f"M{number(x)} {number(y - 6)}l6 6l-6 6l-6 -6Z"
        return element("path", class_="kz-mistake", d=path)
    return element("rect", class_="kz-blunder", x=x - 5, y=y - 5, width=10, height=10)

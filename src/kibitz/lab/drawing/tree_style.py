"""What the nodes of a drawn tree look like: their colours, their sizes and their outlines."""

from __future__ import annotations

from kibitz.draw.svg import BLUE, GREY, ORANGE, element, number

STYLE = f"""\
.kz-svg .kz-shape{{stroke-width:1.75;stroke-linejoin:round;fill-opacity:.15}}
.kz-svg .kz-max .kz-shape,.kz-svg .kz-mover-0 .kz-shape{{fill:{BLUE};stroke:{BLUE}}}
.kz-svg .kz-min .kz-shape,.kz-svg .kz-mover-1 .kz-shape{{fill:{ORANGE};stroke:{ORANGE}}}
.kz-svg .kz-chance .kz-shape,.kz-svg .kz-mover-2 .kz-shape{{fill:{GREY};stroke:{GREY}}}
.kz-svg .kz-leaf .kz-shape,.kz-svg .kz-mover-more .kz-shape{{fill:currentColor;fill-opacity:.07;stroke:currentColor}}
.kz-svg .kz-leaf .kz-shape{{stroke-opacity:.55;stroke-width:1.25}}
.kz-svg .kz-unvisited .kz-shape{{fill-opacity:0;stroke-width:1}}
.kz-svg .kz-unvisited text{{fill-opacity:.7}}
.kz-svg .kz-visited .kz-shape{{stroke-width:2.25}}
.kz-svg .kz-leaf.kz-visited .kz-shape{{stroke-opacity:.85;stroke-width:1.75}}
.kz-svg .kz-current .kz-shape{{fill-opacity:.3;stroke-width:2.5;stroke-opacity:1}}
.kz-svg .kz-halo{{fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round}}
.kz-svg .kz-below .kz-shape{{fill-opacity:0;stroke-width:1.25;stroke-dasharray:3 3}}
.kz-svg .kz-below{{opacity:.55}}
.kz-svg .kz-edge{{stroke:currentColor;stroke-width:1.25;stroke-opacity:.55;stroke-linecap:round}}
.kz-svg .kz-edge.kz-unvisited{{stroke-width:1;stroke-opacity:.4}}
.kz-svg .kz-edge.kz-visited{{stroke-width:1.75;stroke-opacity:.75}}
.kz-svg .kz-edge.kz-best{{stroke-width:4;stroke-opacity:1;stroke-linecap:butt}}
.kz-svg .kz-edge.kz-walked{{stroke-width:3.25;stroke-opacity:1}}
.kz-svg .kz-edge.kz-played{{stroke:{ORANGE};stroke-width:3;stroke-opacity:1;stroke-dasharray:0.1 6.5}}
.kz-svg .kz-played .kz-shape{{stroke-width:2;stroke-dasharray:2 3}}
.kz-svg .kz-edge.kz-below{{stroke-dasharray:4 4;stroke-width:1.25;stroke-opacity:.7}}
.kz-svg .kz-edge.kz-severed{{stroke-dasharray:5 4;stroke-width:1.5;stroke-opacity:.6}}
.kz-svg .kz-cut{{stroke:{ORANGE};stroke-width:2.5;stroke-linecap:round}}
.kz-svg .kz-name,.kz-svg .kz-value{{font-weight:600}}
.kz-svg .kz-leaf .kz-name,.kz-svg .kz-chances{{font-weight:400;fill-opacity:.75}}
.kz-svg .kz-move{{font-weight:600}}
.kz-svg .kz-grip{{stroke:transparent;stroke-width:18;pointer-events:stroke}}
"""

FOLD_STYLE = """\
.kz-svg .kz-toggle{cursor:pointer}
.kz-svg .kz-toggle polygon{fill:currentColor;stroke:currentColor;stroke-opacity:.45;stroke-width:1}
.kz-svg .kz-toggle circle{fill:currentColor;fill-opacity:.12;stroke:currentColor;stroke-opacity:.5;stroke-width:1}
.kz-svg .kz-toggle .kz-reach{fill:none;stroke:none;pointer-events:all}
.kz-svg .kz-toggle .kz-sign{stroke:currentColor;stroke-width:1.5}
.kz-svg .kz-toggle text{font-weight:600}
"""

DEPTH_STYLE = """\
.kz-svg .kz-edge.kz-dropped{stroke-dasharray:1 4;stroke-width:1.5;stroke-opacity:.7}
.kz-svg .kz-left-out{fill:none;stroke:currentColor;stroke-width:1.75}
.kz-svg .kz-limit{stroke:currentColor;stroke-width:2.5;stroke-linecap:round;fill:none}
.kz-svg .kz-guess{font-style:italic;fill-opacity:.85}
"""

WIDE, HIGH = 50.0, 42.0  # a triangle; circles and squares are HIGH across
LEAF = 26.0  # a leaf is a square of this size, or wider where its value is
LEVEL = 96.0  # from a node to its children
HIGHEST_FAN = 160.0
MARGIN = 18.0
LETTERS, SMALL = 14.0, 12.0  # sizes of text: values and names; windows, leaves' names and probabilities
LINE = 14.0
UNDER_BOARD = 5.0  # between a node and the small board over it
CAPTION, CAPTION_LINE, NARROWEST = 14.0, 20.0, 480.0
LONGEST_NAME = 12
MOST_NAMED = 12  # cut children named in the title


def outline(kind: str, grown: float, paint: str, leaf_width: float) -> str:
    """The outline of a node of a kind around (0, 0), `grown` pixels larger on all sides than the node itself."""
    if kind == "chance":
        return element("circle", class_=paint, r=HIGH / 2 + grown)
    if kind in ("max", "min"):
        # A triangle grows most at its corners: this keeps the same distance along its sides.
        up = -1 if kind == "max" else 1
        half, tip, flat = WIDE / 2 + 1.75 * grown, up * (HIGH / 2 + 1.7 * grown), -up * (HIGH / 2 + 0.9 * grown)
        points = f"0,{number(tip)} {number(half)},{number(flat)} {number(-half)},{number(flat)}"
        return element("polygon", class_=paint, points=points)
    wide, high = (leaf_width, LEAF) if kind == "leaf" else (HIGH, HIGH)
    wide, high = wide + 2 * grown, high + 2 * grown
    corner = 3 if kind == "leaf" else 10
    return element("rect", class_=paint, x=-wide / 2, y=-high / 2, width=wide, height=high, rx=corner)


def limit_mark(kind: str) -> str:
    """A wavy line under a node: the depth limit was reached here, and its value is only an evaluation."""
    half = WIDE / 2 if kind != "min" else WIDE / 3
    wave = f"q{number(half / 4)} -5 {number(half / 2)} 0" + f"t{number(half / 2)} 0" * 3
    return element("path", class_="kz-limit", d=f"M{number(-half)} {number(HIGH / 2 + 6)}{wave}")


def sides(kind: str) -> tuple[float, float, float]:
    """How far from the middle a node's name and its facts begin, and how far below it its value is written."""
    return {"max": (29.0, 32.0, 9.0), "min": (29.0, 32.0, -9.0)}.get(kind, (HIGH / 2 + 10, HIGH / 2 + 10, 0.0))

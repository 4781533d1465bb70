"""What may be asked about trees, and what is answered, field by field."""

from __future__ import annotations

import secrets
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from kibitz.lab.cutoff import Cutoff
from kibitz.lab.drawing.closed_subtrees import ROOM
from kibitz.lab.tree_search import LONGEST_TEXT, MOST_NODES
from kibitz.web.answers import Value
from kibitz.web.requests import Algorithm, Asked, Place
from kibitz.web.tree_answers import TreeSearched

MOST_SEEDS = 1_000_000  # a seed that is not given is drawn from these: short enough to be read out
MOST_SIMULATIONS = 300  # each takes a handful of steps, all of which are drawn
LONGEST_TYPED = 200  # characters of a value or an answer
LARGEST = 1e300

TreeText = Annotated[str, Field(max_length=LONGEST_TEXT, examples=["((3 12 8) (2 4 6) (14 5 2))"])]
Variant = Literal["fail-soft", "fail-hard", "strict", "update-first"]
NodeName = Annotated[str, Field(max_length=200, examples=["B"])]
Seed = Annotated[int, Field(ge=0, lt=1 << 53)]


def drawn_seed(given: int | None) -> int:
    """The seed that was given, else one drawn at random."""
    return secrets.randbelow(MOST_SEEDS) if given is None else given


def is_typed(given: Any) -> bool:
    """Is it a number, or a text short enough to be one?"""
    if isinstance(given, str):
        return len(given) <= LONGEST_TYPED
    return isinstance(given, (int, float)) and not isinstance(given, bool) and abs(given) <= LARGEST


def _typed(given: Any) -> Any:
    if given is None or is_typed(given):
        return given
    what = f"a number, or a text of at most {LONGEST_TYPED} characters"
    raise PydanticCustomError("expected", "expected {what}", {"what": what})


def _pair(given: Any) -> Any:
    if given is None:
        return None
    are_numbers = isinstance(given, list) and all(not isinstance(part, str) and is_typed(part) for part in given)
    if are_numbers and len(given) == 2:
        return float(given[0]), float(given[1])
    raise PydanticCustomError("expected", "expected {what}", {"what": "two numbers, the lower one first"})


NUMBER_SCHEMA: dict[str, Any] = {"type": "number", "minimum": -LARGEST, "maximum": LARGEST}
Bounds = Annotated[
    Any,
    BeforeValidator(_pair),
    WithJsonSchema(
        {
            "anyOf": [{"type": "array", "items": NUMBER_SCHEMA, "minItems": 2, "maxItems": 2}, {"type": "null"}],
            "description": "for star1 and star2: two numbers between which all values lie",
            "examples": [[-2, 2]],
        }
    ),
]

TYPED_SCHEMA: dict[str, Any] = {"anyOf": [{"type": "string", "maxLength": LONGEST_TYPED}, NUMBER_SCHEMA]}
Typed = Annotated[Any, BeforeValidator(_typed), WithJsonSchema(TYPED_SCHEMA)]


class SimulationsAsked(Asked):
    """How a search by simulations is run."""

    simulations: int | None = Field(None, ge=1, le=MOST_SIMULATIONS, description="montecarlo: how many to run")
    exploration: float | None = Field(None, gt=0, le=1_000, description="montecarlo: the c of UCB1")
    seed: Seed | None = Field(None, description="montecarlo: the seed of the random games")

    @property
    def simulated(self) -> dict[str, Any]:
        """What was given of it."""
        return {"simulations": self.simulations, "exploration": self.exploration, "seed": self.seed}


class RangesAsked(Asked):
    """Whether a range is shown at every node."""

    ranges: bool | Literal["fitting"] = Field(
        False,
        description='between which two numbers each node may still lie; "fitting": where there are ranges to show',
    )


class CutoffAsked(Asked):
    """Where a search of a tree stops early."""

    quiescence: bool = Field(False, description="minimax, alphabeta, deepening: look through noisy nodes at the limit")
    beam: int = Field(0, ge=0, le=1_000, description="the same: only so many of the most promising children; 0 for all")
    without: list[Literal["table", "best-first", "killers"]] = Field(
        default_factory=list, max_length=3, description="deepening: what it is not to remember"
    )

    def cutoff(self, depth: int | None) -> Cutoff:
        """The same to a depth."""
        return Cutoff.of(depth, self.quiescence, self.beam, self.without)


class RunAsked(SimulationsAsked, CutoffAsked, RangesAsked):
    """A search to run on a tree."""

    depth: int | None = Field(None, ge=0, le=1_000, description="depth limit in plies; null for none")

    tree: TreeText
    algorithm: Algorithm = "auto"
    variant: Variant = "fail-soft"
    bounds: Bounds = None


class FoldsAsked(Asked):
    """Which subtrees of a tree are drawn closed."""

    fold: Literal["no", "large", "yes"] = Field(
        "no", description="may subtrees be opened and closed: in no tree, in one with more than `room` leaves, in any"
    )
    folded: list[NodeName] | None = Field(
        None, max_length=MOST_NODES, description="the nodes to close; where it is left out, so many that the rest fits"
    )
    room: int = Field(ROOM, ge=2, le=400, description="how many nodes fit side by side")


class LabAsked(RunAsked, FoldsAsked):
    """The same, to be looked at."""

    lenient: bool = Field(False, description="where the search does not fit the tree, run one that does")


class NodeShown(BaseModel):
    """A node of a tree."""

    name: str
    named: bool = Field(description="does the tree give the name?")
    kind: str = Field(description="max, min, chance, leaf, or player where leaves are vectors")
    player: int | None = Field(description="who is to move, from 0; −1 is chance; null at a leaf")
    parent: str | None
    number: int | None = Field(description="which child of its parent it is, from 1")
    value: Value = Field(description="at a leaf")
    guess: Value = Field(description="the evaluation of a node with children; null where it has none")
    noisy: bool = Field(description="is it marked as noisy?")
    probability: float | None = Field(description="below a chance node")
    label: str = Field(description="the move that leads here")
    path: list[int] = Field(description="which child was taken at each ply from the root, from 0")


class CountsShown(BaseModel):
    """Leaves visited, against those of a full tree with the same branching b and depth m."""

    nodes: int
    leaves: int
    visited: int = Field(description="leaves")
    evaluated: int = Field(description="nodes at the depth limit")
    branching: int
    depth: int
    full: int | None = Field(description="b^m leaves; null beyond 2^53")
    best: int | None = Field(
        description="b^⌈m/2⌉ + b^⌊m/2⌋ − 1 leaves: alpha-beta with the best child first; null where a tree is not even"
    )
    fewest: int | None = Field(
        description="leaves of alpha-beta on this tree in the best order of all; null where it does not fit the tree"
    )


class FitShown(BaseModel):
    """A search that can be run on the tree."""

    algorithm: str
    variant: str | None
    title: str


class SearchOffered(FitShown):
    """A search that can be watched, and whether it can be run on the tree."""

    fits: bool
    reason: str = Field(description="why it does not fit, in a sentence; empty where it does")
    why: str = Field(description="the same in a few words that may follow the name of the search")
    cuts: bool = Field(description="may it leave out parts of a tree?")
    uses_bounds: bool = Field(description="does it use bounds on the values?")
    simulates: bool = Field(description="is it run by simulations?")
    looks_on: bool = Field(description="does it take quiescence and a beam?")
    remembers: bool = Field(description="does it go by rounds, with a table, the best move first and killers?")


class DrawingShown(BaseModel):
    """The tree at step 0, and what each step changes: part (the `data-part` of an element) to its new markup."""

    svg: str
    changes: list[dict[str, str]]


class LabShown(TreeSearched):
    """A search of a tree, with everything that is needed to draw it and to step through it."""

    variant: str | None
    title: str
    text: str = Field(description="the tree in brackets, as short as it goes")
    nodes_list: list[NodeShown]
    cut: list[str] = Field(description="children whose edge is cut")
    counts: CountsShown
    deepest: int = Field(description="the plies of the longest line: a depth limit of as many is none")
    has_guesses: bool = Field(description="has any node an evaluation?")
    fits: list[FitShown]
    algorithms: list[SearchOffered] = Field(description="every search that can be watched")
    cuts: bool = Field(description="may this search leave out parts of a tree?")
    quiz_kinds: list[str] = Field(description="the questions that a quiz can ask about the tree")
    folded: list[str] = Field(description="the nodes whose subtrees are closed")
    ranges: bool | None = Field(description="is a range shown at every node? null where there is none to show")
    drawing: DrawingShown


class PositionTreeAsked(Place, SimulationsAsked, CutoffAsked, RangesAsked, FoldsAsked):
    """A position whose tree is wanted, `depth` decisions deep."""

    judged: bool = Field(False, description="with the game's evaluation at every node, for searches that stop there")
    limit: int | None = Field(None, ge=0, le=100, description="depth limit of the search of that tree; null for none")

    depth: int | None = Field(2, ge=1, le=6, description="null: the smallest at which the moves differ")
    telling: bool = Field(False, description="where they differ at none, the tree of a later position")
    boards: bool = Field(False, description="with a small board at every node")
    algorithm: Algorithm = "alphabeta"
    variant: Variant = "fail-soft"
    bounds: Bounds = None


class PositionTreeShown(LabShown):
    """The tree of a position."""

    position: str
    depth: int = Field(description="of the tree")
    limit: int | None = Field(description="the depth limit of the search of that tree; null for none")
    played: list[str] = Field(description="the moves from the position that was asked for to this one: see `telling`")
    alike: bool = Field(description="are all moves worth the same at this depth?")


class EditAsked(Asked):
    """A change to a tree; `kibitz.lab.editing.Edit` tells of each kind."""

    tree: TreeText
    kind: Literal[
        "value",
        "probability",
        "guess",
        "noisy",
        "guesses",
        "add",
        "grow",
        "remove",
        "kind",
        "left",
        "right",
        "place",
        "best-first",
        "worst-first",
        "fewest-leaves",
        "as-written",
        "shuffle",
    ]
    node: NodeName | None = None
    value: Typed | None = None
    seed: Seed = 0


class TreeEdited(BaseModel):
    """The tree after a change, and the new name of the node that it was about."""

    tree: str
    named: str | None


class RandomAsked(Asked):
    """A random tree to draw; without a seed, a new one each time."""

    depth: int = Field(3, ge=1, le=6)
    branching: int = Field(3, ge=1, le=6)
    low: int = Field(-9, ge=-9_999, le=9_999)
    high: int = Field(9, ge=-9_999, le=9_999)
    seed: Seed | None = None
    kind: Literal["opponents", "chance", "players"] = "opponents"
    players: int = Field(3, ge=2, le=9)
    even: bool = False


class TreeDrawn(BaseModel):
    """A random tree, and the seed that draws it again."""

    tree: str
    seed: int


class DepthShown(BaseModel):
    """What a search finds at one depth."""

    depth: int
    value: Value
    best: str | None
    leaves: int
    evaluations: int
    is_end: bool = Field(description="is it to the end of the tree?")
    value_changes: bool = Field(description="is the value another than a ply before?")
    best_changes: bool


class ExportAsked(RunAsked):
    """A tree to be written to a file as it is after a step; without one, at the end of the search."""

    step: int | None = Field(None, ge=0, le=1_000_000)
    format: Literal["svg", "latex", "json", "html"]


class FileShown(BaseModel):
    """The file."""

    text: str
    filename: str
    media: str


class ExhibitShown(BaseModel):
    """A tree of the gallery."""

    name: str
    title: str
    tree: str
    algorithm: str
    variant: str
    note: str = Field(description="what to look for, once the question is answered")
    lecture: int = Field(description="from 1")
    chapter: str = Field(description="the title of the lecture")
    section: str = Field(description="the heading of the lecture's page that treats it")
    page: str = Field(description="that page and the place on it, below docs/lectures")
    question: str
    bounds: tuple[float, float] | None = Field(description="for star1 and star2")
    ranges: bool = Field(description="is it looked at with a range at every node?")
    depth: int | None = Field(description="depth limit in plies")
    quiescence: bool = Field(description="is it looked at with quiescence search?")
    beam: int = Field(description="children that are looked at; 0 for all")


class AnswerShown(BaseModel):
    """The answer to the question of a tree in the gallery."""

    name: str
    answer: str

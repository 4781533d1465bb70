"""What may be asked, field by field."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from kibitz.answer.levels import LEVELS

LONGEST_MOVE = 200
MOST_MOVES = 1000
LONGEST_TEXT = 5000


class Asked(BaseModel):
    """The body of a request: nothing but the fields it has, each of the right type."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


def _moves(given: Any) -> Any:
    return given.split() if isinstance(given, str) else given


def _scalar(given: Any) -> Any:
    if isinstance(given, (str, int, float)) and len(str(given)) <= LONGEST_TEXT:
        return given
    what = f"a text of at most {LONGEST_TEXT} characters, a number, or true or false"
    raise PydanticCustomError("expected", "expected {what}", {"what": what})


Move = Annotated[str, Field(max_length=LONGEST_MOVE)]
Moves = Annotated[
    list[Move],
    BeforeValidator(_moves),
    Field(max_length=MOST_MOVES, description="moves to play, in a list or in one text with spaces between them"),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "array", "items": {"type": "string", "maxLength": LONGEST_MOVE}, "maxItems": MOST_MOVES},
                {"type": "string", "maxLength": 2 * MOST_MOVES, "pattern": r"^(\S{0,200}\s+){0,900}\S{0,200}$"},
            ]
        }
    ),
]
Scalar = Annotated[
    Any,
    BeforeValidator(_scalar),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string", "maxLength": LONGEST_TEXT},
                {"type": "integer", "minimum": -(2**63), "maximum": 2**63},
                {"type": "number", "minimum": -1e300, "maximum": 1e300},
                {"type": "boolean"},
            ]
        }
    ),
]
Name = Annotated[str, Field(max_length=100)]
Size = Annotated[int, Field(ge=16, le=160, description="pixels a cell")]
Seconds = Annotated[float, Field(gt=0, le=10_000_000)]
Plies = Annotated[int, Field(ge=1, le=10_000)]
Algorithm = Annotated[str, Field(max_length=100, description="auto, or one that the game's description lists")]


class Place(Asked):
    """A position of a game."""

    game: Annotated[str, Field(max_length=200, description="a name from /api/games")]
    set: Annotated[dict[Name, Scalar], Field(max_length=20, description="the game's parameters")] = Field(
        default_factory=dict
    )
    position: Annotated[str | None, Field(max_length=LONGEST_TEXT, description="left out: the initial one")] = None
    moves: Moves = Field(default_factory=list)


class Seen(Place):
    """A position to look at, and from where."""

    flip: bool = Field(False, description="turn the board round")
    seat: int | None = Field(None, ge=0, le=1000, description="show what this player may see")


class PositionAsked(Seen):
    """A position to show."""

    size: Size = 64
    steps: Annotated[list[Move], Field(max_length=100)] = Field(
        default_factory=list, description="of a move that is made step by step: the steps made so far"
    )


class LineAsked(Seen):
    """A line of play to show, ply by ply."""

    line: Annotated[list[Move], Field(max_length=200)]
    size: Size = 36


class BestAsked(Place):
    """A position to analyse. Without any limit the server thinks for 2 seconds."""

    time: Seconds | None = Field(None, description="seconds; at most the longest search of the server")
    depth: Plies | None = None
    nodes: Annotated[int, Field(ge=1, le=10**15)] | None = None
    algorithm: Algorithm = "auto"
    exact: bool = Field(
        False, description="search until the value is proven, at most for the longest search of the server"
    )
    seed: Annotated[int, Field(ge=-(2**63), le=2**63)] | None = Field(None, description="for whatever is random")
    worlds: Annotated[int, Field(ge=1, le=10**9)] | None = Field(None, description="for deals: the most deals to solve")
    iterations: Annotated[int, Field(ge=1, le=10**15)] | None = Field(None, description="of CFR: the iteration limit")
    simulations: Annotated[int, Field(ge=1, le=10**15)] | None = Field(
        None, description="for montecarlo: the most simulations to make"
    )
    endgames: bool = Field(True, description="may an endgame table be asked, where the server keeps one of the game?")
    openings: bool = Field(True, description="may an opening book answer, where there is one of the game?")
    variant: Literal["plus", "vanilla", "sampled"] = Field("plus", description="of CFR")
    level: Annotated[int, Field(ge=1, le=len(LEVELS))] | None = Field(
        None,
        description=f"draw a move, the `chosen` one, as a player of this level, {LEVELS[0].text} to {LEVELS[-1].text}, "
        "would; without any limit the level's own time limit holds",
    )
    careless: bool = Field(False, description="with a level: may it throw away a won game with one move?")


class AblateAsked(Place):
    """A position on which to measure what each technique of the engine saves."""

    depth: Plies | None = Field(None, description="left out: until the value is proven")
    time: Seconds | None = Field(None, description="seconds for the whole table")


class PuzzlesAsked(Place):
    """Puzzles wanted: of the game that the moves make, or else from games made up from the position."""

    count: Annotated[int, Field(ge=1, le=50, description="the most to find")] = 1
    seed: Annotated[int, Field(ge=0, le=2**53)] = Field(0, description="for the games that are made up")
    time: Seconds | None = Field(None, description="seconds for all of them; at most the longest search of the server")


class HistoryAsked(Place):
    """A game to be judged, move by move."""

    time: Annotated[float, Field(ge=0.05, le=5, description="seconds for the first look at each position")] = 0.3
    budget: Annotated[float, Field(ge=0, le=10_000_000)] = Field(
        0.0,
        description="seconds in all for searching further what is not proven; at most the longest search of the server",
    )
    depth: Plies | None = None
    algorithm: Algorithm = "auto"
    width: Annotated[int, Field(ge=240, le=1600, description="pixels of the chart")] = 640

"""What is answered, field by field: a description. The answers themselves are made elsewhere, as plain data."""

from __future__ import annotations

from pydantic import BaseModel, Field

from kibitz.draw.directions import Direction
from kibitz.web.source_places import SourcePlace

Cell = tuple[int, int]
Value = float | list[float] | None


class Mistake(BaseModel):
    """What is wrong with a request."""

    error: str = Field(description="one sentence")
    field: str | None = Field(None, description="the field that it is about, such as set.width; left out if unknown")
    column: int | None = Field(None, description="where in the text of that field, from 1; left out if unknown")
    where: SourcePlace | None = Field(None, description="where in a user's own file; left out elsewhere")


class Becomes(BaseModel):
    """What a moved piece turns into."""

    said: str
    drawn: str = Field(description="SVG")


class MoveShown(BaseModel):
    """A legal move, and where to click for it."""

    move: str
    cell: Cell | None = Field(description="row and column, from 0: where the move goes")
    from_: Cell | None = Field(alias="from", description="where it comes from, if it is from one cell to another")
    through: list[Cell] = Field([], description="the cells where it stops on the way; left out where there are none")
    covers: list[Cell] = Field([], description="the cells it would fill or clear; left out where it is its own alone")
    becomes: Becomes | None = Field(None, description="what the moved piece turns into; left out where nothing")
    direction: Direction | None = Field(
        None, description="which way it goes, as seen; left out where it is not a direction"
    )
    steps: list[tuple[Cell, Cell]] = Field(
        [], description="of a move with several parts: where each goes from and to; left out where there is one"
    )


class PartShown(MoveShown):
    """A step of a move that is made step by step."""

    leads: list[str] = Field(description="the whole moves that it may become part of")
    completes: str | None = Field(description="the whole move that it ends; null where more steps follow")


class MoveUnderway(BaseModel):
    """A move that is made step by step, as far as it has been made; the board shows it so."""

    done: list[str]
    moves: list[PartShown] = Field(description="the steps that may follow")


class OutcomeShown(BaseModel):
    """An outcome of chance."""

    outcome: str
    probability: float
    cell: Cell | None


class PlayedShown(BaseModel):
    """A move that has been played."""

    move: str
    player: int = Field(description="who played it; −1 is chance")
    told: str = Field(description="what the seat that was asked for sees of it")


class Claim(BaseModel):
    """What is known of a value for the player to move, in fields."""

    exact: bool = Field(description="is the value proven?")
    outcome: str | None = Field(description='"win", "draw" or "loss" for the player to move, where that is proven')
    distance: int | None = Field(description="plies to the end under best play; null where the value does not tell")
    undecided: bool = Field(description="is nothing known of the value?")
    claim: str = Field(description="the words without the depth they rest on; empty where they are only the value")
    depth: int | None = Field(description="the depth that the value rests on; null where it rests on none")
    brief: str = Field(description="the claim in a few letters: W 7, L 12, =, ?, 53.2 %")
    share: float | None = Field(
        description="where the value lies between the worst, 0, and the best, 1; null: not known"
    )


class EndShown(Claim):
    """How a game between two has ended."""

    player: int
    value: float
    words: str


class ScoreShown(BaseModel):
    """How a finished game ended for one player."""

    player: int
    name: str
    text: str = Field(description='what it has scored, as in "9 tricks"; empty where only the winner counts')
    won: bool


class PositionShown(BaseModel):
    """A position with all that is needed to show and play it."""

    game: str
    title: str
    set: dict[str, str | int | float | bool]
    start: str = Field(description="the position before the moves")
    position: str = Field(description="the position after them")
    player: int = Field(description="who is to move; −1 is chance")
    players: int
    names: list[str] = Field(description='what people call each player: "White", "North", "player 1"')
    over: bool
    verdict: str
    ended: EndShown | None = Field(description="for two players, once the game is over: the end as player 0 sees it")
    utilities: list[float | None] | None
    scores: list[ScoreShown] | None = Field(description="once the game is over by its rules: each player's")
    chance: bool = Field(description="does the game have any? Whether chance is to move, `player` tells")
    hidden: bool
    zero_sum: bool = Field(description="is one player's gain another's loss?")
    unit: float = Field(description="what is shown as 1: 100 where values are hundredths of a pawn")
    moves: list[MoveShown]
    steps: MoveUnderway | None = Field(description="where moves are made step by step: those made, those to come")
    outcomes: list[OutcomeShown]
    chance_kind: str = Field(description='what chance brings in this game: "die", "card", or empty')
    outcome_kind: str | None = Field(description='what chance brings: "die", "card" or "other"; null: not its turn')
    board: str = Field(description="SVG")
    cell_size: float = Field(description="pixels of a cell in the drawing: as asked for, or what a tree has for a node")
    columns_click: bool = Field(description="does a click anywhere in a column mean its move?")
    caption: str
    text: str
    dice: str = Field(description="the last outcome of chance as the seat sees it: SVG; empty if a player moved since")
    played: list[PlayedShown]


class ThreatShown(BaseModel):
    """What a player threatens, as the game names it."""

    ply: int = Field(description="after which ply of the line, from 1; 0 before any move")
    player: int
    words: str = Field(description="behind “threatens”: four in a row at 4")
    moves: list[str] = Field(description="the moves that would carry it out")
    wins: bool = Field(description="would it win the game?")
    cells: list[Cell] = Field(description="the cells to point out")
    path: list[Cell] = Field(description="the cells that a piece would go over; empty where none moves")


class PlyShown(BaseModel):
    """A position along a line."""

    move: str
    cells: list[Cell] = Field(
        description="where it was played: the cells that a piece went over, or the one it was put on"
    )
    threats: list[ThreatShown] = Field(description="what the player who made it threatens now, if the game says")
    player: int
    position: str
    board: str
    over: bool
    caption: str


class LineShown(BaseModel):
    """A line of play, ply by ply."""

    plies: list[PlyShown]


class ArgumentShown(BaseModel):
    """Why a move is worse than the best, in parts."""

    claim: str = Field(description="what it comes to beside the best: 8 only draws; 1, 3 and 7 win")
    shown: str = Field(description="how: the reply that refutes it and the threat; empty where nothing is known")
    reply: str = Field(description="the move that refutes it; empty: none")
    threat: ThreatShown | None


class MoveJudged(Claim):
    """A legal move as the search sees it."""

    move: str
    value: Value
    words: str
    loss: float | None
    line: list[str]
    standard_error: float | None = Field(None, description="of the value, where that is an average over deals")
    loss_error: float | None = Field(None, description="of the loss")
    best_share: float | None = Field(None, description="of the deals: those in which no other move is better")
    probability: float | None = Field(None, description="with which it is to be played, where moves are to be mixed")
    visits: int | None = Field(None, description="simulations that began with it, where the value is their average")
    confidence: float | None = Field(None, description="half of the interval in which that average lies with 95 %")
    loss_words: str = Field(
        description="the loss in the units of the game; empty where it is none, or rests on another depth"
    )
    why: str = Field(description="why it is worse than the best, in a sentence or two; empty where it is not")
    shows_at: int | None = Field(description="the ply of the line, from 1, at which the loss shows")
    argument: ArgumentShown | None = Field(description="the parts of `why`; null where the move is not worse")
    reason: str = Field(
        description="what speaks for a move that is as good as any, behind “it”; empty: nothing is named"
    )


class SearchDone(BaseModel):
    """What a search did."""

    algorithm: str
    depth: int
    nodes: int
    seconds: float
    nodes_per_second: int
    table_hits: int
    cutoffs: int
    stopped_by: str
    iterations: int | None = Field(None, description="of CFR")
    simulations: int | None = Field(None, description="of montecarlo")
    exploitability: float | None = Field(None, description="the mean of what a player could gain; null: not known")
    statistics: dict[str, float | list[int] | None] = Field(default_factory=dict)


class PairWeighed(BaseModel):
    """Two players at a turn."""

    players: list[int]
    correlation: float | None = Field(description="of their values over the legal moves; null where one does not care")
    gain_by: list[str] = Field(description="moves that would give both more, at another's cost")


class FavourDone(BaseModel):
    """What a kingmaker can do for a player."""

    player: int
    move: str
    value: float
    otherwise: float


class Kingmaker(BaseModel):
    """Moves that are worth the same to the player to move, but not to others."""

    moves: list[str]
    favours: list[FavourDone]


class TurnWeighed(BaseModel):
    """Where the interests of several players join or part."""

    ply: int
    player: int
    played: str
    pairs: list[PairWeighed]
    kingmaker: Kingmaker | None
    sentences: list[str]


class Judged(Claim):
    """The answer of `kibitz best --json`, and the fields of a claim."""

    game: str
    position: str
    player: int
    best: str | None
    value: Value
    words: str
    moves: list[MoveJudged]
    search: SearchDone
    summary: str = Field(description="all moves in a sentence: Only 4 wins (in 7); 3 only draws; 1 and 2 lose.")
    threats: list[ThreatShown] = Field(description="what the other player threatens before any move, if the game says")
    note: str = Field("", description="what else should be known of the answer")
    alliances: list[TurnWeighed] | None = Field(None, description="for several players: the turns of the best line")
    level: int | None = Field(None, description="the level that was asked for; left out where none was")
    chosen: str | None = Field(None, description="with a level: the move it plays, or would play if it had to at once")
    lets_go: float | None = Field(None, description="what that move lets go, from 0, nothing, to 1, a win for a loss")


class SavingShown(BaseModel):
    """The search without one technique."""

    without: str = Field(description="empty: with all of them")
    nodes: int
    seconds: float
    value: float | None = Field(description="null: given up")
    times: float = Field(description="the nodes as a multiple of those of the search with all of them")


class Savings(BaseModel):
    """What each technique saves."""

    rows: list[SavingShown]

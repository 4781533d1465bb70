"""What is answered about a whole game, field by field: its judgement, and puzzles."""

from __future__ import annotations

from pydantic import BaseModel, Field


class PlyJudged(BaseModel):
    """A position of a game, and the move that led to it."""

    ply: int
    move: str | None
    player: int | None = Field(description="who played the move; null for the start")
    value: float | None = Field(description="player 0's")
    values: list[float | None]
    words: str
    best: str | None = Field(description="what would have been best instead of the move")
    best_words: str
    loss: float | None
    mistake: str = Field(description='"", "slip", "mistake" or "blunder"')
    why: str
    exact: bool = Field(description="is the value of the position proven?")
    undecided: bool = Field(description="is nothing known of it?")
    depth: int | None = Field(description="how deep it was searched; null where it is proven")
    rests: str = Field(description='what the judgement rests on: "proven", "depth 12", "undecided at depth 12"')
    rests_on: str = Field(description='"proof", "depth", "samples" or "nothing"')
    rests_depth: int | None = Field(description="the depth of the search that it rests on")
    was: str = Field(description="what was said of the move at first; empty where that has not changed")


class History(BaseModel):
    """A game, judged move by move."""

    plies: list[PlyJudged]
    chart: str = Field(description="SVG")
    turned: int | None
    sentence: str
    proven: bool = Field(description="is every position proven?")
    stopped_by: str = Field(
        description='why it is not judged further: "solved", "time" or "interrupted"; empty while the judge goes on'
    )


class PuzzleShown(BaseModel):
    """A position in which one move alone is right."""

    game: str
    position: str
    player: int
    task: str = Field(description="what is to be found, in a sentence")
    solution: str
    words: str = Field(description="what the solution leads to, for the player to move")
    otherwise: str = Field(description="what the best of the other moves leads to")
    line: list[str]
    outcome: str | None = Field(description='"win" or "draw" for the player to move, where that is proven')
    depth: int = Field(description="how deep the point lies: the plies from which on a search sees it")
    level: str = Field(description='"easy", "medium", "hard" or "very hard", by that depth')
    exact: bool = Field(description="is all of this proven?")
    ply: int | None = Field(description="which move of the game was played here; null where it was made up")
    played: str | None = Field(description="the move that was")
    link: str = Field(description="the address of the puzzle on the page")


class Puzzles(BaseModel):
    """Puzzles of a game."""

    puzzles: list[PuzzleShown]

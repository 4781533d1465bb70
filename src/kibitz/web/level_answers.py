"""What is answered about the levels of play, field by field."""

from __future__ import annotations

from pydantic import BaseModel, Field


class LevelShown(BaseModel):
    """A level of play."""

    number: int
    name: str
    words: str = Field(description="what to expect of it, in a sentence")
    most: float = Field(description="the most that it lets go with one move, from 0, nothing, to 1, a win for a loss")
    seconds: float = Field(description="the time limit of a move, where none is given")


class LevelsShown(BaseModel):
    """How well the engine can play."""

    levels: list[LevelShown]
    usual: int = Field(description="the number of the level to begin with")
    longest: float = Field(description="the longest search of this server in seconds")

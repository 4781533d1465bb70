"""What may be asked of the game store, and what it answers, field by field."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from kibitz.web.requests import Asked, Place

Number = Annotated[int, Field(ge=1, le=2**63 - 1, description="of the game in the store")]
Limit = Annotated[int, Field(ge=1, le=200, description="the most games to list")]
Tag = Annotated[str, Field(min_length=1, max_length=60)]
Text = Annotated[str, Field(max_length=200)]
FileName = Annotated[str, Field(min_length=1, max_length=200, description="a name; its ending says what it holds")]


class SwitchAsked(Asked):
    """Whether games are to be kept from now on."""

    on: bool


class ListAsked(Asked):
    """Which games to list; what is left out does not matter."""

    game: Annotated[str | None, Field(max_length=200, description="its name")] = None
    player: Annotated[str | None, Field(max_length=200, description="part of a player's name")] = None
    result: Annotated[
        str | None, Field(max_length=20, description="the number of the winner from 1, draw, over or unfinished")
    ] = None
    tag: Annotated[str | None, Field(max_length=60)] = None
    since: Annotated[str | None, Field(max_length=10, description="a day, a month or a year: 2026-11-16")] = None
    until: Annotated[str | None, Field(max_length=10, description="a day, a month or a year: 2026-11-16")] = None
    limit: Limit = 20


class NumberAsked(Asked):
    """A game of the store."""

    number: Number


class TagAsked(NumberAsked):
    """Tags to give to a game, and to take from it."""

    add: Annotated[list[Tag], Field(max_length=50)] = Field(default_factory=list)
    remove: Annotated[list[Tag], Field(max_length=50)] = Field(default_factory=list)


class NoteAsked(NumberAsked):
    """A note to put in place of the one that a game has."""

    text: Annotated[str, Field(max_length=10_000)]


class SearchAsked(Place):
    """A position to look for, also mirrored."""

    limit: Limit = 20


class KeepAsked(Place):
    """A game as it stands. With the number it got before, it is the same game, which has gone on."""

    players: Annotated[list[Text], Field(max_length=100, description="their names, by seat")] = Field(
        default_factory=list
    )
    number: Number | None = None


class ImportAsked(Asked):
    """A file of games: PGN, SGF, PDN, JSON, or the file of a match."""

    file: FileName
    text: Annotated[str, Field(max_length=250_000)]
    game: Annotated[str | None, Field(max_length=200, description="which game, where the file does not say so")] = None
    tags: Annotated[list[Tag], Field(max_length=50)] = Field(default_factory=list)


class StoreExportAsked(Asked):
    """Games to write, at most 1,000, and how."""

    numbers: Annotated[list[Number], Field(min_length=1, max_length=1000)]
    ending: Literal["pgn", "sgf", "pdn", "json", "jsonl"] = "json"


# ------------------------------------------------------------ answers


class StoreStatus(BaseModel):
    """How the store stands."""

    on: bool = Field(description="are games kept as they are played?")
    file: str
    games: int
    tags: list[str] = Field(description="every tag that a game has")


class GameKept(BaseModel):
    """A game of the store, without its moves."""

    number: int
    game: str = Field(description="its name; of a user's game, its file and class")
    name: str = Field(description="what it is called")
    offered: str | None = Field(description="the name under which this server offers it; null where it does not")
    record: str | None = Field(description="the ending of files in which players keep such games: pgn; null: none")
    set: dict[str, str]
    players: list[str]
    result: str = Field(description="the number of the winner from 1, several with commas, draw, over or unfinished")
    ended: str = Field(description="how it ended, in words")
    date: str = Field(description="when it was played, as far as that is known")
    plies: int
    source: str
    tags: list[str]
    note: str


class WholeGameKept(GameKept):
    """A game of the store with its moves."""

    position: str | None = Field(description="where it began; null: at the initial position")
    moves: list[str]


class GamesKept(BaseModel):
    """Games, the latest first."""

    games: list[GameKept]
    total: int = Field(description="how many there are beside those that are listed here, these included")


class GameWithPosition(GameKept):
    """A game that came to a position."""

    ply: int = Field(description="after how many moves")
    mirrored: bool


class GamesWithPosition(BaseModel):
    """The games that came to a position, the latest first."""

    games: list[GameWithPosition]
    total: int


class MovePlayed(BaseModel):
    """What is known of a move in a position."""

    move: str
    count: int = Field(description="how often it was played")
    wins: int = Field(description="for the player who moved")
    draws: int
    losses: int
    score: float | None = Field(description="the share of points of the player who moved; null where nothing is known")
    utility: float | None = Field(description="what it brought that player on average, as the rules pay")
    last: str | None = Field(description="when it was last played")


class PositionPlayed(BaseModel):
    """What was played in a position, also mirrored, the most frequent move first."""

    games: int = Field(description="that came to it")
    ended: int = Field(description="games that stop there")
    moves: list[MovePlayed]


class NumberGiven(BaseModel):
    """The number of a game in the store."""

    number: int


class GamesImported(BaseModel):
    """What became of the games of a file."""

    numbers: list[int] = Field(description="of those that are kept now")
    known: int = Field(description="how many were there already")
    broken: list[str] = Field(description="what is wrong with the others, a sentence each")


class GamesWritten(BaseModel):
    """Games as a file holds them."""

    file: str = Field(description="a name for it")
    text: str

"""What is answered about the games that are offered, field by field: a description, as in `answers`."""

from __future__ import annotations

from pydantic import BaseModel, Field

from kibitz.web.answers import Mistake


class Parameter(BaseModel):
    """A parameter of a game."""

    name: str
    default: str | int | float | bool
    kind: str = Field(description="whole, number, yes or no, numbers (with commas between them), one of, or text")
    values: list[str] = Field([], description="what it is one of; left out where it is not")


class GameListed(BaseModel):
    """A game that is offered."""

    name: str
    title: str
    about: str = Field(description="what it is, in one line; empty where nobody says")
    rules: str = Field(description="paragraphs with empty lines between them; of a user's game, its docstring")
    goal: str = Field(description="what each player tries to do; empty where the page of the game does not say")
    numbers: str = Field(description="what its values mean; empty where the page of the game does not say")
    picture: str = Field(description="the address of a telling position, an SVG")
    own: bool = Field(description="was it given when the server started, rather than shipped?")
    players: int
    chance: bool
    chance_kind: str = Field(description='what chance brings: "die", "card", or empty where the game does not say')
    hidden: bool
    notation: str
    algorithms: list[str]
    seated: str | None = Field(
        description="where something is hidden: the algorithm that answers from what a seat sees"
    )
    parameters: list[Parameter]
    opens: str = Field(description='the view that begins with this game: "play", "lab", or empty')
    reasons_against: dict[str, str] = Field(description="why the other algorithms do not fit, a sentence each")


class OwnGame(BaseModel):
    """A user's game as its file is now."""

    version: int = Field(description="grows each time the file is read again")
    file: str
    mistake: Mistake | None
    game: GameListed

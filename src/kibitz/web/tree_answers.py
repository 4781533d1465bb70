"""What is answered of a search on a tree, field by field: a description, as in `answers`."""

from __future__ import annotations

from pydantic import BaseModel, Field

from kibitz.web.answers import Value


class StepShown(BaseModel):
    """One step of a textbook search."""

    index: int
    node: str
    event: str
    alpha: float | None
    beta: float | None
    value: Value
    line: int
    sentence: str
    simulation: int | None = Field(None, description="of simulations: which one the step belongs to, from 1")
    visits: int | None = Field(None, description="of simulations: the visits of the node, whose value is their mean")
    scores: list[float] | None = Field(
        None, description="of simulations: the UCB1 of each child, where one is selected"
    )
    chosen: int | None = Field(None, description="of simulations: the child that is selected or chosen, from 0")
    ranges: dict[str, tuple[float | None, float | None]] | None = Field(
        None, description="with `ranges`: the ranges that are new at this step, by node; null for an infinite end"
    )


class TreeSearched(BaseModel):
    """The answer of `kibitz tree --json`."""

    algorithm: str
    value: Value
    best: str | None
    leaves_visited: list[str]
    pruned: list[tuple[str, str]]
    nodes: int
    bounds: tuple[float, float] | None = Field(description="of all values, as Star1 and Star2 use them; else null")
    bounds_given: bool = Field(description="were they given? Otherwise they are those of the leaves")
    pseudocode: list[str]
    steps: list[StepShown]
    simulations: int | None = Field(None, description="montecarlo: how many were run")
    exploration: float | None = Field(None, description="montecarlo: the c of UCB1")
    seed: int | None = Field(None, description="montecarlo: the seed of the random games")

"""`proof` in the list of algorithms."""

from __future__ import annotations

from kibitz.errors import DoesNotFit
from kibitz.game import Game
from kibitz.search.algorithm import Algorithm
from kibitz.search.needs import no_chance, opponents
from kibitz.search.proof.pursue import pursue


def two_opponents(algorithm: str, game: Game) -> None:
    """Two players who win what the other loses, without chance, and nothing hidden."""
    if game.facts.players == 1:
        raise DoesNotFit(f"{algorithm} is for two opponents; {game.facts.name!r} has one player: use deepening")
    no_chance(opponents)(algorithm, game)
    if game.facts.hidden:
        raise DoesNotFit(f"{algorithm} sees what is hidden, and {game.facts.name!r} hides some of it: use deals")


# It is asked through `search/proof/proof_engine.py`; the textbook's form shows its steps.
PROOF = Algorithm(
    name="proof",
    title="Proof-number search, depth first (df-pn)",
    function=pursue,
    needs=two_opponents,
    pseudocode="",
    lines={},
    rank=32,
)

"""Options that have no effect on the algorithm that was asked for by name."""

from __future__ import annotations

from kibitz.answer.options import Options
from kibitz.answer.questions import question_for, users_of
from kibitz.errors import BadInput
from kibitz.search import ALGORITHMS

# They allow something, and so `auto`, or a match for all its players, takes them whatever it picks: only where a person
# names the algorithm, too, is one of them refused that has no effect.
ALLOWING = {"threads": "--threads", "seed": "--seed", "early_stop": "--early-stop"}


def refuse_idle(options: Options) -> None:
    """Raise `BadInput` for an option that the algorithm, which is asked for by name, does not know."""
    algorithm = ALGORITHMS.get(options.algorithm)
    if algorithm is None:
        return
    given, uses = options.given(), question_for(algorithm).uses
    for name, shown in ALLOWING.items():
        if name in given and name not in uses:
            value = {True: "yes", False: "no"}.get(given[name], given[name]) if name == "early_stop" else given[name]
            wanted = ", ".join(users_of(name))
            raise BadInput(f"{shown} {value} has no effect on {algorithm.name}: expected one of {wanted}")

"""What is written at a node of a searched tree: its value and its window, or its visits and their mean."""

from __future__ import annotations

from kibitz.draw.svg import text
from kibitz.lab.drawing.progress import Known
from kibitz.lab.drawing.tree_style import SMALL
from kibitz.lab.step import Step, shown

Fact = tuple[str, str]  # a name and a number; or no name, and a range

DIGITS = 3  # of what simulations estimate
_IN_LATIN = {"": "range", "v": "v", "α": "alpha", "β": "beta", "n": "visits", "u": "score"}  # for classes


def facts_at(known: Known | Step, has_window: bool) -> list[Fact]:
    """What there is to write at a node: v, α and β; of simulations n, their mean v, and u, its UCB1, if it has one."""
    if known.visits is not None:
        mean = [] if known.value is None else [("v", shown(known.value, digits=DIGITS))]
        score = known.score if isinstance(known, Known) else None
        return [("n", str(known.visits)), *mean, *([] if score is None else [score_fact(score)])]
    value = [] if known.value is None else [("v", shown(known.value))]
    return value + ([("α", shown(known.alpha)), ("β", shown(known.beta))] if has_window else [])


def score_fact(score: float) -> Fact:
    """A UCB1."""
    return "u", shown(score, digits=DIGITS)


def sorted_facts(known: Known | Step, kind: str, has_window: bool) -> tuple[str, list[Fact]]:
    """The value to write inside the node, empty if it does not fit, and the facts to write beside it."""
    facts = facts_at(known, has_window)
    value = shown(known.value) if known.value is not None else ""
    if kind == "leaf" or (value and kind != "player" and len(value) <= 3 and known.visits is None):
        return value, [fact for fact in facts if fact[0] != "v"]
    return "", facts


def written(fact: Fact) -> str:
    """A fact as it stands in a drawing."""
    return f"{fact[0]}={fact[1]}" if fact[0] else fact[1]


def fact_svg(x: float, y: float, fact: Fact, **attributes: str) -> str:
    """A fact beside a node, or below a leaf."""
    return text(x, y, written(fact), SMALL, class_=f"kz-fact kz-{_IN_LATIN[fact[0]]}", **attributes)

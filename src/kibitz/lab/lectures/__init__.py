"""Everything in five sets of lecture notes that can be computed, computed: one file a group of topics."""

from __future__ import annotations

from difflib import get_close_matches

from kibitz.errors import BadInput
from kibitz.lab.lecture_titles import LECTURES
from kibitz.lab.lectures import agents, boards, chance, cube, ghosts, growth, hidden, trees
from kibitz.lab.lectures.topic import Asked, Showing, Topic

__all__ = ["LECTURES", "TOPICS", "Asked", "Showing", "Topic", "topic_named"]

TOPICS: tuple[Topic, ...] = tuple(
    topic for group in (trees, growth, boards, chance, ghosts, hidden, agents, cube) for topic in group.TOPICS
)


def topic_named(name: str) -> Topic:
    """The topic of that name; `BadInput` if there is none."""
    found = next((topic for topic in TOPICS if topic.name == name.strip().lower()), None)
    if found is None:
        near = get_close_matches(name.strip().lower(), [topic.name for topic in TOPICS], n=1, cutoff=0.5)
        hint = f"did you mean {near[0]!r}?" if near else "'kibitz lectures' lists them"
        raise BadInput(f"unknown topic {name!r}; {hint}")
    return found

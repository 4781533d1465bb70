"""The five lectures: what each is called, and where its page of the documentation lies."""

from __future__ import annotations

import re

LECTURES = (
    "Alpha-beta step by step, and games of chance",
    "Game playing, in brief",
    "Alpha-beta, expectimax and Pac-Man",
    "Adversarial search: the textbook's chapter",
    "From one agent to several, to games, to chance",
)
PAGES = (
    "1-alpha-beta-and-chance",
    "2-game-playing",
    "3-alpha-beta-and-expectimax",
    "4-the-textbook-s-chapter",
    "5-agents-games-and-chance",
)


def anchor(heading: str) -> str:
    """What a heading of a page is called in an address, as GitHub and the documentation's own links call it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")

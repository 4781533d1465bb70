"""The law of `game/endgames.py`: a place holds the state that has it, and play goes where `section_exits` says."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from kibitz.check.inquiry import MOST_CHOICES, Inquiry
from kibitz.game import CHANCE, MAX, State, answers

FEW = 3  # men: of these sections some places are looked at
MOST_SECTIONS = 40
PLACES = 60  # of each section, at random
PASSED = 3  # states without a place on the way to one that has it


def held(inquiry: Inquiry, s: State, is_over: bool) -> None:
    """The place of a state that play came to holds a state with the same place, over only if this one is."""
    game = inquiry.game
    if not game.has_place:
        return
    section = inquiry.asked("section", s, game.section, s)
    if section < 0:
        return
    place = inquiry.asked("place", s, game.place, s)
    size = inquiry.asked("section_size", s, game.section_size, section)
    said = f"place at {inquiry.where(s)} is {place}"
    if not 0 <= place < size:
        inquiry.fault("place", f"{said}: expected 0 to {size - 1}, since section {section} has {size} places")
        return
    if not inquiry.yes_or_no("is_placed", s, game.is_placed, section, place):
        inquiry.fault("is_placed", f"{said}, but is_placed({section}, {place}) is False")
        return
    image = inquiry.asked("placed", s, game.placed, section, place)
    _has_its_place(inquiry, section, place, image)
    if not inquiry.asked("is_terminal", image, game.is_terminal, image):
        return
    if not is_over:
        inquiry.fault("placed", f"{inquiry.where(image)} has the place of {inquiry.where(s)}, but only it is over")
        return
    here, there = float(game.utility(s, MAX)), float(game.utility(image, MAX))
    total = float(game.utility_sum)
    is_turned = bool(game.is_swapped(s)) != bool(game.is_swapped(image))
    if here != (total - there if is_turned else there):
        both = f"{inquiry.where(image)} and {inquiry.where(s)} have one place"
        inquiry.fault("placed", f"{both}, but are worth {there:g} and {here:g} to player 0")


def sections(inquiry: Inquiry, seed: int) -> None:
    """Sections come after their exits; some of their places, taken at random, hold states that keep the law."""
    game = inquiry.game
    if not game.has_place:
        return
    found = inquiry.listed("sections", None, game.sections, FEW, most=MOST_SECTIONS)
    dice = random.Random(seed)
    for number, section in enumerate(found):
        exits = found[:number]
        if answers(game, "section_exits"):
            exits = inquiry.listed("section_exits", None, game.section_exits, section, most=MOST_CHOICES)
            late = [each for each in exits if each not in found[:number]]
            if late:
                said = f"section {section} leads to section {late[0]}"
                inquiry.fault("sections", f"{said}, which does not come before it in sections({FEW})")
        name = inquiry.asked("section_name", None, game.section_name, section)
        if inquiry.asked("section_named", None, game.section_named, name) != section:
            inquiry.fault("section_named", f"section {section} is called {name!r}, but section_named finds another")
        size = inquiry.asked("section_size", None, game.section_size, section)
        for _ in range(min(PLACES, size)):
            if not inquiry.goes_on(1.0):
                return
            place = dice.randrange(size)
            if inquiry.yes_or_no("is_placed", None, game.is_placed, section, place):
                s = inquiry.asked("placed", None, game.placed, section, place)
                _has_its_place(inquiry, section, place, s)
                _leads_on(inquiry, s, (section, *exits), PASSED)


def _has_its_place(inquiry: Inquiry, section: int, place: int, s: State) -> None:
    game = inquiry.game
    there = inquiry.asked("section", s, game.section, s)
    at: Any = inquiry.asked("place", s, game.place, s) if there == section else None
    if (there, at) != (section, place):
        said = f"placed({section}, {place}) is {inquiry.where(s)}"
        inquiry.fault("placed", f"{said}, whose section is {there}" + ("" if at is None else f" and place {at}"))


def _leads_on(inquiry: Inquiry, s: State, allowed: Sequence[int], passed: int) -> None:
    """Play from a state goes to these sections, or over, perhaps by way of states without a place."""
    game = inquiry.game
    if inquiry.asked("is_terminal", s, game.is_terminal, s):
        return
    if game.player(s) == CHANCE:
        choices = [a for a, _ in game.outcomes(s)]
    else:
        choices = inquiry.listed("actions", s, game.actions, s, most=MOST_CHOICES)
    for a in choices:
        after = inquiry.asked("result", s, game.result, s, a, action=a)
        section = inquiry.asked("section", after, game.section, after)
        if section >= 0 and section not in allowed:
            said = f"play from {inquiry.where(s)} leads to {inquiry.where(after)}"
            inquiry.fault("section_exits", f"{said}, in section {section}, which is not one of section_exits")
        elif section < 0 and passed > 0:
            _leads_on(inquiry, after, allowed, passed - 1)

"""The law of `game/shown.py`: what is written can be read back, and no two actions are written alike."""

from __future__ import annotations

from kibitz.check.inquiry import Inquiry, frozen
from kibitz.game import Action, State


def text(inquiry: Inquiry, s: State) -> None:
    """`parse` reads what `text` writes."""
    written = inquiry.asked("text", s, inquiry.game.text, s)
    try:
        back = inquiry.game.parse(written)
    except Exception as error:
        inquiry.fault("parse", f"parse refuses {written!r}, which is what text gives for {s!r}: {error}")
        return
    if frozen(back) != frozen(s):
        inquiry.fault("text", f"text and parse lose something: {s!r} is written {written!r}, which reads as {back!r}")


def actions(inquiry: Inquiry, s: State, found: list[Action]) -> None:
    """No two actions are written alike, and `parse_action` reads what `action_text` writes ."""
    game = inquiry.game
    texts = [inquiry.asked("action_text", s, game.action_text, s, a) for a in found]
    if len(set(texts)) < len(texts):
        twice = next(each for each in texts if texts.count(each) > 1)
        inquiry.fault("twice", f"two actions at {inquiry.where(s)} are both written {twice!r}")
    elif texts:
        back = inquiry.asked("parse_action", s, game.parse_action, s, texts[-1], action=texts[-1])
        if frozen(back) != frozen(found[-1]):
            said = f"{found[-1]!r} at {inquiry.where(s)} is written {texts[-1]!r}"
            inquiry.fault(
                "parse_action", f"action_text and parse_action lose something: {said}, which reads as {back!r}"
            )

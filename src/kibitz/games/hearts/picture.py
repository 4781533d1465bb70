"""What a game of hearts looks like: in text a row for each player, drawn four hands around the trick."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.draw.picture import Card, Cell, Picture
from kibitz.games.bridge import around
from kibitz.games.bridge.cards import SEATS, card_text
from kibitz.native.bits import squares

BACK = "??"


def drawn(at: around.Around, points: Sequence[int]) -> Picture:
    """The table with what each player has taken; the cards that may be played can be clicked where they are seen."""
    played = {(at.leader + place) % 4: card_text(card) for place, card in enumerate(at.trick)}
    owners = {text: seat for seat, text in played.items()}
    rows, cells = [], {}
    width = max(1, *at.sizes)
    for seat in range(4):
        texts = _texts(at.hands[seat], at.sizes[seat])
        owners.update({text: seat for text in texts if text != BACK})
        cells.update(_cells(seat, texts, played.get(seat)))
        rows.append((played.get(seat, "."), "", *texts, *[""] * (width - len(texts))))
    texts = [card_text(card) for card in squares(at.playable)] if at.turn >= 0 and at.hands[at.turn] >= 0 else []
    clicks = {text: cells[text] for text in texts}
    return Picture(
        cells=tuple(rows),
        owners=owners,
        row_labels=tuple(SEATS),
        marked=frozenset(clicks.values()),
        clicks=clicks,
        caption=_news(at, points),
        cards={BACK: Card(), **{text: Card(text[1], text[0]) for text in owners}},
        scene=around.scene(at, cells),
    )


def _texts(hand: int, size: int) -> list[str]:
    if hand < 0:
        return [BACK] * size
    return [card_text(card) for card in sorted(squares(hand), key=lambda card: (-(card >> 4), -card))]


def _cells(seat: int, texts: Sequence[str], played: str | None) -> dict[str, Cell]:
    held = {text: (seat, at + 2) for at, text in enumerate(texts)}
    return held if played is None else held | {played: (seat, 0)}


def _news(at: around.Around, points: Sequence[int]) -> str:
    doing = "over" if at.turn < 0 else f"{SEATS[at.turn]} to play" + ("" if at.trick else ", and to lead")
    return f"{doing}; points: {', '.join(f'{name} {taken}' for name, taken in zip(SEATS, points, strict=True))}"

"""A position or a game as one HTML file: the boards, the moves, and what was found about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kibitz.answer.analysis import mover
from kibitz.answer.positions import Ply, verdict
from kibitz.answer.review import Review
from kibitz.draw import board_svg, chart_svg
from kibitz.draw.picture import Picture, cells_of
from kibitz.draw.whole_page import Row, WholePage
from kibitz.errors import BadInput
from kibitz.game import CHANCE, Game, State

SIZE = 56  # pixels a cell
LONGEST_LINE = 8  # moves of a line that are shown


def game_page(
    game: Game,
    plies: Sequence[Ply],
    s: State,
    *,
    seat: int | None = None,
    flipped: bool = False,
    judged: Mapping[str, Any] | None = None,
    analysed: Mapping[str, Any] | None = None,
    unjudged: str = "",
) -> str:
    """A game that led to `s` by `plies`, as the player at `seat` sees it; without a seat, everything.

    `judged` is what a review of the game found, as `Review.json` gives it with a `chart`; `analysed` what an analysis
    of the last position found, as `Analysis.json` gives it; `unjudged` why there is no such thing.
    """
    states = [*(ply.s for ply in plies), s]
    boards = [
        board_svg(
            _picture(game, state, seat),
            size=SIZE,
            title=_title_of(game, number, plies, seat),
            flipped=flipped,
            trail=_trail(game, plies[number - 1], seat) if number else (),
        )
        for number, state in enumerate(states)
    ]
    found = {row["ply"]: row for row in (judged or {}).get("plies", ())}
    rows = [Row("Start", _standing(found.get(0)))]
    rows += [_row(game, number, ply, seat, found.get(number)) for number, ply in enumerate(plies, 1)]
    is_over = bool(game.is_terminal(s))
    said = f"The game is over: {verdict(game, s)}" if is_over else ""
    because = f"Not judged: {unjudged}." if unjudged else ""
    heads, table = _table(analysed)
    return WholePage(
        title=game.facts.title,
        rows=rows,
        drawings=boards,
        first=len(plies),
        said=" ".join(part for part in (said, (judged or {}).get("sentence", ""), because) if part),
        chart=str((judged or {}).get("chart", "")),
        heads=heads,
        table=table,
        named="Moves in this position" if not plies else "Moves in the last position",
        in_pairs=_alternates(game, plies),
    ).html()


def review_chart(found: Review, width: int) -> str:
    """Who stood better after every move of a game, with its mistakes: a chart `width` pixels wide."""
    names = [found.game.player_name(player) for player in range(found.game.players)]
    mistakes = {ply.ply: ply.mistake for ply in found.plies if ply.mistake}
    height = min(160, max(100, width // 4))
    return chart_svg(found.levels(), names=names, mistakes=mistakes, width=width, height=height, title=found.sentence)


def _alternates(game: Game, plies: Sequence[Ply]) -> bool:
    """Do two players take turns, the first one beginning?"""
    return bool(plies) and all(mover(game, ply.s) == number % 2 for number, ply in enumerate(plies))


def _picture(game: Game, s: State, seat: int | None) -> Picture:
    if seat is not None and seat >= game.players:
        raise BadInput(f"there is no seat {seat}: expected 0 to {game.players - 1}")
    return game.picture(s) if seat is None else game.seen(s, seat)


def _told(game: Game, ply: Ply, seat: int | None) -> str:
    return ply.text if seat is None else game.told(ply.s, ply.action, seat)


def _title_of(game: Game, number: int, plies: Sequence[Ply], seat: int | None) -> str:
    return f"{game.facts.title}, " + (f"after {_told(game, plies[number - 1], seat)}" if number else "the start")


def _trail(game: Game, ply: Ply, seat: int | None) -> tuple[tuple[int, int], ...]:
    if mover(game, ply.s) == CHANCE:
        return ()
    return cells_of(_picture(game, ply.s, seat).clicks.get(ply.text))


def _row(game: Game, number: int, ply: Ply, seat: int | None, found: Mapping[str, Any] | None) -> Row:
    player, told = mover(game, ply.s), _told(game, ply, seat)
    mistake = str(found["mistake"]) if found else ""
    return Row(f"{number}. {told}", f"{told}: {_judgement(found)}" if found else told, mistake, player)


def _standing(found: Mapping[str, Any] | None) -> str:
    return f"The start: {found['words']}." if found and found["words"] else ""


def _judgement(found: Mapping[str, Any]) -> str:
    """What is said about a move, with what it rests on."""
    is_told = not found["rests"] or "depth" in found["words"]
    rests = "" if is_told else f" ({found['rests']})"
    parts = [f"{found['words']}{rests}."]
    if found["mistake"]:
        parts.append(f"A {found['mistake']}; best was {found['best']} ({found['best_words']}).")
    if found["why"]:
        parts.append(str(found["why"]))
    return " ".join(parts)


def _table(analysed: Mapping[str, Any] | None) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    if not analysed or not analysed["moves"]:
        return (), []
    rows: list[tuple[str, ...]] = [
        (str(row["move"]), str(row["words"]), " ".join(map(str, row["line"][:LONGEST_LINE])))
        for row in analysed["moves"]
    ]
    return ("Move", "Worth", "Line"), rows

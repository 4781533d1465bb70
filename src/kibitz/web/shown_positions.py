"""Positions as the page shows them: the board, what may be played, and what has been."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any

from kibitz.answer.analysis import mover
from kibitz.answer.arguments import threats_made
from kibitz.answer.claims import claims_at_the_end
from kibitz.answer.positions import Ply, beginning, played, scores, verdict, verdict_of_repetition
from kibitz.draw import are_dice, board_svg, dice_svg, symbol_svg
from kibitz.draw.directions import directions_of
from kibitz.draw.picture import Cell, Picture, cells_of
from kibitz.draw.spoken import symbol_said
from kibitz.errors import BadInput
from kibitz.game import CHANCE, Game, State
from kibitz.game.guessed import with_clicks
from kibitz.game.malformed import answers_the_questions
from kibitz.game.repeating import is_forbidden, is_repeated_out, keys_of, worth_repeated
from kibitz.game.shown import Underway
from kibitz.lab.drawing.played_tree import played_tree_svg, tree_in_play, with_nodes
from kibitz.web.offered import Offered
from kibitz.web.refusals import about
from kibitz.web.requests import LineAsked, Place, PositionAsked, Seen

MOST_LISTED = 10_000  # moves of a position
PROMOTED = 48  # pixels, of a piece to choose
Boarded = PositionAsked | LineAsked
TREE_NODE = 44  # pixels, of a node of a tree that is played
DIE, CARD, OTHER = "die", "card", "other"


@dataclass(frozen=True)
class Found:
    """The position that was asked about: where the game began, what was played, and where it stands."""

    game: Game
    start: State
    plies: list[Ply]
    s: State
    text: str  # to report it under, as the command does

    @property
    def history(self) -> tuple[int, ...]:
        """The keys of the game so far, where it matters that a position comes up again."""
        return keys_of(self.game, [ply.s for ply in self.plies])


def found(offered: Offered, place: Place) -> Found:
    """The position that a request speaks of; `Refused` where it cannot be reached. Asks the rules of the game."""
    game = offered.game(place.game, place.set)
    answers_the_questions(game)
    with about("position"):
        start = s = beginning(game, place.position)
        refuse_wide(game, s)
    plies: list[Ply] = []
    history: tuple[int, ...] = ()
    for number, move in enumerate(place.moves):
        with about(f"moves[{number}]"):
            more, s = played(game, s, [move])
            refuse_wide(game, s)
            if game.repetition_is_illegal and is_forbidden(game, more[0].s, more[0].action, history):
                raise BadInput(f"{move!r} is not allowed: it repeats a position")
        plies += more
        history = (*history, *keys_of(game, [more[0].s])) if game.repetition_is_illegal else ()
    return Found(game, start, plies, s, game.text(s) if place.position is None or plies else place.position)


def refuse_wide(game: Game, s: State) -> None:
    """Refuse a position with more moves than a page can show: the list of them would take all memory, or never end."""
    if not game.is_terminal(s) and sum(1 for _ in islice(game.choices(s), MOST_LISTED + 1)) > MOST_LISTED:
        many = f"{game.facts.name!r} has more than {MOST_LISTED:,} moves at {game.text(s)!r}"
        raise BadInput(f"{many}, the most that this server lists: do they ever end?")


def position_shown(offered: Offered, asked: PositionAsked) -> dict[str, Any]:
    """Everything about a position."""
    at = found(offered, asked)
    game, s, facts = at.game, at.s, at.game.facts
    is_terminal, history = bool(game.is_terminal(s)), at.history
    is_repeated = is_repeated_out(game, s, history)
    over = is_terminal or is_repeated
    ending = verdict_of_repetition(game, s, history) if is_repeated else verdict(game, s) if over else ""
    player = mover(game, s)
    picture = _recalled(game, s, at.plies, asked)
    is_secret = facts.hidden and asked.seat is not None and asked.seat != player
    outcomes = _outcomes(game, s, picture) if player == CHANCE and not over else []
    begun = None if over or player == CHANCE or is_secret else _underway(game, s, asked.steps)
    board = picture if begun is None else begun.picture
    said = picture.caption or (at.text if asked.seat is None else "the board")
    return {
        "game": asked.game,
        "title": facts.title,
        "set": asked.set,
        "start": game.text(at.start),
        "position": game.text(s),
        "player": player,
        "players": facts.players,
        "names": [game.player_name(seat) for seat in range(facts.players)],
        "over": over,
        "verdict": ending,
        "ended": claims_at_the_end(game, s, _shares(game, s, is_repeated)) if over else None,
        "utilities": _shares(game, s, is_repeated) if over else None,
        "scores": [vars(score) for score in scores(game, s)] if is_terminal else None,
        "chance": facts.chance,
        "hidden": facts.hidden,
        "zero_sum": facts.zero_sum,
        "unit": float(game.unit),
        "moves": [] if over or player == CHANCE or is_secret else _moves(game, s, picture, history, flipped=asked.flip),
        "steps": None if begun is None else _steps(begun, asked.steps),
        "outcomes": outcomes,
        "chance_kind": game.chance_kind,
        "outcome_kind": _kind(game, outcomes),
        "board": _drawn(game, s, board, asked, f"{facts.title.rstrip('.')}: {said}", at.plies),
        "cell_size": float(asked.size if tree_in_play(game) is None else TREE_NODE),
        "columns_click": picture.columns_click,
        "caption": picture.caption,
        "text": str(picture),
        "dice": _dice(game, at.plies, asked.seat, picture),
        "played": [_played(game, ply, asked.seat) for ply in at.plies],
    }


def line_shown(offered: Offered, asked: LineAsked) -> dict[str, Any]:
    """The positions along a line of play."""
    at = found(offered, asked)
    plies, end = played(at.game, at.s, asked.line)
    states = [*(ply.s for ply in plies[1:]), end]
    return {"plies": [_ply_shown(at.game, ply, s, asked) for ply, s in zip(plies, states, strict=False)]}


def _ply_shown(game: Game, ply: Ply, s: State, asked: LineAsked) -> dict[str, Any]:
    picture = _picture(game, s, asked)
    before = _picture(game, ply.s, asked)
    stops = cells_of(before.clicks.get(ply.text))
    return {
        "move": ply.text,
        "cells": [list(cell) for cell in stops],
        "threats": [threat.json() for threat in threats_made(game, ply.s, s)],
        "player": mover(game, ply.s),
        "position": game.text(s),
        "board": _drawn(game, s, picture, asked, f"after {ply.text}", [ply]),
        "over": bool(game.is_terminal(s)),
        "caption": picture.caption,
    }


def _drawn(game: Game, s: State, picture: Picture, asked: Boarded, title: str, plies: list[Ply]) -> str:
    """The board as SVG, with the way of the last move; of a tree in brackets, the tree."""
    tree = tree_in_play(game)
    if tree is not None:
        return played_tree_svg(tree, s, title)
    trail = _trail(game, plies, asked.seat)
    return board_svg(picture, size=asked.size, title=title, flipped=asked.flip, trail=trail)


def _picture(game: Game, s: State, asked: Seen) -> Picture:
    """The board as the seat that was asked for sees it."""
    tree = tree_in_play(game)
    if tree is not None:
        return with_nodes(tree, s, game.picture(s))
    if asked.seat is None:
        return with_clicks(game, s, game.picture(s))
    if asked.seat >= game.players:
        raise BadInput(f"there is no seat {asked.seat}: expected 0 to {game.players - 1}")
    return game.seen(s, asked.seat)


def _recalled(game: Game, s: State, plies: list[Ply], asked: Seen) -> Picture:
    """The board with what is remembered of the game."""
    return game.recalled(s, _picture(game, s, asked), [(ply.s, ply.action) for ply in plies], asked.seat)


def _underway(game: Game, s: State, done: list[str]) -> Underway | None:
    """The move that is being made step by step."""
    with about("steps"):
        begun = game.underway(s, done)
        if begun is None and done:
            raise BadInput(f"{done[0]!r} cannot be played: a move of {game.facts.name!r} has no steps here")
    return begun


def _steps(begun: Underway, done: list[str]) -> dict[str, Any]:
    steps = [
        {
            "move": text,
            "cell": _to(begun.picture, text),
            "from": _from(begun.picture, text),
            "leads": list(begun.leads.get(text, ())),
            "completes": begun.completes.get(text),
        }
        for text in begun.picture.clicks
    ]
    return {"done": done, "moves": steps}


def _shares(game: Game, s: State, is_repeated: bool) -> list[float]:
    """What a game that is over is worth to each player."""
    if not is_repeated:
        return [float(game.utility(s, seat)) for seat in range(game.players)]
    worth = worth_repeated(game, s)
    return [worth, float(game.at_stake(s)) - worth][: game.players]


def _moves(game: Game, s: State, picture: Picture, history: tuple[int, ...], *, flipped: bool) -> list[dict[str, Any]]:
    texts = [game.action_text(s, a) for a in game.actions(s) if not is_forbidden(game, s, a, history)]
    ways = directions_of(picture.directions, texts, flipped=flipped)
    return [
        {
            "move": text,
            "cell": _to(picture, text),
            "from": _from(picture, text),
            **_details(picture, text),
            **({"direction": ways[text]} if text in ways else {}),
        }
        for text in texts
    ]


def _outcomes(game: Game, s: State, picture: Picture) -> list[dict[str, Any]]:
    pairs = [(game.action_text(s, outcome), float(chance)) for outcome, chance in game.outcomes(s)]
    return [{"outcome": text, "probability": chance, "cell": _to(picture, text)} for text, chance in pairs]


def _kind(game: Game, outcomes: list[dict[str, Any]]) -> str | None:
    """What chance brings here: `die`, `card` or `other`; None where it is not to move."""
    if not outcomes:
        return None
    return game.chance_kind or (DIE if all(are_dice(row["outcome"]) for row in outcomes) else OTHER)


def _to(picture: Picture, move: str) -> list[int] | None:
    cells = cells_of(picture.clicks.get(move))
    return list(cells[-1]) if cells else None


def _from(picture: Picture, move: str) -> list[int] | None:
    cells = cells_of(picture.clicks.get(move))
    return list(cells[0]) if len(cells) > 1 else None


def _details(picture: Picture, move: str) -> dict[str, Any]:
    """Where a move stops on its way, what it covers, what its piece turns into; only where there is something."""
    details: dict[str, Any] = {}
    if stops := cells_of(picture.clicks.get(move))[1:-1]:
        details["through"] = [list(cell) for cell in stops]
    if covered := picture.covers.get(move):
        details["covers"] = [list(cell) for cell in covered]
    if steps := picture.steps.get(move):
        details["steps"] = [[list(start), list(end)] for start, end in steps]
    if symbol := picture.becomes.get(move):
        details["becomes"] = {"said": symbol_said(picture, symbol), "drawn": symbol_svg(picture, symbol, size=PROMOTED)}
    return details


def _trail(game: Game, plies: list[Ply], seat: int | None) -> tuple[Cell, ...]:
    """The cells that the last move went over, as far as the seat saw it."""
    if not plies or mover(game, plies[-1].s) == CHANCE:
        return ()
    last = plies[-1]
    before = with_clicks(game, last.s, game.picture(last.s)) if seat is None else game.seen(last.s, seat)
    if steps := before.steps.get(last.text):
        return tuple({cell for step in steps for cell in step})
    return cells_of(before.clicks.get(last.text))


def _dice(game: Game, plies: list[Ply], seat: int | None, picture: Picture) -> str:
    """The last outcome of chance as a seat is told of it, if the last action was one and it does not lie on the board:
    a card on a table does, and so does a tile."""
    is_chance = bool(plies) and game.player(plies[-1].s) == CHANCE
    told = _told(game, plies[-1], seat) if is_chance else ""
    is_card = game.chance_kind == CARD or not are_dice(told)
    is_on_board = is_card and (picture.scene is not None or bool(picture.tiles))
    return dice_svg(told, cards=game.chance_kind == CARD) if told and not is_on_board else ""


def _played(game: Game, ply: Ply, seat: int | None) -> dict[str, Any]:
    return {"move": ply.text, "player": mover(game, ply.s), "told": _told(game, ply, seat)}


def _told(game: Game, ply: Ply, seat: int | None) -> str:
    return ply.text if seat is None else game.told(ply.s, ply.action, seat)

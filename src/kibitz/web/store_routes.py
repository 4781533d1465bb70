"""The game store over HTTP: on and off, lists, positions, tags, notes, files, and games as they are played.

Only a server for this machine alone answers here: whoever may ask may also delete.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from kibitz.arena.store.database import store_path
from kibitz.arena.store.exchange import Given, bring_in, endings, written_games
from kibitz.arena.store.game_store import GameStore, NewGame, now
from kibitz.arena.store.kept_entry import Ending, KeptEntry, Wanted
from kibitz.arena.store.kept_rules import KeptRules, PlayedLine
from kibitz.arena.store.position_search import PositionRecord, count_with, games_with, statistics
from kibitz.errors import BadInput
from kibitz.web import store_forms as forms
from kibitz.web.offered import Offered
from kibitz.web.refusals import Refused, about
from kibitz.web.requests import Place
from kibitz.web.routes import MISTAKES, Responses, mistakes
from kibitz.web.service import is_private, service
from kibitz.web.shown_positions import found
from kibitz.web.streams import Json

router = APIRouter(prefix="/api/store")

NOT_HERE = "kept games are for this machine alone: start the server without --host to see them"
OFF = "the store is off: no games are kept"
MISSING = {404: "there is no such game in the store"}


def _answers(model: Any, *, may_miss: bool = False) -> Responses:
    return {200: {"model": model}, **mistakes(MISTAKES | (MISSING if may_miss else {}))}


async def _asked(request: Request, answer: Callable[[Offered], Any]) -> Response:
    """What the store answers, worked out in a thread; refused where the server is not for this machine alone."""
    here = service(request)
    if not is_private(request):
        raise Refused(403, NOT_HERE)
    return Json(await here.ask("the store", lambda: answer(here.offered)))


@router.get("", responses={200: {"model": forms.StoreStatus}, **mistakes({400: MISTAKES[400], 403: MISTAKES[403]})})
async def status(request: Request) -> Response:
    """Is the store on, where is it, and how many games does it hold?"""
    return await _asked(request, lambda _: _status())


@router.post("/switch", responses=_answers(forms.StoreStatus))
async def switch(request: Request, asked: forms.SwitchAsked) -> Response:
    """Keep every game from now on, or no longer."""

    def answer(_: Offered) -> dict[str, Any]:
        store = GameStore.made() if asked.on else GameStore.open()
        if store is not None:
            with store:
                store.switch(asked.on)
        return _status()

    return await _asked(request, answer)


def _status() -> dict[str, Any]:
    store = GameStore.open()
    if store is None:
        return {"on": False, "file": str(store_path()), "games": 0, "tags": []}
    with store:
        tags = [tag for tag, _ in store.tags()]
        return {"on": store.is_on, "file": str(store.database.path), "games": store.count(), "tags": tags}


# ------------------------------------------------------------ finding


@router.post("/list", responses=_answers(forms.GamesKept))
async def games(request: Request, asked: forms.ListAsked) -> Response:
    """The games that are wanted, the latest first."""

    def answer(offered: Offered) -> dict[str, Any]:
        wanted = Wanted(asked.game, asked.player, asked.result, asked.tag, asked.since, asked.until)
        wanted.condition()
        store = GameStore.open()
        if store is None:
            return {"games": [], "total": 0}
        with store:
            listed = store.listed(wanted, asked.limit)
            return {"games": [_row(entry, offered) for entry in listed], "total": store.total(wanted)}

    return await _asked(request, answer)


@router.post("/show", responses=_answers(forms.WholeGameKept, may_miss=True))
async def show(request: Request, asked: forms.NumberAsked) -> Response:
    """A game with its moves."""
    return await _asked(request, lambda offered: _changed(asked.number, offered, lambda store: None))


@router.post("/search", responses=_answers(forms.GamesWithPosition))
async def search(request: Request, asked: forms.SearchAsked) -> Response:
    """The games that came to a position, also mirrored."""

    def answer(offered: Offered) -> dict[str, Any]:
        rules, s = _place(offered, asked)
        store = GameStore.open()
        if store is None:
            return {"games": [], "total": 0}
        with store:
            hits = games_with(store, rules, s, limit=asked.limit)
            rows = [{**_row(hit.entry, offered), "ply": hit.ply, "mirrored": hit.is_mirrored} for hit in hits]
            return {"games": rows, "total": count_with(store, rules, s)}

    return await _asked(request, answer)


@router.post("/statistics", responses=_answers(forms.PositionPlayed))
async def played_here(request: Request, asked: Place) -> Response:
    """What was played in a position, also mirrored: how often, with what score, and when last."""

    def answer(offered: Offered) -> dict[str, Any]:
        rules, s = _place(offered, asked)
        store = GameStore.open()
        if store is None:
            return PositionRecord(0, 0, ()).json()
        with store:
            return statistics(store, rules, s).json()

    return await _asked(request, answer)


def _place(offered: Offered, place: Place) -> tuple[KeptRules, Any]:
    """The rules and the state that a request speaks of."""
    at = found(offered, place)
    return KeptRules.of(*offered.source(place.game, place.set)), at.s


# ------------------------------------------------------------ changing


@router.post("/keep", responses=_answers(forms.NumberGiven))
async def keep(request: Request, asked: forms.KeepAsked) -> Response:
    """Keep a game that is being played as it stands, and give its number in the store."""

    def answer(offered: Offered) -> dict[str, Any]:
        at = found(offered, asked)
        if len(asked.players) not in (0, at.game.players):
            with about("players"):
                raise BadInput(f"{len(asked.players)} names for {at.game.players} players: expected one for each")
        rules = KeptRules.of(*offered.source(asked.game, asked.set))
        line = PlayedLine(at.game, [*(ply.s for ply in at.plies), at.s], [ply.text for ply in at.plies])
        names = tuple(asked.players) or ("person",) * at.game.players
        store = GameStore.open()
        if store is None:
            raise BadInput(OFF)
        with store:
            if not store.is_on:
                raise BadInput(OFF)
            new = NewGame(rules, line, names, Ending.of(at.game, line.states), "page", now())
            return {"number": store.follow(asked.number, new)}

    return await _asked(request, answer)


@router.post("/tag", responses=_answers(forms.WholeGameKept, may_miss=True))
async def tag(request: Request, asked: forms.TagAsked) -> Response:
    """Give a game tags, and take others from it."""

    def change(store: GameStore) -> None:
        store.tag(asked.number, asked.add)
        store.untag(asked.number, asked.remove)

    return await _asked(request, lambda offered: _changed(asked.number, offered, change))


@router.post("/note", responses=_answers(forms.WholeGameKept, may_miss=True))
async def note(request: Request, asked: forms.NoteAsked) -> Response:
    """Put a note to a game in place of the one it has; an empty text takes it away."""
    change: Callable[[GameStore], None] = lambda store: store.note(asked.number, asked.text)  # noqa: E731
    return await _asked(request, lambda offered: _changed(asked.number, offered, change))


@router.post("/delete", responses=_answers(forms.NumberGiven, may_miss=True))
async def delete(request: Request, asked: forms.NumberAsked) -> Response:
    """Delete a game."""

    def answer(_: Offered) -> dict[str, Any]:
        with _store_with(asked.number) as store:
            store.delete([asked.number])
            return {"number": asked.number}

    return await _asked(request, answer)


@router.post("/import", responses=_answers(forms.GamesImported))
async def import_games(request: Request, asked: forms.ImportAsked) -> Response:
    """Keep the games of a file. Those that are broken are told, the others are kept."""

    def answer(offered: Offered) -> dict[str, Any]:
        game = None if asked.game is None else offered.source(asked.game, {})[0]
        with about("text"), GameStore.made() as store:
            done: dict[str, Any] = {}
            given = Given(asked.file, game, tuple(asked.tags), offered.sources())
            for so_far in bring_in(store, asked.text, given):
                done = so_far.json()
            return done

    return await _asked(request, answer)


@router.post("/export", responses=_answers(forms.GamesWritten, may_miss=True))
async def export(request: Request, asked: forms.StoreExportAsked) -> Response:
    """Games as a file holds them, in the order that is asked for."""

    def answer(_: Offered) -> dict[str, Any]:
        with _store_with(*asked.numbers) as store:
            entries = [store.entry(number) for number in asked.numbers]
        file = f"kibitz-games.{asked.ending}"
        return {"file": file, "text": written_games(entries, file)}

    return await _asked(request, answer)


def _changed(number: int, offered: Offered, change: Callable[[GameStore], None]) -> dict[str, Any]:
    """A game with its moves, after a change."""
    with _store_with(number) as store:
        change(store)
        entry = store.entry(number)
    row = _row(entry, offered)
    position = None if _is_usual(entry, row["offered"], offered) else entry.position
    return {**row, "position": position, "moves": list(entry.moves)}


def _is_usual(entry: KeptEntry, name: str | None, offered: Offered) -> bool:
    """Did a game begin at the initial position? No where this server does not offer it, or not with its parameters."""
    try:
        game = None if name is None else offered.game(name, entry.parameters)
    except Refused:
        return False
    return game is not None and entry.position == game.text(game.initial())


def _store_with(*numbers: int) -> GameStore:
    """The store; `Refused` where it has no such games."""
    store = GameStore.open()
    for number in numbers:
        if store is None or not store.has_number(number):
            if store is not None:
                store.database.close()
            raise Refused(404, f"there is no game {number} in the store", "number")
    assert store is not None, "there is at least one number"
    return store


def _row(entry: KeptEntry, offered: Offered) -> dict[str, Any]:
    kept = entry.json()
    shown = ("number", "game", "set", "players", "result", "ended", "date", "source", "tags", "note")
    row = {name: kept[name] for name in shown}
    record = next((ending[1:] for ending, name in endings().items() if name == entry.game), None)
    named = {"name": entry.called, "offered": offered.name_of(entry.game), "record": record}
    return {**row, **named, "plies": entry.plies}

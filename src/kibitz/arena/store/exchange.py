"""Games into the store and out of it: PGN, SGF and PDN, our own JSON, and the files of matches.

A file may hold many games. One that is broken is told with its number, and the others are kept. A game that was brought
in before is not kept twice.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from inspect import signature
from math import isfinite
from typing import Any

from kibitz.arena.match.match_game import MatchGame
from kibitz.arena.store.game_store import GameStore, NewGame
from kibitz.arena.store.keeper import match_ending
from kibitz.arena.store.kept_entry import DATE, Ending, KeptEntry, read_result
from kibitz.arena.store.kept_rules import KeptRules, PlayedLine
from kibitz.errors import BadInput, KibitzError
from kibitz.game.record import GameRecord, KeptGame, Remark
from kibitz.games import full_name, game_class, names, record_of

AT_ONCE = 200  # games that are kept with one write to the disk
JSON_ENDINGS = (".json", ".jsonl")
NOT_ONE = (KeyError, TypeError, ValueError, AttributeError, RecursionError)
WANTED = 'expected the JSON that "kibitz store export" or "save" in "kibitz play" writes'


@dataclass(frozen=True)
class Given:
    """What is said of a file beside its text: its name, whose games they are, the tags they get.

    `known` are games of users, as `KeptRules` names them, that a file may speak of although nobody has named them here.
    """

    file: str
    game: str | None = None
    tags: tuple[str, ...] = ()
    known: frozenset[str] = frozenset()


@dataclass
class Imported:
    """What became of the games of a file: the numbers they have now, how many were there before, and what was wrong."""

    numbers: list[int] = field(default_factory=list)
    known: int = 0
    broken: list[str] = field(default_factory=list)

    def json(self) -> dict[str, Any]:
        """For a program."""
        return {"numbers": self.numbers, "known": self.known, "broken": self.broken}


@cache
def endings() -> dict[str, str]:
    """The endings of files in which games are kept, such as `.pgn`, and the game of each."""
    found = ((record_of(game_class(name)), name) for name in names())
    return {record.ending: name for record, name in found if record is not None}


def bring_in(store: GameStore, text: str, given: Given) -> Iterator[Imported]:
    """Keep every game of a file's text: what has become of them so far, again and again, the last time of all of them.

    What kind of file it is, the ending of its name says, or else the text. Which game it is has to be given where the
    file does not say so, and for a user's game: no file is run because another one says so.
    """
    done = Imported()
    waiting: list[NewGame] = []
    for found in _games(text, given):
        if isinstance(found, BadInput):
            done.broken.append(str(found))
        else:
            waiting.append(found)
        if len(waiting) >= AT_ONCE:
            _keep(store, waiting, done)
            yield done
    _keep(store, waiting, done)
    yield done


def _keep(store: GameStore, waiting: list[NewGame], done: Imported) -> None:
    for number in store.add_all(waiting):
        if number is None:
            done.known += 1
        else:
            done.numbers.append(number)
    waiting.clear()


def games_of(text: str, file: str, *, game: str | None = None) -> Iterator[NewGame | BadInput]:
    """Every game of a file's text, or what is wrong with it. `BadInput` is raised where it is not a file of games."""
    return _games(text, Given(file, game))


def _games(text: str, given: Given) -> Iterator[NewGame | BadInput]:
    file, game = given.file, given.game
    lower = file.lower()
    known = endings()
    name = next((name for ending, name in known.items() if lower.endswith(ending)), None)
    if name is not None and not lower.endswith(JSON_ENDINGS):
        if game is not None and full_name(game) != name:
            raise BadInput(f"{file!r} holds games of {name}, not of {game!r}")
        record = record_of(game_class(name))
        assert record is not None, "it has an ending"
        return _recorded(record, name, text, given)
    if not lower.endswith(JSON_ENDINGS) and not text.lstrip().startswith(("{", "[{", "[\n", "[ ")):
        wanted = ", ".join([*known, *JSON_ENDINGS])
        raise BadInput(f"{file!r} is not a file of games that is known: expected a name that ends in {wanted}")
    return _of_json(text, given)


def _recorded(record: GameRecord, name: str, text: str, given: Given) -> Iterator[NewGame | BadInput]:
    for number, kept in enumerate(record.read_each(text), 1):
        try:
            yield kept if isinstance(kept, BadInput) else _of_record(kept, name, given)
        except KibitzError as error:
            yield BadInput(f"game {number} of {given.file!r}: {error}")


def _of_record(kept: KeptGame, name: str, given: Given) -> NewGame:
    rules = KeptRules.of(name, dict(kept.parameters))
    line = PlayedLine.of(rules, kept.position, kept.moves, kept.actions)
    ending = Ending.of(rules.unclaimed, line.states)
    if kept.result:
        ended = ending.ended if ending.result == kept.result else ""
        ending = Ending(kept.result, ending.shares if ended else None, ended)
    identity = _identity(rules, line, kept.players, ending, kept.date, kept.told)
    return NewGame(
        rules,
        line,
        kept.players or ("?",) * rules.made.players,
        ending,
        given.file,
        kept.date,
        identity,
        tags=given.tags,
        told=kept.told,
        original=kept.text,
    )


def _identity(rules: KeptRules, line: PlayedLine, *more: Any) -> str:
    said = json.dumps([rules.game, dict(rules.parameters), line.position, line.texts, more], sort_keys=True)
    return f"import {hashlib.sha256(said.encode('utf-8', 'replace')).hexdigest()[:32]}"


# ------------------------------------------------------------ our own JSON


def _of_json(text: str, given: Given) -> Iterator[NewGame | BadInput]:
    file = given.file
    header: dict[str, Any] | None = None
    number = 0
    for value in _values(text, file):
        if not isinstance(value, BadInput) and isinstance(value, dict) and value.get("kibitz") == "match":
            header = value
            continue
        number += 1
        try:
            if isinstance(value, BadInput):
                raise value
            yield _of_match(header, value, given) if header else _of_saved(value, given)
        except KibitzError as error:
            yield BadInput(f"game {number} of {file!r}: {error}")
        except NOT_ONE:
            yield BadInput(f"game {number} of {file!r} is not a game: {WANTED}")


def _values(text: str, file: str) -> Iterator[Any]:
    """The objects of a text: one, a list of them, or one a line."""
    try:
        whole = json.loads(text)
        yield from whole if isinstance(whole, list) else [whole]
        return
    except (ValueError, RecursionError):
        lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < 2:
        raise BadInput(f"{file!r} is not a saved game: {WANTED}")
    for line in lines:
        try:
            yield json.loads(line)
        except (ValueError, RecursionError):
            yield BadInput(f"it is not JSON: {WANTED}")


def _rules_said(value: dict[str, Any], given: Given) -> KeptRules:
    """The rules that an object speaks of; a user's game has to be known or named."""
    said = str(value["game"])
    called = str(value.get("name", said.rpartition(":")[2]))
    parameters = {str(key): str(chosen) for key, chosen in dict(value["set"]).items()}
    if given.game is None:
        if said not in names() and said not in given.known:
            raise BadInput(f"it is a game of {said!r}, which is not one of Kibitz's own: add --game FILE.py:Class")
        return KeptRules.of(said, parameters)
    rules = KeptRules.of(given.game, parameters)
    if rules.game != said and rules.called != called and rules.game.rpartition(":")[2] != called:
        raise BadInput(f"it is a game of {said!r}, not of {given.game!r}")
    return rules


def _of_saved(value: dict[str, Any], given: Given) -> NewGame:
    rules = _rules_said(value, given)
    line = PlayedLine.of(rules, str(value["position"]), [_text(move) for move in value["moves"]])
    ending = Ending.of(rules.unclaimed, line.states)
    result = (read_result(_text(value["result"])) if value.get("result") else "") or ending.result
    if result != ending.result:  # it was given up, say: the rules alone do not tell
        shares = value.get("utilities")
        ending = Ending(result, None if shares is None else tuple(map(_finite, shares)), _text(value.get("ended", "")))
    players = tuple(map(_text, value.get("players", ()))) or ("?",) * rules.made.players
    if len(players) != rules.made.players:
        raise BadInput(f"it names {len(players)} players: expected {rules.made.players}")
    told = tuple((str(key), str(said)) for key, said in dict(value.get("told", {})).items())
    date = _text(value.get("date", ""))
    date = date if DATE.match(date) else ""
    return NewGame(
        rules,
        line,
        players,
        ending,
        given.file,
        date,
        _identity(rules, line, players, ending, date, told),
        _text(value.get("note", "")),
        (*map(_text, value.get("tags", ())), *given.tags),
        told,
    )


def _of_match(header: dict[str, Any], value: dict[str, Any], given: Given) -> NewGame:
    rules = _rules_said(header, given)
    played = MatchGame.of_json(value)
    line = PlayedLine.of(rules, played.opening.position, (*played.opening.moves, *played.moves))
    ending = match_ending(rules.made, line, played.utilities, played.ended)
    players = tuple(_text(header["players"][contestant]) for contestant in played.seats)
    identity = _identity(rules, line, players, ending, played.fixture, played.number)
    return NewGame(rules, line, players, ending, given.file, identity=identity, tags=given.tags)


def _finite(value: Any) -> float:
    number = float(value)
    if not isfinite(number):
        raise ValueError
    return number


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


# ------------------------------------------------------------ out of the store


def written_games(entries: Sequence[KeptEntry], file: str) -> str:
    """Games as a file of this name holds them: JSON in a list, or one a line, or as players keep them.

    `BadInput` where the file cannot hold one of them. A game that came from such a file, and was not changed since, is
    written as it stood there.
    """
    lower = file.lower()
    if lower.endswith(".jsonl"):
        return "".join(json.dumps(entry.json(), ensure_ascii=False) + "\n" for entry in entries)
    if lower.endswith(".json"):
        return json.dumps([entry.json() for entry in entries], ensure_ascii=False, indent=1) + "\n"
    known = endings()
    ending = next((ending for ending in known if lower.endswith(ending)), None)
    if ending is None:
        raise BadInput(f"{file!r} must end in {', '.join([*known, *JSON_ENDINGS])}, to say how the games are written")
    other = next((entry for entry in entries if entry.game != known[ending]), None)
    if other is not None:
        raise BadInput(
            f"game {other.number} is one of {other.called}, and {file!r} holds games of {known[ending]}: "
            f"use .json, or --game {known[ending]}"
        )
    record = record_of(game_class(known[ending]))
    assert record is not None, "it has an ending"
    return "".join(_as_record(record, entry) for entry in entries)


def _as_record(record: GameRecord, entry: KeptEntry) -> str:
    if entry.original:
        return entry.original
    rules = KeptRules(entry.game, entry.parameters)
    game = rules.made
    position = "" if entry.position == game.text(game.initial()) else entry.position
    parameters = tuple((name, str(getattr(game, name))) for name in signature(type(game)).parameters)
    players = () if set(entry.players) == {"?"} else entry.players
    kept = KeptGame(position, entry.moves, parameters, players, entry.result, entry.played[:10], entry.told)
    remarks = {0: Remark("", " ".join(entry.note.split()))} if entry.note and entry.moves else {}
    return record.written(kept, entry.result, remarks)

"""What `kibitz store` changes: on and off, tags and notes, games in and out, and what is deleted."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from kibitz.cli.store_finding import EMPTY, games_counted, opened, wanted_by
from kibitz.cli.terminal import DONE, NO, clear_progress, print_json, say, show_line, shows_progress
from kibitz.errors import BadInput
from kibitz.saving import refuse_unwritable, write_text

# ------------------------------------------------------------ on, off and how it stands


def status(options: Any) -> int:
    """Is it on, where is it, how many games does it hold?"""
    from kibitz.arena.store.database import store_path, store_size
    from kibitz.arena.store.game_store import GameStore

    path = store_path()
    store = GameStore.open(path)
    on, games, size = False, 0, 0
    if store is not None:
        with store:
            on, games, size = store.is_on, store.count(), store_size(path)
    if options.json:
        print_json({"on": on, "file": str(path), "games": games, "bytes": size})
    elif store is None:
        print(EMPTY)
    else:
        print(f"the store is {'on' if on else 'off'}: {games_counted(games)}, {size / 1e6:.1f} MB in {path}")
    return DONE


def turn_on(options: Any) -> int:
    """Keep every game from now on."""
    from kibitz.arena.store.game_store import GameStore

    with GameStore.made() as store:
        store.switch(True)
        print(f"the store is on: games are kept in {store.database.path}")
    return DONE


def turn_off(options: Any) -> int:
    """Keep no more games."""
    from kibitz.arena.store.game_store import GameStore

    store = GameStore.open()
    if store is not None:
        with store:
            store.switch(False)
            print(f"the store is off; {games_counted(store.count())} stay in it")
    else:
        print("the store is off")
    return DONE


# ------------------------------------------------------------ tags and notes


def tag(options: Any) -> int:
    """Give a game tags."""
    with opened() as store:
        store.tag(options.number, options.tags)
        print(f"game {options.number}: {', '.join(store.entry(options.number).tags)}")
    return DONE


def untag(options: Any) -> int:
    """Take tags from a game."""
    with opened() as store:
        store.untag(options.number, options.tags)
        print(f"game {options.number}: {', '.join(store.entry(options.number).tags) or 'no tags'}")
    return DONE


def show_tags(options: Any) -> int:
    """Every tag, and how many games have it."""
    with opened() as store:
        found = store.tags()
    if options.json:
        print_json(dict(found))
    else:
        for name, count in found:
            print(f"{name}: {games_counted(count)}")
    return DONE if found else NO


def note(options: Any) -> int:
    """Write a note to a game."""
    with opened() as store:
        store.note(options.number, options.text)
        print(f"game {options.number}: {store.entry(options.number).note or 'no note'}")
    return DONE


# ------------------------------------------------------------ in and out


def bring_in(options: Any) -> int:
    """Keep the games of files. A broken one is told, and the exit code is then 1."""
    from kibitz.arena.store.exchange import Given, Imported, bring_in
    from kibitz.arena.store.game_store import GameStore

    every: dict[str, Any] = {}
    is_broken = False
    with GameStore.made() as store:
        for file in options.files:
            done = Imported()
            for done in bring_in(store, _text_of(file), Given(file, options.game, tuple(options.tag))):
                if shows_progress():
                    show_line(f"{file}: {games_counted(len(done.numbers))}")
            clear_progress()
            for sentence in done.broken:
                say(sentence if file in sentence else f"{file!r}: {sentence}")
            is_broken = is_broken or bool(done.broken)
            every[file] = done.json()
            if not options.json:
                known = f", {done.known:,} were there already" if done.known else ""
                broken = f", {len(done.broken):,} could not be read" if done.broken else ""
                print(f"{file}: {games_counted(len(done.numbers))} kept{known}{broken}")
    if options.json:
        print(json.dumps(every, ensure_ascii=False))
    return NO if is_broken else DONE


def _text_of(path: str) -> str:
    try:
        return Path(path).read_bytes().decode("utf-8", errors="replace")  # old files have names in other codes
    except OSError as error:
        raise BadInput(f"{path!r} cannot be read: {(error.strerror or str(error)).lower()}") from None


def export(options: Any) -> int:
    """Write the games that are wanted to a file, the oldest first."""
    from kibitz.arena.store.exchange import written_games

    refuse_unwritable(options.file)
    with opened() as store:
        for number in options.numbers:
            store.entry(number)
        entries = store.listed(wanted_by(options, options.game, tuple(options.numbers)), options.limit)[::-1]
    if not entries:
        say("no games are kept that fit: nothing is written")
        return NO
    write_text(options.file, written_games(entries, options.file))
    print(f"{games_counted(len(entries))} written to {options.file}")
    return DONE


def delete(options: Any) -> int:
    """Delete games, or the store with all of them. Asks first, on a terminal; else it needs `--yes`."""
    if options.all == bool(options.numbers):
        raise BadInput("which games? expected their numbers, or --all for the whole store")
    if options.all:
        return _delete_all(options.yes)
    with opened() as store:
        for number in options.numbers:
            store.entry(number)
        if not _is_sure(f"delete {games_counted(len(options.numbers))}", options.yes):
            return NO
        store.delete(options.numbers)
    print(f"{games_counted(len(options.numbers))} deleted")
    return DONE


def _delete_all(is_sure: bool) -> int:
    from kibitz.arena.store.database import delete_store, store_path

    path = store_path()
    if not path.exists():
        print("there is no store to delete")
        return DONE
    if not _is_sure(f"delete {path} with all its games", is_sure):
        return NO
    delete_store(path)
    print(f"{path} is deleted, and the store is off")
    return DONE


def _is_sure(what: str, yes: bool) -> bool:
    if yes:
        return True
    if not sys.stdin.isatty():
        raise BadInput(f"to {what}, add --yes")
    print(f"{what}? [y/N] ", end="", flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")

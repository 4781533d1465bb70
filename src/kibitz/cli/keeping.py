"""Whether what is played in a command goes to the store, and games of the store to go on with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kibitz.cli.terminal import say
from kibitz.errors import BadInput
from kibitz.saving import data_folder

if TYPE_CHECKING:
    from kibitz.arena.store.keeper import Keeper, MatchKeeper
    from kibitz.arena.store.kept_entry import KeptEntry
    from kibitz.arena.store.kept_rules import KeptRules, PlayedLine


def keeper_of(played: Any) -> Keeper | None:
    """What keeps a game that is `Played` in the terminal; None where the store is off."""
    if not _may_be_on():
        return None
    from kibitz.arena.store.keeper import Keeper, is_keeping

    if not is_keeping(say):
        return None
    keeper = Keeper(played.name, played.parameters, "play", say)
    keeper.go_on(played.number)
    return keeper


def names_of(people: set[int], players: int, options: Any) -> tuple[str, ...]:
    """Who plays in the terminal, by seat: the engine with its algorithm and its limits, where they were chosen."""
    limits = {name: getattr(options, name) for name in ("time", "depth", "nodes", "simulations")}
    said = [f"{name}={value:g}" for name, value in limits.items() if value]
    chosen = [] if options.algorithm == "auto" else [options.algorithm]
    level = getattr(options, "level", None)
    engine = " ".join(["engine" if level is None else f"level {level}", *chosen, *said])
    return tuple("person" if seat in people else engine for seat in range(players))


def match_keeper(options: Any, fixtures: Any) -> MatchKeeper | None:
    """What keeps the games of a match as they end; None where the store is off."""
    if options.no_store or not _may_be_on():
        return None
    from kibitz.arena.store.keeper import MatchKeeper, is_keeping

    return MatchKeeper(fixtures.header(), fixtures.names, options.out, say) if is_keeping(say) else None


def loaded(number: int, asked: str | None) -> tuple[KeptEntry, KeptRules, PlayedLine]:
    """A game of the store, with its rules and its positions; `BadInput` where it is one of another game than asked."""
    from kibitz.arena.store.kept_rules import KeptRules, PlayedLine
    from kibitz.cli.store_finding import opened
    from kibitz.games import full_name

    with opened() as store:
        entry = store.entry(number)
    if asked is not None and full_name(asked) != entry.game:
        raise BadInput(f"game {number} of the store is one of {entry.called!r}; use 'kibitz play {entry.game}'")
    rules = KeptRules(entry.game, entry.parameters)
    return entry, rules, PlayedLine.of(rules, entry.position, entry.moves)


def _may_be_on() -> bool:
    """Is there a file at all? Asked first: most people have none, and SQLite need not be imported."""
    return any(data_folder().glob("games.sqlite"))

"""What `kibitz store` lists and shows: games, those with a position, and what was played there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kibitz.cli.terminal import DONE, NO, print_json, say
from kibitz.errors import BadInput

if TYPE_CHECKING:
    from kibitz.arena.store.game_store import GameStore
    from kibitz.arena.store.kept_entry import KeptEntry, Wanted

SHOWN = 20  # games of a list, where no number is given
OFF = "the store is off: 'kibitz store on' keeps every game from now on"
EMPTY = f"no games are kept; {OFF}"


def wanted_by(options: Any, game: str | None = None, numbers: tuple[int, ...] = ()) -> Wanted:
    """The filters of a command; `BadInput` where a date or a result is not one."""
    from kibitz.arena.store.kept_entry import Wanted
    from kibitz.games import full_name

    is_file = game is not None and (".py" in game or "/" in game)
    name = full_name(game) if game is not None and is_file else game
    wanted = Wanted(name, options.player, options.result, options.tag, options.since, options.until, numbers)
    wanted.condition()
    return wanted


def opened() -> GameStore:
    """The store; `BadInput` where there is none."""
    from kibitz.arena.store.game_store import GameStore

    store = GameStore.open()
    if store is None:
        raise BadInput(EMPTY)
    return store


def games_counted(count: int) -> str:
    """This many games, in words."""
    return "1 game" if count == 1 else f"{count:,} games"


def show_list(options: Any) -> int:
    """List the games that are wanted."""
    from kibitz.arena.store.game_store import GameStore

    wanted = wanted_by(options, options.game)
    store = GameStore.open()
    if store is None:
        return _print_entries([], 0, options.json)
    with store:
        return _print_entries(store.listed(wanted, options.limit or SHOWN), store.total(wanted), options.json)


def _print_entries(entries: list[KeptEntry], total: int, as_json: bool) -> int:
    if as_json:
        print_json([entry.json() for entry in entries])
    elif not total:
        say("no games are kept that fit")
    else:
        print_table([_cells(entry) for entry in entries])
        if len(entries) < total:
            say(f"these are the latest {len(entries)} of {total:,} games; --limit N shows more")
    return DONE if entries else NO


def _cells(entry: KeptEntry, more: str = "") -> list[str]:
    parameters = "".join(f" {name}={value}" for name, value in entry.parameters.items())
    tags = " ".join(f"#{tag}" for tag in entry.tags)
    words = " ".join(part for part in (more, tags, entry.note.splitlines()[0] if entry.note else "") if part)
    plies = f"{entry.plies} plies" if entry.plies != 1 else "1 ply"
    return [
        str(entry.number),
        entry.played[:10],
        entry.called + parameters,
        entry.names,
        _result(entry),
        plies,
        words,
    ]


def _result(entry: KeptEntry) -> str:
    words = entry.result_words
    return f"{words} won" if words[0].isdigit() else words


def print_table(rows: list[list[str]]) -> None:
    """Print rows of cells, one below the other; the first column is set to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [
            cell.rjust(width) if not column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        print("  ".join(cells).rstrip())


def show_game(options: Any) -> int:
    """A game: who, when, how it ended, its moves, and the board."""
    from kibitz.arena.store.kept_rules import KeptRules, PlayedLine
    from kibitz.cli.boards import board_lines
    from kibitz.draw.picture import cells_of

    with opened() as store:
        entry = store.entry(options.number)
    if options.ply is not None and options.ply > entry.plies:
        raise BadInput(f"game {entry.number} has {entry.plies} moves: --ply {options.ply} is beyond its end")
    if options.json:
        print_json(entry.json())
        return DONE
    _print_facts(entry)
    rules = KeptRules(entry.game, entry.parameters)
    line = PlayedLine.of(rules, entry.position, entry.moves[: entry.plies if options.ply is None else options.ply])
    game, states = rules.made, line.states
    trail = cells_of(game.picture(states[-2]).clicks.get(line.texts[-1])) if len(states) > 1 else ()
    print()
    print("\n".join(board_lines(game.picture(states[-1]), trail)))
    print()
    if not entry.is_finished:
        say(f"'kibitz play {entry.game} --load {entry.number}' goes on with it")
    return DONE


def _print_facts(entry: KeptEntry) -> None:
    parameters = "".join(f" {name}={value}" for name, value in entry.parameters.items())
    print(f"game {entry.number}: {entry.called}{parameters}")
    facts = {
        "players": entry.names,
        "played": entry.played.replace("T", " "),
        "result": " ".join(part for part in (_result_sentence(entry), entry.ended) if part),
        "source": entry.source,
        "tags": ", ".join(entry.tags),
        "note": entry.note,
        "moves": " ".join(entry.moves),
    }
    for name, value in facts.items():
        if value:
            print(f"{name}: {value}")


def _result_sentence(entry: KeptEntry) -> str:
    if entry.ended.endswith("."):
        return ""  # a whole sentence tells it
    words = entry.result_words
    return f"player {words.replace(',', ' and player ')} won" if words[0].isdigit() else words


def search(options: Any) -> int:
    """The games that came to a position."""
    from kibitz.arena.store.game_store import GameStore
    from kibitz.arena.store.position_search import count_with, games_with

    rules, s = _position(options)
    wanted = wanted_by(options)
    store = GameStore.open()
    hits, total = [], 0
    if store is not None:
        with store:
            hits = games_with(store, rules, s, wanted=wanted, limit=options.limit or SHOWN)
            total = count_with(store, rules, s, wanted=wanted)
    if options.json:
        print_json([hit.json() for hit in hits])
    elif not hits:
        say("no game is kept that came to this position")
    else:
        print_table([_cells(hit.entry, f"at ply {hit.ply}{' (mirrored)' if hit.is_mirrored else ''}") for hit in hits])
        if len(hits) < total:
            say(f"these are {len(hits)} of {games_counted(total)} with this position")
    return DONE if hits else NO


def show_statistics(options: Any) -> int:
    """What was played in a position: how often, with what score for who played it, and when last."""
    from kibitz.arena.store.game_store import GameStore
    from kibitz.arena.store.position_search import PositionRecord, statistics

    rules, s = _position(options)
    store = GameStore.open()
    found = PositionRecord(0, 0, ())
    if store is not None:
        with store:
            found = statistics(store, rules, s)
    if options.json:
        print_json({"game": options.game, "position": rules.made.text(s), **found.json()})
    elif not found.games:
        say("no game is kept that came to this position")
    else:
        print(f"{games_counted(found.games)} came to this position")
        if found.moves:
            print_table([_record_cells(move) for move in found.moves])
    return DONE if found.games else NO


def _record_cells(move: Any) -> list[str]:
    known = f"+{move.wins} ={move.draws} -{move.losses}"
    score = "" if move.score is None else f"{100 * move.score:.0f} %"
    if move.score is None and move.utility is not None:
        score = f"{move.utility:+.2f} a game"
    return [
        move.move,
        f"{move.count:,} times" if move.count != 1 else "once",
        known,
        score,
        f"last {move.last[:10]}" if move.last else "",
    ]


def _position(options: Any) -> tuple[Any, Any]:
    """The rules and the state that the options speak of."""
    from kibitz.answer.positions import state_and_text
    from kibitz.arena.store.kept_rules import KeptRules
    from kibitz.cli.chosen import settings

    rules = KeptRules.of(options.game, settings(options.set))
    s, _ = state_and_text(rules.unclaimed, options.position, options.moves)
    return rules, s

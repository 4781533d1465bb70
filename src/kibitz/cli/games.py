"""`kibitz games`: list every game."""

from __future__ import annotations

from typing import Any

from kibitz.answer.catalogue import described
from kibitz.cli.arguments import command
from kibitz.cli.terminal import DONE, print_json
from kibitz.games import game as make_game
from kibitz.games import names


def declare(words: Any) -> None:
    """Declare the command and its arguments."""
    parser = command(words, "games", run, "list the games")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: Any) -> int:
    """List every game: title, traits, what it is about, how positions are written, and the algorithms that fit."""
    rows = [described(make_game(name)) for name in names()]
    if options.json:
        print_json(rows)
        return DONE
    width = max(len(row["name"]) for row in rows) + 2
    for row in rows:
        traits = [f"{row['players']} players" if row["players"] > 1 else "1 player"]
        traits += [word for word, holds in (("chance", row["chance"]), ("hidden", row["hidden"])) if holds]
        print(f"{row['name']:<{width}}{row['title']} ({', '.join(traits)})")
        print(f"{'':<{width}}{row['about']}")
        print(f"{'':<{width}}positions: {row['notation']}")
        print(f"{'':<{width}}algorithms: {', '.join(row['algorithms'])}")
    return DONE

"""The commands that games bring: `kibitz NAME TEXT…` for every file `games/GAME/commands/NAME.py`."""

from __future__ import annotations

import argparse
import ast
import importlib
from functools import partial
from pathlib import Path
from typing import Any

from kibitz import games
from kibitz.cli import arguments
from kibitz.cli.terminal import DONE, answer_each, print_json
from kibitz.game.command import GameCommand
from kibitz.search.partition.partition_engine import engine_for


def declare(words: Any) -> None:
    """Declare every such command. The games themselves are not imported: that would make the help slow."""
    for path in sorted(path for folder in games.__path__ for path in Path(folder).glob("*/commands/*.py")):
        if path.stem != "__init__":
            about = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or path.stem
            module = f"{games.__name__}.{path.parent.parent.name}.commands.{path.stem}"
            first = about.partition("\n")[0].rstrip(".")
            parser = arguments.command(words, path.stem, partial(run, module), first[0].lower() + first[1:])
            parser.description = about
            parser.formatter_class = argparse.RawDescriptionHelpFormatter
            parser.add_argument("texts", metavar="TEXT", nargs="+", help="- reads one a line from standard input")
            arguments.output(parser)


def run(module: str, options: Any) -> int:
    """Answer every text: on a line each where there are several."""
    command: GameCommand = importlib.import_module(module).Command()
    prover = engine_for(command.game(), interpreted=options.interpreted)

    def answer(text: str, is_one_of_many: bool) -> int:
        found = command.answer(text, prover)
        if options.json:
            print_json(found.json())
        else:
            print(found.line if is_one_of_many else found, flush=True)
        return DONE

    return answer_each(options.texts, answer)

"""`kibitz efg`: the extensive form of a small game, for programs of game theory."""

from __future__ import annotations

from typing import Any

from kibitz.answer.positions import state_and_text
from kibitz.cli import arguments, values
from kibitz.cli.chosen import chosen_game
from kibitz.cli.terminal import DONE, say
from kibitz.saving import refuse_unwritable, write_text
from kibitz.search.equilibrium.extensive_form import MOST_NODES, extensive_form


def declare(words: Any) -> None:
    """Declare the command and its arguments."""
    parser = arguments.command(words, "efg", run, "write the extensive form of a small game, as Gambit reads it")
    arguments.position(parser)
    parser.add_argument("--out", metavar="FILE", help="write it to FILE.efg instead of printing it")
    parser.add_argument(
        "--nodes", type=values.positive, default=MOST_NODES, metavar="N", help=f"the most nodes ({MOST_NODES:,})"
    )


def run(options: Any) -> int:
    """Write the tree with its information sets."""
    game = chosen_game(options)
    s, _ = state_and_text(game, options.position, options.moves)
    if options.out:
        refuse_unwritable(options.out)
    found = extensive_form(game, s, most_nodes=options.nodes)
    if not options.out:
        print(found.text, end="")
        return DONE
    write_text(options.out, found.text)
    say(f"{options.out}: {found.nodes:,} nodes, {found.sets:,} information sets")
    return DONE

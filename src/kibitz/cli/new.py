"""`kibitz new`: write a game to start from."""

from __future__ import annotations

import keyword
import re
import shlex
from pathlib import Path
from typing import Any

from kibitz.cli import arguments
from kibitz.cli.terminal import DONE
from kibitz.errors import BadInput

TAKEN = ("State",)  # names that the file has for something else

STARTER = '''"""A game for Kibitz. It runs as it stands: change it, one question at a time, into a game of your own."""

from typing import NamedTuple

import kibitz as kz

CELLS = 9


class State(NamedTuple):
    """A position. Keep to numbers, and tuples of numbers: then the game is compiled to machine code."""

    cells: tuple[int, ...]  # 0: empty, 1: a mark of player 0, 2: one of player 1
    mover: int  # whose turn it is


class CLASS(kz.Game):
    """Three in a row on a strip of nine cells."""

    utility_range = (-1.0, 1.0)  # the least and the most that a utility can be
    whole = True  # every utility is a whole number

    # The rules: six questions, which every game answers.

    def initial(self):
        """The state in which the game begins."""
        return State((0,) * CELLS, 0)

    def player(self, s):
        """Who is to move: 0 or 1; kz.CHANCE where dice are rolled or cards dealt."""
        return s.mover

    def actions(self, s):
        """The legal actions, one by one: at least one while the game goes on, none once it is over."""
        if not self.is_terminal(s):
            for cell in range(CELLS):
                if s.cells[cell] == 0:
                    yield cell

    def result(self, s, cell):
        """The state after an action. A state is never changed: this makes a new one."""
        return State(kz.replaced(s.cells, cell, s.mover + 1), 1 - s.mover)

    def is_terminal(self, s):
        """Is the game over?"""
        return self.has_line(s) or 0 not in s.cells

    def utility(self, s, player):
        """What a finished game is worth to a player: 1 for a win, 0 for a draw, -1 for a loss."""
        if not self.has_line(s):
            return 0
        return -1 if player == s.mover else 1  # whoever moved last has the line

    def has_line(self, s):
        """A helper of this game's own: do three equal marks stand side by side?"""
        for cell in range(CELLS - 2):
            if s.cells[cell] != 0 and s.cells[cell] == s.cells[cell + 1] and s.cells[cell] == s.cells[cell + 2]:
                return True
        return False

    # For people: how a move is written, and what a position looks like. A game may answer much more, such as
    # evaluate(s, player), a guess that makes it play well where it is too large to be solved.

    def action_text(self, s, cell):
        """A move as people write it."""
        return str(cell + 1)

    def picture(self, s):
        """The position as a row of cells, in the terminal and on the page."""
        row = tuple(".XO"[mark] for mark in s.cells)
        return kz.Picture(cells=(row,), owners={"X": 0, "O": 1})
'''


def declare(words: Any) -> None:
    """Declare the command and its arguments."""
    parser = arguments.command(words, "new", run, "write a game to start from")
    parser.add_argument("file", metavar="FILE.py", help="the file to write; the game is named after it")


def run(options: Any) -> int:
    """Write the file, and say what to type next."""
    path = Path(options.file)
    source = STARTER.replace("CLASS", class_name(path))
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(source)
    except FileExistsError:
        raise BadInput(f"{options.file!r} exists already: expected the name of a file to make") from None
    except (FileNotFoundError, NotADirectoryError):
        raise BadInput(f"{options.file!r} cannot be made: there is no folder {str(path.parent)!r}") from None
    typed = shlex.quote(options.file)
    print(f"{options.file} is a game of three in a row on a strip. It runs as it stands; change it into your own. Try:")
    for command, meaning in NEXT.items():
        print(f"  kibitz {command:<5} {typed}  {meaning}")
    return DONE


NEXT = {
    "play": "play it, against the engine",
    "best": "find the best move",
    "check": "check that it is well defined",
}


def class_name(path: Path) -> str:
    """The name of the class for a file: `MyGame` for `my_game.py`; `BadInput` where the file is not one of Python."""
    words = re.findall(r"[^\W_]+", path.stem)
    if path.suffix != ".py" or not words:
        raise BadInput(f"{str(path)!r} does not name a Python file: expected a name such as my_game.py")
    name = "".join(word[0].upper() + word[1:] for word in words)
    if not name.isidentifier():
        name = f"Game{name}"
    return f"{name}Game" if name in TAKEN or keyword.iskeyword(name) else name

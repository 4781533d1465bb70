"""EPD: a position of chess with operations, such as the best move (`bm`), a move to avoid (`am`) or a name (`id`)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from kibitz.errors import BadInput
from kibitz.games.chess import san
from kibitz.games.chess.board import State

FIELDS = 4  # of the position: pieces, side, castling, en passant
OPERANDS = re.compile(r'"(?P<quoted>[^"]*)"|(?P<plain>[^\s";]+)')
OPERATIONS = re.compile(r'(?:[^;"]|"[^"]*")+')
MOVES = ("bm", "am", "pv", "sm")  # operations whose operands are moves


@dataclass
class Epd:
    """A position and its operations by name, each with its operands as they are written."""

    s: State
    operations: dict[str, list[str]] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The name of the position; empty where it has none."""
        return " ".join(self.operations.get("id", []))

    def moves(self, game: Any, name: str) -> list[int]:
        """The moves that an operation such as `bm` names, each played from this position."""
        found = []
        for text in self.operations.get(name, []):
            try:
                found.append(game.parse_action(self.s, text))
            except BadInput as error:
                raise BadInput(f"operation {name}{f' of {self.id!r}' if self.id else ''}: {error}") from None
        return found


def read_epd(game: Any, line: str) -> Epd:
    """What a line of EPD says; `BadInput` where it cannot be read. A whole FEN before the operations is taken too."""
    words = line.split()
    if len(words) < FIELDS:
        raise BadInput(f"{line!r} is not EPD: expected four fields of a position, then operations such as bm Nf3;")
    counts = words[FIELDS : FIELDS + 2]
    is_whole = len(counts) == 2 and all(word.isdigit() for word in counts)
    rest = line.strip().split(None, FIELDS + 2 if is_whole else FIELDS)
    text = rest[FIELDS + 2 if is_whole else FIELDS :]
    operations = _operations(line, text[0] if text else "")
    clock, move = counts if is_whole else ("0", "1")
    clock = _counted(line, operations, "hmvc", clock)
    move = _counted(line, operations, "fmvn", move)
    return Epd(game.parse(" ".join([*words[:FIELDS], clock, move])), operations)


def written(game: Any, epd: Epd) -> str:
    """A line of EPD."""
    position = " ".join(game.text(epd.s).split()[:FIELDS])
    operations = []
    for name, operands in epd.operations.items():
        is_text = name not in MOVES and not all(re.fullmatch(r"[+-]?[\d.]+", operand) for operand in operands)
        operations.append(" ".join([name, *(f'"{each}"' if is_text else each for each in operands)]) + ";")
    return " ".join([position, *operations])


def with_moves(game: Any, epd: Epd, name: str, actions: list[int]) -> Epd:
    """The same position with an operation that names these moves, in SAN."""
    return Epd(epd.s, {**epd.operations, name: [san.san(game, epd.s, a) for a in actions]})


def _operations(line: str, text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for part in OPERATIONS.findall(text):
        words = part.strip().split(None, 1)
        if not words:
            continue
        name = words[0]
        if not name[0].isalpha():
            raise BadInput(f"{line!r} is not EPD: {name!r} is not the name of an operation, such as bm")
        operands = OPERANDS.finditer(words[1] if len(words) > 1 else "")
        found[name] = [each["plain"] if each["quoted"] is None else each["quoted"] for each in operands]
    if text.count('"') % 2:
        raise BadInput(f"{line!r} is not EPD: a quotation mark is never closed")
    return found


def _counted(line: str, operations: dict[str, list[str]], name: str, usual: str) -> str:
    """The number of an operation that counts moves, which the position holds."""
    given = operations.get(name, [usual])
    if len(given) != 1 or not given[0].isdigit():
        raise BadInput(f"{line!r} is not EPD: {name} needs a whole number, got {' '.join(given)!r}")
    return given[0]

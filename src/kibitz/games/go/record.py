"""Games of Go are kept as SGF."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz.errors import BadInput
from kibitz.game.record import GameRecord, KeptGame, Remark
from kibitz.games.go import Go
from kibitz.games.go.board import LARGEST, PASS, SMALLEST, Board, mover
from kibitz.games.go.notation import game_of, size_of, written_action
from kibitz.games.go.sgf import read_tree, written_node, written_place
from kibitz.native.override import override

RESULTS = {"0": "B+", "1": "W+", "draw": "0"}
MARKS = {"?!": ("DO", ""), "?": ("BM", "1"), "??": ("BM", "2")}  # doubtful, bad, very bad


class Record(GameRecord):
    """Smart game format."""

    ending = ".sgf"

    @override
    def read(self, text: str) -> KeptGame:
        """The main line of the first game; `BadInput`, with where and what, if it cannot be read."""
        root = read_tree(text)
        size = size_of(root)
        if not SMALLEST <= size <= LARGEST:
            raise BadInput(f"the board is {size}×{size}: expected one from {SMALLEST} to {LARGEST} points wide")
        komi = _komi(root.first("KM"))
        game = Go(size, komi)
        start, actions = game_of(game, root)
        position = "" if start == game.initial() else game.text(start)
        moves = tuple(written_action(game, a) for a in actions)
        return KeptGame(position, moves, (("size", str(size)), ("komi", f"{komi:g}")))

    @override
    def written(self, kept: KeptGame, result: str, remarks: Mapping[int, Remark]) -> str:
        """A game as SGF, what is said about its moves in comments, and what was better in variations."""
        given = dict(kept.parameters)
        game = Go(int(given.get("size", "9")), float(given.get("komi", "7.5")))
        s = game.parse(kept.position) if kept.position else game.initial()
        begun = read_tree(game.text(s)).properties if kept.position else {}
        nodes, closing = [], ")"
        for number, text in enumerate(kept.moves):
            a = game.parse_action(s, text)
            said = remarks.get(number, Remark("", ""))
            comment = {"C": [said.words] if said.words else []}
            if said.mark:
                name, value = MARKS[said.mark]
                comment[name] = [value]
            own = written_node({"BW"[mover(s)]: [_place(game, a)], **comment})
            if said.better:
                better = written_node({"BW"[mover(s)]: [_place(game, game.parse_action(s, said.better))]})
                own, closing = f"({own}", f")\n({better}){closing}"
            nodes.append(own)
            s = game.result(s, a)
        ended = RESULTS.get(result, "")
        if game.is_terminal(s) and ended:
            ended = game.result_text(s)
        root = {"GM": ["1"], "FF": ["4"], "CA": ["UTF-8"], "AP": ["Kibitz"], "SZ": [str(game.size)]}
        root |= {"KM": [f"{game.komi:g}"], "RE": [ended] if ended else []}
        root |= {name: values for name, values in begun.items() if name != "SZ"}
        return "(" + "\n".join([written_node(root), *nodes]) + closing + "\n"


def _place(board: Board, a: int) -> str:
    return "" if a == PASS else written_place(*divmod(a, board.stride), board.size)


def _komi(said: str | None) -> float:
    """The komi that a file says, in whole or half points; 0 where it says nothing that can be understood."""
    try:
        return round(2 * float(said or "0")) / 2
    except (ValueError, OverflowError):
        return 0.0

"""Games of Go are kept as SGF."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kibitz.errors import BadInput
from kibitz.game.record import GameRecord, KeptGame, Remark, plain_date
from kibitz.games.go import Go
from kibitz.games.go.board import LARGEST, PASS, SMALLEST, Board, mover
from kibitz.games.go.notation import game_of, size_of, written_action
from kibitz.games.go.sgf import SgfNode, read_tree, read_trees, written_node, written_place
from kibitz.native.override import override

RESULTS = {"0": "B+", "1": "W+", "draw": "0"}
NAMES = ("PB", "PW")  # the properties with the players' names
SAID = (*NAMES, "DT", "RE", "SZ", "KM", "GM", "FF", "CA", "AP", "AB", "AW", "AE", "PL", "B", "W", "C")
MARKS = {"?!": ("DO", ""), "?": ("BM", "1"), "??": ("BM", "2")}  # doubtful, bad, very bad


class Record(GameRecord):
    """Smart game format."""

    ending = ".sgf"

    @override
    def read(self, text: str) -> KeptGame:
        """The main line of the first game; `BadInput`, with where and what, if it cannot be read."""
        return _bare(read_tree(text))

    @override
    def read_each(self, text: str) -> Iterator[KeptGame | BadInput]:
        """Every game of a file, its main line alone, or what is wrong with it."""
        for number, (piece, root) in enumerate(read_trees(text), 1):
            try:
                if isinstance(root, BadInput):
                    raise root
                bare = _bare(root)
            except BadInput as error:
                yield BadInput(f"game {number} of the SGF: {error}")
                continue
            names = tuple((root.first(name) or "?").strip() for name in NAMES)
            others = {name: values for name, values in root.properties.items() if name not in SAID}
            yield bare._replace(
                players=() if names == ("?", "?") else names,
                result=_winner(root.first("RE") or ""),
                date=plain_date((root.first("DT") or "")[:10]),
                told=tuple((name, values[0]) for name, values in others.items() if len(values) == 1),
                text=piece.strip() + "\n",
            )

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
        root |= {name: [said] for name, said in zip(NAMES, kept.players, strict=False)}
        root |= {"DT": [kept.date[:10]] if kept.date else []} | {name: [said] for name, said in kept.told}
        root |= {name: values for name, values in begun.items() if name != "SZ"}
        return "(" + "\n".join([written_node(root), *nodes]) + closing + "\n"


def _bare(root: SgfNode) -> KeptGame:
    """The main line of a game, where it began, and the parameters that it tells."""
    size = size_of(root)
    if not SMALLEST <= size <= LARGEST:
        raise BadInput(f"the board is {size}×{size}: expected one from {SMALLEST} to {LARGEST} points wide")
    komi = _komi(root.first("KM"))
    game = Go(size, komi)
    start, actions = game_of(game, root)
    position = "" if start == game.initial() else game.text(start)
    moves = tuple(written_action(game, a) for a in actions)
    return KeptGame(position, moves, (("size", str(size)), ("komi", f"{komi:g}")))


def _winner(said: str) -> str:
    """Who won, from what a file says of it: `B+3.5`, `W+R`, `0` or `Draw`."""
    word = said.strip().upper()
    return "0" if word.startswith("B+") else "1" if word.startswith("W+") else "draw" if word in ("0", "DRAW") else ""


def _place(board: Board, a: int) -> str:
    return "" if a == PASS else written_place(*divmod(a, board.stride), board.size)


def _komi(said: str | None) -> float:
    """The komi that a file says, in whole or half points; 0 where it says nothing that can be understood."""
    try:
        return round(2 * float(said or "0")) / 2
    except (ValueError, OverflowError):
        return 0.0

"""Games of checkers are kept as PDN."""

from __future__ import annotations

import copy
from collections.abc import Mapping

from kibitz.game import Game
from kibitz.game.record import GameRecord, KeptGame, Remark
from kibitz.games.checkers import Checkers
from kibitz.games.checkers.board import BLACK
from kibitz.games.checkers.notation import MOST_PATIENCE
from kibitz.games.checkers.pdn import PdnGame, PdnMove, read_game, rules, written
from kibitz.native.override import override

RESULTS = {"0": "0-1" if BLACK == 0 else "1-0", "1": "1-0" if BLACK == 0 else "0-1", "draw": "1/2-1/2"}


class Record(GameRecord):
    """Portable draughts notation."""

    ending = ".pdn"

    @override
    def read(self, text: str) -> KeptGame:
        """The first game of a file; `BadInput` with the game, the line and the move if it cannot be read."""
        game = rules()
        found = read_game(text)
        moves = []
        s = found.start
        for a in found.actions:
            moves.append(game.action_text(s, a))
            s = game.result(s, a)
        return KeptGame("" if found.start == game.initial() else game.text(found.start), tuple(moves))

    @override
    def written(self, kept: KeptGame, result: str, remarks: Mapping[int, Remark]) -> str:
        """A game as PDN, what is said about its moves in comments."""
        game = rules()
        found = PdnGame(game.parse(kept.position) if kept.position else game.initial(), result=RESULTS.get(result, "*"))
        s = found.start
        for text in kept.moves:
            found.moves.append(PdnMove(game.parse_action(s, text)))
            s = game.result(s, found.moves[-1].action)
        return _remarked(found, remarks)

    @override
    def annotated(self, text: str, remarks: Mapping[int, Remark]) -> str:
        """The first game of a file with remarks about its moves, behind what the file says about them itself."""
        return _remarked(read_game(text), remarks)

    @override
    def unclaimed(self, game: Game) -> Game:
        """The game with as much patience as there can be."""
        other = copy.copy(game)
        assert isinstance(other, Checkers)
        other.patience = MOST_PATIENCE
        return other


def _remarked(found: PdnGame, remarks: Mapping[int, Remark]) -> str:
    """A game as PDN, with remarks about its moves."""
    for number, move in enumerate(found.moves):
        if number in remarks:
            said = remarks[number]
            better = f"better {said.better}" if said.better else ""
            move.comment = "; ".join(part for part in (move.comment, said.words, better) if part)
            if said.mark and not move.marks:
                move.marks.append(said.mark)
    return written(found)

"""Games of checkers are kept as PDN."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz.game.record import GameRecord, KeptGame, Remark
from kibitz.games.checkers.board import BLACK
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
        for number, text in enumerate(kept.moves):
            move = PdnMove(game.parse_action(s, text))
            if number in remarks:
                said = remarks[number]
                better = f"better {said.better}" if said.better else ""
                move.comment = "; ".join(part for part in (said.words, better) if part)
                move.marks = [said.mark] if said.mark else []
            found.moves.append(move)
            s = game.result(s, move.action)
        return written(found)

"""Games of chess are kept as PGN."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz.game.record import GameRecord, KeptGame, Remark
from kibitz.games.chess import Chess
from kibitz.games.chess.pgn import MARKS, PgnGame, PgnMove, read_game, written
from kibitz.native.override import override

RESULTS = {"0": "1-0", "1": "0-1", "draw": "1/2-1/2"}


class Record(GameRecord):
    """Portable game notation."""

    ending = ".pgn"

    def __init__(self) -> None:
        self._game = Chess(draws=False)

    @override
    def read(self, text: str) -> KeptGame:
        """The first game of a file; `BadInput` with the game, the line and the move if it cannot be read."""
        game = self._game
        found = read_game(game, text)
        moves = []
        s = found.start
        for a in found.actions:
            moves.append(game.action_text(s, a))
            s = game.result(s, a)
        return KeptGame("" if found.start == game.initial() else game.text(found.start), tuple(moves))

    @override
    def written(self, kept: KeptGame, result: str, remarks: Mapping[int, Remark]) -> str:
        """A game as PGN, what is said about its moves in comments, and what was better in variations."""
        game = self._game
        found = PgnGame(game.parse(kept.position) if kept.position else game.initial(), result=RESULTS.get(result, "*"))
        s = found.start
        for number, text in enumerate(kept.moves):
            move = PgnMove(game.parse_action(s, text))
            if number in remarks:
                said = remarks[number]
                move.comment = said.words
                move.glyphs = [MARKS[said.mark]] if said.mark else []
                move.variations = [[PgnMove(game.parse_action(s, said.better))]] if said.better else []
            found.moves.append(move)
            s = game.result(s, move.action)
        return written(game, found)

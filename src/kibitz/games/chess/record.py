"""Games of chess are kept as PGN."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping

from kibitz.errors import BadInput
from kibitz.game import Game
from kibitz.game.record import GameRecord, KeptGame, Remark, as_told, dotted_date
from kibitz.games.chess import Chess
from kibitz.games.chess.pgn import MARKS, PgnGame, PgnMove, read_each, read_game, written
from kibitz.native.override import override

RESULTS = {"0": "1-0", "1": "0-1", "draw": "1/2-1/2"}
WINNERS = {written: winner for winner, written in RESULTS.items()}
SEATS = ("White", "Black")  # the headers with the players' names


class Record(GameRecord):
    """Portable game notation."""

    ending = ".pgn"

    def __init__(self) -> None:
        self._game = Chess(draws=False)

    @override
    def read(self, text: str) -> KeptGame:
        """The first game of a file; `BadInput` with the game, the line and the move if it cannot be read."""
        return self._bare(read_game(self._game, text))

    @override
    def read_each(self, text: str) -> Iterator[KeptGame | BadInput]:
        """Every game of a file, or what is wrong with it."""
        for piece, found in read_each(self._game, text):
            if isinstance(found, BadInput):
                yield found
                continue
            bare = self._bare(found)._replace(actions=tuple(found.actions))
            yield as_told(bare, found.headers, SEATS, WINNERS.get(found.result, ""), piece)

    def _bare(self, found: PgnGame) -> KeptGame:
        """The moves of a game, and where it began."""
        game = self._game
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
        start = game.parse(kept.position) if kept.position else game.initial()
        found = PgnGame(start, _headers(kept), result=RESULTS.get(result, "*"))
        s = found.start
        for text in kept.moves:
            found.moves.append(PgnMove(game.parse_action(s, text)))
            s = game.result(s, found.moves[-1].action)
        return self._remarked(found, remarks)

    @override
    def annotated(self, text: str, remarks: Mapping[int, Remark]) -> str:
        """The first game of a file with remarks about its moves, behind what the file says about them itself."""
        return self._remarked(read_game(self._game, text), remarks)

    @override
    def unclaimed(self, game: Game) -> Game:
        """The game without the rule of fifty moves."""
        other = copy.copy(game)
        assert isinstance(other, Chess)
        other.draws = False
        return other

    def _remarked(self, found: PgnGame, remarks: Mapping[int, Remark]) -> str:
        """A game as PGN, with remarks about its moves."""
        s = found.start
        for number, move in enumerate(found.moves):
            if number in remarks:
                said = remarks[number]
                move.comment = f"{move.comment} {said.words}".strip()
                if said.mark and not set(move.glyphs) & set(MARKS.values()):
                    move.glyphs.append(MARKS[said.mark])
                if said.better:
                    move.variations.append([PgnMove(self._game.parse_action(s, said.better))])
            s = self._game.result(s, move.action)
        return written(self._game, found)


def _headers(kept: KeptGame) -> dict[str, str]:
    """What a game tells of itself, as headers."""
    headers = dict(kept.told)
    if kept.date:
        headers["Date"] = dotted_date(kept.date)
    if kept.players:
        headers |= dict(zip(("White", "Black"), kept.players, strict=False))
    return headers
